"""The command line: translates between people and the library; no rule of the game stands here."""

from __future__ import annotations

import contextlib
import os
import sys

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it."""


def main() -> None:
    """Run the command line and leave with its exit status (contract C23)."""
    try:
        for stream in (sys.stdout, sys.stderr):
            # A name that the terminal cannot show is no reason to give no answer.
            with contextlib.suppress(AttributeError, ValueError):
                stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        from runepay.cli.app import app  # noqa: PLC0415 - so that Ctrl-C while importing ends cleanly as well

        app()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)  # noqa: T201 - the command line prints
        leave(INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has seen enough, as `head` does.
        leave(0)


def leave(status: int) -> None:
    """Leave without a complaint about output that nobody reads any more."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
