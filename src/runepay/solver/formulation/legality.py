"""What the payment may not do, because the play would be illegal afterwards (357.3, 358, 822.3)."""

from __future__ import annotations

from runepay.model.guards import ALWAYS
from runepay.solver.formulation.actions import REMOVING
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.rows import ONE, Expr


def removals(model: Model, *, recalled: bool) -> dict[int, Expr]:
    """Give, by class, how many of its objects the payment removes from where they are.

    With `recalled` those count as well that are recalled in place of dying: they are at another place.
    """
    gone: dict[int, Expr] = {}
    objects = model.question.objects

    def leaves(cls: int, do: str) -> bool:
        return recalled or not objects[model.classes[cls].members[0]].survives(do)

    for place, line in enumerate(all_lines(model.question)):
        if line.action.do in REMOVING:
            for cls, used in model.uses[place].items():
                if leaves(cls, line.action.do):
                    gone.setdefault(cls, Expr()).add(used)
    for (cls, ability), used in model.adds.items():
        if model.producer[cls, ability].kill and leaves(cls, "kill"):
            gone.setdefault(cls, Expr()).add(used)
    return gone


def write(model: Model) -> None:
    """Write that targets stay while they are chosen, and that an Ambush keeps a unit."""
    rows, question = model.rows, model.question
    for place in range(len(question.faults)):
        rows.at_least(model.give("fault", place, 1), 1)
    gone = removals(model, recalled=False)
    for cls, expr in gone.items():
        one = model.classes[cls]
        for guard in one.protected:
            # Where it must stay whatever is elected, freezing has left it out; only an elastic question names it.
            kept = ONE if guard == ALWAYS else model.guard(guard)
            leaves = expr - (ONE - kept) * one.count
            if leaves.terms:
                rows.at_most(leaves - model.give("target", cls, one.count), 0)
    if question.ambush is not None:
        lost, gone = Expr(), removals(model, recalled=True)
        for cls in sorted({model.class_of[index] for index in question.ambush}):
            if cls in gone:
                lost.add(gone[cls])
        rows.at_most(lost - model.give("ambush", 0, 1), len(question.ambush) - 1)
