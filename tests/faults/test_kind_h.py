"""H: a payment that is cancelled, refused or chosen anew loses nothing (358.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import runepay

from .asked import Case, Json, shown, without

UNIT = {"type": "unit", "might": 2, "cost": {"energy": 1}}
RICH: Json = {
    "runes": {"fury": {"ready": 3, "exhausted": 2}, "calm": {"ready": 2, "exhausted": 1}, "body": 3},
    "pool": {"energy": 1, "power": {"calm": 1, "universal": 1}, "restricted": [{"energy": 1, "for": "spell"}]},
    "hand": [{"id": "first", "card": "Charm"}, {"id": "second", "card": "Stupefy"}, {"id": "third", "card": "Charm"}],
    "board": [
        {"id": "friend", "buffs": 1, **UNIT},
        {"id": "seal", "card": "Seal of Rage"},
        {"id": "gold", "card": "Gold"},
        {"id": "blade", "type": "gear", "attached_to": "friend"},
        {"id": "other", "buffs": 2, **UNIT},
    ],
    "trash": [{"id": "old", "card": "Charm"}, {"id": "older", "card": "Stupefy"}, {"id": "dead", **UNIT}],
    "banished": [{"id": "lost", "card": "Charm"}],
    "xp": 4,
    "deck": 7,
    "facts": {"cards_discarded": 1},
}


def additional(name: str, *actions: object, **more: object) -> Json:
    return {"clause": "additional", "id": name, "cost": {"actions": list(actions)}, **more}


SEVERAL: Json = {
    "card": "Spark",
    "type": "spell",
    "cost": {"energy": 4, "power": ["fury", "calm", "any"]},
    "clauses": [
        additional("discard", "discard 1"),
        additional("kill", "kill 1 unit"),
        additional("bury", "recycle 2"),
        additional("xp", "xp 2"),
        additional("buff", "buff 1"),
        additional("back", "return 1 gear"),
        additional("burn", "burn 1"),
    ],
}


def case(**more: object) -> Case:
    return Case.of(RICH, {**SEVERAL, **more})


def test_solving_changes_nothing() -> None:
    asked = case()
    assert asked.solve().payable
    assert asked.is_untouched()


def test_applying_a_payment_changes_a_copy_only() -> None:
    asked = case()
    after = runepay.apply(asked.state, asked.play, asked.paid())
    assert shown(after) != shown(asked.state)
    assert asked.is_untouched()


@pytest.mark.parametrize("left_out", range(-1, -9, -1))
def test_a_payment_that_fails_half_way_changes_nothing(left_out: int) -> None:
    """Whichever of several costs is not paid: runes, pool, zones in order, XP and deck are as they were (358.5)."""
    asked = case()
    broken = without(asked.paid(), left_out)
    with pytest.raises(runepay.InputError, match="not legal"):
        runepay.apply(asked.state, asked.play, broken)
    assert asked.is_untouched()


@pytest.mark.parametrize("kept", range(6))
def test_a_payment_that_is_broken_off_changes_nothing(kept: int) -> None:
    asked = case()
    payment = asked.paid()
    assert kept < len(payment.steps)
    with pytest.raises(runepay.InputError):
        runepay.apply(asked.state, asked.play, replace(payment, steps=payment.steps[:kept]))
    assert asked.is_untouched()


def test_after_a_failed_payment_the_same_one_is_found_and_paid() -> None:
    asked = case()
    first = asked.paid()
    with pytest.raises(runepay.InputError):
        runepay.apply(asked.state, asked.play, without(first, -1))
    again = asked.paid()
    assert again == first
    fresh = case()
    after = runepay.apply(asked.state, asked.play, again)
    assert shown(after) == shown(runepay.apply(fresh.state, fresh.play, fresh.paid()))


def test_a_value_chosen_anew_loses_nothing_of_the_first_choice() -> None:
    """From no buff to two and back: each answer is what it is when asked for at once."""
    state = {"runes": {"body": 6}, "board": [{"id": f"u{n}", "buffs": 1, **UNIT} for n in range(3)]}
    hunter = Case.of(state, {"card": "Kraken Hunter", "elect": {"accelerate": False}})
    fresh = {n: hunter.with_play(elect={"buffs": n, "accelerate": False}).solve().to_json() for n in (0, 2)}
    for number in (0, 2, 0, 2):
        chosen = hunter.with_play(elect={"buffs": number, "accelerate": False})
        assert chosen.solve().to_json() == fresh[number]
        assert hunter.is_untouched()
    assert fresh[0]["left"]["runes"]["body"]["ready"] == fresh[2]["left"]["runes"]["body"]["ready"] == 3
    assert fresh[0]["loses"] == []


def test_the_payment_of_an_earlier_choice_does_not_pay_the_later_one() -> None:
    state = {"runes": {"body": 6}, "board": [{"id": f"u{n}", "buffs": 1, **UNIT} for n in range(3)]}
    hunter = Case.of(state, {"card": "Kraken Hunter", "elect": {"buffs": 2, "accelerate": False}})
    dearer = hunter.with_play(elect={"buffs": 1, "accelerate": False})
    with pytest.raises(runepay.InputError):
        runepay.apply(dearer.state, dearer.play, hunter.paid())
    assert hunter.is_untouched()


@pytest.mark.parametrize(
    ("state", "play"),
    [
        (  # Flow, an alternate cost from the trash
            {"runes": {"calm": {"ready": 3, "exhausted": 1}}, "trash": ["Twilight Shroud", "Charm"]},
            {"card": "Twilight Shroud", "from": "trash", "targets": []},
        ),
        (  # hiding for the scout's price
            {
                "runes": {"mind": 2},
                "hand": ["Charm", "Hidden Blade", "Stupefy"],
                "legend": "Teemo, Swift Scout",
                "battlefields": [{"id": "grove", "type": "battlefield"}],
            },
            {"kind": "hide", "card": "Hidden Blade", "to": "grove", "elect": {"scout": True}},
        ),
        (  # Wallop for a buff
            {"runes": {"body": 2}, "board": [{"id": "friend", "buffs": 1, **UNIT}], "hand": ["Charm", "Wallop"]},
            {"card": "Wallop", "elect": {"buff": True}},
        ),
    ],
)
def test_an_alternate_cost_that_is_given_up_leaves_everything(state: Json, play: Json) -> None:
    asked = Case.of(state, play)
    payment = asked.paid()
    with pytest.raises(runepay.InputError):
        runepay.apply(asked.state, asked.play, without(payment, -1))
    assert asked.is_untouched()
    after = runepay.apply(asked.state, asked.play, payment)
    assert asked.is_untouched()
    name = play["card"]
    zone = play.get("from", "hand")
    assert name in [one.card for one in getattr(asked.state, zone)]
    assert name not in [one.card for one in getattr(after, zone)]


def test_a_hidden_card_lies_facedown_and_is_not_lost() -> None:
    state = {"runes": {"mind": 1}, "hand": ["Hidden Blade", "Charm"]}
    asked = Case.of(state, {"kind": "hide", "card": "Hidden Blade", "to": "grove"})
    after = runepay.apply(asked.state, asked.play, asked.paid())
    assert [(one.card, one.at) for one in after.facedown] == [("Hidden Blade", "grove")]
    assert [one.card for one in after.hand] == ["Charm"]


def test_zones_keep_their_order() -> None:
    """What stays in a zone stays in its order, and what comes to the trash comes after it."""
    asked = Case.of(RICH, {"card": "Spark", "type": "spell", "clauses": [additional("discard", "discard 1 spell")]})
    after = runepay.apply(asked.state, asked.play, asked.paid())
    gone = next(one.id for one in asked.state.hand if one.id not in {kept.id for kept in after.hand})
    stay = [one.id for one in asked.state.hand if one.id != gone]
    assert [one.id for one in after.hand] == stay
    assert [one.id for one in after.trash] == ["old", "older", "dead", gone]
    assert [one.id for one in after.board] == [one.id for one in asked.state.board]
