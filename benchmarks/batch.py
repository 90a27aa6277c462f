"""How fast a batch is: rows a second of plain and general samples, one worker against two, short against long input.

``python benchmarks/batch.py`` takes some minutes on an idle machine; ``--scale 0.1`` takes a tenth. What a run costs to
start is left out: each rate is of what a longer run needs more than a shorter one. Each figure is the median of three.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Event, Thread

import psutil

from runepay.analysis.sampling import Plan, sample
from runepay.analysis.sampling.files import write
from runepay.batch import Settings, run

REPEATS = 3


@dataclass(slots=True)
class Taken:
    """What a run took: wall-clock seconds, CPU seconds and the most memory of all its processes, in MB."""

    seconds: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0


@contextmanager
def watched(taken: Taken) -> Generator[None]:
    """Measure this process and its children."""
    me, done = psutil.Process(), Event()

    def look() -> None:
        while not done.wait(0.2):
            size = 0
            for one in (me, *me.children(recursive=True)):
                try:
                    size += one.memory_info().rss
                except psutil.Error:
                    continue
            taken.memory = max(taken.memory, size / 2**20)

    thread = Thread(target=look)
    before, started = me.cpu_times(), time.perf_counter()
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        after = me.cpu_times()
        taken.seconds = time.perf_counter() - started
        taken.cpu = sum(getattr(after, name) - getattr(before, name) for name in
                        ("user", "system", "children_user", "children_system"))  # fmt: skip


def corpus(folder: Path, kind: str, number: int) -> Path:
    """Draw instances once, and give the first of them."""
    whole = folder / f"{kind}.jsonl"
    if not whole.exists():
        write(sample(Plan(seed=1, plain=kind == "plain"), number), whole)
    part = folder / f"{kind}-{number}.jsonl"
    if not part.exists():
        with whole.open("rb") as stream:
            part.write_bytes(b"".join(islice(stream, number)))
    return part


def took(source: Path, workers: int) -> Taken:
    """Run once."""
    taken = Taken()
    with watched(taken):
        run([str(source)], source.with_suffix(".parquet"), Settings(), workers=workers, force=True)
    return taken


def rate(folder: Path, kind: str, sizes: tuple[int, int], workers: int) -> tuple[float, float, float]:
    """Give rows a wall-clock second, CPU microseconds a row and MB of memory, what it costs to start left out."""
    corpus(folder, kind, sizes[1])
    shorter, longer = (corpus(folder, kind, size) for size in sizes)
    rates, cpus, memory = [], [], 0.0
    for _ in range(REPEATS):
        less, more = took(shorter, workers), took(longer, workers)
        rows = sizes[1] - sizes[0]
        rates.append(rows / max(more.seconds - less.seconds, 1e-9))
        cpus.append((more.cpu - less.cpu) / rows * 1e6)
        memory = max(memory, more.memory)
    return statistics.median(rates), statistics.median(cpus), memory


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--scale", type=float, default=1.0)
    scale = asked.parse_args().scale
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("| sample | workers | rows | rows a second | CPU a row | memory of all processes |")
        print("|---|---|---|---|---|---|")
        found: dict[tuple[str, int], float] = {}
        for kind, most in (("plain", 100_000), ("general", 10_000)):
            sizes = int(most * scale / 10), int(most * scale)
            for workers in (1, 2):
                a_second, cpu, memory = rate(folder, kind, sizes, workers)
                found[kind, workers] = a_second
                print(f"| {kind} | {workers} | {sizes[1]:,} | {a_second:,.0f} | {cpu:,.0f} us | {memory:,.0f} MB |")
                sys.stdout.flush()
        for kind in ("plain", "general"):
            print(f"{kind}: two workers are {found[kind, 2] / found[kind, 1]:.2f} times as fast as one")


if __name__ == "__main__":
    main()
