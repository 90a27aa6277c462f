"""Whole turns in which nothing arrives, paid by the fast lane: they are one payment of one cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runepay.model.objects import Object
from runepay.model.payment import Kind
from runepay.model.resources import DOMAINS, Tally, add_tallies, size
from runepay.model.values import value_of
from runepay.solver.fast.greedy import Plan, Way, provable
from runepay.solver.fast.lane import spent_of, used
from runepay.solver.fast.lanes import MOST as MOST_PIPS
from runepay.solver.fast.stock import stock
from runepay.solver.plan.commit import Committed
from runepay.solver.plan.table import Finished, Table


class Swift:
    """Pays whole turns without arrivals by the fast lane: they are one payment of one cost."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.plan: Plan | None = None
        self.ways: dict[tuple[int, Tally], Way | None] = {}
        if table.now and provable(table.goal):
            self.question = replace(table.now[0], faults=(), ambush=None, protected=())
            had = stock(self.question)
            self.plan = None if had is None else Plan(had, table.goal)

    def _owed(self, one: Finished) -> tuple[int, Tally]:
        return sum(option.energy for option in one.options), add_tallies(*(option.pips for option in one.options))

    def values(self, one: Finished, lost: Sequence[Object]) -> tuple[int, ...] | None:
        """Give the goal's values of a sequence, or ``None`` where something arrives on the way."""
        if self.plan is None or any(option.adds for option in one.options):
            return None
        if any(self.table.arrives[place] or self.table.plays[place].then.pool.model_fields_set for place in one.order):
            return None
        owed = self._owed(one)
        if size(owed[1]) > MOST_PIPS:
            return None
        if owed not in self.ways:
            self.ways[owed] = self.plan.best(*owed)
        way = self.ways[owed]
        if way is None:
            return None
        values = self.plan.values(way, sum(option.unelected for option in one.options))
        if not lost:
            return values
        more = {"losses": sum(value_of(card) for card in lost), "steps": len(lost)}
        return tuple(
            value + more.get(name, 0) for name, value in zip(self.table.goal.criteria, values, strict=True)
        )

    def committed(self, one: Finished, values: tuple[int, ...]) -> Committed:
        """Give what is used and spent."""
        assert self.plan is not None  # noqa: S101 - asked for only after values were given
        had, way = self.plan.stock, self.ways[self._owed(one)]
        assert way is not None  # noqa: S101 - the same
        ids = {self.question.objects[index].id for _, index in used(had, way)}
        spent: dict[tuple[Kind, int], int] = {(kind, 0): number for kind, number in spent_of(had, way).items()}
        return Committed(
            values,
            (),
            dict(zip(DOMAINS, way.exhausts, strict=True)),
            dict(zip(DOMAINS, way.recycles, strict=True)),
            tuple(key[0] in ids for key in self.table.begin_keys),
            (spent,) if one.order else (),
        )
