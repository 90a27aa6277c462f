"""JSON text with places: strict reading, and the line and column of any value (contract C25).

Reading goes through the standard library. Only when something is wrong is the text walked once more, to find
where.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from runepay.model.errors import InputError
from runepay.model.resources import LIMIT

Json = Any
"""Whatever a JSON text can hold: an object, a list, a text, a number, true, false or null."""

Path = tuple[str | int, ...]
"""Names and indices that lead from the whole document to one value."""

DEPTH: Final = 100
"""How deep objects and lists may lie inside one another; real instances need about a dozen levels."""

_DEEP: Final = f"lists and objects lie more than {DEPTH} levels deep inside one another"
_TOKEN: Final = re.compile(r'[ \t\r\n]*([{}\[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}\[\],:"]+)')

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""One half of a character outside the basic plane, as an escape; one half alone cannot be written."""

_WORDS: Final[Mapping[str, str]] = {
    "Expecting value": "a value is expected here",
    "Expecting property name enclosed in double quotes": "a field name in double quotes is expected here",
    "Expecting ':' delimiter": "':' is expected here, between a field and its value",
    "Expecting ',' delimiter": "',' or the closing bracket is expected here",
    "Illegal trailing comma before end of object": "the comma before the closing bracket is one too many",
    "Illegal trailing comma before end of array": "the comma before the closing bracket is one too many",
    "Extra data": "the instance has ended, but the text goes on",
    "Unterminated string starting at": "this text has no closing quote on its line",
    "Invalid control character at": "a line break or control character stands inside quotes",
    "Invalid \\escape": "an unknown escape after a backslash",
    "Invalid \\uXXXX escape": "an incomplete \\uXXXX escape",
}


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """The standard library read something that an instance may not hold."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: offsets of the value and, inside an object, of its field name."""

    value: int
    key: int | None


def loads(text: str, *, fractions: bool = False) -> Json:
    """Read JSON strictly: no field twice, no NaN, no fractions, nothing deeper than ``DEPTH``.

    Parameters
    ----------
    text
        The text.
    fractions
        Numbers with a point may stand in it: what others write has prices and times besides.

    Raises
    ------
    InputError
        With line, column and path; the caller knows the file.

    Examples
    --------
    >>> loads('{"runes": {"fury": 2}}')
    {'runes': {'fury': 2}}
    >>> loads('{"xp": 1, "xp": 2}')
    Traceback (most recent call last):
    runepay.model.errors.InputError: line 1, column 11: xp: this field is stated twice
    """
    if not text.strip():
        raise InputError("the file is empty; an instance is a JSON object")
    try:
        point = float if fractions else _refuse
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse, parse_float=point)
    except json.JSONDecodeError as error:
        raise _syntax(text, error) from None
    except (_Refused, ValueError):
        # ValueError: a number of more digits than Python converts.
        raise _refused(text, fractions=fractions) from None
    except RecursionError:
        raise _too_deep(text) from None
    if text.count("{") + text.count("[") > DEPTH and _deep(data):
        raise _too_deep(text)
    if _SURROGATE.search(text) and not _writable(data):
        raise _half_a_character(text)
    return data


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Refused
    return made


def _refuse(text: str) -> NoReturn:
    raise _Refused(text)


def _deep(data: Json) -> bool:
    level = [data]
    for _ in range(DEPTH + 1):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True


def position(text: str, offset: int) -> tuple[int, int]:
    """Give line and column, counted from 1.

    Examples
    --------
    >>> position("first" + chr(10) + "second", 8)
    (2, 3)
    """
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def walk(text: str) -> Iterator[tuple[Path, Place]]:
    """Go through every value of well-formed JSON in the order of the text, without recursion.

    Ill-formed text gives what can be made out before it goes wrong.
    """
    # One frame an open bracket: "{" with the key being read, or "[" with the index.
    stack: list[list[Any]] = []
    key: int | None = None
    for found in _TOKEN.finditer(text):
        token, start = found[1], found.start(1)
        top = stack[-1] if stack else None
        if token in "}]":
            if stack:
                stack.pop()
        elif token == ",":
            if top is not None:
                top[1] = top[1] + 1 if top[0] == "[" else None
        elif token == ":":
            pass
        elif top is not None and top[0] == "{" and top[1] is None and token[0] == '"':
            try:
                top[1] = json.loads(token)
            except ValueError:
                top[1] = token
            key = start
        else:
            named = top is not None and top[0] == "{"
            yield tuple(frame[1] for frame in stack), Place(start, key if named else None)
            if token in "{[":
                stack.append([token, 0 if token == "[" else None])


