"""The oracle's own reading of an instance: filters, counts, conditions, elections (rules 354-355).

It reads plain JSON dicts and shares nothing with the package. Only the part of the vocabulary that the generator
draws is understood; anything else raises, so that a richer generator cannot be misread in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, NamedTuple

from .vocabulary import Elections, Json, Thing, act, listed, pip, rune_counts, within


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


class Base(NamedTuple):
    """The cost before anything modifies it: the printed one, an ability's, or that of hiding (204.1)."""

    energy: int
    pips: tuple[int, ...]
    actions: list[Json]


Placed = tuple[Json, Thing | None, int]
"""A clause with the object that bears it and whose side it is on."""


class Now(NamedTuple):
    """What a payment can change of an object."""

    ready: bool
    buffs: int
    empowered: bool
    here: bool

    @classmethod
    def before(cls, one: Thing) -> Now:
        """Give the object's state before the payment."""
        return cls(one.ready, one.buffs, bool(one.empowered), here=True)


def place_of(one: Thing) -> str:
    """Give the place that "here" means: a battlefield itself, or where the object is."""
    return one.id if one.zone == "battlefields" else one.at


def _sees(whose: str, one: int, side: int) -> bool:
    """Tell whether a player is meant by "own" or "enemy", as another player says it."""
    return whose == "any" or (one == side) == (whose == "own")


