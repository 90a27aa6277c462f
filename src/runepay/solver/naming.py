"""Names the objects of a counted solution, class by class (design, section 3; contract C5).

Within a class objects are used in the order of their ids. What is exhausted or loses its buff comes from the front;
what is removed is taken from the front too, so that the objects left are fresh ones, except where an action needs an
object that is still ready or still buffed: those come from the back.
"""

from __future__ import annotations

from collections.abc import Sequence

from runepay.model.question import Line, Producer, Question
from runepay.solver.formulation.actions import REMOVING, lost, spendable
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
        for cls, one in enumerate(model.classes):
            counted = (
                (place, model.uses[place][cls].value(solution))
                for place in range(len(lines))
                if cls in model.uses[place]
            )
            uses = [use for use in counted if use[1]]
            added = ((key, expr.value(solution)) for key, expr in sorted(model.adds.items()) if key[0] == cls)
            adds = [(model.producer[key], key, number) for key, number in added if number]
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
        self.debuffed: set[int] = set()

    def take(self, uses: list[tuple[int, int]], adds: list[tuple[Producer, Key, int]]) -> None:
        """Name the objects of every use: Adds first, then what keeps an object, then what removes it."""
        for add, key, number in sorted(adds, key=lambda item: not item[0].kill):
            self._add(add, key, number)
        dead = set(self.gone)
        by_action: dict[str, list[tuple[int, int]]] = {}
        for place, number in uses:
            by_action.setdefault(self.lines[place].action.do, []).append((place, number))
        late = {
            place for place, _ in by_action.get("exhaust", ()) if dict(self.lines[place].after).get(self.members[0])
        }
        for place, number in by_action.get("exhaust", ()):
            if place not in late:
                self._exhaust(place, number, dead)
        left = {index: 0 if index in dead else self.question.objects[index].buffs for index in self.members}
        for place, number in by_action.get("buff", ()):
            self._debuff(place, number, left)
        for place, number in by_action.get("exhaust", ()):
            if place in late:
                self._exhaust(place, number, dead)
        for place, number in by_action.get("disempower", ()):
            self._put(place, [index for index in self.members if index not in dead][:number])
        removing = [use for use in uses if self.lines[use[0]].action.do in REMOVING]
        # What needs a particular object takes it before what could take any.
        choosy = sorted(removing, key=lambda use: not dict(self.lines[use[0]].after).get(self.members[0]))
        for place, number in sorted(choosy, key=self._depth, reverse=True):
            self._remove(place, number)

    def _put(self, place: int, taken: list[int]) -> None:
        self.named.lines.setdefault(place, []).extend(taken)

    def _exhaust(self, place: int, number: int, dead: set[int]) -> None:
        free = [index for index in self.members if index not in self.spent | dead]
        taken = self._ready_for(place, free)[:number]
        self.spent.update(taken)
        self._put(place, taken)

    def _add(self, add: Producer, key: Key, number: int) -> None:
        busy = (self.spent if add.exhaust else set()) | (self.gone if add.kill else set())
        taken = [index for index in self.members if index not in busy][:number]
        self.named.adds[key] = taken
        if add.exhaust:
            self.spent.update(taken)
        if add.kill:
            self.gone.update(taken)

    def _debuff(self, place: int, number: int, left: dict[int, int]) -> None:
        """Spend buffs, as many of each object as the line allows; `left` is what each still has."""
        taken: list[int] = []
        for index in self._ready_for(place, self.members):
            able = min(left[index], spendable(self.question.objects[index], self.lines[place]), number - len(taken))
            taken.extend([index] * able)
            left[index] -= able
        self.debuffed.update(taken)
        self._put(place, taken)

    def _ready_for(self, place: int, members: list[int]) -> list[int]:
        """Give the members that the payment has made match, where the action needs that."""
        need = dict(self.lines[place].after).get(self.members[0], "")
        if need in {"exhausted", "both"}:
            members = [index for index in members if index in self.spent]
        if need in {"bare", "both"}:
            members = [index for index in members if index in self.debuffed]
        return members

    def _clash(self, place: int) -> tuple[bool, bool]:
        """Tell whether an exhausted object, and one without its buff, could no longer do this."""
        line, first = self.lines[place], self.members[0]
        return lost(self.question, line, first, "ready"), lost(self.question, line, first, "buff")

    def _depth(self, use: tuple[int, int]) -> int:
        ready, buff = self._clash(use[0])
        return max(len(self.spent) if ready else 0, len(self.debuffed) if buff else 0)

    def _remove(self, place: int, number: int) -> None:
        ready, buff = self._clash(place)
        free = self._ready_for(place, [index for index in self.members if index not in self.gone])
        if ready or buff:
            bad = (self.spent if ready else set()) | (self.debuffed if buff else set())
            taken = [index for index in reversed(free) if index not in bad][:number]
        else:
            # What is already exhausted or bare is given up first.
            taken = sorted(free, key=lambda index: (index not in self.spent, index not in self.debuffed))[:number]
        self.gone.update(taken)
        self._put(place, sorted(taken))
