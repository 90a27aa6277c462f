"""What can pay resources during this payment: runes, what floats and fits, Reaction Adds (164.2, 166, 429.3).

An Add may itself have a cost (429.3.a): resources, actions, or any amount of Energy or Power that it converts. Paying
it is a payment of its own, with its own purpose: using a gear's Add is using a gear ability.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations

from runepay.model import asking
from runepay.model.addcost import price, speaks_of_abilities, surroundings
from runepay.model.clauses import Add
from runepay.model.errors import InputError
from runepay.model.guards import ALWAYS
from runepay.model.lines import REMOVES, Liner, raw_line
from runepay.model.objects import Object, resolve_pips
from runepay.model.pool import kind_place, whole_pool
from runepay.model.question import Producer, Supply
from runepay.model.reading import Position, conditions
from runepay.model.resources import DOMAINS, ENERGY, POWERS, PURPOSES, purpose_text, reach
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState


def purposes(position: Position, ruleset: Ruleset) -> frozenset[str]:
    """Say which purposes this payment serves (rules.md 1.6, 9.2.16)."""
    play, card = position.play, position.card
    fits: set[str] = set()
    if play.kind == "card":
        fits |= {kind for kind in ("spell", "gear", "unit") if kind in card.type}
        fits |= {f"{kind}card" for kind in ("gear", "unit") if kind in card.type}
    if play.kind == "ability":
        fits |= {kind for kind in ("gear", "unit") if kind in card.type}
    if play.ability == "weaponmaster":
        # The payment is part of a unit's trigger, so Power for gear only is refused unless the reading says otherwise.
        position.touched.add("weaponmaster_gear_power")
        if ruleset.option("weaponmaster_gear_power") == "allow":
            fits.add("gear")
    if position.state.facts.stated.get("showdown"):
        fits.add("showdown")
    return frozenset(fits)


@cache
def tags(fits: frozenset[str]) -> frozenset[str]:
    """Give every tag of restricted resources that these purposes allow, and the empty one."""
    several = chain.from_iterable(combinations(PURPOSES, number) for number in range(1, len(PURPOSES) + 1))
    return frozenset({""} | {purpose_text(one) for one in several if not fits.isdisjoint(one)})


def supply(state: GameState, position: Position, objects: tuple[Object, ...], liner: Liner, ruleset: Ruleset) -> Supply:
    """List what can pay, canonical order; resources that fit neither the play nor an Add's cost are left out (444.1).

    An Add that kills its own object is not offered for targets that must stay (357.3).
    """
    fits = tags(purposes(position, ruleset))
    used = list(uses(objects))
    made = [(use, one) for use in used if (one := _producer(use, position, liner, ruleset)) is not None]
    unsure: tuple[str, ...] = ()
    unpriced: tuple[int, ...] = ()
    if made and speaks_of_abilities(position):
        made, unpriced = _priced(made, position)
    if any(use.add.when for use in used) or any(one.nested or one.lines or one.copied for _, one in made):
        producers, unsure = _together(used, made, position, objects)
    else:
        producers = [one for _, one in made]
    useful = fits.union(*(one.fits for one in producers)) if producers else fits
    crowd = crowded(producers)
    producers = [
        one
        for one in producers
        if any(tag in useful for (_, tag), _ in one.gives) or enables(one, liner.awaited, crowd)
    ]
    pool = whole_pool(state)
    ordered = sorted(((k, n) for k, n in pool.items() if k[1] in useful), key=lambda item: kind_place(item[0]))
    runes = tuple(
        (domain, state.runes[domain].ready, state.runes[domain].exhausted)
        for domain in DOMAINS
        if domain in state.runes and (state.runes[domain].ready or state.runes[domain].exhausted)
    )
    floating = sum(number for kind, number in pool.items() if kind[0] == ENERGY)
    return Supply(runes, tuple(ordered), tuple(producers), floating, fits, unsure, unpriced)


def _priced(
    made: Sequence[tuple[Use, Producer]], position: Position
) -> tuple[list[tuple[Use, Producer]], tuple[int, ...]]:
    """Let increases and discounts on abilities change what Adds cost (403.2).

    Leaves out those whose price hangs on what was used before, and names them, and those with a choice of prices.
    """
    objects, producers = position.objects, [one for _, one in made]
    changes = ((way, objects[index].id if index >= 0 else "") for way, index in _changes(producers, objects))
    around = surroundings([(use.thing, use.add) for use, _ in made], changes, xp=any(one.xp for one in producers))
    found: list[tuple[Use, Producer]] = []
    unpriced: list[int] = []
    for use, one in made:
        cost = price(use.thing, use.add, one.energy, one.pips, position, around)
        if cost is None or cost.open:
            unpriced.append(use.index)
        if cost is None:
            continue
        if (cost.energy, cost.pips) != (one.energy, one.pips):
            free = not (cost.energy or cost.pips or one.lines or one.converts)
            if free and one.repeats:
                raise _endless(use.thing)
            fits = one.fits or tags(_kinds(use.thing, position))
            one = replace(one, energy=cost.energy, pips=cost.pips, fits=fits)  # noqa: PLW2901 - the same Add
        found.append((use, one))
    return found, tuple(sorted(set(unpriced)))


def _endless(thing: Object) -> InputError:
    msg = f"the Add of {thing.name} costs nothing and uses nothing up, so it could be used without end"
    return InputError(msg, path="adds", found=thing.name)


def _kinds(thing: Object, position: Position) -> frozenset[str]:
    """Say which purposes the cost of an object's Add serves."""
    kinds = frozenset(kind for kind in ("gear", "unit") if kind in thing.type)
    return kinds | {"showdown"} if position.state.facts.stated.get("showdown") else kinds


