# ruff: noqa: INP001 - a script, not a module of a package
"""Lay out the catalogue's data files anew, so that hand edits stay readable and differences small.

Run ``python tools/catalogue.py`` after editing a file under ``src/runepay/model/catalogue/data``; with
``--check`` it only tells which files are laid out differently, and exits 1 if any is.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "src/runepay/model/catalogue/data"

FIRST = (
    "number",
    "name",
    "zh",
    "aka",
    "also_numbered",
    "type",
    "supertype",
    "domains",
    "cost",
    "might",
    "tags",
    "doubles",
    "value",
)
"""What stands in a card's first line, in this order."""
LISTS = ("keywords", "clauses", "adds", "abilities", "brings", "leaves", "watches")
"""What stands in a line of its own; of a list with several entries, each entry does."""
LAST = ("census", "modelled", "caller", "waiting_for")
KEYS = (*FIRST, *LISTS, *LAST)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _pairs(card: dict[str, Any], keys: tuple[str, ...]) -> str:
    return ", ".join(f"{_text(key)}: {_text(card[key])}" for key in keys if key in card)


def _list(key: str, entries: list[Any] | dict[str, Any]) -> str:
    if isinstance(entries, dict) or len(entries) < 2:
        return f"{_text(key)}: {_text(entries)}"
    return f"{_text(key)}: [\n    " + ",\n    ".join(_text(entry) for entry in entries) + "]"


def lay_out(content: dict[str, Any]) -> str:
    """Write one set as text: a line of printed facts a card, then what it says about costs."""
    cards = []
    for card in content["cards"]:
        unknown = set(card) - set(KEYS)
        if unknown:
            raise SystemExit(f"{card['number']}: unknown fields {sorted(unknown)}")
        lines = [_pairs(card, FIRST)]
        lines += [_list(key, card[key]) for key in LISTS if key in card]
        if any(key in card for key in LAST):
            lines.append(_pairs(card, LAST))
        cards.append("  {" + ",\n   ".join(lines) + "}")
    head = "".join(f" {_text(key)}: {_text(value)},\n" for key, value in content.items() if key != "cards")
    return "{\n" + head + ' "cards": [\n' + ",\n".join(cards) + "\n ]\n}\n"


def write(path: Path, content: dict[str, Any]) -> None:
    """Write one set into a file."""
    path.write_text(lay_out(content), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Lay out every file again, or with ``--check`` compare only."""
    different = 0
    for path in sorted(DATA.glob("*.json")):
        before = path.read_text(encoding="utf-8")
        content = json.loads(before)
        if "cards" not in content:
            continue  # What instances show, and how pips are read, are no sets.
        after = lay_out(content)
        if before != after:
            different += 1
            if "--check" in arguments:
                sys.stdout.write(f"{path.name} is laid out differently\n")
            else:
                path.write_text(after, encoding="utf-8")
    return 1 if different and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
