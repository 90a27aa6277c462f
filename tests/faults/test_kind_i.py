"""I: what is cancelled or declined is not paid for, and is never had for nothing (358.2, 404.2, 444.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import runepay
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Payment

from .asked import Case, Json, without

FRIEND = {"id": "friend", "type": "unit", "might": 2, "cost": {"energy": 1}, "at": "grove"}
STATE: Json = {
    "runes": {"mind": 4, "chaos": 2},
    "hand": ["Hidden Blade", "Charm"],
    "board": [FRIEND, "Questionable Tome", "The Syren"],
    "battlefields": [{"id": "grove", "type": "battlefield"}],
}
KINDS: dict[str, Json] = {
    "card": {
        "card": "Spark",
        "type": "spell",
        "cost": {"energy": 2, "power": ["mind"]},
        "clauses": [{"clause": "additional", "id": "discard", "cost": {"actions": ["discard 1"]}}],
    },
    "ability": {"kind": "ability", "source": "the-syren", "ability": "move"},
    "trigger": {"kind": "trigger", "source": "friend", "cost": {"energy": 1, "power": ["any"]}},
    "effect": {"kind": "effect", "source": "friend", "cost": {"power": ["any", "any"]}},
    "applied": {"kind": "applied", "source": "friend", "cost": {"power": ["any"]}},
    "hide": {"kind": "hide", "card": "Hidden Blade", "to": "grove"},
}
MAY_BE_DECLINED = {"trigger": "404.2", "effect": "444.2", "applied": "204.4"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_cancelled_payment_is_refused(kind: str) -> None:
    """No step at all pays for nothing that is owed, whatever is paid for."""
    asked = Case.of(STATE, KINDS[kind])
    nothing = replace(asked.paid(), steps=())
    found = runepay.violations(asked.state, asked.play, nothing)
    assert found
    assert all(one.rule for one in found)
    with pytest.raises(runepay.InputError):
        runepay.apply(asked.state, asked.play, nothing)
    assert asked.is_untouched()
    assert asked.by_hand()


@pytest.mark.parametrize("kind", KINDS)
def test_every_payment_that_stops_short_is_refused(kind: str) -> None:
    asked = Case.of(STATE, KINDS[kind])
    payment = asked.paid()
    for kept in range(len(payment.steps)):
        # Resources may float unspent, but what is owed must have been spent and done.
        assert runepay.violations(asked.state, asked.play, replace(payment, steps=payment.steps[:kept])), kept


@pytest.mark.parametrize("kind", KINDS)
def test_a_receipt_that_owes_nothing_is_refused(kind: str) -> None:
    """It is not enough that the receipt agrees with itself."""
    asked = Case.of(STATE, KINDS[kind])
    choices = Choices(tuple(asked.paid().elections.items()))
    free = Payment(Owed(0, (), (), choices), ())
    assert "owed-differs" in {one.code for one in runepay.violations(asked.state, asked.play, free)}


@pytest.mark.parametrize(("kind", "rule"), MAY_BE_DECLINED.items())
def test_what_is_declined_is_not_paid_and_does_not_happen(kind: str, rule: str) -> None:
    asked = Case.of(STATE, KINDS[kind])
    declined = asked.with_play(elect={"pay": False})
    answer = declined.solve()
    said = answer.to_json()
    assert said["declined"]["rule"] == rule
    assert said["elected"]["pay"] is False
    assert said["owed"] == {"energy": 0, "power": [], "actions": []}
    assert said["steps"] == []
    assert said["left"]["runes"]["mind"] == {"ready": 4, "exhausted": 0}
    # Paying after declining is refused, and so is declining in the name of the one who pays.
    assert {one.rule for one in runepay.violations(declined.state, declined.play, asked.paid())} == {rule}
    assert answer.payment is not None
    assert runepay.violations(asked.state, asked.play, answer.payment)


@pytest.mark.parametrize("kind", sorted(set(KINDS) - set(MAY_BE_DECLINED)))
def test_what_was_begun_is_not_declined(kind: str) -> None:
    """A card, an ability or a hide is not begun if it is not to be paid: there is nothing to decline."""
    with pytest.raises(runepay.InputError, match="pay"):
        Case.of(STATE, {**KINDS[kind], "elect": {"pay": False}}).solve()


def test_a_trigger_that_cannot_be_paid_is_not_free() -> None:
    asked = Case.of({**STATE, "runes": {}}, KINDS["trigger"])
    answer = asked.solve()
    assert answer.status == "not payable"
    assert answer.payment is None
    assert answer.reasons


def test_the_kept_card_shows_that_the_discard_was_not_made() -> None:
    asked = Case.of(STATE, KINDS["card"])
    payment = asked.paid()
    place = next(n for n, step in enumerate(payment.steps) if step.step == "act")
    found = runepay.violations(asked.state, asked.play, without(payment, place))
    assert [one.code for one in found]
    assert "357.2" in {one.rule for one in found}
