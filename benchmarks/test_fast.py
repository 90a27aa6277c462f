"""The fast lane beside its references: a plain matcher, OR-Tools' min-cost flow, a bare CP-SAT model, matrix products.

``python benchmarks/test_fast.py`` prints the table of docs/benchmarks.md; ``pytest benchmarks --benchmark-only`` runs
the same work under pytest-benchmark. What is compared is first held equal. CPU time is taken, since machines are
shared; read the ratios.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import median
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from ortools.graph.python import min_cost_flow  # type: ignore[import-untyped] # it has no types
from ortools.sat.python import cp_model
from rich.console import Console
from rich.table import Table

from runepay import GameState, Position, Price, can_pay_many
from runepay.model.goals import Goal
from runepay.model.resources import DOMAINS, tally
from runepay.position.bulk import counts_of
from runepay.solver.fast import lanes
from runepay.solver.fast.greedy import Plan
from runepay.solver.pay import best

Timer = Callable[..., Any]
Ints = NDArray[np.integer]
Plain = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, tuple[int, ...]]
"""Ready and exhausted runes, pool (Energy, domains, Universal), Energy owed, pips."""

CASES = 400
ROUNDS = 5
BULK = 100_000
REACH = (1, 2, 4, 8, 16, 32, 63)


# ------------------------------------------------------------ cases


def drawn(seed: int, most: int = 6) -> Plain:
    """Draw runes of a few domains, a pool and a cost."""
    dice = Random(seed)
    mine = dice.sample(range(6), dice.randint(1, 6))
    ready, exhausted = [0] * 6, [0] * 6
    for _ in range(dice.randint(1, 12)):
        (ready if dice.random() < 0.7 else exhausted)[dice.choice(mine)] += 1
    pool = [dice.choice((0, 0, 1, 3)), *(dice.choice((0, 0, 1, 2)) if place in mine else 0 for place in range(6))]
    pool.append(dice.choice((0, 0, 0, 1, 2)))
    pips = []
    for _ in range(dice.randint(0, most)):
        kind, one, other = dice.random(), 1 << dice.choice(mine), 1 << dice.choice(mine)
        pips.append(one if kind < 0.5 else 63 if kind < 0.75 else one | other)
    return tuple(ready), tuple(exhausted), tuple(pool), dice.randint(0, 9), tuple(pips)


def position(case: Plain) -> Position:
    ready, exhausted, pool, _, _ = case
    runes = {name: {"ready": r, "exhausted": e} for name, r, e in zip(DOMAINS, ready, exhausted, strict=True)}
    power = {name: number for name, number in zip((*DOMAINS, "universal"), pool[1:], strict=True) if number}
    return Position.of(GameState.model_validate({"runes": runes, "pool": {"energy": pool[0], "power": power}}), cache=0)


def units(case: Plain) -> list[tuple[int, int, bool]]:
    """Give ``(reach, number, whether they are runes)``."""
    ready, exhausted, pool, _, _ = case
    runes = [(1 << place, ready[place] + exhausted[place], True) for place in range(6)]
    floats = [(reach, pool[1 + place], False) for place, reach in enumerate(REACH)]
    return [one for one in (*runes, *floats) if one[1]]


@cache
def cases() -> list[Plain]:
    return [drawn(seed) for seed in range(CASES)]


@cache
def prepared() -> list[tuple[Position, Price]]:
    found = [(position(case), Price(case[3], tally(case[4]))) for case in cases()]
    for here, price in found:
        here.can_pay(price)
        here.best(price)
    return found


@cache
def payable() -> list[tuple[Position, Price, Plain]]:
    pairs = zip(prepared(), cases(), strict=True)
    return [(here, price, case) for (here, price), case in pairs if here.can_pay(price) and price.pips]


# ------------------------------------------------------------ references


def matcher(case: Plain) -> bool:
    """Match pips to units one by one by augmenting paths."""
    ready, _, pool, energy, pips = case
    if energy > pool[0] + sum(ready):
        return False
    single = [reach for reach, number, _ in units(case) for _ in range(number)]
    holder = [-1] * len(single)

    def serve(pip: int, seen: set[int]) -> bool:
        for place, reach in enumerate(single):
            if reach & pips[pip] and place not in seen:
                seen.add(place)
                if holder[place] < 0 or serve(holder[place], seen):
                    holder[place] = pip
                    return True
        return False

    return all(serve(pip, set()) for pip in range(len(pips)))


def flow(case: Plain) -> int:
    """Give the fewest recycles by OR-Tools' min-cost flow; -1 if the pips cannot be paid."""
    had, pips = units(case), tally(case[4])
    graph = min_cost_flow.SimpleMinCostFlow()
    sink = len(had) + len(pips) + 1
    for place, (reach, number, rune) in enumerate(had, 1):
        graph.add_arc_with_capacity_and_unit_cost(0, place, number, int(rune))
        for other, (mask, asked) in enumerate(pips, len(had) + 1):
            if reach & mask:
                graph.add_arc_with_capacity_and_unit_cost(place, other, asked, 0)
    for other, (_, asked) in enumerate(pips, len(had) + 1):
        graph.add_arc_with_capacity_and_unit_cost(other, sink, asked, 0)
    total = sum(number for _, number in pips)
    graph.set_node_supply(0, total)
    graph.set_node_supply(sink, -total)
    return graph.optimal_cost() if graph.solve() == graph.OPTIMAL else -1


