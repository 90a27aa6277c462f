"""What a payment changes, applied to a copy of the state, and what it sets off (358.5, 359.3.b, 425.1.c).

A payment is applied whole or not at all: the state it is applied to never changes, so a play that fails or is
abandoned costs nothing, and a play that was finalized and then countered refunds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from runepay.model.objects import Object, compile_objects
from runepay.model.payment import Kind, Payment, Step
from runepay.model.pool import kind_place
from runepay.model.resources import ENERGY
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play, Pool, Restricted, Runes, Thing


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a payment does and that other cards may react to.

    Attributes
    ----------
    event
        ``killed``, ``discarded``, ``recycled rune``, ``recycled card``, ``exhausted``, ``buff spent``, ``banished``,
        ``returned``, ``xp spent``, ``disempowered`` or ``burned``.
    object
        The object it happens to, or the domain of a rune, or nothing.
    number
        How often.
    watchers
        Ids of the payer's objects whose printed text reacts to it, itself included.
    """

    event: str
    object: str
    number: int
    watchers: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Write the event."""
        return {"event": self.event, "object": self.object, "number": self.number, "watchers": list(self.watchers)}


EVENT_OF = {
    "kill": "killed",
    "discard": "discarded",
    "exhaust": "exhausted",
    "buff": "buff spent",
    "banish": "banished",
    "return": "returned",
    "xp": "xp spent",
    "disempower": "disempowered",
    "burn": "burned",
    "recycle": "recycled card",
}


def _happened(steps: tuple[Step, ...], by_id: dict[str, Object]) -> Iterator[tuple[str, str, int]]:
    for step in steps:
        if step.step == "recycle":
            yield "recycled rune", step.object.partition(":")[2], step.number
        elif step.step == "add":
            add = by_id[step.object].adds[step.ability]
            if add.exhaust or step.copies:
                yield "exhausted", step.object, 1
            if add.kill:
                yield "killed", step.object, 1
        elif step.step == "act":
            if not step.objects:
                yield EVENT_OF[step.do], "", step.number
            for name in step.objects:
                yield EVENT_OF[step.do], name, 1


def events(state: GameState, payment: Payment, ruleset: Ruleset) -> tuple[Event, ...]:
    """Name what a payment sets off: every event, with the payer's cards that watch for it.

    The triggers themselves become pending above the item that was paid for (359.3.b, 406.3); they are named here and
    not resolved.
    """
    objects = compile_objects(state, ruleset)
    by_id = {one.id: one for one in objects}
    watching = [
        (one, {watch.event: watch for watch in one.watches})
        for one in objects
        if one.whose == 0 and one.zone in {"board", "legend", "battlefields", "hand"} and one.watches
    ]
    counted: dict[tuple[str, str], int] = {}
    for event, name, number in _happened(payment.steps, by_id):
        counted[event, name] = counted.get((event, name), 0) + number
    found: list[Event] = []
    for (event, name), number in counted.items():
        watchers = tuple(
            one.id
            for one, wanted in watching
            if event in wanted
            and (
                one.id == name
                if wanted[event].itself
                else one.zone != "hand" and (one.id != name or not wanted[event].other)
            )
        )
        found.append(Event(event, name, number, watchers))
    return tuple(found)


def apply(state: GameState, play: Play, payment: Payment, ruleset: Ruleset) -> GameState:
    """Give the state after a payment: the costs are paid, and the card is on the chain.

    Parameters
    ----------
    state
        The state before; it is not changed.
    play
        What is paid for: a card has left its zone (354).
    payment
        A payment that the referee accepts.

    Returns
    -------
    GameState
        Killed and discarded cards are in the trash, tokens are gone, recycled cards and runes are under their decks.
        What the card or ability then does is not part of it.

    Examples
    --------
    >>> import runepay
    >>> state = GameState.model_validate({"runes": {"fury": 2}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 1, "power": ["fury"]}})
    >>> after = apply(state, play, runepay.solve(state, play).payment, Ruleset.of())
    >>> after.runes["fury"].ready, after.runes["fury"].exhausted, state.runes["fury"].ready
    (1, 0, 2)
    """
    objects = compile_objects(state, ruleset)
    by_id = {one.id: one for one in objects}
    runes = {domain: [one.ready, one.exhausted] for domain, one in state.runes.items()}
    units: dict[Kind, int] | None = None
    xp, deck = state.xp, state.deck
    gone: dict[str, str] = {}
    changed: dict[str, dict[str, Any]] = {}
    for step in payment.steps:
        units = dict(step.pool.units)
        if step.step == "exhaust":
            domain = step.object.partition(":")[2]
            runes[domain][0] -= step.number
            runes[domain][1] += step.number
        elif step.step == "recycle":
            runes[step.object.partition(":")[2]][1] -= step.number
        elif step.step == "act" and step.do == "xp":
            xp -= step.number
        elif step.step == "act" and step.do == "burn":
            deck = None if deck is None else deck - step.number
    for event, name, _ in _happened(payment.steps, by_id):
        one = by_id.get(name)
        if one is None or event == "recycled rune":
            continue
        if event == "exhausted":
            changed.setdefault(name, {})["ready"] = False
        elif event == "buff spent":
            changed.setdefault(name, {})["buffs"] = changed.get(name, {}).get("buffs", one.buffs) - 1
        elif event == "disempowered":
            changed.setdefault(name, {})["empowered"] = False
        else:
            gone[name] = event
    played = _played(objects, play)
    update: dict[str, Any] = {
        "runes": {domain: Runes(ready=one[0], exhausted=one[1]) for domain, one in runes.items()},
        "xp": xp,
        "deck": deck,
    }
    if units is not None:
        update["pool"] = _pool(units)
    update |= _zones(state, objects, gone, changed, played)
    return state.model_copy(update=update)


def _played(objects: tuple[Object, ...], play: Play) -> str:
    if play.kind not in {"card", "hide"} or not play.card:
        return ""
    found = (o.id for o in objects if o.whose == 0 and o.zone == play.origin and play.card in (o.id, o.name))
    return next(found, "")


def _zones(
    state: GameState, objects: tuple[Object, ...], gone: dict[str, str], changed: dict[str, dict[str, Any]], played: str
) -> dict[str, Any]:
    """Move the objects; those that stay keep the ids they had."""
    things: dict[str, Thing] = {}
    zones: dict[str, list[Thing]] = {}
    for one, thing in _with_things(state, objects):
        kept = thing.model_copy(update={"id": one.id, **changed.get(one.id, {})})
        if thing.attached_to in gone:
            kept = kept.model_copy(update={"attached_to": None})
        things[one.id] = kept
        if one.id != played and one.id not in gone:
            zones.setdefault(one.zone, []).append(kept)
    for name, event in gone.items():
        one = next(one for one in objects if one.id == name)
        fresh = {"ready": True, "buffs": 0, "empowered": False, "attached_to": None, "at": "base", "new": False}
        away = things[name].model_copy(update=fresh)
        if one.token or event == "recycled card":
            continue  # A token that leaves the board is gone; a recycled card is under its deck.
        to = {"killed": "trash", "discarded": "trash", "banished": "banished", "returned": "hand"}[event]
        zones.setdefault(to, []).append(away)
    update: dict[str, Any] = {
        zone: tuple(zones.get(zone, ()))
        for zone in ("board", "hand", "trash", "champion", "facedown", "banished", "battlefields")
    }
    update["legend"] = next(iter(zones.get("legend", ())), None)
    return update


def _with_things(state: GameState, objects: tuple[Object, ...]) -> Iterator[tuple[Object, Thing]]:
    """Pair the payer's objects with what the state says of them, in the state's order."""
    from runepay.model.objects import things_of  # noqa: PLC0415 - beside its use

    by_id = {one.id: one for one in objects}
    for thing, oid, whose in things_of(state):
        if whose == 0:
            yield by_id[oid], thing


def _pool(units: dict[Kind, int]) -> Pool:
    """Write what floats as a state's pool."""
    energy, power = 0, {}
    restricted: dict[str, dict[str, Any]] = {}
    for (what, purpose), number in sorted(units.items(), key=lambda item: kind_place(item[0])):
        if not number:
            continue
        if purpose:
            into = restricted.setdefault(purpose, {"energy": 0, "power": {}})
            if what == ENERGY:
                into["energy"] = number
            else:
                into["power"][what] = number
        elif what == ENERGY:
            energy = number
        else:
            power[what] = number
    parts = tuple(Restricted.model_validate({**one, "for": purpose.split("/")}) for purpose, one in restricted.items())
    return Pool(energy=energy, power=power, restricted=parts)
