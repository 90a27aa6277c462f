"""Freezes a state and a play into a question (steps 1 and 2 of the play process, 354-355).

Here, and only here, clauses meet the state: scopes and conditions are read, amounts are counted, own-domain pips are
resolved, objects that may pay an action are listed. What is left depends on elections alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from runepay.model import catalogue
from runepay.model.clauses import (
    Additional,
    Base,
    Clause,
    Deflect,
    Discount,
    GrantKeyword,
    IgnoreDeflect,
    Increase,
    Keyword,
    Override,
)
from runepay.model.cost import OWN, ZONE_OF, Action, Cost, read_pip
from runepay.model.errors import InputError, nearest
from runepay.model.guards import ALWAYS, NEVER, Guard, both, elected, opposite
from runepay.model.pool import kind_place, whole_pool
from runepay.model.objects import (
    Object,
    _slug,
    compile_objects,
    definition,
    domain_mask,
    resolve_pips,
)
from runepay.model.question import Alternate, Component, Election, Ignore, Line, Producer, Question, Supply
from runepay.model.question import Discount as Less
from runepay.model.question import Increase as More
from runepay.model.question import Override as Whole
from runepay.model.reading import Position, amount, chosen_guard, clause_guard, conditions, matches
from runepay.model.resources import ANY, DOMAINS, ENERGY, POWERS, UNIVERSAL, Tally, purpose_text, scale_tally, tally
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play, Thing

REMOVES = frozenset({"kill", "return", "banish", "discard"})
"""Actions after which the object is no longer where it was."""


@dataclass(slots=True)
class _Collected:
    elections: list[Election] = field(default_factory=list)
    alternates: list[Alternate] = field(default_factory=list)
    ignores: list[Ignore] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)
    increases: list[More] = field(default_factory=list)
    discounts: list[tuple[Discount, Guard, str, str, Object | None]] = field(default_factory=list)
    overrides: list[Whole] = field(default_factory=list)
    no_deflect: Guard = NEVER


def freeze(state: GameState, play: Play, ruleset: Ruleset) -> Question:
    """Turn a state and a play into a question.

    Raises
    ------
    InputError
        Something named by the play does not exist: a card, a target, an election, a discount.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"fury": 2}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 1, "power": ["fury"]}})
    >>> freeze(state, play, Ruleset.of()).pips
    ((1, 1),)
    """
    objects = compile_objects(state, ruleset)
    card, objects = _the_card(state, play, objects, ruleset)
    targets = _targets(play, objects)
    position = Position(state, play, card, objects, targets)
    source = _source(play, objects)
    found = _Collected()
    bearer = source or card
    for clause, holder, whose, own in _clauses(state, play, card, objects, bearer):
        guard = clause_guard(clause, position, holder, whose, self_card=own)
        if guard != NEVER:
            _take(found, clause, guard, position, holder, bearer, ruleset)
    _keywords(found, card, position, ruleset)
    _deflect(found, position)
    cost = _base_cost(state, play, card)
    protected = tuple((index, guard) for index, guard in _protected(objects, play, targets))
    hard = {index for index, guard in protected if guard == ALWAYS}
    liner = _Liner(position, bearer, objects, hard)
    elections = _fixed(play, found, liner)
    components = [
        replace(one, lines=tuple(liner.line(line.action) for line in one.lines)) for one in found.components
    ]
    alternates = [
        replace(one, lines=tuple(liner.line(line.action) for line in one.lines)) for one in found.alternates
    ]
    must = play.origin == "trash" and any(one.election for one in alternates) and not play.effects
    notes: list[str] = []
    if play.targets is None and play.kind in {"card", "ability", "trigger"}:
        notes.append("targets unknown: no Deflect is charged and target legality is not judged")
    if card.name and play.cost is None and (missing := catalogue.waiting(card.name)) and card.name not in state.cards:
        notes.append(f"the catalogue does not model everything that {card.name} says about costs: {', '.join(missing)}")
    discounts = _discounts(found, components, position, play, ruleset)
    ambush = None
    if play.ambush:
        ambush = tuple(
            i for i, one in enumerate(objects)
            if one.whose == 0 and one.zone == "board" and "unit" in one.type and one.at == play.to
        )
    return Question(
        card=card,
        kind=play.kind,
        origin=play.origin,
        ruleset=ruleset,
        energy=cost.energy if play.kind == "hide" else card.energy,
        pips=resolve_pips(cost.power, 0, ruleset) if play.kind == "hide" else card.pips,
        lines=tuple(liner.line(action) for action in cost.actions),
        elections=tuple(elections),
        alternates=tuple(alternates),
        must_alternate=must,
        ignores=tuple(found.ignores),
        components=tuple(components),
        increases=tuple(found.increases),
        discounts=tuple(discounts),
        overrides=tuple(found.overrides),
        objects=objects,
        supply=_supply(state, position, objects, source, ruleset),
        xp=state.xp,
        protected=tuple((index, guard) for index, guard in protected if guard != ALWAYS),
        ambush=ambush,
        declined=_declined(play),
        faults=tuple(_faults(position, play)),
        assumed=tuple(sorted(position.assumed.items())),
        notes=tuple(notes),
    )


def _base_cost(state: GameState, play: Play, card: Object) -> Cost:
    """Give the printed cost, for its actions (204.1); hiding costs one pip of any domain unless stated (811.1.b)."""
    if play.cost is not None:
        return play.cost
    if play.kind == "hide":
        return Cost(power=(ANY,))
    if play.kind != "card":
        return Cost()
    known = definition(play.card or card.name, play, {**state.cards, card.name: state.cards.get(card.name, play)}, "play.card")
    printed: Cost | None = known["cost"]
    return printed or Cost()


def _declined(play: Play) -> bool:
    return play.kind in {"trigger", "effect", "applied"} and play.elect.get("pay") is False


def _the_card(
    state: GameState, play: Play, objects: tuple[Object, ...], ruleset: Ruleset
) -> tuple[Object, tuple[Object, ...]]:
    """Find the played card in its zone, or take it to be there in addition (contract C2)."""
    if play.kind == "card" or play.kind == "hide":
        for place, one in enumerate(objects):
            if one.whose == 0 and one.zone == play.origin and play.card in (one.id, one.name) and play.card:
                fields = definition(one.name, play, state.cards, "play.card")
                mask = domain_mask(fields["domains"]) if fields["domains"] else one.domains
                card = _overridden(one, play, mask, ruleset)
                # On the chain it is in no zone, so it can pay for nothing (354).
                return card, objects[:place] + objects[place + 1 :]
    fields = definition(play.card or "the payment" if play.kind == "card" else None, play, state.cards, "play.card") \
        if play.kind == "card" else {}
    source = _source(play, objects)
    if play.kind == "card":
        mask = domain_mask(fields["domains"])
        cost: Cost = fields["cost"] or Cost()
        made = Object(
            id="", name=play.card or "the card", zone=play.origin, whose=0, type=fields["type"],
            supertype=fields["supertype"], domains=mask, tags=fields["tags"], energy=cost.energy,
            pips=resolve_pips(cost.power, mask, ruleset), might=fields["might"], ready=True, at="", buffs=0,
            empowered=False, new=True, token=play.token, in_combat=False, attached_to=None,
            keywords=fields["keywords"], clauses=fields["clauses"], adds=(), value=None,
        )
        return made, objects
    mask = domain_mask(play.domains) or (source.domains if source else 0)
    cost = play.cost or Cost()
    made = Object(
        id="", name=play.card or (source.name if source else play.kind), zone="", whose=0,
        type=play.type or (source.type if source else ()), supertype=(), domains=mask, tags=play.tags,
        energy=cost.energy, pips=resolve_pips(cost.power, mask, ruleset), might=None, ready=True, at="", buffs=0,
        empowered=False, new=False, token=False, in_combat=False, attached_to=None, keywords=play.keywords,
        clauses=play.clauses, adds=(), value=None,
    )
    return made, objects


def _overridden(one: Object, play: Play, mask: int, ruleset: Ruleset) -> Object:
    given = play.model_fields_set
    changes: dict[str, object] = {"domains": mask}
    if play.cost is not None:
        changes |= {"energy": play.cost.energy, "pips": resolve_pips(play.cost.power, mask, ruleset)}
    for name in ("type", "supertype", "tags", "might", "keywords", "clauses"):
        if name in given:
            changes[name] = getattr(play, name)
    return replace(one, **changes)  # type: ignore[arg-type]


def _source(play: Play, objects: tuple[Object, ...]) -> Object | None:
    if play.source is None:
        return None
    found = [one for one in objects if play.source in (one.id, one.name)]
    exact = [one for one in found if one.id == play.source]
    if exact:
        return exact[0]
    if len(found) > 1:
        ids = ", ".join(one.id for one in found)
        raise InputError(f"several objects bear that name: {ids}", path="play.source", found=play.source)
    if not found and play.kind == "ability":
        hint = nearest(play.source, [one.id for one in objects])
        raise InputError("no such object", path="play.source", found=play.source, hint=hint)
    return found[0] if found else None


def _targets(play: Play, objects: tuple[Object, ...]) -> tuple[tuple[Object, Guard], ...] | None:
    if play.targets is None:
        return None
    by_id = {one.id: one for one in objects}
    chosen: list[tuple[Object, Guard]] = []
    for place, target in enumerate(play.targets):
        one = by_id.get(target.object)
        if one is None:
            named = [other for other in objects if other.name == target.object]
            path = f"play.targets.{place}"
            if not named:
                hint = nearest(target.object, [*by_id, *(other.name for other in objects)])
                raise InputError("no such target", path=path, found=target.object, hint=hint)
            if len(named) > 1:
                ids = ", ".join(other.id for other in named)
                raise InputError(f"several objects bear that name: {ids}", path=path, found=target.object)
            one = named[0]
        chosen.append((one, ALWAYS if target.only_if is None else elected(target.only_if)))
    return tuple(chosen)


def _protected(
    objects: tuple[Object, ...], play: Play, targets: tuple[tuple[Object, Guard], ...] | None
) -> Iterator[tuple[int, Guard]]:
    """Objects the payment may not remove: targets that the play needs (357.3, 358.2)."""
    place = {one.id: index for index, one in enumerate(objects)}
    for target, (one, guard) in zip(play.targets or (), targets or (), strict=True):
        if target.needed and one.whose == 0:
            yield place[one.id], guard


def _clauses(
    state: GameState, play: Play, card: Object, objects: tuple[Object, ...], bearer: Object
) -> Iterator[tuple[Clause, Object | None, int, bool]]:
    for clause in card.clauses:
        yield clause, bearer, 0, True
    for clause in play.effects:
        yield clause, None, 0, True
    for clause in state.effects:
        yield clause, None, 0, False
    for number, opponent in enumerate(state.opponents, 1):
        for clause in opponent.effects:
            yield clause, None, number, False
    for one in objects:
        if one.clauses and one.zone in {"board", "legend", "battlefields"}:
            for clause in one.clauses:
                if clause.on is not None:
                    yield clause, one, one.whose, False


def _label(clause: Clause, holder: Object | None, card: Object) -> str:
    name = holder.name if holder is not None else card.name
    return f"{name}: {clause.id}" if clause.id else name


def _take(  # noqa: PLR0913 - what a clause can depend on
    found: _Collected, clause: Clause, guard: Guard, position: Position, holder: Object | None, bearer: Object,
    ruleset: Ruleset,
) -> None:
    label = _label(clause, holder, position.card)
    domains = holder.domains if holder is not None else position.card.domains
    match clause:
        case Base():
            _take_base(found, clause, guard, label, domains, ruleset)
        case Additional():
            times = 1 if clause.per is None else amount(clause.per, position, holder)
            _additional(
                found, clause.cost, guard, ident=clause.id or (clause.keyword or _slug(label)), label=label,
                keyword=clause.keyword or ("optional" if clause.optional else "mandatory"), optional=clause.optional,
                counted=clause.number, at_most=clause.at_most, times=times, domains=domains, ruleset=ruleset,
            )
        case Increase():
            times = 1 if clause.per is None else amount(clause.per, position, holder)
            found.increases.append(
                More(label, guard, clause.energy * times,
                     scale_tally(resolve_pips(clause.power, domains, ruleset), times))
            )
        case Discount():
            found.discounts.append((clause, guard, clause.id or _slug(holder.id if holder and holder.id else label), label, holder))
        case Override():
            found.overrides.append(Whole(label, guard))
        case IgnoreDeflect():
            found.no_deflect = both(guard) if found.no_deflect == NEVER else _or(found.no_deflect, guard)
        case GrantKeyword():
            _grant(found, clause, guard, label, holder, position, ruleset)
        case _:
            # A Deflect clause is read when targets are priced.
            pass


def _or(one: Guard, other: Guard) -> Guard:
    return opposite(both(opposite(one), opposite(other)))


def _take_base(
    found: _Collected, clause: Base, guard: Guard, label: str, domains: int, ruleset: Ruleset
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
    ident = None
    if clause.optional:
        ident = _unique(found, clause.id or clause.keyword or _slug(label))
        found.elections.append(Election(ident, label, alternate=True, guard=guard))
    rule = "829.1.c.1" if clause.keyword == "flow" else "356.1.a"
    found.alternates.append(
        Alternate(label, guard, ident, cost.energy, resolve_pips(cost.power, domains, ruleset),
                  tuple(_raw_line(action) for action in cost.actions), rule)
    )


def _raw_line(action: Action) -> Line:
    return Line(action, action.zone or ZONE_OF[action.do], action.number, (), ())


def _unique(found: _Collected, ident: str) -> str:
    taken = {one.id for one in found.elections} | {one.id for one in found.components}
    name, number = ident, 1
    while name in taken:
        number += 1
        name = f"{ident}-{number}"
    return name


def _additional(  # noqa: PLR0913 - the parts of one additional cost
    found: _Collected, cost: Cost, guard: Guard, *, ident: str, label: str, keyword: str, optional: bool, counted: bool,
    at_most: int | None, times: int, domains: int, ruleset: Ruleset,
) -> None:
    ident = _unique(found, ident)
    election = None
    if optional or counted:
        most = 1 if not counted else (at_most if at_most is not None else -1)
        election = ident
        found.elections.append(Election(ident, label, most=most, guard=guard))
    rules = {"accelerate": "805.1", "repeat": "820", "deflect": "356.2.a.2", "mandatory": "356.2.a"}
    lines = tuple(replace(_raw_line(action), number=action.number * times) for action in cost.actions)
    found.components.append(
        Component(ident, label, keyword, guard, election, counted, cost.energy * times,
                  scale_tally(resolve_pips(cost.power, domains, ruleset), times), lines, rules.get(keyword, "356.2.b"))
    )


def _grant(  # noqa: PLR0913 - what a granted keyword depends on
    found: _Collected, clause: GrantKeyword, guard: Guard, label: str, holder: Object | None, position: Position,
    ruleset: Ruleset,
) -> None:
    card = position.card
    ident = clause.id or f"{clause.keyword}:{_slug(holder.name if holder else label)}"
    printed = Cost(energy=card.energy, power=[mask for mask, n in card.pips for _ in range(n)])
    if clause.keyword == "flow":
        if position.play.origin != "trash":
            return
        _take_base(found, Base(set=clause.cost or printed, optional=True, id=ident, keyword="flow"), guard, label,
                   card.domains, ruleset)
        return
    if clause.keyword == "accelerate" and any(one.keyword == "accelerate" for one in [*card.keywords, *found.components]):
        return  # Several instances are redundant (805.4).
    cost = clause.cost or (printed if clause.keyword == "repeat" else Cost(energy=1, power=(OWN,)))
    # A granted own-domain pip is that of the card that gets the keyword (805.1.a).
    _additional(found, cost, guard, ident=ident, label=label, keyword=clause.keyword, optional=True, counted=False,
                at_most=None, times=1, domains=card.domains, ruleset=ruleset)


def _keywords(found: _Collected, card: Object, position: Position, ruleset: Ruleset) -> None:
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
                _take_base(found, Base(set=one.cost or Cost(), optional=True, id="flow", keyword="flow"), guard, "Flow",
                           card.domains, ruleset)
            continue
        if one.keyword == "accelerate" and any(other.keyword == "accelerate" for other in found.components):
            continue
        cost = one.cost or Cost(energy=1, power=(OWN,))
        _additional(found, cost, guard, ident=one.keyword, label=one.keyword.capitalize(), keyword=one.keyword,
                    optional=True, counted=False, at_most=None, times=1, domains=card.domains, ruleset=ruleset)
    if position.play.origin == "facedown":
        found.ignores.append(Ignore("Hidden", ALWAYS, "cost", "811"))


def _deflect(found: _Collected, position: Position) -> None:
    """Charge Deflect for every choice of an opponent's object (809.1.c), if a spell or an ability chooses."""
    play, card = position.play, position.card
    if play.kind not in {"card", "ability", "trigger"} or not position.targets:
        return
    if play.kind == "card" and card.type and "spell" not in card.type:
        return
    sums: dict[tuple[str, Guard], tuple[int, str]] = {}
    for one, guard in position.targets:
        value = _deflect_value(one, position)
        if one.whose and value:
            owed = both(guard, opposite(found.no_deflect))
            before = sums.get((one.id, owed), (0, one.name))[0]
            sums[(one.id, owed)] = (before + value, one.name)
    for (_, guard), (value, name) in sums.items():
        if guard == NEVER:
            continue
        ident = _unique(found, "deflect")
        found.components.append(
            Component(ident, f"Deflect of {name}", "deflect", guard, None, False, 0, ((ANY, value),), (), "356.2.a.2")
        )


