"""The letters of the notations: Energy, Power, pips, and names made safe for an address.

Every text uses only letters, digits and ``- _ . ! ~ * ' ( )``, which an address takes as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NoReturn

from runepay.model.errors import InputError
from runepay.model.resources import ANY, BIT, DOMAINS, ENERGY, LIMIT, PURPOSES, UNIVERSAL, Tally, purpose_text, tally

Kind = tuple[str, str]

LETTER: Final[Mapping[str, str]] = {
    ENERGY: "E",
    **dict(zip(DOMAINS, "RGBOPY", strict=True)),
    UNIVERSAL: "U",
}
"""Energy, the six domains by the letters of their symbols' colours (134.2), Universal."""

WORD: Final[Mapping[str, str]] = {letter: word for word, letter in LETTER.items()}

_PLAIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-")
_UNIT: Final = re.compile(r"(\d*)([ERGBOPYU])(?:-([a-z]+(?:_[a-z]+)*))?")
_PIPS: Final = re.compile(r"(\d*)(?:([RGBOPYA])|\(([RGBOPY]+)\))")
_ENERGY: Final = re.compile(r"(\d*)E")


class Unreadable(InputError):  # noqa: N818 - what is wrong with the text, in one word
    """A text is no notation.

    Attributes
    ----------
    place
        The character at which reading ended, counted from 1.
    """

    def __init__(self, message: str, place: int, *, found: str | None = None, hint: str | None = None) -> None:
        super().__init__(f"this notation cannot be read at character {place}: {message}", found=found, hint=hint)
        self.place = place


def refuse(message: str, place: int, found: str | None = None, hint: str | None = None) -> NoReturn:
    """Say that a text cannot be read; `place` counts from 0."""
    raise Unreadable(message, place + 1, found=found or None, hint=hint)


def name_text(name: str, space: str = "") -> str:
    """Write a name; what an address does not take becomes ``*`` and two hexadecimal digits a byte.

    Parameters
    ----------
    name
        Any text.
    space
        The character that stands for a colon or a space: ``_`` means one of them.

    Examples
    --------
    >>> name_text("repeat:temporal-portal", ":"), name_text("Kai'Sa, Survivor", " ")
    ('repeat_temporal-portal', 'Kai*27Sa*2C_Survivor')
    """
    return "".join(
        one if one in _PLAIN else "_" if one == space else "".join(f"*{byte:02X}" for byte in one.encode())
        for one in name
    )


def read_name(text: str, place: int, space: str = "") -> str:
    """Read what :func:`name_text` writes.

    Examples
    --------
    >>> read_name("Kai*27Sa*2C_Survivor", 0, " ")
    "Kai'Sa, Survivor"
    """
    if all(one in _PLAIN for one in text):
        return text
    raw = bytearray()
    at = 0
    while at < len(text):
        one = text[at]
        if one in _PLAIN:
            raw += one.encode()
            at += 1
        elif one == "_" and space:
            raw += space.encode()
            at += 1
        elif one == "*" and re.fullmatch(r"[0-9A-F]{2}", text[at + 1 : at + 3]):
            raw.append(int(text[at + 1 : at + 3], 16))
            at += 3
        else:
            refuse("a name holds letters, digits, '-', '_' and '*XX'", place + at, one)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        refuse("the bytes written with '*' are no UTF-8 text", place, text)


def count(digits: str, place: int) -> int:
    """Read a number; none is 1."""
    if not digits:
        return 1
    number = int(digits) if len(digits) < 20 else LIMIT + 1
    if number > LIMIT:
        refuse(f"a number lies between 0 and {LIMIT:,} (the limit)", place, digits)
    return number


def number_text(number: int) -> str:
    """Write a number before a letter; 1 is left out."""
    return "" if number == 1 else str(number)


def total_text(energy: int, pips: Tally) -> str:
    """Write what is owed: ``4ERA`` is 4 Energy, a Fury pip and an any pip; ``(RY)`` is Fury or Order; ``0`` nothing.

    Examples
    --------
    >>> total_text(4, ((1, 2), (33, 1), (63, 1))), total_text(0, ())
    ('4E2R(RY)A', '0')
    """
    parts = [f"{number_text(energy)}E"] if energy else []
    parts += [number_text(number) + _pip_text(mask) for mask, number in pips]
    return "".join(parts) or "0"


@cache
def _pip_text(mask: int) -> str:
    """Write the set of domains of a pip."""
    letters = "".join(LETTER[domain] for domain in DOMAINS if mask & BIT[domain])
    return "A" if mask == ANY else letters if len(letters) == 1 else f"({letters})"


def read_total(text: str, place: int) -> tuple[int, Tally]:
    """Read what :func:`total_text` writes; pips may stand in any order.

    Examples
    --------
    >>> read_total("4E2R(YR)A", 0)
    (4, ((1, 2), (33, 1), (63, 1)))
    """
    if text == "0":
        return 0, ()
    energy, at = 0, 0
    found = _ENERGY.match(text)
    if found:
        energy, at = count(found[1], place), found.end()
    pips: dict[int, int] = {}
    while at < len(text):
        found = _PIPS.match(text, at)
        if found is None:
            begins = "left out, what is done begins with ~, like ~3r.R"
            refuse(f"what is owed is written like 4ERA or 2E(RY); {begins}", place + at, text[at:])
        letters = found[2] or found[3]
        mask = ANY if letters == "A" else sum({BIT[WORD[one]] for one in letters})
        pips[mask] = pips.get(mask, 0) + count(found[1], place + at)
        at = found.end()
    return energy, tally(pips)


def units_text(units: Iterable[tuple[Kind, int]]) -> str:
    """Write units of a pool: ``2E.U.2E-spell``.

    Examples
    --------
    >>> units_text([(("energy", ""), 2), (("universal", ""), 1), (("energy", "gear/unit"), 2)])
    '2E.U.2E-gear_unit'
    """
    return ".".join(
        number_text(number) + LETTER[what] + (f"-{purpose.replace('/', '_')}" if purpose else "")
        for (what, purpose), number in units
    )


def read_units(text: str, place: int) -> dict[Kind, int]:
    """Read what :func:`units_text` writes."""
    units: dict[Kind, int] = {}
    at = place
    for part in text.split("."):
        found = _UNIT.fullmatch(part)
        if found is None:
            refuse("units are written like 2E, U or 2E-spell", at, part)
        words = found[3].split("_") if found[3] else []
        for word in words:
            if word not in PURPOSES:
                refuse("unknown purpose", at, word, ", ".join(PURPOSES))
        kind = WORD[found[2]], purpose_text(words)
        if kind in units:
            refuse("this kind is stated twice", at, part)
        units[kind] = count(found[1], at)
        at += len(part) + 1
    return units
