"""Plans over several turns: this turn's plays with their payments, and what is meant for the turns to come.

What to play now, what later, and which runes to recycle for it comes from
:func:`runepay.solver.debt.several.several`, at fixed prices. This turn's plays are then planned and paid by
:mod:`runepay.planning` from a state in which those runes are recycled and float, and the referee replays each payment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Final

from runepay import planning
from runepay.api import total
from runepay.deck.prices import priced
from runepay.model.candidate import Candidate, PlanAsk, RuneDeckGiven, candidates
from runepay.model.errors import InputError, InternalError
from runepay.model.goals import Goal
from runepay.model.mentions import check_plan, check_state, check_worths
from runepay.model.objects import Object, compile_objects, proper
from runepay.model.question import Question
from runepay.model.resources import DOMAINS
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import Facts, GameState, Pool, Runes
from runepay.model.turn import named
from runepay.solver.debt import Card, Each, Outlook, RuneDeck, Several, outlook, several
from runepay.solver.plan.engine import valuable
from runepay.solver.stopping import Deadline, stopping

NOT_SEEN = (
    "prices over several turns are those with nothing else played; no optional cost is elected",
    "cards drawn, apart from those named, and what opponents do are not foreseen",
)
"""What every plan over several turns says of itself."""

SHARE: Final = 0.75
"""The part of the time that goes to the turns to come; what is left of it pays for this turn's plays."""


@dataclass(frozen=True)
class Turns:
    """A plan over several turns.

    Attributes
    ----------
    several
        What is played when, with which chance, and the runes recycled.
    plan
        This turn's plays with their payments, from the state in which ``recycled`` floats.
    recycled
        The runes to recycle before the first play, in order; their Power, and the Energy of ready ones, floats.
    outlook
        Energy and Power of the turns to come after what is recycled now, and without it.
    left_out
        Cards and sources that the plan does not look at, with the reason.
    """

    state: GameState
    several: Several
    plan: planning.Plan
    recycled: tuple[str, ...]
    outlook: Outlook
    left_out: tuple[tuple[str, str], ...]
    ruleset: Ruleset

    @property
    def now(self) -> tuple[str, ...]:
        """What is played this turn, in the order of the payments."""
        return self.plan.order

    @property
    def proof(self) -> str:
        """``optimal``, or ``feasible`` where time ran out or not everything is modelled."""
        return "optimal" if self.several.proof == self.plan.proof == "optimal" else "feasible"

    def to_json(self) -> dict[str, Any]:
        """Write this turn's plan, and under ``turns`` what goes beyond it."""
        told = self.plan.to_json()
        over_turns = self.several.to_json()
        # In mode ``all`` every play meant for this turn is made; else some were too dear together.
        meant = sum(self.several.cards[place].value for place in self.several.now.plays)
        worth = meant if self.plan.mode == "all" else self.plan.value
        bound = worth if self.several.proof == "optimal" else over_turns["bound"]
        bound = max(bound, self.plan.bound) if self.plan.unsure else bound
        # The levels of the goal would not count what is recycled before the first play.
        told |= {"mode": "best", "value": worth, "bound": bound, "proof": self.proof, "goal": []}
        told["notes"] = [*NOT_SEEN, *told["notes"]]
        told["turns"] = {
            **over_turns,
            "recycled": list(self.recycled),
            "floating": self.plan.state.pool.model_dump(mode="json", by_alias=True),
            "outlook": self.outlook.to_json(),
            "not_seen": [{"name": name, "why": why} for name, why in self.left_out],
        }
        return told


