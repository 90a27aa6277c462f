"""Commits to payments once the plays and their order are known: the best payment of the whole turn, proven.

Within a turn Energy and Power float, so that a sequence of plays is one payment of several demands: each may take what
was there from the beginning and what arrived before it, restricted units only where their purpose fits. The rows are
those of one payment (:mod:`runepay.solver.formulation`) with one demand for each moment and purpose; Hall's condition
says which Power may pay which pip.

A card that is to stay payable is one more demand, at the end of the turn or on the opponents' turn, that need not be
met; on the opponents' turn what floats is gone (317).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from runepay.model.goals import Goal
from runepay.model.objects import Object
from runepay.model.payment import Kind
from runepay.model.pool import kind_place
from runepay.model.question import Producer
from runepay.model.resources import BIT, ENERGY, UNIVERSAL, Tally, pip_order, reach, size
from runepay.model.values import value_of
from runepay.solver.cpsat import lexicographic
from runepay.solver.debt import debt, free, in_deck
from runepay.solver.formulation.matching import unions
from runepay.solver.plan.measure import Start
from runepay.solver.rows import ONE, ZERO, Expr, Rows, summed
from runepay.solver.stopping import OutOfTimeError, ended


@dataclass(frozen=True, slots=True)
class Demand:
    """What plays of one purpose ask for between two arrivals.

    Attributes
    ----------
    moment
        How many arrivals came before.
    fits
        Tags of the restricted units that may pay it.
    """

    moment: int
    fits: frozenset[str]
    energy: int
    pips: Tally


@dataclass(frozen=True, slots=True)
class Wish:
    """A card that is to stay payable after the plan.

    Attributes
    ----------
    criterion
        The criterion it belongs to, or nothing if it must be met.
    options
        Its totals: ``(fits, Energy, pips)``; one of them is enough.
    weight
        What meeting it is worth in its criterion.
    later
        On the opponents' turn, from what outlasts the turn.
    """

    criterion: str
    options: tuple[tuple[frozenset[str], int, Tally], ...]
    weight: int = 1
    later: bool = False
    sources: tuple[Source, ...] = ()
    """The Adds that are there then."""


@dataclass(frozen=True, slots=True)
class Source:
    """An object's Add: when it is there, what it gives, what it costs."""

    moment: int
    producer: Producer
    thing: Object

    @property
    def key(self) -> tuple[str, int, str]:
        """Which Add it is: its object, and which of its abilities."""
        return self.thing.id, self.producer.ability, self.producer.copied


@dataclass(frozen=True, slots=True)
class Committed:
    """The best payment of a turn: the goal's values, and what is used and spent."""

    values: tuple[int, ...]
    ties: tuple[int, ...]
    exhausts: dict[str, int]
    recycles: dict[str, int]
    used: tuple[bool, ...]
    """By source, whether it is used."""
    spent: tuple[dict[tuple[Kind, int], int], ...]
    """By demand: units spent of each kind, by the moment at which they came."""
    proof: str = "optimal"


Slot = tuple[Kind, int]
"""A kind of resource and the moment at which it came."""


