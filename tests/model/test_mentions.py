"""What a state, a play or a plan speaks of must be there: places, objects, abilities, elections, zones."""

from collections.abc import Callable
from typing import Any

import pytest

import runepay
from runepay import GameState, InputError, Play
from runepay.model.candidate import Candidate
from runepay.model.places import known_places
from runepay.planning import plan
from runepay.solver.debt import RuneDeck
from runepay.turns import plan_turns

GROVE: dict[str, Any] = {"battlefields": [{"id": "grove", "card": "The Academy"}]}
PORO: dict[str, Any] = {"card": "Pouty Poro"}
STATES: list[tuple[dict[str, Any], str, str | None]] = [
    ({"board": [{"card": "Pouty Poro", "at": "Base"}]}, "state.board.0.at", "base"),
    ({**GROVE, "board": [{"card": "Pouty Poro", "at": "gorve"}]}, "state.board.0.at", "grove"),
    ({**GROVE, "board": [{"card": "Pouty Poro", "at": "The Academy"}]}, "state.board.0.at", "grove"),
    ({"board": [{"card": "Pouty Poro", "at": "hand"}]}, "state.board.0.at", None),
    ({"opponents": [{**GROVE, "board": [{"card": "Gold", "at": "grov"}]}]}, "opponents.0.board.0.at", "grove"),
    ({**GROVE, "showdown_at": "groves"}, "state.showdown_at", "grove"),
    ({**GROVE, "showdown_at": "base"}, "state.showdown_at", None),
    (
        {"board": ["Pouty Poro", {"card": "Long Sword", "attached_to": "poro"}]},
        "state.board.1.attached_to",
        "Pouty Poro",
    ),
    (
        {"board": ["Pouty Poro", {"card": "Pouty Poro", "buffs": 1}, {"card": "Gold", "attached_to": "Pouty Poro"}]},
        "state.board.2.attached_to",
        None,
    ),
    ({"board": [{"card": "Long Sword", "used": ["equp"]}]}, "state.board.0.used.0", "equip"),
    ({"legend": "Charm"}, "state.legend", None),
    ({"battlefields": ["Charm"]}, "state.battlefields.0", None),
    ({"board": ["Darius, Hand of Noxus"]}, "state.board.0", "it belongs to: state.legend"),
    ({"trash": ["Fury Rune"]}, "state.trash.0", "it belongs to: state.runes"),
    ({"hand": ["The Academy"]}, "state.hand.0", None),
    ({"opponents": [{"legend": "Charm"}]}, "opponents.0.legend", None),
]
PLAYS: list[tuple[dict[str, Any], dict[str, Any], str, str | None]] = [
    ({}, {"to": "nowhere"}, "play.to", None),
    ({}, {"to": "bse"}, "play.to", "base"),
    ({}, {"to": ""}, "play.to", None),
    (GROVE, {"to": "grobe"}, "play.to", "grove"),
    (GROVE, {"to": "the academy"}, "play.to", "grove"),
    ({"board": [{**PORO, "at": "hill"}]}, {"to": "Hill"}, "play.to", "hill"),
    ({"showdown_at": "hill"}, {"to": "hilll"}, "play.to", "hill"),
    ({"board": ["Gold"]}, {"source": "godl"}, "play.source", "Gold"),
    ({"board": ["Gold"]}, {"kind": "trigger", "source": "godl"}, "play.source", "gold"),
    ({}, {"by": "Brazen Bucaneer"}, "play.by", "Brazen Buccaneer"),
    (
        {"opponents": [{"board": ["Long Sword"]}]},
        {"kind": "ability", "source": "Long Sword", "ability": "equip"},
        "play.source",
        None,
    ),
    (
        {"board": ["Gold"]},
        {"keywords": ["accelerate"], "targets": [{"object": "gold", "if": "acelerate"}]},
        "play.targets.0.if",
        "accelerate",
    ),
]


def _solve(state: GameState, play: Play) -> object:
    return runepay.solve(state, play)


def _violations(state: GameState, play: Play) -> object:
    legal = runepay.solve(GameState(), Play.model_validate({"card": "Mine", "cost": {}})).payment
    assert legal is not None
    return runepay.violations(state, play, legal)


