"""The general search agrees with exhaustive search and with the quick one."""

from __future__ import annotations

import json
import os

from runepay import GameState, planning
from runepay.model.candidate import Candidate, PlanAsk
from runepay.model.goals import Goal
from runepay.model.instance import parse
from runepay.solver.plan.engine import plan

from .turns import draw, expected, instance

CASES = int(os.environ.get("RUNEPAY_PLAN_CASES", "80"))
FIRST = int(os.environ.get("RUNEPAY_PLAN_FIRST", "0"))


def test_general_search_agrees_on_the_smallest_turns() -> None:
    tried = 0
    for seed in range(FIRST, FIRST + CASES):
        turn = draw(seed, heavy=bool(seed % 2))
        if len(turn.cards) > 2 or sum(map(sum, turn.runes.values())) > 3:
            continue
        tried += 1
        asked = parse(json.dumps(instance(turn)))
        ask = asked.plan or PlanAsk()
        found = plan(asked.state, ask, Goal.of(), asked.rules, search="general")
        want = expected(seed, heavy=bool(seed % 2))
        if want is None:
            assert found.status == "not payable", seed
            continue
        assert (found.value, found.values) == want, (seed, asked.text)
        planning.written(found, ask.mode, asked.state, Goal.of(), asked.rules)
    assert tried > CASES // 20


def test_a_permission_is_used_once() -> None:
    raw = {"runes": {"fury": 4}}
    plays = [
        Candidate.model_validate({"card": f"gear {n}", "type": "gear", "cost": {"energy": 1}, "once": once})
        for n, once in enumerate("aab")
    ]
    for mode in ("most", "best"):
        found = planning.plan(GameState.model_validate(raw), plays, mode=mode)
        assert (len(found.plays), found.proof, found.search) == (2, "optimal", "general")
        assert {one.play.once for one in found.plays} == {"a", "b"}
    assert planning.plan(GameState.model_validate(raw), plays, mode="all").status == "not payable"
