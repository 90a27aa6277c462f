"""What a card costs, under which conditions, and what may be elected, in generated words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from runepay import api
from runepay.answer import elected_json, owed_json, versions
from runepay.explain.procedure import Said, procedure
from runepay.explain.words import cost
from runepay.model.catalogue.phrases import listed
from runepay.model.catalogue.words import Section, describe
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset, meaning
from runepay.model.state import GameState, Play


@dataclass(frozen=True, slots=True)
class CardExplained:
    """A card explained.

    Attributes
    ----------
    name
        The card's name.
    answer
        One sentence: what it costs, with nothing elected and with each thing that may be.
    printed
        What is printed, in one line; empty for a card that the catalogue does not know.
    ways
        What it costs for each way to elect, and by which choices.
    sections
        The rest in plain words: keywords, conditions, other plays, Adds, abilities.
    procedure
        How it is paid.
    """

    name: str
    answer: str
    printed: str
    ways: tuple[str, ...]
    sections: tuple[Section, ...]
    procedure: tuple[Said, ...]
    totals: tuple[dict[str, Any], ...]
    ruleset: Ruleset

    def to_json(self) -> dict[str, Any]:
        """Write the explanation."""
        cite = self.ruleset.cite
        return {
            "status": "card",
            "card": self.name,
            "answer": self.answer,
            "printed": self.printed,
            "ways": list(self.ways),
            "totals": list(self.totals),
            "words": {one.head: list(one.lines) for one in self.sections},
            "procedure": [{"rule": cite(one.rule), "text": one.text} for one in self.procedure],
            "rules": rules_of([one.rule for one in self.procedure], self.ruleset),
            "versions": versions(self.ruleset),
        }


def rules_of(cited: list[str], ruleset: Ruleset) -> dict[str, str]:
    """Give every rule cited with its meaning in a few words, by its number in this version.

    Examples
    --------
    >>> rules_of(["163.1"], Ruleset.of("1.3"))
    {'162.1': 'Energy pays numerals and nothing else'}
    """
    return {ruleset.cite(rule): meaning(rule) for rule in sorted({rule for rule in cited if rule})}


def explain_card(
    name: str,
    state: GameState | None = None,
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, str] | None = None,
) -> CardExplained:
    """Explain what a card costs, whatever one has.

    Raises
    ------
    InputError
        There is no such card.

    Examples
    --------
    >>> one = explain_card("Brazen Buccaneer")
    >>> print(one.answer)
    Brazen Buccaneer costs 6 Energy, or 4 Energy and discarding a card (elect discard).
    """
    state = GameState() if state is None else state
    play = Play(card=name)
    totals = api.total(state, play, ruleset=ruleset, options=options)
    question = totals.question
    rules = question.ruleset
    shown = question.card.name
    plain = cost(totals.plain)
    # An "any number" cost has one total for each number; one of each is enough here.
    ways: list[str] = []
    for owed in totals.all:
        elected = {key: value for key, value in elected_json(question, owed.choices.elections).items() if value}
        if elected and all(value == 1 for value in elected.values()):
            said = f"{cost(owed)} (elect {listed([*elected])})"
            ways += [said] if said not in ways else []
    described = describe(shown)
    if described is not None and described.headline.find("has no cost") >= 0:
        answer = f"{shown} is not played and has no cost."
        ways = []
    elif len(ways) == 1:
        answer = f"{shown} costs {plain}, or {ways[0]}."
    elif ways:
        answer = f"{shown} costs {plain} with nothing elected; {len(ways)} other ways may be elected."
    else:
        answer = f"{shown} costs {plain}."
    known = {one for owed in totals.all for one, value in owed.choices.elections if value}
    more = [one.id for one in question.elections if one.id not in known]
    if more and "has no cost" not in answer:
        answer = f"{answer[:-1]}; {listed(more)} may be elected where the board allows it."
    written = tuple(
        {"elected": elected_json(question, owed.choices.elections), "owed": owed_json(owed, rules)}
        for owed in totals.all
    )
    sections = described.sections if described is not None else ()
    return CardExplained(
        shown, answer, described.headline if described is not None else "", tuple(ways), sections,
        procedure(question, play, general=True), written, rules,
    )  # fmt: skip
