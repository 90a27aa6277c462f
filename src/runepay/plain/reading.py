"""Tells plain questions from others, strictly: what is not understood to the last field is declined.

Everything that is accepted here is accepted by :func:`runepay.model.instance.parse` as well; what that refuses is
declined here, so that the message is always the ordinary one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple, NoReturn

from runepay.model import catalogue
from runepay.model.instance import FORMAT
from runepay.model.mentions import fits
from runepay.model.resources import DOMAINS, ENERGY, LIMIT, POWERS
from runepay.model.rulebook import DEFAULT_RULESET
from runepay.solver.fast.lanes import MOST

Counts = tuple[tuple[int, int], ...]
"""Runes of the six domains in the game's order: ready and exhausted."""

Pool = tuple[tuple[str, int], ...]
"""What floats, without restriction, in canonical order and without zeros."""

_NAMES: Final = frozenset(DOMAINS)
_POWERS: Final = frozenset(POWERS)
_KINDS: Final = (ENERGY, *POWERS)
_NOTHING: Final = (0, 0)


class Asked(NamedTuple):
    """A plain question, but for what its play costs.

    Attributes
    ----------
    title
        Its title; no character of it needs an escape in JSON.
    play
        The play, as it is written.
    ruleset, goal
        As they are written; the goal as a tuple of words.
    runes, pool
        What can pay.
    """

    title: str
    play: dict[str, Any]
    ruleset: str
    goal: tuple[str, ...]
    runes: Counts
    pool: Pool


def read(raw: bytes) -> Asked | None:
    """Read a plain question from its text; ``None`` if it is not surely one.

    Examples
    --------
    >>> read(b'{"state": {"runes": {"fury": 2}}, "play": {"card": "Mine", "cost": {"energy": 2}}}').runes[0]
    (2, 0)
    >>> read(b'{"state": {"xp": -1}, "play": {"card": "Mine", "cost": {"energy": 2}}}') is None
    True
    """
    if b"\\" in raw:
        return None
    try:
        data = _DECODER.decode(raw.decode())
    except (ValueError, RecursionError):
        return None
    return _asked(data) if type(data) is dict else None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError  # A field is stated twice.
    return made


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse)


def _asked(data: dict[str, Any]) -> Asked | None:
    title, play, state = data.get("title", ""), data.get("play"), data.get("state", {})
    ruleset, goal = data.get("ruleset", DEFAULT_RULESET), data.get("goal", ("thrifty",))
    if not (_TOP.issuperset(data) and type(title) is str and type(play) is dict and type(state) is dict):
        return None
    if data.get("runepay", FORMAT) is not FORMAT or data.get("ask", "solve") != "solve" or type(ruleset) is not str:
        return None
    if type(goal) is list and all(type(word) is str for word in goal):
        goal = tuple(goal)
    runes, pool = _runes(state.get("runes", {})), _pool(state.get("pool", {}))
    if type(goal) is not tuple or runes is None or pool is None or not _silent_around(state):
        return None
    if "opponents" in data and not _opponents(data["opponents"]):
        return None
    return Asked(title, play, ruleset, goal, runes, pool)


def _silent_around(state: dict[str, Any]) -> bool:
    """Tell whether the rest of the situation is well formed and says nothing about costs."""
    for name, value in state.items():
        good = _ZONES.get(name)
        if good is None or not good(value):
            return False
    return True


def _count(value: Any) -> bool:  # noqa: ANN401 - any JSON
    """Tell whether a value is a number of things that narrow lanes can count."""
    return type(value) is int and 0 <= value <= MOST


def _runes(value: Any) -> Counts | None:  # noqa: ANN401 - any JSON
    if type(value) is not dict or not _NAMES.issuperset(value):
        return None
    found: list[tuple[int, int]] = []
    ready: Any
    exhausted: Any
    for domain in DOMAINS:
        if domain not in value:
            found.append(_NOTHING)
            continue
        one: Any = value[domain]
        if type(one) is dict and len(one) == ("ready" in one) + ("exhausted" in one):
            ready, exhausted = one.get("ready", 0), one.get("exhausted", 0)
        else:
            ready, exhausted = one, 0
        if not (_count(ready) and _count(exhausted)):
            return None
        found.append((ready, exhausted))
    return tuple(found)


def _pool(value: Any) -> Pool | None:  # noqa: ANN401 - any JSON
    if type(value) is not dict or not {"energy", "power"}.issuperset(value):
        return None
    power = value.get("power", {})
    if type(power) is not dict or not _POWERS.issuperset(power):
        return None
    numbers = {ENERGY: value.get("energy", 0), **power}
    if not all(_count(number) for number in numbers.values()):
        return None
    return tuple((kind, numbers[kind]) for kind in _KINDS if numbers.get(kind))


def _number(value: Any) -> bool:  # noqa: ANN401 - any JSON
    return type(value) is int and 0 <= value <= LIMIT


@lru_cache(maxsize=4096)
def _known(name: str) -> bool:
    """Tell whether a card is one that lies in a hand and in zones like it."""
    card = catalogue.find(name)
    return card is not None and fits(card.type, "hand")


@lru_cache(maxsize=4096)
def _silent(name: str, zone: str) -> bool:
    """Tell whether a card lies in this zone and says nothing that another play or a payment could hear of."""
    card = catalogue.find(name)
    if card is None or not fits(card.type, zone):
        return False
    return not (card.clauses or card.adds or card.abilities or card.leaves)


def _cards(value: Any) -> bool:  # noqa: ANN401 - any JSON
    """Tell whether a value lists cards of a zone from which nothing acts."""
    if type(value) is not list:
        return False
    for one in value:  # noqa: SIM110 - a generator would take twice as long
        if type(one) is not str or not _known(one):
            return False
    return True


def _thing(one: Any, zone: str) -> bool:  # noqa: ANN401 - any JSON
    if type(one) is str:
        return _silent(one, zone)
    if type(one) is not dict or type(name := one.get("card")) is not str or not _silent(name, zone):
        return False
    fields = len(one) - 1
    if "ready" in one:
        fields -= type(one["ready"]) is bool
    if "buffs" in one:
        fields -= _number(one["buffs"])
    return not fields


def _things(value: Any, zone: str) -> bool:  # noqa: ANN401 - any JSON
    """Tell whether a value lists objects of a zone that say nothing."""
    return type(value) is list and all(_thing(one, zone) for one in value)


def _opponents(value: Any) -> bool:  # noqa: ANN401 - any JSON
    return type(value) is list and all(
        type(one) is dict and {"board"}.issuperset(one) and _things(one.get("board", []), "board") for one in value
    )


def _facts(value: Any) -> bool:  # noqa: ANN401 - any JSON
    # The played card asks for no fact, and nobody else is there to ask.
    return type(value) is dict and {"cards_played"}.issuperset(value) and all(_number(one) for one in value.values())


_TOP: Final = frozenset(("runepay", "title", "ask", "ruleset", "state", "opponents", "play", "goal"))
_ZONES: Final[dict[str, Callable[[Any], bool]]] = {
    "runes": lambda _: True,
    "pool": lambda _: True,
    "hand": _cards,
    "trash": _cards,
    "champion": _cards,
    "banished": _cards,
    "board": lambda value: _things(value, "board"),
    "battlefields": lambda value: _things(value, "battlefields"),
    "legend": lambda value: _thing(value, "legend"),
    "xp": _number,
    "facts": _facts,
}
