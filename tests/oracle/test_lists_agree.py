"""Lists of payments against exhaustive search: as many, each once, all legal, and the best of them the best.

``RUNEPAY_LISTS_CASES`` sets how many random instances are tried (400 if it is not set), and ``RUNEPAY_LISTS_FIRST``
the first seed.
"""

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings

from runepay.every import best_payments, payments
from runepay.model.goals import Goal
from runepay.model.identity import identity
from runepay.model.notation import payment_text
from runepay.model.rulebook import Ruleset
from runepay.referee import violations
from runepay.solver.listing import ranking
from runepay.solver.listing.walk import Walk
from runepay.solver.pay import best

from .asking import question, state_and_play
from .lister import Lister, TooManyError
from .spaces import instance, instances
from .vocabulary import Json

CASES = int(os.environ.get("RUNEPAY_LISTS_CASES", "400"))
FIRST = int(os.environ.get("RUNEPAY_LISTS_FIRST", "0"))
CHUNK = 50


def difference(raw: Json) -> str | None:
    """Say how list and oracle differ on an instance; nothing if they agree, ``None`` if it is too large to search."""
    try:
        wanted = Lister(raw, most=400, most_histories=150).payments()
    except TooManyError:
        return None
    asked, state = question(raw)
    _, play = state_and_play(raw)
    walk = Walk(asked)
    leaves = list(walk.leaves())
    identities = {leaf.identity for leaf in leaves}
    # Where something is not modelled the list says that it need not be all there is.
    number = len(leaves) if asked.unsure and len(leaves) <= len(wanted) else len(wanted)
    if not number == len(leaves) == len(identities) == walk.count() or walk.complete is bool(asked.unsure):
        return f"oracle {len(wanted)}, list {len(leaves)}, different {len(identities)}, count {walk.count()}"
    texts: set[str] = set()
    for leaf in leaves[:25]:
        payment = leaf.payment(state)
        if faults := violations(state, play, payment, Ruleset.of()):
            return f"refused: {faults} {payment}"
        if identity(asked, payment) != leaf.identity:
            return f"another identity: {leaf.identity} {identity(asked, payment)}"
        texts.add(payment_text(asked, payment))
        found = walk.find(leaf.identity)
        if found is None or found.identity != leaf.identity:
            return f"not found again: {leaf.identity}"
    return "" if len(texts) == min(25, len(leaves)) else "two payments have one notation"


@pytest.mark.parametrize("start", range(FIRST, FIRST + CASES, CHUNK))
def test_as_many_payments_and_all_of_them_legal(start: int) -> None:
    compared = 0
    for seed in range(start, min(start + CHUNK, FIRST + CASES)):
        raw = instance(seed)
        said = difference(raw)
        assert not said, f"seed {seed}: {json.dumps(raw)}\n{said}"
        compared += said is not None
    assert compared > CHUNK // 2


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(raw=instances())
def test_no_short_instance_tells_them_apart(raw: Json) -> None:
    said = difference(raw)
    assert not said, said


@pytest.mark.parametrize("start", range(FIRST, FIRST + CASES // 4, CHUNK))
def test_the_best_of_the_list_is_what_solve_finds(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for seed in range(start, min(start + CHUNK, FIRST + CASES)):
        raw = instance(seed)
        asked, state = question(raw)
        _, play = state_and_play(raw)
        found = best(asked, state, Goal.of(raw["goal"]))
        every = payments(state, play)
        if every.count() > 500:
            continue
        three = best_payments(state, play, raw["goal"], 3)
        assert bool(three.payments) == (found.payment is not None), seed
        if found.payment is None:
            assert three.proof == ("feasible" if asked.unsure else "infeasible")
            continue
        compared += 1
        assert three.proof == ("feasible" if asked.unsure else "optimal")
        assert three.values[0] == found.values, seed
        assert three.payments[0].steps == found.payment.steps, seed
        assert found.payment in every, seed
        # What is left out by counting beforehand changes nothing.
        monkeypatch.setattr(ranking, "FEW", 0)
        assert best_payments(state, play, raw["goal"], 3) == three, seed
        monkeypatch.undo()
    assert compared > CHUNK // 4
