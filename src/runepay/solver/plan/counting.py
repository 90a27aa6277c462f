"""Costs that count the cards played: what is counted, and what discounts that count take off at each moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runepay.model.clauses import Clause, Discount
from runepay.model.collect import Standing, reaching
from runepay.model.guards import ALWAYS, NEVER
from runepay.model.reading import Position
from runepay.model.state import Facts, GameState
from runepay.solver.plan.discounts import only_grows, takes_energy
from runepay.solver.plan.effects import Effects
from runepay.solver.plan.given import Given
from runepay.solver.plan.reads import COUNTED, NOTHING, lasting, of_record
from runepay.solver.plan.sight import Sight


class Counting:
    """What is counted of the plays made.

    Attributes
    ----------
    raising
        By counted fact: the plays that raise it, as bits.
    facts
        By play: the facts that its cost reads, by their places, each with the number beyond which it makes no
        difference.
    grows
        By play: whether its cost can only become less as more plays are made.
    counted
        By play: the discounts that count, if nothing else of its cost does and they only take off Energy. The cost at
        any moment is then that of the beginning, less what these take off more (356.4).
    """

    def __init__(self, given: Given, effects: Effects, sight: Sight) -> None:
        self.given = given
        self.raising = _raising(given)
        self.facts: list[tuple[tuple[int, int], ...]] = [
            tuple((COUNTED.index(name), reads.most(name)) for name in sorted(reads.facts)) for reads in sight.reads
        ]
        places = range(len(given.plays))
        self.grows = [
            (sight.reads[place] == NOTHING and not effects.eats[place]) or _grows(given, effects, place)
            for place in places
        ]
        self.counted = [self._counting(place, sight) for place in places]
        self._offs: dict[tuple[int, ...], int] = {}
        self._off_now: dict[int, int] = {}
        self._offs_by: list[dict[int, int]] = [{} for _ in places]

    def _counting(self, place: int, sight: Sight) -> tuple[Standing, ...] | None:  # noqa: PLR0911 - one line a reason
        given = self.given
        question, play = given.now[place], given.plays[place]
        if not sight.reads[place].facts or sight.sees[place] or not self.grows[place] or play.kind != "card":
            return None
        things = (question.card, *question.objects)
        if any(one.when for thing in things for one in thing.keywords):
            return None
        if any(one.when for thing in things if not thing.whose for one in thing.adds):
            return None
        state = given.start.state
        position = Position(state, play, question.card, question.objects, None, ruleset=given.ruleset)
        found = [one for one in reaching(state, play, position, question.card) if of_record(one.clause) != NOTHING]
        clauses = [one.clause for one in found]
        if not all(takes_energy(one, counting=True) for one in clauses):
            return None
        if any(one.on is not None and (one.on.chooses is not None or one.on.chooses_me is not None) for one in clauses):
            return None
        if any(one.guard(position) not in {ALWAYS, NEVER} for one in found):
            return None
        return tuple(found)

    def counts(self, mask: int) -> tuple[int, ...]:
        """Count the cards played by kind, for a set of plays made."""
        return tuple([(mask & plays).bit_count() for plays in self.raising])

    def state(self, mask: int) -> GameState:
        """Give the state before the turn with the plays counted as made."""
        return self._with(dict(zip(COUNTED, self.counts(mask), strict=True)))

    def _with(self, made: Mapping[str, int]) -> GameState:
        state = self.given.start.state
        stated = {**state.facts.stated}
        for name, number in made.items():
            if number:
                stated[name] = stated.get(name, 0) + number
        return state.model_copy(update={"facts": Facts.model_construct(stated=stated)})

    def off_at(self, place: int, mask: int) -> int:
        """Give how much more Energy discounts that count the plays made take off once these were made."""
        facts = self.facts[place]
        if len(facts) != 1:
            return self.off_after(place, [(mask & self.raising[at]).bit_count() for at, _ in facts])
        at, most = facts[0]
        count = min((mask & self.raising[at]).bit_count(), most)
        offs = self._offs_by[place]
        known = offs.get(count)
        if known is None:
            known = offs[count] = self.off_after(place, (count,))
        return known

    def off_after(self, place: int, counts: Sequence[int]) -> int:
        """Give how much more Energy discounts that count the plays made take off after so many.

        Counts are those of ``facts``, in its order.
        """
        key = (place, *[min(count, most) for count, (_, most) in zip(counts, self.facts[place], strict=True)])
        known = self._offs.get(key)
        if known is None:
            made = {COUNTED[at]: count for count, (at, _) in zip(counts, self.facts[place], strict=True)}
            nothing = self._off_now.get(place)
            if nothing is None:
                nothing = self._off_now[place] = self._taken_off(place, {})
            known = self._offs[key] = self._taken_off(place, made) - nothing
        return known

    def _taken_off(self, place: int, made: Mapping[str, int]) -> int:
        given = self.given
        now = given.now[place]
        position = Position(self._with(made), given.plays[place], now.card, now.objects, None, ruleset=given.ruleset)
        return sum(
            one.clause.energy * one.times(position, one.clause.per)
            for one in self.counted[place] or ()
            if isinstance(one.clause, Discount) and one.guard(position) != NEVER
        )


def _raising(given: Given) -> tuple[int, ...]:
    """Work out which plays raise each counted fact, as bits."""
    raising = [0] * len(COUNTED)
    for place, (play, card) in enumerate(zip(given.plays, given.cards, strict=True)):
        if play.kind != "card":
            continue
        gear = "gear" in card.type
        equipment = any(one.keyword == "equip" for one in card.keywords)
        counts = (True, "spell" in card.type, "unit" in card.type, gear, gear and not card.token, equipment)
        for at, raises in enumerate(counts):
            raising[at] |= raises << place
    return tuple(raising)


def _grows(given: Given, effects: Effects, place: int) -> bool:
    """Tell whether everything that reads the turn is a discount that more plays only make larger."""
    question = given.now[place]
    clauses: list[Clause] = [*question.card.clauses]
    for one in given.objects:
        clauses.extend(clause for clause in one.clauses if clause.on is not None)
    clauses.extend(lasting(given.start.state))
    waiting = [one for effect in effects.all for one in effects.clauses(effect)]
    reading = [one for one in clauses if of_record(one) != NOTHING]
    return not any(one.when for one in question.card.keywords) and all(only_grows(one) for one in (*reading, *waiting))
