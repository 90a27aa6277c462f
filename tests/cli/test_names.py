"""The name of a card is read in one way by every command, and what is not its own name is said."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runepay.cli.naming import Names, several
from runepay.model import catalogue
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hand", "Charm, Defy"), "--hand: each card is named by itself, found 'Charm, Defy'; write: --hand"),
        (("--board", "2 Gold; Charm exhausted"), 'write: --board "2 Gold" --board "Charm exhausted"'),
        (("--trash", "Viktor, Leader, Charm"), 'write: --trash "Viktor, Leader" --trash "Charm"'),
        # It looks much like the one name, and the other one must not get lost.
        (("--hand", "Brazen Buccaneer, Defy"), 'write: --hand "Brazen Buccaneer" --hand "Defy"'),
        (("--hand", "Brazen Bucaneer, Defy"), 'write: --hand "Brazen Bucaneer" --hand "Defy"'),
        (("--legend", "Charm, Defy"), "there is one legend"),
        (("--board", "Gold", "--board", "Pouty Poro", "--target", "Gold, Pouty Poro"),
         "--target: each object is named by itself, found 'Gold, Pouty Poro'; write: --target"),
    ],
)  # fmt: skip
def test_a_list_where_one_card_is_named_is_told_how_it_is_written(run: Run, words: tuple[str, ...], said: str) -> None:
    told = run("solve", "Charm", "--runes", "2 calm", *words)
    assert told.status == 2
    assert said in told.err


def test_several_cards_in_one_argument_are_told_apart(run: Run) -> None:
    told = run("solve", "Charm, Defy", "--runes", "2 calm")
    assert (told.status, told.err) == (
        2, "argument: each card is named by itself, found 'Charm, Defy'; write: \"Charm\" \"Defy\"\n"
    )  # fmt: skip


@pytest.mark.parametrize("name", [name for name in catalogue.names() if "," in name or ";" in name])
def test_a_name_with_a_comma_is_one_card(name: str) -> None:
    assert several(name) == ()
    assert Names().read(name, "--hand") == name
    assert several(f"{name}, Charm") == (name, "Charm")
