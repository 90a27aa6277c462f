"""Non-standard costs: each owed action done exactly, by objects that can do it then (357.2, section 3 of the rules)."""

import pytest

from .paying import act, add, additional, card, faults, refereed, seal, solved, spend, unit

FREE = {"card": "Mine", "type": "spell", "cost": {}}


def asking(*actions: object, **more: object) -> dict:
    return {**FREE, "clauses": [additional("price", *actions)], **more}


CHIEF = {"id": "chief", "card": "Chief", "type": "legend"}
BOARD = {
    "board": [
        unit("small"),
        unit("big", might=5, tags=["Dragon"]),
        unit("grown", might=4, buffs=1),
        unit("tired", ready=False),
        seal("seal"),
    ],
    "hand": [card("spare"), unit("held")],
    "trash": [card("old"), unit("dead")],
    "legend": CHIEF,
    "opponents": [{"board": [unit("foe", might=6)]}],
    "xp": 2,
}
MIGHTY = {"do": "kill", "filter": {"type": "unit", "mighty": True}}


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ("kill 1", "seal"),
        ("kill 1 unit", "small"),
        (MIGHTY, "big"),
        (MIGHTY, "grown"),
        ({"do": "kill", "filter": {"tag": ["Poro", "Dragon"]}}, "big"),
        ("exhaust 1", "small"),
        ({"do": "exhaust", "filter": {"type": "legend"}}, "chief"),
        ("discard 1", "spare"),
        ("discard 1 unit", "held"),
        ("recycle 1", "old"),
        ({"do": "recycle", "zone": "board"}, "small"),
        ("buff 1", "grown"),
        ("return 1 gear", "seal"),
        ("banish 1", "small"),
        ({"do": "banish", "zone": "trash"}, "dead"),
    ],
)
def test_rule_357_2_an_object_that_fits_pays(action: object, name: str) -> None:
    do = action.split()[0] if isinstance(action, str) else action["do"]  # type: ignore[index]
    assert faults(BOARD, asking(action), act(do, name, part="price")) == []
    assert faults(BOARD, asking(action), act(do, name)) == []


@pytest.mark.parametrize(
    ("action", "name", "code", "rule"),
    [
        ("kill 1 unit", "seal", "wrong-object", "428"),
        ("kill 1 unit", "foe", "wrong-object", "428"),
        ("kill 1 unit", "nobody", "wrong-object", "428"),
        ("kill 1 unit", "held", "wrong-object", "428"),
        (MIGHTY, "small", "wrong-object", "428"),
        ("exhaust 1 unit", "tired", "not-ready", "414.4"),
        ("exhaust 1 unit", "chief", "wrong-object", "414.4"),
        ("discard 1", "old", "wrong-object", "422.3"),
        ("discard 1 unit", "spare", "wrong-object", "422.3"),
        ("recycle 1", "small", "wrong-object", "416.3"),
        ("buff 1", "small", "no-buff", "702.2.b"),
        ("return 1", "chief", "wrong-object", "357.2"),
    ],
)
def test_each_action_must_be_possible(action: object, name: str, code: str, rule: str) -> None:
    do = action.split()[0] if isinstance(action, str) else action["do"]  # type: ignore[index]
    assert (code, rule) in faults(BOARD, asking(action), act(do, name))


def test_rule_357_2_every_owed_action_is_done_and_nothing_else() -> None:
    play = asking("discard 1")
    assert faults(BOARD, play) == [("action-missing", "357.2")]
    assert faults(BOARD, play, act("discard", "spare", "held")) == [("action-too-often", "357.2")]
    assert faults(BOARD, play, act("discard", "spare"), act("kill", "small")) == [("action-not-owed", "357.2")]
    assert ("action-not-owed", "357.2") in faults(BOARD, play, act("discard", "spare", part="other"))
    assert ("number-differs", "357.2") in faults(BOARD, play, act("discard", "spare", number=2))


def test_rule_730_2_xp_is_spent_exactly_and_only_if_there() -> None:
    assert faults(BOARD, asking("xp 2"), act("xp", number=2)) == []
    assert faults(BOARD, asking("xp 2"), act("xp", number=1)) == [("action-missing", "357.2")]
    assert faults(BOARD, asking("xp 1"), act("xp", number=2)) == [("action-too-often", "357.2")]
    assert faults(BOARD, asking("xp 3"), act("xp", number=3)) == [("xp-missing", "730.2")]


