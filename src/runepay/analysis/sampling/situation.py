"""A situation out of a game: what is channelled, played and held on a turn, and the card that is to be paid for.

Nothing is simulated. Each part is drawn so that it could be so on that turn: two runes channelled a turn, some of
them recycled or exhausted by what was played before; units and gear of the deck on the board; a hand of what was drawn
and not played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from runepay.analysis.sampling.decks import RUNES, VARIANTS, Deck, battlefields, deck, speaks
from runepay.analysis.sampling.plan import DECKS, Plan
from runepay.model import catalogue
from runepay.model.card import CardFields
from runepay.model.resources import UNIVERSAL

Json = dict[str, Any]

FIRST_HAND: Final = 4
CHANNELLED: Final = 2
"""Runes channelled a turn (315.3.b)."""


def sample(plan: Plan, number: int, first: int = 1) -> Iterator[Json]:
    """Draw instances as instance files have them.

    Parameters
    ----------
    plan
        What is drawn.
    number
        How many.
    first
        The place of the first one; each depends on the seed and on its own place only.

    Examples
    --------
    >>> one, two = sample(Plan(seed=7, turns=(3, 3)), 2)
    >>> one["title"].split(", ")[0]
    'turn 3'
    >>> list(sample(Plan(seed=7, turns=(3, 3)), 1, first=2)) == [two]
    True
    """
    for place in range(first, first + number):
        yield instance(plan, place)


def instance(plan: Plan, place: int) -> Json:
    """Draw the instance of one place."""
    dice = Random(f"{plan.seed}:{place}")  # noqa: S311 - a sample, not a secret
    domains = dice.choice(plan.decks or DECKS)
    mine = _shuffled(dice, plan, domains)
    turn = dice.randint(*plan.turns)
    second = dice.random() < 0.5
    objects = 0 if plan.plain else _board_size(dice, plan, turn)
    written: Json = {
        "title": f"turn {turn}, {'second' if second else 'first'}, {domains}, board {objects}, {plan.seed}:{place}"
    }
    situation = _Situation(dice, mine, turn, second=second, plain=plan.plain)
    return written | situation.draw(objects, None if plan.plain else _shuffled(dice, plan, dice.choice(DECKS)))


def _board_size(dice: Random, plan: Plan, turn: int) -> int:
    least, most = plan.boards
    # Boards grow with the turns, and are emptied by fights.
    return min(max(dice.randint(0, turn), least), most)


def _shuffled(dice: Random, plan: Plan, domains: str) -> Deck:
    built = deck(plan.seed, domains, dice.randrange(VARIANTS), rulings=plan.rulings)
    cards, runes = list(built.cards), list(built.runes)
    dice.shuffle(cards)
    dice.shuffle(runes)
    return replace(built, cards=tuple(cards), runes=tuple(runes))


class _Situation:
    """Draws the parts of one situation, in one fixed order."""

    def __init__(self, dice: Random, mine: Deck, turn: int, *, second: bool, plain: bool) -> None:
        self.dice = dice
        self.mine = mine
        self.turn = turn
        self.plain = plain
        self.channelled = min(RUNES, CHANNELLED * turn + second)
        self.drawn = list(mine.cards[: FIRST_HAND + turn + second])
        self.rest = list(mine.cards[len(self.drawn) :])

    def draw(self, objects: int, theirs: Deck | None) -> Json:
        state: Json = {}
        board = self._board(objects)
        hand = self._hand(board)
        card = hand.pop(self.dice.randrange(len(hand)))
        state["runes"] = self._runes(facts := self._earlier())
        if pool := self._pool():
            state["pool"] = pool
        state["hand"] = [*hand, card]
        if not self.plain:
            state |= self._around(board)
        if facts:
            state["facts"] = facts
        enemies = self._enemies(theirs, objects) if theirs is not None else []
        play = self._play(card, enemies)
        opponents: Json = {"opponents": [{"board": enemies}]} if enemies else {}
        return {"state": state, **opponents, "play": play}

    def _board(self, objects: int) -> list[str]:
        permanents = [one for one in (*self.drawn, *self.rest) if not _is(one, "spell")]
        board = permanents[:objects]
        for one in board:
            (self.drawn if one in self.drawn else self.rest).remove(one)
        return board

    def _hand(self, board: list[str]) -> list[str]:
        """Give what was drawn and is not on the board; spells have been played as well."""
        hand = self.drawn[-max(FIRST_HAND + self.turn - 2 * len(board), self.dice.randint(1, 4)) :] or self.rest[:1]
        if self.plain:
            hand = [one for one in (*hand, *self.rest) if not speaks(_card(one))][: len(hand)]
        return hand

    def _earlier(self) -> Json:
        """Say what else was played this turn."""
        played = self.dice.choices((0, 1, 2), (65, 28, 7))[0]
        return {"cards_played": played} if played and not self.plain else {}

    def _runes(self, facts: Json) -> Json:
        dice = self.dice
        recycled = sum(dice.random() < 0.45 for _ in range(self.turn - 1))
        count = max(1, min(self.channelled, self.channelled - max(recycled - self.turn // 3, 0)))
        domains = list(self.mine.runes[:count])
        exhausted = 0
        for _ in range(facts.get("cards_played", 0) or (self.plain and dice.random() < 0.3)):
            exhausted += dice.randint(1, 4)
        written: Json = {}
        for place, domain in enumerate(sorted(domains, key=self.mine.runes.index)):
            runes = written.setdefault(domain, {"ready": 0, "exhausted": 0})
            runes["exhausted" if place < exhausted else "ready"] += 1
        return {domain: runes if runes["exhausted"] else runes["ready"] for domain, runes in sorted(written.items())}

    def _pool(self) -> Json:
        dice = self.dice
        pool: Json = {}
        if dice.random() < 0.15:
            pool["energy"] = dice.randint(1, 2)
        if dice.random() < 0.15:
            pool["power"] = {dice.choice((*sorted(set(self.mine.runes)), UNIVERSAL)): 1}
        return pool

    def _around(self, board: list[str]) -> Json:
        """Draw the other zones."""
        dice = self.dice
        written: Json = {"legend": {"card": self.mine.legend}}
        if dice.random() < 0.3:
            written["legend"]["ready"] = False
        if board:
            written["board"] = self._objects(board)
        gold = dice.choices((0, 1, 2), (85, 12, 3))[0]
        if gold:
            written.setdefault("board", []).extend([{"card": "Gold"}] * gold)
        if self.turn > 1:
            written["trash"] = [one for one in self.rest[-(self.turn - 1) :] if dice.random() < 0.7]
        if dice.random() < 0.4:
            written["battlefields"] = [{"card": dice.choice(battlefields()), "id": "field"}]
        if self.mine.champion is not None and dice.random() < 0.5:
            written["champion"] = [self.mine.champion]
        if dice.random() < 0.25:
            written["xp"] = dice.randint(1, 7)
        return written

    def _objects(self, names: list[str]) -> list[Json | str]:
        """Give objects with the states that they may be in."""
        dice = self.dice
        written: list[Json | str] = []
        for name in names:
            one: Json = {"card": name}
            if dice.random() < 0.35:
                one["ready"] = False
            if _is(name, "unit") and dice.random() < 0.1:
                one["buffs"] = 1
            written.append(one if len(one) > 1 else name)
        return written

    def _enemies(self, theirs: Deck, objects: int) -> list[Json | str]:
        number = max(0, objects + self.dice.randint(-1, 1))
        return self._objects([one for one in theirs.cards if not _is(one, "spell")][:number])

    def _play(self, name: str, enemies: list[Json | str]) -> Json:
        dice = self.dice
        play: Json = {"card": name}
        units = [place for place, one in enumerate(enemies) if _is(_name(one), "unit")]
        if not _is(name, "spell"):
            play["targets"] = []
        elif units and dice.random() < 0.6:
            # The same card may lie elsewhere as well, so the one that is meant has an id.
            place = dice.choice(units)
            one = enemies[place]
            enemies[place] = {"id": "aim", **({"card": one} if isinstance(one, str) else one)}
            play["targets"] = ["aim"]
        elif dice.random() < 0.5:
            play["targets"] = []
        keywords = [one.keyword for one in _card(name).keywords]
        for keyword in ("accelerate", "repeat"):
            if keyword in keywords and dice.random() < 0.3:
                play["elect"] = {keyword: True}
        return play


def _name(one: Json | str) -> str:
    return one if isinstance(one, str) else str(one["card"])


def _card(name: str) -> CardFields:
    card = catalogue.find(name)
    return card if card is not None else CardFields()


def _is(name: str, kind: str) -> bool:
    return kind in _card(name).type
