"""``plan --turns``: what is said on the command line, and what is shown."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runepay.cli.arguments import read_rune_deck
from runepay.model.errors import InputError

Run = Callable[..., Any]
ASKED = ("plan", "Hextech Ray", "Gemcraft Seer", "--runes", "2 fury, 1 mind", "--turns", "2")


def test_options_and_a_saved_file_say_the_same(run: Run, tmp_path: Path) -> None:
    words = ("--next", "-", "--next", "Draven, Showboat + Charm", "--rune-deck", "3 fury, 4 mind; fury")
    (told,) = run(*ASKED, *words, "--json", "--save", tmp_path / "saved.json").objects
    (again,) = run("plan", tmp_path / "saved.json", "--json").objects
    assert told | {"file": ""} == again | {"file": ""}
    assert [one["card"] for one in told["turns"]["cards"]] == [
        "Hextech Ray", "Gemcraft Seer", "Draven, Showboat", "Charm"
    ]  # fmt: skip
    assert len(told["turns"]["outlook"]["turns"]) == 2
    (other,) = run("plan", tmp_path / "saved.json", "--json", "--turns", "3", "--rune-deck", "fury").objects
    assert len(other["turns"]["outlook"]["turns"]) == 3
    assert other["turns"]["runes"][-1] <= 4


def test_the_text_shows_when_each_card_is_played(run: Run) -> None:
    (told,) = run(*ASKED, "--rune-deck", "4 fury, 5 mind", "--json").objects
    lines = run(*ASKED, "--rune-deck", "4 fury, 5 mind").out.splitlines()
    for one in told["turns"]["cards"]:
        (row,) = (line for line in lines if line.startswith(f"   {one['card']}  "))
        assert row.count("%") == sum(1 for chance in one["chances"] if chance)
    assert f"  rune debt: {told['turns']['outlook']['debt']} Energy less over these turns" in lines


def test_where_time_runs_out_the_best_so_far_is_told_with_its_bound(run: Run) -> None:
    hand = ["Hextech Ray", "Gemcraft Seer", "Draven, Showboat", "Brazen Buccaneer", "Noxus Hopeful", "Stupefy", "Charm"]
    asked = ("plan", *hand, *hand[:5], "--runes", "2 fury, 2 mind", "--turns", "5", "--rune-deck", "4 fury, 4 mind")
    told = run(*asked, "--time-limit", "0.001", "--json")
    (said,) = told.objects
    ahead = said["turns"]
    assert (told.status, said["status"], said["proof"], ahead["proof"]) == (0, "payable", "feasible", "feasible")
    assert 0 < ahead["value"] < ahead["bound"] == said["bound"]
    first = run(*asked, "--time-limit", "0.001").out.splitlines()[0]
    said_so = r"with the turns to come in view \(best so far, as time ran out: [\d.]+ by the end, expected; no plan is"
    assert re.search(said_so + rf" worth more than {ahead['bound']}\)\.$", first), first
    (whole,) = run(*ASKED, "--rune-deck", "4 fury, 5 mind", "--json").objects
    assert (whole["proof"], whole["bound"]) == ("optimal", whole["value"])
    assert whole["turns"]["bound"] == whole["turns"]["value"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4 frry", "a domain is expected, found 'frry'; did you mean 'fury'?"),
        ("fury calmm", "a domain is expected, found 'calmm'; did you mean 'calm'?"),
        ("fury; 2 calm", "what is counted comes first, and once, found '2 calm'"),
        *(
            (text, f"runes are expected, such as '4 fury, 2 calm' or 'fury calm', found {text!r}")
            for text in (";", "4 fury;;", ",")
        ),
        ("2 fury; 2 calm", "what is counted comes first, and once, found '2 calm'"),
    ],
)
def test_a_rune_deck_that_cannot_be_read(run: Run, text: str, message: str) -> None:
    with pytest.raises(InputError):
        read_rune_deck(text)
    told = run(*ASKED, "--rune-deck", text)
    assert (told.status, told.err.strip()) == (2, f"--rune-deck: {message}")


def test_turns_and_a_rune_deck_go_together(run: Run) -> None:
    assert "--rune-deck: a plan over several turns needs the rune deck" in run(*ASKED).err
    without = run("plan", "Hextech Ray", "--runes", "2 fury", "--rune-deck", "fury")
    assert (without.status, without.out) == (2, "")
    assert without.err.startswith("--turns: how many turns are looked at must be said")
