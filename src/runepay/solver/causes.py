"""Why a play cannot be paid, as smallest sets of requirements that contradict each other; and what would mend it.

Every requirement of a payment is a named part of the constraint model with an assumption of its own: the Energy, the
pips of each kind, each action, the targets that must stay, the caller's decisions, the permission to play at all. A
*cause* is a set of parts that nothing can meet together, while each of its parts can be left out and the rest be met:
CP-SAT's unsatisfiable core, minimised. A *repair* is the smallest list of single things that, granted together, make
the play payable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Final

from runepay.model.goals import Goal
from runepay.model.guards import ALWAYS
from runepay.model.question import Question
from runepay.model.resources import ANY, tally
from runepay.solver.cpsat import contradiction, keep, lexicographic
from runepay.solver.fast.missing import lacking
from runepay.solver.formulation import matching, nested
from runepay.solver.formulation.build import MISSING, Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.granting import Grant, phantom
from runepay.solver.pay import Built, build
from runepay.solver.rows import Expr, summed

MOST_CAUSES: Final = 5
"""At most so many independent causes are named."""

MOST_TRIED: Final = 24
"""Where Adds pay for one another in a circle, so many orders are tried; with more it is asked only whether all Adds
together can be paid."""

LIMIT: Final = 4.0
"""Deterministic seconds for one step of an explanation; what is not settled by then counts as possible."""

Key = tuple[str, int]
"""What a part is, and which one of its kind: as :attr:`Model.slack` names it."""

Cause = frozenset[Key]

GIFTS: Final = frozenset({"power"})
"""Slack that is no requirement, and only serves repairs."""


def loosened(question: Question, loose: Question | None) -> Question:
    """Give the question with every target free to leave, but named as one that must stay.

    Parameters
    ----------
    question
        As it is asked.
    loose
        The same, frozen without needing its targets; without it, what must stay whatever is elected is no part.
    """
    if loose is None or not question.needed:
        asked = question
    else:
        always = tuple((index, ALWAYS) for index in sorted(question.needed))
        asked = replace(loose, protected=(*question.protected, *always))
    return _victims(asked)


def _victims(question: Question) -> Question:
    """Let a discount that reads a victim's printed cost have something to read where no victim is."""
    for one in question.discounts:
        if one.victim is not None:
            place, number = one.victim
            component = question.components[place]
            line = component.lines[number]
            if not line.eligible:
                blank = phantom(question)
                lines = list(component.lines)
                index = len(question.objects)
                lines[number] = replace(line, eligible=(index,), after=(), only=())
                components = list(question.components)
                components[place] = replace(component, lines=tuple(lines))
                objects = (*question.objects, blank)
                question = replace(question, objects=objects, components=tuple(components))
    return question


@dataclass(frozen=True, slots=True)
class Measured:
    """By how little some parts of a cause can fall short while its other parts are met and nothing else is asked.

    Attributes
    ----------
    missing
        How much of these parts, together, is not met.
    owed
        How much each of them asks for then.
    for_adds
        Energy that is spent on the costs of Adds besides.
    elections
        Every election, by id, with what was elected.
    undone
        Decisions of the caller that the rest of the cause does not allow, by id.
    """

    missing: int
    owed: dict[Key, int]
    for_adds: int
    elections: tuple[tuple[str, int], ...]
    undone: tuple[str, ...] = ()