def _deflect_value(one: Object, position: Position) -> int:
    """Sum printed and granted Deflect (809.2)."""
    value = 0
    for keyword in one.keywords:
        if keyword.keyword == "deflect" and conditions(keyword.when, position, one, one.whose) == ALWAYS:
            value += 1 if keyword.value is None else keyword.value
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
                value += clause.value * times
    return value or late


def _discounts(
    found: _Collected, components: list[Component], position: Position, play: Play, ruleset: Ruleset
) -> list[Less]:
    made: list[Less] = []
    taken: dict[str, int] = {}
    for clause, guard, stem, label, holder in found.discounts:
        number = taken.get(stem, 0) + 1
        taken[stem] = number
        ident = stem if number == 1 else f"{stem}-{number}"
        domains = holder.domains if holder is not None else position.card.domains
        times, counted = 1, None
        if clause.per is not None and clause.per.count == "number":
            counted = clause.per.name
            times = clause.per.times
        elif clause.per is not None:
            times = amount(clause.per, position, holder)
        if not times:
            continue
        victim = None
        if clause.printed_cost_of is not None:
            victim = _victim(components, clause.printed_cost_of)
        less = Less(
            id=ident, label=label, guard=guard, component=None, energy=clause.energy * times, minimum=clause.minimum,
            any=clause.any * times, pips=scale_tally(resolve_pips(clause.power, domains, ruleset), times),
            either=clause.either, number=counted, victim=victim,
        )
        if clause.component is None:
            made.append(less)
            continue
        for place, one in enumerate(components):
            optional = clause.component == "optional" and one.election is not None
            if optional or clause.component in {one.keyword, one.id}:
                made.append(replace(less, id=f"{ident}@{one.id}", component=place, rule="356.4.c"))
    return _chosen(made, play)


