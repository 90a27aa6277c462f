"""What a payment is: counts by kind and class, and the ordered steps that replay it (design, section 3, C17)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from runepay.model.owed import Owed

Kind = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pool:
    """What floats: ``((what, purpose), number)`` pairs in canonical order, without zeros."""

    units: tuple[tuple[Kind, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Write the pool as instance files write it."""
        result: dict[str, Any] = {"energy": 0, "power": {}}
        restricted: dict[str, dict[str, Any]] = {}
        for (what, purpose), number in self.units:
            into = result if not purpose else restricted.setdefault(purpose, {"energy": 0, "power": {}, "for": purpose})
            if what == "energy":
                into["energy"] = number
            else:
                into["power"][what] = number
        if restricted:
            result["restricted"] = [
                {key: value for key, value in one.items() if value} | {"for": one["for"].split("/")}
                for one in restricted.values()
            ]
        return result


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a payment; equal steps in a row are one with a number.

    Attributes
    ----------
    step
        ``exhaust`` or ``recycle`` (runes), ``add`` (an object's Add ability), ``spend``, or ``act``.
    object
        ``rune:DOMAIN``, or an object's id; empty for ``spend`` and for XP.
    number
        How many times.
    gives
        ``((what, purpose), number)`` pairs that all of them together add, or that are spent.
    ability
        Which of the object's Add abilities, counted from 0.
    copies
        Id and ability of the object whose Add is copied.
    do
        The action of an ``act`` step.
    objects
        The objects an action is done to.
    part
        What an action or a spend belongs to: ``base`` or an additional cost's id, and ``add:ID`` for the cost of an
        Add; empty for what is spent on the play itself.
    pays
        The pips that spent Power pays, as ``(mask, number)``.
    rule
        The rule by which the step is possible.
    pool
        What floats after the step.
    """

    step: str
    object: str = ""
    number: int = 1
    gives: tuple[tuple[Kind, int], ...] = ()
    ability: int = 0
    copies: str = ""
    do: str = ""
    objects: tuple[str, ...] = ()
    part: str = ""
    pays: tuple[tuple[int, int], ...] = ()
    rule: str = ""
    pool: Pool = field(default=Pool(), compare=False)


class _Draft:
    """A step while it is written: the same fields, and nothing forbids to set them."""

    __slots__ = Step.__slots__

    def __init__(self, *fields: Any) -> None:  # noqa: ANN401 - the fields of a step in order
        (
            self.step, self.object, self.number, self.gives, self.ability, self.copies, self.do, self.objects,
            self.part, self.pays, self.rule, self.pool,
        ) = fields  # fmt: skip


def step(  # noqa: PLR0913, PLR0917 - the fields of a step
    word: str,
    name: str,
    number: int,
    gives: tuple[tuple[Kind, int], ...],
    rule: str,
    ability: int = 0,
    copies: str = "",
    part: str = "",
    pays: tuple[tuple[int, int], ...] = (),
) -> Step:
    """Make a step that adds or spends, as ``Step(...)`` does, in a quarter of the time.

    Setting the fields of a frozen object one by one is most of what writing a payment costs; so they are set while
    nothing forbids it, and then the object becomes a step.

    Examples
    --------
    >>> step("spend", "", 1, ((("fury", ""), 1),), "357.1") == Step("spend", gives=((("fury", ""), 1),), rule="357.1")
    True
    """
    made: Any = _Draft(word, name, number, gives, ability, copies, "", (), part, pays, rule, _NOTHING)
    made.__class__ = Step
    found: Step = made
    return found


_NOTHING: Final = Pool()


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment: the elections and the total it pays, and its steps in order."""

    owed: Owed
    steps: tuple[Step, ...]

    @property
    def elections(self) -> dict[str, int]:
        """The elections made, by id."""
        return dict(self.owed.choices.elections)
