"""What a worker does: it answers a piece of the input and gives its rows as packed JSON lines.

Workers live long. What costs time once (cards, the solver) is loaded by the first piece and kept.
"""

from __future__ import annotations

import contextlib
import json
import signal
import threading
import time
import traceback
import zlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from runepay.batch.settings import Settings
from runepay.batch.table import EMPTY, VALUES, Row
from runepay.model.errors import InputError
from runepay.model.files import STDIN
from runepay.model.instance import Instance, parse

if TYPE_CHECKING:
    from runepay.answer import Answer
    from runepay.model.owed import Owed

LEVEL: Final = 1
"""How hard packed rows are compressed; they live on the disk until the run has ended."""

ALLOWANCE: Final = 3.0
GRACE: Final = 1.0
"""After so many time limits, and so many seconds, an answer is broken off that the solver's own limit does not end."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the input: neighbouring instances that are answered together.

    Attributes
    ----------
    first
        Place of the first one in the whole input, from 1.
    items
        Each one's name, and its text or why it cannot be read.
    """

    first: int
    items: tuple[tuple[str, bytes | str], ...]

    def halves(self) -> tuple[Piece, Piece]:
        """Give the piece as two smaller ones."""
        middle = len(self.items) // 2
        return Piece(self.first, self.items[:middle]), Piece(self.first + middle, self.items[middle:])


class OutOfTimeError(Exception):
    """The time limit of one instance ran out where the solver could not see it."""


def answer(piece: Piece, settings: Settings) -> bytes:
    """Answer every instance of a piece.

    Returns
    -------
    bytes
        The rows as JSON lines, packed; see ``unpacked``.
    """
    _know(settings.cards)
    rows = (
        row_of(number, name, content, settings) for number, (name, content) in enumerate(piece.items, start=piece.first)
    )
    return packed(rows)


def packed(rows: Iterator[Row]) -> bytes:
    """Write rows as packed JSON lines."""
    text = "".join(f"{json.dumps(row, ensure_ascii=False, separators=(',', ':'))}\n" for row in rows)
    return zlib.compress(text.encode("utf-8", "backslashreplace"), LEVEL)


def unpacked(blob: bytes) -> bytes:
    """Give the JSON lines of packed rows."""
    return zlib.decompress(blob)


@cache
def _know(cards: tuple[str, ...]) -> None:
    """Let this process know the caller's own cards."""
    from runepay.model.catalogue.own import use_all  # noqa: PLC0415 - most runs name none

    use_all(cards)


def row_of(number: int, name: str, content: bytes | str, settings: Settings) -> Row:
    """Answer one instance; whatever happens, a row comes out.

    Examples
    --------
    >>> row = row_of(1, "a.json", b'{"play": {"card": "Mine", "cost": {"energy": 2}}}', Settings())
    >>> row["status"], row["owed"], row["codes"]
    ('not payable', '2', 'energy')
    >>> row_of(2, "b.json", b'{"play": 1}', Settings())["error"]
    'b.json:1:10: play: an object {...} is needed, found 1'
    """
    started = time.perf_counter()
    row = EMPTY.copy()
    row["row"] = number
    row["id"] = f"-{name.removeprefix(STDIN)}" if name.startswith(STDIN) else name
    instance: Instance | None = None
    try:
        if isinstance(content, str):
            row["status"], row["error"] = "invalid", content
        else:
            with _alarm(settings.seconds):
                instance = parse(content, name)
                _fill(row, _overridden(instance, settings), settings)
    except InputError as error:
        told = error if error.file or instance is None else instance.located(error)
        row["status"], row["error"] = "invalid", _printable(str(told).replace(STDIN, "-"))
    except OutOfTimeError:
        row["status"], row["proof"] = "unknown", "feasible"
    except Exception as error:  # noqa: BLE001 - a fault of the product is a row as well, and the run goes on
        row["status"], row["error"] = "internal error", _printable(_fault(error))
    row["versions"] = versions()
    if settings.timing:
        row["milliseconds"] = round((time.perf_counter() - started) * 1000, 3)
    return row


def lost(piece: Piece) -> bytes:
    """Give the row of an instance that ends every worker which tries it."""
    (name, _), row = piece.items[0], EMPTY.copy()
    row |= {"row": piece.first, "id": name, "status": "internal error", "versions": versions()}
    row["error"] = "the worker process that tried to answer this instance ended, twice"
    return packed(iter([row]))


