"""The command ``explain``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_a_card_alone(run: Any) -> None:
    found = run("explain", "Brazen Buccaneer")
    assert found.status == 0
    assert found.out.startswith("Brazen Buccaneer costs 6 Energy, or 4 Energy and discarding a card (elect discard).\n")
    assert "425.1.c" not in found.out.partition("How it goes")[0]


def test_why_not_and_what_would_help(run: Any) -> None:
    found = run("explain", "Mine", "--cost", "3 fury", "--runes", "2 fury, 1 calm exhausted")
    assert found.status == 0
    first = found.out.splitlines()[0]
    assert first == "Mine costs 3 Energy and 1 Fury Power; you cannot pay it: 1 Energy missing: 3 owed, 2 to be had."
    for part in ("Why not", "1 more Energy", "with 1 more ready Fury rune", "How it goes", "Rules, Core Rules 1.4"):
        assert part in found.out


def test_a_proposed_payment_and_changes(run: Any) -> None:
    asked = ("explain", "Mine", "--cost", "any", "--runes", "1 fury, 1 calm exhausted")
    found = run(*asked, "--payment", "A~r.R.-(E)", "--changes", "--front", "recycles,energy")
    assert found.status == 0
    assert "The payment proposed: Legal, but not the best: you could recycle 1 fewer ready rune." in found.out
    assert "What would change it" in found.out
    assert "Between recycles and energy" in found.out


def test_json_is_one_object_with_the_whole_answer(run: Any) -> None:
    found = run("explain", "Mine", "--cost", "1", "--json")
    said = json.loads(found.out)
    assert found.status == 0
    assert (said["status"], said["solved"]["status"]) == ("not payable", "not payable")
    assert said["repair"] == [{"what": "energy", "number": 1, "text": "1 more Energy"}]
    assert {one["kind"] for one in said["changes"]} == {"rune"}


def test_wrong_words_are_invalid_input(run: Any) -> None:
    assert run("explain", "No Such Card").status == 2
    assert run("explain", "Mine", "--cost", "1", "--front", "losses").status == 2
    assert run("explain", "Mine", "--cost", "1", "--front", "losses,luck").status == 2
    assert run("explain", "Mine", "--cost", "1", "--plot", "x.png").status == 2


def test_no_change_goes_beyond_the_most_runes_there_can_be(run: Any) -> None:
    (told,) = run("explain", "Mine", "--cost", "1 fury", "--runes", "1000000 fury", "--json").objects
    assert told["status"] == "payable"
    assert {one["what"] for one in told["changes"] if one["kind"] == "rune"} == {
        "calm", "mind", "body", "chaos", "order"
    }  # fmt: skip
    for cost in ("1000000 fury", "1000000 mind", "1000000 fury fury"):
        told = run("explain", "Mine", "--cost", cost, "--runes", "1000000 fury", "--changes")
        assert (told.status, told.err) == (0, ""), cost


def test_a_front_is_drawn(run: Any, tmp_path: Path) -> None:
    picture = tmp_path / "front.png"
    found = run(
        "explain", "Mine", "--cost", "any", "--runes", "1 fury", "--board", "Gold", "--front", "recycles,losses",
        "--plot", str(picture),
    )  # fmt: skip
    assert found.status == 0, found.err
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_drawn_costs_no_answer(run: Any, tmp_path: Path) -> None:
    asked = ("explain", "Mine", "--cost", "any", "--runes", "1 fury", "--front", "recycles,losses")
    whole = run(*asked)
    for place in (tmp_path / "nowhere" / "front.png", tmp_path / "front.xyz"):
        found = run(*asked, "--plot", str(place))
        assert (found.status, found.out) == (2, whole.out)
        assert "the picture cannot be written" in found.err


def test_brief_leaves_out_what_is_nearly_always_the_same(run: Any) -> None:
    for asked in (("Charm",), ("Charm", "--runes", "1 calm")):
        whole, brief = run("explain", *asked).out, run("explain", *asked, "--brief").out
        assert "How it goes" in whole
        assert "Rules, Core Rules" in whole
        assert "How it goes" not in brief
        assert "Rules, Core Rules" not in brief
        assert whole.startswith(brief.rstrip())
