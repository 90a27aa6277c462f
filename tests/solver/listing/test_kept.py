"""Lists are ordered by what stays payable as trying every payment, and then every way to go on, orders them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import runepay
from runepay.model.goals import Goal
from runepay.solver.listing import ranking
from runepay.solver.listing.walk import Leaf, Walk
from runepay.solver.plan.kept import Keeper

Json = dict[str, Any]


def question(seed: int) -> tuple[runepay.GameState, runepay.Play, list[str]]:
    """Draw runes of two domains, perhaps a Seal and a pool, two spells in hand and a spell to be played."""
    dice = random.Random(seed)
    domains: list[str] = dice.sample(("fury", "calm", "mind"), 2)
    runes = {domain: {"ready": dice.randint(0, 2), "exhausted": dice.randint(0, 2)} for domain in domains}
    board: list[Json] = []
    if dice.random() < 0.5:
        board.append({"id": "seal", "type": "gear", "adds": [{"gives": {"power": {dice.choice(domains): 1}}}]})
    hand = [{"id": f"h{n}", "type": "spell", "keywords": ["reaction"], "cost": cost(dice, domains)} for n in range(2)]
    state: Json = {"runes": runes, "board": board, "hand": hand, "pool": {"power": {"universal": dice.choice((0, 1))}}}
    play: Json = {"card": "Mine", "type": "spell", "targets": [], "cost": cost(dice, domains)}
    if dice.random() < 0.4:
        # Discarding a card is one way to pay less, and then it is not kept.
        play["clauses"] = [
            {"clause": "additional", "id": "toss", "optional": True, "cost": {"actions": ["discard 1"]}},
            {"clause": "discount", "energy": 2, "when": {"elected": "toss"}},
        ]
    goals = (["keep:h0"], ["keep:hand"], ["keep-on-their-turn:h1"], ["keep:h1", "keep:h0"], ["most-ready", "keep:hand"])
    made = runepay.GameState.model_validate(state), runepay.Play.model_validate(play)
    return *made, dice.choice(goals)


def cost(dice: random.Random, domains: list[str]) -> Json:
    power = [dice.choice((*domains, "any", "any")) for _ in range(dice.randint(0, 2))]
    return {"energy": dice.randint(0, 2), "power": power}


def hand(state: runepay.GameState) -> list[str]:
    return [one.id or "" for one in state.hand]


def after(state: runepay.GameState, play: runepay.Play) -> Iterator[runepay.GameState]:
    """Give the state after every way to pay."""
    for payment in runepay.payments(state, play):
        yield runepay.apply(state, play, payment)


def worth(state: runepay.GameState) -> int:
    """Give the most that cards in hand, played one after the other in any order and way, are worth together."""
    every = (order for number in range(len(state.hand) + 1) for order in permutations(hand(state), number))
    return max(sum(map(price(state).__getitem__, order)) for order in every if _all(state, order))


def price(state: runepay.GameState) -> dict[str, int]:
    return {
        one.id or "": 1 + (one.cost.energy + len(one.cost.power) if one.cost is not None else 0) for one in state.hand
    }


def _all(state: runepay.GameState, names: tuple[str, ...]) -> bool:
    if not names:
        return True
    return any(_all(then, names[1:]) for then in after(state, runepay.Play(card=names[0], targets=())))


def tried(state: runepay.GameState, criterion: str) -> int:
    """Give the value of a criterion that keeps something, in the state after the payment."""
    if criterion == "keep:hand":
        return -worth(state)
    stem, _, name = criterion.partition(":")
    if stem == "keep-on-their-turn":
        state = state.model_copy(update={"pool": runepay.GameState().pool})
    return 0 if name in hand(state) and _all(state, (name,)) else 1


def test_the_best_few_under_a_goal_that_keeps_something() -> None:
    several = 0
    for seed in range(48):
        state, play, words = question(seed)
        goal = Goal.of(words)
        every = list(runepay.payments(state, play))
        plain = runepay.best_payments(state, play, goal.plain, k=1000)
        texts = [runepay.write_payment(state, play, one) for one in plain]
        known: dict[str, tuple[int, ...]] = {}
        for text, payment, values in zip(texts, plain, plain.values, strict=True):
            left = runepay.apply(state, play, payment)
            other = dict(zip(plain.criteria, values, strict=True))
            known[text] = tuple(tried(left, name) if name in goal.keeps else other[name] for name in goal.criteria)
        # Equal payments keep the order that they have without those criteria.
        wanted = sorted(texts, key=lambda text: (known[text], texts.index(text)))
        for number in (1, 2, 1000):
            found = runepay.best_payments(state, play, words, k=number)
            assert [runepay.write_payment(state, play, one) for one in found] == wanted[:number], (seed, words)
            assert list(found.values) == [known[text] for text in wanted[:number]]
            assert found.proof == ("optimal" if wanted else "infeasible")
        assert len(every) == len(wanted)
        if wanted:
            answer = runepay.solve(state, play, words)
            assert answer.values == known[wanted[0]], (seed, words)
        several += wanted != texts
    assert several > 2


def test_pareto_compares_what_is_kept() -> None:
    state = runepay.GameState.model_validate(
        {"runes": {"fury": {"exhausted": 2}, "calm": {"exhausted": 1}},
         "hand": [{"id": "next", "type": "spell", "cost": {"power": ["fury", "fury"]}}]}
    )  # fmt: skip
    play = runepay.Play.model_validate({"card": "Mine", "type": "spell", "cost": {"power": ["any"]}, "targets": []})
    first, second = runepay.payments(state, play)
    assert list(runepay.payments(state, play, goal=["keep:next"], pareto=True)) == [first, second]
    assert [one.steps for one in runepay.best_payments(state, play, ["keep:next"])] == [second.steps, first.steps]


def test_what_is_not_there_cannot_be_kept() -> None:
    state, play, _ = question(0)
    with pytest.raises(runepay.InputError, match="unknown card"):
        runepay.best_payments(state, play, ["keep:Nobody"])


def test_when_time_runs_out_the_best_of_those_that_were_asked_are_given() -> None:
    state, play, words = next(one for one in map(question, range(100)) if runepay.payments(*one[:2]).count() > 5)
    goal, asked = Goal.of(words), runepay.payments(state, play).question
    whole = runepay.best_payments(state, play, goal, k=1000)
    keeper = Keeper(state, play, goal, asked.ruleset)
    seen: list[Leaf] = []

    def keeps(leaf: Leaf) -> dict[str, int]:
        seen.append(leaf)
        return keeper(leaf.payment(state))

    walk = Walk(asked, late=lambda: bool(seen))
    found, proven = ranking.best(walk, ranking.Valuer(asked, goal, keeps, keeper.least), 3)
    assert (len(found), len(seen), proven) == (3, 3, False)
    assert sorted(one.values for one in found) == [one.values for one in found]
    assert {one.values for one in found} <= set(whole.values)
    assert runepay.best_payments(state, play, goal, milliseconds=0.0).proof == "feasible"
