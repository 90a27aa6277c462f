"""What can be wrong with a caller's input.

``RunepayError``
├── ``InputError``: a file, an argument or a value cannot be understood; carries the place and a hint
└── ``InternalError``: two computations of the product disagree; a loud fault, exit status 3.

*Not payable* is an answer, never an exception.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable


class RunepayError(Exception):
    """Base of everything that the package raises on purpose."""


class InputError(RunepayError):
    """One piece of input that cannot be used, with its place and the nearest valid word.

    Parameters
    ----------
    message
        What is wrong, in one sentence without the place.
    path
        Path of the field, such as ``state.runes.fury``; empty when the whole input is meant.
    file
        Name of the file or ``<argument>``; filled in by whoever read it.
    line, column
        Place in the file, counted from 1; 0 when unknown.
    found
        The offending value, shortened, or ``None``.
    hint
        The nearest valid word or the list of valid ones, or ``None``.

    Examples
    --------
    >>> print(InputError("unknown domain", path="state.runes", found="fry", hint="fury"))
    state.runes: unknown domain, found 'fry'; did you mean 'fury'?
    """

    def __init__(  # noqa: PLR0913 - the parts of one message
        self,
        message: str,
        *,
        path: str = "",
        file: str = "",
        line: int = 0,
        column: int = 0,
        found: object = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.file = file
        self.line = line
        self.column = column
        self.found = found
        self.hint = hint
        self.others: tuple[InputError, ...] = ()

    def __str__(self) -> str:
        """Write the one-line message of contract C25."""
        place = self.file
        if self.line:
            place += f":{self.line}:{self.column}" if place else f"line {self.line}, column {self.column}"
        parts = [part for part in (place, self.path) if part]
        text = ": ".join([*parts, self.message])
        if self.found is not None:
            shown = repr(self.found)
            text += f", found {shown if len(shown) <= 60 else shown[:57] + '...'}"
        if self.hint:
            # What lists words, or names an option, is no single word that could be meant.
            one = " " not in self.hint or (len(self.hint) < 40 and not any(mark in self.hint for mark in _LISTS))
            text += f"; did you mean {self.hint!r}?" if one else f"; {self.hint}"
        return text


_LISTS = (";", ": ", "--")


LISTED = 20
"""As many valid words are listed when none of them looks like what was found."""


def refuse_unknown(words: Iterable[object], known: Collection[str], what: str) -> None:
    """Refuse the first word that is not known, naming the nearest one, or all where they are few.

    Examples
    --------
    >>> refuse_unknown(["calm", "frry"], ["fury", "calm"], "domain")
    Traceback (most recent call last):
    ValueError: unknown domain 'frry'; did you mean 'fury'?
    """
    for word in words:
        if word not in known:
            close = nearest(str(word), known)
            meant = f"; did you mean {close!r}?" if close else ""
            if close is None and len(known) <= LISTED:
                meant = f"; known: {', '.join(known)}"
            raise ValueError(f"unknown {what} {str(word)[:40]!r}{meant}")


LONGEST_WORD = 200
"""Characters above which a word is no slip of the pen, and comparing it takes its time."""


SHORT = 7
"""Characters up to which a word is a slip of the pen with fewer of them right."""
COLOURS = {"red": "fury", "green": "calm", "blue": "mind", "orange": "body", "purple": "chaos", "yellow": "order"}
"""Domains by the colours of their symbols (134.2), which players say and no input takes."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Give the known word that looks most like `word`, or ``None``.

    Examples
    --------
    >>> nearest("frry", ["fury", "calm"]), nearest("red", ["fury", "order"]), nearest("ed", ["fury", "order"])
    ('fury', 'fury', None)
    """
    if len(word) > LONGEST_WORD:
        return None
    wanted = word.lower()
    choices = {one.lower(): one for one in known}
    if (domain := COLOURS.get(wanted)) in choices:
        return choices[domain]
    begins = (
        sorted((one for one in choices if one.startswith(wanted)), key=lambda one: (len(one), one))
        if len(wanted) > 2
        else []
    )
    if begins:
        return choices[begins[0]]
    # Long texts are somewhat alike whatever they say.
    found = difflib.get_close_matches(wanted, choices, n=1, cutoff=0.6 if len(wanted) <= SHORT else 0.7)
    if found:
        return choices[found[0]]
    # Somebody may remember one word of a name only, and not how it is spelt.
    parts = {part.strip(",.!'"): one for one in sorted(choices) for part in reversed(one.split())}
    found = difflib.get_close_matches(wanted, parts, n=1, cutoff=0.7)
    return choices[parts[found[0]]] if found else None


def nearest_or_known(word: str, known: Collection[str]) -> str | None:
    """Give the nearest known word, or all of them where none is near; ``None`` if there is none.

    Examples
    --------
    >>> nearest_or_known("frry", ["fury", "calm"]), nearest_or_known("water", ["fury", "calm"])
    ('fury', 'known: fury, calm')
    """
    return nearest(word, known) or (f"known: {', '.join(known)}" if known else None)


class InternalError(RunepayError):
    """The product contradicts itself: the referee or a second computation disagrees. Never an answer."""
