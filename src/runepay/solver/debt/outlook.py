"""Energy and Power on the turns to come, with what is recycled now and without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from runepay.model.errors import InputError, nearest_or_known
from runepay.model.resources import DOMAINS, LIMIT, Tally
from runepay.solver.debt.chance import NONE, Counts, chance, counts
from runepay.solver.debt.recycling import CHANNELED, in_deck

MOST_TURNS = 1000
"""So many turns are looked at, at the most; by then every rune has long come back."""


@dataclass(frozen=True, slots=True)
class RuneDeck:
    """The rune deck: runes in unknown order on top, and beneath them those whose order is known.

    Recycled runes go to the bottom, so they always lie in known order under what was never seen. A deck whose whole
    order is known has nothing unseen.

    Attributes
    ----------
    unseen
        Numbers by domain, in the game's order; ``RuneDeck.of`` takes a mapping.
    known
        Domains from the top down.
    """

    unseen: Counts = NONE
    known: tuple[str, ...] = ()

    @classmethod
    def of(cls, unseen: Mapping[str, int] | None = None, known: Sequence[str] = ()) -> RuneDeck:
        """Make a rune deck.

        Raises
        ------
        InputError
            A domain does not exist, or a number is not possible.

        Examples
        --------
        >>> RuneDeck.of({"fury": 3, "calm": 2}, ["fury"]).size
        6
        """
        _check(unseen or {}, "unseen")
        _check(dict.fromkeys(known, 1), "known")
        return cls(counts(dict(unseen or {})), tuple(known))

    @classmethod
    def of_split(cls, split: Mapping[str, int], seen: Mapping[str, int]) -> RuneDeck:
        """Make the rune deck of a player of whose runes these are on the board, and none was recycled before.

        Examples
        --------
        >>> RuneDeck.of_split({"fury": 7, "calm": 5}, {"fury": 3, "calm": 1}).unseen
        (4, 4, 0, 0, 0, 0)
        """
        _check(split, "split")
        _check(seen, "seen")
        for domain, number in seen.items():
            if number > split.get(domain, 0):
                raise InputError(
                    f"more {domain.capitalize()} runes are on the board than the rune deck holds",
                    path="seen",
                    found=number,
                )
        return cls.of({domain: number - seen.get(domain, 0) for domain, number in split.items()})

    @property
    def size(self) -> int:
        """How many runes lie in it."""
        return sum(self.unseen) + len(self.known)


@dataclass(frozen=True, slots=True)
class Ahead:
    """The runes at the start of one later Main Phase; all of them are ready.

    Attributes
    ----------
    turn
        1 for the next turn.
    sure
        By domain, what is on the board apart from what the unseen part gave.
    drawn
        How many runes the unseen part has given by then.
    unseen
        What was unseen at first, by domain.
    """

    turn: int
    sure: Counts
    drawn: int
    unseen: Counts

    @property
    def energy(self) -> int:
        """Energy that the runes give, and at the same time the most Power: each gives one of both."""
        return sum(self.sure) + self.drawn

    def power(self, domain: str) -> Fraction:
        """Give the Power of a domain that the runes give: exact, or the expected value where the order is unknown."""
        place = DOMAINS.index(domain)
        share = Fraction(self.unseen[place], sum(self.unseen)) if self.drawn else Fraction(0)
        return self.sure[place] + self.drawn * share

    def at_least(self, domain: str, number: int) -> Fraction:
        """Give the chance of at least so many runes of a domain."""
        place = DOMAINS.index(domain)
        mine, rest = self.unseen[place], sum(self.unseen) - self.unseen[place]
        need = number - self.sure[place]
        ways = sum(comb(mine, x) * comb(rest, self.drawn - x) for x in range(max(0, need), self.drawn + 1))
        return Fraction(ways, comb(mine + rest, self.drawn))

    def payable(self, energy: int, pips: Tally = ()) -> Fraction:
        """Give the chance that the runes can pay a cost."""
        return chance(energy, pips, self.unseen, self.drawn, self.sure)

    def to_json(self) -> dict[str, Any]:
        """Write the turn; Power is rounded to six places where it is an expected value."""
        power = {domain: self.power(domain) for domain in DOMAINS}
        return {
            "turn": self.turn,
            "energy": self.energy,
            "power": {
                domain: int(number) if number.denominator == 1 else round(float(number), 6)
                for domain, number in power.items()
                if number
            },
        }


@dataclass(frozen=True, slots=True)
class Outlook:
    """The next turns with what is recycled now, and without.

    Attributes
    ----------
    turns, without
        One entry a turn, with the recycling and without it. What is recycled later is the same in both.
    """

    turns: tuple[Ahead, ...]
    without: tuple[Ahead, ...]

    @property
    def lost(self) -> tuple[int, ...]:
        """The Energy that recycling takes from each turn."""
        return tuple(other.energy - one.energy for one, other in zip(self.turns, self.without, strict=True))

    @property
    def debt(self) -> int:
        """The rune debt: the Energy lost over all these turns."""
        return sum(self.lost)

    def to_json(self) -> dict[str, Any]:
        """Write both ways and the debt."""
        return {
            "turns": [one.to_json() for one in self.turns],
            "without": [one.to_json() for one in self.without],
            "lost": list(self.lost),
            "debt": self.debt,
        }


def outlook(  # noqa: PLR0913 - the parts of one question
    board: Mapping[str, int],
    deck: RuneDeck,
    recycled: Sequence[str] = (),
    turns: int = 3,
    *,
    later: Sequence[Sequence[str]] = (),
    channel: int = CHANNELED,
    extra: int = 0,
) -> Outlook:
    """Step through the next turns with what is recycled now, and without it.

    Parameters
    ----------
    board
        Runes on the board before anything is recycled, by domain.
    deck
        The rune deck then.
    recycled
        Domains of the runes recycled this turn, in order.
    turns
        How many turns to look ahead, 1 to 1000.
    later
        Domains of the runes recycled on each later turn, in order.
    channel, extra
        Runes channeled each turn, and in addition on the first of them.

    Raises
    ------
    InputError
        A rune is recycled that is not sure to be on the board.

    Examples
    --------
    >>> ahead = outlook({"fury": 2, "calm": 1}, RuneDeck.of({"fury": 5, "calm": 4}), ["fury"], 4)
    >>> [one.energy for one in ahead.turns], [one.energy for one in ahead.without], ahead.debt
    ([4, 6, 8, 10], [5, 7, 9, 11], 4)
    >>> ahead.turns[0].power("fury")
    Fraction(19, 9)
    """
    _check(board, "board")
    if not 1 <= turns <= MOST_TURNS:
        raise InputError(f"'turns' lies between 1 and {MOST_TURNS}", path="turns", found=turns)
    return Outlook(
        tuple(_steps(board, deck, [recycled, *later], turns, channel, extra)),
        tuple(_steps(board, deck, [(), *later], turns, channel, extra)),
    )


def _steps(  # noqa: PLR0913, PLR0917 - the parts of one question
    board: Mapping[str, int],
    deck: RuneDeck,
    recycled: Sequence[Sequence[str]],
    turns: int,
    channel: int,
    extra: int,
) -> list[Ahead]:
    sure = list(counts(dict(board)))
    hidden, known, drawn = sum(deck.unseen), list(deck.known), 0
    found: list[Ahead] = []
    for turn in range(turns):
        _recycle(sure, known, deck.unseen, drawn, recycled[turn] if turn < len(recycled) else ())
        number = channel + (0 if turn else extra)
        new = min(number, hidden - drawn)
        drawn += new
        back, known = known[: number - new], known[number - new :]
        for domain in back:
            sure[DOMAINS.index(domain)] += 1
        found.append(Ahead(turn + 1, tuple(sure), drawn, deck.unseen))
    return found


def _recycle(sure: list[int], known: list[str], unseen: Counts, drawn: int, recycled: Sequence[str]) -> None:
    """Move runes from the board to the bottom of the deck (416.1)."""
    _check(dict.fromkeys(recycled, 1), "recycled")
    for domain in recycled:
        place = DOMAINS.index(domain)
        least = max(0, drawn - (sum(unseen) - unseen[place]))
        if sure[place] + least < 1:
            raise InputError("this rune is not sure to be on the board", path="recycled", found=domain)
        sure[place] -= 1
        known.append(domain)


def _check(runes: Mapping[str, int], path: str) -> None:
    for domain, number in runes.items():
        if domain not in DOMAINS:
            hint = nearest_or_known(domain, DOMAINS)
            raise InputError("unknown domain", path=path, found=domain, hint=hint)
        if not 0 <= number <= LIMIT:
            raise InputError(f"a number of runes lies between 0 and {LIMIT:,}", path=path, found=number)


__all__ = ["Ahead", "Outlook", "RuneDeck", "in_deck", "outlook"]
