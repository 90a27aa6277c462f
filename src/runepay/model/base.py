"""The common base of everything that is read from files: frozen, and closed to unknown fields."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen Pydantic model in which an unknown field is an error (design, section 5)."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, use_attribute_docstrings=True)
