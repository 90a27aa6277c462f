"""A Dask cluster gives the same table, also if it loses a worker on the way."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from runepay.analysis import read
from runepay.batch import Settings, cluster, run
from runepay.batch.cluster import Cluster
from runepay.cli.batch import Asked
from runepay.cli.batch import run as command
from runepay.model.errors import InputError

from .conftest import Lines

ROWS = 240
UNTIMED = Settings(timing=False, fast=False)
"""The ordinary way takes long enough for a worker to be lost midway."""


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    """A real cluster: a scheduler and two worker processes."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as made:
        yield made


def test_a_worker_that_is_lost_midway_leaves_no_trace(two_workers: Any, lines: Lines, tmp_path: Path) -> None:
    source = lines(ROWS)
    here = tmp_path / "here.parquet"
    run([str(source)], here, UNTIMED, workers=0)
    pids = [worker.pid for worker in two_workers.workers.values()]
    assert len(set(pids)) == 2
    killed: list[int] = []

    def kill(done: Any) -> None:
        if done.rows > ROWS // 4 and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    out = tmp_path / "out.parquet"
    engine = Cluster(UNTIMED, two_workers.scheduler_address)
    assert engine.workers == 2
    done = run([str(source)], out, UNTIMED, engine=engine, rows=5, watch=kill)
    assert killed
    assert (done.rows, done.finished) == (ROWS, True)
    assert read(out).equals(read(here))


def test_the_command_takes_the_address(two_workers: Any, lines: Lines, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    asked = Asked(paths=[str(lines(7))], out=str(out), scheduler=two_workers.scheduler_address)
    assert command(asked) == 0
    assert read(out)["row"].to_list() == list(range(1, 8))


@contextlib.contextmanager
def _stranger() -> Generator[str]:
    """Somebody who listens, and speaks another language."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with contextlib.suppress(OSError):
                while True:
                    with server.accept()[0] as connection:
                        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


def test_a_cluster_that_cannot_be_used_is_named(
    two_workers: Any, lines: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    started = time.monotonic()
    with pytest.raises(InputError, match=r"no cluster answers: \w+.*, found 'tcp://127.0.0.1:9'"):
        Cluster(UNTIMED, "tcp://127.0.0.1:9")
    with pytest.raises(InputError, match="an address is written tcp://HOST:PORT, found 'here'"):
        Cluster(UNTIMED, "here")
    with _stranger() as address, pytest.raises(InputError, match="does not greet as a scheduler of Dask"):
        Cluster(UNTIMED, address)
    assert time.monotonic() - started < cluster.WAIT, "nobody waits for what is not there"
    asked = Asked(paths=[str(lines(1))], out=str(tmp_path / "out.csv"), scheduler="tcp://127.0.0.1:9", workers=2)
    assert command(asked) == 2
    assert "--workers" in capsys.readouterr().err
    monkeypatch.setattr(cluster, "_version", lambda: "0.0.1")
    monkeypatch.setattr(Cluster, "_theirs", lambda _: {"tcp://worker": "0.0.2"})
    with pytest.raises(InputError, match=r"another version of runepay \(0.0.1 here\), found '0.0.2'"):
        Cluster(UNTIMED, two_workers.scheduler_address)
