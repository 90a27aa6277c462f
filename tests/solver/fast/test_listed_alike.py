"""What the fast lane lists is what the rows of the complete lane allow: the same payments in the same order."""

import pytest

from runepay.model.freeze import freeze
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.solver.listing import quick
from runepay.solver.listing.quick import QuickLeaf
from runepay.solver.listing.walk import Walk
from runepay.solver.stopping import OutOfTimeError

from .cases import question

MOST = 300


def asked(seed: int) -> tuple[Walk, GameState]:
    raw = question(seed)
    state = GameState.model_validate(raw["state"])
    return Walk(freeze(state, Play.model_validate(raw["play"]), Ruleset.of())), state


@pytest.mark.parametrize("start", range(0, 160, 40))
def test_the_same_payments_in_the_same_order(start: int) -> None:
    compared = 0
    for seed in range(start, start + 40):
        walk, state = asked(seed)
        if walk.count() > MOST:
            continue
        rows, counted = list(walk.leaves()), list(walk.listed())
        assert [one.identity for one in rows] == [one.identity for one in counted], seed
        assert walk.count() == len(rows)
        for one, other in zip(rows[:10], counted[:10], strict=True):
            assert one.payment(state) == other.payment(state), seed
        compared += sum(isinstance(one, QuickLeaf) for one in counted)
    assert compared > 100


def test_very_many_are_listed_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    walk, _ = next(found for found in map(asked, range(100)) if 20 < found[0].count() < MOST)
    wanted = [one.identity for one in walk.listed()]
    monkeypatch.setattr(quick, "SORTED", 5)
    again = list(walk.listed())
    assert [one.identity for one in again] == wanted
    assert not all(isinstance(one, QuickLeaf) for one in again)


def test_a_budget_ends_a_list_with_what_was_found() -> None:
    walk, _ = next(found for found in map(asked, range(100)) if 20 < found[0].count() < MOST)
    left = [12]

    def late() -> bool:
        left[0] -= 1
        return left[0] < 0

    found = iter(Walk(walk.question, late=late).listed())
    given = [next(found) for _ in range(5)]
    assert all(isinstance(one, QuickLeaf) for one in given)
    with pytest.raises(OutOfTimeError):
        list(found)
