"""From a question to the best payment: the fast lane where it can prove one, else the complete lane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runepay.model.errors import InternalError
from runepay.model.goals import Goal
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.resources import ENERGY, Tally, tally
from runepay.model.state import GameState
from runepay.model.total import best_order, parts, settle, takers
from runepay.solver import steps
from runepay.solver.cpsat import Solved, lexicographic
from runepay.solver.fast import lane
from runepay.solver.formulation import actions, legality, listed, matching, nested, producers, total
from runepay.solver.formulation import goal as goals
from runepay.solver.formulation.build import Model, NotLinear, start
from runepay.solver.formulation.classes import all_lines, first_lines
from runepay.solver.found import Found
from runepay.solver.naming import Named
from runepay.solver.rows import Expr


@dataclass(slots=True)
class Built:
    """A finished model: rows, criteria, and the choices that listed totals stand for."""

    model: Model
    criteria: list[Expr]
    listed: list[tuple[Expr, Choices]] | None


def build(  # noqa: PLR0913 - how it is written, all by name
    question: Question,
    goal: Goal,
    *,
    listing: bool | None = None,
    elastic: bool = False,
    order: tuple[int, ...] | None = None,
    relaxed: bool = False,
) -> Built:
    """Write the whole constraint model.

    Parameters
    ----------
    question, goal
        What is asked.
    listing
        Whether the stages are written from the list of finished totals. By default only where the rows do not reach:
        see :mod:`runepay.solver.formulation.listed`.
    elastic
        Whether what is missing may be made up by slack.
    order
        The order of Adds with costs of their own; left out: the first one that :func:`nested.orders` gives.
    relaxed
        Whether Adds with costs need only be payable all together.
    """
    sequence = nested.orders(question)[0] if order is None else order
    if listing is None:
        listing = goal.wants_to_spend or _may_gain_by_owing(question)
    chosen: list[tuple[Expr, Choices]] | None = None
    model = start(question, elastic=elastic)
    if not listing:
        try:
            total.write(model)
        except NotLinear:
            model = start(question, elastic=elastic)
            listing = True
    if listing:
        chosen = listed.write(model, dearer=goal.wants_to_spend or _may_gain_by_owing(question))
    model.order = sequence
    model.relaxed = relaxed
    producers.uses(model)
    actions.write(model)
    producers.write(model)
    actions.limits(model)
    matching.write(model)
    legality.write(model)
    return Built(model, goals.criteria(model, goal), chosen)


def _may_gain_by_owing(question: Question) -> bool:
    """Tell whether owing more could help: a restricted Add of several Power units would leave less surplus."""
    return any(
        kind[1] and kind[0] != ENERGY and (number > 1 or len(one.gives) > 1)
        for one in question.supply.producers
        for kind, number in one.gives
    )


def best(  # noqa: PLR0913 - what is asked, and how it is worked out, by name
    question: Question,
    state: GameState,
    goal: Goal,
    *,
    seconds: float | None = None,
    listing: bool | None = None,
    complete: bool = False,
) -> Found:
    """Find the best payment of a question.

    Parameters
    ----------
    question, state, goal
        What is asked; the state gives the pool that the steps start from.
    seconds
        Wall-clock limit; when it runs out, the best so far is given unproven, or the status is ``unknown``.
    listing
        As for :func:`build`; stating it asks for the complete lane.
    complete
        Whether the complete lane answers even if the fast lane could; the answer is the same.

    Returns
    -------
    Found
        The payment with the value of every criterion, or that there is none.
    """
    found = lane.best(question, state, goal) if not complete and listing is None else None
    if found is None:
        found = _complete(question, state, goal, seconds=seconds, listing=listing)
    if not question.unsure or found.status == "unknown":
        return found
    # Not everything is modelled here, so a better payment may exist.
    return Found("unknown", proof="feasible") if found.payment is None else replace(found, proof="feasible", proven=0)


def _complete(
    question: Question, state: GameState, goal: Goal, *, seconds: float | None, listing: bool | None
) -> Found:
    """Find the best payment by CP-SAT, in whatever order Adds with costs have to be used."""
    asked, orders = nested.sequences(question)
    if len(orders) > 1:
        # All of them together first: if that cannot be paid nothing can, and if its Adds can be used one after another
        # it is the best of all orders.
        if not any(one.lines or one.waits for one in asked.supply.producers if one.nested):
            whole = _best(asked, state, goal, seconds=seconds, listing=listing, order=orders[0], relaxed=True)[0]
            if whole.status != "unknown":
                return whole
        asked, orders = nested.sequences(question, whole=True)
    found = [_best(asked, state, goal, seconds=seconds, listing=listing, order=order) for order in orders]
    if len(orders) == 1:
        return found[0][0]
    return _least(found, cut=len(orders) > nested.MOST_ORDERS)


def _least(found: Sequence[tuple[Found, tuple[int, ...]]], *, cut: bool) -> Found:
    """Give the best of what was found in several orders; `cut` says that not all of them were tried."""
    payable = [one for one in found if one[0].payment is not None]
    if payable:
        least = min(payable, key=lambda one: (one[0].values, one[1]))[0]
        return replace(least, proof="feasible", proven=0) if cut else least
    if cut or any(one[0].status == "unknown" for one in found):
        return Found("unknown", proof="feasible")
    return found[0][0]


def prove(built: Built, ties: Sequence[Expr], *, seconds: float | None = None) -> Solved:
    """Minimise the criteria and then the ties of a finished model, with parameters that fit its size."""
    model = built.model
    refine = None
    if any(most > producers.TANGENTS for _, _, most in model.squares.values()):
        refine = _Refine(model)
    adds = sum(1 for one in model.producer.values() if not one.again)
    lines = first_lines(model.question)
    among = adds + sum(len(uses) for place, uses in enumerate(model.uses) if lines[place] == place)
    return lexicographic(model.rows, [*built.criteria, *ties], seconds=seconds, refine=refine, choices=among)


def _best(  # noqa: PLR0913 - one order of one question
    question: Question,
    state: GameState,
    goal: Goal,
    *,
    seconds: float | None,
    listing: bool | None,
    order: tuple[int, ...],
    relaxed: bool = False,
) -> tuple[Found, tuple[int, ...]]:
    """Find the best payment for one order of the Adds with costs; with it the values that end ties."""
    built = build(question, goal, listing=listing, order=order, relaxed=relaxed)
    model = built.model
    ties = goals.ties(model)
    solved = prove(built, ties, seconds=seconds)
    if solved.status == "infeasible":
        return Found("not payable"), ()
    if solved.status == "unknown":
        return Found("unknown", proof="feasible"), ()
    solution = solved.solution
    if relaxed:
        sequence = nested.executable(model, solution)
        if sequence is None:
            return Found("unknown", proof="feasible"), ()
        model.order = sequence
    owed = found_owed(built, solution)
    if owed is None:
        if solved.status != "optimal":
            return Found("unknown", proof="feasible"), ()
        msg = "the stages and the constraint model disagree about what is owed"
        raise InternalError(msg)
    payment = Payment(owed, steps.written(model, state, solution, owed))
    values = _values(built, goal, solution)
    proven = min(solved.proven, len(built.criteria))
    proof = "optimal" if solved.status == "optimal" else "feasible"
    return Found("payable", payment, values, proof, proven), tuple(expr.value(solution) for expr in ties)


def _values(built: Built, goal: Goal, solution: Sequence[int]) -> tuple[int, ...]:
    """Give the value of each criterion."""
    named = zip(goal.criteria, built.criteria, strict=True)
    return tuple(goals.reported(built.model, name, expr, solution) for name, expr in named)


class _Refine:
    """Adds the tangents that a solution shows to be missing (only for very many recycles)."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def __call__(self, solution: Sequence[int]) -> bool:
        cut = False
        for domain, (variable, square, most) in self.model.squares.items():
            value = solution[variable]
            if solution[square] < value * value:
                for step in (value - 1, value):
                    if 0 <= step < most:
                        producers.tangent(self.model, domain, step)
                        cut = True
        return cut


