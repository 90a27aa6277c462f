"""Every printed fact of the catalogue agrees with a list that was made without it (tests/data/ORIGIN.md)."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from runepay.model import catalogue
from runepay.model.card import CardFields
from runepay.model.clauses import Keyword
from runepay.model.cost import OWN, Action, Cost, read_pip
from runepay.model.filters import Filter
from runepay.model.resources import ANY, BIT, DOMAINS

Facts = Mapping[str, Any]

BOTH_UNIT_AND_GEAR = {"VEN-058"}
"""The official answer of August 2026 on Patched Porobot."""

COST_BEARING = ("accelerate", "repeat", "flow", "hidden", "equip", "empower")


OTHER = {
    "exhaust_self": Action(do="exhaust", itself=True),
    "exhaust_friendly_unit:1": Action(do="exhaust", filter=Filter(type=("unit",))),
    "kill_friendly_unit:1": Action(do="kill", filter=Filter(type=("unit",))),
    "discard:1": Action(do="discard"),
    "discard_spell:1": Action(do="discard", filter=Filter(type=("spell",))),
    "recycle_from_trash:2": Action(do="recycle", number=2),
    "spend_xp:1": Action(do="xp"),
}


@pytest.fixture(scope="module")
def facts(root: Path) -> list[Facts]:
    listed: list[Facts] = json.loads((root / "tests/data/card_facts.json").read_text(encoding="utf-8"))
    assert len(listed) == 1058
    return listed


def card_of(fact: Facts) -> CardFields:
    card = catalogue.find(fact["number"]) or catalogue.find(fact["name"])
    assert card is not None, fact["number"]
    return card


def masks(pips: list[Any], domains: list[str]) -> list[int]:
    """The pips of a fact; ``own`` is every domain of the card, or any for a card without domains."""
    own = sum(BIT[domain] for domain in domains) or ANY
    return sorted(own if pip == "own" else read_pip(pip) for pip in pips)


def resolved(cost: Cost, card: CardFields) -> list[int]:
    own = sum(BIT[domain] for domain in card.domains) or ANY
    return sorted(own if pip == OWN else pip for pip in cost.power)


def test_every_listed_card_is_in_the_catalogue_under_its_name_and_number(facts: list[Facts]) -> None:
    lost = [fact["number"] for fact in facts if catalogue.name_of(fact["name"]) is None]
    assert lost == []
    numbered = [fact for fact in facts if fact["number"][-1].isdigit()]
    apart = [f["number"] for f in numbered if catalogue.name_of(f["number"]) != catalogue.name_of(f["name"])]
    assert apart == []
    found = {catalogue.name_of(fact["name"]) for fact in facts}
    assert len(found) == len(facts)
    beyond = [catalogue.record(name) for name in catalogue.names() if name not in found]
    assert all(record is not None and record["number"].startswith("TOK-") for record in beyond)


def test_types_domains_tags_and_might(facts: list[Facts]) -> None:
    for fact in facts:
        card, number = card_of(fact), fact["number"]
        types = {"unit", "gear"} if number in BOTH_UNIT_AND_GEAR else {fact["type"].lower()}
        assert set(card.type) == types, number
        assert set(card.domains) == set(fact["domains"]), number
        assert card.domains == tuple(d for d in DOMAINS if d in card.domains), number
        assert list(card.tags) == fact["tags"], number
        # What gear prints in that place is what it gives to the unit that wears it.
        assert card.might == (fact["might"] if "unit" in types else None), number


def test_printed_costs(facts: list[Facts]) -> None:
    pips = 0
    for fact in facts:
        card, number = card_of(fact), fact["number"]
        if fact["energy"] is None:
            assert card.cost is None, number
            continue
        assert card.cost is not None, number
        assert card.cost.energy == fact["energy"], number
        assert resolved(card.cost, card) == masks(fact["pips"], fact["domains"]), number
        assert not card.cost.actions, number
        pips += len(card.cost.power)
    assert pips > 400


def test_pips_of_two_domain_cards_are_own_pips() -> None:
    """Rules 135.2.e.6.c: the ruleset decides what pays them, so the catalogue may not."""
    checked = 0
    for name in catalogue.names():
        card = catalogue.find(name)
        assert card is not None
        if card.cost is not None and card.cost.power and len(card.domains) > 1:
            assert set(card.cost.power) == {OWN}, name
            checked += 1
    assert checked > 30


def listed_costs(entry: Facts) -> list[Facts | None]:
    several: list[Facts | None] = entry.get("costs") or entry.get("alternatives") or [entry.get("cost")]
    return several


def expected_keywords(fact: Facts) -> Counter[object]:
    """What the fact says, flattened: word, value, whether conditional, Energy, pips, actions."""
    counted: Counter[object] = Counter()
    for entry in fact.get("keywords", ()):
        for cost in listed_costs(entry):
            other = (cost or {}).get("other", "discount:")
            counted[
                entry["keyword"].lower(),
                entry.get("value"),
                entry.get("conditional", False),
                (cost or {}).get("energy", 0),
                tuple(masks((cost or {}).get("power", []), fact["domains"])),
                () if other.startswith("discount:") else (OTHER[other].model_dump_json(),),
            ] += 1
    return counted


def flat(word: Keyword, card: CardFields) -> object:
    cost = word.cost or Cost()
    return (
        word.keyword,
        word.value,
        bool(word.when),
        cost.energy,
        tuple(resolved(cost, card)),
        tuple(action.model_dump_json() for action in cost.actions),
    )


def test_keywords_with_their_costs_and_values(facts: list[Facts]) -> None:
    seen: Counter[str] = Counter()
    for fact in facts:
        card = card_of(fact)
        words = [word for word in card.keywords if word.keyword not in {"action", "reaction", "unique", "temporary"}]
        assert Counter(flat(word, card) for word in words) == expected_keywords(fact), fact["number"]
        for word in words:
            assert (word.cost is not None) == (word.keyword in COST_BEARING), fact["number"]
        seen.update({word.keyword for word in words})
    # Cards of each keyword, as counted when their texts were read.
    assert seen == {
        "hidden": 43, "equip": 42, "empower": 39, "deflect": 35, "accelerate": 31, "repeat": 20, "ambush": 15,
        "flow": 15, "level": 14, "hunt": 12, "weaponmaster": 11, "legion": 10, "quick-draw": 4,
    }  # fmt: skip


def test_speed_words() -> None:
    """A card has one speed at most; Quick-Draw gives Reaction (819)."""
    speeds: Counter[str] = Counter()
    for name in catalogue.names():
        card = catalogue.find(name)
        assert card is not None
        words = [word.keyword for word in card.keywords]
        speed = [word for word in words if word in {"action", "reaction"}]
        assert len(speed) < 2, name
        assert "quick-draw" not in words or speed == ["reaction"], name
        assert not speed or {"unit", "spell", "gear"} & set(card.type), name
        speeds.update(f"{card.type[0]} {word}" for word in speed)
    assert speeds == {"spell action": 90, "spell reaction": 70, "gear reaction": 5, "unit reaction": 3}


def test_speeds_agree_with_the_other_source(facts: list[Facts]) -> None:
    compared = 0
    for fact in facts:
        if "speed" not in fact:
            continue
        words = {word.keyword for word in card_of(fact).keywords}
        speed = "reaction" if "quick-draw" in words else fact["speed"]
        assert words & {"action", "reaction"} == ({speed} if speed else set()), fact["number"]
        compared += 1
    assert compared > 900


def test_own_pips_of_keyword_costs_follow_the_override_table() -> None:
    """Own pips where the Core Rules or the official alternative text show them, else any (135.2.e)."""
    own: set[str] = set()
    rainbow: set[str] = set()
    for name in catalogue.names():
        card = catalogue.find(name)
        assert card is not None
        for word in card.keywords:
            if len(card.domains) > 1 and word.cost is not None and word.cost.power and word.keyword != "hidden":
                (own if OWN in word.cost.power else rainbow).add(name)
    assert own == {
        "Danger Zone", "Spinning Axe", "Forgefire Cape", "Rabadon's Deathcrown", "Shurelya's Requiem",
        "Hextech Gauntlets",
    }  # fmt: skip
    assert {"Curtain Call", "Death Mark", "Shadow Dash", "Lightning Rush", "Shuriken Flip"} <= rainbow
