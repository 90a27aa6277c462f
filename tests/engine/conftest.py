"""A real engine in a process of its own, and a question that takes long."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from runepay.engine.schema import schema

Json = dict[str, Any]

STATE: Json = {"runes": {"fury": 4, "mind": 1}, "hand": ["Brazen Buccaneer", "Charm"]}
MINE: Json = {"card": "Mine", "cost": {"energy": 3, "power": ["fury"]}, "targets": []}

UNITS: list[Json] = [
    {
        "id": f"u{number}",
        "type": "unit",
        "cost": {"energy": number},
        "adds": [
            {"gives": {"power": {"universal": 1}}, "speed": "action", "exhaust": True, "cost": {"actions": ["kill 1"]}}
        ],
    }
    for number in range(9)
]
LONG_STATE: Json = {"board": UNITS}
LONG: Json = {"card": "Mine", "cost": {"power": ["any"] * 9}, "before": True, "targets": []}
"""Three Adds beforehand, each of which may kill any of nine different units: minutes of work for an answer of no."""


class Talk:
    """One engine; what it says is checked against the schema."""

    def __init__(self) -> None:
        from jsonschema import Draft202012Validator

        self.process = subprocess.Popen(
            [sys.executable, "-m", "runepay", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        whole = schema()
        self.replies = Draft202012Validator({**whole, "anyOf": [{"$ref": "#/$defs/Reply"}]})
        self.requests = Draft202012Validator({**whole, "anyOf": [{"$ref": "#/$defs/Request"}]})

    def send(self, *messages: Json | str | bytes) -> None:
        assert self.process.stdin is not None
        for one in messages:
            line = one if isinstance(one, bytes) else (one if isinstance(one, str) else json.dumps(one)).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self) -> Json:
        assert self.process.stdout is not None
        made: Json = json.loads(self.process.stdout.readline())
        self.replies.validate(made)
        return made

    def say(self, message: Json | str | bytes) -> Json:
        self.send(message)
        return self.read()

    def end(self) -> tuple[int, str]:
        """Close its input; give the exit status and what it complained about."""
        _, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, complaints.decode()


@pytest.fixture(scope="module")
def shared() -> Iterator[Talk]:
    """One engine for many bad lines."""
    made = Talk()
    yield made
    made.process.kill()
    made.process.communicate()


@pytest.fixture
def talk() -> Iterator[Talk]:
    """An engine of one's own."""
    made = Talk()
    yield made
    made.process.kill()
    made.process.communicate()