def found_owed(built: Built, solution: Sequence[int]) -> Owed | None:
    """Compute the stages concretely from the solution's choices; ``None`` if they give another total."""
    model = built.model
    question = model.question
    owing = model.owed
    energy = owing.energy.value(solution)
    pips = tally({mask: expr.value(solution) for mask, expr in owing.pips.items()})
    if built.listed is not None:
        choices = next(chosen for flag, chosen in built.listed if flag.value(solution))
        victims = dict(choices.victims)
        for index in victims:
            if question.discounts[index].victim is not None:
                victims[index] = _victim(model, solution, index)
        choices = Choices(choices.elections, tuple(victims.items()), choices.halves, choices.order, choices.removed)
    else:
        choices = _choices(model, solution)
    owed = settle(question, choices)
    return owed if (owed.energy, owed.pips) == (energy, pips) else None


def _victim(model: Model, solution: Sequence[int], discount: int) -> int:
    component, number = model.question.discounts[discount].victim or (0, 0)
    line = model.question.components[component].lines[number]
    place = next(place for place, one in enumerate(all_lines(model.question)) if one is line)
    if any(used.value(solution) for used in model.uses[place].values()):
        return Named(model, solution).lines[place][0]
    msg = "a discount reads a victim that is not taken"
    raise InternalError(msg)


def _choices(model: Model, solution: Sequence[int]) -> Choices:
    question = model.question
    elections = {name: expr.value(solution) for name, expr in model.elections.items()}
    halves = {index: "energy" if expr.value(solution) else "power" for index, expr in model.halves.items()}
    victims: dict[int, int] = {}
    for index, one in enumerate(question.discounts):
        if one.victim is not None and any(flag.value(solution) for _, flag in model.owed.victims.get(one.victim, ())):
            victims[index] = _victim(model, solution, index)
        if one.kills is not None and one.kills in model.replaced:
            victims[index] = model.replaced[one.kills].value(solution)
    plans: dict[int, dict[int, int]] = {}
    for (where, mask), expr in model.removed.items():
        plans.setdefault(where, {})[mask] = expr.value(solution)
    removed: list[tuple[int, Tally]] = []
    order = best_order(question)
    for where, plan in plans.items():
        mine = order if where < 0 else [i for i, one in enumerate(question.discounts) if one.component == where]
        able = (
            (index, parts(question, index, elections, victims)[1])
            for index in mine
            if not question.discounts[index].either or halves.get(index) == "power"
        )
        removed += takers(able, tally(plan))
    chosen = tuple(sorted(halves.items()))
    return Choices(tuple(elections.items()), tuple(victims.items()), chosen, order, tuple(removed))


def can_pay(question: Question, owed: Owed) -> bool:
    """Tell whether exactly this total, with its elections, can be paid."""
    decided = dict(owed.choices.elections)
    fixed = replace(question, elections=tuple(replace(one, fixed=decided[one.id]) for one in question.elections))
    model = build(fixed, Goal.of()).model
    rows, owing = model.rows, model.owed
    rows.equal(owing.energy, owed.energy)
    wanted = dict(owed.pips)
    for mask in {*owing.pips, *wanted}:
        rows.equal(owing.pips.get(mask, Expr()), wanted.get(mask, 0))
    return bool(lexicographic(rows, []).status != "infeasible")
