"""Says costs, actions, steps and elections in the game's words, from an answer's JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

Said = Mapping[str, Any]

_ACTIONS: Final = {
    "kill": ("a kill", "kills"),
    "discard": ("a discard", "discards"),
    "exhaust": ("an exhaust", "exhausts"),
    "recycle": ("a recycle", "recycles"),
    "buff": ("a buff", "buffs"),
    "xp": ("1 XP", "XP"),
    "return": ("a return to hand", "returns to hand"),
    "banish": ("a banish", "banishes"),
    "disempower": ("1 Empowered given up", "Empowered given up"),
    "burn": ("a burn", "burns"),
}
DONE: Final = {
    "kill": "kill", "discard": "discard", "exhaust": "exhaust", "recycle": "recycle", "buff": "spend a buff of",
    "return": "return to hand", "banish": "banish", "disempower": "give up Empowered of",
}  # fmt: skip
STAGES: Final = {1: "base cost", 2: "additional costs", 3: "increases", 4: "discounts", 5: "the total itself"}


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> listed(["4 Energy", "1 Fury Power", "a discard"])
    '4 Energy, 1 Fury Power and a discard'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def pip(one: str | Sequence[str]) -> str:
    """Say which Power pays a pip.

    Examples
    --------
    >>> pip("fury"), pip(["fury", "order"]), pip("any")
    ('Fury Power', 'Fury or Order Power', 'Power of any domain')
    """
    if one == "any":
        return "Power of any domain"
    names = [one] if isinstance(one, str) else one
    return f"{listed([name.capitalize() for name in names], 'or')} Power"


def pips(power: Iterable[str | Sequence[str]]) -> list[str]:
    """Count equal pips: ``2 Fury Power``."""
    counts: dict[str, int] = {}
    for one in power:
        counts[pip(one)] = counts.get(pip(one), 0) + 1
    return [f"{number} {name}" for name, number in counts.items()]


def which(kind: Mapping[str, Any]) -> str:
    """Say which objects an action's filter allows, as far as a few words can."""
    said: list[str] = []
    for key in ("type", "tag", "card"):
        words = kind.get(key) or ()
        if words:
            said.append(listed([words] if isinstance(words, str) else list(words), "or"))
    said += [key for key in ("token", "mighty", "buffed", "empowered") if kind.get(key)]
    return ", ".join(said)


def action(one: Said) -> str:
    """Say one non-standard cost.

    Examples
    --------
    >>> action({"do": "discard", "number": 1}), action({"do": "kill", "number": 2, "filter": {"type": ["unit"]}})
    ('a discard', '2 kills (unit)')
    """
    number = one.get("number", 1)
    single, many = _ACTIONS.get(one["do"], (one["do"], one["do"]))
    said = single if number == 1 else f"{number} {many}"
    kinds = which(one.get("filter") or {})
    return f"{said} ({kinds})" if kinds else said


def cost(owed: Said) -> str:
    """Say a whole cost.

    Examples
    --------
    >>> cost({"energy": 4, "power": [], "actions": [{"do": "discard", "number": 1}]})
    '4 Energy and a discard'
    """
    parts = [f"{owed['energy']} Energy"] if owed["energy"] else []
    parts += pips(owed["power"])
    parts += [action(one) for one in owed.get("actions", ())]
    return listed(parts) or "nothing"


def units(pool: Said, sign: str = "") -> str:
    """Say what a pool holds, or what is added or spent.

    Examples
    --------
    >>> units({"energy": 2, "power": {"universal": 1}, "restricted": [{"energy": 1, "for": ["spell"]}]})
    '2 Energy, 1 Universal Power, 1 Energy for spell'
    """
    parts: list[str] = []
    for one in (pool, *pool.get("restricted", ())):
        purpose = f" for {'/'.join(_many(one['for']))}" if "for" in one else ""
        if one.get("energy"):
            parts.append(f"{sign}{one['energy']} Energy{purpose}")
        parts += [
            f"{sign}{number} {power.capitalize()} Power{purpose}"
            for power, number in one.get("power", {}).items()
            if number
        ]
    return ", ".join(parts) or "nothing"


def _many(word: str | Sequence[str]) -> Sequence[str]:
    return [word] if isinstance(word, str) else word


def rune(name: str, number: int) -> str:
    """Say runes: ``rune:fury`` and 2 give ``2 Fury runes``."""
    domain = name.partition(":")[2].capitalize()
    return f"1 {domain} rune" if number == 1 else f"{number} {domain} runes"


