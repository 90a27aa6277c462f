"""Writes discounts down for the total and for each component they reach (356.4, 356.4.c)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runepay.model.collect import Collected
from runepay.model.cost import OWN, read_pip
from runepay.model.errors import InputError, nearest_or_known
from runepay.model.objects import resolve_pips
from runepay.model.question import Component, Question
from runepay.model.question import Discount as Less
from runepay.model.reading import Position
from runepay.model.resources import scale_tally, tally
from runepay.model.rulebook import Ruleset
from runepay.model.state import Play


def discounts(
    found: Collected, components: Sequence[Component], position: Position, play: Play, ruleset: Ruleset
) -> list[Less]:
    """Write every discount that acts, one for the total or one for each component it reaches."""
    made: list[Less] = []
    taken: dict[str, int] = {}
    for clause, guard, stem, label, domains, read in found.discounts:
        number = taken.get(stem, 0) + 1
        taken[stem] = number
        ident = stem if number == 1 else f"{stem}-{number}"
        times, counted = read, None
        if clause.per is not None and clause.per.count == "number":
            counted = clause.per.name
            times = clause.per.times
            if counted not in {one.id for one in found.elections}:
                continue  # Nothing is decided in that number here.
        if not times:
            continue
        victim = kills = None
        if clause.printed_cost_of is not None:
            victim = _victim(components, clause.printed_cost_of)
            _replaced(components, victim, position)
        if counted is not None:
            kills = _kills(components, counted, position)
        less = Less(
            id=ident,
            label=label,
            guard=guard,
            component=None,
            energy=clause.energy * times,
            minimum=clause.minimum,
            any=clause.any * times,
            pips=scale_tally(resolve_pips(clause.power, domains, ruleset), times),
            either=clause.either,
            number=counted,
            victim=victim,
            kills=kills if ruleset.option("killed_this_way") == "died" else None,
        )
        if clause.energy_cost:
            position.touched.add("energy_cost_reduced")
            less = replace(less, on_base=ruleset.option("energy_cost_reduced") == "component")
        if clause.component is None:
            made.append(less)
            continue
        for place, one in enumerate(components):
            optional = clause.component == "optional" and one.election is not None
            # Deflect is a mandatory additional cost (356.2.a.2).
            mandatory = clause.component == "mandatory" and one.election is None
            if optional or mandatory or clause.component in {one.keyword, one.id}:
                made.append(replace(less, id=f"{ident}@{one.id}", component=place, rule="356.4.c"))
    return _chosen(made, play)


def _kills(components: Sequence[Component], counted: str, position: Position) -> tuple[int, int] | None:
    """Find the kills that a number counts, if something may replace one of these deaths (6.8)."""
    for place, one in enumerate(components):
        if one.election == counted and one.counted and len(one.lines) == 1 and one.lines[0].number == 1:
            return (place, 0) if _replaced(components, (place, 0), position) else None
    return None


def _replaced(components: Sequence[Component], where: tuple[int, int], position: Position) -> bool:
    """Tell whether a death may be replaced among those that an action kills; what then counts is open (6.8)."""
    line = components[where[0]].lines[where[1]]
    may = line.action.do == "kill" and any(position.objects[index].instead for index in line.eligible)
    if may:
        position.touched.add("killed_this_way")
    return may


def _victim(components: Sequence[Component], name: str) -> tuple[int, int]:
    for place, one in enumerate(components):
        if one.id == name and len(one.lines) == 1:
            return place, 0
    known = [one.id for one in components if len(one.lines) == 1]
    raise InputError(
        "a discount reads the printed cost of an additional cost with one action",
        found=name,
        hint=nearest_or_known(name, known),
    )


def _chosen(made: list[Less], play: Play) -> list[Less]:
    """Write the caller's halves, order and removed pips into the discounts (contract C8)."""
    known = {one.id: place for place, one in enumerate(made)}

    def find(name: str, path: str) -> int:
        if name not in known:
            raise InputError(
                "no such discount here", path=path, found=name, hint=nearest_or_known(name, known)
            )
        return known[name]

    for name, half in play.choose.halves.items():
        place = find(name, "play.choose.halves")
        if not made[place].either:
            raise InputError("this discount has no halves to choose from", path="play.choose.halves", found=name)
        made[place] = replace(made[place], half=half)
    for position, name in enumerate(play.choose.order):
        place = find(name, "play.choose.order")
        made[place] = replace(made[place], place=position)
    for name, pips in play.choose.removed.items():
        place = find(name, "play.choose.removed")
        where = f"play.choose.removed.{name}"
        try:
            chosen = tally(read_pip(pip) for pip in pips)
        except ValueError as error:
            raise InputError(str(error), path=where) from error
        if OWN in dict(chosen):
            raise InputError("'own' is for card definitions; name the domains of the pip", path=where)
        made[place] = replace(made[place], removed=chosen)
    return made


def touches(question: Question) -> set[str]:
    """Name the options on whose reading a discount's effect may depend."""
    found: set[str] = set()
    masks = {mask for mask, _ in question.pips}
    tallies = [one.pips for one in question.alternates] + [one.pips for one in question.components]
    for tally_of in [*tallies, *(one.pips for one in question.increases)]:
        masks |= {mask for mask, _ in tally_of}
    energies = [question.energy, *(one.energy for one in question.alternates)]
    low = 0 if any(one.half != "power" for one in question.ignores) else min(energies)
    # What nobody can elect, or the caller does not, takes nothing off.
    idle = {one.id for one in question.elections if one.fixed == 0 or (one.fixed is None and not one.most)}
    for one in question.discounts:
        if one.number in idle:
            continue
        for mask, _ in one.pips:
            if any(other != mask and other & mask for other in masks) and one.id != "weaponmaster":
                found.add("domain_discount")
        if one.minimum and (one.any or one.pips) and low < one.minimum:
            found.add("minimum_power_half")
    return found
