"""What a goal's criteria come to for one payment, and the order that ends ties (docs/tie-break.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from runepay.model.goals import Goal
from runepay.model.pool import kind_place
from runepay.model.question import Question
from runepay.model.resources import DOMAINS, ENERGY, pip_order
from runepay.solver.formulation import goal as goals
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.producers import taken
from runepay.solver.listing.formula import Formula
from runepay.solver.listing.walk import Leaf
from runepay.solver.rows import Expr, summed

Reader = Callable[[Sequence[int]], int]

LINEAR: Final = (
    "losses",
    "recycles",
    "tapped",
    "unrestricted",
    "energy",
    "universal",
    "keep-universal",
    "most-ready",
    "steps",
)
"""Criteria that are sums over what a payment does."""


def linear(formula: Formula, name: str) -> Expr | None:
    """Give a criterion as an expression over a formula's variables, or ``None`` if it is no sum."""
    if name in LINEAR:
        return goals.SIMPLE[name](formula.model)
    if name.startswith("keep-domain:"):
        domain = name.partition(":")[2]
        return summed(units for kind, units in goals.everything(formula.model) if kind[0] == domain)
    return None


def readers(
    formula: Formula, question: Question, goal: Goal, known: Mapping[str, int] = MappingProxyType({})
) -> list[Reader]:
    """Give, for each criterion of a goal, what reads its value off a solution.

    Parameters
    ----------
    formula
        The rows that the solution solves.
    question
        The question as it was asked, with the elections that are open in it.
    goal
        The criteria.
    known
        Values that are no matter of the solution alone: of the criteria that keep something.
    """
    return [_always(known[name]) if name in known else _reader(formula, question, name) for name in goal.criteria]


def _always(value: int) -> Reader:
    return lambda _: value


def _reader(formula: Formula, question: Question, name: str) -> Reader:
    expr = linear(formula, name)
    if expr is not None:
        return expr.value
    model = formula.model
    stem, _, rest = name.partition(":")
    if stem in {"balance", "rune-debt"}:
        return lambda solution: goals.reported(model, name, Expr(), solution)
    if stem in _COUNTED:
        return partial(_COUNTED[stem], model)
    if stem == "unelected":
        mine = {one.id: one.fixed for one in model.question.elections}
        number = sum(1 for one in question.elections if one.fixed is None and not one.alternate and not mine[one.id])
        return lambda _: number
    what, _, wanted = rest.partition(":")
    spent = summed(units for kind, units in model.spent.items() if (kind[0] == ENERGY) == (what == "energy"))
    return lambda solution: max(0, int(wanted) - spent.value(solution))


def _ready_recycles(model: Model, solution: Sequence[int]) -> int:
    return sum(
        max(0, model.recycles[domain].value(solution) - exhausted)
        for domain, ready, exhausted in model.question.supply.runes
        if ready
    )


def _surplus(model: Model, solution: Sequence[int]) -> int:
    """Count what was added and is left, the pool of a kind being spent first."""
    pool = dict(model.question.supply.pool)
    total = 0
    for kind, made in model.added.items():
        spent = model.spent.get(kind, Expr()).value(solution) + taken(model, kind).value(solution)
        total += made.value(solution) - max(0, spent - pool.get(kind, 0))
    return total


_COUNTED: Final[dict[str, Callable[[Model, Sequence[int]], int]]] = {
    "ready-recycles": _ready_recycles,
    "surplus": _surplus,
}


Item = tuple[tuple[Any, ...], int]
"""A coordinate that is not 0: its place in the order, and its value with the sign turned."""

Tie = tuple[tuple[int, ...], int, int, tuple[Item, ...]]

_LAST: Final[Item] = ((1 << 62,), 0)
"""After all coordinates: who has no more of them comes after who has."""


def tie(leaf: Leaf) -> Tie:
    """Give the place of a payment in the published order: the smaller goes first (docs/tie-break.md)."""
    model, solution, owed = leaf.formula.model, leaf.solution, leaf.due.owed
    items: list[Item] = [((0, *pip_order(mask)), -number) for mask, number in owed.pips]
    kinds = sorted(model.spent, key=kind_place)
    items += [((1, *kind_place(kind)), -model.spent[kind].value(solution)) for kind in kinds]
    items += [((2, *key), -model.adds[key].value(solution)) for key in sorted(model.adds)]
    items += [((3, place), -model.amounts[place].value(solution)) for place in sorted(model.amounts)]
    costs = sorted(model.nested, key=lambda item: (item[0], kind_place(item[1])))
    items += [((4, key[0], *kind_place(key[1])), -model.nested[key].value(solution)) for key in costs]
    for domain in model.recycles:
        where = DOMAINS.index(domain)
        items.append(((5, where, 0), -model.recycles[domain].value(solution)))
        items.append(((5, where, 1), -model.exhausts[domain].value(solution)))
    for place, uses in enumerate(model.uses):
        items += [((6, place, cls), -uses[cls].value(solution)) for cls in sorted(uses)]
    open_pips = sum(mask.bit_count() * number for mask, number in owed.pips)
    made = tuple(-value for _, value in owed.choices.elections)
    return made, owed.energy, -open_pips, (*(item for item in items if item[1]), _LAST)
