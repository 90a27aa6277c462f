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


class Named:
    """The objects of one solution: per line, and per Add ability."""

    def __init__(self, model: Model, solution: Sequence[int]) -> None:
        self.lines: dict[int, list[int]] = {}
        self.adds: dict[tuple[int, tuple[int, str]], list[int]] = {}
        question = model.question
        lines = list(all_lines(question))
        for cls, one in enumerate(model.classes):
            uses = [
                (place, model.uses[place][cls].value(solution))
                for place in range(len(lines))
                if cls in model.uses[place]
            ]
            adds = [(key, expr.value(solution)) for key, expr in sorted(model.adds.items()) if key[0] == cls]
            chosen = [(model.producer[key], key, number) for key, number in adds if number]
            self._class(question, list(one.members), [u for u in uses if u[1]], chosen, lines)

    def _class(
        self,
        question: Question,
        members: list[int],
        uses: list[tuple[int, int]],
        adds: list[tuple[Producer, tuple[int, tuple[int, str]], int]],
        lines: list[Line],
    ) -> None:
        if not uses and not adds:
            return
        first = members[0]
        spent: set[int] = set()
        gone: set[int] = set()

        def put(key: int, taken: list[int]) -> None:
            self.lines.setdefault(key, []).extend(taken)

        for add, key, number in sorted(adds, key=lambda item: not item[0].kill):
            busy = (spent if add.exhaust else set()) | (gone if add.kill else set())
            taken = [index for index in members if index not in busy][:number]
            self.adds[key] = taken
            if add.exhaust:
                spent.update(taken)
            if add.kill:
                gone.update(taken)
        dead = set(gone)
        for place, number in uses:
            if lines[place].action.do == "exhaust":
                taken = [index for index in members if index not in spent | dead][:number]
                spent.update(taken)
                put(place, taken)
        debuffed: set[int] = set()
        left = {index: 0 if index in dead else question.objects[index].buffs for index in members}
        for place, number in uses:
            if lines[place].action.do == "buff":
                taken = []
                for index in members:
                    able = min(left[index], spendable(question.objects[index], lines[place]), number - len(taken))
                    taken.extend([index] * able)
                    left[index] -= able
                debuffed.update(taken)
                put(place, taken)
        for place, number in uses:
            if lines[place].action.do == "disempower":
                put(place, [index for index in members if index not in dead][:number])
        removing = [(place, number) for place, number in uses if lines[place].action.do in REMOVING]

        def clash(place: int) -> tuple[bool, bool]:
            return lost(question, lines[place], first, "ready"), lost(question, lines[place], first, "buff")

        def depth(item: tuple[int, int]) -> int:
            ready, buff = clash(item[0])
            return max(len(spent) if ready else 0, len(debuffed) if buff else 0)

        for place, number in sorted(removing, key=depth, reverse=True):
            ready, buff = clash(place)
            free = [index for index in members if index not in gone]
            if ready or buff:
                bad = (spent if ready else set()) | (debuffed if buff else set())
                taken = [index for index in reversed(free) if index not in bad][:number]
            else:
                # What is already exhausted or bare is given up first.
                taken = sorted(free, key=lambda index: (index not in spent, index not in debuffed))[:number]
            gone.update(taken)
            put(place, sorted(taken))
