"""The command ``deck``: how well a deck's runes pay its cards, and the best split of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from runepay.cli import words
from runepay.cli.arguments import readings
from runepay.cli.options import Options
from runepay.cli.work import INVALID, Work
from runepay.deck import DeckAnswer, DeckList, Line, ask, follow, read, read_split, read_text
from runepay.deck.listing import MOST_BYTES, decoded
from runepay.model.errors import InputError
from runepay.model.rulebook import DEFAULT_RULESET

if TYPE_CHECKING:
    from runepay.deck import CardChance, Priced

SHOWN = 6
"""So many splits are shown; ``--json`` has all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says, word for word."""

    files: Sequence[str]
    split: str | None = None
    second: bool = False
    turns: int = 6
    below: float = 0.8
    line: Sequence[str] = ()
    ruleset: str = ""
    option: tuple[str, ...] = ()
    json: bool = False
    all_errors: bool = False
    cards: Sequence[str] = ()


def run(asked: Asked) -> int:
    """Answer for every list and give the exit status (C23)."""
    work = Work(json=asked.json, all_errors=asked.all_errors)
    if not work.knows(asked.cards):
        return work.status
    for place, file in enumerate(asked.files):
        try:
            answer, line = _answer(file, asked)
        except InputError as error:
            work.invalid(error)
            continue
        if asked.json:
            work.write({"file": file, **answer.to_json(), **({"line": line.to_json()} if line is not None else {})})
            continue
        if place:
            work.printer.line()
        _told(work, file, answer, line)
    return max(work.status, 0 if asked.files else INVALID)


def _answer(file: str, asked: Asked) -> tuple[DeckAnswer, Line | None]:
    deck = _deck(file)
    about = "--split"
    try:
        split = read_split(asked.split, deck.domains) if asked.split is not None else None
        chosen = readings(Options(option=asked.option)) if asked.option else {}
        rules = asked.ruleset or DEFAULT_RULESET
        answer = ask(
            deck, split, second=asked.second, turns=asked.turns, below=asked.below, ruleset=rules, options=chosen
        )
        if not asked.line:
            return answer, None
        about = "--line"
        turns = [_turn(one) for one in asked.line]
        return answer, follow(deck, turns, dict(answer.split), second=asked.second, ruleset=rules, options=chosen)
    except InputError as error:
        if not error.file:
            option = {"split": "--split", "turns": "--turns", "line": "--line", "ruleset": "--ruleset"}.get(error.path)
            error.file = option or ("--option" if error.path.startswith("options") else about)
            error.path = ""
        raise


def _turn(text: str) -> list[str]:
    """Read the plays of one turn; a lone ``-`` is a turn without any."""
    names = [name.strip() for name in text.split("+")]
    if names == ["-"]:
        return []
    if not all(name.strip("-") for name in names):
        raise InputError("the names of cards are expected, with + between them, or - for none", path="line", found=text)
    return names


def _deck(file: str) -> DeckList:
    if file != "-":
        return read(file)
    try:
        text = decoded(sys.stdin.buffer.read(MOST_BYTES + 1))
    except UnicodeDecodeError:
        raise InputError("the list is neither UTF-8 nor UTF-16 text", file="-") from None
    if len(text) > MOST_BYTES:
        raise InputError(f"a deck list is at most {MOST_BYTES:,} bytes long", file="-")
    return read_text(text, "-")


def percent(found: Fraction, places: int = 1) -> str:
    """Write a chance for people; only what is certain is 100 or 0 per cent.

    Examples
    --------
    >>> percent(Fraction(7, 22)), percent(Fraction(1)), percent(Fraction(9999, 10000)), percent(Fraction(1, 10000))
    ('31.8 %', '100 %', '99.9 %', '0.1 %')
    """
    if found in {0, 1}:
        return f"{int(found) * 100} %"
    least: float = 10**-places
    return f"{min(100 - least, max(least, round(float(found) * 100, places))):.{places}f} %"


def split_words(split: Sequence[tuple[str, int]]) -> str:
    """Write a split for people.

    Examples
    --------
    >>> split_words((("fury", 7), ("mind", 5)))
    '7 Fury, 5 Mind'
    """
    return ", ".join(f"{number} {domain.capitalize()}" for domain, number in split)


def _told(work: Work, file: str, answer: DeckAnswer, line: Line | None) -> None:
    printer, deck = work.printer, answer.deck
    number = sum(one.number for one in answer.cards if one.section != "sideboard")
    named = deck.title or ("the list" if file == "-" else file)
    whose = "" if answer.given else " (the best split; the list names no twelve runes)"
    printer.line(f"{named}: {number} cards, {split_words(answer.split)}{whose}", "bold blue")
    best, score = answer.best
    printer.line(f"On curve the runes pay for {percent(answer.score, 2)} of the cards.", "bold")
    if answer.given and score > answer.score:
        printer.line(f"The best split is {split_words(best)}: {percent(score, 2)}.")
    elif answer.given:
        printer.line("No split pays for more.")
    who = "second: 3 runes" if answer.second else "first: 2 runes"
    printer.line(f"You go {who} on turn 1, 2 more each turn; nothing was recycled before.")
    for head, side in (("Cards", False), ("Sideboard", True)):
        cards = [one for one in answer.cards if (one.section == "sideboard") == side]
        if cards:
            printer.head(head)
            turns = [f"turn {turn}" for turn in range(1, answer.turns + 1)]
            printer.table(("", "card", "cost", "on curve", *turns), [_row(one) for one in cards])
    if line is not None:
        printer.head(f"The line: {float(line.expected):.2f} of {len(line.plays)} cards paid on their turn, expected")
        printer.table(
            ("turn", "card", "cost", "paid", "if nothing was recycled before"),
            [(str(one.turn), one.priced.card, _owed(one.priced), percent(one.chance), percent(one.alone))
             for one in line.plays],
        )  # fmt: skip
    if len(answer.splits) > 1:
        printer.head("Splits")
        shown = list(answer.splits[:SHOWN])
        shown += [one for one in answer.splits[SHOWN:] if one[0] == answer.split]
        marks = {answer.split: "yours" if answer.given else "shown above"}
        printer.table(
            ("runes", "payable on curve", ""),
            [(split_words(split), percent(found, 2), marks.get(split, "")) for split, found in shown],
        )
    if answer.weak:
        printer.head(f"Weak: payable on curve with less than {percent(Fraction(answer.below).limit_denominator(1000))}")
        printer.items([_weak(one) for one in answer.cards if one.section != "sideboard" and one.card in answer.weak])
    ways = [text for one in answer.cards for text in _ways(one)]
    if ways:
        printer.head("With optional costs")
        printer.items(ways)
    _left_out(work, answer)


def _row(one: CardChance) -> tuple[str, ...]:
    curve = "never" if one.curve is None else f"turn {one.curve}: {percent(one.chance)}"
    cells = [percent(found).removesuffix(" %") if found else "-" for found in one.chances]
    return (str(one.number), one.card, _owed(one.priced), curve, *cells)


def _owed(one: Priced) -> str:
    """Write a cost in a column, where pips need no word for what they are."""
    return re.sub(r" Power(?! of)", "", words.cost(one.owed))


def _weak(one: CardChance) -> str:
    if one.curve is None:
        return f"{one.card}: no turn has as many runes"
    later = next((turn for turn, found in enumerate(one.chances, 1) if found >= Fraction(9, 10)), None)
    best, found = one.best
    if not found:
        return f"{one.card}: no split of the deck's domains pays for it"
    text = f"{one.card}: {percent(one.chance)} on turn {one.curve}"
    text += f", 90 % from turn {later}" if later is not None else ""
    return text + (f"; most with {split_words(best)}: {percent(found)}" if found > one.chance else "")


def _ways(one: CardChance) -> list[str]:
    found = []
    for way, (curve, chance) in zip(one.priced.ways, one.ways, strict=True):
        elected = words.elections(way.elected) or "another choice"
        when = "on no turn" if curve is None else f"{percent(chance)} on turn {curve}"
        found.append(f"{one.card} with {elected} {words.cost(way.owed)}: {when}")
    return found


def _left_out(work: Work, answer: DeckAnswer) -> None:
    said: dict[str, list[str]] = {}
    for one in answer.cards:
        for text in one.priced.left_out:
            said.setdefault(text, []).append(one.card)
    items = [f"{text}: {words.listed(list(dict.fromkeys(cards)))}" for text, cards in said.items()]
    if answer.sources:
        items.append(f"what these add: {words.listed(list(answer.sources))}")
    items.append("what other cards do to costs, apart from the legend; cards drawn; runes recycled on earlier turns")
    work.printer.head("Left out")
    work.printer.items(items)
    if answer.notes:
        work.printer.head("Notes")
        work.printer.items(list(answer.notes))


__all__ = ["Asked", "percent", "run", "split_words"]
