"""What Adds ask for holds when they are used: as their own cost begins, and once it is paid (429.3, 358)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runepay.model.asking import ANYTHING, GONE
from runepay.model.lines import REMOVES
from runepay.model.question import Producer
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.rows import Expr

Moment = tuple[int, int]
Turns = Mapping[tuple[int, tuple[int, str]], int]

FIRST, LATEST = -1, 1 << 62
"""Places within a payment before and after all of its actions."""


def write(model: Model, when: Sequence[Moment], turns: Turns) -> None:
    """Write it for every Add whose condition the costs of Adds may change.

    Parameters
    ----------
    model
        Its actions and the uses of its Adds must have been written.
    when
        When each action line is done.
    turns
        The place in the order of each Add with a moment of its own.
    """
    for key, used in model.adds.items():
        one = model.producer[key]
        if one.waits and key in turns:
            flag = used
            if (most := model.rows.high(used)) > 1:
                flag = model.rows.var(0, 1)
                model.rows.at_least(flag * most - used, 0)
            _hold(_Done(model, when, turns), one, turns[key], flag)


def _hold(done: _Done, one: Producer, turn: int, flag: Expr) -> None:
    """Write that enough objects are there at the end, not too many at the beginning, and nothing else has changed."""
    rows = done.model.rows
    begin, end = (turn, FIRST), (turn, LATEST)
    for each in one.counts:
        there = len(each.objects)
        if each.low is not None:
            dead = done.count(GONE, each.objects, end)
            spare, most = there - each.low, rows.high(dead)
            if most > spare:
                rows.at_most(dead + flag * (most - spare), most)
        if each.high is not None and there > each.high:
            rows.at_least(done.count(GONE, each.objects, begin) - flag * (there - each.high), 0)
    for way, index in sorted(one.reads):
        changed = done.count(way, None if index == ANYTHING else frozenset({index}), end)
        rows.at_most(changed + flag * rows.high(changed), rows.high(changed))


class _Done:
    """Counts what was done to objects before a moment."""

    def __init__(self, model: Model, when: Sequence[Moment], turns: Turns) -> None:
        self.model = model
        self.when = when
        self.turns = turns

    def count(self, way: str, objects: frozenset[int] | None, until: Moment) -> Expr:
        """Count what was done in a way to these objects, or to any."""
        total = Expr()
        if way == "recycle":
            for recycled in self.model.recycles.values():
                total.add(recycled)
            return total
        self._acts(total, way, objects, until)
        for (cls, key), used in self.model.adds.items():
            add, member = self.model.producer[cls, key], self.model.classes[cls].members[0]
            # Plain Adds come first, and what an Add does to its own object is done as it is used.
            does = add.exhaust if way == "exhaust" else way == GONE and add.kill and self._goes(member, "kill")
            if does and self.turns.get((cls, key), FIRST) < until[0] and (objects is None or member in objects):
                total.add(used)
        return total

    def _acts(self, total: Expr, way: str, objects: frozenset[int] | None, until: Moment) -> None:
        for place, line in enumerate(all_lines(self.model.question)):
            do = GONE if line.action.do in REMOVES else line.action.do
            if do != way or self.when[place] >= until:
                continue
            for cls, used in self.model.uses[place].items():
                member = self.model.classes[cls].members[0]
                if (objects is None or member in objects) and self._goes(member, line.action.do):
                    total.add(used)

    def _goes(self, member: int, do: str) -> bool:
        return not self.model.question.objects[member].survives(do)
