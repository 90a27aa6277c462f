"""The quick search over plays: payments are left open while plays are chosen, and made once at the end.

Within a turn Energy and Power float, so a sequence of plays is payable, step by step, exactly when all that it owes is
payable together from what is there in time. The search therefore goes over plays and their elections only; a node
holds the plays made, what they owe together, and the effects that the next play would use up. Without arrivals that
give Power, and without restricted resources, payable means that no lane of one large integer falls below nothing;
otherwise it is a transport problem. :mod:`runepay.solver.plan.commit` then finds the best payments of the few
sequences that are worth most.

Cards to be discarded are left open as well: at the end those go that are not played and are worth least; and so are
objects to be killed or exhausted, if all such costs ask for the same. Where a cost asks for other actions, or reads
what payments change, this search declines; the general one answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from operator import le
from time import monotonic
from typing import Final, NamedTuple

from runepay.model.candidate import Candidate
from runepay.model.goals import THRIFTY, Goal
from runepay.model.objects import Object
from runepay.model.payment import Kind
from runepay.model.pool import units_of
from runepay.model.question import Question
from runepay.model.resources import ENERGY, Tally, add_tallies, reach, size
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState
from runepay.model.turn import begin
from runepay.model.values import value_of
from runepay.solver.plan.bounds import Bounds
from runepay.solver.plan.commit import Committed, Demand, Source, Wish, commit
from runepay.solver.plan.flows import served
from runepay.solver.plan.swift import Swift
from runepay.solver.plan.table import Declined, Finished, Key, Option, Table, effective, table_effects
from runepay.solver.stopping import OutOfTimeError, ended, stopped


@dataclass(slots=True)
class Found:
    """What the quick search found."""

    best: Finished | None = None
    value: int = 0
    values: tuple[int, ...] = ()
    committed: Committed | None = None
    complete: bool = True
    settled: bool = True
    """Whether every sequence that is worth most was paid for."""
    bound: int = 0
    nodes: int = 0
    demands: list[Demand] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    places: tuple[int, ...] = ()


Groups = tuple[tuple[int, frozenset[str] | None, int, int], ...]
"""What is owed, by moment and purpose: Energy, and the pips as lanes."""

Wishes = Callable[[Table, tuple[int, ...]], tuple[Wish, ...]]
"""What is to stay payable after a sequence of plays."""


HELP: Final = 16
"""Bits of a lane that holds how much Energy effects on the next play take off."""


class Node(NamedTuple):
    """Plays made, in order, and what they came to."""

    mask: int
    """The plays made, as bits."""
    effects: int
    """Effects on the next play that wait, as bits."""
    order: tuple[int, ...]
    options: tuple[Option, ...]
    spent: int
    """Energy owed so far, and ``packed``: Power, as lanes."""
    packed: int
    energy: int
    """Energy there has been until now, spent or not."""
    value: int
    unelected: int
    discarded: int
    deaths: tuple[int, ...]
    """For each object that a cost took: the plays made before that bring such objects, as bits."""
    there: frozenset[Key]
    """Adds that came during the turn."""
    demands: Groups
    """What is owed by moment and purpose, where lanes do not tell what can be paid."""
    came: tuple[object, ...]
    """What came during the turn, in order: the plays that brought it, or the Adds that could be used from then on."""
    before: tuple[int, ...]
    """The Energy owed before each of these."""


class Branch(NamedTuple):
    """One play to go on with from a set of plays, apart from what was spent until then."""

    place: int
    made: int
    effects: int
    fixed: int
    """Effects that wait and do not only take off Energy, as bits."""
    helped: int
    """The Energy that waiting effects take off, as lanes."""
    supply: int
    room: Sequence[int] | None
    """What the plays left can be worth at most, by Energy; ``energy`` is all there may be, spent or not."""
    energy: int
    rest: int
    """What the plays left can be worth at most, whatever the Energy."""
    options: tuple[Option, ...]


Way = tuple[int, int, int, int, int, int, tuple[int, ...]]
"""What a way to a set of plays came to: worth, Energy, Energy off, Power as lanes, elections left out, discards, and
the Energy owed before each thing came that gives some."""


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
        self.full = (1 << self.number) - 1
        self.order = sorted(range(self.number), key=lambda place: (-self.most[place], place))
        self.twins = [0 if twin < 0 else 1 << twin for twin in self._twins()]
        self._bound()
        self.leaving = [sum(1 << one for one in table.leaves[place]) for place in range(self.number)]
        self.first = sum(1 << one for one in table.first)
        self.eaten_by = [
            sum(1 << place for place, eats in enumerate(table.eats) if eats >> effect & 1)
            for effect in range(len(table.effects))
        ]
        self.gains = [
            (play.then.pool.energy if play.then.pool.model_fields_set else 0) + table.energy_of(table.arrives[place])
            for place, play in enumerate(table.plays)
        ]
        self.memo: dict[tuple[object, ...], int] = {}
        self.waits: dict[tuple[int, int], tuple[int, int]] = {}
        self.reached: dict[int, dict[int, int]] = {}
        self.branches: dict[tuple[int, int], list[Branch]] = {}
        self.limit = 0
        self.ways: dict[tuple[int, int, tuple[int, ...], tuple[object, ...]], list[Way]] = {}
        self.helps = sum(1 << (HELP * lane + HELP - 1) for lane in range(len(table.effects)))
        off = sum(one or 0 for one in table.offs)
        self.dominating = (
            wishes is None and table.goal.criteria == THRIFTY and all(table.grows) and off < 1 << (HELP - 1)
        )
        # Seals that come first bring Power for as much Power, before anything else.
        self.brings = [
            bool(table.arrives[place] or play.then.pool.model_fields_set) and not table.seals >> place & 1
            for place, play in enumerate(table.plays)
        ]
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
        seen: dict[object, int] = {}
        result = []
        alike: dict[object, list[int]] = {}
        for place, (play, thing) in enumerate(zip(self.table.plays, self.table.cards, strict=True)):
            alike.setdefault((play.kind, thing.name, thing.energy, thing.pips, play.value), []).append(place)
        several = {place for places in alike.values() if len(places) > 1 for place in places}
        for place, play in enumerate(self.table.plays):
            if place not in several:
                result.append(-1)
                continue
            thing = self.table.cards[place]
            shown = play.model_dump_json(exclude_defaults=True, exclude={"card"}) + repr(
                (thing.name, thing.energy, thing.pips, thing.type, thing.clauses, thing.keywords, thing.actions)
            )
            result.append(seen.get(shown, -1))
            seen[shown] = place
        return result

    def _bound(self) -> None:
        """Prepare the bound: what each play is worth at most and costs at least."""
        table = self.table
        self.energy_all = table.energy + sum(
            table.energy_of([key]) for key in table.producers if key not in table.begin_keys
        )
        self.energy_all += sum(play.then.pool.energy for play in table.plays if play.then.pool.model_fields_set)
        later = any(play.then.pool.model_fields_set for play in table.plays) or any(
            add.when for thing in table.objects if not thing.whose for add in thing.adds
        )
        self.bounded = not (later or table.tagged)
        self.bounds = Bounds(table, self.worths, self.most, self.energy_all)

    def _most(self, mask: int, spent: int, effects: int) -> int:
        """Give what the plays left can be worth at most."""
        left = self.full & ~mask
        if not self.bounded:
            return sum(most for place, most in enumerate(self.most) if left >> place & 1)
        bounds = self.bounds
        room, more = bounds.left(left)
        first = bounds.first if self.first and not mask & self.table.raising[0] else 0
        return room[self.energy_all - spent + more + first + bounds.waiting(effects)]

    def run(self) -> Found:
        """Search, and commit to the best payments."""
        found, table = self.found, self.table
        try:
            found.complete = self._explore(self._flows if table.flowing else self._lanes)
        except OutOfTimeError:
            found.complete = False
        try:
            self._settle()
        except OutOfTimeError:
            found.settled = False
        found.bound = found.value if found.complete else max(self.limit, found.value)
        return found

    # ------------------------------------------------------------ nodes

    def _explore(self, grown: Callable[[Node], Iterator[tuple[int, Node]]]) -> bool:
        """Go over plays, those first that may come to most; tell whether all was looked at that may be worth most.

        What is looked at next bounds all that was not looked at.
        """
        found, needed = self.found, self.needed
        effects = table_effects(self.table)
        root = Node(0, effects, (), (), 0, 0, self.table.energy, 0, 0, 0, (), frozenset(), (), (), ())
        self.limit = self._most(0, 0, effects)
        waiting = [(-self.limit, 0, 0, root)]
        number = 0
        while waiting:
            most, _, _, node = heappop(waiting)
            self.limit = -most
            if self.limit < self.value:
                break
            found.nodes += 1
            if found.nodes % 64 == 0 and (stopped() or (self.until is not None and monotonic() > self.until)):
                return False
            if node.mask & needed == needed and node.value >= self.value:
                self._leaf(node)
            for limit, child in grown(node):
                number += 1
                # Of those that may come to the same, the one that has come furthest.
                heappush(waiting, (-limit, -len(child.order), number, child))
        return True

    def _flows(self, node: Node) -> Iterator[tuple[int, Node]]:
        """Give the ways to go on where paying is a transport problem."""
        table = self.table
        mask, effects, order, options = node.mask, node.effects, node.order, node.options
        last = order[-1] if order else -1
        for place in self.order:
            if mask >> place & 1 or self.twins[place] & ~mask or (not table.dynamic and place < last):
                continue
            for option in table.options(place, mask, effects, order):
                now = node.energy
                known = node.there
                if option.adds:
                    known = known.union(option.adds)
                    now += table.energy_of(known - node.there)
                gone = node.discarded + option.discards
                made = mask | 1 << place
                if gone and gone > self._spare(made):
                    continue
                more = node.spent + option.energy
                whole = node.packed + option.packed
                after = self._after(place, mask, effects)
                worth = node.value + self.worths[place] + option.worth
                limit = worth + self._most(made, min(more, self.energy_all), after)
                if limit < self.value:
                    continue
                following = self._grouped(node.demands, option, known, order)
                if not self._affordable(more, now, whole, known) or (
                    self.unsure and not self._served((*order, place), (*options, option))
                ):
                    continue
                unelected = node.unelected + option.unelected
                came = node.came
                if option.adds and len(known) > len(node.there):
                    came = (*came, known - node.there)
                if self.brings[place]:
                    came = (*came, place)
                seen = (made, after, worth, unelected, gone, following, came)
                if seen in self.memo:
                    continue
                self.memo[seen] = 0
                then = now + self.gains[place]
                if table.arrives[place]:
                    known = known.union(table.arrives[place])
                yield (
                    limit,
                    Node(
                        made, after, (*order, place), (*options, option), more, whole, then, worth, unelected, gone, (),
                        known, following, came, (),
                    ),
                )  # fmt: skip

    def _after(self, place: int, mask: int, effects: int) -> int:
        """Give the effects that wait after a play, as bits."""
        after = effects & ~self.table.eats[place] | self.leaving[place]
        if self.first and self.table.raising[0] >> place & 1 and not mask & self.table.raising[0]:
            after |= self.first
        return after

    def _lanes(self, node: Node) -> Iterator[tuple[int, Node]]:  # noqa: PLR0912 - kept flat because it is hot
        """Give the ways to go on where lanes tell what can be paid: only Energy arrives, or Seals that come first."""
        table = self.table
        guard = table.guard
        mask, effects, order, options, spent, packed, energy, value, unelected, discarded, deaths, there = node[:12]
        been, befores = node.came, node.before
        branches = self.branches.get((mask, effects))
        if branches is None:
            branches = self.branches[mask, effects] = self._expand(mask, effects, order)
        for place, made, after, fixed, helped, supply, room, most, rest, ways in branches:
            worths = value + self.worths[place]
            ordered = (*order, place)
            for option in ways:
                more = spent + option.energy
                if more > energy and (
                    not option.adds or more > energy + table.energy_of(frozenset(option.adds) - there)
                ):
                    continue
                whole = packed + option.packed
                if (supply - whole) & guard != guard:
                    continue
                worth = worths + option.worth
                limit = worth + (rest if room is None else room[most - more])
                if limit < self.value:
                    continue
                gone = discarded + option.discards
                if gone and gone > self._spare(made):
                    continue
                killed = self._killed(deaths, option.acts, mask) if option.acts else deaths
                if killed is None:
                    continue
                missed = unelected + option.unelected
                now, known, came, before = energy, there, been, befores
                if option.adds and not there.issuperset(option.adds):
                    fresh = frozenset(option.adds) - there
                    now += table.energy_of(fresh)
                    known, came, before = known | fresh, (*came, fresh), (*before, spent)
                if self.brings[place]:
                    known, came, before = known.union(table.arrives[place]), (*came, place), (*before, more)
                if self.dominating:
                    if self._beaten((made, fixed, killed, came), (worth, more, helped, whole, missed, gone, before)):
                        continue
                elif self._known((made, after, worth, missed, gone, killed, whole, came, before), more):
                    continue
                yield (
                    limit,
                    Node(
                        made, after, ordered, (*options, option), more, whole, now + self.gains[place], worth,
                        missed, gone, killed, known, (), came, before,
                    ),
                )  # fmt: skip

    def _killed(self, deaths: tuple[int, ...], number: int, mask: int) -> tuple[int, ...] | None:
        """Note so many more objects that costs take; or that there are not enough."""
        acts = self.table.acts
        if acts is None or not acts.enough(len(deaths) + number, mask):
            return None
        return (*deaths, *([mask & acts.mask] * number))

    def _known(self, way: tuple[object, ...], spent: int) -> bool:
        """Tell whether another way to the same plays came to the same with no more Energy; if not, remember this."""
        seen = (way, 0 if self.exact else spent)
        before = self.memo.get(seen)
        if before is not None and before <= spent:
            return True
        self.memo[seen] = spent
        return False

    def _beaten(self, plays: tuple[int, int, tuple[int, ...], tuple[object, ...]], way: Way) -> bool:
        """Tell whether another way to the same plays is as good whatever follows; if not, remember this one.

        With the default goal it is enough that the other is worth as much, owes no more Energy, also before anything
        came, has pips that can be paid wherever these can, and leaves as much on the next play: what is owed beyond is
        paid for by some criterion.
        """
        bucket = self.ways.get(plays)
        if bucket is None:
            self.ways[plays] = [way]
            return False
        worth, spent, helped, packed, unelected, gone, before = way
        guard, helps = self.table.guard, self.helps
        room = packed + guard
        for value, energy, help_, lanes, missed, lost, earlier in bucket:
            if (
                value >= worth
                and energy <= spent
                and lost <= gone
                and (help_ == helped or (help_ + helps - helped) & helps == helps)
                and (lanes == packed or (room - lanes) & guard == guard)
                and (missed <= unelected or value > worth or energy < spent or lost < gone)
                and (earlier == before or all(map(le, earlier, before)))
            ):
                return True
        bucket.append(way)
        return False

    def _expand(self, mask: int, effects: int, order: tuple[int, ...]) -> list[Branch]:
        """Give every way to go on from a set of plays with these effects waiting, apart from what was spent."""
        table, bounds = self.table, self.bounds
        seals = table.seals
        inner = mask & ~seals
        highest = inner.bit_length() - 1 if not table.ordered else -1
        started = mask & table.raising[0]
        branches: list[Branch] = []
        for place in self.order:
            bit = 1 << place
            if mask & bit or self.twins[place] & ~mask:
                continue
            if bit & seals:
                if inner or (mask & seals) > bit:
                    continue  # Seals come first, in the order of the hand.
            elif place < highest:
                continue
            options = table.options(place, mask, effects, order)
            if not options:
                continue
            made = mask | bit
            supply = table.supply_with(made) if seals else table.supply
            if supply is None:
                continue
            after = self._after(place, mask, effects) if table.effects else 0
            left = self.full & ~made
            room: Sequence[int] | None = None
            energy = self.energy_all
            rest = 0
            if self.bounded:
                room, more = bounds.left(left)
                energy += more + (bounds.waiting(after) if after else 0)
                if bounds.first and not (started or table.raising[0] & bit):
                    energy += bounds.first
            else:
                rest = self._most(made, 0, 0)
            fixed, helped = self._waiting(left, after) if after else (0, 0)
            branches.append(Branch(place, made, after, fixed, helped, supply, room, energy, rest, options))
        return branches

    def _waiting(self, left: int, effects: int) -> tuple[int, int]:
        """Give what waits for the plays left: effects as bits, and Energy off as lanes, one for the same plays."""
        known = self.waits.get((left, effects))
        if known is None:
            table = self.table
            lanes = self.reached.get(left)
            if lanes is None:
                lanes = self.reached[left] = {}
            fixed = helped = 0
            for number, off in enumerate(table.offs):
                if not effects >> number & 1:
                    continue
                reached = left & self.eaten_by[number]
                if reached and off is None:
                    fixed |= 1 << number
                elif reached and off is not None:
                    lane = lanes.setdefault(reached, len(lanes))
                    helped += off << (HELP * lane)
            known = self.waits[left, effects] = fixed, helped
        return known

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
                for kind, number in units_of(pool).items():
                    slot = (kind, len(known) + floats)
                    granted[slot] = granted.get(slot, 0) + number
        return sources, granted, moments

    # ------------------------------------------------------------ ends

    def _leaf(self, node: Node) -> None:
        """Keep one end of the search, if nothing found is worth more."""
        key = (
            node.mask, node.spent, node.packed, node.demands, node.unelected, node.value, node.discarded, node.deaths,
            node.came, node.before, node.effects if self.wishes is not None else 0,
        )  # fmt: skip
        if key in self.leaves:
            return
        order, options = node.order, node.options
        if any(not one.criterion for one in self._wishes(order)) and self._commit(order, options)[0] is None:
            return  # What must stay payable would not.
        if node.value > self.value:
            self.leaves.clear()
            self.value = node.value
        self.leaves[key] = Finished(order, options, node.value)

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
        constant = {"unelected": sum(one.unelected for one in options), **self.taken(order, options)}
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
        swift = Swift(self.table) if self.wishes is None else None
        bounds: list[tuple[tuple[int, ...], int, bool]] = []
        arrivals = [self.arrivals(one.order, one.options) for one in leaves]
        for number, one in enumerate(leaves):
            values = None
            if swift is not None:
                values = swift.values(one, self.taken(one.order, one.options), arrivals[number][0])
            bounds.append((self._at_least(one), number, False) if values is None else (values, number, True))
        bounds.sort()
        best: tuple[tuple[int, ...], tuple[int, ...], int] | None = None
        for bound, number, whole in bounds:
            if best is not None:
                ended()
            if best is not None and (bound > best[0][: len(bound)] or (whole and bound == best[0])):
                continue
            one = leaves[number]
            if whole and swift is not None:
                sources, _, moments = arrivals[number]
                demands, places = self._demands(moments, one.options)
                committed = swift.committed(one, bound, sources, demands)
                if committed is not None:
                    best = (bound, (), number)
                    found.best, found.values, found.committed = one, bound, committed
                    found.demands, found.sources, found.places = demands, sources, tuple(places)
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
        lost = self.taken(one.order, one.options)["losses"]
        return owed - with_runes + lost, with_runes - without

    @staticmethod
    def _rank(units: dict[str, int], pips: Tally) -> int:
        names = list(units)
        fits = [[place for place, name in enumerate(names) if reach(name) & mask] for mask, _ in pips]
        return served([units[name] for name in names], [number for _, number in pips], fits)


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
    asked: Sequence[Question | None] = (),
) -> tuple[Search, Found]:
    """Search a turn; raises ``Declined`` where this search cannot prove the answer.

    What the plays ask before the turn may be handed in, as far as it is known.
    """
    table = Table(begin(state), plays, ruleset, mode, goal, asked)
    full = (1 << len(plays)) - 1
    needed = full if mode == "all" else sum(1 << place for place, one in enumerate(plays) if one.needed)
    if wishes is not None and goal.keeps and table.discarding:
        raise Declined("a hand to be kept, and discards")
    if wishes is not None and table.kinds:
        raise Declined("a card to be kept, and costs with actions")
    search = Search(table, needed, wishes, seconds=seconds, kept=kept)
    return search, search.run()
