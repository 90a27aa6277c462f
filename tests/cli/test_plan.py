"""``runepay plan``: cards and files, modes, what is kept, errors."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from runepay import GameState
from runepay.model.candidate import PlanAsk, candidates
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.solver.plan.engine import prepared
from runepay.solver.plan.search import quick

from .conftest import Run

Write = Callable[..., Path]

NINE = ["--value", "Legion Rearguard=9"]
HAND = ["--runes", "3 fury, 1 order", "Noxus Hopeful", "Legion Rearguard", "Seal of Unity"]


def test_a_turn_is_planned_from_cards(run: Run) -> None:
    told = run("plan", *HAND)
    assert told.status == 0
    assert told.out.splitlines()[0] == "3 plays, worth 10 together (proven best)."
    assert [line[:2] for line in told.out.splitlines() if line[1:3] == ". "] == ["1.", "2.", "3."]
    assert "draws are not modelled" in told.out


def test_the_modes_and_values_of_plays(run: Run) -> None:
    (said,) = run("plan", "--json", "--runes", "2 fury", "Noxus Hopeful", "Legion Rearguard", "--mode", "all").objects
    assert (said["status"], said["plays"]) == ("not payable", [])
    (said,) = run("plan", "--json", "--runes", "2 fury", "Charm", "Legion Rearguard", *NINE).objects
    assert (said["value"], [one["card"] for one in said["plays"]]) == (9, ["Legion Rearguard"])
    (said,) = run("plan", "--json", "--runes", "4 fury", "Noxus Hopeful", "Legion Rearguard", "--mode", "most").objects
    assert [one["card"] for one in said["plays"]] == ["Legion Rearguard", "Noxus Hopeful"]


def test_a_card_is_kept_for_the_opponents_turn(run: Run) -> None:
    (free,) = run("plan", "--json", "--runes", "3 calm", "Charm", "Defy").objects
    (kept,) = run("plan", "--json", "--runes", "3 calm", "Charm", "Defy", "--keep-on-their-turn", "Defy").objects
    assert kept["kept"] == {"Defy": True}
    assert "Defy" not in [one["card"] for one in kept["plays"]]
    assert kept["value"] <= free["value"]


def test_a_file_asks_for_a_plan_and_a_plan_is_saved(run: Run, write: Write, tmp_path: Path) -> None:
    path = write("turn.json", ask="plan", state={"runes": {"fury": 2}, "hand": ["Legion Rearguard"]})
    assert run("plan", path).status == 0
    saved = tmp_path / "saved.json"
    assert run("plan", *HAND, "--save", str(saved)).status == 0
    assert json.loads(saved.read_text())["ask"] == "plan"
    assert run("plan", str(saved)).out.splitlines()[0] == "3 plays, worth 10 together (proven best)."


def test_abilities_and_cards_to_hide_are_named_beside_cards(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    words = ("--board", "Long Sword", "--ability", "Long Sword", "--hide", "Hidden Blade", "--value", "Hidden Blade=2")
    told = run("plan", "Legion Rearguard", *words, "--runes", "4 fury, 1 mind", "--json", "--save", saved)
    assert told.status == 0
    assert told.objects[0]["value"] == 6
    assert {one["play"] for one in told.objects[0]["plays"]} == {
        "Legion Rearguard", "equip: Long Sword", "hide Hidden Blade",
    }  # fmt: skip
    written = json.loads(saved.read_text(encoding="utf-8"))
    assert written["state"]["hand"] == ["Legion Rearguard", "Hidden Blade"]
    assert written["plan"]["plays"] == [
        "Legion Rearguard",
        {"kind": "ability", "source": "Long Sword", "ability": "equip"},
        {"kind": "hide", "card": "Hidden Blade"},
    ]
    assert run("plan", saved, "--json").objects[0] | {"file": ""} == told.objects[0]


def test_a_plan_hides_a_card_in_hand_or_in_the_champion_zone(run: Run, tmp_path: Path) -> None:
    # Each case: words, the hand, the plays.
    hide = {"kind": "hide", "card": "Hidden Blade"}
    cases = [
        (("Hidden Blade",), ["Hidden Blade"], [hide]),
        (("2 Hidden Blade",), ["Hidden Blade"] * 2, ["Hidden Blade", hide]),
        (("--champion", "Hidden Blade"), None, [hide | {"from": "champion"}]),
        (("--facedown", "Charm"), ["Hidden Blade"], [{"card": "Charm", "from": "facedown"}, hide]),
        (("--champion", "Charm"), ["Hidden Blade"], [{"card": "Charm", "from": "champion"}, hide]),
    ]
    for number, (words, hand, plays) in enumerate(cases):
        saved = tmp_path / f"{number}.json"
        told = run("plan", *words, "--hide", "Hiden Blade", "--runes", "2 mind", "--save", saved)
        assert (told.status, "it is read as Hidden Blade" in told.out) == (0, True), words
        written = json.loads(saved.read_text(encoding="utf-8"))
        assert (written["state"].get("hand"), written["plan"]["plays"]) == (hand, plays), words


def test_an_ability_of_a_plan_is_named_in_several_ways(run: Run, tmp_path: Path) -> None:
    swords = ("--board", "Long Sword", "--board", "Long Sword exhausted", "--runes", "2 fury")
    for text, source in (
        ("long-sword-2: equip", "long-sword-2"), ("long-sword-2", "long-sword-2"), ("equip: long-sword", "long-sword"),
    ):  # fmt: skip
        saved = tmp_path / f"{source}{len(text)}.json"
        assert run("plan", "--ability", text, *swords, "--save", saved).status == 0
        play = {"kind": "ability", "source": source, "ability": "equip"}
        assert json.loads(saved.read_text(encoding="utf-8"))["plan"]["plays"] == [play]
    kayle = ("--ability", "Kayle, Justified") * 3
    (said,) = run("plan", "--json", *kayle, "--board", "Kayle, Justified", "--runes", "9 order").objects
    assert (len(said["plays"]), said["left"]["empowered"]) == (3, {"kayle-justified": 3})


def test_what_is_wrong_with_abilities_and_cards_to_hide_names_the_option(run: Run, write: Write) -> None:
    cases = [
        (
            ("--ability", "Long Sword: equp"),
            "--ability: Long Sword has no such ability, found 'equp'; did you mean 'equip'?",
        ),
        (("--ability", "Charm"), "--ability: nothing that Charm does asks for a payment"),
        (
            ("--ability", "Blood Rose"),
            'several abilities, found \'Blood Rose\'; write "Blood Rose: gain" or "Blood Rose: r',
        ),
        (("--ability", "Long Sword"), "--ability: an ability is used by an object that is there, and this one is not"),
        (("--ability", "Xyzzy: equip"), "--ability: unknown card, found 'Xyzzy'"),
        (("--ability", "Xyzzy"), "--ability: unknown card, found 'Xyzzy'"),
        (("--ability", ":"), "--ability: this is written CARD: NAME"),
        (("--hide", "Xyzzy"), "--hide: unknown card, found 'Xyzzy'"),
        (("--champion", "Xyzzy"), "--champion: unknown card, found 'Xyzzy'"),
    ]
    for words, said in cases:
        told = run("plan", *words, "--runes", "2 fury")
        assert (told.status, told.out, told.err.count("\n")) == (2, "", 1), words
        assert said in told.err, words
    for option in ("--ability", "--hide"):
        told = run("plan", write(), option, "Charm")
        assert (told.status, told.err) == (2, f"{option}: this goes with the name of a card, not with a file\n")


def test_what_is_wrong_is_named(run: Run, write: Write) -> None:
    told = run("plan", "--runes", "2 fury", "Charm", "--mode", "some")
    assert told.status == 2
    assert "--mode: a plan is for all, best or most" in told.err
    told = run("plan", "Legin Rrgrd", "--runes", "2 fury")
    assert (told.status, "Legion Rearguard" in told.err, "Traceback" in told.err) == (2, True, False)
    assert run("plan").status == 2
    told = run("plan", "--runes", "2 mind", "Charm", "--keep-on-their-turn", "Dfyy")
    assert (told.status, told.err.startswith("--keep-on-their-turn: unknown card")) == (2, True)
    told = run("solve", "Charm", "--runes", "2 calm", "--goal", "keep:Defyy")
    assert (told.status, "did you mean 'Defy'?" in told.err) == (2, True)
    path = write("turn.json", ask="plan", plan={"plays": [{"card": "Charm", "form": "hand"}]})
    told = run("plan", path)
    assert (told.status, "plan.plays.0.form" in told.err) == (2, True)


def test_the_value_of_a_play_that_is_not_there_is_refused(run: Run, write: Write) -> None:
    told = run("plan", "Charm", "--runes", "2 calm", "--value", "Stupefy=2")
    assert (told.status, told.err.strip()) == (2, "--value: no play is called so, found 'Stupefy'; known: Charm")
    told = run("plan", "Charm", "--runes", "2 calm", "--value", "Chram=2")
    assert (told.status, "did you mean 'Charm'?" in told.err) == (2, True)
    told = run("plan", "Charm", "--turns", "2", "--rune-deck", "4 calm", "--runes", "2 calm", "--value", "Stupefy=2")
    assert (told.status, told.err.startswith("--value: no play is called so")) == (2, True)
    path = write("turn.json", ask="plan", state={"hand": ["Charm"]}, plan={"values": {"Charn": 2}})
    told = run("plan", path)
    assert (told.status, "plan.values.Charn: no play is called so" in told.err) == (2, True)
    hand = [{"card": "Charm", "id": "first"}, "Defy"]
    path = write("turn.json", ask="plan", state={"hand": hand}, plan={"values": {"first": 2, "defy": 3}})
    assert run("plan", path).status == 0


def test_a_number_out_of_range_names_its_own_range(run: Run, write: Write) -> None:
    for turns, said in ((50, "between 0 and 11 (the limit), found 50"), (-1, "between 0 and 11, found -1")):
        told = run("plan", write("turn.json", ask="plan", plan={"turns": turns}))
        assert (told.status, f"plan.turns: a number here lies {said}" in told.err) == (2, True)
    told = run("plan", write("turn.json", ask="plan", plan={"values": {"Charm": 1_000_001}}))
    assert (told.status, "between 0 and 1,000,000 (the limit)" in told.err) == (2, True)


def test_no_other_command_takes_a_plan_for_a_play(run: Run, write: Write, tmp_path: Path) -> None:
    path = tmp_path / "turn.json"
    path.write_text(json.dumps({"ask": "plan", "state": {"runes": {"fury": 2}, "hand": ["Legion Rearguard"]}}))
    for words in (("payments",), ("payments", "--count"), ("explain",), ("total",)):
        told = run(*words, path)
        assert (told.status, told.out) == (2, ""), words
        assert told.err.startswith(f"{path}:1:")
        assert "ask: this file asks for a 'plan' and names no play" in told.err
    assert run("solve", path).status == run("plan", path).status == 0
    # A play that is named may be asked about in every way.
    assert run("payments", write("both.json", ask="plan")).status == 0


def test_the_time_limit_ends_the_whole_search() -> None:
    hand = ["Hextech Ray", "Brazen Buccaneer", "Gemcraft Seer", "Stupefy", "Noxus Hopeful", "Legion Rearguard", "Charm"]
    state = GameState.model_validate({"runes": {"fury": 6, "mind": 6}, "hand": hand})
    plays = prepared(state, candidates(state, PlanAsk()), PlanAsk(), Ruleset.of())
    _, found = quick(*plays, Ruleset.of(), Goal.of(), "most", seconds=0)
    assert (found.complete, found.nodes) == (False, 64)


def test_where_time_runs_out_the_best_so_far_is_told_with_its_bound(run: Run) -> None:
    hand = ["Hextech Ray", "Brazen Buccaneer", "Gemcraft Seer", "Stupefy", "Noxus Hopeful", "Legion Rearguard", "Charm"]
    asked = ("plan", *hand, *hand[:4], "--runes", "6 fury, 6 mind", "--time-limit", "0.001")
    for mode, what in (("best", "is worth"), ("most", "makes")):
        told = run(*asked, "--mode", mode, "--json")
        (said,) = told.objects
        assert (told.status, said["status"], said["proof"]) == (0, "payable", "feasible")
        assert 0 < said["value"] < said["bound"]
        first = run(*asked, "--mode", mode).out.splitlines()[0]
        assert re.search(rf"\(best so far, as time ran out; no plan {what} more than \d+\)\.$", first), first
    (said,) = run("plan", *hand, "--runes", "6 fury, 6 mind", "--json").objects
    assert (said["proof"], said["value"]) == ("optimal", said["bound"])


def test_a_plan_of_which_not_all_is_modelled_is_not_proven(run: Run, root: Path) -> None:
    hands = root / "instances" / "hands"
    told = run("plan", hands / "what-an-add-costs-is-not-modelled.json")
    doubt = "whether this is the best plan is not proven, since something here is not modelled"
    assert told.out.startswith(f"0 of 1 plays, worth 0 ({doubt}).\n")
    assert told.out.count("the price of an Add of Still hangs on what is used before it") == 1
    assert "Goal of the whole turn (not proven)" in told.out
    none = run("plan", hands / "what-an-add-costs-is-not-modelled-and-all-is-asked.json")
    assert (told.status, none.status) == (0, 3)
    assert none.out.startswith("No plan was found; that there is none is not proven, since something here is not")
    assert "the price of an Add of Still hangs on what is used before it" in none.out


def test_a_plan_that_cannot_be_made_says_how_much_of_it_can(run: Run) -> None:
    told = run("plan", "--runes", "3 fury", "Noxus Hopeful", "Legion Rearguard", "--mode", "all")
    assert (told.status, told.out.splitlines()[0]) == (1, "Not all of these plays can be made this turn.")
    assert "no more than 1 of these 2 plays can be made, for example Legion Rearguard (358.2)" in told.out
    assert "Noxus Hopeful alone: 1 Energy missing: 4 owed, 3 to be had (163.1)" in told.out
    told = run("plan", "--runes", "1 fury", "Charm", "--keep-on-their-turn", "Defy")
    assert (told.status, told.out.splitlines()[0]) == (
        1, "There is no such plan while Defy stays payable on the opponents' turn."
    )  # fmt: skip
    assert "Defy cannot be played on the opponents' turn, even if nothing is played now" in told.out


def test_a_plan_is_told_in_names_with_what_is_left(run: Run) -> None:
    told = run("plan", "Cruel Patron", "Noxus Hopeful", "--board", "2 Recruit", "--board", "Gold", "--runes", "6 order")
    assert "kill Recruit (recruit)  " in told.out
    assert "   4 Energy (printed cost, 204.1) -> 2 Energy (discount: Noxus Hopeful, 356.4)" in told.out
    assert "left: Order 2 ready and 4 exhausted; in the pool nothing" in told.out
    assert "  board  Cruel Patron (exhausted); Gold; Noxus Hopeful (exhausted); Recruit" in told.out
    told = run("plan", "Charm", "--board", "Gold", "--runes", "1 fury", "--mode", "all")
    assert "exhaust and kill Gold: +1 Universal Power" in told.out
    assert "Lost for good: Gold (killed, worth 2)." in told.out
    (said,) = run("plan", "--json", "Charm", "--board", "Gold", "--runes", "1 fury").objects
    assert (said["names"]["gold"], said["left"]["board"], said["left"]["trash"]) == ("Gold", [], ["charm"])


def test_a_discarded_candidate_and_what_a_goal_keeps_are_told(run: Run) -> None:
    told = run("plan", "Brazen Buccaneer", "Charm", "--runes", "4 fury")
    assert "  - Charm (discarded to pay a cost)" in told.out
    assert "(elected: discard)" in told.out
    told = run("plan", "Legion Rearguard", "--hand", "Defy", "--runes", "3 fury, 1 calm", "--goal", "keep:Defy",
               "--value", "Defy=0")  # fmt: skip
    assert "Defy can still be paid" in told.out
    told = run("plan", "Defy", "--runes", "1 calm", "--goal", "keep:Defy")
    assert "Defy is played by this plan, so it is not kept" in told.out


def test_a_play_that_cannot_be_made_is_not_played_for_that_reason(run: Run) -> None:
    told = run("plan", "Charm", "--hide", "Charm", "--runes", "3 calm")
    said = "hide Charm: Charm has no Hidden, so it cannot be hidden (811)"
    assert (told.status, f"Not played\n  - {said}\n" in told.out, told.out.count("no Hidden")) == (0, True, 1)
    (asked,) = run("plan", "Charm", "--hide", "Charm", "--runes", "3 calm", "--json").objects
    assert "not played: hide Charm, as Charm has no Hidden, so it cannot be hidden (811)" in asked["notes"]


def test_the_value_of_a_play_is_stated_by_what_the_plan_calls_it(run: Run) -> None:
    asked = ("Long Sword", "--ability", "Long Sword: equip", "--hide", "Hidden Blade", "--runes", "9 fury", "--json")
    values = ("--value", "Long Sword=2", "--value", "equip: Long Sword=20", "--value", "hide Hidden Blade=300")
    (said,) = run("plan", *asked, *values).objects
    assert said["value"] == 322
    (said,) = run("plan", *asked, "--value", "Hidden Blade=300").objects
    assert said["value"] > 300
