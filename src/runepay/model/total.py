"""The five stages: from choices to the total that is owed, with its trace (rules 356.1-356.6).

:func:`settle` is a plain function: choices in, total and trace out. The solver writes the same stages as constraints;
tests hold the two equal. What other choices would give is listed in :mod:`runepay.model.reach`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from runepay.model.guards import holds
from runepay.model.objects import Object
from runepay.model.owed import Choices, Entry, Owed
from runepay.model.question import Alternate, Component, Discount, Line, Question
from runepay.model.resources import ANY, Tally, tally


@dataclass(slots=True)
class _Running:
    """The cost while the stages run."""

    energy: int
    pips: dict[int, int]
    trace: list[Entry] | None
    lines: list[tuple[Line, int]] = field(default_factory=list)
    written: tuple[tuple[Line, int], ...] = ()

    def record(self, stage: int, rule: str, label: str, before: tuple[int, Tally], note: str = "") -> None:
        if self.trace is None:
            return
        had, self.written = self.written, tuple(one for one in self.lines if one[1])
        now = (self.energy, tally(self.pips))
        self.trace.append(Entry(stage, rule, label, *before, *now, note, had, self.written))

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


def cost_read(question: Question, where: tuple[int, int], victim: Object) -> tuple[int, int]:
    """Give the printed Energy and number of pips that a discount reads of what an action takes (206).

    A unit whose death is replaced was not killed; whether its cost is read all the same is an open question (6.8).
    """
    do = question.components[where[0]].lines[where[1]].action.do
    if do == "kill" and victim.instead and question.ruleset.option("killed_this_way") == "died":
        return 0, 0
    return victim.energy, victim.pip_count


def parts(
    question: Question, index: int, elections: Mapping[str, int], victims: Mapping[int, int]
) -> tuple[int, int, Tally]:
    """Give a discount's Energy, ``[A]`` pips and domain pips for these elections and this victim."""
    one = question.discounts[index]
    number = factor(one, elections)
    if one.kills is not None:
        number = max(0, number - victims.get(index, 0))
    energy, any_, pips = one.energy * number, one.any * number, one.pips
    power_times = number
    if one.victim is not None:
        component = question.components[one.victim[0]]
        if index not in victims or not times(component, elections):
            return 0, 0, ()
        read_energy, read_pips = cost_read(question, one.victim, question.objects[victims[index]])
        energy *= read_energy
        any_ *= read_pips
        power_times *= read_pips
    return energy, any_, tuple((mask, n * power_times) for mask, n in pips if n * power_times)


def takers(able: Iterable[tuple[int, int]], plan: Tally) -> list[tuple[int, Tally]]:
    """Say which discount takes which of the pips that go: in this order, as many as each can (356.4).

    Parameters
    ----------
    able
        Discounts by index, each with the number of ``[A]`` pips it removes.
    plan
        The pips that go.

    Examples
    --------
    >>> takers([(0, 1), (2, 2)], ((1, 2), (63, 1)))
    [(0, ((1, 1),)), (2, ((1, 1), (63, 1)))]
    """
    left = dict(plan)
    found: list[tuple[int, Tally]] = []
    for index, most in able:
        room = most
        taken: dict[int, int] = {}
        for mask, number in tally(left):
            gone = min(number, room)
            if gone:
                taken[mask] = gone
                left[mask] -= gone
                room -= gone
        if taken:
            found.append((index, tally(taken)))
    return found


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
    _base_cost(question, chosen, running)
    _additional_costs(question, choices, chosen, running)
    _increases(question, chosen, running)
    _discounts(question, choices, chosen, running)
    _overridden(question, chosen, running)
    return Owed(
        running.energy,
        tally(running.pips),
        tuple((line, number) for line, number in running.lines if number),
        choices,
        tuple(running.trace or ()),
    )


_BASE = {"effect": "204.3", "applied": "204.4", "hide": "811"}
_IGNORED = {"cost": "its cost is ignored", "energy": "its Energy cost is ignored", "power": "its Power cost is ignored"}


