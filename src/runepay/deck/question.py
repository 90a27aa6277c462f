"""The deck question: the exact chance that each card is payable on curve, for a split of the runes and for the best.

On curve means: on the first turn whose runes are as many as the card asks for. Nothing was recycled before, all runes
are ready, and only runes pay (315.3.b, 164.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from runepay.answer import versions
from runepay.deck.listing import DeckList, Entry
from runepay.deck.prices import Priced, price
from runepay.model import catalogue
from runepay.model.errors import InputError, nearest_or_known
from runepay.model.resources import DOMAINS, size, tally_text
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.solver.debt import CHANNELED, RUNE_DECK, chance_of_any
from runepay.solver.debt.chance import Counts, Price, counts

MOST_TURNS: Final = 12
SEARCHED: Final = 3
"""The best split is looked for among at most so many domains; a legend has two."""

Split = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CardChance:
    """How well the runes pay one card.

    Attributes
    ----------
    number, section
        How many copies, and where in the list.
    priced
        What it costs, and what that leaves out.
    curve
        The first turn with as many runes as it asks for; ``None`` if no turn has.
    chances
        For turn 1, 2, ...: the chance that the runes pay for it.
    best
        The split that pays this card best on curve, and the chance with it.
    ways
        For each other way to pay: its turn on curve and the chance then.
    """

    number: int
    section: str
    priced: Priced
    curve: int | None
    chance: Fraction
    chances: tuple[Fraction, ...]
    best: tuple[Split, Fraction]
    ways: tuple[tuple[int | None, Fraction], ...]

    @property
    def card(self) -> str:
        """The card's name."""
        return self.priced.card

    def to_json(self) -> dict[str, Any]:
        """Write the card with its chances."""
        return {
            "card": self.card,
            "number": self.number,
            "section": self.section,
            "owed": self.priced.owed,
            "prices": [{"energy": energy, "power": tally_text(pips)} for energy, pips in self.priced.prices],
            "curve": self.curve,
            **_chance(self.chance),
            "turns": [_chance(one) for one in self.chances],
            "best": {"split": dict(self.best[0]), **_chance(self.best[1])},
            "ways": [
                {"elected": way.elected, "owed": way.owed, "curve": curve, **_chance(found)}
                for way, (curve, found) in zip(self.priced.ways, self.ways, strict=True)
            ],
            "left_out": list(self.priced.left_out),
        }


@dataclass(frozen=True, slots=True)
class DeckAnswer:
    """The answer to the deck question.

    Attributes
    ----------
    deck
        The list.
    split
        The split that the figures are for.
    given
        Whether the list or the caller gave it; otherwise it is the best one.
    second, channel
        Whether the player goes second, and the runes channeled on each turn.
    cards
        Champion and Main Deck, in the order of the list, then the sideboard.
    score
        The mean chance on curve over all copies in Champion Zone and Main Deck.
    splits
        Every split with its score, best first.
    weak
        Cards of them that are payable on curve with less than ``below``.
    sources
        Cards of the deck with Adds of their own, which the figures leave out.
    """

    deck: DeckList
    split: Split
    given: bool
    second: bool
    turns: int
    below: float
    cards: tuple[CardChance, ...]
    score: Fraction
    splits: tuple[tuple[Split, Fraction], ...]
    weak: tuple[str, ...]
    sources: tuple[str, ...]
    notes: tuple[str, ...]
    ruleset: Ruleset

    @property
    def best(self) -> tuple[Split, Fraction]:
        """The split with the highest score; of equal ones the most even one."""
        return self.splits[0]

    def to_json(self) -> dict[str, Any]:
        """Write the answer; chances are rounded to six places and stand exactly beside that."""
        return {
            "status": "deck",
            "title": self.deck.title,
            "legend": self.deck.legend,
            "domains": list(self.deck.domains),
            "split": dict(self.split),
            "given": self.given,
            "second": self.second,
            "runes": [runes_on(turn, second=self.second) for turn in range(1, self.turns + 1)],
            **_chance(self.score),
            "best": {"split": dict(self.best[0]), **_chance(self.best[1])},
            "splits": [{"split": dict(split), **_chance(score)} for split, score in self.splits],
            "cards": [one.to_json() for one in self.cards],
            "weak": list(self.weak),
            "sources": list(self.sources),
            "notes": list(self.notes),
            "versions": versions(self.ruleset),
        }


