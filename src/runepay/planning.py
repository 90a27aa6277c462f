"""Plans: what ``plan`` gives back, refereed play by play, and how it is written as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from runepay.answer import elected_json, owed_json, reason_json, stage_json, step_json, versions
from runepay.model.candidate import Candidate, PlanAsk
from runepay.model.errors import InputError, InternalError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.left import left_after, lost
from runepay.model.mentions import check_plan, check_state
from runepay.model.objects import compile_objects
from runepay.model.payment import Payment, Pool
from runepay.model.pool import whole_pool
from runepay.model.question import Question
from runepay.model.reason import Reason
from runepay.model.resources import DOMAINS
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import GameState
from runepay.referee import violations as refereed

if TYPE_CHECKING:
    from runepay.solver.plan.engine import Planned

NOT_MODELLED = (
    "what a card does when it resolves counts only as far as later costs of this turn read it; draws are not modelled",
    "what opponents do is not modelled: a card countered, or a unit killed in response, changes the turn",
)
"""What every plan says of itself."""

NOTHING_CHOSEN = "nor is it judged whether there is anything to choose, such as a spell on the chain to counter"
"""What a plan says besides where targets are unknown."""


@dataclass(frozen=True)
class PlannedPlay:
    """One play of a plan.

    Attributes
    ----------
    number
        Its place in the turn, from 1.
    play
        The candidate.
    state
        The situation before it; ``after`` is the one once it was made.
    question, payment
        What it asks and how it is paid.
    """

    number: int
    play: Candidate
    state: GameState
    after: GameState
    question: Question
    payment: Payment

    @property
    def elected(self) -> dict[str, bool | int]:
        """The elections made, by id."""
        return elected_json(self.question, self.payment.owed.choices.elections)

    def to_json(self, ruleset: Ruleset) -> dict[str, Any]:
        """Write the play."""
        owed = self.payment.owed
        used: dict[int, list[str]] = {}
        acts = [step for step in self.payment.steps if step.step == "act" and not step.part.startswith("add:")]
        for line, number in owed.lines:
            for step in acts:
                if step.do == line.action.do and step.number == number:
                    used.setdefault(id(line), list(step.objects))
        objects = compile_objects(self.state, ruleset)
        return {
            "number": self.number,
            "play": self.play.title,
            "card": self.question.card.name,
            "owed": owed_json(owed, ruleset, used),
            "elected": self.elected,
            "loses": list(lost(self.payment, objects)),
            "stages": [stage_json(entry, ruleset) for entry in owed.trace],
            "steps": [step_json(step, ruleset) for step in self.payment.steps],
            "left": left_after(self.state, replace(self.question, objects=objects), self.payment),
        }


@dataclass(frozen=True)
class Plan:
    """The best turn: the plays in order, each with its payment.

    Attributes
    ----------
    status
        ``payable``, ``not payable`` (what was asked for cannot all be done this turn), or ``unknown``.
    mode
        What the plan is for.
    state
        The situation at the beginning, with the id of every object and with the cards that plays take to be there (C2).
    plays
        The plays in order.
    left_out
        The candidates that the plan does not make.
    value, bound
        What it is worth, and what no plan can be worth more than.
    criteria, values
        The goal's criteria and their values for the whole turn.
    proof
        ``optimal``, ``feasible`` or ``infeasible``.
    kept
        By card: whether it can still be played on the opponents' turn.
    needed
        The plays that the plan had to make: every one of mode ``all``.
    search
        ``quick`` or ``general``: how it was found.
    unsure
        What is not modelled here, so that nothing is proven.
    """

    status: str
    mode: str
    state: GameState
    plays: tuple[PlannedPlay, ...]
    left_out: tuple[Candidate, ...]
    value: int
    bound: int
    criteria: tuple[str, ...]
    values: tuple[int, ...]
    proof: str
    kept: Mapping[str, bool]
    ruleset: Ruleset
    search: str = "quick"
    needed: tuple[Candidate, ...] = ()
    unsure: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """What the plays are called, in order."""
        return tuple(one.play.title for one in self.plays)

    @property
    def end(self) -> GameState:
        """The situation after the plan."""
        return self.plays[-1].after if self.plays else self.state

    @cached_property
    def loses(self) -> list[dict[str, Any]]:
        """What the whole turn loses for good."""
        return [entry for one in self.plays for entry in lost(one.payment, compile_objects(one.state, self.ruleset))]

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """Why what was asked for cannot all be done; nothing if it can, or if that is not known."""
        from runepay.unplanned import why_not  # noqa: PLC0415 - only what cannot be made needs it

        return why_not(self) if self.status == "not payable" else ()

    @property
    def names(self) -> dict[str, str]:
        """What every object that the plan speaks of is called, by its id."""
        states = [self.state, *(one.state for one in self.plays), self.end]
        return {one.id: one.name for state in states for one in compile_objects(state, self.ruleset)}

    @property
    def left(self) -> dict[str, Any]:
        """What is left after the plan: the pool, the runes, and the zones that changed (C18)."""
        begin, end = self.state, self.end
        written: dict[str, Any] = {
            "pool": Pool(tuple(whole_pool(end).items())).to_json(),
            "runes": {
                domain: {"ready": end.runes[domain].ready, "exhausted": end.runes[domain].exhausted}
                for domain in DOMAINS
                if domain in end.runes
            },
        }
        before, after = ([one for one in compile_objects(each, self.ruleset) if not one.whose] for each in (begin, end))
        for zone in ("board", "hand", "trash", "facedown", "banished"):
            was, there = ({one.id: one.ready for one in each if one.zone == zone} for each in (before, after))
            if was != there:
                written[zone] = list(there)
        if exhausted := sorted(one.id for one in after if not one.ready and one.zone in {"board", "legend"}):
            written["exhausted"] = exhausted
        had = {one.id: (int(one.empowered), one.buffs) for one in before}
        for place, key in enumerate(("empowered", "buffs")):
            now = {one.id: (int(one.empowered), one.buffs)[place] for one in after}
            if changed := {oid: n for oid, n in now.items() if n != had.get(oid, (0, 0))[place]}:
                written[key] = changed
        if end.xp != begin.xp:
            written["xp"] = end.xp
        return written

    @property
    def notes(self) -> tuple[str, ...]:
        """What is not modelled, and what each play notes."""
        own = dict.fromkeys((*(note for one in self.plays for note in one.question.notes), *self.unsure))
        unknown = (NOTHING_CHOSEN,) if any(note.startswith("targets unknown") for note in own) else ()
        return (*NOT_MODELLED, *own, *unknown, *self._never)

    @cached_property
    def _never(self) -> tuple[str, ...]:
        """Why plays that are left out can be made neither at the beginning nor at the end, whatever is paid."""
        told: list[str] = []
        if self.status == "payable":
            for play in self.left_out:
                before, after = (self._faults(play, state) for state in (self.state, self.end))
                both = [f"{text} ({rule})" for rule, text in before if (rule, text) in after]
                told += [f"not played: {play.title}, as {'; '.join(both)}"] if both else []
        return tuple(dict.fromkeys(told))

    def _faults(self, play: Candidate, state: GameState) -> tuple[tuple[str, str], ...]:
        """Say what makes a play illegal whatever is paid, with the rule."""
        try:
            return freeze(state, play, self.ruleset).faults
        except InputError:
            return ()  # What it names is not there then.

    @cached_property
    def assumed(self) -> dict[str, Any]:
        """Every default that a cost read: of the plays made, or of those that cannot be made."""
        questions = [one.question for one in self.plays]
        if self.status == "not payable":
            for play in self.left_out:
                with suppress(InputError):  # What it names comes only during the turn.
                    questions.append(freeze(self.state, play, self.ruleset))
        found: dict[str, Any] = {}
        for question in questions:
            found = {**dict(question.assumed), **found}
        return found

    def to_json(self) -> dict[str, Any]:
        """Write the whole plan with the keys of the contract."""
        return {
            "status": self.status,
            "mode": self.mode,
            "value": self.value,
            "bound": self.bound,
            "plays": [one.to_json(self.ruleset) for one in self.plays],
            "left_out": [one.title for one in self.left_out],
            "kept": dict(self.kept),
            "reasons": [reason_json(one, self.ruleset) for one in self.reasons],
            "loses": self.loses,
            "left": self.left,
            "goal": [
                {"criterion": name, "value": value, "proof": "optimal" if self.proof == "optimal" else "feasible"}
                for name, value in zip(self.criteria, self.values, strict=False)
            ],
            "proof": self.proof,
            "search": self.search,
            "unsure": list(self.unsure),
            "names": self.names,
            "assumed": self.assumed,
            "notes": list(self.notes),
            "versions": versions(self.ruleset),
        }


def written(planned: Planned, mode: str, state: GameState, goal: Goal, ruleset: Ruleset) -> Plan:
    """Referee every play of a plan and give it to the caller.

    Raises
    ------
    InternalError
        The referee refuses a payment of the plan.
    """
    plays: list[PlannedPlay] = []
    for number, one in enumerate(planned.made, 1):
        faults = refereed(one.before.state, one.play, one.payment, ruleset)
        if faults:
            listed = "; ".join(f"{fault.rule}: {fault.message}" for fault in faults)
            msg = f"the referee refuses play {number} of the plan: {listed}"
            raise InternalError(msg)
        plays.append(PlannedPlay(number, one.play, one.before.state, one.after.state, one.question, one.payment))
    made = {one.place for one in planned.made}
    left_out = tuple(one for place, one in enumerate(planned.plays) if place not in made)
    return Plan(
        planned.status,
        mode,
        state if planned.start is None else planned.start.state,
        tuple(plays),
        left_out,
        planned.value,
        planned.bound,
        goal.criteria,
        planned.values,
        planned.proof,
        planned.kept,
        ruleset,
        planned.search,
        tuple(one for one in planned.plays if one.needed or mode == "all"),
        planned.unsure,
    )


def plan(  # noqa: PLR0913 - the parts of one question
    state: GameState,
    plays: Iterable[Candidate | str] | None = None,
    goal: str | Iterable[str] | Goal = ("thrifty",),
    *,
    mode: str = "best",
    keep: Iterable[str] = (),
    values: Mapping[str, int] | None = None,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Plan:
    """Find the best turn: which plays to make, in which order, with which elections and payments.

    Parameters
    ----------
    state
        The situation at the beginning of the turn.
    plays
        The plays that may be made (cards by name, or candidates); left out: every card in hand.
    goal
        Criteria for the whole turn, in order; ``thrifty`` follows. They decide between plans worth the same.
    mode
        ``best`` (the plays worth most together), ``all`` (every play, as cheaply as possible) or ``most``.
    keep
        Cards that must still be payable on the opponents' turn.
    values
        What making a play is worth, by the name of its card; left out: 1 + printed Energy + printed pips.
    ruleset, options
        Version of the rules, and readings chosen.
    seconds
        Time limit; when it runs out the best plan so far is given, with its bound.

    Returns
    -------
    Plan
        Frozen; every payment in it has passed the referee.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"mind": 3, "order": 1}, "hand": ["Seal of Unity"]})
    >>> best = plan(state, ["Seal of Unity", Candidate(card="Mine", cost={"energy": 4, "power": ["order"]})])
    >>> best.order, best.value, best.proof
    (('Seal of Unity', 'Mine'), 8, 'optimal')
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else Ruleset.of(ruleset, dict(options or {}))
    aim = goal if isinstance(goal, Goal) else Goal.of([goal] if isinstance(goal, str) else goal)
    given = None if plays is None else tuple(Candidate.model_validate(one) for one in plays)
    ask = PlanAsk.model_validate({"mode": mode, "plays": given, "keep": tuple(keep), "values": dict(values or {})})
    return answer(state, ask, aim, rules, seconds=seconds)


def answer(  # noqa: PLR0913 - as above
    state: GameState,
    ask: PlanAsk,
    goal: Goal,
    ruleset: Ruleset,
    *,
    seconds: float | None = None,
    checked: bool = False,
) -> Plan:
    """Answer what a file asks of one turn; `checked` says that what it speaks of is known to be there."""
    from runepay.solver.plan.engine import plan as planned  # noqa: PLC0415 - importing OR-Tools costs

    if not checked:
        check_state(state)
        check_plan(state, ask)
    return written(planned(state, ask, goal, ruleset, seconds=seconds), ask.mode, state, goal, ruleset)
