"""One meaning of a text, and the steps that its counts say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from runepay.model.cost import RULE_OF
from runepay.model.notation.payment import COUNTED, NESTED, Classes, Counts
from runepay.model.owed import Owed
from runepay.model.payment import Kind, Payment, Pool, Step
from runepay.model.pool import kind_place, whole_pool
from runepay.model.question import Producer, Question, add_order
from runepay.model.resources import ANY, DOMAINS, ENERGY, Tally, add_tallies, reach, scale_tally
from runepay.model.state import GameState


@dataclass(slots=True)
class Meant:
    """One reading of a text: the total with its choices, the counts, and steps that name nothing of the question."""

    owed: Owed
    counts: Counts
    strange: list[Step] = field(default_factory=list)


class Plain:
    """The steps that counts say, as they are: runes, Adds, what is spent, actions.

    Where an object serves several costs, or an Add has a cost, this is only good for the referee's reasons.
    """

    def __init__(self, question: Question, state: GameState, classes: Classes, meant: Meant) -> None:
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
