"""The vocabulary in which a card says what it does to costs (rules 356.1-356.5).

Every clause is one of six kinds, named by the stage in which it acts, so that a clause is data and the five stages
are one loop over data:

``base`` (356.1) · ``additional`` (356.2) · ``increase`` (356.3) · ``discount`` (356.4, and 356.4.c on one
component) · ``override`` (356.5) · ``deflect`` (809, which becomes a mandatory additional cost).

A clause may stand on the played card, on any object (where its ``on`` says which plays it reaches), among
``state.effects`` (what lasts this turn), or in ``play.clauses`` (how this play came about).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from runepay.model.base import Record
from runepay.model.cost import OWN, Cost, Number, Pip, Power, Purposes
from runepay.model.filters import Filter, PlayFilter, Whose, Zones
from runepay.model.resources import ANY


class Amount(Record):
    """A number read from the state before payment and frozen there (section 8 of the rules page).

    ``count`` names what is counted; the other fields narrow it. The result is
    ``times * (counted + plus)``, kept inside ``least`` and ``most``.

    Examples
    --------
    >>> Amount(count="objects", zone="trash").zone
    'trash'
    """

    count: Literal[
        "objects",
        "runes",
        "xp",
        "hand",
        "fact",
        "highest_might",
        "total_might",
        "chosen",
        "chosen_might",
        "tags",
        "number",
        "buffs",
        "points_to_win",
        "enemy_points_to_win",
        "battlefields",
    ]
    of: Filter = Field(default_factory=Filter)
    zone: Literal["board", "hand", "trash", "banished", "legend", "battlefields"] = "board"
    whose: Whose = "own"
    name: str | None = None
    """The fact's name (``fact``), or the election whose number is meant (``number``)."""
    exactly: int | None = None
    """For ``battlefields``: how many units that match ``of`` each counted battlefield of the payer's holds."""
    times: int = 1
    plus: int = 0
    least: int | None = None
    most: int | None = None

    @model_validator(mode="after")
    def _named(self) -> Self:
        if (self.count in {"fact", "number"}) != (self.name is not None):
            msg = "'name' goes with the counts 'fact' and 'number', and only with them"
            raise ValueError(msg)
        return self


class Condition(Record):
    """Something that must hold for a clause to act. Everything stated in one condition must hold.

    Elections are decided with the payment; all else is read from the state.
    """

    elected: str | None = None
    """Id of an election that must be elected (or, as a number, be at least 1)."""
    itself: Filter | None = None
    """The bearer must match."""
    played: PlayFilter | None = None
    """The play must match."""
    showdown_here: bool | None = None
    """A showdown is (or is not) going on where the bearer is."""
    fact: str | None = None
    """A yes/no fact must be true (``Amount`` compares numbers)."""
    amount: Amount | None = None
    at_least: int | None = None
    at_most: int | None = None
    negate: Condition | None = Field(default=None, alias="not")
    any_of: tuple[Condition, ...] = ()
    all_of: tuple[Condition, ...] = ()

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if not self.model_fields_set:
            msg = "a condition must state something"
            raise ValueError(msg)
        compared = self.at_least is not None or self.at_most is not None
        if compared != (self.amount is not None):
            msg = "'amount' goes with 'at_least' or 'at_most'"
            raise ValueError(msg)
        return self


def _one_or_more(value: Any) -> Any:  # noqa: ANN401 - raw input
    return [value] if isinstance(value, dict | Condition) else value


Conditions = Annotated[tuple[Condition, ...], BeforeValidator(_one_or_more)]


class Clause(Record):
    """What every clause has: a name for elections and traces, conditions, and a scope."""

    id: str | None = None
    when: Conditions = ()
    """All of them must hold."""
    on: PlayFilter | None = None
    """Which plays it reaches, when it stands on an object or among the effects. On the played card itself a
    clause without ``on`` is about that card; on any other object a clause without ``on`` does not act on plays."""


class Base(Clause):
    """Replace or ignore the base cost (356.1). With ``optional`` it is an alternate cost that may be elected."""

    clause: Literal["base"] = "base"
    set: Cost | None = None
    """356.1.a: this Energy and Power instead (and these actions, as for a Flow of actions)."""
    ignore: Literal["cost", "energy", "power"] | None = None
    """356.1.b: the whole, or that half, becomes nothing."""
    optional: bool = False
    keyword: Literal["flow", "hidden"] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.set is None) == (self.ignore is None):
            msg = "a base clause has exactly one of 'set' and 'ignore'"
            raise ValueError(msg)
        return self


class Additional(Clause):
    """A cost on top of the base (356.2), mandatory or optional."""

    clause: Literal["additional"] = "additional"
    cost: Cost
    optional: bool = False
    keyword: Literal["accelerate", "repeat"] | None = None
    per: Amount | None = None
    """The cost is owed this many times (frozen), such as once for each chosen object."""
    number: bool = False
    """An "any number" cost: how many is decided with the payment, and the cost is owed that many times."""
    at_most: Number | None = None
    """The largest number that may be decided."""


