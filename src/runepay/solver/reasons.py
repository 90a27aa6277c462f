"""Says what is missing when a play cannot be paid, and by how much.

The constraint model is made elastic: everything that can be missing has a slack, and the least total slack is found.
What has slack is named in the game's words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from runepay.model.cost import RULE_OF, Action
from runepay.model.goals import Goal
from runepay.model.question import Line, Question
from runepay.model.resources import ANY, pip_word, tally
from runepay.solver.cpsat import lexicographic
from runepay.solver.formulation import goal as goals
from runepay.solver.formulation import matching
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.formulation.producers import MISSING
from runepay.solver.pay import build
from runepay.solver.rows import summed


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a play cannot be paid.

    Attributes
    ----------
    code
        ``energy``, ``power``, ``xp``, ``action``, ``target``, ``ambush``, ``election`` or ``timing``.
    rule
        The rule that asks for it.
    text
        In the game's words, with numbers.
    missing
        How much is missing; 0 where nothing can be counted.
    """

    code: str
    rule: str
    text: str
    missing: int = 0


def plain(question: Question) -> Question:
    """Decide every election the caller left open against it, as C14 asks (an alternate that must be elected stays)."""
    elections = []
    for one in question.elections:
        free = one.fixed is None and not (one.alternate and question.must_alternate)
        elections.append(replace(one, fixed=0, most=max(one.most, 0)) if free else one)
    return replace(question, elections=tuple(elections))


def reasons(question: Question) -> tuple[Reason, ...]:
    """Give the reasons why a question is not payable, the most telling first.

    They speak of the caller's elections with no free one elected; where electing something else would leave less
    missing, the last reason says so.
    """
    found = [Reason("timing" if rule == "358.3" else "ambush", rule, text) for rule, text in question.faults]
    base = plain(question)
    told, total = _missing(base)
    found.extend(told)
    if any(one.fixed is None for one in question.elections):
        free, other = _missing(question)
        if other < total:
            names = [one.id for one in question.elections if one.fixed is None]
            text = "; ".join(reason.text for reason in free)
            found.append(Reason("election", "356.2.b", f"with the best choice of {', '.join(names)}: {text}", other))
    if not found:
        found.append(Reason("election", "355", "no allowed combination of elections exists"))
    return tuple(found)


def _missing(question: Question) -> tuple[list[Reason], int]:
    built = build(question, Goal.of(), elastic=True)
    model = built.model
    total = summed(model.slack.values())
    # What asks for something rather tells than what is left undone for it.
    undone = summed(slack for (what, _), slack in model.slack.items() if what == "action")
    # Ties are settled by the goal, so that the same question gives the same reasons.
    solved = lexicographic(model.rows, [total, undone, *built.criteria, *goals.ties(model)])
    if solved.status not in {"optimal", "feasible"}:
        return [], 1 << 60
    told: list[Reason] = []
    for (what, number), slack in model.slack.items():
        amount = slack.value(solved.solution)
        if amount:
            told.extend(_tell(model, solved.solution, what, number, amount))
    return told, total.value(solved.solution)


def _tell(model: Model, solution: tuple[int, ...], what: str, number: int, amount: int) -> list[Reason]:
    owing = model.owed
    if what == "energy":
        owed = owing.energy.value(solution)
        return [Reason("energy", "163.1", f"{amount} Energy missing: {owed} owed, {owed - amount} to be had", amount)]
    if what == "power":
        pips = tally({mask: expr.value(solution) for mask, expr in owing.pips.items()})
        spent = {kind: expr.value(solution) for kind, expr in model.spent.items()}
        told = []
        for kind, mask, count in matching.assign(pips, spent):
            if kind == MISSING:
                owed = dict(pips)[mask]
                word = "Power of any domain" if mask == ANY else f"{pip_word(mask)} Power"
                told.append(
                    Reason("power", "163.2", f"{count} {word} missing: {owed} owed, {owed - count} to be had", count)
                )
        return told
    if what == "xp":
        return [Reason("xp", "730.2", f"{amount} XP missing: only {model.question.xp} to spend", amount)]
    if what == "ambush":
        text = "the payment takes the last unit of one's own where the Ambush is played to"
        if not model.question.ambush:
            text = "no unit of one's own is where the Ambush is played to"
        return [Reason("ambush", "822.3", text, amount)]
    if what == "burn":
        return [
            Reason("action", RULE_OF[what], f"burn: {amount} cards missing, {model.question.deck} in the deck", amount)
        ]
    line = list(all_lines(model.question))[number]
    asked = next(expr.value(solution) for one, expr in owing.active if one is line)
    return [_line(model.question, line, amount, asked)]


def _line(question: Question, line: Line, amount: int, asked: int) -> Reason:
    rule = RULE_OF[line.action.do]
    kept = [question.objects[index].name for index in line.matching if index not in line.eligible]
    if kept:
        names = ", ".join(kept)
        return Reason(
            "target", "357.3", f"{describe(line.action)}: {names} is a target the play needs and must stay", amount
        )
    there = len(line.eligible)
    if line.action.do == "buff":
        there = sum(question.objects[index].buffs for index in line.eligible)
    if there >= asked and there:
        return Reason(
            "action", rule, f"{describe(line.action)}: what could serve is needed for another part of the cost", amount
        )
    return Reason("action", rule, f"{describe(line.action)}: {asked} wanted, {there} to be had", amount)


_WORDS = {
    "kill": "kill",
    "discard": "discard",
    "exhaust": "exhaust",
    "recycle": "recycle",
    "buff": "spend a buff of",
    "xp": "spend XP",
    "return": "return to hand",
    "banish": "banish",
    "disempower": "give up Empowered of",
    "burn": "burn",
}


def describe(action: Action) -> str:
    """Say an action in words: ``kill 1 Bird, Cat, Dog or Poro``."""
    wanted = action.filter
    kinds = list(wanted.card) or list(wanted.tag) or list(wanted.type)
    what = " or ".join(kinds) if kinds else ("card" if action.do in {"discard", "recycle"} else "object")
    if wanted.mighty:
        what = f"Mighty {what}"
    if action.itself:
        return f"{_WORDS[action.do]} itself"
    return f"{_WORDS[action.do]} {action.number} {what}"
