"""Lists of payments: what is in them, in which order, cut off or whole, and the best of them."""

from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runepay
from runepay.model.goals import Goal
from runepay.model.resources import DOMAINS
from runepay.solver.formulation import nested
from runepay.solver.listing import ranking
from runepay.solver.listing.walk import Walk

State = dict[str, Any]


def every(state: State, play: State, **options: Any) -> runepay.Payments:
    return runepay.payments(
        runepay.GameState.model_validate(state), runepay.Play.model_validate({"card": "Mine"} | play), **options
    )


def texts(listed: runepay.Payments) -> list[str]:
    return [runepay.write_payment(listed.state, listed.play, one) for one in listed]


TWELVE = {"runes": dict.fromkeys(DOMAINS, 2)}
SIX = {"cost": {"power": ["any"] * 6}}
SPARE = {"hand": ["Charm", "Charm", "Legion Rearguard"], "runes": {"fury": 4, "mind": 2}}
BUCCANEER = {"card": "Brazen Buccaneer"}


def test_twelve_runes_and_six_pips() -> None:
    listed = every(TWELVE, SIX, referee=True)
    assert listed.count() == 141
    found = texts(listed)
    assert len(set(found)) == len(found) == 141
    assert found == texts(listed)
    assert found[0] == "6A~2r.2g.2b.2R.2G.2B.-(6E)"
    assert listed.complete


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    runes=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=2),
    energy=st.integers(0, 3),
    pips=st.lists(st.sampled_from(["fury", "calm", "any", ["fury", "calm"]]), max_size=3),
    pool=st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 1)),
)
def test_as_many_as_plain_arithmetic_counts(
    runes: list[tuple[int, int]], energy: int, pips: list[str | list[str]], pool: tuple[int, int, int]
) -> None:
    """Runes, pool and pips alone: try every number of everything."""
    wide = [{"fury", "calm"} if one == "any" else {one} if isinstance(one, str) else set(one) for one in pips]
    floats, fury, universal = pool
    payments = 0
    for spent in product(range(4), repeat=3):
        kinds = [{"fury"}, {"calm"}, {"fury", "calm"}]
        units = [kind for kind, number in zip(kinds, spent, strict=True) for _ in range(number)]
        if len(units) != len(wide) or not _pays(units, wide) or spent[2] > universal:
            continue
        recycled = [max(0, spent[0] - fury), spent[1]]
        for taken in product(*(range(ready + 1) for ready, _ in runes)):
            fits = all(
                number <= tired + exhausted
                for number, exhausted, (_, tired) in zip(recycled, taken, runes, strict=True)
            )
            over = floats + sum(taken) - energy
            idle = any(taken) and over > 0 and any(a > b for a, b in zip(taken, recycled, strict=True))
            payments += fits and over >= 0 and not idle
    state = {
        "runes": {d: {"ready": a, "exhausted": b} for d, (a, b) in zip(("fury", "calm"), runes, strict=True)},
        "pool": {"energy": floats, "power": {"fury": fury, "universal": universal}},
    }
    listed = every(state, {"cost": {"energy": energy, "power": pips}}, referee=True)
    assert len(set(texts(listed))) == listed.count() == payments


def _pays(units: list[set[str]], pips: list[set[str]]) -> bool:
    if not units:
        return not pips
    return any(units[0] & one and _pays(units[1:], pips[:place] + pips[place + 1 :]) for place, one in enumerate(pips))


def test_a_ready_rune_may_be_recycled_although_an_exhausted_one_is_there() -> None:
    listed = every({"runes": {"fury": {"ready": 1, "exhausted": 1}}}, {"cost": {"power": ["fury"]}})
    assert texts(listed) == ["R~r.R.-(E)", "R~R"]


def test_the_pool_of_a_kind_is_drained_before_more_is_added() -> None:
    state = {"runes": {"fury": 1, "calm": 1}, "pool": {"power": {"fury": 1}}}
    assert texts(every(state, {"cost": {"power": ["any"]}})) == ["A~(R)", "A~g.G.-(E)"]


