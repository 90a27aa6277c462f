"""Public card lists: known by their shape, read where they can be, and never trusted where they cannot."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.model.catalogue.feeds import Feed, catalogue_text, merged, read_feed
from runepay.model.catalogue.feeds.feed import parse_feed
from runepay.model.catalogue.feeds.keywords import read_keywords
from runepay.model.catalogue.feeds.shapes import SHAPES, rows_of, values
from runepay.model.catalogue.feeds.symbols import plain, read_cost
from runepay.model.catalogue.own import parse_own
from runepay.model.errors import InputError

Card = dict[str, Any]

ACCELERATE = {"keyword": "accelerate", "cost": {"energy": 1, "power": ["own"]}}
HIDDEN = {"keyword": "hidden", "cost": {"power": ["any"]}}

SAMPLES: dict[str, dict[str, Card]] = {
    "riot": {
        "Lantern Imp": {
            "number": "XYZ-001", "type": ["unit"], "domains": ["fury"], "cost": {"energy": 3, "power": ["fury"]},
            "might": 2, "tags": ["Demo", "Imp"], "keywords": [ACCELERATE, {"keyword": "deflect", "value": 2}],
        },
        "Twofold Rite": {
            "number": "XYZ-002", "type": ["spell"], "domains": ["calm", "mind"],
            "cost": {"energy": 2, "power": ["own", "own"]},
            "keywords": ["action", {"keyword": "repeat", "cost": {"energy": 1, "power": ["any"]}}], "unread": True,
        },
        "Hollow Field": {"number": "XYZ-003", "type": ["battlefield"], "domains": []},
    },
    "gallery": {
        "Mirra, Glass Warden": {
            "number": "XYZ-005", "type": ["unit"], "supertype": ["champion"], "domains": ["mind"],
            "cost": {"energy": 4}, "might": 4, "keywords": [HIDDEN],
        },
        "Glass & Ash": {
            "number": "XYZ-006", "type": ["gear"], "domains": ["fury", "order"],
            "cost": {"energy": 2, "power": ["own", "own"]},
            "keywords": [{"keyword": "equip", "cost": {"energy": 1, "power": ["own"]}}],
        },
    },
    "riftcodex": {
        "Ferry Poro": {
            "number": "XYZ-007", "type": ["unit"], "domains": ["body"], "cost": {"energy": 2}, "might": 1,
            "tags": ["Poro"], "keywords": [{"keyword": "level", "value": 3}, {"keyword": "hunt", "value": 1}],
            "unread": True,
        },
        "Ash Choir": {
            "number": "XYZ-008", "type": ["spell"], "domains": ["fury", "chaos"],
            "cost": {"energy": 1, "power": ["own"]},
            "keywords": [{"keyword": "flow", "cost": {"energy": 3, "power": ["any", "own"]}}, "reaction"],
        },
        "Corin, Tide Keeper": {
            "number": "XYZ-009", "type": ["legend"], "domains": ["calm", "order"], "unread": True,
            "aka": ["Tide Keeper"],
        },
        "Mist Choice": {
            "number": "XYZ-010", "type": ["unit"], "domains": ["calm"], "cost": {"energy": 4, "power": ["calm"]},
            "might": 4, "tags": ["Spirit"],
            "keywords": [
                {"keyword": "empower", "cost": {"energy": 1}}, {"keyword": "empower", "cost": {"power": ["calm"]}},
            ],
            "unread": True,
        },
        "Fury Rune Too": {"number": "XYZ-R01", "type": ["rune"], "supertype": ["basic"], "domains": ["fury"]},
        "Made-up Wisp": {
            "number": "XYZ-T01", "type": ["unit"], "supertype": ["token"], "domains": [], "might": 1,
        },
    },
    "apitcg": {
        "Brann, Lamp Bearer": {
            "number": "XYZ-011", "type": ["unit"], "supertype": ["champion"], "domains": ["fury"],
            "cost": {"energy": 3, "power": ["fury"]}, "might": 2,
            "keywords": [ACCELERATE, {"keyword": "hunt", "value": 2}],
        },
        'Rope "Snare"': {
            "number": "XYZ-012", "type": ["gear"], "domains": ["mind", "order"], "cost": {"energy": 1}, "unread": True,
        },
    },
    "piltover": {
        "Sava, River Scribe": {
            "number": "XYZ-014", "type": ["unit"], "supertype": ["champion"], "domains": ["fury", "calm"],
            "cost": {"energy": 3, "power": ["own"]}, "might": 2, "tags": ["Demo"],
            "keywords": ["ambush", "weaponmaster"],
        },
        "Salt Blade": {
            "number": "XYZ-015", "type": ["gear"], "domains": ["order"], "cost": {"energy": 3}, "tags": ["Equipment"],
            "keywords": [
                "reaction", "quick-draw",
                {"keyword": "equip", "cost": {"power": ["order"], "actions": [{"do": "recycle", "number": 2}]}},
            ],
        },
    },
    "riftscribe": {
        "Quiet Bell": {
            "number": "XYZ-016", "type": ["gear"], "domains": ["mind"], "cost": {"energy": 0, "power": ["mind"]},
            "unread": True,
        },
    },
    "chinese": {
        "纸灯": {
            "number": "XYZ-017", "zh": "纸灯", "type": ["unit"], "domains": ["fury"],
            "cost": {"energy": 3, "power": ["fury"]}, "might": 5, "tags": ["某地", "示例"],
            "keywords": [ACCELERATE, {"keyword": "deflect", "value": 2}],
        },
        "阿灯, 夜行者": {
            "number": "XYZ-018", "zh": "阿灯 夜行者", "type": ["unit"], "supertype": ["champion"],
            "domains": ["calm", "chaos"], "cost": {"energy": 4, "power": ["own", "own"]}, "might": 6,
            "keywords": [HIDDEN],
        },
        "阿灯, 掌灯人": {
            "number": "XYZ-019", "zh": "阿灯 掌灯人", "aka": ["掌灯人"], "type": ["legend"],
            "domains": ["mind", "body"],
        },
        "双响": {
            "number": "XYZ-020", "zh": "双响", "type": ["spell"], "supertype": ["signature"],
            "domains": ["chaos", "order"], "cost": {"energy": 2},
            "keywords": ["action", {"keyword": "repeat", "cost": {"energy": 1, "power": ["any"]}}], "unread": True,
        },
        "灯影": {
            "number": "XYZ-T01", "zh": "灯影", "type": ["unit"], "supertype": ["token"], "domains": [], "might": 1,
        },
    },
}  # fmt: skip

FAULTS = {
    "riot": {
        "xyz-004-100 Odd One": ["unknown type 'Vehicle'"],
        "xyz-002-100 Twofold Rite": [
            "Repeat: the rainbow pip is read as any domain; the list does not say whether it is of own domains",
            "Flow: named by the list but not found in the text; not read",
        ],
    },
    "gallery": {},
    "riftcodex": {
        "xyz-007-100 Ferry Poro": ["Deflect: in a sentence or under a condition, not read"],
        "xyz-010-100 Mist Choice": ["Deflect: in a sentence or under a condition, not read"],
    },
    "apitcg": {
        "013/100 Loud Verse": ["Energy is no number: 'two'"],
        '012/100 Rope "Snare"': ["Equip: its cost is not understood"],
    },
    "piltover": {},
    "riftscribe": {"xyz-016-100 Quiet Bell": ["the list has no texts, so no keyword is known"]},
    "chinese": {
        "XYZ-019/100 掌灯人": ["no text is given; read as a card without keywords"],
        "XYZ-020/100 双响": [
            "Repeat: the rainbow pip is read as any domain; the list does not say whether it is of own domains"
        ],
        "XYZ\N{MIDDLE DOT}T01 灯影": ["no text is given; read as a card without keywords"],
    },
}


@pytest.fixture(scope="module")
def folder(root: Path) -> Path:
    return root / "tests/data/feeds"


def feed_of(folder: Path, name: str) -> Feed:
    return read_feed(folder / f"{name}.json", "XYZ")


def row(**changes: Any) -> Card:
    """A row of the plainest list, with other fields."""
    plain_row: Card = {
        "id": "xyz-001-100", "name": "Made Up", "set_id": "XYZ", "collector_number": 1, "domains": ["Fury"],
        "type": "Unit", "stats": {"energy": 1, "might": 1, "power": None},
    }  # fmt: skip
    return {**plain_row, **changes}


def one(data: object) -> Card:
    (card,) = parse_feed(data, "made.json").cards
    return card


@pytest.mark.parametrize("name", SAMPLES)
def test_each_list_is_known_by_its_shape_and_read(folder: Path, name: str) -> None:
    feed = feed_of(folder, name)
    assert {card["name"]: {key: value for key, value in card.items() if key != "name"} for card in feed.cards} == (
        SAMPLES[name]
    )
    assert feed.faults == FAULTS[name]
    assert feed.rows >= len(feed.cards)


def test_there_is_a_sample_of_every_shape(folder: Path) -> None:
    formats = {feed_of(folder, name).format for name in SAMPLES}
    assert formats == {shape.name for shape in SHAPES}
    assert {path.stem for path in folder.glob("*.json")} == set(SAMPLES)


def test_unknown_fields_are_counted_and_not_used(folder: Path) -> None:
    assert {name: dict(feed_of(folder, name).unknown) for name in SAMPLES if feed_of(folder, name).unknown} == {
        "riot": {"mood": 1}
    }
    feed = parse_feed([row(power=3, stats={"energy": 1, "might": 1, "power": None, "bonus": 2})], "made.json")
    assert feed.unknown == {"power": 1, "stats.bonus": 1}
    assert feed.cards[0]["cost"] == {"energy": 1}


def test_pictures_promos_and_other_sets(folder: Path) -> None:
    feed = feed_of(folder, "riftcodex")
    # Another picture, and the legend under its title alone; the promo is of another set.
    assert (feed.pictures, feed.others) == (2, 1)
    whole = read_feed(folder / "riftcodex.json")
    (poro,) = [card for card in whole.cards if card["name"] == "Ferry Poro"]
    assert poro["also_numbered"] == ["OPQ-001"]
    assert poro["cost"] == {"energy": 2}
    assert any("opq-001-024 Ferry Poro says cost" in fault for fault in whole.faults["xyz-007-100 Ferry Poro"])


def test_might_is_not_power_in_the_chinese_list(folder: Path) -> None:
    (card,) = [card for card in feed_of(folder, "chinese").cards if card["number"] == "XYZ-017"]
    assert (card["might"], card["cost"]["power"]) == (5, ["fury"])


def test_what_is_written_can_be_used(folder: Path) -> None:
    feeds = [feed_of(folder, name) for name in SAMPLES]
    cards, clashes = merged(feeds)
    assert clashes == []
    assert len(cards) == sum(len(feed.cards) for feed in feeds)
    assert list(parse_own(catalogue_text(cards, "made up"))) == cards


def test_of_two_files_the_first_counts() -> None:
    first = parse_feed([row()], "first.json")
    second = parse_feed([row(stats={"energy": 2, "might": 1, "power": None})], "second.json")
    cards, clashes = merged([first, second])
    assert cards[0]["cost"] == {"energy": 1}
    assert clashes == ["Made Up: second.json gives another cost than first.json, which counts"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"type": "Vehicle"}, "unknown type 'Vehicle'"),
        ({"type": ""}, "no type is given"),
        ({"name": "  "}, "no name is given"),
        ({"domains": ["Fury", "Fun"]}, "unknown domain 'Fun'"),
        ({"stats": {"energy": -1}}, "Energy is no number: '-1'"),
        ({"stats": {"energy": 1.5}}, "Energy is no number: '1.5'"),
        ({"stats": {"energy": True}}, "Energy is no number: 'True'"),
        ({"stats": {"energy": [1]}}, "Energy is no number: '[1]'"),
        ({"stats": {"energy": 1, "power": 1000}}, "1000 pips are too many for a card"),
        ({"stats": {"energy": 10**9}}, "Energy is no number: '1000000000'"),
        ({"stats": {}}, "the field 'stats.energy' is missing"),
        ({"stats": None}, "the field 'stats.energy' is missing"),
        ({"stats": "2 Energy"}, "the field 'stats.energy' is missing"),
        ({"domains": "Fury"}, "the domains are not understood: 'Fury'"),
    ],
)
def test_a_row_that_cannot_be_read_is_said_and_left_out(changes: Card, fault: str) -> None:
    feed = parse_feed([row(name="Good"), row(id="xyz-002-100", **changes)], "made.json")
    assert [card["name"] for card in feed.cards] == ["Good"]
    assert [fault] in feed.faults.values()
    assert any(fault in line for line in feed.report())
    assert feed.to_json()["faults"] == feed.faults


def test_a_row_without_a_field_of_its_shape_is_said() -> None:
    feed = parse_feed([row(name="Good"), {"id": "x", "name": "Bare"}], "made.json")
    assert feed.faults["x Bare"] == ["the field 'collector_number' is missing"]


def test_numbers_as_texts_and_empty_costs() -> None:
    assert one([row(stats={"energy": "2", "power": "1", "might": 3.0})])["cost"] == {"energy": 2, "power": ["fury"]}
    assert one([row(stats={"energy": None, "power": None})])["cost"] == {"energy": 0}
    legend = parse_feed([row(type="Legend", stats={"energy": 1, "power": None, "might": None})], "made.json")
    assert "cost" not in legend.cards[0]
    assert "a legend has no cost; the list gives 1 Energy and 0 Power" in legend.faults["xyz-001-100 Made Up"]
    assert "no Might; read as 0" in parse_feed([row(stats={"energy": 1})], "made.json").faults["xyz-001-100 Made Up"]


def test_what_a_price_needs_and_a_row_does_not_say_is_said() -> None:
    faults = parse_feed([row(stats={"energy": 1, "might": 1}, domains=[])], "made.json").faults["xyz-001-100 Made Up"]
    assert "no Power is stated; read as 0" in faults
    assert "no domains are stated; any Power pays its pips" in faults
    said = parse_feed([row(domains=["Colorless"])], "made.json").faults["xyz-001-100 Made Up"]
    assert not any("domains" in fault for fault in said)


def test_a_number_in_another_form_is_not_taken_for_none(folder: Path) -> None:
    whole = json.loads((folder / "gallery.json").read_text(encoding="utf-8"))
    items = whole["props"]["pageProps"]["page"]["blades"][1]["cards"]["items"]
    items[0]["energy"] = {"value": 4}
    items[1]["energy"] = {"value": None}
    found = parse_feed(whole, "made.json")
    assert ["Energy is not understood: \"{'value': 4}\""] in found.faults.values()
    assert next(card for card in found.cards if card["name"] == "Glass & Ash")["cost"]["energy"] == 0


def test_tags_that_are_no_list_are_said() -> None:
    raw = {"id": "xyz-001-100", "collectorNumber": 1, "name": "Ox", "description": "", "type": "Unit", "tags": "Ox"}
    raw |= {"faction": "fury", "stats": {"energy": 1, "might": 1, "power": 0}}
    assert "the tags are not understood; not read" in parse_feed([raw], "made.json").faults["xyz-001-100 Ox"]


def test_what_is_no_row_and_fractions_elsewhere_do_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    rows = [row(price=1.25, stats={"energy": 2.0, "power": 0, "might": 1}), "a remark", row(id="xyz-002-100", name="B")]
    path.write_text(json.dumps(rows), encoding="utf-8")
    feed = read_feed(path)
    assert [card["name"] for card in feed.cards] == ["Made Up", "B"]
    assert feed.cards[0]["cost"] == {"energy": 2}
    assert feed.faults["row 2"] == ['no object, but "a remark"']
    assert feed.unknown == {"price": 1}


STRANGE = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 10**7), st.floats(allow_nan=False), st.text(max_size=12),
    st.sampled_from(["Unit", "Fury", "[Repeat] [2][A]", "[Level]", "[Equip] - ", "Gear|Unit", "XYZ-001", "rainbow"]),
    st.lists(st.one_of(st.none(), st.text(max_size=5), st.integers()), max_size=2),
    st.dictionaries(st.sampled_from(["value", "label", "name"]), st.one_of(st.none(), st.integers()), max_size=2),
)  # fmt: skip
"""What a list may come to hold in any place."""


@settings(max_examples=150)
@given(st.data())
def test_whatever_stands_in_a_field_is_read_or_said(folder: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(SAMPLES)))
    whole = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    found = rows_of(whole)
    assert found is not None
    holder: Any = data.draw(st.sampled_from(found[1]))
    while True:
        places = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        place = data.draw(st.sampled_from(places))
        if not (isinstance(holder[place], dict | list) and holder[place] and data.draw(st.booleans())):
            break
        holder = holder[place]
    holder[place] = data.draw(STRANGE)
    try:
        feed = parse_feed(whole, "made.json")
    except InputError:
        return
    assert list(parse_own(catalogue_text(feed.cards, "made up"))) == feed.cards
    assert feed.report()


def test_pips_follow_the_domains() -> None:
    def pips(domains: list[str]) -> list[str]:
        found: list[str] = one([row(domains=domains, stats={"energy": 0, "power": 2, "might": 1})])["cost"]["power"]
        return found

    assert pips(["Fury"]) == ["fury", "fury"]
    assert pips(["Order", "Calm"]) == ["own", "own"]
    assert pips(["Colorless"]) == ["any", "any"]
    assert pips(["Fury,Order"]) == ["own", "own"]


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("ogn-001-298", "OGN-001"),
        ("OGN-001", "OGN-001"),
        ("OGN-001/298", "OGN-001"),
        ("OGN\N{MIDDLE DOT}001/298", "OGN-001"),
        ("ven-sp1-006", "VEN-SP1"),
        ("ven-r01", "VEN-R01"),
    ],
)
def test_numbers_in_every_spelling(said: str, number: str) -> None:
    assert one([row(id=said)])["number"] == number


def test_a_card_without_set_or_number_has_none() -> None:
    feed = parse_feed([row(id="17", set_id="Somewhere")], "made.json")
    assert "number" not in feed.cards[0]
    assert "no set and number; name the set with --set" in feed.faults["17 Made Up"]
    assert one([row(id="17", set_id="Origins")])["number"] == "OGN-017"


# ------------------------------------------------------------ texts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<p>[Equip] :rb_energy_1::rb_rune_mind: (how)<br />Draw 1.</p>", "[Equip] {1}{mind}\nDraw 1."),
        ("[Empowered][&gt;] I have +1 :rb_might:.", "[Empowered][>] I have +1 {S}."),
        ("&lt;p&gt;A&lt;br&gt;B&lt;/p&gt;", "A\nB"),
        ("Pay [2][C][A], [T]: go", "Pay {2}{C}{A}, {T}: go"),
        ("{{装配}}{{橙色}}", "[Equip]{body}"),
        ("{{回响2红色}}", "[Repeat]{2}{fury}"),
        ("{{等级3>}} x", "[Level 3][>] x"),
        ("a &amp; b &quot;c&quot;", 'a & b "c"'),
        ("", ""),
    ],
)
def test_symbols_in_one_form(text: str, said: str) -> None:
    assert plain(text) == said


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        ("{2}", [{"energy": 2}]),
        ("{3}{body}{body}: x", [{"energy": 3, "power": ["body", "body"]}]),
        ("- {1}, {T}", [{"energy": 1, "actions": [{"do": "exhaust", "itself": True}]}]),
        ("- Discard 1", [{"actions": [{"do": "discard"}]}]),
        ("- Discard a spell", [{"actions": [{"do": "discard", "filter": {"type": ["spell"]}}]}]),
        ("- Spend 2 XP", [{"actions": [{"do": "xp", "number": 2}]}]),
        ("- {order}, Kill a friendly unit", [
            {"power": ["order"], "actions": [{"do": "kill", "filter": {"type": ["unit"]}}]}
        ]),
        ("- Exhaust a friendly unit or {A}", [
            {"actions": [{"do": "exhaust", "filter": {"type": ["unit"]}}]}, {"power": ["any"]}
        ]),
        ("1 and Fury", [{"energy": 1, "power": ["fury"]}]),
    ],
)  # fmt: skip
def test_costs(text: str, costs: list[Card]) -> None:
    found = read_cost(text, 1)
    assert found is not None
    assert list(found.costs) == costs


@pytest.mark.parametrize("text", ["", "- Sing", "4 Mind", "1 Rune", "- {1}, Sing", "draw 1", "- ", "- {1} or sing"])
def test_what_is_no_clear_cost_is_not_read(text: str) -> None:
    assert read_cost(text, 1) is None


def test_a_rainbow_pip_is_unclear_on_two_domains_unless_the_list_tells() -> None:
    for domains, exact, unclear in [(1, False, False), (2, False, True), (2, True, False), (0, False, False)]:
        found = read_cost("{A}", domains, exact=exact)
        assert found is not None
        assert found.ambiguous is unclear
    own = read_cost("{C}", 2, exact=True)
    assert own is not None
    assert (own.costs, own.ambiguous) == (({"power": ["own"]},), False)


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ("[Reaction][>] {T}: [Add] {1}.", [], True),
        ("[Action] {1}, {T}: Go.", [], True),
        ("[Legion] - I cost {2} less.", ["legion"], True),
        ("[Unique] [Tank]", ["unique"], False),
        ("Hidden", [HIDDEN], False),
        ("Equip {body}", [{"keyword": "equip", "cost": {"power": ["body"]}}], False),
        ("I enter ready.", [], False),
        ("As an additional cost, discard 1.", [], True),
    ],
)
def test_keywords_and_the_rest(text: str, words: list[object], rest: bool) -> None:
    read = read_keywords(text, 1)
    assert (read.keywords, read.rest) == (words, rest)


def test_a_new_keyword_is_named() -> None:
    assert read_keywords("[Deploy] (made up)", 1).faults == ["Deploy: a keyword that is not known"]


# ------------------------------------------------------------ files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "no list of a known shape"),
        ("[1, 2]", "no list of a known shape"),
        ('{"names": ["id"], "data": [["x"]]}', "this list (dotgg) has no Power costs"),
        ('{"runepay-cards": 1, "cards": []}', "this is a catalogue of runepay already"),
        ("{", "JSON"),
        ("", "empty"),
        ('[{"price": 1.5, "name": "a", "name": "b"}]', "0.name: this field is stated twice"),
        ('[{"price": 1.5, "energy": NaN}]', "0.energy: a whole number is needed"),
    ],
)
def test_what_is_no_list_is_refused_with_its_name(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "list.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_feed(path)
    assert message.lower() in str(caught.value).lower()
    assert str(path) in str(caught.value)


def test_a_list_of_which_nothing_can_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(json.dumps([row(type="Vehicle")]), encoding="utf-8")
    with pytest.raises(InputError, match="no card of this RiftScribe list could be read"):
        read_feed(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        read_feed(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_feed(tmp_path / "absent.json")


def test_rows_are_found_however_deep_they_lie_but_not_without_end() -> None:
    data: object = [row()]
    for _ in range(10):
        data = {"page": data}
    assert rows_of(data) is not None
    for _ in range(10):
        data = {"page": data}
    assert rows_of(data) is None
    assert values({"a": [{"b": 1}, {"b": None}, 3]}, "a[].b") == [1]
