"""Is there a better way: what is said of payments that are legal but not the best, or not legal."""

from __future__ import annotations

from typing import Any

import pytest

from runepay import api, solve
from runepay.explain import better, explain, explain_card, sensitivity
from runepay.explain.better import Verdict, gain
from runepay.explain.measured import Measure, followed
from runepay.explain.mistakes import mistakes
from runepay.explain.procedure import procedure
from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.state import GameState, Play
from runepay.referee import parse_payment
from runepay.solver.front import front

GOLD: dict[str, Any] = {
    "id": "gold", "card": "Gold", "type": "gear", "token": True, "cost": {},
    "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}],
}  # fmt: skip


def judged(
    state: dict[str, Any], play: dict[str, Any], steps: list[dict[str, Any]], elected: dict[str, Any] | None = None
) -> Verdict:
    read = GameState.model_validate(state)
    hand = parse_payment({"steps": steps, "elected": elected or {}})
    return better(read, Play.model_validate({"card": "It", "type": "spell", **play}), hand)


def spend(**units: Any) -> dict[str, Any]:
    return {"step": "spend", "spends": units}


class TestBetter:
    def test_recycle_the_exhausted_rune_and_keep_an_energy(self) -> None:
        steps = [{"step": "recycle", "object": "rune:fury", "ready": True}, spend(power={"fury": 1})]
        found = judged({"runes": {"fury": {"ready": 1, "exhausted": 1}}}, {"cost": {"power": ["fury"]}}, steps)
        assert found.text == "Legal, but not the best: you could keep 1 more Energy."
        assert found.instead == "do not recycle 1 ready Fury rune; recycle 1 exhausted Fury rune instead"
        assert (found.criterion, found.yours, found.its) == ("energy", 1, 0)

    def test_gold_killed_for_what_a_rune_could_give(self) -> None:
        steps = [{"step": "add", "object": "gold"}, spend(power={"universal": 1})]
        found = judged({"runes": {"fury": 1}, "board": [GOLD]}, {"cost": {"power": ["any"]}}, steps)
        assert found.text == "Legal, but not the best: you could lose 2 less for good."
        assert found.instead.startswith("do not use Gold;")

    def test_a_card_that_the_proposed_payment_makes_unpayable(self) -> None:
        state = {
            "runes": {"fury": 1, "calm": 1},
            "hand": [{"id": "defy", "card": "Calm Only", "type": "spell", "cost": {"power": ["calm"]}}],
        }  # fmt: skip
        steps = [
            {"step": "exhaust", "object": "rune:calm"}, {"step": "recycle", "object": "rune:calm"},
            spend(power={"calm": 1}),
        ]  # fmt: skip
        found = judged(state, {"cost": {"power": ["any"]}}, steps)
        assert found.closed == ("Calm Only",)
        assert "Calm Only" in found.text

    def test_what_is_not_legal(self) -> None:
        found = judged({"runes": {"fury": 1}}, {"cost": {"energy": 1}}, [spend(energy=1)])
        assert found.text.startswith("Not legal: ")
        assert found.text.endswith("It can be paid in another way.")
        assert found.instead == "best: exhaust 1 Fury rune"
        nothing = judged({}, {"cost": {"energy": 1}}, [spend(energy=1)])
        assert nothing.text.endswith("It cannot be paid at all.")

    def test_an_election_that_was_not_worth_it(self) -> None:
        state = {"pool": {"energy": 9}, "hand": [{"id": "spare", "card": "Spare", "cost": {"energy": 1}}]}
        clauses = [
            {"clause": "additional", "id": "discard", "optional": True, "cost": {"actions": ["discard 1"]}},
            {"clause": "discount", "energy": 2, "when": [{"elected": "discard"}]},
        ]
        steps = [spend(energy=2), {"step": "act", "do": "discard", "objects": ["spare"], "part": "discard"}]
        found = judged(state, {"cost": {"energy": 4}, "clauses": clauses}, steps, {"discard": True})
        assert found.text == "Legal, but not the best: you could lose 2 less for good."
        assert found.instead == "do not discard Spare; do not elect discard"

    def test_a_notation_is_judged(self) -> None:
        state = GameState.model_validate({"runes": {"fury": 1, "calm": {"exhausted": 1}}})
        play = Play.model_validate({"card": "It", "type": "spell", "cost": {"power": ["any"]}})
        assert better(state, play, "A~r.R.-(E)").criterion == "ready-recycles"
        assert better(state, play, "A~G").best
        assert better(state, play, "A~B").violations

    def test_gains_are_said_of_one_and_of_several(self) -> None:
        assert gain("recycles", 2) == "recycle 2 fewer runes"
        assert gain("ready-recycles", 1) == "recycle 1 fewer ready rune"
        assert gain("keep-domain:calm", 1) == "keep 1 more Calm Power"
        assert gain("rune-debt:2", 1) == "do better by rune-debt:2: 1 less"

    def test_criteria_that_steps_do_not_tell_are_not_guessed(self) -> None:
        state = GameState.model_validate({"runes": {"fury": 1}})
        play = Play.model_validate({"card": "It", "type": "spell", "cost": {"energy": 1}})
        answer = solve(state, play)
        assert answer.payment is not None
        measure = Measure(state, answer.question, followed(state, answer.question, answer.payment))
        assert measure.value("rune-debt:2") is None
        goal = Goal.of(["most-ready", "keep-universal", "keep-domain:fury", "spend-at-least:energy:3"])
        assert measure.values(goal)[:3] == (0, 0, 2)


