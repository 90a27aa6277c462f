"""What the plays of a turn cost, moment by moment, priced once for each different thing a cost reads."""

from __future__ import annotations

from collections.abc import Sequence

from runepay.model.freeze import freeze
from runepay.model.objects import share_objects
from runepay.model.reach import undominated
from runepay.model.resources import ENERGY, covers, size
from runepay.model.state import GameState
from runepay.solver.fast.totals import simple_totals
from runepay.solver.plan.adds import Adds
from runepay.solver.plan.counting import Counting
from runepay.solver.plan.effects import Effects
from runepay.solver.plan.given import Given
from runepay.solver.plan.lines import Lines
from runepay.solver.plan.option import Declined, Option
from runepay.solver.plan.reads import NOTHING
from runepay.solver.plan.sight import Sight
from runepay.solver.plan.supply import Supply
from runepay.solver.stopping import ended

Rivals = list[list[tuple[int, bool, bool]]]
"""For each way: others that are no worse apart from Energy, whether they owe fewer pips, and whether they are the one
to be kept of two that are equal."""


class Prices:
    """The ways to make each play, at every moment."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that a cost may hang on
        self,
        given: Given,
        lines: Lines,
        adds: Adds,
        effects: Effects,
        sight: Sight,
        counting: Counting,
        supply: Supply,
    ) -> None:
        self.given = given
        self.lines = lines
        self.adds = adds
        self.effects = effects
        self.sight = sight
        self.counting = counting
        self.supply = supply
        # Asked for at every step of the search.
        self._eats, self._less = effects.eats, effects.less
        self._counted, self._off_at = counting.counted, counting.off_at
        self._facts, self._counts, self._sees = counting.facts, counting.counts, sight.sees
        self._contexts: dict[tuple[tuple[int, ...], int], GameState] = {}
        self._read: dict[tuple[int, ...], tuple[Option, ...]] = {}
        self._cheaper: dict[tuple[tuple[int, ...], int], tuple[Option, ...]] = {}
        self._rivals: dict[int, Rivals] = {}
        # What a play brings is there once it is made: at the moment at which another is priced it may be by chance.
        self._brought = frozenset(key for keys in adds.arrives for key in keys)
        # Where a moment changes nothing but how much Energy is taken off, that says what a play costs.
        self._by_off: list[dict[int, tuple[Option, ...]] | None] = [
            {} if not sees and less is not None and (counted is not None or not facts) else None
            for sees, less, counted, facts in zip(
                sight.sees, effects.less, counting.counted, counting.facts, strict=True
            )
        ]

    def options(self, place: int, mask: int, effects: int, order: tuple[int, ...]) -> tuple[Option, ...]:
        """Give the ways to make a play at a moment, cheapest first; none where it may not be made."""
        eaten = effects & self._eats[place]
        by_off = self._by_off[place]
        off = 0
        # Where the moment itself is asked (see _context), the effects that wait are there already.
        if eaten and not mask & self._sees[place] and (less := self._less[place]) is not None:
            known = less.get(eaten)
            off = _together(less, eaten) if known is None else known
            eaten = 0
        if mask and self._counted[place] is not None:
            off += self._off_at(place, mask)
        if by_off is not None:
            found = by_off.get(off)
            if found is None:
                found = by_off[off] = self._off(place, 0, 0, order, off)
            return found
        if self._counted[place] is not None:
            mask = 0
        seen = self._seen(place, mask, eaten)
        found = self._cheaper.get((seen, off))
        if found is None:
            found = self._cheaper[seen, off] = self._off(place, mask, eaten, order, off)
        return found

    def cheapest(self, place: int, before: int | None = None) -> tuple[Option, ...] | None:
        """Give the ways to make a play when it is cheapest, apart from effects that take off Energy; or that is unsure.

        Where only discounts read the turn, and they only grow, a play is cheapest once all others were made. An effect
        on the next play that takes off Energy is left out of this, as it serves one play only; others all wait for it.
        With ``before``, no more plays than so many come before it.
        """
        if self._sees[place]:
            return None
        if (self.sight.reads[place] != NOTHING or self._eats[place]) and not self.counting.grows[place]:
            return None
        others = ((1 << len(self.given.plays)) - 1) & ~(1 << place)
        by_off = self._by_off[place]
        if before is not None and by_off is not None and self._counted[place] is not None:
            raising = self.counting.raising
            counts = [min((others & raising[at]).bit_count(), before) for at, _ in self.counting.facts[place]]
            off = self.counting.off_after(place, counts)
            if off not in by_off:
                by_off[off] = self._off(place, 0, 0, (), off)
            return by_off[off]
        return self.options(place, others, 0 if self._less[place] is not None else self._eats[place], ())

    def _off(self, place: int, mask: int, eaten: int, order: tuple[int, ...], off: int) -> tuple[Option, ...]:
        """Give the ways to make a play, with so much Energy taken off besides."""
        found = self.read(place, mask, eaten, order)
        # What takes off Energy, and nothing else, comes last of all discounts and stops at nothing (356.4).
        if self.given.goal.wants_to_spend or len(found) < 2:
            return tuple([one.cheaper(off) for one in found]) if off else found
        rivals = self._rivals.get(id(found))
        if rivals is None:
            # What was read is remembered, so that no other is ever where it is.
            rivals = self._rivals[id(found)] = _rivals(found)
        return _useful(found, rivals, off)

    def _seen(self, place: int, mask: int, eaten: int) -> tuple[int, ...]:
        """Give all that a play's cost reads of a moment, as numbers."""
        if facts := self._facts[place]:
            counts = self._counts(mask)
            return (place, mask & self._sees[place], eaten, *[min(counts[at], most) for at, most in facts])
        return place, mask & self._sees[place], eaten

    def read(self, place: int, mask: int, eaten: int, order: tuple[int, ...]) -> tuple[Option, ...]:
        """Give all ways to make a play with these effects on it, priced once for each thing its cost reads."""
        seen = self._seen(place, mask, eaten)
        known = self._read.get(seen)
        if known is None:
            known = self._read[seen] = self._priced(place, mask, eaten, order)
        return known

    def _context(self, place: int, mask: int, effects: int, order: tuple[int, ...]) -> GameState:
        """Give a state in which a play costs what it costs at a moment: all that its cost reads is as it is then."""
        if mask & self._sees[place]:
            return self.given.moment(order).state
        counts = self.counting.counts(mask)
        known = self._contexts.get((counts, effects))
        if known is None:
            start = self.given.start
            lasting = [one for one in start.state.effects if one not in start.once]
            pending = [one for number, one in enumerate(self.effects.all) if effects >> number & 1]
            known = self.counting.state(mask).model_copy(update={"effects": tuple(lasting + pending)})
            # Only facts and effects differ, so that the objects are the same.
            share_objects(start.state, known)
            self._contexts[counts, effects] = known
        return known

    def _same_as_now(self, place: int, mask: int, effects: int) -> bool:
        """Tell whether a play costs at a moment what it costs at the beginning, as all that it reads is the same."""
        if mask & self._sees[place] or effects != self.effects.waiting & self._eats[place]:
            return False
        counts = self._counts(mask)
        return not any(min(counts[at], most) for at, most in self._facts[place])

    def _priced(self, place: int, mask: int, effects: int, order: tuple[int, ...]) -> tuple[Option, ...]:
        ended()
        play, adds = self.given.plays[place], self.adds
        question = self.given.now[place]
        if not self._same_as_now(place, mask, effects):
            question = freeze(self._context(place, mask, effects, order), play, self.given.ruleset)
        keys = adds.note(question)
        self.lines.note(question)
        if question.faults:
            return ()
        later = tuple(key for key in keys if key not in adds.begin and key not in self._brought)
        if not self.supply.flowing and any(
            kind != (ENERGY, "") for key in later for kind, _ in adds.producers[key][0].gives
        ):
            raise Declined("an Add that comes unforeseen")
        found = []
        for owed in simple_totals(question) or undominated(question):
            elections = dict(owed.choices.elections)
            worth = sum(play.worth.get(name, 0) for name, value in elections.items() if value)
            unelected = sum(
                1 for one in question.elections if one.fixed is None and not one.alternate and not elections.get(one.id)
            )
            packed = sum(self.supply.inside[pip] * number for pip, number in owed.pips)
            found.append(
                Option(
                    owed.energy,
                    owed.pips,
                    packed,
                    worth if self.given.mode == "best" else 0,
                    unelected,
                    question.supply.fits,
                    owed,
                    question,
                    later,
                    sum(number for line, number in owed.lines if line.action.do == "discard"),
                    sum(number for line, number in owed.lines if line.action.do != "discard"),
                )
            )
        return tuple(found)


