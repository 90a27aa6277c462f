"""Plans over several turns: this turn's payments fit what the turns to come are planned with."""

import json
from random import Random
from time import process_time

import pytest

import runepay
from runepay.model.candidate import PlanAsk
from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.solver.debt import RuneDeck, debt
from runepay.turns import Turns, answer, floated, plan_turns

from ..clock import Clock  # noqa: TID252 - the tests are no package with a name of their own

AFTER_ONE = {"amount": {"count": "fact", "name": "cards_played"}, "at_least": 1}
GEAR = {"card": "Stone", "type": "gear", "adds": [{"gives": {"energy": 1}}]}


def state(**fields: object) -> runepay.GameState:
    return runepay.GameState.model_validate(fields)


def card(name: str, energy: int, *power: str, **more: object) -> dict[str, object]:
    return {"id": name.lower(), "card": name, "type": "spell", "cost": {"energy": energy, "power": list(power)}, **more}


def test_random_turns_are_paid_as_they_were_meant() -> None:
    for seed in range(40):
        dice = Random(seed)
        domains = ("fury", "calm")
        hand = [
            card(f"H{place}", dice.randint(0, 4), *(dice.choice((*domains, "any")) for _ in range(dice.randint(0, 2))))
            for place in range(dice.randint(1, 4))
        ]
        runes = {one: {"ready": dice.randint(0, 2), "exhausted": dice.randint(0, 1)} for one in domains}
        board = [one for one in ("Seal of Rage", {**GEAR, "ready": dice.random() < 0.5}) if dice.random() < 0.5]
        pool = {"energy": dice.choice((0, 0, 1)), "power": {dice.choice((*domains, "universal")): dice.choice((0, 1))}}
        here = state(hand=hand, runes=runes, board=board, pool=pool)
        deck = RuneDeck.of({"fury": dice.randint(0, 3), "calm": dice.randint(0, 2)}, ["calm"])
        found = plan_turns(here, dice.randint(1, 2), deck)
        meant = sorted(found.several.cards[place].name for place in found.several.now.plays)
        assert sorted(found.now) == meant, seed
        assert found.recycled == found.several.now.recycled, seed
        # Nothing is recycled beyond that, and every payment passes the referee.
        steps = [(play, step) for play in found.plan.plays for step in play.payment.steps]
        assert not [step for _, step in steps if step.step == "recycle"], seed
        for play in found.plan.plays:
            assert runepay.violations(play.state, play.play, play.payment) == ()
        on_board = sum(one["ready"] + one["exhausted"] for one in runes.values())
        assert found.outlook.debt == debt(deck.size, len(found.recycled), len(found.outlook.turns))
        assert found.outlook.turns[0].energy == on_board - len(found.recycled) + min(
            2, deck.size + len(found.recycled)
        )


def test_what_is_recycled_floats() -> None:
    after = floated(state(runes={"fury": {"ready": 2, "exhausted": 1}, "calm": 1}), ["fury", "fury", "calm"])
    assert {domain: (one.ready, one.exhausted) for domain, one in after.runes.items()} == {
        "fury": (1, 0), "calm": (0, 0)
    }  # fmt: skip
    assert (after.pool.energy, after.pool.power) == (2, {"fury": 2, "calm": 1})


def test_what_is_there_each_turn_counts_now_only_if_it_is_ready() -> None:
    hand, deck = [card("Two", 2)], RuneDeck.of(known=["calm"] * 4)
    for ready, now in ((True, ("Two",)), (False, ())):
        found = plan_turns(state(hand=hand, runes={"fury": 1}, board=[{**GEAR, "ready": ready}]), 1, deck)
        assert found.now == now
        assert found.several.value == 3
    legend = {"card": "Hand of Noxus"}
    left = plan_turns(state(hand=hand, runes={"fury": 1}, board=["Gold", "Dragonsoul Sage"], legend=legend), 1, deck)
    assert sorted(name for name, _ in left.left_out) == ["Darius, Hand of Noxus", "Dragonsoul Sage", "Gold"]


def test_a_discount_of_this_turn_is_not_there_later() -> None:
    effects = [{"clause": "discount", "energy": 2, "on": {"type": "spell"}}]
    hand = [card("Three", 3)]
    found = plan_turns(state(hand=hand, runes={"fury": 1}, effects=effects), 1, RuneDeck())
    assert found.now == ("Three",)
    later = plan_turns(state(hand=hand, effects=effects), 1, RuneDeck.of(known=["fury"] * 2))
    assert later.several.value == 0


def test_cards_that_ask_for_more_are_named() -> None:
    hand = ["Brazen Buccaneer", {"id": "x", "card": "Burner", "type": "spell", "cost": {"actions": ["discard 1"]}}]
    found = plan_turns(state(hand=hand, runes={"fury": 6}), 1, RuneDeck())
    assert found.now == ("Brazen Buccaneer",)
    assert found.left_out == (("Burner", "it asks for more than Energy and Power"),)
    told = found.to_json()
    assert told["turns"]["not_seen"] == [{"name": "Burner", "why": "it asks for more than Energy and Power"}]
    assert told["value"] == 7
    json.dumps(told)


