"""What an Add's own cost comes to: using it is activating an ability of its object (403.2, 429.3.a).

Increases, discounts on the total and what ignores any and all costs reach it where they speak of abilities. What
replaces or adds to a cost is read for plays alone, and a rune's two Adds are used at their printed cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from runepay.model import asking
from runepay.model.clauses import Add, Amount, Condition, Discount, Increase, Override
from runepay.model.collect import Collected, Standing, collected, elsewhere
from runepay.model.facts import MADE_CHEAPER
from runepay.model.filters import Filter
from runepay.model.guards import ALWAYS
from runepay.model.objects import Object
from runepay.model.reach import outcomes
from runepay.model.reading import Position
from runepay.model.reductions import discounts
from runepay.model.resources import Tally
from runepay.model.rulebook import Ruleset
from runepay.model.state import Play

_GEAR: Final = frozenset({"gear_abilities_used", MADE_CHEAPER["gear_abilities_used"]})
"""Facts that the use of a gear's Add changes."""
_CHANGING: Final = frozenset(
    {"cards_discarded", "friendly_units_died", "energy_spent", "power_spent", "energy_spent_on_a_spell"}
)
"""Facts that what is done for an Add may change."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the Adds of a payment may do before one of them is used.

    Attributes
    ----------
    ways
        What may be done to objects, by the names of :mod:`runepay.model.asking`.
    gone
        Ids of the objects that may leave.
    xp
        XP may be spent.
    gear
        How many uses of a gear's Add are possible: 0, 1, or 2 for more.
    """

    ways: frozenset[str]
    gone: frozenset[str]
    xp: bool
    gear: int


@dataclass(frozen=True, slots=True)
class Price:
    """What one use of an Add costs; ``open`` says that other prices are possible and are not modelled."""

    energy: int
    pips: Tally
    open: bool = False


def speaks_of_abilities(position: Position) -> bool:
    """Tell whether anything here may change the cost of an ability."""
    return any(_changes(one) for one in elsewhere(position.state, position))


def _changes(one: Standing) -> bool:
    clause = one.clause
    if clause.on is None or "ability" not in clause.on.kind:
        return False
    if isinstance(clause, Discount):
        return clause.component is None and clause.printed_cost_of is None
    return isinstance(clause, Increase | Override)


def price(  # noqa: PLR0913, PLR0917 - the Add, and what surrounds it
    thing: Object, add: Add, energy: int, pips: Tally, position: Position, around: Around
) -> Price | None:
    """Give what a use of an Add costs, from its printed Energy and pips; ``None`` if that is not modelled.

    It is not where a text that changes the price reads what an earlier Add of the same payment may have changed.
    """
    ruleset = position.ruleset
    card = replace(
        thing, id="", zone="", supertype=(), tags=(), energy=energy, pips=pips, keywords=(), clauses=(), adds=(),
        abilities=(), watches=(), token=False, might=None,
    )  # fmt: skip
    play = Play.model_construct(kind="ability", source=thing.id, ability=add.id)
    there = replace(position, play=play, card=card, targets=(), source=thing, granted=frozenset())
    standing = [one for one in elsewhere(position.state, there) if _changes(one) and _reaches(one, there)]
    # A discount is of no use where there is nothing to take off, and nothing comes to it.
    if not any(isinstance(one.clause, Increase) for one in standing):
        standing = [one for one in standing if _lessens(one, energy, pips)]
    if not standing:
        return Price(energy, pips)
    # Its own use does not come before itself.
    before = around.gear - ("gear" in thing.type)
    if any(_reads(one, around, position, gear=before > 0) for one in standing):
        return None
    found = collected((one for one in standing if one.guard(there) == ALWAYS), there, ruleset)
    return _least(found, there, ruleset)


def _reaches(one: Standing, there: Position) -> bool:
    """Tell whether a clause speaks of this ability, whatever its conditions are now."""
    clause = one.clause.model_copy(update={"when": ()})
    return replace(one, clause=clause).guard(there) == ALWAYS


