"""Adds that ask for a payment of their own: converters, costs, copies (429.3.a, section 9.2 of the rules page)."""

from .paying import Json, act, add, exhaust, faults, refereed, seal, solved, spend, unit

HENGE: Json = {"id": "henge", "card": "Henge", "type": "gear"}
HENGE |= {"adds": [{"gives": {"power": {"universal": 1}}, "any_amount": "energy"}]}
ANOMALY: Json = {"id": "anomaly", "card": "Anomaly", "type": "gear"}
ANOMALY |= {"adds": [{"gives": {"energy": 1}, "any_amount": "power"}]}
BUTCHER: Json = {"id": "butcher", "card": "Butcher", "type": "legend"}
BUTCHER |= {"adds": [{"gives": {"energy": 2}, "for": ["unit"], "cost": {"power": ["any", "any"]}}]}
ALTAR: Json = {"id": "altar", "card": "Altar", "type": "gear"}
ALTAR |= {"adds": [{"gives": {"power": {"universal": 2}}, "cost": {"actions": ["kill 1 unit"]}}]}
UNIT: Json = {"card": "Mine", "type": "unit", "cost": {"energy": 2}}
PIPS: Json = {"card": "Mine", "type": "unit", "cost": {"power": ["fury", "calm"]}}


def part(name: str, step: Json) -> Json:
    return {**step, "part": f"add:{name}"}


def test_rule_429_3_a_an_adds_cost_is_paid_before_it_gives() -> None:
    state = {"legend": BUTCHER, "pool": {"power": {"fury": 2}}}
    cost = part("butcher", spend(fury=2))
    assert faults(state, UNIT, cost, add("butcher"), spend(2, purpose="unit")) == []
    assert faults(state, UNIT, add("butcher"), spend(2, purpose="unit")) == [("power-spent", "429.3.a")]
    half = part("butcher", spend(fury=1))
    assert faults(state, UNIT, half, add("butcher"), spend(2, purpose="unit")) == [("power-spent", "429.3.a")]
    spell = {**UNIT, "type": "spell"}
    assert faults(state, spell, cost, add("butcher"), spend(2, purpose="unit")) == [("wrong-purpose", "429")]


def test_what_was_spent_on_an_add_does_not_pay_the_play() -> None:
    state = {"legend": BUTCHER, "pool": {"energy": 2, "power": {"fury": 2}}}
    cost = part("butcher", spend(fury=2))
    owing = {**UNIT, "cost": {"energy": 2, "power": ["fury"]}}
    assert faults(state, owing, cost, add("butcher"), spend(2)) == [("power-spent", "357.1")]


def test_a_payment_for_an_add_that_is_not_used_is_refused() -> None:
    state = {"legend": BUTCHER, "pool": {"energy": 2, "power": {"fury": 2}}}
    assert faults(state, UNIT, part("butcher", spend(fury=2)), spend(2)) == [("add-unused", "429.3")]
    plain = {**state, "board": [seal("seal")]}
    assert faults(plain, UNIT, part("seal", spend(fury=1)), add("seal"), spend(2)) == [("power-spent", "429.3.a")]


def test_rules_page_9_2_1_a_converter_gives_one_for_each_that_it_takes() -> None:
    state = {"board": [HENGE], "pool": {"energy": 3}}
    use = {**add("henge"), "number": 2}
    assert faults(state, PIPS, part("henge", spend(2)), use, spend(universal=2)) == []
    assert faults(state, PIPS, part("henge", spend(1)), use, spend(universal=2)) == [("energy-spent", "429.3.a")]
    assert faults(state, PIPS, use, spend(universal=2)) == [("energy-spent", "429.3.a")]
    twice = [part("henge", spend(1)), add("henge"), part("henge", spend(1)), add("henge")]
    assert faults(state, PIPS, *twice, spend(universal=2)) == [("not-ready", "414.4")]


def test_rules_page_9_2_1_converting_nothing_is_legal_and_empty() -> None:
    state = {"board": [HENGE], "pool": {"energy": 2}}
    nothing = {**add("henge"), "number": 0}
    assert faults(state, UNIT, nothing, spend(2)) == []
    assert ("empty-step", "357.1") in faults(
        {**state, "board": [seal("seal")]}, UNIT, {**add("seal"), "number": 0}, spend(2)
    )


