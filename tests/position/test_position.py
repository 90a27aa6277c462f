"""The compact position against the state it stands for: paid, applied, compared and hashed."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import runepay
from runepay.model.aftermath import apply as applied
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.position import Position, Price
from runepay.solver.pay import best

from .cases import DOMAINS, Json, renamed, state

RULES = Ruleset.of()
SEEDS = range(120)


def price(dice: random.Random) -> Price:
    pips = [dice.choice((*DOMAINS[:3], "any", ["fury", "calm"])) for _ in range(dice.randint(0, 3))]
    return Price.of(dice.randint(0, 3), pips, dice.choice(((), ("spell",), ("unit",), ("gear", "unit"))))


def read(raw: Json) -> runepay.GameState:
    return runepay.GameState.model_validate(raw)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_chain_of_payments_leaves_what_applying_them_to_the_state_leaves(seed: int) -> None:
    dice = random.Random(seed)
    whole = read(state(dice))
    here = Position.of(whole)
    for _ in range(4):
        asked = price(dice)
        question = here.question(asked)
        found = best(question, whole, Goal.of(), complete=True)
        paid = here.best(asked)
        assert here.can_pay(asked) is (paid is not None) is (found.payment is not None)
        if paid is None or found.payment is None:
            continue
        assert paid.values == found.values
        assert paid.payment.steps == found.payment.steps
        assert [one.pool for one in paid.payment.steps] == [one.pool for one in found.payment.steps]
        assert runepay.violations(whole, paid.play, paid.payment) == ()
        wanted = [(one.step, one.object, one.number) for one in paid.payment.steps if one.step != "spend"]
        assert [one for one in paid.moves if one[0] != "spend"] == wanted
        spent = [one.gives[0] for one in paid.payment.steps if one.step == "spend"]
        assert [one[1:] for one in paid.moves if one[0] == "spend"] == [
            (f"{kind[0]}:{kind[1]}" if kind[1] else kind[0], number) for kind, number in spent
        ]
        whole = applied(whole, paid.play, found.payment, RULES)
        here = here.apply(paid)
        assert here.state().model_dump() == whole.model_dump()
        fresh = Position.of(whole)
        assert here == fresh
        assert hash(here) == hash(fresh)
        for other in (price(dice), price(dice)):
            assert here.can_pay(other) is fresh.can_pay(other)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_interchangeable_is_equal_and_hashes_alike(seed: int) -> None:
    dice = random.Random(seed)
    raw = state(dice)
    one, other = Position.of(read(raw)), Position.of(read(renamed(raw, dice)))
    assert one == other
    assert hash(one) == hash(other)
    more = json.loads(json.dumps(raw))
    more["runes"].setdefault("order", {"ready": 0, "exhausted": 0})["exhausted"] += 1
    assert one != Position.of(read(more))
    richer = read({**raw, "xp": 7})
    assert one != Position.of(richer)


def test_ready_and_used_objects_count_and_not_which_they_are() -> None:
    seal = {"card": "Seal", "type": "gear", "cost": {}, "adds": [{"gives": {"power": {"fury": 1}}}]}
    gold = {
        "card": "Gold",
        "type": "gear",
        "token": True,
        "cost": {},
        "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}],
    }
    two = Position.of(read({"board": [{**seal, "id": "a"}, {**seal, "id": "b"}, {**gold, "id": "c"}]}))
    pip = Price.of(0, ["fury"])
    first = two.best(pip)
    assert first is not None
    once = two.apply(first)
    # Power was spent, and a gear's ability used: facts that such a state would state.
    facts = {"power_spent": 1, "gear_abilities_used": 1}
    board = [{**seal, "id": "x", "ready": False}, {**gold, "id": "z"}, {**seal, "id": "y"}]
    assert once == Position.of(read({"board": board, "facts": facts}))
    assert once != Position.of(read({"board": board}))
    three = once
    for _ in range(2):
        paid = three.best(pip)
        assert paid is not None
        three = three.apply(paid)
    assert not three.can_pay(pip)
    spent = [{**seal, "id": "p", "ready": False}, {**seal, "id": "q", "ready": False}]
    assert three == Position.of(read({"board": spent, "facts": {"power_spent": 3, "gear_abilities_used": 3}}))


@pytest.mark.parametrize("seed", range(40))
def test_listing_counts_and_contains_the_best(seed: int) -> None:
    dice = random.Random(seed)
    here = Position.of(read(state(dice)))
    asked = price(dice)
    listed = list(here.payments(asked, referee=True))
    assert len(listed) == here.count(asked) == len({(one.payment.owed, one.payment.steps) for one in listed})
    paid = here.best(asked)
    assert (paid is None) is (not listed)
    assert paid is None or paid in listed


def test_adds_beyond_counting_go_the_ordinary_way() -> None:
    altar = {
        "id": "altar",
        "card": "Altar",
        "type": "gear",
        "cost": {},
        "adds": [{"gives": {"power": {"fury": 2}}, "cost": {"actions": ["kill 1 unit"]}}],
    }
    unit = {"id": "poro", "card": "Poro", "type": "unit", "cost": {"energy": 1}, "might": 1}
    here = Position.of(read({"board": [altar, unit], "runes": {"calm": 1}}))
    asked = Price.of(1, ["fury", "fury"], ["spell"])
    paid = here.best(asked, referee=True)
    assert here.can_pay(asked)
    assert paid is not None
    assert [one.step for one in paid.payment.steps].count("act") == 1
    after = here.apply(paid)
    assert [one.id for one in after.state().trash] == ["poro"]
    assert not after.can_pay(asked)
    assert not after.can_pay(Price.of(0, ["fury"]))
    listed = list(here.payments(asked, referee=True))
    assert len(listed) == here.count(asked) == 1
    assert listed == [paid]


def test_a_unit_or_a_card_that_dies_for_its_own_add_is_in_the_trash_afterwards() -> None:
    card = {"id": "idol", "card": "Idol", "type": "gear", "cost": {}}
    idol = {**card, "adds": [{"gives": {"power": {"mind": 1}}, "kill": True}]}
    here = Position.of(read({"board": [idol]}))
    paid = here.best(Price.of(0, ["mind"]))
    assert paid is not None
    assert [one.id for one in here.apply(paid).state().trash] == ["idol"]


HAND: list[Json] = [
    {"id": "cheap", "card": "Cheap", "type": "spell", "cost": {"energy": 1}},
    {"id": "dear", "card": "Dear", "type": "unit", "cost": {"energy": 5, "power": ["fury", "fury"]}},
    {
        "id": "more",
        "card": "More",
        "type": "unit",
        "cost": {"energy": 2},
        "keywords": [{"keyword": "accelerate", "cost": {"energy": 1, "power": ["any"]}}],
    },
    {
        "id": "late",
        "card": "Late",
        "type": "spell",
        "cost": {"energy": 4},
        "clauses": [
            {
                "clause": "discount",
                "energy": 3,
                "when": {"amount": {"count": "fact", "name": "energy_spent"}, "at_least": 1},
            }
        ],
    },
    {
        "id": "drop",
        "card": "Drop",
        "type": "spell",
        "cost": {},
        "clauses": [{"clause": "additional", "id": "drop", "cost": {"actions": ["discard 1"]}}],
    },
]


@pytest.mark.parametrize("seed", range(30))
def test_playable_cards_are_those_that_solving_can_pay(seed: int) -> None:
    dice = random.Random(seed)
    raw = state(dice)
    raw["hand"] = copy.deepcopy(HAND)

    here = Position.of(read(raw))
    for _ in range(3):
        wanted = []
        for one in here.state().hand:
            play = runepay.Play(card=one.id)
            if best(freeze(here.state(), play, RULES), here.state(), Goal.of(), complete=True).payment is not None:
                wanted.append(one.id)
        found: list[Any] = here.playable()
        assert [one.card for one in found] == wanted
        paid = here.best(Price.of(1, ()))
        if paid is None:
            break
        here = here.apply(paid)


def test_a_play_is_paid_and_applied_like_a_price() -> None:
    here = Position.of(read({"runes": {"fury": 3}, "hand": copy.deepcopy(HAND)}))
    play = runepay.Play(card="more", elect={"accelerate": True})
    paid = here.best(play, "keep-universal", referee=True)
    assert paid is not None
    assert paid.payment.owed.energy == 3
    assert paid in list(here.payments(play, referee=True))
    assert here.count(play) == len(list(runepay.payments(here.state(), play)))
    after = here.apply(paid)
    assert "more" not in [one.id for one in after.state().hand]
    assert after.state().model_dump() == runepay.apply(here.state(), play, paid.payment).model_dump()


def test_the_cache_is_bounded_and_can_be_turned_off() -> None:
    raw = read({"runes": {"fury": 4, "calm": 4}})
    prices = [Price.of(energy, ["any"] * pips) for energy in range(4) for pips in range(4)]
    answers = []
    for cache, kept in ((0, 0), (5, 5), (4096, 16)):
        here = Position.of(raw, cache=cache)
        answers.append([(one.values, one.payment) for asked in prices * 2 if (one := here.best(asked)) is not None])
        assert len(here.ground.best) == kept
    assert answers[0] == answers[1] == answers[2]
    assert len(answers[0]) == 32


def test_large_counts_are_answered_in_wide_lanes() -> None:
    here = Position.of(read({"runes": {"fury": 100_000, "calm": 3}}))
    assert here.can_pay(Price.of(100_003, ["fury"] * 150))
    assert not here.can_pay(Price.of(100_004, ["fury"] * 150))
    assert not here.can_pay(Price.of(0, ["calm"] * 4))
    # Two Fury, one of each, two Calm; then the third Energy from either.
    assert here.count(Price.of(3, ["any"] * 2)) == len(list(here.payments(Price.of(3, ["any"] * 2)))) == 6
    paid = here.best(Price.of(100_000, ["any"] * 2))
    assert paid is not None
    assert here.apply(paid).can_pay(Price.of(3, ["calm"] * 3))
    assert not here.apply(paid).can_pay(Price.of(4, ["calm"] * 3))


def test_more_than_a_game_has_is_listed_the_ordinary_way() -> None:
    here = Position.of(read({"runes": {"fury": 40, "calm": {"ready": 0, "exhausted": 40}}}))
    asked = Price.of(1, ["any"] * 2)
    # One or two exhausted Fury, or none: two Calm; a Fury and a Calm; two Fury.
    listed = [one.moves for one in here.payments(asked, referee=True)]
    assert len(listed) == here.count(asked) == 3
    assert next(iter(here.payments(Price.of(30, ["fury"] * 20)))).payment.owed.energy == 30


def test_misuse_is_said() -> None:
    here = Position.of(read({"runes": {"fury": 2}}))
    paid = here.best(Price.of(1))
    assert paid is not None
    after = here.apply(paid)
    with pytest.raises(runepay.InputError, match="another position"):
        after.apply(paid)
    with pytest.raises(runepay.InputError, match="GameState is needed"):
        Position.of({"runes": {}})  # type: ignore[arg-type] # the point
    with pytest.raises(runepay.InputError, match="unknown purpose"):
        Price.of(1, purposes=["spel"])
    with pytest.raises(runepay.InputError, match="no card"):
        Price.of(1, ["own"])
    assert copy.copy(here) is copy.deepcopy(here) is here


OF: Any = Price.of
MADE: Any = Price


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: OF(10**9), "energy: Energy lies between 0 and 1,000,000"),
        (lambda: OF(1.5), "energy: Energy is a whole number, found 1.5"),
        (lambda: OF(True), "energy: Energy is a whole number, found True"),
        (lambda: OF(1, "fury"), "power: a list of pips is needed"),
        (lambda: OF(1, {"fury": 2}), "power: a list of pips is needed"),
        (lambda: OF(1, None), "power: a list of pips is needed"),
        (lambda: OF(1, [[]]), "power.0: a pip is a domain"),
        (lambda: OF(1, ["any", "frry"]), "power.1: unknown domain 'frry'; did you mean 'fury'"),
        (lambda: OF(1, [["own", "fury"]]), "power.0: 'own' stands alone, not in a list"),
        (lambda: OF(1, [0]), "power.0: a price has no card"),
        (lambda: OF(1, [[{}]]), "power.0: unknown domain"),
        (lambda: OF(1, [], [1]), "purposes: unknown purpose"),
        (lambda: OF(1, [], [[1]]), "purposes: unknown purpose"),
        (lambda: OF(1, [], "spel"), "purposes: unknown purpose .* did you mean 'spell'"),
        (lambda: OF(1, [], None), "purposes: a list of purposes"),
        (lambda: MADE(1, ((99, 1),)), "price: a price is its Energy, pairs"),
        (lambda: MADE(-1, ()), "price: a price is its Energy, pairs"),
        (lambda: MADE(1, (), "spell"), "price: a price is its Energy, pairs"),
    ],
)
def test_a_price_that_is_none_gets_one_message(asked: Any, said: str) -> None:
    with pytest.raises(runepay.InputError, match=said):
        asked()
    assert Price.of(1, [], "spell") == Price.of(1, [], ["spell"])


@pytest.mark.parametrize("wrong", [None, {"card": "Charm"}, "Charm", 3])
def test_what_is_no_price_is_refused_wherever_one_is_asked_for(wrong: Any) -> None:
    here = Position.of(read({"runes": {"fury": 2}}))
    for ask in (here.can_pay, here.best, here.payments, here.count, here.question, lambda one: here.playable([one])):
        with pytest.raises(runepay.InputError, match="a Price or a Play is needed"):
            ask(wrong)
    with pytest.raises(runepay.InputError, match="a payment that this position found is needed"):
        here.apply(wrong)


def test_what_a_position_is_made_of_is_checked() -> None:
    raw = read({"runes": {"fury": 2}})
    anything: Any
    for anything in (-1, "x", True, 1.5):
        with pytest.raises(runepay.InputError, match="cache: how many payments"):
            Position.of(raw, cache=anything)
    anything = [1]
    with pytest.raises(runepay.InputError, match="options: readings stand"):
        Position.of(raw, options=anything)
    anything = 1.4
    with pytest.raises(runepay.InputError, match="ruleset: a ruleset is named"):
        Position.of(raw, ruleset=anything)
    for anything in (None, 3, [3]):
        with pytest.raises(runepay.InputError, match="goal: a goal is a criterion"):
            Position.of(raw).best(Price.of(1), anything)
    anything = Position.of(raw).best(Price.of(3))
    with pytest.raises(runepay.InputError, match="best gives none"):
        Position.of(raw).apply(anything)
