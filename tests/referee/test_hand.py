"""Reading a payment from JSON (contract C24, C25)."""

import pytest

from runepay.answer import step_json
from runepay.model.errors import InputError
from runepay.model.rulebook import Ruleset
from runepay.referee import HandPayment, HandStep, parse_payment, violations

from .paying import RULES, Json, additional, card, seal, solved, unit


def test_a_list_of_steps_is_a_payment() -> None:
    found = parse_payment([{"step": "spend", "spends": {"energy": 2}}])
    assert found == HandPayment((HandStep("spend", number=2, gives=((("energy", ""), 2),)),))


def test_elections_and_restricted_units_are_read() -> None:
    spends = {"energy": 1, "power": {"fury": 1}, "restricted": [{"energy": 2, "for": ["gear", "spell"]}]}
    found = parse_payment({"steps": [{"step": "spend", "spends": spends}], "elected": {"repeat": True, "kills": 3}})
    assert found.elected == (("repeat", 1), ("kills", 3))
    assert found.steps[0].gives == ((("energy", ""), 1), (("fury", ""), 1), (("energy", "spell/gear"), 2))
    assert found.steps[0].number == 4


@pytest.mark.parametrize(
    ("raw", "path", "words"),
    [
        ("2 fury", "payment", "a list of steps"),
        ({"elected": {}}, "payment", "needs its 'steps'"),
        ({"steps": [], "elect": {}}, "payment", "elected"),
        ([{"step": "exhaust", "object": "rune:fry"}], "payment.steps.0.object", "rune:fury"),
        ([{"step": "exhaust", "object": "fury"}], "payment.steps.0.object", "rune:fury"),
        ([{"step": "exhuast", "object": "rune:fury"}], "payment.steps.0.step", "exhaust"),
        ([{"object": "rune:fury"}], "payment.steps.0.step", "missing"),
        ([{"step": "act", "do": "kil"}], "payment.steps.0.do", "kill"),
        ([{"step": "act"}], "payment.steps.0.do", "missing"),
        ([{"step": "add"}], "payment.steps.0.object", "names its object"),
        ([{"step": "spend"}], "payment.steps.0", "says what"),
        ([{"step": "spend", "spends": {"power": {"furry": 1}}}], "payment.steps.0.spends.power", "fury"),
        ([{"step": "spend", "spends": {"energy": -1}}], "payment.steps.0.spends.energy", "1,000,000"),
        ([{"step": "spend", "spends": {"energy": True}}], "payment.steps.0.spends.energy", "whole number"),
        ([{"step": "spend", "spends": {"energy": 1, "for": "spel"}}], "payment.steps.0.spends.for", "spell"),
        ([{"step": "spend", "spends": {"power": {"fury": 1}}, "pays": ["own"]}], "payment.steps.0.pays.0", "a domain"),
        ([{"step": "spend", "spends": {"power": {"fury": 1}}, "pays": ["fry"]}], "payment.steps.0.pays.0", "fury"),
        ([{"step": "exhaust", "object": "rune:fury", "numbr": 2}], "payment.steps.0", "number"),
        ([{"step": "exhaust", "object": "rune:fury", "number": 10**9}], "payment.steps.0.number", "1,000,000"),
        ([{"step": "recycle", "object": "rune:fury", "ready": 1}], "payment.steps.0.ready", "true or false"),
        ([{"step": "act", "do": "kill", "objects": "poro"}], "payment.steps.0.objects", "a list"),
        ([{"step": "act", "do": "kill", "objects": [3]}], "payment.steps.0.objects.0", "a text"),
        ({"steps": [], "elected": {"repeat": "yes"}}, "payment.elected.repeat", "whole number"),
        ({"steps": [], "elected": []}, "payment.elected", "an object"),
        ({"steps": [], "owed": {"enery": 1}}, "payment.owed", "energy"),
        ([7], "payment.steps.0", "a step"),
    ],
)
def test_contract_c25_nonsense_is_named_with_its_place(raw: object, path: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_payment(raw)
    assert caught.value.path == path
    assert words in str(caught.value)


QUESTIONS: list[tuple[Json, Json]] = [
    (
        {
            "runes": {"fury": {"ready": 2, "exhausted": 1}, "mind": 2},
            "board": [seal("seal"), unit("poro", buffs=1)],
            "hand": [card("spare")],
            "pool": {"restricted": [{"energy": 1, "power": {"universal": 1}, "for": ["spell"]}]},
            "xp": 2,
        },
        {
            "card": "Mine",
            "type": "spell",
            "cost": {"energy": 3, "power": ["fury", "any", ["mind", "body"]]},
            "clauses": [additional("a", "discard 1"), additional("b", "buff 1"), additional("c", "xp 2")],
        },
    ),
    ({"runes": {"calm": 3}}, {"card": "Mine", "cost": {"energy": 1, "power": ["calm"]}}),
]


@pytest.mark.parametrize(("state", "play"), QUESTIONS)
def test_an_answers_steps_are_a_payment_by_hand(state: dict, play: dict) -> None:
    situation, played, payment = solved(state, play)
    steps = [step_json(step, RULES) for step in payment.steps]
    assert steps
    assert violations(situation, played, parse_payment({"steps": steps, "elected": payment.elections}), RULES) == ()
    for place in range(len(steps)):
        shorter = parse_payment({"steps": steps[:place] + steps[place + 1 :], "elected": payment.elections})
        assert violations(situation, played, shorter, RULES)


def test_rules_are_cited_for_the_ruleset_in_force() -> None:
    situation, played, _ = solved(*QUESTIONS[1])
    (found, *_) = violations(
        situation, played, parse_payment([{"step": "recycle", "object": "rune:mind"}]), Ruleset.of("1.3")
    )
    assert (found.code, found.rule) == ("rune-missing", "163.2")
