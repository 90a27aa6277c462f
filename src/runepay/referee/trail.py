"""The stages of a receipt, line by line: each line is a clause that acts, and does what it says (356.1-356.6).

What is owed is folded from the clauses whatever the trace says. The trace is what people read, so it must be true: it
starts from nothing, its lines join, and each names a base cost, an additional cost, an increase or a discount of this
play with what that does to what is owed then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from runepay.model.cost import Action
from runepay.model.owed import Entry, Owed
from runepay.model.question import Line
from runepay.model.resources import Tally, tally_words
from runepay.referee.claims import Bill, Part, label_of
from runepay.referee.fold import NOTHING, Addend, Cut, Outcome, totals
from runepay.referee.said import Basis
from runepay.referee.terms import Terms
from runepay.referee.verdict import Whistle

_FIRST: Final = {"effect": "204.3", "applied": "204.4", "hide": "811"}
_PARTS: Final = {"accelerate": "805.1", "repeat": "820", "deflect": "356.2.a.2", "mandatory": "356.2.a"}
_IGNORED: Final = {
    "its cost is ignored": (True, True),
    "its Energy cost is ignored": (True, False),
    "its Power cost is ignored": (False, True),
}
"""By the words of a line: whether Energy, and whether Power, becomes nothing (356.1.b)."""


def judge_trace(owed: Owed, basis: Basis, whistle: Whistle) -> None:
    """Report a trace that does not start from nothing, join and end at the total, and lines that are not so."""
    if not owed.trace:
        return
    before = len(whistle.found)
    energy, stage = 0, 1
    pips: Tally = ()
    lines: object = ()
    for entry in owed.trace:
        if (entry.energy, entry.pips) != (energy, pips) or entry.stage < stage or entry.lines != lines:
            whistle.blow("trace-broken", "356.1", f"the stages do not join at {entry.label!r}")
        energy, pips, stage, lines = entry.energy_after, entry.pips_after, entry.stage, entry.lines_after
    if (energy, pips) != (owed.energy, owed.pips) or lines != owed.lines:
        whistle.blow("trace-broken", "356.6", f"the stages end at {_words(energy, pips)}, not at what is owed")
    if len(whistle.found) > before:
        return
    trail = _Trail(basis.bill, basis.terms, *basis.cuts(basis.said(owed.choices)))
    for place, entry in enumerate(owed.trace):
        if not trail.so(entry, first=not place):
            why = f"stage {entry.stage}: {entry.label!r} ({entry.rule}) does not give "
            why += f"{_words(entry.energy_after, entry.pips_after)} from {_words(entry.energy, entry.pips)} here"
            whistle.blow("trace-differs", "356.1", f"{why}, {entry.note}" if entry.note else why)
    if trail.left(owed):
        whistle.blow("trace-differs", "356.1", f"the stages leave out {', '.join(trail.left(owed))}")


def _words(energy: int, pips: Tally) -> str:
    return f"{energy} Energy + {tally_words(pips)}"


def _acts(lines: Sequence[tuple[Line, int]]) -> list[tuple[Action, int]]:
    return [(line.action, number) for line, number in lines if number]


def _done(actions: Sequence[tuple[Action, int]]) -> list[tuple[Action, int]]:
    return [(action, number) for action, number in actions if number]


class _Trail:
    """What is still to come of the clauses that act, while a trace is read."""

    def __init__(self, bill: Bill, terms: Terms, addends: Sequence[Addend], on_total: Sequence[Cut]) -> None:
        self.bill = bill
        self.terms = terms
        self.base, *self.costs = addends
        self.parts: list[Part] = list(bill.parts)
        self.increases = list(bill.increases)
        self.cuts = list(on_total)
        self.on_base = list(self.base.cuts)
        self.replaced = [bill.replaced] if bill.replaced is not None else []
        self.ignoring, self.wiping = list(bill.ignoring), list(bill.wiping)
        names = {ident: label_of(speech) for ident, _, speech in bill.discounts}
        self.label: Callable[[str], str] = lambda ident: names.get(ident.split("@", 1)[0], ident)
        self._so = {1: self._base, 2: self._part, 3: self._increase, 4: self._discount, 5: self._wiped}

    def so(self, entry: Entry, *, first: bool) -> bool:
        """Tell whether a line is what the next clause of its stage does."""
        if first:
            return self._printed(entry)
        judge = self._so.get(entry.stage)
        return judge is not None and judge(entry)

    def left(self, owed: Owed) -> list[str]:
        """Name what acts and stands in no line."""
        names = [part.id for part in self.parts] + [label for label, _ in self.increases]
        names += [one[0] for one in self.replaced] + self.ignoring + self.wiping
        if not self.bill.wiped:
            names += [cut.id for cut in (*self.on_base, *self.cuts)]
        last = [one for one in owed.trace if one.stage == 1][-1:]
        based = totals(NOTHING, [self.base], NOTHING, [])
        if not any(one.gives(entry.energy_after, entry.pips_after) for one in based for entry in last):
            names.insert(0, "what becomes of the base cost")
        return names

    # ------------------------------------------------------------- stage by stage

    def _printed(self, entry: Entry) -> bool:
        played = self.terms.played
        label = "printed cost" if played.kind == "card" else "base cost"
        rule = _FIRST.get(played.kind, "204.1")
        cost = (entry.energy_after, entry.pips_after) == (played.energy, played.pips)
        acts = _acts(entry.lines_after) == _done([(one, one.number) for one in played.actions])
        return cost and acts and (entry.stage, entry.rule, entry.label, entry.note) == (1, rule, label, "")

    def _base(self, entry: Entry) -> bool:
        if entry.note:
            return self._ignored(entry)
        if entry.rule == "356.4.c":
            return self._takes(self.on_base, entry, noted=False)
        if not self.replaced or entry.rule not in {"829.1.c.1", "356.1.a"}:
            return False
        label, energy, pips, actions = self.replaced.pop()
        acts = [*_acts(entry.lines), *_done([(one, one.number) for one in actions])]
        after = (entry.label, entry.energy_after, entry.pips_after)
        return after == (label, energy, pips) and acts == _acts(entry.lines_after)

    def _ignored(self, entry: Entry) -> bool:
        nothing = _IGNORED.get(entry.note)
        if nothing is None or entry.label not in self.ignoring or entry.rule not in {"356.1.b", "811"}:
            return False
        self.ignoring.remove(entry.label)
        energy, pips = 0 if nothing[0] else entry.energy, () if nothing[1] else entry.pips
        return (entry.energy_after, entry.pips_after, entry.lines_after) == (energy, pips, entry.lines)

    def _part(self, entry: Entry) -> bool:
        if not self.parts:
            return False
        part, cost = self.parts.pop(0), self.costs.pop(0)
        more = entry.energy_after - entry.energy
        before, after = dict(entry.pips), dict(entry.pips_after)
        pips = tuple((mask, number - before.get(mask, 0)) for mask, number in sorted(after.items()))
        if any(after.get(mask, 0) < number for mask, number in before.items()):
            return False
        pips = tuple((mask, number) for mask, number in pips if number)
        acted = sorted(self.label(cut.id) for cut in cost.cuts)
        if (entry.rule, entry.label) != (_PARTS.get(part.keyword, "356.2.b"), part.label):
            return False
        if _acts(entry.lines_after) != [*_acts(entry.lines), *_done(part.actions)]:
            return False
        noted = sorted(entry.note.split(", ")) == acted or entry.note == ", ".join(acted)
        return (noted if acted else not entry.note) and any(
            one.gives(more, pips) for one in totals(NOTHING, [cost], NOTHING, [])
        )

    def _increase(self, entry: Entry) -> bool:
        if not self.increases:
            return False
        label, more = self.increases.pop(0)
        grown = totals(Outcome(entry.energy, entry.pips), [], more, [])
        said = (entry.rule, entry.label, entry.note) == ("356.3", label, "") and entry.lines_after == entry.lines
        return said and any(one.gives(entry.energy_after, entry.pips_after) for one in grown)

    def _discount(self, entry: Entry) -> bool:
        if entry.rule != "356.4":
            return False
        if self.bill.wiped:
            return True  # Whose printed costs were read does not matter any more.
        return self._takes(self.cuts, entry, noted=True)

    def _takes(self, among: list[Cut], entry: Entry, *, noted: bool) -> bool:
        """Find the discount that a line means: it bears that name, and takes off what the line says."""
        for place, cut in enumerate(among):
            note = f"to a minimum of {cut.minimum}" if noted and cut.minimum else ""
            if (self.label(cut.id), note, entry.lines) == (entry.label, entry.note, entry.lines_after):
                done = totals(Outcome(entry.energy, entry.pips), [], NOTHING, [cut])
                if any(one.gives(entry.energy_after, entry.pips_after) for one in done):
                    del among[place]
                    return True
        return False

    def _wiped(self, entry: Entry) -> bool:
        after = (entry.energy_after, entry.pips_after, entry.lines_after) == (0, (), ())
        if entry.label not in self.wiping:
            return False
        self.wiping.remove(entry.label)
        return after and (entry.rule, entry.note) == ("356.5.a", "")
