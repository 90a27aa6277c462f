"""Finds what Pydantic reads more generously than an instance file may be written (contract C25).

``"2"`` or ``true`` for a number, ``1`` for true, a field by its inner name, a word that nothing could ever match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, get_args

from runepay.model.base import Record
from runepay.model.clauses import Add, Gives, Keyword, Permit
from runepay.model.errors import InputError
from runepay.model.filters import Filter, PlayFilter
from runepay.model.invalid import Fault, fields_of, placed, shown, wrong_word
from runepay.model.jsontext import Json, Path, path_text
from runepay.model.resources import DOMAINS, POWERS, PURPOSES
from runepay.model.state import Facts, Play

ZONES: Final[tuple[str, ...]] = get_args(Play.model_fields["origin"].annotation)
"""Where a card may be played from."""

_VOCABULARY: Final[Mapping[tuple[type[Record], str], tuple[str, ...]]] = {
    (Gives, "power"): POWERS,
    (Add, "purpose"): PURPOSES,
    (Filter, "domain"): DOMAINS,
    (Filter, "keyword"): get_args(Keyword.model_fields["keyword"].annotation),
    (PlayFilter, "keyword"): get_args(Keyword.model_fields["keyword"].annotation),
    (PlayFilter, "kind"): get_args(Play.model_fields["kind"].annotation),
    (PlayFilter, "origin"): ZONES,
    (PlayFilter, "not_from"): ZONES,
    (Permit, "origin"): ZONES,
}
"""Fields that take words of a fixed list, which their own models leave open."""


def coercions(record: Record, data: Json, path: Path = ()) -> Iterator[Fault]:
    """Find what Pydantic read generously: ``"2"`` for a number, ``1`` for true, a field by its inner name.

    Yields the path, whether the field name is at fault, and the fault.
    """
    names = fields_of(type(record))
    for key, raw in data.items():
        inner = (*path, key)
        if key not in names:
            if alias := next((one for one, name in names.items() if name == key), None):
                yield inner, True, InputError("unknown field", path=path_text(inner), found=key, hint=alias)
            continue
        value, words = getattr(record, names[key]), _VOCABULARY.get((type(record), names[key]), ())
        if words or not _plain(value, raw):
            yield from _coerced(value, raw, inner, many=False)
            yield from _misspelt(value, raw, inner, words)


def _plain(value: Json, raw: Json) -> bool:
    """Tell at a glance that a value was read as it stands, as nearly every one is."""
    kind = type(value)
    return kind is str or value is None or (kind is type(raw) and (kind is int or kind is bool))


def _misspelt(value: Json, raw: Json, path: Path, words: tuple[str, ...]) -> Iterator[Fault]:
    """Find words that nothing could ever match, where a field takes words of a fixed list."""
    if not words:
        return
    for place, word in enumerate(value):
        if word not in words:
            inner = (*path, place) if isinstance(raw, list) else (*path, word) if isinstance(raw, dict) else path
            yield inner, isinstance(raw, dict), wrong_word(word, list(words), inner)


def _coerced(value: Json, raw: Json, path: Path, *, many: bool) -> Iterator[Fault]:
    if isinstance(value, Record):
        if isinstance(raw, dict) and not isinstance(value, Facts):
            yield from coercions(value, raw, path)
    elif isinstance(value, tuple) and isinstance(raw, list) and len(value) == len(raw):
        for place, (one, given) in enumerate(zip(value, raw, strict=True)):
            yield from _coerced(one, given, (*path, place), many=True)
    elif isinstance(value, dict) and isinstance(raw, dict):
        for key, one in value.items():
            if key in raw:
                yield from _coerced(one, raw[key], (*path, key), many=False)
    elif isinstance(value, bool):
        if not isinstance(raw, bool):
            yield path, False, InputError("true or false is needed", path=path_text(path), found=shown(raw))
    elif isinstance(value, int):
        if many and isinstance(raw, int):
            # Lists of numbers are pips, which only the product itself writes as masks.
            yield (
                path,
                False,
                InputError("a pip is a domain, 'any', 'own' or a list of domains", path=path_text(path), found=raw),
            )
        elif isinstance(raw, bool) or (isinstance(raw, str) and not raw.isalpha()):
            yield path, False, InputError("a whole number is needed", path=path_text(path), found=raw)


def coercion_faults(record: Record, data: Json, text: str, file: str) -> list[InputError]:
    """Turn what was read generously into messages."""
    return placed(list(coercions(record, data)), text, file)
