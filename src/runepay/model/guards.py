"""Guards: what is left of a condition once the state has been read, namely a formula over elections.

A guard is a disjunction of conjunctions: a tuple of tuples of ``(election, wanted)``. ``ALWAYS`` and ``NEVER`` are
its two constants. Elections are named by their id until a question numbers them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

Literal = tuple[str, bool]
Guard = tuple[tuple[Literal, ...], ...]

ALWAYS: Final[Guard] = ((),)
NEVER: Final[Guard] = ()


def _tidy(terms: Iterable[Iterable[Literal]]) -> Guard:
    kept: list[frozenset[Literal]] = []
    for term in terms:
        literals = frozenset(term)
        if any((name, not wanted) in literals for name, wanted in literals):
            continue
        if any(other <= literals for other in kept):
            continue
        kept = [other for other in kept if not literals <= other]
        kept.append(literals)
    return tuple(sorted(tuple(sorted(term)) for term in kept))


def elected(name: str) -> Guard:
    """Hold when an election is elected."""
    return (((name, True),),)


def both(*guards: Guard) -> Guard:
    """Hold when all of them hold.

    Examples
    --------
    >>> both(elected("a"), elected("b"))
    ((('a', True), ('b', True)),)
    """
    if len(guards) == 1:
        return guards[0]
    if all(guard == ALWAYS for guard in guards):
        return ALWAYS
    return _tidy([literal for term in terms for literal in term] for terms in product(*guards))


def either(*guards: Guard) -> Guard:
    """Hold when one of them holds."""
    return _tidy(term for guard in guards for term in guard)


def opposite(guard: Guard) -> Guard:
    """Hold when the guard does not.

    Examples
    --------
    >>> opposite(elected("a")), opposite(ALWAYS), opposite(NEVER)
    (((('a', False),),), (), ((),))
    """
    return _tidy([(name, not wanted) for name, wanted in term] for term in product(*guard))


def holds(guard: Guard, elections: Mapping[str, int]) -> bool:
    """Tell whether a guard holds for these elections (a number counts as elected from 1 on)."""
    return any(all((elections.get(name, 0) > 0) == wanted for name, wanted in term) for term in guard)
