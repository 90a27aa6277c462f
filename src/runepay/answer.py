"""Answers: what ``solve``, ``total`` and the referee give back, and how they are written as JSON (C14-C26).

An answer is frozen. What costs time to write (every undominated total, with whether it can be paid) is worked out
when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from runepay.model import catalogue
from runepay.model.cost import RULE_OF
from runepay.model.events import Event, events
from runepay.model.left import left_after, lost
from runepay.model.objects import compile_objects
from runepay.model.owed import Entry, Owed
from runepay.model.payment import Payment, Pool, Step
from runepay.model.question import Line, Question
from runepay.model.resources import ENERGY, Tally, size, tally_text
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play

if TYPE_CHECKING:
    from runepay.model.beforehand import Beforehand
    from runepay.model.reason import Reason

SCHEMA = 1
"""Version of the instance and answer format."""

WHEN = {
    "card": ("357", "as the card is played"),
    "ability": ("402", "as the ability is activated"),
    "hide": ("811", "as the card is hidden"),
    "trigger": ("383.3.b", "as the trigger is finalized"),
    "effect": ("204.3.b", "as the instruction resolves"),
    "applied": ("204.4", "as the action is performed"),
}
"""When a payment is due, by the kind of play."""

DECLINED = {
    "trigger": ("404.2", "the trigger leaves the chain and counts as not triggered"),
    "effect": ("444.2", "the linked result does not happen"),
    "applied": ("204.4", "the action is not performed"),
}


REPLACED = {
    True: ("203.2", "the cost counts as paid, and its result happens"),
    False: ("205", "nothing was paid, and what follows is skipped"),
}
"""What it means that something else happens in place of paying, by whether the payment buys a result (204.3) or is an
instruction of its own (205)."""


def declined(question: Question) -> tuple[str, str]:
    """Say by which rule what happens to what is not paid for (404.2, 444.2, 204.4)."""
    if question.kind == "effect" and not question.linked:
        return "444.2", "what follows is skipped"
    return DECLINED[question.kind]


def version() -> str:
    """Give the product's version."""
    from importlib import metadata  # noqa: PLC0415 - only when written

    try:
        return metadata.version("runepay")
    except metadata.PackageNotFoundError:  # a source tree that was never installed
        return "0+source"


def versions(ruleset: Ruleset) -> dict[str, Any]:
    """Give the versions every answer carries (C26)."""
    return {"runepay": version(), "schema": SCHEMA, "ruleset": ruleset.version, "catalogue": catalogue.VERSION}


def when(kind: str, play: Play, ruleset: Ruleset) -> tuple[str, str]:
    """Say by which rule and when the payment is due."""
    if play.ability == "weaponmaster":
        return "821.1.c", "as the trigger resolves"
    if kind == "trigger" and ruleset.option("trigger_cost_timing") == "resolution":
        return "204.3.b", "as the trigger resolves"
    return WHEN[kind]


def owed_json(owed: Owed, ruleset: Ruleset, objects: dict[int, list[str]] | None = None) -> dict[str, Any]:
    """Write what is owed (C14, C16)."""
    return {**cost_json(owed.energy, owed.pips), "actions": _actions(owed.lines, ruleset, objects)}


def _actions(
    lines: Iterable[tuple[Line, int]], ruleset: Ruleset, objects: dict[int, list[str]] | None = None
) -> list[dict[str, Any]]:
    actions = []
    for line, number in lines:
        action: dict[str, Any] = {
            "do": line.action.do,
            "number": number,
            "filter": line.action.filter.model_dump(mode="json", exclude_unset=True, by_alias=True),
            "rule": ruleset.cite(RULE_OF[line.action.do]),
        }
        if objects is not None:
            action["objects"] = objects.get(id(line), [])
        actions.append(action)
    return actions


def elected_json(question: Question, elections: Iterable[tuple[str, int]]) -> dict[str, bool | int]:
    """Write elections: true or false, or a number for an "any number" cost."""
    counted = {one.election for one in question.components if one.counted}
    return {name: value if name in counted else bool(value) for name, value in elections}


def choose_json(question: Question, owed: Owed) -> dict[str, Any]:
    """Write what discounts take off in a total, as ``play.choose`` states it (C8); empty if nothing was to choose."""
    discounts, choices = question.discounts, owed.choices
    made = {
        "halves": {discounts[index].id: half for index, half in choices.halves},
        "removed": {discounts[index].id: tally_text(pips) for index, pips in choices.removed if pips},
    }
    made = {name: value for name, value in made.items() if value}
    return {"choose": made} if made else {}


