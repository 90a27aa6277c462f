"""The notation of a payment: equal texts are one payment, and one payment has one text (design, section 3).

``discard!4E~3r.b.discard!discard(charm)`` elects *discard*, owes 4 Energy, exhausts three Fury runes and a Mind rune,
and discards a card of the class of ``charm`` for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from runepay.model.cost import DOES
from runepay.model.errors import InputError, nearest_or_known
from runepay.model.identity import interchangeable, owned_lines
from runepay.model.notation.letters import (
    LETTER,
    WORD,
    Kind,
    count,
    name_text,
    number_text,
    read_name,
    read_total,
    read_units,
    refuse,
    total_text,
    units_text,
)
from runepay.model.payment import Payment, Step
from runepay.model.pool import kind_place
from runepay.model.question import Line, Question
from runepay.model.resources import DOMAINS, Tally

NESTED: Final = "add:"
"""What the part of a step begins with that pays for an Add's own cost."""

COUNTED: Final = frozenset({"xp", "burn"})
"""Actions that are counted, and are done to no object of the state."""


# ------------------------------------------------------------- classes


def owners(question: Question) -> Iterator[tuple[str, Line]]:
    """Give every action line with what it belongs to, in a fixed order."""
    yield from owned_lines(question)
    for producer in question.supply.producers:
        for line in producer.lines:
            yield f"{NESTED}{question.objects[producer.object].id}", line


class Classes:
    """Objects that nothing in the question tells apart (design, section 3).

    Attributes
    ----------
    members
        By class, indices into the question's objects; the first one gives the class its name.
    of
        By an object's id, its class.
    """

    def __init__(self, question: Question | None) -> None:
        groups: dict[int, list[int]] = {}
        for index, number in () if question is None else interchangeable(question).items():
            groups.setdefault(number, []).append(index)
        self.members = [tuple(groups[number]) for number in sorted(groups)]
        ids = () if question is None else tuple(one.id for one in question.objects)
        self.of = {ids[index]: place for place, one in enumerate(self.members) for index in one}
        self.names = [ids[members[0]] for members in self.members]

    def name(self, oid: str) -> str:
        """Give the id that stands for the class of an object; an unknown id stands for itself."""
        place = self.of.get(oid)
        return oid if place is None else self.names[place]


# ------------------------------------------------------------- writing


@dataclass(slots=True)
class Counts:
    """A payment as counts: everything that makes it this payment and no other.

    Attributes
    ----------
    elections, energy, pips
        What is elected (without zeros), and what is owed.
    exhausts, recycles
        Runes, by domain.
    adds
        By class, ability and what is copied: how often, or the amount that is converted.
    uses
        By the same: how many objects convert, where they are more than one.
    pool, left
        Units taken from what floated before, and units added and not spent.
    acts
        By part and action: how many objects of each class, or the number alone under class -1.
    """

    elections: tuple[tuple[str, int], ...] = ()
    energy: int = 0
    pips: Tally = ()
    exhausts: dict[str, int] = field(default_factory=dict)
    recycles: dict[str, int] = field(default_factory=dict)
    adds: dict[tuple[int, int, str], int] = field(default_factory=dict)
    uses: dict[tuple[int, int, str], int] = field(default_factory=dict)
    pool: dict[Kind, int] = field(default_factory=dict)
    left: dict[Kind, int] = field(default_factory=dict)
    acts: dict[tuple[str, str], dict[int, int]] = field(default_factory=dict)


