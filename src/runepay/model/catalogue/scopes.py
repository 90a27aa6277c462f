"""Says conditions, and which plays a clause reaches, in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from runepay.model.catalogue.phrases import (
    amount_words,
    is_scalar,
    is_words,
    keyword_words,
    listed,
    many,
    noun,
    printed,
    range_words,
)
from runepay.model.clauses import Amount, Condition
from runepay.model.facts import FACTS
from runepay.model.filters import PlayFilter, Range


def conditions_words(conditions: Iterable[Condition], subject: str = "it") -> str:
    """Say under which conditions something holds; empty if always.

    Examples
    --------
    >>> conditions_words([Condition(elected="discard")])
    'discard is elected'
    """
    return listed([condition_words(one, subject) for one in conditions])


def condition_words(one: Condition, subject: str = "it") -> str:
    """Say one condition."""
    said: list[str] = []
    if one.elected is not None:
        said.append(f"{one.elected} is elected")
    if one.itself is not None:
        said.append(f"{subject} is {is_words(one.itself)}")
    if one.played is not None:
        said.append(f"it is {_played(one.played)}")
    if one.showdown_here is not None:
        said.append(f"{'a' if one.showdown_here else 'no'} showdown is where {subject} is")
    if one.fact is not None:
        said.append(FACTS[one.fact].meaning if one.fact in FACTS else one.fact)
    if one.amount is not None:
        said.append(_compared(one.amount, Range(min=one.at_least, max=one.at_most)))
    if one.negate is not None:
        said.append(f"not ({condition_words(one.negate, subject)})")
    if one.any_of:
        said.append(f"({listed([condition_words(each, subject) for each in one.any_of], 'or')})")
    said += [condition_words(each, subject) for each in one.all_of]
    return listed(said)


def _compared(amount: Amount, limits: Range) -> str:
    counted = amount_words(amount)
    if is_scalar(amount):
        return f"{counted} is {range_words(limits)}"
    if amount.zone == "legend" and amount.of.card and limits == Range(min=1):
        return f"{listed(amount.of.card, 'or')} is the legend"
    if limits == Range(max=0):
        return f"there are none of these: {counted}"
    return f"there are {range_words(limits)} of these: {counted}"


def _zones(zones: Sequence[str]) -> str:
    names = {"champion": "the Champion Zone", "banished": "banishment", "facedown": "facedown"}
    return listed([names.get(zone, f"the {zone}") for zone in zones], "or")


def _played(scope: PlayFilter) -> str:
    said = [f"played from {_zones(scope.origin)}"] if scope.origin else []
    if scope.not_from:
        said.append(f"not played from {_zones(scope.not_from)}")
    if scope.chooses is not None:
        said.append(f"choosing {noun(scope.chooses, 1, bare='object')}")
    if scope.to_here:
        said.append("played here")
    rest = scope.model_copy(update={"origin": (), "not_from": (), "chooses": None, "to_here": None})
    kind = scope_words(rest, "")
    if kind != "cards":
        said.append(f"one of these: {kind}")
    return listed(said)


_KINDS: Final[Mapping[str, str]] = {
    "ability": "abilities", "trigger": "triggers", "effect": "effects", "applied": "applied costs", "hide": "hiding",
}  # fmt: skip


def scope_words(scope: PlayFilter, whose: str | None = None) -> str:
    """Say which plays a clause reaches.

    Examples
    --------
    >>> scope_words(PlayFilter(type=("spell",))), scope_words(PlayFilter(whose="enemy", type=("spell",)))
    ('your spells', "opponents' spells")
    >>> scope_words(PlayFilter(kind=("hide",), keyword=("hidden",)))
    'hiding cards of yours with Hidden'
    """
    owner = {"own": "your", "enemy": "opponents'", "any": "everybody's"}[scope.whose] if whose is None else whose
    front = [] if scope.token is None else ["token" if scope.token else "non-token"]
    if scope.kind == ("hide",):
        whom = {"your": "of yours", "": ""}.get(owner, f"of {owner}")
        text = " ".join(part for part in ("hiding", *front, "cards", whom) if part)
    else:
        heads = [_KINDS.get(kind, "") or _cards(scope) for kind in scope.kind]
        if scope.ability:
            names = listed([keyword_words(word) for word in scope.ability], "and")
            heads = [f"{names} {head}" if head in _KINDS.values() else head for head in heads]
        text = " ".join(part for part in (owner, *front, listed(heads)) if part)
    return " ".join([text, *_scope_behind(scope)])


def _cards(scope: PlayFilter) -> str:
    if scope.card:
        return listed(scope.card, "or")
    types = listed([many(word) for word in scope.type], "or")
    tags = listed(scope.tag if types else [many(tag) for tag in scope.tag], "or")
    return " ".join(part for part in (tags, types) if part) or "cards"


def _scope_behind(scope: PlayFilter) -> list[str]:
    said: list[str] = []
    if scope.keyword:
        said.append(f"with {listed([keyword_words(word) for word in scope.keyword], 'or')}")
    if scope.of is not None:
        said.append(f"of {noun(scope.of, bare='object')}")
    if scope.origin:
        said.append(f"played from {_zones(scope.origin)}")
    if scope.not_from:
        said.append(f"not played from {_zones(scope.not_from)}")
    said += printed(scope.energy, scope.power)
    if scope.chooses is not None:
        said.append(f"that choose {noun(scope.chooses, 1, bare='object')}")
    if scope.chooses_me:
        said.append("that choose it")
    if scope.to_here:
        said.append("played here")
    return said
