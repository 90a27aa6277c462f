"""The names of contract C27 are there, are documented as they are, and give frozen results."""

import dataclasses
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import runepay

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "index.md").read_text(encoding="utf-8")
DOCUMENTED = dict(re.findall(r"^\| `runepay\.(\w+)\(([^)]*)\)` \|", PAGE, re.MULTILINE))


def functions() -> dict[str, Callable[..., Any]]:
    found = {name: getattr(runepay, name) for name in runepay.__all__}
    return {name: value for name, value in found.items() if inspect.isfunction(value)}


def test_the_kept_names_are_public_and_every_public_function_is_documented() -> None:
    assert set(functions()) >= {"load", "total", "solve", "violations"}
    assert set(DOCUMENTED) == set(functions())


@pytest.mark.parametrize("name", sorted(DOCUMENTED))
def test_the_page_names_the_arguments_that_a_caller_gives_by_place(name: str) -> None:
    function = functions()[name]
    by_place = [
        one.name
        for one in inspect.signature(function).parameters.values()
        if one.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    ]
    assert [part.partition("=")[0].strip() for part in DOCUMENTED[name].split(",")] == by_place
    assert inspect.getdoc(function)


def test_every_public_name_exists_and_a_wrong_one_is_refused() -> None:
    assert sorted(runepay.__all__) == sorted(set(runepay.__all__))
    assert all(hasattr(runepay, name) for name in runepay.__all__)
    assert set(runepay.__all__) <= set(dir(runepay))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = runepay.no_such_name


def test_results_are_frozen_and_can_be_written() -> None:
    state = runepay.GameState.model_validate({"runes": {"fury": 2}})
    play = runepay.Play.model_validate({"card": "Mine", "cost": {"energy": 2}, "targets": []})
    for result in (runepay.total(state, play), runepay.solve(state, play)):
        assert result.to_json()["owed"]["energy"] == 2
        with pytest.raises(dataclasses.FrozenInstanceError):
            result.play = play  # type: ignore[misc] # the point: it cannot be set
