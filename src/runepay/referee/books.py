"""The books of a whole payment: what floated and what was added is spent or left, kind by kind (166.3, 444.1).

The replay looks at one step after another. The books look at the sums only, and count what the steps add on their own,
so that a unit that comes from nowhere or is spent twice shows even if the replay overlooked it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from runepay.model.payment import Kind
from runepay.model.resources import DOMAINS, ENERGY
from runepay.referee.adds import find, gives_of
from runepay.referee.table import Layout, Table
from runepay.referee.till import AnyStep, unit_word
from runepay.referee.verdict import Whistle


def balance(steps: Sequence[AnyStep], table: Table, whistle: Whistle) -> None:
    """Report each kind, restrictions told apart, of which more was spent than there was, or another number is left.

    Parameters
    ----------
    steps
        The whole payment: the play's and those of its Adds.
    table
        As the replay left it.
    whistle
        Where violations go.
    """
    added: Counter[Kind] = Counter()
    spent: Counter[Kind] = Counter()
    for step in steps:
        if step.step == "spend":
            for kind, number in step.gives or ():
                spent[kind] += number
        else:
            for kind, number in _made(step, table.layout):
                added[kind] += number
    for kind in dict.fromkeys((*table.layout.pool, *added, *spent, *table.pool)):
        there, left = table.layout.pool.get(kind, 0), table.pool.get(kind, 0) - table.owing.get(kind, 0)
        if left < 0 or there + added[kind] != spent[kind] + left:
            why = f"{there} floated and {added[kind]} added, but {spent[kind]} spent and {max(0, left)} left"
            whistle.blow("not-conserved", "444.1", f"{unit_word(kind, spent[kind])}: {why}")


def _made(step: AnyStep, layout: Layout) -> Iterator[tuple[Kind, int]]:
    """Give the units that a step puts into the pool (164.2, 429)."""
    number = max(0, step.number)
    domain = step.object.removeprefix("rune:")
    if step.step in {"exhaust", "recycle"} and domain in DOMAINS and domain != step.object:
        yield (ENERGY if step.step == "exhaust" else domain, ""), number
    elif step.step == "add" and (found := find(step, layout)) is not None:
        for kind, units in gives_of(found[1]):
            yield kind, units * number
