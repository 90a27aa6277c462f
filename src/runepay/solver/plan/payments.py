"""Every legal payment of one question, for the general search over plays."""

from __future__ import annotations

from collections.abc import Iterator

from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.state import GameState
from runepay.solver.listing.walk import Walk
from runepay.solver.stopping import stopped


def payments(question: Question, state: GameState) -> Iterator[Payment]:
    """Give every legal payment once, without idle Adds.

    Raises
    ------
    OutOfTimeError
        The search is to stop.
    """
    for leaf in Walk(question, late=stopped).leaves():
        yield leaf.payment(state)
