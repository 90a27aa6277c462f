"""Whole turns paid by the fast lane: a turn is one payment of one cost, if everything is there in time.

What a turn costs at least is what it would cost if everything that comes were there from the beginning. The fast lane
gives that best payment; if each of its units is there before it is spent, it is the best payment of the turn. Otherwise
its values are a bound, and the complete lane decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from runepay.model.payment import Kind
from runepay.model.resources import DOMAINS, ENERGY, Tally, add_tallies, reach, size
from runepay.model.values import value_of
from runepay.solver.fast.greedy import Plan, Way, provable
from runepay.solver.fast.lane import spent_of, used
from runepay.solver.fast.lanes import MOST as MOST_PIPS
from runepay.solver.fast.stock import ADD, POOL, stock
from runepay.solver.fast.stock import Source as Units
from runepay.solver.plan.commit import Committed, Demand, Slot, Source
from runepay.solver.plan.flows import assigned
from runepay.solver.plan.option import Finished, Key
from runepay.solver.plan.table import Table

COMES: Final = 1_000_000
"""Places of what comes during the turn, behind every class of objects that is there from the beginning."""


class Swift:
    """Pays whole turns by the fast lane."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.plans: dict[tuple[Key, ...], Plan | None] = {}
        self.ways: dict[tuple[tuple[Key, ...], int, Tally], Way | None] = {}
        self.plan: Plan | None = None
        if table.given.now and provable(table.given.goal) and not table.supply.tagged and not table.supply.granting:
            self.question = replace(table.given.now[0], faults=(), ambush=None, protected=())
            had = stock(self.question)
            self.plan = None if had is None else Plan(had, table.given.goal)

    def _planned(self, keys: tuple[Key, ...]) -> Plan | None:
        """Give the plan of what there is together with what comes, or nothing if that is of another kind."""
        if not keys or self.plan is None:
            return self.plan
        if keys not in self.plans:
            self.plans[keys] = self._with(self.plan, keys)
        return self.plans[keys]

    def _with(self, plan: Plan, keys: tuple[Key, ...]) -> Plan | None:
        power, energy = list(plan.stock.power), list(plan.stock.energy)
        for number, key in enumerate(keys):
            producer, thing = self.table.adds.producers[key]
            if len(producer.gives) != 1 or producer.gives[0][1] != 1:
                return None
            ((kind, _),) = producer.gives
            lost = value_of(thing) if producer.kill else 0
            tapped = int(producer.exhaust and "unit" in thing.type)
            mask = 0 if kind[0] == ENERGY else reach(kind[0])
            (energy if kind[0] == ENERGY else power).append(Units(kind, mask, 1, ADD, lost, tapped, COMES + number))
        return Plan(replace(plan.stock, power=tuple(power), energy=tuple(energy)), self.table.given.goal)

    def _way(self, one: Finished, sources: Sequence[Source]) -> tuple[Plan, Way] | None:
        if any(self.table.given.plays[place].then.pool.model_fields_set for place in one.order):
            return None
        keys = tuple(sorted(source.key for source in sources[len(self.table.adds.begin) :]))
        plan = self._planned(keys)
        energy = sum(option.energy for option in one.options)
        pips = add_tallies(*(option.pips for option in one.options))
        if plan is None or size(pips) > MOST_PIPS:
            return None
        if (keys, energy, pips) not in self.ways:
            self.ways[keys, energy, pips] = plan.best(energy, pips)
        way = self.ways[keys, energy, pips]
        return None if way is None else (plan, way)

    def values(self, one: Finished, more: Mapping[str, int], sources: Sequence[Source]) -> tuple[int, ...] | None:
        """Give the goal's values of a sequence if everything is there in time; ``None`` if it is of another kind.

        What is added to criteria besides (``more``) is decided without the payment.
        """
        found = self._way(one, sources)
        if found is None:
            return None
        plan, way = found
        values = plan.values(way, sum(option.unelected for option in one.options))
        if not any(more.values()):
            return values
        criteria = self.table.given.goal.criteria
        return tuple(value + more.get(name, 0) for name, value in zip(criteria, values, strict=True))

    def committed(
        self, one: Finished, values: tuple[int, ...], sources: Sequence[Source], demands: Sequence[Demand]
    ) -> Committed | None:
        """Give what is used and spent, or ``None`` if not all of it is there in time."""
        found = self._way(one, sources)
        assert found is not None  # noqa: S101 - asked for only after values were given
        plan, way = found
        had = plan.stock
        comes = dict(enumerate(sources[len(self.table.adds.begin) :]))
        place = {source.key: at for at, source in comes.items()}
        keys = tuple(sorted(place))
        if comes:
            way = self._earlier(plan, way)
        ids = {self.question.objects[index].id for _, index in used(had, way)}
        flags = [source.thing.id in ids for source in sources[: len(self.table.adds.begin)]] + [False] * len(comes)
        for units, number in (*zip(had.power, way.power, strict=True), *zip(had.energy, way.energy, strict=True)):
            if number and units.place >= COMES:
                flags[len(self.table.adds.begin) + place[keys[units.place - COMES]]] = True
        if not comes:
            spent: tuple[dict[Slot, int], ...] = ({(kind, 0): n for kind, n in spent_of(had, way).items()},)
            spent = spent if one.order else ()
        else:
            shared = self._shared(plan, way, sources, flags, demands)
            if shared is None:
                return None
            spent = shared
        return Committed(
            values,
            (),
            dict(zip(DOMAINS, way.exhausts, strict=True)),
            dict(zip(DOMAINS, way.recycles, strict=True)),
            tuple(flags),
            spent,
        )

    @staticmethod
    def _earlier(plan: Plan, way: Way) -> Way:
        """Let ready runes give Energy instead of what comes later, as far as no criterion tells them apart."""
        had = plan.stock
        energy, exhausts = list(way.energy), list(way.exhausts)
        for at, units in enumerate(had.energy):
            if units.place < COMES or not energy[at] or units.loss or units.tapped:
                continue
            for domain, (ready, _) in enumerate(had.runes):
                if exhausts[domain] < ready:
                    exhausts[domain] += 1
                    energy[at] -= 1
                    break
        changed = Way(way.power, energy, way.recycles, exhausts, way.ready_recycled, way.owed)
        return changed if plan.values(changed) == plan.values(way) else way

    def _shared(
        self, plan: Plan, way: Way, sources: Sequence[Source], flags: Sequence[bool], demands: Sequence[Demand]
    ) -> tuple[dict[Slot, int], ...] | None:
        """Share out the units among the demands, each from what is there by then."""
        # How much Power of each kind is spent is decided: what else floats must not stand in for it.
        slots: dict[Slot, int] = {((ENERGY, ""), 0): plan.stock.floating}
        for units, number in zip(plan.stock.power, way.power, strict=True):
            if number and units.made == POOL:
                slots[units.kind, 0] = number

        def put(kind: Kind, moment: int, number: int) -> None:
            slots[kind, moment] = slots.get((kind, moment), 0) + number

        for domain, exhausts, recycles in zip(DOMAINS, way.exhausts, way.recycles, strict=True):
            put((ENERGY, ""), 0, exhausts)
            put((domain, ""), 0, recycles)
        for source, flag in zip(sources, flags, strict=True):
            if flag:
                for kind, number in source.producer.gives:
                    put(kind, source.moment, number)
        names = [slot for slot, number in slots.items() if number]
        owner: list[int] = []
        wanted: list[int] = []
        fits: list[list[int]] = []
        for place, one in enumerate(demands):
            able = [at for at, (_, moment) in enumerate(names) if moment <= one.moment]
            for mask, number in ((0, one.energy), *one.pips):
                if number:
                    owner.append(place)
                    wanted.append(number)
                    fits.append([at for at in able if _serves(names[at][0][0], mask)])
        flow = assigned([slots[name] for name in names], wanted, fits)
        if flow is None:
            return None
        spent: list[dict[Slot, int]] = [{} for _ in demands]
        for at, shares in enumerate(flow):
            for demand, taken in shares.items():
                into = spent[owner[demand]]
                into[names[at]] = into.get(names[at], 0) + taken
        return tuple(spent)


def _serves(what: str, mask: int) -> bool:
    """Tell whether a unit pays Energy (no mask), or a pip."""
    return (what == ENERGY) if not mask else (what != ENERGY and bool(reach(what) & mask))
