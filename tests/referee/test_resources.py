"""Resources: what makes them, what they pay, what may be spent (163, 164, 166, 357.1, 429, 444)."""

import pytest

from .paying import (
    Json,
    act,
    add,
    additional,
    card,
    exhaust,
    faults,
    judged,
    recycle,
    refereed,
    seal,
    solved,
    spend,
    unit,
)

RUNES = {"runes": {"fury": {"ready": 2, "exhausted": 1}, "calm": 1}}
PLAY = {"card": "Mine", "type": "spell", "cost": {"energy": 2, "power": ["fury"]}}
PAID = (exhaust("fury", 2), recycle("fury"), spend(2), spend(fury=1))


def test_a_legal_payment_has_no_violation() -> None:
    assert faults(RUNES, PLAY, *PAID) == []


def test_the_solvers_payment_has_no_violation() -> None:
    asked = solved(RUNES, PLAY)
    assert asked[2].steps
    assert refereed(asked) == []


def test_rule_414_4_only_ready_runes_are_exhausted() -> None:
    assert ("rune-not-ready", "414.4") in faults(RUNES, PLAY, exhaust("fury", 3), *PAID[1:])


def test_rule_164_2_only_runes_that_are_there_are_recycled() -> None:
    assert faults(RUNES, PLAY, *PAID[:2], recycle("fury", 3), *PAID[2:]) == [("rune-missing", "164.2")]
    assert faults(RUNES, PLAY, recycle("mind"), *PAID) == [("rune-missing", "164.2")]


def test_rule_164_2_a_ready_rune_is_recycled_only_if_the_step_says_so() -> None:
    state, play = {"runes": {"calm": 1}}, {"card": "Mine", "cost": {"power": ["calm"]}}
    assert faults(state, play, recycle("calm"), spend(calm=1)) == [("rune-missing", "164.2")]
    assert faults(state, play, recycle("calm", ready=True), spend(calm=1)) == []
    exhausted = {"runes": {"calm": {"exhausted": 1}}}
    assert faults(exhausted, play, recycle("calm", ready=True), spend(calm=1)) == [("rune-missing", "164.2")]


def test_rule_164_2_a_rune_gives_energy_and_then_power() -> None:
    state, play = {"runes": {"calm": 1}}, {"card": "Mine", "cost": {"energy": 1, "power": ["calm"]}}
    assert faults(state, play, exhaust("calm"), recycle("calm"), spend(1), spend(calm=1)) == []
    assert faults(state, play, recycle("calm", ready=True), exhaust("calm"), spend(1), spend(calm=1)) == [
        ("rune-not-ready", "414.4")
    ]


def test_rule_166_2_only_what_floats_is_spent() -> None:
    assert faults(RUNES, PLAY, exhaust("fury"), recycle("fury"), spend(2), spend(fury=1)) == [
        ("overdrawn", "166.2"),
        ("not-conserved", "444.1"),
    ]
    assert faults(RUNES, PLAY, spend(2), exhaust("fury", 2), recycle("fury"), spend(fury=1)) == [("overdrawn", "166.2")]


def test_rule_166_2_what_floated_before_can_be_spent() -> None:
    state = {"pool": {"energy": 2, "power": {"universal": 1}}}
    assert faults(state, PLAY, spend(2), spend(universal=1)) == []


@pytest.mark.parametrize(("energy", "power"), [(1, 1), (3, 1), (2, 0), (2, 2)])
def test_rule_357_1_what_is_owed_is_spent_exactly(energy: int, power: int) -> None:
    state = {"pool": {"energy": 5, "power": {"fury": 5}}}
    steps = [spend(energy)] + [spend(fury=power)] * bool(power)
    codes = {code for code, _ in faults(state, PLAY, *steps)}
    assert codes == ({"energy-spent"} if energy != 2 else {"power-spent"})
    assert all(rule == "357.1" for _, rule in faults(state, PLAY, *steps))


def test_rule_163_energy_and_power_are_never_interchangeable() -> None:
    state = {"pool": {"energy": 3}}
    assert faults(state, PLAY, spend(3)) == [("energy-spent", "357.1"), ("power-spent", "357.1")]


def test_rule_163_2_each_unit_of_power_pays_a_pip_of_its_own() -> None:
    state = {"pool": {"power": {"fury": 1, "calm": 1, "universal": 1}}}
    play = {"card": "Mine", "cost": {"power": ["fury", ["calm", "mind"]]}}
    assert faults(state, play, spend(fury=1), spend(calm=1)) == []
    assert faults(state, play, spend(universal=1), spend(calm=1)) == []
    two_fury = {"pool": {"power": {"fury": 2}}}
    assert faults(two_fury, play, spend(fury=2)) == [("wrong-power", "163.2")]


