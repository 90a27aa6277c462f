"""The other ways in which people write the name of a card."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

_NUMBER: Final = re.compile(r"\s*([A-Za-z]{3})[-·. ]?([A-Za-z]?|[Ss][Pp])0*(\d+)[a-z*]?(?:[-/]\d+)?\s*")
"""``OGN-002``, ``ogn-2``, ``OGN-002/298``, ``ogn-002-298``, ``OGN·002``; a letter or star behind the
number tells another picture of the same card, and is left aside."""


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """Reduce a name to what its spellings share: letters and digits, without case and accents.

    A card number keeps only set and number, so that it is never taken for a name. What has neither letter nor
    digit gives ``""``.

    Examples
    --------
    >>> key("Rek'Sai - Void Burrower") == key("reksai, void burrower")
    True
    >>> key("OGN-002/298"), key("ogn-2")
    ('#ogn-2', '#ogn-2')
    """
    number = _NUMBER.fullmatch(name)
    if number:
        return f"#{number[1]}-{number[2]}{number[3]}".lower()
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in plain if c.isalnum())


def title(record: Mapping[str, Any]) -> str | None:
    """Give the title of a legend alone: ``Hand of Noxus`` for ``Darius, Hand of Noxus``."""
    name: str = record["name"]
    return name.partition(", ")[2] or None if "legend" in record["type"] else None


def ways(record: Mapping[str, Any]) -> Iterator[str]:
    """Give everything that a card is called: name, numbers, other names, title, Chinese name."""
    yield record["name"]
    if record.get("number"):
        yield record["number"]
    yield from record.get("also_numbered", ())
    yield from record.get("aka", ())
    for one in (title(record), record.get("zh")):
        if one:
            yield one


def aliases(records: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Give the one card that each key means; a key that two cards share means none of them.

    Examples
    --------
    >>> one = {"number": "XYZ-001", "name": "Ann, First", "type": ["legend"]}
    >>> two = {"number": "XYZ-002", "name": "Bea, First", "type": ["legend"]}
    >>> sorted(aliases([one, two]))
    ['#xyz-1', '#xyz-2', 'annfirst', 'beafirst']
    """
    meant: dict[str, set[str]] = {}
    for record in records:
        for way in ways(record):
            meant.setdefault(key(way), set()).add(record["name"])
    return {way: next(iter(cards)) for way, cards in meant.items() if way and len(cards) == 1}