class _Case:
    """The elastic model for one order of the Adds with costs, with an assumption for each part."""

    def __init__(self, question: Question, order: tuple[int, ...], *, relaxed: bool) -> None:
        self.built: Built = build(question, Goal.of(), elastic=True, order=order, relaxed=relaxed)
        model = self.built.model
        rows = model.rows
        lines = list(all_lines(question))
        self.own = len(lines) - sum(len(one.lines) for one in question.supply.producers)
        for uses in model.uses:
            for cls, used in uses.items():
                if question.objects[model.classes[cls].members[0]].id.startswith("granted:"):
                    rows.equal(used, 0)
        self.literal: dict[Key, int] = {}
        self.strict = rows.new(0, 1)
        """Assumed: nothing is given for nothing, and what Adds themselves ask for is done."""
        for key, slack in model.slack.items():
            if not slack.terms:
                continue
            most = rows.high(slack)
            if key[0] in GIFTS or (key[0] == "action" and key[1] >= self.own):
                literal = self.strict
            else:
                literal = self.literal[key] = rows.new(0, 1)
            rows.at_most(slack + Expr(0, {literal: most}), most)
        keep(rows)

    def core(self, parts: Sequence[Key]) -> frozenset[Key] | None:
        """Give some of the parts that contradict each other, or ``None`` if all of them can be met."""
        known = [key for key in parts if key in self.literal]
        assumed = [self.strict, *(self.literal[key] for key in known)]
        found = contradiction(self.built.model.rows, assumed, deterministic=LIMIT)
        return None if found is None else frozenset(key for key in known if self.literal[key] in found)


