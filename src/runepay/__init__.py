"""What a Riftbound card costs, and a payment for it that is legal and provably best.

``load`` reads an instance file, ``total`` says what is owed, ``solve`` finds the payment, ``violations`` is the
referee. Everything is imported when it is first used: ``import runepay`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runepay.answer import Answer
    from runepay.api import Totals, apply, load, solve, total, violations
    from runepay.every import Payments, Ranking, best_payments, payments
    from runepay.model.candidate import Candidate
    from runepay.model.errors import InputError, InternalError, RunepayError
    from runepay.model.instance import Instance
    from runepay.model.notation import Unreadable
    from runepay.model.notation.line import read_line, write_line
    from runepay.model.state import GameState, Play
    from runepay.notation import Ambiguous, NotLegal, read_payment, write_payment
    from runepay.planning import Plan, plan
    from runepay.position import Paid, Position, Price
    from runepay.position.bulk import can_pay_many

__all__ = [
    "Ambiguous",
    "Answer",
    "Candidate",
    "GameState",
    "InputError",
    "Instance",
    "InternalError",
    "NotLegal",
    "Paid",
    "Payments",
    "Plan",
    "Play",
    "Position",
    "Price",
    "Ranking",
    "RunepayError",
    "Totals",
    "Unreadable",
    "apply",
    "best_payments",
    "can_pay_many",
    "load",
    "payments",
    "plan",
    "read_line",
    "read_payment",
    "solve",
    "total",
    "violations",
    "write_line",
    "write_payment",
]

_HOMES = {
    "Ambiguous": "runepay.notation",
    "Answer": "runepay.answer",
    "Candidate": "runepay.model.candidate",
    "GameState": "runepay.model.state",
    "InputError": "runepay.model.errors",
    "Instance": "runepay.model.instance",
    "InternalError": "runepay.model.errors",
    "NotLegal": "runepay.notation",
    "Paid": "runepay.position.paid",
    "Payments": "runepay.every",
    "Plan": "runepay.planning",
    "Play": "runepay.model.state",
    "Position": "runepay.position.place",
    "Price": "runepay.position.price",
    "Ranking": "runepay.every",
    "RunepayError": "runepay.model.errors",
    "Totals": "runepay.api",
    "Unreadable": "runepay.model.notation",
    "apply": "runepay.api",
    "best_payments": "runepay.every",
    "can_pay_many": "runepay.position.bulk",
    "load": "runepay.api",
    "payments": "runepay.every",
    "plan": "runepay.planning",
    "read_line": "runepay.model.notation.line",
    "read_payment": "runepay.notation",
    "solve": "runepay.api",
    "total": "runepay.api",
    "violations": "runepay.api",
    "write_line": "runepay.model.notation.line",
    "write_payment": "runepay.notation",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Import a public name when it is first used."""
    if name not in _HOMES:
        msg = f"module 'runepay' has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module  # noqa: PLC0415 - only when something is used

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted({*globals(), *__all__})
