"""The quick search over plays: payments are left open while plays are chosen, and made once at the end.

Within a turn Energy and Power float, so a sequence of plays is payable, step by step, exactly when all that it owes is
payable together from what is there in time. The search therefore goes over plays and their elections only; a node
holds the plays made, what they owe together, and the effects that the next play would use up. Without arrivals that
give Power, and without restricted resources, payable means that no lane of one large integer falls below nothing;
otherwise it is a transport problem. :mod:`runepay.solver.plan.commit` then finds the best payments of the few
sequences that are worth most.

Cards to be discarded are left open as well: at the end those go that are not played and are worth least. Where a cost
asks for other actions, or reads what payments change, this search declines; the general one answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Final

from runepay.model.candidate import Candidate
from runepay.model.clauses import Add, Clause, Condition, Deflect, Discount
from runepay.model.cost import Cost
from runepay.model.errors import InputError
from runepay.model.freeze import freeze
from runepay.model.goals import THRIFTY, Goal
from runepay.model.guards import NEVER
from runepay.model.objects import Object, compile_objects, fields_of
from runepay.model.owed import Owed
from runepay.model.payment import Kind
from runepay.model.pool import whole_pool
from runepay.model.question import Producer, Question
from runepay.model.reach import undominated
from runepay.model.reading import Position, play_guard
from runepay.model.resources import ANY, DOMAINS, ENERGY, Tally, add_tallies, covers, reach, size
from runepay.model.rulebook import Ruleset
from runepay.model.state import Facts, GameState, Play
from runepay.model.turn import Effect, Turn, begin, printed_value, unpaid
from runepay.model.turncards import (
    ENTERS_EXHAUSTED,
    ENTERS_READY,
    LEFT_BY_ABILITY,
    LEFT_BY_FIRST_CARD,
    LEFT_BY_PLAYING,
    USED_UP,
)
from runepay.model.values import value_of
from runepay.solver.fast.greedy import Plan, Way, provable
from runepay.solver.fast.lane import spent_of, used
from runepay.solver.fast.lanes import MOST as MOST_PIPS
from runepay.solver.fast.stock import stock
from runepay.solver.fast.totals import simple_totals
from runepay.solver.formulation.classes import all_lines
from runepay.solver.plan.commit import Committed, Demand, Source, Wish, commit
from runepay.solver.plan.flows import lanes, served
from runepay.solver.plan.measure import Start
from runepay.solver.plan.reads import COUNTED, NOTHING, Reads, lasting, of_play, of_record
from runepay.solver.stopping import stopped

Key = tuple[str, int, str]
"""An Add: its object, and which of its abilities."""

MOST: Final = 24
"""Candidates beyond which the quick search declines."""


class Declined(Exception):  # noqa: N818 - a signal inside the solver, not an error
    """The quick search cannot prove this turn; the message says why."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to make a play at a moment: a total and its elections."""

    energy: int
    pips: Tally
    packed: int
    worth: int
    unelected: int
    fits: frozenset[str]
    owed: Owed
    question: Question
    adds: tuple[Key, ...]
    """Adds that are there by now, beyond those of the beginning."""
    discards: int = 0
    """Cards of the hand, whichever, that it discards."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished sequence of plays: candidates in order, each with its option."""

    order: tuple[int, ...]
    options: tuple[Option, ...]
    value: int


@dataclass(slots=True)
class Found:
    """What the quick search found."""

    best: Finished | None = None
    value: int = 0
    values: tuple[int, ...] = ()
    committed: Committed | None = None
    complete: bool = True
    bound: int = 0
    nodes: int = 0
    demands: list[Demand] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    places: tuple[int, ...] = ()


def effective(candidate: Candidate, card: Object, mode: str) -> int:
    """Give what making a play is worth in this mode."""
    if mode == "all":
        return 0
    if mode == "most":
        return 1
    return printed_value(card, candidate.kind) if candidate.value is None else candidate.value


def _may_cease(when: Condition) -> bool:
    """Tell whether a condition on what was counted may stop to hold as more is counted."""
    inner = (*when.any_of, *when.all_of)
    return when.at_most is not None or when.negate is not None or any(_may_cease(one) for one in inner)


def _grows(one: Discount) -> bool:
    """Tell whether a discount grows with what it counts."""
    return one.per is None or (one.per.times >= 0 and one.per.exactly is None)


