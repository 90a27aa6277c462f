"""What printed texts say about the turn after a play, beside costs: how a permanent enters, what lasts for one play.

Names only; what the effects do to costs stands in the catalogue (``leaves``).
"""

from __future__ import annotations

from typing import Final

ENTERS_EXHAUSTED: Final = frozenset(
    ("Iron Ballista", "Honeyfruit", "Scryer's Bloom", "Patched Porobot", "Hextech Formula", "Platewyrm Egg")
)
"""Gear whose text says that it enters exhausted; other gear enters ready."""

ENTERS_READY: Final = frozenset(
    (
        "Warwick, Hunter",
        "Master Yi, Honed",
        "Vanguard Attendant",
        "Eager Drakehound",
        "Arena Kingpin",
        "Daisy!",
    )
)
"""Units that always enter ready; others enter exhausted unless Accelerate was paid (805)."""

OTHERS_ENTER_READY: Final = frozenset(("Magma Wurm",))
"""Units beside which other friendly units enter ready."""

USED_UP: Final = frozenset(
    (
        "Raging Firebrand",
        "Temporal Portal",
        "The Academy",
        "Astral Heron",
        "Ekko, Boy Who Shattered Time",
        "野火帮秘密基地",
    )
)
"""Cards whose effect speaks of the next card, spell or unit: it is used up by the first one, even where it takes
nothing off (9.1.5 of the rules page)."""

LEFT_BY_PLAYING: Final = frozenset(("Raging Firebrand", "Guerilla Warfare"))
"""Cards whose lasting effect follows from playing them."""

LEFT_BY_ABILITY: Final = {"Temporal Portal": "repeat", "Ekko, Boy Who Shattered Time": "next"}
"""Cards whose lasting effect follows from an ability of theirs, and which."""

LEFT_BY_FIRST_CARD: Final = frozenset(("Astral Heron",))
"""Units at a battlefield whose effect follows from the first card played in a turn."""
