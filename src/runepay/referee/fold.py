"""The five stages as the referee folds them: every total that some legal choice gives (356.1-356.6).

What the player may choose after the elections (halves, the order of discounts, the pips that an ``[A]`` discount
removes) is not taken from the receipt but tried: a total is right if some legal choice gives it. Pips that are
removed by choice stay undecided as long as possible: an ``Outcome`` owes Energy, pips, and says how many of these
pips are still to be struck, whichever the player likes. So a discount of a thousand ``[A]`` is one outcome and not
thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from runepay.model.resources import Tally, add_tallies, size, tally

MANY: Final = 12
"""Up to so many discounts every order is tried; beyond, discounts with equal minimums stay together."""
WIDE: Final = 4096
"""Of more than so many ways to strike pips only the extreme ones are tried (counts of a thousand and more)."""


class Outcome(NamedTuple):
    """What may be owed: Energy, and these pips less `struck` of the player's choice."""

    energy: int
    pips: Tally
    struck: int = 0

    def gives(self, energy: int, pips: Tally) -> bool:
        """Tell whether some choice of struck pips leaves exactly this."""
        if energy != self.energy or size(pips) != size(self.pips) - self.struck:
            return False
        mine = dict(self.pips)
        return all(number <= mine.get(mask, 0) for mask, number in pips)


NOTHING: Final = Outcome(0, ())


@dataclass(frozen=True, slots=True)
class Cut:
    """One discount with its numbers worked out (356.4).

    ``halves`` are the halves that may be taken: ``both`` for a discount without "or", else ``energy``, ``power`` or
    either of them. ``removed`` are the pips the caller has named for the ``any`` part, or ``None``. With ``capped`` the
    Power half does not act where the Energy is below the minimum (6.7), and with ``wide`` the named pips that are not
    there may be made up by others that the domain can pay (6.9). With ``strict`` the pips in ``removed`` must be there.
    """

    id: str
    energy: int
    minimum: int
    any: int
    pips: Tally
    halves: tuple[str, ...] = ("both",)
    removed: Tally | None = None
    capped: bool = False
    wide: bool = False
    strict: bool = False

    def taken(self) -> tuple[Cut, ...]:
        """Give the discount once for each half that may be taken."""
        if self.halves == ("both",):
            return (self,)
        alone = {
            "energy": replace(self, any=0, pips=(), halves=("both",), removed=None),
            "power": replace(self, energy=0, halves=("both",)),
        }
        named = self.strict and self.removed
        return tuple(alone[half] for half in self.halves if half in alone and not (named and half == "energy"))

    def kind(self) -> tuple[object, ...]:
        """Give everything but the id: the order of two discounts of one kind does not matter."""
        halves = self.halves, self.removed, self.strict
        return self.energy, self.minimum, self.any, self.pips, halves, self.capped, self.wide


@dataclass(frozen=True, slots=True)
class Addend:
    """One additional cost with the discounts that speak of it alone (356.4.c)."""

    energy: int
    pips: Tally
    cuts: tuple[Cut, ...] = ()


def totals(  # noqa: PLR0913 - the stages, and how far to look
    base: Outcome,
    addends: Iterable[Addend],
    increase: Outcome,
    cuts: Sequence[Cut],
    order: Sequence[str] = (),
    *,
    every: bool = True,
    on_parts: Sequence[str] = (),
) -> set[Outcome]:
    """Fold stages two to four and the floor of 356.6.

    Parameters
    ----------
    base
        The base cost after stage one.
    addends
        The additional costs, each with its component discounts, which act as it is added.
    increase
        Everything of stage three together.
    cuts
        The discounts on the total.
    order
        Ids of discounts whose order the caller has fixed; they come first (contract C8).
    every
        Try every order. Otherwise one order is folded, largest minimum first, which takes no time: what it gives is
        legal, as every order is (356.4.d.1), but other totals may be legal too.
    on_parts
        Ids of discounts on additional costs whose order is fixed (356.4.c.1).

    Examples
    --------
    >>> one = Cut("self", 2, 0, 0, ())
    >>> floored = Cut("researchers", 1, 1, 0, ())
    >>> sorted(o.energy for o in totals(Outcome(3, ()), [], Outcome(0, ()), [one, floored]))
    [0, 1]
    """
    sums = {Outcome(base.energy + increase.energy, _plus(base.pips, increase.pips))}
    for part in addends:
        if part.cuts:
            reached = _applied(Outcome(part.energy, part.pips), part.cuts, on_parts, every=every)
            priced = {clear for done in reached for clear in _clear(done)}
        else:
            priced = {(part.energy, part.pips)}
        sums = {Outcome(so_far.energy + energy, _plus(so_far.pips, pips)) for so_far in sums for energy, pips in priced}
    if not cuts:
        return sums
    return {done for start in sums for done in _applied(start, cuts, order, every=every)}


