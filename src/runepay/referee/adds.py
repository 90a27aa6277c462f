"""Add abilities: which one a step uses, what it asks for, what it gives (429)."""

from __future__ import annotations

from dataclasses import dataclass, field

from runepay.model.clauses import Add
from runepay.model.cost import Cost
from runepay.model.objects import Object
from runepay.model.payment import Kind
from runepay.model.resources import ANY, ENERGY, Tally, add_tallies, purpose_text, scale_tally, size
from runepay.referee.deeds import Deeds, Due
from runepay.referee.fold import Outcome
from runepay.referee.prices import prices
from runepay.referee.table import Layout
from runepay.referee.terms import Terms
from runepay.referee.till import AnyStep, Till, purposes
from runepay.referee.verdict import Whistle

ADDING_ZONES = frozenset({"board", "legend"})


def find(step: AnyStep, layout: Layout) -> tuple[Object, Add] | None:
    """Find the object that a step uses and its ability: its own, or the one it copies.

    A copied ability is an exhaust ability of another object of the payer's; every cost is kept, and it is read for the
    object that copies it.
    """
    one = layout.by_id.get(step.object)
    if not _adds(one) or one is None or step.ability not in range(len(one.adds)):
        return None
    add = one.adds[step.ability]
    if not add.copies:
        return None if step.copies else (one, add)
    name, _, place = step.copies.rpartition(":")
    other = layout.by_id.get(name)
    if other is None or not _adds(other) or other is one or not place.isdecimal() or int(place) >= len(other.adds):
        return None
    copied = other.adds[int(place)]
    return (one, copied) if copied.exhaust and not copied.copies else None


def _adds(one: Object | None) -> bool:
    return one is not None and one.whose == 0 and one.zone in ADDING_ZONES


def gives_of(add: Add) -> tuple[tuple[Kind, int], ...]:
    """Give the units of one use of an Add ability."""
    purpose = purpose_text(add.purpose)
    units = [((ENERGY, purpose), add.gives.energy)]
    units += [((power, purpose), number) for power, number in add.gives.power.items()]
    return tuple((kind, number) for kind, number in units if number)


def repeatable(add: Add) -> bool:
    """Tell whether one object may use an Add again and again: only its cost is spent, nothing of the object (429.3).

    An Add that costs nothing could be used without end, and is used once; a converter takes its amount at once.
    """
    return not (add.exhaust or add.kill or add.is_plain()) and add.any_amount is None


def _and(one: Outcome, other: Outcome, times: int) -> Outcome:
    """Put costs together, the other one so many times."""
    pips = add_tallies(one.pips, scale_tally(other.pips, times))
    return Outcome(one.energy + other.energy * times, pips, one.struck + other.struck * times)


@dataclass(slots=True)
class Nested:
    """The payment of an Add that asks for one (429.3.a): its cost, its actions, the amount it converts.

    ``uses`` says how often the cost is paid: once, or once for each use of an Add that may be repeated.
    """

    one: Object
    add: Add
    till: Till
    deeds: Deeds
    uses: int = 1
    acted: bool = field(default=False)
    totals: list[set[Outcome]] = field(default_factory=list)
    """What each use may cost: one price, or as many as there are choices between discounts."""

    @classmethod
    def open(cls, one: Object, add: Add, terms: Terms, whistle: Whistle, *, number: int = 1) -> Nested:
        """Begin the payment; using a gear's or a unit's Add is using an ability of it.

        `number` is how often the step uses the Add.
        """
        uses = max(1, number) if repeatable(add) else 1
        due = [Due(f"add:{one.id}", action, action.number * uses, one) for action in (add.cost or Cost()).actions]
        till = Till(terms.table, purposes(terms, "ability", one.type), whistle)
        # What is first each turn may be used up by the first of several uses; the others cost the same.
        costs = [prices(one, add, terms, earlier) for earlier in range(min(uses, 2))]
        deeds = Deeds(terms, [line for line in due if line.number], whistle)
        deeds.exhausts = one.id if add.exhaust else ""
        return cls(one, add, till, deeds, uses, totals=costs)

    def cheaper(self) -> bool:
        """Tell whether a use costs less than is printed."""
        printed = self.add.cost or Cost()
        full = printed.energy + len(printed.power)
        return any(one.energy + size(one.pips) - one.struck < full for one in self.totals[0])

    def settle(self, number: int, step: int) -> None:
        """Compare what was paid with what the uses ask for; a converter takes one unit for each that it gives."""
        converted = self.add.any_amount
        energy = number if converted == "energy" else 0
        pips: Tally = ((ANY, number),) if converted == "power" and number else ()
        owed = {Outcome(energy, pips)}
        for place in range(min(self.uses, 2)):
            # However often it is used again, the same choice is made each time.
            times = self.uses - 1 if place else 1
            owed = {_and(so_far, one, times) for so_far in owed for one in self.totals[place]}
        spent = self.till.spent()
        if not any(
            one.energy == self.till.energy and size(one.pips) - one.struck == spent and self.till.covers(one.pips)
            for one in owed
        ):
            near = min(owed, key=lambda one: (abs(one.energy - self.till.energy), abs(size(one.pips) - spent), one))
            what = f" for the Add of {self.one.id}"
            self.till.check(near.energy, near.pips, step=step, what=what, rule="429.3.a")
        self.deeds.settle(step)
