"""What the cost of a play reads of the turn: which facts, and whether more than facts.

The quick search prices a play once for each different thing that its cost can read. This module says what that is,
from the clauses as data. Where a cost reads what a *payment* changes (runes controlled, what was really spent), the
quick search must not be used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from runepay.model.base import Record
from runepay.model.clauses import AnyClause, Clause, Deflect
from runepay.model.filters import PlayFilter
from runepay.model.objects import Object, fields_of
from runepay.model.question import Question
from runepay.model.reading import Position, fits_card
from runepay.model.state import GameState, Play

COUNTED: Final = ("cards_played", "spells_played", "units_played", "gear_played", "nontoken_gear_played",
                  "equipment_played")  # fmt: skip
"""Facts that the cards played decide, whatever their order."""

PAID: Final = frozenset(
    ("energy_spent", "power_spent", "energy_spent_on_a_spell", "gear_abilities_used", "friendly_units_died",
     "cards_discarded")
)  # fmt: skip
"""Facts that payments change."""

ORDERED: Final = frozenset(("gear_discounted",))
"""Facts that the order of plays decides."""

CHANGED: Final = frozenset(
    (*COUNTED, *PAID, *ORDERED, "enemies_chosen", "enemy_units_chosen", "permanents_played_here",
     "permanents_played_to_battlefields")
)  # fmt: skip
"""Facts that a turn changes of itself; others stay unless the caller says that a play changes them."""

CHANGING: Final = frozenset(
    ("objects", "hand", "xp", "highest_might", "total_might", "tags", "buffs", "battlefields", "chosen_might")
)
"""Counts that plays may change."""


@dataclass(frozen=True, slots=True)
class Reads:
    """What a cost reads.

    Attributes
    ----------
    facts
        Counted facts, by name.
    whole
        Something that depends on which plays were made.
    paid
        Something that payments change.
    ready
        Whether objects are ready.
    board
        Objects on the board are counted or looked at.
    """

    facts: frozenset[str] = frozenset()
    whole: bool = False
    paid: bool = False
    ready: bool = False
    board: bool = False
    upto: frozenset[tuple[str, int]] = frozenset()
    """Counted facts, each with the number from which on more of it reads the same."""

    def __or__(self, other: Reads) -> Reads:
        """Join what two parts read."""
        return Reads(
            self.facts | other.facts,
            self.whole or other.whole,
            self.paid or other.paid,
            self.ready or other.ready,
            self.board or other.board,
            self.upto | other.upto,
        )

    def most(self, name: str) -> int:
        """Give the number of a counted fact from which on more of it reads the same."""
        return max(number for fact, number in self.upto if fact == name)


NO_BOUND: Final = 1 << 30
"""Every number of a fact may read differently."""

NOTHING: Final = Reads()
_PLAY: Final = Play(card="-")


def of_record(record: Record) -> Reads:
    """Say what a clause, a keyword or an Add reads; remembered, as records are frozen."""
    known = _KNOWN.get(id(record))
    if known is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        # The record is held, so that no other can have its identity.
        known = _KNOWN[id(record)] = _walk(record.model_dump(exclude_defaults=True, by_alias=True)), record
    return known[0]


MOST_KNOWN: Final = 4096
"""Records that are remembered."""

_KNOWN: dict[int, tuple[Reads, Record]] = {}


def _walk(value: Any) -> Reads:  # noqa: ANN401 - plain data
    found = NOTHING
    if isinstance(value, dict):
        facts = {value[key] for key in ("fact",) if isinstance(value.get(key), str)}
        count = value.get("count")
        if count == "fact" and isinstance(value.get("name"), str):
            facts.add(value["name"])
        found = _facts(facts)
        amount = value.get("amount")
        if isinstance(amount, dict) and amount.keys() == {"count", "name"} and amount["name"] in COUNTED:
            # A comparison reads no more than whether its bounds are reached.
            bound = max(int(value.get("at_least", 0)), int(value.get("at_most", -1)) + 1)
            rest = {key: inner for key, inner in value.items() if key != "amount"}
            return _walk(rest) | Reads(frozenset([amount["name"]]), upto=frozenset([(amount["name"], bound)]))
        if count == "runes":
            found |= Reads(paid=True)
        elif count in CHANGING and not (count == "objects" and value.get("zone") in {"legend", "battlefields"}):
            found |= Reads(whole=True, board=count not in {"hand", "xp"} and value.get("zone", "board") == "board")
        if "itself" in value:
            found |= Reads(whole=True, board=True)
        if "ready" in value:
            found |= Reads(ready=True)
        for inner in value.values():
            found |= _walk(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            found |= _walk(inner)
    return found


def _facts(names: set[str]) -> Reads:
    names &= CHANGED
    simple = frozenset(name for name in names if name in COUNTED)
    return Reads(
        facts=simple,
        whole=bool(names - simple),
        paid=bool(names & PAID),
        upto=frozenset((name, NO_BOUND) for name in simple),
    )


def of_play(question: Question, state: GameState, others: Iterable[Object]) -> Reads:
    """Say what the cost of a play reads: its own clauses, and those of everything that may reach it.

    Parameters
    ----------
    question
        The play's question.
    state
        The state before the turn.
    others
        Cards that may come onto the board this turn.
    """
    card = question.card
    found = NOTHING
    for part in (*card.clauses, *(one for one in card.keywords if one.when)):
        found |= of_record(part)
    for one in (*question.objects, *others):
        if one.zone not in {"board", "legend", "battlefields"} and one not in others:
            continue
        for clause in one.clauses:
            stands = clause.on is not None or isinstance(clause, Deflect)
            if stands and (clause.on is None or may_reach(clause.on, question)):
                found |= of_record(clause)
        for keyword in one.keywords:
            if keyword.when and keyword.keyword == "deflect":
                found |= of_record(keyword)
        for add in one.adds:
            if add.when and not one.whose:
                for when in add.when:
                    found |= of_record(when)
    for lasts in lasting(state):
        if lasts.on is None or may_reach(lasts.on, question):
            found |= of_record(lasts)
    return found


def lasting(state: GameState) -> Iterator[Clause]:
    """Give the clauses that last this turn."""
    effects: list[AnyClause | str] = list(state.effects)
    for opponent in state.opponents:
        effects.extend(opponent.effects)
    for effect in effects:
        if isinstance(effect, str):
            fields = fields_of(effect, state.cards)
            yield from fields.leaves if fields is not None else ()
        else:
            yield effect


def may_reach(scope: PlayFilter, question: Question) -> bool:
    """Tell whether a scope could speak of a play, whatever the rest of the turn brings."""
    if question.kind not in scope.kind:
        return False
    if scope.keyword:
        return True
    position = Position(GameState(), _PLAY, question.card, (), None)
    return fits_card(scope, position)
