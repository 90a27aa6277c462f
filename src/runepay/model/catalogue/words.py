"""Shows a card in plain words, made from its record: what it costs when, and what it does to other costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from runepay.model.card import CardFields
from runepay.model.catalogue.coverage import Settled, set_of, settle
from runepay.model.catalogue.phrases import amount_words, cost_words, is_words, listed, noun
from runepay.model.catalogue.pips import pip_lines
from runepay.model.catalogue.reader import find, own, record, sets
from runepay.model.catalogue.scopes import scope_words
from runepay.model.catalogue.sentences import add_words, sentence, when_words
from runepay.model.clauses import (
    Ability,
    Add,
    Additional,
    Amount,
    Base,
    Clause,
    Condition,
    Deflect,
    Keyword,
    Watch,
)
from runepay.model.facts import FACTS

LASTING: Final = "What lasts this turn once its effect has happened"


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a description: a heading and its lines."""

    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Description:
    """A card in words.

    Attributes
    ----------
    name
        The card's name.
    headline
        What is printed, in one line.
    sections
        The rest, in the order in which a reader wants it; only sections that say something.
    """

    name: str
    headline: str
    sections: tuple[Section, ...]

    def to_json(self) -> dict[str, list[str]]:
        """Write the sections by heading."""
        return {section.head: list(section.lines) for section in self.sections}


def describe(name: str) -> Description | None:
    """Describe a card, or give ``None`` if it is not known.

    Examples
    --------
    >>> for section in describe("Brazen Buccaneer").sections:
    ...     print(section.head, *section.lines, sep="; ")
    Playing it; may also cost discarding a card (356.2.b; elect discard); costs 2 Energy less (356.4), if discard is
    elected
    """
    raw, card = record(name), find(name)
    if raw is None or card is None:
        return None
    settled = settle(raw)
    made = [
        Section("Keywords", tuple(_keywords(card))),
        Section("Playing it", tuple(_own(card))),
        Section("Other plays", tuple(_others(card))),
        Section("Adds", tuple(add_words(one) for one in card.adds)),
        Section("Abilities", tuple(_abilities(card))),
        Section("What its effect plays", tuple(_brings(card))),
        Section(LASTING, tuple(sentence(one) for one in card.leaves)),
        Section("Reacts to", tuple(_watch(one) for one in card.watches)),
        Section("The caller states", tuple(_stated(card, settled))),
        Section("Not in the total", tuple(_missing(raw, settled))),
        Section("Notes", tuple(_notes(raw))),
    ]
    return Description(raw["name"], headline(raw, card), tuple(one for one in made if one.lines))


def headline(raw: Mapping[str, Any], card: CardFields) -> str:
    """Say what is printed.

    Examples
    --------
    >>> headline(record("Brazen Buccaneer"), find("Brazen Buccaneer"))
    'OGN-002, Origins. Fury unit; costs 6 Energy; Might 5; Pirate, Bilgewater'
    """
    name = next((one["name"] for one in sets() if one["set"] == set_of(raw)), "")
    place = ", ".join(part for part in (raw.get("number"), name if raw["name"] not in own() else "your own") if part)
    domains = "/".join(domain.capitalize() for domain in card.domains)
    kind = " ".join([*card.supertype, listed(card.type)])
    said = [" ".join(part for part in (domains, kind) if part)]
    said.append(f"costs {cost_words(card.cost)}" if card.cost is not None else "has no cost")
    if card.might is not None:
        said.append(f"Might {card.might}")
    if card.tags:
        said.append(", ".join(card.tags))
    said[0] = said[0][0].upper() + said[0][1:]
    return f"{place}. {'; '.join(said)}"


