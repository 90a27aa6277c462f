"""The engine on a cluster: Dask distributed, by the address of its scheduler (extra ``runepay[dask]``)."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import socket
from typing import Any, Final

from runepay.batch.engines import Promise
from runepay.batch.settings import Settings
from runepay.batch.work import Piece, answer
from runepay.model.errors import InputError

WAIT: Final = 30.0
"""Seconds in which a first worker must be there."""

KNOCK: Final = 3.0
"""Seconds in which the scheduler must answer."""

_ADDRESS: Final = re.compile(r"(?:(?P<kind>[a-z]+)://)?(?P<host>\[[0-9A-Fa-f:.%]+\]|[^\s/:]+):(?P<port>\d{1,5})/?")


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
        if importlib.util.find_spec("distributed") is None:
            message = "a scheduler needs Dask: pip install 'runepay[dask]'"
            raise InputError(message, file="--scheduler")
        _knock(address)
        self._distributed: Any = importlib.import_module("distributed")
        try:
            self._client = self._distributed.Client(address, timeout=WAIT, set_as_default=False)
        except Exception as error:  # noqa: BLE001 - whatever a stranger answers
            raise InputError(f"no cluster answers: {_why(error)}", file="--scheduler", found=address) from None
        try:
            self._client.wait_for_workers(1, timeout=WAIT)
        except (OSError, TimeoutError, ValueError) as error:
            self._client.close()
            message = f"the cluster has no worker: {_why(error)}"
            raise InputError(message, file="--scheduler", found=address) from None
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
            message = f"the cluster is gone: {_why(error)}; --resume goes on with another"
            raise InputError(message, file="--scheduler") from None

    def close(self, *, now: bool = False) -> None:  # noqa: ARG002 - pieces that nobody waits for are dropped
        """Leave the cluster as it is, and drop what was handed in."""
        self._client.close()


def _knock(address: str) -> None:
    """See that a scheduler answers, before anything is begun that would go on asking for a long time.

    Raises
    ------
    InputError
        This is no address, nobody listens there, or whoever does is no scheduler.
    """
    read = _ADDRESS.fullmatch(address)
    if read is None:
        raise InputError("an address is written tcp://HOST:PORT", file="--scheduler", found=address)
    if read["kind"] not in {None, "tcp", "tls"}:
        return
    try:
        socket.create_connection((read["host"].strip("[]"), int(read["port"])), KNOCK).close()
    except (OSError, ValueError, OverflowError) as error:
        raise InputError(f"no cluster answers: {_why(error)}", file="--scheduler", found=address) from None
    if read["kind"] == "tls":
        return
    try:
        asyncio.run(_greeted(address))
    except Exception:  # noqa: BLE001 - whatever a stranger answers
        message = "no cluster answers: who listens there does not greet as a scheduler of Dask"
        raise InputError(message, file="--scheduler", found=address) from None


async def _greeted(address: str) -> None:
    """Exchange the first greeting of Dask's protocol."""
    comm: Any = importlib.import_module("distributed.comm")
    (await asyncio.wait_for(comm.connect(address, timeout=KNOCK), 2 * KNOCK)).abort()


def _why(error: BaseException) -> str:
    said = getattr(error, "strerror", None) or str(error)
    return said.splitlines()[0].lower() if said else type(error).__name__


def _version() -> str:
    from runepay.answer import versions  # noqa: PLC0415 - runs on a worker
    from runepay.model.rulebook import Ruleset  # noqa: PLC0415 - the same

    said = versions(Ruleset.of())
    return f"{said['runepay']} with catalogue {said['catalogue']}"
