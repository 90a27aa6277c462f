"""What is not modelled is said, and never called not payable or proven."""

from typing import Any

import pytest

from runepay import api
from runepay.every import payments
from runepay.model.state import GameState, Play

STRONG = {"id": "brute", "type": "unit", "might": 1, "buffs": 4}
BETWEEN = {
    "card": "Mine",
    "type": "spell",
    "targets": [],
    "cost": {"actions": [{"do": "buff", "number": 2}, {"do": "buff", "filter": {"might": {"max": 4}}}]},
}
TWO_PRICES = {
    "card": "Mine",
    "type": "unit",
    "cost": {"energy": 6},
    "effects": [
        {"clause": "base", "id": "a", "set": {"energy": 3}},
        {"clause": "base", "id": "b", "set": {"energy": 2}},
    ],
}
LAMP = {"id": "lamp", "type": "gear", "adds": [{"gives": {"energy": 1}, "cost": {"actions": ["buff 1"]}}]}
AFTER_THE_LAMP = BETWEEN | {"cost": {"energy": 1, "actions": [{"do": "buff", "filter": {"might": {"max": 4}}}]}}
HOPES = {
    "id": "drum",
    "type": "gear",
    "adds": [{"gives": {"energy": 2}, "when": [{"not": {"amount": {"count": "objects"}, "at_least": 2}}]}],
}
GOLD = {"id": "gold", "type": "gear", "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}]}


@pytest.mark.parametrize(
    ("state", "play", "status"),
    [
        ({"board": [STRONG]}, BETWEEN, "unknown"),
        ({"board": [STRONG, LAMP]}, AFTER_THE_LAMP, "unknown"),
        ({"runes": {"fury": 2}}, TWO_PRICES, "unknown"),
        ({"runes": {"fury": 3}}, TWO_PRICES, "payable"),
        (
            {"board": [HOPES, GOLD]},
            {"card": "Mine", "type": "unit", "cost": {"energy": 2, "power": ["any"]}},
            "unknown",
        ),
        ({"board": [GOLD, HOPES]}, {"card": "Mine", "type": "unit", "cost": {"power": ["any"]}}, "payable"),
    ],
)
def test_what_is_not_modelled_is_said(state: dict[str, Any], play: dict[str, Any], status: str) -> None:
    asked = GameState.model_validate(state), Play.model_validate(play)
    answer = api.solve(*asked)
    assert (answer.status, answer.to_json()["proof"]) == (status, "feasible")
    assert any("not modelled" in note for note in answer.to_json()["notes"])
    listed = payments(*asked)
    assert bool(list(listed)) == answer.payable
    assert not listed.complete


def test_what_is_modelled_is_proven_without_a_word() -> None:
    plain = BETWEEN | {"cost": {"actions": [{"do": "buff", "number": 3}]}}
    answer = api.solve(GameState.model_validate({"board": [STRONG]}), Play.model_validate(plain))
    assert (answer.status, answer.proof) == ("payable", "optimal")
    assert not any("not modelled" in note for note in answer.to_json()["notes"])


@pytest.mark.parametrize(("fury", "exhausted", "noted"), [(12, 0, False), (6, 6, False), (7, 6, True), (20, 0, True)])
def test_more_runes_than_a_rune_deck_holds_are_noted_and_answered(fury: int, exhausted: int, *, noted: bool) -> None:
    state = GameState.model_validate({"runes": {"fury": fury, "mind": {"exhausted": exhausted}}})
    play = Play.model_validate({"card": "Mine", "cost": {"energy": 2}, "targets": []})
    said = f"{fury + exhausted} runes are more than a rune deck holds, which is 12 (103.3.a)"
    for answer in (api.solve(state, play), api.total(state, play)):
        told = answer.to_json()
        assert told["status"] in {"payable", "total"}
        assert (said in told["notes"]) == noted
