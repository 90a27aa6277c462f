"""What a play claims before payment: elections on offer, cost parts, increases and discounts (356.1-356.5).

The clauses are read once the elections are known, so each either acts or does not. What comes out is a ``Bill``: plain
numbers for :mod:`runepay.referee.fold` and owed actions for :mod:`runepay.referee.deeds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from runepay.model.clauses import (
    Additional,
    Amount,
    Base,
    Discount,
    GrantKeyword,
    IgnoreDeflect,
    Increase,
    Override,
    Permit,
)
from runepay.model.cost import OWN, Action, Cost, read_pip
from runepay.model.objects import Object, resolve_pips, slug
from runepay.model.resources import ANY, LIMIT, Tally, add_tallies, scale_tally, tally
from runepay.model.rulebook import Ruleset
from runepay.model.state import Choose
from runepay.referee.deeds import Due
from runepay.referee.fold import NOTHING, Addend, Cut, Outcome
from runepay.referee.maybe import could_act, could_hold
from runepay.referee.readings import counted_deaths, keyword_pips, really_died, summed, worth
from runepay.referee.subject import spoken
from runepay.referee.table import Speech
from runepay.referee.terms import Terms


@dataclass(frozen=True, slots=True)
class Offer:
    """One election: its id, its largest value, and whether it chooses an alternate base cost.

    ``open`` tells whether it may be elected beside the payment's other elections.
    """

    id: str
    most: int = 1
    alternate: bool = False
    open: bool = True


@dataclass(slots=True)
class Part:
    """One additional cost as it is owed under the elections (356.2), before discounts on it."""

    id: str
    keyword: str
    optional: bool
    energy: int
    pips: Tally
    actions: tuple[tuple[Action, int], ...]
    bearer: Object
    label: str


class Slot(NamedTuple):
    """An additional cost that the play can have, whether or not these elections owe it."""

    id: str
    keyword: str
    optional: bool


class Chosen(NamedTuple):
    """How discounts are used, by their ids: halves, and the pips that go; `strict` if these were all there to go."""

    halves: Mapping[str, str]
    removed: Mapping[str, Tally]
    strict: bool = False

    @classmethod
    def by(cls, choose: Choose) -> Chosen:
        """Read what the caller fixes (contract C8): the pips he names go as far as they are there."""
        return cls(choose.halves, {name: tally(read_pip(one) for one in pips) for name, pips in choose.removed.items()})


@dataclass(slots=True)
class Bill:
    """Everything that is owed under the elections, before the player's further choices."""

    base: Outcome
    base_actions: list[tuple[Action, Object]]
    offers: dict[str, Offer] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    increase: Outcome = NOTHING
    discounts: list[tuple[str, Discount, Speech]] = field(default_factory=list)
    """Acting discounts on the total or on components, with their ids."""
    permits: set[str] = field(default_factory=set)
    wiped: bool = False
    """Any and all costs are ignored (356.5.a)."""
    slots: list[Slot] = field(default_factory=list)
    """Every additional cost that some elections owe, in order."""
    heard: list[tuple[str, Discount, Speech]] = field(default_factory=list)
    """Every discount that acts under some elections, in order."""
    increases: list[tuple[str, Outcome]] = field(default_factory=list)
    """What increases the total, by name."""
    replaced: tuple[str, int, Tally, tuple[Action, ...]] | None = None
    """What replaces the base cost: its name, Energy, pips and actions."""
    ignoring: list[str] = field(default_factory=list)
    wiping: list[str] = field(default_factory=list)
    """Names of what ignores the base cost, and of what ignores any and all costs."""

    def victims(self) -> tuple[str, ...]:
        """Give the additional costs whose victim's printed cost a discount reads (206)."""
        owed = {part.id for part in self.parts}
        named = (one.printed_cost_of for _, one, _ in self.discounts)
        return tuple(dict.fromkeys(name for name in named if name in owed))

    def due(self, victims: Mapping[str, Object]) -> list[Due]:
        """List every owed action."""
        if self.wiped:
            return []
        found = [Due("base", action, action.number, bearer) for action, bearer in self.base_actions if action.number]
        for part in self.parts:
            victim = victims.get(part.id)
            found += [
                Due(part.id, action, number, part.bearer, victim.id if victim is not None else None)
                for action, number in part.actions
                if number
            ]
        return found


