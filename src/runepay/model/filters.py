"""Filters: which objects an action, a count or a condition speaks of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from runepay.model.base import Record
from runepay.model.errors import refuse_unknown
from runepay.model.resources import DOMAINS

Type = Literal["unit", "spell", "gear", "rune", "legend", "battlefield", "token"]
"""Card types. A card may have two (178.1); ``token`` alone is a token without a type of its own."""

Whose = Literal["own", "enemy", "any"]


def _listed(value: Any) -> Any:  # noqa: ANN401 - raw input
    return [value] if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Types = Annotated[tuple[Type, ...], BeforeValidator(_listed)]


def _domains(value: Any) -> Any:  # noqa: ANN401 - raw input
    words = _listed(value)
    if isinstance(words, list | tuple):
        refuse_unknown(words, DOMAINS, "domain")
    return words


Domains = Annotated[tuple[str, ...], BeforeValidator(_domains)]
Zone = Literal["hand", "champion", "trash", "facedown", "banished", "deck"]
Zones = Annotated[tuple[Zone, ...], BeforeValidator(_listed)]
Kinds = Annotated[
    tuple[Literal["card", "ability", "trigger", "effect", "applied", "hide"], ...], BeforeValidator(_listed)
]


class Range(Record):
    """A closed range of a number; an end left out is open."""

    min: int | None = None
    max: int | None = None

    def holds(self, value: int | None) -> bool:
        """Tell whether `value` lies inside; an object without the number never does."""
        if value is None:
            return False
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)


class Filter(Record):
    """What an object must be. Everything stated must hold; a list means one of them.

    Examples
    --------
    >>> Filter(tag=["Bird", "Cat", "Dog", "Poro"]).tag
    ('Bird', 'Cat', 'Dog', 'Poro')
    """

    type: Types = ()
    tag: Words = ()
    card: Words = ()
    supertype: Words = ()
    domain: Domains = ()
    keyword: Words = ()
    token: bool | None = None
    ready: bool | None = None
    buffed: bool | None = None
    empowered: bool | None = None
    empowered_times: Range | None = None
    mighty: bool | None = None
    """Might of 5 or more at the moment of reading."""
    new: bool | None = None
    in_combat: bool | None = None
    stunned: bool | None = None
    attached: bool | None = None
    """The object is attached to a unit (gear) or has gear attached (unit)."""
    might: Range | None = None
    energy: Range | None = None
    """Printed Energy (206)."""
    power: Range | None = None
    """Number of printed pips (206)."""
    at: str | None = None
    """``base``, ``battlefield`` (any), ``here`` (where the bearer is), ``destination`` (where the card is played
    to), or the id of a battlefield."""
    other: bool | None = None
    """True: not the bearer of the clause itself."""
    friendly: bool | None = None
    """True: controlled by the player who pays."""
    bears_me: bool | None = None
    """True: the object that the bearer of the clause is attached to."""
    chosen: bool | None = None
    """The object is (or is not) among the play's targets."""
    covers_chosen: bool | None = None
    """True: its printed Energy and pips are each at least those of every chosen target."""

    def is_open(self) -> bool:
        """Tell whether nothing is asked."""
        return not self.model_fields_set


class PlayFilter(Record):
    """Which plays a clause on another object speaks of (its scope).

    ``whose`` is seen from the bearer's controller; ``kind`` defaults to cards, since texts about what cards cost do
    not reach abilities (403.2).
    """

    whose: Whose = "own"
    kind: Kinds = ("card",)
    type: Types = ()
    tag: Words = ()
    card: Words = ()
    keyword: Words = ()
    ability: Words = ()
    """Ids of abilities, such as ``empower`` or ``equip``."""
    of: Filter | None = None
    """The object whose ability it is must match (``kind`` other than card)."""
    not_from: Zones = ()
    """Zones the card is not played from."""
    origin: Zones = Field(default=(), alias="from")
    """Zones the card is played from."""
    token: bool | None = None
    chooses: Filter | None = None
    """Some chosen target must match."""
    chooses_me: bool | None = None
    """The bearer itself must be among the chosen targets."""
    to_here: bool | None = None
    """The play's location is where the bearer is."""
    energy: Range | None = None
    power: Range | None = None
