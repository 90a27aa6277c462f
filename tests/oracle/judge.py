"""Whether given steps are a legal payment: a plain simulation, written apart from solver and referee."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .fold import lines, totals
from .offers import read
from .position import Case
from .table import CHANGING, Kind, ambush_units, fault, gives, in_zone, pool, purposes, ways_to_pay
from .vocabulary import REMOVING, Json, Thing, pips, rune_counts


class Illegal(Exception):  # noqa: N818 - it ends a simulation, it is no error
    """A step that cannot be made, or a payment that does not pay."""


def units(raw: Json) -> dict[Kind, int]:
    """Read amounts as pools are written."""
    return pool({"pool": raw})


@dataclass
class Table:
    """The payer's side of the table while the steps are made."""

    case: Case
    pool: dict[Kind, int]
    runes: dict[str, list[int]]
    ready: dict[str, bool]
    buffs: dict[str, int]
    things: dict[str, Thing]
    xp: int
    removed: set[str] = field(default_factory=set)
    energy: int = 0
    paid: list[tuple[dict[Kind, int], tuple[int, ...] | None]] = field(default_factory=list)
    deeds: list[tuple[str, str, str]] = field(default_factory=list)
    """``(do, object, part)`` of each action, one object each."""

    def add(self, given: dict[Kind, int], stated: Json | None) -> None:
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
            self.add({("energy", ""): number}, step.get("gives"))
            return
        if (ready if step.get("ready") else tired) < number:
            raise Illegal("too few runes to recycle")
        self.runes[domain] = [ready - number, tired] if step.get("ready") else [ready, tired - number]
        self.add({(domain, ""): number}, step.get("gives"))

    def source(self, step: Json, number: int) -> None:
        one = self.things.get(step["object"])
        place = step.get("ability", 0)
        if one is None or one.whose or one.zone not in {"board", "legend"} or place >= len(one.adds):
            raise Illegal("no such Add")
        add = one.adds[place]
        for _ in range(number):
            if add.get("speed", "reaction") != "reaction" or not self.case.holds(add.get("when"), {}, one, 0):
                raise Illegal("the Add cannot be used now")
            if one.id in self.removed or (add.get("exhaust", True) and not self.ready[one.id]):
                raise Illegal("the source is gone or exhausted")
            if add.get("exhaust", True):
                self.ready[one.id] = False
            if add.get("kill"):
                self.removed.add(one.id)
        self.add({kind: n * number for kind, n in gives(add).items()}, step.get("gives"))

    def spend(self, step: Json, number: int) -> None:
        spent = units(step["spends"])
        if number != sum(spent.values()):
            raise Illegal("the number is not what is spent")
        fits = purposes(self.case)
        for kind, n in spent.items():
            if kind[1] and not fits & set(kind[1].split("/")):
                raise Illegal("restricted to something else")
            if self.pool.get(kind, 0) < n:
                raise Illegal("overdrawn")
            self.pool[kind] -= n
        self.energy += sum(n for kind, n in spent.items() if kind[0] == "energy")
        powers = {kind: n for kind, n in spent.items() if kind[0] != "energy"}
        stated = pips(step["pays"]) if "pays" in step else None
        if stated is not None and not _can_pay(powers, stated):
            raise Illegal("those pips are not paid by that")
        self.paid.append((powers, stated))

    def act(self, step: Json, number: int) -> None:
        if step["do"] == "xp":
            if self.xp < number:
                raise Illegal("too little XP")
            self.xp -= number
            self.deeds += [("xp", "", step.get("part", ""))] * number
            return
        if len(step["objects"]) != number:
            raise Illegal("the number is not that of the objects")
        self.deeds += [(step["do"], name, step.get("part", "")) for name in step["objects"]]


def _can_pay(powers: dict[Kind, int], owed: tuple[int, ...]) -> bool:
    kinds = tuple(sorted(powers))
    return tuple(powers[kind] for kind in kinds) in ways_to_pay(owed, kinds)


def judge(raw: Json, payment: Json) -> str:
    """Say what is wrong with a payment; nothing if it is legal."""
    try:
        _judge(read(raw), payment)
    except Illegal as reason:
        return str(reason)
    return ""


