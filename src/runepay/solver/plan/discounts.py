"""What the quick search may know of a discount or a condition without asking it at every moment."""

from __future__ import annotations

from runepay.model.clauses import Clause, Condition, Discount


def may_cease(when: Condition) -> bool:
    """Tell whether a condition on what was counted may stop to hold as more is counted."""
    inner = (*when.any_of, *when.all_of)
    return when.at_most is not None or when.negate is not None or any(may_cease(one) for one in inner)


def only_grows(one: Clause) -> bool:
    """Tell whether a clause is a discount that takes off no less as more is counted."""
    if not isinstance(one, Discount) or any(may_cease(when) for when in one.when):
        return False
    return one.per is None or (one.per.times >= 0 and one.per.exactly is None)


def takes_energy(one: Clause, *, counting: bool = False) -> bool:
    """Tell whether a clause takes off Energy of the total alone, without a minimum.

    Unless it may be ``counting``, it takes off as much whatever else is so, from every play in its scope.
    """
    if not isinstance(one, Discount) or one.component is not None or one.printed_cost_of is not None:
        return False
    if one.any or one.power or one.minimum or one.either or one.energy_cost:
        return False
    if counting:
        return one.per is None or one.per.count == "fact"
    scope = one.on
    return (
        one.per is None
        and not one.when
        and scope is not None
        and scope.chooses is None
        and scope.chooses_me is None
        and not scope.keyword
        and scope.of is None
    )