def test_two_equal_objects_are_one_and_what_is_told_apart_is_two() -> None:
    seal = {"card": "Seal", "type": "gear", "adds": [{"gives": {"power": {"fury": 1}}}]}
    pays = {"cost": {"power": ["fury"]}}
    assert every({"board": [seal, seal]}, pays).count() == 1
    assert every({"board": [seal, seal | {"type": ["gear", "unit"]}]}, pays).count() == 2


def test_equal_converters_are_counted_by_how_many_convert_how_much() -> None:
    anomaly = {"card": "Anomaly", "type": "gear", "adds": [{"gives": {"energy": 1}, "any_amount": "power"}]}
    state = {"board": [anomaly, anomaly], "pool": {"power": {"fury": 2}}}
    listed = every(state, {"cost": {"energy": 2}}, referee=True)
    # One converts both, or each converts one.
    assert listed.count() == len(list(listed)) == 2


def test_what_a_payment_with_idle_adds_is() -> None:
    listed = every({"runes": {"fury": 2}}, {"cost": {"energy": 1}})
    (only,) = listed
    assert only in listed
    idle = runepay.read_payment(listed.state, listed.play, "E~2r.-(E)")
    assert not runepay.violations(listed.state, listed.play, idle)
    assert idle not in listed
    assert "no payment" not in listed


def test_membership_does_not_ask_which_of_equal_objects_or_in_which_order() -> None:
    listed = every(SPARE, BUCCANEER)
    other = runepay.read_payment(listed.state, listed.play, "discard!4E~4r.discard!discard(charm)")
    steps = tuple(replace(step, objects=("charm-2",)) if step.step == "act" else step for step in other.steps)
    changed = replace(other, steps=steps)
    assert changed != other
    assert changed in listed
    assert changed not in every(SPARE, BUCCANEER | {"elect": {"discard": False}})


def test_elections_free_and_fixed() -> None:
    free, fixed = every(SPARE, BUCCANEER), every(SPARE, BUCCANEER, elections="fixed")
    assert {one.elections["discard"] for one in free} == {0, 1}
    assert {one.elections["discard"] for one in fixed} == {0}
    assert free.count() > fixed.count() == 1
    with pytest.raises(runepay.InputError, match="'free' or 'fixed'"):
        every(SPARE, BUCCANEER, elections="some")


def test_a_list_that_is_cut_off_says_so() -> None:
    listed = every(TWELVE, SIX, at_most=10)
    assert not listed.complete
    assert len(list(listed)) == listed.count() == 10
    assert not listed.complete
    assert every(TWELVE, SIX, at_most=141).count() == 141
    late = every(TWELVE, SIX, milliseconds=0.0)
    assert (list(late), late.complete, late.count()) == ([], False, 0)
    with pytest.raises(runepay.InputError, match="0 or more"):
        every(TWELVE, SIX, at_most=-1)


def test_orders_of_recycling() -> None:
    state = {"runes": {"fury": {"exhausted": 2}, "calm": {"exhausted": 1}}}
    listed = every(state, {"cost": {"power": ["any"] * 3}}, order=True, referee=True)
    steps = [[(one.object, one.number) for one in payment.steps if one.step == "recycle"] for payment in listed]
    fury, calm = "rune:fury", "rune:calm"
    assert sorted(steps) == sorted([[(fury, 2), (calm, 1)], [(calm, 1), (fury, 2)], [(fury, 1), (calm, 1), (fury, 1)]])
    assert listed.count() == 3


def test_a_declined_cost_has_one_payment() -> None:
    listed = every({}, {"kind": "effect", "cost": {"energy": 2}, "elect": {"pay": False}})
    assert listed.count() == 1
    assert next(iter(listed)) in listed
    assert len(runepay.best_payments(listed.state, listed.play)) == 1


def test_no_payment_of_an_illegal_play() -> None:
    listed = every({"runes": {"fury": 3}}, {"from": "trash", "cost": {"energy": 1}})
    assert (list(listed), listed.count(), listed.complete) == ([], 0, True)


def test_more_than_anybody_could_list_is_counted() -> None:
    state = {"runes": dict.fromkeys(DOMAINS, 30)}
    assert every(state, {"cost": {"power": ["any"] * 60}}).count() > 10**6


