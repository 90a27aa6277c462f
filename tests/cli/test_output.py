"""Output that cannot be written, or that nobody reads any more, is never mistaken for an answer (contract C23)."""

import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
QUESTION = ["Mine", "--cost", "6 any any any any", "--runes", "9 fury, 9 calm, 9 mind"]
COMMANDS = [["solve", *QUESTION], ["solve", "--json", *QUESTION], ["payments", *QUESTION], ["total", "Charm"]]


def shell(words: list[str], end: str) -> subprocess.CompletedProcess[str]:
    line = f'"$@" {end}'
    command = ["bash", "-c", f"set -o pipefail; {line}", "sh", sys.executable, "-m", "runepay", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_reader_that_has_seen_enough_is_no_failure(words: list[str]) -> None:
    done = shell(words, "| head -c 5")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_full_disk_is_told(words: list[str]) -> None:
    if not FULL.exists():
        return  # There is such a device on Linux only.
    done = shell(words, "> /dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("the output cannot be written: no space left")


def test_there_may_be_no_output_and_no_input() -> None:
    done = shell(["solve", "Charm"], ">&-")
    assert (done.returncode, done.stderr) == (2, "there is no standard output to write to\n")
    done = shell(["engine"], "<&-")
    assert (done.returncode, done.stderr) == (0, "")
