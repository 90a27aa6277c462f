"""Every payment of one total, each once, and their number without listing them (design, section 3).

A payment is fixed by coordinates that nothing else follows from: the units spent of every kind of Power; for every kind
how what does not float is split among its Adds and runes; the restricted Energy spent; the runes exhausted in every
domain. They are gone through in order, so nothing is found twice.

What is spent is built kind by kind, and a part is followed only if it can be completed: it fits the pips, and with all
that is still to come the pips can be paid (the exchange property of matroids). So no time is lost in dead ends.

No Add is idle: the pool of a kind is spent before more of it is added. Energy that is left over comes from ready runes
that were recycled, and only from these: then no Energy Add is used and no more runes of a domain are exhausted than are
recycled there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Final

from runepay.model.pool import Kind, kind_place
from runepay.model.resources import ANY, Tally, size
from runepay.solver.fast.greedy import Way
from runepay.solver.fast.lanes import MOST, NARROW_LANES, WIDE_LANES
from runepay.solver.fast.stock import POOL, RUNE, Source, Stock

MOST_ENERGY: Final = 12
"""Energy up to which lists are made here however many runes there are."""

MOST_READY: Final = 30
"""Ready runes that the Energy could use, up to which lists are made here: more than a game has."""

MOST_PIPS: Final = 16
"""Pips up to which lists are made here; beyond, vectors of what is spent are too many to go through."""

MOST_WAYS: Final = 20_000
"""Ways to have the units of one kind, up to which payments are counted here."""

Split = tuple[int, ...]
"""Units taken of every source of a kind, in their order."""


class _Kind:
    """One kind of Power or of restricted Energy with its sources: the pool, Adds, runes."""

    __slots__ = ("domain", "floating", "indices", "kind", "mask", "most", "numbers", "splits")

    def __init__(self, kind: Kind, sources: list[tuple[int, Source]]) -> None:
        self.kind = kind
        self.mask = sources[0][1].mask
        self.indices = [index for index, _ in sources]
        self.floating = sum(one.number for _, one in sources if one.made == POOL)
        self.numbers = [one.number for _, one in sources if one.made != POOL]
        self.most = sum(one.number for _, one in sources)
        self.domain = next((one.place for _, one in sources if one.made == RUNE), -1)
        self.splits: dict[int, list[Split]] = {}

    def split(self, spent: int) -> list[Split]:
        """Give every way to have so many units: what floats first, then in every way from Adds and runes."""
        known = self.splits.get(spent)
        if known is None:
            first = min(spent, self.floating)
            start: Split = (first,) if self.floating else ()
            known = [(*start, *one) for one in compositions(spent - first, tuple(self.numbers))]
            self.splits[spent] = known
        return known


@lru_cache(maxsize=4096)
def compositions(total: int, caps: tuple[int, ...]) -> tuple[Split, ...]:
    """Give every way to write a total as a sum within caps, in lexicographic order.

    Examples
    --------
    >>> compositions(2, (1, 2))
    ((0, 2), (1, 1))
    """
    if not caps:
        return () if total else ((),)
    found = []
    rest = sum(caps[1:])
    for first in range(max(0, total - rest), min(total, caps[0]) + 1):
        found.extend([(first, *more) for more in compositions(total - first, caps[1:])])
    return tuple(found)


def _kinds(sources: Sequence[Source], *, pips: Tally = ()) -> list[_Kind]:
    """Group sources by kind, in canonical order: what floats, then Adds by class, then runes."""
    groups: dict[Kind, list[tuple[int, Source]]] = {}
    order = sorted(range(len(sources)), key=lambda index: (sources[index].made != POOL, sources[index].made, index))
    for index in order:
        one = sources[index]
        if one.number and (not one.mask or any(one.mask & mask for mask, _ in pips)):
            groups.setdefault(one.kind, []).append((index, one))
    return [_Kind(kind, groups[kind]) for kind in sorted(groups, key=kind_place)]


def _spent(kinds: list[_Kind], pips: Tally) -> Iterator[tuple[int, ...]]:
    """Give every vector of units spent that pays the pips, kind by kind and lexicographic."""
    total = size(pips)
    if not kinds:
        if not total:
            yield ()
        return
    narrow = sum(min(one.most, total) for one in kinds) <= MOST
    meets, holds, guards = NARROW_LANES if narrow else WIDE_LANES
    meet, hold = [meets[one.mask] for one in kinds], [holds[one.mask] for one in kinds]
    room = guards + sum(number * meets[mask] for mask, number in pips)
    owed = sum(number * holds[mask] for mask, number in pips)
    last = len(kinds) - 1
    behind = [0] * (len(kinds) + 1)
    for place in range(last, -1, -1):
        behind[place] = behind[place + 1] + min(kinds[place].most, total) * meet[place]
    vector = [-1] * len(kinds)
    rooms, haves, lefts = [room] * (len(kinds) + 1), [guards - owed] * (len(kinds) + 1), [total] * (len(kinds) + 1)
    place = 0
    while place >= 0:
        one = kinds[place]
        vector[place] += 1
        taken, left = vector[place], lefts[place]
        after = rooms[place] - taken * hold[place]
        if taken > left or taken > one.most or after & guards != guards:
            vector[place] = -1
            place -= 1
            continue
        have = haves[place] + taken * meet[place]
        # With all that may still come the pips must be payable; more of this kind may do where less does not.
        if have + behind[place + 1] & guards != guards:
            continue
        if place == last:
            if taken == left:
                yield tuple(vector)
                vector[place] = -1
                place -= 1
            continue
        place += 1
        rooms[place], haves[place], lefts[place] = after, have, left - taken


class _Energy:
    """The ways to pay the Energy, once the runes recycled are known."""

    def __init__(self, stock: Stock, owed: int, pips: Tally) -> None:
        self.stock = stock
        self.owed = owed
        self.kinds = [one for one in _kinds(stock.energy) if one.kind[1]]
        self.floating = 0
        self.adds: list[tuple[int, int]] = []
        for index, one in enumerate(stock.energy):
            if not one.kind[1]:
                if one.made == POOL:
                    self.floating = one.number
                else:
                    self.adds.append((index, one.number))
        self.numbers = tuple(min(number, owed) for _, number in self.adds)
        # No more runes of a domain are exhausted than are owed Energy or recycled.
        most = max(owed, size(pips))
        self.ready = [min(ready, most) for ready, _ in stock.runes]
        self.exhausted = [exhausted for _, exhausted in stock.runes]
        self.restricted = list(self._restricted())
        self.ways = cache(self._ways)
        self.widen(1)

    def widen(self, splits: int) -> None:
        """Make the coefficients of polynomials wide enough for every sum, with so many splits of what is spent."""
        width = splits * prod(ready + 1 for ready in self.ready) * prod(number + 1 for number in self.numbers)
        self.bits = width.bit_length() + 2
        self.made = prod(self._series(0, number) for number in self.numbers)

    def _restricted(self) -> Iterator[tuple[int, list[int]]]:
        """Give every way to spend restricted Energy: what is then still to be made, and the units of every source."""
        caps = tuple(min(one.most, self.owed) for one in self.kinds)
        for total in range(min(self.owed, sum(caps)) + 1):
            for spent in compositions(total, caps):
                for splits in product(*(one.split(number) for one, number in zip(self.kinds, spent, strict=True))):
                    used = [0] * len(self.stock.energy)
                    for one, split in zip(self.kinds, splits, strict=True):
                        for index, number in zip(one.indices, split, strict=True):
                            used[index] = number
                    rest = self.owed - total
                    for index, one_source in enumerate(self.stock.energy):
                        if not one_source.kind[1] and one_source.made == POOL:
                            used[index] = min(rest, one_source.number)
                    yield max(0, rest - self.floating), used

    def _ways(self, recycles: tuple[int, ...]) -> list[tuple[tuple[int, ...], list[int]]]:
        """Give every ``(exhausts, units of Energy sources)`` beside these recycles."""
        forced = [max(0, n - had) for n, had in zip(recycles, self.exhausted, strict=True)]
        most = [min(n, ready) for n, ready in zip(recycles, self.ready, strict=True)]
        found: list[tuple[tuple[int, ...], list[int]]] = []
        for need, used in self.restricted:
            left = need - sum(forced)
            if left >= 0:
                caps = (*self.numbers, *(ready - low for ready, low in zip(self.ready, forced, strict=True)))
                for more in compositions(left, caps):
                    taken = list(used)
                    for (index, _), number in zip(self.adds, more, strict=False):
                        taken[index] = number
                    rest = more[len(self.adds) :]
                    found.append((tuple([low + n for low, n in zip(forced, rest, strict=True)]), taken))
            spare = tuple([high - low for high, low in zip(most, forced, strict=True)])
            for extra in range(max(0, need + 1 - sum(forced)), sum(spare) + 1):
                found.extend(
                    (tuple([low + n for low, n in zip(forced, rest, strict=True)]), used)
                    for rest in compositions(extra, spare)
                )
        return found

    def _series(self, low: int, high: int) -> int:
        """Give t^low + ... + t^high, one coefficient in every `bits`."""
        bits = self.bits
        return sum(1 << bits * power for power in range(low, high + 1))

    def both(self, domain: int, recycled: int) -> tuple[int, int]:
        """Give the polynomials of a domain's exhausts: all that are possible, and those that may be left over."""
        low = max(0, recycled - self.exhausted[domain])
        return self._series(low, self.ready[domain]), self._series(low, min(recycled, self.ready[domain]))

    def number(self, enough: int, over: int) -> int:
        """Count the ways from the products of the domains' polynomials."""
        whole, bits = enough * self.made, self.bits
        mask = (1 << bits) - 1
        total = 0
        for need, _ in self.restricted:
            total += whole >> bits * need & mask
            # The sum of all coefficients above: what is left of the number by 2 ** bits - 1.
            total += (over >> bits * (need + 1)) % mask
        return total


