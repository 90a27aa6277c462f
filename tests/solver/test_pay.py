"""What the solver may and may not do, rule by rule; the oracle tests compare it with exhaustive search."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.solver.found import Found
from runepay.solver.pay import best
from runepay.solver.reasons import reasons

SEAL: dict[str, Any] = {
    "card": "Seal",
    "type": "gear",
    "cost": {"power": ["fury"]},
    "adds": [{"gives": {"power": {"fury": 1}}}],
}
GOLD: dict[str, Any] = {
    "card": "Gold",
    "type": "gear",
    "token": True,
    "cost": {},
    "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}],
}
UNIT: dict[str, Any] = {"card": "Recruit", "type": "unit", "cost": {"energy": 1}, "might": 2}


def pay(play: dict[str, Any], state: dict[str, Any], goal: tuple[str, ...] = ("thrifty",)) -> Found:
    read = GameState.model_validate(state)
    question = freeze(read, Play.model_validate({"card": "It", **play}), Ruleset.of())
    return best(question, read, Goal.of(goal))


def why(play: dict[str, Any], state: dict[str, Any]) -> list[str]:
    read, asked = GameState.model_validate(state), Play.model_validate({"card": "It", **play})
    question = freeze(read, asked, Ruleset.of())
    return [f"{one.rule} {one.code} {one.missing}" for one in reasons(question, read, asked)]


def did(found: Found) -> list[tuple[str, str, int]]:
    assert found.payment is not None, found.status
    return [(one.step, one.object or one.do, one.number) for one in found.payment.steps]


def taken(found: Found, do: str) -> list[str]:
    assert found.payment is not None, found.status
    return [name for step in found.payment.steps if step.do == do for name in step.objects]


class TestRunes:
    def test_rule_164_2_one_rune_gives_energy_and_then_power(self) -> None:
        found = pay({"cost": {"energy": 1, "power": ["fury"]}}, {"runes": {"fury": 1}})
        assert did(found)[:2] == [("exhaust", "rune:fury", 1), ("recycle", "rune:fury", 1)]

    def test_a_ready_rune_is_exhausted_before_it_is_recycled(self) -> None:
        found = pay({"cost": {"power": ["fury"]}}, {"runes": {"fury": 1}})
        assert did(found)[:2] == [("exhaust", "rune:fury", 1), ("recycle", "rune:fury", 1)]
        assert found.payment is not None
        assert found.payment.steps[-1].pool.units == ((("energy", ""), 1),)

    def test_the_exhausted_rune_is_recycled_first(self) -> None:
        found = pay({"cost": {"energy": 1, "power": ["fury"]}}, {"runes": {"fury": {"ready": 1, "exhausted": 1}}})
        assert found.values[Goal.of().criteria.index("ready-recycles")] == 0

    def test_rule_163_energy_never_pays_a_pip(self) -> None:
        assert pay({"cost": {"power": ["any"]}}, {"pool": {"energy": 9}}).status == "not payable"
        assert why({"cost": {"power": ["any"]}}, {"pool": {"energy": 9}}) == ["163.2 power 1"]

    def test_balance_recycles_where_most_is_left(self) -> None:
        found = pay({"cost": {"power": ["any"]}}, {"runes": {"fury": 1, "order": 3}})
        assert ("recycle", "rune:order", 1) in did(found)

    def test_universal_pays_any_pip_but_is_kept_for_last(self) -> None:
        state = {"runes": {"fury": {"exhausted": 1}}, "pool": {"power": {"universal": 1, "calm": 1}}}
        assert ("spend", "", 1) in did(pay({"cost": {"power": ["any"]}}, state))
        found = pay({"cost": {"power": ["any"]}}, state)
        assert found.payment is not None
        assert found.payment.steps[-1].gives == ((("calm", ""), 1),)
        assert pay({"cost": {"power": ["order"]}}, state).status == "payable"

    def test_a_seal_before_a_recycle_and_gold_after_both(self) -> None:
        cost = {"cost": {"power": ["fury"]}}
        both = {"runes": {"fury": 1}, "board": [{"id": "seal", **SEAL}, {"id": "gold", **GOLD}]}
        assert did(pay(cost, both))[0] == ("add", "seal", 1)
        without = {"runes": {"fury": 1}, "board": [{"id": "gold", **GOLD}]}
        assert ("recycle", "rune:fury", 1) in did(pay(cost, without))
        assert did(pay(cost, {"board": [{"id": "gold", **GOLD}]}))[0] == ("add", "gold", 1)

    def test_an_exhausted_gold_cannot_be_used(self) -> None:
        assert (
            pay({"cost": {"power": ["any"]}}, {"board": [{"id": "gold", **GOLD, "ready": False}]}).status
            == "not payable"
        )

    def test_a_million_is_answered_exactly(self) -> None:
        found = pay(
            {"cost": {"energy": 1_000_000, "power": ["any"]}},
            {"runes": {"fury": 1_000_000, "calm": {"exhausted": 1_000_000}}},
        )
        assert ("exhaust", "rune:fury", 1_000_000) in did(found)
        assert ("recycle", "rune:calm", 1) in did(found) or ("recycle", "rune:fury", 1) in did(found)


class TestRestricted:
    LUX: ClassVar[dict[str, Any]] = {
        "id": "lux",
        "card": "Lux",
        "type": "unit",
        "cost": {"energy": 4},
        "adds": [{"gives": {"energy": 2}, "for": "spell"}],
    }

    def test_restricted_energy_pays_only_its_purpose(self) -> None:
        assert pay({"type": "spell", "cost": {"energy": 2}}, {"board": [self.LUX]}).status == "payable"
        assert pay({"type": "unit", "cost": {"energy": 2}}, {"board": [self.LUX]}).status == "not payable"
        assert pay({"kind": "effect", "cost": {"energy": 2}}, {"board": [self.LUX]}).status == "not payable"

    def test_restricted_units_that_fit_go_first(self) -> None:
        state = {"pool": {"energy": 1, "restricted": [{"energy": 1, "for": "spell"}]}}
        found = pay({"type": "spell", "cost": {"energy": 1}}, state)
        assert found.payment is not None
        assert found.payment.steps[-1].gives == ((("energy", "spell"), 1),)

    def test_a_showdown_is_a_purpose_of_its_own(self) -> None:
        pool = {"pool": {"restricted": [{"energy": 1, "for": "showdown"}]}}
        assert pay({"cost": {"energy": 1}}, pool).status == "not payable"
        assert (
            pay({"cost": {"energy": 1}, "keywords": ["action"]}, {**pool, "facts": {"showdown": True}}).status
            == "payable"
        )


class TestActions:
    @staticmethod
    def kill(**wanted: Any) -> dict[str, Any]:
        return {
            "clause": "additional",
            "id": "kill",
            "cost": {"actions": [{"do": "kill", "filter": {"type": "unit", **wanted}}]},
        }

    def test_rule_357_3_a_needed_target_is_not_killed(self) -> None:
        play = {"cost": {}, "type": "spell", "clauses": [self.kill()], "targets": ["a"]}
        assert taken(pay(play, {"board": [{"id": "a", **UNIT}, {"id": "b", **UNIT, "might": 9}]}), "kill") == ["b"]
        assert pay(play, {"board": [{"id": "a", **UNIT}]}).status == "not payable"
        assert why(play, {"board": [{"id": "a", **UNIT}]}) == ["357.3 target 1"]

    def test_a_target_that_is_not_needed_may_be_killed(self) -> None:
        play = {"cost": {}, "type": "spell", "clauses": [self.kill()], "targets": [{"object": "a", "needed": False}]}
        assert pay(play, {"board": [{"id": "a", **UNIT}]}).status == "payable"

    def test_a_target_of_an_execution_that_is_not_elected_may_be_killed(self) -> None:
        play = {
            "cost": {},
            "type": "spell",
            "clauses": [self.kill()],
            "keywords": [{"keyword": "repeat", "cost": {}}],
            "targets": [{"object": "a", "if": "repeat"}],
        }
        found = pay(play, {"board": [{"id": "a", **UNIT}]})
        assert found.payment is not None
        assert found.payment.elections == {"repeat": 0}
        assert pay({**play, "elect": {"repeat": True}}, {"board": [{"id": "a", **UNIT}]}).status == "not payable"

    def test_rule_822_3_the_last_unit_of_an_ambush_stays(self) -> None:
        play = {"cost": {}, "type": "unit", "clauses": [self.kill()], "ambush": True, "to": "hill"}
        there = {"id": "a", **UNIT, "at": "hill"}
        assert pay(play, {"board": [there]}).status == "not payable"
        assert why(play, {"board": [there]}) == ["822.3 ambush 1"]
        assert taken(pay(play, {"board": [there, {"id": "b", **UNIT, "might": 9}]}), "kill") == ["b"]

    def test_rule_190_4_c_the_last_unit_of_a_battlefield_may_die_otherwise(self) -> None:
        play = {"cost": {}, "type": "unit", "clauses": [self.kill()], "to": "hill"}
        assert pay(play, {"board": [{"id": "a", **UNIT, "at": "hill"}]}).status == "payable"

    def test_the_least_valuable_object_is_lost(self) -> None:
        units = [{"id": "big", **UNIT, "might": 7}, {"id": "small", **UNIT}, {"id": "mine", **UNIT, "value": 0}]
        assert taken(pay({"cost": {}, "clauses": [self.kill()]}, {"board": units}), "kill") == ["mine"]

    def test_a_seal_may_be_used_and_then_killed(self) -> None:
        gear = {"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 gear"]}}
        found = pay({"cost": {"power": ["fury"]}, "clauses": [gear]}, {"board": [{"id": "seal", **SEAL}]})
        assert did(found) == [("add", "seal", 1), ("spend", "", 1), ("act", "kill", 1)]

    def test_gold_is_not_killed_twice(self) -> None:
        gear = {"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 gear"]}}
        play = {"cost": {"power": ["fury"]}, "clauses": [gear]}
        assert pay(play, {"board": [{"id": "gold", **GOLD}]}).status == "not payable"
        assert pay(play, {"board": [{"id": "gold", **GOLD}, {"id": "two", **GOLD}]}).status == "payable"

    def test_of_two_equal_seals_the_exhausted_one_is_killed(self) -> None:
        gear = {"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 gear"]}}
        board = [{"id": "a", **SEAL}, {"id": "b", **SEAL}]
        found = pay({"cost": {"power": ["fury"]}, "clauses": [gear]}, {"board": board})
        assert taken(found, "kill") == ["a"]

    def test_a_unit_is_exhausted_once(self) -> None:
        tap = {"clause": "additional", "id": "tap", "cost": {"actions": ["exhaust 1 unit"]}}
        sage = {"id": "sage", "card": "Sage", "type": "unit", "cost": {}, "adds": [{"gives": {"energy": 1}}]}
        assert pay({"cost": {"energy": 1}, "clauses": [tap]}, {"board": [sage]}).status == "not payable"
        assert (
            pay({"cost": {"energy": 1}, "clauses": [tap]}, {"board": [sage, {"id": "u", **UNIT}]}).status == "payable"
        )

    def test_a_buff_that_makes_a_unit_mighty_cannot_be_spent_before_it_is_killed_as_mighty(self) -> None:
        spend = {"clause": "additional", "id": "buff", "cost": {"actions": ["buff 1"]}}
        board = [{"id": "u", **UNIT, "might": 4, "buffs": 1}]
        assert pay({"cost": {}, "clauses": [self.kill(mighty=True)]}, {"board": board}).status == "payable"
        assert pay({"cost": {}, "clauses": [spend]}, {"board": board}).status == "payable"
        assert pay({"cost": {}, "clauses": [spend, self.kill(mighty=True)]}, {"board": board}).status == "not payable"
        assert pay({"cost": {}, "clauses": [spend, self.kill()]}, {"board": board}).status == "payable"

    def test_the_card_being_played_cannot_be_discarded(self) -> None:
        drop = {"clause": "additional", "id": "drop", "cost": {"actions": ["discard 1"]}}
        hand = [{"id": "it", "card": "It", "cost": {}}]
        assert pay({"cost": {}, "clauses": [drop]}, {"hand": hand}).status == "not payable"
        assert (
            pay({"cost": {}, "clauses": [drop]}, {"hand": [*hand, {"id": "two", "card": "It", "cost": {}}]}).status
            == "payable"
        )

    def test_rule_416_3_exactly_as_many_are_recycled(self) -> None:
        three = {"clause": "additional", "id": "three", "cost": {"actions": ["recycle 3"]}}
        trash = [{"id": f"t{n}", "card": "T", "cost": {}} for n in range(3)]
        assert pay({"cost": {}, "clauses": [three]}, {"trash": trash[:2]}).status == "not payable"
        assert taken(pay({"cost": {}, "clauses": [three]}, {"trash": trash}), "recycle") == ["t0", "t1", "t2"]

    def test_xp_is_shared_between_costs(self) -> None:
        three = {"clause": "additional", "id": "three", "cost": {"actions": ["xp 3"]}}
        two = {"clause": "additional", "id": "two", "cost": {"actions": ["xp 2"]}}
        assert pay({"cost": {}, "clauses": [three, two]}, {"xp": 5}).status == "payable"
        assert why({"cost": {}, "clauses": [three, two]}, {"xp": 4}) == ["730.2 xp 1"]


class TestElections:
    BUCCANEER: ClassVar[dict[str, Any]] = {
        "cost": {"energy": 6},
        "clauses": [
            {"clause": "additional", "id": "discard", "optional": True, "cost": {"actions": ["discard 1"]}},
            {"clause": "discount", "energy": 2, "when": {"elected": "discard"}},
        ],
    }
    HAND: ClassVar[dict[str, Any]] = {"hand": [{"id": "spare", "card": "Spare", "cost": {"energy": 1}}]}

    def test_contract_c7_the_card_is_kept_if_all_can_be_paid(self) -> None:
        six = pay(self.BUCCANEER, {**self.HAND, "pool": {"energy": 6}})
        four = pay(self.BUCCANEER, {**self.HAND, "pool": {"energy": 4}})
        assert six.payment is not None
        assert six.payment.elections == {"discard": 0}
        assert four.payment is not None
        assert four.payment.elections == {"discard": 1}

    def test_contract_c7_what_takes_nothing_is_elected(self) -> None:
        less = {"clause": "discount", "energy": 1, "any": 1, "component": "accelerate"}
        unit = {"type": "unit", "cost": {}, "domains": ["fury"], "keywords": ["accelerate"]}
        free = pay({**unit, "clauses": [less]}, {"pool": {"energy": 5}})
        assert free.payment is not None
        assert free.payment.elections == {"accelerate": 1}
        dear = pay(unit, {"pool": {"energy": 5, "power": {"fury": 1}}})
        assert dear.payment is not None
        assert dear.payment.elections == {"accelerate": 0}

    def test_reasons_speak_of_the_callers_elections_and_of_better_ones(self) -> None:
        assert why(self.BUCCANEER, {**self.HAND, "pool": {"energy": 3}}) == ["163.1 energy 3"]
        read = GameState.model_validate({**self.HAND, "pool": {"energy": 3}})
        asked = Play.model_validate({"card": "It", **self.BUCCANEER})
        (only,) = reasons(freeze(read, asked, Ruleset.of()), read, asked)
        assert "with discard, still 1 Energy missing: 4 owed, 3 to be had" in only.text


class TestGoals:
    def test_keep_universal_stands_after_losses(self) -> None:
        state = {"runes": {"fury": {"exhausted": 1}}, "pool": {"power": {"universal": 1}}}
        assert did(pay({"cost": {"power": ["any"]}}, state)) == [("spend", "", 1)]
        kept = pay({"cost": {"power": ["any"]}}, state, ("keep-universal",))
        assert did(kept)[0] == ("recycle", "rune:fury", 1)

    def test_keep_domain(self) -> None:
        state = {"pool": {"power": {"calm": 1, "fury": 1}}}
        for domain, other in (("calm", "fury"), ("fury", "calm")):
            found = pay({"cost": {"power": ["any"]}}, state, (f"keep-domain:{domain}",))
            assert found.payment is not None
            assert found.payment.steps[-1].gives == (((other, ""), 1),)

    def test_most_ready(self) -> None:
        state = {"runes": {"fury": 2}, "hand": [{"id": "spare", "card": "Spare", "cost": {"energy": 1}}]}
        play = {"cost": {"energy": 2}, "clauses": TestElections.BUCCANEER["clauses"]}
        ready = pay(play, state, ("most-ready",))
        assert ready.payment is not None
        assert ready.payment.elections == {"discard": 1}

    @pytest.mark.parametrize(
        ("board", "turns", "recycled", "value"),
        [(12, 3, 2, 0), (11, 3, 1, 0), (10, 1, 0, 0), (10, 3, 0, 0), (11, 1000, 1, 0), (20, 3, 2, 0)],
    )
    def test_rune_debt_recycles_what_the_next_turn_channels_again_and_spares_universal(
        self, board: int, turns: int, recycled: int, value: int
    ) -> None:
        state = {"runes": {"fury": {"ready": 1, "exhausted": board - 1}}, "pool": {"power": {"universal": 3}}}
        play = {"cost": {"power": ["any", "any", "any"]}}
        kept = pay(play, state, (f"rune-debt:{turns}", "keep-universal"))
        assert kept.payment is not None
        assert kept.values[0] == value
        assert sum(one.number for one in kept.payment.steps if one.step == "recycle") == recycled

    @pytest.mark.parametrize(("turns", "value"), [(1, 3), (2, 6), (4, 12), (5, 14), (6, 14), (1_000_000, 14)])
    def test_rune_debt_is_the_energy_lost_over_the_turns_asked_for(self, turns: int, value: int) -> None:
        # Nine runes lie in the deck: for four turns all three are missed, then 2, and none once they are back.
        found = pay({"cost": {"power": ["any"] * 3}}, {"runes": {"fury": 3}}, (f"rune-debt:{turns}",))
        assert found.values[0] == value

    @pytest.mark.parametrize(("wanted", "owed"), [(0, 1), (2, 2), (5, 2)])
    def test_spend_at_least_takes_a_dearer_legal_order(self, wanted: int, owed: int) -> None:
        clauses = [
            {"clause": "discount", "id": "a", "energy": 1, "minimum": 2},
            {"clause": "discount", "id": "b", "energy": 1},
        ]
        found = pay(
            {"cost": {"energy": 3}, "clauses": clauses}, {"runes": {"fury": 3}}, (f"spend-at-least:energy:{wanted}",)
        )
        assert found.payment is not None
        assert found.payment.owed.energy == owed
        assert found.values[0] == max(0, wanted - owed)
