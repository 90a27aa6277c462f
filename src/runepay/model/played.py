"""What is being paid for: the card in its zone, the ability of its source, the chosen targets (354, 355, 402)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from runepay.model.card import CardFields
from runepay.model.clauses import Ability, Base, Condition, Discount, Keyword
from runepay.model.cost import Cost
from runepay.model.errors import InputError, nearest, nearest_or_known
from runepay.model.filters import Filter
from runepay.model.guards import ALWAYS, Guard, elected
from runepay.model.objects import (
    Object,
    ability_pips,
    definition,
    domain_mask,
    fields_of,
    make_object,
    resolve_pips,
    slug,
)
from runepay.model.resources import ANY
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play, Thing


def the_card(  # noqa: PLR0913 - what a play can name
    state: GameState,
    play: Play,
    objects: tuple[Object, ...],
    *,
    source: Object | None,
    ability: Ability | None,
    ruleset: Ruleset,
    touched: set[str],
) -> tuple[Object, tuple[Object, ...]]:
    """Find the played card in its zone, or take it to be there in addition (contract C2).

    Returns
    -------
    tuple
        What is paid for as an object, and the objects without it: on the chain it is in no zone, so it pays for
        nothing and counts nowhere (354).
    """
    if play.kind not in {"card", "hide"}:
        return _not_a_card(play, source, ability, ruleset, touched), objects
    if play.card:
        for place, one in enumerate(objects):
            if one.whose == 0 and one.zone == play.origin and play.card in (one.id, one.name):
                return _overridden(one, play, ruleset), objects[:place] + objects[place + 1 :]
    fields = definition(play.card, play, state.cards, "play.card")
    mask = domain_mask(fields["domains"])
    cost: Cost = fields["cost"] or Cost()
    card = Object(
        id="",
        name=play.card or "the card",
        zone=play.origin,
        whose=0,
        type=fields["type"],
        supertype=fields["supertype"],
        domains=mask,
        tags=fields["tags"],
        energy=cost.energy,
        pips=resolve_pips(cost.power, mask, ruleset),
        might=fields["might"],
        ready=True,
        at="",
        buffs=0,
        empowered=0,
        new=True,
        token=play.token,
        stunned=False,
        used=(),
        in_combat=False,
        attached_to=None,
        keywords=fields["keywords"],
        clauses=fields["clauses"],
        adds=(),
        abilities=(),
        watches=(),
        value=None,
        actions=cost.actions,
    )
    return card, objects


def _not_a_card(
    play: Play, source: Object | None, ability: Ability | None, ruleset: Ruleset, touched: set[str]
) -> Object:
    mask = domain_mask(play.domains) or (source.domains if source else 0)
    cost = play.cost or (ability.cost if ability else None) or Cost()
    return Object(
        id="",
        name=play.card or (source.name if source else play.kind),
        zone="",
        whose=0,
        type=play.type or (source.type if source else ()),
        supertype=(),
        domains=mask,
        tags=play.tags,
        energy=cost.energy,
        pips=ability_pips(cost.power, mask, ruleset, touched),
        might=None,
        ready=True,
        at="",
        buffs=0,
        empowered=0,
        new=False,
        token=False,
        stunned=False,
        used=(),
        in_combat=False,
        attached_to=None,
        keywords=play.keywords,
        clauses=(*play.clauses, *(ability.clauses if ability else ())),
        adds=(),
        abilities=(),
        watches=(),
        value=None,
        actions=cost.actions,
    )


def _overridden(one: Object, play: Play, ruleset: Ruleset) -> Object:
    given = play.model_fields_set
    mask = domain_mask(play.domains) if "domains" in given else one.domains
    changes: dict[str, object] = {"domains": mask}
    if play.cost is not None:
        changes |= {
            "energy": play.cost.energy,
            "pips": resolve_pips(play.cost.power, mask, ruleset),
            "actions": play.cost.actions,
        }
    for name in ("type", "supertype", "tags", "might", "keywords", "clauses"):
        if name in given:
            changes[name] = getattr(play, name)
    # Often the play says of its card what the card says itself.
    changes = {name: value for name, value in changes.items() if value != getattr(one, name)}
    return replace(one, **changes) if changes else one  # type: ignore[arg-type]  # each is a field of it


WEAPONMASTER: Final = "weaponmaster"
"""What ``play.ability`` says of the trigger of Weaponmaster, which asks for the Equip cost of what it chooses (821)."""


def payable(card: CardFields) -> dict[str, str]:
    """Give the abilities of a card that ask for a payment: what kind of play each is, by the ability's id.

    Examples
    --------
    >>> from runepay.model import catalogue
    >>> payable(catalogue.find("Blood Rose")), payable(catalogue.find("Charm"))
    ({'gain': 'trigger', 'ready': 'ability'}, {})
    """
    kinds: dict[str, str] = {one.id: one.kind for one in card.abilities}
    words = {one.keyword for one in card.keywords}
    for word, kind in (("equip", "ability"), ("empower", "ability"), (WEAPONMASTER, "trigger")):
        if word in words:
            kinds.setdefault(word, kind)
    return kinds


def ability_of(play: Play, source: Object | None, objects: tuple[Object, ...]) -> Ability | None:
    """Find the ability that is paid for: one of the source's own, or what a keyword of it gives (818, 827).

    Raises
    ------
    InputError
        The source has no such ability; the message lists those it has.
    """
    if play.ability is None or play.ability == WEAPONMASTER:
        return None
    if source is None:
        raise InputError("an ability needs the object whose it is", path="play.source", found=play.ability)
    known = {one.id: one for one in source.abilities}
    for word in ("equip", "empower"):
        if (made := _from_keyword(source, word)) is not None:
            known.setdefault(word, made)
    if any(add.copies for add in source.adds):
        # A copied ability keeps every cost; what it exhausts is the copying object (9.2.11).
        for one in objects:
            if one.whose == 0 and one.zone in {"board", "legend"} and one.id != source.id:
                for ability in one.abilities:
                    if any(action.do == "exhaust" and action.itself for action in ability.cost.actions):
                        known.setdefault(ability.id, ability)
    if play.ability not in known:
        hint = nearest_or_known(play.ability, known)
        raise InputError(f"{source.name} has no such ability", path="play.ability", found=play.ability, hint=hint)
    return known[play.ability]


def _from_keyword(source: Object, word: str) -> Ability | None:
    """Make the ability of Equip or Empower; a second printed cost is another way to pay for it (827.1.c.2)."""
    costs = [one.asked for one in source.keywords if one.keyword == word]
    if not costs:
        return None
    others = tuple(Base(id=f"{word}-{number}", set=cost, optional=True) for number, cost in enumerate(costs[1:], 2))
    when = (Condition(itself=Filter(empowered=False)),) if word == "empower" else ()
    return Ability(id=word, cost=costs[0], clauses=others, when=when)


def weaponmaster(
    play: Play, objects: tuple[Object, ...], source: Object | None, ruleset: Ruleset, touched: set[str]
) -> tuple[Play, Object]:
    """Turn a Weaponmaster trigger into the payment it asks for: the chosen gear's Equip, one pip cheaper (821.1.c).

    It is priced as if Equip were activated on the unit, so the gear is the source and the unit is what it chooses.
    """
    if source is None or not play.targets:
        raise InputError("Weaponmaster names its unit as 'source' and the gear as its one target", path="play")
    ((gear, _),) = targets_of(play, objects) or ((source, ALWAYS),)
    if (equip := _from_keyword(gear, "equip")) is None:
        raise InputError(
            f"{gear.name} has no Equip cost, so nothing is attached (821.1.c.5)", path="play.targets.0", found=gear.id
        )
    own = next((one for one in gear.abilities if one.id == "equip"), equip)
    less = Discount(id="weaponmaster", any=1)
    asked = (play.cost or own.cost).power
    if asked and ANY not in asked:
        touched.add("weaponmaster")
    if ruleset.option("weaponmaster") == "literal":
        # Read to the letter, only a pip of any domain is taken off (821.1.c.3).
        less = Discount(id="weaponmaster", power=(ANY,))
    made = play.model_copy(
        update={
            "kind": "trigger",
            "source": gear.id,
            "targets": None,
            "cost": play.cost or own.cost,
            "ability": "weaponmaster",
            "clauses": (*own.clauses, less, *play.clauses),
        }
    )
    return made, gear


def wields(unit: Object, granted: frozenset[str]) -> None:
    """Make sure that a unit has Weaponmaster: its own, or one that something on the board gives it (821).

    Raises
    ------
    InputError
        It has none.
    """
    if "weaponmaster" not in granted and not unit.has("weaponmaster"):
        msg = f"{unit.name} has no Weaponmaster (821); where an effect gave it to it, write it among its 'keywords'"
        raise InputError(msg, path="play.source", found=unit.id)


def source_of(state: GameState, play: Play, objects: tuple[Object, ...], ruleset: Ruleset) -> Object | None:
    """Find the object whose ability, trigger or effect is paid for.

    Raises
    ------
    InputError
        An ability's source does not exist, or several objects bear the name.
    """
    if play.source is None:
        return None
    found = [one for one in objects if play.source in (one.id, one.name)]
    exact = [one for one in found if one.id == play.source]
    if exact:
        return exact[0]
    # One's own come before an opponent's of the same name; of several that nothing tells apart it may be any.
    found = [one for one in found if not one.whose] or found
    if len({one.group for one in found}) == 1:
        found = [min(found, key=lambda one: one.id)]
    if len(found) > 1:
        ids = ", ".join(sorted(one.id for one in found))
        raise InputError(f"several objects bear that name: {ids}", path="play.source", found=play.source)
    if not found and fields_of(play.source, state.cards) is not None and play.kind != "ability":
        # A spell whose instructions ask for a payment is on the chain; a unit that just died is nowhere.
        thing = Thing(card=play.source)
        return make_object(thing, "chain", 0, slug(play.source), cards=state.cards, ruleset=ruleset, path="play.source")
    if not found and (play.kind == "ability" or play.ability):
        hint = nearest(play.source, [one.id for one in objects])
        raise InputError("no such object", path="play.source", found=play.source, hint=hint)
    return found[0] if found else None


def targets_of(play: Play, objects: tuple[Object, ...]) -> tuple[tuple[Object, Guard], ...] | None:
    """Find the chosen objects, each with the guard under which it is chosen (contract C4).

    Raises
    ------
    InputError
        A target does not exist, or several objects bear the name.
    """
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


def protected(
    objects: tuple[Object, ...], play: Play, targets: tuple[tuple[Object, Guard], ...] | None
) -> Iterator[tuple[int, Guard]]:
    """Give the objects that the payment may not remove: targets that the play needs (357.3, 358.2).

    The unit of a Weaponmaster trigger is chosen without being among the play's own targets.
    """
    place = {one.id: index for index, one in enumerate(objects)}
    needed = [target.needed for target in play.targets or ()]
    for number, (one, guard) in enumerate(targets or ()):
        if one.whose == 0 and (number >= len(needed) or needed[number]):
            yield place[one.id], guard


def base_cost(play: Play, card: Object, ruleset: Ruleset) -> Cost | None:
    """Give the cost of hiding (811.1.b), or ``None`` where the card or ability has its own (204.1)."""
    del ruleset
    if play.kind != "hide":
        return None
    hidden = Keyword(keyword="hidden")
    return play.cost or next((one for one in card.keywords if one.keyword == "hidden" and one.cost), hidden).asked