@dataclass(slots=True)
class _Build:
    """The rows while they are written."""

    start: Start
    demands: Sequence[Demand]
    sources: Sequence[Source]
    granted: dict[Slot, int]
    rows: Rows = field(default_factory=Rows)
    exhausts: dict[str, Expr] = field(default_factory=dict)
    recycles: dict[str, Expr] = field(default_factory=dict)
    late: dict[str, Expr] = field(default_factory=dict)
    used: list[Expr] = field(default_factory=list)
    has: dict[Slot, Expr] = field(default_factory=dict)
    made: dict[Kind, Expr] = field(default_factory=dict)
    spent: list[dict[Slot, Expr]] = field(default_factory=list)
    total: dict[Kind, Expr] = field(default_factory=dict)
    met: dict[int, Expr] = field(default_factory=dict)

    # ------------------------------------------------------------ what can be had

    def supply(self) -> None:
        """Write what can be had: the pool, runes, Adds."""
        rows = self.rows
        pips: dict[int, int] = {}
        for one in self.demands:
            for mask, number in one.pips:
                pips[mask] = pips.get(mask, 0) + number
        for kind, number in self.start.pool.items():
            self.has.setdefault((kind, 0), Expr()).const += number
        for slot, number in self.granted.items():
            self.has.setdefault(slot, Expr()).const += number
        energy = Expr()
        for domain, (ready, exhausted) in self.start.runes.items():
            able = sum(number for mask, number in pips.items() if mask & BIT[domain])
            recycles = rows.var(0, min(ready + exhausted, able))
            exhausts = rows.var(0, ready)
            self.recycles[domain], self.exhausts[domain] = recycles, exhausts
            rows.at_least(exhausts - recycles, -exhausted)
            late = rows.maximum([recycles - Expr(exhausted), ZERO]) if ready and exhausted else recycles
            self.late[domain] = late if ready else ZERO
            energy.add(exhausts)
            self._gives(((domain, ""), 0), recycles)
        self._gives(((ENERGY, ""), 0), energy)
        for source in self.sources:
            used = rows.var(0, 1)
            self.used.append(used)
            for kind, number in source.producer.gives:
                self._gives((kind, source.moment), used * number)

    def _gives(self, slot: Slot, made: Expr) -> None:
        if made.terms or made.const:
            self.has.setdefault(slot, Expr()).add(made)
            self.made.setdefault(slot[0], Expr()).add(made)

    # ------------------------------------------------------------ what is paid

    def pay(self) -> None:
        """Write what each demand takes."""
        taken: dict[Slot, Expr] = {}
        for one in self.demands:
            spent = self._spend(one, ONE, one.energy, one.pips, self.has)
            self.spent.append(spent)
            for slot, units in spent.items():
                taken.setdefault(slot, Expr()).add(units)
                self.total.setdefault(slot[0], Expr()).add(units)
        for slot, units in taken.items():
            self.rows.at_least(self.has[slot] - units, 0)
        self._taken = taken

    _taken: dict[Slot, Expr] = field(default_factory=dict)

    def _spend(self, one: Demand, active: Expr, energy: int, pips: Tally, has: dict[Slot, Expr]) -> dict[Slot, Expr]:
        """Write one demand: as much is spent as is owed, and Hall's condition (357.1, 163.2)."""
        rows = self.rows
        owed = dict(pips)
        spent: dict[Slot, Expr] = {}
        some_energy, some_power = Expr(), Expr()
        for slot in sorted(has, key=lambda item: (kind_place(item[0]), item[1])):
            (what, tag), moment = slot
            if moment > one.moment or tag not in one.fits:
                continue
            able = energy if what == ENERGY else sum(n for mask, n in pips if mask & reach(what))
            able = min(able, rows.high(has[slot]))
            if able <= 0:
                continue
            spent[slot] = rows.var(0, able)
            (some_energy if what == ENERGY else some_power).add(spent[slot])
        rows.equal(some_energy - active * energy, 0)
        rows.equal(some_power - active * size(pips), 0)
        for union in unions(set(owed)):
            able_power = summed(
                units for slot, units in spent.items() if slot[0][0] != ENERGY and reach(slot[0][0]) & union
            )
            inside = sum(number for mask, number in pips if mask & ~union == 0)
            rows.at_least(able_power - active * inside, 0)
        return spent

    # ------------------------------------------------------------ what is to stay payable

    def wish(self, wishes: Sequence[Wish]) -> None:
        """Write what is to stay payable: now from everything left, later from what outlasts the turn."""
        groups: dict[tuple[bool, str], list[tuple[int, Wish]]] = {}
        for number, one in enumerate(wishes):
            groups.setdefault((one.later, one.criterion), []).append((number, one))
        for (later, _), mine in groups.items():
            self._wishes(mine, later=later)

    def _wishes(self, wishes: list[tuple[int, Wish]], *, later: bool) -> None:
        rows = self.rows
        has: dict[Slot, Expr] = {}
        moments = [one.moment for one in self.demands] + [one.moment for one in self.sources]
        end = 1 + max((*moments, *(moment for _, moment in self.granted)), default=0)
        if not later:
            for slot, there in self.has.items():
                has[slot[0], 0] = has.get((slot[0], 0), Expr()) + there
            for slot, units in self._taken.items():
                has[slot[0], 0] = has[slot[0], 0] - units
        energy = Expr()
        for domain, (ready, exhausted) in self.start.runes.items():
            left_ready = Expr(ready) - self.exhausts[domain]
            exhausts = rows.var(0, ready)
            rows.at_least(left_ready - exhausts, 0)
            recycles = rows.var(0, ready + exhausted)
            rows.at_least(Expr(exhausted) + self.exhausts[domain] + exhausts - self.recycles[domain] - recycles, 0)
            energy.add(exhausts)
            has[(domain, ""), 0] = has.get(((domain, ""), 0), Expr()) + recycles
        has[(ENERGY, ""), 0] = has.get(((ENERGY, ""), 0), Expr()) + energy
        before = {source.key: used for source, used in zip(self.sources, self.used, strict=True)}
        usable = {source.key: source for _, one in wishes for source in one.sources}
        for key in sorted(usable):
            again = rows.var(0, 1)
            rows.at_most(again + before.get(key, ZERO), 1)
            for kind, number in usable[key].producer.gives:
                has[kind, 0] = has.get((kind, 0), Expr()) + again * number
        taken: dict[Slot, Expr] = {}
        for number, one in wishes:
            chosen: list[Expr] = []
            for fits, owed, pips in one.options:
                active = rows.var(0, 1)
                chosen.append(active)
                spent = self._spend(Demand(end, fits, owed, pips), active, owed, pips, has)
                for slot, units in spent.items():
                    taken.setdefault(slot, Expr()).add(units)
            met = summed(chosen)
            rows.at_most(met, 1)
            if not one.criterion:
                rows.at_least(met, 1)
            self.met[number] = met
        for slot, units in taken.items():
            rows.at_least(has[slot] - units, 0)

    # ------------------------------------------------------------ what it is worth

    def criterion(self, name: str, wishes: Sequence[Wish], constant: dict[str, int]) -> Expr:
        """Give a criterion as an expression to be minimised."""
        mine = [number for number, one in enumerate(wishes) if one.criterion == name]
        if name == "keep:hand":
            # Nothing is wished for where the turn plays the whole hand.
            return summed(self.met[number] * -wishes[number].weight for number in mine)
        if mine:
            return Expr(len(mine)) - summed(self.met[number] for number in mine)
        found = self._sums(name)
        return found + Expr(constant.get(name, 0))

    def _sums(self, name: str) -> Expr:  # noqa: PLR0911, PLR0912 - one line a criterion
        total, start = self.total, self.start
        spent = [(kind, total[kind]) for kind in sorted(total, key=kind_place)]
        match name:
            case "losses":
                return summed(
                    used * value_of(one.thing)
                    for one, used in zip(self.sources, self.used, strict=True)
                    if one.producer.kill
                )
            case "recycles":
                return summed(self.recycles.values())
            case "tapped":
                return summed(
                    used
                    for one, used in zip(self.sources, self.used, strict=True)
                    if one.producer.exhaust and "unit" in one.thing.type
                )
            case "unrestricted":
                return summed(units for kind, units in spent if not kind[1])
            case "energy":
                floating = sum(number for kind, number in start.pool.items() if kind[0] == ENERGY)
                return summed((units for kind, units in spent if kind[0] == ENERGY), -floating)
            case "universal":
                return summed(units for kind, units in spent if kind == (UNIVERSAL, ""))
            case "keep-universal":
                return summed(units for kind, units in spent if kind[0] == UNIVERSAL)
            case "balance":
                return self._balance()
            case "ready-recycles":
                return summed(self.late.values())
            case "surplus":
                return self._surplus()
            case "steps":
                return summed((*self.exhausts.values(), *self.recycles.values(), *self.used, *total.values()))
            case "unelected":
                return Expr()
            case "most-ready":
                return summed(self.exhausts.values(), -sum(ready for ready, _ in start.runes.values()))
            case _:
                return self._with_a_number(name)

    def _with_a_number(self, name: str) -> Expr:
        stem, _, rest = name.partition(":")
        if stem == "keep-domain":
            return summed(units for kind, units in self.total.items() if kind[0] == rest)
        if stem == "rune-debt":
            # The debt is 0 up to this many recycles and grows with each beyond, so this orders turns as it does.
            spare = free(in_deck(sum(map(sum, self.start.runes.values()))))
            return self.rows.maximum([summed(self.recycles.values(), -spare), ZERO])
        what, _, number = rest.partition(":")
        missing = Expr(int(number))
        for kind, units in self.total.items():
            if (kind[0] == ENERGY) == (what == "energy"):
                missing.add(units, -1)
        return self.rows.maximum([missing, ZERO])

    def _balance(self) -> Expr:
        rows = self.rows
        result = Expr()
        for domain, (ready, exhausted) in self.start.runes.items():
            number = ready + exhausted
            result.const += number * number
            recycles = self.recycles[domain]
            most = rows.high(recycles)
            if not recycles.terms:
                continue
            square = rows.new(0, most * most)
            for step in range(most):
                rows.at_least(Expr(step * (step + 1), {square: 1}) - recycles * (2 * step + 1), 0)
            result.put(square)
            result.add(recycles, -2 * number)
        return result

    def _surplus(self) -> Expr:
        result = Expr()
        floated: dict[Kind, int] = dict(self.start.pool)
        for (kind, _), number in self.granted.items():
            floated[kind] = floated.get(kind, 0) + number
        for kind, made in self.made.items():
            spent = self.total.get(kind, ZERO)
            there = floated.get(kind, 0)
            short = self.rows.maximum([spent - Expr(there), ZERO]) if there else spent
            result.add(made)
            result.add(short, -1)
        return result


