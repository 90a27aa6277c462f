"""Short forms of what is ordinary in a problem: runes, pool, cards, costs, elections, words.

Each writes a value of its field, or fails, and reads it back; the writer of the line compares, and takes the general
form for whatever a short one does not say exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from runepay.model.jsontext import Json
from runepay.model.notation.letters import LETTER, WORD, count, name_text, number_text, read_name, refuse
from runepay.model.resources import DOMAINS, ENERGY, POWERS


@dataclass(frozen=True, slots=True)
class Short:
    """How values of a field are written and read."""

    write: Callable[[Any], str]
    read: Callable[[str, int], Json]


_RUNES: Final = re.compile(r"(\d*)([RGBOPY])(?:(-)(\d*))?")
_UNITS: Final = re.compile(r"(\d*)([ERGBOPYU])(?:-([a-z]+(?:_[a-z]+)*))?")
_PIPS: Final = re.compile(r"(\d*)(?:([ERGBOPYAC])|\(([RGBOPY]+)\))")
_THING: Final = re.compile(r"(?:([^!()']+)!)?([^!()']+)(')?")
_ELECTED: Final = re.compile(r"([^!()']+)(?:'(f|\d+))?")


def _parts(text: str, place: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for part in text.split("."):
        found.append((place, part))
        place += len(part) + 1
    return found


def _write_runes(value: Mapping[str, Json]) -> str:
    """Write ``3R`` for a number, ``3R-1`` for three ready and one exhausted, ``R-1`` for an exhausted one alone."""
    words = []
    for domain in DOMAINS:
        if domain not in value:
            continue
        one = value[domain]
        if isinstance(one, dict):
            words.append(f"{one.get('ready', '')}{LETTER[domain]}-{one.get('exhausted', '')}")
        else:
            words.append(number_text(one) + LETTER[domain])
    return ".".join(words)


def _read_runes(text: str, place: int) -> Json:
    made: dict[str, Json] = {}
    for at, part in _parts(text, place):
        found = _RUNES.fullmatch(part)
        if found is None:
            refuse("runes are written like 3R or 3R-1", at, part)
        ready, domain, dash, exhausted = found[1], WORD[found[2]], found[3], found[4]
        if domain in made:
            refuse("these runes are stated twice", at, part)
        if not dash:
            made[domain] = count(ready, at)
            continue
        made[domain] = {"ready": count(ready, at)} if ready else {}
        if exhausted:
            made[domain]["exhausted"] = count(exhausted, at)
    return made


def _write_pool(value: Mapping[str, Json]) -> str:
    """Write ``2E.U`` for units, ``2E-spell`` for restricted ones."""
    words = [_unit(ENERGY, value["energy"])] if "energy" in value else []
    powers = value.get("power", {})
    words += [_unit(power, powers[power]) for power in POWERS if power in powers]
    for one in value.get("restricted", ()):
        purposes = one["for"]
        tag = purposes if isinstance(purposes, str) else "_".join(purposes)
        (what,) = [key for key in one if key != "for"]
        units = {ENERGY: one[what]} if what == ENERGY else one[what]
        (kind,) = units
        words.append(f"{_unit(kind, units[kind])}-{tag}")
    return ".".join(words)


def _unit(what: str, number: int) -> str:
    return number_text(number) + LETTER[what]


def _read_pool(text: str, place: int) -> Json:
    made: dict[str, Json] = {}
    for at, part in _parts(text, place):
        found = _UNITS.fullmatch(part)
        if found is None:
            refuse("the pool is written like 2E, U or 2E-spell", at, part)
        number, what = count(found[1], at), WORD[found[2]]
        if found[3]:
            words = found[3].split("_")
            unit: Json = {ENERGY: number} if what == ENERGY else {"power": {what: number}}
            made.setdefault("restricted", []).append(unit | {"for": words if len(words) > 1 else words[0]})
            continue
        into = made if what == ENERGY else made.setdefault("power", {})
        if what in into:
            refuse("this kind is stated twice", at, part)
        into[what] = number
    return made


def _write_cost(value: Mapping[str, Json]) -> str:
    """Write ``3ERA`` for 3 Energy, a Fury pip and an any pip; ``C`` is the card's own domain, ``(RY)`` either."""
    if set(value) - {"energy", "power"}:
        raise ValueError
    words = [number_text(value["energy"]) + "E"] if "energy" in value else []
    runs: list[list[Json]] = []
    for pip in value.get("power", ()):
        if runs and runs[-1][0] == pip:
            runs[-1].append(pip)
        else:
            runs.append([pip])
    for run in runs:
        pip = run[0]
        letters = {"any": "A", "own": "C"}.get(pip) or LETTER[pip] if isinstance(pip, str) else _set(pip)
        words.append(number_text(len(run)) + letters)
    return "".join(words)


