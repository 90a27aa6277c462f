"""Random questions for the fast lane: mostly of the kind it answers, some beside it."""

from __future__ import annotations

from random import Random
from typing import Any

Json = dict[str, Any]

DOMAINS: tuple[str, ...] = ("fury", "calm", "mind", "body", "chaos", "order")
GOALS = (
    ("thrifty",),
    ("thrifty",),
    ("thrifty",),
    ("keep-universal",),
    ("keep-domain:fury",),
    ("keep-domain:calm", "keep-universal"),
)


def plain(seed: int, pips: int = 8) -> tuple[list[int], list[int], list[int], int, list[int]]:
    """Draw counts and one cost: ready, exhausted, pool (Energy, domains, Universal), Energy, pips."""
    dice = Random(seed)
    mine = dice.sample(range(6), dice.randint(1, 6))
    ready, exhausted = [0] * 6, [0] * 6
    for _ in range(dice.randint(1, 12)):
        (ready if dice.random() < 0.7 else exhausted)[dice.choice(mine)] += 1
    pool = [dice.choice((0, 0, 1, 3))]
    pool += [dice.choice((0, 0, 1, 2)) if place in mine else 0 for place in range(6)]
    pool.append(dice.choice((0, 0, 0, 1, 2)))
    asked = []
    for _ in range(dice.randint(0, pips)):
        kind = dice.random()
        one, other = 1 << dice.choice(mine), 1 << dice.choice(mine)
        asked.append(one if kind < 0.5 else 63 if kind < 0.75 else one | other)
    return ready, exhausted, pool, dice.randint(0, 9), asked


def pip(dice: Random, mine: list[str]) -> Any:
    kind = dice.random()
    if kind < 0.45:
        return dice.choice(mine)
    if kind < 0.75 or len(mine) < 2:
        return "any"
    return dice.sample(mine, 2)


def thing(dice: Random, mine: list[str], number: int) -> Json:
    """Draw an object with an Add: a Seal, Gold, a unit that adds, a gear that gives Energy, restricted ones."""
    what = dice.choice((*mine, *mine, "universal", "energy"))
    gives = {"energy": 1} if what == "energy" else {"power": {what: 1}}
    kind = dice.choice(("gear", "gear", "unit"))
    add: Json = {"gives": gives}
    if dice.random() < 0.25:
        add["for"] = dice.choice(("spell", "unit", "gear"))
    if dice.random() < 0.2:
        add["kill"] = True
        if dice.random() < 0.7:
            add["exhaust"] = False
    name = dice.choice(("Seal", "Stone", "Gold"))
    made: Json = {"id": f"o{number}", "card": f"{name} of {what}", "type": kind, "cost": {}, "adds": [add]}
    if kind == "unit":
        made["might"] = dice.choice((1, 2))
    if name == "Gold" and kind == "gear":
        made["card"] = "Gold"
    if dice.random() < 0.15:
        made["ready"] = False
    if dice.random() < 0.1:
        made["value"] = dice.randint(0, 3)
    return made


def question(seed: int) -> Json:
    """Draw a whole question as an instance file has it."""
    dice = Random(seed)
    mine = dice.sample(DOMAINS, dice.randint(1, 3))
    runes: Json = {}
    for _ in range(dice.randint(1, 12)):
        one = runes.setdefault(dice.choice(mine), {"ready": 0, "exhausted": 0})
        one["ready" if dice.random() < 0.65 else "exhausted"] += 1
    power = {name: number for name in mine if (number := dice.choice((0, 0, 1, 2)))}
    if number := dice.choice((0, 0, 0, 1, 2)):
        power["universal"] = number
    restricted = []
    for _ in range(dice.choice((0, 0, 0, 1, 2))):
        what = dice.choice((*mine, "universal", "energy"))
        amount = dice.choice((1, 1, 2))
        one = {"energy": amount} if what == "energy" else {"power": {what: amount}}
        purposes = dice.choice(("spell", "spell", "unit", ["spell", "gear"], ["unit", "spell"]))
        restricted.append({**one, "for": purposes})
    state: Json = {
        "runes": runes,
        "pool": {"energy": dice.choice((0, 0, 1, 2)), "power": power, "restricted": restricted},
        "board": [thing(dice, mine, number) for number in range(dice.choice((0, 0, 1, 2, 3)))],
    }
    play: Json = {
        "card": "It",
        "type": dice.choice(("spell", "spell", "unit")),
        "cost": {"energy": dice.randint(0, 8), "power": [pip(dice, mine) for _ in range(dice.randint(0, 5))]},
        "targets": [],
        "clauses": [],
    }
    for number in range(dice.choice((0, 0, 0, 1, 2))):
        cost: Json = {"energy": dice.randint(0, 2), "power": [pip(dice, mine) for _ in range(dice.choice((0, 0, 1)))]}
        if dice.random() < 0.15:
            cost["actions"] = ["discard 1"]
            state.setdefault("hand", []).append({"id": f"h{number}", "card": "Spare", "cost": {"energy": 1}})
        one = {"clause": "additional", "id": f"extra{number}", "optional": True, "cost": cost}
        play["clauses"].append(one)
        if dice.random() < 0.5:
            less: Json = {"clause": "discount", "energy": dice.randint(0, 3), "minimum": dice.choice((0, 1))}
            if dice.random() < 0.4:
                less["power"] = [dice.choice(mine)]
            if dice.random() < 0.7:
                less["when"] = {"elected": f"extra{number}"}
            if less["energy"] or "power" in less:
                play["clauses"].append(less)
    if dice.random() < 0.3:
        choosy: Json = {"clause": "discount", "energy": dice.randint(0, 2), "any": dice.randint(1, 2)}
        choosy |= {"minimum": dice.choice((0, 0, 1, 2)), "either": choosy["energy"] > 0 and dice.random() < 0.7}
        play["clauses"] += [choosy] * dice.choice((1, 1, 2))
        if dice.random() < 0.7:
            ids = [one["id"] for one in play["clauses"] if one["clause"] == "additional"]
            play["elect"] = {one: dice.random() < 0.6 for one in ids}
    return {"state": state, "play": play, "goal": list(dice.choice(GOALS))}
