"""The best use of several turns' runes: what to play now and later, and which runes to recycle for it, in which order.

A dynamic programme over the turn, the cards left, the runes on the board, what is unseen of the rune deck, and the
known runes beneath it. What is channeled in unknown order is met with its exact chance, and later decisions depend on
what was channeled. Cards have prices that do not change; cards drawn and opponents' answers are not foreseen.

Within a turn only the fewest recycles are tried for what is played: any larger set of runes contains a sufficient one
of that number (the runes that pay are the bases of a matroid), and a rune that stays is never worse than one that
comes back later.

Where time runs out, the answer is the best so far: what was looked at to its end this turn, or the *hasty* way, turn by
turn as much as can be paid for. Either way the turns to come are followed with their exact chances, by what is known of
them to be best and else hastily, so that the value is one that can be had. What was not looked at is bounded by all
Energy of the turns to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from math import ceil, comb
from time import monotonic
from typing import Any, Final

from runepay.model.errors import InputError
from runepay.model.resources import DOMAINS, UNIVERSAL, Tally, add_tallies
from runepay.solver.debt.chance import NONE, Counts, Price, counts, draws
from runepay.solver.debt.hasty import hastily, missing, recycled
from runepay.solver.debt.outlook import RuneDeck
from runepay.solver.debt.recycling import CHANNELED, orders
from runepay.solver.stopping import Deadline, OutOfTimeError, ended, stopping

MOST_CARDS: Final = 12
MOST_AHEAD: Final = 11
MOST_STATES: Final = 200_000
"""So many situations are looked at; a larger question is refused rather than answered in part."""
MOST_HASTY: Final = 400
"""So many situations are decided after time ran out; nothing is played in others."""

Worth = tuple[Fraction, Fraction, Fraction]
"""Value played, then how early (value times the turns left), then minus the runes recycled; all expected."""

NOTHING: Final[Worth] = (Fraction(0), Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True)
class Card:
    """A card that may be played on one of the turns.

    Attributes
    ----------
    name
        For the answer; two cards may bear the same.
    prices
        Its possible totals; paying one is enough.
    value
        What playing it is worth.
    first, last
        The turns on which it may be played, 0 for this turn; without ``last`` on every later one.
    later
        Its possible totals on later turns, if they are others.
    """

    name: str
    prices: tuple[Price, ...]
    value: int = 1
    first: int = 0
    last: int | None = None
    later: tuple[Price, ...] | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """What is there besides runes, as Energy and Power: on this turn, or on each later one (Seals).

    ``power`` has the numbers of Power by domain and ``universal``.
    """

    energy: int = 0
    power: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is done on one turn: the cards played, by place, and the runes recycled, in order."""

    plays: tuple[int, ...] = ()
    recycled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Several:
    """The best use of several turns.

    Attributes
    ----------
    cards
        The cards asked about.
    value
        The value played by the end: exact, or the expected value where the order of the rune deck is unknown.
    now
        What to do this turn.
    chances
        By card and turn: the chance that it is played then.
    recycles
        By turn: how many runes are recycled, expected.
    runes
        By turn: how many runes are on the board as its Main Phase starts.
    path
        What is done on each turn, if the order of the rune deck is known as far as it matters; otherwise empty.
    bound
        What no plan is worth more than; above ``value`` only where time ran out.
    proof
        ``optimal``, or ``feasible`` where time ran out.
    """

    cards: tuple[Card, ...]
    value: Fraction
    now: Choice
    chances: tuple[tuple[Fraction, ...], ...]
    recycles: tuple[Fraction, ...]
    runes: tuple[Fraction, ...]
    path: tuple[Choice, ...]
    bound: Fraction
    proof: str = "optimal"

    def to_json(self) -> dict[str, Any]:
        """Write the answer: rounded to six places, and value and chances as fractions too."""
        return {
            "value": _number(self.value),
            "exact": str(self.value),
            "bound": _number(Fraction(ceil(self.bound * 10**6), 10**6)),
            "proof": self.proof,
            "now": self._choice(self.now),
            "cards": [
                {
                    "card": one.name,
                    "value": one.value,
                    "chances": [_number(chance) for chance in self.chances[place]],
                    "exact": [str(chance) for chance in self.chances[place]],
                }
                for place, one in enumerate(self.cards)
            ],
            "recycles": [_number(one) for one in self.recycles],
            "runes": [_number(one) for one in self.runes],
            "path": [self._choice(one) for one in self.path],
        }

    def _choice(self, one: Choice) -> dict[str, Any]:
        return {"plays": [self.cards[place].name for place in one.plays], "recycled": list(one.recycled)}


