"""The short hearing passes nothing that the full hearing refuses, whatever is changed in a payment; nor is it idle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import runepay
from runepay.model.errors import InputError
from runepay.model.instance import read
from runepay.model.owed import Choices, Entry
from runepay.model.payment import Kind, Payment, Pool, Step
from runepay.model.pool import kind_place, whole_pool
from runepay.model.resources import DOMAINS, ENERGY, POWERS
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.referee import violations
from runepay.referee.check import violations_in_full
from runepay.referee.short import passes, ruled

from ..solver.fast.cases import question  # noqa: TID252 - the tests are no package with a name of their own

INSTANCES = Path(__file__).parents[2] / "instances"
FILES = sorted(INSTANCES.rglob("*.json"))[::60]
KINDS: tuple[Kind, ...] = tuple((what, to) for what in (ENERGY, *POWERS) for to in ("", "spell", "gear/unit"))


# ------------------------------------------------------------ changes


def changed(state: GameState, payment: Payment) -> Iterator[Payment]:
    """Give every payment that differs in one place; each as it then stands, and with what floats put right."""
    for steps in _steps(state, payment.steps):
        yield replace(payment, steps=steps)
        yield replace(payment, steps=_floating(whole_pool(state), steps))
    for place, step in enumerate(payment.steps):
        for pool in _pools(dict(step.pool.units)):
            yield replace(payment, steps=(*payment.steps[:place], _with(step, pool), *payment.steps[place + 1 :]))
    owed = payment.owed
    for energy in (owed.energy + 1, owed.energy - 1):
        yield replace(payment, owed=replace(owed, energy=energy))
    for pips in ((*owed.pips, (63, 1)), owed.pips[1:], tuple((mask, n + 1) for mask, n in owed.pips)):
        yield replace(payment, owed=replace(owed, pips=pips))
    for place, (_, number) in enumerate(owed.pips):
        for mask in (1, 2, 3, 63):
            pips = (*owed.pips[:place], (mask, number), *owed.pips[place + 1 :])
            yield replace(payment, owed=replace(owed, pips=pips))
    yield replace(payment, owed=replace(owed, trace=(Entry(1, "356.1", "another", 1, (), owed.energy, owed.pips),)))
    for elections in _elections(owed.choices.elections):
        yield replace(payment, owed=replace(owed, choices=Choices(elections)))


def _steps(state: GameState, steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    more = [Step("exhaust", f"rune:{name}", 1, (((ENERGY, ""), 1),)) for name in DOMAINS[:2]]
    more += [Step("recycle", f"rune:{name}", 1, (((name, ""), 1),)) for name in DOMAINS[:2]]
    more += [Step("spend", "", 1, ((kind, 1),)) for kind in KINDS[:4]]
    more += [Step("act", do="kill", objects=("o0",)), Step("wish"), Step("exhaust", "o0"), Step("recycle", "fury")]
    more += [Step("add", one.id or "", gives=((("fury", ""), 1),)) for one in state.board]
    for one in more:
        yield (one, *steps)
        yield (*steps, one)
    for place, step in enumerate(steps):
        rest = (*steps[:place], *steps[place + 1 :])
        yield rest
        yield (*steps, step)
        for to in range(len(steps)):
            yield (*rest[:to], step, *rest[to:])
        for other in _other(step, state):
            yield (*steps[:place], *other, *steps[place + 1 :])


def _other(step: Step, state: GameState) -> Iterator[tuple[Step, ...]]:
    for number in {0, step.number - 1, step.number + 1, -1}:
        yield (replace(step, number=number),)
        yield (replace(step, number=number, gives=tuple((kind, number) for kind, _ in step.gives)),)
    if step.number > 1:
        yield (_times(step, 1), _times(step, step.number - 1))
    for kind in (*KINDS, *whole_pool(state)):
        yield (replace(step, gives=tuple((kind, number) for _, number in step.gives)),)
        yield (replace(step, gives=(*step.gives, (kind, 1))),)
    yield (replace(step, gives=()),)
    for word in ("exhaust", "recycle", "add", "spend", "act", ""):
        yield (replace(step, step=word),)
    for name in (*(f"rune:{domain}" for domain in DOMAINS[:3]), *(one.id or "" for one in state.board), "nothing"):
        yield (replace(step, object=name),)
    yield (replace(step, ability=1),)
    yield (replace(step, copies="o0:0"),)
    for part in ("base", "add:o0", "add:"):
        yield (replace(step, part=part),)
    for mask in (1, 2, 3, 63):
        yield (replace(step, pays=((mask, step.number),)),)
        yield (replace(step, pays=(*step.pays, (mask, 1))),)
        yield (replace(step, pays=(*step.pays, (mask, 1), (mask, -1))),)
    yield (replace(step, pays=()),)


def _times(step: Step, number: int) -> Step:
    """Do a step for some of its units only."""
    pays = [mask for mask, times in step.pays for _ in range(times)]
    mine = pays[:1] if number == 1 else pays[1:]
    counted = tuple(Counter(mine).items())
    return replace(step, number=number, gives=tuple((kind, number) for kind, _ in step.gives), pays=counted)


def _floating(pool: Mapping[Kind, int], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Write behind every step what then floats, if it can be."""
    floats = Counter(pool)
    made: list[Step] = []
    for step in steps:
        for kind, number in step.gives:
            floats[kind] += -number if step.step == "spend" else number
        made.append(_with(step, {kind: max(0, number) for kind, number in floats.items()}))
    return tuple(made)


