"""The question of one payment, frozen: every clause that can act, and everything that can pay.

A question holds only numbers, tallies, guards and indices. It is what the total is computed from and what the solver
turns into constraints. Nothing in it depends on the order of a file or on an object's id, except as the last
tie-break.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from runepay.model.cost import Action
from runepay.model.counted import Counted
from runepay.model.guards import ALWAYS, Guard
from runepay.model.objects import Object
from runepay.model.resources import Tally
from runepay.model.rulebook import Ruleset


@dataclass(frozen=True, slots=True)
class Election:
    """One decision of step 2: an optional cost (0 or 1) or the number of an "any number" cost.

    Attributes
    ----------
    id
        As ``play.elect`` names it.
    label
        For people.
    most
        1, or the largest number.
    fixed
        The caller's decision, or ``None``.
    alternate
        It chooses an alternate base cost; at most one of these may be elected.
    guard
        It exists only under this guard (a Repeat granted by a target that depends on another election).
    """

    id: str
    label: str
    most: int = 1
    fixed: int | None = None
    alternate: bool = False
    guard: Guard = ALWAYS


@dataclass(frozen=True, slots=True)
class Line:
    """One action of a cost: done `number` times for each unit of what it belongs to.

    ``eligible`` are indices into the question's objects that may serve at the moment of payment.
    """

    action: Action
    zone: str
    number: int
    eligible: tuple[int, ...]
    matching: tuple[int, ...]
    """The objects that match at all, before protection: what makes the difference explains *not payable*."""
    only: tuple[tuple[int, Guard], ...] = ()
    """Objects that may serve under a guard only, where the action speaks of chosen objects and a choice is open."""
    after: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Objects that come to match through the payment itself, with all that must have become of them: ``exhausted``,
    ``bare`` of their buff, ``calmed`` (no longer Empowered)."""


@dataclass(frozen=True, slots=True)
class Alternate:
    """A replacement of the base cost (356.1.a): always on (``election`` is ``None``) or elected."""

    label: str
    guard: Guard
    election: str | None
    energy: int
    pips: Tally
    lines: tuple[Line, ...]
    rule: str
    bearer: Object | None = None
    """The object whose clause it is, where that is not what is paid for."""


@dataclass(frozen=True, slots=True)
class Ignore:
    """A base cost, or its Energy or Power half, ignored (356.1.b)."""

    label: str
    guard: Guard
    half: str
    rule: str


@dataclass(frozen=True, slots=True)
class Component:
    """One additional cost (356.2).

    ``election`` is ``None`` for a mandatory one; with ``counted`` it is owed as many times as the election's number.
    """

    id: str
    label: str
    keyword: str
    guard: Guard
    election: str | None
    counted: bool
    energy: int
    pips: Tally
    lines: tuple[Line, ...]
    rule: str
    bearer: Object | None = None
    """The object whose clause it is, where that is not what is paid for."""


@dataclass(frozen=True, slots=True)
class Increase:
    """More on the total (356.3)."""

    label: str
    guard: Guard
    energy: int
    pips: Tally
    rule: str = "356.3"


@dataclass(frozen=True, slots=True)
class Discount:
    """Less on the total (356.4) or on one component (356.4.c).

    Attributes
    ----------
    component
        Index of the component it acts on, or ``None`` for the total.
    energy, minimum
        Energy taken off, and the value below which this discount does not take it.
    any
        Pips of any kind removed.
    pips
        Pips of exactly these masks removed.
    either
        The player takes the Energy half or the Power half.
    number
        Election whose number multiplies everything, or ``None``.
    victim
        ``(component, line)`` of the kill whose victim's printed cost multiplies: Energy by its Energy, Power by its
        number of pips; or ``None``.
    half
        The caller's choice of half, or ``None``.
    removed
        The caller's choice of the pips that ``any`` removes, or ``None``.
    place
        The caller's place in the order of total discounts, or ``None``.
    """

    id: str
    label: str
    guard: Guard
    component: int | None
    energy: int
    minimum: int
    any: int
    pips: Tally
    either: bool = False
    number: str | None = None
    victim: tuple[int, int] | None = None
    kills: tuple[int, int] | None = None
    """``(component, line)`` of the kills of which only real deaths count (only by option)."""
    half: str | None = None
    removed: Tally | None = None
    place: int | None = None
    on_base: bool = False
    """It acts on the base cost before anything is added (only by option)."""
    rule: str = "356.4"


@dataclass(frozen=True, slots=True)
class Override:
    """Any and all costs are ignored (356.5.a)."""

    label: str
    guard: Guard


