"""Listing and counting of one total against all counts tried one by one, and against the best payment."""

from __future__ import annotations

import os
from math import comb

import pytest

from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.resources import DOMAINS
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.solver.fast.greedy import Plan
from runepay.solver.fast.listing import count, countable, payments
from runepay.solver.fast.stock import ADD, RUNE, Source, Stock, stock
from runepay.solver.listing.walk import Walk

from . import brute, cases

CASES = int(os.environ.get("RUNEPAY_LANE_LISTS", "300"))
SMALL = 7


def runes(*counts: tuple[int, int]) -> Stock:
    """Give a stock of runes alone."""
    full = (*counts, *(((0, 0),) * (6 - len(counts))))
    power = tuple(
        Source((DOMAINS[place], ""), 1 << place, ready + exhausted, RUNE, place=place)
        for place, (ready, exhausted) in enumerate(full)
        if ready + exhausted
    )
    return Stock(power, (), full, 0)


def had(seed: int) -> tuple[Stock | None, int, tuple[tuple[int, int], ...]]:
    raw = cases.question(seed)
    state, play = GameState.model_validate(raw["state"]), Play.model_validate(raw["play"])
    question = freeze(state, play, Ruleset.of())
    return stock(question), min(question.energy, 5), question.pips


def test_small_totals_have_the_payments_that_trying_all_counts_gives() -> None:
    compared = 0
    for seed in range(CASES):
        found, energy, pips = had(seed)
        if found is None or sum(map(sum, found.runes)) > SMALL:
            continue
        ways = list(payments(found, energy, pips))
        listed = [(tuple(w.power), tuple(w.energy), tuple(w.recycles), tuple(w.exhausts)) for w in ways]
        assert len(listed) == len(set(listed)) == count(found, energy, pips), seed
        assert set(listed) == brute.payments(found, energy, pips), seed
        plan = Plan(found, Goal.of())
        best = plan.best(energy, pips)
        assert plan.can_pay(energy, pips) is (best is not None) is bool(ways)
        if best is not None:
            assert plan.values(best) == min(plan.values(way) for way in ways), seed
            assert (tuple(best.power), tuple(best.energy), tuple(best.recycles), tuple(best.exhausts)) in listed
        compared += 1
    assert compared > CASES / 3


def test_larger_totals_are_counted_as_they_are_listed() -> None:
    most = 0
    for seed in range(CASES, 2 * CASES):
        found, energy, pips = had(seed)
        if found is not None and (number := count(found, energy, pips)) < 20_000:
            assert sum(1 for _ in payments(found, energy, pips)) == number, seed
            most = max(most, number)
    assert most > 100


def test_a_million_runes_are_counted_by_what_is_owed() -> None:
    full = runes(*[(1_000_000, 0)] * 6)
    # Every recycled rune is exhausted first, and that is more Energy than is owed: only the domains differ.
    assert countable(full, 50, ((63, 60),))
    assert count(full, 50, ((63, 60),)) == comb(65, 5)
    assert not countable(full, 0, ((63, 101),))


def test_a_count_can_be_ended() -> None:
    def ask() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        count(runes((2, 0)), 0, ((63, 1),), ask)


def test_plays_have_as_many_payments_as_the_general_list_gives() -> None:
    compared = 0
    for seed in range(CASES // 2):
        raw = cases.question(seed)
        state, play = GameState.model_validate(raw["state"]), Play.model_validate(raw["play"])
        question = freeze(state, play, Ruleset.of())
        walk = Walk(question)
        if stock(question) is None or any(due.owed.lines for due in walk.dues()):
            continue
        number = walk.count()
        if number < 2_000:
            assert sum(1 for _ in walk.leaves()) == number, seed
            compared += 1
    assert compared > CASES / 5


@pytest.mark.parametrize(
    ("stock", "energy", "pips", "number"),
    [
        # Two of each domain for six any pips: compositions of 6 into six parts of at most 2.
        (runes(*[(2, 0)] * 6), 0, ((63, 6),), 141),
        # One Fury pip: the ready rune or the exhausted one; with one Energy also either exhausted beside.
        (runes((1, 1)), 0, ((1, 1),), 2),
        (runes((1, 1)), 1, ((1, 1),), 1),
        # Nothing owed has one payment: none.
        (runes((3, 0)), 0, (), 1),
        # Three Energy from four ready runes of two domains: 1 + 2 or 2 + 1.
        (runes((2, 0), (2, 0)), 3, (), 2),
        (runes((2, 0)), 3, (), 0),
        (runes((2, 0)), 0, ((2, 1),), 0),
    ],
)
def test_counts_worked_out_by_hand(stock: Stock, energy: int, pips: tuple[tuple[int, int], ...], number: int) -> None:
    assert count(stock, energy, pips) == number
    assert sum(1 for _ in payments(stock, energy, pips)) == number


def test_counting_does_not_list() -> None:
    # Listing so many would take hours.
    assert count(runes(*[(4, 3)] * 6), 12, ((63, 12),)) > 5_000_000


def test_many_ways_to_split_one_kind() -> None:
    # Four Fury pips from nine exhausted Fury runes and three kinds of Seals, four of each: 35 ways.
    seals = tuple(Source(("fury", ""), 1, 4, ADD, place=place) for place in range(3))
    full = ((0, 9), *(((0, 0),) * 5))
    found = Stock((*seals, Source(("fury", ""), 1, 9, RUNE, place=0)), (), full, 0)
    assert count(found, 0, ((1, 4),)) == sum(1 for _ in payments(found, 0, ((1, 4),))) == 35


def test_counts_beyond_a_narrow_lane() -> None:
    # Thirty any pips from two domains of a hundred runes each: 0 to 30 of the first.
    assert count(runes((0, 100), (0, 100)), 0, ((63, 30),)) == 31
    assert sum(1 for _ in payments(runes((0, 100), (0, 100)), 0, ((63, 30),))) == 31


def test_too_many_pips_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 100 pips"):
        count(runes((200, 0)), 0, ((1, 101),))
