"""Ctrl-C comes at any moment; here it is made to wait for one."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Generator


@contextlib.contextmanager
def without_interrupt() -> Generator[None]:
    """Hold Ctrl-C back while this lasts: for what must not be begun and left behind."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # One that came just before is seen here, and must not leave the next ones waiting for ever.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
