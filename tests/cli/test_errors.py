"""Wrong and hostile input: one clear message each, status 2, no traceback (C12, C25)."""

import gzip
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runepay.model import instance as files
from runepay.model.errors import InternalError

Write = Callable[..., Path]
Run = Callable[..., Any]
CARD = {"card": "Mine", "cost": {"energy": 1}}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"titel": "x"}, ": titel: unknown field, found 'titel'; did you mean 'title'?"),
        ({"state": {"runes": {"fry": 1}}}, ": state.runes.fry: unknown domain, found 'fry'; did you mean 'fury'?"),
        ({"state": {"hand": ["Brazen Bucaneer"]}},
         ": state.hand.0: unknown card, found 'Brazen Bucaneer'; did you mean 'Brazen Buccaneer'?"),
        ({"state": {"runes": {"fury": -1}}},
         ": state.runes.fury: a number here lies between 0 and 1,000,000, found -1"),
        ({"play": {"card": "Mine", "cost": {"energy": 10**9}}},
         ": play.cost.energy: a number here lies between 0 and 1,000,000 (the limit), found 1000000000"),
        ({"state": {"board": [{"id": "a"}, {"id": "a"}]}}, ": state.board.1.id: id 'a' is used twice"),
        ({"state": {"board": [{"id": "seal"}]}, "play": CARD | {"targets": ["seel"]}},
         ": play.targets.0: no such target, found 'seel'; did you mean 'seal'?"),
        ({"state": {"hand": ["Charm", "Charm"]}, "play": CARD | {"targets": ["Charm"]}},
         "several objects bear that name: charm, charm-2"),
        ({"play": CARD | {"elect": {"acelerate": True}}}, ": play.elect.acelerate: no such election here"),
        ({"goal": ["thrfty"]}, ": goal.0: unknown criterion, found 'thrfty'; did you mean 'thrifty'?"),
        ({"goal": ["keep:"]}, ": goal.0: 'keep' names a card in hand, found 'keep:'; did you mean 'keep:Charm'?"),
        ({"ruleset": "1.2"}, ": ruleset: unknown ruleset, found '1.2'"),
        ({"options": {"own_domain_pips": "any"}}, ": options.own_domain_pips: unknown option"),
        ({"ask": "slove"}, ": ask: unknown word, found 'slove'; did you mean 'solve'?"),
        ({"ask": "referee"}, "needs a 'payment' to judge"),
        ({"ask": "referee", "payment": [{"step": "exaust"}]}, "found 'exaust'; did you mean 'exhaust'?"),
        ({"runepay": 2}, ": runepay: this version of runepay reads format 1 only, found 2"),
        ({"expect": {"stauts": "payable"}}, ": expect.stauts: unknown field, found 'stauts'; did you mean 'status'?"),
        ({"play": CARD | {"clauses": [{"clause": "discont", "energy": 1}]}},
         ": play.clauses.0.clause: unknown word, found 'discont'; did you mean 'discount'?"),
        ({"play": CARD | {"keywords": ["acelerate"]}}, ": play.keywords.0: unknown word, found 'acelerate'"),
        ({"state": {"facts": {"card_played": 1}}}, ": state.facts.card_played: unknown fact"),
        ({"state": {"battlefields": [{"id": "grove"}]}, "play": CARD | {"to": "grov"}},
         ": play.to: no such place, found 'grov'; did you mean 'grove'?"),
        ({"opponents": [{"board": [{"card": "Gold", "at": "Base"}]}]},
         ": opponents.0.board.0.at: no such place, found 'Base'; did you mean 'base'?"),
        ({"ask": "plan", "plan": {"plays": [CARD | {"then": {"effects": ["Temporal Portl"]}}]}},
         ": plan.plays.0.then.effects.0: unknown card, found 'Temporal Portl'; did you mean 'Temporal Portal'?"),
    ],
)  # fmt: skip
def test_a_fault_in_a_file_has_its_place(run: Run, write: Write, fields: dict[str, object], message: str) -> None:
    path = write(**fields)
    told = run("solve", path)
    assert (told.status, told.out) == (2, "")
    assert message in told.err
    assert told.err.startswith(f"{path}:")
    assert "Traceback" not in told.err
    line, column = (int(part) for part in told.err.removeprefix(f"{path}:").split(":")[:2])
    text = path.read_text().splitlines()[line - 1]
    # The place is that of the field or the value that the message names.
    assert text[column - 1] in '"{[-0123456789'
    shown = told.err.rpartition(", found ")[2].partition("; did you")[0].strip().strip("'")
    assert shown in text[column - 1 :] or ", found" not in told.err


