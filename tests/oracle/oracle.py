"""The best payment by exhaustive search: the third opinion beside solver and referee.

Every election, every total, every assignment of objects to actions, every use of Add abilities and every way to spend
is tried. Left out is only what is obviously pointless or the same thing again:

* runes of one domain and readiness are counted, not named;
* a domain's Power is recycled for only as far as pool and Adds fall short, and runes are exhausted for only as far as
  Energy falls short or a recycled rune must be exhausted first. More of either only adds to *recycles*, *surplus* and
  *steps* and to no criterion's advantage; ``idle=True`` tries it all the same, and a test compares;
* what can be afforded for a total is remembered for equal totals and equally free sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

from .fold import Line, Total, Victims, lines, totals, victim_readers
from .offers import read
from .table import (
    CHANGING,
    UNIVERSAL,
    Kind,
    Use,
    ambush_units,
    fault,
    gives,
    in_zone,
    lost,
    pool,
    purposes,
    replay,
    ways_to_pay,
)
from .vocabulary import REMOVING, Elections, Json, Thing, listed, rune_counts

THRIFTY = (
    "losses",
    "recycles",
    "tapped",
    "unrestricted",
    "energy",
    "universal",
    "balance",
    "ready-recycles",
    "surplus",
    "steps",
    "unelected",
)

Vector = tuple[int, ...]


def criteria(goal: list[str]) -> tuple[str, ...]:
    """Put the named criteria where the design puts them."""
    first = [word for word in goal if word not in {"thrifty", "keep-universal"}]
    second = [word for word in goal if word == "keep-universal"]
    return (*first, "losses", *second, *THRIFTY[1:])


@dataclass
class Best:
    """The oracle's answer."""

    payable: bool
    values: Vector = ()
    elections: Elections = field(default_factory=dict)
    total: Total = (0, ())


Kept = tuple[tuple[tuple[Use, ...], ...], frozenset[str]]
"""By source: the Add uses that the actions leave possible; and the units for an Ambush that they leave."""
Taken = dict[str, list[Json]]
"""By object: the actions done to it."""


