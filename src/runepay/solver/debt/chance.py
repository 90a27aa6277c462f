"""Exact chances for runes drawn from a rune deck in unknown order: hypergeometric, in whole numbers (103.3, 315.3.b).

Counts of runes are tuples with one number a domain, in the game's order.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from runepay.model.resources import BIT, DOMAINS, Tally, covers

Counts = tuple[int, ...]
Price = tuple[int, Tally]

NONE: Final[Counts] = (0,) * len(DOMAINS)


def counts(runes: dict[str, int]) -> Counts:
    """Write numbers by domain as a tuple in the game's order.

    Examples
    --------
    >>> counts({"calm": 2})
    (0, 2, 0, 0, 0, 0)
    """
    return tuple(runes.get(domain, 0) for domain in DOMAINS)


def draws(unseen: Counts, number: int) -> Iterator[tuple[Counts, int]]:
    """Give every result of drawing so many runes, with the number of ways that lead to it.

    Examples
    --------
    >>> list(draws((7, 5), 2))
    [((0, 2), 10), ((1, 1), 35), ((2, 0), 21)]
    """
    if not unseen:
        if not number:
            yield (), 1
        return
    first, rest = unseen[0], unseen[1:]
    for drawn in range(max(0, number - sum(rest)), min(first, number) + 1):
        ways = comb(first, drawn)
        for others, more in draws(rest, number - drawn):
            yield (drawn, *others), ways * more


@lru_cache(maxsize=200_000)
def met(energy: int, pips: Tally, runes: Counts) -> bool:
    """Tell whether these runes, all ready, can pay this cost by themselves (163.1, 163.2, 164.2).

    A ready rune gives Energy and may then be recycled, so it pays for both halves of a cost.

    Examples
    --------
    >>> met(2, ((1, 1), (63, 1)), (1, 1, 0, 0, 0, 0)), met(0, ((1, 2),), (1, 1, 0, 0, 0, 0))
    (True, False)
    """
    return energy <= sum(runes) and covers(pips, tuple((BIT[d], n) for d, n in zip(DOMAINS, runes, strict=True) if n))


def chance(energy: int, pips: Tally, unseen: Counts, number: int, sure: Counts = NONE) -> Fraction:
    """Give the exact chance that a cost can be paid with some sure runes and so many drawn ones.

    Parameters
    ----------
    energy, pips
        The cost.
    unseen
        Runes in unknown order, by domain.
    number
        How many of them are drawn.
    sure
        Runes that are there in any case.

    Examples
    --------
    >>> round(float(chance(2, ((1, 2),), (7, 5, 0, 0, 0, 0), 2)), 3)
    0.318
    """
    return chance_of_any(((energy, pips),), unseen, number, sure)


@lru_cache(maxsize=50_000)
def chance_of_any(costs: tuple[Price, ...], unseen: Counts, number: int, sure: Counts = NONE) -> Fraction:
    """Give the exact chance that at least one of several costs can be paid; otherwise as ``chance``.

    Examples
    --------
    >>> chance_of_any(((1, ((1, 1),)), (2, ())), (1, 11, 0, 0, 0, 0), 2)
    Fraction(1, 1)
    """
    ways = 0
    for drawn, weight in draws(unseen, number):
        there = tuple(a + b for a, b in zip(sure, drawn, strict=True))
        if any(met(energy, pips, there) for energy, pips in costs):
            ways += weight
    return Fraction(ways, comb(sum(unseen), number))
