"""When two payments are the same one, and which objects nothing tells apart (design, section 3).

An :class:`Identity` holds everything in which two different payments differ and nothing else: elections and the owed
total; the units spent of each kind; the runes and Adds that they come from, by class; and the objects of each class
that each action takes. The order of steps, which unit pays which pip, and what pays which Add's own cost are no part
of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from runepay.model.guards import ALWAYS, Guard
from runepay.model.payment import Kind, Payment, Step
from runepay.model.pool import kind_place
from runepay.model.question import Line, Producer, Question
from runepay.model.resources import DOMAINS, Tally

NOBODY = -1
"""Stands where a class does, for XP and burned cards."""

AddKey = tuple[int, int, int, int]
"""The class of an Add's object, which of its abilities it is, and what it copies: class and ability, or -1."""

ActKey = tuple[str, str, int]
"""What an action belongs to (``base``, an additional cost's id, ``add:CLASS``), what is done, and to which class."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What makes a payment this one and no other; equal identities mean the same payment.

    Attributes
    ----------
    elections
        ``(id, value)`` for every election, in the question's order.
    energy, pips
        The owed total.
    spent
        Units spent of each kind, those for the costs of Adds included.
    adds
        By class and ability: how many objects use it (how often, for one that uses nothing up), and for a converter
        how much all of them convert together, else 0.
    recycles, exhausts
        Runes by domain.
    acts
        By part, action and class: how many objects it takes, or how much XP or how many cards.
    """

    elections: tuple[tuple[str, int], ...]
    energy: int
    pips: Tally
    spent: tuple[tuple[Kind, int], ...]
    adds: tuple[tuple[AddKey, tuple[int, int]], ...]
    recycles: tuple[tuple[str, int], ...]
    exhausts: tuple[tuple[str, int], ...]
    acts: tuple[tuple[ActKey, int], ...]


def owned_lines(question: Question) -> list[tuple[str, Line]]:
    """Give every action line of the play with the part it belongs to, in a fixed order; those of Adds are apart."""
    found = [("base", line) for line in question.lines]
    found += [("base", line) for one in question.alternates for line in one.lines]
    return found + [(one.id, line) for one in question.components for line in one.lines]


Terms = tuple[Guard, tuple[str, ...]] | None


def _serving(line: Line) -> dict[int, Terms]:
    """Say of each object that may serve a line under what terms."""
    terms: dict[int, Terms] = dict.fromkeys(line.eligible)
    for index, guard in line.only:
        terms[index] = (guard, ())
    for index, need in line.after:
        known = terms.get(index)
        terms[index] = (ALWAYS if known is None else known[0], need)
    return terms


def interchangeable(question: Question) -> dict[int, int]:
    """Give the class of every object of a question: equal numbers for objects that nothing tells apart.

    Two objects are alike if they are equal in all but their ids, may serve the same actions under the same terms, are
    protected alike, and if their own Adds and the Adds whose costs they may serve are alike as well.
    """
    objects = question.objects
    serves: dict[int, list[object]] = {index: [] for index in range(len(objects))}
    for number, (_, line) in enumerate(owned_lines(question)):
        for index, terms in _serving(line).items():
            serves[index].append((number, terms))
    for index, guard in question.protected:
        serves[index].append(("stays", guard))
    for index in question.ambush or ():
        serves[index].append("ambush")
    colours = _numbered({index: (one.group, repr(serves[index])) for index, one in enumerate(objects)})
    if not question.supply.producers:
        return colours
    of = {one.id: index for index, one in enumerate(objects)}
    lines = [[_serving(line) for line in one.lines] for one in question.supply.producers]
    while True:
        seen: dict[int, list[str]] = {index: [] for index in range(len(objects))}
        for one, costs in zip(question.supply.producers, lines, strict=True):
            what = (one.ability, *_copied(one, of, colours))
            seen[one.object].append(repr(("own", what)))
            for number, terms_of in enumerate(costs):
                for index, terms in terms_of.items():
                    mine = index == one.object
                    seen[index].append(repr((mine, colours[one.object], what, number, terms)))
        finer = _numbered({index: (colour, tuple(sorted(seen[index]))) for index, colour in colours.items()})
        if len(set(finer.values())) == len(set(colours.values())):
            return finer
        colours = finer


def _numbered(keys: Mapping[int, object]) -> dict[int, int]:
    """Give keys numbers in the order in which the objects come, so that classes stand in canonical order."""
    numbers: dict[object, int] = {}
    return {index: numbers.setdefault(key, len(numbers)) for index, key in sorted(keys.items())}


