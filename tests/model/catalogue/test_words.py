"""A card in plain words: made from its clauses, complete, and found by whatever people call it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runepay.model import catalogue
from runepay.model.card import CardFields
from runepay.model.catalogue import words
from runepay.model.catalogue.coverage import settle
from runepay.model.catalogue.kinds import NEEDS
from runepay.model.catalogue.lookup import lookup
from runepay.model.catalogue.parts import parts
from runepay.model.catalogue.phrases import action_words, amount_words, cost_words, noun
from runepay.model.catalogue.scopes import conditions_words, scope_words
from runepay.model.catalogue.sentences import add_words, sentence
from runepay.model.catalogue.words import CALLER, describe, facts_read
from runepay.model.clauses import Add, Additional, Amount, Condition, Discount, Keyword
from runepay.model.cost import DOES, Action, Cost
from runepay.model.facts import FACTS
from runepay.model.filters import Filter, PlayFilter


def described(name: str) -> dict[str, list[str]]:
    found = describe(name)
    assert found is not None
    return found.to_json()


def test_every_part_of_every_card_is_said() -> None:
    for name in catalogue.names():
        check_parts(name)


def test_an_instruction_that_is_no_cost_says_so() -> None:
    for name, no_cost in {"Deathgrip": True, "Shadow Clone": True, "Albus Ferros": True, "Hard Bargain": False}.items():
        assert ("no cost (205)" in str(described(name))) == no_cost, name


def check_parts(name: str) -> None:
    card = catalogue.find(name)
    found = describe(name)
    assert card is not None
    assert found is not None
    lines = [line for section in found.sections for line in section.lines]
    assert all(line.strip() == line and line for line in lines), name
    assert not [line for line in lines if "None" in line or "{" in line or "  " in line or "()" in line]
    # Each keyword, clause, Add and ability gives at least one line of its own.
    said = [line for section in found.sections if section.head not in NOT_OF_PARTS for line in section.lines]
    assert len(said) >= len(parts(card)), name
    for part in parts(card):
        if isinstance(part.content, Keyword):
            assert any(line.lower().startswith(part.content.keyword) for line in lines), part.key
        if isinstance(part.content, Additional) and part.content.id:
            assert any(f"elect {part.content.id}" in line for line in lines) or not (
                part.content.optional or part.content.number
            ), part.key
        if isinstance(part.content, Discount) and part.content.minimum:
            assert any(f"not below {part.content.minimum}" in line for line in lines), part.key


NOT_OF_PARTS = {"The caller states", "Not in the total", "Notes", "Reacts to"}


def test_what_the_caller_states_and_what_is_missing_is_said() -> None:
    for name in catalogue.names():
        check_stated(name)


def check_stated(name: str) -> None:
    raw, card = catalogue.record(name), catalogue.find(name)
    assert raw is not None
    assert card is not None
    said = described(name)
    stated = " ".join(said.get("The caller states", []))
    for fact in facts_read(card):
        assert f"fact {fact}: {FACTS[fact].meaning}" in stated
    settled = settle(raw)
    for one in settled:
        assert (f"({one.kind})" in stated) == (one.status == "caller"), name
    missing = [one.kind for one in settled if one.status in {"waiting", "not modelled"}]
    assert [line.partition(":")[0] for line in said.get("Not in the total", [])] == missing


def test_every_kind_that_a_caller_states_has_words() -> None:
    stated = {kind for name in catalogue.names() for kind in (catalogue.record(name) or {}).get("caller", ())}
    assert stated <= set(CALLER)
    assert set(CALLER) <= set(NEEDS)


@pytest.mark.parametrize(
    ("name", "head", "line"),
    [
        ("Brazen Buccaneer", "Playing it", "may also cost discarding a card (356.2.b; elect discard)"),
        ("Brazen Buccaneer", "Playing it", "costs 2 Energy less (356.4), if discard is elected"),
        ("Cruel Patron", "Playing it", "also costs killing a friendly unit (356.2.a)"),
        ("Rhasa the Sunderer", "Playing it", "costs 1 Energy less for each of these: cards in the trash (356.4)"),
        ("Sky Splitter", "Playing it", "costs 1 Energy less, times the highest Might among friendly units (356.4)"),
        (
            "Eager Apprentice",
            "Other plays",
            "your spells cost 1 Energy less, Energy not below 1 by this (356.4), if it is at a battlefield",
        ),
        (
            "Helm of Suppression",
            "Other plays",
            "opponents' spells cost 1 Energy and 1 Power of any domain more (356.3), if it is Empowered",
        ),
        ("Seal of Rage", "Adds", "adds 1 Fury Power for exhausting itself (429)"),
        ("Lux, Crownguard", "Adds", "adds 2 Energy (for spell only) for exhausting itself (429)"),
        ("Bone Skewer", "What its effect plays", "what it plays owes nothing at all, actions included (356.5.a)"),
        ("Guerilla Warfare", words.LASTING, "hiding cards of yours owe nothing at all, actions included (356.5.a)"),
        ("Blade of the Ruined King", "Keywords", "Equip: is attached for 1 Order Power and killing a friendly unit"),
        ("Curtain Call", "Keywords", "Repeat: may also cost 1 Power of any domain (820; elect repeat-2)"),
        ("Hextech Gauntlets", "Notes", "Power that equip asks for is of its own domains: a page of the Core Rules"),
        ("Primordial Roar", "Notes", "provisional: its facts are those of a preview"),
        ("Noxus Hopeful", "The caller states", "fact cards_played: "),
    ],
)
def test_cards_in_words(name: str, head: str, line: str) -> None:
    assert any(one.startswith(line) for one in described(name)[head]), described(name)


def test_headlines() -> None:
    for name, said in [
        ("Brazen Buccaneer", "OGN-002, Origins. Fury unit; costs 6 Energy; Might 5; Pirate, Bilgewater"),
        ("Tibbers", "OGS-018, Proving Grounds. Fury/Chaos signature unit; costs 8 Energy and 2 Power of its own"),
        ("Gold", "SFD-T03, Spiritforged. Token gear; has no cost"),
    ]:
        found = describe(name)
        assert found is not None
        assert found.headline.startswith(said)
    assert describe("Nobody at all") is None


def test_costs_actions_and_objects() -> None:
    assert cost_words(None) == "nothing"
    assert cost_words(Cost(energy=2, power=(1, 1, 63))) == "2 Energy, 2 Fury Power and 1 Power of any domain"
    for do in DOES:
        assert action_words(Action(do=do)), do  # type: ignore[arg-type]
    assert action_words(Action(do="kill", itself=True)) == "killing itself"
    assert action_words(Action(do="buff", number=2)) == "spending 2 buffs of a friendly unit"
    assert action_words(Action(do="xp", number=3)) == "spending 3 XP"
    assert action_words(Action(do="return", filter=Filter(type=("gear",)))) == "returning a friendly gear to hand"
    assert noun(Filter(type=("unit",), other=True), 1, "friendly") == "another friendly unit"
    assert noun(Filter(type=("unit", "gear"), other=True), 3, "friendly") == "3 other friendly units or gear"
    assert noun(Filter(tag=("Mech",))) == "Mechs"
    assert noun(Filter(bears_me=True), owner="friendly") == "the unit that wears it"


def test_amounts_conditions_and_scopes() -> None:
    runes = Amount(count="runes", whose="enemy", plus=-1, most=3)
    assert amount_words(runes) == "runes on opponents' board, less 1, at most 3"
    assert conditions_words([Condition(amount=Amount(count="xp"), at_least=6, at_most=10)]) == (
        "XP is at least 6 and at most 10"
    )
    none = Condition(amount=Amount(count="fact", name="gear_played"), at_most=0)
    assert conditions_words([none]) == "there are none of these: gear the payer has played this turn"
    either = Condition.model_validate({"any_of": [{"fact": "my_turn"}, {"not": {"elected": "a"}}]})
    assert conditions_words([either]) == "(it is the payer's turn or not (a is elected))"
    assert scope_words(PlayFilter.model_validate({"tag": "Dragon", "from": ["trash", "banished"]})) == (
        "your Dragons played from the trash or banishment"
    )
    assert scope_words(PlayFilter(kind=("ability",), ability=("equip",))) == "your Equip abilities"
    from_trash = Condition.model_validate({"played": {"from": "trash"}})
    assert conditions_words([from_trash]) == "it is played from the trash"


def test_sentences_of_what_no_card_prints_yet() -> None:
    made = CardFields.model_validate(
        {
            "clauses": [
                {"clause": "additional", "id": "many", "number": True, "at_most": 3, "cost": {"energy": 1}},
                {"clause": "base", "ignore": "power", "optional": True},
                {"clause": "deflect", "value": 2, "unless_already": True},
                {"clause": "ignore_deflect", "on": {"type": "spell"}},
                {"clause": "discount", "energy": 1, "component": "deflect"},
                {"clause": "discount", "energy": 2, "any": 1, "either": True},
            ]
        }
    )
    assert [sentence(one) for one in made.clauses] == [
        "may also cost 1 Energy, any number of times, at most 3 times (356.2.b; elect many=N)",
        "may ignore the Power of its base cost (356.1.b)",
        "gives itself Deflect 2, where they have none (809)",
        "Deflect is not paid by your spells (356.2.a.2)",
        "pay 1 Energy less for the additional cost deflect (356.4.c)",
        "costs 2 Energy or 1 Power of any kind less (356.4)",
    ]
    assert add_words(Add.model_validate({"gives": {"power": {"universal": 1}}, "any_amount": "energy"})) == (
        "adds 1 Universal Power for each of them for exhausting itself and any amount of Energy (429)"
    )


# ------------------------------------------------------------ looking a card up


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("Brazen Bucaneer", "Brazen Buccaneer"),
        ("brazn buccaneer", "Brazen Buccaneer"),
        ("Hopeful", "Noxus Hopeful"),
        ("SEAL OF RAGE", "Seal of Rage"),
        ("Ekko Boy Who Shatered Time", "Ekko, Boy Who Shattered Time"),
    ],
)
def test_a_slip_of_the_pen_and_a_part_of_a_name_find_the_card(called: str, name: str) -> None:
    assert lookup(called).name == name
    assert lookup(name) == (name, (), False, True)


def test_what_could_be_several_cards_is_not_guessed() -> None:
    meant = lookup("Darius")
    assert meant.name is None
    assert meant.several
    assert "Darius, Hand of Noxus" in meant.others
    unknown = lookup("Xyzzy Plugh")
    assert (unknown.name, unknown.several) == (None, False)
    assert lookup("").name is None
    assert lookup("OGN-999") == (None, (), False, False)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(catalogue.names()), st.data())
def test_a_lost_letter_never_finds_another_card_silently(name: str, data: Any) -> None:
    place = data.draw(st.integers(0, len(name) - 1))
    typed = name[:place] + name[place + 1 :]
    meant = lookup(typed)
    if meant.exact:
        assert meant.name == catalogue.name_of(typed)
    elif meant.name not in {name, None}:
        assert meant.others[:1] == (meant.name,)
