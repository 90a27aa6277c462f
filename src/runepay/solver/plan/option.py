"""What the quick search over plays talks of: ways to make a play, finished sequences, and turns it cannot prove."""

from __future__ import annotations

from dataclasses import dataclass

from runepay.model.candidate import Candidate
from runepay.model.objects import Object
from runepay.model.owed import Owed
from runepay.model.question import Question
from runepay.model.resources import Tally
from runepay.model.turn import printed_value

Key = tuple[str, int, str]
"""An Add: its object, and which of its abilities."""


class Declined(Exception):  # noqa: N818 - a signal inside the solver, not an error
    """The quick search cannot prove this turn; the message says why."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to make a play at a moment: a total and its elections."""

    energy: int
    pips: Tally
    packed: int
    worth: int
    unelected: int
    fits: frozenset[str]
    owed: Owed
    question: Question
    adds: tuple[Key, ...]
    """Adds that are there by now, beyond those of the beginning."""
    discards: int = 0
    """Cards of the hand, whichever, that it discards."""
    acts: int = 0
    """Objects on the board that it kills or exhausts, whichever."""

    def cheaper(self, off: int) -> Option:
        """Give the same way with so much Energy taken off, which stops at nothing."""
        return Option(
            max(0, self.energy - off), self.pips, self.packed, self.worth, self.unelected, self.fits, self.owed,
            self.question, self.adds, self.discards, self.acts,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished sequence of plays: candidates in order, each with its option."""

    order: tuple[int, ...]
    options: tuple[Option, ...]
    value: int


def effective(candidate: Candidate, card: Object, mode: str) -> int:
    """Give what making a play is worth in this mode."""
    if mode == "all":
        return 0
    if mode == "most":
        return 1
    return printed_value(card, candidate.kind) if candidate.value is None else candidate.value