def _chance(found: Fraction) -> dict[str, Any]:
    return {"chance": round(float(found), 6), "exact": str(found)}


def runes_on(turn: int, *, second: bool = False) -> int:
    """Give how many runes are on the board on a turn if none was recycled; the second player has one more.

    Examples
    --------
    >>> [runes_on(turn) for turn in (1, 2, 6, 9)], runes_on(1, second=True)
    ([2, 4, 12, 12], 3)
    """
    return min(RUNE_DECK, CHANNELED * turn + second)


def on_curve(prices: tuple[Price, ...], *, second: bool = False) -> int | None:
    """Give the first turn with as many runes as the cheapest of these prices asks for.

    Examples
    --------
    >>> on_curve(((3, ()),)), on_curve(((3, ()),), second=True), on_curve(((13, ()),))
    (2, 1, None)
    """
    need = min(max(energy, size(pips)) for energy, pips in prices)
    return next((turn for turn in range(1, RUNE_DECK + 1) if runes_on(turn, second=second) >= need), None)


def every_split(domains: tuple[str, ...], number: int = RUNE_DECK) -> Iterator[Split]:
    """Give every split of the runes over these domains.

    Examples
    --------
    >>> list(every_split(("fury", "calm"), 1))
    [(('fury', 0), ('calm', 1)), (('fury', 1), ('calm', 0))]
    """
    if len(domains) == 1:
        yield ((domains[0], number),)
        return
    for mine in range(number + 1):
        for rest in every_split(domains[1:], number - mine):
            yield ((domains[0], mine), *rest)