def cost_json(energy: int, pips: Tally) -> dict[str, Any]:
    """Write a running cost of the trace."""
    return {"energy": energy, "power": tally_text(pips)}


def stage_json(entry: Entry, ruleset: Ruleset) -> dict[str, Any]:
    """Write one line of the trace."""
    written: dict[str, Any] = {
        "stage": entry.stage,
        "rule": ruleset.cite(entry.rule),
        "clause": entry.label,
        "before": cost_json(entry.energy, entry.pips),
        "after": cost_json(entry.energy_after, entry.pips_after),
    }
    for key, lines in (("before", entry.lines), ("after", entry.lines_after)):
        if lines:
            written[key]["actions"] = _actions(lines, ruleset)
    if entry.note:
        written["note"] = entry.note
    return written


def reason_json(one: Reason, ruleset: Ruleset) -> dict[str, Any]:
    """Write one reason why a play cannot be paid."""
    return {
        "code": one.code,
        "rule": ruleset.cite(one.rule),
        "text": one.text,
        "missing": one.missing,
        "parts": list(one.parts),
        "because": [{"rule": ruleset.cite(near.rule) if near.rule else "", "text": near.text} for near in one.because],
    }


def units_json(units: Iterable[tuple[tuple[str, str], int]]) -> dict[str, Any]:
    """Write resources that are added or spent."""
    written = {key: value for key, value in Pool(tuple(units)).to_json().items() if value}
    return written or {"energy": 0}


def step_json(step: Step, ruleset: Ruleset) -> dict[str, Any]:
    """Write one step (C17)."""
    written: dict[str, Any] = {"step": step.step}
    if step.object:
        written["object"] = step.object
    written["number"] = step.number
    if step.step == "add":
        written["ability"] = step.ability
        if step.copies:
            written["copies"] = step.copies
    if step.step in {"exhaust", "recycle", "add"}:
        written["gives"] = units_json(step.gives)
    if step.step == "spend":
        written["spends"] = units_json(step.gives)
        if step.pays:
            written["pays"] = tally_text(step.pays)
        if step.part:
            written["part"] = step.part
    if step.step == "act":
        written["do"] = step.do
        written["objects"] = list(step.objects)
        written["part"] = step.part
    written["rule"] = ruleset.cite(step.rule)
    written["pool"] = step.pool.to_json()
    return written


