"""Reads filters, amounts and conditions against a frozen position (section 8 of the rules page).

Counts are frozen before payment; only elections are left open, as a guard. Every default that is read because the
caller did not state it is noted (contract C3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from runepay.model.clauses import Amount, Clause, Condition
from runepay.model.errors import InputError, nearest
from runepay.model.facts import FACTS, MADE_CHEAPER
from runepay.model.filters import Filter, PlayFilter
from runepay.model.guards import ALWAYS, NEVER, Guard, both, either, opposite
from runepay.model.guards import elected as elected_guard
from runepay.model.objects import MIGHTY, Object
from runepay.model.resources import BIT
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play


@dataclass(slots=True)
class Position:
    """One play in one state, with the objects resolved and a list of the defaults that were read."""

    state: GameState
    play: Play
    card: Object
    objects: tuple[Object, ...]
    targets: tuple[tuple[Object, Guard], ...] | None
    """Chosen objects in order, each with the guard under which it is chosen; ``None`` when unknown."""
    touched: set[str] = field(default_factory=set)
    """Options whose reading mattered."""
    granted: frozenset[str] = frozenset()
    """Keywords that other objects grant the card being played."""
    source: Object | None = None
    """The object whose ability, trigger or effect is paid for."""
    assumed: dict[str, int | bool | str] = field(default_factory=dict)
    ruleset: Ruleset = field(default_factory=Ruleset)

    def fact(self, name: str) -> int:
        """Read a fact, noting its default if the caller did not state it.

        What is "first each turn" is used up by any earlier one, or by an earlier one that was made cheaper: that is an
        open question (6.18).
        """
        if name not in FACTS:
            raise InputError("unknown fact", found=name, hint=nearest(name, FACTS))
        if name in MADE_CHEAPER and self._stated(name):
            cheaper = MADE_CHEAPER[name]
            if not self._stated(cheaper):
                self.touched.add("first_each_turn")
            if self.ruleset.option("first_each_turn") == "discounted":
                return self._stated(cheaper)
        return self._stated(name)

    def _stated(self, name: str) -> int:
        stated = self.state.facts.stated
        if name in stated:
            return stated[name]
        default = FACTS[name]
        self.assumed[name] = bool(default.default) if default.yes_no else default.default
        return default.default

    def might(self, one: Object) -> int:
        """Read an object's Might, noting where only the printed one is known: many texts change it."""
        if not one.might_given and one.might is not None:
            self.assumed[f"might of {one.id}"] = one.might
        return one.might or 0

    def of_opponent(self, side: int, name: str) -> int:
        """Read a number of an opponent's, noting its default if the caller did not state it."""
        opponent = self.state.opponents[side - 1]
        if name not in opponent.model_fields_set:
            self.assumed[f"opponents.{side - 1}.{name}"] = 0
        return int(getattr(opponent, name))

    def xp(self, side: int = 0) -> int:
        """Read a player's XP."""
        if side:
            return self.of_opponent(side, "xp")
        if "xp" not in self.state.model_fields_set:
            self.assumed["xp"] = 0
        return self.state.xp


def place_of(bearer: Object) -> str:
    """Give the location that ``here`` means: a battlefield's own id, or where the object is."""
    return bearer.id if bearer.zone == "battlefields" else bearer.at


