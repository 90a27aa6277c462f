"""What no plan can be worth more than when time runs out: never below the best, and less than everything together."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

import pytest

from runepay.model.candidate import PlanAsk, candidates
from runepay.model.goals import Goal
from runepay.model.instance import parse
from runepay.model.turn import begin
from runepay.solver.plan.engine import Planned, plan, prepared
from runepay.solver.plan.given import Given
from runepay.solver.plan.option import Declined
from runepay.solver.plan.search import Search
from runepay.solver.plan.table import Table

from ..clock import Clock  # noqa: TID252 - the tests are no package with a name of their own
from .turns import draw, draw_with_acts, instance

CASES = int(os.environ.get("RUNEPAY_PLAN_CASES", "80"))
FIRST = int(os.environ.get("RUNEPAY_PLAN_FIRST", "0"))


def planned(raw: dict[str, Any], looks: int | None, *, search: str | None = None) -> tuple[Planned, int]:
    asked, clock = parse(json.dumps(raw)), Clock(looks)
    found = plan(asked.state, asked.plan or PlanAsk(), Goal.of(), asked.rules, seconds=60, search=search, clock=clock)
    return found, clock.seen


def stops(seen: int, number: int) -> list[int]:
    """Give so many moments at which time may run out, the first and the last among them."""
    return sorted({1, *(1 + (seen - 1) * at // number for at in range(number)), seen - 1})


@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("drawn", [draw, draw_with_acts])
def test_no_bound_is_below_the_best(drawn: Any, heavy: bool) -> None:
    for seed in range(FIRST, FIRST + CASES // 4):
        raw = instance(drawn(seed, heavy=heavy))
        best, seen = planned(raw, None)
        for looks in stops(seen, 6):
            found, _ = planned(raw, looks)
            assert found.value <= best.value <= found.bound, (seed, heavy, looks)


def ended_at(raw: dict[str, Any], nodes: int) -> Search:
    """Search a turn, which ends at the node of this number, from 1 to 64; the clock is looked at every 64 nodes."""
    asked = parse(json.dumps(raw))
    ask = asked.plan or PlanAsk()
    start, plays = prepared(asked.state, candidates(asked.state, ask), ask, asked.rules)
    table = Table(Given(begin(start), plays, asked.rules, ask.mode, Goal.of()))
    needed = (1 << len(plays)) - 1 if ask.mode == "all" else 0
    search = Search(table, needed, seconds=-1)
    search.found.nodes = 64 - nodes
    search.run()
    return search


@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("drawn", [draw, draw_with_acts])
def test_wherever_the_search_stands_what_is_open_may_be_as_good(drawn: Any, heavy: bool) -> None:
    tried = 0
    for seed in range(FIRST, FIRST + CASES // 3):
        raw = instance(drawn(seed, heavy=heavy))
        with suppress(Declined):
            best = ended_at(raw, 64)
            if not best.found.complete:
                continue
            before, number = sum(best.outlook.most), best.found.nodes
            for nodes in range(1, number + 1):
                search = ended_at(raw, nodes)
                assert not search.found.complete
                now = search.found.bound
                assert max(search.ends.value, best.ends.value, 0) <= now <= before, (seed, heavy, nodes)
                before, tried = now, tried + 1
    assert tried > CASES // 3


@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("drawn", [draw, draw_with_acts])
def test_energy_alone_bounds_a_turn(drawn: Any, heavy: bool) -> None:
    less = 0
    for seed in range(FIRST, FIRST + CASES):
        asked = parse(json.dumps(instance(drawn(seed, heavy=heavy))))
        ask = asked.plan or PlanAsk()
        best = plan(asked.state, ask, Goal.of(), asked.rules)
        none = plan(asked.state, ask, Goal.of(), asked.rules, seconds=0)
        everything = sum(
            {"all": 0, "most": 1, "best": (one.value or 0) + sum(one.worth.values())}[ask.mode] for one in best.plays
        )
        assert best.value <= none.bound <= everything, (seed, heavy)
        less += none.bound < everything
    assert less > CASES // 40


def spell(name: str, energy: int, *clauses: dict[str, Any], **more: Any) -> dict[str, Any]:
    cost = {"energy": energy}
    return {"card": name, "type": "spell", "cost": cost, "clauses": list(clauses), "value": 1, "targets": [], **more}


LESS = {"clause": "discount", "energy": 2, "on": {}}
STONE = {"id": "stone", "card": "Stone", "type": "gear", "adds": [{"gives": {"energy": 2}}]}
KILL = {"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 gear"]}}

TRAPS: dict[str, tuple[dict[str, Any], list[dict[str, Any]], int]] = {
    "ready again": ({"runes": {"fury": 2}}, [spell("A", 2, then={"ready": ["runes"]}), spell("B", 2)], 2),
    "a tax ends": (
        {
            "runes": {"fury": 2},
            "board": [{"id": "tax", "card": "Tax", "type": "gear",
                       "clauses": [{"clause": "increase", "energy": 2, "on": {"type": ["spell"]}}]}],
        },
        [{"card": "A", "type": "unit", "cost": {}, "clauses": [KILL], "value": 1, "targets": []}, spell("B", 2)],
        2,
    ),
    "cheaper next": ({"runes": {"fury": 2}}, [spell("A", 1, then={"next": [LESS]}), spell("B", 3)], 2),
    "cheaper later": (
        {"runes": {"fury": 1}}, [spell("A", 1, then={"effects": [LESS]}), spell("B", 2), spell("C", 2)], 3
    ),
    "nothing at all": (
        {"runes": {"fury": 1}},
        [spell("A", 1, then={"next": [{"clause": "override", "on": {"type": ["spell"]}}]}), spell("B", 9)],
        2,
    ),
    "again and again": (
        {
            "runes": {"fury": 0},
            "xp": 3,
            "board": [{"id": "well", "card": "Well", "type": "gear",
                       "adds": [{"gives": {"energy": 1}, "exhaust": False, "cost": {"actions": ["xp 1"]}}]}],
        },
        [spell("A", 3)],
        1,
    ),
    "on the way": (
        {"runes": {"fury": 1}},
        [spell("B", 2), spell("Stone", 1) | {"type": "gear", "adds": STONE["adds"]}],
        2,
    ),
    "made on the way": ({}, [spell("A", 0, then={"board": [STONE]}), spell("B", 2)], 2),
    "floating": ({}, [spell("A", 0, then={"pool": {"energy": 3}}), spell("B", 3)], 2),
    "as dear as what goes": (
        {"runes": {"fury": 1}, "board": [{"id": "old", "card": "Old", "type": "gear", "cost": {"energy": 4}}]},
        [spell("A", 5, KILL, {"clause": "discount", "printed_cost_of": "kill", "energy": 1, "any": 1})],
        1,
    ),
    "once for each play": (
        {"runes": {"fury": 2}},
        [spell("A", 1), spell("B", 1),
         spell("C", 2, {"clause": "discount", "energy": 1, "per": {"count": "fact", "name": "cards_played"}})],
        3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRAPS)
def test_what_adds_energy_or_takes_cost_off_is_reckoned_with(name: str) -> None:
    state, plays, value = TRAPS[name]
    raw = {"ask": "plan", "state": state, "plan": {"plays": plays}}
    best, _ = planned(raw, None)
    assert (best.value, best.proof) == (value, "optimal")
    assert value <= planned(raw, 1)[0].bound <= len(plays)


def test_what_can_never_be_paid_counts_for_nothing() -> None:
    plays = [spell("A", 2, once="it"), spell("B", 2, once="it"), spell("C", 1), spell("D", 9)]
    raw = {"ask": "plan", "state": {"runes": {"fury": 4}}, "plan": {"plays": plays}}
    assert planned(raw, 1)[0].bound == planned(raw, None)[0].value == 2
