"""Every legal payment of a play, each once, and the best few of them.

``payments`` is lazy, like a list of legal moves: it can be walked through, asked whether a payment is one of it, and
counted. OR-Tools is not needed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from runepay.api import asked
from runepay.model.errors import InputError, InternalError
from runepay.model.goals import Goal
from runepay.model.identity import Identity, identity
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Payment
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.referee import violations

if TYPE_CHECKING:
    from runepay.model.question import Question
    from runepay.model.state import GameState, Play
    from runepay.solver.listing.quick import QuickLeaf
    from runepay.solver.listing.ranking import Valuer
    from runepay.solver.listing.walk import Leaf, Walk

Elections = Literal["free", "fixed"]


@dataclass(frozen=True)
class Payments:
    """The legal payments of a play, each once, in a fixed order; made by :func:`payments`.

    It can be walked through as often as one likes, and every walk gives the same payments in the same order.

    Attributes
    ----------
    question
        What is asked.
    pareto, at_most, milliseconds, order, referee
        As they were given.
    """

    state: GameState
    play: Play
    question: Question
    goal: Goal = field(default_factory=Goal.of)
    pareto: bool = False
    at_most: int | None = None
    milliseconds: float | None = None
    order: bool = False
    referee: bool = False
    _walked: list[bool] = field(default_factory=list, repr=False, compare=False)

    @property
    def complete(self) -> bool:
        """Whether the last walk or count that ended saw everything; false before the first, and if it was cut off."""
        return bool(self._walked) and self._walked[-1]

    def __iter__(self) -> Iterator[Payment]:
        """Give the payments one after another."""
        given = 0
        walk = self._walk()
        try:
            for leaf in self._leaves(walk):
                for payment in self._written(leaf):
                    if self.at_most is not None and given >= self.at_most:
                        self._walked.append(False)
                        return
                    if self.referee:
                        self.check(payment)
                    given += 1
                    yield payment
        except _late():
            self._walked.append(False)
        else:
            self._walked.append(walk.complete)

    def __contains__(self, payment: object) -> bool:
        """Tell whether a payment is one of these: brought into canonical form, legal, and without idle Adds (C28)."""
        if not isinstance(payment, Payment) or violations(self.state, self.play, payment, self.question.ruleset):
            return False
        try:
            wanted = identity(self.question, payment)
        except KeyError:
            return False
        if self.pareto or self.at_most is not None:
            return any(identity(self.question, one) == wanted for one in replace(self, order=False, _walked=[]))
        return self.find(wanted) is not None

    def find(self, wanted: Identity) -> Payment | None:
        """Give the payment with this identity, or ``None`` if it is no legal payment or has an idle Add."""
        if self.question.declined:
            nothing = _nothing()
            return nothing if identity(self.question, nothing) == wanted else None
        leaf = self._walk().find(wanted)
        return None if leaf is None else leaf.payment(self.state)

    def count(self) -> int:
        """Count the payments, without listing them where that is possible.

        If the budget is used up, the count goes as far as it came and ``complete`` is false.
        """
        if self.pareto or self.order or self.at_most is not None or self.question.declined:
            return sum(1 for _ in replace(self, referee=False, _walked=self._walked))
        walk = self._walk()
        total = 0
        try:
            for number in walk.counts():
                total += number
        except _late():
            self._walked.append(False)
        else:
            self._walked.append(walk.complete)
        return total

    def _walk(self) -> Walk:
        from runepay.solver.listing.walk import Walk  # noqa: PLC0415 - only when something is listed

        return Walk(self.question, late=_limit(self.milliseconds))

    def _leaves(self, walk: Walk) -> Iterator[Leaf | QuickLeaf | None]:
        if self.question.declined:
            yield None
        elif self.pareto:
            from runepay.solver.listing.ranking import pareto  # noqa: PLC0415 - as above

            yield from (one.leaf for one in pareto(walk, _valuer(self, walk)))
        else:
            yield from walk.listed()

    def _written(self, leaf: Leaf | QuickLeaf | None) -> Iterator[Payment]:
        if leaf is None:
            yield _nothing()
            return
        payment = leaf.payment(self.state)
        if self.order:
            from runepay.solver.listing.recycling import orders  # noqa: PLC0415 - as above

            yield from orders(payment)
        else:
            yield payment

    def check(self, payment: Payment) -> None:
        """Referee a payment that was found.

        Raises
        ------
        InternalError
            The referee refuses it.
        """
        faults = violations(self.state, self.play, payment, self.question.ruleset)
        if faults:
            msg = f"the referee refuses a payment that was listed: {faults[0].rule}: {faults[0].message}"
            raise InternalError(msg)


def _valuer(every: Payments, walk: Walk) -> Valuer:
    """Give what reads the criteria of the goal off payments; what is to stay payable is asked of each by itself."""
    from runepay.solver.listing.ranking import Valuer  # noqa: PLC0415 - only when something is listed

    goal, question = every.goal, walk.question
    if not goal.keeps:
        return Valuer(question, goal)
    from runepay.solver.plan.kept import Keeper  # noqa: PLC0415 - only for such goals

    keeper = Keeper(every.state, every.play, goal, question.ruleset)
    return Valuer(question, goal, lambda leaf: keeper(leaf.payment(every.state)), keeper.least)


def _nothing() -> Payment:
    """Give the payment of a cost that is declined."""
    return Payment(Owed(0, (), (), Choices(())), ())


def _late() -> type[Exception]:
    from runepay.solver.stopping import OutOfTimeError  # noqa: PLC0415 - only when something is listed

    return OutOfTimeError


def _limit(milliseconds: float | None) -> Callable[[], bool]:
    """Say when a budget that starts now is used up."""
    from runepay.solver.stopping import stopped  # noqa: PLC0415 - as above

    if milliseconds is None:
        return stopped
    end = monotonic() + milliseconds / 1000
    return lambda: stopped() or monotonic() > end


def payments(  # noqa: PLR0913 - the parts of one question
    state: GameState,
    play: Play,
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
    elections: Elections = "free",
    goal: str | Iterable[str] | Goal = ("thrifty",),
    pareto: bool = False,
    at_most: int | None = None,
    milliseconds: float | None = None,
    order: bool = False,
    referee: bool = False,
) -> Payments:
    """List every legal payment once, objects that nothing tells apart being one.

    Parameters
    ----------
    state, play
        The situation and what is to be paid for.
    ruleset, options
        Version of the rules, and readings chosen.
    elections
        ``free``: every decision that the play leaves open is made in every way; ``fixed``: only the decisions that the
        play makes, nothing else is elected.
    goal
        With `pareto`: the criteria that are compared.
    pareto
        Only payments that no other one beats: none is as good in every criterion of the goal and better in one.
    at_most
        How many are given at the most.
    milliseconds
        Budget of one walk or count; what was found until then is given, and ``complete`` is false.
    order
        Orders of recycling count: a payment is listed once for each order of the domains that it recycles, which
        decides what comes back first.
    referee
        Referee every payment before it is given. Without it they are given as found (C29).

    Returns
    -------
    Payments
        Lazy, in the order of docs/payments.md.

    Examples
    --------
    >>> from runepay.model.state import GameState, Play
    >>> state = GameState.model_validate({"runes": {"fury": 1, "calm": 1}, "pool": {"power": {"universal": 1}}})
    >>> every = payments(state, Play.model_validate({"card": "Mine", "cost": {"power": ["any"]}}))
    >>> every.count()
    3
    >>> [[step.object for step in one.steps if step.step == "recycle"] for one in every]
    [['rune:fury'], ['rune:calm'], []]
    >>> every.complete, next(iter(every)) in every
    (True, True)
    """
    if at_most is not None and at_most < 0:
        raise InputError("a number of payments is 0 or more", path="at_most", found=at_most)
    question, state, play = _question(state, play, ruleset, options, elections)
    aim = _aim(goal)
    return Payments(state, play, question, aim, pareto, at_most, milliseconds, order, referee)


def _aim(goal: str | Iterable[str] | Goal) -> Goal:
    return goal if isinstance(goal, Goal) else Goal.of([goal] if isinstance(goal, str) else goal)


def _question(
    state: GameState, play: Play, ruleset: str | Ruleset, options: Mapping[str, str] | None, elections: str
) -> tuple[Question, GameState, Play]:
    if elections not in {"free", "fixed"}:
        raise InputError("elections are 'free' or 'fixed'", path="elections", found=elections)
    state, play, question = asked(state, play, ruleset=ruleset, options=options)
    if elections == "fixed":
        from runepay.solver.listing.totals import fixed  # noqa: PLC0415 - only when something is listed

        question = fixed(question)
    return question, state, play


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best payments of a play in order; made by :func:`best_payments`.

    Attributes
    ----------
    payments
        The payments, the best first.
    values
        For each, the value of every criterion.
    criteria
        The names of the criteria.
    proof
        ``optimal``: no other payment is better than the last of these; ``infeasible``: there is none;
        ``feasible``: time ran out, and these are the best so far.
    """

    question: Question
    payments: tuple[Payment, ...]
    values: tuple[tuple[int, ...], ...]
    criteria: tuple[str, ...]
    proof: str

    def __iter__(self) -> Iterator[Payment]:
        """Give the payments, the best first."""
        return iter(self.payments)

    def __len__(self) -> int:
        """Give how many there are."""
        return len(self.payments)

    def to_json(self) -> list[dict[str, Any]]:
        """Write the payments in order, each with what its criteria come to."""
        return [
            payment_json(self.question, payment)
            | {"goal": [{"criterion": name, "value": value} for name, value in zip(self.criteria, values, strict=True)]}
            for payment, values in zip(self.payments, self.values, strict=True)
        ]


