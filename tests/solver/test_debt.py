"""Rune debt and the turns to come: closed forms against stepping, chances against every order of a deck."""

from fractions import Fraction
from itertools import pairwise, permutations
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runepay.model.errors import InputError
from runepay.model.resources import BIT, DOMAINS, tally
from runepay.solver.debt import RuneDeck, chance, debt, free, lost, met, orders, outlook, returns
from runepay.solver.debt.chance import counts, draws


def stepped(deck: int, recycled: int, turns: int, channel: int = 2) -> list[int]:
    """Channel turn after turn with and without the recycling; give what each turn misses."""
    stays, goes, here, there = deck, deck + recycled, 0, -recycled
    missed = []
    for _ in range(turns):
        one, other = min(channel, stays), min(channel, goes)
        stays, goes, here, there = stays - one, goes - other, here + one, there + other
        missed.append(here - there)
    return missed


class TestDebt:
    @pytest.mark.parametrize("channel", [1, 2, 3, 5])
    def test_the_closed_forms_are_what_stepping_gives(self, channel: int) -> None:
        for deck in range(14):
            for recycled in range(14):
                steps = stepped(deck, recycled, 30, channel)
                assert [lost(deck, recycled, channel * turn) for turn in range(1, 31)] == steps
                assert debt(deck, recycled, channel=channel) == sum(steps)
                assert (debt(deck, recycled, channel=channel) == 0) == (recycled <= free(deck, channel=channel))
                for turns in range(1, 30):
                    assert debt(deck, recycled, turns, channel=channel) == sum(steps[:turns])

    def test_large_numbers_take_no_time(self) -> None:
        assert debt(0, 1_000_000, 3) == 3 * 1_000_000 - 2 * (1 + 2 + 3)
        assert debt(0, 1_000_000) == sum(1_000_000 - 2 * turn for turn in range(1, 500_001))

    def test_debt_is_convex_and_zero_only_for_what_is_free(self) -> None:
        for deck in range(13):
            for turns in range(1, 9):
                line = [debt(deck, recycled, turns) for recycled in range(13)]
                slopes = [b - a for a, b in pairwise(line)]
                assert slopes == sorted(slopes)
                assert [one == 0 for one in line] == [recycled <= free(deck) for recycled in range(13)]

    def test_the_debt_of_a_turn_is_that_of_its_parts_one_after_the_other(self) -> None:
        for deck in range(11):
            for first in range(5):
                for second in range(5):
                    parts = debt(deck, first, 4) + debt(deck + first, second, 4)
                    assert debt(deck, first + second, 4) == parts