def test_rules_page_9_2_1_a_converter_uses_gear_only_power_and_lifts_the_restriction() -> None:
    gear_only = {"board": [ANOMALY], "pool": {"restricted": [{"power": {"universal": 2}, "for": "gear"}]}}
    use = {**add("anomaly"), "number": 2}
    paid = part("anomaly", spend(universal=2, purpose="gear"))
    assert faults(gear_only, UNIT, paid, use, spend(2)) == []
    spell_only = {"board": [ANOMALY], "pool": {"restricted": [{"power": {"universal": 2}, "for": "spell"}]}}
    spell = {**UNIT, "type": "spell"}
    paid = part("anomaly", spend(universal=2, purpose="spell"))
    assert faults(spell_only, spell, paid, use, spend(2)) == [("wrong-purpose", "429")]


def test_an_adds_own_actions_are_done_exactly() -> None:
    state = {"board": [ALTAR, unit("a"), unit("b")]}
    kill = part("altar", act("kill", "a"))
    assert faults(state, PIPS, kill, add("altar"), spend(universal=2)) == []
    assert faults(state, PIPS, add("altar"), spend(universal=2)) == [("action-missing", "357.2")]
    both = part("altar", act("kill", "a", "b"))
    assert faults(state, PIPS, both, add("altar"), spend(universal=2)) == [("action-too-often", "357.2")]
    gear = part("altar", act("kill", "altar"))
    assert ("wrong-object", "428") in faults(state, PIPS, gear, add("altar"), spend(universal=2))
    assert faults(state, {**PIPS, "targets": ["a"]}, kill, add("altar"), spend(universal=2)) == [
        ("target-lost", "357.3")
    ]


def test_an_adds_actions_come_before_the_plays_own() -> None:
    play = {**PIPS, "clauses": [{"clause": "additional", "cost": {"actions": ["kill 1 unit"]}}]}
    state = {"board": [ALTAR, unit("a"), unit("b")]}
    first = [part("altar", act("kill", "a")), add("altar"), spend(universal=2)]
    assert faults(state, play, *first, act("kill", "b")) == []
    assert ("resource-after-action", "357.1") in faults(state, play, act("kill", "b"), *first)
    assert ("object-gone", "428") in faults(state, play, *first, act("kill", "a"))


def test_an_adds_energy_is_paid_before_its_actions() -> None:
    shrine = {**ALTAR, "adds": [{**ALTAR["adds"][0], "cost": {"energy": 1, "actions": ["kill 1 unit"]}}]}
    state = {"board": [shrine, unit("a")], "pool": {"energy": 1}}
    energy, kill = part("altar", spend(1)), part("altar", act("kill", "a"))
    assert faults(state, PIPS, energy, kill, add("altar"), spend(universal=2)) == []
    assert faults(state, PIPS, kill, energy, add("altar"), spend(universal=2)) == [("resource-after-action", "357.1")]


def test_a_source_may_be_exhausted_and_then_removed_for_its_own_cost() -> None:
    def asking(**wanted: object) -> Json:
        adds = [{**ALTAR["adds"][0], "cost": {"actions": [{"do": "kill", "filter": wanted}]}}]
        return {"board": [{**ALTAR, "adds": adds}, seal("seal")]}

    itself, use, paid = part("altar", act("kill", "altar")), add("altar"), spend(universal=2)
    assert faults(asking(type="gear"), PIPS, itself, use, paid) == []
    assert refereed(solved({"board": [{**ALTAR, "adds": asking(type="gear")["board"][0]["adds"]}]}, PIPS)) == []
    # Exhausted for its own Add it is not a ready object any more.
    assert faults(asking(ready=True), PIPS, itself, use, paid) == [("wrong-object", "428")]
    assert faults(asking(ready=True), PIPS, part("altar", act("kill", "seal")), use, paid) == []
    tired = {"board": [{**asking(type="gear")["board"][0], "ready": False}]}
    assert faults(tired, PIPS, itself, use, paid) == [("not-ready", "414.4")]
    twice = [itself, use, part("altar", act("kill", "seal")), use, spend(universal=2)]
    assert ("object-gone", "429.3") in faults(asking(type="gear"), PIPS, *twice)


