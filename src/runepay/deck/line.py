"""A line of plays, turn after turn: the chance that each is paid on its turn, with the recycles of earlier ones.

What is recycled for one card is missing for the next, and which runes those are depends on what was channeled. So the
chances are not those of the single cards; they come from a dynamic programme over all draws (416.1, 315.3.b).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from runepay.deck.listing import DeckList
from runepay.deck.prices import Priced, price
from runepay.deck.question import chosen_split, runes_on
from runepay.model import catalogue
from runepay.model.catalogue.lookup import SEVERAL, lookup
from runepay.model.errors import InputError, nearest
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.solver.debt import Card, RuneDeck, chance_of_any, several
from runepay.solver.debt.chance import counts
from runepay.solver.stopping import stopping

MOST_TURNS = 11


@dataclass(frozen=True, slots=True)
class Played:
    """One card of a line.

    Attributes
    ----------
    turn
        The turn that it is for.
    chance
        That it is paid then, after what was paid before.
    alone
        That the runes would pay for it if nothing had been recycled before.
    """

    turn: int
    priced: Priced
    chance: Fraction
    alone: Fraction

    def to_json(self) -> dict[str, Any]:
        """Write the card with both chances."""
        return {
            "turn": self.turn,
            "card": self.priced.card,
            "chance": round(float(self.chance), 6),
            "exact": str(self.chance),
            "alone": round(float(self.alone), 6),
        }


@dataclass(frozen=True, slots=True)
class Line:
    """The answer to a line of plays.

    Attributes
    ----------
    plays
        The cards in the order of the turns.
    expected
        How many of them are paid on their turn, expected; no way to recycle gives more.
    runes
        By turn: the runes on the board, expected.
    """

    split: tuple[tuple[str, int], ...]
    plays: tuple[Played, ...]
    expected: Fraction
    runes: tuple[Fraction, ...]

    def to_json(self) -> dict[str, Any]:
        """Write the line."""
        return {
            "plays": [one.to_json() for one in self.plays],
            "expected": round(float(self.expected), 6),
            "runes": [round(float(one), 6) for one in self.runes],
        }


def follow(  # noqa: PLR0913 - what a caller may choose, by name
    deck: DeckList,
    line: Sequence[Sequence[str]],
    split: Mapping[str, int] | None = None,
    *,
    second: bool = False,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> Line:
    r"""Give the chance that each card of a line is paid on its turn.

    As many of them as possible are paid, expected: where a card would cost two later ones it is left, and of the runes
    that may be recycled those are that serve the later cards best.

    Parameters
    ----------
    deck
        The list; its legend acts on costs, and its runes are the split if none is given.
    line
        For turn 1, 2, ...: the names of the cards to be played then.
    split, second, ruleset, options
        As for ``ask``.

    Raises
    ------
    InputError
        A name is no card, the line is too long, or there is no split.

    Examples
    --------
    >>> from runepay.deck.listing import read_text
    >>> found = follow(read_text("1 Charm\n6 Calm Rune\n6 Fury Rune"), [["Charm"], ["Charm"]])
    >>> [(one.turn, str(one.chance), str(one.alone)) for one in found.plays]
    [(1, '17/22', '17/22'), (2, '28/33', '32/33')]
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else Ruleset.of(ruleset, dict(options or {}))
    if len(line) > MOST_TURNS:
        raise InputError(f"a line has at most {MOST_TURNS} turns", path="line", found=len(line))
    chosen, _, notes = chosen_split(deck, split)
    if chosen is None:
        raise InputError(f"a line needs a split of the runes; {notes[0]}", path="split")
    asked = [(turn, _priced(deck, name, rules)) for turn, names in enumerate(line, 1) for name in names]
    cards = [Card(one.card, one.prices, 1, turn, turn) for turn, one in asked]
    unseen = counts(dict(chosen))
    with stopping(None):  # A chance in part would be none.
        found = several({}, RuneDeck(unseen), cards, len(line), extra=int(second))
    plays = tuple(
        Played(
            turn,
            one,
            found.chances[place][turn],
            chance_of_any(one.prices, unseen, runes_on(turn, second=second)),
        )
        for place, (turn, one) in enumerate(asked)
    )
    return Line(chosen, plays, found.value, found.runes[1:])


def _priced(deck: DeckList, called: str, ruleset: Ruleset) -> Priced:
    meant = lookup(called)
    if meant.name is None:
        message = SEVERAL if meant.several else "unknown card"
        hint = "; ".join(meant.others) or nearest(called, catalogue.names())
        raise InputError(message, path="line", found=called, hint=hint)
    champion = any(one.section == "champion" and one.card == meant.name for one in deck.entries)
    return price(meant.name, ruleset, legend=deck.legend, champion=champion)
