"""What is still payable after a play was paid for and made: the criteria that keep something, for one payment."""

from __future__ import annotations

from runepay.model.candidate import Candidate, PlanAsk, candidates
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.payment import Payment
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.model.turn import begin, named, paid, printed_value
from runepay.solver.plan.wishes import asked, criteria, there
from runepay.solver.stopping import OutOfTimeError


def payable(start: GameState, now: GameState, name: str, ruleset: Ruleset, *, later: bool) -> bool:
    """Tell whether a card can be played after what was done, this turn or on the opponents'.

    Raises
    ------
    OutOfTimeError
        It was stopped before that was known.
    """
    from runepay.solver.pay import best  # noqa: PLC0415 - importing OR-Tools costs

    if not there(start, now, name, ruleset):
        return False
    then, _, question = asked(now, name, ruleset, later=later)
    if question.faults:
        return False
    found = best(question, then, Goal.of())
    if found.status == "unknown":
        raise OutOfTimeError
    return found.payment is not None


def kept(start: GameState, now: GameState, goal: Goal, ruleset: Ruleset, *, hasty: bool = False) -> dict[str, int]:
    """Give the value of every criterion that keeps something, after what led from `start` to `now`.

    With `hasty` the hand is worth what is seen at once, and perhaps more.

    Raises
    ------
    OutOfTimeError
        It was stopped before they were known.
    """
    found: dict[str, int] = {}
    for criterion, name, later in criteria(goal):
        if criterion == "keep:hand":
            found[criterion] = -_hand(now, ruleset, hasty=hasty)
        else:
            found[criterion] = 0 if payable(start, now, name, ruleset, later=later) else 1
    return found


def _hand(now: GameState, ruleset: Ruleset, *, hasty: bool) -> int:
    """Give what the cards in hand that can still be played together are worth at the most."""
    from runepay.solver.plan.engine import plan  # noqa: PLC0415 - the search may call itself

    found = plan(now, PlanAsk(mode="best"), Goal.of(), ruleset, seconds=0 if hasty else None)
    if found.bound > found.value and not hasty:
        raise OutOfTimeError
    return found.value


class Keeper:
    """Says of payments of one play what they keep.

    The play is a turn of one play, as it is where ``solve`` answers such a goal.

    Examples
    --------
    >>> from runepay import payments
    >>> state = GameState.model_validate(
    ...     {"runes": {"fury": 1, "calm": 1}, "hand": [{"id": "next", "type": "spell", "cost": {"power": ["fury"]}}]}
    ... )
    >>> play = Play.model_validate({"card": "Mine", "type": "spell", "cost": {"power": ["any"]}, "targets": []})
    >>> keeper = Keeper(state, play, Goal.of(["keep:next"]), Ruleset.of())
    >>> [keeper(one) for one in payments(state, play)]
    [{'keep:next': 1}, {'keep:next': 0}]
    """

    def __init__(self, state: GameState, play: Play, goal: Goal, ruleset: Ruleset) -> None:
        from runepay.solver.plan.engine import keepable, prepared  # noqa: PLC0415 - it imports the searches

        ask = PlanAsk(mode="all", plays=(only(play),))
        self.start, plays = prepared(state, candidates(named(state), ask), ask, ruleset)
        keepable(self.start, ask, goal, ruleset)
        self.play = plays[0]
        self.goal = goal
        self.ruleset = ruleset
        self.question = freeze(self.start, self.play, ruleset)
        # Whatever is the payer's may be in hand afterwards: a cost may return it there.
        mine = (one for one in self.question.objects if not one.whose)
        most = sum(printed_value(one, "card") for one in mine)
        self.least = {name: -most if name == "keep:hand" else 0 for name in goal.keeps}
        """What no payment can be below."""

    def __call__(self, payment: Payment) -> dict[str, int]:
        """Give the value of every criterion that keeps something.

        Raises
        ------
        OutOfTimeError
            It was stopped before they were known.
        """
        after = paid(begin(self.start), self.play, payment, self.question)
        return kept(self.start, after.state, self.goal, self.ruleset)


def only(play: Play) -> Candidate:
    """Give a play as the only one of a turn."""
    return Candidate(**{name: getattr(play, name) for name in play.model_fields_set}, needed=True)
