"""Runes, the pool and Add abilities as rows (164.2, 166, 429).

A ready rune may be exhausted for one Energy, and any exhausted rune recycled for one Power of its domain; a ready rune
that is recycled is exhausted first, so its Energy floats. With ``recycled <= exhausted before + exhausted now`` the two
counts of a domain are the state afterwards.
"""

from __future__ import annotations

from typing import Final

from runepay.model.pool import kind_place
from runepay.model.question import Line
from runepay.model.resources import ANY, BIT, ENERGY, reach
from runepay.model.supply import crowded, enables
from runepay.solver.formulation import nested
from runepay.solver.formulation.build import MISSING, Kind, Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.rows import Expr, summed

TANGENTS: Final = 24
"""Up to this many recycles of a domain their square is bounded by all its tangents; beyond, by those that matter."""


def uses(model: Model) -> None:
    """Make the variables that say which Adds are used, and owe the actions that they cost."""
    energy, pips = _asked(model)
    awaited = {index for line in all_lines(model.question) for index, _ in line.after}
    crowd = crowded(model.question.supply.producers)
    for place, producer in enumerate(model.question.supply.producers):
        if producer.nested and place not in model.order:
            continue
        enabling = bool(awaited or crowd) and enables(producer, awaited, crowd)
        if not enabling and not any(_useful(kind, energy, pips) for kind, _ in producer.gives):
            continue
        if enabling:
            model.several.update(kind for kind, _ in producer.gives)
        key = (model.class_of[producer.object], producer.key)
        if key not in model.adds:
            again = producer.repeats and not producer.converts
            most = _ceiling(model) if again else model.classes[key[0]].count
            model.adds[key] = model.rows.var(0, most)
            model.producer[key] = producer
        for line in producer.lines:
            model.owed.active.append((line, model.adds[key] * line.number))


def write(model: Model) -> None:
    """Write what can be had, and that no more is spent than that."""
    question, rows, owed = model.question, model.rows, model.owed
    pool = dict(question.supply.pool)
    wanted = {mask: max(0, rows.high(expr)) for mask, expr in owed.pips.items()}
    energy_most = max(0, rows.high(owed.energy))
    asked_energy, asked = _asked(model)
    gives: dict[Kind, Expr] = {}
    for key, used in model.adds.items():
        producer = model.producer[key]
        if producer.nested:
            continue
        for kind, number in producer.gives:
            gives.setdefault(kind, Expr()).add(used, number)
            if number > 1 or len(producer.gives) > 1:
                model.several.add(kind)
    _runes(model, gives, asked, asked_energy)
    gives[ENERGY, ""].add(model.give("energy", 0, asked_energy))
    missing = model.give("power", 0, sum(asked.values()))
    if missing.terms:
        gives[MISSING] = missing
    model.added = gives
    if model.order:
        model.base = {kind: gives.get(kind, Expr()) + Expr(pool.get(kind, 0)) for kind in {*pool, *gives}}
        nested.write(model, [place for place in model.order if _used(model, place)], _ceiling(model))
    _energy(model, pool, energy_most)
    _power(model, pool, wanted)
    _squares(model)


def _used(model: Model, place: int) -> bool:
    producer = model.question.supply.producers[place]
    return (model.class_of[producer.object], producer.key) in model.adds


def _asked(model: Model) -> tuple[int, dict[int, int]]:
    """Give the most Energy, and the most pips by set, that the play and the costs of Adds can ask for."""
    rows, owed = model.rows, model.owed
    pips = {mask: max(0, rows.high(expr)) for mask, expr in owed.pips.items()}
    energy = max(0, rows.high(owed.energy))
    ceiling = _ceiling(model) if model.order else 0
    for place in model.order:
        producer = model.question.supply.producers[place]
        if producer.again:
            continue  # It stands before, with all its uses.
        times = ceiling if producer.repeats and not producer.converts else 1
        energy += producer.energy * times + (ceiling if producer.converts == "energy" else 0)
        asked = [(mask, number * times) for mask, number in producer.pips]
        for mask, number in (*asked, *(((ANY, ceiling),) if producer.converts == "power" else ())):
            pips[mask] = pips.get(mask, 0) + number
    return energy, pips


def _ceiling(model: Model) -> int:
    """Give more units than a payment could ever have at once."""
    supply = model.question.supply
    had = sum(number for _, number in supply.pool) + sum(2 * ready + exhausted for _, ready, exhausted in supply.runes)
    adds = [one for one in supply.producers if not one.again]
    had += sum(number for one in adds if not one.converts for _, number in one.gives)
    for one in adds:
        if one.repeats and not one.converts:
            # Each use takes a unit of something, or objects that actions can take.
            uses = had + sum(_can(model, line) for line in one.lines)
            had += uses * sum(number for _, number in one.gives)
    for one in adds:
        if one.converts:
            # What goes through it comes out as so many times as much, and may go through the next one.
            had *= max(1, sum(number for _, number in one.gives))
    return had


DECK: Final = 60
"""More cards than a deck has, where the caller did not say how many there are."""


