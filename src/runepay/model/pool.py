"""What floats in a pool, by kind of resource (166)."""

from __future__ import annotations

from functools import cache

from runepay.model.resources import ENERGY, POWERS, purpose_text
from runepay.model.state import GameState, Pool

Kind = tuple[str, str]
"""A kind of resource: what it is, and what it may be spent on (empty: anything)."""


@cache
def kind_place(kind: Kind) -> tuple[int, str]:
    """Order kinds of resource: Energy, the domains, Universal; unrestricted before restricted."""
    what, purpose = kind
    return (0 if what == ENERGY else 1 + POWERS.index(what)), purpose


def whole_pool(state: GameState) -> dict[Kind, int]:
    """Give everything that floats, also restricted units that do not fit the payment at hand.

    Examples
    --------
    >>> whole_pool(GameState.model_validate({"pool": {"energy": 2, "power": {"fury": 1}}}))
    {('energy', ''): 2, ('fury', ''): 1}
    """
    return units_of(state.pool)


def units_of(pool: Pool) -> dict[Kind, int]:
    """Give what floats in a pool, by kind.

    Examples
    --------
    >>> units_of(Pool(energy=2))
    {('energy', ''): 2}
    """
    units: dict[Kind, int] = {}

    def put(kind: Kind, number: int) -> None:
        if number:
            units[kind] = units.get(kind, 0) + number

    put((ENERGY, ""), pool.energy)
    for power, number in pool.power.items():
        put((power, ""), number)
    for one in pool.restricted:
        tag = purpose_text(one.purpose)
        put((ENERGY, tag), one.energy)
        for power, number in one.power.items():
            put((power, tag), number)
    if len(units) < 2:
        return units
    return dict(sorted(units.items(), key=lambda item: kind_place(item[0])))
