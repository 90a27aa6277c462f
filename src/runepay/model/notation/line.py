"""A whole problem in one line, as FEN is for chess: ``rp1~runes.3R-1.B~hand.Charm~play.Brazen_Buccaneer``.

The line holds exactly what the JSON of an instance holds. What is ordinary (runes, pool, cards, costs, elections) is
short; anything else has a general form. Sections and fields stand in a fixed order, so equal problems have equal lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from runepay.model.errors import InputError, nearest
from runepay.model.instance import EDITOR, FORMAT, Instance, parse
from runepay.model.jsontext import DEPTH, Json
from runepay.model.notation.letters import name_text, read_name, refuse
from runepay.model.notation.short import SHORT
from runepay.model.state import Play

PREFIX: Final = "rp1"
"""What every line begins with."""

STATE: Final = (
    "runes",
    "pool",
    "hand",
    "board",
    "legend",
    "champion",
    "trash",
    "facedown",
    "banished",
    "battlefields",
    "showdown_at",
    "xp",
    "deck",
    "facts",
    "effects",
)
"""Fields of the state that are sections of their own."""

FIRST: Final = ("ask", "ruleset", "options", "cards")
LAST: Final = ("opponents", "play", "goal", "payment", "expect", "title")

_NUMBER: Final = re.compile(r"-?\d+")
_WORDS: Final[Mapping[str, Json]] = {"!t": True, "!f": False, "!n": None}


def is_line(text: str) -> bool:
    """Tell whether a text is meant to be a problem in one line.

    Examples
    --------
    >>> is_line("rp1~play.Charm"), is_line("Charm"), is_line("rp1.json")
    (True, False, False)
    """
    return text.startswith(f"{PREFIX}~")


# ------------------------------------------------------------- writing


def write_line(instance: Instance, *, whole: bool = True) -> str:
    """Write a problem in one line.

    Parameters
    ----------
    instance
        The problem.
    whole
        Whether the title and what is expected belong to it as well.

    Examples
    --------
    >>> one = parse('{"state": {"runes": {"fury": 3, "mind": {"exhausted": 1}}}, "play": {"card": "Charm"}}')
    >>> write_line(one)
    'rp1~runes.3R.B-1~play.Charm'
    """
    data = instance.data
    if data is None:
        data = instance.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return line_text(data if whole else {key: one for key, one in data.items() if key not in {"title", "expect"}})


def line_text(data: Mapping[str, Json]) -> str:
    """Write the JSON of an instance in one line; see :func:`write_line`.

    Raises
    ------
    InputError
        The data is no instance: a section would have two meanings.
    """
    left = {key: value for key, value in data.items() if key not in {EDITOR, "runepay"}}
    sections: dict[str, Json] = {key: left.pop(key) for key in FIRST if key in left}
    sections |= _parts("state", left.pop("state", None), STATE)
    last: dict[str, Json] = {}
    for key in LAST:
        if key in left:
            last |= _play(left.pop(key)) if key == "play" else {key: left.pop(key)}
    for key in sorted(left):
        if key in sections or key in STATE or key in last or key.startswith(("play-", "state-")):
            raise InputError("a field of this name cannot stand in a line", path=key)
        sections[key] = left[key]
    written = (
        f"~play.{_card(value)}" if key == "play" else f"~{_key(key)}.{_field(key, value)}"
        for key, value in (sections | last).items()
    )
    return PREFIX + "".join(written)


def _card(value: Json) -> str:
    """Write a card's name; anything else comes in a list, so that it cannot be taken for one."""
    return name_text(value, " ") or "'" if isinstance(value, str) else f"'{_value(value[0])}"


def _play(play: Json) -> dict[str, Json]:
    """Let the card be a section, and every other field of the play one of its own."""
    if not isinstance(play, dict) or not isinstance(play.get("card", ""), str):
        return {"play": [play]}
    card = {"play": play["card"]} if "card" in play else {"play": [{}]} if not play else {}
    return card | {f"play-{key}": play[key] for key in sorted(play) if key != "card"}


def _parts(name: str, value: Json, known: tuple[str, ...]) -> dict[str, Json]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not value:
        return {name: value}
    mine = {key: value[key] for key in known if key in value}
    return mine | {f"{name}-{key}": value[key] for key in sorted(value) if key not in mine}


def _key(key: str) -> str:
    return name_text(key, "_") or "'"


def _field(key: str, value: Json) -> str:
    """Write a value, shortly if its field has a short form that says all of it."""
    short = SHORT.get(key.rpartition("-")[2] if key.startswith(("play-", "state-")) else key)
    if short is None:
        return _value(value)
    try:
        text = short.write(value)
    except (TypeError, ValueError, LookupError, AttributeError):
        text = ""
    return text if text and _same(short.read, text, value) else f"'{_value(value)}"


def _same(read: Callable[[str, int], Json], text: str, value: Json) -> bool:
    """Tell whether a short form says exactly this value: its kind as well, for 1 is not true."""
    try:
        return _canonical(read(text, 0)) == _canonical(value)
    except InputError:
        return False


def _canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def _value(value: Json) -> str:
    if isinstance(value, dict):
        return f"({'~'.join(f'{_key(key)}.{_field(key, value[key])}' for key in sorted(value))})"
    if isinstance(value, list):
        return f"!({'~'.join(map(_value, value))})"
    if isinstance(value, str):
        text = name_text(value, " ")
        return f"'{text}" if not text or _NUMBER.fullmatch(text) else text
    if value is None or isinstance(value, bool):
        return {True: "!t", False: "!f", None: "!n"}[value]
    return str(value)


