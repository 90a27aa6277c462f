"""A compact position for searches: counts instead of objects, made once from a state and then only changed by payments.

:class:`Position` is what a search holds, :class:`Price` a cost made ready for many positions, :class:`Paid` a payment
found in one. Whatever counting cannot do goes the ordinary way, only slower.
"""

from __future__ import annotations

from runepay.position.paid import Paid
from runepay.position.place import Position
from runepay.position.price import Price

__all__ = ["Paid", "Position", "Price"]