def _together(less: dict[int, int], eaten: int) -> int:
    """Add up what several effects take off, and remember it."""
    off, left = 0, eaten
    while left:
        bit = left & -left
        off += less[bit]
        left ^= bit
    less[eaten] = off
    return off


def _rivals(found: Sequence[Option]) -> Rivals:
    """Give, for each way, those that may make it pointless by all but their Energy, and whether they owe fewer pips."""
    rivals: list[list[tuple[int, bool, bool]]] = []
    for place, one in enumerate(found):
        mine: list[tuple[int, bool, bool]] = []
        for number, other in enumerate(found):
            if number == place or other.worth < one.worth:
                continue
            if other.discards > one.discards or other.acts > one.acts or not covers(other.pips, one.pips):
                continue
            equal = other.pips == one.pips and (other.unelected, number) < (one.unelected, place)
            mine.append((number, size(other.pips) < size(one.pips), equal))
        rivals.append(mine)
    return rivals


def _useful(found: Sequence[Option], rivals: Rivals, off: int) -> tuple[Option, ...]:
    """Leave out ways that another makes pointless, with so much Energy taken off all: dearer, and not worth more."""
    energy = [max(0, one.energy - off) for one in found]
    kept = [
        one.cheaper(off) if off else one
        for one, mine, owed in zip(found, rivals, energy, strict=True)
        if not any(
            energy[number] < owed or (energy[number] == owed and (fewer or equal)) for number, fewer, equal in mine
        )
    ]
    return tuple(sorted(kept, key=lambda one: (one.energy, size(one.pips), -one.worth)))
