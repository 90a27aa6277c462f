"""The best payments under a goal, in order and with proof, and those that no other beats in every respect."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from runepay.model.goals import Goal
from runepay.model.question import Question
from runepay.solver.listing.formula import Formula
from runepay.solver.listing.space import Row
from runepay.solver.listing.totals import Due
from runepay.solver.listing.values import Reader, Tie, linear, readers, tie
from runepay.solver.listing.walk import Leaf, Walk
from runepay.solver.rows import Expr
from runepay.solver.stopping import OutOfTimeError

FEW: Final = 2000
"""Up to this many payments are listed and sorted; of more, those that come last by the first criteria are left out
before, by counting."""

CHUNK: Final = 256
"""Payments looked at together."""

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A payment with the values of the goal's criteria and its place in the order that ends ties."""

    values: Values
    tie: Tie
    leaf: Leaf


class Valuer:
    """Reads the criteria of a goal off payments.

    Parameters
    ----------
    question, goal
        What is asked.
    keeps
        What the payment written from a leaf keeps payable, for the criteria that ask so; with `least`, what no payment
        can be below there. Left out, these criteria tell no payments apart.
    """

    def __init__(
        self,
        question: Question,
        goal: Goal,
        keeps: Callable[[Leaf], Mapping[str, int]] | None = None,
        least: Mapping[str, int] | None = None,
    ) -> None:
        self.question = question
        self.goal = goal
        self.keeps = keeps
        self.least = dict.fromkeys(goal.keeps, 0) if least is None else least
        self.places = [(place, name) for place, name in enumerate(goal.criteria) if name in goal.keeps]
        self._last: tuple[Formula, list[Reader]] | None = None

    def __call__(self, leaf: Leaf) -> Values:
        """Give the value of every criterion."""
        return self._kept(leaf, self.hoped(leaf))

    def hoped(self, leaf: Leaf) -> Values:
        """Give the value of every criterion, those that keep something as low as they can be."""
        if self._last is None or self._last[0] is not leaf.formula:
            self._last = leaf.formula, readers(leaf.formula, self.question, self.goal, self.least)
        return tuple(read(leaf.solution) for read in self._last[1])

    def ranked(self, leaf: Leaf) -> Ranked:
        """Give a payment with its values and its place among equals."""
        return Ranked(self(leaf), tie(leaf), leaf)

    def exact(self, one: Ranked) -> Ranked:
        """Give a payment whose values were hoped with those that it has."""
        return replace(one, values=self._kept(one.leaf, one.values))

    def _kept(self, leaf: Leaf, hoped: Values) -> Values:
        if not self.places or self.keeps is None:
            return hoped
        kept, found = self.keeps(leaf), list(hoped)
        for place, name in self.places:
            found[place] = kept[name]
        return tuple(found)


def best(walk: Walk, valuer: Valuer, number: int) -> tuple[list[Ranked], bool]:
    """Give the best payments in order, and whether they are proven to be the best.

    Payments that are equal in every criterion follow one another in the published order (docs/tie-break.md).

    Parameters
    ----------
    walk
        The payments.
    valuer
        Reads the criteria, the most important first.
    number
        How many are wanted; fewer are given if there are no more.
    """
    if valuer.places:
        return _best_kept(walk, valuer, number)
    found: list[Ranked] = []
    try:
        for leaves in _worth_listing(walk, valuer.goal, number):
            while chunk := list(islice(leaves, CHUNK)):
                found = heapq.nsmallest(number, [*found, *map(valuer.ranked, chunk)], key=_place)
    except OutOfTimeError:
        return found, False
    return found, walk.complete


def _best_kept(walk: Walk, valuer: Valuer, number: int) -> tuple[list[Ranked], bool]:
    """Give the best payments where something is to stay payable, which takes long to ask.

    All payments wait in the order of what they may come to at best. The first is asked what it really keeps, and then
    waits again with that; one that comes first once it was asked is the next best.
    """
    waiting: list[tuple[Values, Tie, int, Ranked]] = []
    proven = True
    try:
        for leaves in _worth_listing(walk, valuer.goal, number):
            for leaf in leaves:
                one = Ranked(valuer.hoped(leaf), tie(leaf), leaf)
                waiting.append((one.values, one.tie, len(waiting), one))
    except OutOfTimeError:
        proven = False
    heapq.heapify(waiting)
    found: list[Ranked] = []
    asked: dict[int, Ranked] = {}
    try:
        while waiting and len(found) < number:
            *_, place, one = heapq.heappop(waiting)
            if place in asked:
                found.append(asked.pop(place))
                continue
            late = not proven or walk.late()
            if late and len(found) + len(asked) >= number:
                proven = False
                break
            asked[place] = one = valuer.exact(one)
            heapq.heappush(waiting, (one.values, one.tie, place, one))
    except OutOfTimeError:
        proven = False
    # Of those that were asked when time ran out the best are the best so far.
    found += sorted(asked.values(), key=_place)[: number - len(found)] if not proven else []
    return found, proven and walk.complete


