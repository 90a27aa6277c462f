"""Payments read from their notation and written in it (``docs/notation.md``).

A text that leaves something out (the total, what an action is done for, which of several objects of a name) is taken
to mean the only legal payment that it fits; the referee judges each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from runepay.api import asked
from runepay.model.errors import InputError
from runepay.model.notation import Said, Unreadable, payment_text, scan
from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import GameState, Play
from runepay.notation.reading import Reader
from runepay.referee import Violation
from runepay.referee import violations as refereed

__all__ = ["Ambiguous", "NotLegal", "Unreadable", "read_payment", "write_payment"]

MOST: Final = 256
"""Readings of a text that are tried; a text that leaves so much open is ambiguous."""


class NotLegal(InputError):  # noqa: N818 - what is wrong with the payment
    """A text can be read, but what it says is no legal payment.

    Attributes
    ----------
    violations
        The referee's reasons.
    """

    def __init__(self, violations: Sequence[Violation]) -> None:
        first = violations[0]
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        super().__init__(f"this payment is not legal ({first.rule}): {first.message}{more}", path="payment")
        self.violations = tuple(violations)


class Ambiguous(InputError):  # noqa: N818 - what is wrong with the text, in one word
    """A text leaves something out, and several legal payments fit it.

    Attributes
    ----------
    candidates
        Their canonical texts, sorted.
    """

    def __init__(self, candidates: Sequence[str]) -> None:
        shown = ", ".join(candidates[:6]) + (", ..." if len(candidates) > 6 else "")
        super().__init__(f"{len(candidates)} payments fit this notation: {shown}", path="payment")
        self.candidates = tuple(candidates)


def read_payment(
    state: GameState,
    play: Play,
    text: str,
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> Payment:
    """Read a payment from its notation.

    Parameters
    ----------
    state, play
        The situation and what is paid for.
    text
        The notation; what it leaves out must follow from the rest.
    ruleset, options
        Version of the rules, and readings chosen.

    Returns
    -------
    Payment
        Legal by the referee.

    Raises
    ------
    Unreadable
        The text is no notation; ``place`` says where.
    NotLegal
        What it says is not legal; ``violations`` are the referee's reasons.
    Ambiguous
        Several legal payments fit it; ``candidates`` are their notations.
    InputError
        The state or the play names something that does not exist.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"fury": 2, "calm": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}})
    >>> [(step.step, step.object, step.number) for step in read_payment(state, play, "2ER~r.g.R").steps[:3]]
    [('exhaust', 'rune:fury', 1), ('exhaust', 'rune:calm', 1), ('recycle', 'rune:fury', 1)]
    >>> read_payment(state, play, "2ER~3r.R")
    Traceback (most recent call last):
    runepay.notation.NotLegal: payment: this payment is not legal (414.4): ...
    """
    said = scan(text)
    state, play, question = asked(state, play, ruleset=ruleset, options=options)
    return read_question(question, state, play, said)


def read_question(question: Question, state: GameState, play: Play, said: Said) -> Payment:
    """Read a payment of a question that was frozen already; see :func:`read_payment`."""
    reader = Reader(question, state, play)
    legal: dict[str, Payment] = {}
    faults: tuple[Violation, ...] = ()
    for meant in islice(reader.readings(said), MOST):
        payment, found = reader.judged(meant)
        if found:
            faults = faults or found
        else:
            legal.setdefault(payment_text(question, payment), payment)
    if len(legal) > 1:
        raise Ambiguous(sorted(legal))
    if not legal:
        raise NotLegal(faults)
    return next(iter(legal.values()))


def write_payment(
    state: GameState,
    play: Play,
    payment: Payment,
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> str:
    """Write a legal payment in its notation.

    Raises
    ------
    NotLegal
        The referee refuses the payment.

    Examples
    --------
    >>> import runepay
    >>> state = GameState.model_validate({"runes": {"fury": 2, "calm": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}})
    >>> write_payment(state, play, runepay.solve(state, play).payment)
    '2ER~2r.R'
    """
    state, play, question = asked(state, play, ruleset=ruleset, options=options)
    if not isinstance(payment, Payment):  # pyright: ignore[reportUnnecessaryIsInstance] - callers without types
        raise InputError("a payment is needed", path="payment", found=type(payment).__name__)
    if faults := refereed(state, play, payment, question.ruleset):
        raise NotLegal(faults)
    return payment_text(question, payment)
