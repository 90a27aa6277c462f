"""Reads deck lists as plain text, the way deck sites export them and people type them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runepay.model import catalogue
from runepay.model.catalogue.lookup import SEVERAL, Meant, lookup
from runepay.model.errors import InputError, nearest, nearest_or_known
from runepay.model.resources import DOMAINS

MOST_COPIES: Final = 1000
"""A line of a list names at most so many copies."""

MOST_BYTES: Final = 1_000_000
"""A larger file is no deck list."""

MOST_LETTERS: Final = 200
"""A line that names one card is no longer than this."""

HINTED: Final = 3
"""The nearest name is looked for in as many lines, where no name is near; that takes a moment each time."""

MOST_ERRORS: Final = 20
"""After so many lines that cannot be read the rest is not looked at."""

SECTIONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("legend", "legends", "championlegend"), "legend"),
    **dict.fromkeys(("champion", "champions", "chosenchampion"), "champion"),
    **dict.fromkeys(
        ("main", "maindeck", "deck", "mainboard", "cards", "unit", "units", "spell", "spells", "gear", "gears"), "main"
    ),
    **dict.fromkeys(("battlefield", "battlefields"), "battlefields"),
    **dict.fromkeys(("rune", "runes", "runedeck", "runepool"), "runes"),
    **dict.fromkeys(("side", "sideboard", "sidedeck"), "sideboard"),
    **dict.fromkeys(("maybe", "maybeboard", "considering", "token", "tokens"), "aside"),
}
"""Headings as they are written without spaces, and the section each opens."""

BY_TYPE: Final = (("legend", "legend"), ("battlefield", "battlefields"), ("rune", "runes"))

_COUNT_FIRST: Final = re.compile(r"(?:SB:\s*)?(\d+)\s*[xX\u00d7]?\s+(.+)|(\d+)[xX\u00d7](.+)")
_COUNT_LAST: Final = re.compile(r"(.+?)\s+(?:[xX\u00d7]\s*(\d+)|(\d+)\s*[xX\u00d7])")
_CODES: Final = re.compile(r"(?:[A-Z]{3}-[A-Z]?\d{1,3}[a-z*]?(?:-\d+)?)(?:\s+[A-Z]{3}-[A-Z]?\d{1,3}[a-z*]?(?:-\d+)?)*")
_PRINTING: Final = re.compile(
    r"\s*(?:\*[A-Za-z]+\*|[\[(]\s*[A-Z]{3}(?:[-· ]?[A-Z]?\d+[a-z*]?(?:/\d+)?)?\s*[\])](?:\s*#?\d+[a-z*]?)?"
    r"|\s[A-Z]{3}[-·]?[A-Z]?\d+[a-z*]?(?:/\d+)?)\s*$"
)
_SUM: Final = re.compile(r"(?:total|sum)\b[^a-z]*(?:cards?)?[^a-z]*", re.IGNORECASE)
_NAMED: Final = re.compile(r"(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One card of a list.

    Attributes
    ----------
    number
        How many copies.
    card
        The catalogue's name of it.
    section
        ``legend``, ``champion``, ``main``, ``battlefields``, ``runes``, ``sideboard`` or ``aside``.
    line
        Where the list names it first.
    """

    number: int
    card: str
    section: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck list.

    Attributes
    ----------
    entries
        The cards, in the order of the list; copies in one section are one entry.
    title
        What the list calls itself.
    file
        Where it was read from.
    notes
        What was read otherwise than it is written.
    """

    entries: tuple[Entry, ...]
    title: str = ""
    file: str = ""
    notes: tuple[str, ...] = field(default=())

    @property
    def legend(self) -> str | None:
        """The legend's name, if the list has one."""
        return next((one.card for one in self.entries if one.section == "legend"), None)

    @property
    def runes(self) -> dict[str, int]:
        """How many runes of each domain the list holds, in the game's order."""
        found: dict[str, int] = {}
        for one in self.entries:
            if one.section == "runes":
                (domain,) = _domains(one.card)
                found[domain] = found.get(domain, 0) + one.number
        return {domain: found[domain] for domain in DOMAINS if domain in found}

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains of the deck: the legend's (103.1.b); without a legend those of the runes, or of the cards."""
        if self.legend is not None and (found := _domains(self.legend)):
            return found
        if self.runes:
            return tuple(self.runes)
        every = {domain for one in self.entries if one.section in {"champion", "main"} for domain in _domains(one.card)}
        return tuple(domain for domain in DOMAINS if domain in every)


def _domains(card: str) -> tuple[str, ...]:
    raw = catalogue.record(card) or {}
    if "rune" in raw.get("type", ()) and not raw.get("domains"):
        return (card.split(maxsplit=1)[0].lower(),)
    mine = raw.get("domains", ())
    return tuple(domain for domain in DOMAINS if domain in mine)


