"""The common base of everything that is read from files: frozen, and closed to unknown fields."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):  # noqa: PLW1641 - Pydantic gives frozen models their hash
    """A frozen Pydantic model in which an unknown field is an error (design, section 5)."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, use_attribute_docstrings=True)

    def __eq__(self, other: object) -> bool:
        """Compare what was stated; what was worked out on the way, and where it was read, does not count."""
        if not isinstance(other, Record):
            return NotImplemented
        return type(self) is type(other) and self.__dict__ == other.__dict__