def ask(  # noqa: PLR0913 - what a caller may choose, by name
    deck: DeckList,
    split: Mapping[str, int] | None = None,
    *,
    second: bool = False,
    turns: int = 6,
    below: float = 0.8,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> DeckAnswer:
    r"""Give the exact chance that each card of a deck is payable on curve, and the best split of its runes.

    Parameters
    ----------
    deck
        The list, from ``read`` or ``read_text``.
    split
        How many of the twelve runes are of each domain; left out: what the list says, or the best split.
    second
        Whether the player goes second and channels one rune more on the first turn.
    turns
        For how many turns chances are given, 1 to 12.
    below
        Cards payable on curve with a smaller chance are named as weak.
    ruleset, options
        Version of the rules, and readings chosen.

    Raises
    ------
    InputError
        The split is not one of twelve runes, or the list gives nothing to ask about.

    Examples
    --------
    >>> from runepay.deck.listing import read_text
    >>> answer = ask(read_text("3 Charm\n3 Blazing Scorcher\n6 Calm Rune\n6 Fury Rune"))
    >>> [(one.card, one.curve, str(one.chance)) for one in answer.cards]
    [('Charm', 1, '17/22'), ('Blazing Scorcher', 3, '1')]
    >>> dict(answer.best[0])
    {'fury': 1, 'calm': 11}
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else Ruleset.of(ruleset, dict(options or {}))
    if not 1 <= turns <= MOST_TURNS:
        raise InputError(f"'turns' lies between 1 and {MOST_TURNS}", path="turns", found=turns)
    entries = [one for one in deck.entries if one.section in {"champion", "main"}]
    if not entries:
        raise InputError("the list has no card of a Champion Zone or Main Deck", file=deck.file)
    entries += [one for one in deck.entries if one.section == "sideboard" and _played(one.card)]
    priced = {
        (one.card, one.section == "champion"): price(
            one.card, rules, legend=deck.legend, champion=one.section == "champion"
        )
        for one in entries
    }
    chosen, given, notes = chosen_split(deck, split)
    domains = deck.domains or DOMAINS[:1]
    work = _Work(entries, priced, second=second)
    if len(domains) <= SEARCHED:
        splits = list(every_split(domains))
        if chosen is not None and tuple(sorted(chosen)) not in {tuple(sorted(one)) for one in splits}:
            splits.append(chosen)
    elif chosen is not None:
        splits = [chosen]
        notes.append(f"the deck has {len(domains)} domains; the best split is looked for among {SEARCHED} at the most")
    else:
        raise InputError("a deck of this many domains needs a split", file=deck.file, found=", ".join(domains))
    scored = sorted(((one, work.score(one)) for one in splits), key=lambda item: (-item[1], _even(item[0]), item[0]))
    mine = chosen if chosen is not None else scored[0][0]
    cards = tuple(work.card(one, mine, splits, turns) for one in entries)
    weak = tuple(one.card for one in cards if one.section != "sideboard" and one.chance < below)
    return DeckAnswer(
        deck, mine, given, second, turns, below, cards, work.score(mine), tuple(scored), weak,
        tuple(_sources(deck)), (*deck.notes, *notes), rules,
    )  # fmt: skip


def _even(split: Split) -> int:
    return sum(number * number for _, number in split)


def _played(card: str) -> bool:
    kinds = (catalogue.record(card) or {}).get("type", ())
    return not {"legend", "battlefield", "rune"} & set(kinds)


def _sources(deck: DeckList) -> Iterator[str]:
    for one in deck.entries:
        if one.section in {"legend", "champion", "main"} and (catalogue.record(one.card) or {}).get("adds"):
            yield one.card


def chosen_split(deck: DeckList, split: Mapping[str, int] | None) -> tuple[Split | None, bool, list[str]]:
    """Give the split in force, whether somebody gave it, and what is to be said about it.

    Raises
    ------
    InputError
        The split is not one of twelve runes.

    Examples
    --------
    >>> from runepay.deck.listing import read_text
    >>> chosen_split(read_text("1 Charm"), {"calm": 12})
    ((('calm', 12),), True, [])
    """
    if split is None:
        listed = deck.runes
        number = sum(listed.values())
        if not number:
            return None, False, ["the list holds no runes, so the figures are those of the best split"]
        if number != RUNE_DECK:
            return None, False, [f"the list holds {number} runes instead of {RUNE_DECK}, so the best split is taken"]
        split = listed
    for domain, number in split.items():
        if domain not in DOMAINS:
            hint = nearest_or_known(domain, DOMAINS)
            raise InputError("unknown domain", path="split", found=domain, hint=hint)
        if number < 0:
            raise InputError("a number of runes is not negative", path="split", found=number)
    if sum(split.values()) != RUNE_DECK:
        raise InputError(f"a split has {RUNE_DECK} runes (103.3.a)", path="split", found=sum(split.values()))
    made = {domain: split.get(domain, 0) for domain in deck.domains}
    made |= {domain: number for domain, number in split.items() if number and domain not in made}
    outside = [domain.capitalize() for domain in made if domain not in deck.domains]
    notes = [f"{' and '.join(outside)} runes are outside the legend's domains (103.3.a.1)"] if outside else []
    return tuple(made.items()), True, notes


class _Work:
    """Counts for one deck; every chance is worked out once."""

    def __init__(self, entries: list[Entry], priced: Mapping[tuple[str, bool], Priced], *, second: bool) -> None:
        self.entries = entries
        self.priced = priced
        self.second = second

    def _of(self, entry: Entry) -> Priced:
        return self.priced[entry.card, entry.section == "champion"]

    def chance(self, prices: tuple[Price, ...], unseen: Counts, turn: int | None) -> Fraction:
        """Give the chance that one of these prices is payable on a turn."""
        if turn is None:
            return Fraction(0)
        return chance_of_any(prices, unseen, runes_on(turn, second=self.second))

    def score(self, split: Split) -> Fraction:
        """Give the mean chance on curve over all copies that are not in the sideboard."""
        unseen, total, number = counts(dict(split)), Fraction(0), 0
        for one in self.entries:
            if one.section != "sideboard":
                prices = self._of(one).prices
                total += one.number * self.chance(prices, unseen, on_curve(prices, second=self.second))
                number += one.number
        return total / number

    def card(self, entry: Entry, split: Split, splits: list[Split], turns: int) -> CardChance:
        """Count for one card."""
        priced, unseen = self._of(entry), counts(dict(split))
        curve = on_curve(priced.prices, second=self.second)
        best = min(
            ((one, self.chance(priced.prices, counts(dict(one)), curve)) for one in splits),
            key=lambda item: (-item[1], _even(item[0]), item[0]),
        )
        ways = []
        for way in priced.ways:
            turn = on_curve((way.price,), second=self.second)
            ways.append((turn, self.chance((way.price,), unseen, turn)))
        return CardChance(
            entry.number,
            entry.section,
            priced,
            curve,
            self.chance(priced.prices, unseen, curve),
            tuple(self.chance(priced.prices, unseen, turn) for turn in range(1, turns + 1)),
            best,
            tuple(ways),
        )
