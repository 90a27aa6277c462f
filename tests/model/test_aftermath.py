"""What a payment changes and what it sets off (358.5, 359.3.b, 425.1.c)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import runepay
from runepay.answer import Answer
from runepay.model import catalogue
from runepay.model.events import EVENT_OF
from runepay.model.instance import Instance
from runepay.model.payment import Payment
from runepay.model.state import GameState, Play

Json = dict[str, Any]
INSTANCES = Path(__file__).resolve().parents[2] / "instances"


def ask(state: Json, play: Json) -> tuple[GameState, Play, Answer]:
    situation, played = GameState.model_validate(state), Play.model_validate(play)
    answer = runepay.solve(situation, played)
    assert answer.payment is not None, [one.text for one in answer.reasons]
    return situation, played, answer


def after(state: Json, play: Json) -> GameState:
    situation, played, answer = ask(state, play)
    before = situation.model_dump_json()
    assert answer.payment is not None
    result = runepay.apply(situation, played, answer.payment)
    assert situation.model_dump_json() == before
    return result


def set_off(state: Json, play: Json) -> dict[tuple[str, str], tuple[str, ...]]:
    """Give the watchers of every event of the payment."""
    events = ask(state, play)[2].events
    return {(one.event, one.object): one.watchers for one in events}


def spell(*actions: object, **more: object) -> Json:
    clauses = [{"clause": "additional", "id": "price", "cost": {"actions": list(actions)}}] if actions else []
    return {"card": "Spark", "type": "spell", "clauses": clauses, **more}


def unit(name: str, **more: object) -> Json:
    return {"id": name, "card": "Soldier", "type": "unit", "might": 2, "cost": {"energy": 1}, **more}


# ------------------------------------------------------------------ the state after


def test_runes_are_exhausted_and_recycled() -> None:
    state = {"runes": {"fury": {"ready": 2, "exhausted": 1}, "calm": 3}}
    result = after(state, {"card": "Spark", "type": "spell", "cost": {"energy": 1, "power": ["fury", "calm"]}})
    runes = {domain: (one.ready, one.exhausted) for domain, one in result.runes.items()}
    assert sum(a + b for a, b in runes.values()) == 4
    assert sum(runes["fury"]) == 2
    assert sum(runes["calm"]) == 2


def test_the_pool_holds_what_floats_by_kind_and_purpose() -> None:
    pool = {
        "energy": 3,
        "power": {"calm": 1, "universal": 2},
        "restricted": [{"energy": 2, "for": "spell"}, {"power": {"fury": 1}, "for": ["unit", "gear"]}],
    }
    result = after({"pool": pool}, {"card": "Spark", "type": "spell", "cost": {"energy": 3, "power": ["calm"]}})
    assert result.pool.energy == 2
    assert dict(result.pool.power) == {"universal": 2}
    assert [(one.purpose, one.energy, dict(one.power)) for one in result.pool.restricted] == [
        (("gear", "unit"), 0, {"fury": 1})
    ]


def test_the_energy_of_a_rune_recycled_while_ready_floats() -> None:
    result = after({"runes": {"fury": 1}}, {"card": "Spark", "type": "spell", "cost": {"power": ["fury"]}})
    assert result.pool.energy == 1
    assert (result.runes["fury"].ready, result.runes["fury"].exhausted) == (0, 0)


@pytest.mark.parametrize(
    ("action", "zone", "name", "to"),
    [
        ("kill 1 unit", "board", "soldier", "trash"),
        ("discard 1", "hand", "soldier", "trash"),
        ({"do": "banish", "filter": {"type": "unit"}}, "board", "soldier", "banished"),
        ({"do": "banish", "zone": "trash"}, "trash", "soldier", "banished"),
        ("return 1 unit", "board", "soldier", "hand"),
        ("recycle 1", "trash", "soldier", None),
        ({"do": "recycle", "zone": "board"}, "board", "soldier", None),
    ],
)
def test_what_an_action_removes_goes_where_it_belongs(action: object, zone: str, name: str, to: str | None) -> None:
    result = after({zone: [unit(name, **({"buffs": 1, "ready": False} if zone == "board" else {}))]}, spell(action))
    zones = {key: [one.id for one in getattr(result, key)] for key in ("board", "hand", "trash", "banished")}
    assert {key: ids for key, ids in zones.items() if ids} == ({to: [name]} if to else {})
    if to:
        # Elsewhere a card is a card: it is neither buffed nor exhausted.
        moved = getattr(result, to)[0]
        assert (moved.buffs, moved.ready, moved.empowered) == (0, True, False)


@pytest.mark.parametrize("do", ["kill", "banish", "return", "recycle"])
def test_a_token_that_leaves_the_board_is_gone(do: str) -> None:
    result = after({"board": [{"id": "recruit", "card": "Recruit"}]}, spell({"do": do, "zone": "board"}))
    assert not any(getattr(result, zone) for zone in ("board", "hand", "trash", "banished"))


def test_exhausting_buffs_empowered_xp_and_deck() -> None:
    state = {"board": [unit("friend", buffs=2, empowered=True)], "xp": 5, "deck": 9, "legend": "Ahri, Nine-Tailed Fox"}
    result = after(state, spell("exhaust 1 unit", "buff 1", "disempower 1", "xp 3", "burn 2"))
    (friend,) = result.board
    assert (friend.ready, friend.buffs, friend.empowered) == (False, 1, False)
    assert (result.xp, result.deck) == (2, 7)
    assert result.legend is not None
    assert result.legend.ready


def test_a_legend_is_exhausted() -> None:
    result = after({"legend": "Kai'Sa, Daughter of the Void"}, spell(cost={"power": ["any"]}))
    assert result.legend is not None
    assert not result.legend.ready


def test_a_gold_is_gone_and_a_seal_stays_exhausted() -> None:
    play = {"card": "Spark", "type": "spell", "cost": {"power": ["fury", "any"]}}
    result = after({"board": ["Gold", "Seal of Rage"]}, play)
    assert [(one.card, one.ready) for one in result.board] == [("Seal of Rage", False)]
    assert result.trash == ()


def test_a_copied_gold_kills_the_one_that_copies_it() -> None:
    state = {"board": ["Heimerdinger, Inventor", {"card": "Gold", "ready": False}]}
    play = {"card": "Spark", "type": "spell", "cost": {"power": ["fury"]}}
    result = after(state, play)
    assert [one.card for one in result.board] == ["Gold"]
    assert [one.card for one in result.trash] == ["Heimerdinger, Inventor"]
    assert ("killed", "heimerdinger-inventor") in set_off(state, play)


@pytest.mark.parametrize("worn_by", ["friend", "Soldier"])
@pytest.mark.parametrize("do", ["kill", "return", "banish"])
def test_attached_gear_becomes_loose(do: str, worn_by: str) -> None:
    """Whether the file names the unit by its id or by its card."""
    gear = {"id": "blade", "type": "gear", "tags": ["Equipment"], "attached_to": worn_by}
    result = after({"board": [unit("friend"), gear]}, spell({"do": do, "filter": {"type": "unit"}}))
    (blade,) = result.board
    assert (blade.id, blade.attached_to) == ("blade", None)


def test_gear_on_a_unit_that_stays_is_left_alone() -> None:
    gear = {"id": "blade", "type": "gear", "attached_to": "friend"}
    result = after({"board": [unit("friend"), unit("other", might=1), gear]}, spell("kill 1 unit"))
    assert {one.id: one.attached_to for one in result.board} == {"friend": None, "blade": "friend"}


def test_the_played_card_has_left_its_zone() -> None:
    """It is on the chain (354); a second copy stays."""
    state = {"runes": {"calm": 2}, "hand": ["Charm", "Charm"], "trash": ["Charm"]}
    result = after(state, {"card": "Charm", "targets": []})
    assert [one.id for one in result.hand] == ["charm-2"]
    assert [one.id for one in result.trash] == ["charm-3"]


@pytest.mark.parametrize("called", ["Brazen Buccaneer", "brazen buccaneer", "OGN-002", "brazen-buccaneer"])
@pytest.mark.parametrize("listed", ["Brazen Buccaneer", "OGN-002"])
def test_the_played_card_has_left_its_zone_whatever_it_is_called(called: str, listed: str) -> None:
    state = {"runes": {"fury": 6}, "hand": [{"id": "brazen-buccaneer", "card": listed}, "Charm"]}
    result = after(state, {"card": called, "elect": {"discard": False}})
    assert [one.card for one in result.hand] == ["Charm"]


@pytest.mark.parametrize(
    ("play", "facts"),
    [
        (spell("discard 1"), {"cards_discarded": 3}),
        (spell("kill 1 unit"), {"friendly_units_died": 1}),
        (spell("kill 1 gear"), {}),
        (
            spell(cost={"energy": 2, "power": ["fury"]}),
            {"energy_spent": 2, "power_spent": 1, "energy_spent_on_a_spell": 2},
        ),
        ({"card": "Squire", "type": "unit", "cost": {"energy": 2}}, {"energy_spent": 2}),
    ],
)
def test_facts_that_the_payment_raises_are_counted_on(play: Json, facts: Json) -> None:
    state = {
        "pool": {"energy": 2, "power": {"fury": 1}},
        "hand": ["Charm"],
        "board": [unit("friend"), {"id": "pot", "type": "gear"}],
        "facts": {"cards_discarded": 2},
    }
    assert after(state, play).facts.stated == {"cards_discarded": 2, **facts}


def test_the_add_of_a_gear_is_a_gear_ability_used() -> None:
    """So Piltovan Forge does nothing for the next one (9.1.5 of the rules page)."""
    state: Json = {
        "runes": {"fury": 3},
        "board": ["Seal of Rage", "The Syren"],
        "battlefields": ["Piltovan Forge"],
    }
    move = {"kind": "ability", "source": "the-syren", "ability": "move"}
    assert ask(state, move)[2].owed.energy == 0
    result = after(state, {"card": "Spark", "type": "spell", "cost": {"power": ["fury"]}})
    assert result.facts.stated["gear_abilities_used"] == 1
    assert runepay.solve(result, Play.model_validate(move)).owed.energy == 1


def test_what_nothing_was_done_to_stays_unstated() -> None:
    """A default goes on being reported as one (C3)."""
    result = after({"runes": {"fury": 1}}, {"card": "Spark", "type": "spell", "cost": {"energy": 1}})
    assert not {"xp", "deck"} & result.model_fields_set


# ------------------------------------------------------------------ solving again


def test_a_seal_used_once_cannot_be_used_again() -> None:
    play = Play.model_validate({"card": "Spark", "type": "spell", "cost": {"power": ["fury"]}})
    first = after({"board": ["Seal of Rage"]}, play.model_dump(exclude_unset=True, mode="json"))
    assert runepay.solve(first, play).status == "not payable"


def test_floating_resources_pay_for_the_next_play() -> None:
    play = {"card": "Spark", "type": "spell", "cost": {"power": ["fury"]}}
    first = after({"runes": {"fury": 1}}, play)
    answer = runepay.solve(first, Play.model_validate({"card": "Spark", "type": "spell", "cost": {"energy": 1}}))
    assert answer.status == "payable"
    assert answer.left["pool"]["energy"] == 0


def test_counts_are_fixed_in_a_payment_and_read_anew_after_it() -> None:
    """The unit killed for the cost still made this play cheaper, and does not make the next one cheaper."""
    discount = {"clause": "discount", "energy": 2, "per": {"count": "objects", "of": {"type": "unit"}}}
    kill = {"clause": "additional", "id": "kill", "cost": {"actions": ["kill 1 unit"]}}
    play = {"card": "Squire", "type": "unit", "cost": {"energy": 6}, "clauses": [discount, kill]}
    state = {"runes": {"order": 8}, "board": [unit("one", might=1), unit("two")]}
    assert ask(state, play)[2].owed.energy == 2
    once = after(state, play)
    again = runepay.solve(once, Play.model_validate(play))
    assert again.owed.energy == 4
    assert again.payment is not None
    twice = runepay.apply(once, Play.model_validate(play), again.payment)
    assert [one.id for one in twice.board] == []
    assert sum(one.ready for one in twice.runes.values()) == 2


def test_runes_recycled_for_one_play_are_not_counted_for_the_next() -> None:
    """Frostcoat Mother's ability costs 12 less one for each rune (828, 441.1.b)."""
    state = {"runes": {"fury": {"exhausted": 6}, "calm": 6}, "board": ["Frostcoat Mother"]}
    ability = {"kind": "ability", "source": "frostcoat-mother", "ability": "empower"}
    assert ask(state, ability)[2].owed.energy == 0
    result = after(state, {"card": "Spark", "type": "spell", "cost": {"power": ["fury", "fury"]}})
    assert runepay.solve(result, Play.model_validate(ability)).owed.energy == 2


