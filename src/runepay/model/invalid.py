"""From what is refused to messages with file, line, column, field and nearest valid word (contract C25)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, get_args

from runepay.model.base import Record
from runepay.model.errors import LISTED, InputError, nearest
from runepay.model.jsontext import Json, Path, Place, path_text, places, position
from runepay.model.resources import LIMIT

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_NEEDED: Final = "this field is needed"
_SIMPLE: Final[Mapping[str, str]] = {
    "int_type": "a whole number is needed",
    "int_parsing": "a whole number is needed",
    "int_from_float": "a whole number is needed",
    "int_parsing_size": f"a number is at most {LIMIT:,}",
    "bool_type": "true or false is needed",
    "bool_parsing": "true or false is needed",
    "bool_or_int": "true, false or a whole number is needed",
    "string_type": "a text in quotes is needed",
    "dict_type": "an object {...} is needed",
    "model_type": "an object {...} is needed",
    "model_attributes_type": "an object {...} is needed",
    "tuple_type": "a list [...] is needed",
    "list_type": "a list [...] is needed",
}
Fault = tuple[Path, bool, InputError]
"""The path of what is at fault, whether its field name is (rather than its value), and the message."""

_UNKNOWN: Final = re.compile(
    r"(?P<what>unknown [\w ]+) (?P<found>'.*?'|\".*?\")(?:; did you mean '(?P<hint>[^']*)'\?|; (?P<known>known: .*))?"
)
_QUOTED: Final = re.compile(r"'([^']*)'")


@cache
def fields_of(model: type[Record]) -> Mapping[str, str]:
    """Give a model's fields by the name that files use."""
    return {info.alias or name: name for name, info in model.model_fields.items()}


def _records(annotation: object) -> Iterator[type[Record]]:
    if isinstance(annotation, type) and issubclass(annotation, Record):
        yield annotation
    for inner in get_args(annotation):
        yield from _records(inner)


def models_at(root: type[Record], loc: Iterable[str | int]) -> list[type[Record]]:
    """Follow a path from a model and give the models that may stand at its end.

    Names of clauses, which Pydantic puts into its paths, narrow the choice.
    """
    models = [root]
    for part in loc:
        found = [
            inner
            for model in models
            if part in fields_of(model)
            for inner in _records(model.model_fields[fields_of(model)[str(part)]].annotation)
        ]
        named = [one for one in models if "clause" in one.model_fields and one.model_fields["clause"].default == part]
        models = named or found or models
    return list(dict.fromkeys(models))


def validation_faults(error: ValidationError, root: type[Record], data: Json, text: str, file: str) -> list[InputError]:
    """Turn everything that Pydantic refuses into messages, in the order of the text."""
    raw: dict[Path, list[tuple[ErrorDetails, Json]]] = {}
    for one in error.errors(include_url=False):
        path, value = _resolve(one, data)
        raw.setdefault(path, []).append((one, value))
    raw = {path: several for path, several in raw.items() if not _answered_below(path, several, raw)}
    faults = [_message(*_foremost(several), path, root) for path, several in raw.items()]
    # A misspelt field is also missing under its right name; saying it once is enough.
    meant = {path_text((*path[:-1], fault.hint)) for path, at_key, fault in faults if at_key and fault.hint}
    told = [one for one in faults if one[2].message != _NEEDED or one[2].path not in meant]
    return placed(told, text, file)


def _resolve(one: ErrorDetails, data: Json) -> tuple[Path, Json]:
    """Follow Pydantic's path through the data, without what is not in the data (names of union members)."""
    path: list[str | int] = []
    value = data
    parts = one["loc"]
    for place, part in enumerate(parts):
        if _has(value, part):
            path.append(part)
            value = value[part]
        elif place == len(parts) - 1 and one["type"] == "missing":
            return (*path, part), None
    return tuple(path), value


def _has(value: Json, part: str | int) -> bool:
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value)


