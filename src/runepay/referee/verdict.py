"""What the referee reports: violations, each with a stable code, a rule and words (contract C24)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from runepay.model.rulebook import Ruleset


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which a payment is not what the rules ask for.

    Attributes
    ----------
    code
        A stable word for programs, such as ``energy-spent`` or ``target-lost``.
    rule
        The rule that is broken, numbered for the ruleset in force.
    message
        What is wrong, with objects and numbers.
    step
        Index of the step that breaks it, counted from 0; ``None`` if no single step does.

    Examples
    --------
    >>> Violation("overdrawn", "166.2", "2 Energy are spent but 1 floats", 0).to_json()["step"]
    0
    """

    code: str
    rule: str
    message: str
    step: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Write the violation as answers write it."""
        written: dict[str, Any] = {"code": self.code, "rule": self.rule, "message": self.message}
        if self.step is not None:
            written["step"] = self.step
        return written


class Whistle:
    """Collects violations; the referee goes on after each of them, so that every one is reported."""

    __slots__ = ("_ruleset", "found")

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.found: list[Violation] = []

    def cite(self, rule: str) -> str:
        """Write a rule's number for the ruleset in force."""
        return self._ruleset.cite(rule)

    def blow(self, code: str, rule: str, message: str, step: int | None = None) -> None:
        """Report one violation."""
        self.found.append(Violation(code, self._ruleset.cite(rule), message, step))
