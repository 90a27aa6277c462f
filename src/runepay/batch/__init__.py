"""Many instances in one table: read, answered by several processes, written in the order of the input.

An interface like the command line: no rule of the game stands here. ``run`` is the whole of it, ``COLUMNS`` says what
a row holds. Nothing heavy is imported before a run begins.
"""

from __future__ import annotations

from runepay.batch.run import Done, run
from runepay.batch.settings import Settings
from runepay.batch.table import COLUMNS

__all__ = ["COLUMNS", "Done", "Settings", "run"]
