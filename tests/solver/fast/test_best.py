"""The fast lane against CP-SAT: the same payment, step by step, wherever it answers at all.

``RUNEPAY_LANE_BEST`` sets how many random questions are tried (1,000 if it is not set), ``RUNEPAY_LANE_FIRST`` the
first seed.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.instance import Instance, iter_jsonl, read
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.referee import violations
from runepay.solver.fast import lane
from runepay.solver.pay import best

from . import cases

CASES = int(os.environ.get("RUNEPAY_LANE_BEST", "1000"))
FIRST = int(os.environ.get("RUNEPAY_LANE_FIRST", "0"))
CHUNK = 250


def compared(state: GameState, play: Play, goal: Goal, rules: Ruleset) -> tuple[str, str]:
    """Give what the fast lane says, and how the complete lane or the referee differs (nothing if they agree)."""
    question = freeze(state, play, rules)
    quick = None if question.declined else lane.best(question, state, goal)
    if quick is None:
        return "declined", ""
    whole = best(question, state, goal, complete=True)
    if quick != whole:
        return quick.status, f"fast: {quick}\ncomplete: {whole}"
    if quick.payment is None:
        return quick.status, ""
    assert whole.payment is not None
    if [step.pool for step in quick.payment.steps] != [step.pool for step in whole.payment.steps]:
        return quick.status, "the pools after the steps differ"
    if quick.payment.owed.trace != whole.payment.owed.trace:
        return quick.status, "the stages differ"
    return quick.status, "; ".join(one.message for one in violations(state, play, quick.payment, rules))


@pytest.mark.parametrize("start", range(FIRST, FIRST + CASES, CHUNK))
def test_random_questions_get_the_payment_that_the_complete_lane_finds(start: int) -> None:
    said: Counter[str] = Counter()
    for seed in range(start, min(start + CHUNK, FIRST + CASES)):
        raw = cases.question(seed)
        state, play = GameState.model_validate(raw["state"]), Play.model_validate(raw["play"])
        status, difference = compared(state, play, Goal.of(raw["goal"]), Ruleset.of())
        assert not difference, f"seed {seed}: {json.dumps(raw)}\n{difference}"
        said[status] += 1
    assert said["payable"] > said["declined"]


def test_every_instance_gets_the_payment_that_the_complete_lane_finds(root: Path) -> None:
    found: list[tuple[str, Instance]] = []
    found += [(file.name, read(file)) for file in sorted((root / "instances").rglob("*.json"))]
    for file in sorted((root / "instances").rglob("*.jsonl")):
        rows = [row for row in iter_jsonl(file) if isinstance(row, Instance)]
        # Long files hold many of a kind; every tenth stands for them.
        found += [(f"{file.name}:{number}", row) for number, row in enumerate(rows) if number % 10 == 0]
    said: Counter[str] = Counter()
    for name, one in found:
        if one.ask != "solve":
            continue
        rules = Ruleset.of(one.ruleset, dict(one.options))
        status, difference = compared(one.game, one.play, Goal.of(one.goal), rules)
        assert not difference, f"{name}\n{difference}"
        said[status] += 1
    assert said["payable"] > 100
    assert said["not payable"] > 20


@pytest.mark.parametrize("seed", range(0, 200, 4))
def test_the_order_of_the_file_and_the_ids_do_not_matter(seed: int) -> None:
    raw = cases.question(seed)
    dice = random.Random(seed)
    other = json.loads(json.dumps(raw))
    dice.shuffle(other["state"]["board"])
    other["state"]["runes"] = dict(reversed(other["state"]["runes"].items()))
    other["play"]["cost"]["power"].reverse()
    goal = Goal.of(raw["goal"])
    answers = []
    for one in (raw, other):
        state, play = GameState.model_validate(one["state"]), Play.model_validate(one["play"])
        answers.append(lane.best(freeze(state, play, Ruleset.of()), state, goal))
    assert answers[0] == answers[1]


def test_what_it_cannot_prove_it_declines() -> None:
    def asked(board: list[cases.Json], goal: str = "thrifty", **play: Any) -> object:
        state = GameState.model_validate({"runes": {"fury": 4}, "board": board})
        read_play = Play.model_validate({"card": "It", "cost": {"energy": 1, "power": ["fury"]}, "targets": [], **play})
        return lane.best(freeze(state, read_play, Ruleset.of()), state, Goal.of([goal]))

    gear = {"id": "g", "card": "Gear", "type": "gear", "cost": {}}
    assert asked([]) is not None
    assert asked([], "most-ready") is None
    assert asked([], "spend-at-least:energy:2") is None
    assert asked([{**gear, "adds": [{"gives": {"power": {"fury": 1}}}]}]) is not None
    assert asked([{**gear, "adds": [{"gives": {"power": {"fury": 2}}}]}]) is None
    assert asked([{**gear, "adds": [{"gives": {"energy": 1, "power": {"fury": 1}}}]}]) is None
    assert asked([{**gear, "adds": [{"gives": {"power": {"fury": 1}}, "cost": {"energy": 1}}]}]) is None
    both = [{"gives": {"energy": 1}}, {"gives": {"power": {"fury": 1}}}]
    assert asked([{**gear, "adds": both}]) is None
    kill = {"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 gear"]}}
    assert asked([gear], clauses=[kill]) is None
    either = {"clause": "discount", "energy": 1, "any": 1, "either": True}
    assert asked([], clauses=[either]) is not None
    free = {"clause": "additional", "id": "more", "optional": True, "cost": {"energy": 1}}
    assert asked([], clauses=[either, free]) is None
    assert asked([], clauses=[either, free], elect={"more": True}) is not None
    # Two halves of two discounts that lead to one total: which of them is stated is for the complete lane to say.
    assert asked([], clauses=[either, either]) is None


def test_ordinary_questions_do_without_or_tools() -> None:
    said = (
        "import sys, runepay\n"
        "state = runepay.GameState.model_validate({'runes': {'fury': 3}})\n"
        "play = runepay.Play.model_validate({'card': 'It', 'cost': {'energy': 2, 'power': ['any']}, 'targets': []})\n"
        "answer = runepay.solve(state, play)\n"
        "print(answer.status, any(name.startswith('ortools') for name in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", said], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["payable", "False"]
