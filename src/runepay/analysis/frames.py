"""From instances, or from a written table, to a polars frame with the columns of ``runepay batch``."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runepay.batch.run import run
from runepay.batch.settings import Settings
from runepay.batch.writing import ending, schema
from runepay.model.errors import InputError

if TYPE_CHECKING:
    import polars as pl


def answers(
    instances: str | Path | Iterable[str | Path | Mapping[str, Any]],
    settings: Settings | None = None,
    *,
    workers: int = 0,
) -> pl.DataFrame:
    """Answer instances and give a row for each, in their order.

    Parameters
    ----------
    instances
        A path (file, folder or pattern), several of them, or instances as they are written in files.
    settings
        How they are answered, such as ``Settings(ruleset="1.3")``.
    workers
        Processes; 0 works in this one. A script that asks for more stands below ``if __name__ == "__main__":``.

    Examples
    --------
    >>> frame = answers([{"state": {"runes": {"fury": 2}}, "play": {"card": "Mine", "cost": {"energy": 2}}}])
    >>> frame.select("status", "owed", "energy").row(0)
    ('payable', '2', 2)
    """
    given = [instances] if isinstance(instances, (str, Path)) else list(instances)
    paths = [str(one) for one in given if isinstance(one, (str, Path))]
    if paths and len(paths) < len(given):
        raise InputError("paths and instances are not answered together", file="instances")
    with tempfile.TemporaryDirectory(prefix="runepay-") as folder:
        if not paths:
            made = Path(folder) / "instances.jsonl"
            with made.open("w", encoding="utf-8") as stream:
                stream.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in given)
            paths = [str(made)]
        out = Path(folder) / "answers.parquet"
        run(paths, out, settings, workers=workers)
        return read(out)


def read(path: str | Path) -> pl.DataFrame:
    """Read a table that ``runepay batch`` wrote, whatever its format.

    Raises
    ------
    InputError
        It is no such table.
    """
    import polars as pl  # noqa: PLC0415 - costs time

    path, columns = Path(path), schema()
    kind = ending(path)
    try:
        if kind == ".parquet":
            frame = pl.read_parquet(path)
        elif kind.startswith(".csv"):
            frame = pl.read_csv(_unpacked(path, kind), schema=columns)
        else:
            frame = pl.read_ndjson(_unpacked(path, kind), schema=columns)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"the table cannot be read: {why}", file=str(path)) from None
    except pl.exceptions.PolarsError as error:
        why = str(error).splitlines()[0] if str(error) else "damaged"
        raise InputError(f"this is no table of 'runepay batch': {why}", file=str(path)) from None
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise InputError("this is no table of 'runepay batch': a column is missing", file=str(path), found=missing[0])
    return frame


def _unpacked(path: Path, kind: str) -> bytes:
    raw = path.read_bytes()
    if kind.endswith(".gz"):
        import gzip  # noqa: PLC0415 - only for these

        return gzip.decompress(raw)
    if kind.endswith(".zst"):
        import zstandard  # noqa: PLC0415 - only for these

        return zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True).read()
    return raw


def sampled(frame: pl.DataFrame) -> pl.DataFrame:
    """Add what a sampled instance says in its title: ``turn``, ``second``, ``deck`` and ``board``.

    Examples
    --------
    >>> import polars as pl
    >>> sampled(pl.DataFrame({"title": ["turn 3, second, fury-mind, board 2, 7:1"]})).row(0)[1:]
    (3, True, 'fury-mind', 2)
    """
    import polars as pl  # noqa: PLC0415 - as above

    title = pl.col("title")
    return frame.with_columns(
        title.str.extract(r"^turn (\d+), ").cast(pl.Int64).alias("turn"),
        title.str.extract(r"^turn \d+, (first|second), ").eq("second").alias("second"),
        title.str.extract(r"^turn \d+, \w+, ([a-z]+-[a-z]+), ").alias("deck"),
        title.str.extract(r", board (\d+), ").cast(pl.Int64).alias("board"),
    )
