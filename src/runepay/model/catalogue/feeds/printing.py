"""From one row of a public list to a card as that printing shows it."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from runepay.model.catalogue.aliases import key
from runepay.model.catalogue.feeds.keywords import WITH_COST, Read, read_keywords
from runepay.model.catalogue.feeds.shapes import Raw, Shape, values
from runepay.model.catalogue.feeds.symbols import DASHES, plain
from runepay.model.catalogue.own import OwnCard
from runepay.model.catalogue.reader import sets
from runepay.model.resources import DOMAINS, LIMIT

Card = dict[str, Any]

DOMAIN_WORDS: Final[Mapping[str, str | None]] = {
    **{domain: domain for domain in DOMAINS},
    "red": "fury", "green": "calm", "blue": "mind", "orange": "body", "purple": "chaos", "yellow": "order",
    "colorless": None, "colourless": None, "none": None, "neutral": None, "rainbow": None,
}  # fmt: skip
TYPE_WORDS: Final[Mapping[str, str]] = {
    "unit": "unit", "spell": "spell", "gear": "gear", "equipment": "gear", "rune": "rune", "legend": "legend",
    "legendary": "legend", "battlefield": "battlefield",
}  # fmt: skip
SUPER_WORDS: Final[Mapping[str, str]] = {
    "champion": "champion", "hero": "champion", "signature": "signature", "exclusive": "signature", "basic": "basic",
    "token": "token", "indicator": "token",
}  # fmt: skip
PAID: Final = ("unit", "spell", "gear")
"""Types of card that have a cost (131); for these a cost left empty is nothing, for the others there is none."""

_NONE: Final = "[NO TEXT]"
"""What some lists write for a card without text."""

_NUMBER: Final = re.compile(
    r"(?P<set>[A-Za-z]{3})[-·. ](?P<letters>[A-Za-z]*)(?P<number>\d+)(?P<letter>[a-z]?)(?P<star>\*?)", re.ASCII
)
_PICTURES: Final = re.compile(
    r"\s*\((?:alternate art|overnumbered|signature|metal|starter|ultimate|showcase|promo|launch exclusive|gg ez)"
    r"[^()]*\)",
    re.IGNORECASE,
)
"""What stands behind the name of another picture of the same card."""


class UnreadableError(ValueError):
    """A row that gives no card, with the reason."""


@dataclass(slots=True)
class Printing:
    """One row, read: a card as one printing shows it."""

    card: Card
    place: str
    variant: bool
    faults: list[str]


def named(shape: Shape, raw: Raw, place: int) -> str:
    """Name a row for messages: number and name, or its place."""
    name = _text(_first(raw, shape.name_))
    number = _text(_first(raw, shape.number))
    return " ".join(part for part in (number, name) if part) or f"row {place}"


def _first(raw: Raw, paths: Sequence[str]) -> Any:  # noqa: ANN401 - raw JSON
    for path in paths:
        found = values(raw, path)
        if found:
            return found[0]
    return None


def _all(raw: Raw, paths: Sequence[str]) -> list[str]:
    for path in paths:
        found = [word for one in values(raw, path) for word in re.split(r"[,;/|]", _text(one)) if word.strip()]
        if found:
            return [word.strip() for word in found]
    return []


def _text(value: Any) -> str:  # noqa: ANN401 - raw JSON
    return html.unescape(str(value)).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def printing(shape: Shape, raw: Raw, only: str | None) -> Printing:
    """Read one row.

    Raises
    ------
    UnreadableError
        It gives no card.
    """
    missing = sorted(shape.marks - set(raw))
    if missing:
        raise UnreadableError(f"the field {missing[0]!r} is missing")
    faults: list[str] = []
    types, supers = _types(shape, raw)
    name, more = _names(shape, raw, types, supers)
    number, variant = _number(shape, raw, only, faults)
    domains = _domains(shape, raw)
    card: Card = {"number": number} if number else {}
    card["name"] = name
    card |= more
    card["type"] = types
    if supers:
        card["supertype"] = supers
    card["domains"] = domains
    paid = bool(set(types) & set(PAID)) and "token" not in supers
    energy, power = _printed(raw, shape.energy, "Energy"), _printed(raw, shape.power, "Power")
    if paid:
        # An empty cost of these types is nothing; of the others it is no cost at all.
        if not _held(raw, shape.energy):
            raise UnreadableError(f"the field {shape.energy[0]!r} is missing")
        if not _held(raw, shape.power):
            faults.append("no Power is stated; read as 0")
        if not domains and not _all(raw, shape.domains):
            faults.append("no domains are stated; any Power pays its pips")
        card["cost"] = _cost(energy or 0, power or 0, domains)
    elif energy or power:
        faults.append(f"a {types[0]} has no cost; the list gives {energy or 0} Energy and {power or 0} Power")
    might = _printed(raw, shape.might, "Might")
    if "unit" in types:
        # What gear prints in that place is what it gives to the unit that wears it.
        card["might"] = might or 0
        if might is None:
            faults.append("no Might; read as 0")
    tags = list(dict.fromkeys(word for path in shape.tags for word in _all(raw, (path,)))) if shape.tags else []
    if tags:
        card["tags"] = tags
    elif any(_text(one) for path in shape.tags if "[]" in path for one in values(raw, path.partition("[]")[0])):
        faults.append("the tags are not understood; not read")
    _speak(card, _texts(shape, raw), faults)
    sought = (WITH_COST | _NAMED) - Read(card.get("keywords", [])).words()
    lost = [word for word in _all(raw, shape.listed) if word.split()[0].lower() in sought]
    faults += [f"{word}: named by the list but not found in the text; not read" for word in lost]
    # A record that the catalogue itself would refuse must not get into the file.
    OwnCard.model_validate(card)
    variant = variant or bool(_PICTURES.search(_text(_first(raw, shape.name_)))) or _is_variant(shape, raw)
    return Printing(card, named(shape, raw, 0), variant, faults)


def _types(shape: Shape, raw: Raw) -> tuple[list[str], list[str]]:
    said = " ".join([*_all(raw, shape.type), *_all(raw, shape.supertype)])
    words = re.split(r"[\s_]+", said) if said else []
    types: list[str] = []
    supers: list[str] = []
    for word in words:
        lower = word.lower()
        if lower in TYPE_WORDS:
            types.append(TYPE_WORDS[lower])
        elif lower in SUPER_WORDS:
            supers.append(SUPER_WORDS[lower])
        else:
            raise UnreadableError(f"unknown type {word!r}")
    if not types and supers == ["champion"]:
        types = ["unit"]
    if not types:
        raise UnreadableError("no type is given")
    return list(dict.fromkeys(types)), list(dict.fromkeys(supers))


def _names(shape: Shape, raw: Raw, types: list[str], supers: list[str]) -> tuple[str, Card]:
    name = _PICTURES.sub("", _text(_first(raw, shape.name_)))
    if not name:
        raise UnreadableError("no name is given")
    if "champion" in supers or "legend" in types:
        # Some lists write "Name - Title" where the card says "Name, Title".
        name = re.sub(r"\s+-\s+", ", ", name.translate(DASHES))
    subtitle, before = _text(_first(raw, shape.subtitle)), _text(_first(raw, shape.before))
    more: Card = {}
    if subtitle and subtitle.lower() not in name.lower():
        name = f"{name}, {subtitle}"
    elif before and "legend" in types and before.lower() not in name.lower():
        more["aka"] = [name]
        name = f"{before}, {name}"
    if _is_chinese(name):
        more["zh"] = name.replace(", ", " ")
    return name, more


def _is_chinese(name: str) -> bool:
    return any("CJK" in unicodedata.name(letter, "") for letter in name)


def _number(shape: Shape, raw: Raw, only: str | None, faults: list[str]) -> tuple[str | None, bool]:
    said = _text(_first(raw, shape.number))
    found = _NUMBER.match(said)
    if found:
        number = f"{found['set']}-{_digits(found['letters'], found['number'])}".upper()
        return number, bool(found["letter"] or found["star"])
    short = re.match(r"(?P<letters>[A-Za-z]*)(?P<number>\d+)(?P<letter>[a-z]?)(?P<star>\*?)", said)
    code = _code(_text(_first(raw, shape.code))) or only
    if short is None or code is None:
        faults.append("no set and number; name the set with --set" if short else "no number")
        return None, False
    return f"{code}-{_digits(short['letters'], short['number'])}".upper(), bool(short["letter"] or short["star"])


def _digits(letters: str, number: str) -> str:
    return f"{letters}{int(number):0{2 if letters else 3}d}" if letters.upper() != "SP" else f"{letters}{int(number)}"


def _code(said: str) -> str | None:
    if re.fullmatch(r"[A-Za-z]{3}", said):
        return said.upper()
    return next((one["set"] for one in sets() if key(one["name"]) == key(said)), None)


def _domains(shape: Shape, raw: Raw) -> list[str]:
    found: list[str] = []
    path = shape.domains[0]
    for one in values(raw, path.partition("[]")[0]):
        if not isinstance(one, list if "[]" in path else str):
            raise UnreadableError(f"the domains are not understood: {str(one)[:30]!r}")
    for word in _all(raw, shape.domains):
        if word.lower() not in DOMAIN_WORDS:
            raise UnreadableError(f"unknown domain {word!r}")
        domain = DOMAIN_WORDS[word.lower()]
        if domain is not None:
            found.append(domain)
    return [domain for domain in DOMAINS if domain in found]


def _held(raw: Raw, paths: Sequence[str]) -> list[Any]:
    """Give what the fields themselves hold, which is the number or an object around it; nothing if there is none."""
    found: list[Any] = []
    for path in paths:
        *outer, name = (part for part in path.split(".") if part not in {"value", "label"})
        holders = values(raw, ".".join(outer)) if outer else [raw]
        found += [one[name] for one in holders if isinstance(one, Mapping) and name in one]
    return found


def _printed(raw: Raw, paths: Sequence[str], what: str) -> int | None:
    """Read one of the printed numbers; one in another form than that of the list is not known to be one."""
    found = _first(raw, paths)
    strange = [one for one in _held(raw, paths) if not _empty(one)] if found is None else []
    if strange:
        raise UnreadableError(f"{what} is not understood: {str(strange[0])[:30]!r}")
    return _count(found, what)


def _empty(held: Any) -> bool:  # noqa: ANN401 - raw JSON
    """Tell whether a number is left out: null, or an object around it that holds nothing."""
    return held is None or (isinstance(held, Mapping) and all(map(_empty, held.values())))


def _count(value: Any, what: str) -> int | None:  # noqa: ANN401 - raw JSON
    """Read a number that a list may write as a text, or leave empty."""
    if value is None or (isinstance(value, str) and value.strip() in {"", "-", "null", "None"}):
        return None
    try:
        number = float(value) if not isinstance(value, bool) else -1
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number <= LIMIT or number != int(number):
        raise UnreadableError(f"{what} is no number: {str(value)[:30]!r}")
    return int(number)


def _cost(energy: int, power: int, domains: list[str]) -> Card:
    """Give the printed cost: lists say how many pips there are, and the card's domains say which (135.2.e.6)."""
    if power > 40:
        raise UnreadableError(f"{power} pips are too many for a card")
    pip = domains[0] if len(domains) == 1 else "own" if domains else "any"
    return {"energy": energy, "power": [pip] * power} if power else {"energy": energy}