def listable(stock: Stock, energy: int, pips: Tally) -> bool:
    """Tell whether a total is of the size of a game's, so that going through its vectors is quick."""
    useful = sum(min(ready, energy) for ready, _ in stock.runes) + sum(min(one.number, energy) for one in stock.energy)
    return size(pips) <= MOST_PIPS and (energy <= MOST_ENERGY or useful <= MOST_READY)


def payments(stock: Stock, energy: int, pips: Tally) -> Iterator[Way]:
    """List every payment of a total, each once, in a fixed order.

    Parameters
    ----------
    stock
        What can pay.
    energy, pips
        The total, at most a hundred pips.

    Examples
    --------
    >>> power = (Source(("fury", ""), 1, 1, RUNE, place=0), Source(("calm", ""), 2, 1, RUNE, place=1))
    >>> stock = Stock(power, (), ((1, 0), (0, 1), (0, 0), (0, 0), (0, 0), (0, 0)), 0)
    >>> [(way.recycles[:2], way.exhausts[:2]) for way in payments(stock, 1, ((63, 1),))]
    [([0, 1], [1, 0]), ([1, 0], [1, 0])]
    """
    _sized(pips)
    paying = _Energy(stock, energy, pips)
    if energy > sum(ready for ready, _ in stock.runes) + sum(one.number for one in stock.energy):
        return
    kinds = _kinds(stock.power, pips=pips)
    empty = [0] * len(stock.power)
    total = size(pips)
    options = [
        [[_meaning(one, paying, split) for split in one.split(number)] for number in range(min(one.most, total) + 1)]
        for one in kinds
    ]
    need = paying.restricted[0][0]
    simple = len(paying.restricted) == 1
    energy_used = paying.restricted[0][1]
    single = all(len(ways) == 1 for option in options for ways in option)
    for spent in _spent(kinds, pips):
        taken = [option[number] for option, number in zip(options, spent, strict=True) if number]
        # Where each number of units is had in one way, nothing is to be multiplied out.
        for chosen in [[ways[0] for ways in taken]] if single else product(*taken):
            power = empty.copy()
            recycles = [0] * 6
            exhausts = [0] * 6
            ready = spare = 0
            for units, domain, recycled, forced, more in chosen:
                for index, number in units:
                    power[index] = number
                if recycled:
                    recycles[domain] = recycled
                    exhausts[domain] = forced
                    ready += forced
                    spare += more
            if simple and ready >= need and not spare:
                # What recycled ready runes float is enough, and nothing else may float: one way.
                yield Way(power, energy_used, recycles, exhausts, ready, energy)
                continue
            for ways, used in paying.ways(tuple(recycles)):
                yield Way(power, used, recycles, list(ways), ready, energy)