_WORDS: Final[Mapping[str, str]] = {
    "accelerate": "may also cost {cost} (805; elect accelerate), and then enters ready",
    "repeat": "may also cost {cost} (820; elect repeat), and then its instructions run once more",
    "deflect": "an opponent's spell or ability that chooses it owes {value} Power of any domain (809)",
    "flow": "from the trash it may cost {cost} instead (829; elect flow)",
    "hidden": "may be hidden for {cost}, and later be played for a base cost of nothing (811)",
    "equip": "is attached for {cost} (818; ability equip)",
    "empower": "is Empowered for {cost} (827; ability empower)",
    "weaponmaster": "may pay the Equip cost of one's Equipment, one pip less, as it is played (821)",
    "ambush": "may be played to a battlefield where units of one's own are (822)",
    "legion": "some of its text needs another card played this turn (812)",
    "level": "some of its text needs {value} XP (824)",
    "hunt": "gains {value} XP (the caller states it)",
    "quick-draw": "is attached as it is played, without its Equip cost (819)",
    "action": "may be played in showdowns",
    "reaction": "may be played whenever a player may react",
    "unique": "one of it at a time",
    "temporary": "leaves at the start of its controller's next turn",
}


def _keywords(card: CardFields) -> Iterator[str]:
    own = {ability.id for ability in card.abilities}
    seen: dict[str, int] = {}
    for word in card.keywords:
        seen[word.keyword] = seen.get(word.keyword, 0) + 1
        yield _keyword(word, seen[word.keyword], changed=word.keyword in own)


def _keyword(word: Keyword, count: int, *, changed: bool) -> str:
    value = word.worth if word.keyword == "deflect" else "some" if word.value is None else word.value
    text = _WORDS[word.keyword].format(cost=cost_words(word.asked), value=value)
    if count > 1:
        text = text.replace(f"elect {word.keyword}", f"elect {word.keyword}-{count}")
        text = text.replace(f"ability {word.keyword}", f"the other way: elect {word.keyword}-{count}")
    if changed:
        text += "; its text changes that cost, see below"
    number = f" {word.value}" if word.value is not None else ""
    title = "-".join(part.capitalize() for part in word.keyword.split("-"))
    return f"{title}{number}: {text}{when_words(word.when)}"


def _own(card: CardFields) -> Iterator[str]:
    yield from (sentence(one) for one in card.clauses if one.on is None and not isinstance(one, Deflect))


def _others(card: CardFields) -> Iterator[str]:
    yield from (sentence(one) for one in card.clauses if one.on is not None or isinstance(one, Deflect))


_DUE: Final[Mapping[str, str]] = {
    "ability": "paid as the ability is used (402)",
    "trigger": "paid as the trigger is finalized (383.3.b)",
    "effect": "paid as the effect resolves (204.3.b)",
    "applied": "paid as the action is done (204.4)",
}


def _abilities(card: CardFields) -> Iterator[str]:
    for one in card.abilities:
        due = _DUE[one.kind] if one.linked else "asked for as the effect resolves, which is no cost (205)"
        text = f"{one.id}: {_ability_cost(one)}, {due}"
        if one.speed != "normal":
            text += f", {one.speed.capitalize()}"
        text += ", once a turn" if one.once else ""
        yield text + when_words(one.when)
        yield from (f"{one.id}: {sentence(clause)}" for clause in one.clauses)


def _ability_cost(one: Ability) -> str:
    extra = any(isinstance(clause, Additional | Base) for clause in one.clauses)
    return "nothing by itself" if one.cost.is_free() and extra else cost_words(one.cost)


def _brings(card: CardFields) -> Iterator[str]:
    if card.brings is None:
        return
    what = scope_words(card.brings.only, "") if card.brings.only is not None else "cards"
    yield f"only {what}" if card.brings.only is not None else "any card"
    if card.brings.energy_at_most is not None:
        yield f"only printed Energy up to {amount_words(card.brings.energy_at_most)}"
    yield from (f"what it plays {sentence(one, plural=False)}" for one in card.brings.clauses)
    if not card.brings.clauses:
        yield "at its own cost"


