"""The position of a search: immutable, hashable, a handful of numbers over a ground that is shared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import add
from typing import Any, Final, TypeGuard

from runepay.model.aftermath import apply as applied
from runepay.model.aftermath import pool_of
from runepay.model.errors import InputError, InternalError
from runepay.model.facts import FACTS as KNOWN
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.mentions import check_play, check_state
from runepay.model.objects import OWN_ZONES
from runepay.model.pool import Kind
from runepay.model.question import Question
from runepay.model.resources import ANY, DOMAINS, ENERGY, size
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import Facts, GameState, Play, Runes
from runepay.model.turn import resolved as followed
from runepay.position.given import goal_of, is_cost, is_hand, is_paid, is_size, is_state, rules_of
from runepay.position.ground import FACTS, FIRST, Counts, Ground, bare
from runepay.position.paid import Counted, Paid
from runepay.position.price import Price
from runepay.referee import violations
from runepay.solver.fast import listing
from runepay.solver.fast.greedy import Plan, Way, provable
from runepay.solver.fast.lanes import GUARDS, MEET, MOST, covers, covers_any, supply
from runepay.solver.fast.stock import ADD, POOL
from runepay.solver.listing.walk import Walk
from runepay.solver.pay import best

THRIFTY: Final = Goal.of()
REACHES: Final = (1, 2, 4, 8, 16, 32, ANY)
"""The domains that Power reaches: of each domain, and Universal."""


class Position:
    """What payments see of a state, for searches that ask and pay very often.

    It is made once from a state; :meth:`apply` gives the next one. Positions in which nothing can be told apart are
    equal and hash alike, whatever their objects are called. A price that counting can pay is answered in microseconds;
    anything else (a play whose cost depends on the state, Adds with costs, actions) goes the ordinary way.

    Payments are not refereed unless ``referee=True`` asks for it.

    Examples
    --------
    >>> from runepay import GameState, Position, Price
    >>> here = Position.of(GameState.model_validate({"runes": {"fury": 2, "calm": 2}}))
    >>> price = Price.of(2, ["any"], ["spell"])
    >>> here.can_pay(price), here.count(price)
    (True, 4)
    >>> after = here.apply(here.best(price))
    >>> after.can_pay(price), after.state().runes["fury"].ready
    (True, 0)
    """

    __slots__ = ("_counts", "_hash", "_packed", "_plans", "_state", "ground")

    def __init__(self, ground: Ground, counts: Counts, packed: dict[frozenset[str], int] | None = None) -> None:
        self.ground = ground
        self._counts = counts
        self._packed: dict[frozenset[str], int] = {} if packed is None else packed
        self._plans: dict[tuple[frozenset[str], tuple[str, ...]], tuple[Plan, list[int]]] = {}
        self._hash: int | None = None
        self._state: GameState | None = None

    @classmethod
    def of(
        cls,
        state: GameState,
        *,
        ruleset: str | Ruleset = DEFAULT_RULESET,
        options: Mapping[str, str] | None = None,
        cache: int = 4096,
    ) -> Position:
        """Make a position from a state.

        Parameters
        ----------
        state
            The state; it is not changed.
        ruleset, options
            Version of the rules, and readings chosen.
        cache
            How many best payments are remembered, over all positions that come from this state; 0 turns it off.

        Raises
        ------
        InputError
            One of these is no such thing, or its word is unknown.
        """
        is_state(state)
        is_size(cache)
        check_state(state)
        ground = Ground(state, rules_of(ruleset, options), cache)
        here = cls(ground, ground.start)
        here._state = state
        return here

    # ------------------------------------------------------------ what it is

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self.ground is other.ground:
            return self._counts == other._counts
        return hash(self) == hash(other) and self.ground.identity(self._counts) == other.ground.identity(other._counts)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = self.ground.hash_of(self._counts)
        return self._hash

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __repr__(self) -> str:
        runes = ", ".join(
            f"{name} {self._counts[place]}+{self._counts[6 + place]}"
            for place, name in enumerate(DOMAINS)
            if self._counts[place] or self._counts[6 + place]
        )
        return f"<Position {runes or 'without runes'}>"

    @property
    def pool(self) -> dict[Kind, int]:
        """What floats, by ``(what, purpose)``."""
        return {
            one.kind: number
            for one, number in zip(self.ground.slots, self._counts[FIRST:], strict=True)
            if one.made == POOL and number
        }

    def state(self) -> GameState:
        """Give the whole state, as :func:`runepay.apply` would have left it."""
        if self._state is None:
            self._state = self._written()
        return self._state

    def _written(self) -> GameState:
        ground, counts = self.ground, self._counts
        before = ground.state
        runes = {
            name: Runes.model_construct(ready=counts[place], exhausted=counts[6 + place])
            for place, name in enumerate(DOMAINS)
            if name in before.runes
        }
        update: dict[str, Any] = {"runes": runes, "pool": pool_of(self.pool)}
        spent: set[str] = set()
        dead: set[str] = set()
        for source, number in zip(ground.slots, counts[FIRST:], strict=True):
            if source.producer is not None and number < source.number:
                used = {ground.objects[index].id for index in source.members[: source.number - number]}
                (dead if source.producer.kill else spent).update(used)
        zones: dict[str, list[Any]] = {zone: [] for zone in OWN_ZONES}
        legend = None
        for thing, one in ground.things:
            if one.id in dead:
                continue
            kept = thing.model_copy(update={"id": one.id, **({"ready": False} if one.id in spent else {})})
            if one.zone == "legend":
                legend = kept
            else:
                zones[one.zone].append(kept)
        update |= {zone: tuple(things) for zone, things in zones.items()}
        update["legend"] = legend
        stated = before.facts.stated
        raised = {
            name: counts[12 + place]
            for place, name in enumerate(FACTS)
            if counts[12 + place] != stated.get(name, KNOWN[name].default)
        }
        if raised:
            update["facts"] = Facts(stated={**stated, **raised})
        return before.model_copy(update=update)

    # ------------------------------------------------------------ asking

    def can_pay(self, cost: Price | Play) -> bool:
        """Tell whether a price, or a play in whatever way, can be paid."""
        if isinstance(cost, Price):
            had = self._packed.get(cost.fits)
            if had is not None and cost.packed is not None:
                return (had - cost.packed) & GUARDS == GUARDS
        return self._can_pay(cost)

    def _can_pay(self, cost: Price | Play) -> bool:
        """Answer what is not prepared: pack the supply, or go the ordinary way."""
        ground = self.ground
        if isinstance(cost, Play):
            prices = ground.prices(cost)
            if prices is not None:
                return any(self.can_pay(one) for one in prices)
            return self._ordinary(cost, THRIFTY) is not None
        is_cost(cost)
        if not ground.plain:
            return self._ordinary(cost, THRIFTY) is not None
        energy, *power = self.supply_counts(cost.fits)
        units = tuple(zip(REACHES, power, strict=True))
        had = supply(energy, units)
        if had is None or cost.packed is None:
            return covers_any(energy, units, cost.energy, cost.pips)
        self._packed[cost.fits] = had
        return covers(had, cost.packed)

    def supply_counts(self, fits: frozenset[str]) -> list[int]:
        """Give the Energy, the Power of each domain and the Universal Power that can be had for a price."""
        counts, allowed = self._counts, fits | self.ground.showdown
        had = [sum(counts[:6]), *map(add, counts[:6], counts[6:12]), 0]
        for one, number in zip(self.ground.slots, counts[FIRST:], strict=True):
            if number and one.kind[1] in allowed:
                had[0 if not one.mask else 1 + REACHES.index(one.mask)] += number
        return had

    def best(
        self, cost: Price | Play, goal: str | Iterable[str] | Goal = THRIFTY, *, referee: bool = False
    ) -> Paid | None:
        """Give the best payment of a price or a play, or ``None`` if it cannot be paid.

        Parameters
        ----------
        cost
            A price, or a play with whatever it brings.
        goal
            Criteria in order; ``thrifty`` follows, written or not.
        referee
            Whether the payment must pass the referee.

        Raises
        ------
        InternalError
            The referee refuses the payment.
        """
        is_cost(cost)
        aim = goal if isinstance(goal, Goal) else goal_of(goal)
        # A plan that is known was made for a goal that counting proves; only the size of the price is left to ask.
        known = isinstance(cost, Price) and cost.packed is not None and (cost.fits, aim.criteria) in self._plans
        counted = known or (self._countable(cost) and provable(aim))
        found = self._counted(cost, aim) if counted and isinstance(cost, Price) else self._ordinary(cost, aim)
        return self._refereed(found) if referee and found is not None else found

    def _counted(self, price: Price, goal: Goal) -> Paid | None:
        ground = self.ground
        plan, slots = self._plan(price.fits, goal)
        known: tuple[Way, tuple[int, ...]] | None
        key = (self._counts, price.fits, price.energy, price.pips, goal.criteria) if ground.limit else ()
        if key and key in ground.best:
            known = ground.best[key]
        else:
            way = plan.best(price.energy, price.pips)
            known = None if way is None else (way, plan.values(way))
            if key:
                if len(ground.best) >= ground.limit:
                    del ground.best[next(iter(ground.best))]
                ground.best[key] = known
        if known is None:
            return None
        return Paid(self, None, known[1], Counted(price, known[0], plan.stock, slots))

    def plan(self, price: Price, goal: Goal = THRIFTY) -> Plan:
        """Give the units that can pay a price, in the order in which a goal takes them; worked out once."""
        return self._plan(price.fits, goal)[0]

    def _plan(self, fits: frozenset[str], goal: Goal) -> tuple[Plan, list[int]]:
        known = self._plans.get((fits, goal.criteria))
        if known is None:
            stock, slots = self.ground.stock(self._counts, fits)
            known = self._plans[fits, goal.criteria] = (Plan(stock, goal), slots)
        return known

    def question(self, cost: Price | Play) -> Question:
        """Freeze a question in this position, as the ordinary way asks it."""
        is_cost(cost)
        if isinstance(cost, Play):
            check_play(self.state(), cost)
            return freeze(self.state(), cost, self.ground.ruleset)
        return bare(freeze(self.state(), cost.play(), self.ground.ruleset), cost.energy, cost.pips)

    def _ordinary(self, cost: Price | Play, goal: Goal) -> Paid | None:
        """Find a payment the ordinary way."""
        question = self.question(cost)
        found = best(question, self.state(), goal)
        if found.payment is None:
            return None
        return Paid(self, cost if isinstance(cost, Play) else cost.play(), found.values, found.payment)

    def _refereed(self, paid: Paid) -> Paid:
        faults = violations(self.state(), paid.play, paid.payment, self.ground.ruleset)
        if faults:
            listed = "; ".join(f"{fault.rule}: {fault.message}" for fault in faults)
            raise InternalError(f"the referee refuses the payment found: {listed}")
        return paid

    def payments(self, cost: Price | Play, *, referee: bool = False) -> Iterator[Paid]:
        """List every payment of a price or a play, each once, in a fixed order."""
        is_cost(cost)
        listed = self._listed(cost)
        return map(self._refereed, listed) if referee else listed

    def _countable(self, cost: Price | Play) -> TypeGuard[Price]:
        return isinstance(cost, Price) and self.ground.plain and size(cost.pips) <= MOST

    def _listed(self, cost: Price | Play) -> Iterator[Paid]:
        if self._countable(cost):
            stock, slots = self.ground.stock(self._counts, cost.fits)
            if listing.listable(stock, cost.energy, cost.pips):
                for way in listing.payments(stock, cost.energy, cost.pips):
                    yield Paid(self, None, (), Counted(cost, way, stock, slots))
                return
        state, play = self.state(), cost if isinstance(cost, Play) else cost.play()
        for leaf in Walk(self.question(cost)).leaves():
            yield Paid(self, play, (), leaf.payment(state))

    def count(self, cost: Price | Play) -> int:
        """Count every payment of a price or a play, where possible without listing them."""
        if self._countable(cost):
            stock, _ = self.ground.stock(self._counts, cost.fits)
            if listing.listable(stock, cost.energy, cost.pips):
                return listing.count(stock, cost.energy, cost.pips)
        return Walk(self.question(cost)).count()

    def playable(self, hand: Iterable[Price | Play] | None = None) -> list[Price | Play]:
        """Give those that can be paid, one at a time and not all together; of the state's own hand by default."""
        if hand is None:
            hand = [self.ground.from_hand(one.id) for _, one in self.ground.things if one.zone == "hand"]
        is_hand(hand)
        return [one for one in hand if self.can_pay(one)]

    # ------------------------------------------------------------ paying

    def apply(self, paid: Paid, *, resolved: bool = False) -> Position:
        """Give the position after a payment found in this one.

        Parameters
        ----------
        paid
            The payment.
        resolved
            Whether the play is made as well, with nobody answering: see :func:`runepay.apply`. A price plays no card.

        Raises
        ------
        InputError
            The payment was found in another position, or is none that a position found.
        """
        is_paid(paid)
        if paid.position is not self and (paid.position.ground is not self.ground or paid.position != self):
            raise InputError("the payment was found in another position", path="payment")
        ground = self.ground
        if resolved and paid.plays:
            after = followed(self.state(), paid.play, paid.payment, ground.ruleset)
            return Position.of(after, ruleset=ground.ruleset, cache=ground.limit)
        if paid.counted is None or self._moves(paid.counted):
            after = applied(self.state(), paid.play, paid.payment, ground.ruleset)
            return Position.of(after, ruleset=ground.ruleset, cache=ground.limit)
        price, way, stock, slots = paid.counted
        counts = list(self._counts)
        units = size(price.pips)
        made, lost, gear = 0, 0, 0
        for place in range(6):
            exhausted = way.exhausts[place]
            counts[place] -= exhausted
            counts[6 + place] += exhausted - way.recycles[place]
            made += exhausted
        spent = way.owed
        sources = (*stock.power, *stock.energy)
        for one, number, slot in zip(sources, (*way.power, *way.energy), slots, strict=True):
            if not number:
                continue
            lost += number * MEET[one.mask]
            if slot != FIRST and slot >= 0:
                counts[slot] -= number
            if one.kind[0] == ENERGY:
                spent -= number if one.kind[1] else 0
                made += number if one.made == ADD and not one.kind[1] else 0
            if one.made == ADD and "gear" in ground.objects[one.members[0]].type:
                gear += number
        counts[FIRST] += made - spent
        counts[12] += way.owed
        counts[13] += units
        if "spell" in price.purposes:
            counts[14] = max(counts[14], way.owed)
        counts[15] += gear
        had = self._packed.get(price.fits)
        packed: dict[frozenset[str], int] | None = None
        if had is not None and had & 127 < MOST:
            packed = {price.fits: had - lost - way.owed}
        return Position(ground, tuple(counts), packed)

    def _moves(self, counted: Counted) -> bool:
        """Tell whether more than counts changes: something dies that is a unit or no token."""
        _, way, _, slots = counted
        deadly = self.ground.deadly
        return bool(deadly) and any(
            number and slot in deadly for number, slot in zip((*way.power, *way.energy), slots, strict=True)
        )
