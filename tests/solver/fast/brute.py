"""Every payment of a small total by trying all counts and checking each against the words of the definition."""

from __future__ import annotations

from itertools import product

from runepay.model.resources import Tally
from runepay.solver.fast.stock import POOL, RUNE, Stock

from .matcher import matched

Counts = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Units of each source of Power and of Energy, recycles and exhausts by domain."""


def drained(sources, used) -> bool:
    """Tell whether the pool of a kind is spent before more of it is added."""
    return not any(
        one.made != POOL and number and other.made == POOL and other.kind == one.kind and taken < other.number
        for one, number in zip(sources, used, strict=True)
        for other, taken in zip(sources, used, strict=True)
    )


def payments(stock: Stock, energy: int, pips: Tally) -> set[Counts]:
    """Give every payment of a total (design, section 3)."""
    asked = [mask for mask, number in pips for _ in range(number)]
    return {
        (power, taken, recycles, exhausts)
        for power in product(*(range(min(len(asked), one.number) + 1) for one in stock.power))
        if sum(power) == len(asked)
        and matched([one.mask for one, n in zip(stock.power, power, strict=True) for _ in range(n)], asked)
        and drained(stock.power, power)
        for recycles in [recycled(stock, power)]
        for exhausts in product(*(range(ready + 1) for ready, _ in stock.runes))
        for taken in product(*(range(min(energy, one.number) + 1) for one in stock.energy))
        if legal(stock, energy, recycles, exhausts, taken)
    }


def recycled(stock: Stock, power: tuple[int, ...]) -> tuple[int, ...]:
    found = [0] * 6
    for one, number in zip(stock.power, power, strict=True):
        if one.made == RUNE:
            found[one.place] = number
    return tuple(found)


def legal(stock: Stock, energy: int, recycles, exhausts, taken) -> bool:
    """Tell whether Energy and runes are possible and nothing is idle."""
    if any(r > had + e for r, e, (_, had) in zip(recycles, exhausts, stock.runes, strict=True)):
        return False
    from_runes = energy - sum(taken)
    left = sum(exhausts) - from_runes
    if from_runes < 0 or left < 0 or not drained(stock.energy, taken):
        return False
    open_pool = [(one, n) for one, n in zip(stock.energy, taken, strict=True) if not one.kind[1]]
    if from_runes and any(one.made == POOL and n < one.number for one, n in open_pool):
        return False
    if not left:
        return True
    # What floats beyond what is spent comes from ready runes that are themselves recycled, and from nothing else.
    return not any(one.made != POOL and n for one, n in open_pool) and all(
        e <= r for e, r in zip(exhausts, recycles, strict=True)
    )
