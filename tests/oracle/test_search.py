"""The oracle itself: what its search leaves out changes nothing, and its worked cases are right."""

import ast
import json
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from .fold import Less, Total, all_orders, applied
from .oracle import solve
from .spaces import instance
from .vocabulary import Json

HERE = Path(__file__).parent


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_idle_adds_never_help(start: int) -> None:
    for seed in range(start, start + 100):
        raw = instance(seed)
        runes = raw["state"]["runes"]
        if sum(one if isinstance(one, int) else sum(one.values()) for one in runes.values()) > 4:
            continue
        short, whole = solve(raw), solve(raw, idle=True)
        assert (short.payable, short.values) == (whole.payable, whole.values), raw


@pytest.mark.parametrize("seed", range(60))
def test_orders_by_what_was_applied_are_all_permutations(seed: int) -> None:
    random = Random(seed)
    less = [
        Less(
            str(place),
            random.randrange(3),
            random.choice((0, 0, 1, 2)),
            random.choice((0, 0, 1)),
            random.choice(((), (), (1,), (2, 2))),
            random.random() < 0.3,
            None,
            None,
            0,
        )
        for place in range(random.randrange(1, 5))
    ]
    start = {(random.randrange(6), tuple(sorted(random.choice((1, 2, 3, 63)) for _ in range(3))))}
    one_by_one: set[Total] = set()
    for order in permutations(less):
        reached = set(start)
        for one in order:
            reached = {after for now in reached for after in applied(now, one)}
        one_by_one |= reached
    assert all_orders(start, less) == one_by_one


def test_nothing_of_the_package_computes_for_the_oracle() -> None:
    for name in (
        "vocabulary",
        "position",
        "offers",
        "fold",
        "table",
        "oracle",
        "judge",
        "dice",
        "pieces",
        "plays",
        "generator",
        "adds",
        "stage",
        "subjects",
        "permission",
        "judging",
        "widened",
        "wide",
        "spaces",
        "lister",
    ):
        for node in ast.walk(ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))):
            modules = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            assert not any(one.startswith("runepay") for one in modules), (name, modules)


def buccaneer(energy: int) -> Json:
    return {
        "state": {"runes": {"fury": energy}, "hand": [{"id": "spare", "card": "Spare", "type": "spell"}]},
        "play": {
            "card": "Buccaneer",
            "type": "unit",
            "cost": {"energy": 6},
            "clauses": [
                {"clause": "additional", "id": "discard", "optional": True, "cost": {"actions": ["discard 1"]}},
                {"clause": "discount", "id": "less", "energy": 2, "when": {"elected": "discard"}},
            ],
        },
        "goal": ["thrifty"],
    }


def test_an_optional_discard_is_made_only_where_it_must_be() -> None:
    assert solve(buccaneer(6)).elections == {"discard": 0}
    assert solve(buccaneer(4)).elections == {"discard": 1}
    assert not solve(buccaneer(3)).payable


def test_values_of_the_discard() -> None:
    # A card without cost is worth 1; four ready runes are exhausted, four units spent, nine steps, all elected.
    assert solve(buccaneer(4)).values == (1, 0, 0, 4, 4, 0, 16, 0, 0, 9, 0)


def test_a_ready_rune_is_exhausted_before_it_is_recycled() -> None:
    raw = {
        "state": {"runes": {"fury": 1, "calm": 1}},
        "play": {"card": "Mine", "type": "spell", "cost": {"energy": 1, "power": ["fury"]}},
        "goal": ["thrifty"],
    }
    # One recycle, two units, one Energy, calm left alone (1 squared), one ready recycle, no surplus, 4 steps.
    assert solve(raw).values == (0, 1, 0, 2, 1, 0, 1, 1, 0, 4, 0)


REGRESSIONS = sorted((HERE.parents[1] / "instances" / "regressions").glob("*.json"))


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_the_oracle_expects_of_every_regression_what_its_file_expects(path: Path) -> None:
    raw = json.loads(path.read_text(encoding="utf-8"))
    expected, found = raw["expect"], solve(raw)
    assert found.payable == (expected["status"] == "payable")
    if found.payable:
        assert list(found.values) == [one["value"] for one in expected["goal"]]
        assert {name: int(value) for name, value in expected.get("elected", {}).items()} == found.elections


def test_there_are_regressions() -> None:
    assert len(REGRESSIONS) >= 10
