"""Collects the clauses that reach a play, stage by stage (356.1-356.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from runepay.model.clauses import (
    Additional,
    Amount,
    Base,
    Clause,
    Deflect,
    Discount,
    GrantKeyword,
    IgnoreDeflect,
    Increase,
    Override,
    Permit,
)
from runepay.model.cost import OWN, Cost
from runepay.model.errors import InputError
from runepay.model.guards import ALWAYS, NEVER, Guard, both, either, elected, opposite
from runepay.model.lines import raw_line
from runepay.model.objects import Object, ability_pips, fields_of, resolve_pips, slug
from runepay.model.question import Alternate, Component, Election, Ignore
from runepay.model.question import Increase as More
from runepay.model.question import Override as Whole
from runepay.model.reading import Position, amount, chosen_cases, clause_guard, conditions, matches
from runepay.model.resources import ANY, scale_tally
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play


@dataclass(slots=True)
class Collected:
    """What was collected, with conditions read down to elections."""

    elections: list[Election] = field(default_factory=list)
    alternates: list[Alternate] = field(default_factory=list)
    ignores: list[Ignore] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)
    increases: list[More] = field(default_factory=list)
    discounts: list[tuple[Discount, Guard, str, str, int, int]] = field(default_factory=list)
    overrides: list[Whole] = field(default_factory=list)
    no_deflect: list[tuple[IgnoreDeflect, Guard, Object | None]] = field(default_factory=list)
    permits: set[str] = field(default_factory=set)


def collect(state: GameState, play: Play, position: Position, bearer: Object, ruleset: Ruleset) -> Collected:
    """Collect every clause that can act on the play."""
    found = Collected()
    standing = list(_clauses(state, play, position, bearer))
    position.granted = frozenset(
        one.clause.keyword for one in standing if isinstance(one.clause, GrantKeyword) and one.guard(position) != NEVER
    )
    for one in standing:
        # What a clause counts may depend on targets that depend on elections: it is taken once for each case.
        clause = one.clause
        counts_chosen = (
            isinstance(clause, Additional | Increase | Discount)
            and clause.per is not None
            and clause.per.count in {"chosen", "chosen_might"}
        )
        cases = list(chosen_cases(position)) if counts_chosen else [(ALWAYS, position)]
        if len(cases) > 1 and isinstance(clause, Additional) and (clause.optional or clause.number):
            msg = "an optional cost counts chosen objects, one of which depends on an election"
            raise InputError(msg, path="play.targets", found=clause.id)
        for case, there in cases:
            guard = one.guard(there)
            if guard != NEVER and (guard := both(guard, case)) != NEVER:
                _take(found, one, guard, there, ruleset)
    _keywords(found, position.card, position, ruleset)
    _deflect(found, position, ruleset)
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """A clause where it stands.

    Attributes
    ----------
    clause
        The clause.
    holder
        The object it stands on, or ``None`` for what came with the play or lasts this turn.
    name
        Whose words it is, for people.
    whose
        The player it belongs to: 0 the payer, 1, 2, ... the opponents.
    own
        It is about the play itself, without a scope.
    """

    clause: Clause
    holder: Object | None
    name: str
    whose: int = 0
    own: bool = False

    def guard(self, position: Position) -> Guard:
        """Say under which elections it acts on the play."""
        return clause_guard(self.clause, position, self.holder, self.whose, self_card=self.own)

    def domains(self, position: Position) -> int:
        """Give the domains that its own-domain pips mean: those of the play for what the play itself says."""
        return position.card.domains if self.own or self.holder is None else self.holder.domains

    def times(self, position: Position, per: Amount | None) -> int:
        """Count how often it acts; an election's number is not read here."""
        if per is None or per.count == "number":
            return 1
        return amount(per, position, self.holder, self.whose)


