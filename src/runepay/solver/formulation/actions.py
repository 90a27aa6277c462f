"""Non-resource costs as counts of objects (357.2, section 3 of the rules page).

Each action takes objects from classes that may serve; an object is killed, returned, banished, discarded or recycled at
most once, exhausted at most once, and only if that is possible when it happens.
"""

from __future__ import annotations

from runepay.model.buffs import asked_might, reads_buffs, span, spendable
from runepay.model.question import Line, Question
from runepay.model.resources import LIMIT
from runepay.model.total import cost_read
from runepay.solver.formulation import asked
from runepay.solver.formulation.build import Model
from runepay.solver.formulation.classes import all_lines, copied_from
from runepay.solver.rows import ZERO, Expr, summed

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
            guard = dict(line.only).get(one.members[0])
            if guard is not None:
                rows.at_least(model.guard(guard) * most - uses[place], 0)
        rows.equal(total + model.give("action", len(model.uses) - 1, rows.high(asked)) - asked, 0)
    _levels(model)
    rows.at_most(spent_xp - model.give("xp", 0, rows.high(spent_xp)), question.xp)
    if question.deck is not None:
        rows.at_most(burned - model.give("burn", 0, rows.high(burned)), question.deck)
    _victims(model)


def _levels(model: Model) -> None:
    """Write that the XP which an Add asks for is still there when it is used, its own cost paid (824)."""
    question, rows = model.question, model.rows
    spent = Expr()
    for place in model.order:
        producer = question.supply.producers[place]
        used = model.adds.get((model.class_of[producer.object], producer.key))
        if used is None:
            continue
        spent.add(used, producer.xp)
        if producer.keeps_xp:
            flag = used
            if (most := rows.high(used)) > 1:
                flag = rows.var(0, 1)
                rows.at_least(flag * most - used, 0)
            rows.at_most(spent + flag * producer.keeps_xp, question.xp)


def _victims(model: Model) -> None:
    """Tie a victim's printed cost, and the number of replaced deaths, to the classes that are really taken (206)."""
    question = model.question
    places = {id(line): place for place, line in enumerate(all_lines(question))}
    for (component, number), flags in model.owed.victims.items():
        uses = model.uses[places[id(question.components[component].lines[number])]]
        for cost, flag in flags:
            taken = Expr()
            for place, used in uses.items():
                one = question.objects[model.classes[place].members[0]]
                if cost_read(question, (component, number), one) == cost:
                    taken.add(used)
            if cost == (0, 0):
                # What is not there has no printed cost that could be read.
                taken.add(model.slack.get(("action", places[id(question.components[component].lines[number])]), ZERO))
            model.rows.equal(taken - flag, 0)
    for (component, number), replaced in model.replaced.items():
        uses = model.uses[places[id(question.components[component].lines[number])]]
        saved = (used for place, used in uses.items() if question.objects[model.classes[place].members[0]].instead)
        model.rows.equal(summed(saved) - replaced, 0)


_WAYS = {"exhaust": "exhausted", "buff": "buffs", "disempower": "calmed"}
_COMES_BY = {"exhausted": "exhaust", "bare": "buff", "calmed": "disempower"}
"""What has to be done to an object that it becomes so."""
_LOSES = {"exhausted": "ready", "buffs": "buff", "calmed": "empowered"}
"""What an object no longer is once it was used in a way."""

RANKS = ("xp", "burn", "exhaust", "buff", "disempower")
"""The order of a payment's actions; those after which an object is gone come last."""

WIDE = 2 * LIMIT
"""So far are the places apart: between them the spending of buffs is ordered by the Might that it asks for."""

LAST = 2 * len(RANKS) * WIDE
"""The place of the actions after which an object is gone."""

Moment = tuple[int, int]
"""Which payment an event belongs to (plain Adds -1, each Add with a cost by its place in the order, then the play), and
its place within that payment."""


def moments(model: Model) -> list[Moment]:
    """Say when each action line is done: an Add's own cost before the Add, the play's actions last.

    Where the order of the Adds is open, what removes an object is done late and all else early, so that it can be.
    """
    question = model.question
    paid: dict[int, int] = {}
    for turn, place in enumerate(model.order):
        paid.update((id(line), turn) for line in question.supply.producers[place].lines)
    last = len(model.order)
    if model.relaxed:
        removing = {id(line) for line in all_lines(question) if line.action.do in REMOVING}
        paid = {line: last - 1 if line in removing else 0 for line in paid}
    return [(paid.get(id(line), last), rank(line)) for line in all_lines(question)]


