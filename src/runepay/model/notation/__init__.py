"""One-line texts: a payment, as a chess move has one, and a whole problem, as a chess position has its FEN.

``docs/notation.md`` holds both grammars. Everything here only writes and reads texts: whether a payment is legal is
for :mod:`runepay.notation`, which asks the referee.
"""

from __future__ import annotations

from runepay.model.notation.letters import Unreadable
from runepay.model.notation.payment import Said, SaidAct, SaidAdd, payment_text, scan

__all__ = ["Said", "SaidAct", "SaidAdd", "Unreadable", "payment_text", "scan"]
