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
from runepay.model.clauses import Add
from runepay.model.cost import Action, Cost
from runepay.model.errors import InputError, InternalError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.objects import Object, compile_objects
from runepay.model.question import Question
from runepay.model.rulebook import Ruleset
from runepay.model.state import Choose, GameState, Play
from runepay.referee import violations
from runepay.solver.found import Found
from runepay.solver.pay import best
from runepay.solver.stopping import stopped

DEPTH = 3
"""At most so many Adds beforehand; each exhausts an object of its own."""


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
            for one, after, extra in _adds(there, ruleset, goal):
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


def _adds(state: GameState, ruleset: Ruleset, goal: Goal) -> Iterator[tuple[Beforehand, GameState, dict[str, int]]]:
    """Use one Action-speed Add in every way that differs."""
    objects = compile_objects(state, ruleset)
    for thing in objects:
        if thing.whose or thing.zone not in {"board", "legend"}:
            continue
        for add in thing.adds:
            if add.speed == "action" and not (add.exhaust and not thing.ready):
                yield from _uses(state, thing, add, ruleset, goal)


def _uses(
    state: GameState, thing: Object, add: Add, ruleset: Ruleset, goal: Goal
) -> Iterator[tuple[Beforehand, GameState, dict[str, int]]]:
    actions = add.cost.actions if add.cost is not None else ()
    if add.exhaust:
        actions = (*actions, Action(do="exhaust", itself=True))
    if add.kill:
        actions = (*actions, Action(do="kill", itself=True))
    base = add.cost or Cost()
    cost = Cost(energy=base.energy, power=base.power, actions=actions)
    play = Play(kind="ability", source=thing.id, cost=cost, targets=())
    question = freeze(state, play, ruleset)
    groups: dict[int, str] = {}
    for line in question.lines:
        if not line.action.itself:
            for index in line.eligible:
                groups.setdefault(question.objects[index].group, question.objects[index].id)
    for victim in groups.values() or ("",):
        chosen = play if not victim else play.model_copy(update={"choose": Choose(objects={"base": (victim,)})})
        found = best(freeze(state, chosen, ruleset), state, goal)
        if found.payment is None:
            continue
        if faults := violations(state, chosen, found.payment, ruleset):
            msg = f"the referee refuses an Add beforehand: {faults[0].rule}: {faults[0].message}"
            raise InternalError(msg)
        after = apply(state, chosen, found.payment, ruleset)
        given = [("energy", add.gives.energy)] if add.gives.energy else []
        given += [(power, number) for power, number in add.gives.power.items() if number]
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
        values = dict(zip(goal.criteria, found.values, strict=True))
        # The debt of all recycles of a turn is that of the first ones plus that of the others after them.
        counted = (*COUNTED, *(name for name in values if name.startswith("rune-debt")))
        extra: dict[str, int] = {name: values[name] for name in counted if name in values}
        yield Beforehand(thing.id, state, chosen, found.payment, tuple(given)), floated, extra


__all__ = ["Beforehand", "Way", "search"]
