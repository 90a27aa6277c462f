"""Instances as Python sees them: what is read, what it means, and where a fault lies (C1-C13, C25)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runepay.model.errors import InputError
from runepay.model.instance import Instance, iter_jsonl, parse, read
from runepay.model.jsontext import loads, places, position, walk
from runepay.model.objects import things_of

PLAY = {"card": "Mine", "cost": {"energy": 1}}


def made(**fields: object) -> Instance:
    return parse(json.dumps({"play": PLAY} | fields))


def test_what_is_not_said_has_its_default() -> None:
    one = made()
    assert (one.runepay, one.ask, one.ruleset, one.goal, one.expect) == (1, "solve", "1.4", ("thrifty",), None)
    assert one.state.xp == 0


def test_equal_cards_get_the_next_free_id_however_many_there_are() -> None:
    state = made(state={"hand": ["Charm", {"id": "charm-3", "card": "Charm"}, *["Charm"] * 20_000]}).state
    ids = [oid for _, oid, _ in things_of(state)]
    assert ids[:5] == ["charm", "charm-3", "charm-2", "charm-4", "charm-5"]
    assert (len(set(ids)), ids[-1]) == (20_002, "charm-20002")


def test_the_position_holds_opponents_and_cards_of_the_file() -> None:
    one = made(
        state={"xp": 1, "opponents": [{"board": ["A"]}], "cards": {"A": {"type": "unit"}, "B": {"might": 1}}},
        opponents=[{"board": ["B"]}],
        cards={"B": {"might": 2}},
    )
    assert one.game is one.state
    assert [opponent.board[0].card for opponent in one.state.opponents] == ["A", "B"]
    assert one.state.cards["B"].might == 2
    assert one.state.xp == 1


def test_a_goal_may_be_one_text() -> None:
    assert made(goal="most-ready,thrifty").goal == ("most-ready", "thrifty")


def test_expectations_come_back_as_they_were_written() -> None:
    expect = {
        "status": "payable", "owed": {"energy": 4, "power": ["any", ["fury", "order"]], "actions": ["discard 1"]},
        "elected": {"discard": True, "kills": 2}, "one_of": [{"left": {"runes": {"fury": 1}}}, {"goal": []}],
    }  # fmt: skip
    assert made(expect=expect).expected == expect
    assert made().expected is None


def test_an_instance_knows_its_file_text_and_data(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"play": PLAY}))
    one = read(path)
    assert (one.file, one.text, one.data) == (str(path), path.read_text(), {"play": PLAY})


def test_rows_are_read_one_by_one_and_a_bad_one_is_given_as_its_error(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"play": {"card": "A"}}\n\n{"play": 1}\n[]\n{"play": {"card": "B"}}')
    found = list(iter_jsonl(path))
    assert [type(one) for one in found] == [Instance, InputError, InputError, Instance]
    assert isinstance(found[0], Instance)
    assert found[0].file == f"{path}:1"
    assert [str(one) for one in found[1:3]] == [
        f"{path}:3:10: play: an object {{...}} is needed, found 1",
        f"{path}:4:1: an instance is a JSON object, found 'a list'",
    ]
    with pytest.raises(InputError, match="one instance a line"):
        read(path)


def test_an_error_of_the_core_gets_its_place() -> None:
    text = '{\n "state": {"board": [{"id": "a.b"}]},\n "play": {"card": "Mine", "targets": ["a.b", "c"]}}'
    one = parse(text, "mine.json")
    fault = one.located(InputError("no such target", path="play.targets.1", found="c"))
    assert str(fault) == "mine.json:3:46: play.targets.1: no such target, found 'c'"
    # Of a path that goes further than the file, the last part that is there; without a path, what was found.
    fault = one.located(InputError("odd", path="state.board.0.cost.energy"))
    assert (fault.line, fault.column, fault.path) == (2, 22, "state.board.0.cost.energy")
    fault = one.located(InputError("odd", found="a.b"))
    assert (fault.line, fault.column, fault.path) == (2, 29, "state.board.0.id")
    fault = one.located(InputError("odd", found="nowhere"))
    assert (fault.file, fault.line) == ("mine.json", 0)


@pytest.mark.parametrize(
    ("fields", "path", "said"),
    [
        # What Pydantic alone would read generously.
        ({"state": {"board": [{"id": "a", "ready": 1}]}}, "state.board.0.ready", "true or false is needed"),
        ({"state": {"board": [{"id": "a", "ready": "no"}]}}, "state.board.0.ready", "true or false is needed"),
        ({"state": {"board": [{"id": "a", "might": True}]}}, "state.board.0.might", "a whole number is needed"),
        ({"play": PLAY | {"cost": {"power": [2]}}}, "play.cost.power.0", "a pip is a domain"),
        ({"play": PLAY | {"origin": "trash"}}, "play.origin", "did you mean 'from'?"),
        ({"play": PLAY | {"elect": {"a": "yes"}}}, "play.elect.a", "is needed"),
        ({"play": PLAY | {"elect": {"a": -1}}}, "play.elect.a", "between 0 and 1,000,000"),
        ({"play": PLAY | {"clauses": [{"clause": "increase", "energy": 1, "per": {"count": "xp", "times": "2"}}]}},
         "play.clauses.0.per.times", "a whole number is needed"),
        # Words that nothing could ever match.
        ({"state": {"board": [{"id": "a", "adds": [{"gives": {"power": {"fry": 1}}}]}]}},
         "state.board.0.adds.0.gives.power.fry", "did you mean 'fury'?"),
        ({"state": {"board": [{"id": "a", "adds": [{"gives": {"energy": 1}, "for": "spel"}]}]}},
         "state.board.0.adds.0.for", "did you mean 'spell'?"),
        ({"play": PLAY | {"clauses": [{"clause": "discount", "energy": 1, "on": {"from": ["hnad"]}}]}},
         "play.clauses.0.on.from.0", "did you mean 'hand'?"),
        # A misspelt field that is needed is told once.
        ({"play": PLAY | {"clauses": [{"clause": "additional", "cst": {}}]}},
         "play.clauses.0.cst", "did you mean 'cost'?"),
        ({"play": PLAY | {"clauses": [{"energy": 1}]}}, "play.clauses.0", "a clause is an object with 'clause'"),
        ({"play": PLAY | {"clauses": ["discount"]}}, "play.clauses.0", "a clause is an object with 'clause'"),
        ({"state": {"effects": [{"clause": "discount", "enrgy": 1}]}},
         "state.effects.0.enrgy", "did you mean 'energy'?"),
        ({"state": {"facts": {"showdown": 1}}}, "state.facts.showdown", "is true or false"),
        ({"state": {"facts": {"points": 10**7}}}, "state.facts.points", "between 0 and 1,000,000"),
        ({"state": []}, "state", "an object {...} is needed, found 'a list'"),
        ({"state": {"board": {}}}, "state.board", "a list [...] is needed, found 'an object'"),
        ({"title": 3}, "title", "a text in quotes is needed, found 3"),
        ({"state": {"zone": 1}}, "state.zone", "unknown field"),
    ],
)  # fmt: skip
def test_a_fault_is_found_and_told_once(fields: dict[str, object], path: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        made(**fields)
    assert (caught.value.path, caught.value.others) == (path, ())
    assert said in str(caught.value)
    assert caught.value.line == 1


def test_faults_are_told_in_the_order_of_the_text() -> None:
    text = '{"titel": 1,\n "play": {"kind": "crad", "cost": {"energy": -1}, "card": "A"},\n "ask": "slove"}'
    with pytest.raises(InputError) as caught:
        parse(text)
    told = [caught.value, *caught.value.others]
    assert [(one.line, one.path) for one in told] == [
        (1, "titel"), (2, "play.kind"), (2, "play.cost.energy"), (3, "ask")
    ]  # fmt: skip


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_walking_a_text_finds_every_value_at_its_place(data: object, indent: int | str | None, ascii_: bool) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_)
    decoder = json.JSONDecoder()
    found = dict(walk(text))
    for path, place in found.items():
        value = data
        for part in path:
            value = value[part]  # type: ignore[index]
        assert decoder.raw_decode(text, place.value)[0] == value
        if place.key is not None:
            assert decoder.raw_decode(text, place.key)[0] == path[-1]
    assert len(found) == count(data)
    assert places(text, found) == found


def count(data: object) -> int:
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return 1 + sum(count(one) for one in inner)


@given(st.text(alphabet='{}[]:,"ab1-.eNn \n\\', max_size=40))
def test_any_text_is_read_as_json_reads_it_or_refused_with_a_message(text: str) -> None:
    try:
        data = loads(text)
    except InputError as error:
        assert str(error)  # noqa: PT017 - what matters is that nothing else is raised
        line, column = error.line, error.column
        assert line == 0 or (1 <= line <= text.count("\n") + 1 and column >= 1)
    else:
        assert data == json.loads(text)


@given(st.binary(max_size=60))
def test_any_bytes_give_an_instance_or_an_input_error(raw: bytes) -> None:
    with pytest.raises(InputError):
        parse(raw)


@given(VALUES)
def test_any_json_gives_an_instance_or_an_input_error(data: object) -> None:
    try:
        parse(json.dumps({"state": data, "play": data, "expect": data, "cards": data}))
    except InputError as error:
        assert error.message  # noqa: PT017 - what matters is that nothing else is raised


@given(st.text(max_size=30), st.integers(0, 30))
def test_a_position_is_a_line_and_a_column(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    line, column = position(text, offset)
    assert text.split("\n")[line - 1][: column - 1] == text[:offset].rpartition("\n")[2]
