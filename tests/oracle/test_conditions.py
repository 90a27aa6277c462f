"""Adds that ask for a number of objects, of which the costs of Adds take some: solver, lister and referee against
exhaustive search.

``RUNEPAY_CONDITION_CASES`` sets how many random instances are tried (120 if it is not set).
"""

import os
import random

from runepay import api
from runepay.every import payments

from .asking import question, state_and_play
from .test_solver_agrees import difference
from .vocabulary import Json

CASES = int(os.environ.get("RUNEPAY_CONDITION_CASES", "120"))
COUNTED = (
    {"count": "objects", "of": {"type": ["gear"]}},
    {"count": "objects", "of": {"other": True}},
    {"count": "hand"},
    {"count": "objects"},
)
TAKEN = ({"type": ["gear"]}, {"type": ["unit", "gear"]}, {"other": True})


def _add(dice: random.Random, most: int) -> Json:
    gives: Json = {"energy": dice.randint(1, 2)} if dice.random() < 0.6 else {}
    if not gives or dice.random() < 0.3:
        gives["power"] = {dice.choice(["fury", "universal"]): 1}
    add: Json = {"gives": gives}
    if dice.random() < 0.25:
        add |= {"kill": True, "exhaust": dice.random() < 0.5}
    if dice.random() < 0.45:
        do = dice.choice(["kill", "kill", "discard", "exhaust", "banish"])
        action: Json = {"do": do} if do == "discard" else {"do": do, "filter": dice.choice(TAKEN)}
        add["cost"] = ({"energy": 1} if dice.random() < 0.3 else {}) | {"actions": [action]}
    if dice.random() < 0.6:
        limit = dice.choice(["at_least", "at_least", "at_most"])
        add["when"] = {"amount": dice.choice(COUNTED), limit: dice.randint(limit == "at_least", most)}
    return add


def _instance(seed: int) -> Json:
    dice = random.Random(seed)
    board: list[Json] = []
    most = dice.randint(2, 4)
    for place in range(most):
        one: Json = {"id": f"g{place}", "type": dice.choice(["gear", "gear", "unit"]), "ready": dice.random() < 0.7}
        if one["type"] == "unit":
            one["might"] = dice.randint(1, 3)
        if dice.random() < 0.75:
            one["adds"] = [_add(dice, most) for _ in range(1 if dice.random() < 0.8 else 2)]
        board.append(one)
    cost: Json = {"energy": dice.randint(0, 3), "power": ["fury"] * dice.randint(0, 1)}
    if dice.random() < 0.3:
        cost["actions"] = [{"do": "kill", "filter": {"type": ["gear"]}}]
    return {
        "state": {
            "board": board,
            "hand": [{"id": "card", "type": "spell"}][: dice.randint(0, 1)],
            "runes": {"fury": {"ready": dice.randint(0, 1), "exhausted": dice.randint(0, 1)}},
        },
        "play": {"card": "Mine", "type": "unit", "cost": cost},
        "goal": ["thrifty"],
    }


def test_what_adds_ask_for_is_read_when_they_are_used() -> None:
    waiting = payable = 0
    for seed in range(CASES):
        raw = _instance(seed)
        said = difference(raw)
        assert not said, f"seed {seed}: {said}"
        state, play = state_and_play(raw)
        answer = api.solve(state, play)
        assert answer.payable or answer.reasons, seed
        payable += answer.payable
        if any(one.waits for one in question(raw)[0].supply.producers):
            waiting += 1
            listed = list(payments(state, play, referee=True, at_most=50))
            assert bool(listed) == answer.payable, seed
    assert waiting > CASES // 6
    assert payable > CASES // 4
