"""The steps of a solution, in an order that replays as it stands (357.1, 357.2, contract C17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from runepay.model.cost import RULE_OF
from runepay.model.errors import InternalError
from runepay.model.owed import Owed
from runepay.model.payment import Kind, Pool, Step, step
from runepay.model.pool import kind_place, whole_pool
from runepay.model.question import Line, Producer, Question, add_order
from runepay.model.resources import ANY, ENERGY, Tally, add_tallies, scale_tally, size
from runepay.model.state import GameState
from runepay.solver.formulation import actions, matching
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.naming import Named


class Tracker:
    """Keeps the pool while steps are written.

    Parameters
    ----------
    pool
        What floats before.
    kinds
        What will float besides, as far as that is known.
    """

    def __init__(self, pool: Mapping[Kind, int], kinds: Iterable[Kind] = ()) -> None:
        self.units: dict[Kind, int] = {}
        """In canonical order, and with zeros."""
        self._sort({**dict.fromkeys(kinds, 0), **pool})
        self.steps: list[Step] = []

    def _sort(self, units: dict[Kind, int]) -> None:
        self.units = {kind: units[kind] for kind in sorted(units, key=kind_place)}

    def add(self, one: Step, sign: int) -> None:
        """Append a step that adds (1), spends (-1) or does neither (0)."""
        for kind, number in one.gives:
            if kind not in self.units:
                self._sort({**self.units, kind: 0})
            self.units[kind] += sign * number
        # The step was made for this place, so it is completed and not copied: copies are what writing steps costs.
        object.__setattr__(one, "pool", Pool(tuple([unit for unit in self.units.items() if unit[1]])))
        self.steps.append(one)


def written(model: Model, state: GameState, solution: Sequence[int], owed: Owed) -> tuple[Step, ...]:
    """Order the payment: exhaust, Add, recycle, spend, then the actions (357.1, 357.2)."""
    question = model.question
    track = Tracker(whole_pool(state))
    named = Named(model, solution)
    for domain, expr in model.exhausts.items():
        if number := expr.value(solution):
            track.add(step("exhaust", f"rune:{domain}", number, (((ENERGY, ""), number),), "164.2"), 1)
    # An object may be exhausted by one Add and then killed by another, and what an Add asks for may be what another
    # kills, or copies.
    for key, members in sorted(named.adds.items(), key=lambda item: add_order(model.producer[item[0]])):
        producer = model.producer[key]
        if producer.nested:
            continue
        for index in members:
            track.add(added(question.objects[index].id, producer, 1), 1)
    for domain, expr in model.recycles.items():
        if number := expr.value(solution):
            track.add(step("recycle", f"rune:{domain}", number, (((domain, ""), number),), "164.2"), 1)
    for place in model.order:
        _nested(model, place, solution, named, track)
    spend({kind: expr.value(solution) for kind, expr in model.spent.items()}, owed.pips, "", track)
    _acts(question, owed, named, track)
    return tuple(track.steps)


def added(name: str, producer: Producer, number: int) -> Step:
    """Give the step in which an object's Add is used."""
    gives = tuple((kind, count * number) for kind, count in producer.gives)
    return step("add", name, number, gives, "429.3", producer.ability, producer.copied)


def spend(spent: dict[Kind, int], pips: Tally, part: str, track: Tracker) -> None:
    """Spend Energy, then the Power with what it pays."""
    energies = [kind for kind in spent if kind[0] == ENERGY and spent[kind]]
    if len(energies) > 1:
        energies.sort(key=kind_place)
    for kind in energies:
        track.add(step("spend", "", spent[kind], ((kind, spent[kind]),), "357.1", part=part), -1)
    pays: dict[Kind, list[tuple[int, int]]] = {}
    for kind, mask, number in matching.assign(pips, spent):
        pays.setdefault(kind, []).append((mask, number))
    for kind, paid in pays.items():
        number = paid[0][1] if len(paid) == 1 else sum([n for _, n in paid])
        track.add(step("spend", "", number, ((kind, number),), "357.1", part=part, pays=tuple(paid)), -1)