def _victim(components: list[Component], name: str) -> tuple[int, int]:
    for place, one in enumerate(components):
        if one.id == name and len(one.lines) == 1:
            return place, 0
    known = [one.id for one in components if len(one.lines) == 1]
    raise InputError("a discount reads the printed cost of an additional cost with one action", found=name,
                     hint=nearest(name, known) or ", ".join(known) or None)


def _chosen(made: list[Less], play: Play) -> list[Less]:
    """Write the caller's halves, order and removed pips into the discounts (contract C8)."""
    known = {one.id: place for place, one in enumerate(made)}

    def find(name: str, path: str) -> int:
        if name not in known:
            raise InputError("no such discount here", path=path, found=name, hint=nearest(name, known) or ", ".join(known) or None)
        return known[name]

    for name, half in play.choose.halves.items():
        place = find(name, "play.choose.halves")
        if not made[place].either:
            raise InputError("this discount has no halves to choose from", path="play.choose.halves", found=name)
        made[place] = replace(made[place], half=half)
    for position, name in enumerate(play.choose.order):
        place = find(name, "play.choose.order")
        made[place] = replace(made[place], place=position)
    for name, pips in play.choose.removed.items():
        place = find(name, "play.choose.removed")
        try:
            chosen = tally(read_pip(pip) for pip in pips)
        except ValueError as error:
            raise InputError(str(error), path=f"play.choose.removed.{name}") from error
        made[place] = replace(made[place], removed=chosen)
    return made


