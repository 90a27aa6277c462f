"""What all positions have in common that plain payments lead to from one state.

A payment by runes, the pool, and Adds of one unit changes counts only: runes ready and exhausted, what floats, how many
objects of a class are still ready, and four facts about the turn. Everything else stands here, once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from runepay.model.freeze import freeze
from runepay.model.mentions import check_play
from runepay.model.objects import Object, compile_objects, things_of
from runepay.model.pool import Kind, kind_place, whole_pool
from runepay.model.question import Question
from runepay.model.resources import DOMAINS, ENERGY, PURPOSES, Tally, reach
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.model.supply import tags
from runepay.position.price import Price
from runepay.solver.fast.greedy import Way
from runepay.solver.fast.stock import ADD, POOL, RUNE, Source, Stock, stock
from runepay.solver.fast.totals import simple_totals

FACTS: Final = ("energy_spent", "power_spent", "energy_spent_on_a_spell", "gear_abilities_used")
"""Facts about the turn that plain payments raise (see :mod:`runepay.model.aftermath`)."""

FIRST: Final = 12 + len(FACTS)
"""Where the counts of the pool and of classes begin, behind runes and facts."""

_MODULUS: Final = (1 << 61) - 1
_CHANGING: Final = re.compile(r'"(when|per|ready|printed_cost_of|energy_at_most)"')
"""Words in a clause by which a payment may change what something costs."""

Counts = tuple[int, ...]
"""Ready runes and exhausted runes by domain, the facts, then units of every kind of pool and members of every class."""


def bare(question: Question, energy: int, pips: Tally) -> Question:
    """Give a question that owes exactly this and asks nothing else."""
    return replace(
        question,
        energy=energy,
        pips=pips,
        lines=(),
        elections=(),
        alternates=(),
        must_alternate=False,
        ignores=(),
        components=(),
        increases=(),
        discounts=(),
        overrides=(),
        protected=(),
        ambush=None,
        declined=False,
        faults=(),
        touched=frozenset(),
    )


class Ground:
    """One state, read once.

    Attributes
    ----------
    plain
        Whether every Add at hand is of the kind that counting can prove.
    slots
        Sources that are not runes, with the number they have in the state.
    """

    def __init__(self, state: GameState, ruleset: Ruleset, limit: int) -> None:
        self.state = state
        self.ruleset = ruleset
        self.limit = limit
        self.objects = compile_objects(state, ruleset)
        self.showdown = tags(frozenset({"showdown"})) if state.facts.stated.get("showdown") else frozenset()
        self.slots: list[Source] = []
        self.start: Counts = ()
        self.plain = self._read()
        self.adds = any(one.made == ADD for one in self.slots)
        self.deadly = {
            place
            for place, one in enumerate(self.slots, FIRST)
            if _dies(one) and any(not self._passes(index) for index in one.members)
        }
        """Places of Adds that kill what goes to the trash, or a unit: more than a count."""
        by_id = {one.id: one for one in self.objects}
        self.things = [(thing, by_id[name]) for thing, name, whose in things_of(state) if not whose]
        self.best: dict[tuple[object, ...], tuple[Way, tuple[int, ...]] | None] = {}
        self._hand: dict[str, Play] = {}
        self._prices: dict[int, tuple[Play, tuple[Price, ...] | None]] = {}
        self._identify()

    # ------------------------------------------------------------ counts

    def _read(self) -> bool:
        """Read what can pay; tell whether it is all of the provable kind."""
        every = Play.model_validate({"card": "Price", "type": ["spell", "gear", "unit"], "cost": {}, "targets": []})
        question = bare(freeze(self.state, every, self.ruleset), 0, ())
        question = replace(question, supply=replace(question.supply, fits=tags(frozenset(PURPOSES))))
        had = stock(question)
        mine = [one for one in self.objects if not one.whose]
        asks = any(add.when for one in mine for add in one.adds)
        hosts = {one.attached_to for one in mine}
        asks = asks or any(add.kill and hosts & {one.id, one.name} for one in mine for add in one.adds)
        # What costs nothing here only by a discount may cost something later in the turn.
        asks = asks or any(
            not one.nested and not one.copied and not question.objects[one.object].adds[one.ability].is_plain()
            for one in question.supply.producers
        )
        adds: list[Source] = [] if had is None else [one for one in (*had.power, *had.energy) if one.made == ADD]
        pool: dict[Kind, int] = {(ENERGY, ""): 0, **whole_pool(self.state)}
        self.slots = [
            Source(kind, 0 if kind[0] == ENERGY else reach(kind[0]), pool[kind], POOL)
            for kind in sorted(pool, key=kind_place)
        ]
        self.slots += adds
        runes = self.state.runes
        ready = [runes[name].ready if name in runes else 0 for name in DOMAINS]
        exhausted = [runes[name].exhausted if name in runes else 0 for name in DOMAINS]
        stated = self.state.facts.stated
        self.start = (*ready, *exhausted, *(stated.get(name, 0) for name in FACTS), *(one.number for one in self.slots))
        return had is not None and not asks

    def stock(self, counts: Counts, fits: frozenset[str]) -> tuple[Stock, list[int]]:
        """Give what can pay a price, and for every source that is not a rune its place among the counts."""
        allowed = fits | self.showdown
        power: list[Source] = []
        energy: list[Source] = []
        power_slots: list[int] = []
        energy_slots: list[int] = []
        floating = 0
        for place, one in enumerate(self.slots, FIRST):
            number = counts[place]
            if one.made == POOL and one.kind[0] == ENERGY:
                floating += number
            if not number or one.kind[1] not in allowed:
                continue
            now = one if number == one.number else replace(one, number=number, members=one.members[-number:])
            if one.kind[0] == ENERGY:
                energy.append(now)
                energy_slots.append(place)
            else:
                power.append(now)
                power_slots.append(place)
        runes: list[tuple[int, int]] = []
        for place, name in enumerate(DOMAINS):
            ready, exhausted = counts[place], counts[6 + place]
            runes.append((ready, exhausted))
            if ready or exhausted:
                power.append(Source((name, ""), 1 << place, ready + exhausted, RUNE, place=place))
                power_slots.append(-1)
        return Stock(tuple(power), tuple(energy), tuple(runes), floating), [*power_slots, *energy_slots]

    def _passes(self, index: int) -> bool:
        """Tell whether an object that is killed leaves nothing behind: a token that is no unit."""
        return self.objects[index].token and "unit" not in self.objects[index].type

    # ------------------------------------------------------------ identity

    def _identify(self) -> None:
        """Work out what tells positions apart, ids and the order of the file left out."""
        described = _described(self.objects)
        able = [one for one in self.objects if not one.whose and one.zone in {"board", "legend"} and one.adds]
        ids = {one.id for one in able}
        state = self.state
        facts = sorted((name, n) for name, n in state.facts.stated.items() if name not in FACTS)
        enemies = [(one.xp, one.runes, one.hand, repr(one.effects)) for one in state.opponents]
        cards = sorted(map(repr, state.cards.items()))
        self.others = repr(
            (
                sorted(described[one.id, False] for one in self.objects if one.id not in ids),
                (state.xp, state.deck, facts, repr(state.effects), state.showdown_at, cards),
                enemies,
                self.ruleset,
            )
        )
        self.entries: dict[str, list[int]] = {}
        """By description of an object with an Add: how many are ready and how many are not, in the state."""
        for one in able:
            self.entries.setdefault(described[one.id, True], [0, 0])[not one.ready] += 1
        by_index = {index: described[one.id, True] for index, one in enumerate(self.objects)}
        self.entry_of = [by_index[one.members[0]] if one.made == ADD else "" for one in self.slots]
        names = [f"ready {name}" for name in DOMAINS] + [f"exhausted {name}" for name in DOMAINS] + list(FACTS)
        weights = [hash(name) % _MODULUS for name in names]
        fixed = hash(self.others)
        for entry, (ready, exhausted) in self.entries.items():
            fixed += ready * hash((entry, True)) + exhausted * hash((entry, False))
        for source, entry in zip(self.slots, self.entry_of, strict=True):
            if source.made == POOL:
                weights.append(hash(source.kind) % _MODULUS)
                continue
            # One member less that is ready: one more that is exhausted, or one less in all.
            gone = hash((entry, True)) - (0 if _dies(source) else hash((entry, False)))
            weights.append(gone)
            fixed -= source.number * gone
        self.weights = tuple(weights)
        self.fixed = fixed

    def hash_of(self, counts: Counts) -> int:
        """Give a hash that equal positions share, whichever state they come from."""
        total = self.fixed
        for number, weight in zip(counts, self.weights, strict=True):
            if number:
                total += number * weight
        return total % _MODULUS

    def identity(self, counts: Counts) -> tuple[object, ...]:
        """Give all that tells positions apart."""
        entries = {entry: list(numbers) for entry, numbers in self.entries.items()}
        pool: list[tuple[Kind, int]] = []
        for place, (source, entry) in enumerate(zip(self.slots, self.entry_of, strict=True), FIRST):
            if source.made == POOL:
                if counts[place]:
                    pool.append((source.kind, counts[place]))
                continue
            used = source.number - counts[place]
            entries[entry][0] -= used
            entries[entry][1] += 0 if _dies(source) else used
        kept = sorted((entry, *numbers) for entry, numbers in entries.items() if any(numbers))
        return self.others, counts[:FIRST], tuple(pool), tuple(kept)

    # ------------------------------------------------------------ prices of plays

    def from_hand(self, name: str) -> Play:
        """Give the play of a card in hand, always the same one."""
        if name not in self._hand:
            self._hand[name] = Play(card=name)
        return self._hand[name]

    def prices(self, play: Play) -> tuple[Price, ...] | None:
        """Give the totals of a play, if no plain payment can change them; else ``None``."""
        known = self._prices.get(id(play))
        if known is None:
            known = (play, self._settled(play))
            if len(self._prices) < 1024:
                self._prices[id(play)] = known
        return known[1]

    def _settled(self, play: Play) -> tuple[Price, ...] | None:
        if not self.plain or not self._steady(play):
            return None
        check_play(self.state, play)
        question = freeze(self.state, play, self.ruleset)
        if question.declined or question.touched or question.faults or question.ambush is not None:
            return None
        if _changing((question.card, *question.objects)):
            return None
        totals = simple_totals(question)
        if totals is None or any(owed.lines for owed in totals):
            return None
        purposes = frozenset(tag for tag in question.supply.fits if tag and "/" not in tag and tag != "showdown")
        return tuple({Price(owed.energy, owed.pips, purposes): None for owed in totals})

    def _steady(self, play: Play) -> bool:
        """Tell whether a play brings nothing that depends on what was paid, and no target that may be used up."""
        if self.state.effects or any(one.effects for one in self.state.opponents):
            return False
        if play.before or play.by is not None or play.ability == "weaponmaster":
            return False
        chosen = {one.object for one in play.targets or ()}
        if chosen & {name for one in self.objects if one.adds for name in (one.id, one.name)}:
            return False
        return not _CHANGING.search(play.model_dump_json(exclude_unset=True, by_alias=True))


def _changing(objects: Iterable[Object]) -> bool:
    """Tell whether some clause may say something else after a payment."""
    return any(
        _CHANGING.search(part.model_dump_json(exclude_unset=True, by_alias=True))
        for one in objects
        for part in (*one.clauses, *one.keywords)
    )


def _dies(one: Source) -> bool:
    return one.producer is not None and one.producer.kill


def _described(objects: tuple[Object, ...]) -> dict[tuple[str, bool], str]:
    """Describe every object without its id, as it is (``False``) and as if it were ready (``True``).

    What is attached to it, and to what it is attached, is part of the description.
    """
    alone = {
        one.id: replace(one, id="", group=0, attached_to=None, name="" if one.unnamed else one.name) for one in objects
    }
    hosts = {one.id: _host(one, objects) for one in objects if one.attached_to is not None}
    found: dict[tuple[str, bool], str] = {}
    for one in objects:
        bears = sorted(repr(alone[other]) for other, host in hosts.items() if host == one.id)
        on = repr(alone[hosts[one.id]]) if hosts.get(one.id) else str(one.attached_to)
        for ready in (False, True):
            found[one.id, ready] = repr((replace(alone[one.id], ready=True) if ready else alone[one.id], bears, on))
    return found


def _host(one: Object, objects: tuple[Object, ...]) -> str:
    named = Counter(other.name for other in objects)
    for other in objects:
        if one.attached_to == other.id or (one.attached_to == other.name and named[other.name] == 1):
            return other.id
    return ""
