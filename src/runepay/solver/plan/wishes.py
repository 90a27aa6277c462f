"""What is to stay payable after a plan: cards this turn, cards together, cards on the opponents' turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from runepay.model.aftermath import played_id
from runepay.model.errors import InputError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.objects import compile_objects
from runepay.model.question import Question
from runepay.model.reach import undominated
from runepay.model.reading import Position, plays_with
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.model.turn import printed_value, their_turn
from runepay.solver.plan.commit import Source, Wish
from runepay.solver.plan.option import Declined
from runepay.solver.plan.reads import of_play
from runepay.solver.plan.table import Table

Wishes = Callable[[Table, tuple[int, ...]], tuple[Wish, ...]]
"""What is to stay payable after a sequence of plays."""


def criteria(goal: Goal) -> tuple[tuple[str, str, bool], ...]:
    """Give the criteria that keep something: ``(criterion, card, on the opponents' turn)``; the hand is ``hand``."""
    found = []
    for one in goal.keeps:
        stem, _, name = one.partition(":")
        found.append((one, name.strip(), stem == "keep-on-their-turn"))
    return tuple(found)


def there(start: GameState, now: GameState, name: str, ruleset: Ruleset) -> bool:
    """Tell whether a card to be kept is still in hand; one that never was is taken to be there in addition (C2)."""
    play = Play(card=name)
    was = played_id(start, compile_objects(start, ruleset), play)
    return not was or any(one.id == was and one.zone == "hand" for one in compile_objects(now, ruleset))


def asked(state: GameState, name: str, ruleset: Ruleset, *, later: bool) -> tuple[GameState, Play, Question]:
    """Give the question whether a card can be played after the plan, this turn or on the opponents'."""
    play = Play(card=name)
    if later:
        plain = their_turn(state)
        question = freeze(plain, play, ruleset)
        position = Position(plain, play, question.card, question.objects, None)
        action = plays_with(position, "action") and not plays_with(position, "reaction")
        state = their_turn(state, showdown=True) if action else plain
    return state, play, freeze(state, play, ruleset)


def lane_wishes(start: GameState, goal: Goal, keep: Sequence[str], ruleset: Ruleset) -> Wishes | None:
    """Say what is to stay payable after a sequence of plays, for the quick search."""
    named = criteria(goal)
    if not named and not keep:
        return None

    def make(table: Table, order: tuple[int, ...]) -> tuple[Wish, ...]:
        now = table.given.moment(order).state
        made = [_wish(start, now, name, ruleset, criterion="", later=True) for name in keep]
        for criterion, name, later in named:
            if criterion == "keep:hand":
                made.extend(_hand(now, ruleset))
            else:
                made.append(_wish(start, now, name, ruleset, criterion=criterion, later=later))
        return tuple(made)

    return make


def _wish(  # noqa: PLR0913 - one card
    start: GameState, now: GameState, name: str, ruleset: Ruleset, *, criterion: str, later: bool, weight: int = 1
) -> Wish:
    if not there(start, now, name, ruleset):
        return Wish(criterion, (), weight, later)
    _, _, question = asked(now, name, ruleset, later=later)
    if question.faults:
        return Wish(criterion, (), weight, later)
    options = []
    for owed in undominated(question):
        if owed.lines:
            raise Declined("a card to be kept costs actions")
        options.append((question.supply.fits, owed.energy, owed.pips))
    if any(one.nested or one.repeats for one in question.supply.producers):
        raise Declined("an Add with a cost of its own")
    sources = tuple(Source(0, one, question.objects[one.object]) for one in question.supply.producers)
    return Wish(criterion, tuple(options), weight, later, sources)


def _hand(now: GameState, ruleset: Ruleset) -> list[Wish]:
    """Wish for every card in hand, all together; their order must not matter."""
    made: list[Wish] = []
    if now.effects:
        raise Declined("effects on the next card, and a hand to be kept")
    for one in compile_objects(now, ruleset):
        if one.zone != "hand" or one.whose:
            continue
        try:
            question = freeze(now, Play(card=one.id), ruleset)
        except InputError:  # pragma: no cover - a card in hand is always known
            continue
        reads = of_play(question, now, ())
        if reads.facts or reads.whole or reads.paid or reads.ready or one.adds or any(c.on for c in one.clauses):
            raise Declined("a hand to be kept whose order matters")
        made.append(
            _wish(now, now, one.id, ruleset, criterion="keep:hand", later=False, weight=printed_value(one, "card"))
        )
    return made


def weigh(state: GameState, ruleset: Ruleset) -> int:
    """Give what all cards in hand are worth together."""
    return sum(
        printed_value(one, "card") for one in compile_objects(state, ruleset) if one.zone == "hand" and not one.whose
    )
