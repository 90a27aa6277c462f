"""The five stages, rule by rule (356.1-356.6): each clause kind acting, not acting, and at its edge."""

from __future__ import annotations

from itertools import permutations
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runepay.model.errors import InputError
from runepay.model.freeze import freeze
from runepay.model.owed import Choices
from runepay.model.question import Question
from runepay.model.reach import reachable, undominated
from runepay.model.resources import covers, tally, tally_text
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.model.total import best_order, settle


def ask(play: dict[str, Any], state: dict[str, Any] | None = None, ruleset: str = "1.4") -> Question:
    return freeze(
        GameState.model_validate(state or {}), Play.model_validate({"card": "It", **play}), Ruleset.of(ruleset)
    )


def totals(play: dict[str, Any], state: dict[str, Any] | None = None, ruleset: str = "1.4") -> list[tuple[Any, ...]]:
    return [(one.energy, tally_text(one.pips), list(one.actions())) for one in undominated(ask(play, state, ruleset))]


def only(play: dict[str, Any], state: dict[str, Any] | None = None, ruleset: str = "1.4") -> tuple[Any, ...]:
    (one,) = totals(play, state, ruleset)
    return one


SPELL: dict[str, Any] = {"type": "spell", "domains": ["mind"], "cost": {"energy": 3, "power": ["mind"]}}


def with_clauses(*clauses: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**SPELL, "clauses": list(clauses), **more}


class TestStageOne:
    def test_rule_356_1_a_a_price_replaces_energy_and_power(self) -> None:
        assert only(with_clauses({"clause": "base", "set": {"power": ["any"]}})) == (0, ["any"], [])

    @pytest.mark.parametrize(
        ("half", "left"), [("cost", (0, [], [])), ("energy", (0, ["mind"], [])), ("power", (3, [], []))]
    )
    def test_rule_356_1_b_ignoring_takes_that_part(self, half: str, left: tuple[Any, ...]) -> None:
        assert only(with_clauses({"clause": "base", "ignore": half})) == left

    def test_rule_356_1_b_3_later_stages_raise_it_again(self) -> None:
        play = with_clauses({"clause": "base", "ignore": "cost"}, keywords=["accelerate"], elect={"accelerate": True})
        assert only(play) == (1, ["mind"], [])

    def test_an_ignored_cost_wins_over_a_replaced_one(self) -> None:
        play = with_clauses({"clause": "base", "set": {"energy": 5}}, {"clause": "base", "ignore": "energy"})
        assert only(play) == (0, [], [])

    def test_rule_829_flow_is_an_alternate_base_from_the_trash_only(self) -> None:
        flow = {"keyword": "flow", "cost": {"energy": 4, "power": ["mind"]}}
        assert only({**SPELL, "keywords": [flow]}) == (3, ["mind"], [])
        assert only({**SPELL, "keywords": [flow], "from": "trash"}) == (4, ["mind"], [])

    def test_rule_829_1_c_3_one_of_several_flows_is_chosen(self) -> None:
        flows = [
            {"keyword": "flow", "cost": {"energy": 4}},
            {"keyword": "flow", "cost": {"energy": 2, "power": ["any"]}},
        ]
        assert totals({**SPELL, "keywords": flows, "from": "trash"}) == [(2, ["any"], []), (4, [], [])]

    def test_rule_811_hidden_ignores_the_base_cost(self) -> None:
        assert only({**SPELL, "from": "facedown", "keywords": ["hidden"]}) == (0, [], [])


