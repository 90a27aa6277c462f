"""The lists of the command ``payments`` and of ``solve --top``: asked for and printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runepay.cli import words

if TYPE_CHECKING:
    from runepay.cli.render import Printer
    from runepay.cli.words import Said
    from runepay.every import Elections
    from runepay.model.instance import Instance
    from runepay.model.objects import Object


@dataclass(frozen=True, slots=True)
class Want:
    """What the command line says about a list of payments."""

    count: bool = False
    pareto: bool = False
    top: int | None = None
    at_most: int | None = None
    order: bool = False
    fixed: bool = False
    milliseconds: float | None = None


def named(objects: Sequence[Object]) -> dict[str, str]:
    """Name objects for people: the card's name, with the id where several bear the name."""
    names = [one.name for one in objects]
    return {one.id: one.name if names.count(one.name) == 1 else f"{one.name} ({one.id})" for one in objects}


def listed(instance: Instance, want: Want) -> tuple[dict[str, Any], dict[str, str]]:
    """List the payments of an instance as JSON; with it the names of its objects by id."""
    from runepay.answer import versions  # noqa: PLC0415 - imports the library
    from runepay.every import best_payments, payment_json, payments, status_of  # noqa: PLC0415 - as above

    elections: Elections = "fixed" if want.fixed else "free"
    written: list[dict[str, Any]] | None
    if want.top is not None:
        ranking = best_payments(
            instance.state, instance.play, instance.goal, want.top, ruleset=instance.rules, elections=elections,
            milliseconds=want.milliseconds,
        )  # fmt: skip
        question, written = ranking.question, ranking.to_json()
        number, complete = len(written), ranking.proof != "feasible"
        extra: dict[str, Any] = {"proof": ranking.proof}
    else:
        every = payments(
            instance.state, instance.play, ruleset=instance.rules, elections=elections, goal=instance.goal,
            pareto=want.pareto, at_most=want.at_most, milliseconds=want.milliseconds, order=want.order, referee=True,
        )  # fmt: skip
        question, extra = every.question, {}
        written = None if want.count else [payment_json(question, one) for one in every]
        number = every.count() if written is None else len(written)
        complete = every.complete
    said: dict[str, Any] = {
        "status": status_of(number, complete=complete),
        "card": question.card.name,
        "count": number,
        "complete": complete,
        **extra,
    }
    if written is not None:
        said["payments"] = written
    return said | {"versions": versions(question.ruleset)}, named(question.objects)


def ranked(instance: Instance, number: int, seconds: float | None) -> list[dict[str, Any]]:
    """Give the best payments of an instance as JSON."""
    from runepay.every import best_payments  # noqa: PLC0415 - imports the library

    limit = None if seconds is None else seconds * 1000
    ranking = best_payments(
        instance.state, instance.play, instance.goal, number, ruleset=instance.rules, milliseconds=limit
    )
    return ranking.to_json()


def show_list(printer: Printer, said: Said, names: Mapping[str, str]) -> None:
    """Print a list of payments, or how many there are."""
    number = said["count"]
    best = said.get("proof")
    what = "best payment" if best else "legal payment"
    sentence = f"{said['card'] or 'This'}: {number} {what}{'' if number == 1 else 's'}"
    if not said["complete"]:
        sentence += " so far; not all were looked at" if best else ", and not all were looked at"
    elif not number:
        sentence = f"{said['card'] or 'This'}: there is no legal payment"
    printer.line(f"{sentence}.", "bold green" if number else "bold red")
    _table(printer, said.get("payments", ()), names)


def show_top(printer: Printer, said: Said, names: Mapping[str, str]) -> None:
    """Print the best payments under an answer."""
    if said.get("top"):
        printer.head(f"The best {len(said['top'])} payments" if len(said["top"]) > 1 else "The only payment")
        _table(printer, said["top"], names)


def _table(printer: Printer, several: Sequence[Said], names: Mapping[str, str]) -> None:
    if not several:
        return
    elects = any(one["elected"] for one in several)
    owes = any(words.cost(one["owed"]) != words.cost(several[0]["owed"]) for one in several)
    loses = any(one["loses"] for one in several)
    if not owes:
        printer.line(f"  {words.cost(several[0]['owed'])}")
    heads = ["", *(["elected"] if elects else []), *(["owed"] if owes else []), "how"]
    heads += ["lost for good"] if loses else []
    rows = []
    for place, one in enumerate(several, 1):
        row = [str(place), *([words.elections(one["elected"]) or "-"] if elects else [])]
        row += [words.cost(one["owed"])] if owes else []
        row.append("; ".join(_how(one["steps"], names)) or "nothing to do")
        row += [words.listed([words.lost(each) for each in one["loses"]]) or "-"] if loses else []
        rows.append(row)
    printer.table(heads, rows)


def _how(steps: Iterable[Said], names: Mapping[str, str]) -> list[str]:
    """Say what a payment does, without what it adds and spends."""
    said: list[str] = []
    for one in steps:
        if one["step"] != "spend":
            said.append(words.step(one, names).partition(": +")[0])
        elif not said:
            said.append("from the pool")
    return said
