"""The line protocol against the real process: every answer bears its id, and nothing ends it but its input or quit."""

import io
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runepay
from runepay.engine.loop import Engine

from .conftest import LONG, LONG_STATE, MINE, STATE, Json, Talk

BEST: Json = {"type": "ask", "id": 7, "what": "best", "play": MINE}
POSITION: Json = {"type": "position", "id": 2, "state": STATE}


def test_a_whole_conversation(talk: Talk) -> None:
    hello = talk.say({"type": "hello", "id": 1})
    assert (hello["id"], hello["name"], hello["protocol"]) == (1, "runepay", 1)
    assert set(hello["asks"]) == {"can_pay", "best", "payments", "count", "playable", "plan"}
    assert hello["versions"]["ruleset"] == "1.4"
    assert talk.say(POSITION) == {"type": "ok", "id": 2, "position": "main"}
    assert talk.say({**BEST, "what": "can_pay"})["payable"] is True
    best = talk.say(BEST)
    answer = runepay.solve(runepay.GameState.model_validate(STATE), runepay.Play.model_validate(MINE)).to_json()
    assert best["payment"]["notation"] == answer["notation"]
    assert best["payment"]["steps"] == answer["steps"]
    assert best["payment"]["goal"] == answer["goal"]
    assert best["payment"]["owed"] == answer["owed"]
    assert talk.say({"type": "quit", "id": "end"}) == {"type": "bye", "id": "end"}
    assert talk.end() == (0, "")


def test_slow_answers_are_those_of_the_library(talk: Talk) -> None:
    talk.say(POSITION)
    play = {"card": "Brazen Buccaneer"}
    said = talk.say({**BEST, "play": play, "full": True})
    answer = runepay.solve(runepay.GameState.model_validate(STATE), runepay.Play.model_validate(play)).to_json()
    assert said["answer"] == answer
    assert said["payment"]["notation"] == answer["notation"] == "discard!4E~4r.discard!discard(charm)"
    no = talk.say({**BEST, "play": {**MINE, "cost": {"energy": 9}}})
    assert (no["status"], no["payable"], no["owed"]["energy"]) == ("not payable", False, 9)
    assert no["reasons"][0]["missing"] == 4
    hand = talk.say({"type": "ask", "id": 9, "what": "playable"})
    assert [(one["card"], one["payable"]) for one in hand["playable"]] == [("Brazen Buccaneer", True), ("Charm", False)]
    assert hand["number"] == 1
    assert hand["complete"] is True


@pytest.mark.parametrize(
    ("line", "code", "ident"),
    [
        ("garbage", "unreadable", None),
        ("[1]", "unreadable", None),
        ('{"id": 5}', "unreadable", 5),
        ('{"id": 5, "type": "aks"}', "invalid", 5),
        ('{"id": [], "type": "ask"}', "unreadable", None),
        ('{"id": "a", "type": "ask", "wat": 1}', "invalid", "a"),
        ('{"id": 5, "type": "ask", "what": "bets"}', "invalid", 5),
        ('{"id": 5, "type": "ask", "milliseconds": -1}', "unreadable", 5),
        ("[" * 100_000, "unreadable", None),
        (b'{"id": 5, "type": "hello\xff"}', "unreadable", None),
        ({**BEST, "play": None}, "invalid", 7),
        ({"type": "ask", "id": 8}, "invalid", 8),
        ({**BEST, "play": {"card": "Charmm"}}, "invalid", 7),
        ({**BEST, "play": {"crad": "Charm"}}, "invalid", 7),
        ({**BEST, "goal": ["thirfty"]}, "invalid", 7),
        ({**BEST, "position": "other"}, "unknown position", 7),
        ({"type": "ask", "id": 7, "what": "plan", "plan": {"mode": "bets"}}, "invalid", 7),
        ({"type": "ask", "id": 7, "what": "plan", "plan": {"turns": 2}}, "invalid", 7),
        ({"type": "position", "id": 8}, "invalid", 8),
        ({"type": "position", "id": 8, "state": {"runs": {}}}, "invalid", 8),
        ({"type": "position", "id": 8, "state": {"runes": {"fury": 1}, "hand": ["No Such Card"]}}, "invalid", 8),
        ({"type": "position", "id": 8, "follows": "main", "play": MINE, "payment": "3ER~?"}, "unreadable", 8),
        ({"type": "position", "id": 8, "follows": "main", "play": MINE, "payment": "3ER~r.R"}, "not legal", 8),
        ({"type": "setoption", "id": 8, "name": "gaol"}, "invalid", 8),
        ({"type": "setoption", "id": 8, "name": "milliseconds", "value": "x"}, "invalid", 8),
        ({"type": "setoption", "id": 8, "name": "ruleset", "value": "9"}, "invalid", 8),
    ],
)
def test_a_bad_line_gets_an_error_and_the_engine_lives_on(
    shared: Talk, line: Json | str | bytes, code: str, ident: int | str | None
) -> None:
    shared.say(POSITION)
    said = shared.say(line)
    assert (said["type"], said["code"], said.get("id")) == ("error", code, ident)
    assert said["message"]
    assert shared.say({**BEST, "id": "after"})["id"] == "after"


