"""From a state and what is asked to the best turn, by the quick search where it can prove it, else by the general."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from time import monotonic

from runepay.model import catalogue
from runepay.model.aftermath import played_id
from runepay.model.candidate import Candidate, PlanAsk, candidates
from runepay.model.card import CARD_FIELDS
from runepay.model.errors import LISTED, InputError, InternalError, nearest
from runepay.model.facts import MADE_CHEAPER
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.mentions import check_worth
from runepay.model.objects import compile_objects, fields_of, proper, slug
from runepay.model.pool import units_of
from runepay.model.question import Question
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play, Thing
from runepay.model.turn import Turn, begin, fresh_id, named
from runepay.solver.found import Found
from runepay.solver.plan.capacity import worth_at_most
from runepay.solver.plan.doubt import everything, unsure
from runepay.solver.plan.kept import only
from runepay.solver.plan.measure import Start, Tally, values
from runepay.solver.plan.option import Declined
from runepay.solver.plan.receipt import Made, receipts
from runepay.solver.plan.search import Search, quick
from runepay.solver.plan.wishes import criteria, lane_wishes
from runepay.solver.stopping import Deadline, OutOfTimeError, stopping


@dataclass(frozen=True, slots=True)
class Planned:
    """The best turn.

    Attributes
    ----------
    status
        ``payable``, ``not payable`` (the plays asked for cannot all be made), or ``unknown``.
    plays
        The candidates, in the order given.
    made
        The plays of the plan, in order.
    value
        What the plan is worth, and ``bound``: what no plan can be worth more than.
    values
        The goal's values, one for each criterion.
    search
        ``quick``, ``general``, or ``greedy`` where there was no time for more.
    why
        Why the quick search declined.
    unsure
        What is not modelled here, so that nothing is proven.
    """

    status: str
    plays: tuple[Candidate, ...]
    made: tuple[Made, ...] = ()
    start: Turn | None = None
    value: int = 0
    bound: int = 0
    values: tuple[int, ...] = ()
    proof: str = "optimal"
    search: str = "quick"
    why: str = ""
    nodes: int = 0
    kept: dict[str, bool] = field(default_factory=dict)
    unsure: tuple[str, ...] = ()

    @property
    def end(self) -> Turn | None:
        """The moment after the plan."""
        return self.made[-1].after if self.made else self.start


def plan(  # noqa: PLR0913 - the parts of one question
    state: GameState,
    ask: PlanAsk,
    goal: Goal,
    ruleset: Ruleset,
    *,
    seconds: float | None = None,
    search: str | None = None,
    clock: Callable[[], float] = monotonic,
) -> Planned:
    """Find the best turn.

    Parameters
    ----------
    state, ask, goal, ruleset
        What is asked.
    seconds
        Time limit; when it runs out the best so far is given with its bound, at least a greedy plan.
    search
        ``quick`` or ``general`` to force one of the two; a forced quick search may raise ``Declined``.
    clock
        What tells the time, in seconds.
    """
    with nullcontext() if seconds is None else stopping(Deadline(seconds, clock)):
        return _plan(state, ask, goal, ruleset, search)


def _plan(state: GameState, ask: PlanAsk, goal: Goal, ruleset: Ruleset, search: str | None) -> Planned:
    start, plays = prepared(state, candidates(named(state), ask), ask, ruleset)
    asked = _known(start, plays, ruleset)
    keepable(start, ask, goal, ruleset)
    _named_plays(start, plays, ask, ruleset)
    found = _found(start, plays, ask, goal, ruleset, asked, search)
    doubts = unsure((*asked, *(one.question for one in found.made)))
    if not doubts:
        return found
    # Not everything is modelled here, so a better plan may exist.
    status = "payable" if found.status == "payable" else "unknown"
    bound = max(found.bound, everything(plays, asked, ask.mode))
    return replace(found, status=status, proof="feasible", bound=bound, unsure=doubts)


def _found(  # noqa: PLR0913, PLR0917 - the parts of one question
    start: GameState,
    plays: tuple[Candidate, ...],
    ask: PlanAsk,
    goal: Goal,
    ruleset: Ruleset,
    asked: Sequence[Question | None],
    search: str | None,
) -> Planned:
    why = ""
    if search != "general":
        try:
            return _quick(start, plays, ask, goal, ruleset, asked)
        except Declined as declined:
            if search == "quick":
                raise
            why = str(declined)
    from runepay.solver.plan import general  # noqa: PLC0415 - most turns never need it

    found = general.search(start, plays, ask.mode, ask.keep, goal, ruleset)
    most = found.bound if found.complete else worth_at_most(start, plays, asked, found.most, ruleset)
    return Planned(
        found.status,
        plays,
        tuple(found.made),
        begin(start),
        found.value,
        most,
        found.values,
        "infeasible" if found.status == "not payable" else "optimal" if found.complete else "feasible",
        "general",
        why,
        found.nodes,
        dict.fromkeys(ask.keep, found.status == "payable"),
    )


def prepared(
    state: GameState, plays: Sequence[Candidate], ask: PlanAsk, ruleset: Ruleset
) -> tuple[GameState, tuple[Candidate, ...]]:
    """Let every candidate name an object of its own; a card that is not where it is played from is put there (C2).

    Cards that are to be kept are no candidates. Values by the name of a card are written in.
    """
    keep = ask.keep
    values = {proper(name, state.cards): value for name, value in ask.values.items()}
    state = named(state)
    kept: set[str] = set()
    for name in keep:
        others = tuple(one for one in compile_objects(state, ruleset) if one.id not in kept)
        kept |= {played_id(state, others, Play(card=name))} - {""}
    taken = set(kept)
    ready: list[Candidate] = []
    added: dict[str, list[Thing]] = {}
    exact = {one.card for one in plays if one.card}
    objects = compile_objects(state, ruleset)
    names = {other.id: other.name for other in objects}
    for one in plays:
        if one.kind not in {"card", "hide"} or not one.card:
            ready.append(_valued(one, (one.title, one.name or one.card or one.source or ""), values))
            continue
        if one.card in kept:
            continue
        # A card named by its id is left to the candidate that names it so.
        free = tuple(
            other for other in objects if other.id not in taken and (other.id not in exact or other.id == one.card)
        )
        name = played_id(state, free, one)
        if not name:
            if any(other.id in kept and one.card in {other.id, other.name} for other in objects):
                continue  # The only copy is kept.
            # A candidate's value is what making it is worth, not what losing the card is.
            own = {field: getattr(one, field) for field in (one.model_fields_set & CARD_FIELDS) - {"value"}}
            name = fresh_id(one.card, {*names, *taken})
            added.setdefault(one.origin, []).append(Thing(card=one.card, id=name, token=one.token or None, **own))
            names[name] = proper(one.card, state.cards)
        taken.add(name)
        title = one.name or (f"hide {names[name]}" if one.kind == "hide" else names[name])
        known = _valued(one, (title, names[name], name), values)
        ready.append(known.model_copy(update={"card": name, "name": title}))
    if added:
        state = state.model_copy(update={zone: (*getattr(state, zone), *things) for zone, things in added.items()})
    return state, tuple(ready)


def keepable(state: GameState, ask: PlanAsk, goal: Goal, ruleset: Ruleset) -> None:
    """Refuse cards to be kept that nobody knows.

    Raises
    ------
    InputError
        Naming the criterion, or the field of the plan.
    """
    asked = [("plan.keep", name) for name in ask.keep]
    asked += [("goal", name) for criterion, name, _ in criteria(goal) if criterion != "keep:hand"]
    objects = compile_objects(state, ruleset)
    for path, name in asked:
        if not played_id(state, objects, Play(card=name)) and fields_of(name, state.cards) is None:
            held = [one.name for one in objects if one.zone == "hand" and not one.whose]
            hint = nearest(name, [*held, *state.cards, *catalogue.names()])
            raise InputError("unknown card, which is to be kept", path=path, found=name, hint=hint)


def valuable(ask: PlanAsk, called: Iterable[str], state: GameState, others: Iterable[str] = ()) -> None:
    """Refuse the value of a play that nobody may make.

    Parameters
    ----------
    called, others
        What the plays that may be made are called, and what else a value may be stated for.

    Raises
    ------
    InputError
        Naming the value and the nearest play, or all of them where they are few.
    """
    known = list(dict.fromkeys(proper(one, state.cards) for one in called if one))
    others = tuple(others)
    allowed = {*known, *others, *(proper(one, state.cards) for one in others)}
    for name in ask.values:
        if proper(name, state.cards) not in allowed and name not in allowed:
            hint = nearest(name, known)
            if hint is None and len(known) <= LISTED:
                hint = f"known: {', '.join(known)}" if known else "known: none, for no play may be made"
            raise InputError("no play is called so", path=f"plan.values.{name}", found=name, hint=hint)


def _named_plays(start: GameState, plays: Sequence[Candidate], ask: PlanAsk, ruleset: Ruleset) -> None:
    """Refuse the value of a play that this turn does not have."""
    if ask.values:
        objects = [one for one in compile_objects(start, ruleset) if not one.whose]
        others = [name for one in objects for name in (one.name, one.id)]
        others += [name for one in plays for name in (one.card, one.source) if name]
        valuable(ask, (one.title for one in plays), start, [*ask.keep, *others])


def _valued(one: Candidate, names: Sequence[str], values: dict[str, int]) -> Candidate:
    """Write in what the question says a play is worth under the first of its names, unless the play says so itself."""
    value = next((values[name] for name in names if name in values), None)
    return one if one.value is not None or value is None else one.model_copy(update={"value": value})


def _known(state: GameState, plays: Sequence[Candidate], ruleset: Ruleset) -> list[Question | None]:
    """Give the questions that plays ask before the turn, where they can be asked then.

    Plays that name what does not exist and does not come during the turn are refused.

    Raises
    ------
    InputError
        Naming the play and its field.
    """
    coming = {one.card for one in plays if one.kind == "card"} | {one.name for one in plays}
    coming |= {thing.id or slug(thing.card or "") for one in plays for thing in (*one.then.board, *one.then.hand)}
    coming |= {thing.card for one in plays for thing in (*one.then.board, *one.then.hand)}
    asked: list[Question | None] = []
    for place, one in enumerate(plays):
        try:
            asked.append(freeze(state, one, ruleset))
        except InputError as error:
            asked.append(None)
            later = error.path.startswith(("play.ability", "play.elect")) and one.source in coming
            if error.found in coming or later:
                continue
            if error.path == "play" or error.path.startswith("play."):
                error.path = f"plan.plays.{place}{error.path[4:]}"
            raise
        check_worth(one, asked[-1], f"plan.plays.{place}")
    return asked


def _quick(  # noqa: PLR0913, PLR0917 - the parts of one question
    start: GameState,
    plays: tuple[Candidate, ...],
    ask: PlanAsk,
    goal: Goal,
    ruleset: Ruleset,
    asked: Sequence[Question | None],
) -> Planned:
    permissions = [one.once for one in plays if one.once is not None]
    if len(set(permissions)) < len(permissions):
        raise Declined("plays that use up the same permission")
    wishes = lane_wishes(start, goal, ask.keep, ruleset)
    objects = compile_objects(start, ruleset)
    if ruleset.option("first_each_turn") == "discounted":
        reads = [repr(clause.when) for one in objects for clause in one.clauses if clause.on is not None]
        if any(name in said for said in reads for name in MADE_CHEAPER):
            raise Declined("a discount on the first of its kind that was made cheaper")
    kept = frozenset(played_id(start, objects, Play(card=name)) for name in ask.keep)
    try:
        searched, found = quick(start, plays, ruleset, goal, ask.mode, wishes, kept=kept, asked=asked)
    except OutOfTimeError:
        return _greedy(start, plays, ask, goal, ruleset, asked, None)
    beginning = searched.table.given.start
    if found.best is None or found.committed is None:
        if not (found.complete and found.settled):
            return _greedy(start, plays, ask, goal, ruleset, asked, searched)
        return Planned(
            "not payable", plays, start=beginning, proof="infeasible", nodes=found.nodes,
            kept=dict.fromkeys(ask.keep, False),
        )  # fmt: skip
    bound = found.bound
    if not found.complete:
        quickly = _greedy(start, plays, ask, goal, ruleset, asked, searched)
        if quickly.made and quickly.value > found.value:
            return quickly
        bound = quickly.bound
    order = found.best.order
    made = receipts(
        beginning,
        [(place, plays[place]) for place in order],
        found.best.options,
        found.committed,
        found.demands,
        found.places,
        found.sources,
        ruleset,
        searched.spare.discarded(order, found.best.options),
        searched.spare.killed(order, found.best.options),
        first=searched.table.given.now[order[0]] if order else None,
    )
    _agree(start, goal, made, found.values)
    proven = found.complete and found.settled and found.committed.proof == "optimal"
    return Planned(
        "payable",
        plays,
        tuple(made),
        beginning,
        found.value,
        bound,
        found.values,
        "optimal" if proven else "feasible",
        "quick",
        "",
        found.nodes,
        dict.fromkeys(ask.keep, True),
    )


def _greedy(  # noqa: PLR0913, PLR0917 - the parts of one question
    start: GameState,
    plays: tuple[Candidate, ...],
    ask: PlanAsk,
    goal: Goal,
    ruleset: Ruleset,
    asked: Sequence[Question | None],
    searched: Search | None,
) -> Planned:
    """Give a plan where time ran out before one was paid for: in the best order found so far, if there is one."""
    from runepay.solver.plan import general  # noqa: PLC0415 - most turns never need it

    best = None if searched is None else max(searched.ends.best, key=lambda one: one.value, default=None)
    found = general.greedy(start, plays, ask.mode, ask.keep, goal, ruleset, () if best is None else best.order)
    most = worth_at_most(start, plays, asked, found.most, ruleset)
    if searched is not None:
        most = min(most, searched.found.bound)
    return Planned(
        found.status, plays, tuple(found.made), begin(start), found.value, most, found.values, "feasible", "greedy",
        "time ran out", 0 if searched is None else searched.found.nodes,
        dict.fromkeys(ask.keep, found.status == "payable"),
    )  # fmt: skip


def _agree(start: GameState, goal: Goal, made: Sequence[Made], found: tuple[int, ...]) -> None:
    """Count the payments made and compare them with what the search counted on.

    Raises
    ------
    InternalError
        They come to something else.
    """
    tally = Tally()
    for one in made:
        tally.count(one.question, one.payment, one.question.objects)
        for kind, number in units_of(one.play.then.pool).items():
            tally.granted[kind] = tally.granted.get(kind, 0) + number
    kept = {name: value for name, value in zip(goal.criteria, found, strict=True) if name in goal.keeps}
    counted = values(goal, Start.of(start), tally, kept)
    if counted != found:
        msg = f"the payments of the plan come to {counted}, and the search counted on {found}"
        raise InternalError(msg)


def keeping(state: GameState, play: Play, question: Question, goal: Goal, *, seconds: float | None = None) -> Found:
    """Find the best payment of one play under a goal that keeps other cards payable.

    The play is a turn of one play: what is to stay payable is judged after it was made.
    """
    ask = PlanAsk(mode="all", plays=(only(play),))
    found = plan(state, ask, goal, question.ruleset, seconds=seconds)
    if not found.made:
        return Found(found.status, proof=found.proof)
    proven = len(goal.criteria) if found.proof == "optimal" else 0
    return Found("payable", found.made[0].payment, found.values, found.proof, proven)
