"""Everything that a text about one question can mean, the most likely first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from runepay.model.cost import RULE_OF
from runepay.model.notation import Said, SaidAct, SaidAdd
from runepay.model.notation.payment import COUNTED, NESTED, Classes, Counts, abilities, owners
from runepay.model.objects import slug
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Payment, Step
from runepay.model.question import Question
from runepay.model.reach import reachable
from runepay.model.resources import Tally
from runepay.model.state import GameState, Play
from runepay.model.total import settle, times
from runepay.notation.written import Meant, Plain
from runepay.referee import Violation
from runepay.referee import violations as refereed


@dataclass(frozen=True, slots=True)
class Put:
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


class Reader:
    """Reads texts about one question."""

    def __init__(self, question: Question, state: GameState, play: Play) -> None:
        self.question = question
        self.state = state
        self.play = play
        self.classes = Classes(question)
        self.adding = {self.classes.of[question.objects[one.object].id] for one in question.supply.producers}

    def readings(self, said: Said) -> Iterator[Meant]:
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
                    yield Meant(owed, mine, strange)

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

    def _add(self, said: SaidAdd) -> list[Put]:
        found: list[Put] = []
        for place in self._named(said.name, self.adding):
            keys = abilities(self.question, self.classes, place)
            if said.ability is not None:
                wanted = (said.ability, said.copied)
                keys = [key for key in keys if key == wanted] or [wanted]
            if place not in self.adding and said.ability is None:
                keys = [(0, "")]
            found += [Put(said.number, add=(place, *key), uses=said.uses) for key in keys]
        strange = Step("add", said.name, said.number, ability=said.ability or 0, copies=said.copied, rule="429.3")
        return found or [Put(said.number, strange=strange)]

    def _act(self, said: SaidAct, elections: dict[str, int]) -> list[Put]:
        parts = [self._part(said.part)] if said.part is not None else self._parts(said.do, elections)
        found: list[Put] = []
        for part in parts:
            if said.do in COUNTED:
                found.append(Put(said.number, act=(part, said.do), objects=((-1, said.number),)))
                continue
            able = self._able(part, said.do)
            options = [[(place, n) for place in self._named(name, able)] for name, n in said.objects]
            if all(options):
                found += [Put(0, act=(part, said.do), objects=chosen) for chosen in product(*options)]
        objects = tuple(name for name, number in said.objects for _ in range(number))
        part = parts[0]
        strange = Step("act", number=said.number, do=said.do, objects=objects, part=part, rule=RULE_OF[said.do])
        return found or [Put(said.number, strange=strange)]

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

    def judged(self, meant: Meant) -> tuple[Payment, tuple[Violation, ...]]:
        """Give the payment of a reading, and what is wrong with it."""
        rules = self.question.ruleset
        plain = not meant.counts.acts and not any(one.nested for one in self.question.supply.producers)
        if not plain and not meant.strange:
            from runepay.solver.restore import restore  # noqa: PLC0415 - importing OR-Tools costs

            payment = restore(self.question, self.state, meant.owed, meant.counts, self.classes)
            if payment is not None:
                return payment, refereed(self.state, self.play, payment, rules)
        payment = Plain(self.question, self.state, self.classes, meant).payment()
        return payment, refereed(self.state, self.play, payment, rules)
