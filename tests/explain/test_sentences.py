"""Sentences that an independent reading found false or unclear are said as the rules have them."""

from __future__ import annotations

from typing import Any

import pytest

from runepay import solve
from runepay.explain import explain
from runepay.explain.procedure import procedure
from runepay.model.state import GameState, Play

SPELL: dict[str, Any] = {"card": "Mine", "type": "spell", "cost": {"power": ["body"]}}


def asked(state: dict[str, Any], play: dict[str, Any]) -> tuple[GameState, Play]:
    return GameState.model_validate(state), Play.model_validate(play)


def may_use(state: dict[str, Any], play: dict[str, Any]) -> str:
    read, wanted = asked(state, play)
    return next(one.text for one in procedure(solve(read, wanted).question, wanted) if one.rule == "357.1.a")


@pytest.mark.parametrize("xp", [1, 2])
def test_an_add_whose_own_cost_ends_its_level_is_not_offered_and_is_named_as_the_cause(xp: int) -> None:
    add = {
        "gives": {"power": {"body": 2}}, "cost": {"actions": ["xp 1"]},
        "when": {"amount": {"count": "xp"}, "at_least": 1},
    }  # fmt: skip
    state = {"xp": xp, "board": [{"card": "Egg", "type": "gear", "cost": {}, "adds": [add]}]}
    assert ("Egg (at a cost of its own)" in may_use(state, SPELL)) is (xp == 2)
    found = solve(*asked(state, SPELL))
    assert found.status == ("payable" if xp == 2 else "not payable")
    near = {one.text for reason in found.reasons for one in reason.because}
    assert ("using Egg's Add would spend XP that its own condition asks for" in near) is (xp == 1)


def test_each_stage_tells_the_actions_owed_as_well() -> None:
    clause = {"clause": "additional", "id": "gift", "cost": {"actions": ["discard 1"]}}
    state, play = asked({"pool": {"energy": 1}, "hand": ["Charm"]}, {
        "card": "Mine", "type": "spell", "cost": {"energy": 1}, "clauses": [clause],
    })  # fmt: skip
    first, second = solve(state, play).to_json()["stages"]
    assert "actions" not in first["after"]
    assert "actions" not in second["before"]
    assert [(one["do"], one["number"]) for one in second["after"]["actions"]] == [("discard", 1)]


def test_a_base_cost_that_is_an_action_is_not_nothing() -> None:
    state, play = asked({"board": ["Punching Poro"], "hand": ["Charm"]}, {"source": "Punching Poro",
                                                                         "ability": "empower"})  # fmt: skip
    (base,) = solve(state, play).to_json()["stages"]
    assert [one["do"] for one in base["after"]["actions"]] == ["discard"]


def test_what_a_repair_adds_is_called_so_and_not_by_an_id() -> None:
    found = explain(*asked({"runes": {"fury": 4}}, {"card": "Brazen Buccaneer"})).to_json()
    lost = [one["card"] for variant in found["variants"] for one in variant["loses"]]
    assert lost == ["the card added"]


def test_hiding_is_no_base_cost_of_a_card() -> None:
    state, play = asked({"runes": {"fury": 1}}, {"kind": "hide", "card": "Hidden Blade", "to": "grove"})
    found = solve(state, play).to_json()
    assert (found["when"]["rule"], [one["rule"] for one in found["stages"]]) == ("811", ["811"])


def test_a_clause_that_ignores_a_cost_says_so() -> None:
    state, play = asked({}, {**SPELL, "effects": [{"clause": "base", "ignore": "power"}]})
    assert solve(state, play).to_json()["stages"][-1]["note"] == "its Power cost is ignored"
