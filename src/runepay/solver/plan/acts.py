"""Objects that the costs of a turn kill or exhaust, where which ones they are may be left open until the end.

That is so where all such costs of the turn ask for the same (kill a unit, say), nothing else of the turn tells these
objects apart or looks at them, and none of them has a use of its own. Then a cost can be paid while enough of them are
there that were not taken before; at the end those go that are worth least, each at a moment at which it was there.
"""

from __future__ import annotations

from collections.abc import Sequence

from runepay.model.freeze import freeze
from runepay.model.objects import Object, compile_objects
from runepay.model.question import Question
from runepay.model.values import loss
from runepay.solver.formulation.classes import all_lines
from runepay.solver.plan.given import Given
from runepay.solver.plan.lines import Kind, kind_of
from runepay.solver.plan.option import Option
from runepay.solver.plan.sight import Sight


class Acts:
    """The objects that costs of one kind may take: those there from the beginning, and those that plays bring.

    Attributes
    ----------
    reason
        Why they cannot be left open, or nothing.
    things
        What is there from the beginning.
    comes
        By play: what it brings.
    mask
        The plays that bring something, as bits.
    """

    def __init__(self, given: Given, sight: Sight, kind: Kind, *, flowing: bool) -> None:
        self.do = kind[0]
        self.kind = kind
        self.things: tuple[Object, ...] = ()
        self.comes: dict[int, Object] = {}
        self.reason = _beside(given, sight, self.do, flowing=flowing) or self._read(given)
        self.mask = sum(1 << place for place in self.comes)

    def _read(self, given: Given) -> str:
        """Find the objects; tell why they cannot be left open."""
        acting = [place for place, question in enumerate(given.now) if self._eligible(question) is not None]
        found = [self._eligible(given.now[place]) or {} for place in acting]
        if any(one.keys() != found[0].keys() for one in found):
            return "costs with actions on different objects"
        self.things = tuple(found[0].values())
        for place, play in enumerate(given.plays):
            other = next((one for one in acting if one != place), None)
            if other is None or play.kind != "card" or not {"unit", "gear"} & set(given.cards[place].type):
                continue
            after = given.moment((place,)).state
            now = self._eligible(freeze(after, given.plays[other], given.ruleset)) or {}
            if not now.keys() >= found[0].keys() or not now.keys() <= {*found[0].keys(), play.card}:
                return "a cost with actions on what a play changes"
            if play.card in now and play.card not in found[0]:
                self.comes[place] = now[play.card]
        held = {one.attached_to for one in compile_objects(given.start.state, given.ruleset)}
        for thing in (*self.things, *self.comes.values()):
            reaches = any(one.on is not None for one in thing.clauses)
            if thing.adds or reaches or thing.watches or thing.instead or held & {thing.id, thing.name}:
                return "a cost with actions on an object of other uses"
        return ""

    def _eligible(self, question: Question) -> dict[str, Object] | None:
        """Give the objects that an action of this kind may take, by id, or nothing if the play has no such action."""
        found = [line for line in all_lines(question) if kind_of(line) == self.kind]
        if not found:
            return None
        sets = [{question.objects[index].id: question.objects[index] for index in line.eligible} for line in found]
        return sets[0] if all(one.keys() == sets[0].keys() for one in sets) else {}

    def enough(self, taken: int, made: int) -> bool:
        """Tell whether so many objects can have been taken, with these plays made before the last of them.

        What is there grows with every play, so that it is enough to count at each moment.
        """
        return taken <= len(self.things) + (made & self.mask).bit_count()

    def chosen(self, order: Sequence[int], options: Sequence[Option]) -> list[Object]:
        """Give what goes, in the order in which it goes: what is worth least, each while it is there.

        What can go together is the independent set of a transversal matroid, so the least are taken first.
        """
        slots: list[int] = []
        made = 0
        for place, option in zip(order, options, strict=True):
            slots.extend([made] * option.acts)
            made |= 1 << place
        if not slots:
            return []
        able: list[tuple[int, str, int, Object]] = [(self.worth(one), one.id, -1, one) for one in self.things]
        able += [(self.worth(one), one.id, place, one) for place, one in self.comes.items() if made >> place & 1]
        able.sort(key=lambda one: one[:2])
        taken: dict[int, int] = {}

        def fits(at: int, seen: set[int]) -> bool:
            place = able[at][2]
            for slot, before in enumerate(slots):
                if slot in seen or not (place < 0 or before >> place & 1):
                    continue
                seen.add(slot)
                if slot not in taken or fits(taken[slot], seen):
                    taken[slot] = at
                    return True
            return False

        for at in range(len(able)):
            if len(taken) == len(slots):
                break
            fits(at, set())
        return [able[taken[slot]][3] for slot in range(len(slots))]

    def worth(self, thing: Object) -> int:
        """Give what is lost where it goes."""
        return loss(self.do, "board", thing)


def _beside(given: Given, sight: Sight, do: str, *, flowing: bool) -> str:
    """Tell what else of the turn may look at these objects, or use them."""
    if flowing or any(sight.sees) or any(one.whole or one.ready or one.board for one in sight.reads):
        return "a cost with actions, beside what reads the board"
    mine = {thing.id for thing in given.objects if not thing.whose} | {t.name for t in given.objects if not t.whose}
    for play, question in zip(given.plays, given.now, strict=True):
        if play.kind == "ability" or any(target.object in mine for target in play.targets or ()):
            return "a cost with actions, beside uses of own objects"
        if do == "exhaust" and (given.hastens or any(one.keyword == "accelerate" for one in question.components)):
            return "a cost that exhausts, beside units that may enter ready"
    return ""