class Clerk:
    """Writes a bill by going through the clauses once, stage by stage."""

    def __init__(self, terms: Terms, ruleset: Ruleset) -> None:
        self.terms = terms
        self.ruleset = ruleset
        played = terms.played
        self.bill = Bill(Outcome(played.energy, played.pips), [(one, played.bearer) for one in played.actions])
        self._taken: set[str] = set()
        self._accelerated = False
        self._stems: dict[str, int] = {}
        self._replaced: list[tuple[bool, Cost, int, Object, str]] = []
        self._ignored: set[str] = set()
        self._spared: list[Speech] = []

    def write(self) -> Bill:
        """Write the bill."""
        for speech in spoken(self.terms.played, self.terms.table.layout):
            acts = self.terms.acts(speech)
            if acts or could_act(self.terms, speech):
                self._take(speech, acts)
        self._keywords()
        self._deflect()
        self._base()
        return self.bill

    def _take(self, speech: Speech, acts: bool) -> None:
        clause, bill = speech.clause, self.bill
        match clause:
            case Base():
                self._take_base(clause, speech, acts)
            case Additional():
                ident = clause.id or clause.keyword or slug(label_of(speech))
                self._take_additional(clause, ident, speech, acts)
            case GrantKeyword():
                self._take_grant(clause, speech, acts)
            case Discount():
                # Equal names are numbered whether or not the discount acts now.
                stem = clause.id or slug(speech.holder.id if speech.holder and speech.holder.id else label_of(speech))
                number = self._stems[stem] = self._stems.get(stem, 0) + 1
                bill.heard.append((stem if number == 1 else f"{stem}-{number}", clause, speech))
                if acts:
                    bill.discounts.append(bill.heard[-1])
            case Increase() if acts:
                times = self._times(clause.per, speech)
                more = Outcome(clause.energy * times, scale_tally(self._pips(clause.power, speech), times))
                bill.increases.append((label_of(speech), more))
                bill.increase = Outcome(bill.increase.energy + more.energy, add_tallies(bill.increase.pips, more.pips))
            case Override() if acts:
                bill.wiped = True
                bill.wiping.append(label_of(speech))
            case IgnoreDeflect() if acts:
                self._spared.append(speech)
            case Permit() if acts:
                bill.permits.update(clause.origin)
            case _:
                pass

    # ------------------------------------------------------------- stage one

    def _take_base(self, clause: Base, speech: Speech, acts: bool) -> None:
        if clause.optional:
            own = clause.id or ("ignore" if clause.ignore else clause.keyword or slug(label_of(speech)))
            acts = self._offer(own, acts, alternate=True) > 0 and acts
        if not acts:
            return
        if clause.ignore is not None:
            self._ignored.update(("energy", "power") if clause.ignore == "cost" else (clause.ignore,))
            self.bill.ignoring.append(label_of(speech))
        else:
            bearer = self._bearer(speech)
            domains, cost = domains_of(speech, self.terms), clause.set or Cost()
            if speech.own and (clause.keyword == "flow" or self.terms.played.kind not in {"card", "hide"}):
                cost = self._read(cost)  # Another cost of a keyword or of an ability.
            self._replaced.append((clause.optional, cost, domains, bearer, label_of(speech)))

    def _base(self) -> None:
        """Fold stage one: an elected price before one that simply applies, and what is ignored is nothing (356.1)."""
        bill = self.bill
        chosen = [one for one in self._replaced if one[0]]
        for _, cost, domains, bearer, label in chosen[-1:] or self._replaced[:1]:
            bill.base = Outcome(cost.energy, resolve_pips(cost.power, domains, self.ruleset))
            bill.replaced = label, bill.base.energy, bill.base.pips, cost.actions
            bill.base_actions += [(action, bearer) for action in cost.actions]
        if self._ignored:
            bill.base = Outcome(
                0 if "energy" in self._ignored else bill.base.energy, () if "power" in self._ignored else bill.base.pips
            )

    # ------------------------------------------------------------- stage two

    def _take_additional(self, clause: Additional, ident: str, speech: Speech, acts: bool) -> None:
        optional = clause.optional or clause.number
        name = self._name(ident)
        self._accelerated = self._accelerated or clause.keyword == "accelerate"
        keyword = clause.keyword or ("optional" if clause.optional else "mandatory")
        self.bill.slots.append(Slot(name, keyword, optional))
        times = 1
        if optional:
            most = 1 if not clause.number else LIMIT if clause.at_most is None else clause.at_most
            times = self._offer(name, acts, most=most, named=True)
            times = times if clause.number else min(times, 1)
        if acts and times:
            self._part(
                name,
                keyword,
                clause.cost,
                optional=optional,
                times=times * self._times(clause.per, speech),
                domains=domains_of(speech, self.terms),
                bearer=self._bearer(speech),
                label=label_of(speech),
            )

    def _take_grant(self, clause: GrantKeyword, speech: Speech, acts: bool) -> None:
        """Give the card a keyword that another object or an effect grants; the pips are the card's own (805.1.a)."""
        card, played = self.terms.played.card, self.terms.played
        if clause.keyword not in {"accelerate", "repeat", "flow"}:
            return  # It decides timing only.
        ident = clause.id or f"{clause.keyword}:{slug(speech.holder.name if speech.holder else label_of(speech))}"
        printed = Cost.model_construct(
            energy=card.energy, power=tuple(mask for mask, number in card.pips for _ in range(number)), actions=()
        )
        if clause.keyword == "flow":
            if played.play.origin == "trash":
                self._alternate(ident, clause.cost or printed, acts, label_of(speech))
            return
        if clause.keyword == "accelerate" and self._accelerates():
            return
        own = printed if clause.keyword == "repeat" else _ACCELERATE
        self._optional(ident, clause.keyword, clause.cost or own, acts, label_of(speech))

    def _accelerates(self) -> bool:
        """Tell whether the card has Accelerate anyway; a second one is of no use (805.4)."""
        terms, card = self.terms, self.terms.played.card
        printed = (one for one in card.keywords if one.keyword == "accelerate")
        return self._accelerated or any(could_hold(terms, one.when, card, 0) for one in printed)

    def _keywords(self) -> None:
        """Turn printed keywords into costs: Accelerate 805, Repeat 820, Flow 829, Hidden 811."""
        played, terms = self.terms.played, self.terms
        if played.kind not in {"card", "ability"}:
            return
        for one in played.card.keywords:
            if one.keyword not in {"accelerate", "repeat", "flow"}:
                continue
            acts = terms.all_hold(one.when, played.card, 0)
            if not acts and not could_hold(terms, one.when, played.card, 0):
                continue
            if one.keyword == "flow":
                if played.play.origin == "trash":
                    self._alternate("flow", self._read(one.cost or Cost()), acts, "Flow")
            elif one.keyword == "repeat" and one.cost is not None:
                self._optional(one.keyword, one.keyword, self._read(one.cost), acts, "Repeat")
            elif one.keyword == "repeat" or not self._accelerated:
                self._optional(one.keyword, one.keyword, one.cost or _ACCELERATE, acts, one.keyword.capitalize())
        if played.kind == "card" and played.play.origin == "facedown":
            self._ignored.update(("energy", "power"))
            self.bill.ignoring.append("Hidden")

    def _read(self, cost: Cost) -> Cost:
        """Resolve the pips of a printed keyword's cost."""
        pips = keyword_pips(cost.power, self.terms.played.card.domains, self.ruleset)
        return cost.model_copy(update={"power": tuple(mask for mask, number in pips for _ in range(number))})

    def _alternate(self, ident: str, cost: Cost, acts: bool, label: str) -> None:
        card = self.terms.played.card
        if self._offer(ident, acts, alternate=True) and acts:
            self._replaced.append((True, cost, card.domains, self.terms.played.bearer, label))

    def _optional(self, ident: str, keyword: str, cost: Cost, acts: bool, label: str) -> None:
        name = self._name(ident)
        self._accelerated = self._accelerated or keyword == "accelerate"
        self.bill.slots.append(Slot(name, keyword, optional=True))
        if self._offer(name, acts, named=True) and acts:
            played = self.terms.played
            own = played.card.domains
            self._part(name, keyword, cost, optional=True, times=1, domains=own, bearer=played.bearer, label=label)

    def _part(  # noqa: PLR0913 - the parts of one additional cost
        self,
        name: str,
        keyword: str,
        cost: Cost,
        *,
        optional: bool,
        times: int,
        domains: int,
        bearer: Object,
        label: str,
    ) -> None:
        pips = scale_tally(resolve_pips(cost.power, domains, self.ruleset), times)
        actions = tuple((action, action.number * times) for action in cost.actions)
        self.bill.parts.append(Part(name, keyword, optional, cost.energy * times, pips, actions, bearer, label))

    def _deflect(self) -> None:
        """Charge Deflect for each choice of an opponent's object that has it (809.1.c)."""
        played, terms = self.terms.played, self.terms
        spells = played.kind in {"ability", "trigger"} or (
            played.kind == "card" and (not played.card.type or "spell" in played.card.type)
        )
        if not spells:
            return
        sums: dict[tuple[str, str | None], int] = {}
        for aim in played.aims or ():
            value = deflect_value(terms, aim.object, self.ruleset) if aim.object.whose else 0
            if value:
                sums[aim.object.id, aim.only_if] = sums.get((aim.object.id, aim.only_if), 0) + value
        for (ident, only_if), value in sums.items():
            name = self._name("deflect")
            chosen = only_if is None or terms.elections.get(only_if, 0) > 0
            spared = self._spares(terms.table.layout.by_id[ident])
            if not spared:
                self.bill.slots.append(Slot(name, "deflect", optional=False))
            if chosen and not spared:
                pips = ((ANY, value),)
                label = f"Deflect of {terms.table.layout.by_id[ident].name}"
                self.bill.parts.append(Part(name, "deflect", False, 0, pips, (), played.bearer, label))

    def _spares(self, one: Object) -> bool:
        """Tell whether this object's Deflect is ignored."""
        for speech in self._spared:
            chosen = speech.clause.chosen if isinstance(speech.clause, IgnoreDeflect) else None
            if chosen is None or self.terms.fits(one, chosen, speech.holder):
                return True
        return False

    # ------------------------------------------------------------- small things

    def _name(self, ident: str) -> str:
        """Take a name; a second one of the name is numbered."""
        name, number = ident, 1
        while name in self._taken:
            number += 1
            name = f"{ident}-{number}"
        self._taken.add(name)
        return name

    def _offer(self, ident: str, acts: bool, *, most: int = 1, alternate: bool = False, named: bool = False) -> int:
        """Put an election on offer and give its value."""
        name = ident if named else self._name(ident)
        self.bill.offers[name] = Offer(name, most, alternate, acts)
        return self.terms.elections.get(name, 0)

    def _bearer(self, speech: Speech) -> Object:
        return speech.holder or self.terms.played.bearer

    def _times(self, per: Amount | None, speech: Speech) -> int:
        return 1 if per is None else self.terms.count(per, speech.holder, speech.controller)

    def _pips(self, power: tuple[int, ...], speech: Speech) -> Tally:
        return resolve_pips(power, domains_of(speech, self.terms), self.ruleset)


