"""The criteria as expressions to be minimised, and the fixed order that ends all ties (design, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain

from runepay.model.goals import Goal
from runepay.model.pool import kind_place
from runepay.model.resources import ENERGY, UNIVERSAL, pip_order
from runepay.model.values import loss
from runepay.solver.debt.recycling import debt, free, in_deck
from runepay.solver.formulation.build import Kind, Model
from runepay.solver.formulation.classes import all_lines, first_lines, first_places
from runepay.solver.formulation.producers import taken
from runepay.solver.rows import ONE, ZERO, Expr, summed


def criteria(model: Model, goal: Goal) -> list[Expr]:
    """Give the goal's criteria in order, each an expression to be minimised."""
    return [_criterion(model, name) for name in goal.criteria]


def _criterion(model: Model, name: str) -> Expr:
    simple = SIMPLE.get(name)
    if simple is not None:
        return simple(model)
    stem, _, rest = name.partition(":")
    if stem == "keep-domain":
        return summed(spent for kind, spent in everything(model) if kind[0] == rest)
    if stem == "rune-debt":
        return rune_debt(model)
    what, _, number = rest.partition(":")
    total = Expr(int(number))
    for kind, spent in model.spent.items():
        if (kind[0] == ENERGY) == (what == "energy"):
            total.add(spent, -1)
    return model.rows.maximum([total, ZERO])


def everything(model: Model) -> Iterator[tuple[Kind, Expr]]:
    """Give what is spent of each kind, on the play and on the costs of Adds."""
    yield from model.spent.items()
    for (_, kind), spent in model.nested.items():
        yield kind, spent


def losses(model: Model) -> Expr:
    """Level 1: the values of what leaves for good."""
    question = model.question
    total = Expr()
    needed = {id(line): expr for line, expr in model.owed.active}
    for place, line in enumerate(all_lines(question)):
        do = line.action.do
        if do in {"xp", "burn"}:
            total.add(needed.get(id(line), ZERO))
            continue
        for cls, used in model.uses[place].items():
            total.add(used, loss(do, line.zone, question.objects[model.classes[cls].members[0]]))
    for (cls, ability), used in model.adds.items():
        if model.producer[cls, ability].kill:
            total.add(used, loss("kill", "board", question.objects[model.classes[cls].members[0]]))
    return total


def recycles(model: Model) -> Expr:
    """Level 2: runes recycled."""
    return summed(model.recycles.values())


def tapped(model: Model) -> Expr:
    """Level 3: units exhausted to pay, and legends and gear exhausted by anything but their own Add."""
    question = model.question
    total = Expr()
    for place, line in enumerate(all_lines(question)):
        if line.action.do == "exhaust":
            for used in model.uses[place].values():
                total.add(used)
    for (cls, ability), used in model.adds.items():
        one = question.objects[model.classes[cls].members[0]]
        if model.producer[cls, ability].exhaust and "unit" in one.type:
            total.add(used)
    return total


def unrestricted(model: Model) -> Expr:
    """Level 4: unrestricted units spent."""
    return summed(spent for kind, spent in everything(model) if not kind[1])


def energy(model: Model) -> Expr:
    """Level 5: ready runes lost plus Energy made otherwise, minus Energy left; restricted Energy counts in both.

    By conservation this is the Energy spent minus the Energy that floated before.
    """
    spent = (units for kind, units in everything(model) if kind[0] == ENERGY)
    return summed(spent, -model.question.supply.floating)


def universal(model: Model) -> Expr:
    """Level 6: unrestricted Universal units spent."""
    return summed(spent for kind, spent in everything(model) if kind == (UNIVERSAL, ""))


def keep_universal(model: Model) -> Expr:
    """Criterion ``keep-universal``: every Universal unit spent, restricted ones included."""
    return summed(spent for kind, spent in everything(model) if kind[0] == UNIVERSAL)


def balance(model: Model) -> Expr:
    """Level 7: the sum over domains of the squared number of runes left on the board."""
    total = Expr()
    for domain, ready, exhausted in model.question.supply.runes:
        number = ready + exhausted
        total.const += number * number
        if domain in model.squares:
            variable, square, _ = model.squares[domain]
            total.put(square)
            total.put(variable, -2 * number)
        else:
            # With one domain that can be recycled, the number of recycles decides; it was minimised before.
            total.add(model.recycles[domain], -2 * number)
    return total


def rune_debt(model: Model) -> Expr:
    """Criterion ``rune-debt:K``: the runes recycled beyond those that the next turn channels again.

    However many turns are looked at, the debt is 0 up to that number and grows with each rune beyond it. So this
    orders payments as the debt does, and ``reported`` gives the debt itself.
    """
    spare = free(_rune_deck(model))
    beyond = recycles(model) - Expr(spare)
    return model.rows.maximum([beyond, ZERO]) if spare else beyond


def _rune_deck(model: Model) -> int:
    return in_deck(sum(ready + exhausted for _, ready, exhausted in model.question.supply.runes))


