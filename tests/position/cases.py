"""Random states that counting can pay from."""

from __future__ import annotations

import json
from random import Random
from typing import Any

Json = dict[str, Any]

DOMAINS: tuple[str, ...] = ("fury", "calm", "mind", "body", "chaos", "order")


def state(dice: Random) -> Json:
    """Draw runes, a pool and some objects with Adds."""
    mine = DOMAINS[: dice.randint(1, 3)]
    runes: Json = {}
    for _ in range(dice.randint(1, 9)):
        one = runes.setdefault(dice.choice(mine), {"ready": 0, "exhausted": 0})
        one["ready" if dice.random() < 0.7 else "exhausted"] += 1
    pool: Json = {"energy": dice.choice((0, 0, 1)), "power": {dice.choice((*mine, "universal")): dice.choice((1, 2))}}
    if dice.random() < 0.4:
        pool["restricted"] = [{"power": {dice.choice((*mine, "universal")): 1}, "for": dice.choice(("spell", "unit"))}]
    board = []
    for number in range(dice.choice((0, 1, 2, 3))):
        what = dice.choice((*mine, "universal", "energy"))
        gives = {"energy": 1} if what == "energy" else {"power": {what: 1}}
        add: Json = {"gives": gives}
        if dice.random() < 0.3:
            add["for"] = dice.choice(("spell", "unit"))
        kind = dice.choice(("gear", "gear", "unit"))
        thing: Json = {"id": f"o{number}", "card": f"{kind} of {what}", "type": kind, "cost": {}, "adds": [add]}
        if kind == "unit":
            thing["might"] = 2
        if dice.random() < 0.25:
            add["kill"] = True
            if dice.random() < 0.7:
                thing["token"] = True
        if dice.random() < 0.2:
            thing["ready"] = False
        board.append(thing)
    return {"runes": runes, "pool": pool, "board": board}


def renamed(raw: Json, dice: Random) -> Json:
    """Give the same state with other ids and another order."""
    other: Json = json.loads(json.dumps(raw))
    dice.shuffle(other["board"])
    for number, one in enumerate(other["board"]):
        one["id"] = f"n{number}"
    other["runes"] = dict(reversed(other["runes"].items()))
    return other