_Option = tuple[tuple[tuple[int, int], ...], int, int, int, int]
"""Units by source, then the domain, the runes recycled there, those surely ready, and those that may have been."""


def _meaning(one: _Kind, paying: _Energy, split: Split) -> _Option:
    units = tuple((index, number) for index, number in zip(one.indices, split, strict=True) if number)
    if one.domain < 0:
        return units, -1, 0, 0, 0
    recycled = split[-1]
    forced = max(0, recycled - paying.exhausted[one.domain])
    return units, one.domain, recycled, forced, min(recycled, paying.ready[one.domain]) - forced


def never() -> None:
    """Set no limit."""


def countable(stock: Stock, energy: int, pips: Tally) -> bool:
    """Tell whether :func:`count` is quick: it grows with what is owed, not with what there is to pay it."""
    owed = size(pips)
    if owed > MOST or (energy > MOST and not listable(stock, energy, pips)):
        return False
    made = _kinds(stock.energy)
    restricted = prod(_ways(one, min(one.most, energy)) for one in made if one.kind[1])
    return restricted * max((_ways(one, owed) for one in _kinds(stock.power, pips=pips)), default=1) <= MOST_WAYS


def _ways(one: _Kind, most: int) -> int:
    """Give a bound of the ways to have up to so many units of a kind."""
    return (most + 1) * prod(min(number, most) + 1 for number in one.numbers[1:])


