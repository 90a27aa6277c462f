"""The table in front of the referee: who lies where, and what the payment has done to it so far.

``Layout`` is what a state and a ruleset give; it is worked out once a state. ``Table`` is one run of the payment
over it: a handful of sets and counters, so that refereeing copies no object.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from runepay.model.clauses import AnyClause, Deflect, Discount, Increase, Override
from runepay.model.errors import InputError
from runepay.model.objects import Object, compile_objects, fields_of
from runepay.model.payment import Kind
from runepay.model.resources import ENERGY, purpose_text
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play, Pool

SPEAKING: Final = frozenset({"board", "legend", "battlefields"})
"""Zones whose objects' clauses reach other plays."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A clause where it stands: on an object, among effects, on the card itself.

    Attributes
    ----------
    clause
        What is said.
    holder
        The object it stands on; ``None`` for an effect.
    label
        The name by which ids are made where the clause has none.
    controller
        Whose clause it is; 0 is the payer.
    own
        It stands on what is played or came with the play, so that it needs no scope.
    """

    clause: AnyClause
    holder: Object | None
    label: str
    controller: int
    own: bool = False


def floating(pool: Pool) -> dict[Kind, int]:
    """Count every unit that floats, by what it is and what it may be spent on.

    Examples
    --------
    >>> floating(Pool.model_validate({"energy": 1, "restricted": [{"energy": 2, "for": "spell"}]}))
    {('energy', ''): 1, ('energy', 'spell'): 2}
    """
    units: dict[Kind, int] = {}
    heaps = [("", pool.energy, pool.power)]
    heaps += [(purpose_text(one.purpose), one.energy, one.power) for one in pool.restricted]
    for purpose, energy, power in heaps:
        for what, number in ((ENERGY, energy), *power.items()):
            if number:
                units[what, purpose] = units.get((what, purpose), 0) + number
    return units


class Layout:
    """Everything of a state that no payment changes: objects by id and zone, and the clauses that speak."""

    __slots__ = (
        "by_id",
        "deflecting",
        "last",
        "objects",
        "of_abilities",
        "pool",
        "runes",
        "speeches",
        "state",
        "wearing",
    )

    def __init__(self, state: GameState, ruleset: Ruleset) -> None:
        self.state = state
        self.last: tuple[Play, Ruleset, object] | None = None
        """What was refereed last, and under which reading; kept by :mod:`runepay.referee.subject`."""
        self.objects = compile_objects(state, ruleset)
        self.by_id = {one.id: one for one in self.objects}
        self.wearing = frozenset(one.attached_to for one in self.objects if one.attached_to is not None)
        self.pool = floating(state.pool)
        self.runes = {domain: (heap.ready, heap.exhausted) for domain, heap in state.runes.items()}
        # Effects first, then objects in canonical order: ids of equal name are numbered in this order (contract C6).
        heard = [*_lasting(state)]
        heard += [
            Speech(clause, one, one.name, one.whose)
            for one in self.objects
            if one.clauses and one.zone in SPEAKING
            for clause in one.clauses
        ]
        self.deflecting = [one for one in heard if isinstance(one.clause, Deflect)]
        """Deflect is about being chosen, not about a scope of plays, so it is kept apart."""
        self.speeches = [one for one in heard if one.clause.on is not None and not isinstance(one.clause, Deflect)]
        """A clause that stands elsewhere than on the played card reaches it only by its scope."""
        self.of_abilities = [one for one in self.speeches if _reprices_abilities(one.clause)]
        """What may change the cost of an ability, and so of an Add."""

    @classmethod
    def of(cls, state: GameState, ruleset: Ruleset) -> Layout:
        """Give the layout of a state, remembered on the state."""
        key = f"referee {ruleset.own_domain_pip}"
        cache = state.compiled
        known = cache.get(key)
        if not isinstance(known, Layout):
            known = cache[key] = cls(state, ruleset)
        return known


def _reprices_abilities(clause: AnyClause) -> bool:
    """Tell whether a clause may change the total of an ability: not one part of it, nor by what is killed for it."""
    if clause.on is None or "ability" not in clause.on.kind:
        return False
    if isinstance(clause, Discount):
        return clause.component is None and clause.printed_cost_of is None
    return isinstance(clause, Increase | Override)


def _lasting(state: GameState) -> list[Speech]:
    """Give the clauses that last this turn; a name stands for what that card leaves behind."""
    found: list[Speech] = []
    sides = [(0, state.effects), *((number, one.effects) for number, one in enumerate(state.opponents, 1))]
    for controller, effects in sides:
        for effect in effects:
            if not isinstance(effect, str):
                found.append(Speech(effect, None, effect.id or "an effect this turn", controller))
                continue
            fields = fields_of(effect, state.cards)
            if fields is None:
                raise InputError("unknown card", path="state.effects", found=effect)
            found += [Speech(clause, None, effect, controller) for clause in fields.leaves]
    return found


class Table:
    """The table while a payment is made."""

    __slots__ = (
        "bare",
        "calm",
        "deck",
        "gear",
        "gone",
        "layout",
        "owing",
        "pool",
        "recalled",
        "runes",
        "tapped",
        "used",
        "xp",
    )

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.runes = {domain: [ready, exhausted] for domain, (ready, exhausted) in layout.runes.items()}
        self.pool = dict(layout.pool)
        self.owing: dict[Kind, int] = {}
        """What was spent although it was not in the pool at that moment."""
        self.xp = layout.state.xp
        self.deck = layout.state.deck
        """Cards in the deck; ``None`` when the state does not say, which means enough."""
        self.used: list[tuple[str, int]] = []
        """Adds that were used although nothing of their object is spent on it."""
        self.gone: set[str] = set()
        """Ids of objects that have left where they were."""
        self.tapped: set[str] = set()
        """Ids of objects that the payment has exhausted."""
        self.recalled: set[str] = set()
        """Ids of objects that were recalled in place of dying: they are spent on it, and still on the board."""
        self.bare: dict[str, int] = {}
        """How many buffs each object has spent."""
        self.gear = [0, 0]
        """How many Adds of gear the payment has used, and how many of them for less than they cost."""
        self.calm: set[str] = set()
        """Ids of objects that have given up being Empowered."""

    def kill(self, one: Object) -> None:
        """Kill an object, or let happen what replaces its death (357.2.a)."""
        self.gone.add(one.id)
        if one.instead == "recall":
            self.recalled.add(one.id)

    def ready(self, one: Object) -> bool:
        """Tell whether an object is ready now."""
        return one.ready and one.id not in self.tapped

    def empowered(self, one: Object) -> int:
        """Tell how many times an object is Empowered now."""
        return 0 if one.id in self.calm else int(one.empowered)

    def buffs(self, one: Object) -> int:
        """Count the buffs an object has now."""
        return one.buffs - self.bare.get(one.id, 0)

    def might(self, one: Object) -> int | None:
        """Give the Might of an object now; a buff that was spent no longer counts."""
        return None if one.might is None else one.might - self.bare.get(one.id, 0)
