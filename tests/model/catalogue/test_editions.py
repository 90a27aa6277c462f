"""Cards of one's own may change while a program runs: what is on a table then reads as they are now."""

from __future__ import annotations

from runepay.model.catalogue import reader
from runepay.model.objects import compile_objects
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Thing


def test_a_card_that_was_forgotten_and_added_again_is_read_anew() -> None:
    state = GameState(board=(Thing(card="Lantern Imp"),))

    def energy(number: int) -> int:
        reader.forget()
        reader.add([{"name": "Lantern Imp", "type": "unit", "cost": {"energy": number}}])
        (one,) = compile_objects(state.model_copy(update={"xp": number}), Ruleset.of())
        return one.energy

    try:
        assert [energy(1), energy(3)] == [1, 3]
    finally:
        reader.forget()
