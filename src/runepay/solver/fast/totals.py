"""The totals of a question that the fast lane pays one by one, with the choices that the complete lane would state.

Where discounts leave nothing to choose there is one total for each way to elect. Where they do (half the discount's
Energy or its Power, or which pips an ``[A]`` takes off) and no election is open, there is one for each choice; if two
choices give the same total, which of them is stated is for the complete lane to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from runepay.model.guards import ALWAYS, holds
from runepay.model.owed import Choices, Owed
from runepay.model.question import Discount, Question
from runepay.model.reach import assignments, submultisets
from runepay.model.resources import Tally, size, tally
from runepay.model.total import best_order, factor, parts, settle, takers
from runepay.solver.fast.lanes import MOST

MOST_TOTALS: Final = 64
"""More totals than this are for the complete lane."""

Halves = tuple[tuple[int, str], ...]


def simple_totals(question: Question) -> list[Owed] | None:
    """List every total that can be owed, ``None`` if they are not of the simple kinds, or too many or too large."""
    if _listed(question):
        return None
    if any(one.either or one.any for one in question.discounts):
        found = _chosen(question)
    else:
        order = best_order(question)
        ways = islice(assignments(question), MOST_TOTALS + 1)
        found = [settle(question, Choices(tuple(one.items()), (), (), order, ()), trace=False) for one in ways]
    if found is None or len(found) > MOST_TOTALS or any(size(one.pips) > MOST for one in found):
        return None
    return found


def plain_total(question: Question, elections: tuple[tuple[str, int], ...]) -> Owed | None:
    """Give the total of these elections, stages recorded; ``None`` where they do not settle it, or it is not simple."""
    if _listed(question) or any(one.either or one.any for one in question.discounts):
        return None
    return settle(question, Choices(elections, (), (), best_order(question), ()))


def _listed(question: Question) -> bool:
    """Tell whether the complete lane lists the totals instead of writing them as rows, or reads a victim."""
    if any(
        one.victim or one.kills or one.number or one.on_base or one.place is not None or one.removed
        for one in question.discounts
    ):
        return True
    if any(one.guard != ALWAYS for one in question.overrides) or len(question.elections) > 6:
        return True
    always = [one for one in question.alternates if one.election is None]
    if len(always) > 1 or any(one.guard != ALWAYS for one in always):
        return True
    read = question.ruleset.option
    return bool(question.touched) and (read("minimum_power_half") == "capped" or read("domain_discount") == "matching")


def _chosen(question: Question) -> list[Owed] | None:
    """List one total for each choice among halves and removed pips, all elections being fixed."""
    if any(one.fixed is None for one in question.elections) or question.alternates or question.ignores:
        return None
    if question.overrides or any(one.component is not None and (one.either or one.any) for one in question.discounts):
        return None
    elections = next(assignments(question), None)
    if elections is None or not all(holds(one.guard, elections) for one in question.increases):
        return None
    order = best_order(question)
    decided = tuple(elections.items())
    without = settle(question, Choices(decided, (), (), (), ()), trace=False).pips
    acting = [one for one in question.discounts if factor(one, elections)]
    free = any(one.either and one.any and one.half is None for one in acting)
    found: dict[tuple[int, Tally], Owed] = {}
    for halves in _halves(question, elections):
        plain, able = _removable(question, elections, halves, without)
        any_ = sum(number for _, number in able)
        for plan in submultisets(plain, min(any_, size(plain))):
            # Pips of one kind only are counted, and nothing is said of which go.
            stated = () if len(without) == 1 and not free else tuple(takers(able, plan))
            owed = settle(question, Choices(decided, (), halves, order, stated), trace=False)
            left = dict(plain)
            for mask, number in plan:
                left[mask] -= number
            if owed.pips != tally(left) or (owed.energy, owed.pips) in found or len(found) > MOST_TOTALS:
                return None
            found[owed.energy, owed.pips] = owed
    return list(found.values())


def _halves(question: Question, elections: dict[str, int]) -> Iterator[Halves]:
    """Give every choice of halves, as the complete lane states it."""
    options: list[list[tuple[int, str]]] = []
    for index, one in enumerate(question.discounts):
        if not one.either:
            continue
        acts = factor(one, elections)
        if one.half is None and acts:
            options.append([(index, "energy"), (index, "power")])
        elif one.half is not None:
            options.append([(index, "energy" if one.half == "energy" and acts else "power")])
    yield from product(*options)


def _taken(one: Discount, any_: int, pips: Tally, half: str | None) -> tuple[int, Tally]:
    return (0, ()) if one.either and half != "power" else (any_, pips)


def _removable(
    question: Question, elections: dict[str, int], halves: Halves, pips: Tally
) -> tuple[Tally, list[tuple[int, int]]]:
    """Give the pips left by discounts on exactly a domain, and how many of any kind each discount takes besides."""
    left = dict(pips)
    able: list[tuple[int, int]] = []
    for index in best_order(question):
        _, any_, domains = parts(question, index, elections, {})
        any_, domains = _taken(question.discounts[index], any_, domains, dict(halves).get(index))
        able.append((index, any_))
        for mask, number in domains:
            left[mask] = max(0, left.get(mask, 0) - number)
    return tally(left), able
