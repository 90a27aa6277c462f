"""Objects as the product sees them: printed facts, overrides and state put together (rules 129, 206)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from runepay.model import catalogue
from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.clauses import Ability, Add, AnyClause, Keyword, Watch
from runepay.model.cost import OWN, Action, Cost
from runepay.model.errors import InputError, nearest
from runepay.model.resources import ANY, BIT, Tally, tally
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Thing

MIGHTY: Final = 5
"""A unit with this much Might is Mighty."""

OWN_ZONES: Final = ("board", "hand", "trash", "champion", "facedown", "banished", "battlefields")


@dataclass(frozen=True, slots=True)
class Object:
    """One object in a zone, with everything a clause, a filter or a payment can ask of it.

    ``whose`` is 0 for the payer and 1, 2, ... for the opponents. ``pips`` is the printed tally with own-domain pips
    resolved; ``might`` is the current Might, buffs included.
    """

    id: str
    name: str
    zone: str
    whose: int
    type: tuple[str, ...]
    supertype: tuple[str, ...]
    domains: int
    tags: tuple[str, ...]
    energy: int
    pips: Tally
    might: int | None
    ready: bool
    at: str
    buffs: int
    empowered: int
    """How many times it is Empowered."""
    new: bool
    token: bool
    stunned: bool
    used: tuple[str, ...]
    in_combat: bool
    attached_to: str | None
    keywords: tuple[Keyword, ...]
    clauses: tuple[AnyClause, ...]
    adds: tuple[Add, ...]
    abilities: tuple[Ability, ...]
    watches: tuple[Watch, ...]
    value: int | None
    actions: tuple[Action, ...] = ()
    """The actions of its printed cost."""
    unnamed: bool = False
    """It is no card with a name; what it is called is its id."""
    might_given: bool = True
    """Its Might was stated, and is not only the printed one."""
    instead: str = ""
    """What happens in its place the next time it would die (357.2.a): ``recall`` or ``banish``."""
    group: int = 0
    """Equal numbers mean interchangeable objects: nothing but their ids differs (design, section 3)."""

    @property
    def pip_count(self) -> int:
        """Number of printed pips (206)."""
        return sum(n for _, n in self.pips)

    def survives(self, do: str) -> bool:
        """Tell whether an action leaves it on the board although that action pays for a cost (203.2)."""
        return do == "kill" and self.instead == "recall"

    def has(self, keyword: str) -> bool:
        """Tell whether a keyword is printed on it."""
        return any(one.keyword == keyword for one in self.keywords)


def own_pip(domains: int, ruleset: Ruleset) -> int:
    """Resolve an own-domain pip ``[C]`` (135.2.e.6.b-c; any domain for several in 1.3).

    Examples
    --------
    >>> own_pip(33, Ruleset.of("1.4")), own_pip(33, Ruleset.of("1.3")), own_pip(0, Ruleset.of())
    (33, 63, 63)
    """
    if not domains or (domains.bit_count() > 1 and ruleset.own_domain_pip == "any"):
        return ANY
    return domains


def resolve_pips(pips: Iterable[int], domains: int, ruleset: Ruleset) -> Tally:
    """Turn the pips of a card into a tally, own-domain pips resolved (contract C9)."""
    return tally([own_pip(domains, ruleset) if mask == OWN else mask for mask in pips])


def ability_pips(pips: Iterable[int], domains: int, ruleset: Ruleset, touched: set[str] | None = None) -> Tally:
    """Resolve the pips of a keyword or ability cost; on a card of several domains the reading is an option (6.2)."""
    listed = list(pips)
    if domains.bit_count() > 1 and any(mask in {OWN, ANY} for mask in listed):
        if touched is not None:
            touched.add("ability_pip")
        reading = ruleset.option("ability_pip")
        if reading != "table":
            kind = ANY if reading == "any" else OWN
            listed = [kind if mask in {OWN, ANY} else mask for mask in listed]
    return resolve_pips(listed, domains, ruleset)


def domain_mask(domains: Iterable[str]) -> int:
    """Give the mask of a card's domains."""
    mask = 0
    for domain in domains:
        mask |= BIT[domain]
    return mask


