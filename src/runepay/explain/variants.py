"""The nearest questions that can be paid: one thing changed, and the solver's answer to it.

Each candidate is asked anew, whole: what the solver does not pay is not named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from runepay import api
from runepay.answer import Answer, elected_json, owed_json
from runepay.explain.mend import fewer_runes, mended, more_runes, moved, of_objects
from runepay.explain.said import count
from runepay.model.aftermath import apply
from runepay.model.errors import InputError, RunepayError
from runepay.model.facts import FACTS
from runepay.model.freeze import freeze
from runepay.model.objects import Object, compile_objects, things_of
from runepay.model.question import Question
from runepay.model.resources import DOMAINS, LIMIT
from runepay.model.rulebook import Ruleset
from runepay.model.state import Facts, GameState, Play, Pool, Runes, Thing
from runepay.solver.causes import Elastic

MOST: Final = 10
"""At most so many variants are named."""

MOST_RUNES: Final = 4
"""So many more runes of one domain are tried."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A question near the one asked, and the solver's payment of it.

    Attributes
    ----------
    kind
        ``election``, ``choice``, ``target``, ``first`` (play another card first), ``fact``, ``before``, ``ready``,
        ``rune``, ``object``, ``zone``, ``timing`` or ``mended`` (all that the smallest repair asks for).
    text
        What would be different, after "payable".
    answer
        The solver's answer to it, refereed.
    """

    kind: str
    text: str
    state: GameState = field(repr=False)
    play: Play = field(repr=False)
    answer: Answer = field(repr=False)

    def to_json(self) -> dict[str, Any]:
        """Write the variant."""
        question = self.answer.question
        return {
            "kind": self.kind,
            "text": self.text,
            "status": self.answer.status,
            "owed": owed_json(self.answer.owed, question.ruleset),
            "elected": elected_json(question, self.answer.owed.choices.elections),
            "loses": self.answer.loses,
        }


SECONDS: Final = 5.0
"""Time for one variant; one that takes longer is not named."""

MOST_SECONDS: Final = 30.0
"""Time for all of them; only questions with many Adds that pay for one another take as long."""

Candidate = tuple[str, str, GameState, Play]


def variants(state: GameState, play: Play, question: Question, elastic: Elastic) -> tuple[Variant, ...]:
    """Find variants that the solver pays, the least change first within each kind.

    Examples
    --------
    >>> from runepay.model.rulebook import Ruleset
    >>> state = GameState.model_validate({"runes": {"fury": 1}})
    >>> play = Play.model_validate({"card": "Mine", "type": "unit", "cost": {"energy": 1}, "domains": ["fury"],
    ...                             "keywords": ["accelerate"], "elect": {"accelerate": True}})
    >>> question = freeze(state, play, Ruleset.of())
    >>> for one in variants(state, play, question, Elastic(question))[:2]:
    ...     print(one.kind, "-", one.text)
    election - without accelerate
    rune - with 1 more ready Fury rune
    """
    finder = _Finder(state, play, question, elastic)
    found: list[Variant] = []
    said: set[str] = set()
    end = monotonic() + MOST_SECONDS
    for candidates in finder.kinds():
        for candidate in candidates:
            text = candidate[1].removeprefix("if ").replace(" were ready", " ready").removeprefix("with ")
            if text in said:
                continue
            said.add(text)
            if monotonic() > end:
                return tuple(found)
            one = finder.paid(candidate)
            if one is not None:
                found.append(one)
                if len(found) >= MOST:
                    return tuple(found)
    if not found:
        found += finder.combined()
    return tuple(found)


class _Finder:
    """Makes candidates for one question that cannot be paid."""

    def __init__(self, state: GameState, play: Play, question: Question, elastic: Elastic) -> None:
        self.state = state
        self.play = play
        self.question = question
        self.elastic = elastic
        self.ruleset: Ruleset = question.ruleset
        self.repair = elastic.repair or ()
        self.wants = {one.what for one in self.repair}

    def kinds(self) -> Iterator[Iterator[Candidate]]:
        """Give the kinds of candidates, what lies in the player's own hands first."""
        yield self._elections()
        yield self._choices()
        yield self._targets()
        yield self._before()
        yield self._first()
        yield self._facts()
        yield self._zone()
        yield self._ready()
        yield self._runes()
        yield self._mended()

    def paid(self, candidate: Candidate) -> Variant | None:
        """Ask a candidate; give it if it is payable as the rules are read by default."""
        kind, text, state, play = candidate
        try:
            answer = api.solve(state, play, ruleset=self.ruleset, seconds=SECONDS)
        except InputError:
            return None  # What the play names is not there any more.
        return Variant(kind, text, state, play, answer) if answer.payment is not None else None

    def combined(self) -> Iterator[Variant]:
        """Give a candidate of play and permission together with what is then still missing, where nothing else pays."""
        for candidates in (self._facts(), self._zone(), self._choices(), self._elections()):
            for kind, text, state, play in candidates:
                try:
                    question = freeze(state, play, self.ruleset)
                    repair = Elastic(question).repair
                except InputError:
                    continue
                made = mended(state, play, question, repair or ())
                if made is None:
                    continue
                one = self.paid((kind, f"{text}, and {made[1]}", *made[0]))
                if one is not None:
                    yield one
                    return

    # ------------------------------------------------------------ what the player decides

    def _elections(self) -> Iterator[Candidate]:
        elect = self.play.elect
        for one in self.question.elections:
            if one.fixed is None:
                continue
            names = [name for name in elect if name in (one.id, one.id.split(":")[0])]
            rest = {key: value for key, value in elect.items() if key not in names}
            if one.fixed and one.most > 1:
                for number in range(one.fixed - 1, -1, -1):
                    play = self.play.model_copy(update={"elect": {**rest, one.id: number}})
                    if self.paid(("election", "", self.state, play)) is not None:
                        yield "election", f"with {number} for {one.id}", self.state, play
                        break
            elif one.fixed:
                play = self.play.model_copy(update={"elect": {**rest, one.id: False}})
                yield "election", f"without {one.id}", self.state, play
            else:
                play = self.play.model_copy(update={"elect": {**rest, one.id: 1 if one.most > 1 else True}})
                yield "election", f"with {one.id}", self.state, play
        if len([one for one in self.question.elections if one.fixed is not None]) > 1:
            kept = {key: value for key, value in elect.items() if key == "pay"}
            play = self.play.model_copy(update={"elect": kept})
            yield "election", "with your decisions on optional costs left open", self.state, play

    def _choices(self) -> Iterator[Candidate]:
        choose = self.play.choose
        words = {
            "objects": "other objects paying than those you chose", "order": "another order of the discounts",
            "halves": "another half of a discount", "removed": "other pips taken off",
        }  # fmt: skip
        for name, text in words.items():
            if getattr(choose, name):
                without = choose.model_copy(update={name: type(getattr(choose, name))()})
                yield "choice", f"with {text}", self.state, self.play.model_copy(update={"choose": without})

    def _targets(self) -> Iterator[Candidate]:
        targets = self.play.targets or ()
        by_id = {one.id: one for one in self.question.objects}
        by_name = {one.name: one for one in self.question.objects}
        for place, target in enumerate(targets):
            now = by_id.get(target.object) or by_name.get(target.object)
            if now is None:
                continue
            chosen = {one.object for one in targets}
            for other in self.question.objects:
                same = other.whose == now.whose and other.zone == now.zone and set(other.type) & set(now.type)
                if not same or other.id in chosen or other.group == now.group:
                    continue
                changed = target.model_copy(update={"object": other.id})
                play = self.play.model_copy(update={"targets": (*targets[:place], changed, *targets[place + 1 :])})
                yield "target", f"if it chose {self._name(other)} in place of {self._name(now)}", self.state, play

    def _before(self) -> Iterator[Candidate]:
        slow = [
            one for one in self.question.objects
            if not one.whose and one.zone in {"board", "legend"} and any(add.speed != "reaction" for add in one.adds)
        ]  # fmt: skip
        if slow and not self.play.before:
            names = " or ".join(self._name(one) for one in slow)
            yield (
                "before",
                f"if the Add of {names} is used beforehand",
                self.state,
                self.play.model_copy(update={"before": True}),
            )

    def _first(self) -> Iterator[Candidate]:
        """Play another card of the hand first: its Add may then be used, and a card was played this turn."""
        if self.play.kind not in {"card", "ability"}:
            return
        seen: set[int] = set()
        things = {oid: thing for thing, oid, whose in things_of(self.state) if not whose}
        for one in self.question.objects:
            if one.zone != "hand" or one.whose or one.group in seen or not set(one.type) & {"unit", "spell", "gear"}:
                continue
            seen.add(one.group)
            after = self._played_first(one, things[one.id])
            if after is not None:
                yield "first", f"after playing {one.name} first", after, self.play

    def _played_first(self, one: Object, thing: Thing) -> GameState | None:
        """Give the state after another card was paid for and played; what its text does then is left out."""
        try:
            play = Play(card=one.id)
            answer = api.solve(self.state, play, ruleset=self.ruleset)
            if answer.status != "payable" or answer.payment is None:
                return None
            after = apply(self.state, play, answer.payment, self.ruleset)
        except RunepayError:
            return None
        facts = {"cards_played": 1}
        for kind, fact in (("unit", "units_played"), ("spell", "spells_played"), ("gear", "gear_played")):
            facts[fact] = int(kind in one.type)
        stated = after.facts.stated
        now = {name: stated.get(name, FACTS[name].default) + number for name, number in facts.items() if number}
        update: dict[str, Any] = {"facts": Facts(stated={**stated, **now})}
        if "spell" not in one.type:
            # Units enter exhausted. Gear enters ready, except what says otherwise; such gear gives two kinds of Adds.
            ready = "unit" not in one.type and len(one.adds) < 2
            update["board"] = (*after.board, thing.model_copy(update={"id": one.id, "ready": ready, "new": True}))
        return after.model_copy(update=update)

    # ------------------------------------------------------------ the turn

    def _facts(self) -> Iterator[Candidate]:
        state = self.state
        rules = {rule for rule, _ in self.question.faults}
        stated = state.facts.stated
        if "358.3" in rules and stated.keys() & {"my_turn", "main_phase", "open_state", "showdown"}:
            now = {**stated, "my_turn": 1, "main_phase": 1, "open_state": 1, "showdown": 0}
            update: dict[str, Any] = {"facts": Facts(stated=now), "showdown_at": None}
            text = "on your own turn, in the Main Phase, in an open state outside showdowns"
            yield "timing", text, state.model_copy(update=update), self.play
        played = stated.get("cards_played", 0)
        if not played:
            text = "once another card has been played this turn (Legion)"
            yield "fact", text, _with_facts(state, cards_played=1), self.play
        yield from self._conditions()
        things = {oid: thing for thing, oid, whose in things_of(state) if not whose}
        for oid, thing in things.items():
            if thing.used and "358.3" in rules:
                text = f"on a turn on which {self._called(oid)}'s ability was not used yet"
                yield "fact", text, of_objects(state, {oid: {"used": ()}}), self.play
            if thing.empowered and "441.1.b" in rules:
                text = f"if {self._called(oid)} were not Empowered yet"
                yield "fact", text, of_objects(state, {oid: {"empowered": False}}), self.play

    def _conditions(self) -> Iterator[Candidate]:
        """Change what the condition of an ability asks for, where one change is enough."""
        if self.play.ability is None or self.play.source is None:
            return
        source = next((one for one in self.question.objects if self.play.source in (one.id, one.name)), None)
        ability = next((one for one in source.abilities if one.id == self.play.ability), None) if source else None
        if source is None or ability is None:
            return
        for wanted in ability.when:
            amount = wanted.amount
            if wanted.fact in FACTS:
                changed = _with_facts(self.state, **{str(wanted.fact): 1})
                yield "fact", f"if {FACTS[str(wanted.fact)].meaning}", changed, self.play
            if amount is not None and amount.count == "fact" and amount.name in FACTS and wanted.at_least:
                facts = {str(amount.name): wanted.at_least}
                text = f"if this were at least {wanted.at_least}: {FACTS[str(amount.name)].meaning}"
                yield "fact", text, _with_facts(self.state, **facts), self.play
            if amount is not None and amount.count == "runes" and wanted.at_most is not None and amount.whose == "own":
                text = f"with {wanted.at_most} runes at the most"
                yield "object", text, fewer_runes(self.state, wanted.at_most), self.play
            if amount is not None and amount.count == "xp" and wanted.at_least:
                text = f"with {wanted.at_least} XP"
                yield "object", text, self.state.model_copy(update={"xp": wanted.at_least}), self.play
            if wanted.itself is not None:
                name = self._called(source.id)
                if wanted.itself.empowered is not None:
                    text = f"if {name} were {'' if wanted.itself.empowered else 'not '}Empowered"
                    changed = of_objects(self.state, {source.id: {"empowered": wanted.itself.empowered}})
                    yield "object", text, changed, self.play
                if wanted.itself.at == "battlefield":
                    changed = of_objects(self.state, {source.id: {"at": "a-battlefield"}})
                    yield "object", f"if {name} were at a battlefield", changed, self.play
                if wanted.itself.attached is not None and not wanted.itself.attached:
                    changed = of_objects(self.state, {source.id: {"attached_to": None}})
                    yield "object", f"if {name} were not attached", changed, self.play

    def _zone(self) -> Iterator[Candidate]:
        play = self.play
        there = next(
            (
                one for one in compile_objects(self.state, self.ruleset)
                if one.zone == play.origin != "hand" and not one.whose and play.card in (one.id, one.name)
            ),
            None,
        )  # fmt: skip
        state = self.state if there is None else moved(self.state, there, "hand")
        if play.kind == "card" and play.origin not in {"hand", "champion"}:
            yield "zone", "if it were played from hand", state, play.model_copy(update={"origin": "hand"})
        if play.kind == "card" and (play.by is not None or play.effects):
            changed = play.model_copy(update={"by": None, "effects": (), "origin": "hand"})
            yield "zone", "if it were played from hand in the ordinary way, at its own cost", state, changed
        if play.kind == "hide" and play.origin not in {"hand", "champion"}:
            yield "zone", "if it were hidden from hand", self.state, play.model_copy(update={"origin": "hand"})
        if play.ambush:
            changed = play.model_copy(update={"ambush": False, "to": "base"})
            yield "zone", "if it were played to base and not by Ambush", self.state, changed

    # ------------------------------------------------------------ what is there

    def _ready(self) -> Iterator[Candidate]:
        state = self.state
        there = {one.id for one in self.question.objects if one.zone in {"board", "legend"}}
        tired = [
            (oid, thing) for thing, oid, whose in things_of(state) if not whose and not thing.ready and oid in there
        ]
        for oid, _ in tired[:6]:
            yield "ready", f"if {self._called(oid)} were ready", of_objects(state, {oid: {"ready": True}}), self.play
        spent = {domain: one for domain, one in state.runes.items() if one.exhausted}
        runes = {d: Runes(ready=min(one.ready + one.exhausted, LIMIT)) for d, one in state.runes.items()}
        if spent:
            yield "ready", "if all your runes were ready", state.model_copy(update={"runes": runes}), self.play
        if tired or spent:
            everything = of_objects(state, {oid: {"ready": True} for oid, _ in tired})
            changed = everything.model_copy(update={"runes": runes, "pool": Pool()})
            yield "ready", "once everything you have is ready again, with an empty pool", changed, self.play

    def _runes(self) -> Iterator[Candidate]:
        if not any(key[0] in {"energy", "pips"} for cause in self.elastic.causes for key in cause):
            return
        for domain in self._domains():
            for number in range(1, MOST_RUNES + 1):
                if domain in self.state.runes and self.state.runes[domain].ready + number > LIMIT:
                    break
                state = more_runes(self.state, {domain: number})
                if self.paid(("rune", "", state, self.play)) is not None:
                    yield "rune", f"with {count(number, f'more ready {domain.capitalize()} rune')}", state, self.play
                    break

    def _domains(self) -> list[str]:
        """Give domains in the order in which their runes are worth trying."""
        masks = [one.which for one in self.repair if one.what == "power"]
        asked = [d for place, d in enumerate(DOMAINS) if any(mask >> place & 1 for mask in masks)]
        mine = [d for d in DOMAINS if d in self.state.runes and d not in asked]
        own = [d for place, d in enumerate(DOMAINS) if self.question.card.domains >> place & 1]
        order = [*asked, *mine, *own] or ["fury"]
        return list(dict.fromkeys(order))[:4] if asked and len(asked) < 6 else list(dict.fromkeys(order))[:2]

    def _mended(self) -> Iterator[Candidate]:
        made = mended(self.state, self.play, self.question, self.repair)
        if made is not None:
            yield "mended", made[1], *made[0]

    def _name(self, one: Object) -> str:
        several = sum(other.name == one.name for other in self.question.objects) > 1
        return f"{one.name} ({one.id})" if several and one.id != one.name else one.name

    def _called(self, oid: str) -> str:
        one = next((one for one in compile_objects(self.state, self.ruleset) if one.id == oid), None)
        return oid if one is None else self._name(one)


def _with_facts(state: GameState, **facts: int) -> GameState:
    return state.model_copy(update={"facts": Facts(stated={**state.facts.stated, **facts})})
