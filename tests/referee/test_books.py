"""What floated and was added is spent or left, kind by kind and restriction by restriction (166.3, 444.1)."""

import pytest

from runepay.model.state import GameState
from runepay.referee import parse_payment
from runepay.referee.books import balance
from runepay.referee.table import Layout, Table
from runepay.referee.verdict import Whistle

from .paying import RULES, Json, add, exhaust, faults, recycle, spend
from .test_nested import ANOMALY, BUTCHER, HENGE, UNIT, part

LOST = ("not-conserved", "444.1")
STATE: Json = {"runes": {"fury": 3}, "pool": {"energy": 1, "restricted": [{"energy": 2, "for": "spell"}]}}
SPELL: Json = {"card": "Mine", "type": "spell", "cost": {"energy": 3}}


def test_more_spent_than_there_ever_was() -> None:
    assert faults(STATE, SPELL, spend(1), spend(2, purpose="spell")) == []
    assert LOST in faults(STATE, SPELL, spend(3))
    assert LOST in faults(STATE, SPELL, spend(3, purpose="spell"))
    assert LOST not in faults(STATE, SPELL, exhaust("fury", 2), spend(3))


def test_spent_too_early_is_out_of_order_but_nothing_is_lost() -> None:
    assert faults(STATE, SPELL, spend(3), exhaust("fury", 2)) == [("overdrawn", "166.2")]


def test_restrictions_are_told_apart() -> None:
    wrong = faults(STATE, {**SPELL, "cost": {"energy": 2}}, spend(1), spend(1, purpose="gear"))
    assert LOST in wrong
    assert ("overdrawn", "166.2") in wrong


def test_converters_make_nothing_out_of_nothing() -> None:
    state = {"board": [HENGE, ANOMALY]}
    play = {**UNIT, "cost": {"energy": 1}}
    circle = [
        part("henge", spend(1)), add("henge"),
        part("anomaly", spend(universal=1)), add("anomaly"),
        spend(1),
    ]  # fmt: skip
    assert faults(state, play, *circle) == [("overdrawn", "166.2"), LOST]
    self_paid = [part("henge", spend(1)), add("henge"), spend(1)]
    assert LOST in faults({"board": [HENGE]}, play, *self_paid)


def test_what_pays_for_an_add_is_spent_whether_or_not_the_add_is_used() -> None:
    state = {"legend": BUTCHER, "pool": {"energy": 2, "power": {"fury": 2}}}
    cost = part("butcher", spend(fury=2))
    owing = {**UNIT, "cost": {"energy": 2, "power": ["fury"]}}
    found = faults(state, owing, cost, spend(2), spend(fury=1))
    assert found == [("add-unused", "429.3"), ("overdrawn", "166.2"), LOST]


@pytest.mark.parametrize(
    ("step", "noticed"),
    [
        (exhaust("fury", 2), True),
        (recycle("fury"), True),
        (add("henge"), True),
        (add("nobody"), False),
        (spend(1), True),
        (part("henge", spend(1)), True),
    ],
)
def test_the_books_count_for_themselves_and_notice_a_replay_that_forgets_a_step(step: Json, noticed: bool) -> None:
    state = GameState.model_validate({"runes": {"fury": 3}, "pool": {"energy": 4}, "board": [HENGE]})
    whistle = Whistle(RULES)
    balance(parse_payment([step]).steps, Table(Layout(state, RULES)), whistle)
    assert [one.code for one in whistle.found] == ["not-conserved"] * noticed
