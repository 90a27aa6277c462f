"""Every payment of a question, one after another and each once (design, section 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from runepay.model.identity import NOBODY, ActKey, Identity, by_domain, interchangeable, owned_lines, packed
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.state import GameState
from runepay.model.total import settle
from runepay.solver import steps
from runepay.solver.formulation import nested
from runepay.solver.formulation.classes import all_lines
from runepay.solver.listing.formula import Formula, write
from runepay.solver.listing.idle import Idle
from runepay.solver.listing.quick import Quick, QuickLeaf
from runepay.solver.listing.space import Row, Space, never
from runepay.solver.listing.totals import Due, dues
from runepay.solver.naming import Named
from runepay.solver.rows import Expr
from runepay.solver.stopping import OutOfTimeError


@dataclass(frozen=True, slots=True)
class Leaf:
    """One payment as counts; :meth:`payment` writes its steps.

    Attributes
    ----------
    identity
        What makes it this payment.
    formula, solution
        The rows that it solves, and the value of every variable.
    due
        The total that it pays.
    order
        The order of the Adds with costs that it uses.
    """

    identity: Identity
    formula: Formula
    solution: tuple[int, ...]
    due: Due
    order: tuple[int, ...]

    def owed(self) -> Owed:
        """Give the total with the objects that its discounts really read (206)."""
        due = self.due
        if not due.chosen:
            return due.owed
        model = self.formula.model
        named = Named(model, self.solution)
        places = {id(line): place for place, line in enumerate(all_lines(model.question))}
        victims: list[tuple[int, int]] = []
        for index, shown in due.chosen:
            victim = model.question.discounts[index].victim
            if victim is None:
                victims.append((index, shown))
                continue
            component, number = victim
            line = model.question.components[component].lines[number]
            taken = named.lines.get(places[id(line)])
            victims.append((index, taken[0] if taken else shown))
        made = due.owed.choices
        return settle(model.question, Choices(made.elections, tuple(victims), made.halves, made.order, made.removed))

    def payment(self, state: GameState) -> Payment:
        """Write the payment's steps."""
        model = replace(self.formula.model, order=self.order)
        owed = self.owed()
        return Payment(owed, steps.written(model, state, self.solution, owed))


class Walk:
    """The payments of one question.

    Attributes
    ----------
    complete
        False once something could not be looked at: Adds with costs in more orders than are tried.
    """

    def __init__(self, question: Question, *, late: Callable[[], bool] = never) -> None:
        self.question = question
        self.late = late
        self.complete = not question.unsure
        self.classes = interchangeable(question)
        orders = nested.orders(question) if not question.faults else [()]
        self.relaxed = len(orders) > 1 and not any(
            one.lines or one.waits for one in question.supply.producers if one.nested
        )
        if len(orders) > nested.MOST_ORDERS and not self.relaxed:
            orders = orders[: nested.MOST_ORDERS]
            self.complete = False
        self.orders = orders[:1] if self.relaxed else orders
        self.quick = Quick(question, self.classes, late)

    def dues(self) -> Iterator[Due]:
        """Give every total that could be owed; none where the play is illegal whatever is paid."""
        if not self.question.faults:
            for due in dues(self.question):
                if self.late():
                    raise OutOfTimeError
                yield due

    def formulas(self, due: Due) -> Iterator[Formula]:
        """Write a total's rows, once for each order of Adds with costs that has to be tried."""
        for order in self.orders:
            yield write(due, order, self.classes, relaxed=self.relaxed)

    def leaves(self) -> Iterator[Leaf]:
        """Give every payment once, in the published order.

        Raises
        ------
        OutOfTimeError
            The budget was used up first.
        """
        for due in self.dues():
            yield from self._once(due, None)

    def listed(self) -> Iterator[Leaf | QuickLeaf]:
        """Give the same payments in the same order; those of totals that the fast lane can list come from there.

        Raises
        ------
        OutOfTimeError
            The budget was used up first.
        """
        for due in self.dues():
            yield from self.quick.leaves(due) or self._once(due, None)

    def find(self, wanted: Identity) -> Leaf | None:
        """Give the payment of an identity, if it is one of these."""
        for due in self.dues():
            mine = (due.owed.choices.elections, due.owed.energy, due.owed.pips)
            if mine == (wanted.elections, wanted.energy, wanted.pips):
                for leaf in self._once(due, wanted):
                    return leaf
        return None

    def count(self) -> int:
        """Count the payments; see :meth:`counts`."""
        return sum(self.counts())

    def counts(self) -> Iterator[int]:
        """Count the payments of each total, without listing them where the fast lane or rows alone decide.

        Raises
        ------
        OutOfTimeError
            The budget was used up first.
        """
        for due in self.dues():
            if self.quick.countable(due):
                yield self.quick.count(due)
                continue
            first = next(self.formulas(due))
            if first.exact:
                yield self.counted(first)
            else:
                yield from (1 for _ in self._once(due, None))

    def counted(self, formula: Formula, rows: Sequence[Row] = ()) -> int:
        """Count the payments of an exact formula, with more rows."""
        bounds = formula.model.rows
        return Space(bounds.lows, bounds.highs, [*formula.rows, *rows], late=self.late).count(formula.counting)

    def _once(self, due: Due, wanted: Identity | None) -> Iterator[Leaf]:
        """Give each payment of a total once, whatever order its Adds with costs were found in."""
        if len(self.orders) == 1:
            yield from self.found(due, next(self.formulas(due)), wanted)
            return
        seen: set[Identity] = set()
        for formula in self.formulas(due):
            for leaf in self.found(due, formula, wanted):
                if leaf.identity not in seen:
                    seen.add(leaf.identity)
                    yield leaf

    def found(
        self, due: Due, formula: Formula, wanted: Identity | None = None, *, rows: Sequence[Row] = ()
    ) -> Iterator[Leaf]:
        """Give the payments that one formula allows, or the one of an identity, with more rows."""
        model = formula.model
        space = Space(model.rows.lows, model.rows.highs, [*formula.rows, *rows], late=self.late)
        if wanted is not None and not _pinned(space, formula, wanted):
            return
        idle = None if formula.exact else Idle(formula)
        for _ in space.solutions(formula.order):
            if idle is None:
                solution, order = space.values(), model.order
            else:
                found_one = _completed(space, formula, idle)
                if found_one is None:
                    continue
                solution, order = found_one
            found = _identity(due, formula, solution)
            if wanted is None or found == wanted:
                yield Leaf(found, formula, tuple(solution), due, order)