def _place(one: Ranked) -> tuple[Values, Tie]:
    return one.values, one.tie


Bound = tuple[str, int, int]
"""A criterion, and the least and the most that it may come to."""


def _worth_listing(walk: Walk, goal: Goal, number: int) -> Iterator[Iterator[Leaf]]:
    """Give payments among which the best are: all of them, or fewer where they can be counted.

    If at least as many payments as are wanted have at most a value of the first criterion, no payment beyond it is
    among the best; so for each criterion in turn the least such value is looked for, by counting.
    """
    written: list[tuple[Due, Formula]] = []
    for due in walk.dues():
        formula = next(walk.formulas(due))
        if not formula.exact or len(written) >= FEW:
            yield walk.leaves()
            return
        written.append((due, formula))
    bounds: list[Bound] = []
    for name in goal.criteria:
        if _size(walk, written, bounds) <= max(FEW, number):
            break
        reach = _reach(written, name)
        if reach is None:
            break
        low, high = reach
        while low < high:
            middle = (low + high) // 2
            if _size(walk, written, [*bounds, (name, reach[0], middle)]) >= number:
                high = middle
            else:
                low = middle + 1
        sure = [*bounds, (name, reach[0], low - 1)]
        number -= _size(walk, written, sure)
        yield _within(walk, written, sure)
        bounds.append((name, low, low))
    yield _within(walk, written, bounds)


def _reach(written: Iterable[tuple[Due, Formula]], name: str) -> tuple[int, int] | None:
    """Give the least and the most that a criterion could come to, or ``None`` if it is no sum."""
    ends: list[int] = []
    for _, formula in written:
        expr = linear(formula, name)
        if expr is None:
            return None
        ends += [formula.model.rows.low(expr), formula.model.rows.high(expr)]
    return (min(ends), max(ends)) if ends else None


def _rows(formula: Formula, bounds: Iterable[Bound]) -> list[Row] | None:
    """Write bounds as rows; ``None`` if nothing can lie inside."""
    rows: list[Row] = []
    for name, low, high in bounds:
        expr = linear(formula, name) or Expr()
        if low > high or (not expr.terms and not low <= expr.const <= high):
            return None
        if expr.terms:
            rows.append(Row(tuple(expr.terms), tuple(expr.terms.values()), low - expr.const, high - expr.const))
    return rows


def _size(walk: Walk, written: Iterable[tuple[Due, Formula]], bounds: Iterable[Bound]) -> int:
    total = 0
    for _, formula in written:
        if walk.late():
            raise OutOfTimeError
        rows = _rows(formula, bounds)
        total += 0 if rows is None else walk.counted(formula, rows)
    return total


def _within(walk: Walk, written: Iterable[tuple[Due, Formula]], bounds: Sequence[Bound]) -> Iterator[Leaf]:
    for due, formula in written:
        rows = _rows(formula, bounds)
        if rows is not None:
            yield from walk.found(due, formula, rows=rows)


def pareto(walk: Walk, valuer: Valuer) -> Iterator[Ranked]:
    """Give the payments that no other one beats: none is as good in every criterion and better in one.

    They come in the order of the list. All payments are looked at first.

    Raises
    ------
    OutOfTimeError
        The budget was used up first.
    """
    front: dict[Values, list[Ranked]] = {}
    beaten: set[Values] = set()
    order: list[Ranked] = []
    for leaf in walk.leaves():
        one = valuer.ranked(leaf)
        if one.values in beaten:
            continue
        if one.values not in front:
            if any(_beats(other, one.values) for other in front):
                beaten.add(one.values)
                continue
            for other in [values for values in front if _beats(one.values, values)]:
                del front[other]
                beaten.add(other)
        front.setdefault(one.values, []).append(one)
        order.append(one)
    yield from (one for one in order if one.values in front)


def _beats(one: Values, other: Values) -> bool:
    return one != other and all(mine <= yours for mine, yours in zip(one, other, strict=True))
