"""What the plays of a turn cost and bring, moment by moment; or that the quick search cannot prove this turn.

Where a cost asks for actions other than discards, and kills or exhausts of one kind, or reads what payments change,
the turn is declined; the general search answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from runepay.model.candidate import Candidate
from runepay.model.clauses import Add, Clause, Condition, Deflect, Discount
from runepay.model.collect import Standing, reaching
from runepay.model.cost import Cost
from runepay.model.errors import InputError
from runepay.model.freeze import freeze
from runepay.model.goals import THRIFTY, Goal
from runepay.model.guards import ALWAYS, NEVER
from runepay.model.objects import Object, compile_objects, fields_of
from runepay.model.pool import units_of
from runepay.model.question import Producer, Question
from runepay.model.reach import undominated
from runepay.model.reading import Position, play_guard
from runepay.model.resources import ANY, ENERGY, UNIVERSAL, covers, reach, size
from runepay.model.rulebook import Ruleset
from runepay.model.state import Facts, GameState, Play
from runepay.model.turn import Effect, Turn, unpaid
from runepay.model.turncards import (
    ENTERS_EXHAUSTED,
    ENTERS_READY,
    LEFT_BY_ABILITY,
    LEFT_BY_FIRST_CARD,
    LEFT_BY_PLAYING,
    USED_UP,
)
from runepay.solver.fast.totals import simple_totals
from runepay.solver.formulation.classes import all_lines
from runepay.solver.plan.acts import Acts, Kind, kind_of, same_for_all
from runepay.solver.plan.flows import lanes
from runepay.solver.plan.measure import Start
from runepay.solver.plan.option import Declined, Key, Option
from runepay.solver.plan.reads import COUNTED, NOTHING, Reads, lasting, of_play, of_record
from runepay.solver.stopping import ended

MOST: Final = 24
"""Candidates beyond which the quick search declines."""


def _may_cease(when: Condition) -> bool:
    """Tell whether a condition on what was counted may stop to hold as more is counted."""
    inner = (*when.any_of, *when.all_of)
    return when.at_most is not None or when.negate is not None or any(_may_cease(one) for one in inner)


def _grows(one: Discount) -> bool:
    """Tell whether a discount grows with what it counts."""
    return one.per is None or (one.per.times >= 0 and one.per.exactly is None)


def _takes_energy(one: Clause, *, counting: bool = False) -> bool:
    """Tell whether a clause takes off Energy of the total alone, without a minimum.

    Unless it may be ``counting``, it takes off as much whatever else is so, from every play in its scope.
    """
    if not isinstance(one, Discount) or one.component is not None or one.printed_cost_of is not None:
        return False
    if one.any or one.power or one.minimum or one.either or one.energy_cost:
        return False
    if counting:
        return one.per is None or one.per.count == "fact"
    scope = one.on
    return (
        one.per is None
        and not one.when
        and scope is not None
        and scope.chooses is None
        and scope.chooses_me is None
        and not scope.keyword
        and scope.of is None
    )


class Table:
    """What the plays of a turn cost, moment by moment, priced once for each different thing a cost reads."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of one turn
        self,
        start: Turn,
        plays: Sequence[Candidate],
        ruleset: Ruleset,
        mode: str,
        goal: Goal,
        asked: Sequence[Question | None] = (),
    ) -> None:
        self.start = start
        self.plays = tuple(plays)
        self.ruleset = ruleset
        self.mode = mode
        self.goal = goal
        if len(self.plays) > MOST:
            raise Declined("too many plays")
        self.now: list[Question] = []
        for place, play in enumerate(self.plays):
            ended()
            if asked and (known := asked[place]) is not None:
                self.now.append(known)
                continue
            try:
                self.now.append(freeze(start.state, play, ruleset))
            except InputError as error:
                raise Declined(str(error)) from None
        self.objects = compile_objects(start.state, ruleset)
        self.cards = [one.card for one in self.now]
        self.begin_keys: dict[Key, Producer] = {}
        self.producers: dict[Key, tuple[Producer, Object]] = {}
        self._moments: dict[tuple[int, ...], Turn] = {(): start}
        self._contexts: dict[tuple[tuple[int, ...], int], GameState] = {}
        self._options: dict[tuple[int, ...], tuple[Option, ...]] = {}
        self._cheaper: dict[tuple[tuple[int, ...], int], tuple[Option, ...]] = {}
        self.later_power = False
        self.discarding = False
        self.kinds: set[Kind] = set()
        self._check()
        self._raising()
        self._effects()
        self._bits()
        self._less()
        self._amounts()
        self._seals()
        self.acts: Acts | None = None
        if self.kinds:
            self.acts = Acts(self, next(iter(self.kinds)))
            if self.acts.reason:
                raise Declined(self.acts.reason)
            if self.acts.comes:
                self.ordered = self.dynamic = True

    # ------------------------------------------------------------ what can be proven

    def _check(self) -> None:
        """Decline what the quick search cannot prove."""
        for play, question in zip(self.plays, self.now, strict=True):
            if question.declined or play.kind in {"trigger", "applied"}:
                raise Declined("a payment that may be declined")
            if play.kind == "ability" and play.ability in {"equip", "empower"}:
                raise Declined("an ability that changes its object")
            then = play.then
            if then.model_fields_set - {"effects", "next", "facts", "pool"} or play.before:
                raise Declined("an effect that changes the board")
            if question.ambush is not None:
                raise Declined("Ambush")
            self._no_lines(question)
            self._note(question)
        self.begin_keys = {key: one for key, (one, _) in self.producers.items()}
        by_object: dict[str, int] = {}
        for key, (producer, thing) in self.producers.items():
            by_object[key[0]] = by_object.get(key[0], 0) + 1
            self._plain(producer, thing)
        if any(number > 1 for number in by_object.values()):
            raise Declined("an object with several Adds")
        chosen = {one.object for play in self.plays for one in play.targets or ()}
        names = {thing.name for _, thing in self.producers.values()}
        if chosen & (by_object.keys() | names):
            raise Declined("an Add's object is a target")

    def _no_lines(self, question: Question) -> None:
        """Decline costs with actions, apart from discards of whatever card, and kills or exhausts of one kind."""
        hand = {index for index, one in enumerate(question.objects) if one.zone == "hand" and not one.whose}
        for line in all_lines(question):
            plain = not (line.only or line.after or line.action.itself)
            if plain and line.action.do == "discard" and set(line.eligible) == hand:
                self.discarding = True
            elif same_for_all(question, line):
                self.kinds.add(kind_of(line))
            else:
                raise Declined("a cost with actions")
        if len(self.kinds) > 1:
            raise Declined("costs with actions of several kinds")

    def _plain(self, producer: Producer, thing: Object) -> None:
        if producer.nested or producer.repeats or producer.copied:
            raise Declined("an Add with a cost of its own")
        if any(of_record(when) != NOTHING and _may_cease(when) for when in thing.adds[producer.ability].when):
            raise Declined("an Add that may cease to be there")

    def _note(self, question: Question) -> tuple[Key, ...]:
        """Note the Adds of a question, and give their names."""
        keys: list[Key] = []
        for one in question.supply.producers:
            thing = question.objects[one.object]
            key = (thing.id, one.ability, one.copied)
            keys.append(key)
            if key not in self.producers:
                if self._options or self.begin_keys:
                    self._plain(one, thing)
                self.producers[key] = (one, thing)
        return tuple(keys)

    def _effects(self) -> None:
        """Work out which effects on "the next" play there may be, and which plays use them up."""
        self.effects: list[Effect] = [*self.start.once]
        self.leaves: list[tuple[int, ...]] = []
        lasting = False
        for play, card in zip(self.plays, self.cards, strict=True):
            mine: list[int] = []
            added: list[Effect] = [*play.then.next]
            if play.kind == "card" and card.name in LEFT_BY_PLAYING:
                added.append(card.name)
            if play.kind == "ability" and LEFT_BY_ABILITY.get(card.name) == play.ability:
                added.append(card.name)
            lasting = lasting or bool(play.then.effects)
            for effect in added:
                if effect in play.then.next or effect in USED_UP:
                    self.effects.append(effect)
                    mine.append(len(self.effects) - 1)
                else:
                    lasting = True
            self.leaves.append(tuple(mine))
        self.first: tuple[int, ...] = ()
        if not self.start.state.facts.stated.get("cards_played", 0):
            herons = [
                one
                for one in self.objects
                if one.name in LEFT_BY_FIRST_CARD and not one.whose and one.zone == "board" and one.at != "base"
            ]
            places = range(len(self.effects), len(self.effects) + len(herons))
            self.effects.extend(one.name for one in herons)
            self.first = tuple(places)
        self.lasting = lasting
        self.eats: list[int] = []
        for play, question in zip(self.plays, self.now, strict=True):
            bits = 0
            position = Position(self.start.state, play, question.card, question.objects, None)
            for place, effect in enumerate(self.effects):
                if any(
                    one.on is not None and play_guard(one.on, position, None, 0) != NEVER for one in self._left(effect)
                ):
                    bits |= 1 << place
            self.eats.append(bits)

    def _left(self, effect: Effect) -> tuple[Clause, ...]:
        """Give the clauses of an effect."""
        if not isinstance(effect, str):
            return (effect,)
        fields = fields_of(effect, self.start.state.cards)
        return fields.leaves if fields is not None else ()

    def _bits(self) -> None:  # noqa: C901, PLR0912 - one pass over the plays
        """Work out what the cost of each play reads, as bits of the plays made."""
        comers = [
            card
            for play, card in zip(self.plays, self.cards, strict=True)
            if play.kind == "card" and {"unit", "gear"} & set(card.type)
        ]
        auras = 0
        self.arrives: list[tuple[Key, ...]] = [()] * len(self.plays)
        for place, (play, card) in enumerate(zip(self.plays, self.cards, strict=True)):
            permanent = play.kind == "card" and {"unit", "gear"} & set(card.type)
            if permanent and any(one.on is not None or isinstance(one, Deflect) for one in card.clauses):
                auras |= 1 << place
            adds = self._printed_adds(play, card) if permanent else ()
            if adds:
                if "unit" in card.type and card.name not in ENTERS_READY and play.enters is None:
                    if any(one.keyword == "accelerate" for one in self.now[place].components):
                        raise Declined("a unit with an Add that may enter ready")
                    continue
                if play.enters == "exhausted" or (play.enters is None and card.name in ENTERS_EXHAUSTED):
                    continue
                self._float(adds)
                if any(add.when or add.purpose for add in adds):
                    auras |= 1 << place
                else:
                    self.arrives[place] = self._arriving(place)
            if (
                play.then.effects
                or play.then.facts.stated
                or (play.kind == "card" and card.name in LEFT_BY_PLAYING and card.name not in USED_UP)
            ):
                auras |= 1 << place
        for thing in self.objects:
            if not thing.whose and thing.zone in {"board", "legend"}:
                self._float(add for add in thing.adds if add.when)
        kills = any(one.kill for one, _ in self.producers.values())
        self.reads: list[Reads] = []
        self.sees: list[int] = []
        full = (1 << len(self.plays)) - 1
        for place, question in enumerate(self.now):
            reads = of_play(question, self.start.state, [one for one in comers if one is not self.cards[place]])
            for effect in self.effects:
                for clause in self._left(effect):
                    reads |= of_record(clause)
            if reads.paid or (reads.ready and self.producers) or (reads.board and kills):
                raise Declined("a cost that reads what payments change")
            if self.discarding and reads.whole:
                raise Declined("a cost that may read the hand or the trash, beside discards")
            self.reads.append(reads)
            self.sees.append(full if reads.whole else auras)
        self.dynamic = bool(self.effects or auras or any(self.arrives)) or any(reads != NOTHING for reads in self.reads)
        self.dynamic = self.dynamic or any(play.then.model_fields_set for play in self.plays)

    def _printed_adds(self, play: Candidate, card: Object) -> tuple[Add, ...]:
        thing = next((one for one in self.objects if one.zone == play.origin and play.card in (one.id, one.name)), None)
        if thing is not None:
            return thing.adds
        fields = fields_of(card.name, self.start.state.cards)
        return play.adds if "adds" in play.model_fields_set or fields is None else fields.adds

    def _arriving(self, place: int) -> tuple[Key, ...]:
        """Give the Adds that a permanent brings, by making it alone."""
        after = self.moment((place,)).state
        probe = Play(kind="effect", cost=Cost(energy=1, power=(ANY,)))
        question = freeze(after, probe, self.ruleset)
        new = {one.id for one in question.objects} - {one.id for one in self.objects if one.zone == "board"}
        keys: list[Key] = []
        for one in question.supply.producers:
            thing = question.objects[one.object]
            if thing.id in new or thing.id == self.plays[place].card:
                self._plain(one, thing)
                key = (thing.id, one.ability, one.copied)
                self.producers[key] = (one, thing)
                keys.append(key)
        if len(keys) > 1:
            raise Declined("an object with several Adds")
        return tuple(keys)

    def _float(self, adds: Iterable[Add]) -> None:
        """Note that Adds come later; only plain Energy leaves the lanes exact."""
        for add in adds:
            if add.gives.power or add.purpose:
                self.later_power = True

    def _less(self) -> None:
        """Work out which effects on the next play only take off Energy from a play, and how much."""
        self.facts: list[tuple[tuple[int, int], ...]] = [
            tuple((COUNTED.index(name), reads.most(name)) for name in sorted(reads.facts)) for reads in self.reads
        ]
        offs: list[int | None] = []
        for effect in self.effects:
            clauses = [one for one in self._left(effect) if one.on is not None]
            plain = all(_takes_energy(one) for one in clauses) and len(clauses) == len(self._left(effect)) == 1
            offs.append(sum(one.energy for one in clauses if isinstance(one, Discount)) if plain else None)
        self.offs = offs
        self.less: list[dict[int, int] | None] = []
        for bits in self.eats:
            reached = {1 << number: off for number, off in enumerate(offs) if bits >> number & 1}
            sure = {bit: off for bit, off in reached.items() if off is not None}
            self.less.append(sure if len(sure) == len(reached) else None)
        self.grows = [
            (self.reads[place] == NOTHING and not self.eats[place]) or self._only_grows(place)
            for place in range(len(self.plays))
        ]
        self._offs: dict[tuple[int, ...], int] = {}
        self._off_now: dict[int, int] = {}
        self._offs_by: list[dict[int, int]] = [{} for _ in self.plays]
        self.counted = [self._counting(place) for place in range(len(self.plays))]
        # Where a moment changes nothing but how much Energy is taken off, that says what a play costs.
        self._by_off: list[dict[int, tuple[Option, ...]] | None] = [
            {} if not sees and less is not None and (counted is not None or not facts) else None
            for sees, less, counted, facts in zip(self.sees, self.less, self.counted, self.facts, strict=True)
        ]

    def _counting(self, place: int) -> tuple[Standing, ...] | None:  # noqa: PLR0911 - one line a reason
        """Give the discounts that count the plays made, if nothing else of a cost does and they only take off Energy.

        The cost at any moment is then that of the beginning, less what these take off more (356.4).
        """
        reads, question, play = self.reads[place], self.now[place], self.plays[place]
        if not reads.facts or self.sees[place] or not self.grows[place] or play.kind != "card":
            return None
        things = (question.card, *question.objects)
        if any(one.when for thing in things for one in thing.keywords):
            return None
        if any(one.when for thing in things if not thing.whose for one in thing.adds):
            return None
        state = self.start.state
        position = Position(state, play, question.card, question.objects, None, ruleset=self.ruleset)
        found = [one for one in reaching(state, play, position, question.card) if of_record(one.clause) != NOTHING]
        clauses = [one.clause for one in found]
        if not all(_takes_energy(one, counting=True) for one in clauses):
            return None
        if any(one.on is not None and (one.on.chooses is not None or one.on.chooses_me is not None) for one in clauses):
            return None
        if any(one.guard(position) not in {ALWAYS, NEVER} for one in found):
            return None
        return tuple(found)

    def _amounts(self) -> None:
        """Work out what is there from the beginning."""
        state = self.start.state
        self.begin = Start.of(state)
        counted = sum(sum(one) for one in self.begin.runes.values()) + sum(self.begin.pool.values())
        counted += sum(number for one, _ in self.producers.values() for _, number in one.gives)
        counted += sum(size(one.pips) + 8 for one in self.now) + 64
        if counted > 1 << 20:
            raise Declined("counts far beyond a game")
        self.width = max(8, counted.bit_length() + 2)
        self.meet, self.inside, self.guard = lanes(self.width)
        self.tagged = any(kind[1] for kind in self.begin.pool) or any(
            tag for one, _ in self.producers.values() for (_, tag), _ in one.gives
        )
        self.flowing = self.tagged or self.later_power
        self.granting = False
        for play in self.plays:
            for kind in units_of(play.then.pool):
                self.granting = self.granting or kind[0] != ENERGY or bool(kind[1])
        self.flowing = self.flowing or self.granting
        supply, energy = self.guard, 0
        for domain, (ready, exhausted) in self.begin.runes.items():
            supply += self.meet[reach(domain)] * (ready + exhausted)
            energy += ready
        units = [*self.begin.pool.items()]
        units += [one for producer in self.begin_keys.values() for one in producer.gives]
        for (what, _), number in units:
            if what == ENERGY:
                energy += number
            else:
                supply += self.meet[reach(what)] * number
        self.supply, self.energy = supply, energy

    def _seals(self) -> None:
        """Find the plays that may be made before all others, and so leave the lanes exact though they give Power.

        Such a play (a Seal) owes one pip of a domain and no Energy, and what comes gives that Power. Made first it
        costs the same, uses up no effect on the next play, and counts for whatever grows with plays made; nothing
        else of the turn then costs more. Its pip is best paid by its own domain, which it gives back; only where
        that is not there a Universal unit goes.
        """
        self.seals = 0
        self.ordered = self.dynamic
        if self.tagged or not self.later_power or self.granting or self.first or any(self.sees):
            return
        if not all(self.grows) or self.goal.criteria != THRIFTY:
            return
        if any(add.when and add.gives.power for one in self.objects if not one.whose for add in one.adds):
            return
        now = table_effects(self)
        domains: dict[int, str] = {}
        for place, keys in enumerate(self.arrives):
            gives = [one for key in keys for one in self.producers[key][0].gives]
            if all(kind == (ENERGY, "") for kind, _ in gives):
                continue
            ((what, _), number), *more = gives
            found = self._read(place, 0, 0, ())
            if (
                more
                or number != 1
                or self.plays[place].then.model_fields_set
                or self.leaves[place]
                or self.reads[place] != NOTHING
                or self.less[place] is None
                or now & self.eats[place]
                or len(found) != 1
                or (found[0].energy, found[0].pips, found[0].discards + found[0].acts)
                != (0, ((reach(what), 1),), 0)
                or reach(what).bit_count() != 1
            ):
                return
            domains[place] = what
        own = {domain for domain, runes in self.begin.runes.items() if sum(runes)}
        units = [*self.begin.pool.items(), *(one for made in self.begin_keys.values() for one in made.gives)]
        own |= {kind[0] for kind, number in units if number}
        universal = sum(number for kind, number in units if kind[0] == UNIVERSAL)
        self.seal_domains = domains
        self.seals = sum(1 << place for place in domains)
        self.ordered = bool(self.effects) or any(reads != NOTHING for reads in self.reads)
        self.ordered = self.ordered or any(play.then.model_fields_set for play in self.plays)
        self.ordered = self.ordered or any(keys and place not in domains for place, keys in enumerate(self.arrives))
        self.flowing = False
        self._supplies: dict[int, int | None] = {}
        self._own, self._universal = own, universal

    def supply_with(self, mask: int) -> int | None:
        """Give the lanes of what there is once the Seals among these plays were made, or nothing if they cannot be."""
        made = mask & self.seals
        known = self._supplies.get(made)
        if made not in self._supplies:
            domains = [what for place, what in self.seal_domains.items() if made >> place & 1]
            known = self.supply + sum(self.meet[reach(what)] for what in domains)
            bare = {what for what in domains if what not in self._own}
            known += sum(self.meet[reach(what)] - self.meet[reach(UNIVERSAL)] for what in bare)
            if len(bare) > self._universal:
                known = None
            self._supplies[made] = known
        return known

    def payable(self, option: Option) -> bool:
        """Tell whether there can ever be the Power that a way owes; true where that is not known by the lanes."""
        if self.flowing:
            return True
        supply = self.supply_with(self.seals) if self.seals else self.supply
        return supply is None or (supply - option.packed) & self.guard == self.guard

    # ------------------------------------------------------------ what a play costs

    def counts(self, mask: int) -> tuple[int, ...]:
        """Count the cards played by kind, for a set of plays made."""
        return tuple([(mask & plays).bit_count() for plays in self.raising])

    def _raising(self) -> None:
        """Work out which plays raise each counted fact, as bits."""
        raising = [0] * len(COUNTED)
        for place, (play, card) in enumerate(zip(self.plays, self.cards, strict=True)):
            if play.kind != "card":
                continue
            gear = "gear" in card.type
            equipment = any(one.keyword == "equip" for one in card.keywords)
            counts = (True, "spell" in card.type, "unit" in card.type, gear, gear and not card.token, equipment)
            for at, raises in enumerate(counts):
                raising[at] |= raises << place
        self.raising = tuple(raising)

    def moment(self, order: tuple[int, ...]) -> Turn:
        """Give the moment after plays were made, without what they cost."""
        known = self._moments.get(order)
        if known is None:
            before = self.moment(order[:-1])
            play = self.plays[order[-1]]
            question = freeze(before.state, play, self.ruleset)
            known = unpaid(before, play, question)
            self._moments[order] = known
        return known

    def energy_of(self, adds: Iterable[Key]) -> int:
        """Give the Energy that Adds give."""
        return sum(n for key in adds for kind, n in self.producers[key][0].gives if kind[0] == ENERGY)

    def options(self, place: int, mask: int, effects: int, order: tuple[int, ...]) -> tuple[Option, ...]:
        """Give the ways to make a play at a moment, cheapest first; none where it may not be made."""
        eaten = effects & self.eats[place]
        by_off = self._by_off[place]
        off = 0
        if eaten and (less := self.less[place]) is not None:
            known = less.get(eaten)
            off = self._less_for(less, eaten) if known is None else known
            eaten = 0
        if mask and self.counted[place] is not None:
            off += self._counted_at(place, mask)
        if by_off is not None:
            found = by_off.get(off)
            if found is None:
                found = by_off[off] = self._off(place, 0, 0, order, off)
            return found
        if self.counted[place] is not None:
            mask = 0
        seen = self._seen(place, mask, eaten)
        found = self._cheaper.get((seen, off))
        if found is None:
            found = self._cheaper[seen, off] = self._off(place, mask, eaten, order, off)
        return found

    def _off(self, place: int, mask: int, eaten: int, order: tuple[int, ...], off: int) -> tuple[Option, ...]:
        """Give the ways to make a play, with so much Energy taken off besides."""
        found = self._read(place, mask, eaten, order)
        if off:
            # What takes off Energy, and nothing else, comes last of all discounts and stops at nothing (356.4).
            found = tuple([one.cheaper(off) for one in found])
        return tuple(self._useful(found))

    @staticmethod
    def _less_for(less: dict[int, int], eaten: int) -> int:
        """Add up what several effects take off."""
        off, left = 0, eaten
        while left:
            bit = left & -left
            off += less[bit]
            left ^= bit
        less[eaten] = off
        return off

    def _counted_at(self, place: int, mask: int) -> int:
        """Give how much more Energy discounts that count the plays made take off once these were made."""
        facts = self.facts[place]
        if len(facts) != 1:
            return self._counted_off(place, [(mask & self.raising[at]).bit_count() for at, _ in facts])
        at, most = facts[0]
        count = min((mask & self.raising[at]).bit_count(), most)
        offs = self._offs_by[place]
        known = offs.get(count)
        if known is None:
            known = offs[count] = self._counted_off(place, (count,))
        return known

    def _counted_off(self, place: int, counts: Sequence[int]) -> int:
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
        now = self.now[place]
        state = self._facts_with(made)
        position = Position(state, self.plays[place], now.card, now.objects, None, ruleset=self.ruleset)
        return sum(
            one.clause.energy * one.times(position, one.clause.per)
            for one in self.counted[place] or ()
            if isinstance(one.clause, Discount) and one.guard(position) != NEVER
        )

    def _facts_at(self, mask: int) -> GameState:
        """Give the state before the turn with the plays counted as made."""
        return self._facts_with(dict(zip(COUNTED, self.counts(mask), strict=True)))

    def _facts_with(self, made: Mapping[str, int]) -> GameState:
        state = self.start.state
        stated = {**state.facts.stated}
        for name, number in made.items():
            if number:
                stated[name] = stated.get(name, 0) + number
        return state.model_copy(update={"facts": Facts.model_construct(stated=stated)})

    def _seen(self, place: int, mask: int, eaten: int) -> tuple[int, ...]:
        """Give all that a play's cost reads of a moment, as numbers."""
        if facts := self.facts[place]:
            counts = self.counts(mask)
            return (place, mask & self.sees[place], eaten, *[min(counts[at], most) for at, most in facts])
        return place, mask & self.sees[place], eaten

    def _read(self, place: int, mask: int, eaten: int, order: tuple[int, ...]) -> tuple[Option, ...]:
        """Give all ways to make a play with these effects on it, priced once for each thing its cost reads."""
        seen = self._seen(place, mask, eaten)
        known = self._options.get(seen)
        if known is None:
            known = self._options[seen] = self._priced(place, mask, eaten, order)
        return known

    def _context(self, place: int, mask: int, effects: int, order: tuple[int, ...]) -> GameState:
        """Give a state in which a play costs what it costs at a moment: all that its cost reads is as it is then."""
        if mask & self.sees[place]:
            return self.moment(order).state
        counts = self.counts(mask)
        known = self._contexts.get((counts, effects))
        if known is None:
            state = self.start.state
            lasting = [one for one in state.effects if one not in self.start.once]
            pending = [one for number, one in enumerate(self.effects) if effects >> number & 1]
            known = self._facts_at(mask).model_copy(update={"effects": tuple(lasting + pending)})
            # Only facts and effects differ, so that the objects are the same.
            known.compiled.update(state.compiled)
            self._contexts[counts, effects] = known
        return known

    def _same_as_now(self, place: int, mask: int, effects: int) -> bool:
        """Tell whether a play costs at a moment what it costs at the beginning, as all that it reads is the same."""
        if mask & self.sees[place] or effects != table_effects(self) & self.eats[place]:
            return False
        counts = self.counts(mask)
        return not any(min(counts[at], most) for at, most in self.facts[place])

    def _priced(self, place: int, mask: int, effects: int, order: tuple[int, ...]) -> tuple[Option, ...]:
        ended()
        play = self.plays[place]
        question = self.now[place]
        if not self._same_as_now(place, mask, effects):
            question = freeze(self._context(place, mask, effects, order), play, self.ruleset)
        keys = self._note(question)
        self._no_lines(question)
        if question.faults:
            return ()
        later = tuple(key for key in keys if key not in self.begin_keys)
        if not self.flowing and any(kind != (ENERGY, "") for key in later for kind, _ in self.producers[key][0].gives):
            raise Declined("an Add that comes unforeseen")
        found = []
        for owed in simple_totals(question) or undominated(question):
            elections = dict(owed.choices.elections)
            worth = sum(play.worth.get(name, 0) for name, value in elections.items() if value)
            unelected = sum(
                1 for one in question.elections if one.fixed is None and not one.alternate and not elections.get(one.id)
            )
            packed = sum(self.inside[mask] * number for mask, number in owed.pips)
            found.append(
                Option(
                    owed.energy,
                    owed.pips,
                    packed,
                    worth if self.mode == "best" else 0,
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

    def cheapest(self, place: int, before: int | None = None) -> tuple[Option, ...] | None:
        """Give the ways to make a play when it is cheapest, apart from effects that take off Energy; or that is unsure.

        Where only discounts read the turn, and they only grow, a play is cheapest once all others were made. An effect
        on the next play that takes off Energy is left out of this, as it serves one play only; others all wait for it.
        With ``before``, no more plays than so many come before it.
        """
        if self.sees[place]:
            return None
        if (self.reads[place] != NOTHING or self.eats[place]) and not self.grows[place]:
            return None
        others = ((1 << len(self.plays)) - 1) & ~(1 << place)
        by_off = self._by_off[place]
        if before is not None and by_off is not None and self.counted[place] is not None:
            counts = [min((others & self.raising[at]).bit_count(), before) for at, _ in self.facts[place]]
            off = self._counted_off(place, counts)
            if off not in by_off:
                by_off[off] = self._off(place, 0, 0, (), off)
            return by_off[off]
        return self.options(place, others, 0 if self.less[place] is not None else self.eats[place], ())

    def _only_grows(self, place: int) -> bool:
        """Tell whether everything that reads the turn is a discount that more plays only make larger."""
        question = self.now[place]
        clauses: list[Clause] = [*question.card.clauses]
        for one in self.objects:
            clauses.extend(clause for clause in one.clauses if clause.on is not None)
        clauses.extend(lasting(self.start.state))
        for effect in self.effects:
            clauses.extend(self._left(effect))
        reading = [one for one in clauses if of_record(one) != NOTHING]
        waiting = [one for effect in self.effects for one in self._left(effect)]
        if any(one.when for one in question.card.keywords):
            return False
        return all(
            isinstance(one, Discount) and not any(_may_cease(when) for when in one.when) and _grows(one)
            for one in (*reading, *waiting)
        )

    def _useful(self, found: Sequence[Option]) -> Sequence[Option]:
        """Leave out ways that another makes pointless whatever the goal: dearer, and not worth more."""
        if self.goal.wants_to_spend:
            return found
        kept: list[Option] = []
        for place, one in enumerate(found):
            beaten = False
            for number, other in enumerate(found):
                if number == place or other.worth < one.worth or other.energy > one.energy:
                    continue
                if other.discards > one.discards or other.acts > one.acts:
                    continue
                if not covers(other.pips, one.pips):
                    continue
                equal = (other.energy, other.pips) == (one.energy, one.pips)
                strictly = other.energy < one.energy or size(other.pips) < size(one.pips)
                if strictly or (equal and (other.unelected, number) < (one.unelected, place)):
                    beaten = True
                    break
            if not beaten:
                kept.append(one)
        return sorted(kept, key=lambda one: (one.energy, size(one.pips), -one.worth))


def table_effects(table: Table) -> int:
    """Give the effects on "the next" play that are there at the beginning, as bits."""
    return (1 << len(table.start.once)) - 1
