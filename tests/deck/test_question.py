"""The deck question is exact: every chance is the share of all draws of twelve labelled runes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from runepay.deck import DeckAnswer, ask, price, read, read_text
from runepay.deck.question import every_split, on_curve, runes_on
from runepay.model import catalogue
from runepay.model.catalogue import reader
from runepay.model.errors import InputError
from runepay.model.rulebook import Ruleset

DECK = Path("instances/decks/fury-mind.txt")


@pytest.fixture(scope="module")
def answer(root: Path) -> DeckAnswer:
    return ask(read(root / DECK))


def paid(energy: int, pips: list[int], runes: list[int]) -> bool:
    """Pair each pip with a rune of its own, by trying."""

    def paired(pips: list[int], runes: list[int]) -> bool:
        if not pips:
            return True
        return any(pips[0] >> one & 1 and paired(pips[1:], [*runes[:at], *runes[at + 1 :]])
                   for at, one in enumerate(runes))  # fmt: skip

    return energy <= len(runes) and paired(pips, runes)


@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("split", [{"fury": 7, "mind": 5}, {"fury": 2, "mind": 6, "order": 4}])
def test_every_chance_is_the_share_of_all_draws(root: Path, split: dict[str, int], second: bool) -> None:
    found = ask(read(root / DECK), split, second=second)
    places = ("fury", "calm", "mind", "body", "chaos", "order")
    runes = [places.index(domain) for domain, number in split.items() for _ in range(number)]
    total, number = Fraction(0), 0
    for one in found.cards:
        ((energy, tally),) = one.priced.prices
        pips = [mask for mask, many in tally for _ in range(many)]
        for turn, chance in enumerate(one.chances, 1):
            drawn = min(12, 2 * turn + second)
            good = [paid(energy, pips, [runes[at] for at in every]) for every in combinations(range(12), drawn)]
            assert chance == Fraction(sum(good), len(good)), (one.card, turn)
        assert one.curve is not None
        assert one.curve == next(turn for turn in range(1, 7) if 2 * turn + second >= max(energy, len(pips)))
        assert one.chance == one.chances[one.curve - 1]
        if one.section != "sideboard":
            total, number = total + one.number * one.chance, number + one.number
    assert (found.score, number) == (total / number, 40)


def test_the_best_split_is_the_best_of_all(root: Path, answer: DeckAnswer) -> None:
    deck = read(root / DECK)
    alone = {split: ask(deck, dict(split)).score for split in every_split(("fury", "mind"))}
    assert len(alone) == len(answer.splits) == 13
    assert dict(answer.splits) == alone
    assert answer.best[1] == max(alone.values())
    assert [score for _, score in answer.splits] == sorted(alone.values(), reverse=True)
    for one in answer.cards:
        most = {card.card: card.chance for card in ask(deck, dict(one.best[0])).cards}
        assert most[one.card] == one.best[1] >= one.chance


def test_of_equal_splits_the_most_even_one_is_best() -> None:
    answer = ask(read_text("Legend: Daughter of the Void\n3 Brazen Buccaneer"))
    assert {score for _, score in answer.splits} == {1}
    assert dict(answer.best[0]) == dict(answer.split) == {"fury": 6, "mind": 6}
    assert not answer.given


def test_known_figures(answer: DeckAnswer) -> None:
    chances = {one.card: str(one.chance) for one in answer.cards}
    # One rune of seven, or of five, among the first two of twelve.
    assert chances["Get Excited!"] == str(1 - Fraction(5 * 4, 12 * 11))
    assert chances["Bellows Breath"] == str(1 - Fraction(7 * 6, 12 * 11))
    assert answer.weak == ("Bellows Breath", "Teemo, Strategist")
    assert answer.sources == ("Kai'Sa, Daughter of the Void", "Seal of Rage")


def test_the_second_player_has_one_rune_more_until_all_are_out() -> None:
    assert [runes_on(turn) for turn in range(1, 9)] == [2, 4, 6, 8, 10, 12, 12, 12]
    assert [runes_on(turn, second=True) for turn in range(1, 9)] == [3, 5, 7, 9, 11, 12, 12, 12]
    assert on_curve(((4, ((1, 5),)),)) == 3
    assert on_curve(((13, ()), (0, ((1, 2),)))) == 1


def test_a_cost_that_no_turn_reaches_is_never_on_curve() -> None:
    answer = ask(read_text("1 Time Warp\n12 Mind Rune"))
    assert answer.cards[0].chance == 1
    assert on_curve(((13, ()),)) is None


class TestPrices:
    def test_every_card_that_is_played_has_a_price(self) -> None:
        ruleset, number = Ruleset.of(), 0
        for name in catalogue.names():
            raw = catalogue.record(name)
            assert raw is not None
            if not {"legend", "battlefield", "rune"} & set(raw["type"]):
                priced = price(name, ruleset)
                assert priced.prices
                assert all(energy >= 0 for energy, _ in priced.prices)
                number += 1
        assert number > 900

    def test_mandatory_costs_are_owed_optional_ones_are_other_ways(self) -> None:
        buccaneer = price("Brazen Buccaneer", Ruleset.of())
        assert buccaneer.prices == ((6, ()),)
        assert [(way.elected, way.price) for way in buccaneer.ways] == [({"discard": True}, (4, ()))]
        assert any("cards played 0" in one for one in price("Noxus Hopeful", Ruleset.of()).left_out)
        assert any("Deflect" in one for one in price("Charm", Ruleset.of()).left_out)

    @pytest.fixture
    def own(self) -> Iterator[None]:
        clauses = [{"clause": "discount", "energy": 2, "any": 1, "either": True, "on": {"type": "unit"}}]
        reader.add(
            [
                {"name": "Halver", "type": ["legend"], "domains": ["fury", "calm"], "clauses": clauses},
                {"name": "Asker", "type": ["unit"], "domains": ["fury"],
                 "cost": {"energy": 4, "power": ["fury"], "actions": ["discard 1"]}},
            ]
        )  # fmt: skip
        yield
        reader.forget()

    @pytest.mark.usefixtures("own")
    def test_a_discount_with_a_choice_leaves_two_prices_of_which_one_is_enough(self) -> None:
        answer = ask(read_text("Legend: Halver\n1 Asker"), {"fury": 1, "calm": 11})
        (one,) = answer.cards
        assert sorted(one.priced.prices) == [(2, ((1, 1),)), (4, ())]
        assert one.curve == 1
        assert list(one.chances[:2]) == [Fraction(1, 6), Fraction(1)]
        assert one.priced.left_out[0] == "owed as well: discard 1"


class TestAsked:
    @pytest.mark.parametrize(
        ("text", "split", "message"),
        [
            ("1 Charm", {"calm": 11}, "a split has 12 runes"),
            ("1 Charm", {"calm": 13, "fury": -1}, "not negative"),
            ("1 Charm", {"clam": 12}, "unknown domain, found 'clam'; did you mean 'calm'"),
            ("12 Calm Rune", None, "no card of a Champion Zone or Main Deck"),
        ],
    )
    def test_what_cannot_be_asked_is_refused(self, text: str, split: dict[str, int] | None, message: str) -> None:
        with pytest.raises(InputError, match=message):
            ask(read_text(text), split)

    def test_turns_have_a_limit(self) -> None:
        with pytest.raises(InputError, match="between 1 and 12"):
            ask(read_text("1 Charm"), turns=13)

    def test_a_list_without_twelve_runes_gets_the_best_split(self) -> None:
        for text, said in (("1 Charm", "holds no runes"), ("1 Charm\n11 Calm Rune", "holds 11 runes instead of 12")):
            answer = ask(read_text(text))
            assert not answer.given
            assert dict(answer.split) == {"calm": 12}
            assert said in answer.notes[0]

    def test_runes_outside_the_legends_domains_are_told(self) -> None:
        answer = ask(read_text("Legend: Daughter of the Void\n1 Charm"), {"fury": 6, "calm": 6})
        assert answer.notes == ("Calm runes are outside the legend's domains (103.3.a.1)",)
        assert answer.cards[0].chance == 1 - Fraction(6 * 5, 12 * 11)
        assert dict(answer.split) in [dict(split) for split, _ in answer.splits]

    def test_many_domains_need_a_split(self) -> None:
        text = "1 Charm\n1 Seal of Rage\n1 Bellows Breath\n1 Time Warp\n1 Atakhan"
        with pytest.raises(InputError, match="needs a split"):
            ask(read_text(text))
        answer = ask(read_text(text), {"fury": 12})
        assert [dict(split)["fury"] for split, _ in answer.splits] == [12]
        assert "4 domains" in answer.notes[0]


def test_the_answer_is_written_with_exact_chances(answer: DeckAnswer) -> None:
    told = answer.to_json()
    assert told["split"] == {"fury": 7, "mind": 5}
    assert (told["chance"], told["exact"]) == (round(float(answer.score), 6), str(answer.score))
    bellows = next(one for one in told["cards"] if one["card"] == "Bellows Breath")
    assert bellows["prices"] == [{"energy": 1, "power": ["mind"]}]
    assert bellows["exact"] == bellows["turns"][0]["exact"] == "15/22"
    assert bellows["ways"][0]["elected"] == {"repeat": True}
    assert told["runes"] == [2, 4, 6, 8, 10, 12]
