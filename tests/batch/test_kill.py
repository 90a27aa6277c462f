"""Killed at any moment, a run goes on without loss or repetition; Ctrl-C ends it with what is done."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from runepay.analysis import read
from runepay.batch import Settings, run
from runepay.batch.engines import Processes, Promise, _Broken
from runepay.batch.work import Piece

from .conftest import Lines

PROGRAM = """
import signal, sys
from runepay.batch import Settings, run

if __name__ == "__main__":
    # A shell starts background jobs deaf to Ctrl-C, and the tests may be one.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    source, out, workers = sys.argv[1:]
    done = run([source], out, Settings(timing=False, fast=False), workers=int(workers), rows=3, resume=True)
    print(done.kept, done.rows)
    sys.exit(0 if done.finished else 130)
"""
# Enough that a run is not over before a busy machine lets the test look at it.
ROWS = 600


class Started:
    """A run in a process of its own."""

    def __init__(self, folder: Path, source: Path, workers: int) -> None:
        program = folder / "program.py"
        program.write_text(PROGRAM)
        self.out = folder / "out.jsonl"
        self.journal = folder / "out.jsonl.part"
        self.process = subprocess.Popen(
            [sys.executable, str(program), str(source), str(self.out), str(workers)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def grown(self, size: int) -> bool:
        """Wait until the journal has so many bytes; false if the run has ended before."""
        return self.until(lambda: self.journal.exists() and self.journal.stat().st_size >= size)

    def until(self, so: Callable[[], bool]) -> bool:
        end = time.monotonic() + 300
        while time.monotonic() < end:
            if so():
                return True
            if self.process.poll() is not None:
                return False
            time.sleep(0.001)
        pytest.fail("the run does not get on")

    def told(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=300)
        return self.process.returncode, out, err


@pytest.fixture
def expected(lines: Lines, tmp_path: Path) -> tuple[Path, bytes]:
    """A source, and the table that is made of it without being disturbed."""
    source = lines(ROWS)
    out = tmp_path / "undisturbed.jsonl"
    run([str(source)], out, Settings(timing=False), workers=0)
    return source, out.read_bytes()


def test_killed_again_and_again_the_table_is_whole(expected: tuple[Path, bytes], tmp_path: Path) -> None:
    source, whole = expected
    dice = random.Random()
    killed = 0
    size = 0
    for _ in range(4):
        started = Started(tmp_path, source, 0)
        # From the journal's first byte on, wherever it then is.
        if not started.grown(size + dice.randint(0, 3000)):
            break
        time.sleep(dice.random() * 0.01)
        started.process.kill()
        started.process.communicate(timeout=300)
        killed += 1
        size = started.journal.stat().st_size
    last = Started(tmp_path, source, 0)
    status, told, err = last.told()
    assert status == 0, err
    kept, rows = map(int, told.split())
    assert killed >= 2
    assert rows == ROWS or last.out.exists()
    assert 0 < kept < ROWS
    assert last.out.read_bytes() == whole
    assert not last.journal.exists()


def test_without_their_parent_workers_end_and_the_run_goes_on(expected: tuple[Path, bytes], tmp_path: Path) -> None:
    source, whole = expected
    started = Started(tmp_path, source, 2)
    assert started.grown(1500)
    workers = psutil.Process(started.process.pid).children(recursive=True)
    assert len(workers) >= 2
    started.process.kill()
    started.process.communicate(timeout=300)
    assert psutil.wait_procs(workers, timeout=120)[1] == []
    kept = started.journal.stat().st_size
    again = Started(tmp_path, source, 2)
    # A worker is killed as well, which the run survives by itself.
    assert again.grown(kept + 1500)
    victim = next(
        one for one in psutil.Process(again.process.pid).children() if "spawn_main" in " ".join(one.cmdline())
    )
    victim.kill()
    status, told, err = again.told()
    assert status == 0, err
    assert told.split()[1] == str(ROWS)
    assert again.out.read_bytes() == whole


class Noticed(Processes):
    """A pool that has already noticed a lost worker when the third piece is handed in."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, 2)
        self.handed = 0

    def submit(self, piece: Piece) -> Promise:
        self.handed += 1
        if self.handed == 3:
            promise = super().submit(piece)
            self.kill()
            with suppress(BrokenProcessPool):
                promise.result()
            # The pool notices by itself, a moment later; from then on it takes nothing.
            while not isinstance(super().submit(piece), _Broken):
                time.sleep(0.001)
        return super().submit(piece)

    def kill(self) -> None:
        for one in psutil.Process().children(recursive=True):
            if "spawn_main" in " ".join(one.cmdline()):
                one.kill()


def test_a_worker_lost_before_the_next_piece_is_handed_in(expected: tuple[Path, bytes], tmp_path: Path) -> None:
    source, whole = expected
    out = tmp_path / "out.jsonl"
    engine = Noticed(Settings(timing=False))
    done = run([str(source)], out, Settings(timing=False), engine=engine, rows=3)
    assert done.rows == ROWS
    assert engine.handed > ROWS / 3
    assert out.read_bytes() == whole


def test_ctrl_c_ends_cleanly_with_what_is_done(expected: tuple[Path, bytes], tmp_path: Path) -> None:
    source, whole = expected
    started = Started(tmp_path, source, 2)
    assert started.grown(1500)
    # As the terminal does: to the whole group, workers included.
    os.killpg(started.process.pid, signal.SIGINT)
    status, told, err = started.told()
    assert (status, err) == (130, "")
    rows = int(told.split()[1])
    assert 0 < rows < ROWS
    partial = read(tmp_path / "out.partial.jsonl")
    assert partial["row"].to_list() == list(range(1, rows + 1))
    assert not started.out.exists()
    status, told, err = Started(tmp_path, source, 0).told()
    assert (status, told.split()) == (0, [str(rows), str(ROWS)])
    assert started.out.read_bytes() == whole
    assert not (tmp_path / "out.partial.jsonl").exists()