def test_where_no_word_is_near_those_that_are_valid_are_listed(run: Run, write: Write) -> None:
    told = run("solve", write(play={"card": "Mine", "cost": {"power": ["wet"]}}))
    said = "play.cost.power.0: unknown domain, found 'wet'; known: fury, calm, mind, body, chaos, order, any, own\n"
    assert (told.status, told.err.endswith(said)) == (2, True)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\t", "the file is empty"),
        (bytes(range(128, 256)) * 8, ":1:1: the file is not UTF-8 text (byte 0x80)"),
        (b"\x00\x01\x02", ":1:1: not JSON: a value is expected here"),
        (b"\xff\xfe{\x00}\x00", ":1:1: the file is UTF-16 text; save it as UTF-8"),
        (b"[1]", ":1:1: an instance is a JSON object, found 'a list'"),
        (b'"x"', ":1:1: an instance is a JSON object, found 'x'"),
        (b'{"play": {"card": "X", "cost": {"energy": NaN}}}', ":1:43: play.cost.energy: a whole number is needed"),
        (b'{"play": {"card": "X", "cost": {"energy": 1.0}}}', ":1:43: play.cost.energy: a whole number is needed"),
        (b'{"play": {"card": "X", "cost": {"energy": 1e3}}}', ":1:43: play.cost.energy: a whole number is needed"),
        (b'{"play": {"card": "X", "cost": {"energy": "1"}}}', ":1:43: play.cost.energy: a whole number is needed"),
        (b'{"play": {"card": "X", "cost": {"energy": ' + b"9" * 5000 + b"}}}", "(5000 digits)"),
        (b'{"play": {"card": "X"}, "play": {}}', ":1:25: play: this field is stated twice"),
        (b'{"play": {"card": "X",}}', "not JSON"),
        (b"{'play': 1}", ":1:2: not JSON: a field name in double quotes is expected here"),
        (b'{"play": True}', ":1:10: not JSON: a value is expected here, found 'True'; did you mean 'true'?"),
        (b'{"play": // the card\n 1}', ":1:10: JSON has no comments"),
        (b'{"play": {"card": "X"}} trailing', ":1:25: not JSON: the instance has ended, but the text goes on"),
        (b'{"title": "half \\ud83d"}', ":1:11: an escape here is half a character"),
        (b'{"title": "open', "not JSON: this text has no closing quote on its line"),
        (b"[" * 100_000, ":1:101: lists and objects lie more than 100 levels deep"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, ":1:501: lists and objects lie more than 100 levels deep"),
    ],
)
def test_hostile_text_gets_one_clear_message(run: Run, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "hostile.json"
    path.write_bytes(content)
    told = run("solve", path)
    assert (told.status, told.out) == (2, "")
    assert message in told.err
    assert len(told.err.splitlines()) == 1
    assert told.err.isprintable() or told.err.rstrip("\n").isprintable()


def test_a_byte_order_mark_is_no_fault(run: Run, write: Write) -> None:
    path = write()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert run("solve", path).status == 0


def test_a_large_file_is_refused_before_it_is_read(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as stream:
        stream.truncate(70 * 1024 * 1024)
    monkeypatch.setattr(files, "read_stream", lambda *_: pytest.fail("it was read"))
    told = run("solve", path)
    assert told.status == 2
    assert told.err == f"{path}: the file is larger than the limit of 64 MB, found '70 MB'\n"


def test_an_endless_stream_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SIZE_LIMIT", 1000)
    told = run("solve", "-", stdin='{"title": "' + "x" * 5000 + '"}')
    assert told.status == 2
    assert "-: the file is larger than the limit" in told.err


def test_a_long_line_is_an_invalid_row(run: Run, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = write().read_text().replace("\n", " ")
    path = tmp_path / "rows.jsonl"
    path.write_text(f'{row}\n{{"title": "{"x" * 5000}"}}\n{row}\n')
    monkeypatch.setattr(files, "SIZE_LIMIT", 1000)
    told = run("solve", "--json", path)
    assert [(one["file"], one["status"]) for one in told.objects] == [
        (f"{path}:1", "payable"), (f"{path}:2", "invalid"), (f"{path}:3", "payable")
    ]  # fmt: skip
    assert f"{path}:2:1: the line is longer than the limit" in told.err


def test_rows_may_be_compressed_and_a_fault_names_its_line(run: Run, write: Write, tmp_path: Path) -> None:
    row = write().read_text().replace("\n", " ")
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(gzip.compress(f'{row}\n\n{{"play": 3}}\n{row}\n'.encode()))
    told = run("solve", "--json", path)
    assert [one["file"] for one in told.objects] == [f"{path}:1", f"{path}:3", f"{path}:4"]
    assert told.err == f"{path}:3:10: play: an object {{...}} is needed, found 3\n"
    path.write_bytes(path.read_bytes()[:40])
    assert "the compressed file is damaged" in run("solve", path).err
    path.write_bytes(b"no gzip at all")
    assert "the compressed file is damaged" in run("solve", path).err


def test_a_folder_without_instances_and_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("nothing")
    told = run("solve", tmp_path)
    assert (told.status, told.err) == (2, f"{tmp_path}: no instances (*.json, *.jsonl) in this folder\n")
    path = tmp_path / "none.json"
    told = run("solve", path)
    assert (told.status, told.err) == (2, f"{path}: the file cannot be read: no such file or directory\n")


def test_a_file_that_cannot_be_read_says_why(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    assert "the file cannot be read: " in run("solve", loop).err
    (tmp_path / "folder.json").mkdir()
    assert "no instances" in run("solve", tmp_path / "folder.json").err
    path = write()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    told = run("solve", path)
    assert (told.status, told.err) == (2, f"{path}: the file cannot be read: permission denied\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Xyzzy Plugh"], "argument: unknown card (and no file of that name), found 'Xyzzy Plugh'"),
        (["--cost", "3 frry", "Mine"], "--cost: a number is the Energy, a domain or 'any' a pip, found 'frry'; did"),
        (["--cost", "3 3", "Mine"], "--cost: one number is the Energy"),
        (["--cost", "1000001", "Mine"], "--cost: a number here lies between 0 and 1,000,000 (the limit)"),
        (["--cost", "", "Mine"], "--cost: a cost is written like '3 fury any'"),
        (["--runes", "3 red", "Charm"], "--runes: a domain is expected, found 'red'; did you mean 'fury'?"),
        (["--runes", "3 wet", "Charm"], "(known: fury, calm, mind, body, chaos, order), found 'wet'\n"),
        (["--option", "own_domain_pip=no", "Charm"], "--option: unknown reading, found 'no'; known: own, any"),
        (["--hand", "Xyzzy", "Charm"], "found 'Xyzzy'; --cards FILE names a file of cards of your own\n"),
        (["Xyzzy"], "--cards FILE names a file of cards of your own, and --cost the cost of the one asked about"),
        (["--runes", "3 furry", "Charm"], "--runes: a domain is expected, found 'furry'; did you mean 'fury'?"),
        (["--runes", "-3 fury", "Charm"], "--runes: a number here lies between 0 and 1,000,000, found '-3'"),
        (["--runes", "3", "Charm"], "--runes: a domain is expected"),
        (["--pool", "2 enrgy", "Charm"], "--pool: 'energy', a domain or 'universal' is expected, found 'enrgy'"),
        (["--pool", "2 energy for", "Charm"], "--pool: 'for' is followed by a purpose"),
        (["--pool", "2 energy for spel", "Charm"], "--pool: unknown purpose, found 'spel'; did you mean 'spell'?"),
        (["--hand", "Chram", "Charm"], "--hand: unknown card, found 'Chram'; did you mean 'Charm'?"),
        (["--enemy", "Hlm of Srsion", "Charm"], "--enemy: unknown card, found 'Hlm of Srsion'; did you mean"),
        (["--enemy", "Lux", "Charm"], "--enemy: several cards could be meant, found 'Lux'; Lux, Illuminated; "),
        (["--target", "nobody", "Charm"], "--target: no such target, found 'nobody'"),
        (["--elect", "x=maybe", "Charm"], "--elect: an election is true, false or a number"),
        (["--elect", "acelerate", "Charm"], "--elect: no such election here"),
        (["--goal", "xyzzy", "Charm"], "--goal: unknown criterion, found 'xyzzy'; known: thrifty, keep, keep-domain, "),
        (["--domains", "xyzzy", "Charm"], "found 'xyzzy'; known: fury, calm, mind, body, chaos, order\n"),
        (["--elect", " , ", "Charm"], "--elect: a name is expected"),
        (["--elect", "pay, pay=no", "Charm"], "--elect: this is stated twice, and not alike, found 'pay'"),
        (["--fact", "combat, card_played=1", "Charm"], "--fact: unknown fact, found 'card_played'; did you mean"),
        (["--option", "deflect_sums=highest, x=y", "Charm"], "--option: unknown option, found 'x'"),
        (["--fact", "card_played=1", "Charm"], "--fact: unknown fact, found 'card_played'; did you mean"),
        (["--fact", "showdown=3", "Charm"], "--fact: this fact is written showdown=true or showdown=false"),
        (["--goal", "thrfty", "Charm"], "--goal: unknown criterion, found 'thrfty'; did you mean 'thrifty'?"),
        (["--ruleset", "1.5", "Charm"], "--ruleset: unknown ruleset, found '1.5'"),
        (["--option", "x", "Charm"], "--option: this is written NAME=READING, found 'x'"),
        (["--option", "x=y", "Charm"], "--option: unknown option, found 'x'"),
        (["--type", "unt", "Charm"], "--type: unknown word, found 'unt'; did you mean 'unit'?"),
        (["--domains", "fry", "Charm"], "--domains: unknown domain, found 'fry'; did you mean 'fury'?"),
        (["--keyword", "acelerate", "Charm"], "--keyword: unknown word, found 'acelerate'"),
        (["--xp", "-1", "Charm"], "--xp: a number here lies between 0 and 1,000,000, found -1"),
        (["--from", "hnad", "Charm"], "--from: unknown word, found 'hnad'; did you mean 'hand'?"),
        (["--save", "no/such/folder/x.json", "Charm"], "--save: the file cannot be written"),
        ([], "argument: name a file, a folder, - or a card"),
        ([""], "argument: the name of a card or a file is expected, found ''"),
        (["./none"], "./none: the file cannot be read: no such file or directory"),
        (["Brazen", "Buccaneer"], 'a name of several words stands in quotes: "Brazen Buccaneer"'),
        (["--elect", "x", "--elect", "x=no", "Charm"], "--elect: this is stated twice, and not alike, found 'x'"),
        (["--fact", "showdown", "--fact", "showdown=false", "Charm"], "--fact: this is stated twice, and not alike"),
    ],
)
def test_a_fault_on_the_command_line_names_its_option(run: Run, arguments: list[str], message: str) -> None:
    told = run("solve", *arguments)
    assert (told.status, told.out) == (2, "")
    assert message in told.err
    assert len(told.err.splitlines()) == 1


def test_options_of_a_card_do_not_go_with_files(run: Run, write: Write) -> None:
    told = run("solve", write(), "--runes", "1 fury")
    assert (told.status, told.err) == (2, "--runes: this goes with the name of a card, not with a file\n")
    told = run("solve", write(), write("other.json"), "--save", "x.json")
    assert (told.status, told.err) == (2, "--save: one instance is saved at a time, found 'x.json'\n")


def test_the_first_error_speaks_and_all_of_them_on_demand(run: Run, write: Write) -> None:
    path = write(state={"runes": {"fry": 1}, "xp": -1}, titel=1)
    told = run("solve", path)
    assert told.err.splitlines() == [
        f"{path}:5:4: state.runes.fry: unknown domain, found 'fry'; did you mean 'fury'?",
        "  (2 more; --all-errors shows them)",
    ]
    told = run("solve", path, "--all-errors", "--json")
    assert [line.split(": ")[1] for line in told.err.splitlines()] == ["state.runes.fry", "state.xp", "titel"]
    assert [one["path"] for one in told.objects[0]["errors"]] == ["state.runes.fry", "state.xp", "titel"]


def test_an_internal_error_prints_the_instance_and_the_next_file_is_answered(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runepay import api

    real = api.solve

    def broken(state: object, play: object, *rest: object, **more: object) -> object:
        if play.card == "Broken":  # type: ignore[attr-defined]
            msg = "two computations disagree"
            raise InternalError(msg)
        return real(state, play, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(api, "solve", broken)
    path = write("broken.json", play={"card": "Broken", "cost": {"energy": 1}})
    told = run("solve", "--json", path, write())
    assert told.status == 3
    assert [one["status"] for one in told.objects] == ["internal error", "payable"]
    assert f"{path}: internal error, InternalError" in told.err
    assert "two computations disagree" in told.err
    assert path.read_text() in told.err
    assert "Traceback" not in told.err


def real(*arguments: object, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "runepay", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False, **more)  # type: ignore[call-overload]


def test_a_real_process_gives_messages_and_status_without_a_traceback(tmp_path: Path, write: Write) -> None:
    done = real("solve", write(), tmp_path / "none.json")
    assert done.returncode == 2
    assert done.stdout.startswith(f"{write()}: a card of one's own\nMine costs 2 Energy and 1 Fury Power; payable.")
    assert done.stderr == f"{tmp_path / 'none.json'}: the file cannot be read: no such file or directory\n"


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path, write: Write) -> None:
    row = json.dumps(json.loads(write().read_text()))
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{row}\n" * 200)
    command = [sys.executable, "-m", "runepay", "solve", "--json", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["status"] == "payable"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) in {0, 1}


def test_an_interrupt_ends_cleanly(write: Write) -> None:
    row = json.dumps(json.loads(write().read_text())) + "\n"
    command = [sys.executable, "-m", "runepay", "solve", "--json", "-"]
    pipe = subprocess.PIPE
    # A test run started in the background ignores interrupts, and its children would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")
    finally:
        signal.signal(signal.SIGINT, before)
    with started as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(row * 2)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["file"] == "-:1"
        assert json.loads(process.stdout.readline())["file"] == "-:2"
        # Now it waits for the third row.
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(60) == 130
        assert "Traceback" not in process.stderr.read()
        assert process.stdout.read() == ""


@pytest.mark.parametrize(("option", "values"), [("--xp", "12"), ("--legend", "ab"), ("--cost", "12"), ("--to", "ab")])
def test_an_option_of_which_only_the_last_would_count_is_given_once(run: Run, option: str, values: str) -> None:
    told = run("solve", "Charm", option, values[0], option, values[1])
    assert (told.status, told.out) == (2, "")
    assert f"'{option}': given more than once" in told.err


def test_standard_input_bears_one_name_everywhere(run: Run) -> None:
    row = '{"play": {"card": "Mine", "cost": {"energy": 0}}}'
    told = run("solve", "-", "--json", stdin=f'{row}\n{{"play": {{"card": "Mine", "coast": 1}}}}\n')
    assert told.err.startswith("-:2:27: play.coast: unknown field")
    assert [one["file"] for one in told.objects] == ["-:1", "-:2"]
    told = run("solve", "-", "--json", stdin='{"play":\n {"card": "Mine", "coast": 1}}')
    assert told.err.startswith("-:2:19: play.coast: unknown field")
    assert [one["file"] for one in told.objects] == ["-"]


@pytest.mark.parametrize("field", ["runes", "runse"])
def test_every_card_that_nobody_knows_is_among_all_errors(run: Run, write: Write, field: str) -> None:
    state = {field: {"fury": 2}, "hand": ["Chram", "Charm"], "board": [{"card": "Pouty Porro"}]}
    path = write(state=state, play={"card": "Hidden Bladee"}, opponents=[{"board": ["Sael of Rage"]}])
    told = run("solve", path, "--all-errors")
    assert told.status == 2
    found = ["Chram", "Hidden Bladee", "Pouty Porro", "Sael of Rage", *(["runse"] if field == "runse" else [])]
    assert sorted(line.partition("found '")[2].partition("'")[0] for line in told.err.splitlines()) == found
    assert f"({len(found) - 1} more; " in run("solve", path).err