def _watch(one: Watch) -> str:
    """Say to what a text reacts, and where its bearer must be."""
    if one.itself:
        who = "itself"
    elif one.event == "recycled rune":
        who = "a rune"
    else:
        kind = one.of.model_copy(update={"other": True}) if one.other else one.of
        owner = {"own": "friendly", "enemy": "enemy", "any": ""}[one.whose]
        who = noun(kind, 1, "" if one.event in {"discarded", "recycled card"} else owner)
    said = [f"{who} {_HAPPENS.get(one.event, one.event)}"]
    if one.but_not is not None:
        said.append(f"but not {noun(one.but_not, 1)}")
    if not one.me.is_open():
        said.append(f"while it is {is_words(one.me)}")
    if one.by_spell:
        said.append("as part of a spell's cost")
    if one.zone != "board":
        said.append(f"from the {one.zone}")
    return ", ".join(said)


_HAPPENS: Final = {
    "recycled rune": "recycled",
    "recycled card": "recycled",
    "buff spent": "losing a spent buff",
    "added": "used for its Add",
}


CALLER: Final[Mapping[str, str]] = {
    "RES-CHAN": "runes it channels stand on the board when the caller puts them there",
    "RES-READY": "runes it readies are ready when the caller says so",
    "RES-GOLD": "Gold it makes is on the board when the caller puts it there",
    "RES-XP": "XP it gains is what the caller's xp says",
    "RES-LOSS": "runes it takes away or limits are what the caller's runes say",
    "RES-ADD": "what its trigger adds floats in the pool when the caller puts it there",
    "READ": "it reads a printed cost for its effect, which no payment depends on",
    "TRIG": "whether what it watches happened is for the caller to say",
    "RUNECT": "it counts runes for its effect, which no payment depends on",
    "KW-G": "tokens or objects to which it gives a cost keyword bear that keyword when the caller names them",
    "PAY-IF": "doing what it asks for is no cost (205); what follows is for the caller to say",
}
"""What a caller does about a kind of text that touches no payment by itself."""


def _stated(card: CardFields, settled: tuple[Settled, ...]) -> Iterator[str]:
    for name in facts_read(card):
        fact = FACTS[name]
        default = ("yes" if fact.default else "no") if fact.yes_no else str(fact.default)
        yield f"fact {name}: {fact.meaning} ({default} unless stated)"
    yield from (f"{CALLER.get(one.kind, one.reason)} ({one.kind})" for one in settled if one.status == "caller")


def facts_read(card: CardFields) -> tuple[str, ...]:
    """List the facts about the turn that the text of a card reads.

    Examples
    --------
    >>> facts_read(find("Noxus Hopeful"))
    ('cards_played',)
    """
    found: dict[str, None] = {}

    def walk(value: object) -> None:
        if isinstance(value, Amount) and value.count == "fact" and value.name in FACTS:
            found[value.name] = None
        if isinstance(value, Condition) and value.fact is not None:
            found[value.fact] = None
        if isinstance(value, tuple):
            for one in value:
                walk(one)
        elif isinstance(value, Clause | Condition | Ability | Add | Keyword):
            for field in type(value).model_fields:
                walk(getattr(value, field))

    walk((card.keywords, card.clauses, card.adds, card.abilities, card.leaves))
    if card.brings is not None:
        walk((card.brings.clauses, (card.brings.energy_at_most,)))
    return tuple(found)


def _missing(raw: Mapping[str, Any], settled: tuple[Settled, ...]) -> Iterator[str]:
    if raw.get("unread"):
        yield "its text besides keywords, which was not read"
    for one in settled:
        if one.status in {"waiting", "not modelled"}:
            yield f"{one.kind}: {one.status}, {one.reason}"


def _notes(raw: Mapping[str, Any]) -> Iterator[str]:
    called = [name for name in (*raw.get("aka", ()), raw.get("zh")) if name and name != raw["name"]]
    if called:
        yield f"also called {', '.join(called)}"
    if any(one["provisional"] for one in sets() if one["set"] == set_of(raw)):
        yield "provisional: its facts are those of a preview"
    for line in pip_lines():
        if line.card == raw["name"]:
            pips = "its own domains" if line.pip == "own" else "any domain"
            yield f"Power that {line.part} asks for is of {pips}: {line.source[0].lower()}{line.source[1:].rstrip('.')}"