def plan_turns(  # noqa: PLR0913 - the parts of one question
    state: GameState,
    turns: int,
    deck: RuneDeck,
    coming: Sequence[Sequence[str]] = (),
    goal: str | Iterable[str] | Goal = ("thrifty",),
    *,
    values: Mapping[str, int] | None = None,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Turns:
    """Plan this turn and the next ones, for the most value played by the end.

    Parameters
    ----------
    state
        The situation at the beginning of this turn; the cards in hand may be played.
    turns
        How many turns to look ahead, 1 to 11.
    deck
        The rune deck, with known or unknown order; see ``RuneDeck.of`` and ``RuneDeck.of_split``.
    coming
        For turn 1, 2, ...: cards that come to hand then.
    goal
        Criteria for this turn's payments.
    values
        What playing a card is worth, by name; left out: 1 + printed Energy + printed pips.
    ruleset, options
        Version of the rules, and readings chosen.
    seconds
        Time limit; when it runs out the best so far is given with its bound.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"fury": 3}, "hand": ["Hextech Ray", "Brazen Buccaneer"]})
    >>> found = plan_turns(state, 2, RuneDeck.of({"fury": 4, "mind": 5}))
    >>> found.now, [[found.several.cards[one].name for one in turn.plays] for turn in found.several.path]
    (('Hextech Ray',), [['Hextech Ray'], [], ['Brazen Buccaneer']])
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else Ruleset.of(ruleset, dict(options or {}))
    aim = goal if isinstance(goal, Goal) else Goal.of([goal] if isinstance(goal, str) else goal)
    given = RuneDeckGiven.model_validate({"unseen": _named(deck), "known": deck.known})
    ask = PlanAsk(turns=turns, next=tuple(map(tuple, coming)), rune_deck=given, values=dict(values or {}))
    return answer(state, ask, aim, rules, seconds=seconds)


def _named(deck: RuneDeck) -> dict[str, int]:
    return {domain: number for domain, number in zip(DOMAINS, deck.unseen, strict=True) if number}


def answer(  # noqa: PLR0913 - the parts of one question
    state: GameState,
    ask: PlanAsk,
    goal: Goal,
    ruleset: Ruleset,
    *,
    seconds: float | None = None,
    clock: Callable[[], float] = monotonic,
) -> Turns:
    """Answer what a file asks; if time runs out, with the best so far and its bound."""
    with nullcontext() if seconds is None else stopping(Deadline(seconds, clock)):
        return _answer(state, ask, goal, ruleset, seconds, clock)


def _answer(  # noqa: PLR0913, PLR0917 - the parts of one question
    state: GameState,
    ask: PlanAsk,
    goal: Goal,
    ruleset: Ruleset,
    seconds: float | None,
    clock: Callable[[], float],
) -> Turns:
    if not ask.turns:
        raise InputError("how many turns are looked at must be said with this", path="plan.turns")
    if ask.rune_deck is None:
        raise InputError("a plan over several turns needs the rune deck", path="plan.rune_deck")
    if ask.keep or ask.mode != "best":
        raise InputError("a plan over several turns is for the most value; it keeps nothing", path="plan.turns")
    if len(ask.next) > ask.turns:
        raise InputError("cards come on more turns than are looked at", path="plan.next", found=len(ask.next))
    check_state(state)
    check_plan(state, ask)
    check_worths(state, ask, ruleset)
    deck = RuneDeck.of(ask.rune_deck.unseen, ask.rune_deck.known)
    state = named(state)
    left_out: list[tuple[str, str]] = []
    cards: list[Card] = []
    plays: list[Candidate | None] = []
    values = {proper(name, state.cards): value for name, value in ask.values.items()}
    asked = _asked(state, ask)
    valuable(ask, (_title(state, one) for _, one in asked), state, (one.card for _, one in asked if one.card))
    for first, one in asked:
        try:
            found = _card(state, one, first, values, ruleset)
        except InputError as error:
            if first and error.path == "play.card":
                error.path = f"plan.next.{first - 1}.{ask.next[first - 1].index(one.card or '')}"
            raise
        if isinstance(found, str):
            left_out.append((_title(state, one), found))
            continue
        cards.append(found)
        plays.append(one.model_copy(update={"value": found.value}) if not first else None)
    board = {domain: runes.ready + runes.exhausted for domain, runes in state.runes.items()}
    now, each = _sources(state, ruleset, left_out)
    ready = sum(runes.ready for runes in state.runes.values())
    try:
        share = None if seconds is None else SHARE * seconds
        best = several(
            board, deck, cards, ask.turns, ready=ready, now=now, each=each, seconds=share, clock=clock
        )  # fmt: skip
    except InputError as error:
        error.path = f"plan.{error.path}"
        raise
    chosen = [play for place in best.now.plays if (play := plays[place]) is not None]
    plan, recycled_first, recycled = _paid(state, best.now.recycled, chosen, goal, ruleset)
    ahead = outlook(board, deck, recycled, ask.turns)
    return Turns(state, best, plan, recycled_first, ahead, tuple(left_out), ruleset)


def _asked(state: GameState, ask: PlanAsk) -> list[tuple[int, Candidate]]:
    """Give every card that may be played, with the first turn on which it is there."""
    here = [(0, one) for one in candidates(state, ask)]
    return here + [(turn, Candidate(card=name)) for turn, names in enumerate(ask.next, 1) for name in names]


def _title(state: GameState, one: Candidate) -> str:
    by_id = {thing.id: thing.card for thing in state.hand if thing.id and thing.card}
    return by_id.get(one.card or "") or one.title


def _card(
    state: GameState, one: Candidate, first: int, values: Mapping[str, int], ruleset: Ruleset
) -> Card | str:
    """Price a play, or say why it is not looked at."""
    if one.kind != "card" or one.origin != "hand":
        return "only cards played from hand are looked at"
    now = total(state if not first else _later(state), one, ruleset=ruleset)
    later = total(_later(state), one, ruleset=ruleset) if not first else now
    if now.question.faults:
        return now.question.faults[0][1]
    prices = priced(now, ruleset), priced(later, ruleset)
    if any(made.owed["actions"] for made in prices):
        return "it asks for more than Energy and Power"
    card = now.question.card
    return Card(card.name, prices[0].prices, _worth(one, now.question, values), first, later=prices[1].prices)


def _worth(one: Candidate, question: Question, values: Mapping[str, int]) -> int:
    if one.value is not None:
        return one.value
    card = question.card
    return values.get(card.name, 1 + card.energy + card.pip_count)


def _later(state: GameState) -> GameState:
    """Give the state as costs see it at the start of a later turn."""
    return state.model_copy(update={"pool": Pool(), "facts": Facts(), "effects": ()})


def _sources(state: GameState, ruleset: Ruleset, left_out: list[tuple[str, str]]) -> tuple[Each, Each]:
    """Give what is there besides runes: this turn, and on each later one; name the sources that are left out."""
    energy, power = state.pool.energy, dict(state.pool.power)
    later_energy, later_power = 0, dict[str, int]()
    if state.pool.restricted:
        left_out.append(("the pool", "restricted Energy and Power"))
    for thing in compile_objects(state, ruleset):
        if thing.whose or not thing.adds or thing.zone not in {"board", "legend"}:
            continue
        if why := _unsteady(thing):
            left_out.append((thing.name, why))
            continue
        add = thing.adds[0]
        later_energy += add.gives.energy
        energy += add.gives.energy if thing.ready else 0
        for what, number in add.gives.power.items():
            later_power[what] = later_power.get(what, 0) + number
            if thing.ready:
                power[what] = power.get(what, 0) + number
    return Each(energy, power), Each(later_energy, later_power)


def _unsteady(thing: Object) -> str:
    """Say why an object is not counted on every turn; nothing if it is."""
    if len(thing.adds) != 1:
        return "it adds in several ways"
    add = thing.adds[0]
    if "unit" in thing.type:
        return "units are not exhausted for what they add"
    if add.kill or not add.exhaust or add.cost is not None or add.any_amount is not None or add.copies:
        return "what it adds costs more than exhausting it"
    if add.purpose or add.when or add.speed != "reaction":
        return "what it adds is not there for every payment"
    return ""


def floated(state: GameState, recycled: Sequence[str]) -> GameState:
    """Give the state with these runes recycled and their Power floating (166.3); ready ones are exhausted first.

    Examples
    --------
    >>> after = floated(GameState.model_validate({"runes": {"fury": {"ready": 1, "exhausted": 1}}}), ["fury", "fury"])
    >>> after.runes["fury"].ready, after.pool.energy, after.pool.power
    (0, 1, {'fury': 2})
    """
    runes, energy, power = dict(state.runes), state.pool.energy, dict(state.pool.power)
    for domain in recycled:
        here = runes[domain]
        ready = 0 if here.exhausted else 1
        runes[domain] = Runes(ready=here.ready - ready, exhausted=here.exhausted - (1 - ready))
        energy += ready
        power[domain] = power.get(domain, 0) + 1
    pool = state.pool.model_copy(update={"energy": energy, "power": power})
    return state.model_copy(update={"runes": runes, "pool": pool})


def _paid(
    state: GameState,
    recycled: Sequence[str],
    chosen: Sequence[Candidate],
    goal: Goal,
    ruleset: Ruleset,
) -> tuple[planning.Plan, tuple[str, ...], tuple[str, ...]]:
    """Pay for this turn's plays: from what is recycled first.

    Plays that make one another dearer may not all be payable; then as many as can be.

    With it the runes recycled before the first play, and all that are recycled.
    """
    ways = ((tuple(recycled), PlanAsk(mode="all", plays=tuple(chosen))), ((), PlanAsk(plays=tuple(chosen))))
    known = True
    for first, ask in ways:
        plan = planning.answer(floated(state, first), ask, goal, ruleset, checked=True)
        if plan.status == "payable":
            plan = plan if known else replace(plan, proof="feasible")
            break
        known = plan.status != "unknown"
    else:  # pragma: no cover - playing nothing is always possible
        msg = "not even nothing can be played"
        raise InternalError(msg)
    return plan, first, (*first, *_recycled(plan))


def _recycled(plan: planning.Plan) -> Iterator[str]:
    """Give the domains of the runes that a plan's payments recycle, in order."""
    for play in plan.plays:
        for step in play.payment.steps:
            if step.step == "recycle":
                yield from (step.object.partition(":")[2],) * step.number


__all__ = ["Turns", "answer", "floated", "plan_turns"]
