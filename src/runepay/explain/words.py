"""Costs in words, from the JSON of an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from runepay.model.catalogue.phrases import action_words, listed
from runepay.model.cost import Action, read_pip
from runepay.solver.reasons import power_word


def cost(owed: Mapping[str, Any]) -> str:
    """Say a whole cost.

    Examples
    --------
    >>> cost({"energy": 4, "power": ["fury"], "actions": [{"do": "discard", "number": 1}]})
    '4 Energy, 1 Fury Power and discarding a card'
    """
    parts = [f"{owed['energy']} Energy"] if owed["energy"] else []
    parts += [f"{number} {power_word(mask)}" for mask, number in Counter(map(read_pip, owed["power"])).items()]
    for one in owed.get("actions", ()):
        known = {key: one[key] for key in ("do", "number", "filter") if key in one}
        parts.append(action_words(Action.model_validate(known)))
    return listed(parts) or "nothing"
