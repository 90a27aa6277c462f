"""Answers one question about one position. Everything that is given has passed the referee (C29)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from runepay.answer import Answer as Solved
from runepay.answer import elected_json, owed_json, step_json, units_json
from runepay.api import answer
from runepay.engine.messages import Answer, Ask, Criterion, Paid, Playable, Proof, Status
from runepay.engine.table import Table, read
from runepay.every import Payments
from runepay.model.candidate import PlanAsk
from runepay.model.errors import InputError, InternalError
from runepay.model.goals import Goal
from runepay.model.notation import payment_text
from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.rulebook import OPEN
from runepay.model.state import Play
from runepay.planning import answer as planned
from runepay.referee import violations
from runepay.solver.stopping import Stop


def quick(table: Table, ask: Ask, goal: Goal) -> Answer | None:
    """Answer a question that the fast lane can prove; ``None`` says nothing about the question."""
    if ask.what not in {"can_pay", "best"} or ask.full:
        return None
    play, question = table.question(bytes(ask.play) or table.play)
    if question.declined or not _settled(question):
        return None
    if ask.what == "can_pay" and (can := table.can_pay(play)) is not None:
        return Answer(
            ask.id,
            what=ask.what,
            status="payable" if can else "not payable",
            payable=can,
            proof="optimal" if can else "infeasible",
        )
    found = table.best(play, question, goal)
    if found is None:
        return None
    if found.payment is None:
        # Why it cannot be paid takes a search, and so does what could be done before.
        no = Answer(ask.id, what=ask.what, status="not payable", payable=False, proof="infeasible")
        return None if ask.what == "best" or play.before else no
    _refereed(table, play, found.payment)
    made = Answer(ask.id, what=ask.what, status="payable", payable=True, proof="optimal")
    if ask.what == "best":
        made.payment = _paid(question, found.payment, steps=ask.steps)
        made.payment.goal = _criteria(goal, found.values, found.proven)
    return made


def _settled(question: Question) -> bool:
    """Tell whether nothing bears on the question that the rules leave open and nobody decided."""
    return not question.touched or all(question.ruleset.chose(one) for one in question.touched & OPEN.keys())


def slow(table: Table, ask: Ask, goal: Goal, stop: Stop) -> Answer:
    """Answer any question, or as much of it as there is time for."""
    if ask.what == "playable":
        return _playable(table, ask, goal, stop)
    if ask.what == "plan":
        return _planned(table, ask, goal, stop)
    play, question = table.question(bytes(ask.play) or table.play)
    if ask.what in {"payments", "count"}:
        return _listed(ask, Payments(table.state, play, question, goal, ask.pareto, ask.at_most, referee=True), stop)
    return _best(ask, goal, answer(table.state, play, question, goal), stop)


def _best(ask: Ask, goal: Goal, solved: Solved, stop: Stop) -> Answer:
    made = Answer(ask.id, what=ask.what)
    _state(made, solved)
    if stop.wanted and made.proof == "feasible":
        made.stopped = "stop"
    ruleset = solved.question.ruleset
    if ask.what == "can_pay":
        return made
    if solved.payment is not None:
        made.payment = _paid(solved.question, solved.payment, steps=ask.steps, used=solved.objects_used)
        made.payment.goal = _criteria(goal, solved.values, solved.proven)
        if solved.before:
            made.payment.before = [
                {
                    "object": one.object,
                    "steps": [step_json(step, ruleset) for step in one.payment.steps],
                    "gives": units_json(((what, ""), number) for what, number in one.gives),
                }
                for one in solved.before
            ]
    elif made.status != "unknown":
        made.owed = owed_json(solved.owed, ruleset)
        if not stop.wanted:
            made.reasons = [
                {"code": one.code, "rule": ruleset.cite(one.rule), "text": one.text, "missing": one.missing}
                for one in solved.reasons
            ]
    if solved.open:
        made.open = list(solved.open)
    if ask.full:
        made.answer = solved.to_json()
    return made


def _listed(ask: Ask, every: Payments, stop: Stop) -> Answer:
    """List or count, as far as there is time for it."""
    made = Answer(ask.id, what=ask.what)
    if ask.what == "count":
        made.number = every.count()
    else:
        made.payments = [_paid(every.question, one, steps=ask.steps) for one in every]
        made.number = len(made.payments)
    made.complete = every.complete
    if made.complete:
        made.proof = "optimal" if made.number else "infeasible"
    elif stop.wanted:
        made.stopped = "stop"
    made.status = "payable" if made.number else "not payable" if made.complete else "unknown"
    made.payable = None if made.status == "unknown" else made.number > 0
    return made


def _planned(table: Table, ask: Ask, goal: Goal, stop: Stop) -> Answer:
    """Plan the turn; every payment of a plan has passed the referee."""
    wanted = read(b'{"ask":"plan","plan":' + (bytes(ask.plan) or b"{}") + b"}").plan or PlanAsk()
    if wanted.turns:
        raise InputError("the engine plans one turn", path="plan.turns", found=wanted.turns)
    found = planned(table.state, wanted, goal, table.rules)
    made = Answer(ask.id, what="plan", status=cast("Status", found.status), proof=cast("Proof", found.proof))
    made.payable = None if found.status == "unknown" else found.status == "payable"
    made.number = len(found.plays)
    made.plan = found.to_json()
    for one, said in zip(found.plays, made.plan["plays"], strict=True):
        said["notation"] = payment_text(one.question, one.payment)
        if not ask.steps:
            del said["steps"]
    if stop.wanted and found.proof == "feasible":
        made.stopped = "stop"
    return made


def _state(made: Answer | Playable, solved: Solved) -> None:
    """Write whether it can be paid."""
    made.status = cast("Status", solved.status)
    made.payable = None if solved.status == "unknown" else solved.payment is not None
    if isinstance(made, Answer):
        made.proof = cast("Proof", solved.proof)


def _playable(table: Table, ask: Ask, goal: Goal, stop: Stop) -> Answer:
    """Ask for every card in hand whether it can be paid, by itself; equal cards are asked about once."""
    made = Answer(ask.id, what="playable", status="payable", proof="optimal")
    made.playable = []
    names = dict.fromkeys(thing.card or thing.id or "" for thing in table.state.hand)
    for name in names:
        one = Playable(name, "unknown")
        made.playable.append(one)
        if stop.wanted:
            made.proof, made.stopped = "feasible", "stop"
            continue
        play, question = table.card(name)
        solved = answer(table.state, play, question, goal)
        _state(one, solved)
        if solved.payment is not None:
            one.notation = payment_text(question, solved.payment) if not solved.before else None
    made.complete = made.stopped is None
    able = [one.payable for one in made.playable]
    made.payable = True if True in able else None if None in able else False
    made.status = "unknown" if made.payable is None else "payable" if made.payable else "not payable"
    made.number = sum(1 for one in able if one)
    return made


def _refereed(table: Table, play: Play, payment: Payment) -> None:
    faults = violations(table.state, play, payment, table.rules)
    if faults:
        msg = f"the referee refuses the payment found: {faults[0].rule}: {faults[0].message}"
        raise InternalError(msg)


def _paid(question: Question, payment: Payment, *, steps: bool, used: dict[int, list[str]] | None = None) -> Paid:
    ruleset = question.ruleset
    return Paid(
        payment_text(question, payment),
        owed_json(payment.owed, ruleset, used),
        elected_json(question, payment.owed.choices.elections),
        [step_json(step, ruleset) for step in payment.steps] if steps else None,
    )


def _criteria(goal: Goal, values: Iterable[int], proven: int) -> list[Criterion]:
    return [
        Criterion(name, value, "optimal" if place < proven else "feasible")
        for place, (name, value) in enumerate(zip(goal.criteria, values, strict=False))
    ]
