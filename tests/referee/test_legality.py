"""What must still be so once the payment is made (357.3, 358, 822.3)."""

import pytest

from runepay.model.errors import InputError

from .paying import Json, act, add, additional, faults, refereed, solved, spend, unit

KILL = {"card": "Mine", "type": "spell", "cost": {}, "clauses": [additional("kill", "kill 1 unit")]}
TWO = {"board": [unit("chosen"), unit("other")], "opponents": [{"board": [unit("foe")]}]}


@pytest.mark.parametrize("do", ["kill", "return", "banish", "recycle"])
def test_rule_357_3_a_chosen_object_must_stay(do: str) -> None:
    action = {"do": do, "zone": "board", "filter": {"type": "unit"}}
    play = {**KILL, "clauses": [additional("price", action)], "targets": ["chosen"]}
    assert faults(TWO, play, act(do, "other")) == []
    assert faults(TWO, play, act(do, "chosen")) == [("target-lost", "357.3")]
    assert faults(TWO, {**play, "targets": None}, act(do, "chosen")) == []


def test_rule_357_3_a_target_that_is_not_needed_may_go() -> None:
    play = {**KILL, "targets": [{"object": "chosen", "needed": False}]}
    assert faults(TWO, play, act("kill", "chosen")) == []


def test_rule_357_3_a_target_hangs_on_its_election() -> None:
    play = {
        **KILL,
        "keywords": [{"keyword": "repeat", "cost": {}}],
        "targets": ["foe", {"object": "chosen", "if": "repeat"}],
    }
    assert faults(TWO, play, act("kill", "chosen")) == []
    assert faults(TWO, play, act("kill", "chosen"), elected={"repeat": True}) == [("target-lost", "357.3")]


def test_rule_357_3_a_target_may_be_exhausted_or_lose_its_buff() -> None:
    state = {"board": [unit("chosen", buffs=1)]}
    play = {**KILL, "clauses": [additional("a", "exhaust 1"), additional("b", "buff 1")], "targets": ["chosen"]}
    assert faults(state, play, act("exhaust", "chosen"), act("buff", "chosen")) == []


def test_rule_357_3_a_target_may_not_kill_itself_for_its_add() -> None:
    gold = {
        "id": "gold",
        "card": "Gold",
        "type": "gear",
        "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}],
    }
    play = {"card": "Mine", "type": "spell", "cost": {"power": ["any"]}, "targets": ["gold"]}
    assert faults({"board": [gold]}, play, add("gold"), spend(universal=1)) == [("target-lost", "357.3")]


def test_rule_357_3_holds_for_cards_in_other_zones() -> None:
    state = {"trash": [unit("one"), unit("two")]}
    play = {**KILL, "clauses": [additional("r", "recycle 1")], "targets": ["one"]}
    assert faults(state, play, act("recycle", "two")) == []
    assert faults(state, play, act("recycle", "one")) == [("target-lost", "357.3")]


AMBUSH = {**KILL, "type": "unit", "ambush": True, "to": "field", "keywords": ["ambush"]}


def test_rule_822_3_an_ambush_keeps_a_unit_there() -> None:
    state = {"board": [unit("here", at="field"), unit("home")]}
    assert faults(state, AMBUSH, act("kill", "home")) == []
    assert faults(state, AMBUSH, act("kill", "here")) == [("ambush-alone", "822.3")]
    two = {"board": [unit("here", at="field"), unit("too", at="field")]}
    assert faults(two, AMBUSH, act("kill", "here")) == []
    assert faults({"board": [unit("home"), unit("away", at="elsewhere")]}, AMBUSH, act("kill", "home")) == [
        ("ambush-alone", "822.3")
    ]
    assert ("ambush-nowhere", "822.3") in faults(state, {**AMBUSH, "to": "base"}, act("kill", "home"))


def test_rule_190_4_c_without_ambush_the_last_unit_may_go() -> None:
    state = {"board": [unit("here", at="field")]}
    assert faults(state, {**AMBUSH, "ambush": False}, act("kill", "here")) == []


PLAIN = {"card": "Mine", "type": "spell", "cost": {}}


