"""Puts what a repair asks for into a state, as a player would see it: runes, cards, units, XP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from runepay.explain.said import count
from runepay.model.catalogue.phrases import listed, noun
from runepay.model.objects import Object, things_of
from runepay.model.question import Line, Question
from runepay.model.resources import BIT, DOMAINS, LIMIT
from runepay.model.state import GameState, Play, Runes, Thing
from runepay.solver.formulation.classes import all_lines
from runepay.solver.granting import Grant

ADDED = "added-here-"
"""With this the ids begin of what a repair puts there."""

MOST_OBJECTS = 12
"""More objects than this are not put there one by one."""


def more_runes(state: GameState, ready: Mapping[str, int]) -> GameState:
    """Give the state with more ready runes.

    Examples
    --------
    >>> more_runes(GameState(), {"fury": 2}).runes["fury"].ready
    2
    """
    runes = dict(state.runes)
    for domain, number in ready.items():
        now = runes.get(domain, Runes())
        runes[domain] = Runes(ready=now.ready + number, exhausted=now.exhausted)
    return state.model_copy(update={"runes": runes})


def fewer_runes(state: GameState, number: int) -> GameState:
    """Give the state with so many runes at the most; exhausted ones go first."""
    runes: dict[str, Runes] = {}
    left = number
    for domain, one in state.runes.items():
        ready = min(one.ready, left)
        left -= ready
        runes[domain] = Runes(ready=ready)
    for domain, one in state.runes.items():
        exhausted = min(one.exhausted, left)
        left -= exhausted
        runes[domain] = Runes(ready=runes[domain].ready, exhausted=exhausted)
    return state.model_copy(update={"runes": runes})


def of_objects(state: GameState, changes: Mapping[str, Mapping[str, Any]]) -> GameState:
    """Give the state with fields of its objects changed, by id; every object keeps its id."""
    update: dict[str, Any] = {}
    by_thing = {id(thing): oid for thing, oid, whose in things_of(state) if not whose}

    def changed(thing: Thing) -> Thing:
        oid = by_thing[id(thing)]
        return thing.model_copy(update={"id": oid, **changes.get(oid, {})})

    for zone in ("board", "hand", "trash", "champion", "facedown", "banished", "battlefields"):
        things: tuple[Thing, ...] = getattr(state, zone)
        if things:
            update[zone] = tuple(changed(thing) for thing in things)
    if state.legend is not None:
        update["legend"] = changed(state.legend)
    return state.model_copy(update=update)


def mended(
    state: GameState, play: Play, question: Question, repair: Iterable[Grant]
) -> tuple[tuple[GameState, Play], str] | None:
    """Give state and play with everything that a repair asks for, and what that is in words.

    Returns
    -------
    tuple or None
        ``None`` where it cannot be put there: a permission, or an object that no few words make.
    """
    ready: dict[str, int] = {}
    energy = 0
    said: list[str] = []
    lines = list(all_lines(question))
    for one in repair:
        match one.what:
            case "energy":
                energy += one.number
            case "power":
                domain = _domain(state, one.which)
                ready[domain] = ready.get(domain, 0) + one.number
            case "xp":
                state = state.model_copy(update={"xp": state.xp + one.number})
                said.append(f"{one.number} more XP")
            case "burn":
                state = state.model_copy(update={"deck": (state.deck or 0) + one.number})
                said.append(f"{count(one.number, 'more card')} in the deck")
            case "action" if one.number <= MOST_OBJECTS:
                made = _served(state, play, question, lines[one.which], one.number)
                if made is None:
                    return None
                state, words = made
                said.append(words)
            case "ambush":
                place = play.to or "base"
                there = Thing(id=f"{ADDED}unit", card="another unit", type=("unit",), might=1, at=place, ready=False)
                state = state.model_copy(update={"board": (*state.board, there)})
                said.append("another unit of yours where it is played to")
            case _:
                return None
    # A rune recycled for Power is exhausted for Energy first.
    short = energy - sum(ready.values())
    if short > 0:
        domain = next((d for d in DOMAINS if d in ready or d in state.runes), "fury")
        ready[domain] = ready.get(domain, 0) + short
    if any(n + state.runes.get(d, Runes()).ready > LIMIT for d, n in ready.items()):
        return None
    state = more_runes(state, ready)
    said = [count(n, f"more ready {d.capitalize()} rune") for d, n in ready.items()] + said
    return ((state, play), f"with {listed(said)}") if said else None


def _domain(state: GameState, mask: int) -> str:
    able = [domain for domain in DOMAINS if BIT[domain] & mask]
    return next((domain for domain in able if domain in state.runes), able[0])


def _served(state: GameState, play: Play, question: Question, line: Line, number: int) -> tuple[GameState, str] | None:
    """Put there what an action asks for."""
    action = line.action
    if action.itself:
        return _itself(state, play, question, line)
    wanted = action.filter
    if wanted.other is False or wanted.chosen or wanted.bears_me:
        return None
    place = wanted.at or "base"
    if place == "here":
        here = _bearers(question, line, play)
        place = here[0].id if here and here[0].zone == "battlefields" else here[0].at if here else "base"
    elif place == "destination":
        place = play.to or "base"
    elif place == "battlefield":
        place = "a-battlefield"
    types = wanted.type or (("unit",) if line.zone == "board" else ("spell",))
    least = wanted.might.min if wanted.might is not None else None
    most = wanted.might.max if wanted.might is not None else None
    might = 5 if wanted.mighty else least if least is not None else min(1, most) if most is not None else 1
    if types[:1] == ("legend",):
        return None  # One legend is all a player has.
    dear = 20 if wanted.covers_chosen else 0
    cost = {
        "energy": max(dear, (wanted.energy.min or 0) if wanted.energy is not None else 0),
        "power": ["any"] * max(dear, (wanted.power.min or 0) if wanted.power is not None else 0),
    }
    fields: dict[str, Any] = {
        "type": types[:1], "tags": wanted.tag[:1], "supertype": wanted.supertype[:1], "cost": cost,
        "ready": wanted.ready is not False, "at": place,
        "buffs": 1 if action.do == "buff" or wanted.buffed else 0,
        "empowered": action.do == "disempower" or bool(wanted.empowered), "token": wanted.token,
        "domains": wanted.domain[:1],
    }  # fmt: skip
    if "unit" in types[:1]:
        fields["might"] = might
    if wanted.card:
        fields = {"card": wanted.card[0]}
    else:
        fields["card"] = f"the {types[0] if line.zone == 'board' else 'card'} added"
    each = 1 if action.do != "buff" else number
    several = [Thing.model_validate({**fields, "id": f"{ADDED}{place}"}) for place in range(number // each)]
    if action.do == "buff":
        several = [one.model_copy(update={"buffs": number}) for one in several]
        if "unit" in types[:1] and wanted.mighty:
            several = [one.model_copy(update={"might": 5 + number}) for one in several]
    zone = {"player": "board", "legend": "board"}.get(line.zone, line.zone)
    state = state.model_copy(update={zone: (*getattr(state, zone), *several)})
    if action.do == "buff":
        buffs = "a buff" if number == 1 else f"{number} buffs"
        return state, f"{noun(wanted, 1, '', 'unit')} with {buffs} added {_WHERE[line.zone]}"
    shown = noun(wanted, number, "friendly" if line.zone == "board" else "")
    return state, f"{shown} added {_WHERE.get(line.zone, '')}".rstrip()


_WHERE = {
    "board": "to the board", "hand": "to your hand", "trash": "to your trash", "champion": "to the Champion Zone",
    "facedown": "facedown", "banished": "to banishment",
}  # fmt: skip


def _itself(state: GameState, play: Play, question: Question, line: Line) -> tuple[GameState, str] | None:
    """Let an object do to itself what its cost asks for, where being ready, buffed or Empowered is enough."""
    for thing, oid, whose in things_of(state):
        one = next((one for one in question.objects if one.id == oid), None)
        if whose or one is None or one.id not in {bearer.id for bearer in _bearers(question, line, play)}:
            continue
        if one.zone not in {line.zone, "legend"} and line.zone in _WHERE:
            return moved(state, one, line.zone), f"{one.name} moved {_WHERE[line.zone]}"
        change: dict[str, dict[str, Any]] = {
            "exhaust": {"ready": True}, "buff": {"buffs": thing.buffs + 1}, "disempower": {"empowered": True},
        }  # fmt: skip
        fits = {"exhaust": not thing.ready, "buff": not thing.buffs, "disempower": not thing.empowered}
        do = line.action.do
        if fits.get(do):
            words = {"exhaust": "ready", "buff": "buffed", "disempower": "Empowered"}[do]
            return of_objects(state, {oid: change[do]}), f"{one.name} {words}"
    return None


def moved(state: GameState, one: Object, zone: str) -> GameState:
    """Give the state with an object of the payer's in another zone."""
    thing = next(thing for thing, oid, _ in things_of(state) if oid == one.id)
    there = [other for other in getattr(state, one.zone) if other is not thing]
    gone = of_objects(state.model_copy(update={one.zone: tuple(there)}), {})
    fresh = thing.model_copy(update={"id": one.id, "ready": True, "attached_to": None})
    return gone.model_copy(update={zone: (*getattr(gone, zone), fresh)})


def _bearers(question: Question, line: Line, play: Play) -> list[Object]:
    owners = [(one.bearer, one.lines) for one in question.components]
    owners += [(one.bearer, one.lines) for one in question.alternates]
    found = [bearer for bearer, lines in owners if bearer is not None and any(one is line for one in lines)]
    if not found and play.source is not None:
        found = [one for one in question.objects if play.source in (one.id, one.name)]
    return found
