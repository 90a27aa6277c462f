"""N: what the player chooses is done, and a legal payment of his own is accepted, wise or not (C7, C8, C24)."""

from __future__ import annotations

import pytest

import runepay

from .asked import Case, Json

UNIT = {"type": "unit", "might": 2, "cost": {"energy": 1}}


@pytest.mark.parametrize(
    ("elect", "energy", "power", "done"),
    [
        ({}, 6, 0, []),
        ({"discard": True}, 4, 0, ["discard"]),
        ({"discard": False}, 6, 0, []),
    ],
)
def test_an_optional_cost_is_elected_or_not_as_asked(elect: Json, energy: int, power: int, done: list[str]) -> None:
    """Also where the goal would decide otherwise: with six Energy at hand it keeps the card."""
    asked = Case.of({"runes": {"fury": 6}, "hand": ["Charm"]}, {"card": "Brazen Buccaneer", "elect": elect})
    answer = asked.solve()
    assert (answer.spent["energy"], answer.spent["power"]) == (energy, power)
    assert [step.do for step in asked.paid().steps if step.step == "act"] == done


def test_a_cost_declined_by_the_caller_is_not_taken_to_make_the_play_payable() -> None:
    asked = Case.of(
        {"runes": {"fury": 4}, "hand": ["Charm"]}, {"card": "Brazen Buccaneer", "elect": {"discard": False}}
    )
    assert asked.solve().status == "not payable"
    assert asked.with_play(elect={}).solve().elected["discard"] is True


@pytest.mark.parametrize("number", [0, 1, 3])
def test_any_number_is_the_number_asked_for(number: int) -> None:
    state = {"runes": {"order": 6, "chaos": 6}, "board": ["Recruit"] * 4}
    answer = Case.of(state, {"card": "Commander Ledros", "elect": {"kills": number}}).solve()
    assert answer.elected["kills"] == number
    assert len(answer.loses) == number
    assert answer.spent["power"] == 4 - number


@pytest.mark.parametrize(("half", "owed"), [("energy", (1, 1)), ("power", (2, 0))])
def test_the_half_of_a_discount_is_the_callers(half: str, owed: tuple[int, int]) -> None:
    irelia = {"card": "Irelia, Graceful", "id": "irelia"}
    play = {"card": "Spark", "type": "spell", "cost": {"energy": 2, "power": ["chaos"]}, "targets": ["irelia"]}
    asked = Case.of({"runes": {"chaos": 3}, "board": [irelia]}, play)
    name = next(one.id for one in asked.solve().question.discounts)
    answer = asked.with_play(choose={"halves": {name: half}}).solve()
    assert (answer.owed.energy, sum(n for _, n in answer.owed.pips)) == owed


@pytest.mark.parametrize(("order", "owed"), [(["near", "floor"], 1), (["floor", "near"], 0)])
def test_the_order_of_discounts_is_the_callers_dearer_or_not(order: list[str], owed: int) -> None:
    clauses = [
        {"clause": "discount", "id": "near", "energy": 2},
        {"clause": "discount", "id": "floor", "energy": 1, "minimum": 1},
    ]
    play = {"card": "Spark", "type": "spell", "cost": {"energy": 3}, "clauses": clauses, "choose": {"order": order}}
    assert Case.of({"runes": {"calm": 3}}, play).solve().owed.energy == owed


@pytest.mark.parametrize(("gone", "left"), [("fury", "calm"), ("calm", "fury")])
def test_the_pip_that_is_taken_off_is_the_callers(gone: str, left: str) -> None:
    play = {
        "card": "Spark",
        "type": "spell",
        "cost": {"power": ["fury", "calm"]},
        "clauses": [{"clause": "discount", "id": "cheap", "any": 1}],
        "choose": {"removed": {"cheap": [gone]}},
    }
    answer = Case.of({"runes": {"fury": 1, "calm": 1}}, play).solve()
    assert answer.to_json()["owed"]["power"] == [left]


def test_the_goal_is_the_callers() -> None:
    """What to keep is a wish that wins over every later level, and the answer says what it cost."""
    state = {"runes": {"fury": {"exhausted": 1}}, "pool": {"power": {"universal": 1, "calm": 1}}}
    asked = Case.of(state, {"card": "Spark", "type": "spell", "cost": {"power": ["any"]}})
    plain = asked.solve().to_json()["left"]["pool"]["power"]
    kept = asked.solve("keep-domain:calm", "keep-universal").to_json()["left"]
    assert plain == {"universal": 1}
    assert kept["pool"]["power"] == {"calm": 1, "universal": 1}
    assert kept["runes"]["fury"] == {"ready": 0, "exhausted": 0}


