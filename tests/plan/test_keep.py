"""What is to stay payable stays payable: no traps with the hand known, and the quick way equals the general one."""

from __future__ import annotations

import importlib.util
import json
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from runepay.api import solve
from runepay.checking import answer_json
from runepay.model.candidate import Candidate, PlanAsk
from runepay.model.goals import Goal
from runepay.model.instance import parse
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.solver.plan.engine import plan
from runepay.solver.plan.option import Declined

ROOT = Path(__file__).resolve().parents[2]


def _benchmark(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bench_{name}", ROOT / "benchmarks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


TRAPS = _benchmark("traps")


@pytest.mark.parametrize("kind", TRAPS.KINDS, ids=lambda kind: str(kind.name))
def test_no_traps_when_the_hand_is_kept(kind: Any) -> None:
    traps, among = TRAPS.share(kind, "keep:hand", 12)
    assert traps == 0
    assert among > 0


def test_the_default_goal_falls_into_a_trap_that_keeping_the_hand_avoids() -> None:
    state = GameState.model_validate(
        {"runes": {"fury": {"exhausted": 1}, "calm": {"exhausted": 1}},
         "hand": [{"id": "next", "type": "unit", "cost": {"power": ["fury"]}}]}
    )  # fmt: skip
    play = Play.model_validate({"card": "Mine", "type": "unit", "cost": {"power": ["any"]}, "targets": []})
    plain = solve(state, play)
    kept = solve(state, play, ["keep:next"])
    assert plain.payment is not None
    assert kept.payment is not None
    assert [step.object for step in plain.payment.steps if step.step == "recycle"] == ["rune:fury"]
    assert [step.object for step in kept.payment.steps if step.step == "recycle"] == ["rune:calm"]
    assert dict(zip(kept.criteria, kept.values, strict=True))["keep:next"] == 0


def _question(seed: int) -> tuple[GameState, Candidate, list[str]]:
    dice = random.Random(seed)
    domains = dice.sample(("fury", "calm", "mind"), 2)
    runes = {domain: {"ready": dice.randint(0, 2), "exhausted": dice.randint(0, 2)} for domain in domains}
    board: list[dict[str, Any]] = []
    if dice.random() < 0.5:
        board.append({"id": "seal", "type": "gear", "adds": [{"gives": {"power": {dice.choice(domains): 1}}}]})
    if dice.random() < 0.3:
        board.append({"card": "Gold", "id": "gold"})
    hand = [
        {"id": f"h{n}", "type": "spell", "keywords": ["reaction"],
         "cost": {"energy": dice.randint(0, 2),
                  "power": [dice.choice((*domains, "any")) for _ in range(dice.randint(0, 2))]}}
        for n in range(2)
    ]  # fmt: skip
    pool = {"energy": dice.choice((0, 0, 1)), "power": {"universal": dice.choice((0, 0, 1))}}
    state = GameState.model_validate({"runes": runes, "board": board, "hand": hand, "pool": pool})
    pips = [dice.choice((*domains, "any", "any")) for _ in range(dice.randint(0, 2))]
    mine = Candidate.model_validate(
        {"card": "Mine", "type": "unit", "cost": {"energy": dice.randint(0, 2), "power": pips}, "targets": []}
    )
    goals = (["keep:h0"], ["keep:hand"], ["keep-on-their-turn:h0"], ["keep:h0", "keep:h1"], ["most-ready", "keep:hand"])
    return state, mine, dice.choice(goals)


def test_the_quick_way_keeps_what_the_general_one_keeps() -> None:
    kept = 0
    for seed in range(60):
        state, mine, words = _question(seed)
        goal, rules = Goal.of(words), Ruleset.of()
        ask = PlanAsk(mode="all", plays=(mine,))
        quick = plan(state, ask, goal, rules, search="quick")
        general = plan(state, ask, goal, rules, search="general")
        assert (quick.status, quick.values) == (general.status, general.values), (seed, words)
        kept += quick.status == "payable"
    assert kept > 10


@pytest.mark.parametrize("path", sorted((ROOT / "instances" / "hands").glob("*.json")), ids=lambda path: str(path.stem))
def test_both_searches_find_the_same_turn(path: Path) -> None:
    asked = parse(path.read_text(encoding="utf-8"))
    ask = asked.plan or PlanAsk()
    goal = Goal.of(asked.goal)
    general = plan(asked.state, ask, goal, asked.rules, search="general", seconds=3)
    try:
        quick = plan(asked.state, ask, goal, asked.rules, search="quick")
    except Declined:
        quick = general
    assert json.dumps(answer_json(asked))
    if general.proof in {"optimal", "infeasible"}:
        assert (quick.status, quick.value, quick.values) == (general.status, general.value, general.values)
    else:
        assert quick.value >= general.value
