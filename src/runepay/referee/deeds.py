"""Actions that pay non-standard costs: each owed line done exactly, by objects that can do it then (356.7, 357.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from runepay.model.cost import RULE_OF, ZONE_OF, Action
from runepay.model.objects import Object
from runepay.model.payment import Step
from runepay.referee.hand import COUNTED, HandStep
from runepay.referee.terms import Terms
from runepay.referee.verdict import Whistle

_NUMBERED: Final = re.compile(r"-\d+$")
KEEPING: Final = frozenset({"exhaust", "buff", "disempower"})
"""Actions after which an object is still there."""


@dataclass(frozen=True, slots=True)
class Due:
    """One owed action: what it belongs to, what is done, how often, and the object whose text asks for it.

    With ``victim`` the object is settled: a discount has read its printed cost (206).
    """

    part: str
    action: Action
    number: int
    bearer: Object
    victim: str | None = None

    @property
    def zone(self) -> str:
        """Where its objects are."""
        return self.action.zone or ZONE_OF[self.action.do]


@dataclass(frozen=True, slots=True)
class Use:
    """One object used once by an action, and the owed actions it can serve."""

    step: int
    name: str
    serves: tuple[int, ...]


class Deeds:
    """Keeps account of the actions of one payment."""

    def __init__(self, terms: Terms, due: Sequence[Due], whistle: Whistle) -> None:
        self.terms = terms
        self.table = terms.table
        self.due = due
        self.whistle = whistle
        self.uses: list[Use] = []
        self.counts: dict[tuple[str, str], int] = {}
        """How much XP was spent and how many cards were burned, by action and part."""
        self.exhausts = ""
        """The object that is exhausted for the same cost, which may come first (357.2)."""

    # ------------------------------------------------------------- one step

    def act(self, step: Step | HandStep, place: int) -> None:
        """Do what an ``act`` step says."""
        do = step.do
        if do not in ZONE_OF:
            self.whistle.blow("unknown-action", "357.2", f"there is no action {do!r}", place)
            return
        part, mine = self._meant(do, step.part)
        if not mine:
            owner = f" for {step.part}" if step.part else ""
            self.whistle.blow("action-not-owed", "357.2", f"no {do} is owed{owner}", place)
        if do in COUNTED:
            self._count(do, step.number, place)
            if mine:
                self.counts[do, part] = self.counts.get((do, part), 0) + step.number
            return
        if len(step.objects) != step.number:
            self.whistle.blow("number-differs", "357.2", f"{do} {step.number} names {len(step.objects)} objects", place)
        for name in step.objects:
            self._do(do, name, mine, place)

    def _meant(self, do: str, part: str) -> tuple[str, list[int]]:
        """Find the owed actions that a step can mean; without a part, any that is done that way.

        A numbered name stands for the cost of that name where only one of them is owed now.
        """
        for word in (part, _NUMBERED.sub("", part)):
            mine = [n for n, due in enumerate(self.due) if due.action.do == do and word in {"", due.part}]
            if mine:
                return word, mine
        return part, []

    def _count(self, do: str, number: int, place: int) -> None:
        """Spend XP or burn cards, as many as are there."""
        table = self.table
        if do == "xp":
            if number > table.xp:
                self.whistle.blow("xp-missing", RULE_OF[do], f"{number} XP spent but {table.xp} there", place)
            table.xp = max(0, table.xp - number)
        elif table.deck is not None:
            if number > table.deck:
                why = f"{number} cards burned but {table.deck} in the deck"
                self.whistle.blow("deck-missing", RULE_OF[do], why, place)
            table.deck = max(0, table.deck - number)

    def _do(self, do: str, name: str, mine: Sequence[int], place: int) -> None:
        one = self.table.layout.by_id.get(name)
        if one is None or one.whose != 0:
            whose = "is not the payer's" if one is not None else "is no object of the state"
            self.whistle.blow("wrong-object", RULE_OF[do], f"{name} {whose}", place)
            return
        fault = self._impossible(do, one)
        if fault:
            self.whistle.blow(*fault, place)
        serves = tuple(n for n in mine if self._serves(self.due[n], one))
        if not serves and name == self.exhausts and self.table.ready(one):
            self.table.tapped.add(name)
            serves = tuple(n for n in mine if self._serves(self.due[n], one))
            self.table.tapped.discard(name)
        if mine and not serves and one.id not in self.table.gone:
            zones = sorted({self.due[n].zone for n in mine})
            self.whistle.blow(
                "wrong-object",
                RULE_OF[do],
                f"{name} ({one.zone}) is not what {do} asks for: from {'/'.join(zones)}, as its cost says",
                place,
            )
        elif mine and serves:
            self.uses.append(Use(place, name, serves))
        table = self.table
        if do == "exhaust":
            table.tapped.add(name)
        elif do == "buff":
            table.bare[name] = table.bare.get(name, 0) + 1
        elif do == "disempower":
            table.calm.add(name)
        elif do == "kill":
            table.kill(one)
        else:
            table.gone.add(name)

    def _impossible(self, do: str, one: Object) -> tuple[str, str, str] | None:
        """Tell why an action cannot be done to an object now (203.3), or ``None``."""
        table, name, rule = self.table, one.id, RULE_OF[do]
        if name in table.gone:
            return "object-gone", rule, f"{name} has already left and cannot {do} again"
        if name in self.terms.played.copies:
            # Of several cards of the name one is on the chain; the others are still there.
            left = self.terms.played.copies - table.gone
            if len(left) <= 1:
                return "played-card", "354", f"{name} is the card being played and is on the chain"
        if do == "exhaust" and not table.ready(one):
            return "not-ready", rule, f"{name} is exhausted already"
        if do == "buff" and table.buffs(one) < 1:
            return "no-buff", rule, f"{name} has no buff to spend"
        if do == "disempower" and not table.empowered(one):
            return "not-empowered", rule, f"{name} is not Empowered"
        return None

    def _serves(self, due: Due, one: Object) -> bool:
        action = due.action
        if due.victim is not None and due.victim != one.id:
            return False
        if action.itself:
            return one.id == due.bearer.id
        if not self._allowed(due.part, one):
            return False
        legend = one.zone == "legend" and due.zone == "board" and action.do in {"exhaust", "disempower"}
        return (one.zone == due.zone or legend) and self.terms.fits(one, action.filter, due.bearer)

    def _allowed(self, part: str, one: Object) -> bool:
        """Tell whether the caller lets this object pay for this part; what he leaves open is free (contract C8)."""
        chosen = self.terms.played.play.choose.objects.get(part)
        if chosen is None or one.id in chosen:
            return True
        return one.name in chosen and one.name not in self.table.layout.by_id

    def removed(self, name: str) -> bool:
        """Tell whether an action of this payment has removed an object."""
        return any(use.name == name for use in self._removing())

    def recheck(self, one: Object, place: int) -> None:
        """Report a removal that an object pays for although, as it is now, it is not what the cost asks for."""
        for use in self._removing():
            if use.name == one.id and not any(self._serves(self.due[n], one) for n in use.serves):
                do = self.due[use.serves[0]].action.do
                why = f"{one.id} is exhausted for its own Add, and {do} asks for another object"
                self.whistle.blow("wrong-object", RULE_OF[do], why, place)

    def _removing(self) -> list[Use]:
        return [use for use in self.uses if self.due[use.serves[0]].action.do not in KEEPING]

    # ------------------------------------------------------------- at the end

    def settle(self, step: int | None = None) -> None:
        """Compare what was done with what is owed; `step` is the Add whose cost these actions are."""
        done = [0] * len(self.due)
        if all(len(use.serves) == 1 for use in self.uses):
            for use in self.uses:
                done[use.serves[0]] += 1
        elif self.uses:
            done = self._assigned()
        for do in sorted(COUNTED):
            self._share(do, done)
        for due, number in zip(self.due, done, strict=True):
            if number != due.number:
                word = "action-missing" if number < due.number else "action-too-often"
                why = f"{due.action.do} {due.number} is owed for {due.part}, and {number} are done"
                self.whistle.blow(word, "357.2", why, step)

    def _share(self, do: str, done: list[int]) -> None:
        """Share counted actions out: first what names its part, then what does not, and the rest is too much."""
        lines = [n for n, due in enumerate(self.due) if due.action.do == do]
        for (word, part), number in sorted(self.counts.items(), reverse=True):
            left = number if word == do else 0
            mine = [n for n in lines if part in {"", self.due[n].part}]
            for n in mine:
                more = min(left, self.due[n].number - done[n])
                done[n] += more
                left -= more
            if left:
                done[mine[-1]] += left

    def _assigned(self) -> list[int]:
        """Give each use one owed action, so that as many as possible are met (a maximum flow)."""
        import networkx as nx  # noqa: PLC0415 - heavy, and needed only when objects can serve several costs

        graph: nx.DiGraph[object] = nx.DiGraph()
        for place, use in enumerate(self.uses):
            graph.add_edge("from", ("use", place), capacity=1)
            for n in use.serves:
                graph.add_edge(("use", place), ("due", n), capacity=1)
        for n, due in enumerate(self.due):
            graph.add_edge(("due", n), "to", capacity=due.number)
        _, flow = nx.maximum_flow(graph, "from", "to")
        done = [0] * len(self.due)
        for place, use in enumerate(self.uses):
            served: Iterable[int] = [n for n in use.serves if flow["use", place].get(("due", n))]
            # What the flow leaves over was done too often.
            done[next(iter(served), use.serves[0])] += 1
        return done
