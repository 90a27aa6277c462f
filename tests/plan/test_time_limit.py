"""A time limit holds in every loop of a plan: whenever time runs out, the best so far is legal, with a true bound."""

from __future__ import annotations

from typing import Any

import pytest

from runepay import GameState, planning
from runepay.model.candidate import PlanAsk
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.solver.plan.engine import Planned, plan

from ..clock import Clock  # noqa: TID252 - the tests are no package with a name of their own

RULES = Ruleset.of()
HAND = ["Hextech Ray", "Brazen Buccaneer", "Stupefy", "Noxus Hopeful", "Legion Rearguard", "Seal of Rage"]

TURNS: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "quick": ({"runes": {"fury": 4, "mind": 3}, "hand": HAND}, {}, ["thrifty"]),
    "kept": ({"runes": {"fury": 3, "calm": 2}, "hand": [*HAND[:4], "Defy"]}, {"keep": ["Defy"]}, ["thrifty"]),
    "hand": (
        {"runes": {"fury": 3, "calm": 1}, "hand": ["Defy", "Legion Rearguard"]},
        {"plays": ["Legion Rearguard", "Noxus Hopeful"]},
        ["keep:hand"],
    ),
    "general": (
        {"runes": {"order": 5}, "board": ["Pouty Poro", "Gold"]},
        {"plays": ["Cruel Patron", {"card": "page", "type": "unit", "cost": {"energy": 1}, "targets": []}]},
        ["thrifty"],
    ),
    "all": (
        {"runes": {"mind": 3, "order": 1}, "hand": ["Seal of Unity", "Viktor, Leader"]}, {"mode": "all"}, ["thrifty"]
    ),
}  # fmt: skip


def planned(name: str, clock: Clock | None) -> Planned:
    """Plan a turn, with a limit by this clock."""
    state, ask, goal = TURNS[name]
    asked = GameState.model_validate(state), PlanAsk.model_validate(ask), Goal.of(goal)
    if clock is None:
        return plan(*asked, RULES)
    found = plan(*asked, RULES, seconds=60, clock=clock)
    planning.written(found, asked[1].mode, asked[0], asked[2], RULES)  # The referee replays every payment.
    return found


@pytest.mark.parametrize("name", TURNS)
def test_whenever_time_runs_out_the_plan_is_legal_and_its_bound_true(name: str) -> None:
    best = planned(name, None)
    assert best.proof == "optimal"
    least, whole = planned(name, Clock(1)), Clock(None)
    assert planned(name, whole).values == best.values
    looks = [*range(1, 12), *range(12, whole.seen, max(1, whole.seen // 12)), whole.seen - 1]
    for number in looks:
        clock = Clock(number)
        found = planned(name, clock)
        at = (name, number, whole.seen)
        assert found.status in {"payable", "unknown"}, at
        assert least.value <= found.value <= best.value <= found.bound, at
        if found.proof == "optimal":
            assert (found.value, found.values) == (best.value, best.values), at
        # Once time is over the search ends; it does not look at the clock again and again.
        assert clock.after <= 2, at


def test_with_no_time_at_all_there_is_a_greedy_plan() -> None:
    for name in TURNS:
        found = planned(name, Clock(1))
        assert (found.status, found.proof, found.search) in {
            ("payable", "feasible", "greedy"),
            ("payable", "feasible", "general"),
        }, name
        assert found.made, name


def test_every_loop_looks_at_the_clock() -> None:
    looks = {name: Clock(None) for name in TURNS}
    for name, clock in looks.items():
        planned(name, clock)
    # The payments of single plays, commits and CP-SAT solves of each kind of search.
    assert all(clock.seen >= 5 for clock in looks.values()), {name: clock.seen for name, clock in looks.items()}
