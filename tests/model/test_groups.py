"""Interchangeable objects are numbered for each state by itself, although states share what they are made of."""

from __future__ import annotations

from typing import Any

import pytest

import runepay
from runepay.model.objects import compile_objects, share_objects
from runepay.model.rulebook import Ruleset
from runepay.model.state import Facts, GameState, Play, Runes, Thing
from runepay.referee import violations

RULES = Ruleset.of()
CHANGES: dict[str, dict[str, Any]] = {
    "one more on the board": {"board": (Thing(card="Noxus Hopeful"),)},
    "fewer in hand": {"hand": (Thing(card="Defy", id="defy"),)},
    "more runes": {"xp": 3},
}


def _groups(state: GameState) -> list[tuple[str, int]]:
    return [(one.id, one.group) for one in compile_objects(state, RULES)]


@pytest.mark.parametrize("change", CHANGES)
def test_another_state_of_the_same_things_changes_no_number(change: str) -> None:
    state = GameState(hand=(Thing(card="Charm"), Thing(card="Defy", value=9), Thing(card="Charm")))
    before = _groups(state)
    other = state.model_copy(update={"hand": state.hand[:1], **CHANGES[change]})
    theirs = _groups(other)
    assert _groups(state) == before
    assert dict(before)["charm"] == dict(before)["charm-2"] != dict(before)["defy"]
    assert _groups(other) == theirs


def test_what_is_discarded_does_not_hang_on_what_was_asked_before() -> None:
    play = Play.model_validate({"card": "Mine", "cost": {"actions": ["discard 1"]}})

    def asked() -> GameState:
        return GameState(hand=(Thing(card="Charm", id="dear", value=9), Thing(card="Defy", id="cheap", value=1)))

    alone = asked()
    first = runepay.solve(alone, play).payment
    state = asked()
    compile_objects(state, RULES)
    # The same things, moved on by something new on the board.
    compile_objects(state.model_copy(update={"board": (Thing(card="Noxus Hopeful"),), "hand": state.hand[:1]}), RULES)
    again = runepay.solve(state, play).payment
    assert first is not None
    assert again is not None
    assert [step.objects for step in again.steps] == [step.objects for step in first.steps] == [("cheap",)]


def test_shared_objects_take_nothing_along_that_reads_the_rest_of_the_state() -> None:
    state = GameState(hand=(Thing(card="Charm"),), runes={"calm": Runes(ready=1)})
    play = Play(card="Charm", targets=())
    payment = runepay.solve(state, play).payment
    assert payment is not None
    assert not violations(state, play, payment, RULES)
    assert len(state.compiled) > 2
    later = state.model_copy(update={"facts": Facts(stated={"cards_played": 3})})
    share_objects(state, later)
    assert compile_objects(later, RULES) is compile_objects(state, RULES)
    assert all(name == "named" or name.startswith("objects") for name in later.compiled)