def counts(question: Question, payment: Payment, classes: Classes) -> Counts:
    """Count a payment that is legal for the question."""
    owed = payment.owed
    found = Counts(
        tuple(sorted((name, value) for name, value in owed.choices.elections if value)), owed.energy, owed.pips
    )
    spent: dict[Kind, int] = {}
    added: dict[Kind, int] = {}
    converters: set[tuple[int | None, int, str]] = set()
    if classes.members:
        converters = {
            (classes.of.get(question.objects[one.object].id), *one.key)
            for one in question.supply.producers
            if one.converts
        }
    for step in payment.steps:
        if step.step == "act":
            _count_act(found, step, classes)
            continue
        into = spent if step.step == "spend" else added
        for kind, number in step.gives:
            into[kind] = into.get(kind, 0) + number
        if step.step == "add":
            key = classes.of[step.object], step.ability, _first_copied(question, step)
            if key in found.adds and key in converters:
                found.uses[key] = found.uses.get(key, 1) + 1
            found.adds[key] = found.adds.get(key, 0) + step.number
        elif step.step != "spend":
            runes = found.exhausts if step.step == "exhaust" else found.recycles
            domain = step.object.removeprefix("rune:")
            runes[domain] = runes.get(domain, 0) + step.number
    floats = dict(question.supply.pool)
    for kind in sorted({*spent, *added}, key=kind_place):
        taken = min(floats.get(kind, 0), spent.get(kind, 0))
        over = taken + added.get(kind, 0) - spent.get(kind, 0)
        if taken:
            found.pool[kind] = taken
        if over:
            found.left[kind] = over
    return found


def _first_copied(question: Question, step: Step) -> str:
    """Name the first of several equal Adds that a copy may be of (9.2.11)."""
    mine = [
        one.copied for one in question.supply.producers if one.copied and question.objects[one.object].id == step.object
    ]
    if not step.copies or step.copies in mine:
        return step.copies
    adds = {f"{one.id}:{place}": add for one in question.objects for place, add in enumerate(one.adds)}
    return next((name for name in mine if adds[name] == adds[step.copies]), step.copies)


def _count_act(found: Counts, step: Step, classes: Classes) -> None:
    part = step.part or "base"
    if part.startswith(NESTED):
        part = NESTED + classes.name(part.removeprefix(NESTED))
    into = found.acts.setdefault((part, step.do), {})
    if step.do in COUNTED:
        into[-1] = into.get(-1, 0) + step.number
    for oid in step.objects:
        place = classes.of[oid]
        into[place] = into.get(place, 0) + 1


def payment_text(question: Question, payment: Payment) -> str:
    """Write a payment.

    Parameters
    ----------
    question
        What it pays.
    payment
        A legal payment.

    Returns
    -------
    str
        The canonical text; two payments have the same one exactly if they are the same payment.

    Examples
    --------
    >>> import runepay
    >>> state = runepay.GameState.model_validate({"runes": {"fury": 2, "mind": 1}, "pool": {"energy": 1}})
    >>> play = runepay.Play.model_validate({"card": "Mine", "cost": {"energy": 3, "power": ["fury"]}})
    >>> answer = runepay.solve(state, play)
    >>> payment_text(answer.question, answer.payment)
    '3ER~2r.R.(E)'
    """
    # Most payments take runes only, and then nobody's class matters.
    plain = all(step.step not in {"add", "act"} for step in payment.steps)
    classes = Classes(None if plain else question)
    return counts_text(question, classes, counts(question, payment, classes))


def counts_text(question: Question, classes: Classes, one: Counts) -> str:
    """Write counts as a payment is written."""
    head = [_numbered(name_text(name, ":"), value) for name, value in one.elections]
    head.append(total_text(one.energy, one.pips))
    items = [number_text(one.exhausts[d]) + LETTER[d].lower() for d in DOMAINS if one.exhausts.get(d)]
    items += [number_text(one.recycles[d]) + LETTER[d] for d in DOMAINS if one.recycles.get(d)]
    several = {place: abilities(question, classes, place) for place in {place for place, _, _ in one.adds}}
    for place, ability, copied in sorted(one.adds):
        word = f"!{name_text(classes.names[place], ':')}"
        if len(several[place]) > 1:
            word += f"!{ability}"
            if copied:
                other, _, number = copied.rpartition(":")
                word += f"!{name_text(other, ':')}!{number}"
        key = place, ability, copied
        objects = f"'{one.uses[key]}" if key in one.uses else ""
        items.append(f"{word}'{one.adds[key]}{objects}" if objects else _numbered(word, one.adds[key]))
    if one.pool:
        items.append(f"({units_text(one.pool.items())})")
    if one.left:
        items.append(f"-({units_text(one.left.items())})")
    items += _acts(question, classes, one)
    return "!".join(head) + ("~" + ".".join(items) if items else "")


