"""States and plays that a caller makes: what is wrong with them is one kind of error, with field and nearest word."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from runepay import GameState, InputError, Play
from runepay.model.candidate import Candidate

WRONG: list[tuple[type[GameState | Play], dict[str, Any], str, str | None]] = [
    (GameState, {"rune": {"fury": 1}}, "rune", "runes"),
    (GameState, {"runes": {"frry": 1}}, "runes.frry", "fury"),
    (GameState, {"runes": {"fury": -1}}, "runes.fury", None),
    (GameState, {"board": ("Gold", {"crd": "x"})}, "board.1.crd", "card"),
    (GameState, {"facts": {"card_played": 1}}, "facts.card_played", "cards_played"),
    (Play, {"card": 3}, "card", None),
    (Play, {"kind": "abilty"}, "kind", "ability"),
    (Play, {"from": "hnad"}, "from", "hand"),
    (Candidate, {"card": "Charm", "needd": True}, "needd", "needed"),
]
WAYS: dict[str, Callable[[Any, dict[str, Any]], object]] = {
    "made": lambda kind, fields: kind(**fields),
    "validated": lambda kind, fields: kind.model_validate(fields),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize(("kind", "fields", "path", "hint"), WRONG, ids=[one[2] for one in WRONG])
def test_what_is_wrong_is_an_input_error_with_field_and_nearest_word(
    way: Callable[[Any, dict[str, Any]], object], kind: Any, fields: dict[str, Any], path: str, hint: str | None
) -> None:
    with pytest.raises(InputError) as told:
        way(kind, fields)
    assert (told.value.path, told.value.hint) == (path, hint)
    assert (told.value.file, told.value.line, told.value.column) == ("", 0, 0)


@pytest.mark.parametrize(
    ("text", "said"), [('{"rune": 1}', "rune: unknown field"), ("[]", "an object {...} is needed"), ("{", "not JSON: ")]
)
def test_json_as_well(text: str, said: str) -> None:
    with pytest.raises(InputError) as told:
        GameState.model_validate_json(text)
    assert str(told.value).startswith(said)
    assert GameState.model_validate_json('{"xp": 2}') == GameState(xp=2)


@pytest.mark.parametrize("given", [[1], None, "x", 3])
def test_what_is_no_object_is_refused(given: object) -> None:
    with pytest.raises(InputError, match="an object"):
        GameState.model_validate(given)


def test_all_that_is_wrong_is_told() -> None:
    with pytest.raises(InputError) as told:
        GameState.model_validate({"xp": -1, "runes": {"frry": 1}})
    assert [one.path for one in (told.value, *told.value.others)] == ["runes.frry", "xp"]


def test_what_is_right_is_made_as_ever() -> None:
    state = GameState.model_validate({"runes": {"fury": 1}, "board": ["Gold"]})
    assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
    assert GameState(board=state.board) == GameState.model_validate({"board": ["Gold"]})
    # States inside other records are made as before, and quickly.
    assert (GameState.__pydantic_custom_init__, Play.__pydantic_custom_init__) == (False, False)
