"""What a plan is asked for: the plays that may be made this turn, and what the turn is for."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from runepay.model.base import Record
from runepay.model.clauses import AnyClause
from runepay.model.cost import Number, closed_keys
from runepay.model.errors import refuse_unknown
from runepay.model.filters import Words
from runepay.model.resources import DOMAINS
from runepay.model.state import Facts, GameState, Play, Pool, Thing


class Then(Record):
    """What follows a play, as far as later costs can tell: its effect, said by the caller.

    What a card does when it resolves is not worked out by the product. What matters to the plan can be stated here;
    XP gained, Gold made, Energy or Power floated, cards that come to hand.

    Examples
    --------
    >>> Then.model_validate({"board": ["Gold"], "xp": 1}).xp
    1
    """

    pool: Pool = Field(default_factory=Pool)
    """Resources added."""
    xp: Number = 0
    """XP gained."""
    board: tuple[Thing, ...] = ()
    """Objects that come onto the board, such as a Gold token."""
    hand: tuple[Thing, ...] = ()
    """Cards that come to hand."""
    trash: tuple[Thing, ...] = ()
    """Cards that come into the trash."""
    ready: Words = ()
    """Ids of objects that become ready; ``runes`` readies every rune."""
    gone: Words = ()
    """Ids of objects that leave the board."""
    buffed: Words = ()
    """Ids of units that get a buff."""
    effects: tuple[AnyClause | str, ...] = ()
    """Clauses that last this turn, or names of cards that leave them."""
    next: tuple[AnyClause | str, ...] = ()
    """The same, used up by the next play that they reach."""
    facts: Facts = Field(default_factory=Facts)
    """Facts about the turn: numbers are added, a yes or no is set."""


class Candidate(Play):
    """A play that may be made, with what it is worth to the plan.

    In files a bare string is short for ``{"card": NAME}``.

    Examples
    --------
    >>> Candidate.model_validate("Charm").card
    'Charm'
    """

    name: str | None = None
    """What the plan calls it; left out: the card, or the ability and its source."""
    value: Number | None = None
    """What making it is worth; left out: 1 + printed Energy + printed pips of a card, and 1 for anything else."""
    worth: dict[str, Number] = Field(default_factory=dict)
    """What electing an optional cost is worth besides, by the election's id."""
    needed: bool = False
    """The plan must make this play, whatever it is worth."""
    once: str | None = None
    """A permission, or any effect, that the play uses up: of the plays that name the same, one at most."""
    enters: Literal["ready", "exhausted"] | None = None
    """How the permanent enters the board, where its text says something that is not known here."""
    then: Then = Field(default_factory=Then)
    """What follows the play, as far as later costs can tell."""

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # noqa: ANN401 - raw input
        return {"card": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _says_what(self) -> Self:
        if self.card is None and self.source is None and self.cost is None:
            msg = "a play of a plan names a 'card', a 'source', or a 'cost' of its own"
            raise ValueError(msg)
        return self

    @property
    def title(self) -> str:
        """What the plan calls the play."""
        if self.name:
            return self.name
        parts = [self.ability or "", self.card or self.source or self.kind]
        return ": ".join(part for part in parts if part) if self.kind != "hide" else f"hide {self.card}"


def _listed(value: Any) -> Any:  # noqa: ANN401 - raw input
    return [value] if isinstance(value, str) else value


Mode = Literal["all", "best", "most"]
"""What a plan is for: everything as cheaply as possible, the best subset by value, or as many plays as possible."""


def _by_domain(value: Any) -> Any:  # noqa: ANN401 - raw input
    return closed_keys(value, DOMAINS, "domain")


def _each_domain(value: Any) -> Any:  # noqa: ANN401 - raw input
    if isinstance(value, list | tuple):
        refuse_unknown(value, DOMAINS, "domain")
    return value


def _read_deck(value: Any) -> Any:  # noqa: ANN401 - raw input
    """Let a bare mapping stand for what is unseen, and a bare list for what is known."""
    if isinstance(value, list | tuple):
        return {"known": value}
    if isinstance(value, dict) and not set(value) <= {"unseen", "known"}:
        return {"unseen": value}
    return value


class RuneDeckGiven(Record):
    """The rune deck: runes in unknown order on top, and beneath them those whose order is known.

    In files a mapping of domains is short for ``unseen``, and a list of domains, from the top down, for ``known``.

    Examples
    --------
    >>> RuneDeckGiven.model_validate({"fury": 4, "calm": 2}).unseen
    {'fury': 4, 'calm': 2}
    >>> RuneDeckGiven.model_validate(["fury", "calm"]).known
    ('fury', 'calm')
    """

    unseen: Annotated[dict[str, Number], BeforeValidator(_by_domain)] = Field(default_factory=dict)
    """How many runes of each domain lie there in unknown order."""
    known: Annotated[tuple[str, ...], BeforeValidator(_each_domain)] = ()
    """Domains from the top down."""

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # noqa: ANN401 - raw input
        return _read_deck(value)


class PlanAsk(Record):
    """What a plan is asked for.

    Examples
    --------
    >>> PlanAsk.model_validate({"mode": "best", "plays": ["Charm"]}).plays[0].title
    'Charm'
    """

    mode: Mode = "best"
    """``all``: every play, as cheaply as possible; ``best``: the plays worth most together; ``most``: most plays."""
    plays: tuple[Candidate, ...] | None = None
    """The plays that may be made; left out: every card in hand."""
    keep: Annotated[Words, BeforeValidator(_listed)] = ()
    """Cards that must still be payable after the plan, on the opponents' turn, from what outlasts the turn."""
    values: dict[str, Number] = Field(default_factory=dict)
    """What making a play is worth, by what the plan calls it or by the name of its card."""
    turns: Annotated[int, Field(ge=0, le=11, strict=True)] = 0
    """How many turns to look ahead."""
    next: tuple[Words, ...] = ()
    """With ``turns``: the cards that come to hand on turn 1, 2, ..."""
    rune_deck: RuneDeckGiven | None = None
    """With ``turns``: the rune deck."""


def candidates(state: GameState, ask: PlanAsk) -> tuple[Candidate, ...]:
    """Give the plays that a plan may make; by default every card in hand."""
    if ask.plays is not None:
        return ask.plays
    return tuple(Candidate(card=one.id or one.card) for one in state.hand if one.id or one.card)
