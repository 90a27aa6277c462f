"""A whole problem in one line: exactly the JSON, safe in an address, for every instance of the project."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runepay
from runepay.model.instance import parse
from runepay.model.notation.line import is_line, line_data, line_text, read_line, write_line

ROOT = Path(__file__).resolve().parents[2]
SAFE = re.compile(r"[A-Za-z0-9\-_.!~*'()]+")
Json = Any


def canonical(data: Json) -> str:
    return json.dumps(data, sort_keys=True)


def said_by(one: runepay.Instance) -> Json:
    return one.model_dump(mode="json", by_alias=True, exclude_unset=True)


def test_every_instance_of_the_repository_comes_back_exactly() -> None:
    paths = sorted((ROOT / "instances").rglob("*.json"))
    count = 0
    for path in paths:
        data = json.loads(path.read_text(encoding="utf-8"))
        if "play" not in data and "ask" not in data:
            continue
        data.pop("$schema", None)
        line = line_text(data)
        assert SAFE.fullmatch(line), path
        assert is_line(line)
        assert canonical(line_data(line)) == canonical({"runepay": 1, **data}), path
        assert line_text(line_data(line)) == line, path
        count += 1
    assert count > 2000


def test_ordinary_problems_are_short() -> None:
    lengths = []
    for path in sorted((ROOT / "instances" / "rulings").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        short = {key: value for key, value in data.items() if key not in {"title", "expect"}}
        lengths.append(len(line_text(short)) / len(json.dumps(short, separators=(",", ":"))))
    assert sorted(lengths)[len(lengths) // 2] < 0.75


@pytest.mark.parametrize("folder", ["demo", "worked", "bench"])
def test_a_line_has_the_answer_of_its_file(folder: str) -> None:
    asked = 0
    for path in sorted((ROOT / "instances" / folder).glob("*.json")):
        one = runepay.load(path)
        again = read_line(write_line(one))
        assert said_by(again) == said_by(one), path
        if one.ask == "solve":
            said = runepay.solve(again.game, again.play, again.goal, ruleset=again.rules)
            assert said.to_json() == runepay.solve(one.game, one.play, one.goal, ruleset=one.rules).to_json()
            asked += 1
    assert asked > 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = ("runes", "pool", "hand", "cost", "elect", "goal", "legend", "targets", "play", "state", "when", "x y")
NUMBER = st.integers(0, 12)
DOMAIN = st.sampled_from(("fury", "calm", "mind", "body", "chaos", "order"))
POWER = DOMAIN | st.just("universal")
PIP = DOMAIN | st.sampled_from(("any", "own")) | st.lists(DOMAIN, min_size=2, max_size=3, unique=True)
NAME = st.sampled_from(("Charm", "Kai'Sa, Survivor", "Seal of Rage", "x-1", "12", "a_b", "(odd)")) | st.text(min_size=1)
THING = NAME | st.fixed_dictionaries({"card": NAME}, optional={"id": NAME, "ready": st.booleans(), "at": NAME})
ORDINARY: dict[str, st.SearchStrategy[Json]] = {
    "runes": st.dictionaries(
        DOMAIN, NUMBER | st.fixed_dictionaries({}, optional={"ready": NUMBER, "exhausted": NUMBER}), max_size=4
    ),
    "pool": st.fixed_dictionaries(
        {},
        optional={
            "energy": NUMBER,
            "power": st.dictionaries(POWER, NUMBER, max_size=3),
            "restricted": st.lists(
                st.fixed_dictionaries(
                    {"for": st.sampled_from(("spell", ["gear", "unit"], ["spell"]))},
                    optional={"energy": NUMBER, "power": st.dictionaries(POWER, NUMBER, max_size=2)},
                ),
                max_size=3,
            ),
        },
    ),
    "hand": st.lists(THING, max_size=4),
    "board": st.lists(THING, max_size=4),
    "legend": THING,
    "cost": st.fixed_dictionaries({}, optional={"energy": NUMBER, "power": st.lists(PIP, max_size=5)}),
    "elect": st.dictionaries(NAME, st.booleans() | NUMBER, max_size=3),
    "goal": st.lists(NAME, max_size=3) | NAME,
}
FIELD = st.sampled_from(FIELDS).flatmap(lambda name: st.tuples(st.just(name), JSON | ORDINARY.get(name, JSON)))
OBJECT = st.lists(FIELD, max_size=5).map(dict)
STATE = st.lists(
    st.sampled_from([*ORDINARY, "xp", "deck", "opponents", "other"]).flatmap(
        lambda name: st.tuples(st.just(name), ORDINARY.get(name, JSON | OBJECT))
    ),
    max_size=5,
).map(dict)
PLAY = st.fixed_dictionaries({"card": NAME}, optional={name: ORDINARY[name] for name in ("cost", "elect")})
PROBLEM = st.fixed_dictionaries(
    {"play": OBJECT | PLAY},
    optional={
        "state": STATE | JSON.filter(lambda one: one is not None),
        "goal": ORDINARY["goal"],
        "title": st.text(),
        "expect": OBJECT,
        "cards": OBJECT,
    },
)


@settings(max_examples=200, deadline=None)
@given(data=PROBLEM)
def test_any_json_comes_back_exactly(data: Json) -> None:
    line = line_text(data)
    assert SAFE.fullmatch(line)
    assert canonical(line_data(line)) == canonical({"runepay": 1, **data})


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="rp1~runes.playhdcost(!)'3R-1_*4E", max_size=24).map("rp1~".__add__))
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    place = 1
    try:
        data = line_data(text)
    except runepay.Unreadable as error:
        place = error.place
    else:
        assert data["runepay"] == 1
        assert canonical(line_data(line_text(data))) == canonical(data)
    assert 1 <= place <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 1),
        ("rp2~play.Charm", 1),
        ("rp1~", 5),
        ("rp1~play", 5),
        ("rp1~play.Charm~play.Charm", 16),
        ("rp1~runes.3R.2R", 14),
        ("rp1~runes.3Q", 11),
        ("rp1~pool.2X", 10),
        ("rp1~play.Charm~play-cost.3EQ", 28),
        ("rp1~cards.(x.(y.1)", 19),
        ("rp1~cards.x)", 12),
        ("rp1~title.*4", 11),
        ("rp1~title.*FF", 11),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_place(text: str, place: int) -> None:
    with pytest.raises(runepay.Unreadable) as told:
        read_line(text)
    assert told.value.place == place


def test_a_line_whose_problem_is_invalid_names_the_field() -> None:
    with pytest.raises(runepay.InputError, match=r"^line: play\.frm: unknown field.*from") as told:
        read_line("rp1~play.Charm~play-frm.hand", "line")
    assert (told.value.line, told.value.column) == (0, 0)


def test_a_problem_that_was_never_a_file_has_a_line() -> None:
    from runepay.model.instance import Instance

    one = Instance.model_validate({"state": {"runes": {"fury": 2}}, "play": {"card": "Charm"}})
    assert said_by(read_line(write_line(one))) == {"runepay": 1, **said_by(one)}
    titled = parse('{"title": "x", "play": {"card": "Charm"}, "expect": {"status": "payable"}}')
    assert write_line(titled, whole=False) == "rp1~play.Charm"


def test_the_command_takes_and_writes_lines(run: Callable[..., Any], tmp_path: Path) -> None:
    line = "rp1~runes.4R.B~hand.Charm~play.Brazen_Buccaneer"
    told = run("solve", line, "--json")
    assert (told.status, told.objects[0]["notation"]) == (0, "discard!4E~4r.discard!discard(charm)")
    assert run("solve", line, "--line").out == f"{line}\n"
    assert run("solve", line, "--line", "--elect", "discard=false").out == f"{line}~play-elect.discard'f\n"
    assert run("solve", "Brazen Buccaneer", "--runes", "4 fury, mind", "--line").out.startswith("rp1~runes.")
    assert run("total", line).status == 0
    saved = tmp_path / "saved.json"
    assert run("solve", line, "--save", saved).status == 0
    assert line_text(json.loads(saved.read_text())) == line
    assert run("check", "rp1~runes.2R~play.Mine~play-cost.2E~expect.(status.payable)").status == 0
    assert run("check", "rp1~runes.R~play.Mine~play-cost.2E~expect.(status.payable)").status == 1
    bad = run("solve", "rp1~runes.4Q~play.Charm")
    assert (bad.status, "<notation>" in bad.err, "at character 11" in bad.err) == (2, True, True)
    unknown = run("solve", "rp1~play.Charmm")
    assert (unknown.status, "<notation>: play.card: unknown card" in unknown.err) == (2, True)
    assert "'Charm'" in unknown.err
    files = sorted((ROOT / "instances" / "demo").glob("*.json"))
    lines = run("solve", *files, "--line").out.splitlines()
    assert [read_line(one).data for one in lines] == [{"runepay": 1, **json.loads(one.read_text())} for one in files]


@pytest.mark.parametrize(
    ("section", "hint"),
    [("rune.3R", "runes"), ("battlefeild.x", "battlefields"), ("playtargets.x", "play-targets"),
     ("play-target.x", "play-targets"), ("goals.x", "goal"), ("xyzzy.x", None)],
)  # fmt: skip
def test_an_unknown_section_is_told_the_nearest_section(section: str, hint: str | None) -> None:
    with pytest.raises(runepay.InputError) as told:
        read_line(f"rp1~{section}~play.Charm")
    assert (told.value.hint, told.value.line) == (hint, 0)
