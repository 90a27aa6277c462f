"""Turns whatever is wrong with a request into the answer that says so."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final, get_args

import msgspec

from runepay.engine.messages import Ask, Failed, Hello, Id, Position, Quit, Request, SetOption, StopIt, What
from runepay.engine.table import UnknownPosition
from runepay.model.errors import InputError, nearest_or_known
from runepay.model.notation import Unreadable
from runepay.notation import Ambiguous, NotLegal

_PLACE: Final = re.compile(r" - at `\$\.?(.*)`$")
_FIELD: Final = re.compile(r"unknown field `([^`]*)`")
_KINDS: Final = {"hello": Hello, "setoption": SetOption, "position": Position, "ask": Ask, "stop": StopIt, "quit": Quit}


class _Bare(msgspec.Struct):
    """What can be read of a request that is no message."""

    id: Id = None
    type: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that is no request; its answer waits for its turn like any other."""

    id: Id
    reply: Failed


LONGEST: Final = 200
"""Characters of a text that is told back; a client knows what it sent."""

_VALUE: Final = re.compile(r"invalid enum value '(.*)'", re.DOTALL)


def clipped(text: str) -> str:
    """Shorten what is told back.

    Examples
    --------
    >>> clipped("short"), len(clipped("long" * 1000))
    ('short', 200)
    """
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def unreadable(line: bytes, error: Exception) -> Refused:
    """Say what is wrong with a line, with the id if that can be read."""
    bare = _Bare()
    if not isinstance(error, RecursionError):
        try:
            bare = msgspec.json.decode(line, type=_Bare)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            bare = _Bare()
    message = "lists and objects lie too deep inside one another" if isinstance(error, RecursionError) else str(error)
    if not message.startswith("JSON"):
        message = message[:1].lower() + message[1:]
    made = Failed(bare.id, code="unreadable", message=message)
    if found := _PLACE.search(message):
        made.path = found[1] or None
        made.message = made.message[: found.start()]
    known: tuple[str, ...] = ()
    if found := _FIELD.search(message):
        made.code, made.found = "invalid", found[1]
        known = _KINDS[bare.type].__struct_fields__ if bare.type in _KINDS else ()
    elif bare.type and bare.type not in _KINDS:
        made.code, made.found, known = "invalid", bare.type, tuple(_KINDS)
    elif found := _VALUE.search(message):
        made.code, made.found, known = "invalid", found[1], get_args(What)
    if known:
        made.hint = nearest_or_known(made.found, known)
    return Refused(bare.id, _short(made))


def _short(made: Failed) -> Failed:
    """Tell back no more of what was sent than anybody reads."""
    made.message = clipped(made.message)
    made.found = clipped(made.found) if isinstance(made.found, str) else made.found
    made.path = clipped(made.path) if made.path else made.path
    return made


_KEY: Final = re.compile(rb'"([^"]*)"\s*:')


def repeated(line: bytes, request: Request) -> Refused | None:
    """Refuse a message that states one of its fields twice: nobody knows which of the two is meant.

    Parameters
    ----------
    line
        The message.
    request
        What was read of it: of a field that stands twice, the last.
    """
    rest = line
    for raw in _raws(request):
        if len(raw) > LONGEST:
            # What stands in a large part is no matter here.
            before, _, after = rest.rpartition(raw)
            rest = before + b"null" + after
    keys = _KEY.findall(rest)
    if len(set(keys)) == len(keys) and b"\\" not in rest:
        return None
    pairs = _pairs(rest) or _pairs(line)
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            made = Failed(request.id, code="invalid", message="the field stands twice in the message", path=name)
            return Refused(request.id, made)
        seen.add(name)
    return None


def _pairs(text: bytes) -> list[tuple[str, object]]:
    """Read the fields of a message in order; nothing if that cannot be done, which is for others to say."""
    try:
        return list(json.loads(text, object_pairs_hook=list))
    except (ValueError, RecursionError):
        return []


def _raws(request: Request) -> list[bytes]:
    """Give the parts of a message that are read later."""
    if isinstance(request, Position):
        return [bytes(one) for one in (request.state, request.opponents, request.cards, request.play)]
    return [bytes(request.play), bytes(request.plan)] if isinstance(request, Ask) else []


def failed(request: Request, error: Exception) -> Failed:
    """Say why a request got no answer."""
    if not isinstance(error, InputError):
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return _short(Failed(request.id, code="internal", message=what))
    made = Failed(request.id, code="invalid", message=error.message, path=error.path or None, hint=error.hint)
    if error.found is not None:
        made.found = error.found if isinstance(error.found, str | int | float | bool) else repr(error.found)
    if isinstance(error, UnknownPosition):
        made.code = "unknown position"
    elif isinstance(error, Unreadable):
        made.code, made.place = "unreadable", error.place
    elif isinstance(error, NotLegal):
        made.code, made.violations = "not legal", [one.to_json() for one in error.violations]
    elif isinstance(error, Ambiguous):
        made.code, made.candidates = "ambiguous", list(error.candidates)
    return _short(made)
