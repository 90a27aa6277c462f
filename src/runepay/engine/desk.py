"""Keeps what a connection has stated, positions and options, and answers its requests.

What the fast lane can prove is answered at once; everything else is *slow*, and can be stopped.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from threading import Timer
from typing import Final

import msgspec

from runepay.answer import versions
from runepay.api import apply
from runepay.engine import questions
from runepay.engine.messages import (
    PROTOCOL,
    Answer,
    Ask,
    Bye,
    Hello,
    Ok,
    Option,
    Position,
    Quit,
    Reply,
    Request,
    SetOption,
    Welcome,
)
from runepay.engine.table import Table, UnknownPosition, numbered, read
from runepay.model.errors import InputError, nearest_or_known
from runepay.model.goals import NAMED, Goal
from runepay.model.notation.line import read_line
from runepay.model.objects import compile_objects
from runepay.model.rulebook import DEFAULT_RULESET, OPEN, OPTIONS, RULESETS, SETTLED, Ruleset
from runepay.notation import read_payment
from runepay.solver.stopping import Stop, stopping

POSITIONS: Final = 1024
"""Positions that are kept; the one not used for longest goes first."""

REMEMBERED: Final = 4096
"""Answers that are kept."""

ASKS: Final = ("can_pay", "best", "payments", "count", "playable", "plan")
"""Kinds of question that this version answers."""


class Late:
    """What a timer does: it stops the search, and remembers that it was the time."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        self.happened = False

    def __call__(self) -> None:
        """Stop the search."""
        self.happened = True
        self.stop.set()


