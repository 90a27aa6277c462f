"""Instances spelled out for the oracle: every card by its own text, every object with an id.

The oracle knows no catalogue. What a named card prints is looked up and written into the instance; nothing is worked
out here.
"""

from __future__ import annotations

import copy
from typing import Any

from runepay.model import catalogue
from runepay.model.facts import FACTS
from runepay.model.objects import slug
from runepay.model.rulebook import Ruleset

from .vocabulary import THING_KEYS, Json

DROPPED = {"leaves", "brings", "watches", "name"}
"""Fields of a card that say nothing about what it costs or pays where it lies."""
PLAYED = "the-played-card"
ZONES = ("board", "hand", "trash", "champion", "facedown", "banished", "battlefields")


def spelled(raw: Json, ruleset: Ruleset) -> Json:
    """Write out what an instance says, or a state and a play that are written like one."""
    return _Speller(raw, ruleset).raw


class _Speller:
    def __init__(self, raw: Json, ruleset: Ruleset) -> None:
        self.raw: Json = copy.deepcopy({key: value for key, value in raw.items() if key != "$schema"})
        self.state: Json = self.raw.setdefault("state", {})
        self.own: Json = {**self.state.get("cards", {}), **self.raw.get("cards", {})}
        self.sides: list[Json] = [self.state, *self.state.pop("opponents", ()), *self.raw.get("opponents", ())]
        if len(self.sides) > 1:
            self.raw["opponents"] = self.sides[1:]
        self.raw["goal"] = [self.raw["goal"]] if isinstance(self.raw.get("goal"), str) else self.raw.get("goal", [])
        self.any_pips = ruleset.own_domain_pip == "any"
        self.taken = {
            thing["id"]
            for side in self.sides
            for thing in self._raw_things(side)
            if isinstance(thing, dict) and "id" in thing
        }
        for number, side in enumerate(self.sides):
            for zone in ("board", "battlefields") if number else ZONES:
                if zone in side:
                    side[zone] = [self.thing(thing) for thing in side[zone]]
            if side.get("legend") is None:
                side.pop("legend", None)
            else:
                side["legend"] = self.thing(side["legend"])
        for side in self.sides:
            self._double(side)
        defaults = {name: fact.default for name, fact in FACTS.items() if fact.default}
        self.raw["defaults"] = defaults
        self._play(self.raw["play"])
        self._lasting(self.raw["play"])

    @staticmethod
    def _double(side: Json) -> None:
        """Write the text of a unit twice that bears a gear which says so."""
        doubling = [thing for zone in ZONES if isinstance(side.get(zone), list) for thing in side[zone]]
        doubling = [thing for thing in doubling if thing.pop("doubles", False)]
        worn = {thing["attached_to"] for thing in doubling if "attached_to" in thing}
        for thing in side.get("board", ()):
            if worn & {thing["id"], thing.get("card")}:
                for name in ("keywords", "clauses", "adds"):
                    thing[name] = [*thing.get(name, ()), *copy.deepcopy(thing.get(name, ()))]

    def _raw_things(self, side: Json) -> list[Any]:
        zones = ZONES if side is self.state else ("board", "battlefields")
        listed = [thing for zone in zones for thing in side.get(zone, ())]
        return [*listed, side["legend"]] if side.get("legend") is not None else listed

    def printed(self, name: str | None) -> Json:
        """Give what a card prints, as an instance would write it."""
        if not name:
            return {}
        if name in self.own:
            return dict(copy.deepcopy(self.own[name]))
        found = catalogue.find(name)
        return {} if found is None else found.model_dump(exclude_unset=True, by_alias=True, mode="json")

    def proper(self, name: str) -> str:
        return name if name in self.own else catalogue.name_of(name) or name

    def thing(self, raw: Json | str) -> Json:
        given: Json = {"card": raw} if isinstance(raw, str) else raw
        fields = {key: value for key, value in self.printed(given.get("card")).items() if key not in DROPPED}
        made = {**fields, **{key: value for key, value in given.items() if key not in DROPPED}}
        made.pop("linked", None)
        if "card" in made:
            made["card"] = self.proper(made["card"])
        if "token" not in made and ("token" in _words(made, "type") or "token" in _words(made, "supertype")):
            made["token"] = True
        if self.any_pips and len(_words(made, "domains")) > 1:
            made = _opened({**made, "keywords": [_with_cost(word) for word in made.get("keywords", ())]})
        if "id" not in made:
            made["id"] = self._fresh(slug(made.get("card") or "object"))
        played = made["id"] == PLAYED and made.get("card")
        _name_clauses(
            made.get("clauses", ()), made.get("card") or made["id"], slug(made["card"] if played else made["id"])
        )
        return made

    def _fresh(self, stem: str) -> str:
        ident, number = stem, 1
        while ident in self.taken:
            number += 1
            ident = f"{stem}-{number}"
        self.taken.add(ident)
        return ident

    def everything(self) -> list[Json]:
        return [thing for side in self.sides for thing in self._raw_things(side)]

    def _play(self, play: Json) -> None:
        known = {thing["id"] for thing in self.everything()}
        for name in ("source", "by"):
            if play.get(name) and play[name] not in known:
                play[name] = self.proper(play[name])
        if play.get("source"):
            self._source(play, known)
        if isinstance(play.get("targets"), list):
            play["targets"] = [self._target(target, known) for target in play["targets"]]
        if play.get("kind", "card") in {"card", "hide"}:
            self._card(play)
        _name_clauses(play.get("clauses", ()), play.get("card") or "the-card", slug(play.get("card") or "the-card"))
        _name_clauses(play.get("effects", ()), play.get("card") or "the-card", slug(play.get("card") or "the-card"))

    def _source(self, play: Json, known: set[str]) -> None:
        if play["source"] not in known:
            named = [thing["id"] for thing in self.everything() if thing.get("card") == play["source"]]
            if len(named) == 1:
                play["source"] = named[0]
            elif not named and self.printed(play["source"]):
                # What is on the chain, or is gone already, lies in no zone.
                self.state["chain"] = [self.thing({"card": play["source"]})]
                play["source"] = self.state["chain"][0]["id"]
        source: Json = next(
            (one for one in [*self.everything(), *self.state.get("chain", ())] if one["id"] == play["source"]), {}
        )
        if play.get("ability"):
            ability: Json = next((one for one in source.get("abilities", ()) if one["id"] == play["ability"]), {})
            play["kind"] = "trigger" if play["ability"] == "weaponmaster" else ability.get("kind", "ability")
            for one in source.get("abilities", ()):
                _name_clauses(one.get("clauses", ()), source.get("card") or source["id"], slug(source["id"]))

    def _target(self, target: Json | str, known: set[str]) -> Json | str:
        name = target if isinstance(target, str) else target["object"]
        if name not in known:
            proper = self.proper(name)
            named = [thing["id"] for thing in self.everything() if thing.get("card") == proper]
            name = named[0] if len(named) == 1 else name
        return name if isinstance(target, str) else {**target, "object": name}

    def _card(self, play: Json) -> None:
        """Put the card where it is played from, with all that the play says of it (C2)."""
        name = play.setdefault("card", "the card")
        if play.get("from") == "deck":
            # Cards of the deck are only counted, so the play says all of it.
            play |= {key: value for key, value in self.thing({"id": PLAYED, **play}).items() if key != "id"}
            play["card"] = self.proper(name)
            return
        zone = self.state.setdefault(play.get("from", "hand"), [])
        lying = next((one for one in zone if name in {one["id"], one.get("card")}), None)
        if lying is None:
            play["card"] = self.proper(name)
            lying = next((one for one in zone if play["card"] in {one["id"], one.get("card")}), None)
        told = {key for key in THING_KEYS & play.keys() if key not in {"card", "id"}}
        if play.get("kind") == "hide":
            told -= {"cost"}  # That is what hiding costs.
        given = {key: play.pop(key) for key in sorted(told)}
        if lying is None:
            zone.append(self.thing({"card": play["card"], "id": PLAYED, **given}))
        elif given:
            place = next(number for number, one in enumerate(zone) if one is lying)
            zone[place] = {**lying, **given}
            _name_clauses(zone[place].get("clauses", ()), play["card"], slug(lying["id"]))

    def _lasting(self, play: Json) -> None:
        names = [one for side in self.sides for one in side.get("effects", ()) if isinstance(one, str)]
        names += [play["by"]] if play.get("by") else []
        self.state["cards"] = {name: self.printed(name) for name in names}
        for name, fields in self.state["cards"].items():
            _name_clauses(fields.get("leaves", ()), name, slug(name))
            _name_clauses(fields.get("brings", {}).get("clauses", ()), name, slug(name))
        for side in self.sides:
            _name_clauses(
                [one for one in side.get("effects", ()) if isinstance(one, dict)],
                "an effect this turn",
                "an-effect-this-turn",
            )


