"""What a payment states besides what it does: fields that mean nothing there, rules, the actions it says are owed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from runepay.model.cost import RULE_OF
from runepay.referee.deeds import Due
from runepay.referee.hand import COUNTED, HandAction, HandPayment, HandStep
from runepay.referee.till import AnyStep
from runepay.referee.verdict import Whistle

_MEANS: Final = {
    "exhaust": {"object", "gives", "ready"},
    "recycle": {"object", "gives", "ready"},
    "add": {"object", "gives", "ability", "copies"},
    "spend": {"gives", "part", "pays"},
    "act": {"do", "objects", "part"},
}
"""The fields that mean something, by step; a step says what it is, how often, its rule and the pool besides."""
_FIELDS: Final = ("object", "gives", "ability", "copies", "do", "objects", "part", "pays", "ready")
_RULES: Final = {"exhaust": "164.2", "recycle": "164.2", "add": "429.3", "spend": "357.1"}


def strays(step: AnyStep) -> Iterator[str]:
    """Name the fields of a step that state something although they mean nothing there.

    Examples
    --------
    >>> from runepay.model.payment import Step
    >>> list(strays(Step("exhaust", "rune:fury", part="base"))), list(strays(Step("act", do="kill", objects=("x",))))
    (['part'], [])
    """
    means = _MEANS.get(step.step)
    for name in _FIELDS if means is not None else ():
        if means is not None and name not in means and getattr(step, name, None):
            # By hand an action names its only object as other steps do.
            if name == "object" and isinstance(step, HandStep) and step.objects == (step.object,):
                continue
            yield name
    if step.step == "act" and step.do in COUNTED and step.objects:
        yield "objects"


def judge_statements(step: AnyStep, place: int, whistle: Whistle) -> None:
    """Report what a step says in vain, and a rule by which it is not possible."""
    for name in strays(step):
        why = f"{step.step} says {name} {getattr(step, name)!r}, which means nothing there"
        whistle.blow("says-in-vain", "357.1", why, place)
    rule = RULE_OF.get(step.do) if step.step == "act" else _RULES.get(step.step)
    if step.rule and rule is not None and step.rule not in {rule, whistle.cite(rule)}:
        whistle.blow("rule-differs", rule, f"{step.step} is possible by this rule, not by {step.rule!r}", place)


def judge_actions(payment: HandPayment, due: Sequence[Due], whistle: Whistle) -> None:
    """Compare the actions that a payment by hand says are owed with those that are (356.7)."""
    left = list(due)
    for one in payment.actions or ():
        if not one.number:
            continue
        alike = [n for n, owed in enumerate(left) if owed.action.do == one.do and owed.number == one.number]
        asked = [n for n in alike if one.filter is None or left[n].action.filter == one.filter]
        if not asked:
            what = " with that filter" if alike else ""
            whistle.blow("owed-differs", "356.7", f"{one.do} {one.number} is said to be owed{what}, and is not")
            continue
        del left[asked[0]]
        if one.rule and one.rule not in {RULE_OF[one.do], whistle.cite(RULE_OF[one.do])}:
            why = f"{one.do} {one.number} is possible by this rule, not by {one.rule!r}"
            whistle.blow("rule-differs", RULE_OF[one.do], why)
        _done(one, payment, whistle)
    for owed in left:
        if owed.number:
            why = f"{owed.action.do} {owed.number} for {owed.part} is left out of what is said to be owed"
            whistle.blow("owed-differs", "356.7", why)


def _done(one: HandAction, payment: HandPayment, whistle: Whistle) -> None:
    """Compare the objects that an owed action is said to take with those that the steps take."""
    if one.objects is None or (one.do in COUNTED and not one.objects):
        return
    acts = [step for step in payment.steps if step.step == "act" and step.do == one.do]
    taken = {name for step in acts for name in step.objects}
    if len(one.objects) != one.number or not taken.issuperset(one.objects):
        said = ", ".join(one.objects) or "nothing"
        whistle.blow("owed-differs", "356.7", f"{one.do} {one.number} is said to take {said}, unlike the steps")