# ------------------------------------------------------------- reading


def read_line(text: str, file: str = "") -> Instance:
    """Read a problem from its line.

    Parameters
    ----------
    text
        The line.
    file
        What messages call it.

    Raises
    ------
    Unreadable
        It is no line; ``place`` says where.
    InputError
        What it says is no valid problem.

    Examples
    --------
    >>> one = read_line("rp1~runes.3R~play.Mine~play-cost.2ER")
    >>> one.state.runes["fury"].ready, one.play.cost.energy
    (3, 2)
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - callers without types
        raise InputError("a problem's line is a text", path="line", found=type(text).__name__)
    data = line_data(text)
    written = json.dumps(data)
    try:
        made = parse(written, file)
    except InputError as error:
        # Places in the JSON are nothing that a reader of the line can see.
        for one in (error, *error.others):
            one.line = one.column = 0
            _meant(one)
        raise
    made.remember(file, "", data)
    return made


def _meant(error: InputError) -> None:
    """Let the hint for an unknown section be a section, which is a field of the state or the play as well."""
    if error.message.partition(" (")[0] != "unknown field" or not isinstance(error.found, str):
        return
    group, dot, name = error.path.partition(".")
    if group == "play" and name == error.found and error.hint:
        error.hint = f"play-{error.hint}"
    elif not dot:
        plays = [f"play-{info.alias or field}" for field, info in Play.model_fields.items() if field != "card"]
        error.message, error.hint = "unknown section", nearest(error.found, [*FIRST, *STATE, *LAST, *plays])


def line_data(text: str) -> dict[str, Json]:
    """Read a line as the JSON of an instance, without asking whether that is valid.

    Examples
    --------
    >>> line_data("rp1~runes.3R~play.Charm")
    {'runepay': 1, 'state': {'runes': {'fury': 3}}, 'play': {'card': 'Charm'}}
    """
    if text != PREFIX and not is_line(text):
        refuse(f"a problem in one line begins with {PREFIX}~", 0, text[:8])
    data: dict[str, Json] = {"runepay": FORMAT}
    for place, part in _split(text, len(PREFIX) + 1, len(text)):
        key, value = _entry(text, place, part, _read_section)
        group, dash, inner = key.partition("-")
        if key in STATE:
            into, name = data.setdefault("state", {}), key
        elif dash and group in {"play", "state"}:
            into, name = data.setdefault(group, {}), inner
        elif key == "play" and isinstance(value, str):
            into, name = data.setdefault("play", {}), "card"
        else:
            into, name = data, key
        if not isinstance(into, dict) or name in into:
            refuse("this section is stated twice", place, key)
        into[name] = value
    return data


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Give the parts between the tildes outside parentheses, as their beginnings and ends."""
    if start > end:
        return
    depth, begun = 0, start
    for at in range(start, end):
        one = text[at]
        if one == "~" and not depth:
            yield begun, at
            begun = at + 1
        elif one == "(":
            depth += 1
        elif one == ")":
            depth -= 1
        if depth < 0:
            refuse("this parenthesis has no partner", at, ")")
        if depth > DEPTH:
            refuse(f"parentheses lie more than {DEPTH} levels deep inside one another", at, "(")
    if depth:
        refuse("a parenthesis is not closed", end, None)
    yield begun, end


Reader = Callable[[str, str, int, int], Json]


def _entry(text: str, place: int, end: int, read: Reader) -> tuple[str, Json]:
    dot = text.find(".", place, end)
    if dot < 0:
        refuse("a field is written NAME.VALUE", place, text[place:end])
    written = text[place:dot]
    key = "" if written == "'" else read_name(written, place, "_")
    if not key and written != "'":
        refuse("a field has a name", place, text[place:end])
    return key, read(key, text, dot + 1, end)


def _read_section(key: str, text: str, place: int, end: int) -> Json:
    if key != "play":
        return _read_field(key, text, place, end)
    written = text[place:end]
    if written[:1] == "'":
        return _read(text, place + 1, end) if written != "'" else ""
    return read_name(written, place, " ")


def _read_field(key: str, text: str, place: int, end: int) -> Json:
    written = text[place:end]
    short = SHORT.get(key.rpartition("-")[2] if key.startswith(("play-", "state-")) else key)
    if short is None:
        return _read(text, place, end)
    return _read(text, place + 1, end) if written[:1] == "'" else short.read(written, place)


def _read(text: str, place: int, end: int) -> Json:
    written = text[place:end]
    if written in _WORDS:
        return _WORDS[written]
    if written.startswith("!(") and written.endswith(")"):
        inner = end - place > 3
        return [_read(text, *part) for part in _split(text, place + 2, end - 1)] if inner else []
    if written.startswith("(") and written.endswith(")"):
        made: dict[str, Json] = {}
        for part in _split(text, place + 1, end - 1) if end - place > 2 else ():
            key, value = _entry(text, *part, _read_field)
            if key in made:
                refuse("this field is stated twice", part[0], key)
            made[key] = value
        return made
    if written[:1] == "'":
        return read_name(written[1:], place + 1, " ")
    if not written:
        refuse("a value is expected", place)
    if _NUMBER.fullmatch(written):
        if len(written) > 20:
            refuse("this number is too long", place, written)
        return int(written)
    return read_name(written, place, " ")
