"""What the quick search remembers of the ways to each set of plays, so that what cannot be better is left out."""

from __future__ import annotations

from typing import Final

from runepay.model.goals import THRIFTY
from runepay.solver.plan.option import Key
from runepay.solver.plan.table import Table

HELP: Final = 16
"""Bits of a lane that holds how much Energy effects on the next play take off."""

Way = tuple[int, int, int, int, int, int, tuple[object, ...], tuple[int, ...]]
"""What a way to a set of plays came to: worth, Energy, Energy off, Power as lanes, elections left out, discards, and
what came that gives Energy, with how much must be owed until it does not matter when (``due``)."""

Plays = tuple[int, int, tuple[int, ...], frozenset[Key]]
"""Plays made, effects that wait for the next one, what costs took, and the Adds that came."""


def due(dues: tuple[int, ...], spent: int, energy: int) -> tuple[int, ...]:
    """Note that something came that gives so much Energy, when so much was owed.

    What was owed until then is paid from the beginning and from what came before. Once as much more is owed as this and
    whatever came later give, the end asks for that anyway, and it does not matter any more when this came.
    """
    return (*[one + energy for one in dues], spent + energy)


def timed(came: tuple[object, ...], dues: tuple[int, ...], spent: int) -> object:
    """Give what came and when, as far as it still matters where so much is owed."""
    return (came, dues) if dues and max(dues) > spent else ()


def in_time(
    others: tuple[object, ...], theirs: tuple[int, ...], came: tuple[object, ...], dues: tuple[int, ...], spent: int
) -> bool:
    """Tell whether what came another way pays, in time, for whatever it pays this way, where so much is owed."""
    if max(theirs) <= spent:
        return True
    return others == came and all(one <= spent or one <= mine for one, mine in zip(theirs, dues, strict=True))


class Dominance:
    """Which ways to a set of plays another makes pointless.

    Attributes
    ----------
    whole
        Whether a way can be compared by all that it came to (``beaten``), and not only with one that came to the same
        (``known``). The goal must be the default one, which counts everything owed, and no cost may grow.
    """

    def __init__(self, table: Table, *, wishing: bool) -> None:
        self.guard = table.supply.guard
        self.offs = table.effects.offs
        criteria = table.given.goal.criteria
        self.eaten_by = [
            sum(1 << place for place, eats in enumerate(table.effects.eats) if eats >> effect & 1)
            for effect in range(len(table.effects.all))
        ]
        self.helps = sum(1 << (HELP * lane + HELP - 1) for lane in range(len(table.effects.all)))
        off = sum(one or 0 for one in table.effects.offs)
        self.whole = not wishing and criteria == THRIFTY and all(table.counting.grows) and off < 1 << (HELP - 1)
        self.exact = "spend-at-least" not in " ".join(criteria)
        self.least: dict[tuple[object, ...], int] = {}
        self.ways: dict[Plays, list[Way]] = {}
        self.waits: dict[tuple[int, int], tuple[int, int]] = {}
        self.reached: dict[int, dict[int, int]] = {}

    def known(self, way: tuple[object, ...], spent: int) -> bool:
        """Tell whether another way to the same plays came to the same with no more Energy; if not, remember this."""
        seen = (way, 0 if self.exact else spent)
        before = self.least.get(seen)
        if before is not None and before <= spent:
            return True
        self.least[seen] = spent
        return False

    def beaten(self, plays: Plays, way: Way) -> bool:
        """Tell whether another way to the same plays is as good whatever follows; if not, remember this one.

        With the default goal it is enough that the other is worth as much, owes no more Energy, has pips that can be
        paid wherever these can, and leaves as much on the next play: what is owed beyond is paid for by some criterion.
        What comes must not come too late for Energy that it pays here (``due``).
        """
        bucket = self.ways.get(plays)
        if bucket is None:
            self.ways[plays] = [way]
            return False
        worth, spent, helped, packed, unelected, gone, came, dues = way
        guard, helps = self.guard, self.helps
        room = packed + guard
        for value, energy, help_, lanes, missed, lost, others, theirs in bucket:
            if (
                value >= worth
                and energy <= spent
                and lost <= gone
                and (help_ == helped or (help_ + helps - helped) & helps == helps)
                and (lanes == packed or (room - lanes) & guard == guard)
                and (missed <= unelected or value > worth or energy < spent or lost < gone)
                and (not theirs or in_time(others, theirs, came, dues, spent))
            ):
                return True
        bucket.append(way)
        return False

    def waiting(self, left: int, effects: int) -> tuple[int, int]:
        """Give what waits for the plays left: effects as bits, and Energy off as lanes, one for the same plays."""
        known = self.waits.get((left, effects))
        if known is None:
            lanes = self.reached.get(left)
            if lanes is None:
                lanes = self.reached[left] = {}
            fixed = helped = 0
            for number, off in enumerate(self.offs):
                if not effects >> number & 1:
                    continue
                reached = left & self.eaten_by[number]
                if reached and off is None:
                    fixed |= 1 << number
                elif reached and off is not None:
                    lane = lanes.setdefault(reached, len(lanes))
                    helped += off << (HELP * lane)
            known = self.waits[left, effects] = fixed, helped
        return known
