"""Keeps what a file says from steering the terminal; every command writes text for people through this."""

from __future__ import annotations


def clean(text: str, *, lines: bool = False) -> str:
    r"""Show what a terminal would obey, or would not show, as its escape.

    Parameters
    ----------
    text
        What is written: one line, or with `lines` several, whose ends then stay. A name that holds a line end writes no
        line of its own.

    Examples
    --------
    >>> print(clean("Mine\x1b[31m\u202e"), clean("Bríd Orí").isprintable())
    Mine\x1b[31m\u202e True
    >>> print(clean("Mine\nand yours"))
    Mine\nand yours
    """
    if text.isprintable():
        return text
    kept = "\n\t" if lines else "\t"
    return "".join(one if one.isprintable() or one in kept else _escaped(one) for one in text)


def _escaped(one: str) -> str:
    return " " if one.isspace() and ord(one) > 0x9F else one.encode("unicode_escape").decode()
