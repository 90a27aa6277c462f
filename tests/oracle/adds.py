"""Add abilities: an object's own and those it copies, what a use costs, when it may be used (429)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from .fold import Line, Total, all_orders, lessened
from .position import Case, Now, Placed
from .table import Kind, gives
from .vocabulary import ALL, Json, Thing, listed, pips

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

    def asks(self, amount: int, price: Total | None = None) -> Total:
        """Give the Energy and the pips of one use, of which a converter takes any amount, at a price or as printed."""
        energy, masks = (self.energy, self.pips) if price is None else price
        energy += amount if self.converts == "energy" else 0
        return energy, (*masks, *((ALL,) * amount if self.converts == "power" else ()))


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


def reprices(case: Case) -> list[Placed]:
    """Give what may change the cost of an Add: it is an ability of its object (403.2)."""
    return [
        one
        for one in case.clauses
        if "ability" in listed(one[0].get("on", {}).get("kind", "card"))
        and one[0]["clause"] in {"increase", "discount", "override"}
        and not {"component", "printed_cost_of"} & set(one[0])
        and one[0].get("per", {}).get("count") != "number"
    ]


def prices(case: Case, use: Ability, changed: dict[str, Now], xp: int, used: int) -> set[Total]:
    """Give everything that one use of an Add may cost as things are now, `used` Adds of gear having been used."""
    printed = (use.energy, tuple(sorted(use.pips)))
    clauses = reprices(case)
    if not clauses:
        return {printed}
    live = _live(case, changed, xp)
    facts = case.state.get("facts", {})
    facts = facts | {"gear_abilities_used": facts.get("gear_abilities_used", 0) + used}
    card = replace(
        use.one, id="", zone="", supertypes=[], tags=[], energy=use.energy, pips=use.pips, keywords=[], clauses=[],
        adds=[], abilities=[], token=False, might=None,
    )  # fmt: skip
    there = replace(
        live, kind="ability", source=_now(use.one, changed), card=card, bearer=use.one, aims=[], chances=[], parts=[],
        play={"kind": "ability", "ability": use.add.get("id")}, state=live.state | {"facts": facts},
    )  # fmt: skip
    known = {one.id: one for one in live.things}
    said = [
        (clause, None if holder is None else known[holder.id], whose)
        for clause, holder, whose in clauses
        if holder is None or holder.id in known
    ]
    acting = [one for one in said if there.acts(*one, {})]
    if any(clause["clause"] == "override" for clause, _, _ in acting):
        return {(0, ())}
    energy, masks = printed
    for clause, holder, whose in acting:
        if clause["clause"] == "increase":
            times = there.count(clause["per"], {}, holder, whose) if "per" in clause else 1
            energy += clause.get("energy", 0) * times
            masks = (*masks, *pips(clause.get("power"), there.domains(clause, holder)) * times)
    less = [lessened(there, one, {}, {}, "") for one in acting if one[0]["clause"] == "discount"]
    return all_orders({(energy, tuple(sorted(masks)))}, [one for one in less if one is not None])


def is_gear(use: Ability) -> bool:
    """Tell whether a use of it is the use of a gear's ability."""
    return "gear" in use.one.types


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
