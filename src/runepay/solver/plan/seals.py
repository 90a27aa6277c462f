"""Plays that may be made before all others, and so leave the lanes exact though they give Power."""

from __future__ import annotations

from runepay.model.goals import THRIFTY
from runepay.model.resources import ENERGY, UNIVERSAL, reach
from runepay.solver.plan.prices import Prices
from runepay.solver.plan.reads import NOTHING


class Seals:
    """The Seals of a turn.

    Such a play owes one pip of a domain and no Energy, and what comes gives that Power. Made first it costs the same,
    uses up no effect on the next play, and counts for whatever grows with plays made; nothing else of the turn then
    costs more. Its pip is best paid by its own domain, which it gives back; only where that is not there a Universal
    unit goes.

    Attributes
    ----------
    domains, mask
        The Power that each of them gives; and the plays, as bits.
    exact
        Whether all Power that comes is theirs, so that lanes tell what can be paid.
    """

    def __init__(self, prices: Prices) -> None:
        supply = prices.supply
        found = _domains(prices)
        self.exact = found is not None
        self.domains = found or {}
        self.mask = sum(1 << place for place in self.domains)
        self.supply = supply
        self._own = {domain for domain, runes in supply.start.runes.items() if sum(runes)}
        self._own |= {kind[0] for kind, number in supply.units if number}
        self._universal = sum(number for kind, number in supply.units if kind[0] == UNIVERSAL)
        self._lanes: dict[int, int | None] = {}

    def lanes(self, made: int) -> int | None:
        """Give the lanes of what there is once the Seals among these plays were made, or nothing if they cannot be."""
        made &= self.mask
        known = self._lanes.get(made)
        if made not in self._lanes:
            meet = self.supply.meet
            domains = [what for place, what in self.domains.items() if made >> place & 1]
            known = self.supply.lanes + sum(meet[reach(what)] for what in domains)
            bare = {what for what in domains if what not in self._own}
            known += sum(meet[reach(what)] - meet[reach(UNIVERSAL)] for what in bare)
            if len(bare) > self._universal:
                known = None
            self._lanes[made] = known
        return known


def _domains(prices: Prices) -> dict[int, str] | None:
    """Give the Seals with their domains; nothing where not all Power that comes during the turn is theirs."""
    given, adds, supply = prices.given, prices.adds, prices.supply
    if supply.tagged or not adds.later_power or supply.granting or prices.effects.first or any(prices.sight.sees):
        return None
    if not all(prices.counting.grows) or given.goal.criteria != THRIFTY:
        return None
    if any(add.when and add.gives.power for one in given.objects if not one.whose for add in one.adds):
        return None
    domains: dict[int, str] = {}
    for place, keys in enumerate(adds.arrives):
        gives = [one for key in keys for one in adds.producers[key][0].gives]
        if all(kind == (ENERGY, "") for kind, _ in gives):
            continue
        ((what, _), number), *more = gives
        if more or number != 1 or not _gives_back(prices, place, what):
            return None
        domains[place] = what
    return domains


def _gives_back(prices: Prices, place: int, what: str) -> bool:
    """Tell whether a play owes one pip of a domain, whenever it is made, and leaves nothing but what it gives."""
    effects = prices.effects
    if prices.given.plays[place].then.model_fields_set or effects.leaves[place]:
        return False
    if prices.sight.reads[place] != NOTHING or effects.less[place] is None or effects.waiting & effects.eats[place]:
        return False
    found = prices.read(place, 0, 0, ())
    if len(found) != 1 or reach(what).bit_count() != 1:
        return False
    one = found[0]
    return (one.energy, one.pips, one.discards + one.acts) == (0, ((reach(what), 1),), 0)
