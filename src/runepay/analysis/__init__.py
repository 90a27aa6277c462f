"""Tables of many answers as polars frames, the questions that are often asked of them, and random instances.

``answers`` runs instances and gives the table of ``runepay batch`` as a frame; ``read`` reads one that was written.
``sample`` draws instances like those of real games. Polars is imported when a frame is made.
"""

from __future__ import annotations

from runepay.analysis.frames import answers, read, sampled
from runepay.analysis.questions import differing, elections, kinds, modifiers, payable_by_turn
from runepay.analysis.sampling import Plan, sample

__all__ = [
    "Plan",
    "answers",
    "differing",
    "elections",
    "kinds",
    "modifiers",
    "payable_by_turn",
    "read",
    "sample",
    "sampled",
]
