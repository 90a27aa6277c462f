"""How the referee reads what the rules leave open (rules.md sections 6 and 9.1; contract C21)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from runepay.model.cost import OWN
from runepay.model.facts import MADE_CHEAPER
from runepay.model.objects import Object, resolve_pips
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


def read_as(name: str, said: Callable[[str], int], ruleset: Ruleset) -> str:
    """Give the fact that decides where a text asks for the first of its kind each turn (6.18).

    By default an earlier one used it up, whatever the discount was worth; read otherwise, only one made cheaper did.
    """
    cheaper = MADE_CHEAPER.get(name)
    if cheaper is None or not said(name) or ruleset.option("first_each_turn") == "finalized":
        return name
    return cheaper


def by_the_card(ruleset: Ruleset) -> bool:
    """Tell whether "showdowns here" of a battlefield asks for the card to be there as well (6.16)."""
    return ruleset.option("showdown_here") == "card"


def really_died(ruleset: Ruleset) -> bool:
    """Tell whether "killed this way" leaves out deaths that something replaced (6.8)."""
    return ruleset.option("killed_this_way") == "died"


def counted_deaths(number: int, name: str | None, saved: Mapping[str, int]) -> int:
    """Take off the deaths that something replaced."""
    return max(0, number - saved.get(name or "", 0))


def worth(one: Object | None, *, died: bool) -> tuple[int, int]:
    """Give the printed Energy and number of pips of what was killed; nothing for what had to die and did not (206)."""
    if one is None or (died and one.instead):
        return 0, 0
    return one.energy, one.pip_count
