"""The general search over plays and real payments: exact for everything the core can pay.

Every play that may be made next, with every legal payment of it, leads to the next moment by the core's own ``apply``;
nothing is left open. Equal moments are searched once. This is slow beside :mod:`runepay.solver.plan.search` and knows
everything: actions, arrivals, Adds with costs, costs that read what payments change.

Before it, a *greedy* plan is made, play by play in the order of what they are worth, each paid as the core pays it: it
is the first that the search has to beat, and the answer when there is no time for more.

A payment of a play lists no Add that it does not need. In a turn an Add may be worth making before the play that then
takes its object, so that what it gives floats; each such use is a move of its own, before the play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from runepay.model.aftermath import apply, played_id
from runepay.model.candidate import Candidate, PlanAsk
from runepay.model.errors import InputError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.objects import compile_objects
from runepay.model.owed import Choices, Owed
from runepay.model.payment import Payment, Pool, Step
from runepay.model.pool import kind_place, units_of, whole_pool
from runepay.model.question import Question
from runepay.model.reach import undominated
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.model.turn import Turn, begin, paid, printed_value, their_turn
from runepay.solver.formulation.classes import all_lines
from runepay.solver.plan.kept import kept as values_kept
from runepay.solver.plan.kept import payable
from runepay.solver.plan.measure import Start, Tally, truncated, values
from runepay.solver.plan.payments import payments
from runepay.solver.plan.receipt import Made
from runepay.solver.plan.wishes import asked
from runepay.solver.stopping import OutOfTimeError, ended, stopping


@dataclass(slots=True)
class Result:
    """What the general search found."""

    status: str = "not payable"
    made: list[Made] = field(default_factory=list)
    value: int = 0
    bound: int = 0
    values: tuple[int, ...] = ()
    complete: bool = True
    nodes: int = 0
    most: tuple[int, ...] = ()
    """What each play is worth at most."""


@dataclass(frozen=True, slots=True)
class _Node:
    turn: Turn
    mask: int
    tally: Tally
    value: int
    made: tuple[Made, ...]
    floated: tuple[Step, ...] = ()
    """Adds used since the last play, not yet part of a payment."""
    origin: Turn | None = None
    """The moment before those Adds."""


class _Search:
    def __init__(  # noqa: PLR0913, PLR0917 - the parts of one turn
        self,
        state: GameState,
        plays: Sequence[Candidate],
        mode: str,
        keep: Sequence[str],
        goal: Goal,
        ruleset: Ruleset,
    ) -> None:
        self.state = state
        self.plays = tuple(plays)
        self.mode = mode
        self.keep = tuple(keep)
        self.goal = goal
        self.ruleset = ruleset
        self.start = Start.of(state)
        self.full = (1 << len(self.plays)) - 1
        self.needed = self.full if mode == "all" else sum(1 << i for i, one in enumerate(self.plays) if one.needed)
        self.worths = [self._worth(one) for one in self.plays]
        self.most = [
            worth + (sum(one.worth.values()) if mode == "best" else 0)
            for worth, one in zip(self.worths, self.plays, strict=True)
        ]
        self.twins = self._twins()
        self.rivals = [
            sum(1 << i for i, other in enumerate(self.plays) if one.once is not None and other.once == one.once)
            for one in self.plays
        ]
        self.origins = [played_id(state, compile_objects(state, ruleset), one) for one in self.plays]
        self.names = frozenset(self._named())
        self.memo: dict[object, tuple[int, ...]] = {}
        self.result = Result(bound=sum(self.most), most=tuple(self.most))
        self.best: tuple[int, ...] | None = None
        self.hasty = False
        """Whether what the hand is worth afterwards is taken from a greedy plan."""

    def _worth(self, play: Candidate) -> int:
        if self.mode == "all":
            return 0
        if self.mode == "most":
            return 1
        if play.value is not None:
            return play.value
        try:
            return printed_value(freeze(self.state, play, self.ruleset).card, play.kind)
        except InputError:
            return 1

    def _twins(self) -> list[int]:
        seen: dict[str, int] = {}
        objects = {one.id: one.group for one in compile_objects(self.state, self.ruleset)}
        found = []
        for place, play in enumerate(self.plays):
            group = objects.get(play.card or "", play.card)
            shown = play.model_dump_json(exclude_defaults=True, exclude={"card"}) + f"#{group}"
            found.append(seen.get(shown, -1))
            seen[shown] = place
        return found

    def _named(self) -> Iterator[str]:
        """Give the ids that plays speak of: those objects are not interchangeable with others."""
        for one in compile_objects(self.state, self.ruleset):
            if one.attached_to is not None:
                yield from (one.id, one.attached_to)
        for play, origin in zip(self.plays, self.origins, strict=True):
            yield from (origin, play.source or "", *(one.object for one in play.targets or ()))
            yield from (name for names in play.choose.objects.values() for name in names)
            yield from (*play.then.ready, *play.then.gone, *play.then.buffed)

    def _there(self, place: int, state: GameState, mask: int) -> bool:
        """Tell whether the card of a play is still where it is played from, and its permission not used up.

        The card may have been discarded.
        """
        if mask & self.rivals[place]:
            return False
        name, zone = self.origins[place], self.plays[place].origin
        return not name or any(one.id == name for one in getattr(state, zone))

    # ------------------------------------------------------------ nodes

    def run(self) -> Result:
        result = self.result
        self.greedy()
        try:
            self._visit(_Node(begin(self.state), 0, Tally(), 0, ()))
        except OutOfTimeError:
            result.complete = False
        if result.complete:
            result.bound = result.value
        elif not result.made and self.best is None:
            result.status = "unknown"
        return result

    def greedy(self, order: Iterable[int] = ()) -> Result:
        """Make a plan quickly: in the order given, or by worth, each play is made that can be paid for.

        It takes as long as paying for each play once, and no time limit ends it.
        """
        by_worth = sorted(range(len(self.plays)), key=lambda place: (-self.most[place], place))
        needed_first = sorted(by_worth, key=lambda place: not self.needed >> place & 1)
        self.hasty = True
        with stopping(None):
            for several in ([*order], by_worth):
                if several:
                    self._dive(several)
            if self.best is None:
                self._dive(needed_first)
        self.hasty = False
        return self.result

    def _dive(self, order: Sequence[int]) -> None:
        """Make what can be made in this order, again as long as something is made; end after as much as may be."""
        nodes = [_Node(begin(self.state), 0, Tally(), 0, ())]
        made = True
        while made:
            made = False
            for place in order:
                if nodes[-1].mask >> place & 1 or not self._there(place, nodes[-1].turn.state, nodes[-1].mask):
                    continue
                node = self._cheapest(nodes[-1], place)
                if node is not None and (not self.keep or self._keeps(node.turn.state)):
                    nodes.append(node)
                    made = True
        for node in reversed(nodes):
            if node.mask & self.needed == self.needed:
                before = self.best
                self._end(node)
                if self.best is not before or (before is not None and node.value < self.result.value):
                    return

    def _cheapest(self, node: _Node, place: int) -> _Node | None:
        """Make a play, paid as it is paid by itself; nothing if it cannot be made now."""
        from runepay.solver.pay import best  # noqa: PLC0415 - importing OR-Tools costs

        play = self.plays[place]
        try:
            question = freeze(node.turn.state, play, self.ruleset)
        except InputError:
            return None  # What it names is not there now.
        payment = None if question.faults else best(question, node.turn.state, Goal.of()).payment
        return None if payment is None else self._after(node, place, question, payment)

    def _visit(self, node: _Node) -> None:
        self.result.nodes += 1
        if node.mask & self.needed == self.needed and not node.floated:
            self._end(node)
        left = [place for place in range(len(self.plays)) if not node.mask >> place & 1]
        if self.best is not None and node.value + sum(self.most[place] for place in left) < self.result.value:
            return
        for place in left:
            twin = self.twins[place]
            if not self._there(place, node.turn.state, node.mask):
                continue
            if twin >= 0 and not node.mask >> twin & 1 and self._there(twin, node.turn.state, node.mask):
                continue
            ended()
            self._make(node, place)
        for floated in self._floats(node, left):
            ended()
            self._follow(floated)

    def _make(self, node: _Node, place: int) -> None:
        """Make a play in every way."""
        play = self.plays[place]
        try:
            question = freeze(node.turn.state, play, self.ruleset)
        except InputError:
            return  # What it names is not there now.
        if question.faults:
            return
        for payment in payments(question, node.turn.state):
            ended()
            after = self._after(node, place, question, payment)
            if after is not None:
                self._follow(after)

    def _after(self, node: _Node, place: int, question: Question, payment: Payment) -> _Node | None:
        """Give the moment after a play with this payment; nothing if what floated before is no part of it."""
        play = self.plays[place]
        after = paid(node.turn, play, payment, question)
        tally = node.tally.copy()
        tally.count(question, payment, question.objects)
        for kind, number in units_of(play.then.pool).items():
            tally.granted[kind] = tally.granted.get(kind, 0) + number
        worth = self.worths[place]
        if self.mode == "best":
            worth += sum(play.worth.get(name, 0) for name, value in payment.elections.items() if value)
        before, whole, asked_there = node.turn, payment, question
        if node.floated and node.origin is not None:
            before = node.origin
            whole = replace(payment, steps=(*node.floated, *payment.steps))
            asked_there = freeze(before.state, play, self.ruleset)
            if not _same_total(asked_there, payment):
                return None  # Its cost reads what the Add changed: the two are not one payment.
        made = Made(play, place, before, asked_there, whole, after)
        return _Node(after, node.mask | 1 << place, tally, node.value + worth, (*node.made, made))

    def _follow(self, node: _Node) -> None:
        """Visit a moment, unless it was reached as cheaply before."""
        key = (
            node.mask,
            node.value,
            moment_key(node.turn, self.names),
            bool(node.floated),
            truncated(self.goal, self.start, node.tally),
        )
        cost = values(self.goal, self.start, node.tally, dict.fromkeys(self.goal.keeps, 0))
        before = self.memo.get(key)
        if before is not None and before <= cost:
            return
        self.memo[key] = cost
        self._visit(node)

    def _floats(self, node: _Node, left: Sequence[int]) -> Iterator[_Node]:
        """Use an Add now whose object a later cost may take, so that what it gives floats (429.3, 166.3)."""
        wanted: set[str] = set()
        supply: dict[str, tuple[Question, int]] = {}
        for place in left:
            try:
                question = freeze(node.turn.state, self.plays[place], self.ruleset)
            except InputError:
                continue
            lines = list(all_lines(question))
            wanted |= {question.objects[index].id for line in lines for index in line.eligible if line.zone == "board"}
            for number, one in enumerate(question.supply.producers):
                if not one.nested and not one.repeats and not one.copied:
                    supply.setdefault(question.objects[one.object].id, (question, number))
        for name in sorted(wanted & supply.keys()):
            question, number = supply[name]
            if not question.supply.producers[number].kill:
                yield self._float(node, name, question, number)

    def _float(self, node: _Node, name: str, question: Question, number: int) -> _Node:
        producer = question.supply.producers[number]
        units = dict(whole_pool(node.turn.state))
        for kind, count in producer.gives:
            units[kind] = units.get(kind, 0) + count
        shown = tuple(sorted(((kind, n) for kind, n in units.items() if n), key=lambda item: kind_place(item[0])))
        step = Step("add", name, 1, producer.gives, producer.ability, producer.copied, rule="429.3", pool=Pool(shown))
        state = added(node.turn.state, step, self.ruleset)
        tally = node.tally.copy()
        tally.count_step(step, compile_objects(node.turn.state, self.ruleset))
        origin = node.origin if node.floated else node.turn
        return replace(
            node,
            turn=Turn(state, node.turn.once),
            tally=tally,
            floated=(*node.floated, step),
            origin=origin,
        )

    # ------------------------------------------------------------ ends

    def _end(self, node: _Node) -> None:
        if self.best is not None and node.value < self.result.value:
            return
        known = dict.fromkeys(self.goal.keeps, 0)
        most = self._hand_worth(node) if "keep:hand" in known else 0
        optimistic = {name: -most if name == "keep:hand" else 0 for name in known}
        equal = self.best is not None and node.value == self.result.value
        if equal and self.best is not None and values(self.goal, self.start, node.tally, optimistic) >= self.best:
            return
        if not self._keeps(node.turn.state):
            return
        kept = values_kept(self.state, node.turn.state, self.goal, self.ruleset, hasty=self.hasty)
        found = values(self.goal, self.start, node.tally, kept)
        result = self.result
        if self.best is None or node.value > result.value or found < self.best:
            self.best = found
            result.status, result.made, result.value, result.values = "payable", list(node.made), node.value, found

    def _hand_worth(self, node: _Node) -> int:
        objects = compile_objects(node.turn.state, self.ruleset)
        return sum(printed_value(one, "card") for one in objects if one.zone == "hand" and not one.whose)

    def _payable(self, state: GameState, name: str, *, later: bool) -> bool:
        """Tell whether a card can be played afterwards."""
        return payable(self.state, state, name, self.ruleset, later=later)

    def _keeps(self, state: GameState) -> bool:
        """Tell whether all cards that are to be kept can be played on the opponents' turn, together."""
        from runepay.solver.plan.engine import plan  # noqa: PLC0415 - the search may call itself

        if not all(self._payable(state, name, later=True) for name in self.keep):
            return False
        if len(self.keep) < 2:
            return True
        later = [asked(state, name, self.ruleset, later=True)[0] for name in self.keep]
        then = their_turn(state, showdown=any(one.facts.stated.get("showdown") for one in later))
        ask = PlanAsk(mode="all", plays=tuple(Candidate(card=name) for name in self.keep))
        found = plan(then, ask, Goal.of(), self.ruleset)
        if found.status == "unknown":
            raise OutOfTimeError
        return found.status == "payable"


