"""What an Add's own cost comes to: a use of it is an activated ability of its object (403.2, 429.3.a).

The cost is fixed as the use begins, as the table is then. Increases, discounts on the total and what ignores any and
all costs reach it; a rune's Adds are used at their printed cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from runepay.model.clauses import Add, Discount, Increase, Override
from runepay.model.cost import Cost
from runepay.model.objects import Object, resolve_pips
from runepay.model.resources import add_tallies, scale_tally
from runepay.model.state import Play
from runepay.referee.claims import Chosen, cut_of, domains_of
from runepay.referee.fold import NOTHING, Addend, Cut, Outcome, totals
from runepay.referee.subject import Played
from runepay.referee.table import Speech
from runepay.referee.terms import Terms

USED, CHEAPER = "gear_abilities_used", "gear_abilities_discounted"
"""Facts about the turn that a use of a gear's Add changes."""


class _Used(Terms):
    """Terms in the middle of a payment: gear abilities that it has used count."""

    __slots__ = ("earlier",)

    def __init__(self, terms: Terms, played: Played, earlier: int) -> None:
        super().__init__(terms.table, played, {})
        self.earlier = earlier

    def _said(self, name: str) -> int:
        more = self.table.gear[0] + self.earlier if name == USED else self.table.gear[1] if name == CHEAPER else 0
        return super()._said(name) + more


def prices(one: Object, add: Add, terms: Terms, earlier: int = 0) -> set[Outcome]:
    """Give everything that a use of an Add may cost now; `earlier` uses of it belong to the same step."""
    printed = add.cost or Cost()
    cost = Outcome(printed.energy, resolve_pips(printed.power, one.domains, terms.played.ruleset))
    speeches = terms.table.layout.of_abilities
    if not speeches:
        return {cost}
    there = _Used(terms, _as_played(one, add, cost, terms), earlier)
    acting = [speech for speech in speeches if _there(speech, terms) and there.acts(speech)]
    if any(isinstance(speech.clause, Override) for speech in acting):
        return {NOTHING}
    increase = NOTHING
    for speech, clause in _of(acting):
        if isinstance(clause, Increase):
            times = 1 if clause.per is None else there.count(clause.per, speech.holder, speech.controller)
            pips = scale_tally(resolve_pips(clause.power, domains_of(speech, there), there.played.ruleset), times)
            increase = Outcome(increase.energy + clause.energy * times, add_tallies(increase.pips, pips))
    free = Chosen({}, {})
    on_base: list[Cut] = []
    on_total: list[Cut] = []
    for place, (speech, clause) in enumerate(_of(acting)):
        if not isinstance(clause, Discount) or (clause.per is not None and clause.per.count == "number"):
            continue
        cut = cut_of(str(place), clause, speech, there, victims={}, killing=set(), saved={}, chosen=free)
        if cut is not None:
            first = clause.energy_cost and there.played.ruleset.option("energy_cost_reduced") == "component"
            (on_base if first else on_total).append(cut)
    return totals(NOTHING, [Addend(cost.energy, cost.pips, tuple(on_base))], increase, on_total)


def _of(acting: list[Speech]) -> Iterator[tuple[Speech, Increase | Discount]]:
    for speech in acting:
        if isinstance(speech.clause, Increase | Discount):
            yield speech, speech.clause


def _there(speech: Speech, terms: Terms) -> bool:
    """Tell whether what says it is still there, and is not the card being played."""
    holder = speech.holder
    return holder is None or (holder.id not in terms.table.gone and holder.id != terms.played.self_id)


def _as_played(one: Object, add: Add, cost: Outcome, terms: Terms) -> Played:
    """See the use of an Add as an ability that is paid for."""
    card = replace(
        one, id="", zone="", supertype=(), tags=(), energy=cost.energy, pips=cost.pips, keywords=(), clauses=(),
        adds=(), abilities=(), watches=(), token=False, might=None,
    )  # fmt: skip
    play = Play.model_construct(kind="ability", source=one.id, ability=add.id)
    main = terms.played
    return replace(
        main, play=play, kind="ability", card=card, energy=cost.energy, pips=cost.pips, actions=(), clauses=(),
        source=one, ability=None, aims=(),
    )  # fmt: skip
