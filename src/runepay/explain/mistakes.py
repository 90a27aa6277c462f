"""Common mistakes, named where they apply to the question at hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

from runepay.answer import Answer
from runepay.explain.procedure import Said
from runepay.explain.words import cost
from runepay.model.catalogue.phrases import listed
from runepay.model.guards import holds
from runepay.model.owed import Choices, Owed
from runepay.model.question import Question
from runepay.model.resources import ENERGY, size
from runepay.model.total import settle, times


def mistakes(answer: Answer) -> tuple[Said, ...]:
    """Name the mistakes that are easily made with this question.

    Examples
    --------
    >>> import runepay
    >>> state = runepay.GameState.model_validate({"runes": {"fury": {"exhausted": 1}}})
    >>> play = runepay.Play.model_validate({"card": "Mine", "cost": {"power": ["fury"]}})
    >>> for one in mistakes(runepay.solve(state, play)):
    ...     print(one.rule, one.text)
    164.2 An exhausted rune can still be recycled: recycling asks for no exhausting.
    """
    question, owed = answer.question, answer.owed
    return (*_total(question, owed), *_resources(answer))


def _total(question: Question, owed: Owed) -> Iterator[Said]:
    elections = dict(owed.choices.elections)
    ignored = [one for one in question.ignores if holds(one.guard, elections)]
    overridden = any(holds(one.guard, elections) for one in question.overrides)
    added = [one.label for one in question.components if times(one, elections)]
    raised = [one.label for one in question.increases if holds(one.guard, elections)]
    if ignored and not overridden:
        half = {"cost": "cost", "energy": "Energy cost", "power": "Power cost"}[ignored[0].half]
        rest = listed([*added, *raised])
        still = f": here {rest}" if rest else ", such as Accelerate, Deflect and increases"
        text = f"Ignoring its {half} touches the base cost only; what is added later is owed all the same{still}."
        yield Said("356.1.b", text)
    if overridden and any(one.election and elections.get(one.election) for one in question.components):
        yield Said("356.4.f.1", "What is elected counts as paid even though nothing at all is owed.")
    yield from _discounts(question, owed, elections)
    for place, one in enumerate(question.components):
        if one.election is None or not times(one, elections) or not (one.energy or one.pips) or one.lines:
            continue
        mine = [entry for entry in owed.trace if entry.stage == 2 and entry.label == one.label]
        free = mine and (mine[0].energy, mine[0].pips) == (mine[0].energy_after, mine[0].pips_after)
        if free and any(other.component == place for other in question.discounts):
            text = f"{one.label} counts as paid because it was elected, although it takes nothing here."
            yield Said("356.4.f.1", text)
    if any("deflect" in one.keyword for one in question.components if times(one, elections)):
        yield Said("809", "Deflect is owed each time its bearer is chosen, and is paid with Power of any domain.")


def _discounts(question: Question, owed: Owed, elections: dict[str, int]) -> Iterator[Said]:
    acting = [
        index for index, one in enumerate(question.discounts)
        if one.component is None and not one.on_base and holds(one.guard, elections)
    ]  # fmt: skip
    discounts = [question.discounts[index] for index in acting]
    floors = [one for one in discounts if one.minimum and one.energy]
    below = [one for one in floors if owed.energy < one.minimum]
    if below:
        names = listed([f"{one.label} (minimum {one.minimum})" for one in below])
        yield Said("356.4.e", f"A minimum belongs to its own discount, and other discounts go below it: {names}.")
    elif floors and len(acting) == 1 and owed.energy == floors[0].minimum:
        yield Said("356.4.e", f"{floors[0].label} takes the Energy down to its minimum of {floors[0].minimum} at most.")
    if len(acting) < 2 or not floors:
        return
    worst = owed
    for order in islice(permutations(acting), 120):
        chosen = Choices(elections=owed.choices.elections, victims=owed.choices.victims, halves=owed.choices.halves,
                         order=order, removed=owed.choices.removed)  # fmt: skip
        other = settle(question, chosen, trace=False)
        if (other.energy, size(other.pips)) > (worst.energy, size(worst.pips)):
            worst = other
    if (worst.energy, worst.pips) != (owed.energy, owed.pips):
        much = cost(worst)
        text = f"The order of the discounts is yours to choose, and matters: the worst order leaves {much} owed."
        yield Said("356.4.d.1", text)


def _resources(answer: Answer) -> Iterator[Said]:
    question = answer.question
    pool = {what: number for (what, tag), number in question.supply.pool if not tag}
    exhausted = any(number for _, _, number in question.supply.runes)
    if answer.payment is None:
        codes = {part.partition(":")[0] for one in answer.reasons for part in one.parts}
        if "energy" in codes and any(what != ENERGY for what in pool):
            yield Said("163.1", "Power is not Energy: no Power pays a numeral.")
        if "power" in codes and pool.get(ENERGY):
            yield Said("163.2", "Energy is not Power: no Energy pays a pip.")
        if "energy" in codes and exhausted:
            yield Said("164.2", "An exhausted rune gives no Energy; it can only be recycled, for Power.")
        return
    recycled = {step.object: step.number for step in answer.payment.steps if step.step == "recycle"}
    tapped = {step.object: step.number for step in answer.payment.steps if step.step == "exhaust"}
    before = {f"rune:{domain}": number for domain, _, number in question.supply.runes}
    if any(before.get(name, 0) for name in recycled):
        yield Said("164.2", "An exhausted rune can still be recycled: recycling asks for no exhausting.")
    if any(number > before.get(name, 0) and tapped.get(name) for name, number in recycled.items()):
        yield Said("164.2", "One ready rune gives both: exhaust it for Energy, then recycle it for Power.")
    spent = [kind for step in answer.payment.steps if step.step == "spend" for kind, _ in step.gives]
    if any(tag for _, tag in spent):
        yield Said("", "Restricted resources pay only what their source allows, and here they fit.")
    floating = [] if not answer.payment.steps else answer.payment.steps[-1].pool.units
    if floating:
        yield Said("166.3", "What is left over floats until the pool empties, and may pay for something else.")