# ------------------------------------------------------------------ what is set off


def test_every_action_has_its_event() -> None:
    state = {
        "board": [unit("friend", buffs=1, empowered=True), unit("lost"), {"id": "pot", "type": "gear"}, unit("sent")],
        "hand": ["Charm"],
        "trash": [{"id": "old", "card": "Charm"}],
        "xp": 1,
        "deck": 1,
    }
    actions = [
        {"do": "buff"},
        {"do": "disempower"},
        {"do": "exhaust", "filter": {"card": "Soldier"}},
        "kill 1 gear",
        {"do": "banish", "filter": {"type": "unit"}},
        "return 1 unit",
        "discard 1",
        "recycle 1",
        "xp 1",
        "burn 1",
    ]
    found = {event for event, _ in set_off(state, spell(*actions))}
    assert found == set(EVENT_OF.values())


@pytest.mark.parametrize(
    ("watcher", "killed", "reacts"),
    [
        ("Watchful Sentry", "watchful-sentry", True),  # a Deathknell of its own
        ("Watchful Sentry", "friend", False),
        ("Spectral Centaur", "friend", True),  # another friendly unit
        ("Spectral Centaur", "spectral-centaur", False),
        ("Spectral Centaur", "pot", False),  # gear is no unit
        ("Altar of Memories", "friend", True),
        ("Altar of Memories", "pot", False),
        ("Viktor, Leader", "friend", True),  # a unit that is no Recruit
        ("Viktor, Leader", "recruit", False),
        ("Viktor, Leader", "viktor-leader", False),
        ("Vanguard Helm", "buffed", True),  # a buffed one
        ("Vanguard Helm", "friend", False),
        ("Wraith of Echoes", "wraith-of-echoes", True),
        ("Chemtech Enforcer", "friend", False),  # reacts to nothing
    ],
)
def test_a_death_is_named_with_those_who_react_to_it(watcher: str, killed: str, reacts: bool) -> None:
    board: list[Any] = [watcher, unit("friend"), unit("buffed", buffs=1), "Recruit", {"id": "pot", "type": "gear"}]
    things = [{"id": _slug(one), "card": one} if isinstance(one, str) else one for one in board]
    worthless = [{**one, "value": 0} if one["id"] == killed else one for one in things]
    found = set_off({"board": worthless}, spell("kill 1"))
    assert list(found) == [("killed", killed)]
    assert found["killed", killed] == ((_slug(watcher),) if reacts else ())


