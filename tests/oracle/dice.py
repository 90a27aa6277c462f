"""Where the generator's choices come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Draws numbers below a bound; how is given by the caller."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def chance(self, percent: int) -> bool:
        return self.below(100) >= 100 - percent

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def weighted(self, options: Sequence[tuple[int, T]]) -> T:
        left = self.below(sum(weight for weight, _ in options))
        for weight, one in options:
            if left < weight:
                return one
            left -= weight
        raise AssertionError

    def upto(self, most: int) -> int:
        return self.below(most + 1)
