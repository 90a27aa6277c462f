"""What a card of a deck costs on curve, from the five stages, and what that leaves out (356)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from runepay.answer import elected_json, owed_json
from runepay.api import Totals, total
from runepay.model import catalogue
from runepay.model.catalogue.coverage import settle
from runepay.model.owed import Owed
from runepay.model.resources import Tally
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play, Thing
from runepay.solver.debt.chance import Price


@dataclass(frozen=True, slots=True)
class Way:
    """Another way to pay for a card: with optional costs, or a dearer or cheaper alternate cost."""

    elected: dict[str, bool | int]
    owed: dict[str, Any]
    price: Price


@dataclass(frozen=True, slots=True)
class Priced:
    """What a card costs when nothing but its legend is there.

    Attributes
    ----------
    card
        Its name.
    owed
        The total without optional costs, as answers write it.
    prices
        Energy and pips of every total without optional costs; discounts may leave a choice. One that can be paid is
        enough.
    ways
        The totals with optional costs.
    left_out
        What the figures do not see, in sentences.
    """

    card: str
    owed: dict[str, Any]
    prices: tuple[Price, ...]
    ways: tuple[Way, ...]
    left_out: tuple[str, ...]


def price(card: str, ruleset: Ruleset, *, legend: str | None = None, champion: bool = False) -> Priced:
    """Work out what a card of a deck costs: every cost that is always owed, none that is optional.

    Parameters
    ----------
    card
        A name of the catalogue.
    ruleset
        The version of the rules.
    legend
        The deck's legend, whose clauses act.
    champion
        Whether the card waits in the Champion Zone.

    Examples
    --------
    >>> priced = price("Brazen Buccaneer", Ruleset.of())
    >>> priced.prices, [(way.elected, way.price) for way in priced.ways]
    (((6, ()),), [({'discard': True}, (4, ()))])
    """
    state = GameState(legend=Thing(card=legend)) if legend is not None else GameState()
    play = Play.model_validate({"card": card, "from": "champion" if champion else "hand"})
    return priced(total(state, play, ruleset=ruleset), ruleset, card)


def priced(found: Totals, ruleset: Ruleset, card: str = "") -> Priced:
    """Give the price without optional costs from the totals of a play; `card` is the name by which it is known."""
    plain = found.plain
    own = [one for one in found.all if one.choices.elections == plain.choices.elections] or [plain]
    prices: dict[tuple[int, Tally], None] = {(one.energy, one.pips): None for one in own}
    ways = tuple(
        Way(
            elected_json(found.question, one.choices.elections),
            owed_json(one, ruleset),
            (one.energy, one.pips),
        )
        for one in found.all
        if one not in own
    )
    said = list(found.question.notes) + [
        f"assumed: {name.replace('_', ' ')} {_plain(value)}" for name, value in found.question.assumed
    ]
    card = card or found.question.card.name
    return Priced(card, owed_json(plain, ruleset), tuple(prices), ways, (*_actions(plain), *said, *_silent(card)))


def _plain(value: int | bool | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _actions(owed: Owed) -> list[str]:
    """Say which actions are owed: the runes do not pay them."""
    return [f"owed as well: {action}" for action in owed.actions()]


def _silent(card: str) -> list[str]:
    """Name what of the card's cost text the catalogue does not express."""
    raw = catalogue.record(card)
    if raw is None:
        return []
    worst = [one for one in settle(raw) if one.status in {"waiting", "not modelled"}]
    return [f"not in the total: {one.kind} ({one.reason})" for one in worst]
