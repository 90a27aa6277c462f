"""The library: load, total, solve, referee (contract C27).

Every payment that leaves through here has passed the referee. OR-Tools is imported by the first ``solve``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from runepay.answer import Answer, choose_json, elected_json, owed_json, stage_json, versions, when
from runepay.model.aftermath import apply as applied
from runepay.model.errors import InputError, InternalError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.mentions import check_play, check_state
from runepay.model.objects import proper, things_of
from runepay.model.owed import Owed
from runepay.model.question import Question
from runepay.model.reach import undominated
from runepay.model.rulebook import DEFAULT_RULESET, OPEN, OPTIONS, Ruleset
from runepay.model.state import GameState, Play
from runepay.model.turn import resolved as followed
from runepay.referee import Violation
from runepay.referee import violations as refereed

if TYPE_CHECKING:
    from pathlib import Path

    from runepay.model.beforehand import Beforehand
    from runepay.model.instance import Instance
    from runepay.model.payment import Payment
    from runepay.referee import HandPayment
    from runepay.solver.found import Found


def _is(name: str, value: object, kind: type) -> None:
    """Refuse what is of another kind, such as a plain dictionary."""
    if not isinstance(value, kind):
        msg = f"a {kind.__name__} is needed; {kind.__name__}.model_validate reads a plain dictionary"
        raise InputError(msg, path=name, found=type(value).__name__)


def _asked(state: GameState, play: Play) -> tuple[GameState, Play]:
    """Check what a caller gives, and write the names of cards as the catalogue does."""
    _is("state", state, GameState)
    _is("play", play, Play)
    update: dict[str, Any] = {}
    ids = {oid for _, oid, _ in things_of(state)}
    for field in ("card", "source", "by"):
        name = getattr(play, field)
        if name is not None and name not in ids and (own := proper(name, state.cards)) != name:
            update[field] = own
    if play.targets:
        targets = tuple(
            one if one.object in ids else one.model_copy(update={"object": proper(one.object, state.cards)})
            for one in play.targets
        )
        if targets != play.targets:
            update["targets"] = targets
    play = play.model_copy(update=update) if update else play
    check_state(state)
    check_play(state, play)
    return state, play


def _ruleset(ruleset: str | Ruleset, options: Mapping[str, str] | None) -> Ruleset:
    return ruleset if isinstance(ruleset, Ruleset) else Ruleset.of(ruleset, dict(options or {}))


def asked(
    state: GameState, play: Play, *, ruleset: str | Ruleset = DEFAULT_RULESET, options: Mapping[str, str] | None = None
) -> tuple[GameState, Play, Question]:
    """Check what a caller gives and freeze it: the state, the play with its names in order, and the question.

    Raises
    ------
    InputError
        The state or the play names something that does not exist.
    """
    state, play = _asked(state, play)
    return state, play, freeze(state, play, _ruleset(ruleset, options))


@dataclass(frozen=True)
class Totals:
    """The answer to ``total``: every undominated total, without regard to what could pay it.

    Attributes
    ----------
    all
        The totals, each with its elections and its trace.
    plain
        The one with the caller's elections and no free one (C14).
    """

    play: Play
    question: Question
    all: tuple[Owed, ...]
    plain: Owed

    def to_json(self) -> dict[str, Any]:
        """Write the totals with the keys of the contract."""
        ruleset = self.question.ruleset
        rule, due = when(self.question.kind, self.play, ruleset)
        return {
            "status": "total",
            "card": self.question.card.name,
            "when": {"rule": ruleset.cite(rule), "text": due},
            "owed": owed_json(self.plain, ruleset),
            "elected": elected_json(self.question, self.plain.choices.elections),
            "totals": [
                {
                    "elected": elected_json(self.question, owed.choices.elections),
                    "owed": owed_json(owed, ruleset),
                    **choose_json(self.question, owed),
                    "stages": [stage_json(entry, ruleset) for entry in owed.trace],
                }
                for owed in self.all
            ],
            "stages": [stage_json(entry, ruleset) for entry in self.plain.trace],
            "assumed": dict(self.question.assumed),
            "open": [],
            "notes": list(self.question.notes),
            "versions": versions(ruleset),
        }


def load(path: str | Path) -> Instance:
    """Read an instance file.

    Raises
    ------
    InputError
        The file cannot be used; the error names file, line, column and field.
    """
    from runepay.model.instance import read  # noqa: PLC0415 - JSON reading is needed by file users only

    return read(path)


def total(
    state: GameState, play: Play, *, ruleset: str | Ruleset = DEFAULT_RULESET, options: Mapping[str, str] | None = None
) -> Totals:
    """Compute what a play costs, in the five stages (356.1-356.6). No runes are needed.

    Examples
    --------
    >>> state = GameState()
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 3}, "domains": ["fury"],
    ...                             "keywords": ["accelerate"]})
    >>> [(one.energy, one.pips) for one in total(state, play).all]
    [(3, ()), (4, ((1, 1),))]
    """
    state, play = _asked(state, play)
    question = freeze(state, play, _ruleset(ruleset, options))
    return Totals(play, question, undominated(question), _plain(question))


def _plain(question: Question) -> Owed:
    """Give the total with the caller's elections and no free one elected (C14)."""
    elections = tuple(
        replace(one, fixed=0) if one.fixed is None and not (one.alternate and question.must_alternate) else one
        for one in question.elections
    )
    found = undominated(replace(question, elections=elections))
    if not found:
        # Contradicting elections of the caller: the stages for what he asked, whatever it is worth.
        from runepay.model.owed import Choices  # noqa: PLC0415 - rare
        from runepay.model.total import settle  # noqa: PLC0415 - rare

        return settle(question, Choices(tuple((one.id, one.fixed or 0) for one in elections)))
    return found[0]


