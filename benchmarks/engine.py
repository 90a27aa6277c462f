"""The engine's round trip: a line to another process and its answer, beside one that sends lines back as they came.

``python benchmarks/engine.py`` prints the table of docs/benchmarks.md. A round trip waits for two processes, so wall
clock is taken: the median of a round, and of the rounds the best, since a shared machine only ever makes it slower.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

ROUNDS, EACH = 9, 300
ECHO = """
import sys
for line in iter(sys.stdin.buffer.readline, b""):
    sys.stdout.buffer.write(line)
    sys.stdout.flush()
"""
POSITION = {"type": "position", "state": {"runes": {"fury": 4, "mind": 3, "calm": 3}}}
PLAY = {"card": "Mine", "cost": {"energy": 3, "power": ["fury", "any"]}, "targets": []}
ASK = {"type": "ask", "id": 1, "play": PLAY}


class Line:
    """A process that answers each line with a line."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, message: bytes) -> bytes:
        """Send a line and wait for the answer."""
        process = self.process
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the process has no pipes")
        process.stdin.write(message)
        process.stdin.flush()
        return process.stdout.readline()

    def round_trip(self, message: dict[str, Any]) -> float:
        """Give the microseconds of a round trip."""
        line = json.dumps(message).encode() + b"\n"
        rounds: list[float] = []
        for _ in range(ROUNDS):
            taken: list[float] = []
            for _ in range(EACH):
                begun = time.perf_counter()
                self.say(line)
                taken.append(time.perf_counter() - begun)
            rounds.append(median(taken) * 1e6)
        return min(rounds)

    def end(self) -> None:
        """Close its input and wait."""
        self.process.communicate()


def main() -> None:
    """Measure and print."""
    echo, engine = Line(sys.executable, "-c", ECHO), Line(sys.executable, "-m", "runepay", "engine")
    engine.say(json.dumps(POSITION).encode() + b"\n")
    floor = echo.round_trip(ASK)
    figures = {"a line sent back as it came": floor}
    engine.say(json.dumps({"type": "setoption", "name": "cache", "value": False}).encode() + b"\n")
    figures["can_pay"] = engine.round_trip({**ASK, "what": "can_pay"})
    figures["best, refereed, with steps"] = engine.round_trip({**ASK, "what": "best"})
    figures["best, refereed, notation only"] = engine.round_trip({**ASK, "what": "best", "steps": False})
    engine.say(json.dumps({"type": "setoption", "name": "cache", "value": True}).encode() + b"\n")
    figures["best, asked before"] = engine.round_trip({**ASK, "what": "best"})
    echo.end()
    engine.end()
    table = Table("round trip", "microseconds", "beside the echo")
    for name, value in figures.items():
        table.add_row(name, f"{value:.0f}", f"{value / floor:.1f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
