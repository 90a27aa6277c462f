"""What sequences of plays are told apart by, in one number: worth first, then what they owe.

Of two sequences that are worth as much, the default goal prefers the one that recycles fewer runes, if neither loses
anything, and then the one that owes less. Both are bounded as worth is: pips that no Power of another kind can pay are
recycled for, and what is owed adds up. So the quick search leaves out not only what is worth less than the best found,
but most of what is worth as much and cannot be cheaper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from runepay.solver.plan.option import Key, Option

PIP: Final = 1 << 14
"""Pips, as they weigh against what is owed; a turn that owes more of either is ranked by worth alone."""

WORTH: Final = 1 << 30
"""Worth, as it weighs against pips."""

Way = tuple[Option, int, int, int, int, int, int, tuple[Key, ...]]
"""A way to make a play with what the search asks of it: Energy, Power as lanes, rank, elections left out, discards,
objects killed or exhausted, and Adds that came by then."""


class Ranking(NamedTuple):
    """Weights of worth, of a pip, and of whatever is owed.

    Examples
    --------
    >>> Ranking(1, 0, 0).worth_of(7)
    7
    """

    worth: int = 1
    pip: int = 0
    owed: int = 0

    def owes(self, option: Option) -> int:
        """Give what a way adds to the rank of a sequence, apart from what the play itself is worth."""
        if not self.owed:
            return option.worth
        pips = sum(number for _, number in option.pips)
        return option.worth * self.worth - pips * (self.pip + self.owed) - option.energy * self.owed

    def worth_of(self, rank: int) -> int:
        """Give the worth that stands in a rank; in a bound of ranks it is a bound of worths."""
        return (rank + self.worth // 2) // self.worth

    def last(self, worth: int) -> int:
        """Give the highest rank that stands for a worth."""
        return worth * self.worth + (self.worth - 1) // 2

    def least(self, worth: int, values: Sequence[int] | None, free: int) -> int:
        """Give the rank of the worst sequence that may be better than one found.

        Parameters
        ----------
        worth
            What the one found is worth.
        values
            What it comes to by the default goal; nothing if that is not known.
        free
            Power that there is without recycling.
        """
        if not self.owed:
            return worth
        nothing = (worth * self.worth) - self.worth // 2
        if values is None or values[0]:
            return nothing
        _, recycles, tapped, owed, *_ = values
        pips = free + recycles
        if tapped:
            owed = self.pip - 1
        return max(nothing, worth * self.worth - pips * self.pip - owed * self.owed)