def test_a_source_that_kills_itself_does_not_pay_its_cost_as_well() -> None:
    gold: Json = {"id": "gold", "card": "Gold", "type": "gear"}
    gold |= {"adds": [{"gives": {"power": {"universal": 2}}, "kill": True, "cost": {"actions": ["kill 1 gear"]}}]}
    steps = [part("gold", act("kill", "gold")), add("gold"), spend(universal=2)]
    assert faults({"board": [gold]}, PIPS, *steps) == [("object-gone", "429.3")]
    steps[0] = part("gold", act("kill", "seal"))
    assert faults({"board": [gold, seal("seal")]}, PIPS, *steps) == []


def test_adds_may_pay_for_adds() -> None:
    state = {"board": [HENGE], "legend": BUTCHER, "runes": {"mind": 2}}
    steps = [
        exhaust("mind", 2),
        part("henge", spend(2)),
        {**add("henge"), "number": 2},
        part("butcher", spend(universal=2)),
        add("butcher"),
        spend(2, purpose="unit"),
    ]
    assert faults(state, UNIT, *steps) == []
    late = [steps[0], steps[3], steps[1], steps[2], *steps[4:]]
    assert ("overdrawn", "166.2") in faults(state, UNIT, *late)


COPIER: Json = unit("heimer", adds=[{"copies": True}])
SURE: Json = {"card": "Mine", "type": "unit", "cost": {"power": ["fury", "fury"]}}


def test_rules_page_9_2_11_a_copied_add_exhausts_the_one_that_copies() -> None:
    state = {"board": [COPIER, seal("seal")]}
    copied = {**add("heimer"), "copies": "seal:0"}
    assert faults(state, SURE, add("seal"), copied, spend(fury=2)) == []
    assert ("not-ready", "414.4") in faults(state, SURE, copied, copied, spend(fury=2))
    for wrong in ("", "heimer:0", "seal:1", "nobody:0", "seal", "foe:0"):
        there = {**state, "opponents": [{"board": [seal("foe")]}]}
        assert ("no-such-add", "429.3") in faults(there, SURE, add("seal"), {**copied, "copies": wrong}, spend(fury=2))
    assert ("no-such-add", "429.3") in faults(state, SURE, {**add("seal"), "copies": "seal:0"}, copied, spend(fury=2))


def test_what_is_copied_is_still_there() -> None:
    heart = {**unit("heart"), "adds": [{"gives": {"energy": 2}}]}
    copier = {**unit("copier"), "adds": [{"copies": True}]}
    state = {"board": [ALTAR, heart, copier]}
    killed = [act("kill", "heart", part="add:altar"), add("altar")]
    copied = {**add("copier"), "copies": "heart:0"}
    pips = {**UNIT, "cost": {"energy": 2, "power": ["fury", "calm"]}}
    paid = [spend(2), spend(universal=2)]
    assert faults(state, pips, copied, *killed, *paid) == []
    assert faults(state, pips, *killed, copied, *paid) == [("copied-gone", "429.3")]


def test_an_add_that_spends_nothing_of_its_object_is_used_once() -> None:
    odd = {"id": "odd", "card": "Odd", "type": "gear", "adds": [{"gives": {"energy": 1}, "exhaust": False}]}
    assert faults({"board": [odd]}, UNIT, add("odd"), add("odd"), spend(2)) == [("add-twice", "429.3")]
    assert faults({"board": [odd]}, {**UNIT, "cost": {"energy": 1}}, add("odd"), spend(1)) == []