def _set(pip: list[str]) -> str:
    return f"({''.join(LETTER[domain] for domain in pip)})"


def _read_cost(text: str, place: int) -> Json:
    made: dict[str, Json] = {}
    at = 0
    while at < len(text):
        found = _PIPS.match(text, at)
        if found is None:
            refuse("a cost is written like 3ERA or 2E(RY)", place + at, text[at:])
        number, letter = count(found[1], place + at), found[2]
        if letter == "E":
            if made:
                refuse("Energy comes first, and once", place + at, found[0])
            made["energy"] = number
        else:
            pip: Json = {"A": "any", "C": "own"}.get(letter) or WORD[letter] if letter else [WORD[o] for o in found[3]]
            if number > 1000:
                refuse("more than 1,000 pips of a kind have no short form", place + at, found[0])
            made.setdefault("power", []).extend([pip] * number)
        at = found.end()
    return made


def _write_thing(value: Json) -> str:
    """Write ``Charm``, ``spare!Charm`` with an id, ``Pouty_Poro'`` exhausted."""
    if isinstance(value, str):
        return name_text(value, " ")
    tapped = value.get("ready", True) is False
    if set(value) - {"id", "card"} - ({"ready"} if tapped else set()):
        raise ValueError
    ident = f"{name_text(value['id'], ' ')}!" if "id" in value else ""
    return f"{ident}{name_text(value['card'], ' ')}{chr(39) if tapped else ''}"


def _read_thing(text: str, place: int) -> Json:
    found = _THING.fullmatch(text)
    if found is None:
        refuse("an object is written CARD, ID!CARD, or either with ' if it is exhausted", place, text)
    name = read_name(found[2], place + found.start(2), " ")
    if not found[1] and not found[3]:
        return name
    made: dict[str, Json] = {"id": read_name(found[1], place, " ")} if found[1] else {}
    made["card"] = name
    return made | ({"ready": False} if found[3] else {})


def _write_things(value: list[Json]) -> str:
    return ".".join(map(_write_thing, value))


def _read_things(text: str, place: int) -> Json:
    return [_read_thing(part, at) for at, part in _parts(text, place)]


def _write_elect(value: Mapping[str, Json]) -> str:
    """Write ``repeat`` elected, ``repeat'f`` not, ``discard-any'2`` a number."""
    words = []
    for name in sorted(value):
        one = value[name]
        words.append(name_text(name, ":") + ("" if one is True else "'f" if one is False else f"'{int(one)}"))
    return ".".join(words)


def _read_elect(text: str, place: int) -> Json:
    made: dict[str, Json] = {}
    for at, part in _parts(text, place):
        found = _ELECTED.fullmatch(part)
        if found is None:
            refuse("an election is written NAME, NAME'f or NAME'NUMBER", at, part)
        name = read_name(found[1], at, ":")
        if name in made:
            refuse("this election is made twice", at, part)
        made[name] = True if found[2] is None else False if found[2] == "f" else count(found[2], at)
    return made


def _write_words(value: list[str]) -> str:
    return ".".join(name_text(one, ":") for one in value)


def _read_words(text: str, place: int) -> Json:
    return [read_name(part, at, ":") for at, part in _parts(text, place)]


_THINGS: Final = Short(_write_things, _read_things)
_ZONES: Final = ("hand", "board", "trash", "champion", "facedown", "banished", "battlefields", "targets")

SHORT: Final[Mapping[str, Short]] = {
    "runes": Short(_write_runes, _read_runes),
    "pool": Short(_write_pool, _read_pool),
    "cost": Short(_write_cost, _read_cost),
    "legend": Short(_write_thing, _read_thing),
    "elect": Short(_write_elect, _read_elect),
    "goal": Short(_write_words, _read_words),
    **dict.fromkeys(_ZONES, _THINGS),
}
"""By the name of a field, wherever it stands."""