class TestReturns:
    @given(
        st.lists(st.sampled_from(DOMAINS), max_size=12),
        st.lists(st.sampled_from(DOMAINS), max_size=6),
        st.integers(1, 4),
        st.integers(0, 2),
    )
    def test_each_rune_comes_back_when_stepping_says(
        self, deck: list[str], recycled: list[str], channel: int, extra: int
    ) -> None:
        pile = [("", place) for place in range(len(deck))] + [(domain, -1) for domain in recycled]
        told, turn = [], 0
        while pile:
            turn += 1
            number = channel + (extra if turn == 1 else 0)
            told += [(domain, turn) for domain, _ in pile[:number] if domain]
            pile = pile[number:]
        assert list(returns(len(deck), recycled, channel=channel, extra=extra)) == told

    @pytest.mark.parametrize("deck", [0, 1, 2, 3])
    @pytest.mark.parametrize("extra", [0, 1])
    @pytest.mark.parametrize("recycles", [{}, {"fury": 3}, {"fury": 2, "calm": 1}, {"fury": 2, "calm": 2, "mind": 1}])
    def test_orders_are_all_that_differ_each_once(self, deck: int, extra: int, recycles: dict[str, int]) -> None:
        def seen(order: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
            return tuple(sorted(returns(deck, order, extra=extra)))

        runes = [domain for domain, number in recycles.items() for _ in range(number)]
        found = [seen(one) for one in orders(deck, recycles, extra=extra)]
        assert len(found) == len(set(found))
        assert set(found) == {seen(one) for one in permutations(runes)}

    def test_a_negative_number_is_refused(self) -> None:
        with pytest.raises(InputError, match="not negative"):
            list(orders(0, {"fury": -1}))


PIPS = st.lists(st.sampled_from([1, 2, 3, 4, 63]), max_size=4)


class TestChance:
    @given(st.lists(st.sampled_from([0, 1, 2]), min_size=1, max_size=6), st.integers(0, 6), st.integers(0, 5), PIPS)
    def test_it_is_the_share_of_all_orders_of_the_deck(
        self, deck: list[int], number: int, energy: int, pips: list[int]
    ) -> None:
        number = min(number, len(deck))
        unseen = counts({DOMAINS[one]: deck.count(one) for one in deck})
        good = total = 0
        for order in permutations(deck):
            total += 1
            good += energy <= number and _matched(pips, [1 << one for one in order[:number]])
        assert chance(energy, tally(pips), unseen, number) == Fraction(good, total)

    def test_the_closed_form_for_two_domains(self) -> None:
        for a in range(13):
            for turn in range(1, 8):
                n = min(12, 2 * turn)
                for i, j, free_, energy in ((2, 0, 0, 2), (2, 1, 0, 3), (1, 1, 1, 4), (0, 3, 0, 5), (3, 0, 2, 1)):
                    ways = (
                        sum(
                            comb(a, x) * comb(12 - a, n - x)
                            for x in range(max(i, n - 12 + a), min(a, n - j) + 1)
                            if x >= 0
                        )
                        if n >= max(energy, i + j + free_)
                        else 0
                    )
                    pips = tally({BIT["fury"]: i, BIT["calm"]: j, 63: free_})
                    unseen = counts({"fury": a, "calm": 12 - a})
                    assert chance(energy, pips, unseen, n) == Fraction(ways, comb(12, n))

    @pytest.mark.parametrize(
        ("split", "expected"),
        [((6, 6), (0.227, 0.727, 0.960, 0.697, 0.959)), ((7, 5), (0.318, 0.848, 0.992, 0.778, 0.985)),
         ((8, 4), (0.424, 0.933, 1.000, 0.792, 0.970))],
    )  # fmt: skip
    def test_known_figures(self, split: tuple[int, int], expected: tuple[float, ...]) -> None:
        unseen = counts({"fury": split[0], "calm": split[1]})
        asked = [(((1, 2),), 2), (((1, 2),), 4), (((1, 2),), 6), (((1, 2), (2, 1)), 4), (((1, 2), (2, 1)), 6)]
        assert tuple(round(float(chance(0, pips, unseen, drawn)), 3) for pips, drawn in asked) == expected

    def test_draws_are_all_of_them(self) -> None:
        for number in range(8):
            found = list(draws((3, 0, 2, 2), number))
            assert sum(ways for _, ways in found) == comb(7, number)
            assert all(sum(drawn) == number for drawn, _ in found)


def _matched(pips: list[int], runes: list[int]) -> bool:
    """Pair each pip with a rune of its own, by trying."""
    if not pips:
        return True
    return any(
        rune & pips[0] and _matched(pips[1:], [*runes[:place], *runes[place + 1 :]]) for place, rune in enumerate(runes)
    )


class TestOutlook:
    @given(
        st.lists(st.sampled_from(DOMAINS[:3]), max_size=5),
        st.lists(st.sampled_from(DOMAINS[:3]), max_size=5),
        st.lists(st.sampled_from(DOMAINS[:3]), max_size=3),
        st.data(),
    )
    def test_it_is_the_mean_over_every_order_of_what_is_unseen(
        self, board: list[str], unseen: list[str], known: list[str], data: st.DataObject
    ) -> None:
        recycled = data.draw(st.permutations(board))[: data.draw(st.integers(0, len(board)))]
        channel, extra = data.draw(st.integers(1, 3)), data.draw(st.integers(0, 1))
        asked, many = data.draw(st.sampled_from(DOMAINS[:3])), data.draw(st.integers(0, 4))
        energy, pips = data.draw(st.integers(0, 6)), data.draw(PIPS)
        deck = RuneDeck.of({domain: unseen.count(domain) for domain in unseen}, known)
        here = {domain: board.count(domain) for domain in board}
        found = outlook(here, deck, recycled, 4, channel=channel, extra=extra)
        for ahead, gone in ((found.turns, recycled), (found.without, [])):
            boards = [_boards(board, [*order, *known], gone, channel, extra) for order in permutations(unseen)]
            for turn in range(4):
                every = [one[turn] for one in boards]
                assert {len(one) for one in every} == {ahead[turn].energy}
                mine = [one.count(asked) for one in every]
                assert ahead[turn].power(asked) == Fraction(sum(mine), len(mine))
                assert ahead[turn].at_least(asked, many) == Fraction(sum(one >= many for one in mine), len(mine))
                paid = [energy <= len(one) and _matched(pips, [BIT[domain] for domain in one]) for one in every]
                assert ahead[turn].payable(energy, tally(pips)) == Fraction(sum(paid), len(paid))
        assert found.debt == debt(deck.size, len(recycled), 4) if (channel, extra) == (2, 0) else True

    def test_debts_of_several_turns_do_not_add_up(self) -> None:
        deck = RuneDeck.of(known=("fury",) * 8)
        whole = outlook({"fury": 4}, deck, ["fury"], 6, later=[["fury"] * 2, ["fury"] * 2])
        alone = outlook({"fury": 4}, deck, ["fury"], 6)
        assert (whole.debt, alone.debt) == (6, 4)

    def test_all_recycles_together_cost_at_least_what_each_costs_alone(self) -> None:
        dice, more, turns = Random(3), 0, 6
        for _ in range(2000):
            board = dice.randint(2, 12)
            plan = [dice.randint(0, 2) for _ in range(turns)]

            def energy(plan: list[int], board: int = board) -> int:
                here, deck, total = board, 12 - board, 0
                for recycled in plan:
                    here, deck = here - recycled, deck + recycled
                    here, deck = here + min(2, deck), deck - min(2, deck)
                    total += here
                return total

            none = energy([0] * turns)
            alone = [none - energy([one if at == turn else 0 for at, one in enumerate(plan)]) for turn in range(turns)]
            together = none - energy(plan)
            found = outlook({"fury": board}, RuneDeck.of(known=["fury"] * (12 - board)), ["fury"] * plan[0], turns)
            assert found.debt == alone[0]
            assert together >= sum(alone)
            more += together > sum(alone)
        assert more > 500

    def test_later_recycles_go_under_what_is_there_then(self) -> None:
        found = outlook({"fury": 2}, RuneDeck.of(known=("calm", "mind", "order")), ["fury"], 3, later=[["calm"]])
        assert [one.to_json()["power"] for one in found.turns] == [
            {"fury": 1, "calm": 1, "mind": 1}, {"fury": 2, "mind": 1, "order": 1},
            {"fury": 2, "calm": 1, "mind": 1, "order": 1},
        ]  # fmt: skip

    def test_a_rune_that_may_not_be_there_is_not_recycled(self) -> None:
        deck = RuneDeck.of({"fury": 1, "calm": 2})
        with pytest.raises(InputError, match="not sure to be on the board, found 'fury'"):
            outlook({}, deck, turns=3, later=[["fury"]])
        sure = outlook({}, deck, turns=3, later=[["calm"]])
        assert [one.energy for one in sure.turns] == [2, 2 + 2 - 1, 3]

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: RuneDeck.of({"frry": 1}), "unknown domain, found 'frry'; did you mean 'fury'"),
            (lambda: RuneDeck.of({"fury": -1}), "between 0 and 1,000,000"),
            (lambda: RuneDeck.of_split({"fury": 2}, {"fury": 3}), "more Fury runes are on the board"),
            (lambda: outlook({"fury": 1}, RuneDeck(), turns=0), "'turns' lies between 1 and 1000"),
        ],
    )
    def test_what_cannot_be_is_refused(self, make, message: str) -> None:
        with pytest.raises(InputError, match=message):
            make()

    def test_it_is_written_with_both_ways(self) -> None:
        told = outlook({"fury": 1}, RuneDeck.of({"fury": 1, "calm": 2}), ["fury"], 2).to_json()
        assert told["lost"] == [1, 0]
        assert told["turns"][0] == {"turn": 1, "energy": 2, "power": {"fury": 0.666667, "calm": 1.333333}}
        assert told["without"][1] == {"turn": 2, "energy": 4, "power": {"fury": 2, "calm": 2}}


def _boards(board: list[str], deck: list[str], gone: list[str], channel: int, extra: int) -> list[list[str]]:
    """Play four Channel Phases."""
    there, pile = list(board), [*deck, *gone]
    for domain in gone:
        there.remove(domain)
    found = []
    for turn in range(4):
        number = channel + (0 if turn else extra)
        there, pile = there + pile[:number], pile[number:]
        found.append(list(there))
    return found


def test_a_rune_pays_for_both_halves_of_a_cost() -> None:
    assert met(2, ((1, 2),), counts({"fury": 2}))
    assert not met(3, (), counts({"fury": 2}))