class Elastic:
    """A question whose requirements may be left out one by one."""

    def __init__(self, question: Question, loose: Question | None = None) -> None:
        self.asked = question
        self.question, self.orders = nested.sequences(loosened(question, loose), whole=True)
        self._cases: dict[int, _Case] = {}
        self._cores: dict[frozenset[Key], Cause | None] = {}
        """What was found for sets of parts; whatever is part of a set that can be met can be met as well."""
        self._measured: dict[tuple[Cause, tuple[Key, ...], bool], Measured | None] = {}

    def case(self, place: int) -> _Case:
        """Give the model of one order; place -1 asks only that all Adds together can be paid."""
        if place not in self._cases:
            relaxed = place < 0
            self._cases[place] = _Case(self.question, self.orders[max(place, 0)], relaxed=relaxed)
        return self._cases[place]

    @property
    def first(self) -> _Case:
        """The model in which parts are measured."""
        return self.case(0 if len(self.orders) == 1 else -1)

    @cached_property
    def parts(self) -> tuple[Key, ...]:
        """Every part, what is most telling to leave out last first."""
        rank = {"election": 0, "target": 1, "ambush": 2, "energy": 3, "pips": 4}
        return tuple(sorted(self.first.literal, key=lambda key: (rank.get(key[0], 5), key[1])))

    def core(self, parts: Iterable[Key]) -> Cause | None:
        """Give some of these parts that contradict each other, the others being left out; ``None`` if all can be met.

        Where Adds pay for one another in a circle, every order in which they may be used is tried.
        """
        asked = frozenset(parts)
        if asked not in self._cores:
            met = any(core is None and asked <= other for other, core in self._cores.items())
            self._cores[asked] = None if met else self._core([key for key in self.parts if key in asked])
        return self._cores[asked]

    def _core(self, wanted: Sequence[Key]) -> Cause | None:
        found = self.first.core(wanted)
        if found is not None or not 1 < len(self.orders) <= MOST_TRIED:
            return found
        cores: set[Key] = set()
        for place in range(len(self.orders)):
            one = self.case(place).core(wanted)
            if one is None:
                return None
            cores |= one
        return frozenset(cores)

    def minimised(self, cause: Iterable[Key]) -> Cause:
        """Leave out whatever the contradiction does not need."""
        asked = set(cause)
        kept = [key for key in self.parts if key in asked]
        for key in list(kept):
            if key not in kept:
                continue
            smaller = self.core(one for one in kept if one != key)
            if smaller is not None:
                kept = [one for one in kept if one in smaller]
        return frozenset(kept)

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """Every cause, at most five; none if the question can be paid.

        Each is found among the parts without one part of every cause known already; when all those can be met, there
        is no other cause.
        """
        if self._counted is not None:
            return tuple(self._counted)
        found: list[Cause] = []
        again = True
        while again and len(found) < MOST_CAUSES:
            again = False
            for left_out in _hitting(found):
                rest = frozenset(self.parts) - left_out
                core = self.core(rest)
                if core is None:
                    continue
                if len(core) == 1:
                    # Where all the rest can be met, which is asked next anyway, nothing is left to be tried below.
                    self.core(rest - core)
                found.append(self.minimised(core))
                again = True
                break
        return tuple(sorted(found, key=lambda one: (_rank(one), len(one), sorted(one))))

    @cached_property
    def _counted(self) -> dict[Cause, Measured] | None:
        """The causes with what is missing, where counting tells them."""
        found = lacking(self.question)
        if found is None:
            return None
        keys: list[Key] = [("pips", one.mask) if one.mask else ("energy", 0) for one in found]
        measured = (Measured(one.number, {key: one.owed}, 0, ()) for key, one in zip(keys, found, strict=True))
        return dict(zip((frozenset((key,)) for key in keys), measured, strict=True))

    def measure(self, cause: Cause, parts: Sequence[Key], *, plain: bool = False) -> Measured | None:
        """Measure by how little `parts` fall short while the rest of the cause is met.

        Parameters
        ----------
        cause, parts
            A cause, and those of its parts that may fall short.
        plain
            Whether nothing is elected that the caller left open.

        Returns
        -------
        Measured or None
            ``None`` if the rest of the cause cannot be met at all.
        """
        if self._counted is not None and cause in self._counted:
            return self._counted[cause]
        # Where nothing is left open, there is nothing that could be elected.
        plain = plain and bool(self._closable)
        key = (cause, tuple(parts), plain)
        if key not in self._measured:
            with self.first.built.model.rows.tried():
                self._measured[key] = self._measure(cause, parts, plain=plain)
        return self._measured[key]

    @cached_property
    def _closable(self) -> tuple[str, ...]:
        """The free elections that can be left alone."""
        return tuple(
            one.id
            for one in self.question.elections
            if one.fixed is None and not (one.alternate and self.question.must_alternate)
        )

    def _measure(self, cause: Cause, parts: Sequence[Key], *, plain: bool) -> Measured | None:
        case = self.first
        model = case.built.model
        rows = model.rows
        for key in cause - set(parts):
            rows.equal(model.slack[key], 0)
        rows.equal(Expr(0, {case.strict: 1}), 1)
        free = [one for one in self.question.elections if one.fixed is None]
        for name in self._closable if plain else ():
            rows.equal(model.elections[name], 0)
        short = summed(model.slack[key] for key in parts)
        # A caller's decision that is no part of the cause holds wherever it can.
        undone = summed(model.slack[key] for key in model.slack if key[0] == "election" and key not in cause)
        elected = summed(model.elections[one.id] for one in free)
        asked = summed(_asked(model, key) for key in parts)
        for_adds = summed(expr for (_, kind), expr in model.nested.items() if kind[0] == "energy")
        solved = lexicographic(rows, [undone, short, elected, asked, for_adds], deterministic=LIMIT)
        if solved.status not in {"optimal", "feasible"}:
            return None
        values = solved.solution
        owed = {key: _asked(model, key).value(values) for key in parts}
        every = self.question.elections
        return Measured(
            short.value(values),
            owed,
            for_adds.value(values),
            tuple((one.id, model.elections[one.id].value(values)) for one in every),
            tuple(
                every[number].id
                for (what, number), slack in model.slack.items()
                if what == "election" and (what, number) not in cause and slack.value(values)
            ),
        )

    @cached_property
    def repair(self) -> tuple[Grant, ...] | None:
        """The smallest repair, or ``None`` where none was found in the time allowed.

        Decisions of the caller are taken back only where nothing else helps.
        """
        best: tuple[tuple[int, ...], tuple[Grant, ...]] | None = None
        for order in self.orders[:MOST_TRIED]:
            one = self._mended(order)
            if one is not None and (best is None or one[0] < best[0]):
                best = one
            if best is not None and best[0][:2] <= (0, 1):
                break
        return None if best is None else best[1]

    def _mended(self, order: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Grant, ...]] | None:
        case = _Case(self.question, order, relaxed=False)
        model = case.built.model
        rows = model.rows
        slack = {key: expr for key, expr in model.slack.items() if expr.terms}
        for key, expr in slack.items():
            if key[0] in {"pips", "target"}:
                rows.equal(expr, 0)
        taken_back = summed(expr for key, expr in slack.items() if key[0] == "election")
        granted = summed(expr for key, expr in slack.items() if key[0] not in {"pips", "target", "election"})
        # What asks for something rather is granted than what is left undone for it.
        undone = summed(expr for key, expr in slack.items() if key[0] == "action")
        wanted = summed(model.elections[one.id] for one in self.question.elections if one.fixed is None)
        ties = [undone, slack.get(("power", 0), Expr()), wanted]
        solved = lexicographic(rows, [taken_back, granted, *ties], deterministic=LIMIT)
        if solved.status != "optimal":
            return None
        values = (taken_back.value(solved.solution), granted.value(solved.solution))
        return values, tuple(self._grants(model, solved.solution))

    def _grants(self, model: Model, solution: tuple[int, ...]) -> Iterator[Grant]:
        for (what, number), expr in model.slack.items():
            amount = expr.value(solution)
            if amount and what == "power":
                yield from self._power(model, solution)
            elif amount:
                yield Grant(what, amount, number)

    def _power(self, model: Model, solution: tuple[int, ...]) -> Iterator[Grant]:
        """Say which pips the Power that is not there would pay, of the play and of Adds."""
        pips = tally({mask: expr.value(solution) for mask, expr in model.owed.pips.items()})
        spent = {kind: expr.value(solution) for kind, expr in model.spent.items()}
        found: dict[int, int] = {}
        for kind, mask, count in matching.assign(pips, spent):
            if kind == MISSING:
                found[mask] = found.get(mask, 0) + count
        for (place, kind), expr in model.nested.items():
            if kind != MISSING or not expr.value(solution):
                continue
            for mask, count in _nested_missing(model, solution, place):
                found[mask] = found.get(mask, 0) + count
        for mask, count in tally(found):
            yield Grant("power", count, mask)