class TestStageTwo:
    def test_rule_356_2_b_an_optional_cost_is_added_if_elected(self) -> None:
        pay = {"clause": "additional", "id": "pay", "optional": True, "cost": {"power": ["body", "body"]}}
        assert totals(with_clauses(pay)) == [(3, ["mind"], []), (3, ["mind", "body", "body"], [])]

    def test_rule_805_accelerate_takes_a_pip_of_the_cards_own_domains(self) -> None:
        unit = {"type": "unit", "cost": {"energy": 3}, "keywords": ["accelerate"], "elect": {"accelerate": True}}
        assert only({**unit, "domains": ["fury"]}) == (4, ["fury"], [])
        assert only({**unit, "domains": ["fury", "order"]}) == (4, [["fury", "order"]], [])
        assert only({**unit, "domains": ["fury", "order"]}, ruleset="1.3") == (4, ["any"], [])
        assert only({**unit, "domains": []}) == (4, ["any"], [])

    def test_rule_805_4_a_second_accelerate_is_redundant(self) -> None:
        play = {"type": "unit", "cost": {"energy": 3}, "domains": ["fury"], "keywords": ["accelerate", "accelerate"]}
        assert [one.id for one in ask(play).elections] == ["accelerate"]

    def test_rule_820_several_repeats_are_independent(self) -> None:
        play = {**SPELL, "keywords": [{"keyword": "repeat", "cost": {"energy": 1}}] * 2}
        assert [one.id for one in ask(play).elections] == ["repeat", "repeat-2"]
        assert [one[0] for one in totals(play)] == [3, 4, 4, 5]

    def test_a_granted_repeat_equals_the_printed_cost(self) -> None:
        portal = {
            "card": "Portal",
            "cost": {},
            "clauses": [{"clause": "grant", "keyword": "repeat", "on": {"type": "spell"}}],
        }
        question = ask({**SPELL, "elect": {"repeat": True}}, {"board": [portal]})
        assert [one.id for one in question.elections] == ["repeat:portal"]
        assert only({**SPELL, "elect": {"repeat": True}}, {"board": [portal]}) == (6, ["mind", "mind"], [])

    def test_rule_809_deflect_is_paid_each_time_it_is_chosen(self) -> None:
        enemy = {"opponents": [{"board": [{"id": "poro", "card": "Poro", "cost": {}, "keywords": ["deflect"]}]}]}
        assert only({**SPELL, "targets": ["poro"]}, enemy)[1] == ["mind", "any"]
        assert only({**SPELL, "targets": ["poro", "poro"]}, enemy)[1] == ["mind", "any", "any"]
        assert only({**SPELL, "targets": []}, enemy)[1] == ["mind"]
        assert only(SPELL, enemy)[1] == ["mind"]

    def test_deflect_of_ones_own_object_and_of_units_played_is_not_paid(self) -> None:
        mine = {"board": [{"id": "poro", "card": "Poro", "cost": {}, "keywords": ["deflect"]}]}
        assert only({**SPELL, "targets": ["poro"]}, mine)[1] == ["mind"]
        enemy = {"opponents": mine and [{"board": mine["board"]}]}
        assert only({**SPELL, "type": "unit", "targets": ["poro"]}, enemy)[1] == ["mind"]

    def test_a_target_of_a_repeated_execution_is_paid_for_if_it_is_elected(self) -> None:
        enemy = {"opponents": [{"board": [{"id": "poro", "card": "Poro", "cost": {}, "keywords": ["deflect"]}]}]}
        play = {
            **SPELL,
            "keywords": [{"keyword": "repeat", "cost": {"energy": 1}}],
            "targets": ["poro", {"object": "poro", "if": "repeat"}],
        }
        assert totals(play, enemy) == [(3, ["mind", "any"], []), (4, ["mind", "any", "any"], [])]

    def test_rule_809_2_granted_deflect_is_added_but_not_where_it_never_adds(self) -> None:
        refuge = {
            "card": "Refuge",
            "cost": {},
            "clauses": [{"clause": "deflect", "grants": {"buffed": True}, "unless_already": True}],
        }
        monument = {"card": "Monument", "cost": {}, "clauses": [{"clause": "deflect", "grants": {"type": "unit"}}]}
        poro = {"id": "poro", "card": "Poro", "cost": {}, "type": "unit", "buffs": 1, "keywords": ["deflect"]}
        play = {**SPELL, "targets": ["poro"]}
        assert only(play, {"opponents": [{"board": [poro, refuge]}]})[1] == ["mind", "any"]
        assert only(play, {"opponents": [{"board": [poro, monument]}]})[1] == ["mind", "any", "any"]

    def test_deflect_may_be_ignored(self) -> None:
        enemy = {"opponents": [{"board": [{"id": "poro", "card": "Poro", "cost": {}, "keywords": ["deflect"]}]}]}
        assert only(with_clauses({"clause": "ignore_deflect"}, targets=["poro"]), enemy)[1] == ["mind"]

    def test_rule_356_4_c_a_component_discount_stays_with_its_component(self) -> None:
        pay = {"clause": "additional", "id": "pay", "optional": True, "cost": {"energy": 1}}
        ezreal = {
            "card": "Ezreal",
            "cost": {},
            "clauses": [{"clause": "discount", "energy": 3, "component": "optional", "on": {}}],
        }
        assert only({**with_clauses(pay), "elect": {"pay": True}}, {"board": [ezreal]}) == (3, ["mind"], [])
        assert only({**with_clauses(pay), "elect": {"pay": False}}, {"board": [ezreal]}) == (3, ["mind"], [])

    def test_either_half_is_the_players_choice(self) -> None:
        pay = {"clause": "additional", "id": "pay", "cost": {"energy": 1, "power": ["fury"]}}
        half = {"clause": "discount", "id": "half", "energy": 1, "any": 1, "either": True, "component": "pay"}
        assert totals(with_clauses(pay, half)) == [(3, ["fury", "mind"], []), (4, ["mind"], [])]
        chosen = {**with_clauses(pay, half), "choose": {"halves": {"half@pay": "energy"}}}
        assert totals(chosen) == [(3, ["fury", "mind"], [])]

    def test_an_any_number_cost_is_owed_as_often_as_decided(self) -> None:
        kills = {
            "clause": "additional",
            "id": "kills",
            "number": True,
            "optional": True,
            "cost": {"actions": ["kill 1 unit"]},
        }
        less = {"clause": "discount", "power": ["order"], "per": {"count": "number", "name": "kills"}}
        play = {"type": "unit", "cost": {"energy": 6, "power": ["order"] * 4}, "clauses": [kills, less]}
        units: dict[str, Any] = {
            "board": [{"id": n, "card": "Recruit", "type": "unit", "cost": {}} for n in ("a", "b")]
        }
        assert totals(play, units) == [
            (6, ["order"] * 4, []),
            (6, ["order"] * 3, ["kill 1"]),
            (6, ["order"] * 2, ["kill 2"]),
        ]

    def test_a_victims_printed_cost_is_read_not_what_it_costs_now(self) -> None:
        kill = {"clause": "additional", "id": "kill", "optional": True, "cost": {"actions": ["kill 1 unit"]}}
        less = {
            "clause": "discount",
            "energy": 1,
            "power": ["order"],
            "printed_cost_of": "kill",
            "when": {"elected": "kill"},
        }
        play = {
            "type": "unit",
            "cost": {"energy": 10, "power": ["order"] * 3},
            "clauses": [kill, less],
            "elect": {"kill": True},
        }
        victim = {"id": "v", "card": "V", "type": "unit", "cost": {"energy": 4, "power": ["body"]}, "might": 4}
        assert only(play, {"board": [victim]}) == (6, ["order", "order"], ["kill 1"])
        token = {"id": "t", "card": "Recruit", "type": "unit", "token": True, "cost": {"energy": 2}}
        assert only(play, {"board": [token]}) == (10, ["order"] * 3, ["kill 1"])


