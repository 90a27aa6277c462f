"""What is being paid for: a card from its zone, or to hide, an ability, a trigger (354, 402, 811, 818, 821, 827)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .position import Base
from .vocabulary import ALL, DOMAINS, THING_KEYS, Json, Thing, act, make, pip, pips

PLAY_KEYS = THING_KEYS | {
    "kind",
    "source",
    "from",
    "to",
    "ambush",
    "targets",
    "elect",
    "choose",
    "effects",
    "ability",
    "by",
    "before",
    "linked",
}


@dataclass
class Subject:
    """What is paid for, and the objects without it."""

    card: Thing
    base: Base
    things: list[Thing]
    kind: str
    source: Thing | None = None
    aims: list[Json] | None = None
    ability: Json | None = None
    clauses: list[Json] = field(default_factory=list)


def subject(play: Json, things: list[Thing]) -> Subject:
    """Find what is paid for."""
    unknown = set(play) - PLAY_KEYS
    if unknown:
        raise KeyError(f"the oracle does not read {sorted(unknown)}")
    kind = play.get("kind", "card")
    source = next((one for one in things if one.id == play.get("source")), None)
    aims = None
    if "targets" in play:
        aims = [{"object": one} if isinstance(one, str) else one for one in play["targets"]]
    if kind in {"card", "hide"}:
        card, things = _card(play, things)
        return Subject(card, _base(play, card, kind), things, kind, source, aims)
    if play.get("ability") == "weaponmaster":
        return _weaponmaster(play, things, source, aims or [])
    ability = _ability(play["ability"], source, things) if "ability" in play else None
    card = _item(play, source, play.get("cost", (ability or {}).get("cost")))
    card.clauses += (ability or {}).get("clauses", [])
    kind = kind if ability is None else ability.get("kind", "ability")
    return Subject(card, Base(card.energy, card.pips, card.actions), things, kind, source, aims, ability)


def _card(play: Json, things: list[Thing]) -> tuple[Thing, list[Thing]]:
    """Take the card out of its zone: on the chain it pays for nothing and counts nowhere (354)."""
    fields = {key: value for key, value in play.items() if key in THING_KEYS - {"id"}}
    zone = play.get("from", "hand")
    for place, one in enumerate(things):
        if not one.whose and one.zone == zone and play.get("card") in {one.name, one.id}:
            rest = things[:place] + things[place + 1 :]
            return (make(fields, zone, 0, "") if _tells(fields) else one), rest
    return make(fields, zone, 0, ""), things


def _tells(fields: Json) -> bool:
    """Tell whether the play itself says what the card is; what it says is what the listed card says."""
    return bool(set(fields) - {"card"})


def _base(play: Json, card: Thing, kind: str) -> Base:
    """Give the printed cost, or that of hiding: its own or Power of any domain (811.1.b)."""
    if kind != "hide":
        return Base(card.energy, card.pips, card.actions)
    hidden: list[Json] = [one["cost"] for one in card.keywords if one["keyword"] == "hidden" and "cost" in one]
    cost: Json = play["cost"] if "cost" in play else (hidden[0] if hidden else {"power": ["any"]})
    actions = [act(one) for one in cost.get("actions", ())]
    return Base(cost.get("energy", 0), pips(cost.get("power"), ALL), actions)


def _item(play: Json, source: Thing | None, cost: Json | None) -> Thing:
    """Make an ability, a trigger or an effect: of its source's types and domains where it says nothing itself."""
    fields = {key: value for key, value in play.items() if key in THING_KEYS - {"id", "cost"}}
    fields["cost"] = cost or {}
    if source is not None and not fields.get("domains"):
        fields["domains"] = [one for one in DOMAINS if source.domains & pip(one)]
    if source is not None and not fields.get("type"):
        fields["type"] = source.types
    return make(fields, "", 0, "")


def _ability(name: str, source: Thing | None, things: list[Thing]) -> Json:
    """Find an ability of the source: its own, of a keyword, or one that it copies."""
    if source is None:
        raise KeyError("an ability without its source")
    copied: list[Json] = []
    if any(add.get("copies") for add in source.adds):
        others = [one for one in things if one is not source and not one.whose and one.zone in {"board", "legend"}]
        copied = [ability for one in others for ability in one.abilities if _exhausts(ability)]
    for one in [*source.abilities, *_of_keyword(source, name), *copied]:
        if one["id"] == name:
            return one
    raise KeyError(f"{source.id} has no ability {name!r}")


def _exhausts(ability: Json) -> bool:
    read = [act(one) for one in ability.get("cost", {}).get("actions", ())]
    return any(one["do"] == "exhaust" and one["itself"] for one in read)


def _of_keyword(source: Thing, name: str) -> list[Json]:
    """Make the ability that Equip or Empower gives; further costs may be elected in its place."""
    costs = [one.get("cost", {}) for one in source.keywords if one["keyword"] == name and name in {"equip", "empower"}]
    if not costs:
        return []
    others: list[Json] = [
        {"clause": "base", "id": f"{name}-{number}", "set": cost, "optional": True}
        for number, cost in enumerate(costs[1:], 2)
    ]
    when: Any = {"itself": {"empowered": False}} if name == "empower" else None
    return [{"id": name, "cost": costs[0], "clauses": others, "when": when}]


def _weaponmaster(play: Json, things: list[Thing], unit: Thing | None, aims: list[Json]) -> Subject:
    """Pay the chosen gear's Equip as if it were used on the unit, one pip cheaper, as a trigger (821.1.c)."""
    if unit is None:
        raise KeyError("Weaponmaster without its unit")
    gear = next(one for one in things if one.id == aims[0]["object"])
    own = next((one for one in gear.abilities if one["id"] == "equip"), None) or _of_keyword(gear, "equip")[0]
    card = _item(play, gear, play.get("cost", own.get("cost")))
    less = {"clause": "discount", "id": "weaponmaster", "any": 1}
    card.clauses = [*own.get("clauses", ()), less, *card.clauses]
    base = Base(card.energy, card.pips, card.actions)
    return Subject(card, base, things, "trigger", gear, [{"object": unit.id}])
