"""Oracle and referee agree on which payments are legal: answers, and answers with one change."""

import json
import re
from collections import Counter
from random import Random

import pytest

from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.referee import parse_payment, violations
from runepay.solver.pay import best

from .asking import question, state_and_play
from .changes import Changer, written
from .judge import judge
from .spaces import instance

CHUNKS = 11
ANSWERS = 70
CHANGES = 5
EACH = 100
"""Of either kind in every chunk, so that the whole run has more than 1,000 legal and 1,000 illegal changed payments."""
RULE = re.compile(r"\d{2,3}(\.\d+|\.[a-z])*")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_answers_are_legal_and_changed_answers_are_judged_alike(chunk: int) -> None:
    assert CHUNKS * EACH > 1000
    rules = Ruleset.of()
    judged: Counter[bool] = Counter()
    answers, seed = 0, chunk * 1000
    while answers < ANSWERS:
        seed += 1
        raw = instance(seed)
        asked, state = question(raw)
        found = best(asked, state, Goal.of(raw["goal"]))
        if found.payment is None or not found.payment.steps:
            continue
        answers += 1
        _, play = state_and_play(raw)
        payment = written(found.payment)
        assert not judge(raw, payment), (seed, raw, payment)
        assert not violations(state, play, found.payment, rules), (seed, raw, payment)
        assert not violations(state, play, parse_payment(payment), rules), (seed, raw, payment)
        random = Random(seed)
        for _ in range(CHANGES):
            changed = Changer(raw, payment, random).change()
            wrong = judge(raw, changed)
            faults = violations(state, play, parse_payment(changed), rules)
            said = f"seed {seed}: {json.dumps(raw)}\npayment: {json.dumps(changed)}\noracle: {wrong}\nreferee: {faults}"
            assert bool(faults) == bool(wrong), said
            assert all(RULE.fullmatch(fault.rule) for fault in faults), said
            judged[bool(wrong)] += 1
    assert judged[False] >= EACH, judged
    assert judged[True] >= EACH, judged