def _plus(one: Tally, other: Tally) -> Tally:
    return add_tallies(one, other) if one and other else one or other


def _clear(done: Outcome) -> Iterator[tuple[int, Tally]]:
    """Decide which pips are struck: for one component they must be its own."""
    for kept in _strikes(done.pips, done.struck):
        yield done.energy, kept


def _strikes(pips: Tally, number: int) -> Iterator[Tally]:
    if number == 0:
        yield pips
        return
    if number >= size(pips):
        yield ()
        return
    (mask, most), rest = pips[0], pips[1:]
    low, high = max(0, number - size(rest)), min(most, number)
    for here in range(low, high + 1) if high - low < WIDE else (low, high):
        left = ((mask, most - here),) if most > here else ()
        for others in _strikes(rest, number - here):
            yield (*left, *others)


def _applied(start: Outcome, cuts: Sequence[Cut], order: Sequence[str], *, every: bool) -> set[Outcome]:
    """Apply discounts in every order that may be chosen, or in one of them."""
    listed = [place for name in dict.fromkeys(order) for place, cut in enumerate(cuts) if cut.id == name]
    if len(cuts) == 1 or not (listed or _order_matters(start, cuts)):
        return _in_turn({start}, [cut.taken() for cut in cuts])
    if not every:
        rest = (place for place in range(len(cuts)) if place not in listed)
        floors = sorted(rest, key=lambda place: (-cuts[place].minimum, not cuts[place].pips))
        return _in_turn({start}, [cuts[place].taken() for place in (*listed, *floors)])
    blocks = [[place] for place in range(len(cuts))]
    if len(cuts) > MANY:
        same: dict[object, list[int]] = {}
        for place, cut in enumerate(cuts):
            key = place if place in listed else (cut.minimum, bool(cut.any), bool(cut.pips))
            same.setdefault(key, []).append(place)
        blocks = list(same.values())
    first = [number for place in listed for number, block in enumerate(blocks) if block[0] == place]
    return _orders(start, [[cuts[place] for place in block] for block in blocks], first)


def _in_turn(states: set[Outcome], ways: Iterable[tuple[Cut, ...]]) -> set[Outcome]:
    """Apply discounts one after another, each by any of its halves."""
    for halves in ways:
        states = {after for before in states for half in halves for after in _cut(before, half)}
    return states


def _orders(start: Outcome, blocks: Sequence[Sequence[Cut]], first: Sequence[int]) -> set[Outcome]:
    """Apply blocks of discounts in every order that begins with `first`: what is reached is kept by what was done."""
    ways = [[cut.taken() for cut in block] for block in blocks]
    kinds = [block[0].kind() if len(block) == 1 else None for block in blocks]
    ahead = [
        sum(1 << other for other in range(number) if kind is not None and kinds[other] == kind)
        for number, kind in enumerate(kinds)
    ]
    """Equal discounts in front of each: of equals the first goes first."""
    # The same state is reached by many orders, and a block does the same to it each time.
    known: list[dict[Outcome, set[Outcome]]] = [{} for _ in blocks]
    layer: dict[int, set[Outcome]] = {0: {start}}
    for turn in range(len(blocks)):
        after: dict[int, set[Outcome]] = {}
        free = turn >= len(first)
        for done, reached in layer.items():
            for number in range(len(blocks)) if free else [first[turn]]:
                if done >> number & 1 or (free and ahead[number] & ~done):
                    continue
                mine = known[number]
                gathered = after.setdefault(done | 1 << number, set())
                for state in reached:
                    if state not in mine:
                        mine[state] = _in_turn({state}, ways[number])
                    gathered |= mine[state]
        layer = after
    return layer[(1 << len(blocks)) - 1]


