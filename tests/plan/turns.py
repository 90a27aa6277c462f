"""Random small turns and their best plan by exhaustive search: every order, every subset, every way, every payment.

The search knows nothing of the product: a moment is runes, sources, pool, plays made and pending effects, and a move
is one rune exhausted or recycled, one source used, or one play paid with one choice of units. What a turn costs is
read from its last moment.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

Json = dict[str, Any]
DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")
ANY = frozenset(DOMAINS)


@dataclass(frozen=True)
class Card:
    """A card of a random turn, as the exhaustive search sees it."""

    energy: int
    pips: tuple[frozenset[str], ...]
    kind: str
    value: int
    legion: int = 0
    per_card: int = 0
    deflect: int = 0
    options: tuple[tuple[int, tuple[frozenset[str], ...], int], ...] = ()
    """Optional costs: Energy, pips, worth."""
    grant: tuple[str, int] | None = None
    """``("spell" | "card", less)``: the next one costs so much less Energy."""
    discard: int = 0
    """It may discard a card to cost so much less Energy."""
    act: int = 0
    """It kills or exhausts a unit, as the turn says: 1 if it may, to cost 2 Energy less, 2 if it must."""
    gives: str = ""
    """A gear that enters ready with an Add of this."""


@dataclass
class Turn:
    """A random turn."""

    runes: dict[str, list[int]]
    pool: dict[tuple[str, str], int]
    sources: list[tuple[str, str]]
    """``(kind, what)``: a Seal, a Gold, a gear with [1], a unit with [1], a restricted source."""
    cards: list[Card]
    mode: str = "best"
    spare: tuple[int, ...] = ()
    """What other cards in hand are worth when they are discarded."""
    act: str = ""
    """What costs may do to a unit: ``kill`` or ``exhaust``."""
    units: tuple[tuple[int, bool], ...] = ()
    """Might and readiness of units on the board."""
    names: list[str] = field(default_factory=list)


def draw(seed: int, *, heavy: bool = False) -> Turn:
    """Draw a turn; ``heavy`` has many effects that depend on the order."""
    dice = random.Random(seed)
    domains: list[str] = list(dice.sample(DOMAINS, 2))
    number = dice.randint(2, 5)
    runes: dict[str, list[int]] = {domain: [0, 0] for domain in domains}
    for _ in range(number):
        runes[dice.choice(domains)][0 if dice.random() < 0.8 else 1] += 1
    pool: dict[tuple[str, str], int] = {}
    for kind, chances in ((("universal", ""), (0, 0, 0, 1)), (("energy", ""), (0, 0, 0, 1)),
                          ((domains[0], ""), (0, 0, 0, 1)), (("energy", "spell"), (0, 0, 0, 0, 2)),
                          (("universal", "unit"), (0, 0, 0, 0, 0, 1))):
        if units := dice.choice(chances):
            pool[kind] = units
    sources = [("seal", dice.choice(domains)) for _ in range(dice.choice((0, 0, 1, 2)))]
    if dice.random() < 0.15:
        sources.append(("gold", "universal"))
    if dice.random() < 0.1:
        sources.append(("sage", "energy"))
    cards = [_card(dice, domains, heavy=heavy) for _ in range(dice.randint(2, 4 if number < 5 else 3))]
    return Turn(runes, pool, sources, cards, dice.choice(("best", "best", "best", "most", "all")),
                tuple(dice.choice((1, 2, 6)) for _ in range(dice.choice((0, 0, 1)))))


def draw_with_acts(seed: int, *, heavy: bool = False) -> Turn:
    """Draw a turn in which some costs kill units, or exhaust them."""
    turn = draw(seed, heavy=heavy)
    dice = random.Random(f"acts {seed}")
    turn.act = dice.choice(("kill", "kill", "exhaust"))
    turn.sources = [one for one in turn.sources if one[0] != "sage"]
    turn.pool = {kind: number for kind, number in turn.pool.items() if not kind[1]}
    turn.units = tuple((dice.choice((1, 2, 4)), dice.random() < 0.7) for _ in range(dice.choice((0, 1, 1, 2))))
    turn.cards = [
        replace(one, act=dice.choice((1, 1, 2))) if not (one.discard or one.gives) and dice.random() < 0.5 else one
        for one in turn.cards
    ]
    return turn


def _pip(dice: random.Random, domains: list[str]) -> frozenset[str]:
    roll = dice.random()
    if roll < 0.15:
        return frozenset(domains)
    return ANY if roll < 0.3 else frozenset([dice.choice(domains)])


def _card(dice: random.Random, domains: list[str], *, heavy: bool) -> Card:
    if dice.random() < 0.12:
        domain = dice.choice(domains)
        return Card(0, (frozenset([domain]),), "gear", dice.choice((0, 1, 2)), gives=domain)
    energy = dice.choice((1, 1, 2, 2, 3)) if heavy else dice.choice((0, 1, 1, 2, 2, 3, 4))
    pips = tuple(_pip(dice, domains) for _ in range(dice.choice((0, 0, 0, 1, 1, 1, 2))))
    kind = dice.choice(("spell", "unit", "unit"))
    options: list[tuple[int, tuple[frozenset[str], ...], int]] = []
    if dice.random() < (0.5 if heavy else 0.25):
        extra = (ANY,) if dice.random() < 0.3 else ()
        options.append((dice.choice((0, 1, 1, 2)), extra, dice.choice((0, 2, 2))))
        if heavy and dice.random() < 0.3:
            options.append((1, (), dice.choice((1, 2))))
    gives = ""
    if dice.random() < (0.1 if heavy else 0.04):
        kind, gives = "gear", "energy"
    return Card(
        energy,
        pips,
        kind,
        energy + len(pips),
        legion=2 if dice.random() < (0.35 if heavy else 0.15) else 0,
        per_card=1 if dice.random() < (0.18 if heavy else 0.08) else 0,
        deflect=dice.choice((1, 2)) if kind == "spell" and dice.random() < 0.3 else 0,
        options=tuple(options),
        grant=_grant(dice, heavy=heavy),
        discard=dice.choice((1, 2, 3)) if dice.random() < 0.12 else 0,
        gives=gives,
    )


def _grant(dice: random.Random, *, heavy: bool) -> tuple[str, int] | None:
    return (dice.choice(("spell", "card")), dice.choice((1, 2))) if dice.random() < (0.35 if heavy else 0.1) else None


# ------------------------------------------------------------ as an instance


def instance(turn: Turn) -> Json:
    """Write a turn as an instance file has it."""
    board: list[Json] = []
    for place, (kind, what) in enumerate(turn.sources):
        thing: Json = {"id": f"source-{place}", "adds": [{"gives": _gives(what)}]}
        if kind == "gold":
            thing |= {"card": "Gold", "type": "gear", "adds": [{"gives": _gives(what), "kill": True}]}
        else:
            thing["type"] = "unit" if kind == "sage" else "gear"
        board.append(thing)
    board += [
        {"id": f"unit-{n}", "type": "unit", "might": might, "ready": ready}
        for n, (might, ready) in enumerate(turn.units)
    ]
    pool: Json = {"power": {}, "restricted": []}
    for (what, tag), number in turn.pool.items():
        into: Json = {} if not tag else {"for": tag}
        into |= {"energy": number} if what == "energy" else {"power": {what: number}}
        if tag:
            pool["restricted"].append(into)
        elif what == "energy":
            pool["energy"] = number
        else:
            pool["power"][what] = number
    return {
        "ask": "plan",
        "state": {
            "runes": {domain: {"ready": one[0], "exhausted": one[1]} for domain, one in turn.runes.items()},
            "pool": pool,
            "board": board,
            "hand": [{"id": f"spare-{n}", "cost": {"energy": worth - 1}} for n, worth in enumerate(turn.spare)],
        },
        "opponents": [{"board": [{"id": f"foe-{n}", "type": "unit", "might": 1,
                                  "keywords": [{"keyword": "deflect", "value": n}]} for n in (1, 2)]}],
        "plan": {"mode": turn.mode, "plays": [_play(place, card, turn.act) for place, card in enumerate(turn.cards)]},
    }


def _gives(what: str) -> Json:
    return {"energy": 1} if what == "energy" else {"power": {what: 1}}


def _pips(pips: tuple[frozenset[str], ...]) -> list[Any]:
    return ["any" if one == ANY else [domain for domain in DOMAINS if domain in one] for one in pips]


def _play(place: int, card: Card, act: str) -> Json:
    clauses: list[Json] = []
    if card.legion:
        clauses.append({"clause": "discount", "energy": card.legion,
                        "when": {"amount": {"count": "fact", "name": "cards_played"}, "at_least": 1}})
    if card.per_card:
        clauses.append({"clause": "discount", "energy": card.per_card,
                        "per": {"count": "fact", "name": "cards_played"}})
    for number, (energy, pips, _) in enumerate(card.options):
        clauses.append({"clause": "additional", "id": f"more-{number}", "optional": True,
                        "cost": {"energy": energy, "power": _pips(pips)}})
    if card.discard:
        clauses.append({"clause": "additional", "id": "discard", "optional": True, "cost": {"actions": ["discard 1"]}})
        clauses.append({"clause": "discount", "energy": card.discard, "when": {"elected": "discard"}})
    if card.act:
        clauses.append({"clause": "additional", "id": "act", "optional": card.act == 1,
                        "cost": {"actions": [f"{act} 1 unit"]}})
        if card.act == 1:
            clauses.append({"clause": "discount", "energy": 2, "when": {"elected": "act"}})
    play: Json = {
        "card": f"card {place}",
        "type": card.kind,
        "cost": {"energy": card.energy, "power": _pips(card.pips)},
        "clauses": clauses,
        "targets": [f"foe-{card.deflect}"] if card.deflect else [],
        "value": card.value,
        "worth": {f"more-{number}": one[2] for number, one in enumerate(card.options)},
    }
    if card.gives:
        play["adds"] = [{"gives": _gives(card.gives)}]
    if card.grant:
        scope: Json = {"type": ["spell"]} if card.grant[0] == "spell" else {}
        play["then"] = {"next": [{"clause": "discount", "energy": card.grant[1], "on": scope}]}
    return play


# ------------------------------------------------------------ exhaustive search


Moment = tuple[Any, ...]


class Exhaustive:
    """Goes through every moment that a turn can reach."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.domains = sorted(turn.runes, key=DOMAINS.index)
        self.kinds = [("energy", ""), *((domain, "") for domain in DOMAINS), ("universal", "")]
        self.kinds += [kind for kind in turn.pool if kind not in self.kinds]
        self.start_pool = tuple(turn.pool.get(kind, 0) for kind in self.kinds)

    def best(self) -> tuple[int, tuple[int, ...]] | None:
        """Give the best value and the goal's values, or nothing if no plan does what is asked."""
        runes = tuple(tuple(self.turn.runes[domain]) for domain in self.domains)
        start: Moment = (runes, (1,) * len(self.turn.sources), self.start_pool, 0, (), (), 0, 0, ())
        seen = {start}
        stack = [start]
        found: tuple[int, tuple[int, ...]] | None = None
        full = (1 << len(self.turn.cards)) - 1
        while stack:
            moment = stack.pop()
            if self.turn.mode != "all" or moment[3] == full:
                this = (-moment[6], self.values(moment))
                if found is None or this < found:
                    found = this
            for after in self.moves(moment):
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
        return None if found is None else (-found[0], found[1])

    def moves(self, moment: Moment) -> Iterator[Moment]:
        """Give every moment that one move leads to."""
        for after in self.plain(moment[:-1]):
            yield (*after, moment[-1])
        yield from self.made(moment)

    def plain(self, moment: Moment) -> Iterator[Moment]:
        """Give every moment that one rune or one source leads to."""
        runes, sources, pool, mask, arrived, pending, value, unelected = moment
        for place, (ready, exhausted) in enumerate(runes):
            if ready:
                changed = (*runes[:place], (ready - 1, exhausted + 1), *runes[place + 1 :])
                yield (changed, sources, self.added(pool, ("energy", "")), mask, arrived, pending, value, unelected)
            if exhausted:
                changed = (*runes[:place], (ready, exhausted - 1), *runes[place + 1 :])
                more = self.added(pool, (self.domains[place], ""))
                yield (changed, sources, more, mask, arrived, pending, value, unelected)
        for place, left in enumerate(sources):
            if left:
                used = (*sources[:place], 0, *sources[place + 1 :])
                more = self.added(pool, (self.turn.sources[place][1], ""))
                yield (runes, used, more, mask, arrived, pending, value, unelected)
        for place, (what, left) in enumerate(arrived):
            if left:
                used = (*arrived[:place], (what, 0), *arrived[place + 1 :])
                yield (runes, sources, self.added(pool, (what, "")), mask, used, pending, value, unelected)

    def made(self, moment: Moment) -> Iterator[Moment]:
        """Give every moment that one play leads to."""
        runes, sources, pool, mask, arrived, pending, value, unelected, gone = moment
        played = mask.bit_count()
        for place, card in enumerate(self.turn.cards):
            if mask >> place & 1 or f"card {place}" in gone:
                continue
            now = tuple(one for one in pending if not (one[0] == "card" or card.kind == "spell"))
            after = (*now, card.grant) if card.grant else now
            more_arrived = (*arrived, (card.gives, 1)) if card.gives else arrived
            for chosen in product((0, 1), repeat=len(card.options)):
                energy, pips = card.energy, list(card.pips)
                worth = card.value if self.turn.mode == "best" else 1 if self.turn.mode == "most" else 0
                for one, taken in zip(card.options, chosen, strict=True):
                    if taken:
                        energy += one[0]
                        pips += one[1]
                        worth += one[2] if self.turn.mode == "best" else 0
                pips += [ANY] * card.deflect
                energy -= card.legion if played else 0
                energy -= card.per_card * played
                energy -= sum(one[1] for one in pending if one[0] == "card" or card.kind == "spell")
                missed = unelected + chosen.count(0) + bool(card.discard) + (card.act == 1)
                for left_over in self.paid(pool, max(0, energy), tuple(pips), card.kind) if card.act != 2 else ():
                    yield (runes, sources, left_over, mask | 1 << place, more_arrived, after, value + worth,
                           missed, gone)
                for victim in self.victims(mask, gone) if card.act else ():
                    less = 2 if card.act == 1 else 0
                    for left_over in self.paid(pool, max(0, energy - less), tuple(pips), card.kind):
                        yield (runes, sources, left_over, mask | 1 << place, more_arrived, after, value + worth,
                               unelected + chosen.count(0), tuple(sorted((*gone, victim))))
                if not card.discard:
                    continue
                for victim in self.hand(mask | 1 << place, gone):
                    for left_over in self.paid(pool, max(0, energy - card.discard), tuple(pips), card.kind):
                        yield (runes, sources, left_over, mask | 1 << place, more_arrived, after, value + worth,
                               unelected + chosen.count(0), tuple(sorted((*gone, victim))))

    def victims(self, mask: int, gone: tuple[str, ...]) -> list[str]:
        """Give the units that a cost may take now: those there, and units played if it kills."""
        kills = self.turn.act == "kill"
        there = [f"taken unit-{n}" for n, (_, ready) in enumerate(self.turn.units) if ready or kills]
        if kills:
            played = [place for place in range(len(self.turn.cards)) if mask >> place & 1]
            there += [f"taken card-{place}" for place in played if self.turn.cards[place].kind == "unit"]
        return [one for one in there if one not in gone]

    def hand(self, mask: int, gone: tuple[str, ...]) -> list[str]:
        """Give the cards still in hand."""
        cards = [f"card {place}" for place in range(len(self.turn.cards)) if not mask >> place & 1]
        return [one for one in (*cards, *(f"spare-{n}" for n in range(len(self.turn.spare)))) if one not in gone]

    def lost(self, name: str) -> int:
        """Give what losing a card of the hand is worth."""
        kind, _, number = name.replace(" ", "-").rpartition("-")
        if kind.startswith("taken") and self.turn.act == "exhaust":
            return 0
        if kind == "taken-unit":
            return 1 + self.turn.units[int(number)][0]
        if kind == "spare":
            return self.turn.spare[int(number)]
        card = self.turn.cards[int(number)]
        return 1 + card.energy + len(card.pips)

    def added(self, pool: tuple[int, ...], kind: tuple[str, str]) -> tuple[int, ...]:
        """Give the pool with one more unit."""
        place = self.kinds.index(kind)
        return (*pool[:place], pool[place] + 1, *pool[place + 1 :])

    def paid(
        self, pool: tuple[int, ...], energy: int, pips: tuple[frozenset[str], ...], kind: str
    ) -> set[tuple[int, ...]]:
        """Give every pool that paying from it can leave."""
        ends = {pool}
        for need in (*(frozenset(["energy"]) for _ in range(energy)), *pips):
            after = set()
            for one in ends:
                for place, (what, tag) in enumerate(self.kinds):
                    fits = what in need or (what == "universal" and "energy" not in need)
                    if one[place] and fits and tag in {"", kind}:
                        after.add((*one[:place], one[place] - 1, *one[place + 1 :]))
            ends = after
        return ends

    def values(self, moment: Moment) -> tuple[int, ...]:
        """Read the goal's values from the last moment."""
        runes, sources, pool, _, arrived, _, _, unelected, discarded = moment
        recycled, exhausts, late, balance = 0, 0, 0, 0
        added = dict.fromkeys(self.kinds, 0)
        for domain, (ready, exhausted) in zip(self.domains, runes, strict=True):
            before_ready, before_exhausted = self.turn.runes[domain]
            gone = before_ready + before_exhausted - ready - exhausted
            recycled += gone
            exhausts += before_ready - ready
            late += max(0, gone - before_exhausted)
            balance += (ready + exhausted) ** 2
            added[domain, ""] += gone
        added["energy", ""] += exhausts
        losses, tapped, uses = sum(self.lost(one) for one in discarded), 0, len(discarded)
        if self.turn.act == "exhaust":
            tapped += sum(one.startswith("taken") for one in discarded)
        for (source, what), left in zip(self.turn.sources, sources, strict=True):
            if not left:
                uses += 1
                added[what, ""] += 1
                losses += 2 if source == "gold" else 0
                tapped += source == "sage"
        for what, left in arrived:
            if not left:
                uses += 1
                added[what, ""] += 1
        spent = {kind: self.start_pool[place] + added[kind] - pool[place] for place, kind in enumerate(self.kinds)}
        floated = dict(zip(self.kinds, self.start_pool, strict=True))
        surplus = sum(added[kind] - max(0, spent[kind] - floated[kind]) for kind in self.kinds)
        return (
            losses,
            recycled,
            tapped,
            sum(number for kind, number in spent.items() if not kind[1]),
            sum(number for kind, number in spent.items() if kind[0] == "energy")
            - sum(number for kind, number in floated.items() if kind[0] == "energy"),
            spent["universal", ""],
            balance,
            late,
            surplus,
            exhausts + recycled + uses + sum(spent.values()),
            unelected,
        )


@cache
def expected(seed: int, *, heavy: bool = False, acts: bool = False) -> tuple[int, tuple[int, ...]] | None:
    """Give the best value and the goal's values of a random turn."""
    return Exhaustive((draw_with_acts if acts else draw)(seed, heavy=heavy)).best()
