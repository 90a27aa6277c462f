"""One way to call the command line in this process."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from runepay.cli.app import app


class Told:
    """What a call said and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Standard output as JSON, one object a line and nothing else."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Told]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call ``runepay`` with arguments and perhaps standard input."""
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*arguments: object, stdin: str | bytes | None = None) -> Told:
        done = CliRunner().invoke(app, [str(one) for one in arguments], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Told(done.exit_code, done.stdout, done.stderr)

    return call


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
