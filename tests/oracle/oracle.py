"""The best payment by exhaustive search: the third opinion beside solver and referee.

Every election, every total, every assignment of objects to actions, every use of Add abilities in every order and
every way to spend is tried. Left out is only what is obviously pointless or the same thing again (see also `stage`):

* runes of one domain and readiness are counted, not named;
* a domain's Power is recycled for only as far as pool and Adds fall short, and runes are exhausted for only as far as
  Energy falls short or a recycled rune must be exhausted first. More of either only adds to *recycles*, *surplus* and
  *steps* and to no criterion's advantage; ``idle=True`` tries it all the same, and a test compares;
* what can be afforded for a total is remembered for equal totals and what Adds can lead to for equal choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from .fold import Line, Total, Victims, lines, totals, victim_readers
from .offers import read
from .permission import fault
from .position import Now
from .stage import Money, Stage, Standing, Taken, ends_of, parted, serve
from .table import UNIVERSAL, Kind, ambush_units, lost, purposes
from .vocabulary import COUNTED, REMOVING, Elections, Json

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


class Search:
    """One instance with one goal."""

    def __init__(self, raw: Json, *, idle: bool = False) -> None:
        self.case = read(raw)
        self.goal = criteria(raw.get("goal", []))
        self.idle = idle
        self.purposes = purposes(self.case)
        self.stage = Stage(self.case)
        self.runes = self.stage.runes
        self.pool = self.stage.pool
        self.ambush = ambush_units(self.case)
        self._reached: dict[Any, dict[Standing, set[Money]]] = {}
        self._resources: dict[Any, Vector | None] = {}
        self._able: dict[Any, bool] = {}

    # ------------------------------------------------------------ the whole

    def best(self) -> Best:
        best = Best(payable=False)
        if fault(self.case) or (self.ambush is not None and not self.ambush):
            return best
        plans = [(elections, self._plans(elections)) for elections in self.case.every_election()]
        sizes = [(energy, len(pips)) for _, several in plans for _, found in several for energy, pips in found]
        most = sum(map(max, zip(*sizes, strict=True))) if sizes else 0
        most += self.stage.dearest()
        # One unit may go through a converter for nothing but its exhaustion.
        most = max(most, 1)
        for elections, several in plans:
            unelected = sum(
                1 for one in self.case.chances if one.fixed is None and not one.alternate and not elections[one.id]
            )
            safe = self.case.protected(elections)
            chosen = frozenset(one.id for one in self.case.targets(elections))
            key = (chosen, frozenset(safe))
            if several and key not in self._reached:
                self._reached[key] = self.stage.reach(elections, safe, most)
            for taken, found in several:
                stands = [one for one in self._reached[key] if self._can(one, taken, lines(self.case, elections))]
                extra = self._acted(taken, elections) | {"unelected": unelected}
                for total in found:
                    paid = min((one for stand in stands if (one := self._resource(total, key, stand))), default=None)
                    if paid is None:
                        continue
                    values = tuple(value + extra.get(name, 0) for name, value in zip(self.goal, paid, strict=True))
                    if not best.payable or values < best.values:
                        best = Best(True, values, elections, total)
        return best

    # ------------------------------------------------------------ actions

    def _plans(self, elections: Elections) -> list[tuple[Taken, set[Total]]]:
        """Give every way to serve the actions, with the totals that go with it."""
        todo = [line for line in lines(self.case, elections) if line.action["do"] not in COUNTED]
        safe = self.case.protected(elections)
        readers = victim_readers(self.case)
        owed: dict[Any, set[Total]] = {}
        plans = []
        for taken, chosen in serve(self.case, todo, elections):
            if parted(taken, self.stage.things) & safe:
                continue
            victims: Victims = {name: chosen[name] for name in readers if name in chosen}
            reads = tuple((name, one.energy, len(one.pips)) for name, one in victims.items())
            if reads not in owed:
                owed[reads] = totals(self.case, elections, victims)
            plans.append((taken, owed[reads]))
        return plans

    def _can(self, standing: Standing, taken: Taken, todo: list[Line]) -> bool:
        """Tell whether the actions are possible after these Adds, in some order (357.2), and leave the play legal."""
        case, state = self.case, self.case.state
        xp = standing.xp + sum(line.number for line in todo if line.action["do"] == "xp")
        burned = standing.burned + sum(line.number for line in todo if line.action["do"] == "burn")
        if xp > state.get("xp", 0) or (burned and burned > state.get("deck", 10**9)):
            return False
        changed = dict(standing.changed)
        if self.ambush and not self.ambush - _removed(taken) - {name for name, now in changed.items() if not now.here}:
            return False
        for name, acts in taken.items():
            one = self.stage.things[name]
            before = changed.get(name) or Now.before(one)
            key = (name, before, tuple(id(action) for action, _ in acts))
            if key not in self._able:
                self._able[key] = bool(ends_of(case, one, before, acts))
            if not self._able[key]:
                return False
        return True

    def _acted(self, taken: Taken, elections: Elections) -> dict[str, int]:
        """Give what the actions add to the criteria."""
        counted = sum(line.number for line in lines(self.case, elections) if line.action["do"] in COUNTED)
        acted = {"losses": counted, "tapped": 0, "steps": counted}
        for name, acts in taken.items():
            for action, _ in acts:
                acted["steps"] += 1
                acted["tapped"] += action["do"] == "exhaust"
                acted["losses"] += lost(action, self.stage.things[name])
        return acted

    # ------------------------------------------------------------ resources

    def _resource(self, total: Total, key: Any, standing: Standing) -> Vector | None:
        """Give the best way to pay a total after Adds that lead to this standing."""
        where = (total, key, standing)
        if where not in self._resources:
            ways = (one for money in self._reached[key][standing] for one in self._spends(total, money))
            self._resources[where] = min(ways, default=None)
        return self._resources[where]

    def _spends(self, total: Total, money: Money) -> Iterator[Vector]:
        """Try every way to spend what floats and what can be had from runes."""
        kinds = self.stage.kinds
        made = {kind: number for kind, number in zip(kinds, money.made, strict=True) if number}
        did = {"losses": money.losses, "tapped": money.tapped, "steps": money.steps}
        for paid in self.stage.ways(*total, money.left, self.purposes):
            low = [min(least, have - number) for least, have, number in zip(money.low, money.left, paid, strict=True)]
            short = {kind: max(0, -number) for kind, number in zip(kinds, low, strict=True)}
            play = {kind: number for kind, number in zip(kinds, paid, strict=True) if number}
            spent = {kind: a + b for kind, a, b in zip(kinds, paid, money.spent, strict=True) if a + b}
            yield from self._runes((play, spent), short, made, did)

    def _runes(
        self,
        spent: tuple[dict[Kind, int], dict[Kind, int]],
        short: dict[Kind, int],
        made: dict[Kind, int],
        so_far: dict[str, int],
    ) -> Iterator[Vector]:
        """Try every number of runes exhausted and recycled; see the module's text for what is left out."""
        least, energy = {domain: short[domain, ""] for domain in self.runes}, short["energy", ""]
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
        spends: tuple[dict[Kind, int], dict[Kind, int]],
        made: dict[Kind, int],
        so_far: dict[str, int],
        recycled: dict[str, int],
        ready_gone: dict[str, int],
        exhausted: int,
        lost_ready: int,
    ) -> Vector:
        """Read the criteria off the state before and after; `spends` are those on the play, and all of them."""
        play, spent = spends
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
                elif stem == "rune-debt":
                    values[name] = _debt(sum(sum(one) for one in self.runes.values()), recycles, int(rest))
                else:
                    what, _, wanted = rest.partition(":")
                    reached = sum(n for kind, n in play.items() if (kind[0] == "energy") == (what == "energy"))
                    values[name] = max(0, int(wanted) - reached)
        return tuple(values[name] for name in self.goal)


def _debt(on_board: int, recycled: int, turns: int) -> int:
    """Step through the turns to come, two runes channeled each, with and without the recycling."""
    stay, deck = on_board, max(0, 12 - on_board)
    less, more = stay - recycled, deck + recycled
    missed = 0
    for _ in range(turns):
        there, here = min(2, deck), min(2, more)
        stay, deck, less, more = stay + there, deck - there, less + here, more - here
        missed += stay - less
    return missed


def solve(raw: Json, *, idle: bool = False) -> Best:
    """Find out whether an instance is payable, and the best value of each criterion of its goal."""
    return Search(raw, idle=idle).best()


def _removed(taken: Taken) -> set[str]:
    return {name for name, acts in taken.items() if any(act["do"] in REMOVING for act, _ in acts)}
