"""The referee's whole job: elections, total, replay, actions, and what is left afterwards (design, section 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from runepay.model.errors import InputError
from runepay.model.objects import Object
from runepay.model.owed import Owed
from runepay.model.payment import Payment
from runepay.model.resources import ENERGY, Tally, size, tally, tally_words
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.referee.aftermath import aftermath, condition
from runepay.referee.ballot import ballot, judge_elections
from runepay.referee.books import balance
from runepay.referee.claims import Bill, cuts
from runepay.referee.deeds import Deeds, Due
from runepay.referee.fold import NOTHING, Outcome, totals
from runepay.referee.hand import HandPayment
from runepay.referee.replay import NESTED, Replay
from runepay.referee.said import Basis, judge_choices, pips_of
from runepay.referee.stated import judge_actions
from runepay.referee.subject import WEAPONMASTER, subject
from runepay.referee.table import Layout, Table
from runepay.referee.terms import Terms
from runepay.referee.till import AnyStep, Till
from runepay.referee.trail import judge_trace
from runepay.referee.verdict import Violation, Whistle


def violations_in_full(
    state: GameState, play: Play, payment: Payment | HandPayment, ruleset: Ruleset
) -> tuple[Violation, ...]:
    """Name everything that is wrong with a payment; nothing means that it is legal.

    The total is folded here from the clauses and the payment's elections; halves, the order of discounts and removed
    pips may be any that the rules and the caller's ``choose`` allow. The steps are replayed one by one. Adds that the
    payment would not need are accepted (contract C28).

    Parameters
    ----------
    state, play
        The situation and what is paid for.
    payment
        The solver's, with its receipt, or one by hand.
    ruleset
        The version of the rules and its readings.

    Raises
    ------
    InputError
        The state or the play names something that does not exist; a payment is never a reason.

    Examples
    --------
    >>> from runepay.referee import parse_payment
    >>> state = GameState.model_validate({"runes": {"fury": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 1}})
    >>> pay = [{"step": "exhaust", "object": "rune:fury"}, {"step": "spend", "spends": {"energy": 1}}]
    >>> violations_in_full(state, play, parse_payment(pay), Ruleset.of())
    ()
    >>> [one.code for one in violations_in_full(state, play, parse_payment(pay[:1]), Ruleset.of())]
    ['energy-spent']
    """
    whistle = Whistle(ruleset)
    terms, bill, declined = opening(state, play, payment, Layout.of(state, ruleset), ruleset, whistle)
    if declined:
        _declined(payment, terms.played.kind, whistle)
        return tuple(whistle.found)
    claim = _claim(payment, bill, terms, ruleset)
    if isinstance(payment, Payment) and claim.met:
        basis = Basis(bill, terms, claim.victims, _saved(payment, terms))
        judge_choices(payment.owed, basis, whistle)
        judge_trace(payment.owed, basis, whistle)
    deeds = Deeds(terms, claim.due, whistle)
    replay = Replay(terms, deeds, ruleset, whistle)
    replay.parts |= {part.id for part in bill.parts}
    condition(terms, whistle)
    replay.run(payment.steps)
    balance(payment.steps, terms.table, whistle)
    if isinstance(payment, Payment):
        owed = payment.owed
        _receipt(owed, claim, bill.wiped, whistle)
        replay.till.check(owed.energy, pips_of(owed))
    else:
        _by_hand(payment, replay.till, claim, whistle)
    deeds.settle()
    aftermath(terms, bill, whistle)
    return tuple(whistle.found)


def opening(  # noqa: PLR0913, PLR0917 - the situation, and what is paid for
    state: GameState,
    play: Play,
    payment: Payment | HandPayment,
    layout: Layout,
    ruleset: Ruleset,
    whistle: Whistle,
) -> tuple[Terms, Bill, bool]:
    """Begin a hearing: what is paid for, the bill under the payment's elections, and whether it was declined."""
    played = subject(state, play, layout, ruleset)
    elections, terms, bill = ballot(Table(layout), played, payment, ruleset)
    wields(terms)
    return terms, bill, judge_elections(payment, elections, bill, terms, whistle)