@dataclass(frozen=True, slots=True)
class Producer:
    """One Add ability of one object that may be used during this payment.

    ``gives`` pairs kinds with numbers, a kind being ``(what, purpose)``; the purpose is empty for a resource that pays
    anything. Resources whose purpose does not fit the payment are left out before this.
    """

    object: int
    ability: int
    gives: tuple[tuple[tuple[str, str], int], ...]
    exhaust: bool
    kill: bool
    copied: str = ""
    """Id and ability of the object whose Add is copied, or nothing (9.2.11)."""
    energy: int = 0
    pips: Tally = ()
    lines: tuple[Line, ...] = ()
    """What using it costs: a payment of its own, made before it gives anything."""
    converts: str = ""
    """``energy`` or ``power``: any amount of it is paid, and ``gives`` comes once for each unit."""
    fits: frozenset[str] = frozenset()
    """Tags of restricted resources that may pay its cost."""
    asks: bool = False
    """It has a condition of its own."""
    keeps_xp: int = 0
    """XP that must be left, its own cost paid, for its condition to hold; 0 if nothing that is spent changes that."""
    again: int = 0
    """It stands for later uses of an Add that stands before it so many times already."""
    timed: bool = False
    """It costs nothing more, but its object may have to serve another Add's cost before it is used."""
    counts: tuple[Counted, ...] = ()
    """Objects that must be there, so many, when it is used; only where the cost of an Add may take some."""
    reads: frozenset[tuple[str, int]] = frozenset()
    """What must not have been done before it is used, and to which object: its condition reads it."""

    @property
    def waits(self) -> bool:
        """Whether what it asks for hangs on what was done before it."""
        return bool(self.counts or self.reads)

    @property
    def nested(self) -> bool:
        """Whether using it asks for a payment, or a moment, of its own."""
        return bool(self.timed or self.energy or self.pips or self.lines or self.converts)

    @property
    def xp(self) -> int:
        """XP that a use of it costs."""
        return sum(line.number for line in self.lines if line.action.do == "xp")

    @property
    def repeats(self) -> bool:
        """Whether it may be used again and again: it uses up neither its object nor its object's readiness."""
        return not (self.exhaust or self.kill)

    @property
    def key(self) -> tuple[int, str]:
        """Which Add of its object this is."""
        return self.ability, self.copied + "+" * self.again


def add_order(producer: Producer) -> tuple[bool, bool, bool]:
    """Give the place of a plain Add among the plain Adds of a payment: what kills its object comes last."""
    return producer.kill, not producer.copied, not producer.asks


@dataclass(frozen=True, slots=True)
class Supply:
    """What can pay resources.

    Attributes
    ----------
    runes
        ``(domain, ready, exhausted)`` for every domain with runes, in the game's order.
    pool
        ``((what, purpose), number)`` of what floats and fits the payment, canonical order.
    producers
        Every Add ability that may be used now; those with a cost of their own in an order in which each can pay for the
        later ones.
    """

    runes: tuple[tuple[str, int, int], ...]
    pool: tuple[tuple[tuple[str, str], int], ...]
    producers: tuple[Producer, ...]
    floating: int = 0
    """All Energy in the pool, restricted units that do not fit included."""
    fits: frozenset[str] = frozenset({""})
    """Tags of the resources that may pay the play itself; the empty tag is an unrestricted unit's."""
    unsure: tuple[str, ...] = ()
    """Names of objects whose Add asks for what the payment may change in ways that are not modelled: it is used only
    where nothing changes that, so there may be more or better payments than are found."""
    unpriced: tuple[int, ...] = ()
    """Objects whose Add has a price that other Adds may change, or several: it is left out, or used at the
    least of them."""


@dataclass(frozen=True, slots=True)
class Question:
    """Everything a total and a payment depend on; see the module's text.

    ``protected`` are ``(object, guard)``: objects the payment may not remove, under that guard (357.3).
    ``ambush`` are the units of which one must stay, or ``None`` (822.3).
    """

    card: Object
    kind: str
    origin: str
    ruleset: Ruleset
    energy: int
    pips: Tally
    lines: tuple[Line, ...]
    elections: tuple[Election, ...]
    alternates: tuple[Alternate, ...]
    must_alternate: bool
    ignores: tuple[Ignore, ...]
    components: tuple[Component, ...]
    increases: tuple[Increase, ...]
    discounts: tuple[Discount, ...]
    overrides: tuple[Override, ...]
    objects: tuple[Object, ...]
    supply: Supply
    xp: int
    deck: int | None
    protected: tuple[tuple[int, Guard], ...]
    ambush: tuple[int, ...] | None
    declined: bool
    faults: tuple[tuple[str, str], ...]
    """``(rule, words)`` of everything that makes the play illegal whatever is paid."""
    assumed: tuple[tuple[str, int | bool | str], ...]
    notes: tuple[str, ...] = field(default=())
    linked: bool = True
    """The payment buys its result; false for an instruction just to pay (205)."""
    touched: frozenset[str] = frozenset()
    """Options of the ruleset on whose reading something here depends."""
    needed: frozenset[int] = frozenset()
    """Objects that the payment may not remove whatever is elected (357.3)."""
    unsure: tuple[str, ...] = ()
    """What is not modelled here, in sentences: there may be more or better payments than are found."""

    def election(self, name: str) -> Election:
        """Give an election by id."""
        return next(one for one in self.elections if one.id == name)
