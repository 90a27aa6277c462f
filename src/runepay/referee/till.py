"""What one payment spends, and whether that is what it owes (163, 357.1, 444).

The play is one payment; each Add that asks for a payment of its own is another, with its own purpose (429.3.a).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from runepay.model.payment import Kind, Step
from runepay.model.resources import ENERGY, Tally, pip_word, size, tally_words
from runepay.model.rulebook import Ruleset
from runepay.referee.flow import unmatched
from runepay.referee.hand import HandStep
from runepay.referee.subject import WEAPONMASTER
from runepay.referee.table import Table
from runepay.referee.terms import Terms
from runepay.referee.verdict import Whistle

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


def together(units: Iterable[tuple[Kind, int]]) -> dict[Kind, int]:
    """Count units by kind, those that are stated several times together; kinds without any are left out.

    Examples
    --------
    >>> together([(("fury", ""), 1), (("fury", ""), 2), (("calm", ""), 0)])
    {('fury', ''): 3}
    """
    found: dict[Kind, int] = {}
    for kind, number in units:
        found[kind] = found.get(kind, 0) + number
    return {kind: number for kind, number in found.items() if number}


class Till:
    """What was spent on one payment.

    ``energy`` and ``power`` count it, ``pays`` the pips that steps say they pay, and ``unnamed`` the Power that was
    spent without saying for which pip. ``purposes`` are those that the payment serves (rules.md 1.6).
    """

    __slots__ = ("energy", "pays", "power", "purposes", "table", "unnamed", "whistle")

    def __init__(self, table: Table, purposes: frozenset[str], whistle: Whistle) -> None:
        self.table = table
        self.purposes = purposes
        self.whistle = whistle
        self.energy = 0
        self.power: dict[Kind, int] = {}
        self.unnamed: dict[Kind, int] = {}
        self.pays: dict[int, int] = {}

    def take(self, step: AnyStep, place: int) -> None:
        """Take what a step spends out of the pool."""
        blow = self.whistle.blow
        gives = step.gives or ()
        if sum(number for _, number in gives) != step.number:
            blow("number-differs", "444.1", f"the step spends {units_word(gives)} but says {step.number}", place)
        powers = 0
        for kind, number in gives:
            if number < 0:
                blow("empty-step", "444.1", f"{unit_word(kind, number)} cannot be spent", place)
                continue
            there = self.table.pool.get(kind, 0)
            if number > there:
                blow("overdrawn", "166.2", f"{unit_word(kind, number)} spent but {there} in the pool", place)
                self.table.owing[kind] = self.table.owing.get(kind, 0) + number - there
            self.table.pool[kind] = max(0, there - number)
            what, purpose = kind
            if purpose and self.purposes.isdisjoint(purpose.split("/")):
                blow("wrong-purpose", "429", f"{unit_word(kind, number)} cannot be spent on this payment", place)
            if what == ENERGY:
                self.energy += number
                continue
            powers += number
            self.power[kind] = self.power.get(kind, 0) + number
            if not step.pays:
                self.unnamed[kind] = self.unnamed.get(kind, 0) + number
        if step.pays:
            self._name(gives, step.pays, powers, place)

    def _name(self, gives: Iterable[tuple[Kind, int]], pays: Tally, number: int, place: int) -> None:
        for mask, count in pays:
            self.pays[mask] = self.pays.get(mask, 0) + count
        said = sum(count for _, count in pays)
        if said != number:
            self.whistle.blow("pays-differ", "357.1", f"{number} Power is spent but {said} pips are named", place)
        elif unmatched({kind: n for kind, n in gives if kind[0] != ENERGY}, pays):
            words = " + ".join(f"{count} {pip_word(mask)}" for mask, count in pays)
            self.whistle.blow("wrong-power", "163.2", f"{units_word(gives)} does not pay {words}", place)

    def spent(self) -> int:
        """Count the Power that was spent."""
        return sum(self.power.values())

    def covers(self, pips: Tally) -> bool:
        """Tell whether the spent Power can pay pips of these, each unit one, and those that were named."""
        rest = _without(pips, self.pays)
        return rest is not None and not unmatched(self.unnamed, rest)

    def check(self, energy: int, pips: Tally, *, step: int | None = None, what: str = "", rule: str = "357.1") -> None:
        """Compare what was spent with what is owed; each unit of Power pays one pip (163.1, 163.2, 357.1)."""
        blow = self.whistle.blow
        if self.energy != energy:
            blow("energy-spent", rule, f"{energy} Energy is owed{what} and {self.energy} is spent", step)
        power = self.spent()
        if power != size(pips):
            blow("power-spent", rule, f"{size(pips)} Power is owed{what} and {power} is spent", step)
        elif _without(pips, self.pays) is None:
            blow("wrong-pips", rule, f"the steps pay other pips than {tally_words(pips)}", step)
        elif not self.covers(pips):
            paid = units_word(self.power.items())
            blow("wrong-power", "163.2", f"{paid} cannot pay {tally_words(pips)} pip by pip", step)


def _without(pips: Tally, paid: Mapping[int, int]) -> Tally | None:
    """Take paid pips away; ``None`` if one of them is not there."""
    if not paid:
        return pips
    left = dict(pips)
    for mask, number in paid.items():
        left[mask] = left.get(mask, 0) - number
        if left[mask] < 0:
            return None
    return tuple((mask, number) for mask, number in left.items() if number)


def serves(terms: Terms, ruleset: Ruleset) -> frozenset[str]:
    """Give the purposes that paying for the play serves; whether Weaponmaster is a gear's matter is open (6.17)."""
    found = purposes(terms, terms.played.kind, terms.played.card.type)
    if terms.played.play.ability == WEAPONMASTER and ruleset.option("weaponmaster_gear_power") == "allow":
        found |= {"gear"}
    return found


def purposes(terms: Terms, kind: str, types: Iterable[str]) -> frozenset[str]:
    """Give the purposes that a payment serves (rules.md 1.6): restricted resources must name one of them.

    Playing a card serves its types; using an activated ability of a gear or a unit serves that type as well. Hiding,
    triggers, effects and applied costs serve none (811.1.c.1, 821.1.c.6).
    """
    serving = {"card": {"spell", "gear", "unit"}, "ability": {"gear", "unit"}}.get(kind, set())
    found = serving.intersection(types)
    if kind == "card":
        found |= {one + "card" for one in found - {"spell"}}  # What is for playing such a card, and not its abilities.
    if terms.fact("showdown"):
        found.add("showdown")
    return frozenset(found)