class TestStagesThreeToFive:
    def test_rule_356_3_increases_come_before_discounts(self) -> None:
        play = {
            "cost": {"energy": 1},
            "clauses": [{"clause": "discount", "energy": 3}, {"clause": "increase", "energy": 1}],
        }
        assert only(play) == (0, [], [])

    def test_rule_356_4_e_a_minimum_limits_its_own_discount(self) -> None:
        floored = {"clause": "discount", "energy": 1, "minimum": 1}
        free = {"clause": "discount", "energy": 2}
        assert only({"cost": {"energy": 3}, "clauses": [free, floored]})[0] == 0
        assert only({"cost": {"energy": 2}, "clauses": [floored, floored, floored]})[0] == 1

    def test_rule_356_4_e_a_minimum_never_raises(self) -> None:
        assert only({"cost": {"energy": 0}, "clauses": [{"clause": "discount", "energy": 1, "minimum": 1}]})[0] == 0

    def test_the_power_half_of_a_floored_discount_still_acts(self) -> None:
        less = {"clause": "discount", "energy": 1, "any": 1, "minimum": 1}
        assert only({"cost": {"energy": 1, "power": ["mind"]}, "clauses": [less]}) == (1, [], [])

    def test_the_caller_may_ask_for_the_dearer_order(self) -> None:
        clauses = [
            {"clause": "discount", "id": "a", "energy": 1, "minimum": 2},
            {"clause": "discount", "id": "b", "energy": 1},
        ]
        assert only({"cost": {"energy": 3}, "clauses": clauses})[0] == 1
        assert only({"cost": {"energy": 3}, "clauses": clauses, "choose": {"order": ["b", "a"]}})[0] == 2

    def test_the_caller_may_choose_the_removed_pip(self) -> None:
        play = {"cost": {"power": ["fury", "any"]}, "clauses": [{"clause": "discount", "id": "d", "any": 1}]}
        assert totals(play) == [(0, ["any"], [])]
        assert totals({**play, "choose": {"removed": {"d": ["any"]}}}) == [(0, ["fury"], [])]

    def test_rule_356_4_f_discounts_reach_additional_costs(self) -> None:
        pay = {"clause": "additional", "id": "pay", "optional": True, "cost": {"power": ["calm"]}}
        play = {"cost": {"energy": 2}, "clauses": [pay, {"clause": "discount", "any": 1}], "elect": {"pay": True}}
        assert only(play) == (2, [], [])

    def test_a_domain_discount_leaves_other_pips_alone(self) -> None:
        play = {"cost": {"power": ["any", ["calm", "order"]]}, "clauses": [{"clause": "discount", "power": ["order"]}]}
        assert only(play)[1] == [["calm", "order"], "any"]

    def test_rule_356_5_a_any_and_all_costs_are_wiped(self) -> None:
        clauses = [
            {"clause": "override"},
            {"clause": "increase", "energy": 2},
            {"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1"]}},
        ]
        assert only({"cost": {"energy": 5}, "clauses": clauses}) == (0, [], [])


