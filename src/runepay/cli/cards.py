"""The command ``cards``: a card in plain words, the sets, the coverage, and the import of public card lists."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runepay.cli.clean import clean
from runepay.cli.words import cost as cost_words
from runepay.cli.work import Work
from runepay.model import catalogue
from runepay.model.catalogue.coverage import Coverage, Named, Row, coverage, set_of, settle, total
from runepay.model.catalogue.lookup import SEVERAL, lookup, offered
from runepay.model.catalogue.own import ENVIRONMENT, use_all
from runepay.model.catalogue.reader import own
from runepay.model.catalogue.words import describe
from runepay.model.cost import Cost
from runepay.model.errors import InputError, nearest

if TYPE_CHECKING:
    from runepay.model.catalogue.feeds import Feed

IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says, word for word."""

    items: Sequence[str] = ()
    coverage: bool = False
    only: str = ""
    out: str = ""
    json: bool = False
    cards: Sequence[str] = ()


def run(asked: Asked) -> int:
    """Do what is asked and give the exit status (C23)."""
    work = Work(json=asked.json)
    try:
        items = list(asked.items)
        if items[:1] == [IMPORT]:
            _import(work, items[1:], asked)
            return work.status
        _refuse(asked)
        use_all(asked.cards)
        only = _set(asked.only)
        if asked.coverage:
            _coverage(work, coverage(only))
        elif items:
            for place, item in enumerate(items):
                _guarded(work, lambda item=item, place=place: _card(work, item, first=place == 0))  # type: ignore[misc]
        elif only:
            _listed(work, only)
        else:
            _sets(work)
    except InputError as error:
        work.invalid(error)
    return work.status


def _guarded(work: Work, act: Callable[[], None]) -> None:
    try:
        act()
    except InputError as error:
        work.invalid(error)


def _refuse(asked: Asked) -> None:
    if asked.out:
        raise InputError("this goes with 'cards import FILE'", file="--out")
    if asked.items and (asked.coverage or asked.only):
        option = "--coverage" if asked.coverage else "--set"
        raise InputError("this goes without the name of a card", file=option, found=asked.items[0])


def _set(code: str) -> str | None:
    if not code:
        return None
    known = [one["set"] for one in catalogue.sets()]
    if code.upper() not in known:
        message = f"unknown set (known: {', '.join(known)})"
        raise InputError(message, file="--set", found=code, hint=nearest(code, known))
    return code.upper()


# ------------------------------------------------------------ cards and sets


def _card(work: Work, called: str, *, first: bool) -> None:
    meant = lookup(called)
    if meant.name is None:
        if meant.several:
            raise InputError(SEVERAL, file="argument", found=called, hint=offered(meant))
        hint = "; ".join(meant.others) or None
        raise InputError("unknown card", file="argument", found=called, hint=hint)
    said = describe(meant.name)
    raw = catalogue.record(meant.name)
    if said is None or raw is None:  # pragma: no cover - what was found is known
        raise InputError("unknown card", file="argument", found=called)
    if work.json:
        kinds = [{"kind": one.kind, "status": one.status, "reason": one.reason} for one in settle(raw)]
        work.write(
            {
                "file": "",
                "status": "card",
                "asked": called,
                "card": said.name,
                "record": dict(raw),
                "headline": said.headline,
                "words": said.to_json(),
                "coverage": kinds,
            }
        )
        return
    if not first:
        work.printer.line()
    if not meant.exact:
        work.printer.line(f"No card is called {called!r}; the nearest is this one:", "dim")
    work.printer.line(said.name, "bold")
    work.printer.line(said.headline)
    for section in said.sections:
        work.printer.head(section.head)
        work.printer.items(section.lines)
    if not said.sections:
        work.printer.line("It says nothing about costs.")


def _sets(work: Work) -> None:
    rows = [(one["set"], one["name"], one["released"] or "", one["cards"], _remark(one)) for one in catalogue.sets()]
    if work.json:
        keys = ("set", "name", "released", "cards", "remark")
        listed = [dict(zip(keys, row, strict=True)) for row in rows]
        work.write({"file": "", "status": "sets", "sets": listed, "own": list(own())})
        return
    work.printer.table(("set", "name", "released", "cards", ""), [tuple(map(str, row)) for row in rows])
    number = sum(row[3] for row in rows)
    more = f" and {len(own())} of your own" if own() else ""
    work.printer.line()
    ways = "'runepay cards NAME' shows one, --set CODE lists a set, --coverage counts"
    work.printer.line(f"{number} cards{more}. {ways}.")