def step(one: Said, names: Mapping[str, str]) -> str:
    """Say one step of a payment."""
    kind, number = one["step"], one["number"]
    if kind in {"exhaust", "recycle"}:
        return f"{kind} {rune(one['object'], number)}: {units(one['gives'], '+')}"
    if kind == "add":
        return f"use {names.get(one['object'], one['object'])}: {units(one['gives'], '+')}"
    if kind == "spend":
        said = f"spend {units(one['spends'])}"
        paid = pips(one.get("pays", ()))
        if str(one.get("part", "")).startswith("add:"):
            source = one["part"].removeprefix("add:")
            return f"{said} to use {names.get(source, source)}"
        # Fury for a Fury pip goes without saying; what stands in for another domain does not.
        return f"{said} for {listed(paid)}" if paid and paid != [units(one["spends"])] else said
    if one["do"] == "xp":
        said = f"spend {number} XP"
    elif not one["objects"]:
        said = f"{one['do']} {number}"
    else:
        said = f"{DONE.get(one['do'], one['do'])} {listed([names.get(name, name) for name in one['objects']])}"
    # That a kill is for "kill" goes without saying.
    plain = {None, "", "base", one["do"], f"{one['do']}s"}
    return said if one.get("part") in plain else f"{said} (for {one['part']})"


def elections(elected: Mapping[str, bool | int]) -> str:
    """Say what is elected and what is not.

    Examples
    --------
    >>> elections({"discard": True, "accelerate": False, "kills": 2})
    'discard, kills: 2, without accelerate'
    """
    with_ = [name if chosen is True else f"{name}: {chosen}" for name, chosen in elected.items() if chosen is not False]
    without = [name for name, chosen in elected.items() if chosen is False]
    if without:
        with_.append(f"without {listed(without, 'or')}")
    return ", ".join(with_)


def lost(one: Said) -> str:
    """Say one thing that is gone for good.

    Examples
    --------
    >>> lost({"how": "xp", "number": 2, "value": 2}), lost({"card": "Charm", "how": "discard", "value": 3})
    ('2 XP', 'Charm (discarded, worth 3)')
    """
    if "number" in one:
        return action({"do": one["how"], "number": one["number"]})
    return f"{one.get('card', one.get('object'))} ({GONE.get(one['how'], one['how'])}, worth {one['value']})"


GONE: Final = {
    "kill": "killed", "discard": "discarded", "recycle": "recycled", "banish": "banished", "buff": "its buff",
    "return": "returned to hand", "disempower": "no longer Empowered",
}  # fmt: skip

_LEVELS: Final = {
    "losses": "worth of what is lost for good {}",
    "recycles": "runes recycled {}",
    "tapped": "exhausted to pay, not counting runes and own Adds of gear and legends, {}",
    "unrestricted": "unrestricted Energy and Power spent {}",
    "energy": "Energy spent beyond what floated before {}",
    "universal": "unrestricted Universal Power spent {}",
    "keep-universal": "Universal Power spent in all {}",
    "balance": "squared numbers of runes left by domain {}",
    "ready-recycles": "ready runes recycled {}",
    "surplus": "added and not spent {}",
    "steps": "steps (Adds, actions and units spent) {}",
    "unelected": "optional costs left open and not elected {}",
}


def level(one: Said) -> str:  # noqa: PLR0911 - one line a criterion
    """Say one level of the goal with its value.

    Examples
    --------
    >>> level({"criterion": "losses", "value": 3}), level({"criterion": "keep-domain:fury", "value": 1})
    ('worth of what is lost for good 3', 'Fury Power spent 1')
    >>> level({"criterion": "most-ready", "value": -2}), level({"criterion": "spend-at-least:energy:4", "value": 1})
    ('ready runes left 2', '1 Energy short of the 4 to be spent')
    """
    name, value = one["criterion"], one["value"]
    if name == "energy" and value < 0:
        return f"floating Energy left over {-value}"
    if name == "most-ready":
        return f"ready runes left {-value}"
    stem, _, rest = name.partition(":")
    if name == "keep:hand":
        return f"worth of the hand that can still be paid {-value}"
    if stem in {"keep", "keep-on-their-turn"}:
        when = " on the opponents' turn" if stem == "keep-on-their-turn" else ""
        return f"{rest} can {'no longer' if value else 'still'} be paid{when}"
    if stem == "keep-domain":
        return f"{rest.capitalize()} Power spent {value}"
    if stem == "rune-debt":
        return f"Energy lost over the next {f'{rest} turns' if rest != '1' else 'turn'} {value}"
    if stem == "spend-at-least":
        what, _, number = rest.partition(":")
        return f"{value} {what.capitalize()} short of the {number} to be spent"
    return _LEVELS[name].format(value)


def figure(number: float) -> str:
    """Write a number that need not be whole.

    Examples
    --------
    >>> figure(3), figure(2.5), figure(1.333333)
    ('3', '2.5', '1.33')
    """
    return f"{number:.2f}".rstrip("0").rstrip(".")


def per_cent(chance: float) -> str:
    """Write a chance in a column: nothing for never.

    Examples
    --------
    >>> per_cent(1), per_cent(0.333333), per_cent(0)
    ('100 %', '33.3 %', '-')
    """
    return f"{figure(round(chance * 100, 1))} %" if chance else "-"


KEEPS: Final = ("keep:", "keep-on-their-turn:")
"""What the criteria begin with that keep cards payable."""