def test_rule_163_2_pips_that_steps_name_are_compared() -> None:
    state = {"pool": {"power": {"fury": 2, "calm": 1}}}
    play = {"card": "Mine", "cost": {"power": ["fury", "any"]}}
    assert faults(state, play, spend(fury=1, pays=["fury"]), spend(calm=1, pays=["any"])) == []
    assert faults(state, play, spend(fury=1, pays=["fury"]), spend(calm=1)) == []
    crossed = faults(state, play, spend(fury=1, pays=["any"]), spend(calm=1, pays=["fury"]))
    assert crossed == [("wrong-power", "163.2")]
    assert ("wrong-pips", "357.1") in faults(state, play, spend(fury=2, pays=["fury", "fury"]))
    assert ("pays-differ", "357.1") in faults(state, play, spend(fury=2, pays=["fury"]))


def test_rule_135_2_e_6_c_an_own_pip_needs_one_of_the_cards_domains() -> None:
    play = {"card": "Mine", "domains": ["fury", "calm"], "cost": {"power": ["own"]}}
    state = {"pool": {"power": {"calm": 1, "mind": 1}}}
    assert faults(state, play, spend(calm=1)) == []
    assert faults(state, play, spend(mind=1)) == [("wrong-power", "163.2")]


def test_rule_429_3_an_add_exhausts_its_object_once() -> None:
    state = {"board": [seal("seal")]}
    play = {"card": "Mine", "cost": {"power": ["fury"]}}
    twice = {"card": "Mine", "cost": {"power": ["fury", "fury"]}}
    assert faults(state, play, add("seal"), spend(fury=1)) == []
    assert faults(state, twice, add("seal"), add("seal"), spend(fury=2)) == [("not-ready", "414.4")]
    doubled = {**add("seal"), "number": 2}
    assert faults(state, twice, doubled, spend(fury=2)) == [("not-ready", "414.4")]
    assert faults({"board": [seal("seal", ready=False)]}, play, add("seal"), spend(fury=1)) == [("not-ready", "414.4")]


@pytest.mark.parametrize("name", ["nothing", "foe", "charm", "plain"])
def test_rule_429_3_an_add_is_on_an_object_of_ones_own(name: str) -> None:
    state = {
        "board": [unit("plain")],
        "hand": [seal("charm")],
        "opponents": [{"board": [seal("foe")]}],
        "pool": {"power": {"fury": 1}},
    }
    play = {"card": "Mine", "cost": {"power": ["fury"]}}
    assert faults(state, play, add(name), spend(fury=1)) == [("no-such-add", "429.3")]


def test_rule_429_3_only_reaction_adds_are_used_while_paying() -> None:
    slow = unit("slow", adds=[{"gives": {"power": {"universal": 2}}, "speed": "action"}])
    play = {"card": "Mine", "cost": {"power": ["fury"]}}
    assert faults({"board": [slow]}, play, add("slow"), spend(universal=1)) == [("add-too-slow", "429.3")]


def test_rule_429_3_an_add_with_a_condition_needs_it() -> None:
    legend: Json = {"id": "hand", "card": "Hand", "type": "legend"}
    legend |= {
        "adds": [{"gives": {"energy": 1}, "when": {"amount": {"count": "fact", "name": "cards_played"}, "at_least": 1}}]
    }
    play = {"card": "Mine", "cost": {"energy": 1}}
    assert faults({"legend": legend}, play, add("hand"), spend(1)) == [("add-inactive", "429.3")]
    assert faults({"legend": legend, "facts": {"cards_played": 1}}, play, add("hand"), spend(1)) == []


def test_rule_429_3_what_an_add_asks_for_must_hold_when_it_is_used() -> None:
    """A rune that was recycled in the same payment is no longer there to be counted."""
    condition = {"amount": {"count": "runes"}, "at_least": 2}
    gear = {"id": "gear", "card": "Gear", "type": "gear", "adds": [{"gives": {"energy": 1}, "when": condition}]}
    state = {"runes": {"fury": {"exhausted": 2}}, "board": [gear]}
    play = {"card": "Mine", "cost": {"energy": 1, "power": ["fury"]}}
    paid = (spend(1), spend(fury=1))
    assert faults(state, play, add("gear"), recycle("fury"), *paid) == []
    assert faults(state, play, recycle("fury"), add("gear"), *paid) == [("add-inactive", "429.3")]