def test_errors_name_the_field_and_the_nearest_word(shared: Talk) -> None:
    talk = shared
    talk.say(POSITION)
    said = talk.say({**BEST, "play": {"card": "Charmm"}})
    assert (said["path"], said["found"], said["hint"]) == ("play.card", "Charmm", "Charm")
    said = talk.say({"type": "aks"})
    assert (said["found"], said["hint"]) == ("aks", "ask")
    said = talk.say({**BEST, "gaol": []})
    assert (said["found"], said["hint"]) == ("gaol", "goal")


def test_misspelt_words_of_a_request_get_the_nearest_one(shared: Talk) -> None:
    said = shared.say({**BEST, "what": "bset"})
    assert (said["code"], said["path"], said["found"], said["hint"]) == ("invalid", "what", "bset", "best")
    said = shared.say({**BEST, "xyz": 1})
    assert said["code"] == "invalid"
    assert "milliseconds" in said["hint"]


@pytest.mark.parametrize(
    ("what", "field", "value"),
    [("best", "plan", {}), ("best", "at_most", 3), ("can_pay", "full", True), ("can_pay", "pareto", True),
     ("playable", "play", MINE), ("plan", "play", MINE)],
)  # fmt: skip
def test_a_field_of_another_kind_of_question_is_refused(shared: Talk, what: str, field: str, value: object) -> None:
    shared.say(POSITION)
    asked = {"type": "ask", "id": 7, "what": what, field: value}
    said = shared.say(asked)
    assert (said["type"], said["code"], said["path"]) == ("error", "invalid", field)


@pytest.mark.parametrize(
    "message",
    [
        {**BEST, "what": "z" * 500_000},
        {**BEST, "z" * 500_000: 1},
        {**BEST, "position": "z" * 500_000},
        {**POSITION, "state": {"hand": ["z" * 500_000]}},
        {**POSITION, "state": {"z" * 500_000: 1}},
        {"type": "z" * 500_000},
        {"type": "setoption", "name": "z" * 500_000},
    ],
)
def test_what_was_sent_is_told_back_in_short(shared: Talk, message: Json) -> None:
    said = shared.say(message)
    assert said["type"] == "error"
    assert len(json.dumps(said)) < 2_000


def test_a_large_position_is_read_while_the_engine_listens(talk: Talk) -> None:
    talk.send({**POSITION, "state": {"hand": ["Charm"] * 5_000}}, {"type": "stop", "id": 3, "of": "nobody"})
    assert talk.read() == {"type": "ok", "id": 3}
    assert talk.read() == {"type": "ok", "id": 2, "position": "main"}
    talk.send({**POSITION, "id": 4, "state": {"hand": ["Charm"] * 500_000}}, {"type": "quit", "id": 5})
    assert talk.read()["code"] == "stopped"
    assert talk.read() == {"type": "bye", "id": 5}
    assert talk.end() == (0, "")


def test_a_count_keeps_its_limit(talk: Talk) -> None:
    domains = ("fury", "calm", "mind", "body", "chaos", "order")
    talk.say({**POSITION, "state": {"runes": dict.fromkeys(domains, 1_000_000)}})
    # More pips than are counted by what is owed.
    play = {"card": "Mine", "cost": {"energy": 50, "power": ["any"] * 110}, "targets": []}
    said = talk.say({"type": "ask", "id": 8, "what": "count", "play": play, "milliseconds": 300})
    assert (said["complete"], said["stopped"]) == (False, "time")


