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
from heapq import heapify, heappop, heappush
from itertools import count
from time import monotonic

from runepay.model.candidate import Candidate
from runepay.model.goals import Goal
from runepay.model.question import Question
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState
from runepay.model.turn import begin
from runepay.solver.plan.dominance import Dominance, due, timed
from runepay.solver.plan.ends import Ends, Found
from runepay.solver.plan.given import Given
from runepay.solver.plan.nodes import Beyond, Branch, Node
from runepay.solver.plan.option import Declined
from runepay.solver.plan.outlook import Outlook
from runepay.solver.plan.spare import Spare
from runepay.solver.plan.table import Table
from runepay.solver.plan.ties import Ties
from runepay.solver.plan.transport import Transport
from runepay.solver.plan.twins import twins
from runepay.solver.plan.wishes import Wishes
from runepay.solver.stopping import OutOfTimeError, stopped


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
        given, adds, effects = table.given, table.adds, table.effects
        self.table = table
        self.needed = needed
        self.until = None if seconds is None else monotonic() + seconds
        places = range(len(given.plays))
        self.full = (1 << len(places)) - 1
        self.twins = [0 if twin < 0 else 1 << twin for twin in twins(given)]
        self.dominance = Dominance(table, wishing=wishes is not None)
        self.outlook = Outlook(table, needed, whole=self.dominance.whole)
        self.order = sorted(places, key=lambda place: (-self.outlook.most[place], place))
        self.gains = [
            (play.then.pool.energy if play.then.pool.model_fields_set else 0) + adds.energy_of(adds.arrives[place])
            for place, play in enumerate(given.plays)
        ]
        self.spare = Spare(table, kept)
        self.transport = Transport(table)
        self.ties = Ties(table, self.outlook, needed, self.twins)
        self.ends = Ends(table, self.spare, wishes, self.outlook, self.ties)
        # What every step asks for is bound here.
        self.options, self.arrives, self.energy_of = table.prices.options, adds.arrives, adds.energy_of
        self.eats, self.leaving = effects.eats, [sum(1 << one for one in effects.leaves[place]) for place in places]
        self.ranks, self.ways, self.cards = self.outlook.ranks, self.outlook.ways, self.outlook.cards
        self.first = sum(1 << one for one in effects.first)
        self.guard = table.supply.guard
        self.same = self.dominance.known
        self.beaten = self.dominance.beaten if self.dominance.whole else None
        # Seals that come first bring Power for as much Power, before anything else.
        self.brings = [
            bool(adds.arrives[place] or play.then.pool.model_fields_set) and not table.seals.mask >> place & 1
            for place, play in enumerate(given.plays)
        ]
        self.seen: set[tuple[object, ...]] = set()
        self.beyond: dict[tuple[int, int], Beyond | None] = {}
        self.branches: dict[tuple[int, int], list[Branch]] = {}
        self.limit = 0
        self.least = self.ends.least
        self.found = Found()

    def run(self) -> Found:
        """Search, and commit to the best payments."""
        found = self.found
        try:
            self._explore(self._flows if self.table.supply.flowing else self._lanes)
        except OutOfTimeError:
            found.complete = False
        try:
            self.ends.settle(found)
        except OutOfTimeError:
            found.settled = False
        found.bound = found.value if found.complete else max(self.outlook.worth_of(self.limit), found.value)
        return found

    def _explore(self, grown: Callable[[Node], Iterator[tuple[int, Node]]]) -> None:
        """Go over plays, those first that may come to most, until all was looked at that may be worth most.

        What is looked at next bounds all that was not looked at.
        """
        ends = self.ends
        number = count()
        waiting = self._dived(grown, number)
        while waiting:
            most, _, _, node = heappop(waiting)
            self.limit = -most
            if self.limit <= ends.last and ends.open:
                self.least = ends.narrow()
            if self.limit < self.least:
                break
            if self.limit == self.least and self.ties.covers(node):
                continue
            self._look(node)
            for limit, child in grown(node):
                # Of those that may come to the same, the one that has come furthest.
                heappush(waiting, (-limit, -len(child.order), next(number), child))

    def _dived(
        self, grown: Callable[[Node], Iterator[tuple[int, Node]]], number: Iterator[int]
    ) -> list[tuple[int, int, int, Node]]:
        """Make the play that may come to most again and again; give all that was left aside on the way, as a heap."""
        effects = self.table.effects.waiting
        self.limit = self.outlook.most_after(0, 0, effects)
        aside: list[tuple[int, int, int, Node]] = []
        node: Node | None
        node = Node(0, effects, (), (), 0, 0, self.table.supply.energy, 0, 0, 0, (), frozenset(), (), (), ())
        while node is not None:
            self._look(node)
            best: tuple[int, int, int, Node] | None = None
            for limit, child in grown(node):
                this = (-limit, -len(child.order), next(number), child)
                if best is not None:
                    best, this = min(best, this), max(best, this)
                    aside.append(this)
                else:
                    best = this
            node = None if best is None else best[3]
        heapify(aside)
        return aside

    def _look(self, node: Node) -> None:
        """Keep a sequence that may be the best; raises ``OutOfTimeError`` where there is no time to go on from it."""
        self.found.nodes += 1
        if self.found.nodes % 64 == 0 and (stopped() or (self.until is not None and monotonic() > self.until)):
            raise OutOfTimeError
        if node.mask & self.needed == self.needed and node.rank >= self.least:
            self.least = self.ends.keep(node)

    def _flows(self, node: Node) -> Iterator[tuple[int, Node]]:
        """Give the ways to go on where paying is a transport problem."""
        table, transport, spare, outlook = self.table, self.transport, self.spare, self.outlook
        memo = self.seen
        mask, effects, order, options = node.mask, node.effects, node.order, node.options
        last = order[-1] if order else -1
        for place in self.order:
            if mask >> place & 1 or self.twins[place] & ~mask or (not table.dynamic and place < last):
                continue
            for option in self.options(place, mask, effects, order):
                now = node.energy
                known = node.there
                if option.adds:
                    known = known.union(option.adds)
                    now += self.energy_of(known - node.there)
                gone = node.discarded + option.discards
                made = mask | 1 << place
                if gone and gone > len(spare.cards(made)):
                    continue
                more = node.spent + option.energy
                whole = node.packed + option.packed
                after = self._after(place, mask, effects)
                rank = node.rank + self.ranks[place] + outlook.ranking.owes(option)
                limit = rank + outlook.most_after(made, min(more, outlook.energy), after)
                if limit < self.least:
                    continue
                following = transport.grouped(node.demands, option, known, order)
                paid = transport.by_lanes(more, now, whole, known)
                if paid is False or (paid is None and not transport.served((*order, place), (*options, option))):
                    continue
                unelected = node.unelected + option.unelected
                came = node.came
                if option.adds and len(known) > len(node.there):
                    came = (*came, known - node.there)
                if self.brings[place]:
                    came = (*came, place)
                seen = (made, after, rank, unelected, gone, following, came)
                if seen in memo:
                    continue
                memo.add(seen)
                then = now + self.gains[place]
                if self.arrives[place]:
                    known = known.union(self.arrives[place])
                yield (
                    limit,
                    Node(
                        made, after, (*order, place), (*options, option), more, whole, then, rank, unelected, gone, (),
                        known, following, came, (),
                    ),
                )  # fmt: skip

    def _after(self, place: int, mask: int, effects: int) -> int:
        """Give the effects that wait after a play, as bits."""
        after = effects & ~self.eats[place] | self.leaving[place]
        if self.first and self.cards >> place & 1 and not mask & self.cards:
            after |= self.first
        return after

    def _lanes(self, node: Node) -> Iterator[tuple[int, Node]]:  # noqa: PLR0912 - kept flat because it is hot
        """Give the ways to go on where lanes tell what can be paid: only Energy arrives, or Seals that come first."""
        spare, arrives = self.spare, self.arrives
        guard, least = self.guard, self.least
        brings, same, beaten = self.brings, self.same, self.beaten
        mask, effects, order, options, spent, packed, energy, rank, unelected, discarded, deaths, there = node[:12]
        been, were = node.came, node.dues
        branches = self.branches.get((mask, effects))
        if branches is None:
            branches = self.branches[mask, effects] = self._expand(mask, effects, order)
        for place, (made, after, fixed, helped, supply, room, most, rest), ways in branches:
            ranked = rank + self.ranks[place]
            for option, owed, pips, owes, missed, lost, acts, adds in ways:
                more = spent + owed
                if more > energy and (not adds or more > energy + self.energy_of(frozenset(adds) - there)):
                    continue
                whole = packed + pips
                if (supply - whole) & guard != guard:
                    continue
                reached = ranked + owes
                limit = reached + rest if room is None else reached + rest + room[most - more]
                if limit < least:
                    continue
                gone = discarded + lost
                if gone and gone > len(spare.cards(made)):
                    continue
                killed = spare.deaths(deaths, acts, mask) if acts else deaths
                if killed is None:
                    continue
                left_out = unelected + missed
                now, known, came, dues = energy, there, been, were
                if adds and not there.issuperset(adds):
                    fresh = frozenset(adds) - there
                    gives = self.energy_of(fresh)
                    now, known, came, dues = now + gives, known | fresh, (*came, fresh), due(dues, spent, gives)
                if brings[place]:
                    known, came = known.union(arrives[place]), (*came, place)
                    dues = due(dues, more, self.gains[place])
                if beaten is not None:
                    if beaten((made, fixed, killed, known), (reached, more, helped, whole, left_out, gone, came, dues)):
                        continue
                elif same((made, after, reached, left_out, gone, killed, whole, known, timed(came, dues, more)), more):
                    continue
                yield (
                    limit,
                    Node(
                        made, after, (*order, place), (*options, option), more, whole, now + self.gains[place], reached,
                        left_out, gone, killed, known, (), came, dues,
                    ),
                )  # fmt: skip

    def _expand(self, mask: int, effects: int, order: tuple[int, ...]) -> list[Branch]:
        """Give every way to go on from a set of plays with these effects waiting, apart from what was spent."""
        seals = self.table.seals.mask
        inner = mask & ~seals
        highest = inner.bit_length() - 1 if not self.table.ordered else -1
        branches: list[Branch] = []
        all_effects = self.table.effects.all
        for place in self.order:
            bit = 1 << place
            if mask & bit or self.twins[place] & ~mask:
                continue
            if bit & seals:
                if inner or (mask & seals) > bit:
                    continue  # Seals come first, in the order of the hand.
            elif place < highest:
                continue
            options = self.options(place, mask, effects, order)
            if not options:
                continue
            made = mask | bit
            after = self._after(place, mask, effects) if all_effects else 0
            if (made, after) not in self.beyond:
                self.beyond[made, after] = self._beyond(made, after)
            beyond = self.beyond[made, after]
            if beyond is not None:
                branches.append(Branch(place, beyond, self.ways(options)))
        return branches

    def _beyond(self, made: int, after: int) -> Beyond | None:
        """Give what there is, and what the plays left can add at most, once these were made; or that they cannot be."""
        table = self.table
        supply = table.seals.lanes(made) if table.seals.mask else table.supply.lanes
        if supply is None:
            return None
        left = self.outlook.left(made)
        fixed, helped = self.dominance.waiting(left, after) if after else (0, 0)
        return Beyond(made, after, fixed, helped, supply, *self.outlook.room(made, after, left))


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
    table = Table(Given(begin(state), plays, ruleset, mode, goal, asked))
    full = (1 << len(plays)) - 1
    needed = full if mode == "all" else sum(1 << place for place, one in enumerate(plays) if one.needed)
    if wishes is not None and goal.keeps and table.lines.discarding:
        raise Declined("a hand to be kept, and discards")
    if wishes is not None and table.lines.kind is not None:
        raise Declined("a card to be kept, and costs with actions")
    search = Search(table, needed, wishes, seconds=seconds, kept=kept)
    return search, search.run()