def count(stock: Stock, energy: int, pips: Tally, ask: Callable[[], None] = never) -> int:
    """Count every payment of a total without listing them.

    Parameters
    ----------
    stock
        What can pay.
    energy, pips
        The total, at most a hundred pips.
    ask
        Called now and then; it may raise what ends the count.

    Examples
    --------
    >>> from runepay.model.resources import DOMAINS
    >>> power = tuple(Source((name, ""), 1 << n, 2, RUNE, place=n) for n, name in enumerate(DOMAINS))
    >>> count(Stock(power, (), ((2, 0),) * 6, 0), 0, ((63, 6),))
    141
    """
    _sized(pips)
    paying = _Energy(stock, energy, pips)
    kinds = _kinds(stock.power, pips=pips)
    total = size(pips)
    splits = prod(max(len(one.split(number)) for number in range(min(one.most, total) + 1)) for one in kinds)
    paying.widen(splits * prod(min(one.most, total) + 1 for one in kinds))
    # As many units as pips are paid for exactly when no set of domains has more units inside it than pips that meet
    # it. Sets that no pip tells apart are one, the largest: what no pip of some masks may be paid with. That of all
    # domains asks for no more than that not too many units are spent.
    unions = {0}
    for mask, _ in pips:
        unions |= {mask | other for other in unions}
    sets = [ANY & ~union for union in unions if union not in {0, ANY}]
    rooms = [sum(number for mask, number in pips if mask & inside) for inside in sets]
    start = 1
    for domain in set(range(6)) - {one.domain for one in kinds}:
        start *= paying.both(domain, 0)[0]
    # Of what was spent of the kinds so far, only the room left in sets that still matter plays a part in what comes.
    # A set with room for everything that is still to be spent is as good as one with more.
    states = {(total, *rooms): (start, 1)}
    for place, one in enumerate(kinds):
        weights = [_weight(one, paying, number) for number in range(min(one.most, total) + 1)]
        later = {other.mask for other in kinds[place + 1 :]}
        inside = [not one.mask & ~each for each in sets]
        matters = [any(not mask & ~each for mask in later) for each in sets]
        after: dict[tuple[int, ...], tuple[int, int]] = {}
        for (left, *room), (enough, over) in states.items():
            ask()
            most = min(left, one.most)
            if not sets:
                for taken in range(most + 1):
                    first, second = weights[taken]
                    before = after.get((left - taken,), (0, 0))
                    after[left - taken,] = before[0] + enough * first, before[1] + over * second
                continue
            most = min([most, *(number for number, held in zip(room, inside, strict=True) if held)])
            for taken in range(most + 1):
                rest = left - taken
                key = (rest, *(
                    min(number - taken * held, rest) if still else 0
                    for number, held, still in zip(room, inside, matters, strict=True)
                ))  # fmt: skip
                before = after.get(key, (0, 0))
                first, second = weights[taken]
                after[key] = before[0] + enough * first, before[1] + over * second
        states = after
    return sum(paying.number(*ways) for (left, *_), ways in states.items() if not left)


def _weight(one: _Kind, paying: _Energy, spent: int) -> tuple[int, int]:
    """Give, for so many units spent of a kind, the sums of its splits' polynomials."""
    splits = one.split(spent)
    if one.domain < 0:
        return len(splits), len(splits)
    enough = over = 0
    for split in splits:
        first, second = paying.both(one.domain, split[-1])
        enough += first
        over += second
    return enough, over


def _sized(pips: Tally) -> None:
    if size(pips) > MOST:
        msg = f"the fast lane lists totals of at most {MOST} pips"
        raise ValueError(msg)
