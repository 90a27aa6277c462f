"""Finds the card that somebody means, also by a part of its name or with a slip of the pen."""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import NamedTuple

from runepay.model.catalogue.aliases import key
from runepay.model.catalogue.reader import name_of, names, ways

CLOSE = 0.84
"""From this likeness on, and without a second one, a misspelt name is taken for a card's."""
SURE = 5
"""A part of a word with fewer letters is no name."""
SEVERAL = "several cards could be meant"
"""What a message says then, with ``offered`` behind it."""
LISTED = 6
"""As many names are offered when it is not clear which card is meant."""


class Meant(NamedTuple):
    """What a name means.

    Attributes
    ----------
    name
        The card, or ``None`` if none or several could be meant.
    others
        The names that come nearest; for a name that several cards contain, those cards.
    several
        Whether several cards are called like that.
    exact
        Whether the card is really called so.
    """

    name: str | None
    others: tuple[str, ...] = ()
    several: bool = False
    exact: bool = False


def lookup(called: str) -> Meant:
    """Find the card that is meant.

    First the card that is called so (``name_of``); then the only one whose name contains these words; then the only
    one with so much of a word in its name; then the only one that is spelt much like it.

    Examples
    --------
    >>> lookup("Hopeful").name, lookup("Brazen Bucaneer").name, lookup("hand of noxus").exact
    ('Noxus Hopeful', 'Brazen Buccaneer', True)
    >>> lookup("Darius").others
    ('Darius, Trifarian', 'Darius, Executioner', 'Darius, Hand of Noxus')
    """
    known = name_of(called)
    if known is not None:
        return Meant(known, exact=True)
    word = key(called)
    if not word or word.startswith("#"):
        return Meant(None)
    parts = _parts(called)
    holding = tuple(name for name in names() if any(_holds(way, parts) for way in ways(name)))
    if not holding and (len(word) >= SURE or not word.isascii()):
        holding = tuple(name for name in names() if any(word in way for way in _keys()[name]))
    if holding:
        return Meant(holding[0] if len(holding) == 1 else None, holding[:LISTED], several=len(holding) > 1)
    return _spelt(word)


def offered(meant: Meant) -> str:
    """Name the cards that could be meant.

    Examples
    --------
    >>> offered(lookup("Fury"))
    'Fury Rune; Blind Fury'
    """
    return "; ".join(meant.others) + ("; ..." if len(meant.others) == LISTED else "")


@lru_cache(maxsize=4096)
def _parts(called: str) -> tuple[str, ...]:
    return tuple(made for part in called.split() if (made := key(part)) and made[0] != "#")


def _holds(way: str, parts: tuple[str, ...]) -> bool:
    whole = _parts(way)
    size = len(parts)
    return any(whole[place : place + size] == parts for place in range(len(whole) - size + 1))


def _spelt(word: str) -> Meant:
    owner = {way: name for name, every in _keys().items() for way in every}
    near = difflib.get_close_matches(word, owner, n=LISTED, cutoff=0.6)
    cards = tuple(dict.fromkeys(owner[way] for way in near))
    likeness = [difflib.SequenceMatcher(None, word, way).ratio() for way in near]
    close = tuple(dict.fromkeys(owner[way] for way, like in zip(near, likeness, strict=True) if like >= CLOSE))
    return Meant(close[0] if len(close) == 1 else None, cards)


def _keys() -> dict[str, tuple[str, ...]]:
    return _keys_of(names())


@lru_cache(maxsize=2)
def _keys_of(known: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """By card: the keys of everything it is called, but for its numbers."""
    return {name: tuple(way for way in dict.fromkeys(map(key, ways(name))) if way and way[0] != "#") for name in known}
