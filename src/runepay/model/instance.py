"""Instance files: one question, and perhaps the answer it expects (design, section 5; C1-C13, C22-C25)."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated, Any, Final, Literal, Protocol

from pydantic import BeforeValidator, Field, PrivateAttr, ValidationError, model_validator

from runepay.model.base import Record
from runepay.model.candidate import PlanAsk
from runepay.model.card import CardFields
from runepay.model.coercion import coercion_faults
from runepay.model.errors import InputError
from runepay.model.expect import Expect
from runepay.model.goals import Goal
from runepay.model.invalid import first_of, located, placed, shown, validation_faults
from runepay.model.jsontext import Json, loads
from runepay.model.rulebook import DEFAULT_RULESET, Ruleset
from runepay.model.state import GameState, Opponent, Play

FORMAT: Final = 1
"""Version of the instance format."""

MEGABYTE: Final = 1024 * 1024
SIZE_LIMIT: Final = 64 * MEGABYTE
"""Bytes above which a ``.json`` file, or a line of a ``.jsonl`` file, is refused before it is read (C12)."""

EDITOR: Final = "$schema"
"""Field that names the JSON Schema for an editor; it may stand in a file and is not read."""


class Stream(Protocol):
    """What can be read to its end, or line by line."""

    def read(self, limit: int = -1, /) -> bytes:
        """Give the next bytes, at most `limit`."""
        ...

    def readline(self, limit: int = -1, /) -> bytes:
        """Give the rest of the line, at most `limit` bytes."""
        ...


def _words(value: Json) -> Json:
    return value.split(",") if isinstance(value, str) else value


class Instance(Record):
    """One question, as a file states it.

    Examples
    --------
    >>> one = parse('{"state": {"runes": {"fury": 2}}, "play": {"card": "Mine", "cost": {"energy": 2}}}')
    >>> one.ask, one.state.runes["fury"].ready, one.play.card
    ('solve', 2, 'Mine')
    """

    runepay: Literal[1] = FORMAT
    """Version of the format."""
    title: str = ""
    """What the file shows, for people."""
    ask: Literal["solve", "total", "referee", "count", "plan"] = "solve"
    """What is asked (C1)."""
    ruleset: str = DEFAULT_RULESET
    """Version of the rules (C13)."""
    options: dict[str, str] = Field(default_factory=dict)
    """Readings chosen where the rules can be read in several ways."""
    cards: dict[str, CardFields] = Field(default_factory=dict)
    """Cards of one's own, by name; they win over the catalogue."""
    payer: GameState = Field(default_factory=GameState, alias="state")
    """The payer's situation, as it is written; ``state`` is the whole position."""
    opponents: tuple[Opponent, ...] = ()
    """What matters of the opponents."""
    play: Play
    """What is to be paid for."""
    goal: Annotated[tuple[str, ...], BeforeValidator(_words)] = ("thrifty",)
    """Criteria in the order in which they matter; ``thrifty`` follows, written or not."""
    plan: PlanAsk | None = None
    """What a plan is asked for; with ``ask: plan`` the file needs no ``play``."""
    payment: Any = None
    """A payment to be refereed: steps, or its notation (C24)."""
    expect: Expect | None = None
    """What the answer must hold (C22)."""

    @model_validator(mode="before")
    @classmethod
    def _plans(cls, value: Any) -> Any:  # noqa: ANN401 - raw input
        """Let a file that asks for a plan do without a play."""
        if isinstance(value, dict) and value.get("ask") == "plan" and "play" not in value:
            return {**value, "play": {"kind": "effect"}}
        return value

    _whole: GameState | None = PrivateAttr(default=None)
    _source: tuple[str, str, Any] | None = PrivateAttr(default=None)
    """File, text and data this was read from."""

    @property
    def state(self) -> GameState:
        """The whole position: the payer's situation with the opponents and the file's own cards."""
        if self._whole is None:
            self._whole = self.payer
            if self.opponents or self.cards:
                self._whole = self.payer.model_copy(
                    update={
                        "opponents": (*self.payer.opponents, *self.opponents),
                        "cards": {**self.payer.cards, **self.cards},
                    }
                )
        return self._whole

    @property
    def game(self) -> GameState:
        """The same as ``state``."""
        return self.state

    @property
    def rules(self) -> Ruleset:
        """The ruleset with the options chosen."""
        return Ruleset.of(self.ruleset, self.options)

    @property
    def expected(self) -> dict[str, Any] | None:
        """What is expected, as plain JSON with exactly the keys that were stated."""
        if self.expect is None:
            return None
        return self.expect.model_dump(mode="json", by_alias=True, exclude_unset=True)

    @property
    def file(self) -> str:
        """Name of the file, with the line in a ``.jsonl`` file; empty if it was not read from a text."""
        return self._source[0] if self._source is not None else ""

    @property
    def text(self) -> str:
        """The text it was read from."""
        return self._source[1] if self._source is not None else ""

    @property
    def data(self) -> Json:
        """The plain JSON it was read from."""
        return self._source[2] if self._source is not None else None

    def remember(self, file: str, text: str, data: Json) -> None:
        """Remember what the instance was read from, for messages; reading does it once."""
        self._source = (file, text, data)

    def located(self, error: InputError) -> InputError:
        """Give an error of the core the file, line and column that it is about."""
        if self._source is None or error.line:
            return error
        file, text, data = self._source
        if not text:
            error.file = error.file or file
            return error
        made = located(error, data, text, file)
        if made.message == "unknown card" and not made.others:
            same = {made.path, f"{made.path}.card"}
            made.others = tuple(one for one in _strays(data, text, file) if one.path not in same)
        return _in_row(made, file)


