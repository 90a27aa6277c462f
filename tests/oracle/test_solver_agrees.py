"""The solver against exhaustive search: same status, same value of every criterion.

``RUNEPAY_ORACLE_CASES`` sets how many random instances are tried (2,000 if it is not set), and
``RUNEPAY_ORACLE_FIRST`` the first seed.
"""

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings

from runepay.model.goals import Goal
from runepay.solver.fast import lane
from runepay.solver.pay import best

from .asking import question
from .oracle import criteria, solve
from .spaces import instance, instances
from .vocabulary import Json

CASES = int(os.environ.get("RUNEPAY_ORACLE_CASES", "2000"))
FIRST = int(os.environ.get("RUNEPAY_ORACLE_FIRST", "0"))
CHUNK = 100


def difference(raw: Json) -> str:
    """Say how solver and oracle differ on an instance; nothing if they agree."""
    asked, state = question(raw)
    goal = Goal.of(raw["goal"])
    assert goal.criteria == criteria(raw["goal"])
    found = best(asked, state, goal)
    wanted = solve(raw)
    proof = "optimal" if wanted.payable else "infeasible"
    expected = ("payable" if wanted.payable else "not payable", wanted.values, proof)
    if (found.status, found.values, found.proof) == expected:
        # Where the fast lane answered, the complete one says the same, step by step.
        whole = best(asked, state, goal, complete=True) if lane.best(asked, state, goal) else found
        return "" if whole == found else f"{json.dumps(raw)}\nfast: {found}\ncomplete: {whole}"
    unproven = asked.unsure and found.proof == "feasible" and found.proven == 0
    # What is not modelled is said: then what was found may be less than there is, and never more.
    if unproven and (not found.payment or (wanted.payable and wanted.values <= found.values)):
        return ""
    names = ", ".join(goal.criteria)
    return (
        f"{json.dumps(raw)}\ncriteria: {names}\noracle: {expected}, owed {wanted.total}, {wanted.elections}"
        f"\nsolver: {(found.status, found.values, found.proof)}"
    )


@pytest.mark.parametrize("start", range(FIRST, FIRST + CASES, CHUNK))
def test_same_status_and_same_value_of_every_criterion(start: int) -> None:
    seeds = range(start, min(start + CHUNK, FIRST + CASES))
    differing = {seed: said for seed in seeds if (said := difference(instance(seed)))}
    assert not differing, "\n".join(f"seed {seed}: {said}" for seed, said in differing.items())


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(raw=instances())
def test_no_short_instance_tells_them_apart(raw: Json) -> None:
    said = difference(raw)
    assert not said, said
