"""Which Power may pay which pip, by Hall's condition (135.2.e, 163.2).

All pips are paid exactly when, for every union of the pips' sets, the Power that may pay inside it is at least the pips
that lie inside it. No variable says which unit pays which pip; :func:`assign` restores that afterwards.
"""

from __future__ import annotations

from functools import cache

from runepay.model.pool import kind_place
from runepay.model.resources import ANY, ENERGY, Tally, pip_order, reach, size
from runepay.solver.formulation.build import Kind, Model
from runepay.solver.rows import ZERO, Expr, Rows


def unions(masks: set[int]) -> list[int]:
    """Give every union of these sets, smallest first.

    Examples
    --------
    >>> unions({1, 2, 63})
    [1, 2, 3, 63]
    """
    found = {0}
    for mask in masks:
        found |= {mask | other for other in found}
    return sorted(found - {0}, key=lambda mask: (mask.bit_count(), mask))


def write(model: Model) -> None:
    """Write Hall's condition for the pips that may be owed."""
    pips = {mask: expr - model.slack.get(("pips", mask), ZERO) for mask, expr in model.owed.pips.items()}
    hall(model.rows, pips, {kind: spent for kind, spent in model.spent.items() if kind[0] != ENERGY})


def hall(rows: Rows, pips: dict[int, Expr], spent_power: dict[Kind, Expr]) -> None:
    """Write Hall's condition for one payment of pips by Power."""
    owed = {mask: expr for mask, expr in pips.items() if rows.high(expr) > 0}
    for union in unions(set(owed)):
        if union == ANY and ANY in owed:
            continue  # Everything may pay there, and as much is spent as is owed.
        able = Expr()
        for kind, spent in spent_power.items():
            if reach(kind[0]) & union:
                able.add(spent)
        for mask, expr in owed.items():
            if mask & ~union == 0:
                able.add(expr, -1)
        rows.at_least(able, 0)


def assign(pips: Tally, spent: dict[Kind, int]) -> list[tuple[Kind, int, int]]:
    """Say which kind pays which pips: ``(kind, mask, number)``, in canonical order.

    Augmenting paths over kinds and sets, most restrictive pips and least flexible Power first, so the answer is the one
    a person would give.
    """
    used = [kind for kind, number in spent.items() if number and kind[0] != ENERGY]
    if len(used) <= 1 or len(pips) <= 1:
        # Where one kind pays everything, or everything pays one set, nothing is to be matched.
        if len(used) > 1:
            used.sort(key=kind_place)
        pairs = [(kind, mask, min(spent[kind], number)) for kind in used for mask, number in pips]
        fits = all(reach(kind[0]) & mask for kind, mask, _ in pairs)
        if fits and sum([spent[kind] for kind in used]) == size(pips):
            return pairs
    matching = _Matching(spent)
    for mask, number in sorted(pips, key=lambda item: pip_order(item[0])):
        left = number - matching.direct(mask, number)
        while left:
            moved = matching.augment(mask, left)
            if not moved:
                msg = "the pips cannot be matched to what is spent"
                raise AssertionError(msg)
            left -= moved
    return [
        (kind, mask, matching.flow[kind, mask])
        for kind in sorted(matching.kinds, key=kind_place)
        for mask, _ in pips
        if matching.flow.get((kind, mask))
    ]


@cache
def _flexible(kind: Kind) -> tuple[int, tuple[int, str]]:
    """Order kinds of Power, the least flexible first."""
    return reach(kind[0]).bit_count(), kind_place(kind)


class _Matching:
    """Units of Power and the pips they pay, while pips are served one set after the other."""

    def __init__(self, spent: dict[Kind, int]) -> None:
        self.kinds = [kind for kind in spent if kind[0] != ENERGY]
        self.kinds.sort(key=_flexible)
        self.free = {kind: spent[kind] for kind in self.kinds}
        self.flow: dict[tuple[Kind, int], int] = {}

    def direct(self, mask: int, number: int) -> int:
        """Pay pips from units that nothing else uses; tell how many were paid."""
        left = number
        for kind in self.kinds:
            free = self.free[kind]
            if free and reach(kind[0]) & mask:
                taken = min(free, left)
                self.flow[kind, mask] = self.flow.get((kind, mask), 0) + taken
                self.free[kind] = free - taken
                left -= taken
                if not left:
                    break
        return number - left

    def augment(self, mask: int, want: int) -> int:
        """Move one path's worth of units so that `mask` gets some; tell how many."""
        came: dict[int, tuple[Kind, int] | None] = {mask: None}
        queue = [mask]
        while queue:
            here = queue.pop(0)
            for kind in self.kinds:
                if not reach(kind[0]) & here:
                    continue
                if self.free[kind]:
                    return self._shift(kind, here, want, came)
                for (user, other), number in self.flow.items():
                    if user == kind and number and other not in came:
                        came[other] = (kind, here)
                        queue.append(other)
        return 0

    def _shift(self, kind: Kind, here: int, want: int, came: dict[int, tuple[Kind, int] | None]) -> int:
        """Move units along the path that led here, from a kind that has some left."""
        amount = min(want, self.free[kind])
        step = here
        while (link := came[step]) is not None:
            amount = min(amount, self.flow[link[0], step])
            step = link[1]
        self.free[kind] -= amount
        step = here
        giver = kind
        while True:
            self.flow[giver, step] = self.flow.get((giver, step), 0) + amount
            link = came[step]
            if link is None:
                return amount
            giver = link[0]
            self.flow[giver, step] -= amount
            step = link[1]
