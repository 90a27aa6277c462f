"""Names of cards in a file that nobody knows: all of them, for those who want every error at once (contract C25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from runepay.model import catalogue
from runepay.model.card import CARD_FIELDS
from runepay.model.errors import InputError, nearest
from runepay.model.invalid import Fault
from runepay.model.jsontext import Json, Path, path_text

UNKNOWN: Final = "unknown card"
_MANY: Final = ("hand", "board", "trash", "facedown", "banished", "battlefields")
_ONE: Final = ("legend", "champion")


def stray_cards(data: Json) -> list[Fault]:
    """Give an error for each card that neither the file nor the catalogue knows, with the nearest name.

    Examples
    --------
    >>> [str(one) for _, _, one in stray_cards({"state": {"hand": ["Chram", {"card": "Charm"}]}})]
    ["state.hand.0: unknown card, found 'Chram'; did you mean 'Charm'?"]
    """
    known = _keys(data, "cards") | _keys(_field(data, "state"), "cards")
    faults: list[Fault] = []
    for path, name in _named(data):
        if name not in known and catalogue.find(name) is None:
            hint = nearest(name, [*known, *catalogue.names()])
            faults.append((path, False, InputError(UNKNOWN, path=path_text(path), found=name, hint=hint)))
    return faults


def _field(data: Json, name: str) -> Json:
    return data.get(name) if isinstance(data, Mapping) else None


def _keys(data: Json, name: str) -> set[str]:
    held = _field(data, name)
    return set(held) if isinstance(held, Mapping) else set()


def _named(data: Json) -> Iterator[tuple[Path, str]]:
    yield from _zones(_field(data, "state"), ("state",))
    several = _field(data, "opponents")
    for place, one in enumerate(several if isinstance(several, list) else ()):
        yield from _zones(one, ("opponents", place))
    yield from _thing(_field(data, "play"), ("play",))


def _zones(state: Json, path: Path) -> Iterator[tuple[Path, str]]:
    for zone in _MANY:
        several = _field(state, zone)
        for place, one in enumerate(several if isinstance(several, list) else ()):
            yield from _thing(one, (*path, zone, place))
    for zone in _ONE:
        yield from _thing(_field(state, zone), (*path, zone))


def _thing(one: Json, path: Path) -> Iterator[tuple[Path, str]]:
    """Give the card of an object, unless it brings its own fields."""
    if isinstance(one, str):
        yield path, one
    elif isinstance(one, Mapping) and isinstance(one.get("card"), str) and not CARD_FIELDS & one.keys():
        yield (*path, "card"), one["card"]