WAYS: dict[str, Callable[[GameState, Play], object]] = {
    "solve": _solve,
    "total": runepay.total,
    "violations": _violations,
    "plan": lambda state, play: plan(
        state, [Candidate.model_validate(play.model_dump(exclude_unset=True, by_alias=True))]
    ),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize(("state", "path", "hint"), STATES, ids=[one[1] + str(n) for n, one in enumerate(STATES)])
def test_a_state_that_speaks_of_what_is_not_there_is_refused(
    way: Callable[[GameState, Play], object], state: dict[str, Any], path: str, hint: str | None
) -> None:
    with pytest.raises(InputError) as told:
        way(GameState.model_validate(state), Play.model_validate(PORO))
    assert told.value.path == path
    if hint is not None:
        assert told.value.hint == hint


@pytest.mark.parametrize("way", [WAYS["solve"], WAYS["total"], WAYS["plan"]], ids=["solve", "total", "plan"])
@pytest.mark.parametrize(("state", "play", "path", "hint"), PLAYS, ids=[one[2] + str(n) for n, one in enumerate(PLAYS)])
def test_a_play_that_speaks_of_what_is_not_there_is_refused(
    way: Callable[[GameState, Play], object], state: dict[str, Any], play: dict[str, Any], path: str, hint: str | None
) -> None:
    with pytest.raises(InputError) as told:
        way(GameState.model_validate(state), Play.model_validate(PORO | play))
    assert told.value.path == (path if way is not WAYS["plan"] else path.replace("play.", "plan.plays.0.", 1))
    if hint is not None:
        assert told.value.hint == hint


@pytest.mark.parametrize(
    ("state", "play"),
    [
        ({}, {"to": "base"}),
        (GROVE, {"to": "grove"}),
        # A battlefield that nobody controls stands in no list.
        (GROVE, {"to": "hill"}),
        ({"battlefields": [{"id": "bf-1"}]}, {"to": "bf-2"}),
        ({"battlefields": [{"id": "fort-a"}], "board": [{**PORO, "at": "fort-b"}]}, {"to": "fort-b"}),
        ({"board": ["Heimerdinger, Inventor", {"card": "Long Sword", "used": ["equip"]}]}, {}),
        ({"board": [{"id": "odd"}, {"card": "Long Sword", "attached_to": "odd"}]}, {}),
        ({}, {"by": "an effect"}),
        ({}, {"kind": "trigger", "source": "what died just now", "cost": {"energy": 1}}),
        ({"board": ["Gold"]}, {"targets": [{"object": "gold", "if": "repeat:temporal-portal"}]}),
        # A spell that waits on the chain may be chosen, and a battlefield that was replaced is gone.
        ({"opponents": [{"board": ["Charm"]}]}, {"targets": ["Charm"]}),
        ({"board": ["Charm"], "banished": ["The Academy"]}, {"targets": ["Charm"]}),
    ],
)
def test_what_is_there_or_may_be_there_is_taken(state: dict[str, Any], play: dict[str, Any]) -> None:
    asked = {"runes": {"fury": 3}} | state
    assert runepay.solve(GameState.model_validate(asked), Play.model_validate(PORO | play)).status == "payable"


def test_a_place_that_only_the_play_names_is_told() -> None:
    state = GameState.model_validate({"runes": {"fury": 3}, **GROVE})
    told = {
        to: runepay.solve(state, Play.model_validate({**PORO, "to": to})).to_json()["notes"] for to in ("hill", "grove")
    }
    assert told["hill"] == ["nothing here stands at 'hill', and no battlefield listed bears that id"]
    assert not told["grove"]


def test_every_place_that_a_state_speaks_of_is_known() -> None:
    state = {
        **GROVE,
        "showdown_at": "hill",
        "facedown": [{"card": "Hidden Blade", "at": "field"}],
        "opponents": [{"battlefields": [{"id": "moor"}], "board": [{"card": "Gold", "at": "dune"}]}],
    }
    assert set(known_places(GameState.model_validate(state))) == {"base", "grove", "hill", "field", "moor", "dune"}


@pytest.mark.parametrize(
    ("fields", "path", "hint"),
    [
        ({"worth": {"acelerate": 1}, "keywords": ["accelerate"]}, "worth", "accelerate"),
        ({"then": {"ready": ["rune"]}}, "then.ready.0", "runes"),
        ({"then": {"gone": ["glod"]}}, "then.gone.0", "gold"),
        ({"then": {"buffed": ["Gold"]}}, "then.buffed.0", "gold"),
        ({"then": {"effects": ["Temporal Portl"]}}, "then.effects.0", "Temporal Portal"),
        ({"then": {"next": ["Temporal Portl"]}}, "then.next.0", "Temporal Portal"),
        ({"then": {"board": [{"card": "Gold", "at": "Base"}]}}, "then.board.0.at", "base"),
        ({"then": {"board": [{"card": "Long Sword", "attached_to": "glod"}]}}, "then.board.0.attached_to", "Gold"),
        ({"then": {"board": [{"card": "Long Sword", "used": ["equp"]}]}}, "then.board.0.used.0", "equip"),
        ({"then": {"hand": ["The Academy"]}}, "then.hand.0", None),
        ({"then": {"gone": ["helm-of-suppression"]}}, "then.gone.0", None),
    ],
)
def test_what_follows_a_play_speaks_of_what_is_there(fields: dict[str, Any], path: str, hint: str) -> None:
    enemy = {"board": ["Helm of Suppression"]}
    state = GameState.model_validate({"runes": {"fury": 3}, "board": ["Gold"], "opponents": [enemy]})
    with pytest.raises(InputError) as told:
        plan(state, [Candidate.model_validate(PORO | fields)])
    assert (told.value.path, told.value.hint) == (f"plan.plays.0.{path}", hint)


def test_a_plan_may_speak_of_what_comes_during_the_turn() -> None:
    state = GameState.model_validate({"runes": {"fury": 4}, "hand": ["Pouty Poro", "Legion Rearguard"]})
    sword = {"id": "sword", "card": "Long Sword", "at": "hill"}
    plays = [
        {"card": "Pouty Poro", "then": {"board": [sword, "Gold"], "hand": ["Charm"]}, "to": "hill"},
        {"card": "Legion Rearguard", "to": "hill", "worth": {"repeat:temporal-portal": 2}},
        {"card": "Charm", "cost": {}, "targets": [], "then": {"ready": ["pouty-poro", "runes"], "gone": ["sword"]}},
    ]
    made = plan(state, [Candidate.model_validate(one) for one in plays], mode="most")
    assert (made.status, len(made.plays)) == ("payable", 3)


@pytest.mark.parametrize(
    ("there", "played"), [([], ["Long Sword", "Long Sword"]), (["Long Sword"], ["Long Sword"])], ids=["both", "one"]
)
def test_a_plan_may_use_the_second_object_of_a_name_that_comes(there: list[str], played: list[str]) -> None:
    state = GameState.model_validate({"runes": {"fury": 12}, "board": there})
    equip = {"kind": "ability", "source": "long-sword-2", "ability": "equip"}
    plays = [*map(Candidate.model_validate, played), Candidate.model_validate(equip)]
    assert plan(state, plays).order == (*played, "equip: long-sword-2")


def test_a_play_that_cannot_be_made_is_left_out_with_the_reason() -> None:
    state = GameState.model_validate({"runes": {"calm": 9, "order": 3}})
    plays = [{"card": "Charm", "kind": "hide"}, {"card": "Defy", "from": "trash"}]
    notes = plan(state, ["Charm", "Tibbers", *map(Candidate.model_validate, plays)]).to_json()["notes"]
    assert [note for note in notes if note.startswith("not played")] == [
        "not played: hide Charm, as Charm has no Hidden, so it cannot be hidden (811)",
        "not played: Defy, as nothing lets Defy be played from the trash (358.3)",
    ]


def test_a_card_to_come_that_nobody_knows_is_named_where_it_stands() -> None:
    state = GameState.model_validate({"runes": {"fury": 3}, "hand": ["Charm"]})
    with pytest.raises(InputError) as told:
        plan_turns(state, 2, RuneDeck.of({"fury": 5}), [["Charm"], ["Defy", "Nobody"]])
    assert (told.value.path, told.value.found) == ("plan.next.1.1", "Nobody")


@pytest.mark.parametrize("bearer", ["pouty-poro", "Pouty Poro"])
@pytest.mark.parametrize("number", [1, 2])
def test_gear_attached_by_name_is_attached_to_one_unit(bearer: str, number: int) -> None:
    board = [*["Pouty Poro"] * number, {"card": "Long Sword", "attached_to": bearer}]
    state = GameState.model_validate({"board": board, "opponents": [{"board": ["Pouty Poro"]}]})
    for count, status in ((1, "payable"), (2, "not payable")):
        kill = {"do": "kill", "number": count, "filter": {"type": "unit", "attached": True}}
        play = Play.model_validate({"card": "Mine", "cost": {"actions": [kill]}, "targets": []})
        assert runepay.solve(state, play).status == status
