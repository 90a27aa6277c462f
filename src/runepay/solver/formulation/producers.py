"""Runes, the pool and Add abilities as rows (164.2, 166, 429).

A ready rune may be exhausted for one Energy, and any exhausted rune recycled for one Power of its domain; a ready rune
that is recycled is exhausted first, so its Energy floats. With ``recycled <= exhausted before + exhausted now`` the two
counts of a domain are the state afterwards.
"""

from __future__ import annotations

from typing import Final

from runepay.model.pool import kind_place
from runepay.model.resources import ANY, BIT, ENERGY, UNIVERSAL, reach
from runepay.solver.formulation.build import Kind, Model
from runepay.solver.rows import Expr

MISSING: Final[Kind] = (UNIVERSAL, "missing")
"""The kind that stands for Power that is not there, in an elastic model."""

TANGENTS: Final = 24
"""Up to this many recycles of a domain their square is bounded by all its tangents; beyond, by those that matter."""


def write(model: Model) -> None:
    """Write what can be had, and that no more is spent than that."""
    question, rows, owed = model.question, model.rows, model.owed
    energy_most = max(0, rows.high(owed.energy))
    wanted = {mask: max(0, rows.high(expr)) for mask, expr in owed.pips.items()}
    pips_most = sum(wanted.values())
    pool = dict(question.supply.pool)
    gives: dict[Kind, Expr] = {}
    several: set[Kind] = set()
    for producer in question.supply.producers:
        key = (model.class_of[producer.object], producer.ability)
        if key in model.adds:
            continue
        if not any(_useful(kind, energy_most, wanted) for kind, _ in producer.gives):
            continue
        model.adds[key] = rows.var(0, model.classes[key[0]].count)
        for kind, number in producer.gives:
            gives.setdefault(kind, Expr()).add(model.adds[key], number)
            if number > 1 or len(producer.gives) > 1:
                several.add(kind)
    runes_energy = Expr()
    for domain, ready, exhausted in question.supply.runes:
        able = sum(n for mask, n in wanted.items() if mask & BIT[domain])
        recycles = rows.var(0, min(ready + exhausted, able))
        exhausts = rows.var(0, ready if energy_most else min(ready, rows.high(recycles)))
        model.exhausts[domain], model.recycles[domain] = exhausts, recycles
        rows.at_least(exhausts - recycles, -exhausted)
        runes_energy.add(exhausts)
        if ready and exhausted and rows.high(recycles):
            late = rows.var(0, min(ready, rows.high(recycles)))
            rows.at_least(late - recycles, -exhausted)
            model.ready_recycled[domain] = late
        else:
            model.ready_recycled[domain] = recycles if ready else Expr()
        gives.setdefault((domain, ""), Expr()).add(recycles)
    gives.setdefault((ENERGY, ""), Expr()).add(runes_energy)
    model.added = gives
    _energy(model, pool, gives, energy_most)
    total = Expr()
    for kind in sorted({*pool, *gives}, key=kind_place):
        what = kind[0]
        if what == ENERGY:
            continue
        made = gives.get(kind, Expr())
        able = sum(n for mask, n in wanted.items() if mask & reach(what))
        spent = rows.var(0, min(able, pool.get(kind, 0) + rows.high(made)))
        model.spent[kind] = spent
        total.add(spent)
        if not made.terms:
            continue  # The bound of `spent` is the pool.
        if kind in several:
            rows.at_least(made - spent, -pool.get(kind, 0))
        else:
            # Nothing is added that is not spent: what is spent is what was added plus some of the pool.
            rows.between(0, spent - made, pool.get(kind, 0))
    for expr in owed.pips.values():
        total.add(expr, -1)
    missing = model.give("power", 0, pips_most)
    if missing.terms:
        model.spent[MISSING] = missing
        total.add(missing)
    rows.equal(total, 0)
    _squares(model)


def _useful(kind: Kind, energy_most: int, wanted: dict[int, int]) -> bool:
    if kind[0] == ENERGY:
        return energy_most > 0
    return any(mask & reach(kind[0]) and number for mask, number in wanted.items())


def _energy(model: Model, pool: dict[Kind, int], gives: dict[Kind, Expr], most: int) -> None:
    """Pay the Energy: restricted units where they fit, the rest from the pool and what was added (163.1, 444.1)."""
    rows = model.rows
    rest = Expr()
    rest.add(model.owed.energy)
    for kind in sorted({*pool, *gives}, key=kind_place):
        if kind[0] != ENERGY or not kind[1]:
            continue
        made = gives.get(kind, Expr())
        spent = rows.var(0, min(most, pool.get(kind, 0) + rows.high(made)))
        rows.at_least(made - spent, -pool.get(kind, 0))
        model.spent[kind] = spent
        rest.add(spent, -1)
    model.spent[ENERGY, ""] = rest
    rows.at_least(rest, 0)
    rows.at_least(gives[ENERGY, ""] + model.give("energy", 0, most) - rest, -pool.get((ENERGY, ""), 0))


def _squares(model: Model) -> None:
    """Give each domain's recycles their square, for the balance of what is left."""
    rows = model.rows
    able = [domain for domain, recycles in model.recycles.items() if recycles.terms]
    if len(able) < 2:
        return
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


def supply_masks(kinds: list[Kind]) -> dict[Kind, int]:
    """Give each kind of Power the domains it may stand for."""
    return {kind: (ANY if kind[0] == UNIVERSAL else BIT[kind[0]]) for kind in kinds}
