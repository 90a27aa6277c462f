"""Non-resource costs as counts of objects (357.2, section 3 of the rules page).

Each action takes objects from classes that may serve; an object is killed, returned, banished, discarded or recycled at
most once, exhausted at most once, and only if that is possible when it happens.
"""

from __future__ import annotations

from runepay.model.objects import MIGHTY
from runepay.model.question import Line, Question
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.classes import all_lines
from runepay.solver.rows import Expr

REMOVING = frozenset({"kill", "return", "banish", "discard", "recycle"})
"""Actions after which the object is no longer where it was."""


def write(model: Model) -> None:
    """Write, for every action line, how many objects of each class serve."""
    rows, question = model.rows, model.question
    needed = {id(line): expr for line, expr in model.owed.active}
    spent_xp, burned = Expr(), Expr()
    for line in all_lines(question):
        asked = needed.get(id(line))
        uses: dict[int, Expr] = {}
        model.uses.append(uses)
        if asked is None or (not asked.terms and asked.const == 0):
            continue
        if line.action.do == "xp":
            spent_xp.add(asked)
            continue
        if line.action.do == "burn":
            burned.add(asked)
            continue
        total = Expr()
        for place in sorted({model.class_of[index] for index in line.eligible}):
            one = model.classes[place]
            most = one.count
            if line.action.do == "buff":
                most = sum(question.objects[index].buffs for index in one.members)
            uses[place] = rows.var(0, min(most, max(0, rows.high(asked))))
            total.add(uses[place])
        rows.equal(total + model.give("action", len(model.uses) - 1, rows.high(asked)) - asked, 0)
    rows.at_most(spent_xp - model.give("xp", 0, rows.high(spent_xp)), question.xp)
    if question.deck is not None:
        rows.at_most(burned - model.give("burn", 0, rows.high(burned)), question.deck)
    _victims(model)


def _victims(model: Model) -> None:
    """Tie a victim's printed cost to the class that is really taken (206)."""
    question = model.question
    places = {id(line): place for place, line in enumerate(all_lines(question))}
    for (component, number), flags in model.owed.victims.items():
        uses = model.uses[places[id(question.components[component].lines[number])]]
        for cost, flag in flags:
            taken = Expr()
            for place, used in uses.items():
                one = question.objects[model.classes[place].members[0]]
                if (one.energy, one.pip_count) == cost:
                    taken.add(used)
            model.rows.equal(taken - flag, 0)


def limits(model: Model) -> None:
    """Write that each object is used at most once in each way (414.4, 416.3, 422.3, 702.2.b)."""
    rows, question = model.rows, model.question
    gone: dict[int, Expr] = {}
    exhausted: dict[int, Expr] = {}
    buffs: dict[int, Expr] = {}
    calmed: dict[int, Expr] = {}
    for place, line in enumerate(all_lines(question)):
        for cls, used in model.uses[place].items():
            if line.action.do in REMOVING:
                gone.setdefault(cls, Expr()).add(used)
            elif line.action.do == "exhaust":
                exhausted.setdefault(cls, Expr()).add(used)
            elif line.action.do == "buff":
                buffs.setdefault(cls, Expr()).add(used)
            elif line.action.do == "disempower":
                calmed.setdefault(cls, Expr()).add(used)
    for (cls, ability), used in model.adds.items():
        add = model.producer[cls, ability]
        if add.exhaust:
            exhausted.setdefault(cls, Expr()).add(used)
        if add.kill:
            gone.setdefault(cls, Expr()).add(used)
    for cls, expr in gone.items():
        rows.at_most(expr, model.classes[cls].count)
    for cls, expr in exhausted.items():
        rows.at_most(expr, model.classes[cls].count)
    for cls, expr in calmed.items():
        rows.at_most(expr, model.classes[cls].count)
    for cls, expr in buffs.items():
        rows.at_most(expr, sum(question.objects[index].buffs for index in model.classes[cls].members))
    # Resources come first, so a source may be killed after its use. But an object that an action may take only while it
    # is ready, or while it has its buff, cannot serve both ways.
    for what, used_up in (("ready", exhausted), ("buff", buffs)):
        for cls, expr in used_up.items():
            clash = Expr()
            for place, line in enumerate(all_lines(question)):
                if cls in model.uses[place] and lost(question, line, model.classes[cls].members[0], what):
                    clash.add(model.uses[place][cls])
            if clash.terms:
                rows.at_most(clash + expr, model.classes[cls].count)


def lost(question: Question, line: Line, index: int, what: str) -> bool:
    """Tell whether the object stops matching the line once it is exhausted, or has lost a buff."""
    if line.action.itself or line.action.do not in REMOVING:
        return False
    wanted = line.action.filter
    if what == "ready":
        return wanted.ready is True
    one = question.objects[index]
    might = None if one.might is None else one.might - 1
    if wanted.buffed and one.buffs <= 1:
        return True
    if wanted.mighty and (might or 0) < MIGHTY:
        return True
    return wanted.might is not None and not wanted.might.holds(might)