_ACCELERATE = Cost(energy=1, power=(OWN,))


def label_of(speech: Speech) -> str:
    """Give the name under which a clause stands in the stages."""
    return f"{speech.label}: {speech.clause.id}" if speech.clause.id else speech.label


def domains_of(speech: Speech, terms: Terms) -> int:
    """Give the domains that an own-domain pip of a clause means: those of what is played, or of its holder."""
    own = speech.own or speech.holder is None
    return terms.played.card.domains if own or speech.holder is None else speech.holder.domains


def deflect_value(terms: Terms, one: Object, ruleset: Ruleset) -> int:
    """Sum the Deflect of an object: printed and granted (809.2); what is granted "if it has none" never adds."""
    values = [
        1 if word.value is None else word.value
        for word in one.keywords
        if word.keyword == "deflect" and terms.all_hold(word.when, one, one.whose)
    ]
    otherwise = 0
    for speech in terms.table.layout.deflecting:
        clause, holder = speech.clause, speech.holder
        if speech.controller != one.whose or clause.clause != "deflect":
            continue
        if clause.grants is None:
            if holder is None or holder.id != one.id:
                continue
        elif not terms.fits(one, clause.grants, holder):
            continue
        if not terms.all_hold(clause.when, holder, speech.controller):
            continue
        worth = clause.value * (1 if clause.per is None else terms.count(clause.per, holder, speech.controller))
        if clause.unless_already:
            otherwise = max(otherwise, worth)
        else:
            values.append(worth)
    return summed(values, ruleset) or otherwise