class Table:
    """What the plays of a turn cost, moment by moment, priced once for each different thing a cost reads."""

    def __init__(self, start: Turn, plays: Sequence[Candidate], ruleset: Ruleset, mode: str, goal: Goal) -> None:
        self.start = start
        self.plays = tuple(plays)
        self.ruleset = ruleset
        self.mode = mode
        self.goal = goal
        if len(self.plays) > MOST:
            raise Declined("too many plays")
        self.now: list[Question] = []
        for play in self.plays:
            try:
                self.now.append(freeze(start.state, play, ruleset))
            except InputError as error:
                raise Declined(str(error)) from None
        self.objects = compile_objects(start.state, ruleset)
        self.cards = [one.card for one in self.now]
        self.begin_keys: dict[Key, Producer] = {}
        self.producers: dict[Key, tuple[Producer, Object]] = {}
        self._moments: dict[tuple[int, ...], Turn] = {(): start}
        self._counts: dict[int, tuple[int, ...]] = {}
        self._contexts: dict[tuple[tuple[int, ...], int], GameState] = {}
        self._options: dict[tuple[object, ...], tuple[Option, ...]] = {}
        self.later_power = False
        self.discarding = False
        self._check()
        self._effects()
        self._bits()
        self._amounts()

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
        """Decline costs with actions, apart from discards of whatever card of the hand."""
        hand = {index for index, one in enumerate(question.objects) if one.zone == "hand" and not one.whose}
        for line in all_lines(question):
            plain = not (line.only or line.after or line.action.itself)
            if not (plain and line.action.do == "discard" and set(line.eligible) == hand):
                raise Declined("a cost with actions")
            self.discarding = True

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
        for play in self.plays:
            for kind in whole_pool(GameState(pool=play.then.pool)):
                self.flowing = self.flowing or kind[0] != ENERGY or bool(kind[1])
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

    # ------------------------------------------------------------ what a play costs

    def counts(self, mask: int) -> tuple[int, ...]:
        """Count the cards played by kind, for a set of plays made."""
        known = self._counts.get(mask)
        if known is not None:
            return known
        total = [0] * 6
        for place, (play, card) in enumerate(zip(self.plays, self.cards, strict=True)):
            if mask >> place & 1 and play.kind == "card":
                total[0] += 1
                total[1] += "spell" in card.type
                total[2] += "unit" in card.type
                total[3] += "gear" in card.type
                total[4] += "gear" in card.type and not card.token
                total[5] += any(one.keyword == "equip" for one in card.keywords)
        self._counts[mask] = tuple(total)
        return self._counts[mask]

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
        reads = self.reads[place]
        seen: tuple[object, ...] = (place, mask & self.sees[place], effects & self.eats[place])
        if reads.facts:
            counts = self.counts(mask)
            seen += tuple(counts[COUNTED.index(name)] for name in sorted(reads.facts))
        known = self._options.get(seen)
        if known is None:
            known = self._priced(place, mask, effects & self.eats[place], order)
            self._options[seen] = known
        return known

    def _context(self, place: int, mask: int, effects: int, order: tuple[int, ...]) -> GameState:
        """Give a state in which a play costs what it costs at a moment: all that its cost reads is as it is then."""
        if mask & self.sees[place]:
            return self.moment(order).state
        counts = self.counts(mask)
        known = self._contexts.get((counts, effects))
        if known is None:
            state = self.start.state
            stated = {**state.facts.stated}
            for name, number in zip(COUNTED, counts, strict=True):
                if number:
                    stated[name] = stated.get(name, 0) + number
            lasting = [one for one in state.effects if one not in self.start.once]
            pending = [one for number, one in enumerate(self.effects) if effects >> number & 1]
            known = state.model_copy(update={"facts": Facts(stated=stated), "effects": tuple(lasting + pending)})
            # Only facts and effects differ, so that the objects are the same.
            known.compiled.update(state.compiled)
            self._contexts[counts, effects] = known
        return known

    def _priced(self, place: int, mask: int, effects: int, order: tuple[int, ...]) -> tuple[Option, ...]:
        play = self.plays[place]
        question = freeze(self._context(place, mask, effects, order), play, self.ruleset) if order else self.now[place]
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
                    sum(number for _, number in owed.lines),
                )
            )
        return tuple(self._useful(found))

    def least(self, place: int) -> tuple[int, int]:
        """Give the least Energy and the fewest pips that a play can ever cost this turn; 0 where that is not sure.

        Where only discounts read the turn, and they only grow, a play is cheapest once all others were made and every
        effect on the next play waits for it.
        """
        reads = self.reads[place]
        question = self.now[place]
        if self.sees[place]:
            return 0, 0
        if reads != NOTHING or self.eats[place]:
            if not self._only_grows(place):
                return 0, 0
            others = ((1 << len(self.plays)) - 1) & ~(1 << place)
            question = freeze(self._context(place, others, self.eats[place], ()), self.plays[place], self.ruleset)
        totals = simple_totals(question) or undominated(question)
        if not totals:
            return 0, 0
        return min(one.energy for one in totals), min(size(one.pips) for one in totals)

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

    def _useful(self, found: list[Option]) -> list[Option]:
        """Leave out ways that another makes pointless whatever the goal: dearer, and not worth more."""
        if self.goal.wants_to_spend:
            return found
        kept: list[Option] = []
        for place, one in enumerate(found):
            beaten = False
            for number, other in enumerate(found):
                if number == place or other.worth < one.worth or other.energy > one.energy:
                    continue
                if other.discards > one.discards:
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


