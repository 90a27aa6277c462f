"""Replays the steps of a payment on the table, one after another (357, 429, 444).

Each step must be possible when it comes, and what it says about itself must be true. The replay goes on after a
violation, with the step taken as far as it can be, so that later violations are found as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from runepay.model.clauses import Add
from runepay.model.objects import Object
from runepay.model.payment import Kind
from runepay.model.resources import DOMAINS, ENERGY, PURPOSES
from runepay.model.rulebook import Ruleset
from runepay.referee.adds import Nested, find, gives_of, repeatable
from runepay.referee.deeds import Deeds
from runepay.referee.hand import HandStep
from runepay.referee.stated import judge_statements
from runepay.referee.terms import Terms
from runepay.referee.till import AnyStep, Till, serves, together, units_word
from runepay.referee.verdict import Whistle

NESTED = "add:"
"""What the part of a step begins with that pays for an Add's own cost."""


class Replay:
    """One run through the steps; ``till`` holds what was spent on the play itself."""

    def __init__(self, terms: Terms, deeds: Deeds, ruleset: Ruleset, whistle: Whistle) -> None:
        self.terms = terms
        self.table = terms.table
        self.deeds = deeds
        self.ruleset = ruleset
        self.whistle = whistle
        self.till = Till(terms.table, serves(terms, ruleset), whistle)
        self._takes: dict[str, Callable[[AnyStep, int], None]] = {
            "exhaust": self._exhaust,
            "recycle": self._recycle,
            "add": self._add,
            "spend": self._spend,
            "act": self._act,
        }
        self._steps: Sequence[AnyStep] = ()
        self._open: dict[int, Nested] = {}
        """Payments of Adds that have begun, by the step that uses the Add."""
        self.parts: frozenset[str] = frozenset({"", "base"})
        """What Energy and Power may be said to be spent on: nothing in particular, or a cost that is owed."""
        self._acting: int | None = None
        self._drift: dict[Kind, int] = {}

    def run(self, steps: Sequence[AnyStep]) -> None:
        """Take every step."""
        self._steps = steps
        for place, step in enumerate(steps):
            take = self._takes.get(step.step)
            if take is None:
                self.whistle.blow("unknown-step", "357.1", f"there is no step {step.step!r}", place)
                continue
            judge_statements(step, place, self.whistle)
            if step.number < 1 and not self._converts_nothing(step):
                self.whistle.blow("empty-step", "357.1", f"step {step.step} is taken {step.number} times", place)
                continue
            if self._acting is not None and step.step != "act":
                why = f"{step.step} comes after an action (step {self._acting}); Energy and Power are paid first"
                self.whistle.blow("resource-after-action", "357.1", why, place)
            take(step, place)
            self._compare_pool(step, place)

    def _converts_nothing(self, step: AnyStep) -> bool:
        """Tell whether a step uses a converter for an amount of 0, which is legal and empty."""
        found = find(step, self.table.layout) if step.step == "add" and step.number == 0 else None
        return found is not None and found[1].any_amount is not None

    # ------------------------------------------------------------- runes

    def _exhaust(self, step: AnyStep, place: int) -> None:
        heap, domain = self._runes(step, place)
        ready = heap[0]
        if ready < step.number:
            self.whistle.blow(
                "rune-not-ready", "414.4", f"{step.number} {domain} runes are exhausted but {ready} are ready", place
            )
        done = min(ready, step.number)
        heap[0] -= done
        heap[1] += done
        self._put((((ENERGY, ""), step.number),), step, place)

    def _recycle(self, step: AnyStep, place: int) -> None:
        heap, domain = self._runes(step, place)
        # A step means exhausted runes; a ready one is recycled only if the step says so (design, section 2).
        ready = isinstance(step, HandStep) and step.ready
        which, word = (0, "ready") if ready else (1, "exhausted")
        if heap[which] < step.number:
            many = "rune is" if step.number == 1 else "runes are"
            had = "none is" if not heap[which] else "1 is" if heap[which] == 1 else f"{heap[which]} are"
            why = f"{step.number} {word} {domain.capitalize()} {many} recycled, but {had} there"
            if not ready and heap[0]:
                why += "; a ready one is exhausted first, or recycled by a step with 'ready'"
            self.whistle.blow("rune-missing", "164.2", why, place)
        heap[which] -= min(heap[which], step.number)
        self._put((((domain, ""), step.number),), step, place)

    def _runes(self, step: AnyStep, place: int) -> tuple[list[int], str]:
        domain = step.object.removeprefix("rune:")
        if not step.object.startswith("rune:") or domain not in DOMAINS:
            self.whistle.blow("unknown-rune", "164.2", f"{step.step} is for runes, and {step.object!r} is none", place)
            return [0, 0], domain if domain in DOMAINS else DOMAINS[0]
        return self.table.runes.setdefault(domain, [0, 0]), domain

    # ------------------------------------------------------------- Adds

    def _add(self, step: AnyStep, place: int) -> None:
        found = find(step, self.table.layout)
        if found is None:
            self.whistle.blow("no-such-add", "429.3", f"{step.object or 'a step'} has no such Add ability", place)
            return
        one, add = found
        uses = 1 if add.any_amount is not None else step.number
        nested = self._open.pop(place, None)
        if not add.is_plain() or self.table.layout.of_abilities:
            nested = nested or Nested.open(one, add, self.terms, self.whistle, number=step.number)
            if uses > 1 and not repeatable(add):
                why = f"the Add of {one.id} is paid for once and used {uses} times"
                self.whistle.blow("number-differs", "429.3", why, place)
        if nested is not None:
            nested.settle(step.number, place)
        if "gear" in one.type:
            self.table.gear[0] += uses
            self.table.gear[1] += nested is not None and nested.cheaper()
        spent_itself = nested is not None and not add.kill and nested.deeds.removed(one.id)
        source = step.copies.rpartition(":")[0]
        if source in self.table.gone and not (nested is not None and nested.deeds.removed(source)):
            why = f"{source} has left the board, so its Add cannot be copied"
            self.whistle.blow("copied-gone", "429.3", why, place)
        for use in range(min(uses, 2)):
            # A second use in one step fails like a second step would; a third adds no news.
            self._use(one, add, place, spent_itself=spent_itself and not use)
        if spent_itself and add.exhaust and nested is not None:
            # It was exhausted before it was removed, so it was an exhausted object that paid.
            nested.deeds.recheck(one, place)
        self._put([(kind, number * step.number) for kind, number in gives_of(add)], step, place)

    def _use(self, one: Object, add: Add, place: int, *, spent_itself: bool) -> None:
        """Use an Add once; the parts of its own cost are in any order, so it may have been removed for it (357.2)."""
        table, blow = self.table, self.whistle.blow
        if one.id in table.gone and not spent_itself:
            blow("object-gone", "429.3", f"{one.id} has left the board and cannot Add", place)
        if add.speed != "reaction":
            blow("add-too-slow", "429.3", f"the Add of {one.id} is no Reaction and cannot be used while paying", place)
        if not self.terms.all_hold(add.when, one, 0):
            blow("add-inactive", "429.3", f"what the Add of {one.id} asks for does not hold", place)
        if add.exhaust:
            if not table.ready(one):
                blow("not-ready", "414.4", f"{one.id} is exhausted and cannot be exhausted to Add", place)
            table.tapped.add(one.id)
        elif not add.kill and not repeatable(add):
            # Nothing is spent on it, and nothing says that it may be repeated without end.
            if (one.id, id(add)) in table.used:
                blow("add-twice", "429.3", f"the Add of {one.id} is used twice", place)
            table.used.append((one.id, id(add)))
        if add.kill:
            table.kill(one)

    def _put(self, units: Iterable[tuple[Kind, int]], step: AnyStep, place: int) -> None:
        gives = tuple((kind, number) for kind, number in units if number)
        for kind, number in gives:
            self.table.pool[kind] = self.table.pool.get(kind, 0) + number
        if step.gives is not None and step.gives != gives and together(step.gives) != together(gives):
            why = f"{step.step} {step.object} gives {units_word(gives)}, not {units_word(step.gives)}"
            self.whistle.blow("gives-differ", "429", why, place)

    # ------------------------------------------------------------- spending and acting

    def _spend(self, step: AnyStep, place: int) -> None:
        if not step.part.startswith(NESTED):
            if step.part not in self.parts:
                self.whistle.blow("unknown-part", "357.1", f"no cost {step.part!r} is owed here", place)
            self.till.take(step, place)
        elif (nested := self._nested(step, place)) is not None:
            if nested.acted:
                why = f"Energy and Power of the Add of {nested.one.id} are paid before its actions"
                self.whistle.blow("resource-after-action", "357.1", why, place)
            nested.till.take(step, place)
        else:
            # It pays for nothing, but it is gone from the pool all the same.
            Till(self.table, frozenset(PURPOSES), self.whistle).take(step, place)

    def _act(self, step: AnyStep, place: int) -> None:
        if not step.part.startswith(NESTED):
            self._acting = place if self._acting is None else self._acting
            self.deeds.act(step, place)
        elif (nested := self._nested(step, place)) is not None:
            nested.acted = True
            nested.deeds.act(step, place)

    def _nested(self, step: AnyStep, place: int) -> Nested | None:
        """Find the payment that a step belongs to: that of the next use of the Add that it names."""
        name = step.part.removeprefix(NESTED)
        for later in range(place + 1, len(self._steps)):
            use = self._steps[later]
            if use.step == "add" and use.object == name:
                found = find(use, self.table.layout)
                if found is None:
                    break
                if later not in self._open:
                    self._open[later] = Nested.open(*found, self.terms, self.whistle, number=use.number)
                    if not self.terms.all_hold(found[1].when, found[0], 0):
                        why = f"what the Add of {name} asks for does not hold as its cost begins to be paid"
                        self.whistle.blow("add-inactive", "429.3", why, place)
                return self._open[later]
        self.whistle.blow("add-unused", "429.3", f"{step.step} pays for an Add of {name} that is not used", place)
        return None

    # ------------------------------------------------------------- the pool

    def _compare_pool(self, step: AnyStep, place: int) -> None:
        """Report a pool that differs, unless it differs as it did before: that is no new fault."""
        if step.pool is None:
            return
        stated = together(step.pool if isinstance(step, HandStep) else step.pool.units)
        real = {kind: number for kind, number in self.table.pool.items() if number}
        if stated == real and not self._drift:
            return
        drift = {kind: off for kind in (*stated, *real) if (off := stated.get(kind, 0) - real.get(kind, 0))}
        if drift and drift != self._drift:
            self.whistle.blow(
                "pool-differs",
                "166.2",
                f"{units_word(real.items())} floats after this step, not {units_word(stated.items())}",
                place,
            )
        self._drift = drift
