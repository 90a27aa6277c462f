"""What a payment changes, applied to a copy of the state (358.5, 425.1.c).

A payment is applied whole or not at all: the state it is applied to never changes, so a play that fails or is
abandoned costs nothing, and a play that was finalized and then countered refunds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runepay.model import catalogue
from runepay.model.card import CARD_FIELDS
from runepay.model.events import GOES_TO, happened
from runepay.model.facts import FACTS
from runepay.model.objects import Object, compile_objects, fields_of, things_of
from runepay.model.payment import Kind, Payment
from runepay.model.pool import kind_place
from runepay.model.resources import ENERGY
from runepay.model.rulebook import Ruleset
from runepay.model.state import Facts, GameState, Play, Pool, Restricted, Runes, Thing


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
        Killed and discarded cards are in the trash, tokens are gone, recycled cards and runes are under their decks, a
        hidden card is facedown. Facts that the payment itself changes are counted on: cards discarded, friendly units
        that died, Energy and Power spent, gear abilities used. What the card or ability then does is not part of it,
        nor that it was played, which it is once it is finalized.

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
    gone, changed = _changes(payment, by_id)
    update = _resources(state, payment) | _zones(state, objects, gone, changed, play)
    counted = _counted(state, play, payment, by_id, gone)
    if counted:
        stated = state.facts.stated
        now = {name: stated.get(name, FACTS[name].default) + number for name, number in counted.items()}
        update["facts"] = Facts.model_construct(stated={**stated, **now})
    return state.model_copy(update=update)


def _resources(state: GameState, payment: Payment) -> dict[str, Any]:
    """Give runes, pool, XP and deck after the steps; what stays as it is stays unstated (C3)."""
    runes = {domain: [one.ready, one.exhausted] for domain, one in state.runes.items()}
    xp, burned = state.xp, 0
    for step in payment.steps:
        domain = step.object.partition(":")[2]
        if step.step == "exhaust":
            runes[domain][0] -= step.number
            runes[domain][1] += step.number
        elif step.step == "recycle":
            runes[domain][1] -= step.number
        elif step.step == "act":
            xp -= step.number if step.do == "xp" else 0
            burned += step.number if step.do == "burn" else 0
    update: dict[str, Any] = {
        "runes": {domain: Runes.model_construct(ready=one[0], exhausted=one[1]) for domain, one in runes.items()},
    }
    if xp != state.xp:
        update["xp"] = xp
    if burned and state.deck is not None:
        update["deck"] = state.deck - burned
    if payment.steps:
        update["pool"] = pool_of(dict(payment.steps[-1].pool.units))
    return update


def _changes(payment: Payment, by_id: dict[str, Object]) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """Give the event that took each object away, and what changed of those that stay."""
    gone: dict[str, str] = {}
    changed: dict[str, dict[str, Any]] = {}
    for event, name, _ in (one for step in payment.steps for one in happened(step, by_id)):
        one = by_id.get(name)
        if one is None or event in {"recycled rune", "added"}:
            continue
        if event == "exhausted":
            changed.setdefault(name, {})["ready"] = False
        elif event == "recalled":
            # A recalled unit stays what it is, in base; what replaced its death did so once.
            changed.setdefault(name, {}).update({"at": "base", "instead": None})
        elif event == "buff spent":
            changed.setdefault(name, {})["buffs"] = changed.get(name, {}).get("buffs", one.buffs) - 1
        elif event == "disempowered":
            changed.setdefault(name, {})["empowered"] = False
        else:
            gone[name] = event
    return gone, changed


def _counted(
    state: GameState, play: Play, payment: Payment, by_id: dict[str, Object], gone: dict[str, str]
) -> dict[str, int]:
    """Say by how much the payment raises facts about the turn."""
    spent = {True: 0, False: 0}
    mine = 0
    for step in payment.steps:
        if step.step == "spend":
            for (what, _), number in step.gives:
                spent[what == ENERGY] += number
                mine += number if what == ENERGY and not step.part else 0
    best = state.facts.stated.get("energy_spent_on_a_spell", 0)
    dead = [by_id[name] for name, event in gone.items() if event == "killed"]
    # Using the Add of a gear is activating an ability of it (9.1.5 of the rules page).
    used = sum("gear" in by_id[step.object].type for step in payment.steps if step.step == "add")
    raised = {
        "cards_discarded": sum(event == "discarded" for event in gone.values()),
        "friendly_units_died": sum("unit" in one.type for one in dead),
        "energy_spent": spent[True],
        "power_spent": spent[False],
        "energy_spent_on_a_spell": max(0, mine - best) if _is_spell(state, play, by_id) else 0,
        "gear_abilities_used": used,
    }
    return {name: number for name, number in raised.items() if number}


def _is_spell(state: GameState, play: Play, by_id: dict[str, Object]) -> bool:
    if play.kind != "card":
        return False
    played = played_id(state, tuple(by_id.values()), play)
    if play.type or not play.card:
        return "spell" in play.type
    fields = by_id[played] if played else fields_of(play.card, state.cards)
    return fields is not None and "spell" in fields.type


def played_id(state: GameState, objects: tuple[Object, ...], play: Play) -> str:
    """Find the played card in its zone, whatever it is called there and in the play (C2)."""
    if play.kind not in {"card", "hide"} or not play.card:
        return ""
    there = [one for one in objects if one.whose == 0 and one.zone == play.origin]
    exact = next((one.id for one in there if play.card in (one.id, one.name)), "")
    if exact or play.card in state.cards:
        return exact
    known = catalogue.name_of(play.card)
    return next((one.id for one in there if known and catalogue.name_of(one.name) == known), "")


def _zones(
    state: GameState, objects: tuple[Object, ...], gone: dict[str, str], changed: dict[str, dict[str, Any]], play: Play
) -> dict[str, Any]:
    """Move the objects; those that stay keep the ids they had."""
    played = played_id(state, objects, play)
    there = {name for one in objects if one.zone == "board" and one.id not in gone for name in (one.id, one.name)}
    things: dict[str, Thing] = {}
    zones: dict[str, list[Thing]] = {}
    for one, thing in _with_things(state, objects):
        kept = thing
        change = changed.get(one.id)
        if change is not None or thing.id is None:
            kept = thing.model_copy(update={"id": one.id, **(change or {})})
        # What stays as it is stays the same thing, so that nothing is worked out about it again.
        if thing.attached_to is not None and thing.attached_to not in there:
            kept = kept.model_copy(update={"attached_to": None})
        things[one.id] = kept
        if one.id != played and one.id not in gone:
            zones.setdefault(one.zone, []).append(kept)
    for name, event in gone.items():
        one = next(one for one in objects if one.id == name)
        fresh = {"ready": True, "buffs": 0, "empowered": False, "attached_to": None, "at": "base", "new": False}
        fresh["instead"] = None
        away = things[name].model_copy(update=fresh)
        if one.token or event == "recycled card":
            continue  # A token that leaves the board is gone; a recycled card is under its deck.
        zones.setdefault(GOES_TO[event], []).append(away)
    if play.kind == "hide" and play.card:
        # Hiding uses no chain (811.1.c.1): the card is facedown at once.
        own = {name: getattr(play, name) for name in play.model_fields_set & CARD_FIELDS}
        hidden = things.get(played) or Thing(card=play.card, **own)
        zones.setdefault("facedown", []).append(hidden.model_copy(update={"at": play.to or "base"}))
    update: dict[str, Any] = {
        zone: tuple(zones.get(zone, ()))
        for zone in ("board", "hand", "trash", "champion", "facedown", "banished", "battlefields")
    }
    update["legend"] = next(iter(zones.get("legend", ())), None)
    return update


def _with_things(state: GameState, objects: tuple[Object, ...]) -> Iterator[tuple[Object, Thing]]:
    """Pair the payer's objects with what the state says of them, in the state's order."""
    by_id = {one.id: one for one in objects}
    for thing, oid, whose in things_of(state):
        if whose == 0:
            yield by_id[oid], thing


def pool_of(units: dict[Kind, int]) -> Pool:
    """Write what floats as a state's pool."""
    energy = 0
    power: dict[str, int] = {}
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
    # What was counted here needs no checking.
    return Pool.model_construct(energy=energy, power=power, restricted=parts)