def test_empowered_is_given_up_once() -> None:
    state = {"board": [unit("calm"), unit("wild", empowered=True)], "legend": {**CHIEF, "empowered": True}}
    play = asking("disempower 1")
    assert faults(state, play, act("disempower", "wild")) == []
    assert faults(state, play, act("disempower", "chief")) == []
    assert ("not-empowered", "357.2") in faults(state, play, act("disempower", "calm"))
    twice = faults(state, asking("disempower 2"), act("disempower", "wild"), act("disempower", "wild"))
    assert ("not-empowered", "357.2") in twice
    asks = {"do": "kill", "filter": {"empowered": True}}
    play = {**FREE, "clauses": [additional("a", "disempower 1"), additional("b", asks)]}
    assert ("wrong-object", "428") in faults(state, play, act("disempower", "wild"), act("kill", "wild"))
    assert faults(state, play, act("disempower", "chief"), act("kill", "wild")) == []


def test_cards_are_burned_from_the_deck() -> None:
    play = asking("burn 2")
    assert faults({}, play, act("burn", number=2)) == []
    assert faults({"deck": 2}, play, act("burn", number=2)) == []
    assert faults({"deck": 1}, play, act("burn", number=2)) == [("deck-missing", "357.2")]
    assert faults({}, play, act("burn", number=1)) == [("action-missing", "357.2")]
    assert refereed(solved({"deck": 3, "xp": 1}, asking("burn 2", "xp 1"))) == []


def test_counted_actions_of_two_costs_are_told_apart() -> None:
    play = {**FREE, "clauses": [additional("a", "xp 1"), additional("b", "xp 2")]}
    state = {"xp": 5}
    assert faults(state, play, act("xp", number=3)) == []
    assert faults(state, play, act("xp", number=1, part="a"), act("xp", number=2)) == []
    assert faults(state, play, act("xp", number=2, part="a"), act("xp", number=1, part="b")) == [
        ("action-too-often", "357.2"),
        ("action-missing", "357.2"),
    ]


def test_an_object_leaves_once() -> None:
    play = asking("kill 2 unit")
    assert faults(BOARD, play, act("kill", "small", "big")) == []
    assert faults(BOARD, play, act("kill", "small", "small"))[0] == ("object-gone", "428")
    twice = {**FREE, "clauses": [additional("a", "kill 1 unit"), additional("b", "banish 1 unit")]}
    assert faults(BOARD, twice, act("kill", "small"), act("banish", "big")) == []
    assert ("object-gone", "357.2") in faults(BOARD, twice, act("kill", "small"), act("banish", "small"))


def test_an_object_is_exhausted_once() -> None:
    play = {**FREE, "cost": {"power": ["fury"]}, "clauses": [additional("a", "exhaust 1")]}
    assert faults(BOARD, play, add("seal"), spend(fury=1), act("exhaust", "small")) == []
    assert ("not-ready", "414.4") in faults(BOARD, play, add("seal"), spend(fury=1), act("exhaust", "seal"))


def test_an_object_may_pay_several_costs_that_are_possible_in_turn() -> None:
    play = {**FREE, "cost": {"power": ["fury"]}, "clauses": [additional("a", "kill 1 gear")]}
    assert faults(BOARD, play, add("seal"), spend(fury=1), act("kill", "seal")) == []
    both = {**FREE, "clauses": [additional("a", "buff 1"), additional("b", "kill 1 unit")]}
    assert faults(BOARD, both, act("buff", "grown"), act("kill", "grown")) == []
    assert ("object-gone", "702.2.b") in faults(BOARD, both, act("kill", "grown"), act("buff", "grown"))


def test_rule_357_2_what_is_asked_of_an_object_must_hold_when_it_pays() -> None:
    """The unit is Mighty only through the buff that was spent before."""
    play = {**FREE, "clauses": [additional("a", "buff 1"), additional("b", MIGHTY)]}
    assert faults(BOARD, play, act("buff", "grown"), act("kill", "big")) == []
    assert ("wrong-object", "428") in faults(BOARD, play, act("buff", "grown"), act("kill", "grown"))
    ready = {"do": "kill", "filter": {"type": "unit", "ready": True}}
    play = {**FREE, "clauses": [additional("a", "exhaust 1 unit"), additional("b", ready)]}
    assert ("wrong-object", "428") in faults(BOARD, play, act("exhaust", "small"), act("kill", "small"))


def test_a_buff_is_spent_as_often_as_it_is_there() -> None:
    state = {"board": [unit("grown", buffs=2)]}
    assert faults(state, asking("buff 2"), act("buff", "grown", "grown")) == []
    assert ("no-buff", "702.2.b") in faults(state, asking("buff 3"), act("buff", "grown", "grown", "grown"))


