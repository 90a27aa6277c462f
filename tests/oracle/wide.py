"""Random instances with payments within payments, every action, every occasion.

Adds that cost something, converters, copied and repeated Adds, Empowered, burning, hiding, abilities by name,
Weaponmaster, plays that an effect makes, other zones, opponents' numbers and effects, objects chosen by the caller.
"""

from __future__ import annotations

from typing import Any

from .adds import Ability, abilities, prices, reprices
from .offers import read
from .table import reach
from .vocabulary import Json
from .widened import Widened

CARDS = ("spell", "unit", "gear")


class Wide(Widened):
    """Makes one instance of the wide space."""

    # ------------------------------------------------------------ the play

    def play(self, state: Json, enemies: list[Json], facts: Json) -> Json:
        play = self.hide(state) if self.shape == "hide" else super().play(state, enemies, facts)
        if self.kind in CARDS and "ambush" not in play and self.dice.chance(25):
            self.elsewhere(play, state)
        if self.hungry and "cost" in play and not (play["cost"].get("energy") or play["cost"].get("power")):
            play["cost"] |= {"energy": 1 + self.dice.upto(2), "power": ["any"] * self.dice.upto(2)}
        return play

    def elsewhere(self, play: Json, state: Json) -> None:
        """Play the card from another zone, or let an effect play it."""
        dice = self.dice
        if "from" not in play:
            play["from"] = dice.pick(("champion", "banished", "trash", "deck", "trash"))
        shape = dice.weighted(((3, "by"), (1, "word"), (3, "permit"), (2, "")))
        if shape == "word":
            play["by"] = "an effect"
        elif shape == "permit":
            permit = {"clause": "permit", "from": [dice.pick((play["from"], play["from"], "banished"))]}
            play.setdefault("clauses", []).append(permit)
        elif shape == "by":
            play["by"] = "Bringer"
            brings: Json = {}
            if dice.chance(70):
                ignoring = {"clause": "base", "ignore": dice.pick(("energy", "cost", "power"))}
                brings["clauses"] = [dice.pick((ignoring, self.discount()))]
            if dice.chance(40):
                brings["only"] = {"type": dice.pick(("spell", "unit"))}
            if dice.chance(30):
                brings["energy_at_most"] = {"count": "xp", "plus": dice.upto(3)}
            state["cards"] = {"Bringer": {"type": "spell", "brings": brings}}

    def hide(self, state: Json) -> Json:
        dice = self.dice
        card: Json = {"card": "Played", "type": "spell", "cost": self.cost(3, 1), "keywords": []}
        if dice.chance(95):
            hidden: Json = {"keyword": "hidden"}
            if dice.chance(40):
                hidden["cost"] = self.cost(1, 1) | ({"actions": [self.action()]} if dice.chance(40) else {})
            card["keywords"].append(hidden)
        if dice.chance(60):
            card["clauses"] = [one | {"on": {"kind": ["hide"]}} for one in self.clauses(card)]
        if dice.chance(30):
            card.setdefault("clauses", []).append(
                {"clause": "discount", "id": self.name("less"), "energy": 1, "any": 1}
            )
        card.pop("effects", None)
        play: Json = {"card": "Played", "kind": "hide"}
        zone = dice.weighted(((8, "hand"), (2, "champion"), (1, "trash")))
        if zone != "hand":
            play["from"] = zone
        state.setdefault(zone, []).append(card | {"id": "played"})
        if dice.chance(30):
            play["effects"] = [dice.pick((self.discount(), {"clause": "base", "ignore": "cost"}))]
        return play

    def _item(self, play: Json, state: Json) -> None:
        dice = self.dice
        if self.shape == "weaponmaster":
            self.weaponmaster(play, state)
            return
        if self.shape == "applied":
            play["kind"] = "applied"
            return
        super()._item(play, state)
        able = [one for one in self.sources(state) if _named(one)]
        if able and (self.shape == "named" or dice.chance(20)):
            one = dice.pick(able)
            play |= {"source": one["id"], "ability": dice.pick(_named(one))}
            if dice.chance(85):
                play.pop("cost")
            if dice.chance(70):
                play.pop("domains", None)

    @staticmethod
    def sources(state: Json) -> list[Json]:
        return [*state["board"], *([state["legend"]] if "legend" in state else [])]

    def weaponmaster(self, play: Json, state: Json) -> None:
        """Ask for the Equip of a gear, for a unit that has come with Weaponmaster."""
        units = [one["id"] for one in state["board"] if one["type"] == "unit"]
        gears = [one["id"] for one in state["board"] if "equip" in _named(one)]
        play |= {"kind": "trigger", "ability": "weaponmaster"}
        play["source"], gear = self.dice.pick(units), self.dice.pick(gears)
        unit = next(one for one in state["board"] if one["id"] == play["source"])
        unit["keywords"] = [*unit.get("keywords", ()), "weaponmaster"]
        play["targets"] = [gear]
        if self.dice.chance(85):
            play.pop("cost")
        if self.dice.chance(70):
            play.pop("domains", None)

    def targets(self, state: Json, enemies: list[Json], play: Json) -> Any:
        if self.shape == "weaponmaster":
            return play["targets"]
        return super().targets(state, enemies, play)

    def board(self) -> list[Json]:
        found = super().board()
        if self.shape == "weaponmaster":
            blade = self.equipment() | {"type": "gear"}
            blade["keywords"] = [{"keyword": "equip", "cost": self.ability_cost()}, *blade["keywords"]]
            found = [self.unit(), blade, *found[:2]]
        elif self.shape == "named":
            found = [self.equipment(), *found[:3]]
        if self.hungry:
            found = [*found[:2], *(self.nested() for _ in range(1 + self.dice.upto(1)))]
        return found

    def runes(self) -> Json:
        if not self.hungry:
            return super().runes()
        counts: dict[str, list[int]] = {}
        for _ in range(self.dice.weighted(((1, 0), (2, 1), (3, 2), (2, 3)))):
            counts.setdefault(self.dice.pick(self.palette), [0, 0])[self.dice.chance(25)] += 1
        return {domain: {"ready": ready, "exhausted": tired} for domain, (ready, tired) in counts.items()}

    # ------------------------------------------------------------ the rest of the table

    def settle(self, state: Json) -> None:
        """Add what the narrow space has not to a state."""
        dice = self.dice
        if self.deck is not None:
            state["deck"] = self.deck
        for zone in ("champion", "banished"):
            if dice.chance(10):
                state[zone] = [self.hand_card()]

    def opponents(self, enemies: list[Json]) -> list[Json]:
        dice = self.dice
        if not enemies and dice.chance(70):
            return []
        found: Json = {"board": enemies}
        for name in ("xp", "runes", "hand"):
            if dice.chance(35):
                found[name] = 1 + dice.upto(1)
        if dice.chance(20):
            scope = {"whose": "enemy"} | self.scope()
            tax: Json = {"clause": "increase", "on": scope} | (self.cost(1, 1) or {"energy": 1})
            if dice.chance(40):
                tax["per"] = self.amount()
            ward = {"clause": "deflect", "grants": {"type": "unit"}}
            if dice.chance(30):
                ward["when"] = self.condition()
            found["effects"] = [dice.pick((tax, tax, ward))]
        if dice.chance(10):
            less = {"clause": "increase", "energy": 1, "on": {"whose": "enemy"} | self.scope()}
            found["legend"] = {"id": "foe", "card": "Foe legend", "type": "legend", "clauses": [less]}
        return [found]

    def enemy(self) -> list[Json]:
        found = super().enemy()
        for one in found:
            for clause in one.get("clauses", ()):
                if clause["clause"] == "increase" and self.dice.chance(30):
                    clause["per"] = self.amount()
            if self.dice.chance(15):
                one["empowered"] = True
        return found

    def _number(self) -> list[Json]:
        found = super()._number()
        if self.dice.chance(30):
            does = ["disempower", "exhaust", "recycle", *(["burn"] if self.deck is not None else [])]
            do = self.dice.pick(does)
            found[0]["cost"]["actions"] = [{"do": do}]
            if do == "exhaust":
                found[0]["cost"]["actions"][0]["filter"] = {"type": "unit"}
        return found

    def fix(self, found: Json) -> None:
        super().fix(found)
        if self.dice.chance(12):
            self._choose(found)
        for one in found["state"]["board"]:
            if one["type"] == "unit" and self.dice.chance(8):
                one["instead"] = self.dice.pick(("recall", "recall", "banish"))

    def _choose(self, found: Json) -> None:
        """Choose the objects that may pay for some parts of the cost (C8)."""
        dice = self.dice
        case = read(found)
        names = [part.id for part in case.parts if part.actions]
        names += ["base"] if case.base.actions else []
        names += sorted({line.part for use in abilities(case) if _surely_usable(use) for line in use.lines})
        mine = [one.id for one in case.things if not one.whose]
        if mine and names:
            chosen = sorted({dice.pick(mine) for _ in range(1 + dice.upto(2))})
            found["play"].setdefault("choose", {})["objects"] = {dice.pick(names): chosen}