def _with(step: Step, floats: Mapping[Kind, int]) -> Step:
    return replace(
        step, pool=Pool(tuple((kind, floats[kind]) for kind in sorted(floats, key=kind_place) if floats[kind]))
    )


def _pools(floats: Mapping[Kind, int]) -> Iterator[dict[Kind, int]]:
    for kind in (*floats, (ENERGY, ""), ("universal", "spell")):
        for number in (floats.get(kind, 0) + 1, floats.get(kind, 0) - 1):
            yield {**floats, kind: number}


def _elections(made: tuple[tuple[str, int], ...]) -> Iterator[tuple[tuple[str, int], ...]]:
    yield (*made, ("accelerate", 1))
    yield (*made, ("nothing", 0))
    for place, (name, value) in enumerate(made):
        yield made[:place] + made[place + 1 :]
        yield (*made[:place], (name, 1 - value), *made[place + 1 :])


# ------------------------------------------------------------ both hearings


def compare(state: GameState, play: Play, payment: Payment, ruleset: Ruleset, *, all_of_it: bool) -> Counter[str]:
    """Hear a payment and its changes in both ways; count what came of it."""
    assert violations_in_full(state, play, payment, ruleset) == ()
    seen: Counter[str] = Counter()
    for number, other in enumerate((payment, *changed(state, payment))):
        if number % 11 and not all_of_it:
            continue
        # Elections that were never heard get their ruling by the second hearing.
        ruled(state, play, other, ruleset)
        ruling = ruled(state, play, other, ruleset)
        if ruling is None:
            seen["never in short"] += 1
            continue
        faults = violations_in_full(state, play, other, ruleset)
        short = passes(ruling, other)
        assert not (short and faults), (other, faults)
        assert violations(state, play, other, ruleset) == faults
        seen["passed" if short else "refused" if faults else "legal, heard in full"] += 1
        if not number:
            seen["plain"] += short
            seen["not plain"] += not short
    return seen


@pytest.mark.parametrize("first", range(4))
def test_no_change_of_a_random_payment_passes_that_the_full_hearing_refuses(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, 80, 4):
        raw = question(seed)
        state, play = GameState.model_validate(raw["state"]), Play.model_validate(raw["play"])
        answer = runepay.solve(state, play, raw["goal"])
        if answer.payment is not None:
            seen += compare(state, play, answer.payment, Ruleset.of(), all_of_it=seed % 24 < 4)
    assert seen["plain"] > 5 * seen["not plain"], seen
    assert seen["refused"] > seen["passed"] > 50, seen
    assert seen["legal, heard in full"], seen


def test_no_change_of_the_payment_of_an_instance_passes_that_the_full_hearing_refuses() -> None:
    seen: Counter[str] = Counter()
    for path in FILES:
        one = read(path)
        answer = runepay.solve(one.game, one.play, one.goal, ruleset=one.rules) if one.ask == "solve" else None
        if answer is not None and answer.payment is not None and not answer.before:
            seen += compare(one.game, answer.play, answer.payment, one.rules, all_of_it=False)
    assert seen["plain"] > 10, seen
    assert seen["refused"] > seen["passed"] > 50, seen
    assert seen["never in short"] > 50, seen