class TestChanges:
    def test_one_more_rune_of_the_missing_domain(self) -> None:
        state = GameState.model_validate({"runes": {"fury": 1}})
        play = Play.model_validate({"card": "It", "type": "spell", "cost": {"power": ["calm"]}})
        said = {one.what: one.text for one in sensitivity(state, play)}
        assert said["calm"] == "with 1 more ready Calm rune it is payable"
        assert said["fury"] == "with 1 more ready Fury rune it is still not payable"

    def test_orders_of_discounts_that_give_different_totals(self) -> None:
        clauses = [
            {"clause": "discount", "id": "a", "energy": 1, "minimum": 2},
            {"clause": "discount", "id": "b", "energy": 1},
        ]
        state = GameState.model_validate({"pool": {"energy": 3}})
        play = Play.model_validate({"card": "It", "type": "spell", "cost": {"energy": 3}, "clauses": clauses})
        orders = [one for one in sensitivity(state, play) if one.kind == "order"]
        assert [one.answer.owed.energy for one in orders] == [1, 2]
        assert "it costs more" in orders[1].text
        said = [one.text for one in mistakes(solve(state, play))]
        assert any(one.startswith("A minimum belongs to its own discount") and "(minimum 2)" in one for one in said)
        assert any(one.endswith("the worst order leaves 2 Energy owed.") for one in said)

    def test_a_front_by_hand(self) -> None:
        more = [{**GOLD, "id": f"gold-{place}"} for place in range(2)]
        state = GameState.model_validate({"runes": {"fury": 3}, "board": more})
        play = Play.model_validate({"card": "It", "type": "spell", "cost": {"power": ["any", "any", "any"]}})
        _, _, question = api.asked(state, play)
        assert [(p.first, p.second) for p in front(question, state, "recycles", "losses")] == [(1, 4), (2, 2), (3, 0)]
        assert front(api.asked(GameState(), play)[2], GameState(), "recycles", "losses") == ()
        with pytest.raises(InputError, match="different"):
            front(question, state, "losses", "losses")
        with pytest.raises(InputError, match="unknown criterion"):
            front(question, state, "losses", "luck")


