"""Says in the game's words why a play cannot be paid, from its causes.

A cause is a smallest set of requirements that nothing can meet together (:mod:`runepay.solver.causes`); each becomes
one reason, with its numbers and with what nearly serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from runepay.model.catalogue.phrases import action_words, listed
from runepay.model.cost import RULE_OF
from runepay.model.freeze import freeze
from runepay.model.lines import REMOVES
from runepay.model.objects import Object
from runepay.model.question import Line, Question
from runepay.model.reason import Near, Reason
from runepay.model.resources import ANY, ENERGY, pip_text, pip_word
from runepay.model.state import GameState, Play
from runepay.solver.causes import Cause, Elastic, Key, Measured
from runepay.solver.formulation.classes import all_lines
from runepay.solver.granting import Grant
from runepay.solver.nearly import Nearly
from runepay.solver.network import shortage


def reasons(question: Question, state: GameState | None = None, play: Play | None = None) -> tuple[Reason, ...]:
    """Give the reasons why a question is not payable, at most five, the most telling first.

    Parameters
    ----------
    question
        What is asked.
    state, play
        What it was frozen from: with them targets that must stay are parts of a reason of their own, and what nearly
        serves is named.

    Examples
    --------
    >>> from runepay.model.rulebook import Ruleset
    >>> state = GameState.model_validate({"runes": {"fury": 2, "calm": {"exhausted": 1}}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"energy": 3, "power": ["fury"]}})
    >>> for one in reasons(freeze(state, play, Ruleset.of()), state, play):
    ...     print(one.text)
    ...     print(*(near.text for near in one.because))
    1 Energy missing: 3 owed, 2 to be had
    1 exhausted rune gives no Energy; recycled, Power only
    """
    loose = None
    if state is not None and play is not None and question.needed and play.targets:
        free = tuple(one.model_copy(update={"needed": False}) for one in play.targets)
        loose = freeze(state, play.model_copy(update={"targets": free}), question.ruleset)
    elastic = Elastic(question, loose)
    nearly = None if state is None or play is None else Nearly(state, play, elastic.question)
    if nearly is not None:
        nearly.question = replace(elastic.question, needed=question.needed)
    return Explained(elastic, nearly).reasons


class Explained:
    """The causes and the repair of one question, in words."""

    def __init__(self, elastic: Elastic, nearly: Nearly | None) -> None:
        self.elastic = elastic
        self.question = elastic.question
        self.nearly = nearly
        self.lines = list(all_lines(self.question))

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """One reason for each cause."""
        found = tuple(self.reason(cause) for cause in self.elastic.causes)
        if found:
            return found
        if len(self.elastic.orders) > 1:
            text = "all its Adds together could pay it, but in no order can each be paid for before it gives anything"
            return (Reason("power", "429.3.a", text),)
        return (Reason("unknown", "358.2", "it cannot be paid; what is missing was not found in the time allowed"),)

    def reason(self, cause: Cause) -> Reason:
        """Say one cause."""
        keys = sorted(cause, key=lambda key: (_ORDER.get(key[0], 9), key[1]))
        parts = tuple(self.part(key) for key in keys)
        what = {key[0] for key in keys}
        main = [key for key in keys if key[0] not in {"election", "target", "ambush", "fault"}]
        if "fault" in what:
            rule, text = self.question.faults[keys[0][1]]
            near = self.nearly.forbidden((rule, text)) if self.nearly is not None else ()
            return Reason(_FAULTS.get(rule, "permission"), rule, text, 0, parts, near)
        if not main:
            return self._only_decisions(keys, parts)
        said = self._main(cause, main)
        decided = listed([self._decided(key) for key in keys if key[0] == "election"])
        text = f"{decided}, as you decided: {said.text}" if decided else said.text
        made = replace(said, text=text, parts=parts)
        kept = [key for key in keys if key[0] == "target"]
        if kept:
            names = listed([self._target(key) for key in kept])
            many = "are targets that the play needs, and must stay" if len(kept) > 1 else _NEEDED
            wanted = listed([self._asked(cause, key) for key in main])
            text = f"{wanted}: {names} {many}"
            if all(key[0] in {"energy", "pips"} for key in main):
                text = f"{said.text}; {names}, which could give it, {many}"
            made = replace(made, code="target", rule="357.3", text=text)
        if "ambush" in what:
            wanted = listed([self._asked(cause, key) for key in main])
            text = f"{wanted} takes the last unit of one's own where the Ambush is played to"
            made = replace(made, code="ambush", rule="822.3", text=text)
        return made

    def _only_decisions(self, keys: Sequence[Key], parts: tuple[str, ...]) -> Reason:
        if any(key[0] == "ambush" for key in keys):
            return Reason("ambush", "822.3", "no unit of one's own is where the Ambush is played to", 1, parts)
        decided = listed([self._decided(key) for key in keys if key[0] == "election"])
        return Reason("election", "355", f"{decided}, as you decided: no total allows that", 0, parts)

    def _main(self, cause: Cause, main: Sequence[Key]) -> Reason:
        """Say what of resources and actions is missing."""
        first = main[0]
        code, rule = self._code(first)
        if all(key[0] == "pips" for key in main):
            return self._power(cause, main)
        if len(main) == 1:
            measured = self.elastic.measure(cause, [first], plain=True)
            best = self.elastic.measure(cause, [first])
            shown = measured or best
            if shown is None:
                return Reason(code, rule, f"{self.part(first)} cannot be had as asked", 0, (), self._near(first))
            text = self._amount(first, shown)
            if best is not None and measured is not None and best.missing < measured.missing:
                text += f"; {self._with(best)} still {self._amount(first, best)}"
            return Reason(code, rule, text, shown.missing, (), self._near(first))
        clauses: list[str] = []
        alternatives = [(key, self.elastic.measure(cause, [key])) for key in main]
        known = [(key, one) for key, one in alternatives if one is not None]
        apart = len({one.elections for _, one in known}) > 1
        if first[0] == "energy" and not apart and all(key[0] == "pips" for key in main[1:]):
            energy = next((one for key, one in known if key == first), None)
            if energy is not None and not energy.owed[first]:
                # The play owes no Energy: it is an Add that asks for it.
                power = self._power(cause, main[1:])
                had = energy.for_adds - energy.missing
                dear = f"costs {energy.for_adds} Energy, and {had} of that is to be had"
                text = f"{power.text}; what could give it {dear}"
                return replace(power, text=text, because=(*power.because, *self._near(first)))
        for key, one in known:
            amount = self._amount(key, one)
            clauses.append(f"{self._with(one, known=[other for _, other in known])} {amount}" if apart else amount)
        if apart:
            # What is asked as the caller decided is what is owed; the rest says that deciding otherwise does not help.
            first, one = next(((key, one) for key, one in known if not one.undone), known[0])
            code, rule = self._code(first)
            decided = any(one.undone for _, one in known)
            text = f"whatever {'you decide' if decided else 'is elected'}, something is missing: {'; '.join(clauses)}"
        else:
            asked = listed([self._asked(cause, key) for key in main])
            both = "cannot both be had" if len(main) == 2 else "cannot all be had"
            text = f"{asked} {both}: either {'; or '.join(clauses)}"
        near = [one for key in main for one in self._near(key)]
        shared = self._shared(main)
        missing = next((one.missing for key, one in known if key == first), 0)
        return Reason(code, rule, text, missing, (), tuple(dict.fromkeys([*shared, *near])))

    def _power(self, cause: Cause, main: Sequence[Key]) -> Reason:
        """Say by how much the pips of some sets outnumber the Power that may pay them (Hall's condition)."""
        measured = self.elastic.measure(cause, main, plain=True) or self.elastic.measure(cause, main)
        union = 0
        for _, mask in main:
            union |= mask
        if measured is None:
            return Reason("power", "163.2", f"{power_word(union)} cannot be had as asked")
        owed = sum(measured.owed[key] for key in main)
        short = measured.missing
        if len(main) == 1:
            text = self._amount(main[0], measured)
            best = self.elastic.measure(cause, main)
            if best is not None and best.missing < short:
                text += f"; {self._with(best)} still {self._amount(main[0], best)}"
        else:
            asked = listed([self._asked(cause, key) for key in main])
            need = "ask for Power" if union == ANY else f"need {power_word(union)}"
            text = f"{owed} pips {need} ({asked}); everything you have pays {owed - short} of them"
        near = self.nearly.power(union) if self.nearly is not None else ()
        several = tuple((key[1], measured.owed[key]) for key in main) if len(main) > 1 else ()
        cut = shortage(self.question, several) if several else None
        if cut is not None and self.nearly is not None:
            # The minimum cut of the resource graph names what may pay them.
            said = listed([self.nearly.source(name) for name in cut.sources]) or "nothing"
            near = (Near("163.2", f"what may pay them: {said}"), *near)
        return Reason("power", "163.2", text, short, (), near)

    # ------------------------------------------------------------ words of parts

    def part(self, key: Key) -> str:
        """Name a part for programs."""
        what, number = key
        match what:
            case "pips":
                domains = pip_text(number)
                return f"power:{domains if isinstance(domains, str) else '/'.join(domains)}"
            case "action":
                return f"action:{self.lines[number].action.do}"
            case "target":
                return f"target:{self._member(number).id}"
            case "election":
                return f"election:{self.question.elections[number].id}"
            case "fault":
                return f"rule:{self.question.faults[number][0]}"
            case _:
                return what

    def _member(self, cls: int) -> Object:
        model = self.elastic.first.built.model
        return self.question.objects[model.classes[cls].members[0]]

    def _target(self, key: Key) -> str:
        one = self._member(key[1])
        return self.nearly.name(one) if self.nearly is not None else one.name

    def _decided(self, key: Key) -> str:
        one = self.question.elections[key[1]]
        if one.most > 1 and one.fixed:
            return f"with {one.fixed} for {one.id}"
        return f"with {one.id}" if one.fixed else f"without {one.id}"

    def _code(self, key: Key) -> tuple[str, str]:
        what, number = key
        match what:
            case "energy":
                return "energy", "163.1"
            case "pips":
                return "power", "163.2"
            case "xp":
                return "xp", "730.2"
            case "action":
                return "action", RULE_OF[self.lines[number].action.do]
            case _:
                return "action", RULE_OF["burn"]

    def _asked(self, cause: Cause, key: Key) -> str:
        """Say what a part asks for."""
        measured = self.elastic.measure(cause, [key])
        owed = 0 if measured is None else measured.owed[key]
        what, number = key
        match what:
            case "energy":
                extra = 0 if measured is None else measured.for_adds
                return f"{owed + extra} Energy" + (f" ({extra} of it for what Adds cost)" if extra else "")
            case "pips":
                return f"{owed} {power_word(number)}"
            case "xp":
                return f"{owed} XP"
            case "burn":
                return f"burning {owed}"
            case _:
                return line_words(self.lines[number], owed)

    def _amount(self, key: Key, measured: Measured) -> str:
        """Say how much of a part is missing, of how much."""
        what, number = key
        missing, owed = measured.missing, measured.owed[key]
        match what:
            case "energy":
                extra = measured.for_adds
                asked = f"{owed} owed" + (f" and {extra} for what Adds cost" if extra else "")
                return f"{missing} Energy missing: {asked}, {owed + extra - missing} to be had"
            case "pips":
                return f"{missing} {power_word(number)} missing: {owed} owed, {owed - missing} to be had"
            case "xp":
                return f"{missing} XP missing: {owed} owed, {self.question.xp} to be had"
            case "burn":
                return f"{missing} cards to burn missing: {owed} owed, {self.question.deck} in the deck"
            case _:
                line = self.lines[number]
                return f"{line_words(line, owed)}: {owed} wanted, {owed - missing} to be had"

    def _with(self, measured: Measured, known: Iterable[Measured] = ()) -> str:
        """Say the free elections under which something was measured, as far as they tell it from the others."""
        others = list(known)
        said: list[str] = []
        for name, value in measured.elections:
            if others and all(dict(one.elections).get(name) == value for one in others):
                continue
            # Alone, what the caller decided goes without saying, and so does what is left alone.
            if not others and name not in measured.undone and (not value or self._fixed(name)):
                continue
            said.append(f"with {name}" + (f" {value}" if value > 1 else "") if value else f"without {name}")
        return f"{listed(said)}," if said else ""

    def _fixed(self, name: str) -> bool:
        return any(one.id == name and one.fixed is not None for one in self.question.elections)

    def _near(self, key: Key) -> tuple[Near, ...]:
        if self.nearly is None:
            return ()
        what, number = key
        match what:
            case "energy":
                return self.nearly.energy()
            case "pips":
                return self.nearly.power(number)
            case "action":
                return self.nearly.line(self.lines[number])
            case _:
                return ()

    def _shared(self, main: Sequence[Key]) -> list[Near]:
        """Name the objects that two parts of a cause both want, each in a way that is possible once only."""
        if self.nearly is None:
            return []
        wants = [self._wants(key) for key in main]
        found: list[Near] = []
        for index, one in enumerate(self.question.objects):
            ways = [way for objects in wants for way in set(objects.get(index, ()))]
            if any(ways.count(way) > 1 for way in ways) and len(found) < 3:
                found.append(Near("203.3", f"{self.nearly.name(one)} could serve for either, and serves once"))
        return found

    def _wants(self, key: Key) -> dict[int, tuple[str, ...]]:
        """Give the objects that could serve a part, each with the ways in which that uses it up."""
        found: dict[int, tuple[str, ...]] = {}
        if key[0] == "action":
            line = self.lines[key[1]]
            way = "gone" if line.action.do in REMOVES else line.action.do
            found = dict.fromkeys(line.eligible, (way,))
        elif key[0] in {"energy", "pips"}:
            for one in self.question.supply.producers:
                kinds = {what == ENERGY for (what, _), _ in one.gives}
                if kinds == {key[0] == "energy"}:
                    # Adds come before the play's actions, so what an Add kills serves for nothing else.
                    ways = _ALL_WAYS if one.kill else ("exhaust",) if one.exhaust else ()
                    found[one.object] = (*found.get(one.object, ()), *ways)
        return found

    # ------------------------------------------------------------ the repair

    @cached_property
    def repair(self) -> tuple[tuple[Grant, str], ...]:
        """The smallest repair, each kind of thing with its words; empty where none is known."""
        return tuple((one, self.granted(one)) for one in self.elastic.repair or ())

    def granted(self, one: Grant) -> str:  # noqa: PLR0911 - one line a kind
        """Say what is granted."""
        match one.what:
            case "energy":
                return f"{one.number} more Energy"
            case "power":
                return f"{one.number} more {power_word(one.which)}"
            case "xp":
                return f"{one.number} more XP"
            case "burn":
                return f"{one.number} more {'card' if one.number == 1 else 'cards'} in the deck"
            case "action":
                line = self.lines[one.which]
                if line.action.itself and self.nearly is not None:
                    return f"that this were otherwise: {self.nearly.itself(line).text}"
                many = "one more that serves" if one.number == 1 else f"{one.number} more that serve"
                return f"{many} for {line_words(line, one.number)}"
            case "ambush":
                return "a unit of one's own where the Ambush is played to, which stays"
            case "fault":
                return f"that this were otherwise: {self.question.faults[one.which][1]}"
            case _:
                election = self.question.elections[one.which]
                return f"your decision on {election.id} taken back"


_ORDER = {"fault": 0, "election": 1, "energy": 2, "pips": 3, "action": 4, "xp": 5, "burn": 6, "target": 7, "ambush": 8}
_ALL_WAYS = ("gone", "exhaust", "buff", "disempower")
_FAULTS = {"822.3": "ambush", "441.1.b": "empowered"}
_NEEDED = "is a target that the play needs, and must stay"


def power_word(mask: int) -> str:
    """Say the Power of a pip.

    Examples
    --------
    >>> power_word(1), power_word(33), power_word(63)
    ('Fury Power', 'Fury or Order Power', 'Power of any domain')
    """
    return "Power of any domain" if mask == ANY else f"{pip_word(mask)} Power"


def line_words(line: Line, number: int) -> str:
    """Say an action that is owed so many times.

    Examples
    --------
    >>> from runepay.model.cost import Action
    >>> from runepay.model.filters import Filter
    >>> line_words(Line(Action(do="kill", filter=Filter(type=("unit",))), "board", 1, (), ()), 2)
    'killing 2 friendly units'
    """
    action = line.action
    return action_words(action if action.itself else action.model_copy(update={"number": number}))
