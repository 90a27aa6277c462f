"""Which objects may pay each action of a cost (section 3 of the rules page)."""

from __future__ import annotations

from dataclasses import replace

from runepay.model.cost import ZONE_OF, Action
from runepay.model.errors import InputError, nearest
from runepay.model.objects import Object
from runepay.model.question import Line
from runepay.model.reading import Position, matches

REMOVES = frozenset({"kill", "return", "banish", "discard", "recycle"})
"""Actions after which the object is no longer where it was."""


def raw_line(action: Action, times: int = 1) -> Line:
    """Make a line before the objects are known."""
    return Line(action, action.zone or ZONE_OF[action.do], action.number * times, (), ())


class Liner:
    """Lists which objects may pay each action (section 3 of the rules page)."""

    def __init__(self, position: Position, bearer: Object, objects: tuple[Object, ...], hard: set[int]) -> None:
        self.position = position
        self.bearer = bearer
        self.objects = objects
        self.hard = hard

    def complete(self, lines: tuple[Line, ...], part: str, bearer: Object | None = None) -> tuple[Line, ...]:
        """Complete lines with the objects that may serve; `bearer` is whose clause they belong to.

        Where the caller chose the objects that pay for this `part` of the cost, only they may (contract C8).
        """
        made = tuple(self.line(one.action, one.number, bearer) for one in lines)
        chosen = self.position.play.choose.objects.get(part)
        if chosen is None:
            return made
        wanted = {self._find(name) for name in chosen}
        return tuple(
            one if one.action.itself else replace(one, eligible=tuple(i for i in one.eligible if i in wanted))
            for one in made
        )

    def _find(self, name: str) -> int:
        for index, one in enumerate(self.objects):
            if one.id == name:
                return index
        named = [index for index, one in enumerate(self.objects) if one.name == name and not one.whose]
        if len(named) == 1:
            return named[0]
        hint = nearest(name, [one.id for one in self.objects])
        msg = "several objects bear that name" if named else "no such object"
        raise InputError(msg, path="play.choose.objects", found=name, hint=hint)

    def line(self, action: Action, number: int | None = None, bearer: Object | None = None) -> Line:
        """Complete one action with the objects that may serve."""
        bearer = bearer or self.bearer
        zone = action.zone or ZONE_OF[action.do]
        matching: list[int] = []
        if zone != "player":
            for index, one in enumerate(self.objects):
                if one.whose or not self._in(one, zone, action):
                    continue
                if action.itself and one.id != bearer.id:
                    continue
                if not action.itself and not matches(one, action.filter, self.position, bearer):
                    continue
                if action.do == "buff" and not one.buffs:
                    continue
                if action.do == "disempower" and not one.empowered:
                    continue
                if action.do == "exhaust" and not one.ready:
                    continue
                matching.append(index)
        removes = action.do in REMOVES
        eligible = [index for index in matching if not (removes and index in self.hard)]
        return Line(action, zone, action.number if number is None else number, tuple(eligible), tuple(matching))

    @staticmethod
    def _in(one: Object, zone: str, action: Action) -> bool:
        if zone == "board" and action.do in {"exhaust", "disempower"}:
            return one.zone in {"board", "legend"}
        return one.zone == zone