@pytest.mark.parametrize(
    ("facts", "keywords", "legal"),
    [
        ({}, [], True),
        ({"main_phase": True}, [], True),
        ({"my_turn": False}, [], False),
        ({"main_phase": False}, [], False),
        ({"open_state": False}, [], False),
        ({"showdown": True}, [], False),
        ({"showdown": True}, ["action"], True),
        ({"showdown": True, "my_turn": False}, ["action"], True),
        ({"my_turn": False}, ["action"], False),
        ({"my_turn": True, "open_state": False}, ["action"], False),
        ({"my_turn": False, "open_state": False}, ["reaction"], True),
    ],
)
def test_rule_358_3_timing_is_judged_when_the_state_tells(facts: dict, keywords: list, legal: bool) -> None:
    found = faults({"facts": facts}, {**PLAIN, "keywords": keywords})
    assert found == ([] if legal else [("wrong-time", "358.3")])


def test_rule_811_6_what_was_hidden_or_ambushes_has_reaction() -> None:
    state = {"facts": {"my_turn": False}, "board": [unit("here", at="field")]}
    assert faults(state, {**PLAIN, "from": "facedown"}) == []
    assert faults(state, {**PLAIN, "type": "unit", "ambush": True, "to": "field"}) == []


def test_rule_419_3_a_play_that_an_effect_makes_is_not_timed() -> None:
    assert faults({"facts": {"my_turn": False}}, {**PLAIN, "by": "an effect"}) == []


def test_a_grant_can_bring_the_speed() -> None:
    granting = unit("helper", clauses=[{"clause": "grant", "keyword": "reaction", "on": {"type": "spell"}}])
    assert faults({"facts": {"my_turn": False}, "board": [granting]}, PLAIN) == []


@pytest.mark.parametrize("zone", ["trash", "banished", "deck"])
def test_rule_358_3_another_zone_needs_a_permission(zone: str) -> None:
    assert faults({}, {**PLAIN, "from": zone}) == [("no-permission", "358.3")]
    permit = {"clause": "permit", "from": [zone]}
    assert faults({}, {**PLAIN, "from": zone, "clauses": [permit]}) == []
    assert faults({}, {**PLAIN, "from": zone, "by": "an effect"}) == []


def test_rule_206_an_effect_reaches_only_what_it_says() -> None:
    raid = {"type": "spell", "brings": {"only": {"type": "unit", "energy": {"max": 3}}}}
    limit = {"brings": {"energy_at_most": {"count": "fact", "name": "recycled_might"}}}
    state = {"cards": {"Raid": raid, "Limit": limit}, "facts": {"recycled_might": 2}}
    play = {"card": "Mine", "type": "unit", "cost": {"energy": 3}, "by": "Raid", "effects": [{"clause": "override"}]}
    assert faults(state, play) == []
    assert faults(state, {**play, "cost": {"energy": 4}}) == [("out-of-reach", "206")]
    assert faults(state, {**play, "by": "Limit", "cost": {"energy": 2}}) == []
    assert faults(state, {**play, "by": "Limit"}) == [("out-of-reach", "206")]


def test_rule_811_only_what_is_hidden_is_hidden() -> None:
    pool = {"pool": {"power": {"calm": 1}}}
    hide = {"kind": "hide", "card": "Mine", "type": "spell", "keywords": ["hidden"]}
    assert faults(pool, hide, spend(calm=1)) == []
    assert faults(pool, {**hide, "keywords": []}, spend(calm=1)) == [("not-hidden", "811")]
    assert faults(pool, {**hide, "from": "trash"}, spend(calm=1)) == [("not-hidden", "811")]


TOOL = {
    "id": "tool",
    "card": "Tool",
    "type": "gear",
    "domains": ["fury"],
    "abilities": [
        {
            "id": "draw",
            "cost": {"energy": 1, "power": ["own"], "actions": [{"do": "exhaust", "itself": True}]},
            "once": True,
        },
        {"id": "late", "when": {"itself": {"empowered": True}}, "speed": "reaction"},
    ],
    "keywords": [{"keyword": "empower", "cost": {"energy": 1}}, {"keyword": "empower", "cost": {"power": ["own"]}}],
}
POOL = {"pool": {"energy": 3, "power": {"fury": 3}}}