def _clauses(state: GameState, play: Play, position: Position, bearer: Object) -> Iterator[Standing]:
    card = position.card
    for clause in card.clauses:
        # A card on the chain is not on the board: what it says about other plays does not reach its own. And hiding
        # is not playing (811.1.c.1), so what it says about its own play does not reach that.
        if (clause.on is None) == (play.kind != "hide"):
            yield Standing(clause, bearer, card.name, own=True)
    if play.by is not None:
        fields = fields_of(play.by, state.cards)
        for clause in fields.brings.clauses if fields is not None and fields.brings is not None else ():
            yield Standing(clause, None, play.by, own=True)
    for clause in play.effects:
        yield Standing(clause, None, card.name, own=True)
    lasting = [(0, one) for one in state.effects]
    lasting += [(number, one) for number, opponent in enumerate(state.opponents, 1) for one in opponent.effects]
    for whose, effect in lasting:
        if isinstance(effect, str):
            fields = fields_of(effect, state.cards)
            if fields is None:
                raise InputError("unknown card", path="state.effects", found=effect)
            for clause in fields.leaves:
                yield Standing(clause, None, effect, whose)
        else:
            yield Standing(effect, None, effect.id or "an effect this turn", whose)
    for one in position.objects:
        if one.clauses and one.zone in {"board", "legend", "battlefields"}:
            for clause in one.clauses:
                if clause.on is not None:
                    yield Standing(clause, one, one.name, one.whose)


def _take(found: Collected, one: Standing, guard: Guard, position: Position, ruleset: Ruleset) -> None:
    clause, holder, domains = one.clause, one.holder, one.domains(position)
    label = f"{one.name}: {clause.id}" if clause.id else one.name
    match clause:
        case Base():
            _take_base(found, clause, guard, label, domains, ruleset)
        case Additional():
            _additional(
                found,
                clause.cost,
                guard,
                ident=clause.id or (clause.keyword or slug(label)),
                label=label,
                keyword=clause.keyword or ("optional" if clause.optional else "mandatory"),
                optional=clause.optional,
                counted=clause.number,
                at_most=clause.at_most,
                times=one.times(position, clause.per),
                domains=domains,
                ruleset=ruleset,
                bearer=holder if clause.on is not None else None,
            )
        case Increase():
            times = one.times(position, clause.per)
            pips = scale_tally(resolve_pips(clause.power, domains, ruleset), times)
            found.increases.append(More(label, guard, clause.energy * times, pips))
        case Discount():
            stem = clause.id or slug(holder.id if holder and holder.id else label)
            found.discounts.append((clause, guard, stem, label, domains, one.times(position, clause.per)))
        case Override():
            found.overrides.append(Whole(label, guard))
        case IgnoreDeflect():
            found.no_deflect.append((clause, guard, holder))
        case Permit():
            if guard == ALWAYS:
                found.permits.update(clause.origin)
        case GrantKeyword():
            _grant(found, clause, guard, label, holder, position, ruleset)
        case _:
            # A Deflect clause is read when targets are priced.
            pass


def _take_base(  # noqa: PLR0913 - the parts of one base clause
    found: Collected,
    clause: Base,
    guard: Guard,
    label: str,
    domains: int,
    ruleset: Ruleset,
    touched: set[str] | None = None,
) -> None:
    if clause.ignore is not None:
        rule = "356.1.b"
        if clause.optional:
            ident = _unique(found, clause.id or "ignore")
            found.elections.append(Election(ident, label, alternate=True, guard=guard))
            guard = both(guard, elected(ident))
        found.ignores.append(Ignore(label, guard, clause.ignore, rule))
        return
    cost = clause.set or Cost()
    name: str | None = None
    if clause.optional:
        name = _unique(found, clause.id or clause.keyword or slug(label))
        found.elections.append(Election(name, label, alternate=True, guard=guard))
    rule = "829.1.c.1" if clause.keyword == "flow" else "356.1.a"
    found.alternates.append(
        Alternate(
            label,
            guard,
            name,
            cost.energy,
            resolve_pips(cost.power, domains, ruleset)
            if touched is None
            else ability_pips(cost.power, domains, ruleset, touched),
            tuple(raw_line(action) for action in cost.actions),
            rule,
        )
    )