def read(path: str | Path) -> DeckList:
    """Read a deck list from a file.

    Raises
    ------
    InputError
        The file cannot be read, or a line of it names no card; further ones are in ``others``.
    """
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            raise InputError(f"a deck list is at most {MOST_BYTES:,} bytes long", file=str(path))
        text = decoded(Path(path).read_bytes())
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"the file cannot be read: {why}", file=str(path)) from None
    except UnicodeDecodeError:
        raise InputError("the file is neither UTF-8 nor UTF-16 text", file=str(path)) from None
    return read_text(text, str(path))


def decoded(raw: bytes) -> str:
    r"""Read bytes as text: UTF-8, or UTF-16 as some editors save it, with its mark or known by its null bytes.

    Raises
    ------
    UnicodeDecodeError
        It is neither.

    Examples
    --------
    >>> [decoded("3 Charm\n".encode(one)) for one in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")]
    ['3 Charm\n', '3 Charm\n', '3 Charm\n', '3 Charm\n']
    """
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16")
    # Lists are written in Latin letters nearly throughout, and no list in UTF-8 holds a null byte.
    if len(raw) > 1 and 0 in raw[:2]:
        return raw.decode("utf-16-be" if raw[0] == 0 else "utf-16-le")
    return raw.decode("utf-8-sig")


def read_text(text: str, file: str = "") -> DeckList:
    r"""Read a deck list.

    A line is a number and a card (``3 Brazen Buccaneer``, ``3x ...``, ``... x3``), a card number (``OGN-002``), a
    heading (``Runes:``, ``## Main Deck (40)``) or a comment (``#``, ``//``). Legends, runes and battlefields are also
    known without a heading. A name with a slip of the pen is read as the nearest card, which the notes say.

    Parameters
    ----------
    text
        The list.
    file
        Its name, for messages.

    Raises
    ------
    InputError
        A line names no card; further ones are in ``others``.

    Examples
    --------
    >>> deck = read_text("Legend: Hand of Noxus\n3 Brazen Bucaneer\n7 Fury Rune\n5 Order Rune")
    >>> [(one.number, one.card, one.section) for one in deck.entries][:2]
    [(1, 'Darius, Hand of Noxus', 'legend'), (3, 'Brazen Buccaneer', 'main')]
    >>> deck.runes, deck.notes
    ({'fury': 7, 'order': 5}, ("line 2: 'Brazen Bucaneer' is read as Brazen Buccaneer",))
    """
    reader = _Reader(file)
    for number, line in enumerate(text.splitlines(), 1):
        reader.line(number, line.strip().strip("\ufeff"))
        if len(reader.errors) == MOST_ERRORS:
            break
    return reader.made()


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.section = ""
        self.title = ""
        self.entries: dict[tuple[str, str], Entry] = {}
        self.notes: list[str] = []
        self.errors: list[InputError] = []

    def line(self, place: int, text: str) -> None:
        """Read one line."""
        if len(text) > MOST_LETTERS and not _CODES.fullmatch(text):
            message = f"a line has at most {MOST_LETTERS} letters"
            self.errors.append(InputError(message, file=self.file, line=place, column=1, found=text))
            return
        heading, rest = _heading(text)
        if heading is not None:
            self.section = heading
            if heading == "main" and rest and not rest[0].isdigit():
                self.title = rest  # "Deck: my first list"
                return
            text = rest
        elif text.startswith(("#", "//", ";")) or not text.strip("-=*_ ") or _SUM.fullmatch(text):
            return
        elif (named := _NAMED.fullmatch(text)) is not None:
            self.title = named[1].strip()
            return
        if not text:
            return
        try:
            for number, called in _cards(text):
                self._card(place, number, called, side=text.startswith("SB:"))
        except InputError as error:
            error.file, error.line, error.column = self.file, place, 1
            self.errors.append(error)

    def _card(self, place: int, number: int, called: str, *, side: bool) -> None:
        card = self._meant(place, called)
        section = "sideboard" if side else self.section
        kinds = (catalogue.record(card) or {}).get("type", ())
        if section in {"", "main"}:
            section = next((there for kind, there in BY_TYPE if kind in kinds), "main")
        if section in {"legend", "runes", "battlefields"}:
            # A list without an empty line goes on with cards after these.
            section = next((there for kind, there in BY_TYPE if kind in kinds), "main")
        before = self.entries.get((section, card))
        total = number + (before.number if before is not None else 0)
        self.entries[section, card] = Entry(total, card, section, before.line if before is not None else place)

    def _meant(self, place: int, called: str) -> str:
        domain = re.sub(r"\s*runes?$", "", called.lower())
        if self.section == "runes" and domain in DOMAINS:
            return f"{domain.capitalize()} Rune"
        found = _lookup(called)
        name = found.name
        if name is None and self.section == "legend":
            legends = [one for one in found.others if "legend" in (catalogue.record(one) or {}).get("type", ())]
            name = legends[0] if len(legends) == 1 else None
        if name is None:
            hint = "; ".join(found.others)
            if not hint and len(self.errors) < HINTED:
                hint = nearest(called, catalogue.names()) or ""
            message = SEVERAL if found.several else "unknown card"
            raise InputError(message, found=called, hint=hint or None)
        if not found.exact:
            self.notes.append(f"line {place}: {called!r} is read as {name}")
        return name

    def made(self) -> DeckList:
        """Give the list, or the first error with all others."""
        if self.errors:
            first, *others = self.errors
            first.others = tuple(others)
            raise first
        if not self.entries:
            raise InputError("the list names no card", file=self.file)
        legends = [one for one in self.entries.values() if one.section == "legend"]
        if sum(one.number for one in legends) > 1:
            raise InputError(
                "a deck has one legend (103.1)", file=self.file, line=legends[-1].line, column=1, found=legends[-1].card
            )
        return DeckList(tuple(self.entries.values()), self.title, self.file, tuple(self.notes))


