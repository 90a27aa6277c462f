"""What a cost lacks, by counting, where each thing that is missing is missing by itself (rules 163.1, 163.2).

Energy and Power are had independently of each other (see :mod:`runepay.solver.fast.greedy`). If the pips of some kind
outnumber the units that may pay one, they are a cause by themselves. If all other pips can be paid together, there is
no other cause among them. Pips that could each be paid alone and not together are for the complete lane.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from runepay.model.goals import Goal
from runepay.model.question import Question
from runepay.model.resources import Tally
from runepay.solver.fast.greedy import Plan
from runepay.solver.fast.stock import stock
from runepay.solver.fast.totals import simple_totals

MOST_TOLD: Final = 5
"""With more things missing than an answer names, the complete lane says which it names."""


class Missing(NamedTuple):
    """Something a cost lacks.

    Attributes
    ----------
    mask
        The kind of pips; 0 for Energy.
    number
        How much is missing.
    owed
        Of how much.
    """

    mask: int
    number: int
    owed: int


def missing(plan: Plan, energy: int, pips: Tally) -> tuple[Missing, ...] | None:
    """Say what a cost lacks: Energy first, then pips by their domains; ``None`` if counting does not tell.

    Examples
    --------
    >>> from runepay.solver.fast.stock import RUNE, Source, Stock
    >>> runes = ((1, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0))
    >>> plan = Plan(Stock((Source(("fury", ""), 1, 1, RUNE, place=0),), (), runes, 0), Goal.of())
    >>> missing(plan, 3, ((2, 2),))
    (Missing(mask=0, number=2, owed=3), Missing(mask=2, number=2, owed=2))
    >>> missing(plan, 1, ((1, 1), (63, 1))) is None
    True
    """
    had = plan.ready + sum(one.number for one in plan.stock.energy)
    found = [Missing(0, energy - had, energy)] if energy > had else []
    rest: list[tuple[int, int]] = []
    for mask, number in sorted(pips):
        units = sum(one.number for one in plan.stock.power if one.mask & mask)
        if number > units:
            found.append(Missing(mask, number - units, number))
        else:
            rest.append((mask, number))
    if not 0 < len(found) <= MOST_TOLD or (rest and plan.best(0, tuple(rest)) is None):
        return None
    return tuple(found)


def lacking(question: Question) -> tuple[Missing, ...] | None:
    """Say what a question lacks that has one total, without actions and without anything to decide."""
    if question.elections or question.needed or question.protected:
        return None
    had, totals = stock(question), simple_totals(question)
    if had is None or totals is None or len(totals) != 1 or totals[0].lines:
        return None
    return missing(Plan(had, Goal.of()), totals[0].energy, totals[0].pips)