Groups = tuple[tuple[int, frozenset[str] | None, int, int], ...]
"""What is owed, by moment and purpose: Energy, and the pips as lanes."""

Wishes = Callable[[Table, tuple[int, ...]], tuple[Wish, ...]]
"""What is to stay payable after a sequence of plays."""


class Search:
    """The search over plays."""

    def __init__(
        self,
        table: Table,
        needed: int,
        wishes: Wishes | None = None,
        *,
        seconds: float | None = None,
        kept: frozenset[str] = frozenset(),
    ) -> None:
        self.table = table
        self.number = len(table.plays)
        self.needed = needed
        self.wishes = wishes
        self.kept = kept
        self.wished: dict[tuple[int, ...], tuple[Wish, ...]] = {}
        self.until = None if seconds is None else monotonic() + seconds
        self.worths = [effective(play, card, table.mode) for play, card in zip(table.plays, table.cards, strict=True)]
        self.most = [
            worth + (sum(play.worth.values()) if table.mode == "best" else 0)
            for worth, play in zip(self.worths, table.plays, strict=True)
        ]
        self.order = sorted(range(self.number), key=lambda place: (-self.most[place], place))
        self.twin = self._twins()
        self._bound()
        self.memo: dict[tuple[object, ...], int] = {}
        self.leaves: dict[tuple[object, ...], Finished] = {}
        self.value = -1
        self.found = Found()
        self.hand = [one for one in table.objects if one.zone == "hand" and not one.whose]
        self.unsure = False
        self.supplies: dict[frozenset[Key], int] = {}
        self.spared: dict[int, list[Object]] = {}
        self.floats = any(play.then.pool.model_fields_set for play in table.plays)
        self.exact = "spend-at-least" not in " ".join(table.goal.criteria)

    def _twins(self) -> list[int]:
        """Give, for each play, an equal one that must be made before it, or -1."""
        seen: dict[str, int] = {}
        result = []
        for place, play in enumerate(self.table.plays):
            thing = self.table.cards[place]
            shown = play.model_dump_json(exclude_defaults=True, exclude={"card"}) + repr(
                (thing.name, thing.energy, thing.pips, thing.type, thing.clauses, thing.keywords, thing.actions)
            )
            result.append(seen.get(shown, -1))
            seen[shown] = place
        return result

    def _bound(self) -> None:
        """Prepare the bound: what each play is worth at most and costs at least, dearest use of a unit last."""
        table = self.table
        least = [table.least(place) if table.mode != "all" else (0, 0) for place in range(self.number)]
        self.energy_all = table.energy + sum(
            table.energy_of([key]) for key in table.producers if key not in table.begin_keys
        )
        self.energy_all += sum(play.then.pool.energy for play in table.plays if play.then.pool.model_fields_set)
        later = any(play.then.pool.model_fields_set for play in table.plays) or any(
            add.when for thing in table.objects if not thing.whose for add in thing.adds
        )
        self.bounded = not (later or table.tagged or table.mode == "all")
        base, extra = self.worths, [most - worth for most, worth in zip(self.most, self.worths, strict=True)]
        places = range(self.number)
        # What is elected besides is taken to cost nothing: a discount may be left over for it.
        self.extra = extra
        self.by_energy = sorted(
            ((1 << place, base[place], least[place][0]) for place in places), key=lambda one: -one[1] / (one[2] + 1e-9)
        )

    def _most(self, mask: int, spent: int) -> int:
        """Give what the plays left can be worth at most: a knapsack of Energy whose last item may be cut."""
        left = self.energy_all - spent
        total = 0.0
        for place, more in enumerate(self.extra):
            if not mask >> place & 1:
                total += more
        for bit, worth, energy in self.by_energy:
            if mask & bit:
                continue
            if energy <= left:
                left -= energy
                total += worth
            else:
                total += worth * left / energy
                break
        return int(total + 1e-6)

    def run(self) -> Found:
        """Search, and commit to the best payments."""
        table = self.table
        self._visit(0, table_effects(table), (), (), 0, 0, table.energy, 0, frozenset(), ())
        self._settle()
        return self.found

    # ------------------------------------------------------------ nodes

    def _visit(  # noqa: PLR0913, PLR0917, C901, PLR0912, PLR0915 - one node of the search, kept flat because it is hot
        self,
        mask: int,
        effects: int,
        order: tuple[int, ...],
        options: tuple[Option, ...],
        spent: int,
        packed: int,
        energy: int,
        value: int,
        there: frozenset[Key],
        demands: Groups,
        discarded: int = 0,
    ) -> None:
        found, table = self.found, self.table
        if not found.complete:
            return  # Time is over for every node, not for the one that looked at the clock alone.
        found.nodes += 1
        if found.nodes % 64 == 0 and (stopped() or (self.until is not None and monotonic() > self.until)):
            found.complete = False
            return
        if mask & self.needed == self.needed and value >= self.value:
            self._leaf(mask, order, options, value, spent, packed, demands)
        left = [place for place in self.order if not mask >> place & 1]
        if value + sum(self.most[place] for place in left) < self.value:
            return
        if self.bounded and self.value >= 0 and value + self._most(mask, spent) < self.value:
            return
        last = order[-1] if order else -1
        for place in left:
            if not table.dynamic and place < last:
                continue
            twin = self.twin[place]
            if twin >= 0 and not mask >> twin & 1:
                continue
            for option in table.options(place, mask, effects, order):
                now = energy
                known = there
                if option.adds:
                    known = there | frozenset(option.adds)
                    now += table.energy_of(known - there)
                gone = discarded + option.discards
                if gone and gone > self._spare(mask | 1 << place):
                    continue
                more = spent + option.energy
                whole = packed + option.packed
                following = demands
                if table.flowing:
                    following = self._grouped(demands, option, known, order)
                    if not self._affordable(more, now, whole, known) or (
                        self.unsure and not self._served((*order, place), (*options, option))
                    ):
                        continue
                elif more > now or (table.supply - whole) & table.guard != table.guard:
                    continue
                after = effects & ~table.eats[place]
                for one in table.leaves[place]:
                    after |= 1 << one
                if table.first and table.plays[place].kind == "card" and not table.counts(mask)[0]:
                    for one in table.first:
                        after |= 1 << one
                granted = table.plays[place].then.pool
                gain = granted.energy if granted.model_fields_set else 0
                made = mask | 1 << place
                worth = value + self.worths[place] + option.worth
                unelected = sum(one.unelected for one in options) + option.unelected
                seen: tuple[object, ...] = (made, after, worth, unelected, gone)
                if table.flowing:
                    seen += (following, len(known))
                    level = 0
                else:
                    seen += (whole,) if self.exact else (whole, more)
                    level = -more  # What is there by then depends on the plays made alone.
                before = self.memo.get(seen)
                if before is not None and before >= level:
                    continue
                self.memo[seen] = level
                then = now + gain
                if table.arrives[place]:
                    known |= frozenset(table.arrives[place])
                    then += table.energy_of(table.arrives[place])
                self._visit(
                    made, after, (*order, place), (*options, option), more, whole, then, worth, known, following, gone
                )

    def _spare(self, mask: int) -> int:
        """Give how many cards of the hand are neither played nor kept."""
        return len(self._left_in_hand(mask))

    def _left_in_hand(self, mask: int) -> list[Object]:
        known = self.spared.get(mask)
        if known is None:
            plays = self.table.plays
            gone = {play.card for place, play in enumerate(plays) if mask >> place & 1 and play.origin == "hand"}
            known = [one for one in self.hand if one.id not in gone and one.id not in self.kept]
            known.sort(key=lambda one: (value_of(one), one.id))
            self.spared[mask] = known
        return known

    def discarded(self, order: Sequence[int], options: Sequence[Option]) -> list[Object]:
        """Give the cards that a sequence discards: of those that it does not play, the ones worth least."""
        number = sum(one.discards for one in options)
        return self._left_in_hand(sum(1 << place for place in order))[:number] if number else []

    def _grouped(self, groups: Groups, option: Option, known: frozenset[Key], order: tuple[int, ...]) -> Groups:
        """Count what a play owes with what is owed at the same moment for the same purpose."""
        moment = len(known) + (
            sum(bool(self.table.plays[one].then.pool.model_fields_set) for one in order) if self.floats else 0
        )
        fits = option.fits if self.table.tagged else None
        for number, one in enumerate(groups):
            if one[0] == moment and one[1] == fits:
                joined = (moment, fits, one[2] + option.energy, one[3] + option.packed)
                return (*groups[:number], joined, *groups[number + 1 :])
        return (*groups, (moment, fits, option.energy, option.packed))

    def _affordable(self, spent: int, energy: int, packed: int, known: frozenset[Key]) -> bool:
        """Tell by the lanes alone whether all can be paid, and note where they leave that open.

        What can be paid without what arrived can be paid; what cannot be paid with it cannot.
        """
        table = self.table
        self.unsure = True
        if table.tagged or self.floats:
            return True
        if spent > energy:
            return False
        if (table.supply - packed) & table.guard == table.guard:
            self.unsure = False
            return True
        supply = self.supplies.get(known)
        if supply is None:
            supply = table.supply
            for key in known:
                for (what, _), number in table.producers[key][0].gives:
                    if what != ENERGY:
                        supply += table.meet[reach(what)] * number
            self.supplies[known] = supply
        return (supply - packed) & table.guard == table.guard

    def _served(self, order: tuple[int, ...], options: tuple[Option, ...]) -> bool:
        """Tell whether all demands can be paid, each from what is there in time and fits."""
        sources, granted, moments = self.arrivals(order, options)
        demands, _ = self._demands(moments, options)
        slots: dict[tuple[Kind, int], int] = dict(granted)
        begin = self.table.begin
        for kind, number in begin.pool.items():
            slots[kind, 0] = slots.get((kind, 0), 0) + number
        for domain, (ready, exhausted) in begin.runes.items():
            slots[(domain, ""), 0] = slots.get(((domain, ""), 0), 0) + ready + exhausted
            slots[(ENERGY, ""), 0] = slots.get(((ENERGY, ""), 0), 0) + ready
        for source in sources:
            for kind, number in source.producer.gives:
                slots[kind, source.moment] = slots.get((kind, source.moment), 0) + number
        names = list(slots)
        units = [slots[name] for name in names]
        wanted: list[int] = []
        fits: list[list[int]] = []
        for one in demands:
            can = [place for place, ((_, tag), moment) in enumerate(names) if moment <= one.moment and tag in one.fits]
            if one.energy:
                wanted.append(one.energy)
                fits.append([place for place in can if names[place][0][0] == ENERGY])
            for mask, number in one.pips:
                wanted.append(number)
                fits.append(
                    [place for place in can if names[place][0][0] != ENERGY and reach(names[place][0][0]) & mask]
                )
        return served(units, wanted, fits) == sum(wanted)

    def arrivals(
        self, order: tuple[int, ...], options: tuple[Option, ...]
    ) -> tuple[list[Source], dict[tuple[Kind, int], int], list[int]]:
        """Give the Adds of a sequence and what its effects float, by the moment at which each is there.

        The last part is the moment of each play.
        """
        table = self.table
        sources = [Source(0, producer, table.producers[key][1]) for key, producer in table.begin_keys.items()]
        granted: dict[tuple[Kind, int], int] = {}
        known: set[Key] = set()
        floats = 0
        moments = []
        for place, option in zip(order, options, strict=True):
            fresh = [key for key in option.adds if key not in known]
            known.update(fresh)
            moment = len(known) + floats
            sources.extend(Source(moment, *table.producers[key]) for key in fresh)
            moments.append(moment)
            fresh = [key for key in table.arrives[place] if key not in known]
            known.update(fresh)
            sources.extend(Source(len(known) + floats, *table.producers[key]) for key in fresh)
            pool = table.plays[place].then.pool
            if pool.model_fields_set:
                floats += 1
                for kind, number in whole_pool(GameState(pool=pool)).items():
                    slot = (kind, len(known) + floats)
                    granted[slot] = granted.get(slot, 0) + number
        return sources, granted, moments

    # ------------------------------------------------------------ ends

    def _leaf(  # noqa: PLR0913, PLR0917 - one end of the search
        self,
        mask: int,
        order: tuple[int, ...],
        options: tuple[Option, ...],
        value: int,
        spent: int,
        packed: int,
        demands: Groups,
    ) -> None:
        unelected = sum(one.unelected for one in options)
        key = (mask, spent, packed, demands, unelected, value, sum(one.discards for one in options))
        if key in self.leaves:
            return
        if any(not one.criterion for one in self._wishes(order)) and self._commit(order, options)[0] is None:
            return  # What must stay payable would not.
        if value > self.value:
            self.leaves.clear()
            self.value = value
        self.leaves[key] = Finished(order, options, value)

    def _wishes(self, order: tuple[int, ...]) -> tuple[Wish, ...]:
        """Give what is to stay payable after a sequence."""
        if self.wishes is None:
            return ()
        key = order if self.table.effects else tuple(sorted(order))
        if key not in self.wished:
            self.wished[key] = self.wishes(self.table, order)
        return self.wished[key]

    def _commit(
        self, order: tuple[int, ...], options: tuple[Option, ...]
    ) -> tuple[Committed | None, list[Demand], list[Source], list[int]]:
        sources, granted, moments = self.arrivals(order, options)
        demands, places = self._demands(moments, options)
        lost = self.discarded(order, options)
        constant = {
            "unelected": sum(one.unelected for one in options),
            "losses": sum(value_of(one) for one in lost),
            "steps": len(lost),
        }
        made = commit(self.table.begin, demands, sources, granted, self.table.goal, self._wishes(order), constant)
        return made, demands, sources, places

    def _demands(self, moments: Sequence[int], options: Sequence[Option]) -> tuple[list[Demand], list[int]]:
        """Put together what plays owe at the same moment for the same purpose; give each play's place among them."""
        demands: list[Demand] = []
        places: list[int] = []
        for moment, option in zip(moments, options, strict=True):
            fits = option.fits if self.table.tagged else frozenset({""})
            for number, one in enumerate(demands):
                if one.moment == moment and one.fits == fits:
                    demands[number] = Demand(
                        moment, fits, one.energy + option.energy, add_tallies(one.pips, option.pips)
                    )
                    places.append(number)
                    break
            else:
                demands.append(Demand(moment, fits, option.energy, option.pips))
                places.append(len(demands) - 1)
        return demands, places

    def _settle(self) -> None:
        """Commit to the best payments of the sequences that are worth most."""
        found = self.found
        found.value = max(self.value, 0)
        leaves = [one for one in self.leaves.values() if one.value == self.value]
        bounds = sorted((self._at_least(one), number) for number, one in enumerate(leaves))
        best: tuple[tuple[int, ...], tuple[int, ...], int] | None = None
        swift = _Swift(self.table) if self.wishes is None and not self.table.flowing else None
        for bound, number in bounds:
            if best is not None and bound > best[0][: len(bound)]:
                break
            one = leaves[number]
            values = None if swift is None else swift.values(one, self.discarded(one.order, one.options))
            if values is not None and swift is not None:
                if best is None or (values, (), number) < best:
                    best = (values, (), number)
                    found.best, found.values, found.committed = one, values, swift.committed(one, values)
                    sources, _, moments = self.arrivals(one.order, one.options)
                    found.demands, places = self._demands(moments, one.options)
                    found.sources, found.places = sources, tuple(places)
                continue
            made, demands, sources, places = self._commit(one.order, one.options)
            if made is None:
                continue
            this = (made.values, made.ties, number)
            if best is None or this < best:
                best = this
                found.best, found.values, found.committed = one, made.values, made
                found.demands, found.sources, found.places = demands, sources, tuple(places)

    def _at_least(self, one: Finished) -> tuple[int, ...]:
        """Give a lower bound of the first values of a sequence, quickly."""
        if self.table.goal.criteria != THRIFTY:
            return ()
        sources, granted, _ = self.arrivals(one.order, one.options)
        pips = add_tallies(*(option.pips for option in one.options))
        free: dict[str, int] = {}
        for kind, number in (*self.table.begin.pool.items(), *((slot[0], n) for slot, n in granted.items())):
            if kind[0] != ENERGY:
                free[kind[0]] = free.get(kind[0], 0) + number
        runes = dict(free)
        for source in sources:
            if not source.producer.kill:
                for kind, number in source.producer.gives:
                    if kind[0] != ENERGY:
                        free[kind[0]] = free.get(kind[0], 0) + number
        runes = dict(free)
        for domain, (ready, exhausted) in self.table.begin.runes.items():
            runes[domain] = runes.get(domain, 0) + ready + exhausted
        owed = size(pips)
        without = self._rank(free, pips)
        with_runes = self._rank(runes, pips)
        lost = sum(value_of(card) for card in self.discarded(one.order, one.options))
        return owed - with_runes + lost, with_runes - without

    @staticmethod
    def _rank(units: dict[str, int], pips: Tally) -> int:
        names = list(units)
        fits = [[place for place, name in enumerate(names) if reach(name) & mask] for mask, _ in pips]
        return served([units[name] for name in names], [number for _, number in pips], fits)