def matches(one: Object, wanted: Filter, position: Position, bearer: Object | None = None) -> bool:  # noqa: C901, PLR0911, PLR0912 - one line a field
    """Tell whether an object is what a filter asks for, at the moment of reading."""
    if wanted.is_open():
        return True
    if wanted.type and not any(kind in one.type for kind in wanted.type):
        return False
    if wanted.tag and not any(tag in one.tags for tag in wanted.tag):
        return False
    if wanted.card and one.name not in wanted.card:
        return False
    if wanted.supertype and not any(kind in one.supertype for kind in wanted.supertype):
        return False
    if wanted.domain and not any(one.domains & BIT[domain] for domain in wanted.domain if domain in BIT):
        return False
    if wanted.keyword and not any(one.has(keyword) for keyword in wanted.keyword):
        return False
    if wanted.token is not None and one.token != wanted.token:
        return False
    if wanted.ready is not None and one.ready != wanted.ready:
        return False
    if wanted.buffed is not None and (one.buffs > 0) != wanted.buffed:
        return False
    if wanted.empowered is not None and (one.empowered > 0) != wanted.empowered:
        return False
    if wanted.empowered_times is not None and not wanted.empowered_times.holds(one.empowered):
        return False
    if wanted.mighty is not None and (position.might(one) >= MIGHTY) != wanted.mighty:
        return False
    if wanted.new is not None and one.new != wanted.new:
        return False
    if wanted.stunned is not None and one.stunned != wanted.stunned:
        return False
    if wanted.in_combat is not None and one.in_combat != wanted.in_combat:
        return False
    if wanted.attached is not None:
        attached = one.attached_to is not None or any(other.attached_to == one.id for other in position.objects)
        if attached != wanted.attached:
            return False
    if wanted.might is not None and not (one.might is not None and wanted.might.holds(position.might(one))):
        return False
    if wanted.energy is not None and not wanted.energy.holds(one.energy):
        return False
    if wanted.power is not None and not wanted.power.holds(one.pip_count):
        return False
    if wanted.other is not None and bearer is not None and (one.id != bearer.id) != wanted.other:
        return False
    if wanted.friendly is not None and (one.whose == 0) != wanted.friendly:
        return False
    if wanted.bears_me is not None:
        bears = bearer is not None and bearer.attached_to is not None and bearer.attached_to in {one.id, one.name}
        if bears != wanted.bears_me:
            return False
    if wanted.chosen is not None:
        chosen = any(target.id == one.id for target, _ in position.targets or ())
        if chosen != wanted.chosen:
            return False
    if wanted.covers_chosen is not None:
        covers = all(one.energy >= t.energy and one.pip_count >= t.pip_count for t, _ in position.targets or ())
        if covers != wanted.covers_chosen:
            return False
    return wanted.at is None or _at(one, wanted.at, position, bearer)


def _at(one: Object, wanted: str, position: Position, bearer: Object | None) -> bool:
    if wanted == "battlefield":
        return one.at != "base"
    if wanted == "here":
        return bearer is not None and one.at == place_of(bearer)
    if wanted == "destination":
        return position.play.to is not None and one.at == position.play.to
    return one.at == wanted


def chosen_guard(wanted: Filter, position: Position, bearer: Object | None) -> Guard:
    """Say under which elections some chosen target matches."""
    if not position.targets:
        return NEVER
    return either(*(guard for one, guard in position.targets if matches(one, wanted, position, bearer)))


def play_guard(wanted: PlayFilter, position: Position, bearer: Object | None, whose: int) -> Guard:
    """Say under which elections a clause with this scope reaches the play."""
    if wanted.whose != "any" and (wanted.whose == "own") != (whose == 0):
        return NEVER
    if position.play.kind not in wanted.kind:
        return NEVER
    if not fits_card(wanted, position) or not _fits_play(wanted, position, bearer):
        return NEVER
    guard = ALWAYS
    if wanted.chooses is not None:
        guard = both(guard, chosen_guard(wanted.chooses, position, bearer))
    if wanted.chooses_me is not None:
        me = either(*(g for one, g in position.targets or () if bearer is not None and one.id == bearer.id))
        guard = both(guard, me if wanted.chooses_me else opposite(me))
    return guard


def fits_card(wanted: PlayFilter, position: Position) -> bool:
    """Tell whether the card being played is what a scope asks for, by its printed cost (206)."""
    card = position.card
    return (
        not (wanted.type and not any(kind in card.type for kind in wanted.type))
        and not (wanted.tag and not any(tag in card.tags for tag in wanted.tag))
        and not (wanted.card and card.name not in wanted.card)
        and not (wanted.keyword and not any(plays_with(position, keyword) for keyword in wanted.keyword))
        and (wanted.token is None or card.token == wanted.token)
        and (wanted.energy is None or wanted.energy.holds(card.energy))
        and (wanted.power is None or wanted.power.holds(card.pip_count))
    )


def _fits_play(wanted: PlayFilter, position: Position, bearer: Object | None) -> bool:
    """Tell whether what is used, from where and to where, is what a scope asks for."""
    play = position.play
    if wanted.ability and play.ability not in wanted.ability:
        return False
    if wanted.of is not None and (position.source is None or not matches(position.source, wanted.of, position, bearer)):
        return False
    if play.origin in wanted.not_from or (wanted.origin and play.origin not in wanted.origin):
        return False
    if wanted.to_here is None:
        return True
    return wanted.to_here == (bearer is not None and play.to == place_of(bearer))


