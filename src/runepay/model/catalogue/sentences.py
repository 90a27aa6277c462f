"""Says what one clause or Add does, as a sentence."""

from __future__ import annotations

from runepay.model.catalogue import phrases
from runepay.model.catalogue.phrases import amount_words, cost_words, listed, noun
from runepay.model.catalogue.scopes import conditions_words, scope_words
from runepay.model.clauses import (
    Add,
    Additional,
    Amount,
    AnyClause,
    Base,
    Condition,
    Deflect,
    Discount,
    GrantKeyword,
    IgnoreDeflect,
    Increase,
    Override,
    Permit,
)


def when_words(conditions: tuple[Condition, ...]) -> str:
    """Say under which conditions, with a comma before it; empty if always."""
    said = conditions_words(conditions)
    return f", if {said}" if said else ""


def sentence(clause: AnyClause, plural: bool | None = None) -> str:
    """Say a clause as a sentence about what it reaches."""
    if isinstance(clause, Deflect | IgnoreDeflect | GrantKeyword | Permit):
        said = _granted(clause)
    else:
        many = clause.on is not None if plural is None else plural
        said = _priced(clause, many)
        if clause.on is not None:
            said = f"{scope_words(clause.on)} {said}"
    return said + when_words(clause.when)


def _granted(clause: Deflect | IgnoreDeflect | GrantKeyword | Permit) -> str:
    match clause:
        case Deflect():
            whom = noun(clause.grants, owner="friendly") if clause.grants is not None else "itself"
            only = ", where they have none" if clause.unless_already else ""
            return f"gives {whom} Deflect {clause.value}{only}{_per(clause.per)} (809)"
        case IgnoreDeflect():
            whom = f" of {noun(clause.chosen, bare='object')}" if clause.chosen is not None else ""
            plays = f" by {scope_words(clause.on)}" if clause.on is not None else ""
            return f"Deflect{whom} is not paid{plays} (356.2.a.2)"
        case GrantKeyword() if clause.keyword == "weaponmaster":
            whom = noun(clause.on.chooses, owner="friendly") if clause.on and clause.on.chooses else "units"
            return f"gives {whom} Weaponmaster (821)"
        case GrantKeyword():
            whom = scope_words(clause.on) if clause.on is not None else "it"
            price = f" for {cost_words(clause.cost)}" if clause.cost is not None else ""
            if clause.cost is None and clause.keyword in {"repeat", "flow"}:
                price = " for its printed cost"
            return f"gives {whom} {clause.keyword.capitalize()}{price}"
        case _:
            reach = clause.on.model_copy(update={"origin": ()}) if clause.on is not None else None
            what = scope_words(reach) if reach is not None else "it"
            return f"lets {what} be played from the {listed(clause.origin, 'or')} (358.3)"


def _priced(clause: Base | Additional | Increase | Discount | Override, many: bool) -> str:
    costs, elect = ("cost" if many else "costs"), f"; elect {clause.id}" if clause.id else ""
    match clause:
        case Base() if clause.ignore is not None:
            part = {"cost": "", "energy": "the Energy of ", "power": "the Power of "}[clause.ignore]
            base = f"{part}{'their' if many else 'its'} base cost"
            return f"{'may ignore' if clause.optional else 'ignore' if many else 'ignores'} {base} (356.1.b)"
        case Base():
            may = "may cost" if clause.optional else costs
            return f"{may} {cost_words(clause.set)} instead (356.1.a{elect if clause.optional else ''})"
        case Additional():
            return _additional(clause, "cost" if many else "costs")
        case Increase():
            more = [f"{clause.energy} Energy"] if clause.energy else []
            more += phrases.power_words(clause.power)
            return f"{costs} {listed(more)} more{_per(clause.per)} (356.3)"
        case Discount():
            return _discount(clause, costs)
        case Override():
            return f"{'owe' if many else 'owes'} nothing at all, actions included (356.5.a)"


def _additional(clause: Additional, costs: str) -> str:
    price = cost_words(clause.cost)
    if clause.number:
        most = f", at most {clause.at_most} times" if clause.at_most is not None else ""
        return f"may also cost {price}, any number of times{most} (356.2.b; elect {clause.id}=N)"
    if clause.optional:
        return f"may also cost {price}{_per(clause.per)} (356.2.b; elect {clause.id})"
    return f"also {costs} {price}{_per(clause.per)} (356.2.a)"


def _discount(clause: Discount, costs: str) -> str:
    if clause.printed_cost_of is not None:
        pip = phrases.pip_words(clause.power[0]) if clause.power else "Power"
        what = f"what pays {clause.printed_cost_of}"
        return f"{costs} 1 Energy less for each printed Energy, and 1 {pip} less for each printed pip, of {what} (206)"
    energy = f"{clause.energy} Energy" if clause.energy else ""
    power = [f"{clause.any} Power of any kind"] if clause.any else []
    power += phrases.power_words(clause.power)
    less = f"{energy} or {listed(power)}" if clause.either else listed([part for part in (energy, *power) if part])
    floor = f", Energy not below {clause.minimum} by this" if clause.minimum else ""
    if clause.component is not None:
        return f"pay {less} less for {_component(clause.component)}{floor}{_per(clause.per)} (356.4.c)"
    return f"{costs} {less} less{_per(clause.per)}{floor} (356.4)"


def _component(name: str) -> str:
    """Say which additional costs a component discount acts on."""
    if name in {"optional", "mandatory"}:
        return f"each {name} additional cost"
    return f"each {name.capitalize()} cost" if name in {"repeat", "accelerate"} else f"the additional cost {name}"


def _per(per: Amount | None) -> str:
    if per is None:
        return ""
    return f", times {amount_words(per)}" if phrases.is_scalar(per) else f" for each of these: {amount_words(per)}"


def add_words(add: Add) -> str:
    """Say what an Add costs and gives.

    Examples
    --------
    >>> add_words(Add(gives={"power": {"fury": 1}}))
    'adds 1 Fury Power for exhausting itself (429)'
    """
    doing = [word for word, asked in (("exhausting", add.exhaust), ("killing", add.kill)) if asked]
    price = [f"{listed(doing)} itself"] if doing else []
    if add.cost is not None and not add.cost.is_free():
        price.append(cost_words(add.cost))
    if add.any_amount is not None:
        price.append(f"any amount of {add.any_amount.capitalize()}")
    gives = [f"{add.gives.energy} Energy"] if add.gives.energy else []
    gives += [f"{number} {power.capitalize()} Power" for power, number in add.gives.power.items()]
    if add.copies:
        return f"has every exhaust ability of one's other objects, Adds included{when_words(add.when)}"
    each = " for each of them" if add.any_amount is not None else ""
    purpose = f" (for {listed(add.purpose, 'or')} only)" if add.purpose else ""
    speed = ", beforehand (Action)" if add.speed == "action" else ""
    gained = f"adds {listed(gives) or 'nothing'}{each}{purpose}"
    return f"{gained} for {listed(price) or 'nothing'}{speed} (429){when_words(add.when)}"