def solve(  # noqa: PLR0913 - the parts of one question
    state: GameState,
    play: Play,
    goal: str | Iterable[str] | Goal = ("thrifty",),
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Answer:
    """Find the best legal payment, or say why there is none.

    Parameters
    ----------
    state, play
        The situation and what is to be paid for.
    goal
        Criteria in order; ``thrifty`` follows, written or not.
    ruleset, options
        Version of the rules, and readings chosen.
    seconds
        Time limit; when it runs out the status is ``unknown`` or the proof ``feasible``.

    Returns
    -------
    Answer
        Frozen; every payment in it has passed the referee.

    Raises
    ------
    InputError
        The state or the play names something that does not exist.
    InternalError
        The referee refuses what the solver found.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"fury": 2, "calm": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}})
    >>> answer = solve(state, play)
    >>> answer.status, [(step.step, step.object, step.number) for step in answer.payment.steps]
    ('payable', [('exhaust', 'rune:fury', 2), ('recycle', 'rune:fury', 1), ('spend', '', 2), ('spend', '', 1)])
    """
    rules = _ruleset(ruleset, options)
    state, play = _asked(state, play)
    aim = goal if isinstance(goal, Goal) else Goal.of([goal] if isinstance(goal, str) else goal)
    question = freeze(state, play, rules)
    return answer(state, play, question, aim, seconds=seconds)


def answer(state: GameState, play: Play, question: Question, goal: Goal, *, seconds: float | None = None) -> Answer:
    """Answer a question that was frozen already."""
    from runepay.model.owed import Choices  # noqa: PLC0415 - beside its use
    from runepay.model.payment import Payment  # noqa: PLC0415 - beside its use

    if question.declined:
        owed = Owed(0, (), (), Choices(()))
        return Answer(
            "payable",
            state,
            play,
            question,
            owed,
            Payment(owed, ()),
            (0,) * len(goal.criteria),
            goal.criteria,
            "optimal",
            len(goal.criteria),
        )
    from runepay.solver.found import Found  # noqa: PLC0415 - as below
    from runepay.solver.pay import can_pay  # noqa: PLC0415 - importing OR-Tools costs
    from runepay.solver.stopping import stopped  # noqa: PLC0415 - as above

    if goal.keeps:
        from runepay.solver.plan.engine import keeping  # noqa: PLC0415 - as above

        find = partial(keeping, goal=goal, seconds=seconds)
    else:
        find = partial(_best, goal=goal, seconds=seconds)
    found = find(state, play, question)
    done: tuple[Beforehand, ...] = ()
    if found.status == "not payable" and play.before:
        from runepay.before import search  # noqa: PLC0415 - as above

        way = search(state, play, question.ruleset, goal.plain)
        if way is not None:
            done, state, question, found = way.done, way.state, way.question, way.found
            found = find(state, play, question) if goal.keeps else found
        elif stopped():
            found = Found("unknown", proof="feasible")  # There was no time to try every way.
    left_open, disagree = _other_readings(state, play, question, goal.plain, found)
    if found.payment is None:
        from runepay.solver.reasons import reasons  # noqa: PLC0415 - as above

        why = partial(reasons, question, state, play) if found.status == "not payable" else None
        return Answer(
            "undetermined" if disagree else found.status,
            state,
            play,
            question,
            _plain(question),
            None,
            (),
            goal.criteria,
            found.proof,
            0,
            open=left_open,
            _why=why,
        )
    faults = refereed(state, play, found.payment, question.ruleset)
    if faults:
        listed = "; ".join(f"{fault.rule}: {fault.message}" for fault in faults)
        msg = f"the referee refuses the payment found: {listed}"
        raise InternalError(msg)
    return Answer(
        "undetermined" if disagree else "payable",
        state,
        play,
        question,
        found.payment.owed,
        found.payment,
        found.values,
        goal.criteria,
        found.proof,
        found.proven,
        open=left_open,
        before=done,
        _payable=partial(can_pay, question),
    )


def _best(state: GameState, play: Play, question: Question, *, goal: Goal, seconds: float | None) -> Found:
    from runepay.solver.pay import best  # noqa: PLC0415 - importing OR-Tools costs

    del play
    return best(question, state, goal, seconds=seconds)


def _other_readings(
    state: GameState, play: Play, question: Question, goal: Goal, found: Found
) -> tuple[tuple[dict[str, Any], ...], bool]:
    """Say what other readings of open questions give, and whether they disagree on payable (contract C21).

    Only questions on which something here depends, and that the caller did not decide, are asked again.
    """
    from runepay.solver.pay import best  # noqa: PLC0415 - importing OR-Tools costs

    ruleset = question.ruleset
    entries: list[dict[str, Any]] = []
    disagree = False
    for option in sorted(question.touched & OPEN.keys()):
        if ruleset.chose(option):
            continue
        mine = ruleset.option(option)
        for reading in OPTIONS[option]:
            if reading == mine:
                continue
            asked = freeze(state, play, ruleset.reading(option, reading))
            other = best(asked, state, goal)
            if other.status == "unknown":
                continue  # It was stopped, and says nothing.
            before = None if found.payment is None else found.payment.owed
            after = None if other.payment is None else other.payment.owed
            if (before is None) == (after is None) and _same(before or _plain(question), after or _plain(asked)):
                continue
            disagree = disagree or (before is None) != (after is None)
            shown = after or _plain(asked)
            entries.append(
                {
                    "question": OPEN[option],
                    "option": option,
                    "reading": mine,
                    "other": {
                        "reading": reading,
                        "status": other.status,
                        "owed": owed_json(shown, ruleset),
                        "elected": elected_json(asked, shown.choices.elections),
                    },
                }
            )
    return tuple(entries), disagree


def _same(one: Owed, other: Owed) -> bool:
    mine = (one.energy, one.pips, one.actions(), one.choices.elections)
    return mine == (other.energy, other.pips, other.actions(), other.choices.elections)


def apply(  # noqa: PLR0913 - what is applied to what, and by which rules, by name
    state: GameState,
    play: Play,
    payment: Payment | None,
    *,
    resolved: bool = False,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> GameState:
    """Give the state after a legal payment; the state given is never changed (358.5).

    Parameters
    ----------
    state, play, payment
        What is paid for, and how.
    resolved
        Whether the play is made as well, with nobody answering: a permanent comes onto the board, a spell goes to the
        trash, the play is counted (Legion) and effects on the next card are used up (359). Otherwise the card is on
        the chain: it has left its zone and is not counted yet. What a card does is worked out as far as costs read it.
    ruleset, options
        By which rules.

    Raises
    ------
    InputError
        The payment is not legal; the message names the first violation, and nothing has changed.
    """
    state, play = _asked(state, play)
    if payment is None:
        raise InputError("there is no payment to apply", path="payment")
    rules = _ruleset(ruleset, options)
    faults = refereed(state, play, payment, rules)
    if faults:
        raise InputError(f"the payment is not legal ({faults[0].rule}): {faults[0].message}", path="payment")
    return (followed if resolved else applied)(state, play, payment, rules)


def violations(
    state: GameState,
    play: Play,
    payment: Payment | HandPayment,
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> tuple[Violation, ...]:
    """Name everything that is wrong with a payment; an empty tuple means that it is legal."""
    state, play = _asked(state, play)
    return refereed(state, play, payment, _ruleset(ruleset, options))
