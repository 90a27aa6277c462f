"""Packed lanes against a plain matcher, on random costs and on the ones that make matchers slow.

``RUNEPAY_LANE_CASES`` sets how many random costs are tried (20,000 if it is not set).
"""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.model.resources import tally
from runepay.solver.fast import lanes

from . import cases, matcher

CASES = int(os.environ.get("RUNEPAY_LANE_CASES", "20000"))
NONE = (0,) * 6
EMPTY = (0,) * 8

counts = st.lists(st.integers(0, 4), min_size=6, max_size=6)
pools = st.lists(st.integers(0, 3), min_size=8, max_size=8)
costs = st.lists(st.integers(1, 63), max_size=13)


def test_random_costs_agree_with_a_matcher() -> None:
    yes = 0
    for seed in range(CASES):
        case = cases.plain(seed)
        answer = lanes.payable(*case)
        assert answer is matcher.payable(*case), case
        yes += answer
    assert 0.3 < yes / CASES < 0.7


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(ready=counts, exhausted=counts, pool=pools, energy=st.integers(0, 20), pips=costs)
def test_no_short_cost_tells_them_apart(ready, exhausted, pool, energy, pips) -> None:
    assert lanes.payable(ready, exhausted, pool, energy, pips) is matcher.payable(ready, exhausted, pool, energy, pips)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(ready=counts, exhausted=counts, pool=pools, energy=st.integers(0, 20), pips=costs)
def test_wide_and_prepared_lanes_say_the_same(ready, exhausted, pool, energy, pips) -> None:
    units = [(1 << place, ready[place] + exhausted[place] + pool[1 + place]) for place in range(6)] + [(63, pool[7])]
    had = pool[0] + sum(ready)
    asked = tally(pips)
    said = lanes.payable(ready, exhausted, pool, energy, pips)
    assert lanes.covers_any(had, tuple(units), energy, asked) is said
    supply, demand = lanes.supply(had, tuple(units)), lanes.demand(energy, asked)
    assert supply is not None
    assert demand is not None
    assert lanes.covers(supply, demand) is said


@pytest.mark.parametrize("pips", [9, 13])
def test_many_any_pips_that_cannot_be_paid(pips: int) -> None:
    ready = tuple(2 if place < pips // 2 else 0 for place in range(6))
    has = sum(ready)
    assert lanes.payable(ready, NONE, EMPTY, 0, (63,) * has)
    assert not lanes.payable(ready, NONE, EMPTY, 0, (63,) * max(pips, has + 1))
    assert not lanes.payable(ready, NONE, (0,) * 7 + (pips,), 0, (32,) * (pips + ready[5] + 1))


def test_counts_beyond_a_narrow_lane_are_answered_in_wide_ones() -> None:
    ready = (1_000_000, 0, 0, 0, 0, 0)
    assert lanes.payable(ready, NONE, EMPTY, 1_000_000, (1, 63) * 100)
    assert not lanes.payable(ready, NONE, EMPTY, 1_000_001, (1,))
    assert not lanes.payable(ready, NONE, EMPTY, 0, (1,) * 200 + (2,))
    assert lanes.supply(0, ((1, 101),)) is None
    assert lanes.demand(101, ()) is None
    assert lanes.demand(0, ((63, 101),)) is None


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(ready=counts, pool=pools, pips=costs, turn=st.permutations(range(6)), more=st.integers(0, 7))
def test_renaming_domains_changes_nothing_and_more_never_hurts(ready, pool, pips, turn, more) -> None:
    def renamed(mask: int) -> int:
        return sum(1 << turn[place] for place in range(6) if mask >> place & 1)

    said = lanes.payable(ready, NONE, pool, 0, pips)
    moved, floats = [0] * 6, [pool[0]] + [0] * 6 + [pool[7]]
    for place in range(6):
        moved[turn[place]] = ready[place]
        floats[1 + turn[place]] = pool[1 + place]
    assert lanes.payable(moved, NONE, floats, 0, [renamed(mask) for mask in pips]) is said
    richer = [number + (place == more) for place, number in enumerate(pool)]
    if said:
        assert lanes.payable(ready, NONE, richer, 0, pips)
        assert lanes.payable(ready, NONE, pool, 0, [63 if place == more else one for place, one in enumerate(pips)])
