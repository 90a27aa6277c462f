"""What a whole turn costs by the goal: every criterion of a payment, summed or read at the end of the turn.

The criteria are those of one payment (design, section 2), for all payments of the turn together: what they lose,
recycle, tap and spend is added up; *energy* is what is spent minus what floated before the turn; *balance*,
*most-ready* and *ready-recycles* compare the end with the beginning; *surplus* is what the turn added and left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from runepay.model.events import used_add
from runepay.model.goals import Goal
from runepay.model.left import lost
from runepay.model.objects import Object
from runepay.model.payment import Kind, Payment, Step
from runepay.model.pool import whole_pool
from runepay.model.question import Question
from runepay.model.resources import ENERGY, UNIVERSAL
from runepay.model.state import GameState
from runepay.solver.debt import debt, in_deck


@dataclass(slots=True)
class Tally:
    """What payments have done so far."""

    losses: int = 0
    tapped: int = 0
    steps: int = 0
    unelected: int = 0
    exhausted: dict[str, int] = field(default_factory=dict)
    recycled: dict[str, int] = field(default_factory=dict)
    added: dict[Kind, int] = field(default_factory=dict)
    spent: dict[Kind, int] = field(default_factory=dict)
    on_plays: dict[Kind, int] = field(default_factory=dict)
    """What was spent on plays themselves, without the costs of Adds."""
    granted: dict[Kind, int] = field(default_factory=dict)
    """What effects floated."""

    def copy(self) -> Tally:
        """Give a copy that can be counted on."""
        return Tally(
            self.losses,
            self.tapped,
            self.steps,
            self.unelected,
            dict(self.exhausted),
            dict(self.recycled),
            dict(self.added),
            dict(self.spent),
            dict(self.on_plays),
            dict(self.granted),
        )

    def count(self, question: Question, payment: Payment, objects: tuple[Object, ...]) -> None:
        """Count a payment."""
        self.losses += sum(one["value"] for one in lost(payment, objects))
        for step in payment.steps:
            self.count_step(step, objects)
        decided = payment.elections
        self.unelected += sum(
            1 for one in question.elections if one.fixed is None and not one.alternate and not decided.get(one.id)
        )

    def count_step(self, step: Step, objects: tuple[Object, ...]) -> None:
        """Count one step, apart from what it loses."""
        name = step.object.partition(":")[2]
        number = step.number
        if step.step in {"exhaust", "recycle"}:
            into = self.exhausted if step.step == "exhaust" else self.recycled
            into[name] = into.get(name, 0) + number
        elif step.step == "add":
            by_id = {one.id: one for one in objects}
            add = used_add(step, by_id)
            if add.any_amount:
                number = 1  # A converter is used once, whatever the amount.
            self.tapped += number if add.exhaust and "unit" in by_id[step.object].type else 0
        elif step.step == "act" and step.do == "exhaust":
            self.tapped += number
        self.steps += number
        if step.step == "spend":
            for kind, units in step.gives:
                self.spent[kind] = self.spent.get(kind, 0) + units
                if not step.part:
                    self.on_plays[kind] = self.on_plays.get(kind, 0) + units
        else:
            for kind, units in step.gives:
                self.added[kind] = self.added.get(kind, 0) + units


@dataclass(frozen=True, slots=True)
class Start:
    """What the turn began with, as far as criteria ask."""

    runes: dict[str, tuple[int, int]]
    pool: dict[Kind, int]

    @classmethod
    def of(cls, state: GameState) -> Start:
        """Read a state."""
        return cls({domain: (one.ready, one.exhausted) for domain, one in state.runes.items()}, whole_pool(state))


def values(goal: Goal, start: Start, tally: Tally, kept: Mapping[str, int] | None = None) -> tuple[int, ...]:
    """Give the value of every criterion for the whole turn; those that keep something are handed in."""
    known = kept or {}
    return tuple(known[name] if name in known else _value(name, start, tally) for name in goal.criteria)


def _value(name: str, start: Start, tally: Tally) -> int:  # noqa: PLR0911, PLR0912 - one line a criterion
    spent = tally.spent
    match name:
        case "losses":
            return tally.losses
        case "recycles":
            return sum(tally.recycled.values())
        case "tapped":
            return tally.tapped
        case "unrestricted":
            return sum(number for kind, number in spent.items() if not kind[1])
        case "energy":
            floating = sum(number for kind, number in start.pool.items() if kind[0] == ENERGY)
            return sum(number for kind, number in spent.items() if kind[0] == ENERGY) - floating
        case "universal":
            return spent.get((UNIVERSAL, ""), 0)
        case "keep-universal":
            return sum(number for kind, number in spent.items() if kind[0] == UNIVERSAL)
        case "balance":
            left = (sum(runes) - tally.recycled.get(domain, 0) for domain, runes in start.runes.items())
            return sum(number * number for number in left)
        case "ready-recycles":
            return sum(max(0, number - start.runes[domain][1]) for domain, number in tally.recycled.items())
        case "surplus":
            return sum(
                made - max(0, spent.get(kind, 0) - start.pool.get(kind, 0) - tally.granted.get(kind, 0))
                for kind, made in tally.added.items()
            )
        case "steps":
            return tally.steps
        case "unelected":
            return tally.unelected
        case "most-ready":
            return sum(tally.exhausted.values()) - sum(ready for ready, _ in start.runes.values())
        case _:
            return _with_a_number(name, start, tally)


def _with_a_number(name: str, start: Start, tally: Tally) -> int:
    stem, _, rest = name.partition(":")
    if stem == "rune-debt":
        return debt(in_deck(sum(map(sum, start.runes.values()))), sum(tally.recycled.values()), int(rest))
    if stem == "keep-domain":
        return sum(number for kind, number in tally.spent.items() if kind[0] == rest)
    what, _, number = rest.partition(":")
    paid = sum(count for kind, count in tally.on_plays.items() if (kind[0] == ENERGY) == (what == "energy"))
    return max(0, int(number) - paid)


def truncated(goal: Goal, start: Start, tally: Tally) -> tuple[int, ...]:
    """Give what is cut off at a bound and so does not add up: it tells apart moments that are otherwise equal."""
    cut = [min(tally.spent.get(kind, 0), number) for kind, number in start.pool.items()]
    cut += [min(tally.spent.get(kind, 0), start.pool.get(kind, 0) + n) for kind, n in sorted(tally.granted.items())]
    if any(one.startswith("spend-at-least") for one in goal.criteria):
        cut.append(sum(number for kind, number in tally.on_plays.items() if kind[0] == ENERGY))
        cut.append(sum(number for kind, number in tally.on_plays.items() if kind[0] != ENERGY))
    return tuple(cut)
