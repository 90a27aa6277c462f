"""The deck question: which cards of a deck its runes pay on curve, and which split of the twelve runes pays most.

``read`` and ``read_text`` read a list as deck sites export it, ``ask`` answers, and ``follow`` goes along a line of
plays. Everything is exact: every order of the rune deck is counted, none is drawn.
"""

from runepay.deck.line import Line, follow
from runepay.deck.listing import DeckList, Entry, read, read_split, read_text
from runepay.deck.prices import Priced, price
from runepay.deck.question import CardChance, DeckAnswer, ask

__all__ = [
    "CardChance",
    "DeckAnswer",
    "DeckList",
    "Entry",
    "Line",
    "Priced",
    "ask",
    "follow",
    "price",
    "read",
    "read_split",
    "read_text",
]
