"""What the quick search over plays goes over: a sequence of plays, and one play to go on with from a set of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runepay.solver.plan.option import Key, Option
from runepay.solver.plan.ranking import Way

Groups = tuple[tuple[int, frozenset[str] | None, int, int], ...]
"""What is owed, by moment and purpose: Energy, and the pips as lanes."""


class Node(NamedTuple):
    """Plays made, in order, and what they came to."""

    mask: int
    """The plays made, as bits."""
    effects: int
    """Effects on the next play that wait, as bits."""
    order: tuple[int, ...]
    options: tuple[Option, ...]
    spent: int
    """Energy owed so far, and ``packed``: Power, as lanes."""
    packed: int
    energy: int
    """Energy there has been until now, spent or not."""
    rank: int
    """What the plays are worth; and what they owe, where that tells them apart."""
    unelected: int
    discarded: int
    deaths: tuple[int, ...]
    """For each object that a cost took: the plays made before that bring such objects, as bits."""
    there: frozenset[Key]
    """Adds that came during the turn."""
    demands: Groups
    """What is owed by moment and purpose, where lanes do not tell what can be paid."""
    came: tuple[object, ...]
    """What came during the turn, in order: the plays that brought it, or the Adds that could be used from then on."""
    dues: tuple[int, ...]
    """For each of these: the Energy that must be owed until it does not matter any more when it came."""


class Beyond(NamedTuple):
    """A set of plays made, with the effects that wait then, apart from what was spent until then."""

    made: int
    effects: int
    fixed: int
    """Effects that wait and do not only take off Energy, as bits."""
    helped: int
    """The Energy that waiting effects take off, as lanes."""
    supply: int
    """Power that there is by then, as lanes."""
    room: Sequence[int] | None
    """The rank that the plays left can add at most, by Energy; ``energy`` is all there may be, spent or not."""
    energy: int
    rest: int
    """The rank that the plays left can add besides, whatever the Energy."""


class Branch(NamedTuple):
    """One play to go on with from a set of plays."""

    place: int
    beyond: Beyond
    ways: list[Way]
