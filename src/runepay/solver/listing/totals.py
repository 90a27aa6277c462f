"""Every total that a play can come to, one election after another (356, design section 3).

Two ways to come to the same Energy and pips with the same elections are one total: halves, removed pips and the order
of discounts count only through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from runepay.model.owed import Owed
from runepay.model.question import Question
from runepay.model.reach import assignments, reachable, victim_choices
from runepay.model.total import settle

Victims = dict[tuple[int, int], tuple[int, int]]
"""By ``(component, line)``: the printed Energy and number of pips that the object taken there must have (206)."""


@dataclass(frozen=True, slots=True)
class Due:
    """One total with the elections that lead to it, and what it asks of victims."""

    question: Question
    """The question with these elections fixed."""
    owed: Owed
    victims: Victims
    chosen: tuple[tuple[int, int], ...]
    """``(discount, object)``: an object of such a printed cost for each discount that reads one."""


def fixed(question: Question) -> Question:
    """Decide everything that the caller left open against: no free election is made (C14)."""
    elections = tuple(
        replace(one, fixed=0) if one.fixed is None and not (one.alternate and question.must_alternate) else one
        for one in question.elections
    )
    return replace(question, elections=elections)


def dues(question: Question) -> Iterator[Due]:
    """List every total: elections in their order, then the victims that discounts read, then Energy and pips.

    Examples
    --------
    >>> from runepay.model.freeze import freeze
    >>> from runepay.model.rulebook import Ruleset
    >>> from runepay.model.state import GameState, Play
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 3}, "domains": ["fury"],
    ...                             "keywords": ["accelerate"]})
    >>> question = freeze(GameState(), play, Ruleset.of())
    >>> [(due.owed.energy, due.owed.pips) for due in dues(question)]
    [(3, ()), (4, ((1, 1),))]
    """
    for elections in assignments(question):
        decided = replace(
            question, elections=tuple(replace(one, fixed=elections[one.id]) for one in question.elections)
        )
        seen: set[tuple[tuple[tuple[int, int], tuple[int, int]], ...]] = set()
        for chosen in victim_choices(question, elections):
            victims = _agreed(question, chosen)
            if victims is None or (key := tuple(sorted(victims.items()))) in seen:
                continue
            seen.add(key)
            # Where the best order of discounts leads as well, that one is told.
            states = reachable(question, elections, chosen, dearer=True) | reachable(question, elections, chosen)
            for state in sorted(states):
                owed = settle(question, states[state])
                yield Due(decided, owed, victims, tuple(chosen.items()))


def _agreed(question: Question, chosen: dict[int, int]) -> Victims | None:
    """Give the printed cost that each victim must have, or ``None`` if two discounts read it differently."""
    victims: Victims = {}
    for index, place in chosen.items():
        where = question.discounts[index].victim or (0, 0)
        one = question.objects[place]
        cost = (one.energy, one.pip_count)
        if victims.setdefault(where, cost) != cost:
            return None
    return victims
