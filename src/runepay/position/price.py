"""A total made ready to be asked of many positions."""

# Callers without a type checker give anything, and are told so.
# pyright: reportUnnecessaryIsInstance=false

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

from runepay.model.cost import OWN, Cost, read_pip
from runepay.model.errors import InputError, nearest
from runepay.model.resources import ANY, LIMIT, Tally, tally
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
        if not _is_total(self.energy, self.pips) or not isinstance(self.purposes, frozenset):
            msg = "a price is its Energy, pairs of a set of domains (1 to 63) and a number, and a frozenset of purposes"
            raise InputError(f"{msg}; Price.of reads what files write", path="price")
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
            ``spell``, ``gear``, ``unit``: what is played or whose ability is used; a lone word is one purpose.

        Raises
        ------
        InputError
            A pip or a purpose is unknown or no such thing; Energy is no whole number from 0 to 1,000,000; an own-domain
            pip has no card to be read from.
        """
        if isinstance(energy, bool) or not isinstance(energy, int):
            raise InputError("Energy is a whole number", path="energy", found=energy)
        if not 0 <= energy <= LIMIT:
            raise InputError(f"Energy lies between 0 and {LIMIT:,} (the limit)", path="energy", found=energy)
        if isinstance(power, str | bytes | Mapping) or not isinstance(power, Iterable):
            raise InputError("a list of pips is needed, such as ['fury', 'any']", path="power", found=str(power))
        masks = [_pip(one, f"power.{place}") for place, one in enumerate(power)]
        if len(masks) > LIMIT:
            raise InputError(f"a price has at most {LIMIT:,} pips (the limit)", path="power", found=len(masks))
        listed: Any = [purposes] if isinstance(purposes, str) else purposes
        if isinstance(listed, Mapping) or not isinstance(listed, Iterable):
            raise InputError("a list of purposes is needed", path="purposes", found=str(listed))
        wanted = list(listed)
        for one in wanted:
            if one not in SERVED:
                hint = nearest(one, SERVED) if isinstance(one, str) else None
                raise InputError(
                    "unknown purpose (it is spell, gear or unit)", path="purposes", found=str(one), hint=hint
                )
        return cls(energy, tally(masks), frozenset(wanted))

    def play(self) -> Play:
        """Give a play that serves the same purposes and has this as its printed cost."""
        return _play(self.energy, self.pips, self.purposes)


def _pip(value: object, path: str) -> int:
    try:
        mask = read_pip(value)
    except ValueError as error:
        raise InputError(str(error), path=path, found=None if isinstance(value, str | list) else value) from None
    if mask == OWN:
        raise InputError("a price has no card, so 'own' says nothing", path=path, found=value)
    return mask


def _is_total(energy: object, pips: object) -> bool:
    """Tell whether these are counts that lanes can be made of."""
    if type(energy) is not int or energy < 0 or type(pips) is not tuple:
        return False
    for pair in pips:
        if type(pair) is not tuple or len(pair) != 2:
            return False
        mask, number = pair
        if type(mask) is not int or type(number) is not int or not (0 < mask <= ANY and number >= 0):
            return False
    return True


@lru_cache(maxsize=1024)
def _play(energy: int, pips: Tally, purposes: frozenset[str]) -> Play:
    cost = Cost(energy=energy, power=tuple(mask for mask, number in pips for _ in range(number)))
    if not purposes:
        return Play(card="Price", kind="applied", targets=(), cost=cost)
    return Play(card="Price", type=tuple(one for one in SERVED if one in purposes), targets=(), cost=cost)
