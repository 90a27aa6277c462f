"""What there is to pay with from the beginning of a turn, and whether lanes alone tell what can be paid."""

from __future__ import annotations

from runepay.model.pool import units_of
from runepay.model.resources import ENERGY, reach, size
from runepay.solver.plan.adds import Adds
from runepay.solver.plan.flows import lanes
from runepay.solver.plan.given import Given
from runepay.solver.plan.measure import Start
from runepay.solver.plan.option import Declined


class Supply:
    """Resources before the first play.

    Attributes
    ----------
    start
        Runes and pool.
    energy, lanes
        Energy there is, and Power, as lanes of one large integer.
    meet, inside, guard
        What a unit of a kind adds to lanes, what a pip does, and a bit for each lane that shows that it is not below
        nothing.
    tagged
        Whether a resource is restricted.
    granting
        Whether an effect floats others than plain Energy.
    flowing
        Whether paying is a transport problem, which lanes do not decide.
    """

    def __init__(self, given: Given, adds: Adds) -> None:
        self.start = Start.of(given.start.state)
        pool, runes = self.start.pool, self.start.runes
        counted = sum(sum(one) for one in runes.values()) + sum(pool.values())
        counted += sum(number for one, _ in adds.producers.values() for _, number in one.gives)
        counted += sum(size(one.pips) + 8 for one in given.now) + 64
        if counted > 1 << 20:
            raise Declined("counts far beyond a game")
        self.meet, self.inside, self.guard = lanes(max(8, counted.bit_length() + 2))
        self.tagged = any(kind[1] for kind in pool) or any(
            tag for one, _ in adds.producers.values() for (_, tag), _ in one.gives
        )
        self.granting = any(
            kind[0] != ENERGY or bool(kind[1]) for play in given.plays for kind in units_of(play.then.pool)
        )
        self.flowing = self.tagged or adds.later_power or self.granting
        self.lanes, self.energy = self.guard, 0
        for domain, (ready, exhausted) in runes.items():
            self.lanes += self.meet[reach(domain)] * (ready + exhausted)
            self.energy += ready
        self.units = [*pool.items(), *(one for producer in adds.begin.values() for one in producer.gives)]
        """Units of the pool, and those that Adds of the beginning give."""
        for (what, _), number in self.units:
            if what == ENERGY:
                self.energy += number
            else:
                self.lanes += self.meet[reach(what)] * number
