"""Rows of plain questions are those of the ordinary way, byte for byte; what is not plain is declined.

``RUNEPAY_PLAIN_CASES`` sets the number of random cases, ``RUNEPAY_PLAIN_FIRST`` the first seed.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from random import Random
from typing import Any

import pytest

from runepay.analysis import Plan, sample
from runepay.batch import Settings
from runepay.batch.quick import able, line_of
from runepay.batch.work import row_of
from runepay.model.errors import InternalError
from runepay.model.resources import DOMAINS
from runepay.plain import answer, answering, read
from runepay.plain import price as prices
from runepay.referee.plain import Paid, wrong

CASES = int(os.environ.get("RUNEPAY_PLAIN_CASES", "800"))
FIRST = int(os.environ.get("RUNEPAY_PLAIN_FIRST", "1"))
UNTIMED = Settings(timing=False)

Json = dict[str, Any]


def ordinary(number: int, name: str, raw: bytes, settings: Settings = UNTIMED) -> str:
    row = row_of(number, name, raw, settings)
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def own_card(dice: Random) -> Json:
    """A card of one's own: any pips, perhaps an optional keyword."""
    domains = dice.sample(DOMAINS, dice.randint(1, 3))
    pip = [*domains, "any", "any", "own", sorted(domains, key=DOMAINS.index)[:2]]
    card: Json = {
        "card": "Mine",
        "type": dice.choice(("unit", "spell", "gear")),
        "cost": {"energy": dice.randint(0, 6), "power": [dice.choice(pip) for _ in range(dice.randint(0, 4))]},
    }
    if dice.random() < 0.7:
        card["domains"] = domains[:2]
    if dice.random() < 0.4:
        repeat = {"keyword": "repeat", "cost": {"energy": 1}}
        card["keywords"] = [dice.choice(("accelerate", "deflect", "ambush", repeat))]
    return card


def case(seed: int) -> Json:
    """A plain question, or nearly one."""
    dice = Random(f"plain {seed}")
    plan = Plan(seed=seed % 50, plain=dice.random() < 0.7, boards=(0, 2), turns=(1, dice.randint(1, 6)))
    asked = next(sample(plan, 1, first=seed + 1))
    if dice.random() < 0.5:
        asked["play"] = own_card(dice)
    if dice.random() < 0.3:
        asked["state"]["pool"] = {"energy": dice.randint(0, 3), "power": {"universal": dice.randint(0, 2), "calm": 1}}
    if dice.random() < 0.3:
        asked["state"]["runes"] = {
            one: {"ready": dice.randint(0, 3), "exhausted": dice.randint(0, 2)} for one in dice.sample(DOMAINS, 3)
        }
    if dice.random() < 0.4:
        goals = ["keep-universal"], "keep-domain:fury,most-ready", ["keep-domain:mind"], ["thrifty"]
        asked["goal"] = dice.choice(goals)
    if dice.random() < 0.2:
        asked["ruleset"] = dice.choice(("1.3", "1.4", "1.5"))
    if dice.random() < 0.2:
        asked["play"]["elect"] = dice.choice(({}, {"accelerate": True}, {"accelerate": False}, {"repeat": 1}))
    if dice.random() < 0.35:
        spoil(asked, dice)
    return asked


WEIRD: list[Any] = [
    None, True, 0, -1, 1, 99, 101, 10**7, 1.5, "", "fury", "Charm", "charm", "Nobody", [], ["Charm"], {},
    {"card": "Charm"}, {"card": "Seal of Rage"}, {"ready": 1}, {"energy": 1}, {"fury": 1}, "é \u2028", [[]],
    {"id": "x"},
]  # fmt: skip
FIELDS = (
    "runes", "pool", "hand", "board", "legend", "trash", "xp", "facts", "card", "cost", "targets", "elect", "from",
    "ready", "energy", "power", "title", "goal", "ask", "expect", "effects", "to", "clauses", "fury", "restricted",
    "runepay", "cards",
)  # fmt: skip


def spoil(asked: Json, dice: Random) -> None:
    """Change something anywhere."""
    places: list[Any] = [asked]
    for one in places:
        inner = one.values() if isinstance(one, dict) else one
        places += [part for part in inner if isinstance(part, (dict, list))]
    place = dice.choice(places)
    value = dice.choice(WEIRD)
    if isinstance(place, dict):
        if place and dice.random() < 0.5:
            place[dice.choice(list(place))] = value
        else:
            place[dice.choice(FIELDS)] = value
    else:
        place.append(value)


def test_the_quick_row_is_the_ordinary_one() -> None:
    quick = payable = missing = 0
    for seed in range(FIRST, FIRST + CASES):
        raw = json.dumps(case(seed), ensure_ascii=False).encode()
        line = line_of(seed, f"a.jsonl:{seed}", raw, UNTIMED)
        if line is None:
            continue
        assert line == ordinary(seed, f"a.jsonl:{seed}", raw), raw.decode()
        row = json.loads(line)
        quick += 1
        payable += row["status"] == "payable"
        missing += row["codes"] is not None
    assert quick > CASES / 4
    assert min(payable, missing) > CASES / 20


def test_most_plain_samples_are_answered_quickly() -> None:
    raw = [json.dumps(one).encode() for one in sample(Plan(seed=3, plain=True), 300)]
    assert sum(line_of(1, "a", one, UNTIMED) is not None for one in raw) > 0.97 * len(raw)


PLAIN = (
    '{"title": "t", "state": {"runes": {"fury": 3}}, '
    '"play": {"card": "M", "cost": {"energy": 2, "power": ["fury"]}}}'
)