def _completed(space: Space, formula: Formula, idle: Idle) -> tuple[list[int], tuple[int, ...]] | None:
    """Decide what no coordinate shows so that nothing is idle; ``None`` if that cannot be."""
    mark = space.mark()
    try:
        for _ in space.solutions(formula.hidden):
            solution = space.values()
            order = idle.order_of(solution)
            if order is not None and not idle.found(solution):
                return solution, order
        return None
    finally:
        space.undo(mark)


def _coordinates(formula: Formula, wanted: Identity) -> Iterator[tuple[Expr, int]]:
    """Pair every coordinate with the value that an identity gives it."""
    model = formula.model
    spent, adds, acts = dict(wanted.spent), dict(wanted.adds), dict(wanted.acts)
    for kind, expr in formula.spent:
        yield expr, spent.get(kind, 0)
    for name, expr in formula.adds:
        uses, amount = adds.get(name, (0, 0))
        yield expr, uses
        if name in formula.amounts:
            yield formula.amounts[name], amount
    for runes, number in ((model.recycles, dict(wanted.recycles)), (model.exhausts, dict(wanted.exhausts))):
        for domain, expr in runes.items():
            yield expr, number.get(domain, 0)
    for key, expr in formula.acts:
        yield expr, acts.get(key, 0)


def _pinned(space: Space, formula: Formula, wanted: Identity) -> bool:
    """Let only the payment of this identity be found; false if that cannot be."""
    for expr, value in _coordinates(formula, wanted):
        if not expr.terms:
            if expr.const != value:
                return False
        elif len(expr.terms) == 1:
            ((variable, factor),) = expr.terms.items()
            number, rest = divmod(value - expr.const, factor)
            if rest or not space.lows[variable] <= number <= space.highs[variable]:
                return False
            space.lows[variable] = space.highs[variable] = number
    return True


def _identity(due: Due, formula: Formula, solution: Sequence[int]) -> Identity:
    """Read off what makes a solution this payment and no other."""
    model = formula.model
    adds = []
    for name, expr in formula.adds:
        if uses := expr.value(solution):
            adds.append((name, (uses, formula.amounts[name].value(solution) if name in formula.amounts else 0)))
    acts: dict[ActKey, int] = {}
    for key, expr in formula.acts:
        if number := expr.value(solution):
            acts[key] = number
    owed = due.owed
    parts = {id(line): part for part, line in owned_lines(model.question)}
    for line, number in owed.lines:
        if line.action.do in {"xp", "burn"} and number:
            key = (parts[id(line)], line.action.do, NOBODY)
            acts[key] = acts.get(key, 0) + number
    for place in model.order:
        producer = model.question.supply.producers[place]
        used = model.adds.get((model.class_of[producer.object], producer.key), Expr()).value(solution)
        for line in producer.lines:
            if line.action.do in {"xp", "burn"} and (number := line.number * used):
                key = (f"add:{formula.class_numbers[producer.object]}", line.action.do, NOBODY)
                acts[key] = acts.get(key, 0) + number
    return Identity(
        owed.choices.elections,
        owed.energy,
        owed.pips,
        packed({kind: expr.value(solution) for kind, expr in formula.spent}),
        tuple(adds),
        by_domain({domain: expr.value(solution) for domain, expr in model.recycles.items()}),
        by_domain({domain: expr.value(solution) for domain, expr in model.exhausts.items()}),
        tuple(sorted(acts.items())),
    )
