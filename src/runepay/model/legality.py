"""What makes a play illegal whatever is paid: permission, timing, Ambush, an ability's own condition (358.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from runepay.model.clauses import Ability
from runepay.model.collect import Collected
from runepay.model.guards import NEVER
from runepay.model.objects import Object, fields_of
from runepay.model.reading import Position, amount, condition, play_guard, plays_with
from runepay.model.state import GameState, Play

AWAY: Final = frozenset(("hand", "champion", "trash", "facedown", "banished"))
"""Zones in which a permanent's abilities are not used."""


def faults(
    state: GameState, position: Position, found: Collected, ability: Ability | None, bearer: Object
) -> Iterator[tuple[str, str]]:
    """Name everything that makes the play illegal whatever is paid, with its rule.

    Timing is judged only if the file gives the phase and state of the turn (contract C3).
    """
    play = position.play
    stated = state.facts.stated
    if play.kind == "card":
        yield from _permission(state, position, found)
    # A play that an effect makes happens as the effect resolves, whatever the phase (419.3).
    judged = {"my_turn", "main_phase", "open_state", "showdown"} & stated.keys() and play.by is None
    if judged and play.kind in {"card", "ability"}:
        yield from _timing(position, play, ability)
    if play.ambush and play.to in {None, "base"}:
        yield "822.3", "a card played by Ambush names the battlefield it is played to"
    if play.kind == "hide" and play.origin not in {"hand", "champion"}:
        yield "811", "a card is hidden from the hand or the Champion Zone"
    if play.kind == "hide" and position.card.type and not position.card.has("hidden"):
        yield "811", f"{position.card.name} has no Hidden, so it cannot be hidden"
    if ability is not None:
        if ability.kind == "ability" and bearer.zone in AWAY and {"unit", "gear"} & {*bearer.type}:
            where = "facedown" if bearer.zone == "facedown" else f"in {_zone(bearer.zone)}"
            yield "358.3", f"{bearer.name} is {where}: its abilities are used on the board"
        if ability.once and ability.id in bearer.used:
            yield "358.3", f"{bearer.name}'s ability {ability.id!r} was used this turn already"
        for wanted in ability.when:
            if condition(wanted, position, bearer, 0) == NEVER:
                if ability.id == "empower":
                    yield "441.1.b", f"{bearer.name} is Empowered already"
                else:
                    yield "358.3", f"the condition of {bearer.name}'s ability {ability.id!r} does not hold"


def _permission(state: GameState, position: Position, found: Collected) -> Iterator[tuple[str, str]]:
    """Ask for something that lets the card be played from where it is, and for its limits (358.3, 206)."""
    play = position.play
    kinds = {*position.card.type} - {"token"}
    if kinds and not kinds & {"unit", "spell", "gear"}:
        yield "358.3", f"{position.card.name} is a {min(kinds)}, which is not played"
    lets = play.by is not None or bool(play.effects) or play.origin in found.permits
    if play.origin in {"trash", "banished", "deck"} and not lets and not any(one.election for one in found.alternates):
        yield "358.3", f"nothing lets {position.card.name} be played from {_zone(play.origin)}"
    if play.by is not None:
        fields = fields_of(play.by, state.cards)
        brings = fields.brings if fields is not None else None
        if brings is not None and brings.only is not None and play_guard(brings.only, position, None, 0) == NEVER:
            zones = brings.only.origin
            why = "whose printed cost and kind decide"
            if zones and play.origin not in zones:
                why = f"which is played from {_zone(play.origin)} and not from {' or '.join(map(_zone, zones))}"
            yield "206", f"{play.by} does not reach {position.card.name}, {why}"
        if brings is not None and brings.energy_at_most is not None:
            most = amount(brings.energy_at_most, position)
            if position.card.energy > most:
                yield "206", f"{play.by} reaches printed costs up to {most} Energy; {position.card.name} has more"


def _zone(name: str) -> str:
    return {"banished": "banishment", "champion": "the Champion Zone", "facedown": "facedown"}.get(name, f"the {name}")


def _timing(position: Position, play: Play, ability: Ability | None) -> Iterator[tuple[str, str]]:
    reaction = ability.speed == "reaction" if ability else plays_with(position, "reaction")
    action = ability.speed == "action" if ability else plays_with(position, "action")
    if reaction or play.origin == "facedown" or play.ambush:
        return
    mine = bool(position.fact("my_turn"))
    opened = bool(position.fact("open_state"))
    showdown = bool(position.fact("showdown"))
    if action:
        if not (opened and (mine or showdown)):
            yield "358.3", "what has Action is used only in an open state, on one's own turn or in a showdown"
        return
    if not (mine and opened and not showdown and position.fact("main_phase")):
        yield "358.3", "it is used only on one's own turn, in the Main Phase, in an open state outside showdowns"
