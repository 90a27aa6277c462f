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
from runepay.model.total import cost_read, settle

Victims = dict[tuple[int, int], tuple[int, int]]
"""By ``(component, line)``: the printed Energy and number of pips that the object taken there must have (206)."""


@dataclass(frozen=True, slots=True)
class Due:
    """One total with the elections that lead to it, and what it asks of victims."""

    question: Question
    """The question with these elections fixed."""
    owed: Owed
    victims: Victims
    replaced: dict[tuple[int, int], int]
    """By ``(component, line)``: how many of the kills there are replaced and do not count (only by option)."""
    chosen: tuple[tuple[int, int], ...]
    """``(discount, object)``: an object of such a printed cost for each discount that reads one; for one that counts
    real deaths, how many of them were replaced."""


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
        seen: set[str] = set()
        for chosen in victim_choices(question, elections):
            read = _agreed(question, chosen)
            if read is None or repr(read) in seen:
                continue
            seen.add(repr(read))
            # Where the best order of discounts leads as well, that one is told.
            states = reachable(question, elections, chosen, dearer=True) | reachable(question, elections, chosen)
            for state in sorted(states):
                owed = settle(question, states[state])
                yield Due(decided, owed, *read, tuple(chosen.items()))


def _agreed(question: Question, chosen: dict[int, int]) -> tuple[Victims, dict[tuple[int, int], int]] | None:
    """Give what each victim's printed cost must be, and how many deaths are replaced; ``None`` if discounts differ."""
    victims: Victims = {}
    replaced: dict[tuple[int, int], int] = {}
    for index, value in chosen.items():
        one = question.discounts[index]
        if one.victim is not None:
            cost = cost_read(question, one.victim, question.objects[value])
            if victims.setdefault(one.victim, cost) != cost:
                return None
        elif one.kills is not None and replaced.setdefault(one.kills, value) != value:
            return None
    return victims, replaced
