"""What Spiritforged's cards and the tokens say about costs: all written, all shown acting and not acting."""

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

FOLDER = Path(__file__).resolve().parents[3] / "instances" / "cards" / "sfd"
SAYS = ("clauses", "adds", "abilities", "brings", "leaves")
"""The fields in which a card says something about costs beyond its keywords."""


def _records(stem: str) -> list[dict[str, Any]]:
    text = (resources.files("runepay.model.catalogue") / "data" / f"{stem}.json").read_text(encoding="utf-8")
    cards: list[dict[str, Any]] = json.loads(text)["cards"]
    return cards


CARDS = [*_records("sfd"), *_records("tokens")]
SPEAKING = [card for card in CARDS if any(card.get(field) for field in SAYS)]
FILES = sorted(FOLDER.glob("*.json"))


def _slug(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def _shown(card: dict[str, Any], word: str) -> list[Path]:
    slug = _slug(card["name"])
    return [path for path in FILES if path.stem.startswith(f"{slug}-") and path.stem.endswith(f"-{word}")]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def test_there_are_cards_and_files_to_speak_of() -> None:
    assert len(CARDS) == 230
    assert len(SPEAKING) > 60
    assert len(FILES) > 200


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["number"])
def test_every_kind_is_modelled_or_stated_by_the_caller(card: dict[str, Any]) -> None:
    CardFields.model_validate({field: value for field, value in card.items() if field in CARD_FIELDS})
    settled = {*card.get("modelled", ()), *card.get("caller", ())}
    rest = [kind for kind in card.get("census", ()) if kind not in settled]
    assert not rest
    assert not [kind for kind in rest if kind not in PAYMENT_KINDS]


def test_nothing_waits() -> None:
    assert [card["name"] for card in CARDS if "waiting_for" in card] == []


@pytest.mark.parametrize("card", SPEAKING, ids=lambda card: card["number"])
def test_ids_of_elections_and_abilities_are_different_words(card: dict[str, Any]) -> None:
    for field in ("clauses", "abilities", "leaves"):
        ids = [one["id"] for one in card.get(field, ()) if "id" in one]
        assert len(set(ids)) == len(ids)
        assert all(ident == _slug(ident) for ident in ids)


@pytest.mark.parametrize("card", SPEAKING, ids=lambda card: card["number"])
def test_a_card_that_speaks_of_costs_is_shown_acting_and_not_acting(card: dict[str, Any]) -> None:
    assert _shown(card, "acts")
    assert _shown(card, "idle")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_takes_its_cards_from_the_catalogue(path: Path) -> None:
    """No clause stands in a file, and every card that it names is known."""
    content = json.loads(path.read_text(encoding="utf-8"))
    assert not {"cards", "clauses", "abilities", "adds", "brings", "leaves"} & set(content)
    assert not {"clauses", "effects", "cost", "keywords", "abilities"} & set(content["play"])
    named = [text for text in _strings([content["state"], content["play"], content.get("opponents", [])]) if text]
    cards = [card["name"] for card in CARDS if card["name"] in named]
    assert any(path.stem.startswith(f"{_slug(name)}-") for name in cards)


def _acting() -> Iterator[tuple[Path, str]]:
    """List the files that show a clause acting; what only lets a card be played, and keywords, change no price."""
    for card in SPEAKING:
        for path in _shown(card, "acts"):
            stem = path.stem.removeprefix(_slug(card["name"]))
            by = json.loads(path.read_text(encoding="utf-8"))["play"].get("by")
            permits = by == card["name"] and not card["brings"].get("clauses")
            keyword = any(word in stem for word in ("-hide-", "-hidden-", "-equip-acts", "-weaponmaster-"))
            if not permits and not keyword:
                yield path, card["name"]


ACTING = list(_acting())


@pytest.mark.parametrize(("path", "name"), ACTING, ids=lambda one: one.stem if isinstance(one, Path) else "")
def test_without_what_the_card_says_the_answer_would_differ(path: Path, name: str) -> None:
    """It is the card's own text that acts: taken away, the file no longer gets the answer it expects."""
    content = json.loads(path.read_text(encoding="utf-8"))
    assert check(parse(json.dumps(content))).agrees
    silent = {field: value for field, value in (catalogue.record(name) or {}).items() if field in CARD_FIELDS}
    content["cards"] = {name: {field: value for field, value in silent.items() if field not in SAYS}}
    try:
        unlike = check(parse(json.dumps(content))).differences
    except InputError as error:
        unlike = (str(error),)
    assert unlike


def test_names_as_written_in_files_are_those_of_the_catalogue() -> None:
    assert [card["name"] for card in CARDS if catalogue.name_of(card["name"]) != card["name"]] == []
