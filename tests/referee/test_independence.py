"""The referee shares neither the solver nor the model's reading of clauses: a bug must be made twice."""

import ast
import subprocess
import sys
from pathlib import Path

FORBIDDEN = (
    "runepay.solver",
    "runepay.model.total",
    "runepay.model.reach",
    "runepay.model.deflect",
    "runepay.model.left",
    "runepay.model.freeze",
    "runepay.model.reading",
    "runepay.model.guards",
    "runepay.model.goals",
    "runepay.model.collect",
    "runepay.model.reductions",
    "runepay.model.supply",
    "runepay.model.lines",
    "runepay.model.played",
    "runepay.model.elections",
    "runepay.model.legality",
    "runepay.model.pool",
)


def test_importing_the_referee_loads_neither_solver_nor_total() -> None:
    # What a receipt is made of (owed, question) names guards, which are plain data.
    forbidden = tuple(name for name in FORBIDDEN if name != "runepay.model.guards")
    code = f"import sys, runepay.referee; print([m for m in sys.modules if m.startswith({(*forbidden, 'ortools')!r})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_module_of_the_referee_names_what_it_checks(package: Path) -> None:
    named: list[tuple[str, str]] = []
    modules = sorted((package / "referee").glob("*.py"))
    assert len(modules) > 8
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            named += [(path.name, one) for one in found if one.startswith(FORBIDDEN)]
    assert named == []
