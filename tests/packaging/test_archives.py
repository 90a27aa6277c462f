"""The sdist and the wheel hold what they should, once, and nothing needs the two links at the top."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

LINKS = {"model": "src/runepay/model", "solver": "src/runepay/solver"}
QUESTION = ["solve", "Legion Rearguard", "--cost", "2", "--runes", "3 fury, 1 fury exhausted"]
LEFT_BY_TOOLS = shutil.ignore_patterns("__pycache__", "*.pyc")


def package_files(root: Path) -> dict[str, str]:
    """Each file of the package below ``src`` with the hash of its content."""
    return {
        path.relative_to(root / "src").as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (root / "src" / "runepay").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def root_without_links(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a build needs, without the links."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(root / "src", copy / "src", ignore=LEFT_BY_TOOLS)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(root / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def root_with_links(root_without_links: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same copy with the links, as in a checkout."""
    copy = tmp_path_factory.mktemp("linked") / "runepay"
    shutil.copytree(root_without_links, copy)
    for link, target in LINKS.items():
        (copy / link).symlink_to(target, target_is_directory=True)
    return copy


def build(root: Path, out: Path, *kinds: str) -> Iterator[Path]:
    """Build the archives of a tree in this environment, without fetching anything."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), *kinds, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out.iterdir()


@pytest.fixture(scope="module")
def archives(root_with_links: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist, and the wheel that is built from that sdist."""
    return {path.suffix: path for path in build(root_with_links, tmp_path_factory.mktemp("dist"))}


def test_the_links_show_the_two_packages(root: Path) -> None:
    for link, target in LINKS.items():
        path = root / link
        assert path.is_symlink(), link
        assert os.readlink(path) == target  # noqa: PTH115 - the text of the link itself
        assert (path / "__init__.py").is_file()


def test_a_build_makes_one_sdist_and_one_wheel(archives: dict[str, Path]) -> None:
    assert sorted(archives) == [".gz", ".whl"]


def test_the_sdist_holds_each_file_once(archives: dict[str, Path], root_without_links: Path) -> None:
    source = package_files(root_without_links)
    with tarfile.open(archives[".gz"]) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
        assert not [member.name for member in archive.getmembers() if not member.isfile()]
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert [name for name in names if name.split("/")[0] in LINKS] == []
    assert {name.removeprefix("src/") for name in names if name.startswith("src/")} == set(source)
    assert {"pyproject.toml", "README.md", "LICENSE"} <= set(names)


def test_the_wheel_is_just_the_package(archives: dict[str, Path], root_without_links: Path) -> None:
    with zipfile.ZipFile(archives[".whl"]) as archive:
        names = archive.namelist()
        assert [name for name, times in Counter(names).items() if times > 1] == []
        held = {
            name: hashlib.sha256(archive.read(name)).hexdigest()
            for name in names
            if ".dist-info/" not in name
        }
        dist_info = {name.partition(".dist-info/")[2] for name in names if ".dist-info/" in name}
    assert held == package_files(root_without_links)
    assert "runepay/py.typed" in held
    assert {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"} == dist_info


def test_the_metadata_says_what_a_user_must_know(archives: dict[str, Path], root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    with zipfile.ZipFile(archives[".whl"]) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        metadata = archive.read(name).decode()
    lines = metadata.splitlines()
    assert "License-Expression: MIT" in lines
    assert f"Version: {project['version']}" in lines
    assert f"Requires-Python: {project['requires-python']}" in lines
    assert "unofficial" in metadata.casefold()
    assert "not endorsed" in metadata.casefold()


def test_a_wheel_built_without_the_links_answers(root_without_links: Path, tmp_path: Path) -> None:
    (wheel,) = build(root_without_links, tmp_path / "dist", "--wheel")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    # -P and an empty working directory: neither this checkout nor the links can be what is imported.
    (tmp_path / "empty").mkdir()
    ask = (
        "import sys, runepay; print(runepay.__file__, flush=True); sys.argv[0] = 'runepay'; "
        "from runepay.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", ask, *QUESTION],
        cwd=tmp_path / "empty",
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    where, _, answer = done.stdout.partition("\n")
    assert Path(where) == tmp_path / "site" / "runepay" / "__init__.py"
    assert "2" in answer
    assert "exhaust" in answer.casefold()


@pytest.mark.parametrize("ask", ["import runepay", "from runepay.cli import main; main()"])
def test_import_and_help_do_not_wait_for_the_solver(ask: str) -> None:
    check = (
        "import sys\ntry:\n    " + ask + "\nexcept SystemExit as done:\n    assert not done.code\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'ortools', 'pandas', 'matplotlib'}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", check, "--help"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "[]"