def _base_cost(question: Question, chosen: _Chosen, running: _Running) -> None:
    """Stage 1: the base cost (356.1)."""
    energy, pips, lines, alternate = base_of(question, chosen.elections)
    running.lines = [(line, line.number) for line in question.lines]
    if running.trace is not None:
        label = "printed cost" if question.kind == "card" else "base cost"
        running.record(1, _BASE.get(question.kind, "204.1"), label, (0, ()))
    if alternate is not None:
        before = running.now()
        running.energy, running.pips = energy, dict(pips)
        running.lines = [(line, line.number) for line in lines]
        running.record(1, alternate.rule, alternate.label, before)
    for ignore in question.ignores:
        if holds(ignore.guard, chosen.elections):
            before = running.now()
            if ignore.half in {"cost", "energy"}:
                running.energy = 0
            if ignore.half in {"cost", "power"}:
                running.pips = {}
            running.record(1, ignore.rule, ignore.label, before, _IGNORED[ignore.half])
    for index in on_base(question):
        before = running.now()
        if _discount(question, index, running, chosen):
            running.record(1, "356.4.c", question.discounts[index].label, before)


def _additional_costs(question: Question, choices: Choices, chosen: _Chosen, running: _Running) -> None:
    """Stage 2: additional costs, each with the discounts on it (356.2, 356.4.c)."""
    for place, component in enumerate(question.components):
        number = times(component, chosen.elections)
        if not number:
            continue
        before = running.now()
        part = _Running(component.energy * number, {m: n * number for m, n in component.pips}, None)
        acted = [
            question.discounts[index].label
            for index in _chosen_order(choices, component_order(question, place))
            if _discount(question, index, part, chosen)
        ]
        running.energy += part.energy
        running.add(tally(part.pips))
        running.lines.extend((line, line.number * number) for line in component.lines)
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


def _overridden(question: Question, chosen: _Chosen, running: _Running) -> None:
    """Stage 5: the whole total, actions included (356.5)."""
    for override in question.overrides:
        if holds(override.guard, chosen.elections):
            before = running.now()
            running.energy, running.pips, running.lines = 0, {}, []
            running.record(5, "356.5.a", override.label, before)


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
    if capped(question, one, running.energy):
        any_, pips = 0, ()
    # A minimum stops its own discount; it never raises what is already below it (356.4.e).
    running.energy = max(running.energy - energy, min(running.energy, one.minimum))
    take_domains(question, running.pips, pips)
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


def take_domains(question: Question, left: dict[int, int], pips: Tally) -> None:
    """Take off pips of exactly a domain; by option, pips that others can pay as well after those (6.9)."""
    for mask, number in pips:
        gone = min(number, left.get(mask, 0))
        left[mask] = left.get(mask, 0) - gone
        if gone < number and mask != ANY and question.ruleset.option("domain_discount") == "matching":
            for other in sorted((one for one in left if one & mask), key=lambda one: (one.bit_count(), one)):
                more = min(number - gone, left[other])
                left[other] -= more
                gone += more


def capped(question: Question, discount: Discount, energy: int) -> bool:
    """Tell whether a minimum stops the Power half as well: by option, where the Energy is below it already (6.7)."""
    return discount.minimum > energy and question.ruleset.option("minimum_power_half") == "capped"


def _chosen_order(choices: Choices, mine: list[int]) -> list[int]:
    """Give discounts on one component in the order chosen, as far as one was (356.4.c.1)."""
    if choices.order is None or not any(index in choices.order for index in mine):
        return mine
    return sorted(
        mine, key=lambda index: choices.order.index(index) if choices.order and index in choices.order else -1
    )


def on_base(question: Question) -> list[int]:
    """List the discounts that act on the base cost, largest minimum first."""
    mine = [index for index, one in enumerate(question.discounts) if one.on_base]
    return sorted(mine, key=lambda index: (-question.discounts[index].minimum, index))


def component_order(question: Question, place: int) -> list[int]:
    """List the discounts on one additional cost, in their best order."""
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
