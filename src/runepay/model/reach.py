"""Every total that choices can give, and those worth knowing (contract C15).

:func:`reachable` lists the totals of fixed elections, over halves, removed pips and orders of discounts;
:func:`undominated` the ones that no other makes pointless, over all elections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from runepay.model.guards import holds
from runepay.model.objects import Object
from runepay.model.owed import Choices, Owed
from runepay.model.question import Discount, Increase, Question, Supply
from runepay.model.resources import Tally, add_tallies, covers, size, tally
from runepay.model.rulebook import Ruleset
from runepay.model.total import (
    base_of,
    best_order,
    capped,
    component_order,
    cost_read,
    on_base,
    parts,
    settle,
    take_domains,
    times,
)


def assignments(question: Question, limit: int | None = None) -> Iterator[dict[str, int]]:
    """Give every way to decide the elections that the caller left open, in a fixed order.

    At most one alternate cost is elected, and exactly one where the card has no other way to be played from where it
    is; an election whose guard does not hold is not elected.
    """
    names = [one.id for one in question.elections]
    ranges = [
        range(one.fixed, one.fixed + 1) if one.fixed is not None else range(one.most + 1) for one in question.elections
    ]
    given = 0
    for values in product(*ranges):
        elections = dict(zip(names, values, strict=True))
        alternates = sum(1 for one in question.elections if one.alternate and elections[one.id])
        if alternates > 1 or (question.must_alternate and not alternates):
            continue
        if any(elections[one.id] and not holds(one.guard, elections) for one in question.elections):
            continue
        yield elections
        given += 1
        if limit is not None and given >= limit:
            return


def victim_choices(question: Question, elections: Mapping[str, int]) -> Iterator[dict[int, int]]:
    """Give the victims that discounts may read, one object for each different printed cost.

    Where only real deaths count, the number of those that something replaces is what may differ.
    """
    if any(holds(one.guard, elections) for one in question.overrides):
        yield {}  # Nothing is owed, so nothing is killed (356.5.a).
        return
    readers: dict[tuple[tuple[int, int], bool], list[int]] = {}
    for index, discount in enumerate(question.discounts):
        where = discount.victim or discount.kills
        if where is not None and times(question.components[where[0]], elections):
            readers.setdefault((where, discount.victim is not None), []).append(index)
    # Discounts that read the same action read the same object of it.
    options: list[list[dict[int, int]]] = []
    for (where, victim), indices in readers.items():
        eligible = question.components[where[0]].lines[where[1]].eligible
        if victim:
            seen: dict[tuple[int, int], int] = {}
            for place in eligible:
                seen.setdefault(cost_read(question, where, question.objects[place]), place)
            values = list(seen.values())
        else:
            number = times(question.components[where[0]], elections)
            saved = sum(bool(question.objects[place].instead) for place in eligible)
            values = list(range(max(0, number - (len(eligible) - saved)), min(number, saved) + 1))
        options.append([dict.fromkeys(indices, value) for value in values])
    for chosen in product(*options):
        yield {index: value for one in chosen for index, value in one.items()}


def submultisets(pips: Tally, number: int) -> Iterator[Tally]:
    """Give every way to take exactly `number` pips (all of them if there are fewer)."""
    if number >= size(pips):
        yield pips
        return
    if not pips:
        yield ()
        return
    (mask, most), rest = pips[0], pips[1:]
    for taken in range(max(0, number - size(rest)), min(most, number) + 1):
        for more in submultisets(rest, number - taken):
            yield ((mask, taken), *more) if taken else more


State = tuple[int, Tally]
"""Energy and pips."""


def _after(
    question: Question, state: State, discount: Discount, less: tuple[int, int, Tally]
) -> Iterator[tuple[State, Tally]]:
    """Apply one half of a discount in every way, with the pips that ``[A]`` removed.

    `less` is what it takes: Energy, ``[A]`` pips and domain pips. Pips that the caller asked to be removed are, as far
    as they are there; the rest is free (contract C8).
    """
    now, held = state
    energy, any_, pips = less
    if capped(question, discount, now):
        any_, pips = 0, ()
    now = max(now - energy, min(now, discount.minimum))
    left = dict(held)
    take_domains(question, left, pips)
    remaining = tally(left)
    first: dict[int, int] = {}
    for mask, number in discount.removed or ():
        first[mask] = min(number, left.get(mask, 0), any_ - sum(first.values()))
        left[mask] = left.get(mask, 0) - first[mask]
    for more in submultisets(tally(left), any_ - sum(first.values())):
        taken = add_tallies(tally(first), more)
        rest = dict(remaining)
        for mask, number in taken:
            rest[mask] -= number
        yield (now, tally(rest)), taken


Made = tuple[tuple[tuple[int, str], ...], tuple[tuple[int, Tally], ...], tuple[int, ...]]


def _apply(
    question: Question,
    index: int,
    states: Mapping[State, Made],
    elections: Mapping[str, int],
    victims: Mapping[int, int],
) -> dict[State, Made]:
    one = question.discounts[index]
    energy, any_, pips = parts(question, index, elections, victims)
    if not (energy or any_ or pips):
        return dict(states)
    ways: list[tuple[str | None, tuple[int, int, Tally]]] = [(None, (energy, any_, pips))]
    if one.either:
        both: list[tuple[str, tuple[int, int, Tally]]] = [("energy", (energy, 0, ())), ("power", (0, any_, pips))]
        ways = [way for way in both if one.half in {None, way[0]}]
    result: dict[State, Made] = {}
    for state, (halves, removed, order) in states.items():
        for half, less in ways:
            for after, taken in _after(question, state, one, less):
                made: Made = (
                    (*halves, (index, half)) if half is not None else halves,
                    (*removed, (index, taken)) if less[1] else removed,
                    (*order, index),
                )
                result.setdefault(after, made)
    return result


def reachable(
    question: Question, elections: Mapping[str, int], victims: Mapping[int, int], *, dearer: bool = False
) -> dict[State, Choices]:
    """List every ``(Energy, pips)`` that halves, removed pips and orders can give, with choices that give it.

    Parameters
    ----------
    question, elections, victims
        The question with its elections decided.
    dearer
        Also try every order of the discounts on the total, which can only cost more Energy: a legal choice for a
        caller who wants to spend. Otherwise they are applied in the best order.
    """
    if any(holds(one.guard, elections) for one in question.overrides):
        return {(0, ()): Choices(tuple(elections.items()), tuple(victims.items()))}
    energy, pips, _, _ = base_of(question, elections)
    for ignore in question.ignores:
        if holds(ignore.guard, elections):
            energy = 0 if ignore.half in {"cost", "energy"} else energy
            pips = () if ignore.half in {"cost", "power"} else pips
    states: dict[State, Made] = {(energy, pips): ((), (), ())}
    for index in on_base(question):
        states = _apply(question, index, states, elections, victims)
    states = {state: (halves, removed, ()) for state, (halves, removed, _) in states.items()}
    for place, component in enumerate(question.components):
        number = times(component, elections)
        if not number:
            continue
        start: dict[State, Made] = {
            (component.energy * number, tally({m: n * number for m, n in component.pips})): ((), (), ())
        }
        mine = component_order(question, place)
        if dearer and len(mine) > 1:
            start = _every_order(question, mine, start, elections, victims)
        else:
            start = _in_order(question, mine, start, elections, victims)
        joined: dict[State, Made] = {}
        for (e, p), (halves, removed, order) in states.items():
            for (e2, p2), (halves2, removed2, order2) in start.items():
                joined.setdefault(
                    (e + e2, add_tallies(p, p2)), ((*halves, *halves2), (*removed, *removed2), (*order, *order2))
                )
        states = joined
    for increase in question.increases:
        if holds(increase.guard, elections):
            states = {(e + increase.energy, add_tallies(p, increase.pips)): made for (e, p), made in states.items()}
    acting = [
        index
        for index in best_order(question)
        if any(parts(question, index, elections, victims)[:2]) or parts(question, index, elections, victims)[2]
    ]
    states = (
        _every_order(question, acting, states, elections, victims)
        if dearer
        else _in_order(question, acting, states, elections, victims)
    )
    decided = tuple(elections.items())
    read = tuple(victims.items())
    rest = [index for index in best_order(question) if index not in acting]
    return {
        state: Choices(decided, read, halves, (*order, *rest), removed)
        for state, (halves, removed, order) in states.items()
    }


def outcomes(  # noqa: PLR0913, PLR0917 - the parts of a cost
    energy: int,
    pips: Tally,
    increases: Iterable[Increase],
    discounts: Iterable[Discount],
    card: Object,
    ruleset: Ruleset,
) -> set[State]:
    """Give everything that an ability may cost after increases and discounts on the total (356.3, 356.4)."""
    asked = Question(
        card=card, kind="ability", origin="hand", ruleset=ruleset, energy=energy, pips=pips, lines=(), elections=(),
        alternates=(), must_alternate=False, ignores=(), components=(), increases=tuple(increases),
        discounts=tuple(discounts), overrides=(), objects=(), supply=Supply((), (), ()), xp=0, deck=None, protected=(),
        ambush=None, declined=False, faults=(), assumed=(),
    )  # fmt: skip
    return set(reachable(asked, {}, {}, dearer=True))


def _in_order(
    question: Question,
    acting: Iterable[int],
    states: dict[State, Made],
    elections: Mapping[str, int],
    victims: Mapping[int, int],
) -> dict[State, Made]:
    for index in acting:
        states = _apply(question, index, states, elections, victims)
    return states


def _every_order(
    question: Question,
    acting: list[int],
    states: dict[State, Made],
    elections: Mapping[str, int],
    victims: Mapping[int, int],
) -> dict[State, Made]:
    """Try all orders, by subsets: what matters of an order is only where it has come to."""
    fixed = [index for index in acting if question.discounts[index].place is not None]
    free = [index for index in acting if question.discounts[index].place is None]
    states = _in_order(question, fixed, states, elections, victims)
    layer: dict[frozenset[int], dict[State, Made]] = {frozenset(): states}
    for _ in free:
        following: dict[frozenset[int], dict[State, Made]] = {}
        for done, reached in layer.items():
            for index in free:
                if index not in done:
                    into = following.setdefault(done | {index}, {})
                    for state, made in _apply(question, index, reached, elections, victims).items():
                        into.setdefault(state, made)
        layer = following
    return next(iter(layer.values()))


def dominated(one: State, other: State) -> bool:
    """Tell whether `other` makes `one` pointless: no more Energy, and pips that pair inside (contract C15)."""
    return one != other and other[0] <= one[0] and covers(other[1], one[1])


def undominated(question: Question, limit: int = 4096) -> tuple[Owed, ...]:
    """List every undominated total of every election, in a fixed order (contract C15).

    At most `limit` ways to elect are looked at.
    """
    found: list[Owed] = []
    for elections in assignments(question, limit):
        by_lines: dict[tuple[str, ...], dict[State, Choices]] = {}
        for victims in victim_choices(question, elections):
            for state, choices in reachable(question, elections, victims).items():
                owed = settle(question, choices, trace=False)
                by_lines.setdefault(owed.actions(), {}).setdefault(state, choices)
        for states in by_lines.values():
            found.extend(
                settle(question, states[state])
                for state in sorted(states)
                if not any(dominated(state, other) for other in states)
            )
    return tuple(found)
