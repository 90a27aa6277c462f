"""Brings the symbols of card texts into one form, and reads costs written in it.

Lists write the same symbol in several ways: ``:rb_energy_2:``, ``[2]``, ``{{2}}`` or a bare ``2``. Here Energy is
``{2}``, a pip ``{fury}``, ``{C}`` (own domains), ``{A}`` (any) or ``{rainbow}`` (one of the two, the list does not
say), and exhausting is ``{T}``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from runepay.model.resources import DOMAINS

_TAG: Final = re.compile(r"<[^<>]{0,400}>")
_BREAK: Final = re.compile(r"<\s*(?:br|/p|/li|/div)\b[^<>]{0,40}>", re.IGNORECASE)
_ICON: Final = re.compile(r":rb_(?:energy_(\d+)|rune_(\w+?)|(exhaust|might)):")
_LETTER: Final = re.compile(r"\[(\d+|[CATS])\]")
_CHINESE: Final = re.compile(r"\{\{\s*([^{}]{1,12}?)\s*\}\}")

COLOURS: Final[Mapping[str, str]] = {
    "红色": "fury", "绿色": "calm", "蓝色": "mind", "橙色": "body", "紫色": "chaos", "黄色": "order",
}  # fmt: skip
"""The Chinese words for the domains' colours."""

MARKS: Final[Mapping[str, str]] = {
    "急速": "Accelerate", "回响": "Repeat", "法盾": "Deflect", "待命": "Hidden", "装配": "Equip",
    "百炼": "Weaponmaster", "伏击": "Ambush", "鼓舞": "Legion", "等级": "Level", "狩猎": "Hunt",
    "灵便": "Quick-Draw", "迅捷": "Action",
    "反应": "Reaction", "唯我": "Unique", "瞬息": "Temporary", "获得": "Add", "游走": "Ganking", "强攻": "Assault",
    "坚守": "Shield", "壁垒": "Tank", "绝念": "Deathknell", "眩晕": "Stun", "增益": "Buff", "强力": "Mighty",
    "预知": "Predict", "洞察": "Vision", "后排": "Backline",
}  # fmt: skip
"""The Chinese words for keywords."""

DASHES: Final = str.maketrans({"\N{EN DASH}": "-", "\N{EM DASH}": "-"})
_WIDE: Final = str.maketrans(
    {
        "\N{FULLWIDTH COMMA}": ",", "\N{FULLWIDTH LEFT PARENTHESIS}": "(", "\N{FULLWIDTH RIGHT PARENTHESIS}": ")",
        "\N{FULLWIDTH COLON}": ":", "\N{IDEOGRAPHIC FULL STOP}": ".",
    }
)  # fmt: skip


def plain(text: str) -> str:
    r"""Bring a text into the one form: entities and tags resolved, symbols in braces, reminders gone.

    Examples
    --------
    >>> plain("<p>[Equip] :rb_energy_1::rb_rune_mind: (how)<br />Draw 1 &amp; win.</p>")
    '[Equip] {1}{mind}\nDraw 1 & win.'
    >>> plain("{{法盾2}} (how)"), plain("[Flow] [3][A]")
    ('[Deflect 2]', '[Flow] {3}{A}')
    """
    # Entities first hide tags, then may be tags' text: "&lt;br&gt;" and "[&gt;]" both occur.
    said = _TAG.sub("", _BREAK.sub("\n", text))
    said = html.unescape(said)
    said = _TAG.sub("", _BREAK.sub("\n", said)) if re.search(r"<\s*/?\s*(?:br|p|b|i)\b", said) else said
    said = _CHINESE.sub(_chinese, said.translate(DASHES).translate(_WIDE))
    said = _ICON.sub(_icon, said)
    said = _LETTER.sub(r"{\1}", said).replace("{{", "{").replace("}}", "}")
    said = re.sub(r"\([^()]*\)", "", said)
    lines = (re.sub(r"\s+", " ", line).strip() for line in said.splitlines())
    return "\n".join(line for line in lines if line)


def _icon(found: re.Match[str]) -> str:
    energy, rune, other = found.groups()
    if energy is not None:
        return f"{{{energy}}}"
    return f"{{{rune.lower()}}}" if rune is not None else {"exhaust": "{T}", "might": "{S}"}[other]


def _chinese(found: re.Match[str]) -> str:
    mark = found[1]
    if mark in COLOURS:
        return f"{{{COLOURS[mark]}}}"
    if mark in {"横置", "T"}:
        return "{T}"
    if mark.isdecimal() or mark in {"A", "C", "S"}:
        return f"{{{mark}}}"
    word, bar = mark.strip(">"), "[>]" if mark.endswith(">") else ""
    for known, keyword in MARKS.items():
        if word.startswith(known):
            rest = word.removeprefix(known)
            if keyword in {"Repeat", "Equip"}:
                # A keyword and its cost may stand in one pair of braces.
                units = re.findall(rf"\d+|A|C|{'|'.join(COLOURS)}", rest)
                return f"[{keyword}]{bar}" + "".join(f"{{{COLOURS.get(unit, unit)}}}" for unit in units)
            return f"[{keyword} {rest}]{bar}" if rest else f"[{keyword}]{bar}"
    return f"[{word}]{bar}"


class ReadCost(NamedTuple):
    """What was read of a cost.

    Attributes
    ----------
    costs
        One cost, or several that can each be paid.
    length
        How many characters of the text they take.
    ambiguous
        A pip may be of own or of any domain; the list does not say which.
    """

    costs: tuple[dict[str, Any], ...]
    length: int
    ambiguous: bool


