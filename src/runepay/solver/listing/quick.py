"""Totals that the fast lane can list: the same payments in the same order, found by counting alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Final

from runepay.model.identity import AddKey, Identity, add_key, by_domain, packed
from runepay.model.owed import Owed
from runepay.model.payment import Payment
from runepay.model.pool import Kind, kind_place, whole_pool
from runepay.model.question import Question
from runepay.model.resources import DOMAINS, ENERGY, size
from runepay.model.state import GameState
from runepay.solver.fast import listing
from runepay.solver.fast.greedy import Way
from runepay.solver.fast.lane import written
from runepay.solver.fast.stock import ADD, Stock, stock
from runepay.solver.listing.totals import Due
from runepay.solver.stopping import OutOfTimeError

SORTED: Final = 20_000
"""Up to this many payments of one total are put in order at once; more are listed one after another."""


TRIED: Final = 1_000_000
"""Up to this many combinations of units spent are left to the fast lane; counting by rows does not try them all."""


@dataclass(frozen=True, slots=True)
class QuickLeaf:
    """One payment as the fast lane counts it."""

    question: Question
    had: Stock
    owed: Owed
    way: Way
    identity: Identity

    def payment(self, state: GameState) -> Payment:
        """Write the payment's steps."""
        steps = written(self.question.objects, whole_pool(state), self.had, self.owed.pips, self.way)
        return Payment(self.owed, steps)


class Quick:
    """The fast lane's side of one question."""

    def __init__(self, question: Question, classes: Mapping[int, int], late: Callable[[], bool]) -> None:
        self.question = question
        self.late = late
        self.had = stock(question)
        self.names: list[AddKey | None] = []
        self.kinds: list[Kind] = []
        if self.had is None:
            return
        for one in (*self.had.power, *self.had.energy):
            self.kinds.append(one.kind)
            able = one.made == ADD and one.producer is not None
            self.names.append(add_key(one.producer, question, classes) if able and one.producer else None)

    def provable(self, due: Due) -> bool:
        """Tell whether the fast lane lists this total: it goes through all that could be spent of every kind."""
        owed = due.owed
        if self.had is None or owed.lines or not listing.listable(self.had, owed.energy, owed.pips):
            return False
        most: dict[Kind, int] = {}
        for one in self.had.power:
            most[one.kind] = most.get(one.kind, 0) + one.number
        return prod(min(number, size(owed.pips)) + 1 for number in most.values()) <= TRIED

    def countable(self, due: Due) -> bool:
        """Tell whether the fast lane counts this total."""
        owed = due.owed
        return self.had is not None and not owed.lines and listing.countable(self.had, owed.energy, owed.pips)

    def count(self, due: Due) -> int:
        """Count the payments of a countable total."""
        assert self.had is not None  # noqa: S101 - see `countable`
        return listing.count(self.had, due.owed.energy, due.owed.pips, self._ask)

    def _ask(self) -> None:
        if self.late():
            raise OutOfTimeError

    def leaves(self, due: Due) -> Iterator[QuickLeaf] | None:
        """Give every payment of a total in the published order; ``None`` if they are too many or not provable."""
        if self.had is None or not self.provable(due) or not self.countable(due):
            return None
        had, owed = self.had, due.owed
        if listing.count(had, owed.energy, owed.pips) > SORTED:
            return None
        found: list[QuickLeaf] = []
        for way in listing.payments(had, owed.energy, owed.pips):
            if self.late():
                return _cut(found)
            found.append(QuickLeaf(self.question, had, owed, way, self._identity(owed, way)))
        return iter(sorted(found, key=_place))

    def _identity(self, owed: Owed, way: Way) -> Identity:
        spent: dict[Kind, int] = {}
        adds: dict[AddKey, int] = {}
        for kind, name, number in zip(self.kinds, self.names, (*way.power, *way.energy), strict=True):
            if number:
                spent[kind] = spent.get(kind, 0) + number
                if name is not None:
                    adds[name] = adds.get(name, 0) + number
        # What runes are exhausted for is Energy that no source counts.
        spent[ENERGY, ""] = owed.energy - sum(number for kind, number in spent.items() if kind[0] == ENERGY and kind[1])
        return Identity(
            owed.choices.elections,
            owed.energy,
            owed.pips,
            packed(spent),
            tuple(sorted((name, (number, 0)) for name, number in adds.items())),
            by_domain(dict(zip(DOMAINS, way.recycles, strict=True))),
            by_domain(dict(zip(DOMAINS, way.exhausts, strict=True))),
            (),
        )


def _cut(found: list[QuickLeaf]) -> Iterator[QuickLeaf]:
    """Give what was found before the budget was used up."""
    yield from sorted(found, key=_place)
    raise OutOfTimeError


Item = tuple[tuple[object, ...], int]

_LAST: Final[Item] = ((9,), 0)
"""After all coordinates: who has no more of them comes after who has."""


def _place(leaf: QuickLeaf) -> tuple[Item, ...]:
    """Give the place of a payment among those of its total: more of what comes earlier goes first."""
    one = leaf.identity
    recycles, exhausts = dict(one.recycles), dict(one.exhausts)
    items: list[Item] = [((1, *kind_place(kind)), -number) for kind, number in one.spent]
    items += [((2, *name), -number) for name, (number, _) in one.adds]
    for place, domain in enumerate(DOMAINS):
        for turn, number in enumerate((recycles.get(domain, 0), exhausts.get(domain, 0))):
            items += [((3, place, turn), -number)] if number else []
    return (*items, _LAST)
