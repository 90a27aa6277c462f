"""What can pay resources during this payment: runes, what floats and fits, Reaction Adds (164.2, 166, 429.3)."""

from __future__ import annotations

from runepay.model.guards import ALWAYS
from runepay.model.objects import Object
from runepay.model.pool import kind_place, whole_pool
from runepay.model.question import Producer, Supply
from runepay.model.reading import Position, conditions
from runepay.model.resources import DOMAINS, ENERGY, POWERS, purpose_text
from runepay.model.state import GameState


def purposes(position: Position) -> frozenset[str]:
    """Say which purposes this payment serves (rules.md 1.6, 9.2.16)."""
    play, card = position.play, position.card
    fits: set[str] = set()
    if play.kind == "card":
        fits |= {kind for kind in ("spell", "gear", "unit") if kind in card.type}
    if play.kind == "ability":
        fits |= {kind for kind in ("gear", "unit") if kind in card.type}
    if position.state.facts.stated.get("showdown"):
        fits.add("showdown")
    return frozenset(fits)


def supply(state: GameState, position: Position, objects: tuple[Object, ...], kept: set[int]) -> Supply:
    """List what can pay, canonical order; resources whose purpose does not fit are left out (444.1).

    An Add that kills its own object is not offered for the objects in `kept`: targets that must stay (357.3).
    """
    fits = purposes(position)
    fitting = {
        kind: number
        for kind, number in whole_pool(state).items()
        if not kind[1] or not fits.isdisjoint(kind[1].split("/"))
    }
    producers: list[Producer] = []
    for index, thing in enumerate(objects):
        if thing.whose or not thing.adds or thing.zone not in {"board", "legend"}:
            continue
        for number, add in enumerate(thing.adds):
            if add.kill and index in kept:
                continue
            if add.speed != "reaction" or (add.exhaust and not thing.ready) or not add.is_plain():
                continue
            if add.purpose and fits.isdisjoint(add.purpose):
                continue
            if add.when and conditions(add.when, position, thing, 0) != ALWAYS:
                continue
            tag = purpose_text(add.purpose)
            gives = [((ENERGY, tag), add.gives.energy)] if add.gives.energy else []
            gives += [((power, tag), n) for power, n in sorted(add.gives.power.items(), key=_power_place) if n]
            if gives:
                producers.append(Producer(index, number, tuple(gives), add.exhaust, add.kill))
    runes = tuple(
        (domain, state.runes[domain].ready, state.runes[domain].exhausted)
        for domain in DOMAINS
        if domain in state.runes and (state.runes[domain].ready or state.runes[domain].exhausted)
    )
    ordered = sorted(fitting.items(), key=lambda item: kind_place(item[0]))
    floating = sum(number for kind, number in whole_pool(state).items() if kind[0] == ENERGY)
    return Supply(runes, tuple(ordered), tuple(producers), floating)


def _power_place(item: tuple[str, int]) -> int:
    return POWERS.index(item[0])
