"""Random small instances of the narrow space: the cost clauses, runes and plain Adds.

An instance is a plain dict as an instance file has it. Everything is drawn through :class:`Dice`, whose lowest value
is always the simplest, so that Hypothesis shrinks a failure to something short.
"""

from __future__ import annotations

from .offers import read
from .plays import Plays
from .vocabulary import Json


class Maker(Plays):
    """Makes one instance."""

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
            state["legend"] = self.legend()
        self.settle(state)
        facts: Json = {}
        if dice.chance(30):
            facts["cards_played"] = 1 + dice.upto(1)
        if dice.chance(10):
            facts["showdown"] = True
        enemies = self.enemy()
        legend: list[Json] = [state["legend"]] if "legend" in state else []
        others = [one for zone in ("champion", "banished") for one in state.get(zone, ())]
        everything: list[Json] = [*board, *state["hand"], *state["trash"], *enemies, *legend, *others]
        for number, one in enumerate(everything):
            # The letters are shuffled, so that the order of ids is not that of the file.
            one["id"] = f"{'bcadfe'[number % 6]}{number}"
        play = self.play(state, enemies, facts)
        if facts:
            state["facts"] = facts
        if dice.chance(12):
            state["effects"] = [self.discount() | {"on": self.scope()}]
            if dice.chance(20):
                state["effects"].append({"clause": "increase", "energy": 1, "on": self.scope()})
        found: Json = {"state": state, "play": play, "goal": self.goals()}
        if opponents := self.opponents(enemies):
            found["opponents"] = opponents
        self.fix(found)
        return found

    def settle(self, state: Json) -> None:
        """Add to the state what another space has."""

    def opponents(self, enemies: list[Json]) -> list[Json]:
        return [{"board": enemies}] if enemies else []

    def legend(self) -> Json:
        adds: list[Json] = [
            {"gives": {"energy": 1}, "when": {"fact": "cards_played"}},
            {"gives": {"power": {"universal": 1}}, "for": ["spell"]},
            {"gives": {"energy": 1}, "for": ["showdown"]},
            {"gives": {"energy": 1}},
        ]
        found: Json = {"card": "Legend", "type": "legend", "adds": []}
        if not self.dice.chance(30):
            found["adds"].append(self.dice.pick(adds))
        if self.dice.chance(15):
            found["ready"] = False
        return found

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
                choose.setdefault("removed", {})[one["id"]] = [
                    dice.pick((self.palette[0], "any")) for _ in range(one["any"])
                ]
        if choose:
            play["choose"] = choose