def test_rule_187_5_gold_is_gone_once_it_is_used() -> None:
    gold = {"id": "gold", "card": "Gold", "type": "gear", "token": True}
    gold |= {"adds": [{"gives": {"power": {"universal": 1}}, "kill": True}]}
    play = {"card": "Mine", "cost": {"power": ["fury"]}, "clauses": [additional("kill", "kill 1 gear")]}
    assert faults({"board": [gold]}, play, add("gold"), spend(universal=1), act("kill", "gold")) == [
        ("object-gone", "428")
    ]
    two = {"board": [gold, {**gold, "id": "other"}]}
    assert faults(two, play, add("gold"), spend(universal=1), act("kill", "other")) == []


@pytest.mark.parametrize(
    ("play", "purpose", "legal"),
    [
        ({"card": "M", "type": "spell"}, "spell", True),
        ({"card": "M", "type": "gear"}, "spell", False),
        ({"card": "M", "type": ["unit", "gear"]}, "gear", True),
        ({"card": "M", "type": ["unit", "gear"]}, "unit", True),
        ({"kind": "ability", "source": "tool"}, "gear", True),
        ({"kind": "ability", "source": "tool"}, "unit", False),
        ({"kind": "trigger", "source": "tool"}, "gear", False),
        ({"kind": "effect", "type": "spell"}, "spell", False),
        ({"kind": "hide", "card": "M", "type": "spell", "keywords": ["hidden"]}, "spell", False),
    ],
)
def test_rules_page_1_6_restricted_resources_serve_their_purpose(play: dict, purpose: str, legal: bool) -> None:
    state = {"pool": {"restricted": [{"energy": 1, "for": purpose}]}, "board": [seal("tool")]}
    found = faults(state, {**play, "cost": {"energy": 1}}, spend(1, purpose=purpose))
    assert found == ([] if legal else [("wrong-purpose", "429")])


def test_rules_page_1_6_showdown_resources_are_spent_in_a_showdown() -> None:
    state = {"pool": {"restricted": [{"energy": 1, "for": "showdown"}]}, "facts": {"showdown": True}}
    play = {"card": "M", "type": "spell", "cost": {"energy": 1}, "keywords": ["action"]}
    assert faults(state, play, spend(1, purpose="showdown")) == []


def test_rule_357_1_resources_come_before_actions() -> None:
    state = {"hand": [card("spare")], "pool": {"energy": 1}, "runes": {"fury": 1}}
    play = {"card": "M", "cost": {"energy": 1}, "clauses": [additional("discard", "discard 1")]}
    assert faults(state, play, spend(1), act("discard", "spare")) == []
    assert faults(state, play, act("discard", "spare"), spend(1)) == [("resource-after-action", "357.1")]
    late = faults(state, play, spend(1), act("discard", "spare"), exhaust("fury"))
    assert late == [("resource-after-action", "357.1")]


def test_what_a_step_says_it_gives_must_be_true() -> None:
    assert faults(RUNES, PLAY, {**PAID[0], "gives": {"energy": 2}}, *PAID[1:]) == []
    wrong = judged(RUNES, PLAY, {**PAID[0], "gives": {"energy": 3}}, *PAID[1:])
    assert [(one.code, one.rule, one.step) for one in wrong] == [("gives-differ", "429", 0)]


def test_what_a_step_says_floats_must_be_true_and_is_reported_once() -> None:
    pools: list[Json] = [{"energy": 2}, {"energy": 2, "power": {"fury": 1}}, {"power": {"fury": 1}}, {}]
    steps = [{**step, "pool": pool} for step, pool in zip(PAID, pools, strict=True)]
    assert faults(RUNES, PLAY, *steps) == []
    off = [{**step, "pool": {**step["pool"], "energy": step["pool"].get("energy", 0) + 1}} for step in steps]
    wrong = judged(RUNES, PLAY, *off)
    assert [(one.code, one.step) for one in wrong] == [("pool-differs", 0)]


def test_contract_c28_adds_that_are_not_needed_are_legal() -> None:
    state = {**RUNES, "board": [seal("seal")]}
    assert faults(state, PLAY, add("seal"), exhaust("calm"), recycle("calm"), *PAID) == []


def test_every_violation_is_reported_with_its_step() -> None:
    found = judged(RUNES, PLAY, exhaust("fury", 3), add("nobody"), spend(2), spend(mind=1))
    assert [(one.code, one.step) for one in found] == [
        ("rune-not-ready", 0),
        ("no-such-add", 1),
        ("overdrawn", 3),
        ("not-conserved", None),
        ("wrong-power", None),
    ]
    assert all(one.message for one in found)
    assert found[0].to_json() == {
        "code": "rune-not-ready",
        "rule": "414.4",
        "message": "3 fury runes are exhausted but 2 are ready",
        "step": 0,
    }