def _unique(found: Collected, ident: str) -> str:
    taken = {one.id for one in found.elections} | {one.id for one in found.components}
    name, number = ident, 1
    while name in taken:
        number += 1
        name = f"{ident}-{number}"
    return name


def _additional(  # noqa: PLR0913 - the parts of one additional cost
    found: Collected,
    cost: Cost,
    guard: Guard,
    *,
    ident: str,
    label: str,
    keyword: str,
    optional: bool,
    counted: bool,
    at_most: int | None,
    times: int,
    domains: int,
    ruleset: Ruleset,
    bearer: Object | None = None,
    touched: set[str] | None = None,
) -> None:
    ident = _unique(found, ident)
    election = None
    if optional or counted:
        most = 1 if not counted else (at_most if at_most is not None else -1)
        election = ident
        found.elections.append(Election(ident, label, most=most, guard=guard))
    rules = {"accelerate": "805.1", "repeat": "820", "deflect": "356.2.a.2", "mandatory": "356.2.a"}
    lines = tuple(raw_line(action, times) for action in cost.actions)
    found.components.append(
        Component(
            ident,
            label,
            keyword,
            guard,
            election,
            counted,
            cost.energy * times,
            scale_tally(
                resolve_pips(cost.power, domains, ruleset)
                if touched is None
                else ability_pips(cost.power, domains, ruleset, touched),
                times,
            ),
            lines,
            rules.get(keyword, "356.2.b"),
            bearer,
        )
    )


def _grant(  # noqa: PLR0913 - what a granted keyword depends on
    found: Collected,
    clause: GrantKeyword,
    guard: Guard,
    label: str,
    holder: Object | None,
    position: Position,
    ruleset: Ruleset,
) -> None:
    card = position.card
    if clause.keyword not in {"accelerate", "repeat", "flow"}:
        return  # It decides timing only.
    ident = clause.id or f"{clause.keyword}:{slug(holder.name if holder else label)}"
    printed = Cost(energy=card.energy, power=tuple(mask for mask, n in card.pips for _ in range(n)))
    if clause.keyword == "flow":
        if position.play.origin != "trash":
            return
        _take_base(
            found,
            Base(set=clause.cost or printed, optional=True, id=ident, keyword="flow"),
            guard,
            label,
            card.domains,
            ruleset,
        )
        return
    if clause.keyword == "accelerate" and any(
        one.keyword == "accelerate" and conditions(one.when, position, card, 0) != NEVER for one in card.keywords
    ):
        return  # Several instances are redundant (805.4).
    if clause.keyword == "accelerate" and any(one.keyword == "accelerate" for one in found.components):
        return  # Several instances are redundant (805.4).
    cost = clause.cost or (printed if clause.keyword == "repeat" else Cost(energy=1, power=(OWN,)))
    # A granted own-domain pip is that of the card that gets the keyword (805.1.a).
    _additional(
        found,
        cost,
        guard,
        ident=ident,
        label=label,
        keyword=clause.keyword,
        optional=True,
        counted=False,
        at_most=None,
        times=1,
        domains=card.domains,
        ruleset=ruleset,
    )