def proper(name: str, cards: Mapping[str, CardFields]) -> str:
    """Give a card's own name, however it was spelt; a name that is not known stays as it is."""
    return name if name in cards else catalogue.name_of(name) or name


def fields_of(name: str, cards: Mapping[str, CardFields]) -> CardFields | None:
    """Give a card's printed fields by name: the caller's own cards win over the catalogue."""
    return cards.get(name) or catalogue.find(name)


def definition(name: str | None, own: CardFields, cards: Mapping[str, CardFields], path: str) -> dict[str, Any]:
    """Put the printed card and the overriding fields together.

    Raises
    ------
    InputError
        The name is known neither to the file nor to the catalogue, and no cost of its own is given.
    """
    given = own.model_fields_set & CARD_FIELDS
    printed: CardFields | None = None
    if name is not None:
        printed = fields_of(name, cards)
        if printed is None and not given:
            close = nearest(name, [*cards, *catalogue.names()])
            hint = close or "give the card its own 'cost' and 'clauses', or define it under 'cards'"
            raise InputError("unknown card", path=path, found=name, hint=hint)
    fields = {key: getattr(printed, key) for key in CARD_FIELDS} if printed else {}
    for key in CARD_FIELDS:
        if key in given or key not in fields:
            fields[key] = getattr(own, key)
    return fields


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Write a name as an id: lower case, words joined by dashes (contract C5).

    Examples
    --------
    >>> slug("Brazen Buccaneer")
    'brazen-buccaneer'
    """
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "object"


def make_object(  # noqa: PLR0913 - the parts of one object
    thing: Thing,
    zone: str,
    whose: int,
    oid: str,
    *,
    cards: Mapping[str, CardFields],
    ruleset: Ruleset,
    path: str,
) -> Object:
    """Resolve one object of a state; the same thing in the same zone is resolved once, as all of it is frozen."""
    return _remembered(cards, ruleset).made(thing, zone, whose, oid, path).shown()


class _Made:
    """An object with what was worked out about it, which is the same in every state that has it."""

    __slots__ = ("_numbered", "_said", "key", "object", "thing", "zone")

    def __init__(self, made: Object, thing: Thing | None) -> None:
        self.object = made
        # The thing is held, so that no other can have its identity.
        self.thing = thing
        self.key = _key(made)
        self.zone = made.whose * (len(_ZONES) + 1) + _ZONES.get(made.zone, len(_ZONES))
        self._numbered: dict[int, Object] = {}
        self._said: tuple[str, ...] | None = None

    def shown(self) -> Object:
        """Give the object to somebody, with whatever number it has; from now on it is never changed."""
        self._numbered.setdefault(self.object.group, self.object)
        return self.object

    def numbered(self, group: int) -> Object:
        """Give the object as it is in a state where this is the number of its group.

        Other states may have it too, with another number, so that it is never changed once somebody has it.
        """
        known = self._numbered.get(group)
        if known is None:
            if self._numbered:
                known = replace(self.object, group=group)
            else:
                known = self.object
                object.__setattr__(known, "group", group)
            self._numbered[group] = known
        return known

    def said(self) -> tuple[str, ...]:
        """Write out everything that the object says."""
        if self._said is None:
            one = self.object
            self._said = repr(one.keywords), repr(one.clauses), repr(one.adds), repr(one.abilities)
        return self._said


class _Remembered:
    """Objects that were resolved with the same cards and the same reading of own-domain pips."""

    def __init__(self, cards: Mapping[str, CardFields], ruleset: Ruleset) -> None:
        # The cards are held, so that no others can have their identity.
        self.cards = cards
        self.ruleset = ruleset
        self._known: dict[tuple[int, str, int, str, str], _Made] = {}

    def made(self, thing: Thing, zone: str, whose: int, oid: str, path: str) -> _Made:
        """Give what was made of a thing before, or make it; the same thing in the same zone is the same object."""
        # Where it lies in the file matters only to what has neither a name nor an id.
        key = id(thing), zone, whose, oid, path if thing.card is None and thing.id is None else ""
        known = self._known.get(key)
        if known is None:
            made = _make_object(thing, zone, whose, oid, cards=self.cards, ruleset=self.ruleset, path=path)
            if len(self._known) >= MOST_MADE:
                self._known.clear()
            known = self._known[key] = _Made(made, thing)
        return known


def _remembered(cards: Mapping[str, CardFields], ruleset: Ruleset) -> _Remembered:
    key = id(cards), ruleset.own_domain_pip, catalogue.edition()
    known = _REMEMBERED.get(key)
    if known is None:
        if len(_REMEMBERED) >= MOST_CARDS:
            _REMEMBERED.clear()
        known = _REMEMBERED[key] = _Remembered(cards, ruleset)
    return known


MOST_MADE: Final = 4096
"""Objects that are remembered with the same cards."""

MOST_CARDS: Final = 64
"""Sets of cards of callers' own whose objects are remembered."""

