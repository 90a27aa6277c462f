"""What is equal: the same statements, whatever was worked out for them since."""

from __future__ import annotations

import pickle
from pathlib import Path

import runepay
from runepay.model.instance import parse
from runepay.model.state import GameState, Play

SPELL = Play.model_validate({"card": "Spark", "type": "spell", "cost": {"energy": 1}})


def made(ready: int = 2) -> GameState:
    return GameState.model_validate({"runes": {"fury": {"ready": ready}}})


def test_a_state_that_was_asked_about_equals_one_that_was_not() -> None:
    asked, fresh = made(), made()
    runepay.solve(asked, SPELL)
    assert asked == fresh
    assert pickle.loads(pickle.dumps(asked)) == fresh
    assert asked != made(3)
    assert asked != SPELL
    assert asked != {"runes": {"fury": {"ready": 2}}}


def test_the_same_instance_from_two_places_is_the_same(tmp_path: Path) -> None:
    text = '{"runepay": 1, "state": {}, "play": {"card": "Spark", "cost": {}}}'
    one, other = parse(text), parse(" " + text)
    assert one.state == GameState()
    assert one == other
