"""Every payment by exhaustive search, each once by the identity of design section 3, without idle Adds.

Adds are used one after another in every order, each paid in every way; then the play is paid in every way, and every
number of runes is exhausted and recycled that this needs. Whether something is idle is decided by its definition: the
rest is done again without it. What is alike is counted: equal objects are told apart by what their JSON says and by
where their ids are named.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

from .adds import Ability, as_it_is_used, holds, offered
from .fold import Line, Total, lines
from .oracle import Search
from .position import Now
from .stage import Counts, Standing, Taken, might_serve, serve
from .vocabulary import COUNTED, REMOVING, Elections, Json, Thing

Coordinates = tuple[Any, ...]


class Used(NamedTuple):
    """One use of an Add: which one, a converter's amount (else 1), what was spent on it, and whom its cost took."""

    use: int
    amount: int
    spent: Counts
    taken: tuple[tuple[str, str, str], ...]
    """``(object, action, part)`` for each object taken."""


class TooManyError(Exception):
    """The instance is too large to be searched through."""


class Lister(Search):
    """Lists the payments of one instance."""

    def __init__(self, raw: Json, *, most: int = 4000, most_histories: int = 3000) -> None:
        super().__init__(raw)
        self.most = most
        self.most_histories = most_histories
        self.mark = {
            one["id"]: json.dumps(
                [zone, {k: v for k, v in one.items() if k != "id"}, self._named(one["id"])], sort_keys=True
            )
            for zone, one in _things(raw["state"])
        }

    def _named(self, name: str) -> list[Any]:
        """Say where the play names an object so that it matters for what may be done to it."""
        case = self.case
        one = next((one for one in case.things if one.id == name), None)
        if one is None:
            return []  # The card that is played is on the chain.
        named: list[Any] = [
            aim.get("if", "")
            for aim in case.aims or ()
            if aim["object"] == name and aim.get("needed", True) and ("if" in aim or self._removable(one))
        ]
        for elections in case.every_election():
            named += [might_serve(case, one, line, elections) for line in lines(case, elections)]
            for use in self.stage.abilities:
                mine = use.one.id == name
                named += [(mine, might_serve(case, one, line, elections)) for line in use.lines]
        return named

    def _removable(self, one: Thing) -> bool:
        """Tell whether anything at all could remove an object."""
        case = self.case
        asked = [line for elections in case.every_election() for line in lines(case, elections)]
        asked += [line for use in self.stage.abilities for line in use.lines]
        return any(use.kills and use.one.id == one.id for use in self.stage.abilities) or any(
            line.action["do"] in REMOVING and might_serve(case, one, line, elections)
            for elections in case.every_election()
            for line in asked
        )

    # ------------------------------------------------------------ the list

    def payments(self) -> set[Coordinates]:
        """Give the coordinates of every payment."""
        found: set[Coordinates] = set()
        from .permission import fault

        if fault(self.case) or (self.ambush is not None and not self.ambush):
            return found
        for elections in self.case.every_election():
            for coordinates in self._of(elections):
                found.add(coordinates)
                if len(found) > self.most:
                    raise TooManyError
        return found

    def _of(self, elections: Elections) -> Iterator[Coordinates]:
        plans = self._plans(elections)
        if not plans:
            return
        safe = self.case.protected(elections)
        todo = lines(self.case, elections)
        sizes = [(energy, len(pips)) for _, found in plans for energy, pips in found]
        most = sum(map(max, zip(*sizes, strict=True))) if sizes else 0
        most += self.stage.dearest()
        histories = list(self._histories((), frozenset({Standing()}), self.stage.start.left, elections, safe, most))
        parts = {id(line.action): line.part for line in todo}
        for taken, totals in plans:
            acts = tuple(
                sorted(
                    Counter(
                        (parts[id(act)], act["do"], self.mark[name])
                        for name, several in taken.items()
                        for act, _ in several
                    ).items()
                )
            )
            for history, standings, left, low in histories:
                if not any(self._can(one, taken, todo) for one in standings):
                    continue
                for total in totals:
                    for paid in self.stage.ways(*total, left, self.purposes):
                        lowest = tuple(min(a, have - n) for a, have, n in zip(low, left, paid, strict=True))
                        for runes in self._runes_for(lowest):
                            if not self._idle(history, runes, paid, taken, todo, elections, safe):
                                yield self._coordinates(elections, total, history, runes, paid, acts)

    def _histories(
        self,
        before: tuple[Used, ...],
        standings: frozenset[Standing],
        left: Counts,
        elections: Elections,
        safe: set[str],
        most: int,
        low: Counts | None = None,
    ) -> Iterator[tuple[tuple[Used, ...], frozenset[Standing], Counts, Counts]]:
        """Give every sequence of uses of Adds, with how things can stand after it, what is left, and the least."""
        low = self.stage.start.low if low is None else low
        self.most_histories -= 1
        if self.most_histories < 0:
            raise TooManyError
        yield before, standings, left, low
        last = before[-1].use if before else -1
        for number, use in enumerate(self.stage.abilities):
            simple = not self.stage.repriced and _simple(use) and _simple(self.stage.abilities[last])
            if number < last and simple:
                continue  # The other way round is the same.
            for one, after in self._next(number, use, standings, left, elections, safe, most):
                paid = tuple(have - n for have, n in zip(left, one.spent, strict=True))
                yield from self._histories(
                    (*before, one),
                    after,
                    self._given(use, one, paid),
                    elections,
                    safe,
                    most,
                    tuple(map(min, low, paid)),
                )

    def _given(self, use: Ability, one: Used, left: Counts) -> Counts:
        return tuple(
            have + use.gives.get(kind, 0) * one.amount for have, kind in zip(left, self.stage.kinds, strict=True)
        )

    def _next(
        self,
        number: int,
        use: Ability,
        standings: frozenset[Standing],
        left: Counts,
        elections: Elections,
        safe: set[str],
        most: int,
    ) -> Iterator[tuple[Used, frozenset[Standing]]]:
        todo = [line for line in use.lines if line.action["do"] not in COUNTED]
        by_cost: dict[Total, set[Standing]] = {}
        for standing in standings:
            for cost in self.stage.costs(use, standing):
                by_cost.setdefault(cost, set()).add(standing)
        for (taken, _), (cost, those) in product(serve(self.case, todo, elections), by_cost.items()):
            after = frozenset(self._stand_after(use, taken, those, safe))
            if not after:
                continue
            did = tuple(
                sorted(
                    (name, act["do"], f"add:{self.mark[use.one.id]}")
                    for name, several in taken.items()
                    for act, _ in several
                )
            )
            money = self.stage.start._replace(left=left)
            for amount in range(1, most + 1) if use.converts else (1,):
                for spent in self.stage._pays(use, money, amount, cost):
                    yield Used(number, amount, spent, did), after

    def _stand_after(
        self, use: Ability, taken: Taken, standings: Iterable[Standing], safe: set[str]
    ) -> Iterator[Standing]:
        """Do what a use does to objects, XP and the deck, in every order."""
        xp = sum(line.number for line in use.lines if line.action["do"] == "xp")
        burned = sum(line.number for line in use.lines if line.action["do"] == "burn")
        state = self.case.state
        removed = {name for name, acts in taken.items() if any(act["do"] in REMOVING for act, _ in acts)}
        if removed & safe or (use.kills and use.one.id in safe):
            return
        for one in standings:
            changed = dict(one.changed)
            before = changed.get(use.one.id) or Now.before(use.one)
            if not offered(use, changed) or not before.here or (use.exhausts and not before.ready):
                continue
            if one.xp + xp > state.get("xp", 0) or (burned and one.burned + burned > state.get("deck", 10**9)):
                continue
            if not holds(self.case, use, changed, state.get("xp", 0) - one.xp):
                continue
            for now in self.stage._changes(use, changed, taken):
                if holds(self.case, use, as_it_is_used(use, now, taken), state.get("xp", 0) - one.xp - xp):
                    yield self.stage.after(one, now, use, xp, burned)

    def _runes_for(self, lowest: Counts) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
        """Give every number of runes exhausted and recycled that makes up for what was short, and no idle ones.

        A ready rune is exhausted before it is recycled, and that Energy may be left over.
        """
        short = {kind: max(0, -number) for kind, number in zip(self.stage.kinds, lowest, strict=True)}
        recycled = {domain: short[domain, ""] for domain in self.runes}
        need = short["energy", ""]
        ranges = [range(max(0, recycled[d] - tired), ready + 1) for d, (ready, tired) in self.runes.items()]
        for picked in product(*ranges):
            exhausted = dict(zip(self.runes, picked, strict=True))
            floats = sum(picked) - need
            if floats == 0 or (floats > 0 and all(exhausted[d] <= recycled[d] for d in self.runes)):
                yield exhausted, recycled

    # ------------------------------------------------------------ what is idle

    def _idle(
        self,
        history: tuple[Used, ...],
        runes: tuple[dict[str, int], dict[str, int]],
        paid: Counts,
        taken: Taken,
        todo: list[Line],
        elections: Elections,
        safe: set[str],
    ) -> bool:
        """Tell whether the payment is legal without one of its Adds."""
        ways = [
            ((*history[:place], *less, *history[place + 1 :]), runes)
            for place, one in enumerate(history)
            for less in self._less(one)
        ]
        if history:
            # Without Adds of objects nothing more than what is short was taken from runes to begin with.
            ways += [(history, fewer) for fewer in _fewer(*runes)]
        # The order of steps is no part of a payment, so any order of the rest will do.
        return any(
            self._legal(order, fewer, paid, taken, todo, elections, safe)
            for rest, fewer in ways
            for order in set(permutations(rest))
        )

    def _less(self, one: Used) -> Iterator[tuple[Used, ...]]:
        """Give a use without one of what it gives: not at all, or a converter for one unit less."""
        use = self.stage.abilities[one.use]
        if not use.converts or one.amount == 1:
            yield ()
            return
        for place, number in enumerate(one.spent):
            if number and (self.stage.kinds[place][0] == "energy") == (use.converts == "energy"):
                spent = (*one.spent[:place], number - 1, *one.spent[place + 1 :])
                yield (one._replace(amount=one.amount - 1, spent=spent),)

    def _legal(
        self,
        history: tuple[Used, ...],
        runes: tuple[dict[str, int], dict[str, int]],
        paid: Counts,
        taken: Taken,
        todo: list[Line],
        elections: Elections,
        safe: set[str],
    ) -> bool:
        """Do a payment from the start."""
        exhausted, recycled = runes
        left = [self.pool.get(kind, 0) for kind in self.stage.kinds]
        for place, (what, tag) in enumerate(self.stage.kinds):
            if not tag:
                left[place] += sum(exhausted.values()) if what == "energy" else recycled.get(what, 0)
        now, standings = tuple(left), frozenset({Standing()})
        for one in history:
            use = self.stage.abilities[one.use]
            now = tuple(have - n for have, n in zip(now, one.spent, strict=True))
            standings = frozenset(each for each in standings if self._pays_exactly(use, one, each))
            if min(now, default=0) < 0 or not standings:
                return False
            standings = self._redo(use, one, standings, elections, safe)
            if not standings:
                return False
            now = self._given(use, one, now)
        if any(have < n for have, n in zip(now, paid, strict=True)):
            return False
        return any(self._can(one, taken, todo) for one in standings)

    def _pays_exactly(self, use: Ability, one: Used, standing: Standing) -> bool:
        """Tell whether what was spent for a use is a price of it."""
        money = self.stage.start._replace(left=one.spent)
        costs = self.stage.costs(use, standing)
        return any(one.spent in set(self.stage._pays(use, money, one.amount, cost)) for cost in costs)

    def _redo(
        self, use: Ability, one: Used, standings: frozenset[Standing], elections: Elections, safe: set[str]
    ) -> frozenset[Standing]:
        todo = [line for line in use.lines if line.action["do"] not in COUNTED]
        after: set[Standing] = set()
        for taken, _ in serve(self.case, todo, elections):
            did = tuple(sorted((name, act["do"]) for name, several in taken.items() for act, _ in several))
            if did == tuple((name, do) for name, do, _ in one.taken):
                after |= set(self._stand_after(use, taken, standings, safe))
        return frozenset(after)

    # ------------------------------------------------------------ what makes it this payment

    def _coordinates(
        self,
        elections: Elections,
        total: Total,
        history: tuple[Used, ...],
        runes: tuple[dict[str, int], dict[str, int]],
        paid: Counts,
        acts: tuple[Any, ...],
    ) -> Coordinates:
        spent = list(paid)
        adds: Counter[tuple[str, int, str]] = Counter()
        amounts: Counter[tuple[str, int, str]] = Counter()
        done: Counter[tuple[str, str, str]] = Counter()
        converting: set[tuple[tuple[str, int, str], str]] = set()
        for one in history:
            use = self.stage.abilities[one.use]
            spent = [a + b for a, b in zip(spent, one.spent, strict=True)]
            key = (self.mark[use.one.id], use.place, json.dumps(use.add, sort_keys=True) if use.copied else "")
            # One object that converts twice converts the sum.
            adds[key] += not use.converts or (key, use.one.id) not in converting
            converting.add((key, use.one.id))
            if use.converts:
                amounts[key] += one.amount
            for name, do, part in one.taken:
                done[part, do, self.mark[name]] += 1
        return (
            tuple(sorted(elections.items())),
            total,
            tuple(spent),
            tuple(sorted(adds.items())),
            tuple(sorted(amounts.items())),
            tuple(sorted(runes[0].items())),
            tuple(sorted(runes[1].items())),
            acts,
            tuple(sorted(done.items())),
        )


def _fewer(exhausted: dict[str, int], recycled: dict[str, int]) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
    """Leave out one rune's Add; what is exhausted so that it can be recycled stays."""
    for domain, number in recycled.items():
        if number:
            yield exhausted, recycled | {domain: number - 1}
        if exhausted[domain] > number:
            yield exhausted | {domain: exhausted[domain] - 1}, recycled


def _simple(use: Ability) -> bool:
    """Tell whether it is all one when an Add is used: it costs nothing more and asks for nothing."""
    return use.plain and not use.add.get("when") and not use.copied


def _things(state: Json) -> Iterator[tuple[str, Json]]:
    for zone, value in state.items():
        if isinstance(value, list):
            yield from ((zone, one) for one in value if isinstance(one, dict) and "id" in one)
        elif zone == "legend":
            yield zone, value


def payments(raw: Json) -> set[Coordinates]:
    """List the payments of an instance, by what makes each of them a payment of its own."""
    return Lister(raw).payments()


__all__ = ["Lister", "Thing", "TooManyError", "payments"]
