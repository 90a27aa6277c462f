"""Judges the payment of a plain question on counts alone: runes, what floats, Energy and pips.

The total is not folded here: the ordinary referee has done that once for the play. What is judged is whether this
situation can make and spend exactly these units, and whether they pay that total to the last pip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from runepay.model.resources import DOMAINS, ENERGY, Tally, reach


class Paid(NamedTuple):
    """A payment as counts.

    Attributes
    ----------
    exhausts, recycles
        Runes of the six domains, in the game's order; each one is exhausted first if it is both.
    energy, spent
        The units spent: Energy, and Power of each kind.
    """

    exhausts: Sequence[int]
    recycles: Sequence[int]
    energy: int
    spent: Mapping[str, int]


def wrong(
    runes: Sequence[tuple[int, int]], pool: Sequence[tuple[str, int]], paid: Paid, energy: int, pips: Tally
) -> list[str]:
    """Name everything that is wrong with a payment; nothing means that it is legal.

    Parameters
    ----------
    runes
        Ready and exhausted runes of the six domains.
    pool
        What floats.
    paid
        The payment.
    energy, pips
        What is owed.

    Examples
    --------
    >>> runes = ((2, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0))
    >>> paid = Paid((2, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), 2, {"fury": 1})
    >>> wrong(runes, (), paid, 2, ((1, 1),))
    []
    >>> wrong(runes, (), paid, 2, ((2, 1),))
    ['the Power spent does not pay the pips owed']
    """
    faults: list[str] = []
    floats = dict(pool)
    ready = 0
    for domain, had, exhausted, recycled in zip(DOMAINS, runes, paid.exhausts, paid.recycles, strict=True):
        if exhausted < 0 or exhausted > had[0]:
            faults.append(f"more ready {domain} runes are exhausted than there are")
        if recycled < 0 or recycled > had[0] + had[1]:
            faults.append(f"more {domain} runes are recycled than there are")
        # 164.2: exhausting adds Energy, recycling Power of the rune's domain.
        ready += exhausted
        floats[domain] = floats.get(domain, 0) + recycled
    floats[ENERGY] = floats.get(ENERGY, 0) + ready
    if paid.energy != energy:
        faults.append("the Energy spent is not the Energy owed")
    if paid.energy > floats[ENERGY]:
        faults.append("more Energy is spent than there is")
    faults += [
        f"more {kind} Power is spent than there is"
        for kind, number in paid.spent.items()
        if number < 0 or number > floats.get(kind, 0)
    ]
    if not _pays(paid.spent, pips):
        faults.append("the Power spent does not pay the pips owed")
    return faults


def _pays(spent: Mapping[str, int], pips: Tally) -> bool:
    """Tell whether the Power spent pays the pips one for one, by finding a place for each unit in turn."""
    wanted = [mask for mask, number in pips for _ in range(number)]
    units = [reach(kind) for kind, number in spent.items() for _ in range(number)]
    if len(wanted) != len(units):
        return False
    holder = [-1] * len(wanted)

    def placed(unit: int, tried: set[int]) -> bool:
        for place, mask in enumerate(wanted):
            if mask & units[unit] and place not in tried:
                tried.add(place)
                if holder[place] < 0 or placed(holder[place], tried):
                    holder[place] = unit
                    return True
        return False

    return all(placed(unit, set()) for unit in range(len(units)))