def _together(
    used: Sequence[Use], made: Sequence[tuple[Use, Producer]], position: Position, objects: tuple[Object, ...]
) -> tuple[list[Producer], tuple[str, ...]]:
    """Say what Adds ask of one another, where any of them has a cost or a condition or is a copy."""
    producers = _while_xp_lasts(made, position)
    endless(producers, objects)
    producers, unsure = _conditioned(producers, objects)
    unsure += tuple(_hopes(used, producers, position))
    producers = [replace(one, timed=True) if _waits(one, producers) else one for one in producers]
    # What is copied at a moment of its own must not have killed itself before.
    lasting = {one.copied.rpartition(":")[0] for one in producers if one.nested and one.copied}
    producers = [
        replace(one, timed=True) if one.kill and not one.nested and objects[one.object].id in lasting else one
        for one in producers
    ]
    return producers, unsure


@dataclass(frozen=True, slots=True)
class Use:
    """An Add ability that an object has, as its own or as a copy.

    Attributes
    ----------
    index, number
        The object among all, and the ability among its own.
    thing, add
        The object, and the Add as it reads.
    copied
        For a copy, whose it is: ``object:place``.
    """

    index: int
    number: int
    thing: Object
    add: Add
    copied: str = ""


def uses(objects: tuple[Object, ...]) -> Iterator[Use]:
    """Give the Adds of the payer's objects; one that copies stands for each exhaust Add it can copy, once."""
    for index, thing in enumerate(objects):
        if thing.whose or not thing.adds or thing.zone not in {"board", "legend"}:
            continue
        seen: list[Add] = []
        for number, add in enumerate(thing.adds):
            if not add.copies:
                yield Use(index, number, thing, add)
                continue
            for name, copied in _copiable(thing, objects):
                # A copy keeps every cost and is read for the copying object (9.2.11, Vendetta FAQ).
                if copied not in seen:
                    seen.append(copied)
                    yield Use(index, number, thing, copied, name)


def _copiable(thing: Object, objects: tuple[Object, ...]) -> Iterator[tuple[str, Add]]:
    """Give the exhaust Adds of the payer's other objects."""
    for other in objects:
        if other.id == thing.id or other.whose or other.zone not in {"board", "legend"}:
            continue
        for place, add in enumerate(other.adds):
            if add.exhaust and not add.copies:
                yield f"{other.id}:{place}", add