def abilities(question: Question, classes: Classes, place: int) -> list[tuple[int, str]]:
    """Give the Adds that a class can use: which ability, and what it copies."""
    mine = set(classes.members[place])
    return sorted({one.key for one in question.supply.producers if one.object in mine})


def _acts(question: Question, classes: Classes, one: Counts) -> Iterator[str]:
    if not one.acts:
        return
    order: dict[tuple[str, str], int] = {}
    for part, line in owners(question):
        named = NESTED + classes.name(part.removeprefix(NESTED)) if part.startswith(NESTED) else part
        order.setdefault((named, line.action.do), len(order))
    for part, do in sorted(one.acts, key=lambda key: (order.get(key, len(order)), key)):
        taken = one.acts[part, do]
        word = do if part == "base" else f"{name_text(part, ':')}!{do}"
        if do in COUNTED:
            yield f"{word}'{taken[-1]}"
        else:
            objects = (_numbered(name_text(classes.names[n], ":"), taken[n]) for n in sorted(taken))
            yield f"{word}({'.'.join(objects)})"


def _numbered(word: str, number: int) -> str:
    return word if number == 1 else f"{word}'{number}"


# ------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class SaidAdd:
    """An Add that a text names; ``ability`` is ``None`` where the text leaves it out."""

    name: str
    number: int
    ability: int | None = None
    copied: str = ""
    uses: int = 1
    """How many objects convert the amount."""


@dataclass(frozen=True, slots=True)
class SaidAct:
    """An action that a text names: the objects with their numbers, or a number alone; ``part`` may be left out."""

    part: str | None
    do: str
    objects: tuple[tuple[str, int], ...]
    number: int


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says, before anything in it is looked up; ``total`` is ``None`` where it is left out."""

    elections: tuple[tuple[str, int], ...]
    total: tuple[int, Tally] | None
    exhausts: tuple[tuple[str, int], ...]
    recycles: tuple[tuple[str, int], ...]
    adds: tuple[SaidAdd, ...]
    pool: tuple[tuple[Kind, int], ...]
    left: tuple[tuple[Kind, int], ...]
    acts: tuple[SaidAct, ...]


_RUNE: Final = re.compile(r"(\d*)([RGBOPYrgbopy])")
_NAME: Final = r"[A-Za-z0-9_*-]+"
_ADD: Final = re.compile(rf"!({_NAME})(?:!(\d{{1,4}})(?:!({_NAME})!(\d{{1,4}}))?)?(?:'(\d+)(?:'(\d+))?)?")
_ACT: Final = re.compile(rf"(?:({_NAME})!)?({_NAME})(?:\(([^()]+)\)|'(\d+))")
_OBJECT: Final = re.compile(rf"({_NAME})(?:'(\d+))?")
_POOL: Final = re.compile(r"(-?)\(([^()]*)\)")


def scan(text: str) -> Said:
    """Read a text, without asking whether anything in it exists.

    Raises
    ------
    Unreadable
        With the place.

    Examples
    --------
    >>> scan("discard!4E~3r.b.discard!discard(charm)").exhausts
    (('fury', 3), ('mind', 1))
    >>> scan("4E~3r.q")
    Traceback (most recent call last):
    runepay.model.notation.letters.Unreadable: this notation cannot be read at character 7: ...
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - callers without types
        raise InputError("a payment's notation is a text", path="payment", found=type(text).__name__)
    if not text:
        refuse("it is empty", 0)
    head, tilde, rest = text.partition("~")
    elections, total = _head(head)
    found: dict[str, dict[str, int]] = {"exhaust": {}, "recycle": {}}
    adds: list[SaidAdd] = []
    units: dict[str, dict[Kind, int]] = {"": {}, "-": {}}
    acts: list[SaidAct] = []
    for place, item in _items(rest, len(head) + 1) if tilde else ():
        if rune := _RUNE.fullmatch(item):
            into = found["recycle" if rune[2].isupper() else "exhaust"]
            domain = WORD[rune[2].upper()]
            if domain in into:
                refuse("these runes are stated twice", place, item)
            into[domain] = count(rune[1], place)
        elif item.startswith("!"):
            adds.append(_add(item, place))
        elif pool := _POOL.fullmatch(item):
            if units[pool[1]]:
                refuse("this is stated twice", place, item)
            units[pool[1]] = read_units(pool[2], place + len(pool[1]) + 1)
        else:
            acts.append(_act(item, place))
    return Said(
        elections,
        total,
        _nonzero(found["exhaust"].items()),
        _nonzero(found["recycle"].items()),
        tuple(adds),
        tuple((kind, number) for kind, number in units[""].items() if number),
        tuple((kind, number) for kind, number in units["-"].items() if number),
        tuple(acts),
    )


