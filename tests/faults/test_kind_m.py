"""M: what could go on for ever is refused or bounded, and time that runs out is told as such (C20)."""

from __future__ import annotations

import pytest

import runepay

from .asked import Case, Json

SPARK: Json = {"card": "Spark", "type": "spell", "cost": {"energy": 2}}


def spring(name: str, gives: Json, **cost: object) -> Json:
    """Give a gear whose Add uses nothing up, so that only its cost bounds it."""
    add = {"gives": gives, "exhaust": False, **({"cost": cost} if cost else {})}
    return {"id": name, "type": "gear", "adds": [add]}


@pytest.mark.parametrize("cost", [{}, {"energy": 1}])
def test_an_add_that_never_runs_out_is_refused(cost: Json) -> None:
    """It uses nothing up, or pays for itself: the object is named."""
    board = [spring("endless spring", {"energy": 1}, **cost)]
    with pytest.raises(runepay.InputError, match="endless spring"):
        Case.of({"runes": {"fury": 2}, "board": board}, SPARK).solve()


def test_adds_that_pay_for_one_another_without_end_are_refused() -> None:
    board = [spring("mill", {"energy": 1}, power=["any"]), spring("well", {"power": {"calm": 1}}, energy=1)]
    with pytest.raises(runepay.InputError, match="mill") as refused:
        Case.of({"runes": {"fury": 2}, "board": board}, SPARK).solve()
    assert "well" in str(refused.value)


def test_an_add_is_repeated_as_often_as_its_cost_can_be_paid() -> None:
    """Nothing but its cost bounds it."""
    by_xp = Case.of({"xp": 5, "board": [spring("mill", {"energy": 1}, actions=["xp 1"])]}, SPARK)
    assert by_xp.solve().to_json()["left"]["xp"] == 3
    assert by_xp.with_play(cost={"energy": 5}).solve().payable
    assert by_xp.with_play(cost={"energy": 6}).solve().status == "not payable"


def test_an_add_is_repeated_as_long_as_there_is_power_for_it() -> None:
    """Energy does not come back as Power, so this is no circle."""
    state = {"pool": {"power": {"calm": 2, "fury": 1}}, "board": [spring("mill", {"energy": 1}, power=["any"])]}
    by_power = Case.of(state, SPARK)
    assert sum(by_power.solve().left["pool"]["power"].values()) == 1
    assert by_power.with_play(cost={"energy": 4}).solve().status == "not payable"


def test_two_that_copy_each_other_give_nothing_new() -> None:
    """Heimerdinger copies what others have, not what they copy: two of them give what one Seal would, once each."""
    state = {"board": ["Heimerdinger, Inventor", "Heimerdinger, Inventor", {"card": "Seal of Rage", "ready": False}]}
    play = {"card": "Spark", "type": "spell", "cost": {"power": ["fury", "fury"]}}
    asked = Case.of(state, play)
    answer = asked.solve()
    assert answer.to_json()["left"]["exhausted"] == ["heimerdinger-inventor", "heimerdinger-inventor-2"]
    assert asked.with_play(cost={"power": ["fury"] * 3}).solve().status == "not payable"
    assert Case.of({"board": state["board"][:2]}, play).solve().status == "not payable"


def test_time_that_runs_out_is_not_told_as_not_payable() -> None:
    board = [{"id": f"gear-{n}", "type": "gear", "adds": [{"gives": {"energy": n}}]} for n in range(40)]
    asked = Case.of({"board": board}, {"card": "Spark", "type": "spell", "cost": {"energy": 399}})
    answer = runepay.solve(asked.state, asked.play, seconds=0.000001)
    assert answer.status in {"unknown", "payable"}
    if answer.status == "payable":
        assert answer.proof in {"feasible", "optimal"}
    else:
        assert answer.payment is None
        assert answer.reasons == ()
