"""The five stages from a list: every finished total is a choice of its own.

Used where the rows of :mod:`~runepay.solver.formulation.total` do not reach (the caller fixed the order of discounts,
two decisions multiply) or where a dearer total may be wanted (``spend-at-least``), and in tests as the second opinion.
"""

from __future__ import annotations

from dataclasses import replace

from runepay.model.owed import Choices, Owed
from runepay.model.question import Line, Question
from runepay.model.reach import assignments, reachable, victim_choices
from runepay.model.total import cost_read, settle, times
from runepay.solver.formulation.build import Model, Owing
from runepay.solver.formulation.classes import all_lines
from runepay.solver.rows import Expr


def list_totals(question: Question, *, dearer: bool) -> list[tuple[dict[str, int], dict[int, int], Owed]]:
    """List every total of every election: ``(elections, victims, total)``."""
    found: list[tuple[dict[str, int], dict[int, int], Owed]] = []
    for elections in assignments(question):
        for victims in victim_choices(question, elections):
            totals = reachable(question, elections, victims, dearer=dearer).values()
            found.extend((elections, victims, settle(question, choices, trace=False)) for choices in totals)
    return found


def write(model: Model, *, dearer: bool) -> list[tuple[Expr, Choices]]:
    """Write the listed totals into the model: one 0/1 variable each, exactly one of them 1.

    Returns
    -------
    list
        Each variable with the choices it stands for.
    """
    question, rows = model.question, model.rows
    asked = question
    if model.elastic:  # The caller's elections are rows that may be left out.
        asked = replace(question, elections=tuple(replace(one, fixed=None) for one in question.elections))
    listed = list_totals(asked, dearer=dearer)
    flags: list[tuple[Expr, Choices]] = []
    one = Expr()
    energy = Expr()
    pips: dict[int, Expr] = {}
    values: dict[str, Expr] = {name: Expr() for name in model.elections}
    for elections, _, owed in listed:
        flag = rows.var(0, 1)
        flags.append((flag, owed.choices))
        one.add(flag)
        energy.add(flag, owed.energy)
        for mask, number in owed.pips:
            pips.setdefault(mask, Expr()).add(flag, number)
        for name, value in elections.items():
            values[name].add(flag, value)
    rows.equal(one, 1)
    for name, expr in values.items():
        rows.equal(expr - model.elections[name], 0)
    needed: dict[int, Expr] = {}
    line_of: dict[int, Line] = {}
    for (_, _, owed), (flag, _) in zip(listed, flags, strict=True):
        for line, number in owed.lines:
            line_of[id(line)] = line
            needed.setdefault(id(line), Expr()).add(flag, number)
    victims = _read(model, listed, [flag for flag, _ in flags])
    active = [(line, needed[id(line)]) for line in all_lines(question) if id(line) in needed]
    model.owing = Owing(energy, pips, active, victims)
    return flags


def _read(
    model: Model, listed: list[tuple[dict[str, int], dict[int, int], Owed]], flags: list[Expr]
) -> dict[tuple[int, int], list[tuple[tuple[int, int], Expr]]]:
    """Tie the printed costs that discounts read, and the deaths that do not count, to the totals chosen (206)."""
    question = model.question
    victims: dict[tuple[int, int], list[tuple[tuple[int, int], Expr]]] = {}
    for where in {d.victim for d in question.discounts if d.victim is not None}:
        by_cost: dict[tuple[int, int], Expr] = {}
        readers = [index for index, d in enumerate(question.discounts) if d.victim == where]
        for (elections, chosen, _), flag in zip(listed, flags, strict=True):
            if readers[0] in chosen and times(question.components[where[0]], elections):
                read = cost_read(question, where, question.objects[chosen[readers[0]]])
                by_cost.setdefault(read, Expr()).add(flag)
        victims[where] = sorted(by_cost.items())
    for index, discount in enumerate(question.discounts):
        if discount.kills is not None:
            replaced = model.replaced[discount.kills] = Expr()
            for (_, chosen, _), flag in zip(listed, flags, strict=True):
                replaced.add(flag, chosen.get(index, 0))
    return victims
