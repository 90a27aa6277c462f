"""The page on the rules names every rule that answers cite, every option and its readings, and modules that exist."""

import re
from pathlib import Path

import pytest

from runepay.model.rulebook import MEANING, OPEN, OPTIONS, Ruleset

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| ")]
RULES = {row[0]: row for row in ROWS if re.fullmatch(r"\d{3}[.\w]*", row[0])}
READINGS = {row[0].strip("`"): row for row in ROWS if re.fullmatch(r"`\w+`", row[0])}


def test_the_page_lists_exactly_the_rules_that_answers_may_cite() -> None:
    assert set(RULES) == set(MEANING)


@pytest.mark.parametrize("rule", sorted(MEANING))
def test_a_rule_stands_once_with_its_meaning_and_its_place(rule: str, package: Path) -> None:
    assert sum(row[0] == rule for row in ROWS) == 1
    _, said, where = RULES[rule]
    plain = set(re.findall(r"\w+", said.lower()))
    told = set(re.findall(r"\w+", MEANING[rule].lower()))
    # The page may say more, but not something else.
    assert len(told - plain) <= len(told) // 4, f"{said!r} does not say {MEANING[rule]!r}"
    places = re.findall(r"`([^`]+)`", where)
    assert places or rule == "167"
    assert [place for place in places if not (package / place).exists()] == []


def test_every_option_stands_there_with_its_readings_in_order() -> None:
    assert {name: tuple(re.findall(r"`(\w+)`", row[1])) for name, row in READINGS.items()} == OPTIONS


@pytest.mark.parametrize("option", sorted(OPEN))
def test_an_open_question_is_asked_as_answers_ask_it(option: str) -> None:
    assert OPEN[option] in READINGS[option][2]


def test_the_numbers_that_moved_are_those_that_1_3_cites() -> None:
    older = Ruleset.of("1.3")
    moved = {rule: older.cite(rule) for rule in MEANING if older.cite(rule) not in {rule, f"{rule} (1.4)"}}
    new = next(row[1:] for row in ROWS if row[0] == "1.4")
    old = next(row[1:] for row in ROWS if row[0] == "**1.3**")
    assert dict(zip(new, old, strict=True)) == moved
