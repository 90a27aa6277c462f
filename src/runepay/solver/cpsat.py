"""CP-SAT behind one small door: rows in, an optimal solution out (the complete lane).

The native builder that ``cp_model`` wraps is used directly: building a model in Python costs more than solving it.
Parameters, measured on many small solves: one worker (the answer must not depend on timing), no presolve, no LP
relaxation, and no signal handling (a swallowed Ctrl-C would kill long runs).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from runepay.solver.rows import OPEN, Expr, Rows
from runepay.solver.stopping import current

PARAMETERS: Final = (
    "num_workers:1 cp_model_presolve:false linearization_level:0 symmetry_level:0 cp_model_probing_level:0 "
    "use_sat_inprocessing:false catch_sigint_signal:false"
)
LARGE: Final = PARAMETERS.replace("linearization_level:0", "linearization_level:2")
"""For counts far beyond any game: there the search is what costs, and the LP relaxation pays for itself."""

LARGE_RANGE: Final = 64
"""A model with a variable of a larger range than this is large."""

LARGE_CHOICE: Final = 16
"""So is one that chooses among more different objects than this: a knapsack that the LP relaxation sees through."""

DETERMINISTIC_LIMIT: Final = 20.0
"""Deterministic seconds after which a solve gives up; ordinary questions use less than a thousandth of one."""

WEIGHT_LIMIT: Final = 1 << 50
"""Largest sum of weight times range in one objective; criteria beyond it go into the next solve.

