"""What a repair grants, and the question with it granted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from runepay.model.objects import Object
from runepay.model.pool import kind_place
from runepay.model.question import Line, Question
from runepay.model.resources import BIT
from runepay.solver.formulation.classes import all_lines


@dataclass(frozen=True, slots=True)
class Grant:
    """Single things of one kind that a repair asks for.

    Attributes
    ----------
    what
        ``energy``, ``power``, ``action``, ``xp``, ``burn`` (cards in the deck), ``ambush`` (a unit where it is needed),
        ``fault`` (something that forbids the play), or ``election`` (a decision of the caller taken back).
    number
        How many single things.
    which
        The set of domains for Power, the line for an action, the place of a fault or election.
    """

    what: str
    number: int = 1
    which: int = 0


def phantom(question: Question, name: str = "") -> Object:
    """Make an object that does not exist; nothing speaks of it but the line it is made for."""
    number = len(question.objects)
    return replace(
        question.card, id=f"granted:{number}", name=name, group=-1 - number, energy=0, pips=(), keywords=(), clauses=(),
        adds=(), abilities=(), watches=(), whose=0, ready=True, buffs=0, empowered=0, value=0,
    )  # fmt: skip


def granted(question: Question, grants: Iterable[Grant]) -> Question:
    """Give the question with these things granted, as an ordinary question for the ordinary solver.

    Energy and Power float, what an action asks for is there and serves for nothing else, XP and cards are had, and a
    fault is none.

    Examples
    --------
    >>> from runepay.model.freeze import freeze
    >>> from runepay.model.rulebook import Ruleset
    >>> from runepay.model.state import GameState, Play
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}})
    >>> question = freeze(GameState.model_validate({"runes": {"fury": 1}}), play, Ruleset.of())
    >>> from runepay.solver.causes import Elastic
    >>> Elastic(question).repair
    (Grant(what='energy', number=1, which=0),)
    >>> Elastic(granted(question, [Grant("energy")])).causes
    ()
    """
    faults = set(range(len(question.faults)))
    for one in grants:
        match one.what:
            case "energy":
                question = _floating(question, ("energy", ""), one.number)
            case "power":
                domain = next(name for name, bit in BIT.items() if bit & one.which)
                question = _floating(question, (domain, ""), one.number)
            case "xp":
                question = replace(question, xp=question.xp + one.number)
            case "burn":
                question = replace(question, deck=(question.deck or 0) + one.number)
            case "action":
                question = _with_objects(question, one.which, one.number)
            case "ambush":
                question = replace(
                    question, objects=(*question.objects, phantom(question)),
                    ambush=(*(question.ambush or ()), len(question.objects)),
                )  # fmt: skip
            case "fault":
                faults.discard(one.which)
            case "election":
                free = replace(question.elections[one.which], fixed=None)
                elections = (*question.elections[: one.which], free, *question.elections[one.which + 1 :])
                question = replace(question, elections=elections)
            case _:
                msg = f"nothing of the kind can be granted: {one.what}"
                raise ValueError(msg)
    return replace(question, faults=tuple(question.faults[place] for place in sorted(faults)))


def _floating(question: Question, kind: tuple[str, str], number: int) -> Question:
    supply = question.supply
    pool = dict(supply.pool)
    pool[kind] = pool.get(kind, 0) + number
    ordered = tuple(sorted(pool.items(), key=lambda item: kind_place(item[0])))
    floating = supply.floating + (number if kind[0] == "energy" else 0)
    return replace(question, supply=replace(supply, pool=ordered, floating=floating))


def _with_objects(question: Question, number: int, count: int) -> Question:
    """Add objects that serve one line, and nothing else."""
    lines = list(all_lines(question))
    wanted = lines[number]
    added: list[Object] = []
    places: list[int] = []
    for _ in range(count):
        places.append(len(question.objects) + len(added))
        one = phantom(replace(question, objects=(*question.objects, *added)))
        added.append(replace(one, buffs=1 if wanted.action.do == "buff" else 0))
    if wanted.action.do == "buff":
        added = [replace(one, might=99) for one in added]
    longer = replace(wanted, eligible=(*wanted.eligible, *places), matching=(*wanted.matching, *places))

    def changed(found: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(longer if one is wanted else one for one in found)

    supply = question.supply
    return replace(
        question,
        objects=(*question.objects, *added),
        lines=changed(question.lines),
        alternates=tuple(replace(one, lines=changed(one.lines)) for one in question.alternates),
        components=tuple(replace(one, lines=changed(one.lines)) for one in question.components),
        supply=replace(supply, producers=tuple(replace(one, lines=changed(one.lines)) for one in supply.producers)),
    )