def _slug(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def test_a_card_that_is_discarded_reacts_from_the_hand() -> None:
    state = {"hand": ["Flame Chompers"], "board": ["Jinx, Rebel"]}
    found = set_off(state, spell("discard 1"))
    assert list(found) == [("discarded", "flame-chompers")]
    assert set(found["discarded", "flame-chompers"]) == {"flame-chompers", "jinx-rebel"}
    # In the hand nobody else reacts to it.
    both = {"hand": [{"card": "Charm", "value": 0}, "Flame Chompers", "Jinx, Rebel"]}
    assert set_off(both, spell("discard 1")) == {("discarded", "charm"): ()}


def test_a_recycled_rune_is_named_with_the_legend_that_reacts_to_it() -> None:
    state = {"runes": {"body": 2, "chaos": {"exhausted": 1}}, "legend": "Sivir, Battle Mistress"}
    found = set_off(state, {"card": "Spark", "type": "spell", "cost": {"energy": 1, "power": ["chaos"]}})
    assert found == {("recycled rune", "chaos"): ("sivir-battle-mistress",)}


def test_recycling_runes_is_not_recycling_cards() -> None:
    state = {"runes": {"order": 1}, "board": ["Karma, Channeler"], "trash": ["Charm"]}
    found = set_off(state, spell("recycle 1", cost={"power": ["order"]}))
    assert found == {("recycled rune", "order"): (), ("recycled card", "charm"): ("karma-channeler",)}


def test_a_spent_buff_and_a_banished_card_are_watched() -> None:
    state = {
        "board": ["Fae Dragon", unit("friend", buffs=1)],
        "trash": ["Charm"],
        "legend": "Zed, Master of Shadows",
    }
    assert set_off(state, spell("buff 1", {"do": "banish", "zone": "trash"})) == {
        ("buff spent", "friend"): ("fae-dragon",),
        ("banished", "charm"): ("zed-master-of-shadows",),
    }


def test_being_exhausted_is_watched_whatever_exhausts_it() -> None:
    """As a cost, and by the Add of another object's text alike only for the one it happens to (or not)."""
    state = {"board": ["鲁莽的发明家", "Riven, 弃暗投明", "Dragonsoul Sage"]}
    play = {"card": "Spark", "type": "spell", "cost": {"energy": 1}}
    assert set_off(state, play) == {("exhausted", "dragonsoul-sage"): ("riven-弃暗投明",)}
    tapped = [{"card": "Riven, 弃暗投明", "ready": False}, "鲁莽的发明家"]
    found = set_off({"board": tapped}, spell("exhaust 1 unit"))
    assert found == {("exhausted", "鲁莽的发明家"): ("riven-弃暗投明", "鲁莽的发明家")}


def test_the_phoenix_reacts_from_the_trash_to_a_spells_own_kill_only() -> None:
    """A kill paid for a spell is killing with a spell (428.1.a.1); one paid for a unit is not."""
    state = {"board": [unit("friend")], "trash": ["Immortal Phoenix"]}
    assert set_off(state, spell("kill 1 unit")) == {("killed", "friend"): ("immortal-phoenix",)}
    squire = {**spell("kill 1 unit"), "type": "unit"}
    assert set_off(state, squire) == {("killed", "friend"): ()}
    assert set_off({"board": [unit("friend")], "hand": ["Immortal Phoenix"]}, spell("kill 1 unit")) == {
        ("killed", "friend"): ()
    }


def test_a_unit_that_feeds_an_add_is_not_killed_with_the_spell() -> None:
    altar = {
        "id": "altar",
        "type": "gear",
        "adds": [{"gives": {"power": {"fury": 1}}, "cost": {"actions": ["kill 1 unit"]}}],
    }
    state = {"board": [altar, unit("friend")], "trash": ["Immortal Phoenix"]}
    found = set_off(state, {"card": "Spark", "type": "spell", "cost": {"power": ["fury"]}})
    assert found["killed", "friend"] == ()


def test_using_the_add_of_a_gear_is_named_where_something_reacts_to_it() -> None:
    state = {"board": ["Prize of Progress", "Seal of Rage"]}
    play = {"card": "Spark", "type": "spell", "cost": {"power": ["fury"]}}
    assert set_off(state, play)["added", "seal-of-rage"] == ("prize-of-progress",)
    assert ("added", "seal-of-rage") not in set_off({"board": ["Seal of Rage"]}, play)


def test_a_deathknell_that_needs_empowered_is_read_when_the_unit_dies() -> None:
    mighty = {"card": "Noxian Emissary", "empowered": True}
    assert set_off({"board": [mighty]}, spell("kill 1 unit"))["killed", "noxian-emissary"] == ("noxian-emissary",)
    assert set_off({"board": ["Noxian Emissary"]}, spell("kill 1 unit"))["killed", "noxian-emissary"] == ()
    # Empowered is given up first: it dies without.
    given_up = set_off({"board": [mighty]}, spell("disempower 1", "kill 1 unit"))
    assert given_up["killed", "noxian-emissary"] == ()


def test_those_who_die_together_see_each_other_die_and_those_gone_before_see_nothing() -> None:
    two = {"board": ["Spectral Centaur", unit("friend")]}
    together = set_off(two, spell("kill 2 unit"))
    assert together == {("killed", "friend"): ("spectral-centaur",), ("killed", "spectral-centaur"): ()}
    first = [{"do": "banish", "filter": {"card": "Spectral Centaur"}}, "kill 1 unit"]
    assert set_off(two, spell(*first))["killed", "friend"] == ()


def test_what_leaves_the_board_in_any_way_is_named() -> None:
    for action, event in (("kill 1", "killed"), ("return 1", "returned"), ({"do": "banish"}, "banished")):
        found = set_off({"board": ["Treasure Trove"]}, spell(action))
        assert found == {(event, "treasure-trove"): ("treasure-trove",)}
    assert set_off({"hand": ["Treasure Trove"]}, spell("discard 1")) == {("discarded", "treasure-trove"): ()}


def test_opponents_cards_react_to_what_happens_to_their_enemies() -> None:
    """An opponent's Pyke sees an enemy unit die while he is at a battlefield; one's own Pyke sees nothing."""
    pyke = {"card": "Pyke, Returned", "at": "grove"}
    state = {"board": [unit("friend")], "opponents": [{"board": [pyke]}]}
    assert set_off(state, spell("kill 1 unit")) == {("killed", "friend"): ("pyke-returned",)}
    in_base = {"board": [unit("friend")], "opponents": [{"board": ["Pyke, Returned"]}]}
    assert set_off(in_base, spell("kill 1 unit")) == {("killed", "friend"): ()}
    assert set_off({"board": [unit("friend"), {**pyke, "value": 99}]}, spell("kill 1 unit")) == {
        ("killed", "friend"): ()
    }


def test_a_battlefield_sees_what_happens_there() -> None:
    bay = {"id": "bay", "card": "Ripper's Bay"}
    for at, watchers in (("bay", ("bay",)), ("base", ())):
        state = {"board": [unit("friend", at=at)], "battlefields": [bay]}
        assert set_off(state, spell("return 1 unit"))["returned", "friend"] == watchers


def test_texts_of_home_made_objects_react_as_well() -> None:
    ghoul = unit("ghoul", watches=[{"event": "xp spent"}, {"event": "killed", "of": {"type": "gear"}}])
    state = {"board": [ghoul, {"id": "pot", "type": "gear"}], "xp": 2}
    assert set_off(state, spell("kill 1 gear", "xp 2")) == {("killed", "pot"): ("ghoul",), ("xp spent", ""): ("ghoul",)}


def test_what_is_set_off_is_named_and_not_resolved() -> None:
    """A Deathknell that draws or channels changes nothing yet: it becomes pending (359.3.b)."""
    result = after(
        {"board": ["Soaring Scout", "Fae Dragon"]}, spell({"do": "kill", "filter": {"card": "Soaring Scout"}})
    )
    assert [one.card for one in result.board] == ["Fae Dragon"]
    assert result.hand == ()
    assert dict(result.runes) == {}


def test_cards_that_react_are_known_by_name() -> None:
    """Every set whose texts are public has some; what they name is an event of payments."""
    known = {name: card.watches for name in catalogue.names() if (card := catalogue.find(name)) and card.watches}
    assert len(known) >= 50
    for name in ("Tasty Faefolk", "Rift Herald", "Baccai Witherclaw", "Honest Broker", "Seraphine, Not Alone"):
        assert any(one.itself for one in known[name]), name


# ------------------------------------------------------------------ every instance


@cache
def payable() -> tuple[tuple[str, Instance, Answer, Payment], ...]:
    found: list[tuple[str, Instance, Answer, Payment]] = []
    for path in sorted(INSTANCES.rglob("*.json")):
        instance = runepay.load(path)
        if instance.ask != "solve":
            continue
        answer = runepay.solve(instance.state, instance.play, instance.goal, ruleset=instance.rules)
        if answer.payment is not None:
            found.append((str(path.relative_to(INSTANCES)), instance, answer, answer.payment))
    return tuple(found)


def test_the_state_after_is_what_the_answer_says_is_left() -> None:
    """Pool, runes, zones, what is exhausted, buffs, XP of every payable instance; the state given is untouched."""
    told: list[str] = []
    assert len(payable()) > 500
    for name, instance, answer, payment in payable():
        if answer.to_json().get("before"):
            continue
        before = instance.state.model_dump_json()
        result = runepay.apply(instance.state, instance.play, payment, ruleset=instance.rules)
        assert instance.state.model_dump_json() == before, name
        left = answer.left
        said: Json = {}
        now: Json = {
            "pool": json.loads(result.pool.model_dump_json(by_alias=True)),
            "runes": {d: {"ready": one.ready, "exhausted": one.exhausted} for d, one in result.runes.items()},
        }
        restricted: list[Json] = left["pool"].get("restricted", [])
        written = [{"energy": 0, "power": {}, **one} for one in restricted]
        said["pool"] = {"energy": 0, "power": {}, **left["pool"], "restricted": written}
        said["runes"] = left["runes"]
        everything = {one.id: one for zone in ("board", "hand", "champion") for one in getattr(result, zone)}
        if result.legend is not None:
            everything[result.legend.id] = result.legend
        for zone in ("board", "hand"):
            if zone in left:
                tokens = {one.id for one in answer.question.objects if one.token}
                now[zone] = sorted(one.id for one in getattr(result, zone))
                said[zone] = sorted(one for one in left[zone] if zone == "board" or one not in tokens)
        said["exhausted"] = dict.fromkeys(left.get("exhausted", []), False)
        now["exhausted"] = {one: everything[one].ready for one in left.get("exhausted", [])}
        buffs: dict[str, int] = left.get("buffs", {})
        said["buffs"], now["buffs"] = buffs, {one: everything[one].buffs for one in buffs}
        said["xp"], now["xp"] = left.get("xp", instance.state.xp), result.xp
        if said != now:
            told.append(f"{name}: {said} {now}")
    assert told == []


def test_a_payment_can_be_followed_by_the_next_one() -> None:
    """The state after any payment is a state: a spell can be asked of it, and is paid with no more than is left."""
    following = Play.model_validate({"card": "Spark", "type": "spell", "cost": {"energy": 1, "power": ["any"]}})
    statuses = set()
    for name, instance, answer, payment in payable()[::7]:
        # Adds beforehand are done in the answer's state.
        result = runepay.apply(answer.state, instance.play, payment, ruleset=instance.rules)
        again = runepay.solve(result, following, ruleset=instance.rules)
        statuses.add(again.status)
        assert again.status in {"payable", "not payable"}, name
        if again.payment is not None:
            assert runepay.violations(result, following, again.payment, ruleset=instance.rules) == (), name
    assert statuses == {"payable", "not payable"}
