# ruff: noqa: INP001 - a script, not a module of a package
"""Find out which instances show each part of each card acting and not acting, and write that down.

Run ``python tools/coverage.py`` after changing a card's data or an instance that names cards; it writes
``src/runepay/model/catalogue/data/coverage.json``, and with ``--check`` it only tells what would change, and exits 1
if anything would. ``--missing`` lists the parts that no instance shows.

An instance shows a part *acting* if the answer differs when the part is taken away from the card: another status,
another total, or another payment. It shows it *not acting* if the answer stays the same although the card is there.
What is offered rather than owed (an ability, a card's play by an effect, hiding) acts when it is paid, and does not
when it is refused, declined, or owes nothing. Which cards an effect may play is shown by a card that it plays and by
one that it refuses. Weaponmaster is stated by the question itself, so it is shown by a payment and by a refusal.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from runepay.checking import answer_json
from runepay.model import catalogue
from runepay.model.catalogue.coverage import set_of
from runepay.model.catalogue.parts import Part, parts, without
from runepay.model.clauses import Ability, Keyword
from runepay.model.errors import InputError, InternalError
from runepay.model.instance import parse
from runepay.model.objects import slug

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src/runepay/model/catalogue/data/coverage.json"
FOLDERS = ("cards", "rulings", "worked")
"""Folders of instances that may show something, the ones written for it first."""

BROKEN = "internal error"
"""The status of an answer that contradicts itself: it shows nothing."""

Json = dict[str, Any]
Shown = dict[str, list[str | None]]


class Outcome(NamedTuple):
    """What of an answer can show that a part acts."""

    status: str
    nothing: bool
    """Nothing is owed."""
    owed: str
    steps: str = ""


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _owed(owed: Json) -> str:
    pips = sorted(map(str, owed["power"]))
    actions = sorted(str([act["do"], act["number"], act["filter"]]) for act in owed["actions"])
    return str([owed["energy"], pips, actions])


def outcome(data: Json) -> Outcome:
    """Answer an instance; elections that the question does not know any more are left out."""
    while True:
        try:
            said = answer_json(parse(json.dumps(data)), data.get("ask", "solve"))
        except InputError as error:
            elect = data["play"].get("elect", {})
            unknown = [name for name in elect if error.path.startswith("play.elect") and name == _election(error)]
            if not unknown:
                return Outcome("invalid", nothing=False, owed="")
            left = {name: value for name, value in elect.items() if name not in unknown}
            data = {**data, "play": {**data["play"], "elect": left}}
            continue
        except InternalError as error:
            sys.stderr.write(f"{data.get('title', '')}: internal error: {error}\n")
            return Outcome(BROKEN, nothing=False, owed="")
        owed = said["owed"]
        nothing = not (owed["energy"] or owed["power"] or owed["actions"])
        if said["status"] == "total":
            every = sorted({_owed(one["owed"]) for one in said["totals"]})
            return Outcome("total", nothing, _owed(owed) + str(every))
        status = "declined" if "declined" in said else said["status"]
        if status == "undetermined":
            # The answer is that of the default reading (C21).
            status = "not payable" if said["proof"] == "infeasible" else "payable"
        steps = [[one.get(key) for key in ("step", "object", "number", "do", "objects")] for one in said["steps"]]
        return Outcome(status, nothing, _owed(owed), str(steps))


def _election(error: InputError) -> str:
    return str(error.found) if error.path == "play.elect" else error.path.removeprefix("play.elect.")


class Instances:
    """All instances that may show something, with the cards they name and the answers they get."""

    def __init__(self, root: Path = ROOT / "instances") -> None:
        self.data: dict[str, Json] = {}
        self.naming: dict[str, list[str]] = {}
        self._answers: dict[str, Outcome] = {}
        for folder in FOLDERS:
            for path in sorted((root / folder).rglob("*.json")):
                data = json.loads(path.read_text(encoding="utf-8"))
                if data.get("ask", "solve") not in {"solve", "total"}:
                    continue
                name = path.relative_to(root).as_posix()
                self.data[name] = data
                for card in sorted({card for _, card in self._called(data)}):
                    self.naming.setdefault(card, []).append(name)

    @staticmethod
    def _called(data: Json) -> Iterator[tuple[str, str]]:
        """Give the words by which an instance names cards that it does not define itself, and their names."""
        own = data.get("cards", {})
        for word in set(_strings([data.get("state", {}), data["play"], data.get("opponents", [])])):
            card = catalogue.name_of(word) if len(word) < 60 and word not in own else None
            if card is not None:
                yield word, card

    def candidates(self, card: str) -> list[str]:
        """List the instances that name a card, those written for it first."""
        stem = slug(card)
        return sorted(
            self.naming.get(card, ()),
            key=lambda name: (not Path(name).name.startswith(f"{stem}-"), FOLDERS.index(name.partition("/")[0]), name),
        )

    def answer(self, name: str) -> Outcome:
        """Answer an instance as it stands, once."""
        if name not in self._answers:
            self._answers[name] = outcome(self.data[name])
        return self._answers[name]

    def shows(self, name: str, card: str, part: Part) -> str:
        """Tell what an instance shows of a part: ``acts``, ``idle``, or nothing (``""``)."""
        data, said = self.data[name], self.answer(name)
        if said.status == BROKEN or (part.limits and catalogue.name_of(data["play"].get("by") or "") != card):
            return ""
        if isinstance(part.content, Keyword) and part.content.keyword == "weaponmaster":
            return self._weaponmaster(data, said, card)
        less = without(catalogue.record(card) or {}, part)
        cards = {word: less for word, called in self._called(data) if called == card}
        bare = outcome({**data, "cards": {**data.get("cards", {}), **cards}})
        if part.limits:
            refused = said.status == "not payable" and said != bare
            return "acts" if said.status in {"payable", "total"} else "idle" if refused else ""
        if bare.status == BROKEN:
            return ""
        nothing = said.nothing and isinstance(part.content, Ability)
        refused = part.offers and (nothing or said.status not in {"payable", "total"})
        return "idle" if refused or said == bare else "acts"

    @staticmethod
    def _weaponmaster(data: Json, said: Outcome, card: str) -> str:
        if data["play"].get("ability") != "weaponmaster":
            return "idle"
        things = [one for one in data["state"].get("board", []) if isinstance(one, dict)]
        called = {one["id"]: one.get("card") for one in things if "id" in one}
        source = str(data["play"].get("source"))
        if catalogue.name_of(called.get(source) or source) != card:
            return ""
        return "acts" if said.status == "payable" else "idle"

    def shown(self, card: str) -> Shown:
        """Find for each part of a card the first instance that shows it acting, and the first that does not."""
        found: Shown = {}
        fields = catalogue.find(card)
        for part in parts(fields) if fields is not None else ():
            ways: dict[str, str] = {}
            for name in self.candidates(card):
                if len(ways) == 2:
                    break
                if way := self.shows(name, card, part):
                    ways.setdefault(way, name)
            found[part.key] = [ways.get("acts"), ways.get("idle")]
        return found


def regenerate(instances: Instances, only: str | None = None) -> dict[str, Shown]:
    """Find what instances show of every card that says something about costs, or of one set's."""
    made: dict[str, Shown] = {}
    for card in catalogue.names():
        if only in {None, set_of(catalogue.record(card) or {})} and (shown := instances.shown(card)):
            made[card] = shown
    return made


def lay_out(shown: Mapping[str, Shown]) -> str:
    """Write the findings as text, one card a line."""
    about = "Made by tools/coverage.py: by card and part, the instance that shows it acting and the one that does not."
    lines = [f"  {_text(card)}: {_text(one)}" for card, one in shown.items()]
    return f'{{\n "about": {_text(about)},\n "shown": {{\n' + ",\n".join(lines) + "\n }\n}\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(arguments: list[str]) -> int:
    """Find everything again; write it, or compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if anything would change")
    parser.add_argument("--missing", action="store_true", help="list the parts that no instance shows, and write")
    asked = parser.parse_args(arguments)
    made = regenerate(Instances())
    for card, shown in made.items():
        for key, (acts, idle) in shown.items():
            if asked.missing and not (acts and idle):
                lacks = " and ".join(word for word, one in (("acting", acts), ("not acting", idle)) if not one)
                sys.stdout.write(f"{card}: no instance shows {key} {lacks}\n")
    text = lay_out(made)
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    if asked.check:
        sys.stdout.write("coverage.json is not what the instances show; run python tools/coverage.py\n")
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