CP-SAT compares objectives as floating-point numbers, which tell whole numbers apart up to 2 ** 53 only: beyond, the
last ties would be called proven and be wrong.
"""

_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class Solved:
    """What came out: ``optimal``, ``infeasible``, ``feasible`` (best so far) or ``unknown``."""

    status: str
    solution: tuple[int, ...]
    proven: int
    """How many of the criteria, from the first, are proven."""


@cache
def _native() -> Any:  # noqa: ANN401 - the native module has no public types
    from ortools.sat.python import cp_model_helper  # noqa: PLC0415 - importing OR-Tools costs; only solving pays it

    return cp_model_helper


@lru_cache(maxsize=256)
def _parameters(deterministic: float, seconds: float | None, *, large: bool) -> Any:  # noqa: ANN401 - as above
    parameters = _native().SatParameters()
    text = f"{LARGE if large else PARAMETERS} max_deterministic_time:{deterministic}"
    if seconds is not None:
        text += f" max_time_in_seconds:{seconds}"
    if not parameters.parse_text_format(text):  # pragma: no branch - a typo here would be silent otherwise
        msg = f"OR-Tools does not know these parameters: {text}"
        raise RuntimeError(msg)
    return parameters


def proto(rows: Rows) -> Any:  # noqa: ANN401 - a native model
    """Write rows into a native model, without objective."""
    model = _native().CpModelProto()
    first, first_row = 0, 0
    if rows.written is not None:
        before, first, first_row = rows.written
        model.copy_from(before)
    add = model.variables.add
    for low, high in zip(rows.lows[first:], rows.highs[first:], strict=True):
        add().domain.extend((low, high))
    constraint = model.constraints.add
    for variables, coefficients, low, high in rows.rows[first_row:]:
        linear = constraint().linear
        linear.vars.extend(variables)
        linear.coeffs.extend(coefficients)
        linear.domain.extend((_LEAST if low <= -OPEN else low, _MOST if high >= OPEN else high))
    for target, parts in rows.maxima:
        largest = constraint().lin_max
        _write(largest.target, target)
        for part in parts:
            _write(largest.exprs.add(), part)
    return model


def keep(rows: Rows) -> None:
    """Keep rows as they are now, written out, for solves that only add to them."""
    # Maxima stand behind the rows, and a solver may answer otherwise if they stood elsewhere.
    if not rows.maxima:
        rows.written = proto(rows), len(rows.lows), len(rows.rows)


def _write(into: Any, expr: Expr) -> None:  # noqa: ANN401 - a native expression
    into.vars.extend(list(expr.terms))
    into.coeffs.extend(list(expr.terms.values()))
    into.offset = expr.const


def chunks(rows: Rows, criteria: Sequence[Expr]) -> list[tuple[list[int], Expr]]:
    """Join criteria in order into objectives whose weights are exact and cannot overflow.

    Within one objective each criterion weighs more than everything after it can add up to.
    """
    result: list[tuple[list[int], Expr]] = []
    place = len(criteria)
    packed: list[tuple[list[int], Expr]] = []
    # From the last criterion up, so that each chunk is as full as it can be; then in order.
    while place > 0:
        weight, members = 1, []
        objective = Expr()
        while place > 0:
            expr = criteria[place - 1]
            spread = rows.high(expr) - rows.low(expr)
            if spread == 0:
                members.append(place - 1)
                place -= 1
                continue
            if objective.terms and weight * (spread + 1) > WEIGHT_LIMIT:
                break
            objective.add(expr, weight)
            weight *= spread + 1
            members.append(place - 1)
            place -= 1
        packed.append((members[::-1], objective))
    result.extend(reversed(packed))
    return result


def lexicographic(  # noqa: PLR0913 - the limits of a solve, all by name
    rows: Rows,
    criteria: Sequence[Expr],
    *,
    seconds: float | None = None,
    deterministic: float = DETERMINISTIC_LIMIT,
    refine: Callable[[Sequence[int]], bool] | None = None,
    choices: int = 0,
    hint: Mapping[int, int] | None = None,
) -> Solved:
    """Minimise the criteria in order, each proven before the next.

    Parameters
    ----------
    rows
        The model; rows may be added to it by `refine`.
    criteria
        Expressions to be minimised, most important first.
    seconds
        Wall-clock limit of each solve, or ``None``.
    deterministic
        Deterministic limit of each solve, the same on every machine.
    refine
        Called with a solution; adds rows that cut it off and says whether it did. The solve is then repeated.
    choices
        How many different objects the model chooses among.
    hint
        Values of variables with which the search begins; they need not fit the rows.
    """
    native = _native()
    stop = current()
    ranges = zip(rows.lows, rows.highs, strict=True)
    large = choices > LARGE_CHOICE or any(high - low > LARGE_RANGE for low, high in ranges)
    packed = chunks(rows, criteria) or [([], Expr())]
    solution: tuple[int, ...] = ()
    proven = 0
    for number, (members, objective) in enumerate(packed):
        while True:
            model = proto(rows)
            if objective.terms:
                model.objective.vars.extend(list(objective.terms))
                model.objective.coeffs.extend(list(objective.terms.values()))
            if hint:
                model.solution_hint.vars.extend(list(hint))
                model.solution_hint.values.extend(list(hint.values()))
            limit = _limit(seconds, None if stop is None else stop.left())
            if limit == 0:
                return Solved("feasible" if solution else "unknown", solution, proven)
            wrapper = native.SolveWrapper()
            wrapper.set_parameters(_parameters(deterministic, limit, large=large))
            with nullcontext() if stop is None else stop.watching(wrapper.stop_search):
                response = wrapper.solve(model)
            status = response.status
            found = tuple(response.solution)
            if status == native.INFEASIBLE:
                # Rows only ever pin values that a solution had, so this is the first solve.
                return Solved("infeasible", (), len(criteria))
            if status == native.MODEL_INVALID:
                msg = "OR-Tools refused the model"
                raise RuntimeError(msg)
            if status not in {native.OPTIMAL, native.FEASIBLE}:
                return Solved("feasible" if solution else "unknown", solution, proven)
            if status != native.OPTIMAL and objective.terms:
                return Solved("feasible", found, proven)
            if refine is not None and refine(found):
                continue
            break
        solution = found
        proven += len(members)
        if number + 1 < len(packed):
            for member in members:
                expr = criteria[member]
                rows.equal(expr, expr.value(solution))
    return Solved("optimal", solution, len(criteria))


def _limit(seconds: float | None, left: float | None) -> float | None:
    """Give the shorter limit, in whole milliseconds, so that few sets of parameters are made."""
    limits = [one for one in (seconds, left) if one is not None]
    if not limits:
        return None
    least = min(limits)
    return round(least + 0.0005, 3) if least else 0.0


def contradiction(
    rows: Rows, assumed: Sequence[int], *, deterministic: float = DETERMINISTIC_LIMIT
) -> tuple[int, ...] | None:
    """Tell whether rows and assumptions contradict each other.

    Parameters
    ----------
    rows
        The model.
    assumed
        0/1 variables that are to be 1.
    deterministic
        Deterministic limit, the same on every machine.

    Returns
    -------
    tuple or None
        Those assumed variables that already contradict the rows, from CP-SAT's core; ``None`` if all can hold, or
        if that was not settled in the deterministic limit.

    Examples
    --------
    >>> rows = Rows()
    >>> a, b, c = (rows.new(0, 1) for _ in range(3))
    >>> rows.at_most(Expr(0, {a: 1, b: 1}), 1)
    >>> contradiction(rows, [a, b, c])
    (0, 1)
    >>> contradiction(rows, [a, c]) is None
    True
    """
    native = _native()
    large = any(high - low > LARGE_RANGE for low, high in zip(rows.lows, rows.highs, strict=True))
    model = proto(rows)
    model.assumptions.extend(assumed)
    wrapper = native.SolveWrapper()
    wrapper.set_parameters(_parameters(deterministic, None, large=large))
    response = wrapper.solve(model)
    if response.status != native.INFEASIBLE:
        return None
    core = set(response.sufficient_assumptions_for_infeasibility)
    return tuple(variable for variable in assumed if variable in core)
