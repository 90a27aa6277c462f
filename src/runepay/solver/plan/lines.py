"""Actions that costs of a turn ask for, as far as which objects they take may be left open until the end."""

from __future__ import annotations

from runepay.model.question import Line, Question
from runepay.solver.formulation.classes import all_lines
from runepay.solver.plan.option import Declined

Kind = tuple[str, str, str]
"""What an action does, to which objects, and where they lie; all as text."""


def kind_of(line: Line) -> Kind:
    """Say what an action asks for, apart from how many."""
    return line.action.do, line.action.filter.model_dump_json(exclude_defaults=True), line.zone


def same_for_all(question: Question, line: Line) -> bool:
    """Tell whether an action kills or exhausts objects on the board, whichever, and nothing counts or reads them."""
    action = line.action
    plain = action.do in {"kill", "exhaust"} and line.zone == "board" and not (line.only or line.after or action.itself)
    if not plain or any(one.counted for one in question.components):
        return False
    return not any(one.victim or one.kills or one.number for one in question.discounts)


class Lines:
    """What costs of the turn ask for besides resources, as far as it may be left open which objects go.

    Attributes
    ----------
    discarding
        Whether a cost discards cards of the hand, whichever.
    kind
        What costs kill or exhaust, if any does; all ask for the same.
    """

    def __init__(self) -> None:
        self.discarding = False
        self.kind: Kind | None = None

    def note(self, question: Question) -> None:
        """Note the actions of a play; decline all but discards of whatever card, and kills or exhausts of one kind."""
        hand = {index for index, one in enumerate(question.objects) if one.zone == "hand" and not one.whose}
        kinds = set() if self.kind is None else {self.kind}
        for line in all_lines(question):
            plain = not (line.only or line.after or line.action.itself)
            if plain and line.action.do == "discard" and set(line.eligible) == hand:
                self.discarding = True
            elif same_for_all(question, line):
                kinds.add(kind_of(line))
            else:
                raise Declined("a cost with actions")
        if len(kinds) > 1:
            raise Declined("costs with actions of several kinds")
        self.kind = next(iter(kinds), None)
