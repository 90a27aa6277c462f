"""What is paid for: the card on the chain or the ability of its source, and what it chooses (354, 355, 402)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from runepay.model.clauses import Ability, AnyClause, Base, Condition, Discount
from runepay.model.cost import Action, Cost
from runepay.model.errors import InputError, nearest
from runepay.model.filters import Filter
from runepay.model.objects import Object, definition, domain_mask, fields_of, make_object, resolve_pips, slug
from runepay.model.resources import ANY, Tally
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play, Thing
from runepay.referee.readings import keyword_pips
from runepay.referee.table import Layout, Speech

WEAPONMASTER: Final = "weaponmaster"


@dataclass(frozen=True, slots=True)
class Aim:
    """One choice of a target, the election it hangs on, and whether the play needs it (358.2)."""

    object: Object
    only_if: str | None
    needed: bool


@dataclass(frozen=True, slots=True)
class Played:
    """What is paid for.

    Attributes
    ----------
    play
        As the caller states it.
    kind
        A card, an ability and so on; a named ability knows its own kind.
    card
        The card, or the ability seen as one: its types and domains, and the cost that texts read (206).
    energy, pips, actions
        The cost before anything modifies it (204.1).
    clauses
        The play's own clauses.
    source
        The object whose ability, trigger or effect it is.
    ability
        The ability that is used, if it is a named one.
    aims
        Targets; ``None`` when they are unknown (contract C4).
    self_id
        Id of the object that is the card on the chain, or ``None``: it is in no zone and pays for nothing (354).
    copies
        Ids of all objects of the zone that could be that card; they are cards of one name.
    """

    play: Play
    kind: str
    card: Object
    energy: int
    pips: Tally
    actions: tuple[Action, ...]
    clauses: tuple[AnyClause, ...]
    source: Object | None = None
    ability: Ability | None = None
    aims: tuple[Aim, ...] | None = None
    self_id: str | None = None
    copies: frozenset[str] = frozenset()
    ruleset: Ruleset = field(default_factory=Ruleset)
    """The readings under which the play is refereed."""

    @property
    def bearer(self) -> Object:
        """Whose text the play's own clauses and actions are."""
        return self.source or self.card


_NOTHING: Final = make_object(Thing(id="nothing", at="", new=True), "", 0, "", cards={}, ruleset=Ruleset(), path="")
"""An object without any properties, from which cards that no zone lists and abilities are made."""


def subject(state: GameState, play: Play, layout: Layout, ruleset: Ruleset) -> Played:
    """Work out what is paid for; the last play of a state is remembered, for callers who referee many payments of it.

    Raises
    ------
    InputError
        A card, a source, an ability or a target does not exist.
    """
    known = layout.last
    if known is not None and known[0] is play and known[1] == ruleset and isinstance(known[2], Played):
        return known[2]
    made = replace(_subject(state, play, layout, ruleset), ruleset=ruleset)
    # A play reads otherwise under another reading of the rules (6.2, 6.10), so the ruleset is remembered with it.
    layout.last = (play, ruleset, made)
    return made


def _subject(state: GameState, play: Play, layout: Layout, ruleset: Ruleset) -> Played:
    source = _source(play, layout, ruleset)
    if play.ability == WEAPONMASTER:
        return _weaponmaster(play, layout, source, ruleset)
    if play.ability is None and play.kind in {"card", "hide"}:
        return _card(state, play, layout, source, ruleset)
    ability = _ability(play, source, layout) if play.ability is not None else None
    cost = play.cost or (ability.cost if ability is not None else Cost())
    card = _as_card(play, source, cost, ruleset)
    return Played(
        play,
        ability.kind if ability is not None else play.kind,
        card,
        card.energy,
        card.pips,
        cost.actions,
        (*play.clauses, *(ability.clauses if ability is not None else ())),
        source,
        ability,
        _aims(play, layout, None),
    )


# ------------------------------------------------------------- cards


