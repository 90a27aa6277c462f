"""The total as the referee folds it (356.1-356.6), through payments by hand and the solver's receipts."""

from dataclasses import replace

import pytest

from runepay.model.resources import tally
from runepay.referee import violations

from .paying import RULES, Json, act, additional, faults, judged, refereed, solved, spend, unit

RICH = {"pool": {"energy": 20, "power": {"fury": 9, "calm": 9, "order": 9, "universal": 9}}}


def costs(play: dict, energy: int, state: dict | None = None, *, elected: dict | None = None, **power: int) -> bool:
    """Tell whether the play may be paid with exactly this."""
    steps: list[Json] = [spend(energy)] if energy else []
    steps += [{"step": "spend", "spends": {"power": {what: n}}} for what, n in power.items() if n]
    return faults({**RICH, **(state or {})}, {"card": "Mine", "type": "spell", **play}, *steps, elected=elected) == []


def test_rule_356_1_a_a_price_replaces_the_base() -> None:
    play = {"cost": {"energy": 5, "power": ["fury"]}, "clauses": [{"clause": "base", "set": {"energy": 1}}]}
    assert costs(play, 1)
    assert not costs(play, 5, fury=1)


@pytest.mark.parametrize(("ignore", "energy", "fury"), [("cost", 0, 0), ("energy", 0, 1), ("power", 5, 0)])
def test_rule_356_1_b_what_is_ignored_is_nothing(ignore: str, energy: int, fury: int) -> None:
    play = {"cost": {"energy": 5, "power": ["fury"]}, "clauses": [{"clause": "base", "ignore": ignore}]}
    assert costs(play, energy, fury=fury)
    assert not costs(play, 5, fury=1)


def test_rule_356_1_b_3_later_stages_raise_an_ignored_cost_again() -> None:
    play = {
        "cost": {"energy": 2},
        "domains": ["fury"],
        "type": "unit",
        "clauses": [{"clause": "base", "ignore": "cost"}],
        "keywords": ["accelerate"],
    }
    assert costs(play, 1, fury=1, elected={"accelerate": True})
    assert costs(play, 0)


def test_rule_356_2_a_mandatory_costs_are_always_owed() -> None:
    clause = {"clause": "additional", "cost": {"energy": 1, "power": ["any"]}}
    assert costs({"cost": {}, "clauses": [clause]}, 1, calm=1)
    assert not costs({"cost": {}, "clauses": [clause]}, 0)
    idle = {**clause, "when": {"fact": "showdown"}}
    assert costs({"cost": {}, "clauses": [idle]}, 0)


def test_rule_356_3_increases_come_from_both_sides() -> None:
    tax = {"clause": "increase", "energy": 1, "on": {"whose": "enemy", "type": "spell"}}
    foe = {"opponents": [{"board": [unit("vex", clauses=[tax])]}]}
    assert costs({"cost": {"energy": 1}}, 2, foe)
    assert costs({"cost": {"energy": 1}, "type": "unit"}, 1, foe)
    mine = {"board": [unit("vex", clauses=[tax])]}
    assert costs({"cost": {"energy": 1}}, 1, mine)
    lasting = {"effects": [{"clause": "increase", "energy": 2, "on": {}}]}
    assert costs({"cost": {"energy": 1}}, 3, lasting)


def test_rule_356_4_discounts_are_not_optional() -> None:
    play = {"cost": {"energy": 3}, "clauses": [{"clause": "discount", "energy": 2}]}
    assert costs(play, 1)
    assert not costs(play, 3)


def test_rule_356_4_c_component_discounts_stay_in_their_component() -> None:
    helper = unit(
        "ezreal",
        clauses=[
            {"clause": "discount", "id": "ez", "energy": 3, "any": 1, "either": True, "component": "optional", "on": {}}
        ],
    )
    play = {"cost": {"energy": 2}, "keywords": [{"keyword": "repeat", "cost": {"energy": 1, "power": ["calm"]}}]}
    state = {"board": [helper]}
    assert costs(play, 2, state, calm=1, elected={"repeat": True})
    assert costs(play, 3, state, elected={"repeat": True})
    assert not costs(play, 0, state, calm=1, elected={"repeat": True})
    assert not costs(play, 3, state, calm=1, elected={"repeat": True})


