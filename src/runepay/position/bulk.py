"""Millions of yes/no questions at once, on NumPy arrays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from runepay.model.errors import InputError
from runepay.model.resources import ANY, LIMIT, size
from runepay.position.place import Position
from runepay.position.price import Price
from runepay.solver.fast import bulk
from runepay.solver.fast.lanes import MOST

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ENOUGH: Final = 1 << 31
"""More than any cost asks for: a count that is larger says no more, and eight of them can be added exactly."""


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
    for number, one in enumerate(_each(positions, "positions")):
        if not isinstance(one, Position):
            raise InputError("a Position is needed", path=f"positions.{number}", found=type(one).__name__)
        if not one.ground.plain:
            raise InputError("this position has an Add beyond counting", path=f"positions.{number}")
        rows.append(one.supply_counts(fits))
    return np.array(rows, np.int64).reshape(-1, 8)


def can_pay_many(
    states: NDArray[np.integer] | Sequence[Sequence[int]],
    costs: NDArray[np.integer] | Sequence[Price] | Sequence[Sequence[int]],
    which: NDArray[np.integer] | Sequence[int] | None = None,
) -> NDArray[np.bool_]:
    """Tell for very many states at once whether they can pay.

    Parameters
    ----------
    states
        One row a state with eight counts: the Energy that can be had (ready runes and what floats), the Power of each
        domain (runes and what floats), Universal Power. Small integer types are fine, and so is a number of any size.
    costs
        Prices; or one row a cost: its Energy (up to 1,000,000), then one set of domains (bit by bit, 63 for any) for
        each pip, with 0 for none.
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

    rows = _counts(states)
    asked = _rows(costs)
    if which is None:
        if len(asked) not in {1, len(rows)}:
            raise InputError(f"{len(rows)} states and {len(asked)} costs do not pair up", path="costs")
        places = np.arange(len(rows)) if len(asked) == len(rows) else np.zeros(len(rows), np.intp)
    else:
        places = _places(which, len(rows), len(asked))
    pips = asked[:, 1:]
    long = (pips > 0).sum(axis=1) > MOST
    answers, large = bulk.payable(rows, bulk.packed(asked[:, 0], np.where(long[:, None], 0, pips)), places)
    if long.any():
        large |= long[places]
    for place in np.flatnonzero(large):
        cost = asked[places[place]]
        answers[place] = bulk.payable_wide(rows[place], int(cost[0]), cost[1:])
    return answers


def _each(given: Any, path: str) -> Collection[Any]:  # noqa: ANN401 - whatever was given
    """Give what was given one by one, or say that it is one thing."""
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | dict):
        return given if isinstance(given, Collection) else list(given)
    raise InputError("a list is needed", path=path, found=type(given).__name__)


