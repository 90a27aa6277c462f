"""Stopping a search, from another thread or because time is over: what was found so far is then the answer (C20)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from threading import Lock
from time import monotonic


class OutOfTimeError(Exception):
    """What runs here is to stop."""


class Stop:
    """A wish to stop, which a search asks for and another thread, or a timer, states.

    Examples
    --------
    >>> stop = Stop()
    >>> with stopping(stop):
    ...     stop.set()
    ...     stopped()
    True
    >>> stopped()
    False
    """

    __slots__ = ("_lock", "_search", "wanted")

    def __init__(self) -> None:
        self.wanted = False
        self._lock = Lock()
        self._search: Callable[[], object] | None = None

    def set(self) -> None:
        """Stop the search that is running, and every later one."""
        with self._lock:
            self.wanted = True
            if self._search is not None:
                self._search()

    def left(self) -> float | None:
        """Give the seconds that are left, or nothing where there is no limit."""
        return None

    @contextmanager
    def watching(self, search: Callable[[], object]) -> Generator[None, None, None]:
        """Let a search be stopped while it runs; `search` is what stops it."""
        with self._lock:
            self._search = search
            if self.wanted:
                search()
        try:
            yield
        finally:
            with self._lock:
                self._search = None


class Deadline:
    """A moment at which everything that is searched stops, besides what stops it anyway.

    Parameters
    ----------
    seconds
        How long from now.
    clock
        What tells the time, in seconds.

    Examples
    --------
    >>> times = iter([0.0, 0.5, 2.0])
    >>> limit = Deadline(1, lambda: next(times))
    >>> limit.left(), limit.wanted, limit.wanted
    (0.5, True, True)
    """

    __slots__ = ("_clock", "_outer", "_over", "_until")

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._until = clock() + seconds
        self._outer = _current.get()
        self._over = False

    @property
    def wanted(self) -> bool:
        """Whether time is over, or the search is to stop anyway; once it is, it stays so."""
        self._over = self._over or self._clock() >= self._until or (self._outer is not None and self._outer.wanted)
        return self._over

    def left(self) -> float | None:
        """Give the seconds that are left."""
        mine = 0.0 if self._over else max(0.0, self._until - self._clock())
        other = None if self._outer is None else self._outer.left()
        return mine if other is None else min(mine, other)

    def watching(self, search: Callable[[], object]) -> AbstractContextManager[None]:
        """Let a search be stopped by what stops it anyway; its own time limit ends it in time."""
        return nullcontext() if self._outer is None else self._outer.watching(search)


_current: ContextVar[Stop | Deadline | None] = ContextVar("stop", default=None)


def current() -> Stop | Deadline | None:
    """Give the wish that holds here, if there is one."""
    return _current.get()


def stopped() -> bool:
    """Tell whether what runs here is to stop."""
    stop = _current.get()
    return stop is not None and stop.wanted


def ended() -> None:
    """Leave what runs here if it is to stop.

    Raises
    ------
    OutOfTimeError
        It is to stop.
    """
    if stopped():
        raise OutOfTimeError


@contextmanager
def stopping(stop: Stop | Deadline | None) -> Generator[None, None, None]:
    """Let everything that is searched here be stopped by `stop`; by nothing, if there is none."""
    token = _current.set(stop)
    try:
        yield
    finally:
        _current.reset(token)
