"""Every rule number that is used anywhere is in the rulebook, with its meaning."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import runepay
from runepay.model.rulebook import ALIASES, MEANING, RULESETS, Ruleset

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(runepay.__file__).resolve().parent
DOTTED = re.compile(r"(?<![\w.])([1-8]\d\d(?:\.\d+)(?:\.[0-9a-z]+)*)(?![\w])")
BARE = re.compile(r"\(([1-8]\d\d)(?=[),;])")
OLDER = {Ruleset.of("1.3").cite(rule) for rule in MEANING}
"""Numbers of v1.3, which the rulebook maps and the page on the rules lists."""


def numbers(text: str, *, code: bool) -> Iterator[str]:
    """Give everything in a text that looks like a rule number."""
    yield from DOTTED.findall(text)
    if code:
        yield from BARE.findall(text)


def files() -> list[Path]:
    """Every file that may cite a rule."""
    found = [*(ROOT / "docs").glob("*.md"), *(ROOT / "instances").rglob("*.json"), ROOT / "README.md"]
    return sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.json"), *found])


def test_no_rule_is_cited_that_is_not_in_the_rulebook() -> None:
    unknown: dict[str, str] = {}
    seen = 0
    for path in files():
        for number in numbers(path.read_text(encoding="utf-8"), code=path.suffix == ".py"):
            seen += 1
            if number not in {*MEANING, *OLDER, *ALIASES}:
                unknown[number] = str(path)
    assert unknown == {}
    assert seen > 800


@pytest.mark.parametrize("version", RULESETS)
def test_every_rule_has_a_number_in_every_version(version: str) -> None:
    ruleset = Ruleset.of(version)
    for rule in MEANING:
        cited = ruleset.cite(rule)
        assert re.fullmatch(r"\d{3}[.\w]*( \(1\.4\))?", cited), rule
        assert cited == rule or version != "1.4"


def test_meanings_are_single_lines_of_our_own() -> None:
    assert len(MEANING) > 120
    for rule, said in MEANING.items():
        assert 10 < len(said) < 100, rule
        assert "\n" not in said
        assert not said.endswith("."), rule
    assert json.dumps(sorted(MEANING)) == json.dumps(sorted(set(MEANING)))
