"""The oracle's own reading of an instance: objects, filters, conditions, elections (rules 354-355).

It reads plain JSON dicts and shares nothing with the package. Only the part of the vocabulary that the generator
draws is understood; anything else raises, so that a richer generator cannot be misread in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

Json = dict[str, Any]
Elections = dict[str, int]

DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")
ALL = 63
REMOVING = ("kill", "return", "banish", "discard", "recycle")
HOME = {"discard": "hand", "recycle": "trash", "xp": "player"}
OPTIONAL_KEYWORDS = ("accelerate", "repeat")


def pip(value: Any, domains: int = 0) -> int:
    """Read a pip into the set of domains that may pay it, as bits."""
    if value == "any":
        return ALL
    if value == "own":
        return domains or ALL
    names = [value] if isinstance(value, str) else value
    return sum(1 << DOMAINS.index(name) for name in names)


def pips(values: Any, domains: int = 0) -> tuple[int, ...]:
    return tuple(sorted(pip(value, domains) for value in values or ()))


def listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


@dataclass
class Thing:
    """One object, as printed and as it is."""

    id: str
    name: str
    zone: str
    whose: int
    types: list[str]
    tags: list[str]
    domains: int
    energy: int
    pips: tuple[int, ...]
    actions: list[Json]
    might: int | None
    ready: bool
    buffs: int
    at: str
    empowered: bool
    token: bool
    value: int | None
    clauses: list[Json]
    keywords: list[Json]
    adds: list[Json]

    def might_with(self, buffs: int) -> int:
        """Give the current Might when `buffs` of its buffs are left."""
        return (self.might or 0) + buffs

    def worth(self) -> int:
        """Give what losing it for good costs (level 1)."""
        if self.value is not None:
            return self.value
        if self.name == "Gold" and self.zone == "board":
            return 2
        might = self.might_with(self.buffs) if self.zone == "board" and "unit" in self.types else 0
        return 1 + self.energy + len(self.pips) + might


THING_KEYS = {
    "card",
    "id",
    "type",
    "tags",
    "domains",
    "cost",
    "might",
    "ready",
    "buffs",
    "at",
    "empowered",
    "token",
    "value",
    "clauses",
    "keywords",
    "adds",
}


def make(raw: Json, zone: str, whose: int, ident: str) -> Thing:
    unknown = set(raw) - THING_KEYS
    if unknown:
        raise KeyError(f"the oracle does not read {sorted(unknown)}")
    domains = pip(raw["domains"]) if raw.get("domains") else 0
    token = bool(raw.get("token"))
    cost = {} if token else raw.get("cost", {})
    return Thing(
        id=ident,
        name=raw.get("card") or ident,
        zone=zone,
        whose=whose,
        types=listed(raw.get("type")),
        tags=listed(raw.get("tags")),
        domains=domains,
        energy=cost.get("energy", 0),
        pips=pips(cost.get("power"), domains),
        actions=[act(one) for one in cost.get("actions", ())],
        might=raw.get("might"),
        ready=raw.get("ready", True),
        buffs=raw.get("buffs", 0),
        at=raw.get("at", "base"),
        empowered=raw.get("empowered", False),
        token=token,
        value=raw.get("value"),
        clauses=list(raw.get("clauses", ())),
        keywords=[{"keyword": one} if isinstance(one, str) else one for one in raw.get("keywords", ())],
        adds=list(raw.get("adds", ())),
    )


def act(raw: Any) -> Json:
    """Read an action, short or long."""
    if isinstance(raw, str):
        do, number, *what = raw.split()
        raw = {"do": do, "number": int(number)} | ({"filter": {"type": what}} if what else {})
    zone = raw.get("zone") or HOME.get(raw["do"], "board")
    return {"number": 1, "filter": {}, "itself": False} | raw | {"zone": zone}


@dataclass
class Chance:
    """One election that the play offers."""

    id: str
    most: int
    clause: Json
    holder: Thing | None
    whose: int
    alternate: bool = False
    fixed: int | None = None


@dataclass
class Part:
    """One additional cost: what it is called, its size, and what decides how often it is owed."""

    id: str
    keyword: str
    election: str | None
    counted: bool
    energy: int
    pips: tuple[int, ...]
    actions: list[Json]
    clause: Json
    holder: Thing | None
    whose: int


Placed = tuple[Json, Thing | None, int]
"""A clause with the object that bears it and whose side it is on."""


@dataclass
class Case:
    """One instance, read."""

    raw: Json
    state: Json
    play: Json
    things: list[Thing]
    card: Thing
    bearer: Thing
    clauses: list[Placed] = field(default_factory=list)
    chances: list[Chance] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    acts_read: dict[int, Json] = field(default_factory=dict)

    def act(self, raw: Any) -> Json:
        """Read an action of the instance, always into the same dict, so that it can be told by its identity."""
        if id(raw) not in self.acts_read:
            self.acts_read[id(raw)] = act(raw)
        return self.acts_read[id(raw)]

    def domains(self, clause: Json, holder: Thing | None) -> int:
        """Give the domains that an own-domain pip of a clause means: the play's own, or those of the object that bears it."""
        own = any(clause is one for one in self.card.clauses)
        return self.card.domains if own or holder is None else holder.domains

    # ------------------------------------------------------------ reading the state

    def fact(self, name: str) -> int:
        return int(self.state.get("facts", {}).get(name, 0))

    def targets(self, elections: Elections) -> list[Thing]:
        """Give what is chosen under these elections, with repetitions."""
        found = []
        for target in self.play.get("targets") or ():
            raw = {"object": target} if isinstance(target, str) else target
            if "if" in raw and not elections.get(raw["if"]):
                continue
            found.append(next(one for one in self.things if one.id == raw["object"]))
        return found

    def protected(self, elections: Elections) -> set[str]:
        """Give the ids that the payment must leave where they are (357.3)."""
        kept = set()
        for target in self.play.get("targets") or ():
            raw = {"object": target} if isinstance(target, str) else target
            if raw.get("needed", True) and ("if" not in raw or elections.get(raw["if"])):
                kept.add(raw["object"])
        return {one.id for one in self.things if one.id in kept and not one.whose}

    def matches(
        self,
        one: Thing,
        wanted: Json,
        elections: Elections,
        bearer: Thing | None,
        *,
        ready: bool | None = None,
        buffs: int | None = None,
    ) -> bool:
        """Tell whether an object is what a filter asks for, in its own state or in the one given."""
        ready = one.ready if ready is None else ready
        buffs = one.buffs if buffs is None else buffs
        return all(
            self._asks(key, value, one, elections, bearer, ready=ready, buffs=buffs) for key, value in wanted.items()
        )

    def _asks(  # noqa: C901, PLR0911, PLR0912 - one line a field
        self, key: str, value: Any, one: Thing, elections: Elections, bearer: Thing | None, *, ready: bool, buffs: int
    ) -> bool:
        match key:
            case "type":
                return bool(set(listed(value)) & set(one.types))
            case "tag":
                return bool(set(listed(value)) & set(one.tags))
            case "domain":
                return bool(pip(listed(value)) & one.domains)
            case "ready":
                return ready == value
            case "buffed":
                return (buffs > 0) == value
            case "mighty":
                return (one.might is not None and one.might_with(buffs) >= 5) == value
            case "might":
                return one.might is not None and within(one.might_with(buffs), value)
            case "energy":
                return within(one.energy, value)
            case "power":
                return within(len(one.pips), value)
            case "empowered":
                return one.empowered == value
            case "token":
                return one.token == value
            case "other":
                return bearer is None or (one.id != bearer.id) == value
            case "chosen":
                return (one.id in {target.id for target in self.targets(elections)}) == value
            case "at":
                return one.at == value
        raise KeyError(f"the oracle does not read the filter {key!r}")

    def count(self, wanted: Json, elections: Elections, bearer: Thing | None) -> int:
        """Count what an amount asks for."""
        counted = self._counted(wanted, elections, bearer)
        result = wanted.get("times", 1) * (counted + wanted.get("plus", 0))
        if "least" in wanted:
            result = max(result, wanted["least"])
        if "most" in wanted:
            result = min(result, wanted["most"])
        return max(0, result)

    def _counted(self, wanted: Json, elections: Elections, bearer: Thing | None) -> int:
        what, narrowed = wanted["count"], wanted.get("of", {})
        if what == "number":
            return elections.get(wanted["name"], 0)
        if what == "fact":
            return self.fact(wanted["name"])
        if what == "xp":
            return int(self.state.get("xp", 0))
        if what == "runes":
            return sum(sum(rune_counts(one)) for one in self.state.get("runes", {}).values())
        if what == "chosen":
            chosen = {one.id: one for one in self.targets(elections)}.values()
            return sum(self.matches(one, narrowed, elections, bearer) for one in chosen)
        zone = {"objects": wanted.get("zone", "board"), "hand": "hand", "total_might": "board"}[what]
        found = [
            one
            for one in self.things
            if one.zone == zone and not one.whose and self.matches(one, narrowed, elections, bearer)
        ]
        return sum(one.might_with(one.buffs) for one in found) if what == "total_might" else len(found)

    def holds(self, wanted: Any, elections: Elections, bearer: Thing | None, whose: int) -> bool:
        """Tell whether all conditions hold under these elections."""
        return all(
            self._holds(key, value, one, elections, bearer, whose)
            for one in listed(wanted)
            for key, value in one.items()
            if key not in {"at_least", "at_most"}
        )

    def _holds(  # noqa: PLR0911 - one line a kind of condition
        self, key: str, value: Any, whole: Json, elections: Elections, bearer: Thing | None, whose: int
    ) -> bool:
        match key:
            case "elected":
                return elections.get(value, 0) > 0
            case "itself":
                return bearer is not None and self.matches(bearer, value, elections, bearer)
            case "played":
                return self.reaches(value, elections, bearer, whose)
            case "fact":
                return self.fact(value) > 0
            case "amount":
                number = self.count(value, elections, bearer)
                return within(number, {"min": whole.get("at_least"), "max": whole.get("at_most")})
            case "not":
                return not self.holds(value, elections, bearer, whose)
            case "any_of":
                return any(self.holds(one, elections, bearer, whose) for one in value)
            case "all_of":
                return all(self.holds(one, elections, bearer, whose) for one in value)
        raise KeyError(f"the oracle does not read the condition {key!r}")

    def reaches(self, scope: Json, elections: Elections, bearer: Thing | None, whose: int) -> bool:
        """Tell whether a scope includes this play."""
        side = scope.get("whose", "own")
        if side != "any" and (side == "own") != (whose == 0):
            return False
        if self.play.get("kind", "card") not in listed(scope.get("kind", "card")):
            return False
        chosen = self.targets(elections)
        for key, value in scope.items():
            match key:
                case "whose" | "kind":
                    fits = True
                case "type":
                    fits = bool(set(listed(value)) & set(self.card.types))
                case "tag":
                    fits = bool(set(listed(value)) & set(self.card.tags))
                case "from":
                    fits = self.play.get("from", "hand") in listed(value)
                case "energy":
                    fits = within(self.card.energy, value)
                case "chooses":
                    fits = any(self.matches(one, value, elections, bearer) for one in chosen)
                case "chooses_me":
                    fits = any(bearer is not None and one.id == bearer.id for one in chosen) == value
                case _:
                    raise KeyError(f"the oracle does not read the scope {key!r}")
            if not fits:
                return False
        return True

    def acts(self, clause: Json, holder: Thing | None, whose: int, elections: Elections) -> bool:
        """Tell whether a clause acts on this play under these elections."""
        if "on" in clause and not self.reaches(clause["on"], elections, holder, whose):
            return False
        return self.holds(clause.get("when"), elections, holder, whose)

    # ------------------------------------------------------------ elections

    def every_election(self) -> Iterator[Elections]:
        """Give every way to decide step 2 that the caller left open."""
        ranges = [
            range(one.fixed, one.fixed + 1) if one.fixed is not None else range(one.most + 1) for one in self.chances
        ]
        for values in product(*ranges):
            elections = {one.id: value for one, value in zip(self.chances, values, strict=True)}
            if not self.why_not(elections):
                yield elections

    def why_not(self, elections: Elections) -> str:
        """Say what is wrong with decided elections; nothing if they may be made."""
        elected_alternates = 0
        for one in self.chances:
            value = elections.get(one.id, 0)
            if not 0 <= value <= one.most or (one.fixed is not None and value != one.fixed):
                return f"{one.id} cannot be {value}"
            if value and not self.acts(one.clause, one.holder, one.whose, elections):
                return f"{one.id} is not offered"
            elected_alternates += one.alternate and value > 0
        if set(elections) - {one.id for one in self.chances}:
            return "an election that does not exist"
        if elected_alternates > 1:
            return "two alternate costs"
        if self.must_choose_alternate() and not elected_alternates:
            return "from the trash only by an alternate cost"
        return ""

    def must_choose_alternate(self) -> bool:
        offered = any(one.alternate and "set" in one.clause for one in self.chances)
        return self.play.get("from") == "trash" and offered and not self.play.get("effects")


