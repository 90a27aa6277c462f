"""A small integer model: variables with bounds, linear rows, maxima, and lexicographic criteria.

Written straight into CP-SAT's native model by :mod:`runepay.solver.cpsat`. Nothing here imports OR-Tools, so that a
formulation can be built, printed and tested without it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

OPEN: Final = 1 << 62
"""An open end of a row."""


class Expr:
    """A linear expression: a constant and ``{variable: coefficient}``.

    Examples
    --------
    >>> e = Expr(2, {0: 3})
    >>> (e + Expr(1, {1: -1})).terms
    {0: 3, 1: -1}
    """

    __slots__ = ("const", "terms")

    def __init__(self, const: int = 0, terms: Mapping[int, int] | None = None) -> None:
        self.const = const
        self.terms: dict[int, int] = dict(terms) if terms else {}

    def __add__(self, other: Expr) -> Expr:
        result = Expr(self.const, self.terms)
        result.add(other)
        return result

    def __sub__(self, other: Expr) -> Expr:
        result = Expr(self.const, self.terms)
        result.add(other, -1)
        return result

    def __mul__(self, factor: int) -> Expr:
        return Expr(self.const * factor, {var: coef * factor for var, coef in self.terms.items()} if factor else None)

    def __neg__(self) -> Expr:
        return self * -1

    def add(self, other: Expr, factor: int = 1) -> None:
        """Add a multiple of another expression in place."""
        self.const += other.const * factor
        terms = self.terms
        for var, coef in other.terms.items():
            new = terms.get(var, 0) + coef * factor
            if new:
                terms[var] = new
            else:
                terms.pop(var, None)

    def put(self, var: int, coef: int = 1) -> None:
        """Add one term in place."""
        new = self.terms.get(var, 0) + coef
        if new:
            self.terms[var] = new
        else:
            self.terms.pop(var, None)

    def value(self, solution: Sequence[int]) -> int:
        """Evaluate at a solution."""
        return self.const + sum(coef * solution[var] for var, coef in self.terms.items())

    def __repr__(self) -> str:
        """Write the expression for debugging."""
        return " + ".join([str(self.const), *(f"{coef}*x{var}" for var, coef in self.terms.items())])


def summed(parts: Iterable[Expr], const: int = 0) -> Expr:
    """Add expressions, and a constant, into one.

    Examples
    --------
    >>> summed([Expr(1, {0: 2}), Expr(0, {0: 1, 1: 1})]).terms
    {0: 3, 1: 1}
    """
    total = Expr(const)
    for part in parts:
        total.add(part)
    return total


ONE: Final = Expr(1)
ZERO: Final = Expr(0)


class Rows:
    """The model under construction."""

    __slots__ = ("highs", "lows", "maxima", "rows", "written")

    def __init__(self) -> None:
        self.lows: list[int] = []
        self.highs: list[int] = []
        self.rows: list[tuple[list[int], list[int], int, int]] = []
        self.maxima: list[tuple[Expr, tuple[Expr, ...]]] = []
        self.written: tuple[Any, int, int] | None = None
        """The rows so far as a native model, with the numbers of variables and rows in it; see ``cpsat.keep``."""

    def new(self, low: int, high: int) -> int:
        """Make a variable and give its index."""
        self.lows.append(low)
        self.highs.append(high)
        return len(self.lows) - 1

    def var(self, low: int, high: int) -> Expr:
        """Make a variable, or a constant where the bounds meet."""
        if low == high:
            return Expr(low)
        return Expr(0, {self.new(low, high): 1})

    @contextmanager
    def tried(self) -> Generator[None]:
        """Take back, at the end, every row that is added meanwhile; no variable may be made."""
        rows = len(self.rows)
        try:
            yield
        finally:
            del self.rows[rows:]

    def low(self, expr: Expr) -> int:
        """Give a lower bound of an expression from its variables' bounds."""
        return expr.const + sum(c * (self.lows[v] if c > 0 else self.highs[v]) for v, c in expr.terms.items())

    def high(self, expr: Expr) -> int:
        """Give an upper bound of an expression from its variables' bounds."""
        return expr.const + sum(c * (self.highs[v] if c > 0 else self.lows[v]) for v, c in expr.terms.items())

    def between(self, low: int, expr: Expr, high: int) -> None:
        """Require ``low <= expr <= high``; a row that cannot bind is left out."""
        if self.low(expr) >= low and self.high(expr) <= high:
            return
        const = expr.const
        self.rows.append(
            (
                list(expr.terms),
                list(expr.terms.values()),
                low - const if low > -OPEN else -OPEN,
                high - const if high < OPEN else OPEN,
            )
        )

    def at_least(self, expr: Expr, low: int) -> None:
        """Require ``expr >= low``."""
        self.between(low, expr, OPEN)

    def at_most(self, expr: Expr, high: int) -> None:
        """Require ``expr <= high``."""
        self.between(-OPEN, expr, high)

    def equal(self, expr: Expr, value: int) -> None:
        """Require ``expr == value``."""
        self.between(value, expr, value)

    def maximum(self, parts: Iterable[Expr]) -> Expr:
        """Give an expression equal to the largest of `parts`, folding what bounds already decide."""
        kept: list[Expr] = []
        options = list(parts)
        best = max(self.low(one) for one in options)
        for one in options:
            if self.high(one) < best or (
                self.high(one) == best and any(self.low(o) == best for o in options if o is not one)
            ):
                continue
            kept.append(one)
        if not kept:
            return Expr(best)
        if len(kept) == 1:
            only = kept[0]
            if self.low(only) >= best:
                return only
            kept.append(Expr(best))
        target = self.var(best, max(self.high(one) for one in kept))
        self.maxima.append((target, tuple(kept)))
        return target

    def minimum(self, one: Expr, value: int) -> Expr:
        """Give an expression equal to the smaller of `one` and a constant."""
        if self.high(one) <= value:
            return one
        if self.low(one) >= value:
            return Expr(value)
        return -self.maximum([-one, Expr(-value)])

    def every(self, parts: Sequence[Expr]) -> Expr:
        """Give a 0/1 expression that is 1 when all of these 0/1 expressions are."""
        left = [one for one in parts if one.terms or one.const != 1]
        if not left:
            return ONE
        if any(not one.terms and one.const == 0 for one in left):
            return ZERO
        if len(left) == 1:
            return left[0]
        result = self.var(0, 1)
        total = Expr(1 - len(left))
        for one in left:
            self.at_least(one - result, 0)
            total.add(one)
        self.at_least(result - total, 0)
        return result

    def some(self, parts: Sequence[Expr]) -> Expr:
        """Give a 0/1 expression that is 1 when one of these 0/1 expressions is."""
        return ONE - self.every([ONE - one for one in parts])
