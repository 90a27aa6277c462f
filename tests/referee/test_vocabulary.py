"""The referee knows every word of the vocabulary, and cites only rules that the rulebook knows."""

import re
from pathlib import Path
from typing import get_args

from runepay.model.clauses import CLAUSE_KINDS, Amount, Condition
from runepay.model.filters import Filter, PlayFilter
from runepay.model.rulebook import MEANING
from runepay.referee import claims, terms


def test_every_field_of_a_filter_is_asked() -> None:
    assert set(terms._ASKS) == set(Filter.model_fields)


def test_every_field_of_a_scope_is_asked() -> None:
    assert set(terms._REACHES) | {"whose", "kind"} == set(PlayFilter.model_fields)


def test_every_field_of_a_condition_is_asked() -> None:
    assert set(terms._HOLDS) | {"at_least", "at_most"} == set(Condition.model_fields)


def test_every_count_is_counted() -> None:
    assert set(terms._COUNTS) == set(get_args(Amount.model_fields["count"].annotation))


def test_every_kind_of_clause_is_read() -> None:
    source = Path(claims.__file__).read_text(encoding="utf-8")
    read = {"".join(part.capitalize() for part in kind.split("_")) for kind in CLAUSE_KINDS} - {"Deflect", "Grant"}
    assert all(f"case {name}()" in source for name in read | {"GrantKeyword"})
    assert "deflecting" in source


def test_every_rule_cited_has_a_meaning(package: Path) -> None:
    cited: set[str] = set()
    for path in (package / "referee").glob("*.py"):
        cited |= set(re.findall(r'"(\d{3}(?:\.[0-9a-z]+)*)"', path.read_text(encoding="utf-8")))
    assert len(cited) > 20
    assert cited - set(MEANING) == set()
