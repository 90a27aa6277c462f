"""From a question to the best payment (the complete lane)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runepay.model.cost import RULE_OF
from runepay.model.errors import InternalError
from runepay.model.goals import Goal
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Kind, Payment, Pool, Step
from runepay.model.pool import kind_place, whole_pool
from runepay.model.question import Line, Producer, Question
from runepay.model.resources import ANY, ENERGY, Tally, tally
from runepay.model.state import GameState
from runepay.model.total import best_order, parts, settle
from runepay.solver.cpsat import lexicographic
from runepay.solver.formulation import actions, legality, listed, matching, nested, producers, total
from runepay.solver.formulation import goal as goals
from runepay.solver.formulation.build import Model, NotLinear, start
from runepay.solver.formulation.classes import all_lines
from runepay.solver.naming import Named
from runepay.solver.rows import Expr


@dataclass(frozen=True, slots=True)
class Found:
    """What the solver says: a status, the payment if there is one, and the goal's values.

    ``proof`` is ``optimal``, ``feasible`` or ``infeasible``; status ``unknown`` means that time ran out first (C20).
    """

    status: str
    payment: Payment | None = None
    values: tuple[int, ...] = ()
    proof: str = "infeasible"
    proven: int = 0


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


def best(
    question: Question, state: GameState, goal: Goal, *, seconds: float | None = None, listing: bool | None = None
) -> Found:
    """Find the best payment of a question.

    Parameters
    ----------
    question, state, goal
        What is asked; the state gives the pool that the steps start from.
    seconds
        Wall-clock limit; when it runs out, the best so far is given unproven, or the status is ``unknown``.

    Returns
    -------
    Found
        The payment with the value of every criterion, or that there is none.
    """
    orders = nested.orders(question)
    if len(orders) == 1:
        return _best(question, state, goal, seconds=seconds, listing=listing, order=orders[0])[0]
    if not any(one.lines for one in question.supply.producers if one.nested):
        # All of them together first: if that cannot be paid nothing can, and if its Adds can be used one after another
        # it is the best of all orders.
        whole = _best(question, state, goal, seconds=seconds, listing=listing, order=orders[0], relaxed=True)[0]
        if whole.status != "unknown":
            return whole
    cut = len(orders) > nested.MOST_ORDERS
    found = [_best(question, state, goal, seconds=seconds, listing=listing, order=order) for order in orders]
    payable = [one for one in found if one[0].payment is not None]
    if payable:
        least = min(payable, key=lambda one: (one[0].values, one[1]))[0]
        return replace(least, proof="feasible", proven=0) if cut else least
    if cut or any(one[0].status == "unknown" for one in found):
        return Found("unknown", proof="feasible")
    return found[0][0]


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
    refine = None
    if any(most > producers.TANGENTS for _, _, most in model.squares.values()):
        refine = _Refine(model)
    among = len(model.adds) + sum(len(uses) for uses in model.uses)
    solved = lexicographic(model.rows, [*built.criteria, *ties], seconds=seconds, refine=refine, choices=among)
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
    owed = _owed(built, solution)
    if owed is None:
        if solved.status != "optimal":
            return Found("unknown", proof="feasible"), ()
        msg = "the stages and the constraint model disagree about what is owed"
        raise InternalError(msg)
    payment = Payment(owed, _steps(model, state, solution, owed))
    values = tuple(
        goals.balance_left(model, solution) if name == "balance" else expr.value(solution)
        for name, expr in zip(goal.criteria, built.criteria, strict=True)
    )
    proven = min(solved.proven, len(built.criteria))
    proof = "optimal" if solved.status == "optimal" else "feasible"
    return Found("payable", payment, values, proof, proven), tuple(expr.value(solution) for expr in ties)


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


def _owed(built: Built, solution: Sequence[int]) -> Owed | None:
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
    plans: dict[int, dict[int, int]] = {}
    for (where, mask), expr in model.removed.items():
        plans.setdefault(where, {})[mask] = expr.value(solution)
    removed: list[tuple[int, Tally]] = []
    order = best_order(question)
    for where, plan in plans.items():
        mine = order if where < 0 else [i for i, one in enumerate(question.discounts) if one.component == where]
        for index in mine:
            _, any_, _ = parts(question, index, elections, victims)
            if question.discounts[index].either and halves.get(index) != "power":
                any_ = 0
            taken: dict[int, int] = {}
            for mask, left in tally(plan):
                number = min(left, any_)
                if number:
                    taken[mask] = number
                    plan[mask] -= number
                    any_ -= number
            if taken:
                removed.append((index, tally(taken)))
    return Choices(tuple(elections.items()), tuple(victims.items()), tuple(halves.items()), order, tuple(removed))


class _Tracker:
    """Keeps the pool while steps are written."""

    def __init__(self, state: GameState) -> None:
        self.units: dict[Kind, int] = dict(whole_pool(state))
        self.steps: list[Step] = []

    def add(self, step: Step, sign: int) -> None:
        for kind, number in step.gives:
            self.units[kind] = self.units.get(kind, 0) + sign * number
        units = tuple(sorted(((k, n) for k, n in self.units.items() if n), key=lambda item: kind_place(item[0])))
        self.steps.append(replace(step, pool=Pool(units)))


def _steps(model: Model, state: GameState, solution: Sequence[int], owed: Owed) -> tuple[Step, ...]:
    """Order the payment: exhaust, Add, recycle, spend, then the actions (357.1, 357.2)."""
    question = model.question
    track = _Tracker(state)
    named = Named(model, solution)
    for domain, expr in model.exhausts.items():
        if number := expr.value(solution):
            track.add(Step("exhaust", f"rune:{domain}", number, (((ENERGY, ""), number),), rule="164.2"), 1)
    # An object may be exhausted by one Add and then killed by another, and what an Add asks for may be what another
    # kills.
    for key, members in sorted(
        named.adds.items(), key=lambda item: (model.producer[item[0]].kill, not model.producer[item[0]].asks)
    ):
        producer = model.producer[key]
        if producer.nested:
            continue
        for index in members:
            track.add(_add(question.objects[index].id, producer, 1), 1)
    for domain, expr in model.recycles.items():
        if number := expr.value(solution):
            track.add(Step("recycle", f"rune:{domain}", number, (((domain, ""), number),), rule="164.2"), 1)
    for place in model.order:
        _nested(model, place, solution, named, track)
    _spend({kind: expr.value(solution) for kind, expr in model.spent.items()}, owed.pips, "", track)
    _acts(question, owed, named, track)
    return tuple(track.steps)


def _add(name: str, producer: Producer, number: int) -> Step:
    gives = tuple((kind, count * number) for kind, count in producer.gives)
    return Step("add", name, number, gives, ability=producer.ability, copies=producer.copied, rule="429.3")


def _spend(spent: dict[Kind, int], pips: Tally, part: str, track: _Tracker) -> None:
    """Spend Energy, then the Power with what it pays."""
    for kind in sorted(spent, key=kind_place):
        if kind[0] == ENERGY and spent[kind]:
            track.add(Step("spend", number=spent[kind], gives=((kind, spent[kind]),), part=part, rule="357.1"), -1)
    pays: dict[Kind, list[tuple[int, int]]] = {}
    for kind, mask, number in matching.assign(pips, spent):
        pays.setdefault(kind, []).append((mask, number))
    for kind, paid in pays.items():
        number = sum(n for _, n in paid)
        track.add(Step("spend", number=number, gives=((kind, number),), part=part, pays=tuple(paid), rule="357.1"), -1)


def _nested(model: Model, place: int, solution: Sequence[int], named: Named, track: _Tracker) -> None:
    """Pay an Add's own cost, then use it (429.3.a)."""
    question = model.question
    producer = question.supply.producers[place]
    key = (model.class_of[producer.object], producer.key)
    if key not in model.adds or not model.adds[key].value(solution):
        return
    name = question.objects[producer.object].id
    part = f"add:{name}"
    uses = 1 if place in model.amounts else model.adds[key].value(solution)
    amount = model.amounts[place].value(solution) if place in model.amounts else uses
    spent = {kind: expr.value(solution) for (one, kind), expr in model.nested.items() if one == place}
    asked = tuple((mask, number * uses) for mask, number in producer.pips)
    pips = _merged((*asked, *(((ANY, amount),) if producer.converts == "power" else ())))
    _spend(spent, tally(pips), part, track)
    lines = {id(line): number for number, line in enumerate(all_lines(question))}
    for line in sorted(producer.lines, key=actions.rank):
        objects = tuple(question.objects[index].id for index in named.lines.get(lines[id(line)], ()))
        do = line.action.do
        track.add(Step("act", number=line.number * uses, do=do, objects=objects, part=part, rule=RULE_OF[do]), 0)
    track.add(_add(name, producer, amount), 1)


def _merged(pips: Tally) -> dict[int, int]:
    counts: dict[int, int] = {}
    for mask, number in pips:
        counts[mask] = counts.get(mask, 0) + number
    return counts


def _acts(question: Question, owed: Owed, named: Named, track: _Tracker) -> None:
    owners: list[tuple[str, Line]] = [("base", line) for line in question.lines]
    owners += [("base", line) for one in question.alternates for line in one.lines]
    owners += [(one.id, line) for one in question.components for line in one.lines]
    needed = {id(line): number for line, number in owed.lines}
    acts: list[tuple[int, Step]] = []
    for place, (part, line) in enumerate(owners):
        number = needed.get(id(line), 0)
        if not number:
            continue
        do = line.action.do
        objects = tuple(question.objects[index].id for index in named.lines.get(place, ()))
        if do not in {"xp", "burn"} and len(objects) != number:
            msg = "the constraint model takes another number of objects than is owed"
            raise InternalError(msg)
        acts.append(
            (actions.rank(line), Step("act", number=number, do=do, objects=objects, part=part, rule=RULE_OF[do]))
        )
    for _, step in sorted(acts, key=lambda item: item[0]):
        track.add(step, 0)


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
