"""Domains, pips and the kinds of resource that a rune pool holds (rules 134.2, 163, 166).

A *pip* is one Power symbol of a cost. Inside the product it is a small integer: the set of domains
that may pay it, one bit a domain in the game's order, so that "may this Power pay that pip" is one
``&``. In files a pip is a domain's name, ``"any"``, or a list of domains.

Pips of a whole cost are kept as a *tally*: a sorted tuple of ``(mask, number)`` pairs. A tally does
not grow with its numbers, so a cost of a million pips is as small as one of two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

DOMAINS: Final = ("fury", "calm", "mind", "body", "chaos", "order")
"""The six domains in the game's order (134.2)."""

BIT: Final[Mapping[str, int]] = {domain: 1 << place for place, domain in enumerate(DOMAINS)}
ANY: Final = 63
"""The mask of an ``[A]`` pip: Power of any domain pays it (135.2.e.5.a)."""

UNIVERSAL: Final = "universal"
"""Power that pays any pip, as an Add of ``[A]`` makes it (135.2.e.5.b, 163.2.b)."""

ENERGY: Final = "energy"
POWERS: Final = (*DOMAINS, UNIVERSAL)
"""The seven kinds of Power that a pool can hold."""

PURPOSES: Final = ("spell", "gear", "unit", "showdown", "gearcard", "unitcard")
"""What a restricted resource may be spent on (rules.md 1.6): ``gear`` and ``unit`` are the playing of such a card and
the abilities of such an object, ``gearcard`` and ``unitcard`` the playing alone."""

LIMIT: Final = 1_000_000
"""The largest count that a file may state (contract C12)."""

Tally = tuple[tuple[int, int], ...]
"""Pips of a cost: ``((mask, number), ...)``, in the order in which costs are written."""


def reach(power: str) -> int:
    """Give the mask of the domains that one unit of this Power may stand for.

    Examples
    --------
    >>> reach("calm"), reach("universal")
    (2, 63)
    """
    return ANY if power == UNIVERSAL else BIT[power]


@cache
def pip_order(mask: int) -> tuple[int, int]:
    """Sort single domains first, then sets, then *any* (contract C10)."""
    size = mask.bit_count()
    rank = 0 if size == 1 else 2 if mask == ANY else 1
    # The reversed bits put Fury before Calm inside sets as well.
    return rank, -int(f"{mask:06b}"[::-1], 2)


def pip_text(mask: int) -> str | list[str]:
    """Write a pip as files write it: a domain, a list of domains, or ``"any"``.

    Examples
    --------
    >>> pip_text(1), pip_text(33), pip_text(63)
    ('fury', ['fury', 'order'], 'any')
    """
    if mask == ANY:
        return "any"
    names = [domain for domain in DOMAINS if mask & BIT[domain]]
    return names[0] if len(names) == 1 else names


def pip_word(mask: int) -> str:
    """Write a pip for people: ``Fury``, ``Fury or Order``, ``any``."""
    text = pip_text(mask)
    if isinstance(text, str):
        return text if text == "any" else text.capitalize()
    return " or ".join(", ".join(name.capitalize() for name in text).rsplit(", ", 1))


def tally(pips: Iterable[int] | Mapping[int, int]) -> Tally:
    """Count pips into a tally, in canonical order, without empty entries.

    Examples
    --------
    >>> tally([63, 1, 1])
    ((1, 2), (63, 1))
    """
    counts: dict[int, int] = {}
    if isinstance(pips, Mapping):
        counts.update(pips)
    else:
        for mask in pips:
            counts[mask] = counts.get(mask, 0) + 1
    return tuple(sorted(((m, n) for m, n in counts.items() if n), key=lambda item: pip_order(item[0])))


def add_tallies(*tallies: Tally) -> Tally:
    """Sum tallies.

    Examples
    --------
    >>> add_tallies(((1, 2),), ((1, 1), (63, 1)))
    ((1, 3), (63, 1))
    """
    counts: dict[int, int] = {}
    for one in tallies:
        for mask, number in one:
            counts[mask] = counts.get(mask, 0) + number
    return tally(counts)


def scale_tally(one: Tally, factor: int) -> Tally:
    """Multiply every number of a tally; a factor of 0 leaves nothing."""
    return tuple((mask, number * factor) for mask, number in one) if factor > 0 else ()


def size(one: Tally) -> int:
    """Count the pips of a tally."""
    return sum(number for _, number in one)


def tally_text(one: Tally) -> list[str | list[str]]:
    """Write a tally as the list that files and answers use (contract C10)."""
    return [pip_text(mask) for mask, number in one for _ in range(number)]


def tally_words(one: Tally) -> str:
    """Write a tally for people: ``2 Fury + any``; ``no Power`` when empty."""
    if not one:
        return "no Power"
    return " + ".join(pip_word(mask) if n == 1 else f"{n} {pip_word(mask)}" for mask, n in one)


def covers(cheap: Sequence[tuple[int, int]], dear: Sequence[tuple[int, int]]) -> bool:
    """Tell whether each pip of `cheap` pairs with a different, harder-to-meet pip of `dear`.

    A pip pairs with one whose domains lie inside its own: whatever pays the latter pays the former.
    This is the comparison by which one total dominates another (contract C15).

    Examples
    --------
    >>> covers(((63, 1),), ((1, 1), (2, 1)))
    True
    >>> covers(((1, 1),), ((63, 1),))
    False
    """
    if size(tuple(cheap)) > size(tuple(dear)):
        return False
    # Hall's condition over every group of the easier cost's sets; there are few different ones.
    groups = [mask for mask, _ in cheap]
    for chosen in range(1, 1 << len(groups)):
        picked = [mask for place, mask in enumerate(groups) if chosen >> place & 1]
        asking = sum(n for mask, n in cheap if mask in picked)
        if asking > sum(n for mask, n in dear if any(mask & ~wide == 0 for wide in picked)):
            return False
    return True


def purpose_text(purposes: Iterable[str]) -> str:
    """Join purposes into the canonical tag ``gear/unit``: the resource may be spent on either."""
    wanted = set(purposes)
    return "/".join(purpose for purpose in PURPOSES if purpose in wanted)
