"""The payer's side of the table while the steps of a payment are made, and one payment on it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .adds import Ability
from .fold import Line, Total
from .position import Case, Now
from .stage import might_serve
from .table import Kind, perform, pool, ways_to_pay
from .vocabulary import COUNTED, Elections, Json, Thing, pips

NESTED = "add:"
"""What the part of a step begins with that pays for an Add's own cost."""


class Illegal(Exception):  # noqa: N818 - it ends a simulation, it is no error
    """A step that cannot be made, or a payment that does not pay."""


def units(raw: Json) -> dict[Kind, int]:
    """Read amounts as pools are written."""
    return pool({"pool": raw})


def can_pay(powers: dict[Kind, int], owed: tuple[int, ...]) -> bool:
    kinds = tuple(sorted(powers))
    return tuple(powers[kind] for kind in kinds) in ways_to_pay(owed, kinds)


@dataclass
class Table:
    """What floats and lies on the payer's side."""

    case: Case
    elections: Elections
    pool: dict[Kind, int]
    runes: dict[str, list[int]]
    things: dict[str, Thing]
    xp: int
    deck: int
    changed: dict[str, Now] = field(default_factory=dict)
    gear: int = 0
    """Adds of gear that were used."""
    recalled: set[str] = field(default_factory=set)
    """Ids of what Adds killed and what was recalled in place of dying: it is still there."""

    def now(self, one: Thing) -> Now:
        return self.changed.get(one.id) or Now.before(one)

    @property
    def gone(self) -> set[str]:
        return {name for name, now in self.changed.items() if not now.here}

    def put(self, given: dict[Kind, int], stated: Json | None) -> None:
        if stated is not None and units(stated) != given:
            raise Illegal("the step gives something else")
        for kind, number in given.items():
            self.pool[kind] = self.pool.get(kind, 0) + number

    def rune(self, step: Json, number: int) -> None:
        domain = step["object"].removeprefix("rune:")
        ready, tired = self.runes.get(domain, [0, 0])
        if step["step"] == "exhaust":
            if ready < number:
                raise Illegal("too few ready runes")
            self.runes[domain] = [ready - number, tired + number]
            self.put({("energy", ""): number}, step.get("gives"))
            return
        if (ready if step.get("ready") else tired) < number:
            raise Illegal("too few runes to recycle")
        self.runes[domain] = [ready - number, tired] if step.get("ready") else [ready, tired - number]
        self.put({(domain, ""): number}, step.get("gives"))

    def count(self, do: str, number: int) -> None:
        """Spend XP or burn cards."""
        if number > (self.xp if do == "xp" else self.deck):
            raise Illegal(f"too little to {do}")
        if do == "xp":
            self.xp -= number
        else:
            self.deck -= number


@dataclass
class Paid:
    """What was spent on one payment."""

    fits: set[str]
    energy: int = 0
    parts: list[tuple[dict[Kind, int], tuple[int, ...] | None]] = field(default_factory=list)
    """Power of each step, with the pips it says it pays."""

    def spend(self, table: Table, step: Json) -> None:
        spent = units(step["spends"])
        if step.get("number", sum(spent.values())) != sum(spent.values()):
            raise Illegal("the number is not what is spent")
        for kind, number in spent.items():
            if kind[1] and not self.fits & set(kind[1].split("/")):
                raise Illegal("restricted to something else")
            if table.pool.get(kind, 0) < number:
                raise Illegal("overdrawn")
            table.pool[kind] -= number
        self.energy += sum(number for kind, number in spent.items() if kind[0] == "energy")
        powers = {kind: number for kind, number in spent.items() if kind[0] != "energy"}
        stated = pips(step["pays"]) if "pays" in step else None
        if stated is not None and not can_pay(powers, stated):
            raise Illegal("those pips are not paid by that")
        self.parts.append((powers, stated))

    def pays(self, owed: tuple[int, ...]) -> bool:
        """Tell whether what was spent pays these pips, with the pips that single steps claim."""
        left = list(owed)
        free: dict[Kind, int] = {}
        for powers, stated in self.parts:
            if stated is None:
                for kind, number in powers.items():
                    free[kind] = free.get(kind, 0) + number
                continue
            for mask in stated:
                if mask not in left:
                    return False
                left.remove(mask)
        return can_pay(free, tuple(left))


