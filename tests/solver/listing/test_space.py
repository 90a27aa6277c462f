"""The search through rows: all solutions in order, counted as they are listed, and nothing left behind."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.solver.listing.space import Row, Space
from runepay.solver.stopping import OutOfTimeError

Drawn = tuple[list[int], list[int], list[Row]]


@st.composite
def spaces(draw: st.DrawFn) -> Drawn:
    size = draw(st.integers(1, 4))
    lows = [draw(st.integers(-1, 1)) for _ in range(size)]
    highs = [low + draw(st.integers(0, 3)) for low in lows]
    rows = []
    for _ in range(draw(st.integers(0, 3))):
        variables = tuple(sorted(draw(st.sets(st.integers(0, size - 1), min_size=1))))
        factors = tuple(draw(st.sampled_from((1, 2, 3, -1, -2))) for _ in variables)
        low = draw(st.integers(-6, 6))
        rows.append(Row(variables, factors, low, low + draw(st.integers(0, 6))))
    return lows, highs, rows


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(drawn=spaces())
def test_solutions_are_those_of_trying_everything_in_order(drawn: Drawn) -> None:
    lows, highs, rows = drawn
    wanted = [
        list(values)
        for values in product(*(range(high, low - 1, -1) for low, high in zip(lows, highs, strict=True)))
        if all(row.low <= sum(f * values[v] for v, f in zip(row[0], row[1], strict=True)) <= row.high for row in rows)
    ]
    space = Space(lows, highs, rows)
    order = range(len(lows))
    assert [space.values() for _ in space.solutions(order)] == wanted
    assert (space.lows, space.highs) == (lows, highs)
    assert space.count(order) == len(wanted)
    assert (space.lows, space.highs) == (lows, highs)


def test_an_empty_row_that_cannot_hold_leaves_nothing() -> None:
    assert Space([0], [1], [Row((), (), 1, 2)]).count([0]) == 0


def test_a_budget_ends_both_ways_of_looking() -> None:
    space = Space([0, 0], [5, 5], [], late=lambda: True)
    with pytest.raises(OutOfTimeError):
        space.count([0, 1])
    with pytest.raises(OutOfTimeError):
        next(space.solutions([0, 1]))


def test_a_count_asks_at_every_value_and_while_bounds_creep() -> None:
    for space in (Space([0], [1_000_000], []), Space([0, 0], [1_000_000] * 2, [Row((0, 1), (2, -2), 1, 1)])):
        asked: list[int] = []

        def late(asked: list[int] = asked) -> bool:
            asked.append(1)
            return len(asked) > 3

        space.late = late
        with pytest.raises(OutOfTimeError):
            space.count([0, 1][: len(space.lows)])
        assert len(asked) == 4
