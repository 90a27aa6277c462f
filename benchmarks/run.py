"""Times the whole way from a state to a refereed payment over a folder of instances.

Run it as ``python benchmarks/run.py [FOLDER ...]``. Every case is timed five times and its best is taken, since the
machines are shared. In the same run and process the same models are solved under CP-SAT's default parameters (one
worker), and a model of one variable gives the floor: read the ratios, not the milliseconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from rich.console import Console
from rich.table import Table

import runepay
from runepay.model.errors import RunepayError
from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.instance import Instance, iter_jsonl, read
from runepay.model.rulebook import Ruleset
from runepay.solver import cpsat
from runepay.solver.formulation import goal as goals
from runepay.solver.formulation import nested
from runepay.solver.pay import Built, build, prove
from runepay.solver.rows import Expr, Rows

ROUNDS = 5
DEFAULTS = "num_workers:1 catch_sigint_signal:false"


@dataclass(frozen=True, slots=True)
class Times:
    """Best times of one case, in milliseconds."""

    name: str
    build: float
    solve: float
    total: float
    defaults: float


def best(work: Callable[[], object]) -> float:
    """Give the best of five runs, in milliseconds."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return min(taken) * 1e3


def found(paths: Iterable[Path]) -> Iterable[tuple[str, Instance]]:
    """Give every instance below these paths that asks for a payment."""
    for path in paths:
        for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
            try:
                instance = read(file)
            except RunepayError as error:
                print(error, file=sys.stderr)
                continue
            if instance.ask == "solve":
                yield str(file), instance
        for file in sorted(path.rglob("*.jsonl")) if path.is_dir() else []:
            for number, row in enumerate(iter_jsonl(file), 1):
                if isinstance(row, Instance) and row.ask == "solve":
                    yield f"{file}:{number}", row


def with_defaults(built: Built, ties: list[Expr]) -> object:
    """Solve the same model under default parameters."""
    shipped = cpsat.PARAMETERS, cpsat.LARGE
    cpsat.PARAMETERS = cpsat.LARGE = DEFAULTS  # type: ignore[misc]
    cpsat._parameters.cache_clear()  # noqa: SLF001 - the point is to compare parameters
    try:
        return prove(built, ties)
    finally:
        cpsat.PARAMETERS, cpsat.LARGE = shipped  # type: ignore[misc]
        cpsat._parameters.cache_clear()  # noqa: SLF001 - as above


def measure(name: str, instance: Instance) -> Times:
    """Time one case."""
    state, play = instance.game, instance.play
    rules = Ruleset.of(instance.ruleset, dict(instance.options))
    aim = Goal.of(instance.goal)
    question = freeze(state, play, rules)

    orders = nested.orders(question)

    def written() -> Built:
        # Where Adds with costs can follow one another in several orders, all of them together are tried first.
        return build(freeze(state, play, rules), aim, order=orders[0], relaxed=len(orders) > 1)

    def make() -> tuple[Built, list[Expr]]:
        built = written()
        return built, goals.ties(built.model)

    def models() -> list[tuple[Built, list[Expr]]]:
        # A solve in several parts pins values in its rows, so every round gets its own model.
        return [make() for _ in range(ROUNDS)]

    ready, other = models(), models()
    return Times(
        name,
        best(written),
        best(lambda: prove(*ready.pop())) if not question.declined else 0.0,
        best(lambda: runepay.solve(state, play, aim, ruleset=rules)),
        best(lambda: with_defaults(*other.pop())) if not question.declined else 0.0,
    )


def floor() -> float:
    """Time a model of one variable: what calling CP-SAT costs at the least."""

    def one() -> object:
        rows = Rows()
        return cpsat.lexicographic(rows, [rows.var(0, 1)])

    one()
    return min(best(one) for _ in range(20))


def quantile(values: list[float], share: float) -> float:
    """Give the value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def main(arguments: list[str]) -> None:
    """Measure and print."""
    folders = [Path(one) for one in arguments] or [Path(__file__).parent.parent / "instances"]
    least = floor()
    times = [measure(name, instance) for name, instance in found(folders)]
    table = Table(title=f"{len(times)} instances, best of {ROUNDS}; one-variable model {least:.3f} ms")
    for heading in ("", "median", "99th percentile", "worst", "median / floor"):
        table.add_column(heading, justify="right" if heading else "left")
    for label, values in (
        ("freeze and build", [one.build for one in times]),
        ("CP-SAT, as shipped", [one.solve for one in times]),
        ("CP-SAT, default parameters", [one.defaults for one in times]),
        ("state to refereed payment", [one.total for one in times]),
    ):
        shown = (median(values), quantile(values, 0.99), max(values))
        table.add_row(label, *(f"{value:.2f} ms" for value in shown), f"{median(values) / least:.1f}")
    console = Console(width=100)
    console.print(table)
    ratio = mean(one.defaults for one in times) / mean(one.solve for one in times)
    console.print(f"default parameters against ours, mean solve time: {ratio:.1f}")
    slow = sorted(times, key=lambda one: one.total, reverse=True)[:5]
    console.print("slowest: " + "; ".join(f"{Path(one.name).name} {one.total:.1f} ms" for one in slow))


if __name__ == "__main__":
    main(sys.argv[1:])
