"""Which objects may pay each action of a cost (section 3 of the rules page)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from runepay.model.cost import ZONE_OF, Action
from runepay.model.errors import InputError, nearest
from runepay.model.filters import Filter
from runepay.model.guards import ALWAYS, NEVER, Guard, either
from runepay.model.objects import MIGHTY, Object
from runepay.model.question import Line
from runepay.model.reading import Position, chosen_cases, matches

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
        self.awaited: set[int] = set()
        """Objects that a line completed so far waits for: they match only once the payment has changed them."""

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
        only: list[tuple[int, Guard]] = []
        after: list[tuple[int, tuple[str, ...]]] = []
        if zone != "player":
            for index, one in enumerate(self.objects):
                if one.whose or not self._in(one, zone, action) or not _possible(one, action):
                    continue
                if action.itself:
                    if one.id == bearer.id:
                        matching.append(index)
                    continue
                guard, need = self._fits(one, action, bearer)
                if guard == NEVER:
                    continue
                matching.append(index)
                if guard != ALWAYS:
                    only.append((index, guard))
                if need:
                    after.append((index, need))
                    self.awaited.add(index)
        removes = action.do in REMOVES
        # A unit that is recalled in place of dying is still there (203.2).
        stays = {index for index in self.hard if self.objects[index].survives(action.do)}
        eligible = [index for index in matching if not (removes and index in self.hard and index not in stays)]
        count = action.number if number is None else number
        return Line(action, zone, count, tuple(eligible), tuple(matching), tuple(only), tuple(after))

    def _fits(self, one: Object, action: Action, bearer: Object) -> tuple[Guard, tuple[str, ...]]:
        """Say under which elections an object matches, and what the payment must have done to it before."""
        wanted = action.filter
        if wanted.is_open():
            return ALWAYS, ()
        guard = self._guard(one, action, bearer)
        if guard != NEVER:
            return guard, ()
        for need, changed in _later(one, action):
            guard = self._guard(changed, action, bearer)
            if guard != NEVER:
                return guard, need
        return NEVER, ()

    def _guard(self, one: Object, action: Action, bearer: Object) -> Guard:
        wanted = action.filter
        if wanted.chosen is None and wanted.covers_chosen is None:
            return ALWAYS if matches(one, wanted, self.position, bearer) else NEVER
        return either(*(guard for guard, there in chosen_cases(self.position) if matches(one, wanted, there, bearer)))

    @staticmethod
    def _in(one: Object, zone: str, action: Action) -> bool:
        if zone == "board" and action.do in {"exhaust", "disempower"}:
            return one.zone in {"board", "legend"}
        return one.zone == zone


def _possible(one: Object, action: Action) -> bool:
    """Tell whether the action can be done to the object at all (414.4, 702.2.b)."""
    if action.do == "buff":
        return one.buffs > 0
    if action.do == "disempower":
        return one.empowered > 0
    return one.ready or action.do != "exhaust"


def _later(one: Object, action: Action) -> Iterator[tuple[tuple[str, ...], Object]]:
    """Give the object as the same payment may leave it before this action, fewest changes first.

    It may have been exhausted, its buffs spent, or its Empowered given up.
    """
    wanted = action.filter
    able: list[str] = []
    if one.ready and wanted.ready is False and action.do != "exhaust":
        able.append("exhausted")
    reads_buff = wanted.buffed is False or wanted.mighty is False or wanted.might is not None
    if one.buffs > 0 and reads_buff and action.do != "buff":
        able.append("bare")
    reads_empowered = wanted.empowered is False or wanted.empowered_times is not None
    if one.empowered > 0 and reads_empowered and action.do != "disempower":
        able.append("calmed")
    for number in range(1, len(able) + 1):
        for need in combinations(able, number):
            yield need, _left_as(one, need, wanted)


def _to_spend(one: Object, wanted: Filter) -> int:
    """Give the fewest buffs to spend until the object is neither too strong nor buffed for a filter."""
    spent = 1
    if wanted.mighty is False:
        spent = max(spent, (one.might or 0) - MIGHTY + 1)
    if wanted.might is not None and wanted.might.max is not None:
        spent = max(spent, (one.might or 0) - wanted.might.max)
    return min(one.buffs, one.buffs if wanted.buffed is False else spent)


def _left_as(one: Object, need: tuple[str, ...], wanted: Filter) -> Object:
    if "exhausted" in need:
        one = replace(one, ready=False)
    if "bare" in need:
        spent = _to_spend(one, wanted)
        one = replace(one, buffs=one.buffs - spent, might=None if one.might is None else one.might - spent)
    if "calmed" in need:
        one = replace(one, empowered=0)
    return one