def possible(table: Table, one: Thing, now: Now, line: Line) -> Now | None:
    """Do an owed action to an object if it can serve that line as it is now; ``None`` if it cannot."""
    if not might_serve(table.case, one, line, table.elections):
        return None
    return perform(table.case, one, now, line.action, line.bearer)


@dataclass
class Nested:
    """The payment of an Add that asks for one (429.3.a)."""

    use: Ability
    paid: Paid
    costs: tuple[set[Total], set[Total]]
    """What the first use, and what each further use in the same step may cost."""
    acted: bool = False
    removed: bool = False
    """Whether the cost took the Add's own object."""
    counts: dict[str, int] = field(default_factory=dict)
    worlds: list[tuple[bool, list[list[int]]]] = field(default_factory=lambda: [(False, [])])
    """Whether the object was exhausted already, and for each action the lines it can serve."""

    def spend(self, table: Table, step: Json) -> None:
        if self.acted:
            raise Illegal("resources come before actions")
        self.paid.spend(table, step)

    def act(self, table: Table, step: Json) -> None:
        self.acted = True
        number = step.get("number", len(step.get("objects", ())) or 1)
        if step["do"] in COUNTED:
            table.count(step["do"], number)
            self.counts[step["do"]] = self.counts.get(step["do"], 0) + number
            return
        if len(step["objects"]) != number:
            raise Illegal("the number is not that of the objects")
        for name in step["objects"]:
            self._one(table, step["do"], name)

    def _one(self, table: Table, do: str, name: str) -> None:
        """Do one action; the Add's own object may have been exhausted for it before (357.2)."""
        one = table.things.get(name)
        if one is None:
            raise Illegal("no such object")
        worlds, after = [], None
        for exhausted, serves in self.worlds:
            for now_exhausted in {exhausted, True} if one is self.use.one and self.use.exhausts else {exhausted}:
                now = table.now(one)
                if one is self.use.one and now_exhausted:
                    if not exhausted and not now.ready:
                        continue
                    now = now._replace(ready=False)
                able = []
                for place, line in enumerate(self.use.lines):
                    if line.action["do"] == do and (done := possible(table, one, now, line)) is not None:
                        able.append(place)
                        after = done if not now_exhausted else done._replace(ready=table.now(one).ready)
                if able:
                    worlds.append((now_exhausted, [*serves, able]))
        if not worlds or after is None:
            raise Illegal("the Add does not ask for that")
        self.worlds = worlds
        self.removed = self.removed or (one is self.use.one and not after.here)
        if one.stays(do):
            table.recalled.add(name)
        table.changed[name] = after

    def settle(self, table: Table, number: int) -> None:
        """Compare what was paid with what the use asks for, and use the Add up.

        An Add that uses nothing up may be paid for several times and then used as often.
        """
        use, one = self.use, self.use.one
        times = 1 if use.converts else max(1, number)
        first, further = self.costs
        owed = [use.asks(number, cost) for cost in first]
        if times > 1:
            owed = [(e + e2 * (times - 1), (*p, *p2 * (times - 1))) for e, p in owed for e2, p2 in further]
        if not any(self.paid.energy == energy and self.paid.pays(masks) for energy, masks in owed):
            raise Illegal("the Add is not paid for")
        due = [line.number * times for line in use.lines]
        for do in COUNTED:
            mine = [place for place, line in enumerate(use.lines) if line.action["do"] == do]
            if sum(due[place] for place in mine) != self.counts.get(do, 0):
                raise Illegal("the Add's own actions are not done")
            for place in mine:
                due[place] = 0
        now = table.now(one)
        for exhausted, serves in self.worlds:
            # What was removed for its own cost may still be used, unless it has to be killed as well.
            there = now.here or (self.removed and not use.kills)
            ready = not use.exhausts or exhausted or now.ready
            if there and ready and _meets(due, serves):
                break
        else:
            raise Illegal("the source is gone or exhausted, or the Add's own actions are not done")
        table.changed[one.id] = now._replace(ready=now.ready and not use.exhausts, here=now.here and not use.kills)
        if use.kills and one.stays("kill"):
            table.recalled.add(one.id)


def _meets(due: list[int], serves: list[list[int]]) -> bool:
    """Tell whether each action can serve a line of its own so that all are met exactly."""
    if not serves:
        return not any(due)
    for place in serves[0]:
        if due[place]:
            due[place] -= 1
            if _meets(due, serves[1:]):
                due[place] += 1
                return True
            due[place] += 1
    return False
