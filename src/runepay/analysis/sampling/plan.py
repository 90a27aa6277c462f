"""What is to be sampled: which decks, which turns, how full the board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from runepay.model.errors import InputError, nearest
from runepay.model.resources import DOMAINS, LIMIT

Range = tuple[int, int]

DECKS: Final = tuple("-".join(pair) for pair in combinations(DOMAINS, 2))
"""Every pair of domains that a legend may have (103.1.b)."""

LAST_TURN: Final = 20
LARGEST_BOARD: Final = 12


@dataclass(frozen=True, slots=True)
class Plan:
    """What is sampled.

    Attributes
    ----------
    seed
        Decides everything that is drawn.
    decks
        Pairs of domains, such as ``fury-mind``; each instance draws one. Empty: all.
    turns
        The first and the last of the payer's turns that are drawn.
    boards
        The fewest and the most objects on the payer's board; opponents have about as many.
    plain
        Only cards whose price is what is printed, paid with runes and pool: no board, no text about costs.
    rulings
        Objects with text about costs are drawn more often than a deck would show them.

    Raises
    ------
    InputError
        A deck is no pair of domains, or a range is none.

    Examples
    --------
    >>> Plan(decks=("mind-fury",)).decks
    ('fury-mind',)
    """

    seed: int = 1
    decks: tuple[str, ...] = ()
    turns: Range = (1, 8)
    boards: Range = (0, 6)
    plain: bool = False
    rulings: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "decks", tuple(_deck(one) for one in self.decks))
        _within(self.turns, 1, LAST_TURN, "--turn")
        _within(self.boards, 0, LARGEST_BOARD, "--board")


def _deck(word: str) -> str:
    given = tuple(part.strip().lower() for part in word.split("-"))
    deck = "-".join(domain for domain in DOMAINS if domain in given)
    if len(given) != 2 or deck not in DECKS:
        wrong = next((part for part in given if part not in DOMAINS), None)
        hint = nearest(wrong, DOMAINS) if wrong else None
        message = "a deck is two domains, such as fury-mind"
        raise InputError(message, file="--deck", found=word, hint=hint)
    return deck


def _within(asked: Range, least: int, most: int, option: str) -> None:
    if not least <= asked[0] <= asked[1] <= most:
        message = f"a range lies between {least} and {most}, such as {least}-{most}"
        raise InputError(message, file=option, found=f"{asked[0]}-{asked[1]}")


def read_range(word: str, option: str) -> Range:
    """Read ``4`` or ``1-8``.

    Examples
    --------
    >>> read_range("4", "--turn"), read_range("1-8", "--turn")
    ((4, 4), (1, 8))
    """
    first, dash, last = word.partition("-")
    try:
        return int(first), int(last if dash else first)
    except ValueError:
        raise InputError("a range is a number, or two with a dash: 1-8", file=option, found=word) from None


def read_number(number: int, option: str) -> int:
    """Refuse a number that nobody can mean."""
    if not 1 <= number <= LIMIT * 1000:
        raise InputError(f"a number between 1 and {LIMIT * 1000:,} is expected", file=option, found=number)
    return number