class Search:
    """One instance with one goal."""

    def __init__(self, raw: Json, *, idle: bool = False) -> None:
        self.case = read(raw)
        self.goal = criteria(raw.get("goal", []))
        self.idle = idle
        state = self.case.state
        self.purposes = purposes(self.case)
        self.runes = {domain: rune_counts(raw) for domain, raw in state.get("runes", {}).items()}
        self.pool = pool(state)
        self.left_energy = sum(number for kind, number in self.pool.items() if kind[0] == "energy")
        self.sources = [
            one for one in self.case.things if one.adds and not one.whose and one.zone in {"board", "legend"}
        ]
        self.ambush = ambush_units(self.case)
        self._resources: dict[Any, Vector | None] = {}
        self._uses: dict[Any, tuple[Use, ...]] = {}
        self._orders: dict[Any, bool] = {}

    # ------------------------------------------------------------ the whole

    def best(self) -> Best:
        best = Best(payable=False)
        if fault(self.case) or (self.ambush is not None and not self.ambush):
            return best
        for elections in self.case.every_election():
            unelected = sum(
                1 for one in self.case.chances if one.fixed is None and not one.alternate and not elections[one.id]
            )
            owed: dict[Any, set[Total]] = {}
            for taken, victims, kept in self._assignments(elections):
                reads = tuple((name, one.energy, len(one.pips)) for name, one in victims.items())
                if reads not in owed:
                    owed[reads] = totals(self.case, elections, victims)
                acted = self._acted(taken, elections)
                for total in owed[reads]:
                    paid = self._resource(total, kept)
                    if paid is None:
                        continue
                    extra = acted | {"unelected": unelected}
                    values = tuple(value + extra.get(name, 0) for name, value in zip(self.goal, paid, strict=True))
                    if not best.payable or values < best.values:
                        best = Best(True, values, elections, total)
        return best

    # ------------------------------------------------------------ actions

    def _assignments(self, elections: Elections) -> Iterator[tuple[Taken, Victims, Kept]]:
        """Give every way to serve the actions, and what it leaves to the Adds."""
        todo = lines(self.case, elections)
        if sum(number for _, one, number in todo if one["do"] == "xp") > self.case.state.get("xp", 0):
            return
        todo = [one for one in todo if one[1]["do"] != "xp"]
        safe = self.case.protected(elections)
        readers = victim_readers(self.case)
        for taken, chosen in self._serve(todo, 0, {}, {}, elections):
            removed = {name for name, acts in taken.items() if any(one["do"] in REMOVING for one in acts)}
            if removed & safe or (self.ambush and not self.ambush - removed):
                continue
            able = tuple(self._usable(one, taken.get(one.id, []), safe) for one in self.sources)
            if not all(able):
                continue
            if not all(
                self._can(one, (), taken[one.id]) for one in self.case.things if one.id in taken and not one.adds
            ):
                continue
            stay = frozenset((self.ambush or set()) - removed)
            yield taken, {name: chosen[name] for name in readers if name in chosen}, (able, stay)

    def _serve(
        self, todo: list[Line], place: int, taken: Taken, chosen: Victims, elections: Elections
    ) -> Iterator[tuple[Taken, Victims]]:
        if place == len(todo):
            yield taken, chosen
            return
        part, action, number = todo[place]
        able = [one for one in self.case.things if self._might_serve(one, action, elections)]
        picks = combinations_with_replacement(able, number) if action["do"] == "buff" else combinations(able, number)
        for picked in picks:
            after = {name: list(acts) for name, acts in taken.items()}
            for one in picked:
                after.setdefault(one.id, []).append(action)
            if any(self._twice(after[one.id], one) for one in picked):
                continue
            victims = chosen | {part: picked[0]} if number == 1 else chosen
            yield from self._serve(todo, place + 1, after, victims, elections)

    @staticmethod
    def _twice(acts: list[Json], one: Thing) -> bool:
        does = [act["do"] for act in acts]
        return does.count("exhaust") > 1 or does.count("buff") > one.buffs or sum(do in REMOVING for do in does) > 1

    def _might_serve(self, one: Thing, action: Json, elections: Elections) -> bool:
        """Tell what does not change during a payment: place, side, and the fixed part of the filter."""
        if one.whose or not in_zone(one, action):
            return False
        if action["itself"]:
            return one.id == self.case.bearer.id
        fixed = {key: value for key, value in action["filter"].items() if key not in CHANGING}
        return self.case.matches(one, fixed, elections, self.case.bearer)

    def _usable(self, one: Thing, acts: list[Json], safe: set[str]) -> tuple[Use, ...]:
        """Give the Add uses of a source that go together with the actions done to it."""
        key = (one.id, tuple(map(id, acts)), one.id in safe)
        if key not in self._uses:
            able = [place for place, add in enumerate(one.adds) if self._offered(one, add)]
            uses = [use for size in range(len(able) + 1) for use in combinations(able, size)]
            self._uses[key] = tuple(
                use
                for use in uses
                if self._can(one, use, acts)
                and not (one.id in safe and any(one.adds[place].get("kill") for place in use))
            )
        return self._uses[key]

    def _offered(self, one: Thing, add: Json) -> bool:
        """Tell whether an Add may be used during this payment at all (429.3, 1.6)."""
        if add.get("speed", "reaction") != "reaction" or not self.case.holds(add.get("when"), {}, one, 0):
            return False
        wanted = listed(add.get("for"))
        return not wanted or bool(self.purposes & set(wanted))

    def _can(self, one: Thing, use: Use, acts: list[Json]) -> bool:
        """Tell whether these Adds and then these actions are possible in some order (357.1, 357.2)."""
        if not acts and len(use) < 2:
            return not use or not one.adds[use[0]].get("exhaust", True) or one.ready
        key = (one.id, use, tuple(map(id, acts)))
        if key not in self._orders:
            self._orders[key] = any(
                replay(self.case, one, adds, order) for adds in permutations(use) for order in permutations(acts)
            )
        return self._orders[key]

    def _acted(self, taken: Taken, elections: Elections) -> dict[str, int]:
        """Give what the actions add to the criteria."""
        xp = sum(number for _, one, number in lines(self.case, elections) if one["do"] == "xp")
        acted = {"losses": xp, "tapped": 0, "steps": xp}
        things = {one.id: one for one in self.case.things}
        for name, acts in taken.items():
            for action in acts:
                acted["steps"] += 1
                acted["tapped"] += action["do"] == "exhaust"
                acted["losses"] += lost(action, things[name])
        return acted

    # ------------------------------------------------------------ resources

    def _resource(self, total: Total, kept: Kept) -> Vector | None:
        key = (total, kept)
        if key not in self._resources:
            self._resources[key] = min(self._payments(total, kept), default=None)
        return self._resources[key]

    def _payments(self, total: Total, kept: Kept) -> Iterator[Vector]:
        able, stay = kept
        for uses in product(*able):
            made: dict[Kind, int] = {}
            killed, tapped, used = 0, 0, 0
            gone = set()
            for one, use in zip(self.sources, uses, strict=True):
                for place in use:
                    add = one.adds[place]
                    used += 1
                    for kind, number in gives(add).items():
                        made[kind] = made.get(kind, 0) + number
                    if add.get("kill"):
                        killed += one.worth()
                        gone.add(one.id)
                    tapped += add.get("exhaust", True) and "unit" in one.types
            if self.ambush and not stay - gone:
                continue
            yield from self._spends(total, made, {"losses": killed, "tapped": tapped, "steps": used})

    def _spends(self, total: Total, made: dict[Kind, int], so_far: dict[str, int]) -> Iterator[Vector]:
        """Try every way to spend what floats, was added, or can be had from runes."""
        have = {
            kind: self.pool.get(kind, 0) + made.get(kind, 0)
            for kind in {*self.pool, *made}
            if not kind[1] or self.purposes & set(kind[1].split("/"))
        }
        kinds = tuple(sorted({kind for kind in have if kind[0] != "energy"} | {(domain, "") for domain in self.runes}))
        energies = [kind for kind in have if kind[0] == "energy" and kind[1]]
        for way in ways_to_pay(total[1], kinds):
            spent = {kind: number for kind, number in zip(kinds, way, strict=True) if number}
            short = {kind: max(0, number - have.get(kind, 0)) for kind, number in spent.items()}
            if any(number and (kind[1] or kind[0] not in self.runes) for kind, number in short.items()):
                continue
            for some in product(*(range(min(have[kind], total[0]) + 1) for kind in energies)):
                rest = total[0] - sum(some)
                if rest < 0:
                    continue
                paid = spent | {kind: number for kind, number in zip(energies, some, strict=True) if number}
                paid["energy", ""] = rest
                yield from self._runes(paid, short, rest - have.get(("energy", ""), 0), made, so_far)

    def _runes(
        self,
        spent: dict[Kind, int],
        short: dict[Kind, int],
        energy: int,
        made: dict[Kind, int],
        so_far: dict[str, int],
    ) -> Iterator[Vector]:
        """Try every number of runes exhausted and recycled; see the module's text for what is left out."""
        least = {domain: short.get((domain, ""), 0) for domain in self.runes}
        if any(number > sum(self.runes[domain]) for domain, number in least.items()):
            return
        if not self.idle:
            forced = sum(max(0, number - self.runes[domain][1]) for domain, number in least.items())
            exhausted = max(forced, energy)
            if exhausted <= sum(ready for ready, _ in self.runes.values()):
                gone = {domain: max(0, number - self.runes[domain][1]) for domain, number in least.items()}
                yield self._values(spent, made, so_far, least, gone, exhausted, exhausted)
            return
        choices = [
            [
                (domain, exhaust, recycle, fresh)
                for exhaust in range(ready + 1)
                for recycle in range(least[domain], ready + tired + 1)
                # `fresh` runes are recycled while still ready, without having been exhausted.
                for fresh in range(max(0, recycle - tired - exhaust), min(recycle, ready - exhaust) + 1)
            ]
            for domain, (ready, tired) in self.runes.items()
        ]
        for picked in product(*choices):
            exhausted = sum(one[1] for one in picked)
            if exhausted < energy:
                continue
            recycled = {one[0]: one[2] for one in picked}
            # Of the runes recycled, those that were ready before: the fresh ones, and of the exhausted the surplus.
            gone = {one[0]: one[3] + max(0, one[2] - one[3] - self.runes[one[0]][1]) for one in picked}
            lost_ready = exhausted + sum(one[3] for one in picked)
            yield self._values(spent, made, so_far, recycled, gone, exhausted, lost_ready)

    def _values(
        self,
        spent: dict[Kind, int],
        made: dict[Kind, int],
        so_far: dict[str, int],
        recycled: dict[str, int],
        ready_gone: dict[str, int],
        exhausted: int,
        lost_ready: int,
    ) -> Vector:
        """Read the criteria off the state before and after."""
        added = dict(made)
        added["energy", ""] = added.get(("energy", ""), 0) + exhausted
        for domain, number in recycled.items():
            if number:
                added[domain, ""] = added.get((domain, ""), 0) + number
        after = {
            kind: self.pool.get(kind, 0) + added.get(kind, 0) - spent.get(kind, 0) for kind in {*self.pool, *added}
        }
        recycles = sum(recycled.values())
        ready = sum(one for one, _ in self.runes.values())
        powers = {kind: number for kind, number in spent.items() if kind[0] != "energy"}
        energy_spent = sum(number for kind, number in spent.items() if kind[0] == "energy")
        values = {
            "losses": so_far["losses"],
            "recycles": recycles,
            "tapped": so_far["tapped"],
            "unrestricted": sum(number for kind, number in spent.items() if not kind[1]),
            "energy": lost_ready
            + sum(number for kind, number in made.items() if kind[0] == "energy")
            - sum(number for kind, number in after.items() if kind[0] == "energy"),
            "universal": spent.get((UNIVERSAL, ""), 0),
            "balance": sum((sum(counts) - recycled[domain]) ** 2 for domain, counts in self.runes.items()),
            "ready-recycles": sum(ready_gone.values()),
            "surplus": sum(min(number, after[kind]) for kind, number in added.items()),
            "steps": so_far["steps"] + exhausted + recycles + sum(spent.values()),
            "unelected": 0,
            "keep-universal": sum(number for kind, number in powers.items() if kind[0] == UNIVERSAL),
            "most-ready": lost_ready - ready,
        }
        for name in self.goal:
            if name not in values:
                stem, _, rest = name.partition(":")
                if stem == "keep-domain":
                    values[name] = sum(number for kind, number in powers.items() if kind[0] == rest)
                else:
                    what, _, wanted = rest.partition(":")
                    reached = energy_spent if what == "energy" else sum(powers.values())
                    values[name] = max(0, int(wanted) - reached)
        return tuple(values[name] for name in self.goal)


def solve(raw: Json, *, idle: bool = False) -> Best:
    """Find out whether an instance is payable, and the best value of each criterion of its goal."""
    return Search(raw, idle=idle).best()
