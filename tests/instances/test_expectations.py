"""Every file of ``instances/`` is answered as it expects."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runepay.api import load
from runepay.checking import check
from runepay.model import catalogue
from runepay.model.instance import parse

FOLDER = Path(__file__).resolve().parents[2] / "instances"
FILES = sorted(FOLDER.rglob("*.json"))


def test_the_folders_are_there() -> None:
    """The tests below would say nothing if the folder were empty."""
    found = {path.relative_to(FOLDER).parts[0] for path in FILES}
    assert {"rulings", "bench", "worked", "demo"} <= found
    assert len([path for path in FILES if path.parent.name == "bench"]) == 22


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_the_answer_is_the_expected_one(path: Path) -> None:
    """The file states what it expects, and the answer holds it (C22)."""
    instance = load(path)
    assert instance.title
    assert instance.expect is not None
    result = check(instance)
    assert not result.differences
    assert result.status == "agrees"


@pytest.mark.parametrize("folder", ["rulings", "worked"])
def test_the_catalogue_says_of_a_card_what_the_file_says(folder: str) -> None:
    """The answer is the same when the cards that stand in the file come from the catalogue instead."""
    unlike: dict[str, tuple[str, ...]] = {}
    tried = 0
    for path in (FOLDER / folder).glob("*.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        cards = content.pop("cards", {})
        assert [name for name in cards if catalogue.find(name) is None] == []
        if cards:
            tried += 1
            if found := check(parse(json.dumps(content))).differences:
                unlike[path.name] = found
    assert tried
    assert unlike == {}
