"""Writes the table: Parquet, JSON lines or CSV by the ending, in constant memory, whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from runepay.batch.interrupts import without_interrupt
from runepay.batch.table import COLUMNS
from runepay.batch.work import unpacked
from runepay.model.errors import InputError, nearest

if TYPE_CHECKING:
    import polars as pl

FORMATS: Final = (".parquet", ".jsonl", ".csv")
PACKINGS: Final = ("", ".gz", ".zst")
ENDINGS: Final = tuple(
    kind + packing for kind in FORMATS for packing in PACKINGS if not (packing and kind == ".parquet")
)
"""How the name of the output may end. Parquet is packed in itself."""

PART: Final = 16 * 1024 * 1024
"""Bytes of JSON lines from which one part of a table is made at a time."""

Tell = Callable[[int], None]


def ending(out: Path) -> str:
    """Give the ending of an output's name.

    Raises
    ------
    InputError
        No table has that ending.
    """
    for one in sorted(ENDINGS, key=len, reverse=True):
        if out.name.lower().endswith(one) and len(out.name) > len(one):
            return one
    close = nearest("".join(out.suffixes[-2:]), ENDINGS)
    raise InputError(
        f"the name of the output ends in {', '.join(ENDINGS)}",
        file="--out",
        found=str(out),
        hint=f"{out.name.split('.', maxsplit=1)[0]}{close or '.parquet'}",
    )


def write(blobs: Iterable[bytes], out: Path) -> None:
    """Write packed rows to a file, which is there in whole or not at all.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    kind = ending(out)
    try:
        with whole(out) as made:
            if kind == ".parquet":
                _parquet(blobs, made)
            else:
                with opened(made, kind) as stream:
                    for block in _csv(blobs) if kind.startswith(".csv") else map(unpacked, blobs):
                        stream.write(block)
            _synced(made)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"the file cannot be written: {why}", file=str(out)) from None


@contextlib.contextmanager
def whole(out: Path) -> Generator[Path]:
    """Give the name of a new file beside the output, which takes its place if all went well."""
    made: Path | None = None
    try:
        with without_interrupt():
            handle, name = tempfile.mkstemp(prefix=f".{out.name}.", dir=out.parent)
            os.close(handle)
            made = Path(name)
        yield made
        # As if it had been written by an ordinary `open`.
        mask = os.umask(0)
        os.umask(mask)
        made.chmod(0o666 & ~mask)
        made.replace(out)
    finally:
        if made is not None:
            with without_interrupt():
                made.unlink(missing_ok=True)


def _synced(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextlib.contextmanager
def opened(path: Path, kind: str) -> Generator[IO[bytes]]:
    """Open a new file for writing, packed as its ending says."""
    with path.open("wb") as file:
        if kind.endswith(".gz"):
            # Without name and time, so that the same rows give the same bytes.
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as stream:
                yield stream  # type: ignore[misc]
        elif kind.endswith(".zst"):
            import zstandard  # noqa: PLC0415 - only for these

            with zstandard.ZstdCompressor(level=6).stream_writer(file, closefd=False) as stream:
                yield stream
        else:
            yield file


def schema() -> dict[str, Any]:
    """Give the columns as polars types."""
    import polars as pl  # noqa: PLC0415 - costs time, and JSON lines need none of it

    kinds = {int: pl.Int64, float: pl.Float64, str: pl.String}
    return {name: kinds[kind] for name, (kind, _) in COLUMNS.items()}


def _frames(blobs: Iterable[bytes]) -> Iterator[pl.DataFrame]:
    """Give the rows as frames, each of a size that memory holds easily; an empty table is one frame."""
    import polars as pl  # noqa: PLC0415 - as above

    columns = schema()
    held = io.BytesIO()
    several = False
    for blob in blobs:
        held.write(unpacked(blob))
        if held.tell() > PART:
            yield pl.read_ndjson(held.getvalue(), schema=columns)
            several, held = True, io.BytesIO()
    if held.tell():
        yield pl.read_ndjson(held.getvalue(), schema=columns)
    elif not several:
        yield pl.DataFrame(schema=columns)


def _csv(blobs: Iterable[bytes]) -> Iterator[bytes]:
    for number, frame in enumerate(_frames(blobs)):
        yield frame.write_csv(include_header=number == 0).encode()


def _parquet(blobs: Iterable[bytes], path: Path) -> None:
    """Write parts, then one file out of them as a stream."""
    import polars as pl  # noqa: PLC0415 - as above

    parts: Path | None = None
    names: list[Path] = []
    try:
        with without_interrupt():
            parts = Path(tempfile.mkdtemp(prefix=f"{path.name}.parts.", dir=path.parent))
        for number, frame in enumerate(_frames(blobs)):
            names.append(parts / f"{number:06}.parquet")
            frame.write_parquet(names[-1])
        if len(names) == 1:
            names[0].replace(path)
        else:
            pl.scan_parquet(names, low_memory=True).sink_parquet(path, maintain_order=True)
    except pl.exceptions.ComputeError as error:
        # What the disk refuses, polars says in words of its own.
        raise OSError(str(error).splitlines()[0]) from None
    finally:
        if parts is not None:
            with without_interrupt():
                shutil.rmtree(parts, ignore_errors=True)
