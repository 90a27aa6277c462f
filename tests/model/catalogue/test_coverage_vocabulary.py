"""Each kind of clause acts when it should, does not act when it should not, and is right at its edge.

The table holds home-made cards, one question a line; what is owed is worked out from the rules by hand. At the end
the conditions of real cards are tried exactly at their limits and one beside them.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from runepay import solve, total
from runepay.model import catalogue
from runepay.model.catalogue.coverage import evidence
from runepay.model.catalogue.parts import Part, parts
from runepay.model.clauses import CLAUSE_KINDS, Condition
from runepay.model.state import GameState, Play

Json = dict[str, Any]

FOE: Json = {"id": "foe", "type": "unit", "might": 2}


class Case(NamedTuple):
    """One question about a kind of clause and what is owed."""

    kind: str
    way: str
    """``acts``, ``idle`` or ``edge``."""
    play: Json
    energy: int
    power: list[str]
    actions: tuple[str, ...] = ()
    state: Json | None = None
    """Without a status of its own the question is only priced."""
    refused: str = ""
    """The rule by which it is not payable."""


def spell(energy: int, *power: str) -> Json:
    cost = {"energy": energy, "power": list(power)}
    return {"card": "Mine", "type": "spell", "domains": ["fury"], "targets": [], "cost": cost}


def unit(energy: int, *power: str) -> Json:
    return {"card": "Mine", "type": "unit", "domains": ["fury"], "cost": {"energy": energy, "power": list(power)}}


def base(**more: Any) -> Json:
    return {"clause": "base", **more}


def additional(**more: Any) -> Json:
    return {"clause": "additional", "id": "extra", **more}


def discount(**more: Any) -> Json:
    return {"clause": "discount", "id": "less", **more}


def on_board(*clauses: Json, **more: Any) -> Json:
    return {"board": [{"id": "there", "type": "gear", "clauses": list(clauses), **more}]}


def enemy(thing: Json, **more: Any) -> Json:
    return {"opponents": [{"board": [thing]}], **more}


XP6: Json = {"amount": {"count": "xp"}, "at_least": 6}

CASES = [
    # 356.1: another base cost, or a part of it ignored
    Case("base", "acts", {**unit(5, "fury"), "clauses": [base(set={"energy": 2})]}, 2, []),
    Case("base", "acts", {**unit(5, "fury"), "clauses": [base(ignore="energy")]}, 0, ["fury"]),
    Case("base", "idle", {**unit(5), "clauses": [base(set={"energy": 2}, when=XP6)]}, 5, []),
    Case("base", "idle", {**unit(5), "elect": {"way": False},
                          "clauses": [base(id="way", set={"energy": 2}, optional=True)]}, 5, []),
    # Ignored or replaced: an increase comes on top all the same (356.1.b.3).
    Case("base", "edge", {**unit(5), "clauses": [base(ignore="cost"), {"clause": "increase", "energy": 1}]},
         1, []),
    # Replaced and ignored at once: nothing wins, in whatever order.
    Case("base", "edge", {**unit(5), "clauses": [base(ignore="cost"), base(set={"energy": 3})]}, 0, []),
    # 356.2
    Case("additional", "acts", {**unit(1), "clauses": [additional(cost={"energy": 2, "power": ["any"]})]},
         3, ["any"]),
    Case("additional", "acts", {**unit(1), "elect": {"extra": 3},
                                "clauses": [
                                    additional(cost={"power": ["fury"]}, optional=True, number=True, at_most=3)]},
         1, ["fury"] * 3),
    Case("additional", "idle", {**unit(1), "elect": {"extra": False},
                                "clauses": [additional(cost={"energy": 2}, optional=True)]}, 1, []),
    Case("additional", "edge", {**unit(1), "elect": {"extra": 0},
                                "clauses": [additional(cost={"power": ["fury"]}, optional=True, number=True)]}, 1, []),
    # A discount on the total may eat it whole, and it still counts as paid (356.4.f).
    Case("additional", "edge", {**unit(0), "elect": {"extra": True},
                                "clauses": [additional(cost={"energy": 2}, optional=True), discount(energy=5)]}, 0, []),
    # 356.3
    Case("increase", "acts", {**spell(1)}, 2, ["any"], (),
         enemy({"id": "helm", "type": "gear", "clauses": [
             {"clause": "increase", "energy": 1, "power": ["any"], "on": {"whose": "enemy", "type": "spell"}}]})),
    Case("increase", "idle", {**unit(1)}, 1, [], (),
         enemy({"id": "helm", "type": "gear", "clauses": [
             {"clause": "increase", "energy": 1, "on": {"whose": "enemy", "type": "spell"}}]})),
    # It comes before discounts: 1 + 1 - 3 is 0.
    Case("increase", "edge", {**unit(1), "clauses": [{"clause": "increase", "energy": 1}, discount(energy=3)]},
         0, []),
    # 356.4
    Case("discount", "acts", {**spell(4, "fury")}, 3, [], (),
         on_board(discount(energy=1, any=1, minimum=1, on={"type": "spell"}))),
    Case("discount", "acts", {**unit(4, "fury", "fury"), "choose": {"halves": {"less": "power"}},
                              "clauses": [discount(energy=1, any=1, either=True)]}, 4, ["fury"]),
    Case("discount", "idle", {**unit(4)}, 4, [], (), on_board(discount(energy=1, on={"type": "spell"}))),
    Case("discount", "idle", {**unit(0, "fury"), "clauses": [discount(energy=3)]}, 0, ["fury"]),
    # At its minimum already it takes nothing, below it it raises nothing (356.4.e), and the Power half works.
    Case("discount", "edge", {**spell(2)}, 2, [], (), on_board(discount(energy=1, minimum=2, on={}))),
    Case("discount", "edge", {**spell(1, "fury")}, 1, [], (),
         on_board(discount(energy=1, any=1, minimum=2, on={}))),
    # A component discount stops at its component (356.4.c).
    Case("discount", "edge", {**unit(4), "elect": {"extra": True},
                              "clauses": [additional(cost={"energy": 1}, optional=True)]}, 4, [], (),
         on_board(discount(energy=3, component="optional", on={}))),
    # 356.5
    Case("override", "acts", {**unit(9, "any"), "effects": [{"clause": "override"}]}, 0, []),
    Case("override", "idle", {**unit(2), "effects": [{"clause": "override", "when": XP6}]}, 2, []),
    # Mandatory actions and increases go as well (356.5.a).
    Case("override", "edge", {**unit(2), "effects": [{"clause": "override"}],
                              "clauses": [
                                  additional(cost={"actions": ["kill 1 unit"]}), {"clause": "increase", "energy": 3}]},
         0, []),
    # 809
    Case("deflect", "acts", {**spell(1), "targets": ["foe"]}, 1, ["any", "any"], (),
         enemy({**FOE, "clauses": [{"clause": "deflect", "value": 2}]})),
    Case("deflect", "acts", {**spell(1), "targets": ["foe"]}, 1, ["any"], (),
         {"opponents": [{"board": [FOE, {"id": "flag", "type": "gear",
                                         "clauses": [{"clause": "deflect", "grants": {"type": "unit"}}]}]}]}),
    Case("deflect", "idle", {**spell(1), "targets": ["foe"]}, 1, [], (),
         {"board": [{**FOE, "clauses": [{"clause": "deflect", "value": 2}]}]}),
    Case("deflect", "idle", {**unit(1), "targets": ["foe"]}, 1, [], (),
         enemy({**FOE, "clauses": [{"clause": "deflect"}]})),
    # Each time it is chosen; printed and granted add up, but "if it has none" never adds.
    Case("deflect", "edge", {**spell(0), "targets": ["foe", "foe"]}, 0, ["any", "any"], (),
         enemy({**FOE, "keywords": [{"keyword": "deflect", "value": 1}]})),
    Case("deflect", "edge", {**spell(0), "targets": ["foe"]}, 0, ["any"], (),
         {"opponents": [{"board": [{**FOE, "keywords": [{"keyword": "deflect", "value": 1}]}, {
             "id": "flag", "type": "gear",
             "clauses": [{"clause": "deflect", "value": 3, "grants": {"type": "unit"}, "unless_already": True}]}]}]}),
    Case("ignore_deflect", "acts", {**spell(1), "targets": ["foe"], "clauses": [{"clause": "ignore_deflect"}]},
         1, [], (), enemy({**FOE, "keywords": [{"keyword": "deflect", "value": 2}]})),
    Case("ignore_deflect", "idle", {**spell(1), "targets": ["foe"]}, 1, ["any", "any"], (),
         enemy({**FOE, "keywords": [{"keyword": "deflect", "value": 2}]})),
    # Only of what it names.
    Case("ignore_deflect", "edge", {**spell(0), "targets": ["foe", "gear"], "clauses": [
        {"clause": "ignore_deflect", "chosen": {"type": "gear"}}]}, 0, ["any"], (),
         {"opponents": [{"board": [{**FOE, "keywords": ["deflect"]}, {
             "id": "gear", "type": "gear", "keywords": ["deflect"]}]}]}),
    # Granted keywords
    Case("grant", "acts", {**spell(2, "fury"), "elect": {"repeat:there": True}},
         4, ["fury", "fury"], (), on_board({"clause": "grant", "keyword": "repeat", "on": {"type": "spell"}})),
    Case("grant", "acts", {**unit(2), "elect": {"accelerate:there": True}}, 3, ["fury"], (),
         on_board({"clause": "grant", "keyword": "accelerate", "on": {"type": "unit"}})),
    Case("grant", "idle", {**unit(2)}, 2, [], (),
         on_board({"clause": "grant", "keyword": "repeat", "on": {"type": "spell"}})),
    # A second Accelerate is redundant (805.4), a second Repeat is not (820.1.c.2).
    Case("grant", "edge", {**unit(2), "keywords": ["accelerate"], "elect": {"accelerate": True}},
         3, ["fury"], (), on_board({"clause": "grant", "keyword": "accelerate", "on": {"type": "unit"}})),
    Case("grant", "edge", {**spell(2), "keywords": [{"keyword": "repeat", "cost": {"energy": 1}}],
                           "elect": {"repeat": True, "repeat:there": True}}, 5, [], (),
         on_board({"clause": "grant", "keyword": "repeat", "on": {"type": "spell"}})),
    # 358.3
    Case("permit", "acts", {**unit(2), "from": "trash"}, 2, [], (),
         on_board({"clause": "permit", "from": "trash", "on": {"from": "trash"}})),
    Case("permit", "idle", {**unit(2), "from": "trash"}, 2, [], refused="358.3"),
    # From the trash is not from banishment.
    Case("permit", "edge", {**unit(2), "from": "banished"}, 2, [], (),
         on_board({"clause": "permit", "from": "trash", "on": {}}), "358.3"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}-{case.way}")
def test_a_clause_at_work_at_rest_and_at_its_edge(case: Case) -> None:
    play = Play.model_validate(case.play)
    state = GameState.model_validate({"pool": {"energy": 30, "power": {"universal": 9}}, **(case.state or {})})
    owed = total(state, play).to_json()["owed"]
    assert (owed["energy"], owed["power"]) == (case.energy, case.power)
    assert [f"{act['do']} {act['number']}" for act in owed["actions"]] == list(case.actions)
    answer = solve(state, play).to_json()
    assert answer["status"] == ("not payable" if case.refused else "payable")
    assert answer["owed"]["energy"] == case.energy
    assert [one["rule"] for one in answer["reasons"]] == ([case.refused] if case.refused else [])


def test_every_kind_of_clause_has_all_three() -> None:
    assert {(case.kind, case.way) for case in CASES} == {
        (kind, way) for kind in CLAUSE_KINDS for way in ("acts", "idle", "edge")
    }


# ------------------------------------------------------------ the limits of real cards


class Limit(NamedTuple):
    """A condition of a card that compares a number: what is read, and the values just inside and just outside."""

    card: str
    part: Part
    reads: str
    """``xp``, or the name of a fact."""
    inside: int
    outside: int | None


def limits() -> Iterator[Limit]:
    for name in catalogue.names():
        card = catalogue.find(name)
        assert card is not None
        for part in parts(card):
            for one in getattr(part.content, "when", ()):
                assert isinstance(one, Condition)
                if one.amount is None or one.amount.count not in {"xp", "fact"} or one.amount.plus:
                    continue
                reads = one.amount.name or "xp"
                if one.at_least is not None and one.at_least > 0:
                    yield Limit(name, part, reads, one.at_least, one.at_least - 1)
                if one.at_most is not None:
                    yield Limit(name, part, reads, one.at_most, one.at_most + 1)


LIMITS = list(limits())


@pytest.fixture(scope="module")
def tool(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("find_limits", root / "tools/coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def instances(tool: ModuleType) -> Any:
    return tool.Instances()


def stated(data: Json, reads: str, value: int) -> Json:
    """The same question with another number; XP is that of whoever controls the card, so both sides get it."""
    made: Json = json.loads(json.dumps({key: one for key, one in data.items() if key != "expect"}))
    state = made.setdefault("state", {})
    if reads == "xp":
        state["xp"] = value
        for opponent in made.get("opponents", []):
            opponent["xp"] = value
    else:
        state.setdefault("facts", {})[reads] = value
    return made


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: f"{limit.card}-{limit.reads}-{limit.inside}")
def test_a_condition_holds_at_its_limit_and_not_beside_it(limit: Limit, instances: Any) -> None:
    acting = evidence()[limit.card][limit.part.key][0]
    assert acting is not None
    instances.data["inside"] = stated(instances.data[acting], limit.reads, limit.inside)
    instances.data["outside"] = stated(instances.data[acting], limit.reads, limit.outside or 0)
    for name in ("inside", "outside"):
        instances._answers.pop(name, None)
    assert instances.shows("inside", limit.card, limit.part) == "acts"
    assert instances.shows("outside", limit.card, limit.part) == "idle"


def test_there_are_limits_to_try() -> None:
    assert len(LIMITS) > 20
    assert {limit.reads for limit in LIMITS} >= {"xp", "cards_played"}
