"""Every kind of fault has its cases, and the page that lists them names exactly what is there."""

from __future__ import annotations

import re
from pathlib import Path

import runepay

from .asked import FAULTS

KINDS = "ABCDEFGHIJKLMNOP"
FILES = {path.stem: path for path in FAULTS.glob("*.json")}
PAGE = (FAULTS / "README.md").read_text(encoding="utf-8")
ROOT = Path(__file__).resolve().parents[2]


def _rows() -> list[list[str]]:
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in re.findall(r"^\| \d+ \|.*$", PAGE, re.MULTILINE)
    ]


def _named(text: str) -> list[str]:
    return re.findall(r"`([^` ]+)`", text)


def test_every_kind_has_at_least_two_cases() -> None:
    for kind in KINDS:
        own = [name for name in FILES if name.startswith(f"{kind.lower()}-")]
        tests = ROOT / f"tests/faults/test_kind_{kind.lower()}.py"
        written = tests.read_text(encoding="utf-8").count("def test_") if tests.exists() else 0
        assert len(own) + written >= 2, kind


def test_every_file_names_its_kind_and_expects_something() -> None:
    for name, path in FILES.items():
        instance = runepay.load(path)
        kinds = instance.title.partition(":")[0].split(", ")
        assert kinds[0] == name[0].upper(), name
        assert set(kinds) <= set(KINDS), name
        assert instance.expect is not None, name
        assert instance.expect.model_fields_set > {"status"} or instance.expect.status == "not payable", name


def test_every_report_has_a_case() -> None:
    rows = _rows()
    assert [row[0] for row in rows] == [str(number) for number in range(1, 44)]
    for _, kinds, report, cases in rows:
        assert set(kinds.split(", ")) <= set(KINDS)
        assert report
        assert _named(cases)


def test_the_page_names_every_file_and_nothing_else() -> None:
    table, _, siblings = PAGE.partition("## Siblings")
    named = [one for row in _rows() for one in _named(row[3])]
    tests = {one for one in named if one.startswith("tests/")}
    assert all((ROOT / one).is_file() for one in tests)
    assert {one for one in named if one not in tests} | set(_named(siblings)) == set(FILES)
    assert not set(named) & set(_named(siblings))
    for kind, count in re.findall(r"^\| ([A-P]) \| .* \| (\d+) files", table, re.MULTILINE):
        assert int(count) == sum(name.startswith(f"{kind.lower()}-") for name in FILES), kind