def within(value: int, limits: Json) -> bool:
    low, high = limits.get("min"), limits.get("max")
    return (low is None or value >= low) and (high is None or value <= high)


def rune_counts(raw: Any) -> tuple[int, int]:
    """Give ready and exhausted runes of one domain."""
    return (raw, 0) if isinstance(raw, int) else (raw.get("ready", 0), raw.get("exhausted", 0))


def read(raw: Json) -> Case:
    """Read an instance."""
    state, play = raw["state"], raw["play"]
    things: list[Thing] = []

    def put(one: Json, zone: str, whose: int) -> None:
        things.append(make(one, zone, whose, one["id"]))

    for zone in ("board", "hand", "trash"):
        for one in state.get(zone, ()):
            put(one, zone, 0)
    if "legend" in state:
        put(state["legend"], "legend", 0)
    for number, opponent in enumerate(raw.get("opponents", ()), 1):
        for one in opponent.get("board", ()):
            put(one, "board", number)
    card, things = _played(play, things)
    bearer = next((one for one in things if one.id == play.get("source")), card)
    case = Case(raw, state, play, things, card, bearer)
    case.clauses = list(_standing(case))
    _collect(case)
    _offer(case)
    return case


PLAY_KEYS = THING_KEYS | {"kind", "source", "from", "to", "ambush", "targets", "elect", "choose", "effects"}


