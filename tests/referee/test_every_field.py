"""Every field of the vocabulary matters to the referee: with one value a payment is legal, with another it is not.

A field that is added to the vocabulary makes the last test fail until a case shows that the referee reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from runepay.model.base import Record
from runepay.model.clauses import (
    Ability,
    Add,
    Additional,
    Amount,
    Base,
    Brings,
    Deflect,
    Discount,
    Gives,
    GrantKeyword,
    IgnoreDeflect,
    Increase,
    Keyword,
    Override,
    Permit,
)
from runepay.model.cost import Action, Cost
from runepay.model.rulebook import Ruleset
from runepay.model.state import Choose, GameState, Play
from runepay.referee import parse_payment, violations

from .paying import Json, act, add, card, seal, spend, unit

Position = tuple[Json, Json]

POOL: Json = {"energy": 9, "power": {"fury": 9, "calm": 9, "mind": 9}}
STATE: Json = {
    "pool": POOL,
    "board": [unit("cat", tags=["Cat"], might=3), unit("dog", tags=["Dog"], might=5, at="hill"), seal("seal")],
    "hand": [card("spare")],
    "trash": [card("old"), card("older"), unit("dead")],
    "battlefields": [{"id": "hill", "card": "Hill", "type": "battlefield"}],
    "opponents": [{"board": [unit("foe"), unit("other")]}],
    "facts": {"cards_played": 1, "points": 3},
}


@dataclass(frozen=True)
class Case:
    """A field, how to place a value of it, two values, and the payment that is legal with the first one only."""

    model: type[Record]
    name: str
    place: Callable[[Any], Position]
    good: Any
    bad: Any
    steps: tuple[Json, ...]
    elected: Json = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)

    def faults(self, value: Any) -> list[str]:
        """Referee the payment with this value."""
        state, play = self.place(value)
        payment = parse_payment({"steps": list(self.steps), "elected": self.elected})
        ruleset = Ruleset.of(options=self.options)
        found = violations(GameState.model_validate(state), Play.model_validate(play), payment, ruleset)
        return [one.code for one in found]


def spell(**more: Any) -> Json:
    return {"card": "Mine", "type": "spell", "cost": {"energy": 5}, **more}


def clause(kind: str, base: Json, name: str, play: Json | None = None, **state: Any) -> Callable[[Any], Position]:
    """Place a value in a clause of the play."""
    paid = spell() if play is None else play

    def place(value: Any) -> Position:
        stated = {"clause": kind, **base, name: value}
        return {**STATE, **state}, {**paid, "clauses": [*paid.get("clauses", []), stated]}

    return place


def amount(name: str, **base: Any) -> Callable[[Any], Position]:
    def place(value: Any) -> Position:
        stated = {"count": "objects", **base, name: value}
        return STATE, spell(clauses=[{"clause": "discount", "energy": 1, "per": stated}])

    return place


def amounts() -> Iterator[Case]:
    def case(name: str, good: Any, bad: Any, left: int, **base: Any) -> Case:
        return Case(Amount, name, amount(name, **base), good, bad, (spend(left),))

    yield case("count", "objects", "runes", 2)
    yield case("of", {"tag": "Cat"}, {}, 4)
    yield case("zone", "hand", "board", 4)
    yield case("whose", "enemy", "own", 3)
    yield case("name", "cards_played", "points", 4, count="fact")
    yield case("exactly", 1, 2, 4, count="battlefields")
    yield case("times", 2, 1, 3, of={"tag": "Cat"})
    yield case("plus", 1, 0, 3, of={"tag": "Cat"})
    yield case("least", 2, 1, 3, of={"tag": "Cat"})
    yield case("most", 1, 2, 4)


def ability(name: str, value: Any, base: Json, **state: Any) -> Position:
    tool = {"id": "tool", "card": "Tool", "type": "gear", "abilities": [{"id": "use", **base, name: value}]}
    return {**STATE, **state, "board": [{**tool, "used": ["use"]}]}, {"source": "tool", "ability": "use"}


def abilities() -> Iterator[Case]:
    def case(name: str, good: Any, bad: Any, *steps: Json, base: Json | None = None, **state: Any) -> Case:
        stated = {"cost": {"energy": 1}} if base is None else base
        return Case(Ability, name, lambda value: ability(name, value, stated, **state), good, bad, steps)

    gear_only = {"restricted": [{"energy": 1, "for": "gear"}]}
    yield case("kind", "ability", "trigger", spend(1, purpose="gear"), pool=gear_only)
    yield case("cost", {"energy": 1}, {"energy": 2}, spend(1))
    yield case("speed", "reaction", "normal", spend(1), facts={"my_turn": False})
    yield case("when", {"itself": {"ready": True}}, {"itself": {"ready": False}}, spend(1))
    yield case("once", False, True, spend(1))
    yield case("clauses", [{"clause": "discount", "energy": 1}], [])


def source(name: str, value: Any, base: Json, play: Json, **more: Any) -> Position:
    object_ = {"id": "tool", "card": "Tool", "type": "gear", "adds": [{**base, name: value}], **more}
    return {"board": [object_, seal("seal"), unit("cat")], "pool": {"power": {"calm": 1}}}, play


def adds() -> Iterator[Case]:
    one: Json = {"card": "Mine", "type": "spell", "cost": {"energy": 1}}
    dying = {**one, "clauses": [{"clause": "additional", "cost": {"actions": [{"do": "kill", "number": 2}]}}]}
    gives = {"gives": {"energy": 1}}
    used = (add("tool"), spend(1))
    copied = ({**add("tool"), "copies": "seal:0"}, spend(fury=1))
    paid = {**spend(calm=1), "part": "add:tool"}

    def case(name: str, good: Any, bad: Any, *steps: Json, base: Json = gives, play: Json = one, **more: Any) -> Case:
        return Case(Add, name, lambda value: source(name, value, base, play, **more), good, bad, steps)

    yield case("gives", {"energy": 1}, {"energy": 2}, {**add("tool"), "gives": {"energy": 1}}, spend(1))
    yield case("exhaust", False, True, *used, base={**gives, "kill": True}, ready=False)
    yield case("kill", False, True, *used, act("kill", "tool", "seal"), play=dying)
    yield case("purpose", ["spell"], ["unit"], add("tool"), spend(1, purpose="spell"))
    yield case("speed", "reaction", "action", *used)
    yield case("cost", {"power": ["calm"]}, {"power": ["calm", "calm"]}, paid, *used)
    yield case("any_amount", "power", None, paid, *used)
    yield case("copies", True, False, *copied, base={}, play={**one, "cost": {"power": ["fury"]}})
    yield case("when", {"itself": {"ready": True}}, {"itself": {"ready": False}}, *used)
    yield Case(Gives, "energy", lambda n: source("gives", {"energy": n}, {}, one), 1, 0, used)
    fury = {**one, "cost": {"power": ["fury"]}}
    made = (add("tool"), spend(fury=1))
    yield Case(Gives, "power", lambda p: source("gives", {"power": p}, {}, fury), {"fury": 1}, {"mind": 1}, made)


def bringing(value: Json) -> Position:
    cards = {"Door": {"type": ["spell"], "brings": value}}
    return {**STATE, "cards": cards}, spell(by="Door", **{"from": "trash"}, card="dead", cost={"energy": 5})


def brings() -> Iterator[Case]:
    def case(name: str, good: Any, bad: Any, left: int) -> Case:
        return Case(Brings, name, lambda value: bringing({name: value}), good, bad, (spend(left),) if left else ())

    yield case("clauses", [{"clause": "base", "ignore": "energy"}], [], 0)
    yield case("only", {"from": ["trash"]}, {"type": ["gear"]}, 5)
    yield case("energy_at_most", {"count": "fact", "name": "points", "plus": 2}, {"count": "fact", "name": "points"}, 5)


def discounts() -> Iterator[Case]:
    pips = spell(cost={"energy": 5, "power": ["fury", "calm"]})
    repeat = spell(
        keywords=[{"keyword": "repeat", "cost": {"energy": 2}}],
        clauses=[{"clause": "additional", "cost": {"energy": 1}}],
    )

    def case(name: str, good: Any, bad: Any, *steps: Json, base: Json, play: Json | None = None, **more: Any) -> Case:
        return Case(Discount, name, clause("discount", base, name, play), good, bad, steps, **more)

    yield case("energy", 1, 2, spend(4), base={})
    yield case("minimum", 3, 0, spend(3), base={"energy": 9})
    yield case("any", 1, 2, spend(5), spend(fury=1), base={}, play=pips)
    yield case("power", ["fury"], ["calm"], spend(5), spend(calm=1), base={}, play=pips)
    yield case("either", True, False, spend(5), spend(fury=1), base={"energy": 1, "any": 1}, play=pips)
    yield case("per", {"count": "objects", "of": {"tag": "Cat"}}, {"count": "objects"}, spend(4), base={"energy": 1})
    elected = {"elected": {"repeat": True}}
    yield case("component", "repeat", "mandatory", spend(6), base={"energy": 9}, play=repeat, **elected)
    reading = {**elected, "options": {"energy_cost_reduced": "component"}}
    yield case("energy_cost", True, False, spend(3), base={"energy": 9}, play=repeat, **reading)
    victim = spell(clauses=[{"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 unit"]}}])
    kill = (spend(3), act("kill", "cat"))
    yield case("printed_cost_of", "kill", None, *kill, base={"energy": 1}, play=victim)


def additionals() -> Iterator[Case]:
    def case(name: str, good: Any, bad: Any, *steps: Json, base: Json | None = None, **more: Any) -> Case:
        stated = {"cost": {"energy": 1}} if base is None else base
        return Case(Additional, name, clause("additional", stated, name), good, bad, steps, **more)

    yield case("cost", {"energy": 1}, {"energy": 2}, spend(6), base={})
    yield case("optional", True, False, spend(5))
    yield case("per", {"count": "objects", "of": {"tag": "Cat"}}, {"count": "objects"}, spend(6))
    twice = {"elected": {"more": 2}}
    yield case("number", True, False, spend(7), base={"id": "more", "optional": True, "cost": {"energy": 1}}, **twice)
    many = {"id": "more", "number": True, "cost": {"energy": 1}}
    yield case("at_most", 2, 1, spend(7), base=many, **twice)
    less = spell(clauses=[{"clause": "discount", "energy": 1, "component": "repeat"}])
    place = clause("additional", {"cost": {"energy": 1}, "optional": True, "id": "again"}, "keyword", less)
    yield Case(Additional, "keyword", place, "repeat", "accelerate", (spend(5),), {"again": True})


def bases() -> Iterator[Case]:
    def case(name: str, good: Any, bad: Any, left: int, base: Json, **more: Any) -> Case:
        return Case(Base, name, clause("base", base, name), good, bad, (spend(left),), **more)

    yield case("set", {"energy": 2}, {"energy": 3}, 2, {})
    yield case("ignore", "power", "energy", 5, {})
    yield case("optional", True, False, 5, {"id": "way", "set": {"energy": 2}})
    flow = {"elected": {"flow": True}}
    yield case("keyword", "flow", "hidden", 2, {"optional": True, "set": {"energy": 2}}, **flow)


def others() -> Iterator[Case]:
    yield Case(Increase, "energy", clause("increase", {}, "energy"), 1, 2, (spend(6),))
    calm = (spend(5), spend(calm=1))
    yield Case(Increase, "power", clause("increase", {}, "power"), ["any"], ["fury"], calm)
    cats, all_ = {"count": "objects", "of": {"tag": "Cat"}}, {"count": "objects"}
    yield Case(Increase, "per", clause("increase", {"energy": 1}, "per"), cats, all_, (spend(6),))
    yield Case(Override, "when", clause("override", {}, "when"), {"fact": "my_turn"}, {"fact": "showdown"}, ())
    yield Case(Increase, "when", clause("increase", {"energy": 1}, "when"), {"elected": "x"}, (), (spend(5),))
    named = clause("additional", {"optional": True, "cost": {"energy": 1}}, "id")
    yield Case(Additional, "id", named, "this", "that", (spend(6),), {"this": True})

    def taxing(scope: Json) -> Position:
        tax = {"clause": "increase", "energy": 1, "on": scope}
        return {**STATE, "board": [unit("law", clauses=[tax])]}, spell()

    yield Case(Increase, "on", taxing, {"type": "spell"}, {"type": "gear"}, (spend(6),))

    def shielded(name: str, base: Json) -> Callable[[Any], Position]:
        def place(value: Any) -> Position:
            guard = unit("guard", clauses=[{"clause": "deflect", "grants": {}, **base, name: value}])
            foes = [unit("foe", keywords=["deflect"]), guard]
            return {**STATE, "opponents": [{"board": foes}]}, spell(targets=["foe"])

        return place

    def case(name: str, good: Any, bad: Any, power: int, base: Json | None = None) -> Case:
        return Case(Deflect, name, shielded(name, base or {}), good, bad, (spend(5), spend(fury=power)))

    yield case("value", 2, 1, 3)
    yield case("grants", {"card": "foe"}, {"card": "nobody"}, 2)
    yield case("unless_already", True, False, 1)
    yield case("per", {"count": "objects"}, {"count": "objects", "most": 1}, 3)
    plain = spell(targets=["foe"])
    deflecting = {"opponents": [{"board": [unit("foe", keywords=["deflect"])]}]}
    spared = clause("ignore_deflect", {}, "chosen", plain, **deflecting)
    yield Case(IgnoreDeflect, "chosen", spared, {"card": "foe"}, {"card": "nobody"}, (spend(5),))

    from_trash = spell(card="old", **{"from": "trash"})
    yield Case(
        Permit, "origin", lambda v: _moved(clause("permit", {}, "from", from_trash)(v)), "trash", "deck", (spend(5),)
    )

    def granting(name: str, base: Json) -> Callable[[Any], Position]:
        def place(value: Any) -> Position:
            grant = {"clause": "grant", "id": "given", "on": {}, **base, name: value}
            return {**STATE, "board": [unit("lord", clauses=[grant])]}, spell()

        return place

    paid, given = (spend(7),), {"given": True}
    keyword = granting("keyword", {"cost": {"energy": 2}})
    yield Case(GrantKeyword, "keyword", keyword, "repeat", "flow", paid, given)
    yield Case(GrantKeyword, "cost", granting("cost", {"keyword": "repeat"}), {"energy": 2}, None, paid, given)

    def worded(name: str, base: Json) -> Callable[[Any], Position]:
        return lambda value: (
            STATE,
            spell(keywords=[{"keyword": "repeat", "cost": {"energy": 2}, **base, name: value}]),
        )

    again = {"repeat": True}
    yield Case(Keyword, "keyword", worded("keyword", {}), "repeat", "accelerate", paid, again)
    yield Case(Keyword, "cost", worded("cost", {}), {"energy": 2}, {"energy": 3}, paid, again)
    yield Case(Keyword, "when", worded("when", {}), {"fact": "my_turn"}, {"fact": "showdown"}, paid, again)

    def deflects(value: int) -> Position:
        foe = unit("foe", keywords=[{"keyword": "deflect", "value": value}])
        return {**STATE, "opponents": [{"board": [foe]}]}, plain

    yield Case(Keyword, "value", deflects, 1, 2, (spend(5), spend(fury=1)))


def _moved(position: Position) -> Position:
    """Let what is said of the play stand among the lasting effects, where a permission comes from."""
    state, play = position
    said = [{**one, "on": {}} for one in play["clauses"]]
    return {**state, "effects": said}, {**play, "clauses": []}


def costs() -> Iterator[Case]:
    def acting(name: str, base: Json) -> Callable[[Any], Position]:
        def place(value: Any) -> Position:
            cost = {"actions": [{**base, name: value}]}
            return STATE, spell(clauses=[{"clause": "additional", "id": "act", "cost": cost}])

        return place

    def case(name: str, good: Any, bad: Any, base: Json, *steps: Json) -> Case:
        return Case(Action, name, acting(name, base), good, bad, (spend(5), *steps))

    yield case("do", "kill", "return", {}, act("kill", "cat"))
    yield case("number", 2, 1, {"do": "kill"}, act("kill", "cat", "dog"))
    yield case("filter", {"tag": "Cat"}, {"tag": "Dog"}, {"do": "kill"}, act("kill", "cat"))
    yield case("zone", "hand", None, {"do": "recycle"}, act("recycle", "spare"))
    yield Case(Action, "itself", _itself, False, True, (act("exhaust", "cat"),))

    def costing(name: str, base: Json | None = None) -> Callable[[Any], Position]:
        return lambda value: (STATE, spell(cost={**(base or {}), name: value}))

    yield Case(Cost, "energy", costing("energy"), 5, 4, (spend(5),))
    yield Case(Cost, "power", costing("power"), ["calm"], ["fury"], (spend(calm=1),))
    yield Case(Cost, "actions", costing("actions"), ["kill 1 unit"], ["kill 1 gear"], (act("kill", "cat"),))


def _itself(value: bool) -> Position:
    use = {"id": "use", "cost": {"actions": [{"do": "exhaust", "itself": value}]}}
    return {"board": [unit("cat"), unit("dog", abilities=[use])]}, {"source": "dog", "ability": "use"}


def choices() -> Iterator[Case]:
    halves = spell(
        cost={"energy": 5, "power": ["fury", "calm"]},
        clauses=[
            {"clause": "discount", "id": "half", "energy": 1, "any": 1, "either": True},
            {"clause": "discount", "id": "low", "energy": 9, "minimum": 2},
        ],
    )

    def case(name: str, good: Any, bad: Any, play: Json, *steps: Json) -> Case:
        def place(value: Any) -> Position:
            return STATE, {**play, "choose": {name: value}}

        return Case(Choose, name, place, good, bad, steps)

    energy = (spend(1), spend(fury=1), spend(calm=1))
    yield case("halves", {"half": "energy"}, {"half": "power"}, halves, *energy)
    yield case("order", ["low", "half"], ["half", "low"], halves, *energy)
    pips = spell(cost={"power": ["fury", "calm"]}, clauses=[{"clause": "discount", "id": "off", "any": 1}])
    yield case("removed", {"off": ["fury"]}, {"off": ["calm"]}, pips, spend(calm=1))
    kill = spell(cost={}, clauses=[{"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 unit"]}}])
    yield case("objects", {"kill": ["cat"]}, {"kill": ["dog"]}, kill, act("kill", "cat"))


CASES = [
    *amounts(),
    *abilities(),
    *adds(),
    *brings(),
    *discounts(),
    *additionals(),
    *bases(),
    *others(),
    *costs(),
    *choices(),
]

ELSEWHERE = {
    "clause": "the kind of a clause, which test_vocabulary holds against the referee's own list",
    "id": "a name; elections and abilities are found by it",
    "when": "conditions, shown on one clause for all",
    "on": "a scope, shown on one clause for all",
    "linked": "whether the payment buys a result; what is paid is the same",
    "before": "whether Adds are used before the play: each of them is refereed as a payment of its own",
}
"""Fields that need no case with every record."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.model.__name__}.{case.name}")
def test_a_field_of_the_vocabulary_decides(case: Case) -> None:
    assert case.faults(case.good) == []
    assert case.faults(case.bad) != []


@pytest.mark.parametrize("model", list(dict.fromkeys(case.model for case in CASES)))
def test_every_field_has_a_case(model: type[Record]) -> None:
    shown = {case.name for case in CASES if case.model is model}
    assert set(model.model_fields) - shown <= set(ELSEWHERE)
