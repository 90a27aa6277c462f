"""Random small instances, drawn by a seeded ``random.Random`` or by Hypothesis from the same space.

An instance is a plain dict as an instance file has it. Everything is drawn through :class:`Dice`, whose lowest value
is always the simplest, so that Hypothesis shrinks a failure to something short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from .position import DOMAINS, Json, read

T = TypeVar("T")
TAGS = ("Bird", "Poro", "Dragon")


class Dice:
    """Draws numbers below a bound; how is given by the caller."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def chance(self, percent: int) -> bool:
        return self.below(100) >= 100 - percent

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def weighted(self, options: Sequence[tuple[int, T]]) -> T:
        left = self.below(sum(weight for weight, _ in options))
        for weight, one in options:
            if left < weight:
                return one
            left -= weight
        raise AssertionError

    def upto(self, most: int) -> int:
        return self.below(most + 1)


class Maker:
    """Makes one instance."""

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

    # ------------------------------------------------------------ costs

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
        if self.kind in {"ability", "trigger"} and do in {"kill", "exhaust", "banish", "recycle"}:
            if self.dice.chance(40):
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

    # ------------------------------------------------------------ objects

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

    # ------------------------------------------------------------ the state

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
            gives = dice.pick(
                ({"energy": 1}, {"power": {"universal": 1}}, {"energy": 1, "power": {self.palette[0]: 1}})
            )
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

    # ------------------------------------------------------------ the play

    def clauses(self, play: Json) -> list[Json]:
        dice = self.dice
        found: list[Json] = []
        for _ in range(dice.weighted(((3, 0), (5, 1), (3, 2)))):
            shape = dice.weighted(
                (
                    (5, self._optional),
                    (3, self._mandatory),
                    (2, self._number),
                    (3, self._discount),
                    (1, self._base),
                    (2, self._victim),
                )
            )
            found += shape()
        if dice.below(40) == 39:
            more: Json = {"clause": "override"}
            if elected := [one["id"] for one in found if one.get("optional") and not one.get("number")]:
                if dice.chance(50):
                    more["when"] = {"elected": dice.pick(elected)}
            play.setdefault("effects", []).append(more)
        return found

    def _optional(self) -> list[Json]:
        dice, ident = self.dice, self.name("extra")
        found = [{"clause": "additional", "id": ident, "optional": True, "cost": self.extra()}]
        shape = dice.weighted(((2, "alone"), (4, "discount"), (2, "ignore"), (1, "condition")))
        if shape == "discount":
            found.append(self.discount() | {"when": {"elected": ident}})
        elif shape == "ignore":
            found.append(
                {"clause": "base", "ignore": dice.pick(("cost", "energy", "power")), "when": {"elected": ident}}
            )
        elif shape == "condition":
            found[0]["when"] = self.condition()
        return found

    def _mandatory(self) -> list[Json]:
        found: Json = {"clause": "additional", "id": self.name("must"), "cost": self.extra()}
        if self.dice.chance(20):
            found["when"] = self.condition()
        if self.dice.chance(10):
            found["per"] = {"count": "objects", "of": {"type": "unit"}, "most": 2}
        return [found]

    def _number(self) -> list[Json]:
        dice, ident = self.dice, self.name("count")
        do = dice.pick(("buff", "kill", "discard", "xp"))
        action: Json = {"do": do}
        if do == "kill":
            action["filter"] = {"type": "unit"}
        cost: Json = {"actions": [action]}
        if dice.chance(10):
            cost["energy"] = 1
        found: list[Json] = [{"clause": "additional", "id": ident, "number": True, "optional": True, "cost": cost}]
        if dice.chance(20):
            found[0]["at_most"] = 1 + dice.upto(1)
        less: Json = {"clause": "discount", "id": self.name("less"), "per": {"count": "number", "name": ident}}
        shape = dice.pick(("energy", "pip", "any", "both"))
        if shape in {"energy", "both"}:
            less["energy"] = 1
            if dice.chance(20):
                less["minimum"] = 1
        if shape in {"pip", "both"}:
            less["power"] = [self.palette[0]]
        if shape == "any":
            less["any"] = 1
        return [*found, less]

    def _discount(self) -> list[Json]:
        found = self.discount()
        if self.dice.chance(50):
            found["when"] = self.condition()
        return [found]

    def _base(self) -> list[Json]:
        dice = self.dice
        shape = dice.weighted(((2, "ignore"), (2, "set"), (1, "optional"), (1, "optional ignore"), (1, "set when")))
        if shape == "ignore":
            return [{"clause": "base", "ignore": dice.pick(("cost", "energy", "power")), "when": self.condition()}]
        if shape == "set when":
            ident = self.name("extra")
            return [
                {"clause": "additional", "id": ident, "optional": True, "cost": self.extra()},
                {"clause": "base", "set": self.cost(1, 1), "when": {"elected": ident}},
            ]
        if shape == "set":
            return [{"clause": "base", "set": self.cost(2, 1)}]
        if shape == "optional":
            return [
                {
                    "clause": "base",
                    "id": self.name("other"),
                    "optional": True,
                    "set": self.cost(1, 1) | {"actions": [self.action()]},
                }
            ]
        return [{"clause": "base", "id": self.name("other"), "optional": True, "ignore": "energy"}]

    def _victim(self) -> list[Json]:
        dice, ident = self.dice, self.name("kill")
        cost: Json = {"actions": [{"do": dice.weighted(((4, "kill"), (1, "discard"), (1, "return"))), "number": 1}]}
        if cost["actions"][0]["do"] != "discard":
            cost["actions"][0]["filter"] = {"type": "unit"}
        found: Json = {"clause": "additional", "id": ident, "cost": cost}
        less: Json = {"clause": "discount", "id": self.name("less"), "energy": 1, "printed_cost_of": ident}
        if dice.chance(60):
            less["power"] = [self.palette[0]]
        elif dice.chance(50):
            less["any"] = 1
        if dice.chance(70):
            found["optional"] = True
            less["when"] = {"elected": ident}
        return [found, less]

    def keywords(self, play: Json) -> list[Any]:
        dice = self.dice
        found: list[Any] = []
        if self.kind == "unit" and dice.chance(35):
            found.append({"keyword": "accelerate", "when": self.condition()} if dice.chance(15) else "accelerate")
        if self.kind == "spell":
            for _ in range(dice.weighted(((5, 0), (3, 1), (1, 2)))):
                cost = self.cost(2, 1) or {"energy": 1}
                if dice.chance(20):
                    cost["actions"] = [self.action()]
                found.append({"keyword": "repeat", "cost": cost})
            if dice.chance(12):
                cost = self.cost(2, 1)
                if dice.chance(30):
                    cost["actions"] = [self.action()]
                found.append({"keyword": "flow", "cost": cost})
                play["from"] = "trash"
        return found

    def targets(self, state: Json, enemies: list[Json], play: Json) -> Any:
        dice = self.dice
        if dice.chance(35):
            return None
        own = [
            one["id"]
            for zone in ("board", "trash")
            for one in state.get(zone, ())
            if zone == "board" or dice.chance(50)
        ]
        foes = [one["id"] for one in enemies]
        found: list[Any] = []
        names = [one["id"] for one in play.get("clauses", ()) if one.get("optional")]
        names += [
            one["keyword"] for one in play.get("keywords", ()) if isinstance(one, dict) and one["keyword"] == "repeat"
        ]
        for _ in range(dice.weighted(((2, 0), (4, 1), (2, 2)))):
            side = own if dice.chance(55) else foes
            if not side:
                continue
            one: Any = dice.pick(side)
            if dice.chance(15):
                one = {"object": one, "needed": False}
            if names and dice.chance(30):
                one = (one if isinstance(one, dict) else {"object": one}) | {"if": dice.pick(names)}
            found.append(one)
        return found

    def make(self) -> Json:
        dice = self.dice
        state: Json = {"runes": self.runes()}
        if pool := self.pool():
            state["pool"] = pool
        board = self.board()
        if self.kind in {"ability", "trigger"} and not board:
            board = [self.source() if dice.chance(50) else self.unit()]
        state["board"] = board
        state["hand"] = [self.hand_card() for _ in range(dice.weighted(((3, 0), (3, 1), (2, 2), (1, 3))))]
        state["trash"] = [self.hand_card() for _ in range(dice.weighted(((5, 0), (2, 1), (1, 2))))]
        if xp := dice.weighted(((4, 0), (2, 1), (2, 2), (1, 3))):
            state["xp"] = xp
        if dice.chance(25):
            adds = (
                []
                if dice.chance(30)
                else [
                    dice.pick(
                        (
                            {"gives": {"energy": 1}, "when": {"fact": "cards_played"}},
                            {"gives": {"power": {"universal": 1}}, "for": ["spell"]},
                            {"gives": {"energy": 1}, "for": ["showdown"]},
                            {"gives": {"energy": 1}},
                        )
                    )
                ]
            )
            state["legend"] = {"card": "Legend", "type": "legend", "adds": adds}
            if dice.chance(15):
                state["legend"]["ready"] = False
        facts: Json = {}
        if dice.chance(30):
            facts["cards_played"] = 1 + dice.upto(1)
        if dice.chance(10):
            facts["showdown"] = True
        enemies = self.enemy()
        for number, one in enumerate(
            [*board, *state["hand"], *state["trash"], *enemies, *([state["legend"]] if "legend" in state else [])]
        ):
            one["id"] = f"{'bcadfe'[number % 6]}{number}"
        play = self.play(state, enemies, facts)
        if facts:
            state["facts"] = facts
        if dice.chance(12):
            state["effects"] = [self.discount() | {"on": self.scope()}]
            if dice.chance(20):
                state["effects"].append({"clause": "increase", "energy": 1, "on": self.scope()})
        found: Json = {"state": state, "play": play, "goal": [self.goal()]}
        if enemies:
            found["opponents"] = [{"board": enemies}]
        self.fix(found)
        return found

    def play(self, state: Json, enemies: list[Json], facts: Json) -> Json:
        dice = self.dice
        play: Json = {"cost": self.cost(4, 3)}
        if dice.chance(80):
            play["domains"] = self.palette[: 1 + dice.upto(1)]
        if self.kind in {"spell", "unit", "gear"}:
            play |= {"card": "Played", "type": self.kind}
            if self.kind == "unit" and dice.chance(5):
                play["type"] = ["unit", "gear"]
            if keywords := self.keywords(play):
                play["keywords"] = keywords
        else:
            play["kind"] = self.kind
            if self.kind != "effect":
                play["source"] = dice.pick(state["board"])["id"]
            if self.kind == "ability" and dice.chance(50):
                play["cost"]["actions"] = [{"do": "exhaust", "itself": True}]
        if self.kind in {"spell", "unit", "gear", "ability"} and facts.get("showdown") and dice.chance(85):
            play.setdefault("keywords", []).append(dice.pick(("action", "reaction")))
        if clauses := self.clauses(play):
            play["clauses"] = clauses
        if self.kind == "unit" and dice.chance(15):
            play |= {"to": "bf", "ambush": True}
        targets = self.targets(state, enemies, play)
        if targets is not None:
            play["targets"] = targets
        if self.kind in {"spell", "unit"} and play.get("from") != "trash" and dice.chance(4):
            play["from"] = "facedown"
        if self.kind == "unit" and dice.chance(10):
            play.setdefault("effects", []).append({"clause": "base", "ignore": dice.pick(("cost", "energy"))})
        if play.get("card") and "from" not in play and dice.chance(40):
            mine = {key: value for key, value in play.items() if key in {"card", "type", "cost", "domains", "keywords"}}
            state["hand"].append(mine | {"id": "played"})
        return play

    def goal(self) -> str:
        dice = self.dice
        return dice.weighted(
            (
                (12, "thrifty"),
                (1, f"keep-domain:{self.palette[0]}"),
                (1, "keep-universal"),
                (1, "most-ready"),
                (1, f"spend-at-least:energy:{1 + dice.upto(3)}"),
                (1, f"spend-at-least:power:{1 + dice.upto(2)}"),
            )
        )

    def fix(self, found: Json) -> None:
        """Fix some elections and choices, as a caller may (C6, C8)."""
        dice = self.dice
        play = found["play"]
        chances = read(found).chances
        elect: Json = {}
        taken = False
        for one in chances:
            if not dice.chance(25):
                continue
            if one.clause.get("number"):
                elect[one.id] = dice.upto(min(2, one.most))
            elif not (one.alternate and taken):
                elect[one.id] = dice.chance(70)
                taken = taken or (one.alternate and elect[one.id])
        if elect:
            play["elect"] = elect
        choose: Json = {}
        for one in play.get("clauses", ()):
            if one["clause"] != "discount" or "when" in one or "per" in one or "printed_cost_of" in one:
                continue
            if one.get("either") and dice.chance(25):
                choose.setdefault("halves", {})[one["id"]] = dice.pick(("energy", "power"))
            if dice.chance(8):
                choose.setdefault("order", []).append(one["id"])
            if one.get("any") and not one.get("either") and dice.chance(10):
                choose.setdefault("removed", {})[one["id"]] = [self.pip() for _ in range(one["any"])]
        if choose:
            play["choose"] = choose


def from_random(random: Random) -> Json:
    """Draw an instance from a seeded source."""
    return Maker(Dice(random.randrange)).make()


def instance(seed: int) -> Json:
    """Draw the instance of a seed."""
    return from_random(Random(seed))


@st.composite
def instances(draw: st.DrawFn) -> Json:
    """Draw from the same space, shrinking towards the simplest."""
    return Maker(Dice(lambda bound: draw(st.integers(0, bound - 1)))).make()