def test_stop_is_heard_while_a_question_is_worked_on_and_what_waits_is_answered(talk: Talk) -> None:
    talk.say({"type": "position", "state": LONG_STATE})
    talk.say({"type": "position", "name": "other", "state": STATE})
    talk.send({**BEST, "id": "long", "play": LONG}, {**BEST, "id": "short", "position": "other"})
    time.sleep(1)
    begun = time.monotonic()
    talk.send({"type": "stop", "id": "stop"})
    said = [talk.read() for _ in range(3)]
    assert time.monotonic() - begun < 60
    by_id = {one["id"]: one for one in said}
    assert by_id["stop"]["type"] == "ok"
    assert (by_id["long"]["status"], by_id["long"]["stopped"]) == ("unknown", "stop")
    assert "payable" not in by_id["long"]
    assert by_id["short"]["status"] == "payable"
    assert [one["id"] for one in said if one["id"] != "stop"] == ["long", "short"]


def test_a_question_that_waits_can_be_stopped_by_its_id_and_quit_ends_all(talk: Talk) -> None:
    talk.say({"type": "position", "state": LONG_STATE})
    talk.send({**BEST, "id": 1, "play": LONG}, {**BEST, "id": 2}, {"type": "stop", "id": 3, "of": 2})
    assert talk.read() == {"type": "ok", "id": 3}
    talk.send({"type": "quit", "id": 4})
    first, second, bye = talk.read(), talk.read(), talk.read()
    # Whether it had been begun is the machine's affair.
    assert first["id"] == 1
    assert (first.get("stopped"), first.get("code")) in {("stop", None), (None, "stopped")}
    assert "payable" not in first
    assert (second["id"], second["code"]) == (2, "stopped")
    assert bye == {"type": "bye", "id": 4}
    assert talk.end() == (0, "")


def test_time_that_runs_out_is_said_and_never_taken_for_no(talk: Talk) -> None:
    talk.say({"type": "position", "state": LONG_STATE})
    for limit in ({"milliseconds": 200}, {}):
        said = talk.say({**BEST, "what": "can_pay", "play": LONG, **limit})
        assert (said["status"], said["stopped"], "payable" in said) == ("unknown", "time", False)
        talk.say({"type": "setoption", "name": "milliseconds", "value": 150})


def test_a_position_can_follow_a_payment(talk: Talk) -> None:
    talk.say(POSITION)
    paid = talk.say(BEST)["payment"]["notation"]
    follows = {"type": "position", "name": "next", "follows": "main", "play": MINE, "payment": paid}
    assert talk.say(follows) == {"type": "ok", "position": "next"}
    again = talk.say({**BEST, "position": "next"})
    assert again["payable"] is False
    state = runepay.GameState.model_validate(STATE)
    play = runepay.Play.model_validate(MINE)
    after = runepay.apply(state, play, runepay.read_payment(state, play, paid))
    one = {"card": "Small", "cost": {"energy": 1}, "targets": []}
    said = talk.say({**BEST, "play": one, "position": "next"})
    assert said["payment"]["notation"] == runepay.solve(after, runepay.Play.model_validate(one)).notation


def test_a_position_can_be_one_line_with_its_own_play(talk: Talk) -> None:
    line = "rp1~runes.4R.B~hand.Charm~play.Brazen_Buccaneer"
    assert talk.say({"type": "position", "id": 1, "line": line}) == {"type": "ok", "id": 1, "position": "main"}
    said = talk.say({"type": "ask", "id": 2, "what": "best"})
    assert said["payment"]["notation"] == "discard!4E~4r.discard!discard(charm)"
    assert talk.say(BEST)["payable"] is True
    bad = talk.say({"type": "position", "id": 3, "line": "rp1~runes.4Q~play.Charm"})
    assert (bad["code"], bad["place"]) == ("unreadable", 11)


