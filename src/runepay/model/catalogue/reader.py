"""Reads the catalogue's data files, one a set, when the first card is asked for.

The fields of a card in a data file are those of ``CardFields`` and a few more, which are for people and for
finding the card: ``number``, ``name``, ``zh`` (Chinese name), ``aka`` (other names), ``also_numbered``; and
``census``, the kinds of cost text that the card bears, with ``modelled``, those of them that its clauses, Adds and
abilities express; ``caller``, those that touch no payment by themselves, so that the payment is right once the
caller states what they did (XP gained, Gold made, resources added by a trigger); and ``waiting_for``, in a few
words, what must be possible before the rest can be expressed.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.catalogue.aliases import aliases, key
from runepay.model.catalogue.aliases import ways as ways_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

VERSION: Final = "2026.10"
"""Version of the data: year and month of the newest card facts in it (contract C26)."""

FILES: Final = ("ogn", "ogs", "sfd", "unl", "ven", "rad", "tokens")
"""The data files in the order in which their sets came out; tokens without a number of a set stand last."""

PAYMENT_KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "SELF-": "costs less under a condition of its own",
        "XC-O": "an optional additional cost",
        "XC-M": "a mandatory additional cost",
        "XC-V": "an additional cost of a number one chooses",
        "ALT": "another base cost",
        "IGN-C": "ignores a base cost",
        "IGN-E": "ignores the Energy of a base cost",
        "IGN-ALL": "ignores any and all costs",
        "MOD-": "makes other plays cheaper",
        "MOD+": "makes other plays dearer",
        "RED": "plays a card at a reduced cost",
        "RES-ADD": "an Add ability",
        "RES-ADDR": "an Add ability whose resources are restricted",
        "RES-CONV": "turns one resource into another",
        "KW-G": "grants a cost keyword",
        "MOVE-TAX": "puts a price on moving",
        "ACT-N": "an activated ability with a non-standard cost",
        "ACT-R": "an activated ability that costs Energy or Power",
        "PAY-N": "a non-standard cost within instructions",
        "PAY-R": "Energy or Power as a cost within instructions",
        "COND": "a cost keyword under a condition",
    }
)
"""The census kinds that change, add or are a payment, and what they mean.

The other kinds only read costs (READ), watch what happened (TRIG), count runes (RUNECT), touch runes, Gold or
XP (RES-CHAN, RES-READY, RES-LOSS, RES-GOLD, RES-XP), allow a play at full cost (PERM) or are no
cost (PAY-IF).
"""


class _Data(NamedTuple):
    records: dict[str, Mapping[str, Any]]
    """Every card by name, in the order of sets and numbers."""
    sets: tuple[Mapping[str, Any], ...]


@lru_cache(maxsize=1)
def _data() -> _Data:
    folder = resources.files("runepay.model.catalogue") / "data"
    records: dict[str, Mapping[str, Any]] = {}
    heads: list[Mapping[str, Any]] = []
    for stem in FILES:
        content = json.loads((folder / f"{stem}.json").read_text(encoding="utf-8"))
        cards = content.pop("cards")
        heads.append(MappingProxyType({**content, "cards": len(cards)}))
        records.update((card["name"], MappingProxyType(card)) for card in cards)
    return _Data(records, tuple(heads))


_own: dict[str, Mapping[str, Any]] = {}
_editions: list[str] = []
"""Cards of the caller's own files, by name; see ``add``."""

_found: dict[str, CardFields] = {}
"""Cards that were asked for, by their own names."""


@lru_cache(maxsize=1)
def _aliases() -> dict[str, str]:
    # What a card of the catalogue is called stays its own, whatever the caller's cards are called.
    return {**aliases(_own.values()), **aliases(_data().records.values())}


