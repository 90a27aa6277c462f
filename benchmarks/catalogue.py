"""How long the catalogue takes: the first card asked for, later ones, an alias, and all of them.

Run ``python benchmarks/catalogue.py``; each number is the best of five fresh processes.
"""

from __future__ import annotations

import json
import subprocess
import sys

MEASURE = """
import json, time
from runepay.model import catalogue
def took(call):
    start = time.perf_counter(); call(); return (time.perf_counter() - start) * 1000
def all_of_them():
    for name in catalogue.names():
        catalogue.find(name)
print(json.dumps({
    "first card, all files read": took(lambda: catalogue.find("Brazen Buccaneer")),
    "another card": took(lambda: catalogue.find("Charm")),
    "the same card again": took(lambda: catalogue.find("Charm")),
    "first alias": took(lambda: catalogue.find("hand of noxus")),
    "another alias": took(lambda: catalogue.find("OGN-002")),
    "all cards checked": took(all_of_them),
}))
"""


def main() -> None:
    """Measure and print a table in milliseconds."""
    runs = [
        json.loads(subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    ]
    print("catalogue, best of 5 fresh processes (ms)")
    for what in runs[0]:
        print(f"  {what:28}{min(run[what] for run in runs):9.3f}")


if __name__ == "__main__":
    main()
