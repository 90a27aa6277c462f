"""Which parts of a record express which kind of cost text.

The kinds are those of the census (``PAYMENT_KINDS`` and the kinds that touch no payment by themselves), and the
keywords that are a cost, have one or change one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from runepay.model.catalogue.parts import COST_WORDS, Part
from runepay.model.catalogue.reader import PAYMENT_KINDS
from runepay.model.clauses import (
    Ability,
    Add,
    Additional,
    Amount,
    Base,
    Brings,
    Condition,
    Deflect,
    Discount,
    GrantKeyword,
    IgnoreDeflect,
    Increase,
    Keyword,
    Override,
    Permit,
)
from runepay.model.cost import Cost

OTHER_KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "READ": "reads a printed cost",
        "TRIG": "watches what was spent, discarded, killed or exhausted",
        "RUNECT": "counts runes",
        "RES-CHAN": "channels runes",
        "RES-READY": "readies runes",
        "RES-GOLD": "makes Gold",
        "RES-XP": "gains XP",
        "RES-LOSS": "takes runes away or limits them",
        "PERM": "lets a card be played from elsewhere at its own cost",
        "PAY-IF": "an instruction to pay or do something that is no cost (205)",
    }
)
"""The kinds that touch no payment by themselves: the caller states what they did, or a limit expresses them."""

KEYWORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "accelerate": "an optional additional cost (805)",
        "repeat": "an optional additional cost (820)",
        "deflect": "a mandatory additional cost for an opponent who chooses it (809)",
        "hidden": "hiding has a cost, and ignores the base cost later (811)",
        "flow": "an alternate base cost from the trash (829)",
        "equip": "an activated ability with a cost (818)",
        "empower": "an activated ability with a cost (827)",
        "weaponmaster": "a trigger that pays an Equip cost, one pip cheaper (821)",
    }
)


@dataclass(frozen=True, slots=True)
class Need:
    """What must stand in a record for a kind to count as written.

    Attributes
    ----------
    meaning
        What the kind is.
    words
        What must be there, and why that expresses it.
    picks
        Tells whether a part is of the kind.
    """

    meaning: str
    words: str
    picks: Callable[[Part], bool]


def _own_discount(part: Part) -> bool:
    return part.bears_costs and isinstance(part.content, Discount) and (part.content.on is None)


def _additional(part: Part, *, optional: bool = False, number: bool = False) -> bool:
    one = part.content
    return isinstance(one, Additional) and one.number == number and (number or one.optional == optional)


def _pays(cost: Cost | None) -> bool:
    return cost is not None and bool(cost.energy or cost.power)


def _ability(part: Part, *kinds: str) -> Ability | None:
    return part.content if isinstance(part.content, Ability) and part.content.kind in kinds else None


def _costs(ability: Ability) -> list[Cost]:
    return [ability.cost, *(one.cost for one in ability.clauses if isinstance(one, Additional))]


def _asks_action(part: Part, *kinds: str) -> bool:
    one = _ability(part, *kinds)
    return one is not None and any(cost.actions for cost in _costs(one))


def _asks_resources(part: Part, *kinds: str) -> bool:
    one = _ability(part, *kinds)
    return one is not None and any(_pays(cost) for cost in _costs(one))


def _ignores(part: Part, what: str) -> bool:
    return isinstance(part.content, Base) and part.content.ignore == what


def _sets_base(part: Part) -> bool:
    return isinstance(part.content, Base) and part.content.set is not None


def _reaches_others(part: Part) -> bool:
    return part.field in {"clauses", "leaves"} and getattr(part.content, "on", None) is not None


def _cheaper(part: Part) -> bool:
    one = part.content
    if isinstance(one, IgnoreDeflect):
        return True
    return (_reaches_others(part) and (isinstance(one, Discount) or _sets_base(part))) or (
        part.field == "leaves" and isinstance(one, Discount)
    )


def _plain_add(part: Part) -> bool:
    if isinstance(part.content, Ability):
        return part.content.id == "add"
    return isinstance(part.content, Add) and not part.content.purpose and not _converts(part)


def _converts(part: Part) -> bool:
    return isinstance(part.content, Add) and (part.content.any_amount is not None or _pays(part.content.cost))


def _grants(part: Part) -> bool:
    # An ability granted to others stands as the ability of the card that grants it.
    return (
        isinstance(part.content, GrantKeyword | Deflect)
        or (isinstance(part.content, Additional) and part.content.on is not None)
        or _ability(part, "ability") is not None
    )


def _reads_cost(part: Part) -> bool:
    one = part.content
    if isinstance(one, Brings):
        ranges = one.only is not None and (one.only.energy is not None or one.only.power is not None)
        return ranges or one.energy_at_most is not None
    if isinstance(one, Additional):
        return any(action.filter.covers_chosen for action in one.cost.actions)
    return isinstance(one, Discount) and one.printed_cost_of is not None


def _conditions(part: Part) -> list[Condition]:
    waiting = list(getattr(part.content, "when", ()))
    found: list[Condition] = []
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += [*one.any_of, *one.all_of, *([one.negate] if one.negate else [])]
    return found


def _amounts(part: Part) -> list[Amount]:
    per = getattr(part.content, "per", None)
    found = [one.amount for one in _conditions(part) if one.amount is not None]
    return [*found, per] if isinstance(per, Amount) else found


def _word(word: str) -> Callable[[Part], bool]:
    def picks(part: Part) -> bool:
        return isinstance(part.content, Keyword) and part.content.keyword == word

    return picks


def _conditional_keyword(part: Part) -> bool:
    return isinstance(part.content, Keyword) and bool(part.content.when)


_TABLE: Final[Mapping[str, tuple[str, Callable[[Part], bool]]]] = {
    "SELF-": ("a discount on the card or on its ability, without a scope", _own_discount),
    "XC-O": ("an optional additional cost", lambda part: _additional(part, optional=True)),
    "XC-M": ("an additional cost that is not optional", _additional),
    "XC-V": ("an additional cost owed a chosen number of times", lambda part: _additional(part, number=True)),
    "ALT": ("a base clause that sets another cost, on the card or brought to the play", _sets_base),
    "IGN-C": (
        "a base clause that ignores the cost, on the card or brought to the play; for hiding, an override",
        lambda part: _ignores(part, "cost") or (part.field == "leaves" and isinstance(part.content, Override)),
    ),
    "IGN-E": ("a base clause that ignores the Energy", lambda part: _ignores(part, "energy")),
    "IGN-ALL": ("an override brought to the play", lambda part: isinstance(part.content, Override)),
    "MOD-": ("a discount with a scope, another base cost with a scope, or Deflect ignored", _cheaper),
    "MOD+": ("an increase with a scope", lambda part: isinstance(part.content, Increase)),
    "RED": (
        "a discount brought to the play",
        lambda part: part.field == "brings" and isinstance(part.content, Discount),
    ),
    "RES-ADD": ("an Add without a purpose, or the ability that is one", _plain_add),
    "RES-ADDR": ("an Add with a purpose", lambda part: isinstance(part.content, Add) and bool(part.content.purpose)),
    "RES-CONV": ("an Add that costs resources itself", _converts),
    "KW-G": ("a granted keyword, Deflect or ability, or an additional cost with a scope", _grants),
    "MOVE-TAX": ("an applied cost (204.4)", lambda part: _ability(part, "applied") is not None),
    "ACT-N": (
        "an ability with an action among its costs, or an Add, which exhausts or kills its own object",
        lambda part: _asks_action(part, "ability") or isinstance(part.content, Add),
    ),
    "ACT-R": (
        "an ability that costs Energy or Power and no action",
        lambda part: _asks_resources(part, "ability"),
    ),
    "PAY-N": ("a trigger's or an effect's cost with an action", lambda part: _asks_action(part, "trigger", "effect")),
    "PAY-R": (
        "a trigger's or an effect's cost of Energy or Power, or the price at which the effect plays a card",
        lambda part: _asks_resources(part, "trigger", "effect") or (part.field == "brings" and _sets_base(part)),
    ),
    "COND": ("a keyword with its condition", _conditional_keyword),
    "READ": ("a limit by printed cost, or a discount by another card's printed cost (206)", _reads_cost),
    "TRIG": (
        "a clause whose condition reads a fact about the turn",
        lambda part: any(one.count == "fact" for one in _amounts(part)),
    ),
    "RUNECT": (
        "a clause or condition that counts runes",
        lambda part: any(one.count == "runes" for one in _amounts(part)),
    ),
    "PERM": (
        "a permission, or what an effect may play",
        lambda part: isinstance(part.content, Permit | Brings),
    ),
    "PAY-IF": ("an effect's payment", lambda part: _ability(part, "effect") is not None),
}

_STATED: Final = "nothing: the caller states what happened"


def _nothing(part: Part) -> bool:
    del part
    return False


NEEDS: Final[Mapping[str, Need]] = MappingProxyType(
    {word: Need(KEYWORDS[word], "the keyword with its cost", _word(word)) for word in COST_WORDS}
    | {
        kind: Need(meaning, *_TABLE.get(kind, (_STATED, _nothing)))
        for kind, meaning in {**PAYMENT_KINDS, **OTHER_KINDS}.items()
    }
)
"""Every kind with what must be there, keywords first."""


def parts_of(kind: str, listed: Iterable[Part]) -> tuple[Part, ...]:
    """Pick the parts of a card that express a kind of cost text, with what belongs to them.

    Which cards an effect may play belongs to what it does to their cost; what an ability asks for besides its base
    cost belongs to the ability.

    Examples
    --------
    >>> from runepay.model import catalogue
    >>> from runepay.model.catalogue.parts import parts
    >>> [part.key for part in parts_of("IGN-C", parts(catalogue.find("Spectral Matron")))]
    ['brings.base', 'brings.only']
    """
    every = tuple(listed)
    picked = [part for part in every if NEEDS[kind].picks(part)]
    brings = any(part.field == "brings" for part in picked)
    abilities = tuple(f"{part.key}." for part in picked if isinstance(part.content, Ability))

    def belongs(part: Part) -> bool:
        nested = isinstance(part.content, Additional) and part.key.startswith(abilities)
        return (part.limits and brings) or (bool(abilities) and nested)

    return tuple(part for part in every if part in picked or belongs(part))


ELSEWHERE: Final[Mapping[tuple[str, str], tuple[str, str]]] = MappingProxyType(
    {("Renata Glasc, Chem-Baroness", "RES-ADD"): ("Gold", "adds.add-2")}
)
"""Text that stands with another card, since it changes what that one does: the Energy that Gold adds besides."""
