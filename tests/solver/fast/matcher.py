"""Yes or no by augmenting paths over single units and single pips: the plain way, to check the lanes with."""

from __future__ import annotations

from collections.abc import Sequence


def matched(units: Sequence[int], pips: Sequence[int]) -> bool:
    """Tell whether every pip gets a unit of its own; both are sets of domains, bit by bit."""
    holder = [-1] * len(units)

    def serve(pip: int, seen: set[int]) -> bool:
        for place, unit in enumerate(units):
            if unit & pips[pip] and place not in seen:
                seen.add(place)
                if holder[place] < 0 or serve(holder[place], seen):
                    holder[place] = pip
                    return True
        return False

    return all(serve(pip, set()) for pip in range(len(pips)))


def payable(
    ready: Sequence[int], exhausted: Sequence[int], pool: Sequence[int], energy: int, pips: Sequence[int]
) -> bool:
    """Tell whether runes and pool pay a cost: Energy counted, pips matched."""
    units = [1 << place for place in range(6) for _ in range(ready[place] + exhausted[place] + pool[1 + place])]
    units += [63] * pool[7]
    return energy <= pool[0] + sum(ready) and matched(units, pips)