def test_what_follows_a_play_that_was_made_has_its_card_and_counts_it(talk: Talk) -> None:
    hand = [{"card": "Legion Rearguard"}, {"card": "Noxus Hopeful"}]
    talk.say({"type": "position", "state": {"runes": {"fury": 5}, "hand": hand}})
    first, second = ({"card": one["card"]} for one in hand)
    paid = talk.say({"type": "ask", "what": "best", "play": first})["payment"]["notation"]
    follows = {"type": "position", "name": "next", "follows": "main", "play": first, "payment": paid}
    ask = {"type": "ask", "what": "can_pay", "position": "next", "play": second}
    talk.say(follows)
    assert talk.say(ask)["payable"] is False
    talk.say(follows | {"resolved": True})
    assert talk.say(ask)["payable"] is True


def test_options_change_what_follows(talk: Talk) -> None:
    talk.say({"type": "position", "state": {"runes": {"fury": 1}, "pool": {"power": {"universal": 1}}}})
    play = {"card": "Mine", "cost": {"power": ["fury"]}, "targets": []}
    assert talk.say({**BEST, "play": play})["payment"]["notation"] == "R~(U)"
    talk.say({"type": "setoption", "name": "goal", "value": "keep-universal"})
    assert talk.say({**BEST, "play": play})["payment"]["notation"] == "R~r.R.-(E)"
    assert talk.say({**BEST, "play": play, "goal": ["thrifty"]})["payment"]["notation"] == "R~(U)"
    assert talk.say({"type": "setoption", "name": "cache", "value": False})["type"] == "ok"
    assert talk.say({**BEST, "play": play, "steps": False})["payment"].get("steps") is None


def test_input_that_ends_lets_everything_be_answered() -> None:
    lines = [POSITION, BEST, {**BEST, "id": 8, "play": {"card": "Brazen Buccaneer"}}, {**BEST, "id": 9}]
    done = subprocess.run(
        [sys.executable, "-m", "runepay", "engine"],
        input="".join(f"{json.dumps(one)}\n" for one in lines).removesuffix("\n"),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [2, 7, 8, 9]


def test_a_reader_that_goes_away_ends_it() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "runepay", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"type": "position", "state": LONG_STATE}).encode() + b"\n")
    process.stdin.flush()
    assert b"ok" in process.stdout.readline()
    process.stdout.close()
    process.stdin.write(json.dumps({**BEST, "play": LONG}).encode() + b"\n" + b'{"type": "hello"}\n{"type": "stop"}\n')
    process.stdin.flush()
    _, complaints = process.communicate(timeout=60)
    assert complaints == b""
    assert process.returncode == 0


def test_the_schema_takes_every_request_of_these_tests_and_refuses_bad_ones(talk: Talk, tmp_path: Path) -> None:
    good: list[dict[str, Any]] = [
        {"type": "hello"},
        POSITION,
        BEST,
        {"type": "setoption", "name": "cache", "value": False},
        {"type": "stop", "of": 3},
        {"type": "quit", "id": "x"},
        {"type": "position", "follows": "main", "play": MINE, "payment": "3ER~3r.R"},
    ]
    for one in good:
        talk.requests.validate(one)
    bad: list[dict[str, Any]] = [
        {"type": "aks"},
        {**BEST, "what": "bets"},
        {**POSITION, "state": {"runs": 1}},
        {**BEST, "id": 1.5},
        {**BEST, "x": 1},
    ]
    assert [one for one in bad if talk.requests.is_valid(one)] == []
    done = subprocess.run(
        [sys.executable, "-m", "runepay", "schema", "--engine"], capture_output=True, timeout=60, check=True
    )
    from runepay.engine.schema import schema

    assert json.loads(done.stdout) == schema()


def test_payments_and_their_number(talk: Talk) -> None:
    talk.say({"type": "position", "state": {"runes": {"fury": 2, "calm": 2}}})
    play = {"card": "Mine", "cost": {"energy": 1, "power": ["any"]}, "targets": []}
    said = talk.say({"type": "ask", "id": 1, "what": "payments", "play": play})
    state, mine = runepay.GameState.model_validate({"runes": {"fury": 2, "calm": 2}}), runepay.Play.model_validate(play)
    every = runepay.payments(state, mine)
    texts = [runepay.write_payment(state, mine, one) for one in every]
    assert [one["notation"] for one in said["payments"]] == texts
    assert (said["number"], said["complete"], said["proof"]) == (len(texts), True, "optimal")
    few = talk.say({"type": "ask", "id": 2, "what": "payments", "play": play, "at_most": 1, "steps": False})
    assert (few["number"], few["complete"], [len(one) for one in few["payments"]]) == (1, False, [2])
    assert talk.say({"type": "ask", "id": 3, "what": "count", "play": play})["number"] == len(texts)
    none = talk.say({"type": "ask", "id": 4, "what": "count", "play": {**play, "cost": {"energy": 9}}})
    assert (none["number"], none["complete"], none["status"]) == (0, True, "not payable")


