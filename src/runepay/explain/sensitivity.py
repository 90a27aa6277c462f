"""What would change the answer: one more rune of each domain, each optional election, each order of the discounts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, permutations
from typing import Any, Final

from runepay import api
from runepay.answer import Answer, owed_json
from runepay.explain.better import gain
from runepay.explain.mend import more_runes
from runepay.explain.words import cost
from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.guards import holds
from runepay.model.resources import DOMAINS, LIMIT
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import GameState, Play

MOST_ORDERS: Final = 24
"""So many orders of discounts are looked at."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing changed, and what the answer is then.

    Attributes
    ----------
    kind
        ``rune``, ``election`` or ``order``.
    what
        What is different: a domain, ``accelerate: true``, the order of the discounts by id.
    text
        What that is worth, in words.
    criterion
        The first criterion of the goal that differs, or nothing.
    before, after
        Its values.
    answer
        The answer then.
    """

    kind: str
    what: str
    text: str
    criterion: str
    before: int
    after: int
    answer: Answer = field(repr=False)

    def to_json(self) -> dict[str, Any]:
        """Write the change."""
        return {
            "kind": self.kind,
            "what": self.what,
            "text": self.text,
            "status": self.answer.status,
            "owed": owed_json(self.answer.owed, self.answer.question.ruleset),
            "criterion": self.criterion,
            "before": self.before,
            "after": self.after,
        }


def sensitivity(
    state: GameState,
    play: Play,
    goal: str | Iterable[str] | Goal = ("thrifty",),
    *,
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: dict[str, str] | None = None,
) -> tuple[Change, ...]:
    """Say what one more ready rune of each domain, each optional election and each order of discounts changes.

    Examples
    --------
    >>> state = GameState.model_validate({"runes": {"fury": 5}, "hand": ["Charm"]})
    >>> for one in sensitivity(state, Play(card="Brazen Buccaneer"))[::6]:
    ...     print(one.what, "-", one.text)
    fury - with 1 more ready Fury rune you could lose 3 less for good
    discard: false - without discard it is not payable
    """
    aim = goal if isinstance(goal, Goal) else Goal.of([goal] if isinstance(goal, str) else goal)
    state, play, question = api.asked(state, play, ruleset=ruleset, options=options)
    rules = question.ruleset
    base = api.answer(state, play, question, aim)
    found: list[Change] = []
    for domain in DOMAINS:
        if domain in state.runes and state.runes[domain].ready >= LIMIT:
            continue  # No position has more.
        answer = api.solve(more_runes(state, {domain: 1}), play, aim, ruleset=rules)
        found.append(_change("rune", domain, f"with 1 more ready {domain.capitalize()} rune", base, answer, runes=True))
    for one in question.elections:
        if one.fixed is not None:
            continue
        now = dict(base.owed.choices.elections).get(one.id, 0)
        for value in range(min(one.most, 3) + 1):
            if value == now and base.payment is not None:
                continue
            decided: bool | int = value if one.most > 1 else bool(value)
            changed = play.model_copy(update={"elect": {**play.elect, one.id: decided}})
            try:
                answer = api.solve(state, changed, aim, ruleset=rules)
            except InputError:
                continue
            said = f"with {one.id}" if value else f"without {one.id}"
            said = f"with {value} for {one.id}" if one.most > 1 else said
            found.append(_change("election", f"{one.id}: {str(decided).lower()}", said, base, answer))
    if base.payment is not None:
        found.extend(_orders(state, play, base, aim))
    return tuple(found)


def _orders(state: GameState, play: Play, base: Answer, aim: Goal) -> Iterator[Change]:
    question = base.question
    elections = dict(base.owed.choices.elections)
    acting = [one for one in question.discounts if one.component is None and holds(one.guard, elections)]
    if len(acting) < 2 or not any(one.minimum for one in acting):
        return  # Without a minimum every order gives the same.
    seen: dict[object, Change] = {}
    for order in islice(permutations(one.id for one in acting), MOST_ORDERS):
        choose = play.choose.model_copy(update={"order": order})
        try:
            changed = play.model_copy(update={"choose": choose, "elect": {**play.elect, **base.elected}})
            answer = api.solve(state, changed, aim, ruleset=question.ruleset)
        except InputError:
            continue
        owes = answer.owed.energy, answer.owed.pips
        if owes in seen:
            continue
        much = cost(answer.owed)
        said = f"with the discounts in the order {', then '.join(order)}, {much} is owed;"
        seen[owes] = _change("order", ", ".join(order), said, base, answer)
    if len(seen) > 1:
        yield from seen.values()


def _change(  # noqa: PLR0913 - the parts of one change
    kind: str, what: str, said: str, base: Answer, answer: Answer, *, runes: bool = False
) -> Change:
    """Compare an answer with the one to the question as it stands."""
    if answer.payment is None:
        end = "it is still not payable" if base.payment is None else "it is not payable"
        return Change(kind, what, f"{said} {end}", "", 0, 0, answer)
    if base.payment is None:
        return Change(kind, what, f"{said} it is payable", "", 0, 0, answer)
    for name, before, after in zip(base.criteria, base.values, answer.values, strict=True):
        if runes and name == "balance":
            break  # One more rune on the board changes it, and what comes after it, by being there.
        if name == "most-ready" and runes:
            after += 1  # noqa: PLW2901 - the added rune itself is not gained by paying
        if before != after:
            verb = f"you could {gain(name, before - after)}" if after < before else _worse(name, after - before)
            return Change(kind, what, f"{said} {verb}", name, before, after, answer)
    same = "you lose, recycle, exhaust and spend just as much" if runes else "nothing changes that the goal looks at"
    return Change(kind, what, f"{said} {same}", "", 0, 0, answer)


def _worse(name: str, number: int) -> str:
    from runepay.explain.better import GAINS  # noqa: PLC0415 - beside its use

    stem = name.partition(":")[0]
    return f"it costs more: {GAINS[stem][1] if stem in GAINS else name} {number} higher"
