"""What either lane of the solver says."""

from __future__ import annotations

from dataclasses import dataclass

from runepay.model.payment import Payment


@dataclass(frozen=True, slots=True)
class Found:
    """What the solver says: a status, the payment if there is one, and the goal's values.

    ``proof`` is ``optimal``, ``feasible`` or ``infeasible``; status ``unknown`` means that time ran out first (C20).
    """

    status: str
    payment: Payment | None = None
    values: tuple[int, ...] = ()
    proof: str = "infeasible"
    proven: int = 0
