"""What recycling costs on later turns, and which rune comes back when (161.2.b, 315.3.b, 416.1).

Below, *deck* is the number of runes in the rune deck at the moment of recycling. The runes recycled now lie under
them, in the order in which they were recycled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from runepay.model.errors import InputError

RUNE_DECK: Final = 12
"""Runes of a player (103.3.a): those in the rune deck and those on the board."""

CHANNELED: Final = 2
"""Runes channeled in each Channel Phase (315.3.b)."""


def in_deck(on_board: int) -> int:
    """Give the number of runes in the rune deck while this many are on the board.

    Examples
    --------
    >>> in_deck(4), in_deck(15)
    (8, 0)
    """
    return max(0, RUNE_DECK - on_board)


def lost(deck: int, recycled: int, channeled: int) -> int:
    """Give the Energy that recycling takes from a turn: how many runes fewer are on the board then.

    Parameters
    ----------
    deck
        Runes in the rune deck at the moment of recycling.
    recycled
        Runes recycled now.
    channeled
        Runes that the Channel Phases up to that turn would channel from a deck that never ends.

    Examples
    --------
    >>> [lost(3, 2, 2 * turn) for turn in (1, 2, 3)]
    [2, 1, 0]
    """
    return recycled + min(deck, channeled) - min(deck + recycled, channeled)


def debt(deck: int, recycled: int, turns: int | None = None, *, channel: int = CHANNELED) -> int:
    """Give the rune debt: the Energy lost over the next turns, in closed form.

    Parameters
    ----------
    deck, recycled
        As for ``lost``.
    turns
        How many turns are looked at; left out, all that will ever come.
    channel
        Runes channeled each turn.

    Examples
    --------
    >>> [debt(deck, 2) for deck in (10, 8, 6, 4, 2, 0)]
    [10, 8, 6, 4, 2, 0]
    >>> debt(10, 2, 3), debt(0, 3, 1)
    (6, 1)
    """
    whole = deck // channel
    last = (deck + recycled) // channel
    if turns is not None:
        whole, last = min(whole, turns), min(last, turns)
    # While the old deck lasts every recycled rune is missed; then as many as still lie in the deck.
    missed = recycled * whole
    first = deck // channel + 1
    if last >= first:
        number = last - first + 1
        missed += number * (deck + recycled) - channel * (first + last) * number // 2
    return missed


def free(deck: int, *, channel: int = CHANNELED) -> int:
    """Give how many runes may be recycled this turn without any debt: all that the next turn channels again.

    Examples
    --------
    >>> free(10), free(1), free(0)
    (0, 1, 2)
    """
    return max(0, channel - deck)


def returns(
    deck: int, recycled: Sequence[str], *, channel: int = CHANNELED, extra: int = 0
) -> tuple[tuple[str, int], ...]:
    """Say of each recycled rune how many turns later it is channeled again.

    Parameters
    ----------
    deck
        Runes in the rune deck at the moment of recycling.
    recycled
        Their domains, in the order in which they are recycled.
    channel, extra
        Runes channeled each turn, and in addition on the first of these turns.

    Examples
    --------
    >>> returns(3, ["calm", "fury"])
    (('calm', 2), ('fury', 3))
    """
    return tuple((domain, _turn(deck + place, channel, extra)) for place, domain in enumerate(recycled, 1))


def _turn(place: int, channel: int, extra: int) -> int:
    """Give the turn that channels the card at this place of the deck, counted from 1."""
    return max(1, -((extra - place) // channel))


def orders(
    deck: int, recycles: Mapping[str, int], *, channel: int = CHANNELED, extra: int = 0
) -> Iterator[tuple[str, ...]]:
    """Give the orders of recycling that differ in which rune comes back on which turn, each once.

    Runes that come back on the same turn may change places, so of such orders only one is given.

    Parameters
    ----------
    deck, channel, extra
        As for ``returns``.
    recycles
        How many runes of each domain are recycled.

    Examples
    --------
    >>> list(orders(3, {"fury": 1, "calm": 1}))
    [('fury', 'calm'), ('calm', 'fury')]
    >>> list(orders(4, {"fury": 1, "calm": 1}))
    [('fury', 'calm')]
    """
    number = sum(recycles.values())
    if any(one < 0 for one in recycles.values()):
        raise InputError("a number of runes to recycle is not negative", path="recycles", found=min(recycles.values()))
    together: dict[int, int] = {}
    for place in range(1, number + 1):
        turn = _turn(deck + place, channel, extra)
        together[turn] = together.get(turn, 0) + 1
    runes = [domain for domain, one in recycles.items() for _ in range(one)]
    yield from _batches(runes, list(together.values()))


def _batches(runes: list[str], sizes: list[int]) -> Iterator[tuple[str, ...]]:
    """Deal runes to groups of these sizes in every way that differs."""
    if not sizes:
        yield ()
        return
    for batch in dict.fromkeys(combinations(runes, sizes[0])):
        rest = list(runes)
        for domain in batch:
            rest.remove(domain)
        for following in _batches(rest, sizes[1:]):
            yield (*batch, *following)