def test_pareto_best_payments_are_beaten_by_none() -> None:
    gold = {
        "card": "Gold",
        "type": "gear",
        "token": True,
        "adds": [{"gives": {"power": {"universal": 1}}, "kill": True}],
    }
    state = {"runes": {"fury": 2, "calm": 1}, "pool": {"power": {"universal": 1}}, "board": [gold]}
    play = {"cost": {"energy": 1, "power": ["any", "any"]}}
    listed = every(state, play)
    goal = Goal.of()
    valuer = ranking.Valuer(listed.question, goal)
    values = [valuer(leaf) for leaf in Walk(listed.question).leaves()]
    best = [
        place
        for place, one in enumerate(values)
        if not any(other != one and all(a <= b for a, b in zip(other, one, strict=True)) for other in values)
    ]
    whole = list(listed)
    front = every(state, play, pareto=True)
    assert list(front) == [whole[place] for place in best]
    assert 1 < front.count() < len(whole)
    assert [one in front for one in whole] == [place in best for place in range(len(whole))]


def test_the_best_come_in_order_and_are_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = every(TWELVE, SIX)
    goal = Goal.of(["keep-domain:fury"])
    whole = runepay.best_payments(listed.state, listed.play, goal, 1000)
    assert len(whole) == 141
    assert whole.proof == "optimal"
    assert all(a <= b for a, b in pairwise(whole.values))
    assert whole.payments[0] == runepay.solve(listed.state, listed.play, goal).payment
    monkeypatch.setattr(ranking, "FEW", 0)
    for number in (1, 2, 7, 40):
        some = runepay.best_payments(listed.state, listed.play, goal, number)
        assert (some.payments, some.values) == (whole.payments[:number], whole.values[:number])


def test_the_best_of_very_many() -> None:
    state = {"runes": dict.fromkeys(DOMAINS, 4), "pool": {"power": {"universal": 2}}}
    play = {"cost": {"energy": 6, "power": ["any"] * 5}}
    assert every(state, play).count() > ranking.FEW
    found = runepay.best_payments(
        runepay.GameState.model_validate(state), runepay.Play.model_validate({"card": "Mine"} | play), k=3
    )
    assert (
        found.payments[0]
        == runepay.solve(
            runepay.GameState.model_validate(state), runepay.Play.model_validate({"card": "Mine"} | play)
        ).payment
    )
    assert (len(found), found.proof) == (3, "optimal")


def test_the_best_within_no_time_are_not_proven() -> None:
    listed = every(TWELVE, SIX)
    found = runepay.best_payments(listed.state, listed.play, k=3, milliseconds=0.0)
    assert found.proof == "feasible"
    with pytest.raises(runepay.InputError, match="at least one"):
        runepay.best_payments(listed.state, listed.play, k=0)


def test_what_was_not_tried_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds whose costs take one another's objects have to be tried in every order; of very many not all are."""
    kill = {"actions": [{"do": "kill", "filter": {"type": "unit"}}]}
    units = [
        {"id": name, "card": name, "type": "unit", "might": 1, "adds": [{"gives": gives, "cost": kill}]}
        for name, gives in (("ember", {"energy": 1}), ("torch", {"power": {"fury": 1}}), ("lamp", {"energy": 2}))
    ]
    state, play = {"board": units}, {"cost": {"energy": 1, "power": ["any"]}}
    whole = every(state, play, referee=True)
    found = texts(whole)
    assert whole.complete
    assert len(set(found)) == len(found) == whole.count() > 1
    monkeypatch.setattr(nested, "MOST_ORDERS", 1)
    part = every(state, play)
    assert set(texts(part)) < set(found)
    assert not part.complete
    assert part.count() == len(texts(part))
    assert not part.complete


def test_one_object_that_can_convert_again_converts_all_at_once() -> None:
    anomaly = {"card": "Anomaly", "type": "gear"}
    add = {"gives": {"energy": 1}, "any_amount": "power", "exhaust": False}
    listed = every({"board": [anomaly | {"adds": [add]}], "pool": {"power": {"fury": 2}}}, {"cost": {"energy": 2}})
    assert texts(listed) == ["2E~!anomaly'2.(2R)"]
    assert listed.count() == 1
