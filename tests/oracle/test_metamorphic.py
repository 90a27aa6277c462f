"""What must not change an answer, and in which direction it may change."""

import copy
import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from runepay.model.goals import Goal
from runepay.model.reach import dominated, undominated
from runepay.solver.pay import best

from .asking import question
from .spaces import instance
from .vocabulary import DOMAINS, Json

CHUNK = 50


def counts_runes(raw: Any) -> bool:
    return '"count": "runes"' in json.dumps(raw)


@pytest.mark.parametrize("start", range(0, 400, CHUNK))
def test_one_more_ready_rune_never_makes_a_play_unpayable(start: int) -> None:
    tried = 0
    for seed in range(start, start + CHUNK):
        raw = instance(seed)
        if counts_runes(raw):
            continue
        asked, state = question(raw)
        if best(asked, state, Goal.of()).status != "payable":
            continue
        tried += 1
        more = copy.deepcopy(raw)
        domain = DOMAINS[seed % 6]
        had = more["state"]["runes"].get(domain, 0)
        had = {"ready": had} if isinstance(had, int) else had
        more["state"]["runes"][domain] = had | {"ready": had.get("ready", 0) + 1}
        asked, state = question(more)
        assert best(asked, state, Goal.of()).status == "payable", (seed, raw)
    assert tried > CHUNK // 5


def renamed(raw: Any, names: dict[str, str]) -> Any:
    """Rename domains everywhere; lists of domains keep the game's order, which they need not."""
    if isinstance(raw, dict):
        if "halves" in raw or "removed" in raw or isinstance(raw.get("order"), list):
            # Here "order" is the order of discounts, and no domain is a key.
            return {key: value if key == "order" else renamed(value, names) for key, value in raw.items()}
        return {names.get(key, key): renamed(value, names) for key, value in raw.items()}
    if isinstance(raw, list):
        return [renamed(value, names) for value in raw]
    if isinstance(raw, str) and raw.startswith("keep-domain:"):
        return f"keep-domain:{names[raw.partition(':')[2]]}"
    return names.get(raw, raw) if isinstance(raw, str) else raw


@pytest.mark.parametrize("start", range(0, 400, CHUNK))
def test_renaming_domains_keeps_status_and_every_value(start: int) -> None:
    for seed in range(start, start + CHUNK):
        raw = instance(seed)
        new = list(DOMAINS)
        Random(seed).shuffle(new)
        other = renamed(raw, dict(zip(DOMAINS, new, strict=True)))
        asked, state = question(raw)
        before = best(asked, state, Goal.of(raw["goal"]))
        asked, state = question(other)
        after = best(asked, state, Goal.of(other["goal"]))
        assert (before.status, before.values) == (after.status, after.values), (seed, raw, other)


@pytest.mark.parametrize("start", range(0, 400, CHUNK))
def test_without_discounts_no_total_beats_all_those_with_them(start: int) -> None:
    for seed in range(start, start + CHUNK):
        raw = instance(seed)
        raw["play"].pop("choose", None)
        asked, _ = question(raw)
        bare = copy.deepcopy(raw)
        for place in (bare["play"], bare["state"], *bare["state"]["board"]):
            for key in ("clauses", "effects"):
                if key in place:
                    place[key] = [one for one in place[key] if one["clause"] != "discount"]
        if not asked.discounts:
            continue
        without, _ = question(bare)
        reduced: dict[object, list[tuple[Any, ...]]] = {}
        for one in undominated(asked):
            reduced.setdefault(one.choices.elections, []).append((one.energy, one.pips))
        for one in undominated(without):
            others = reduced.get(one.choices.elections, [])
            # A victim's discount needs its victim, so an election that cannot be paid has no total there.
            beaten = [dominated(other, (one.energy, one.pips)) for other in others]
            assert not beaten or not all(beaten), (seed, raw)


def shuffled(raw: Json, random: Random) -> Json:
    """Shuffle what has no order: the objects of each zone (all bear ids), and the keys of every object."""
    other = copy.deepcopy(raw)
    for zone in ("board", "hand", "trash"):
        random.shuffle(other["state"].get(zone, []))
    for opponent in other.get("opponents", ()):
        random.shuffle(opponent["board"])

    def keys(one: Any) -> Any:
        if isinstance(one, dict):
            items = [(key, keys(value)) for key, value in one.items()]
            random.shuffle(items)
            return dict(items)
        return [keys(value) for value in one] if isinstance(one, list) else one

    return dict(keys(other))


ASK = """
import json, sys
from runepay import GameState, Play, solve
for line in sys.stdin:
    raw = json.loads(line)
    state = GameState.model_validate(raw["state"] | {"opponents": raw.get("opponents", [])})
    print(json.dumps(solve(state, Play.model_validate(raw["play"]), raw["goal"]).to_json()))
"""


def answers(instances: list[Json], seed: str) -> list[str]:
    """Ask in a fresh process with a hash seed of its own."""
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        input="\n".join(json.dumps(one) for one in instances),
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_shuffled_input_other_hash_seeds_and_fresh_processes_give_the_same_bytes() -> None:
    instances = [instance(seed) for seed in range(120)]
    first = answers(instances, "0")
    assert len(first) == len(instances)
    for place, one in enumerate(answers(instances, "4321")):
        assert one == first[place], instances[place]
    random = Random(7)
    for place, one in enumerate(answers([shuffled(raw, random) for raw in instances], "99")):
        assert one == first[place], instances[place]