class TestScopes:
    HELM: ClassVar[dict[str, Any]] = {
        "card": "Helm",
        "type": "gear",
        "cost": {},
        "clauses": [
            {"clause": "increase", "energy": 1, "on": {"whose": "enemy", "type": "spell"}},
            {
                "clause": "increase",
                "power": ["any"],
                "on": {"whose": "enemy", "type": "spell"},
                "when": {"itself": {"empowered": True}},
            },
        ],
    }

    def test_an_opponents_tax_reaches_spells_only(self) -> None:
        state = {"opponents": [{"board": [self.HELM]}]}
        assert only(SPELL, state) == (4, ["mind"], [])
        assert only({**SPELL, "type": "unit"}, state) == (3, ["mind"], [])
        assert only(SPELL, {"opponents": [{"board": [{**self.HELM, "empowered": True}]}]}) == (4, ["mind", "any"], [])

    def test_ones_own_tax_on_enemies_does_not_reach_oneself(self) -> None:
        assert only(SPELL, {"board": [self.HELM]}) == (3, ["mind"], [])

    def test_texts_about_cards_do_not_reach_abilities(self) -> None:
        less = {"card": "A", "cost": {}, "clauses": [{"clause": "discount", "energy": 1, "on": {}}]}
        gear = {
            "id": "g",
            "card": "G",
            "type": "gear",
            "cost": {},
            "abilities": [{"id": "draw", "cost": {"energy": 2}}],
        }
        state = {"board": [less, gear]}
        assert only({"card": None, "source": "g", "ability": "draw"}, state)[0] == 2
        assert only(SPELL, state)[0] == 2

    def test_a_discount_for_choosing_its_bearer(self) -> None:
        irelia = {
            "id": "irelia",
            "card": "Irelia",
            "type": "unit",
            "cost": {},
            "clauses": [
                {
                    "clause": "discount",
                    "energy": 1,
                    "any": 1,
                    "either": True,
                    "on": {"type": "spell", "chooses_me": True},
                }
            ],
        }
        state = {"board": [irelia, {"id": "other", "card": "Other", "type": "unit", "cost": {}}]}
        assert totals({**SPELL, "targets": ["irelia"]}, state) == [(2, ["mind"], []), (3, [], [])]
        assert totals({**SPELL, "targets": ["irelia", "irelia"]}, state) == [(2, ["mind"], []), (3, [], [])]
        assert totals({**SPELL, "targets": ["other"]}, state) == [(3, ["mind"], [])]

    def test_what_lasts_this_turn_has_a_scope_too(self) -> None:
        tax = {"clause": "increase", "energy": 1, "on": {"type": "unit", "token": False}}
        assert only({**SPELL, "type": "unit"}, {"effects": [tax]})[0] == 4
        assert only(SPELL, {"effects": [tax]})[0] == 3

    def test_counts_are_read_before_payment_and_do_not_count_the_card(self) -> None:
        less = {"clause": "discount", "energy": 1, "per": {"count": "objects", "zone": "trash"}}
        card = {"card": "Rhasa", "cost": {"energy": 10}, "type": "unit", "clauses": [less]}
        trash = [{"id": f"t{n}", "card": "Other", "cost": {}} for n in range(3)]
        assert only(card, {"trash": trash})[0] == 7
        again = {"by": "Last Rites", "card": "Rhasa", "from": "trash"}
        assert only(again, {"trash": [*trash, {"id": "rhasa", **card}]})[0] == 7

    def test_defaults_that_were_read_are_listed(self) -> None:
        less = {
            "clause": "discount",
            "energy": 2,
            "when": {"amount": {"count": "fact", "name": "cards_played"}, "at_least": 1},
        }
        assert ask({"cost": {"energy": 4}, "clauses": [less]}).assumed == (("cards_played", 0),)
        assert ask({"cost": {"energy": 4}, "clauses": [less]}, {"facts": {"cards_played": 1}}).assumed == ()
        assert only({"cost": {"energy": 4}, "clauses": [less]}, {"facts": {"cards_played": 1}})[0] == 2


