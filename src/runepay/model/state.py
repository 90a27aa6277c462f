"""The payer's situation, as a file or a caller states it (design, section 5; contract C3)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from runepay.model.base import Given, Record
from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.clauses import AnyClause
from runepay.model.cost import Number, Power, Purposes, closed_keys
from runepay.model.errors import refuse_unknown
from runepay.model.facts import FACTS
from runepay.model.filters import Words
from runepay.model.resources import DOMAINS, LIMIT


class Runes(Record):
    """The runes of one domain on the board."""

    ready: Number = 0
    exhausted: Number = 0


def _runes(value: Any) -> Any:  # noqa: ANN401 - raw input
    value = closed_keys(value, DOMAINS, "domain")
    if isinstance(value, dict):
        return {
            key: {"ready": one} if isinstance(one, int) and not isinstance(one, bool) else one
            for key, one in value.items()
        }
    return value


class Restricted(Record):
    """Floating resources that may be spent on a purpose only (rules.md 1.6, contract C11).

    Examples
    --------
    >>> Restricted.model_validate({"energy": 2, "for": "spell"}).purpose
    ('spell',)
    """

    energy: Number = 0
    power: Power = Field(default_factory=dict)
    purpose: Annotated[Purposes, Field(min_length=1)] = Field(alias="for")


class Pool(Record):
    """The rune pool: what floats (166)."""

    energy: Number = 0
    power: Power = Field(default_factory=dict)
    restricted: tuple[Restricted, ...] = ()


class Thing(CardFields):
    """One object in a zone: a card by name, its state, and anything that differs from what is printed.

    In files a bare string is short for ``{"card": NAME}``.
    """

    card: str | None = None
    id: Annotated[str, Field(min_length=1)] | None = None
    ready: bool = True
    at: str = "base"
    buffs: Number = 0
    empowered: bool | Number = False
    """True, or how many times where that matters."""
    new: bool = False
    """It came onto the board this turn."""
    token: bool | None = None
    stunned: bool = False
    used: tuple[str, ...] = ()
    """Ids of its abilities that were used this turn."""
    in_combat: bool = False
    """It is an attacker or a defender."""
    attached_to: str | None = None
    instead: Literal["recall", "banish"] | None = None
    """What happens in its place the next time it would die: it is recalled exhausted, or it is banished. The cost that
    kills it is paid all the same (203.2, 357.2.a)."""

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # noqa: ANN401 - raw input
        return {"card": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _named(self) -> Self:
        if self.card is None and self.id is None and not (self.model_fields_set & CARD_FIELDS):
            msg = "an object has a 'card', an 'id' or fields of its own"
            raise ValueError(msg)
        return self


class Opponent(Record):
    """What matters of one opponent: the objects whose clauses reach the payer, and possible targets."""

    board: tuple[Thing, ...] = ()
    legend: Thing | None = None
    battlefields: tuple[Thing, ...] = ()
    xp: Number = 0
    runes: Number = 0
    """How many runes that opponent controls."""
    hand: Number = 0
    """How many cards that opponent holds."""
    effects: tuple[AnyClause | str, ...] = ()
    """Clauses of that opponent that last this turn, or names of cards that left them."""


class Facts(Record):
    """Facts about the turn; see ``runepay.model.facts`` for names, defaults and meanings."""

    stated: dict[str, int] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:  # noqa: ANN401 - raw input
        if isinstance(value, Facts) or (isinstance(value, dict) and set(value) == {"stated"}):
            return value
        if not isinstance(value, dict):
            return value
        read: dict[str, int] = {}
        for name, given in value.items():
            refuse_unknown([name], FACTS, "fact")
            yes_no = FACTS[name].yes_no
            if yes_no != isinstance(given, bool) or not isinstance(given, int):
                msg = f"fact {name!r} is {'true or false' if yes_no else 'a whole number'}"
                raise ValueError(msg)
            if not 0 <= given <= LIMIT:
                msg = f"fact {name!r} lies between 0 and {LIMIT:,}"
                raise ValueError(msg)
            read[name] = int(given)
        return {"stated": read}


class GameState(Given):
    """Everything of the position that a payment can depend on.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"fury": 3}, "pool": {"energy": 1}})
    >>> state.runes["fury"].ready
    3
    """

    runes: Annotated[dict[str, Runes], BeforeValidator(_runes)] = Field(default_factory=dict)
    pool: Pool = Field(default_factory=Pool)
    hand: tuple[Thing, ...] = ()
    board: tuple[Thing, ...] = ()
    trash: tuple[Thing, ...] = ()
    champion: tuple[Thing, ...] = ()
    facedown: tuple[Thing, ...] = ()
    banished: tuple[Thing, ...] = ()
    legend: Thing | None = None
    battlefields: tuple[Thing, ...] = ()
    """Battlefields the payer controls; an object's ``at`` may name one by its id."""
    showdown_at: str | None = None
    """The id of the battlefield where the showdown is."""
    xp: Number = 0
    deck: Number | None = None
    """Cards in the payer's deck, where that matters (burning); left out: enough."""
    facts: Facts = Field(default_factory=Facts)
    effects: tuple[AnyClause | str, ...] = ()
    """Clauses of the payer that last this turn (a next-card discount, a battlefield's tax for the turn). A string is
    the name of a card whose effect happened: what it leaves behind."""
    opponents: tuple[Opponent, ...] = ()
    cards: dict[str, CardFields] = Field(default_factory=dict)
    """Cards of the caller's own, by name; they win over the catalogue."""

    _compiled: dict[str, Any] = PrivateAttr(default_factory=dict)

    @model_validator(mode="after")
    def _showdown_somewhere(self) -> Self:
        """Take a stated place of a showdown to mean that there is one."""
        if self.showdown_at is not None and self.facts.stated.setdefault("showdown", 1) == 0:
            msg = "'showdown_at' names a place, but the fact 'showdown' is false"
            raise ValueError(msg)
        return self

    @property
    def compiled(self) -> dict[str, Any]:
        """What was worked out for this state, by name, so that it is worked out once; a changed copy starts empty."""
        # Straight from where it is kept: it is asked for at every turn, and the ordinary way there is long.
        kept = self.__pydantic_private__
        return self._compiled if kept is None else kept["_compiled"]

    def __copy__(self) -> Self:
        """Copy without what was worked out for the original, so that a changed copy is read afresh."""
        copied = super().__copy__()
        copied._compiled = {}  # noqa: SLF001 - our own cache
        return copied

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        """Copy deeply, without what was worked out for the original."""
        copied = super().__deepcopy__(memo)
        copied._compiled = {}  # noqa: SLF001 - our own cache
        return copied


