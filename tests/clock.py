"""A clock for searches with a time limit."""

from __future__ import annotations


class Clock:
    """A clock that stands still until it was looked at so many times; from then on no time is left.

    Attributes
    ----------
    looks
        How many looks there is time for; ``None`` for any number.
    seen
        How many times it was looked at.
    after
        How many of these were made when no time was left.
    """

    def __init__(self, looks: int | None) -> None:
        self.looks, self.seen, self.after = looks, 0, 0

    def __call__(self) -> float:
        self.seen += 1
        if self.looks is not None and self.seen > self.looks:
            self.after += 1
            return 1e9
        return 0.0