class Desk:
    """Everything that one connection has stated so far."""

    def __init__(self) -> None:
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.goal: tuple[str, ...] = ("thrifty",)
        self.milliseconds: float | None = None
        self.ruleset = DEFAULT_RULESET
        self.readings: dict[str, str] = {}
        self.cache = True
        self._known: OrderedDict[tuple[object, ...], Answer] = OrderedDict()

    # ------------------------------------------------------------- requests

    def quick(self, request: Request) -> Reply | None:
        """Answer what takes no time; ``None`` for a question that has to be worked on."""
        if isinstance(request, Ask):
            return self._quick(request)
        if isinstance(request, Position):
            return self._position(request)
        if isinstance(request, SetOption):
            return self._set(request)
        if isinstance(request, Hello):
            return self._hello(request)
        return Bye(request.id) if isinstance(request, Quit) else Ok(request.id)

    def _hello(self, request: Hello) -> Welcome:
        return Welcome(
            request.id,
            name="runepay",
            protocol=PROTOCOL,
            versions=versions(Ruleset.of()),
            asks=list(ASKS),
            goals=["thrifty", *NAMED],
            options=[
                Option("milliseconds", 0, "limit of a question that states none; 0 is no limit"),
                Option("goal", ["thrifty"], "goal of a question that states none"),
                Option("cache", True, "whether answers are remembered"),
                Option("ruleset", DEFAULT_RULESET, "rules of positions that state none", list(RULESETS)),
                *(
                    Option(name, readings[0], OPEN.get(name) or SETTLED[name], list(readings))
                    for name, readings in OPTIONS.items()
                ),
            ],
        )

    def _set(self, request: SetOption) -> Ok:
        name, value = request.name, request.value
        if name == "milliseconds":
            self.milliseconds = numbered(value, "value") or None
        elif name == "goal":
            words = [value] if isinstance(value, str) else value
            if not isinstance(words, list) or not all(isinstance(one, str) for one in words):
                raise InputError("a goal is a list of words", path="value", found=value)
            self.goal = Goal.of(words).named
        elif name == "cache":
            if not isinstance(value, bool):
                raise InputError("the cache is on (true) or off (false)", path="value", found=value)
            self.cache = value
            self._known.clear()
        elif name == "ruleset":
            self.ruleset = Ruleset.of(str(value), self.readings).version
        elif name in OPTIONS:
            Ruleset.of(self.ruleset, {name: str(value)})
            self.readings[name] = str(value)
        else:
            known = ("milliseconds", "goal", "cache", "ruleset", *OPTIONS)
            raise InputError("unknown option", path="name", found=name, hint=nearest_or_known(name, known))
        return Ok(request.id)

    def _position(self, request: Position) -> Ok:
        stated = (bool(bytes(request.state)), request.line is not None, request.follows is not None)
        if sum(stated) != 1:
            raise InputError("a position has one of 'state', 'line' and 'follows'", path="position")
        if request.follows is not None:
            table = self._following(request)
        elif request.line is not None:
            table = self._lined(request, request.line)
        else:
            table = self._stated(request)
        self.tables.pop(request.name, None)
        self.tables[request.name] = table
        if len(self.tables) > POSITIONS:
            self.tables.popitem(last=False)
        return Ok(request.id, request.name)

    def _stated(self, request: Position) -> Table:
        parts = [b'"state":' + bytes(request.state)]
        for name, raw in (("opponents", bytes(request.opponents)), ("cards", bytes(request.cards))):
            parts += [f'"{name}":'.encode() + raw] if raw else []
        one = read(b"{" + b",".join(parts) + b',"play":{}}')
        rules = self._rules(request)
        compile_objects(one.state, rules)
        return Table(one.state, rules)

    def _lined(self, request: Position, line: str) -> Table:
        one = read_line(line)
        stated = {**self.readings, **one.options, **(request.options or {})}
        version = request.ruleset or (one.ruleset if "ruleset" in one.model_fields_set else self.ruleset)
        rules = Ruleset.of(version, stated)
        compile_objects(one.state, rules)
        return Table(one.state, rules, json.dumps(one.data["play"]).encode())

    def _rules(self, request: Position) -> Ruleset:
        return Ruleset.of(request.ruleset or self.ruleset, {**self.readings, **(request.options or {})})

    def _following(self, request: Position) -> Table:
        before = self._table(request.follows or "")
        raw = bytes(request.play) or before.play
        play, _ = before.question(raw)
        if request.payment is None:
            raise InputError("what follows a payment needs its 'payment'", path="payment")
        payment = read_payment(before.state, play, request.payment, ruleset=before.rules)
        after = apply(before.state, play, payment, resolved=request.resolved, ruleset=before.rules)
        return Table(after, before.rules)

    def _table(self, name: str) -> Table:
        table = self.tables.get(name)
        if table is None:
            raise UnknownPosition(name, self.tables)
        self.tables.move_to_end(name)
        return table

    # ------------------------------------------------------------- questions

    def _key(self, ask: Ask, table: Table) -> tuple[object, ...]:
        asked = bytes(ask.play), bytes(ask.plan), self._words(ask)
        return table.serial, ask.what, *asked, ask.at_most, ask.pareto, ask.steps, ask.full

    def _words(self, ask: Ask) -> tuple[str, ...]:
        return self.goal if ask.goal is None else tuple(ask.goal)

    def _remember(self, ask: Ask, table: Table, made: Answer) -> None:
        if self.cache:
            self._known[self._key(ask, table)] = made
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    def _quick(self, ask: Ask) -> Reply | None:
        _fitting(ask)
        table = self._table(ask.position)
        if self.cache:
            known = self._known.get(self._key(ask, table))
            if known is not None:
                return msgspec.structs.replace(known, id=ask.id)
        made = questions.quick(table, ask, Goal.of(self._words(ask)))
        if made is not None:
            self._remember(ask, table, made)
        return made

    def slow(self, ask: Ask, stop: Stop) -> Answer:
        """Answer a question that has to be worked on, until it is done, stopped, or out of time."""
        table = self._table(ask.position)
        limit = ask.milliseconds or self.milliseconds
        late = Late(stop)
        timer = Timer(limit / 1000, late) if limit else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            with stopping(stop):
                made = questions.slow(table, ask, Goal.of(self._words(ask)), stop)
        finally:
            if timer is not None:
                timer.cancel()
        if made.stopped is None:
            self._remember(ask, table, made)
        elif late.happened:
            made.stopped = "time"
        return made


_KNOWN: Final = {
    "play": ("can_pay", "best", "payments", "count"),
    "plan": ("plan",),
    "at_most": ("payments", "count"),
    "pareto": ("payments", "count"),
    "full": ("best",),
}
"""Fields that mean something to some kinds of question only."""


def _fitting(ask: Ask) -> None:
    """Refuse what says nothing to a question of its kind."""
    for name, kinds in _KNOWN.items():
        value = getattr(ask, name)
        given = bool(bytes(value)) if isinstance(value, msgspec.Raw) else value not in {None, False}
        if given and ask.what not in kinds:
            hint = f"this goes with {' and '.join(kinds)}"
            raise InputError(f"a question of the kind {ask.what!r} has no such field", path=name, hint=hint)
