"""Open questions are read as the caller asks, by the solver and by the referee alike (rules page 6 and 9, C21)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import runepay
from runepay.model.errors import InputError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.instance import read
from runepay.model.rulebook import OPEN, OPTIONS, Ruleset
from runepay.model.state import GameState, Play
from runepay.referee import parse_payment, violations
from runepay.solver.pay import best

from .paying import Json, spend, unit


def codes(option: str, reading: str, state: Json, play: Json, *steps: Json) -> list[str]:
    """Referee a payment by hand under one reading."""
    ruleset = Ruleset.of(options={option: reading})
    situation, played = GameState.model_validate(state), Play.model_validate(play)
    return [one.code for one in violations(situation, played, parse_payment(list(steps)), ruleset)]


RICH: Json = {"pool": {"energy": 9, "power": {"fury": 4, "calm": 4, "mind": 4, "universal": 4}}}
TOOL: Json = {"id": "tool", "card": "Tool", "type": "gear", "domains": ["fury", "calm"]}
HELM: Json = {**TOOL, "keywords": [{"keyword": "equip", "cost": {"energy": 1, "power": ["calm", "any"]}}]}
FIGHTER: Json = unit("fighter", keywords=["weaponmaster"])
WEAPON: Json = {"source": "fighter", "ability": "weaponmaster", "targets": ["tool"]}


@pytest.mark.parametrize(("reading", "mind_pays"), [("table", True), ("any", True), ("own", False)])
def test_rules_page_6_2_a_rainbow_pip_of_an_ability_on_a_card_of_two_domains(reading: str, mind_pays: bool) -> None:
    state = {**RICH, "board": [{**TOOL, "abilities": [{"id": "use", "cost": {"power": ["any"]}}]}]}
    found = codes("ability_pip", reading, state, {"source": "tool", "ability": "use"}, spend(mind=1))
    assert found == ([] if mind_pays else ["wrong-power"])


@pytest.mark.parametrize(("reading", "mind_pays"), [("table", False), ("any", True), ("own", False)])
def test_rules_page_6_2_an_own_pip_of_a_keyword_on_a_card_of_two_domains(reading: str, mind_pays: bool) -> None:
    play: Json = {"card": "Mine", "type": "spell", "domains": ["fury", "calm"], "targets": []}
    play["elect"] = {"repeat": True}
    play |= {"keywords": [{"keyword": "repeat", "cost": {"power": ["own"]}}]}
    assert codes("ability_pip", reading, RICH, play, spend(mind=1)) == ([] if mind_pays else ["wrong-power"])
    assert codes("ability_pip", reading, RICH, play, spend(fury=1)) == []


@pytest.mark.parametrize(("reading", "owed"), [("applies", 0), ("capped", 1)])
def test_rules_page_6_7_the_power_half_below_the_minimum(reading: str, owed: int) -> None:
    less = {"clause": "discount", "energy": 1, "any": 1, "minimum": 1}
    play = {"card": "Mine", "cost": {"power": ["fury"]}, "clauses": [less]}
    assert codes("minimum_power_half", reading, RICH, play, *[spend(fury=1)] * owed) == []
    assert codes("minimum_power_half", reading, RICH, play, *[spend(fury=1)] * (1 - owed)) == ["power-spent"]
    dearer = {**play, "cost": {"energy": 1, "power": ["fury"]}}
    assert codes("minimum_power_half", reading, RICH, dearer, spend(1)) == []


@pytest.mark.parametrize(("reading", "owed"), [("exact", 2), ("matching", 1)])
def test_rules_page_6_9_a_discount_of_one_domain_on_wider_pips(reading: str, owed: int) -> None:
    less = {"clause": "discount", "power": ["calm"]}
    play = {"card": "Mine", "cost": {"power": ["fury", "any"]}, "clauses": [less]}
    assert codes("domain_discount", reading, RICH, play, *[spend(fury=1)] * owed) == []
    assert "power-spent" in codes("domain_discount", reading, RICH, play, *[spend(fury=1)] * (3 - owed))
    exact_first = {**play, "cost": {"power": ["calm", "any"]}}
    assert codes("domain_discount", reading, RICH, exact_first, spend(mind=1)) == []
    assert codes("domain_discount", reading, RICH, {**play, "cost": {"power": ["fury"]}}, spend(fury=1)) == []


@pytest.mark.parametrize(("reading", "power"), [("any_pip", []), ("literal", ["calm"])])
def test_rules_page_6_10_weaponmaster_and_a_pip_of_one_domain(reading: str, power: list[str]) -> None:
    gear = {**HELM, "keywords": [{"keyword": "equip", "cost": {"energy": 1, "power": ["calm"]}}]}
    state = {**RICH, "board": [gear, FIGHTER]}
    paid = [spend(1), *[spend(calm=1) for _ in power]]
    assert codes("weaponmaster", reading, state, WEAPON, *paid) == []
    assert codes("weaponmaster", reading, {**RICH, "board": [HELM, FIGHTER]}, WEAPON, spend(1), spend(calm=1)) == []


@pytest.mark.parametrize(("reading", "found"), [("refuse", ["wrong-purpose"]), ("allow", [])])
def test_rules_page_6_17_power_for_gear_only_and_weaponmaster(reading: str, found: list[str]) -> None:
    pool = {"energy": 1, "restricted": [{"power": {"universal": 1}, "for": "gear"}]}
    state = {"pool": pool, "board": [HELM, FIGHTER]}
    paid = [spend(1), spend(universal=1, purpose="gear")]
    assert codes("weaponmaster_gear_power", reading, state, WEAPON, *paid) == found


@pytest.mark.parametrize(("reading", "owed"), [("sum", 3), ("highest", 2)])
def test_rules_page_6_11_several_deflects(reading: str, owed: int) -> None:
    foe = unit("foe", keywords=[{"keyword": "deflect", "value": 2}])
    shield = {"id": "shield", "card": "Shield", "type": "gear", "clauses": [{"clause": "deflect", "grants": {}}]}
    state = {**RICH, "opponents": [{"board": [foe, shield]}]}
    play = {"card": "Mine", "type": "spell", "targets": ["foe"]}
    assert codes("deflect_sums", reading, state, play, spend(fury=owed)) == []
    assert codes("deflect_sums", reading, state, play, spend(fury=5 - owed)) == ["power-spent"]


@pytest.mark.parametrize(("reading", "owed"), [("total", 1), ("component", 2)])
def test_rules_page_9_2_15_energy_costs_reduced(reading: str, owed: int) -> None:
    less = {"clause": "discount", "energy": 1, "energy_cost": True}
    repeat = {"keyword": "repeat", "cost": {"energy": 2}}
    play: Json = {"card": "Mine", "type": "spell", "targets": [], "elect": {"repeat": True}}
    play |= {"keywords": [repeat], "clauses": [less]}
    assert codes("energy_cost_reduced", reading, RICH, play, spend(owed)) == []
    assert codes("energy_cost_reduced", reading, RICH, play, spend(3 - owed)) == ["energy-spent"]


POSITIONS: list[tuple[Json, Json]] = [
    (
        {**RICH, "board": [{**TOOL, "abilities": [{"id": "use", "cost": {"power": ["any", "own"]}}]}]},
        {"source": "tool", "ability": "use"},
    ),
    ({**RICH, "board": [HELM, FIGHTER]}, WEAPON),
    (
        {
            **RICH,
            "opponents": [
                {
                    "board": [
                        unit("foe", keywords=[{"keyword": "deflect", "value": 2}]),
                        {"id": "s", "card": "S", "type": "gear", "clauses": [{"clause": "deflect", "grants": {}}]},
                    ]
                }
            ],
        },
        {
            "card": "Mine",
            "type": "spell",
            "domains": ["fury", "mind"],
            "targets": ["foe"],
            "cost": {"energy": 0, "power": ["own", "fury"]},
            "keywords": [{"keyword": "repeat", "cost": {"energy": 1, "power": ["own"]}}],
            "elect": {"repeat": True},
            "clauses": [
                {"clause": "discount", "energy": 1, "energy_cost": True},
                {"clause": "discount", "power": ["fury", "fury"]},
                {"clause": "discount", "energy": 1, "any": 1, "minimum": 1},
                {"clause": "additional", "id": "spare", "cost": {"actions": ["discard 1"]}},
            ],
        },
    ),
]


@pytest.mark.parametrize(("state", "play"), POSITIONS)
@pytest.mark.parametrize("option", sorted(OPEN))
def test_the_solvers_payment_is_legal_under_every_reading(option: str, state: Json, play: Json) -> None:
    for reading in OPTIONS[option]:
        ruleset = Ruleset.of(options={option: reading})
        more: dict[str, Any] = {**state, "hand": [{"card": "Spare", "type": "spell"}]}
        situation, played = GameState.model_validate(more), Play.model_validate(play)
        found = best(freeze(situation, played, ruleset), situation, Goal.of())
        assert found.payment is not None
        assert violations(situation, played, found.payment, ruleset) == ()


def test_one_play_is_read_anew_under_each_reading() -> None:
    # A caller who asks about the same state and play under several readings must not get the first one's answer.
    state = GameState.model_validate(
        {**RICH, "board": [{**TOOL, "abilities": [{"id": "use", "cost": {"power": ["any"]}}]}]}
    )
    play = Play.model_validate({"source": "tool", "ability": "use"})
    payment = parse_payment([spend(mind=1)])
    found = [
        [one.code for one in violations(state, play, payment, Ruleset.of(options={"ability_pip": reading}))]
        for reading in ("any", "own", "table")
    ]
    assert found == [[], ["wrong-power"], []]


INSTANCES = Path(__file__).parents[2] / "instances"


def test_payments_of_the_instances_are_legal_under_every_reading_that_they_touch() -> None:
    """``solve`` referees what it returns and raises if the referee refuses it."""
    judged: Counter[str] = Counter()
    for path in sorted(INSTANCES.rglob("*.json")):
        try:
            asked = read(path)
        except InputError:
            continue  # Some instances are there to be refused.
        if asked.ask != "solve":
            continue
        ruleset = Ruleset.of(asked.ruleset, asked.options)
        for option in freeze(asked.game, asked.play, ruleset).touched:
            for reading in OPTIONS[option]:
                options = {**asked.options, option: reading}
                found = runepay.solve(asked.game, asked.play, asked.goal, ruleset=asked.ruleset, options=options)
                judged[option] += found.payment is not None
    assert set(judged) <= set(OPEN)
    assert all(judged[option] > 1 for option in ("ability_pip", "deflect_sums", "energy_cost_reduced", "weaponmaster"))


def test_rules_page_6_7_the_power_half_is_stopped_with_its_domain_pips() -> None:
    less = {"clause": "discount", "energy": 1, "power": ["fury"], "minimum": 1}
    play = {"card": "Mine", "cost": {"power": ["fury", "fury"]}, "clauses": [less]}
    assert codes("minimum_power_half", "capped", RICH, play, spend(fury=2)) == []
    ruleset = Ruleset.of(options={"minimum_power_half": "capped"})
    situation, played = GameState.model_validate(RICH), Play.model_validate(play)
    found = best(freeze(situation, played, ruleset), situation, Goal.of())
    assert found.payment is not None
    assert violations(situation, played, found.payment, ruleset) == ()


def test_read_to_the_letter_weaponmaster_takes_no_domain_pip_whatever_a_domain_discount_may_take() -> None:
    gear = {**HELM, "keywords": [{"keyword": "equip", "cost": {"power": ["calm"]}}]}
    ruleset = Ruleset.of(options={"weaponmaster": "literal", "domain_discount": "matching"})
    situation = GameState.model_validate({**RICH, "board": [gear, FIGHTER]})
    found = best(freeze(situation, Play.model_validate(WEAPON), ruleset), situation, Goal.of())
    assert found.payment is not None
    assert found.payment.owed.pips == ((2, 1),)
    assert violations(situation, Play.model_validate(WEAPON), found.payment, ruleset) == ()
