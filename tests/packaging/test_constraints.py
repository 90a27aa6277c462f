"""The pins that `make` installs lie inside the ranges that the project promises to work with."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


@pytest.fixture(scope="module")
def pins(root: Path) -> dict[str, str]:
    lines = (root / "constraints.txt").read_text().splitlines()
    pinned = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in pinned if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line)] == []
    found = {str(canonicalize_name(name)): pin for name, _, pin in (line.partition("==") for line in pinned)}
    assert len(found) == len(pinned)
    return found


def test_every_direct_dependency_is_pinned_inside_its_range(root: Path, pins: dict[str, str]) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = [Requirement(line) for line in (*project["dependencies"], *extras["plot"], *extras["dev"])]
    assert len(wanted) > 10
    outside = [
        str(one) for one in wanted if not one.specifier.contains(pins.get(canonicalize_name(one.name), "0"))
    ]
    assert outside == []


def test_every_dependency_states_a_lower_bound(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    assert [line for group in groups for line in group if ">=" not in line] == []


def test_the_installed_package_has_the_version_of_the_project(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert version("runepay") == project["version"]
