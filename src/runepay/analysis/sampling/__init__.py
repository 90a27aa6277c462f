"""Random instances like those of real games, by deck, turn and size of the board; the same seed gives the same ones."""

from __future__ import annotations

from runepay.analysis.sampling.plan import Plan
from runepay.analysis.sampling.situation import instance, sample

__all__ = ["Plan", "instance", "sample"]