def _nonzero(items: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(one for one in items if one[1])


def _head(head: str) -> tuple[tuple[tuple[str, int], ...], tuple[int, Tally] | None]:
    *names, last = head.split("!")
    elections: dict[str, int] = {}
    place = 0
    for part in names:
        found = _OBJECT.fullmatch(part)
        if found is None:
            refuse("an election is written NAME! or NAME'NUMBER!", place, part)
        name = read_name(found[1], place, ":")
        if name in elections:
            refuse("this election is made twice", place, part)
        elections[name] = count(found[2] or "", place)
        place += len(part) + 1
    return tuple(elections.items()), read_total(last, place) if last else None


def _items(text: str, place: int) -> Iterator[tuple[int, str]]:
    """Split at the points outside parentheses."""
    start = depth = 0
    for at, one in enumerate(text):
        if one == "." and not depth:
            yield place + start, text[start:at]
            start = at + 1
        depth += (one == "(") - (one == ")")
        if depth not in {0, 1}:
            refuse("this parenthesis has no partner", place + at, one)
    if depth:
        refuse("a parenthesis is not closed", place + text.rindex("("), "(")
    yield place + start, text[start:]


def _add(item: str, place: int) -> SaidAdd:
    found = _ADD.fullmatch(item)
    if found is None:
        refuse("an Add is written !OBJECT, !OBJECT!ABILITY or !OBJECT'NUMBER", place, item)
    copied = f"{read_name(found[3], place + found.start(3), ':')}:{int(found[4])}" if found[3] else ""
    ability = int(found[2]) if found[2] else None
    number, uses = count(found[5] or "", place), count(found[6] or "", place)
    return SaidAdd(read_name(found[1], place + 1, ":"), number, ability, copied, uses)


def _act(item: str, place: int) -> SaidAct:
    found = _ACT.fullmatch(item)
    if found is None:
        what = "runes (3r, 2R), an Add (!seal), the pool ((2E.U)) or an action (discard(charm)) is expected here"
        refuse(what, place, item)
    part = read_name(found[1], place, ":") if found[1] else None
    do = found[2]
    if do not in DOES:
        refuse("unknown action", place + found.start(2), do, nearest_or_known(do, DOES))
    if (do in COUNTED) != (found[3] is None):
        refuse(f"{do} {'takes a number' if do in COUNTED else 'names its objects'}", place, item)
    if found[3] is None:
        return SaidAct(part, do, (), count(found[4], place))
    objects: dict[str, int] = {}
    at = place + found.start(3)
    for word in found[3].split("."):
        one = _OBJECT.fullmatch(word)
        if one is None:
            refuse("objects are written ID or ID'NUMBER", at, word)
        name = read_name(one[1], at, ":")
        if name in objects:
            refuse("this object is stated twice", at, word)
        objects[name] = count(one[2] or "", at)
        at += len(word) + 1
    return SaidAct(part, do, tuple(objects.items()), sum(objects.values()))
