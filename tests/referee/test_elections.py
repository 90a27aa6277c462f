"""Elections: known, in range, on offer, as the caller fixed them (355.1.a, 356.2.b, contract C6)."""

from dataclasses import replace

import pytest

from runepay.referee import violations

from .paying import RULES, additional, card, faults, refereed, solved, spend, unit

POOL = {"pool": {"energy": 9, "power": {"fury": 9}}}
TWICE = {
    "card": "Mine",
    "type": "spell",
    "cost": {"energy": 1},
    "keywords": [{"keyword": "repeat", "cost": {"energy": 2}}, {"keyword": "repeat", "cost": {"energy": 3}}],
}


@pytest.mark.parametrize(
    ("elected", "energy"),
    [({}, 1), ({"repeat": True}, 3), ({"repeat-2": True}, 4), ({"repeat": True, "repeat-2": True}, 6)],
)
def test_rule_820_each_repeat_is_elected_by_itself(elected: dict, energy: int) -> None:
    assert faults(POOL, TWICE, spend(energy), elected=elected) == []
    assert ("energy-spent", "357.1") in faults(POOL, TWICE, spend(energy + 1), elected=elected)


def test_contract_c6_unknown_elections_are_named() -> None:
    assert ("unknown-election", "355.1.a") in faults(POOL, TWICE, spend(1), elected={"accelerate": True})


@pytest.mark.parametrize("value", [2, 7])
def test_a_yes_or_no_is_no_number(value: int) -> None:
    assert ("election-range", "355.1.a") in faults(POOL, TWICE, spend(3), elected={"repeat": value})


def test_a_number_has_its_limit() -> None:
    play = {
        "card": "Mine",
        "cost": {},
        "clauses": [
            {
                "clause": "additional",
                "id": "more",
                "number": True,
                "optional": True,
                "at_most": 2,
                "cost": {"energy": 1},
            }
        ],
    }
    assert faults(POOL, play, spend(2), elected={"more": 2}) == []
    assert faults(POOL, play, spend(3), elected={"more": 3}) == [("election-range", "355.1.a")]


def test_what_the_caller_fixed_stays() -> None:
    play = {**TWICE, "elect": {"repeat": True}}
    assert faults(POOL, play, spend(3)) == []
    assert faults(POOL, play, spend(1), elected={"repeat": False}) == [("election-changed", "355.1.a")]
    state, played, payment = solved(POOL, play)
    elections = (("repeat", 0), ("repeat-2", 0))
    changed = replace(payment, owed=replace(payment.owed, choices=replace(payment.owed.choices, elections=elections)))
    assert "election-changed" in {one.code for one in violations(state, played, changed, RULES)}


def test_contract_c6_a_granted_election_answers_to_its_short_name() -> None:
    portal = unit(
        "portal", card="Temporal Portal", clauses=[{"clause": "grant", "keyword": "repeat", "on": {"type": "spell"}}]
    )
    state = {**POOL, "board": [portal]}
    play = {"card": "Mine", "type": "spell", "cost": {"energy": 2}}
    assert faults(state, play, spend(4), elected={"repeat:temporal-portal": True}) == []
    assert faults(state, play, spend(4), elected={"repeat": True}) == []
    assert faults(state, {**play, "elect": {"repeat": True}}, spend(4)) == []


def test_an_election_needs_what_it_asks_for() -> None:
    clause = {"clause": "additional", "id": "more", "optional": True, "cost": {"energy": 1}}
    late = {**clause, "id": "late", "when": {"elected": "more"}}
    play = {"card": "Mine", "cost": {}, "clauses": [clause, late]}
    assert faults(POOL, play, spend(2), elected={"more": True, "late": True}) == []
    assert ("election-closed", "356.2.b") in faults(POOL, play, elected={"late": True})
    never = {"card": "Mine", "cost": {}, "clauses": [{**clause, "when": {"fact": "showdown"}}]}
    assert ("unknown-election", "355.1.a") in faults(POOL, never, elected={"more": True})


def test_names_do_not_change_with_what_is_elected() -> None:
    """The first Repeat is on offer only with the extra cost; the second keeps its name all the same."""
    gated = {"keyword": "repeat", "cost": {"energy": 2}, "when": {"elected": "extra"}}
    play = {
        "card": "Mine",
        "type": "spell",
        "cost": {},
        "keywords": [gated, {"keyword": "repeat", "cost": {"energy": 5}}],
        "clauses": [additional("extra", "discard 1", optional=True)],
    }
    state = {**POOL, "hand": [card("spare")]}
    assert faults(state, play, spend(5), elected={"repeat-2": True}) == []
    assert ("election-closed", "356.2.b") in faults(state, play, spend(2), elected={"repeat": True})