class TestMistakes:
    def test_ignoring_its_cost_is_not_free(self) -> None:
        state = GameState.model_validate({"pool": {"energy": 1, "power": {"fury": 1}}})
        play = Play.model_validate(
            {
                "card": "It", "type": "unit", "domains": ["fury"], "cost": {"energy": 5}, "keywords": ["accelerate"],
                "elect": {"accelerate": True}, "effects": [{"clause": "base", "ignore": "cost"}],
            }
        )  # fmt: skip
        said = [one.text for one in mistakes(solve(state, play))]
        assert any(one.startswith("Ignoring its cost touches the base cost only") for one in said), said

    def test_power_is_not_energy_and_energy_is_no_power(self) -> None:
        state = GameState.model_validate({"pool": {"power": {"fury": 2}}})
        play = Play.model_validate({"card": "It", "type": "spell", "cost": {"energy": 2}})
        assert [one.text for one in mistakes(solve(state, play))] == ["Power is not Energy: no Power pays a numeral."]
        state = GameState.model_validate({"pool": {"energy": 2}})
        play = Play.model_validate({"card": "It", "type": "spell", "cost": {"power": ["fury"]}})
        assert [one.text for one in mistakes(solve(state, play))] == ["Energy is not Power: no Energy pays a pip."]

    def test_elected_counts_as_paid_at_nothing(self) -> None:
        less = {"clause": "discount", "energy": 1, "any": 1, "component": "accelerate"}
        unit = {"type": "unit", "cost": {}, "domains": ["fury"], "keywords": ["accelerate"], "clauses": [less]}
        answer = solve(GameState(), Play.model_validate({"card": "It", **unit}))
        assert answer.elected == {"accelerate": True}
        assert any(one.rule == "356.4.f.1" for one in mistakes(answer))


class TestCardsAndProcedure:
    def test_a_card_with_several_ways(self) -> None:
        one = explain_card("Brazen Buccaneer")
        assert one.answer == "Brazen Buccaneer costs 6 Energy, or 4 Energy and discarding a card (elect discard)."
        assert one.to_json()["ways"] == ["4 Energy and discarding a card (elect discard)"]
        with pytest.raises(InputError):
            explain_card("No Such Card At All")

    @pytest.mark.parametrize(
        ("play", "said"),
        [
            ({"card": "It", "type": "spell", "cost": {}}, "A spell then waits on the chain"),
            ({"card": "It", "type": "gear", "cost": {}}, "A unit or gear then resolves at once"),
            ({"card": "It", "type": "spell", "kind": "hide", "keywords": ["hidden"]}, "Hiding is not playing"),
            ({"kind": "trigger", "cost": {"energy": 1}}, "If you decline or cannot pay, the trigger leaves the chain"),
            ({"kind": "effect", "cost": {"energy": 1}}, "You may decline; then what the payment would have bought"),
            ({"kind": "applied", "cost": {"energy": 1}}, "If you decline or cannot pay, the action is not performed."),
        ],
    )
    def test_each_kind_of_payment_has_its_procedure(self, play: dict[str, Any], said: str) -> None:
        _, read, question = api.asked(GameState(), Play.model_validate(play))
        assert any(one.text.startswith(said) for one in procedure(question, read))

    def test_only_reaction_adds_of_ones_own_are_named(self) -> None:
        state = GameState.model_validate({"runes": {"fury": 1}, "board": ["Seal of Rage", "Malzahar, Fanatic"]})
        said = explain(state, Play.model_validate({"card": "It", "type": "spell", "cost": {"energy": 1}})).procedure
        texts = [one.text for one in said]
        assert "While you pay you may use Reaction Adds of your own: your runes and Seal of Rage." in texts
        assert any(one.startswith("The Add of Malzahar, Fanatic is no Reaction") for one in texts)


def texts(state: dict[str, Any], play: dict[str, Any]) -> list[str]:
    read = GameState.model_validate(state)
    return [f"{one.kind}: {one.text}" for one in explain(read, Play.model_validate(play)).variants]


