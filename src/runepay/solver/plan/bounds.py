"""How much the plays left can add to the rank of a sequence at most: the bound of the quick search, exact in Energy.

Order is left out of account, and Power but for what can never be paid. Every play left costs what it costs when it is
cheapest, after as many plays as can be made at most; an effect on the next play that takes off Energy serves one play,
whichever, so that its Energy is added to what is there, or taken off what the play that leaves it costs and owes. What
can then be chosen is a knapsack in which each play has one of its ways or none; it is solved exactly for every set of
plays that comes up, and each set is built from one with a play less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from runepay.solver.plan.ranking import Ranking
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
    """Bounds of what the plays left can add to a rank, and of the Energy that they bring.

    Parameters
    ----------
    table
        What plays cost.
    ranking
        How sequences of plays are told apart.
    ranks
        What each play adds to that, without what is elected besides and what it owes.
    most
        What each adds at most.
    energy
        All Energy that there may ever be this turn, effects on the next play left out.
    """

    def __init__(
        self, table: Table, ranking: Ranking, ranks: Sequence[int], most: Sequence[int], energy: int
    ) -> None:
        self.table = table
        self.ranking = ranking
        self.helps = [0 if off is None else off for off in table.effects.offs]
        """What an effect takes off at most from a play whose cheapest way leaves it out."""
        eats = table.effects.eats
        self.eaten_by = [
            sum(1 << place for place, eaten in enumerate(eats) if eaten >> effect & 1)
            for effect in range(len(self.helps))
        ]
        self.size = energy + sum(self.helps) + 1
        self.limited = self.size <= MOST_ENERGY
        self.most = tuple(most)
        gives = [sum(self.helps[effect] for effect in table.effects.leaves[place]) for place in range(len(ranks))]
        self.first = sum(self.helps[effect] for effect in table.effects.first)
        self.energy = energy + sum(self.helps[: len(table.given.start.once)])
        self.items: list[tuple[tuple[int, int], ...]] = []
        self.ways: list[dict[int, list[tuple[int, int, int]]]] = []
        """By play, for each rank that it may add: the Energy owed, less what it leaves for the next one, Power as
        lanes, and the fewest elections left out with these."""
        self._found: list[dict[int, dict[tuple[int, int], int]]] = [{} for _ in ranks]
        self._set([self._costs(place, ranks[place], None) for place in range(len(ranks))], gives)
        number = self._number()
        if number < len(ranks):
            # What counts the plays made counts no more than can be made.
            self._set([self._costs(place, ranks[place], max(number, 1) - 1) for place in range(len(ranks))], gives)
        self.brings = any(self.more)
        self._rooms: dict[int, list[int]] = {0: [0] * self.size if self.limited else [0]}
        self._waiting: dict[tuple[int, int], int] = {}
        self._left: dict[int, tuple[Sequence[int], int]] = {}

    def _set(self, costs: Sequence[list[tuple[int, int]] | None], gives: Sequence[int]) -> None:
        """Note what plays cost at least; what one leaves for the next one is as good as costing so much less."""
        owed = self.ranking.owed
        self.ways = [
            {
                rank + gives[place] * owed: [
                    (energy - gives[place], packed, missed) for (energy, packed), missed in found.items()
                ]
                for rank, found in ways.items()
            }
            for place, ways in enumerate(self._found)
        ]
        self.items = [
            tuple([(max(0, cost - gives[place]), rank + gives[place] * owed) for cost, rank in one])
            if one is not None
            else ((0, self.most[place] + gives[place] * owed),)
            for place, one in enumerate(costs)
        ]
        self.more = [
            0 if not gives[place] or one == [] else gives[place] if one is None else max(0, gives[place] - one[0][0])
            for place, one in enumerate(costs)
        ]

    def _costs(self, place: int, rank: int, before: int | None) -> list[tuple[int, int]] | None:
        """Give what a play can cost at least, cheapest first, each with what it then adds; or that is unsure."""
        table = self.table
        found = table.prices.cheapest(place, before)
        if found is None:
            return None
        best: dict[int, int] = {}
        ways: dict[int, dict[tuple[int, int], int]] = {}
        for one in found:
            if table.payable(one):
                reached = rank + self.ranking.owes(one)
                best[one.energy] = max(best.get(one.energy, reached), reached)
                same = ways.setdefault(reached, {})
                key = one.energy, one.packed
                same[key] = min(same.get(key, one.unelected), one.unelected)
        self._found[place] = ways
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

    def waiting(self, effects: int, left: int) -> int:
        """Give the Energy that effects that wait take off at most from the plays left."""
        known = self._waiting.get((effects, left))
        if known is None:
            known = self._waiting[effects, left] = sum(
                off for place, off in enumerate(self.helps) if effects >> place & 1 and self.eaten_by[place] & left
            )
        return known

    def left(self, left: int) -> tuple[Sequence[int], int]:
        """Give, by Energy, what the plays left add at most, and the Energy that they bring besides."""
        known = self._left.get(left)
        if known is None:
            more = sum(off for place, off in enumerate(self.more) if left >> place & 1) if self.brings else 0
            known = self._left[left] = self.room(left), more
        return known

    def room(self, left: int) -> Sequence[int]:
        """Give, by Energy, what the plays left add at most."""
        if not self.limited:
            return _Whatever(sum(most for place, most in enumerate(self.most) if left >> place & 1))
        room = self._rooms.get(left)
        return self._room(left) if room is None else room

    def _room(self, left: int) -> list[int]:
        """Build the knapsack of a set of plays: the most that they add for every amount of Energy."""
        place = left.bit_length() - 1
        without = left & ~(1 << place)
        before = self._rooms.get(without)
        if before is None:
            before = self._room(without)
        room = before
        for cost, rank in self.items[place]:
            # This is asked for more often than anything else of the bound.
            pairs = zip(room[cost:], before, strict=False)
            room = [*room[:cost], *[one if one > (made := other + rank) else made for one, other in pairs]]
        self._rooms[left] = room
        return room