def _played(play: Json, things: list[Thing]) -> tuple[Thing, list[Thing]]:
    """Take the played card out of its zone; an ability or a payment is an item of its own."""
    unknown = set(play) - PLAY_KEYS
    if unknown:
        raise KeyError(f"the oracle does not read {sorted(unknown)}")
    fields = {key: value for key, value in play.items() if key in THING_KEYS - {"id"}}
    card = make(fields, play.get("from", "hand"), 0, "")
    if play.get("kind", "card") == "card":
        for place, one in enumerate(things):
            if not one.whose and one.zone == card.zone and one.name == card.name:
                return card, things[:place] + things[place + 1 :]
        return card, things
    source = next((one for one in things if one.id == play.get("source")), None)
    if source is not None:
        card.types = card.types or source.types
        if not card.domains:
            card = make(fields | {"domains": [d for d in DOMAINS if source.domains & pip(d)]}, "", 0, "")
            card.types = card.types or source.types
    return card, things


def _standing(case: Case) -> Iterator[Placed]:
    """Give every clause that could act on this play."""
    for clause in case.card.clauses:
        yield clause, case.bearer, 0
    for clause in case.play.get("effects", ()):
        yield clause, None, 0
    for clause in case.state.get("effects", ()):
        if "on" in clause:
            yield clause, None, 0
    for one in case.things:
        if one.zone in {"board", "legend"}:
            for clause in one.clauses:
                if "on" in clause:
                    yield clause, one, one.whose


