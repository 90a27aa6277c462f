"""Words for calling the command line, and a question to ask it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Told  # noqa: TID252 - the tests are no package with a name of their own

Run = Callable[..., Told]

MINE: dict[str, Any] = {
    "title": "a card of one's own",
    "state": {"runes": {"fury": 3}},
    "play": {"card": "Mine", "type": "unit", "targets": [], "cost": {"energy": 2, "power": ["fury"]}},
}
"""A question that is payable."""


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write an instance file: ``MINE`` with other fields."""

    def made(name: str = "mine.json", **fields: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(MINE | fields, indent=1), encoding="utf-8")
        return path

    return made
