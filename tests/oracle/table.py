"""What can be done at the table: Adds, actions, spending, one at a time (rules 164, 357, 414-429)."""

from __future__ import annotations

from functools import cache

from .position import Case, Now
from .vocabulary import ALL, DOMAINS, Json, Thing, listed

Kind = tuple[str, str]

UNIVERSAL = "universal"

CHANGING = frozenset({"ready", "buffed", "mighty", "might", "empowered"})
"""What of a filter can change during a payment."""


def reach(what: str) -> int:
    return ALL if what == UNIVERSAL else 1 << DOMAINS.index(what)


@cache
def ways_to_pay(pips: tuple[int, ...], kinds: tuple[Kind, ...]) -> frozenset[tuple[int, ...]]:
    """Give every number of units of each kind of Power that pays these pips, one unit a pip."""
    if not pips:
        return frozenset({(0,) * len(kinds)})
    found = set()
    for rest in ways_to_pay(pips[1:], kinds):
        for place, (what, _) in enumerate(kinds):
            if reach(what) & pips[0]:
                found.add((*rest[:place], rest[place] + 1, *rest[place + 1 :]))
    return frozenset(found)


def in_zone(one: Thing, action: Json) -> bool:
    """Tell whether an object is where the action takes objects from; a legend can be exhausted and disempowered too."""
    if action["do"] in {"exhaust", "disempower"} and action["zone"] == "board":
        return one.zone in {"board", "legend"}
    return bool(one.zone == action["zone"])


def perform(case: Case, one: Thing, now: Now, action: Json, bearer: Thing) -> Now | None:
    """Do an action to an object as it is now; ``None`` if that is impossible (203.3).

    Of the action's filter only what may have changed is asked again.
    """
    if not now.here:
        return None
    asked = {key: value for key, value in action["filter"].items() if key in CHANGING and not action["itself"]}
    if asked and not case.matches(one, asked, {}, bearer, now=now):
        return None
    match action["do"]:
        case "exhaust":
            return now._replace(ready=False) if now.ready else None
        case "buff":
            return now._replace(buffs=now.buffs - 1) if now.buffs else None
        case "disempower":
            return now._replace(empowered=False) if now.empowered else None
    return now._replace(here=False)


def lost(action: Json, one: Thing) -> int:
    """Give what one action loses for good (level 1)."""
    do = action["do"]
    if one.stays(do):
        return 0
    if do in {"buff", "return", "disempower"}:
        return 1
    if do == "exhaust" or one.zone == "trash":
        return 0
    return one.worth()


def gives(add: Json) -> dict[Kind, int]:
    """Give the units of one use of an Add."""
    words = ("spell", "gear", "unit", "showdown", "gearcard", "unitcard")
    tag = "/".join(word for word in words if word in listed(add.get("for")))
    given = add["gives"]
    found = {("energy", tag): given.get("energy", 0)} | {(w, tag): n for w, n in given.get("power", {}).items()}
    return {kind: number for kind, number in found.items() if number}


def pool(state: Json) -> dict[Kind, int]:
    """Give what floats, restricted units that do not fit included."""
    found: dict[Kind, int] = {}
    raw = state.get("pool", {})
    for part in (raw, *raw.get("restricted", ())):
        for kind, number in gives({"gives": part, "for": part.get("for")}).items():
            found[kind] = found.get(kind, 0) + number
    return found


def purposes(case: Case) -> set[str]:
    """Say what restricted resources may serve this payment (1.6)."""
    kinds = {"card": {"spell", "gear", "unit"}, "ability": {"gear", "unit"}}
    found = kinds.get(case.kind, set()) & set(case.card.types)
    played = {f"{one}card" for one in found & {"gear", "unit"}} if case.kind == "card" else set()
    return found | played | ({"showdown"} if case.fact("showdown") else set())


def ambush_units(case: Case) -> set[str] | None:
    """Give the units of which one must stay (822.3)."""
    if not case.play.get("ambush"):
        return None
    return {
        one.id
        for one in case.things
        if not one.whose and one.zone == "board" and "unit" in one.types and one.at == case.play["to"]
    }
