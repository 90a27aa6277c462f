"""A search through everything that rows allow: bounds are narrowed row by row, and one variable is tried at a time.

This is a plain search of our own and not CP-SAT: it gives solutions in a fixed lexicographic order, one after another,
and can count them without visiting each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from runepay.solver.stopping import OutOfTimeError


def never() -> bool:
    """Set no limit."""
    return False


PATIENCE: Final = 1024
"""Rows that are looked at before the budget is asked about again."""


class Row(NamedTuple):
    """``low <= sum of factor * variable <= high``."""

    variables: tuple[int, ...]
    factors: tuple[int, ...]
    low: int
    high: int


class Space:
    """Variables with bounds, and the rows between them.

    Examples
    --------
    >>> space = Space([0, 0], [2, 2], [Row((0, 1), (1, 1), 3, 3)])
    >>> [space.values() for _ in space.solutions([0, 1])]
    [[2, 1], [1, 2]]
    >>> space.count([0, 1])
    2
    """

    __slots__ = ("_of", "_queued", "_trail", "highs", "late", "lows", "rows")

    def __init__(
        self, lows: Sequence[int], highs: Sequence[int], rows: Sequence[Row], *, late: Callable[[], bool] = never
    ) -> None:
        self.late = late
        self.lows = list(lows)
        self.highs = list(highs)
        self.rows = rows
        self._of: list[list[int]] = [[] for _ in lows]
        for place, row in enumerate(rows):
            for variable in row.variables:
                self._of[variable].append(place)
        self._trail: list[tuple[int, int, int]] = []
        self._queued = bytearray(len(rows))

    def values(self) -> list[int]:
        """Give the value of every variable: its lower bound, which is its value once it is decided."""
        return list(self.lows)

    def mark(self) -> int:
        """Remember where things stand, for :meth:`undo`."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Take back every narrowing since a mark."""
        trail, lows, highs = self._trail, self.lows, self.highs
        while len(trail) > mark:
            variable, low, high = trail.pop()
            lows[variable] = low
            highs[variable] = high

    def start(self) -> bool:
        """Narrow everything once; false if nothing is left."""
        return self._narrow(list(range(len(self.rows))))

    def put(self, variable: int, low: int, high: int) -> bool:
        """Narrow a variable to these bounds and everything that follows from it; false if nothing is left."""
        if low > high:
            return False
        self._trail.append((variable, self.lows[variable], self.highs[variable]))
        self.lows[variable] = low
        self.highs[variable] = high
        return self._narrow(list(self._of[variable]))

    def _narrow(self, queue: list[int]) -> bool:  # noqa: C901, PLR0912 - the inner loop of every list, kept in one piece
        lows, highs, rows, queued, trail = self.lows, self.highs, self.rows, self._queued, self._trail
        for place in queue:
            queued[place] = 1
        looked = 0
        while queue:
            looked += 1
            # Bounds of a million may creep towards one another by one at a time.
            if not looked % PATIENCE and self.late():
                raise OutOfTimeError
            place = queue.pop()
            queued[place] = 0
            variables, factors, low, high = rows[place]
            least = most = 0
            for variable, factor in zip(variables, factors, strict=True):
                if factor > 0:
                    least += factor * lows[variable]
                    most += factor * highs[variable]
                else:
                    least += factor * highs[variable]
                    most += factor * lows[variable]
            if least > high or most < low:
                for left in queue:
                    queued[left] = 0
                return False
            if least >= low and most <= high:
                continue
            room, need = high - least, most - low
            for variable, factor in zip(variables, factors, strict=True):
                old_low, old_high = lows[variable], highs[variable]
                width = old_high - old_low
                if not width:
                    continue
                size = factor if factor > 0 else -factor
                new_low, new_high = old_low, old_high
                if size * width > room:
                    # More than this would go over the row's upper end, whatever the others are.
                    if factor > 0:
                        new_high = old_low + room // size
                    else:
                        new_low = old_high - room // size
                if size * width > need:
                    if factor > 0:
                        new_low = max(new_low, old_high - need // size)
                    else:
                        new_high = min(new_high, old_low + need // size)
                if new_low == old_low and new_high == old_high:
                    continue
                if new_low > new_high:
                    for left in queue:
                        queued[left] = 0
                    return False
                trail.append((variable, old_low, old_high))
                lows[variable] = new_low
                highs[variable] = new_high
                for other in self._of[variable]:
                    if not queued[other]:
                        queued[other] = 1
                        queue.append(other)
        return True

    def solutions(self, order: Sequence[int]) -> Iterator[None]:
        """Decide these variables in every way, larger values first; at each yield they have single values.

        Afterwards the space is as it was before.

        Raises
        ------
        OutOfTimeError
            The budget is used up.
        """
        first = self.mark()
        if not self.start():
            self.undo(first)
            return
        lows, highs, count = self.lows, self.highs, len(order)
        frames: list[tuple[int, int, int]] = []
        place = 0
        while True:
            if self.late():
                raise OutOfTimeError
            while place < count and lows[order[place]] == highs[order[place]]:
                place += 1
            going = False
            if place == count:
                yield
            else:
                frames.append((place, highs[order[place]], self.mark()))
                going = self.put(order[place], highs[order[place]], highs[order[place]])
            while not going:
                if not frames:
                    self.undo(first)
                    return
                place, value, mark = frames.pop()
                self.undo(mark)
                variable = order[place]
                going = value > lows[variable] and self.put(variable, lows[variable], value - 1)

    def count(self, order: Sequence[int]) -> int:
        """Count the ways to decide these variables; everything else must follow from them.

        What is left to decide depends only on the bounds of what is undecided and on what is left of each row, so each
        such situation is counted once.

        Raises
        ------
        OutOfTimeError
            The budget is used up.
        """
        first = self.mark()
        known: dict[tuple[object, ...], int] = {}
        found = self._count(order, 0, known) if self.start() else 0
        self.undo(first)
        return found

    def _count(self, order: Sequence[int], place: int, known: dict[tuple[object, ...], int]) -> int:
        lows, highs = self.lows, self.highs
        while place < len(order) and lows[order[place]] == highs[order[place]]:
            place += 1
        if place == len(order):
            return 1
        key = self._situation(place)
        if key in known:
            return known[key]
        variable, total = order[place], 0
        for value in range(lows[variable], highs[variable] + 1):
            # Most values may lead nowhere, or to what is known: each of them is asked about.
            if self.late():
                raise OutOfTimeError
            mark = self.mark()
            if self.put(variable, value, value):
                total += self._count(order, place, known)
            self.undo(mark)
        known[key] = total
        return total

    def _situation(self, place: int) -> tuple[object, ...]:
        """Describe everything that the number of ways still depends on."""
        lows, highs = self.lows, self.highs
        left: list[object] = [place]
        for number, (low, high) in enumerate(zip(lows, highs, strict=True)):
            if low != high:
                left.append((number, low, high))
        for number, (variables, factors, low, high) in enumerate(self.rows):
            done = least = most = 0
            for variable, factor in zip(variables, factors, strict=True):
                one, other = factor * lows[variable], factor * highs[variable]
                if one == other:
                    done += one
                elif one < other:
                    least += one
                    most += other
                else:
                    least += other
                    most += one
            if least != most and not (done + least >= low and done + most <= high):
                # An end that cannot be reached any more plays no part.
                left.append(
                    (number, low - done if done + least < low else None, high - done if done + most > high else None)
                )
        return tuple(left)
