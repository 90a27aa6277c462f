"""What a search pays for plays, whose clauses are read, beside finished prices: CPU time of one question.

``python benchmarks/plays.py`` prints the table of docs/benchmarks.md. *First* is the first question about a play after
its state was read; all else is asked in positions that follow from that state, as a search asks, with no remembered
answers.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Final

from rich.console import Console
from rich.table import Table

import runepay
from runepay import GameState, Play, Position, Price

ROUNDS: Final = 5
FIELDS: Final = {
    "runes": {"fury": {"ready": 4, "exhausted": 1}, "calm": 4},
    "pool": {"power": {"universal": 1}},
    "board": ["Seal of Rage", "Pouty Poro", "Long Sword"],
}
SETTLED: Final = GameState.model_validate({**FIELDS, "hand": ["Charm", "Pouty Poro"]})
"""Nothing that lies here may say another cost after a payment."""
OPEN: Final = GameState.model_validate({**FIELDS, "hand": ["Charm", "Brazen Buccaneer", "Noxus Hopeful"]})
"""Cards whose costs hang on what is elected and played."""
CHARM: Final = Play(card="Charm", targets=())
ASKED: Final[tuple[tuple[str, GameState, Price | Play], ...]] = (
    ("a price", SETTLED, Price.of(2, ["fury", "any"], ["spell"])),
    ("a play, its totals settled", SETTLED, CHARM),
    ("an ability, its totals settled", SETTLED, Play(kind="ability", source="long-sword", ability="equip", targets=())),
    ("the same play, not settled", OPEN, CHARM),
    ("a play with a discount", OPEN, Play(card="Noxus Hopeful", targets=())),
    ("a play that may discard", OPEN, Play(card="Brazen Buccaneer", targets=())),
)


def positions(state: GameState) -> list[Position]:
    """Give positions that follow from one state, as a search meets them: with other runes and Energy spent."""
    made = [Position.of(state, cache=0)]
    step = Price.of(1)
    for _ in range(3):
        made.append(made[-1].apply(found) if (found := made[-1].best(step)) is not None else made[-1])
    return made


def timed(act: Callable[[], object], times: int) -> float:
    """Give the microseconds of one call."""
    rounds: list[float] = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(times):
            act()
        rounds.append((time.process_time() - begun) / times * 1e6)
    return median(rounds)


def ask_all(there: list[Position], what: str, play: Price | Play) -> None:
    """Ask the same of every position."""
    for one in there:
        getattr(one, what)(play)


def anew(state: GameState, play: Price | Play) -> float:
    """Give the microseconds of the first question about a play after its state was read."""
    taken: list[float] = []
    for _ in range(40):
        here = Position.of(state.model_copy(), cache=0)
        here.can_pay(Price.of(1))
        begun = time.process_time()
        here.can_pay(play)
        taken.append((time.process_time() - begun) * 1e6)
    return median(taken)


def main() -> None:
    """Measure and print."""
    table = Table("asked for", "first yes/no, µs", "yes/no, µs", "best, µs", "count, µs", "runepay.solve, µs")
    gc.collect()
    gc.freeze()
    for name, state, play in ASKED:
        there = positions(state)
        each = [
            timed(partial(ask_all, there, what, play), 50 if what != "can_pay" else 200) / len(there)
            for what in ("can_pay", "best", "count")
        ]
        whole = timed(partial(runepay.solve, state, play), 20) if isinstance(play, Play) else None
        row = [anew(state, play), *each]
        table.add_row(name, *(f"{one:,.1f}" for one in row), "" if whole is None else f"{whole:,.0f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
