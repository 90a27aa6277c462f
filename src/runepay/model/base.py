"""The common base of everything that is read from files: frozen, and closed to unknown fields."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from runepay.model.errors import InputError


class Record(BaseModel):  # noqa: PLW1641 - Pydantic gives frozen models their hash
    """A frozen Pydantic model in which an unknown field is an error (design, section 5)."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, use_attribute_docstrings=True)

    def __eq__(self, other: object) -> bool:
        """Compare what was stated; what was worked out on the way, and where it was read, does not count."""
        if not isinstance(other, Record):
            return NotImplemented
        return type(self) is type(other) and self.__dict__ == other.__dict__


class Given(Record):
    """A record that callers make themselves: what they get wrong is an ``InputError`` with field and nearest word.

    What is wrong in a record inside another one is told by the outer one.
    """

    if not TYPE_CHECKING:

        def __init__(self, /, **data: Any) -> None:  # noqa: ANN401 - its own fields
            """Make the record, as Pydantic does."""
            try:
                super().__init__(**data)
            except ValidationError as error:
                raise _told(error, type(self), data) from None

        # Records inside others are made without this, as those of Pydantic's own are.
        __init__.__pydantic_base_init__ = True

    @classmethod
    def model_validate(cls, obj: Any, **how: Any) -> Self:  # noqa: ANN401 - what Pydantic takes
        """Read what files write, as Pydantic does.

        Raises
        ------
        InputError
            Something in it is not valid; the error names the field and the nearest valid word.
        """
        try:
            return super().model_validate(obj, **how)
        except ValidationError as error:
            raise _told(error, cls, obj) from None

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **how: Any) -> Self:  # noqa: ANN401 - the same
        """Read the JSON of what files write; the same errors."""
        try:
            return super().model_validate_json(json_data, **how)
        except ValidationError as error:
            try:
                data = json.loads(json_data)
            except ValueError as fault:
                raise InputError(f"not JSON: {fault}") from None
            raise _told(error, cls, data) from None


def _told(error: ValidationError, root: type[Record], data: object) -> InputError:
    from runepay.model.invalid import first_of, validation_faults  # noqa: PLC0415 - it reads records itself

    faults = validation_faults(error, root, _listed(data), "", "")
    for one in faults:
        one.line = one.column = 0  # There is no text.
    return first_of(faults)


def _listed(data: object) -> Any:  # noqa: ANN401 - what a caller gave
    """Write tuples as the lists of files."""
    if isinstance(data, dict):
        return {key: _listed(value) for key, value in data.items()}
    return [_listed(value) for value in data] if isinstance(data, list | tuple) else data
