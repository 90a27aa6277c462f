"""What a payment loses for good and what it leaves, counted from its steps (contract C18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runepay.model.clauses import Add
from runepay.model.objects import Object
from runepay.model.payment import Payment, Pool, Step
from runepay.model.pool import whole_pool
from runepay.model.question import Question
from runepay.model.resources import DOMAINS
from runepay.model.state import GameState
from runepay.model.values import loss


def _add(by_id: dict[str, Object], step: Step) -> Add:
    """Find the Add that a step uses: the object's own, or the one it copies."""
    name, _, place = step.copies.rpartition(":")
    return by_id[name].adds[int(place)] if step.copies else by_id[step.object].adds[step.ability]


def lost(payment: Payment, objects: tuple[Object, ...]) -> Iterator[dict[str, Any]]:
    """Name what a payment loses for good, with its value."""
    by_id = {one.id: one for one in objects}
    for step in payment.steps:
        if step.step == "add":
            one = by_id[step.object]
            if _add(by_id, step).kill and (value := loss("kill", one.zone, one)):
                yield {"object": one.id, "card": one.name, "how": _how("kill", one), "value": value}
        elif step.step == "act" and step.do in {"xp", "burn"}:
            yield {"how": step.do, "number": step.number, "value": step.number}
        elif step.step == "act" and step.do != "exhaust":
            for name in step.objects:
                one = by_id[name]
                if value := loss(step.do, one.zone, one):
                    yield {"object": one.id, "card": one.name, "how": _how(step.do, one), "value": value}


def _how(do: str, one: Object) -> str:
    """Say how an object is gone: a death may be replaced by a banishment."""
    return "banish" if do == "kill" and one.instead == "banish" else do


INTO = {"kill": "trash", "discard": "trash", "banish": "banished", "return": "hand"}
"""Where an action puts its object."""


class _After:
    """What a payment has done to the payer's things, step by step."""

    def __init__(self, state: GameState, by_id: dict[str, Object]) -> None:
        self.by_id = by_id
        self.runes = {domain: [one.ready, one.exhausted] for domain, one in state.runes.items()}
        self.gone: set[str] = set()
        self.into: dict[str, list[str]] = {}
        """By zone: what came into it."""
        self.tapped: set[str] = set()
        self.bare: dict[str, int] = {}
        self.calm: set[str] = set()
        self.xp = state.xp

    def do(self, step: Step) -> None:
        """Follow one step."""
        match step.step:
            case "exhaust":
                domain = step.object.partition(":")[2]
                self.runes[domain][0] -= step.number
                self.runes[domain][1] += step.number
            case "recycle":
                self.runes[step.object.partition(":")[2]][1] -= step.number
            case "add":
                add = _add(self.by_id, step)
                self.tapped |= {step.object} if add.exhaust else set()
                if add.kill:
                    self._leave("kill", step.object)
            case "act":
                self.xp -= step.number if step.do == "xp" else 0
                for name in step.objects:
                    self._act(step.do, name)
            case _:
                pass

    def _act(self, do: str, name: str) -> None:
        match do:
            case "exhaust":
                self.tapped.add(name)
            case "disempower":
                self.calm.add(name)
            case "buff":
                self.bare[name] = self.bare.get(name, 0) + 1
            case _:
                self._leave(do, name)

    def _leave(self, do: str, name: str) -> None:
        """Move an object where the action puts it; a token that leaves the board is gone."""
        if self.by_id[name].survives(do):
            self.tapped.add(name)  # Recalled exhausted, it did not leave.
            return
        do = _how(do, self.by_id[name])
        self.gone.add(name)
        if do in INTO and not self.by_id[name].token:
            self.into.setdefault(INTO[do], []).append(name)

    def zones(self) -> Iterator[tuple[str, list[str]]]:
        """Give the zones that changed, with the ids of what is there now."""
        touched = self.gone | self.tapped | self.bare.keys()
        for zone in ("board", "hand", "trash", "banished"):
            there = [one.id for one in self.by_id.values() if one.zone == zone and one.whose == 0]
            came = sorted(self.into.get(zone, ()))
            if came or not touched.isdisjoint(there):
                yield zone, [name for name in there if name not in self.gone] + came


def left_after(state: GameState, question: Question, payment: Payment | None) -> dict[str, Any]:
    """Replay a payment on the counts of a state and write what is left."""
    steps = payment.steps if payment is not None else ()
    after = _After(state, {one.id: one for one in question.objects})
    for step in steps:
        after.do(step)
    written: dict[str, Any] = {
        "pool": (steps[-1].pool if steps else Pool(tuple(sorted(whole_pool(state).items())))).to_json(),
        "runes": {
            domain: dict(zip(("ready", "exhausted"), after.runes[domain], strict=True))
            for domain in DOMAINS
            if domain in after.runes
        },
        **dict(after.zones()),
    }
    if exhausted := sorted(after.tapped - after.gone):
        written["exhausted"] = exhausted
    buffs = {
        name: after.by_id[name].buffs - number
        for name, number in sorted(after.bare.items())
        if name not in after.gone
    }
    if buffs:
        written["buffs"] = buffs
    if after.calm:
        written["disempowered"] = sorted(after.calm)
    if after.xp != state.xp:
        written["xp"] = after.xp
    return written
