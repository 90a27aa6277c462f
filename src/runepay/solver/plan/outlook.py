"""What may still come of a set of plays made: how sequences are told apart, and bounds of that."""

from __future__ import annotations

from collections.abc import Sequence

from runepay.solver.plan.bounds import Bounds
from runepay.solver.plan.option import Option, effective
from runepay.solver.plan.ranking import PIP, WORTH, Ranking, Way
from runepay.solver.plan.table import Table


class Outlook:
    """Ranks of plays, and the most that the plays left can add to a rank.

    Parameters
    ----------
    table
        What plays cost and bring.
    needed
        Plays that must be made, as bits.
    whole
        Whether ways to the same plays can be compared by all that they came to; what is owed tells sequences apart only
        then.

    Attributes
    ----------
    worths, most
        What each play is worth, without and with all that may be elected besides.
    ranking, ranks
        How sequences are told apart, and what each play adds to that, without elections and what it owes.
    offset
        What the plays that are needed are counted worth besides. Every sequence that is looked for makes them all, so
        that it changes nothing but where is looked first.
    energy
        All Energy that there may be this turn, effects on the next play left out.
    bounded
        Whether the knapsack (``bounds``) bounds what the plays left can add.
    """

    def __init__(self, table: Table, needed: int, *, whole: bool) -> None:
        given, adds, supply = table.given, table.adds, table.supply
        self.table = table
        self.full = (1 << len(given.plays)) - 1
        self.worths = [effective(play, card, given.mode) for play, card in zip(given.plays, given.cards, strict=True)]
        self.most = [
            worth + (sum(play.worth.values()) if given.mode == "best" else 0)
            for worth, play in zip(self.worths, given.plays, strict=True)
        ]
        floats = [play.then.pool for play in given.plays if play.then.pool.model_fields_set]
        self.energy = supply.energy + adds.energy_of(key for key in adds.producers if key not in adds.begin)
        self.energy += sum(pool.energy for pool in floats)
        later = floats or any(add.when for thing in given.objects if not thing.whose for add in thing.adds)
        self.bounded = not (later or supply.tagged)
        self.cards = table.counting.raising[0]
        self.ranking = self._ranking() if whole else Ranking()
        bonus = 1 + sum(self.most) if self.ranking.owed else 0
        self.offset = bonus * needed.bit_count()
        self.ranks = [
            (worth + bonus * (needed >> place & 1)) * self.ranking.worth
            + self.ranking.pip * (table.seals.mask >> place & 1)
            for place, worth in enumerate(self.worths)
        ]
        self.highest = [
            rank + (most - worth) * self.ranking.worth
            for rank, most, worth in zip(self.ranks, self.most, self.worths, strict=True)
        ]
        self.bounds = Bounds(table, self.ranking, self.ranks, self.highest, self.energy)
        self._ways: dict[int, tuple[tuple[Option, ...], list[Way]]] = {}

    def _ranking(self) -> Ranking:
        """Decide whether what is owed tells sequences apart: if it adds up, and nothing is lost for costs before."""
        table, supply = self.table, self.table.supply
        power = sum(map(sum, supply.start.runes.values())) + sum(number for _, number in supply.units)
        most = (power + self.energy + 1) * (len(self.worths) + 1)
        losing = table.lines.discarding or table.lines.kind is not None
        return Ranking() if supply.flowing or losing or most >= PIP else Ranking(WORTH, PIP, 1)

    def left(self, made: int) -> int:
        """Give the plays that may still be made, as bits: Seals come first, and in order what hangs on no order."""
        left = self.full & ~made
        seals = self.table.seals.mask
        inner = made & ~seals
        if inner:
            left &= ~seals
            if not self.table.ordered:
                left &= -1 << inner.bit_length()
        elif made:
            left &= ~seals | -1 << made.bit_length()
        return left

    def counted(self, left: int, made: int, effects: int) -> tuple[int, int]:
        """Give the Energy that counts for the plays left besides what is unspent, and what of it effects take off."""
        bounds = self.bounds
        off = bounds.waiting(effects, left) if effects else 0
        if bounds.first and not made & self.cards:
            off += bounds.first
        return bounds.left(left)[1] + off, off

    def most_after(self, made: int, spent: int, effects: int) -> int:
        """Give the rank that whatever was not made can add at most, in any order."""
        left = self.full & ~made
        if not self.bounded:
            return sum(most for place, most in enumerate(self.highest) if left >> place & 1)
        more, off = self.counted(left, made, effects)
        return self.bounds.room(left)[self.energy - spent + more] + off * self.ranking.owed

    def room(self, made: int, effects: int, left: int) -> tuple[Sequence[int] | None, int, int]:
        """Give the rank that the plays left can add at most: by Energy, all that there may be of it, and the rest."""
        if not self.bounded:
            return None, self.energy, self.most_after(made, 0, 0)
        more, off = self.counted(left, made, effects)
        return self.bounds.room(left), self.energy + more, off * self.ranking.owed

    def worth_of(self, rank: int) -> int:
        """Give the worth that stands in a rank."""
        return self.ranking.worth_of(rank) - self.offset

    def ways(self, options: tuple[Option, ...]) -> list[Way]:
        """Give ways to make a play, each with what the search asks of it."""
        known = self._ways.get(id(options))
        if known is None:
            # The options are kept beside, so that no others are ever where they are.
            owes = self.ranking.owes
            ways: list[Way] = [
                (one, one.energy, one.packed, owes(one), one.unelected, one.discards, one.acts, one.adds)
                for one in options
            ]
            known = self._ways[id(options)] = options, ways
        return known[1]
