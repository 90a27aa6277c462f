"""O: what is said to be owed is what is paid: totals, solver, referee, check and commands agree with each other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import runepay
from runepay.answer import Answer, owed_json
from runepay.checking import answer_json, check
from runepay.model.instance import Instance
from runepay.model.state import Play

from .asked import FAULTS, INSTANCES, Case, Json

FOLDERS = ("faults", "worked", "bench", "demo")
MOST_TOTALS = 8
"""Where a question has more totals than this, the first ones are tried."""


def asked_in(folder: str) -> Iterator[tuple[Path, Instance]]:
    for path in sorted((INSTANCES / folder).glob("*.json")):
        instance = runepay.load(path)
        if instance.ask == "solve":
            yield path, instance


def solved(instance: Instance, play: Play | None = None) -> Answer:
    return runepay.solve(instance.state, play or instance.play, instance.goal, ruleset=instance.rules)


def owed_of(total: Json) -> tuple[int, str, str]:
    """Write a total so that two can be compared: Energy, pips, what is done how often."""
    acts = sorted((one["do"], one["number"]) for one in total["actions"])
    return total["energy"], json.dumps(sorted(map(str, total["power"]))), json.dumps(acts)


@pytest.mark.parametrize("folder", FOLDERS)
def test_solver_totals_and_referee_agree_on_what_is_owed(folder: str) -> None:
    """What is paid is one of the totals; what is refused is owed all the same; every payment passes the referee."""
    told: list[str] = []
    payable = refused = 0
    for path, instance in asked_in(folder):
        answer = solved(instance)
        totals = runepay.total(instance.state, instance.play, ruleset=instance.rules)
        if answer.question.declined:
            continue
        if answer.payment is None:
            refused += 1
            if owed_of(owed_json(totals.plain, instance.rules)) != owed_of(owed_json(answer.owed, instance.rules)):
                told.append(f"{path.name}: refused for another total than the plain one")
            if any(one["payable"] for one in answer.totals):
                told.append(f"{path.name}: refused, yet one of its totals is called payable")
            continue
        payable += 1
        known = [owed_of(owed_json(one, instance.rules)) for one in totals.all]
        if owed_of(owed_json(answer.owed, instance.rules)) not in known and "dear" not in path.name:
            told.append(f"{path.name}: pays a total that `total` does not know")
        found = runepay.violations(instance.state, instance.play, answer.payment, ruleset=instance.rules)
        told.extend(f"{path.name}: {one.rule} {one.message}" for one in found)
        runepay.apply(instance.state, instance.play, answer.payment, ruleset=instance.rules)
    assert told == []
    assert payable
    assert refused or folder == "demo" or payable > 3


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_total_is_called_payable_exactly_if_it_is_paid_when_asked_for(folder: str) -> None:
    told: list[str] = []
    tried: set[bool] = set()
    for path, instance in asked_in(folder):
        answer = solved(instance)
        if len(answer.totals) < 2:
            continue
        for total in answer.totals[:MOST_TOTALS]:
            play = instance.play.model_copy(update={"elect": {**instance.play.elect, **total["elected"]}})
            again = solved(instance, play)
            tried.add(total["payable"])
            if again.payable != total["payable"]:
                word = "payable" if total["payable"] else "not payable"
                told.append(f"{path.name}: {total['elected']} is called {word}, and is not so when asked for")
    assert told == []
    assert True in tried or folder == "bench"


def test_check_and_solve_give_the_same_answer() -> None:
    """What ``check`` compares is what ``solve`` answers."""
    for path, instance in asked_in("faults"):
        if path.name.startswith("m-"):
            continue
        said = solved(instance).to_json()
        assert answer_json(instance) == said, path.name
        assert check(instance).status == ("agrees" if instance.expected is not None else "not checked")


def test_a_wrong_expectation_is_found() -> None:
    """The check can fail: what one file expects is not what another one is answered."""
    first, second = (runepay.load(FAULTS / name) for name in ("p-tax-deflect.json", "p-tax-on-spells.json"))
    assert first.expected is not None
    assert not check(second.model_copy(update={"expect": first.expect})).agrees


@pytest.mark.parametrize(
    ("name", "status"),
    [("g-restricted-counted-in-what-is-there", 0), ("g-restricted-not-counted-for-a-unit", 1), ("p-tax-deflect", 0)],
)
def test_the_command_says_what_the_library_says(name: str, status: int) -> None:
    path = FAULTS / f"{name}.json"
    ran = subprocess.run(
        [sys.executable, "-m", "runepay", "solve", "--json", str(path)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == status, ran.stderr
    said = json.loads(ran.stdout)
    mine = solved(runepay.load(path)).to_json()
    assert {key: said[key] for key in mine} == json.loads(json.dumps(mine))


def test_restricted_resources_count_the_same_for_totals_and_for_payment() -> None:
    """The ceiling of an any-number cost is what can be paid with restricted resources too, and not one more."""
    state = {"pool": {"energy": 2, "restricted": [{"power": {"universal": 2}, "for": "spell"}]}}
    asked = Case.of(state, {"card": "时空断裂"})
    for number in (0, 1, 2):
        assert asked.with_play(elect={"power": number}).solve().payable, number
    assert asked.with_play(elect={"power": 3}).solve().status == "not payable"
    offered = {one["elected"]["power"]: one["payable"] for one in asked.solve().totals}
    assert {number for number, can in offered.items() if can} == {0, 1, 2}


def test_energy_that_a_source_gives_beyond_what_is_owed_is_in_pool_and_state_alike() -> None:
    """Answer, state after and referee tell of the same surplus."""
    state = {"board": [{"card": "Platewyrm Egg", "empowered": True}]}
    asked = Case.of(state, {"card": "Spark", "type": "spell", "cost": {"energy": 1}})
    answer = asked.solve()
    assert answer.payment is not None
    after = runepay.apply(asked.state, asked.play, answer.payment)
    assert answer.to_json()["left"]["pool"]["energy"] == after.pool.energy == 1
