"""Non-resource costs as counts of objects (357.2, section 3 of the rules page).

Each action takes objects from classes that may serve; an object is killed, returned, banished, discarded or recycled at
most once, exhausted at most once, and only if that is possible when it happens.
"""

from __future__ import annotations

from runepay.model.objects import MIGHTY, Object
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
                most = sum(spendable(question.objects[index], line) for index in one.members)
            uses[place] = rows.var(0, min(most, max(0, rows.high(asked))))
            total.add(uses[place])
        rows.equal(total + model.give("action", len(model.uses) - 1, rows.high(asked)) - asked, 0)
    rows.at_most(spent_xp - model.give("xp", 0, rows.high(spent_xp)), question.xp)
    if question.deck is not None:
        rows.at_most(burned - model.give("burn", 0, rows.high(burned)), question.deck)
    _victims(model)


def spendable(one: Object, line: Line) -> int:
    """Count the buffs of an object that an action may spend: it must match each time (the Might falls)."""
    wanted, able, might = line.action.filter, 0, one.might
    while able < one.buffs:
        if wanted.mighty and (might or 0) < MIGHTY:
            break
        if wanted.might is not None and not wanted.might.holds(might):
            break
        able += 1
        might = None if might is None else might - 1
    return able


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


_WAYS = {"exhaust": "exhausted", "buff": "buffs", "disempower": "calmed"}


def limits(model: Model) -> None:
    """Write that each object is used at most once in each way (414.4, 416.3, 422.3, 702.2.b).

    Adds come before actions: what an Add killed is gone by the time an action is done.
    """
    rows, question = model.rows, model.question
    acted: dict[str, dict[int, Expr]] = {way: {} for way in ("gone", "exhausted", "buffs", "calmed")}
    for place, line in enumerate(all_lines(question)):
        way = "gone" if line.action.do in REMOVING else _WAYS.get(line.action.do, "")
        for cls, used in model.uses[place].items():
            acted[way].setdefault(cls, Expr()).add(used)
    killed: dict[int, Expr] = {}
    tapped: dict[int, Expr] = {}
    for (cls, ability), used in model.adds.items():
        add = model.producer[cls, ability]
        if add.exhaust:
            tapped.setdefault(cls, Expr()).add(used)
        if add.kill:
            killed.setdefault(cls, Expr()).add(used)
    nothing = Expr()
    for cls, one in enumerate(model.classes):
        dead = killed.get(cls, nothing)
        rows.at_most(acted["gone"].get(cls, nothing) + dead, one.count)
        exhausted = acted["exhausted"].get(cls, nothing)
        rows.at_most(exhausted + tapped.get(cls, nothing), one.count)
        rows.at_most(exhausted + dead, one.count)
        rows.at_most(acted["calmed"].get(cls, nothing) + dead, one.count)
        buffs = question.objects[one.members[0]].buffs
        rows.at_most(acted["buffs"].get(cls, nothing) + dead * buffs, buffs * one.count)
    exhausted_in = {
        cls: acted["exhausted"].get(cls, nothing) + tapped.get(cls, nothing) for cls in {*acted["exhausted"], *tapped}
    }
    # Resources come first, so a source may be killed after its use. But an object that an action may take only while it
    # is ready, or while it has its buff, cannot serve both ways.
    for what, used_up in (("ready", exhausted_in), ("buff", acted["buffs"])):
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
