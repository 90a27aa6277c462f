"""What a receipt says of how its total came about: whose cost was read, halves, order, removed pips (356.4, C8).

A total is right if some legal choice gives it, whatever the receipt says of that (:mod:`runepay.referee.fold`). What it
does say must be true all the same: the total must come out if the discounts are used as it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from runepay.model.clauses import Discount
from runepay.model.objects import Object
from runepay.model.owed import Choices, Owed
from runepay.model.resources import Tally, tally
from runepay.referee.claims import Bill, Chosen, cuts, speaks_of
from runepay.referee.fold import NOTHING, Addend, Cut, Outcome, totals
from runepay.referee.readings import really_died
from runepay.referee.terms import Terms
from runepay.referee.verdict import Whistle

KINDS: Final = ("victims", "halves", "order", "removed")
"""What a receipt may say of its discounts, by the names of :class:`runepay.model.owed.Choices`."""

T = TypeVar("T")


@dataclass(slots=True)
class Said:
    """The statements of a receipt by the discounts' ids; ``wrong`` are those that cannot be meant."""

    victims: dict[str, int] = field(default_factory=dict)
    halves: dict[str, str] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    removed: dict[str, Tally] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.victims or self.halves or self.removed or self.order)

    def only(self, name: str) -> Said:
        """Give the statements of one kind alone."""
        one = Said()
        setattr(one, name, getattr(self, name))
        return one


@dataclass(slots=True)
class Basis:
    """What a total is folded from: the bill, whose printed costs are read, how many deaths are replaced.

    What a receipt says is read once, and the discounts are worked out once as it says.
    """

    bill: Bill
    terms: Terms
    victims: Mapping[str, Object]
    saved: Mapping[str, int]
    _said: tuple[Choices, Said] | None = None
    _cuts: tuple[Said, tuple[list[Addend], list[Cut]]] | None = None

    def said(self, choices: Choices) -> Said:
        """Read what a receipt says."""
        if self._said is None or self._said[0] is not choices:
            self._said = choices, said(choices, self.bill, self.terms)
        return self._said[1]

    def cuts(self, stated: Said) -> tuple[list[Addend], list[Cut]]:
        """Work the discounts out, used as stated."""
        if self._cuts is None or self._cuts[0] is not stated:
            ruleset, used = self.terms.played.ruleset, chosen(stated, self.terms)
            self._cuts = stated, cuts(self.bill, self.terms, ruleset, self.victims, self.saved, used)
        return self._cuts[1]


def discounts(bill: Bill, terms: Terms) -> list[tuple[str, Discount]] | None:
    """Give the ids of all discounts in the order in which a receipt counts them: one for each cost it acts on.

    ``None`` where what a discount counts hangs on which targets are chosen: then it is counted once for each case.
    """
    found: list[tuple[str, Discount]] = []
    hanging = any(aim.only_if is not None for aim in terms.played.aims or ())
    for ident, clause, speech in bill.heard:
        per = clause.per
        if per is not None and per.count in {"chosen", "chosen_might"} and hanging:
            return None
        times = 1
        if per is not None and per.count == "number":
            times = per.times if per.name in bill.offers else 0
        elif per is not None:
            times = terms.count(per, speech.holder, speech.controller)
        if not times:
            continue
        if clause.component is None:
            found.append((ident, clause))
        else:
            found += [(f"{ident}@{slot.id}", clause) for slot in bill.slots if speaks_of(clause, slot)]
    return found


def said(choices: Choices, bill: Bill, terms: Terms) -> Said:
    """Read what a receipt says, by the discounts' ids."""
    found = Said()
    stated = bool(choices.victims or choices.halves or choices.removed or choices.order)
    known = discounts(bill, terms) if stated and not bill.wiped else None
    if known is None:
        return found

    def read(name: str, pairs: Iterable[tuple[int, T]]) -> Iterator[tuple[str, Discount, T]]:
        seen: dict[int, T] = {}
        for index, value in pairs:
            if not 0 <= index < len(known):
                found.wrong.append(f"{name}: there is no discount {index}")
            elif seen.setdefault(index, value) != value:
                found.wrong.append(f"{name}: {known[index][0]} is said twice")
            else:
                yield (*known[index], value)

    for ident, clause, half in read("halves", choices.halves):
        if not clause.either or half not in {"energy", "power"}:
            found.wrong.append(f"halves: {ident} has no half {half!r} to take")
        found.halves[ident] = half
    for ident, clause, pips in read("removed", choices.removed):
        if any(number < 0 for _, number in pips) or (pips and not clause.any):
            found.wrong.append(f"removed: {ident} removes no pips of one's choice")
        elif taken := _tally(pips):
            found.removed[ident] = taken
    for ident, clause, value in read("victims", choices.victims):
        counts = clause.per is not None and clause.per.count == "number" and really_died(terms.played.ruleset)
        if clause.printed_cost_of is None and not counts:
            found.wrong.append(f"victims: {ident} reads nobody's cost")
        found.victims[ident] = value
    order = choices.order or ()
    if len(set(order)) < len(order):
        found.wrong.append("order: a discount stands in it twice")
    found.order = tuple(ident for ident, _, _ in read("order", ((index, True) for index in dict.fromkeys(order))))
    return found