_NAMED: Final = frozenset({"accelerate", "deflect", "hidden"})


def _texts(shape: Shape, raw: Raw) -> list[tuple[str, bool]] | None:
    """Give the texts of a row, each with whether it tells own pips from any; ``None`` if the list has no texts."""
    if not shape.texts:
        return None
    found = [(_text(_first(raw, (path,))), path in shape.exact) for path in shape.texts]
    return [(re.sub(r"^Riftbound \w+: [^.]*\.\s*", "", text), exact) for text, exact in found if plain(text)]


def _speak(card: Card, texts: list[tuple[str, bool]] | None, faults: list[str]) -> None:
    """Read the keywords; of several texts the first counts."""
    if texts is None:
        faults.append("the list has no texts, so no keyword is known")
        card["unread"] = True
        return
    if not texts:
        faults.append("no text is given; read as a card without keywords")
    domains = len(card["domains"])
    several = [read_keywords(text.replace(_NONE, ""), domains, exact=exact) for text, exact in texts]
    read = several[0] if several else Read()
    for other in several[1:]:
        lost = sorted(other.words() - read.words())
        if lost:
            faults.append(f"{', '.join(lost)}: stands in one of two texts only; not read")
    faults += read.faults
    if read.keywords:
        card["keywords"] = read.keywords
    if read.rest or read.faults:
        card["unread"] = True


def _is_variant(shape: Shape, raw: Raw) -> bool:
    said = [found for path in shape.variant for found in values(raw, path)]
    return any(found not in (False, "", 0, "0", "normal", "standard") for found in said)
