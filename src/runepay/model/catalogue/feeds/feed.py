"""From the rows of a public list to cards in the catalogue's own form, and back to a file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from runepay.model.catalogue.aliases import key
from runepay.model.catalogue.feeds.printing import Card, Printing, UnreadableError, named, printing
from runepay.model.catalogue.feeds.shapes import SHAPES, rows_of
from runepay.model.catalogue.own import FORMAT
from runepay.model.errors import InputError
from runepay.model.instance import read_bytes
from runepay.model.jsontext import loads


@dataclass(slots=True)
class Feed:
    """What was read of one file.

    Attributes
    ----------
    file, format
        The file, and the list it turned out to be.
    rows
        How many rows it has.
    cards
        The cards, one each, in the order of the file.
    faults
        By card or row: what could not be read.
    unknown
        Fields that the format does not know, with how often they stand; none of them was used.
    pictures
        Rows that only show another picture of a card.
    others
        Rows of other sets than the one asked for.
    """

    file: str
    format: str
    rows: int = 0
    cards: list[Card] = field(default_factory=list)
    faults: dict[str, list[str]] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    pictures: int = 0
    others: int = 0

    def to_json(self) -> dict[str, Any]:
        """Write what was found as JSON."""
        return {
            "format": self.format, "rows": self.rows, "cards": len(self.cards), "pictures": self.pictures,
            "other sets": self.others, "faults": self.faults, "unknown fields": dict(self.unknown),
            "unread text": [card["name"] for card in self.cards if card.get("unread")],
        }  # fmt: skip

    def report(self) -> list[str]:
        """Say what was read and what was not, in lines."""
        left = [f"{self.pictures} more pictures of the same cards"] if self.pictures else []
        left += [f"{self.others} rows of other sets"] if self.others else []
        said = [", ".join([f"{self.file}: {self.format}, {self.rows} rows, {len(self.cards)} cards", *left])]
        said += [f"  {place}: {fault}" for place, faults in self.faults.items() for fault in faults]
        unread = sum(1 for card in self.cards if card.get("unread"))
        if unread:
            said.append(f"  cards whose text may speak of costs and is not read: {unread}; answers about them say so")
        if self.unknown:
            fields = ", ".join(f"{name} ({number})" for name, number in sorted(self.unknown.items()))
            said.append(f"  fields that are not known and were not used: {fields}")
        return said


def read_feed(path: str | Path, only: str | None = None) -> Feed:
    """Read a public card list.

    Parameters
    ----------
    path
        The file.
    only
        Code of the one set that is wanted. It is also the set of rows that do not name one.

    Raises
    ------
    InputError
        The file cannot be read, or is no list of a known shape.
    """
    file = str(path)
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("the file is not UTF-8 text", file=file) from None
    try:
        data = loads(text, fractions=True)
    except InputError as error:
        error.file = file
        raise
    return parse_feed(data, file, only)


def parse_feed(data: object, file: str, only: str | None = None) -> Feed:
    """Read a public card list from its JSON; see ``read_feed``."""
    found = rows_of(data)
    if found is None:
        raise InputError(_refusal(data), file=file)
    shape, rows = found
    feed = Feed(file, shape.name, len(rows))
    printings: list[Printing] = []
    for place, raw in enumerate(rows, 1):
        if not isinstance(raw, Mapping):
            feed.faults.setdefault(f"row {place}", []).append(f"no object, but {json.dumps(raw)[:30]}")
            continue
        feed.unknown.update(shape.unknown(raw))
        try:
            one = printing(shape, raw, only)
        except UnreadableError as error:
            feed.faults.setdefault(named(shape, raw, place), []).append(str(error))
            continue
        number = one.card.get("number", "")
        if only and number and not number.startswith(f"{only}-"):
            feed.others += 1
            continue
        printings.append(one)
    feed.cards = _together(printings, feed)
    if not feed.cards and not feed.others:
        raise InputError(f"no card of this {shape.name} list could be read", file=file)
    return feed


def _refusal(data: object) -> str:
    if isinstance(data, Mapping):
        if "runepay-cards" in data:
            return "this is a catalogue of runepay already; use it with --cards"
        if {"names", "data"} <= set(data):
            return "this list (dotgg) has no Power costs, so no price can be read from it"
    names = ", ".join(shape.name for shape in SHAPES)
    return f"no list of a known shape (known: {names})"


def _together(printings: list[Printing], feed: Feed) -> list[Card]:
    """Make one card of all its printings: the plain one counts, and where others say something else, that is said."""
    groups: list[list[Printing]] = []
    place: dict[str, int] = {}
    for one in sorted(printings, key=lambda one: one.variant):
        keys = [key(one.card["name"])]
        if one.card.get("number") and not one.variant:
            keys.append(f"#{one.card['number']}")
        at = next((place[word] for word in keys if word in place), None)
        if at is None:
            at = len(groups)
            groups.append([])
        groups[at].append(one)
        for word in keys:
            place.setdefault(word, at)
    cards = [_merged(group, feed) for group in groups]
    order = {id(one.card): index for index, one in enumerate(printings)}
    return sorted(cards, key=lambda card: order.get(id(card), 0))


def _merged(group: list[Printing], feed: Feed) -> Card:
    first, *rest = group
    card = first.card
    feed.pictures += len(rest)
    if first.faults:
        feed.faults.setdefault(first.place, []).extend(first.faults)
    for other in rest:
        longer = other.card["name"]
        if key(longer) != key(card["name"]):
            # Some lists hold a legend under its title alone and under its whole name.
            short, whole = sorted((card["name"], longer), key=len)
            card["name"] = whole
            card["aka"] = list(dict.fromkeys([*card.get("aka", []), short]))
        if other.card.get("number") and other.card["number"] != card.get("number"):
            card["also_numbered"] = list(dict.fromkeys([*card.get("also_numbered", []), other.card["number"]]))
        for what in ("cost", "domains", "type", "might"):
            if other.card.get(what) != card.get(what):
                said = json.dumps(other.card.get(what), ensure_ascii=False)
                feed.faults.setdefault(first.place, []).append(f"{other.place} says {what} {said}; not taken")
    return card


def merged(feeds: Iterable[Feed]) -> tuple[list[Card], list[str]]:
    """Put the cards of several files together; the first file that has a card counts.

    Returns
    -------
        The cards, and a sentence for every card that a later file prices otherwise.
    """
    found: dict[str, tuple[Card, str]] = {}
    clashes: list[str] = []
    for feed in feeds:
        for card in feed.cards:
            known = found.setdefault(key(card["name"]), (card, feed.file))
            if known[0] is not card and known[0].get("cost") != card.get("cost"):
                clashes.append(f"{card['name']}: {feed.file} gives another cost than {known[1]}, which counts")
    return [card for card, _ in found.values()], clashes


def catalogue_text(cards: Iterable[Card], source: str) -> str:
    """Write a caller's own catalogue, one card a line.

    Examples
    --------
    >>> print(catalogue_text([{"name": "Mine", "type": ["unit"]}], "by hand"), end="")
    {
     "runepay-cards": 1,
     "source": "by hand",
     "cards": [
      {"name": "Mine", "type": ["unit"]}
     ]
    }
    """
    lines = ",\n".join(f"  {json.dumps(card, ensure_ascii=False)}" for card in cards)
    head = f' "runepay-cards": {FORMAT},\n "source": {json.dumps(source, ensure_ascii=False)},\n'
    return f'{{\n{head} "cards": [\n{lines}\n ]\n}}\n'
