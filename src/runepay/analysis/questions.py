"""Questions that are often asked of a table of answers; each gives a small frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runepay.analysis.frames import sampled

if TYPE_CHECKING:
    import polars as pl

CLAUSE = r"^(?<stage>\d) (?<clause>.*) (?<energy>[+-]\d+) (?<pips>[+-]\d+)$"
"""One entry of the column ``stages``."""


def payable_by_turn(frame: pl.DataFrame, by: str | None = "card") -> pl.DataFrame:
    """Say how often each card is payable on each turn, from the answers to sampled instances.

    Parameters
    ----------
    frame
        Answers.
    by
        The column to tell apart, such as ``card`` or ``deck``; none: all together.

    Returns
    -------
    polars.DataFrame
        Columns `by`, ``turn``, ``asked``, ``payable``, ``share``.
    """
    import polars as pl  # noqa: PLC0415 - costs time

    keys = [*([by] if by else []), "turn"]
    return (
        _decided(sampled(frame))
        .group_by(keys)
        .agg(pl.len().alias("asked"), pl.col("status").eq("payable").sum().alias("payable"))
        .with_columns((pl.col("payable") / pl.col("asked")).alias("share"))
        .sort(keys)
    )


def elections(frame: pl.DataFrame) -> pl.DataFrame:
    """Say which optional costs are worth it: how often each is elected where the goal decides.

    ``thrifty`` elects one only if the play cannot be paid without it, something earlier in the goal gets better by it,
    or it takes nothing. What an instance decides itself is not counted.

    Returns
    -------
    polars.DataFrame
        Columns ``card``, ``election``, ``open``, ``elected``, ``share``.
    """
    import polars as pl  # noqa: PLC0415 - as above

    words = (
        _decided(frame)
        .filter(pl.col("status").eq("payable"))
        .select("card", "fixed", pl.col("elected").str.split(", ").alias("word"))
    )
    word = pl.col("word")
    return (
        words.explode("word")
        .drop_nulls("word")
        .with_columns(
            word.str.extract(r"^([^=]+)").alias("election"),
            (~word.str.contains(r"=(false|0)$")).alias("taken"),
        )
        .filter(~pl.col("fixed").fill_null("").str.split(", ").list.contains(pl.col("election")))
        .group_by("card", "election")
        .agg(pl.len().alias("open"), pl.col("taken").sum().alias("elected"))
        .with_columns((pl.col("elected") / pl.col("open")).alias("share"))
        .sort("share", "open", "card", "election", descending=[True, True, False, False])
    )


def kinds(frame: pl.DataFrame) -> pl.DataFrame:
    """Say which kinds of payment occur, and in what share of the payments.

    Returns
    -------
    polars.DataFrame
        Columns ``kind``, ``payments``, ``share``.
    """
    import polars as pl  # noqa: PLC0415 - as above

    paid = frame.filter(pl.col("kinds").is_not_null())
    return (
        paid.select(pl.col("kinds").str.split(" ").alias("kind"))
        .explode("kind")
        .filter(pl.col("kind").ne(""))
        .group_by("kind")
        .agg(pl.len().alias("payments"))
        .with_columns((pl.col("payments") / max(paid.height, 1)).alias("share"))
        .sort("payments", "kind", descending=[True, False])
    )


def modifiers(frame: pl.DataFrame) -> pl.DataFrame:
    """Say what each clause that acted has cost or saved; printed costs are left out.

    Returns
    -------
    polars.DataFrame
        Columns ``stage`` (2 to 5), ``clause``, ``times``, and the mean ``energy`` and ``pips`` that it added.
    """
    import polars as pl  # noqa: PLC0415 - as above

    return (
        frame.select(pl.col("stages").str.split("; ").alias("entry"))
        .explode("entry")
        .drop_nulls("entry")
        .select(pl.col("entry").str.extract_groups(CLAUSE).alias("parts"))
        .unnest("parts")
        .cast({"stage": pl.Int64, "energy": pl.Int64, "pips": pl.Int64})
        .filter(pl.col("stage").gt(1))
        .group_by("stage", "clause")
        .agg(pl.len().alias("times"), pl.col("energy").mean(), pl.col("pips").mean())
        .sort("stage", "times", "clause", descending=[False, True, False])
    )


def differing(one: pl.DataFrame, other: pl.DataFrame) -> pl.DataFrame:
    """Say which answers differ between two runs of the same instances, such as under rulesets 1.3 and 1.4.

    Returns
    -------
    polars.DataFrame
        A row for each instance whose status, total, elections or kinds of payment differ: ``row``, ``id``, ``title``,
        ``card``, and those four of both runs, those of `other` with the ending ``_other``.
    """
    import polars as pl  # noqa: PLC0415 - as above

    said = ("status", "owed", "elected", "kinds")
    both = one.select("row", "id", "title", "card", *said).join(other.select("row", *said), on="row", suffix="_other")
    unlike = [pl.col(name).ne_missing(pl.col(f"{name}_other")) for name in said]
    return both.filter(pl.any_horizontal(unlike)).sort("row")


def _decided(frame: pl.DataFrame) -> pl.DataFrame:
    """Leave out what is no answer."""
    import polars as pl  # noqa: PLC0415 - as above

    return frame.filter(pl.col("status").is_in(["payable", "not payable", "undetermined"]))
