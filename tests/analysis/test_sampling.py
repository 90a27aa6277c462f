"""Samples are the same for the same seed, are valid, and are what was asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.analysis import Plan, sample
from runepay.analysis.sampling.decks import CARDS, RUNES, deck
from runepay.analysis.sampling.plan import DECKS, read_range
from runepay.api import solve
from runepay.checking import check
from runepay.cli.app import app
from runepay.model import catalogue
from runepay.model.errors import InputError
from runepay.model.files import rows_of
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.instance import Instance, Row, parse
from runepay.solver.pay import best

ROOT = Path(__file__).resolve().parents[2]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(-5, 10**12), place=st.integers(1, 10**9), plain=st.booleans(), rulings=st.booleans(),
    turn=st.integers(1, 20), board=st.integers(0, 12), pair=st.sampled_from(DECKS),
)  # fmt: skip
def test_every_sample_is_valid_and_what_was_asked_for(
    seed: int, place: int, plain: bool, rulings: bool, turn: int, board: int, pair: str
) -> None:
    plan = Plan(seed, (pair,), (turn, turn), (board, board), plain, rulings)
    (one,) = sample(plan, 1, first=place)
    read = parse(json.dumps(one))
    words = one["title"].split(", ")
    assert (words[0], words[2], words[4]) == (f"turn {turn}", pair, f"{seed}:{place}")
    assert words[3] == f"board {0 if plain else board}"
    assert sum(runes.ready + runes.exhausted for runes in read.state.runes.values()) <= min(12, 2 * turn + 1)
    assert set(read.state.runes) <= set(pair.split("-"))
    assert read.play.card in [thing.card for thing in read.state.hand]
    card = catalogue.find(read.play.card or "")
    assert card is not None
    assert set(card.domains) <= set(pair.split("-"))
    if plain:
        assert not [*card.clauses, *read.state.board, *read.opponents]
        assert read.state.legend is None
    else:
        assert len([thing for thing in read.state.board if thing.card != "Gold"]) == board
    # It is frozen without a complaint: every target and election is there.
    freeze(read.state, read.play, read.rules)


def test_the_same_seed_gives_the_same_and_another_seed_others() -> None:
    whole = list(sample(Plan(seed=5), 30))
    assert list(sample(Plan(seed=5), 10, first=11)) == whole[10:20]
    assert [one["title"] for one in sample(Plan(seed=6), 30)] != [one["title"] for one in whole]
    assert len({json.dumps(one) for one in whole}) == 30


def test_decks_are_as_players_build_them() -> None:
    for pair in DECKS:
        made = deck(1, pair, 0, rulings=False)
        assert (len(made.cards), len(made.runes)) == (CARDS, RUNES)
        assert set(made.runes) == set(pair.split("-"))
        assert max(made.cards.count(name) for name in made.cards) <= 3
        assert deck(1, pair, 0, rulings=False) is made
    assert deck(1, DECKS[0], 1, rulings=False) != deck(1, DECKS[0], 2, rulings=False)


def test_samples_with_rulings_have_more_cards_that_speak_of_costs() -> None:
    def speaking(rulings: bool) -> int:
        found = 0
        for one in sample(Plan(seed=2, rulings=rulings), 60):
            card = catalogue.find(one["play"]["card"])
            found += bool(card and card.clauses)
        return found

    assert speaking(True) > speaking(False)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"decks": ("fury-frry",)}, "'fury'"), ({"decks": ("fury",)}, "two domains"),
        ({"decks": ("fury-fury",)}, "two"), ({"turns": (3, 2)}, "--turn"),
        ({"turns": (0, 2)}, "--turn"), ({"turns": (1, 21)}, "--turn"),
        ({"boards": (0, 13)}, "--board"),
    ],
)  # fmt: skip
def test_a_plan_that_is_none_is_refused(asked: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as caught:
        Plan(**asked)
    assert told in str(caught.value)
    with pytest.raises(InputError, match="a range is a number, or two with a dash"):
        read_range("1-x", "--turn")


def stored() -> list[Instance]:
    found = [row.parsed() for row in rows_of(str(ROOT / "instances" / "samples")) if isinstance(row, Row)]
    assert len(found) == 200
    return [one for one in found if isinstance(one, Instance)]


def test_the_stored_sample_is_answered_as_it_expects() -> None:
    instances = stored()
    assert len(instances) == 200
    unlike = [(one.file, result) for one in instances if not (result := check(one)).agrees]
    assert unlike == []


def test_the_complete_lane_finds_the_payments_of_the_stored_sample() -> None:
    """CP-SAT is asked for each of them, also where the fast lane answers."""
    paid = 0
    for one in stored():
        goal = Goal.of(one.goal)
        state, play = one.state, solve(one.state, one.play, goal, ruleset=one.rules).play
        found = best(freeze(state, play, one.rules), state, goal, complete=True)
        assert one.expected is not None
        assert found.status == one.expected["status"]
        if found.payment is not None:
            paid += 1
            assert [entry["value"] for entry in one.expected["goal"]] == list(found.values)
    assert paid > 100


Run = Callable[..., Any]


def run(*arguments: object) -> tuple[int, str]:
    from typer.testing import CliRunner

    done = CliRunner().invoke(app, ["sample", *map(str, arguments)])
    return done.exit_code, done.stderr


@pytest.mark.parametrize("name", ["some.jsonl", "some.jsonl.gz", "some.jsonl.zst", "folder"])
def test_the_command_writes_what_the_others_read(name: str, tmp_path: Path) -> None:
    out = tmp_path / name
    assert run("--out", out, "-n", 5, "--seed", 3, "--turn", "2-4", "--board", 2, "--deck", "mind-fury") == (
        0,
        f"{out}: 5 instances\n",
    )
    found = [row.parsed() for row in rows_of(str(out)) if isinstance(row, Row)]
    made = list(sample(Plan(3, ("fury-mind",), (2, 4), (2, 2)), 5))
    assert [one.title for one in found if isinstance(one, Instance)] == [one["title"] for one in made]
    status, told = run("--out", out, "-n", 5)
    assert status == 2
    assert "exists already; --force overwrites it" in told
    assert run("--out", out, "-n", 2, "--answers", "--plain", "--force")[0] == 0
    again = [row.parsed() for row in rows_of(str(out)) if isinstance(row, Row)]
    assert all(check(one).agrees for one in again[:2] if isinstance(one, Instance))


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    for arguments, told in (
        (("-n", 0), "--number"), (("--deck", "fury"), "--deck"), (("--turn", "9-1"), "--turn"),
        (("--board", "x"), "--board"),
    ):  # fmt: skip
        status, said = run("--out", tmp_path / "x.jsonl", *arguments)
        assert (status, told in said) == (2, True)
    status, said = run("--out", tmp_path / "x.txt")
    assert status == 2
    assert "a sample is a folder, or a file that ends in" in said
    assert list(tmp_path.iterdir()) == []
