"""Says costs, actions, filters and amounts in plain words; the words are made from the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from runepay.model.clauses import Amount
from runepay.model.cost import OWN, Action, Cost
from runepay.model.facts import FACTS
from runepay.model.filters import Filter, Range
from runepay.model.resources import pip_text


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> listed(["4 Energy", "1 Fury Power", "discarding a card"])
    '4 Energy, 1 Fury Power and discarding a card'
    """
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def pip_words(mask: int) -> str:
    """Say which Power pays a pip.

    Examples
    --------
    >>> pip_words(1), pip_words(63), pip_words(33), pip_words(0)
    ('Fury Power', 'Power of any domain', 'Fury/Order Power', 'Power of its own domains')
    """
    if mask == OWN:
        return "Power of its own domains"
    text = pip_text(mask)
    if text == "any":
        return "Power of any domain"
    return f"{'/'.join(name.capitalize() for name in ([text] if isinstance(text, str) else text))} Power"


def power_words(pips: Iterable[int]) -> list[str]:
    """Count equal pips: ``2 Fury Power``."""
    return [f"{number} {pip_words(mask)}" for mask, number in Counter(pips).items()]


def cost_words(cost: Cost | None) -> str:
    """Say a whole cost.

    Examples
    --------
    >>> cost_words(Cost(energy=1, power=["order"], actions=[{"do": "exhaust", "itself": True}]))
    '1 Energy, 1 Order Power and exhausting itself'
    >>> cost_words(Cost())
    'nothing'
    """
    if cost is None:
        return "nothing"
    parts = [f"{cost.energy} Energy"] if cost.energy else []
    parts += power_words(cost.power)
    parts += [action_words(one) for one in cost.actions]
    return listed(parts) or "nothing"


_DOING: Final[Mapping[str, str]] = {
    "kill": "killing {}", "discard": "discarding {}", "exhaust": "exhausting {}", "recycle": "recycling {}",
    "return": "returning {} to hand", "banish": "banishing {}", "disempower": "giving up Empowered of {}",
}  # fmt: skip


def action_words(action: Action) -> str:
    """Say one non-standard cost.

    Examples
    --------
    >>> action_words(Action(do="kill", filter=Filter(type=("unit",)))), action_words(Action(do="recycle", number=3))
    ('killing a friendly unit', 'recycling 3 cards from the trash')
    """
    number = action.number
    match action.do:
        case "xp":
            return f"spending {number} XP"
        case "burn":
            return f"burning {number} {'card' if number == 1 else 'cards'}"
        case "buff":
            buffs = "a buff" if number == 1 else f"{number} buffs"
            return f"spending {buffs} of {'itself' if action.itself else noun(action.filter, 1, 'friendly', 'unit')}"
        case _:
            pass
    if action.itself:
        return _DOING[action.do].format("itself")
    zone = action.zone or {"discard": "hand", "recycle": "trash"}.get(action.do, "board")
    owner = "friendly" if zone == "board" else ""
    what = noun(action.filter, number, owner)
    if zone == "trash":
        what += " from the trash"
    return _DOING[action.do].format(what)


def range_words(limits: Range) -> str:
    """Say a range.

    Examples
    --------
    >>> range_words(Range(max=3)), range_words(Range(min=5)), range_words(Range(min=2, max=2))
    ('at most 3', 'at least 5', 'exactly 2')
    """
    if limits.min == limits.max:
        return f"exactly {limits.min}"
    parts = [f"at least {limits.min}"] if limits.min is not None else []
    parts += [f"at most {limits.max}"] if limits.max is not None else []
    return listed(parts)


_STATES: Final[Mapping[str, tuple[str, str]]] = {
    "other": ("other", "this very"), "friendly": ("friendly", "enemy"), "ready": ("ready", "exhausted"),
    "buffed": ("buffed", "unbuffed"), "mighty": ("Mighty", "not Mighty"), "empowered": ("Empowered", "not Empowered"),
    "stunned": ("stunned", "not stunned"), "token": ("token", "non-token"),
    "new": ("new this turn", "not new this turn"), "in_combat": ("fighting", "not fighting"),
    "attached": ("attached", "not attached"), "chosen": ("chosen", "not chosen"),
}  # fmt: skip

PLACES: Final[Mapping[str, str]] = {
    "base": "in base", "battlefield": "at a battlefield", "here": "here", "destination": "where it is played to",
    "showdown": "where the showdown is",
}  # fmt: skip


def _place(at: str) -> str:
    return PLACES.get(at, f"at {at}")


def keyword_words(word: str) -> str:
    """Write a keyword as cards do."""
    return "-".join(part.capitalize() for part in word.split("-"))


def _states(kind: Filter) -> list[str]:
    asked = [(name, getattr(kind, name)) for name in _STATES]
    return [_STATES[name][0 if value else 1] for name, value in asked if value is not None]


def _behind(kind: Filter) -> list[str]:
    """Say what stands behind the noun: place, numbers, keywords."""
    said = [_place(kind.at)] if kind.at else []
    if kind.keyword:
        said.append(f"with {listed([keyword_words(word) for word in kind.keyword], 'or')}")
    if kind.might is not None:
        said.append(f"of Might {range_words(kind.might)}")
    said += printed(kind.energy, kind.power)
    if kind.empowered_times is not None:
        said.append(f"Empowered {range_words(kind.empowered_times)} times")
    if kind.covers_chosen:
        said.append("whose printed cost is at least that of every chosen one")
    return said


