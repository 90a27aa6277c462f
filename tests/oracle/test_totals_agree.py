"""Totals: stages as a list, stages inside the constraint model, and the oracle's own fold."""

from itertools import permutations
from random import Random

import pytest

from runepay.model.goals import Goal
from runepay.model.owed import Choices
from runepay.model.reach import undominated
from runepay.model.resources import tally
from runepay.model.total import settle
from runepay.solver.pay import best

from . import fold
from .asking import question
from .offers import read
from .position import Case
from .spaces import instance
from .table import in_zone
from .vocabulary import Elections, Json

CHUNK = 50


def oracle_totals(raw: Json) -> set[tuple[object, ...]]:
    """Give every undominated total of every election by the oracle's fold."""
    case = read(raw)
    found: set[tuple[object, ...]] = set()
    for elections in case.every_election():
        actions = tuple(f"{action['do']} {number}" for _, action, number, _ in fold.lines(case, elections))
        reached: set[fold.Total] = set()
        for victims in every_victim(case, elections):
            reached |= fold.totals(case, elections, victims)
        for energy, pips in fold.undominated(reached):
            found.add((tuple(sorted(elections.items())), energy, pips, tuple(sorted(actions))))
    return found


def every_victim(case: Case, elections: Elections) -> list[fold.Victims]:
    """Give every object that could pay the cost whose victim is read; nothing where it is not owed."""
    choices: list[fold.Victims] = [{}]
    safe = case.protected({})  # Whether a victim chosen only with an election may be taken is for the payment to say.
    for part, action, _, bearer in fold.lines(case, elections):
        if part in fold.victim_readers(case):
            able = [
                one
                for one in case.things
                if not one.whose
                and one.id not in safe
                and in_zone(one, action)
                and case.may_pay(part, one)
                and case.matches(one, action["filter"], elections, bearer)
            ]
            choices = [chosen | {part: one} for chosen in choices for one in able]
    return choices


@pytest.mark.parametrize("start", range(0, 1000, CHUNK))
def test_undominated_totals_are_those_of_the_oracle(start: int) -> None:
    for seed in range(start, start + CHUNK):
        raw = instance(seed)
        asked, _ = question(raw)
        listed = {
            (
                tuple(sorted(one.choices.elections)),
                one.energy,
                tuple(sorted(mask for mask, number in one.pips for _ in range(number))),
                tuple(sorted(one.actions())),
            )
            for one in undominated(asked)
        }
        assert listed == oracle_totals(raw), (seed, raw)


@pytest.mark.parametrize("start", range(0, 400, CHUNK))
def test_totals_inside_the_model_and_listed_give_equal_payments(start: int) -> None:
    for seed in range(start, start + CHUNK):
        raw = instance(seed)
        goal = Goal.of(raw["goal"])
        if goal.wants_to_spend:
            continue  # Rows may remove less than a discount does only where owing more never pays.
        asked, state = question(raw)
        rows, listed = best(asked, state, goal, listing=False), best(asked, state, goal, listing=True)
        assert (rows.status, rows.values, rows.proof) == (listed.status, listed.values, listed.proof), (seed, raw)


@pytest.mark.parametrize("seed", range(150))
def test_the_largest_minimum_first_is_the_best_of_all_orders(seed: int) -> None:
    random = Random(seed)
    clauses = [
        {"clause": "discount", "id": f"less{n}", "energy": random.randrange(1, 4), "minimum": random.randrange(4)}
        for n in range(random.randrange(1, 6))
    ]
    raw = {
        "state": {},
        "play": {"card": "Mine", "type": "spell", "cost": {"energy": random.randrange(9)}, "clauses": clauses},
    }
    asked, _ = question(raw)
    settled = [
        settle(asked, Choices((), order=order), trace=False).energy for order in permutations(range(len(clauses)))
    ]
    assert settle(asked, Choices(()), trace=False).energy == min(settled)
    case = read(raw)
    assert {energy for energy, _ in fold.totals(case, {}, {})} == set(settled)
    assert tally(()) == settle(asked, Choices(())).pips