def wields(terms: Terms) -> None:
    """Ask a Weaponmaster trigger for a unit that has it, by its own text or by another's (821)."""
    if terms.played.play.ability == WEAPONMASTER and WEAPONMASTER not in terms.granted():
        for aim in terms.played.aims or ():
            if all(word.keyword != WEAPONMASTER for word in aim.object.keywords):
                msg = f"{aim.object.name} has no Weaponmaster (821)"
                raise InputError(msg, path="play.source", found=aim.object.id)


# ------------------------------------------------------------- what is owed


@dataclass(frozen=True, slots=True)
class _Claim:
    """What is owed once it is settled whose printed costs are read: actions, and every total that is legal."""

    due: list[Due]
    outcomes: set[Outcome]
    victims: Mapping[str, Object]
    met: bool = False
    """One of them is what the payment says or spends."""


def _claim(payment: Payment | HandPayment, bill: Bill, terms: Terms, ruleset: Ruleset) -> _Claim:
    """Fold the stages; of several possible victims the one that makes the payment right is taken.

    A receipt says what is owed, so one order of discounts that gives it is proof enough. All orders are tried only if
    that one does not give it, or if there is no receipt and the steps alone say what was paid.
    """
    first: _Claim | None = None
    for every in (False, True) if isinstance(payment, Payment) else (True,):
        first = None
        for victims in _victims(payment, bill, terms):
            addends, on_total = cuts(bill, terms, ruleset, victims, _saved(payment, terms))
            outcomes = {NOTHING}
            if not bill.wiped:
                order = terms.played.play.choose.order
                outcomes = totals(NOTHING, addends, bill.increase, on_total, order, every=every)
            claim = _Claim(bill.due(victims), outcomes, victims, _met(payment, outcomes))
            first = first or claim
            if claim.met:
                return claim
    return first or _Claim([], {NOTHING}, {})


def _victims(payment: Payment | HandPayment, bill: Bill, terms: Terms) -> Iterator[Mapping[str, Object]]:
    names = () if bill.wiped else bill.victims()
    if not names:
        yield {}
        return
    options: list[list[tuple[str, Object] | None]] = []
    for name in names:
        does = {action.do for part in bill.parts if part.id == name for action, _ in part.actions}
        used = [
            ident
            for step in payment.steps
            if step.step == "act" and step.do in does and step.part in {"", name}
            for ident in step.objects
        ]
        known = [terms.table.layout.by_id[ident] for ident in dict.fromkeys(used) if ident in terms.table.layout.by_id]
        options.append([(name, one) for one in known] or [None])
    for chosen in product(*options):
        yield dict(one for one in chosen if one is not None)


def _saved(payment: Payment | HandPayment, terms: Terms) -> dict[str, int]:
    """Count, by what they are killed for, the units whose death something replaces."""
    found: dict[str, int] = {}
    by_id = terms.table.layout.by_id
    for step in payment.steps:
        if step.step == "act" and step.do == "kill":
            number = sum(1 for name in step.objects if name in by_id and by_id[name].instead)
            found[step.part] = found.get(step.part, 0) + number
    return found


def _own_spend(step: AnyStep) -> bool:
    """Tell whether a step spends for the play itself, not for an Add's own cost."""
    return step.step == "spend" and not step.part.startswith(NESTED)


def _met(payment: Payment | HandPayment, outcomes: set[Outcome]) -> bool:
    if isinstance(payment, Payment):
        return any(one.gives(payment.owed.energy, pips_of(payment.owed)) for one in outcomes)
    spent = [pair for step in payment.steps if _own_spend(step) for pair in step.gives or ()]
    energy = sum(number for (what, _), number in spent if what == ENERGY)
    power = sum(number for (what, _), number in spent if what != ENERGY)
    return any(one.energy == energy and size(one.pips) - one.struck == power for one in outcomes)


def _words(energy: int, pips: Tally) -> str:
    return f"{energy} Energy + {tally_words(pips)}"