def _remark(one: Any) -> str:  # noqa: ANN401 - raw JSON
    return "provisional" if one["provisional"] else ""


def _listed(work: Work, code: str) -> None:
    cards = [raw for name in catalogue.names() if set_of(raw := catalogue.record(name) or {}) == code]
    if work.json:
        listed = [{"number": raw["number"], "card": raw["name"], "type": list(raw["type"])} for raw in cards]
        work.write({"file": "", "status": "set", "set": code, "cards": listed})
        return
    rows = [(raw["number"], raw["name"], " ".join(raw["type"]), _printed(raw)) for raw in cards]
    work.printer.table(("number", "card", "type", "cost"), rows)


def _printed(raw: Any) -> str:  # noqa: ANN401 - raw JSON
    if "cost" not in raw:
        return "-"
    cost = Cost.model_validate(raw["cost"]).model_dump(mode="json")
    own_pips = cost["power"].count("own")
    cost["power"] = [raw["domains"] or "any" if pip == "own" else pip for pip in cost["power"]]
    return cost_words(cost) if own_pips or any(cost.values()) else "nothing"


# ------------------------------------------------------------ coverage


_HEADS = ("cards", "modelled", "by the caller", "waiting", "not modelled")


def _coverage(work: Work, table: Coverage) -> None:
    if work.json:
        work.write({"file": "", "status": "coverage", **table.to_json()})
        return
    rows = [*table.sets, total(table.sets)] if len(table.sets) > 1 else list(table.sets)
    silent = [*(table.silent[row.name] for row in table.sets), sum(table.silent.values())]
    work.printer.line("Cards by set", "bold")
    work.printer.table(
        ("set", *_HEADS, "without cost text"),
        [(*_numbers(row), str(none)) for row, none in zip(rows, silent, strict=False)],
    )
    work.printer.head("Cards by kind of cost text")
    from runepay.model.catalogue.kinds import NEEDS  # noqa: PLC0415 - beside its use

    work.printer.table(("kind", *_HEADS, "meaning"), [(*_numbers(row), NEEDS[row.name].meaning) for row in table.kinds])
    _named(work, "Waiting for more to be possible", table.waiting)
    _named(work, "Not modelled", table.not_modelled)
    work.printer.line()
    for line in _LEGEND:
        work.printer.line(line, "dim")


_LEGEND = (
    "modelled: all that the card says about costs acts, and instances show it, or it says nothing",
    "by the caller: the payment is right, and what else the card does (Gold, XP, runes) is for the caller to state",
)


def _numbers(row: Row) -> tuple[str, ...]:
    return tuple(map(str, row))


def _named(work: Work, head: str, cards: Sequence[Named]) -> None:
    if cards:
        work.printer.head(head)
        rows = [(one.number, one.name, ", ".join(one.kinds), one.reason) for one in cards]
        work.printer.table(("number", "card", "kinds", "reason"), rows)


# ------------------------------------------------------------ import


def _import(work: Work, files: Sequence[str], asked: Asked) -> None:
    if not files:
        raise InputError("name the file to import", file="argument")
    if asked.coverage:
        raise InputError("this goes without 'import'", file="--coverage")
    from runepay.model.catalogue.feeds import catalogue_text, merged, read_feed  # noqa: PLC0415 - only for an import

    feeds: list[Feed] = []
    for file in files:
        _guarded(work, lambda file=file: feeds.append(read_feed(file, asked.only.upper() or None)))  # type: ignore[misc]
    if not feeds:
        return
    cards, clashes = merged(feeds)
    text = catalogue_text(cards, ", ".join(dict.fromkeys(feed.format for feed in feeds)))
    if asked.out:
        _write(asked.out, text)
    if work.json:
        _imported(work, feeds, text, asked.out)
        return
    said = [line for feed in feeds for line in feed.report()] + clashes
    if asked.out:
        said.append(f"{len(cards)} cards written to {asked.out}; use them with --cards {asked.out} or {ENVIRONMENT}")
    else:
        sys.stdout.write(text)
    print("\n".join(map(clean, said)), file=sys.stderr)  # noqa: T201 - the command line prints


def _imported(work: Work, feeds: Sequence[Feed], text: str, out: str) -> None:
    for feed in feeds:
        work.write({"file": feed.file, "status": "imported", **feed.to_json(), "out": out})
    if not out:
        work.write({"file": "", "status": "catalogue", "catalogue": json.loads(text)})


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"the file cannot be written: {why}", file="--out", found=path) from None
