"""What costs of a turn take besides resources, where which it is was left open: cards of the hand, and objects."""

from __future__ import annotations

from collections.abc import Sequence

from runepay.model.objects import Object
from runepay.model.values import value_of
from runepay.solver.plan.option import Option
from runepay.solver.plan.table import Table


class Spare:
    """What can be spared, and what of it goes: that which is worth least."""

    def __init__(self, table: Table, kept: frozenset[str]) -> None:
        self.table = table
        self.hand = [one for one in table.given.objects if one.zone == "hand" and not one.whose and one.id not in kept]
        self._cards: dict[int, list[Object]] = {}

    def cards(self, mask: int) -> list[Object]:
        """Give the cards of the hand that are neither played nor kept, those first that are worth least."""
        known = self._cards.get(mask)
        if known is None:
            plays = self.table.given.plays
            gone = {play.card for place, play in enumerate(plays) if mask >> place & 1 and play.origin == "hand"}
            known = [one for one in self.hand if one.id not in gone]
            known.sort(key=lambda one: (value_of(one), one.id))
            self._cards[mask] = known
        return known

    def deaths(self, deaths: tuple[int, ...], number: int, mask: int) -> tuple[int, ...] | None:
        """Note so many more objects that costs take; or that there are not enough."""
        acts = self.table.acts
        if acts is None or not acts.enough(len(deaths) + number, mask):
            return None
        return (*deaths, *([mask & acts.mask] * number))

    def discarded(self, order: Sequence[int], options: Sequence[Option]) -> list[Object]:
        """Give the cards that a sequence discards: of those that it does not play, the ones worth least."""
        number = sum(one.discards for one in options)
        return self.cards(sum(1 << place for place in order))[:number] if number else []

    def killed(self, order: Sequence[int], options: Sequence[Option]) -> list[Object]:
        """Give the objects that a sequence kills or exhausts for costs, in order."""
        return [] if self.table.acts is None else self.table.acts.chosen(order, options)

    def taken(self, order: Sequence[int], options: Sequence[Option]) -> dict[str, int]:
        """Count, by criterion, the cards that a sequence discards and the objects that it kills or exhausts."""
        cards, things, acts = self.discarded(order, options), self.killed(order, options), self.table.acts
        lost = sum(value_of(one) for one in cards)
        if acts is not None:
            lost += sum(acts.worth(one) for one in things)
        tapped = len(things) if acts is not None and acts.do == "exhaust" else 0
        return {"losses": lost, "steps": len(cards) + len(things), "tapped": tapped}