PLAIN: dict[str, Any] = {"runes": {"fury": {"ready": 2}}, "board": [{"id": "gold", "card": "Gold"}]}


def heard(state: dict[str, Any], play: dict[str, Any]) -> bool:
    """Tell whether the best payment of a play is passed in short."""
    situation, asked = GameState.model_validate(state), Play.model_validate({"card": "Mine", **play})
    payment = runepay.solve(situation, asked).payment
    assert payment is not None
    ruled(situation, asked, payment, Ruleset.of())
    ruling = ruled(situation, asked, payment, Ruleset.of())
    return ruling is not None and passes(ruling, payment)


def test_what_may_hang_on_the_steps_is_heard_in_full() -> None:
    cost = {"cost": {"energy": 1}}
    hand = [{"card": "Spare", "cost": {}}]
    assert heard(PLAIN, cost)
    assert heard({**PLAIN, "hand": hand}, cost)
    assert not heard({**PLAIN, "hand": hand}, {"cost": {"energy": 1, "actions": ["discard 1"]}})
    assert heard({**PLAIN, "facts": {"my_turn": True}}, cost)
    quick = {"keywords": [{"keyword": "reaction", "when": [{"fact": "points"}]}]}
    assert not heard({**PLAIN, "facts": {"my_turn": True, "points": 1}}, {**cost, **quick})
    power = {"cost": {"energy": 1, "power": ["any", "any", "any"]}}
    assert heard(PLAIN, power)  # The Gold dies for it.
    assert not heard(PLAIN, {**power, "targets": [{"object": "gold", "needed": False}]})


def test_another_reading_and_another_play_are_ruled_afresh() -> None:
    state = GameState.model_validate({"runes": {"fury": 2, "calm": 2}})
    play = Play.model_validate({"card": "Mine", "cost": {"energy": 1}})
    payment = runepay.solve(state, play).payment
    assert payment is not None
    assert ruled(state, play, payment, Ruleset.of()) is not None  # It has been heard by solve.
    for rules in (Ruleset.of(options={"deflect_sums": "highest"}), Ruleset.of()):
        assert ruled(state, play, payment, rules) is None
        assert ruled(state, play, payment, rules) is not None
    dearer = Play.model_validate({"card": "Mine", "cost": {"energy": 2}})
    for _ in range(3):
        assert [one.code for one in violations(state, dearer, payment, Ruleset.of())] == ["owed-differs"]


def test_what_is_for_units_pays_for_no_spell() -> None:
    state = GameState.model_validate({"pool": {"restricted": [{"energy": 2, "for": "unit"}]}})
    unit = Play.model_validate({"card": "Mine", "type": "unit", "cost": {"energy": 2}})
    spell = Play.model_validate({"card": "Mine", "type": "spell", "cost": {"energy": 2}})
    payment = runepay.solve(state, unit).payment
    assert payment is not None
    for play, codes in ((unit, []), (spell, ["wrong-purpose"])):
        for _ in range(3):
            assert [one.code for one in violations(state, play, payment, Ruleset.of())] == codes
        ruling = ruled(state, play, payment, Ruleset.of())
        assert ruling is not None
        assert passes(ruling, payment) is (not codes)


def test_a_unit_without_weaponmaster_is_refused_however_often_it_is_heard() -> None:
    blade = {"id": "blade", "type": "gear", "keywords": [{"keyword": "equip", "cost": {"energy": 1}}]}
    state = GameState.model_validate({"runes": {"fury": 1}, "board": [{"id": "unit", "type": "unit"}, blade]})
    play = Play.model_validate({"kind": "trigger", "ability": "weaponmaster", "source": "unit", "targets": ["blade"]})
    payment = runepay.solve(state, Play.model_validate({"card": "Mine", "cost": {"energy": 1}})).payment
    assert payment is not None
    for _ in range(3):
        with pytest.raises(InputError, match="Weaponmaster"):
            violations(state, play, payment, Ruleset.of())
