"""Short words for asking the library."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import runepay
from runepay.answer import Answer
from runepay.model.payment import Payment
from runepay.model.state import GameState, Play

Json = dict[str, Any]
INSTANCES = Path(__file__).resolve().parents[2] / "instances"
FAULTS = INSTANCES / "faults"


@dataclass(frozen=True)
class Case:
    """A state and a play, and what the state was when it was made."""

    state: GameState
    play: Play
    before: str

    @classmethod
    def of(cls, state: Json, play: Json) -> Case:
        situation = GameState.model_validate(state)
        return cls(situation, Play.model_validate(play), situation.model_dump_json())

    def solve(self, *goal: str) -> Answer:
        return runepay.solve(self.state, self.play, goal or ("thrifty",))

    def paid(self, *goal: str) -> Payment:
        payment = self.solve(*goal).payment
        assert payment is not None, "not payable"
        return payment

    def with_play(self, **more: Any) -> Case:
        play = self.play.model_dump(exclude_unset=True, by_alias=True, mode="json") | more
        return Case(self.state, Play.model_validate(play), self.before)

    def is_untouched(self) -> bool:
        """Tell whether the state is what it was, zones and their order, pool and deck included."""
        return self.state.model_dump_json() == self.before

    def by_hand(self, *steps: Json, elected: Json | None = None) -> list[tuple[str, str]]:
        """Give code and rule of everything that is wrong with a payment by hand."""
        from runepay.referee import parse_payment

        payment = parse_payment({"steps": list(steps), "elected": elected or {}})
        return [(one.code, one.rule) for one in runepay.violations(self.state, self.play, payment)]


def without(payment: Payment, *places: int) -> Payment:
    """Leave steps out of a payment."""
    gone = {place % len(payment.steps) for place in places}
    return replace(payment, steps=tuple(step for place, step in enumerate(payment.steps) if place not in gone))


def shown(state: GameState) -> Json:
    """Write a state as JSON."""
    return json.loads(state.model_dump_json(by_alias=True))