def _nested(model: Model, place: int, solution: Sequence[int], named: Named, track: Tracker) -> None:
    """Pay an Add's own cost, then use it (429.3.a)."""
    question = model.question
    producer = question.supply.producers[place]
    key = (model.class_of[producer.object], producer.key)
    if key not in model.adds or not model.adds[key].value(solution):
        return
    uses = 1 if place in model.amounts else model.adds[key].value(solution)
    amount = model.amounts[place].value(solution) if place in model.amounts else uses
    spent = {kind: expr.value(solution) for (one, kind), expr in model.nested.items() if one == place}
    lines = {id(line): number for number, line in enumerate(all_lines(question))}
    taken = [list(named.lines.get(lines[id(line)], ())) for line in producer.lines]
    own = producer.object
    last = producer.repeats and uses > 1 and any(own in objects for objects in taken)
    if last:
        # What takes its own object for its cost is used once more with that, and not again.
        for objects in taken:
            objects.sort(key=lambda index: index == own)
        once = _share(spent, producer)
        rest = {kind: number - once.get(kind, 0) for kind, number in spent.items()}
        first = [objects[: len(objects) - line.number] for line, objects in zip(producer.lines, taken, strict=True)]
        taken = [objects[len(objects) - line.number :] for line, objects in zip(producer.lines, taken, strict=True)]
        _use(question, producer, (uses - 1, amount - 1), rest, first, track)
        uses, amount, spent = 1, 1, once
    _use(question, producer, (uses, amount), spent, taken, track)


def _share(spent: dict[Kind, int], producer: Producer) -> dict[Kind, int]:
    """Give what pays for one of several uses of an Add."""
    once: dict[Kind, int] = {}
    need = producer.energy
    for kind in sorted(spent, key=kind_place):
        if kind[0] == ENERGY and need:
            once[kind] = min(need, spent[kind])
            need -= once[kind]
    times = sum(number for kind, number in spent.items() if kind[0] != ENERGY) // max(1, size(producer.pips))
    left = dict(producer.pips)
    for kind, mask, number in matching.assign(scale_tally(producer.pips, times), spent):
        mine = min(number, left[mask])
        if mine:
            left[mask] -= mine
            once[kind] = once.get(kind, 0) + mine
    return once


def _use(  # noqa: PLR0913, PLR0917 - the parts of one use
    question: Question,
    producer: Producer,
    times: tuple[int, int],
    spent: dict[Kind, int],
    taken: Sequence[Sequence[int]],
    track: Tracker,
) -> None:
    """Write so many uses of an Add: what pays for them, what its lines take, and what it gives so many times."""
    uses, amount = times
    name = question.objects[producer.object].id
    part = f"add:{name}"
    converted: Tally = ((ANY, amount),) if producer.converts == "power" else ()
    spend(spent, add_tallies(scale_tally(producer.pips, uses), converted), part, track)
    for line, indices in sorted(zip(producer.lines, taken, strict=True), key=lambda one: actions.rank(one[0])):
        objects = tuple(question.objects[index].id for index in indices)
        do = line.action.do
        track.add(Step("act", number=line.number * uses, do=do, objects=objects, part=part, rule=RULE_OF[do]), 0)
    track.add(added(name, producer, amount), 1)


def _acts(question: Question, owed: Owed, named: Named, track: Tracker) -> None:
    owners: list[tuple[str, Line]] = [("base", line) for line in question.lines]
    owners += [("base", line) for one in question.alternates for line in one.lines]
    owners += [(one.id, line) for one in question.components for line in one.lines]
    needed = {id(line): number for line, number in owed.lines}
    acts: list[tuple[int, Step]] = []
    for place, (part, line) in enumerate(owners):
        number = needed.get(id(line), 0)
        if not number:
            continue
        do = line.action.do
        objects = tuple(question.objects[index].id for index in named.lines.get(place, ()))
        if do not in {"xp", "burn"} and len(objects) != number:
            msg = "the constraint model takes another number of objects than is owed"
            raise InternalError(msg)
        acts.append(
            (actions.rank(line), Step("act", number=number, do=do, objects=objects, part=part, rule=RULE_OF[do]))
        )
    for _, one in sorted(acts, key=lambda item: item[0]):
        track.add(one, 0)
