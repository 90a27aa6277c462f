"""What the caller of an instance is offered: the additional costs and elections of a play (step 2, 355, 356.2)."""

from __future__ import annotations

from collections.abc import Iterator

from .position import Case, Chance, Part, Placed
from .subjects import subject
from .table import gives, in_zone, pool
from .vocabulary import ALL, REMOVING, Json, Thing, act, make, pips, rune_counts, slug

DECLINABLE = ("trigger", "effect", "applied")
"""Plays that may be declined: they owe nothing then (404.2, 444.2, 204.4)."""

OPTIONAL_KEYWORDS = ("accelerate", "repeat")


ZONES = ("board", "hand", "trash", "champion", "facedown", "banished", "battlefields", "chain")


def read(raw: Json) -> Case:
    """Read an instance."""
    state, play = raw["state"], raw["play"]
    things: list[Thing] = []

    def put(one: Json, zone: str, whose: int) -> None:
        things.append(make(one, zone, whose, one["id"]))

    for whose, side in enumerate((state, *raw.get("opponents", ()))):
        for zone in ("board", "battlefields") if whose else ZONES:
            for one in side.get(zone, ()):
                put(one, zone, whose)
        if "legend" in side:
            put(side["legend"], "legend", whose)
    what = subject(play, things)
    bearer = what.source or what.card
    case = Case(
        raw,
        state,
        play,
        what.things,
        what.card,
        bearer,
        what.base,
        what.kind,
        what.source,
        what.aims,
        what.ability,
    )
    case.clauses = list(_standing(case))
    _collect(case)
    _offer(case)
    return case


def brings(case: Case) -> Json:
    """Give what comes with a play that a card's effect makes."""
    card = case.state.get("cards", {}).get(case.play.get("by"), {})
    found: Json = card.get("brings", {})
    return found


def _standing(case: Case) -> Iterator[Placed]:
    """Give every clause that could act on this play."""
    for clause in case.card.clauses:
        yield clause, case.bearer, 0
    for clause in (*brings(case).get("clauses", ()), *case.play.get("effects", ())):
        yield clause, None, 0
    sides = [case.state, *case.raw.get("opponents", ())]
    for whose, side in enumerate(sides):
        for effect in side.get("effects", ()):
            for clause in case.state["cards"][effect]["leaves"] if isinstance(effect, str) else [effect]:
                if "on" in clause:
                    yield clause, None, whose
    for one in case.things:
        if one.zone in {"board", "legend", "battlefields"}:
            for clause in one.clauses:
                if "on" in clause:
                    yield clause, one, one.whose


def _collect(case: Case) -> None:
    """List the additional costs that may come to be owed: clauses, grants, keywords, Deflect (356.2)."""
    for clause, holder, whose in case.clauses:
        if clause["clause"] == "additional":
            keyword = clause.get("keyword") or ("optional" if clause.get("optional") else "mandatory")
            times = case.count(clause["per"], {}, holder, whose) if "per" in clause else 1
            optional = clause.get("optional", False) or clause.get("number", False)
            _part(case, clause["id"], keyword, clause["cost"], clause, holder, whose, optional=optional, times=times)
        elif clause["clause"] == "grant" and clause["keyword"] in OPTIONAL_KEYWORDS:
            _granted(case, clause, holder, whose)
    if case.kind == "card":
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
    name = clause.get("id") or f"{keyword}:{slug(holder.name if holder else card.name)}"
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
    return any(case.acts(clause, holder, whose, guess) for guess in case.guesses())


def _deflects(case: Case) -> None:
    """Owe Deflect for each choice of an enemy object by a spell, an ability or a trigger (809)."""
    kind = case.kind
    if kind not in {"card", "ability", "trigger"} or (kind == "card" and "spell" not in case.card.types):
        return
    for raw in case.aims or ():
        one = case.thing(raw["object"])
        value = _deflect_of(case, one) if one.whose else 0
        if value:
            conditions = [{"elected": raw["if"]}] if "if" in raw else []
            clause = {"clause": "deflect owed", "when": conditions, "object": one.id}
            case.parts.append(Part("deflect", "deflect", None, False, 0, (ALL,) * value, [], clause, None, 0))


