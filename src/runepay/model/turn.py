"""What follows a payment within a turn: the card is finalized, and what costs can tell of its arrival (359, 419).

A payment's own changes are those of :mod:`runepay.model.aftermath`. Here the play is then *made*: a permanent enters
the board (gear ready; units exhausted unless Accelerate was paid), a spell goes to the trash, cards played are counted,
effects on "the next card" are used up, and what the caller says of the effect comes true. Draws and opponents' answers
are not modelled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from runepay.model.aftermath import apply, played_id, pool_of
from runepay.model.candidate import Candidate, Then
from runepay.model.card import CARD_FIELDS
from runepay.model.clauses import AnyClause, Clause
from runepay.model.facts import FACTS, MADE_CHEAPER
from runepay.model.freeze import freeze
from runepay.model.guards import NEVER
from runepay.model.objects import Object, compile_objects, fields_of, slug, things_of
from runepay.model.payment import Payment
from runepay.model.pool import units_of, whole_pool
from runepay.model.question import Question
from runepay.model.reach import undominated
from runepay.model.reading import Position, clause_guard, play_guard
from runepay.model.rulebook import Ruleset
from runepay.model.state import Facts, GameState, Play, Pool, Runes, Thing
from runepay.model.total import settle
from runepay.model.turncards import (
    ENTERS_EXHAUSTED,
    ENTERS_READY,
    LEFT_BY_ABILITY,
    LEFT_BY_FIRST_CARD,
    LEFT_BY_PLAYING,
    OTHERS_ENTER_READY,
    USED_UP,
)

Effect = AnyClause | str


@dataclass(frozen=True, slots=True)
class Turn:
    """A moment of a turn: the state, and which of its effects the next play that they reach uses up."""

    state: GameState
    once: tuple[Effect, ...] = ()


def begin(state: GameState) -> Turn:
    """Start from a state; effects of printed cards on "the next card" are known to be used up."""
    return Turn(state, tuple(one for one in state.effects if isinstance(one, str) and one in USED_UP))


def paid(turn: Turn, play: Play, payment: Payment, question: Question) -> Turn:
    """Give the moment after a payment and after the play was made.

    Parameters
    ----------
    turn
        The moment before.
    play
        A candidate, or any play; a candidate's ``then`` comes true.
    payment
        A legal payment.
    question
        The question that was frozen from the state and the play.
    """
    thing = played_thing(turn.state, play, question.ruleset)
    state = apply(turn.state, play, payment, question.ruleset)
    return made(Turn(state, turn.once), play, payment.elections, question, thing)


def resolved(state: GameState, play: Play, payment: Payment, ruleset: Ruleset) -> GameState:
    """Give the state after a payment and after the play was made, with nobody answering (359).

    A permanent has come onto the board, a spell is in the trash, the play is counted, and effects on the next card are
    used up. What the card does is worked out as far as costs read it; draws are not.

    Examples
    --------
    >>> import runepay
    >>> state = GameState.model_validate({"runes": {"fury": 5}, "hand": [{"card": "Seal of Rage"}]})
    >>> play = Play(card="Seal of Rage")
    >>> after = resolved(state, play, runepay.solve(state, play).payment, Ruleset.of())
    >>> [one.card for one in after.board], after.facts.stated["cards_played"]
    (['Seal of Rage'], 1)
    """
    return paid(begin(state), play, payment, freeze(state, play, ruleset)).state


def played_thing(state: GameState, play: Play, ruleset: Ruleset) -> Thing | None:
    """Give what the state says of the played card, with its id, or what the play says of it (C2)."""
    if play.kind not in {"card", "hide"}:
        return None
    objects = compile_objects(state, ruleset)
    name = played_id(state, objects, play)
    for thing, oid, whose in things_of(state):
        if oid == name and whose == 0 and name:
            return thing if thing.id == oid else thing.model_copy(update={"id": oid})
    given = play.model_fields_set & CARD_FIELDS
    own = {field: getattr(play, field) for field in (given - {"value"} if isinstance(play, Candidate) else given)}
    oid = fresh_id(play.card or "card", {one.id for one in objects})
    return Thing(card=play.card, id=oid, token=play.token or None, **own)


def fresh_id(name: str, taken: set[str]) -> str:
    """Give an id for an object that comes: its name, numbered where that is taken (C5).

    Examples
    --------
    >>> fresh_id("Seal of Rage", {"seal-of-rage"})
    'seal-of-rage-2'
    """
    stem = slug(name)
    oid, number = stem, 1
    while oid in taken:
        number += 1
        oid = f"{stem}-{number}"
    return oid


def made(turn: Turn, play: Play, elections: Mapping[str, int], question: Question, thing: Thing | None) -> Turn:
    """Give the moment after a play whose costs are paid, or are left out of account."""
    maker = _Maker(turn, play, elections, question)
    maker.count()
    maker.use_up()
    if play.kind == "card" and thing is not None:
        maker.arrive(thing)
    elif play.kind == "ability":
        maker.ability()
    if isinstance(play, Candidate):
        maker.then(play.then)
    return maker.turn()


class _Maker:
    """Changes one state step by step."""

    def __init__(self, turn: Turn, play: Play, elections: Mapping[str, int], question: Question) -> None:
        self.state = turn.state
        self.once = list(turn.once)
        self.play = play
        self.elections = elections
        self.question = question
        self.card = question.card
        self.update: dict[str, Any] = {}
        self.facts: dict[str, int] = {}
        self.effects: list[Effect] = list(turn.state.effects)
        self.position = Position(turn.state, play, question.card, question.objects, None)

    # ------------------------------------------------------------ what is counted

    def count(self) -> None:
        """Count the play among this turn's (812, 419.4.b)."""
        kinds = self.card.type
        if self.play.kind == "card":
            self.fact("cards_played")
            for kind, name in (("spell", "spells_played"), ("unit", "units_played"), ("gear", "gear_played")):
                if kind in kinds:
                    self.fact(name)
            if "gear" in kinds and not self.card.token:
                self.fact("nontoken_gear_played")
            if any(one.keyword == "equip" for one in self.card.keywords):
                self.fact("equipment_played")
            if {"unit", "gear"} & set(kinds) and self.play.to not in {None, "base"}:
                self.fact("permanents_played_to_battlefields")
                self.fact("permanents_played_here")
        elif self.play.kind == "ability" and "gear" in kinds:
            self.fact("gear_abilities_used")
        for name in self._made_cheaper():
            self.fact(name)
        if (self.play.kind == "card" and "spell" in kinds) or (self.play.kind == "ability" and "unit" in kinds):
            by_id = {one.id: one for one in self.question.objects}
            names = {one.name: one for one in self.question.objects}
            chosen = [by_id.get(one.object) or names.get(one.object) for one in self.play.targets or ()]
            enemies = [one for one in chosen if one is not None and one.whose]
            self.fact("enemies_chosen", len(enemies))
            self.fact("enemy_units_chosen", sum("unit" in one.type for one in enemies))

    def fact(self, name: str, number: int = 1) -> None:
        """Add to a fact."""
        if number:
            now = self.facts.get(name, self.state.facts.stated.get(name, FACTS[name].default))
            self.facts[name] = 1 if FACTS[name].yes_no else now + number

    def _made_cheaper(self) -> set[str]:
        """Name the facts that count what a discount on the first of its kind each turn made cheaper (9.1.5)."""
        found: set[str] = set()
        for one in self.question.objects:
            if one.zone not in {"board", "legend", "battlefields"} or one.whose:
                continue
            for clause in one.clauses:
                if clause.on is None or not clause.when:
                    continue
                reads = repr(clause.when)
                names = {cheaper for first, cheaper in MADE_CHEAPER.items() if first in reads or cheaper in reads}
                if names <= found:
                    continue
                there = clause_guard(clause, self.position, one, one.whose, self_card=False) != NEVER
                if there and self._took_off(one.name):
                    found |= names
        return found

    def _took_off(self, name: str) -> bool:
        """Tell whether a discount of an object took something off this play's cost."""
        return any(
            entry.stage in {2, 4}
            and entry.label.partition(":")[0] == name
            and (entry.energy_after < entry.energy or entry.pips_after != entry.pips)
            for owed in undominated(self.question)
            if not self.elections or dict(owed.choices.elections) == dict(self.elections)
            for entry in settle(self.question, owed.choices).trace
        )

    # ------------------------------------------------------------ effects

    def use_up(self) -> None:
        """Take away the effects on "the next" play that this play uses up, even where they took nothing off."""
        for effect in tuple(self.once):
            if any(self._reaches(clause) for clause in self._clauses(effect)):
                self.once.remove(effect)
                if effect in self.effects:
                    self.effects.remove(effect)
        if self.play.kind == "card" and self.facts.get("cards_played") == 1:
            for one in self.question.objects:
                if one.name in LEFT_BY_FIRST_CARD and not one.whose and one.zone == "board" and one.at != "base":
                    self.leave(one.name)

    def _clauses(self, effect: Effect) -> tuple[Clause, ...]:
        if not isinstance(effect, str):
            return (effect,)
        fields = fields_of(effect, self.state.cards)
        return fields.leaves if fields is not None else ()

    def _reaches(self, clause: Clause) -> bool:
        return clause.on is not None and play_guard(clause.on, self.position, None, 0) != NEVER

    def leave(self, name: str) -> None:
        """Let what a card leaves behind last this turn."""
        self.effects.append(name)
        if name in USED_UP:
            self.once.append(name)

    # ------------------------------------------------------------ arrival

    def arrive(self, thing: Thing) -> None:
        """Put the card where it goes: permanents onto the board, spells into the trash (or away, 829.1)."""
        kinds = set(self.card.type)
        if kinds & {"unit", "gear"}:
            fresh: dict[str, Any] = {"ready": self._ready(), "new": True, "at": self.play.to or "base"}
            fresh |= {"buffs": 0, "empowered": False, "attached_to": self._bearer()}
            self._into("board", thing.model_copy(update=fresh))
        elif "spell" in kinds:
            flowed = any(name.startswith("flow") and value for name, value in self.elections.items())
            if not self.card.token:
                self._into("banished" if flowed else "trash", thing)
        if self.card.name in LEFT_BY_PLAYING:
            self.leave(self.card.name)

    def _ready(self) -> bool:
        told = self.play.enters if isinstance(self.play, Candidate) else None
        if told is not None:
            return told == "ready"
        name = self.card.name
        if "unit" not in self.card.type:
            return name not in ENTERS_EXHAUSTED
        if name in ENTERS_EXHAUSTED:
            return False
        beside = any(
            one.name in OTHERS_ENTER_READY and not one.whose and one.zone == "board" for one in self.question.objects
        )
        paid = any(name.startswith("accelerate") and value for name, value in self.elections.items())
        return paid or beside or name in ENTERS_READY

    def _bearer(self) -> str | None:
        """Give the unit that Quick-Draw attaches the gear to (819)."""
        if "gear" in self.card.type and self.card.has("quick-draw") and self.play.targets:
            return self.play.targets[0].object
        return None

    def ability(self) -> None:
        """Let an activated ability have happened: Equip attaches, Empower empowers, once a turn is used."""
        name, source = self.play.ability, self.play.source
        owner = next((one for one in self.question.objects if source in (one.id, one.name)), None)
        if owner is None or name is None:
            return
        change: dict[str, Any] = {}
        if name == "equip" and self.play.targets:
            change["attached_to"] = self.play.targets[0].object
        elif name == "empower":
            change["empowered"] = owner.empowered + 1 if owner.empowered else True
        if any(one.id == name and one.once for one in owner.abilities):
            change["used"] = (*owner.used, name)
        if change:
            self._change({owner.id}, change)
        if LEFT_BY_ABILITY.get(owner.name) == name:
            self.leave(owner.name)

    # ------------------------------------------------------------ what the caller says

    def then(self, then: Then) -> None:
        """Let what the caller says of the effect come true."""
        if not then.model_fields_set:
            return
        if then.pool.model_fields_set:
            units = dict(whole_pool(self.state))
            for kind, number in units_of(then.pool).items():
                units[kind] = units.get(kind, 0) + number
            self.update["pool"] = pool_of(units)
        if then.xp:
            self.update["xp"] = self.state.xp + then.xp
        for zone in ("board", "hand", "trash"):
            for thing in getattr(then, zone):
                self._into(zone, thing.model_copy(update={"new": True}) if zone == "board" else thing)
        if "runes" in then.ready:
            self.update["runes"] = {
                domain: Runes.model_construct(ready=one.ready + one.exhausted, exhausted=0)
                for domain, one in self.state.runes.items()
            }
        self._change(set(then.ready), {"ready": True})
        for name in then.buffed:
            self._change({name}, {"buffs": 1})
        if then.gone:
            self.update["board"] = tuple(one for one in self._zone("board") if one.id not in then.gone)
        self.effects.extend((*then.effects, *then.next))
        self.once.extend(then.next)
        for name, number in then.facts.stated.items():
            self.fact(name, number)

    # ------------------------------------------------------------ zones

    def _zone(self, zone: str) -> tuple[Thing, ...]:
        things: tuple[Thing, ...] = self.update.get(zone, getattr(self.state, zone))
        return things

    def _into(self, zone: str, thing: Thing) -> None:
        self.update[zone] = (*self._zone(zone), thing)

    def _change(self, names: set[str], change: dict[str, Any]) -> None:
        if not names:
            return
        for zone in ("board", "champion", "facedown"):
            things = self._zone(zone)
            if any(self._is(one, names) for one in things):
                self.update[zone] = tuple(
                    one.model_copy(update=change) if self._is(one, names) else one for one in things
                )
        legend = self.update.get("legend", self.state.legend)
        if legend is not None and self._is(legend, names):
            self.update["legend"] = legend.model_copy(update=change)

    @staticmethod
    def _is(thing: Thing, names: set[str]) -> bool:
        if thing.id is not None:
            return thing.id in names
        return thing.card is not None and (thing.card in names or slug(thing.card) in names)

    def turn(self) -> Turn:
        """Give the moment afterwards."""
        update = dict(self.update)
        if tuple(self.effects) != self.state.effects:
            update["effects"] = tuple(self.effects)
        if self.facts:
            update["facts"] = Facts.model_construct(stated={**self.state.facts.stated, **self.facts})
        return Turn(self.state.model_copy(update=update) if update else self.state, tuple(self.once))


