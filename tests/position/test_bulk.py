"""Bulk answers against the single ones, row by row."""

from __future__ import annotations

import random

import numpy as np
import pytest

import runepay
from runepay import can_pay_many
from runepay.position import Position, Price
from runepay.position.bulk import counts_of
from runepay.solver.fast.lanes import covers_any

from .cases import state

REACH = (1, 2, 4, 8, 16, 32, 63)


def single(row, cost) -> bool:
    units = tuple(zip(REACH, (int(one) for one in row[1:]), strict=True))
    return covers_any(int(row[0]), units, int(cost[0]), tuple((int(mask), 1) for mask in cost[1:] if mask))


def drawn(number: int, seed: int):
    dice = np.random.default_rng(seed)
    states = dice.integers(0, 4, (number, 8), dtype=np.int8)
    costs = np.zeros((200, 6), np.int64)
    costs[:, 0] = dice.integers(0, 5, 200)
    masks = np.array([0, 0, 63, 1, 2, 4, 8, 16, 32, 3, 5, 48, 21])
    costs[:, 1:] = masks[dice.integers(0, len(masks), (200, 5))]
    return states, costs, dice.integers(0, 200, number)


def test_every_row_has_the_answer_it_has_alone() -> None:
    states, costs, which = drawn(20_000, 7)
    answers = can_pay_many(states, costs, which)
    wanted = [single(row, costs[place]) for row, place in zip(states, which, strict=True)]
    assert answers.tolist() == wanted
    assert 0.2 < answers.mean() < 0.8


def test_one_cost_for_all_and_one_for_each() -> None:
    states, costs, _ = drawn(200, 8)
    assert can_pay_many(states, costs).tolist() == [single(*pair) for pair in zip(states, costs, strict=True)]
    assert can_pay_many(states, costs[:1]).tolist() == [single(row, costs[0]) for row in states]
    assert can_pay_many(states[:0], costs[:1]).tolist() == []


def test_counts_beyond_a_byte_are_answered_exactly() -> None:
    states = np.array([[5, 1_000_000, 0, 0, 0, 0, 0, 0], [5, 90, 90, 0, 0, 0, 0, 1], [5, 3, 0, 0, 0, 0, 0, 0]])
    costs = np.array([[5] + [1] * 150, [5] + [1] * 90 + [2] * 60, [5] + [1] * 3 + [0] * 147])
    for place, row in enumerate(costs):
        wanted = [single(one, row) for one in states]
        assert can_pay_many(states, costs, [place] * 3).tolist() == wanted
    assert can_pay_many(states, costs).tolist() == [True, True, True]


@pytest.mark.parametrize("seed", range(20))
def test_positions_as_rows_are_answered_as_positions(seed: int) -> None:
    dice = random.Random(seed)
    here = [Position.of(runepay.GameState.model_validate(state(dice))) for _ in range(20)]
    for purposes in ((), ("spell",), ("unit",)):
        price = Price.of(dice.randint(0, 3), ["fury", "any"][: dice.randint(0, 2)], purposes)
        assert can_pay_many(counts_of(here, purposes), [price]).tolist() == [one.can_pay(price) for one in here]


@pytest.mark.parametrize("large", [2**31, 2**62, 2**63, 2**64 - 1, 2**64, 2**200])
def test_counts_whose_sum_no_integer_type_holds_are_answered_exactly(large: int) -> None:
    states = [[5, large, large, 0, 0, 0, 0, 0], [large] * 8, [1, *[large] * 7], [5, 0, *[large] * 5, 0]]
    price, every = Price.of(2, ["fury"]), [True, True, False, False]
    assert can_pay_many(states, [price]).tolist() == every
    for dtype in (np.int64, np.uint64):
        if large <= np.iinfo(dtype).max:
            assert can_pay_many(np.array(states, dtype), [price]).tolist() == every


def test_nothing_has_no_answers_and_rows_may_be_lists() -> None:
    price = Price.of(2, ["fury"])
    assert can_pay_many([], [price]).tolist() == can_pay_many([], [price], []).tolist() == []
    row = [2, 1, 0, 0, 0, 0, 0, 0]
    assert can_pay_many([row, row], [[2, 1], [2, 2]]).tolist() == [True, False]


@pytest.mark.parametrize(
    ("states", "costs", "which", "said"),
    [
        ([[1] * 8, [1]], None, None, "states: one row a state .* several lengths"),
        ([[1.5] * 8], None, None, "states: .* in whole numbers, found 1.5"),
        ([["1"] * 8], None, None, "states: .* in whole numbers, found '1'"),
        ([[True] * 8], None, None, "states: .* in whole numbers, found True"),
        ([[-1, *[2**63] * 7]], None, None, "states: a count is below nothing"),
        (None, None, None, "states: a list is needed"),
        ([[1] * 8], Price.of(1), None, "costs: a list of prices is needed"),
        ([[1] * 8], ["fury"], None, "costs: one row a cost"),
        ([[1] * 8], [Price.of(1), None], None, "costs.1: a Price is needed"),
        ([[1] * 8], [[1], [1, 2]], None, "costs: one row a cost .* several lengths"),
        ([[1] * 8], [[2**64, 1]], None, "costs: Energy of a cost lies between"),
        ([[1] * 8], np.array([[2**63, 1]], np.uint64), None, "costs: Energy of a cost lies between"),
        ([[1] * 8], [[1, -1]], None, "costs: .* from 0 to 63, found -1"),
        ([[1] * 8], None, [0.9], "which: .* in whole numbers, found 0.9"),
        ([[1] * 8], None, ["0"], "which: .* in whole numbers"),
        ([[1] * 8], None, [False], "which: .* in whole numbers, found False"),
        ([[1] * 8], None, [None], "which: .* in whole numbers"),
        ([[1] * 8], None, [2**64], "which: .* from 0 to 0"),
        ([[1] * 8], None, np.array([2**64 - 1], np.uint64), "which: .* from 0 to 0"),
        ([[1] * 8], None, 0, "which: a list is needed"),
    ],
)
def test_what_is_no_count_cost_or_place_is_refused(states, costs, which, said: str) -> None:
    with pytest.raises(runepay.InputError, match=said):
        can_pay_many(states, [Price.of(1)] if costs is None else costs, which)


def test_misuse_is_said() -> None:
    price = Price.of(1)
    row = [1, 0, 0, 0, 0, 0, 0, 0]
    with pytest.raises(runepay.InputError, match="one row a state"):
        can_pay_many([[1, 2]], [price])
    with pytest.raises(runepay.InputError, match="do not pair up"):
        can_pay_many([row] * 3, [price] * 2)
    with pytest.raises(runepay.InputError, match="'which' gives"):
        can_pay_many([row], [price], [1])
    with pytest.raises(runepay.InputError, match="below nothing"):
        can_pay_many([[-1, *row[1:]]], [price])
    with pytest.raises(runepay.InputError, match="from 0 to 63"):
        can_pay_many([row], np.array([[1, 64]]))
    with pytest.raises(runepay.InputError, match="one row a cost"):
        can_pay_many([row], np.array([1.0]))
    altar = {
        "card": "Altar",
        "type": "gear",
        "cost": {},
        "adds": [{"gives": {"power": {"fury": 2}}, "cost": {"energy": 1}}],
    }
    with pytest.raises(runepay.InputError, match="beyond counting"):
        counts_of([Position.of(runepay.GameState.model_validate({"board": [altar]}))])
