"""The best payment of one total, by taking the best units first (design, section 2; rules 163, 164.2).

The sets of units that can be spent together on the pips are the independent sets of a transversal matroid. A goal that
adds up over the units, criterion by criterion, is therefore met best by going through them from best to worst and
keeping each one that still fits; ties included, since the published order adds up as well. Three things do not add up
of themselves:

* *balance* and *ready-recycles* grow faster with each rune of a domain. So a rune's first, second, ... recycle are
  units of their own, each worse than the one before.
* *surplus* and *steps* count the Energy that recycled ready runes float. Both stand behind *ready-recycles*, and once
  that is decided so is the Energy that floats.
* The Energy at hand does not depend on what is recycled, since a ready rune is exhausted first. So Energy is paid
  apart, from its best units, and what floats anyway is used before anything else of its rank.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from runepay.model.goals import THRIFTY, Goal
from runepay.model.pool import Kind, kind_place
from runepay.model.resources import ANY, UNIVERSAL, Tally
from runepay.solver.fast.lanes import GUARDS, HOLD, MEET, MOST
from runepay.solver.fast.stock import ADD, POOL, RUNE, Source, Stock

CONSTANT: Final = frozenset({"energy", "surplus", "unelected"})
"""Criteria that no choice among units changes once those before them are decided."""


@dataclass(slots=True)
class Way:
    """A payment as counts.

    Attributes
    ----------
    power, energy
        Units used of every source, in the order of the stock.
    recycles, exhausts
        Runes by domain.
    ready_recycled
        Runes recycled that were ready, all domains together.
    owed
        The Energy paid.
    """

    power: list[int]
    energy: list[int]
    recycles: list[int]
    exhausts: list[int]
    ready_recycled: int
    owed: int


Rank = tuple[int, ...]
"""What a unit adds to each criterion, and then its place in the published order."""


def _weight(name: str, one: Source) -> int:
    """Say what a unit adds to a criterion, apart from the two that grow."""
    simple = _SIMPLE.get(name)
    if simple is not None:
        return simple(one)
    stem, _, domain = name.partition(":")
    return 1 if stem == "keep-domain" and one.kind[0] == domain else 0


_SIMPLE: Final[dict[str, Callable[[Source], int]]] = {
    "losses": lambda one: one.loss,
    "recycles": lambda one: one.made == RUNE,
    "tapped": lambda one: one.tapped,
    "unrestricted": lambda one: not one.kind[1],
    "universal": lambda one: one.kind == (UNIVERSAL, ""),
    "keep-universal": lambda one: one.kind[0] == UNIVERSAL,
    "steps": lambda one: one.made != POOL,
}


def provable(goal: Goal) -> bool:
    """Tell whether every criterion of a goal adds up over units."""
    names = goal.criteria
    return all(
        name in _SIMPLE or name in CONSTANT or name in {"balance", "ready-recycles"} or name.startswith("keep-domain:")
        for name in names
    )


@lru_cache(maxsize=4096)
def _ranks(  # noqa: PLR0913, PLR0917 - what a source's place depends on
    criteria: tuple[str, ...], kind: Kind, number: int, made: str, loss: int, tapped: int, place: int, exhausted: int
) -> tuple[tuple[Rank, int], ...]:
    """Rank the units of a source; equal ones are one entry with their number. Few sources differ, so it is kept."""
    one = Source(kind, 0, number, made, loss, tapped, place)
    tie = (*kind_place(kind), place)
    base: list[int] = [_weight(name, one) for name in criteria]
    if made != RUNE:
        return (((*base, *tie), number),)  # type: ignore[arg-type]
    ranked: list[tuple[Rank, int]] = []
    for taken in range(1, min(number, MOST) + 1):
        grown = list(base)
        for at, name in enumerate(criteria):
            if name == "balance":
                grown[at] = 2 * (taken - number) - 1
            elif name == "ready-recycles":
                grown[at] = taken > exhausted
        ranked.append(((*grown, *tie), 1))  # type: ignore[arg-type]
    return tuple(ranked)


class Plan:
    """A stock with its units in the order in which a goal takes them; made once, used for any cost.

    Parameters
    ----------
    stock
        What can pay.
    goal
        A provable goal.

    Examples
    --------
    >>> power = (Source(("fury", ""), 1, 2, RUNE, place=0), Source(("calm", ""), 2, 3, RUNE, place=1))
    >>> runes = ((2, 0), (3, 0), (0, 0), (0, 0), (0, 0), (0, 0))
    >>> plan = Plan(Stock(power, (), runes, 0), Goal.of())
    >>> way = plan.best(1, ((63, 1),))
    >>> way.recycles[:2], way.exhausts[:2], plan.values(way)
    ([0, 1], [0, 1], (0, 1, 0, 2, 1, 0, 8, 1, 0, 4, 0))
    """

    __slots__ = ("_before", "_behind", "_floats", "_runes", "_units", "criteria", "packed", "ready", "stock")

    def __init__(self, stock: Stock, goal: Goal) -> None:
        self.stock = stock
        # The very tuple of the default goal is what its values are quick for.
        self.criteria = THRIFTY if goal.criteria == THRIFTY else goal.criteria
        self.ready = sum(ready for ready, _ in stock.runes)
        ranked = [
            (rank, index, number)
            for index, one in enumerate(stock.power)
            for rank, number in _ranks(
                self.criteria, one.kind, one.number, one.made, one.loss, one.tapped, one.place,
                stock.runes[one.place][1] if one.made == RUNE else 0,
            )
        ]  # fmt: skip
        ranked.sort()
        self._units = [(HOLD[stock.power[index].mask], index, number) for _, index, number in ranked]
        self._runes = [(index, one.place) for index, one in enumerate(stock.power) if one.made == RUNE]
        self._rank_energy()
        units = sum(one.number for one in stock.power)
        energy = self.ready + sum(one.number for one in stock.energy)
        self.packed = (
            GUARDS + min(energy, MOST) + sum(one.number * MEET[one.mask] for one in stock.power)
            if units <= MOST
            else None
        )
        """The supply in lanes, or nothing if it is too large for them."""

    def _rank_energy(self) -> None:
        """Order the sources of Energy: those before what ready runes and equal Adds give, those, and those behind."""
        energy = self.stock.energy
        if not energy:
            self._before, self._floats, self._behind = [], [], []
            return

        def rank(index: int) -> tuple[int, int, int, int, tuple[int, str], int]:
            one = energy[index]
            return one.loss, one.tapped, not one.kind[1], one.made != POOL, kind_place(one.kind), one.place

        order = sorted(range(len(energy)), key=rank)
        level = (0, 0, True, True)
        self._before = [index for index in order if rank(index)[:4] < level]
        self._floats = [index for index in order if rank(index)[:4] == level]
        self._behind = [index for index in order if rank(index)[:4] > level]

    def can_pay(self, energy: int, pips: Tally) -> bool:
        """Tell whether a cost can be paid."""
        if self.packed is None:
            return self.best(energy, pips) is not None
        owed = self.packed - energy
        for mask, number in pips:
            owed -= number * HOLD[mask]
        return energy <= MOST and owed & GUARDS == GUARDS

    def best(self, energy: int, pips: Tally) -> Way | None:
        """Give the best payment of a cost, or ``None`` if it cannot be paid.

        At most :data:`~runepay.solver.fast.lanes.MOST` pips; more are for the complete lane.
        """
        power = self._power(pips)
        return None if power is None else self._with_energy(power, energy)

    def _power(self, pips: Tally) -> list[int] | None:
        """Choose the units that pay the pips, best first."""
        left = 0
        room = GUARDS
        for mask, number in pips:
            left += number
            room += number * MEET[mask]
        used = [0] * len(self.stock.power)
        for holds, index, number in self._units:
            if not left:
                break
            most = min(number, left)
            # Equal units are taken together, as many as fit.
            while most and (room - most * holds) & GUARDS != GUARDS:
                most -= 1
            if most:
                room -= most * holds
                used[index] += most
                left -= most
        return None if left else used

    def _with_energy(self, power: list[int], owed: int) -> Way | None:
        """Pay the Energy beside chosen units of Power."""
        stock = self.stock
        recycles = [0] * 6
        exhausts = [0] * 6
        floats = 0
        for index, place in self._runes:
            if number := power[index]:
                recycles[place] = number
                forced = number - stock.runes[place][1]
                if forced > 0:
                    exhausts[place] = forced
                    floats += forced
        energy = [0] * len(stock.energy)
        left = owed
        for index in self._before:
            taken = min(left, stock.energy[index].number)
            energy[index] = taken
            left -= taken
        # What recycled ready runes float is used first; what is then still owed decides how many more are exhausted.
        more = left - floats
        if more > 0:
            for index in self._floats:
                taken = min(more, stock.energy[index].number)
                energy[index] = taken
                more -= taken
            for place in range(6):
                if not more:
                    break
                taken = min(more, stock.runes[place][0] - exhausts[place])
                exhausts[place] += taken
                more -= taken
            for index in self._behind:
                taken = min(more, stock.energy[index].number)
                energy[index] = taken
                more -= taken
            if more:
                return None
        return Way(power, energy, recycles, exhausts, floats, owed)

    def values(self, way: Way, unelected: int = 0) -> tuple[int, ...]:
        """Give the value of every criterion for a payment, optional costs not elected included."""
        stock = self.stock
        losses, tapped, adds, open_energy, floating, made = self._energy_counts(way)
        used = free = universal = any_universal = 0
        for one, number in zip(stock.power, way.power, strict=True):
            if number:
                used += number
                free += 0 if one.kind[1] else number
                if one.mask == ANY:
                    any_universal += number
                    universal += 0 if one.kind[1] else number
                if one.made == ADD:
                    adds += number
                    losses += one.loss * number
                    tapped += one.tapped * number
        exhausts, recycles = sum(way.exhausts), sum(way.recycles)
        balance = 0
        for (ready, exhausted), number in zip(stock.runes, way.recycles, strict=True):
            balance += (ready + exhausted - number) ** 2
        surplus = exhausts + made - max(0, open_energy - floating)
        steps = adds + exhausts + recycles + way.owed + used
        if self.criteria is THRIFTY:
            ready, energy = way.ready_recycled, way.owed - stock.floating
            first = (losses, recycles, tapped, free + open_energy, energy, universal)
            return (*first, balance, ready, surplus, steps, unelected)
        known = {
            "losses": losses,
            "recycles": recycles,
            "tapped": tapped,
            "unrestricted": free + open_energy,
            "energy": way.owed - stock.floating,
            "universal": universal,
            "keep-universal": any_universal,
            "balance": balance,
            "ready-recycles": way.ready_recycled,
            "surplus": surplus,
            "steps": steps,
            "unelected": unelected,
        }
        if len(self.criteria) > len(THRIFTY):
            for name in self.criteria:
                if name not in known:
                    known[name] = self._spent_of(way, name.partition(":")[2])
        return tuple([known[name] for name in self.criteria])

    def _energy_counts(self, way: Way) -> tuple[int, int, int, int, int, int]:
        """Count for the Energy: losses, tapped, Adds, unrestricted spent, unrestricted floating, unrestricted made.

        What the restricted units do not pay is unrestricted; runes give what floats and Adds leave open.
        """
        losses = tapped = adds = floating = made = 0
        spent = way.owed
        for one, number in zip(self.stock.energy, way.energy, strict=True):
            if one.kind[1]:
                spent -= number
            elif one.made == POOL:
                floating = one.number
            if number and one.made == ADD:
                adds += number
                losses += one.loss * number
                tapped += one.tapped * number
                made += 0 if one.kind[1] else number
        return losses, tapped, adds, spent, floating, made

    def _spent_of(self, way: Way, domain: str) -> int:
        return sum(n for one, n in zip(self.stock.power, way.power, strict=True) if one.kind[0] == domain)
