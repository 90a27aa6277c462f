"""Millions of yes/no questions at once, on NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from runepay.model.errors import InputError
from runepay.model.resources import ANY
from runepay.position.place import Position
from runepay.position.price import Price
from runepay.solver.fast import bulk
from runepay.solver.fast.lanes import MOST

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def counts_of(positions: Iterable[Position], purposes: Iterable[str] = ()) -> NDArray[np.int64]:
    """Give positions as rows for :func:`can_pay_many`.

    Parameters
    ----------
    positions
        Positions whose Adds are all of the kind that counting can prove.
    purposes
        What is to be paid for, as for :class:`Price`: which restricted resources count.

    Raises
    ------
    InputError
        A position has an Add beyond counting.

    Examples
    --------
    >>> from runepay import GameState, Position
    >>> state = GameState.model_validate({"runes": {"calm": {"ready": 2, "exhausted": 1}}, "pool": {"energy": 1}})
    >>> counts_of([Position.of(state)]).tolist()
    [[3, 0, 3, 0, 0, 0, 0, 0]]
    """
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    fits = Price.of(purposes=purposes).fits
    rows: list[list[int]] = []
    for number, one in enumerate(positions):
        if not one.ground.plain:
            raise InputError("this position has an Add beyond counting", path=f"positions.{number}")
        rows.append(one.supply_counts(fits))
    return np.array(rows, np.int64).reshape(-1, 8)


def can_pay_many(
    states: NDArray[np.integer] | Sequence[Sequence[int]],
    costs: NDArray[np.integer] | Sequence[Price],
    which: NDArray[np.integer] | Sequence[int] | None = None,
) -> NDArray[np.bool_]:
    """Tell for very many states at once whether they can pay.

    Parameters
    ----------
    states
        One row a state with eight counts: the Energy that can be had (ready runes and what floats), the Power of each
        domain (runes and what floats), Universal Power. Small integer types are fine.
    costs
        Prices; or one row a cost: its Energy, then one set of domains (bit by bit, 63 for any) for each pip, with 0
        for none.
    which
        By state the place of its cost. Left out: the first state with the first cost and so on, or one cost for all.

    Returns
    -------
    numpy.ndarray
        One truth value a state.

    Raises
    ------
    InputError
        The arrays do not fit each other, or hold what is no count, set or place.

    Examples
    --------
    >>> states = [[2, 2, 1, 0, 0, 0, 0, 0], [2, 0, 3, 0, 0, 0, 0, 0]]
    >>> can_pay_many(states, [Price.of(2, ["fury", "any"])]).tolist()
    [True, False]
    """
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    rows = np.asarray(states)
    if rows.ndim != 2 or rows.shape[1] != len(bulk.COLUMNS) or not np.issubdtype(rows.dtype, np.integer):
        raise InputError(f"one row a state is needed: {', '.join(bulk.COLUMNS)}", path="states", found=str(rows.shape))
    asked = _rows(costs)
    if which is None:
        if len(asked) not in {1, len(rows)}:
            raise InputError(f"{len(rows)} states and {len(asked)} costs do not pair up", path="costs")
        places = np.arange(len(rows)) if len(asked) == len(rows) else np.zeros(len(rows), np.intp)
    else:
        places = np.asarray(which).astype(np.intp)
        if places.shape != (len(rows),) or (len(rows) and not 0 <= places.min() <= places.max() < len(asked)):
            raise InputError("'which' gives the place of a cost for every state", path="which")
    if rows.size and rows.min() < 0:
        raise InputError("a count is below nothing", path="states", found=int(rows.min()))
    if asked.size and (asked.min() < 0 or (asked[:, 1:].size and asked[:, 1:].max() > ANY)):
        raise InputError("a cost is its Energy and sets of domains, from 0 to 63", path="costs")
    pips = asked[:, 1:]
    long = (pips > 0).sum(axis=1) > MOST
    answers, large = bulk.payable(rows, bulk.packed(asked[:, 0], np.where(long[:, None], 0, pips)), places)
    if long.any():
        large |= long[places]
    for place in np.flatnonzero(large):
        cost = asked[places[place]]
        answers[place] = bulk.payable_wide(rows[place], int(cost[0]), cost[1:])
    return answers


def _rows(costs: Any) -> NDArray[np.int64]:  # noqa: ANN401 - an array or prices
    """Give costs as rows of one length."""
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    if isinstance(costs, np.ndarray):
        if costs.ndim != 2 or not costs.shape[1] or not np.issubdtype(costs.dtype, np.integer):
            raise InputError("one row a cost is needed: Energy, then the sets of its pips", path="costs")
        return costs.astype(np.int64)
    listed = [[one.energy, *(mask for mask, number in one.pips for _ in range(number))] for one in costs]
    width = max((len(one) for one in listed), default=1)
    return np.array([one + [0] * (width - len(one)) for one in listed], np.int64).reshape(-1, width)
