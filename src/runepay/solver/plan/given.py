"""What a turn is given: the moment before it, the plays, what each of them asks then, and the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from runepay.model.candidate import Candidate
from runepay.model.errors import InputError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.objects import compile_objects
from runepay.model.question import Question
from runepay.model.rulebook import Ruleset
from runepay.model.turn import Turn, unpaid
from runepay.model.turncards import OTHERS_ENTER_READY
from runepay.solver.plan.option import Declined
from runepay.solver.stopping import ended

MOST: Final = 24
"""Candidates beyond which the quick search declines."""


class Given:
    """The plays of a turn before it begins, and the moments after some of them.

    Attributes
    ----------
    now, cards
        What each play asks before the turn, and the card that it plays.
    objects
        What there is before the turn.
    hastened, hastens
        Whether units enter ready beside one that is on the board, or that may be played this turn.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of one turn
        self,
        start: Turn,
        plays: Sequence[Candidate],
        ruleset: Ruleset,
        mode: str,
        goal: Goal,
        asked: Sequence[Question | None] = (),
    ) -> None:
        self.start = start
        self.plays = tuple(plays)
        self.ruleset = ruleset
        self.mode = mode
        self.goal = goal
        if len(self.plays) > MOST:
            raise Declined("too many plays")
        self.now: list[Question] = []
        for place, play in enumerate(self.plays):
            ended()
            if asked and (known := asked[place]) is not None:
                self.now.append(known)
                continue
            try:
                self.now.append(freeze(start.state, play, ruleset))
            except InputError as error:
                raise Declined(str(error)) from None
        self.objects = compile_objects(start.state, ruleset)
        self.cards = [one.card for one in self.now]
        mine = (one for one in self.objects if not one.whose and one.zone == "board")
        self.hastened = any(one.name in OTHERS_ENTER_READY for one in mine)
        self.hastens = any(one.name in OTHERS_ENTER_READY for one in self.cards)
        self._moments: dict[tuple[int, ...], Turn] = {(): start}

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