def bare(case: Plain) -> int:
    """Give the fewest recycles by a bare CP-SAT model; -1 if the pips cannot be paid."""
    had, pips = units(case), tally(case[4])
    model = cp_model.CpModel()
    uses: list[list[Any]] = [[] for _ in had]
    recycles: list[Any] = []
    for mask, asked in pips:
        served = []
        for place, (reach, number, rune) in enumerate(had):
            if reach & mask:
                variable = model.new_int_var(0, min(number, asked), "")
                served.append(variable)
                uses[place].append(variable)
                if rune:
                    recycles.append(variable)
        model.add(sum(served) == asked)
    for place, (_, number, _) in enumerate(had):
        model.add(sum(uses[place]) <= number)
    model.minimize(sum(recycles))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return round(solver.objective_value) if solver.solve(model) == cp_model.OPTIMAL else -1


class _Counter(cp_model.CpSolverSolutionCallback):
    """Counts what CP-SAT enumerates."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def on_solution_callback(self) -> None:
        self.number += 1


def enumerated() -> int:
    """Count the ways to take six of twelve runes, two a domain, by CP-SAT's own enumeration."""
    model = cp_model.CpModel()
    model.add(sum([model.new_int_var(0, 2, "") for _ in range(6)]) == 6)
    solver, counter = cp_model.CpSolver(), _Counter()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, counter)
    return counter.number


@cache
def bulk() -> tuple[Ints, Ints, Ints]:
    """Give many states, some costs, and which cost each state is asked for."""
    dice = np.random.default_rng(7)
    states = counts_of(position(drawn(seed)) for seed in range(1000)).astype(np.int8)
    costs = np.zeros((500, 7), np.int64)
    for place in range(500):
        _, _, _, energy, pips = drawn(place)
        costs[place, : 1 + len(pips)] = [energy, *pips]
    return states[dice.integers(0, 1000, BULK)], costs, dice.integers(0, 500, BULK)


SUBSETS = np.array([[bool(reach & mask) for mask in range(64)] for reach in REACH], np.float32)


def product(states: Ints, costs: Ints, which: Ints) -> NDArray[np.bool_]:
    """Answer in bulk by the sums over all sets of domains, as one matrix product."""
    inside = np.array([[bool(mask) and not mask & ~one for one in range(64)] for mask in range(64)], np.float32)
    demand = inside[costs[:, 1:]].sum(axis=1)
    had = states[:, 1:].astype(np.float32) @ SUBSETS
    return (had >= demand[which]).all(axis=1) & (states[:, 0] >= costs[which, 0])


