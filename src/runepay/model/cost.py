"""Costs: Energy, Power pips and non-standard costs, that is actions (rules 201-206, 356.7)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import BeforeValidator, Field, field_serializer, model_validator

from runepay.model.base import Record
from runepay.model.errors import refuse_unknown
from runepay.model.filters import Filter
from runepay.model.resources import ANY, BIT, DOMAINS, LIMIT, POWERS, PURPOSES, pip_text

OWN: Final = 0
"""The mask that stands for an own-domain pip ``[C]`` until a card and a ruleset resolve it (C9)."""

Number = Annotated[int, Field(ge=0, le=LIMIT, strict=True)]
"""A count that a file may state (contract C12)."""


def read_pip(value: object) -> int:
    """Read one pip of a file into its mask; ``"own"`` gives ``OWN``.

    Examples
    --------
    >>> read_pip("fury"), read_pip("any"), read_pip(["fury", "order"])
    (1, 63, 33)
    """
    if isinstance(value, bool):
        msg = "a pip is a domain, 'any', 'own' or a list of domains"
        raise ValueError(msg)  # noqa: TRY004 - Pydantic reports ValueError with its place
    if isinstance(value, int) and 0 <= value <= ANY:
        return value
    if value == "any":
        return ANY
    if value == "own":
        return OWN
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not names:
        msg = "a pip is a domain, 'any', 'own' or a list of domains"
        raise ValueError(msg)
    mask = 0
    for name in names:
        if not isinstance(name, str) or name not in BIT:
            if isinstance(name, str) and name in {"any", "own"}:
                msg = f"'{name}' stands alone, not in a list of domains"
                raise ValueError(msg)
            refuse_unknown([name], [*DOMAINS, *(("any", "own") if isinstance(value, str) else ())], "domain")
        mask |= BIT[name]
    return mask


Pip = Annotated[int, BeforeValidator(read_pip)]


def write_pip(mask: int) -> str | list[str]:
    """Write a pip back into a file's words."""
    return "own" if mask == OWN else pip_text(mask)


def closed_keys(value: Any, known: tuple[str, ...], what: str) -> Any:  # noqa: ANN401 - raw input
    """Refuse keys of a mapping that are not known, naming the nearest one."""
    if isinstance(value, dict):
        refuse_unknown(value, known, what)
    return value


def _powers(value: Any) -> Any:  # noqa: ANN401 - raw input
    checked = closed_keys(value, POWERS, "kind of Power")
    # The order of a file's keys must not tell equal objects apart (C5).
    return {kind: checked[kind] for kind in POWERS if kind in checked} if isinstance(checked, dict) else checked


Power = Annotated[dict[str, Number], BeforeValidator(_powers)]
"""Power by kind: the six domains and Universal."""


def _purposes(value: Any) -> Any:  # noqa: ANN401 - raw input
    words = [value] if isinstance(value, str) else value
    if isinstance(words, list | tuple):
        refuse_unknown(words, PURPOSES, "purpose")
    return words


Purposes = Annotated[tuple[str, ...], BeforeValidator(_purposes)]
"""What a restricted resource may be spent on (contract C11)."""

Do = Literal["kill", "discard", "exhaust", "recycle", "buff", "xp", "return", "banish", "disempower", "burn"]
"""The non-standard costs, each one word: ``buff`` spends a buff, ``xp`` spends XP, ``recycle`` takes from the
trash unless the action names another zone, ``return`` puts an object back into its owner's hand, ``disempower`` gives
up an object's Empowered, ``burn`` burns cards from the top of the deck."""

DOES: Final[tuple[str, ...]] = get_args(Do)

ZONE_OF: Final[dict[str, str]] = {
    "kill": "board",
    "exhaust": "board",
    "buff": "board",
    "return": "board",
    "banish": "board",
    "discard": "hand",
    "recycle": "trash",
    "xp": "player",
    "disempower": "board",
    "burn": "player",
}
"""Where the objects of an action are, unless the action says otherwise."""

RULE_OF: Final[dict[str, str]] = {
    "kill": "428",
    "discard": "422.3",
    "exhaust": "414.4",
    "recycle": "416.3",
    "buff": "702.2.b",
    "xp": "730.2",
    "return": "357.2",
    "banish": "357.2",
    "disempower": "357.2",
    "burn": "357.2",
}
"""The rule by which each action must be possible (section 3 of the rules page)."""

_ACTION = re.compile(r"(?P<do>[a-z]+) (?P<number>\d+)(?: (?P<what>[a-z]+))?")


class Action(Record):
    """One non-standard cost: what is done, to how many objects, and which objects may serve.

    In files ``"discard 1"`` and ``"kill 1 unit"`` are short for the object form.

    Examples
    --------
    >>> Action.model_validate("discard 1").short()
    'discard 1'
    """

    do: Do
    number: Number = 1
    filter: Filter = Field(default_factory=Filter)
    zone: Literal["board", "hand", "trash"] | None = None
    itself: bool = False
    """The action is done to the object whose ability or card this is (``exhaust itself``)."""

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # noqa: ANN401 - raw input
        if not isinstance(value, str):
            return value
        found = _ACTION.fullmatch(value)
        if not found:
            msg = "an action is written like 'discard 1', or as an object with 'do' and 'number'"
            raise ValueError(msg)
        refuse_unknown([found["do"]], DOES, "action")
        read: dict[str, Any] = {"do": found["do"], "number": int(found["number"])}
        if found["what"]:
            read["filter"] = {"type": [found["what"]]}
        return read

    @model_validator(mode="after")
    def _on_no_rune(self) -> Self:
        if self.filter.type == ("rune",):
            msg = "an action on runes is not modelled; runes pay by their own Adds, exhausted or recycled (164.2)"
            raise ValueError(msg)
        return self

    def short(self) -> str:
        """Write the short text of contract C16."""
        return f"{self.do} {self.number}"


class Cost(Record):
    """Energy, pips and actions; each of them may be nothing.

    Examples
    --------
    >>> Cost(energy=3, power=["fury", "any"]).power
    (1, 63)
    """

    energy: Number = 0
    power: tuple[Pip, ...] = ()
    actions: tuple[Action, ...] = ()

    @field_serializer("power")
    def _write_power(self, power: tuple[int, ...]) -> list[str | list[str]]:
        return [write_pip(mask) for mask in power]

    def is_free(self) -> bool:
        """Tell whether nothing at all is asked for."""
        return not (self.energy or self.power or self.actions)

    def with_actions(self, *actions: Action) -> Self:
        """Give the same cost with these actions on top."""
        return self.model_copy(update={"actions": (*self.actions, *actions)})
