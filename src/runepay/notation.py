"""Payments read from their notation and written in it (``docs/notation.md``).

A text that leaves something out (the total, what an action is done for, which of several objects of a name) is taken
to mean the only legal payment that it fits; the referee judges each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Final

from runepay.api import asked
from runepay.model.cost import RULE_OF
from runepay.model.errors import InputError
from runepay.model.notation import Said, SaidAct, SaidAdd, Unreadable, payment_text, scan
from runepay.model.notation.payment import COUNTED, NESTED, Classes, Counts, abilities, owners
from runepay.model.objects import slug
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Kind, Payment, Pool, Step
from runepay.model.pool import kind_place, whole_pool
from runepay.model.question import Producer, Question, add_order
from runepay.model.reach import reachable
from runepay.model.resources import ANY, DOMAINS, ENERGY, Tally, add_tallies, reach, scale_tally
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import GameState, Play
from runepay.model.total import settle, times
from runepay.referee import Violation
from runepay.referee import violations as refereed

__all__ = ["Ambiguous", "NotLegal", "Unreadable", "read_payment", "write_payment"]

MOST: Final = 256
"""Readings of a text that are tried; a text that leaves so much open is ambiguous."""


class NotLegal(InputError):  # noqa: N818 - what is wrong with the payment
    """A text can be read, but what it says is no legal payment.

    Attributes
    ----------
    violations
        The referee's reasons.
    """

    def __init__(self, violations: Sequence[Violation]) -> None:
        first = violations[0]
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        super().__init__(f"this payment is not legal ({first.rule}): {first.message}{more}", path="payment")
        self.violations = tuple(violations)


class Ambiguous(InputError):  # noqa: N818 - what is wrong with the text, in one word
    """A text leaves something out, and several legal payments fit it.

    Attributes
    ----------
    candidates
        Their canonical texts, sorted.
    """

    def __init__(self, candidates: Sequence[str]) -> None:
        shown = ", ".join(candidates[:6]) + (", ..." if len(candidates) > 6 else "")
        super().__init__(f"{len(candidates)} payments fit this notation: {shown}", path="payment")
        self.candidates = tuple(candidates)


def read_payment(
    state: GameState,
    play: Play,
    text: str,
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> Payment:
    """Read a payment from its notation.

    Parameters
    ----------
    state, play
        The situation and what is paid for.
    text
        The notation; what it leaves out must follow from the rest.
    ruleset, options
        Version of the rules, and readings chosen.

    Returns
    -------
    Payment
        Legal by the referee.

    Raises
    ------
    Unreadable
        The text is no notation; ``place`` says where.
    NotLegal
        What it says is not legal; ``violations`` are the referee's reasons.
    Ambiguous
        Several legal payments fit it; ``candidates`` are their notations.
    InputError
        The state or the play names something that does not exist.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"fury": 2, "calm": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}})
    >>> [(step.step, step.object, step.number) for step in read_payment(state, play, "2ER~r.g.R").steps[:3]]
    [('exhaust', 'rune:fury', 1), ('exhaust', 'rune:calm', 1), ('recycle', 'rune:fury', 1)]
    >>> read_payment(state, play, "2ER~3r.R")
    Traceback (most recent call last):
    runepay.notation.NotLegal: payment: this payment is not legal (414.4): ...
    """
    said = scan(text)
    state, play, question = asked(state, play, ruleset=ruleset, options=options)
    return read_question(question, state, play, said)


def read_question(question: Question, state: GameState, play: Play, said: Said) -> Payment:
    """Read a payment of a question that was frozen already; see :func:`read_payment`."""
    reader = _Reader(question, state, play)
    legal: dict[str, Payment] = {}
    faults: tuple[Violation, ...] = ()
    for meant in islice(reader.readings(said), MOST):
        payment, found = reader.judged(meant)
        if found:
            faults = faults or found
        else:
            legal.setdefault(payment_text(question, payment), payment)
    if len(legal) > 1:
        raise Ambiguous(sorted(legal))
    if not legal:
        raise NotLegal(faults)
    return next(iter(legal.values()))


def write_payment(
    state: GameState,
    play: Play,
    payment: Payment,
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> str:
    """Write a legal payment in its notation.

    Raises
    ------
    NotLegal
        The referee refuses the payment.

    Examples
    --------
    >>> import runepay
    >>> state = GameState.model_validate({"runes": {"fury": 2, "calm": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}})
    >>> write_payment(state, play, runepay.solve(state, play).payment)
    '2ER~2r.R'
    """
    state, play, question = asked(state, play, ruleset=ruleset, options=options)
    if faults := refereed(state, play, payment, question.ruleset):
        raise NotLegal(faults)
    return payment_text(question, payment)


# ------------------------------------------------------------- what a text can mean


@dataclass(slots=True)
class _Meant:
    """One reading of a text: the total with its choices, the counts, and steps that name nothing of the question."""

    owed: Owed
    counts: Counts
    strange: list[Step] = field(default_factory=list)


class _Reader:
    """Reads texts about one question."""

    def __init__(self, question: Question, state: GameState, play: Play) -> None:
        self.question = question
        self.state = state
        self.play = play
        self.classes = Classes(question)
        self.adding = {self.classes.of[question.objects[one.object].id] for one in question.supply.producers}

    def readings(self, said: Said) -> Iterator[_Meant]:
        """Give every reading of a text, the most likely first."""
        counts = Counts(exhausts=dict(said.exhausts), recycles=dict(said.recycles))
        counts.pool, counts.left = dict(said.pool), dict(said.left)
        for elections in self._elections(said):
            acts = [self._act(one, elections) for one in said.acts]
            adds = [self._add(one) for one in said.adds]
            for chosen in product(*acts, *adds):
                mine = replace(counts, acts={}, adds={}, uses={})
                strange = [step for one in chosen for step in one.put(mine)]
                for owed in self._totals(said.total, elections, mine):
                    yield _Meant(owed, mine, strange)

    def _elections(self, said: Said) -> Iterator[dict[str, int]]:
        """Give every way to understand the elections: a short name stands for one that begins with it."""
        known = [one.id for one in self.question.elections]
        options: list[list[tuple[str, int]]] = []
        for name, value in said.elections:
            longer = [one for one in known if one.split(":")[0] == name]
            options.append([(one, value) for one in ([name] if name in known else longer or [name])])
        for chosen in product(*options):
            named = dict(chosen)
            fixed = {one.id: named.pop(one.id, one.fixed or 0) for one in self.question.elections}
            yield fixed | named

    def _totals(self, total: tuple[int, Tally] | None, elections: dict[str, int], counts: Counts) -> Iterator[Owed]:
        """Give the totals that the text can mean, each with choices that give it."""
        question = self.question
        if question.declined and total in {None, (0, ())}:
            yield Owed(0, (), (), Choices(()))
            return
        victims = self._victims(elections, counts)
        found = reachable(question, elections, victims)
        if total is None:
            for choices in found.values():
                yield settle(question, choices)
            return
        if total not in found:
            found = reachable(question, elections, victims, dearer=True)
        if total in found:
            yield settle(question, found[total])
        else:
            any_other = settle(question, Choices(tuple(elections.items()), tuple(victims.items())), trace=False)
            yield replace(any_other, energy=total[0], pips=total[1])

    def _victims(self, elections: dict[str, int], counts: Counts) -> dict[int, int]:
        """Say whose printed costs the discounts read: the objects that the text says are taken (206)."""
        victims: dict[int, int] = {}
        for index, one in enumerate(self.question.discounts):
            where = one.victim or one.kills
            if where is None:
                continue
            component = self.question.components[where[0]]
            line = component.lines[where[1]]
            if times(component, elections):
                taken = counts.acts.get((component.id, line.action.do), {})
                if one.victim is None:
                    objects = self.question.objects
                    first = {place: members[0] for place, members in enumerate(self.classes.members)}
                    victims[index] = sum(n for place, n in taken.items() if objects[first[place]].instead)
                    continue
                able = [members[0] for place, members in enumerate(self.classes.members) if taken.get(place)]
                if able and able[0] in line.eligible:
                    victims[index] = able[0]
        return victims

    # ------------------------------------------------------------- names

    def _named(self, name: str, among: set[int]) -> list[int]:
        """Find the classes that a name means: an id's, or those of the objects of a card."""
        if name in self.classes.of:
            return [self.classes.of[name]]
        objects = self.question.objects
        return [place for place in sorted(among) if slug(objects[self.classes.members[place][0]].name) == slug(name)]

    def _add(self, said: SaidAdd) -> list[_Put]:
        found: list[_Put] = []
        for place in self._named(said.name, self.adding):
            keys = abilities(self.question, self.classes, place)
            if said.ability is not None:
                wanted = (said.ability, said.copied)
                keys = [key for key in keys if key == wanted] or [wanted]
            if place not in self.adding and said.ability is None:
                keys = [(0, "")]
            found += [_Put(said.number, add=(place, *key), uses=said.uses) for key in keys]
        strange = Step("add", said.name, said.number, ability=said.ability or 0, copies=said.copied, rule="429.3")
        return found or [_Put(said.number, strange=strange)]

    def _act(self, said: SaidAct, elections: dict[str, int]) -> list[_Put]:
        parts = [self._part(said.part)] if said.part is not None else self._parts(said.do, elections)
        found: list[_Put] = []
        for part in parts:
            if said.do in COUNTED:
                found.append(_Put(said.number, act=(part, said.do), objects=((-1, said.number),)))
                continue
            able = self._able(part, said.do)
            options = [[(place, n) for place in self._named(name, able)] for name, n in said.objects]
            if all(options):
                found += [_Put(0, act=(part, said.do), objects=chosen) for chosen in product(*options)]
        objects = tuple(name for name, number in said.objects for _ in range(number))
        part = parts[0]
        strange = Step("act", number=said.number, do=said.do, objects=objects, part=part, rule=RULE_OF[said.do])
        return found or [_Put(said.number, strange=strange)]

    def _part(self, part: str) -> str:
        if not part.startswith(NESTED):
            return part
        places = self._named(part.removeprefix(NESTED), self.adding)
        return NESTED + self.classes.names[places[0]] if places else part

    def _parts(self, do: str, elections: dict[str, int]) -> list[str]:
        """Say what an action can be done for: the base cost if it asks for it, otherwise any other cost."""
        owing = {one.id for one in self.question.components if times(one, elections)}
        parts = [self._part(part) for part, line in owners(self.question) if line.action.do == do]
        if "base" in parts:
            return ["base"]
        return list(dict.fromkeys(one for one in parts if one.startswith(NESTED) or one in owing)) or ["base"]

    def _able(self, part: str, do: str) -> set[int]:
        objects = self.question.objects
        lines = [line for one, line in owners(self.question) if line.action.do == do and self._part(one) == part]
        return {self.classes.of[objects[index].id] for line in lines for index in line.eligible}

    # ------------------------------------------------------------- payments

    def judged(self, meant: _Meant) -> tuple[Payment, tuple[Violation, ...]]:
        """Give the payment of a reading, and what is wrong with it."""
        rules = self.question.ruleset
        plain = not meant.counts.acts and not any(one.nested for one in self.question.supply.producers)
        if not plain and not meant.strange:
            from runepay.solver.restore import restore  # noqa: PLC0415 - importing OR-Tools costs

            payment = restore(self.question, self.state, meant.owed, meant.counts, self.classes)
            if payment is not None:
                return payment, refereed(self.state, self.play, payment, rules)
        payment = _Plain(self.question, self.state, self.classes, meant).payment()
        return payment, refereed(self.state, self.play, payment, rules)