def plays_with(position: Position, keyword: str) -> bool:
    """Tell whether the card being played has a keyword now: one facedown or in Ambush has Reaction (811.6, 822)."""
    if keyword == "reaction" and (position.play.origin == "facedown" or position.play.ambush):
        return True
    if keyword in position.granted:
        return True
    card = position.card
    return any(one.keyword == keyword and conditions(one.when, position, card, 0) != NEVER for one in card.keywords)


def _showdown_here(position: Position, bearer: Object | None) -> bool:
    """Tell whether a showdown is going on where the bearer is; a place not stated is taken to be there (C3)."""
    if not position.fact("showdown") or bearer is None:
        return False
    where = position.state.showdown_at
    if where is None:
        position.assumed["showdown_at"] = place_of(bearer)
    elif where != place_of(bearer):
        return False
    if bearer.zone != "battlefields" or _place_of_card(position) == place_of(bearer):
        return True
    # The showdown is at this battlefield, and the card is played somewhere else (6.16).
    position.touched.add("showdown_here")
    return position.ruleset.option("showdown_here") == "showdown"


def _place_of_card(position: Position) -> str | None:
    """Give where the card being played is: where it is played to, or where it lies facedown."""
    play = position.play
    return position.card.at if play.to is None and play.origin == "facedown" else play.to


def chosen_cases(position: Position) -> Iterator[tuple[Guard, Position]]:
    """Give the position once for each way in which targets that depend on elections may be chosen."""
    open_guards = sorted({guard for _, guard in position.targets or () if guard != ALWAYS})
    for values in product((False, True), repeat=len(open_guards)):
        held = dict(zip(open_guards, values, strict=True))
        guard = both(*(one if held[one] else opposite(one) for one in open_guards)) if open_guards else ALWAYS
        chosen = tuple((one, ALWAYS) for one, when in position.targets or () if when == ALWAYS or held[when])
        if guard != NEVER:
            yield guard, replace(position, targets=None if position.targets is None else chosen)


def _in_zone(position: Position, zone: str, whose: str, side: int) -> Iterable[Object]:
    for one in position.objects:
        if one.zone == zone and (whose == "any" or (whose == "own") == (one.whose == side)):
            yield one


def amount(wanted: Amount, position: Position, bearer: Object | None = None, whose: int = 0) -> int:
    """Count what an amount asks for, before payment, as the bearer's controller sees it.

    Amounts of an election's number are not read here.
    """
    counted = _counted(wanted, position, bearer, whose if bearer is None else bearer.whose)
    result = wanted.times * (counted + wanted.plus)
    if wanted.least is not None:
        result = max(result, wanted.least)
    if wanted.most is not None:
        result = min(result, wanted.most)
    return max(result, 0)


def _counted(wanted: Amount, position: Position, bearer: Object | None, side: int) -> int:
    """Count what an amount asks for: a number of the state, what was chosen, or objects that match."""
    if wanted.count == "number":
        raise InputError("only a discount scales with an election's number", path="clauses", found=wanted.name)
    if wanted.count in {"chosen", "chosen_might"}:
        chosen = {one.id: one for one, _ in position.targets or () if matches(one, wanted.of, position, bearer)}
        return len(chosen) if wanted.count == "chosen" else sum(position.might(one) for one in chosen.values())
    if wanted.count == "battlefields":
        return _battlefields(wanted, position, bearer, side)
    number = _number_of(wanted, position, side)
    return _matching(wanted, position, bearer, side) if number is None else number


def _number_of(wanted: Amount, position: Position, side: int) -> int | None:
    """Give a number that the state holds, or nothing if objects are to be counted."""
    match wanted.count:
        case "fact":
            return position.fact(wanted.name or "")
        case "xp" | "runes" | "hand":
            return sum(_held(wanted, position, one) for one in _sides(wanted.whose, position, side))
        case "points_to_win":
            return max(0, position.fact("victory_score") - position.fact("points"))
        case "enemy_points_to_win":
            return max(0, position.fact("victory_score") - position.fact("enemy_points"))
        case _:
            return None


def _sides(whose: str, position: Position, side: int) -> Iterator[int]:
    """Give the players meant, as one of them sees them: 0 the payer, 1, 2, ... the opponents."""
    for one in range(len(position.state.opponents) + 1):
        if whose == "any" or (one == side) == (whose == "own"):
            yield one