def printed_value(card: Object, kind: str) -> int:
    """Give what making a play is worth by default: 1 + printed Energy + printed pips of a card, else 1."""
    return 1 + card.energy + card.pip_count if kind == "card" else 1


def unpaid(turn: Turn, play: Play, question: Question) -> Turn:
    """Give the moment after a play whose costs are left out of account; its card has left its zone."""
    thing = played_thing(turn.state, play, question.ruleset)
    state = turn.state
    if thing is not None:
        kept = {
            zone: tuple(one for one in getattr(state, zone) if one.id != thing.id)
            for zone in ("hand", "champion", "trash", "facedown", "banished")
        }
        if play.kind == "hide":
            kept["facedown"] = (*kept["facedown"], thing.model_copy(update={"at": play.to or "base"}))
        state = state.model_copy(update=kept)
    return made(Turn(state, turn.once), play, {}, question, thing)


def named(state: GameState) -> GameState:
    """Give the same state with the id of every object of the payer written in, so that ids stay as plays are made."""
    ids = iter([oid for _, oid, whose in things_of(state) if whose == 0])
    update: dict[str, Any] = {}
    for zone in ("board", "hand", "trash", "champion", "facedown", "banished", "battlefields"):
        things = getattr(state, zone)
        update[zone] = tuple(one.model_copy(update={"id": next(ids)}) for one in things)
    if state.legend is not None:
        update["legend"] = state.legend.model_copy(update={"id": next(ids)})
    return state.model_copy(update=update)


OUTLASTS: Final = frozenset(("points", "enemy_points", "victory_score", "recycled_might"))
"""Facts that the end of a turn does not change."""


def their_turn(state: GameState, *, showdown: bool = False) -> GameState:
    """Give the payer's situation on the opponents' turn, if nothing else happens: what floats is gone (317).

    What lasts this turn has ended, and what was counted this turn begins anew. Runes and objects stay as they are: they
    become ready only on the payer's own turn.

    Parameters
    ----------
    state
        The situation at the end of the payer's turn.
    showdown
        Whether a showdown is going on, as a card with Action needs it then.
    """
    stated = {name: number for name, number in state.facts.stated.items() if name in OUTLASTS}
    counted = {name: 0 for name in state.facts.stated if name not in OUTLASTS and not FACTS[name].yes_no}
    facts = counted | stated | {"my_turn": 0}
    if showdown:
        facts["showdown"] = 1
    return state.model_copy(
        update={
            "pool": Pool(),
            "effects": (),
            "facts": Facts(stated=facts),
            "showdown_at": None,
            "board": tuple(one.model_copy(update={"used": (), "new": False}) for one in state.board),
        }
    )