def _order_matters(start: Outcome, cuts: Sequence[Cut]) -> bool:
    """Plain subtractions commute; minimums that differ, and named pips beside free ones, do not."""
    if any(one.minimum != other.minimum for one, other in pairwise([cut for cut in cuts if cut.energy])):
        return True
    if any(cut.capped or (cut.wide and cut.pips) for cut in cuts):
        return True
    named = any(cut.pips or cut.removed is not None for cut in cuts)
    return bool(start.pips) and named and any(cut.any for cut in cuts)


def _cut(before: Outcome, cut: Cut) -> Iterable[Outcome]:
    """Apply one discount, its half settled."""
    energy, pips, struck = before
    if energy > cut.minimum:
        energy = max(cut.minimum, energy - cut.energy)
    short = cut.capped and before.energy < cut.minimum
    if not (cut.any or cut.pips) or not pips or short:
        return () if cut.strict and cut.removed else (Outcome(energy, pips, struck),)
    return [Outcome(energy, kept, free) for kept, free in _less(pips, struck, cut)]


def _less(pips: Tally, struck: int, cut: Cut) -> Iterator[tuple[Tally, int]]:
    """Take a discount's Power half off: named pips one after another, then those of any kind."""
    states = [(dict(pips), struck)]
    for mask, number in cut.pips:
        exact = [after for have, free in states for after in _named(have, free, (mask,), number)]
        states = [(have, free) for have, free, _ in exact]
        if cut.wide and mask & (mask - 1) == 0:
            states = []
            for have, free, left in exact:
                others = tuple(one for one in have if one & mask and one != mask)
                states += [(kept, still) for kept, still, _ in _named(have, free, others, left)]
    for have, free in states:
        left = sum(have.values()) - free
        if cut.removed is None:
            yield tally(have), free + min(cut.any, left)
            continue
        # The caller names pips: they go as far as they are there; what he leaves open is free (contract C8).
        kept, free_left = dict(have), min(cut.any, left)
        for mask, number in cut.removed:
            gone = min(number, kept.get(mask, 0), free_left)
            kept[mask] = kept.get(mask, 0) - gone
            free_left -= gone
            if cut.strict and gone < number:
                break
        else:
            yield tally(kept), free + free_left


def _named(
    have: Mapping[int, int], free: int, masks: Sequence[int], number: int
) -> Iterator[tuple[dict[int, int], int, int]]:
    """Remove up to `number` pips that are one of `masks`, while `free` pips may already have been struck.

    A pip struck earlier can be one of these, and then the discount may find fewer than it could take. Only that
    makes a difference, so only those cases are told apart. With each comes the number that was not found.
    """
    here = sum(have.get(mask, 0) for mask in masks)
    if not here or not number:
        yield dict(have), free, number
        return
    forced = max(0, free - (sum(have.values()) - here))
    spare = here - number
    """So many may have been struck here before without the discount noticing."""
    mine = tuple((mask, have[mask]) for mask in masks if have.get(mask, 0))
    if spare >= forced:
        for kept in _strikes(mine, number):
            yield {**have, **dict.fromkeys(masks, 0), **dict(kept)}, free, 0
    first, last = max(forced, spare + 1, 0), min(free, here)
    for gone in range(first, last + 1) if last - first < WIDE else (first, last):
        yield {**have, **dict.fromkeys(masks, 0)}, free - gone, number - (here - gone)
