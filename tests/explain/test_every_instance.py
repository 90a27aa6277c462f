"""Explanations of the instances: variants that the solver pays, values counted twice, the best payment is the best."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import runepay
from runepay import api
from runepay.explain import better, explain, variants
from runepay.explain.measured import Measure, followed
from runepay.model.goals import Goal
from runepay.model.instance import Instance, read
from runepay.model.rulebook import MEANING
from runepay.referee import parse_payment
from runepay.solver.causes import Elastic
from runepay.solver.front import front

ROOT = Path(__file__).parents[2]
EVERY = bool(os.environ.get("RUNEPAY_EXPLAIN_ALL"))
"""Whether every instance is explained, or some of them."""


@cache
def asked() -> tuple[tuple[Path, str], ...]:
    """Every instance that asks for a payment and expects a status."""
    found = []
    for path in sorted((ROOT / "instances").rglob("*.json")):
        said = json.loads(path.read_text(encoding="utf-8"))
        status = said.get("expect", {}).get("status")
        if said.get("ask", "solve") == "solve" and status:
            found.append((path, status))
    return tuple(found)


def some(status: set[str], each: int) -> Iterator[tuple[Path, Instance]]:
    """Give the instances of this run."""
    files = [path for path, expected in asked() if expected in status]
    for place, path in enumerate(files):
        if EVERY or place % each == 0:
            yield path, read(path)


def test_every_unpayable_instance_has_a_variant_that_the_solver_pays() -> None:
    seen = 0
    for path, one in some({"not payable", "undetermined"}, 16):
        state, play, question = api.asked(one.game, one.play, ruleset=one.rules)
        if api.answer(state, play, question, Goal.of(one.goal)).payment is not None:
            continue
        found = variants(state, play, question, Elastic(question))
        assert found, path
        for variant in found:
            payment = variant.answer.payment
            assert payment is not None, (path, variant.text)
            if not variant.answer.before:
                assert api.violations(variant.state, variant.play, payment, ruleset=one.rules) == (), path
            assert variant.text
        assert len({variant.text for variant in found}) == len(found), path
        seen += 1
    assert seen > 25


def test_values_counted_from_the_steps_are_those_of_the_goal() -> None:
    seen = 0
    for path, one in some({"payable"}, 12):
        answer = runepay.solve(one.game, one.play, one.goal, ruleset=one.rules)
        if answer.payment is None or answer.question.declined or answer.before:
            continue
        goal = Goal.of(one.goal)
        values = Measure(answer.state, answer.question, answer.payment).values(goal)
        for name, counted, solved in zip(goal.criteria, values, answer.values, strict=True):
            assert counted in {solved, None}, (path, name)
        seen += 1
    assert seen > 100


def test_the_best_payment_is_judged_the_best() -> None:
    for path, one in some({"payable"}, 40):
        answer = runepay.solve(one.game, one.play, one.goal, ruleset=one.rules)
        if answer.payment is None or answer.question.declined or answer.before:
            continue
        verdict = better(one.game, one.play, answer.payment, one.goal, ruleset=one.rules)
        assert verdict.best, (path, verdict.text)
        assert verdict.violations == ()
        steps = followed(answer.state, answer.question, answer.payment).steps
        assert [step.pool for step in steps] == [step.pool for step in answer.payment.steps], path


@pytest.mark.parametrize("status", ["payable", "not payable"])
def test_explanations_cite_known_rules_and_are_whole(status: str) -> None:
    for path, one in some({status}, 60):
        said = explain(one.game, one.play, one.goal, ruleset=one.rules)
        written = said.to_json(changes=False)
        assert written["answer"].endswith("."), path
        assert (written["reasons"] == []) == (said.result.payment is not None), path
        for entry in (*said.mistakes, *said.procedure):
            assert entry.rule in {*MEANING, ""}, path
            assert entry.text.endswith("."), path
        assert all(written["rules"].values()), path
        assert json.loads(json.dumps(written)) == written, path


def test_payments_by_hand_in_the_instances_are_judged() -> None:
    seen = 0
    for path in sorted((ROOT / "instances").rglob("*.json")):
        if '"payment"' not in path.read_text(encoding="utf-8"):
            continue
        one = read(path)
        if one.payment is None or isinstance(one.payment, str):
            continue
        hand = parse_payment(one.payment)
        verdict = better(one.state, one.play, hand, one.goal, ruleset=one.rules)
        faults = runepay.violations(one.state, one.play, hand, ruleset=one.rules)
        assert verdict.violations == faults, path
        assert verdict.text.startswith("Not legal" if faults else "Legal"), path
        seen += 1
    assert seen > 5


def test_a_front_runs_between_the_best_of_each_criterion() -> None:
    seen = 0
    demo = ROOT / "instances/demo/3-atakhan.json"
    for path, one in [*some({"payable"}, 30), (demo, read(demo))]:
        state, play, question = api.asked(one.game, one.play, ruleset=one.rules)
        if question.declined or play.before:
            continue
        points = front(question, state, "recycles", "losses")
        assert points, path
        firsts, seconds = [point.first for point in points], [point.second for point in points]
        assert firsts == sorted(set(firsts)), path
        assert seconds == sorted(set(seconds), reverse=True), path
        assert api.answer(state, play, question, Goal.of()).values[0] == seconds[-1], path
        for point in points:
            assert api.violations(state, play, point.payment, ruleset=one.rules) == (), path
            measure = Measure(state, question, point.payment)
            assert (measure.value("recycles"), measure.value("losses")) == (point.first, point.second), path
        seen += len(points) > 1
    assert seen > 0
