"""The quick search finds what exhaustive search over orders, subsets, ways and payments finds.

``RUNEPAY_PLAN_CASES`` is the number of random turns of each kind, ``RUNEPAY_PLAN_FIRST`` the first seed.
"""

from __future__ import annotations

import json
import os

import pytest

from runepay import planning
from runepay.model.candidate import PlanAsk
from runepay.model.goals import Goal
from runepay.model.instance import parse
from runepay.solver.plan.engine import plan

from .turns import draw, draw_with_acts, expected, instance

CASES = int(os.environ.get("RUNEPAY_PLAN_CASES", "80"))
FIRST = int(os.environ.get("RUNEPAY_PLAN_FIRST", "0"))


@pytest.mark.parametrize("acts", [False, True])
@pytest.mark.parametrize("heavy", [False, True])
def test_quick_search_agrees(heavy: bool, acts: bool) -> None:
    planned = 0
    for seed in range(FIRST, FIRST + (CASES // 2 if acts else CASES)):
        raw = instance((draw_with_acts if acts else draw)(seed, heavy=heavy))
        asked = parse(json.dumps(raw))
        ask = asked.plan or PlanAsk()
        found = plan(asked.state, ask, Goal.of(), asked.rules, search="quick")
        want = expected(seed, heavy=heavy, acts=acts)
        if want is None:
            assert found.status == "not payable", (seed, raw)
            continue
        planned += 1
        assert (found.value, found.values) == want, (seed, raw)
        planning.written(found, ask.mode, asked.state, Goal.of(), asked.rules)
    assert planned > CASES // (5 if acts else 2)