class TestVariants:
    def test_play_the_source_in_hand_first(self) -> None:
        seal = {"id": "spring", "card": "Spring", "type": "gear", "cost": {}, "adds": [{"gives": {"energy": 2}}]}
        said = texts({"hand": [seal]}, {"card": "It", "type": "spell", "cost": {"energy": 2}})
        assert said[0] == "first: after playing Spring first"

    def test_a_unit_played_first_enters_exhausted_and_adds_nothing(self) -> None:
        adds = [{"gives": {"energy": 2}}]
        sage = {"id": "sage", "card": "Sage", "type": "unit", "cost": {}, "might": 1, "adds": adds}
        said = texts({"hand": [sage]}, {"card": "It", "type": "spell", "cost": {"energy": 2}})
        assert not any(one.startswith("first") for one in said)

    def test_another_card_first_turns_legion_on(self) -> None:
        trifle = {"id": "trifle", "card": "Trifle", "type": "spell", "cost": {}}
        said = texts({"pool": {"energy": 2}, "hand": [trifle]}, {"card": "Noxus Hopeful"})
        assert "first: after playing Trifle first" in said
        assert "fact: once another card has been played this turn (Legion)" in said

    def test_another_target_without_deflect(self) -> None:
        deflect = [{"keyword": "deflect", "value": 1}]
        enemies = [
            {"id": "thorny", "card": "Thorny", "type": "unit", "might": 1, "keywords": deflect},
            {"id": "plain", "card": "Plain", "type": "unit", "might": 1},
        ]  # fmt: skip
        state = {"pool": {"energy": 1}, "opponents": [{"board": enemies}]}
        play = {"card": "It", "type": "spell", "cost": {"energy": 1}, "targets": ["thorny"]}
        assert texts(state, play)[0] == "target: if it chose Plain in place of Thorny"

    def test_choices_that_the_caller_made(self) -> None:
        clauses = [
            {"clause": "discount", "id": "a", "energy": 1, "minimum": 2},
            {"clause": "discount", "id": "b", "energy": 1},
        ]
        play = {
            "card": "It", "type": "spell", "cost": {"energy": 3}, "clauses": clauses, "choose": {"order": ["b", "a"]},
        }  # fmt: skip
        assert texts({"pool": {"energy": 1}}, play)[0] == "choice: with another order of the discounts"

    def test_many_converters_in_a_circle_still_get_a_reason_and_a_repair(self) -> None:
        board = [
            {"id": f"{way}{place}", "card": f"{way}{place}", "type": "gear", "adds": [add]}
            for place in range(2)
            for way, add in (
                ("to", {"any_amount": "energy", "gives": {"power": {"universal": 1}}}),
                ("back", {"any_amount": "power", "gives": {"energy": 1}}),
            )
        ]
        state = GameState.model_validate({"runes": {"fury": 2}, "board": board})
        play = Play.model_validate({"card": "It", "type": "spell", "cost": {"energy": 3, "power": ["mind", "mind"]}})
        said = explain(state, play)
        assert [one.parts for one in said.result.reasons] == [("energy", "power:mind")]
        assert sum(one["number"] for one in said.repair) == 1


def test_an_add_used_beforehand_is_named_in_the_answer() -> None:
    state = GameState.model_validate({"board": ["Malzahar, Fanatic", "Sun Disc"]})
    play = Play.model_validate({"card": "It", "type": "spell", "cost": {"power": ["any"]}, "before": True})
    said = explain(state, play).answer
    assert said.endswith("if the Add of Malzahar, Fanatic is used first.")


def test_a_payment_of_what_was_declined() -> None:
    state = GameState.model_validate({"runes": {"fury": 1}})
    play = Play.model_validate({"kind": "effect", "cost": {"energy": 1}, "elect": {"pay": False}})
    found = better(state, play, parse_payment([{"step": "exhaust", "object": "rune:fury"}, spend(energy=1)]))
    assert found.text.endswith("The cost was declined, so nothing is owed.")
