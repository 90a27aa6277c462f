"""The Adds of a turn: those there from the beginning, those that plays bring, and those that come unforeseen."""

from __future__ import annotations

from collections.abc import Iterable

from runepay.model.candidate import Candidate
from runepay.model.clauses import Add, GrantKeyword
from runepay.model.cost import Cost
from runepay.model.freeze import freeze
from runepay.model.objects import Object, fields_of
from runepay.model.question import Producer, Question
from runepay.model.resources import ANY, ENERGY
from runepay.model.state import Play
from runepay.model.turncards import ENTERS_EXHAUSTED, ENTERS_READY
from runepay.solver.plan.discounts import may_cease
from runepay.solver.plan.given import Given
from runepay.solver.plan.lines import Lines
from runepay.solver.plan.option import Declined, Key
from runepay.solver.plan.reads import NOTHING, of_record


class Adds:
    """What gives resources, by object and ability.

    Attributes
    ----------
    producers, begin
        All that are known of, each with its object; and those of the beginning.
    arrives
        By play: the Adds that it brings, which can be used at once.
    later_power
        Whether others than plain Energy come during the turn, so that lanes may not tell what can be paid.
    conditional
        The plays, as bits, that bring an Add with a condition or a purpose: it is there for some moments or costs only.
    """

    def __init__(self, given: Given) -> None:
        self.given = given
        self.producers: dict[Key, tuple[Producer, Object]] = {}
        self.begin: dict[Key, Producer] = {}
        self._begun = self._unsure = False
        self.arrives: list[tuple[Key, ...]] = [()] * len(given.plays)
        self.later_power = False
        self.conditional = 0

    def note(self, question: Question) -> tuple[Key, ...]:
        """Note the Adds of a question, and give their names."""
        keys: list[Key] = []
        for one in question.supply.producers:
            thing = question.objects[one.object]
            key = (thing.id, one.ability, one.copied)
            keys.append(key)
            if key not in self.producers:
                if self._begun:
                    _plain(one, thing)
                self.producers[key] = (one, thing)
        return tuple(keys)

    def close(self) -> None:
        """Take what was noted until now as there from the beginning, if it is of a kind that can be proven."""
        self.begin = {key: one for key, (one, _) in self.producers.items()}
        self._begun = True
        by_object: dict[str, int] = {}
        for key, (producer, thing) in self.producers.items():
            by_object[key[0]] = by_object.get(key[0], 0) + 1
            _plain(producer, thing)
        if any(number > 1 for number in by_object.values()):
            raise Declined("an object with several Adds")
        chosen = {one.object for play in self.given.plays for one in play.targets or ()}
        names = {thing.name for _, thing in self.producers.values()}
        if chosen & (by_object.keys() | names):
            raise Declined("an Add's object is a target")

    def come(self, lines: Lines) -> None:
        """Work out what plays bring, and whether Adds that wait for something may come."""
        given = self.given
        # A unit beside which others enter ready may come later, or go for a cost; Accelerate may be granted.
        self._unsure = given.hastens or (given.hastened and lines.kind is not None) or _hurries(given)
        mine = (thing for thing in given.objects if not thing.whose and thing.zone in {"board", "legend"})
        copies = any(add.copies for thing in mine for add in thing.adds)
        for place, (play, card) in enumerate(zip(given.plays, given.cards, strict=True)):
            if play.kind != "card" or not {"unit", "gear"} & set(card.type):
                continue
            adds = self._printed(play, card)
            if adds and (copies or any(add.copies for add in adds)):
                raise Declined("an Add that may copy one that comes")
            if adds and not self._exhausted(place, play, card):
                self._later(adds)
                if any(add.when or add.purpose for add in adds):
                    self.conditional |= 1 << place
                else:
                    self.arrives[place] = self._arriving(place)
        for thing in given.objects:
            if not thing.whose and thing.zone in {"board", "legend"}:
                self._later(add for add in thing.adds if add.when)

    def _printed(self, play: Candidate, card: Object) -> tuple[Add, ...]:
        objects, cards = self.given.objects, self.given.start.state.cards
        thing = next((one for one in objects if one.zone == play.origin and play.card in (one.id, one.name)), None)
        if thing is not None:
            return thing.adds
        fields = fields_of(card.name, cards)
        return play.adds if "adds" in play.model_fields_set or fields is None else fields.adds

    def _exhausted(self, place: int, play: Candidate, card: Object) -> bool:
        """Tell whether a permanent enters exhausted, so that what it would add does not come this turn."""
        if "unit" in card.type and card.name not in ENTERS_READY and play.enters is None:
            if self._unsure or any(one.keyword == "accelerate" for one in self.given.now[place].components):
                raise Declined("a unit with an Add that may enter ready")
            return not self.given.hastened
        return play.enters == "exhausted" or (play.enters is None and card.name in ENTERS_EXHAUSTED)

    def _arriving(self, place: int) -> tuple[Key, ...]:
        """Give the Adds that a permanent brings, by making it alone."""
        given = self.given
        after = given.moment((place,)).state
        probe = Play(kind="effect", cost=Cost(energy=1, power=(ANY,)))
        question = freeze(after, probe, given.ruleset)
        new = {one.id for one in question.objects} - {one.id for one in given.objects if one.zone == "board"}
        keys: list[Key] = []
        for one in question.supply.producers:
            thing = question.objects[one.object]
            if thing.id in new or thing.id == given.plays[place].card:
                _plain(one, thing)
                key = (thing.id, one.ability, one.copied)
                self.producers[key] = (one, thing)
                keys.append(key)
        if len(keys) > 1:
            raise Declined("an object with several Adds")
        return tuple(keys)

    def _later(self, adds: Iterable[Add]) -> None:
        """Note that Adds come later; only plain Energy leaves the lanes exact."""
        for add in adds:
            if add.gives.power or add.purpose:
                self.later_power = True

    def energy_of(self, adds: Iterable[Key]) -> int:
        """Give the Energy that Adds give."""
        return sum(n for key in adds for kind, n in self.producers[key][0].gives if kind[0] == ENERGY)


def _hurries(given: Given) -> bool:
    """Tell whether a play may let units have Accelerate from then on."""
    said = [
        clause
        for play, card in zip(given.plays, given.cards, strict=True)
        for clause in (*card.clauses, *play.then.effects, *play.then.next)
    ]
    return any(isinstance(one, GrantKeyword) and one.keyword == "accelerate" for one in said)


def _plain(producer: Producer, thing: Object) -> None:
    """Decline an Add that the search does not know how to use."""
    if producer.nested or producer.repeats or producer.copied:
        raise Declined("an Add with a cost of its own")
    if any(of_record(when) != NOTHING and may_cease(when) for when in thing.adds[producer.ability].when):
        raise Declined("an Add that may cease to be there")
