"""Costs in words."""

from __future__ import annotations

from runepay.model.catalogue.phrases import listed
from runepay.model.owed import Owed
from runepay.solver.reasons import line_words, power_word


def cost(owed: Owed) -> str:
    """Say a whole total.

    Examples
    --------
    >>> from runepay.model.owed import Choices
    >>> cost(Owed(4, ((1, 1), (63, 2)), (), Choices(())))
    '4 Energy, 1 Fury Power and 2 Power of any domain'
    """
    parts = [f"{owed.energy} Energy"] if owed.energy else []
    parts += [f"{number} {power_word(mask)}" for mask, number in owed.pips]
    for line, number in owed.lines:
        if line.action.do == "xp":
            parts.append(f"{number} XP")
        elif number:
            parts.append(line_words(line, number))
    return listed(parts) or "nothing"
