"""An Add used before a play, with the payment that was made for it."""

from __future__ import annotations

from dataclasses import dataclass

from runepay.model.payment import Payment
from runepay.model.state import GameState, Play


@dataclass(frozen=True, slots=True)
class Beforehand:
    """One Add used before the play: what was paid for it, and what it gave."""

    object: str
    state: GameState
    play: Play
    payment: Payment
    gives: tuple[tuple[str, int], ...]
