"""Transport: whether units can serve demands, where some units may serve some demands only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

SETS: Final = 64
"""Sets of domains, the empty one included."""


@cache
def lanes(width: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Give, for lanes of this many bits, what a source and what a pip count in, and all guard bits.

    One lane stands for each set of domains. A source counts in every lane whose set it meets, a pip in every lane whose
    set holds all of its domains; all pips can be paid together exactly when no lane falls below nothing (Hall).
    """
    meet = [0] * SETS
    inside = [0] * SETS
    guard = 0
    for lane in range(1, SETS):
        bit = 1 << (width * lane)
        guard |= bit << (width - 1)
        for mask in range(1, SETS):
            if mask & lane:
                meet[mask] |= bit
            if mask & ~lane == 0:
                inside[mask] |= bit
    return tuple(meet), tuple(inside), guard


def served(units: Sequence[int], demands: Sequence[int], fits: Sequence[Sequence[int]]) -> int:
    """Give how many of the demanded units can be served at most.

    Parameters
    ----------
    units
        By source: how many there are.
    demands
        By demand: how many are asked for.
    fits
        By demand: the sources that may serve it.

    Examples
    --------
    >>> served([1, 1], [1, 1], [[0], [0, 1]])
    2
    >>> served([1, 1], [1, 1], [[0], [0]])
    1
    """
    return _serve(units, demands, fits)[0]


def assigned(
    units: Sequence[int], demands: Sequence[int], fits: Sequence[Sequence[int]]
) -> list[dict[int, int]] | None:
    """Give, by source, how many of its units serve each demand, or nothing if not every demand can be served.

    Examples
    --------
    >>> assigned([1, 1], [1, 1], [[0], [0, 1]])
    [{0: 1}, {1: 1}]
    """
    done, flow = _serve(units, demands, fits)
    return [{to: n for to, n in one.items() if n} for one in flow] if done == sum(demands) else None


def _serve(
    units: Sequence[int], demands: Sequence[int], fits: Sequence[Sequence[int]]
) -> tuple[int, list[dict[int, int]]]:
    free = list(units)
    flow: list[dict[int, int]] = [{} for _ in units]
    done = 0
    for demand, wanted in enumerate(demands):
        left = wanted
        while left:
            moved = _augment(demand, left, free, flow, fits)
            if not moved:
                break
            left -= moved
        done += wanted - left
    return done, flow


def _augment(demand: int, want: int, free: list[int], flow: list[dict[int, int]], fits: Sequence[Sequence[int]]) -> int:
    """Move one path's worth of units so that a demand gets some; tell how many."""
    came: dict[int, tuple[int, int] | None] = {demand: None}
    queue = [demand]
    for here in queue:
        for source in fits[here]:
            if free[source]:
                amount = min(want, free[source])
                step = here
                while (link := came[step]) is not None:
                    amount = min(amount, flow[link[0]][step])
                    step = link[1]
                free[source] -= amount
                giver, step = source, here
                while True:
                    flow[giver][step] = flow[giver].get(step, 0) + amount
                    link = came[step]
                    if link is None:
                        return amount
                    giver = link[0]
                    flow[giver][step] -= amount
                    step = link[1]
            for other, number in flow[source].items():
                if number and other not in came:
                    came[other] = (source, here)
                    queue.append(other)
    return 0