def test_what_the_run_says_wins_over_the_instance() -> None:
    said = Settings(goal=("keep-universal", "thrifty"), ruleset="1.3", timing=False)
    line = line_of(1, "a", PLAIN.encode(), said)
    assert line == ordinary(1, "a", PLAIN.encode(), said)
    assert line is not None
    assert json.loads(line)["goal"].startswith("losses=0 keep-universal=0 ")
    timed = line_of(1, "a", PLAIN.encode(), Settings())
    assert timed is not None
    assert json.loads(timed)["milliseconds"] > 0
    assert able(said)
    assert not any(able(one) for one in (Settings(fast=False), Settings(cards=("a",)), Settings(options=(("a", "b"),))))


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace('"fury": 3', '"fury": 3, "fury": 2'),
        PLAIN.replace('"fury": 3', '"fury": 3.0'),
        PLAIN.replace('"fury": 3', '"fury": NaN'),
        PLAIN.replace('"fury": 3', '"fury": true'),
        PLAIN.replace('"fury": 3', '"frry": 3'),
        PLAIN.replace('"fury": 3', '"fury": {"ready": 1, "new": 1}'),
        PLAIN.replace('"t"', '"\\ud800"'),
        PLAIN.replace('"t"', "1"),
        PLAIN.replace("}}}", '}, "clauses": [{"clause": "increase", "energy": 1}]}}'),
        PLAIN.replace("}}}", '}, "targets": ["x"]}}'),
        PLAIN.replace('"state": {', '"state": {"board": ["Seal of Rage"], '),
        PLAIN.replace('"state": {', '"state": {"board": [{"card": "Pouty Poro", "id": "a"}], '),
        PLAIN.replace('"state": {', '"state": {"effects": [], '),
        PLAIN.replace('"state": {', '"state": {"pool": null, '),
        PLAIN.replace('{"fury": 3}', "null"),
        PLAIN.replace('"state": {', '"state": {"hand": ["Nobody"], '),
        "\ufeff" + PLAIN, PLAIN[:-1], "[]", "", "{" * 2000, '{"state": {"runes": {}}}',
    ],
)  # fmt: skip
def test_what_is_not_plain_is_declined(text: str) -> None:
    asked = read(text.encode("utf-8", "surrogatepass"))
    assert asked is None or answer(asked) is None
    assert read(b"\xff") is None


def test_cards_whose_price_may_change_are_declined() -> None:
    assert prices.price({"card": "Pouty Poro"}, "1.4") is not None
    for card in ("Brazen Buccaneer", "Atakhan", "Noxus Hopeful"):
        assert prices.price({"card": card}, "1.4") is None
    assert prices.price({"card": "Pouty Poro", "from": "trash"}, "1.4") is None
    assert prices.price({"card": "Nobody at all"}, "1.4") is None


def test_prices_are_forgotten_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prices, "KEPT", 2)
    monkeypatch.setattr(prices, "_kept", OrderedDict())
    for energy in range(5):
        prices.price({"card": "M", "cost": {"energy": energy}}, "1.4")
    assert [key[-3:] for key in prices._kept] == ["3}}", "4}}"]


RUNES = ((2, 1), (1, 0), (0, 0), (0, 0), (0, 0), (0, 0))
POOL = (("energy", 1), ("universal", 1))
PIPS = ((1, 1), (2, 1), (63, 1))


def paid(**changed: Any) -> Paid:
    right = Paid((1, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0), 2, {"fury": 2, "universal": 1})
    return right._replace(**changed)


def test_the_referee_of_counts_finds_what_is_wrong() -> None:
    assert wrong(RUNES, POOL, paid(), 2, PIPS) == []
    tampered = [
        paid(exhausts=(3, 0, 0, 0, 0, 0)), paid(exhausts=(0, 0, 0, 0, 0, 0)), paid(exhausts=(2, -1, 0, 0, 0, 0)),
        paid(recycles=(4, 0, 0, 0, 0, 0)), paid(recycles=(1, 0, 0, 0, 0, 0)), paid(recycles=(3, -1, 0, 0, 0, 0)),
        paid(energy=1), paid(energy=3),
        paid(spent={"fury": 2}), paid(spent={"fury": 3}), paid(spent={"fury": 1, "universal": 2}),
        paid(spent={"fury": 2, "universal": 1, "calm": 1}), paid(spent={"fury": 3, "universal": 1, "calm": -1}),
    ]  # fmt: skip
    assert [one for one in tampered if not wrong(RUNES, POOL, one, 2, PIPS)] == []
    assert wrong(RUNES, POOL, paid(), 2, ((2, 3),)) == ["the Power spent does not pay the pips owed"]
    assert wrong(RUNES, POOL, paid(), 3, PIPS) == ["the Energy spent is not the Energy owed"]


def test_a_payment_that_the_referee_refuses_gets_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "_paid", lambda *_: paid())
    asked = read(PLAIN.encode())
    assert asked is not None
    with pytest.raises(InternalError, match="the referee refuses the payment found"):
        answer(asked)


def test_nothing_of_the_complete_lane_is_loaded_for_plain_rows() -> None:
    import subprocess
    import sys

    code = f"""
import sys
from runepay.batch.quick import line_of
from runepay.batch.settings import Settings
assert line_of(1, "a", {PLAIN.encode()!r}, Settings()) is not None
print(sorted({{"ortools", "numpy", "polars"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=120, check=True)
    assert done.stdout == "[]\n"
