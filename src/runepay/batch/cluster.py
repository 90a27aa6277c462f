"""The engine on a cluster: Dask distributed, by the address of its scheduler (extra ``runepay[dask]``)."""

from __future__ import annotations

import importlib
from typing import Any, Final

from runepay.batch.engines import Promise
from runepay.batch.settings import Settings
from runepay.batch.work import Piece, answer
from runepay.model.errors import InputError

WAIT: Final = 30.0
"""Seconds in which the scheduler and a first worker must answer."""


class Cluster:
    """Hands pieces to the workers of a Dask cluster.

    Dask itself gives a piece to another worker when one is lost. A piece that loses several is given back, and then
    tried in halves as in any other engine.

    Raises
    ------
    InputError
        Dask is not installed, nobody answers at the address, or a worker has another version of runepay.
    """

    def __init__(self, settings: Settings, address: str) -> None:
        self._settings = settings
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            message = "a scheduler needs Dask: pip install 'runepay[dask]'"
            raise InputError(message, file="--scheduler") from None
        try:
            self._distributed = distributed
            self._client = distributed.Client(address, timeout=WAIT, set_as_default=False)
            self._client.wait_for_workers(1, timeout=WAIT)
        except (OSError, TimeoutError, ValueError) as error:
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(f"no cluster answers: {why}", file="--scheduler", found=address) from None
        self._same_versions()
        self.workers = max(sum(self._client.nthreads().values()), 1)

    def _same_versions(self) -> None:
        mine = _version()
        other = {where: version for where, version in self._theirs().items() if version != mine}
        if other:
            where, version = min(other.items())
            self._client.close()
            message = f"the worker at {where} has another version of runepay ({mine} here)"
            raise InputError(message, file="--scheduler", found=version)

    def _theirs(self) -> dict[str, str]:
        theirs: dict[str, str] = self._client.run(_version)
        return theirs

    def submit(self, piece: Piece) -> Promise:
        """Hand a piece to the cluster."""
        future: Promise = self._client.submit(answer, piece, self._settings, pure=False)
        return future

    def lost(self, error: BaseException) -> bool:
        """Tell whether a piece was given back because the workers that tried it were lost."""
        return isinstance(error, (self._distributed.KilledWorker, self._distributed.CancelledError))

    def renew(self) -> None:
        """Wait until there is a worker again."""
        try:
            self._client.wait_for_workers(1, timeout=WAIT)
        except (OSError, TimeoutError, ValueError) as error:
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            message = f"the cluster is gone: {why}; --resume goes on with another"
            raise InputError(message, file="--scheduler") from None

    def close(self, *, now: bool = False) -> None:  # noqa: ARG002 - pieces that nobody waits for are dropped
        """Leave the cluster as it is, and drop what was handed in."""
        self._client.close()


def _version() -> str:
    from runepay.answer import versions  # noqa: PLC0415 - runs on a worker
    from runepay.model.rulebook import Ruleset  # noqa: PLC0415 - the same

    said = versions(Ruleset.of())
    return f"{said['runepay']} with catalogue {said['catalogue']}"