def keeps(one: Said) -> bool:
    """Tell whether a level says of a named card that it stays payable.

    Examples
    --------
    >>> keeps({"criterion": "keep:Defy"}), keeps({"criterion": "keep:hand"}), keeps({"criterion": "losses"})
    (True, False, False)
    """
    name: str = one["criterion"]
    return name.startswith(KEEPS) and name != "keep:hand"


def unmet(goal: Iterable[Said]) -> list[str]:
    """Name what the caller wanted to spend at least, or to keep, and could not."""
    return [
        level(one) for one in goal if one["value"] and (one["criterion"].startswith("spend-at-least") or keeps(one))
    ]


def chosen(one: Said) -> str:
    """Say which half each discount gives, and which pips it takes off.

    Examples
    --------
    >>> chosen({"choose": {"halves": {"ezreal-prodigy": "power"}, "removed": {"ezreal-prodigy": ["fury", "any"]}}})
    'ezreal-prodigy takes off 1 Fury Power and 1 Power of any domain'
    >>> chosen({"choose": {"halves": {"ezreal-prodigy": "energy"}}}), chosen({})
    ('ezreal-prodigy takes off Energy', '')
    >>> chosen({"choose": {"removed": {"ezreal-prodigy@repeat": ["fury"]}}})
    'ezreal-prodigy on repeat takes off 1 Fury Power'
    """
    choose = one.get("choose", {})
    gone = {name: listed(pips(power)) for name, power in choose.get("removed", {}).items()}
    halves = {name: half.capitalize() for name, half in choose.get("halves", {}).items()}
    return "; ".join(f"{name.replace('@', ' on ')} takes off {what}" for name, what in {**halves, **gone}.items())


def event(one: Said, names: Mapping[str, str]) -> str:
    """Say what a payment sets off, and who watches for it.

    Examples
    --------
    >>> event({"event": "killed", "object": "poro", "number": 1, "watchers": ["viktor"]}, {"poro": "Pouty Poro"})
    'Pouty Poro killed: viktor'
    """
    what = one["object"]
    subject = names.get(what, what.capitalize() if one["event"] == "recycled rune" else what)
    number = f" ({one['number']} times)" if one["number"] > 1 else ""
    watchers = listed([names.get(name, name) for name in one["watchers"]])
    return f"{subject} {one['event']}{number}: {watchers}".lstrip()


def question(one: Said) -> str:
    """Say what the rules leave open, how it is read, and what another reading gives.

    Examples
    --------
    >>> question({"question": "whether it does", "option": "may", "reading": "yes",
    ...           "other": {"reading": "no", "status": "payable", "owed": {"energy": 1, "power": [], "actions": []}}})
    'whether it does (--option may=yes); with may=no: 1 Energy, payable'
    """
    option, other = one["option"], one["other"]
    said = f"{one['question']} (--option {option}={one['reading']})"
    return f"{said}; with {option}={other['reading']}: {cost(other['owed'])}, {other['status']}"


def bought(totals: Sequence[Said]) -> list[str]:
    """Say what each election buys at what price, from totals that differ in it alone.

    Examples
    --------
    >>> bought([{"elected": {"discard": False}, "owed": {"energy": 6, "power": [], "actions": []}},
    ...         {"elected": {"discard": True},
    ...          "owed": {"energy": 4, "power": [], "actions": [{"do": "discard", "number": 1}]}}])
    ['discard: 2 Energy less, for a discard']
    """
    said: list[str] = []
    for name in dict.fromkeys(name for one in totals for name in one["elected"]):
        found = next(
            (
                (one, other)
                for one in totals
                for other in totals
                if name in one["elected"]
                and not one["elected"][name]
                and other["elected"].get(name)
                and _rest(one["elected"], name) == _rest(other["elected"], name)
            ),
            None,
        )
        if found:
            number = found[1]["elected"][name]
            label = name if number is True else f"{name}: {number}"
            said.append(f"{label}: {_difference(found[0]['owed'], found[1]['owed'])}")
    return said


def _rest(elected: Mapping[str, bool | int], name: str) -> dict[str, bool | int]:
    return {key: value for key, value in elected.items() if key != name}


def _difference(before: Said, after: Said) -> str:
    less: list[str] = []
    more: list[str] = []
    change = after["energy"] - before["energy"]
    if change:
        (more if change > 0 else less).append(f"{abs(change)} Energy")
    for one, other, into in ((before, after, less), (after, before, more)):
        left = list(other["power"])
        gone = []
        for word in one["power"]:
            if word in left:
                left.remove(word)
            else:
                gone.append(word)
        into.extend(pips(gone))
        into.extend(action(act) for act in one.get("actions", ()) if act not in other.get("actions", ()))
    if less and more:
        return f"{listed(less)} less, for {listed(more)}"
    if less:
        return f"{listed(less)} less"
    return f"{listed(more)} more" if more else "costs nothing"
