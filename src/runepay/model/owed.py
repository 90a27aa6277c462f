"""A total and the choices that decide it, as data.

What a total *is* stands apart from how it is computed, so that the referee can read a receipt without importing the
computation it checks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from runepay.model.question import Line
from runepay.model.resources import Tally

Victims = tuple[tuple[int, int], ...]
"""``(discount, object)``: whose printed cost a discount reads (206); or, for a discount by the number of deaths,
``(discount, number)``: how many of them were replaced and do not count."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Every choice that decides a total.

    Attributes
    ----------
    elections
        ``(id, value)`` for every election, in the question's order.
    victims
        Which object a discount on a victim's printed cost reads, or how many deaths one does not count.
    halves
        ``(discount, "energy" | "power")`` for every acting discount with halves.
    order
        Indices of the acting discounts on the total, in the order in which they are applied.
    removed
        ``(discount, tally)``: the pips each ``[A]`` discount removes.
    """

    elections: tuple[tuple[str, int], ...]
    victims: Victims = ()
    halves: tuple[tuple[int, str], ...] = ()
    order: tuple[int, ...] | None = None
    removed: tuple[tuple[int, Tally], ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the trace: a clause that acted, with what was owed before and after."""

    stage: int
    rule: str
    label: str
    energy: int
    pips: Tally
    energy_after: int
    pips_after: Tally
    note: str = ""
    lines: tuple[tuple[Line, int], ...] = ()
    """The actions owed before, each with how many times."""
    lines_after: tuple[tuple[Line, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """A total: what is owed after stage five, and how it came about."""

    energy: int
    pips: Tally
    lines: tuple[tuple[Line, int], ...]
    """Each action line with how many times it is owed."""
    choices: Choices
    trace: tuple[Entry, ...] = field(default=(), compare=False)

    def actions(self) -> tuple[str, ...]:
        """Write the owed actions in their short text (contract C16)."""
        return tuple(f"{line.action.do} {number}" for line, number in self.lines if number)
