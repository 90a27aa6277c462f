"""Refuses what a state, a play or a plan speaks of and that is not there: places, objects, abilities, elections."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from runepay.model import catalogue
from runepay.model.candidate import Candidate, PlanAsk, candidates
from runepay.model.card import CardFields
from runepay.model.elections import check_election
from runepay.model.errors import InputError, nearest, nearest_or_known
from runepay.model.freeze import freeze
from runepay.model.objects import fields_of, proper, slug, things_of
from runepay.model.places import BASE, check_place, known_places, listed_places, slip
from runepay.model.played import payable
from runepay.model.question import Question
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play, Thing

_HOLDS: Final = {
    # A spell that waits on the chain is in no zone, and may be chosen all the same.
    "board": ("unit", "gear", "spell", "token"),
    "hand": ("unit", "spell", "gear", "token"),
    "trash": ("unit", "spell", "gear", "token"),
    "champion": ("unit", "spell", "gear", "token"),
    "facedown": ("unit", "spell", "gear", "token"),
    "battlefields": ("battlefield",),
    "legend": ("legend",),
}
"""By zone: the types of what lies there; anything may be banished."""

_ELSEWHERE: Final = {"legend": "legend", "battlefield": "battlefields", "rune": "runes"}
"""Types that lie in one place only: the field that says so."""

BELONGS: Final = "it belongs to: "
"""What a hint begins with that names the field where something belongs."""


def fits(types: Iterable[str], zone: str) -> bool:
    """Tell whether an object of these types may lie in a zone; one whose type nobody knows may lie anywhere.

    Examples
    --------
    >>> fits(("spell",), "hand"), fits(("spell",), "legend"), fits((), "legend")
    (True, False, True)
    """
    kinds = set(types)
    return not kinds or not kinds.isdisjoint(_HOLDS.get(zone, kinds))


# ---------------------------------------------------------------------------------------------------- the state


def check_state(state: GameState) -> None:
    """Refuse a state that speaks of places, objects or abilities which are not there.

    Raises
    ------
    InputError
        Naming the field and the nearest word.

    Examples
    --------
    >>> check_state(GameState.model_validate({"board": [{"card": "Gold", "attached_to": "golf"}]}))
    Traceback (most recent call last):
    runepay.model.errors.InputError: state.board.0.attached_to: no such object, found 'golf'; did you mean 'Gold'?
    """
    if "mentions" in state.compiled:
        return
    listed = {BASE: "", **listed_places(state)}
    if state.showdown_at is not None:
        battlefields = {oid: name for oid, name in listed.items() if oid != BASE}
        if state.showdown_at == BASE:
            raise InputError("a showdown is at a battlefield", path="state.showdown_at", found=BASE)
        check_place(state.showdown_at, battlefields, "state.showdown_at")
    bearers: list[str] = []
    for thing, zone, path in _things(state):
        if thing.at != BASE:
            check_place(thing.at, listed, f"{path}.at")
        _fitting(state, thing, zone, path)
        if thing.attached_to is not None:
            bearers = bearers or _bearers(state)
            _attached(thing, bearers, path)
            _one_bearer(state, thing.attached_to, path)
    state.compiled["mentions"] = True


def _one_bearer(state: GameState, word: str, path: str) -> None:
    """Refuse a name that several units bear which are not alike: gear is attached to one of them."""
    things = [(thing, oid, whose) for thing, oid, whose in things_of(state) if oid == word or thing.card is not None]
    if any(oid == word for _, oid, _ in things):
        return
    boards = {id(thing) for several in (state.board, *(side.board for side in state.opponents)) for thing in several}
    bearing = [one for one in things if id(one[0]) in boards and proper(one[0].card or "", state.cards) == word]
    mine = 0 if path.startswith("state.") else int(path.split(".")[1]) + 1
    bearing = [one for one in bearing if one[2] == mine] or bearing
    if len({repr(thing.model_copy(update={"id": None})) for thing, _, _ in bearing}) > 1:
        ids = ", ".join(oid for _, oid, _ in bearing)
        raise InputError(f"several objects bear that name: {ids}", path=f"{path}.attached_to", found=word)


def _fitting(state: GameState, thing: Thing, zone: str, path: str) -> None:
    """Refuse what does not lie in the zone where it is said to lie, and abilities that it does not have."""
    fields = thing if thing.card is None else fields_of(thing.card, state.cards)
    types = thing.type if "type" in thing.model_fields_set or fields is None else fields.type
    if not fits(types, zone):
        kinds = [kind for kind in _HOLDS[zone] if kind != "token"]
        listed = " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
        message = f"a {listed} is needed here, and this is a {types[0]}"
        field = _ELSEWHERE.get(types[0])
        hint = f"{BELONGS}state.{field}" if field and path.startswith("state.") else None
        raise InputError(message, path=path, found=thing.card or thing.id, hint=hint)
    if thing.used and fields is not None:
        _used(thing, fields, path)


def _attached(thing: Thing, bearers: Collection[str], path: str) -> None:
    """Refuse an object that is attached to what is not there."""
    if thing.attached_to not in bearers:
        hint = nearest(str(thing.attached_to), bearers)
        raise InputError("no such object", path=f"{path}.attached_to", found=thing.attached_to, hint=hint)


def _bearers(state: GameState) -> list[str]:
    """Name everything that something may be attached to, by id or name."""
    things = list(things_of(state))
    names = [proper(thing.card, state.cards) for thing, _, _ in things if thing.card is not None]
    return list(dict.fromkeys([*(oid for _, oid, _ in things), *names]))


def _things(state: GameState) -> Iterator[tuple[Thing, str, str]]:
    """Give every object of a state with its zone and its place in a file."""
    for zone in (*_HOLDS, "banished"):
        several = getattr(state, zone)
        if zone == "legend":
            if several is not None:
                yield several, zone, "state.legend"
            continue
        for place, thing in enumerate(several):
            yield thing, zone, f"state.{zone}.{place}"
    for number, side in enumerate(state.opponents):
        for zone, several in (("board", side.board), ("battlefields", side.battlefields)):
            for place, thing in enumerate(several):
                yield thing, zone, f"opponents.{number}.{zone}.{place}"
        if side.legend is not None:
            yield side.legend, "legend", f"opponents.{number}.legend"


def _used(thing: Thing, printed: CardFields, path: str) -> None:
    """Refuse abilities that an object does not have; one that copies others' may have used any."""
    parts: tuple[CardFields, ...] = (printed, thing)
    if any(add.copies for one in parts for add in one.adds):
        return
    known = list(dict.fromkeys(name for one in parts for name in payable(one)))
    for place, word in enumerate(thing.used):
        if word not in known:
            name = thing.card or thing.id or "it"
            hint = nearest_or_known(word, known)
            raise InputError(f"{name} has no such ability", path=f"{path}.used.{place}", found=word, hint=hint)


