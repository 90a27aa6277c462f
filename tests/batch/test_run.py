"""A run gives one row for each instance, in the order of the input, whatever is wrong with some of them."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import polars as pl
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.analysis import read
from runepay.batch import COLUMNS, Settings, run
from runepay.batch.engines import Promise
from runepay.batch.journal import Journal
from runepay.batch.run import AHEAD
from runepay.batch.table import EMPTY
from runepay.batch.work import Piece, packed, row_of
from runepay.batch.writing import ENDINGS
from runepay.batch.writing import write as write_table
from runepay.model.errors import InputError

from .conftest import Lines, Pretended, question


def test_rows_follow_the_input_and_bad_ones_say_what_is_wrong(lines: Lines, tmp_path: Path) -> None:
    path = lines(7)
    text = path.read_text().splitlines()
    text[2:4] = ['{"play": {"card": "Mine", "crost": {}}}', "no JSON", ""]
    path.write_text("\n".join(text))
    out = tmp_path / "out.parquet"
    done = run([str(path), str(tmp_path / "nothing.json")], out, workers=0, rows=3)
    assert (done.rows, done.finished, done.kept) == (8, True, 0)
    table = pl.read_parquet(out)
    assert table.columns == list(COLUMNS)
    assert table["row"].to_list() == list(range(1, 9))
    assert table["id"].to_list() == [
        *(f"{path}:{line}" for line in (1, 2, 3, 4, 6, 7, 8)), str(tmp_path / "nothing.json")
    ]
    assert table["status"].to_list() == ["payable"] * 2 + ["invalid"] * 2 + ["payable"] * 3 + ["invalid"]
    errors = table["error"].drop_nulls().to_list()
    assert errors[0] == f"{path}:3:27: play.crost: unknown field, found 'crost'; did you mean 'cost'?"
    assert errors[1].startswith(f"{path}:4:1: ")
    assert errors[2].endswith("the file cannot be read: no such file or directory")
    assert table["owed_energy"].to_list()[:2] == [1, 2]
    assert not list(tmp_path.glob("*.part"))
    assert not list(tmp_path.glob(".*"))


def test_a_row_says_what_the_answer_says() -> None:
    raw = Path("instances/demo/1-keep-the-card.json").read_bytes() if Path("instances").is_dir() else b""
    asked = json.loads(raw or b"{}") or {
        "state": {"runes": {"fury": 3, "mind": 1}, "hand": ["Charm"]}, "play": {"card": "Brazen Buccaneer"}
    }
    asked.pop("expect", None)
    row = row_of(5, "one.json", json.dumps(asked).encode(), Settings())
    assert (row["row"], row["id"], row["status"], row["proof"]) == (5, "one.json", "payable", "optimal")
    assert (row["owed"], row["owed_energy"], row["owed_pips"], row["elected"]) == ("4; discard 1", 4, 0, "discard")
    assert (row["losses"], row["recycles"], row["energy"], row["kinds"]) == (3, 0, 4, "exhaust discard")
    assert row["payment"].startswith("discard!4E~")
    assert row["goal"].startswith("losses=3 recycles=0 tapped=0 unrestricted=4 energy=4 ")
    assert row["stages"].startswith("1 printed cost +6 +0; 2 Brazen Buccaneer: discard +0 +0; 4 Brazen Buccaneer -2 +0")
    assert row["milliseconds"] > 0
    assert row["versions"].startswith("runepay ")
    assert set(row) == set(EMPTY)


def test_reasons_elections_and_goals_stand_in_the_row() -> None:
    asked: dict[str, Any] = question(10) | {"goal": ["most-ready"]}
    row = row_of(1, "a", json.dumps(asked).encode(), Settings())
    assert (row["status"], row["codes"], row["proof"]) == ("not payable", "energy", "infeasible")
    assert row["reasons"] == "1 Energy missing: 10 owed, 9 to be had (163.1)"
    assert row["goal"] is None
    asked = question(1) | {"goal": ["most-ready"]}
    asked["play"] |= {"keywords": ["accelerate"], "domains": ["fury"], "type": "unit", "elect": {"accelerate": False}}
    row = row_of(1, "a", json.dumps(asked).encode(), Settings())
    assert (row["elected"], row["fixed"]) == ("accelerate=false", "accelerate")
    assert row["goal"].startswith("most-ready=-8 losses=0 ")


def test_what_the_run_says_wins_over_the_instance() -> None:
    asked = question(1) | {"goal": ["most-ready"]}
    said = Settings(goal=("keep-universal", "thrifty"), ruleset="1.3", timing=False)
    row = row_of(1, "a", json.dumps(asked).encode(), said)
    assert (row["ruleset"], row["milliseconds"]) == ("1.3", None)
    assert row["goal"].startswith("losses=0 keep-universal=0 ")
    assert row_of(1, "a", json.dumps(asked).encode(), said) == row


def test_totals_and_judgements_are_rows_as_well() -> None:
    asked = question(3) | {"ask": "total"}
    row = row_of(1, "a", json.dumps(asked).encode(), Settings())
    assert (row["status"], row["ask"], row["owed"], row["proof"]) == ("total", "total", "3", None)
    asked = question(3) | {"ask": "referee", "payment": [{"step": "exhaust", "object": "rune:fury", "number": 3}]}
    row = row_of(1, "a", json.dumps(asked).encode(), Settings())
    assert row["status"] == "illegal"
    assert "Energy" in row["reasons"]


def test_a_fault_of_the_product_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    from runepay import api

    def broken(*_: object, **__: object) -> None:
        msg = "it\nbroke"
        raise RuntimeError(msg)

    monkeypatch.setattr(api, "solve", broken)
    row = row_of(1, "a", json.dumps(question(1)).encode(), Settings(fast=False))
    assert row["status"] == "internal error"
    assert row["error"].startswith("RuntimeError at test_run.py:")
    assert row["error"].endswith(": it broke")


def test_an_instance_that_takes_too_long_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    from runepay import api
    from runepay.batch import work

    def endless(*_: object, **__: object) -> None:
        while True:
            pass

    monkeypatch.setattr(api, "solve", endless)
    monkeypatch.setattr(work, "GRACE", 0.0)
    row = row_of(1, "a", json.dumps(question(1)).encode(), Settings(seconds=0.05, fast=False))
    assert (row["status"], row["proof"], row["error"]) == ("unknown", "feasible", None)


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_holds_the_same_table(ending: str, lines: Lines, tmp_path: Path) -> None:
    first = tmp_path / "first.parquet"
    path = lines(4)
    path.write_text(path.read_text() + '{"title": "a \\"quoted\\", one;\\u00e9", "play": 1}\n')
    run([str(path)], first, Settings(timing=False), workers=0)
    out = tmp_path / f"out{ending}"
    run([str(path)], out, Settings(timing=False), workers=0)
    assert read(out).equals(read(first))
    before = out.read_bytes()
    run([str(path)], out, Settings(timing=False), workers=0, force=True)
    assert out.read_bytes() == before


@pytest.mark.parametrize("number", [0, 1, 3000])
@pytest.mark.parametrize("ending", [".parquet", ".csv", ".jsonl"])
def test_long_tables_are_made_of_parts_and_empty_ones_have_their_columns(
    number: int, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runepay.batch import writing

    monkeypatch.setattr(writing, "PART", 200_000)
    blobs = [
        packed(EMPTY | {"row": one, "id": f"{one}", "status": "payable"} for one in range(first, first + 100))
        for first in range(0, number if number > 1 else 0, 100)
    ]
    if number == 1:
        blobs = [packed(iter([EMPTY | {"row": 0, "id": "0", "status": "payable"}]))]
    out = tmp_path / f"out{ending}"
    write_table(blobs, out)
    if number or ending != ".jsonl":
        assert read(out)["row"].to_list() == list(range(number))
    else:
        assert out.read_bytes() == b""
    assert [one.name for one in tmp_path.iterdir()] == [out.name]


PACKED: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("", bytes),
    (".gz", gzip.compress),
    (".bz2", bz2.compress),
    (".xz", lzma.compress),
    (".zst", lambda raw: zstandard.compress(raw[:50]) + zstandard.compress(raw[50:])),
]


@pytest.mark.parametrize(("ending", "pack"), PACKED)
def test_lines_may_be_packed_in_every_way(ending: str, pack: Callable[[bytes], bytes], lines: Lines) -> None:
    path = lines(30)
    other = path.with_name(f"other.jsonl{ending}")
    other.write_bytes(pack(path.read_bytes()))
    seen: list[tuple[int, int]] = []
    engine = Pretended()
    out = path.with_name("out.jsonl")
    run([str(other)], out, engine=engine, rows=7, watch=lambda done: seen.append((done.read, done.size)))
    assert engine.answered == [f"{other}:{line}" for line in range(1, 31)]
    assert {size for _, size in seen} == {other.stat().st_size}
    assert seen[-1][0] == other.stat().st_size
    if ending:
        other.write_bytes(pack(path.read_bytes())[:-9])
        run([str(other)], out, engine=Pretended(), rows=7, force=True)
        last = read(out).tail(1)
        assert last["id"].item() == str(other)
        # The text of an error row is its content here.
        assert int(last["title"].item()) > 50


def test_folders_patterns_and_files_in_one_run(lines: Lines, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for name in ("b.json", "a.json", "c.txt"):
        (folder / name).write_text(json.dumps(question(1)))
    lines(2, "many/d.jsonl")
    empty = tmp_path / "empty"
    empty.mkdir()
    engine = Pretended()
    seen = []
    run(
        [str(folder), str(tmp_path / "m*" / "*.json"), str(empty), str(tmp_path / "x*")],
        tmp_path / "out.csv",
        engine=engine,
        rows=2,
        watch=lambda done: seen.append((done.read, done.size)),
    )
    names = [name.removeprefix(str(tmp_path)) for name in engine.answered]
    assert names == [
        "/many/a.json", "/many/b.json", "/many/d.jsonl:1", "/many/d.jsonl:2", "/many/a.json", "/many/b.json",
        "/empty", "/x*",
    ]
    assert seen[-1][0] == seen[-1][1] > 0


def test_a_slow_piece_holds_up_no_more_than_the_window(lines: Lines, tmp_path: Path) -> None:
    handed: list[int] = []

    class Watched(Pretended):
        def submit(self, piece: Piece) -> Promise:
            handed.append(piece.first)
            return super().submit(piece)

    engine = Watched()
    ahead: list[int] = []
    run([str(lines(100))], tmp_path / "out.csv", engine=engine, rows=1,
        watch=lambda done: ahead.append(len(handed) - done.rows))  # fmt: skip
    assert max(ahead) == engine.workers * AHEAD - 1
    assert engine.closed == [False]


def test_output_that_is_there_is_not_overwritten_unasked(lines: Lines, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("mine")
    with pytest.raises(InputError, match="exists already; --force overwrites it"):
        run([str(lines(1))], out, engine=Pretended())
    assert out.read_text() == "mine"
    assert run([str(lines(1))], out, engine=Pretended(), resume=True).rows == 0
    assert out.read_text() == "mine"
    assert run([str(lines(1))], out, engine=Pretended(), force=True).rows == 1
    assert out.read_text() != "mine"
    for name in ("table", "table.xlsx", ".parquet", "out.parquet.gz"):
        with pytest.raises(InputError, match="the name of the output ends in"):
            run([str(lines(1))], tmp_path / name, engine=Pretended())
    with pytest.raises(InputError, match="no such file or directory"):
        run([str(lines(1))], tmp_path / "nowhere" / "out.csv", engine=Pretended())


@pytest.mark.parametrize("deadly", [(), (4,), (1, 2, 3), (10, 11), tuple(range(1, 31))])
def test_the_instance_that_ends_its_worker_is_a_row_and_no_other_is_lost(
    deadly: tuple[int, ...], lines: Lines, tmp_path: Path
) -> None:
    path = lines(30)
    out = tmp_path / "out.jsonl"
    engine = Pretended(lambda name: int(name.rpartition(":")[2]) in deadly)
    run([str(path)], out, engine=engine, rows=8)
    table = read(out)
    assert table["row"].to_list() == list(range(1, 31))
    wrong = table.filter(pl.col("status").eq("internal error"))
    assert wrong["row"].to_list() == list(deadly)
    assert all("worker process" in one for one in wrong["error"])
    assert table["id"].to_list() == [f"{path}:{line}" for line in range(1, 31)]


class Stop(BaseException):
    """The process ends here."""


def _stopped_after(pieces: int) -> Callable[[Any], None]:
    """End the run after so many pieces."""
    left = [pieces]

    def watch(_: object) -> None:
        left[0] -= 1
        if left[0] <= 0:
            raise Stop

    return watch


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_wherever_a_run_is_cut_off_it_goes_on_without_loss_or_repetition(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The journal is cut at any byte, and has any rubbish after that."""
    folder = tmp_path_factory.mktemp("cut")
    path, out = folder / "in.jsonl", folder / "out.jsonl"
    path.write_text("".join(json.dumps(question(one)) + "\n" for one in range(1, 41)))
    with pytest.raises(Stop):
        run([str(path)], out, engine=Pretended(), rows=4, watch=_stopped_after(data.draw(st.integers(1, 10))))
    journal = folder / "out.jsonl.part"
    raw = journal.read_bytes()
    cut = min(data.draw(st.integers(0, 3000)), len(raw))
    rest = data.draw(st.binary(max_size=40))
    journal.write_bytes(raw[:cut] + (rest if cut > raw.index(b"\n") else b""))
    engine = Pretended()
    done = run([str(path)], out, engine=engine, rows=4, resume=True)
    assert (done.rows, done.finished) == (40, True)
    assert len(engine.answered) == 40 - done.kept
    whole = folder / "whole.jsonl"
    run([str(path)], whole, engine=Pretended(), rows=4)
    assert out.read_bytes() == whole.read_bytes()
    assert not journal.exists()


