"""Reads the keywords of a card's text, with their costs and values, and says what it left unread."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from runepay.model.catalogue.feeds.symbols import plain, read_cost

_KEYWORD: Final = re.compile(r"\[(?P<name>[A-Za-z][A-Za-z' -]*?)(?:\s+(?P<inner>[^\[\]]+))?\](?P<bar>\s*\[>\])?")

WITH_COST: Final = frozenset({"repeat", "flow", "equip", "empower"})
WITH_VALUE: Final = frozenset({"deflect", "hunt", "level"})
BARE: Final = frozenset(
    {
        "weaponmaster", "ambush", "legion", "quick-draw", "action", "reaction", "unique", "temporary", "hidden",
        "accelerate",
    }
)  # fmt: skip
COSTLESS: Final = frozenset(
    {
        "add", "assault", "backline", "buff", "burn", "deathknell", "empowered", "ganking", "mighty", "predict",
        "shield", "stun", "tank", "vision",
    }
)  # fmt: skip
"""Keywords that are no cost and have none."""

_PAYMENT: Final = re.compile(
    r"\bcosts?\b|\bpay|\bspend|\bless\b|\bmore\b|ignor|discount|\[add\]|:|\bdiscard|\bkill"
    r"|费用|支付|消耗|减少|无视",
    re.IGNORECASE,
)
"""Words that may mean a payment; a text without them surely changes none."""


@dataclass(slots=True)
class Read:
    """What was read of a text.

    Attributes
    ----------
    keywords
        In the form of a record.
    faults
        What could not be read, in our words.
    rest
        Whether there is text besides keywords that may speak of a payment.
    exact
        Whether the text tells own pips from any.
    """

    keywords: list[Any] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    rest: bool = False
    exact: bool = False

    def words(self) -> set[str]:
        """List the keywords that were read."""
        return {one if isinstance(one, str) else one["keyword"] for one in self.keywords}


def read_keywords(text: str, domains: int, *, exact: bool = False) -> Read:
    """Read the keywords at the start of each line of a text.

    A keyword within a sentence is something that the card gives or speaks of, not one that it has; one behind a
    condition (``[Level 6][>]``, ``[Empowered][>]``) is had only then, which is for a person to write.

    Parameters
    ----------
    text
        The text as the list has it.
    domains
        How many domains the card has.
    exact
        Whether the text tells own pips from any.

    Examples
    --------
    >>> read_keywords("[Accelerate] (how)<br />[Deflect 2] (how)", 1).keywords
    [{'keyword': 'accelerate', 'cost': {'energy': 1, 'power': ['own']}}, {'keyword': 'deflect', 'value': 2}]
    >>> read_keywords("Give a unit [Deflect].", 1).keywords
    []
    >>> read_keywords("[Flow] :rb_energy_3::rb_rune_rainbow:", 2).faults
    ['Flow: the rainbow pip is read as any domain; the list does not say whether it is of own domains']
    """
    read = Read(exact=exact)
    modes = False
    for line in plain(text).splitlines():
        if modes:
            # What stands in a list of choices is given, not had.
            _remainder(line, line, read)
        else:
            _line(line, domains, read)
        modes = modes or (line.endswith("-") and not line.startswith("["))
    return read


_UNBRACKETED: Final = re.compile(
    r"(?P<name>Hidden|Accelerate|Equip|Repeat|Flow|Empower|Weaponmaster|Ambush|Quick-Draw|Action|Reaction)(?=$|\s*[{\[-])",
    re.IGNORECASE,
)
"""Some lists forget the brackets of a keyword that opens a line."""


def _line(line: str, domains: int, read: Read) -> None:
    rest = _UNBRACKETED.sub(r"[\g<name>]", line.strip(), count=1) if _UNBRACKETED.match(line.strip()) else line.strip()
    while found := _KEYWORD.match(rest):
        name, inner = found["name"].strip(), (found["inner"] or "").strip()
        word = re.sub(r"\s+", "-", name.lower())
        rest = rest[found.end() :]
        ability = word in {"action", "reaction"} and re.match(r"\s*-?\s*[^.]*:", rest)
        if ability or (found["bar"] and word not in {"level", "legion"}):
            # "[Reaction][>]" marks an ability, "[Empowered][>]" a condition: neither is a keyword of the card.
            break
        if word in WITH_COST:
            rest = _with_cost(word, inner, rest, domains, read)
        elif word in WITH_VALUE:
            read.keywords.append({"keyword": word, "value": int(inner) if inner.isdecimal() else 1})
            if word == "level":
                break
        elif word in BARE:
            _bare(word, read)
        elif word not in COSTLESS:
            read.faults.append(f"{name}: a keyword that is not known")
        rest = rest.strip()
    left = rest.strip(" .-")
    if left:
        _remainder(line, left, read)


def _with_cost(word: str, inner: str, rest: str, domains: int, read: Read) -> str:
    """Read a keyword whose cost stands inside its brackets or behind them; give what follows."""
    found = read_cost(inner or rest, domains, exact=read.exact)
    title = word.capitalize()
    if found is None or (inner and found.length < len(inner)):
        read.faults.append(f"{title}: its cost is not understood")
        return "" if rest.lstrip().startswith("-") else rest
    read.keywords += [{"keyword": word, "cost": cost} for cost in found.costs]
    if found.ambiguous:
        read.faults.append(
            f"{title}: the rainbow pip is read as any domain; the list does not say whether it is of own domains"
        )
    return rest if inner else rest[found.length :]


def _bare(word: str, read: Read) -> None:
    if word == "accelerate":
        read.keywords.append({"keyword": word, "cost": {"energy": 1, "power": ["own"]}})
    elif word == "hidden":
        read.keywords.append({"keyword": word, "cost": {"power": ["any"]}})
    elif word == "quick-draw":
        read.keywords += [one for one in ("reaction", word) if one not in read.keywords]
    elif word not in read.keywords:
        read.keywords.append(word)


def _remainder(line: str, left: str, read: Read) -> None:
    """Look at what is no keyword of the card: whether it may speak of a payment."""
    named = {found["name"].lower() for found in _KEYWORD.finditer(left)}
    given = sorted(named & (WITH_COST | {"deflect", "accelerate", "hidden", "weaponmaster", "ambush"}))
    if given:
        words = ", ".join(word.capitalize() for word in given)
        read.faults.append(f"{words}: in a sentence or under a condition, not read")
    if given or _PAYMENT.search(left) or _PAYMENT.search(line.partition("[>]")[2]):
        read.rest = True