GOLD: Json = {"runes": {"fury": 2}, "board": ["Gold", "Seal of Rage"], "pool": {"power": {"universal": 1}}}
PIP: Json = {"card": "Spark", "type": "spell", "cost": {"power": ["fury"]}}


@pytest.mark.parametrize(
    "steps",
    [
        [{"step": "add", "object": "gold"}, {"step": "spend", "spends": {"power": {"universal": 1}}}],
        [{"step": "add", "object": "seal-of-rage"}, {"step": "spend", "spends": {"power": {"fury": 1}}}],
        [{"step": "spend", "spends": {"power": {"universal": 1}}}],
        [
            {"step": "exhaust", "object": "rune:fury"},
            {"step": "recycle", "object": "rune:fury"},
            {"step": "spend", "spends": {"power": {"fury": 1}}},
        ],
        [
            {"step": "recycle", "object": "rune:fury", "ready": True},
            {"step": "spend", "spends": {"power": {"fury": 1}}},
        ],
        [
            {"step": "exhaust", "object": "rune:fury", "number": 2},
            {"step": "add", "object": "seal-of-rage"},
            {"step": "add", "object": "gold"},
            {"step": "spend", "spends": {"power": {"fury": 1}}},
        ],
    ],
    ids=["gold", "seal", "universal", "rune", "ready rune", "idle Adds"],
)
def test_a_payment_of_ones_own_is_accepted_though_it_is_dearer(steps: list[Json]) -> None:
    """The referee judges what is legal, not what is wise; resources left over float (166.3, C28)."""
    assert Case.of(GOLD, PIP).by_hand(*steps) == []


def test_the_dearer_discard_of_ones_own_is_accepted() -> None:
    state = {"runes": {"fury": 4}, "hand": ["Charm", {"id": "dragon", "type": "unit", "cost": {"energy": 8}}]}
    asked = Case.of(state, {"card": "Brazen Buccaneer", "elect": {"discard": True}})
    assert [one["object"] for one in asked.solve().loses] == ["charm"]
    steps: list[Json] = [
        {"step": "exhaust", "object": "rune:fury", "number": 4},
        {"step": "spend", "spends": {"energy": 4}},
        {"step": "act", "do": "discard", "objects": ["dragon"], "part": "discard"},
    ]
    assert asked.by_hand(*steps) == []


def test_a_dearer_total_of_ones_own_is_accepted() -> None:
    """Discounts in the order that costs more are a legal choice (section 8 of the rules page)."""
    apprentice = {"card": "Eager Apprentice", "at": "grove"}
    clauses = [{"clause": "discount", "id": "near", "energy": 2}]
    play = {"card": "Spark", "type": "spell", "cost": {"energy": 3}, "clauses": clauses}
    asked = Case.of({"runes": {"calm": 1}, "board": [apprentice]}, play)
    assert asked.solve().owed.energy == 0
    steps: list[Json] = [{"step": "exhaust", "object": "rune:calm"}, {"step": "spend", "spends": {"energy": 1}}]
    assert asked.by_hand(*steps) == []


def test_what_is_lost_for_good_is_named_before_it_is_done() -> None:
    """Nothing has happened when the answer names the Gold it would kill: the caller may still say no."""
    asked = Case.of({"board": ["Gold"]}, PIP)
    answer = asked.solve()
    assert answer.loses == [{"object": "gold", "card": "Gold", "how": "kill", "value": 2}]
    assert asked.is_untouched()
    keys = list(answer.to_json())
    assert keys.index("loses") < keys.index("steps")


def test_several_totals_are_offered_and_not_only_the_best() -> None:
    asked = Case.of({"runes": {"fury": 6}, "hand": ["Charm"]}, {"card": "Brazen Buccaneer"})
    offered = [(one["elected"]["discard"], one["owed"]["energy"], one["payable"]) for one in asked.solve().totals]
    assert sorted(offered) == [(False, 6, True), (True, 4, True)]


def test_an_unknown_choice_is_told_and_not_ignored() -> None:
    with pytest.raises(runepay.InputError, match="discrad"):
        Case.of({"runes": {"fury": 6}}, {"card": "Brazen Buccaneer", "elect": {"discrad": True}}).solve()
