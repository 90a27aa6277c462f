"""Every payment that the solver finds on random instances is read back from its notation as the same payment."""

from itertools import islice

import pytest

import runepay
from runepay.model.goals import Goal
from runepay.model.identity import Identity, identity
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


@pytest.mark.parametrize("start", range(0, 160, 40))
def test_two_listed_payments_never_have_the_same_text_and_each_is_read_back(start: int) -> None:
    read_back = 0
    for seed in range(start, start + 40):
        raw = instance(seed)
        state, play = state_and_play(raw)
        every = runepay.payments(state, play)
        texts: dict[str, Identity] = {}
        for number, payment in enumerate(islice(every, 12)):
            text = payment_text(every.question, payment)
            assert text not in texts, f"seed {seed}: {text}"
            texts[text] = identity(every.question, payment)
            if number % 4 == 1:
                again = read_question(every.question, state, play, scan(text))
                assert identity(every.question, again) == texts[text], f"seed {seed}: {text}"
                read_back += 1
    assert read_back > 10


def test_converters_that_share_an_amount_are_told_apart() -> None:
    board = ["Hextech Anomaly"] * 3
    state = runepay.GameState.model_validate({"runes": {"fury": 2}, "board": board, "pool": {"power": {"fury": 3}}})
    play = runepay.Play.model_validate({"card": "Mine", "cost": {"energy": 4}, "targets": []})
    every = list(runepay.payments(state, play))
    texts = [runepay.write_payment(state, play, one) for one in every]
    assert len(set(texts)) == len(texts) == 5
    assert "4E~r.!hextech-anomaly'3'2.(3R)" in texts
    for text in texts:
        assert runepay.write_payment(state, play, runepay.read_payment(state, play, text)) == text
