"""What the cost of each play reads of the turn: facts that are counted, and plays that change what others cost."""

from __future__ import annotations

from runepay.model.clauses import Deflect
from runepay.model.turncards import LEFT_BY_PLAYING, USED_UP
from runepay.solver.plan.adds import Adds
from runepay.solver.plan.effects import Effects
from runepay.solver.plan.given import Given
from runepay.solver.plan.lines import Lines
from runepay.solver.plan.option import Declined
from runepay.solver.plan.reads import NOTHING, Reads, of_play, of_record


class Sight:
    """What costs see.

    Attributes
    ----------
    reads
        By play: what its cost reads.
    sees
        By play: the plays, as bits, that may change its cost otherwise than by a count or an effect on the next play.
    constant
        Whether no play changes anything for another, so that their order does not matter.
    """

    def __init__(self, given: Given, lines: Lines, adds: Adds, effects: Effects) -> None:
        auras = adds.conditional | _auras(given)
        comers = [
            card
            for play, card in zip(given.plays, given.cards, strict=True)
            if play.kind == "card" and {"unit", "gear"} & set(card.type)
        ]
        kills = any(one.kill for one, _ in adds.producers.values())
        self.reads: list[Reads] = []
        self.sees: list[int] = []
        full = (1 << len(given.plays)) - 1
        for place, question in enumerate(given.now):
            reads = of_play(question, given.start.state, [one for one in comers if one is not given.cards[place]])
            for effect in effects.all:
                for clause in effects.clauses(effect):
                    reads |= of_record(clause)
            if reads.paid or (reads.ready and adds.producers) or (reads.board and kills):
                raise Declined("a cost that reads what payments change")
            if lines.discarding and reads.whole:
                raise Declined("a cost that may read the hand or the trash, beside discards")
            self.reads.append(reads)
            self.sees.append(full if reads.whole else auras)
        changed = bool(effects.all or auras or any(adds.arrives)) or any(reads != NOTHING for reads in self.reads)
        self.constant = not (changed or any(play.then.model_fields_set for play in given.plays))


def _auras(given: Given) -> int:
    """Give the plays that change what others cost from then on, as bits."""
    auras = 0
    for place, (play, card) in enumerate(zip(given.plays, given.cards, strict=True)):
        permanent = play.kind == "card" and {"unit", "gear"} & set(card.type)
        if permanent and any(one.on is not None or isinstance(one, Deflect) for one in card.clauses):
            auras |= 1 << place
        lasts = play.kind == "card" and card.name in LEFT_BY_PLAYING and card.name not in USED_UP
        if play.then.effects or play.then.facts.stated or lasts:
            auras |= 1 << place
    return auras
