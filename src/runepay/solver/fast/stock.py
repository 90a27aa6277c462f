"""What can pay a question of the provable kind, as counted sources; or that it is of another kind.

The fast lane proves its answers for runes, what floats, and Adds that give one unit and ask for nothing but their own
object's exhaustion or death (Seals, Gold): there each unit is had independently of the others, except that a rune's
readiness ends with its exhaust. Everything else is declined, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from runepay.model.guards import ALWAYS
from runepay.model.pool import Kind
from runepay.model.question import Producer, Question
from runepay.model.resources import DOMAINS, ENERGY, reach
from runepay.model.values import loss
from runepay.solver.formulation.classes import Class, classes

POOL: Final = "pool"
ADD: Final = "add"
RUNE: Final = "rune"


@dataclass(frozen=True, slots=True)
class Source:
    """Some units of one kind that are had in one way.

    Attributes
    ----------
    kind
        What a unit is, and what it may be spent on.
    mask
        The domains it reaches; 0 for Energy.
    number
        How many units there are.
    made
        How they are had: ``pool`` (they float), ``add`` (one Add each), ``rune`` (recycled).
    loss
        Value of the object that one Add kills.
    tapped
        1 if the Add exhausts a unit.
    place
        For an Add its class; for a rune the domain's place among :data:`DOMAINS`.
    producer, members
        For an Add: one producer of the class, and the class's objects in the order in which they are used.
    """

    kind: Kind
    mask: int
    number: int
    made: str
    loss: int = 0
    tapped: int = 0
    place: int = -1
    producer: Producer | None = None
    members: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stock:
    """Everything that can pay: sources of Power and of Energy, and the runes.

    ``runes`` are ``(ready, exhausted)`` for all six domains; ``floating`` is all Energy in the pool, restricted units
    that do not fit included.
    """

    power: tuple[Source, ...]
    energy: tuple[Source, ...]
    runes: tuple[tuple[int, int], ...]
    floating: int


def stock(question: Question) -> Stock | None:
    """Give what can pay a question, or ``None`` if it is not of the provable kind."""
    if question.faults or question.ambush is not None:
        return None
    if question.supply.unpriced:
        return None  # An Add that is left out might pay for it.
    adds = _adds(question)
    if adds is None:
        return None
    fits = question.supply.fits
    power: list[Source] = []
    energy: list[Source] = []
    for kind, number in question.supply.pool:
        if kind[1] in fits and number:
            into = energy if kind[0] == ENERGY else power
            into.append(Source(kind, _mask(kind), number, POOL))
    for one in adds:
        (energy if one.kind[0] == ENERGY else power).append(one)
    counts = [(0, 0)] * len(DOMAINS)
    for domain, ready, exhausted in question.supply.runes:
        place = DOMAINS.index(domain)
        counts[place] = (ready, exhausted)
        power.append(Source((domain, ""), reach(domain), ready + exhausted, RUNE, place=place))
    return Stock(tuple(power), tuple(energy), tuple(counts), question.supply.floating)


def _mask(kind: Kind) -> int:
    return 0 if kind[0] == ENERGY else reach(kind[0])


def _adds(question: Question) -> list[Source] | None:
    """Give one source for each class of objects with an Add, or ``None`` if some Add does more than give one unit."""
    producers = question.supply.producers
    if not producers:
        return []
    objects = [one.object for one in producers]
    if len(set(objects)) < len(objects):
        return None  # An object of several Adds has to choose among them.
    guarded = {index for index, guard in question.protected if guard != ALWAYS}
    for one in producers:
        if one.nested or one.repeats or len(one.gives) != 1 or one.gives[0][1] != 1:
            return None
        if one.kill and one.object in guarded:
            return None
    found, class_of = classes(question)
    by_class: dict[int, Producer] = {}
    for one in producers:
        by_class.setdefault(class_of[one.object], one)
    able = set(objects)
    made: list[Source] = []
    for place, producer in sorted(by_class.items()):
        if not able.issuperset(found[place].members):
            return None
        if producer.gives[0][0][1] in question.supply.fits:
            made.append(_source(question, place, found[place], producer))
    return made


def _source(question: Question, place: int, cls: Class, producer: Producer) -> Source:
    ((kind, _),) = producer.gives
    one = question.objects[cls.members[0]]
    return Source(
        kind,
        _mask(kind),
        cls.count,
        ADD,
        loss=loss("kill", one.zone, one) if producer.kill else 0,
        tapped=1 if producer.exhaust and "unit" in one.type else 0,
        place=place,
        producer=producer,
        members=cls.members,
    )
