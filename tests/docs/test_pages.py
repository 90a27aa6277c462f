"""What the pages promise is true: commands answer as printed, Python runs, links lead somewhere."""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[tuple[str, str]]:
    """Every fenced block of a kind in the pages, with a name for messages."""
    return [
        (f"{page.name}:{page.read_text(encoding='utf-8')[: found.start()].count(chr(10)) + 1}", found["body"])
        for page in PAGES
        for found in FENCE.finditer(page.read_text(encoding="utf-8"))
        if found["kind"] == kind
    ]


def sessions() -> list[tuple[str, str, str]]:
    """Each ``$ runepay ...`` line of a console block with what is printed below it."""
    found = []
    for where, body in blocks("console"):
        for part in re.split(r"^\$ ", body.replace("\\\n", " "), flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((where, command, printed.strip("\n")))
    return found


@pytest.mark.parametrize(("where", "command", "printed"), sessions())
def test_a_command_prints_what_the_page_shows(where: str, command: str, printed: str, tmp_path: Path) -> None:
    name, *arguments = shlex.split(command)
    assert name == "runepay", where
    # Commands run beside links to what they read, so that one with --save leaves nothing in the checkout.
    (tmp_path / "instances").symlink_to(ROOT / "instances", target_is_directory=True)
    done = subprocess.run(
        [sys.executable, "-c", "from runepay.cli import main; main()", *arguments],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "110", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    told = "\n".join(line.rstrip() for line in (done.stdout + done.stderr).strip("\n").splitlines())
    # "..." stands for lines that the page leaves out, as in a doctest.
    same = doctest.OutputChecker().check_output(f"{printed}\n", f"{told}\n", doctest.ELLIPSIS)
    assert same, f"{where}: $ {command}\n{told}"


@pytest.mark.parametrize(("where", "body"), blocks("python"))
def test_the_python_of_a_page_runs(where: str, body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(body, {"__name__": "__main__"}, where, where, 0)
    assert test.examples, f"{where}: write Python as a session with >>>, so that it can be checked"
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(test, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


@pytest.mark.parametrize(
    ("where", "body"), [block for block in blocks("json") if '"runepay": 1' in block[1] and '"expect"' in block[1]]
)
def test_a_file_of_a_page_gets_what_it_expects(where: str, body: str, tmp_path: Path) -> None:
    (tmp_path / "page.json").write_text(body, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from runepay.cli import main; main()", "check", "page.json"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, f"{where}\n{done.stdout}{done.stderr}"


def test_the_pages_show_every_way_to_ask() -> None:
    assert any(where.startswith("README") for where, _, _ in sessions())
    assert any(where.startswith("README") for where, _ in blocks("python"))
    assert any(where.startswith("README") for where, _ in blocks("json"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        aim = page.parent / path if path else page
        if not aim.exists():
            broken.append(target)
        elif heading:
            heads = re.findall(r"^#+ (.*)$", aim.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads]
            broken += [target] if heading not in slugs else []
    assert broken == []


def test_the_goals_that_the_pages_name_are_there() -> None:
    from runepay.model.goals import NAMED, Goal

    page = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    part = page.partition("\n## Goals\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `([^`]+)` \|", part, re.MULTILINE)
    assert {one.partition(":")[0] for one in listed} == {"thrifty", *NAMED}
    for one in listed:
        Goal.of([one.replace("DOMAIN", "calm").replace("NAME", "Charm").replace(":N", ":2")])
    readme = (ROOT / "README.md").read_text(encoding="utf-8").partition('## What "best" means')[2].partition("\n## ")[0]
    named = re.findall(r"`([a-z:-]+)` \(", readme)
    assert len(named) == 2
    assert Goal.of(named).named == (*named, "thrifty")


def test_the_keys_of_a_check_are_those_of_the_page(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    part = page.partition("\n### Checks\n")[2].partition("\n## ")[0]
    keys = re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)
    path = tmp_path / "one.json"
    path.write_text('{"play": {"card": "Mine", "cost": {"energy": 1}}, "expect": {"status": "payable"}}')
    done = subprocess.run(
        [sys.executable, "-m", "runepay", "check", "--json", str(path)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    told = json.loads(done.stdout)
    assert (done.returncode, list(told), told["status"]) == (1, keys, "unlike")
    assert len(told["differences"]) == 1


def test_the_columns_of_a_batch_are_those_of_the_page() -> None:
    from runepay.batch.table import COLUMNS

    page = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")
    part = page.partition("\n## The table\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", part, re.MULTILINE)
    assert rows == [(name, meaning) for name, (_, meaning) in COLUMNS.items()]