# ----------------------------------------------------------------------------------------------------- the play


def check_play(state: GameState, play: Play, path: str = "play", coming: Collection[str] = ()) -> None:
    """Refuse a play that speaks of a place or a source which is not there.

    Parameters
    ----------
    state
        The state, checked before.
    play
        The play.
    path
        Where the play stands in a file.
    coming
        What will be there by the time the play is made: places and objects.

    Raises
    ------
    InputError
        Naming the field and the nearest word.

    Examples
    --------
    >>> state = GameState.model_validate({"battlefields": [{"id": "grove", "type": "battlefield"}]})
    >>> check_play(state, Play.model_validate({"card": "Pouty Poro", "to": "grvoe"}))
    Traceback (most recent call last):
    runepay.model.errors.InputError: play.to: no such place, found 'grvoe'; did you mean 'grove'?
    """
    if play.to is not None and play.to != BASE and play.to not in coming:
        check_place(play.to, known_places(state), f"{path}.to")
    if play.by is not None and fields_of(play.by, state.cards) is None:
        # Any word may stand for an effect that the file describes itself.
        close = slip(play.by, [*state.cards, *catalogue.names()])
        if close is not None:
            raise InputError("unknown card", path=f"{path}.by", found=play.by, hint=close)
    if play.source is not None and not _comes(play.source, coming) and fields_of(play.source, state.cards) is None:
        _source(state, play, play.source, f"{path}.source")
    if play.kind == "ability" and play.source is not None and not _comes(play.source, coming):
        _controlled(state, play.source, f"{path}.source")


def _controlled(state: GameState, word: str, path: str) -> None:
    """Refuse a source that only opponents have: abilities are activated by who controls the object."""
    things = list(things_of(state))
    bearing = [whose for _, oid, whose in things if oid == word]
    bearing = bearing or [
        whose for thing, _, whose in things if thing.card is not None and proper(thing.card, state.cards) == word
    ]
    if bearing and all(bearing):
        raise InputError("this is an opponent's object, and so are its abilities", path=path, found=word)


