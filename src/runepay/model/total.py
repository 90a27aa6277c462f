"""The five stages: from choices to the total that is owed, with its trace (rules 356.1-356.6).

:func:`settle` is the plain function of the issue: choices in, total and trace out. :func:`reachable` lists every total
that some choice gives for fixed elections, :func:`undominated` the ones worth knowing (contract C15). The solver writes
the same stages as constraints; tests hold the two equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from runepay.model.guards import holds
from runepay.model.owed import Choices, Entry, Owed
from runepay.model.question import Alternate, Component, Discount, Line, Question
from runepay.model.resources import Tally, add_tallies, covers, size, tally


@dataclass(slots=True)
class _Running:
    """The cost while the stages run."""

    energy: int
    pips: dict[int, int]
    trace: list[Entry] | None

    def record(self, stage: int, rule: str, label: str, before: tuple[int, Tally], note: str = "") -> None:
        if self.trace is not None:
            self.trace.append(Entry(stage, rule, label, before[0], before[1], self.energy, tally(self.pips), note))

    def now(self) -> tuple[int, Tally]:
        return (self.energy, tally(self.pips)) if self.trace is not None else (0, ())

    def add(self, pips: Tally) -> None:
        for mask, number in pips:
            self.pips[mask] = self.pips.get(mask, 0) + number


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The choices, to be looked up."""

    elections: Mapping[str, int]
    victims: Mapping[int, int]
    halves: Mapping[int, str]
    removed: Mapping[int, Tally]

    @classmethod
    def of(cls, choices: Choices) -> _Chosen:
        return cls(dict(choices.elections), dict(choices.victims), dict(choices.halves), dict(choices.removed))


def base_of(question: Question, elections: Mapping[str, int]) -> tuple[int, Tally, tuple[Line, ...], Alternate | None]:
    """Give the base cost after replacement (356.1.a), before anything is ignored."""
    acting: Alternate | None = None
    for one in question.alternates:
        if holds(one.guard, elections) and (one.election is None or elections.get(one.election, 0)):
            acting = one if acting is None or one.election is not None else acting
    if acting is None:
        return question.energy, question.pips, question.lines, None
    return acting.energy, acting.pips, (*question.lines, *acting.lines), acting


def times(component: Component, elections: Mapping[str, int]) -> int:
    """Say how many times an additional cost is owed: 0, 1, or an election's number."""
    if not holds(component.guard, elections):
        return 0
    if component.election is None:
        return 1
    value = elections.get(component.election, 0)
    return value if component.counted else min(value, 1)


def factor(discount: Discount, elections: Mapping[str, int]) -> int:
    """Say how many times a discount acts: 0, 1, or an election's number."""
    if not holds(discount.guard, elections):
        return 0
    return 1 if discount.number is None else elections.get(discount.number, 0)


def parts(
    question: Question, index: int, elections: Mapping[str, int], victims: Mapping[int, int]
) -> tuple[int, int, Tally]:
    """Give a discount's Energy, ``[A]`` pips and domain pips for these elections and this victim."""
    one = question.discounts[index]
    number = factor(one, elections)
    energy, any_, pips = one.energy * number, one.any * number, one.pips
    power_times = number
    if one.victim is not None:
        component = question.components[one.victim[0]]
        if index not in victims or not times(component, elections):
            return 0, 0, ()
        victim = question.objects[victims[index]]
        energy *= victim.energy
        any_ *= victim.pip_count
        power_times *= victim.pip_count
    return energy, any_, tuple((mask, n * power_times) for mask, n in pips if n * power_times)


def settle(question: Question, choices: Choices, *, trace: bool = True) -> Owed:
    """Fold the five stages for given choices.

    Parameters
    ----------
    question
        The frozen question.
    choices
        Elections and every other choice. Pips not chosen for an ``[A]`` discount are taken in canonical order: a
        discount is never optional and removes as many as it can (section 8 of the rules page).
    trace
        Whether to record what each clause did.

    Returns
    -------
    Owed
        Energy, pips and actions owed after stage five, never below nothing (356.6).
    """
    chosen = _Chosen.of(choices)
    running = _Running(question.energy, dict(question.pips), [] if trace else None)
    lines = _base_cost(question, chosen, running)
    _additional_costs(question, choices, chosen, running, lines)
    _increases(question, chosen, running)
    _discounts(question, choices, chosen, running)
    if _overridden(question, chosen, running):
        lines = []
    return Owed(
        running.energy,
        tally(running.pips),
        tuple((line, number) for line, number in lines if number),
        choices,
        tuple(running.trace or ()),
    )


