"""Keeps what a file says from steering the terminal; every command writes text for people through this."""

from __future__ import annotations


def clean(text: str) -> str:
    r"""Show what a terminal would obey, or would not show, as its escape; line ends stay.

    Examples
    --------
    >>> print(clean("Mine\x1b[31m\u202e"), clean("Bríd Orí").isprintable())
    Mine\x1b[31m\u202e True
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in "\n\t" else _escaped(one) for one in text)


def _escaped(one: str) -> str:
    return " " if one.isspace() and ord(one) > 0x9F else one.encode("unicode_escape").decode()
