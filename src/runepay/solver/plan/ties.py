"""Ways to go on that may at most come to the same as what was found: whether they all end where something has ended.

Where no way from a set of plays can beat the best sequence found, but some might come to as much, every such way makes
plays that the bound's knapsack chooses, each at its cheapest. Those few choices tell which plays are made at the end
and what is owed; if sequences that end like that were paid for already, with no fewer elections, there is nothing left
to look for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from runepay.solver.plan.nodes import Node
from runepay.solver.plan.outlook import Outlook
from runepay.solver.plan.table import Table

MOST: Final = 8
"""More choices than this are looked at one after another, as ways to go on are."""


class Choice(NamedTuple):
    """Plays that the knapsack may choose, and what they owe together: Energy, Power as lanes, elections left out."""

    made: int
    energy: int
    packed: int
    unelected: int


class Ties:
    """What the best sequences found end with.

    Parameters
    ----------
    table, outlook
        What plays cost, and what may come of them at most.
    needed, twins
        Plays that must be made, as bits; and for each play the equal one that is made before it, if there is one.
    """

    def __init__(self, table: Table, outlook: Outlook, needed: int, twins: Sequence[int]) -> None:
        self.outlook = outlook
        self.bounds = bounds = outlook.bounds
        self.needed = needed
        self.twins = [(1 << place, twin) for place, twin in enumerate(twins) if twin]
        self.ended: dict[tuple[int, int, int], int] = {}
        """Plays made, Power and Energy of sequences that were paid for, and the fewest elections left out."""
        self._choices: dict[tuple[int, int], tuple[Choice, ...] | None] = {}
        conditional = any(add.when for one in table.given.objects for add in one.adds)
        self.sure = (
            bool(outlook.ranking.owed)
            and outlook.bounded
            and bounds.limited
            and not (conditional or table.adds.conditional or table.lines.discarding or table.lines.kind)
        )

    def end(self, node: Node) -> None:
        """Note that a sequence was paid for as cheaply as what it owes can be."""
        key = node.mask, node.packed, node.spent
        self.ended[key] = min(self.ended.get(key, node.unelected), node.unelected)

    def covers(self, node: Node) -> bool:
        """Tell whether every way to go on that comes to the bound ends as one that was paid for."""
        if not (self.sure and self.ended):
            return False
        left = self.outlook.left(node.mask)
        more, off = self.outlook.counted(left, node.mask, node.effects)
        energy = self.outlook.energy - node.spent + more
        key = left, energy
        if key not in self._choices:
            found = list(islice(self._chosen(left, energy, self.bounds.room(left)[energy]), MOST + 1))
            sure = [one for one in found if one is not None]
            self._choices[key] = tuple(sure) if len(sure) == len(found) <= MOST else None
        choices = self._choices[key]
        if choices is None:
            return False
        mask, ended = node.mask, self.ended
        for made, owed, packed, unelected in choices:
            whole = mask | made
            if whole & self.needed != self.needed:
                continue
            if self.twins and any(whole & one and not whole & twin for one, twin in self.twins):
                continue  # With the other of the two it is chosen as well.
            before = ended.get((whole, node.packed + packed, node.spent + owed - off))
            if before is None or before > node.unelected + unelected:
                return False
        return True

    def _chosen(self, left: int, energy: int, target: int) -> Iterator[Choice | None]:
        """Give what the knapsack may choose to come to so much; ``None`` where a play's cost is not sure."""
        if not left:
            yield Choice(0, 0, 0, 0)
            return
        bounds = self.bounds
        place = left.bit_length() - 1
        bit = 1 << place
        without = left & ~bit
        room = bounds.room(without)
        if room[energy] == target:
            yield from self._chosen(without, energy, target)
        for cost, rank in bounds.items[place]:
            if cost > energy or room[energy - cost] + rank != target:
                continue
            ways = bounds.ways[place].get(rank)
            for one in self._chosen(without, energy - cost, target - rank):
                if one is None or ways is None:
                    yield None
                    return
                for owed, packed, unelected in ways:
                    yield Choice(
                        one.made | bit, one.energy + owed, one.packed + packed, one.unelected + unelected
                    )
