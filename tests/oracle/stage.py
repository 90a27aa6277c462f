"""Every way to use Add abilities before a play is paid for, one use after the other (429.3, 429.3.a).

A use with a cost of its own is paid from the pool as it is then, by everything that may pay it, before it gives
anything. Runes are not used one by one here: what they could give may be spent at once, and `low` remembers how much
of it a kind has needed, since a rune can be exhausted or recycled at any earlier moment. Left out are uses that give
nothing that could be spent (unless an action waits for what they do to their object), a converter's use for more than
could ever be spent, and what removes an object that must stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import NamedTuple

from .adds import Ability, abilities, as_it_is_used, holds, is_gear, offered, prices, reprices
from .fold import Line, Total, lines
from .position import Case, Now
from .table import CHANGING, UNIVERSAL, Kind, in_zone, lost, perform, pool, purposes, reach, ways_to_pay
from .vocabulary import COUNTED, REMOVING, Elections, Json, Thing, rune_counts

Taken = dict[str, list[tuple[Json, Thing]]]
"""By object: the actions done to it, each with the object whose text asks for it."""
Counts = tuple[int, ...]
"""Units by kind, in the order of the stage's kinds."""


class Standing(NamedTuple):
    """What Adds have done to everything but the pool: to objects, XP and the deck."""

    changed: tuple[tuple[str, Now], ...] = ()
    xp: int = 0
    burned: int = 0
    gear: int = 0
    """Adds of gear that were used, as far as some price asks for them; from two on it is all one."""


class Money(NamedTuple):
    """What floats after some Adds, and what they took and did."""

    left: Counts
    """What floats, less than nothing where runes have to give it."""
    low: Counts
    """The least that floated."""
    made: Counts
    spent: Counts
    losses: int = 0
    tapped: int = 0
    steps: int = 0


def serve(case: Case, todo: list[Line], elections: Elections) -> Iterator[tuple[Taken, dict[str, Thing]]]:
    """Give every way to choose objects for actions, and the one object of each part that takes one."""
    if not todo:
        yield {}, {}
        return
    line, rest = todo[0], todo[1:]
    able = [one for one in case.things if might_serve(case, one, line, elections)]
    some = combinations_with_replacement if line.action["do"] == "buff" else combinations
    for others, victims in serve(case, rest, elections):
        for picked in some(able, line.number):
            taken = {name: list(acts) for name, acts in others.items()}
            for one in picked:
                taken.setdefault(one.id, []).append((line.action, line.bearer))
            if any(_twice(taken[one.id], one) for one in picked):
                continue
            yield taken, ({line.part: picked[0]} | victims if line.number == 1 else victims)


def parted(taken: Taken, things: dict[str, Thing]) -> set[str]:
    """Give what is not there any more after these actions; what is recalled in place of dying is."""
    return {
        name
        for name, acts in taken.items()
        if any(act["do"] in REMOVING and not things[name].stays(act["do"]) for act, _ in acts)
    }


def _twice(acts: list[tuple[Json, Thing]], one: Thing) -> bool:
    does = [act["do"] for act, _ in acts]
    once = does.count("exhaust") > 1 or does.count("disempower") > 1
    return once or does.count("buff") > one.buffs or sum(do in REMOVING for do in does) > 1


def might_serve(case: Case, one: Thing, line: Line, elections: Elections) -> bool:
    """Tell what does not change during a payment: place, side, the caller's choice, the fixed part of the filter."""
    action = line.action
    if one.whose or not in_zone(one, action):
        return False
    if action["itself"]:
        return one.id == line.bearer.id
    fixed = {key: value for key, value in action["filter"].items() if key not in CHANGING}
    return case.may_pay(line.part, one) and case.matches(one, fixed, elections, line.bearer)


