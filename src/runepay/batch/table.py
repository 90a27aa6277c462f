"""The columns of the table. Each is one number or one text, the same in Parquet, JSON lines and CSV."""

from __future__ import annotations

from typing import Any, Final

from runepay.model.goals import THRIFTY

Row = dict[str, Any]

VALUES: Final = {name: name.replace("-", "_") for name in THRIFTY}
"""By criterion of the default goal: the column that holds its value."""

COLUMNS: Final[dict[str, tuple[type, str]]] = {
    "row": (int, "place in the input, counted from 1"),
    "id": (str, "the file, with the line in a file of many: `games.jsonl:3`"),
    "title": (str, "what the instance says it shows"),
    "ask": (str, "what is asked: `solve`, `total` or `referee`"),
    "card": (str, "what is paid for"),
    "status": (str, "as in an answer; `invalid` and `internal error` have an `error`"),
    "owed_energy": (int, "Energy owed"),
    "owed_pips": (int, "number of pips owed"),
    "owed": (str, "the whole of it: `4 fury any; discard 1`"),
    "elected": (str, "every election: `discard, repeat=2, accelerate=false`"),
    "fixed": (str, "the elections of these that the instance decides; the others are left to the goal"),
    "payment": (str, "the payment in its [notation](notation.md)"),
    "kinds": (str, "kinds of payment that occur: `exhaust recycle discard`"),
    "stages": (str, "every clause that acted, as stage, name, Energy and pips: `4 Brazen Buccaneer -2 +0`"),
    **{column: (int, f"value of the criterion `{name}`") for name, column in VALUES.items()},
    "goal": (str, "every criterion of the goal in order with its value: `losses=3 recycles=0 ...`"),
    "proof": (str, "`optimal`, `feasible` or `infeasible`"),
    "reasons": (str, "why it is not payable, as a sentence each"),
    "codes": (str, "the kinds of these reasons: `energy power`"),
    "open": (str, "options of the ruleset on whose reading the answer depends"),
    "ruleset": (str, "version of the rules"),
    "milliseconds": (float, "how long the answer took, reading included"),
    "error": (str, "what is wrong with the instance, or what went wrong"),
    "versions": (str, "versions of product, format and catalogue"),
}
"""By name: kind of value and meaning. Every column may be empty but `row`, `id` and `status`."""

EMPTY: Final[Row] = dict.fromkeys(COLUMNS)
