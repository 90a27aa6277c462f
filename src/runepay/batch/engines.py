"""Who does the work: one small protocol, shaped like an executor, and its two engines of the plain install.

`Here` answers in the calling process, `Processes` in a pool of long-lived worker processes. A third, on a cluster, is
in :mod:`runepay.batch.cluster`. Every engine runs the same function on the same pieces, so the rows are the same.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Protocol

from runepay.batch.interrupts import without_interrupt
from runepay.batch.settings import Settings
from runepay.batch.work import Piece, answer


class Promise(Protocol):
    """A piece that is being answered; what ``concurrent.futures`` and Dask call a future."""

    def result(self) -> bytes:
        """Wait for the packed rows."""
        ...

    def cancel(self) -> object:
        """Give it up, if it is not being worked on."""
        ...


class Engine(Protocol):
    """Who does the work.

    Attributes
    ----------
    workers
        How many pieces can be worked on at once.
    """

    workers: int

    def submit(self, piece: Piece) -> Promise:
        """Hand in a piece."""
        ...

    def lost(self, error: BaseException) -> bool:
        """Tell whether this error means that the piece's worker was lost, not that the work failed."""
        ...

    def renew(self) -> None:
        """Be able to work again after a worker was lost; pieces handed in before may have to be handed in again."""
        ...

    def close(self, *, now: bool = False) -> None:
        """End; with `now`, without waiting for what was handed in."""
        ...


class Here:
    """Answers in the calling process, each piece when its rows are asked for."""

    workers = 1

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def submit(self, piece: Piece) -> Promise:
        """Promise to answer a piece."""
        return _Later(piece, self._settings)

    def lost(self, error: BaseException) -> bool:  # noqa: ARG002 - there is no worker to lose
        """Say no."""
        return False

    def renew(self) -> None:
        """Do nothing."""

    def close(self, *, now: bool = False) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class _Later:
    piece: Piece
    settings: Settings

    def result(self) -> bytes:
        return answer(self.piece, self.settings)

    def cancel(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class _Broken:
    error: BrokenProcessPool

    def result(self) -> bytes:
        raise self.error

    def cancel(self) -> bool:
        return True


class Processes:
    """A pool of long-lived worker processes, each with one solver worker."""

    def __init__(self, settings: Settings, workers: int) -> None:
        self.workers = workers
        self._settings = settings
        self._pool = self._made()

    def _made(self) -> ProcessPoolExecutor:
        # Spawned, not forked: the solver's threads and a forked copy of them do not go together.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=begin)

    def submit(self, piece: Piece) -> Promise:
        """Hand a piece to the pool; one that has broken says so when the rows are asked for, as for any other piece."""
        try:
            # A process that is being started would get Ctrl-C too, before it can say no.
            with without_interrupt():
                return self._pool.submit(answer, piece, self._settings)
        except BrokenProcessPool as error:
            return _Broken(error)

    def lost(self, error: BaseException) -> bool:
        """Tell whether the pool has broken because a worker ended."""
        return isinstance(error, BrokenProcessPool)

    def renew(self) -> None:
        """Replace the broken pool."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._made()

    def close(self, *, now: bool = False) -> None:
        """End the workers."""
        if now:
            # What they are at is done again by whoever goes on, so nothing is lost by not waiting for it.
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


def begin() -> None:
    """Begin a worker: Ctrl-C is the parent's business, and without a parent the worker ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
