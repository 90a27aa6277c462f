"""A payment found in a position: counts, written as steps only when they are asked for."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from runepay.model.owed import Choices, Owed
from runepay.model.payment import Payment
from runepay.model.pool import Kind, kind_place
from runepay.model.resources import Tally
from runepay.model.state import Play
from runepay.position.price import Price
from runepay.solver.fast.greedy import Way
from runepay.solver.fast.lane import RUNES, spent_of, used, written
from runepay.solver.fast.stock import Stock

if TYPE_CHECKING:
    from runepay.position.place import Position


class Counted(NamedTuple):
    """A payment as counts, with what they count: the price, and each source's place among the position's counts."""

    price: Price
    way: Way
    stock: Stock
    slots: list[int]


@lru_cache(maxsize=1024)
def _owed(energy: int, pips: Tally) -> Owed:
    """Give a total that nothing was chosen for."""
    return Owed(energy, pips, (), Choices((), order=()))


def named(kind: Kind) -> str:
    """Write a kind of resource: ``fury``, or ``fury:spell`` if it is for spells only."""
    return f"{kind[0]}:{kind[1]}" if kind[1] else kind[0]


class Paid:
    """One payment in one position; it never changes.

    Attributes
    ----------
    position
        Where it can be made.
    values
        The goal's values where it is the best payment, else nothing.
    counted
        The payment as counts, where counting found it.
    plays
        Whether it pays for a play, and not for a price alone.

    Examples
    --------
    >>> from runepay import GameState, Position, Price
    >>> here = Position.of(GameState.model_validate({"runes": {"fury": 2}}))
    >>> paid = here.best(Price.of(1, ["fury"]))
    >>> [(step.step, step.number) for step in paid.payment.steps], paid.values[:3]
    ([('exhaust', 1), ('recycle', 1), ('spend', 1), ('spend', 1)], (0, 1, 0))
    """

    __slots__ = ("_payment", "_play", "counted", "plays", "position", "values")

    def __init__(self, position: Position, play: Play | None, values: tuple[int, ...], what: Counted | Payment) -> None:
        self.position = position
        self._play = play
        self.plays = play is not None
        self.values = values
        self.counted = what if isinstance(what, Counted) else None
        self._payment = what if isinstance(what, Payment) else None

    @property
    def play(self) -> Play:
        """What it pays for; for a price a play with that printed cost."""
        if self._play is None and self.counted is not None:
            self._play = self.counted.price.play()
        if self._play is None:
            raise AssertionError("a payment pays a price or a play")
        return self._play

    @property
    def payment(self) -> Payment:
        """The payment with its ordered steps, as the referee reads it."""
        if self._payment is None and self.counted is not None:
            price, way, stock, _ = self.counted
            steps = written(self.position.ground.objects, self.position.pool, stock, price.pips, way)
            self._payment = Payment(_owed(price.energy, price.pips), steps)
        if self._payment is None:
            raise AssertionError("a payment is counted or written")
        return self._payment

    @property
    def moves(self) -> tuple[tuple[str, str, int], ...]:
        """The ordered steps as ``(step, object or kind, number)``: cheaper than the whole payment.

        A restricted unit is written with what it is for, as ``fury:spell``.
        """
        if self.counted is None:
            steps = self.payment.steps
            return tuple((one.step, one.object or one.do or named(one.gives[0][0]), one.number) for one in steps)
        _, way, stock, _ = self.counted
        ground = self.position.ground
        found = [("exhaust", rune, number) for rune, number in zip(RUNES, way.exhausts, strict=True) if number]
        if ground.adds:
            found += [("add", ground.objects[index].id, 1) for _, index in used(stock, way)]
        found += [("recycle", rune, number) for rune, number in zip(RUNES, way.recycles, strict=True) if number]
        spent = spent_of(stock, way)
        found += [("spend", named(kind), spent[kind]) for kind in sorted(spent, key=kind_place) if spent[kind]]
        return tuple(found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Paid):
            return NotImplemented
        return self.position == other.position and self.payment == other.payment

    def __hash__(self) -> int:
        return hash((self.position, len(self.payment.steps), self.payment.owed.energy, self.payment.owed.pips))

    def __repr__(self) -> str:
        return f"Paid({', '.join(f'{one.step} {one.number} {one.object}'.strip() for one in self.payment.steps)})"
