"""The whole explanation of a question: the answer first, then why, what would help, and what would change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from runepay import api
from runepay.answer import Answer, reason_json, when
from runepay.explain.better import Verdict, better
from runepay.explain.card import rules_of
from runepay.explain.mistakes import mistakes
from runepay.explain.procedure import Said, procedure
from runepay.explain.sensitivity import Change, sensitivity
from runepay.explain.variants import Variant, variants
from runepay.explain.words import cost
from runepay.model.catalogue.phrases import listed
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.objects import compile_objects
from runepay.model.payment import Payment
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import GameState, Play
from runepay.referee import HandPayment
from runepay.referee import violations as refereed
from runepay.solver.causes import Elastic
from runepay.solver.front import Point, front
from runepay.solver.nearly import Nearly
from runepay.solver.reasons import Explained


@dataclass(frozen=True)
class Explanation:
    """Everything there is to say about one question; what costs time is worked out when it is asked for.

    Attributes
    ----------
    result
        The answer of ``solve``.
    proposed
        A payment to be judged, or ``None``.
    """

    result: Answer
    goal: Goal
    state: GameState = field(repr=False)
    play: Play = field(repr=False)
    ruleset: Ruleset = field(repr=False)
    proposed: Payment | HandPayment | str | None = None

    @cached_property
    def answer(self) -> str:
        """The answer in one sentence."""
        said = cost(self.result.owed)
        name = self.result.question.card.name or "This"
        name = name[0].upper() + name[1:]
        rule, due = when(self.result.question.kind, self.play, self.ruleset)
        asks = f"{name} costs {said}" if self.result.question.kind == "card" else f"{name} asks, {due}, for {said}"
        del rule
        if self.result.question.declined:
            return f"{name}: the cost is declined, and nothing is owed."
        if self.result.payment is not None:
            lost = [one.get("card") or f"{one['number']} {one['how'].upper()}" for one in self.result.loses]
            end = "you can pay it and lose nothing for good"
            if lost:
                end = f"you can pay it, losing {listed(lost)} for good"
            if self.result.before:
                names = listed([self._named(one.object) for one in self.result.before])
                end += f", if the Add of {names} is used first"
        elif self.result.status == "unknown":
            end = "time ran out before an answer"
        else:
            first = self.result.reasons[0].text if self.result.reasons else "nothing can pay it"
            forbidden = bool(self.result.reasons) and self.result.reasons[0].code in {"permission", "empowered"}
            end = f"{'that is not allowed' if forbidden else 'you cannot pay it'}: {first}"
        if self.result.status == "undetermined":
            end += " (as the rules are read by default; they leave open whether it can be paid)"
        return f"{asks}; {end}."

    def _named(self, oid: str) -> str:
        return next((one.name for one in compile_objects(self.state, self.ruleset) if one.id == oid), oid)

    @cached_property
    def _elastic(self) -> Elastic:
        loose = None
        question = self.result.question
        if question.needed and self.play.targets:
            free = tuple(one.model_copy(update={"needed": False}) for one in self.play.targets)
            loose = freeze(self.state, self.play.model_copy(update={"targets": free}), self.ruleset)
        return Elastic(question, loose)

    @property
    def _unpayable(self) -> bool:
        return self.result.payment is None and self.result.status in {"not payable", "undetermined"}

    @cached_property
    def repair(self) -> tuple[dict[str, Any], ...]:
        """The smallest repair: all of it together makes the play payable, and nothing less of it does."""
        if not self._unpayable:
            return ()
        nearly = Nearly(self.state, self.play, self._elastic.question)
        return tuple(
            {"what": one.what, "number": one.number, "text": text}
            for one, text in Explained(self._elastic, nearly).repair
        )

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """The nearest questions that can be paid."""
        return variants(self.state, self.play, self.result.question, self._elastic) if self._unpayable else ()

    @cached_property
    def verdict(self) -> Verdict | None:
        """What is to be said of the proposed payment."""
        if self.proposed is None:
            return None
        return better(self.state, self.play, self.proposed, self.goal, ruleset=self.ruleset)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What one more rune, each election and each order of discounts changes."""
        return sensitivity(self.state, self.play, self.goal, ruleset=self.ruleset)

    @cached_property
    def mistakes(self) -> tuple[Said, ...]:
        """Common mistakes that apply here."""
        return () if self.result.question.declined else mistakes(self.result)

    @cached_property
    def procedure(self) -> tuple[Said, ...]:
        """How the payment goes."""
        return procedure(self.result.question, self.play)

    def front(self, first: str, second: str) -> tuple[Point, ...]:
        """Give the payments between two criteria that cannot be better in one without being worse in the other.

        Each has passed the referee.
        """
        found = front(self.result.question, self.state, first, second)
        for one in found:
            faults = refereed(self.state, self.play, one.payment, self.ruleset)
            if faults:
                from runepay.model.errors import InternalError  # noqa: PLC0415 - never, as tests show

                msg = f"the referee refuses a payment of the front: {faults[0].message}"
                raise InternalError(msg)
        return found

    def to_json(self, *, pair: tuple[str, str] | None = None, changes: bool = True) -> dict[str, Any]:
        """Write the explanation; ``pair`` asks for the front between two criteria."""
        cite = self.ruleset.cite
        result = self.result.to_json()
        said = [*self.mistakes, *self.procedure]
        cited = [one.rule for one in said]
        cited += [one.rule for one in self.result.reasons]
        cited += [near.rule for one in self.result.reasons for near in one.because]
        cited += [entry.rule for entry in self.result.owed.trace]
        cited += [step.rule for step in self.result.payment.steps] if self.result.payment is not None else []
        written: dict[str, Any] = {
            "status": result["status"],
            "card": result["card"],
            "answer": self.answer,
            "reasons": [reason_json(one, self.ruleset) for one in self.result.reasons],
            "repair": [dict(one) for one in self.repair],
            "variants": [one.to_json() for one in self.variants],
            "better": None if self.verdict is None else self.verdict.to_json(),
            "mistakes": [{"rule": cite(one.rule), "text": one.text} for one in self.mistakes],
            "procedure": [{"rule": cite(one.rule), "text": one.text} for one in self.procedure],
            "changes": [one.to_json() for one in self.changes] if changes else [],
            "front": None,
            "rules": rules_of(cited, self.ruleset),
            "solved": result,
            "versions": result["versions"],
        }
        if pair is not None:
            points = self.front(*pair)
            written["front"] = {
                "criteria": list(pair),
                "points": [{pair[0]: one.first, pair[1]: one.second} for one in points],
            }
        return written


