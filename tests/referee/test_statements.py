"""What a payment says of itself is checked: with any one of its statements made false it is refused."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import permutations
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import runepay
from runepay.answer import Answer
from runepay.model.instance import Instance, read
from runepay.model.owed import Choices, Entry, Owed
from runepay.model.payment import Payment, Pool, Step
from runepay.model.resources import ENERGY
from runepay.model.total import settle
from runepay.referee import parse_payment, violations
from runepay.referee.hand import HandAction, HandPayment, HandStep

from .paying import Json

INSTANCES = Path(__file__).parents[2] / "instances"
STATED = ("fault", "trace", "choose", "halves", "order", "removed", "victim", "optional", "discount")


def drawn() -> list[Path]:
    """Draw one instance of seventeen, and more of those that say much; which ones hangs on their names alone."""
    found = []
    for path in sorted(INSTANCES.rglob("*.json")):
        often = 4 if any(word in path.name for word in STATED) else 17
        if path.parent.name != "turns" and not crc32(path.name.encode()) % often:
            found.append(path)
    return found


FILES = drawn()
SHOWN = INSTANCES / "demo" / "1-keep-the-card.json"
"""Its payment has every field."""
ONE = ((ENERGY, ""), 1)


def answers(chunk: int) -> Iterator[tuple[Instance, Answer, Payment]]:
    """Give payments of instances, with what they were asked for."""
    for path in dict.fromkeys((SHOWN, *FILES[chunk::4])):
        one = read(path)
        if one.ask != "solve":
            continue
        answer = runepay.solve(one.game, one.play, one.goal, ruleset=one.rules)
        if answer.payment is not None and not answer.before:
            yield one, answer, answer.payment


# ------------------------------------------------------------ statements made false


def steps(payment: Payment) -> Iterator[tuple[str, Payment]]:
    """Make one field of one step false."""
    for place, step in enumerate(payment.steps):
        for name, other in step_fields(step):
            yield f"Step.{name}", replace(payment, steps=(*payment.steps[:place], other, *payment.steps[place + 1 :]))


def step_fields(step: Step) -> Iterator[tuple[str, Step]]:
    yield "step", replace(step, step="wish")
    yield "object", replace(step, object="nobody")
    yield "number", replace(step, number=step.number + 1)
    yield "gives", replace(step, gives=(*step.gives, ONE))
    yield "ability", replace(step, ability=step.ability + 99)
    yield "copies", replace(step, copies=f"nobody{step.copies}:0")
    yield "do", replace(step, do="wish" if step.step == "act" else "kill")
    yield "objects", replace(step, objects=(*step.objects, "nobody"))
    yield "part", replace(step, part=f"nonsense {step.part}")
    yield "pays", replace(step, pays=(*step.pays, (1, 1)))
    yield "rule", replace(step, rule="999.9")
    yield "pool", replace(step, pool=Pool((*step.pool.units, ONE)))


def totals(answer: Answer, payment: Payment) -> Iterator[tuple[str, Payment]]:
    """Make what is owed, or what is said of how that came about, false."""
    owed = payment.owed
    for name, total in owed_fields(answer, owed):
        yield name, replace(payment, owed=total)
    for place, entry in enumerate(owed.trace):
        for name, other in entry_fields(entry):
            trace = (*owed.trace[:place], other, *owed.trace[place + 1 :])
            yield f"Entry.{name}", replace(payment, owed=replace(owed, trace=trace))
    for place, (one, two) in enumerate(zip(owed.trace, owed.trace[1:], strict=False)):
        # Two false lines that join.
        more = replace(one, energy_after=one.energy_after + 1), replace(two, energy=two.energy + 1)
        trace = (*owed.trace[:place], *more, *owed.trace[place + 2 :])
        yield "Entry.energy_after", replace(payment, owed=replace(owed, trace=trace))
        yield "Owed.trace", replace(payment, owed=replace(owed, trace=(*owed.trace[:place], *owed.trace[place + 1 :])))


def owed_fields(answer: Answer, owed: Owed) -> Iterator[tuple[str, Owed]]:
    yield "Owed.energy", replace(owed, energy=owed.energy + 1)
    yield "Owed.pips", replace(owed, pips=(*owed.pips, (1, 1)))
    for line, number in owed.lines:
        yield "Owed.lines", replace(owed, lines=())
        yield "Owed.lines", replace(owed, lines=(*owed.lines, (line, number)))
    for name, choices in choices_fields(answer, owed):
        yield f"Choices.{name}", replace(owed, choices=choices)


def choices_fields(answer: Answer, owed: Owed) -> Iterator[tuple[str, Choices]]:
    """Give choices that are not those, and choices from which another total comes."""
    made, question = owed.choices, answer.question
    last = len(question.discounts)
    yield "elections", replace(made, elections=(*made.elections, ("nothing", 1)))
    for name, value in made.elections:
        yield "elections", replace(made, elections=(*made.elections, (name, value + 1)))
    if any(entry.stage == 5 for entry in owed.trace):
        return  # What discounts did before all was ignored is nobody's statement.
    yield "halves", replace(made, halves=(*made.halves, (last, "energy")))
    yield "order", replace(made, order=(last,))
    yield "removed", replace(made, removed=(*made.removed, (last, ((1, 1),))))
    yield "victims", replace(made, victims=(*made.victims, (last, 0)))
    for index, one in enumerate(question.discounts):
        if not one.either:
            yield "halves", replace(made, halves=((index, "energy"),))
        if not one.any:
            yield "removed", replace(made, removed=((index, ((1, 1),)),))
        if one.victim is None and one.kills is None:
            yield "victims", replace(made, victims=((index, 0),))
    if made.order:
        yield "order", replace(made, order=(*made.order, made.order[0]))
    if owed.trace:  # Nothing comes about for what is declined.
        yield from used_otherwise(answer, owed)


def used_otherwise(answer: Answer, owed: Owed) -> Iterator[tuple[str, Choices]]:
    """Give other ways to use the discounts from which another total comes, and others whose costs are read."""
    made, question = owed.choices, answer.question

    def other(choices: Choices) -> bool:
        total = settle(question, choices, trace=False)
        return (total.energy, total.pips) != (owed.energy, owed.pips)

    for place, (index, half) in enumerate(made.halves):
        flipped = (index, "power" if half == "energy" else "energy")
        halves = replace(made, halves=(*made.halves[:place], flipped, *made.halves[place + 1 :]))
        if other(halves) and other(replace(halves, removed=())):
            yield "halves", halves
    for order in list(permutations(made.order or ()))[:24]:
        if other(replace(made, order=order)):
            yield "order", replace(made, order=order)
    for place, (index, pips) in enumerate(made.removed):
        for mask in (1, 2, 4, 8, 16, 32, 63):
            gone = ((mask, sum(number for _, number in pips)),)
            removed = replace(made, removed=(*made.removed[:place], (index, gone), *made.removed[place + 1 :]))
            if other(removed):
                yield "removed", removed
    for place, (index, value) in enumerate(made.victims):
        if question.discounts[index].victim is None:
            more = value + 1
        else:
            taken = question.objects[value].group
            unlike = (n for n, thing in enumerate(question.objects) if thing.group != taken)
            more = next(unlike, len(question.objects))
        yield "victims", replace(made, victims=(*made.victims[:place], (index, more), *made.victims[place + 1 :]))


def entry_fields(entry: Entry) -> Iterator[tuple[str, Entry]]:
    yield "stage", replace(entry, stage=entry.stage % 5 + 1)
    yield "rule", replace(entry, rule="999.9")
    yield "label", replace(entry, label=f"not {entry.label}")
    yield "energy", replace(entry, energy=entry.energy + 1)
    yield "pips", replace(entry, pips=(*entry.pips, (1, 1)))
    yield "energy_after", replace(entry, energy_after=entry.energy_after + 1)
    yield "pips_after", replace(entry, pips_after=(*entry.pips_after, (1, 1)))
    yield "note", replace(entry, note=f"{entry.note} and more")
    for lines in ((), (*entry.lines, *entry.lines[:1])) if entry.lines else ():
        yield "lines", replace(entry, lines=lines)
    for lines in ((), (*entry.lines_after, *entry.lines_after[:1])) if entry.lines_after else ():
        yield "lines_after", replace(entry, lines_after=lines)


@pytest.mark.parametrize("chunk", range(4))
def test_a_payment_that_says_something_false_is_refused(chunk: int) -> None:
    seen: Counter[str] = Counter()
    for one, answer, payment in answers(chunk):
        assert violations(one.game, answer.play, payment, one.rules) == (), one.file
        for name, other in (*steps(payment), *totals(answer, payment)):
            faults = violations(one.game, answer.play, other, one.rules)
            assert faults, (one.file, name, other)
            seen[name] += 1
    for model in (Step, Owed, Choices, Entry):
        names = {f"{model.__name__}.{field.name}" for field in fields(model)} - {"Owed.choices"}
        assert names <= set(seen), (names - set(seen), seen)


# ------------------------------------------------------------ by hand


def by_hand(answer: Answer) -> Json:
    """Write a payment as the answer does."""
    written = answer.to_json()
    payment = {"steps": written["steps"], "elected": written["elected"], "owed": written["owed"]}
    read_back: Json = json.loads(json.dumps(payment))
    return read_back


def false(payment: Json) -> Iterator[tuple[str, Json]]:
    """Make one statement of a payment by hand false."""

    def changed(*path: Any, to: Any) -> Json:
        other = copy.deepcopy(payment)
        at = other
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = to
        return other

    for place, step in enumerate(payment["steps"]):
        at: tuple[str | int, ...] = ("steps", place)
        word, other = step["step"], "kill" if step.get("do") == "burn" else "burn"
        for name, value in {"do": other, "copies": "nobody:0", "ability": 99, "part": "nonsense"}.items():
            yield f"HandStep.{name}", changed(*at, name, to=value)
        yield "HandStep.step", changed(*at, "step", to="exhaust" if word == "recycle" else "recycle")
        yield "HandStep.number", changed(*at, "number", to=step["number"] + 1)
        yield "HandStep.rule", changed(*at, "rule", to="999.9")
        yield "HandStep.pool", changed(*at, "pool", to={**step["pool"], "energy": step["pool"]["energy"] + 1})
        yield "HandStep.pays", changed(*at, "pays", to=[*step.get("pays", []), "fury"])
        yield "HandStep.objects", changed(*at, "objects", to=[*step.get("objects", []), "nobody"])
        if word in {"exhaust", "recycle"}:
            yield "HandStep.object", changed(*at, "object", to="rune:fury" if "fury" not in step["object"] else "x")
        else:
            yield "HandStep.object", changed(*at, "object", to="nobody")
        if word != "spend":
            yield "HandStep.gives", changed(*at, "gives", to={"energy": 77})
        if word not in {"exhaust", "recycle"}:
            yield "HandStep.ready", changed(*at, "ready", to=True)
    yield "HandPayment.elected", changed("elected", "nothing", to=True)
    yield "HandPayment.owed", changed("owed", "energy", to=payment["owed"]["energy"] + 1)
    yield "HandPayment.owed", changed("owed", "power", to=[*payment["owed"]["power"], "fury"])
    yield "HandPayment.actions", changed("owed", "actions", to=[*payment["owed"]["actions"], "kill 7"])
    for place, action in enumerate(payment["owed"]["actions"]):
        at = ("owed", "actions", place)
        yield "HandAction.do", changed(*at, "do", to="kill" if action["do"] != "kill" else "burn")
        yield "HandAction.number", changed(*at, "number", to=action["number"] + 1)
        yield "HandAction.filter", changed(*at, "filter", to={"tag": ["Nobody"]})
        yield "HandAction.objects", changed(*at, "objects", to=["nobody"])
        yield "HandAction.rule", changed(*at, "rule", to="999.9")
        rest = payment["owed"]["actions"]
        yield "HandPayment.actions", changed("owed", "actions", to=[*rest[:place], *rest[place + 1 :]])


@pytest.mark.parametrize("chunk", range(4))
def test_an_answer_is_a_payment_by_hand_and_a_false_one_is_refused(chunk: int) -> None:
    seen: Counter[str] = Counter()
    for one, answer, _ in answers(chunk):
        written = by_hand(answer)
        assert violations(one.game, answer.play, parse_payment(written), one.rules) == (), one.file
        for name, other in false(written):
            try:
                faults = violations(one.game, answer.play, parse_payment(other), one.rules)
            except runepay.InputError:
                faults = None
            assert faults or faults is None, (one.file, name, other)
            seen[name] += 1
    for model in (HandPayment, HandStep, HandAction):
        names = {f"{model.__name__}.{field.name}" for field in fields(model)} - {"HandPayment.steps"}
        assert names <= set(seen), (names - set(seen), seen)
