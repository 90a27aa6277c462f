"""The run: reads pieces, hands them to an engine, writes down what comes back in order, and makes the table."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from runepay.batch.engines import Engine, Here, Processes, Promise
from runepay.batch.journal import Journal, checksum
from runepay.batch.settings import Settings
from runepay.batch.words import versions
from runepay.batch.work import Piece, lost, packed, unpacked
from runepay.batch.writing import ending, write
from runepay.model.errors import InputError
from runepay.model.files import files_of, rows_of
from runepay.model.instance import Row, unreadable

ROWS: Final = 100
"""Instances of one piece, at most."""
BYTES: Final = 1024 * 1024
"""Bytes of input after which a piece is full."""
AHEAD: Final = 8
"""Pieces handed in for each worker: a slow one may hold up what comes after it by so much."""


@dataclass(slots=True)
class Done:
    """How far a run has come.

    Attributes
    ----------
    rows
        Rows done, those of an earlier run included.
    kept
        Of these, the rows that an earlier run had done.
    read, size
        Bytes of the input's files read so far, and all of them; 0 if unknown.
    finished
        Whether the table is written.
    partial
        The table of what was done, if the run was interrupted.
    """

    rows: int = 0
    kept: int = 0
    read: int = 0
    size: int = 0
    finished: bool = False
    partial: Path | None = None
    _file: IO[bytes] | None = field(default=None, repr=False)
    _before: int = field(default=0, repr=False)
    _whole: int = field(default=0, repr=False)

    def watch(self, file: IO[bytes]) -> None:
        """Look at a file of many instances while it is read."""
        self.passed(0)
        self._file, self._whole = file, os.fstat(file.fileno()).st_size

    def passed(self, size: int) -> None:
        """Count a file that was read at once; the one before it is at its end."""
        self._before += self._whole + size
        self._file, self._whole = None, 0

    def look(self) -> None:
        """See how far the files have been read."""
        if self._file is not None and not self._file.closed:
            self.read = self._before + self._file.tell()
        else:
            self.read = self._before + self._whole


Watch = Callable[[Done], None]


def run(  # noqa: PLR0913 - the parts of a run
    paths: Iterable[str],
    out: str | Path,
    settings: Settings | None = None,
    *,
    engine: Engine | None = None,
    workers: int = 1,
    resume: bool = False,
    force: bool = False,
    watch: Watch | None = None,
    rows: int = ROWS,
) -> Done:
    r"""Answer every instance that the paths name, and write one row for each, in the order of the input.

    Parameters
    ----------
    paths
        Files, folders, patterns, or ``-`` for standard input.
    out
        The table to be written; its ending says how.
    settings
        How every instance is answered.
    engine
        Who does the work; left out, a pool of `workers` processes, or this process if `workers` is 0. The run ends it.
    workers
        How many processes.
    resume
        Go on where a run to the same output was broken off.
    force
        Overwrite what is there.
    watch
        Is told how far the run has come, after every piece.
    rows
        Instances of one piece, at most.

    Returns
    -------
    Done
        How far it came; ``finished`` is false only if it was interrupted.

    Raises
    ------
    InputError
        The output cannot be written, is one of the files read, or the run that was broken off was another one.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     out = Path(folder) / "table.csv"
    ...     done = run(["instances/demo"], out, workers=0)
    ...     done.rows, out.read_text().count("\n")
    (5, 6)
    """
    paths, out, settings = list(paths), Path(out), settings or Settings()
    ending(out)
    if out.is_dir():
        raise InputError("this is a folder; name a file for the table", file="--out", found=str(out))
    if force and resume:
        raise InputError("--resume goes on with a run and --force begins anew; give one of them", file="--resume")
    journal_path = out.with_name(f"{out.name}.part")
    partial = out.with_name(f"{out.name.removesuffix(ending(out))}.partial{ending(out)}")
    if not (resume and out.exists() and not journal_path.exists()):
        _spared([*paths, *settings.cards], (out, journal_path, partial))
    if force:
        journal_path.unlink(missing_ok=True)
    elif out.exists() and not journal_path.exists():
        if resume:
            return Done(finished=True)
        raise InputError(f"{out} exists already; --force overwrites it", file="--out")
    _there(paths)
    header = {"rows in a piece": rows, "settings": settings.to_json(), "versions": versions()}
    journal = Journal(journal_path, header, resume=resume)
    done = Done(rows=journal.rows, kept=journal.rows)
    try:
        done.size = _size(paths)
        engine = engine or (Processes(settings, workers) if workers else Here(settings))
        _Work(journal, engine, done, watch).all(_pieces(paths, rows, done))
        _written(journal, out)
    except InputError:
        if not journal.done:
            journal.remove()
        raise
    except KeyboardInterrupt:
        journal.close()
        # The last piece may be on the disk and not counted yet: what is told is what is there.
        done.rows = sum(entry.rows for entry in journal.entries())
        if done.rows:
            write(journal.blobs(), partial)
            done.partial = partial
        else:
            journal.remove()
        return done
    finally:
        journal.close()
    journal.remove()
    partial.unlink(missing_ok=True)
    done.finished = True
    return done


def _there(paths: Iterable[str]) -> None:
    """Refuse a run of which no path names anything; with others beside it, such a path is a row with its error."""
    first: InputError | None = None
    for path in paths:
        if path == "-":
            return
        for file in files_of(path):
            fault = file if isinstance(file, InputError) else _missing(file)
            if fault is None:
                return
            first = first or fault
    if first is not None:
        raise first


def _missing(file: str) -> InputError | None:
    try:
        Path(file).stat()
    except (OSError, ValueError) as error:
        return unreadable(file, error)
    return None


def _written(journal: Journal, out: Path) -> None:
    """Make the table; what is done is not lost if that fails."""
    try:
        write(journal.blobs(), out)
    except InputError as error:
        message = f"{error.message}; what is done is kept in {journal.path.name}, and --resume goes on"
        raise InputError(message, file=error.file) from None


def _spared(paths: Iterable[str], written: Iterable[Path]) -> None:
    """Refuse a run that would write over, or remove, a file that it reads, by whatever name."""
    there = {(one.st_dev, one.st_ino): path for path in written if (one := _stat(path)) is not None}
    if not there:
        return
    for path in paths:
        for file in ("-",) if path == "-" else files_of(path):
            one = _stat(0 if file == "-" else file) if isinstance(file, str) else None
            if one is not None and (one.st_dev, one.st_ino) in there:
                taken = there[one.st_dev, one.st_ino]
                source = "standard input from " if file == "-" else ""
                message = f"the run reads {source}{taken} and would replace it; give the table a name of its own"
                raise InputError(message, file="--out")


def _stat(path: str | Path | int) -> os.stat_result | None:
    """Tell what a name, or an open file, stands for; nothing if there is none."""
    try:
        return os.stat(path)  # noqa: PTH116 - an open file has no path
    except (OSError, ValueError):
        return None


def _size(paths: Iterable[str]) -> int:
    """Add up the sizes of all files, or give 0 if something is read that has none."""
    size = 0
    for path in paths:
        if path == "-":
            return 0
        for file in files_of(path):
            if isinstance(file, str):
                with suppress(OSError):
                    size += Path(file).stat().st_size
    return size


def _pieces(paths: Sequence[str], most: int, done: Done) -> Iterator[Piece]:
    """Cut the input into pieces; how depends on nothing but the input."""
    first, items, held = 1, list[tuple[str, bytes | str]](), 0
    for path in paths:
        for one in rows_of(path, done.watch):
            content = one.raw if isinstance(one, Row) else str(one)
            if path == "-" and len(paths) == 1 and not content.strip():
                raise InputError("nothing came in; an instance is expected, or one a line", file="standard input")
            if isinstance(one, Row) and one.name.endswith(".json"):
                done.passed(len(content))
            items.append((one.name if isinstance(one, Row) else _name(one), content))
            held += len(content)
            if len(items) >= most or held >= BYTES:
                yield Piece(first, tuple(items))
                first, items, held = first + len(items), [], 0
    if items:
        yield Piece(first, tuple(items))


def _name(error: InputError) -> str:
    return f"{error.file}:{error.line}" if error.line else error.file


@dataclass(slots=True)
class _Work:
    """A run at work: what is handed in, and where it is written down."""

    journal: Journal
    engine: Engine
    done: Done
    watch: Watch | None
    waiting: deque[tuple[Piece, Promise]] = field(default_factory=deque)

    def all(self, pieces: Iterator[Piece]) -> None:
        """Have every piece answered that is not done yet."""
        number, known, clean = 0, list(self.journal.done), False
        try:
            for number, piece in enumerate(pieces, start=1):
                if number > len(known):
                    self.waiting.append((piece, self.engine.submit(piece)))
                elif known[number - 1] != (len(piece.items), checksum(piece)):
                    raise _other_input(self.journal, piece.items[0][0])
                if len(self.waiting) >= self.engine.workers * AHEAD:
                    self._settle()
            if number < len(known):
                raise _other_input(self.journal, None)
            while self.waiting:
                self._settle()
            clean = True
        finally:
            self.engine.close(now=not clean)

    def _settle(self) -> None:
        """Wait for the first piece that was handed in."""
        piece, promise = self.waiting.popleft()
        try:
            blob = promise.result()
        except Exception as error:
            if not self.engine.lost(error):
                raise
            # One of the pieces may have done it. From here on each is alone, so that it is known which.
            suspects = [piece, *(one for one, _ in self.waiting)]
            for _, other in self.waiting:
                other.cancel()
            self.waiting.clear()
            self.engine.renew()
            for suspect in suspects:
                self._write_down(suspect, _alone(suspect, self.engine))
        else:
            self._write_down(piece, blob)

    def _write_down(self, piece: Piece, blob: bytes) -> None:
        self.journal.add(piece, blob)
        self.done.rows += len(piece.items)
        self.done.look()
        if self.watch is not None:
            self.watch(self.done)


def _other_input(journal: Journal, name: str | None) -> InputError:
    message = "the input is not that of the run that was broken off; --force begins anew"
    return InputError(message, file=str(journal.path), found=name)


def _alone(piece: Piece, engine: Engine) -> bytes:
    """Answer a piece with no other beside it; the instance that ends its worker is a row that says so."""
    try:
        return engine.submit(piece).result()
    except Exception as error:
        if not engine.lost(error):
            raise
    engine.renew()
    if len(piece.items) == 1:
        return lost(piece)
    return _joined(_alone(half, engine) for half in piece.halves())


def _joined(blobs: Iterable[bytes]) -> bytes:
    import json  # noqa: PLC0415 - rare

    return packed(json.loads(line) for blob in blobs for line in unpacked(blob).splitlines())