def printed(energy: Range | None, power: Range | None) -> list[str]:
    """Say what a printed cost must be; nothing if nothing is asked."""
    said = [f"Energy {range_words(energy)}"] if energy is not None else []
    said += [f"pips {range_words(power)}"] if power is not None else []
    return [f"of printed {listed(said)}"] if said else []


def noun(kind: Filter, number: int | None = None, owner: str = "", bare: str = "card") -> str:
    """Say which objects a filter allows; without a number, in the plural.

    Examples
    --------
    >>> noun(Filter(type=("unit",), mighty=True), owner="friendly")
    'friendly Mighty units'
    >>> noun(Filter(tag=("Bird", "Cat")), 1)
    'a Bird or Cat'
    """
    if kind.bears_me:
        return "the unit that wears it"
    # "Other" stands first: another friendly unit, other friendly units.
    front = [word for word in _states(kind) if word != "other"]
    if owner and kind.friendly is None and not kind.card:
        front.insert(0, owner)
    front += [word.capitalize() for word in (*kind.supertype, *kind.domain)]
    if kind.card:
        head = listed(kind.card, "or")
    else:
        plural = number != 1
        types: list[str] = [*kind.type] or ([] if kind.tag else ["object" if owner and bare == "card" else bare])
        heads = [many(word) if plural else word for word in types]
        tags = list(kind.tag)
        if tags and not types and plural:
            tags = [many(tag) for tag in tags]
        head = " ".join(part for part in (listed(tags, "or"), listed(heads, "or")) if part)
    text = " ".join([*front, head, *_behind(kind)])
    if kind.other:
        return f"another {text}" if number == 1 else f"{number or ''} other {text}".strip()
    if number is None or kind.card:
        return text
    return f"{_article(text)} {text}" if number == 1 else f"{number} {text}"


def many(word: str) -> str:
    """Give the plural."""
    return word if word in {"gear", "Equipment"} else f"{word}s"


def _article(text: str) -> str:
    return "an" if text[0].lower() in "aeio" or (text.startswith("un") and not text.startswith("unit")) else "a"


def is_words(kind: Filter) -> str:
    """Say what an object must be, as a predicate.

    Examples
    --------
    >>> is_words(Filter(at="battlefield")), is_words(Filter(empowered=True, at="here"))
    ('at a battlefield', 'Empowered and here')
    """
    said = _states(kind) + _behind(kind)
    if kind.type or kind.tag or kind.card:
        said.insert(0, noun(Filter(type=kind.type, tag=kind.tag, card=kind.card), 1))
    return listed(said)


_SCALARS: Final = {
    "highest_might", "total_might", "chosen_might", "xp", "points_to_win", "enemy_points_to_win", "number", "points",
    "enemy_points", "victory_score", "energy_spent_on_a_spell", "power_spent", "energy_spent", "recycled_might",
}  # fmt: skip


def is_scalar(amount: Amount) -> bool:
    """Tell whether an amount is one number rather than a count of things."""
    return (amount.name if amount.count == "fact" else amount.count) in _SCALARS


def amount_words(amount: Amount) -> str:
    """Say what is counted.

    Examples
    --------
    >>> amount_words(Amount(count="objects", zone="trash"))
    'cards in the trash'
    >>> amount_words(Amount(count="fact", name="spells_played"))
    'spells the payer has played this turn'
    """
    owner = {"own": "friendly", "enemy": "enemy", "any": ""}[amount.whose]
    match amount.count:
        case "objects":
            said = _counted(amount, owner)
        case "fact":
            said = FACTS[amount.name].meaning if amount.name in FACTS else str(amount.name)
        case "number":
            said = f"the number elected as {amount.name}"
        case "tags":
            tags = f" ({', '.join(amount.of.tag)})" if amount.of.tag else ""
            said = f"different tags{tags} among {noun(Filter(type=amount.of.type), owner=owner)}"
        case "battlefields":
            units = noun(amount.of, amount.exactly, "" if amount.whose == "any" else owner, "unit")
            said = f"battlefields one controls with exactly {units}" if amount.exactly is not None else "battlefields"
        case "highest_might":
            said = f"the highest Might among {noun(amount.of, owner=owner)}"
        case "total_might":
            said = f"the Might of all {noun(amount.of, owner=owner)}"
        case "chosen":
            said = f"chosen {noun(amount.of, bare='object')}"
        case "chosen_might":
            said = f"the Might of what is chosen ({noun(amount.of, bare='object')})"
        case _:
            said = _PLAIN[amount.count].format("opponents'" if amount.whose == "enemy" else "one's own")
    return said + _changed(amount)


_PLAIN: Final[Mapping[str, str]] = {
    "runes": "runes on {} board", "xp": "XP", "hand": "cards in {} hand", "buffs": "buffs on {} units",
    "points_to_win": "points one lacks to win", "enemy_points_to_win": "points an opponent lacks to win",
}  # fmt: skip


def _counted(amount: Amount, owner: str) -> str:
    if amount.zone == "board":
        return noun(amount.of, owner=owner)
    zone = {"legend": "as the legend", "battlefields": "among the battlefields", "banished": "in banishment"}
    return f"{noun(amount.of)} {zone.get(amount.zone, f'in the {amount.zone}')}"


def _changed(amount: Amount) -> str:
    said = f", {'plus' if amount.plus > 0 else 'less'} {abs(amount.plus)}" if amount.plus else ""
    said += f", times {amount.times}" if amount.times != 1 else ""
    said += f", at least {amount.least}" if amount.least is not None else ""
    return said + (f", at most {amount.most}" if amount.most is not None else "")
