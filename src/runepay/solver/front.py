"""Payments between two criteria: every one that cannot be better in one without being worse in the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.state import GameState
from runepay.solver import steps
from runepay.solver.formulation import goal as goals
from runepay.solver.formulation import nested
from runepay.solver.pay import build, found_owed, prove

MOST: Final = 64
"""At most so many points."""


@dataclass(frozen=True, slots=True)
class Point:
    """One payment of the front.

    Attributes
    ----------
    first, second
        The values of the two criteria.
    payment
        The best payment with these values.
    """

    first: int
    second: int
    payment: Payment


def front(question: Question, state: GameState, first: str, second: str) -> tuple[Point, ...]:
    """Find the Pareto front between two criteria, the best in the first one first.

    Parameters
    ----------
    question, state
        What is asked; the state gives the pool that the steps start from.
    first, second
        Criteria of goals, such as ``recycles`` and ``losses``; less is better.

    Returns
    -------
    tuple of Point
        Each is proven: the first criterion least, then the second, then ``thrifty``; none if nothing is payable.

    Raises
    ------
    InputError
        A criterion is unknown, or both are the same.

    Examples
    --------
    >>> from runepay.model.freeze import freeze
    >>> from runepay.model.rulebook import Ruleset
    >>> from runepay.model.state import Play
    >>> gold = {"id": "gold", "type": "gear", "value": 2,
    ...         "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}]}
    >>> state = GameState.model_validate({"runes": {"fury": 1}, "board": [gold]})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"power": ["any"]}})
    >>> [(one.first, one.second) for one in front(freeze(state, play, Ruleset.of()), state, "recycles", "losses")]
    [(0, 2), (1, 0)]
    """
    if first == second:
        raise InputError("a front lies between two different criteria", path="front", found=first)
    goal = Goal.of([_named(first), _named(second)])
    names = [name for name in goal.criteria if name in {first, second}]
    if len(names) < 2:
        raise InputError("a front lies between two different criteria", path="front", found=f"{first},{second}")
    found: list[Point] = []
    asked, orders = nested.sequences(question)
    whole = len(orders) > 1 and not any(one.lines for one in asked.supply.producers if one.nested)
    try:
        found += _points(asked, state, (first, second), orders[0], relaxed=whole)
    except _NoOrderError:
        whole, found = False, []
    if len(orders) > 1 and not whole:
        found = []
        asked, orders = nested.sequences(question, whole=True)
        for order in orders[: nested.MOST_ORDERS]:
            found += _points(asked, state, (first, second), order)
    kept: list[Point] = []
    for one in sorted(found, key=lambda point: (point.first, point.second)):
        if not kept or one.second < kept[-1].second:
            kept.append(one)
    return tuple(kept)


def _named(name: str) -> str:
    from runepay.model.goals import THRIFTY  # noqa: PLC0415 - beside its use

    return "thrifty" if name in THRIFTY else name


class _NoOrderError(Exception):
    """All Adds of a payment together can be paid, but not one after another."""


def _points(
    question: Question, state: GameState, names: tuple[str, str], order: tuple[int, ...], *, relaxed: bool = False
) -> Iterator[Point]:
    wanted = [_named(name) for name in names]
    bound: int | None = None
    for _ in range(MOST):
        built = build(question, Goal.of(wanted), order=order, relaxed=relaxed)
        model = built.model
        by_name = dict(zip(Goal.of(wanted).criteria, built.criteria, strict=True))
        one, other = by_name[names[0]], by_name[names[1]]
        if bound is not None:
            model.rows.at_most(other, bound - 1)
        rest = [expr for name, expr in by_name.items() if name not in names]
        built.criteria[:] = [one, other, *rest]
        solved = prove(built, goals.ties(model))
        if solved.status != "optimal":
            return
        if relaxed:
            sequence = nested.executable(model, solved.solution)
            if sequence is None:
                raise _NoOrderError
            model.order = sequence
        owed = found_owed(built, solved.solution)
        if owed is None:  # pragma: no cover - the stages and the model agree, as solve asserts
            return
        payment = Payment(owed, steps.written(model, state, solved.solution, owed))
        bound = other.value(solved.solution)
        yield Point(one.value(solved.solution), bound, payment)
