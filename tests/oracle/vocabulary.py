"""The oracle's own words: pips, objects and actions, read from plain JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

Elections = dict[str, int]

DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")

ALL = 63

REMOVING = ("kill", "return", "banish", "discard", "recycle")

HOME = {"discard": "hand", "recycle": "trash", "xp": "player", "burn": "player"}

COUNTED = ("xp", "burn")
"""Actions that are done to no object: XP is spent, cards are burned from the deck."""

THING_KEYS = {
    "card",
    "id",
    "type",
    "tags",
    "domains",
    "cost",
    "might",
    "ready",
    "buffs",
    "at",
    "empowered",
    "token",
    "value",
    "clauses",
    "keywords",
    "adds",
    "abilities",
    "used",
    "supertype",
    "new",
    "stunned",
    "in_combat",
    "attached_to",
    "instead",
}


def pip(value: Any, domains: int = 0) -> int:
    """Read a pip into the set of domains that may pay it, as bits; a number is such a set already, 0 an own pip."""
    if isinstance(value, int):
        return value or domains or ALL
    if value == "any":
        return ALL
    if value == "own":
        return domains or ALL
    names = [value] if isinstance(value, str) else value
    return sum(1 << DOMAINS.index(name) for name in names)


def pips(values: Any, domains: int = 0) -> tuple[int, ...]:
    return tuple(sorted(pip(value, domains) for value in values or ()))


def listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


@dataclass
class Thing:
    """One object, as printed and as it is."""

    id: str
    name: str
    zone: str
    whose: int
    types: list[str]
    tags: list[str]
    domains: int
    energy: int
    pips: tuple[int, ...]
    actions: list[Json]
    might: int | None
    ready: bool
    buffs: int
    at: str
    empowered: bool
    token: bool
    value: int | None
    clauses: list[Json]
    keywords: list[Json]
    adds: list[Json]
    abilities: list[Json]
    used: list[str]
    supertypes: list[str] = field(default_factory=list)
    new: bool = False
    stunned: bool = False
    in_combat: bool = False
    attached_to: str | None = None
    instead: str = ""
    """What happens in its place when it would die."""

    def stays(self, do: str) -> bool:
        """Tell whether it is still there after an action that would take it away (357.2.a)."""
        return do == "kill" and self.instead == "recall"

    def might_with(self, buffs: int) -> int:
        """Give the current Might when `buffs` of its buffs are left."""
        return (self.might or 0) + buffs

    def worth(self) -> int:
        """Give what losing it for good costs (level 1)."""
        if self.value is not None:
            return self.value
        if self.name == "Gold" and self.zone == "board":
            return 2
        might = self.might_with(self.buffs) if self.zone == "board" and "unit" in self.types else 0
        return 1 + self.energy + len(self.pips) + might


def make(raw: Json, zone: str, whose: int, ident: str) -> Thing:
    unknown = set(raw) - THING_KEYS
    if unknown:
        raise KeyError(f"the oracle does not read {sorted(unknown)}")
    domains = pip(raw["domains"]) if raw.get("domains") else 0
    token = bool(raw.get("token"))
    cost = {} if token else raw.get("cost", {})
    return Thing(
        id=ident,
        name=raw.get("card") or ident,
        zone=zone,
        whose=whose,
        types=listed(raw.get("type")),
        tags=listed(raw.get("tags")),
        domains=domains,
        energy=cost.get("energy", 0),
        pips=pips(cost.get("power"), domains),
        actions=[act(one) for one in cost.get("actions", ())],
        might=raw.get("might"),
        ready=raw.get("ready", True),
        buffs=raw.get("buffs", 0),
        at=raw.get("at", "base"),
        empowered=raw.get("empowered", False),
        token=token,
        value=raw.get("value"),
        clauses=list(raw.get("clauses", ())),
        keywords=[{"keyword": one} if isinstance(one, str) else one for one in raw.get("keywords", ())],
        adds=list(raw.get("adds", ())),
        abilities=list(raw.get("abilities", ())),
        used=list(raw.get("used", ())),
        supertypes=listed(raw.get("supertype")),
        new=raw.get("new", False),
        stunned=raw.get("stunned", False),
        in_combat=raw.get("in_combat", False),
        attached_to=raw.get("attached_to"),
        instead=raw.get("instead") or "",
    )


def act(raw: Any) -> Json:
    """Read an action, short or long."""
    if isinstance(raw, str):
        do, number, *what = raw.split()
        raw = {"do": do, "number": int(number)} | ({"filter": {"type": what}} if what else {})
    read: Json = {"number": 1, "filter": {}, "itself": False, **raw}
    read["zone"] = raw.get("zone") or HOME.get(raw["do"], "board")
    return read


def within(value: int, limits: Json) -> bool:
    low, high = limits.get("min"), limits.get("max")
    return (low is None or value >= low) and (high is None or value <= high)


def rune_counts(raw: Any) -> tuple[int, int]:
    """Give ready and exhausted runes of one domain."""
    return (raw, 0) if isinstance(raw, int) else (raw.get("ready", 0), raw.get("exhausted", 0))


def slug(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())