def test_a_named_ability_brings_its_cost() -> None:
    play = {"source": "tool", "ability": "draw"}
    state = {**POOL, "board": [TOOL]}
    assert faults(state, play, spend(1), spend(fury=1), act("exhaust", "tool")) == []
    assert refereed(solved(state, play)) == []
    assert faults(
        {**POOL, "board": [{**TOOL, "used": ["draw"]}]}, play, spend(1), spend(fury=1), act("exhaust", "tool")
    ) == [("ability-used", "358.3")]


def test_an_abilitys_condition_must_hold() -> None:
    play = {"source": "tool", "ability": "late"}
    assert faults({"board": [TOOL]}, play) == [("ability-closed", "358.3")]
    assert faults({"board": [{**TOOL, "empowered": True}]}, play) == []


@pytest.mark.parametrize("zone", ["hand", "champion", "trash", "facedown", "banished"])
def test_an_ability_is_used_on_the_board(zone: str) -> None:
    tool = {"card": "Long Sword", "id": "sword", "cost": {"energy": 1}}
    play = {"kind": "ability", "source": "sword", "ability": "equip", "targets": ["poro"], "cost": {}}
    poro = {"card": "Pouty Poro", "id": "poro"}
    assert faults({"board": [poro, tool]}, play) == []
    found = faults({"board": [poro], zone: [tool]}, play)
    assert found == [("ability-closed", "358.3")]



def test_rule_441_1_b_what_is_empowered_is_not_empowered_again() -> None:
    play = {"source": "tool", "ability": "empower"}
    assert faults({**POOL, "board": [TOOL]}, play, spend(1)) == []
    assert faults({**POOL, "board": [TOOL]}, play, spend(fury=1), elected={"empower-2": True}) == []
    assert faults({**POOL, "board": [{**TOOL, "empowered": True}]}, play, spend(1)) == [("ability-closed", "441.1.b")]


def test_rule_821_1_c_weaponmaster_pays_equip_less_one_pip() -> None:
    gear: Json = {"id": "blade", "card": "Blade", "type": "gear", "domains": ["order"]}
    gear |= {"keywords": [{"keyword": "equip", "cost": {"energy": 1, "power": ["order"]}}]}
    state = {**POOL, "board": [gear, unit("hero", keywords=["weaponmaster"]), unit("friend")]}
    play = {"source": "hero", "ability": "weaponmaster", "targets": ["blade"]}
    assert faults(state, play, spend(1)) == []
    assert ("power-spent", "357.1") in faults(state, play, spend(1), spend(fury=1))
    deadly = {**gear, "keywords": [{"keyword": "equip", "cost": {"actions": ["kill 1 unit"]}}]}
    state = {"board": [deadly, unit("hero", keywords=["weaponmaster"]), unit("friend")]}
    assert faults(state, play, act("kill", "friend")) == []
    assert faults(state, play, act("kill", "hero")) == [("target-lost", "357.3")]


def test_rule_821_weaponmaster_that_another_object_gives() -> None:
    gear: Json = {"id": "blade", "type": "gear", "keywords": [{"keyword": "equip", "cost": {"power": ["any"]}}]}
    scope = {"kind": ["trigger"], "ability": ["weaponmaster"], "chooses": {"tag": ["Guard"]}}
    giver: Json = {"clauses": [{"clause": "grant", "keyword": "weaponmaster", "on": scope}]}
    board = [gear, unit("hero", tags=["Guard"]), unit("friend")]
    play = {"source": "hero", "ability": "weaponmaster", "targets": ["blade"]}
    assert faults({"board": board, "legend": giver}, play) == []
    assert refereed(solved({"board": board, "legend": giver}, play)) == []
    other = {**play, "source": "friend"}
    for state, asked in (({"board": board}, play), ({"board": board, "legend": giver}, other)):
        for judge in (faults, solved):
            with pytest.raises(InputError, match="has no Weaponmaster"):
                judge(state, asked)
    theirs: Json = {"board": board, "opponents": [{"legend": giver}]}
    for judge in (faults, solved):
        with pytest.raises(InputError, match="has no Weaponmaster"):
            judge(theirs, play)


def test_the_solver_spares_what_must_stay() -> None:
    for play in ({**KILL, "targets": ["chosen"]}, AMBUSH):
        state = {"board": [unit("chosen", at="field"), unit("other")]}
        asked = solved(state, play)
        assert asked[2].steps[0].objects == ("other",)
        assert refereed(asked) == []