def _judge(case: Case, payment: Json) -> None:
    if fault(case):
        raise Illegal("the play is illegal now")
    elections = {one.id: one.fixed or 0 for one in case.chances}
    elections |= {name: int(value) for name, value in payment.get("elected", {}).items()}
    if reason := case.why_not(elections):
        raise Illegal(reason)
    state = case.state
    table = Table(
        case,
        pool(state),
        {domain: list(rune_counts(raw)) for domain, raw in state.get("runes", {}).items()},
        {one.id: one.ready for one in case.things},
        {one.id: one.buffs for one in case.things},
        {one.id: one for one in case.things},
        state.get("xp", 0),
    )
    acting = False
    for step in payment["steps"]:
        word, number = step["step"], step.get("number", 1)
        if acting and word != "act":
            raise Illegal("resources come before actions")
        acting = word == "act"
        {"exhaust": table.rune, "recycle": table.rune, "add": table.source, "spend": table.spend, "act": table.act}[
            word
        ](step, number)
        if "pool" in step and {k: n for k, n in table.pool.items() if n} != units(step["pool"]):
            raise Illegal("something else floats")
    due = [[part, action, number] for part, action, number in lines(case, elections)]
    for victims in _deeds(table, due, 0, elections):
        found = {total for total in totals(case, elections, victims) if total[0] == table.energy}
        stated = payment.get("owed")
        if stated is not None:
            found &= {(stated["energy"], pips(stated["power"]))}
        if any(_paid(table, total[1]) for total in found):
            break
    else:
        raise Illegal("the actions or the total are not what is owed")
    gone = table.removed
    if gone & case.protected(elections):
        raise Illegal("a target is gone")
    units_there = ambush_units(case)
    if units_there is not None and not units_there - gone:
        raise Illegal("no unit is left for the ambush")


def _paid(table: Table, owed: tuple[int, ...]) -> bool:
    """Tell whether what was spent pays these pips, with the pips that single steps claim."""
    left = list(owed)
    free: dict[Kind, int] = {}
    for powers, stated in table.paid:
        if stated is None:
            for kind, number in powers.items():
                free[kind] = free.get(kind, 0) + number
            continue
        for mask in stated:
            if mask not in left:
                return False
            left.remove(mask)
    return _can_pay(free, tuple(left))


def _deeds(table: Table, due: list[list[Any]], place: int, elections: dict[str, int]) -> Any:
    """Do the actions in order, each for some line that is still due; give the victims when all is done."""
    if place == len(table.deeds):
        if not any(line[2] for line in due):
            # A line that took one object has it as its victim.
            yield {line[0]: line[3] for line in due if len(line) == 4 and line[3] is not None}
        return
    do, name, part = table.deeds[place]
    one = table.things.get(name)
    for line in due:
        if not line[2] or line[1]["do"] != do or part not in {"", line[0]}:
            continue
        if do != "xp" and (one is None or not _possible(table, one, line[1], elections)):
            continue
        line[2] -= 1
        line.append(one)
        before = (table.ready.get(name), table.buffs.get(name), name in table.removed)
        if do == "exhaust":
            table.ready[name] = False
        elif do == "buff":
            table.buffs[name] -= 1
        elif do in REMOVING:
            table.removed.add(name)
        yield from _deeds(table, due, place + 1, elections)
        line[2] += 1
        line.pop()
        if do != "xp":
            table.ready[name], table.buffs[name] = bool(before[0]), int(before[1] or 0)
            if not before[2]:
                table.removed.discard(name)


def _possible(table: Table, one: Thing, action: Json, elections: dict[str, int]) -> bool:
    """Tell whether this action can be done to this object now (section 3 of the rules page)."""
    if one.whose or not in_zone(one, action) or one.id in table.removed:
        return False
    if action["do"] == "exhaust" and not table.ready[one.id]:
        return False
    if action["do"] == "buff" and not table.buffs[one.id]:
        return False
    if action["itself"]:
        return one.id == table.case.bearer.id
    fixed = {key: value for key, value in action["filter"].items() if key not in CHANGING}
    moving = {key: value for key, value in action["filter"].items() if key in CHANGING}
    return table.case.matches(one, fixed, elections, table.case.bearer) and table.case.matches(
        one, moving, elections, table.case.bearer, ready=table.ready[one.id], buffs=table.buffs[one.id]
    )