@dataclass(frozen=True)
class Answer:
    """The answer to ``solve``: a payment, or why there is none.

    Attributes
    ----------
    status
        ``payable``, ``not payable``, ``undetermined`` or ``unknown``.
    owed
        The total for the elections made (C14), with its trace.
    payment
        The payment, or ``None``.
    values
        The value of every criterion of the goal, in order.
    criteria
        Their names.
    proof
        ``optimal``, ``feasible`` or ``infeasible``.
    """

    status: str
    state: GameState
    play: Play
    question: Question
    owed: Owed
    payment: Payment | None
    values: tuple[int, ...]
    criteria: tuple[str, ...]
    proof: str
    proven: int
    open: tuple[dict[str, Any], ...] = ()
    before: tuple[Beforehand, ...] = ()
    """Adds to be used before the play is begun; ``state`` is the one after them."""
    _payable: Callable[[Owed], bool] | None = field(default=None, repr=False, compare=False)
    _why: Callable[[], tuple[Reason, ...]] | None = field(default=None, repr=False, compare=False)

    @property
    def payable(self) -> bool:
        """Whether a payment was found."""
        return self.payment is not None

    @property
    def elected(self) -> dict[str, bool | int]:
        """The elections made, by id."""
        return elected_json(self.question, self.owed.choices.elections)

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """Why it is not payable, each alone enough: with ``code``, ``rule``, ``text``, ``missing``, ``parts``."""
        return () if self._why is None else self._why()

    @cached_property
    def totals(self) -> list[dict[str, Any]]:
        """Every undominated total with its elections and whether it can be paid (C15)."""
        from runepay.model.reach import undominated  # noqa: PLC0415 - only when asked for

        ruleset = self.question.ruleset
        if self.question.declined:
            return []
        written = []
        for owed in undominated(self.question):
            same = (
                self.payable
                and (owed.energy, owed.pips) == (self.owed.energy, self.owed.pips)
                and (owed.choices.elections == self.owed.choices.elections)
            )
            can = same or (self.payable and self._payable is not None and self._payable(owed))
            written.append(
                {
                    "elected": elected_json(self.question, owed.choices.elections),
                    "owed": owed_json(owed, ruleset),
                    **choose_json(self.question, owed),
                    "payable": can,
                }
            )
        return written

    @cached_property
    def loses(self) -> list[dict[str, Any]]:
        """What is gone for good, with its value (C18)."""
        if self.payment is None:
            return []
        ruleset = self.question.ruleset
        gone: list[dict[str, Any]] = []
        for one in self.before:
            gone.extend(lost(one.payment, compile_objects(one.state, ruleset)))
        return [*gone, *lost(self.payment, self.question.objects)]

    @cached_property
    def left(self) -> dict[str, Any]:
        """What is left: the pool, the runes, and the zones that changed (C18)."""
        return left_after(self.state, self.question, self.payment)

    @cached_property
    def notation(self) -> str | None:
        """The payment in one line (``docs/notation.md``), or ``None``; Adds done before it are not part of it."""
        if self.payment is None:
            return None
        from runepay.model.notation import payment_text  # noqa: PLC0415 - only when written

        return payment_text(self.question, self.payment)

    @property
    def spent(self) -> dict[str, int]:
        """What was really spent on the play itself; some cards look at this and not at what was owed."""
        energy = power = 0
        for step in self.payment.steps if self.payment is not None else ():
            if step.step == "spend" and not step.part:
                energy += sum(n for kind, n in step.gives if kind[0] == ENERGY)
                power += sum(n for kind, n in step.gives if kind[0] != ENERGY)
        return {"energy": energy, "power": power}

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the payment sets off, with the cards that watch for it; named and not resolved."""
        return () if self.payment is None else events(self.state, self.question, self.payment)

    @property
    def objects_used(self) -> dict[int, list[str]]:
        """By the identity of an action line: the objects that pay it."""
        used: dict[int, list[str]] = {}
        if self.payment is not None:
            acts = [step for step in self.payment.steps if step.step == "act"]
            taken: set[int] = set()
            for line, number in self.owed.lines:
                for place, step in enumerate(acts):
                    if place not in taken and step.do == line.action.do and step.number == number:
                        taken.add(place)
                        used[id(line)] = list(step.objects)
                        break
        return used

    def to_json(self) -> dict[str, Any]:
        """Write the whole answer with the keys of the contract."""
        ruleset = self.question.ruleset
        rule, due = when(self.question.kind, self.play, ruleset)
        written: dict[str, Any] = {
            "status": self.status,
            "card": self.question.card.name,
            "when": {"rule": ruleset.cite(rule), "text": due},
        }
        elected = self.elected
        if self.question.kind in DECLINED:
            elected = {**elected, "pay": not self.question.declined}
            rule, text = declined(self.question)
            written["declined" if self.question.declined else "declining"] = {"rule": ruleset.cite(rule), "text": text}
            rule, text = REPLACED[self.question.linked]
            written["replaced"] = {"paid": self.question.linked, "rule": ruleset.cite(rule), "text": text}
        written |= {
            "owed": owed_json(self.owed, ruleset, self.objects_used if self.payment else None),
            "elected": elected,
            "totals": self.totals,
            "loses": self.loses,
            "stages": [stage_json(entry, ruleset) for entry in self.owed.trace],
            "before": [
                {
                    "object": one.object,
                    "steps": [step_json(step, ruleset) for step in one.payment.steps],
                    "gives": units_json(((what, ""), number) for what, number in one.gives),
                }
                for one in self.before
            ],
            "notation": self.notation,
            "steps": [step_json(step, ruleset) for step in self.payment.steps] if self.payment else [],
            "spent": self.spent,
            "events": [one.to_json() for one in self.events],
            "left": self.left,
            "goal": [
                {"criterion": name, "value": value, "proof": "optimal" if place < self.proven else "feasible"}
                for place, (name, value) in enumerate(zip(self.criteria, self.values, strict=False))
            ],
            "proof": self.proof,
            "reasons": [reason_json(one, ruleset) for one in self.reasons],
            "assumed": dict(self.question.assumed),
            "open": list(self.open),
            "notes": list(self.question.notes),
            "versions": versions(ruleset),
        }
        return written


def pip_count(owed: Owed) -> int:
    """Count the pips owed."""
    return size(owed.pips)