def test_plays_that_make_one_another_dearer_are_paid_as_far_as_possible() -> None:
    tax = {"clause": "increase", "energy": 2, "when": AFTER_ONE, "on": {}}
    board = [{"id": "tax", "card": "Tax", "type": "gear", "clauses": [tax]}]
    here = state(hand=[card("A", 1), card("B", 1)], runes={"fury": 2}, board=board)
    found = plan_turns(here, 1, RuneDeck())
    assert len(found.several.now.plays) == 2
    assert len(found.now) == 1
    assert len(found.plan.left_out) == 1
    assert found.to_json()["value"] == 2


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({"turns": 1}, "plan.rune_deck: a plan over several turns needs the rune deck"),
        ({"rune_deck": {"fury": 1}}, "plan.turns: how many turns are looked at must be said"),
        ({"turns": 1, "rune_deck": [], "mode": "all"}, "plan.turns: a plan over several turns is for the most value"),
        ({"turns": 1, "rune_deck": [], "next": [["Charm"], ["Charm"]]}, "plan.next: cards come on more turns"),
        ({"turns": 1, "rune_deck": ["frry"]}, "plan.rune_deck.0: unknown domain, found 'frry'; did you mean 'fury'?"),
        ({"turns": 12, "rune_deck": []}, "plan.turns: "),
    ],
)
def test_what_cannot_be_asked_is_refused(plan: dict[str, object], message: str, tmp_path) -> None:
    from runepay.checking import answer_json

    path = tmp_path / "one.json"
    path.write_text(json.dumps({"runepay": 1, "ask": "plan", "state": {"hand": ["Charm"]}, "plan": plan}))
    with pytest.raises(InputError) as caught:
        answer_json(runepay.load(path))
    assert message in str(caught.value)


def limited(here: runepay.GameState, ask: PlanAsk, looks: int | None) -> tuple[Turns, int]:
    clock = Clock(looks)
    return answer(here, ask, Goal.of(), Ruleset.of(), seconds=60, clock=clock), clock.seen


@pytest.mark.parametrize("deck", [{"fury": 4, "calm": 4}, ["fury", "calm"] * 4])
def test_whenever_time_runs_out_there_is_a_plan_with_a_true_bound(deck: object) -> None:
    board = [{"id": "tax", "card": "Tax", "type": "gear",
              "clauses": [{"clause": "increase", "energy": 1, "when": AFTER_ONE, "on": {}}]}]  # fmt: skip
    for more in ({}, {"board": board}):
        hand = [card(f"C{place}", place, "fury") for place in range(5)]
        here = state(hand=hand, runes={"fury": 3}, **more)
        ask = PlanAsk.model_validate({"turns": 3, "rune_deck": deck})
        best, seen = limited(here, ask, None)
        assert best.proof == "optimal"
        for looks in sorted({*range(1, 8), *range(8, seen, seen // 12), seen - 1}):
            found, _ = limited(here, ask, looks)
            told = found.to_json()
            ahead = told["turns"]
            assert told["status"] == "payable"
            assert told["proof"] == found.proof
            assert ahead["value"] <= best.several.value <= ahead["bound"] <= sum(2 + place for place in range(5))
            if found.several.proof == "feasible":
                assert (told["proof"], told["bound"]) == ("feasible", ahead["bound"])
            for play in found.plan.plays:
                assert runepay.violations(play.state, play.play, play.payment) == ()
            assert told["value"] == sum(2 + int(name[1:]) for name in found.now)
            assert len(ahead["runes"]) == 4
        # With no time at all as much as can be paid for is played, turn by turn.
        none, _ = limited(here, ask, 1)
        assert none.several.value > sum(none.several.cards[place].value for place in none.several.now.plays)


def test_a_great_question_ends_soon_after_its_time() -> None:
    domains = ("fury", "calm", "mind", "body")
    hand = [card(f"C{place}", 1 + place % 7, domains[place % 4]) for place in range(9)]
    here = state(hand=hand, runes=dict.fromkeys(domains, 1))
    ask = PlanAsk.model_validate({"turns": 8, "rune_deck": dict.fromkeys(domains, 2), "next": [["Charm"]] * 3})
    begun = process_time()
    found = answer(here, ask, Goal.of(), Ruleset.of(), seconds=0.2)
    assert process_time() - begun < 10
    assert (found.proof, found.plan.status) == ("feasible", "payable")
    assert found.several.value <= found.several.bound
    assert found.several.runes[0] == 4
    assert len(found.several.runes) == 9


def test_too_much_is_refused() -> None:
    many = state(hand=[card(f"C{place}", 1) for place in range(13)])
    with pytest.raises(InputError, match=r"plan\.cards: at most 12 cards are looked at together"):
        plan_turns(many, 1, RuneDeck())
