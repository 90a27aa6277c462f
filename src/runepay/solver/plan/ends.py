"""The ends of the quick search: the sequences that are worth most, and the best payment among all of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from runepay.model.goals import THRIFTY
from runepay.model.resources import ENERGY, Tally, add_tallies, reach, size
from runepay.solver.plan.arrivals import arrivals, demanded
from runepay.solver.plan.commit import Committed, Demand, Source, Wish, commit
from runepay.solver.plan.dominance import timed
from runepay.solver.plan.flows import served
from runepay.solver.plan.nodes import Node
from runepay.solver.plan.option import Finished, Option
from runepay.solver.plan.outlook import Outlook
from runepay.solver.plan.spare import Spare
from runepay.solver.plan.swift import Swift
from runepay.solver.plan.table import Table
from runepay.solver.plan.ties import Ties
from runepay.solver.plan.wishes import Wishes
from runepay.solver.stopping import ended


@dataclass(slots=True)
class Found:
    """What the quick search found."""

    best: Finished | None = None
    value: int = 0
    values: tuple[int, ...] = ()
    committed: Committed | None = None
    complete: bool = True
    settled: bool = True
    """Whether every sequence that is worth most was paid for."""
    bound: int = 0
    nodes: int = 0
    demands: list[Demand] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    places: tuple[int, ...] = ()


class Ends:
    """The sequences that are worth most so far.

    Attributes
    ----------
    value
        What they are worth; -1 where there is none yet.
    least, last
        The rank of the worst sequence that may be as good, and of the best one that is worth no more.
    open
        Sequences that are worth most so far, whose cost was not looked at.
    """

    def __init__(self, table: Table, spare: Spare, wishes: Wishes | None, outlook: Outlook, ties: Ties) -> None:
        self.table = table
        self.spare = spare
        self.wishes = wishes
        self.outlook = outlook
        self.ranking, offset = outlook.ranking, outlook.offset
        self.ties = ties
        self.swift = Swift(table) if wishes is None else None
        self.value = -1
        self.least = self.ranking.least(-1 + offset, None, 0)
        self.free = sum(number for (what, _), number in table.supply.units if what != ENERGY)
        self.last = self.ranking.last(-1 + offset)
        self._leaves: dict[tuple[object, ...], Finished] = {}
        self.open: list[tuple[Node, Finished]] = []
        self._wished: dict[tuple[int, ...], tuple[Wish, ...]] = {}

    @property
    def best(self) -> Sequence[Finished]:
        """The sequences, in the order in which they were found."""
        return list(self._leaves.values())

    def keep(self, node: Node) -> int:
        """Keep one end of the search, if nothing found is better; give the rank of the worst that may be as good."""
        value = self.outlook.worth_of(node.rank)
        when = node.came if node.demands else timed(node.came, node.dues, node.spent)
        waiting = node.effects if self.wishes is not None else 0
        key = (
            node.mask, node.spent, node.packed, node.demands, node.unelected, value, node.discarded, node.deaths,
            node.there, when, waiting,
        )  # fmt: skip
        if key in self._leaves:
            return self.least
        order, options = node.order, node.options
        if any(not one.criterion for one in self._wishes(order)) and self._commit(order, options)[0] is None:
            return self.least  # What must stay payable would not.
        if value > self.value:
            self._leaves.clear()
            self.open.clear()
            self.value = value
            self.least = max(self.least, self.ranking.least(value + self.outlook.offset, None, self.free))
            self.last = self.ranking.last(value + self.outlook.offset)
        self._leaves[key] = one = Finished(order, options, value)
        if self.ranking.owed:
            self.open.append((node, one))
        return self.least

    def narrow(self) -> int:
        """See what the sequences kept cost: that shows what else may be as good. Give the rank of the worst such.

        This is for when nothing can be worth more than they are.
        """
        for node, one in self.open:
            values = self._paid(one)
            if values is not None:
                self.least = max(self.least, self.ranking.least(self.value + self.outlook.offset, values, self.free))
                self.ties.end(node)
        self.open.clear()
        return self.least

    def _paid(self, one: Finished) -> tuple[int, ...] | None:
        """Give the goal's values of a sequence, if they are had quickly."""
        swift = self.swift
        if swift is None:
            return None
        sources, _, moments = arrivals(self.table, one.order, one.options)
        values = swift.values(one, self.spare.taken(one.order, one.options), sources)
        if values is None or len(sources) == len(self.table.adds.begin):
            return values
        demands, _ = demanded(self.table, moments, one.options)
        return None if swift.committed(one, values, sources, demands) is None else values

    def _wishes(self, order: tuple[int, ...]) -> tuple[Wish, ...]:
        """Give what is to stay payable after a sequence."""
        if self.wishes is None:
            return ()
        key = order if self.table.effects.all else tuple(sorted(order))
        if key not in self._wished:
            self._wished[key] = self.wishes(self.table, order)
        return self._wished[key]

    def _commit(
        self, order: tuple[int, ...], options: tuple[Option, ...]
    ) -> tuple[Committed | None, list[Demand], list[Source], list[int]]:
        sources, granted, moments = arrivals(self.table, order, options)
        demands, places = demanded(self.table, moments, options)
        constant = {"unelected": sum(one.unelected for one in options), **self.spare.taken(order, options)}
        made = commit(
            self.table.supply.start, demands, sources, granted, self.table.given.goal, self._wishes(order), constant
        )
        return made, demands, sources, places

    def settle(self, found: Found) -> None:
        """Commit to the best payments of the sequences that are worth most, and note the best of them."""
        found.value = max(self.value, 0)
        leaves = [one for one in self._leaves.values() if one.value == self.value]
        swift = self.swift
        bounds: list[tuple[tuple[int, ...], int, bool]] = []
        comes = [arrivals(self.table, one.order, one.options) for one in leaves]
        for number, one in enumerate(leaves):
            values = None
            if swift is not None:
                values = swift.values(one, self.spare.taken(one.order, one.options), comes[number][0])
            bounds.append((self._at_least(one), number, False) if values is None else (values, number, True))
        bounds.sort()
        best: tuple[tuple[int, ...], tuple[int, ...], int] | None = None
        for bound, number, whole in bounds:
            if best is not None:
                ended()
            if best is not None and (bound > best[0][: len(bound)] or (whole and bound == best[0])):
                continue
            one = leaves[number]
            if whole and swift is not None:
                sources, _, moments = comes[number]
                demands, places = demanded(self.table, moments, one.options)
                committed = swift.committed(one, bound, sources, demands)
                if committed is not None:
                    best = (bound, (), number)
                    found.best, found.values, found.committed = one, bound, committed
                    found.demands, found.sources, found.places = demands, sources, tuple(places)
                    continue
            made, demands, sources, places = self._commit(one.order, one.options)
            if made is None:
                continue
            this = (made.values, made.ties, number)
            if best is None or this < best:
                best = this
                found.best, found.values, found.committed = one, made.values, made
                found.demands, found.sources, found.places = demands, sources, tuple(places)

    def _at_least(self, one: Finished) -> tuple[int, ...]:
        """Give a lower bound of the first values of a sequence, quickly."""
        if self.table.given.goal.criteria != THRIFTY:
            return ()
        sources, granted, _ = arrivals(self.table, one.order, one.options)
        pips = add_tallies(*(option.pips for option in one.options))
        free: dict[str, int] = {}
        for kind, number in (*self.table.supply.start.pool.items(), *((slot[0], n) for slot, n in granted.items())):
            if kind[0] != ENERGY:
                free[kind[0]] = free.get(kind[0], 0) + number
        for source in sources:
            if not source.producer.kill:
                for kind, number in source.producer.gives:
                    if kind[0] != ENERGY:
                        free[kind[0]] = free.get(kind[0], 0) + number
        runes = dict(free)
        for domain, (ready, exhausted) in self.table.supply.start.runes.items():
            runes[domain] = runes.get(domain, 0) + ready + exhausted
        owed = size(pips)
        without = _rank(free, pips)
        with_runes = _rank(runes, pips)
        lost = self.spare.taken(one.order, one.options)["losses"]
        return owed - with_runes + lost, with_runes - without


def _rank(units: dict[str, int], pips: Tally) -> int:
    """Give how many pips these units pay at most."""
    names = list(units)
    fits = [[place for place, name in enumerate(names) if reach(name) & mask] for mask, _ in pips]
    return served([units[name] for name in names], [number for _, number in pips], fits)
