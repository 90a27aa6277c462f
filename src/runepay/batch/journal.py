"""What is done so far, on the disk: an append-only file beside the output, from which a killed run goes on.

The file begins with one line of JSON that says what run it is. Then follow the pieces in the order of the input, each
with a head that holds its sizes and checksums. Whatever a kill leaves behind at the end is no whole piece, is
recognised by that, and is cut off when the run goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from runepay.batch.work import Piece
from runepay.model.errors import InputError

HEAD: Final = struct.Struct("<IIII")
"""Of each piece: how many rows, checksum of its input, length of its packed rows, checksum of those."""

SYNC: Final = 5.0
"""Seconds after which what was written is surely on the disk, should the machine itself go down."""

FORMAT: Final = 1


class Entry(NamedTuple):
    """A piece that is done: rows, checksum of its input, and its packed rows."""

    rows: int
    input: int
    blob: bytes


class Journal:
    """The journal of one run, open for writing and for nobody else.

    Parameters
    ----------
    path
        Where it is.
    header
        What the rows depend on. A journal of another run is refused.
    resume
        Go on with the journal that is there; one is begun if there is none.

    Raises
    ------
    InputError
        There is a journal and `resume` was not asked for, it belongs to another run, or it cannot be written.
    """

    def __init__(self, path: Path, header: dict[str, Any], *, resume: bool) -> None:
        self.path = path
        self.header = {"runepay-batch": FORMAT, **header}
        self.done: list[tuple[int, int]] = []
        """Of each piece done: rows, and checksum of its input."""
        try:
            self._file: IO[bytes] = path.open("r+b" if resume and path.exists() else "xb")
            try:
                self._begin()
            except BaseException:
                self._file.close()
                raise
        except FileExistsError:
            message = "an earlier run was broken off; --resume goes on with it, --force begins anew"
            raise InputError(message, file=str(path)) from None
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise InputError(f"the file cannot be written: {why}", file=str(path)) from None
        self._synced = time.monotonic()

    @property
    def rows(self) -> int:
        """How many rows are done."""
        return sum(rows for rows, _ in self.done)

    def _begin(self) -> None:
        _lock(self._file, self.path)
        if self._file.mode == "rb+":
            self._go_on()
        else:
            self._write(json.dumps(self.header).encode() + b"\n")

    def _go_on(self) -> None:
        """Read what is there, and cut off what is not whole."""
        line = self._file.readline()
        if not line.endswith(b"\n"):
            # Killed before the first line was written; there is nothing to go on with.
            self._file.seek(0)
            self._file.truncate()
            self._write(json.dumps(self.header).encode() + b"\n")
            return
        _same(json.loads(line), self.header, self.path)
        whole = self._file.tell()
        for entry in _entries(self._file):
            self.done.append((entry.rows, entry.input))
            whole = self._file.tell()
        self._file.seek(whole)
        self._file.truncate()

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()

    def add(self, piece: Piece, blob: bytes) -> None:
        """Write down a piece that is done; its place is after those written before."""
        head = HEAD.pack(len(piece.items), checksum(piece), len(blob), zlib.crc32(blob))
        try:
            self._write(head + blob)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            message = f"the file cannot be written: {why}; what is done is kept, and --resume goes on"
            raise InputError(message, file=str(self.path)) from None
        self.done.append((len(piece.items), checksum(piece)))
        if time.monotonic() - self._synced > SYNC:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def entries(self) -> Iterator[Entry]:
        """Give every whole piece that is in the file, in order."""
        with self.path.open("rb") as file:
            file.readline()
            yield from _entries(file)

    def blobs(self) -> Iterator[bytes]:
        """Give the packed rows of every piece done, in order."""
        return (entry.blob for entry in self.entries())

    def close(self) -> None:
        """Close the file; what is done stays."""
        self._file.close()

    def remove(self) -> None:
        """Remove the file: its rows are in the output."""
        self._file.close()
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()


def header_of(path: Path) -> dict[str, Any] | None:
    """Read what a journal says about its run, or ``None`` if there is no journal that says anything."""
    try:
        with path.open("rb") as file:
            line = file.readline()
    except FileNotFoundError:
        return None
    try:
        said = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        said = None
    return said if isinstance(said, dict) else None


def checksum(piece: Piece) -> int:
    """Give the checksum of a piece's input: names and texts."""
    sum_ = 0
    for name, content in piece.items:
        sum_ = zlib.crc32(name.encode("utf-8", "surrogateescape"), sum_)
        sum_ = zlib.crc32(content if isinstance(content, bytes) else content.encode("utf-8", "replace"), sum_)
    return sum_


def _entries(file: IO[bytes]) -> Iterator[Entry]:
    """Give the whole pieces; the first one that is not whole ends them."""
    while len(head := file.read(HEAD.size)) == HEAD.size:
        rows, input_, length, sum_ = HEAD.unpack(head)
        blob = file.read(length)
        if len(blob) < length or zlib.crc32(blob) != sum_:
            return
        yield Entry(rows, input_, blob)


def _same(there: dict[str, Any], mine: dict[str, Any], path: Path) -> None:
    for name, value in mine.items():
        if there.get(name) != value:
            message = f"the run that was broken off had other {name}; --force begins anew"
            raise InputError(message, file=str(path), found=there.get(name))


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep a second run away from the same output, where the system can."""
    try:
        import fcntl  # noqa: PLC0415 - not everywhere
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError("another run is writing this output", file=str(path)) from None
