"""What the cards of Unleashed and Vendetta say about costs: all written, all shown acting and not acting."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from runepay.checking import check
from runepay.model import catalogue
from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.catalogue.reader import PAYMENT_KINDS
from runepay.model.errors import InputError
from runepay.model.instance import parse
from runepay.model.objects import slug

FOLDER = Path(__file__).resolve().parents[3] / "instances" / "cards"
SAYS = ("clauses", "adds", "abilities", "brings", "leaves")
"""The fields in which a card says something about costs beyond its keywords."""

COST_WORDS = ("accelerate", "deflect", "hidden", "repeat", "flow", "equip", "empower", "weaponmaster")
"""Keywords that are a cost, change one, or have one."""

Card = dict[str, Any]


def _records(stem: str) -> list[Card]:
    text = (resources.files("runepay.model.catalogue") / "data" / f"{stem}.json").read_text(encoding="utf-8")
    cards: list[Card] = json.loads(text)["cards"]
    return cards


CARDS = [(stem, card) for stem in ("unl", "ven") for card in _records(stem)]
SPEAKING = [(stem, card) for stem, card in CARDS if any(card.get(field) for field in SAYS)]


def _number(one: object) -> str:
    return str(one["number"]) if isinstance(one, dict) else one.stem if isinstance(one, Path) else str(one)


def _words(card: Card) -> set[str]:
    return {word if isinstance(word, str) else word["keyword"] for word in card.get("keywords", ())}


def _shown(stem: str, card: Card, how: str) -> list[Path]:
    return sorted((FOLDER / stem).glob(f"{slug(card['name'])}-*{how}.json"))


def test_there_are_cards_to_speak_of() -> None:
    assert len(CARDS) > 380
    assert len(SPEAKING) > 120
    assert [card["name"] for _, card in CARDS if "waiting_for" in card] == []


@pytest.mark.parametrize(("stem", "card"), CARDS, ids=_number)
def test_every_kind_is_modelled_or_stated_by_the_caller(stem: str, card: Card) -> None:
    assert card["number"].startswith(stem.upper())
    CardFields.model_validate({field: value for field, value in card.items() if field in CARD_FIELDS})
    settled = {*card.get("modelled", ()), *card.get("caller", ())}
    rest = [kind for kind in card.get("census", ()) if kind not in settled]
    assert not rest
    assert not [kind for kind in rest if kind not in PAYMENT_KINDS]
    # What the caller states is what he puts into the pool or on the board himself.
    assert not set(card.get("caller", ())) & set(PAYMENT_KINDS) - {"RES-ADD", "KW-G"}


@pytest.mark.parametrize(("stem", "card"), SPEAKING, ids=_number)
def test_ids_of_elections_and_abilities_are_different_words(stem: str, card: Card) -> None:
    del stem
    for field in ("clauses", "abilities", "leaves"):
        ids = [one["id"] for one in card.get(field, ()) if "id" in one]
        assert len(set(ids)) == len(ids)
        assert all(ident == slug(ident) for ident in ids)


@pytest.mark.parametrize(("stem", "card"), CARDS, ids=_number)
def test_what_a_card_says_and_each_cost_keyword_is_shown_acting_and_not_acting(stem: str, card: Card) -> None:
    for word in sorted(_words(card).intersection(COST_WORDS)):
        file = "hide" if word == "hidden" else word
        own = {one["id"] for one in card.get("abilities", ())}
        # An ability written on the card replaces what the keyword gives, and has the card's own files.
        marked = "" if word in own else f"{file}-"
        assert _shown(stem, card, f"{marked}acts"), word
        assert _shown(stem, card, f"{marked}idle"), word
    if any(card.get(field) for field in SAYS):
        assert _shown(stem, card, "acts")
        assert _shown(stem, card, "idle")


def _acting() -> Iterator[tuple[Path, str]]:
    """List the files in which the card's own text acts; what only lets a card be played changes no price."""
    for stem, card in SPEAKING:
        for path in _shown(stem, card, "acts"):
            which = path.stem.removeprefix(slug(card["name"]))
            of_keyword = any(f"-{word}-" in which for word in (*COST_WORDS, "hide"))
            by = json.loads(path.read_text(encoding="utf-8"))["play"].get("by")
            permits = by == card["name"] and not card["brings"].get("clauses")
            if not of_keyword and not permits:
                yield path, card["name"]


@pytest.mark.parametrize(("path", "name"), list(_acting()), ids=_number)
def test_without_what_the_card_says_the_answer_would_differ(path: Path, name: str) -> None:
    """It is the card's own text that acts: taken away, the file no longer gets the answer it expects."""
    content = json.loads(path.read_text(encoding="utf-8"))
    assert "cards" not in content
    record = catalogue.record(name)
    assert record is not None
    silent = {field: value for field, value in record.items() if field in CARD_FIELDS and field not in SAYS}
    content["cards"] = {name: silent}
    try:
        unlike = check(parse(json.dumps(content))).differences
    except InputError as error:
        unlike = (str(error),)
    assert unlike
