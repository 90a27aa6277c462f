"""What every test may use."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from typer.testing import CliRunner

import runepay
from runepay.cli.app import app
from runepay.model.catalogue import reader

# A busy machine is no fault of what is tested: no example fails for the time it took, or was drawn in. Everybody who
# runs the suite runs the same examples; who looks for new ones asks for them.
HUNTING = os.environ.get("RUNEPAY_HUNT", "") not in {"", "0"}
settings.register_profile(
    "runepay", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=not HUNTING
)
settings.load_profile("runepay")


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


@pytest.fixture(scope="session")
def root() -> Path:
    """Top of the checkout the tests stand in."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def package() -> Path:
    """The package under test: in the checkout, or where it is installed."""
    return Path(runepay.__file__).resolve().parent


@pytest.fixture(autouse=True)
def _forget_own_cards() -> Iterator[None]:
    """Let no test leave cards of its own behind for the next one."""
    yield
    if reader.own():
        reader.forget()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    """Call ``runepay`` with arguments and perhaps standard input."""
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*arguments: object, stdin: str | bytes | None = None) -> Told:
        done = CliRunner().invoke(app, [str(one) for one in arguments], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Told(done.exit_code, done.stdout, done.stderr)

    return call