def _card(state: GameState, play: Play, layout: Layout, source: Object | None, ruleset: Ruleset) -> Played:
    copies = [
        one
        for one in layout.objects
        if one.whose == 0 and one.zone == play.origin and play.card is not None and play.card in (one.id, one.name)
    ]
    card = _overlaid(copies[0], play, ruleset) if copies else _unlisted(state, play, ruleset)
    energy, pips, actions = card.energy, card.pips, card.actions
    if play.kind == "hide":
        hidden = next((one.cost for one in card.keywords if one.keyword == "hidden" and one.cost), None)
        cost = play.cost or hidden or Cost(power=(ANY,))
        energy, pips, actions = cost.energy, resolve_pips(cost.power, 0, ruleset), cost.actions
    self_id = copies[0].id if copies else None
    return Played(
        play,
        play.kind,
        card,
        energy,
        pips,
        actions,
        card.clauses,
        source,
        None,
        _aims(play, layout, self_id),
        self_id,
        frozenset(one.id for one in copies),
    )


def _unlisted(state: GameState, play: Play, ruleset: Ruleset) -> Object:
    """Make a card that no zone lists: it is there in addition (contract C2)."""
    fields = definition(play.card, play, state.cards, "play.card")
    mask = domain_mask(fields["domains"])
    cost: Cost = fields["cost"] or Cost()
    return replace(
        _NOTHING,
        name=play.card or "the card",
        zone=play.origin,
        type=fields["type"],
        supertype=fields["supertype"],
        domains=mask,
        tags=fields["tags"],
        energy=cost.energy,
        pips=resolve_pips(cost.power, mask, ruleset),
        actions=cost.actions,
        might=fields["might"],
        token=play.token,
        keywords=fields["keywords"],
        clauses=fields["clauses"],
    )


_OVERLAID: Final = ("type", "supertype", "tags", "might", "keywords", "clauses")


def _overlaid(one: Object, play: Play, ruleset: Ruleset) -> Object:
    """Lay the play's own fields over those of the card in its zone."""
    given = play.model_fields_set
    changes: dict[str, Any] = {name: getattr(play, name) for name in _OVERLAID if name in given}
    mask = one.domains
    if "domains" in given:
        changes["domains"] = mask = domain_mask(play.domains)
    if play.cost is not None:
        changes["energy"], changes["actions"] = play.cost.energy, play.cost.actions
        changes["pips"] = resolve_pips(play.cost.power, mask, ruleset)
    return replace(one, **changes) if changes else one


# ------------------------------------------------------------- abilities


def _as_card(play: Play, source: Object | None, cost: Cost, ruleset: Ruleset) -> Object:
    """See an ability as a card: its source's types and domains, its own cost."""
    mask = domain_mask(play.domains) or (source.domains if source is not None else 0)
    return replace(
        _NOTHING,
        name=play.card or (source.name if source is not None else play.kind),
        type=play.type or (source.type if source is not None else ()),
        domains=mask,
        tags=play.tags,
        new=False,
        energy=cost.energy,
        pips=keyword_pips(cost.power, mask, ruleset),
        actions=cost.actions,
        keywords=play.keywords,
    )


def _source(play: Play, layout: Layout, ruleset: Ruleset) -> Object | None:
    if play.source is None:
        return None
    if (exact := layout.by_id.get(play.source)) is not None:
        return exact
    named = [one for one in layout.objects if one.name == play.source]
    named = [one for one in named if not one.whose] or named
    alike = [replace(one, id="", group=0) for one in named]
    if named and all(one == alike[0] for one in alike):
        # Nothing tells them apart but what they are called.
        named = sorted(named, key=lambda one: one.id)[:1]
    if len(named) > 1:
        ids = ", ".join(sorted(one.id for one in named))
        raise InputError(f"several objects bear that name: {ids}", path="play.source", found=play.source)
    if not named and (play.kind == "ability" or (play.ability is not None and not _known(play, layout))):
        raise InputError(
            "no such object", path="play.source", found=play.source, hint=nearest(play.source, layout.by_id)
        )
    if not named and _known(play, layout):
        # A spell whose instructions ask for a payment is on the chain, and a unit that just died is nowhere.
        thing, cards = Thing(card=play.source), layout.state.cards
        return make_object(thing, "chain", 0, slug(play.source), cards=cards, ruleset=ruleset, path="play.source")
    return named[0] if named else None


def _known(play: Play, layout: Layout) -> bool:
    return play.source is not None and fields_of(play.source, layout.state.cards) is not None


def _ability(play: Play, source: Object | None, layout: Layout) -> Ability:
    word = play.ability or ""
    if source is None:
        raise InputError("an ability needs the object whose it is", path="play.source", found=word)
    own = next((one for one in source.abilities if one.id == word), None)
    found = own or keyword_ability(source, word) or _copied(source, word, layout)
    if found is None:
        known = [*(one.id for one in source.abilities), "equip", "empower"]
        raise InputError(
            f"{source.name} has no such ability", path="play.ability", found=word, hint=nearest(word, known)
        )
    return found


