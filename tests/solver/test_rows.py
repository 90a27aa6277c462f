"""The small integer model: folding, maxima, and lexicographic solving against cp_model."""

from __future__ import annotations

import random

import pytest
from ortools.sat.python import cp_model

from runepay.solver import cpsat
from runepay.solver.cpsat import chunks, lexicographic
from runepay.solver.rows import OPEN, Expr, Rows


def test_bounds_that_meet_are_constants() -> None:
    rows = Rows()
    assert rows.var(3, 3).terms == {}
    assert rows.lows == []


def test_rows_that_cannot_bind_are_left_out() -> None:
    rows = Rows()
    x = rows.var(0, 5)
    rows.at_most(x, 5)
    rows.at_least(x, 0)
    assert rows.rows == []
    rows.at_most(x, 4)
    assert len(rows.rows) == 1


def test_a_maximum_that_bounds_decide_is_folded() -> None:
    rows = Rows()
    x = rows.var(0, 5)
    assert rows.maximum([x, Expr(-1)]) is x
    assert rows.maximum([x, Expr(9)]).const == 9
    assert rows.minimum(x, 7) is x
    assert rows.maxima == []


def test_maxima_are_exact() -> None:
    for value in range(6):
        rows = Rows()
        x = rows.var(0, 5)
        rows.equal(x, value)
        biggest = rows.maximum([x, Expr(3)])
        solved = lexicographic(rows, [biggest])
        assert biggest.value(solved.solution) == max(value, 3)


def test_conjunction_and_disjunction() -> None:
    for a in (0, 1):
        for b in (0, 1):
            rows = Rows()
            x, y = rows.var(0, 1), rows.var(0, 1)
            rows.equal(x, a)
            rows.equal(y, b)
            every, some = rows.every([x, y]), rows.some([x, y])
            solved = lexicographic(rows, [every, some])
            assert every.value(solved.solution) == a * b
            assert some.value(solved.solution) == max(a, b)


def test_criteria_are_minimised_in_order_even_when_weights_would_overflow() -> None:
    rows = Rows()
    xs = [rows.var(0, 1 << 30) for _ in range(4)]
    total = Expr()
    for x in xs:
        total.add(x)
    rows.at_least(total, 1 << 31)
    assert len(chunks(rows, xs)) > 1
    solved = lexicographic(rows, xs)
    assert [x.value(solved.solution) for x in xs] == [0, 0, 1 << 30, 1 << 30]


def test_nothing_to_decide_is_optimal() -> None:
    assert lexicographic(Rows(), []).status == "optimal"
    rows = Rows()
    rows.at_least(Expr(), 1)
    assert lexicographic(rows, []).status == "infeasible"


def test_a_limit_that_runs_out_is_not_called_infeasible() -> None:
    rng = random.Random(5)
    rows = Rows()
    xs = [rows.var(0, 1) for _ in range(120)]
    for _ in range(60):
        chosen = rng.sample(xs, 40)
        total = Expr()
        for x in chosen:
            total.add(x, rng.randint(1, 50))
        rows.equal(total, 501)
    assert lexicographic(rows, xs[:1], deterministic=1e-9).status in {"unknown", "feasible"}


@pytest.mark.parametrize("seed", range(20))
def test_the_native_door_agrees_with_cp_model(seed: int) -> None:
    """Guards upgrades: the native builder is less documented than ``cp_model``."""
    rng = random.Random(seed)
    rows = Rows()
    xs = [rows.var(0, rng.randint(1, 6)) for _ in range(6)]
    model = cp_model.CpModel()
    twins = [model.new_int_var(0, rows.high(x), "") for x in xs]
    for _ in range(5):
        coefficients = [rng.randint(-3, 3) for _ in xs]
        total = Expr()
        for x, coefficient in zip(xs, coefficients, strict=True):
            total.add(x, coefficient)
        low = rng.randint(-6, 2)
        rows.between(low, total, OPEN)
        model.add(sum(c * t for c, t in zip(coefficients, twins, strict=True)) >= low)
    weights = [rng.randint(-4, 4) for _ in xs]
    goal = Expr()
    for x, weight in zip(xs, weights, strict=True):
        goal.add(x, weight)
    model.minimize(sum(w * t for w, t in zip(weights, twins, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    solved = lexicographic(rows, [goal])
    assert (solved.status == "infeasible") == (status == cp_model.INFEASIBLE)
    if solved.solution:
        assert goal.value(solved.solution) == round(solver.objective_value)


def test_a_misspelt_parameter_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat, "PARAMETERS", "num_wrokers:1")
    cpsat._parameters.cache_clear()
    with pytest.raises(RuntimeError, match="num_wrokers"):
        lexicographic(Rows(), [])
    monkeypatch.undo()
    cpsat._parameters.cache_clear()
