"""Every payment that the solver finds on random instances is read back from its notation as the same payment."""

import pytest

from runepay.model.goals import Goal
from runepay.model.notation import payment_text, scan
from runepay.notation import read_question
from runepay.solver.pay import best

from .asking import question, state_and_play
from .spaces import instance


@pytest.mark.parametrize("start", range(0, 240, 60))
def test_notations_of_random_payments_are_read_back(start: int) -> None:
    read_back = 0
    for seed in range(start, start + 60):
        raw = instance(seed)
        asked, state = question(raw)
        payment = best(asked, state, Goal.of(raw["goal"])).payment
        if payment is not None:
            text = payment_text(asked, payment)
            again = read_question(asked, state, state_and_play(raw)[1], scan(text))
            assert payment_text(asked, again) == text, f"seed {seed}"
            read_back += 1
    assert read_back > 20