def test_rule_805_4_accelerate_is_offered_once() -> None:
    granting = unit("reksai", clauses=[{"clause": "grant", "keyword": "accelerate", "on": {"type": "unit"}}])
    state = {**POOL, "board": [granting]}
    play = {"card": "Mine", "type": "unit", "domains": ["fury"], "cost": {}, "keywords": ["accelerate"]}
    assert faults(state, play, spend(1), spend(fury=1), elected={"accelerate": True}) == []
    assert ("unknown-election", "355.1.a") in faults(state, play, elected={"accelerate:reksai": True})
    plain = {**play, "keywords": []}
    assert faults(state, plain, spend(1), spend(fury=1), elected={"accelerate:reksai": True}) == []


FLOWING = {
    "card": "Mine",
    "type": "spell",
    "from": "trash",
    "cost": {"energy": 5},
    "keywords": [{"keyword": "flow", "cost": {"energy": 2}}],
}


def test_rule_829_flow_is_the_only_way_from_the_trash() -> None:
    assert faults(POOL, FLOWING, spend(2), elected={"flow": True}) == []
    assert faults(POOL, FLOWING, spend(2)) == []
    assert faults(POOL, FLOWING, spend(5), elected={"flow": False}) == [("no-alternate", "829.1.c.1")]
    assert faults(POOL, {**FLOWING, "from": "hand"}, spend(5)) == []


def test_rule_829_1_c_3_one_alternate_cost_at_most() -> None:
    two = {**FLOWING, "keywords": [*FLOWING["keywords"], {"keyword": "flow", "cost": {"energy": 1}}]}
    assert faults(POOL, two, spend(1), elected={"flow-2": True}) == []
    both = faults(POOL, two, spend(1), elected={"flow": True, "flow-2": True})
    assert both == [("two-alternates", "356.1.a")]


def test_an_alternate_cost_is_elected() -> None:
    play = {
        "card": "Mine",
        "cost": {"energy": 4},
        "clauses": [{"clause": "base", "id": "cheap", "set": {"energy": 1, "actions": ["xp 1"]}, "optional": True}],
    }
    assert faults(POOL, play, spend(4)) == []
    assert faults({**POOL, "xp": 1}, play, spend(1), {"step": "act", "do": "xp"}, elected={"cheap": True}) == []


@pytest.mark.parametrize(("kind", "rule"), [("trigger", "404.2"), ("effect", "444.2"), ("applied", "204.4")])
def test_what_is_declined_is_not_paid(kind: str, rule: str) -> None:
    play = {"kind": kind, "cost": {"energy": 1}, "elect": {"pay": False}}
    assert faults(POOL, play) == []
    assert faults(POOL, play, spend(1)) == [("declined-paid", rule)]
    assert faults(POOL, {**play, "elect": {"pay": True}}, spend(1)) == []
    assert faults(POOL, {**play, "elect": {}}, spend(1)) == []
    assert faults(POOL, {**play, "elect": {}}, elected={"pay": False}) == []


def test_the_solvers_elections_pass() -> None:
    play = {**TWICE, "clauses": [{"clause": "discount", "energy": 9}]}
    asked = solved(POOL, play)
    assert asked[2].elections == {"repeat": 1, "repeat-2": 1}
    assert refereed(asked) == []


def test_a_grant_that_no_target_can_bring_takes_no_name() -> None:
    """The portal grants Repeat to spells that choose it; nothing chooses it here, whatever is elected."""
    grant = {"clause": "grant", "keyword": "repeat", "on": {"chooses_me": True}, "cost": {"energy": 1}}
    state = {**POOL, "board": [unit("portal", clauses=[grant])], "opponents": [{"board": [unit("foe")]}]}
    play = {**TWICE, "targets": [{"object": "foe", "if": "repeat"}]}
    assert ("unknown-election", "355.1.a") in faults(state, play, spend(2), elected={"repeat:portal": True})
    chosen = {**play, "targets": [{"object": "portal", "if": "repeat"}]}
    assert faults(state, chosen, spend(4), elected={"repeat": True, "repeat:portal": True}) == []
    assert ("election-closed", "356.2.b") in faults(state, chosen, spend(2), elected={"repeat:portal": True})
