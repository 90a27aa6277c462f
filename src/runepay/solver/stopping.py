"""Stopping a search from another thread: what was found so far is then the answer (C20)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock


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


_current: ContextVar[Stop | None] = ContextVar("stop", default=None)


def current() -> Stop | None:
    """Give the wish that holds here, if there is one."""
    return _current.get()


def stopped() -> bool:
    """Tell whether what runs here is to stop."""
    stop = _current.get()
    return stop is not None and stop.wanted


@contextmanager
def stopping(stop: Stop) -> Generator[None, None, None]:
    """Let everything that is searched here be stopped by `stop`."""
    token = _current.set(stop)
    try:
        yield
    finally:
        _current.reset(token)
