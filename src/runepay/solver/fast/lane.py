"""The fast lane's answer to a whole question: the same payment as the complete lane's, or none (declined).

The finished totals of all elections are few where no discount leaves a choice; each is paid at its best, and the best
of these by goal and published order is the answer. Totals that ask for actions are declined, unless what they lose is
more than what the best payment without actions does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from runepay.model.goals import Goal
from runepay.model.objects import Object
from runepay.model.owed import Owed
from runepay.model.payment import Payment, Step, step
from runepay.model.pool import Kind, kind_place, whole_pool
from runepay.model.question import Producer, Question, add_order
from runepay.model.resources import DOMAINS, ENERGY, Tally, pip_order
from runepay.model.state import GameState
from runepay.model.total import settle
from runepay.model.values import loss
from runepay.solver.fast.greedy import Plan, Way, provable
from runepay.solver.fast.lanes import MOST
from runepay.solver.fast.stock import ADD, Stock, stock
from runepay.solver.fast.totals import simple_totals
from runepay.solver.found import Found
from runepay.solver.steps import Tracker, added, spend

RUNES: Final = tuple(f"rune:{domain}" for domain in DOMAINS)
"""What a step names that is done to runes, by domain."""


def best(question: Question, state: GameState, goal: Goal) -> Found | None:
    """Find the best payment of a question, or ``None`` if the fast lane cannot prove one.

    Parameters
    ----------
    question, state, goal
        As for :func:`runepay.solver.pay.best`.

    Returns
    -------
    Found or None
        Exactly what the complete lane gives; ``None`` says nothing about the question.
    """
    if question.faults:
        return Found("not payable")
    had = stock(question) if provable(goal) else None
    totals = None if had is None else simple_totals(question)
    if had is None or totals is None:
        return None
    plan = Plan(had, goal)
    found: list[tuple[tuple[int, ...], Owed, Way]] = []
    acting: list[Owed] = []
    for owed in totals:
        way = plan.best(owed.energy, owed.pips)
        if way is None:
            continue
        if owed.lines:
            acting.append(owed)
        else:
            found.append((plan.values(way, _unelected(question, owed)), owed, way))
    if not found:
        return None if acting else Found("not payable")
    least = min(values for values, _, _ in found)
    if acting and not _lose_more(question, goal, acting, least[0]):
        return None
    tied = [(owed, way) for values, owed, way in found if values == least]
    owed, way = tied[0] if len(tied) == 1 else min(tied, key=lambda one: _tie(had, one[0], one[1], tied))
    payment = Payment(settle(question, owed.choices), written(question.objects, whole_pool(state), had, owed.pips, way))
    return Found("payable", payment, least, "optimal", len(goal.criteria))


def _lose_more(question: Question, goal: Goal, acting: list[Owed], least: int) -> bool:
    """Tell whether every total with actions surely loses more than the best without, where losses count first."""
    return goal.criteria[0] == "losses" and all(_surely_lost(question, owed) > least for owed in acting)


def _unelected(question: Question, owed: Owed) -> int:
    if not question.elections:
        return 0
    values = dict(owed.choices.elections)
    return sum(1 for one in question.elections if one.fixed is None and not one.alternate and not values[one.id])


def _surely_lost(question: Question, owed: Owed) -> int:
    """Give the least value that the actions of a total can lose."""
    lost = 0
    for line, number in owed.lines:
        do = line.action.do
        if do in {"xp", "burn"}:
            lost += number
        elif line.eligible:
            lost += number * min(loss(do, line.zone, question.objects[index]) for index in line.eligible)
        else:
            lost += MOST  # It cannot be done at all.
    return lost


def _tie(had: Stock, owed: Owed, way: Way, tied: list[tuple[Owed, Way]]) -> list[int]:
    """Give the place of a payment in the published order (docs/tie-break.md)."""
    order = [-value for _, value in owed.choices.elections]
    order.append(owed.energy)
    order.append(-sum(mask.bit_count() * number for mask, number in owed.pips))
    pips = dict(owed.pips)
    masks = {mask for one, _ in tied for mask, _ in one.pips}
    order.extend(-pips.get(mask, 0) for mask in sorted(masks, key=pip_order))
    spent = spent_of(had, way)
    kinds = {one.kind for one in (*had.power, *had.energy)} | {(ENERGY, "")}
    order.extend(-spent.get(kind, 0) for kind in sorted(kinds, key=kind_place))
    order.extend(-number for _, number in sorted(_used(had, way)))
    for recycled, exhausted in zip(way.recycles, way.exhausts, strict=True):
        order += [-recycled, -exhausted]
    return order


def _used(had: Stock, way: Way) -> list[tuple[int, int]]:
    """Give how many members of every class use their Add."""
    sources = [*zip(had.power, way.power, strict=True), *zip(had.energy, way.energy, strict=True)]
    return [(one.place, number) for one, number in sources if one.made == ADD]


def spent_of(had: Stock, way: Way) -> dict[Kind, int]:
    """Give the units spent of every kind; Energy first."""
    spent: dict[Kind, int] = {(ENERGY, ""): way.owed}
    for one, number in zip(had.energy, way.energy, strict=True):
        if number and one.kind[1]:
            spent[one.kind] = spent.get(one.kind, 0) + number
            spent[ENERGY, ""] -= number
    for one, number in zip(had.power, way.power, strict=True):
        if number:
            spent[one.kind] = spent.get(one.kind, 0) + number
    return spent


def used(had: Stock, way: Way) -> list[tuple[Producer, int]]:
    """Give the Adds used and their objects, in order: what kills its object comes last."""
    adds = [
        (one.producer, one.members[:number], one.place)
        for one, number in (*zip(had.power, way.power, strict=True), *zip(had.energy, way.energy, strict=True))
        if number and one.producer is not None
    ]
    adds.sort(key=lambda one: (*add_order(one[0]), one[2]))
    return [(producer, index) for producer, members, _ in adds for index in members]


def written(objects: Sequence[Object], pool: Mapping[Kind, int], had: Stock, pips: Tally, way: Way) -> tuple[Step, ...]:
    """Order a payment into steps, beginning with what floats: exhaust, Add, recycle, spend (357.1)."""
    spent = spent_of(had, way)
    track = Tracker(pool, spent)
    for place, number in enumerate(way.exhausts):
        if number:
            track.add(step("exhaust", RUNES[place], number, (((ENERGY, ""), number),), "164.2"), 1)
    for producer, index in used(had, way):
        track.add(added(objects[index].id, producer, 1), 1)
    for place, number in enumerate(way.recycles):
        if number:
            track.add(step("recycle", RUNES[place], number, (((DOMAINS[place], ""), number),), "164.2"), 1)
    spend(spent, pips, "", track)
    return tuple(track.steps)
