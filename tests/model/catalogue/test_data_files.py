"""The data files as files: layout, fields, census, tokens."""

import importlib.util
import json
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from runepay.model import catalogue
from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.catalogue.reader import FILES, PAYMENT_KINDS

OTHER_KINDS = {
    "READ", "TRIG", "RUNECT", "RES-CHAN", "RES-READY", "RES-LOSS", "RES-GOLD", "RES-XP", "PERM", "PAY-IF",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder() -> Traversable:
    return resources.files("runepay.model.catalogue") / "data"


@pytest.fixture(scope="module")
def tool(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("lay_out_catalogue", root / "tools/catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def records(folder: Traversable) -> Iterator[tuple[str, dict[str, Any]]]:
    for stem in FILES:
        for card in json.loads((folder / f"{stem}.json").read_text(encoding="utf-8"))["cards"]:
            yield stem, card


def test_every_file_is_known_and_laid_out_by_the_tool(folder: Traversable, tool: ModuleType) -> None:
    beside = {"coverage.json", "pips.json"}
    assert {path.name for path in folder.iterdir()} == {f"{stem}.json" for stem in FILES} | beside
    for stem in FILES:
        text = (folder / f"{stem}.json").read_text(encoding="utf-8")
        assert tool.lay_out(json.loads(text)) == text, f"run python tools/catalogue.py for {stem}.json"


def test_the_tool_reports_and_mends_a_layout(
    folder: Traversable,
    tool: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    good = (folder / "ogs.json").read_text(encoding="utf-8")
    (tmp_path / "ogs.json").write_text(json.dumps(json.loads(good)), encoding="utf-8")
    monkeypatch.setattr(tool, "DATA", tmp_path)
    assert tool.main(["--check"]) == 1
    assert "ogs.json" in capsys.readouterr().out
    assert tool.main([]) == 0
    assert (tmp_path / "ogs.json").read_text(encoding="utf-8") == good
    assert tool.main(["--check"]) == 0
    with pytest.raises(SystemExit, match=r"XYZ-001.*colour"):
        tool.lay_out({"cards": [{"number": "XYZ-001", "colour": "red"}]})


def test_every_card_is_valid(folder: Traversable) -> None:
    for _, card in records(folder):
        read = catalogue.find(card["name"])
        assert isinstance(read, CardFields), card["number"]
        assert read.type, card["number"]
        assert set(read.supertype) <= {"champion", "signature", "basic", "token"}, card["number"]
        playable = bool({"unit", "spell", "gear"} & set(read.type)) and "token" not in read.supertype
        assert (read.cost is not None) == playable, card["number"]


def test_numbers_belong_to_their_set_and_go_up(folder: Traversable) -> None:
    for stem in FILES:
        content = json.loads((folder / f"{stem}.json").read_text(encoding="utf-8"))
        numbers = [card["number"] for card in content["cards"]]
        assert len(set(numbers)) == len(numbers)
        plain = [number for number in numbers if number[-1].isdigit() and number[4].isdigit()]
        assert plain == sorted(plain)
        assert {number[:3] for number in numbers} == {content["set"][:3]}


def test_no_field_of_a_card_holds_a_sentence(folder: Traversable) -> None:
    """Facts only: the longest text of a card is a name."""

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for one in value.values():
                yield from texts(one)
        elif isinstance(value, list):
            for one in value:
                yield from texts(one)

    for _, card in records(folder):
        assert max(len(text) for text in texts(card)) <= (90 if "waiting_for" in card else 40), card["number"]
        assert not any("[" in text or "{" in text for text in texts(card)), card["number"]


def test_census_kinds_are_known_and_modelled_ones_are_among_them(folder: Traversable) -> None:
    assert not OTHER_KINDS & set(PAYMENT_KINDS)
    kinds: set[str] = set()
    for _, card in records(folder):
        census, modelled, caller = card.get("census", []), card.get("modelled", []), card.get("caller", [])
        assert set(census) <= OTHER_KINDS | set(PAYMENT_KINDS), card["number"]
        assert set(modelled) <= set(census), card["number"]
        assert set(caller) <= set(census) - set(modelled), card["number"]
        assert ("census" in card) == ("modelled" in card), card["number"]
        # Whoever says that a kind is expressed has written something that expresses it.
        fields = ("clauses", "adds", "keywords", "abilities", "brings", "leaves")
        assert not modelled or any(card.get(field) for field in fields), card["number"]
        kinds.update(census)
    assert kinds == OTHER_KINDS | set(PAYMENT_KINDS)


def test_waiting_is_the_census_without_what_is_modelled_or_stated(folder: Traversable) -> None:
    waited = 0
    for _, card in records(folder):
        settled = card.get("modelled", []) + card.get("caller", [])
        expected = [k for k in card.get("census", ()) if k in PAYMENT_KINDS and k not in settled]
        assert list(catalogue.waiting(card["name"])) == expected
        waited += bool(expected)
    quiet = [name for name in catalogue.names() if not catalogue.waiting(name)]
    assert waited + len(quiet) == len(catalogue.names())
    for name in ("Charm", "Chemtech Enforcer", "Gold", "Fury Rune", "Get Excited!"):
        assert name in quiet


def test_waiting_follows_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    card = {"census": ["READ", "XC-O", "SELF-", "RES-ADD"], "modelled": ["SELF-"], "caller": ["RES-ADD", "READ"]}
    monkeypatch.setattr("runepay.model.catalogue.reader.record", lambda _name: card)
    assert catalogue.waiting("Whatever") == ("XC-O",)


def test_a_reason_for_waiting_stands_only_where_something_waits(folder: Traversable) -> None:
    for _, card in records(folder):
        if "waiting_for" in card:
            settled = card["modelled"] + card.get("caller", [])
            assert set(card["census"]) - set(settled), card["number"]


def test_gold_is_killed_and_exhausted_for_one_universal_power() -> None:
    """Rule 187.5; a token costs nothing (185)."""
    gold = catalogue.find("Gold")
    assert gold is not None
    # The second way, with one Energy more, is that of Renata Glasc, Chem-Baroness near the end of a game.
    assert [(add.kill, add.exhaust, add.speed, add.gives.energy, add.gives.power) for add in gold.adds] == [
        (True, True, "reaction", 0, {"universal": 1}),
        (True, True, "reaction", 1, {"universal": 1}),
    ]
    assert gold.cost is None
    assert catalogue.waiting("Gold") == ()


def test_conditional_deflect_states_its_condition() -> None:
    for name, field in [("Fiora, Victorious", "mighty"), ("Serene Ascetic", "empowered")]:
        card = catalogue.find(name)
        assert card is not None
        (deflect,) = [word for word in card.keywords if word.keyword == "deflect"]
        (condition,) = deflect.when
        assert condition.itself is not None
        assert getattr(condition.itself, field) is True
    mosstomper = catalogue.find("Mosstomper")
    assert mosstomper is not None
    (deflect,) = [word for word in mosstomper.keywords if word.keyword == "deflect"]
    (condition,) = deflect.when
    assert condition.amount is not None
    assert (condition.amount.count, condition.at_least) == ("xp", 3)
    kayle = catalogue.find("Kayle, Justified")
    assert kayle is not None
    (deflect,) = [word for word in kayle.keywords if word.keyword == "deflect"]
    assert deflect.when[0].itself is not None
    assert deflect.when[0].itself.empowered_times is not None
    assert (deflect.value, deflect.when[0].itself.empowered_times.min) == (3, 3)


def test_fields_of_cards_are_those_of_the_model(tool: ModuleType) -> None:
    assert set(tool.KEYS) - CARD_FIELDS == {
        "number",
        "name",
        "zh",
        "aka",
        "also_numbered",
        "census",
        "modelled",
        "caller",
        "waiting_for",
    }
    assert set(tool.KEYS) >= CARD_FIELDS