def add(cards: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """Add cards of the caller's own; those of the catalogue stay as they are, unless a card says ``override``.

    Parameters
    ----------
    cards
        Records as in a data file, checked already (``own.use`` reads and checks a file).

    Returns
    -------
        Names of the cards that were left out, since the catalogue has them.
    """
    kept: list[str] = []
    for card in cards:
        known = _data().records.get(card["name"]) or _data().records.get(name_of(card["name"]) or "")
        if known is not None and not card.get("override"):
            kept.append(card["name"])
            continue
        name = known["name"] if known is not None else card["name"]
        _own[name] = MappingProxyType({**card, "name": name})
        _editions.append(name)
    _found.clear()
    _aliases.cache_clear()
    return tuple(kept)


def edition() -> int:
    """Give a number that changes whenever cards are added or forgotten: what was read before may read otherwise now."""
    return len(_editions)


def own() -> tuple[str, ...]:
    """Give the names of the cards that were added."""
    return tuple(_own)


def forget() -> None:
    """Forget every card that was added."""
    _own.clear()
    _editions.append("")
    _found.clear()
    _aliases.cache_clear()


def name_of(name: str) -> str | None:
    """Give the catalogue's own name of a card that is named in any known way.

    The exact name comes first; then the card's number, another spelling of the name (case, accents, dashes,
    punctuation), another name, the title of a legend alone, the Chinese name. What could mean two cards
    means none.

    Parameters
    ----------
    name
        What somebody calls the card.

    Returns
    -------
        The name under which ``names`` lists it, or ``None`` if no card, or more than one, is called so.

    Examples
    --------
    >>> name_of("hand of noxus"), name_of("OGN-002"), name_of("Rek'Sai - Void Burrower")
    ('Darius, Hand of Noxus', 'Brazen Buccaneer', "Rek'sai, Void Burrower")
    >>> name_of("Nobody of the Kind") is None
    True
    """
    return name if name in _found or name in _own or name in _data().records else _aliases().get(key(name))


def find(name: str) -> CardFields | None:
    """Give a card's printed facts, keywords, clauses and Add abilities (131, 206).

    Parameters
    ----------
    name
        What somebody calls the card; see ``name_of``.

    Returns
    -------
        The card, checked when it is first asked for and then remembered, or ``None`` if it is not known.

    Examples
    --------
    >>> card = find("Brazen Buccaneer")
    >>> card.cost.energy, card.domains, card.might
    (6, ('fury',), 5)
    """
    card = _found.get(name)
    if card is not None:
        return card
    known = name_of(name)
    if known is None:
        return None
    card = _found.get(known)
    if card is None:
        raw = _own.get(known) or _data().records[known]
        card = _found[known] = CardFields.model_validate({k: v for k, v in raw.items() if k in CARD_FIELDS})
    return card


def record(name: str) -> Mapping[str, Any] | None:
    """Give a card as its data file states it, read-only, or ``None`` if it is not known.

    Examples
    --------
    >>> record("Brazen Buccaneer")["number"]
    'OGN-002'
    """
    known = name_of(name)
    return None if known is None else _own.get(known) or _data().records[known]


def names() -> tuple[str, ...]:
    """Give the names of all cards, in the order of sets and numbers; the caller's own come last.

    Examples
    --------
    >>> names()[:2]
    ('Blazing Scorcher', 'Brazen Buccaneer')
    """
    return tuple(dict.fromkeys([*_data().records, *_own]))


def printed() -> tuple[Mapping[str, Any], ...]:
    """Give the records of the catalogue itself, without the caller's own cards."""
    return tuple(_data().records.values())


def ways(name: str) -> tuple[str, ...]:
    """Give everything that a card is called.

    Examples
    --------
    >>> ways("Darius, Hand of Noxus")
    ('Darius, Hand of Noxus', 'OGN-253', 'OGN-302', 'Hand of Noxus')
    """
    raw = record(name)
    return () if raw is None else tuple(ways_of(raw))


def sets() -> tuple[Mapping[str, Any], ...]:
    """Give what is known of each set: code, name, date, whether its facts are provisional, number of cards.

    Examples
    --------
    >>> [(one["set"], one["name"]) for one in sets() if one["provisional"]]
    [('RAD', 'Radiance')]
    """
    return _data().sets


def waiting(name: str) -> tuple[str, ...]:
    """Give the kinds of cost text on a card that its clauses do not express yet.

    An answer about such a card says so, since what the text would change is not in the total.

    Parameters
    ----------
    name
        What somebody calls the card; see ``name_of``.

    Returns
    -------
        Keys of ``PAYMENT_KINDS``; empty if all is expressed or stated by the caller, or if the card is not known.
        ``unread text`` for a card of the caller's own whose text was not read.

    Examples
    --------
    >>> waiting("Chemtech Enforcer")
    ()
    """
    raw = record(name)
    if raw is None:
        return ()
    if raw.get("unread"):
        return ("unread text",)
    settled = {*raw.get("modelled", ()), *raw.get("caller", ())}
    return tuple(kind for kind in raw.get("census", ()) if kind in PAYMENT_KINDS and kind not in settled)
