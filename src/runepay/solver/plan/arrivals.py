"""What a sequence of plays owes and what is there in time, by moments: only what arrives makes a new one."""

from __future__ import annotations

from collections.abc import Sequence

from runepay.model.payment import Kind
from runepay.model.pool import units_of
from runepay.model.resources import add_tallies
from runepay.solver.plan.commit import Demand, Source
from runepay.solver.plan.option import Key, Option
from runepay.solver.plan.table import Table


def arrivals(
    table: Table, order: Sequence[int], options: Sequence[Option]
) -> tuple[list[Source], dict[tuple[Kind, int], int], list[int]]:
    """Give the Adds of a sequence and what its effects float, by the moment at which each is there.

    The last part is the moment of each play.
    """
    sources = [Source(0, producer, table.adds.producers[key][1]) for key, producer in table.adds.begin.items()]
    granted: dict[tuple[Kind, int], int] = {}
    known: set[Key] = set()
    floats = 0
    moments = []
    for place, option in zip(order, options, strict=True):
        fresh = [key for key in option.adds if key not in known]
        known.update(fresh)
        moment = len(known) + floats
        sources.extend(Source(moment, *table.adds.producers[key]) for key in fresh)
        moments.append(moment)
        fresh = [key for key in table.adds.arrives[place] if key not in known]
        known.update(fresh)
        sources.extend(Source(len(known) + floats, *table.adds.producers[key]) for key in fresh)
        pool = table.given.plays[place].then.pool
        if pool.model_fields_set:
            floats += 1
            for kind, number in units_of(pool).items():
                slot = (kind, len(known) + floats)
                granted[slot] = granted.get(slot, 0) + number
    return sources, granted, moments


def demanded(table: Table, moments: Sequence[int], options: Sequence[Option]) -> tuple[list[Demand], list[int]]:
    """Put together what plays owe at the same moment for the same purpose; give each play's place among them."""
    demands: list[Demand] = []
    places: list[int] = []
    for moment, option in zip(moments, options, strict=True):
        fits = option.fits if table.supply.tagged else frozenset({""})
        for number, one in enumerate(demands):
            if one.moment == moment and one.fits == fits:
                demands[number] = Demand(moment, fits, one.energy + option.energy, add_tallies(one.pips, option.pips))
                places.append(number)
                break
        else:
            demands.append(Demand(moment, fits, option.energy, option.pips))
            places.append(len(demands) - 1)
    return demands, places
