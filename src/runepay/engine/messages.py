"""Every message of the engine's protocol, as msgspec reads and writes it (``docs/engine.md``).

The JSON Schema of the protocol is generated from these classes, so a field stands here and nowhere else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct, field

PROTOCOL = 1
"""Version of the protocol."""

Id = int | str | None
"""What a request bears, and its answer too."""

What = Literal["can_pay", "best", "payments", "count", "playable", "plan"]
Status = Literal["payable", "not payable", "undetermined", "unknown"]
Proof = Literal["optimal", "feasible", "infeasible"]
Milliseconds = Annotated[float, Meta(gt=0, le=86_400_000, description="Limit; then the best so far is the answer.")]
Goal = Annotated[list[str], Meta(description="Criteria in order; thrifty follows.")]
Object = Annotated[dict[str, Any], Meta(description="As in an instance file.")]


class Request(Struct, forbid_unknown_fields=True, tag_field="type"):
    """What a client sends."""

    id: Id = None
    """Any number or text; the answer bears it."""


class Hello(Request, tag="hello"):
    """Asks who is there and what it can do."""


class SetOption(Request, tag="setoption"):
    """Sets an option for everything that follows."""

    name: str = ""
    value: Any = None


class Position(Request, tag="position"):
    """States a position; asks refer to it by its name, and a later one of the same name takes its place."""

    name: str = "main"
    state: Raw = field(default_factory=Raw)
    """The payer's situation, as ``state`` of an instance file."""
    opponents: Raw = field(default_factory=Raw)
    cards: Raw = field(default_factory=Raw)
    ruleset: str | None = None
    options: dict[str, str] | None = None
    line: str | None = None
    """Instead of ``state``: the one-line notation of a problem, whose play is then the one that asks mean."""
    follows: str | None = None
    """Instead of ``state``: the name of a position, after ``play`` was paid for with ``payment``."""
    play: Raw = field(default_factory=Raw)
    payment: str | None = None
    """The notation of a legal payment."""
    resolved: bool = False
    """Whether the play was made as well, with nobody answering: its card has come, and it is counted."""


class Ask(Request, tag="ask"):
    """A question about a position."""

    what: What = "best"
    position: str = "main"
    play: Raw = field(default_factory=Raw)
    """As ``play`` of an instance file; left out for ``playable``, and where the position brought its own."""
    plan: Raw = field(default_factory=Raw)
    """For ``plan``: what it is for, as in an instance file; left out, the cards in hand worth most together."""
    goal: Goal | None = None
    milliseconds: Milliseconds | None = None
    at_most: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """For ``payments``: give at most so many."""
    pareto: bool = False
    """For ``payments``: leave out what another payment beats in every respect."""
    steps: bool = True
    """Whether payments come with their steps; the notation says as much in less."""
    full: bool = False
    """For ``best``: give the whole answer as ``runepay solve --json`` does, under ``answer``."""


class StopIt(Request, tag="stop"):
    """Ends the question that is worked on, or the one of an id; its answer is the best so far."""

    of: Id = None


class Quit(Request, tag="quit"):
    """Ends the engine; what waits is not answered."""


AnyRequest = Hello | SetOption | Position | Ask | StopIt | Quit


# ------------------------------------------------------------- answers


class Reply(Struct, omit_defaults=True, tag_field="type"):
    """What the engine sends; fields that hold nothing are left out."""

    id: Id = None


class Option(Struct, omit_defaults=True):
    """An option that can be set."""

    name: str
    default: Any
    meaning: str
    values: list[str] | None = None


class Welcome(Reply, tag="hello"):
    """Says who is there and what it can do."""

    name: str = ""
    protocol: int = 0
    versions: dict[str, Any] = {}
    asks: list[str] = []
    """Kinds of question that this version answers."""
    goals: list[str] = []
    options: list[Option] = []


class Ok(Reply, tag="ok"):
    """Done."""

    position: str | None = None


class Criterion(Struct):
    """The value of one criterion of the goal."""

    criterion: str
    value: int
    proof: Proof


class Paid(Struct, omit_defaults=True):
    """A payment; the referee has passed it."""

    notation: str
    owed: Object
    elected: dict[str, bool | int] = {}
    steps: list[dict[str, Any]] | None = None
    goal: list[Criterion] | None = None
    before: list[dict[str, Any]] | None = None
    """Adds used before the play, if it allowed that; the notation is for the state after them."""


class Playable(Struct, omit_defaults=True):
    """A card of the hand, and whether it can be paid."""

    card: str
    status: Status
    payable: bool | None = None
    notation: str | None = None


class Answer(Reply, tag="answer"):
    """The answer to a question."""

    what: What | None = None
    status: Status | None = None
    payable: bool | None = None
    """Whether it can be paid; left out if that is not known."""
    proof: Proof | None = None
    stopped: Literal["time", "stop"] | None = None
    """Why the answer is only the best so far."""
    payment: Paid | None = None
    payments: list[Paid] | None = None
    number: int | None = None
    """How many payments there are, or were found."""
    complete: bool | None = None
    """Whether ``payments`` or ``number`` are all."""
    playable: list[Playable] | None = None
    owed: Object | None = None
    """What is owed, if it cannot be paid."""
    reasons: list[dict[str, Any]] | None = None
    open: list[dict[str, Any]] | None = None
    """Questions that the rules leave open and that bear on the answer."""
    answer: dict[str, Any] | None = None
    plan: dict[str, Any] | None = None
    """As ``runepay plan --json`` writes it, with the notation of each payment."""


Code = Literal["unreadable", "invalid", "unknown position", "not legal", "ambiguous", "stopped", "internal"]


class Failed(Reply, tag="error"):
    """A request that got no answer; the engine lives on."""

    code: Code = "internal"
    message: str = ""
    path: str | None = None
    """The field at fault."""
    found: Any = None
    hint: str | None = None
    place: int | None = None
    """In a notation: the character, counted from 1."""
    violations: list[dict[str, Any]] | None = None
    candidates: list[str] | None = None


class Bye(Reply, tag="bye"):
    """The last message."""


AnyReply = Welcome | Ok | Answer | Failed | Bye