def reported(model: Model, name: str, expr: Expr, solution: Sequence[int]) -> int:
    """Give the value of a criterion in a solution, where its expression only orders payments as the value does."""
    if name == "balance":
        return balance_left(model, solution)
    stem, _, turns = name.partition(":")
    if stem == "rune-debt":
        return debt(_rune_deck(model), recycles(model).value(solution), int(turns))
    return expr.value(solution)


def balance_left(model: Model, solution: Sequence[int]) -> int:
    """Give the balance of a solution as it is, where the expression leaves out what cannot decide."""
    left = (
        ready + exhausted - model.recycles[domain].value(solution)
        for domain, ready, exhausted in model.question.supply.runes
    )
    return sum(number * number for number in left)


def ready_recycles(model: Model) -> Expr:
    """Level 8: ready runes recycled."""
    return summed(model.ready_recycled.values())


def surplus(model: Model) -> Expr:
    """Level 9: what the payment added and left in the pool, the pool of a kind being spent first."""
    pool = dict(model.question.supply.pool)
    total = Expr()
    for kind, made in model.added.items():
        if not made.terms:
            continue
        floated = pool.get(kind, 0)
        spent = model.spent.get(kind, ZERO) + taken(model, kind)
        # Added minus what the pool did not cover: made - max(0, spent - floated).
        short = model.rows.maximum([spent - Expr(floated), ZERO]) if floated else spent
        total.add(made)
        total.add(short, -1)
    return total


def steps(model: Model) -> Expr:
    """Level 10: Adds used, actions done and units spent."""
    used = chain(model.exhausts.values(), model.recycles.values(), model.adds.values())
    spent = (units for _, units in everything(model))
    done = (needed for _, needed in model.owed.active)
    return summed(chain(used, spent, done))


def unelected(model: Model) -> Expr:
    """Level 11: optional costs left open by the caller and not elected."""
    left_open = (one.id for one in model.question.elections if one.fixed is None and not one.alternate)
    return summed(ONE - model.literal(name, wanted=True) for name in left_open)


def most_ready(model: Model) -> Expr:
    """Criterion ``most-ready``: minus the ready runes left."""
    total = Expr(-sum(ready for _, ready, _ in model.question.supply.runes))
    for expr in model.exhausts.values():
        total.add(expr)
    return total


SIMPLE: dict[str, Callable[[Model], Expr]] = {
    "losses": losses,
    "recycles": recycles,
    "tapped": tapped,
    "unrestricted": unrestricted,
    "energy": energy,
    "universal": universal,
    "keep-universal": keep_universal,
    "balance": balance,
    "ready-recycles": ready_recycles,
    "surplus": surplus,
    "steps": steps,
    "unelected": unelected,
    "most-ready": most_ready,
}


def ties(model: Model) -> list[Expr]:
    """Level 12: the published order over canonical payments (docs/tie-break.md).

    Elections in the question's order, elected first; then the total whose pips accept most domains; then, kind by kind
    and class by class in canonical order, whatever comes first is used first.
    """
    order: list[Expr] = [-model.elections[one.id] for one in model.question.elections]
    order.append(model.owed.energy)
    open_pips = Expr()
    pips = sorted(model.owed.pips.items(), key=lambda item: pip_order(item[0]))
    for mask, expr in pips:
        open_pips.add(expr, -mask.bit_count())
    order.append(open_pips)
    order.extend(-expr for _, expr in pips)
    kinds = sorted(model.spent, key=kind_place)
    order.extend(-model.spent[kind] for kind in kinds)
    same = first_places(model.question)

    def add_of(key: tuple[int, tuple[int, str]]) -> Hashable:
        return key[0], model.producer[key].ability, model.producer[key].copied

    order.extend(-one for one in _joined((add_of(key), model.adds[key]) for key in sorted(model.adds)))
    order.extend(-one for one in _joined((same[place], model.amounts[place]) for place in sorted(model.amounts)))
    spent = sorted(model.nested, key=lambda item: (same[item[0]], kind_place(item[1])))
    order.extend(-one for one in _joined(((same[place], kind), model.nested[place, kind]) for place, kind in spent))
    for domain in model.recycles:
        order.append(-model.recycles[domain])
        order.append(-model.exhausts[domain])
    lines = first_lines(model.question)
    used = [((lines[place], cls), uses[cls]) for place, uses in enumerate(model.uses) for cls in sorted(uses)]
    order.extend(-one for one in _joined(used))
    return [expr for expr in order if expr.terms]


def _joined(parts: Iterable[tuple[Hashable, Expr]]) -> Iterable[Expr]:
    """Add up what has the same key: an Add that stands several times is one Add."""
    found: dict[Hashable, Expr] = {}
    for key, expr in parts:
        found[key] = found[key] + expr if key in found else expr
    return found.values()


def kind_list(model: Model) -> list[Kind]:
    """Give the kinds of resource that may be spent, in canonical order."""
    return sorted(model.spent, key=kind_place)
