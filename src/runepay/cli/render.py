"""Prints answers for people: plain words first, then what is lost, the stages, the steps, and what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from runepay.cli import words
from runepay.cli.clean import clean
from runepay.cli.words import Said

KEEPING = "keeping a card stands after what is lost for good: a payment that loses more may keep it (--elect)"


class Printer:
    """Writes one answer after the other to a console."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def line(self, text: str = "", style: str = "") -> None:
        """Write one line."""
        # In a pipe a sentence stays one line, so that programs for lines can find it.
        self.console.print(Text(clean(text), style=style), highlight=False, soft_wrap=not self.console.is_terminal)

    def head(self, text: str) -> None:
        """Write the heading of a part."""
        self.line()
        self.line(text, "bold")

    def items(self, texts: Sequence[str]) -> None:
        """Write a list."""
        for text in texts:
            if not self.console.is_terminal:
                self.line(f"  - {text}")
                continue
            grid = Table.grid(padding=(0, 1))
            grid.add_column(width=3, justify="right")
            grid.add_column(overflow="fold")
            grid.add_row("-", Text(clean(text)))
            self.console.print(grid, highlight=False)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Write a table without lines."""
        made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
        made.add_column("", width=1)
        for head in heads:
            made.add_column(head, overflow="fold")
        for row in rows:
            made.add_row("", *(Text(clean(cell)) for cell in row))
        self._put(made)

    def answer(self, said: Said, names: Mapping[str, str], pool: Said | None = None) -> None:
        """Print the answer to ``solve``; ``pool`` is what floated before anything was added."""
        style = {"payable": "bold green", "not payable": "bold red"}.get(said["status"], "bold yellow")
        self.line(sentence(said), style)
        if "declined" in said:
            self.remarks(said)
            return
        if said["reasons"]:
            self.reasons(said["reasons"])
        if said["elected"]:
            self.line(f"Elected: {words.elections(said['elected'])}.")
        if "declining" in said:
            no, other = said["declining"], said["replaced"]
            self.line(
                f"If it is declined, {no['text']} ({no['rule']}); if something else happens in its place, "
                f"{other['text']} ({other['rule']})."
            )
        paid = said["status"] in {"payable", "undetermined"} and said["proof"] != "infeasible"
        if paid:
            lost = [words.lost(one) for one in said["loses"]]
            self.line(f"Lost for good: {words.listed(lost)}." if lost else "Nothing is lost for good.")
        self.details(said, names, pool)

    def details(self, said: Said, names: Mapping[str, str], pool: Said | None = None) -> None:
        """Print what follows the answer: stages, steps, what is left, other totals, the goal, remarks."""
        if "declined" in said:
            self.remarks(said)
            return
        paid = said["status"] in {"payable", "undetermined"} and said["proof"] != "infeasible"
        self._stages(said["stages"])
        there = words.units(pool or {})
        if there != words.units({}):
            self.head(f"In the pool already: {there}")
        for one in said["before"]:
            name = names.get(one["object"], one["object"])
            self._steps(f"Before the play: use {name} for {words.units(one['gives'])}", one["steps"], names)
        self._steps("How to pay", said["steps"], names)
        watched = [one for one in said["events"] if one["watchers"]]
        if watched:
            self.head("What other cards react to")
            self.items([words.event(one, names) for one in watched])
        if paid:
            self._left(said["left"], names)
        self._totals(said)
        if said["goal"]:
            values = "; ".join(words.level(one) for one in said["goal"] if one["value"] or words.keeps(one))
            proof = "proven best" if said["proof"] == "optimal" else "best so far, not proven"
            self.head(f"Goal ({proof})")
            self.line(f"  {values or 'nothing to say: every level is 0'}")
            if any(words.keeps(one) and one["value"] for one in said["goal"]):
                self.line(f"  {KEEPING}", "dim")
        if paid and said["notation"]:
            self.head("The payment in one line, as --payment takes it")
            self.line(f"  {said['notation']}")
        self.remarks(said)

    def reasons(self, reasons: Sequence[Said]) -> None:
        """Print why something cannot be paid, each reason with what nearly serves."""
        for one in reasons:
            self.items([cited(one)])
            for near in one["because"]:
                self.line(f"      {cited(near)}", "dim")

    def total(self, said: Said) -> None:
        """Print the answer to ``total``."""
        self.line(f"{subject(said)} {words.cost(said['owed'])}.", "bold")
        if said["elected"]:
            self.line(f"Elected: {words.elections(said['elected'])}.")
        self._stages(said["stages"])
        self._totals(said)
        self.remarks(said)

    def judged(self, said: Said) -> None:
        """Print what the referee says of a payment by hand."""
        found = said["violations"]
        if not found:
            self.line("The payment is legal.", "bold green")
            return
        self.line(f"The payment is not legal: {len(found)} violation{'s' if len(found) > 1 else ''}.", "bold red")
        rows = [(str(one["step"] + 1) if "step" in one else "-", one["message"], one["rule"]) for one in found]
        self.table(("step", "violation", "rule"), rows)

    def _steps(self, head: str, steps: Sequence[Said], names: Mapping[str, str]) -> None:
        if steps:
            self.head(head)
            rows = [
                (str(place), words.step(one, names), words.units(one["pool"]), one["rule"])
                for place, one in enumerate(steps, 1)
            ]
            self.table(("", "step", "pool afterwards", "rule"), rows)

    def _stages(self, stages: Sequence[Said]) -> None:
        if not stages:
            return
        self.head("The five stages")
        rows: list[tuple[str, ...]] = []
        last = 0
        for one in stages:
            stage = words.STAGES.get(one["stage"], "") if one["stage"] != last else ""
            last = one["stage"]
            note = f" ({one['note']})" if one.get("note") else ""
            head = f"{last} {stage}" if stage else ""
            rows.append((head, one["clause"] + note, words.cost(one["after"]), one["rule"]))
        self.table(("stage", "clause", "owed afterwards", "rule"), rows)

    def _left(self, left: Said, names: Mapping[str, str]) -> None:
        self.head("What is left")
        runes = []
        for domain, one in left["runes"].items():
            if one["ready"] or one["exhausted"]:
                states = [f"{one[state]} {state}" for state in ("ready", "exhausted") if one[state]]
                runes.append(f"{domain.capitalize()} {' and '.join(states)}")
        rows = [("pool", words.units(left["pool"])), ("runes", "; ".join(runes) or "none")]
        for key, value in left.items():
            if key in {"pool", "runes"}:
                continue
            if isinstance(value, list):
                shown = ", ".join(names.get(name, name) for name in value) or "nothing"
            elif isinstance(value, dict):
                shown = ", ".join(f"{names.get(name, name)} {number}" for name, number in value.items())
            else:
                shown = str(value)
            rows.append((key, shown))
        self.pairs(rows)

    def pairs(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write names with what belongs to each."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column("", width=1)
        grid.add_column()
        grid.add_column(overflow="fold")
        for name, value in rows:
            grid.add_row("", Text(name, style="dim"), Text(clean(value)))
        self._put(grid)

    def _put(self, table: Table) -> None:
        """Print a table; in a pipe without the blanks that fill its last column."""
        if self.console.is_terminal:
            self.console.print(table, highlight=False)
            return
        with self.console.capture() as capture:
            self.console.print(table, highlight=False)
        text = "\n".join(line.rstrip() for line in capture.get().splitlines())
        self.console.print(Text(text), highlight=False, soft_wrap=True)

    def _totals(self, said: Said) -> None:
        totals = said["totals"]
        if len(totals) < 2:
            return
        self.head("Every total worth knowing")
        heads = ["elected", "owed"]
        # Totals with the same elections differ in what discounts take off.
        alike = any(one["elected"] == other["elected"] for place, one in enumerate(totals) for other in totals[:place])
        heads += ["where"] if alike else []
        payable = any("payable" in one for one in totals)
        rows = []
        for one in totals:
            row = [words.elections(one["elected"]) or "-", words.cost(one["owed"])]
            if alike:
                row.append(words.chosen(one) or "-")
            if payable:
                row.append("yes" if one["payable"] else "no")
            rows.append(row)
        self.table([*heads, "payable"] if payable else heads, rows)
        for text in words.bought(totals):
            self.line(f"  {text}")

    def remarks(self, said: Said) -> None:
        """Print what was assumed, what the rules leave open, and notes."""
        if said.get("assumed"):
            values = ", ".join(f"{name.replace('_', ' ')} {_plain(value)}" for name, value in said["assumed"].items())
            self.head("Assumed, as nothing else was stated")
            self.line(f"  {values}")
        if said.get("open"):
            self.head("Open in the rules")
            self.items([words.question(one) for one in said["open"]])
        if said.get("notes"):
            self.head("Notes")
            self.items(list(said["notes"]))


def cited(one: Said) -> str:
    """Write a sentence with its rule behind it.

    Examples
    --------
    >>> cited({"text": "1 Energy missing", "rule": "163.1"}), cited({"text": "for spells only", "rule": ""})
    ('1 Energy missing (163.1)', 'for spells only')
    """
    return f"{one['text']} ({one['rule']})" if one["rule"] else str(one["text"])


def _plain(value: Any) -> str:  # noqa: ANN401 - any JSON value
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def subject(said: Said) -> str:
    """Give the first words of the answer: what costs."""
    card = said["card"] or "This"
    rule = said["when"]["rule"]
    due = said["when"]["text"]
    if due == "as the card is played":
        return f"{card} costs"
    return f"{card} asks, {due} ({rule}), for"


def sentence(said: Said) -> str:
    """Answer in one sentence."""
    if "declined" in said:
        one = said["declined"]
        return f"{said['card']}: the cost is declined, nothing is owed; {one['text']} ({one['rule']})."
    status: str = said["status"]
    unmodelled = any("not modelled" in note for note in said["notes"])
    ends = {
        "payable": "payable",
        "not payable": "not payable",
        "undetermined": "the rules leave open whether this is payable",
        "unknown": "no answer, since something here is not modelled"
        if unmodelled
        else "no answer within the time limit",
    }
    end = ends.get(status, status)
    if status == "undetermined":
        end += f" (as they are read by default: {'not payable' if said['proof'] == 'infeasible' else 'payable'})"
    if status == "payable" and (short := words.unmet(said["goal"])):
        end = f"payable, but {words.listed(short)}"
    if status == "payable" and said["proof"] == "feasible":
        end = "payable (the best payment was not proven within the time limit)"
        if unmodelled:
            end = "payable (whether this is the best payment is not proven, since something here is not modelled)"
    return f"{subject(said)} {words.cost(said['owed'])}; {end}."
