"""A payment in which Adds pay for Adds is legal as it stands, and refused with a rule however it is changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import pytest

from runepay.model.payment import Payment, Step
from runepay.model.rulebook import MEANING
from runepay.referee import HandPayment, HandStep, violations

from .paying import RULES, Json, additional, card, refereed, seal, solved, unit
from .test_nested import ALTAR, ANOMALY, BUTCHER, COPIER, HENGE, UNIT

DIGGER: Json = {"id": "digger", "card": "Digger", "type": "legend"}
DIGGER |= {"adds": [{"gives": {"power": {"universal": 1}}, "cost": {"actions": [{"do": "banish", "zone": "trash"}]}}]}
ORACLE: Json = {"id": "oracle", "card": "Oracle", "type": "gear", "empowered": True}
ORACLE |= {"adds": [{"gives": {"energy": 2}, "cost": {"actions": [{"do": "disempower", "itself": True}, "burn 1"]}}]}

POSITIONS: dict[str, tuple[Json, Json]] = {
    "a converter of Energy": (
        {"board": [HENGE], "runes": {"mind": 2}},
        {**UNIT, "cost": {"energy": 1, "power": ["fury"]}},
    ),
    "a converter of two": ({"board": [HENGE], "pool": {"energy": 2}}, {**UNIT, "cost": {"power": ["fury", "calm"]}}),
    "a converter of Power": ({"board": [ANOMALY], "runes": {"mind": {"exhausted": 2}}}, UNIT),
    "both in a row": (
        {"board": [HENGE, ANOMALY], "pool": {"power": {"mind": 1}}},
        {**UNIT, "cost": {"power": ["fury"]}},
    ),
    "Power for restricted Energy": ({"legend": BUTCHER, "pool": {"power": {"fury": 1, "calm": 1}}}, UNIT),
    "Energy for Power for Energy": (
        {"legend": BUTCHER, "board": [HENGE], "pool": {"restricted": [{"energy": 2, "for": "gear"}]}},
        UNIT,
    ),
    "a victim": (
        {"board": [ALTAR, unit("a"), unit("b", might=6)]},
        {**UNIT, "cost": {"power": ["fury", "calm"]}, "clauses": [additional("more", "kill 1 unit")]},
    ),
    "a card of the trash": (
        {"legend": DIGGER, "trash": [card("old"), card("older")]},
        {**UNIT, "cost": {"power": ["fury"]}, "clauses": [additional("more", "recycle 1")]},
    ),
    "given up and burned": ({"board": [ORACLE], "deck": 1}, UNIT),
    "a copy": (
        {"board": [COPIER, seal("seal"), {**HENGE, "ready": False}], "runes": {"mind": 1}},
        {**UNIT, "cost": {"power": ["fury", "calm"]}},
    ),
}
"""Positions in which every unit and every object is needed, so that no step can be left out or changed."""


def changed(payment: Payment) -> Iterator[tuple[str, Payment]]:
    """Change one step at a time, in every way that makes another payment of it."""
    steps = payment.steps
    for place, step in enumerate(steps):
        before, after = steps[:place], steps[place + 1 :]
        yield f"{place} dropped", replace(payment, steps=before + after)
        yield f"{place} doubled", replace(payment, steps=(*before, step, step, *after))
        for other in _altered(step):
            yield f"{place} altered to {other}", replace(payment, steps=(*before, other, *after))
    for place, (step, later) in enumerate(pairwise(steps)):
        if _hangs_on(later, step):
            swapped = (*steps[:place], later, step, *steps[place + 2 :])
            yield f"{place} swapped", replace(payment, steps=swapped)


def unstated(payment: Payment) -> HandPayment:
    """Write the payment without the pool after each step, which would give every change away."""
    steps: list[HandStep] = []
    for step in payment.steps:
        said: dict[str, Any] = {one.name: getattr(step, one.name) for one in fields(step)}
        for name in ("pool", "rule"):
            del said[name]
        said["pays"] = step.pays or None
        steps.append(HandStep(**said))
    return HandPayment(tuple(steps), tuple(payment.elections.items()), (payment.owed.energy, payment.owed.pips))


def _altered(step: Step) -> Iterator[Step]:
    for more in (-1, 1):
        yield replace(step, number=step.number + more)
        if step.gives:
            (kind, number), *rest = step.gives
            yield replace(step, number=step.number + more, gives=((kind, number + more), *rest))
    for kind, number in step.gives:
        yield replace(step, gives=((("chaos" if kind[0] != "chaos" else "order", kind[1]), number),))
        yield replace(step, gives=(((kind[0], "gear" if kind[1] != "gear" else "spell"), number),))
    if step.step in {"spend", "act"}:
        # A step may leave out which part of the play's own cost it belongs to.
        yield replace(step, part="" if step.part.startswith("add:") else "add:nobody")
        yield replace(step, part="add:seal")
    if step.step == "add":
        yield replace(step, ability=step.ability + 1)
        yield replace(step, copies="" if step.copies else "seal:0")
        yield replace(step, object="nobody")
    for name in ("nobody", "seal", "henge"):
        if step.objects:
            yield replace(step, objects=(name,))


def _hangs_on(later: Step, step: Step) -> bool:
    """Tell whether a step needs the one before it: what it spends was added by it, or paid for it."""
    added = {kind for kind, _ in step.gives} if step.step in {"exhaust", "recycle", "add"} else set()
    taken = {kind for kind, _ in later.gives} if later.step == "spend" else set()
    return bool(added & taken) or (later.step == "add" and step.part == f"add:{later.object}")


@pytest.mark.parametrize("name", POSITIONS)
def test_the_payment_is_legal_and_no_changed_one_is(name: str) -> None:
    state, play, payment = solved(*POSITIONS[name])
    assert refereed((state, play, payment)) == []
    assert violations(state, play, unstated(payment), RULES) == ()
    assert any(step.part.startswith("add:") or step.copies for step in payment.steps)
    count = 0
    for what, other in changed(payment):
        found = violations(state, play, unstated(other), RULES)
        assert found, f"{what} is accepted"
        assert all(one.rule in MEANING and one.message for one in found)
        count += 1
    assert count > 20