_REMEMBERED: dict[tuple[int, str, int], _Remembered] = {}


def _make_object(  # noqa: PLR0913 - the parts of one object
    thing: Thing,
    zone: str,
    whose: int,
    oid: str,
    *,
    cards: Mapping[str, CardFields],
    ruleset: Ruleset,
    path: str,
) -> Object:
    parts = _printed(thing, cards, ruleset)
    if parts is None:
        parts = _Parts.of(definition(thing.card, thing, cards, path), ruleset)
    token = thing.token if thing.token is not None else parts.token
    return Object(
        id=oid,
        name=proper(thing.card, cards) if thing.card else thing.id or slug(path),
        zone=zone,
        whose=whose,
        type=parts.type,
        supertype=parts.supertype,
        domains=parts.domains,
        tags=parts.tags,
        energy=0 if token else parts.energy,
        pips=() if token else parts.pips,
        might=None if parts.might is None else parts.might + thing.buffs,
        ready=thing.ready,
        at=thing.at,
        buffs=thing.buffs,
        empowered=int(thing.empowered),
        new=thing.new,
        token=token,
        stunned=thing.stunned,
        used=thing.used,
        in_combat=thing.in_combat,
        attached_to=thing.attached_to,
        keywords=parts.keywords,
        clauses=parts.clauses,
        adds=parts.adds,
        abilities=parts.abilities,
        watches=parts.watches,
        value=parts.value,
        actions=parts.actions,
        instead=thing.instead or "",
        unnamed=thing.card is None,
        might_given="might" in thing.model_fields_set or thing.card is None or thing.card in cards,
    )


class _Parts(NamedTuple):
    """What the fields of a card make of an object, whatever its state."""

    type: tuple[str, ...]
    supertype: tuple[str, ...]
    domains: int
    tags: tuple[str, ...]
    energy: int
    pips: Tally
    might: int | None
    token: bool
    keywords: tuple[Keyword, ...]
    clauses: tuple[AnyClause, ...]
    adds: tuple[Add, ...]
    abilities: tuple[Ability, ...]
    watches: tuple[Watch, ...]
    value: int | None
    actions: tuple[Action, ...]

    @classmethod
    def of(cls, fields: Mapping[str, Any], ruleset: Ruleset) -> _Parts:
        """Resolve a card's fields."""
        cost: Cost | None = fields["cost"]
        mask = domain_mask(fields["domains"])
        return cls(
            fields["type"],
            fields["supertype"],
            mask,
            fields["tags"],
            0 if cost is None else cost.energy,
            () if cost is None else resolve_pips(cost.power, mask, ruleset),
            fields["might"],
            "token" in fields["type"] or "token" in fields["supertype"],
            fields["keywords"],
            fields["clauses"],
            fields["adds"],
            fields["abilities"],
            fields["watches"],
            fields["value"],
            () if cost is None else cost.actions,
        )


_resolved: dict[tuple[int, str], tuple[CardFields, _Parts]] = {}
"""Of cards of the catalogue: their fields and what they make of an object, by the fields' identity and the reading of
own-domain pips. The fields are kept with it, so that their identity stays theirs."""


