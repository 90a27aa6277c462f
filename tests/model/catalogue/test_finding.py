"""A card is found by whatever people call it, and nothing is read before somebody asks."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runepay.model import catalogue
from runepay.model.catalogue.aliases import aliases, key, title

CARDS = st.sampled_from(catalogue.names())


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("Brazen Buccaneer", "Brazen Buccaneer"),
        ("brazen buccaneer", "Brazen Buccaneer"),
        ("  BRAZEN-BUCCANEER ", "Brazen Buccaneer"),
        ("OGN-002", "Brazen Buccaneer"),
        ("ogn-2", "Brazen Buccaneer"),
        ("OGN-002/298", "Brazen Buccaneer"),
        ("OGN-002a/298", "Brazen Buccaneer"),
        ("ogn-002-298", "Brazen Buccaneer"),
        ("OGN\N{MIDDLE DOT}002/298", "Brazen Buccaneer"),
        ("Hand of Noxus", "Darius, Hand of Noxus"),
        ("Darius - Hand of Noxus", "Darius, Hand of Noxus"),
        ("Darius \N{EN DASH} Hand of Noxus", "Darius, Hand of Noxus"),
        ("the boss", "Sett, The Boss"),
        ("Kaisa, Daughter of the Void", "Kai'Sa, Daughter of the Void"),
        ("Kai\N{RIGHT SINGLE QUOTATION MARK}Sa, Daughter of the Void", "Kai'Sa, Daughter of the Void"),
        ("Sëal of Rage", "Seal of Rage"),
        ("Get Excited", "Get Excited!"),
        ("Gold token", "Gold"),
        ("Gold (token)", "Gold"),
        ("OGN-273", "Recruit"),
        ("SFD-248", "Ezreal, Prodigal Explorer"),
        ("unl-226*-219", "Jhin, Virtuoso"),
        ("UNL-220", "Pouty Poro"),
        ("VEN-R01", "Fury Rune"),
        ("ven-sp4-006", "Sett, Brawler"),
        ("时间刺客", "Ekko, Boy Who Shattered Time"),
        ("妮蔻 完美伪装", "Neeko, Blending In"),
        ("妮蔻完美伪装", "Neeko, Blending In"),
        ("Mordekaiser (legend)", "Mordekaiser, 铁铠冥魂"),
        ("RAD-082", "Primordial Roar"),
    ],
)
def test_ways_to_call_a_card(called: str, name: str) -> None:
    assert catalogue.name_of(called) == name
    assert catalogue.find(called) is catalogue.find(name)


@pytest.mark.parametrize("called", ["", " ", "!!", "Buccaneer", "OGN-999", "XYZ-001", "Darius", "Wuju", "2"])
def test_what_no_card_is_called(called: str) -> None:
    assert catalogue.name_of(called) is None
    assert catalogue.find(called) is None
    assert catalogue.record(called) is None
    assert catalogue.waiting(called) == ()


def test_no_number_is_that_of_two_cards() -> None:
    records = [record for name in catalogue.names() if (record := catalogue.record(name)) is not None]
    numbers = [number for one in records for number in (one["number"], *one.get("also_numbered", ()))]
    assert len(numbers) == len(set(numbers)) > len(records)


@given(CARDS)
def test_case_and_punctuation_do_not_matter(name: str) -> None:
    for written in (
        name.upper(),
        name.lower(),
        f" {name} ",
        name.replace(", ", " - "),
        name.replace("'", ""),
    ):
        assert catalogue.name_of(written) == name


@given(CARDS)
def test_number_and_short_title_lead_to_the_same_card(name: str) -> None:
    record = catalogue.record(name)
    assert record is not None
    assert catalogue.name_of(record["number"]) == name
    short = title(record)
    assert short is None or catalogue.name_of(short) == name


def test_what_could_mean_two_cards_means_none() -> None:
    one = {"number": "XYZ-001", "name": "Ann, Twice", "type": ["legend"], "aka": ["Solo"]}
    two = {"number": "XYZ-002", "name": "Bea, Twice", "type": ["legend"], "zh": "Duo"}
    three = {"number": "XYZ-003", "name": "Cee, Twice", "type": ["unit"]}
    found = aliases([one, two, three])
    assert key("Twice") not in found
    assert found[key("solo")] == "Ann, Twice"
    assert found[key("DUO")] == "Bea, Twice"
    # One card may be called the same in two ways.
    assert aliases([{**one, "aka": ["Twice"]}])[key("twice")] == "Ann, Twice"


def test_names_are_all_different_and_in_order() -> None:
    names = catalogue.names()
    assert len(set(names)) == len(names) == sum(one["cards"] for one in catalogue.sets()) == 1066
    assert names.index("Brazen Buccaneer") < names.index("Serrated Dirk") < names.index("Primordial Roar")
    assert [one["set"] for one in catalogue.sets() if one["provisional"]] == ["RAD"]


def test_records_are_read_only() -> None:
    record = catalogue.record("Charm")
    assert record is not None
    with pytest.raises(TypeError):
        record["name"] = "Other"  # type: ignore[index]


def test_importing_reads_nothing_and_finding_one_card_checks_only_that_one() -> None:
    script = """
import builtins, io, pathlib, sys
read = []
plain = io.open
def watched(file, *args, **kwargs):
    if str(file).endswith(".json"):
        read.append(pathlib.Path(str(file)).name)
    return plain(file, *args, **kwargs)
io.open = builtins.open = watched
from runepay.model import catalogue
from runepay.model.catalogue import reader
print(len(read))
catalogue.find("Charm")
print(sorted(read))
print(sorted(reader._found))
catalogue.find("Defy")
print(len(read), sorted(reader._found))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "0",
        "['ogn.json', 'ogs.json', 'rad.json', 'sfd.json', 'tokens.json', 'unl.json', 'ven.json']",
        "['Charm']",
        "7 ['Charm', 'Defy']",
    ]
