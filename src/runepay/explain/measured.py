"""What a payment is worth by every criterion, counted from its steps and not taken from the solver."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from runepay.model.clauses import Add
from runepay.model.goals import Goal
from runepay.model.left import lost
from runepay.model.objects import Object
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Kind, Payment, Pool, Step
from runepay.model.pool import kind_place, whole_pool
from runepay.model.question import Producer, Question
from runepay.model.resources import ENERGY, UNIVERSAL
from runepay.model.state import GameState
from runepay.referee import HandPayment
from runepay.referee.hand import HandStep

COUNTED: Final = frozenset({"xp", "burn"})


def followed(state: GameState, question: Question, payment: Payment | HandPayment) -> Payment:
    """Write a payment by hand as the solver writes one: with what each step gives, and the pool after it.

    A ready rune that is recycled as it is stays one step, whose ``ability`` is 1.

    Examples
    --------
    >>> from runepay.api import asked
    >>> from runepay.model.state import Play
    >>> from runepay.referee import parse_payment
    >>> state = GameState.model_validate({"runes": {"fury": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 1}})
    >>> hand = parse_payment([{"step": "exhaust", "object": "rune:fury"}, {"step": "spend", "spends": {"energy": 1}}])
    >>> [step.gives for step in followed(state, asked(state, play)[2], hand).steps]
    [((('energy', ''), 1),), ((('energy', ''), 1),)]
    """
    elections = {one.id: one.fixed or 0 for one in question.elections}
    if isinstance(payment, Payment):
        elections |= payment.elections
    else:
        elections |= dict(payment.elected)
    owed = Owed(0, (), (), Choices(tuple(elections.items())))
    units = dict(whole_pool(state))
    steps: list[Step] = []
    for one in payment.steps:
        step = one if isinstance(one, Step) else _written(question, one)
        sign = -1 if step.step == "spend" else 1
        for kind, number in step.gives if step.step != "act" else ():
            units[kind] = units.get(kind, 0) + sign * number
        pool = tuple(sorted(((k, n) for k, n in units.items() if n > 0), key=lambda item: kind_place(item[0])))
        steps.append(replace(step, pool=Pool(pool)))
    return Payment(owed, tuple(steps))


def _written(question: Question, one: HandStep) -> Step:
    gives = one.gives or ()
    if one.step == "exhaust":
        gives = (((ENERGY, ""), one.number),)
    elif one.step == "recycle":
        gives = (((one.object.partition(":")[2], ""), one.number),)
    elif one.step == "add" and one.gives is None:
        producer = _producer(question, one.object, one.ability, one.copies)
        gives = () if producer is None else tuple((kind, n * one.number) for kind, n in producer.gives)
    return Step(
        one.step, one.object, one.number, tuple(gives), ability=int(one.ready) or one.ability, copies=one.copies,
        do=one.do, objects=one.objects, part=one.part, pays=one.pays or (),
    )  # fmt: skip


def _producer(question: Question, name: str, ability: int, copies: str) -> Producer | None:
    for one in question.supply.producers:
        if (question.objects[one.object].id, one.ability, one.copied) == (name, ability, copies):
            return one
    return None


def _add(by_id: dict[str, Object], step: Step) -> Add:
    name, _, place = step.copies.rpartition(":")
    return by_id[name].adds[int(place)] if step.copies else by_id[step.object].adds[step.ability]


class Measure:
    """The values of one followed payment.

    Examples
    --------
    >>> from runepay import solve
    >>> from runepay.model.state import Play
    >>> state = GameState.model_validate({"runes": {"fury": 2, "calm": 1}})
    >>> answer = solve(state, Play.model_validate({"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}}))
    >>> Measure(state, answer.question, answer.payment).values(Goal.of()) == answer.values
    True
    """

    def __init__(self, state: GameState, question: Question, payment: Payment) -> None:
        self.state = state
        self.question = question
        self.payment = payment
        self.by_id = {one.id: one for one in question.objects}
        self.spent: dict[Kind, int] = {}
        self.mine: dict[Kind, int] = {}
        self.made: dict[Kind, int] = {}
        self.exhausts: dict[str, int] = {}
        self.recycles: dict[str, int] = {}
        self.as_ready: dict[str, int] = {}
        for step in payment.steps:
            self._follow(step)

    def _follow(self, step: Step) -> None:
        domain = step.object.partition(":")[2]
        if step.step == "spend":
            for kind, number in step.gives:
                self.spent[kind] = self.spent.get(kind, 0) + number
                if not step.part:
                    self.mine[kind] = self.mine.get(kind, 0) + number
            return
        if step.step == "exhaust":
            self.exhausts[domain] = self.exhausts.get(domain, 0) + step.number
        if step.step == "recycle":
            self.recycles[domain] = self.recycles.get(domain, 0) + step.number
            self.as_ready[domain] = self.as_ready.get(domain, 0) + (step.number if step.ability else 0)
        for kind, number in step.gives if step.step != "act" else ():
            self.made[kind] = self.made.get(kind, 0) + number

    def values(self, goal: Goal) -> tuple[int | None, ...]:
        """Give the value of every criterion; ``None`` for one that steps alone do not tell."""
        return tuple(self.value(name) for name in goal.criteria)

    def value(self, name: str) -> int | None:  # noqa: C901, PLR0911, PLR0912 - one line a criterion
        """Give the value of one criterion."""
        stem, _, rest = name.partition(":")
        match stem:
            case "losses":
                return sum(int(one["value"]) for one in lost(self.payment, self.question.objects))
            case "recycles":
                return sum(self.recycles.values())
            case "tapped":
                return self._tapped()
            case "unrestricted":
                return sum(number for (_, tag), number in self.spent.items() if not tag)
            case "energy":
                spent = sum(number for (what, _), number in self.spent.items() if what == ENERGY)
                return spent - self.question.supply.floating + self._lost_energy()
            case "universal":
                return self.spent.get((UNIVERSAL, ""), 0)
            case "keep-universal":
                return sum(number for (what, _), number in self.spent.items() if what == UNIVERSAL)
            case "keep-domain":
                return sum(number for (what, _), number in self.spent.items() if what == rest)
            case "balance":
                return sum(
                    (one.ready + one.exhausted - self.recycles.get(domain, 0)) ** 2
                    for domain, one in self.state.runes.items()
                )
            case "ready-recycles":
                return sum(self._ready_recycled(domain) for domain in self.recycles)
            case "most-ready":
                ready = sum(one.ready for one in self.state.runes.values())
                return -(ready - sum(self.exhausts.values()) - sum(self.as_ready.values()))
            case "spend-at-least":
                what, _, number = rest.partition(":")
                spent = sum(n for (kind, _), n in self.mine.items() if (kind == ENERGY) == (what == "energy"))
                return max(0, int(number) - spent)
            case "surplus":
                return self._surplus()
            case "steps":
                return self._steps()
            case "unelected":
                made = self.payment.elections
                free = [one for one in self.question.elections if one.fixed is None and not one.alternate]
                return sum(not made.get(one.id) for one in free)
            case _:
                return None

    def _lost_energy(self) -> int:
        """Count the ready runes that were recycled without being exhausted first: their Energy is lost."""
        return sum(self.as_ready.values())

    def _ready_recycled(self, domain: str) -> int:
        one = self.state.runes.get(domain)
        before = one.exhausted if one is not None else 0
        plain = self.recycles[domain] - self.as_ready.get(domain, 0)
        return max(0, plain - before) + self.as_ready.get(domain, 0)

    def _tapped(self) -> int:
        total = 0
        for step in self.payment.steps:
            if step.step == "act" and step.do == "exhaust":
                total += len(step.objects)
            elif step.step == "add" and _add(self.by_id, step).exhaust:
                total += "unit" in self.by_id[step.object].type
        return total

    def _surplus(self) -> int:
        pool = whole_pool(self.state)
        total = 0
        for kind, made in self.made.items():
            short = max(0, self.spent.get(kind, 0) - pool.get(kind, 0))
            total += max(0, made - short)
        return total

    def _steps(self) -> int:
        total = 0
        for step in self.payment.steps:
            converts = step.step == "add" and _add(self.by_id, step).any_amount is not None
            total += 1 if converts else step.number
        return total
