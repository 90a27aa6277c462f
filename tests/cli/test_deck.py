"""The command ``deck``: the figures for people and programs, standard input, and what it refuses (C23, C25)."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runepay.deck import ask, read
from runepay.model.catalogue import reader

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    reader.forget()


@pytest.fixture
def listed(root: Path) -> Path:
    return root / "instances/decks/fury-mind.txt"


def test_the_table_says_what_the_answer_holds(run: Run, listed: Path) -> None:
    told = run("deck", listed)
    assert (told.status, told.err) == (0, "")
    answer = ask(read(listed))
    lines = told.out.splitlines()
    assert lines[0] == "Fury and Mind: 40 cards, 7 Fury, 5 Mind"
    assert lines[1] == f"On curve the runes pay for {float(answer.score):.2%} of the cards.".replace("%", " %")
    assert lines[2] == f"The best split is 6 Fury, 6 Mind: {float(answer.best[1]):.2%}.".replace("%", " %")
    for one in answer.cards:
        (row,) = (line for line in lines if f" {one.card}  " in line)
        assert f"turn {one.curve}: " in row
        last = row.split()[-1]
        assert last == f"{float(one.chances[-1]) * 100:g}"
    assert "  - Bellows Breath: 68.2 % on turn 1, 90 % from turn 2; most with 1 Fury, 11 Mind: 100 %" in lines
    assert "  - Brazen Buccaneer with discard 4 Energy and a discard: 100 % on turn 2" in lines
    assert "  - what these add: Kai'Sa, Daughter of the Void and Seal of Rage" in lines
    assert any(line.split()[-1:] == ["yours"] and line.split()[:4] == ["7", "Fury,", "5", "Mind"] for line in lines)


def test_json_is_the_answer(run: Run, listed: Path) -> None:
    (told,) = run("deck", listed, "--json", "--second", "--turns", "3", "--split", "5-7").objects
    assert told["file"] == str(listed)
    assert told == {"file": str(listed), **ask(read(listed), {"fury": 5, "mind": 7}, second=True, turns=3).to_json()}
    assert told["runes"] == [3, 5, 7]


def test_standard_input_and_several_lists(run: Run, listed: Path, tmp_path: Path) -> None:
    other = tmp_path / "bad.txt"
    other.write_text("3 Brazzen\n1 Xyzzyqwv\n", encoding="utf-8")
    told = run("deck", "-", other, listed, "--json", stdin="1 Charm\n12 Calm Rune\n")
    assert told.status == 2
    assert [one["status"] for one in told.objects] == ["deck", "invalid", "deck"]
    assert told.objects[1]["file"] == str(other)
    assert len(told.objects[1]["errors"]) == 1
    assert f"{other}:1:1: unknown card, found 'Brazzen'" in told.err
    assert len(run("deck", other, "--json", "--all-errors").objects[0]["errors"]) == 2
    (bad,) = run("deck", "-", "--json", stdin="\n1 Xyzzyqwv\n").objects
    assert (bad["file"], bad["errors"][0]["line"]) == ("-", 2)
    text = run("deck", "-", stdin="1 Charm\n12 Calm Rune\n").out
    assert text.startswith("the list: 1 cards, 12 Calm\nOn curve the runes pay for 100 % of the cards.\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--split", "7-4"), "--split: a split has 12 runes (103.3.a), found 11"),
        (("--split", "7-4-1"), "--split: the split names one number for each domain of the deck (fury, mind)"),
        (("--split", "6 fury, 6 minf"), "--split: unknown domain, found 'minf'; did you mean 'mind'?"),
        (("--ruleset", "1.5"), "--ruleset: unknown ruleset, found '1.5'"),
        (("--option", "own_domain_pip=all"), "--option: unknown reading, found 'all'"),
    ],
)
def test_what_it_refuses(run: Run, listed: Path, words: tuple[str, ...], message: str) -> None:
    told = run("deck", listed, *words)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(message)


def test_no_file_is_named(run: Run, tmp_path: Path) -> None:
    told = run("deck", tmp_path / "no.txt")
    assert told.status == 2
    assert "the file cannot be read: no such file or directory" in told.err
    assert run("deck", "-", stdin=b"\xff\xfa").err.strip() == "-: the list is neither UTF-8 nor UTF-16 text"


def test_cards_that_nothing_pays_are_weak(run: Run) -> None:
    lines = run("deck", "-", stdin="Legend: Daughter of the Void\n1 Atakhan\n1 Charm\n").out.splitlines()
    assert "  - Atakhan: no split of the deck's domains pays for it" in lines
    assert "  - the list holds no runes, so the figures are those of the best split" in lines


def test_the_runes_on_a_curve_of_a_dear_card_of_ones_own(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    cards = '[{"name": "Colossus", "type": ["unit"], "domains": ["fury"], "cost": {"energy": 13}}]'
    own.write_text(f'{{"format": 1, "cards": {cards}}}', encoding="utf-8")
    told = run("deck", "-", "--cards", own, stdin="1 Colossus\n12 Fury Rune\n")
    assert told.status == 0, told.err
    assert "  - Colossus: no turn has as many runes" in told.out.splitlines()
    assert "never" in told.out


def test_a_line_of_plays(run: Run, listed: Path) -> None:
    words = ("--line", "Stupefy + Hextech Ray", "--line", "-", "--line", "Gemcraft Seer")
    lines = run("deck", listed, *words).out.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("The line: "))
    rows = [line.split() for line in lines[start + 2 : start + 5]]
    assert [row[0] for row in rows] == ["1", "1", "3"]
    (told,) = run("deck", listed, *words, "--json").objects
    plays = told["line"]["plays"]
    assert [(one["turn"], one["card"]) for one in plays] == [(1, "Stupefy"), (1, "Hextech Ray"), (3, "Gemcraft Seer")]
    assert told["line"]["expected"] == pytest.approx(sum(one["chance"] for one in plays), abs=2e-6)
    assert f"{plays[1]['chance'] * 100:.1f}" in lines[start + 3]
    assert "--line: unknown card, found 'Brazzen'" in run("deck", listed, "--line", "Brazzen").err


def test_it_needs_no_solver() -> None:
    code = (
        "import sys; from runepay.cli.app import app\n"
        "from runepay.deck import ask, read_text\n"
        "ask(read_text('1 Charm'))\n"
        "assert not {'ortools', 'numpy', 'polars'} & set(sys.modules), 'too much is imported'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_empty_or_double_words_are_refused_at_their_option(run: Run, listed: Path) -> None:
    for option, text, said in (
        ("--split", "", "--split: a split has 12 runes (103.3.a), found 0"),
        ("--split", "7 fury, 5 fury", "--split: each domain is named once, found '7 fury, 5 fury'"),
        ("--line", "", "--line: the names of cards are expected"),
        ("--line", "+", "--line: the names of cards are expected"),
        ("--line", "Charm +", "--line: the names of cards are expected"),
        ("--line", " + ".join(["Charm"] * 96), "--line: at most 12 cards"),
    ):
        told = run("deck", listed, option, text)
        assert (told.status, told.err.startswith(said)) == (2, True), told.err


def test_a_split_that_nobody_gave_is_not_shown_as_the_lists(run: Run) -> None:
    told = run("deck", "-", stdin="3 Charm\n8 Fury Rune\n5 Mind Rune\n")
    assert told.status == 0, told.err
    assert told.out.splitlines()[0].endswith("(the best split; the list names no twelve runes)")
