"""The notation of payments: one text a payment, one payment a text, and three errors told apart."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runepay
from runepay.model.instance import Instance, parse, read
from runepay.model.notation import payment_text, scan
from runepay.model.notation.letters import name_text, read_name, read_total, read_units, total_text, units_text
from runepay.model.payment import Payment
from runepay.model.resources import DOMAINS, ENERGY, POWERS, tally

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    path
    for folder in ("faults", "regressions", "worked", "demo", "bench")
    for path in sorted((ROOT / "instances" / folder).glob("*.json"))
]
SAFE = re.compile(r"[A-Za-z0-9\-_.!~*'()]+")


def asked(text: str | Mapping[str, object]) -> Instance:
    return parse(text if isinstance(text, str) else json.dumps(text))


def of(one: Instance, text: str) -> Payment:
    return runepay.read_payment(one.game, one.play, text, ruleset=one.rules)


PAYABLE = [path for path in FILES if '"not payable"' not in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("start", range(12))
def test_the_text_of_an_answer_is_read_as_the_same_payment(start: int) -> None:
    read_back = 0
    for path in PAYABLE[start::12]:
        one = read(path)
        if one.ask != "solve":
            continue
        answer = runepay.solve(one.game, one.play, one.goal, ruleset=one.rules)
        if answer.payment is None:
            continue
        text = payment_text(answer.question, answer.payment)
        assert answer.to_json()["notation"] == text
        assert SAFE.fullmatch(text), text
        again = runepay.read_payment(answer.state, answer.play, text, ruleset=one.rules)
        assert payment_text(answer.question, again) == text, path.name
        read_back += 1
    assert read_back > 0


RUNES: dict[str, object] = {
    "state": {"runes": {"fury": {"ready": 2, "exhausted": 1}, "calm": 1}},
    "play": {"card": "Mine"},
}


def test_a_ready_rune_that_is_recycled_floats_its_energy() -> None:
    one = asked({"state": {"runes": {"fury": 1}}, "play": {"card": "Mine", "cost": {"power": ["fury"]}}})
    answer = runepay.solve(one.game, one.play)
    assert answer.notation == "R~r.R.-(E)"
    assert of(one, "R~r.R.-(E)") == answer.payment


def test_the_number_and_the_class_count_and_not_the_object() -> None:
    one = asked(
        {
            "state": {"runes": {}, "board": [{"id": name, "card": "Gold"} for name in ("b", "a", "c")]},
            "play": {"card": "Mine", "cost": {"power": ["any", "any"]}, "targets": []},
        }
    )
    answer = runepay.solve(one.game, one.play)
    assert answer.notation == "2A~!a'2"
    for text in ("2A~!a'2", "2A~!b'2", "2A~!gold'2", "~!gold'2"):
        assert of(one, text) == answer.payment


def test_elections_totals_and_costs_may_be_left_out_where_the_rest_says_them() -> None:
    one = read(ROOT / "instances" / "demo" / "1-keep-the-card.json")
    hand = {"hand": ["Charm"], "runes": {"fury": 4}}
    short = asked({"state": hand, "play": {"card": "Brazen Buccaneer", "elect": {"discard": True}}})
    full = "discard!4E~4r.discard!discard(charm)"
    for text in (full, "4E~4r.discard(charm)", "~4r.discard(charm)", "discard!~4r.discard(charm)"):
        assert runepay.write_payment(short.game, short.play, of(short, text)) == full
    assert runepay.solve(one.game, one.play).notation is not None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 1),
        ("x", 1),
        ("4E~", 4),
        ("4E~3r..b", 7),
        ("4E~3q", 4),
        ("4E~3r.3r", 7),
        ("4E~!", 4),
        ("4E~(2X)", 5),
        ("4E~(E.E)", 7),
        ("4E~(E-spel)", 5),
        ("4E~r.kil(x)", 6),
        ("4E~r.kill(x", 10),
        ("4E~r.kill'2", 6),
        ("4E~r.xp(x)", 6),
        ("4E~r.kill(a.a)", 13),
        ("a!a!4E", 3),
        ("4E~9999999r", 4),
        ("4E~!a*ZZ", 6),
        ("4E~r)", 5),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, place: int) -> None:
    one = asked(RUNES | {"play": {"card": "Mine", "cost": {"energy": 4}}})
    with pytest.raises(runepay.Unreadable) as told:
        of(one, text)
    assert told.value.place == place
    assert f"at character {place}" in str(told.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2ER~3r.R", "rune-not-ready"),
        ("2ER~2r.4R", "rune-missing"),
        ("2ER~r.R", "energy-spent"),
        ("2ER~2r", "power-spent"),
        ("2ER~2r.G", "wrong-power"),
        ("3ER~2r.g.R", "owed-differs"),
        ("2ER~2r.(U)", "overdrawn"),
        ("2ER~2r.!seal", "no-such-add"),
        ("2ER~2r.R.kill(x)", "action-not-owed"),
        ("accelerate!2ER~2r.R", "unknown-election"),
    ],
)
def test_what_is_not_legal_is_told_with_the_referees_reasons(text: str, code: str) -> None:
    one = asked(RUNES | {"play": {"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}}})
    with pytest.raises(runepay.NotLegal) as told:
        of(one, text)
    assert code in {fault.code for fault in told.value.violations}
    assert told.value.violations[0].rule in str(told.value)


def test_idle_adds_are_legal_and_can_be_written() -> None:
    one = asked(RUNES | {"play": {"card": "Mine", "cost": {"energy": 1}}})
    idle = of(one, "E~2r.-(E)")
    assert runepay.write_payment(one.game, one.play, idle) == "E~2r.-(E)"


def test_what_fits_several_payments_names_them() -> None:
    board = [{"id": "old", "card": "Gold", "new": True}, {"id": "young", "card": "Gold"}]
    one = asked({"state": {"board": board}, "play": {"card": "Mine", "cost": {"power": ["any"]}, "targets": []}})
    with pytest.raises(runepay.Ambiguous) as told:
        of(one, "A~!gold")
    assert told.value.candidates == ("A~!old", "A~!young")
    assert "A~!old, A~!young" in str(told.value)
    assert runepay.write_payment(one.game, one.play, of(one, "A~!old")) == "A~!old"


def test_a_total_left_out_that_could_be_two_is_ambiguous_or_the_only_one_that_fits() -> None:
    play = {
        "card": "Mine",
        "cost": {"energy": 2, "power": ["fury", "calm"]},
        "clauses": [{"clause": "discount", "id": "less", "any": 1}],
        "targets": [],
    }
    one = asked({"state": {"runes": {"fury": 2}, "pool": {"power": {"universal": 1}}}, "play": play})
    with pytest.raises(runepay.Ambiguous) as told:
        of(one, "~2r.(U)")
    assert told.value.candidates == ("2EG~2r.(U)", "2ER~2r.(U)")
    assert runepay.write_payment(one.game, one.play, of(one, "~2r.R")) == "2ER~2r.R"


def test_a_file_may_carry_the_notation(tmp_path: Path) -> None:
    from runepay.checking import answer_json

    base = RUNES | {"ask": "referee", "play": {"card": "Mine", "cost": {"energy": 2}}}
    assert answer_json(asked(base | {"payment": "2E~r.g"}))["status"] == "legal"
    said = answer_json(asked(base | {"payment": "2E~3r.-(E)"}))
    assert (said["status"], said["violations"][0]["code"]) == ("illegal", "rune-not-ready")
    with pytest.raises(runepay.Unreadable, match="payment: this notation"):
        answer_json(asked(base | {"payment": "2E~?"}))


PIPS = st.lists(st.integers(1, 63), max_size=6).map(tally)


@given(energy=st.integers(0, 1_000_000), pips=PIPS)
def test_totals_round_trip(energy: int, pips: tuple[tuple[int, int], ...]) -> None:
    text = total_text(energy, pips)
    assert read_total(text, 0) == (energy, pips)
    assert SAFE.fullmatch(text)


TAGS = ("", "spell", "gear/unit", "showdown", "gearcard/unitcard")
KINDS = st.tuples(st.sampled_from((ENERGY, *POWERS)), st.sampled_from(TAGS))


@given(units=st.dictionaries(KINDS, st.integers(1, 1_000_000), min_size=1))
def test_units_round_trip(units: dict[tuple[str, str], int]) -> None:
    text = units_text(units.items())
    assert read_units(text, 0) == units
    assert SAFE.fullmatch(text)


@given(name=st.text(), space=st.sampled_from((":", " ")))
def test_names_round_trip_and_need_no_escapes_in_an_address(name: str, space: str) -> None:
    if any(0xD800 <= ord(one) < 0xE000 for one in name):
        return
    text = name_text(name, space)
    assert read_name(text, 0, space) == name
    assert not text or SAFE.fullmatch(text)


@settings(max_examples=300)
@given(text=st.text(alphabet="0123ERGrgyAU()~.!'-_*:kilxp%", max_size=14))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    place = 1
    try:
        said = scan(text)
    except runepay.Unreadable as error:
        place = error.place
    else:
        assert {domain for domain, _ in (*said.exhausts, *said.recycles)} <= set(DOMAINS)
    assert 1 <= place <= len(text) + 1


@pytest.mark.parametrize("given", [None, 7, b"E~r", ["E~r"]])
def test_what_is_no_text_is_no_notation(given: object) -> None:
    one = asked({"state": {"runes": {"fury": 1}}, "play": {"card": "Mine", "cost": {"energy": 1}}})
    with pytest.raises(runepay.InputError, match="payment: a payment's notation is a text"):
        runepay.read_payment(one.game, one.play, given)  # type: ignore[arg-type] # what a careless caller gives
    with pytest.raises(runepay.InputError, match="line: a problem's line is a text"):
        runepay.read_line(given)  # type: ignore[arg-type] # as above
    with pytest.raises(runepay.InputError, match="a payment is needed"):
        runepay.write_payment(one.game, one.play, given)  # type: ignore[arg-type] # as above
