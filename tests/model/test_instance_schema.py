"""The JSON Schema says what the reader takes: every instance is valid, and what the reader refuses mostly is not."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from runepay.model.errors import InputError
from runepay.model.instance import parse
from runepay.model.schema import schema

ROOT = Path(__file__).resolve().parents[2]


@cache
def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema())


def test_every_instance_of_the_repository_is_valid() -> None:
    paths = sorted((ROOT / "instances").rglob("*.json"))
    assert len(paths) > 100
    wrong = []
    for path in paths:
        errors = validator().iter_errors(json.loads(path.read_text(encoding="utf-8")))
        wrong += [f"{path}: {error.json_path}: {error.message[:200]}" for error in errors]
    assert wrong == []


def readable(data: dict[str, Any]) -> bool:
    try:
        parse(json.dumps(data))
    except InputError:
        return False
    return True


PLAY = {"card": "Mine", "cost": {"energy": 1}}
RESTRICTED = [{"energy": 1, "for": "spell"}, {"power": {"universal": 1}, "for": ["gear", "unit"]}]
ACTIONS = ["kill 1 unit", {"do": "xp", "number": 2}]
WHEN = [{"fact": "showdown"}, {"not": {"elected": "x"}}]
KEYWORDS = ["accelerate", {"keyword": "repeat", "cost": {"energy": 1}}]
GOOD: list[dict[str, Any]] = [
    {"play": PLAY},
    {"runepay": 1, "ask": "total", "ruleset": "1.3", "options": {"own_domain_pip": "any"}, "play": PLAY},
    {"play": PLAY, "state": {"runes": {"fury": 2, "mind": {"ready": 1}}, "board": ["Gold", {"id": "a", "might": 2}]}},
    {"play": PLAY, "state": {"pool": {"restricted": RESTRICTED}}},
    {"play": PLAY, "state": {"facts": {"showdown": True, "points": 3}, "effects": ["Vaults of Helia"]}},
    {"play": PLAY | {"targets": ["a", {"object": "b", "if": "repeat"}], "elect": {"repeat": True, "kills": 2}}},
    {"play": PLAY | {"keywords": KEYWORDS, "type": ["unit", "gear"]}},
    {"play": PLAY | {"cost": {"power": ["fury", "any", "own", ["fury", "order"]], "actions": ACTIONS}}},
    {"play": PLAY | {"clauses": [{"clause": "discount", "energy": 1, "when": WHEN}]}},
    {"play": PLAY, "goal": "most-ready", "expect": {"owed": {"power": ["any"], "actions": ["discard 1"]}}},
    {"play": PLAY, "expect": {"status": "payable", "one_of": [{"left": {"xp": 1}}]}},
    {"ask": "referee", "play": PLAY, "payment": []},
]
BAD: list[dict[str, Any]] = [
    {},
    {"play": PLAY, "runepay": 2},
    {"play": PLAY, "titel": "x"},
    {"play": PLAY, "ruleset": "1.2"},
    {"play": PLAY, "options": {"own_domain_pip": "none"}},
    {"play": PLAY, "state": {"runes": {"fry": 1}}},
    {"play": PLAY, "state": {"runes": {"fury": -1}}},
    {"play": PLAY, "state": {"runes": {"fury": 1_000_001}}},
    {"play": PLAY, "state": {"facts": {"card_played": 1}}},
    {"play": PLAY, "state": {"facts": {"showdown": 1}}},
    {"play": PLAY, "state": {"pool": {"power": {"any": 1}}}},
    {"play": PLAY, "state": {"pool": {"restricted": [{"energy": 1, "for": "spel"}]}}},
    {"play": PLAY, "state": {"board": [3]}},
    {"play": PLAY, "state": {"board": [{"id": "a", "adds": [{"gives": {"power": {"fry": 1}}}]}]}},
    {"play": PLAY | {"cost": {"power": [1]}}},
    {"play": PLAY | {"cost": {"power": ["fry"]}}},
    {"play": PLAY | {"cost": {"actions": ["eat 1"]}}},
    {"play": PLAY | {"domains": ["fry"]}},
    {"play": PLAY | {"keywords": ["acelerate"]}},
    {"play": PLAY | {"clauses": [{"energy": 1}]}},
    {"play": PLAY | {"clauses": [{"clause": "discont", "energy": 1}]}},
    {"play": PLAY | {"origin": "trash"}},
    {"play": PLAY, "expect": {"stauts": "payable"}},
]


@pytest.mark.parametrize("data", GOOD, ids=str)
def test_what_the_reader_takes_is_valid(data: dict[str, Any]) -> None:
    assert readable(data)
    assert [error.message for error in validator().iter_errors(data)] == []


@pytest.mark.parametrize("data", BAD, ids=str)
def test_what_the_reader_refuses_is_not(data: dict[str, Any]) -> None:
    assert not readable(data)
    assert not validator().is_valid(data)