def _array(given: Any, path: str, wanted: str) -> NDArray[np.integer]:  # noqa: ANN401 - whatever was given
    """Read integers in rows; those too large for an array's types are cut off at what is always enough."""
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    try:
        read = np.asarray(given)
        if not isinstance(given, np.ndarray) and (read.dtype.kind == "O" or _large(read)):
            # Integers beyond 64 bits, or of both signs beyond 63, come as objects or even as floating-point numbers.
            exact = np.asarray(given, object)
            if all(isinstance(one, int | np.integer) and not isinstance(one, bool) for one in exact.flat):
                read = np.clip(exact, -1, _ENOUGH).astype(np.int64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(wanted, path=path, found="rows of several lengths") from None
    if not read.size:
        return read.astype(np.int64)
    if read.dtype.kind not in "iu":
        number = next((one for one in read.flat if not isinstance(one, int | np.integer)), read.dtype.name)
        found = number.item() if isinstance(number, np.generic) else number
        raise InputError(f"{wanted}, in whole numbers", path=path, found=found)
    return read


def _large(read: NDArray[Any]) -> bool:
    return bool(read.dtype.kind == "f" and read.size and abs(read).max() >= 1 << 53)


def _counts(states: Any) -> NDArray[np.integer]:  # noqa: ANN401 - an array or rows
    """Give states as rows of eight counts, none so large that sums of them would not be exact."""
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    wanted = f"one row a state is needed: {', '.join(bulk.COLUMNS)}"
    given = states if isinstance(states, np.ndarray) else _each(states, "states")
    rows = _array(given, "states", wanted)
    if rows.ndim == 1 and not len(rows):
        rows = rows.reshape(0, len(bulk.COLUMNS))
    if rows.ndim != 2 or rows.shape[1] != len(bulk.COLUMNS):
        raise InputError(wanted, path="states", found=str(rows.shape))
    if rows.size and rows.min() < 0:
        raise InputError("a count is below nothing", path="states", found=int(rows.min()))
    return np.minimum(rows, _ENOUGH) if rows.size and int(rows.max()) > _ENOUGH else rows


def _places(which: Any, states: int, costs: int) -> NDArray[np.intp]:  # noqa: ANN401 - an array or a list
    """Give by state the place of its cost."""
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    wanted = "'which' gives the place of a cost for every state"
    places = _array(which if isinstance(which, np.ndarray) else _each(which, "which"), "which", wanted)
    if places.shape != (states,):
        raise InputError(wanted, path="which", found=str(places.shape))
    if states and not 0 <= int(places.min()) <= int(places.max()) < costs:
        wrong = int(places.min()) if places.min() < 0 else int(places.max())
        raise InputError(f"{wanted}, from 0 to {costs - 1}", path="which", found=wrong)
    return places.astype(np.intp)


def _rows(costs: Any) -> NDArray[np.int64]:  # noqa: ANN401 - an array, prices or rows
    """Give costs as rows of one length."""
    import numpy as np  # noqa: PLC0415 - only bulk work needs it

    wanted = "one row a cost is needed: Energy, then the sets of its pips"
    if isinstance(costs, Price):
        raise InputError("a list of prices is needed, so write [price]", path="costs", found="Price")
    given = costs if isinstance(costs, np.ndarray) else _each(costs, "costs")
    if isinstance(given, np.ndarray) or not any(isinstance(one, Price) for one in given):
        rows = _array(given, "costs", wanted)
        rows = rows.reshape(0, 1) if rows.ndim == 1 and not len(rows) else rows
    else:
        listed = [_listed(one, f"costs.{place}") for place, one in enumerate(given)]
        width = max(len(one) for one in listed)
        rows = np.array([one + [0] * (width - len(one)) for one in listed], np.int64)
    if rows.ndim != 2 or not rows.shape[1]:
        raise InputError(wanted, path="costs", found=str(rows.shape))
    if rows.size and not 0 <= int(rows[:, 0].min()) <= int(rows[:, 0].max()) <= LIMIT:
        wrong = int(rows[:, 0].min()) if rows[:, 0].min() < 0 else int(rows[:, 0].max())
        raise InputError(f"Energy of a cost lies between 0 and {LIMIT:,}", path="costs", found=wrong)
    pips = rows[:, 1:]
    if pips.size and not 0 <= int(pips.min()) <= int(pips.max()) <= ANY:
        wrong = int(pips.min()) if pips.min() < 0 else int(pips.max())
        raise InputError("a cost is its Energy and sets of domains, from 0 to 63", path="costs", found=wrong)
    return rows.astype(np.int64)


def _listed(price: Any, path: str) -> list[int]:  # noqa: ANN401 - whatever stands among prices
    if not isinstance(price, Price):
        raise InputError("a Price is needed", path=path, found=type(price).__name__)
    if price.energy > LIMIT or size(price.pips) > LIMIT:
        raise InputError(f"Energy and pips of a cost lie between 0 and {LIMIT:,}", path=path, found=price.energy)
    return [price.energy, *(mask for mask, number in price.pips for _ in range(number))]