@dataclass(frozen=True, slots=True)
class _Put:
    """One Add or action of a reading: what it counts, or a step about something that is not there."""

    number: int
    add: tuple[int, int, str] | None = None
    act: tuple[str, str] | None = None
    objects: tuple[tuple[int, int], ...] = ()
    strange: Step | None = None
    uses: int = 1

    def put(self, counts: Counts) -> Iterator[Step]:
        """Count it; give the step that cannot be counted."""
        if self.add is not None:
            counts.adds[self.add] = counts.adds.get(self.add, 0) + self.number
            if self.uses > 1:
                counts.uses[self.add] = self.uses
        if self.act is not None:
            into = counts.acts.setdefault(self.act, {})
            for place, number in self.objects:
                into[place] = into.get(place, 0) + number
        if self.strange is not None:
            yield self.strange


class _Plain:
    """The steps that counts say, as they are: runes, Adds, what is spent, actions.

    Where an object serves several costs, or an Add has a cost, this is only good for the referee's reasons.
    """

    def __init__(self, question: Question, state: GameState, classes: Classes, meant: _Meant) -> None:
        self.question = question
        self.classes = classes
        self.meant = meant
        self.floats: dict[Kind, int] = dict(whole_pool(state))
        self.added: dict[Kind, int] = {}
        self.lost: dict[Kind, int] = {}
        self.steps: list[Step] = []
        self.used: dict[str, set[int]] = {}
        """By way of use: the objects that were used so."""

    def payment(self) -> Payment:
        """Write all steps, in the order in which the rules have them (357.1, 357.2)."""
        counts, owed = self.meant.counts, self.meant.owed
        for domain in DOMAINS:
            if number := counts.exhausts.get(domain):
                self._step(Step("exhaust", f"rune:{domain}", number, (((ENERGY, ""), number),), rule="164.2"), 1)
        nested = self._adds()
        for domain in DOMAINS:
            if number := counts.recycles.get(domain):
                self._step(Step("recycle", f"rune:{domain}", number, (((domain, ""), number),), rule="164.2"), 1)
        for producer, number in nested:
            self._nested(producer, number)
        for step in self.meant.strange:
            if step.step == "add":
                self._step(step, 1)
        spent = {
            kind: number
            for kind in {*counts.pool, *counts.left, *self.added}
            if (number := counts.pool.get(kind, 0) + self.added.get(kind, 0) - counts.left.get(kind, 0)
                - self.lost.get(kind, 0))
        }  # fmt: skip
        self._spend(spent, owed.pips, "")
        self._acts()
        return Payment(owed, tuple(self.steps))

    def _step(self, step: Step, sign: int) -> None:
        for kind, number in step.gives:
            self.floats[kind] = self.floats.get(kind, 0) + sign * number
            into = self.added if sign > 0 else self.lost
            into[kind] = into.get(kind, 0) + number
        units = tuple(sorted(((k, n) for k, n in self.floats.items() if n), key=lambda item: kind_place(item[0])))
        self.steps.append(replace(step, pool=Pool(units)))

    def _adds(self) -> list[tuple[Producer, int]]:
        """Use the plain Adds; give those with costs of their own, in an order in which each can pay for later ones."""
        question = self.question
        nested: list[tuple[int, Producer, int]] = []
        plain: list[tuple[tuple[bool, bool, bool], tuple[int, int, str]]] = []
        by_key = {
            (self.classes.of[question.objects[one.object].id], *one.key): (n, one)
            for n, one in reversed(list(enumerate(question.supply.producers)))
        }
        for key, number in self.meant.counts.adds.items():
            if key not in by_key:
                name = self.classes.names[key[0]]
                self._step(Step("add", name, number, ability=key[1], copies=key[2], rule="429.3"), 1)
            elif by_key[key][1].nested:
                nested.append((by_key[key][0], by_key[key][1], number))
            else:
                plain.append((add_order(by_key[key][1]), key))
        for _, key in sorted(plain):
            producer = by_key[key][1]
            ways = [way for way, has in (("tapped", producer.exhaust), ("gone", producer.kill)) if has]
            for index in self._take(key[0], self.meant.counts.adds[key], ways):
                gives = producer.gives
                name = question.objects[index].id
                step = Step("add", name, 1, gives, ability=producer.ability, copies=producer.copied, rule="429.3")
                self._step(step, 1)
        return [(producer, number) for _, producer, number in sorted(nested, key=lambda one: one[0])]

    def _take(self, place: int, number: int, ways: Sequence[str]) -> list[int]:
        """Take members of a class that were not used in these ways; if there are too few, the last again."""
        busy = self.used.get("gone", set()).union(*(self.used.get(way, set()) for way in ways))
        members = self.classes.members[place]
        taken = [index for index in members if index not in busy][:number]
        taken += [members[-1]] * min(number - len(taken), 2)
        for way in ways:
            self.used.setdefault(way, set()).update(taken)
        return taken

    def _nested(self, producer: Producer, number: int) -> None:
        name = self.question.objects[producer.object].id
        uses = number if producer.repeats and not producer.converts else 1
        pips = scale_tally(producer.pips, uses)
        energy = producer.energy * uses + (number if producer.converts == "energy" else 0)
        if producer.converts == "power":
            pips = add_tallies(pips, ((ANY, number),))
        spent: dict[Kind, int] = {}
        power = sum(n for _, n in pips)
        for kind in sorted(self.floats, key=lambda one: (not one[1], one[0] == "universal", kind_place(one))):
            fits = kind[1] in producer.fits and (kind[0] == ENERGY or any(reach(kind[0]) & mask for mask, _ in pips))
            taken = min(self.floats[kind], energy if kind[0] == ENERGY else power) if fits else 0
            if taken:
                spent[kind] = taken
                energy, power = (energy - taken, power) if kind[0] == ENERGY else (energy, power - taken)
        self._spend(spent, pips, NESTED + name)
        gives = tuple((kind, each * number) for kind, each in producer.gives)
        step = Step("add", name, number, gives, ability=producer.ability, copies=producer.copied, rule="429.3")
        self._step(step, 1)

    def _spend(self, spent: Mapping[Kind, int], pips: Tally, part: str) -> None:
        from runepay.solver.formulation.matching import assign  # noqa: PLC0415 - reading alone needs no solver

        pays: dict[Kind, list[tuple[int, int]]] = {}
        power = {kind: number for kind, number in spent.items() if kind[0] != ENERGY and number > 0}
        try:
            for kind, mask, number in assign(pips, power):
                pays.setdefault(kind, []).append((mask, number))
        except AssertionError:
            pays = {}  # They do not match; the referee says so.
        for kind in sorted(spent, key=kind_place):
            number = spent[kind]
            said = tuple(pays.get(kind, ()))
            if sum(n for _, n in said) != number:
                said = ()
            self._step(Step("spend", number=number, gives=((kind, number),), part=part, pays=said, rule="357.1"), -1)

    def _acts(self) -> None:
        for (part, do), taken in self.meant.counts.acts.items():
            if do in COUNTED:
                self._step(Step("act", number=taken[-1], do=do, part=part, rule=RULE_OF[do]), 0)
                continue
            ways = {"exhaust": ["tapped"], "buff": ["bare"], "disempower": ["calm"]}.get(do, ["gone"])
            found = [index for place, number in taken.items() for index in self._take(place, number, ways)]
            objects = tuple(self.question.objects[index].id for index in found)
            self._step(Step("act", number=len(objects), do=do, objects=objects, part=part, rule=RULE_OF[do]), 0)
        for step in self.meant.strange:
            if step.step == "act":
                self._step(step, 0)