def test_rule_356_4_d_1_any_order_of_discounts_is_legal() -> None:
    floored = unit("apprentice", clauses=[{"clause": "discount", "energy": 1, "minimum": 1, "on": {"type": "spell"}}])
    play = {"cost": {"energy": 8}, "clauses": [{"clause": "discount", "id": "mine", "energy": 7}]}
    state = {"board": [floored]}
    assert costs(play, 0, state)
    assert costs(play, 1, state)
    assert not costs(play, 2, state)


def test_contract_c8_a_fixed_order_is_kept() -> None:
    floored = {"clause": "discount", "id": "floor", "energy": 1, "minimum": 1}
    play = {"cost": {"energy": 8}, "clauses": [{"clause": "discount", "id": "mine", "energy": 7}, floored]}
    dear = {**play, "choose": {"order": ["mine", "floor"]}}
    assert costs(dear, 1)
    assert not costs(dear, 0)
    cheap = {**play, "choose": {"order": ["floor"]}}
    assert costs(cheap, 0)
    assert not costs(cheap, 1)


def test_rule_356_4_e_a_minimum_limits_its_own_discount_and_never_raises() -> None:
    clause = {"clause": "discount", "energy": 1, "any": 1, "minimum": 1}
    assert costs({"cost": {"energy": 2, "power": ["fury"]}, "clauses": [clause]}, 1)
    assert costs({"cost": {"power": ["fury"]}, "clauses": [clause]}, 0)
    assert costs({"cost": {"energy": 1, "power": ["fury"]}, "clauses": [clause]}, 1)


def test_a_discount_on_a_domain_removes_pips_that_are_exactly_it() -> None:
    play = {"cost": {"power": ["order", "any"]}, "clauses": [{"clause": "discount", "power": ["order", "order"]}]}
    assert costs(play, 0, fury=1)
    assert not costs(play, 0)


def test_a_free_discount_removes_whichever_pip_the_player_likes() -> None:
    play = {"cost": {"power": ["fury", "calm"]}, "clauses": [{"clause": "discount", "id": "d", "any": 1}]}
    assert costs(play, 0, fury=1)
    assert costs(play, 0, calm=1)
    assert not costs(play, 0, fury=1, calm=1)
    fixed = {**play, "choose": {"removed": {"d": ["fury"]}}}
    assert costs(fixed, 0, calm=1)
    assert not costs(fixed, 0, fury=1)


def test_halves_are_the_players_unless_fixed() -> None:
    clause = {"clause": "discount", "id": "or", "energy": 1, "any": 1, "either": True}
    play = {"cost": {"energy": 1, "power": ["fury"]}, "clauses": [clause]}
    assert costs(play, 1)
    assert costs(play, 0, fury=1)
    assert not costs(play, 0)
    fixed = {**play, "choose": {"halves": {"or": "power"}}}
    assert costs(fixed, 1)
    assert not costs(fixed, 0, fury=1)


def test_rule_206_a_victims_printed_cost_is_that_of_the_object_that_pays() -> None:
    clauses = [
        additional("kill", "kill 1 unit", optional=True),
        {"clause": "discount", "energy": 1, "power": ["order"], "printed_cost_of": "kill", "when": {"elected": "kill"}},
    ]
    play = {"card": "Mine", "cost": {"energy": 6, "power": ["order", "order"]}, "clauses": clauses}
    state = {
        **RICH,
        "board": [
            unit("dear", cost={"energy": 4, "power": ["fury", "fury"]}),
            unit("cheap", cost={"energy": 1}),
            unit("token", cost={"energy": 9}, token=True),
        ],
    }
    assert faults(state, play, spend(2), act("kill", "dear"), elected={"kill": True}) == []
    assert faults(state, play, spend(5), spend(order=2), act("kill", "cheap"), elected={"kill": True}) == []
    assert faults(state, play, spend(6), spend(order=2), act("kill", "token"), elected={"kill": True}) == []
    swapped = faults(state, play, spend(2), act("kill", "cheap"), elected={"kill": True})
    assert ("energy-spent", "357.1") in swapped


