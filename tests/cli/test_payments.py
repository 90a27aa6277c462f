"""``runepay payments`` and ``solve --top``: what they print and how they end."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

Write = Callable[..., Path]
CARD = ("Mine", "--cost", "1 any", "--runes", "1 fury, 1 calm")


def test_a_list_for_people(run: Run) -> None:
    told = run("payments", *CARD)
    assert told.status == 0
    lines = [line.rstrip() for line in told.out.splitlines()]
    assert lines[:2] == ["Mine: 2 legal payments.", "  1 Energy and 1 Power of any domain"]
    assert lines[3:] == [
        "   1  exhaust 1 Fury rune; recycle 1 Fury rune",
        "   2  exhaust 1 Calm rune; recycle 1 Calm rune",
    ]


def test_a_list_for_programs(run: Run, write: Write) -> None:
    told = run("payments", "--json", write(), write("none.json", state={}), write("bad.json", titel=1))
    assert told.status == 2
    first, none, bad = told.objects
    assert (first["status"], first["count"], first["complete"]) == ("payable", 1, True)
    assert [one["notation"] for one in first["payments"]] == ["2ER~2r.R"]
    assert first["payments"][0]["steps"][0]["step"] == "exhaust"
    assert (none["status"], none["payments"]) == ("not payable", [])
    assert bad["status"] == "invalid"


def test_none_is_status_one_and_too_little_time_three(run: Run, write: Write) -> None:
    none = run("payments", write(state={}))
    assert (none.status, none.out) == (1, "Mine: there is no legal payment.\n")
    late = run("payments", write(), "--limit", "0.001", "--json")
    assert (late.status, late.objects[0]["status"], late.objects[0]["complete"]) == (3, "unknown", False)


def test_count_top_pareto_and_limits(run: Run) -> None:
    card = ("Mine", "--cost", "any any any", "--runes", "2 fury, 2 calm, 2 mind", "--pool", "1 universal")
    whole = run("payments", *card, "--count", "--json").objects[0]
    assert "payments" not in whole
    assert run("payments", *card, "--count").out == f"Mine: {whole['count']} legal payments.\n"
    cut = run("payments", *card, "--at-most", "2")
    assert cut.out.startswith("Mine: 2 legal payments, and not all were looked at.\n")
    top = run("payments", *card, "--top", "2", "--json").objects[0]
    assert (top["count"], top["proof"]) == (2, "optimal")
    values = [[level["value"] for level in one["goal"]] for one in top["payments"]]
    assert values == sorted(values)
    front = run("payments", *card, "--pareto", "--json").objects[0]["payments"]
    assert top["payments"][0]["notation"] in [one["notation"] for one in front]
    assert 0 < len(front) < whole["count"]
    ordered = run("payments", *card, "--order", "--count", "--json").objects[0]["count"]
    assert ordered > whole["count"]


def test_fixed_elections(run: Run) -> None:
    card = ("Brazen Buccaneer", "--runes", "6 fury", "--hand", "Charm")
    assert run("payments", *card, "--count").out == "Brazen Buccaneer: 2 legal payments.\n"
    assert run("payments", *card, "--count", "--fixed").out == "Brazen Buccaneer: 1 legal payment.\n"
    shown = run("payments", *card).out
    assert "without discard" in shown
    assert "Charm (discarded, worth" in shown


def test_an_answer_shows_the_best_below(run: Run) -> None:
    told = run("solve", *CARD, "--top", "5")
    assert told.status == 0
    assert "The best 2 payments\n" in told.out
    said = run("solve", *CARD, "--top", "5", "--json").objects[0]
    assert said["top"][0]["notation"] == said["notation"]
    assert run("solve", "Mine", "--cost", "9", "--top", "2", "--json").objects[0]["top"] == []


def test_files_that_ask_for_a_count(run: Run, write: Write) -> None:
    path = write("count.json", ask="count", expect={"status": "payable", "count": 1})
    assert run("check", path).out == "1 of 1 agree\n"
    wrong = write("count.json", ask="count", expect={"count": 2})
    assert run("check", wrong).status == 1
    assert "count: expected 2, found 1" in run("check", wrong).out
    assert run("solve", wrong).out.splitlines()[-1] == "Mine: 1 legal payment."
    assert run("check", wrong, "--time-limit", "0.001").status in {1, 3}


@pytest.mark.parametrize("other", [("--count",), ("--pareto",), ("--at-most", "3"), ("--order",)])
def test_options_that_contradict_one_another_are_refused(run: Run, other: tuple[str, ...]) -> None:
    told = run("payments", *CARD, "--top", "2", *other)
    assert (told.status, told.out) == (2, "")
    assert f"{other[0]}: this does not go with --top" in told.err


@pytest.mark.parametrize("command", ["payments", "solve", "total", "explain"])
def test_a_name_does_not_steer_the_terminal(run: Run, write: Write, command: str) -> None:
    told = run(command, write(play={"card": "Mine\x1b[31m\u202e", "cost": {"power": ["any"]}}))
    assert "Mine\\x1b[31m\\u202e" in told.out
    assert "\x1b" not in told.out + told.err
