"""``docs/format.md`` lists every field of every model, every fact, option, goal and key of the answer; nothing else."""

import json
import re
from pathlib import Path

import pytest

from runepay import api
from runepay.checking import answer_json, judge
from runepay.model import card, clauses, cost, expect, filters, instance, state
from runepay.model.base import Record
from runepay.model.card import CARD_FIELDS
from runepay.model.facts import FACTS
from runepay.model.goals import NAMED
from runepay.model.invalid import fields_of
from runepay.model.rulebook import OPTIONS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "format.md"
UNLISTED = {"Facts", "Expect", "ExpectedOwed", "ExpectedTotal"}
"""Models whose fields are words of another list: facts, and the answer's keys."""


def listed(heading: str) -> list[str]:
    """The words in the first column of the table below a heading."""
    parts = re.split(r"^#+ (.*)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    below = dict(zip(parts[1::2], parts[2::2], strict=True))
    return re.findall(r"^\| `([^`]+)` \|", below[heading], flags=re.MULTILINE)


def models() -> dict[str, type[Record]]:
    return {
        name: model
        for module in (instance, expect, state, card, cost, filters, clauses)
        for name, model in vars(module).items()
        if isinstance(model, type) and issubclass(model, Record) and model.__module__ == module.__name__
    }


@pytest.mark.parametrize("name", sorted(models().keys() - UNLISTED))
def test_the_page_lists_the_fields_of_a_model(name: str) -> None:
    model = models()[name]
    fields = set(fields_of(model))
    if name in {"Play", "Thing"}:
        fields -= CARD_FIELDS
    elif issubclass(model, clauses.Clause):
        fields -= {"clause", "id", "when", "on"}
        if name == "Clause":
            fields = {"clause", "id", "when", "on"}
    assert sorted(listed(name)) == sorted(fields)


def test_the_page_lists_clauses_facts_options_and_goals() -> None:
    assert sorted(listed("Clauses")) == sorted(clauses.CLAUSE_KINDS)
    assert sorted(listed("Facts")) == sorted(FACTS)
    assert sorted(listed("Options")) == sorted(OPTIONS)
    stems = {word.partition(":")[0] for word in listed("Goals")}
    assert stems == {"thrifty", *NAMED}


def test_the_page_lists_the_keys_of_answers() -> None:
    keys = {"file"}
    steps = set()
    for play in (
        {"card": "Mine", "cost": {"energy": 1, "power": ["any"], "actions": ["discard 1"]}},
        {"card": "Mine", "cost": {"energy": 9}},
        {"kind": "trigger", "source": "seal", "cost": {"energy": 1}, "elect": {"pay": False}},
        {"kind": "trigger", "source": "seal", "cost": {"energy": 1}},
    ):
        position = {
            "runes": {"fury": 2}, "hand": [{"id": "a", "cost": {}}],
            "board": [{"id": "seal", "adds": [{"gives": {"energy": 1}}]}],
        }  # fmt: skip
        one = instance.parse(json.dumps({"state": position, "play": play, "payment": []}))
        answer = api.solve(one.state, one.play).to_json()
        keys |= answer.keys() | api.total(one.state, one.play).to_json().keys() | judge(one).keys()
        keys |= answer_json(one, "count").keys()
        steps |= {step["step"] for step in answer["steps"]}
    for asked in ({"plays": ["Charm"]}, {"turns": 1, "rune_deck": ["fury"]}):
        turn = instance.parse(json.dumps({"ask": "plan", "state": {"runes": {"fury": 1}}, "plan": asked}))
        keys |= answer_json(turn).keys()
    assert sorted(listed("Answer")) == sorted(keys | {"top"})  # only the command line gives more than one payment
    assert steps <= set(listed("Steps"))
    assert set(listed("Steps")) == {"exhaust", "recycle", "add", "spend", "act"}
    # What may be expected is the answer without what differs from run to run, and alternatives.
    assert set(fields_of(expect.Expect)) == (keys - {"file"}) | {"one_of"}


def test_the_files_that_the_page_shows_can_be_read_and_agree() -> None:
    from runepay.checking import check

    shown = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert len(shown) == 2
    assert [check(instance.parse(text)).status for text in shown] == ["agrees", "agrees"]
