"""How much a turn can be worth at most by its Energy alone, whichever search answers, and before it has begun.

All Energy that there may be this turn is set against what plays cost at least: their printed Energy without whatever
any discount of the turn may take off. What is left is a knapsack. Of plays that use up the same permission one counts.
Where something of the turn may add Energy without end, or leave a cost out, it bounds nothing, or that play costs
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from runepay.model.candidate import Candidate
from runepay.model.clauses import Add, Amount, Base, Clause, Discount, GrantKeyword, Override
from runepay.model.objects import Object, compile_objects, fields_of
from runepay.model.pool import whole_pool
from runepay.model.question import Question
from runepay.model.resources import ENERGY
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState
from runepay.solver.plan.bounds import MOST_ENERGY
from runepay.solver.plan.reads import COUNTED, lasting, may_reach


def worth_at_most(
    start: GameState,
    plays: Sequence[Candidate],
    asked: Sequence[Question | None],
    most: Sequence[int],
    ruleset: Ruleset,
) -> int:
    """Give what plays can be worth together at most.

    Parameters
    ----------
    start, plays
        The turn.
    asked
        What each play asks before the turn, where that is known.
    most
        What each play is worth at most.
    """
    objects = compile_objects(start, ruleset)
    energy = _energy(start, plays, asked, objects)
    if energy is None or energy > MOST_ENERGY or _doubled(start, plays, objects):
        costs, energy = [0] * len(plays), 0
    else:
        costs = _costs(start, plays, asked, objects)
    groups: dict[str, list[int]] = {}
    for place, play in enumerate(plays):
        groups.setdefault(f"#{place}" if play.once is None else f"={play.once}", []).append(place)
    room = [0] * (energy + 1)
    for places in groups.values():
        before = room
        for place in places:
            cost, worth = costs[place], most[place]
            if cost <= energy:
                made = [value + worth for value in before[: energy + 1 - cost]]
                room = room[:cost] + list(map(max, room[cost:], made))
    return room[energy]


def _doubled(start: GameState, plays: Sequence[Candidate], objects: Sequence[Object]) -> bool:
    """Tell whether something lets another object have its text twice."""
    things = [thing for play in plays for thing in (*play.then.board, *play.then.hand)]
    if any(one.doubles for one in (*plays, *things, *start.board, *start.hand)):
        return True
    names = {one.name for one in objects} | {one.card or "" for one in things}
    printed = (fields_of(name, start.cards) for name in names)
    return any(fields is not None and fields.doubles for fields in printed)


# ------------------------------------------------------------ Energy


def _energy(
    start: GameState, plays: Sequence[Candidate], asked: Sequence[Question | None], objects: Sequence[Object]
) -> int | None:
    """Give all Energy that there may ever be this turn; nothing where there is no end to it."""
    if any(play.then.ready for play in plays):
        return None
    energy = _floating(start) + sum(runes.ready for runes in start.runes.values())
    for play in plays:
        energy += _floating(GameState(pool=play.then.pool))
        # What one play costs less is as good as so much Energy: this discount is used up by the first that it reaches.
        energy += sum(one.energy for one in play.then.next if isinstance(one, Discount) and _fixed(one))
    for add in _adds(start, plays, asked, objects):
        if add.copies or (add.gives.energy and (add.any_amount is not None or not (add.exhaust or add.kill))):
            return None
        energy += add.gives.energy
    return energy


def _floating(state: GameState) -> int:
    return sum(number for (what, _), number in whole_pool(state).items() if what == ENERGY)


def _adds(
    start: GameState, plays: Sequence[Candidate], asked: Sequence[Question | None], objects: Sequence[Object]
) -> Iterator[Add]:
    """Give every Add that may be used this turn, once; none can be used twice, as nothing becomes ready."""
    mine, played = {one.id for one in objects}, {play.card for play in plays}
    for one in objects:
        if one.whose or (one.zone in {"hand", "trash", "banished", "facedown"} and one.id not in played):
            continue
        tapped = not one.ready and one.id not in played
        yield from (add for add in one.adds if not (tapped and add.exhaust))
    for play, question in zip(plays, asked, strict=True):
        if question is not None and (question.card.id not in mine or "adds" in play.model_fields_set):
            yield from question.card.adds
        for thing in play.then.board:
            fields = fields_of(thing.card, start.cards) if thing.card else None
            yield from thing.adds if "adds" in thing.model_fields_set or fields is None else fields.adds


def _fixed(effect: Clause | str) -> bool:
    """Tell whether an effect is a discount of fixed size."""
    return isinstance(effect, Discount) and effect.per is None and effect.printed_cost_of is None


# ------------------------------------------------------------ costs


def _costs(
    start: GameState, plays: Sequence[Candidate], asked: Sequence[Question | None], objects: Sequence[Object]
) -> list[int]:
    """Give the Energy that each play costs at least, whenever it is made."""
    everywhere = list(_standing(start, plays, asked, objects))
    known = not any(play.then.facts.stated for play in plays)
    counted = {name: start.facts.stated.get(name, 0) + len(plays) for name in COUNTED if known}
    return [
        0 if question is None else _least(play, question, everywhere, counted)
        for play, question in zip(plays, asked, strict=True)
    ]


def _standing(
    start: GameState, plays: Sequence[Candidate], asked: Sequence[Question | None], objects: Sequence[Object]
) -> Iterator[tuple[Clause, bool]]:
    """Give every clause that may act on other plays this turn, and whether it may act more than once on one."""
    things = {id(one): one for one in (*objects, *(question.card for question in asked if question is not None))}
    names = [one.name for one in things.values()]
    for one in things.values():
        yield from ((clause, False) for clause in one.clauses if clause.on is not None)
    yield from ((clause, False) for clause in lasting(start))
    for play in plays:
        for thing in (*play.then.board, *play.then.hand, *play.then.trash):
            names.append(thing.card or "")
            fields = fields_of(thing.card, start.cards) if thing.card else None
            both = (*thing.clauses, *(fields.clauses if fields is not None else ()))
            yield from ((clause, False) for clause in both if clause.on is not None)
        for effect in (*play.then.effects, *play.then.next):
            if isinstance(effect, str):
                names.append(effect)
            elif not (_fixed(effect) and effect in play.then.next):
                yield effect, False
    for name in dict.fromkeys(names):
        fields = fields_of(name, start.cards) if name else None
        yield from ((clause, True) for clause in (fields.leaves if fields is not None else ()))


def _least(
    play: Candidate, question: Question, everywhere: Iterable[tuple[Clause, bool]], counted: Mapping[str, int]
) -> int:
    """Give the Energy that a play costs at least; nothing if more than discounts of known size may make it cheaper."""
    card = question.card
    plain = (question.kind, question.origin, play.by, play.ambush) == ("card", "hand", None, False)
    if not plain or question.declined or question.faults or question.must_alternate:
        return 0
    if question.alternates or question.ignores or question.overrides:
        return 0
    if any(one.keyword == "flow" for one in card.keywords):
        return 0
    energy = question.energy
    own = [(one, False) for one in (*card.clauses, *play.effects)]
    reaching = [(one, often) for one, often in everywhere if one.on is None or may_reach(one.on, question)]
    for one, often in (*own, *reaching):
        if isinstance(one, Base | Override) or (isinstance(one, GrantKeyword) and one.keyword == "flow"):
            return 0
        if isinstance(one, Discount):
            times = _times(one.per, counted)
            if often or times is None or one.printed_cost_of is not None:
                return 0
            energy -= one.energy * times
    return max(0, energy)


def _times(per: Amount | None, counted: Mapping[str, int]) -> int | None:
    """Give how often a discount counts at most, if that is once, or once for each of the plays made before."""
    if per is None:
        return 1
    number = counted.get(per.name or "") if per.count == "fact" else None
    if number is None or per.times < 0:
        return None
    most = max(per.times * (number + per.plus), per.least or 0, 0)
    return most if per.most is None else min(most, max(per.most, 0))
