"""A client of the engine: starts ``runepay engine`` and talks to it in typed messages.

Any language can do the same; ``docs/engine.md`` describes the messages, and ``examples/node`` holds a client in
JavaScript.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import msgspec

from runepay.engine.messages import Answer, AnyReply, Bye, Failed, Id, Ok, Paid, Playable, Reply, Welcome, What
from runepay.model.errors import InputError, RunepayError

__all__ = ["Answer", "Engine", "EngineError", "Failed", "Paid", "Pending", "Playable", "Welcome"]

Fields = Mapping[str, Any]
_Reply = TypeVar("_Reply", bound=Reply)

COMMAND: Final = (sys.executable, "-m", "runepay", "engine")


class EngineError(RunepayError):
    """The engine refused a request, or ended.

    Attributes
    ----------
    reply
        The engine's answer, or ``None`` if it ended.
    """

    def __init__(self, message: str, reply: Failed | None = None) -> None:
        super().__init__(message)
        self.reply = reply


def _said(reply: Failed) -> str:
    """Say what was refused as the command line does: the field, what was found, and the nearest valid word.

    Examples
    --------
    >>> _said(Failed(id=1, message="unknown card", path="play.card", found="Chram", hint="Charm"))
    "play.card: unknown card, found 'Chram'; did you mean 'Charm'?"
    """
    return str(InputError(reply.message, path=reply.path or "", found=reply.found, hint=reply.hint))


class Pending:
    """A question that was asked; ``result`` waits for its answer."""

    def __init__(self, engine: Engine, number: int) -> None:
        self.engine = engine
        self.number = number

    def stop(self) -> None:
        """End the work on it; its answer is then the best so far."""
        self.engine.send("stop", of=self.number)

    def result(self) -> Answer:
        """Wait for the answer.

        Raises
        ------
        EngineError
            The engine refused the question, or stopped it before it was begun.
        """
        return self.engine.expect(self.number, Answer)


class Engine:
    """One engine, in a process of its own.

    Parameters
    ----------
    command
        How it is started.

    Examples
    --------
    >>> with Engine() as engine:
    ...     engine.position({"runes": {"fury": 2, "calm": 1}})
    ...     play = {"card": "Mine", "cost": {"energy": 2, "power": ["fury"]}, "targets": []}
    ...     engine.can_pay(play), engine.best(play).payment.notation
    (True, '2ER~2r.R')
    """

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - ours
        except OSError as error:
            raise EngineError(f"the engine cannot be started: {error.strerror or error}") from None
        self._number = 0
        self._writing = Lock()
        self._reading = Lock()
        self._came: dict[Id, Reply] = {}
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(AnyReply).decode

    # ------------------------------------------------------------- messages

    def send(self, type: str, /, **fields: Any) -> int:  # noqa: A002, ANN401 - the message's own word; any JSON
        """Send a request; fields that are ``None`` are left out.

        Returns
        -------
        int
            The request's id.
        """
        with self._writing:
            self._number += 1
            number = self._number
            said = {key: value for key, value in fields.items() if value is not None}
            stream = self._process.stdin
            try:
                line = self._encode({**said, "type": type, "id": number}) + b"\n"
            except (TypeError, ValueError, RecursionError) as error:
                raise EngineError(f"this cannot be written as JSON: {error}") from None
            try:
                if stream is None or stream.closed:
                    raise EngineError("the engine has ended")
                stream.write(line)
                stream.flush()
            except OSError:
                raise EngineError("the engine has ended") from None
        return number

    def receive(self, number: int) -> Reply:
        """Wait for the answer to a request; other answers that come first are kept for whoever asks for them.

        Several threads may wait at once.
        """
        while True:
            with self._reading:
                # Another thread may have read it meanwhile.
                if number in self._came:
                    return self._came.pop(number)
                self._read()

    def _read(self) -> None:
        """Read the next answer."""
        stream = self._process.stdout
        line = b"" if stream is None or stream.closed else stream.readline()
        if not line:
            raise EngineError("the engine has ended")
        try:
            reply = self._decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise EngineError(f"this is no answer of an engine: {line[:60]!r}") from None
        if reply.id is None and isinstance(reply, Failed):
            raise EngineError(_said(reply), reply)
        self._came[reply.id] = reply

    def expect(self, number: int, kind: type[_Reply]) -> _Reply:
        """Wait for the answer of a kind."""
        reply = self.receive(number)
        if isinstance(reply, kind):
            return reply
        if isinstance(reply, Failed):
            raise EngineError(_said(reply), reply)
        raise EngineError(f"the engine answered with {type(reply).__name__}")

    # ------------------------------------------------------------- requests

    def hello(self) -> Welcome:
        """Ask who is there and what it can do."""
        return self.expect(self.send("hello"), Welcome)

    def set_option(self, name: str, value: Any) -> None:  # noqa: ANN401 - the option's own kind of value
        """Set an option for everything that follows."""
        self.expect(self.send("setoption", name=name, value=value), Ok)

    def position(  # noqa: PLR0913 - the parts of a position, all but the first by name
        self,
        state: Fields | None = None,
        *,
        name: str | None = None,
        opponents: Iterable[Fields] | None = None,
        cards: Fields | None = None,
        ruleset: str | None = None,
        options: Mapping[str, str] | None = None,
        line: str | None = None,
        follows: str | None = None,
        play: Fields | None = None,
        payment: str | None = None,
        resolved: bool | None = None,
    ) -> None:
        """State a position: by its ``state``, by one ``line``, or as what ``follows`` a payment in another.

        With ``resolved`` the play was made as well, with nobody answering: its card has come, and it is counted.
        """
        number = self.send(
            "position",
            state=state,
            name=name,
            opponents=None if opponents is None else list(opponents),
            cards=cards,
            ruleset=ruleset,
            options=options,
            line=line,
            follows=follows,
            play=play,
            payment=payment,
            resolved=resolved,
        )
        self.expect(number, Ok)

    def follow(
        self,
        follows: str,
        play: Fields,
        payment: str,
        *,
        name: str | None = None,
        resolved: bool | None = None,
    ) -> None:
        """State the position after a play was paid for in the position `follows`, by the payment's notation.

        With ``resolved`` the play was made as well, as in :meth:`position`.

        Examples
        --------
        >>> with Engine() as engine:
        ...     engine.position({"runes": {"fury": 2}})
        ...     play = {"card": "Mine", "cost": {"energy": 2}, "targets": []}
        ...     engine.follow("main", play, engine.best(play).payment.notation, name="after")
        ...     engine.can_pay(play), engine.can_pay(play, position="after")
        (True, False)
        """
        self.position(name=name, follows=follows, play=play, payment=payment, resolved=resolved)

    def start(self, what: What, play: Fields | None = None, **fields: Any) -> Pending:  # noqa: ANN401 - any JSON
        """Ask and go on; ``fields`` are those of the message (position, goal, milliseconds, at_most ...)."""
        return Pending(self, self.send("ask", what=what, play=play, **fields))

    def can_pay(self, play: Fields | None = None, **fields: Any) -> bool | None:  # noqa: ANN401 - any JSON
        """Ask whether a play can be paid; ``None`` if there was no time to find out."""
        return self.start("can_pay", play, **fields).result().payable

    def best(self, play: Fields | None = None, **fields: Any) -> Answer:  # noqa: ANN401 - any JSON
        """Ask for the best payment."""
        return self.start("best", play, **fields).result()

    def payments(self, play: Fields | None = None, **fields: Any) -> Answer:  # noqa: ANN401 - any JSON
        """Ask for every payment."""
        return self.start("payments", play, **fields).result()

    def count(self, play: Fields | None = None, **fields: Any) -> Answer:  # noqa: ANN401 - any JSON
        """Ask how many payments there are."""
        return self.start("count", play, **fields).result()

    def plan(self, plan: Fields | None = None, **fields: Any) -> Answer:  # noqa: ANN401 - any JSON
        """Ask for the best turn."""
        return self.start("plan", plan=plan, **fields).result()

    def playable(self, **fields: Any) -> list[Playable]:  # noqa: ANN401 - any JSON
        """Ask which cards of the hand can be paid, each by itself."""
        return self.start("playable", **fields).result().playable or []

    # ------------------------------------------------------------- the end

    def close(self) -> int:
        """Let the engine answer what waits and end; give its exit status."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            try:
                self.expect(self.send("quit"), Bye)
            except EngineError:
                pass  # It has ended already.
            finally:
                with suppress(OSError):
                    self._process.stdin.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        return self._process.wait()

    def __enter__(self) -> Self:
        """Use the engine in a ``with`` statement."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the engine."""
        self.close()
