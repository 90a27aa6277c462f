"""The model over positions and the quick search say the same of what a turn is worth."""

from __future__ import annotations

import json
import os

from runepay.model.candidate import PlanAsk
from runepay.model.goals import Goal
from runepay.model.instance import parse
from runepay.model.turn import begin, named
from runepay.solver.plan.engine import plan, prepared
from runepay.solver.plan.general import greedy
from runepay.solver.plan.given import Given
from runepay.solver.plan.option import Declined, effective
from runepay.solver.plan.positions import worth
from runepay.solver.plan.table import Table

from .turns import draw, instance

CASES = int(os.environ.get("RUNEPAY_PLAN_CASES", "80"))


def test_the_model_over_positions_agrees() -> None:
    agreed = 0
    for seed in range(CASES):
        raw = instance(draw(seed, heavy=bool(seed % 2)))
        asked = parse(json.dumps(raw))
        ask = asked.plan or PlanAsk()
        state, plays = prepared(asked.state, ask.plays or (), ask, asked.rules)
        try:
            table = Table(Given(begin(named(state)), plays, asked.rules, ask.mode, Goal.of()))
            worths = [effective(play, card, ask.mode) for play, card in zip(plays, table.given.cards, strict=True)]
            # A greedy plan is where the solver begins; no hint, and a wrong one, give the same.
            quickly = greedy(state, plays, ask.mode, (), Goal.of(), asked.rules)
            hint = [(), [one.place for one in quickly.made], [*range(len(plays))]][seed % 3]
            said = worth(table, worths, (1 << len(plays)) - 1 if ask.mode == "all" else 0, hint)
        except Declined:
            continue
        found = plan(asked.state, ask, Goal.of(), asked.rules, search="quick")
        assert said == (found.value if found.status == "payable" else None), seed
        assert quickly.value <= found.value, seed
        assert quickly.status == "unknown" or found.status == "payable", seed
        agreed += 1
    assert agreed > CASES // 4


def test_the_value_of_a_plan_is_that_of_its_mode() -> None:
    import runepay

    state = runepay.GameState.model_validate({"runes": {"fury": 4}, "hand": ["Noxus Hopeful", "Legion Rearguard"]})
    found = [(mode, runepay.plan(state, mode=mode).value) for mode in ("best", "all", "most")]
    assert found == [("best", 8), ("all", 0), ("most", 2)]