def _producer(use: Use, position: Position, liner: Liner, ruleset: Ruleset) -> Producer | None:
    """Resolve an Add that may be used now."""
    thing, add = use.thing, use.add
    if add.kill and use.index in liner.hard and not thing.survives("kill"):
        return None
    if add.speed != "reaction" or (add.exhaust and not thing.ready):
        return None
    counting, others = asking.split(add.when)
    if others and conditions(others, position, thing, 0) != ALWAYS:
        return None
    if not (add.exhaust or add.kill) and add.cost is None and add.any_amount is None:
        raise _endless(thing)
    tag = purpose_text(add.purpose)
    gives = [((ENERGY, tag), add.gives.energy)] if add.gives.energy else []
    gives += [((power, tag), n) for power, n in sorted(add.gives.power.items(), key=_power_place) if n]
    if not gives:
        return None
    cost = add.cost
    lines = (
        ()
        if cost is None
        else liner.complete(tuple(raw_line(action) for action in cost.actions), f"add:{thing.id}", thing)
    )
    asks = cost is not None or add.any_amount is not None
    return Producer(
        use.index,
        use.number,
        tuple(gives),
        add.exhaust,
        add.kill,
        use.copied,
        0 if cost is None else cost.energy,
        () if cost is None else resolve_pips(cost.power, thing.domains, ruleset),
        lines,
        add.any_amount or "",
        tags(_kinds(thing, position)) if asks else frozenset(),
        bool(add.when),
        counts=tuple(asking.counted(counting, position, thing)),
        reads=frozenset(asking.reads(others, use.index)),
    )


def enables(one: Producer, awaited: AbstractSet[int], crowd: AbstractSet[int] = frozenset()) -> bool:
    """Tell whether using an Add can make an object what an action of the same payment asks for.

    Such an Add is not idle (section 3 of the design) even if nothing that it gives is spent: without it the exhausted
    unit that is to be killed is not there. So is one that takes an object of a `crowd` (see :func:`crowded`).
    """
    if (one.exhaust and one.object in awaited) or (one.kill and one.object in crowd):
        return True
    return any(not awaited.isdisjoint(line.eligible) or not crowd.isdisjoint(line.eligible) for line in one.lines)


def crowded(producers: Iterable[Producer]) -> frozenset[int]:
    """Give the objects of which too many are there for an Add to be used now."""
    return frozenset(
        index for one in producers for each in one.counts if not each.holds() for index in sorted(each.objects)
    )


def _while_xp_lasts(made: Sequence[tuple[Use, Producer]], position: Position) -> list[Producer]:
    """Say how much XP each Add with a condition needs to be left when it is used (824).

    The costs of Adds may take XP, and what an Add asks for is read once its own cost is paid. Plain Adds come first.
    """
    had = position.state.xp
    # What can be used again may take all of it.
    spent = sum(had if one.repeats and one.xp else one.xp for _, one in made)
    if not spent:
        return [one for _, one in made]

    def holds(use: Use, xp: int) -> bool:
        there = replace(position, state=position.state.model_copy(update={"xp": xp}), touched=set(), assumed={})
        return conditions(asking.split(use.add.when)[1], there, use.thing, 0) == ALWAYS

    found: list[Producer] = []
    for use, one in made:
        low, high = max(0, had - spent), had
        if not (one.asks and one.nested) or holds(use, low):
            found.append(one)
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if holds(use, middle) else (middle, high)
        found.append(replace(one, keeps_xp=high))
    return found


def _conditioned(producers: Sequence[Producer], objects: tuple[Object, ...]) -> tuple[list[Producer], tuple[str, ...]]:
    """Keep what Adds ask for where the cost of an Add may change it, and give them a moment of their own.

    Names the objects whose Add asks for more than is modelled: it is used only before anything changes that.
    """
    if not any(one.waits for one in producers):
        return list(producers), ()
    changes = set(_changes(producers, objects))
    gone = {index for way, index in changes if way == asking.GONE}
    kept: list[Producer] = []
    unsure: list[str] = []
    for one in producers:
        if any(not each.holds() and (each.objects.isdisjoint(gone) or each.high is None) for each in one.counts):
            continue
        counts = tuple(each for each in one.counts if not each.objects.isdisjoint(gone))
        reads = frozenset(each for each in one.reads if each in changes or _among(each, changes))
        if counts or reads:
            kept.append(replace(one, counts=counts, reads=reads, timed=not one.nested or one.timed))
            add = objects[one.object].adds[one.ability]
            if reads and not asking.only_ends(asking.split(add.when)[1]):
                unsure.append(objects[one.object].name)
        else:
            kept.append(replace(one, counts=(), reads=frozenset()) if one.waits else one)
    if any(one.waits for one in kept):
        # What removes its object may do so before or after such an Add is used.
        kept = [replace(one, timed=True) if one.kill and not one.nested else one for one in kept]
    return kept, tuple(sorted(set(unsure)))


