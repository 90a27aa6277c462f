"""Every file of ``instances/`` is answered as it expects."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runepay.api import load
from runepay.checking import check
from runepay.model import catalogue

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
def test_cards_come_from_the_catalogue(folder: str) -> None:
    """A ruling names its cards; only cards that nobody printed are defined in a file."""
    read = [json.loads(path.read_text(encoding="utf-8")) for path in (FOLDER / folder).glob("*.json")]
    assert read
    assert [name for content in read for name in content.get("cards", {}) if catalogue.find(name) is not None] == []
