"""What counting says is missing is what the constraint model says, word for word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.analysis import Plan, sample
from runepay.model.freeze import freeze
from runepay.model.instance import Instance, parse
from runepay.model.resources import DOMAINS
from runepay.solver import causes
from runepay.solver.fast.missing import MOST_TOLD, lacking
from runepay.solver.reasons import reasons

SMALL = st.integers(0, 3)
POWERS = st.sampled_from((*DOMAINS, "universal"))
PIPS = st.one_of(
    st.sampled_from((*DOMAINS, "any")),
    st.sets(st.sampled_from(DOMAINS), min_size=2, max_size=3).map(lambda one: sorted(one, key=DOMAINS.index)),
)
THINGS = st.sampled_from((
    "Gold", "Seal of Rage", "Seal of Focus", {"card": "Seal of Rage", "ready": False}, "Energy Conduit",
    {"id": "a", "type": ["unit"], "adds": [{"gives": {"energy": 1}}]},
    {"id": "b", "type": ["gear"], "adds": [{"gives": {"power": {"fury": 1}}, "for": "gear"}]},
))  # fmt: skip


def alike(one: Instance) -> int | None:
    """Hold the reasons that counting gives against those without it; how many there are, if counting gives any."""
    question = freeze(one.state, one.play, one.rules)
    found = lacking(question)
    if found is None:
        return None
    counted = reasons(question, one.state, one.play)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(causes, "lacking", lambda _: None)
        assert counted == reasons(question, one.state, one.play)
    assert [reason.missing for reason in counted] == [lack.number for lack in found]
    return len(found)


@settings(max_examples=150, deadline=None)
@given(
    runes=st.dictionaries(st.sampled_from(DOMAINS), st.fixed_dictionaries({"ready": SMALL, "exhausted": SMALL})),
    energy=SMALL, power=st.dictionaries(POWERS, SMALL, max_size=2), board=st.lists(THINGS, max_size=4, unique_by=str),
    cost=st.fixed_dictionaries({"energy": st.integers(0, 12), "power": st.lists(PIPS, max_size=9)}),
    restricted=st.lists(st.fixed_dictionaries({"energy": SMALL, "for": st.sampled_from(("gear", "unit"))}), max_size=1),
    kind=st.sampled_from(("gear", "unit", "spell")),
)  # fmt: skip
def test_what_is_missing_is_counted_as_it_is_proven(
    runes: Any, energy: int, power: Any, board: Any, cost: Any, restricted: Any, kind: str
) -> None:
    state = {"runes": runes, "pool": {"energy": energy, "power": power, "restricted": restricted}, "board": board}
    alike(parse(json.dumps({"state": state, "play": {"card": "Mine", "cost": cost, "type": [kind], "targets": []}})))


def test_samples_lack_what_is_counted() -> None:
    found = [alike(parse(json.dumps(one))) for one in sample(Plan(seed=8, turns=(1, 3)), 150)]
    assert sum(one is not None for one in found) > 20


@pytest.mark.parametrize(
    ("runes", "cost", "lacks"),
    [
        ({"fury": 2}, {"energy": 3, "power": ["fury"]}, [(0, 1, 3)]),
        ({"fury": 1}, {"energy": 0, "power": ["fury", "any"]}, None),
        ({"fury": 1}, {"energy": 1, "power": ["fury"]}, None),
        ({"fury": 1}, {"energy": 2, "power": ["calm", "calm", "mind"]}, [(0, 1, 2), (2, 2, 2), (4, 1, 1)]),
        ({}, {"energy": 2, "power": list(DOMAINS)}, None),
    ],
)
def test_what_counting_says_and_what_it_leaves(runes: Any, cost: Any, lacks: Any) -> None:
    one = parse(json.dumps({"state": {"runes": runes}, "play": {"card": "Mine", "cost": cost}}))
    assert lacking(freeze(one.state, one.play, one.rules)) == (None if lacks is None else tuple(lacks))
    assert len(DOMAINS) + 1 > MOST_TOLD