def _printed(thing: Thing, cards: Mapping[str, CardFields], ruleset: Ruleset) -> _Parts | None:
    """Give the parts of an object that is just as the catalogue prints its card, or ``None`` for any other."""
    name = thing.card
    if name is None or name in cards or not thing.model_fields_set.isdisjoint(CARD_FIELDS):
        return None
    printed = catalogue.find(name)
    if printed is None:
        return None
    key = id(printed), ruleset.own_domain_pip
    known = _resolved.get(key)
    if known is None or known[0] is not printed:
        fields = {field: getattr(printed, field) for field in CARD_FIELDS}
        known = _resolved[key] = printed, _Parts.of(fields, ruleset)
    return known[1]


def _things(state: GameState) -> Iterator[tuple[Thing, str, int, str]]:
    for zone in OWN_ZONES:
        for place, thing in enumerate(getattr(state, zone)):
            yield thing, zone, 0, f"state.{zone}.{place}"
    if state.legend is not None:
        yield state.legend, "legend", 0, "state.legend"
    for number, opponent in enumerate(state.opponents, 1):
        for zone in ("board", "battlefields"):
            for place, thing in enumerate(getattr(opponent, zone)):
                yield thing, zone, number, f"opponents.{number - 1}.{zone}.{place}"
        if opponent.legend is not None:
            yield opponent.legend, "legend", number, f"opponents.{number - 1}.legend"


def _named(state: GameState) -> list[tuple[Thing, str, int, str, str]]:
    """Give every object of a state with its zone, owner, place in the file and id (contract C5)."""
    known: list[tuple[Thing, str, int, str, str]] | None = state.compiled.get("named")
    if known is None:
        known = state.compiled["named"] = list(_name(state))
    return known


def _name(state: GameState) -> Iterator[tuple[Thing, str, int, str, str]]:
    things = list(_things(state))
    ids = {thing.id for thing, *_ in things}
    if len(ids) == len(things) and None not in ids:
        for thing, zone, whose, path in things:
            yield thing, zone, whose, path, thing.id or ""
        return
    taken: dict[str, str] = {}
    for thing, _, _, path in things:
        if thing.id is not None:
            if thing.id in taken:
                msg = f"id {thing.id!r} is used twice, also at {taken[thing.id]}"
                raise InputError(msg, path=f"{path}.id", found=thing.id)
            taken[thing.id] = path
    tried: dict[str, int] = {}
    for thing, zone, whose, path in things:
        oid = thing.id
        if oid is None:
            stem = slug(proper(thing.card, state.cards) if thing.card else "object")
            number = tried.get(stem, 0) + 1
            oid = stem if number == 1 else f"{stem}-{number}"
            while oid in taken:
                number += 1
                oid = f"{stem}-{number}"
            taken[oid], tried[stem] = path, number
        yield thing, zone, whose, path, oid


def things_of(state: GameState) -> Iterator[tuple[Thing, str, int]]:
    """Give what the state says of each object, with the object's id and whose it is."""
    for thing, _, whose, _, oid in _named(state):
        yield thing, oid, whose


def compile_objects(state: GameState, ruleset: Ruleset) -> tuple[Object, ...]:
    """Resolve every object of a state; objects without an id get ``card-name``, ``card-name-2`` (contract C5).

    The result is remembered on the state, which is frozen.
    """
    key = f"objects {ruleset.own_domain_pip}"
    known: tuple[Object, ...] | None = state.compiled.get(key)
    if known is not None:
        return known
    made = _remembered(state.cards, ruleset).made
    objects = [made(thing, zone, whose, oid, path) for thing, zone, whose, path, oid in _named(state)]
    result = _canonical(_doubled(_worn(objects), state))
    state.compiled[key] = result
    return result


def share_objects(state: GameState, other: GameState) -> None:
    """Let another state that has the same things in the same places have what was made of them.

    Nothing else that was worked out for the state goes with it: that may read what differs.
    """
    other.compiled.update(
        (name, made) for name, made in state.compiled.items() if name == "named" or name.startswith("objects ")
    )


