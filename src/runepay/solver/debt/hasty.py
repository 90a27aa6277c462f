"""What can be paid for in one Main Phase at once: which runes pay for pips, and a quick choice of what to play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from runepay.model.resources import BIT, DOMAINS, Tally, add_tallies, size
from runepay.solver.debt.chance import Counts, Price, draws

Offer = tuple[int, int, Sequence[Price]]
"""A card that may be played: its place, what playing it is worth, and its possible totals."""


def hastily(
    offers: Sequence[Offer], energy: int, board: Counts, free: Counts, universal: int
) -> tuple[tuple[int, ...], Counts]:
    """Play one card after the other as long as it can be paid for: those worth most first, or most for what they owe.

    Parameters
    ----------
    offers
        What may be played.
    energy
        All Energy that there is.
    board, free, universal
        As for ``recycled``.

    Returns
    -------
    tuple
        The places of what is played, and the runes recycled for it, such that those left are as even as may be.

    Examples
    --------
    >>> offers = [(0, 3, [(4, ())]), (1, 2, [(2, ())]), (2, 2, [(2, ((1, 1),))])]
    >>> hastily(offers, 4, (2, 2, 0, 0, 0, 0), (0,) * 6, 0)
    ((1, 2), (1, 0, 0, 0, 0, 0))
    """
    there = tuple(a + b for a, b in zip(board, free, strict=True))
    tried = [_in_order(sorted(offers, key=rank), energy, there, universal) for rank in (_by_worth, _by_price)]
    _, plays, pips = max(tried, key=lambda one: one[0])
    vectors = recycled(pips, board, free, universal)
    vector = min(vectors, key=lambda one: sum((a - b) ** 2 for a, b in zip(board, one, strict=True)))
    return tuple(sorted(plays)), vector


def _by_worth(offer: Offer) -> Fraction:
    return Fraction(-offer[1])


def _by_price(offer: Offer) -> Fraction:
    return Fraction(-offer[1], 1 + min((owed + size(pips) for owed, pips in offer[2]), default=0))


def _in_order(
    offers: Sequence[Offer], energy: int, there: Counts, universal: int
) -> tuple[int, tuple[int, ...], Tally]:
    """Play in this order what can be paid for; give what that is worth, the places, and the pips owed."""
    value, spent = 0, 0
    plays: tuple[int, ...] = ()
    pips: Tally = ()
    for place, worth, prices in offers:
        ways = [(spent + owed, add_tallies(pips, asked)) for owed, asked in prices]
        fits = [way for way in ways if way[0] <= energy and missing(way[1], there) <= universal]
        if fits:
            spent, pips = min(fits)
            value, plays = value + worth, (*plays, place)
    return value, plays, pips


@lru_cache(maxsize=200_000)
def missing(pips: Tally, units: Counts) -> int:
    """Give how many pips stay unpaid at least, by Hall's condition in the form of a deficiency (163.2).

    Examples
    --------
    >>> missing(((1, 2), (63, 1)), (1, 1, 0, 0, 0, 0)), missing(((1, 2),), (2, 0, 0, 0, 0, 0))
    (1, 0)
    """
    masks = [mask for mask, _ in pips]
    most = 0
    for number in range(1, len(masks) + 1):
        for picked in combinations(masks, number):
            union = 0
            for mask in picked:
                union |= mask
            asked = sum(n for mask, n in pips if mask & ~union == 0)
            able = sum(n for domain, n in zip(DOMAINS, units, strict=True) if BIT[domain] & union)
            most = max(most, asked - able)
    return most


@lru_cache(maxsize=200_000)
def recycled(pips: Tally, board: Counts, free: Counts, universal: int) -> tuple[Counts, ...]:
    """Give every smallest choice of runes to recycle for these pips, by number of each domain.

    Parameters
    ----------
    pips
        What is owed.
    board
        Runes that may be recycled.
    free, universal
        Power that is there without recycling, by domain, and Universal Power.

    Examples
    --------
    >>> recycled(((1, 1), (63, 1)), (2, 1, 0, 0, 0, 0), (0,) * 6, 0)
    ((2, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, 0))
    """
    need = max(0, missing(pips, free) - universal)
    found = [
        vector
        for vector, _ in draws(board, need)
        if missing(pips, tuple(a + b for a, b in zip(free, vector, strict=True))) <= universal
    ]
    return tuple(reversed(found))
