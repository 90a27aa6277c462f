"""The books of a whole payment: what floated and what was added is spent or left, kind by kind (166.3, 444.1).

The replay looks at one step after another. The books look at the sums only, and count what the steps add on their own,
so that a unit that comes from nowhere or is spent twice shows even if the replay overlooked it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from runepay.model.payment import Kind
from runepay.model.resources import DOMAINS, ENERGY
from runepay.referee.adds import find, gives_of
from runepay.referee.table import Layout, Table
from runepay.referee.till import AnyStep, unit_word
from runepay.referee.verdict import Whistle


class Sums(NamedTuple):
    """What floated of a kind, what was added and spent of it, and what is left: below nothing if more was spent."""

    kind: Kind
    there: int
    added: int
    spent: int
    left: int


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
    for one in unbalanced(steps, table.layout, table.pool, table.owing):
        why = f"{one.there} floated and {one.added} added, but {one.spent} spent and {max(0, one.left)} left"
        whistle.blow("not-conserved", "444.1", f"{unit_word(one.kind, one.spent)}: {why}")


def unbalanced(
    steps: Sequence[AnyStep], layout: Layout, pool: Mapping[Kind, int], owing: Mapping[Kind, int]
) -> Iterator[Sums]:
    """Give the kinds whose sums do not agree, `pool` being what is left and `owing` what was spent without being there.

    Examples
    --------
    >>> from runepay.model.payment import Step
    >>> from runepay.model.rulebook import Ruleset
    >>> from runepay.model.state import GameState
    >>> layout = Layout(GameState(), Ruleset.of())
    >>> list(unbalanced([Step("spend", gives=((("energy", ""), 1),))], layout, {}, {}))
    [Sums(kind=('energy', ''), there=0, added=0, spent=1, left=0)]
    """
    added: dict[Kind, int] = {}
    spent: dict[Kind, int] = {}
    for step in steps:
        if step.step == "spend":
            for kind, number in step.gives or ():
                spent[kind] = spent.get(kind, 0) + number
        else:
            for kind, number in _made(step, layout):
                added[kind] = added.get(kind, 0) + number
    before = layout.pool
    for kind in {**before, **added, **spent, **pool}:
        left = pool.get(kind, 0) - owing.get(kind, 0)
        there, more, less = before.get(kind, 0), added.get(kind, 0), spent.get(kind, 0)
        if left < 0 or there + more != less + left:
            yield Sums(kind, there, more, less, left)


def _made(step: AnyStep, layout: Layout) -> Iterable[tuple[Kind, int]]:
    """Give the units that a step puts into the pool (164.2, 429)."""
    number = max(0, step.number)
    if step.step in {"exhaust", "recycle"}:
        domain = step.object.removeprefix("rune:")
        if domain not in DOMAINS or domain == step.object:
            return ()
        return (((ENERGY if step.step == "exhaust" else domain, ""), number),)
    found = find(step, layout) if step.step == "add" else None
    return () if found is None else [(kind, units * number) for kind, units in gives_of(found[1])]
