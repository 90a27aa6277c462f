"""The best use of several turns, against a search that plays every rune, card and draw one by one."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest

from runepay.model.errors import InputError
from runepay.model.resources import ANY, BIT, DOMAINS, tally
from runepay.solver.debt import Card, Choice, Each, RuneDeck, Several, several

from ..clock import Clock  # noqa: TID252 - the tests are no package with a name of their own

Worth = tuple[Fraction, Fraction, Fraction]


class Searched:
    """Every sequence of plays, every unit for every pip, every order of recycling, every rune that may come."""

    def __init__(self, cards: list[Card], turns: int, channel: int, extra: int, each: Each) -> None:
        self.cards, self.turns, self.channel, self.extra, self.each = cards, turns, channel, extra, each

    def best(self, turn: int, left: frozenset[int], board: list[str], unseen: list[str], known: list[str],
             energy: int, power: list[str]) -> Worth:  # fmt: skip
        found: list[Worth] = []
        for plays, there, gone in set(self.turn(turn, left, tuple(board), (), energy, tuple(power))):
            value = sum(self.cards[one].value for one in plays)
            for order in set(permutations(gone)):
                worth = (Fraction(value), Fraction(value * (self.turns - turn)), Fraction(-len(gone)))
                if turn < self.turns:
                    number = self.channel + (0 if turn else self.extra)
                    more = self.channel_all(turn, left - plays, list(there), list(unseen), [*known, *order], number)
                    worth = (worth[0] + more[0], worth[1] + more[1], worth[2] + more[2])
                found.append(worth)
        return max(found)

    def turn(
        self, turn: int, left: frozenset[int], board: tuple[str, ...], gone: tuple[str, ...], energy: int,
        power: tuple[str, ...],
    ) -> Iterator[tuple[frozenset[int], tuple[str, ...], tuple[str, ...]]]:  # fmt: skip
        yield frozenset(), tuple(sorted(board)), tuple(sorted(gone))
        for one in left:
            card = self.cards[one]
            if not card.first <= turn <= (self.turns if card.last is None else card.last):
                continue
            for owed, pips in card.prices if not turn or card.later is None else card.later:
                if owed > energy:
                    continue
                masks = [mask for mask, number in pips for _ in range(number)]
                for runes, rest, more in set(pay(masks, board, power)):
                    for plays, there, all_gone in self.turn(turn, left - {one}, runes, (*gone, *more), energy - owed,
                                                            rest):  # fmt: skip
                        yield plays | {one}, there, all_gone

    def channel_all(
        self, turn: int, left: frozenset[int], board: list[str], unseen: list[str], known: list[str], number: int
    ) -> Worth:
        if number and unseen:
            total = (Fraction(0), Fraction(0), Fraction(0))
            for at, rune in enumerate(unseen):
                others = [*unseen[:at], *unseen[at + 1 :]]
                one = self.channel_all(turn, left, [*board, rune], others, known, number - 1)
                total = (total[0] + one[0], total[1] + one[1], total[2] + one[2])
            return total[0] / len(unseen), total[1] / len(unseen), total[2] / len(unseen)
        if number and known:
            return self.channel_all(turn, left, [*board, known[0]], unseen, known[1:], number - 1)
        return self.best(turn + 1, left, board, unseen, known, len(board) + self.each.energy, units(self.each))


def units(each: Each | None) -> list[str]:
    return [] if each is None else [what for what, number in each.power.items() for _ in range(number)]


def pay(
    pips: list[int], board: tuple[str, ...], power: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
    """Give every way to pay pips one by one: runes left, Power left, runes recycled."""
    if not pips:
        yield tuple(sorted(board)), tuple(sorted(power)), ()
        return
    for at, what in enumerate(power):
        if what == "universal" or BIT[what] & pips[0]:
            yield from pay(pips[1:], board, (*power[:at], *power[at + 1 :]))
    for at, what in enumerate(board):
        if BIT[what] & pips[0]:
            for runes, rest, gone in pay(pips[1:], (*board[:at], *board[at + 1 :]), power):
                yield runes, rest, tuple(sorted((what, *gone)))


@dataclass
class Drawn:
    """A random question over several turns."""

    board: list[str]
    unseen: list[str]
    known: list[str]
    cards: list[Card]
    turns: int
    ready: int
    now: Each
    each: Each
    channel: int
    extra: int

    def answered(self, **limit: Any) -> Several:
        deck = RuneDeck.of({one: self.unseen.count(one) for one in self.unseen}, self.known)
        board = {one: self.board.count(one) for one in self.board}
        return several(
            board, deck, self.cards, self.turns, ready=self.ready, now=self.now, each=self.each, channel=self.channel,
            extra=self.extra, **limit,
        )  # fmt: skip


def draw(seed: int, *, larger: int = 0) -> Drawn:
    dice = Random(seed)
    some = DOMAINS[: dice.randint(1, 3)]
    turns = dice.randint(0, 2) + larger
    board = [dice.choice(some) for _ in range(dice.randint(0, 3))]
    unseen = sorted(dice.choice(some) for _ in range(dice.choice((0, 0, 1, 2, 3))))
    known = [dice.choice(some) for _ in range(dice.randint(0, 3))]
    masks, cards = [*(BIT[one] for one in some), ANY, 3], []

    def prices() -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
        return tuple(
            (dice.randint(0, 4), tally(dice.choice(masks) for _ in range(dice.choice((0, 1, 1, 2)))))
            for _ in range(dice.choice((1, 1, 1, 2)))
        )

    for place in range(dice.randint(1, 3) + 2 * larger):
        first = dice.choice((0, 0, 1))
        last = dice.choice((None, None, first))
        later = dice.choice((None, None, prices()))
        cards.append(Card(f"card {place}", prices(), dice.randint(1, 3), first, last, later))
    channel, extra = dice.choice((1, 2, 2)), dice.choice((0, 0, 1))
    each = Each(dice.choice((0, 0, 1)), {dice.choice((*some, "universal")): dice.choice((0, 0, 1))})
    now = Each(dice.choice((0, 0, 1)), {dice.choice((*some, "universal")): dice.choice((0, 0, 1))})
    both = Each(now.energy + each.energy, Counter(units(now)) + Counter(units(each)))
    ready = dice.randint(0, len(board))
    return Drawn(board, unseen, known, cards, turns, ready, both, each, channel, extra)


def drawn(seed: int) -> tuple[Several, Worth, int]:
    one = draw(seed)
    worth = Searched(one.cards, one.turns, one.channel, one.extra, one.each).best(
        0, frozenset(range(len(one.cards))), one.board, one.unseen, one.known, one.ready + one.now.energy,
        units(one.now),
    )  # fmt: skip
    return one.answered(), worth, one.turns


def test_it_is_the_best_of_all_ways() -> None:
    for seed in range(int(os.environ.get("RUNEPAY_SEVERAL_CASES", "500"))):
        found, worth, turns = drawn(seed)
        early = sum(
            (
                chance * card.value * (turns - turn)
                for card, chances in zip(found.cards, found.chances, strict=True)
                for turn, chance in enumerate(chances)
            ),
            Fraction(0),
        )
        value = sum(card.value * sum(chances) for card, chances in zip(found.cards, found.chances, strict=True))
        assert (found.value, value, early, -sum(found.recycles)) == (worth[0], *worth), f"seed {seed}"
        assert (found.bound, found.proof) == (found.value, "optimal"), f"seed {seed}"


def can_be_had(one: Drawn, found: Several) -> bool:
    """Tell whether cards are played in their time, once at most, and worth what is said; and each turn is payable."""
    value = Fraction(0)
    for card, chances in zip(one.cards, found.chances, strict=True):
        last = one.turns if card.last is None else card.last
        early_or_late = any(chance for turn, chance in enumerate(chances) if not card.first <= turn <= last)
        if sum(chances) > 1 or early_or_late:
            return False
        value += card.value * sum(chances)
    board, known, left = sorted(one.board), [*one.known], frozenset(range(len(one.cards)))
    search = Searched(one.cards, one.turns, one.channel, one.extra, one.each)
    for turn, choice in enumerate(found.path if not one.unseen else ()):
        if turn:
            number = one.channel + (one.extra if turn == 1 else 0)
            board, known = sorted([*board, *known[:number]]), known[number:]
        energy = one.ready + one.now.energy if not turn else len(board) + one.each.energy
        ways = search.turn(turn, left, tuple(board), (), energy, tuple(units(one.each if turn else one.now)))
        plays, gone = frozenset(choice.plays), tuple(sorted(choice.recycled))
        there = next((way[1] for way in ways if (way[0], way[2]) == (plays, gone)), None)
        if there is None:
            return False
        board, known, left = [*there], [*known, *choice.recycled], left - plays
    return value == found.value


def test_whenever_time_runs_out_the_best_so_far_is_given_with_a_true_bound() -> None:
    ended, exact, less = 0, 0, 0
    for seed in range(int(os.environ.get("RUNEPAY_SEVERAL_CASES", "500")) // 10):
        one = draw(seed, larger=1)
        whole = Clock(None)
        best = one.answered(seconds=60, clock=whole)
        assert best == one.answered()
        everything = sum(card.value for card in one.cards)
        for looks in {1, 2, 3, *range(4, whole.seen, max(1, whole.seen // 5)), whole.seen - 1}:
            clock = Clock(looks)
            found = one.answered(seconds=60, clock=clock)
            if found.proof == "optimal":
                assert found == best
                continue
            at = seed, looks
            assert found.proof == "feasible"
            assert found.value <= best.value <= found.bound <= everything, at
            assert clock.after == 1, at
            assert can_be_had(one, found), at
            ended, exact, less = ended + 1, exact + (found.value == best.value), less + (found.bound < everything)
    assert exact > ended // 3
    assert less > ended // 3


@pytest.mark.parametrize("most", [1, 5, 400])
def test_little_is_decided_after_time_ran_out_and_runes_still_come(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # The package gives the function the name of its module.
    monkeypatch.setattr(sys.modules["runepay.solver.debt.several"], "MOST_HASTY", most)
    deck = RuneDeck.of({"fury": 4, "calm": 3, "mind": 2}, ["fury"])
    cards = [Card("Now", ((1, ()),), 2, last=0), Card("Never", ((99, ()),), 9)]
    found = several({"fury": 2}, deck, cards, 6, extra=1, seconds=60, clock=Clock(1))
    assert (found.proof, found.value, found.now) == ("feasible", Fraction(2), Choice((0,)))
    assert [int(one) for one in found.runes] == [2, 5, 7, 9, 11, 12, 12] == [*found.runes]
    assert [*found.chances[0]] == [1, 0, 0, 0, 0, 0, 0]
    assert 2 <= found.bound < 11


FURY, CALM = BIT["fury"], BIT["calm"]


def test_a_rune_is_kept_for_a_card_to_come() -> None:
    # Three Fury runes, Calm beneath: the pip may be paid now or next turn, the dear card needs five runes next turn.
    cards = [Card("Pip", ((0, ((FURY, 1),)),), 1, last=0), Card("Five", ((5, ()),), 3, first=1, last=1)]
    found = several({"fury": 3}, RuneDeck.of(known=["calm"] * 9), cards, 1)
    assert found.value == 3
    assert found.now.plays == ()
    assert [choice.plays for choice in found.path] == [(), (1,)]
    richer = several({"fury": 4}, RuneDeck.of(known=["calm"] * 8), cards, 1)
    assert richer.value == 4
    assert richer.path[0].recycled == ("fury",)


def test_the_domain_wanted_first_is_recycled_first() -> None:
    # One rune lies in the deck: the first rune recycled comes back next turn, the second one a turn later.
    board, deck = {"fury": 1, "calm": 1}, RuneDeck.of(known=["mind"])
    for wanted in ("fury", "calm"):
        cards = [
            Card("Both", ((0, ((FURY, 1), (CALM, 1))),), 5, last=0),
            Card("Next", ((0, ((BIT[wanted], 1),)),), 1, first=1, last=1),
        ]
        found = several(board, deck, cards, 1)
        assert found.value == 6
        assert found.now.recycled[0] == wanted


def test_what_is_channeled_decides_what_is_played() -> None:
    cards = [Card("F", ((0, ((FURY, 1),)),), 1, last=1), Card("C", ((0, ((CALM, 1),)),), 1, last=1)]
    found = several({}, RuneDeck.of({"fury": 1, "calm": 2}), cards, 1, channel=1)
    assert found.value == 1
    assert [list(map(str, one)) for one in found.chances] == [["0", "1/3"], ["0", "2/3"]]
    assert not found.path
    assert found.to_json()["cards"][0]["chances"] == [0, 0.333333]


def test_seven_cards_over_three_turns_are_answered() -> None:
    dice = Random(6)
    cards = [
        Card(
            f"{place}",
            ((dice.randint(1, 5), tally(dice.choice((FURY, CALM)) for _ in range(dice.randint(0, 2)))),),
            dice.randint(1, 6),
            first=max(0, place - 4),
        )
        for place in range(7)
    ]
    found = several({"fury": 2, "calm": 2}, RuneDeck.of({"fury": 4, "calm": 4}), cards, 2)
    best = several({"fury": 2, "calm": 2}, RuneDeck.of(known=["fury", "calm"] * 4), cards, 2)
    assert 0 < found.value <= sum(card.value for card in cards)
    assert best.value > 0
    assert [len(one) for one in found.chances] == [3] * 7
    assert found.runes[0] == 4


@pytest.mark.parametrize(
    ("cards", "turns", "message"), [(13, 1, "at most 12 cards"), (1, 12, "'turns' lies between 0 and 11")]
)
def test_questions_that_are_too_large_are_refused(cards: int, turns: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        several({"fury": 1}, RuneDeck(), [Card("x", ((0, ()),))] * cards, turns)
