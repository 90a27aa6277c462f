"""The oracle's own fold of the five stages: every total that some choice gives (rules 356.1-356.6).

Every order of discounts, every half and every removed pip is tried. Orders are walked by what has been applied so
far, which visits each outcome of each permutation once; ``test_fold`` compares that with the permutations themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from .position import Case, Part, Placed
from .vocabulary import Elections, Json, Thing, pip, pips

Total = tuple[int, tuple[int, ...]]
"""Energy, and the pips as sorted masks."""


class Line(NamedTuple):
    """An owed action: what it belongs to, what is done, to how many objects, and whose text asks for it."""

    part: str
    action: Json
    number: int
    bearer: Thing


Victims = dict[str, Thing]
"""By additional cost: the object that pays its one action."""


@dataclass(frozen=True)
class Less:
    """One discount with its numbers worked out for these elections and victims."""

    id: str
    energy: int
    minimum: int
    any: int
    pips: tuple[int, ...]
    either: bool
    half: str | None
    removed: tuple[int, ...] | None
    place: int


def owed_parts(case: Case, elections: Elections) -> list[tuple[Part, int]]:
    """Give the additional costs owed, each with how many times (356.2)."""
    found = []
    for part in case.parts:
        if part.keyword == "deflect" and part.clause["clause"] == "deflect owed" and _spared(case, part, elections):
            continue
        if not case.acts(part.clause, part.holder, part.whose, elections):
            continue
        times = 1
        if part.election is not None:
            value = elections.get(part.election, 0)
            times = value if part.counted else min(1, value)
        if times:
            found.append((part, times))
    return found


def _spared(case: Case, part: Part, elections: Elections) -> bool:
    """Tell whether the Deflect of a chosen object is ignored."""
    one = case.thing(part.clause["object"])
    return any(
        clause["clause"] == "ignore_deflect"
        and case.acts(clause, holder, whose, elections)
        and ("chosen" not in clause or case.matches(one, clause["chosen"], elections, holder))
        for clause, holder, whose in case.clauses
    )


def overridden(case: Case, elections: Elections) -> bool:
    return any(
        clause["clause"] == "override" and case.acts(clause, holder, whose, elections)
        for clause, holder, whose in case.clauses
    )


def lines(case: Case, elections: Elections) -> list[Line]:
    """Give the actions owed (356.7)."""
    if overridden(case, elections):
        return []
    found = [Line("base", one, one["number"], case.bearer) for one in case.base.actions]
    cost, _, bearer = _alternate(case, elections)
    found += [Line("base", case.act(one), case.act(one)["number"], bearer) for one in (cost or {}).get("actions", ())]
    for part, times in owed_parts(case, elections):
        # What another object's text asks for is done by that object's "itself"; the card's own by what it is part of.
        bearer = part.holder if part.holder is not None and "on" in part.clause else case.bearer
        found += [Line(part.id, one, one["number"] * times, bearer) for one in part.actions]
    return [one for one in found if one.number]


def _alternate(case: Case, elections: Elections) -> tuple[Json | None, int, Thing]:
    """Give what replaces the base cost, an elected one first (356.1.a).

    With it come the domains that its own-domain pips mean, and whose text it is.
    """
    for one in case.chances:
        if one.alternate and elections.get(one.id) and "set" in one.clause:
            said = one.clause.get("clause") == "base"
            domains = case.domains(one.clause, one.holder) if said else case.card.domains
            return one.clause["set"], domains, (one.holder if said else None) or case.bearer
    for clause, holder, whose in case.clauses:
        always = clause["clause"] == "base" and "set" in clause and not clause.get("optional")
        if always and case.acts(clause, holder, whose, elections):
            return clause["set"], case.domains(clause, holder), holder or case.bearer
    return None, 0, case.bearer


def base(case: Case, elections: Elections) -> Total:
    """Fold stage 1: replaced or ignored (356.1)."""
    cost, domains, _ = _alternate(case, elections)
    energy, masks = case.base.energy, case.base.pips
    if cost is not None:
        energy, masks = cost.get("energy", 0), pips(cost.get("power"), domains)
    halves = {"cost"} if case.play.get("from") == "facedown" else set()
    for clause, holder, whose in case.clauses:
        if clause["clause"] == "base" and "ignore" in clause:
            wanted = not clause.get("optional") or elections.get(clause["id"], 0)
            if wanted and case.acts(clause, holder, whose, elections):
                halves.add(clause["ignore"])
    return (0 if halves & {"cost", "energy"} else energy), (() if halves & {"cost", "power"} else masks)


def lessened(case: Case, placed: Placed, elections: Elections, victims: Victims, ident: str) -> Less | None:
    """Work out one discount; ``None`` if it takes nothing off."""
    clause, holder, whose = placed
    if not case.acts(clause, holder, whose, elections):
        return None
    times = case.count(clause["per"], elections, holder, whose) if "per" in clause else 1
    energies = powers = times
    if "printed_cost_of" in clause:
        victim = victims.get(clause["printed_cost_of"])
        if victim is None:
            return None
        energies, powers = times * victim.energy, times * len(victim.pips)
    domains = case.domains(clause, holder)
    energy, any_ = clause.get("energy", 0) * energies, clause.get("any", 0) * powers
    masks = tuple(sorted(pips(clause.get("power"), domains) * powers))
    if not (energy or any_ or masks):
        return None
    choose = case.play.get("choose", {})
    order = choose.get("order", [])
    removed = choose.get("removed", {}).get(ident)
    return Less(
        ident,
        energy,
        clause.get("minimum", 0),
        any_,
        masks,
        clause.get("either", False),
        choose.get("halves", {}).get(ident),
        None if removed is None else tuple(sorted(pip(one) for one in removed)),
        order.index(ident) if ident in order else len(order),
    )


def applied(now: Total, less: Less) -> Iterator[Total]:
    """Apply one discount in every way (356.4)."""
    halves = ("energy", "power") if less.either else ("both",)
    for half in halves:
        if less.either and less.half is not None and half != less.half:
            continue
        energy, held = now[0], list(now[1])
        if half in {"energy", "both"}:
            # 356.4.e: never below the minimum, and never up to it either.
            energy = max(energy - less.energy, min(energy, less.minimum))
        if half == "energy":
            yield energy, tuple(held)
            continue
        for mask in less.pips:
            if mask in held:
                held.remove(mask)
        seen = set()
        number = min(less.any, len(held))
        for taken in combinations(held, number):
            if taken in seen or not _as_asked(list(taken), held, less):
                continue
            seen.add(taken)
            rest = list(held)
            for mask in taken:
                rest.remove(mask)
            yield energy, tuple(rest)


def _as_asked(taken: list[int], held: list[int], less: Less) -> bool:
    """Respect the pips that the caller named, as far as they are there (C8)."""
    if less.removed is None:
        return True
    here, there, room = list(taken), list(held), less.any
    for mask in less.removed:
        if not room or mask not in there:
            continue
        if mask not in here:
            return False
        here.remove(mask)
        there.remove(mask)
        room -= 1
    return True


def all_orders(start: set[Total], less: list[Less]) -> set[Total]:
    """Give what every order of the discounts can come to, the caller's places respected (356.4.d.1)."""
    reached: dict[tuple[int, ...], set[Total]] = {(): start}
    for _ in less:
        following: dict[tuple[int, ...], set[Total]] = {}
        for done, totals in reached.items():
            waiting = [place for place in range(len(less)) if place not in done]
            first = min(less[place].place for place in waiting)
            for place in waiting:
                if less[place].place != first:
                    continue
                into = following.setdefault(tuple(sorted((*done, place))), set())
                for now in totals:
                    into.update(applied(now, less[place]))
        reached = following
    return set().union(*reached.values())