def _nearest(outcomes: set[Outcome], energy: int, pips: Tally) -> str:
    """Write the legal total that is nearest to what the payment says."""
    mine = dict(pips)

    def far(one: Outcome) -> tuple[int, int, Outcome]:
        theirs = dict(one.pips)
        off = sum(max(0, n - theirs.get(mask, 0)) for mask, n in mine.items())
        off += abs(size(one.pips) - one.struck - size(pips))
        return abs(one.energy - energy) + off, one.energy, one

    near = min(outcomes, key=far)
    words = _words(near.energy, near.pips)
    return f"{words} less {near.struck} pips of one's choice" if near.struck else words


def _receipt(owed: Owed, claim: _Claim, wiped: bool, whistle: Whistle) -> None:
    """Compare the receipt with the totals that the stages give."""
    if not claim.met:
        pips = pips_of(owed)
        right = _nearest(claim.outcomes, owed.energy, pips)
        rule = "356.5.a" if wiped else "356.4" if len(claim.outcomes) > 1 else "356.6"
        whistle.blow("owed-differs", rule, f"{right} is owed, not {_words(owed.energy, pips)}")
    left = list(claim.due)
    for line, number in owed.lines:
        action = line.action
        same = (
            n for n, due in enumerate(left) if due.number == number and (due.action is action or due.action == action)
        )
        found = next(same, None)
        if found is None:
            whistle.blow("owed-differs", "356.7", f"the receipt lists {action.do} {number}, which is not owed")
        else:
            del left[found]
    for due in left:
        whistle.blow("owed-differs", "356.7", f"the receipt leaves out {due.action.do} {due.number} for {due.part}")


# ------------------------------------------------------------- what was spent


def _by_hand(payment: HandPayment, till: Till, claim: _Claim, whistle: Whistle) -> None:
    """Accept what some legal total asks for; otherwise say how it differs from the nearest."""
    if payment.actions is not None:
        judge_actions(payment, claim.due, whistle)
    if payment.owed is not None:
        energy, pips = payment.owed
        if not any(one.gives(energy, pips) for one in claim.outcomes):
            right = _nearest(claim.outcomes, energy, pips)
            whistle.blow("owed-differs", "356.4", f"{right} is owed, not {_words(energy, pips)}")
        till.check(energy, pips)
        return
    spent = till.spent()
    for one in claim.outcomes:
        if one.energy != till.energy or size(one.pips) - one.struck != spent:
            continue
        if till.covers(one.pips):
            return
    near = min(
        claim.outcomes,
        key=lambda one: (abs(one.energy - till.energy) + abs(size(one.pips) - one.struck - spent), one),
    )
    till.check(near.energy, _strike(near, till))


def _strike(near: Outcome, till: Till) -> Tally:
    """Strike the pips that the payment does not name, for the words of a violation."""
    left, pips = near.struck, dict(near.pips)
    for spare in (True, False):
        for mask in list(pips):
            most = pips[mask] - (till.pays.get(mask, 0) if spare else 0)
            gone = min(left, max(0, most))
            pips[mask] -= gone
            left -= gone
    return tally(pips)


def _declined(payment: Payment | HandPayment, kind: str, whistle: Whistle) -> None:
    """Refuse payment for what is declined: the trigger leaves the chain, the linked effect does not happen (444.2)."""
    rule = {"trigger": "404.2", "applied": "204.4"}.get(kind, "444.2")
    for place, word in enumerate([step.step for step in payment.steps]):
        whistle.blow("declined-paid", rule, f"the payment was declined, but {word} is done for it", place)
    if isinstance(payment, Payment):
        owes = bool(payment.owed.energy or payment.owed.pips or payment.owed.lines)
        made = payment.owed.choices
        if made.victims or made.halves or made.order or made.removed or payment.owed.trace:
            whistle.blow("choices-differ", rule, "nothing comes about by discounts or in stages for what is declined")
    else:
        owes = (payment.owed is not None and any(payment.owed)) or bool(payment.actions)
    if owes:
        whistle.blow("owed-differs", rule, "nothing is owed for what is declined")
