"""The rows of one total: what is a payment, and what of it is idle (design, section 3).

The rows that say what is legal are those of the complete lane, with the total written in as numbers. Added are
coordinates, one for each thing in which two payments can differ, and rows that keep out idle Adds where that can be
said by rows; where an Add has a cost of its own, finished payments are looked at once more (see `idle`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from runepay.model.identity import ActKey, AddKey, add_key, owned_lines
from runepay.model.pool import kind_place
from runepay.model.resources import ENERGY
from runepay.model.supply import crowded
from runepay.solver.formulation import actions, legality, matching, producers
from runepay.solver.formulation.build import Kind, Model, Owing, start
from runepay.solver.formulation.classes import all_lines
from runepay.solver.formulation.goal import everything
from runepay.solver.listing.space import Row
from runepay.solver.listing.totals import Due
from runepay.solver.rows import Expr, Rows


@dataclass(slots=True)
class Formula:
    """One total's model with its coordinates.

    Attributes
    ----------
    model
        The complete lane's model, whose rows up to `base` say what is legal.
    spent, adds, amounts, recycles, exhausts, acts
        The coordinates, as expressions.
    order
        The variables of the coordinates, in the order in which they are decided.
    hidden
        Variables that no coordinate shows: which units pay for which Add, and which of equal objects with costs of
        their own are used. One way to decide them is enough.
    exact
        Whether the rows alone keep out everything idle, and nothing is hidden.
    """

    model: Model
    base: int
    class_numbers: Mapping[int, int]
    """The class of each object, see :func:`~runepay.model.identity.interchangeable`."""
    spent: list[tuple[Kind, Expr]] = field(default_factory=list)
    adds: list[tuple[AddKey, Expr]] = field(default_factory=list)
    amounts: dict[AddKey, Expr] = field(default_factory=dict)
    acts: list[tuple[ActKey, Expr]] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    counting: list[int] = field(default_factory=list)
    """The same variables domain by domain: in this order little depends on what was decided, which makes counting
    quick."""
    exact: bool = True
    rows: list[Row] = field(default_factory=list)


def write(due: Due, sequence: tuple[int, ...], classes: Mapping[int, int], *, relaxed: bool) -> Formula:
    """Write the rows of one total.

    Parameters
    ----------
    due
        The total.
    sequence
        The order of Adds with costs of their own.
    classes
        What :func:`~runepay.model.identity.interchangeable` gives.
    relaxed
        Whether such Adds need only be payable all together; whether one after another works is then for the caller
        to see.
    """
    model = start(due.question)
    owed = due.owed
    model.owing = Owing(
        Expr(owed.energy),
        {mask: Expr(number) for mask, number in owed.pips},
        [(line, Expr(number)) for line, number in owed.lines],
        {where: [(cost, Expr(1))] for where, cost in due.victims.items()},
    )
    model.replaced = {where: Expr(number) for where, number in due.replaced.items()}
    model.order = sequence
    model.relaxed = relaxed
    # The complete lane forbids Power that is added and not spent. Here that is a matter of what is idle, see below.
    supply = due.question.supply
    model.several = {kind for kind, _ in supply.pool} | {(domain, "") for domain, _, _ in supply.runes}
    model.several |= {kind for one in supply.producers for kind, _ in one.gives}
    producers.uses(model)
    actions.write(model)
    producers.write(model)
    actions.limits(model)
    matching.write(model)
    legality.write(model)
    # What bounds the squares of runes left, and how many ready ones are recycled, matters to goals only.
    loose = {square for _, square, _ in model.squares.values()}
    for domain, late in model.ready_recycled.items():
        loose |= late.terms.keys() - model.recycles[domain].terms.keys()
    model.rows.rows = [row for row in model.rows.rows if loose.isdisjoint(row[0])]
    for variable in loose:
        model.rows.highs[variable] = model.rows.lows[variable] = 0
    formula = Formula(model, len(model.rows.rows), classes)
    _coordinates(formula, classes)
    _not_idle(formula)
    formula.rows = [Row(tuple(v), tuple(f), low, high) for v, f, low, high in model.rows.rows]
    return formula


def _coordinates(formula: Formula, classes: Mapping[int, int]) -> None:
    """Give every coordinate a variable of its own, in the published order (docs/tie-break.md, items 5 to 8)."""
    model, rows = formula.model, formula.model.rows
    question = model.question
    first = len(rows.lows)
    spent: dict[Kind, Expr] = {}
    for kind, units in everything(model):
        spent.setdefault(kind, Expr()).add(units)
    formula.spent = [(kind, spent[kind]) for kind in sorted(spent, key=kind_place)]
    adds: dict[AddKey, Expr] = {}
    for key in sorted(model.adds):
        producer = model.producer[key]
        name = add_key(producer, question, classes)
        adds.setdefault(name, Expr()).add(model.adds[key])
    for place, amount in model.amounts.items():
        formula.amounts.setdefault(add_key(question.supply.producers[place], question, classes), Expr()).add(amount)
    formula.adds = sorted(adds.items(), key=lambda item: item[0])
    acts: dict[ActKey, Expr] = {}
    parts = [part for part, _ in owned_lines(question)]
    for producer in question.supply.producers:
        parts += [f"add:{classes[producer.object]}"] * len(producer.lines)
    lines = list(all_lines(question))
    for place, uses in enumerate(model.uses):
        for cls, used in uses.items():
            member = model.classes[cls].members[0]
            acts.setdefault((parts[place], lines[place].action.do, classes[member]), Expr()).add(used)
    formula.acts = list(acts.items())
    runes = [expr for domain in model.recycles for expr in (model.recycles[domain], model.exhausts[domain])]
    shown: list[Expr] = [expr for _, expr in formula.spent]
    for name, expr in formula.adds:
        shown += [expr, formula.amounts[name]] if name in formula.amounts else [expr]
    shown += [*runes, *(expr for _, expr in formula.acts)]
    decided: dict[int, None] = {}
    of_kind = {id(expr): kind for kind, expr in formula.spent}
    kinds: dict[int, Kind] = {}
    for expr in shown:
        if expr.terms:
            variable = _variable(rows, expr)
            decided.setdefault(variable)
            if id(expr) in of_kind:
                kinds[variable] = of_kind[id(expr)]
    formula.order = list(decided)
    formula.counting = _by_domain(formula, kinds)
    # Among ways that differ only in what is hidden, the one that ends ties comes first.
    ties = [
        *(model.spent[kind] for kind in sorted(model.spent, key=kind_place)),
        *(model.adds[key] for key in sorted(model.adds)),
        *(model.amounts[place] for place in sorted(model.amounts)),
        *(model.nested[key] for key in sorted(model.nested, key=lambda item: (item[0], kind_place(item[1])))),
        *(uses[cls] for uses in model.uses for cls in sorted(uses)),
    ]
    before = [variable for expr in ties for variable in expr.terms if variable < first]
    formula.hidden = [
        variable
        for variable in dict.fromkeys([*before, *range(first)])
        if variable not in decided and _open(rows, variable)
    ]
    # Where every variable follows from the coordinates nothing is hidden.
    known = {v for expr in shown for v in expr.terms if len(expr.terms) == 1}
    formula.exact = not model.order and known.issuperset(formula.hidden)
    if formula.exact:
        formula.hidden = []


def _by_domain(formula: Formula, kinds: Mapping[int, Kind]) -> list[int]:
    """Put the coordinates of a domain together: what is spent of it, what adds it, and its runes."""
    model = formula.model
    found: list[int] = []
    for domain in model.recycles:
        found += [variable for variable, kind in kinds.items() if kind == (domain, "")]
        for key, used in model.adds.items():
            if any(kind == (domain, "") for kind, _ in model.producer[key].gives):
                found += used.terms
        found += [*model.recycles[domain].terms, *model.exhausts[domain].terms]
    wanted = set(formula.order)
    return list(dict.fromkeys([*(one for one in found if one in wanted), *formula.order]))


def _open(rows: Rows, variable: int) -> bool:
    return rows.lows[variable] != rows.highs[variable]


def _variable(rows: Rows, expr: Expr) -> int:
    """Give a variable that equals an expression."""
    if not expr.const and len(expr.terms) == 1:
        ((variable, factor),) = expr.terms.items()
        if factor == 1:
            return variable
    made = rows.new(rows.low(expr), rows.high(expr))
    rows.equal(Expr(0, {made: 1}) - expr, 0)
    return made


def levels(model: Model, kind: Kind) -> list[Expr]:
    """Give how much of a kind is left after each payment that takes some: those for Adds, in their order, and the play.

    Nothing is said of a relaxed model's payments for Adds, whose order is open.
    """
    pool = dict(model.question.supply.pool)
    gifts: list[Expr] = []
    for place in model.order:
        producer = model.question.supply.producers[place]
        key = (model.class_of[producer.object], producer.key)
        number = dict(producer.gives).get(kind, 0)
        used = model.amounts.get(place) or model.adds.get(key)
        gifts.append(used * number if used is not None and number else Expr())
    left = model.added.get(kind, Expr()) + Expr(pool.get(kind, 0))
    for gift in gifts:
        left = left - gift
    found: list[Expr] = []
    for place, gift in zip(model.order, gifts, strict=True):
        taken = model.nested.get((place, kind))
        if taken is not None:
            left = left - taken
            if not model.relaxed:
                found.append(left)
        left = left + gift
    found.append(left - model.spent.get(kind, Expr()))
    return found


def _not_idle(formula: Formula) -> None:
    """Keep out what would leave the payment covered if one of it were not there (design, section 3)."""
    model, rows = formula.model, formula.model.rows
    pool = dict(model.question.supply.pool)
    enabling = _enabling(model)
    others: set[Kind] = set()
    """Kinds that are not only added one by one."""
    singles: dict[Kind, list[Expr]] = {(domain, ""): [expr] for domain, expr in model.recycles.items()}
    several: list[tuple[Expr, tuple[tuple[Kind, int], ...]]] = []
    for key, used in model.adds.items():
        producer = model.producer[key]
        if producer.nested or not used.terms:
            continue
        if key[0] in enabling:
            formula.exact = False
            others |= {kind for kind, _ in producer.gives}
        elif len(producer.gives) == 1 and producer.gives[0][1] == 1:
            singles.setdefault(producer.gives[0][0], []).append(used)
        else:
            several.append((used, producer.gives))
            others |= {kind for kind, _ in producer.gives}
    # Up to what is recycled of a domain, exhausting readies runes for it: its Energy may float.
    singles[ENERGY, ""] = [
        *singles.get((ENERGY, ""), ()),
        *(expr - model.recycles[domain] for domain, expr in model.exhausts.items()),
    ]
    given = {kind for place in model.order for kind, _ in model.question.supply.producers[place].gives}
    others |= given
    for kind in sorted(singles, key=kind_place):
        sources = [one for one in singles[kind] if rows.high(one) > 0]
        if not sources or (model.relaxed and (kind in given or any(one == kind for _, one in model.nested))):
            continue
        left = levels(model, kind)
        added = len(left) == 1 and not pool.get(kind) and kind not in others
        if added and kind[0] != ENERGY:
            rows.equal(left[0], 0)  # All of it was added one by one.
            continue
        short = rows.some([_below(rows, one, 1) for one in left])
        for one in sources:
            rows.at_least(short * rows.high(one) - one, 0)
    if model.order:
        if several:
            formula.exact = False
        return
    for used, gives in several:
        short = rows.some([_below(rows, levels(model, kind)[0], n) for kind, n in gives])
        rows.at_least(short * rows.high(used) - used, 0)


def _below(rows: Rows, left: Expr, bound: int) -> Expr:
    """Give a 0/1 expression that is 1 exactly when less than `bound` is left."""
    most = rows.high(left)
    if most < bound:
        return Expr(1)
    flag = rows.var(0, 1)
    rows.at_most(left + flag * (most - bound + 1), most)
    rows.at_least(left + flag * bound, bound)
    return flag


def _enabling(model: Model) -> set[int]:
    """Give the classes whose objects may be used for more than what they add.

    An action may want them exhausted, or an Add may want them gone.
    """
    indices = {index for line in all_lines(model.question) for index, _ in line.after}
    indices |= crowded(model.question.supply.producers)
    return {model.class_of[index] for index in indices if index in model.class_of}