class _Liner:
    """Lists which objects may pay each action (section 3 of the rules page)."""

    def __init__(self, position: Position, bearer: Object, objects: tuple[Object, ...], hard: set[int]) -> None:
        self.position = position
        self.bearer = bearer
        self.objects = objects
        self.hard = hard

    def line(self, action: Action) -> Line:
        """Complete one action with the objects that may serve."""
        zone = action.zone or ZONE_OF[action.do]
        matching: list[int] = []
        if zone != "player":
            for index, one in enumerate(self.objects):
                if one.whose or not self._in(one, zone, action):
                    continue
                if action.itself and one.id != self.bearer.id:
                    continue
                if not action.itself and not matches(one, action.filter, self.position, self.bearer):
                    continue
                if action.do == "buff" and not one.buffs:
                    continue
                if action.do == "exhaust" and not one.ready:
                    continue
                matching.append(index)
        removes = action.do in REMOVES or (action.do == "recycle" and zone == "board")
        eligible = [index for index in matching if not (removes and index in self.hard)]
        return Line(action, zone, action.number, tuple(eligible), tuple(matching))

    @staticmethod
    def _in(one: Object, zone: str, action: Action) -> bool:
        if zone == "board" and action.do == "exhaust":
            return one.zone in {"board", "legend"}
        return one.zone == zone


