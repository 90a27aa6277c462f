"""pytest-benchmark cases: the parts of an answer beside the floor of one CP-SAT call.

Run with ``pytest benchmarks --benchmark-only``; compare the ratio to ``test_floor`` of the same run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runepay
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.reach import undominated
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.solver.cpsat import lexicographic
from runepay.solver.pay import best, build
from runepay.solver.rows import Rows

Timer = Callable[..., Any]

BASIC = (
    {"runes": {"fury": 3, "calm": {"ready": 1, "exhausted": 2}}, "pool": {"power": {"universal": 1}}},
    {"card": "Basic", "type": "spell", "cost": {"energy": 3, "power": ["fury", "any"]}},
)
CROWDED = (
    {
        "runes": {"fury": {"ready": 4, "exhausted": 2}, "chaos": {"ready": 4, "exhausted": 2}},
        "pool": {"energy": 1, "power": {"mind": 1, "universal": 1}, "restricted": [{"energy": 1, "for": "spell"}]},
        "board": [
            *(
                {"id": f"u{n}", "card": f"Unit {n % 4}", "type": "unit", "might": n % 6, "cost": {"energy": n % 5}}
                for n in range(8)
            ),
            *(
                {"id": f"s{n}", "card": "Seal", "type": "gear", "cost": {}, "adds": [{"gives": {"power": {"fury": 1}}}]}
                for n in range(2)
            ),
            {
                "id": "gold",
                "card": "Gold",
                "type": "gear",
                "token": True,
                "cost": {},
                "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}],
            },
            {
                "id": "ezreal",
                "card": "Ezreal",
                "type": "unit",
                "might": 3,
                "cost": {"energy": 3},
                "clauses": [
                    {"clause": "discount", "energy": 1, "any": 1, "either": True, "component": "optional", "on": {}}
                ],
            },
            {
                "id": "vex",
                "card": "Vex",
                "type": "unit",
                "might": 5,
                "cost": {"energy": 5},
                "clauses": [{"clause": "discount", "energy": 1, "any": 1, "minimum": 1, "on": {"type": "spell"}}],
            },
        ],
        "hand": [{"id": f"h{n}", "card": f"Card {n % 3}", "cost": {"energy": n % 4}} for n in range(6)],
        "trash": [{"id": f"t{n}", "card": "Old", "cost": {"energy": 1}} for n in range(4)],
        "xp": 4,
        "opponents": [],
    },
    {
        "card": "Crowded",
        "type": "spell",
        "domains": ["fury", "chaos"],
        "cost": {"energy": 4, "power": ["own", "own"]},
        "keywords": [{"keyword": "repeat", "cost": {"energy": 2, "power": ["any"]}}],
        "clauses": [
            {"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 unit"]}},
            {"clause": "additional", "id": "drop", "optional": True, "cost": {"actions": ["discard 1"]}},
            {"clause": "discount", "energy": 2, "when": {"elected": "drop"}},
            {"clause": "additional", "id": "xp", "optional": True, "cost": {"actions": ["xp 3"]}},
            {"clause": "discount", "energy": 1, "any": 1, "when": {"elected": "xp"}},
        ],
        "elect": {"repeat": True},
    },
)
CASES = {"basic": BASIC, "crowded": CROWDED}


def read(name: str) -> tuple[GameState, Play]:
    state, play = CASES[name]
    return GameState.model_validate(state), Play.model_validate(play)


@pytest.mark.benchmark(group="floor")
def test_floor(benchmark: Timer) -> None:
    def one() -> str:
        rows = Rows()
        return lexicographic(rows, [rows.var(0, 1)]).status

    assert benchmark(one) == "optimal"


@pytest.mark.parametrize("name", CASES)
@pytest.mark.benchmark(group="answer")
def test_state_to_refereed_payment(benchmark: Timer, name: str) -> None:
    state, play = read(name)
    assert benchmark(runepay.solve, state, play).status == "payable"


@pytest.mark.parametrize("name", CASES)
@pytest.mark.benchmark(group="parts")
def test_freeze(benchmark: Timer, name: str) -> None:
    state, play = read(name)
    assert benchmark(freeze, state, play, Ruleset.of()).card.name


@pytest.mark.parametrize("name", CASES)
@pytest.mark.benchmark(group="parts")
def test_build(benchmark: Timer, name: str) -> None:
    state, play = read(name)
    question = freeze(state, play, Ruleset.of())
    assert benchmark(build, question, Goal.of()).criteria


@pytest.mark.parametrize("name", CASES)
@pytest.mark.benchmark(group="parts")
def test_build_and_solve(benchmark: Timer, name: str) -> None:
    state, play = read(name)
    question = freeze(state, play, Ruleset.of())
    assert benchmark(best, question, state, Goal.of(), complete=True).status == "payable"


@pytest.mark.parametrize("name", CASES)
@pytest.mark.benchmark(group="parts")
def test_referee(benchmark: Timer, name: str) -> None:
    state, play = read(name)
    found = best(freeze(state, play, Ruleset.of()), state, Goal.of())
    assert found.payment is not None
    assert benchmark(runepay.violations, state, play, found.payment) == ()


@pytest.mark.parametrize("name", CASES)
@pytest.mark.benchmark(group="parts")
def test_every_undominated_total(benchmark: Timer, name: str) -> None:
    state, play = read(name)
    question = freeze(state, play, Ruleset.of())
    assert benchmark(undominated, question)