def cuts(  # noqa: PLR0913, PLR0917 - the bill, and what it leaves open
    bill: Bill,
    terms: Terms,
    ruleset: Ruleset,
    victims: Mapping[str, Object],
    saved: Mapping[str, int],
    chosen: Chosen | None = None,
) -> tuple[list[Addend], list[Cut]]:
    """Work the discounts out: those on each component, of which the base cost is the first, and those on the total.

    `saved` says by additional cost how many of the units killed for it were saved; it matters where only real deaths
    count. `chosen` says how discounts are used; left out, that is what the caller fixes.
    """
    chosen = Chosen.by(terms.played.play.choose) if chosen is None else chosen
    killing = {part.id for part in bill.parts if part.actions and all(one.do == "kill" for one, _ in part.actions)}
    total: list[Cut] = []
    on_base: list[Cut] = []
    on_part: dict[str, list[Cut]] = {}
    for ident, clause, speech in bill.discounts:
        plain = clause.component is None
        names = [ident] if plain else [f"{ident}@{part.id}" for part in bill.parts if speaks_of(clause, part)]
        for name in names:
            cut = cut_of(name, clause, speech, terms, victims=victims, killing=killing, saved=saved, chosen=chosen)
            if cut is None:
                continue
            if plain and clause.energy_cost and ruleset.option("energy_cost_reduced") == "component":
                on_base.append(cut)
            elif plain:
                total.append(cut)
            else:
                on_part.setdefault(name.split("@", 1)[1], []).append(cut)
    addends = [Addend(bill.base.energy, bill.base.pips, tuple(on_base))]
    addends += [Addend(part.energy, part.pips, tuple(on_part.get(part.id, ()))) for part in bill.parts]
    return addends, total


