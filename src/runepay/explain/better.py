"""Whether there is a better way: judges a payment that someone proposes, and says what is better and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from runepay import api
from runepay.answer import Answer
from runepay.explain.measured import Measure, followed
from runepay.explain.said import count
from runepay.model.aftermath import apply
from runepay.model.catalogue.phrases import listed
from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.payment import Payment, Step
from runepay.model.question import Question
from runepay.model.resources import ENERGY
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import GameState, Play, Runes
from runepay.notation import NotLegal, read_payment
from runepay.referee import HandPayment, Violation

GAINS = {
    "losses": ("lose {} less for good", "for good"), "recycles": ("recycle {} fewer runes", "runes recycled"),
    "tapped": ("exhaust {} fewer units, legends or gear", "units, legends and gear exhausted"),
    "unrestricted": ("spend {} fewer unrestricted units", "unrestricted units spent"),
    "energy": ("keep {} more Energy", "Energy used up"),
    "universal": ("keep {} more Universal Power", "Universal Power spent"),
    "keep-universal": ("keep {} more Universal Power", "Universal Power spent"),
    "balance": ("leave your runes more evenly spread over the domains", "unevenness of the runes left"),
    "ready-recycles": ("recycle {} fewer ready runes", "ready runes recycled"),
    "surplus": ("leave {} less unused in the pool", "left over in the pool"),
    "steps": ("need {} fewer single steps", "single steps"),
    "unelected": ("elect {} more optional costs that take nothing", "optional costs not elected"),
    "most-ready": ("keep {} more runes ready", "ready runes"),
}  # fmt: skip
"""What a smaller value of each criterion gains."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a proposed payment.

    Attributes
    ----------
    violations
        What the referee says; empty if the payment is legal.
    best
        Whether no payment is better under the goal; ties count as best.
    criterion
        The first criterion in which the best payment is better.
    yours, its
        The values of that criterion.
    text
        One sentence: legal or not, and what is better and why.
    instead
        What the best payment does in place of what was proposed.
    closed
        Cards in hand that can still be paid after the best payment, and not after this one.
    """

    violations: tuple[Violation, ...]
    best: bool
    criterion: str
    yours: int
    its: int
    text: str
    instead: str
    closed: tuple[str, ...]
    answer: Answer = field(repr=False)

    def to_json(self) -> dict[str, Any]:
        """Write the verdict."""
        return {
            "legal": not self.violations,
            "violations": [one.to_json() for one in self.violations],
            "best": self.best,
            "criterion": self.criterion,
            "yours": self.yours,
            "its": self.its,
            "text": self.text,
            "instead": self.instead,
            "closed": list(self.closed),
        }


def better(  # noqa: PLR0913 - the parts of one question, and a payment of it
    state: GameState,
    play: Play,
    payment: Payment | HandPayment | str,
    goal: str | Iterable[str] | Goal = ("thrifty",),
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: dict[str, str] | None = None,
) -> Verdict:
    """Say whether a proposed payment is legal, and what is better and why.

    Parameters
    ----------
    state, play
        The situation and what is paid for.
    payment
        Steps by hand (:func:`runepay.referee.parse_payment`), a payment, or its notation.
    goal
        What makes a payment better.

    Examples
    --------
    >>> from runepay.referee import parse_payment
    >>> state = GameState.model_validate({"runes": {"fury": {"ready": 1, "exhausted": 1}}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"power": ["fury"]}})
    >>> mine = parse_payment([{"step": "recycle", "object": "rune:fury", "ready": True},
    ...                       {"step": "spend", "spends": {"power": {"fury": 1}}}])
    >>> print(better(state, play, mine).text)
    Legal, but not the best: you could keep 1 more Energy.
    >>> print(better(state, play, mine).instead)
    do not recycle 1 ready Fury rune; recycle 1 exhausted Fury rune instead
    """
    aim = goal if isinstance(goal, Goal) else Goal.of([goal] if isinstance(goal, str) else goal)
    state, play, question = api.asked(state, play, ruleset=ruleset, options=options)
    answer = api.answer(state, play, question, aim)
    faults: tuple[Violation, ...] = ()
    if isinstance(payment, str):
        try:
            payment = read_payment(state, play, payment, ruleset=question.ruleset)
        except NotLegal as error:
            faults = error.violations
    if not isinstance(payment, str):
        faults = api.violations(state, play, payment, ruleset=question.ruleset)
    if len(faults) > 0:
        rest = f" (and {count(len(faults) - 1, 'more violation')})" if len(faults) > 1 else ""
        cite = question.ruleset.cite(faults[0].rule)
        text = f"Not legal: {faults[0].message} ({cite}){rest}."
        if question.declined:
            text += " The cost was declined, so nothing is owed."
        else:
            text += " It can be paid in another way." if answer.payment is not None else " It cannot be paid at all."
        return Verdict(faults, False, "", 0, 0, text, _instead(question, None, answer), (), answer)
    if isinstance(payment, str) or answer.payment is None:
        # Beforehand, or under a reading of its own: the referee is the one to ask.
        return Verdict((), True, "", 0, 0, "Legal; no better payment was found.", "", (), answer)
    mine = followed(state, question, payment)
    values = Measure(state, question, mine).values(aim)
    closed = _closed(state, play, question, mine, answer)
    for name, one, other in zip(aim.criteria, values, answer.values, strict=True):
        if one is None:
            break
        if one > other:
            text = f"Legal, but not the best: you could {gain(name, one - other)}."
            if closed:
                text += f" This makes {listed(closed)} unpayable."
            return Verdict((), False, name, one, other, text, _instead(question, mine, answer), closed, answer)
    text = "Legal, and no payment is better."
    if closed:
        text += f" Yet another payment as good would leave {listed(closed)} payable."
    return Verdict((), True, "", 0, 0, text, "", closed, answer)


def gain(name: str, number: int) -> str:
    """Say what a smaller value of a criterion gains.

    Examples
    --------
    >>> gain("recycles", 1), gain("spend-at-least:energy:4", 2)
    ('recycle 1 fewer rune', 'come 2 nearer to the Energy you wanted to spend')
    """
    stem, _, rest = name.partition(":")
    if stem == "keep-domain":
        return f"keep {number} more {rest.capitalize()} Power"
    if stem == "spend-at-least":
        return f"come {number} nearer to the {rest.partition(':')[0].capitalize()} you wanted to spend"
    if stem not in GAINS:
        return f"do better by {name}: {number} less"
    said = GAINS[stem][0].format(number)
    for many, one in (("runes", "rune"), ("units, legends or gear", "unit, legend or gear"), ("units", "unit"),
                      ("steps", "step"), ("costs", "cost")):  # fmt: skip
        if number == 1 and f"1 fewer {many}" in said.replace("ready ", "").replace("unrestricted ", "").replace(
            "single ", ""
        ):
            said = said.replace(many, one)
            break
    for many in ("1 more runes ready", "1 more optional costs"):
        said = said.replace(many, many.replace("runes", "rune").replace("costs", "cost"))
    return said


def _named(question: Question, oid: str) -> str:
    one = next((one for one in question.objects if one.id == oid), None)
    if one is None:
        return oid
    several = sum(other.name == one.name for other in question.objects) > 1
    return f"{one.name} ({oid})" if several and one.name != oid else one.name


def _deeds(question: Question, payment: Payment) -> Counter[str]:
    """Count what a payment does, without spending, which follows from it."""
    found: Counter[str] = Counter()
    for step in payment.steps:
        for word, number in _deed(question, step):
            found[word] += number
    return found


def _deed(question: Question, step: Step) -> list[tuple[str, int]]:
    domain = step.object.partition(":")[2].capitalize()
    if step.step == "exhaust":
        return [(f"exhaust # {domain} rune", step.number)]
    if step.step == "recycle":
        if step.ability:
            return [(f"recycle # ready {domain} rune", step.number)]
        there = next((e for d, _, e in question.supply.runes if d == domain.lower()), 0)
        old = min(step.number, there)
        made = [(f"recycle # exhausted {domain} rune", old)] if old else []
        return made + ([(f"recycle # {domain} rune just exhausted", step.number - old)] if step.number > old else [])
    if step.step == "add":
        return [(f"use {_named(question, step.object)}", 1)]
    if step.step == "act":
        named = [(f"{_ACT.get(step.do, step.do)} {_named(question, name)}", 1) for name in step.objects]
        return named or [(f"{step.do} {step.number}", 1)]
    return []


_ACT = {"buff": "spend a buff of", "return": "return to hand", "disempower": "give up Empowered of"}


def _said(deeds: Counter[str]) -> str:
    parts = []
    for word, number in sorted(deeds.items()):
        if "#" in word:
            shown = word.replace("#", str(number))
            parts.append(shown.replace(" rune", " runes") if number > 1 else shown)
        else:
            parts.append(word if number == 1 else f"{word} ({number} times)")
    return listed(parts)


def _instead(question: Question, mine: Payment | None, answer: Answer) -> str:
    """Say what the best payment does in place of what was proposed."""
    if answer.payment is None:
        return ""
    its = _deeds(question, answer.payment)
    if mine is None:
        return f"best: {_said(its)}" if its else ""
    yours = _deeds(question, mine)
    less, more = _said(yours - its), _said(its - yours)
    made = answer.payment.elections
    elected = {name for name, value in mine.elections.items() if bool(value) != bool(made.get(name))}
    said = []
    if less and more:
        said.append(f"do not {less}; {more} instead")
    elif less:
        said.append(f"do not {less}")
    elif more:
        said.append(more)
    said += [f"{'elect' if made.get(name) else 'do not elect'} {name}" for name in sorted(elected)]
    if not said:
        said.append(_spent(mine, answer.payment))
    return "; ".join(one for one in said if one)


def _spent(mine: Payment, its: Payment) -> str:
    def spent(payment: Payment) -> Counter[str]:
        found: Counter[str] = Counter()
        for step in payment.steps:
            if step.step == "spend":
                for (what, tag), number in step.gives:
                    name = "Energy" if what == ENERGY else f"{what.capitalize()} Power"
                    found[f"{name} for {tag}" if tag else name] += number
        return found

    more = spent(its) - spent(mine)
    return f"spend {listed([f'{number} {name}' for name, number in more.items()])} instead" if more else ""


def _closed(state: GameState, play: Play, question: Question, mine: Payment, answer: Answer) -> tuple[str, ...]:
    """Name the cards in hand that the best payment leaves payable and the proposed one does not."""
    hand = {
        one.group: one for one in question.objects
        if one.zone == "hand" and not one.whose and set(one.type) & {"unit", "spell", "gear"}
    }  # fmt: skip
    if not hand or answer.payment is None or answer.before:
        return ()
    ruleset = question.ruleset
    moved = _as_exhausted(state, mine)
    after_mine = apply(moved, play, mine, ruleset)
    after_its = apply(state, play, answer.payment, ruleset)
    found = []
    for one in hand.values():
        try:
            there = api.solve(after_its, Play(card=one.id), ruleset=ruleset)
            if there.payment is None:
                continue
            here = api.solve(after_mine, Play(card=one.id), ruleset=ruleset)
        except InputError:
            continue
        if here.payment is None:
            found.append(one.name)
    return tuple(dict.fromkeys(found))


def _as_exhausted(state: GameState, payment: Payment) -> GameState:
    """Give the state with the runes exhausted that the payment recycles while they are ready."""
    ready: dict[str, int] = {}
    for step in payment.steps:
        if step.step == "recycle" and step.ability:
            domain = step.object.partition(":")[2]
            ready[domain] = ready.get(domain, 0) + step.number
    if not ready:
        return state
    runes = {
        domain: Runes(ready=one.ready - ready.get(domain, 0), exhausted=one.exhausted + ready.get(domain, 0))
        for domain, one in state.runes.items()
    }
    return state.model_copy(update={"runes": runes})
