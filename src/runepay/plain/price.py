"""What a plain play costs: every total, worked out once in the ordinary way and refereed once, then kept."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from runepay import api
from runepay.model import catalogue
from runepay.model.errors import InputError, InternalError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.guards import ALWAYS
from runepay.model.instance import parse
from runepay.model.notation.letters import name_text, total_text
from runepay.model.owed import Choices, Owed
from runepay.model.question import Question
from runepay.model.reach import assignments
from runepay.model.resources import Tally, size
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.model.total import settle
from runepay.referee import violations
from runepay.solver.fast.lane import best
from runepay.solver.fast.lanes import MOST

KEPT: Final = 4096
"""Prices that a process remembers; the one longest unused is forgotten."""


@dataclass(frozen=True, slots=True)
class Total:
    """One way to elect, and what is owed then.

    Attributes
    ----------
    owed
        With its trace.
    energy, pips
        The same, for paying.
    unelected
        Value of the criterion of that name.
    head
        The beginning of the notation of every payment of it.
    """

    owed: Owed
    energy: int
    pips: Tally
    unelected: int
    head: str


@dataclass(frozen=True, slots=True)
class Price:
    """What a play costs, whatever the situation is among plain ones.

    Attributes
    ----------
    question
        The question, with nothing at hand to pay.
    totals
        Every way to elect.
    none
        The total without any optional cost (C14).
    """

    question: Question
    totals: tuple[Total, ...]
    none: Owed


_kept: OrderedDict[str, Price | None] = OrderedDict()


def price(play: dict[str, Any], ruleset: str) -> Price | None:
    """Give the price of a play; ``None`` if it is none that is always the same.

    Parameters
    ----------
    play
        As an instance file has it.
    ruleset
        Version of the rules.
    """
    key = f"{ruleset}{play!r}"
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    made = _price(play, ruleset)
    _kept[key] = made
    if len(_kept) > KEPT:
        _kept.popitem(last=False)
    return made


_FIELDS: Final = frozenset(("card", "targets", "elect", "cost", "domains", "type", "keywords"))


def _price(play: dict[str, Any], ruleset: str) -> Price | None:
    if not _FIELDS.issuperset(play) or play.get("targets") or _speaks(play.get("card")):
        return None
    try:
        instance = parse(json.dumps({"ruleset": ruleset, "play": play}))
        rules = instance.rules
        _, asked, question = api.asked(PLENTY, instance.play, ruleset=rules)
        if not _fixed(question, asked):
            return None
        totals = [_total(question, dict(one)) for one in assignments(question)]
        if any(one is None or not _refereed(question, asked, rules, one) for one in totals):
            return None
        none = totals[0].owed if len(totals) == 1 and totals[0] else api.total(PLENTY, asked, ruleset=rules).plain
    except InputError:
        return None
    return Price(question, tuple(one for one in totals if one is not None), none)


PLENTY: Final = GameState.model_validate({"pool": {"energy": MOST, "power": {"universal": MOST}}})
"""A situation in which everything can be paid with what floats, and nothing speaks of costs."""


def _speaks(name: object) -> bool:
    """Tell whether a card surely has a price that may change, which is most of what is asked and not plain."""
    card = catalogue.find(name) if isinstance(name, str) else None
    return card is not None and bool(card.clauses)


def _fixed(question: Question, play: Play) -> bool:
    """Tell whether what is owed depends on elections alone, and asks for Energy and Power alone."""
    card = question.card
    if question.kind != "card" or card.clauses or any(one.when for one in card.keywords) or question.touched:
        return False
    if question.faults or question.declined or question.ambush is not None or question.must_alternate:
        return False
    if question.alternates or question.ignores or question.increases or question.discounts or question.overrides:
        return False
    if question.lines or question.protected or question.supply.producers or len(question.elections) > 3:
        return False
    if any(one.lines or one.counted or one.guard != ALWAYS for one in question.components):
        return False
    simple = all(not one.alternate and one.most == 1 and one.guard == ALWAYS for one in question.elections)
    return simple and set(play.elect) <= {one.id for one in question.elections}


def _total(question: Question, elections: dict[str, int]) -> Total | None:
    owed = settle(question, Choices(tuple(elections.items()), (), (), None, ()))
    if owed.lines or size(owed.pips) > MOST or owed.energy > MOST:
        return None
    unelected = sum(1 for one in question.elections if one.fixed is None and not elections[one.id])
    words = [name_text(name, ":") for name, value in sorted(elections.items()) if value]
    head = "!".join([*words, total_text(owed.energy, owed.pips)])
    return Total(owed, owed.energy, owed.pips, unelected, head)


def _refereed(question: Question, play: Play, rules: Ruleset, total: Total) -> bool:
    """Have the referee fold the total for itself: a payment of it with what floats must be legal.

    Raises
    ------
    InternalError
        The referee folds another total.
    """
    if question.elections:
        play = play.model_copy(update={"elect": {name: bool(value) for name, value in total.owed.choices.elections}})
        question = freeze(PLENTY, play, rules)
    found = best(question, PLENTY, Goal.of())
    owed = None if found is None or found.payment is None else found.payment.owed
    if found is None or found.payment is None or owed is None:
        return False
    if (owed.energy, owed.pips) != (total.energy, total.pips) or violations(PLENTY, play, found.payment, rules):
        msg = f"two computations disagree about what {play.card} costs"
        raise InternalError(msg)
    return True