def _named(one: Json) -> list[str]:
    """Give the names of an object's abilities."""
    words = [word["keyword"] for word in one.get("keywords", ()) if isinstance(word, dict)]
    return [word for word in ("equip", "empower") if word in words] + [one["id"] for one in one.get("abilities", ())]


def _surely_usable(use: Ability) -> bool:
    """Tell whether an Add is on offer in any state of the turn; a choice for one that is not is refused."""
    return use.one.ready and not (set(use.add) & {"when", "for", "kill"})


def circles(raw: Json) -> bool:
    """Tell whether an Add that uses nothing up could be paid for with what it gives; the product refuses such cards."""
    case = read(raw)
    uses = [use for use in abilities(case) if reprices(case) or not use.plain]
    costs = [
        {use.asks(1, cost) for used in (0, 2) for cost in prices(case, use, {}, case.state.get("xp", 0), used)}
        for use in uses
    ]

    def feeds(one: Ability, other: int) -> bool:
        return any(
            energy if kind[0] == "energy" else any(reach(kind[0]) & mask for mask in pips)
            for kind in one.gives
            for energy, pips in costs[other]
        )

    for number, start in enumerate(uses):
        if start.exhausts or start.kills:
            continue
        if (0, ()) in costs[number] and not start.lines:
            return True  # It costs nothing at all.
        reached, todo = set(), [start]
        while todo:
            one = todo.pop()
            for place, other in enumerate(uses):
                if feeds(one, place) and place not in reached:
                    reached.add(place)
                    todo.append(other)
        if number in reached:
            return True
    return False