class _Swift:
    """Pays whole turns without arrivals by the fast lane: they are one payment of one cost."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.plan: Plan | None = None
        self.ways: dict[tuple[int, Tally], Way | None] = {}
        if table.now and provable(table.goal):
            self.question = replace(table.now[0], faults=(), ambush=None, protected=())
            had = stock(self.question)
            self.plan = None if had is None else Plan(had, table.goal)

    def _owed(self, one: Finished) -> tuple[int, Tally]:
        return sum(option.energy for option in one.options), add_tallies(*(option.pips for option in one.options))

    def values(self, one: Finished, lost: Sequence[Object]) -> tuple[int, ...] | None:
        """Give the goal's values of a sequence, or ``None`` where something arrives on the way."""
        if self.plan is None or any(option.adds for option in one.options):
            return None
        if any(self.table.arrives[place] or self.table.plays[place].then.pool.model_fields_set for place in one.order):
            return None
        owed = self._owed(one)
        if size(owed[1]) > MOST_PIPS:
            return None
        if owed not in self.ways:
            self.ways[owed] = self.plan.best(*owed)
        way = self.ways[owed]
        if way is None:
            return None
        values = self.plan.values(way, sum(option.unelected for option in one.options))
        if not lost:
            return values
        more = {"losses": sum(value_of(card) for card in lost), "steps": len(lost)}
        return tuple(
            value + more.get(name, 0) for name, value in zip(self.table.goal.criteria, values, strict=True)
        )

    def committed(self, one: Finished, values: tuple[int, ...]) -> Committed:
        """Give what is used and spent."""
        assert self.plan is not None  # noqa: S101 - asked for only after values were given
        had, way = self.plan.stock, self.ways[self._owed(one)]
        assert way is not None  # noqa: S101 - the same
        ids = {self.question.objects[index].id for _, index in used(had, way)}
        spent: dict[tuple[Kind, int], int] = {(kind, 0): number for kind, number in spent_of(had, way).items()}
        return Committed(
            values,
            (),
            dict(zip(DOMAINS, way.exhausts, strict=True)),
            dict(zip(DOMAINS, way.recycles, strict=True)),
            tuple(key[0] in ids for key in self.table.begin_keys),
            (spent,) if one.order else (),
        )


def table_effects(table: Table) -> int:
    """Give the effects on "the next" play that are there at the beginning, as bits."""
    return (1 << len(table.start.once)) - 1


def quick(  # noqa: PLR0913, PLR0917 - one turn
    state: GameState,
    plays: Sequence[Candidate],
    ruleset: Ruleset,
    goal: Goal,
    mode: str,
    wishes: Wishes | None = None,
    *,
    seconds: float | None = None,
    kept: frozenset[str] = frozenset(),
) -> tuple[Search, Found]:
    """Search a turn; raises ``Declined`` where this search cannot prove the answer."""
    table = Table(begin(state), plays, ruleset, mode, goal)
    full = (1 << len(plays)) - 1
    needed = full if mode == "all" else sum(1 << place for place, one in enumerate(plays) if one.needed)
    if wishes is not None and goal.keeps and table.discarding:
        raise Declined("a hand to be kept, and discards")
    search = Search(table, needed, wishes, seconds=seconds, kept=kept)
    return search, search.run()