class Target(Record):
    """One choice of a target. In files a bare string is short for ``{"object": ID}``."""

    object: str
    only_if: str | None = Field(default=None, alias="if")
    """Chosen only if this election is elected (a target of a repeated execution)."""
    needed: bool = True
    """The play is illegal without it; false when the play stays legal though this target is gone (358.2)."""

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # noqa: ANN401 - raw input
        return {"object": value} if isinstance(value, str) else value


class Choose(Record):
    """Choices the caller fixes although the goal could make them (contract C8)."""

    halves: dict[str, Literal["energy", "power"]] = Field(default_factory=dict)
    """By the discount's id: which half of "[1] or [A] less" is taken."""
    order: tuple[str, ...] = ()
    """The order in which total discounts are applied, by id; those left out follow in the best order."""
    removed: dict[str, Annotated[tuple[Any, ...], Field()]] = Field(default_factory=dict)
    """By the discount's id: the pips that an ``[A]`` discount removes."""
    objects: dict[str, Words] = Field(default_factory=dict)
    """By what it belongs to (``base``, an additional cost's id, ``add:ID``): the objects that may pay its actions."""


class Play(CardFields, Given):
    """What is to be paid for: a card from a zone, an ability, a trigger's cost, a payment an effect asks for.

    The card's own fields may stand here too (a home-made card), and override those of the named card.

    Examples
    --------
    >>> Play.model_validate({"card": "Charm", "cost": {"energy": 1}}).kind
    'card'
    """

    card: str | None = None
    kind: Literal["card", "ability", "trigger", "effect", "applied", "hide"] = "card"
    by: str | None = None
    """The card whose effect makes this play (its ``brings`` apply), or any word for an effect the file describes
    itself."""
    ability: str | None = None
    """Which of the source's abilities is paid for (``equip``, ``empower``, or an ability's own id)."""
    source: str | None = None
    """Id (or name) of the object whose ability, trigger or effect is paid for."""
    origin: Literal["hand", "champion", "trash", "facedown", "banished", "deck"] = Field(default="hand", alias="from")
    to: str | None = None
    """Where a permanent is played to: ``base`` or the id of a battlefield."""
    before: bool = False
    """Whether Action-speed Adds may be used beforehand, this turn, if the play cannot be paid without (429.3)."""
    ambush: bool = False
    """Played by Ambush: units of one's own must be there until it is finalized (822.3)."""
    targets: tuple[Target, ...] | None = None
    elect: dict[str, bool | Number] = Field(default_factory=dict)
    choose: Choose = Field(default_factory=Choose)
    effects: tuple[AnyClause, ...] = ()
    """Clauses that come with the way this play is made (ignoring its cost, a granted Repeat)."""
    token: bool = False
    linked: bool = True
    """The payment buys its result ("pay X to"). False for "pay X. If you do", which is no cost (205)."""
