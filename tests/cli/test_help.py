"""The command itself: help, versions, schema; nothing heavy is loaded before it is needed."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

Run = Callable[..., Any]
COMMANDS = ("solve", "total", "check", "schema", "explain", "payments", "plan", "batch", "engine", "cards", "deck")


def test_help_names_every_command_and_each_has_help(run: Run) -> None:
    told = run("--help")
    assert told.status == 0
    assert all(f"  {name} " in told.out for name in COMMANDS)
    assert "..." not in told.out.split("Commands:")[1]
    for name in ("solve", "total", "explain", "check", "schema", "deck"):
        assert run(name, "--help").status == 0
    options = "--runes --pool --hand --target --elect --cost --goal --ruleset --save --json --time-limit --all-errors"
    assert [one for one in options.split() if one not in run("solve", "--help").out] == []


def test_versions_are_told(run: Run) -> None:
    told = run("--version")
    assert told.status == 0
    words = told.out.split()
    assert words[::2] == ["runepay", "schema", "ruleset", "catalogue"]


def test_the_schema_is_one(run: Run) -> None:
    told = run("schema")
    assert told.status == 0
    schema = json.loads(told.out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(
    "call", ["import runepay", "from runepay.cli import main; main()", "import runepay.cli.app"]
)
def test_help_and_import_load_neither_solver_nor_model(call: str) -> None:
    code = f"""
import sys
from collections.abc import Callable
from typing import Any
sys.argv = ["runepay", "--help"]
try:
    {call}
except SystemExit:
    pass
print(sorted({{"ortools", "networkx", "pydantic", "runepay.solver"}} & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert done.stderr == "[]\n"


def test_the_schema_needs_no_solver() -> None:
    code = "import sys; from runepay.model.schema import schema; schema(); assert 'ortools' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], timeout=60, check=True)


def test_a_wrong_command_or_option_is_status_two(run: Run) -> None:
    assert run("slove").status == 2
    told = run("solve", "--rune", "1 fury")
    assert told.status == 2
    assert "--runes" in told.err