def _keywords(found: Collected, card: Object, position: Position, ruleset: Ruleset) -> None:
    """Turn printed keywords into clauses: Accelerate 805, Repeat 820, Flow 829, Hidden 811."""
    if position.play.kind != "card":
        return
    for one in card.keywords:
        if one.keyword not in {"accelerate", "repeat", "flow"}:
            continue
        guard = conditions(one.when, position, card, 0)
        if guard == NEVER:
            continue
        if one.keyword == "flow":
            if position.play.origin == "trash":
                _take_base(
                    found,
                    Base(set=one.cost or Cost(), optional=True, id="flow", keyword="flow"),
                    guard,
                    "Flow",
                    card.domains,
                    ruleset,
                    position.touched,
                )
            continue
        if one.keyword == "accelerate" and any(other.keyword == "accelerate" for other in found.components):
            continue
        cost = one.cost or Cost(energy=1, power=(OWN,))
        _additional(
            found,
            cost,
            guard,
            ident=one.keyword,
            label=one.keyword.capitalize(),
            keyword=one.keyword,
            optional=True,
            counted=False,
            at_most=None,
            times=1,
            domains=card.domains,
            ruleset=ruleset,
            touched=None if one.keyword == "accelerate" else position.touched,
        )
    if position.play.origin == "facedown":
        found.ignores.append(Ignore("Hidden", ALWAYS, "cost", "811"))


def _deflect(found: Collected, position: Position, ruleset: Ruleset) -> None:
    """Charge Deflect for every choice of an opponent's object (809.1.c), if a spell or an ability chooses."""
    play, card = position.play, position.card
    if play.kind not in {"card", "ability", "trigger"} or not position.targets:
        return
    if play.kind == "card" and card.type and "spell" not in card.type:
        return
    sums: dict[tuple[str, Guard], tuple[int, str]] = {}
    for one, guard in position.targets:
        value = _deflect_value(one, position, ruleset)
        if one.whose and value:
            owed = both(guard, opposite(_ignored(found, one, position)))
            before = sums.get((one.id, owed), (0, one.name))[0]
            sums[(one.id, owed)] = (before + value, one.name)
    for (_, guard), (value, name) in sums.items():
        if guard == NEVER:
            continue
        ident = _unique(found, "deflect")
        found.components.append(
            Component(ident, f"Deflect of {name}", "deflect", guard, None, False, 0, ((ANY, value),), (), "356.2.a.2")
        )


def _ignored(found: Collected, one: Object, position: Position) -> Guard:
    """Say under which elections the Deflect of this object is ignored."""
    return either(
        *(
            guard
            for clause, guard, holder in found.no_deflect
            if clause.chosen is None or matches(one, clause.chosen, position, holder)
        )
    )


def _lasting_deflect(one: Object, position: Position) -> Iterator[Deflect]:
    """Give the Deflect clauses that last this turn among the effects of the object's controller."""
    state = position.state
    for effect in state.effects if one.whose == 0 else state.opponents[one.whose - 1].effects:
        fields = fields_of(effect, state.cards) if isinstance(effect, str) else None
        for clause in (effect,) if not isinstance(effect, str) else fields.leaves if fields is not None else ():
            if isinstance(clause, Deflect):
                yield clause


def _deflect_value(one: Object, position: Position, ruleset: Ruleset) -> int:
    """Sum printed and granted Deflect (809.2); whether grants add up is an option (6.11)."""
    values: list[int] = []
    for keyword in one.keywords:
        if keyword.keyword == "deflect" and conditions(keyword.when, position, one, one.whose) == ALWAYS:
            values.append(1 if keyword.value is None else keyword.value)
    late = 0
    for other in position.objects:
        if other.whose != one.whose or other.zone not in {"board", "legend", "battlefields"}:
            continue
        for clause in other.clauses:
            if not isinstance(clause, Deflect) or conditions(clause.when, position, other, other.whose) != ALWAYS:
                continue
            reaches = other.id == one.id if clause.grants is None else matches(one, clause.grants, position, other)
            if not reaches:
                continue
            times = 1 if clause.per is None else amount(clause.per, position, other)
            if clause.unless_already:
                late = max(late, clause.value * times)
            else:
                values.append(clause.value * times)
    values.extend(
        clause.value
        for clause in _lasting_deflect(one, position)
        if clause.grants is not None and matches(one, clause.grants, position)
    )
    if len(values) > 1:
        position.touched.add("deflect_sums")
        if ruleset.option("deflect_sums") == "highest":
            return max(values)
    return sum(values) or late