def _named(raw: Json | list[Json]) -> Iterator[str]:
    if isinstance(raw, dict):
        for key, value in raw.items():
            if key in {"elected", "if"}:
                yield value
            elif isinstance(value, dict | list):
                yield from _named(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from _named(value)


@dataclass
class Case:
    """One instance, read."""

    raw: Json
    state: Json
    play: Json
    things: list[Thing]
    card: Thing
    bearer: Thing
    base: Base
    kind: str = "card"
    source: Thing | None = None
    aims: list[Json] | None = None
    """What is chosen: each object, the election it hangs on, and whether the play needs it; ``None`` if unknown."""
    ability: Json | None = None
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
        """Give what an own-domain pip of a clause means: the play's domains, or those of the object that bears it."""
        own = any(clause is one for one in self.card.clauses)
        return self.card.domains if own or holder is None else holder.domains

    # ------------------------------------------------------------ reading the state

    def fact(self, name: str) -> int:
        stated = self.state.get("facts", {})
        if name == "showdown" and self.state.get("showdown_at") is not None:
            return 1
        return int(stated.get(name, self.raw.get("defaults", {}).get(name, 0)))

    def thing(self, ident: str) -> Thing:
        return next(one for one in self.things if one.id == ident)

    def targets(self, elections: Elections) -> list[Thing]:
        """Give what is chosen under these elections, with repetitions."""
        return [self.thing(aim["object"]) for aim in self.aims or () if "if" not in aim or elections.get(aim["if"])]

    def protected(self, elections: Elections) -> set[str]:
        """Give the ids that the payment must leave where they are (357.3)."""
        needed = (aim for aim in self.aims or () if aim.get("needed", True))
        kept = {aim["object"] for aim in needed if "if" not in aim or elections.get(aim["if"])}
        return {one.id for one in self.things if one.id in kept and not one.whose}

    def may_pay(self, part: str, one: Thing) -> bool:
        """Tell whether the caller lets an object pay the actions of a part of the cost (C8)."""
        chosen = self.play.get("choose", {}).get("objects", {})
        return part not in chosen or one.id in chosen[part]

    def matches(
        self,
        one: Thing,
        wanted: Json,
        elections: Elections,
        bearer: Thing | None,
        *,
        now: Now | None = None,
    ) -> bool:
        """Tell whether an object is what a filter asks for, as it was before the payment or as it is `now`."""
        now = Now.before(one) if now is None else now
        return all(self._asks(key, value, one, elections, bearer, now) for key, value in wanted.items())

    def _asks(  # noqa: C901, PLR0911, PLR0912 - one line a field
        self, key: str, value: Any, one: Thing, elections: Elections, bearer: Thing | None, now: Now
    ) -> bool:
        match key:
            case "type":
                return bool(set(listed(value)) & set(one.types))
            case "tag":
                return bool(set(listed(value)) & set(one.tags))
            case "domain":
                return bool(pip(listed(value)) & one.domains)
            case "ready":
                return now.ready is bool(value)
            case "buffed":
                return (now.buffs > 0) is bool(value)
            case "mighty":
                return (one.might is not None and one.might_with(now.buffs) >= 5) is bool(value)
            case "might":
                return one.might is not None and within(one.might_with(now.buffs), value)
            case "energy":
                return within(one.energy, value)
            case "power":
                return within(len(one.pips), value)
            case "empowered":
                return now.empowered is bool(value)
            case "token":
                return one.token is bool(value)
            case "card":
                return one.name in listed(value)
            case "friendly":
                return (not one.whose) is bool(value)
            case "other":
                return bearer is None or (one.id != bearer.id) is bool(value)
            case "chosen":
                return (one.id in {target.id for target in self.targets(elections)}) is bool(value)
            case "at":
                return self._stands(one, str(value), bearer)
            case "supertype":
                return bool(set(listed(value)) & set(one.supertypes))
            case "keyword":
                return bool(set(listed(value)) & {word["keyword"] for word in one.keywords})
            case "new":
                return one.new is bool(value)
            case "stunned":
                return one.stunned is bool(value)
            case "in_combat":
                return one.in_combat is bool(value)
            case "empowered_times":
                return within(int(one.empowered) if now.empowered else 0, value)
            case "attached":
                worn = one.attached_to is not None or any(other.attached_to == one.id for other in self.things)
                return worn is bool(value)
            case "bears_me":
                worn_by = None if bearer is None else bearer.attached_to
                return (worn_by is not None and worn_by in {one.id, one.name}) is bool(value)
            case "covers_chosen":
                chosen = self.targets(elections)
                covers = all(one.energy >= other.energy and len(one.pips) >= len(other.pips) for other in chosen)
                return covers is bool(value)
        raise KeyError(f"the oracle does not read the filter {key!r}")

    def _stands(self, one: Thing, where: str, bearer: Thing | None) -> bool:
        """Tell whether an object is at a place."""
        if where == "battlefield":
            return one.at != "base"
        if where == "here":
            return bearer is not None and one.at == place_of(bearer)
        if where == "destination":
            return "to" in self.play and one.at == self.play["to"]
        return one.at == where

    def count(self, wanted: Json, elections: Elections, bearer: Thing | None, whose: int = 0) -> int:
        """Count what an amount asks for, as the bearer's controller sees it."""
        counted = self._counted(wanted, elections, bearer, whose if bearer is None else bearer.whose)
        result: int = wanted.get("times", 1) * (counted + wanted.get("plus", 0))
        if "least" in wanted:
            result = max(result, wanted["least"])
        if "most" in wanted:
            result = min(result, wanted["most"])
        return max(0, result)

    def _counted(  # noqa: PLR0911 - one return a count
        self, wanted: Json, elections: Elections, bearer: Thing | None, side: int
    ) -> int:
        what, narrowed, whose = wanted["count"], wanted.get("of", {}), wanted.get("whose", "own")
        sides = [one for one in range(1 + len(self.raw.get("opponents", ()))) if _sees(whose, one, side)]
        if what == "number":
            return elections.get(wanted["name"], 0)
        if what == "fact":
            return self.fact(wanted["name"])
        if what in {"xp", "runes", "hand"}:
            return sum(self._has(one, what) for one in sides)
        if what == "chosen":
            chosen = {one.id: one for one in self.targets(elections)}.values()
            return sum(self.matches(one, narrowed, elections, bearer) for one in chosen)
        if what == "chosen_might":
            chosen = {one.id: one for one in self.targets(elections)}.values()
            mine = [one for one in chosen if self.matches(one, narrowed, elections, bearer)]
            return sum(one.might_with(one.buffs) for one in mine)
        if what in {"points_to_win", "enemy_points_to_win"}:
            return max(0, self.fact("victory_score") - self.fact(what.removesuffix("_to_win")))
        if what == "battlefields":
            return self._battlefields(wanted, elections, bearer, sides)
        found = [
            one
            for one in self.things
            if one.zone == wanted.get("zone", "board")
            and one.whose in sides
            and self.matches(one, narrowed, elections, bearer)
        ]
        if what == "tags":
            return len({tag for one in found for tag in one.tags if tag in listed(narrowed.get("tag", one.tags))})
        if what == "buffs":
            return sum(one.buffs for one in found)
        if what in {"total_might", "highest_might"}:
            mights = [one.might_with(one.buffs) for one in found]
            return sum(mights) if what == "total_might" else max(mights, default=0)
        if what != "objects":
            raise KeyError(f"the oracle does not read the count {what!r}")
        return len(found)

    def _battlefields(self, wanted: Json, elections: Elections, bearer: Thing | None, sides: list[int]) -> int:
        """Count the payer's battlefields that hold exactly so many of a kind of unit."""
        units = [
            one.at
            for one in self.things
            if one.zone == "board"
            and one.whose in sides
            and "unit" in one.types
            and self.matches(one, wanted.get("of", {}), elections, bearer)
        ]
        places = [one.id for one in self.things if one.zone == "battlefields" and not one.whose]
        return sum("exactly" not in wanted or units.count(place) == wanted["exactly"] for place in places)

    def _has(self, side: int, what: str) -> int:
        """Give a player's XP, or number of runes or of cards in hand."""
        if side:
            return int(self.raw["opponents"][side - 1].get(what, 0))
        if what == "runes":
            return sum(sum(rune_counts(one)) for one in self.state.get("runes", {}).values())
        return int(self.state.get("xp", 0)) if what == "xp" else sum(one.zone == "hand" for one in self.things)

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
                number = self.count(value, elections, bearer, whose)
                return within(number, {"min": whole.get("at_least"), "max": whole.get("at_most")})
            case "showdown_here":
                where = self.state.get("showdown_at")
                here = bearer is not None and self.fact("showdown") > 0 and where in {None, place_of(bearer)}
                return here is bool(value)
            case "not":
                return not self.holds(value, elections, bearer, whose)
            case "any_of":
                return any(self.holds(one, elections, bearer, whose) for one in value)
            case "all_of":
                return all(self.holds(one, elections, bearer, whose) for one in value)
        raise KeyError(f"the oracle does not read the condition {key!r}")

    def reaches(  # noqa: C901, PLR0912 - one line a field
        self, scope: Json, elections: Elections, bearer: Thing | None, whose: int
    ) -> bool:
        """Tell whether a scope includes this play."""
        side = scope.get("whose", "own")
        if side != "any" and (side == "own") != (whose == 0):
            return False
        if self.kind not in listed(scope.get("kind", "card")):
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
                case "ability":
                    fits = self.play.get("ability") in listed(value)
                case "of":
                    fits = self.source is not None and self.matches(self.source, value, elections, bearer)
                case "from":
                    fits = self.play.get("from", "hand") in listed(value)
                case "not_from":
                    fits = self.play.get("from", "hand") not in listed(value)
                case "energy":
                    fits = within(self.card.energy, value)
                case "power":
                    fits = within(len(self.card.pips), value)
                case "card":
                    fits = self.card.name in listed(value)
                case "token":
                    fits = self.card.token is bool(value)
                case "keyword":
                    fits = any(self.plays_with(word) for word in listed(value))
                case "to_here":
                    fits = (bearer is not None and self.play.get("to") == place_of(bearer)) is bool(value)
                case "chooses":
                    fits = any(self.matches(one, value, elections, bearer) for one in chosen)
                case "chooses_me":
                    fits = any(bearer is not None and one.id == bearer.id for one in chosen) == value
                case _:
                    raise KeyError(f"the oracle does not read the scope {key!r}")
            if not fits:
                return False
        return True

    def plays_with(self, word: str) -> bool:
        """Tell whether the play has a keyword: printed, granted, or brought by how it is made (811.6, 822)."""
        if word == "reaction" and (self.play.get("ambush") or self.play.get("from") == "facedown"):
            return True
        if any(one["keyword"] == word and self.holds(one.get("when"), {}, self.card, 0) for one in self.card.keywords):
            return True
        grants = [one for one in self.clauses if one[0]["clause"] == "grant" and one[0]["keyword"] == word]
        quiet = replace(self, clauses=[])  # No grant reads another grant.
        return any(quiet.acts(clause, holder, whose, {}) for clause, holder, whose in grants)

    def acts(self, clause: Json, holder: Thing | None, whose: int, elections: Elections) -> bool:
        """Tell whether a clause acts on this play under these elections."""
        own = any(clause is one for one in self.card.clauses)
        if own and ("on" in clause) != (self.kind == "hide"):
            # A card on the chain is not on the board, and hiding is not playing (811.1.c.1).
            return False
        if "on" in clause and not self.reaches(clause["on"], elections, holder, whose):
            return False
        return self.holds(clause.get("when"), elections, holder, whose)

    # ------------------------------------------------------------ elections

    def guesses(self) -> Iterator[Elections]:
        """Give every yes and no for the elections that conditions name anywhere in the instance."""
        names = sorted(set(_named([self.state, self.play, *self.raw.get("opponents", [])])))
        for values in product((1, 0), repeat=len(names)):
            yield dict(zip(names, values, strict=True))

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
            # A number above what there is could not be paid; where nothing is owed it harms nobody.
            bounded = not one.clause.get("number") or "at_most" in one.clause
            if value < 0 or (bounded and value > one.most) or (one.fixed is not None and value != one.fixed):
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
        return self.play.get("from") == "trash" and self.alternates() and not self.lets()

    def alternates(self) -> bool:
        """Tell whether a price is offered that replaces the base cost."""
        return any(one.alternate and "set" in one.clause for one in self.chances)

    def lets(self) -> bool:
        """Tell whether something lets the card be played from where it is: an effect, or a permission (358.3)."""
        if self.play.get("by") or self.play.get("effects"):
            return True
        return any(
            clause["clause"] == "permit"
            and self.play.get("from", "hand") in listed(clause["from"])
            and self.acts(clause, holder, whose, {})
            for clause, holder, whose in self.clauses
        )
