"""Freezes a state and a play into a question (steps 1 and 2 of the play process, 354-355).

Here, and only here, clauses meet the state: scopes and conditions are read, amounts are counted, own-domain pips are
resolved, objects that may pay an action are listed. What is left depends on elections alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from runepay.model import catalogue
from runepay.model.buffs import hangs_on_order
from runepay.model.collect import collect
from runepay.model.elections import check_election, elections
from runepay.model.errors import InputError, nearest_or_known
from runepay.model.guards import ALWAYS, NEVER
from runepay.model.legality import faults
from runepay.model.lines import Liner, raw_line
from runepay.model.objects import compile_objects, resolve_pips
from runepay.model.places import BASE, known_places
from runepay.model.played import ability_of, base_cost, protected, source_of, targets_of, the_card, weaponmaster, wields
from runepay.model.question import Question
from runepay.model.reading import Position
from runepay.model.reductions import discounts, touches
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.model.supply import supply


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
    source = source_of(state, play, objects, ruleset)
    unit = chosen = None
    touched: set[str] = set()
    if play.ability == "weaponmaster":
        unit = source
        play, source = weaponmaster(play, objects, source, ruleset, touched)
        chosen = ((unit, ALWAYS),) if unit is not None else None
    ability = ability_of(play, source, objects)
    if ability is not None and play.kind != ability.kind:
        play = play.model_copy(update={"kind": ability.kind})
    card, objects = the_card(state, play, objects, source=source, ability=ability, ruleset=ruleset, touched=touched)
    targets = chosen if chosen is not None else targets_of(play, objects)
    position = Position(state, play, card, objects, targets, touched=touched, source=source, ruleset=ruleset)
    bearer = source or card
    found = collect(state, play, position, bearer, ruleset)
    if unit is not None:
        wields(unit, position.granted)
    kept = tuple(protected(objects, play, targets))
    liner = Liner(position, bearer, objects, {index for index, guard in kept if guard == ALWAYS})
    hiding = base_cost(play, card, ruleset)
    # Most parts of a cost ask for no action.
    components = tuple(
        replace(one, lines=liner.complete(one.lines, one.id, one.bearer)) if one.lines else one
        for one in found.components
    )
    alternates = tuple(
        replace(one, lines=liner.complete(one.lines, "base", one.bearer)) if one.lines else one
        for one in found.alternates
    )
    lets = play.by is not None or bool(play.effects) or play.origin in found.permits
    actions = hiding.actions if hiding is not None else card.actions
    ambush = None
    if play.ambush:
        ambush = tuple(
            index
            for index, one in enumerate(objects)
            if one.whose == 0 and one.zone == "board" and "unit" in one.type and one.at == play.to
        )
    made = Question(
        card=card,
        kind=play.kind,
        origin=play.origin,
        ruleset=ruleset,
        energy=hiding.energy if hiding is not None else card.energy,
        pips=resolve_pips(hiding.power, 0, ruleset) if hiding is not None else card.pips,
        lines=liner.complete(tuple(raw_line(action) for action in actions), "base"),
        elections=tuple(elections(play, found, liner)),
        alternates=alternates,
        must_alternate=play.origin == "trash" and not lets and any(one.election for one in alternates),
        ignores=tuple(found.ignores),
        components=components,
        increases=tuple(found.increases),
        discounts=tuple(discounts(found, components, position, play, ruleset)),
        overrides=tuple(found.overrides),
        objects=objects,
        supply=supply(state, position, objects, liner, ruleset),
        xp=state.xp,
        deck=state.deck,
        protected=tuple((index, guard) for index, guard in kept if guard != ALWAYS),
        ambush=ambush,
        linked=play.linked and (ability is None or ability.linked),
        declined=play.kind in {"trigger", "effect", "applied"} and play.elect.get("pay") is False,
        faults=tuple(faults(state, position, found, ability, bearer)),
        assumed=tuple(sorted(position.assumed.items())),
        notes=(*_too_many_runes(state, ruleset), *_notes(state, play, card.name, targets is not None, card.type)),
        needed=frozenset(index for index, guard in kept if guard == ALWAYS),
    )
    _chosen_parts(play, made)
    _choosing(play, made)
    unsure = tuple(_unsure(made))
    if unsure:
        made = replace(made, notes=(*made.notes, *unsure), unsure=unsure)
    touched |= touches(made)
    return replace(made, touched=frozenset(touched)) if touched else made


def _unsure(question: Question) -> Iterator[str]:
    """Say what is not modelled, so that what is found need not be all there is."""
    if question.supply.unsure:
        names = ", ".join(question.supply.unsure)
        said = f"what the Add of {names} asks for may change during the payment in a way that is not modelled: "
        yield said + "it is used only before anything changes it"
    if question.supply.unpriced:
        names = ", ".join(sorted({question.objects[index].name for index in question.supply.unpriced}))
        yield (
            f"the price of an Add of {names} hangs on what is used before it or on a choice between discounts, "
            "which is not modelled: it is left out, or used at the least price"
        )
    prices = [one for one in question.alternates if one.election is None and one.guard != NEVER]
    if len(prices) > 1 and len({(one.energy, one.pips, one.lines) for one in prices}) > 1:
        names = " and ".join(one.label for one in prices)
        yield (
            f"{names} each set the base cost, in any order (356.1), and the last one counts: "
            "that choice is not modelled, and the first one is taken"
        )
    if hangs_on_order(question):
        yield (
            "several buffs of one object are spent, and between two of them another action might be done or become "
            "possible: that order is not modelled"
        )


def _chosen_parts(play: Play, question: Question) -> None:
    """Refuse a choice of objects for a part of the cost that is not there (contract C8)."""
    known = ["base", *(one.id for one in question.components)]
    known += [f"add:{question.objects[one.object].id}" for one in question.supply.producers if one.lines]
    known += [f"add:{question.objects[index].id}" for index in question.supply.unpriced]
    for part in play.choose.objects:
        if part not in known:
            hint = nearest_or_known(part, known)
            raise InputError("no such part of the cost", path="play.choose.objects", found=part, hint=hint)


def _choosing(play: Play, question: Question) -> None:
    """Refuse a target chosen with an election that the play does not have, and that nothing may grant to it."""
    for place, target in enumerate(play.targets or ()):
        if target.only_if is not None:
            check_election(target.only_if, play, question, f"play.targets.{place}.if")


RUNES = 12
"""Runes of a rune deck, so on a board at most (103.3.a)."""


def _too_many_runes(state: GameState, ruleset: Ruleset) -> Iterator[str]:
    """Say that a game gives nobody so many runes; what is asked is answered all the same."""
    number = sum(one.ready + one.exhausted for one in state.runes.values())
    if number > RUNES:
        yield f"{number:,} runes are more than a rune deck holds, which is {RUNES} ({ruleset.cite('103.3.a')})"


def _notes(state: GameState, play: Play, name: str, known: bool, types: tuple[str, ...]) -> list[str]:
    notes: list[str] = []
    chooses = (play.kind in {"ability", "trigger"} and play.ability != "empower") or not types or "spell" in types
    if not known and chooses and play.kind in {"card", "ability", "trigger"}:
        notes.append("targets unknown: no Deflect is charged and target legality is not judged")
    if play.kind == "trigger" and play.ability == "play":
        notes.append(
            "the trigger's payment only allows the play: the card is then paid for separately, increases and "
            "additional costs included (383.3.b, 419.3); whether the trigger's payment is lost if that cannot be "
            "paid is an open question of the rules, so see that both can be paid"
        )
    if play.to not in {None, BASE} and play.to not in known_places(state):
        notes.append(f"nothing here stands at {play.to!r}, and no battlefield listed bears that id")
    if play.kind == "card" and play.cost is None and name not in state.cards and (missing := catalogue.waiting(name)):
        notes.append(f"the catalogue does not model everything that {name} says about costs: {', '.join(missing)}")
    return notes
