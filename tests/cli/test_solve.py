"""``solve`` and ``total``: files, folders, standard input and cards; text, JSON and exit status (C15-C23)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[..., Path]
Run = Callable[..., Any]
DISCARD = {
    "card": "Buccaneer", "type": "unit", "targets": [], "cost": {"energy": 6},
    "clauses": [
        {"clause": "additional", "id": "discard", "optional": True, "cost": {"actions": ["discard 1"]}},
        {"clause": "discount", "energy": 2, "when": {"elected": "discard"}},
    ],
}  # fmt: skip
SPARE = {"id": "spare", "card": "Spare", "cost": {"energy": 1}}


def test_the_answer_begins_in_plain_words(run: Run, write: Write) -> None:
    told = run("solve", write())
    assert told.status == 0
    assert told.out.startswith("Mine costs 2 Energy and 1 Fury Power; payable.\nNothing is lost for good.\n")


def test_the_parts_of_the_answer_stand_in_their_order(run: Run, write: Write) -> None:
    path = write(play=DISCARD, state={"runes": {"fury": 4}, "hand": [SPARE]})
    told = run("solve", path)
    assert told.status == 0
    assert told.out.startswith("Buccaneer costs 4 Energy and a discard; payable.\nElected: discard.\n")
    parts = [
        "Lost for good: Spare (discarded, worth 2).", "The five stages", "How to pay", "What is left",
        "Every total worth knowing", "Goal (proven best)", "The payment in one line, as --payment takes it",
    ]  # fmt: skip
    places = [told.out.index(part) for part in parts]
    assert places == sorted(places)
    assert "discard: 2 Energy less, for a discard" in told.out
    assert "   2  spend 4 Energy" in told.out
    assert "   3  discard Spare " in told.out


def test_not_payable_gives_reasons_and_status_one(run: Run, write: Write) -> None:
    told = run("solve", write(state={"runes": {"fury": 1}}))
    assert told.status == 1
    lines = told.out.splitlines()
    assert lines[0] == "Mine costs 2 Energy and 1 Fury Power; not payable."
    assert "1 Energy missing" in lines[1]
    assert "How to pay" not in told.out


def test_json_is_one_object_a_result_with_its_file(run: Run, write: Write) -> None:
    good, bad, poor = write(), write("bad.json", titel=1), write("poor.json", state={})
    told = run("solve", "--json", good, bad, poor)
    assert told.status == 2
    assert [(one["file"], one["status"]) for one in told.objects] == [
        (str(good), "payable"), (str(bad), "invalid"), (str(poor), "not payable")
    ]  # fmt: skip
    answer = told.objects[0]
    assert answer["owed"] == {"energy": 2, "power": ["fury"], "actions": []}
    assert [one["step"] for one in answer["steps"]] == ["exhaust", "recycle", "spend", "spend"]
    assert set(answer["versions"]) == {"runepay", "schema", "ruleset", "catalogue"}
    assert told.objects[1]["errors"][0] | {"line": 0} == {
        "message": "unknown field", "path": "titel", "line": 0, "column": 2, "found": "titel", "hint": "title"
    }  # fmt: skip
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(("names", "status"), [(("good",), 0), (("good", "poor"), 1), (("poor", "bad", "good"), 2)])
def test_the_highest_status_counts(run: Run, write: Write, names: tuple[str, ...], status: int) -> None:
    paths = {"good": write(), "poor": write("poor.json", state={}), "bad": write("bad.json", titel=1)}
    told = run("solve", *(paths[name] for name in names))
    assert told.status == status
    # One bad file never stops the others.
    assert told.out.count("payable.") == len([name for name in names if name != "bad"])


def test_a_folder_is_every_instance_below_it(run: Run, write: Write, tmp_path: Path) -> None:
    write("set/b.json")
    write("set/inner/a.json")
    write("set/.hidden/c.json")
    (tmp_path / "set" / "rows.jsonl").write_text(f"{write().read_text().replace(chr(10), ' ')}\n" * 2)
    told = run("solve", "--json", tmp_path / "set")
    found = [one["file"].removeprefix(str(tmp_path)) for one in told.objects]
    assert found == ["/set/b.json", "/set/rows.jsonl:1", "/set/rows.jsonl:2", "/set/inner/a.json"]
    assert told.status == 0


def test_standard_input_is_one_instance_or_one_a_line(run: Run, write: Write) -> None:
    text = write().read_text()
    told = run("solve", "--json", "-", stdin=text)
    assert [(one["file"], one["status"]) for one in told.objects] == [("-", "payable")]
    row = text.replace("\n", " ")
    told = run("solve", "--json", "-", stdin=f"{row}\n\n{row}\n")
    assert [(one["file"], one["status"]) for one in told.objects] == [("-:1", "payable"), ("-:3", "payable")]


def test_a_question_needs_no_file(run: Run) -> None:
    told = run("solve", "Mine", "--cost", "2 fury any", "--runes", "2 fury, 1 calm exhausted", "--pool", "1 energy",
               "--target", "none", "--json")  # fmt: skip
    assert told.status == 0
    answer = told.objects[0]
    assert (answer["file"], answer["owed"]["power"]) == ("", ["fury", "any"])
    assert answer["left"]["runes"] == {
        "fury": {"ready": 1, "exhausted": 0}, "calm": {"ready": 0, "exhausted": 0}
    }  # fmt: skip


def test_a_card_of_the_catalogue_is_found_by_its_name(run: Run) -> None:
    told = run("solve", "Charm", "--runes", "2 calm", "--target", "none", "--json")
    assert told.status == 0
    assert told.objects[0]["card"] == "Charm"


def test_a_cost_alone_is_a_question_as_well(run: Run) -> None:
    told = run("solve", "--cost", "1", "--runes", "1 mind")
    assert told.status == 0
    assert "costs 1 Energy; payable." in told.out


def test_every_option_reaches_the_instance(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    told = run(
        "solve", "Mine", "--cost", "1 fury/order", "--type", "spell", "--domains", "fury, order", "--keyword", "repeat",
        "--runes", "3 fury", "--pool", "1 universal, 2 energy for spell", "--hand", "Charm", "--hand", "Hidden Blade",
        "--board", "2 Gold", "--board", "Pouty Poro exhausted", "--trash", "Charm", "--enemy", "Helm of Suppression",
        "--legend", "Darius, Hand of Noxus", "--xp", "2", "--target", "gold", "--from", "trash", "--to", "base",
        "--fact", "cards_played=1", "--elect", "repeat=false", "--goal", "most-ready,keep-universal",
        "--ruleset", "1.3", "--option", "own_domain_pip=own", "--save", saved, "--json",
    )  # fmt: skip
    assert told.status in {0, 1}, told.err
    assert json.loads(saved.read_text()) == {
        "runepay": 1,
        "title": "Mine",
        "ruleset": "1.3",
        "options": {"own_domain_pip": "own"},
        "state": {
            "runes": {"fury": {"ready": 3}},
            "pool": {"power": {"universal": 1}, "restricted": [{"energy": 2, "for": ["spell"]}]},
            "hand": ["Charm", "Hidden Blade"],
            "board": ["Gold", "Gold", {"card": "Pouty Poro", "ready": False}],
            "trash": ["Charm"],
            "legend": "Darius, Hand of Noxus",
            "xp": 2,
            "facts": {"cards_played": 1},
        },
        "opponents": [{"board": ["Helm of Suppression"]}],
        "play": {
            "card": "Mine", "cost": {"energy": 1, "power": [["fury", "order"]]}, "type": ["spell"],
            "domains": ["fury", "order"], "keywords": ["repeat"], "from": "trash", "to": "base", "targets": ["gold"],
            "elect": {"repeat": False},
        },
        "goal": ["most-ready", "keep-universal"],
    }  # fmt: skip
    again = run("solve", saved, "--json")
    assert again.objects[0] | {"file": ""} == told.objects[0]


def test_words_between_commas_are_those_of_an_option_that_is_repeated(run: Run, tmp_path: Path) -> None:
    card = ("solve", "Mine", "--cost", "1", "--keyword", "repeat, accelerate", "--runes", "6 fury", "--json")
    lists = {
        "--elect": ("repeat=no", "accelerate"),
        "--fact": ("cards_played=1", "showdown=no", "combat"),
        "--option": ("own_domain_pip=any", "deflect_sums=highest"),
    }
    written = []
    for way, joined in (("one", False), ("all", True)):
        saved = tmp_path / f"{way}.json"
        given = {name: [", ".join(words)] if joined else words for name, words in lists.items()}
        words = [word for name, several in given.items() for one in several for word in (name, one)]
        assert run(*card, *words, "--save", saved).status == 0
        written.append(json.loads(saved.read_text(encoding="utf-8")))
    assert written[0] == written[1]
    assert written[0]["play"]["elect"] == {"repeat": False, "accelerate": True}
    assert written[0]["state"]["facts"] == {"cards_played": 1, "showdown": False, "combat": True}
    assert written[0]["options"] == {"own_domain_pip": "any", "deflect_sums": "highest"}


def test_elections_goals_and_rulesets_override_files(run: Run, write: Write, tmp_path: Path) -> None:
    path = write(play=DISCARD, state={"runes": {"fury": 6}, "hand": [SPARE]})
    saved = tmp_path / "saved.json"
    plain = run("solve", path, "--json").objects[0]
    assert plain["elected"] == {"discard": False}
    words = ("--elect", "discard", "--goal", "most-ready", "--ruleset", "1.3")
    told = run("solve", path, *words, "--json", "--save", saved)
    answer = told.objects[0]
    assert answer["elected"] == {"discard": True}
    assert answer["goal"][0]["criterion"] == "most-ready"
    assert answer["versions"]["ruleset"] == "1.3"
    kept = json.loads(saved.read_text())
    assert (kept["play"]["elect"], kept["goal"], kept["ruleset"]) == ({"discard": True}, ["most-ready"], "1.3")
    assert run("solve", path, "--elect", "discard=false", "--json").objects[0]["elected"] == {"discard": False}


def test_total_needs_no_runes_and_lists_every_total(run: Run, write: Write) -> None:
    path = write(play=DISCARD, state={})
    told = run("total", path, "--json")
    assert told.status == 0
    assert [(one["elected"], one["owed"]["energy"]) for one in told.objects[0]["totals"]] == [
        ({"discard": False}, 6), ({"discard": True}, 4)
    ]  # fmt: skip
    text = run("total", path)
    assert text.out.startswith("Buccaneer costs 6 Energy.\n")
    assert "discard: 2 Energy less, for a discard" in text.out
    assert "How to pay" not in text.out


def test_a_file_is_answered_as_it_asks(run: Run, write: Write) -> None:
    total = write("total.json", ask="total", state={})
    steps = [
        {"step": "exhaust", "object": "rune:fury", "number": 2}, {"step": "recycle", "object": "rune:fury"},
        {"step": "spend", "spends": {"energy": 2}}, {"step": "spend", "spends": {"power": {"fury": 1}}},
    ]  # fmt: skip
    legal = write("legal.json", ask="referee", payment=steps)
    broken = write("broken.json", ask="referee", payment=steps[1:])
    told = run("solve", "--json", total, legal)
    assert [one["status"] for one in told.objects] == ["total", "legal"]
    assert told.status == 0
    told = run("solve", "--json", broken)
    assert told.status == 1
    assert told.objects[0]["violations"]
    assert all({"code", "rule", "message"} <= set(one) for one in told.objects[0]["violations"])
    assert run("solve", legal).out == "The payment is legal.\n"
    assert run("solve", broken).out.startswith("The payment is not legal: ")


def test_a_declined_cost_says_what_happens_instead(run: Run, write: Write) -> None:
    play = {"kind": "trigger", "source": "diana", "cost": {"energy": 1}, "elect": {"pay": False}}
    path = write(play=play, state={"board": [{"id": "diana", "type": "unit"}]})
    told = run("solve", path)
    assert told.status == 0
    assert "the cost is declined, nothing is owed; the trigger leaves the chain" in told.out


def test_defaults_that_mattered_are_named(run: Run, write: Write) -> None:
    clauses = [{"clause": "discount", "energy": 1, "when": {"fact": "showdown"}}]
    told = run("solve", write(play={"card": "Mine", "cost": {"energy": 1}, "clauses": clauses}))
    assert "Assumed, as nothing else was stated\n  showdown no" in told.out
    assert "targets unknown" in told.out


def test_nothing_is_coloured_when_nobody_looks(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR")
    assert "\x1b" not in run("solve", write()).out


def test_a_name_cannot_steer_the_terminal(run: Run, write: Write) -> None:
    told = run("solve", write(play={"card": "Mi\x1b[31mne", "cost": {"energy": 1}}))
    assert "\x1b" not in told.out
    assert told.out.startswith("Mi\\x1b[31mne costs")


def test_a_line_end_in_a_name_writes_no_line_of_its_own(run: Run, write: Write) -> None:
    name = "Mine\nYours costs nothing; payable."
    for command in ("solve", "payments", "total"):
        told = run(command, write(play={"card": name, "cost": {"energy": 1}}, state={"runes": {"fury": 1}}))
        assert "Mine\\nYours" in told.out
        assert not any(line.startswith("Yours") for line in (told.out + told.err).splitlines())
    told = run("solve", write(play={"card": "Mine"}, title="one\ntwo"), write(play={"card": "Mine"}))
    assert not any(line.startswith("two") for line in (told.out + told.err).splitlines())


def test_what_other_cards_react_to_is_named(run: Run, write: Write) -> None:
    cards = {"Watcher": {"type": "unit", "watches": [{"event": "discarded"}]}}
    path = write(play=DISCARD, cards=cards, state={"runes": {"fury": 4}, "hand": [SPARE], "board": ["Watcher"]})
    assert "What other cards react to\n  - Spare discarded: Watcher\n" in run("solve", path).out


def test_what_is_done_before_the_play_stands_before_the_payment(run: Run, write: Write) -> None:
    add = {"gives": {"power": {"universal": 2}}, "speed": "action", "cost": {"actions": ["kill 1 gear"]}}
    board = [{"id": "priest", "type": "unit", "adds": [add]}, {"id": "idol", "card": "Idol", "type": "gear"}]
    play = {"card": "Mine", "type": "unit", "targets": [], "cost": {"power": ["any", "any"]}, "before": True}
    told = run("solve", write(play=play, state={"board": board}))
    assert told.status == 0
    before, after = told.out.index("Before the play: use priest for 2 Universal Power"), told.out.index("How to pay")
    assert before < told.out.index("kill Idol") < after


@pytest.mark.parametrize("name", ["Jinx, Rebel", "Wind Wall", "Noxus Hopeful", "Anivia, Primal", "Yasuo, Remorseful"])
def test_a_card_whose_name_ends_as_a_file_of_rows_does_is_one_card(run: Run, tmp_path: Path, name: str) -> None:
    saved = tmp_path / "saved.json"
    told = run("solve", name, "--runes", "9 fury", "--target", "none", "--save", saved)
    assert told.status in {0, 1}, told.err
    assert told.out.startswith(f"{name} costs ")
    assert json.loads(saved.read_text())["play"]["card"] == name


def test_runes_and_floating_resources_given_twice_add_up(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    told = run("solve", "Mine", "--cost", "3", "--runes", "1 fury", "--runes", "1 fury, 1 calm", "--pool", "1 energy",
               "--pool", "1 energy", "--save", saved)  # fmt: skip
    assert told.status == 0, told.err
    state = json.loads(saved.read_text())["state"]
    assert state == {"runes": {"fury": {"ready": 2}, "calm": {"ready": 1}}, "pool": {"energy": 2}}


def test_what_floats_already_stands_before_the_steps(run: Run, write: Write) -> None:
    path = write(state={"runes": {"fury": 2}, "pool": {"restricted": [{"energy": 1, "for": "unit"}]}})
    told = run("solve", path)
    assert told.out.index("In the pool already: 1 Energy for unit") < told.out.index("How to pay")
    assert "In the pool already" not in run("solve", write()).out


def test_the_goal_is_said_in_words_and_what_is_unmet_in_the_first_line(run: Run, write: Write) -> None:
    told = run("solve", write(), "--goal", "most-ready,spend-at-least:power:3")
    first, goal = told.out.splitlines()[0], told.out.split("Goal (proven best)\n  ")[1].splitlines()[0]
    assert first == "Mine costs 2 Energy and 1 Fury Power; payable, but 2 Power short of the 3 to be spent."
    assert goal.startswith("ready runes left 1; 2 Power short of the 3 to be spent; runes recycled 1; unrestricted")
    assert "lost for good" not in goal
    assert "short" not in run("solve", write(), "--goal", "spend-at-least:power:1").out


SPEND = ("spend-at-least:energy:2", "spend-at-least:power:2")


def test_every_level_of_every_goal_has_words() -> None:
    from runepay.cli.words import level
    from runepay.model.goals import Goal

    asked = ("keep-universal", "most-ready", "keep-domain:calm", "rune-debt:3", *SPEND)
    said = [level({"criterion": one, "value": 1}) for one in Goal.of(asked).criteria]
    assert len(set(said)) == len(said) == 17


def test_totals_with_the_same_elections_say_what_their_discounts_take_off(run: Run, write: Write) -> None:
    clauses = [{"clause": "discount", "id": "less", "energy": 1, "any": 1, "either": True}]
    play = {"card": "Mine", "type": "unit", "targets": [], "cost": {"energy": 2, "power": ["fury"]}, "clauses": clauses}
    for command in ("solve", "total"):
        told = run(command, write(play=play), "--json").objects[0]
        assert [one["choose"] for one in told["totals"]] == [
            {"halves": {"less": "energy"}}, {"halves": {"less": "power"}, "removed": {"less": ["fury"]}}
        ]  # fmt: skip
        text = run(command, write(play=play)).out
        assert "less takes off Energy" in text
        assert "less takes off 1 Fury Power" in text
        # What is shown can be asked for as it stands.
        for one in told["totals"]:
            again = run("solve", write(play=play | {"choose": one["choose"]}), "--json").objects[0]
            assert again["owed"] == one["owed"] | {"actions": []}
    assert "where" not in run("total", write(play=DISCARD)).out


def test_a_total_is_saved_as_one_and_no_file_is_overwritten_by_chance(run: Run, write: Write, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    assert run("total", "Charm", "--save", saved).status == 0
    assert json.loads(saved.read_text()) == {
        "runepay": 1, "title": "Charm", "ask": "total", "state": {}, "play": {"card": "Charm"}
    }  # fmt: skip
    told = run("solve", "Charm", "--save", saved)
    assert (told.status, told.out) == (2, "")
    assert told.err == f"--save: {saved} exists already; --force overwrites it\n"
    assert run("solve", "Charm", "--save", saved, "--force").status == 1
    assert "ask" not in json.loads(saved.read_text())
    assert run("total", write(), "--save", saved, "--force").status == 0
    assert list(json.loads(saved.read_text())) == ["title", "ask", "state", "play"]


def test_a_file_may_name_its_schema(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"$schema": "instance.schema.json", "play": {"card": "Mine", "cost": {"energy": 0}}}')
    assert run("solve", path).status == 0
    assert json.loads(run("schema").out)["properties"]["$schema"]["type"] == "string"
    path.write_text('{"$schema": 1, "play": {"card": "Mine", "cost": {"energy": 0}}}')
    told = run("solve", path)
    assert (told.status, told.err) == (2, f"{path}:1:13: $schema: the address of a schema is text, found 1\n")


def test_an_answer_bears_the_cards_own_name_and_domains_are_written_with_a_capital(run: Run) -> None:
    told = run("solve", "kaisa survivor", "--runes", "6 fury", "--target", "none")
    assert told.out.startswith("Kai'Sa, Survivor costs ")
    told = run("solve", "--cost", "body/order calm")
    assert "1 Calm Power missing" in told.out
    assert "1 Body or Order Power missing" in told.out


def test_a_loaded_file_is_answered_in_python_as_by_the_command(run: Run, write: Write) -> None:
    import runepay

    # The ruleset and the option decide what the own-domain pip of a card of two domains takes.
    play = {"card": "Mine", "type": "unit", "targets": [], "domains": ["fury", "mind"], "cost": {"power": ["own"]}}
    path = write(play=play, state={"runes": {"calm": 1}}, options={"own_domain_pip": "any"}, goal=["most-ready"])
    i = runepay.load(path)
    mine = runepay.solve(i.game, i.play, i.goal, ruleset=i.ruleset, options=i.options)
    assert mine.to_json() | {"file": str(path)} == run("solve", path, "--json").objects[0]
    assert (mine.status, runepay.solve(i.game, i.play).status) == ("payable", "not payable")


KEEP = ("Brazen Buccaneer", "--hand", "Charm", "--hand", "Defy", "--goal")


def test_a_card_that_is_to_be_kept_is_said_to_be_kept_or_not(run: Run) -> None:
    told = run("solve", *KEEP, "keep-on-their-turn:Defy", "--runes", "5 fury, 3 calm").out
    assert "Goal (proven best)\n  Defy can still be paid on the opponents' turn" in told
    told = run("solve", *KEEP, "keep:Defy", "--runes", "4 fury, 2 calm").out
    assert told.startswith("Brazen Buccaneer costs 6 Energy; payable, but Defy can no longer be paid.\n")
    assert "keeping a card stands after what is lost for good" in told
    assert "keep:NAME" in " ".join(run("solve", "--help").out.split())


def test_the_notation_that_is_printed_is_the_one_that_explain_takes(run: Run) -> None:
    asked = ("Mine", "--cost", "2 fury", "--runes", "3 fury")
    lines = run("solve", *asked).out.splitlines()
    notation = lines[lines.index("The payment in one line, as --payment takes it") + 1].strip()
    assert "The payment proposed: Legal, and no" in run("explain", *asked, "--payment", notation).out
    told = run("explain", *asked, "--payment", "6r")
    assert (told.status, "what is done begins with ~, like ~3r.R" in told.err) == (2, True)


def test_what_the_command_line_did_not_say_is_named(run: Run) -> None:
    told = run("solve", "Charm").out
    assert "No runes were given; --runes" in told
    told = run("solve", "Brazen Buccaneer", "--runes", "4 fury", "--elect", "discard").out
    assert "No runes were given" not in told
    assert "No other card in hand was given; --hand CARD names one." in told
    told = run("solve", "Charm", "Defy", "--runes", "2 calm").out
    assert told.endswith("Each was answered with all of the runes; runepay plan pays for several together.\n")
    assert "Each was answered" not in run("solve", "Charm", "--runes", "2 calm").out


def test_no_line_ends_in_blanks(run: Run) -> None:
    for asked in (("solve", "Charm", "--runes", "2 calm"), ("cards", "--set", "OGS"), ("explain", "Charm")):
        assert [line for line in run(*asked).out.splitlines() if line != line.rstrip()] == []


def test_a_target_that_stands_nowhere(run: Run) -> None:
    told = run("solve", "Charm", "--target", "Pouty Poro")
    assert (told.status, "; what is chosen stands on the board: --enemy CARD" in told.err) == (2, True)
    assert run("solve", "Charm", "--target", "Pouty Poro", "--enemy", "Pouty Poro", "--runes", "3 calm").status == 0