# ------------------------------------------------------------ the table


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: microseconds for each piece of work, and of the reference."""

    work: str
    target: str
    taken: float
    reference: str = ""
    beside: float = 0.0


def clock(work: Callable[[], object], pieces: int = 1, repeat: int = 1) -> float:
    """Give the median of some rounds, in microseconds of CPU time for each piece of work."""
    work()
    taken = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(repeat):
            work()
        taken.append((time.process_time() - begun) / (pieces * repeat))
    return median(taken) * 1e6


def over(function: Callable[..., object], arguments: Sequence[tuple[Any, ...]]) -> Callable[[], object]:
    def work() -> None:
        for one in arguments:
            function(*one)

    return work


def full() -> tuple[Position, Price]:
    """Give twelve ready runes, two of each domain, and six any pips."""
    state = GameState.model_validate({"runes": dict.fromkeys(DOMAINS, 2)})
    return Position.of(state), Price.of(0, ["any"] * 6)


def stuck(pips: int) -> Plain:
    """Give a cost of many any pips of which one cannot be paid."""
    ready = [0] * 6
    for number in range(pips - 1):
        ready[number % 6] += 1
    return tuple(ready), (0,) * 6, (0,) * 8, 0, (63,) * pips


def rows() -> list[Row]:
    """Measure everything in one run."""
    plain = [(one,) for one in cases()]
    match = clock(over(matcher, plain), CASES, 3)
    found = [
        Row("yes/no, plain counts", "3", clock(over(lanes.payable, cases()), CASES, 10), "matcher", match),
        Row("yes/no, prepared", "0.4", clock(over(Position.can_pay, prepared()), CASES, 50), "matcher", match),
    ]
    states, costs, which = bulk()
    many, matrix = clock(lambda: can_pay_many(states, costs, which), BULK), clock(lambda: product(*bulk()), BULK)
    found.append(Row("yes/no, in bulk (100,000)", "0.06", many, "matrix product", matrix))
    paying = payable()
    plans = [(one.plan(price), price) for one, price, _ in paying]

    def values(plan: Plan, price: Price) -> object:
        way = plan.best(price.energy, price.pips)
        return None if way is None else plan.values(way)

    answers = [(here, price) for here, price, _ in paying]
    flowing = clock(over(flow, [(case,) for _, _, case in paying]), len(paying))
    complete = [(here.question(price), here.state(), Goal.of()) for here, price in answers[:100]]
    whole = clock(over(lambda *one: best(*one, complete=True), complete), 100)
    model = clock(over(bare, [(case,) for *_, case in paying[:50]]), 50)
    found += [
        Row("best: values and classes", "15", clock(over(values, plans), len(plans), 10), "min-cost flow", flowing),
        Row("best: with ordered steps", "25", clock(over(_steps, answers), len(answers), 3), "min-cost flow", flowing),
        Row("best: refereed", "60", clock(over(_refereed, answers), len(answers)), "min-cost flow", flowing),
        Row("best: through CP-SAT", "2,500", whole, "bare CP-SAT", model),
    ]
    here, price = full()
    every = clock(enumerated)
    found += [
        Row("all 141 payments", "800", clock(lambda: list(here.payments(price)), 1, 10), "CP-SAT enumeration", every),
        Row("counting them", "700", clock(lambda: here.count(price), 1, 10), "CP-SAT enumeration", every),
    ]
    for pips in (9, 13):
        one = stuck(pips)
        slow, quick = clock(over(matcher, [(one,)] * 200), 200), clock(over(lanes.payable, [one] * 2000), 2000)
        found.append(Row(f"{pips} any pips, unpayable", "4", quick, "matcher", slow))
    return found


def _steps(here: Position, price: Price) -> object:
    paid = here.best(price)
    return None if paid is None else paid.moves


def _refereed(here: Position, price: Price) -> object:
    return here.best(price, referee=True)


def main() -> None:
    """Measure and print."""
    table = Table("work", "target, µs", "median, µs", "reference", "its median, µs", "ratio")
    for one in rows():
        ratio = f"{one.taken / one.beside:.3f}" if one.beside else ""
        table.add_row(one.work, one.target, f"{one.taken:.3f}", one.reference, f"{one.beside:.2f}", ratio)
    Console(width=120).print(table)


# ------------------------------------------------------------ the same under pytest-benchmark


def test_lanes_and_references_say_the_same() -> None:
    for case, (here, price) in zip(cases(), prepared(), strict=True):
        assert lanes.payable(*case) is here.can_pay(price) is matcher(case)
    for here, price, case in payable()[:60]:
        paid = here.best(price, referee=True)
        assert paid is not None
        assert paid.values[1] == flow(case) == bare(case)
    assert (can_pay_many(*bulk()) == product(*bulk())).all()
    here, price = full()
    assert len(list(here.payments(price))) == here.count(price) == enumerated() == 141
    assert not any(lanes.payable(*stuck(pips)) or matcher(stuck(pips)) for pips in (9, 13))


@pytest.mark.benchmark(group="yes/no")
def test_yes_or_no(benchmark: Timer) -> None:
    benchmark(over(lanes.payable, cases()))


@pytest.mark.benchmark(group="yes/no")
def test_yes_or_no_by_the_matcher(benchmark: Timer) -> None:
    benchmark(over(matcher, [(case,) for case in cases()]))


@pytest.mark.benchmark(group="yes/no")
def test_yes_or_no_prepared(benchmark: Timer) -> None:
    benchmark(over(Position.can_pay, prepared()))


@pytest.mark.benchmark(group="bulk")
@pytest.mark.parametrize("function", [can_pay_many, product])
def test_in_bulk(benchmark: Timer, function: Callable[..., Any]) -> None:
    assert len(benchmark(function, *bulk())) == BULK


@pytest.mark.benchmark(group="best")
@pytest.mark.parametrize("function", [Position.best, _steps, _refereed])
def test_best(benchmark: Timer, function: Callable[..., object]) -> None:
    benchmark(over(function, [(here, price) for here, price, _ in payable()]))


@pytest.mark.benchmark(group="best")
@pytest.mark.parametrize("function", [flow, bare])
def test_best_references(benchmark: Timer, function: Callable[..., object]) -> None:
    benchmark(over(function, [(case,) for _, _, case in payable()]))


@pytest.mark.benchmark(group="all payments")
def test_all_payments(benchmark: Timer) -> None:
    here, price = full()
    assert len(benchmark(lambda: list(here.payments(price)))) == 141


@pytest.mark.benchmark(group="all payments")
@pytest.mark.parametrize("function", [lambda: full()[0].count(full()[1]), enumerated], ids=["count", "CP-SAT"])
def test_counting(benchmark: Timer, function: Callable[[], int]) -> None:
    assert benchmark(function) == 141


if __name__ == "__main__":
    main()
