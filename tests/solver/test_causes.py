"""Why not, and what would mend it: on every unpayable instance, shown by the solver itself."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.instance import read
from runepay.model.question import Question
from runepay.model.resources import ANY, BIT, DOMAINS, tally
from runepay.model.rulebook import MEANING, Ruleset
from runepay.model.state import GameState, Play
from runepay.solver.causes import MOST_CAUSES, Cause, Elastic
from runepay.solver.granting import Grant, granted
from runepay.solver.network import shortage
from runepay.solver.pay import best
from runepay.solver.reasons import reasons

ROOT = Path(__file__).parents[2]
EVERY = bool(os.environ.get("RUNEPAY_EXPLAIN_ALL"))
"""Whether every unpayable instance is gone through, or one in eight and those with several parts."""


@cache
def unpayable() -> tuple[Path, ...]:
    """Every instance file that expects not to be payable, or that the rules leave open."""
    found = []
    for path in sorted((ROOT / "instances").rglob("*.json")):
        said = json.loads(path.read_text(encoding="utf-8"))
        if said.get("ask", "solve") == "solve" and said.get("expect", {}).get("status") in {
            "not payable",
            "undetermined",
        }:
            found.append(path)
    return tuple(found)


def asked(path: Path) -> tuple[GameState, Play, Question, Question | None]:
    """Freeze an instance, and freeze it again without needing its targets."""
    one = read(path)
    question = freeze(one.game, one.play, one.rules)
    loose = None
    if one.play.targets:
        free = tuple(target.model_copy(update={"needed": False}) for target in one.play.targets)
        loose = freeze(one.game, one.play.model_copy(update={"targets": free}), one.rules)
    return one.game, one.play, question, loose


SEVERAL = (
    "demo/5-not-payable.json", "bench/c13-double-count.json", "faults/p-tax-deflect-cannot-be-paid.json",
    "regressions/kills-once-both-buffs-are-spent.json", "regressions/barely-mighty.json",
    "cards/unl/blighted-battleaxe-equip-idle.json", "cards/ogn/kai-sa-evolutionary-idle.json",
    "cards/sfd/ancient-henge-idle.json", "worked/brazen-buccaneer-alone.json", "rulings/HB-025-a.json",
)  # fmt: skip


def chosen() -> Iterator[Path]:
    """Give the files of this run."""
    files = unpayable()
    if EVERY:
        yield from files
        return
    named = {ROOT / "instances" / name for name in SEVERAL}
    yield from (path for place, path in enumerate(files) if place % 8 == 0 or path in named)


def test_there_are_many_unpayable_instances() -> None:
    assert len(unpayable()) > 450
    assert all((ROOT / "instances" / name).is_file() for name in SEVERAL)


class TestEveryInstance:
    def test_each_cause_contradicts_itself_and_without_any_part_it_does_not(self) -> None:
        for path in chosen():
            state, play, question, loose = asked(path)
            if best(question, state, Goal.of()).payment is not None:
                continue  # Undetermined, and payable as the rules are read by default.
            found = Elastic(question, loose).causes
            assert 1 <= len(found) <= MOST_CAUSES, path
            afresh = Elastic(question, loose)
            for cause in found:
                assert cause, path
                assert afresh.core(cause) is not None, (path, cause)
                for part in cause:
                    assert afresh.core(cause - {part}) is None, (path, cause, part)
            assert not any(one < other for one in found for other in found), path
            said = reasons(question, state, play)
            assert len(said) == len(found), path
            for one in said:
                assert one.text, path
                assert one.parts, path
                assert one.rule in MEANING, (path, one.rule)
                assert all(near.rule in {*MEANING, ""} for near in one.because), path

    def test_a_repair_granted_makes_it_payable_and_anything_withheld_does_not(self) -> None:
        for path in chosen():
            state, _, question, loose = asked(path)
            if best(question, state, Goal.of()).payment is not None:
                continue
            repair = Elastic(question, loose).repair
            assert repair, path
            assert best(granted(question, repair), state, Goal.of()).status == "payable", (path, repair)
            for place, one in enumerate(repair):
                less = [replace(one, number=one.number - 1)] if one.number > 1 else []
                rest = [*repair[:place], *less, *repair[place + 1 :]]
                assert best(granted(question, rest), state, Goal.of()).status == "not payable", (path, one)


def by_trying(elastic: Elastic) -> set[Cause]:
    """Find every cause by trying every set of parts, smallest first."""
    found: set[Cause] = set()
    for number in range(1, len(elastic.parts) + 1):
        for some in combinations(elastic.parts, number):
            one = frozenset(some)
            if not any(known <= one for known in found) and elastic.core(one) is not None:
                found.add(one)
    return found


@pytest.mark.parametrize("name", SEVERAL)
def test_all_causes_are_found(name: str) -> None:
    _, _, question, loose = asked(ROOT / "instances" / name)
    elastic = Elastic(question, loose)
    assert set(elastic.causes) == by_trying(Elastic(question, loose))


def test_more_than_five_causes_stop_at_five() -> None:
    actions = [{"do": "kill", "filter": {"tag": [tag]}} for tag in ("A", "B", "C", "D", "E", "F", "G")]
    play = Play.model_validate({"card": "It", "type": "spell", "cost": {"energy": 0, "actions": actions}})
    question = freeze(GameState(), play, Ruleset.of())
    assert len(Elastic(question).causes) == MOST_CAUSES
    assert sum(one.number for one in Elastic(question).repair or ()) == len(actions)


masks = st.sampled_from([*BIT.values(), ANY, BIT["fury"] | BIT["calm"], BIT["mind"] | BIT["order"]])


@settings(max_examples=60, deadline=None)
@given(
    pips=st.lists(masks, min_size=1, max_size=5),
    runes=st.dictionaries(st.sampled_from(DOMAINS), st.integers(1, 2), max_size=3),
    floats=st.dictionaries(st.sampled_from(["fury", "mind", "universal"]), st.integers(1, 2), max_size=2),
)
def test_the_minimum_cut_and_the_constraint_model_agree_on_power(
    pips: list[int], runes: dict[str, int], floats: dict[str, int]
) -> None:
    """Hall's condition by maximum flow, and by CP-SAT's core: short together, and by as much."""
    state = GameState.model_validate({"runes": runes, "pool": {"power": floats}})
    play = Play.model_validate({"card": "It", "type": "spell", "cost": {"power": pips}})
    question = freeze(state, play, Ruleset.of())
    elastic = Elastic(question)
    cut = shortage(question, tally(pips))
    assert (cut is None) == (not elastic.causes)
    if cut is None:
        return
    assert elastic.core(("pips", mask) for mask in cut.masks) is not None
    repair = elastic.repair or ()
    assert {one.what for one in repair} == {"power"}
    assert sum(one.number for one in repair) >= cut.owed - cut.had
    for cause in elastic.causes:
        mine = tally([mask for mask in pips if ("pips", mask) in cause])
        inside = shortage(question, mine)
        assert inside is not None
        measured = elastic.measure(cause, sorted(cause))
        assert measured is not None
        assert measured.missing == inside.owed - inside.had


def _why(play: dict[str, Any], state: dict[str, Any]) -> list[str]:
    read_state, read_play = GameState.model_validate(state), Play.model_validate({"card": "It", **play})
    question = freeze(read_state, read_play, Ruleset.of())
    found = reasons(question, read_state, read_play)
    return [one.text for one in found] + [near.text for one in found for near in one.because]


NEITHER = (
    "whatever you decide, something is missing: without discard, 2 Energy missing: 6 owed, 4 to be had; "
    "with discard, discarding a card: 1 wanted, 0 to be had"
)


class TestWords:
    """Causes beyond resources, in the game's words."""

    def test_pips_of_two_sets_and_what_may_pay_them(self) -> None:
        said = _why({"cost": {"power": [["fury", "calm"], "fury", "calm"]}}, {"runes": {"fury": 1, "calm": 1}})
        assert said[0].startswith("3 pips need Fury or Calm Power")
        assert said[0].endswith("everything you have pays 2 of them")
        assert "what may pay them: 1 Fury rune and 1 Calm rune" in said

    @pytest.mark.parametrize(
        ("thing", "words"),
        [
            ({"card": "Seal of Rage", "ready": False}, "Seal of Rage is exhausted, so its Add cannot be used"),
            ({"card": "Malzahar, Fanatic"}, "Malzahar, Fanatic's Add is not a Reaction"),
        ],
    )
    def test_sources_that_cannot_be_used(self, thing: dict[str, Any], words: str) -> None:
        said = _why({"type": "spell", "cost": {"power": ["fury"]}}, {"board": [thing]})
        assert any(words in one for one in said), said

    def test_a_source_in_hand_must_be_played_first(self) -> None:
        said = _why({"type": "spell", "cost": {"power": ["fury"]}}, {"hand": ["Seal of Rage"]})
        assert "Seal of Rage is in hand; its Add can be used once it is on the board" in said

    def test_restricted_resources(self) -> None:
        state = {"pool": {"restricted": [{"energy": 2, "for": "spell"}]}}
        said = _why({"type": "unit", "cost": {"energy": 2}}, state)
        assert "2 Energy in the pool may be spent on playing spells only" in said

    def test_no_unit_and_the_wrong_zone(self) -> None:
        play = {"type": "spell", "cost": {"actions": [{"do": "kill", "filter": {"type": "unit"}}]}}
        assert _why(play, {}) == ["killing a friendly unit: 1 wanted, 0 to be had"]
        assert "Pouty Poro is in the trash, not on the board" in _why(play, {"trash": ["Pouty Poro"]})

    def test_the_only_unit_is_the_target(self) -> None:
        play = {
            "type": "spell", "targets": ["poro"],
            "cost": {"actions": [{"do": "kill", "filter": {"type": "unit"}}]},
        }  # fmt: skip
        said = _why(play, {"board": [{"card": "Pouty Poro", "id": "poro"}]})
        assert said[0] == "killing a friendly unit: Pouty Poro is a target that the play needs, and must stay"

    def test_objects_that_the_caller_did_not_choose(self) -> None:
        play = {
            "type": "spell", "choose": {"objects": {"base": []}},
            "cost": {"actions": [{"do": "kill", "filter": {"type": "unit"}}]},
        }  # fmt: skip
        assert "Pouty Poro is not among the objects chosen to pay for it" in _why(play, {"board": ["Pouty Poro"]})

    def test_might_that_is_too_high_until_more_buffs_are_spent(self) -> None:
        one = read(ROOT / "instances/regressions/kills-once-both-buffs-are-spent.json")
        (only,) = reasons(freeze(one.game, one.play, one.rules), one.game, one.play)
        assert only.parts == ("action:kill",)
        assert "it has 5 Might (its 2 buffs included)" in only.because[0].text

    def test_two_parts_that_want_the_same_object(self) -> None:
        kill = {"do": "kill", "filter": {"type": "unit"}}
        play = {"type": "spell", "cost": {"actions": [kill, {"do": "kill", "filter": {"tag": "Poro"}}]}}
        said = _why(play, {"board": ["Pouty Poro"]})
        assert "cannot both be had" in said[0]
        assert "Pouty Poro could serve for either, and serves once" in said

    def test_a_decision_that_costs_too_much_is_part_of_the_cause(self) -> None:
        play = {"type": "unit", "cost": {"energy": 1}, "keywords": ["accelerate"], "elect": {"accelerate": True}}
        said = _why(play, {"pool": {"energy": 1, "power": {"fury": 1}}})
        assert said[0] == "with accelerate, as you decided: 1 Energy missing: 2 owed, 1 to be had"

    @pytest.mark.parametrize(
        ("elect", "hand", "runes", "said"),
        [
            (True, [], 4, [
                ("action", 1, "with discard, as you decided: discarding a card: 1 wanted, 0 to be had"),
                ("action", 1, NEITHER),
            ]),
            (False, [], 4, [
                ("energy", 2, NEITHER),
                ("energy", 2, "without discard, as you decided: 2 Energy missing: 6 owed, 4 to be had"),
            ]),
            (False, ["Charm"], 3, [("energy", 3, "3 Energy missing: 6 owed, 3 to be had")]),
            (True, ["Charm"], 3, [("energy", 1, "1 Energy missing: 4 owed, 3 to be had")]),
        ],
    )  # fmt: skip
    def test_a_total_that_the_decisions_rule_out_is_named_with_what_would_have_to_be_decided(
        self, elect: bool, hand: list[str], runes: int, said: list[tuple[str, int, str]]
    ) -> None:
        state = GameState.model_validate({"runes": {"fury": runes}, "hand": hand})
        play = Play.model_validate({"card": "Brazen Buccaneer", "elect": {"discard": elect}})
        found = reasons(freeze(state, play, Ruleset.of()), state, play)
        assert [(one.code, one.missing, one.text) for one in found] == said

    def test_what_gives_power_only_is_said_and_what_another_legend_would_give_is_not(self) -> None:
        state = {"board": ["Seal of Rage", "Gold", "Gold"], "runes": {"fury": 1}}
        said = _why({"cost": {"energy": 3}}, state)
        assert "2 Gold and Seal of Rage give Power, which cannot pay Energy" in said
        assert not any("Renata" in one for one in said)
        said = _why({"cost": {"energy": 3}}, {**state, "legend": "Renata Glasc, Chem-Baroness"})
        assert any("points one lacks to win is at most 3" in one for one in said)

    def test_nothing_unknown_can_be_granted(self) -> None:
        question = freeze(GameState(), Play.model_validate({"card": "It", "cost": {"energy": 1}}), Ruleset.of())
        with pytest.raises(ValueError, match="luck"):
            granted(question, [Grant("luck")])