Lines = list[tuple[Line, int]]


def _base_cost(question: Question, chosen: _Chosen, running: _Running) -> Lines:
    """Stage 1: the base cost (356.1). Gives its actions."""
    energy, pips, lines, alternate = base_of(question, chosen.elections)
    if running.trace is not None:
        running.record(1, "204.1", "printed cost" if question.kind == "card" else "base cost", (0, ()))
    if alternate is not None:
        before = running.now()
        running.energy, running.pips = energy, dict(pips)
        running.record(1, alternate.rule, alternate.label, before)
    for ignore in question.ignores:
        if holds(ignore.guard, chosen.elections):
            before = running.now()
            if ignore.half in {"cost", "energy"}:
                running.energy = 0
            if ignore.half in {"cost", "power"}:
                running.pips = {}
            running.record(1, ignore.rule, ignore.label, before)
    for index in _on_base(question):
        before = running.now()
        if _discount(question, index, running, chosen):
            running.record(1, "356.4.c", question.discounts[index].label, before)
    return [(line, line.number) for line in lines]


def _additional_costs(question: Question, choices: Choices, chosen: _Chosen, running: _Running, lines: Lines) -> None:
    """Stage 2: additional costs, each with the discounts on it (356.2, 356.4.c)."""
    for place, component in enumerate(question.components):
        number = times(component, chosen.elections)
        if not number:
            continue
        before = running.now()
        part = _Running(component.energy * number, {m: n * number for m, n in component.pips}, None)
        acted = [
            question.discounts[index].label
            for index in _chosen_order(choices, _component_order(question, place))
            if _discount(question, index, part, chosen)
        ]
        running.energy += part.energy
        running.add(tally(part.pips))
        lines.extend((line, line.number * number) for line in component.lines)
        running.record(2, component.rule, component.label, before, ", ".join(acted))


def _increases(question: Question, chosen: _Chosen, running: _Running) -> None:
    """Stage 3: increases (356.3)."""
    for increase in question.increases:
        if holds(increase.guard, chosen.elections):
            before = running.now()
            running.energy += increase.energy
            running.add(increase.pips)
            running.record(3, increase.rule, increase.label, before)


def _discounts(question: Question, choices: Choices, chosen: _Chosen, running: _Running) -> None:
    """Stage 4: discounts on the total, in the player's order (356.4.d.1)."""
    order = choices.order if choices.order is not None else best_order(question)
    for index in order:
        one = question.discounts[index]
        if one.component is not None:
            continue
        before = running.now()
        if _discount(question, index, running, chosen):
            note = f"to a minimum of {one.minimum}" if one.minimum else ""
            running.record(4, one.rule, one.label, before, note)


def _overridden(question: Question, chosen: _Chosen, running: _Running) -> bool:
    """Stage 5: the whole total, actions included (356.5). Tells whether it was set to nothing."""
    acted = False
    for override in question.overrides:
        if holds(override.guard, chosen.elections):
            before = running.now()
            running.energy, running.pips = 0, {}
            running.record(5, "356.5.a", override.label, before)
            acted = True
    return acted


def _discount(question: Question, index: int, running: _Running, chosen: _Chosen) -> bool:
    """Apply one discount to what runs; tell whether it acted at all."""
    one = question.discounts[index]
    energy, any_, pips = parts(question, index, chosen.elections, chosen.victims)
    if not (energy or any_ or pips):
        return False
    if one.either:
        half = chosen.halves.get(index, one.half or "energy")
        if half == "energy":
            any_, pips = 0, ()
        else:
            energy = 0
    if _capped(question, one, running.energy):
        any_ = 0
    # A minimum stops its own discount; it never raises what is already below it (356.4.e).
    running.energy = max(running.energy - energy, min(running.energy, one.minimum))
    _take_domains(question, running.pips, pips)
    left = any_
    for mask, number in chosen.removed.get(index, ()):
        taken = min(number, left, running.pips.get(mask, 0))
        running.pips[mask] = running.pips.get(mask, 0) - taken
        left -= taken
    for mask, number in tally(running.pips):
        taken = min(number, left)
        running.pips[mask] = number - taken
        left -= taken
    return True


def _capped(question: Question, discount: Discount, energy: int) -> bool:
    """Tell whether a minimum stops the Power half as well: by option, where the Energy is below it already (6.7)."""
    return discount.minimum > energy and question.ruleset.option("minimum_power_half") == "capped"