@contextlib.contextmanager
def _alarm(seconds: float | None) -> Generator[None]:
    """Break off what takes far longer than it may, where the system and the thread allow that."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds * ALLOWANCE + GRACE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _overridden(instance: Instance, settings: Settings) -> Instance:
    """Put what the run says in place of what the instance says."""
    update: dict[str, Any] = {}
    if settings.goal:
        update["goal"] = settings.goal
    if settings.ruleset:
        update["ruleset"] = settings.ruleset
    if settings.options:
        update["options"] = {**instance.options, **dict(settings.options)}
    return instance.model_copy(update=update) if update else instance


def _fill(row: Row, instance: Instance, settings: Settings) -> None:
    """Answer an instance into its row."""
    row["title"], row["ask"], row["ruleset"] = instance.title, instance.ask, instance.ruleset
    row["card"], row["fixed"] = instance.play.card, ", ".join(instance.play.elect) or None
    if instance.ask == "referee":
        from runepay.checking import judge  # noqa: PLC0415 - imports the library

        said = judge(instance)
        row["status"] = said["status"]
        row["reasons"] = "; ".join(f"{one['message']} ({one['rule']})" for one in said["violations"]) or None
        return
    from runepay import api  # noqa: PLC0415 - as above

    if instance.ask == "total":
        totals = api.total(instance.state, instance.play, ruleset=instance.rules)
        row["status"], row["card"] = "total", totals.question.card.name
        _owed(row, totals.plain)
        return
    found = api.solve(instance.state, instance.play, instance.goal, ruleset=instance.rules, seconds=settings.seconds)
    _answered(row, found)


def _answered(row: Row, found: Answer) -> None:
    from runepay.model.notation import payment_text  # noqa: PLC0415 - as above

    row["status"], row["card"], row["proof"] = found.status, found.question.card.name, found.proof
    _owed(row, found.owed)
    row["elected"] = (
        ", ".join(name if value is True else f"{name}={str(value).lower()}" for name, value in found.elected.items())
        or None
    )
    if found.payment is not None:
        values = dict(zip(found.criteria, found.values, strict=True))
        for name, column in VALUES.items():
            row[column] = values[name]
        row["goal"] = " ".join(f"{name}={value}" for name, value in values.items())
        row["payment"], row["kinds"] = payment_text(found.question, found.payment), _kinds(found)
    row["reasons"] = "; ".join(f"{one.text} ({one.rule})" for one in found.reasons) or None
    row["codes"] = " ".join(dict.fromkeys(one.code for one in found.reasons)) or None
    row["open"] = " ".join(one["option"] for one in found.open) or None


def _owed(row: Row, owed: Owed) -> None:
    from runepay.model.resources import size, tally_text  # noqa: PLC0415 - beside its use

    pips = [one if isinstance(one, str) else "/".join(one) for one in tally_text(owed.pips)]
    row["owed_energy"], row["owed_pips"] = owed.energy, size(owed.pips)
    row["owed"] = "; ".join([" ".join([str(owed.energy), *pips]), *owed.actions()])
    row["stages"] = "; ".join(
        f"{one.stage} {one.label.replace(';', ',')} {one.energy_after - one.energy:+d} "
        f"{size(one.pips_after) - size(one.pips):+d}"
        for one in owed.trace
    )


def _kinds(found: Answer) -> str:
    """Name the kinds of payment that occur, in a fixed order."""
    kinds: set[str] = {"before"} if found.before else set()
    for step in found.payment.steps if found.payment is not None else ():
        if step.step == "act":
            kinds.add(step.do)
        elif step.step != "spend":
            kinds.add(step.step)
        else:
            kinds |= {what for (what, _), _ in step.gives if what == "universal"}
            kinds |= {"restricted" for (_, purpose), _ in step.gives if purpose}
    order = ("exhaust", "recycle", "add", "universal", "restricted", "before")
    return " ".join([*(one for one in order if one in kinds), *sorted(kinds.difference(order))])


@cache
def versions() -> str:
    """Name the versions that rows carry."""
    from runepay import answer as answers  # noqa: PLC0415 - imports the model
    from runepay.model.rulebook import Ruleset  # noqa: PLC0415 - the same

    said = answers.versions(Ruleset.of())
    return f"runepay {said['runepay']} schema {said['schema']} catalogue {said['catalogue']}"


def _fault(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}: {error}"


def _printable(text: str) -> str:
    return "".join(one if one.isprintable() else " " for one in text)