def slug(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def _collect(case: Case) -> None:
    """List the additional costs that may come to be owed: clauses, grants, keywords, Deflect (356.2)."""
    for clause, holder, whose in case.clauses:
        if clause["clause"] == "additional":
            keyword = "optional" if clause.get("optional") else "mandatory"
            times = case.count(clause["per"], {}, holder) if "per" in clause else 1
            optional = clause.get("optional", False) or clause.get("number", False)
            _part(case, clause["id"], keyword, clause["cost"], clause, holder, whose, optional=optional, times=times)
        elif clause["clause"] == "grant" and clause["keyword"] in OPTIONAL_KEYWORDS:
            _granted(case, clause, holder, whose)
    if case.play.get("kind", "card") == "card":
        for one in case.card.keywords:
            if one["keyword"] in OPTIONAL_KEYWORDS and not _redundant(case, one["keyword"]):
                cost = one.get("cost", {"energy": 1, "power": ["own"]})
                _part(case, one["keyword"], one["keyword"], cost, one, case.card, 0)
    _deflects(case)


def _redundant(case: Case, keyword: str) -> bool:
    """Accelerate counts once, however often the card has it (805.4)."""
    return keyword == "accelerate" and any(part.keyword == "accelerate" for part in case.parts)


def _granted(case: Case, clause: Json, holder: Thing | None, whose: int) -> None:
    keyword, card = clause["keyword"], case.card
    printed = any(one["keyword"] == "accelerate" and case.holds(one.get("when"), {}, card, 0) for one in card.keywords)
    if keyword == "accelerate" and (printed or _redundant(case, keyword)):
        return
    own = {"energy": card.energy, "masks": card.pips} if keyword == "repeat" else {"energy": 1, "power": ["own"]}
    name = f"{keyword}:{slug(holder.name if holder else card.name)}"
    _part(case, name, keyword, clause.get("cost", own), clause, holder, whose)


def _part(
    case: Case,
    name: str,
    keyword: str,
    cost: Json,
    clause: Json,
    holder: Thing | None,
    whose: int,
    *,
    optional: bool = True,
    times: int = 1,
) -> None:
    if not _ever(case, clause, holder, whose):
        return
    domains = case.domains(clause, holder) if clause.get("clause") == "additional" else case.card.domains
    masks = tuple(cost["masks"]) if "masks" in cost else pips(cost.get("power"), domains)
    actions = [one | {"number": one["number"] * times} for one in (act(raw) for raw in cost.get("actions", ()))]
    counted = bool(clause.get("number"))
    ident, number = name, 1
    while any(part.id == ident for part in case.parts):
        number += 1
        ident = f"{name}-{number}"
    case.parts.append(
        Part(
            ident,
            keyword,
            ident if optional else None,
            counted,
            cost.get("energy", 0) * times,
            tuple(sorted(masks * times)),
            actions,
            clause,
            holder,
            whose,
        )
    )


def _ever(case: Case, clause: Json, holder: Thing | None, whose: int) -> bool:
    """Tell whether a clause can act under any elections at all."""
    return any(case.acts(clause, holder, whose, guess) for guess in _guesses(case))


def _guesses(case: Case) -> Iterator[Elections]:
    """Give every yes and no for the elections that conditions name anywhere in the instance."""
    names = sorted(set(_named(case.raw)))
    for values in product((1, 0), repeat=len(names)):
        yield dict(zip(names, values, strict=True))


def _named(raw: Any) -> Iterator[str]:
    if isinstance(raw, dict):
        for key, value in raw.items():
            if key in {"elected", "if"}:
                yield value
            elif isinstance(value, dict | list):
                yield from _named(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from _named(value)


def _deflects(case: Case) -> None:
    """Owe Deflect for each choice of an enemy object by a spell, an ability or a trigger (809)."""
    kind = case.play.get("kind", "card")
    if kind not in {"card", "ability", "trigger"} or (kind == "card" and "spell" not in case.card.types):
        return
    for target in case.play.get("targets") or ():
        raw = {"object": target} if isinstance(target, str) else target
        one = next(thing for thing in case.things if thing.id == raw["object"])
        value = _deflect_of(case, one) if one.whose else 0
        if value:
            conditions = [{"elected": raw["if"]}] if "if" in raw else []
            clause = {"clause": "deflect owed", "when": conditions}
            case.parts.append(Part("deflect", "deflect", None, False, 0, (ALL,) * value, [], clause, None, 0))


def _deflect_of(case: Case, one: Thing) -> int:
    value = sum(key.get("value", 1) for key in one.keywords if key["keyword"] == "deflect")
    late = 0
    for other in case.things:
        if other.whose != one.whose:
            continue
        for clause in other.clauses:
            if clause["clause"] != "deflect" or not case.holds(clause.get("when"), {}, other, other.whose):
                continue
            if "grants" in clause:
                reached = case.matches(one, clause["grants"], {}, other)
            else:
                reached = one.id == other.id
            if reached and clause.get("unless_already"):
                late = max(late, clause.get("value", 1))
            elif reached:
                value += clause.get("value", 1)
    return value or late


def _offer(case: Case) -> None:
    """List the elections: optional and counted costs, alternate bases."""
    for clause, holder, whose in case.clauses:
        if clause["clause"] == "base" and clause.get("optional") and _ever(case, clause, holder, whose):
            case.chances.append(Chance(clause["id"], 1, clause, holder, whose, alternate=True))
        if clause["clause"] == "grant" and clause["keyword"] == "flow" and case.play.get("from") == "trash":
            raise KeyError("the oracle does not read a granted Flow")
    for part in case.parts:
        if part.election is not None:
            most = _most(case, part) if part.counted else 1
            case.chances.append(Chance(part.id, most, part.clause, part.holder, part.whose))
    for one in case.card.keywords:
        if one["keyword"] == "flow" and case.play.get("from") == "trash" and case.play.get("kind", "card") == "card":
            clause = {"clause": "base", "set": one["cost"], "when": one.get("when")}
            case.chances.append(Chance("flow", 1, clause, case.card, 0, alternate=True))
    for name, value in case.play.get("elect", {}).items():
        next(one for one in case.chances if one.id == name).fixed = int(value)
        most = next(one for one in case.chances if one.id == name)
        most.most = max(most.most, int(value))


def _most(case: Case, part: Part) -> int:
    """Bound an "any number" cost by what there is; more could not be paid anyhow."""
    if "at_most" in part.clause:
        return int(part.clause["at_most"])
    action = part.actions[0]
    if action["do"] == "xp":
        return int(case.state.get("xp", 0)) // action["number"]
    kept = {
        target if isinstance(target, str) else target["object"]
        for target in case.play.get("targets") or ()
        if isinstance(target, str) or (target.get("needed", True) and "if" not in target)
    }
    here = [
        one
        for one in case.things
        if not one.whose
        and one.zone == action["zone"]
        and (action["do"] == "buff" or one.id not in kept)
        and case.matches(one, action["filter"], {}, case.bearer)
    ]
    there = sum(one.buffs if action["do"] == "buff" else 1 for one in here)
    return there // action["number"]
