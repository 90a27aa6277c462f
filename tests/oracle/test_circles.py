"""Adds that may pay for one another in a circle: one model of all their orders against trying each order.

``RUNEPAY_CIRCLE_CASES`` is the number of random states that are looked at (1,500 if it is not set); about one in
twenty has a circle.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from runepay.model.goals import Goal
from runepay.solver.formulation import nested
from runepay.solver.pay import best

from .asking import question
from .dice import Dice
from .wide import Wide, circles

CASES = int(os.environ.get("RUNEPAY_CIRCLE_CASES", "1500"))
FEW = 24
"""More orders than this take too long one by one."""


def test_one_model_finds_what_trying_every_order_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0
    for seed in range(CASES):
        raw = Wide(Dice(Random(f"circles {seed}").randrange)).make()
        if circles(raw):
            continue
        asked, state = question(raw)
        if not 1 < len(nested.orders(nested.again(asked))) <= FEW:
            continue
        tried += 1
        goal = Goal.of(raw["goal"])
        found = best(asked, state, goal, complete=True)
        with monkeypatch.context() as patch:
            patch.setattr(nested, "MOST_TURNS", 0)
            each = best(asked, state, goal, complete=True)
        assert (found.status, found.values, found.proof) == (each.status, each.values, each.proof), seed
    assert tried > CASES // 100
