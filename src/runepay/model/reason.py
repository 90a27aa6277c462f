"""What a reason why a play cannot be paid is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Near:
    """Something that does not serve, and why.

    Attributes
    ----------
    rule
        The rule by which it does not, or nothing where a card's own text is the reason.
    text
        In the game's words.
    """

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a play cannot be paid; where there are several, each alone is enough.

    Attributes
    ----------
    code
        ``energy``, ``power``, ``xp``, ``action``, ``target``, ``ambush``, ``election``, ``unknown``, ``permission``
        or ``empowered``.
    rule
        The rule that asks for it.
    text
        In the game's words, with numbers.
    missing
        How much is missing; 0 where nothing can be counted.
    parts
        The requirements that contradict each other, such as ``energy``, ``power:fury/calm``, ``action:kill``,
        ``target:poro``, ``election:accelerate``: nothing meets them all, and without any one the rest can be met.
    because
        What nearly serves, and why it does not.
    """

    code: str
    rule: str
    text: str
    missing: int = 0
    parts: tuple[str, ...] = ()
    because: tuple[Near, ...] = ()
