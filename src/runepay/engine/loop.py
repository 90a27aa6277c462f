"""Reads requests and writes answers, one JSON object a line, until the input ends or a client says so.

The thread that reads also answers what takes no time. A question that has to be worked on goes to a second thread, so
that ``stop`` is heard meanwhile; what comes after it waits behind it, and answers keep the order of their requests.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from threading import Condition, Lock, Thread
from typing import IO, Final

import msgspec

from runepay.engine.desk import Desk
from runepay.engine.faults import Refused, failed, repeated, unreadable
from runepay.engine.messages import AnyRequest, Ask, Bye, Failed, Ok, Position, Quit, Reply, Request, StopIt
from runepay.model.instance import SIZE_LIMIT
from runepay.solver.stopping import Stop

LINE: Final = SIZE_LIMIT
"""Bytes above which a line is refused."""

LARGE: Final = 32_768
"""Bytes of a position or play above which it is not read by the thread that listens."""

PATIENCE: Final = 3.0
"""Seconds that what is worked on has for ending when a client quits."""


@dataclass(slots=True)
class _Waiting:
    """A request in the queue, with the wish to stop it."""

    request: Request | Refused
    stop: Stop = field(default_factory=Stop)
    answered: bool = False


class Engine:
    """One connection.

    Parameters
    ----------
    source, sink
        Where requests come from and answers go to, as bytes.
    """

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self.source = source
        self.sink = sink
        self.desk = Desk()
        self._decode = msgspec.json.Decoder(AnyRequest).decode
        self._encode = msgspec.json.Encoder().encode
        self._turn = Condition()
        self._writing = Lock()
        self._queue: deque[_Waiting] = deque()
        self._current: _Waiting | None = None
        self._ended = False
        self.stuck = False
        """Whether the second thread was left at its work; then the process is not to wait for it."""
        self._broken = False
        """Whether nobody reads any more."""
        self._worker: Thread | None = None

    def run(self) -> bool:
        """Answer until the input ends or a client quits; false if nobody reads the answers any more."""
        try:
            while line := self.source.readline(LINE + 1):
                if len(line) > LINE:
                    while line and not line.endswith(b"\n"):
                        line = self.source.readline(LINE)
                    self._write(Failed(None, code="unreadable", message="the line is too long"))
                elif line.strip() and not self._take(line):
                    break
        except BaseException as error:
            # Nobody reads any more, or Ctrl-C: what is being worked on has no reader.
            self._abandon()
            if not isinstance(error, OSError):
                raise
        finally:
            self._finish()
        return not self._broken

    def _take(self, line: bytes) -> bool:
        """Take one request; false if it was the last."""
        try:
            request = self._decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._after(_Waiting(unreadable(line, error)))
            return True
        if (twice := repeated(line, request)) is not None:
            self._after(_Waiting(twice))
        elif isinstance(request, StopIt):
            self._stop(request)
        elif isinstance(request, Quit):
            self._quit(request)
            return False
        else:
            self._after(_Waiting(request))
        return True

    def _after(self, one: _Waiting) -> None:
        """Answer at once what can be, if nothing is before it; otherwise let it wait."""
        with self._turn:
            if self._current is not None or self._queue:
                self._queue.append(one)
                return
        reply = None if _large(one.request) else self._reply(one.request)
        if reply is not None:
            self._write(reply)
            return
        with self._turn:
            self._queue.append(one)
            if self._worker is None:
                self._worker = Thread(target=self._work, name="questions", daemon=True)
                self._worker.start()
            self._turn.notify_all()

    def _reply(self, request: Request | Refused) -> Reply | None:
        if isinstance(request, Refused):
            return request.reply
        try:
            return self.desk.quick(request)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one request, the engine lives on
            return failed(request, error)

    def _work(self) -> None:
        """Answer what waits, in order: the second thread."""
        while True:
            with self._turn:
                self._current = None
                self._turn.notify_all()
                while not self._queue and not self._ended:
                    self._turn.wait()
                if not self._queue:
                    return
                self._current = one = self._queue.popleft()
            try:
                self._write(self._worked(one), one)
            except (OSError, ValueError):
                # Nobody reads any more; the thread that reads learns it by its next answer, or by the end of the input.
                self._abandon()

    def _worked(self, one: _Waiting) -> Reply:
        request = one.request
        if one.stop.wanted and (isinstance(request, Ask) or _large(request)):
            return Failed(request.id, code="stopped", message="it was stopped before it was begun")
        reply = self._reply(request)
        if reply is not None or not isinstance(request, Ask):
            return reply or Ok(request.id)
        try:
            return self.desk.slow(request, one.stop)
        except Exception as error:  # noqa: BLE001 - as above
            return failed(request, error)

    def _stop(self, request: StopIt) -> None:
        with self._turn:
            busy = [one for one in (self._current, *self._queue) if one is not None]
            meant = busy[:1] if request.of is None else [one for one in busy if one.request.id == request.of]
            for one in meant:
                one.stop.set()
        self._write(Ok(request.id))

    def _quit(self, request: Quit) -> None:
        with self._turn:
            for one in (self._current, *self._queue):
                if one is not None:
                    one.stop.set()
        self._finish(PATIENCE)
        if self._worker is not None:
            self._given_up()
        self._write(Bye(request.id))

    def _given_up(self) -> None:
        """Answer in place of the second thread, which cannot be stopped where it is; it says nothing more."""
        with self._turn:
            left = [one for one in (self._current, *self._queue) if one is not None]
            self._queue.clear()
        self._worker, self.stuck = None, True
        for one in left:
            self._write(Failed(one.request.id, code="stopped", message="the engine was told to quit"), one)

    def _abandon(self) -> None:
        """Stop everything, and answer nothing more."""
        with self._turn:
            for one in (self._current, *self._queue):
                if one is not None:
                    one.stop.set()
            self._queue.clear()
            self._ended = self._broken = True

    def _finish(self, seconds: float | None = None) -> None:
        """Let everything that waits be answered, as far as there is time for it."""
        with self._turn:
            self._ended = True
            self._turn.notify_all()
        if self._worker is not None:
            self._worker.join(seconds)
            if not self._worker.is_alive():
                self._worker = None

    def _write(self, reply: Reply, to: _Waiting | None = None) -> None:
        """Write an answer; a request from the queue is answered once."""
        line = self._encode(reply) + b"\n"
        with self._writing:
            if to is not None and to.answered:
                return
            if to is not None:
                to.answered = True
            self.sink.write(line)
            self.sink.flush()


def _large(request: Request | Refused) -> bool:
    """Tell whether reading a request alone takes its time."""
    if isinstance(request, Position):
        parts = (request.state, request.opponents, request.cards, request.play)
        return sum(len(bytes(one)) for one in parts) + len(request.line or "") + len(request.payment or "") > LARGE
    return isinstance(request, Ask) and len(bytes(request.play)) + len(bytes(request.plan)) > LARGE
