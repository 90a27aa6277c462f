"""Whether a sequence of plays can be paid where lanes alone do not tell: what arrives in time, and what it may pay.

That is so where Power arrives during the turn, an effect floats it, or a resource is restricted.
"""

from __future__ import annotations

from runepay.model.payment import Kind
from runepay.model.resources import ENERGY, reach
from runepay.solver.plan.arrivals import arrivals, demanded
from runepay.solver.plan.flows import served
from runepay.solver.plan.nodes import Groups
from runepay.solver.plan.option import Key, Option
from runepay.solver.plan.table import Table


class Transport:
    """Paying as a transport problem: each demand from what is there in time and fits."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.supply, self.producers, self.plays = table.supply, table.adds.producers, table.given.plays
        self.floats = any(play.then.pool.model_fields_set for play in self.plays)
        self.lanes: dict[frozenset[Key], int] = {}

    def grouped(self, groups: Groups, option: Option, known: frozenset[Key], order: tuple[int, ...]) -> Groups:
        """Count what a play owes with what is owed at the same moment for the same purpose."""
        moment = len(known) + (
            sum(bool(self.plays[one].then.pool.model_fields_set) for one in order) if self.floats else 0
        )
        fits = option.fits if self.supply.tagged else None
        for number, one in enumerate(groups):
            if one[0] == moment and one[1] == fits:
                joined = (moment, fits, one[2] + option.energy, one[3] + option.packed)
                return (*groups[:number], joined, *groups[number + 1 :])
        return (*groups, (moment, fits, option.energy, option.packed))

    def by_lanes(self, spent: int, energy: int, packed: int, known: frozenset[Key]) -> bool | None:
        """Tell by the lanes alone whether all can be paid, or that they leave that open.

        What can be paid without what arrived can be paid; what cannot be paid with it cannot.
        """
        there = self.supply
        if there.tagged or self.floats:
            return None
        if spent > energy:
            return False
        guard = there.guard
        if (there.lanes - packed) & guard == guard:
            return True
        lanes = self.lanes.get(known)
        if lanes is None:
            lanes = there.lanes
            for key in known:
                for (what, _), number in self.producers[key][0].gives:
                    if what != ENERGY:
                        lanes += there.meet[reach(what)] * number
            self.lanes[known] = lanes
        return None if (lanes - packed) & guard == guard else False

    def served(self, order: tuple[int, ...], options: tuple[Option, ...]) -> bool:
        """Tell whether all demands can be paid, each from what is there in time and fits."""
        sources, granted, moments = arrivals(self.table, order, options)
        demands, _ = demanded(self.table, moments, options)
        slots: dict[tuple[Kind, int], int] = dict(granted)
        begin = self.supply.start
        for kind, number in begin.pool.items():
            slots[kind, 0] = slots.get((kind, 0), 0) + number
        for domain, (ready, exhausted) in begin.runes.items():
            slots[(domain, ""), 0] = slots.get(((domain, ""), 0), 0) + ready + exhausted
            slots[(ENERGY, ""), 0] = slots.get(((ENERGY, ""), 0), 0) + ready
        for source in sources:
            for kind, number in source.producer.gives:
                slots[kind, source.moment] = slots.get((kind, source.moment), 0) + number
        names = list(slots)
        units = [slots[name] for name in names]
        wanted: list[int] = []
        fits: list[list[int]] = []
        for one in demands:
            can = [place for place, ((_, tag), moment) in enumerate(names) if moment <= one.moment and tag in one.fits]
            if one.energy:
                wanted.append(one.energy)
                fits.append([place for place in can if names[place][0][0] == ENERGY])
            for mask, number in one.pips:
                wanted.append(number)
                fits.append(
                    [place for place in can if names[place][0][0] != ENERGY and reach(names[place][0][0]) & mask]
                )
        return served(units, wanted, fits) == sum(wanted)