def _answered_below(path: Path, several: list[tuple[ErrorDetails, Json]], others: Iterable[Path]) -> bool:
    """Tell whether all this says is that another kind of value would have been allowed as well."""
    deeper = any(len(other) > len(path) and other[: len(path)] == path for other in others)
    return deeper and all(one["type"].endswith("_type") for one, _ in several)


def _inner(value: Json, part: str | int) -> Json:
    return value[part]


def _foremost(several: list[tuple[ErrorDetails, Json]]) -> tuple[ErrorDetails, Json]:
    """Of the complaints of a union's members about one value, the one that says most."""
    telling = [one for one in several if not one[0]["type"].endswith(("_type", "_parsing"))]
    if telling or len(several) == 1:
        return (telling or several)[0]
    first = several[-1]
    if {one[0]["type"].partition("_")[0] for one in several} == {"bool", "int"}:
        first[0]["type"] = "bool_or_int"
    return first


def _message(one: ErrorDetails, value: Json, path: Path, root: type[Record]) -> Fault:
    kind = one["type"]
    if kind == "missing":
        return path[:-1], False, InputError(_NEEDED, path=path_text(path))
    if kind == "extra_forbidden":
        return path, True, unknown_field(str(path[-1]), models_at(root, one["loc"][:-1]), path)
    if kind == "literal_error":
        return path, False, wrong_word(value, _QUOTED.findall(one.get("ctx", {})["expected"]), path)
    if kind == "union_tag_invalid":
        words = _QUOTED.findall(one.get("ctx", {})["expected_tags"])
        if isinstance(value, dict) and "clause" in value:
            inner = (*path, "clause")
            return inner, False, wrong_word(value["clause"], words, inner)
        found = None if isinstance(value, dict) else shown(value)
        message = f"a clause is an object with 'clause', one of {', '.join(words)}"
        return path, False, InputError(message, path=path_text(path), found=found)
    return _told(one, value, path, root)


def _told(one: ErrorDetails, value: Json, path: Path, root: type[Record]) -> Fault:
    kind = one["type"]
    if kind == "value_error":
        return _own(str(one.get("ctx", {})["error"]), value, path)
    message = _SIMPLE.get(kind, one["msg"][:1].lower() + one["msg"][1:])
    if kind in {"greater_than_equal", "less_than_equal"}:
        least, most = _between(one, root)
        limit = " (the limit)" if kind == "less_than_equal" else ""
        message = f"a number here lies between {least:,} and {most:,}{limit}"
    return path, False, InputError(message, path=path_text(path), found=shown(value))


def _between(one: ErrorDetails, root: type[Record]) -> tuple[int, int]:
    """Give the range of a number: what the complaint says of it, and the other end from the field."""
    ends: dict[str, int] = {"ge": 0, "le": LIMIT}
    *where, name = one["loc"]
    for model in models_at(root, where):
        if name in fields_of(model):
            for rule in model.model_fields[fields_of(model)[str(name)]].metadata:
                ends |= {end: bound for end in ends if isinstance(bound := getattr(rule, end, None), int)}
    ends |= {end: int(bound) for end, bound in one.get("ctx", {}).items() if end in ends}
    return ends["ge"], ends["le"]


