"""The orders in which a payment may recycle its runes: the rune recycled first comes back first (416.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from runepay.model.payment import Kind, Payment, Pool, Step
from runepay.model.pool import kind_place


def orders(payment: Payment) -> Iterator[Payment]:
    """Give a payment once for each order of the domains that it recycles; the first is the payment as it is."""
    places = [place for place, step in enumerate(payment.steps) if step.step == "recycle"]
    if len(places) < 2:
        yield payment
        return
    runes = [payment.steps[place] for place in places]
    for arranged in _arranged([step.number for step in runes]):
        steps = list(payment.steps[: places[0]])
        for which, number in arranged:
            one = runes[which]
            ((kind, _),) = one.gives
            steps.append(replace(one, number=number, gives=((kind, number),)))
        steps.extend(payment.steps[places[-1] + 1 :])
        yield replace(payment, steps=_pools(payment, steps))


def _arranged(numbers: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Give every arrangement of so many things of each kind, as runs of equal ones.

    Examples
    --------
    >>> list(_arranged([1, 1]))
    [[(0, 1), (1, 1)], [(1, 1), (0, 1)]]
    >>> len(list(_arranged([2, 1])))
    3
    """

    def grow(left: list[int], last: int) -> Iterator[list[tuple[int, int]]]:
        if not any(left):
            yield []
            return
        for which, most in enumerate(left):
            # A run is as long as it is: the next one is of another kind.
            for number in range(most, 0, -1) if which != last else ():
                rest = [*left[:which], most - number, *left[which + 1 :]]
                yield from ([(which, number), *more] for more in grow(rest, which))

    yield from grow(numbers, -1)


def _pools(payment: Payment, steps: list[Step]) -> tuple[Step, ...]:
    """State the pool after each step anew."""
    first = payment.steps[0]
    units: dict[Kind, int] = dict(first.pool.units)
    for kind, number in first.gives:
        units[kind] = units.get(kind, 0) - (-number if first.step == "spend" else number)
    made: list[Step] = []
    for step in steps:
        for kind, number in step.gives:
            units[kind] = units.get(kind, 0) + (-number if step.step == "spend" else number)
        floats = sorted(((k, n) for k, n in units.items() if n), key=lambda item: kind_place(item[0]))
        made.append(replace(step, pool=Pool(tuple(floats))))
    return tuple(made)
