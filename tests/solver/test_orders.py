"""Adds with costs are tried in every order that could matter, and in no other."""

from __future__ import annotations

from typing import Any

import pytest

from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.question import Question
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.solver.formulation import nested
from runepay.solver.pay import best

Json = dict[str, Any]
HENGE: Json = {"type": "gear", "adds": [{"gives": {"power": {"universal": 1}}, "any_amount": "energy"}]}
PYRE: Json = {"type": "gear", "adds": [{"gives": {"power": {"universal": 1}}, "cost": {"actions": ["kill 1 gear"]}}]}
SPELL: Json = {"card": "Mine", "type": "spell", "cost": {"power": ["any", "any"]}}


def asked(state: Json, play: Json) -> tuple[Question, GameState]:
    made = GameState.model_validate(state)
    return freeze(made, Play.model_validate(play), Ruleset.of()), made


@pytest.mark.parametrize("names", [("henge", "pyre"), ("z", "a")])
def test_an_add_is_used_before_another_ones_cost_takes_its_object(names: tuple[str, str]) -> None:
    henge, pyre = ({**one, "card": name, "id": name} for one, name in zip((HENGE, PYRE), names, strict=True))
    # The pyre itself must stay, so the henge is what it kills, after it was used.
    state = {"board": [henge, pyre], "pool": {"energy": 1}}
    question, made = asked(state, {**SPELL, "targets": [names[1]]})
    found = best(question, made, Goal.of())
    assert found.status == "payable"
    assert found.payment is not None
    assert [step.object for step in found.payment.steps if step.step == "add"] == list(names)


def test_adds_of_which_one_object_can_use_one_only_are_one_place_in_the_order() -> None:
    copier = {"id": "copier", "type": "unit", "adds": [{"copies": True}]}
    anomaly = {"type": "gear", "adds": [{"gives": {"energy": 1}, "any_amount": "power"}]}
    board = [copier, *({**one, "id": f"{n}"} for n, one in enumerate((HENGE, anomaly)))]
    question, _ = asked({"board": board, "pool": {"energy": 2, "power": {"fury": 2}}}, SPELL)
    assert len([one for one in question.supply.producers if one.nested]) == 4
    assert len(nested.orders(question)) == 6


def test_many_copies_are_proven_best() -> None:
    unit: Json = {"type": "unit", "adds": [{"gives": {"power": {"universal": 1}}, "any_amount": "energy"}]}
    dear = {**unit, "id": "dear", "adds": [{**unit["adds"][0], "cost": {"power": ["any"]}}]}
    mill = {"gives": {"energy": 2}, "any_amount": "power", "cost": {"actions": ["burn 1"]}}
    butcher = {"gives": {"energy": 2}, "for": ["unit"], "cost": {"power": ["any", "any"]}}
    state = {
        "runes": {"chaos": 2},
        "board": [
            dear,
            {**unit, "id": "tired", "ready": False},
            {"id": "copier", "type": "unit", "adds": [{"copies": True}]},
            {"id": "mill", "type": "gear", "adds": [mill]},
        ],
        "legend": {"card": "Mine too", "type": "legend", "adds": [butcher]},
    }
    play = {"card": "Mine", "type": "spell", "cost": {"energy": 3, "power": ["any", "chaos"]}}
    question, made = asked(state, play)
    found = best(question, made, Goal.of())
    assert (found.status, found.proof) == ("payable", "optimal")


def test_an_add_that_uses_nothing_up_is_not_used_once_its_object_is_gone() -> None:
    forge: dict[str, Any] = {"id": "forge", "type": "gear", "value": 0}
    forge["adds"] = [{"gives": {"power": {"universal": 1}}, "exhaust": False, "cost": {"energy": 1}}]
    furnace: dict[str, Any] = {"id": "furnace", "type": "gear", "value": 9}
    furnace["adds"] = [{"gives": {"energy": 2}, "cost": {"actions": ["kill 1 gear"]}}]
    # Only the forge is cheap to kill, but its Energy has to come before it is used.
    question, made = asked({"board": [forge, furnace]}, SPELL)
    found = best(question, made, Goal.of())
    assert (found.status, found.values[:1]) == ("payable", (9,))
    assert (
        best(*asked({"board": [forge, furnace]}, {**SPELL, "targets": ["furnace"]}), Goal.of()).status == "not payable"
    )


def test_a_circle_of_nine_adds_is_proven_best() -> None:
    board: list[Json] = []
    for place in range(9):
        cost: Json = {"actions": ["kill 1 gear"], **({"energy": 1} if place % 2 else {"power": ["any"]})}
        gives: Json = {"power": {"universal": 1}} if place % 2 else {"energy": 2}
        board.append({"type": "gear", "id": f"{place}", "value": place, "adds": [{"gives": gives, "cost": cost}]})
    state = {"board": board, "runes": {"fury": {"ready": 3}}}
    question, made = asked(state, {**SPELL, "cost": {"energy": 3, "power": ["any", "any"]}})
    assert len(nested.orders(question)) > nested.MOST_ORDERS
    found = best(question, made, Goal.of())
    # The gear worth nothing is used and killed for its own Add: two runes are recycled, and the third gives Energy.
    assert (found.status, found.proof, found.values[:2]) == ("payable", "optimal", (0, 2))
