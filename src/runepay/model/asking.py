"""What an Add asks for, where the payment itself may change it: objects counted, or its own object (429.3, 358).

Counts are read again when the Add is used. What only an earlier cost of another Add, or its own, can change is kept as
numbers here; of all else the state before the payment decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runepay.model.clauses import Amount, Condition
from runepay.model.counted import Counted
from runepay.model.filters import Filter
from runepay.model.objects import Object
from runepay.model.reading import Position, matches

_WAYS = {
    "ready": "exhaust",
    "buffed": "buff",
    "mighty": "buff",
    "might": "buff",
    "empowered": "disempower",
    "empowered_times": "disempower",
    "attached": "gone",
}
"""By field of a filter, the action that changes what it asks."""

_LASTING = frozenset({"legend", "battlefields"})
"""Zones that nothing leaves in a payment."""

GONE = "gone"
"""An object left where it was."""

ANYTHING = -1
"""Stands for whichever object."""


def split(when: Iterable[Condition]) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """Part conditions that only count objects from all others."""
    counting: list[Condition] = []
    others: list[Condition] = []
    for one in when:
        plain = one.model_fields_set <= {"amount", "at_least", "at_most"} and one.amount is not None
        (counting if plain and one.amount is not None and _counts(one.amount) else others).append(one)
    return tuple(counting), tuple(others)


def _counts(amount: Amount) -> bool:
    """Tell whether an amount is a number of the payer's own objects, each of which counts while it is there."""
    whole = (amount.times, amount.plus, amount.least, amount.most) == (1, 0, None, None)
    if not whole or amount.whose != "own" or amount.of.model_fields_set & _WAYS.keys():
        return False
    return amount.count == "hand" or (amount.count == "objects" and amount.zone not in _LASTING)


def counted(counting: Iterable[Condition], position: Position, bearer: Object) -> Iterator[Counted]:
    """Give what conditions that only count objects ask for."""
    for one in counting:
        amount = one.amount or Amount(count="objects")
        hand = amount.count == "hand"
        found = frozenset(
            index
            for index, thing in enumerate(position.objects)
            if thing.whose == 0
            and thing.zone == ("hand" if hand else amount.zone)
            and thing.id != position.card.id
            and (hand or matches(thing, amount.of, position, bearer))
        )
        yield Counted(found, one.at_least, one.at_most)


def reads(when: Iterable[Condition], bearer: int) -> Iterator[tuple[str, int]]:
    """Give what other conditions read that a payment may change: a way, and the object or :data:`ANYTHING`."""
    for one in when:
        if one.itself is not None:
            yield from ((way, bearer) for way in _of(one.itself))
        if one.amount is not None:
            yield from ((way, ANYTHING) for way in _of_amount(one.amount))
        parts = [*one.any_of, *one.all_of, *([one.negate] if one.negate is not None else [])]
        yield from reads(parts, bearer)


def only_ends(when: Iterable[Condition]) -> bool:
    """Tell whether a change can only end that these hold, each reading whether its own object is ready or Empowered."""
    return all(
        one.model_fields_set == {"itself"}
        and one.itself is not None
        and {name for name in one.itself.model_fields_set if name in _WAYS} <= {"ready", "empowered"}
        and one.itself.ready is not False
        and one.itself.empowered is not False
        for one in when
        if any(True for _ in reads((one,), 0))
    )


def _of(wanted: Filter) -> Iterator[str]:
    return (_WAYS[name] for name in sorted(wanted.model_fields_set) if name in _WAYS)


def ways_of(wanted: Filter) -> frozenset[str]:
    """Give the actions that change what a filter asks for."""
    return frozenset(_of(wanted))


def _of_amount(amount: Amount) -> Iterator[str]:
    if amount.whose == "enemy" or amount.zone in _LASTING:
        return
    if amount.count == "runes":
        yield "recycle"
    if amount.count in {"objects", "hand", "highest_might", "total_might", "tags", "buffs", "battlefields"}:
        yield GONE
        yield from _of(amount.of)
    if amount.count in {"highest_might", "total_might", "buffs"}:
        yield "buff"
