"""Places: the base, the battlefields that a state lists, and those that it only names.

A file need not list every battlefield: one that nobody controls stands in no list, and a name is all it has. So a name
that nothing else bears is a battlefield of its own, unless it is a zone's name or a slip of the pen for a place that
is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from runepay.model.errors import InputError
from runepay.model.objects import slug, things_of
from runepay.model.state import GameState

BASE: Final = "base"

NO_PLACES: Final = frozenset(
    ("hand", "board", "trash", "champion", "facedown", "banished", "deck", "legend", "pool", "none", "nowhere")
)
"""Words that no battlefield is called by: they say something else."""

SHORTEST: Final = 4
"""Letters that the longer of two words has at least if one is a slip of the pen for the other."""


def slip(word: str, known: Iterable[str]) -> str | None:
    """Give the known word that `word` must be a slip of the pen for, or ``None``.

    Names that people give to two things on purpose (``bf-1`` and ``bf-2``, ``fort-a`` and ``fort-b``) are no slips: a
    digit, or another first or last letter, makes another name.

    Examples
    --------
    >>> [slip(word, ["grove"]) for word in ("Grove", "grov", "gorve", "grobe", "hill")]
    ['grove', 'grove', 'grove', 'grove', None]
    >>> slip("bf-1", ["bf-2"]), slip("bf", ["bf2"]), slip("fort-a", ["fort-b"])
    (None, None, None)
    """
    wanted = slug(word)
    for one in known:
        other = slug(one)
        if wanted == other or (max(len(wanted), len(other)) >= SHORTEST and _one_slip(wanted, other)):
            return one
    return None


def _one_slip(word: str, other: str) -> bool:
    """Tell whether one letter too many, too few or wrong inside a word, or two exchanged, is all that differs."""
    longer, shorter = (word, other) if len(word) >= len(other) else (other, word)
    at = next((n for n, (a, b) in enumerate(zip(longer, shorter, strict=False)) if a != b), len(shorter))
    if len(longer) == len(shorter) + 1:
        return longer[at].isalpha() and longer[at + 1 :] == shorter[at:]
    if len(longer) != len(shorter) or not (longer[at : at + 2] + shorter[at : at + 2]).isalpha():
        return False
    if longer[at + 2 :] == shorter[at + 2 :] and longer[at : at + 2] == shorter[at : at + 2][::-1]:
        return True
    return longer[at - 1 : at + 2].isalpha() and 0 < at < len(longer) - 1 and longer[at + 1 :] == shorter[at + 1 :]


def listed_places(state: GameState) -> dict[str, str]:
    """Give the battlefields that the state lists, those of opponents included: the name of each, by its id.

    Examples
    --------
    >>> listed_places(GameState.model_validate({"battlefields": ["The Academy", {"id": "grove"}]}))
    {'the-academy': 'The Academy', 'grove': ''}
    """
    fields = [*state.battlefields, *(one for side in state.opponents for one in side.battlefields)]
    if not fields:
        return {}
    there = {id(one) for one in fields}
    return {oid: thing.card or "" for thing, oid, _ in things_of(state) if id(thing) in there}


def known_places(state: GameState) -> dict[str, str]:
    """Give every place that the state speaks of, with the name of those that have one."""
    places = {BASE: "", **listed_places(state)}
    if state.showdown_at is not None:
        places.setdefault(state.showdown_at, "")
    for several in (state.board, state.facedown, *(side.board for side in state.opponents)):
        for thing in several:
            places.setdefault(thing.at, "")
    return places


def check_place(word: str, places: Mapping[str, str], path: str) -> None:
    """Refuse a word that cannot be a place: a zone's, or one meant for a place that is there.

    Parameters
    ----------
    word
        What a field says.
    places
        The places that are there, each with its name.
    path
        The field.

    Raises
    ------
    InputError
        Naming the place that must be meant, or those that are known.

    Examples
    --------
    >>> check_place("grove", {"base": ""}, "play.to")
    >>> check_place("Base", {"base": ""}, "play.to")
    Traceback (most recent call last):
    runepay.model.errors.InputError: play.to: no such place, found 'Base'; did you mean 'base'?
    """
    if word in places:
        return
    hint = next((oid for oid, name in places.items() if name and slug(name) == slug(word)), None) or slip(word, places)
    if hint is None and (word.lower() in NO_PLACES or not word.strip()):
        hint = f"known: {', '.join(places) or 'none'}; a battlefield that is not listed has a name of its own"
    if hint is not None:
        raise InputError("no such place", path=path, found=word, hint=hint)