def commit(  # noqa: PLR0913, PLR0917 - the parts of one turn
    start: Start,
    demands: Sequence[Demand],
    sources: Sequence[Source],
    granted: dict[Slot, int],
    goal: Goal,
    wishes: Sequence[Wish] = (),
    constant: dict[str, int] | None = None,
    seconds: float | None = None,
) -> Committed | None:
    """Find the best payment of all demands together, or tell that there is none.

    Parameters
    ----------
    start
        What the turn began with.
    demands
        What is asked for, by moment and purpose.
    sources
        Adds that may be used, with the moment at which each is there.
    granted
        What effects float, by kind and moment.
    goal
        The criteria.
    wishes
        What is to stay payable.
    constant
        What criteria count that the payment does not decide (optional costs not elected).

    Raises
    ------
    OutOfTimeError
        The search is to stop, and no payment was found.
    """
    ended()
    build = _Build(start, demands, sources, granted)
    build.supply()
    build.pay()
    build.wish(wishes)
    criteria = [build.criterion(name, wishes, constant or {}) for name in goal.criteria]
    ties = [-build.total[kind] for kind in sorted(build.total, key=kind_place)]
    ties.extend(-used for used in build.used)
    for domain in build.recycles:
        ties.extend((-build.recycles[domain], -build.exhausts[domain]))
    ties = [one for one in ties if one.terms]
    solved = lexicographic(build.rows, [*criteria, *ties], seconds=seconds)
    if solved.status == "unknown":
        raise OutOfTimeError
    if solved.status == "infeasible":
        return None
    at = solved.solution
    recycled = sum(one.value(at) for one in build.recycles.values())
    deck = in_deck(sum(map(sum, start.runes.values())))
    return Committed(
        tuple(
            debt(deck, recycled, int(name.partition(":")[2])) if name.startswith("rune-debt:") else one.value(at)
            for name, one in zip(goal.criteria, criteria, strict=True)
        ),
        tuple(one.value(at) for one in ties),
        {domain: one.value(at) for domain, one in build.exhausts.items()},
        {domain: one.value(at) for domain, one in build.recycles.items()},
        tuple(bool(one.value(at)) for one in build.used),
        tuple({slot: n for slot, one in spent.items() if (n := one.value(at))} for spent in build.spent),
        "optimal" if solved.status == "optimal" else "feasible",
    )


def pip_list(pips: Tally) -> list[int]:
    """Give the pips of a tally one by one, hardest first."""
    return [mask for mask, number in sorted(pips, key=lambda item: pip_order(item[0])) for _ in range(number)]
