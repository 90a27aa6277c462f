"""Collects the clauses that reach a play, stage by stage (356.1-356.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from runepay.model.clauses import (
    Additional,
    Amount,
    Base,
    Clause,
    Condition,
    Discount,
    GrantKeyword,
    IgnoreDeflect,
    Increase,
    Override,
    Permit,
)
from runepay.model.cost import OWN, Cost
from runepay.model.deflect import charged
from runepay.model.errors import InputError, nearest
from runepay.model.guards import ALWAYS, NEVER, Guard, both, elected
from runepay.model.lines import raw_line
from runepay.model.objects import Object, ability_pips, fields_of, resolve_pips, slug
from runepay.model.question import Alternate, Component, Election, Ignore
from runepay.model.question import Increase as More
from runepay.model.question import Override as Whole
from runepay.model.reading import Position, amount, chosen_cases, clause_guard, conditions
from runepay.model.resources import ANY, Tally, scale_tally
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
    standing = list(reaching(state, play, position, bearer))
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
    _spelt(found, standing)
    return found


def collected(standing: Iterable[Standing], position: Position, ruleset: Ruleset) -> Collected:
    """Collect clauses that act on an ability: what they increase, take off or ignore."""
    found = Collected()
    for one in standing:
        _take(found, one, ALWAYS, position, ruleset)
    return found


_WORDS = {"accelerate", "repeat", "flow", "deflect", "pay"}


def _spelt(found: Collected, standing: list[Standing]) -> None:
    """Refuse misspelt names of elections, in what the play itself says.

    Raises
    ------
    InputError
        A clause speaks of an election that does not exist; the nearest one is named.
    """
    known = {one.id for one in found.elections} | {one.id for one in found.components}
    known |= {one.clause.id for one in standing if one.clause.id is not None}
    for one in standing:
        if not one.own:
            continue
        clause = one.clause
        asked = {name for part in clause.when for name in _elections(part)}
        if isinstance(clause, Discount):
            if clause.per is not None and clause.per.count == "number" and clause.per.name is not None:
                asked.add(clause.per.name)
            if clause.printed_cost_of is not None:
                asked.add(clause.printed_cost_of)
        for name in sorted(asked - known):
            # A name like none of them is one that this play never has, which is for the clause to say.
            close = nearest(name, known)
            if close is not None and name.split(":", maxsplit=1)[0].rsplit("-", maxsplit=1)[0] not in _WORDS:
                msg = "a clause speaks of an election that is not here"
                raise InputError(msg, path="clauses", found=name, hint=close)


def _elections(part: Condition) -> Iterator[str]:
    """Give every election that a condition speaks of."""
    if part.elected is not None:
        yield part.elected
    for inner in (*part.any_of, *part.all_of, *((part.negate,) if part.negate is not None else ())):
        yield from _elections(inner)


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


def reaching(state: GameState, play: Play, position: Position, bearer: Object) -> Iterator[Standing]:
    """Give every clause that may reach the play, where it stands; whether it acts is for its guard to say."""
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
    yield from elsewhere(state, position)


def elsewhere(state: GameState, position: Position) -> Iterator[Standing]:
    """Give every clause that does not come with the play: what lasts, and what stands on objects."""
    yield from _lasting(state)
    for one in position.objects:
        if one.clauses and one.zone in {"board", "legend", "battlefields"}:
            for clause in one.clauses:
                if clause.on is not None:
                    yield Standing(clause, one, one.name, one.whose)


def _lasting(state: GameState) -> Iterator[Standing]:
    """Give what lasts this turn: clauses as written, or what a card named leaves behind."""
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


@dataclass(frozen=True, slots=True)
class _Said:
    """How what is collected is named, when it acts, and what its own-domain pips mean.

    With ``touched`` its pips are those of a keyword, whose reading is an option (6.2); the question is noted there.
    """

    label: str
    guard: Guard
    domains: int
    ruleset: Ruleset
    touched: set[str] | None = None

    def pips(self, power: tuple[int, ...]) -> Tally:
        """Resolve pips as written."""
        if self.touched is None:
            return resolve_pips(power, self.domains, self.ruleset)
        return ability_pips(power, self.domains, self.ruleset, self.touched)


def _take(found: Collected, one: Standing, guard: Guard, position: Position, ruleset: Ruleset) -> None:
    clause, holder = one.clause, one.holder
    label = f"{one.name}: {clause.id}" if clause.id else one.name
    said = _Said(label, guard, one.domains(position), ruleset)
    match clause:
        case Base():
            if one.own and (clause.keyword == "flow" or position.play.kind not in {"card", "hide"}):
                # It is another cost of a keyword or of an ability (6.2).
                said = replace(said, touched=position.touched)
            _take_base(found, clause, said, holder if clause.on is not None else None)
        case Additional():
            bearer = holder if clause.on is not None else None
            _additional(found, clause, said, times=one.times(position, clause.per), bearer=bearer)
        case Increase():
            times = one.times(position, clause.per)
            found.increases.append(
                More(label, guard, clause.energy * times, scale_tally(said.pips(clause.power), times))
            )
        case Discount():
            stem = clause.id or slug(holder.id if holder and holder.id else label)
            found.discounts.append((clause, guard, stem, label, said.domains, one.times(position, clause.per)))
        case GrantKeyword():
            _grant(found, clause, said, holder, position)
        case _:
            _take_whole(found, clause, said, holder)


def _take_whole(found: Collected, clause: Clause, said: _Said, holder: Object | None) -> None:
    """Take what is no part of the cost; a Deflect clause is read when targets are priced."""
    match clause:
        case Override():
            found.overrides.append(Whole(said.label, said.guard))
        case IgnoreDeflect():
            found.no_deflect.append((clause, said.guard, holder))
        case Permit() if said.guard == ALWAYS:
            found.permits.update(clause.origin)
        case _:
            pass


def _take_base(found: Collected, clause: Base, said: _Said, bearer: Object | None = None) -> None:
    guard = said.guard
    if clause.ignore is not None:
        if clause.optional:
            ident = _unique(found, clause.id or "ignore")
            found.elections.append(Election(ident, said.label, alternate=True, guard=guard))
            guard = both(guard, elected(ident))
        found.ignores.append(Ignore(said.label, guard, clause.ignore, "356.1.b"))
        return
    cost = clause.set or Cost()
    name: str | None = None
    if clause.optional:
        name = _unique(found, clause.id or clause.keyword or slug(said.label))
        found.elections.append(Election(name, said.label, alternate=True, guard=guard))
    rule = "829.1.c.1" if clause.keyword == "flow" else "356.1.a"
    lines = tuple(raw_line(action) for action in cost.actions)
    found.alternates.append(Alternate(said.label, guard, name, cost.energy, said.pips(cost.power), lines, rule, bearer))


def _unique(found: Collected, ident: str) -> str:
    taken = {one.id for one in found.elections} | {one.id for one in found.components}
    name, number = ident, 1
    while name in taken:
        number += 1
        name = f"{ident}-{number}"
    return name


def _additional(
    found: Collected, clause: Additional, said: _Said, *, times: int = 1, bearer: Object | None = None
) -> None:
    """Take an additional cost, mandatory or optional, with its election (356.2)."""
    keyword = clause.keyword or ("optional" if clause.optional else "mandatory")
    ident = _unique(found, clause.id or clause.keyword or slug(said.label))
    election = None
    if clause.optional or clause.number:
        most = 1 if not clause.number else (-1 if clause.at_most is None else clause.at_most)
        election = ident
        found.elections.append(Election(ident, said.label, most=most, guard=said.guard))
    found.components.append(
        Component(
            ident,
            said.label,
            keyword,
            said.guard,
            election,
            clause.number,
            clause.cost.energy * times,
            scale_tally(said.pips(clause.cost.power), times),
            tuple(raw_line(action, times) for action in clause.cost.actions),
            _RULES.get(keyword, "356.2.b"),
            bearer,
        )
    )


_RULES = {"accelerate": "805.1", "repeat": "820", "deflect": "356.2.a.2", "mandatory": "356.2.a"}


def _grant(found: Collected, clause: GrantKeyword, said: _Said, holder: Object | None, position: Position) -> None:
    """Take a keyword that another object, or an effect, gives the card; others than these decide timing only."""
    card = position.card
    if clause.keyword not in {"accelerate", "repeat", "flow"}:
        return
    ident = clause.id or f"{clause.keyword}:{slug(holder.name if holder else said.label)}"
    printed = Cost(energy=card.energy, power=tuple(mask for mask, n in card.pips for _ in range(n)))
    # A granted own-domain pip is that of the card that gets the keyword (805.1.a).
    said = replace(said, domains=card.domains)
    if clause.keyword == "flow":
        if position.play.origin == "trash":
            _take_base(found, Base(set=clause.cost or printed, optional=True, id=ident, keyword="flow"), said)
        return
    if clause.keyword == "accelerate" and (_accelerates(position) or _accelerated(found)):
        return  # Several instances are redundant (805.4).
    keyword: Literal["accelerate", "repeat"] = "accelerate" if clause.keyword == "accelerate" else "repeat"
    cost = clause.cost or (printed if keyword == "repeat" else Cost(energy=1, power=(OWN,)))
    _additional(found, Additional(cost=cost, optional=True, id=ident, keyword=keyword), said)


def _accelerates(position: Position) -> bool:
    """Tell whether the card prints Accelerate and has it now."""
    card = position.card
    return any(
        one.keyword == "accelerate" and conditions(one.when, position, card, 0) != NEVER for one in card.keywords
    )


def _accelerated(found: Collected) -> bool:
    """Tell whether Accelerate was collected already."""
    return any(one.keyword == "accelerate" for one in found.components)


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
        said = _Said(one.keyword.capitalize(), guard, card.domains, ruleset, position.touched)
        if one.keyword == "flow":
            if position.play.origin == "trash":
                _take_base(found, Base(set=one.asked, optional=True, id="flow", keyword="flow"), said)
            continue
        keyword: Literal["accelerate", "repeat"] = "repeat"
        if one.keyword == "accelerate":
            if _accelerated(found):
                continue
            keyword, said = "accelerate", replace(said, touched=None)
        _additional(found, Additional(cost=one.asked, optional=True, id=keyword, keyword=keyword), said)
    if position.play.origin == "facedown":
        found.ignores.append(Ignore("Hidden", ALWAYS, "cost", "811"))


def _deflect(found: Collected, position: Position, ruleset: Ruleset) -> None:
    """Add what choosing objects with Deflect costs (356.2.a.2)."""
    for guard, value, name in charged(found.no_deflect, position, ruleset):
        ident = _unique(found, "deflect")
        pips = ((ANY, value),)  # Deflect's Power is of any domain (809.1.c.1).
        found.components.append(
            Component(ident, f"Deflect of {name}", "deflect", guard, None, False, 0, pips, (), _RULES["deflect"])
        )
