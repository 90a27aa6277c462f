"""``check``: what agrees, what is unlike and why, what is not checked (C1, C22, C23)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runepay.checking import check, differences
from runepay.model.instance import parse

Write = Callable[..., Path]
Run = Callable[..., Any]
PAYABLE = {"status": "payable", "owed": {"energy": 2, "power": ["fury"], "actions": []}}


def test_files_that_agree_exit_zero_and_are_counted(run: Run, write: Write) -> None:
    told = run("check", write(expect=PAYABLE), write("other.json", expect={"left": {"runes": {"fury": 2}}}))
    # Two ready runes are expected, one ready and one exhausted are left.
    assert told.status == 1
    told = run("check", write(expect=PAYABLE), write("other.json"))
    assert (told.status, told.out) == (0, "1 of 1 agree; 1 not checked\n")


def test_what_is_unlike_is_named_with_the_difference(run: Run, write: Write) -> None:
    path = write(expect={"status": "not payable", "owed": {"energy": 3}})
    told = run("check", path)
    assert told.status == 1
    assert told.out.splitlines() == [
        f"{path}: unlike",
        "  - status: expected 'not payable', found 'payable'",
        "  - owed.energy: expected 3, found 2",
        "0 of 1 agree",
    ]


def test_kinds_not_known_and_invalid_files_are_reported_with_status_two(run: Run, write: Write, tmp_path: Path) -> None:
    told = run("check", write(expect=PAYABLE), write("best.json", ask="best"), write("bad.json", titel=1))
    assert told.status == 2
    assert told.out == "1 of 1 agree; 2 invalid\n"
    assert "found 'best'" in told.err
    told = run("check", "no such thing")
    assert (told.status, told.err) == (2, "no such thing: no such file or folder\n")


def test_every_kind_of_question_is_checked(run: Run, write: Write) -> None:
    write("set/total.json", ask="total", state={}, expect={"status": "total", "owed": {"energy": 2}})
    steps = [{"step": "exhaust", "object": "rune:fury", "number": 2}, {"step": "spend", "spends": {"energy": 2}}]
    path = write("set/referee.json", ask="referee", payment=steps, expect={"status": "illegal"}).parent
    told = run("check", path, "--verbose")
    assert told.status == 0, told.out + told.err
    assert told.out.splitlines()[-1] == "2 of 2 agree"
    assert f"{path / 'total.json'}: agrees" in told.out
    found = run("solve", path / "referee.json", "--json").objects[0]["violations"]
    write("set/referee.json", ask="referee", payment=steps, expect={"violations": [{"rule": found[0]["rule"]}]})
    assert run("check", path).status == 0
    write("set/referee.json", ask="referee", payment=steps, expect={"violations": []})
    assert run("check", path).status == 1


def test_json_gives_one_object_a_file(run: Run, write: Write) -> None:
    good, wrong, bare = write(expect=PAYABLE), write("w.json", expect={"status": "unknown"}), write("b.json")
    told = run("check", "--json", good, wrong, bare)
    assert told.status == 1
    assert told.objects == [
        {"file": str(good), "status": "agrees", "differences": []},
        {"file": str(wrong), "status": "unlike", "differences": ["status: expected 'unknown', found 'payable'"]},
        {"file": str(bare), "status": "not checked", "differences": []},
    ]


ANSWER: dict[str, Any] = {
    "status": "payable",
    "owed": {
        "energy": 4, "power": ["fury", ["fury", "order"], "any"],
        "actions": [{"do": "discard", "number": 1, "filter": {}, "objects": ["spare"], "rule": "422.3"},
                    {"do": "kill", "number": 2, "filter": {"type": ["unit"]}, "objects": ["a", "b"], "rule": "428"}],
    },
    "elected": {"discard": True, "kills": 2, "repeat": False},
    "totals": [{"elected": {"discard": True}, "owed": {"energy": 4, "power": [], "actions": []}, "payable": True},
               {"elected": {"discard": False}, "owed": {"energy": 6, "power": [], "actions": []}, "payable": False}],
    "loses": [{"object": "spare", "card": "Charm", "how": "discard", "value": 3},
              {"how": "xp", "number": 2, "value": 2}],
    "left": {"pool": {"energy": 0, "power": {"universal": 1}},
             "runes": {"fury": {"ready": 1, "exhausted": 0}, "calm": {"ready": 0, "exhausted": 2}}, "hand": ["x", "y"]},
    "goal": [{"criterion": "losses", "value": 3, "proof": "optimal"},
             {"criterion": "recycles", "value": 0, "proof": "optimal"}],
    "steps": [{"step": "exhaust", "object": "rune:fury", "number": 1}, {"step": "spend", "number": 4}],
    "reasons": [],
}  # fmt: skip


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {"status": "payable", "owed": {"energy": 4}},
        {"owed": {"power": ["any", ["order", "fury"], "fury"]}},
        {"owed": {"actions": ["kill 2", "discard 1"]}},
        {"owed": {"actions": ["kill 2 unit", {"do": "discard", "objects": ["spare"]}]}},
        {"elected": {"discard": True}},
        {"elected": {"kills": 2, "repeat": False}},
        {"totals": [{"elected": {"discard": False}, "owed": {"energy": 6}}]},
        {"totals": [{"payable": False}, {"owed": {"energy": 4}}]},
        {"loses": ["spare", "xp"]},
        {"loses": [{"number": 2}, "Charm"]},
        {"left": {"runes": {"fury": 1, "calm": {"exhausted": 2}}, "hand": ["y", "x"]}},
        {"left": {"pool": {"power": {"universal": 1, "fury": 0}}, "xp": 0, "trash": []}},
        {"goal": [{"criterion": "recycles", "value": 0}]},
        {"steps": [{"step": "spend"}]},
        {"reasons": []},
        {"one_of": [{"status": "not payable"}, {"owed": {"energy": 4}}]},
        {"status": "payable", "one_of": [{"owed": {"energy": 4}}]},
    ],
)
def test_what_is_expected_is_any_subset_compared_as_multisets(expected: dict[str, Any]) -> None:
    assert list(differences(expected, ANSWER)) == []


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"status": "not payable"}, "status: expected 'not payable', found 'payable'"),
        ({"owed": {"energy": 5}}, "owed.energy: expected 5, found 4"),
        ({"owed": {"energy": True}}, "owed.energy: expected True, found 4"),
        ({"owed": {"power": ["fury", "any"]}}, "owed.power: expected"),
        ({"owed": {"power": ["fury", "fury", "any"]}}, "owed.power: expected"),
        ({"owed": {"actions": ["discard 1"]}}, "owed.actions: expected ['discard 1'], found [discard 1, kill 2]"),
        ({"owed": {"actions": ["kill 2 gear", "discard 1"]}}, "owed.actions: expected ['kill 2 gear']"),
        ({"owed": {"actions": ["discard 1", "discard 1"]}}, "owed.actions: expected ['discard 1']"),
        ({"elected": {"accelerate": False}}, "elected.accelerate: expected False, found nothing"),
        ({"elected": {"kills": True}}, "elected.kills: expected True, found 2"),
        ({"elected": {"discard": 1}}, "elected.discard: expected 1, found True"),
        ({"totals": []}, "totals: expected []"),
        ({"totals": [{"owed": {"energy": 5}}]}, "totals: expected"),
        # Two expected totals need two different ones.
        ({"totals": [{"payable": True}, {"owed": {"energy": 4}}]}, "totals: expected"),
        ({"loses": []}, "loses: expected []"),
        ({"loses": ["spare"]}, "loses: expected ['spare']"),
        ({"left": {"runes": {"fury": 2}}}, "left.runes.fury.ready: expected 2, found 1"),
        ({"left": {"runes": {"mind": 1}}}, "left.runes.mind: expected 1, found nothing"),
        ({"left": {"hand": ["x"]}}, "left.hand: expected ['x'], found ['x', 'y']"),
        ({"left": {"xp": 1}}, "left.xp: expected 1, found nothing"),
        ({"goal": [{"criterion": "recycles", "value": 1}]}, "goal: expected"),
        ({"reasons": [{"rule": "163.1"}]}, "reasons: expected"),
        ({"one_of": [{"status": "unknown"}, {"owed": {"energy": 5}, "status": "x"}]}, "one_of: none of 2 alternatives"),
    ],
)
def test_a_difference_is_named_with_its_path(expected: dict[str, Any], said: str) -> None:
    found = list(differences(expected, ANSWER))
    assert len(found) == 1
    assert found[0].startswith(said)


def test_time_that_runs_out_is_no_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from runepay import checking

    monkeypatch.setattr(checking, "answer_json", lambda *_, **__: {"status": "unknown"})
    instance = parse('{"play": {"card": "Mine", "cost": {"energy": 1}}, "expect": {"status": "payable"}}')
    assert check(instance).status == "no answer"
