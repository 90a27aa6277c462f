"""Positions with their number of payments: counted, listed, enumerated by CP-SAT, and searched through.

The exhaustive search takes part up to 150 payments; ``RUNEPAY_COUNTS=all`` lets it search them all.
"""

import os
from pathlib import Path

import pytest

import runepay
from runepay.model.freeze import freeze
from runepay.model.identity import identity
from runepay.model.instance import Instance, read

from .enumerate import count
from .lister import Lister

FOLDER = Path(__file__).parents[2] / "instances" / "counts"
FILES = sorted(FOLDER.glob("*.json"))
KINDS = ("universal", "sets", "restricted", "seals", "actions", "elections")
SEARCHED = 10**6 if os.environ.get("RUNEPAY_COUNTS") == "all" else 150
LISTED = 10**6 if os.environ.get("RUNEPAY_COUNTS") == "all" else 300


def number(instance: Instance) -> int:
    assert instance.ask == "count"
    assert instance.expected is not None
    return int(instance.expected["count"])


def test_there_are_enough_of_every_kind() -> None:
    counts = {path.stem: number(read(path)) for path in FILES}
    assert len(counts) >= 60
    assert min(counts.values()) >= 20
    assert sum(one > 1000 for one in counts.values()) >= 10
    assert all(sum(name.startswith(kind) for name in counts) >= 10 for kind in KINDS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_three_ways_give_the_number(path: Path) -> None:
    instance = read(path)
    wanted = number(instance)
    every = runepay.payments(instance.state, instance.play, ruleset=instance.rules)
    assert every.count() == wanted
    assert count(freeze(instance.state, instance.play, instance.rules)) == wanted
    if wanted <= SEARCHED:
        assert len(Lister(instance.data, most=wanted + 1, most_histories=10_000).payments()) == wanted


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_is_listed_once_and_is_legal(path: Path) -> None:
    instance = read(path)
    wanted = number(instance)
    checked = wanted <= LISTED
    every = runepay.payments(instance.state, instance.play, ruleset=instance.rules, referee=checked)
    if checked:
        found = [identity(every.question, one) for one in every]
        assert len(set(found)) == len(found) == wanted
        assert every.complete
    else:
        some = runepay.payments(instance.state, instance.play, ruleset=instance.rules, at_most=20, referee=True)
        assert len({identity(every.question, one) for one in some}) == 20
