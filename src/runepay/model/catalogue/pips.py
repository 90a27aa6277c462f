"""How the Power pips of keyword and ability costs are read on cards of two domains (135.2.e.5-6).

Card lists print one rainbow icon both for ``[A]``, which any Power pays, and for ``[C]``, which takes one of the card's
own domains. What the list of such costs says, and on what ground, stands in ``data/pips.json``, a line a cost.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import NamedTuple


class PipLine(NamedTuple):
    """How the pips of one cost are read.

    Attributes
    ----------
    number, card
        The card.
    part
        The keyword, the ability's id, or the clause's kind.
    pip
        ``own`` or ``any``.
    source
        On what ground, in a sentence.
    """

    number: str
    card: str
    part: str
    pip: str
    source: str


@lru_cache(maxsize=1)
def pip_lines() -> tuple[PipLine, ...]:
    """Give every line of the table.

    Examples
    --------
    >>> [(one.card, one.pip) for one in pip_lines() if one.source.startswith("A page of the Core Rules")]
    [('Hextech Gauntlets', 'own')]
    """
    text = (resources.files("runepay.model.catalogue") / "data" / "pips.json").read_text(encoding="utf-8")
    table = json.loads(text)
    return tuple(PipLine(**{**line, "source": table["sources"][line["source"]]}) for line in table["lines"])


def pip_source(card: str, part: str) -> str | None:
    """Say on what ground the pips of a card's cost are read, or ``None`` if there is nothing to decide.

    Examples
    --------
    >>> pip_source("Danger Zone", "repeat").startswith("The official alternative text")
    True
    >>> pip_source("Blood Rush", "repeat") is None
    True
    """
    return next((one.source for one in pip_lines() if (one.card, one.part) == (card, part)), None)
