"""Yes or no for very many costs at once: the lanes of one integer as eight words of an array (135.2.e, 163.2).

Word ``k`` of a row holds the sets T whose upper half is ``k``, one byte each. What a state has in a word follows from
its counts by three multiplications; the words are worked through one after the other, in pieces that fit a cache.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from runepay.model.resources import ANY
from runepay.solver.fast.lanes import HOLD, MOST, covers_any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMNS: Final = ("energy", "fury", "calm", "mind", "body", "chaos", "order", "universal")
"""The counts of a state: Energy and Power that can be had."""

CHUNK: Final = 8192
"""Rows worked on at once: their words stay in the cache."""

_BYTES: Final = 0x0101010101010101
_GUARDS: Final = _BYTES << 7
_LOW: Final = tuple(sum(1 << (8 * lane) for lane in range(8) if lane >> bit & 1) for bit in range(3))
"""The lanes of a word whose sets hold the first, second, third domain."""

WORD: Final = (1 << 64) - 1


@cache
def _table() -> NDArray[np.uint64]:
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    return np.array([[HOLD[mask] >> (64 * word) & WORD for mask in range(ANY + 1)] for word in range(8)], np.uint64)


def packed(energy: NDArray[np.int64], pips: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Pack costs: their Energy, and eight words each, as nine rows of an array.

    Parameters
    ----------
    energy
        Energy by cost.
    pips
        By cost and place a set of domains, bit by bit; 0 is no pip.
    """
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    table = _table()
    rows = np.empty((9, len(energy)), np.uint64)
    rows[0] = energy
    for word in range(8):
        rows[word + 1] = table[word][pips].sum(axis=1, dtype=np.uint64)
    return rows


def payable(
    states: NDArray[np.integer], costs: NDArray[np.uint64], which: NDArray[np.intp]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell for every state whether the cost of its row can be paid.

    Parameters
    ----------
    states
        One row a state, :data:`COLUMNS`.
    costs
        Packed costs of at most a hundred pips.
    which
        By state the place of its cost.

    Returns
    -------
    tuple
        The answers, and which of them say nothing because the state has more Power than a byte is trusted with.
    """
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    answers = np.empty(len(states), np.bool_)
    large = np.empty(len(states), np.bool_)
    low = [np.uint64(one) for one in _LOW]
    every, guards, most = np.uint64(_BYTES), np.uint64(_GUARDS), np.uint64(MOST)
    have, term = np.empty((2, CHUNK), np.uint64)
    for start in range(0, len(states), CHUNK):
        counts = np.ascontiguousarray(states[start : start + CHUNK].T).astype(np.uint64)
        mine = which[start : start + CHUNK]
        number = len(mine)
        now, part = have[:number], term[:number]
        np.greater(counts[1:].sum(axis=0), most, out=large[start : start + number])
        base = counts[1] * low[0]
        base += np.multiply(counts[2], low[1], out=part)
        base += np.multiply(counts[3], low[2], out=part)
        base += np.multiply(counts[7], every, out=part)
        base |= guards
        high = counts[4:7] * every
        kept = np.full(number, _GUARDS, np.uint64)
        for word in range(8):
            # Words that differ in one upper domain follow each other as in a Gray code: one term is added or taken off.
            turn = _GRAY[word]
            if word:
                (np.add if turn[1] else np.subtract)(base, high[turn[2]], out=base)
            np.subtract(base, costs[turn[0] + 1].take(mine, out=part, mode="clip"), out=now)
            kept &= now
        kept &= guards
        fits = np.equal(kept, guards, out=answers[start : start + number])
        fits &= counts[0] >= costs[0].take(mine, out=part, mode="clip")
    return answers, large


_GRAY: Final = ((0, 1, 0), (1, 1, 0), (3, 1, 1), (2, 0, 0), (6, 1, 2), (7, 1, 0), (5, 0, 1), (4, 0, 0))
"""Word, whether a domain comes (1) or goes (0), and which of the upper three."""


def payable_wide(state: NDArray[np.integer], energy: int, pips: NDArray[np.integer]) -> bool:
    """Answer one pair whose counts are too large for bytes."""
    units = tuple((mask, int(number)) for mask, number in zip((1, 2, 4, 8, 16, 32, ANY), state[1:], strict=True))
    return covers_any(int(state[0]), units, energy, tuple((int(mask), 1) for mask in pips if mask))