def _number(one: Fraction) -> int | float:
    return int(one) if one.denominator == 1 else round(float(one), 6)


def several(  # noqa: PLR0913 - the parts of one question
    board: Mapping[str, int],
    deck: RuneDeck,
    cards: Sequence[Card],
    turns: int,
    *,
    ready: int | None = None,
    now: Each | None = None,
    each: Each | None = None,
    channel: int = CHANNELED,
    extra: int = 0,
    seconds: float | None = None,
    clock: Callable[[], float] = monotonic,
) -> Several:
    """Find what to play now and on the turns to come, and which runes to recycle for it.

    Parameters
    ----------
    board, deck
        Runes on the board by domain, and the rune deck.
    cards
        What may be played, at most twelve.
    turns
        How many turns follow this one, at most eleven.
    ready
        How many runes are ready now; left out, all. On later turns all are.
    now, each
        Energy and Power besides runes: on this turn (what floats, Seals), and on each later turn (Seals). Without
        ``now``, this turn has what later ones have.
    channel, extra
        Runes channeled each turn, and in addition on the next one.
    seconds
        Time limit; when it runs out the best so far is given with its bound.
    clock
        What tells the time, in seconds.

    Raises
    ------
    InputError
        The question is too large.

    Examples
    --------
    >>> cards = [Card("Twin", ((0, ((1, 2),)),), 2, last=0), Card("Big", ((4, ()),), 3, first=1)]
    >>> found = several({"fury": 3}, RuneDeck.of(known=["calm"] * 9), cards, 1)
    >>> found.value, found.now.plays, [found.cards[one].name for one in found.path[1].plays]
    (Fraction(3, 1), (), ['Big'])
    """
    if len(cards) > MOST_CARDS:
        raise InputError(f"at most {MOST_CARDS} cards are looked at together", path="cards", found=len(cards))
    if not 0 <= turns <= MOST_AHEAD:
        raise InputError(f"'turns' lies between 0 and {MOST_AHEAD}", path="turns", found=turns)
    work = _Work(tuple(cards), turns, channel, extra, each or Each())
    here = RuneDeck.of(board).unseen
    first = _Place(0, (1 << len(cards)) - 1, here, deck.unseen, deck.known)
    there = now or each or Each()
    with nullcontext() if seconds is None else stopping(Deadline(seconds, clock)):
        return work.answer(first, (sum(here) if ready is None else ready) + there.energy, there.power)


@dataclass(frozen=True, slots=True)
class _Place:
    """A Main Phase: the turn, the cards left, the runes on the board, unseen, and known beneath."""

    turn: int
    left: int
    board: Counts
    unseen: Counts
    known: tuple[str, ...]


