"""Deflect: what each choice of an opponent's object costs (809, 356.2.a.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runepay.model.clauses import Deflect, IgnoreDeflect
from runepay.model.guards import ALWAYS, NEVER, Guard, both, either, opposite
from runepay.model.objects import Object, fields_of
from runepay.model.reading import Position, amount, conditions, matches
from runepay.model.rulebook import Ruleset

Ignoring = tuple[IgnoreDeflect, Guard, Object | None]


def charged(ignoring: Iterable[Ignoring], position: Position, ruleset: Ruleset) -> Iterator[tuple[Guard, int, str]]:
    """Charge Deflect for every choice of an opponent's object (809.1.c), if a spell or an ability chooses.

    Yields
    ------
    tuple
        Under which elections it is owed, how many pips, and the name of the object chosen.
    """
    play, card = position.play, position.card
    if play.kind not in {"card", "ability", "trigger"} or not position.targets:
        return
    if play.kind == "card" and card.type and "spell" not in card.type:
        return
    ignoring = tuple(ignoring)
    sums: dict[tuple[str, Guard], tuple[int, str]] = {}
    for one, guard in position.targets:
        value = _value(one, position, ruleset)
        if one.whose and value:
            owed = both(guard, opposite(_ignored(ignoring, one, position)))
            before = sums.get((one.id, owed), (0, one.name))[0]
            sums[one.id, owed] = (before + value, one.name)
    for (_, guard), (value, name) in sums.items():
        if guard != NEVER:
            yield guard, value, name


def _ignored(ignoring: Iterable[Ignoring], one: Object, position: Position) -> Guard:
    """Say under which elections the Deflect of this object is ignored."""
    return either(
        *(
            guard
            for clause, guard, holder in ignoring
            if clause.chosen is None or matches(one, clause.chosen, position, holder)
        )
    )


def _value(one: Object, position: Position, ruleset: Ruleset) -> int:
    """Sum printed and granted Deflect (809.2); whether grants add up is an option (6.11)."""
    values = [
        keyword.worth
        for keyword in one.keywords
        if keyword.keyword == "deflect" and conditions(keyword.when, position, one, one.whose) == ALWAYS
    ]
    late = 0
    for clause, value in (*_granted(one, position), *_lasting(one, position)):
        if clause.unless_already:
            late = max(late, value)
        else:
            values.append(value)
    if len(values) > 1:
        position.touched.add("deflect_sums")
        if ruleset.option("deflect_sums") == "highest":
            return max(values)
    return sum(values) or late


def _granted(one: Object, position: Position) -> Iterator[tuple[Deflect, int]]:
    """Give the Deflect clauses of its controller's objects that reach an object now, with their values."""
    for other in position.objects:
        if other.whose != one.whose or other.zone not in {"board", "legend", "battlefields"}:
            continue
        for clause in other.clauses:
            if not isinstance(clause, Deflect) or conditions(clause.when, position, other, other.whose) != ALWAYS:
                continue
            reaches = other.id == one.id if clause.grants is None else matches(one, clause.grants, position, other)
            if reaches:
                yield clause, clause.value * (1 if clause.per is None else amount(clause.per, position, other))


def _lasting(one: Object, position: Position) -> Iterator[tuple[Deflect, int]]:
    """Give the Deflect clauses that last this turn among the effects of the object's controller, with their values."""
    state = position.state
    for effect in state.effects if one.whose == 0 else state.opponents[one.whose - 1].effects:
        fields = fields_of(effect, state.cards) if isinstance(effect, str) else None
        for clause in (effect,) if not isinstance(effect, str) else fields.leaves if fields is not None else ():
            if not isinstance(clause, Deflect) or clause.grants is None or not matches(one, clause.grants, position):
                continue
            if conditions(clause.when, position, None, one.whose) == ALWAYS:
                yield (
                    clause,
                    clause.value * (1 if clause.per is None else amount(clause.per, position, None, one.whose)),
                )
