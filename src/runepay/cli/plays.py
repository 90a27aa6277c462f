"""Builds a plan from the command line: the cards, abilities and cards to hide that may be made this turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from runepay.cli.arguments import (
    ARGUMENTS,
    Thing,
    ability,
    criteria,
    fault,
    ids,
    on_option,
    planning,
    read_things,
    readings,
    state_of,
    written,
)
from runepay.cli.naming import Names
from runepay.cli.options import Options
from runepay.model.card import CardFields
from runepay.model.errors import InputError
from runepay.model.instance import Instance, parse
from runepay.model.objects import fields_of
from runepay.model.played import payable


def may_be_made(options: Options) -> bool:
    """Tell whether options of ``plan`` name something to be made."""
    return any((options.hand, options.champion, options.facedown, options.abilities, options.hides))


def plan_of(cards: Sequence[str], options: Options, names: Names) -> Instance:
    """Build the instance of a plan that cards and options describe: the cards are in hand, and may be played.

    The names in the options are read already, but for those of ``--ability``.

    Raises
    ------
    InputError
        Naming the option at fault.
    """
    data: dict[str, Any] = {"runepay": 1, "title": "A turn", "ask": "plan"}
    if options.ruleset:
        data["ruleset"] = options.ruleset
    if options.option:
        data["options"] = readings(options)
    state = state_of(options)
    hand = [*read_things(cards), *state.get("hand", [])]
    there = ids(replace(options, hand=(*cards, *options.hand)))
    plays = _plays(hand, options, there, names)
    if hand:
        state["hand"] = hand
    data["state"] = state
    if options.enemy:
        data["opponents"] = [{"board": read_things(options.enemy, "--enemy")}]
    data["plan"] = planning(options) | ({"plays": plays} if plays else {})
    if options.goal:
        data["goal"] = criteria(options)
    try:
        return parse(written(data), ARGUMENTS)
    except InputError as error:
        raise on_option(error, plays) from None


def _plays(hand: list[Thing], options: Options, there: Mapping[str, str], names: Names) -> list[Thing]:
    """Give the plays that may be made, or none where these are the cards in hand and nothing else.

    A card that may be hidden is one of those in hand or in the Champion Zone, or else one more in hand, which is then
    added there.
    """
    champion = read_things(options.champion, "--champion")
    facedown = read_things(options.facedown, "--facedown")
    if not (champion or facedown or options.abilities or options.hides):
        return []
    hidden: list[Thing] = []
    played, chosen = list(map(_named, hand)), list(map(_named, champion))
    for name in map(_named, read_things(options.hides, "--hide")):
        if name not in played and name in chosen:
            chosen.remove(name)
            hidden.append({"kind": "hide", "card": name, "from": "champion"})
            continue
        if name in played:
            played.remove(name)
        else:
            _printed(name, "--hide")
            hand.append(name)
        hidden.append({"kind": "hide", "card": name})
    others = [{"card": name, "from": "champion"} for name in chosen]
    others += [{"card": name, "from": "facedown"} for name in map(_named, facedown)]
    return [*played, *others, *(_used(text, there, names) for text in options.abilities), *hidden]


def _named(thing: Thing) -> str:
    return thing if isinstance(thing, str) else thing["card"]


def _printed(name: str, option: str) -> CardFields:
    """Give what a card prints, or refuse one that nobody knows."""
    printed = fields_of(name, {})
    if printed is None:
        hint = "--cards FILE names a file of cards of your own"
        raise InputError("unknown card", file=option, found=name, hint=hint)
    return printed


def _used(text: str, there: Mapping[str, str], names: Names) -> dict[str, Any]:
    """Read ``--ability`` of a plan: ``CARD: NAME``, with the card's name or the object's id.

    The card alone will do where one ability of it asks for a payment. A plan prints ``NAME: CARD``, which is read, too.

    Parameters
    ----------
    text
        What the option says.
    there
        The card of each object that is there, by its id.
    names
        Reads the names of cards.
    """
    card, _, called = (part.strip() for part in text.rpartition(":"))
    if not card:
        card, called = text.strip(" :"), ""
    elif card not in there and called in {*there, *there.values()}:
        card, called = called, card
    if not card:
        raise fault("--ability", "this is written CARD: NAME", text)
    card = card if card in there else names.read(card, "--ability")
    name = there.get(card, card)
    printed = _printed(name, "--ability")
    if called:
        return ability(card, called, there)
    kinds = payable(printed)
    if len(kinds) == 1:
        return ability(card, next(iter(kinds)), there)
    if kinds:
        listed = " or ".join(f'"{card}: {one}"' for one in kinds)
        raise InputError(f"{name} has several abilities", file="--ability", found=text, hint=f"write {listed}")
    raise fault("--ability", f"nothing that {name} does asks for a payment", text)
