"""The payment that counts describe, found by the constraint model with those counts fixed.

A notation says how many runes, objects and units of each class a payment takes. Which of them in which order is left
to the model that finds payments, so that whatever it can find it can also find again.
"""

from __future__ import annotations

from dataclasses import replace

from runepay.model.goals import Goal
from runepay.model.notation.payment import NESTED, Classes, Counts
from runepay.model.owed import Owed
from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.state import GameState
from runepay.solver import steps
from runepay.solver.cpsat import lexicographic
from runepay.solver.formulation import nested
from runepay.solver.formulation.build import Kind, Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.pay import build
from runepay.solver.rows import Expr


def restore(question: Question, state: GameState, owed: Owed, counts: Counts, classes: Classes) -> Payment | None:
    """Find a payment of this total with exactly these counts, or ``None``.

    Parameters
    ----------
    question, state
        What is paid, and the pool that the steps start from.
    owed
        The total, with every choice made.
    counts
        What the payment takes; its elections and total are not read.
    classes
        The classes of the question's objects.
    """
    asked, orders = nested.sequences(question)
    if len(orders) > 1 and not any(one.lines for one in asked.supply.producers if one.nested):
        # Without actions in their costs, all of them together first, as where payments are found.
        model = build(_settled(asked, owed), Goal.of(), order=orders[0], relaxed=True).model
        solved = lexicographic(model.rows, []) if _fix(model, counts, classes) else None
        if solved is None or not solved.solution:
            return None
        sequence = nested.executable(model, solved.solution)
        if sequence is not None:
            model.order = sequence
            return Payment(owed, steps.written(model, state, solved.solution, owed))
    asked, orders = nested.sequences(question, whole=True)
    for order in orders[: nested.MOST_ORDERS]:
        model = build(_settled(asked, owed), Goal.of(), order=order).model
        if not _fix(model, counts, classes):
            return None
        solved = lexicographic(model.rows, [])
        if solved.solution:
            return Payment(owed, steps.written(model, state, solved.solution, owed))
    return None


def _settled(question: Question, owed: Owed) -> Question:
    """Give the question with nothing left to decide about the total: its lines stay, everything else is one number."""
    decided = dict(owed.choices.elections)
    wanted = {id(line) for line, _ in owed.lines}
    elections = tuple(replace(one, fixed=decided.get(one.id, 0)) for one in question.elections)
    alternates = tuple(replace(one, energy=owed.energy, pips=owed.pips) for one in question.alternates)
    components = tuple(replace(one, energy=0, pips=()) for one in question.components)
    return replace(
        question,
        energy=owed.energy,
        pips=owed.pips,
        lines=tuple(line for line in question.lines if id(line) in wanted),
        elections=elections,
        alternates=alternates if wanted or not question.overrides else (),
        components=components if wanted or not question.overrides else (),
        ignores=(),
        increases=(),
        discounts=(),
        overrides=(),
    )


def _fix(model: Model, counts: Counts, classes: Classes) -> bool:
    """Fix everything that is counted; false if something is counted that the model does not have."""
    rows, question = model.rows, model.question
    for said, had in ((counts.exhausts, model.exhausts), (counts.recycles, model.recycles)):
        if any(number and domain not in had for domain, number in said.items()):
            return False
        for domain, expr in had.items():
            rows.equal(expr, said.get(domain, 0))
    own = {place: classes.of[question.objects[one.members[0]].id] for place, one in enumerate(model.classes)}
    adds: dict[tuple[int, int, str], Expr] = {}
    converting: dict[tuple[int, int, str], Expr] = {}
    for place, producer in enumerate(question.supply.producers):
        if place in model.amounts:
            converter = own[model.class_of[producer.object]], producer.ability, producer.copied
            adds.setdefault(converter, Expr()).add(model.amounts[place])
            used = model.adds[model.class_of[producer.object], producer.key]
            converting.setdefault(converter, Expr()).add(used)
    for (cls, key), expr in model.adds.items():
        if not model.producer[cls, key].converts:
            producer = model.producer[cls, key]
            adds.setdefault((own[cls], producer.ability, producer.copied), Expr()).add(expr)
    for converter, expr in converting.items():
        rows.equal(expr, counts.uses.get(converter, 1 if counts.adds.get(converter) else 0))
    return _equal(model, adds, counts.adds) and _acts(model, counts, classes, own) and _units(model, counts)


def _equal(model: Model, had: dict[tuple[int, int, str], Expr], said: dict[tuple[int, int, str], int]) -> bool:
    if any(number and key not in had for key, number in said.items()):
        return False
    for key, expr in had.items():
        model.rows.equal(expr, said.get(key, 0))
    return True


def _acts(model: Model, counts: Counts, classes: Classes, own: dict[int, int]) -> bool:
    question = model.question
    had: dict[tuple[str, str], dict[int, Expr]] = {}
    lines = list(all_lines(question))
    parts = ["base"] * len(question.lines)
    parts += ["base" for one in question.alternates for _ in one.lines]
    parts += [one.id for one in question.components for _ in one.lines]
    parts += [
        NESTED + classes.name(question.objects[one.object].id) for one in question.supply.producers for _ in one.lines
    ]
    for part, line, uses in zip(parts, lines, model.uses, strict=True):
        into = had.setdefault((part, line.action.do), {})
        for cls, expr in uses.items():
            into.setdefault(own[cls], Expr()).add(expr)
    for key, said in counts.acts.items():
        if any(number and place >= 0 and place not in had.get(key, ()) for place, number in said.items()):
            return False
    for key, uses in had.items():
        for place, expr in uses.items():
            model.rows.equal(expr, counts.acts.get(key, {}).get(place, 0))
    return True


def _units(model: Model, counts: Counts) -> bool:
    """Fix what is spent of each kind: what is taken from the pool and what is added, without what is left of it."""
    spent: dict[Kind, Expr] = {}
    for kind, expr in model.spent.items():
        spent.setdefault(kind, Expr()).add(expr)
    for (_, kind), expr in model.nested.items():
        spent.setdefault(kind, Expr()).add(expr)
    for kind in {*counts.pool, *counts.left, *model.added, *spent}:
        total = Expr(counts.pool.get(kind, 0) - counts.left.get(kind, 0))
        total.add(model.added.get(kind, Expr()))
        total.add(spent.get(kind, Expr()), -1)
        model.rows.equal(total, 0)
    return True
