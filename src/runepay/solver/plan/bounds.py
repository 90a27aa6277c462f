"""How much the plays left can be worth at most: the bound of the quick search, exact in Energy alone.

Order is left out of account, and so is Power. Every play left costs what it costs when it is cheapest; an effect on the
next play that takes off Energy serves one play, whichever, so that its Energy is added to what is there. What can then
be chosen is a knapsack in which each play has one of its ways or none; it is solved exactly for every set of plays that
comes up, and each set is built from one with a play less.
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
        self.items: list[tuple[tuple[int, int], ...]] = []
        self.least: list[int] = []
        for place in range(len(worths)):
            found = table.cheapest(place)
            if not found:
                self.items.append(((0, most[place]),))
                self.least.append(0)
                continue
            best: dict[int, int] = {}
            for one in found:
                best[one.energy] = max(best.get(one.energy, 0), worths[place] + one.worth)
            items: list[tuple[int, int]] = []
            for cost in sorted(best):
                if not items or best[cost] > items[-1][1]:
                    items.append((cost, best[cost]))
            self.items.append(tuple(items))
            self.least.append(items[0][0] if items else 0)
        self.helps = [0 if off is None else off for off in table.offs]
        """What an effect takes off at most from a play whose cheapest way leaves it out."""
        self.size = energy + sum(self.helps) + 1
        self.gives = [sum(self.helps[effect] for effect in table.leaves[place]) for place in range(len(worths))]
        self.first = sum(self.helps[effect] for effect in table.first)
        self.limited = self.size <= MOST_ENERGY
        self.most = tuple(most)
        self._rooms: dict[int, list[int]] = {0: [0] * self.size if self.limited else [0]}
        self._waiting: dict[int, int] = {}
        self._coming: dict[int, int] = {}

    def help(self, effects: int, left: int, *, first: bool) -> int:
        """Give the Energy that effects take off at most: those that wait, and those that the plays left leave."""
        waiting = self._waiting.get(effects)
        if waiting is None:
            waiting = sum(off for place, off in enumerate(self.helps) if effects >> place & 1)
            self._waiting[effects] = waiting
        coming = self._coming.get(left)
        if coming is None:
            coming = sum(off for place, off in enumerate(self.gives) if left >> place & 1)
            self._coming[left] = coming
        return waiting + coming + (self.first if first else 0)

    def worth(self, left: int, energy: int) -> int:
        """Give what the plays left, as bits, are worth at most with so much Energy."""
        return self.room(left)[energy]

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