def test_the_solvers_nested_payments_pass() -> None:
    positions: list[tuple[Json, Json]] = [
        ({"legend": BUTCHER, "runes": {"fury": {"exhausted": 2}}}, UNIT),
        ({"board": [HENGE], "runes": {"mind": 2}}, {**PIPS, "clauses": []}),
        ({"board": [ANOMALY], "runes": {"mind": {"exhausted": 2}}}, UNIT),
        ({"board": [ALTAR, unit("a", ready=False)]}, PIPS),
        ({"board": [COPIER, seal("seal")]}, SURE),
    ]
    for state, play in positions:
        asked = solved(state, play)
        assert any(step.step == "add" for step in asked[2].steps)
        assert refereed(asked) == []


MILL: Json = {"id": "mill", "card": "Mill", "type": "gear"}
MILL |= {"adds": [{"gives": {"energy": 1}, "exhaust": False, "cost": {"actions": ["xp 1"]}}]}
PRESS: Json = {"id": "press", "card": "Press", "type": "gear"}
PRESS |= {"adds": [{"gives": {"energy": 2}, "exhaust": False, "cost": {"power": ["any"]}}]}


def test_rule_429_3_an_add_that_uses_nothing_up_is_used_as_often_as_its_cost_is_paid() -> None:
    state = {"board": [MILL], "xp": 5}
    twice = {**add("mill"), "number": 2}
    assert faults(state, UNIT, part("mill", act("xp", number=2)), twice, spend(2)) == []
    once = part("mill", act("xp", number=1))
    assert faults(state, UNIT, once, add("mill"), once, add("mill"), spend(2)) == []
    assert faults(state, UNIT, once, twice, spend(2)) == [("action-missing", "357.2")]
    thrice = part("mill", act("xp", number=3))
    assert faults(state, UNIT, thrice, twice, spend(2)) == [("action-too-often", "357.2")]
    poor = {**state, "xp": 1}
    assert faults(poor, UNIT, part("mill", act("xp", number=2)), twice, spend(2)) == [("xp-missing", "730.2")]


def test_rule_429_3_a_a_repeated_adds_power_is_paid_once_for_each_use() -> None:
    state = {"board": [PRESS], "pool": {"power": {"fury": 3}}}
    dear = {**UNIT, "cost": {"energy": 4}}
    twice = {**add("press"), "number": 2}
    assert faults(state, dear, part("press", spend(fury=2)), twice, spend(4)) == []
    assert faults(state, dear, part("press", spend(fury=1)), twice, spend(4)) == [("power-spent", "429.3.a")]
    assert faults(state, dear, part("press", spend(fury=3)), twice, spend(4)) == [("power-spent", "429.3.a")]
    assert faults(state, dear, twice, spend(4)) == [("power-spent", "429.3.a")]


def test_rule_414_4_an_add_that_exhausts_or_kills_its_object_is_not_repeated() -> None:
    for more in ({"exhaust": True}, {"exhaust": False, "kill": True}):
        once = {**MILL, "adds": [{**MILL["adds"][0], **more}]}
        paid = part("mill", act("xp", number=2))
        found = faults({"board": [once], "xp": 5}, UNIT, paid, {**add("mill"), "number": 2}, spend(2))
        assert ("number-differs", "429.3") in found


def test_rule_429_3_an_add_that_costs_nothing_is_not_used_without_end() -> None:
    free = {**MILL, "adds": [{"gives": {"energy": 1}, "exhaust": False}]}
    found = faults({"board": [free]}, UNIT, {**add("mill"), "number": 2}, spend(2))
    assert found == [("add-twice", "429.3")]


def test_the_solvers_repeated_adds_are_legal() -> None:
    trash = [card_in_trash(number) for number in range(4)]
    compost = {**MILL, "adds": [{**MILL["adds"][0], "cost": {"actions": ["recycle 1"]}}]}
    for state, energy in (
        ({"board": [MILL], "xp": 5}, 2),
        ({"board": [PRESS], "pool": {"power": {"fury": 3}}}, 5),
        ({"board": [compost], "trash": trash}, 3),
    ):
        asked = solved(state, {**UNIT, "cost": {"energy": energy}})
        assert any(step.step == "add" and step.number > 1 for step in asked[2].steps)
        assert refereed(asked) == []


def card_in_trash(number: int) -> Json:
    return {"id": f"t{number}", "card": "Old", "cost": {}}