def test_rule_354_the_played_card_is_on_the_chain() -> None:
    play = asking("discard 1", card="spare")
    assert ("played-card", "354") in faults(BOARD, play, act("discard", "spare"))
    assert faults(BOARD, play, act("discard", "held")) == []
    twins = {"hand": [card("Charm", id="one"), card("Charm", id="two")]}
    play = asking("discard 1", card="Charm")
    assert faults(twins, play, act("discard", "one")) == []
    assert faults(twins, play, act("discard", "two")) == []
    assert ("played-card", "354") in faults(twins, asking("discard 2", card="Charm"), act("discard", "one", "two"))


def test_an_action_on_itself_is_done_to_the_source() -> None:
    ability = {"kind": "ability", "source": "seal", "cost": {"actions": [{"do": "exhaust", "itself": True}]}}
    assert faults(BOARD, ability, act("exhaust", "seal")) == []
    assert ("wrong-object", "414.4") in faults(BOARD, ability, act("exhaust", "small"))
    owner = unit("roost", clauses=[additional("rest", {"do": "exhaust", "itself": True}, on={})])
    assert faults({"board": [owner, unit("small")]}, FREE, act("exhaust", "roost")) == []
    assert ("wrong-object", "414.4") in faults({"board": [owner, unit("small")]}, FREE, act("exhaust", "small"))


def test_other_means_another_object_than_the_source() -> None:
    other = {"do": "kill", "filter": {"type": "unit", "other": True}}
    ability = {"kind": "ability", "source": "small", "cost": {"actions": [other]}}
    assert faults(BOARD, ability, act("kill", "big")) == []
    assert ("wrong-object", "428") in faults(BOARD, ability, act("kill", "small"))


def test_objects_are_shared_out_so_that_every_cost_is_met() -> None:
    """The Dragon can pay either cost; only one way round meets both."""
    dragon = {"do": "kill", "filter": {"tag": "Dragon"}}
    play = {**FREE, "clauses": [additional("any", "kill 1 unit"), additional("dragon", dragon)]}
    assert faults(BOARD, play, act("kill", "big", "small")) == []
    assert faults(BOARD, play, act("kill", "small"), act("kill", "big")) == []
    assert faults(BOARD, play, act("kill", "small", "tired")) == [
        ("action-too-often", "357.2"),
        ("action-missing", "357.2"),
    ]


@pytest.mark.parametrize(
    "clauses",
    [
        [additional("a", "kill 1 unit"), additional("b", "discard 1"), additional("c", "recycle 1")],
        [additional("a", "buff 1"), additional("b", MIGHTY)],
        [additional("a", "exhaust 2"), additional("b", "kill 2"), additional("c", "xp 1")],
        [additional("a", "return 1 gear"), additional("b", "banish 1 unit")],
    ],
)
def test_the_solvers_actions_pass(clauses: list) -> None:
    asked = solved(BOARD, {**FREE, "clauses": clauses})
    assert any(step.step == "act" for step in asked[2].steps)
    assert refereed(asked) == []


def test_a_number_of_actions_follows_its_election() -> None:
    play = {
        **FREE,
        "cost": {"power": ["order", "order"]},
        "clauses": [
            additional("kills", "kill 1 unit", number=True, optional=True),
            {"clause": "discount", "power": ["order"], "per": {"count": "number", "name": "kills"}},
        ],
    }
    assert faults(BOARD, play, act("kill", "small", "big"), elected={"kills": 2}) == []
    assert faults(BOARD, play, act("kill", "small"), elected={"kills": 1}) == [("power-spent", "357.1")]
    assert faults(BOARD, play, act("kill", "small"), elected={"kills": 2}) == [("action-missing", "357.2")]


def test_contract_c8_the_caller_may_choose_the_objects_that_pay() -> None:
    play = asking("kill 1 unit", choose={"objects": {"price": ["big", "tired"]}})
    assert faults(BOARD, play, act("kill", "big")) == []
    assert faults(BOARD, play, act("kill", "tired")) == []
    assert ("wrong-object", "428") in faults(BOARD, play, act("kill", "small"))
    assert refereed(solved(BOARD, play)) == []
    named = {"board": [unit("one", card="Poro"), unit("two", card="Cat")]}
    play = asking("kill 1 unit", choose={"objects": {"price": ["Poro"]}})
    assert faults(named, play, act("kill", "one")) == []
    assert ("wrong-object", "428") in faults(named, play, act("kill", "two"))