class TestElections:
    def test_an_unknown_election_lists_the_known(self) -> None:
        with pytest.raises(InputError, match="accelerate"):
            ask({"cost": {}, "keywords": ["accelerate"], "elect": {"acelerate": True}})

    def test_a_flag_takes_no_number(self) -> None:
        with pytest.raises(InputError, match="true or false"):
            ask({"cost": {}, "keywords": ["accelerate"], "elect": {"accelerate": 2}})

    def test_a_fixed_election_is_kept(self) -> None:
        play = {"cost": {"energy": 2}, "domains": ["fury"], "keywords": ["accelerate"]}
        assert len(totals(play)) == 2
        assert totals({**play, "elect": {"accelerate": False}}) == [(2, [], [])]


class TestOrders:
    @given(
        energy=st.integers(0, 8),
        discounts=st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3)), max_size=5),
    )
    def test_largest_minimum_first_is_the_best_of_all_orders(
        self, energy: int, discounts: list[tuple[int, int]]
    ) -> None:
        clauses = [
            {"clause": "discount", "id": f"d{n}", "energy": e, "minimum": m} for n, (e, m) in enumerate(discounts)
        ]
        question = ask({"cost": {"energy": energy}, "clauses": clauses})
        every = [
            settle(question, Choices((), order=order), trace=False).energy
            for order in permutations(range(len(discounts)))
        ]
        assert settle(question, Choices((), order=best_order(question)), trace=False).energy == min(every)
        assert {state[0] for state in reachable(question, {}, {}, dearer=True)} == set(every)

    def test_the_trace_adds_up(self) -> None:
        pay = {"clause": "additional", "id": "pay", "cost": {"energy": 1}}
        question = ask(with_clauses(pay, {"clause": "increase", "energy": 2}, {"clause": "discount", "energy": 1}))
        (owed,) = undominated(question)
        assert [entry.stage for entry in owed.trace] == [1, 2, 3, 4]
        assert all(a.energy_after == b.energy for a, b in zip(owed.trace, owed.trace[1:], strict=False))
        assert owed.trace[-1].energy_after == owed.energy == 5


class TestDominance:
    def test_a_freer_pip_dominates(self) -> None:
        assert covers(tally([63]), tally([1]))
        assert not covers(tally([1]), tally([63]))
        assert covers((), tally([1]))

    @given(st.lists(st.sampled_from([1, 2, 3, 63]), max_size=4), st.lists(st.sampled_from([1, 2, 3, 63]), max_size=4))
    def test_covers_is_pairing(self, cheap: list[int], dear: list[int]) -> None:
        def pairs(left: list[int], free: list[int]) -> bool:
            if not left:
                return True
            first, *rest = left
            return any(
                first | other == first and pairs(rest, free[:place] + free[place + 1 :])
                for place, other in enumerate(free)
            )

        assert covers(tally(cheap), tally(dear)) == pairs(cheap, dear)


def test_a_discount_that_nobody_can_elect_leaves_no_reading_open() -> None:
    clauses = [
        {"clause": "additional", "id": "drain", "number": True, "optional": True, "cost": {"actions": [{"do": "xp"}]}},
        {"clause": "discount", "per": {"count": "number", "name": "drain"}, "power": ["fury"]},
    ]
    play = Play.model_validate({"card": "Mine", "cost": {"power": ["any"]}, "clauses": clauses})
    touched = [freeze(GameState(xp=xp), play, Ruleset.of()).touched for xp in (0, 1)]
    assert ["domain_discount" in one for one in touched] == [False, True]
