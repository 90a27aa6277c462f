"""Puts the parts of the constraint model together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from runepay.model.guards import Guard
from runepay.model.question import Line, Producer, Question
from runepay.model.resources import UNIVERSAL
from runepay.solver.formulation.classes import Class, classes
from runepay.solver.rows import ONE, ZERO, Expr, Rows, summed

Kind = tuple[str, str]

MISSING: Final[Kind] = (UNIVERSAL, "missing")
"""The kind that stands for Power that is not there, in an elastic model; it pays any pip of any payment."""


class NotLinear(Exception):  # noqa: N818 - a signal inside the solver, not an error
    """The stages cannot be written as rows here; the finished totals are listed instead."""


@dataclass(slots=True)
class Owing:
    """The total as expressions: what either formulation of the stages hands on."""

    energy: Expr
    pips: dict[int, Expr]
    active: list[tuple[Line, Expr]]
    """Each action line with how many objects (or XP) it asks for."""
    victims: dict[tuple[int, int], list[tuple[tuple[int, int], Expr]]]
    """By ``(component, line)``: each printed cost ``(Energy, pips)`` with a 0/1 expression that it is the victim's."""


@dataclass(slots=True)
class Model:
    """The constraint model with the meaning of its variables.

    Attributes
    ----------
    elections
        By id, the value decided.
    halves
        By discount, 1 when the Energy half is taken.
    removed
        By ``component or -1`` and mask, pips removed by ``[A]`` discounts.
    uses
        By line and class, how many objects of the class serve.
    exhausts, recycles
        By domain: ready runes exhausted now, runes recycled.
    ready_recycled
        By domain: runes recycled that were ready.
    adds
        By class and Add: how many members use it.
    spent
        By kind of resource: units spent.
    """

    question: Question
    rows: Rows
    classes: list[Class]
    class_of: dict[int, int]
    elections: dict[str, Expr] = field(default_factory=dict)
    halves: dict[int, Expr] = field(default_factory=dict)
    removed: dict[tuple[int, int], Expr] = field(default_factory=dict)
    owing: Owing | None = None
    uses: list[dict[int, Expr]] = field(default_factory=list)
    exhausts: dict[str, Expr] = field(default_factory=dict)
    recycles: dict[str, Expr] = field(default_factory=dict)
    ready_recycled: dict[str, Expr] = field(default_factory=dict)
    adds: dict[tuple[int, tuple[int, str]], Expr] = field(default_factory=dict)
    producer: dict[tuple[int, tuple[int, str]], Producer] = field(default_factory=dict)
    """By class and Add: one of the producers it stands for."""
    spent: dict[Kind, Expr] = field(default_factory=dict)
    added: dict[Kind, Expr] = field(default_factory=dict)
    base: dict[Kind, Expr] = field(default_factory=dict)
    """By kind: what is there before any Add with a cost of its own is used."""
    several: set[Kind] = field(default_factory=set)
    """Kinds of which some Add gives more than one unit, so that some may be left over."""
    nested: dict[tuple[int, Kind], Expr] = field(default_factory=dict)
    """By producer and kind: units spent on the Add's own cost."""
    amounts: dict[int, Expr] = field(default_factory=dict)
    """By producer: the amount a converter takes."""
    relaxed: bool = False
    """Whether Adds with costs need only be payable all together, in whatever order."""
    order: tuple[int, ...] = ()
    """The order of the producers with costs of their own."""
    squares: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """By domain: the variables of recycles and of their square, and the largest number of recycles."""
    guards: dict[Guard, Expr] = field(default_factory=dict)
    replaced: dict[tuple[int, int], Expr] = field(default_factory=dict)
    """By ``(component, line)``: how many of the kills there are replaced and do not count (only by option)."""
    elastic: bool = False
    """Whether what is missing may be made up by slack, to say why a play cannot be paid and by how much."""
    slack: dict[tuple[str, int], Expr] = field(default_factory=dict)
    """By ``(what, number)``: how much of a requirement is not met.

    ``energy`` and ``power`` are units had for nothing, ``pips`` (by their set) are left unpaid, ``action`` (by line),
    ``xp`` and ``burn`` are left undone; ``target`` (by class) leaves although it must stay, ``ambush`` is a unit that
    need not stay, ``fault`` (by place) is a fault overlooked, ``election`` (by place) is a caller's decision undone.
    """

    def give(self, what: str, number: int, most: int) -> Expr:
        """Give slack for one requirement: nothing, unless the model is elastic."""
        if not self.elastic or most <= 0:
            return ZERO
        self.slack[what, number] = self.rows.var(0, most)
        return self.slack[what, number]

    @property
    def owed(self) -> Owing:
        """The total, once it has been written."""
        if self.owing is None:
            msg = "the total is written first"
            raise RuntimeError(msg)
        return self.owing

    def guard(self, guard: Guard) -> Expr:
        """Give a 0/1 expression for a guard over the elections."""
        known = self.guards.get(guard)
        if known is None:
            known = (
                self.rows.some([self.rows.every([self.literal(*one) for one in term]) for term in guard])
                if guard
                else ZERO
            )
            self.guards[guard] = known
        return known

    def literal(self, name: str, wanted: bool) -> Expr:
        """Give a 0/1 expression for whether an election is elected (a number: at least 1), or is not."""
        value = self.elections.get(name, ZERO)
        if self.rows.high(value) > 1:
            flag = self.rows.var(0, 1)
            self.rows.at_least(value - flag, 0)
            self.rows.at_least(flag * self.rows.high(value) - value, 0)
            value = flag
        return value if wanted else ONE - value


def start(question: Question, *, elastic: bool = False) -> Model:
    """Begin a model: its classes and its election variables (step 2 of the play process)."""
    found, class_of = classes(question)
    model = Model(question, Rows(), found, class_of, elastic=elastic)
    rows = model.rows
    for one in question.elections:
        low, high = (one.fixed, one.fixed) if one.fixed is not None and not elastic else (0, one.most)
        model.elections[one.id] = rows.var(low, high)
    alternates = [model.elections[one.id] for one in question.elections if one.alternate]
    if alternates:
        rows.between(1 if question.must_alternate else 0, summed(alternates), 1)
    elif question.must_alternate:
        rows.at_least(ZERO, 1)
    for one in question.elections:
        if one.guard != ((),):
            rows.at_least(model.guard(one.guard) * one.most - model.elections[one.id], 0)
    if elastic:
        for place, one in enumerate(question.elections):
            if one.fixed is not None:
                undone = model.give("election", place, 1)
                rows.at_least(model.elections[one.id] + undone * one.fixed, one.fixed)
                rows.at_most(model.elections[one.id] - undone * one.most, one.fixed)
    return model
