"""Deck lists are read as sites export them and people type them; what cannot be read is named with its line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.deck import listing, read, read_split, read_text
from runepay.model.errors import InputError

KAISA = "Kai'Sa, Daughter of the Void"


def cards(text: str) -> list[tuple[int, str, str]]:
    return [(one.number, one.card, one.section) for one in read_text(text).entries]


@pytest.mark.parametrize(
    "line",
    [
        "3 Brazen Buccaneer", "3x Brazen Buccaneer", "3 x Brazen Buccaneer", "Brazen Buccaneer x3",
        "3 brazen buccaneer",
        "3 Brazen Buccaneer (OGN-002)", "3 Brazen Buccaneer [OGN-002/298]", "3 Brazen Buccaneer OGN-002", "3 OGN-002",
        "3 Brazen Buccaneer (OGN) 002", "3 Brazen Buccaneer *F*", "3 Brazen Buccaneer (OGN-002) *F*", "ogn-002 x3",
        "3 Brazen Buccaneer // the best of them", "  3\tBrazen Buccaneer  ", "3\u00d7 Brazen Buccaneer",
        "OGN-002-1 OGN-002-1 OGN-002-2", "1 Brazen Buccaneer\n2 Brazen Buccaneer",
    ],
)  # fmt: skip
def test_every_way_to_write_a_line(line: str) -> None:
    assert cards(line) == [(3, "Brazen Buccaneer", "main")]


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("Main Deck:", "main"), ("MainDeck:", "main"), ("## Main Deck (40)", "main"), ("[Mainboard]", "main"),
        ("== Units (20) ==", "main"), ("Spells: 12", "main"), ("Sideboard:", "sideboard"),
        ("// Sideboard", "sideboard"),
        ("# SIDE DECK", "sideboard"), ("Sideboard (8 cards)", "sideboard"), ("Champion", "champion"),
        ("Chosen Champion:", "champion"), ("Maybeboard", "aside"), ("-- Tokens --", "aside"),
    ],
)  # fmt: skip
def test_every_way_to_write_a_heading(heading: str, section: str) -> None:
    assert cards(f"{heading}\n2 Charm") == [(2, "Charm", section)]


def test_what_is_no_card_of_the_main_deck_is_known_without_headings() -> None:
    text = "Daughter of the Void\n1 Obelisk of Power\n7 Fury Rune\n5 Mind Rune\nCharm\nSB: 2 Defy\n\n# more\n----\n"
    text += "Total: 40 cards\n"
    deck = read_text(text)
    assert [(one.number, one.card, one.section) for one in deck.entries] == [
        (1, KAISA, "legend"), (1, "Obelisk of Power", "battlefields"), (7, "Fury Rune", "runes"),
        (5, "Mind Rune", "runes"), (1, "Charm", "main"), (2, "Defy", "sideboard"),
    ]  # fmt: skip
    assert (deck.legend, deck.domains, deck.runes) == (KAISA, ("fury", "mind"), {"fury": 7, "mind": 5})


def test_cards_on_the_line_of_a_heading_and_titles() -> None:
    deck = read_text("Deck: First try\nLegend: 1 Kai'Sa\nRunes:\n7 Fury\n5 Mind runes\nName: Second try\n3 Charm")
    assert deck.title == "Second try"
    assert (deck.legend, deck.runes) == (KAISA, {"fury": 7, "mind": 5})
    assert deck.entries[-1].section == "main"
    assert read_text("Deck: First try\n1 Charm").title == "First try"


def test_without_a_legend_the_domains_are_those_of_the_runes_and_then_of_the_cards() -> None:
    assert read_text("1 Charm\n12 Order Rune").domains == ("order",)
    assert read_text("1 Charm\n1 Seal of Rage").domains == ("fury", "calm")


def test_a_slip_of_the_pen_is_read_and_told() -> None:
    deck = read_text("\ufeff3 Brazen Bucaneer\n1 Noxus Hopefull")
    assert [one.card for one in deck.entries] == ["Brazen Buccaneer", "Noxus Hopeful"]
    assert deck.notes == (
        "line 1: 'Brazen Bucaneer' is read as Brazen Buccaneer",
        "line 2: 'Noxus Hopefull' is read as Noxus Hopeful",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3 Charm\n2 Brazzen", "my.txt:2:1: unknown card, found 'Brazzen'; did you mean 'Brazen Buccaneer'?"),
        ("3 Darius", "my.txt:1:1: several cards could be meant, found 'Darius'; Darius, Trifarian; "),
        ("0 Charm", "my.txt:1:1: the number of copies lies between 1 and 1000, found 0"),
        (f"{'9' * 50} Charm", f"my.txt:1:1: the number of copies lies between 1 and 1000, found '{'9' * 50}'"),
        *(
            (f"{number} Charm", "my.txt:1:1: a line begins with a whole number of copies, such as 3, found ")
            for number in ("-3", "+3", "- 3", "\u00b2", "1.5", "\u00bd")
        ),
        ("9" * 200_000, "my.txt:1:1: a line has at most 200 letters, found '99999"),
        ("# nothing\n\n", "my.txt: the list names no card"),
        ("1 Hand of Noxus\n1 Daughter of the Void", "my.txt:2:1: a deck has one legend"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(text, "my.txt")
    assert str(caught.value).startswith(message)


def test_a_file_that_is_no_list_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_ERRORS", 5)
    with pytest.raises(InputError) as caught:
        read_text("\n".join(f"Xyzzyqwv {'q' * place}" for place in range(1, 100)))
    assert len(caught.value.others) == 4


def test_every_line_that_cannot_be_read_is_told() -> None:
    with pytest.raises(InputError) as caught:
        read_text("3 Charm\n2 Brazzen\n1 Charm\n1 Xyzzyqwv")
    assert [(one.line, one.found) for one in (caught.value, *caught.value.others)] == [(2, "Brazzen"), (4, "Xyzzyqwv")]


PIECES = st.sampled_from(
    ["3 ", "x", "Charm", "Runes", ":", "Fury", "Rune", " (12)", "Legend", "[", "]", "#", "//", "OGN-002", "-1", "SB:",
     "0", "Kai'Sa", "\u00d7", "\t", "Deck: ", "Sideboard", "*F*", "\ufeff", "\x00", "Name: "]
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=4).map("".join) | st.text(max_size=6), max_size=2).map("\n".join))
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    deck, refused = None, None
    try:
        deck = read_text(text, "my.txt")
    except InputError as error:
        refused = error
    if deck is None:
        assert refused is not None
        assert {one.file for one in (refused, *refused.others)} == {"my.txt"}
        assert str(refused).startswith("my.txt")
        return
    assert deck.entries
    assert all(one.number >= 1 and one.line >= 1 for one in deck.entries)
    assert sum(deck.runes.values()) == sum(one.number for one in deck.entries if one.section == "runes")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes("\ufeff3 Charm\r\n1 Defy\r\n".encode())
    deck = read(path)
    assert ([one.card for one in deck.entries], deck.file) == (["Charm", "Defy"], str(path))
    path.write_bytes(b"\xff\xfe3")
    with pytest.raises(InputError, match="neither UTF-8 nor UTF-16"):
        read(path)
    with pytest.raises(InputError, match=r"no\.txt: the file cannot be read: no such file"):
        read(tmp_path / "no.txt")
    path.write_bytes(b"3 Charm\n" * 200_000)
    with pytest.raises(InputError, match="at most 1,000,000 bytes"):
        read(path)


class TestSplit:
    def test_both_ways(self) -> None:
        assert read_split("7 fury, 5 Chaos") == {"fury": 7, "chaos": 5}
        assert read_split("7-5", ("calm", "body")) == {"calm": 7, "body": 5}
        assert read_split("7 / 5", ("calm", "body")) == {"calm": 7, "body": 5}

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("7-5", "one number for each domain of the deck"),
            ("7 frry, 5 chaos", "unknown domain, found 'frry'; did you mean 'fury'"),
            (f"{'9' * 5000}-5", "one number for each domain"),
            ("fury 7", "a split is written '7 fury, 5 chaos' or '7-5'"),
        ],
    )
    def test_what_is_no_split_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(InputError, match=message):
            read_split(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_gives_the_same_list(encoding: str, end: str, tmp_path: Path) -> None:
    lines = ["Legend (1)", "1 Jinx, Loose Cannon", "", "Main Deck:", "3 Brazen Buccaneer", "7 Fury Rune"]
    path = tmp_path / "list.txt"
    path.write_bytes(end.join([*lines, ""]).encode(encoding))
    assert read(path).entries == read_text("\n".join(lines)).entries
    path.write_bytes(b"3 Charm \xff\xfe\xfa")
    with pytest.raises(InputError, match="neither UTF-8 nor UTF-16"):
        read(path)
