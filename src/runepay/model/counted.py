"""How many objects must be there when an Add is used (429.3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counted:
    """Objects of which so many must be there when an Add is used.

    Attributes
    ----------
    objects
        Those that count now, as indices into the question's objects.
    low, high
        The least and the most that must be there; ``None`` is no limit.
    """

    objects: frozenset[int]
    low: int | None
    high: int | None

    def holds(self) -> bool:
        """Tell whether it holds before anything is paid."""
        number = len(self.objects)
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)
