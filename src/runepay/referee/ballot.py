"""Elections: which are on offer, which the payment makes, and whether it may make them (355.1.a, contract C6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from runepay.model.payment import Payment
from runepay.model.rulebook import Ruleset
from runepay.referee.claims import Bill, Clerk
from runepay.referee.hand import HandPayment
from runepay.referee.subject import Played
from runepay.referee.table import Table
from runepay.referee.terms import Terms
from runepay.referee.verdict import Whistle

PAY: Final = "pay"
"""The election of a trigger, an effect or an applied cost: to pay or to decline (444.2)."""
DECLINABLE: Final = frozenset({"trigger", "effect", "applied"})


def ballot(
    table: Table, played: Played, payment: Payment | HandPayment, ruleset: Ruleset
) -> tuple[dict[str, int], Terms, Bill]:
    """Work out the elections of a payment and the bill under them.

    A payment by hand may leave out what the caller has fixed, and short names; whatever else it leaves out is not
    elected.
    """
    if isinstance(payment, Payment):
        elections = dict(payment.owed.choices.elections)
        terms = Terms(table, played, elections)
        return elections, terms, Clerk(terms, ruleset).write()
    stated = dict(payment.elected)
    elections = {name: int(value) for name, value in played.play.elect.items()} | stated
    for _ in range(3):
        # What is on offer can hang on what is elected, so names are resolved until nothing changes.
        terms = Terms(table, played, elections)
        bill = Clerk(terms, ruleset).write()
        resolved = _resolved(stated, played, bill)
        alternates = [one.id for one in bill.offers.values() if one.alternate]
        if needs_alternate(played, bill) and len(alternates) == 1:
            resolved.setdefault(alternates[0], 1)
        if resolved == elections:
            break
        elections = resolved
    terms = Terms(table, played, elections)
    return elections, terms, Clerk(terms, ruleset).write()


def _resolved(stated: Mapping[str, int], played: Played, bill: Bill) -> dict[str, int]:
    """Read short names; what the payment states stands before what the caller has fixed."""
    fixed = {resolve(name, bill.offers): int(value) for name, value in played.play.elect.items()}
    return fixed | {resolve(name, bill.offers): value for name, value in stated.items()}


def resolve(name: str, offers: Iterable[str]) -> str:
    """Find the election that a short name means: ``repeat`` for the only ``repeat:temporal-portal``.

    Examples
    --------
    >>> resolve("repeat", ["repeat:temporal-portal"]), resolve("repeat", ["repeat", "repeat:x"])
    ('repeat:temporal-portal', 'repeat')
    """
    known = list(offers)
    if name in known:
        return name
    granted = [one for one in known if one.split(":")[0] == name]
    return granted[0] if len(granted) == 1 else name


def needs_alternate(played: Played, bill: Bill) -> bool:
    """Tell whether only an alternate cost lets the card be played: Flow from the trash (829.1.c.1)."""
    play = played.play
    lets = play.by is not None or bool(play.effects) or play.origin in bill.permits
    return play.origin == "trash" and not lets and any(one.alternate for one in bill.offers.values())


def _once(payment: Payment | HandPayment, bill: Bill, whistle: Whistle) -> None:
    """Report an election that is stated twice, perhaps by its name and by a short one, in two ways."""
    said: dict[str, int] = {}
    for name, value in payment.owed.choices.elections if isinstance(payment, Payment) else payment.elected:
        ident = resolve(name, bill.offers)
        if said.setdefault(ident, value) != value:
            whistle.blow("election-twice", "355.1.a", f"{ident} is both {said[ident]} and {value}")


def judge_elections(
    payment: Payment | HandPayment, elections: Mapping[str, int], bill: Bill, terms: Terms, whistle: Whistle
) -> bool:
    """Report elections that may not be made; tell whether the payment was declined."""
    played = terms.played
    fixed = {resolve(name, bill.offers): int(value) for name, value in played.play.elect.items()}
    _once(payment, bill, whistle)
    declinable = played.kind in DECLINABLE
    for name, value in elections.items():
        offer = bill.offers.get(name)
        if offer is None:
            if not (declinable and name == PAY) and (value or isinstance(payment, HandPayment)):
                known = ", ".join(bill.offers) or "none"
                whistle.blow("unknown-election", "355.1.a", f"there is no election {name!r} here (known: {known})")
            continue
        if not 0 <= value <= offer.most:
            whistle.blow("election-range", "355.1.a", f"{name} is {value}, but lies between 0 and {offer.most}")
        if value and not offer.open:
            whistle.blow("election-closed", "356.2.b", f"{name} is elected, but what it asks for does not hold")
    for name, value in fixed.items():
        if name in bill.offers and elections.get(name, 0) != value:
            made = elections.get(name, 0)
            whistle.blow("election-changed", "355.1.a", f"{name} was fixed as {value}, and the payment has {made}")
    chosen = [name for name, one in bill.offers.items() if one.alternate and elections.get(name, 0)]
    if len(chosen) > 1:
        whistle.blow("two-alternates", "356.1.a", f"only one of {', '.join(chosen)} can replace the base cost")
    if not chosen and needs_alternate(played, bill):
        whistle.blow(
            "no-alternate", "829.1.c.1", f"{played.card.name} is played from the trash only for an alternate cost"
        )
    return declinable and not elections.get(PAY, fixed.get(PAY, 1))
