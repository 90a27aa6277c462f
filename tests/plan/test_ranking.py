"""Plays are told apart by worth and by what they owe: that leaves nothing out that may be better.

``RUNEPAY_PLAN_CASES`` is the number of random turns, ``RUNEPAY_PLAN_FIRST`` the first seed.
"""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runepay.model.candidate import PlanAsk
from runepay.model.goals import Goal
from runepay.model.instance import parse
from runepay.solver.plan import outlook
from runepay.solver.plan.engine import Planned, plan
from runepay.solver.plan.option import Declined
from runepay.solver.plan.ranking import PIP, WORTH, Ranking

from .turns import draw, draw_with_acts, instance

CASES = int(os.environ.get("RUNEPAY_PLAN_CASES", "40"))
FIRST = int(os.environ.get("RUNEPAY_PLAN_FIRST", "0"))
RANKED = Ranking(WORTH, PIP, 1)

few = st.integers(0, 12)


@given(worth=few, pips=few, energy=few, other=st.tuples(few, few, few), free=few, spare=st.tuples(few, few, few, few))
def test_whatever_may_be_better_has_at_least_the_least_rank(
    worth: int, pips: int, energy: int, other: tuple[int, int, int], free: int, spare: tuple[int, int, int, int]
) -> None:
    """Recycles are at least the pips that nothing else can pay; losses and units tapped may come besides."""
    losses, tapped, recycled, again = spare
    found = (losses, max(0, pips - free) + recycled, tapped, pips + energy)
    least = RANKED.least(worth, found, free)
    his_worth, his_pips, his_energy = other
    for his_losses in (0, losses):
        for his_tapped in (0, tapped):
            his = (his_losses, max(0, his_pips - free) + again, his_tapped, his_pips + his_energy)
            if (-his_worth, *his) <= (-worth, *found):
                assert his_worth * WORTH - his_pips * (PIP + 1) - his_energy >= least


@given(worth=few, pips=few, energy=few)
def test_worth_can_be_read_from_a_rank(worth: int, pips: int, energy: int) -> None:
    assert RANKED.worth_of(worth * WORTH - pips * (PIP + 1) - energy) == worth
    assert RANKED.worth_of(RANKED.last(worth)) == worth < RANKED.worth_of(RANKED.last(worth) + 1)
    assert Ranking().last(worth) == worth == Ranking().worth_of(worth)


def planned(raw: dict[str, Any]) -> Planned:
    asked = parse(json.dumps(raw))
    return plan(asked.state, asked.plan or PlanAsk(), Goal.of(), asked.rules, search="quick")


@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("drawn", [draw, draw_with_acts])
def test_by_worth_alone_the_same_plans_are_found(drawn: Any, heavy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ranked = flat = 0
    for seed in range(FIRST, FIRST + CASES):
        raw = instance(drawn(seed, heavy=heavy))
        try:
            found = planned(raw)
        except Declined:
            continue
        with monkeypatch.context() as patched:
            patched.setattr(outlook, "PIP", 0)
            other = planned(raw)
        assert (found.status, found.value, found.values) == (other.status, other.value, other.values), seed
        ranked, flat = ranked + found.nodes, flat + other.nodes
    assert 0 < ranked <= flat
