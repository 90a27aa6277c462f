"""Replays the steps of a payment on the table, one after another (357, 429, 444).

Each step must be possible when it comes, and what it says about itself must be true. The replay goes on after a
violation, with the step taken as far as it can be, so that later violations are found as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from runepay.model.clauses import Add
from runepay.model.objects import Object
from runepay.model.payment import Kind, Step
from runepay.model.resources import DOMAINS, ENERGY, Tally, pip_word, purpose_text, reach
from runepay.referee.deeds import Deeds
from runepay.referee.hand import HandStep
from runepay.referee.terms import Terms
from runepay.referee.verdict import Whistle

ADDING_ZONES: Final = frozenset({"board", "legend"})
AnyStep = Step | HandStep


def unit_word(kind: Kind, number: int) -> str:
    """Write units for people.

    Examples
    --------
    >>> unit_word(("energy", "spell"), 2), unit_word(("fury", ""), 1)
    ('2 Energy for spell', '1 fury Power')
    """
    what, purpose = kind
    word = "Energy" if what == ENERGY else f"{what} Power"
    return f"{number} {word} for {purpose}" if purpose else f"{number} {word}"


def units_word(units: Iterable[tuple[Kind, int]]) -> str:
    """Write several kinds of units for people; ``nothing`` for none."""
    return " + ".join(unit_word(kind, number) for kind, number in units) or "nothing"


class Replay:
    """One run through the steps.

    Afterwards ``energy`` and ``power`` hold what was spent and fits the payment, ``pays`` the pips that steps say
    they pay, and ``unnamed`` the Power that was spent without saying for which pip.
    """

    def __init__(self, terms: Terms, deeds: Deeds, whistle: Whistle) -> None:
        self.terms = terms
        self.table = terms.table
        self.deeds = deeds
        self.whistle = whistle
        self.energy = 0
        self.power: dict[Kind, int] = {}
        self.unnamed: dict[Kind, int] = {}
        self.pays: dict[int, int] = {}
        self.purposes = _purposes(terms)
        self._takes: dict[str, Callable[[AnyStep, int], None]] = {
            "exhaust": self._exhaust,
            "recycle": self._recycle,
            "add": self._add,
            "spend": self._spend,
            "act": deeds.act,
        }
        self._acting: int | None = None
        self._drift: dict[Kind, int] = {}

    def run(self, steps: Sequence[AnyStep]) -> None:
        """Take every step."""
        for place, step in enumerate(steps):
            take = self._takes.get(step.step)
            if take is None:
                self.whistle.blow("unknown-step", "357.1", f"there is no step {step.step!r}", place)
                continue
            if step.number < 1:
                self.whistle.blow("empty-step", "357.1", f"step {step.step} is taken {step.number} times", place)
                continue
            if step.step == "act":
                self._acting = place if self._acting is None else self._acting
            elif self._acting is not None:
                why = f"{step.step} comes after an action (step {self._acting}); Energy and Power are paid first"
                self.whistle.blow("resource-after-action", "357.1", why, place)
            take(step, place)
            self._compare_pool(step, place)

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
            why = f"{step.number} {word} {domain} runes are recycled but {heap[which]} are there"
            if not ready and heap[0]:
                why += "; a ready one is recycled by a step with 'ready'"
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
        one = self.table.layout.by_id.get(step.object)
        if one is None or one.whose != 0 or one.zone not in ADDING_ZONES or step.ability not in range(len(one.adds)):
            known = "has no such Add ability" if one is not None and one.whose == 0 else "is no object of the payer's"
            self.whistle.blow("no-such-add", "429.3", f"{step.object or 'an Add'} {known}", place)
            return
        add = one.adds[step.ability]
        for _ in range(min(step.number, 2)):
            # A second use in one step fails like a second step would; a third adds no news.
            self._use(one, add, place)
        gives = tuple((kind, number * step.number) for kind, number in gives_of(add))
        self._put(gives, step, place)

    def _use(self, one: Object, add: Add, place: int) -> None:
        table, blow = self.table, self.whistle.blow
        if one.id in table.gone:
            blow("object-gone", "429.3", f"{one.id} has left the board and cannot Add", place)
        if not add.is_plain():
            blow("add-own-cost", "429.3", f"the Add of {one.id} asks for a payment of its own", place)
        if add.speed != "reaction":
            blow("add-too-slow", "429.3", f"the Add of {one.id} is no Reaction and cannot be used while paying", place)
        if not self.terms.all_hold(add.when, one, 0):
            blow("add-inactive", "429.3", f"what the Add of {one.id} asks for does not hold", place)
        if add.exhaust:
            if not table.ready(one):
                blow("not-ready", "414.4", f"{one.id} is exhausted and cannot be exhausted to Add", place)
            table.tapped.add(one.id)
        elif not add.kill:
            self.deeds.once(one, add, place)
        if add.kill:
            table.gone.add(one.id)

    def _put(self, units: Iterable[tuple[Kind, int]], step: AnyStep, place: int) -> None:
        gives = tuple((kind, number) for kind, number in units if number)
        for kind, number in gives:
            self.table.pool[kind] = self.table.pool.get(kind, 0) + number
        if step.gives is not None and step.gives != gives and dict(step.gives) != dict(gives):
            self.whistle.blow(
                "gives-differ",
                "429",
                f"{step.step} {step.object} gives {units_word(gives)}, not {units_word(step.gives)}",
                place,
            )

    # ------------------------------------------------------------- spending

    def _spend(self, step: AnyStep, place: int) -> None:
        blow = self.whistle.blow
        gives = step.gives or ()
        if sum(number for _, number in gives) != step.number:
            blow("number-differs", "444.1", f"the step spends {units_word(gives)} but says {step.number}", place)
        fits = 0
        for kind, number in gives:
            there = self.table.pool.get(kind, 0)
            if number > there:
                blow("overdrawn", "166.2", f"{unit_word(kind, number)} spent but {there} in the pool", place)
            self.table.pool[kind] = max(0, there - number)
            what, purpose = kind
            if purpose and not self.purposes.intersection(purpose.split("/")):
                blow("wrong-purpose", "429", f"{unit_word(kind, number)} cannot be spent on this payment", place)
            if what == ENERGY:
                self.energy += number
                continue
            fits += number
            self.power[kind] = self.power.get(kind, 0) + number
            if not step.pays:
                self.unnamed[kind] = self.unnamed.get(kind, 0) + number
        if step.pays:
            self._pays(gives, step.pays, fits, place)

    def _pays(self, gives: Iterable[tuple[Kind, int]], pays: Tally, number: int, place: int) -> None:
        for mask, count in pays:
            self.pays[mask] = self.pays.get(mask, 0) + count
        said = sum(count for _, count in pays)
        if said != number:
            self.whistle.blow("pays-differ", "357.1", f"{number} Power is spent but {said} pips are named", place)
        elif not matchable({kind: n for kind, n in gives if kind[0] != ENERGY}, pays):
            words = " + ".join(f"{count} {pip_word(mask)}" for mask, count in pays)
            self.whistle.blow("wrong-power", "163.2", f"{units_word(gives)} does not pay {words}", place)

    # ------------------------------------------------------------- the pool

    def _compare_pool(self, step: AnyStep, place: int) -> None:
        """Report a pool that differs, unless it differs as it did before: that is no new fault."""
        if step.pool is None:
            return
        stated = dict(step.pool if isinstance(step, HandStep) else step.pool.units)
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


def gives_of(add: Add) -> tuple[tuple[Kind, int], ...]:
    """Give the units of one use of an Add ability."""
    purpose = purpose_text(add.purpose)
    units = [((ENERGY, purpose), add.gives.energy)]
    units += [((power, purpose), number) for power, number in add.gives.power.items()]
    return tuple((kind, number) for kind, number in units if number)


def matchable(power: Mapping[Kind, int], pips: Tally) -> bool:
    """Tell whether each unit of Power can pay a pip of its own (Hall's condition over the kinds of Power).

    Examples
    --------
    >>> matchable({("fury", ""): 1, ("universal", ""): 1}, ((1, 1), (2, 1)))
    True
    >>> matchable({("fury", ""): 2}, ((1, 1), (2, 1)))
    False
    """
    domains: dict[int, int] = {}
    for (what, _), number in power.items():
        if number:
            domains[reach(what)] = domains.get(reach(what), 0) + number
    kinds = tuple(domains.items())
    for chosen in range(1, 1 << len(kinds)):
        asking = wide = 0
        for place, (mask, number) in enumerate(kinds):
            if chosen >> place & 1:
                asking += number
                wide |= mask
        if asking > sum(number for mask, number in pips if mask & wide):
            return False
    return True


def _purposes(terms: Terms) -> frozenset[str]:
    """Give the purposes that this payment serves (rules.md 1.6): restricted resources must name one of them.

    Playing a card serves its types; using an activated ability of a gear or a unit serves that type as well. Hiding,
    triggers, effects and applied costs serve none (811.1.c.1, 821.1.c.6).
    """
    played = terms.played
    serving = {"card": {"spell", "gear", "unit"}, "ability": {"gear", "unit"}}.get(played.kind, set())
    found = serving.intersection(played.card.type)
    if terms.fact("showdown"):
        found.add("showdown")
    return frozenset(found)
