"""Plain questions, answered from their JSON without building the whole position: for many of them at once.

A question is plain if nothing in it says anything about the price but the played card itself, its price is fixed but
for optional keywords, and runes and the pool are all that can pay. The answer is the one of :func:`runepay.solve`, with
a payment that has passed a referee; whatever is not plain is declined, never guessed.

:mod:`~runepay.plain.reading` tells plain questions from others, :mod:`~runepay.plain.price` works out what is owed once
for each play, :mod:`~runepay.plain.answering` finds the payment.
"""

from __future__ import annotations

from runepay.plain.answering import Missing, Plain, answer
from runepay.plain.price import Price, Total
from runepay.plain.reading import Asked, read

__all__ = ["Asked", "Missing", "Plain", "Price", "Total", "answer", "read"]
