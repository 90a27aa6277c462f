"""Whether a clause could act under other elections than those of the payment.

Only the names of elections need this: an election that is not on offer now still takes its name (``repeat`` before
``repeat-2``), so that names do not change with what is elected (contract C6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from runepay.model.clauses import Condition
from runepay.model.filters import PlayFilter
from runepay.model.objects import Object
from runepay.referee.table import Speech
from runepay.referee.terms import Terms

Values = frozenset[bool]
"""The truth values that some elections give."""
BOTH: Values = frozenset({True, False})
TRUE: Values = frozenset({True})
FALSE: Values = frozenset({False})


def could_act(terms: Terms, speech: Speech) -> bool:
    """Tell whether some elections let the clause act."""
    clause = speech.clause
    if clause.on is None and not speech.own:
        return False
    if clause.on is not None and True not in _scope(terms, clause.on, speech.holder, speech.controller):
        return False
    return could_hold(terms, clause.when, speech.holder, speech.controller)


def could_hold(terms: Terms, wanted: Iterable[Condition], bearer: Object | None, controller: int) -> bool:
    """Tell whether some elections let all of these conditions hold."""
    return True in _all(_value(terms, one, bearer, controller) for one in wanted)


def _scope(terms: Terms, scope: PlayFilter, bearer: Object | None, controller: int) -> Values:
    rest = scope
    if scope.chooses is not None or scope.chooses_me is not None:
        rest = scope.model_copy(update={"chooses": None, "chooses_me": None})
    parts = [TRUE if terms.reaches(rest, bearer, controller) else FALSE]
    if scope.chooses is not None:
        wanted = scope.chooses
        parts.append(_chosen(terms, lambda one: terms.fits(one, wanted, bearer)))
    if scope.chooses_me is not None:
        me = _chosen(terms, lambda one: bearer is not None and one.id == bearer.id)
        parts.append(me if scope.chooses_me else frozenset(not one for one in me))
    return _all(parts)


def _chosen(terms: Terms, fits: Callable[[Object], bool]) -> Values:
    """Give the values of "some chosen object fits": a target may hang on an election."""
    fitting = [aim for aim in terms.played.aims or () if fits(aim.object)]
    if any(aim.only_if is None for aim in fitting):
        return TRUE
    return BOTH if fitting else FALSE


def _value(terms: Terms, wanted: Condition, bearer: Object | None, controller: int) -> Values:
    parts: list[Values] = []
    if wanted.elected is not None or (wanted.amount is not None and wanted.amount.count == "number"):
        parts.append(BOTH)
    if wanted.played is not None:
        parts.append(_scope(terms, wanted.played, bearer, controller))
    if wanted.negate is not None:
        parts.append(frozenset(not one for one in _value(terms, wanted.negate, bearer, controller)))
    if wanted.any_of:
        parts.append(_any(_value(terms, one, bearer, controller) for one in wanted.any_of))
    parts.extend(_value(terms, one, bearer, controller) for one in wanted.all_of)
    if wanted.amount is not None and wanted.amount.count != "number":
        asked = Condition.model_construct(
            {"amount", "at_least", "at_most"}, amount=wanted.amount, at_least=wanted.at_least, at_most=wanted.at_most
        )
        parts.append(frozenset({terms.holds(asked, bearer, controller)}))
    if wanted.fact is not None:
        parts.append(frozenset({bool(terms.fact(wanted.fact))}))
    if wanted.showdown_here is not None:
        asked = Condition.model_construct({"showdown_here"}, showdown_here=wanted.showdown_here)
        parts.append(frozenset({terms.holds(asked, bearer, controller)}))
    if wanted.itself is not None:
        parts.append(frozenset({bearer is not None and terms.fits(bearer, wanted.itself, bearer)}))
    return _all(parts)


def _all(parts: Iterable[Values]) -> Values:
    seen = list(parts)
    if FALSE in seen:
        return FALSE
    return BOTH if BOTH in seen else TRUE


def _any(parts: Iterable[Values]) -> Values:
    seen = list(parts)
    if TRUE in seen:
        return frozenset({True})
    return BOTH if any(True in one for one in seen) else frozenset({False})