def _copied(one: Producer | Step, of: Mapping[str, int], classes: Mapping[int, int]) -> tuple[int, int]:
    text = one.copied if isinstance(one, Producer) else one.copies
    if not text:
        return NOBODY, NOBODY
    name, _, place = text.rpartition(":")
    return classes[of[name]], int(place)


def add_key(one: Producer, question: Question, classes: Mapping[int, int]) -> AddKey:
    """Say which Add a producer is, by class."""
    of = {thing.id: index for index, thing in enumerate(question.objects)} if one.copied else {}
    return (classes[one.object], one.ability, *_copied(one, of, classes))


def packed(counts: Mapping[Kind, int]) -> tuple[tuple[Kind, int], ...]:
    """Write counts by kind in canonical order, without zeros."""
    return tuple(sorted(((kind, n) for kind, n in counts.items() if n), key=lambda item: kind_place(item[0])))


def by_domain(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Write counts by domain in the game's order, without zeros."""
    return tuple((domain, counts[domain]) for domain in DOMAINS if counts.get(domain))


def identity(question: Question, payment: Payment, classes: Mapping[int, int] | None = None) -> Identity:
    """Bring a payment into canonical form, in which two payments are equal exactly when they are the same one.

    Parameters
    ----------
    question
        The question that the payment answers.
    payment
        A payment whose steps name objects of the question; whether it is legal is for the referee to say.
    classes
        What :func:`interchangeable` gives for the question, if it is known already.

    Raises
    ------
    KeyError
        A step names an object that is not there.
    """
    classes = interchangeable(question) if classes is None else classes
    of = {one.id: index for index, one in enumerate(question.objects)}
    converts = {(one.object, one.ability, one.copied) for one in question.supply.producers if one.converts}
    spent: dict[Kind, int] = {}
    converting: set[tuple[AddKey, str]] = set()
    adds: dict[AddKey, tuple[int, int]] = {}
    runes: dict[str, dict[str, int]] = {"recycle": {}, "exhaust": {}}
    acts: dict[ActKey, int] = {}
    for step in payment.steps:
        if step.step in runes:
            domain = step.object.removeprefix("rune:")
            runes[step.step][domain] = runes[step.step].get(domain, 0) + step.number
        elif step.step == "add":
            told = _told(step, question, of)
            key = (classes[of[step.object]], step.ability, *_copied(told, of, classes))
            uses, amount = adds.get(key, (0, 0))
            if (of[step.object], step.ability, told.copies) in converts:
                # One object that converts twice converts the sum.
                fresh = step.number > 0 and (key, step.object) not in converting
                if fresh:
                    converting.add((key, step.object))
                adds[key] = uses + fresh, amount + step.number
            else:
                adds[key] = uses + step.number, 0
        elif step.step == "spend":
            for kind, number in step.gives:
                spent[kind] = spent.get(kind, 0) + number
        else:
            part = _part(step.part, of, classes)
            for cls in _taken(step, of, classes):
                acts[part, step.do, cls] = acts.get((part, step.do, cls), 0) + (step.number if cls == NOBODY else 1)
    owed = payment.owed
    return Identity(
        owed.choices.elections,
        owed.energy,
        owed.pips,
        packed(spent),
        tuple(sorted((key, value) for key, value in adds.items() if value[0])),
        by_domain(runes["recycle"]),
        by_domain(runes["exhaust"]),
        tuple(sorted(acts.items())),
    )


def _told(step: Step, question: Question, of: Mapping[str, int]) -> Step:
    """Let a copy be that of the first of several equal Adds (9.2.11)."""
    mine = [one.copied for one in question.supply.producers if one.copied and one.object == of[step.object]]
    if not step.copies or step.copies in mine:
        return step
    copied = _add_of(step.copies, question, of)
    return next((replace(step, copies=name) for name in mine if _add_of(name, question, of) == copied), step)


def _add_of(text: str, question: Question, of: Mapping[str, int]) -> object:
    name, _, place = text.rpartition(":")
    return question.objects[of[name]].adds[int(place)]


def _part(part: str, of: Mapping[str, int], classes: Mapping[int, int]) -> str:
    name = part.removeprefix("add:")
    return part if name == part else f"add:{classes[of[name]]}"


def _taken(step: Step, of: Mapping[str, int], classes: Mapping[int, int]) -> Iterable[int]:
    return [classes[of[name]] for name in step.objects] or [NOBODY]