def _fixed(play: Play, found: _Collected, liner: _Liner) -> list[Election]:
    """Write the caller's elections in, and bound the numbers by what could serve (contract C6)."""
    known = [one.id for one in found.elections]
    special = {"pay"} if play.kind in {"trigger", "effect", "applied"} else set()
    fixed: dict[str, int] = {}
    for name, value in play.elect.items():
        if name in special:
            continue
        ident = name
        if name not in known:
            granted = [one for one in known if one.split(":")[0] == name]
            if len(granted) != 1:
                listed = ", ".join([*known, *special]) or "none"
                raise InputError(f"no such election here (known: {listed})", path="play.elect", found=name,
                                 hint=nearest(name, known))
            ident = granted[0]
        fixed[ident] = int(value)
    result: list[Election] = []
    for one in found.elections:
        most = one.most
        if most < 0:
            most = _most(found, one.id, liner)
        value = fixed.get(one.id)
        if value is not None and one.most == 1 and value > 1:
            raise InputError("this election is true or false", path=f"play.elect.{one.id}", found=value)
        result.append(replace(one, most=max(most, value or 0), fixed=value))
    return result


def _most(found: _Collected, ident: str, liner: _Liner) -> int:
    most: int | None = None
    for one in found.components:
        if one.election == ident:
            for line in one.lines:
                each = max(line.number, 1)
                if line.action.do == "xp":
                    has = liner.position.state.xp
                elif line.action.do == "buff":
                    has = sum(liner.objects[index].buffs for index in liner.line(line.action).eligible)
                else:
                    has = len(liner.line(line.action).eligible)
                most = has // each if most is None else min(most, has // each)
    if most is None:
        raise InputError("an 'any number' cost without actions needs 'at_most'", path="clauses", found=ident)
    return most


