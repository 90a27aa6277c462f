"""Reads the names of cards on the command line as ``runepay cards`` does: a part of the name, or a slip of the pen.

What is not a card's own name is read as the card that it must mean, and the answer says so; a name that several cards
could be meant by is refused, naming them. In files a name stands as the card is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from runepay.cli.options import Options
from runepay.model.catalogue.lookup import SEVERAL, lookup, offered
from runepay.model.errors import InputError

THING: Final = re.compile(r"\s*(?:(\d{1,3})\s+)?(.*?)(\s+exhausted)?\s*", re.DOTALL)
"""A card in a zone: perhaps a number, the name, perhaps ``exhausted``."""


def several(text: str) -> tuple[str, ...]:
    """Take a text apart that names several cards between commas; empty if it does not.

    Examples
    --------
    >>> several("Viktor, Leader, 2 Charm"), several("Viktor, Leader"), several("Viktor, Leadr")
    (('Viktor, Leader', '2 Charm'), (), ())
    """
    parts = [part.strip() for part in re.split("[,;]", text)]
    ways: dict[int, tuple[str, ...]] = {0: ()}
    for end in range(1, len(parts) + 1 if len(parts) <= MOST else 0):
        # The longest name first: parts of it may be names as well.
        name, start = next(
            ((one, at) for at in range(end) if at in ways and _is_card(one := ", ".join(parts[at:end]))), ("", -1)
        )
        if name:
            ways[end] = (*ways[start], name)
    found = ways.get(len(parts), ())
    return found if len(found) > 1 else ()


MOST: Final = 30
"""More names than this are nobody's list."""

ONE: Final = "each card is named by itself"
"""What a message says then, with ``apart`` behind it."""


def _is_card(text: str) -> bool:
    thing = THING.fullmatch(text)
    meant = lookup(thing[2]) if thing is not None and thing[2] else None
    if meant is None or meant.name is None:
        return False
    # A list of cards often looks much like the name of one of them.
    return meant.exact or text.count(",") == meant.name.count(",")


def apart(cards: Sequence[str], where: str) -> str:
    """Say how several cards are written one by one.

    Examples
    --------
    >>> apart(["Charm", "2 Gold"], "--board"), apart(["Charm", "Defy"], "argument")
    ('write: --board "Charm" --board "2 Gold"', 'write: "Charm" "Defy"')
    """
    if where == "--legend":
        return "there is one legend; it is no list"
    if where == "--next":
        return f'write: {where} "{" + ".join(cards)}"'
    option = f"{where} " if where.startswith("-") else ""
    return "write: " + " ".join(f'{option}"{card}"' for card in cards)


class Names:
    """The names that one call uses, with a note for each that is not a card's own."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def read(self, called: str, where: str = "argument") -> str:
        """Give the name of the card that is meant; one that means none stays as it is, for the model to refuse.

        Raises
        ------
        InputError
            Several cards could be meant.

        Examples
        --------
        >>> names = Names()
        >>> names.read("Brazen Bucaneer"), names.notes
        ('Brazen Buccaneer', ["no card is called 'Brazen Bucaneer'; it is read as Brazen Buccaneer"])
        """
        meant = lookup(called)
        if meant.exact:
            return called
        if listed := several(called):
            raise InputError(ONE, file=where, found=called, hint=apart(listed, where))
        if meant.several:
            raise InputError(SEVERAL, file=where, found=called, hint=offered(meant))
        if meant.name is None:
            return called
        self._note(f"no card is called {called!r}; it is read as {meant.name}")
        return meant.name

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def own(self, called: str) -> str:
        """Keep the name of a card of one's own, and say so where it looks like a printed one's."""
        meant = lookup(called)
        if not meant.exact and (meant.name is not None or meant.several):
            close = meant.name or offered(meant)
            self._note(f"no printed card is called {called!r}, so this is a card of your own (nearest name: {close})")
        return called

    def things(self, words: Iterable[str], where: str) -> tuple[str, ...]:
        """Read cards in a zone, whose number and state stay."""
        made: list[str] = []
        for word in words:
            found = THING.fullmatch(word)
            name = found[2] if found is not None else ""
            if name != word and (listed := several(word)):
                # The number and the state belong to one card each.
                raise InputError(ONE, file=where, found=word, hint=apart(listed, where))
            made.append(word.replace(name, self.read(name, where), 1) if name else word)
        return tuple(made)

    def options(self, said: Options) -> Options:
        """Read every name in the options."""
        return replace(
            said,
            hand=self.things(said.hand, "--hand"),
            board=self.things(said.board, "--board"),
            trash=self.things(said.trash, "--trash"),
            champion=self.things(said.champion, "--champion"),
            facedown=self.things(said.facedown, "--facedown"),
            battlefield=self.things(said.battlefield, "--battlefield"),
            enemy=self.things(said.enemy, "--enemy"),
            legend=self.read(said.legend, "--legend") if said.legend.strip() else said.legend,
            hides=self.things(said.hides, "--hide"),
            keep=tuple(self.read(one, "--keep-on-their-turn") for one in said.keep),
            next=tuple(" + ".join(map(self._next, turn.split("+"))) for turn in said.next),
        )

    def _next(self, called: str) -> str:
        return self.read(called.strip(), "--next") if called.strip(" -") else called.strip()

    def card(self, called: str, options: Options) -> str:
        """Read the name of the card to be played."""
        its_own = options.cost is not None or options.type or options.domains or options.keyword
        return self.own(called) if its_own else self.read(called)

    def cards(self, called: Sequence[str]) -> list[str]:
        """Read the cards of a plan."""
        return list(self.things(called, "argument"))