def _tally(pips: Tally) -> Tally:
    summed: dict[int, int] = {}
    for mask, number in pips:
        summed[mask] = summed.get(mask, 0) + number
    return tally(summed)


def judge_choices(owed: Owed, basis: Basis, whistle: Whistle) -> None:
    """Refuse a receipt whose total is right but does not come about as it says."""
    stated = basis.said(owed.choices)
    for why in stated.wrong:
        whistle.blow("choices-differ", "356.4", f"the receipt says what cannot be, of its {why}")
    if stated.wrong or not stated:
        return
    _read(stated, basis, whistle)
    pips = pips_of(owed)

    def so(one: Said) -> bool:
        return any(
            total.gives(owed.energy, pips) for every in (False, True) for total in as_said(one, basis, every=every)
        )

    if not so(stated):
        alone = [name for name in KINDS[1:] if not so(stated.only(name))]
        names = " and ".join(alone or [name for name in KINDS[1:] if getattr(stated, name)])
        why = f"the total does not come about as the receipt says of its {names}"
        whistle.blow("choices-differ", "356.4.d.1" if alone == ["order"] else "356.4", why)


def _read(stated: Said, basis: Basis, whistle: Whistle) -> None:
    """Compare whose printed costs the receipt says were read, and how many deaths it says were replaced."""
    bill, terms, victims, saved = basis.bill, basis.terms, basis.victims, basis.saved
    owed = {part.id for part in bill.parts}
    # The card being played is on the chain, and not among the objects that a receipt counts (354).
    objects = [one for one in terms.table.layout.objects if one.id != terms.played.self_id]
    for ident, clause, _ in bill.discounts:
        if ident not in stated.victims:
            continue
        value = stated.victims[ident]
        if clause.printed_cost_of is not None:
            taken = victims.get(clause.printed_cost_of)
            if clause.printed_cost_of not in owed or taken is None:
                continue
            if not 0 <= value < len(objects) or objects[value].group != taken.group:
                name = objects[value].id if 0 <= value < len(objects) else "nothing"
                why = f"{ident} reads the printed cost of {taken.id}, and the receipt says of its victims: {name}"
                whistle.blow("choices-differ", "206", why)
        elif clause.per is not None:
            spared = saved.get(clause.per.name or "", 0)
            if clause.per.name in owed and value != spared:
                why = f"{spared} of the deaths that {ident} counts are replaced, not {value} (victims)"
                whistle.blow("choices-differ", "357.2.a", why)


def as_said(stated: Said, basis: Basis, *, every: bool) -> set[Outcome]:
    """Give the totals that come out if the discounts are used as stated; which pips the caller has named is not read.

    `every` is as for :func:`runepay.referee.fold.totals`, of the order that is not stated.
    """
    bill, terms = basis.bill, basis.terms
    caller = terms.played.play.choose
    if any(caller.halves.get(ident, half) != half for ident, half in stated.halves.items()):
        return set()
    acting = [ident for ident, clause, _ in bill.discounts if clause.component is None]
    first = [ident for ident in dict.fromkeys(caller.order) if ident in acting]
    mine = [ident for ident in stated.order if ident in acting]
    if mine and set(first) <= set(mine) and mine[: len(first)] != first:
        return set()
    addends, on_total = basis.cuts(stated)
    order = mine or caller.order
    return totals(NOTHING, addends, bill.increase, on_total, order, every=every, on_parts=stated.order)


def chosen(stated: Said, terms: Terms) -> Chosen:
    """Give how the discounts are used: as stated, and the halves as the caller fixes them."""
    return Chosen({**terms.played.play.choose.halves, **stated.halves}, stated.removed, strict=True)


def pips_of(owed: Owed) -> Tally:
    """Give the pips that a receipt says are owed, those of a kind counted together."""
    return _tally(owed.pips) if len({mask for mask, _ in owed.pips}) < len(owed.pips) else owed.pips
