"""A line of plays: chances after the recycles of earlier turns, against playing out every order of the runes."""

from fractions import Fraction
from itertools import combinations

import pytest

from runepay.deck import follow, read_text
from runepay.model.errors import InputError

DECK = read_text("1 Charm\n6 Calm Rune\n6 Fury Rune")


@pytest.mark.parametrize(("second", "calm"), [(False, 6), (True, 6), (False, 4), (True, 9)])
def test_the_same_card_turn_after_turn(second: bool, calm: int) -> None:
    # Charm takes a Calm rune each turn; three turns do not reach what was recycled, so every order can be played out.
    good, number = [0, 0, 0], 0
    for places in combinations(range(12), calm):
        number += 1
        there = drawn = 0
        for turn in range(3):
            for _ in range(2 + (second and not turn)):
                there += drawn in places
                drawn += 1
            if there:
                there -= 1
                good[turn] += 1
    found = follow(DECK, [["Charm"]] * 3, {"calm": calm, "fury": 12 - calm}, second=second)
    assert [one.chance for one in found.plays] == [Fraction(one, number) for one in good]
    assert found.expected == sum(one.chance for one in found.plays)
    assert all(one.chance <= one.alone for one in found.plays)


def test_a_recycled_rune_is_channeled_again() -> None:
    # All twelve runes are out on turn six; the one recycled then comes back on turn seven.
    line: list[list[str]] = [[], [], [], [], []]
    line += [["Time Warp"], ["Time Warp"], ["Time Warp"]]
    found = follow(read_text("1 Time Warp\n4 Mind Rune\n8 Fury Rune"), line)
    assert [one.chance for one in found.plays] == [1, 0, 1]
    assert list(found.runes) == [2, 4, 6, 8, 10, 12, 10, 12]


def test_a_card_that_would_cost_two_later_ones_is_left() -> None:
    found = follow(read_text("1 Charm\n12 Calm Rune"), [["Charm"], ["Noxus Hopeful"]])
    assert [one.chance for one in found.plays] == [1, 0]
    kept = follow(read_text("1 Charm\n12 Calm Rune"), [["Charm"], ["Noxus Hopeful"], ["Brazen Buccaneer"]])
    assert [one.chance for one in kept.plays] == [0, 1, 1]


@pytest.mark.parametrize(
    ("line", "split", "message"),
    [
        ([["Brazzen"]], None, "line: unknown card, found 'Brazzen'; did you mean 'Brazen Buccaneer'"),
        ([["Darius"]], None, "line: several cards could be meant"),
        ([["Charm"]] * 12, None, "at most 11 turns"),
        ([["Charm"]], {"calm": 11}, "a split has 12 runes"),
    ],
)
def test_what_cannot_be_followed_is_refused(line: list[list[str]], split: dict[str, int] | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        follow(DECK, line, split)
    with pytest.raises(InputError, match="a line needs a split of the runes"):
        follow(read_text("1 Charm"), [["Charm"]])