class Increase(Clause):
    """More Energy or pips on the total (356.3). Not an additional cost."""

    clause: Literal["increase"] = "increase"
    energy: Number = 0
    power: tuple[Pip, ...] = ()
    per: Amount | None = None


class Discount(Clause):
    """Less Energy or fewer pips (356.4).

    ``energy`` comes off the Energy half, never below ``minimum`` through this discount (356.4.e); ``any`` removes
    that many pips of any kind; ``power`` removes pips that are exactly these domains. With ``either`` the player
    takes the Energy half or the Power half. With ``component`` it is a component discount (356.4.c): it acts on
    each additional cost of that kind as that cost is added.
    """

    clause: Literal["discount"] = "discount"
    energy: Number = 0
    minimum: Number = 0
    any: Number = 0
    power: tuple[Pip, ...] = ()
    either: bool = False
    energy_cost: bool = False
    """The text says that Energy *costs* are reduced; whether that is the base cost or the total is open (9.2.15)."""
    per: Amount | None = None
    """Scales everything above; ``{"count": "number", "name": ID}`` scales with an election's number."""
    component: str | None = None
    """The additional costs it acts on: ``optional``, ``mandatory``, ``repeat``, ``accelerate``, ``deflect``, or an
    id."""
    printed_cost_of: str | None = None
    """Id of an additional cost with one kill, return, banish or discard: the discount is 1 Energy for each printed
    Energy and the pip ``power`` (or ``any``) once for each printed pip of the object that pays it (206)."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.energy or self.any or self.power):
            msg = "a discount takes off 'energy', 'any' or 'power'"
            raise ValueError(msg)
        if self.either and not (self.energy and (self.any or self.power)):
            msg = "a discount with 'either' has an Energy half and a Power half"
            raise ValueError(msg)
        return self


class Override(Clause):
    """Ignore any and all costs (356.5.a): the whole total becomes nothing, actions included."""

    clause: Literal["override"] = "override"


class Deflect(Clause):
    """The bearer, or the objects that ``grants`` names, must be paid for when an opponent chooses them (809)."""

    clause: Literal["deflect"] = "deflect"
    value: Number = 1
    grants: Filter | None = None
    """Other objects of the same controller that get it; left out: the bearer itself."""
    unless_already: bool = False
    """Granted only to objects without Deflect (Spirit's Refuge never adds)."""
    per: Amount | None = None


class IgnoreDeflect(Clause):
    """The play owes no Deflect (as for Heisho or Decree of Insight)."""

    clause: Literal["ignore_deflect"] = "ignore_deflect"
    chosen: Filter | None = None
    """Only the Deflect of chosen objects that match; left out: all of it."""


class Permit(Clause):
    """The card, or one that the clause's scope reaches, may be played from a zone that is not the hand (358.3)."""

    clause: Literal["permit"] = "permit"
    origin: Zones = Field(alias="from")


class GrantKeyword(Clause):
    """Give a played card a keyword: Accelerate, Repeat or Flow with their costs, or one that decides timing.

    Weaponmaster is given to a unit on the board: the scope is the trigger that chooses it (821).
    """

    clause: Literal["grant"] = "grant"
    keyword: Literal["accelerate", "repeat", "flow", "reaction", "action", "quick-draw", "weaponmaster"]
    cost: Cost | None = None
    """The granted cost; left out: the keyword's own (Accelerate), or the card's printed cost (Repeat, Flow)."""


def _clause_kind(value: object) -> str:
    if isinstance(value, dict):
        return str(value.get("clause", "?"))
    return str(getattr(value, "clause", "?"))


AnyClause = Annotated[
    Annotated[Base, Tag("base")]
    | Annotated[Additional, Tag("additional")]
    | Annotated[Increase, Tag("increase")]
    | Annotated[Discount, Tag("discount")]
    | Annotated[Override, Tag("override")]
    | Annotated[Deflect, Tag("deflect")]
    | Annotated[IgnoreDeflect, Tag("ignore_deflect")]
    | Annotated[GrantKeyword, Tag("grant")]
    | Annotated[Permit, Tag("permit")],
    Discriminator(_clause_kind),
]
CLAUSE_KINDS = (
    "base",
    "additional",
    "increase",
    "discount",
    "override",
    "deflect",
    "ignore_deflect",
    "grant",
    "permit",
)


class Watch(Record):
    """An event of payments that a card's text reacts to; what it then does is not resolved here."""

    event: Literal[
        "killed",
        "discarded",
        "recycled rune",
        "recycled card",
        "exhausted",
        "buff spent",
        "banished",
        "returned",
        "xp spent",
        "disempowered",
        "burned",
        "added",
    ]
    """``added``: an Add ability of the object is used."""
    itself: bool = False
    """It reacts only when this happens to itself (a Deathknell, being discarded)."""
    other: bool = False
    """It reacts only when this happens to another object."""
    of: Filter = Field(default_factory=Filter)
    """What it happens to must match, at that moment; ``here`` is where the watching object is."""
    but_not: Filter | None = None
    """What it happens to must not match this."""
    me: Filter = Field(default_factory=Filter)
    """The watching object itself must match, at that moment (a Deathknell that needs it to be Empowered)."""
    whose: Whose = "own"
    """Whose objects it speaks of, seen from the controller of the watching object."""
    zone: Literal["board", "hand", "trash"] = "board"
    """Where its text works (legend and battlefields count as board); what is discarded itself reacts from the hand."""
    by_spell: bool = False
    """It reacts only to what is done as part of a spell's own cost (428.1.a.1)."""


class Brings(Record):
    """What comes with a play that a card's effect makes (``play.by``): its clauses, and which cards it may play.

    A card that lets one play another "ignoring its Energy cost" brings a base clause; the limits are read from the
    printed cost (206).
    """

    clauses: tuple[AnyClause, ...] = ()
    only: PlayFilter | None = None
    """Cards that may be played that way."""
    energy_at_most: Amount | None = None
    """A limit on printed Energy that the state decides."""


class Ability(Record):
    """An ability that asks for a payment, as ``play.ability`` names it.

    Examples
    --------
    >>> Ability(id="draw", cost={"energy": 1, "actions": [{"do": "exhaust", "itself": True}]}).kind
    'ability'
    """

    id: str
    kind: Literal["ability", "trigger", "effect", "applied"] = "ability"
    cost: Cost = Field(default_factory=Cost)
    speed: Literal["normal", "action", "reaction"] = "normal"
    when: Conditions = ()
    """What must hold for the ability to be used."""
    once: bool = False
    """Usable once each turn (the source's ``used`` lists what was)."""
    linked: bool = True
    """The payment buys its result ("pay X to"). False for "pay X. If you do", which is no cost (205)."""
    clauses: tuple[AnyClause, ...] = ()
    """What the ability's own text does to its cost; alternatives are optional ``base`` clauses."""


class Gives(Record):
    """What one use of an Add ability puts into the pool."""

    energy: Number = 0
    power: Power = Field(default_factory=dict)


class Add(Record):
    """An Add ability of an object (429): what it costs the object itself and what it gives.

    Examples
    --------
    >>> Add(gives={"power": {"fury": 1}}).exhaust
    True
    """

    gives: Gives = Field(default_factory=Gives)
    exhaust: bool = True
    kill: bool = False
    """The object kills itself, as Gold does (187.5)."""
    purpose: Purposes = Field(default=(), alias="for")
    """What the resource may be spent on; empty: anything. Several: any of them."""
    speed: Literal["reaction", "action"] = "reaction"
    """Only Reaction Adds may be used during a payment (429.3)."""
    cost: Cost | None = None
    """What using it costs besides: resources (a nested payment) or actions on other objects."""
    any_amount: Literal["energy", "power"] | None = None
    """A converter: any amount of this is paid, and ``gives`` comes once for each unit (Ancient Henge, Hextech
    Anomaly)."""
    copies: bool = False
    """It copies the exhaust Adds of the payer's other objects (Heimerdinger)."""
    when: Conditions = ()
    id: str | None = None

    def is_plain(self) -> bool:
        """Tell whether it costs nothing but its own object."""
        return not self.copies and self.any_amount is None and (self.cost is None or self.cost.is_free())


class Keyword(Record):
    """A printed keyword that matters to costs, with its cost or value.

    In files ``"accelerate"`` is short for ``{"keyword": "accelerate"}``.
    """

    keyword: Literal[
        "accelerate",
        "repeat",
        "deflect",
        "flow",
        "hidden",
        "ambush",
        "action",
        "reaction",
        "legion",
        "level",
        "equip",
        "quick-draw",
        "weaponmaster",
        "empower",
        "hunt",
        "unique",
        "temporary",
    ]
    cost: Cost | None = None
    value: Number | None = None
    when: Conditions = ()

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # noqa: ANN401 - raw input
        return {"keyword": value} if isinstance(value, str) else value

    @property
    def asked(self) -> Cost:
        """What it asks for: its own cost or, where none is written, what the rules give such a keyword.

        Accelerate 1 Energy and a pip of its own domains (805), Hidden a pip of any domain (811.1.b); Repeat, which
        always prints its cost, is taken like Accelerate; every other one nothing.

        Examples
        --------
        >>> one = Keyword(keyword="accelerate").asked
        >>> one.energy, len(one.power), Keyword(keyword="equip").asked == Cost()
        (1, 1, True)
        """
        return self.cost or _UNWRITTEN.get(self.keyword, Cost())

    @property
    def worth(self) -> int:
        """Its value; where none is written, 1 (809)."""
        return 1 if self.value is None else self.value


_UNWRITTEN: Final[Mapping[str, Cost]] = {
    "accelerate": Cost(energy=1, power=(OWN,)),
    "repeat": Cost(energy=1, power=(OWN,)),
    "hidden": Cost(power=(ANY,)),
}
