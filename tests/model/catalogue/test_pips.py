"""The table of own and any pips on cards of two domains: complete, founded, and what the catalogue says."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from runepay.model import catalogue
from runepay.model.card import CardFields
from runepay.model.catalogue.pips import PipLine, pip_lines, pip_source
from runepay.model.clauses import Additional, Base
from runepay.model.cost import OWN, Cost
from runepay.model.resources import ANY

RULES = "A page of the Core Rules"
ALTERNATIVE = "The official alternative text"


def costs(card: CardFields) -> Iterator[tuple[str, Cost]]:
    """Every cost with pips that a keyword, an ability or an alternate price of a card asks for."""
    for word in card.keywords:
        # Hiding is paid by any Power on every card (811.1.b).
        if word.cost is not None and word.keyword != "hidden":
            yield word.keyword, word.cost
    for ability in card.abilities:
        yield ability.id, ability.cost
        yield from ((ability.id, one.cost) for one in ability.clauses if isinstance(one, Additional))
    if card.brings is not None:
        yield from ((one.clause, one.set) for one in card.brings.clauses if isinstance(one, Base) and one.set)


def test_every_such_cost_has_a_line_and_is_read_as_the_line_says() -> None:
    lines = {(one.card, one.part): one for one in pip_lines()}
    assert len(lines) == len(pip_lines())
    seen: set[tuple[str, str]] = set()
    for name in catalogue.names():
        card = catalogue.find(name)
        assert card is not None
        for part, cost in costs(card) if len(card.domains) > 1 else ():
            if cost.power:
                assert set(cost.power) == {OWN if lines[name, part].pip == "own" else ANY}, (name, part)
                seen.add((name, part))
    assert seen == set(lines)


@pytest.mark.parametrize("line", pip_lines(), ids=lambda line: line.number)
def test_a_line_names_its_card_and_its_source(line: PipLine) -> None:
    record = catalogue.record(line.card)
    assert record is not None
    assert record["number"] == line.number
    assert line.pip in {"own", "any"}
    assert line.source.endswith(".")
    assert pip_source(line.card, line.part) == line.source


def test_lines_agree_with_the_symbols_of_the_official_texts_unless_the_core_rules_show_another(root: Path) -> None:
    told = json.loads((root / "tests/data/pip_symbols.json").read_text(encoding="utf-8"))["symbols"]
    by_rules: list[str] = []
    for line in pip_lines():
        symbol = told.get(line.number)
        if line.source.startswith(RULES):
            by_rules.append(line.number)
            assert (line.pip, symbol) == ("own", "A")
        elif line.source.startswith(ALTERNATIVE):
            assert line.pip == {"C": "own", "A": "any"}[symbol], line.number
        else:
            assert (line.pip, symbol) == ("any", None)
    assert by_rules == ["UNL-188"]


def test_what_has_no_line_needs_none() -> None:
    assert pip_source("Serrated Dirk", "equip") is None
    assert pip_source("Danger Zone", "equip") is None