def _opened(raw: Any) -> Any:
    """Write own-domain pips as pips of any domain: so the rules 1.3 read them on a card of several domains."""
    if isinstance(raw, dict):
        return {
            key: ["any" if pip in ("own", 0) else pip for pip in value]
            if key == "power" and isinstance(value, list)
            else _opened(value)
            for key, value in raw.items()
        }
    return [_opened(one) for one in raw] if isinstance(raw, list) else raw


def _with_cost(word: Any) -> Any:
    """Write Accelerate with the cost that it has where none is stated (805.1)."""
    made = {"keyword": word} if isinstance(word, str) else word
    return (
        {**made, "cost": {"energy": 1, "power": ["own"]}}
        if made["keyword"] == "accelerate" and "cost" not in made
        else made
    )


def _words(made: Json, key: str) -> list[str]:
    value = made.get(key, [])
    return [value] if isinstance(value, str) else list(value)


def _name_clauses(clauses: Any, label: str, stem: str) -> None:
    """Name the clauses that bear no name, as the format says that they are named."""
    discounts = 0
    for clause in clauses:
        if "id" in clause:
            continue
        kind = clause["clause"]
        if kind == "additional" or (kind == "base" and clause.get("optional")):
            clause["id"] = clause.get("keyword") or ("ignore" if "ignore" in clause else slug(label))
        elif kind == "grant" and clause["keyword"] in {"accelerate", "repeat", "flow"}:
            clause["id"] = f"{clause['keyword']}:{slug(label)}"
        elif kind == "discount":
            discounts += 1
            clause["id"] = stem if discounts == 1 else f"{stem}-{discounts}"
