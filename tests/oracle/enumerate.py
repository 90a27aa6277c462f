"""A third opinion on counts: CP-SAT enumerates the solutions of a model of its own, over counts of classes.

No variable says which unit pays which pip, so each payment is one solution. Written for runes, the pool, Adds that cost
nothing more, and actions on objects that do not change while they are paid; anything else is refused.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

from runepay.model.identity import interchangeable, owned_lines
from runepay.model.owed import Owed
from runepay.model.question import Question
from runepay.model.reach import assignments, reachable, victim_choices
from runepay.model.resources import BIT, ENERGY, UNIVERSAL
from runepay.model.total import settle

Kind = tuple[str, str]
REMOVING = {"kill", "return", "banish", "discard", "recycle"}


class _Solutions(cp_model.CpSolverSolutionCallback):
    """Counts the solutions by their coordinates."""

    def __init__(self, coordinates: list[Any]) -> None:
        super().__init__()
        self.coordinates = coordinates
        self.seen: Counter[tuple[int, ...]] = Counter()

    def on_solution_callback(self) -> None:
        self.seen[tuple(self.value(one) for one in self.coordinates)] += 1


def count(question: Question) -> int:
    """Count the payments of a question."""
    assert not question.faults
    assert question.ambush is None
    assert not any(one.nested or one.repeats for one in question.supply.producers)
    assert not any(line.after or line.only for _, line in owned_lines(question))
    total = 0
    for elections in assignments(question):
        assert list(victim_choices(question, elections)) == [{}]
        states = reachable(question, elections, {}, dearer=True)
        total += sum(_enumerated(question, settle(question, choices)) for choices in states.values())
    return total


class _Total:
    """One total as a model."""

    def __init__(self, question: Question, owed: Owed) -> None:
        self.question = question
        self.owed = owed
        self.model = cp_model.CpModel()
        self.classes = interchangeable(question)
        self.members = Counter(self.classes.values())
        self.coordinates: list[Any] = []
        supply = question.supply
        self.pool = dict(supply.pool)
        self.adds: dict[tuple[int, int], Any] = {}
        self.gives: dict[tuple[int, int], Any] = {}
        for one in supply.producers:
            key = (self.classes[one.object], one.ability)
            if key not in self.adds:
                self.adds[key] = self.new(self.members[key[0]])
                self.gives[key] = one
        self.recycles = {d: self.new(ready + tired) for d, ready, tired in supply.runes}
        self.exhausts = {d: self.new(ready) for d, ready, _ in supply.runes}
        for domain, _, tired in supply.runes:
            self.model.add(self.recycles[domain] <= tired + self.exhausts[domain])
        kinds = {*self.pool, (ENERGY, ""), *((d, "") for d in self.recycles)}
        kinds |= {kind for one in self.gives.values() for kind, _ in one.gives}
        most = owed.energy + sum(number for _, number in owed.pips)
        self.spent = {kind: self.new(most if kind[1] in supply.fits else 0) for kind in sorted(kinds)}
        self.left = {kind: self._left(kind) for kind in self.spent}

    def new(self, most: int) -> Any:  # a CP-SAT variable
        made = self.model.new_int_var(0, most, "")
        self.coordinates.append(made)
        return made

    def _left(self, kind: Kind) -> Any:
        made = self.pool.get(kind, 0) - self.spent[kind]
        for key, used in self.adds.items():
            made += used * dict(self.gives[key].gives).get(kind, 0)
        if kind == (ENERGY, ""):
            made += sum(self.exhausts.values())
        elif not kind[1] and kind[0] in self.recycles:
            made += self.recycles[kind[0]]
        left = self.model.new_int_var(0, 10_000, "")
        self.model.add(left == made)
        return left

    def below(self, kind: Kind, bound: int) -> Any:
        """Give a truth value: less than so much of a kind is left."""
        flag = self.model.new_bool_var("")
        self.model.add(self.left[kind] < bound).only_enforce_if(flag)
        self.model.add(self.left[kind] >= bound).only_enforce_if(flag.negated())
        return flag

    def pay(self) -> None:
        """Pay Energy and pips, every group of pips by what reaches into it."""
        self.model.add(sum(v for kind, v in self.spent.items() if kind[0] == ENERGY) == self.owed.energy)
        powers = {kind: v for kind, v in self.spent.items() if kind[0] != ENERGY}
        self.model.add(sum(powers.values()) == sum(number for _, number in self.owed.pips))
        for size in range(1, len(self.owed.pips) + 1):
            for group in combinations(self.owed.pips, size):
                union = 0
                for mask, _ in group:
                    union |= mask
                able = [v for (what, _), v in powers.items() if what == UNIVERSAL or BIT[what] & union]
                self.model.add(sum(able) >= sum(number for _, number in group))

    def act(self) -> None:
        """Let objects serve the actions, each once in each way, and none that is gone."""
        gone: Counter[int] = Counter()
        tapped: dict[int, list[Any]] = {}
        dead: dict[int, list[Any]] = {}
        late: dict[int, list[Any]] = {}
        buffs: dict[int, list[Any]] = {}
        for (cls, _), used in self.adds.items():
            one = self.gives[cls, _]
            if one.exhaust:
                tapped.setdefault(cls, []).append(used)
            if one.kill:
                dead.setdefault(cls, []).append(used)
        merged: dict[tuple[str, str, int], list[Any]] = {}
        for (part, line), number in self._lines():
            if line.action.do in {"xp", "burn"}:
                assert line.action.do == "xp"
                self.model.add(self.question.xp >= number)
                continue
            uses = {cls: self.model.new_int_var(0, number, "") for cls in {self.classes[i] for i in line.eligible}}
            self.model.add(sum(uses.values()) == number)
            for cls, used in uses.items():
                merged.setdefault((part, line.action.do, cls), []).append(used)
                if line.action.do in REMOVING:
                    dead.setdefault(cls, []).append(used)
                    gone[cls] += 1
                elif line.action.do == "exhaust":
                    late.setdefault(cls, []).append(used)
                else:
                    assert line.action.do == "buff"
                    buffs.setdefault(cls, []).append(used)
        killed = {
            cls: [u for (c, _), u in self.adds.items() if c == cls and self.gives[c, _].kill] for cls in self.members
        }
        for cls, number in self.members.items():
            self.model.add(sum(dead.get(cls, ())) <= number)
            self.model.add(sum(tapped.get(cls, ())) + sum(late.get(cls, ())) <= number)
            # What an Add killed is not there for an action.
            self.model.add(sum(late.get(cls, ())) + sum(killed[cls]) <= number)
            each = self.question.objects[next(i for i, c in self.classes.items() if c == cls)].buffs
            self.model.add(sum(buffs.get(cls, ())) <= each * number)
        for several in merged.values():
            whole = self.new(1000)
            self.model.add(whole == sum(several))

    def _lines(self) -> list[tuple[tuple[str, Any], int]]:
        numbers = {id(line): number for line, number in self.owed.lines}
        return [((part, line), numbers[id(line)]) for part, line in owned_lines(self.question) if numbers.get(id(line))]

    def without_idle(self) -> None:
        """Keep out what the payment is covered without."""
        for domain, recycled in self.recycles.items():
            drained = self.below((domain, ""), 1)
            self.model.add(recycled == 0).only_enforce_if(drained.negated())
            needed = self.below((ENERGY, ""), 1)
            self.model.add(self.exhausts[domain] <= recycled).only_enforce_if(needed.negated())
        for key, used in self.adds.items():
            needs = [self.below(kind, number) for kind, number in self.gives[key].gives]
            idle = self.model.new_bool_var("")
            self.model.add_bool_or(needs).only_enforce_if(idle.negated())
            self.model.add_bool_and([one.negated() for one in needs]).only_enforce_if(idle)
            self.model.add(used == 0).only_enforce_if(idle)


def _enumerated(question: Question, owed: Owed) -> int:
    total = _Total(question, owed)
    total.pay()
    total.act()
    total.without_idle()
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    found = _Solutions(total.coordinates)
    status = solver.solve(total.model, found)
    assert status in {cp_model.OPTIMAL, cp_model.INFEASIBLE}
    return len(found.seen)