def status_of(number: int, *, complete: bool) -> str:
    """Say what a number of payments means: ``payable``, ``not payable``, or ``unknown`` if time ran out first (C20)."""
    return "payable" if number else "not payable" if complete else "unknown"


def payment_json(question: Question, payment: Payment) -> dict[str, Any]:
    """Write one payment of a list: its notation, what it elects, owes, loses and does."""
    from runepay.answer import elected_json, owed_json, step_json  # noqa: PLC0415 - only when written
    from runepay.model.left import lost  # noqa: PLC0415 - as above
    from runepay.model.notation import payment_text  # noqa: PLC0415 - as above

    ruleset = question.ruleset
    return {
        "notation": payment_text(question, payment),
        "elected": elected_json(question, payment.owed.choices.elections),
        "owed": owed_json(payment.owed, ruleset),
        "loses": list(lost(payment, question.objects)),
        "steps": [step_json(step, ruleset) for step in payment.steps],
    }


def best_payments(  # noqa: PLR0913 - the parts of one question
    state: GameState,
    play: Play,
    goal: str | Iterable[str] | Goal = ("thrifty",),
    k: int = 5,
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
    elections: Elections = "free",
    milliseconds: float | None = None,
) -> Ranking:
    """Give the best `k` payments in order, with proof; every one has passed the referee.

    The first is the one that ``solve`` gives, unless ``solve`` uses an Add before the play, which no list does.

    Parameters
    ----------
    state, play, ruleset, options, elections
        As for :func:`payments`.
    goal
        Criteria in order; ``thrifty`` follows, written or not.
    k
        How many are wanted.
    milliseconds
        Budget; when it is used up, the best so far are given and the proof is ``feasible``.

    Examples
    --------
    >>> from runepay.model.state import GameState, Play
    >>> state = GameState.model_validate({"runes": {"fury": 2, "calm": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 1, "power": ["any"]}})
    >>> ranking = best_payments(state, play, k=2)
    >>> [[(step.step, step.object) for step in one.steps if step.object] for one in ranking]
    [[('exhaust', 'rune:fury'), ('recycle', 'rune:fury')], [('exhaust', 'rune:calm'), ('recycle', 'rune:calm')]]
    >>> ranking.proof
    'optimal'
    """
    from runepay.solver.listing.ranking import best  # noqa: PLC0415 - only when something is listed
    from runepay.solver.listing.walk import Walk  # noqa: PLC0415 - as above

    if k < 1:
        raise InputError("at least one payment is asked for", path="k", found=k)
    aim = _aim(goal)
    question, state, play = _question(state, play, ruleset, options, elections)
    if question.declined:
        zeros = (0,) * len(aim.criteria)
        return Ranking(question, (_nothing(),), (zeros,), aim.criteria, "optimal")
    given = Payments(state, play, question, aim)
    walk = Walk(question, late=_limit(milliseconds))
    found, proven = best(walk, _valuer(given, walk), k)
    made = tuple(one.leaf.payment(state) for one in found)
    for payment in made:
        given.check(payment)
    proof = "feasible" if not proven else "optimal" if made else "infeasible"
    return Ranking(question, made, tuple(one.values for one in found), aim.criteria, proof)
