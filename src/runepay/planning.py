"""Plans: what ``plan`` gives back, refereed play by play, and how it is written as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from runepay.answer import elected_json, owed_json, reason_json, stage_json, step_json, versions
from runepay.model.candidate import Candidate, PlanAsk
from runepay.model.errors import InternalError
from runepay.model.goals import Goal
from runepay.model.left import left_after, lost
from runepay.model.objects import compile_objects
from runepay.model.payment import Payment, Pool
from runepay.model.pool import whole_pool
from runepay.model.question import Question
from runepay.model.reason import Near, Reason
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
        if end.xp != begin.xp:
            written["xp"] = end.xp
        return written

    @property
    def notes(self) -> tuple[str, ...]:
        """What is not modelled, and what each play notes."""
        own = dict.fromkeys(note for one in self.plays for note in one.question.notes)
        return (*NOT_MODELLED, *own)

    def to_json(self) -> dict[str, Any]:
        """Write the whole plan with the keys of the contract."""
        assumed: dict[str, Any] = {}
        for one in self.plays:
            assumed = {**dict(one.question.assumed), **assumed}
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
            "names": self.names,
            "assumed": assumed,
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
    )


def why_not(plan: Plan) -> tuple[Reason, ...]:
    """Say why what a plan was asked for cannot all be done: how much of it can, and which plays cannot even alone."""
    from runepay.api import solve  # noqa: PLC0415 - only what cannot be paid needs it
    from runepay.solver.plan.engine import plan as planned  # noqa: PLC0415 - importing OR-Tools costs

    keep = tuple(plan.kept)
    others = tuple(one for one in plan.left_out if one not in plan.needed)
    plays = tuple(
        one.model_copy(update={"needed": False, "value": value, "worth": {}})
        for several, value in ((plan.needed, 1), (others, 0))
        for one in several
    )
    most = planned(plan.state, PlanAsk(mode="best", plays=plays, keep=keep), Goal.of(), plan.ruleset)
    kept = words_listed(keep)
    if most.status == "not payable":
        text = f"{kept} cannot be played on the opponents' turn, even if nothing is played now"
        return (Reason("keep", "358.2", text),)
    if most.proof != "optimal" or not plan.needed:
        return ()
    made = [one.play.title for one in most.made if one.place < len(plan.needed)]
    number = f"{len(made)} of these {len(plan.needed)} plays" if made else "none of these plays"
    text = f"no more than {number} can be made" if made else f"{number} can be made"
    text += f" while {kept} stays payable on the opponents' turn" if keep else ""
    text += f", for example {words_listed(made)}" if made else ""
    alone = []
    for one in plan.needed:
        answer = solve(plan.state, one, ruleset=plan.ruleset)
        alone += [Near(near.rule, f"{one.title} alone: {near.text}") for near in answer.reasons[:1]]
    return (Reason("together", "358.2", text, len(plan.needed) - len(made), because=tuple(alone)),)


def words_listed(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


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


def answer(state: GameState, ask: PlanAsk, goal: Goal, ruleset: Ruleset, *, seconds: float | None = None) -> Plan:
    """Answer what a file asks of one turn."""
    from runepay.solver.plan.engine import plan as planned  # noqa: PLC0415 - importing OR-Tools costs

    return written(planned(state, ask, goal, ruleset, seconds=seconds), ask.mode, state, goal, ruleset)
