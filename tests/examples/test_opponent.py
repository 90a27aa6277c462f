"""The example opponents: same draws, the same way to play, and only the payments differ."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).resolve().parents[2] / "examples" / "opponent.py"


@pytest.fixture(scope="module")
def opponent() -> ModuleType:
    spec = importlib.util.spec_from_file_location("opponent", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["opponent"] = module
    spec.loader.exec_module(module)
    return module


def test_good_paying_is_worth_something(opponent: ModuleType) -> None:
    made = opponent.compare(games=16, turns=8)
    assert [row.name for row in made.rows] == ["first legal", "runepay's best"]
    assert made.ahead + made.even + made.behind == 16
    assert made.ahead > made.behind
    assert made.gain > made.error > 0
    poor, good = made.rows
    assert good.recycled < poor.recycled
    assert good.worth == pytest.approx(poor.worth + made.gain)
    assert all(one <= other for one, other in zip(good.by_turn, good.by_turn[1:], strict=False))


def test_the_same_draws_give_the_same_game_and_runes_are_never_lost(opponent: ModuleType) -> None:
    one = opponent.play(7, opponent.best, turns=6)
    assert one == opponent.play(7, opponent.best, turns=6)
    assert 0 < one.runes <= 12
    assert one.worth == sorted(one.worth)


def test_the_script_prints_its_table() -> None:
    done = subprocess.run(
        [sys.executable, str(FILE), "--games", "3", "--turns", "5"],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "first legal" in done.stdout
    assert "runepay's best" in done.stdout
    assert "a game" in done.stdout
