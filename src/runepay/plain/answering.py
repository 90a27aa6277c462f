"""Finds the payment of a plain question, and has it refereed (C29)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from runepay.model.errors import InputError, InternalError
from runepay.model.goals import Goal
from runepay.model.notation.letters import LETTER, number_text, units_text
from runepay.model.resources import DOMAINS, ENERGY, reach
from runepay.plain.price import Price, Total, price
from runepay.plain.reading import Asked, Counts, Pool
from runepay.referee.plain import Paid, wrong
from runepay.solver.fast.greedy import Plan, Way, provable
from runepay.solver.fast.lanes import MOST
from runepay.solver.fast.missing import Missing as Lacking
from runepay.solver.fast.missing import missing
from runepay.solver.fast.stock import POOL, RUNE, Source, Stock


class Missing(NamedTuple):
    """What a cost lacks: the kind of reason, its rule, how much, how much is owed, and for pips which."""

    code: str
    rule: str
    number: int
    owed: int
    mask: int = 0


class Plain(NamedTuple):
    """The answer to a plain question.

    Attributes
    ----------
    price
        What the play costs.
    total
        The total that is paid, or ``None`` if none can be.
    values
        The value of every criterion of the goal, in order.
    criteria
        Their names.
    notation
        The payment in its notation.
    kinds
        Kinds of payment that occur: ``exhaust``, ``recycle``, ``universal``.
    missing
        What is missing where nothing can be paid, the most telling first.
    """

    price: Price
    total: Total | None
    values: tuple[int, ...]
    criteria: tuple[str, ...]
    notation: str
    kinds: str
    missing: tuple[Missing, ...]


def answer(asked: Asked) -> Plain | None:
    """Answer a plain question; ``None`` if the ordinary way has to.

    Examples
    --------
    >>> from runepay.plain.reading import read
    >>> text = b'{"state": {"runes": {"fury": 3}}, "play": {"card": "M", "cost": {"energy": 2, "power": ["fury"]}}}'
    >>> found = answer(read(text))
    >>> found.notation, found.values[:6]
    ('2ER~2r.R', (0, 1, 0, 3, 2, 0))
    """
    cost = price(asked.play, asked.ruleset)
    goal = None if cost is None else _goal(asked.goal)
    if cost is None or goal is None or _size(asked.runes, asked.pool) > MOST:
        return None
    plan = _plan(asked.runes, asked.pool, goal)
    if len(cost.totals) == 1:
        total = cost.totals[0]
        way = plan.best(total.energy, total.pips)
        found = [] if way is None else [(plan.values(way, total.unelected), total, way)]
    else:
        found = [
            (plan.values(way, total.unelected), total, way)
            for total in cost.totals
            if (way := plan.best(total.energy, total.pips)) is not None
        ]
    if not found:
        lacks = _missing(plan, cost)
        return None if lacks is None else Plain(cost, None, (), goal.criteria, "", "", lacks)
    values, total, way = found[0] if len(found) == 1 else min(found, key=lambda one: one[0])
    if len(found) > 1 and sum(one[0] == values for one in found) > 1:
        return None  # Which of them it is, is for the published order to say.
    paid = _paid(plan, way)
    faults = wrong(asked.runes, asked.pool, paid, total.energy, total.pips)
    if faults:
        msg = f"the referee refuses the payment found: {'; '.join(faults)}"
        raise InternalError(msg)
    notation, kinds = _written(asked.pool, total, paid)
    return Plain(cost, total, values, goal.criteria, notation, kinds, ())


@lru_cache(maxsize=256)
def _goal(words: tuple[str, ...]) -> Goal | None:
    try:
        goal = Goal.of(words)
    except InputError:
        return None
    return goal if provable(goal) else None


def _size(runes: Counts, pool: Pool) -> int:
    return sum(map(sum, runes)) + sum([number for _, number in pool])


@lru_cache(maxsize=8192)
def _plan(runes: Counts, pool: Pool, goal: Goal) -> Plan:
    """Give the plan of what is at hand; in samples many situations have the same."""
    power = [Source((kind, ""), reach(kind), number, POOL) for kind, number in pool if kind != ENERGY]
    energy = tuple(Source((ENERGY, ""), 0, number, POOL) for kind, number in pool if kind == ENERGY)
    power += [
        Source((DOMAINS[place], ""), 1 << place, ready + exhausted, RUNE, place=place)
        for place, (ready, exhausted) in enumerate(runes)
        if ready or exhausted
    ]
    return Plan(Stock(tuple(power), energy, runes, sum(one.number for one in energy)), goal)


def _paid(plan: Plan, way: Way) -> Paid:
    spent: dict[str, int] = {}
    for one, number in zip(plan.stock.power, way.power, strict=True):
        if number:
            kind = one.kind[0]
            spent[kind] = spent.get(kind, 0) + number
    return Paid(way.exhausts, way.recycles, way.owed, spent)


def _written(pool: Pool, total: Total, paid: Paid) -> tuple[str, str]:
    """Write a payment in its notation, and name the kinds of payment in it."""
    items: list[str] = []
    kinds: list[str] = []
    added: dict[str, int] = {}
    if exhausted := sum(paid.exhausts):
        items += [number_text(n) + _SMALL[place] for place, n in enumerate(paid.exhausts) if n]
        kinds.append("exhaust")
        added[ENERGY] = exhausted
    if any(paid.recycles):
        for place, number in enumerate(paid.recycles):
            if number:
                items.append(number_text(number) + _LARGE[place])
                added[DOMAINS[place]] = number
        kinds.append("recycle")
    if "universal" in paid.spent:
        kinds.append("universal")
    taken: list[tuple[tuple[str, str], int]] = []
    for kind, number in pool:
        used = min(number, paid.energy if kind == ENERGY else paid.spent.get(kind, 0))
        if used:
            taken.append(((kind, ""), used))
            added[kind] = added.get(kind, 0) + used
    if taken:
        items.append(f"({units_text(taken)})")
    over = added.get(ENERGY, 0) - paid.energy
    if over:
        items.append(f"-({units_text([((ENERGY, ''), over)])})")
    return total.head + (f"~{'.'.join(items)}" if items else ""), " ".join(kinds)


_LARGE: Final = tuple(LETTER[domain] for domain in DOMAINS)
_SMALL: Final = tuple(LETTER[domain].lower() for domain in DOMAINS)


def _missing(plan: Plan, cost: Price) -> tuple[Missing, ...] | None:
    """Say what is missing, if each thing is missing by itself: Energy, Power for pips of one kind."""
    if cost.question.elections:
        return None
    total = cost.totals[0]
    found = missing(plan, total.energy, total.pips)
    return None if found is None else tuple(_named(one) for one in found)


def _named(one: Lacking) -> Missing:
    if not one.mask:
        return Missing("energy", "163.1", one.number, one.owed)
    return Missing("power", "163.2", one.number, one.owed, one.mask)
