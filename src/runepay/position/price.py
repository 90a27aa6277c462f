"""A total made ready to be asked of many positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

from runepay.model.cost import OWN, Cost
from runepay.model.errors import InputError, nearest
from runepay.model.resources import Tally, tally
from runepay.model.state import Play
from runepay.model.supply import tags
from runepay.solver.fast.lanes import demand

SERVED: Final[tuple[Literal["spell", "gear", "unit"], ...]] = ("spell", "gear", "unit")
"""What a price may be for; that a showdown is going on is the state's matter."""


@dataclass(frozen=True, slots=True)
class Price:
    """Energy and pips that are owed, and for what; nothing raises or lowers it any more (356.6).

    Attributes
    ----------
    energy, pips
        The total.
    purposes
        What it pays for, as restricted resources read it: ``spell``, ``gear``, ``unit``; empty for anything else.
    fits
        The tags of resources that may pay it.
    packed
        The total in lanes, or nothing if it is too large for them.

    Examples
    --------
    >>> price = Price.of(2, ["fury", "any"], ["spell"])
    >>> price.energy, price.pips, sorted(price.purposes)
    (2, ((1, 1), (63, 1)), ['spell'])
    """

    energy: int
    pips: Tally
    purposes: frozenset[str] = frozenset()
    fits: frozenset[str] = field(init=False, repr=False, compare=False)
    packed: int | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fits", tags(self.purposes))
        object.__setattr__(self, "packed", demand(self.energy, self.pips))

    @classmethod
    def of(cls, energy: int = 0, power: Iterable[Any] = (), purposes: Iterable[str] = ()) -> Price:
        """Make a price from what files write.

        Parameters
        ----------
        energy
            Energy owed.
        power
            Pips as instance files write them: a domain, ``"any"``, or a list of domains.
        purposes
            ``spell``, ``gear``, ``unit``: what is played or whose ability is used.

        Raises
        ------
        InputError
            A pip or a purpose is unknown; an own-domain pip has no card to be read from.
        """
        cost = Cost.model_validate({"energy": energy, "power": list(power)})
        if OWN in cost.power:
            raise InputError("a price has no card, so 'own' says nothing", path="power", found="own")
        wanted = frozenset(purposes)
        for one in wanted:
            if one not in SERVED:
                raise InputError("unknown purpose", path="purposes", found=one, hint=nearest(one, SERVED))
        return cls(cost.energy, tally(cost.power), wanted)

    def play(self) -> Play:
        """Give a play that serves the same purposes and has this as its printed cost."""
        return _play(self.energy, self.pips, self.purposes)


@lru_cache(maxsize=1024)
def _play(energy: int, pips: Tally, purposes: frozenset[str]) -> Play:
    cost = Cost(energy=energy, power=tuple(mask for mask, number in pips for _ in range(number)))
    if not purposes:
        return Play(card="Price", kind="applied", targets=(), cost=cost)
    return Play(card="Price", type=tuple(one for one in SERVED if one in purposes), targets=(), cost=cost)
