"""Turns the best payment of a whole turn into one payment for each play, in order.

What each play takes is taken from its demand's share; what is missing in the pool at that moment is added then, so that
nothing is added before it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runepay.model.candidate import Candidate
from runepay.model.cost import RULE_OF
from runepay.model.errors import InternalError
from runepay.model.freeze import freeze
from runepay.model.objects import Object
from runepay.model.owed import Owed
from runepay.model.payment import Kind, Payment, Pool, Step
from runepay.model.pool import kind_place, whole_pool
from runepay.model.question import Line, Question
from runepay.model.reach import undominated
from runepay.model.resources import ENERGY
from runepay.model.rulebook import Ruleset
from runepay.model.total import settle
from runepay.model.turn import Turn, paid
from runepay.solver.fast.totals import plain_total, simple_totals
from runepay.solver.formulation.matching import assign
from runepay.solver.plan.commit import Committed, Demand, Source
from runepay.solver.plan.option import Option

Gives = tuple[tuple[Kind, int], ...]


@dataclass(frozen=True, slots=True)
class Made:
    """One play of a plan: the moment before it, what it asks, how it is paid, and the moment after it."""

    play: Candidate
    place: int
    before: Turn
    question: Question
    payment: Payment
    after: Turn


@dataclass(slots=True)
class _Left:
    """What of the turn's payment has not been done yet."""

    exhausts: dict[str, int]
    recycles: dict[str, int]
    sources: list[Source]
    exhausted: dict[str, int]
    """Runes that lie exhausted now."""


class _Writer:
    """Writes the steps of one play."""

    def __init__(self, left: _Left, turn: Turn, there: frozenset[str]) -> None:
        self.left = left
        self.units: dict[Kind, int] = dict(whole_pool(turn.state))
        self.there = there
        self.exhausts: dict[str, int] = {}
        self.recycles: dict[str, int] = {}
        self.adds: list[Source] = []

    def need(self, kind: Kind, number: int) -> None:
        """Add what is missing of a kind."""
        while self.units.get(kind, 0) < number:
            if not (self._use_add(kind) or self._use_rune(kind)):
                msg = "the payment of the turn does not cover one of its plays"
                raise InternalError(msg)

    def _use_add(self, kind: Kind) -> bool:
        for one in self.left.sources:
            if one.thing.id in self.there and any(given == kind for given, _ in one.producer.gives):
                self.left.sources.remove(one)
                self.adds.append(one)
                for given, number in one.producer.gives:
                    self.units[given] = self.units.get(given, 0) + number
                return True
        return False

    def _use_rune(self, kind: Kind) -> bool:
        if kind == (ENERGY, ""):
            return any(self._exhaust(domain) for domain, number in self.left.exhausts.items() if number)
        domain = kind[0]
        if kind[1] or not self.left.recycles.get(domain):
            return False
        if not self.left.exhausted.get(domain) and not self._exhaust(domain):
            return False
        self.left.recycles[domain] -= 1
        self.left.exhausted[domain] -= 1
        self.recycles[domain] = self.recycles.get(domain, 0) + 1
        self.units[kind] = self.units.get(kind, 0) + 1
        return True

    def _exhaust(self, domain: str) -> bool:
        if not self.left.exhausts.get(domain):
            return False
        self.left.exhausts[domain] -= 1
        self.left.exhausted[domain] = self.left.exhausted.get(domain, 0) + 1
        self.exhausts[domain] = self.exhausts.get(domain, 0) + 1
        self.units[ENERGY, ""] = self.units.get((ENERGY, ""), 0) + 1
        return True

    def steps(self, turn: Turn, spent: dict[Kind, int], owed: Owed) -> tuple[Step, ...]:
        """Write the steps in the order in which they replay: exhaust, Add, recycle, spend."""
        steps: list[Step] = []
        units: dict[Kind, int] = dict(whole_pool(turn.state))

        def floats(gives: Gives, sign: int) -> Pool:
            for kind, number in gives:
                units[kind] = units.get(kind, 0) + sign * number
            shown = sorted(((kind, n) for kind, n in units.items() if n), key=lambda item: kind_place(item[0]))
            return Pool(tuple(shown))

        for domain, number in self.exhausts.items():
            gives: Gives = (((ENERGY, ""), number),)
            steps.append(Step("exhaust", f"rune:{domain}", number, gives, rule="164.2", pool=floats(gives, 1)))
        for one in sorted(self.adds, key=lambda one: one.producer.kill):
            made = one.producer
            pool = floats(made.gives, 1)
            steps.append(Step("add", one.thing.id, 1, made.gives, made.ability, made.copied, rule="429.3", pool=pool))
        for domain, number in self.recycles.items():
            gives = (((domain, ""), number),)
            steps.append(Step("recycle", f"rune:{domain}", number, gives, rule="164.2", pool=floats(gives, 1)))
        for kind in sorted(spent, key=kind_place):
            if kind[0] == ENERGY and spent[kind]:
                gives = ((kind, spent[kind]),)
                steps.append(Step("spend", number=spent[kind], gives=gives, rule="357.1", pool=floats(gives, -1)))
        pays: dict[Kind, list[tuple[int, int]]] = {}
        for kind, mask, number in assign(owed.pips, spent):
            pays.setdefault(kind, []).append((mask, number))
        for kind, paying in pays.items():
            number = sum(n for _, n in paying)
            gives = ((kind, number),)
            pool = floats(gives, -1)
            steps.append(Step("spend", number=number, gives=gives, pays=tuple(paying), rule="357.1", pool=pool))
        return tuple(steps)