def _in_row(error: InputError, file: str) -> InputError:
    """Count lines from the top of the file, not of the row, in a file with one instance a line."""
    stem, _, row = file.rpartition(":")
    if stem.endswith(_ROWS) and row.isdecimal():
        error.file = stem
        error.line = int(row) if error.line else 0
        for other in error.others:
            _in_row(other, file)
        if not error.line:
            error.line, error.column = int(row), 1
    return error


_ROWS: Final = (".jsonl", ".jsonl.gz", ".jsonl.bz2", ".jsonl.xz", ".jsonl.zst", "<stdin>")
FILES: Final = (".json", *_ROWS[:-1])
"""How the names of instance files end."""


def is_rows(name: str) -> bool:
    """Tell whether a file holds one instance a line."""
    return name.endswith(_ROWS[:-1])


def parse(text: str | bytes, file: str = "<text>") -> Instance:
    """Read an instance from its text.

    Parameters
    ----------
    text
        JSON; bytes are UTF-8.
    file
        Name for messages; ``NAME.jsonl:3`` is the third line of a file with one instance a line.

    Raises
    ------
    InputError
        The first fault in the text; its ``others`` are the rest.

    Examples
    --------
    >>> parse('{"play": {"card": "Mine", "crost": {"energy": 2}}}', "a.json")
    Traceback (most recent call last):
    runepay.model.errors.InputError: a.json:1:27: play.crost: unknown field, found...
    """
    try:
        return _parse(text, file)
    except InputError as error:
        if not error.file:
            error.file = file
        raise _in_row(error, file) from None


def _parse(text: str | bytes, file: str) -> Instance:
    text = _decoded(text) if isinstance(text, bytes) else text
    text = text.removeprefix("\ufeff")
    data = loads(text)
    if not isinstance(data, dict):
        found = shown(data)
        raise InputError("an instance is a JSON object", found=found, line=1, column=1)
    if not isinstance(data.get(EDITOR, ""), str):
        error = InputError("the address of a schema is text", path=EDITOR, found=shown(data[EDITOR]))
        raise located(error, data, text, file)
    try:
        # Where an editor finds the schema is nothing that an answer depends on.
        made = Instance.model_validate({key: value for key, value in data.items() if key != EDITOR})
    except ValidationError as error:
        faults = validation_faults(error, Instance, data, text, file)
        # What is wrong inside an object may be what its card is defined by.
        holders = {one.path.rpartition(".")[0] for one in faults}
        strays = [one for one in _strays(data, text, file) if one.path.rpartition(".")[0] not in holders]
        raise first_of([*faults, *strays]) from None
    except RecursionError:
        raise InputError("conditions lie too deep inside one another") from None
    if faults := coercion_faults(made, data, text, file):
        raise first_of(faults)
    made.remember(file, text, data)
    try:
        Goal.of(made.goal)
        _ = made.rules
    except InputError as error:
        raise located(error, data, text, file) from None
    if made.ask == "referee" and made.payment is None:
        raise located(InputError("'referee' needs a 'payment' to judge", path="ask"), data, text, file)
    return made


def _strays(data: Json, text: str, file: str) -> list[InputError]:
    """Give the cards that nobody knows; they are looked for only when something is wrong anyway."""
    from runepay.model.strays import stray_cards  # noqa: PLC0415 - the catalogue's own files are read by this module

    return placed(stray_cards(data), text, file)


def _decoded(raw: bytes) -> str:
    if raw[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        raise InputError("the file is UTF-16 text; save it as UTF-8", line=1, column=1)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            f"the file is not UTF-8 text (byte 0x{raw[error.start]:02x})", line=line, column=column
        ) from None


def read(path: str | Path) -> Instance:
    """Read one instance file.

    Raises
    ------
    InputError
        The file cannot be read, or what is in it cannot be used.
    """
    name = str(path)
    if is_rows(name):
        raise InputError("a file with one instance a line is read with 'iter_jsonl'", file=name)
    return parse(read_bytes(path), name)