def _worn(objects: list[_Made]) -> list[_Made]:
    """Let what is attached say so by the id of its bearer, where a name was written; of several alike it is the first.

    One's own come before an opponent's of the same name.
    """
    if all(one.object.attached_to is None for one in objects):
        return objects
    ids = {one.object.id for one in objects}
    result: list[_Made] = []
    for one in objects:
        word = one.object.attached_to
        if word is not None and word not in ids:
            bearing = [other for other in objects if other.object.name == word and other.object.zone == "board"]
            bearing = [other for other in bearing if other.object.whose == one.object.whose] or bearing
            if bearing and all(other.key == bearing[0].key for other in bearing):
                first = min(other.object.id for other in bearing)
                result.append(_Made(replace(one.object, attached_to=first), None))
                continue
        result.append(one)
    return result


def _doubled(objects: list[_Made], state: GameState) -> list[_Made]:
    """Give units that bear a gear which doubles them their text once more: every copy works by itself.

    An exhaust ability stays one that exhausts its unit, so a second copy of it cannot be used as well (414.4).
    """
    if all(one.object.attached_to is None for one in objects):
        return objects
    bearers = {
        one.object.attached_to
        for one, (thing, *_) in zip(objects, _named(state), strict=True)
        if one.object.attached_to is not None and one.object.zone == "board" and _doubles(thing, state)
    }
    if not bearers:
        return objects
    return [
        _Made(_twice(one.object), None)
        if one.object.zone == "board" and "unit" in one.object.type and bearers & {one.object.id, one.object.name}
        else one
        for one in objects
    ]


def _twice(one: Object) -> Object:
    return replace(
        one, keywords=one.keywords * 2, clauses=one.clauses * 2, adds=one.adds * 2, watches=one.watches * 2
    )


def _doubles(thing: Thing, state: GameState) -> bool:
    if "doubles" in thing.model_fields_set or thing.card is None:
        return thing.doubles
    printed = fields_of(thing.card, state.cards)
    return printed is not None and printed.doubles


GROUP_BITS: Final = 20
"""Bits that hold a group's place in its zone."""

_ORDERED: Final = ("board", "legend", "battlefields", "hand", "champion", "facedown", "trash", "banished")
_ZONES: Final = {zone: place for place, zone in enumerate(_ORDERED)}


def _key(one: Object) -> tuple[object, ...]:
    """Give what objects are sorted by, apart from what they say and what is attached to them."""
    return (
        one.whose,
        _ZONES.get(one.zone, len(_ZONES)),
        "" if one.unnamed else one.name,
        one.type,
        one.supertype,
        one.domains,
        one.tags,
        one.energy,
        one.pips,
        -1 if one.might is None else one.might,
        one.ready,
        one.at,
        one.buffs,
        one.empowered,
        one.new,
        one.token,
        one.stunned,
        one.used,
        one.in_combat,
        one.attached_to or "",
        -1 if one.value is None else one.value,
        one.instead,
    )


def _canonical(objects: list[_Made]) -> tuple[Object, ...]:
    """Sort objects so that neither file order nor ids matter, and number the interchangeable ones."""
    bearing: dict[str, list[str]] = {}
    for made in objects:
        if made.object.attached_to is not None:
            bearing.setdefault(made.object.attached_to, []).append(made.object.name)
    for names in bearing.values():
        names.sort()
    nothing: list[str] = []
    keyed = sorted(
        [(made.key, bearing.get(made.object.id, nothing), made.object.id, made) for made in objects],
        key=itemgetter(0, 1, 2),
    )
    result: list[Object] = []
    group = zone = -1
    for _, alike in groupby(keyed, key=itemgetter(0, 1)):
        several = [made for *_, made in alike]
        if several[0].zone != zone:
            # Every zone counts from a number of its own, so that what changes elsewhere changes none of its numbers.
            zone = several[0].zone
            group = zone << GROUP_BITS
        last = None
        # What cards say is long to write out, and seldom all that differs: copies of a card say it in the same words.
        apart = len(several) > 1 and not all(_alike(made.object, several[0].object) for made in several)
        if apart:
            several.sort(key=lambda made: (made.said(), made.object.id))
        for made in several:
            this = made.said() if apart else ()
            if this != last:
                group, last = group + 1, this
            result.append(made.numbered(group))
    return tuple(result)


def _alike(one: Object, other: Object) -> bool:
    """Tell at a glance that two objects say the same."""
    return (
        one.keywords is other.keywords
        and one.clauses is other.clauses
        and one.adds is other.adds
        and one.abilities is other.abilities
    )