def _can(model: Model, line: Line) -> int:
    """Give how often an action could be done at the most."""
    question = model.question
    if line.action.do == "xp":
        return question.xp
    if line.action.do == "burn":
        return DECK if question.deck is None else question.deck
    return len(line.eligible)


def _runes(model: Model, gives: dict[Kind, Expr], asked: dict[int, int], asked_energy: int) -> None:
    rows = model.rows
    energy = Expr()
    for domain, ready, exhausted in model.question.supply.runes:
        able = sum(n for mask, n in asked.items() if mask & BIT[domain])
        recycles = rows.var(0, min(ready + exhausted, able))
        exhausts = rows.var(0, ready if asked_energy else min(ready, rows.high(recycles)))
        model.exhausts[domain], model.recycles[domain] = exhausts, recycles
        rows.at_least(exhausts - recycles, -exhausted)
        energy.add(exhausts)
        if ready and exhausted and rows.high(recycles):
            late = rows.var(0, min(ready, rows.high(recycles)))
            rows.at_least(late - recycles, -exhausted)
            model.ready_recycled[domain] = late
        else:
            model.ready_recycled[domain] = recycles if ready else Expr()
        gives.setdefault((domain, ""), Expr()).add(recycles)
    gives.setdefault((ENERGY, ""), Expr()).add(energy)


def _useful(kind: Kind, asked_energy: int, asked: dict[int, int]) -> bool:
    if kind[0] == ENERGY:
        return asked_energy > 0
    return any(mask & reach(kind[0]) and number for mask, number in asked.items())


def taken(model: Model, kind: Kind) -> Expr:
    """Give the units of a kind that Adds with costs take."""
    return summed(spent for (_, one), spent in model.nested.items() if one == kind)


def _energy(model: Model, pool: dict[Kind, int], most: int) -> None:
    """Pay the Energy: restricted units where they fit, the rest from the pool and what was added (163.1, 444.1)."""
    rows, gives = model.rows, model.added
    rest = Expr()
    rest.add(model.owed.energy)
    for kind in sorted({*pool, *gives}, key=kind_place):
        if kind[0] != ENERGY or not kind[1]:
            continue
        made = gives.get(kind, Expr())
        lost = taken(model, kind)
        if kind[1] in model.question.supply.fits:
            spent = rows.var(0, min(most, pool.get(kind, 0) + rows.high(made)))
            model.spent[kind] = spent
            rest.add(spent, -1)
            lost = lost + spent
        rows.at_least(made - lost, -pool.get(kind, 0))
    model.spent[ENERGY, ""] = rest
    rows.at_least(rest, 0)
    lost = rest + taken(model, (ENERGY, ""))
    rows.at_least(gives[ENERGY, ""] - lost, -pool.get((ENERGY, ""), 0))


def _power(model: Model, pool: dict[Kind, int], wanted: dict[int, int]) -> None:
    """Pay the pips: as many units as are owed, of kinds that fit (163.2)."""
    rows, gives = model.rows, model.added
    total = Expr()
    for kind in sorted({*pool, *gives}, key=kind_place):
        what, tag = kind
        if what == ENERGY:
            continue
        made = gives.get(kind, Expr())
        lost = taken(model, kind)
        if tag in model.question.supply.fits or kind == MISSING:
            able = sum(n for mask, n in wanted.items() if mask & reach(what))
            spent = rows.var(0, min(able, pool.get(kind, 0) + rows.high(made)))
            model.spent[kind] = spent
            total.add(spent)
            lost = lost + spent
        if not made.terms and not lost.terms:
            continue
        if kind in model.several:
            rows.at_least(made - lost, -pool.get(kind, 0))
        else:
            # Nothing is added that is not spent: what is spent is what was added plus some of the pool.
            rows.between(0, lost - made, pool.get(kind, 0))
    for mask, expr in model.owed.pips.items():
        total.add(expr, -1)
        unpaid = model.give("pips", mask, wanted[mask])
        rows.at_least(expr - unpaid, 0)
        total.add(unpaid)
    rows.equal(total, 0)


def _squares(model: Model) -> None:
    """Give each domain's recycles their square, for the balance of what is left."""
    rows = model.rows
    able = [domain for domain, recycles in model.recycles.items() if recycles.terms]
    if len(able) <= 1:
        return  # One domain alone has nothing to balance.
    for domain in able:
        most = rows.high(model.recycles[domain])
        (variable,) = model.recycles[domain].terms
        square = rows.new(0, most * most)
        model.squares[domain] = (variable, square, most)
        steps = range(most) if most <= TANGENTS else sorted({most * k // TANGENTS for k in range(TANGENTS)})
        for step in steps:
            tangent(model, domain, step)


def tangent(model: Model, domain: str, step: int) -> None:
    """Bound a square from below by its chord between `step` and `step + 1`."""
    variable, square, _ = model.squares[domain]
    model.rows.at_least(Expr(step * (step + 1), {square: 1, variable: -(2 * step + 1)}), 0)
