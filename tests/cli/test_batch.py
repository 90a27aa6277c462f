"""``runepay batch`` says what it does, refuses what it cannot do, and shows how far it is to whoever is looking."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runepay import batch
from runepay.analysis import read
from runepay.batch import Done
from runepay.cli import batch as command

Run = Callable[..., Any]
Write = Callable[..., Path]


def test_files_become_a_table(run: Run, write: Write, tmp_path: Path) -> None:
    one, bad = write(), write("bad.json", play=1)
    out = tmp_path / "out.csv"
    options = "--workers", 0, "--goal", "most-ready", "--ruleset", "1.3", "--no-timing"
    told = run("batch", one, bad, "--out", out, *options)
    assert (told.status, told.out) == (0, "")
    assert told.err.startswith(f"{out}: 2 rows in ")
    table = read(out)
    assert table["status"].to_list() == ["payable", "invalid"]
    assert table["ruleset"].to_list() == ["1.3", None]
    assert table["goal"][0].startswith("most-ready=-1 ")
    assert table["milliseconds"].to_list() == [None, None]
    told = run("batch", one, "--out", out, "--workers", 0)
    assert (told.status, "--force overwrites it" in told.err) == (2, True)
    told = run("batch", one, "--out", out, "--workers", 0, "--resume")
    assert (told.status, told.err) == (0, f"{out}: nothing was done, it is finished already\n")
    assert run("batch", one, "--out", out, "--workers", 0, "--force").status == 0
    assert read(out).height == 1


def test_standard_input_may_be_the_source(run: Run, write: Write, tmp_path: Path) -> None:
    row = json.dumps(json.loads(write().read_text()))
    out = tmp_path / "out.jsonl"
    assert run("batch", "-", "--out", out, "--workers", 0, stdin=f"{row}\n{row}\nno\n").status == 0
    table = read(out)
    assert table["id"].to_list() == ["-:1", "-:2", "-:3"]
    assert table["error"][2].startswith("-:3:1: ")


def test_cards_of_ones_own_are_known(run: Run, write: Write, tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    own = {"name": "Quite New", "type": "unit", "cost": {"energy": 2}}
    cards.write_text(json.dumps({"runepay-cards": 1, "cards": [own]}))
    one = write(play={"card": "Quite New", "targets": []})
    out = tmp_path / "out.csv"
    assert run("batch", one, "--out", out, "--workers", 0, "--cards", cards).status == 0
    assert read(out).select("status", "owed").row(0) == ("payable", "2")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--goal", "most-redy"), "--goal: unknown criterion, found 'most-redy'; did you mean 'most-ready'?"),
        (("--ruleset", "1.5"), "--ruleset"),
        (("--option", "weaponmaster"), "--option: this is written NAME=READING, found 'weaponmaster'"),
        (("--option", "weaponmaster=no"), "--option"),
        (("--cards", "nowhere.json"), "nowhere.json"),
        (("--out", "x.xls"), "the name of the output ends in"),
        (("--scheduler", "tcp://127.0.0.1:9", "--workers", "2"), "--workers: a cluster has the workers that it has"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: tuple[str, ...], told: str, run: Run, write: Write, tmp_path: Path
) -> None:
    out = () if "--out" in arguments else ("--out", tmp_path / "out.csv")
    said = run("batch", write(), *out, *arguments)
    assert said.status == 2
    assert told in said.err
    assert said.err.count("\n") == 1
    assert not (tmp_path / "out.csv").exists()


def test_an_interrupted_run_says_how_to_go_on(
    run: Run, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "run", lambda *_, **__: Done(rows=1200, kept=200, partial=Path("out.partial.csv")))
    told = run("batch", write(), "--out", tmp_path / "out.csv")
    assert told.status == 130
    assert told.err == (
        "interrupted after 1,200 rows (200 of them from before); they stand in out.partial.csv. --resume goes on.\n"
    )


class Terminal(io.StringIO):
    """Standard error that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_who_is_looking_sees_rate_and_time_left(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "110")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    row = json.dumps(json.loads(write().read_text()))
    source = tmp_path / "many.jsonl"
    source.write_text(f"{row}\n" * 300)
    asked = command.Asked(paths=[str(source)], out=str(tmp_path / "out.csv"), workers=0)
    assert command.run(asked) == 0
    shown = terminal.getvalue()
    assert "100%" in shown
    assert "300 rows, " in shown
    assert "/s" in shown
    assert "left:" in shown


@pytest.mark.parametrize(("ask", "command"), [("plan", "runepay plan"), ("count", "runepay payments --count")])
def test_what_has_no_column_is_not_answered_as_something_else(
    ask: str, command: str, run: Run, write: Write, tmp_path: Path
) -> None:
    out = tmp_path / "out.csv"
    assert run("batch", write(ask=ask), "--out", out, "--workers", 0).status == 0
    row = read(out).to_dicts()[0]
    assert (row["status"], row["ask"], row["card"], row["owed"]) == ("invalid", ask, None, None)
    assert row["error"].endswith(f"ask: batch answers 'solve', 'total' and 'referee', not '{ask}'; {command} does")
