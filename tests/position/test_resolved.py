"""What a position, a state and the engine's table are once a play was paid for and made."""

from __future__ import annotations

import runepay
from runepay import GameState, Play, Position, Price

HAND = [{"card": "Legion Rearguard"}, {"card": "Noxus Hopeful"}, {"card": "Seal of Rage"}]
STATE = GameState.model_validate({"runes": {"fury": 5}, "hand": HAND})
REARGUARD, HOPEFUL, SEAL = (Play(card=one["card"]) for one in HAND)


def test_a_play_on_the_chain_counts_for_nothing_yet() -> None:
    here = Position.of(STATE)
    paid = here.best(REARGUARD)
    assert paid is not None
    after = here.apply(paid)
    assert after.state().board == ()
    assert after.best(HOPEFUL) is None


def test_a_play_that_was_made_counts_for_legion() -> None:
    here = Position.of(STATE)
    paid = here.best(REARGUARD)
    assert paid is not None
    after = here.apply(paid, resolved=True)
    (unit,) = after.state().board
    assert (unit.card, unit.ready) == ("Legion Rearguard", False)
    again = after.best(HOPEFUL)
    assert again is not None
    assert again.payment.owed.energy == 2
    whole = runepay.apply(STATE, REARGUARD, runepay.solve(STATE, REARGUARD).payment, resolved=True)
    assert Position.of(whole) == after


def test_a_seal_that_has_come_gives_its_power() -> None:
    here = Position.of(STATE)
    paid = here.best(SEAL)
    assert paid is not None
    there, gone = here.apply(paid, resolved=True), here.apply(paid)
    cost = Price.of(0, ["fury"] * 5)
    assert (there.can_pay(cost), gone.can_pay(cost)) == (True, False)


def test_a_price_plays_no_card() -> None:
    here = Position.of(STATE)
    paid = here.best(Price.of(1))
    assert paid is not None
    assert paid.play.kind == "applied"
    assert here.apply(paid, resolved=True) == here.apply(paid)
