"""What is the same for every row of a run; small, so that it goes with each piece of work to its worker."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Settings:
    """How every instance of a run is answered.

    Attributes
    ----------
    goal, ruleset, options
        In place of what the instances say; empty: as they say.
    cards
        Files of cards of the caller's own, as every worker can read them.
    seconds
        Time limit for one instance, or ``None``.
    timing
        Whether rows tell how long their answer took. Without, the same input gives the same bytes.
    fast
        Whether plain questions may be answered without building the whole position; the rows are the same.
    """

    goal: tuple[str, ...] = ()
    ruleset: str = ""
    options: tuple[tuple[str, str], ...] = ()
    cards: tuple[str, ...] = ()
    seconds: float | None = None
    timing: bool = True
    fast: bool = True

    def to_json(self) -> dict[str, Any]:
        """Write what the rows depend on, so that a run which goes on can see that it is the same."""
        written = asdict(self)
        del written["fast"]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in written.items()}
