"""Random plays: a card, an ability, a trigger or an effect with its clauses, keywords and targets."""

from __future__ import annotations

from typing import Any

from .pieces import Pieces
from .vocabulary import Json


class Plays(Pieces):
    """Makes the play of one instance."""

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
            elected = [one["id"] for one in found if one.get("optional") and not one.get("number")]
            if elected and dice.chance(50):
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
        # Whether a discount on Deflect acts on each choice of one object or on all of them at once is not settled.
        picky = any(
            clause.get("component") in {"deflect", "mandatory"}
            for one in state["board"]
            for clause in one.get("clauses", ())
        )
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
            if (
                side is foes
                and picky
                and one in {other if isinstance(other, str) else other["object"] for other in found}
            ):
                continue
            if dice.chance(15):
                one = {"object": one, "needed": False}
            if names and dice.chance(30):
                one = (one if isinstance(one, dict) else {"object": one}) | {"if": dice.pick(names)}
            found.append(one)
        return found

    def play(self, state: Json, enemies: list[Json], facts: Json) -> Json:
        dice = self.dice
        play: Json = {"cost": self.cost(4, 3)}
        if dice.chance(80):
            play["domains"] = self.palette[: 1 + dice.upto(1)]
        if self.kind in {"spell", "unit", "gear"}:
            self._card(play)
        else:
            self._item(play, state)
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

    def _card(self, play: Json) -> None:
        play |= {"card": "Played", "type": self.kind}
        if self.kind == "unit" and self.dice.chance(5):
            play["type"] = ["unit", "gear"]
        if keywords := self.keywords(play):
            play["keywords"] = keywords

    def _item(self, play: Json, state: Json) -> None:
        play["kind"] = self.kind
        if self.kind != "effect":
            play["source"] = self.dice.pick(state["board"])["id"]
        if self.kind == "ability" and self.dice.chance(50):
            play["cost"]["actions"] = [{"do": "exhaust", "itself": True}]

    def goals(self) -> list[str]:
        """Draw the goal: one criterion, now and then two."""
        found = [self.goal()]
        if self.dice.chance(8) and (other := self.goal()) not in found:
            found.append(other)
        return found

    def goal(self) -> str:
        dice = self.dice
        return dice.weighted(
            (
                (12, "thrifty"),
                (1, f"keep-domain:{self.palette[0]}"),
                (1, "keep-universal"),
                (1, "most-ready"),
                (1, f"rune-debt:{1 + dice.upto(3)}"),
                (1, f"spend-at-least:energy:{1 + dice.upto(3)}"),
                (1, f"spend-at-least:power:{1 + dice.upto(2)}"),
            )
        )