def explain(  # noqa: PLR0913 - the parts of one question
    state: GameState,
    play: Play,
    goal: str | Iterable[str] | Goal = ("thrifty",),
    *,
    payment: Payment | HandPayment | str | None = None,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Explanation:
    """Explain a question: why not, what would help, whether a payment is the best, what would change the answer.

    Parameters
    ----------
    state, play
        The situation and what is to be paid for.
    goal
        Criteria in order; ``thrifty`` follows.
    payment
        A payment to be judged, or nothing.
    ruleset, options
        Version of the rules, and readings chosen.
    seconds
        Time limit for the answer itself.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"fury": 2}})
    >>> said = explain(state, Play.model_validate({"card": "Mine", "cost": {"energy": 3, "power": ["fury"]}}))
    >>> print(said.answer)
    Mine costs 3 Energy and 1 Fury Power; you cannot pay it: 1 Energy missing: 3 owed, 2 to be had.
    >>> [one["text"] for one in said.repair], said.variants[0].text
    (['1 more Energy'], 'with 1 more ready Fury rune')
    """
    aim = goal if isinstance(goal, Goal) else Goal.of([goal] if isinstance(goal, str) else goal)
    state, play, question = api.asked(state, play, ruleset=ruleset, options=options)
    result = api.answer(state, play, question, aim, seconds=seconds)
    return Explanation(result, aim, state, play, question.ruleset, payment)
