"""Writes the caller's elections down and bounds the numbers (355.1.a, contract C6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from runepay.model.collect import Collected
from runepay.model.errors import InputError, nearest, nearest_or_known
from runepay.model.lines import Liner
from runepay.model.question import Election, Question
from runepay.model.state import Play

GRANTED: Final = frozenset(("accelerate", "repeat", "flow", "deflect", "pay"))
"""Elections that something may give to a play during the turn."""


def may_be_granted(name: str) -> bool:
    """Tell whether an election of this name may be granted later.

    Examples
    --------
    >>> may_be_granted("repeat:temporal-portal"), may_be_granted("repeat-2"), may_be_granted("reapeat")
    (True, True, False)
    """
    return name.partition(":")[0].rsplit("-", maxsplit=1)[0] in GRANTED


def check_election(name: str, play: Play, question: Question, path: str) -> None:
    """Refuse the name of an election that a play never has.

    One whose condition does not hold now is not there to be elected, but it may be later this turn.

    Raises
    ------
    InputError
        Naming the field and the nearest election.
    """
    known = [one.id for one in question.elections]
    if name in known or may_be_granted(name):
        return
    said = (*question.card.clauses, *play.effects, *(clause for one in question.objects for clause in one.clauses))
    if all(clause.id != name for clause in said):
        raise InputError("no such election here", path=path, found=name, hint=nearest_or_known(name, known))


def elections(play: Play, found: Collected, liner: Liner) -> list[Election]:
    """Write the caller's elections in, and bound the numbers by what could serve (contract C6)."""
    known = [one.id for one in found.elections]
    special = {"pay"} if play.kind in {"trigger", "effect", "applied"} else set()
    fixed: dict[str, int] = {}
    for name, value in play.elect.items():
        if name in special:
            continue
        ident = name
        if name not in known:
            granted = [one for one in known if one.split(":")[0] == name]
            if len(granted) != 1:
                listed = ", ".join([*known, *special]) or "none"
                raise InputError(
                    f"no such election here (known: {listed})", path="play.elect", found=name, hint=nearest(name, known)
                )
            ident = granted[0]
        fixed[ident] = int(value)
    result: list[Election] = []
    for one in found.elections:
        most = one.most
        if most < 0:
            most = _most(found, one.id, liner)
        decided = fixed.get(one.id)
        if decided is not None and one.most == 1 and decided > 1:
            raise InputError("this election is true or false", path=f"play.elect.{one.id}", found=decided)
        result.append(replace(one, most=max(most, decided or 0), fixed=decided))
    return result


def _most(found: Collected, ident: str, liner: Liner) -> int:
    most: int | None = None
    for one in found.components:
        if one.election == ident:
            for line in one.lines:
                each = max(line.number, 1)
                if line.action.do == "xp":
                    has = liner.position.state.xp
                elif line.action.do == "burn":
                    if liner.position.state.deck is None:
                        continue
                    has = liner.position.state.deck
                elif line.action.do == "buff":
                    has = sum(liner.objects[index].buffs for index in liner.line(line.action).eligible)
                else:
                    has = len(liner.line(line.action).eligible)
                most = has // each if most is None else min(most, has // each)
    if most is None:
        most = _resources(found, ident, liner)
    if most is None:
        raise InputError("an 'any number' cost without actions needs 'at_most'", path="clauses", found=ident)
    return most


def _resources(found: Collected, ident: str, liner: Liner) -> int | None:
    """Bound an amount of Energy or Power by all that could ever be had."""
    state = liner.position.state
    adds = [add.gives for one in liner.objects if not one.whose for add in one.adds]
    for one in found.components:
        if one.election == ident and (one.pips or one.energy):
            runes = sum(rune.ready + (rune.exhausted if one.pips else 0) for rune in state.runes.values())
            if one.pips:
                return (
                    runes
                    + sum(state.pool.power.values())
                    + sum(n for gives in adds for n in gives.power.values())
                    + sum(n for part in state.pool.restricted for n in part.power.values())
                )
            floating = state.pool.energy + sum(part.energy for part in state.pool.restricted)
            return (runes + floating + sum(gives.energy for gives in adds)) // one.energy
    return None
