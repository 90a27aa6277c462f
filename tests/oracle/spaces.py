"""The spaces that instances are drawn from, by a seeded ``random.Random`` or by Hypothesis.

Half of all instances are of the wide space (see `wide`), those with an odd seed; ``RUNEPAY_ORACLE_WIDE=1`` makes all
of them so, and ``RUNEPAY_ORACLE_WIDE=0`` none.
"""

from __future__ import annotations

import os
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from .dice import Dice
from .generator import Maker
from .vocabulary import Json
from .wide import Wide, circles

WIDE = os.environ.get("RUNEPAY_ORACLE_WIDE", "")


def is_wide(number: int) -> bool:
    """Tell which space a seed belongs to."""
    return WIDE == "1" or (WIDE != "0" and number % 2 == 1)


def instance(seed: int) -> Json:
    """Draw the instance of a seed."""
    dice = Dice(Random(seed).randrange)
    if not is_wide(seed):
        return Maker(dice).make()
    while circles(raw := Wide(dice).make()):
        pass
    return raw


@st.composite
def instances(draw: st.DrawFn) -> Json:
    """Draw from the same spaces, shrinking towards the simplest."""
    dice = Dice(lambda bound: draw(st.integers(0, bound - 1)))
    if not is_wide(draw(st.integers(0, 1))):
        return Maker(dice).make()
    raw = Wide(dice).make()
    assume(not circles(raw))
    return raw
