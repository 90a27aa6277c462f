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

from runepay.batch.quick import able, line_of
from runepay.batch.settings import Settings
from runepay.batch.table import EMPTY, VALUES, Row
from runepay.batch.words import elected_text, owed_text, stages_text, versions
from runepay.model.errors import InputError
from runepay.model.files import STDIN
from runepay.model.instance import Instance, parse
from runepay.model.resources import size

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
    fast = able(settings)
    return _pack(
        _line(number, name, content, settings, fast=fast)
        for number, (name, content) in enumerate(piece.items, start=piece.first)
    )


def _line(number: int, name: str, content: bytes | str, settings: Settings, *, fast: bool) -> str:
    """Give the row of an instance as a JSON line, the quick way if there is one."""
    if fast and isinstance(content, bytes):
        try:
            line = line_of(number, _shown(name), content, settings)
        except Exception as error:  # noqa: BLE001 - as in row_of
            return _written(_broken(number, name, error))
        if line is not None:
            return line
    return _written(row_of(number, name, content, settings))


def packed(rows: Iterator[Row]) -> bytes:
    """Write rows as packed JSON lines."""
    return _pack(map(_written, rows))


def _written(row: Row) -> str:
    return f"{json.dumps(row, ensure_ascii=False, separators=(',', ':'))}\n"


def _pack(lines: Iterator[str]) -> bytes:
    return zlib.compress("".join(lines).encode("utf-8", "backslashreplace"), LEVEL)


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
    row = EMPTY | {"row": number, "id": _shown(name), "versions": versions()}
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
        row["status"], row["error"] = "internal error", _fault(error)
    if settings.timing:
        row["milliseconds"] = round((time.perf_counter() - started) * 1000, 3)
    return row


def lost(piece: Piece) -> bytes:
    """Give the row of an instance that ends every worker which tries it."""
    row = _broken(piece.first, piece.items[0][0], None)
    return packed(iter([row]))


def _broken(number: int, name: str, error: Exception | None) -> Row:
    """Give the row of an instance over which the product has failed."""
    said = "the worker process that tried to answer this instance ended, twice" if error is None else _fault(error)
    row = {"row": number, "id": _shown(name), "status": "internal error", "error": said, "versions": versions()}
    return EMPTY | row


def _shown(name: str) -> str:
    """Name an instance for people."""
    return f"-{name.removeprefix(STDIN)}" if name.startswith(STDIN) else name


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
    if instance.ask in {"plan", "count"}:
        command = "runepay plan" if instance.ask == "plan" else "runepay payments --count"
        message = f"batch answers 'solve', 'total' and 'referee', not {instance.ask!r}; {command} does"
        raise InputError(message, path="ask")
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
    row["elected"] = elected_text(found.question, found.owed)
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
    row["owed_energy"], row["owed_pips"] = owed.energy, size(owed.pips)
    row["owed"], row["stages"] = owed_text(owed), stages_text(owed)


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


def _fault(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return _printable(f"{type(error).__name__}{where}: {error}")


def _printable(text: str) -> str:
    return "".join(one if one.isprintable() else " " for one in text)
