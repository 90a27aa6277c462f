"""What the caller of an instance is offered: the additional costs and elections of a play (step 2, 355, 356.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from .position import Case, Chance, Part, Placed
from .vocabulary import ALL, DOMAINS, THING_KEYS, Elections, Json, Thing, act, make, pip, pips, slug

OPTIONAL_KEYWORDS = ("accelerate", "repeat")


def read(raw: Json) -> Case:
    """Read an instance."""
    state, play = raw["state"], raw["play"]
    things: list[Thing] = []

    def put(one: Json, zone: str, whose: int) -> None:
        things.append(make(one, zone, whose, one["id"]))

    for zone in ("board", "hand", "trash"):
        for one in state.get(zone, ()):
            put(one, zone, 0)
    if "legend" in state:
        put(state["legend"], "legend", 0)
    for number, opponent in enumerate(raw.get("opponents", ()), 1):
        for one in opponent.get("board", ()):
            put(one, "board", number)
    card, things = _played(play, things)
    bearer = next((one for one in things if one.id == play.get("source")), card)
    case = Case(raw, state, play, things, card, bearer)
    case.clauses = list(_standing(case))
    _collect(case)
    _offer(case)
    return case


PLAY_KEYS = THING_KEYS | {"kind", "source", "from", "to", "ambush", "targets", "elect", "choose", "effects"}


def _played(play: Json, things: list[Thing]) -> tuple[Thing, list[Thing]]:
    """Take the played card out of its zone; an ability or a payment is an item of its own."""
    unknown = set(play) - PLAY_KEYS
    if unknown:
        raise KeyError(f"the oracle does not read {sorted(unknown)}")
    fields = {key: value for key, value in play.items() if key in THING_KEYS - {"id"}}
    card = make(fields, play.get("from", "hand"), 0, "")
    if play.get("kind", "card") == "card":
        for place, one in enumerate(things):
            if not one.whose and one.zone == card.zone and one.name == card.name:
                return card, things[:place] + things[place + 1 :]
        return card, things
    source = next((one for one in things if one.id == play.get("source")), None)
    if source is not None:
        card.types = card.types or source.types
        if not card.domains:
            card = make(fields | {"domains": [d for d in DOMAINS if source.domains & pip(d)]}, "", 0, "")
            card.types = card.types or source.types
    return card, things


def _standing(case: Case) -> Iterator[Placed]:
    """Give every clause that could act on this play."""
    for clause in case.card.clauses:
        yield clause, case.bearer, 0
    for clause in case.play.get("effects", ()):
        yield clause, None, 0
    for clause in case.state.get("effects", ()):
        if "on" in clause:
            yield clause, None, 0
    for one in case.things:
        if one.zone in {"board", "legend"}:
            for clause in one.clauses:
                if "on" in clause:
                    yield clause, one, one.whose


def _collect(case: Case) -> None:
    """List the additional costs that may come to be owed: clauses, grants, keywords, Deflect (356.2)."""
    for clause, holder, whose in case.clauses:
        if clause["clause"] == "additional":
            keyword = "optional" if clause.get("optional") else "mandatory"
            times = case.count(clause["per"], {}, holder) if "per" in clause else 1
            optional = clause.get("optional", False) or clause.get("number", False)
            _part(case, clause["id"], keyword, clause["cost"], clause, holder, whose, optional=optional, times=times)
        elif clause["clause"] == "grant" and clause["keyword"] in OPTIONAL_KEYWORDS:
            _granted(case, clause, holder, whose)
    if case.play.get("kind", "card") == "card":
        for one in case.card.keywords:
            if one["keyword"] in OPTIONAL_KEYWORDS and not _redundant(case, one["keyword"]):
                cost = one.get("cost", {"energy": 1, "power": ["own"]})
                _part(case, one["keyword"], one["keyword"], cost, one, case.card, 0)
    _deflects(case)


def _redundant(case: Case, keyword: str) -> bool:
    """Accelerate counts once, however often the card has it (805.4)."""
    return keyword == "accelerate" and any(part.keyword == "accelerate" for part in case.parts)


def _granted(case: Case, clause: Json, holder: Thing | None, whose: int) -> None:
    keyword, card = clause["keyword"], case.card
    printed = any(one["keyword"] == "accelerate" and case.holds(one.get("when"), {}, card, 0) for one in card.keywords)
    if keyword == "accelerate" and (printed or _redundant(case, keyword)):
        return
    own = {"energy": card.energy, "masks": card.pips} if keyword == "repeat" else {"energy": 1, "power": ["own"]}
    name = f"{keyword}:{slug(holder.name if holder else card.name)}"
    _part(case, name, keyword, clause.get("cost", own), clause, holder, whose)


def _part(
    case: Case,
    name: str,
    keyword: str,
    cost: Json,
    clause: Json,
    holder: Thing | None,
    whose: int,
    *,
    optional: bool = True,
    times: int = 1,
) -> None:
    if not _ever(case, clause, holder, whose):
        return
    domains = case.domains(clause, holder) if clause.get("clause") == "additional" else case.card.domains
    masks = tuple(cost["masks"]) if "masks" in cost else pips(cost.get("power"), domains)
    actions = [one | {"number": one["number"] * times} for one in (act(raw) for raw in cost.get("actions", ()))]
    counted = bool(clause.get("number"))
    ident, number = name, 1
    while any(part.id == ident for part in case.parts):
        number += 1
        ident = f"{name}-{number}"
    case.parts.append(
        Part(
            ident,
            keyword,
            ident if optional else None,
            counted,
            cost.get("energy", 0) * times,
            tuple(sorted(masks * times)),
            actions,
            clause,
            holder,
            whose,
        )
    )


def _ever(case: Case, clause: Json, holder: Thing | None, whose: int) -> bool:
    """Tell whether a clause can act under any elections at all."""
    return any(case.acts(clause, holder, whose, guess) for guess in _guesses(case))


def _guesses(case: Case) -> Iterator[Elections]:
    """Give every yes and no for the elections that conditions name anywhere in the instance."""
    names = sorted(set(_named([case.state, case.play, case.raw.get("opponents", [])])))
    for values in product((1, 0), repeat=len(names)):
        yield dict(zip(names, values, strict=True))


def _named(raw: Any) -> Iterator[str]:
    if isinstance(raw, dict):
        for key, value in raw.items():
            if key in {"elected", "if"}:
                yield value
            elif isinstance(value, dict | list):
                yield from _named(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from _named(value)


def _deflects(case: Case) -> None:
    """Owe Deflect for each choice of an enemy object by a spell, an ability or a trigger (809)."""
    kind = case.play.get("kind", "card")
    if kind not in {"card", "ability", "trigger"} or (kind == "card" and "spell" not in case.card.types):
        return
    for target in case.play.get("targets") or ():
        raw = {"object": target} if isinstance(target, str) else target
        one = next(thing for thing in case.things if thing.id == raw["object"])
        value = _deflect_of(case, one) if one.whose else 0
        if value:
            conditions = [{"elected": raw["if"]}] if "if" in raw else []
            clause = {"clause": "deflect owed", "when": conditions}
            case.parts.append(Part("deflect", "deflect", None, False, 0, (ALL,) * value, [], clause, None, 0))


def _deflect_of(case: Case, one: Thing) -> int:
    value = sum(key.get("value", 1) for key in one.keywords if key["keyword"] == "deflect")
    late = 0
    for other in case.things:
        if other.whose != one.whose:
            continue
        for clause in other.clauses:
            if clause["clause"] != "deflect" or not case.holds(clause.get("when"), {}, other, other.whose):
                continue
            grants = clause.get("grants")
            reached = one.id == other.id if grants is None else case.matches(one, grants, {}, other)
            if reached and clause.get("unless_already"):
                late = max(late, clause.get("value", 1))
            elif reached:
                value += clause.get("value", 1)
    return value or late


def _offer(case: Case) -> None:
    """List the elections: optional and counted costs, alternate bases."""
    for clause, holder, whose in case.clauses:
        if clause["clause"] == "base" and clause.get("optional") and _ever(case, clause, holder, whose):
            case.chances.append(Chance(clause["id"], 1, clause, holder, whose, alternate=True))
        if clause["clause"] == "grant" and clause["keyword"] == "flow" and case.play.get("from") == "trash":
            raise KeyError("the oracle does not read a granted Flow")
    for part in case.parts:
        if part.election is not None:
            most = _most(case, part) if part.counted else 1
            case.chances.append(Chance(part.id, most, part.clause, part.holder, part.whose))
    for one in case.card.keywords:
        if one["keyword"] == "flow" and case.play.get("from") == "trash" and case.play.get("kind", "card") == "card":
            clause = {"clause": "base", "set": one["cost"], "when": one.get("when")}
            case.chances.append(Chance("flow", 1, clause, case.card, 0, alternate=True))
    for name, value in case.play.get("elect", {}).items():
        chance = next(chance for chance in case.chances if chance.id == name)
        chance.fixed, chance.most = int(value), max(chance.most, int(value))


def _most(case: Case, part: Part) -> int:
    """Bound an "any number" cost by what there is; more could not be paid anyhow."""
    if "at_most" in part.clause:
        return int(part.clause["at_most"])
    action = part.actions[0]
    if action["do"] == "xp":
        return int(case.state.get("xp", 0)) // int(action["number"])
    kept = {
        target if isinstance(target, str) else target["object"]
        for target in case.play.get("targets") or ()
        if isinstance(target, str) or (target.get("needed", True) and "if" not in target)
    }
    here = [
        one
        for one in case.things
        if not one.whose
        and one.zone == action["zone"]
        and (action["do"] == "buff" or one.id not in kept)
        and case.matches(one, action["filter"], {}, case.bearer)
    ]
    there = sum(one.buffs if action["do"] == "buff" else 1 for one in here)
    return there // int(action["number"])
