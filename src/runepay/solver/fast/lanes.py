"""Yes or no by Hall's condition, packed into one integer (135.2.e, 163.2).

A *unit* is one Power that can be had: floating, by a rune's recycle, by an Add; it reaches a set of domains (one, or
all six for Universal). All pips can be paid together exactly when for every set T of domains there are at least as
many units that reach into T as there are pips that lie inside T: Hall's theorem, where a group of pips asks only for
the union of its sets. Energy is one more such count, since a rune's exhaust and its recycle do not hinder each other
(164.2).

All 64 counts stand in one integer, eight bits each, the eighth a guard: lane 0 is Energy, lane T the set T. Supply
minus demand keeps every guard bit exactly when no lane falls below nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from runepay.model.resources import ANY, Tally

SETS: Final = range(1, ANY + 1)
"""Every set of domains but the empty one."""

MOST: Final = 100
"""The largest count that a narrow lane is trusted with; larger ones go to wide lanes."""

WIDE: Final = 48
"""Bits of a wide lane: the sum of every count a file may state fits, with its guard bit."""


def spread(sets: Sequence[int], bits: int) -> int:
    """Give an integer with a 1 in the lane of each of these sets."""
    return sum(1 << (bits * one) for one in sets)


def meeting(mask: int, bits: int = 8) -> int:
    """Give a 1 in every lane whose set meets `mask`: where a unit that reaches `mask` counts."""
    return spread([one for one in SETS if one & mask], bits)


def holding(mask: int, bits: int = 8) -> int:
    """Give a 1 in every lane whose set holds all of `mask`: where a pip that `mask` may pay counts."""
    return spread([one for one in SETS if not mask & ~one], bits)


class Lanes(NamedTuple):
    """Tables of one width: by set of domains, the lanes that it meets and the lanes that hold it; the guard bits."""

    meet: tuple[int, ...]
    hold: tuple[int, ...]
    guards: int

    @classmethod
    def of(cls, bits: int) -> Lanes:
        """Make the tables for lanes of so many bits."""
        return cls(
            tuple(meeting(mask, bits) for mask in range(ANY + 1)),
            tuple(holding(mask, bits) if mask else 0 for mask in range(ANY + 1)),
            spread(range(ANY + 1), bits) << (bits - 1),
        )


NARROW_LANES: Final = Lanes.of(8)
WIDE_LANES: Final = Lanes.of(WIDE)
MEET, HOLD, GUARDS = NARROW_LANES

_TIMES: Final = tuple(tuple(number * MEET[1 << place] for number in range(MOST + 1)) for place in range(6))
"""By domain and number: what so many units of it add to a supply."""
_FURY, _CALM, _MIND, _BODY, _CHAOS, _ORDER = _TIMES
_UNIVERSAL: Final = tuple(number * MEET[ANY] for number in range(MOST + 1))


def demand(energy: int, pips: Tally) -> int | None:
    """Pack a cost; ``None`` if it is too large for narrow lanes.

    Examples
    --------
    >>> packed = demand(1, ((1, 1), (63, 1)))
    >>> packed & 255, packed >> 8 & 255, packed >> 8 * 63 & 255
    (1, 1, 2)
    """
    if energy > MOST or sum(number for _, number in pips) > MOST:
        return None
    return energy + sum(number * HOLD[mask] for mask, number in pips)


def supply(energy: int, units: Tally) -> int | None:
    """Pack what can be had, guard bits included; ``None`` if it is too large for narrow lanes.

    More than a hundred Energy is as good as a hundred for a cost that fits, so Energy is cut off there.
    """
    if sum(number for _, number in units) > MOST:
        return None
    return GUARDS + min(energy, MOST) + sum(number * MEET[mask] for mask, number in units)


def covers(packed_supply: int, packed_demand: int) -> bool:
    """Tell whether a packed supply covers a packed demand."""
    return (packed_supply - packed_demand) & GUARDS == GUARDS


def covers_any(energy: int, units: Tally, owed: int, pips: Tally) -> bool:
    """Tell whether supply covers demand, whatever their size: Hall's condition in wide lanes.

    Examples
    --------
    >>> covers_any(0, ((1, 1_000_000), (2, 1)), 0, ((63, 1_000_000), (2, 1)))
    True
    >>> covers_any(0, ((1, 1_000_000),), 0, ((2, 1),))
    False
    """
    if owed > energy:
        return False
    meet, hold, guards = WIDE_LANES
    packed = guards + sum(number * meet[mask] for mask, number in units)
    packed -= sum(number * hold[mask] for mask, number in pips)
    return packed & guards == guards


def payable(
    ready: Sequence[int], exhausted: Sequence[int], pool: Sequence[int], energy: int, pips: Sequence[int]
) -> bool:
    """Tell from plain counts whether a cost can be paid by runes and what floats.

    Parameters
    ----------
    ready, exhausted
        Runes on the board, six counts in the game's order of domains.
    pool
        What floats and fits: Energy, the six domains, Universal.
    energy, pips
        The cost: Energy, and one set of domains (bit by bit) for every pip.

    Examples
    --------
    >>> payable((2, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), (0,) * 8, 2, (1, 63))
    True
    >>> payable((2, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), (0,) * 8, 2, (2, 2))
    False
    """
    r0, r1, r2, r3, r4, r5 = ready
    s0, s1, s2, s3, s4, s5 = exhausted
    floating, p0, p1, p2, p3, p4, p5, universal = pool
    had = floating + r0 + r1 + r2 + r3 + r4 + r5
    if energy > had:
        return False
    a, b, c, d, e, f = r0 + s0 + p0, r1 + s1 + p1, r2 + s2 + p2, r3 + s3 + p3, r4 + s4 + p4, r5 + s5 + p5
    if a + b + c + d + e + f + universal > MOST or len(pips) > MOST:
        return _payable_wide((a, b, c, d, e, f, universal), pips)
    packed = GUARDS + _FURY[a] + _CALM[b] + _MIND[c] + _BODY[d] + _CHAOS[e] + _ORDER[f] + _UNIVERSAL[universal]
    for pip in pips:
        packed -= HOLD[pip]
    return packed & GUARDS == GUARDS


def _payable_wide(units: Sequence[int], pips: Sequence[int]) -> bool:
    masks = (1, 2, 4, 8, 16, 32, ANY)
    return covers_any(0, tuple(zip(masks, units, strict=True)), 0, tuple((mask, 1) for mask in pips))