def _held(wanted: Amount, position: Position, side: int) -> int:
    """Count a player's XP, runes or cards in hand."""
    if wanted.count == "xp":
        return position.xp(side)
    if side:
        return position.of_opponent(side, wanted.count)
    if wanted.count == "hand":
        return sum(1 for one in _in_zone(position, "hand", "own", 0) if one.id != position.card.id)
    runes = position.state.runes.items()
    domains = wanted.of.domain
    return sum(one.ready + one.exhausted for domain, one in runes if not domains or domain in domains)


def _matching(wanted: Amount, position: Position, bearer: Object | None, side: int) -> int:
    """Count matching objects of a zone, or what they bear; the card being played counts itself nowhere (354)."""
    found = [
        one
        for one in _in_zone(position, wanted.zone, wanted.whose, side)
        if one.id != position.card.id and matches(one, wanted.of, position, bearer)
    ]
    match wanted.count:
        case "highest_might":
            return max((position.might(one) for one in found), default=0)
        case "total_might":
            return sum(position.might(one) for one in found)
        case "tags":
            return len({tag for one in found for tag in one.tags if not wanted.of.tag or tag in wanted.of.tag})
        case "buffs":
            return sum(one.buffs for one in found)
        case _:
            return len(found)


def _battlefields(wanted: Amount, position: Position, bearer: Object | None, side: int) -> int:
    """Count the controller's battlefields that hold exactly so many matching units."""
    counted = 0
    for place in _in_zone(position, "battlefields", "own", side):
        units = [
            one
            for one in _in_zone(position, "board", wanted.whose, side)
            if one.at == place.id and "unit" in one.type and matches(one, wanted.of, position, bearer)
        ]
        counted += wanted.exactly is None or len(units) == wanted.exactly
    return counted


def condition(wanted: Condition, position: Position, bearer: Object | None, whose: int) -> Guard:
    """Read a condition into a guard."""
    parts: list[Guard] = []
    if wanted.showdown_here is not None:
        parts.append(ALWAYS if _showdown_here(position, bearer) == wanted.showdown_here else NEVER)
    if wanted.elected is not None:
        parts.append(elected_guard(wanted.elected))
    if wanted.itself is not None:
        if bearer is None:
            raise InputError("a condition on the bearer needs an object that bears the clause", found="itself")
        parts.append(ALWAYS if matches(bearer, wanted.itself, position, bearer) else NEVER)
    if wanted.played is not None:
        parts.append(play_guard(wanted.played, position, bearer, whose))
    if wanted.fact is not None:
        parts.append(ALWAYS if position.fact(wanted.fact) else NEVER)
    if wanted.amount is not None:
        value = amount(wanted.amount, position, bearer, whose)
        low = wanted.at_least is None or value >= wanted.at_least
        parts.append(ALWAYS if low and (wanted.at_most is None or value <= wanted.at_most) else NEVER)
    if wanted.negate is not None:
        parts.append(opposite(condition(wanted.negate, position, bearer, whose)))
    if wanted.any_of:
        parts.append(either(*(condition(one, position, bearer, whose) for one in wanted.any_of)))
    if wanted.all_of:
        parts.append(conditions(wanted.all_of, position, bearer, whose))
    return both(*parts)


def conditions(wanted: Iterable[Condition], position: Position, bearer: Object | None, whose: int) -> Guard:
    """Read conditions that must all hold; what stands after one that never does is not read."""
    parts: list[Guard] = []
    for one in wanted:
        guard = condition(one, position, bearer, whose)
        if guard == NEVER:
            return NEVER
        parts.append(guard)
    return both(*parts) if parts else ALWAYS


def clause_guard(clause: Clause, position: Position, bearer: Object | None, whose: int, *, self_card: bool) -> Guard:
    """Say under which elections a clause acts on this play.

    A clause without a scope acts when it stands on the played card, or came with the play; on any other object it
    does not reach plays.
    """
    at_home = ALWAYS if self_card else NEVER
    scope = at_home if clause.on is None else play_guard(clause.on, position, bearer, whose)
    if scope == NEVER:
        return NEVER
    return both(scope, conditions(clause.when, position, bearer, whose)) if clause.when else scope