def shown(value: Json) -> Json:
    """Give a value as an error may show it: objects and lists only by what they are."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return value


def unknown_field(name: str, models: Iterable[type[Record]], path: Path) -> InputError:
    """Say that a field does not exist, with the nearest one that does."""
    known = list(dict.fromkeys(field for model in models for field in fields_of(model)))
    hint = nearest(name, known)
    message = "unknown field"
    if hint is None and 0 < len(known) <= LISTED:
        message += f" (known here: {', '.join(known)})"
    return InputError(message, path=path_text(path), found=name, hint=hint)


def wrong_word(value: Json, words: list[str], path: Path) -> InputError:
    """Say that a word is none of those that stand here, with the nearest one that is."""
    if not words:
        message = "this version of runepay reads format 1 only"
        return InputError(message, path=path_text(path), found=shown(value))
    hint = nearest(value, words) if isinstance(value, str) else None
    message = "unknown word" if isinstance(value, str) else "a word in quotes is needed"
    if hint is None:
        message += f" (known here: {', '.join(words)})"
    return InputError(message, path=path_text(path), found=shown(value), hint=hint)


def _own(text: str, value: Json, path: Path) -> Fault:
    """Take apart a message of our own models: what was found, and the hint."""
    inner, at_key = path, False
    for word in _QUOTED.findall(text):
        if isinstance(value, dict) and word in value:
            inner, at_key = (*path, word), True
            break
        if isinstance(value, list) and word in value:
            inner = (*path, value.index(word))
            break
        if isinstance(value, dict) and (fields := [name for name, one in value.items() if one == word]):
            inner = (*path, fields[0])
            break
    found = _UNKNOWN.fullmatch(text)
    if found is None:
        return inner, at_key, InputError(text, path=path_text(inner))
    hint = found["hint"] or found["known"]
    fault = InputError(found["what"], path=path_text(inner), found=found["found"][1:-1], hint=hint)
    return inner, at_key, fault


def placed(made: list[Fault], text: str, file: str) -> list[InputError]:
    """Give each fault its file, line and column, in the order of the text."""
    found = places(text, [where for where, _, _ in made])
    ordered: list[tuple[int, InputError]] = []
    for where, at_key, fault in made:
        place = found.get(where, Place(0, None))
        offset = place.key if at_key and place.key is not None else place.value
        fault.file = file
        fault.line, fault.column = position(text, offset)
        ordered.append((offset, fault))
    return [fault for _, fault in sorted(ordered, key=lambda item: item[0])]


def first_of(faults: list[InputError]) -> InputError:
    """Give the first fault, bearing the others for those who want all (``--all-errors``)."""
    first = faults[0]
    first.others = tuple(faults[1:])
    return first


def located(error: InputError, data: Json, text: str, file: str) -> InputError:
    """Give an error of the core its file, and its line and column where what it names stands in the text.

    The core knows the path of a field and what was found; it does not know the file.
    """
    path, value = _followed(error.path, data)
    at_key = False
    if isinstance(error.found, str):
        if isinstance(value, dict) and error.found in value and path:
            path, at_key = (*path, error.found), True
        elif isinstance(value, list) and error.found in value:
            path = (*path, value.index(error.found))
        elif not path:
            path = _somewhere(error.found, data)
    shown_path = error.path
    if len(path_text(path)) > len(shown_path):
        shown_path = path_text(path)
    made = InputError(error.message, path=shown_path, file=file, found=error.found, hint=error.hint)
    made.others = error.others
    place = places(text, [path]).get(path) if path else None
    if place is not None:
        offset = place.key if at_key and place.key is not None else place.value
        made.line, made.column = position(text, offset)
    return made


def _followed(path: str, data: Json) -> tuple[Path, Json]:
    """Follow a written path as far as the data goes; keys may hold dots themselves."""
    made: list[str | int] = []
    value: Json = data
    rest = path.split(".") if path else []
    while rest:
        if isinstance(value, dict):
            size = next((n for n in range(len(rest), 0, -1) if ".".join(rest[:n]) in value), 0)
            part: str | int = ".".join(rest[:size])
        elif isinstance(value, list) and not rest[0].isdecimal():
            # A list may stand for an object that holds it, as the steps of a payment do.
            rest = rest[1:]
            continue
        else:
            size = 1
            part = int(rest[0]) if rest[0].isdecimal() else -1
        if not size or not _has(value, part):
            break
        made.append(part)
        value, rest = _inner(value, part), rest[size:]
    return tuple(made), value


def _somewhere(word: str, data: Json, path: Path = ()) -> Path:
    """Find a text anywhere in the data: as a value, or as a field's name."""
    inner: Iterable[tuple[str | int, Json]] = ()
    if isinstance(data, dict):
        inner = data.items()
    elif isinstance(data, list):
        inner = enumerate(data)
    for part, value in inner:
        if word in (value, part):
            return (*path, part)
        if found := _somewhere(word, value, (*path, part)):
            return found
    return ()
