"""The five stages as rows (356.1-356.6), with the elections as variables.

Energy runs through a chain of exact maxima: a discount ``d`` with minimum ``m`` takes ``e`` to
``max(e - d, min(e, m))``. Pips are counted by the set of domains that may pay them; what discounts remove is a variable
for each set. Owing more never pays, so rows that allow removing *up to* what a discount removes are enough here; where
that does not hold (a caller who wants to spend), the totals are listed instead.
"""

from __future__ import annotations

from runepay.model.guards import ALWAYS
from runepay.model.question import Component, Discount, Line
from runepay.model.resources import Tally
from runepay.model.total import best_order, cost_read
from runepay.solver.formulation.build import Model, NotLinear, Owing
from runepay.solver.rows import ONE, ZERO, Expr, Rows, summed

Pips = dict[int, Expr]


def write(model: Model) -> None:
    """Write the five stages into the model.

    Raises
    ------
    NotLinear
        A clause multiplies two decisions, or the caller fixed an order or pips: list the totals instead.
    """
    question, rows = model.question, model.rows
    if any(one.place is not None or one.removed is not None or one.on_base for one in question.discounts):
        raise NotLinear
    read = question.ruleset.option
    if question.touched and (read("minimum_power_half") == "capped" or read("domain_discount") == "matching"):
        raise NotLinear
    for override in question.overrides:
        if override.guard == ALWAYS:
            model.owing = Owing(Expr(), {}, [], {})
            return
        raise NotLinear
    active: list[tuple[Line, Expr]] = []
    victims: dict[tuple[int, int], list[tuple[tuple[int, int], Expr]]] = {}
    energy, pips = _base(model, active)
    for place, component in enumerate(question.components):
        owed_times = _times(model, component)
        if not owed_times.terms and owed_times.const == 0:
            continue
        active.extend((line, owed_times * line.number) for line in component.lines)
        part_energy, part_pips = _component(model, place, component, owed_times)
        energy.add(part_energy)
        for mask, expr in part_pips.items():
            pips.setdefault(mask, Expr()).add(expr)
    for increase in question.increases:
        flag = model.guard(increase.guard)
        energy.add(flag, increase.energy)
        for mask, count in increase.pips:
            pips.setdefault(mask, Expr()).add(flag, count)
    order = best_order(question)
    terms: list[tuple[Expr, int]] = []
    wild = Expr()
    exact: dict[int, Expr] = {}
    for index in order:
        one = question.discounts[index]
        less, any_, domain_pips = _amounts(model, index, one, victims)
        terms.append((less, one.minimum))
        wild.add(any_)
        for mask, number in domain_pips.items():
            exact.setdefault(mask, Expr()).add(number)
    energy = _chain(rows, energy, terms)
    pips = _remove(model, -1, pips, exact, wild)
    for expr in pips.values():
        rows.at_least(expr, 0)
    model.owing = Owing(energy, pips, active, victims)


def _base(model: Model, active: list[tuple[Line, Expr]]) -> tuple[Expr, Pips]:
    """Stage 1: the base cost, replaced or ignored (356.1)."""
    question, rows = model.question, model.rows
    active.extend((line, Expr(line.number)) for line in question.lines)
    options: list[tuple[Expr, int, Tally]] = []
    printed = ONE
    always = [one for one in question.alternates if one.election is None]
    if len(always) > 1 or any(one.guard != ALWAYS for one in always):
        raise NotLinear
    for one in question.alternates:
        if one.election is None:
            continue
        flag = model.elections[one.election]
        options.append((flag, one.energy, one.pips))
        active.extend((line, flag * line.number) for line in one.lines)
        printed = printed - flag
    if always:
        options.insert(0, (printed, always[0].energy, always[0].pips))
        active.extend((line, printed * line.number) for line in always[0].lines)
    else:
        options.insert(0, (printed, question.energy, question.pips))
    no_energy = (
        rows.some([model.guard(one.guard) for one in question.ignores if one.half in {"cost", "energy"}])
        if question.ignores
        else ZERO
    )
    no_power = (
        rows.some([model.guard(one.guard) for one in question.ignores if one.half in {"cost", "power"}])
        if question.ignores
        else ZERO
    )
    energy = Expr()
    pips: Pips = {}
    for flag, amount, tally in options:
        if amount:
            energy.add(rows.every([flag, ONE - no_energy]), amount)
        if tally:
            kept = rows.every([flag, ONE - no_power])
            for mask, number in tally:
                pips.setdefault(mask, Expr()).add(kept, number)
    return energy, pips


def _times(model: Model, component: Component) -> Expr:
    if component.election is None:
        return model.guard(component.guard)
    # An election exists only under its component's guard, so its variable already says both.
    return model.elections[component.election]


def _component(model: Model, place: int, component: Component, owed_times: Expr) -> tuple[Expr, Pips]:
    """Stage 2: one additional cost with the discounts on it (356.2, 356.4.c)."""
    question = model.question
    energy = owed_times * component.energy
    pips = {mask: owed_times * number for mask, number in component.pips}
    mine = [index for index, one in enumerate(question.discounts) if one.component == place]
    if not mine:
        return energy, pips
    mine.sort(key=lambda index: (-question.discounts[index].minimum, not question.discounts[index].pips, index))
    terms: list[tuple[Expr, int]] = []
    wild = Expr()
    exact: dict[int, Expr] = {}
    for index in mine:
        less, any_, domain_pips = _amounts(model, index, question.discounts[index], {})
        terms.append((less, question.discounts[index].minimum))
        wild.add(any_)
        for mask, number in domain_pips.items():
            exact.setdefault(mask, Expr()).add(number)
    return _chain(model.rows, energy, terms), _remove(model, place, pips, exact, wild)


