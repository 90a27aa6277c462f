"""The JSON Schema of every message of the protocol (draft 2020-12), generated from the classes that read them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from runepay.engine.messages import AnyReply, AnyRequest
from runepay.model.schema import DIALECT
from runepay.model.schema import schema as instance_schema

REF: Final = "#/$defs/{name}"

_PARTS: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("Position", "state"): {"$ref": "#/$defs/GameState"},
    ("Position", "opponents"): {"type": "array", "items": {"$ref": "#/$defs/Opponent"}},
    ("Position", "cards"): {"type": "object", "additionalProperties": {"$ref": "#/$defs/CardFields"}},
    ("Position", "play"): {"$ref": "#/$defs/Play"},
    ("Ask", "play"): {"$ref": "#/$defs/Play"},
    ("Ask", "plan"): {"$ref": "#/$defs/PlanAsk"},
}
"""Fields that hold part of an instance file: they are read when a question needs them."""


def schema() -> dict[str, Any]:
    """Give the schema: ``#/$defs/Request`` and ``#/$defs/Reply`` are all messages of either side.

    Examples
    --------
    >>> made = schema()
    >>> sorted(one["$ref"].rpartition("/")[2] for one in made["$defs"]["Reply"]["anyOf"])
    ['Answer', 'Bye', 'Failed', 'Ok', 'Welcome']
    """
    (requests, replies), defined = msgspec.json.schema_components((AnyRequest, AnyReply), ref_template=REF)
    for (name, field), part in _PARTS.items():
        described = defined[name]["properties"][field].get("description")
        defined[name]["properties"][field] = part | ({"description": described} if described else {})
    instances: dict[str, Any] = dict(instance_schema()["$defs"])
    return {
        "$schema": DIALECT,
        "title": "runepay engine",
        "description": "One message of the engine's protocol, a line of JSON.",
        "$defs": {**instances, **defined, "Request": requests, "Reply": replies},
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}],
    }
