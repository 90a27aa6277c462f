"""The rows of plain questions, straight from their text; the same as those of :func:`runepay.batch.work.row_of`."""

from __future__ import annotations

import time
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Final

from runepay.batch.settings import Settings
from runepay.batch.table import COLUMNS, VALUES
from runepay.batch.words import elected_text, owed_text, stages_text, versions
from runepay.model.owed import Owed
from runepay.model.resources import size
from runepay.plain import Missing, Plain, Price, answer, read

_LINE: Final = "{" + ",".join(f'"{name}":%s' for name in COLUMNS) + "}\n"
_AT: Final = {name: place for place, name in enumerate(COLUMNS)}
_ROW, _ID, _TITLE, _STATUS = _AT["row"], _AT["id"], _AT["title"], _AT["status"]
_PAYMENT, _KINDS, _GOAL, _PROOF = _AT["payment"], _AT["kinds"], _AT["goal"], _AT["proof"]
_RULESET, _TIME, _REASONS, _CODES = _AT["ruleset"], _AT["milliseconds"], _AT["reasons"], _AT["codes"]
_FIRST: Final = _AT[next(iter(VALUES.values()))]
"""Where the values of the criteria begin; they stand in the order of the default goal."""


def able(settings: Settings) -> bool:
    """Tell whether plain questions may be answered here at all."""
    return settings.fast and not settings.cards and not settings.options


def line_of(number: int, name: str, content: bytes, settings: Settings) -> str | None:
    """Give the row of a plain question as a JSON line; ``None`` if the ordinary way has to answer."""
    started = time.perf_counter()
    asked = read(content)
    if asked is None:
        return None
    if settings.goal:
        asked = asked._replace(goal=settings.goal)
    if settings.ruleset:
        asked = asked._replace(ruleset=settings.ruleset)
    found = answer(asked)
    if found is None:
        return None
    texts = _begun(found, tuple(asked.play.get("elect", ())))
    texts[_ROW], texts[_ID], texts[_TITLE] = str(number), encode_basestring(name), encode_basestring(asked.title)
    texts[_RULESET] = f'"{asked.ruleset}"'
    if not found.missing:
        texts[_PAYMENT] = f'"{found.notation}"'
        texts[_KINDS] = f'"{found.kinds}"'
        values = found.values if len(found.values) == len(VALUES) else _thrifty(found)
        texts[_FIRST : _FIRST + len(values)] = map(str, values)
        texts[_GOAL] = _goal(found.criteria) % found.values
    else:
        texts[_REASONS] = encode_basestring("; ".join(map(_reason, found.missing)))
        texts[_CODES] = encode_basestring(" ".join(dict.fromkeys(one.code for one in found.missing)))
    if settings.timing:
        texts[_TIME] = repr(round((time.perf_counter() - started) * 1000, 3))
    return _LINE % tuple(texts)


def _thrifty(found: Plain) -> tuple[int, ...]:
    by_name = dict(zip(found.criteria, found.values, strict=True))
    return tuple(by_name[name] for name in VALUES)


@lru_cache(maxsize=256)
def _goal(criteria: tuple[str, ...]) -> str:
    return '"' + " ".join(f"{name}=%d" for name in criteria) + '"'


_known: dict[tuple[int, int, tuple[str, ...]], tuple[Price, list[str]]] = {}


def _begun(found: Plain, fixed: tuple[str, ...]) -> list[str]:
    """Give the texts of a row as far as the price and the total decide them, ready to be completed."""
    key = id(found.price), id(found.total), fixed
    known = _known.get(key)
    if known is None or known[0] is not found.price:
        if len(_known) > 8192:
            _known.clear()
        # The price is kept beside its texts, so that its number stays its own.
        known = _known[key] = found.price, _texts(found, fixed)
    return known[1].copy()


def _texts(found: Plain, fixed: tuple[str, ...]) -> list[str]:
    question = found.price.question
    owed: Owed = found.price.none if found.total is None else found.total.owed
    payable = found.total is not None
    written = {
        "ask": "solve",
        "card": question.card.name,
        "status": "payable" if payable else "not payable",
        "owed": owed_text(owed),
        "elected": elected_text(question, owed),
        "fixed": ", ".join(fixed) or None,
        "stages": stages_text(owed),
        "proof": "optimal" if payable else "infeasible",
        "versions": versions(),
    }
    texts = ["null"] * len(COLUMNS)
    for name, value in written.items():
        texts[_AT[name]] = "null" if value is None else encode_basestring(value)
    texts[_AT["owed_energy"]], texts[_AT["owed_pips"]] = str(owed.energy), str(size(owed.pips))
    return texts


def _reason(missing: Missing) -> str:
    """Say what is missing, as an answer says it."""
    kind = "Energy"
    if missing.mask:
        from runepay.solver.reasons import power_word  # noqa: PLC0415 - loads the solver, and is rare

        kind = power_word(missing.mask)
    text = f"{missing.number} {kind} missing: {missing.owed} owed, {missing.owed - missing.number} to be had"
    return f"{text} ({missing.rule})"