def receipts(  # noqa: PLR0913, PLR0917 - the parts of one turn
    start: Turn,
    plays: Sequence[tuple[int, Candidate]],
    options: Sequence[Option],
    committed: Committed,
    demands: Sequence[Demand],
    places: Sequence[int],
    sources: Sequence[Source],
    ruleset: Ruleset,
    discarded: Sequence[Object] = (),
    killed: Sequence[Object] = (),
    *,
    first: Question | None = None,
) -> list[Made]:
    """Give every play of the turn with its payment.

    Parameters
    ----------
    start
        The moment before the first play.
    plays
        The plays in order, each with its place among the candidates.
    options
        The total of each.
    committed
        The best payment of all of them.
    demands, places
        What was paid together, and which of them each play belongs to.
    sources
        The Adds that could be used.
    discarded
        The cards that costs discard, in order.
    killed
        The objects that costs kill or exhaust, in order.
    first
        What the first play asks at the beginning, if that is known.
    """
    shares = _shares(options, committed, demands, places)
    left = _Left(
        dict(committed.exhausts),
        dict(committed.recycles),
        [one for one, used in zip(sources, committed.used, strict=True) if used],
        {domain: runes.exhausted for domain, runes in start.state.runes.items()},
    )
    turn = start
    hand, board = list(discarded), list(killed)
    made: list[Made] = []
    for (place, play), option, spent in zip(plays, options, shares, strict=True):
        question = first if first is not None and turn is start else freeze(turn.state, play, ruleset)
        owed = _same(question, option)
        there = frozenset(question.objects[one.object].id for one in question.supply.producers)
        writer = _Writer(left, turn, there)
        for kind in sorted(spent, key=kind_place):
            writer.need(kind, spent[kind])
        steps = writer.steps(turn, spent, owed)
        pool = steps[-1].pool if steps else Pool(tuple(whole_pool(turn.state).items()))
        acts = []
        for line, number in owed.lines:
            if line.action.do == "discard":
                ids, hand = tuple(one.id for one in hand[:number]), hand[number:]
            else:
                ids, board = tuple(one.id for one in board[:number]), board[number:]
            part = _part(question, line)
            rule = RULE_OF[line.action.do]
            acts.append(Step("act", number=number, do=line.action.do, objects=ids, part=part, rule=rule, pool=pool))
        payment = Payment(owed, (*steps, *acts))
        after = paid(turn, play, payment, question)
        made.append(Made(play, place, turn, question, payment, after))
        turn = after
    return made


def _part(question: Question, line: Line) -> str:
    """Say what an action belongs to."""
    for one in question.components:
        if any(other is line for other in one.lines):
            return one.id
    return "base"


def _same(question: Question, option: Option) -> Owed:
    """Find the total that the search counted on among those of the real moment."""
    wanted = (option.energy, option.pips, option.owed.choices.elections)
    plain = plain_total(question, wanted[2])
    if plain is not None and (plain.energy, plain.pips) == wanted[:2]:
        return plain
    for owed in simple_totals(question) or undominated(question):
        if (owed.energy, owed.pips, owed.choices.elections) == wanted:
            return settle(question, owed.choices)
    msg = "a play costs something else than the plan counted on"
    raise InternalError(msg)


def _shares(
    options: Sequence[Option], committed: Committed, demands: Sequence[Demand], places: Sequence[int]
) -> list[dict[Kind, int]]:
    """Share out what each demand takes among its plays: pips of the same set are alike, and so is Energy."""
    energy: list[list[tuple[Kind, int]]] = []
    power: list[dict[int, list[tuple[Kind, int]]]] = []
    for demand, taken in zip(demands, committed.spent, strict=True):
        spent: dict[Kind, int] = {}
        for (kind, _), number in taken.items():
            spent[kind] = spent.get(kind, 0) + number
        energy.append([(kind, spent[kind]) for kind in sorted(spent, key=kind_place) if kind[0] == ENERGY])
        pays: dict[int, list[tuple[Kind, int]]] = {}
        for kind, mask, number in assign(demand.pips, spent):
            pays.setdefault(mask, []).append((kind, number))
        power.append(pays)
    shares: list[dict[Kind, int]] = []
    for option, place in zip(options, places, strict=True):
        mine: dict[Kind, int] = {}
        energy[place] = _take(energy[place], option.energy, mine)
        for mask, number in option.pips:
            power[place][mask] = _take(power[place].get(mask, []), number, mine)
        shares.append(mine)
    return shares


def _take(units: list[tuple[Kind, int]], number: int, into: dict[Kind, int]) -> list[tuple[Kind, int]]:
    """Take so many units from the front, and give what is left."""
    rest: list[tuple[Kind, int]] = []
    for kind, there in units:
        taken = min(there, number)
        number -= taken
        if taken:
            into[kind] = into.get(kind, 0) + taken
        if there > taken:
            rest.append((kind, there - taken))
    return rest
