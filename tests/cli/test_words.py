"""Costs and steps in plain words."""

import pytest

from runepay.cli import words
from runepay.model.cost import DOES


@pytest.mark.parametrize("do", DOES)
def test_every_action_has_words_for_one_and_for_several(do: str) -> None:
    one, three = words.action({"do": do, "number": 1}), words.action({"do": do, "number": 3})
    assert one.startswith(("a ", "an ", "1 "))
    assert three.startswith("3 ")
    assert do in {"buff", "xp", "disempower"} or do in one + words.DONE.get(do, do)
    step = {"step": "act", "do": do, "number": 2, "objects": [] if do in {"xp", "burn"} else ["a", "b"], "part": "x"}
    said = words.step(step, {"a": "Charm"})
    assert said.endswith("(for x)")
    assert ("Charm and b" in said) == bool(step["objects"])


@pytest.mark.parametrize(
    ("owed", "said"),
    [
        ({"energy": 0, "power": [], "actions": []}, "nothing"),
        ({"energy": 3, "power": ["fury", "fury", ["fury", "order"], "any"]},
         "3 Energy, 2 Fury Power, 1 Fury or Order Power and 1 Power of any domain"),
        ({"energy": 0, "power": [], "actions": [
            {"do": "kill", "number": 1, "filter": {"type": ["unit"], "tag": ["Bird", "Cat"]}}]},
         "a kill (unit, Bird or Cat)"),
    ],
)  # fmt: skip
def test_a_cost_is_said_in_full(owed: dict[str, object], said: str) -> None:
    assert words.cost(owed) == said


def test_a_pool_names_what_each_unit_is_for() -> None:
    pool = {"energy": 0, "power": {"calm": 2}, "restricted": [{"power": {"universal": 1}, "for": ["gear", "unit"]}]}
    assert words.units(pool) == "2 Calm Power, 1 Universal Power for gear/unit"
    assert words.units({"energy": 0, "power": {}}) == "nothing"


def test_what_an_election_buys_is_told_from_totals_that_differ_in_it_alone() -> None:
    def total(energy: int, power: list[str], **elected: bool) -> dict[str, object]:
        return {"elected": elected, "owed": {"energy": energy, "power": power, "actions": []}}

    totals = [
        total(3, [], accelerate=False, repeat=False), total(4, ["fury"], accelerate=True, repeat=False),
        total(5, [], accelerate=False, repeat=True), total(6, ["fury"], accelerate=True, repeat=True),
    ]  # fmt: skip
    assert words.bought(totals) == ["accelerate: 1 Energy and 1 Fury Power more", "repeat: 2 Energy more"]
    assert words.bought([total(3, [], x=False), total(3, [], x=True)]) == ["x: costs nothing"]
    assert words.bought([total(3, [], x=False), total(2, ["any"], x=True)]) == [
        "x: 1 Energy less, for 1 Power of any domain"
    ]
