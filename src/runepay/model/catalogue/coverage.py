"""What of the cards' cost text is modelled: computed from their records and from what instances show.

A kind of cost text on a card counts as modelled when the record holds parts of that kind (``NEEDS`` says which), and
instances show each of them at work and not at work: with and without that part the answer differs, or does not.
``tools/coverage.py`` runs the instances and writes down which ones show what; here this is only counted, so that an
installed package, which has no instances, can tell as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.catalogue.kinds import ELSEWHERE, NEEDS, parts_of
from runepay.model.catalogue.parts import Part, parts
from runepay.model.catalogue.reader import find, own, printed, sets

Status = Literal["modelled", "caller", "waiting", "not modelled"]

STATUSES: Final[tuple[Status, ...]] = ("modelled", "caller", "waiting", "not modelled")
"""From best to worst; a card is as good as the worst of its kinds."""

Shown = Mapping[str, tuple[str | None, str | None]]
"""By part: the instance that shows it acting, and the one that shows it not acting."""


@dataclass(frozen=True, slots=True)
class Settled:
    """How one kind of cost text on one card stands.

    Attributes
    ----------
    kind
        A kind of the census, or a cost keyword.
    status
        See ``STATUSES``.
    reason
        Why it is not modelled; empty if it is.
    parts
        Names of the parts that express it.
    """

    kind: str
    status: Status
    reason: str = ""
    parts: tuple[str, ...] = ()


def kinds_of(raw: Mapping[str, Any], card: CardFields) -> tuple[str, ...]:
    """List the kinds of cost text on a card: its cost keywords, then those of the census."""
    words = [word.keyword for word in card.keywords if word.keyword in NEEDS]
    return tuple(dict.fromkeys([*words, *raw.get("census", ())]))


def settle(raw: Mapping[str, Any], shown: Shown | None = None) -> tuple[Settled, ...]:
    """Say of each kind of cost text on a card how it stands.

    Parameters
    ----------
    raw
        The card as its data file states it.
    shown
        What instances show of its parts; left out, what was found when the data was built. A card of the caller's
        own has no instances: whatever its record states acts.

    Examples
    --------
    >>> from runepay.model.catalogue import record
    >>> [(one.kind, one.status) for one in settle(record("Brazen Buccaneer"))]
    [('XC-O', 'modelled'), ('SELF-', 'modelled')]
    >>> [(one.kind, one.status, one.reason) for one in settle(record("Brazen Buccaneer"), {})][0]
    ('XC-O', 'not modelled', 'no instance shows discard acting')
    """
    card = CardFields.model_validate({field: value for field, value in raw.items() if field in CARD_FIELDS})
    listed = parts(card)
    if shown is None and raw["name"] in own():
        shown = {part.key: (_STATED, _STATED) for part in listed}
    found = evidence().get(raw["name"], {}) if shown is None else shown
    return tuple(_settled(kind, raw, listed, found) for kind in kinds_of(raw, card))


def _settled(kind: str, raw: Mapping[str, Any], listed: Iterable[Part], shown: Shown) -> Settled:
    if kind in raw.get("caller", ()):
        return Settled(kind, "caller", NEEDS[kind].meaning)
    picked = parts_of(kind, listed)
    waits = kind not in raw.get("modelled", ()) and kind in raw.get("census", ())
    if waits and raw.get("waiting_for"):
        return Settled(kind, "waiting", raw["waiting_for"])
    if (raw["name"], kind) in ELSEWHERE:
        other, key = ELSEWHERE[raw["name"], kind]
        listed, shown = parts(find(other) or CardFields()), evidence().get(other, {})
        picked = tuple(part for part in listed if part.key == key)
    if not picked:
        return Settled(kind, "not modelled", f"the record has nothing of that kind: {NEEDS[kind].words}")
    for way, place in (("acting", 0), ("not acting", 1)):
        for part in picked:
            if shown.get(part.key, (None, None))[place] is None:
                name = part.key.partition(".")[2]
                return Settled(kind, "not modelled", f"no instance shows {name} {way}", (part.key,))
    return Settled(kind, "modelled", parts=tuple(part.key for part in picked))


_STATED: Final = "the caller's record"


def standing(settled: Iterable[Settled]) -> Status:
    """Give the status of a card: the worst of its kinds."""
    found = {one.status for one in settled}
    worst: list[Status] = [status for status in STATUSES if status in found]
    return worst[-1] if worst else "modelled"


@lru_cache(maxsize=1)
def evidence() -> Mapping[str, Shown]:
    """Give what instances show, by card and part, as ``tools/coverage.py`` found it."""
    text = (resources.files("runepay.model.catalogue") / "data" / "coverage.json").read_text(encoding="utf-8")
    listed: dict[str, dict[str, list[str | None]]] = json.loads(text)["shown"]
    shown = {name: {key: (found[0], found[1]) for key, found in one.items()} for name, one in listed.items()}
    return MappingProxyType(shown)


class Row(NamedTuple):
    """How many cards stand how, of one set or of one kind."""

    name: str
    cards: int
    modelled: int
    caller: int
    waiting: int
    not_modelled: int


class Named(NamedTuple):
    """A card of which something is missing, with the kinds and the reason."""

    number: str
    name: str
    kinds: tuple[str, ...]
    reason: str


class Coverage(NamedTuple):
    """The whole table.

    Attributes
    ----------
    sets
        A row a set; ``silent`` counts its cards without cost text, which are among the modelled ones.
    kinds
        A row for each kind of cost text.
    waiting, not_modelled
        The cards of these columns by name.
    """

    sets: tuple[Row, ...]
    silent: Mapping[str, int]
    kinds: tuple[Row, ...]
    waiting: tuple[Named, ...]
    not_modelled: tuple[Named, ...]

    def to_json(self) -> dict[str, Any]:
        """Write the table with the keys that ``runepay cards --coverage --json`` prints."""

        def row(one: Row) -> dict[str, Any]:
            return {
                "cards": one.cards, "modelled": one.modelled, "caller": one.caller, "waiting": one.waiting,
                "not modelled": one.not_modelled,
            }  # fmt: skip

        def named(one: Named) -> dict[str, Any]:
            return {"number": one.number, "card": one.name, "kinds": list(one.kinds), "reason": one.reason}

        return {
            "sets": [
                {"set": one.name, **row(one), "without cost text": self.silent.get(one.name, 0)} for one in self.sets
            ],
            "kinds": [{"kind": one.name, "meaning": NEEDS[one.name].meaning, **row(one)} for one in self.kinds],
            "waiting": [named(one) for one in self.waiting],
            "not modelled": [named(one) for one in self.not_modelled],
        }


def coverage(only: str | None = None) -> Coverage:
    """Count what is modelled, set by set and kind by kind.

    Parameters
    ----------
    only
        Code of the one set that is meant; left out, all.

    Examples
    --------
    >>> table = coverage("OGS")
    >>> table.sets[0].name, table.sets[0].cards, table.not_modelled
    ('OGS', 24, ())
    """
    of_set: dict[str, list[Status]] = {one["set"]: [] for one in sets() if only in {None, one["set"]}}
    silent = dict.fromkeys(of_set, 0)
    of_kind: dict[str, list[Status]] = {kind: [] for kind in NEEDS}
    missing: dict[Status, list[Named]] = {"waiting": [], "not modelled": []}
    for raw in printed():
        code, name = set_of(raw), raw["name"]
        if code not in of_set:
            continue
        settled = settle(raw)
        silent[code] += not settled
        of_set[code].append(standing(settled))
        for one in settled:
            of_kind[one.kind].append(one.status)
        for status, into in missing.items():
            lost = [one for one in settled if one.status == status]
            if lost:
                reasons = "; ".join(dict.fromkeys(one.reason for one in lost))
                into.append(Named(raw["number"], name, tuple(one.kind for one in lost), reasons))
    return Coverage(
        tuple(_row(code, found) for code, found in of_set.items()),
        MappingProxyType(silent),
        tuple(_row(kind, found) for kind, found in of_kind.items() if found),
        tuple(missing["waiting"]),
        tuple(missing["not modelled"]),
    )


def set_of(raw: Mapping[str, Any]) -> str:
    """Give the code of the set whose file holds a card; empty for a card without a number."""
    code = str(raw.get("number") or "")[:3]
    return "TOKENS" if code == "TOK" else code


def _row(name: str, found: list[Status]) -> Row:
    return Row(name, len(found), *(found.count(status) for status in STATUSES))


def total(rows: Iterable[Row], name: str = "all") -> Row:
    """Add rows up.

    Examples
    --------
    >>> total([Row("A", 2, 1, 1, 0, 0), Row("B", 3, 3, 0, 0, 0)])
    Row(name='all', cards=5, modelled=4, caller=1, waiting=0, not_modelled=0)
    """
    listed = list(rows)
    sums = [sum(int(one[place]) for one in listed) for place in range(1, 6)]
    return Row(name, *sums)
