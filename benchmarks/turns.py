"""Random turns of real size, for measuring the search over plays (see docs/benchmarks.md)."""

from __future__ import annotations

import random
from typing import Any

Json = dict[str, Any]
DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")


def turn(seed: int, cards: int, *, heavy: bool = False, costs: bool = False) -> Json:
    """Draw a turn: two domains, 8 to 12 runes, a board of six, a hand of so many cards.

    With ``heavy`` every third card has Legion, a discount on the next card or one for each card played, and half have
    optional costs. With ``costs`` half of the cards may or must discard a card, or kill a unit (or exhaust, by hand).
    """
    dice = random.Random(f"{seed} {cards} {heavy}")
    domains: list[str] = list(dice.sample(DOMAINS, 2))
    runes: dict[str, Any] = {domain: {"ready": 0, "exhausted": 0} for domain in domains}
    for _ in range(dice.randint(8, 12)):
        runes[dice.choice(domains)]["ready" if dice.random() < 0.8 else "exhausted"] += 1
    board: list[Json] = [
        {"id": f"seal-{place}", "type": "gear", "adds": [{"gives": {"power": {dice.choice(domains): 1}}}]}
        for place in range(dice.choice((0, 0, 1, 2)))
    ]
    board += [
        {"id": f"unit-{place}", "type": "unit", "might": dice.randint(1, 6)} for place in range(6 - len(board))
    ]
    pool = {"power": {"universal": dice.choice((0, 0, 0, 1))}}
    plays = [_card(dice, place, domains, heavy=heavy) for place in range(cards)]
    if costs:
        _costs(seed, plays)
    return {
        "ask": "plan",
        "state": {"runes": runes, "pool": pool, "board": board},
        "opponents": [{"board": [{"id": f"foe-{n}", "type": "unit", "might": 2,
                                  "keywords": [{"keyword": "deflect", "value": n}]} for n in (1, 2)]}],
        "plan": {"plays": plays},
    }  # fmt: skip


def _costs(seed: int, plays: list[Json]) -> None:
    """Give half of the cards a cost that is no resource."""
    dice = random.Random(f"costs {seed}")
    act = dice.choice(("kill", "kill", "exhaust"))
    for play in plays:
        if "clauses" not in play or dice.random() < 0.5:
            continue
        action = dice.choice(("discard 1", f"{act} 1 unit"))
        optional = dice.random() < 0.7
        clause = {"clause": "additional", "id": "act", "optional": optional, "cost": {"actions": [action]}}
        play["clauses"].append(clause)
        if optional:
            less = {"clause": "discount", "energy": dice.choice((1, 2)), "when": {"elected": "act"}}
            play["clauses"].append(less)


def _pips(dice: random.Random, domains: list[str], number: int) -> list[Any]:
    return [list(domains) if dice.random() < 0.15 else dice.choice(domains) for _ in range(number)]


def _card(dice: random.Random, place: int, domains: list[str], *, heavy: bool) -> Json:
    if dice.random() < 0.08:
        domain = dice.choice(domains)
        return {"card": f"seal card {place}", "type": "gear", "cost": {"power": [domain]}, "value": 1,
                "adds": [{"gives": {"power": {domain: 1}}}], "targets": []}  # fmt: skip
    energy = dice.choice((1, 2, 2, 3, 3, 4) if heavy else (1, 2, 2, 3, 3, 4, 4, 5, 6, 7))
    power = _pips(dice, domains, dice.choice((0, 0, 0, 1, 1, 1, 2)))
    spell = dice.random() < 1 / 3
    clauses: list[Json] = []
    counted = {"count": "fact", "name": "cards_played"}
    if dice.random() < (0.35 if heavy else 0.15):
        clauses.append({"clause": "discount", "energy": 2, "when": {"amount": counted, "at_least": 1}})
    if dice.random() < (0.175 if heavy else 0.08):
        clauses.append({"clause": "discount", "energy": 1, "per": counted})
    worth: dict[str, int] = {}
    chances = (0.5, 0.15) if heavy else (0.25, 0.0)
    for number, chance in enumerate(chances):
        if dice.random() < chance:
            extra = ["any"] if spell and dice.random() < 0.3 else [dice.choice(domains)] if not spell else []
            clauses.append({"clause": "additional", "id": f"more-{number}", "optional": True,
                            "cost": {"energy": dice.choice((1, 2)) if spell else 1, "power": extra}})  # fmt: skip
            worth[f"more-{number}"] = 2
    play: Json = {
        "card": f"card {place}",
        "type": "spell" if spell else "unit",
        "cost": {"energy": energy, "power": power},
        "clauses": clauses,
        "value": energy + len(power),
        "worth": worth,
        "targets": [f"foe-{dice.choice((1, 2))}"] if spell and dice.random() < 0.3 else [],
    }
    if dice.random() < (0.35 if heavy else 0.1):
        scope: Json = {"type": ["spell"]} if dice.random() < 0.5 else {}
        play["then"] = {"next": [{"clause": "discount", "energy": dice.choice((1, 2)), "on": scope}]}
    elif dice.random() < (0.1 if heavy else 0.04):
        play |= {"type": "gear", "adds": [{"gives": {"energy": 1}}]}
    return play


def main() -> None:
    """Measure and print the table."""
    import json  # noqa: PLC0415 - only when measuring
    import statistics  # noqa: PLC0415 - the same
    import sys  # noqa: PLC0415 - the same
    from time import process_time  # noqa: PLC0415 - the same

    from runepay import planning  # noqa: PLC0415 - the same
    from runepay.model.candidate import PlanAsk  # noqa: PLC0415 - the same
    from runepay.model.goals import Goal  # noqa: PLC0415 - the same
    from runepay.model.instance import parse  # noqa: PLC0415 - the same

    number = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    for seed in range(2):  # What is loaded once is not counted.
        asked = parse(json.dumps(turn(seed, 5)))
        planning.answer(asked.state, asked.plan or PlanAsk(), Goal.of(), asked.rules)
    print("| cards | hands | median, ms | 95th percentile, ms | longest, ms |")
    print("|---|---|---|---|---|")
    for cards, kind in ((5, ""), (7, ""), (7, "heavy"), (7, "costs"), (10, ""), (10, "heavy"), (10, "costs")):
        took = []
        for seed in range(number):
            asked = parse(json.dumps(turn(seed, cards, heavy=kind == "heavy", costs=kind == "costs")))
            begun = process_time()
            planning.answer(asked.state, asked.plan or PlanAsk(), Goal.of(), asked.rules)
            took.append((process_time() - begun) * 1000)
        took.sort()
        late = took[min(len(took) - 1, int(len(took) * 0.95))]
        title = {"": "ordinary", "heavy": "order-heavy", "costs": "other costs"}[kind]
        print(f"| {cards} | {title} | {statistics.median(took):.0f} | {late:.0f} | {took[-1]:.0f} |", flush=True)


if __name__ == "__main__":
    main()
