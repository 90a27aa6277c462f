"""Every payment that differs from a given one in one step: nothing is drawn, everything is listed.

What a change makes stale (what floats after a step, what a step gives, which pips it pays, what is owed) is left out of
the changed payments, and changed by itself in others.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .changes import DOES
from .vocabulary import DOMAINS, Json

KINDS = ("energy", *DOMAINS, "universal")
PURPOSES = (["spell"], ["gear"], ["unit"], ["showdown"])
STALE = ("pool", "gives", "pays")


def changed(raw: Json, payment: Json) -> Iterator[Json]:
    """Give every changed payment, each as JSON of its own."""
    bare = copy.deepcopy(payment)
    bare.pop("owed", None)
    for step in bare["steps"]:
        for name in STALE:
            step.pop(name, None)
    yield bare
    every = _Every(raw, bare["steps"])
    for steps in every.steps():
        yield {**bare, "steps": steps}
    for elected in _elected(raw, payment):
        yield {**bare, "elected": elected}
    yield from _stated(payment)


LIKE = 2
"""Of objects that nothing but their ids tells apart, so many that the payment does not use are tried."""


def _different(objects: list[Json], steps: list[Json]) -> list[Json]:
    """Leave out objects that are like others: what they can do wrong or right, the others can."""
    used = {name for step in steps for name in (step.get("object"), *step.get("objects", ()))}
    seen: Counter[str] = Counter()
    kept = []
    for one in objects:
        like = json.dumps({key: value for key, value in one.items() if key != "id"}, sort_keys=True)
        new = f"{one['id'] in used} {like}"
        seen[new] += 1
        if seen[new] <= LIKE:
            kept.append(one)
    return kept


class _Every:
    def __init__(self, raw: Json, steps: list[Json]) -> None:
        self.given = steps
        state = raw["state"]
        zones = ("board", "hand", "trash", "champion", "facedown", "banished", "battlefields")
        self.own = [one for zone in zones for one in state.get(zone, ())]
        self.own += [state["legend"]] if "legend" in state else []
        self.own = _different(self.own, steps)
        self.ids = [one["id"] for one in self.own]
        self.ids += [one["id"] for side in raw.get("opponents", ()) for one in side.get("board", ())]
        self.adding = [(one["id"], place) for one in self.own for place in range(len(one.get("adds", ())))]
        self.copying = [
            (one["id"], place) for one in self.own for place, add in enumerate(one.get("adds", ())) if add.get("copies")
        ]
        self.parts = ["", "base", *sorted({step.get("part", "") for step in steps if step.get("part")})]
        self.parts += [f"add:{name}" for name in sorted({name for name, _ in self.adding})]

    def steps(self) -> Iterator[list[Json]]:
        """Give every changed list of steps."""
        steps = self.given
        for place, step in enumerate(steps):
            rest = [*steps[:place], *steps[place + 1 :]]
            yield rest
            yield [*steps[:place], step, *steps[place:]]
            for to in range(len(steps)):
                if to != place:
                    yield [*rest[:to], step, *rest[to:]]
            for other in self._other(step):
                yield [*steps[:place], *other, *steps[place + 1 :]]
        for step in self._more():
            yield [step, *steps]
            yield [*steps, step]

    def _other(self, step: Json) -> Iterator[list[Json]]:
        """Give what may stand in the place of a step."""
        number = step["number"]
        if step["step"] in {"exhaust", "recycle"}:
            for domain in DOMAINS:
                yield [step | {"object": f"rune:{domain}"}]
                if number > 1:
                    yield [step | {"number": number - 1}, step | {"number": 1, "object": f"rune:{domain}"}]
            yield [step | {"step": "exhaust" if step["step"] == "recycle" else "recycle"}]
            yield [step | {"ready": True}]
            if number > 1:
                yield [step | {"number": number - 1}, step | {"number": 1, "ready": True}]
            yield from self._numbers(step)
        elif step["step"] == "add":
            for name, place in self.adding:
                yield [
                    {key: value for key, value in step.items() if key != "copies"} | {"object": name, "ability": place}
                ]
            for name, place in self.copying:
                for other, copied in self.adding:
                    yield [step | {"object": name, "ability": place, "copies": f"{other}:{copied}"}]
            yield [step | {"ability": step["ability"] + 1}]
            yield from self._numbers(step)
        elif step["step"] == "spend":
            yield from self._spends(step)
        else:
            yield from self._acts(step)

    @staticmethod
    def _numbers(step: Json) -> Iterator[list[Json]]:
        number = step["number"]
        yield [step | {"number": number + 1}]
        yield [step | {"number": number - 1}]
        if number > 1:
            yield [step | {"number": number - 1}, step | {"number": 1}]

    def _spends(self, step: Json) -> Iterator[list[Json]]:
        for part in self.parts:
            yield [step | {"part": part}]
        heaps = _heaps(step["spends"])
        for kind in heaps:
            less = {**heaps, kind: heaps[kind] - 1}
            yield [step | {"number": step["number"] - 1, "spends": _spends(less)}]
            yield [step | {"number": step["number"] + 1, "spends": _spends({**heaps, kind: heaps[kind] + 1})}]
            yield [step | {"number": step["number"] + 1}]
            if step["number"] > 1:
                one = step | {"number": 1, "spends": _spends({kind: 1})}
                yield [step | {"number": step["number"] - 1, "spends": _spends(less)}, one]
            for what in KINDS:
                for purpose in ("", *("/".join(one) for one in PURPOSES)):
                    other = (what, purpose)
                    if other != kind:
                        yield [step | {"spends": _spends({**less, other: less.get(other, 0) + 1})}]

    def _acts(self, step: Json) -> Iterator[list[Json]]:
        objects = step.get("objects", [])
        for do in DOES:
            yield [step | {"do": do}]
        for part in self.parts:
            yield [step | {"part": part}]
        if not objects:
            yield from self._numbers(step)
            return
        for place in range(len(objects)):
            rest = [*objects[:place], *objects[place + 1 :]]
            yield [step | {"number": len(rest), "objects": rest}]
            if rest:
                yield [step | {"number": 1, "objects": [objects[place]]}, step | {"number": len(rest), "objects": rest}]
            for name in self.ids:
                yield [step | {"objects": [*objects[:place], name, *objects[place + 1 :]]}]
        for name in self.ids:
            yield [step | {"number": len(objects) + 1, "objects": [*objects, name]}]

    def _more(self) -> Iterator[Json]:
        """Give steps that may be taken besides."""
        for domain in DOMAINS:
            rune: Json = {"object": f"rune:{domain}", "number": 1}
            yield {"step": "exhaust", **rune}
            yield {"step": "recycle", **rune}
            yield {"step": "recycle", "ready": True, **rune}
        for name, place in self.adding:
            yield {"step": "add", "object": name, "ability": place, "number": 1}
        for do in DOES:
            for name in self.ids:
                yield {"step": "act", "do": do, "number": 1, "objects": [name], "part": ""}
        for do in ("xp", "burn"):
            yield {"step": "act", "do": do, "number": 1, "objects": [], "part": ""}
        for what in KINDS:
            yield {"step": "spend", "number": 1, "spends": _spends({(what, ""): 1})}


Heaps = dict[tuple[str, str], int]


def _heaps(spends: Json) -> Heaps:
    found: Heaps = {}
    for part in (spends, *spends.get("restricted", ())):
        words: Any = part.get("for", [])
        tag = words if isinstance(words, str) else "/".join(words)
        if part.get("energy"):
            found["energy", tag] = part["energy"]
        for what, number in part.get("power", {}).items():
            found[what, tag] = number
    return found


def _spends(heaps: Heaps) -> Json:
    made: Json = {}
    by_tag: dict[str, Json] = {}
    for (what, tag), number in heaps.items():
        if number <= 0:
            continue
        into = by_tag.setdefault(tag, {}) if tag else made
        if what == "energy":
            into["energy"] = number
        else:
            into.setdefault("power", {})[what] = number
    if by_tag:
        made["restricted"] = [{**part, "for": tag.split("/")} for tag, part in by_tag.items()]
    return made


def _elected(raw: Json, payment: Json) -> Iterator[Json]:
    elected = payment["elected"]
    for name, value in elected.items():
        for other in {0, 1, 2, value + 1, max(0, value - 1)} - {value}:
            yield {**elected, name: other}
        yield {key: one for key, one in elected.items() if key != name}
    for name in ("accelerate", "repeat", "flow", "a-cost-that-is-not-there"):
        if name not in elected:
            yield {**elected, name: 1}
    for name in raw["play"].get("elect", {}):
        if name not in elected and name != "pay":
            yield {**elected, name: 1}


def _stated(payment: Json) -> Iterator[Json]:
    """Change what a payment says of itself."""
    yield payment
    for owed in _owed(payment["owed"]) if "owed" in payment else ():
        yield {**payment, "owed": owed}
    for place, step in enumerate(payment["steps"]):
        for said in (*_amounts(step), *_pays(step)):
            yield _with(payment, place, said)


def _owed(owed: Json) -> Iterator[Json]:
    energy, power = owed["energy"], owed["power"]
    yield from ({**owed, "energy": energy + more} for more in (1, -1) if energy + more >= 0)
    yield {**owed, "power": [*power, "any"]}
    for place in range(len(power)):
        rest = [*power[:place], *power[place + 1 :]]
        yield {**owed, "power": rest}
        yield from ({**owed, "power": [*rest, other]} for other in ("any", *DOMAINS))


def _amounts(step: Json) -> Iterator[Json]:
    """Change what a step says that it gives, or what floats after it."""
    for name in {"pool", "gives"} & step.keys():
        heaps = _heaps(step[name])
        for kind in dict.fromkeys((*heaps, ("energy", ""), ("universal", ""))):
            for more in (1, -1):
                if heaps.get(kind, 0) + more >= 0:
                    yield {**step, name: _spends({**heaps, kind: heaps.get(kind, 0) + more})}


def _pays(step: Json) -> Iterator[Json]:
    """Change which pips a step says that it pays."""
    pays = step.get("pays", ())
    for place in range(len(pays)):
        rest = [*pays[:place], *pays[place + 1 :]]
        if rest:
            yield {**step, "pays": rest}
        yield from ({**step, "pays": [*rest, other]} for other in ("any", *DOMAINS))


def _with(payment: Json, place: int, step: Json) -> Json:
    return {**payment, "steps": [*payment["steps"][:place], step, *payment["steps"][place + 1 :]]}
