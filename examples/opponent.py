"""Two opponents that differ only in how they pay: the first legal payment, or runepay's best.

    python examples/opponent.py --games 300

Both draw the same cards and channel from the same rune deck, and both play the dearest card they can pay, again and
again, until no card of the hand can be paid. Cards cost what is printed; what they do is not simulated, except that a
Seal can be used from then on. So whatever one of them plays more, it plays because of its payments.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev

from runepay import GameState, Paid, Position, Price
from runepay.model import catalogue
from runepay.model.objects import domain_mask, resolve_pips
from runepay.model.rulebook import Ruleset

RUNES = {"fury": 6, "chaos": 6}
"""The twelve runes of the rune deck."""

DECK = {
    "Seal of Rage": 3,
    "Seal of Discord": 3,
    "Falling Star": 3,
    "Rebuke": 3,
    "Switcheroo": 2,
    "Blind Fury": 2,
    "Zaunite Bouncer": 3,
    "Thermo Beam": 2,
    "Jae Medarda": 2,
    "Conscription": 2,
    "The Harrowing": 2,
    "Tibbers": 3,
    "Beast Below": 2,
    "Mindsplitter": 2,
    "Inviolus Vox": 2,
    "Tryndamere, Barbarian": 2,
    "Soulgorger": 2,
}
"""Cards of both domains that ask for much Power: where payments matter most."""

HAND, DRAW, CHANNEL, TURNS = 4, 1, 2, 10

Payer = Callable[[Position, Price], Paid]


def first_legal(here: Position, price: Price) -> Paid:
    """Pay in the first way that is legal."""
    return next(iter(here.payments(price, referee=True)))


def best(here: Position, price: Price) -> Paid:
    """Pay in the way that loses least."""
    paid = here.best(price, referee=True)
    if paid is None:
        raise AssertionError("only what can be paid is paid")
    return paid


PAYERS: dict[str, Payer] = {"first legal": first_legal, "runepay's best": best}


@dataclass
class Game:
    """What one opponent did in one game."""

    worth: list[int] = field(default_factory=list)
    """After each turn: printed Energy and Power of all cards played so far."""
    cards: int = 0
    recycled: int = 0
    runes: int = 0
    """Runes on the board at the end."""


def price_of(name: str) -> Price:
    """Give a card's printed price; a pip of a card of two domains may be paid by either."""
    card = catalogue.find(name)
    if card is None or card.cost is None:
        raise LookupError(name)
    pips = resolve_pips(card.cost.power, domain_mask(card.domains), Ruleset.of())
    return Price(card.cost.energy, pips, frozenset(one for one in card.type if one in {"spell", "gear", "unit"}))


def play(seed: int, pay: Payer, turns: int = TURNS) -> Game:
    """Play one game with the draws of a seed."""
    dice = Random(seed)  # noqa: S311 - cards are shuffled, nothing is kept secret
    deck = [name for name, number in DECK.items() for _ in range(number)]
    rune_deck = [domain for domain, number in RUNES.items() for _ in range(number)]
    dice.shuffle(deck)
    dice.shuffle(rune_deck)
    prices = {name: price_of(name) for name in DECK}
    hand, deck = deck[:HAND], deck[HAND:]
    board: list[str] = []
    runes: dict[str, int] = dict.fromkeys(RUNES, 0)
    game = Game()
    worth = 0
    for _ in range(turns):
        for _ in range(min(CHANNEL, len(rune_deck))):
            runes[rune_deck.pop(0)] += 1
        hand += deck[:DRAW]
        deck = deck[DRAW:]
        here = Position.of(GameState.model_validate({"runes": runes, "board": board}))
        while able := [name for name in hand if here.can_pay(prices[name])]:
            name = max(able, key=lambda one: (worth_of(prices[one]), one))
            paid = pay(here, prices[name])
            hand.remove(name)
            worth += worth_of(prices[name])
            game.cards += 1
            for step, what, number in paid.moves:
                if step == "recycle":
                    domain = what.removeprefix("rune:")
                    rune_deck += [domain] * number
                    runes[domain] -= number
                    game.recycled += number
            here = here.apply(paid)
            if name.startswith("Seal"):
                board.append(name)
                state = here.state()
                # It comes into play ready; those there before stay as they are.
                here = Position.of(state.model_copy(update={"board": (*state.board, *seal(name))}))
        game.worth.append(worth)
    game.runes = sum(runes.values())
    return game


def seal(name: str) -> tuple[object, ...]:
    """Give a Seal as an object of the board."""
    return GameState.model_validate({"board": [name]}).board


def worth_of(price: Price) -> int:
    """Count what is printed: Energy and pips."""
    return price.energy + sum(number for _, number in price.pips)


@dataclass(frozen=True)
class Row:
    """What one way to pay came to, on average a game."""

    name: str
    worth: float
    cards: float
    recycled: float
    runes: float
    by_turn: tuple[float, ...]


@dataclass(frozen=True)
class Comparison:
    """Both opponents over the same draws.

    ``gain`` is how much more the second one played, a game, ``error`` its standard error; ``ahead``, ``even`` and
    ``behind`` count the games.
    """

    games: int
    rows: tuple[Row, ...]
    gain: float
    error: float
    ahead: int
    even: int
    behind: int


def compare(games: int = 300, turns: int = TURNS, first: int = 0) -> Comparison:
    """Let both opponents play the same games."""
    seeds = range(first, first + games)
    played = {name: [play(seed, pay, turns) for seed in seeds] for name, pay in PAYERS.items()}
    rows = tuple(
        Row(
            name,
            fmean(one.worth[-1] for one in mine),
            fmean(one.cards for one in mine),
            fmean(one.recycled for one in mine),
            fmean(one.runes for one in mine),
            tuple(fmean(one.worth[turn] for one in mine) for turn in range(turns)),
        )
        for name, mine in played.items()
    )
    poor, good = played.values()
    gains = [one.worth[-1] - other.worth[-1] for one, other in zip(good, poor, strict=True)]
    error = stdev(gains) / math.sqrt(games) if games > 1 else 0.0
    ahead, behind = sum(one > 0 for one in gains), sum(one < 0 for one in gains)
    return Comparison(games, rows, fmean(gains), error, ahead, games - ahead - behind, behind)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--turns", type=int, default=TURNS)
    asked = parser.parse_args()
    made = compare(asked.games, asked.turns)
    print(f"{made.games} games of {asked.turns} turns, the same draws for both\n")
    print(f"{'how it pays':16}{'worth played':>14}{'cards':>8}{'recycled':>10}{'runes left':>12}")
    for row in made.rows:
        print(f"{row.name:16}{row.worth:14.2f}{row.cards:8.2f}{row.recycled:10.2f}{row.runes:12.2f}")
    percent = 100 * made.gain / made.rows[0].worth
    print(f"\nThe best payment plays {made.gain:+.2f} a game ({percent:+.1f} %), standard error {made.error:.2f};")
    print(f"it is ahead in {made.ahead} games, even in {made.even}, behind in {made.behind}.")


if __name__ == "__main__":
    main()
