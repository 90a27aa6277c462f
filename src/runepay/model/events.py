"""What a payment sets off: everything it does that printed texts react to (359.3.b, 406.3).

The triggers themselves become pending above the item that was paid for; they are named here and not resolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from runepay.model.clauses import Add, Watch
from runepay.model.objects import Object, compile_objects
from runepay.model.payment import Payment, Step
from runepay.model.question import Question
from runepay.model.reading import Position, matches
from runepay.model.state import GameState, Play

EVENT_OF: Final = {
    "kill": "killed",
    "discard": "discarded",
    "exhaust": "exhausted",
    "buff": "buff spent",
    "banish": "banished",
    "return": "returned",
    "xp": "xp spent",
    "disempower": "disempowered",
    "burn": "burned",
    "recycle": "recycled card",
}
"""The event that each action of a cost is."""

GOES_TO: Final = {"killed": "trash", "discarded": "trash", "banished": "banished", "returned": "hand"}
"""The zone in which a card is after the event."""

ON_THE_BOARD: Final = frozenset({"board", "legend", "battlefields"})


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a payment does and that other cards may react to.

    Attributes
    ----------
    event
        ``killed``, ``discarded``, ``recycled rune``, ``recycled card``, ``exhausted``, ``buff spent``, ``banished``,
        ``returned``, ``recalled`` (in place of being killed), ``xp spent``, ``disempowered``, ``burned`` or ``added``.
    object
        The object it happens to, or the domain of a rune, or nothing.
    number
        How often.
    watchers
        Ids of the objects whose text reacts to it, itself and opponents' objects included.
    """

    event: str
    object: str
    number: int
    watchers: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Write the event."""
        return {"event": self.event, "object": self.object, "number": self.number, "watchers": list(self.watchers)}


def used_add(step: Step, by_id: dict[str, Object]) -> Add:
    """Give the Add that a step uses: the object's own, or the one that it copies (9.2.11)."""
    name, _, place = step.copies.rpartition(":")
    return by_id[name].adds[int(place)] if step.copies else by_id[step.object].adds[step.ability]


def happened(step: Step, by_id: dict[str, Object]) -> Iterator[tuple[str, str, int]]:
    """Name what one step does: the event, the object (or the domain of a rune), how often."""
    if step.step == "recycle":
        yield "recycled rune", step.object.partition(":")[2], step.number
    elif step.step == "add":
        add = used_add(step, by_id)
        yield "added", step.object, 1
        if add.exhaust:
            yield "exhausted", step.object, 1
        if add.kill:
            yield from _killed(by_id[step.object])
    elif step.step == "act":
        if not step.objects:
            yield EVENT_OF[step.do], "", step.number
        for name in step.objects:
            if step.do == "kill":
                yield from _killed(by_id[name])
            else:
                yield EVENT_OF[step.do], name, 1


def _killed(one: Object) -> Iterator[tuple[str, str, int]]:
    """Name what happens to an object that is killed, or what happens in its place (357.2.a)."""
    if one.instead == "recall":
        yield "recalled", one.id, 1
        if one.ready:
            yield "exhausted", one.id, 1
    else:
        yield "banished" if one.instead == "banish" else "killed", one.id, 1


class _Scene:
    """The objects as they are at one moment of a payment."""

    def __init__(self, state: GameState, question: Question) -> None:
        objects = compile_objects(state, question.ruleset)
        self.now = {one.id: one for one in objects}
        self.watching = tuple(one.id for one in objects if one.watches)
        self.position = Position(state, Play(), question.card, objects, None)
        self.spell = question.kind == "card" and "spell" in question.card.type

    def watchers(self, event: str, name: str, step: Step) -> Iterator[str]:
        """Give the ids of those whose text reacts to an event of this step."""
        by_spell = self.spell and step.step == "act" and not step.part.startswith("add:")
        for watcher in self.watching:
            bearer = self.now[watcher]
            if any(self._reacts(one, bearer, event, name, by_spell=by_spell) for one in bearer.watches):
                yield watcher

    def _reacts(self, watch: Watch, bearer: Object, event: str, name: str, *, by_spell: bool) -> bool:
        """Tell whether a text speaks of this event, where its bearer is now."""
        if watch.event != event or (watch.by_spell and not by_spell):
            return False
        # What is discarded reacts from the hand; everything else from where its text works.
        own_discard = watch.itself and event == "discarded"
        zones = {"hand"} if own_discard else ON_THE_BOARD if watch.zone == "board" else {watch.zone}
        works = bearer.zone in zones and matches(bearer, watch.me, self.position, bearer)
        return works and self._speaks_of(watch, bearer, name)

    def _speaks_of(self, watch: Watch, bearer: Object, name: str) -> bool:
        """Tell whether a text speaks of the object to which something happens."""
        if (watch.itself and bearer.id != name) or (watch.other and bearer.id == name):
            return False
        one = self.now.get(name)
        whose = 0 if one is None else one.whose
        if watch.whose != "any" and (whose == bearer.whose) != (watch.whose == "own"):
            return False
        if one is None:
            return watch.of.is_open() and watch.but_not is None
        excepted = watch.but_not is not None and matches(one, watch.but_not, self.position, bearer)
        return not excepted and matches(one, watch.of, self.position, bearer)

    def goes_on(self, event: str, name: str) -> None:
        """Let an event have happened."""
        one = self.now.get(name)
        if one is None:
            return
        if event in GOES_TO:
            zone = "" if one.token else GOES_TO[event]
            self.now[name] = replace(one, zone=zone, ready=True, buffs=0, empowered=0, attached_to=None)
        elif event == "recycled card":
            self.now[name] = replace(one, zone="")
        elif event == "recalled":
            self.now[name] = replace(one, at="base", instead="")
        elif event == "exhausted":
            self.now[name] = replace(one, ready=False)
        elif event == "buff spent":
            might = None if one.might is None else one.might - 1
            self.now[name] = replace(one, buffs=one.buffs - 1, might=might)
        elif event == "disempowered":
            self.now[name] = replace(one, empowered=0)


def events(state: GameState, question: Question, payment: Payment) -> tuple[Event, ...]:
    """Name what a payment sets off: every event, with the cards that watch for it.

    Everything that one step does happens at once, so that two units killed for one cost see each other die; a card that
    an earlier step took away sees nothing of later ones.

    Parameters
    ----------
    state, question
        The state before the payment, and the question that was frozen from it.
    payment
        A legal payment.
    """
    scene = _Scene(state, question)
    by_id = dict(scene.now)
    counted: dict[tuple[str, str], int] = {}
    watched: dict[tuple[str, str], dict[str, None]] = {}
    for step in payment.steps:
        done = list(happened(step, by_id))
        for event, name, number in done:
            counted[event, name] = counted.get((event, name), 0) + number
            watched.setdefault((event, name), {}).update(dict.fromkeys(scene.watchers(event, name, step)))
        for event, name, _ in done:
            scene.goes_on(event, name)
    return tuple(
        Event(event, name, number, tuple(watched[event, name]))
        for (event, name), number in counted.items()
        if event != "added" or watched[event, name]
    )
