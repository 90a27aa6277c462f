"""A payment written by hand: what an instance's ``payment`` says (contract C24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from runepay.model.cost import DOES, OWN, read_pip
from runepay.model.errors import InputError, nearest, nearest_or_known
from runepay.model.filters import Filter
from runepay.model.payment import Kind
from runepay.model.resources import DOMAINS, ENERGY, LIMIT, POWERS, PURPOSES, Tally, purpose_text, tally

Amounts = tuple[tuple[Kind, int], ...]
"""Units by kind: ``((what, purpose), number)`` pairs."""

COUNTED: Final = frozenset({"xp", "burn"})
"""Actions that are counted, and are done to no object of the state."""
STEPS: Final = ("exhaust", "recycle", "add", "spend", "act")


@dataclass(frozen=True, slots=True)
class HandStep:
    """One step as a player writes it; what is ``None`` is not stated and is not checked.

    The fields are those of :class:`runepay.model.payment.Step`; ``ready`` says that the rune to recycle is a ready
    one.
    """

    step: str
    object: str = ""
    number: int = 1
    gives: Amounts | None = None
    ability: int = 0
    copies: str = ""
    do: str = ""
    objects: tuple[str, ...] = ()
    part: str = ""
    pays: Tally | None = None
    pool: Amounts | None = None
    ready: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class HandAction:
    """An action that a payment by hand says is owed (contract C16); what is ``None`` is not stated."""

    do: str
    number: int
    filter: Filter | None = None
    objects: tuple[str, ...] | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class HandPayment:
    """A payment by hand: steps, the elections it states, and what it says is owed, if it says so.

    Elections that are neither stated here nor fixed by the play are not elected.
    """

    steps: tuple[HandStep, ...]
    elected: tuple[tuple[str, int], ...] = ()
    owed: tuple[int, Tally] | None = None
    actions: tuple[HandAction, ...] | None = None
    """The actions that it says are owed."""


def parse_payment(raw: object, path: str = "payment") -> HandPayment:
    """Read the ``payment`` of an instance: a list of steps, or an object with ``steps`` and ``elected``.

    Parameters
    ----------
    raw
        What the JSON holds.
    path
        Where it stands, for messages.

    Raises
    ------
    InputError
        Something is not a payment; the message names the field and the nearest valid word.

    Examples
    --------
    >>> parse_payment([{"step": "exhaust", "object": "rune:fury", "number": 2}]).steps[0].number
    2
    """
    if isinstance(raw, list):
        raw = {"steps": raw}
    fields = _fields(raw, ("steps", "elected", "owed"), path, "a list of steps, or an object with 'steps'")
    if "steps" not in fields:
        raise InputError("a payment needs its 'steps'", path=path)
    steps = tuple(_step(one, f"{path}.steps.{n}") for n, one in enumerate(_list(fields["steps"], f"{path}.steps")))
    elected: list[tuple[str, int]] = []
    for name, value in _mapping(fields.get("elected", {}), f"{path}.elected").items():
        elected.append((name, int(value) if isinstance(value, bool) else _count(value, f"{path}.elected.{name}")))
    owed = actions = None
    if "owed" in fields:
        place = f"{path}.owed"
        stated = _fields(fields["owed"], ("energy", "power", "actions"), place, "an object with 'energy' and 'power'")
        owed = (_count(stated.get("energy", 0), f"{place}.energy"), _pips(stated.get("power", []), f"{place}.power"))
        if "actions" in stated:
            listed = enumerate(_list(stated["actions"], f"{place}.actions"))
            actions = tuple(_action(one, f"{place}.actions.{n}") for n, one in listed)
    return HandPayment(steps, tuple(elected), owed, actions)


def _action(raw: object, path: str) -> HandAction:
    """Read an action that is owed: ``"discard 1"``, or an object as answers write it."""
    if isinstance(raw, str):
        do, _, number = raw.partition(" ")
        raw = {"do": do, "number": int(number) if number.isdecimal() else number or 1}
    fields = _fields(raw, ("do", "number", "filter", "objects", "rule"), path, "an action such as 'discard 1'")
    wanted = None
    if "filter" in fields:
        try:
            wanted = Filter.model_validate(fields["filter"])
        except ValueError:
            raise InputError("expected a filter", path=f"{path}.filter", found=fields["filter"]) from None
    objects = None
    if "objects" in fields:
        listed = enumerate(_list(fields["objects"], f"{path}.objects"))
        objects = tuple(_text(one, f"{path}.objects.{n}") for n, one in listed)
    return HandAction(
        _word(fields.get("do"), DOES, f"{path}.do", "action"),
        _count(fields.get("number", 1), f"{path}.number"),
        wanted,
        objects,
        _text(fields.get("rule", ""), f"{path}.rule"),
    )


_STEP_FIELDS: Final = (
    "step",
    "object",
    "number",
    "gives",
    "spends",
    "ability",
    "copies",
    "do",
    "objects",
    "part",
    "pays",
    "pool",
    "ready",
    "rule",
)


def _step(raw: object, path: str) -> HandStep:
    fields = _fields(raw, _STEP_FIELDS, path, "a step, which is an object")
    word = _word(fields.get("step"), STEPS, f"{path}.step", "step")
    target = _text(fields.get("object", ""), f"{path}.object")
    if word in {"exhaust", "recycle"} and target not in _RUNES:
        raise InputError(
            "a rune is written like 'rune:fury'", path=f"{path}.object", found=target, hint=nearest(target, _RUNES)
        )
    if word == "add" and not target:
        raise InputError("an Add names its object", path=f"{path}.object")
    objects = tuple(
        _text(one, f"{path}.objects.{n}") for n, one in enumerate(_list(fields.get("objects", []), f"{path}.objects"))
    )
    do = _word(fields.get("do"), DOES, f"{path}.do", "action") if word == "act" or "do" in fields else ""
    if do and do not in COUNTED and not objects and target:
        objects = (target,)
    gives = next((_units(fields[key], f"{path}.{key}") for key in ("gives", "spends") if key in fields), None)
    if word == "spend" and gives is None:
        raise InputError("a step that spends says what: 'spends' with 'energy' or 'power'", path=path)
    ready = fields.get("ready", False)
    if not isinstance(ready, bool):
        raise InputError("'ready' is true or false", path=f"{path}.ready", found=ready)
    number = sum(n for _, n in gives or ()) if word == "spend" else len(objects) or 1
    if "number" in fields:
        number = _count(fields["number"], f"{path}.number")
    return HandStep(
        word,
        target,
        number,
        gives=gives,
        ability=_count(fields.get("ability", 0), f"{path}.ability"),
        copies=_text(fields.get("copies", ""), f"{path}.copies"),
        do=do,
        objects=objects,
        part=_text(fields.get("part", ""), f"{path}.part"),
        pays=_pips(fields["pays"], f"{path}.pays") if "pays" in fields else None,
        pool=_units(fields["pool"], f"{path}.pool") if "pool" in fields else None,
        ready=ready,
        rule=_text(fields.get("rule", ""), f"{path}.rule"),
    )


_RUNES: Final = tuple(f"rune:{domain}" for domain in DOMAINS)


def _units(raw: object, path: str) -> Amounts:
    """Read Energy and Power as pools are written; ``for`` beside them restricts all of them."""
    found: dict[Kind, int] = {}
    _heap(
        _fields(raw, ("energy", "power", "for", "restricted"), path, "an object with 'energy' or 'power'"), path, found
    )
    return tuple(found.items())


def _heap(fields: Mapping[str, Any], path: str, found: dict[Kind, int]) -> None:
    words = fields.get("for", [])
    words = [words] if isinstance(words, str) else _list(words, f"{path}.for")
    purpose = purpose_text([_word(one, PURPOSES, f"{path}.for", "purpose") for one in words])
    counts: list[tuple[str, Any]] = [(ENERGY, fields.get("energy", 0))]
    for power, number in _mapping(fields.get("power", {}), f"{path}.power").items():
        counts.append((_word(power, POWERS, f"{path}.power", "kind of Power"), number))
    for what, number in counts:
        place = f"{path}.{what}" if what == ENERGY else f"{path}.power.{what}"
        if count := _count(number, place):
            found[what, purpose] = found.get((what, purpose), 0) + count
    for n, one in enumerate(_list(fields.get("restricted", []), f"{path}.restricted")):
        place = f"{path}.restricted.{n}"
        _heap(_fields(one, ("energy", "power", "for"), place, "an object with 'for'"), place, found)


def _pips(raw: object, path: str) -> Tally:
    masks: list[int] = []
    for n, one in enumerate(_list(raw, path)):
        try:
            mask = read_pip(one)
        except ValueError as error:
            raise InputError(str(error), path=f"{path}.{n}") from None
        if mask == OWN or isinstance(one, int):
            raise InputError("a pip is a domain, 'any' or a list of domains", path=f"{path}.{n}", found=one)
        masks.append(mask)
    return tally(masks)


def _fields(raw: object, known: Iterable[str], path: str, what: str) -> Mapping[str, Any]:
    names = tuple(known)
    if not isinstance(raw, dict):
        raise InputError(f"expected {what}", path=path, found=raw)
    for key in raw:
        if key not in names:
            raise InputError("unknown field", path=path, found=key, hint=nearest_or_known(str(key), names))
    return raw


def _mapping(raw: object, path: str) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise InputError("expected an object", path=path, found=raw)
    return raw


def _list(raw: object, path: str) -> list[Any]:
    if not isinstance(raw, list | tuple):
        raise InputError("expected a list", path=path, found=raw)
    return list(raw)


def _text(raw: object, path: str) -> str:
    if not isinstance(raw, str):
        raise InputError("expected a text", path=path, found=raw)
    return raw


def _word(raw: object, known: Iterable[str], path: str, what: str) -> str:
    words = tuple(known)
    if raw not in words:
        raise InputError(
            f"unknown {what}" if raw is not None else f"the {what} is missing",
            path=path,
            found=raw,
            hint=nearest_or_known("" if raw is None else str(raw), words),
        )
    return str(raw)


def _count(raw: object, path: str) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or not 0 <= raw <= LIMIT:
        raise InputError(f"expected a whole number from 0 to {LIMIT:,}", path=path, found=raw)
    return raw