def test_a_run_goes_on_only_with_its_own_input_and_settings(lines: Lines, tmp_path: Path) -> None:
    path, out = lines(20), tmp_path / "out.csv"
    with pytest.raises(Stop):
        run([str(path)], out, engine=Pretended(), rows=4, watch=_stopped_after(3))
    with pytest.raises(InputError, match="an earlier run was broken off; --resume goes on with it"):
        run([str(path)], out, engine=Pretended(), rows=4)
    with pytest.raises(InputError, match="had other settings"):
        run([str(path)], out, Settings(ruleset="1.3"), engine=Pretended(), rows=4, resume=True)
    text = path.read_text()
    path.write_text(text.replace("n9", "n0"))
    engine = Pretended()
    with pytest.raises(InputError, match="the input is not that of the run that was broken off"):
        run([str(path)], out, engine=engine, rows=4, resume=True)
    assert (engine.answered, engine.closed) == ([], [True])
    path.write_text(text[: text.index('{"title": "n9"')])
    with pytest.raises(InputError, match="the input is not that"):
        run([str(path)], out, engine=Pretended(), rows=4, resume=True)
    path.write_text(text)
    done = run([str(path)], out, engine=Pretended(), rows=4, resume=True)
    assert (done.rows, done.kept) == (20, 12)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("empty", r"no instances \(\*.json, \*.jsonl\) in this folder"),
        ("loop", "in this folder"),
        ("x*.json", "no file fits this pattern"),
        ("nowhere.json", "the file cannot be read: no such file or directory"),
        ("", "the name of a file is expected"),
        ("-", "standard input: nothing came in"),
    ],
)
def test_a_run_of_nothing_is_refused_and_leaves_nothing(
    path: str, said: str, tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = lines(2)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "again").symlink_to(tmp_path / "loop")
    with pytest.raises(InputError, match=said):
        run([path], "out.csv", engine=Pretended())
    assert sorted(one.name for one in tmp_path.iterdir()) == ["empty", "in.jsonl", "loop"]
    # Beside something that is there, it is a row.
    assert run([path, str(source)], "out.csv", engine=Pretended()).rows == 3


