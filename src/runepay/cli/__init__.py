"""The command line: translates between people and the library; no rule of the game stands here."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from typing import TextIO

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it."""


class UnwritableError(BaseException):
    """The output cannot be written any more; nothing but :func:`main` may take care of it."""

    def __init__(self, fault: OSError) -> None:
        super().__init__(fault.strerror or str(fault))
        self.read_enough = isinstance(fault, BrokenPipeError)


class Output:
    """Standard output that tells a closed pipe and a full disk from an answer, whoever writes to it.

    Libraries on the way leave with status 1 if a pipe is closed, and here that means *not payable* (contract C23).
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the stream has
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text."""
        try:
            return self._stream.write(text)
        except OSError as fault:
            raise UnwritableError(fault) from fault

    def flush(self) -> None:
        """Write what is still held back."""
        try:
            self._stream.flush()
        except OSError as fault:
            raise UnwritableError(fault) from fault


def main() -> None:
    """Run the command line and leave with its exit status (contract C23)."""
    try:
        for stream in (sys.stdout, sys.stderr):
            # A name that the terminal cannot show is no reason to give no answer.
            with contextlib.suppress(AttributeError, ValueError):
                stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        if sys.stdout is None:
            leave(2, "there is no standard output to write to")
        if sys.stdin is None:
            # Closed rather than empty; what asks for input finds none.
            sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - stays open as long as the process
        sys.stdout = Output(sys.stdout)
        from runepay.cli.app import app  # noqa: PLC0415 - so that Ctrl-C while importing ends cleanly as well

        try:
            app()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        leave(INTERRUPTED, "interrupted")
    except UnwritableError as fault:
        # Whoever read our output may have seen enough, as `head` has.
        leave(0) if fault.read_enough else leave(2, f"the output cannot be written: {fault}".lower())
    except BrokenPipeError:
        leave(0)


def leave(status: int, said: str = "") -> NoReturn:
    """Leave without a complaint about output that nobody reads any more."""
    if said:
        print(said, file=sys.stderr)  # noqa: T201 - the command line prints
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
