"""What an instance expects of its answer: any subset, with the answer's keys and nesting (contract C22)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import field_serializer

from runepay.model.base import Record
from runepay.model.cost import Number, Pip, write_pip

Status = Literal["payable", "not payable", "undetermined", "unknown", "total", "legal", "illegal"]
"""What an answer can be, apart from ``invalid``."""


class ExpectedOwed(Record):
    """What is expected to be owed; any part may be left out."""

    energy: Number | None = None
    power: tuple[Pip, ...] | None = None
    """Compared as a multiset (C10)."""
    actions: tuple[str | dict[str, Any], ...] | None = None
    """Short texts such as ``discard 1``, or any subset of the answer's objects (C16)."""

    @field_serializer("power")
    def _write_power(self, power: tuple[int, ...] | None) -> list[str | list[str]] | None:
        return None if power is None else [write_pip(mask) for mask in power]


class ExpectedTotal(Record):
    """One total that must be among all undominated ones."""

    elected: dict[str, bool | Number] | None = None
    owed: ExpectedOwed | None = None
    payable: bool | None = None


class Expect(Record):
    """Any subset of the answer, with the answer's keys and nesting; lists compare as multisets (C22)."""

    status: Status | None = None
    count: Number | None = None
    """Number of legal payments, where the file asks ``count``."""
    complete: bool | None = None
    """Whether the count saw them all."""
    card: str | None = None
    when: dict[str, Any] | None = None
    declined: dict[str, Any] | bool | None = None
    declining: dict[str, Any] | None = None
    replaced: dict[str, Any] | None = None
    owed: ExpectedOwed | None = None
    elected: dict[str, bool | Number] | None = None
    totals: tuple[ExpectedTotal, ...] | None = None
    loses: tuple[str | dict[str, Any], ...] | None = None
    stages: tuple[dict[str, Any], ...] | None = None
    before: tuple[dict[str, Any], ...] | None = None
    notation: str | None = None
    steps: tuple[dict[str, Any], ...] | None = None
    spent: dict[str, Number] | None = None
    events: tuple[dict[str, Any], ...] | None = None
    left: dict[str, Any] | None = None
    goal: tuple[dict[str, Any], ...] | None = None
    proof: Literal["optimal", "feasible", "infeasible"] | None = None
    reasons: tuple[dict[str, Any], ...] | None = None
    violations: tuple[dict[str, Any], ...] | None = None
    mode: Literal["all", "best", "most"] | None = None
    value: Number | None = None
    bound: Number | None = None
    plays: tuple[str | dict[str, Any], ...] | None = None
    """The plays of a plan; ``number`` is the place of one in the turn."""
    left_out: tuple[str, ...] | None = None
    kept: dict[str, bool] | None = None
    search: Literal["quick", "general"] | None = None
    unsure: tuple[str, ...] | None = None
    names: dict[str, str] | None = None
    turns: dict[str, Any] | None = None
    assumed: dict[str, Any] | None = None
    open: tuple[dict[str, Any], ...] | None = None
    notes: tuple[str, ...] | None = None
    versions: dict[str, Any] | None = None
    one_of: tuple[Expect, ...] | None = None
    """At least one of these must hold as well."""
