"""Positions, and the questions that were asked about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from runepay.api import asked
from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.instance import Instance, parse
from runepay.model.question import Question
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.position import Position
from runepay.solver.fast import lane
from runepay.solver.fast.greedy import provable
from runepay.solver.found import Found

QUESTIONS: Final = 4096
"""Questions of one position that are kept."""


@dataclass(slots=True)
class Table:
    """One position: the state, the rules, perhaps a play of its own, and the questions frozen so far."""

    state: GameState
    rules: Ruleset
    play: bytes = b""
    serial: int = field(default_factory=count().__next__)
    """A number of its own."""
    here: Position = field(init=False)
    """The same, prepared for yes and no."""
    questions: dict[bytes, tuple[Play, Question]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.here = Position.of(self.state, ruleset=self.rules)

    def can_pay(self, play: Play) -> bool | None:
        """Tell whether a play can be paid, where counting proves it; ``None`` says nothing about it."""
        prices = self.here.ground.prices(play)
        return None if prices is None else any(self.here.can_pay(one) for one in prices)

    def best(self, play: Play, question: Question, goal: Goal) -> Found | None:
        """Find the best payment where that takes no search; ``None`` says nothing about the play."""
        prices = None if question.elections else self.here.ground.prices(play)
        if prices is None or len(prices) != 1 or not provable(goal):
            return lane.best(question, self.state, goal)
        # The position has prepared everything but the total.
        paid = self.here.best(prices[0], goal)
        if paid is None:
            return Found("not payable")
        return Found("payable", paid.payment, paid.values, "optimal", len(goal.criteria))

    def question(self, raw: bytes) -> tuple[Play, Question]:
        """Freeze a play, once."""
        known = self.questions.get(raw)
        if known is not None:
            return known
        if not raw or raw == b"null":
            raise InputError("a question about a play needs the 'play'", path="play")
        return self._freeze(raw, read(b'{"play":' + raw + b"}").play)

    def card(self, name: str) -> tuple[Play, Question]:
        """Freeze the play of a card from the hand."""
        key = b"card " + name.encode()
        return self.questions.get(key) or self._freeze(key, Play.model_validate({"card": name}))

    def _freeze(self, key: bytes, play: Play) -> tuple[Play, Question]:
        _, play, question = asked(self.state, play, ruleset=self.rules)
        if len(self.questions) >= QUESTIONS:
            self.questions.clear()
        self.questions[key] = play, question
        return play, question


def read(text: bytes) -> Instance:
    """Read an instance from part of a message; line and column of a place there would tell nobody anything."""
    try:
        return parse(text, "")
    except InputError as error:
        error.line = error.column = 0
        raise


def numbered(value: object, path: str) -> float:
    """Read a number of milliseconds; 0 is no limit."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= DAY:
        raise InputError(f"a number of milliseconds lies between 0 and {DAY:,}", path=path, found=value)
    return value


DAY: Final = 86_400_000


class UnknownPosition(InputError):  # noqa: N818 - what is wrong, in two words
    """A request names a position that was not stated."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = [one if len(one) <= 20 else one[:17] + "..." for one in list(known)[:6]]
        super().__init__(f"no such position (known: {', '.join(names) or 'none'})", path="position", found=name)