class Stage:
    """The Adds of one case under one set of choices of targets."""

    def __init__(self, case: Case) -> None:
        self.case = case
        state = case.state
        self.pool = pool(state)
        self.runes = {domain: rune_counts(raw) for domain, raw in state.get("runes", {}).items()}
        self.abilities = abilities(case)
        self.repriced = bool(reprices(case))
        costly = [use for use in self.abilities if self.repriced or not use.plain]
        fits = purposes(case).union(*(use.purposes(case) for use in costly))
        if not self._awaits():
            self.abilities = [use for use in self.abilities if _useful(use, fits)]
        kinds = {*self.pool, ("energy", ""), *((domain, "") for domain in self.runes)}
        kinds.update(kind for use in self.abilities for kind in use.gives)
        self.kinds: tuple[Kind, ...] = tuple(sorted(kinds))
        self.place = {kind: place for place, kind in enumerate(self.kinds)}
        self.floor = tuple(-self._runes_give(kind) for kind in self.kinds)
        self.things = {one.id: one for one in case.things}
        nothing = (0,) * len(self.kinds)
        floats = tuple(self.pool.get(kind, 0) for kind in self.kinds)
        self.start = Money(floats, (*map(min, floats, nothing),), nothing, nothing)

    def _awaits(self) -> bool:
        """Tell whether an action asks for what an Add may bring about: then one whose units fit nothing may help."""
        asked = [line for elections in self.case.every_election() for line in lines(self.case, elections)]
        asked += [line for use in self.abilities for line in use.lines]
        return any(not CHANGING.isdisjoint(line.action["filter"]) for line in asked)

    def _runes_give(self, kind: Kind) -> int:
        if kind == ("energy", ""):
            return sum(ready for ready, _ in self.runes.values())
        return 0 if kind[1] else sum(self.runes.get(kind[0], (0, 0)))

    def reach(self, elections: Elections, safe: set[str], most: int) -> dict[Standing, set[Money]]:
        """Give everything that Adds can lead to; no converter takes more than `most`."""
        found: dict[Standing, set[Money]] = {Standing(): {self.start}}
        todo = [(Standing(), self.start)]
        while todo:
            standing, money = todo.pop()
            for use in self.abilities:
                for after in self._uses(use, standing, money, elections, safe=safe, most=most):
                    there = found.setdefault(after[0], set())
                    if after[1] not in there:
                        there.add(after[1])
                        todo.append(after)
        return found

    def _uses(
        self, use: Ability, standing: Standing, money: Money, elections: Elections, *, safe: set[str], most: int
    ) -> Iterator[tuple[Standing, Money]]:
        """Use an Add in every way."""
        one, changed = use.one, dict(standing.changed)
        before = changed.get(one.id) or Now.before(one)
        if (
            not offered(use, changed)
            or not before.here
            or not holds(self.case, use, changed, self.case.state.get("xp", 0) - standing.xp)
            or (use.exhausts and not before.ready)
            or (use.kills and one.id in safe and not one.stays("kill"))
        ):
            return
        stands = list(self._stands(use, standing, elections, safe))
        if not stands:
            return
        costs = self.costs(use, standing)
        for amount, cost in product(range(1, most + 1) if use.converts else (1,), costs):
            for spent in self._pays(use, money, amount, cost):
                for after, losses, tapped, steps in stands:
                    yield after, self._paid(use, money, spent, amount, (losses, tapped, steps))

    def costs(self, use: Ability, standing: Standing) -> set[Total]:
        """Give what a use may cost as things stand."""
        xp = self.case.state.get("xp", 0) - standing.xp
        return prices(self.case, use, dict(standing.changed), xp, standing.gear)

    def dearest(self) -> int:
        """Give a number of units that the Adds' own costs come to at most."""
        several = [self.costs(use, Standing(gear=used)) for use in self.abilities for used in (0, 2)]
        return sum(max(energy + len(masks) for energy, masks in found) for found in several)

    def after(self, standing: Standing, changed: dict[str, Now], use: Ability, xp: int, burned: int) -> Standing:
        """Give how things stand after a use."""
        gear = min(2, standing.gear + is_gear(use)) if self.repriced else 0
        return Standing(tuple(sorted(changed.items())), standing.xp + xp, standing.burned + burned, gear)

    def _stands(
        self, use: Ability, standing: Standing, elections: Elections, safe: set[str]
    ) -> Iterator[tuple[Standing, int, int, int]]:
        """Give what a use does to objects, XP and the deck, with what it loses, taps and does."""
        case, one = self.case, use.one
        xp = sum(line.number for line in use.lines if line.action["do"] == "xp")
        burned = sum(line.number for line in use.lines if line.action["do"] == "burn")
        if standing.xp + xp > case.state.get("xp", 0):
            return
        if burned and standing.burned + burned > case.state.get("deck", 10**9):
            return
        todo = [line for line in use.lines if line.action["do"] not in COUNTED]
        for taken, _ in serve(case, todo, elections):
            if parted(taken, self.things) & safe:
                continue
            for changed in self._changes(use, dict(standing.changed), taken):
                now = as_it_is_used(use, changed, taken)
                if not holds(case, use, now, case.state.get("xp", 0) - standing.xp - xp):
                    continue
                acts = [(act, self.things[name]) for name, several in taken.items() for act, _ in several]
                losses = xp + burned + sum(lost(act, thing) for act, thing in acts)
                losses += lost({"do": "kill"}, one) if use.kills else 0
                tapped = sum(act["do"] == "exhaust" for act, _ in acts) + (use.exhausts and "unit" in one.types)
                yield self.after(standing, changed, use, xp, burned), losses, tapped, xp + burned + len(acts) + 1

    def _changes(self, use: Ability, changed: dict[str, Now], taken: Taken) -> Iterator[dict[str, Now]]:
        """Do a use's own cost, its parts in any order (357.2)."""
        own: list[tuple[Json, Thing]] = []
        if use.exhausts:
            own.append(({"do": "exhaust", "filter": {}, "itself": True}, use.one))
        if use.kills:
            own.append(({"do": "kill", "filter": {}, "itself": True}, use.one))
        todo = dict(taken)
        if own:
            todo[use.one.id] = [*own, *taken.get(use.one.id, ())]
        ends = []
        for name, acts in todo.items():
            before = changed.get(name) or Now.before(self.things[name])
            reached = ends_of(self.case, self.things[name], before, acts)
            if not reached:
                return
            ends.append([(name, now) for now in reached])
        for picked in product(*ends):
            yield changed | dict(picked)

    def _pays(self, use: Ability, money: Money, amount: int, cost: Total) -> Iterator[Counts]:
        """Give every way to pay for a use from what floats and what runes could give."""
        energy, pips = use.asks(amount, cost)
        if not energy and not pips:
            yield (0,) * len(self.kinds)
            return
        yield from self.ways(energy, pips, money.left, use.purposes(self.case))

    def ways(self, energy: int, pips: tuple[int, ...], left: Counts, fits: set[str]) -> Iterator[Counts]:
        """Give every way to pay Energy and pips with what is there and fits the purpose."""
        can = [not tag or bool(fits & set(tag.split("/"))) for _, tag in self.kinds]
        free = [have - floor if able else 0 for have, floor, able in zip(left, self.floor, can, strict=True)]
        energies = [place for place, kind in enumerate(self.kinds) if kind[0] == "energy" and free[place]]
        powers = [place for place, kind in enumerate(self.kinds) if kind[0] != "energy" and free[place]]
        kinds = tuple(self.kinds[place] for place in powers)
        for parts in _shares(energy, [free[place] for place in energies]):
            for way in ways_to_pay(pips, kinds):
                if all(number <= free[place] for place, number in zip(powers, way, strict=True)):
                    spent = [0] * len(self.kinds)
                    for place, number in (*zip(energies, parts, strict=True), *zip(powers, way, strict=True)):
                        spent[place] = number
                    yield tuple(spent)

    def _paid(self, use: Ability, money: Money, spent: Counts, amount: int, did: tuple[int, int, int]) -> Money:
        """Pay for a use, then take what it gives."""
        left = tuple(have - number for have, number in zip(money.left, spent, strict=True))
        given = tuple(use.gives.get(kind, 0) * amount for kind in self.kinds)
        return Money(
            tuple(map(sum, zip(left, given, strict=True))),
            tuple(map(min, money.low, left)),
            tuple(map(sum, zip(money.made, given, strict=True))),
            tuple(map(sum, zip(money.spent, spent, strict=True))),
            money.losses + did[0],
            money.tapped + did[1],
            money.steps + did[2],
        )


def _useful(use: Ability, fits: set[str]) -> bool:
    return any(not tag or fits & set(tag.split("/")) for _, tag in use.gives)


def _shares(number: int, most: list[int]) -> Iterator[tuple[int, ...]]:
    """Give every way to split a number into parts with bounds."""
    if not most:
        if not number:
            yield ()
        return
    for first in range(min(number, most[0]) + 1):
        for rest in _shares(number - first, most[1:]):
            yield (first, *rest)


def ends_of(case: Case, one: Thing, before: Now, acts: list[tuple[Json, Thing]]) -> list[Now]:
    """Give how an object can end when all of this is done to it in some order."""
    found: list[Now] = []
    for order in permutations(acts):
        now: Now | None = before
        for action, bearer in order:
            now = perform(case, one, now, action, bearer) if now is not None else None
        if now is not None and now not in found:
            found.append(now)
    return found


__all__ = ["UNIVERSAL", "Money", "Stage", "Standing", "ends_of", "parted", "reach", "serve"]
