"""What the tests of batch runs share: small inputs, and an engine that answers without a solver."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runepay.batch.engines import Promise
from runepay.batch.table import EMPTY
from runepay.batch.work import Piece, packed

Lines = Callable[..., Path]


def question(place: int) -> dict[str, Any]:
    """A question whose answer tells its place."""
    return {"title": f"n{place}", "state": {"runes": {"fury": 9}}, "play": {"card": "Mine", "cost": {"energy": place}}}


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    """Write a file of so many questions."""

    def made(number: int, name: str = "in.jsonl", first: int = 1) -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(question(one)) + "\n" for one in range(first, first + number)))
        return path

    return made


class LostError(Exception):
    """A worker was lost."""


class Pretended:
    """An engine whose answer to an instance is its name, and whose workers are lost over some instances.

    `deadly` says which instances end a worker. Work is done when its result is asked for.
    """

    workers = 2

    def __init__(self, deadly: Callable[[str], bool] = "".__eq__) -> None:
        self.deadly = deadly
        self.answered: list[str] = []
        self.renewed = 0
        self.closed: list[bool] = []

    def submit(self, piece: Piece) -> Promise:
        return _Promise(self, piece)

    def lost(self, error: BaseException) -> bool:
        return isinstance(error, LostError)

    def renew(self) -> None:
        self.renewed += 1

    def close(self, *, now: bool = False) -> None:
        self.closed.append(now)


class _Promise:
    def __init__(self, engine: Pretended, piece: Piece) -> None:
        self.engine = engine
        self.piece = piece

    def result(self) -> bytes:
        rows = []
        for place, (name, content) in enumerate(self.piece.items, start=self.piece.first):
            if self.engine.deadly(name):
                raise LostError
            self.engine.answered.append(name)
            rows.append(EMPTY | {"row": place, "id": name, "status": "payable", "title": str(len(content))})
        return packed(iter(rows))

    def cancel(self) -> bool:
        return True