def _same_total(question: Question, payment: Payment) -> bool:
    """Tell whether a payment's total is among those of another question."""
    owed = payment.owed
    return any(
        (one.energy, one.pips, one.choices.elections) == (owed.energy, owed.pips, owed.choices.elections)
        for one in undominated(question)
    )


def added(state: GameState, step: Step, ruleset: Ruleset) -> GameState:
    """Give the state after an Add was used outside a payment."""
    return apply(state, Play(kind="effect"), Payment(Owed(0, (), (), Choices(())), (step,)), ruleset)


def moment_key(turn: Turn, named: frozenset[str]) -> object:
    """Give what tells moments of a turn apart: interchangeable objects are not told apart by their ids."""
    state = turn.state
    zones = []
    for zone in ("board", "hand", "trash", "champion", "facedown", "banished"):
        things = sorted(
            one.model_dump_json(exclude=None if one.id in named else {"id"}, exclude_defaults=True)
            for one in getattr(state, zone)
        )
        zones.append(tuple(things))
    runes = tuple(sorted((domain, one.ready, one.exhausted) for domain, one in state.runes.items()))
    legend = state.legend.model_dump_json(exclude_defaults=True) if state.legend is not None else ""
    return (
        tuple(zones),
        runes,
        tuple(whole_pool(state).items()),
        legend,
        state.xp,
        state.deck,
        tuple(sorted(state.facts.stated.items())),
        repr(state.effects),
        repr(turn.once),
    )


def search(  # noqa: PLR0913, PLR0917 - the parts of one turn
    state: GameState,
    plays: Sequence[Candidate],
    mode: str,
    keep: Sequence[str],
    goal: Goal,
    ruleset: Ruleset,
) -> Result:
    """Find the best turn by going through every order, every election and every payment."""
    return _Search(state, plays, mode, keep, goal, ruleset).run()


def greedy(  # noqa: PLR0913, PLR0917 - the parts of one turn
    state: GameState,
    plays: Sequence[Candidate],
    mode: str,
    keep: Sequence[str],
    goal: Goal,
    ruleset: Ruleset,
    order: Iterable[int] = (),
) -> Result:
    """Make a plan play by play, each paid by itself: in an order that is known to be good, or by worth.

    It is complete in nothing: where it finds no plan there may be one.
    """
    found = _Search(state, plays, mode, keep, goal, ruleset).greedy(order)
    found.complete = False
    if not found.made and found.status != "payable":
        found.status = "unknown"
    return found
