"""How the referee reads what the rules leave open (rules.md sections 6 and 9.1; contract C21)."""

from __future__ import annotations

from collections.abc import Iterable

from runepay.model.cost import OWN
from runepay.model.objects import resolve_pips
from runepay.model.resources import ANY, Tally
from runepay.model.rulebook import Ruleset


def keyword_pips(pips: Iterable[int], domains: int, ruleset: Ruleset) -> Tally:
    """Resolve the pips of a keyword's or an ability's cost (6.2).

    On a card of several domains they are what the table says, or all of them of any domain, or all of the card's own;
    a pip of a stated domain is that in every reading.

    Examples
    --------
    >>> keyword_pips([63, 1], 3, Ruleset.of(options={"ability_pip": "own"}))
    ((1, 1), (3, 1))
    """
    reading = ruleset.option("ability_pip")
    if reading != "table" and domains & (domains - 1):
        open_to = OWN if reading == "own" else ANY
        pips = [open_to if mask in {OWN, ANY} else mask for mask in pips]
    return resolve_pips(pips, domains, ruleset)


def summed(values: Iterable[int], ruleset: Ruleset) -> int:
    """Put several values of Deflect on one object together (809.2, 6.11)."""
    every = list(values)
    return max(every, default=0) if ruleset.option("deflect_sums") == "highest" else sum(every)
