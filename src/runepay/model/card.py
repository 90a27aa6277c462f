"""A card as data: what is printed, and what it says about costs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, field_validator

from runepay.model.base import Record
from runepay.model.clauses import Ability, Add, AnyClause, Brings, Keyword, Watch
from runepay.model.cost import Cost, Number
from runepay.model.errors import refuse_unknown
from runepay.model.filters import Types, Words
from runepay.model.resources import DOMAINS


class CardFields(Record):
    """The printed facts and clauses of a card; everything may be left out.

    A file may define cards of its own with these fields, or override single fields of a card it names.
    """

    type: Types = ()
    supertype: Words = ()
    domains: Words = ()
    tags: Words = ()
    cost: Cost | None = None
    """Printed cost; a card without one counts as costing nothing, which is what tokens do (185)."""
    might: Number | None = None
    keywords: tuple[Keyword, ...] = ()
    clauses: tuple[AnyClause, ...] = ()
    adds: tuple[Add, ...] = ()
    abilities: tuple[Ability, ...] = ()
    """Abilities that ask for a payment; Equip, Empower and hiding come from the keywords."""
    brings: Brings | None = None
    """What a play that this card's effect makes comes with (``play.by``)."""
    watches: tuple[Watch, ...] = ()
    """Events of payments that its text reacts to."""
    leaves: tuple[AnyClause, ...] = ()
    """Clauses that last this turn once the card's effect has happened (``state.effects`` names the card)."""
    doubles: bool = False
    """While it is attached, the unit that bears it has its own text twice (Svellsongur)."""
    value: Annotated[Number | None, Field(description="What losing it is worth, instead of the goal's own value.")] = (
        None
    )

    @field_validator("domains")
    @classmethod
    def _known_domains(cls, domains: tuple[str, ...]) -> tuple[str, ...]:
        refuse_unknown(domains, DOMAINS, "domain")
        return tuple(domain for domain in DOMAINS if domain in domains)


CARD_FIELDS = frozenset(CardFields.model_fields)
