"""Explanations: why not, what would help, whether there is a better way, what would change the answer.

>>> from runepay.explain import explain_card
>>> print(explain_card("Void Seeker").answer)
Void Seeker costs 3 Energy and 1 Fury Power.
"""

from __future__ import annotations

from runepay.explain.better import Verdict, better
from runepay.explain.card import CardExplained, explain_card
from runepay.explain.report import Explanation, explain
from runepay.explain.sensitivity import Change, sensitivity
from runepay.explain.variants import Variant, variants

__all__ = [
    "CardExplained",
    "Change",
    "Explanation",
    "Variant",
    "Verdict",
    "better",
    "explain",
    "explain_card",
    "sensitivity",
    "variants",
]