def test_rule_356_5_a_an_override_leaves_nothing_but_elections() -> None:
    play = {
        "cost": {"energy": 5, "power": ["fury"]},
        "clauses": [additional("kill", "kill 1 unit"), {"clause": "discount", "energy": 1}],
        "effects": [{"clause": "override"}],
        "keywords": [{"keyword": "repeat", "cost": {"energy": 2}}],
    }
    assert costs(play, 0)
    assert costs(play, 0, elected={"repeat": True})
    assert not costs(play, 4, fury=1)


def test_rule_356_6_nothing_falls_below_nothing() -> None:
    assert costs({"cost": {"energy": 1}, "clauses": [{"clause": "discount", "energy": 5, "any": 3}]}, 0)


@pytest.mark.parametrize(
    ("targets", "power"), [(None, 0), ([], 0), (["foe"], 2), (["foe", "foe"], 4), (["mine"], 0), (["plain"], 0)]
)
def test_rule_809_deflect_is_owed_for_each_choice(targets: list | None, power: int) -> None:
    state = {
        "board": [unit("mine", keywords=[{"keyword": "deflect", "value": 3}])],
        "opponents": [{"board": [unit("foe", keywords=[{"keyword": "deflect", "value": 2}]), unit("plain")]}],
    }
    play = {"cost": {"energy": 1}} | ({"targets": targets} if targets is not None else {})
    assert costs(play, 1, state, calm=power)
    if power:
        assert not costs(play, 1, state)


def test_rule_809_2_granted_deflect_is_added_unless_it_is_for_those_without() -> None:
    printed = unit("foe", keywords=["deflect"])
    grant = unit("aura", clauses=[{"clause": "deflect", "value": 2, "grants": {"type": "unit", "other": True}}])
    late = unit("late", clauses=[{"clause": "deflect", "grants": {"type": "unit"}, "unless_already": True}])
    play = {"cost": {}, "targets": ["foe"]}
    assert costs(play, 0, {"opponents": [{"board": [printed, grant]}]}, fury=3)
    assert costs(play, 0, {"opponents": [{"board": [printed, late]}]}, fury=1)
    assert costs({"cost": {}, "targets": ["late"]}, 0, {"opponents": [{"board": [late]}]}, fury=1)
    spared = {"opponents": [{"board": [printed, grant]}], "effects": [{"clause": "ignore_deflect", "on": {}}]}
    assert costs(play, 0, spared)


def test_a_target_that_hangs_on_an_election_is_charged_only_with_it() -> None:
    state = {"opponents": [{"board": [unit("foe", keywords=["deflect"])]}]}
    play = {
        "cost": {"energy": 1},
        "keywords": [{"keyword": "repeat", "cost": {"energy": 1}}],
        "targets": [{"object": "foe", "if": "repeat"}],
    }
    assert costs(play, 1, state)
    assert costs(play, 2, state, fury=1, elected={"repeat": True})
    assert not costs(play, 2, state, elected={"repeat": True})


def test_rule_811_a_facedown_card_costs_nothing_but_additions() -> None:
    play = {
        "cost": {"energy": 4},
        "from": "facedown",
        "clauses": [{"clause": "additional", "cost": {"power": ["any"]}}],
    }
    assert costs(play, 0, calm=1)


def test_rule_811_1_c_1_hiding_is_not_playing() -> None:
    clauses = [additional("kill", "kill 1 unit"), {"clause": "discount", "any": 1}]
    play = {"kind": "hide", "cost": None, "clauses": clauses, "keywords": ["hidden"]}
    assert costs(play, 0, calm=1)
    assert costs(play, 0, {"effects": [{"clause": "discount", "any": 1, "on": {}}]}, calm=1)


