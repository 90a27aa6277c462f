"""Plays that are equal but for the card they name: one order of them is enough."""

from __future__ import annotations

from runepay.solver.plan.given import Given


def twins(given: Given) -> list[int]:
    """Give, for each play, an equal one that must be made before it, or -1."""
    seen: dict[object, int] = {}
    result = []
    alike: dict[object, list[int]] = {}
    for place, (play, thing) in enumerate(zip(given.plays, given.cards, strict=True)):
        alike.setdefault((play.kind, thing.name, thing.energy, thing.pips, play.value), []).append(place)
    several = {place for places in alike.values() if len(places) > 1 for place in places}
    for place, (play, thing) in enumerate(zip(given.plays, given.cards, strict=True)):
        if place not in several:
            result.append(-1)
            continue
        shown = play.model_dump_json(exclude_defaults=True, exclude={"card"}) + repr(
            (thing.name, thing.energy, thing.pips, thing.type, thing.clauses, thing.keywords, thing.actions)
        )
        result.append(seen.get(shown, -1))
        seen[shown] = place
    return result
