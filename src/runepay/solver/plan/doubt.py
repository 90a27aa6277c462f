"""Plans on boards of which something is not modelled: they are the best that is known, and not proven."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from runepay.model.candidate import Candidate
from runepay.model.question import Question
from runepay.solver.plan.option import effective


def unsure(questions: Iterable[Question | None]) -> tuple[str, ...]:
    """Give what is not modelled of what plays ask, each once."""
    return tuple(dict.fromkeys(note for one in questions if one is not None for note in one.unsure))


def everything(plays: Sequence[Candidate], asked: Sequence[Question | None], mode: str) -> int:
    """Give what all plays are worth together, with all that may be elected; no plan is worth more, whatever it costs.

    Parameters
    ----------
    asked
        What each play asks before the turn, where that is known.
    """
    if mode == "all":
        return 0
    worth = 0
    for play, question in zip(plays, asked, strict=True):
        if question is not None:
            worth += effective(play, question.card, mode)
        else:
            worth += 1 if play.value is None or mode == "most" else play.value
        worth += sum(play.worth.values()) if mode == "best" else 0
    return worth