def totals(case: Case, elections: Elections, victims: Victims) -> set[Total]:
    """Fold the five stages in every way."""
    if overridden(case, elections):
        return {(0, ())}
    discounts = [one for one in case.clauses if one[0]["clause"] == "discount"]
    running = {base(case, elections)}
    for part, times in owed_parts(case, elections):
        mine = [
            less
            for one in discounts
            if "component" in one[0] and _concerns(one[0]["component"], part)
            if (less := lessened(case, one, elections, victims, f"{one[0]['id']}@{part.id}"))
        ]
        sizes = all_orders({(part.energy * times, tuple(sorted(part.pips * times)))}, mine)
        running = {(e + e2, tuple(sorted(p + p2))) for e, p in running for e2, p2 in sizes}
    for clause, holder, whose in case.clauses:
        if clause["clause"] == "increase" and case.acts(clause, holder, whose, elections):
            times = case.count(clause["per"], elections, holder, whose) if "per" in clause else 1
            domains = case.domains(clause, holder)
            more = pips(clause.get("power"), domains) * times
            running = {(e + clause.get("energy", 0) * times, tuple(sorted(p + more))) for e, p in running}
    whole = [
        less
        for one in discounts
        if "component" not in one[0]
        if (less := lessened(case, one, elections, victims, one[0]["id"]))
    ]
    return all_orders(running, whole)


def _concerns(component: str, part: Part) -> bool:
    # Deflect is a mandatory additional cost (356.2.a.2).
    group = "mandatory" if part.election is None else "optional"
    return component in {part.keyword, part.id, group}


def victim_readers(case: Case) -> list[str]:
    """Give the additional costs whose victim some discount reads."""
    return sorted(
        {
            clause["printed_cost_of"]
            for clause, _, _ in case.clauses
            if clause["clause"] == "discount" and "printed_cost_of" in clause
        }
    )


def covers(cheap: tuple[int, ...], dear: tuple[int, ...]) -> bool:
    """Tell whether every pip of the one pairs with its own, harder pip of the other (C15)."""
    if not cheap:
        return True
    first, rest = cheap[0], cheap[1:]
    return any(covers(rest, dear[:place] + dear[place + 1 :]) for place, mask in enumerate(dear) if mask & ~first == 0)


def undominated(found: set[Total]) -> set[Total]:
    """Keep the totals that no other one makes pointless (C15)."""
    return {
        one
        for one in found
        if not any(other != one and other[0] <= one[0] and covers(other[1], one[1]) for other in found)
    }