def _heading(text: str) -> tuple[str | None, str]:
    """Read a heading: the section it opens, and a card that stands on the same line."""
    bare = re.sub(r"^[#/=\-*\[\s]+", "", text)
    word, colon, rest = bare.partition(":")
    word = re.sub(r"[\])=\-*\s]+$", "", re.sub(r"[\[(]?\s*\d+\s*(?:cards?)?\s*[\])]?\s*[\]=\-*:]*\s*$", "", word))
    known = SECTIONS.get(re.sub(r"[\s_-]", "", word.lower()))
    if known is None or (rest.strip() and not colon):
        return None, text
    rest = rest.strip()
    # "Units (20)" and "Units: 20" count what follows; they name no card.
    return known, "" if re.fullmatch(r"[\[(]?\d*[\])]?", rest) else rest


def _cards(text: str) -> Iterator[tuple[int, str]]:
    """Give number and name of every card of a line; a line of card numbers names several."""
    if _CODES.fullmatch(text):
        for code in text.split():
            # The third part of OGN-002-1 tells the picture.
            yield 1, "-".join(code.split("-")[:2])
        return
    text = re.sub(r"\s+(?://|#).*$", "", text)
    if (found := _COUNT_FIRST.fullmatch(text)) is not None:
        yield _copies(found[1] or found[3]), (found[2] or found[4]).strip()
    elif (found := _COUNT_LAST.fullmatch(text)) is not None:
        yield _copies(found[2] or found[3]), found[1].strip()
    else:
        head = re.split(r"[^\W\d_]", text, maxsplit=1)[0]
        # A sign, a fraction or a bullet before the number: one copy is not what is meant.
        if any(one.isnumeric() for one in text[: len(head) + 1]):
            raise InputError("a line begins with a whole number of copies, such as 3", found=text)
        yield 1, text


def _copies(digits: str) -> int:
    """Read a number of copies."""
    number = _count(digits)
    if not (digits.isascii() and 1 <= number <= MOST_COPIES):
        message = f"the number of copies lies between 1 and {MOST_COPIES}"
        raise InputError(message, found=number if len(digits) < 10 and digits.isascii() else digits)
    return number


def _count(digits: str) -> int:
    """Read a number; a longer one than any list has needs no conversion to be too large."""
    return int(digits) if len(digits) < 10 else 10**9


def _lookup(called: str) -> Meant:
    """Find the card, with or without what is said of its printing."""
    found = lookup(called)
    while found.name is None and (shorter := _PRINTING.sub("", called)) not in {called, ""}:
        printing, called = called[len(shorter) :], shorter
        found = lookup(called)
        if found.name is None and (number := re.search(r"[A-Z]{3}[-·]?[A-Z]?\d+", printing)):
            by_number = lookup(number[0])
            found = by_number if by_number.exact else found
    return found


_WAYS: Final = re.compile(r"(\d+)\s*([a-z]+)")


def read_split(text: str, domains: tuple[str, ...] = ()) -> dict[str, int]:
    """Read a split of the twelve runes: ``7 fury, 5 chaos``, or ``7-5`` in the order of the deck's domains.

    Examples
    --------
    >>> read_split("7 fury, 5 chaos"), read_split("7-5", ("fury", "chaos"))
    ({'fury': 7, 'chaos': 5}, {'fury': 7, 'chaos': 5})
    """
    plain = text.strip().lower()
    if re.fullmatch(r"\d+(?:\s*[-/]\s*\d+)*", plain):
        numbers = [_count(one) for one in re.findall(r"\d+", plain)]
        if len(numbers) != len(domains):
            shown = ", ".join(domains) or "none"
            raise InputError(f"the split names one number for each domain of the deck ({shown})", found=text)
        return dict(zip(domains, numbers, strict=True))
    found: dict[str, int] = {}
    for part in filter(None, (one.strip() for one in plain.split(","))):
        matched = _WAYS.fullmatch(part)
        if matched is None:
            raise InputError("a split is written '7 fury, 5 chaos' or '7-5'", found=text)
        if matched[2] not in DOMAINS:
            hint = nearest_or_known(matched[2], DOMAINS)
            raise InputError("unknown domain", found=matched[2], hint=hint)
        if matched[2] in found:
            raise InputError("each domain is named once", found=text)
        found[matched[2]] = _count(matched[1])
    return found
