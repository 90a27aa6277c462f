"""Rune debt: what recycling costs on later turns, and which runes are there then (161.2.b, 315.3.b, 416.1).

A recycled rune is not lost: it goes to the bottom of the rune deck and is channeled again. Until then there is one rune
less on the board. ``recycling`` counts that loss, ``outlook`` gives Energy and Power of the turns to come, ``chance``
answers for runes whose order nobody knows, and ``several`` finds the best use of several turns.
"""

from runepay.solver.debt.chance import chance, chance_of_any, met
from runepay.solver.debt.outlook import Ahead, Outlook, RuneDeck, outlook
from runepay.solver.debt.recycling import CHANNELED, RUNE_DECK, debt, free, in_deck, lost, orders, returns
from runepay.solver.debt.several import Card, Choice, Each, Several, several

__all__ = [
    "CHANNELED",
    "RUNE_DECK",
    "Ahead",
    "Card",
    "Choice",
    "Each",
    "Outlook",
    "RuneDeck",
    "Several",
    "chance",
    "chance_of_any",
    "debt",
    "free",
    "in_deck",
    "lost",
    "met",
    "orders",
    "outlook",
    "returns",
    "several",
]
