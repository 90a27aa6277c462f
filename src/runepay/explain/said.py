"""Small words that several explanations use."""

from __future__ import annotations


def count(number: int, what: str) -> str:
    """Say how many.

    Examples
    --------
    >>> count(1, "more rune"), count(2, "more rune")
    ('1 more rune', '2 more runes')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
