"""Whether given steps are a legal payment: a plain simulation, written apart from solver and referee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .adds import ADDING, Ability, ability, as_it_is_used, holds, is_gear, offered, prices
from .fold import Line, lines, totals
from .judging import NESTED, Illegal, Nested, Paid, Table, possible, units
from .offers import DECLINABLE, read
from .permission import fault
from .position import Case
from .table import ambush_units, pool, purposes
from .vocabulary import COUNTED, Json, Thing, pips, rune_counts

ENOUGH = 10**9


IN_VAIN = {
    "exhaust": ("part", "do", "objects", "pays", "copies", "ability"),
    "recycle": ("part", "do", "objects", "pays", "copies", "ability"),
    "add": ("part", "do", "objects", "pays", "ready"),
    "spend": ("object", "do", "objects", "copies", "ability", "ready"),
    "act": ("gives", "spends", "pays", "copies", "ability", "ready"),
}
"""What a step of each kind cannot say."""


@dataclass
class Due:
    """An owed action with how often it is still due and the object it took last."""

    line: Line
    left: int
    took: list[Thing | None] = field(default_factory=list)


def judge(raw: Json, payment: Json) -> str:
    """Say what is wrong with a payment; nothing if it is legal."""
    try:
        Judge(read(raw), payment).judge()
    except Illegal as reason:
        return str(reason)
    return ""


def stated(case: Case, payment: Json) -> dict[str, int]:
    """Read the elections that a payment states; a keyword alone is short for the one election of that keyword (C6)."""
    found: dict[str, int] = {}
    known = [one.id for one in case.chances]
    for name, value in payment.get("elected", {}).items():
        short = [one for one in known if one.startswith(f"{name}:")] if name not in known else []
        ident = short[0] if len(short) == 1 else name
        if found.setdefault(ident, int(value)) != int(value):
            raise Illegal("an election is stated twice")
    alternates = [one.id for one in case.chances if one.alternate]
    if case.must_choose_alternate() and len(alternates) == 1:
        found.setdefault(alternates[0], 1)  # There is no other way to play it.
    return found


class Judge:
    """One payment, step by step."""

    def __init__(self, case: Case, payment: Json) -> None:
        self.case = case
        self.payment = payment
        self.elections = {one.id: one.fixed or 0 for one in case.chances}
        self.elections |= stated(case, payment)
        state = case.state
        self.table = Table(
            case,
            self.elections,
            pool(state),
            {domain: list(rune_counts(raw)) for domain, raw in state.get("runes", {}).items()},
            {one.id: one for one in case.things},
            state.get("xp", 0),
            state.get("deck", ENOUGH),
        )
        self.paid = Paid(purposes(case))
        self.open: dict[int, Nested] = {}
        """Payments of Adds that have begun, by the step that uses the Add."""
        self.deeds: list[tuple[str, str, str]] = []
        """``(do, object, part)`` of each action of the play, one object each."""

    def judge(self) -> None:
        case = self.case
        if fault(case):
            raise Illegal("the play is illegal now")
        if self.declined():
            if set(self.elections) - {one.id for one in case.chances}:
                raise Illegal("an election that does not exist")
            if self.payment["steps"] or any(self.payment.get("owed", {}).values()):
                raise Illegal("it is declined, and owes nothing")
            return
        if reason := case.why_not(self.elections):
            raise Illegal(reason)
        for place, step in enumerate(self.payment["steps"]):
            self.step(place, step)
            if "pool" in step and {k: n for k, n in self.table.pool.items() if n} != units(step["pool"]):
                raise Illegal("something else floats")
        due = [Due(line, line.number) for line in lines(case, self.elections)]
        if not any(self.settles(victims, due) for victims in self.acted(due, 0)):
            raise Illegal("the actions or the total are not what is owed")

    def declined(self) -> bool:
        """Tell whether the payment is declined, which the caller may have settled (404.2, 444.2)."""
        if self.case.kind not in DECLINABLE:
            return False
        fixed = self.case.play.get("elect", {}).get("pay", True)
        said = self.elections.pop("pay", fixed)
        if bool(said) != bool(fixed) and "pay" in self.case.play.get("elect", {}):
            raise Illegal("whether it is paid was settled")
        return not said

    # ------------------------------------------------------------ steps

    def step(self, place: int, step: Json) -> None:
        if any(step.get(name) for name in IN_VAIN.get(step["step"], ())):
            raise Illegal("it says what means nothing there")
        part = step.get("part", "")
        nested = part.startswith(NESTED)
        if self.deeds and (step["step"] != "act" or nested):
            raise Illegal("resources come before actions")
        match step["step"]:
            case "exhaust" | "recycle":
                self.table.rune(step, step.get("number", 1))
            case "add":
                self.add(place, step)
            case "spend":
                if nested:
                    self.nested(place, part).spend(self.table, step)
                else:
                    self.paid.spend(self.table, step)
            case _:
                if nested:
                    self.nested(place, part).act(self.table, step)
                else:
                    self.act(step)

    def use_of(self, step: Json) -> Ability:
        """Find the Add that a step uses."""
        one = self.table.things.get(step["object"])
        place, copied = step.get("ability", 0), step.get("copies", "")
        if one is None or one.whose or one.zone not in ADDING or place >= len(one.adds):
            raise Illegal("no such Add")
        add = one.adds[place]
        if bool(add.get("copies")) != bool(copied):
            raise Illegal("no such Add")
        if copied:
            name, _, number = copied.rpartition(":")
            other = self.table.things.get(name)
            if other is None or other.whose or other is one or other.zone not in ADDING:
                raise Illegal("nothing to copy")
            if not number.isdecimal() or int(number) >= len(other.adds):
                raise Illegal("nothing to copy")
            add = other.adds[int(number)]
            if not add.get("exhaust", True) or add.get("copies"):
                raise Illegal("nothing to copy")
        return ability(self.case, one, place, copied, add)

    def nested(self, place: int, part: str) -> Nested:
        """Find the payment of the next use of the Add that a step pays for."""
        for later, step in enumerate(self.payment["steps"][place + 1 :], place + 1):
            if step["step"] == "add" and step["object"] == part.removeprefix(NESTED):
                if later not in self.open:
                    use = self.use_of(step)
                    self.open[later] = self.begun(use)
                return self.open[later]
        raise Illegal("it pays for an Add that is not used")

    def begun(self, use: Ability) -> Nested:
        """Begin the payment of an Add: what it asks for holds, and what it copies is there."""
        if not offered(use, self.table.changed):
            raise Illegal("what it copies is gone")
        if not holds(self.case, use, self.table.changed, self.table.xp):
            raise Illegal("what the Add asks for does not hold as its cost begins to be paid")
        table = self.table
        first, further = (prices(self.case, use, table.changed, table.xp, table.gear + more) for more in (0, 1))
        return Nested(use, Paid(use.purposes(self.case)), (first, further))

    def add(self, place: int, step: Json) -> None:
        use, number, table = self.use_of(step), step.get("number", 1), self.table
        if use.add.get("speed", "reaction") != "reaction":
            raise Illegal("the Add cannot be used now")
        nested = self.open.pop(place, None) or self.begun(use)
        if number < 1 and not use.converts:
            raise Illegal("an Add is used at least once")
        if number > 1 and not use.converts and (use.exhausts or use.kills):
            raise Illegal("it is used up by the first use")
        nested.settle(table, number)
        if is_gear(use):
            table.gear += 1 if use.converts else number
        changed = {**table.changed, use.one.id: table.now(use.one)}
        changed = as_it_is_used(use, changed, {use.one.id} if nested.removed else ())
        if not holds(self.case, use, changed, table.xp):
            raise Illegal("what the Add asks for does not hold")
        table.put({kind: units * number for kind, units in use.gives.items() if units * number}, step.get("gives"))

    def act(self, step: Json) -> None:
        number = step.get("number", len(step.get("objects", ())) or 1)
        part = step.get("part", "")
        if step["do"] in COUNTED:
            self.table.count(step["do"], number)
            self.deeds += [(step["do"], "", part)] * number
            return
        if len(step["objects"]) != number:
            raise Illegal("the number is not that of the objects")
        self.deeds += [(step["do"], name, part) for name in step["objects"]]

    # ------------------------------------------------------------ at the end

    def acted(self, due: list[Due], place: int) -> Iterator[dict[str, Thing]]:
        """Do the actions in order, each for some line that is still due; give the victims when all is done."""
        if place == len(self.deeds):
            if not any(one.left for one in due):
                # A line that took one object has it as its victim.
                taken = ((one.line.part, one.took) for one in due)
                yield {part: took[0] for part, took in taken if len(took) == 1 and took[0] is not None}
            return
        do, name, part = self.deeds[place]
        one = self.table.things.get(name)
        for owed in due:
            if not owed.left or owed.line.action["do"] != do or part not in {"", owed.line.part}:
                continue
            before = None if one is None else self.table.now(one)
            if do not in COUNTED:
                after = None if one is None or before is None else possible(self.table, one, before, owed.line)
                if after is None:
                    continue
                self.table.changed[name] = after
            owed.left -= 1
            owed.took.append(one)
            yield from self.acted(due, place + 1)
            owed.left += 1
            owed.took.pop()
            if do not in COUNTED and before is not None:
                self.table.changed[name] = before

    def settles(self, victims: dict[str, Thing], due: list[Due]) -> bool:
        """Tell whether the total is paid and the play still legal, now that all actions are done."""
        case, gone = self.case, self.table.gone
        taken = [(one, owed.line.action["do"]) for owed in due for one in owed.took if one is not None]
        recalled = self.table.recalled | {one.id for one, do in taken if one.stays(do)}
        if (gone - recalled) & case.protected(self.elections):
            return False
        there = ambush_units(case)
        if there is not None and not there - gone:
            return False
        found = {total for total in totals(case, self.elections, victims) if total[0] == self.paid.energy}
        stated = self.payment.get("owed")
        if stated is not None:
            found &= {(stated["energy"], pips(stated["power"]))}
        return any(self.paid.pays(total[1]) for total in found)
