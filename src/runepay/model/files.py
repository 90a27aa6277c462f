"""Finds the instances that paths name: files, folders, patterns, standard input. What is found is not read yet."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from glob import glob, has_magic
from pathlib import Path
from typing import IO, Final

from runepay.model.errors import InputError
from runepay.model.instance import (
    FILES,
    SIZE_LIMIT,
    Row,
    file_rows,
    is_rows,
    read_bytes,
    read_stream,
    stream_rows,
    unreadable,
)

STDIN: Final = "<stdin>"
"""What stands for a file's name while standard input is read line by line; people and programs see ``-``."""

Found = Row | InputError
Watch = Callable[[IO[bytes]], None]


def rows_of(path: str, watch: Watch | None = None) -> Iterator[Found]:
    """Give every instance that a path names, in order; what cannot be read is given as its error.

    Parameters
    ----------
    path
        A file, a folder (everything below it, in the order of names), a pattern such as ``"games/*.json"``, or ``-``
        for standard input.
    watch
        Is given each file as it lies on the disk.
    """
    if path == "-":
        yield from _stream(sys.stdin.buffer)
        return
    for file in files_of(path):
        if isinstance(file, InputError):
            yield file
        elif is_rows(file):
            yield from file_rows(file, watch)
        else:
            try:
                yield Row(file, read_bytes(file))
            except InputError as error:
                yield error


def files_of(path: str) -> Iterator[str | InputError]:
    """Name every file that a path stands for."""
    if not path:
        yield InputError("the name of a file is expected", file="argument", found="")
    elif Path(path).is_dir():
        yield from _folder(path)
    elif has_magic(path) and not Path(path).exists():
        found = sorted(glob(path, recursive=True))  # noqa: PTH207 - a pattern may begin at the root
        if not found:
            yield InputError("no file fits this pattern", file=path)
        for one in found:
            yield from _folder(one) if Path(one).is_dir() else (one,)
    else:
        yield path


def _folder(folder: str) -> Iterator[str | InputError]:
    """Name every instance file below a folder, in the order of names; hidden folders are passed over."""
    faults: list[InputError] = []
    empty = True

    def remember(error: OSError) -> None:
        faults.append(unreadable(error.filename or folder, error))

    for where, folders, files in os.walk(folder, onerror=remember):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(FILES):
                empty = False
                yield str(Path(where) / name)
    yield from faults
    if empty and not faults:
        yield InputError("no instances (*.json, *.jsonl) in this folder", file=folder)


def _stream(stream: IO[bytes]) -> Iterator[Found]:
    """Read standard input: one instance, or one a line."""
    lines = [stream.readline(SIZE_LIMIT + 1)]
    first = lines[0].strip()
    if first.startswith(b"{") and first.endswith(b"}"):
        while line := stream.readline(SIZE_LIMIT + 1):
            lines.append(line)
            if line.strip():
                yield from stream_rows(_Again(lines, stream), STDIN)
                return
    try:
        yield Row("-", read_stream(_Again(lines, stream), "-"))
    except InputError as error:
        yield error


class _Again:
    """A stream of which some lines were read already."""

    def __init__(self, lines: list[bytes], stream: IO[bytes]) -> None:
        self._lines = lines
        self._stream = stream

    def readline(self, limit: int = -1, /) -> bytes:
        """Give the next line."""
        return self._lines.pop(0) if self._lines else self._stream.readline(limit)

    def read(self, limit: int = -1, /) -> bytes:
        """Give what comes next."""
        before = b"".join(self._lines)
        self._lines.clear()
        return before + self._stream.read(max(limit - len(before), 0))
