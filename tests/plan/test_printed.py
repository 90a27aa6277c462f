"""On turns of printed cards the quick search finds what the general one finds, and one play costs what `solve` says.

``RUNEPAY_PLAN_PRINTED`` is the number of random turns, ``RUNEPAY_PLAN_FIRST`` the first seed.
"""

from __future__ import annotations

import os

import runepay
from runepay import planning
from runepay.model.candidate import PlanAsk
from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.solver.plan.engine import plan
from runepay.solver.plan.option import Declined

from .printed import turn

CASES = int(os.environ.get("RUNEPAY_PLAN_PRINTED", "150"))
FIRST = int(os.environ.get("RUNEPAY_PLAN_FIRST", "0"))
RULES = Ruleset.of()


def test_the_quick_search_agrees_with_the_general_one() -> None:
    compared = 0
    for seed in range(FIRST, FIRST + CASES):
        raw, asked, words = turn(seed)
        state, ask, goal = GameState.model_validate(raw), PlanAsk.model_validate(asked), Goal.of(words)
        try:
            found = plan(state, ask, goal, RULES, search="quick")
        except (Declined, InputError):  # The latter: a name that two objects of the board bear.
            continue
        general = plan(state, ask, goal, RULES, search="general", seconds=60)
        if general.proof == "feasible":
            continue
        compared += 1
        told = seed, raw, asked, words
        assert (found.status, found.value, found.values) == (general.status, general.value, general.values), told
        planning.written(found, ask.mode, state, goal, RULES)
    assert compared > CASES / 2


def test_a_turn_of_one_play_costs_what_the_play_costs() -> None:
    payable = 0
    for seed in range(FIRST, FIRST + CASES):
        raw, asked, words = turn(seed)
        state = GameState.model_validate(raw)
        play = {name: asked["plays"][0][name] for name in ("card", "targets") if name in asked["plays"][0]}
        # What a hand is worth counts in a turn only as far as all of it can be paid together.
        goal = Goal.of(tuple(one for one in words if not one.startswith("keep")))
        answer = runepay.solve(state, Play.model_validate(play), goal)
        found = plan(state, PlanAsk.model_validate({"plays": [play], "mode": "all"}), goal, RULES)
        if answer.status == "undetermined":
            continue
        payable += answer.status == "payable"
        assert (found.status, found.values) == (answer.status, answer.values if found.values else ()), (seed, raw, play)
    assert payable > CASES / 4
