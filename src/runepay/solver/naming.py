"""Names the objects of a counted solution, class by class (design, section 3; contract C5).

Within a class objects are used in the order of their ids. What is exhausted or loses its buff comes from the front;
what is removed is taken from the front too, so that the objects left are fresh ones, except where an action needs an
object that is still ready or still buffed: those come from the back.
"""

from __future__ import annotations

from collections.abc import Sequence

from runepay.model.buffs import spendable
from runepay.model.question import Line, Producer, Question
from runepay.solver.formulation.actions import REMOVING, lost, moments, rank, turns
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.classes import all_lines

Key = tuple[int, tuple[int, str]]
"""A class and one of its Add abilities."""


class Named:
    """The objects of one solution: per line, and per Add ability."""

    def __init__(self, model: Model, solution: Sequence[int]) -> None:
        self.lines: dict[int, list[int]] = {}
        self.adds: dict[Key, list[int]] = {}
        lines = list(all_lines(model.question))
        when, turn = [moment[0] for moment in moments(model)], turns(model)
        for cls, one in enumerate(model.classes):
            counted = (
                (place, model.uses[place][cls].value(solution))
                for place in range(len(lines))
                if cls in model.uses[place]
            )
            uses = [(when[use[0]], *use) for use in counted if use[1]]
            added = ((key, expr.value(solution)) for key, expr in sorted(model.adds.items()) if key[0] == cls)
            adds = [(turn.get(key, -1), model.producer[key], key, number) for key, number in added if number]
            if uses or adds:
                _Class(model.question, list(one.members), lines, self).take(uses, adds)


class _Class:
    """What has happened to the members of one class so far."""

    def __init__(self, question: Question, members: list[int], lines: list[Line], named: Named) -> None:
        self.question = question
        self.members = members
        self.lines = lines
        self.named = named
        self.spent: set[int] = set()
        self.gone: set[int] = set()
        self.calm: set[int] = set()
        self.debuffed: dict[int, int] = {}
        """How many buffs each member has spent."""

    def take(self, uses: list[tuple[int, int, int]], adds: list[tuple[int, Producer, Key, int]]) -> None:
        """Name the objects of every use, payment by payment: plain Adds, each Add with a cost, the play.

        What is used for a payment of its own is exhausted first and killed last.
        """
        for turn in sorted({turn for turn, *_ in uses} | {turn for turn, *_ in adds}):
            mine = [(add, key, number) for when, add, key, number in adds if when == turn]
            for add, key, number in mine:
                if not add.kill:
                    self._add(add, key, number)
            self._act([(place, number) for when, place, number in uses if when == turn])
            for add, key, number in mine:
                if add.kill:
                    self._add(add, key, number)

    def _act(self, uses: list[tuple[int, int]]) -> None:
        """Name the objects of one payment's actions: first what keeps an object, then what removes it."""
        for place, number in sorted(uses, key=lambda use: rank(self.lines[use[0]])):
            match self.lines[place].action.do:
                case "exhaust":
                    self._exhaust(place, number)
                case "buff":
                    self._debuff(place, number)
                case "disempower":
                    self._disempower(place, number)
                case _:
                    pass  # What removes an object comes last, below.
        removing = [use for use in uses if self.lines[use[0]].action.do in REMOVING]
        # What needs a particular object takes it before what could take any.
        choosy = sorted(removing, key=lambda use: not dict(self.lines[use[0]].after).get(self.members[0]))
        for place, number in sorted(choosy, key=self._depth, reverse=True):
            self._remove(place, number)

    def _put(self, place: int, taken: list[int]) -> None:
        self.named.lines.setdefault(place, []).extend(taken)

    def _exhaust(self, place: int, number: int) -> None:
        taken = [index for index in self._able(place) if index not in self.spent][:number]
        self.spent.update(taken)
        self._put(place, taken)

    def _add(self, add: Producer, key: Key, number: int) -> None:
        busy = self.gone | (self.spent if add.exhaust else set())
        taken = [index for index in self.members if index not in busy][:number]
        self.named.adds[key] = taken
        if add.exhaust:
            self.spent.update(taken)
        if add.kill:
            self.gone.update(taken)

    def _disempower(self, place: int, number: int) -> None:
        taken = [index for index in self._able(place) if index not in self.calm][:number]
        self.calm.update(taken)
        self._put(place, taken)

    def _debuff(self, place: int, number: int) -> None:
        """Spend buffs, as many of each object as the line allows and as it still has."""
        taken: list[int] = []
        for index in self._able(place):
            one = self.question.objects[index]
            left = one.buffs - self.debuffed.get(index, 0)
            able = min(left, spendable(one, self.lines[place]), number - len(taken))
            if able > 0:
                taken.extend([index] * able)
                self.debuffed[index] = self.debuffed.get(index, 0) + able
        self._put(place, taken)

    def _able(self, place: int) -> list[int]:
        """Give the members that are still there and are now what the action asks for."""
        bad = self._bad(place)
        members = [index for index in self.members if index not in self.gone and index not in bad]
        made = {"exhausted": self.spent, "bare": self.debuffed, "calmed": self.calm}
        for need in dict(self.lines[place].after).get(self.members[0], ()):
            members = [index for index in members if index in made[need]]
        return members

    def _bad(self, place: int) -> set[int]:
        """Give the members that the payment has made unfit for an action."""
        line, first = self.lines[place], self.members[0]
        bad: set[int] = set()
        for what, used in (("ready", self.spent), ("buff", set(self.debuffed)), ("empowered", self.calm)):
            if used and lost(self.question, line, first, what):
                bad |= used
        return bad

    def _depth(self, use: tuple[int, int]) -> int:
        return len(self._bad(use[0]))

    def _remove(self, place: int, number: int) -> None:
        able = self._able(place)
        if self._bad(place):
            taken = able[::-1][:number]
        else:
            # What is already exhausted or bare is given up first.
            taken = sorted(able, key=lambda index: (index not in self.spent, index not in self.debuffed))[:number]
        self.gone.update(taken)
        self._put(place, sorted(taken))