def open_lines(model: Model) -> set[int]:
    """Give the places of the lines that are paid for Adds whose order is open: their moments say nothing."""
    if not model.relaxed:
        return set()
    paid = {id(line) for place in model.order for line in model.question.supply.producers[place].lines}
    return {place for place, line in enumerate(all_lines(model.question)) if id(line) in paid}


def turns(model: Model) -> dict[tuple[int, tuple[int, str]], int]:
    """Give the place in the order of each Add with a cost, by its class and key."""
    producers = (model.question.supply.producers[place] for place in model.order)
    return {(model.class_of[one.object], one.key): turn for turn, one in enumerate(producers)}


def rank(line: Line) -> int:
    """Give the place of an action within its payment.

    An action that asks for an object without its buff, or no longer Empowered, waits until that has been done.
    """
    if line.action.do not in RANKS:
        return LAST
    own = 2 * RANKS.index(line.action.do) * WIDE
    if line.action.do == "buff":
        # Its object must still be strong enough, so what asks for most goes first.
        own -= asked_might(line)
    waits = {what for _, need in line.after for what in need}
    return max([own, *((2 * RANKS.index(_COMES_BY[what]) + 1) * WIDE for what in waits)])


def limits(model: Model) -> None:
    """Write that each object is used at most once in each way, and only while it is there (414.4, 416.3, 422.3).

    Plain Adds come first, then each Add with a cost: its cost, then itself; the play's actions come last. What was
    removed earlier is not used any more, and what an action asks of its object must hold when it is done.
    """
    rows, question = model.rows, model.question
    when = moments(model)
    lines = list(all_lines(question))
    events: dict[int, dict[str, list[tuple[Moment, Expr]]]] = {}

    def event(cls: int, way: str, moment: Moment, used: Expr) -> None:
        events.setdefault(cls, {}).setdefault(way, []).append((moment, used))

    for place, line in enumerate(lines):
        way = "gone" if line.action.do in REMOVING else _WAYS.get(line.action.do, "")
        for cls, used in model.uses[place].items():
            event(cls, way, when[place], used)
    turn_of = turns(model)
    for (cls, key), used in model.adds.items():
        add = model.producer[cls, key]
        turn = turn_of.get((cls, key), -1)
        start, end = (0, len(model.order) - 1) if model.relaxed and turn >= 0 else (turn, turn)
        if add.exhaust:
            # Within one cost the order is free: a source is exhausted before anything else happens to it.
            event(cls, "exhausted", (start, -1), used)
        if add.kill:
            event(cls, "gone", (end, LAST + 1), used)
        if add.repeats:
            event(cls, "used", (start, -1), used)
    _copies(model, events, turn_of)
    asked.write(model, when, turn_of)
    undecided = open_lines(model)
    for cls, ways in events.items():
        _once(model, cls, ways)
        _after(model, cls, ways, when)
        _buffs_spent(model, cls, ways, when)
        for place, line in enumerate(lines):
            if cls not in model.uses[place] or place in undecided:
                continue
            for way, what in _LOSES.items():
                events_before = [(moment, expr) for moment, expr in ways.get(way, ()) if moment < when[place]]
                before = summed(expr for _, expr in events_before)
                if before.terms and lost(question, line, model.classes[cls].members[0], what):
                    unfit = [
                        other
                        for other in range(len(lines))
                        if cls in model.uses[other]
                        and (other == place or line.action.do in REMOVING)
                        and lines[other].action.do in REMOVING | {line.action.do}
                        and lost(question, lines[other], model.classes[cls].members[0], what)
                    ]
                    removed = summed(model.uses[other][cls] for other in unfit)
                    # What was gone before that was neither left for this nor made unfit for it.
                    first = min(moment for moment, _ in events_before)
                    earlier = summed(
                        uses[cls]
                        for other, uses in enumerate(model.uses)
                        if cls in uses and lines[other].action.do in REMOVING
                        if other not in unfit and when[other] < first
                    )
                    rows.at_most(removed + before + earlier, model.classes[cls].count)