def _amounts(
    model: Model, index: int, one: Discount, victims: dict[tuple[int, int], list[tuple[tuple[int, int], Expr]]]
) -> tuple[Expr, Expr, dict[int, Expr]]:
    """Give a discount's Energy, ``[A]`` pips and domain pips as expressions."""
    if one.victim is not None:
        return _victim_amounts(model, one, one.victim, victims)
    if one.number is not None:
        # A guard that only asks for the election itself says nothing more than its number does.
        if one.either or (one.guard not in {ALWAYS, (((one.number, True),),)}):
            raise NotLinear
        times = model.elections[one.number]
        if one.kills is not None:
            times = times - _replaced(model, one.kills)
    else:
        times = model.guard(one.guard)
    if not one.either:
        return times * one.energy, times * one.any, {mask: times * number for mask, number in one.pips}
    if one.half == "energy":
        taken = times
    elif one.half == "power":
        taken = ZERO
    elif not times.terms and times.const == 0:
        return Expr(), Expr(), {}
    else:
        taken = model.rows.var(0, 1)
        model.rows.at_least(times - taken, 0)
    model.halves[index] = taken
    other = times - taken
    return taken * one.energy, other * one.any, {mask: other * number for mask, number in one.pips}


def _replaced(model: Model, where: tuple[int, int]) -> Expr:
    """Give the number of kills that something replaces, where only real deaths count (6.8)."""
    if where not in model.replaced:
        eligible = model.question.components[where[0]].lines[where[1]].eligible
        model.replaced[where] = model.rows.var(0, sum(bool(model.question.objects[i].instead) for i in eligible))
    return model.replaced[where]


def _victim_amounts(
    model: Model,
    one: Discount,
    where: tuple[int, int],
    victims: dict[tuple[int, int], list[tuple[tuple[int, int], Expr]]],
) -> tuple[Expr, Expr, dict[int, Expr]]:
    """Give the amounts of a discount by the printed cost of what an action takes."""
    if one.either or one.number is not None or one.component is not None:
        raise NotLinear
    flags = _victims(model, where, victims)
    acting = model.guard(one.guard)
    if acting.terms and one.guard != (((model.question.components[where[0]].election or "", True),),):
        raise NotLinear
    if not acting.terms and not acting.const:
        return Expr(), Expr(), {}
    less, any_ = Expr(), Expr()
    pips: Pips = {}
    for (energy, count), flag in flags:
        less.add(flag, one.energy * energy)
        any_.add(flag, one.any * count)
        for mask, number in one.pips:
            pips.setdefault(mask, Expr()).add(flag, number * count)
    return less, any_, pips


def _victims(
    model: Model, where: tuple[int, int], victims: dict[tuple[int, int], list[tuple[tuple[int, int], Expr]]]
) -> list[tuple[tuple[int, int], Expr]]:
    """Give a 0/1 expression for each printed cost that the victim of a line may have; one is 1 when it is owed."""
    if where in victims:
        return victims[where]
    component = model.question.components[where[0]]
    line = component.lines[where[1]]
    if line.number != 1 or component.counted:
        raise NotLinear
    found = {cost_read(model.question, where, model.question.objects[index]) for index in line.eligible}
    costs = sorted(found | {(0, 0)} if model.elastic else found)
    flags = [(cost, model.rows.var(0, 1)) for cost in costs]
    model.rows.equal(summed(flag for _, flag in flags) - _times(model, component), 0)
    victims[where] = flags
    return flags


def _chain(rows: Rows, energy: Expr, terms: list[tuple[Expr, int]]) -> Expr:
    """Take Energy discounts off in order; neighbours with the same minimum are one step (356.4.e)."""
    place = 0
    while place < len(terms):
        minimum = terms[place][1]
        less = Expr()
        while place < len(terms) and terms[place][1] == minimum:
            less.add(terms[place][0])
            place += 1
        if not less.terms and less.const == 0:
            continue
        floor = rows.minimum(energy, minimum) if minimum else ZERO
        energy = rows.maximum([energy - less, floor])
    return energy


def _remove(model: Model, where: int, pips: Pips, exact: dict[int, Expr], wild: Expr) -> Pips:
    """Take pips off: those of exactly a domain, and any (356.4, "power discount")."""
    rows = model.rows
    left: Pips = {}
    for mask, expr in pips.items():
        off = exact.get(mask)
        left[mask] = expr if off is None or (not off.terms and off.const == 0) else rows.maximum([expr - off, ZERO])
    most = rows.high(wild)
    if most <= 0:
        return left
    if len(left) == 1:
        ((mask, expr),) = left.items()
        if not wild.terms:
            return {mask: rows.maximum([expr - wild, ZERO])}
    total = Expr()
    result: Pips = {}
    for mask, expr in left.items():
        gone = rows.var(0, max(0, min(most, rows.high(expr))))
        model.removed[(where, mask)] = gone
        total.add(gone)
        result[mask] = expr - gone
        rows.at_least(result[mask], 0)
    rows.at_least(wild - total, 0)
    return result