def test_a_turn_is_planned(talk: Talk) -> None:
    state = {"runes": {"fury": 4, "mind": 2}, "hand": ["Brazen Buccaneer", "Charm", "Legion Rearguard"]}
    talk.say({"type": "position", "state": state})
    said = talk.say({"type": "ask", "id": 1, "what": "plan"})
    plan = runepay.plan(runepay.GameState.model_validate(state))
    assert plan.plays
    assert [one["play"] for one in said["plan"]["plays"]] == list(plan.order)
    assert (said["plan"]["value"], said["status"], said["proof"]) == (plan.value, plan.status, "optimal")
    assert all(one["notation"] for one in said["plan"]["plays"])
    one = {"type": "ask", "id": 2, "what": "plan", "plan": {"plays": ["Charm"], "mode": "all"}, "steps": False}
    assert talk.say(one)["status"] == "not payable"


def test_a_long_list_is_stopped_with_what_was_found(talk: Talk) -> None:
    runes = dict.fromkeys(("fury", "calm", "mind", "body", "chaos", "order"), 20)
    talk.say({"type": "position", "state": {"runes": runes}})
    play = {"card": "Mine", "cost": {"energy": 25, "power": ["any"] * 25}, "targets": []}
    ask = {"type": "ask", "id": 1, "what": "payments", "play": play, "steps": False}
    said = talk.say({**ask, "milliseconds": 300})
    assert (said["complete"], said["stopped"]) == (False, "time")
    assert said["number"] == len(said["payments"]) > 0
    assert said["payable"] is True


LINES = st.lists(
    st.binary(max_size=40).filter(lambda one: b"\n" not in one)
    | st.sampled_from(
        [json.dumps(one).encode() for one in (POSITION, BEST, {**BEST, "what": "can_pay"}, {"type": "hello", "id": 1})]
    )
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.sampled_from(("ask", "best", "position", "main", "Charm")),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(("type", "id", "what", "play", "card", "state")), inner, max_size=4)
        ),
        max_leaves=8,
    ).map(lambda one: json.dumps(one).encode()),
    max_size=6,
)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('{"type":"ask","id":7,"what":"best","what":"count","play":%s}', "what"),
        ('{"type":"ask","id":7,"play":{"card":"Charm"},"play":%s}', "play"),
        ('{"type":"ask","pl\\u0061y":{},"id":7,"play":%s}', "play"),
        ('{"id":7,"type":"ask","id" : 7,"play":%s}', "id"),
        (
            '{"type":"position","id":7,"state":{},"play":%s,"state":{"hand":[' + ",".join(['"Charm"'] * 50) + "]}}",
            "state",
        ),
        ('{"type":"stop","id":7,"of":1,"of":2}', "of"),
    ],
)
def test_a_field_that_stands_twice_is_refused(shared: Talk, line: str, field: str) -> None:
    said = shared.say(line.replace("%s", json.dumps(MINE)))
    assert (said["type"], said["id"], said["code"], said["path"]) == ("error", 7, "invalid", field)
    assert "twice" in said["message"]
    # The same words inside a field are no matter.
    assert shared.say({"type": "position", "id": "type", "name": "id", "state": STATE})["type"] == "ok"
    assert shared.say({"type": "ask", "id": "id", "position": "id", "what": "best", "play": MINE})["payable"] is True


@settings(max_examples=80, deadline=None)
@given(lines=LINES)
def test_whatever_comes_each_line_gets_one_answer(lines: list[bytes]) -> None:
    out = io.BytesIO()
    assert Engine(io.BytesIO(b"\n".join(lines)), out).run()
    said = [json.loads(one) for one in out.getvalue().splitlines()]
    assert len(said) == sum(1 for one in lines if one.strip())
    assert {one["type"] for one in said} <= {"ok", "answer", "error", "hello"}
    assert "internal" not in {one.get("code") for one in said}
