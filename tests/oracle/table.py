"""What can be done at the table: Adds, actions, spending, one at a time (rules 164, 357, 414-429)."""

from __future__ import annotations

from functools import cache

from .position import Case
from .vocabulary import ALL, DOMAINS, Json, Thing, listed

Kind = tuple[str, str]

UNIVERSAL = "universal"

CHANGING = frozenset({"ready", "buffed", "mighty", "might"})
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
    """Tell whether an object is where the action takes objects from; a legend can be exhausted too."""
    if action["do"] == "exhaust" and action["zone"] == "board":
        return one.zone in {"board", "legend"}
    return bool(one.zone == action["zone"])


Use = tuple[int, ...]
"""Which Add abilities of one object are used."""


def replay(case: Case, one: Thing, adds: Use, acts: tuple[Json, ...]) -> bool:
    """Use an object's Adds and then do the actions to it, one after the other.

    Of an action's filter only what may have changed is asked again.
    """
    ready, buffs, here = one.ready, one.buffs, True
    for place in adds:
        add = one.adds[place]
        exhausts = add.get("exhaust", True)
        if not here or (exhausts and not ready):
            return False
        ready = ready and not exhausts
        here = not add.get("kill", False)
    for action in acts:
        if not here:
            return False
        asked = {key: value for key, value in action["filter"].items() if key in CHANGING and not action["itself"]}
        if asked and not case.matches(one, asked, {}, case.bearer, ready=ready, buffs=buffs):
            return False
        if action["do"] == "exhaust":
            if not ready:
                return False
            ready = False
        elif action["do"] == "buff":
            if not buffs:
                return False
            buffs -= 1
        else:
            here = False
    return True


def lost(action: Json, one: Thing) -> int:
    """Give what one action loses for good (level 1)."""
    do = action["do"]
    if do in {"buff", "return"}:
        return 1
    if do == "exhaust" or one.zone == "trash":
        return 0
    return one.worth()


def gives(add: Json) -> dict[Kind, int]:
    """Give the units of one use of an Add."""
    tag = "/".join(word for word in ("spell", "gear", "unit", "showdown") if word in listed(add.get("for")))
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
    kind = case.play.get("kind", "card")
    fits = set()
    if kind == "card":
        fits = {"spell", "gear", "unit"} & set(case.card.types)
    elif kind == "ability":
        fits = {"gear", "unit"} & set(case.card.types)
    return fits | ({"showdown"} if case.fact("showdown") else set())


def ambush_units(case: Case) -> set[str] | None:
    """Give the units of which one must stay (822.3)."""
    if not case.play.get("ambush"):
        return None
    return {
        one.id
        for one in case.things
        if not one.whose and one.zone == "board" and "unit" in one.types and one.at == case.play["to"]
    }


def fault(case: Case) -> bool:
    """Tell whether the timing alone makes the play illegal (358.3); judged if the file says anything about it."""
    facts = case.state.get("facts", {})
    if case.play.get("kind", "card") not in {"card", "ability"} or not {
        "my_turn",
        "main_phase",
        "open_state",
        "showdown",
    } & set(facts):
        return False
    words = {one["keyword"] for one in case.card.keywords}
    if "reaction" in words or case.play.get("from") == "facedown" or case.play.get("ambush"):
        return False
    mine, opened = facts.get("my_turn", True), facts.get("open_state", True)
    if "action" in words:
        return not (opened and (mine or facts.get("showdown")))
    return not (mine and opened and not facts.get("showdown") and facts.get("main_phase", True))
