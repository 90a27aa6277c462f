"""The referee's fold beside brute force: all orders, halves and struck pips (356.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from runepay.model.resources import ANY, Tally, size, tally
from runepay.referee import fold
from runepay.referee.fold import NOTHING, Addend, Cut, Outcome, totals

from .paying import refereed, solved

State = tuple[int, Tally]


def struck(pips: Tally, number: int) -> set[Tally]:
    """Strike pips one at a time, in every way."""
    found = {pips}
    for _ in range(number):
        found = {tally({**dict(one), mask: n - 1}) for one in found for mask, n in one} or {()}
    return found


def after(state: State, cut: Cut) -> Iterator[State]:
    energy, pips = state
    energy = energy if energy <= cut.minimum else max(cut.minimum, energy - cut.energy)
    left = dict(pips)
    for mask, number in cut.pips:
        left[mask] = max(0, left.get(mask, 0) - number)
    for kept in struck(tally(left), cut.any):
        yield energy, kept


def brute(start: State, cuts: list[Cut]) -> set[State]:
    found: set[State] = set()
    for order in permutations(cuts):
        for halves in product(*(cut.halves for cut in order)):
            states = {start}
            for cut, half in zip(order, halves, strict=True):
                one = Cut(
                    "",
                    0 if half == "power" else cut.energy,
                    cut.minimum,
                    0 if half == "energy" else cut.any,
                    () if half == "energy" else cut.pips,
                )
                states = {new for state in states for new in after(state, one)}
            found |= states
    return found


def told(outcomes: set[Outcome]) -> set[State]:
    """Decide what the outcomes leave undecided."""
    return {(one.energy, kept) for one in outcomes for kept in struck(one.pips, one.struck)}


@pytest.mark.parametrize("seed", range(150))
def test_every_total_of_every_choice_and_no_other(seed: int) -> None:
    dice = Random(seed)
    masks = (1, 2, 3, ANY)
    pips = tally([dice.choice(masks) for _ in range(dice.randrange(5))])
    cuts = [
        Cut(
            f"d{n}",
            dice.randrange(4),
            dice.choice((0, 0, 1, 2)),
            dice.choice((0, 0, 1, 2)),
            tally([dice.choice(masks) for _ in range(dice.choice((0, 0, 1, 2)))]),
            dice.choice((("both",), ("both",), ("energy", "power"))),
        )
        for n in range(dice.randrange(5))
    ]
    start = Outcome(dice.randrange(7), pips)
    assert told(totals(start, [], NOTHING, cuts)) == brute(start[:2], cuts)


def test_a_component_discount_stays_in_its_component() -> None:
    part = Addend(1, ((1, 1),), (Cut("d", 3, 0, 2, ()),))
    assert totals(Outcome(2, ((2, 1),)), [part], Outcome(1, ()), []) == {Outcome(3, ((2, 1),))}


def test_great_numbers_are_folded_at_once() -> None:
    million = 1_000_000
    cuts = [Cut(f"d{n}", 10, n % 3, million // 4, ((1, 5),)) for n in range(3)]
    found = totals(Outcome(million, ((1, million), (2, million))), [], NOTHING, cuts)
    assert {(one.energy, size(one.pips) - one.struck) for one in found} == {
        (million - 30, 2 * million - 3 * (million // 4) - 15)
    }


def test_twenty_equal_discounts_are_one_order() -> None:
    cuts = [Cut(f"d{n}", 1, 1, 0, ()) for n in range(20)] + [Cut("own", 3, 0, 0, ())]
    assert {one.energy for one in totals(Outcome(10, ()), [], NOTHING, cuts)} == {0, 1}


@pytest.mark.parametrize("seed", range(60))
def test_one_order_gives_only_totals_that_some_order_gives(seed: int) -> None:
    dice = Random(seed)
    pips = tally([dice.choice((1, 2, ANY)) for _ in range(dice.randrange(5))])
    cuts = [
        Cut(f"d{n}", dice.randrange(4), dice.randrange(3), dice.randrange(2), ((1, 1),) if dice.randrange(2) else ())
        for n in range(dice.randrange(1, 6))
    ]
    start = Outcome(dice.randrange(8), pips)
    some = told(totals(start, [], NOTHING, cuts, every=False))
    every = told(totals(start, [], NOTHING, cuts))
    assert some
    assert some <= every
    assert min(energy for energy, _ in some) == min(energy for energy, _ in every)


def test_a_receipt_needs_no_search_through_all_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    less = [{"clause": "discount", "energy": 2, "minimum": floor} for floor in range(9)]
    asked = solved({"runes": {"fury": 9}}, {"card": "Mine", "cost": {"energy": 20}, "clauses": less})
    searched: list[object] = []
    search = fold._orders

    def counted(start: Outcome, blocks: Sequence[Sequence[Cut]], first: Sequence[int]) -> set[Outcome]:
        searched.append(blocks)
        return search(start, blocks, first)

    monkeypatch.setattr(fold, "_orders", counted)
    assert refereed(asked) == []
    assert not searched
    state, play, payment = asked
    cheaper = replace(payment, owed=replace(payment.owed, energy=payment.owed.energy - 1))
    assert "owed-differs" in {code for code, _ in refereed((state, play, cheaper))}
    assert searched
