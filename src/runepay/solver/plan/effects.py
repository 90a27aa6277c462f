"""Effects on "the next" play: which there may be, which plays leave them, use them up, and what they take off."""

from __future__ import annotations

from runepay.model.clauses import Clause, Discount
from runepay.model.guards import NEVER
from runepay.model.objects import fields_of
from runepay.model.reading import Position, play_guard
from runepay.model.turn import Effect
from runepay.model.turncards import LEFT_BY_ABILITY, LEFT_BY_FIRST_CARD, LEFT_BY_PLAYING, USED_UP
from runepay.solver.plan.discounts import takes_energy
from runepay.solver.plan.given import Given


class Effects:
    """Effects that wait for a play, each with its place among ``all``.

    Attributes
    ----------
    all, waiting
        All that there may be, and those that wait at the beginning, as bits.
    leaves, first
        By play: those that it leaves; and those that the first card of the turn leaves, whichever it is.
    eats
        By play: those that it uses up, as bits.
    offs
        How much Energy each takes off, if it does nothing else.
    less
        By play: how much Energy each that it uses up takes off, if all of them do nothing else. Sums for several are
        added when they are asked for.
    """

    def __init__(self, given: Given) -> None:
        self.given = given
        self.all: list[Effect] = [*given.start.once]
        self.waiting = (1 << len(self.all)) - 1
        self.leaves: list[tuple[int, ...]] = []
        for play, card in zip(given.plays, given.cards, strict=True):
            mine: list[int] = []
            added: list[Effect] = [*play.then.next]
            if play.kind == "card" and card.name in LEFT_BY_PLAYING:
                added.append(card.name)
            if play.kind == "ability" and LEFT_BY_ABILITY.get(card.name) == play.ability:
                added.append(card.name)
            for effect in added:
                if effect in play.then.next or effect in USED_UP:
                    self.all.append(effect)
                    mine.append(len(self.all) - 1)
            self.leaves.append(tuple(mine))
        self.first = self._first()
        self.eats = self._eats()
        self.offs = [self._off(effect) for effect in self.all]
        self.less: list[dict[int, int] | None] = []
        for bits in self.eats:
            reached = {1 << number: off for number, off in enumerate(self.offs) if bits >> number & 1}
            sure = {bit: off for bit, off in reached.items() if off is not None}
            self.less.append(sure if len(sure) == len(reached) else None)

    def _first(self) -> tuple[int, ...]:
        """Add what the first card of the turn leaves."""
        if self.given.start.state.facts.stated.get("cards_played", 0):
            return ()
        herons = [
            one
            for one in self.given.objects
            if one.name in LEFT_BY_FIRST_CARD and not one.whose and one.zone == "board" and one.at != "base"
        ]
        places = range(len(self.all), len(self.all) + len(herons))
        self.all.extend(one.name for one in herons)
        return tuple(places)

    def _eats(self) -> list[int]:
        found: list[int] = []
        for play, question in zip(self.given.plays, self.given.now, strict=True):
            bits = 0
            position = Position(self.given.start.state, play, question.card, question.objects, None)
            for place, effect in enumerate(self.all):
                if any(
                    one.on is not None and play_guard(one.on, position, None, 0) != NEVER
                    for one in self.clauses(effect)
                ):
                    bits |= 1 << place
            found.append(bits)
        return found

    def _off(self, effect: Effect) -> int | None:
        clauses = self.clauses(effect)
        if len(clauses) != 1 or not takes_energy(clauses[0]):
            return None
        return clauses[0].energy if isinstance(clauses[0], Discount) else None

    def clauses(self, effect: Effect) -> tuple[Clause, ...]:
        """Give the clauses of an effect."""
        if not isinstance(effect, str):
            return (effect,)
        fields = fields_of(effect, self.given.start.state.cards)
        return fields.leaves if fields is not None else ()