def speaks_of(clause: Discount, part: Part | Slot) -> bool:
    """Tell whether a discount acts on an additional cost (356.4.c)."""
    # Deflect and the like are mandatory additional costs (356.2.a.2).
    group = "optional" if part.optional else "mandatory"
    return clause.component in {part.keyword, part.id, group}


def cut_of(  # noqa: PLR0913 - what a discount depends on
    name: str,
    clause: Discount,
    speech: Speech,
    terms: Terms,
    *,
    victims: Mapping[str, Object],
    killing: set[str],
    saved: Mapping[str, int],
    chosen: Chosen,
) -> Cut | None:
    """Work one discount out; ``None`` if it takes nothing off."""
    ruleset = terms.played.ruleset
    died = really_died(ruleset)
    times = 1 if clause.per is None else terms.count(clause.per, speech.holder, speech.controller)
    if died and clause.per is not None and clause.per.count == "number" and clause.per.name in killing:
        times = clause.per.times * counted_deaths(terms.elections.get(clause.per.name, 0), clause.per.name, saved)
    energy_times = power_times = times
    if clause.printed_cost_of is not None:
        energy, pips_read = worth(victims.get(clause.printed_cost_of), died=died and clause.printed_cost_of in killing)
        energy_times *= energy
        power_times *= pips_read
    domains = domains_of(speech, terms)
    pips = scale_tally(resolve_pips(clause.power, domains, ruleset), power_times)
    energy, free = clause.energy * energy_times, clause.any * power_times
    if not (energy or free or pips):
        return None
    halves: tuple[str, ...] = ("both",)
    if clause.either:
        half = chosen.halves.get(name)
        halves = (half,) if half is not None else ("energy", "power")
    removed = chosen.removed.get(name)
    capped = bool(clause.minimum) and ruleset.option("minimum_power_half") == "capped"
    wide = ruleset.option("domain_discount") == "matching"
    return Cut(name, energy, clause.minimum, free, pips, halves, removed, capped, wide, chosen.strict)
