"""Oracle and referee agree on every one-step change of the payments of ``instances/``.

Every payment that an instance is answered with, those of Adds before the play included, is changed in every way that
:mod:`every` lists. ``RUNEPAY_EVERY_CHANGE=1`` takes all instances; otherwise one in :data:`SAMPLE` of them is taken.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import NamedTuple

import pytest

import runepay
from runepay.answer import Answer
from runepay.model.errors import InputError
from runepay.model.instance import Instance, read
from runepay.model.payment import Payment
from runepay.model.resources import ENERGY
from runepay.model.rulebook import OPEN
from runepay.model.state import GameState, Play
from runepay.referee import parse_payment, violations

from .changes import written
from .every import changed
from .judge import Judge
from .judging import Illegal
from .offers import read as case_of
from .position import Case
from .spelled import spelled
from .vocabulary import Json

INSTANCES = Path(__file__).parents[2] / "instances"
FILES = sorted(path.relative_to(INSTANCES).as_posix() for path in INSTANCES.rglob("*.json"))
WHOLE = bool(os.environ.get("RUNEPAY_EVERY_CHANGE"))
SAMPLE = 90
CHUNKS = 60 if WHOLE else 4
TAKEN = FILES if WHOLE else FILES[::SAMPLE]
MANY = 100_000
"""The oracle lists every number of units of each kind that pays the pips; with more ways than this it is not asked."""
RULE = re.compile(r"\d{2,3}(\.\d+|\.[a-z])*( \(1\.4\))?")


class Paid(NamedTuple):
    """One payment with what it was asked for: as the package has it, and written out for the oracle."""

    state: GameState
    play: Play
    payment: Payment
    raw: Json


def payments(one: Instance, answer: Answer) -> Iterator[Paid]:
    """Give the payments of an answer: those of Adds before the play, and that of the play."""
    for before in answer.before:
        yield Paid(before.state, before.play, before.payment, _dumped(one, before.state, before.play))
    assert answer.payment is not None
    if answer.before:
        yield Paid(answer.state, answer.play, answer.payment, _dumped(one, answer.state, answer.play))
    else:
        yield Paid(answer.state, answer.play, answer.payment, spelled(one.data, one.rules))


def _dumped(one: Instance, state: GameState, play: Play) -> Json:
    parts = {"state": state, "play": play}
    raw = {name: part.model_dump(mode="json", by_alias=True, exclude_unset=True) for name, part in parts.items()}
    if "facts" in raw["state"]:
        raw["state"]["facts"] = raw["state"]["facts"]["stated"]
    return spelled(raw, one.rules)


def beyond(one: Instance, answer: Answer) -> str:
    """Say why the oracle cannot judge an answer; nothing if it can."""
    if answer.payment is None:
        return "there is no payment to change"
    if any(one.rules.chose(name) for name in OPEN):
        return "the oracle reads what is open by default"
    power = [(kind, number) for step in answer.payment.steps if step.step == "spend" for kind, number in step.gives]
    pips = sum(number for (what, _), number in power if what != ENERGY)
    kinds = len({kind for kind, _ in power if kind[0] != ENERGY}) + 1  # A change may bring one more.
    if comb(pips + kinds, kinds) > MANY:
        return "so many units that not every way to pay can be listed"
    return ""


def judged(case: Case, payment: Json) -> str:
    """Give the oracle's verdict; nothing if the payment is legal."""
    try:
        Judge(case, payment).judge()
    except Illegal as reason:
        return str(reason)
    return ""


def refereed(one: Instance, paid: Paid, payment: Json) -> str:
    """Give the referee's verdict; nothing if the payment is legal."""
    try:
        faults = violations(paid.state, paid.play, parse_payment(payment), one.rules)
    except InputError as error:
        return str(error)
    assert all(RULE.fullmatch(fault.rule) for fault in faults), faults
    return "; ".join(fault.message for fault in faults)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_one_step_change_is_judged_alike(chunk: int) -> None:
    judgements: Counter[bool] = Counter()
    for name in TAKEN[chunk::CHUNKS]:
        one = read(INSTANCES / name)
        if one.ask != "solve":
            continue
        answer = runepay.solve(one.state, one.play, one.goal, ruleset=one.rules)
        if beyond(one, answer):
            continue
        for paid in payments(one, answer):
            case, payment = case_of(paid.raw), written(paid.payment)
            assert not judged(case, payment), (name, payment)
            for other in changed(paid.raw, payment):
                wrong, faults = judged(case, other), refereed(one, paid, other)
                said = f"{name}\npayment: {json.dumps(other)}\noracle: {wrong}\nreferee: {faults}"
                assert bool(wrong) == bool(faults), said
                judgements[bool(wrong)] += 1
    assert judgements[True] > judgements[False] > 0, judgements