def _copies(
    model: Model,
    events: dict[int, dict[str, list[tuple[Moment, Expr]]]],
    turn_of: dict[tuple[int, tuple[int, str]], int],
) -> None:
    """Write that what an Add copies is still there when it is used; its own cost may take it (9.2.11)."""
    for key, turn in turn_of.items():
        if key in model.adds and (producer := model.producer[key]).copied:
            source = model.class_of.get(copied_from(model.question, producer), -1)
            gone = events.get(source, {}).get("gone", ())
            # Where the order is still open only plain Adds come first for sure (see nested.executable).
            first = (0, -1) if model.relaxed else (turn, -1)
            dead = summed(expr for moment, expr in gone if moment < first)
            if dead.terms:
                most = model.rows.high(model.adds[key])
                model.rows.at_most(dead * most + model.adds[key], most)


def _once(model: Model, cls: int, ways: dict[str, list[tuple[Moment, Expr]]]) -> None:
    """Write that members are removed once, and that uses from a moment on need members not removed before it."""
    count = model.classes[cls].count
    gone = ways.get("gone", [])
    if gone:
        model.rows.at_most(summed(used for _, used in gone), count)
    for way, uses in ways.items():
        if way == "gone":
            continue
        if way == "used":
            # What uses nothing up may be used again and again, but not once it is gone.
            for moment, used in uses:
                most = model.rows.high(used)
                dead = summed(used for other, used in gone if other < moment)
                model.rows.at_most(dead * most + used, most * count)
            continue
        each = model.question.objects[model.classes[cls].members[0]].buffs if way == "buffs" else 1
        for start in sorted({moment for moment, _ in uses}):
            dead = summed(used for moment, used in gone if moment < start)
            later = summed(used for moment, used in uses if moment >= start)
            model.rows.at_most(dead * each + later, each * count)


def _after(model: Model, cls: int, ways: dict[str, list[tuple[Moment, Expr]]], when: list[Moment]) -> None:
    """Write that what must be exhausted, bare of its buffs or no longer Empowered became so earlier."""
    member = model.classes[cls].members[0]
    one = model.question.objects[member]
    undecided = open_lines(model)
    for state, deed in _COMES_BY.items():
        way = _WAYS[deed]
        asking: dict[tuple[bool, Moment], Expr] = {}
        for place, line in enumerate(all_lines(model.question)):
            used = model.uses[place].get(cls)
            if place not in undecided and used is not None and state in dict(line.after).get(member, ()):
                # What keeps the object and what removes it may take the same one.
                if way == "buffs" and one.buffs > 1:
                    # It stands alone, and what was spent for one action is spent for the next as well.
                    before = summed(expr for other, expr in ways.get(way, ()) if other < when[place])
                    model.rows.at_most(used * span(one, line)[0] - before, 0)
                    continue
                asking.setdefault((line.action.do in REMOVING, when[place]), Expr()).add(used)
        for removing, moment in list(asking):
            total = summed(expr for (kind, other), expr in asking.items() if kind == removing and other <= moment)
            before = summed(expr for other, expr in ways.get(way, ()) if other < moment)
            model.rows.at_most(total - before, 0)


def _buffs_spent(model: Model, cls: int, ways: dict[str, list[tuple[Moment, Expr]]], when: list[Moment]) -> None:
    """Write that of an object's several buffs not too many are spent before an action that reads its Might or buffs."""
    one = model.question.objects[model.classes[cls].members[0]]
    undecided = open_lines(model)
    for place, line in enumerate(all_lines(model.question)):
        used = model.uses[place].get(cls)
        if used is None or place in undecided or not reads_buffs(one, line):
            continue
        buffs = ways.get("buffs", ())
        before = summed(expr for other, expr in buffs if other < when[place])
        if line.action.do == "buff":
            so_far = summed(expr for other, expr in buffs if other <= when[place])
            if len(so_far.terms) > 1:
                flag = model.rows.var(0, 1)
                model.rows.at_least(flag * model.rows.high(used) - used, 0)
                model.rows.at_most(so_far + flag * one.buffs, spendable(one, line) + one.buffs)
        elif before.terms:
            # One object is a class of its own here, so it is used or not.
            model.rows.at_most(before + used * (one.buffs - span(one, line)[1]), one.buffs)


def lost(question: Question, line: Line, index: int, what: str) -> bool:
    """Tell whether the object stops matching the line once it is exhausted, bare of a buff, or no longer Empowered."""
    if line.action.itself:
        return False
    wanted = line.action.filter
    if what == "ready":
        return wanted.ready is True
    if what == "empowered":
        return wanted.empowered is True or (wanted.empowered_times is not None and not wanted.empowered_times.holds(0))
    one = question.objects[index]
    if one.buffs > 1 or line.action.do == "buff":
        return False  # How many are spent is counted (see buffs_spent).
    low, high = span(one, line)
    return low == 0 and high < one.buffs