def _chosen_order(choices: Choices, mine: list[int]) -> list[int]:
    """Give discounts on one component in the order chosen, as far as one was (356.4.c.1)."""
    if choices.order is None or not any(index in choices.order for index in mine):
        return mine
    return sorted(
        mine, key=lambda index: choices.order.index(index) if choices.order and index in choices.order else -1
    )


def _on_base(question: Question) -> list[int]:
    """List the discounts that act on the base cost, largest minimum first."""
    mine = [index for index, one in enumerate(question.discounts) if one.on_base]
    return sorted(mine, key=lambda index: (-question.discounts[index].minimum, index))


def _component_order(question: Question, place: int) -> list[int]:
    mine = [index for index, one in enumerate(question.discounts) if one.component == place]
    return sorted(
        mine, key=lambda index: (-question.discounts[index].minimum, not question.discounts[index].pips, index)
    )


def best_order(question: Question) -> tuple[int, ...]:
    """Order the discounts on the total: the caller's first, then the largest minimum first.

    For plain subtractions this gives the least Energy of all orders (checked against all permutations in the tests);
    among equal minima a discount on one domain goes before one on any pip, which might take the former's pip.
    """
    mine = [index for index, one in enumerate(question.discounts) if one.component is None and not one.on_base]
    last = len(mine)

    def key(index: int) -> tuple[int, int, bool, int]:
        one = question.discounts[index]
        return (last if one.place is None else one.place, -one.minimum, not one.pips, index)

    return tuple(sorted(mine, key=key))


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
    """Give the victims that discounts may read, one object for each different printed cost."""
    if any(holds(one.guard, elections) for one in question.overrides):
        yield {}  # Nothing is owed, so nothing is killed (356.5.a).
        return
    readers = [
        index
        for index, one in enumerate(question.discounts)
        if one.victim is not None and times(question.components[one.victim[0]], elections)
    ]
    options: list[list[tuple[int, int]]] = []
    for index in readers:
        component, line = question.discounts[index].victim or (0, 0)
        seen: dict[tuple[int, int], int] = {}
        for place in question.components[component].lines[line].eligible:
            one = question.objects[place]
            seen.setdefault((one.energy, one.pip_count), place)
        options.append([(index, place) for place in seen.values()])
    for chosen in product(*options):
        yield dict(chosen)


def _submultisets(pips: Tally, number: int) -> Iterator[Tally]:
    """Give every way to take exactly `number` pips (all of them if there are fewer)."""
    if number >= size(pips):
        yield pips
        return
    if not pips:
        yield ()
        return
    (mask, most), rest = pips[0], pips[1:]
    for taken in range(max(0, number - size(rest)), min(most, number) + 1):
        for more in _submultisets(rest, number - taken):
            yield ((mask, taken), *more) if taken else more


State = tuple[int, Tally]


def _take_domains(question: Question, left: dict[int, int], pips: Tally) -> None:
    """Take off pips of exactly a domain; by option, pips that others can pay as well after those (6.9)."""
    for mask, number in pips:
        gone = min(number, left.get(mask, 0))
        left[mask] = left.get(mask, 0) - gone
        if gone < number and question.ruleset.option("domain_discount") == "matching":
            for other in sorted((one for one in left if one & mask), key=lambda one: (one.bit_count(), one)):
                more = min(number - gone, left[other])
                left[other] -= more
                gone += more


def _after(
    question: Question, state: State, discount: Discount, less: tuple[int, int, Tally]
) -> Iterator[tuple[State, Tally]]:
    """Apply one half of a discount in every way, with the pips that ``[A]`` removed.

    `less` is what it takes: Energy, ``[A]`` pips and domain pips. Pips that the caller asked to be removed are, as far
    as they are there; the rest is free (contract C8).
    """
    now, held = state
    energy, any_, pips = less
    if _capped(question, discount, now):
        any_ = 0
    now = max(now - energy, min(now, discount.minimum))
    left = dict(held)
    _take_domains(question, left, pips)
    remaining = tally(left)
    first: dict[int, int] = {}
    for mask, number in discount.removed or ():
        first[mask] = min(number, left.get(mask, 0), any_ - sum(first.values()))
        left[mask] = left.get(mask, 0) - first[mask]
    for more in _submultisets(tally(left), any_ - sum(first.values())):
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
    for index in _on_base(question):
        states = _apply(question, index, states, elections, victims)
    states = {state: (halves, removed, ()) for state, (halves, removed, _) in states.items()}
    for place, component in enumerate(question.components):
        number = times(component, elections)
        if not number:
            continue
        start: dict[State, Made] = {
            (component.energy * number, tally({m: n * number for m, n in component.pips})): ((), (), ())
        }
        mine = _component_order(question, place)
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
