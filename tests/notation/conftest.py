"""One way to call the command line in this process."""

import json
from collections.abc import Callable
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
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    """Call ``runepay`` with arguments."""
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*arguments: object) -> Told:
        done = CliRunner().invoke(app, [str(one) for one in arguments])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Told(done.exit_code, done.stdout, done.stderr)

    return call
