"""``runepay batch``: many instances in one table, with a bar that says how far it is."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runepay.cli.arguments import readings
from runepay.cli.clean import clean
from runepay.cli.options import Options
from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset

if TYPE_CHECKING:
    from runepay.batch import Done, Settings
    from runepay.batch.engines import Engine

OK, INVALID, INTERRUPTED = 0, 2, 130

Tell = Callable[["Done"], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the command line says."""

    paths: Sequence[str]
    out: str
    resume: bool = False
    force: bool = False
    workers: int | None = None
    scheduler: str = ""
    seconds: float | None = None
    goal: Sequence[str] = ()
    ruleset: str = ""
    options: Sequence[str] = ()
    cards: Sequence[str] = ()
    timing: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What the command line says of a sample."""

    out: str
    number: int = 100
    seed: int = 1
    first: int = 1
    decks: Sequence[str] = ()
    turn: str = "1-8"
    board: str = "0-6"
    plain: bool = False
    rulings: bool = False
    answers: bool = False
    force: bool = False


def draw(drawn: Drawn) -> int:
    """Write a sample; give the exit status."""
    from runepay.analysis.sampling import Plan, sample  # noqa: PLC0415 - only when something is asked
    from runepay.analysis.sampling.files import answered, write  # noqa: PLC0415 - the same
    from runepay.analysis.sampling.plan import read_number, read_range  # noqa: PLC0415 - the same

    try:
        plan = Plan(
            seed=drawn.seed,
            decks=tuple(one for words in drawn.decks for one in words.split(",")),
            turns=read_range(drawn.turn, "--turn"),
            boards=read_range(drawn.board, "--board"),
            plain=drawn.plain,
            rulings=drawn.rulings,
        )
        made = sample(plan, read_number(drawn.number, "--number"), drawn.first)
        number = write(answered(made) if drawn.answers else made, Path(drawn.out), force=drawn.force)
    except InputError as error:
        print(clean(str(error)), file=sys.stderr)  # noqa: T201 - the command line prints
        return INVALID
    print(f"{drawn.out}: {number:,} instances", file=sys.stderr)  # noqa: T201 - as above
    return OK


def run(asked: Asked) -> int:
    """Answer all instances; give the exit status: 0 if every row is written, whatever the rows say (C23)."""
    try:
        return _run(asked)
    except InputError as error:
        print(clean(str(error)), file=sys.stderr)  # noqa: T201 - the command line prints
        return INVALID


def _run(asked: Asked) -> int:
    from runepay.batch import run as batch  # noqa: PLC0415 - only when something is asked

    settings = _settings(asked)
    started = time.monotonic()
    engine = _engine(asked, settings)
    try:
        with _bar() as tell:
            done = batch(
                asked.paths,
                asked.out,
                settings,
                engine=engine,
                workers=_workers(asked),
                resume=asked.resume,
                force=asked.force,
                watch=tell,
            )
    finally:
        if engine is not None:
            engine.close(now=True)
    print(_said(asked, done, time.monotonic() - started), file=sys.stderr)  # noqa: T201 - as above
    return OK if done.finished else INTERRUPTED


def _settings(asked: Asked) -> Settings:
    from runepay.batch import Settings  # noqa: PLC0415 - as above
    from runepay.model.catalogue.own import use_all  # noqa: PLC0415 - most calls name none

    if not asked.paths:
        raise InputError("name instance files, folders of them, or - for standard input", file="argument")
    use_all(asked.cards)
    try:
        goal = Goal.of(one for words in asked.goal for one in words.split(","))
    except InputError as error:
        raise InputError(error.message, file="--goal", found=error.found, hint=error.hint) from None
    chosen = readings(Options(option=tuple(asked.options)))
    try:
        Ruleset.of(asked.ruleset or Ruleset().version, chosen)
    except InputError as error:
        file = "--ruleset" if error.path == "ruleset" else "--option"
        raise InputError(error.message, file=file, found=error.found, hint=error.hint) from None
    return Settings(
        goal=goal.named if asked.goal else (),
        ruleset=asked.ruleset,
        options=tuple(sorted(chosen.items())),
        cards=tuple(str(Path(one).resolve()) for one in asked.cards),
        seconds=asked.seconds,
        timing=asked.timing,
    )


def _workers(asked: Asked) -> int:
    if asked.workers is not None:
        return asked.workers
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _engine(asked: Asked, settings: Settings) -> Engine | None:
    if not asked.scheduler:
        return None
    if asked.workers is not None:
        raise InputError("a cluster has the workers that it has", file="--workers", found=asked.workers)
    from runepay.batch.cluster import Cluster  # noqa: PLC0415 - an extra

    return Cluster(settings, asked.scheduler)


def _said(asked: Asked, done: Done, seconds: float) -> str:
    """Say in one line how it ended."""
    if done.finished and not done.rows:
        return f"{asked.out}: nothing was done" + (", it is finished already" if asked.resume else "")
    new = done.rows - done.kept
    rate = f", {new / seconds:,.0f} rows a second" if seconds > 0 and new else ""
    kept = f" ({done.kept:,} of them from before)" if done.kept else ""
    if done.finished:
        return f"{asked.out}: {done.rows:,} rows{kept} in {_time(seconds)}{rate}"
    where = f"; they stand in {done.partial}" if done.partial is not None else ""
    return f"interrupted after {done.rows:,} rows{kept}{where}. --resume goes on."


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{seconds:.1f} s"


@contextlib.contextmanager
def _bar() -> Generator[Tell | None]:
    """Give what shows the progress, or nothing if nobody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - only when somebody is looking
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (
        BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TextColumn("left:"), TimeRemainingColumn(),
    )  # fmt: skip
    started = time.monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting the workers", total=None)

        def tell(done: Done) -> None:
            rate = (done.rows - done.kept) / max(time.monotonic() - started, 0.001)
            progress.update(
                task, total=done.size or None, completed=done.read, description=f"{done.rows:,} rows, {rate:,.0f}/s"
            )

        yield tell
