"""Increases and discounts on abilities reach what Adds cost: solver, list, referee and oracle agree where many do.

``RUNEPAY_PRICED_CASES`` sets how many random instances are tried.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random

import pytest

from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.referee import parse_payment, violations
from runepay.solver.pay import best

from .adds import reprices
from .asking import question, state_and_play
from .changes import Changer, written
from .dice import Dice
from .judge import judge
from .offers import read
from .test_lists_agree import difference as listed_otherwise
from .test_solver_agrees import difference
from .vocabulary import Json
from .wide import Wide, circles

CASES = int(os.environ.get("RUNEPAY_PRICED_CASES", "240"))
PARTS = 4
FEW = 2
"""Objects on the board beside those that are put there here: with more there is too much to list."""


def crowded(seed: int) -> Json | None:
    """Draw an instance with something that reprices abilities and Adds that cost something."""
    pieces = Wide(Dice(Random(f"priced {seed}").randrange))
    raw = pieces.make()
    more = [pieces.forge() for _ in range(1 + pieces.dice.upto(1))]
    more += [pieces.nested() | {"ready": True} for _ in range(1 + pieces.dice.upto(1))]
    board = raw["state"]["board"]
    if len(board) > FEW:
        return None
    board += [one | {"id": f"z{n}"} for n, one in enumerate(more)]
    if circles(raw):
        return None
    return raw


@pytest.mark.parametrize("part", range(PARTS))
def test_adds_cost_what_is_said_of_abilities(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, CASES, PARTS):
        raw = crowded(seed)
        if raw is None:
            continue
        assert reprices(read(raw)), seed
        said = difference(raw)
        assert not said, f"seed {seed}: {said}"
        said = listed_otherwise(raw) or ""
        assert not said, f"seed {seed}: {json.dumps(raw)}\n{said}"
        asked, state = question(raw)
        payment = best(asked, state, Goal.of(raw["goal"])).payment
        seen["unpriced" if asked.supply.unpriced else "priced"] += 1
        if payment is None:
            continue
        _, play = state_and_play(raw)
        random, rules = Random(seed), Ruleset.of()
        for change in range(12):
            changed = Changer(raw, written(payment), random).change() if change else written(payment)
            wrong, faults = judge(raw, changed), violations(state, play, parse_payment(changed), rules)
            assert bool(wrong) == bool(faults), (
                f"seed {seed}: {json.dumps(raw)}\npayment: {json.dumps(changed)}\noracle: {wrong}\nreferee: {faults}"
            )
            seen["legal" if not wrong else "refused"] += 1
    assert seen["priced"] > seen["unpriced"], seen
    assert min(seen["refused"], seen["legal"]) > seen["priced"], seen
