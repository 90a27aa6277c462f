"""A caller's own file of cards: checked, known to every question, and never in the way of the catalogue."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runepay import solve
from runepay.model import catalogue
from runepay.model.catalogue import own, reader
from runepay.model.catalogue.coverage import coverage
from runepay.model.catalogue.lookup import lookup
from runepay.model.catalogue.words import describe
from runepay.model.errors import InputError
from runepay.model.state import GameState, Play

MINE: dict[str, Any] = {
    "number": "XYZ-001", "name": "Lantern Imp", "aka": ["The Lamp"], "type": ["unit"], "domains": ["fury"],
    "cost": {"energy": 3, "power": ["fury"]}, "might": 2,
    "keywords": [{"keyword": "accelerate", "cost": {"energy": 1, "power": ["own"]}}],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    reader.forget()


def file(folder: Path, *cards: dict[str, Any], **more: Any) -> Path:
    path = folder / "cards.json"
    path.write_text(json.dumps({"runepay-cards": 1, "cards": list(cards), **more}), encoding="utf-8")
    return path


def test_a_new_card_is_known_to_every_question(tmp_path: Path) -> None:
    assert catalogue.find("Lantern Imp") is None
    assert own.use(file(tmp_path, MINE, source="made up")) == ()
    assert reader.own() == ("Lantern Imp",)
    assert catalogue.names()[-1] == "Lantern Imp"
    assert catalogue.name_of("the lamp") == catalogue.name_of("xyz-1") == "Lantern Imp"
    assert lookup("lantern").name == "Lantern Imp"
    state = GameState.model_validate({"runes": {"fury": 5}})
    answer = solve(state, Play.model_validate({"card": "The Lamp", "elect": {"accelerate": True}}))
    assert (answer.status, answer.owed.energy) == ("payable", 4)
    found = describe("Lantern Imp")
    assert found is not None
    assert found.headline.startswith("XYZ-001, your own. Fury unit; costs 3 Energy and 1 Fury Power")
    reader.forget()
    assert catalogue.find("Lantern Imp") is None


def test_the_catalogue_is_not_shadowed_unless_a_card_says_so(tmp_path: Path) -> None:
    cheap = {"name": "brazen buccaneer", "type": ["unit"], "cost": {"energy": 1}}
    assert own.use(file(tmp_path, cheap, MINE)) == ("brazen buccaneer",)
    card = catalogue.find("Brazen Buccaneer")
    assert card is not None
    assert card.cost is not None
    assert card.cost.energy == 6
    assert own.use(file(tmp_path, {**cheap, "override": True})) == ()
    card = catalogue.find("OGN-002")
    assert card is not None
    assert card.cost is not None
    assert card.cost.energy == 1
    assert catalogue.names().count("Brazen Buccaneer") == 1
    # Another name of an own card never takes the name of a card of the catalogue.
    own.use(file(tmp_path, {**MINE, "name": "Other", "aka": ["Charm"]}))
    assert catalogue.name_of("Charm") == "Charm"


def test_own_cards_are_not_counted_among_the_printed_ones(tmp_path: Path) -> None:
    before = coverage()
    own.use(file(tmp_path, MINE, {**MINE, "name": "Ours", "number": "OGN-900"}))
    assert coverage() == before


def test_an_answer_says_that_the_text_of_a_card_was_not_read(tmp_path: Path) -> None:
    own.use(file(tmp_path, {**MINE, "unread": True}))
    assert catalogue.waiting("Lantern Imp") == ("unread text",)
    answer = solve(GameState.model_validate({"runes": {"fury": 5}}), Play.model_validate({"card": "Lantern Imp"}))
    assert any("unread text" in note for note in answer.to_json()["notes"])


def test_several_files_of_the_environment_and_of_the_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / name for name in ("a", "b", "c")]
    for folder in folders:
        folder.mkdir()
    paths = [str(file(folder, {**MINE, "name": f"Card {folder.name}"})) for folder in folders]
    monkeypatch.setenv(own.ENVIRONMENT, os.pathsep.join(paths[:2]))
    own.use_all(paths[2:])
    assert reader.own() == ("Card a", "Card b", "Card c")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"runepay-cards": 2, "cards": []}', "runepay-cards"),
        ('{"runepay-cards": 1}', "cards"),
        ('{"runepay-cards": 1, "cards": [{"type": "unit"}]}', "name"),
        ('{"runepay-cards": 1, "cards": [{"name": "A", "colour": "red"}]}', "colour"),
        ('{"runepay-cards": 1, "cards": [{"name": "A", "domains": ["fry"]}]}', "did you mean 'fury'"),
        ('{"runepay-cards": 1, "cards": [{"name": "A", "cost": {"energy": -1}}]}', "cost.energy"),
        ("[]", "a catalogue is a JSON object"),
        ("{", "cards.json:1"),
    ],
)
def test_wrong_files_get_one_clear_message(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "cards.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        own.use(path)
    assert message in str(caught.value)
    assert "cards.json" in str(caught.value)
    assert reader.own() == ()


def test_a_file_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(b"\xff\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        own.use(path)
    with pytest.raises(InputError, match="cannot be read"):
        own.use(tmp_path / "absent.json")
