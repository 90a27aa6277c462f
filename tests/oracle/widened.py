"""Random objects, Adds, actions and modifiers of the wide space (see `wide`)."""

from __future__ import annotations

from typing import Any

from .dice import Dice
from .generator import Maker
from .pieces import TAGS
from .vocabulary import Json


class Widened(Maker):
    """Makes the parts of one instance of the wide space."""

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.shape = ""
        """How the play comes about: ``named`` ability, ``weaponmaster``, ``hide``, or nothing special."""
        if dice.chance(35):
            self.shape = dice.weighted(((4, "named"), (2, "weaponmaster"), (2, "hide"), (1, "applied")))
            self.kind = {"named": "ability", "weaponmaster": "trigger"}.get(self.shape, self.shape)
        self.deck = dice.weighted(((3, 2), (2, 1), (1, 0), (1, 3), (2, None)))
        self.repeats = False
        self.hungry = dice.chance(50)
        """Few runes and several Adds that cost something, so that payments within payments are needed."""

    # ------------------------------------------------------------ Adds with costs

    def add(self) -> Json:
        """Draw an Add that asks for a payment of its own."""
        dice, domain = self.dice, self.dice.pick(self.palette)
        shape = dice.weighted(((3, "henge"), (3, "anomaly"), (4, "cost"), (4, "action"), (2, "repeat"), (1, "both")))
        if shape in {"henge", "anomaly"}:
            pays = "energy" if shape == "henge" else "power"
            gives: Json = {"power": {"universal": 1}} if shape == "henge" else {"energy": 1}
            if dice.chance(25):
                gives = {"power": {domain: 1}} if shape == "henge" else {"energy": 2}
            found: Json = {"gives": gives, "any_amount": pays}
            if dice.chance(12):
                found["cost"] = dice.pick(({"energy": 1}, {"power": ["any"]}, {"actions": [self.add_action()]}))
        elif shape == "repeat":
            return self.repeating()
        else:
            gives = dice.weighted(
                (
                    (3, {"energy": 2}),
                    (2, {"energy": 1}),
                    (3, {"power": {"universal": 1}}),
                    (2, {"power": {"universal": 2}}),
                    (2, {"power": {domain: 2}}),
                    (1, {"energy": 1, "power": {domain: 1}}),
                )
            )
            found = {"gives": gives, "cost": self.add_cost(shape)}
        if dice.chance(25):
            found["for"] = dice.pick((["unit"], ["spell"], ["gear"], ["gear", "unit"], ["showdown"]))
        if dice.chance(8):
            found["kill"] = True
            if dice.chance(60):
                found["exhaust"] = False
        if dice.chance(5):
            found["speed"] = "action"
        if dice.chance(6):
            found["when"] = dice.pick(({"fact": "cards_played"}, {"amount": {"count": "xp"}, "at_least": 1}))
        return found

    def add_cost(self, shape: str) -> Json:
        dice = self.dice
        cost: Json = {}
        if shape != "action":
            cost = dice.weighted(
                (
                    (3, {"energy": 1}),
                    (2, {"power": ["any"]}),
                    (2, {"power": ["any", "any"]}),
                    (1, {"power": ["own"]}),
                    (1, {"energy": 1, "power": [self.palette[0]]}),
                )
            )
        if shape != "cost":
            cost = cost | {"actions": [self.add_action()]}
            if dice.chance(10):
                cost["actions"].append(self.add_action())
        return cost

    def add_action(self) -> Any:
        """Draw an action that an Add's own cost asks for."""
        dice = self.dice
        filters: Json = dice.weighted(
            ((3, {"type": "unit"}), (2, {"type": ["unit", "gear"]}), (1, {"other": True}), (1, {"type": "gear"}))
        )
        return dice.weighted(
            (
                (4, {"do": "kill", "filter": filters}),
                (3, "discard 1"),
                (3, {"do": "exhaust", "filter": filters}),
                (3, {"do": "banish", "zone": "trash"}),
                (2, {"do": "banish", "zone": "trash", "filter": {"type": ["unit", "gear"]}}),
                (2, "recycle 1"),
                (2, "xp 1"),
                (2, {"do": "buff"}),
                (2, "burn 1"),
                (2, {"do": "disempower"}),
                (1, {"do": "return", "filter": filters}),
                (1, {"do": "recycle", "zone": "board", "filter": filters}),
                (1, {"do": dice.pick(("kill", "banish", "recycle", "return")), "itself": True, "zone": "board"}),
                (1, {"do": dice.pick(("disempower", "buff")), "itself": True}),
                (1, {"do": "kill", "filter": {"type": "unit", "ready": dice.chance(50)}}),
            )
        )

    def repeating(self) -> Json:
        """Draw an Add that uses up neither its object nor its readiness; only one of them takes resources."""
        dice = self.dice
        acts: list[Any] = ["discard 1", "xp 1", "recycle 1", {"do": "buff"}, {"do": "kill", "filter": {"type": "unit"}}]
        if self.deck is not None:
            acts.append("burn 1")
        free = dice.pick(({"energy": 1}, {"power": {"universal": 1}}))
        if self.repeats or dice.chance(50):
            return {"gives": free, "exhaust": False, "cost": {"actions": [dice.pick(acts)]}}
        self.repeats = True
        return dice.pick(
            (
                {"gives": {"power": {"universal": 1}}, "exhaust": False, "cost": {"energy": 1}},
                {"gives": {"energy": 1}, "exhaust": False, "cost": {"power": ["any"]}},
                {"gives": {"power": {self.palette[0]: 1}}, "exhaust": False, "any_amount": "energy"},
                {"gives": {"energy": 1}, "exhaust": False, "any_amount": "power"},
            )
        )

    # ------------------------------------------------------------ objects

    def unit(self) -> Json:
        found = super().unit()
        self.more(found)
        if self.dice.chance(10):
            found["adds"] = [self.add()]
        elif self.dice.chance(8):
            found["adds"] = [{"copies": True}]
            if self.dice.chance(30):
                found["adds"].append(self.add())
        return found

    def more(self, found: Json) -> None:
        """Make an object Empowered, or of some domains, now and then."""
        if self.dice.chance(20):
            found["empowered"] = True
        if self.dice.chance(10):
            found["ready"] = False
        if self.dice.chance(20):
            found["domains"] = self.palette[:1]

    def source(self) -> Json:
        if self.dice.chance(60):
            return super().source()
        return self.equipment() if self.dice.chance(50) else self.nested()

    def nested(self) -> Json:
        """Draw an object whose Adds cost something, or copy others."""
        dice = self.dice
        kind = dice.weighted(((4, "gear"), (2, "unit"), (1, ["gear", "unit"])))
        found: Json = {"card": self.name("Gear "), "type": kind, "cost": self.cost(2, 1)}
        if kind != "gear":
            found["might"] = 2 + dice.upto(3)
        found["adds"] = [{"copies": True} if dice.chance(12) else self.add()]
        if dice.chance(15):
            free = {"gives": {"energy": 1}}
            found["adds"].append(dice.pick((free, free | {"exhaust": False, "kill": True}, self.add())))
        self.more(found)
        return found

    def ability_cost(self) -> Json:
        dice = self.dice
        cost = self.cost(2, 1)
        actions: list[Any] = [{"do": "exhaust", "itself": True}] if dice.chance(35) else []
        if dice.chance(35):
            actions.append(self.action())
        if dice.chance(10):
            actions.append({"do": dice.pick(("disempower", "kill", "banish")), "itself": True})
        return cost | ({"actions": actions} if actions else {})

    def equipment(self) -> Json:
        """Draw an object with abilities: Equip, Empower, some of its own."""
        dice = self.dice
        found: Json = {"card": self.name("Blade "), "type": "gear", "cost": self.cost(2, 1), "keywords": []}
        for word in ("equip", "empower"):
            if dice.chance(60):
                found["keywords"].append({"keyword": word, "cost": self.ability_cost()})
                if dice.chance(25):
                    found["keywords"].append({"keyword": word, "cost": self.ability_cost()})
        equips = any(one["keyword"] == "equip" for one in found["keywords"])
        if equips and dice.chance(20):
            found["abilities"] = [{"id": "equip", "cost": self.ability_cost(), "clauses": [self.discount()]}]
        elif dice.chance(40):
            found["abilities"] = [self.ability()]
            if dice.chance(15):
                found["used"] = ["draw"]
        if dice.chance(20):
            found["ready"] = False
        if dice.chance(15):
            found["type"] = "unit"
            found["might"] = 3
        if dice.chance(15):
            found["adds"] = [{"copies": True}] if dice.chance(30) else [self.add()]
        self.more(found)
        return found

    def ability(self) -> Json:
        dice = self.dice
        found: Json = {"id": "draw", "cost": self.ability_cost()}
        if dice.chance(30):
            found["speed"] = dice.pick(("action", "reaction"))
        if dice.chance(25):
            found["once"] = True
        if dice.chance(15):
            found["when"] = dice.pick((self.condition(), {"itself": {"empowered": True}}))
        if dice.chance(12):
            found["kind"] = dice.pick(("trigger", "effect", "applied"))
        if dice.chance(50):
            repeat: Json = {"clause": "additional", "id": "again", "keyword": "repeat", "optional": True}
            other: Json = {"clause": "base", "id": self.name("other"), "optional": True, "set": self.ability_cost()}
            found["clauses"] = [
                dice.pick((self.discount(), repeat | {"cost": self.cost(1, 1) or {"energy": 1}}, other))
            ]
        return found

    def legend(self) -> Json:
        dice = self.dice
        found = super().legend()
        self.more(found)
        if dice.chance(60):
            butcher = {"gives": {"energy": 2}, "for": ["unit"], "cost": {"power": ["any", "any"]}}
            banish = {"do": "banish", "zone": "trash", "filter": {"type": ["unit", "gear"]}}
            reaper = {"gives": {"power": {"universal": 1}}, "for": ["unit", "gear"], "cost": {"actions": [banish]}}
            found["adds"] = [dice.pick((butcher, reaper, self.add()))]
        if dice.chance(25):
            found["abilities"] = [self.ability()]
        return found

    def action(self) -> Any:
        dice = self.dice
        if dice.chance(65):
            return super().action()
        found: Any = dice.weighted(
            (
                (3, "burn 1"),
                (3, {"do": "disempower"}),
                (1, {"do": "disempower", "filter": {"type": ["unit", "gear"]}}),
                (2, {"do": "exhaust", "filter": {"type": "legend"}}),
                (1, {"do": "exhaust", "filter": {"type": ["unit", "legend"]}}),
                (2, {"do": "recycle", "zone": "board", "filter": {"type": ["unit", "gear"]}}),
                (2, {"do": "banish", "zone": "trash"}),
                (1, {"do": "banish", "zone": "hand"}),
                (1, {"do": "kill", "filter": {"type": "unit", "empowered": dice.chance(50)}}),
                (1, {"do": "return", "filter": {"tag": list(TAGS)}}),
                (1, "burn 2"),
            )
        )
        return found

    def amount(self) -> Json:
        if self.dice.chance(60):
            return super().amount()
        return self.dice.pick(
            (
                {"count": "hand", "whose": "enemy"},
                {"count": "xp", "whose": "enemy"},
                {"count": "runes", "whose": "enemy", "plus": -1},
                {"count": "objects", "whose": "enemy", "of": {"type": "unit"}},
                {"count": "objects", "whose": "any", "of": {"type": "unit"}, "most": 2},
                {"count": "objects", "of": {"empowered": True}},
                {"count": "hand", "whose": "any", "most": 2},
                {"count": "xp", "whose": "own", "most": 2},
            )
        )

    def condition(self) -> Json:
        if self.dice.chance(75):
            return super().condition()
        return self.dice.pick(
            (
                {"amount": {"count": "hand", "whose": "enemy"}, "at_least": 1},
                {"amount": {"count": "objects", "of": {"empowered": True}}, "at_least": 1},
                {"all_of": [{"fact": "cards_played"}, {"not": {"amount": {"count": "xp"}, "at_least": 2}}]},
            )
        )

    def scope(self) -> Json:
        found = super().scope()
        if self.kind == "ability" and self.dice.chance(30):
            found |= self.dice.pick(
                ({"ability": ["equip", "empower"]}, {"of": {"type": "gear"}}, {"ability": ["draw"]})
            )
        return found

    def forge(self) -> Json:
        """Draw gear that changes what abilities, and so Adds, cost."""
        dice = self.dice
        clause = dice.weighted(
            (
                (4, self.discount()),
                (3, {"clause": "discount", "id": self.name("less"), "energy": 1}),
                (1, {"clause": "discount", "id": self.name("less"), "any": 1}),
                (2, {"clause": "increase"} | (self.cost(1, 1) or {"energy": 1})),
                (1, {"clause": "override"}),
            )
        )
        scope: Json = dice.weighted(((3, {"type": "gear"}), (2, {}), (1, {"of": {"type": "gear", "ready": True}})))
        found: Json = clause | {"on": {"kind": ["ability"], **scope}}
        if dice.chance(25):
            found["when"] = dice.pick(
                ({"amount": {"count": "fact", "name": "gear_abilities_used"}, "at_most": 0}, self.condition())
            )
        return {"card": self.name("Forge "), "type": "gear", "cost": {"energy": 1}, "clauses": [found]}

    def modifier(self) -> Json:
        dice = self.dice
        if dice.chance(30):
            return self.forge()
        if dice.chance(55):
            return super().modifier()
        found: Json = {"card": self.name("Banner "), "type": "gear", "cost": {"energy": 1}}
        scope = self.scope()
        shape = dice.weighted(
            ((4, "additional"), (2, "flow"), (2, "permit"), (1, "speed"), (1, "base"), (1, "mandatory"))
        )
        clauses: list[Json]
        if shape == "additional":
            cost = dice.weighted(
                (
                    (3, {"actions": [{"do": "exhaust", "itself": True}]}),
                    (1, {"actions": [{"do": "kill", "itself": True}]}),
                    (2, {"actions": [self.action()]}),
                    (1, {"actions": [{"do": "exhaust", "filter": {"type": "gear", "other": True}}]}),
                    (1, {"energy": 1}),
                )
            )
            ident = self.name("aid")
            clauses = [{"clause": "additional", "id": ident, "cost": cost, "on": scope}]
            if dice.chance(75):
                clauses[0]["optional"] = True
                clauses.append(self.discount() | {"on": scope, "when": {"elected": ident}})
        elif shape == "flow":
            clauses = [{"clause": "grant", "keyword": "flow", "on": {"type": "spell", "from": ["trash"]}}]
            if dice.chance(50):
                clauses[0]["cost"] = self.cost(2, 1)
        elif shape == "permit":
            clauses = [{"clause": "permit", "from": [dice.pick(("trash", "banished", "deck"))], "on": scope}]
        elif shape == "speed":
            clauses = [{"clause": "grant", "keyword": dice.pick(("action", "reaction")), "on": scope}]
        elif shape == "mandatory":
            less = {"clause": "discount", "id": self.name("part"), "energy": 1, "any": 1, "component": "mandatory"}
            clauses = [less | {"on": scope}]
        else:
            clauses = [{"clause": "base", "set": self.cost(2, 1), "on": scope}]
            if dice.chance(30):
                clauses[0]["set"]["actions"] = [{"do": "exhaust", "itself": True}]
        return found | {"clauses": clauses}
