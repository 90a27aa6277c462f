"""The ready questions, on tables small enough to count by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from runepay import analysis
from runepay.batch import Settings
from runepay.batch.writing import schema
from runepay.model.errors import InputError


def table(*rows: dict[str, Any]) -> pl.DataFrame:
    filled = [{"row": place, "id": str(place), "status": "payable", **one} for place, one in enumerate(rows, 1)]
    return pl.DataFrame([dict.fromkeys(schema()) | one for one in filled], schema=schema())


def test_how_often_each_card_is_payable_by_turn() -> None:
    frame = table(
        {"card": "A", "title": "turn 1, first, fury-mind, board 0, 1:1"},
        {"card": "A", "title": "turn 1, second, fury-mind, board 0, 1:2", "status": "not payable"},
        {"card": "A", "title": "turn 2, second, fury-calm, board 3, 1:3"},
        {"card": "B", "title": "turn 10, second, fury-calm, board 3, 1:4", "status": "undetermined"},
        {"card": "B", "title": "turn 1, first, fury-calm, board 3, 1:5", "status": "invalid"},
    )
    assert analysis.payable_by_turn(frame).rows() == [
        ("A", 1, 2, 1, 0.5), ("A", 2, 1, 1, 1.0), ("B", 10, 1, 0, 0.0)
    ]  # fmt: skip
    assert analysis.payable_by_turn(frame, None).rows() == [(1, 2, 1, 0.5), (2, 1, 1, 1.0), (10, 1, 0, 0.0)]
    assert analysis.payable_by_turn(frame, "deck")["deck"].to_list() == ["fury-calm", "fury-calm", "fury-mind"]
    read = analysis.sampled(frame)
    assert read["second"].to_list() == [False, True, True, True, False]
    assert read["board"].to_list() == [0, 0, 3, 3, 3]
    assert analysis.sampled(table({"title": "mine"})).select("turn", "second", "deck", "board").row(0) == (None,) * 4


def test_which_elections_are_worth_it() -> None:
    frame = table(
        {"card": "A", "elected": "discard, repeat=2"},
        {"card": "A", "elected": "discard=false, repeat=0"},
        {"card": "A", "elected": "discard, repeat=1", "fixed": "repeat"},
        {"card": "A", "elected": "discard", "status": "not payable"},
        {"card": "B"},
    )
    assert analysis.elections(frame).rows() == [("A", "discard", 3, 2, 2 / 3), ("A", "repeat", 2, 1, 0.5)]


def test_which_kinds_of_payment_occur() -> None:
    frame = table({"kinds": "exhaust recycle"}, {"kinds": "exhaust"}, {"kinds": ""}, {"status": "not payable"})
    assert analysis.kinds(frame).rows() == [("exhaust", 2, 2 / 3), ("recycle", 1, 1 / 3)]
    assert analysis.kinds(table({"status": "invalid"})).height == 0


def test_what_each_clause_costs_or_saves() -> None:
    frame = table(
        {"stages": "1 printed cost +6 +0; 2 A: discard +0 +0; 4 A -2 +0"},
        {"stages": "1 printed cost +6 +1; 4 A -1 -1; 3 Helm of Suppression +1 +0"},
        {"status": "invalid"},
    )
    assert analysis.modifiers(frame).rows() == [
        (2, "A: discard", 1, 0.0, 0.0), (3, "Helm of Suppression", 1, 1.0, 0.0), (4, "A", 2, -1.5, -0.5)
    ]  # fmt: skip


def test_which_answers_differ_between_rulesets() -> None:
    """An own-domain pip of a two-domain card is any pip in 1.3, and one of its domains in 1.4."""
    own = {"card": "Mine", "domains": ["fury", "calm"], "cost": {"energy": 0, "power": ["own"]}}
    asked = [
        {"state": {"runes": {"mind": 2}}, "play": own},
        {"state": {"runes": {"fury": 2}}, "play": own},
        {"state": {"runes": {"fury": 2}}, "play": {"card": "Other", "cost": {"energy": 2}}},
    ]
    older, newer = (analysis.answers(asked, Settings(ruleset=one)) for one in ("1.3", "1.4"))
    unlike = analysis.differing(newer, older)
    assert unlike.select("row", "status", "status_other").rows() == [
        (1, "not payable", "payable"), (2, "payable", "payable")
    ]  # fmt: skip
    assert unlike.select("owed", "owed_other").row(1) == ("0 fury/calm", "0 any")
    assert analysis.differing(newer, newer).height == 0


def test_tables_come_from_paths_or_instances_and_not_from_others(tmp_path: Path) -> None:
    one = {"play": {"card": "Mine", "cost": {"energy": 0}}}
    path = tmp_path / "one.json"
    path.write_text('{"play": {"card": "Mine", "cost": {"energy": 0}}}')
    assert analysis.answers(path)["status"].to_list() == ["payable"]
    assert analysis.answers([path, str(path)]).height == 2
    with pytest.raises(InputError, match="not answered together"):
        analysis.answers([path, one])
    bad = tmp_path / "bad.parquet"
    bad.write_bytes(b"nothing")
    with pytest.raises(InputError, match="this is no table of 'runepay batch'"):
        analysis.read(bad)
    with pytest.raises(InputError, match="the table cannot be read: no such file"):
        analysis.read(tmp_path / "none.csv")
    pl.DataFrame({"row": [1]}).write_parquet(bad)
    with pytest.raises(InputError, match="a column is missing, found 'id'"):
        analysis.read(bad)
