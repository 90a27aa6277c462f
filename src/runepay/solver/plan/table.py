"""What the plays of a turn cost and bring, moment by moment; or that the quick search cannot prove this turn.

Where a cost asks for actions other than discards, and kills or exhausts of one kind, or reads what payments change,
the turn is declined; the general search answers.
"""

from __future__ import annotations

from runepay.model.candidate import Candidate
from runepay.model.legality import AWAY
from runepay.model.question import Question
from runepay.solver.plan.acts import Acts
from runepay.solver.plan.adds import Adds
from runepay.solver.plan.counting import Counting
from runepay.solver.plan.effects import Effects
from runepay.solver.plan.given import Given
from runepay.solver.plan.lines import Lines
from runepay.solver.plan.option import Declined, Option
from runepay.solver.plan.prices import Prices
from runepay.solver.plan.reads import NOTHING
from runepay.solver.plan.seals import Seals
from runepay.solver.plan.sight import Sight
from runepay.solver.plan.supply import Supply


class Table:
    """All that the quick search knows of a turn before it begins.

    Attributes
    ----------
    given, lines, adds, effects, sight, counting, supply, prices, seals
        Each of its parts; a later one may look at earlier ones.
    acts
        The objects that costs kill or exhaust, where there are such costs.
    dynamic
        Whether a play changes anything for another, so that their order may matter.
    ordered
        Whether it does so apart from Seals, which come first.
    """

    def __init__(self, given: Given) -> None:
        self.given = given
        self.lines = Lines()
        self.adds = Adds(self.given)
        for play, question in zip(self.given.plays, self.given.now, strict=True):
            _check(play, question)
            self.lines.note(question)
            self.adds.note(question)
        self.adds.close()
        self.effects = Effects(self.given)
        self.adds.come(self.lines)
        self.sight = Sight(self.given, self.lines, self.adds, self.effects)
        self.counting = Counting(self.given, self.effects, self.sight)
        self.supply = Supply(self.given, self.adds)
        self.prices = Prices(self.given, self.lines, self.adds, self.effects, self.sight, self.counting, self.supply)
        self.seals = Seals(self.prices)
        self.dynamic = self.ordered = not self.sight.constant
        if self.seals.exact:
            self.supply.flowing = False
            self.ordered = self._ordered()
        self.acts: Acts | None = None
        if self.lines.kind is not None:
            self.acts = Acts(self.given, self.sight, self.lines.kind, flowing=self.supply.flowing)
            if self.acts.reason:
                raise Declined(self.acts.reason)
            if self.acts.comes:
                self.ordered = self.dynamic = True

    def _ordered(self) -> bool:
        """Tell whether a play changes anything for another, apart from Seals."""
        if self.effects.all or any(reads != NOTHING for reads in self.sight.reads):
            return True
        if any(play.then.model_fields_set for play in self.given.plays):
            return True
        return any(keys and place not in self.seals.domains for place, keys in enumerate(self.adds.arrives))

    def payable(self, option: Option) -> bool:
        """Tell whether there can ever be the Power that a way owes; true where that is not known by the lanes."""
        if self.supply.flowing:
            return True
        lanes, guard = self.seals.lanes(self.seals.mask), self.supply.guard
        return lanes is None or (lanes - option.packed) & guard == guard


def _check(play: Candidate, question: Question) -> None:
    """Decline a play that the quick search cannot prove."""
    if question.declined or play.kind in {"trigger", "applied"}:
        raise Declined("a payment that may be declined")
    if play.kind == "ability" and play.ability in {"equip", "empower"}:
        raise Declined("an ability that changes its object")
    if play.kind == "ability" and any(
        one.zone in AWAY and play.source in (one.id, one.name) for one in question.objects if not one.whose
    ):
        raise Declined("an ability of what may come")
    if play.then.model_fields_set - {"effects", "next", "facts", "pool"} or play.before:
        raise Declined("an effect that changes the board")
    if question.ambush is not None:
        raise Declined("Ambush")
