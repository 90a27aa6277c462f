"""What losing an object is worth (design, section 2, level *losses*)."""

from __future__ import annotations

from typing import Final

from runepay.model.objects import Object

GOLD: Final = "Gold"
GOLD_VALUE: Final = 2


def value_of(one: Object) -> int:
    """Give the value of an object that leaves for good: killed, banished or recycled from the board, or discarded.

    1 + printed Energy + printed pips, and for a unit its current Might as well; Gold counts 2. A value that the caller
    gave wins.
    """
    if one.value is not None:
        return one.value
    if one.zone in {"board", "legend"} and one.name == GOLD and "unit" not in one.type:
        return GOLD_VALUE
    might = (one.might or 0) if one.zone == "board" and "unit" in one.type else 0
    return 1 + one.energy + one.pip_count + might


def loss(do: str, zone: str, one: Object | None) -> int:
    """Give what one use of an action loses.

    1 for a buff, each XP, a card burned, Empowered given up, a return to hand; nothing from the trash, nor
    for a death that something replaces by a recall.
    """
    if one is not None and one.survives(do):
        return 0
    if do in {"buff", "xp", "return", "disempower", "burn"}:
        return 1
    if do == "exhaust" or zone == "trash" or one is None:
        return 0
    return value_of(one)