def _deflect_of(case: Case, one: Thing) -> int:
    value = sum(
        key.get("value", 1)
        for key in one.keywords
        if key["keyword"] == "deflect" and case.holds(key.get("when"), {}, one, one.whose)
    )
    late = 0
    for clause, bearer in _deflecting(case, one.whose):
        if clause["clause"] != "deflect" or not case.holds(clause.get("when"), {}, bearer, one.whose):
            continue
        grants = clause.get("grants")
        mine = bearer is not None and one.id == bearer.id
        if not (mine if grants is None else case.matches(one, grants, {}, bearer)):
            continue
        times = case.count(clause["per"], {}, bearer, one.whose) if "per" in clause else 1
        worth = clause.get("value", 1) * times
        if clause.get("unless_already"):
            late = max(late, worth)
        else:
            value += worth
    return value or late


def _deflecting(case: Case, whose: int) -> Iterator[tuple[Json, Thing | None]]:
    """Give what a player's objects, and what lasts this turn on that side, say."""
    for one in case.things:
        if one.whose == whose and one.zone in {"board", "legend", "battlefields"}:
            yield from ((clause, one) for clause in one.clauses)
    for effect in case.raw["opponents"][whose - 1].get("effects", ()):
        for clause in case.state["cards"][effect]["leaves"] if isinstance(effect, str) else [effect]:
            yield clause, None


def _offer(case: Case) -> None:
    """List the elections: optional and counted costs, alternate bases."""
    for clause, holder, whose in case.clauses:
        if clause["clause"] == "base" and clause.get("optional") and _ever(case, clause, holder, whose):
            case.chances.append(Chance(clause["id"], 1, clause, holder, whose, alternate=True))
        if clause["clause"] == "grant" and clause["keyword"] == "flow" and case.play.get("from") == "trash":
            _grant_flow(case, clause, holder, whose)
    for part in case.parts:
        if part.election is not None:
            most = _most(case, part) if part.counted else 1
            case.chances.append(Chance(part.id, most, part.clause, part.holder, part.whose))
    for one in case.card.keywords:
        if one["keyword"] == "flow" and case.play.get("from") == "trash" and case.kind == "card":
            clause = {"clause": "flow", "set": one["cost"], "when": one.get("when")}
            case.chances.append(Chance("flow", 1, clause, case.card, 0, alternate=True))
    for name, value in case.play.get("elect", {}).items():
        if name == "pay" and case.kind in DECLINABLE:
            continue
        # A keyword alone is short for the one election of that keyword (C6).
        named = [one for one in case.chances if one.id == name] or [
            one for one in case.chances if one.id.startswith(f"{name}:")
        ]
        if len(named) != 1:
            raise KeyError(f"the oracle finds no election {name!r}")
        chance = named[0]
        chance.fixed, chance.most = int(value), max(chance.most, int(value))


def _grant_flow(case: Case, clause: Json, holder: Thing | None, whose: int) -> None:
    """Offer a Flow that something else gives the card: at its own cost, or at the printed one (829)."""
    if not _ever(case, clause, holder, whose):
        return
    ident = clause.get("id") or f"flow:{slug(holder.name if holder else case.card.name)}"
    flow = {key: value for key, value in clause.items() if key in {"on", "when"}}
    printed = {"energy": case.card.energy, "power": list(case.card.pips)}
    flow |= {"clause": "flow", "set": clause.get("cost", printed)}
    case.chances.append(Chance(ident, 1, flow, holder, whose, alternate=True))


def _units(case: Case) -> int:
    """Bound what could be spent by all that there is; converters give as much as they take."""
    floats = sum(pool(case.state).values())
    runes = sum(2 * sum(rune_counts(one)) for one in case.state.get("runes", {}).values())
    return floats + runes + sum(sum(gives(add).values()) for one in case.things for add in one.adds)


def _most(case: Case, part: Part) -> int:
    """Bound an "any number" cost by what there is; more could not be paid anyhow."""
    if "at_most" in part.clause:
        return int(part.clause["at_most"])
    if not part.actions:
        return _units(case)
    action = part.actions[0]
    if action["do"] == "xp":
        return int(case.state.get("xp", 0)) // int(action["number"])
    if action["do"] == "burn":
        return int(case.state["deck"]) // int(action["number"])
    kept = {aim["object"] for aim in case.aims or () if aim.get("needed", True) and "if" not in aim}
    here = [
        one
        for one in case.things
        if not one.whose
        and in_zone(one, action)
        and (one.ready or action["do"] != "exhaust")
        and (one.empowered or action["do"] != "disempower")
        and (action["do"] not in REMOVING or one.id not in kept or one.stays(action["do"]))
        and case.matches(one, action["filter"], {}, case.bearer)
    ]
    there = sum(one.buffs if action["do"] == "buff" else 1 for one in here)
    return there // int(action["number"])