def _comes(word: str, coming: Collection[str]) -> bool:
    """Tell whether an object comes during the turn; a second one of a name is numbered when it comes.

    Examples
    --------
    >>> _comes("gold-2", {"gold"}), _comes("gold", {"gold"}), _comes("bold", {"gold"})
    (True, True, False)
    """
    return word in coming or re.sub(r"-\d+$", "", word) in coming


def _source(state: GameState, play: Play, word: str, path: str) -> None:
    """Refuse a source that is not there; what triggered, or what an effect came from, may be gone by now."""
    there = _bearers(state)
    if word in there:
        return
    needed = play.kind in {"card", "hide", "ability"}
    hint = nearest(word, [*there, *state.cards]) if needed else slip(word, [*there, *state.cards, *catalogue.names()])
    if hint is not None or needed:
        raise InputError("no such object", path=path, found=word, hint=hint)


# ----------------------------------------------------------------------------------------------------- the plan


def check_plan(state: GameState, ask: PlanAsk) -> None:
    """Refuse a plan whose plays, or what is said to follow them, speak of what is not there and does not come.

    Raises
    ------
    InputError
        Naming the field and the nearest word.
    """
    plays = candidates(state, ask)
    if ask.plays is None:
        return
    things = [thing for one in plays for thing in (*one.then.board, *one.then.hand, *one.then.trash)]
    played = [name for one in plays for name in (one.card, one.name) if name]
    named = [thing.card for thing in things if thing.card]
    # A card that is played has an id when it comes; what an effect brings has none if none is written.
    objects = {*map(slug, (*played, *named)), *named, *(thing.id for thing in things if thing.id)}
    coming = objects | {*played, *(thing.at for one in plays for thing in one.then.board)}
    ids = {oid: whose for _, oid, whose in things_of(state)}
    for place, one in enumerate(plays):
        path = f"plan.plays.{place}"
        check_play(state, one, path, coming)
        _then(state, one, path, ids, objects)


def _then(state: GameState, one: Candidate, path: str, ids: Mapping[str, int], coming: Collection[str]) -> None:
    """Look at what is said to follow a play; `ids` says whose each object is that is there."""
    own = [oid for oid, whose in ids.items() if not whose]
    for field in ("ready", "gone", "buffed"):
        for place, word in enumerate(getattr(one.then, field)):
            whole = field == "ready" and word == "runes"
            if word not in own and not _comes(word, coming) and not whole:
                if word in ids:
                    message = "this is an opponent's object, and a plan follows one's own only"
                    raise InputError(message, path=f"{path}.then.{field}.{place}", found=word)
                known = [*own, *(["runes"] if field == "ready" else [])]
                hint = nearest_or_known(word, known)
                raise InputError("no such object", path=f"{path}.then.{field}.{place}", found=word, hint=hint)
    for field in ("effects", "next"):
        for place, effect in enumerate(getattr(one.then, field)):
            if isinstance(effect, str) and fields_of(effect, state.cards) is None:
                hint = nearest(effect, [*state.cards, *catalogue.names()])
                raise InputError("unknown card", path=f"{path}.then.{field}.{place}", found=effect, hint=hint)
    places = known_places(state)
    for place, thing in enumerate(one.then.board):
        if thing.at != BASE:
            check_place(thing.at, places, f"{path}.then.board.{place}.at")
        if thing.attached_to is not None and not _comes(thing.attached_to, coming):
            _attached(thing, [*_bearers(state), *coming], f"{path}.then.board.{place}")
    for zone in ("board", "hand", "trash"):
        for place, thing in enumerate(getattr(one.then, zone)):
            _fitting(state, thing, zone, f"{path}.then.{zone}.{place}")


def check_worth(one: Candidate, question: Question | None, path: str) -> None:
    """Refuse the worth of an election that the play does not have and that nothing may give to it.

    Parameters
    ----------
    question
        What the play asks; nothing where what it names comes only during the turn, or is refused for another reason.

    Raises
    ------
    InputError
        Naming the election and the nearest one.
    """
    if question is not None:
        for name in one.worth:
            check_election(name, one, question, f"{path}.worth")


def check_worths(state: GameState, ask: PlanAsk, ruleset: Ruleset) -> None:
    """Refuse the worth of elections that the plays of a plan do not have, where they are not asked for anyway."""
    for place, one in enumerate(candidates(state, ask)):
        if one.worth:
            try:
                question = freeze(state, one, ruleset)
            except InputError:
                continue
            check_worth(one, question, f"plan.plays.{place}")