def _copied(source: Object, word: str, layout: Layout) -> Ability | None:
    """Find an exhaust ability that the source copies from another object; every cost is kept."""
    if not any(add.copies for add in source.adds):
        return None
    for one in layout.objects:
        if one.whose or one.id == source.id or one.zone not in {"board", "legend"}:
            continue
        for ability in one.abilities:
            if ability.id == word and any(act.do == "exhaust" and act.itself for act in ability.cost.actions):
                return ability
    return None


def keyword_ability(source: Object, word: str) -> Ability | None:
    """Make the ability that Equip (818) or Empower (827) gives; further costs are alternatives to the first."""
    words = {"equip", "empower"} & {word}
    printed = [one.cost or Cost() for one in source.keywords if one.keyword in words]
    if not printed:
        return None
    ways = tuple(Base(id=f"{word}-{n}", set=cost, optional=True) for n, cost in enumerate(printed[1:], 2))
    # What is Empowered already is not Empowered again (441.1.b).
    once = (Condition(itself=Filter(empowered=False)),) if word == "empower" else ()
    return Ability(id=word, cost=printed[0], clauses=ways, when=once)


def _weaponmaster(play: Play, layout: Layout, unit: Object | None, ruleset: Ruleset) -> Played:
    """Price the trigger as Equip activated on the unit, one pip of any kind cheaper (821.1.c)."""
    aims = _aims(play, layout, None)
    if unit is None or not aims:
        raise InputError("Weaponmaster names its unit as 'source' and the gear as its one target", path="play")
    gear = aims[0].object
    keyword = keyword_ability(gear, "equip")
    if keyword is None:
        raise InputError(f"{gear.name} has no Equip cost (821.1.c.5)", path="play.targets.0", found=gear.id)
    equip = next((one for one in gear.abilities if one.id == "equip"), keyword)
    cost = play.cost or equip.cost
    card = _as_card(play, gear, cost, ruleset)
    # Read to the letter, only a pip of any domain comes off (6.10).
    literal = ruleset.option("weaponmaster") == "literal"
    cheaper = Discount(id=WEAPONMASTER, power=(ANY,)) if literal else Discount(id=WEAPONMASTER, any=1)
    return Played(
        play,
        "trigger",
        card,
        card.energy,
        card.pips,
        cost.actions,
        (*equip.clauses, cheaper, *play.clauses),
        gear,
        None,
        (Aim(unit, None, needed=True),),
    )


def _aims(play: Play, layout: Layout, self_id: str | None) -> tuple[Aim, ...] | None:
    if play.targets is None:
        return None
    aims: list[Aim] = []
    for place, target in enumerate(play.targets):
        one = layout.by_id.get(target.object)
        if one is None or one.id == self_id:
            named = [other for other in layout.objects if other.name == target.object and other.id != self_id]
            path = f"play.targets.{place}"
            if len(named) > 1:
                ids = ", ".join(other.id for other in named)
                raise InputError(f"several objects bear that name: {ids}", path=path, found=target.object)
            if not named:
                raise InputError(
                    "no such target", path=path, found=target.object, hint=nearest(target.object, layout.by_id)
                )
            one = named[0]
        aims.append(Aim(one, target.only_if, target.needed))
    return tuple(aims)


def spoken(played: Played, layout: Layout) -> Iterator[Speech]:
    """Give every clause that may speak of the play: its own, what it came with, what lasts, what lies on the table."""
    play, name = played.play, played.card.name
    for clause in played.clauses:
        # What a card says about other plays does not reach its own: it is on the chain, not on the board. And hiding
        # is not playing, so only what speaks of hiding acts then (811.1.c.1).
        if (clause.on is None) == (played.kind != "hide"):
            yield Speech(clause, played.bearer, name, 0, own=True)
    if play.by is not None:
        fields = fields_of(play.by, layout.state.cards)
        if fields is not None and fields.brings is not None:
            for clause in fields.brings.clauses:
                yield Speech(clause, None, play.by, 0, own=True)
    for clause in play.effects:
        yield Speech(clause, None, name, 0, own=True)
    for speech in layout.speeches:
        if speech.holder is None or speech.holder.id != played.self_id:
            yield speech