def _among(read: tuple[str, int], changes: AbstractSet[tuple[str, int]]) -> bool:
    way, index = read
    return index == asking.ANYTHING and any(way == one for one, _ in changes)


def _changes(producers: Iterable[Producer], objects: tuple[Object, ...]) -> Iterator[tuple[str, int]]:
    """Say what the uses of Adds may do, and to which objects (a rune recycled: to none)."""
    yield "recycle", asking.ANYTHING
    for one in producers:
        if one.kill and not objects[one.object].survives("kill"):
            yield asking.GONE, one.object
        for line in one.lines:
            removes = line.action.do in REMOVES
            for index in line.eligible:
                if not objects[index].survives(line.action.do):
                    yield asking.GONE if removes else line.action.do, index


def _hopes(used: Iterable[Use], producers: Sequence[Producer], position: Position) -> Iterator[str]:
    """Name the objects whose Add cannot be used now, and might be once something was paid for another one."""
    changes: set[tuple[str, int]] = set()
    for use in used:
        if not use.add.when or use.add.speed != "reaction":
            continue
        others = asking.split(use.add.when)[1]
        wanted = set(asking.reads(others, use.index))
        if wanted and conditions(others, position, use.thing, 0) != ALWAYS:
            changes = changes or set(_changes(producers, position.objects))
            if any(each in changes or _among(each, changes) for each in wanted):
                yield use.thing.name


def _waits(one: Producer, producers: Iterable[Producer]) -> bool:
    """Tell whether another Add's cost may need the object of a plain Add before this is used."""
    if one.nested:
        return False
    if one.kill and any(other.nested and other.object == one.object for other in producers):
        return True  # Its object's other Add, with a cost, is used before it dies.
    for line in (line for other in producers for line in other.lines):
        if one.object in line.eligible and line.action.do not in REMOVES:
            # What it kills is not there afterwards, and what it exhausts is not ready.
            asks_ready = line.action.filter.ready is True and not line.action.itself
            if one.kill or (one.exhaust and asks_ready):
                return True
    return False


def _power_place(item: tuple[str, int]) -> int:
    return POWERS.index(item[0])


def feeds(one: Producer, other: Producer) -> bool:
    """Tell whether what `one` gives can pay for `other`."""
    for (what, tag), _ in one.gives:
        if tag not in other.fits:
            continue
        if what == ENERGY and (other.energy or other.converts == "energy"):
            return True
        if what != ENERGY and (other.converts == "power" or any(reach(what) & mask for mask, _ in other.pips)):
            return True
    return False


def endless(producers: Iterable[Producer], objects: tuple[Object, ...]) -> None:
    """Refuse circles of Adds that pay for one another, if one of them uses nothing up.

    Printed cards have none: each of their Adds exhausts or kills its object.

    Raises
    ------
    InputError
        Names the circle.
    """
    costly = [one for one in producers if one.nested]
    if not any(one.repeats for one in costly):
        return
    import networkx as nx  # noqa: PLC0415 - only for home-made cards with such Adds

    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_edges_from((a, b) for a, one in enumerate(costly) for b, other in enumerate(costly) if feeds(one, other))
    for part in nx.strongly_connected_components(graph):
        inside = graph.subgraph(part)
        if inside.number_of_edges() and any(costly[place].repeats for place in part):
            circle = nx.find_cycle(inside)
            break
    else:
        return
    names = [objects[costly[start].object].name for start, _ in circle]
    shown = " -> ".join([*names, names[0]])
    raise InputError(f"these Adds pay for one another without end: {shown}", path="adds", found=names[0])
