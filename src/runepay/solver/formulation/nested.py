"""Adds that cost something themselves: converters, and Adds with a cost (429.3.a, 444.1).

Every use of such an Add is a payment at its own moment: it can be paid from the pool, from runes and plain Adds, and
from what came out of such Adds used before it, but never from what it gives itself or what comes later. The order is
fixed before the model is written (see :func:`orders`), and for each Add in it one row a kind says that no more was
taken so far than was there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import networkx as nx

from runepay.model.filters import Filter
from runepay.model.pool import kind_place
from runepay.model.question import Producer, Question
from runepay.model.resources import ANY, ENERGY, reach
from runepay.model.supply import feeds
from runepay.solver.formulation.actions import REMOVING
from runepay.solver.formulation.build import MISSING, Kind, Model
from runepay.solver.formulation.classes import all_lines, copied_from
from runepay.solver.formulation.matching import hall
from runepay.solver.rows import Expr

MOST_ORDERS = 720
"""Orders that are tried where Adds can pay for one another in a circle; four or five such Adds are more than any card
pool has on one board."""

MOST_TURNS = 400
"""Turns of Adds, one after another, that one model is written for: up to twenty Adds in one circle."""


def graph(question: Question) -> nx.DiGraph[int]:
    """Draw which Add with a cost may have to be used before which other one, as indices into the question's producers.

    One can pay for the other, or what it does to an object is possible only before the other one is used.
    """
    places = [place for place, one in enumerate(question.supply.producers) if one.nested]
    drawn: nx.DiGraph[int] = nx.DiGraph()
    drawn.add_nodes_from(places)
    producers = question.supply.producers
    deeds = {place: list(_deeds(question, producers[place])) for place in places}
    for a in places:
        for b in places:
            first = feeds(producers[a], producers[b])
            if a == b:
                continue
            first = first or (producers[a].keeps_xp > 0 and producers[b].xp > 0)
            first = first or _hangs(producers[a], deeds[b], most=False) or _hangs(producers[b], deeds[a], most=True)
            if first or any(_before(x, y) for x in deeds[a] for y in deeds[b]):
                drawn.add_edge(a, b)
    return drawn


@dataclass(frozen=True, slots=True)
class _Deed:
    """One thing that a use of an Add does to an object, or to one of several."""

    do: str
    objects: frozenset[int]
    asks: Filter


def _deeds(question: Question, producer: Producer) -> Iterator[_Deed]:
    """Give what a use of an Add does to objects: its own, and those that its cost takes."""
    own = frozenset({producer.object})
    if producer.exhaust:
        yield _Deed("exhaust", own, Filter())
    if producer.kill:
        yield _Deed("kill", own, Filter())
    if producer.repeats:
        yield _Deed("use", own, Filter())
    if producer.copied:
        yield _Deed("use", frozenset({copied_from(question, producer)}), Filter())
    for line in producer.lines:
        wanted = Filter() if line.action.itself else line.action.filter
        yield _Deed(line.action.do, frozenset(line.eligible), wanted)


def _hangs(producer: Producer, deeds: Sequence[_Deed], *, most: bool) -> bool:
    """Tell whether an Add is used before these deeds so that enough objects are there, or after them (`most`)."""
    for deed in deeds:
        if deed.do in REMOVING:
            for each in producer.counts:
                if (each.high if most else each.low) is not None and not each.objects.isdisjoint(deed.objects):
                    return True
        way = "gone" if deed.do in REMOVING else deed.do
        if not most and any(one == way and index in {-1, *deed.objects} for one, index in producer.reads):
            return True
    return False


def _before(one: _Deed, other: _Deed) -> bool:
    """Tell whether `one` may be possible to an object only before `other` is done to it, or makes `other` possible."""
    if one.objects.isdisjoint(other.objects) or one.do in REMOVING:
        return False
    if other.do in REMOVING:
        return True
    return _minds(one.asks, other.do, wanted=True) or _minds(other.asks, one.do, wanted=False)


def _minds(asks: Filter, done: str, *, wanted: bool) -> bool:
    """Tell whether a filter asks for what an action ends (`wanted`), or for what it brings about."""
    if done == "exhaust":
        return asks.ready is wanted
    if done == "disempower":
        return asks.empowered is wanted or asks.empowered_times is not None
    if done == "buff":
        return asks.buffed is wanted or asks.mighty is wanted or asks.might is not None
    return False


def again(question: Question) -> Question:
    """Let an Add that may be repeated stand twice: its uses may have to come before and after another Add's.

    That is so where its cost takes objects, such as the one whose Add must come in between.
    """
    producers = question.supply.producers
    repeated = [one for one in producers if one.repeats and one.lines and not one.converts]
    if not repeated or sum(one.nested for one in producers) == 1:
        return question
    more = [replace(one, again=1, lines=tuple(replace(line) for line in one.lines)) for one in repeated]
    return replace(question, supply=replace(question.supply, producers=(*producers, *more)))


def orders(question: Question) -> list[tuple[int, ...]]:
    """Give the orders in which Adds with costs have to be tried.

    Without a circle one topological order serves every payment. Inside a circle (Energy into Power and back, or Adds
    whose costs take one another's objects) all orders of its members are tried.
    """
    if not any(one.nested for one in question.supply.producers):
        return [()]
    drawn = graph(question)
    # One more than is tried tells the caller that there are more.
    return list(islice(_ways(_blocks(question, drawn), drawn), MOST_ORDERS + 1))


def sequences(question: Question, *, whole: bool = False) -> tuple[Question, list[tuple[int, ...]]]:
    """Give the orders of Adds with costs that have to be tried, and the question in whose terms they are.

    Where costs take objects, or conditions count them, all orders are in one (see :func:`unrolled`). Where they do not
    there is a quicker way, first: all of the Adds together (see :func:`executable`); `whole` asks for one order there,
    too.
    """
    question = again(question)
    found = orders(question)
    if len(found) > 1 and (
        whole or any(one.lines or one.waits for one in question.supply.producers if one.nested)
    ):
        one = unrolled(question)
        if one is not None:
            return one[0], [one[1]]
    return question, found


def unrolled(question: Question) -> tuple[Question, tuple[int, ...]] | None:
    """Let the Adds of each circle stand so often, one after another, that every order of them is among it.

    One model of that says what the best of all orders is. A word that has every order of `n` letters as a part: the
    first letter, then the others, by turns, until the first stands there `n` times.

    Returns
    -------
    tuple or None
        The question with the repeated Adds, and their order; ``None`` if that would be more than :data:`MOST_TURNS`.
    """
    drawn = graph(question)
    producers = list(question.supply.producers)
    stood: set[int] = set()
    most = max(one.again for one in producers)
    often: dict[tuple[int, int, str], int] = {}
    word: list[int] = []

    def stand(block: _Block) -> None:
        for place in block.places:
            one = producers[place]
            if place in stood:
                key = one.object, one.ability, one.copied
                often[key] = often.get(key, most) + 1
                producers.append(replace(one, again=often[key], lines=tuple(replace(x) for x in one.lines)))
            word.append(len(producers) - 1 if place in stood else place)
            stood.add(place)

    for group in _blocks(question, drawn):
        first, rest = group[0], group[1:]
        stand(first)
        for _ in rest:
            for block in rest:
                stand(block)
            stand(first)
        if len(word) > MOST_TURNS:
            return None
    return replace(question, supply=replace(question.supply, producers=tuple(producers))), tuple(word)


def _blocks(question: Question, drawn: nx.DiGraph[int]) -> list[list[_Block]]:
    """Give the Adds that may stand in any order to one another, group by group in their order."""
    parts = nx.condensation(drawn)
    groups = [sorted(parts.nodes[node]["members"]) for node in nx.lexicographical_topological_sort(parts)]
    labels = {place: _label(question, place) for group in groups for place in group}
    return [
        [_Block(tuple(labels[place] for place in places), places) for places in _alternatives(question, group)]
        for group in groups
    ]


@dataclass(frozen=True, slots=True)
class _Block:
    """Adds that stand side by side in every order, and what tells them from others."""

    label: tuple[Hashable, ...]
    places: tuple[int, ...]

    def needs(self, other: _Block, drawn: nx.DiGraph[int]) -> bool:
        """Tell whether this one may have to come before the other."""
        return any(drawn.has_edge(one, two) for one in self.places for two in other.places)


def _alternatives(question: Question, group: Sequence[int]) -> list[tuple[int, ...]]:
    """Put Adds together of which only one can be used, since each exhausts the same object: their order is all one."""
    producers = question.supply.producers
    together: dict[tuple[int, int], list[int]] = {}
    for place in group:
        one = producers[place]
        together.setdefault((one.object, -1 if one.exhaust else place), []).append(place)
    return [tuple(places) for places in together.values()]


def _ways(groups: Sequence[Sequence[_Block]], drawn: nx.DiGraph[int]) -> Iterator[tuple[int, ...]]:
    """Give every combination of the groups' orders, one at a time: there may be far more than memory holds."""
    if not groups:
        yield ()
        return
    for first in _arrangements(groups[0], drawn):
        for rest in _ways(groups[1:], drawn):
            yield first + rest


def _arrangements(
    blocks: Sequence[_Block], drawn: nx.DiGraph[int], before: _Block | None = None
) -> Iterator[tuple[int, ...]]:
    """Give the orders of one group that can matter.

    Equal Adds may change places, so of orders with the same labels only the first is given. Two neighbours may change
    places where the first need not come before the second: if the second may have to come before the first, nothing
    is lost by it, and if neither minds the other it is all one. So of such orders only the one that nobody wants to
    change is given.
    """
    if not blocks:
        yield ()
        return
    tried: set[Hashable] = set()
    for index, block in enumerate(blocks):
        if block.label in tried:
            continue
        tried.add(block.label)
        if before is not None and _exchanged(before, block, drawn):
            continue
        for rest in _arrangements([*blocks[:index], *blocks[index + 1 :]], drawn, block):
            yield block.places + rest


def _exchanged(one: _Block, other: _Block, drawn: nx.DiGraph[int]) -> bool:
    """Tell whether two neighbours in an order are better given the other way round."""
    if one.label == other.label or one.needs(other, drawn):
        return False
    return other.needs(one, drawn) or repr(other.label) < repr(one.label)


def _label(question: Question, place: int) -> tuple[object, ...]:
    """Say what tells an Add from others: its object's kind, the Add, what is copied, and how its object may serve."""
    producer = question.supply.producers[place]
    group_of = {one.id: one.group for one in question.objects}
    name, _, ability = producer.copied.rpartition(":")
    index = producer.object
    serves = sum(index in line.eligible for line in all_lines(question))
    guards = tuple(guard for one, guard in question.protected if one == index)
    takes = tuple(len(line.eligible) for line in producer.lines)
    return question.objects[index].group, producer.ability, group_of.get(name, -1), ability, serves, guards, takes


def executable(model: Model, solution: Sequence[int]) -> tuple[int, ...] | None:
    """Find an order in which the Adds of a solution can be paid for one after another, or ``None``.

    The solution comes from a relaxed model, which asks only that all of them together can be paid; no cost of theirs
    takes objects.
    """
    left = {kind: expr.value(solution) for kind, expr in model.base.items()}
    used: dict[int, tuple[dict[Kind, int], dict[Kind, int]]] = {}
    for place in model.order:
        producer = model.question.supply.producers[place]
        key = (model.class_of[producer.object], producer.key)
        times = model.adds[key].value(solution) if key in model.adds else 0
        if times:
            number = model.amounts[place].value(solution) if place in model.amounts else times
            costs = {kind: expr.value(solution) for (one, kind), expr in model.nested.items() if one == place}
            used[place] = costs, {kind: number * each for kind, each in producer.gives}
    producers = model.question.supply.producers
    sources = {place: copied_from(model.question, producers[place]) for place in used if producers[place].copied}
    seen: set[frozenset[int]] = set()

    def search(done: tuple[int, ...]) -> tuple[int, ...] | None:
        if len(done) == len(used):
            return done
        if frozenset(done) in seen:
            return None  # What is there depends on which Adds were used, not on their order.
        seen.add(frozenset(done))
        for place, (costs, gives) in used.items():
            if place in done or any(left.get(kind, 0) < number for kind, number in costs.items()):
                continue
            gone = {producers[one].object for one in done if producers[one].kill}
            if producers[place].object in gone or sources.get(place, -1) in gone:
                continue
            for kind, number in costs.items():
                left[kind] = left.get(kind, 0) - number
            for kind, number in gives.items():
                left[kind] = left.get(kind, 0) + number
            found = search((*done, place))
            if found is not None:
                return found
            for kind, number in costs.items():
                left[kind] += number
            for kind, number in gives.items():
                left[kind] -= number
        return None

    return search(())


def write(model: Model, order: Sequence[int], most: int) -> None:
    """Write the payments of Adds with costs, in this order.

    Parameters
    ----------
    model
        Its plain supply (`model.base`) must have been written.
    order
        Indices of producers.
    most
        More than could ever be had, as a bound on what a converter takes.
    """
    question, rows = model.question, model.rows
    before: dict[Kind, Expr] = {kind: expr + Expr() for kind, expr in model.base.items()}
    taken: dict[Kind, Expr] = {}
    amounts = {place: _amount(model, place, most) for place in order}
    if model.relaxed:
        for place in order:
            _give(model, place, amounts[place], before)
    for place in order:
        producer = question.supply.producers[place]
        used = model.adds[model.class_of[producer.object], producer.key]
        amount = amounts[place]
        energy = used * producer.energy + (amount if producer.converts == "energy" else Expr())
        pips = {mask: used * number for mask, number in producer.pips}
        if producer.converts == "power":
            pips[ANY] = pips.get(ANY, Expr()) + amount
        mine: dict[Kind, Expr] = {}
        for kind in sorted(before, key=kind_place):
            fits = kind[1] in producer.fits or kind == MISSING
            if not fits or (kind[0] == ENERGY) != bool(kind[0] == ENERGY and rows.high(energy)):
                continue
            if kind[0] != ENERGY and not any(reach(kind[0]) & mask for mask in pips):
                continue
            spent = rows.var(0, max(0, min(most, rows.high(before[kind]))))
            mine[kind] = spent
            model.nested[place, kind] = spent
            taken.setdefault(kind, Expr()).add(spent)
        _pay(model, energy, pips, mine)
        for kind, spent in taken.items():
            if kind in mine and not model.relaxed:
                # So far, no more was taken of the kind than had come in.
                rows.at_least(before[kind] - spent, 0)
        if not model.relaxed:
            _give(model, place, amount, before)


def _amount(model: Model, place: int, most: int) -> Expr:
    """Give how often an Add's output comes: a converter's amount, or how often it is used."""
    rows = model.rows
    producer = model.question.supply.producers[place]
    used = model.adds[model.class_of[producer.object], producer.key]
    if not producer.converts:
        return used
    amount = rows.var(0, most)
    model.amounts[place] = amount
    rows.at_least(used * most - amount, 0)
    # A converter that converts nothing is not used.
    rows.at_least(amount - used, 0)
    return amount


def _give(model: Model, place: int, amount: Expr, before: dict[Kind, Expr]) -> None:
    for kind, number in model.question.supply.producers[place].gives:
        given = amount * number
        before[kind] = before.get(kind, Expr()) + given
        model.added.setdefault(kind, Expr()).add(given)
        model.several.add(kind)


def _pay(model: Model, energy: Expr, pips: dict[int, Expr], mine: dict[Kind, Expr]) -> None:
    """Ask that a cost is paid exactly, by what fits it."""
    rows = model.rows
    total = Expr()
    total.add(energy, -1)
    power = Expr()
    for expr in pips.values():
        power.add(expr, -1)
    for kind, spent in mine.items():
        (total if kind[0] == ENERGY else power).add(spent)
    rows.equal(total, 0)
    rows.equal(power, 0)
    hall(rows, pips, {kind: spent for kind, spent in mine.items() if kind[0] != ENERGY})
