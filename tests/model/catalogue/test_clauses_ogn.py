"""Origins, Proving Grounds and Radiance: what each card says about costs is data, and instances show it at work."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from runepay.checking import check
from runepay.model import catalogue
from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.catalogue.reader import PAYMENT_KINDS
from runepay.model.clauses import Deflect, Override
from runepay.model.errors import InputError
from runepay.model.instance import parse
from runepay.model.objects import slug

Card = dict[str, Any]

ROOT = Path(__file__).resolve().parents[3]
STEMS = ("ogn", "ogs", "rad")
SAYS = ("clauses", "adds", "abilities", "brings", "leaves")
"""The fields in which a card says something about costs besides its keywords."""
COST_WORDS = {"accelerate", "deflect", "hidden", "equip"}
"""Cost keywords of these sets that nothing but the keyword itself expresses."""


def _cards_of(stem: str) -> list[Card]:
    text = (resources.files("runepay.model.catalogue") / "data" / f"{stem}.json").read_text(encoding="utf-8")
    cards: list[Card] = json.loads(text)["cards"]
    return cards


CARDS = [(stem, card) for stem in STEMS for card in _cards_of(stem)]


def _speaks(card: Card) -> bool:
    words = {word if isinstance(word, str) else word["keyword"] for word in card.get("keywords", [])}
    return bool(card.get("modelled") or words & COST_WORDS)


SPEAKING = [(stem, card) for stem, card in CARDS if _speaks(card)]


def _content(stem: str, name: str, which: str) -> dict[str, Any]:
    path = ROOT / "instances/cards" / stem / f"{slug(name)}-{which}.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def _id(value: object) -> str:
    return value["number"] if isinstance(value, dict) else ""


def test_there_is_something_to_speak_of() -> None:
    assert [sum(1 for one, _ in CARDS if one == stem) for stem in STEMS] == [296, 24, 131]
    assert len(SPEAKING) > 150


@pytest.mark.parametrize("card", [card for _, card in CARDS], ids=_id)
def test_every_kind_of_the_census_is_settled(card: Card) -> None:
    CardFields.model_validate({field: value for field, value in card.items() if field in CARD_FIELDS})
    settled = {*card.get("modelled", []), *card.get("caller", [])}
    assert set(card.get("census", [])) <= settled


def test_nothing_waits() -> None:
    assert [card["name"] for _, card in CARDS if catalogue.waiting(card["name"]) or "waiting_for" in card] == []


def test_the_caller_states_only_what_touches_no_payment_and_what_triggers_added() -> None:
    stated = {(card["name"], kind) for _, card in CARDS for kind in card.get("caller", []) if kind in PAYMENT_KINDS}
    assert stated == {("Akali, 狂傲不羁", "RES-ADD"), ("古灵翼兽", "RES-ADD")}


@pytest.mark.parametrize("card", [card for _, card in SPEAKING], ids=_id)
def test_ids_of_elections_and_abilities_are_different_words(card: Card) -> None:
    for field in SAYS:
        entries = card.get(field, [])
        ids = [one["id"] for one in entries if "id" in one] if isinstance(entries, list) else []
        assert len(set(ids)) == len(ids)
        assert all(ident == slug(ident) for ident in ids)


@pytest.mark.parametrize(("stem", "card"), SPEAKING, ids=_id)
def test_each_card_that_speaks_of_costs_is_shown_acting_and_idle(stem: str, card: Card) -> None:
    acts, idle = (_content(stem, card["name"], which) for which in ("acts", "idle"))
    for one in (acts, idle):
        assert card["name"] in json.dumps(one, ensure_ascii=False)
        assert not {"clauses", "cost", "keywords", "effects"} & set(one["play"])
        assert "cards" not in one
        assert one["expect"]["status"] != "payable" or "owed" in one["expect"]
    assert acts["expect"] != idle["expect"]
    # What hangs on an open question is undetermined, and is acted upon all the same.
    assert acts["expect"]["status"] in {"payable", "undetermined"}


PERMITS = {"符刃铁砧", "Akali, 狂傲不羁"}
"""They let a card be played at its own cost, which changes no price."""


@pytest.mark.parametrize(
    ("stem", "card"),
    [(stem, card) for stem, card in SPEAKING if card.get("modelled") and card["name"] not in PERMITS],
    ids=_id,
)
def test_without_what_the_card_says_the_answer_would_differ(stem: str, card: Card) -> None:
    """It is the card's own text that acts: taken away, the file no longer gets the answer it expects."""
    content = _content(stem, card["name"], "acts")
    assert check(parse(json.dumps(content))).agrees
    content["cards"] = {
        card["name"]: {field: value for field, value in card.items() if field in CARD_FIELDS - set(SAYS)}
    }
    try:
        unlike = check(parse(json.dumps(content))).differences
    except InputError as error:
        unlike = (str(error),)
    assert unlike


@pytest.mark.parametrize(
    ("seal", "domain"),
    [
        ("Rage", "fury"),
        ("Focus", "calm"),
        ("Insight", "mind"),
        ("Strength", "body"),
        ("Discord", "chaos"),
        ("Unity", "order"),
    ],
)
def test_each_seal_adds_its_domain(seal: str, domain: str) -> None:
    card = catalogue.find(f"Seal of {seal}")
    assert card is not None
    (add,) = card.adds
    assert (add.exhaust, add.kill, add.speed, add.purpose) == (True, False, "reaction", ())
    assert (add.gives.energy, add.gives.power) == (0, {domain: 1})


def test_refuge_gives_deflect_only_to_those_without() -> None:
    card = catalogue.find("Spirit's Refuge")
    assert card is not None
    (clause,) = card.clauses
    assert isinstance(clause, Deflect)
    assert clause.unless_already


def test_guerilla_warfare_frees_hiding_and_nothing_else() -> None:
    card = catalogue.find("Guerilla Warfare")
    assert card is not None
    assert card.clauses == ()
    (clause,) = card.leaves
    assert isinstance(clause, Override)
    assert clause.on is not None
    assert clause.on.kind == ("hide",)