def _lessens(one: Standing, energy: int, pips: Tally) -> bool:
    clause = one.clause
    if isinstance(clause, Discount):
        return bool((clause.energy and energy) or ((clause.any or clause.power) and pips))
    return bool(energy or pips)


def _least(found: Collected, there: Position, ruleset: Ruleset) -> Price:
    """Fold increases and discounts; of several ways to use the discounts the cheapest is taken."""
    if found.overrides:
        return Price(0, ())
    card = there.card
    less = discounts(found, (), there, there.play, ruleset)
    totals = sorted(outcomes(card.energy, card.pips, found.increases, less, card, ruleset))
    energy, pips = min(totals, key=lambda one: (one[0] + sum(number for _, number in one[1]), one))
    return Price(energy, pips, open=len(totals) > 1)


# ------------------------------------------------------------- what may change before


def _reads(one: Standing, around: Around, position: Position, *, gear: bool) -> bool:
    """Tell whether an earlier Add of the payment may change what a clause says, or whether it is said at all.

    `gear` says that a gear's Add may be used before.
    """
    clause, scope = one.clause, one.clause.on
    if one.holder is not None and one.holder.id in around.gone:
        return True
    per = clause.per if isinstance(clause, Increase | Discount) else None
    asked = [*_amounts(clause.when), *([per] if per is not None else [])]
    filters = [each for each in (scope.of, scope.chooses) if each is not None] if scope is not None else []
    filters += _filters(clause.when)
    return (
        any(_moves(amount, around, position, gear=gear) for amount in asked)
        or any(_facts(clause.when))
        or any(_tells(wanted, around) for wanted in filters)
    )


def _parts(when: Iterable[Condition]) -> Iterator[Condition]:
    for one in when:
        yield one
        yield from _parts((*one.any_of, *one.all_of, *(() if one.negate is None else (one.negate,))))


def _amounts(when: Iterable[Condition]) -> Iterator[Amount]:
    return (one.amount for one in _parts(when) if one.amount is not None)


def _facts(when: Iterable[Condition]) -> Iterator[bool]:
    return (one.fact in _CHANGING | _GEAR for one in _parts(when))


def _filters(when: Iterable[Condition]) -> list[Filter]:
    found: list[Filter] = []
    for one in _parts(when):
        found += [each for each in (one.itself, one.played.of if one.played is not None else None) if each is not None]
    return found


def _tells(wanted: Filter, around: Around) -> bool:
    """Tell whether a filter asks for what the payment may change; every Add may exhaust its own object."""
    ways = asking.ways_of(wanted)
    return "exhaust" in ways or not ways.isdisjoint(around.ways)


def _moves(amount: Amount, around: Around, position: Position, *, gear: bool) -> bool:
    """Tell whether an earlier Add of the payment may change a number."""
    if amount.count == "fact":
        return amount.name in _CHANGING or (amount.name in _GEAR and gear)
    if amount.whose == "enemy" or amount.count in {"points_to_win", "enemy_points_to_win", "number"}:
        return False
    if amount.count == "xp":
        return around.xp
    if amount.count == "runes":
        return any(heap.ready or heap.exhausted for heap in position.state.runes.values())
    buffs = amount.count in {"highest_might", "total_might", "buffs", "chosen_might"} and "buff" in around.ways
    return asking.GONE in around.ways or buffs or _tells(amount.of, around)


def surroundings(uses: Sequence[tuple[Object, Add]], changes: Iterable[tuple[str, str]], *, xp: bool) -> Around:
    """Say what the Adds of a payment may do to one another's prices.

    `changes` are what they may do, and to which objects by their ids; `xp` says that XP is spent for one of them.
    """
    listed = list(changes)
    gear = [(thing.id, add) for thing, add in uses if "gear" in thing.type]
    once = all(add.exhaust or add.kill for _, add in gear)
    # Of several Adds that exhaust one object only one can be used.
    one = len({name for name, _ in gear}) == 1 and (len(gear) == 1 or all(add.exhaust for _, add in gear))
    gone = frozenset(name for way, name in listed if way == asking.GONE)
    uses_of_gear = 0 if not gear else 1 if once and one else 2
    return Around(frozenset(way for way, _ in listed), gone, xp, uses_of_gear)
