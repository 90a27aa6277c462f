"""Why a plan cannot be made as it was asked for: how much of it can, and which plays cannot even alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runepay.api import solve
from runepay.model.candidate import PlanAsk
from runepay.model.goals import Goal
from runepay.model.reason import Near, Reason
from runepay.solver.plan.engine import plan as planned
from runepay.solver.plan.wishes import asked

if TYPE_CHECKING:
    from runepay.planning import Plan


def why_not(plan: Plan) -> tuple[Reason, ...]:
    """Say why what a plan was asked for cannot all be done: how much of it can, and which plays cannot even alone."""
    keep = tuple(plan.kept)
    others = tuple(one for one in plan.left_out if one not in plan.needed)
    plays = tuple(
        one.model_copy(update={"needed": False, "value": value, "worth": {}})
        for several, value in ((plan.needed, 1), (others, 0))
        for one in several
    )
    most = planned(plan.state, PlanAsk(mode="best", plays=plays, keep=keep), Goal.of(), plan.ruleset)
    kept = words_listed(keep)
    if most.status == "not payable":
        text = f"{kept} cannot be played on the opponents' turn, even if nothing is played now"
        near = []
        for name in keep:
            then, asked_then, _ = asked(plan.state, name, plan.ruleset, later=True)
            why = solve(then, asked_then, ruleset=plan.ruleset).reasons[:1]
            near += [Near(one.rule, f"{name}: {one.text}") for one in why]
        return (Reason("keep", "358.2", text, because=tuple(near)),)
    if most.proof != "optimal" or not plan.needed:
        return ()
    made = [one.play.title for one in most.made if one.place < len(plan.needed)]
    number = f"{len(made)} of these {len(plan.needed)} plays" if made else "none of these plays"
    text = f"no more than {number} can be made" if made else f"{number} can be made"
    text += f" while {kept} stays payable on the opponents' turn" if keep else ""
    text += f", for example {words_listed(made)}" if made else ""
    alone = []
    for one in plan.needed:
        answer = solve(plan.state, one, ruleset=plan.ruleset)
        alone += [Near(near.rule, f"{one.title} alone: {near.text}") for near in answer.reasons[:1]]
    return (Reason("together", "358.2", text, len(plan.needed) - len(made), because=tuple(alone)),)


def words_listed(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
