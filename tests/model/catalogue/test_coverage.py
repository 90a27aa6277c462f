"""Coverage is computed: from the parts of a card's record, and from instances that show each acting and not acting."""

import importlib.util
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from runepay.model import catalogue
from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.catalogue.coverage import (
    STATUSES,
    Row,
    coverage,
    evidence,
    kinds_of,
    set_of,
    settle,
    standing,
    total,
)
from runepay.model.catalogue.kinds import ELSEWHERE, KEYWORDS, NEEDS, OTHER_KINDS, parts_of
from runepay.model.catalogue.parts import COST_WORDS, Part, parts, without
from runepay.model.catalogue.reader import PAYMENT_KINDS, record
from runepay.model.clauses import CLAUSE_KINDS

Json = dict[str, Any]
SETS = [one["set"] for one in catalogue.sets()]


@pytest.fixture(scope="module")
def tool(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("find_coverage", root / "tools/coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def instances(tool: ModuleType) -> Any:
    return tool.Instances()


def card(name: str) -> CardFields:
    found = catalogue.find(name)
    assert found is not None
    return found


def raw(name: str) -> Mapping[str, Any]:
    found = record(name)
    assert found is not None
    return found


def every_part() -> Iterator[tuple[str, Part]]:
    for name in catalogue.names():
        for part in parts(card(name)):
            yield name, part


@pytest.mark.parametrize("code", SETS)
def test_what_is_written_down_is_what_the_instances_show(code: str, tool: ModuleType, instances: Any) -> None:
    """So the table of an installed package cannot be stale."""
    written = {
        name: {key: list(found) for key, found in shown.items()}
        for name, shown in evidence().items()
        if set_of(raw(name)) == code
    }
    assert tool.regenerate(instances, code) == written, "run python tools/coverage.py"


def test_the_file_is_laid_out_by_the_tool(tool: ModuleType, package: Path) -> None:
    text = (package / "model/catalogue/data" / tool.TARGET.name).read_text(encoding="utf-8")
    assert tool.lay_out(json.loads(text)["shown"]) == text


def test_every_part_of_every_card_is_shown_acting_and_not_acting_but_for_what_waits() -> None:
    lacking = {
        name
        for name, part in every_part()
        if not all(evidence()[name][part.key]) and "waiting_for" not in raw(name)
    }
    assert lacking == set()


def test_no_card_is_missing_and_the_sums_are_right() -> None:
    table = coverage()
    assert [row.name for row in table.sets] == SETS
    assert sum(row.cards for row in table.sets) == len(catalogue.names())
    for row in (*table.sets, *table.kinds):
        assert row.cards == row.modelled + row.caller + row.waiting + row.not_modelled, row.name
    assert table.not_modelled == ()
    assert len(table.waiting) == sum(row.waiting for row in table.sets)
    assert all(one.reason for one in table.waiting)
    assert {row.name for row in table.kinds} <= set(NEEDS)
    census: dict[str, int] = {}
    for name in catalogue.names():
        for kind in kinds_of(raw(name), card(name)):
            census[kind] = census.get(kind, 0) + 1
    assert {row.name: row.cards for row in table.kinds} == census
    assert table.silent["OGS"] == sum(not settle(raw(n)) for n in catalogue.names() if raw(n)["number"][:3] == "OGS")


def test_one_set_is_its_part_of_the_whole() -> None:
    whole = coverage()
    for code in SETS:
        table = coverage(code)
        assert table.sets == tuple(row for row in whole.sets if row.name == code)
        assert {one.name for one in table.waiting} == {n.name for n in whole.waiting if set_of(raw(n.name)) == code}
    assert total(whole.sets).cards == len(catalogue.names())


def test_every_kind_says_what_must_be_there_and_some_card_has_it() -> None:
    assert set(NEEDS) == set(PAYMENT_KINDS) | set(OTHER_KINDS) | set(KEYWORDS)
    assert set(KEYWORDS) == set(COST_WORDS)
    picked = {kind for _, part in every_part() for kind, need in NEEDS.items() if need.picks(part)}
    stated = {kind for kind, need in NEEDS.items() if need.words.startswith("nothing")}
    assert picked == set(NEEDS) - stated
    assert stated == {"RES-CHAN", "RES-READY", "RES-GOLD", "RES-XP", "RES-LOSS"}
    for kind, need in NEEDS.items():
        assert need.meaning, kind
        assert need.words, kind


def test_every_part_belongs_to_a_kind_that_its_card_bears() -> None:
    """Otherwise text would act that the table does not count."""
    for name in catalogue.names():
        listed = parts(card(name))
        counted = {part.key for kind in kinds_of(raw(name), card(name)) for part in parts_of(kind, listed)}
        assert {part.key for part in listed} == counted, name


def test_no_evidence_no_model() -> None:
    found = raw("Brazen Buccaneer")
    shown = evidence()["Brazen Buccaneer"]
    assert [one.status for one in settle(found, shown)] == ["modelled", "modelled"]
    for key, kind in (("clauses.discard", "XC-O"), ("clauses.discount", "SELF-")):
        for place, word in ((0, "acting"), (1, "not acting")):
            pair = list(shown[key])
            pair[place] = None
            settled = {one.kind: one for one in settle(found, {**shown, key: (pair[0], pair[1])})}
            assert settled[kind].status == "not modelled"
            assert settled[kind].reason == f"no instance shows {key.partition('.')[2]} {word}"
            assert standing(settled.values()) == "not modelled"


def test_a_kind_without_anything_in_the_record_is_not_modelled_though_it_is_declared() -> None:
    bare = {name: value for name, value in raw("Brazen Buccaneer").items() if name != "clauses"}
    assert bare["modelled"] == ["XC-O", "SELF-"]
    settled = settle(bare, {})
    assert [one.status for one in settled] == ["not modelled", "not modelled"]
    assert settled[0].reason.startswith("the record has nothing of that kind: an optional additional cost")


def test_what_waits_and_what_the_caller_states() -> None:
    made = {
        "name": "Made", "number": "XYZ-001", "type": ["gear"], "adds": [{"gives": {"energy": 1}}],
        "census": ["ACT-N", "RES-CONV", "READ"], "modelled": ["ACT-N"], "caller": ["READ"], "waiting_for": "a reason",
    }  # fmt: skip
    settled = {one.kind: one for one in settle(made, {"adds.add": ("a", "b")})}
    assert {kind: one.status for kind, one in settled.items()} == {
        "ACT-N": "modelled",
        "RES-CONV": "waiting",
        "READ": "caller",
    }
    assert settled["RES-CONV"].reason == "a reason"
    assert standing(settled.values()) == "waiting"
    assert standing([settled["ACT-N"], settled["READ"]]) == "caller"
    assert standing([]) == "modelled"
    assert STATUSES.index("waiting") < STATUSES.index("not modelled")


def test_text_that_stands_with_another_card_is_found_there() -> None:
    for (name, kind), (other, key) in ELSEWHERE.items():
        (settled,) = [one for one in settle(raw(name)) if one.kind == kind]
        assert (settled.status, settled.parts) == ("modelled", (key,))
        assert name in json.dumps(dict(raw(other)), ensure_ascii=False)


def test_taking_a_part_away_leaves_the_rest_and_a_valid_card() -> None:
    for name, part in every_part():
        left = without(raw(name), part)
        assert set(left) <= CARD_FIELDS
        fewer = parts(CardFields.model_validate(left))
        before = [one.content for one in parts(card(name))]
        assert [one.content for one in fewer].count(part.content) < before.count(part.content), (name, part.key)
    assert len(list(every_part())) > 600


def test_parts_are_named_once() -> None:
    for name in catalogue.names():
        keys = [part.key for part in parts(card(name))]
        assert len(set(keys)) == len(keys), name
    # Three Repeat costs, each a part.
    assert [part.key for part in parts(card("Curtain Call"))] == [
        "keywords.repeat",
        "keywords.repeat-2",
        "keywords.repeat-3",
    ]


def test_rows_are_added_up() -> None:
    assert total([Row("a", 3, 1, 1, 1, 0), Row("b", 1, 0, 0, 0, 1)], "sum") == Row("sum", 4, 1, 1, 1, 1)


# ------------------------------------------------------------ the tool


def test_an_instance_shows_acting_only_if_the_answer_differs(tool: ModuleType, instances: Any) -> None:
    part = parts(card("Noxus Hopeful"))[0]
    acts, idle = evidence()["Noxus Hopeful"][part.key]
    assert instances.shows(acts, "Noxus Hopeful", part) == "acts"
    assert instances.shows(idle, "Noxus Hopeful", part) == "idle"
    # The same question without the occasion shows it idle.
    data = json.loads(json.dumps(instances.data[acts]))
    del data["state"]["facts"]
    instances.data["made"] = data
    assert instances.shows("made", "Noxus Hopeful", part) == "idle"


def test_an_election_that_is_gone_is_left_out_but_other_wrong_input_is_invalid(tool: ModuleType) -> None:
    play = {"card": "Mine", "cost": {"energy": 0}, "elect": {"nothing": True}}
    assert tool.outcome({"play": play}).status == "payable"
    assert tool.outcome({"play": {"card": "Nobody at all"}}).status == "invalid"
    assert tool.outcome({"ask": "total", "play": {"card": "Mine", "cost": {"energy": 2}}}).status == "total"


def test_the_tool_tells_and_mends_what_is_stale(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {"Charm": {"clauses.a": ["cards/a.json", None]}}
    monkeypatch.setattr(tool, "TARGET", tmp_path / "coverage.json")
    monkeypatch.setattr(tool, "Instances", lambda: None)
    monkeypatch.setattr(tool, "regenerate", lambda _: found)
    assert tool.main(["--check", "--missing"]) == 1
    said = capsys.readouterr().out
    assert "Charm: no instance shows clauses.a not acting" in said
    assert "run python tools/coverage.py" in said
    assert tool.main([]) == 0
    assert json.loads((tmp_path / "coverage.json").read_text(encoding="utf-8"))["shown"] == found
    assert tool.main(["--check"]) == 0


# ------------------------------------------------------------ the vocabulary


def test_each_kind_of_clause_is_shown_acting_and_not_acting_by_name() -> None:
    shown: dict[str, int] = {}
    for name, part in every_part():
        kind = getattr(part.content, "clause", None)
        if kind and all(evidence()[name][part.key]):
            shown[kind] = shown.get(kind, 0) + 1
    assert set(shown) == set(CLAUSE_KINDS)