def _asked(model: Model, key: Key) -> Expr:
    """Give how much a part asks for."""
    what, number = key
    match what:
        case "energy":
            return model.owed.energy
        case "pips":
            return model.owed.pips[number]
        case "action":
            line = list(all_lines(model.question))[number]
            return next(expr for one, expr in model.owed.active if one is line)
        case "xp" | "burn":
            return summed(expr for one, expr in model.owed.active if one.action.do == what)
        case _:
            return Expr()


def _nested_missing(model: Model, solution: tuple[int, ...], place: int) -> Iterator[tuple[int, int]]:
    producer = model.question.supply.producers[place]
    used = model.adds[model.class_of[producer.object], producer.key].value(solution)
    pips = {mask: number * used for mask, number in producer.pips}
    if producer.converts == "power":
        pips[ANY] = pips.get(ANY, 0) + model.amounts[place].value(solution)
    spent = {kind: expr.value(solution) for (one, kind), expr in model.nested.items() if one == place}
    for kind, mask, count in matching.assign(tally(pips), spent):
        if kind == MISSING:
            yield mask, count


def _rank(cause: Cause) -> int:
    return 0 if any(key[0] == "fault" for key in cause) else 1


def _hitting(causes: Sequence[Cause]) -> Iterator[frozenset[Key]]:
    """Give sets of parts that hold one part of every cause, smallest first."""
    found = {frozenset(chosen) for chosen in product(*(sorted(one) for one in causes))}
    yield from sorted(found, key=lambda one: (len(one), sorted(one)))
