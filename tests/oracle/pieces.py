"""Random costs, objects and pools: what an instance is put together from."""

from __future__ import annotations

from typing import Any

from .dice import Dice
from .vocabulary import DOMAINS, Json

TAGS = ("Bird", "Poro", "Dragon")


class Pieces:
    """Makes the parts of one instance, over one to three domains."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.names = 0
        start = dice.below(len(DOMAINS))
        self.palette = [
            DOMAINS[(start + 2 * place) % 6] if start % 2 else DOMAINS[(start + place) % 6]
            for place in range(1 + dice.weighted(((2, 0), (4, 1), (2, 2))))
        ]
        self.kind = dice.weighted(
            ((5, "spell"), (4, "unit"), (1, "gear"), (1, "ability"), (1, "trigger"), (1, "effect"))
        )

    def name(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def pip(self) -> Any:
        two = self.palette[:2]
        pair = [domain for domain in DOMAINS if domain in two]
        return self.dice.weighted(
            ((5, self.dice.pick(self.palette)), (3, "any"), (1, pair if len(pair) > 1 else "any"), (1, "own"))
        )

    def cost(self, energy: int, pips: int) -> Json:
        found: Json = {}
        if number := self.dice.upto(energy):
            found["energy"] = number
        if number := self.dice.upto(pips):
            found["power"] = [self.pip() for _ in range(number)]
        return found

    def what(self, do: str) -> Json:
        """Draw a filter that suits an action."""
        dice = self.dice
        if do in {"discard", "recycle"}:
            return dice.weighted(((5, {}), (1, {"type": dice.pick(("unit", "spell"))}), (1, {"energy": {"min": 1}})))
        if do == "buff":
            return dice.weighted(((4, {}), (1, {"type": "unit"}), (1, {"tag": dice.pick(TAGS)}), (1, {"mighty": True})))
        filters: list[tuple[int, Json]] = [
            (5, {"type": "unit"}),
            (2, {"type": ["unit", "gear"]}),
            (2, {"type": "gear"}),
            (2, {"tag": list(TAGS[:2])}),
            (2, {"type": "unit", "mighty": True}),
            (1, {"type": "unit", "might": {"min": 3}}),
            (1, {}),
            (1, {"type": "unit", "ready": True}),
            (1, {"type": "unit", "buffed": True}),
            (1, {"type": "unit", "chosen": False}),
            (1, {"type": "unit", "other": True}),
            (1, {"token": True}),
            (1, {"type": "unit", "might": {"max": 4}}),
            (1, {"type": "unit", "ready": False}),
            (1, {"type": "unit", "buffed": False}),
            (1, {"type": "unit", "mighty": False}),
            (1, {"at": "bf"}),
        ]
        return dice.weighted(filters)

    def action(self) -> Any:
        do = self.dice.weighted(
            (
                (4, "discard"),
                (4, "kill"),
                (3, "buff"),
                (3, "exhaust"),
                (2, "recycle"),
                (2, "xp"),
                (1, "return"),
                (1, "banish"),
            )
        )
        number = 1 + (self.dice.below(6) == 5)
        if do == "xp":
            return f"xp {number}"
        wanted = self.what(do)
        found: Json = {"do": do, "number": number}
        if wanted:
            found["filter"] = wanted
        if do in {"banish", "recycle"}:
            zone = self.dice.weighted(((6, ""), (1, "board"), (1, "trash")))
            if zone:
                found["zone"] = zone
        mine = self.kind in {"ability", "trigger"} and do in {"kill", "exhaust", "banish", "recycle"}
        if mine and self.dice.chance(40):
            found = {"do": do, "itself": True, "zone": "board"}
        if do == "discard" and found == {"do": "discard", "number": number}:
            return f"discard {number}"
        return found

    def extra(self) -> Json:
        """Draw an additional cost that asks for something."""
        shape = self.dice.weighted(((3, "action"), (3, "resource"), (2, "both")))
        cost: Json = {}
        if shape != "action":
            cost = self.cost(1, 1) or {"energy": 1}
        if shape != "resource":
            cost["actions"] = [self.action()]
            if self.dice.below(8) == 7:
                cost["actions"].append(self.action())
        return cost

    def unit(self) -> Json:
        dice = self.dice
        found: Json = {
            "card": self.name("Unit "),
            "type": "unit",
            "might": dice.weighted(((3, 3), (2, 5), (1, 4), (1, 1))),
        }
        if cost := self.cost(3, 1):
            found["cost"] = cost
        if dice.chance(50):
            found["tags"] = [dice.pick(TAGS)]
        if buffs := dice.weighted(((4, 0), (4, 1), (1, 2))):
            found["buffs"] = buffs
        if dice.chance(25):
            found["ready"] = False
        if dice.chance(10):
            found |= {"token": True}
        if dice.chance(8):
            found["value"] = dice.upto(3)
        if dice.chance(15):
            found["at"] = "bf"
        if dice.chance(18):
            found["adds"] = [
                dice.weighted(
                    (
                        (2, {"gives": {"energy": 1}}),
                        (2, {"gives": {"energy": 2}, "for": ["spell"]}),
                        (1, {"gives": {"power": {"universal": 2}}, "kill": True}),
                        (1, {"gives": {"energy": 1}, "speed": "action"}),
                        (1, {"gives": {"power": {self.palette[0]: 1}}, "exhaust": False, "kill": True}),
                    )
                )
            ]
        return found

    def source(self) -> Json:
        """Draw gear that adds resources."""
        dice, domain = self.dice, self.dice.pick(self.palette)
        shape = dice.weighted(((4, "seal"), (3, "gold"), (2, "two"), (2, "either"), (2, "restricted"), (1, "when")))
        found: Json = {"card": self.name("Gear "), "type": "gear", "cost": self.cost(2, 1)}
        if dice.chance(20):
            found["ready"] = False
        if shape == "seal":
            return found | {
                "card": f"Seal {domain}",
                "cost": {"power": [domain]},
                "adds": [{"gives": {"power": {domain: 1}}}],
            }
        if shape == "gold":
            gold = {
                "card": "Gold",
                "type": "gear",
                "token": True,
                "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}],
            }
            return gold | ({"ready": False} if "ready" in found else {})
        if shape == "two":
            gives = dice.pick(
                (
                    {"power": {domain: 2}},
                    {"energy": 2},
                    {"energy": 1, "power": {"universal": 1}},
                    {"power": {domain: 1, self.palette[-1]: 1}},
                )
            )
            return found | {"adds": [{"gives": gives}]}
        if shape == "either":
            return found | {"adds": [{"gives": {"energy": 1}}, {"gives": {"power": {domain: 1}}}]}
        if shape == "restricted":
            gives = dice.pick(({"power": {"universal": 1}}, {"energy": 1}, {"energy": 2}, {"power": {"universal": 2}}))
            words = dice.pick((["spell"], ["unit"], ["gear"], ["gear", "unit"], ["showdown"]))
            return found | {"adds": [{"gives": gives, "for": words}]}
        when = dice.pick(
            ({"fact": "cards_played"}, {"amount": {"count": "xp"}, "at_least": 2}, {"itself": {"empowered": True}})
        )
        more = {"empowered": True} if dice.chance(50) else {}
        return (
            found
            | more
            | {"adds": [{"gives": {"energy": 1}}, {"gives": {"energy": 1, "power": {domain: 1}}, "when": when}]}
        )

    def scope(self) -> Json:
        dice = self.dice
        found: Json = dice.weighted(
            (
                (4, {}),
                (3, {"type": self.kind if self.kind in {"spell", "unit", "gear"} else "spell"}),
                (1, {"type": "gear"}),
            )
        )
        if dice.chance(10):
            found = found | {"chooses": dice.pick(({"type": "unit"}, {"ready": True}))}
        if dice.chance(8):
            found = found | {"chooses_me": True}
        if self.kind not in {"spell", "unit", "gear"} and dice.chance(70):
            found = {"kind": [self.kind]}
        return found

    def discount(self) -> Json:
        """Draw a discount on the total without its scope."""
        dice = self.dice
        found: Json = {"clause": "discount", "id": self.name("less")}
        shape = dice.weighted(((4, "energy"), (2, "any"), (2, "domain"), (2, "either"), (2, "both")))
        if shape != "any":
            found["energy"] = 1 + dice.upto(1)
        if shape == "domain":
            found["power"] = [self.dice.pick(self.palette)]
            if dice.chance(50):
                del found["energy"]
        if shape in {"any", "both", "either"}:
            found["any"] = 1 + (dice.below(5) == 4)
        if shape == "either":
            found["either"] = True
        if "energy" in found and dice.chance(35):
            found["minimum"] = 1 + dice.upto(1)
        if dice.chance(15):
            found["per"] = self.amount()
        if dice.below(12) == 11:
            found["power"] = [self.palette[-1], dice.pick(("any", self.palette[0]))]
        return found

    def amount(self) -> Json:
        return self.dice.weighted(
            (
                (3, {"count": "objects", "of": {"type": "unit"}}),
                (1, {"count": "objects", "zone": "trash"}),
                (1, {"count": "xp", "most": 2}),
                (1, {"count": "hand"}),
                (1, {"count": "fact", "name": "cards_played"}),
                (1, {"count": "runes", "plus": -2}),
                (1, {"count": "chosen"}),
                (1, {"count": "objects", "of": {"tag": "Bird"}, "times": 2}),
            )
        )

    def condition(self) -> Json:
        return self.dice.weighted(
            (
                (2, {"fact": "cards_played"}),
                (2, {"amount": {"count": "objects", "of": {"type": "unit"}}, "at_least": 1}),
                (1, {"amount": {"count": "xp"}, "at_least": 2}),
                (1, {"not": {"fact": "cards_played"}}),
                (1, {"amount": {"count": "hand"}, "at_most": 1}),
                (1, {"any_of": [{"fact": "cards_played"}, {"amount": {"count": "xp"}, "at_least": 1}]}),
            )
        )

    def modifier(self) -> Json:
        """Draw an object that changes what plays cost."""
        dice = self.dice
        found: Json = {"card": self.name("Aura "), "type": "gear", "cost": {"energy": 1}}
        shape = dice.weighted(((4, "discount"), (3, "component"), (2, "increase"), (1, "grant"), (1, "ignore deflect")))
        if shape == "discount":
            clause = self.discount() | {"on": self.scope()}
            if dice.chance(15):
                clause["when"] = {"itself": {"ready": dice.chance(50)}}
        elif shape == "component":
            clause = {
                "clause": "discount",
                "id": self.name("part"),
                "energy": 1,
                "component": dice.weighted(
                    ((4, "optional"), (2, "repeat"), (1, "accelerate"), (1, "deflect"), (1, "extra1"))
                ),
                "on": {} if self.kind in {"spell", "unit", "gear"} else {"kind": [self.kind]},
            }
            if dice.chance(70):
                clause["any"] = 1
                if dice.chance(70):
                    clause["either"] = True
            if dice.chance(20):
                clause["minimum"] = 1
        elif shape == "increase":
            clause = {"clause": "increase", "on": self.scope()} | (self.cost(1, 1) or {"energy": 1})
            if dice.chance(20):
                clause["per"] = self.amount()
        elif shape == "grant":
            found["card"] = self.name("Portal ")
            clause = {
                "clause": "grant",
                "keyword": "accelerate" if self.kind == "unit" else "repeat",
                "on": self.scope(),
            }
            if dice.chance(40):
                clause["cost"] = self.cost(1, 1) or {"energy": 1}
        else:
            clause = {"clause": "ignore_deflect", "on": self.scope()}
        return found | {"clauses": [clause]}

    def board(self) -> list[Json]:
        found: list[Json] = []
        for _ in range(self.dice.weighted(((2, 0), (3, 1), (4, 2), (3, 3), (1, 4)))):
            if found and self.dice.chance(15) and "clauses" not in found[-1]:
                found.append(dict(found[-1]))
                continue
            make = self.dice.weighted(((5, self.unit), (4, self.source), (3, self.modifier)))
            found.append(make())
        return found

    def hand_card(self) -> Json:
        kind = self.dice.pick(("unit", "spell"))
        found: Json = {"card": self.name("Card "), "type": kind}
        if cost := self.cost(3, 1):
            found["cost"] = cost
        if kind == "unit":
            found["might"] = 2
        return found

    def runes(self) -> Json:
        counts: dict[str, list[int]] = {}
        for _ in range(self.dice.weighted(((1, 0), (1, 1), (2, 2), (3, 3), (3, 4), (2, 5), (1, 6)))):
            counts.setdefault(self.dice.pick(self.palette), [0, 0])[self.dice.chance(30)] += 1
        return {
            domain: {"ready": ready, "exhausted": tired} if tired else ready
            for domain, (ready, tired) in counts.items()
        }

    def pool(self) -> Json:
        dice = self.dice
        found: Json = {}
        if number := dice.weighted(((6, 0), (2, 1), (1, 2))):
            found["energy"] = number
        power = {}
        if dice.chance(25):
            power[dice.pick(self.palette)] = 1 + dice.upto(1)
        if dice.chance(15):
            power["universal"] = 1
        if power:
            found["power"] = power
        if dice.chance(20):
            words = dice.pick((["spell"], ["unit"], ["gear"], ["gear", "unit"], ["showdown"]))
            both: Json = {"energy": 1, "power": {self.palette[0]: 1}}
            gives: Json = dice.pick(({"energy": 1}, {"power": {"universal": 1}}, both))
            found["restricted"] = [gives | {"for": words}]
        return found

    def enemy(self) -> list[Json]:
        found: list[Json] = []
        for _ in range(self.dice.weighted(((5, 0), (3, 1), (1, 2)))):
            one: Json = {"card": self.name("Foe "), "type": "unit", "might": 3}
            if self.dice.chance(50):
                one["keywords"] = [{"keyword": "deflect", "value": 1 + self.dice.upto(1)}]
            if self.dice.chance(35):
                scope = {"whose": "enemy"} | self.scope()
                one["clauses"] = [{"clause": "increase", "on": scope} | (self.cost(1, 1) or {"energy": 1})]
            elif self.dice.chance(20):
                one["clauses"] = [
                    {"clause": "deflect", "grants": {"type": "unit"}, "unless_already": self.dice.chance(50)}
                ]
            found.append(one)
        return found
