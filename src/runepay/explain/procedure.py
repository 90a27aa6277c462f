"""How a payment goes: when each part is paid, what may be done meanwhile, and what happens if the play is undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from runepay.answer import when
from runepay.model.catalogue.phrases import listed
from runepay.model.question import Question
from runepay.model.state import Play


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence with the rule that it rests on."""

    rule: str
    text: str


_FROM = {
    "hand": "your hand", "champion": "the Champion Zone", "trash": "your trash", "facedown": "facedown where it was",
    "banished": "banishment", "deck": "the deck where it was",
}  # fmt: skip


def procedure(question: Question, play: Play, *, general: bool = False) -> tuple[Said, ...]:
    """Say how this payment goes, step by step.

    Parameters
    ----------
    question, play
        What is paid for.
    general
        Whether nothing is known of what the player has.

    Examples
    --------
    >>> from runepay.model.freeze import freeze
    >>> from runepay.model.rulebook import Ruleset
    >>> from runepay.model.state import GameState
    >>> play = Play.model_validate({"card": "Mine", "type": "spell", "cost": {"energy": 1}})
    >>> for one in procedure(freeze(GameState(), play, Ruleset.of()), play)[-2:]:
    ...     print(one.rule, one.text)
    358.5 If the play turns out illegal, everything in it is undone, and the card goes back to your hand.
    425.1.c If it is countered later, nothing that was paid comes back.
    """
    return tuple(_said(question, play, general=general))


def _said(question: Question, play: Play, *, general: bool) -> Iterator[Said]:
    kind = question.kind
    rule, due = when(kind, play, question.ruleset)
    if kind == "card":
        text = "First the card leaves its zone and is on the chain; while you pay it is no longer where it was."
        yield Said("354", text)
        text = "Then you choose: targets, modes, which optional costs you take and every number. That is locked."
        yield Said("355.1.a", text)
        yield Said("356", "Then the total is worked out, in five stages, and does not change any more.")
    elif kind == "ability":
        yield Said("402", "Choices are made, the total is worked out and paid as for a card.")
    else:
        yield Said(rule, f"The cost is paid {due}.")
    yield Said("357.1", "You pay Energy and Power together, only from your pool.")
    usable = [one for one in question.supply.producers if not one.keeps_xp or one.keeps_xp + one.xp <= question.xp]
    dear = {one.object for one in usable if one.energy or one.pips or one.lines or one.converts}
    able = sorted(
        {question.objects[one.object].name + " (at a cost of its own)" * (one.object in dear) for one in usable}
    )
    runes = bool(question.supply.runes)
    sources = (["your runes"] if runes else []) + able
    if general:
        may = ", such as your runes' and a Seal's"
    else:
        may = f": {listed(sources)}" if sources else "; you have none that can be used now"
    yield Said("357.1.a", f"While you pay you may use Reaction Adds of your own{may}.")
    yield Said("429.2", "Such an Add takes effect at once, and nobody can react to it.")
    slow = sorted(
        one.name for one in question.objects
        if not one.whose and one.zone in {"board", "legend"} and any(add.speed != "reaction" for add in one.adds)
    )  # fmt: skip
    if slow:
        text = f"The Add of {listed(slow)} is no Reaction: use it beforehand, and let what it gives float."
        yield Said("429.3", text)
    if _acts(question):
        text = "Everything that is not Energy or Power is paid as well: kills, discards and the like, in any order."
        yield Said("357.2", text)
    if kind == "card":
        yield Said("357", "Nobody gets to react between choosing and the end of the payment.")
        yield Said("358.2", "Then it is checked that the play is legal and that everything was paid.")
        if _permanent(question):
            yield Said("337.2", "A unit or gear then resolves at once, without anyone having priority.")
        elif "spell" in question.card.type:
            yield Said("359", "A spell then waits on the chain, and only now may others react.")
    yield from _undone(question)


def _undone(question: Question) -> Iterator[Said]:
    match question.kind:
        case "card":
            back = _FROM.get(question.origin, "where it came from")
            text = f"If the play turns out illegal, everything in it is undone, and the card goes back to {back}."
            yield Said("358.5", text)
            if not _permanent(question):
                yield Said("425.1.c", "If it is countered later, nothing that was paid comes back.")
        case "ability":
            yield Said("358.5", "If it turns out illegal, everything in it is undone.")
            yield Said("425.1.c", "If it is countered later, nothing that was paid comes back.")
        case "trigger":
            text = "If you decline or cannot pay, the trigger leaves the chain and counts as not triggered."
            yield Said("404.2", text)
        case "effect":
            yield Said("444.2", "You may decline; then what the payment would have bought does not happen.")
        case "applied":
            yield Said("204.4", "If you decline or cannot pay, the action is not performed.")
        case _:
            yield Said("811", "Hiding is not playing and uses no chain: the card is facedown at once.")


def _permanent(question: Question) -> bool:
    return bool(set(question.card.type) & {"unit", "gear"}) and "spell" not in question.card.type


def _acts(question: Question) -> bool:
    lines = [*question.lines, *(line for one in question.components for line in one.lines)]
    return bool(lines or any(one.lines for one in question.alternates))
