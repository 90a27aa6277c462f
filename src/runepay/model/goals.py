"""Goals: an ordered list of criteria, each proven before the next (design, section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from runepay.model.errors import InputError, nearest_or_known
from runepay.model.resources import DOMAINS, LIMIT

THRIFTY: Final = (
    "losses",
    "recycles",
    "tapped",
    "unrestricted",
    "energy",
    "universal",
    "balance",
    "ready-recycles",
    "surplus",
    "steps",
    "unelected",
)
"""The levels of the default goal, in order; a fixed order over payments follows as the last."""

NAMED: Final = (
    "keep",
    "keep-domain",
    "keep-on-their-turn",
    "keep-universal",
    "most-ready",
    "rune-debt",
    "spend-at-least",
)
KEEPS: Final = ("keep", "keep-on-their-turn")
"""Criteria about a card that is to stay payable; they stand between *losses* and *recycles*."""

_SPEND = re.compile(r"spend-at-least:(energy|power):(\d+)")
_DEBT = re.compile(r"rune-debt:(\d+)")


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal, read and checked: every criterion in the order in which it is minimised.

    Examples
    --------
    >>> Goal.of(["most-ready"]).criteria[:2]
    ('most-ready', 'losses')
    >>> Goal.of(["keep-universal"]).criteria[:2]
    ('losses', 'keep-universal')
    >>> Goal.of(["keep:Charm"]).criteria[:3]
    ('losses', 'keep:Charm', 'recycles')
    """

    criteria: tuple[str, ...] = THRIFTY
    named: tuple[str, ...] = ("thrifty",)

    @classmethod
    def of(cls, words: Iterable[str] = ("thrifty",)) -> Goal:
        """Read the words of a goal; ``thrifty`` follows, written or not.

        Raises
        ------
        InputError
            A criterion is unknown, or needs a value it does not have.
        """
        return _read(tuple(words))

    @property
    def keeps(self) -> tuple[str, ...]:
        """Give the criteria about cards that are to stay payable."""
        return tuple(one for one in self.criteria if one.partition(":")[0] in KEEPS)

    @property
    def plain(self) -> Goal:
        """Give the same goal without what is to stay payable.

        Examples
        --------
        >>> Goal.of(["keep:Charm", "most-ready"]).plain.named
        ('most-ready', 'thrifty')
        """
        return self.of(word for word in self.named if word.partition(":")[0] not in KEEPS)

    @property
    def wants_to_spend(self) -> bool:
        """Tell whether a dearer total may be better than a cheaper one."""
        return any(one.startswith("spend-at-least") for one in self.criteria)


_known: dict[tuple[str, ...], Goal] = {}


def _read(words: tuple[str, ...]) -> Goal:
    if words in _known:
        return _known[words]
    first: list[str] = []
    second: list[str] = []
    for word in words:
        if word == "thrifty":
            continue
        _check(word)
        if word == "keep-universal" or word.partition(":")[0] in KEEPS:
            second.append(word)
        elif word not in first:
            first.append(word)
    criteria = (*first, THRIFTY[0], *dict.fromkeys(second), *THRIFTY[1:])
    named = (*(word for word in words if word != "thrifty"), "thrifty")
    goal = Goal(criteria, named)
    if len(_known) < 256:
        _known[words] = goal
    return goal


def _check(word: str) -> None:
    stem = word.split(":", maxsplit=1)[0]
    if stem in KEEPS:
        if not word.partition(":")[2].strip():
            raise InputError(f"{stem!r} names a card in hand", path="goal", found=word, hint=f"{stem}:Charm")
        return
    if stem == "keep-domain":
        domain = word.partition(":")[2]
        if domain not in DOMAINS:
            hint = nearest_or_known(domain, DOMAINS)
            raise InputError("'keep-domain' names a domain", path="goal", found=word, hint=f"keep-domain:{hint}")
        return
    if stem == "spend-at-least":
        found = _SPEND.fullmatch(word)
        if not found or int(found[2]) > LIMIT:
            raise InputError(
                "'spend-at-least' is written spend-at-least:energy:N or spend-at-least:power:N", path="goal", found=word
            )
        return
    if stem == "rune-debt":
        found = _DEBT.fullmatch(word)
        if not found or not 1 <= int(found[1]) <= LIMIT:
            raise InputError(
                "'rune-debt' is written rune-debt:K, with the number of turns to look at, at least 1",
                path="goal",
                found=word,
            )
        return
    if word not in {"keep-universal", "most-ready"}:
        raise InputError(
            "unknown criterion",
            path="goal",
            found=word,
            hint=nearest_or_known(word, ["thrifty", *NAMED]),
        )