class _Work:
    def __init__(self, cards: tuple[Card, ...], turns: int, channel: int, extra: int, each: Each) -> None:
        self.cards = cards
        self.turns = turns
        self.channel = channel
        self.extra = extra
        self.each = each
        later = [
            min((energy for energy, _ in (card.prices if card.later is None else card.later)), default=0)
            for card in cards
        ]
        worth = [Fraction(card.value, max(1, owed)) for card, owed in zip(cards, later, strict=True)]
        self.dearest = sorted(enumerate(later), key=lambda item: (item[1] > 0, -worth[item[0]]))
        """Cards with the Energy that they ask for on a later turn at least, those that bring most for it first."""
        self.energies = [each.energy * (turns - turn) for turn in range(turns + 1)]
        self.known: dict[_Place, tuple[Worth, Choice]] = {}
        self.after: dict[_Place, Worth] = {}
        self.now: tuple[Worth, Choice] | None = None
        """The best for this turn so far."""
        self.waiting: list[tuple[int, tuple[int, ...]]] = []
        """What may be played this turn and was not looked at to its end, with what it is worth."""
        self.hasty: int | None = None
        """How many situations may still be decided, once time has run out."""
        self.rash: dict[_Place, Choice] = {}

    def answer(self, first: _Place, energy: int, power: Mapping[str, int]) -> Several:
        """Solve and follow what is decided."""
        try:
            worth, choice = self._best(first, energy, power)
        except OutOfTimeError:
            return self._so_far(first, energy, power)
        return self._followed(first, choice, worth[0])

    def _so_far(self, first: _Place, energy: int, power: Mapping[str, int]) -> Several:
        """Give the best so far, with what no plan is worth more than."""
        most = Fraction(max((value + self._at_most(first, plays) for value, plays in self.waiting), default=0))
        self.hasty = MOST_HASTY
        choices = [self._hastily(first, energy, power), Choice()]
        if self.now is not None:
            choices.insert(0, self.now[1])
            most = max(most, self.now[0][0])
        followed = [self._followed(first, choice, most) for choice in dict.fromkeys(choices)]
        return replace(max(followed, key=lambda one: one.value), proof="feasible")

    def _followed(self, first: _Place, choice: Choice, bound: Fraction) -> Several:
        """Follow a choice for this turn, and what is decided then, with all chances."""
        self.known[first] = NOTHING, choice
        if self.hasty is not None:
            self.hasty = MOST_HASTY
        chances = [[Fraction(0)] * (self.turns + 1) for _ in self.cards]
        recycles = [Fraction(0)] * (self.turns + 1)
        runes = [Fraction(0)] * (self.turns + 1)
        path: list[Choice] | None = []
        layer = {first: Fraction(1)}
        while layer:
            if self.hasty is not None and len(layer) > MOST_HASTY:
                self._idle(layer, runes)
                path = None
                break
            following: dict[_Place, Fraction] = {}
            decided = {self._decided(place)[1] for place in layer}
            if path is not None:
                path = [*path, *decided] if len(decided) == 1 else None
            for place, share in layer.items():
                made = self._decided(place)[1]
                for one in made.plays:
                    chances[one][place.turn] += share
                recycles[place.turn] += share * len(made.recycled)
                runes[place.turn] += share * sum(place.board)
                if place.turn < self.turns:
                    for later, chance in self._channeled(_left(place, made)):
                        following[later] = following.get(later, Fraction(0)) + share * chance
            layer = following
        each = tuple(map(tuple, chances))
        value = Fraction(sum(card.value * sum(ones) for card, ones in zip(self.cards, each, strict=True)))
        return Several(self.cards, value, choice, each, tuple(recycles), tuple(runes), tuple(path or ()), bound)

    def _idle(self, layer: Mapping[_Place, Fraction], runes: list[Fraction]) -> None:
        """Count the runes of turns on which nothing more is done."""
        for place, share in layer.items():
            board, deck = sum(place.board), sum(place.unseen) + len(place.known)
            for turn in range(place.turn, self.turns + 1):
                runes[turn] += share * board
                new = min(deck, self._channels(turn))
                board, deck = board + new, deck - new

    def _channels(self, turn: int) -> int:
        """Give how many runes are channeled after this turn, if there are as many."""
        return self.channel + (0 if turn else self.extra)

    def _rashly(self, place: _Place) -> Choice:
        """Decide a situation that was not looked at in time."""
        found = self.rash.get(place)
        if found is None:
            if not self.hasty:
                return Choice()
            self.hasty -= 1
            found = self._hastily(place, sum(place.board) + self.each.energy, self.each.power)
            self.rash[place] = found
        return found

    def _hastily(self, place: _Place, energy: int, power: Mapping[str, int]) -> Choice:
        """Decide a situation by what can be paid for now."""
        may = [one for one in range(len(self.cards)) if place.left >> one & 1 and self._may(one, place.turn)]
        offers = [(one, self.cards[one].value, self._prices(one, place.turn)) for one in may]
        free = counts({what: number for what, number in power.items() if what != UNIVERSAL})
        plays, vector = hastily(offers, energy, place.board, free, power.get(UNIVERSAL, 0))
        return Choice(plays, _listed(vector))

    def _prices(self, one: int, turn: int) -> tuple[Price, ...]:
        card = self.cards[one]
        return card.prices if not turn or card.later is None else card.later

    def _decided(self, place: _Place) -> tuple[Worth, Choice]:
        found = self.known.get(place)
        if found is None and self.hasty is not None:
            return NOTHING, self._rashly(place)
        if found is None:
            if len(self.known) >= MOST_STATES:
                raise InputError("there are too many cards and turns to look at all of them", path="turns")
            ended()
            found = self._best(place, sum(place.board) + self.each.energy, self.each.power)
            self.known[place] = found
        return found

    def _best(self, place: _Place, energy: int, power: Mapping[str, int]) -> tuple[Worth, Choice]:
        """Choose what to do in a Main Phase."""
        left = self.turns - place.turn
        may = [one for one in range(len(self.cards)) if place.left >> one & 1 and self._may(one, place.turn)]
        free = counts({what: number for what, number in power.items() if what != UNIVERSAL})
        tried: list[tuple[int, tuple[int, ...], tuple[Tally, ...]]] = []
        prices = [self._prices(one, place.turn) for one in range(len(self.cards))]
        for plays, pips in _subsets(may, prices, energy, place.board, free, power.get(UNIVERSAL, 0)):
            tried.append((sum(self.cards[one].value for one in plays), plays, pips))
        tried.sort(key=lambda one: (-one[0], one[1]))
        best: tuple[Worth, Choice] | None = None
        for number, (value, plays, every) in enumerate(tried):
            if not place.turn:
                self.now, self.waiting = best, [(one[0], one[1]) for one in tried[number:]]
            if best is not None and value + self._at_most(place, plays) < best[0][0]:
                continue
            vectors = dict.fromkeys(
                vector for pips in every for vector in recycled(pips, place.board, free, power.get(UNIVERSAL, 0))
            )
            for vector in vectors:
                gains = Fraction(value), Fraction(value * left), Fraction(-sum(vector))
                if not left:
                    best = _better(best, gains, Choice(plays, _listed(vector)))
                    continue
                by_name: dict[str, int] = dict(zip(DOMAINS, vector, strict=True))
                deck = sum(place.unseen) + len(place.known)
                extra = 0 if place.turn else self.extra
                for order in orders(deck, by_name, channel=self.channel, extra=extra):
                    choice = Choice(plays, order)
                    best = _better(best, _plus(gains, self._expected(_left(place, choice))), choice)
        if best is None:  # pragma: no cover - playing nothing is always possible
            msg = "no choice was found"
            raise AssertionError(msg)
        return best

    def _at_most(self, place: _Place, plays: tuple[int, ...]) -> int:
        """Give what the later turns can be worth at most: all their Energy, spent where it brings most."""
        energy = self.energies[place.turn]
        most, board, deck = 0, sum(place.board), sum(place.unseen) + len(place.known)
        for turn in range(place.turn + 1, self.turns + 1):
            new = min(deck, self.channel + (self.extra if turn == 1 else 0))
            board, deck = board + new, deck - new
            energy += board
        for one, owed in self.dearest:
            if not place.left >> one & 1 or one in plays or not self._later(one, place):
                continue
            if owed > energy:
                # Part of the next one, rounded up.
                return most + -(-self.cards[one].value * energy // owed)
            most += self.cards[one].value
            energy -= owed
        return most

    def _may(self, one: int, turn: int) -> bool:
        card = self.cards[one]
        return card.first <= turn and (card.last is None or turn <= card.last)

    def _later(self, one: int, place: _Place) -> bool:
        card = self.cards[one]
        return place.turn < self.turns and (card.last is None or card.last > place.turn)

    def _expected(self, place: _Place) -> Worth:
        """Give what the following turns are worth, before their first Channel Phase."""
        found = self.after.get(place)
        if found is None:
            found = NOTHING
            for later, chance in self._channeled(place):
                found = _plus(found, _times(self._decided(later)[0], chance))
            self.after[place] = found
        return found

    def _channeled(self, place: _Place) -> Iterator[tuple[_Place, Fraction]]:
        """Give every outcome of the next Channel Phase (315.3.b): what is unseen lies on top."""
        number = self._channels(place.turn)
        hidden = sum(place.unseen)
        new = min(number, hidden)
        back = counts_of(place.known[: number - new])
        ways = comb(hidden, new)
        for drawn, weight in draws(place.unseen, new):
            yield (
                _Place(
                    place.turn + 1,
                    place.left,
                    tuple(a + b + c for a, b, c in zip(place.board, drawn, back, strict=True)),
                    tuple(a - b for a, b in zip(place.unseen, drawn, strict=True)),
                    place.known[number - new :],
                ),
                Fraction(weight, ways),
            )


def _subsets(  # noqa: PLR0913, PLR0917 - the parts of one Main Phase
    may: Sequence[int], prices: Sequence[tuple[Price, ...]], energy: int, board: Counts, free: Counts, universal: int
) -> Iterator[tuple[tuple[int, ...], tuple[Tally, ...]]]:
    """Give every set of cards that can be paid together, with the pips of each way to price them."""
    there = tuple(a + b for a, b in zip(board, free, strict=True))

    def grow(
        start: int, plays: tuple[int, ...], priced: dict[Price, None]
    ) -> Iterator[tuple[tuple[int, ...], tuple[Tally, ...]]]:
        yield plays, tuple(dict.fromkeys(pips for _, pips in priced))
        for at in range(start, len(may)):
            more = {
                (spent + owed, add_tallies(pips, asked)): None
                for spent, pips in priced
                for owed, asked in prices[may[at]]
            }
            fits = {
                (spent, pips): None for spent, pips in more if spent <= energy and missing(pips, there) <= universal
            }
            if fits:
                yield from grow(at + 1, (*plays, may[at]), fits)

    return grow(0, (), {(0, ()): None})


def _better(best: tuple[Worth, Choice] | None, worth: Worth, choice: Choice) -> tuple[Worth, Choice]:
    return (worth, choice) if best is None or worth > best[0] else best


def _plus(one: Worth, other: Worth) -> Worth:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _times(one: Worth, factor: Fraction) -> Worth:
    return one[0] * factor, one[1] * factor, one[2] * factor


def _left(place: _Place, choice: Choice) -> _Place:
    """Give what is left after a choice: fewer cards and runes, and more runes at the bottom of the deck."""
    left = place.left
    for one in choice.plays:
        left &= ~(1 << one)
    gone = counts_of(choice.recycled)
    board = tuple(a - b for a, b in zip(place.board, gone, strict=True))
    return _Place(place.turn, left, board, place.unseen, (*place.known, *choice.recycled))


def counts_of(domains: Sequence[str]) -> Counts:
    """Count domains.

    Examples
    --------
    >>> counts_of(["calm", "fury", "calm"])
    (1, 2, 0, 0, 0, 0)
    """
    return tuple(domains.count(domain) for domain in DOMAINS) if domains else NONE


def _listed(vector: Counts) -> tuple[str, ...]:
    return tuple(chain.from_iterable((domain,) * number for domain, number in zip(DOMAINS, vector, strict=True)))


__all__ = ["Card", "Choice", "Each", "Several", "several"]