def read_bytes(path: str | Path) -> bytes:
    """Read a file that is not larger than ``SIZE_LIMIT``; a larger one is refused before it is read (C12)."""
    name = str(path)
    try:
        size = Path(path).stat().st_size
        if size > SIZE_LIMIT:
            raise _too_large(name, size)
        with Path(path).open("rb") as stream:
            return read_stream(stream, name)
    except OSError as error:
        raise unreadable(name, error) from None


def read_stream(stream: Stream, name: str) -> bytes:
    """Read a stream to its end, but no more than ``SIZE_LIMIT``."""
    raw = stream.read(SIZE_LIMIT + 1)
    if len(raw) > SIZE_LIMIT:
        raise _too_large(name, None)
    return raw


def _too_large(name: str, size: int | None) -> InputError:
    found = f"{size / MEGABYTE:.0f} MB" if size is not None else None
    message = f"the file is larger than the limit of {SIZE_LIMIT // MEGABYTE} MB"
    return InputError(message, file=name, found=found)


def unreadable(name: str, error: OSError | ValueError) -> InputError:
    """Say that a file cannot be read, and why."""
    why = ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
    return InputError(f"the file cannot be read: {why}", file=name)


def iter_jsonl(path: str | Path) -> Iterator[Instance | InputError]:
    """Read a file with one instance a line, compressed or not; an invalid row is given as its error.

    Empty lines are passed over. Instances bear ``NAME:LINE`` as their ``file``.
    """
    for row in file_rows(path):
        yield row.parsed() if isinstance(row, Row) else row


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a file with one instance a line, not read yet."""

    name: str
    """The file, and the line counted from 1, as ``NAME:LINE``."""
    raw: bytes

    def parsed(self) -> Instance | InputError:
        """Read the line."""
        try:
            return parse(self.raw, self.name)
        except InputError as error:
            return error


def file_rows(path: str | Path, watch: Callable[[IO[bytes]], None] | None = None) -> Iterator[Row | InputError]:
    """Give the lines of a file with one instance a line, compressed or not; empty lines are passed over.

    Parameters
    ----------
    path
        The file.
    watch
        Is given the file as it lies on the disk, for whoever wants to know how much of it was read.
    """
    name = str(path)
    try:
        with Path(path).open("rb") as file, _unpacked(file, Path(path).suffix) as stream:
            if watch is not None:
                watch(file)
            yield from stream_rows(stream, name)
    except (EOFError, lzma.LZMAError, gzip.BadGzipFile, zlib.error):
        yield InputError("the compressed file is damaged, or not what its name says", file=name)
    except OSError as error:
        # bz2 has no error of its own, and that of zstd is one of these here.
        damaged = "the compressed file is damaged, or not what its name says"
        yield InputError(damaged, file=name) if error.errno is None else unreadable(name, error)


def _unpacked(file: IO[bytes], suffix: str) -> IO[bytes]:
    match suffix:
        case ".gz":
            return gzip.open(file, "rb")  # type: ignore[return-value]
        case ".bz2":
            return bz2.open(file, "rb")
        case ".xz":
            return lzma.open(file, "rb")
        case ".zst":
            return io.BufferedReader(_Zstd(file), 1 << 17)
        case _:
            return file


class _Zstd(io.RawIOBase):
    """A zstd file being read; ended too early or damaged, it is an ``OSError`` without a number."""

    def __init__(self, file: IO[bytes]) -> None:
        import zstandard  # noqa: PLC0415 - most files are not compressed so

        self._error = zstandard.ZstdError
        self._frames = zstandard.ZstdDecompressor(max_window_size=1 << 31)
        self._file = file
        self._frame: Any = None
        self._rest = b""
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - any writable buffer
        while not self._ready:
            block = self._rest or self._file.read(1 << 16)
            if not block:
                if self._frame is not None:
                    raise OSError("the last frame has no end")
                return 0
            self._frame = self._frame or self._frames.decompressobj()
            try:
                self._ready = self._frame.decompress(block)
            except self._error as error:
                raise OSError(str(error)) from None
            self._rest = self._frame.unused_data
            if self._frame.eof:
                self._frame = None
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size


def stream_rows(stream: Stream, name: str) -> Iterator[Row | InputError]:
    """Give the lines of a stream with one instance a line; a line above the limit is given as its error (C12)."""
    number = 0
    while line := stream.readline(SIZE_LIMIT + 1):
        number += 1
        if len(line) > SIZE_LIMIT:
            while line and not line.endswith(b"\n"):
                line = stream.readline(SIZE_LIMIT)
            message = f"the line is longer than the limit of {SIZE_LIMIT // MEGABYTE} MB"
            yield InputError(message, file=name, line=number, column=1)
            continue
        if line.strip():
            yield Row(f"{name}:{number}", line)