def _purposes(position: Position) -> frozenset[str]:
    """Say which purposes this payment serves (rules.md 1.6, 9.2.16)."""
    play, card = position.play, position.card
    fits: set[str] = set()
    if play.kind == "card":
        fits |= {kind for kind in ("spell", "gear", "unit") if kind in card.type}
    if play.kind == "ability":
        fits |= {kind for kind in ("gear", "unit") if kind in card.type}
    if position.state.facts.stated.get("showdown"):
        fits.add("showdown")
    return frozenset(fits)


def _supply(
    state: GameState, position: Position, objects: tuple[Object, ...], source: Object | None, ruleset: Ruleset
) -> Supply:
    fits = _purposes(position)
    del ruleset, source
    fitting = {
        kind: number for kind, number in whole_pool(state).items() if not kind[1] or not fits.isdisjoint(kind[1].split("/"))
    }
    producers: list[Producer] = []
    for index, thing in enumerate(objects):
        if thing.whose or not thing.adds or thing.zone not in {"board", "legend"}:
            continue
        for number, add in enumerate(thing.adds):
            if add.speed != "reaction" or (add.exhaust and not thing.ready):
                continue
            if add.purpose and fits.isdisjoint(add.purpose):
                continue
            if add.when and conditions(add.when, position, thing, 0) != ALWAYS:
                continue
            tag = purpose_text(add.purpose)
            gives = [((ENERGY, tag), add.gives.energy)] if add.gives.energy else []
            gives += [((power, tag), n) for power, n in sorted(add.gives.power.items(), key=_power_place) if n]
            if gives:
                producers.append(Producer(index, number, tuple(gives), add.exhaust, add.kill))
    runes = tuple(
        (domain, state.runes[domain].ready, state.runes[domain].exhausted)
        for domain in DOMAINS
        if domain in state.runes and (state.runes[domain].ready or state.runes[domain].exhausted)
    )
    ordered = sorted(fitting.items(), key=lambda item: kind_place(item[0]))
    return Supply(runes, tuple(ordered), tuple(producers))


def _power_place(item: tuple[str, int]) -> int:
    return POWERS.index(item[0])


def _faults(position: Position, play: Play) -> Iterator[tuple[str, str]]:
    """Name what makes the play illegal whatever is paid: timing, if the file judges it, and Ambush."""
    stated = position.state.facts.stated
    judged = {"my_turn", "main_phase", "open_state", "showdown"} & stated.keys()
    if judged and play.kind == "card":
        yield from _timing(position, play)
    if play.ambush and play.to in {None, "base"}:
        yield "822.3", "a card played by Ambush names the battlefield it is played to"


def _timing(position: Position, play: Play) -> Iterator[tuple[str, str]]:
    card = position.card
    if card.has("reaction") or play.origin == "facedown" or play.ambush:
        return
    mine = bool(position.fact("my_turn"))
    opened = bool(position.fact("open_state"))
    showdown = bool(position.fact("showdown"))
    if card.has("action"):
        if not (opened and (mine or showdown)):
            yield "358.3", "a card with Action is played in an open state on one's own turn or in a showdown"
        return
    if not (mine and opened and not showdown and position.fact("main_phase")):
        yield "358.3", "the card is played on one's own turn, in the Main Phase, in an open state outside showdowns"
