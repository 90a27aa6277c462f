"""A constraint model over positions in the turn: which play stands where, what it then costs, what all of it is worth.

It knows the same turns as the quick search, apart from arrivals and restricted resources, and is written in another
way: a variable for each play, position, set of waiting effects and total; effects on "the next play" pass from one
position to the next; Hall's condition is stated once for everything that is owed. It is many times slower than the
search. It checks it, and says what the turn is worth where the search is not to be trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from runepay.model.pool import Kind
from runepay.model.resources import ENERGY, reach
from runepay.solver.cpsat import lexicographic
from runepay.solver.formulation.matching import unions
from runepay.solver.plan.option import Declined, Option
from runepay.solver.plan.table import Table
from runepay.solver.rows import Expr, Rows, summed
from runepay.solver.stopping import OutOfTimeError


@dataclass(frozen=True, slots=True)
class _Choice:
    """A play at a position, while these effects wait, with this total."""

    place: int
    position: int
    waiting: int
    option: Option
    chosen: Expr


def worth(table: Table, worths: Sequence[int], needed: int, hint: Sequence[int] = ()) -> int | None:
    """Give what the best turn is worth, or ``None`` if what is needed cannot all be done.

    Parameters
    ----------
    table, worths, needed
        The plays with their prices, what each is worth, and which must be made, as bits.
    hint
        Plays in the order of a plan that can be paid for, such as a greedy one: there the solver begins.

    Raises
    ------
    Declined
        Something arrives during the turn, a resource is restricted, or a cost reads more than cards played.
    OutOfTimeError
        The search is to stop, and the best turn is not proven.
    """
    _check(table)
    rows = Rows()
    choices = list(_choices(table, rows))
    number = len(table.given.plays)
    for place in range(number):
        made = summed(one.chosen for one in choices if one.place == place)
        rows.between(needed >> place & 1, made, 1)
    filled = [summed(one.chosen for one in choices if one.position == position) for position in range(number)]
    for position, here in enumerate(filled):
        rows.at_most(here, 1)
        if position:
            rows.at_least(filled[position - 1] - here, 0)
    _effects(table, rows, choices)
    _resources(table, rows, choices)
    value = summed(one.chosen * -(worths[one.place] + one.option.worth) for one in choices)
    solved = lexicographic(rows, [value], hint=_begun(choices, hint))
    if solved.status not in {"infeasible", "optimal"}:
        raise OutOfTimeError
    return None if solved.status == "infeasible" else -value.value(solved.solution)


def _begun(choices: Sequence[_Choice], hint: Sequence[int]) -> dict[int, int]:
    """Give values to the variables of plays: one choice of each play of a plan at its position, and no other."""
    stands = {place: position for position, place in enumerate(hint)}
    begun: dict[int, int] = {}
    for one in choices:
        first = stands.get(one.place) == one.position
        if first:
            del stands[one.place]
        begun.update(dict.fromkeys(one.chosen.terms, int(first)))
    return begun if hint else {}


def _check(table: Table) -> None:
    comes = table.supply.flowing or any(table.adds.arrives) or table.effects.first
    if table.lines.discarding or comes or any(table.sight.sees):
        raise Declined("something arrives, is discarded, or a cost reads more than the cards played")
    if any(play.kind != "card" or play.then.pool.model_fields_set for play in table.given.plays):
        raise Declined("a play that is no card, or floats something")
    if any(reads.facts - {"cards_played"} for reads in table.sight.reads) or any(
        add.when for thing in table.given.objects if not thing.whose for add in thing.adds
    ):
        raise Declined("a cost, or an Add, reads more than the cards played")


def _choices(table: Table, rows: Rows) -> Iterator[_Choice]:
    """Make a variable for every play, position, set of waiting effects and total."""
    number = len(table.given.plays)
    for place in range(number):
        others = [other for other in range(number) if other != place]
        eaten = [one for one in range(len(table.effects.all)) if table.effects.eats[place] >> one & 1]
        sets = [sum(1 << one for one in some) for size in range(len(eaten) + 1) for some in combinations(eaten, size)]
        for position in range(number):
            # Any other cards will do: only how many there are is read.
            mask = sum(1 << other for other in others[:position])
            for waiting in sets:
                order = tuple(others[:position]) or (place,)
                for option in table.prices.options(place, mask, waiting, order):
                    yield _Choice(place, position, waiting, option, rows.var(0, 1))


def _effects(table: Table, rows: Rows, choices: Sequence[_Choice]) -> None:
    """Let effects on the next play wait until a play uses them up."""
    for one in range(len(table.effects.all)):
        waits = Expr(1 if one < len(table.given.start.once) else 0)
        for position in range(len(table.given.plays)):
            here = [choice for choice in choices if choice.position == position]
            for choice in here:
                if choice.waiting >> one & 1:
                    rows.at_least(waits - choice.chosen, 0)
                elif table.effects.eats[choice.place] >> one & 1:
                    rows.at_most(waits + choice.chosen, 1)
            leaves = summed(choice.chosen for choice in here if one in table.effects.leaves[choice.place])
            eats = summed(choice.chosen for choice in here if table.effects.eats[choice.place] >> one & 1)
            after = rows.var(0, 1)
            rows.at_least(after - leaves, 0)
            rows.at_least(after - waits + eats, 0)
            rows.at_most(after - waits - leaves, 0)
            rows.at_most(after + eats - leaves, 1)
            waits = after


def _resources(table: Table, rows: Rows, choices: Sequence[_Choice]) -> None:
    """Let everything owed be payable together: Energy, and the pips by Hall's condition."""
    rows.at_most(summed(one.chosen * one.option.energy for one in choices), table.supply.energy)
    units: dict[Kind, int] = {kind: number for kind, number in table.supply.start.pool.items() if kind[0] != ENERGY}
    for domain, runes in table.supply.start.runes.items():
        units[domain, ""] = units.get((domain, ""), 0) + sum(runes)
    for producer in table.adds.begin.values():
        for kind, number in producer.gives:
            if kind[0] != ENERGY:
                units[kind] = units.get(kind, 0) + number
    for union in unions({mask for one in choices for mask, _ in one.option.pips}):
        able = sum(number for kind, number in units.items() if reach(kind[0]) & union)
        inside = summed(
            one.chosen * sum(number for mask, number in one.option.pips if mask & ~union == 0) for one in choices
        )
        rows.at_most(inside, able)
