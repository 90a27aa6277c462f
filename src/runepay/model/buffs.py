"""How many of an object's buffs are spent when an action takes it: an action may read its Might (702.2.b)."""

from __future__ import annotations

from runepay.model.objects import MIGHTY, Object
from runepay.model.question import Line, Question
from runepay.model.resources import LIMIT


def spendable(one: Object, line: Line) -> int:
    """Count the buffs of an object that an action may spend: it must match each time (the Might falls)."""
    wanted, able, might = line.action.filter, 0, one.might
    while able < one.buffs:
        if wanted.mighty and (might or 0) < MIGHTY:
            break
        if wanted.might is not None and not wanted.might.holds(might):
            break
        able += 1
        might = None if might is None else might - 1
    return able


def asked_might(line: Line) -> int:
    """Give the Might that an action asks for at least."""
    wanted = line.action.filter
    least = wanted.might.min if wanted.might is not None and wanted.might.min is not None else 0
    return min(LIMIT, max(0, least, MIGHTY if wanted.mighty else 0))


def span(one: Object, line: Line) -> tuple[int, int]:
    """Give the least and the largest number of its buffs that are spent while the object is what the action asks for.

    What else is asked is not looked at; an object that never matches has a largest number below the least.
    """
    wanted, low, high = line.action.filter, 0, one.buffs
    if line.action.itself:
        return low, high
    if wanted.buffed is not None:
        low, high = (low, high - 1) if wanted.buffed else (one.buffs, high)
    might = one.might or 0
    if wanted.mighty is not None:
        low, high = (low, min(high, might - MIGHTY)) if wanted.mighty else (max(low, might - MIGHTY + 1), high)
    if wanted.might is not None:
        if wanted.might.min is not None:
            high = min(high, might - wanted.might.min)
        if wanted.might.max is not None:
            low = max(low, might - wanted.might.max)
    return low, high


def reads_buffs(one: Object, line: Line) -> bool:
    """Tell whether it matters to an action how many of an object's several buffs are spent before it."""
    if one.buffs < 2:
        return False
    if line.action.do == "buff":
        return spendable(one, line) < one.buffs
    return span(one, line) != (0, one.buffs)


def hangs_on_order(question: Question) -> bool:
    """Tell whether the best payment may have to do something between two buffs of one object, or spend them so.

    Payments exhaust first, then spend buffs, those whose action asks for most Might first. An action that asks for an
    upper limit may fit only after the first of several buffs.
    """
    several = [one for one in question.objects if one.buffs > 1 and one.whose == 0 and one.zone == "board"]
    if not several:
        return False
    lines = [*question.lines, *(line for one in question.components for line in one.lines)]
    lines += [line for one in question.alternates for line in one.lines]
    # The costs of Adds are paid before the play's own; an Add that may be repeated spends more than once.
    lines += [line for one in question.supply.producers for line in one.lines * (2 if one.repeats else 1)]
    spending = [line for line in lines if line.action.do == "buff"]
    most = sum(line.number for line in spending)
    several = [one for one in question.objects if one.buffs > 1 and one.whose == 0 and one.zone == "board"]
    if most < 2 or not several:
        return False
    for line in lines:
        wanted = line.action.filter
        limited = wanted.mighty is False or (wanted.might is not None and wanted.might.max is not None)
        if not limited or line.action.itself:
            continue
        if line.action.do == "buff":
            return True
        if line.action.do in {"exhaust", "disempower"} and any(
            0 < low <= high < min(most, one.buffs) for one in several for low, high in (span(one, line),)
        ):
            return True
    return False
