"""Finds the instances that arguments name: files, folders, standard input, or a card with options."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from runepay.cli.arguments import build
from runepay.cli.options import Options
from runepay.model.errors import InputError
from runepay.model.instance import (
    FILES,
    SIZE_LIMIT,
    Instance,
    is_rows,
    iter_jsonl,
    iter_rows,
    parse,
    read,
    read_stream,
    unreadable,
)

STDIN = "<stdin>"
"""What stands for a file's name while standard input is read line by line; people and programs see ``-``."""

_PATHS = ("./", "../", "/", "~/", ".\\", "..\\")

Found = Instance | InputError


def is_file(argument: str) -> bool:
    """Tell a file from a card.

    A file is an existing path, ``-``, or a name that ends in ``.json`` or ``.jsonl`` or begins as only paths do.

    Examples
    --------
    >>> is_file("mine.json"), is_file("./mine"), is_file("Brazen Buccaneer"), is_file("-"), is_file("")
    (True, True, False, True, False)
    """
    if not argument:
        return False
    if argument == "-" or argument.endswith(FILES) or argument.startswith(_PATHS):
        return True
    try:
        return Path(argument).exists()
    except (OSError, ValueError):
        # A name that no file can have, such as a very long one.
        return False


def instances(arguments: Iterable[str], options: Options) -> Iterator[Found]:
    """Give the instance of every argument in order; one that cannot be used is given as its error."""
    for argument in arguments:
        if is_file(argument):
            yield from _of_file(argument)
        else:
            yield _of_card(argument, options)


def _of_card(card: str | None, options: Options) -> Found:
    try:
        return build(card, options)
    except InputError as error:
        return error


def of_options(options: Options) -> Found:
    """Give the instance that the options alone describe: a card of one's own, by its ``--cost``."""
    return _of_card(None, options)


def _of_file(argument: str) -> Iterator[Found]:
    if argument == "-":
        yield from _of_stream(sys.stdin.buffer)
    elif Path(argument).is_dir():
        yield from _of_folder(argument)
    elif is_rows(argument):
        yield from iter_jsonl(argument)
    else:
        try:
            yield read(argument)
        except InputError as error:
            yield error


def _of_folder(folder: str) -> Iterator[Found]:
    """Give every instance below a folder, in the order of names; hidden folders are passed over."""
    faults: list[InputError] = []
    empty = True

    def remember(error: OSError) -> None:
        faults.append(unreadable(error.filename or folder, error))

    for where, folders, files in os.walk(folder, onerror=remember):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(FILES):
                empty = False
                yield from _of_file(str(Path(where) / name))
    yield from faults
    if empty and not faults:
        yield InputError("no instances (*.json, *.jsonl) in this folder", file=folder)


def _of_stream(stream: IO[bytes]) -> Iterator[Found]:
    """Read standard input: one instance, or one a line."""
    lines = [stream.readline(SIZE_LIMIT + 1)]
    first = lines[0].strip()
    if first.startswith(b"{") and first.endswith(b"}"):
        while line := stream.readline(SIZE_LIMIT + 1):
            lines.append(line)
            if line.strip():
                yield from iter_rows(_Again(lines, stream), STDIN)
                return
    try:
        yield parse(read_stream(_Again(lines, stream), "-"), "-")
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
