"""Decks as players build them: a legend, 39 cards of its two domains, twelve runes (103)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from runepay.model import catalogue
from runepay.model.card import CardFields

CARDS: Final = 39
COPIES: Final = (1, 2, 3, 3)
"""How many copies of a card a deck has, each as likely; three is the most."""
RUNES: Final = 12
SPLITS: Final = (4, 5, 6, 6, 6, 7, 8)
"""Runes of the first domain among twelve, each as likely."""

SPEAKS: Final = ("deflect", "accelerate", "repeat", "ambush", "flow", "legion")
"""Keywords that speak of costs."""


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck: its legend, the names of its cards with every copy, and its runes."""

    legend: str
    cards: tuple[str, ...]
    runes: tuple[str, ...]
    champion: str | None


VARIANTS: Final = 20
"""Decks of one pair of domains that are built from one seed."""


@lru_cache(maxsize=1024)
def deck(seed: int, domains: str, variant: int, *, rulings: bool) -> Deck:
    """Build a deck of two domains; its cards and runes still have to be shuffled."""
    dice = Random(f"{seed}:{domains}:{variant}")  # noqa: S311 - a sample, not a secret
    first, second = domains.split("-")
    pool = _pool(domains)
    names: list[str] = []
    while len(names) < CARDS:
        from_talkers = rulings and dice.random() < 0.5 and bool(pool.talkers)
        name = dice.choice(pool.talkers if from_talkers else pool.cards)
        if name not in names:
            names += [name] * dice.choice(COPIES)
    del names[CARDS:]
    split = dice.choice(SPLITS)
    runes = [first] * split + [second] * (RUNES - split)
    champion = dice.choice(pool.champions) if pool.champions else None
    return Deck(dice.choice(pool.legends), tuple(names), tuple(runes), champion)


@dataclass(frozen=True, slots=True)
class Pool:
    """What a deck of two domains may be built of, in the catalogue's order."""

    legends: tuple[str, ...]
    cards: tuple[str, ...]
    talkers: tuple[str, ...]
    champions: tuple[str, ...]


@lru_cache(maxsize=32)
def _pool(domains: str) -> Pool:
    identity = set(domains.split("-"))
    # What has no English name yet waits for it.
    settled = [name for name in catalogue.names() if name.isascii()]
    known = [(name, card) for name in settled if (card := catalogue.find(name)) is not None]
    cards = [
        (name, card)
        for name, card in known
        if card.cost is not None
        and card.type[0] in {"unit", "spell", "gear"}
        and "token" not in card.supertype
        and identity.issuperset(card.domains)
    ]
    legends = [name for name, card in known if "legend" in card.type and set(card.domains) == identity]
    return Pool(
        tuple(legends),
        tuple(name for name, _ in cards),
        tuple(name for name, card in cards if speaks(card)),
        tuple(name for name, card in cards if "champion" in card.supertype and card.type == ("unit",)),
    )


def speaks(card: CardFields) -> bool:
    """Tell whether a card says anything about costs beyond its price."""
    keywords = {one.keyword for one in card.keywords}
    return bool(card.clauses or card.adds or card.leaves or keywords.intersection(SPEAKS))


@lru_cache(maxsize=1)
def battlefields() -> tuple[str, ...]:
    """Name every battlefield."""
    return tuple(
        name
        for name in catalogue.names()
        if (card := catalogue.find(name)) is not None and card.type == ("battlefield",) and not card.supertype
    )
