"""How much the plays left can be worth at most: the bound of the quick search, exact in Energy alone.

Order is left out of account, and Power but for what can never be paid. Every play left costs what it costs when it is
cheapest, after as many plays as can be made at most; an effect on the next play that takes off Energy serves one play,
whichever, so that its Energy is added to what is there, or taken off the play that leaves it. What can then be chosen
is a knapsack in which each play has one of its ways or none; it is solved exactly for every set of plays that comes up,
and each set is built from one with a play less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from runepay.solver.plan.table import Table

MOST_ENERGY: Final = 120
"""More Energy than this is bounded by what everything left is worth."""


class _Whatever(Sequence[int]):
    """The same number whatever the Energy."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __len__(self) -> int:
        return 1

    def __getitem__(self, at: object) -> Any:  # noqa: ANN401 - as a sequence has it
        return self.number


class Bounds:
    """Bounds of the value, and of the Energy, that the plays left can come to.

    Parameters
    ----------
    table
        What plays cost.
    worths
        What each play is worth, without what is elected besides.
    most
        What each is worth at most.
    energy
        All Energy that there may ever be this turn, effects on the next play left out.
    """

    def __init__(self, table: Table, worths: Sequence[int], most: Sequence[int], energy: int) -> None:
        self.table = table
        self.helps = [0 if off is None else off for off in table.effects.offs]
        """What an effect takes off at most from a play whose cheapest way leaves it out."""
        self.size = energy + sum(self.helps) + 1
        self.limited = self.size <= MOST_ENERGY
        self.most = tuple(most)
        gives = [sum(self.helps[effect] for effect in table.effects.leaves[place]) for place in range(len(worths))]
        self.first = sum(self.helps[effect] for effect in table.effects.first)
        self.energy = energy + sum(self.helps[: len(table.given.start.once)])
        self.items: list[tuple[tuple[int, int], ...]] = []
        self._set([self._costs(place, worths[place], None) for place in range(len(worths))], gives)
        number = self._number()
        if number < len(worths):
            # What counts the plays made counts no more than can be made.
            self._set([self._costs(place, worths[place], max(number, 1) - 1) for place in range(len(worths))], gives)
        self.brings = any(self.more)
        self._rooms: dict[int, list[int]] = {0: [0] * self.size if self.limited else [0]}
        self._waiting: dict[int, int] = {0: 0}
        self._left: dict[int, tuple[Sequence[int], int]] = {}

    def _set(self, costs: Sequence[list[tuple[int, int]] | None], gives: Sequence[int]) -> None:
        """Note what plays cost at least; what one leaves for the next one is as good as costing so much less."""
        self.items = [
            tuple([(max(0, cost - gives[place]), worth) for cost, worth in one])
            if one is not None
            else ((0, self.most[place]),)
            for place, one in enumerate(costs)
        ]
        self.more = [
            0 if not gives[place] or one == [] else gives[place] if one is None else max(0, gives[place] - one[0][0])
            for place, one in enumerate(costs)
        ]

    def _costs(self, place: int, worth: int, before: int | None) -> list[tuple[int, int]] | None:
        """Give what a play can cost at least, cheapest first, each with what it is then worth; or that is unsure."""
        table = self.table
        found = table.prices.cheapest(place, before)
        if found is None:
            return None
        best: dict[int, int] = {}
        for one in found:
            if table.payable(one):
                best[one.energy] = max(best.get(one.energy, 0), worth + one.worth)
        items: list[tuple[int, int]] = []
        for cost in sorted(best):
            if not items or best[cost] > items[-1][1]:
                items.append((cost, best[cost]))
        return items

    def _number(self) -> int:
        """Give how many plays can be made at most."""
        left = self.energy + self.first + sum(self.more)
        number = 0
        for cost in sorted(one[0][0] for one in self.items if one):
            left -= cost
            if left < 0:
                break
            number += 1
        return number

    def waiting(self, effects: int) -> int:
        """Give the Energy that effects that wait take off at most."""
        known = self._waiting.get(effects)
        if known is None:
            known = self._waiting[effects] = sum(off for place, off in enumerate(self.helps) if effects >> place & 1)
        return known

    def left(self, left: int) -> tuple[Sequence[int], int]:
        """Give, by Energy, what the plays left are worth at most, and the Energy that they bring besides."""
        known = self._left.get(left)
        if known is None:
            more = sum(off for place, off in enumerate(self.more) if left >> place & 1) if self.brings else 0
            known = self._left[left] = self.room(left), more
        return known

    def room(self, left: int) -> Sequence[int]:
        """Give, by Energy, what the plays left are worth at most."""
        if not self.limited:
            return _Whatever(sum(most for place, most in enumerate(self.most) if left >> place & 1))
        room = self._rooms.get(left)
        return self._room(left) if room is None else room

    def _room(self, left: int) -> list[int]:
        """Build the knapsack of a set of plays: the most worth for every amount of Energy."""
        place = left.bit_length() - 1
        without = left & ~(1 << place)
        before = self._rooms.get(without)
        if before is None:
            before = self._room(without)
        room = before
        for cost, worth in self.items[place]:
            if cost < self.size:
                added = [value + worth for value in before[: self.size - cost]]
                tail = list(map(max, room[cost:], added))
                room = room[:cost] + tail
        self._rooms[left] = room
        return room
