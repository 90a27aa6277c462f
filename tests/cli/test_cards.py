"""``cards``: a card in words, the sets, the coverage, and the import of public lists (C23, C25)."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runepay.model import catalogue
from runepay.model.catalogue import reader
from runepay.model.catalogue.coverage import coverage
from runepay.model.catalogue.own import ENVIRONMENT

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    yield
    reader.forget()


@pytest.fixture
def feeds(root: Path) -> Path:
    return root / "tests/data/feeds"


def test_a_card_in_plain_words(run: Run) -> None:
    told = run("cards", "Brazen Buccaneer")
    assert told.status == 0
    assert told.err == ""
    assert told.out.splitlines() == [
        "Brazen Buccaneer",
        "OGN-002, Origins. Fury unit; costs 6 Energy; Might 5; Pirate, Bilgewater",
        "",
        "Playing it",
        "  - may also cost discarding a card (356.2.b; elect discard)",
        "  - costs 2 Energy less (356.4), if discard is elected",
    ]


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("hand of noxus", "Darius, Hand of Noxus"),
        ("Darius - Hand of Noxus", "Darius, Hand of Noxus"),
        ("ogn-2", "Brazen Buccaneer"),
        ("OGN-002/298", "Brazen Buccaneer"),
        ("SËAL OF RAGE", "Seal of Rage"),
        ("时间刺客", "Ekko, Boy Who Shattered Time"),
    ],
)
def test_a_card_is_found_by_whatever_it_is_called(run: Run, called: str, name: str) -> None:
    told = run("cards", called)
    assert (told.status, told.out.splitlines()[0]) == (0, name)


def test_a_misspelt_name_finds_the_nearest_and_says_so(run: Run) -> None:
    told = run("cards", "Brazen Bucaneer")
    assert told.status == 0
    assert told.out.startswith("No card is called 'Brazen Bucaneer'; the nearest is this one:\nBrazen Buccaneer\n")


def test_unknown_and_ambiguous_names(run: Run) -> None:
    told = run("cards", "Charm", "Darius", "Xyzzy Plugh", "Defy")
    assert told.status == 2
    assert [line for line in told.out.splitlines() if line in {"Charm", "Defy"}] == ["Charm", "Defy"]
    several, unknown = told.err.splitlines()
    assert several.startswith("argument: several cards could be meant, found 'Darius'; Darius, Trifarian; ")
    assert unknown == "argument: unknown card, found 'Xyzzy Plugh'"
    close = run("cards", "Brazon Bickaneers")
    assert close.status == 2
    assert "Brazen Buccaneer" in close.err


def test_a_card_that_says_nothing_about_costs(run: Run) -> None:
    assert run("cards", "Charm").out.splitlines()[-1] == "It says nothing about costs."


def test_the_record_as_json(run: Run) -> None:
    told = run("cards", "Brazen Buccaneer", "nobody", "ogn-2", "--json")
    assert told.status == 2
    first, invalid, again = told.objects
    assert first["card"] == again["card"] == "Brazen Buccaneer"
    assert first["record"] == dict(catalogue.record("Brazen Buccaneer") or {})
    assert first["words"]["Playing it"]
    assert first["coverage"][0] == {"kind": "XC-O", "status": "modelled", "reason": ""}
    assert (invalid["status"], invalid["file"]) == ("invalid", "argument")
    assert all("file" in one for one in told.objects)


def test_the_sets(run: Run) -> None:
    told = run("cards")
    assert told.status == 0
    for one in catalogue.sets():
        assert any(one["name"] in line and str(one["cards"]) in line for line in told.out.splitlines())
    assert f"{len(catalogue.names())} cards" in told.out
    (said,) = run("cards", "--json").objects
    assert [one["set"] for one in said["sets"]] == [one["set"] for one in catalogue.sets()]
    assert sum(one["cards"] for one in said["sets"]) == len(catalogue.names())


def test_the_cards_of_one_set(run: Run) -> None:
    told = run("cards", "--set", "ogs")
    assert told.status == 0
    lines = [line.split() for line in told.out.splitlines()[1:]]
    assert len(lines) == 24
    assert "Tibbers" in told.out
    assert "8 Energy and 2 Fury or Chaos Power" in told.out
    (said,) = run("cards", "--set", "OGS", "--json").objects
    assert len(said["cards"]) == 24


def test_coverage_for_people(run: Run) -> None:
    told = run("cards", "--coverage")
    assert told.status == 0
    table = coverage()
    lines = [line.split() for line in told.out.splitlines()]
    for row in table.sets:
        assert [*map(str, row), str(table.silent[row.name])] in lines
    for row in table.kinds:
        assert any(line[:6] == list(map(str, row)) for line in lines), row.name
    for one in (*table.waiting, *table.not_modelled):
        assert one.name in told.out
    only = run("cards", "--coverage", "--set", "SFD")
    assert only.status == 0
    assert "SFD" in only.out
    assert "OGN" not in only.out


def test_what_waits_and_what_is_not_modelled_is_named_with_its_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runepay.model.catalogue import coverage as module

    monkeypatch.setattr(module, "evidence", dict)
    told = run("cards", "--coverage", "--set", "OGS")
    assert "Not modelled" in told.out
    assert "Lux, Crownguard" in told.out
    assert "no instance shows add acting" in told.out


def test_coverage_as_json(run: Run) -> None:
    (said,) = run("cards", "--coverage", "--json").objects
    assert said["status"] == "coverage"
    assert {key: said[key] for key in ("sets", "kinds", "waiting", "not modelled")} == coverage().to_json()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--set", "XXX"), "--set: unknown set (known: OGN, OGS, SFD, UNL, VEN, RAD, TOKENS), found 'XXX'"),
        (("--coverage", "Charm"), "--coverage: this goes without the name of a card, found 'Charm'"),
        (("--set", "OGN", "Charm"), "--set: this goes without the name of a card, found 'Charm'"),
        (("--out", "x.json", "Charm"), "--out: this goes with 'cards import FILE'"),
        (("import",), "argument: name the file to import"),
        (("import", "x.json", "--coverage"), "--coverage: this goes without 'import'"),
        (("import", "absent.json"), "absent.json: the file cannot be read"),
        (("--cards", "absent.json"), "absent.json: the file cannot be read"),
    ],
)
def test_wrong_calls(run: Run, arguments: tuple[str, ...], message: str) -> None:
    told = run("cards", *arguments)
    assert (told.status, told.out) == (2, "")
    assert message in told.err
    assert "Traceback" not in told.err


# ------------------------------------------------------------ import and use


def test_import_writes_a_file_that_solve_total_and_check_use(run: Run, feeds: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    told = run("cards", "import", feeds / "riot.json", "--out", out)
    assert (told.status, told.out) == (0, "")
    assert "Riot content API, 4 rows, 3 cards" in told.err
    assert "xyz-004-100 Odd One: unknown type 'Vehicle'" in told.err
    assert "fields that are not known and were not used: mood (1)" in told.err
    assert f"3 cards written to {out}" in told.err
    assert run("total", "Lantern Imp").status == 2
    total = run("total", "Lantern Imp", "--cards", out, "--elect", "accelerate")
    assert (total.status, total.out.splitlines()[0]) == (0, "Lantern Imp costs 4 Energy and 2 Fury Power.")
    solved = run("solve", "Lantern Imp", "--cards", out, "--runes", "3 fury", "--target", "none")
    assert solved.status == 0
    asked = tmp_path / "asked.json"
    asked.write_text(
        json.dumps({"play": {"card": "Lantern Imp"}, "expect": {"status": "not payable"}}), encoding="utf-8"
    )
    assert run("check", asked, "--cards", out).status == 0
    assert "your own" in run("cards", "Lantern Imp", "--cards", out).out


def test_the_environment_names_files_as_well(
    run: Run, feeds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "mine.json"
    run("cards", "import", feeds / "riot.json", "--out", out)
    monkeypatch.setenv(ENVIRONMENT, str(out))
    assert run("total", "Lantern Imp").status == 0
    assert "and 3 of your own" in run("cards").out
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "absent.json"))
    told = run("total", "Charm")
    assert (told.status, told.out) == (2, "")
    assert "absent.json: the file cannot be read" in told.err
    assert run("solve", "Charm", "--json").objects[0]["status"] == "invalid"
    assert run("check", tmp_path).status == 2


def test_import_to_standard_output(run: Run, feeds: Path) -> None:
    told = run("cards", "import", feeds / "riftscribe.json", feeds / "piltover.json")
    assert told.status == 0
    written = json.loads(told.out)
    assert written["source"] == "RiftScribe, Piltover Archive"
    assert [card["name"] for card in written["cards"]] == ["Quiet Bell", "Sava, River Scribe", "Salt Blade"]
    assert "the list has no texts, so no keyword is known" in told.err


def test_import_as_json(run: Run, feeds: Path, tmp_path: Path) -> None:
    told = run("cards", "import", feeds / "riftcodex.json", "--set", "xyz", "--json")
    imported, written = told.objects
    assert (imported["status"], imported["format"], imported["other sets"]) == ("imported", "Riftcodex", 1)
    assert len(written["catalogue"]["cards"]) == imported["cards"] == 6
    (only,) = run("cards", "import", feeds / "riot.json", "--json", "--out", tmp_path / "x.json").objects
    assert only["out"] == str(tmp_path / "x.json")


def test_a_bad_file_does_not_stop_the_others(run: Run, feeds: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    told = run("cards", "import", bad, feeds / "riftscribe.json")
    assert told.status == 2
    assert len(json.loads(told.out)["cards"]) == 1
    assert f"{bad}: no list of a known shape" in told.err
    told = run("cards", "import", feeds / "riot.json", "--out", tmp_path)
    assert told.status == 2
    assert "--out: the file cannot be written" in told.err


def test_no_solver_is_loaded_for_cards() -> None:
    script = (
        "import sys; sys.argv = ['runepay', 'cards', '--coverage']\n"
        "from runepay.cli import main\n"
        "try:\n    main()\nexcept SystemExit as done:\n"
        "    print('status', done.code, 'ortools' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "status 0 False"


OWN = {
    "runepay-cards": 1,
    "cards": [
        {
            "name": "Lantern Imp", "type": ["unit"], "domains": ["fury"], "cost": {"energy": 3, "power": ["fury"]},
            "keywords": ["accelerate", "deflect", "hidden"],
        },
        {
            "name": "Lantern Song", "type": ["spell"], "domains": ["mind"], "cost": {"energy": 2},
            "keywords": ["repeat"], "unread": True,
        },
    ],
}  # fmt: skip


def test_a_card_of_ones_own_is_told_as_it_is_priced(run: Run, tmp_path: Path) -> None:
    """A keyword without a written cost has the cost of the rules, in words and in the total, and acts."""
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(OWN), encoding="utf-8")
    own = ("--cards", str(mine))
    for asked in ("cards", "explain"):
        shown = run(asked, "Lantern Imp", *own).out
        assert "Accelerate: may also cost 1 Energy and 1 Power of its own domains (805; elect accelerate)" in shown
        assert "Deflect: an opponent's spell or ability that chooses it owes 1 Power of any domain" in shown
        assert "Hidden: may be hidden for 1 Power of any domain" in shown
        assert "Not in the total" not in shown
        assert "no instance" not in shown
    assert "4 Energy and 2 Fury Power" in run("total", "Lantern Imp", "--elect", "accelerate", *own).out
    shown = run("cards", "Lantern Song", *own).out
    assert "Repeat: may also cost 1 Energy and 1 Power of its own domains" in shown
    assert "its text besides keywords, which was not read" in shown
    assert "3 Energy and 1 Mind Power" in run("total", "Lantern Song", "--elect", "repeat", *own).out
    (said,) = run("cards", "Lantern Imp", "--json", *own).objects
    assert {one["status"] for one in said["coverage"]} == {"modelled"}
    hide = tmp_path / "hide.json"
    hide.write_text(json.dumps({"runepay": 1, "play": {"kind": "hide", "card": "Lantern Imp"}}), encoding="utf-8")
    assert "1 Power of any domain" in run("total", str(hide), *own).out
