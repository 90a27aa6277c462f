"""What the payment may not do, because the play would be illegal afterwards (357.3, 358, 822.3)."""

from __future__ import annotations

from runepay.model.guards import ALWAYS
from runepay.solver.formulation.actions import REMOVING
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.rows import ONE, Expr


def removals(model: Model) -> dict[int, Expr]:
    """Give, by class, how many of its objects the payment removes from where they are."""
    gone: dict[int, Expr] = {}
    for place, line in enumerate(all_lines(model.question)):
        if line.action.do in REMOVING:
            for cls, used in model.uses[place].items():
                gone.setdefault(cls, Expr()).add(used)
    for (cls, ability), used in model.adds.items():
        if model.producer[cls, ability].kill:
            gone.setdefault(cls, Expr()).add(used)
    return gone


def write(model: Model) -> None:
    """Write that targets stay while they are chosen, and that an Ambush keeps a unit."""
    rows, question = model.rows, model.question
    if question.faults and not model.elastic:
        rows.at_least(Expr(), 1)
    gone = removals(model)
    for cls, expr in gone.items():
        one = model.classes[cls]
        for guard in one.protected:
            if guard != ALWAYS:
                rows.at_most(expr - (ONE - model.guard(guard)) * one.count, 0)
    if question.ambush is not None:
        lost = Expr()
        for cls in sorted({model.class_of[index] for index in question.ambush}):
            if cls in gone:
                lost.add(gone[cls])
        rows.at_most(lost - model.give("ambush", 0, 1), len(question.ambush) - 1)