def test_rule_354_a_card_on_the_chain_does_not_count_itself() -> None:
    amount = {"count": "objects", "zone": "hand"}
    play = {"card": "Mine", "cost": {"energy": 5}, "clauses": [{"clause": "discount", "energy": 1, "per": amount}]}
    hand = {"hand": [{"card": "Mine", "type": "spell"}, {"card": "Other", "type": "spell", "cost": {}}]}
    assert costs(play, 4, hand)
    assert not costs(play, 3, hand)


def test_counts_are_seen_from_the_bearers_side() -> None:
    tax = {
        "clause": "increase",
        "energy": 1,
        "on": {"whose": "enemy"},
        "per": {"count": "objects", "of": {"type": "unit"}},
    }
    state = {"board": [unit("a"), unit("b"), unit("c")], "opponents": [{"board": [unit("vex", clauses=[tax])]}]}
    assert costs({"cost": {"energy": 1}}, 2, state)
    assert not costs({"cost": {"energy": 1}}, 4, state)


PLAYS = [
    {
        "cost": {"energy": 3, "power": ["fury"]},
        "clauses": [{"clause": "discount", "energy": 1, "any": 1, "either": True}],
    },
    {"cost": {"energy": 2, "power": ["fury", "calm"]}, "clauses": [{"clause": "discount", "any": 1}]},
    {"cost": {"energy": 2}, "clauses": [{"clause": "additional", "cost": {"energy": 1, "power": ["any"]}}]},
]


@pytest.mark.parametrize("play", PLAYS)
def test_the_receipt_is_compared_with_the_fold(play: dict) -> None:
    state, played, payment = solved(RICH, {"card": "Mine", "type": "spell", **play})
    assert violations(state, played, payment, RULES) == ()
    owed = payment.owed
    wrongs = [
        replace(owed, energy=owed.energy + 2, trace=()),
        replace(owed, pips=tally([*(mask for mask, n in owed.pips for _ in range(n)), 8]), trace=()),
    ]
    for wrong in wrongs:
        codes = {one.code for one in violations(state, played, replace(payment, owed=wrong), RULES)}
        assert "owed-differs" in codes


def test_the_receipts_actions_are_compared() -> None:
    state, played, payment = solved(
        {"board": [unit("a")]}, {"card": "Mine", "cost": {}, "clauses": [additional("kill", "kill 1 unit")]}
    )
    shorter = replace(payment, owed=replace(payment.owed, lines=(), trace=()))
    assert [(one.code, one.rule) for one in violations(state, played, shorter, RULES)] == [("owed-differs", "356.7")]
    line, _ = payment.owed.lines[0]
    longer = replace(payment, owed=replace(payment.owed, lines=((line, 2),), trace=()))
    assert {one.code for one in violations(state, played, longer, RULES)} == {"owed-differs"}


def test_the_receipts_stages_must_join() -> None:
    asked = solved(RICH, {"card": "Mine", "cost": {"energy": 3}, "clauses": [{"clause": "discount", "energy": 1}]})
    assert refereed(asked) == []
    state, played, payment = asked
    broken = (payment.owed.trace[0], replace(payment.owed.trace[1], energy=9))
    changed = replace(payment, owed=replace(payment.owed, trace=broken))
    assert [one.code for one in violations(state, played, changed, RULES)] == ["trace-broken"]
    cut = replace(payment, owed=replace(payment.owed, trace=payment.owed.trace[:1]))
    assert [one.code for one in violations(state, played, cut, RULES)] == ["trace-broken"]


def test_a_payment_by_hand_may_say_what_is_owed() -> None:
    play = {"card": "Mine", "cost": {"energy": 1, "power": ["fury"]}}
    steps = (spend(1), spend(fury=1))
    assert faults(RICH, play, *steps, owed={"energy": 1, "power": ["fury"]}) == []
    found = judged(RICH, play, *steps, owed={"energy": 2, "power": ["fury"]})
    assert [one.code for one in found] == ["owed-differs", "energy-spent"]
    assert "1 energy + fury is owed, not 2 energy + fury" in found[0].message.lower()
