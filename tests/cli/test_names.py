"""The name of a card is read in one way by every command, and what is not its own name is said."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runepay.model.catalogue.lookup import lookup

Run = Callable[..., Any]

COMMANDS = ("solve", "total", "explain", "payments", "plan", "cards")
RUNES: dict[str, tuple[str, ...]] = dict.fromkeys(("solve", "payments", "plan"), ("--runes", "6 fury"))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("called", "name"), [("Hopeful", "Noxus Hopeful"), ("Brazen Bucaneer", "Brazen Buccaneer")])
def test_a_part_of_the_name_and_a_slip_of_the_pen_are_read_and_said(
    run: Run, command: str, called: str, name: str
) -> None:
    told = run(command, called, *RUNES.get(command, ()))
    assert told.status == 0
    first, *rest = told.out.splitlines()
    assert first.startswith(f"No card is called {called!r}; ")
    assert name in "\n".join([first, *rest])


@pytest.mark.parametrize("command", COMMANDS)
def test_several_cards_are_all_named_in_the_same_words(run: Run, command: str) -> None:
    told = run(command, "Jinx", *RUNES.get(command, ()))
    names = "Jinx, Demolitionist; Jinx, Rebel; Jinx, Loose Cannon"
    assert (told.status, told.err) == (2, f"argument: several cards could be meant, found 'Jinx'; {names}\n")


def test_a_part_of_a_word_is_no_name() -> None:
    assert lookup("Test").name is None
    assert not lookup("Mine").several


def test_names_in_zones_and_in_json(run: Run) -> None:
    state = ("--runes", "6 fury", "--hand", "Noxus Hopefull", "--board", "2 Seal of Rag exhausted", "--json")
    (said,) = run("solve", "Brazen Bucaneer", *state).objects
    assert said["status"] == "payable"
    assert said["notes"][:3] == [
        "no card is called 'Noxus Hopefull'; it is read as Noxus Hopeful",
        "no card is called 'Seal of Rag'; it is read as Seal of Rage",
        "no card is called 'Brazen Bucaneer'; it is read as Brazen Buccaneer",
    ]
    assert said["card"] == "Brazen Buccaneer"


def test_a_card_of_ones_own_that_sounds_like_a_printed_one_is_said_to_be_ones_own(run: Run) -> None:
    nearest = "(nearest name: Brazen Buccaneer)"
    note = f"No printed card is called 'Brazen Bucaneer', so this is a card of your own {nearest}.\n"
    told = run("solve", "Brazen Bucaneer", "--cost", "3 fury", "--runes", "4 fury")
    assert told.status == 0
    assert told.out.startswith(f"{note}Brazen Bucaneer costs 3 Energy and 1 Fury Power; payable.")
    for called in ("Mine", "Brazen Buccaneer"):
        assert "No printed card" not in run("solve", called, "--cost", "3 fury", "--runes", "4 fury").out


def test_a_question_that_is_saved_or_written_in_a_line_has_the_cards_own_name(run: Run, tmp_path: Path) -> None:
    told = run("solve", "Hopeful", "--line")
    assert "Noxus_Hopeful" in told.out
    assert "'Hopeful'; it is read as Noxus Hopeful" in told.err
    run("solve", "Hopeful", "--save", tmp_path / "one.json")
    assert '"card": "Noxus Hopeful"' in (tmp_path / "one.json").read_text(encoding="utf-8")
