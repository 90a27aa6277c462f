"""The referee: what makes an answer trustworthy.

It folds the five stages itself from the clauses and the elections, replays a payment step by step on the state, and
reports every violation with its rule. It shares neither the solver nor the model's total, so a bug must be made twice,
differently, to get out.
"""

from __future__ import annotations

from runepay.referee.hand import HandPayment, HandStep, parse_payment
from runepay.referee.short import violations
from runepay.referee.verdict import Violation

__all__ = ["HandPayment", "HandStep", "Violation", "parse_payment", "violations"]
