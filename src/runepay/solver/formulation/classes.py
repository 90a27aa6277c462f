"""Groups interchangeable objects into counted classes (design, section 3).

Objects that nothing in the question tells apart form a class; the model counts, and only a finished payment names
objects. Within a class objects are used in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from runepay.model.buffs import reads_buffs
from runepay.model.guards import ALWAYS, Guard
from runepay.model.question import Line, Producer, Question


@dataclass(frozen=True, slots=True)
class Class:
    """A class: the indices of its members in canonical order, and the guard under which they are protected."""

    members: tuple[int, ...]
    protected: tuple[Guard, ...]

    @property
    def count(self) -> int:
        """Number of members."""
        return len(self.members)


def classes(question: Question) -> tuple[list[Class], dict[int, int]]:
    """Group the objects that some action or Add can use.

    Returns
    -------
    tuple
        The classes in canonical order, and the class of each used object.
    """
    used: set[int] = {producer.object for producer in question.supply.producers}
    # An Add with a payment of its own is used object by object, since each use is a payment at a moment of its own.
    alone: dict[int, int] = {}
    # Of equal objects one may Add and the other not: a target that must stay does not kill itself for it.
    adds: dict[int, list[tuple[int, str]]] = {}
    for producer in question.supply.producers:
        adds.setdefault(producer.object, []).append(producer.key)
        if producer.nested:
            alone[producer.object] = producer.object
            if producer.copied:
                # What it copies must still be there then, so which one goes matters.
                source = copied_from(question, producer)
                alone[source] = source
    eligible_in: dict[int, list[tuple[int, tuple[Guard, tuple[str, ...]] | None]]] = {}
    lines = list(all_lines(question))
    spending = any(line.action.do == "buff" for line in lines)
    for number, line in enumerate(lines):
        terms: dict[int, tuple[Guard, tuple[str, ...]]] = {}
        for index, guard in line.only:
            terms[index] = (guard, ())
        for index, need in line.after:
            terms[index] = (terms.get(index, (ALWAYS, ()))[0], need)
        for index in line.eligible:
            used.add(index)
            eligible_in.setdefault(index, []).append((number, terms.get(index)))
    if question.ambush is not None:
        used.update(question.ambush)
    guards: dict[int, list[Guard]] = {}
    for index, guard in question.protected:
        guards.setdefault(index, []).append(guard)
    groups: dict[object, list[int]] = {}
    for index in sorted(used):
        one = question.objects[index]
        # Where the number of spent buffs matters an object of several buffs stands alone: whose buffs go matters.
        if one.buffs > 1 and spending and any(reads_buffs(one, lines[n]) for n, _ in eligible_in.get(index, ())):
            alone[index] = index
        # Eligibility is part of the key: an action may single out one object by its id ("itself").
        served = tuple(eligible_in.get(index, ()))
        key = (one.group, alone.get(index, -1), tuple(adds.get(index, ())), served, tuple(guards.get(index, ())))
        groups.setdefault(key, []).append(index)
    found = [Class(tuple(members), tuple(guards.get(members[0], ()))) for members in groups.values()]
    return found, {index: place for place, one in enumerate(found) for index in one.members}


def copied_from(question: Question, producer: Producer) -> int:
    """Give the object whose Add a producer copies."""
    name = producer.copied.rpartition(":")[0]
    return next(index for index, one in enumerate(question.objects) if one.id == name)


def all_lines(question: Question) -> Iterator[Line]:
    """Give every action line of the question, in a fixed order."""
    yield from question.lines
    for alternate in question.alternates:
        yield from alternate.lines
    for component in question.components:
        yield from component.lines
    for producer in question.supply.producers:
        yield from producer.lines


def first_places(question: Question) -> list[int]:
    """Give for each Add the place where it stands first: one used at several moments stands several times."""
    first: dict[tuple[int, int, str], int] = {}
    return [
        first.setdefault((one.object, one.ability, one.copied), place)
        for place, one in enumerate(question.supply.producers)
    ]


def first_lines(question: Question) -> list[int]:
    """Give for each action line the place of the line that it repeats, in :func:`all_lines`, or its own."""
    producers = question.supply.producers
    before = sum(1 for _ in all_lines(question)) - sum(len(one.lines) for one in producers)
    starts: list[int] = []
    found = list(range(before))
    for one, first in zip(producers, first_places(question), strict=True):
        starts.append(len(found))
        found.extend(starts[first] + number if one.again else starts[-1] + number for number in range(len(one.lines)))
    return found
