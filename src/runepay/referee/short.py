"""The short hearing: a plain payment of a play that was heard before is passed on what the full hearing worked out.

What an AI asks for again and again is alike: no actions, no Adds with costs, the same play in the same state. For such
a play everything that does not hang on the steps (elections, the stages, the legality of the play) is worked out once,
by the very parts of the full hearing; then only the steps are replayed, straight on counts. The short hearing never
refuses. It passes a payment, or says nothing about it, and then :mod:`runepay.referee.check` hears it in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from runepay.model.clauses import Condition, GrantKeyword
from runepay.model.owed import Entry
from runepay.model.payment import Kind, Payment, Step
from runepay.model.resources import DOMAINS, ENERGY, reach
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.referee.adds import ADDING_ZONES, gives_of
from runepay.referee.aftermath import TURN, aftermath, condition
from runepay.referee.books import unbalanced
from runepay.referee.check import opening, violations_in_full
from runepay.referee.claims import cuts
from runepay.referee.fold import NOTHING, Outcome, totals
from runepay.referee.hand import HandPayment
from runepay.referee.said import Basis, as_said
from runepay.referee.subject import spoken
from runepay.referee.table import Layout
from runepay.referee.terms import Terms
from runepay.referee.till import serves
from runepay.referee.trail import judge_trace
from runepay.referee.verdict import Violation, Whistle

KEPT: Final = 1024
"""Plays of one state that are remembered."""

RUNES: Final = {f"rune:{domain}": domain for domain in DOMAINS}

_BREADTH: Final = {power: reach(power) for power in (*DOMAINS, "universal")}


Use = tuple[tuple[Kind, int], ...]
"""What one use of a plain Add gives; it exhausts or kills its object, so there is no second one."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a verdict on a play needs besides the steps, its elections being made.

    Attributes
    ----------
    outcomes
        Totals that one order of the discounts gives; others may be legal too, and are left to the full hearing.
    purposes
        The purposes that the payment serves.
    uses
        The plain Adds that can be used, by object and ability.
    """

    layout: Layout
    outcomes: tuple[Outcome, ...]
    purposes: frozenset[str]
    uses: dict[tuple[str, int], Use]
    traces: list[tuple[Entry, ...]] = field(default_factory=list)
    """Stages that were found true."""


def violations(state: GameState, play: Play, payment: Payment | HandPayment, ruleset: Ruleset) -> tuple[Violation, ...]:
    """Name everything that is wrong with a payment, as :func:`runepay.referee.check.violations_in_full` does.

    A payment that a hearing in a few steps can pass is not heard in full.

    Examples
    --------
    >>> from runepay.referee import parse_payment
    >>> state = GameState.model_validate({"runes": {"fury": 1}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 1}})
    >>> pay = [{"step": "exhaust", "object": "rune:fury"}, {"step": "spend", "spends": {"energy": 1}}]
    >>> violations(state, play, parse_payment(pay), Ruleset.of())
    ()
    >>> [one.code for one in violations(state, play, parse_payment(pay[:1]), Ruleset.of())]
    ['energy-spent']
    """
    if isinstance(payment, Payment):
        ruling = ruled(state, play, payment, ruleset)
        if ruling is not None and passes(ruling, payment):
            return ()
    return violations_in_full(state, play, payment, ruleset)


def ruled(state: GameState, play: Play, payment: Payment, ruleset: Ruleset) -> Ruling | None:
    """Give the ruling on a play; ``None`` when it is heard for the first time, or never heard in short."""
    rulings: dict[object, tuple[Play, Ruleset, Ruling | bool]] = state.compiled.setdefault("referee's rulings", {})
    key = id(play), payment.owed.choices
    known = rulings.get(key)
    if known is not None and known[0] is play and known[1] == ruleset:
        if known[2] is True:
            made = _rule(state, play, payment, Layout.of(state, ruleset), ruleset)
            rulings[key] = play, ruleset, made or False
            return made
        return known[2] or None
    if len(rulings) >= KEPT:
        rulings.clear()
    # Most plays are heard once, so a ruling waits until one comes again.
    rulings[key] = play, ruleset, True
    return None


def _rule(state: GameState, play: Play, payment: Payment, layout: Layout, ruleset: Ruleset) -> Ruling | None:
    """Work out what does not hang on the steps; ``None`` if anything else than plain steps may bear on it."""
    whistle = Whistle(ruleset)
    terms, bill, declined = opening(state, play, payment, layout, ruleset, whistle)
    condition(terms, whistle)
    aftermath(terms, bill, whistle)
    if declined or whistle.found or bill.victims() or bill.due({}):
        return None
    if play.by is not None or play.ambush or not _timeless(terms, layout):
        return None
    basis = Basis(bill, terms, {}, {})
    stated = basis.said(payment.owed.choices)
    if stated.wrong or stated.victims or (stated and play.choose.removed):
        return None
    outcomes = {NOTHING}
    if stated and not bill.wiped:
        outcomes = as_said(stated, basis, every=False)
    elif not bill.wiped:
        addends, on_total = cuts(bill, terms, ruleset, {}, {})
        outcomes = totals(NOTHING, addends, bill.increase, on_total, play.choose.order, every=False)
    ruling = Ruling(layout, tuple(outcomes), serves(terms, ruleset), dict(_uses(layout, terms)))
    judge_trace(payment.owed, basis, whistle)
    if not whistle.found:
        ruling.traces.append(payment.owed.trace)
    return ruling


def _timeless(terms: Terms, layout: Layout) -> bool:
    """Tell whether no payment can change when the play may be made: its speed hangs on no condition."""
    if layout.state.facts.stated.keys().isdisjoint(TURN) or terms.played.ability is not None:
        return True
    granted = any(isinstance(one.clause, GrantKeyword) for one in spoken(terms.played, layout))
    return not granted and not any(one.when for one in terms.played.card.keywords)


def _uses(layout: Layout, terms: Terms) -> Iterable[tuple[tuple[str, int], Use]]:
    """Give the Adds that ask for nothing that a payment could change, and give the same whenever they are used."""
    if layout.of_abilities:
        return  # What Adds cost may be changed.
    chosen = {aim.object.id for aim in terms.played.aims or ()}
    for one in layout.objects:
        if one.whose or one.zone not in ADDING_ZONES or one.id in chosen:
            continue
        for place, add in enumerate(one.adds):
            if not add.is_plain() or add.speed != "reaction" or not (add.exhaust or add.kill):
                continue
            if (add.kill and one.zone != "board") or (add.exhaust and not one.ready):
                continue
            if all(_lasting(asked) for asked in add.when) and terms.all_hold(add.when, one, 0):
                yield (one.id, place), gives_of(add)


def _lasting(asked: Condition) -> bool:
    """Tell whether no plain payment can change what a condition asks for: facts, the score, whose legend it is."""
    if asked.model_fields_set - {"fact", "amount", "at_least", "at_most", "negate", "any_of", "all_of"}:
        return False
    amount = asked.amount
    if amount is not None and amount.count not in {"fact", "points_to_win", "enemy_points_to_win"}:
        whose = amount.count == "objects" and amount.zone == "legend"
        if not whose or amount.of.model_fields_set - {"card", "tag", "domain"}:
            return False
    parts = (*asked.any_of, *asked.all_of, *(() if asked.negate is None else (asked.negate,)))
    return all(_lasting(one) for one in parts)


def passes(ruling: Ruling, payment: Payment) -> bool:
    """Tell whether a payment is surely legal: each step was possible and true, and together they pay what is owed."""
    owed, layout = payment.owed, ruling.layout
    if owed.lines or not any(one.gives(owed.energy, owed.pips) for one in ruling.outcomes):
        return False
    if owed.trace and owed.trace not in ruling.traces:
        return False
    pool = dict(layout.pool)
    runes = {domain: [ready, exhausted] for domain, (ready, exhausted) in layout.runes.items()}
    touched: set[str] = set()
    spent, pays = 0, dict[int, int]()
    for step in payment.steps:
        paid = None
        if type(step) is Step and step.number > 0:
            if step.step == "spend":
                paid = _spent(step, pool, ruling.purposes)
            elif step.step == "add":
                paid = _used(step, pool, ruling.uses, touched)
            else:
                paid = _taken(step, pool, runes)
        if paid is None or dict(step.pool.units) != pool or len(step.pool.units) != len(pool):
            return False
        spent += paid
        for mask, number in step.pays if step.step == "spend" else ():
            pays[mask] = pays.get(mask, 0) + number
    if spent != owed.energy or pays != dict(owed.pips) or len(pays) != len(owed.pips):
        return False
    return next(unbalanced(payment.steps, layout, pool, {}), None) is None


def _taken(step: Step, pool: dict[Kind, int], runes: dict[str, list[int]]) -> int | None:
    """Exhaust or recycle runes, if they are there and give what the step says (164.2); ``None`` if not."""
    number, domain = step.number, RUNES.get(step.object, "")
    heap = runes.get(domain)
    if heap is None:
        return None
    kind: Kind
    if step.rule not in _RUNE_RULE or step.ability or step.copies or step.pays or _acts(step):
        return None
    if step.step == "exhaust":
        heap[0] -= number
        heap[1] += number
        kind = (ENERGY, "")
    elif step.step == "recycle":
        heap[1] -= number
        kind = (domain, "")
    else:
        return None
    if heap[0] < 0 or heap[1] < 0 or step.gives != ((kind, number),):
        return None
    pool[kind] = pool.get(kind, 0) + number
    return 0


def _used(step: Step, pool: dict[Kind, int], uses: Mapping[tuple[str, int], Use], touched: set[str]) -> int | None:
    """Use a plain Add of an object that was not used, if it gives what the step says (429); ``None`` if not."""
    gives = uses.get((step.object, step.ability))
    if gives is None or step.number != 1 or step.copies or step.object in touched or step.gives != gives:
        return None
    if step.rule not in _ADD_RULE or step.pays or _acts(step):
        return None
    touched.add(step.object)
    for kind, more in gives:
        pool[kind] = pool.get(kind, 0) + more
    return 0


def _spent(step: Step, pool: dict[Kind, int], purposes: frozenset[str]) -> int | None:
    """Spend units of one kind on the play, each unit of Power on a pip that it reaches; give the Energy among them.

    ``None`` if that is not surely right (163.1, 163.2, 166.2, 429).
    """
    if len(step.gives) != 1 or step.rule not in _SPEND_RULE:
        return None
    if step.object or step.ability or step.copies or _acts(step):
        return None
    ((kind, number),) = step.gives
    left = pool.get(kind, 0) - number
    what, purpose = kind
    if number != step.number or left < 0 or (purpose and purposes.isdisjoint(purpose.split("/"))):
        return None
    if left:
        pool[kind] = left
    else:
        del pool[kind]
    if what == ENERGY:
        return None if step.pays else number
    breadth = _BREADTH.get(what, 0)
    for mask, pips in step.pays:
        if not mask & breadth or pips < 1:
            return None
        number -= pips
    return None if number else 0


def _acts(step: Step) -> bool:
    """Tell whether a step says something that only an action says, or what it belongs to."""
    return bool(step.do or step.objects or step.part)


_RUNE_RULE: Final = frozenset({"", "164.2"})
_ADD_RULE: Final = frozenset({"", "429.3"})
_SPEND_RULE: Final = frozenset({"", "357.1"})