def places(text: str, wanted: Iterable[Path]) -> dict[Path, Place]:
    """Find the places of some values; stops as soon as all are found.

    Examples
    --------
    >>> places('{"a": [1, 22]}', [("a", 1)])
    {('a', 1): Place(value=10, key=None)}
    """
    missing = set(wanted)
    found: dict[Path, Place] = {}
    if missing:
        for path, place in walk(text):
            if path in missing:
                found[path] = place
                missing.discard(path)
                if not missing:
                    break
    return found


def path_text(path: Iterable[str | int]) -> str:
    """Write a path for people: ``state.board.0.card``."""
    return ".".join(str(part) for part in path)


def _at(text: str, offset: int, message: str, path: Path = (), found: str | None = None) -> InputError:
    line, column = position(text, offset)
    return InputError(message, path=path_text(path), line=line, column=column, found=found)


def _syntax(text: str, error: json.JSONDecodeError) -> InputError:
    rest = text[error.pos :].lstrip()
    word = re.match(r"[\w.+-]+|.", rest)
    if word is not None and word[0].isprintable():
        found: str | None = word[0][:40]
    else:
        found = None if rest else "the end of the file"
    if rest[:2] in {"//", "/*"} or rest[:1] == "#":
        return _at(text, error.pos, "JSON has no comments; use 'title' for a remark", found=rest[:2])
    message = _WORDS.get(error.msg, error.msg)
    if error.msg.startswith(("Unterminated", "Invalid control")):
        found = None
    if found is not None and found[0] == "'":
        message += " (JSON quotes are double quotes)"
    fault = _at(text, error.pos, f"not JSON: {message}", found=found)
    fault.hint = {"True": "true", "False": "false", "None": "null"}.get(found or "")
    return fault


def _refused(text: str, *, fractions: bool = False) -> InputError:
    """Say which value was refused, and where."""
    seen: set[Path] = set()
    for path, place in walk(text):
        if path in seen:
            where = place.value if place.key is None else place.key
            return _at(text, where, "this field is stated twice", path)
        seen.add(path)
        token = _TOKEN.match(text, place.value)
        word = token[1] if token is not None else ""
        if word[:1] in '"{[' or word in {"true", "false", "null"}:
            continue
        if word.lstrip("-+").lower() in {"nan", "infinity"}:
            return _at(text, place.value, "a whole number is needed", path, word)
        if len(word) > 20 and word.lstrip("-").isdigit():
            found = f"{word[:12]}... ({len(word)} digits)"
            return _at(text, place.value, f"a number is at most {LIMIT:,}", path, found)
        if not fractions and re.fullmatch(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", word) and not word.lstrip("-").isdigit():
            return _at(text, place.value, "a whole number is needed", path, word[:40])
    return InputError("the text holds something that an instance may not hold")


def _writable(data: Json) -> bool:
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _half_a_character(text: str) -> InputError:
    for found in _TOKEN.finditer(text):
        if found[1][0] == '"' and not _writable(json.loads(found[1])):
            return _at(text, found.start(1), "an escape here is half a character and cannot be written")
    return InputError("an escape is half a character and cannot be written")


def _too_deep(text: str) -> InputError:
    depth = 0
    for found in _TOKEN.finditer(text):
        if found[1] in "{[":
            depth += 1
            if depth > DEPTH:
                return _at(text, found.start(1), _DEEP)
        elif found[1] in "}]":
            depth -= 1
    return InputError(_DEEP)
