"""What nearly serves a payment, and why it does not: exhausted, too slow, for something else, in the wrong zone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from runepay.model.buffs import spendable
from runepay.model.catalogue.phrases import is_words, listed
from runepay.model.catalogue.scopes import conditions_words
from runepay.model.clauses import Add, Condition
from runepay.model.filters import Filter
from runepay.model.guards import ALWAYS, NEVER
from runepay.model.lines import REMOVES
from runepay.model.objects import MIGHTY, Object
from runepay.model.played import ability_of, source_of
from runepay.model.question import Line, Question
from runepay.model.reading import Position, condition, conditions, matches
from runepay.model.reason import Near
from runepay.model.resources import ENERGY, PURPOSES, purpose_text, reach
from runepay.model.state import GameState, Play

MOST: Final = 5
"""At most so many things are named that nearly serve."""


class Nearly:
    """Looks for what nearly serves one play.

    Examples
    --------
    >>> from runepay.model.freeze import freeze
    >>> from runepay.model.rulebook import Ruleset
    >>> state = GameState.model_validate({"board": [{"card": "Seal of Rage", "ready": False}]})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"power": ["fury"]}})
    >>> for one in Nearly(state, play, freeze(state, play, Ruleset.of())).power(1):
    ...     print(one.text, one.rule)
    Seal of Rage is exhausted, so its Add cannot be used 414.4
    """

    def __init__(self, state: GameState, play: Play, question: Question) -> None:
        self.question = question
        self.state = state
        source = source_of(state, play, question.objects, question.ruleset)
        self.bearer = source or question.card
        self.position = Position(state, play, question.card, question.objects, None, source=source)
        self.used = {(one.object, one.ability) for one in question.supply.producers}
        self.ended = {
            (one.object, one.ability) for one in question.supply.producers
            if one.keeps_xp and one.keeps_xp + one.xp > question.xp
        }  # fmt: skip

    def name(self, one: Object) -> str:
        """Name an object, with its id where several bear the name."""
        several = sum(other.name == one.name for other in self.question.objects) > 1
        return f"{one.name} ({one.id})" if several and one.name != one.id else one.name

    def source(self, name: str) -> str:
        """Name a source of the resource graph."""
        kind, _, rest = name.partition(":")
        if kind == "runes":
            number = next(r + e for domain, r, e in self.question.supply.runes if domain == rest)
            return f"{number} {rest.capitalize()} rune{'s' if number > 1 else ''}"
        if kind == "pool":
            return f"{rest.capitalize()} Power in the pool"
        return self.name(next(one for one in self.question.objects if one.id == name))

    def energy(self) -> tuple[Near, ...]:
        """Say what would give Energy and does not."""
        found = [*self._adds(ENERGY, 0), *self._floating(ENERGY, 0)]
        exhausted = sum(number for _, _, number in self.question.supply.runes)
        if exhausted:
            one = "1 exhausted rune gives" if exhausted == 1 else f"{exhausted} exhausted runes give"
            found.append(Near("164.2", f"{one} no Energy; recycled, Power only"))
        power = [(what, n) for (what, tag), n in self.question.supply.pool if what != ENERGY and not tag]
        if power and not self._converting:
            said = listed([f"{n} {what.capitalize()} Power" for what, n in power])
            found.append(Near("163.1", f"{said} in the pool cannot pay Energy"))
        found += self._power_only()
        return tuple(dict.fromkeys(found))[:MOST]

    def power(self, mask: int) -> tuple[Near, ...]:
        """Say what would give Power for these domains and does not."""
        found = [*self._adds("power", mask), *self._floating("power", mask)]
        pool = dict(self.question.supply.pool)
        if pool.get((ENERGY, ""), 0) and not self._converting:
            found.append(Near("163.2", f"{pool[ENERGY, '']} Energy in the pool cannot pay Power"))
        wrong = [
            (domain.capitalize(), ready + exhausted)
            for domain, ready, exhausted in self.question.supply.runes
            if not reach(domain) & mask
        ]
        if wrong:
            said = listed([f"{number} {domain} rune{'s' if number > 1 else ''}" for domain, number in wrong])
            other = "another domain" if len(wrong) == 1 else "other domains"
            found.append(Near("164.2", f"recycling {said} gives Power of {other}"))
        return tuple(dict.fromkeys(found))[:MOST]

    def _power_only(self) -> Iterator[Near]:
        """Say which Adds are there that give Power and no Energy."""
        gives: dict[int, set[bool]] = {}
        for one in self.question.supply.producers:
            gives.setdefault(one.object, set()).update(what == ENERGY for (what, _), _ in one.gives)
        names: dict[str, int] = {}
        for place in [place for place, kinds in gives.items() if kinds == {False}]:
            name = self.question.objects[place].name
            names[name] = names.get(name, 0) + 1
        if names and not self._converting:
            said = listed([name if number == 1 else f"{number} {name}" for name, number in names.items()])
            many = "gives" if sum(names.values()) == 1 else "give"
            yield Near("163.1", f"{said} {many} Power, which cannot pay Energy")

    @property
    def _converting(self) -> bool:
        """Whether something turns Energy into Power or back."""
        return any(one.converts or one.energy or one.pips for one in self.question.supply.producers)

    def _adds(self, what: str, mask: int) -> Iterator[Near]:
        for index, one in enumerate(self.question.objects):
            if one.whose or not one.adds:
                continue
            for number, add in enumerate(one.adds):
                if not _gives(add, what, mask):
                    continue
                if (index, number) in self.used:
                    if (index, number) in self.ended:
                        text = f"using {self.name(one)}'s Add would spend XP that its own condition asks for"
                        yield Near("824", text)
                    continue
                near = self._idle(index, one, add)
                if near is not None:
                    yield near

    def _idle(self, index: int, one: Object, add: Add) -> Near | None:  # noqa: PLR0911 - one line a cause
        name = self.name(one)
        if one.zone not in {"board", "legend"}:
            if one.zone == "hand":
                return Near("", f"{name} is in hand; its Add can be used once it is on the board")
            return None
        if add.exhaust and not one.ready:
            return Near("414.4", f"{name} is exhausted, so its Add cannot be used")
        if add.speed != "reaction":
            return Near("429.3", f"{name}'s Add is not a Reaction: it can be used beforehand, not while paying")
        if add.kill and index in self.question.needed:
            return Near("357.3", f"{name} is a target that the play needs, so it cannot be killed for its Add")
        if add.when and conditions(add.when, self.position, one, 0) != ALWAYS:
            if any(map(self._absent, add.when)):
                return None
            return Near("", f"the condition of {name}'s Add is not met; it asks that {conditions_words(add.when)}")
        tag = purpose_text(add.purpose)
        if tag and tag not in self.question.supply.fits:
            return Near("", f"{name} gives what may be spent on {_purpose(tag)} only")
        return None

    def _absent(self, one: Condition) -> bool:
        """Tell whether a condition asks for a card that the payer does not have at all, so that it is beside the point.

        Gold gives Energy under a certain legend only; without that legend nobody expects it to.
        """
        asked = one.amount.of.card if one.amount is not None and one.at_least else ()
        mine = {other.name for other in self.question.objects if not other.whose}
        return bool(asked and mine.isdisjoint(asked)) or any(map(self._absent, one.all_of))

    def _floating(self, what: str, mask: int) -> Iterator[Near]:
        for one in self.state.pool.restricted:
            tag = purpose_text(one.purpose)
            if tag in self.question.supply.fits:
                continue
            if what == ENERGY and one.energy:
                yield Near("", f"{one.energy} Energy in the pool may be spent on {_purpose(tag)} only")
            if what != ENERGY:
                for power, number in one.power.items():
                    if number and reach(power) & mask:
                        said = f"{number} {power.capitalize()} Power in the pool may be spent on {_purpose(tag)} only"
                        yield Near("", said)

    def bearer_of(self, line: Line) -> Object:
        """Say whose cost an action belongs to."""
        parts = [(one.bearer, one.lines) for one in self.question.components]
        parts += [(one.bearer, one.lines) for one in self.question.alternates]
        for bearer, lines in parts:
            if bearer is not None and any(one is line for one in lines):
                return bearer
        for producer in self.question.supply.producers:
            if any(one is line for one in producer.lines):
                return self.question.objects[producer.object]
        return self.bearer

    def itself(self, line: Line) -> Near:
        """Say why an object cannot do to itself what its cost asks for."""
        bearer = self.bearer_of(line)
        one = next((other for other in self.question.objects if other.id == bearer.id), None)
        do, name = line.action.do, bearer.name if one is None else self.name(one)
        if one is None or one.whose:
            return Near("203.3", f"{name} is not there, so its cost cannot be paid")
        if line.zone != one.zone and not (line.zone == "board" and do in {"exhaust", "disempower"}):
            return Near("203.3", f"{name} is {_zone(one.zone)}, not {_zone(line.zone)}")
        reasons = {
            "exhaust": Near("414.4", f"{name} is exhausted already"),
            "buff": Near("702.2.b", f"{name} has {_buffs(one.buffs)}"),
            "disempower": Near("203.3", f"{name} is not Empowered"),
        }
        return reasons.get(do, Near("203.3", f"{name} cannot serve for it"))

    def line(self, line: Line) -> tuple[Near, ...]:
        """Say which of one's objects nearly serve an action, and why they do not."""
        if line.zone == "player":
            return ()
        if line.action.itself:
            return () if line.eligible else (self.itself(line),)
        bearer = self.bearer_of(line)
        found: list[Near] = []
        for index, one in enumerate(self.question.objects):
            if one.whose:
                continue
            if index in line.eligible and not dict(line.after).get(index):
                weaker = self._weaker(line, one)
                found += [weaker] if weaker is not None else []
                continue
            near = self._near(line, index, one, bearer)
            if near is not None:
                found.append(near)
        if line.zone == "hand" and self.question.origin == "hand" and self.question.kind == "card":
            name = self.question.card.name
            found.append(Near("354", f"{name} itself is on the chain while it is paid for, and in hand no more"))
        return tuple(found[:MOST])

    def _weaker(self, line: Line, one: Object) -> Near | None:
        """Say how many of an object's buffs can be spent where its Might must not fall too low."""
        if line.action.do != "buff":
            return None
        able = spendable(one, line)
        if able >= one.buffs:
            return None
        might = (one.might or 0) - able
        said = f"only {able} of the {one.buffs} buffs of {self.name(one)} can be spent: it has {might} Might then"
        return Near("203.3", said)

    def forbidden(self, fault: tuple[str, str]) -> tuple[Near, ...]:
        """Say what the condition of an ability asks for, where that is what forbids it."""
        play = self.position.play
        if fault[0] != "358.3" or play.ability is None or self.position.source is None:
            return ()
        ability = ability_of(play, self.position.source, self.question.objects)
        if ability is None:
            return ()
        failing = [one for one in ability.when if condition(one, self.position, self.bearer, 0) == NEVER]
        return (Near("358.3", f"it asks that {conditions_words(failing)}"),) if failing else ()

    def _near(  # noqa: PLR0911 - one line a cause
        self, line: Line, index: int, one: Object, bearer: Object
    ) -> Near | None:
        wanted, do, name = line.action.filter, line.action.do, self.name(one)
        if index in line.matching and index not in line.eligible:
            if index in self.question.needed:
                return Near("357.3", f"{name} is a target that the play needs, and must stay")
            return Near("", f"{name} is not among the objects chosen to pay for it")
        kinds = Filter(type=wanted.type, tag=wanted.tag, card=wanted.card, supertype=wanted.supertype)
        if not matches(one, kinds, self.position, bearer):
            return None
        legend = line.zone == "board" and do in {"exhaust", "disempower"} and one.zone == "legend"
        if one.zone != line.zone and not legend:
            if one.zone in {"battlefields", "legend"} or not (kinds.type or kinds.tag or kinds.card):
                return None
            return Near("203.3", f"{name} is {_zone(one.zone)}, not {_zone(line.zone)}")
        if do == "exhaust" and not one.ready:
            return Near("414.4", f"{name} is exhausted")
        if do == "buff" and not one.buffs:
            return Near("702.2.b", f"{name} has no buff")
        if do == "disempower" and not one.empowered:
            return Near("203.3", f"{name} is not Empowered")
        return self._unlike(line, index, one, bearer)

    def _unlike(self, line: Line, index: int, one: Object, bearer: Object) -> Near | None:
        wanted, name = line.action.filter, self.name(one)
        if wanted.other and one.id == bearer.id:
            return Near("203.3", f"{name} itself cannot serve: another is asked for")
        failing: dict[str, object] = {}
        for field in wanted.model_fields_set - {"type", "tag", "card", "supertype", "chosen", "covers_chosen"}:
            alone = Filter.model_validate({field: getattr(wanted, field)})
            if not matches(one, alone, self.position, bearer):
                failing[field] = getattr(wanted, field)
        if not failing:
            return None
        said = f"{name} is not {is_words(Filter.model_validate(failing))}"
        if failing.keys() & {"mighty", "might"}:
            said += f": it has {one.might or 0} Might" + (f" ({_buffs(one.buffs)} included)" if one.buffs else "")
            if wanted.mighty:
                said += f", and Mighty means {MIGHTY} or more"
        need = dict(line.after).get(index)
        if need and line.action.do in {*REMOVES, "exhaust"}:
            said += f"; it would be only if the same payment left it {listed([_LEFT[one] for one in need])}"
        return Near("203.3", said)


_LEFT: Final = {"exhausted": "exhausted", "bare": "without its buffs", "calmed": "no longer Empowered"}


def _gives(add: Add, what: str, mask: int) -> bool:
    if what == ENERGY:
        return bool(add.gives.energy)
    return any(number and reach(power) & mask for power, number in add.gives.power.items())


_SAID: Final = {
    "spell": "playing spells", "gear": "gear", "unit": "units", "showdown": "payments during showdowns",
    "gearcard": "playing gear", "unitcard": "playing units",
}  # fmt: skip


def _purpose(tag: str) -> str:
    return listed([_SAID[one] for one in PURPOSES if one in tag.split("/")], "or")


def _buffs(number: int) -> str:
    return {0: "no buff", 1: "its buff"}.get(number, f"its {number} buffs")


def _zone(zone: str) -> str:
    return {
        "board": "on the board", "hand": "in hand", "trash": "in the trash", "champion": "in the Champion Zone",
        "facedown": "facedown", "banished": "banished", "legend": "the legend", "battlefields": "a battlefield",
        "deck": "in the deck",
    }.get(zone, zone)  # fmt: skip
