"""What is paid for besides a played card: abilities, triggers, hiding; and zones that only they need (C2, 402, 811)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runepay.api import asked
from runepay.cli.arguments import build, ids
from runepay.cli.options import Options
from runepay.model import catalogue
from runepay.model.objects import fields_of, slug
from runepay.model.played import payable

Run = Callable[..., Any]
SWORD = ("Long Sword", "--ability", "equip", "--board", "Long Sword", "--board", "Pouty Poro", "--target", "Pouty Poro")
ABILITIES = [
    (name, ability, fields.type)
    for name in catalogue.names()
    if (fields := fields_of(name, {})) is not None
    for ability in payable(fields)
    if ability != "weaponmaster"
]


@pytest.mark.parametrize(("runes", "status", "said"), [("2 fury", 0, "payable"), ("2 body", 1, "not payable")])
def test_an_ability_is_paid_for_and_its_price_is_its_own(run: Run, runes: str, status: int, said: str) -> None:
    told = run("solve", *SWORD, "--runes", runes)
    assert told.status == status
    first = told.out.splitlines()[0]
    assert first == f"Long Sword asks, as the ability is activated (402), for 1 Fury Power; {said}."


@pytest.mark.parametrize("command", ["total", "payments", "explain"])
def test_the_other_commands_ask_the_same(run: Run, command: str) -> None:
    told = run(command, *SWORD, "--runes", "2 fury", "--json")
    assert told.status == 0
    said = told.objects[0]
    owed = said["payments"][0]["owed"] if command == "payments" else said.get("solved", said)["owed"]
    assert (owed["energy"], owed["power"]) == (0, ["fury"])


@pytest.mark.parametrize(
    ("words", "play"),
    [
        (SWORD, {"kind": "ability", "source": "Long Sword", "ability": "equip", "targets": ["Pouty Poro"]}),
        (("Solari Shrine", "--ability", "Draw"), {"kind": "trigger", "source": "Solari Shrine", "ability": "draw"}),
        (("Hard Bargain", "--ability", "save"), {"kind": "effect", "source": "Hard Bargain", "ability": "save"}),
        (("Hidden Blade", "--hide"), {"card": "Hidden Blade", "kind": "hide"}),
        (("Charm", "--from", "champion", "--champion", "Charm"), {"card": "Charm", "from": "champion"}),
    ],
)
def test_what_is_saved_or_written_in_a_line_asks_the_same(
    run: Run, tmp_path: Path, words: tuple[str, ...], play: dict[str, Any]
) -> None:
    saved = tmp_path / "saved.json"
    told = run("solve", *words, "--runes", "3 fury, calm", "--save", saved, "--json").objects[0]
    assert json.loads(saved.read_text(encoding="utf-8"))["play"] == play
    line = run("solve", *words, "--runes", "3 fury, calm", "--line").out.strip()
    for again in (saved, line):
        assert run("solve", again, "--json").objects[0] | {"file": ""} == told


def test_cards_in_every_zone_reach_the_instance(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    zones = {"champion": "Viktor, Leader", "facedown": "Hidden Blade", "battlefields": "Forge of the Fluft"}
    words = [word for zone, card in zones.items() for word in (f"--{zone.removesuffix('s')}", card)]
    told = run("solve", "Viktor, Leader", "--from", "champion", *words, "--runes", "5 order", "--save", saved, "--json")
    assert told.status == 0
    state = json.loads(saved.read_text(encoding="utf-8"))["state"]
    assert {zone: state[zone] for zone in zones} == {zone: [card] for zone, card in zones.items()}


@pytest.mark.parametrize("to", ["Forge of the Fluft", "forge of the fluft", " forge-of-the-fluft "])
def test_a_battlefield_is_named_by_its_name_or_its_id(run: Run, tmp_path: Path, to: str) -> None:
    saved = tmp_path / "saved.json"
    words = ("--battlefield", "Forge of the Fluft", "--runes", "5 order", "--save", saved)
    assert run("solve", "Pouty Poro", "--to", to, *words).status == 0
    assert json.loads(saved.read_text(encoding="utf-8"))["play"]["to"] == "forge-of-the-fluft"


def test_several_questions_are_headed_by_their_titles(run: Run) -> None:
    told = run("total", "Hidden Blade", "Deathgrip", "--hide")
    assert told.out.splitlines()[0] == "Hidden Blade: hide"
    assert "\nDeathgrip: hide\n" in told.out


def test_a_hidden_card_is_hidden_for_a_power_and_played_from_facedown_for_nothing(run: Run) -> None:
    told = run("solve", "Hidden Blade", "--hide", "--champion", "Hidden Blade", "--from", "champion", "--runes", "mind")
    assert told.out.startswith("Hidden Blade asks, as the card is hidden (811), for 1 Power of any domain; payable.")
    told = run("solve", "Hidden Blade", "--from", "facedown", "--facedown", "Hidden Blade", "--target", "none")
    assert told.out.startswith("Hidden Blade costs nothing; payable.")
    assert run("solve", "Charm", "--hide", "--runes", "3 calm").status == 1


def test_of_two_objects_one_is_named_by_its_id(run: Run) -> None:
    swords = ("--board", "Long Sword", "--board", "Long Sword exhausted", "--runes", "fury")
    told = run("solve", "Long Sword", "--ability", "equip", *swords)
    assert told.status == 2
    assert told.err.startswith("argument: several objects bear that name: long-sword, long-sword-2")
    told = run("solve", "long-sword-2", "--ability", "equip", *swords)
    assert told.status == 0
    # Of two that nothing tells apart it is either.
    told = run("solve", "Long Sword", "--ability", "equip", "--board", "2 Long Sword", "--runes", "fury")
    assert told.status == 0
    assert "No card is called" not in told.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Long Sword", "--ability", "equip"), "is not, found 'Long Sword'; name it with --board \"Long Sword\""),
        (("Jax, Grandmaster At Arms", "--ability", "attach"), '--legend "Jax, Grandmaster At Arms"'),
        (("Forge of the Fluft", "--ability", "attach"), '--battlefield "Forge of the Fluft"'),
        (("Long Sword", "--ability", "eqip"), "--ability: Long Sword has no such ability, found 'eqip'; did you mean"),
        (("Blood Rose", "--ability", "xyzzy"), "--ability: Blood Rose has no such ability (known: gain, ready), found"),
        (("Charm", "--ability", "equip"), "--ability: nothing that Charm does asks for a payment, found 'equip'"),
        (("Long Sword", "--ability", ""), "--ability: Long Sword has no such ability (known: equip), found ''"),
        (("Long Sword", "--ability", "equip", "--hide"), "--hide: this goes with a card, not with an ability"),
        (("Long Sword", "--ability", "equip", "--from", "hand"), "--from: this goes with a card, not with an ability"),
        (("--ability", "equip", "--cost", "1"), "--ability: an ability needs the name of the card that has it"),
        (("a.json", "--ability", "equip"), "--ability: this goes with the name of a card, not with a file"),
        (("Pouty Poro", "--to", "nowhere"), "--to: no such place, found 'nowhere'; known: base; --battlefield CARD"),
        (("Pouty Poro", "--to", "Base"), "--to: no such place, found 'Base'; did you mean 'base'?"),
        (
            ("Pouty Poro", "--to", "forge", "--battlefield", "Forge of the Fluft"),
            "--to: no such place, found 'forge'; did you mean 'Forge of the Fluft'?",
        ),
        (("Pouty Poro", "--legend", "Charm"), "--legend: a legend is needed here, and this is a spell, found 'Charm'"),
        (("Pouty Poro", "--battlefield", "Charm"), "--battlefield: a battlefield is needed here, and this is a spell"),
        (("Pouty Poro", "--board", "Fury Rune"), "and this is a rune, found 'Fury Rune'; it belongs to --runes"),
        (("Pouty Poro", "--facedown", ""), "--facedown: the name of a card is expected, found ''"),
        (("Pouty Poro", "--fact", "points=1,000"), "--fact: a name is expected; commas stand between names"),
        (("a.json", "--hide"), "--hide: this goes with the name of a card, not with a file"),
        (("Charm", "--champion", "Chramm Dancer Lord"), "--champion: unknown card"),
    ],
)
def test_what_cannot_be_meant_gets_one_clear_message(run: Run, words: tuple[str, ...], said: str) -> None:
    told = run("solve", *words)
    assert told.status == 2
    assert said in told.err
    assert told.err.count("\n") == 1


def test_every_ability_that_the_catalogue_knows_can_be_named() -> None:
    assert len(ABILITIES) > 200
    for name, ability, types in ABILITIES:
        zones = {"legend": "legend", "battlefield": "battlefield", "spell": "trash"}
        zone = next((there for kind, there in zones.items() if kind in types), "board")
        there: dict[str, Any] = {zone: name if zone == "legend" else (name,)}
        options = Options(ability=ability, **there)
        made = build(name, options)
        question = asked(made.state, made.play, ruleset=made.rules)[2]
        # What the command line writes is the very kind of play that the ability is.
        assert (made.play.kind, made.play.ability) == (question.kind, ability), name
        assert ids(options) == {slug(name): name}


def test_weaponmaster_pays_for_the_gear_it_chooses(run: Run) -> None:
    words = ("--board", "Combat Chef", "--board", "Long Sword", "--target", "Long Sword", "--runes", "fury")
    told = run("solve", "Combat Chef", "--ability", "weaponmaster", *words, "--json")
    assert told.status == 0
    assert told.objects[0]["owed"] == {"energy": 0, "power": [], "actions": []}
