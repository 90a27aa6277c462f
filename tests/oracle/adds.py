"""Add abilities: an object's own and those it copies, what a use costs, when it may be used (429)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from .fold import Line
from .position import Case, Now
from .table import Kind, gives
from .vocabulary import ALL, Json, Thing, pips

ADDING = ("board", "legend")


class Ability(NamedTuple):
    """One Add that an object can use."""

    one: Thing
    place: int
    """Which of the object's own Adds it is."""
    copied: str
    """For a copy, whose it is and which: ``ID:PLACE``."""
    add: Json
    gives: dict[Kind, int]
    energy: int
    pips: tuple[int, ...]
    lines: list[Line]
    """What a use costs besides the object itself."""

    @property
    def plain(self) -> bool:
        """Whether a use costs nothing but the object itself."""
        return not (self.energy or self.pips or self.lines or self.converts)

    @property
    def converts(self) -> str:
        return str(self.add.get("any_amount") or "")

    @property
    def exhausts(self) -> bool:
        return bool(self.add.get("exhaust", True))

    @property
    def kills(self) -> bool:
        return bool(self.add.get("kill"))

    def purposes(self, case: Case) -> set[str]:
        """Say what restricted resources may pay for a use: it is an ability of a gear or of a unit (9.2.1, 9.2.16)."""
        return ({"gear", "unit"} & set(self.one.types)) | ({"showdown"} if case.fact("showdown") else set())

    def asks(self, amount: int) -> tuple[int, tuple[int, ...]]:
        """Give the Energy and the pips of one use, of which a converter takes any amount."""
        energy = self.energy + (amount if self.converts == "energy" else 0)
        return energy, (*self.pips, *((ALL,) * amount if self.converts == "power" else ()))


def abilities(case: Case) -> list[Ability]:
    """Give every Add of the payer's objects, copies included; those that need an action window are left out (429.3)."""
    found = []
    things = [one for one in case.things if not one.whose and one.zone in ADDING]
    for one in things:
        for place, add in enumerate(one.adds):
            for copied, read in _readings(one, add, things):
                if read.get("speed", "reaction") == "reaction":
                    found.append(ability(case, one, place, copied, read))
    return found


def _readings(one: Thing, add: Json, things: list[Thing]) -> Iterator[tuple[str, Json]]:
    """Give what an Add reads: itself, or each exhaust Add of the payer's other objects (9.2.11)."""
    if not add.get("copies"):
        yield "", add
        return
    for other in things:
        if other.id != one.id:
            for place, copied in enumerate(other.adds):
                if copied.get("exhaust", True) and not copied.get("copies"):
                    yield f"{other.id}:{place}", copied


def ability(case: Case, one: Thing, place: int, copied: str, add: Json) -> Ability:
    """Read an Add for the object that uses it; a copy keeps every cost."""
    cost = add.get("cost") or {}
    part = f"add:{one.id}"
    lines = [Line(part, read, read["number"], one) for read in map(case.act, cost.get("actions", ()))]
    return Ability(
        one, place, copied, add, gives(add), cost.get("energy", 0), pips(cost.get("power"), one.domains), lines
    )


def offered(use: Ability, changed: dict[str, Now]) -> bool:
    """Tell whether what an Add copies is there as its use begins; its own cost may take it."""
    name = use.copied.rpartition(":")[0]
    return name not in changed or changed[name].here


def holds(case: Case, use: Ability, changed: dict[str, Now], xp: int) -> bool:
    """Tell whether what an Add asks for holds as things are now (429.1)."""
    return not use.add.get("when") or _live(case, changed, xp).holds(use.add["when"], {}, _now(use.one, changed), 0)


def as_it_is_used(use: Ability, changed: dict[str, Now], taken: Iterable[str]) -> dict[str, Now]:
    """Give what was done when a use's condition is read: its cost, but not yet what it does to its own object."""
    name = use.one.id
    if name not in changed:
        return changed
    now = changed[name]
    if use.kills and name not in taken:
        now = now._replace(here=True)
    if use.exhausts:
        now = now._replace(ready=True)
    return changed | {name: now}


def _now(one: Thing, changed: dict[str, Now]) -> Thing:
    now = changed.get(one.id)
    if now is None:
        return one
    return replace(one, ready=now.ready, buffs=now.buffs, empowered=now.empowered)


def _live(case: Case, changed: dict[str, Now], xp: int) -> Case:
    """Give the case as it is in the middle of a payment."""
    things = [_now(one, changed) for one in case.things if one.id not in changed or changed[one.id].here]
    return replace(case, things=things, state=case.state | {"xp": xp})