_WORDS: Final = "|".join(domain.capitalize() for domain in DOMAINS)
# Lists that write costs in words mean by "4 Mind" sometimes four pips and sometimes 4 Energy and one: not read.
_UNIT: Final = rf"\{{(?:\d+|[A-Za-z]+)\}}|\b(?:{_WORDS})\b|\bExhaust\b|\d+(?![\w-])(?!\s*(?:Runes?|Power|{_WORDS})\b)"
_RESOURCES: Final = re.compile(rf"(?:{_UNIT})(?:\s*(?:\+|and\b|和)?\s*(?:{_UNIT}))*")
_ACTIONS: Final[tuple[tuple[re.Pattern[str], dict[str, Any]], ...]] = (
    (re.compile(r"discard (?:(?P<n>\d+)|a card)", re.IGNORECASE), {"do": "discard"}),
    (re.compile(r"discard (?:(?P<n>1)|a) spell", re.IGNORECASE), {"do": "discard", "filter": {"type": ["spell"]}}),
    (re.compile(r"recycle (?P<n>\d+)(?: cards?)?(?: from your trash)?", re.IGNORECASE), {"do": "recycle"}),
    (re.compile(r"kill a friendly unit", re.IGNORECASE), {"do": "kill", "filter": {"type": ["unit"]}}),
    (re.compile(r"kill a friendly gear", re.IGNORECASE), {"do": "kill", "filter": {"type": ["gear"]}}),
    (re.compile(r"exhaust a friendly unit", re.IGNORECASE), {"do": "exhaust", "filter": {"type": ["unit"]}}),
    (re.compile(r"spend (?P<n>\d+) xp", re.IGNORECASE), {"do": "xp"}),
    (re.compile(r"exhaust(?: this| me)?", re.IGNORECASE), {"do": "exhaust", "itself": True}),
)
"""Actions that keyword costs ask for, as English lists write them."""


def read_cost(text: str, own: int, *, exact: bool = False) -> ReadCost | None:
    """Read a cost at the start of a text, or give ``None`` if there is none that can be read.

    Parameters
    ----------
    text
        What follows a keyword.
    own
        How many domains the card has: a rainbow pip is clear on a card of one.
    exact
        Whether the list tells ``[A]`` from ``[C]``, as the official alternative texts do.

    Examples
    --------
    >>> read_cost("{1}{fury}: draw", 1)
    ReadCost(costs=({'energy': 1, 'power': ['fury']},), length=9, ambiguous=False)
    >>> read_cost("- {1} / {A} / {1}{A}", 2).costs
    ({'energy': 1}, {'power': ['any']}, {'energy': 1, 'power': ['any']})
    >>> read_cost("- {chaos}, Recycle 2 cards from your trash", 1).costs
    ({'power': ['chaos'], 'actions': [{'do': 'recycle', 'number': 2}]},)
    >>> read_cost("- Sing a song", 1) is None
    True
    """
    start = re.match(r"\s*(?P<dash>-)?\s*", text)
    begin = start.end() if start else 0
    if start is None or not start["dash"]:
        found = _RESOURCES.match(text, begin)
        one = _one(found[0], own, exact=exact) if found else None
        return ReadCost((one[0],), found.end(), one[1]) if found and one else None
    # Behind a dash the whole line is the cost, up to a full stop.
    line = text[begin:].partition("\n")[0]
    end = line.find(".")
    line = line if end < 0 else line[:end]
    parts = [_one(part, own, exact=exact) for part in re.split(r"\s*/\s*|\s+or\s+", line.strip())]
    read = [part for part in parts if part is not None]
    if not read or len(read) != len(parts):
        return None
    return ReadCost(tuple(cost for cost, _ in read), begin + len(line), any(unclear for _, unclear in read))


def _one(text: str, own: int, *, exact: bool) -> tuple[dict[str, Any], bool] | None:
    """Read one cost that is the whole of a text: resources and actions between commas."""
    cost: dict[str, Any] = {}
    unclear = False
    for part in text.strip().split(","):
        words = re.sub(r"^(?:支付|pay )", "", part.strip(), flags=re.IGNORECASE)
        if _RESOURCES.fullmatch(words):
            unclear |= _resources(words, cost, own, exact=exact)
        elif action := _action(words):
            cost.setdefault("actions", []).append(action)
        else:
            return None
    return (cost, unclear) if cost else None


def _resources(text: str, cost: dict[str, Any], own: int, *, exact: bool) -> bool:
    unclear = False
    for unit in re.findall(_UNIT, text):
        word = unit.strip("{}")
        if word.isdecimal():
            cost["energy"] = cost.get("energy", 0) + int(word)
        elif word in {"T", "Exhaust"}:
            cost.setdefault("actions", []).append({"do": "exhaust", "itself": True})
        else:
            pip = _pip(word)
            unclear |= pip == "any" and own > 1 and not (exact and word == "A")
            cost.setdefault("power", []).append(pip)
    return unclear


def _pip(name: str) -> str:
    lower = name.lower()
    if lower in DOMAINS:
        return lower
    return "own" if lower == "c" else "any"


def _action(words: str) -> dict[str, Any] | None:
    for pattern, action in _ACTIONS:
        found = pattern.fullmatch(words)
        if found:
            number = found.groupdict().get("n")
            return {**action, "number": int(number)} if number and number != "1" else dict(action)
    return None