def test_what_cannot_be_written_is_not_lost(lines: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from runepay.batch import writing

    source, folder = lines(9), tmp_path / "table.csv"
    folder.mkdir()
    with pytest.raises(InputError, match="--out: this is a folder; name a file for the table"):
        run([str(source)], folder, engine=Pretended(), force=True)

    def full(*_: object, **__: object) -> None:
        raise pl.exceptions.ComputeError("no space left")

    out = tmp_path / "out.parquet"
    with monkeypatch.context() as patched:
        patched.setattr(pl.DataFrame, "write_parquet", full)
        with pytest.raises(InputError, match=r"no space left; what is done is kept in out\.parquet\.part"):
            run([str(source)], out, engine=Pretended())
    with monkeypatch.context() as patched:
        patched.setattr(writing, "_synced", lambda _: Path("/nowhere at all").stat())
        with pytest.raises(InputError, match="no such file or directory; what is done is kept"):
            run([str(source)], out, engine=Pretended(), resume=True)
    assert not out.exists()
    engine = Pretended()
    done = run([str(source)], out, engine=engine, resume=True)
    assert (done.rows, done.kept, engine.answered) == (9, 9, [])
    assert read(out)["row"].to_list() == list(range(1, 10))


def test_a_journal_on_a_full_disk_keeps_what_it_has(
    lines: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out, left = lines(9), tmp_path / "out.csv", [3]
    write = Journal._write

    def full(self: Journal, data: bytes) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        write(self, data)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "_write", full)
        with pytest.raises(InputError, match="no space left on device; what is done is kept, and --resume goes on"):
            run([str(source)], out, engine=Pretended(), rows=3)
    done = run([str(source)], out, engine=Pretended(), rows=3, resume=True)
    assert (done.rows, done.kept) == (9, 6)


def test_two_runs_cannot_write_one_output(tmp_path: Path) -> None:
    path = tmp_path / "out.csv.part"
    first = Journal(path, {}, resume=False)
    with pytest.raises(InputError, match="another run is writing this output"):
        Journal(path, {}, resume=True)
    first.close()
    Journal(path, {}, resume=True).close()


def test_an_interrupted_run_leaves_what_is_done_as_a_table(lines: Lines, tmp_path: Path) -> None:
    def interrupt(done: Any) -> None:
        if done.rows >= 8:
            raise KeyboardInterrupt

    out = tmp_path / "out.parquet"
    engine = Pretended()
    done = run([str(lines(20))], out, engine=engine, rows=4, watch=interrupt)
    assert (done.finished, done.rows, done.partial) == (False, 8, tmp_path / "out.partial.parquet")
    assert done.partial is not None
    assert read(done.partial)["row"].to_list() == list(range(1, 9))
    assert engine.closed == [True]
    assert not out.exists()
    assert run([str(lines(20))], out, engine=Pretended(), rows=4, resume=True).finished
    assert read(out)["row"].to_list() == list(range(1, 21))
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in.jsonl", "out.parquet"]


class Interrupt:
    """Presses Ctrl-C before the n-th line of the batch's own code that is run, as `sys.settrace` counts them.

    Where Ctrl-C is being held back none can come.
    """

    def __init__(self, line: int) -> None:
        self.left = line
        self.inside = ""

    def __call__(self, frame: FrameType, event: str, _: object) -> Interrupt | None:
        name = frame.f_globals.get("__name__", "")
        if not name.startswith("runepay.batch") or name == "runepay.batch.interrupts":
            return None
        if event == "line":
            self.left -= 1
            if self.left == 0:
                self.inside = frame.f_code.co_name
                raise KeyboardInterrupt
        return self


# Where the run ends at once, what is open is closed by the system.
@pytest.mark.filterwarnings("ignore:unclosed file", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_interrupted_before_any_line_nothing_is_lost_and_what_is_told_is_there(lines: Lines, tmp_path: Path) -> None:
    source, out = lines(6), tmp_path / "out.jsonl"
    run([str(source)], out, engine=Pretended(), rows=2)
    whole = out.read_bytes()
    out.unlink()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    ended, told = [], []
    for line in range(1, 2000):
        done = None
        interrupt = Interrupt(line)
        sys.settrace(interrupt)
        try:
            done = run([str(source)], out, engine=Pretended(), rows=2)
        except KeyboardInterrupt:
            ended.append(line)
        finally:
            sys.settrace(None)
        if done is not None and not done.finished:
            told.append(done.rows)
            assert (done.partial is not None) == (done.rows > 0), line
            if done.partial is not None:
                assert read(done.partial)["row"].to_list() == list(range(1, done.rows + 1)), line
        kept = done.rows if done is not None else None
        again = run([str(source)], out, engine=Pretended(), rows=2, resume=True)
        assert again.finished, line
        assert kept is None or again.kept in (kept, 0), line
        assert out.read_bytes() == whole, line
        left = sorted(one.name for one in tmp_path.iterdir())
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == mask, line
        if interrupt.inside == "whole" and left[0].startswith(".out"):
            # A real Ctrl-C is held back while the file that becomes the table is made or removed.
            (tmp_path / left.pop(0)).unlink()
        assert left == ["in.jsonl", "out.jsonl"], line
        out.unlink()
        if interrupt.left > 0:
            break
    else:
        pytest.fail("the run does not come to its end")
    assert set(told) == {0, 2, 4, 6}
    # Before the run has begun to write, and after the table is there, there is nothing to tell.
    assert len(ended) < len(told)


def test_memory_does_not_grow_with_the_input(lines: Lines, tmp_path: Path) -> None:
    """Of a long input never more is held than the window."""
    import tracemalloc

    class Forgetful(list[str]):
        def append(self, one: str) -> None:
            """Remember nothing, as a real engine does."""

    def peak(number: int) -> int:
        path = lines(number)
        engine = Pretended()
        engine.answered = Forgetful()
        tracemalloc.start()
        run([str(path)], tmp_path / f"out{number}.jsonl", engine=engine, rows=20)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(1000) > 0
    assert peak(8000) < 1.3 * peak(2000)


def test_pieces_halve_to_their_instances() -> None:
    piece = Piece(5, tuple((str(one), b"") for one in range(5)))
    first, second = piece.halves()
    assert (first.first, first.items) == (5, piece.items[:2])
    assert (second.first, second.items) == (7, piece.items[2:])


def test_no_file_that_is_read_is_written_over(lines: Lines, tmp_path: Path) -> None:
    path = lines(3)
    text = path.read_bytes()
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    hard = tmp_path / "hard.jsonl"
    hard.hardlink_to(path)
    for read_from, out in ((path, path), (tmp_path, path), (path, link), (hard, path), (tmp_path / "*.jsonl", path)):
        with pytest.raises(InputError, match="and would replace it"):
            run([str(read_from)], out, engine=Pretended(), force=True)
    # The table of what was done is removed when the run is whole, the journal when another one begins.
    for name in ("out.partial.jsonl", "out.jsonl.part"):
        other = path.rename(tmp_path / name)
        with pytest.raises(InputError, match="and would replace it"):
            run([str(other)], tmp_path / "out.jsonl", engine=Pretended(), force=True)
        path = other.rename(path)
    with pytest.raises(InputError, match="--resume goes on with a run and --force begins anew"):
        run([str(path)], tmp_path / "out.jsonl", engine=Pretended(), force=True, resume=True)
    assert path.read_bytes() == text
    assert run([str(path)], tmp_path / "out.jsonl", engine=Pretended()).rows == 3
    assert run([str(tmp_path)], tmp_path / "out.jsonl", engine=Pretended(), resume=True).rows == 0
