"""Action-speed Adds used before the play, in the same turn, so that what they give floats (429.3, 166.3).

They are looked for only if the caller allows it and the play cannot be paid without them. What is done before a play
counts for it: the state is changed first and everything is read and priced anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from runepay.model.aftermath import apply
from runepay.model.beforehand import Beforehand
from runepay.model.clauses import Add, Keyword
from runepay.model.cost import Action, Cost
from runepay.model.errors import InputError, InternalError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.guards import ALWAYS
from runepay.model.objects import Object, compile_objects
from runepay.model.question import Question
from runepay.model.reach import undominated
from runepay.model.reading import Position, conditions
from runepay.model.resources import ANY, size
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.model.supply import uses
from runepay.referee import violations
from runepay.solver.found import Found
from runepay.solver.listing import ranking
from runepay.solver.listing.walk import Walk
from runepay.solver.pay import best
from runepay.solver.stopping import stopped

DEPTH = 3
"""At most so many Adds beforehand; each exhausts an object of its own."""


WAYS = 64
"""At most so many ways to pay for one such Add are tried, the best ones by the goal."""

MOST_CONVERTED = 100
"""No more than this goes through a converter beforehand."""

COUNTED: tuple[str, ...] = ("losses", "recycles", "tapped", "steps")
"""Levels of the goal to which what is done beforehand adds."""


@dataclass(frozen=True, slots=True)
class Way:
    """A payable way: what is done beforehand, the state then, and the answer there."""

    done: tuple[Beforehand, ...]
    state: GameState
    question: Question
    found: Found


def search(state: GameState, play: Play, ruleset: Ruleset, goal: Goal) -> Way | None:
    """Find the best way with the fewest Adds beforehand, or ``None``.

    Ways of the same number of Adds are compared by the goal, with what the Adds themselves lose, exhaust and do added
    to its levels.
    """
    layer: list[tuple[tuple[Beforehand, ...], GameState, dict[str, int]]] = [((), state, {})]
    for _ in range(DEPTH):
        following: list[tuple[tuple[Beforehand, ...], GameState, dict[str, int]]] = []
        ways: list[tuple[tuple[int, ...], int, Way]] = []
        for done, there, cost in layer:
            for one, after, extra in _adds(there, play, ruleset, goal):
                if stopped():
                    return None
                spent = {name: cost.get(name, 0) + extra.get(name, 0) for name in {*cost, *extra}}
                steps = (*done, one)
                following.append((steps, after, spent))
                try:
                    question = freeze(after, play, ruleset)
                except InputError:
                    continue  # What the play chooses is gone.
                found = best(question, after, goal)
                if found.payment is not None:
                    values = tuple(
                        value + spent.get(name, 0) for name, value in zip(goal.criteria, found.values, strict=True)
                    )
                    ways.append((values, len(ways), Way(steps, after, question, found)))
        if ways:
            return min(ways, key=lambda way: way[:2])[2]
        layer = following
    return None


def _adds(
    state: GameState, play: Play, ruleset: Ruleset, goal: Goal
) -> Iterator[tuple[Beforehand, GameState, dict[str, int]]]:
    """Use one Action-speed Add, an object's own or one that it copies (9.2.11), in every way that differs."""
    objects = compile_objects(state, ruleset)
    for use in uses(objects):
        if use.add.speed == "action" and not (use.add.exhaust and not use.thing.ready):
            there = Position(state, Play(kind="ability", targets=()), use.thing, objects, (), ruleset=ruleset)
            if conditions(use.add.when, there, use.thing, 0) == ALWAYS:
                for amount in _amounts(state, play, use.add, ruleset):
                    for way in _uses(state, use.thing, use.add, amount, ruleset, goal):
                        yield way
                        if stopped():
                            return


def _amounts(state: GameState, play: Play, add: Add, ruleset: Ruleset) -> range:
    """Give the amounts that a converter may take: never more than the play, or another such Add, could ask for."""
    if add.any_amount is None:
        return range(1, 2)
    try:
        asked = [owed.energy + size(owed.pips) for owed in undominated(freeze(state, play, ruleset))]
    except InputError:
        return range(0)  # What the play chooses is gone.
    costs = (one.cost for thing in compile_objects(state, ruleset) for one in thing.adds if one.cost is not None)
    most = max(asked, default=0) + sum(cost.energy + len(cost.power) for cost in costs)
    return range(1, min(MOST_CONVERTED, most) + 1)


def _uses(  # noqa: PLR0913, PLR0917 - one use of one Add, and how ways are compared
    state: GameState, thing: Object, add: Add, amount: int, ruleset: Ruleset, goal: Goal
) -> Iterator[tuple[Beforehand, GameState, dict[str, int]]]:
    """Pay for one use in every way, the best first: what pays for it may be what the play needs (444.1)."""
    base = add.cost or Cost()
    actions = base.actions
    if add.exhaust:
        actions = (*actions, Action(do="exhaust", itself=True))
    if add.kill:
        actions = (*actions, Action(do="kill", itself=True))
    cost = Cost(
        energy=base.energy + (amount if add.any_amount == "energy" else 0),
        power=(*base.power, *((ANY,) * amount if add.any_amount == "power" else ())),
        actions=actions,
    )
    if cost.is_free():
        msg = f"the Add of {thing.name} costs nothing and uses nothing up, so it could be used without end"
        raise InputError(msg, path="adds", found=thing.name)
    play = Play(kind="ability", source=thing.id, cost=cost, targets=(), keywords=(Keyword(keyword="action"),))
    question = freeze(state, play, ruleset)
    for ranked in ranking.best(Walk(question, late=stopped), ranking.Valuer(question, goal), WAYS)[0]:
        payment = ranked.leaf.payment(state)
        if faults := violations(state, play, payment, ruleset):
            msg = f"the referee refuses an Add beforehand: {faults[0].rule}: {faults[0].message}"
            raise InternalError(msg)
        after = apply(state, play, payment, ruleset)
        given = [("energy", add.gives.energy * amount)] if add.gives.energy else []
        given += [(power, number * amount) for power, number in add.gives.power.items() if number]
        pool = after.pool.model_dump(by_alias=True)
        for what, number in given:
            if add.purpose:
                part: dict[str, Any] = {"for": list(add.purpose)}
                part |= {"energy": number} if what == "energy" else {"power": {what: number}}
                pool["restricted"] = [*pool["restricted"], part]
            elif what == "energy":
                pool["energy"] += number
            else:
                pool["power"][what] = pool["power"].get(what, 0) + number
        floated = after.model_copy(update={"pool": type(after.pool).model_validate(pool)})
        values = dict(zip(goal.criteria, ranked.values, strict=True))
        # The debt of all recycles of a turn is that of the first ones plus that of the others after them.
        counted = (*COUNTED, *(name for name in values if name.startswith("rune-debt")))
        extra: dict[str, int] = {name: values[name] for name in counted if name in values}
        yield Beforehand(thing.id, state, play, payment, tuple(given)), floated, extra


__all__ = ["Beforehand", "Way", "search"]
