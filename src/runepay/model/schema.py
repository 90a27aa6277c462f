"""The JSON Schema of instance files (draft 2020-12), generated from the models, for editors that complete and check.

The models take short forms before Pydantic sees them (a bare card name for an object, ``"discard 1"`` for an action);
their schemas are put in here, by the function that reads the short form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, get_args

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from runepay.model.clauses import Keyword
from runepay.model.cost import DOES
from runepay.model.facts import FACTS
from runepay.model.goals import NAMED
from runepay.model.instance import Instance
from runepay.model.resources import DOMAINS, LIMIT, POWERS, PURPOSES
from runepay.model.rulebook import OPTIONS, RULESETS

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_COUNT: Final = {"type": "integer", "minimum": 0, "maximum": LIMIT}
_PIP: Final = {
    "description": "A domain, 'any', 'own' (in card definitions), or a list of domains of which any one pays.",
    "anyOf": [
        {"enum": [*DOMAINS, "any", "own"]},
        {"type": "array", "items": {"enum": list(DOMAINS)}, "minItems": 1},
    ],
}
_DOMAINS: Final = {
    "anyOf": [{"enum": list(DOMAINS)}, {"type": "array", "items": {"enum": list(DOMAINS)}}],
}


def _one_or_many(inner: JsonSchemaValue) -> JsonSchemaValue:
    return {"anyOf": [inner["items"], inner]} if "items" in inner else inner


def _bare_number(inner: JsonSchemaValue) -> JsonSchemaValue:
    both = {"anyOf": [{**_COUNT, "description": "Ready runes."}, inner["additionalProperties"]]}
    return {"type": "object", "properties": dict.fromkeys(DOMAINS, both), "additionalProperties": False}


def _powers(inner: JsonSchemaValue) -> JsonSchemaValue:
    return {
        "type": "object",
        "properties": dict.fromkeys(POWERS, inner["additionalProperties"]),
        "additionalProperties": False,
    }


_BY_DOMAIN: Final = {"type": "object", "properties": dict.fromkeys(DOMAINS, _COUNT), "additionalProperties": False}
_EACH_DOMAIN: Final = {"type": "array", "items": {"enum": list(DOMAINS)}}
_NAME: Final = {"type": "string", "description": "Short for an object with this name only."}
_MODELS: Final[Mapping[str, JsonSchemaValue]] = {
    "Thing": _NAME,
    "Target": _NAME,
    "RuneDeckGiven": {
        "description": "Short for runes in unknown order, or for domains from the top down.",
        "anyOf": [_BY_DOMAIN, _EACH_DOMAIN],
    },
    "Candidate": {"type": "string", "description": "Short for a card in hand."},
    "Action": {"type": "string", "pattern": f"^({'|'.join(DOES)}) [0-9]+( [a-z]+)?$"},
    "Keyword": {"enum": list(get_args(Keyword.model_fields["keyword"].annotation))},
}
"""The short form of a whole model."""


def _facts() -> JsonSchemaValue:
    said = {
        name: {
            "description": f"{fact.meaning}; if not stated: {bool(fact.default) if fact.yes_no else fact.default}",
            **({"type": "boolean"} if fact.yes_no else _COUNT),
        }
        for name, fact in FACTS.items()
    }
    return {"type": "object", "properties": said, "additionalProperties": False}


_SHORT: Final[Mapping[str, Callable[[JsonSchemaValue], JsonSchemaValue]]] = {
    "_listed": _one_or_many,
    "_one_or_more": _one_or_many,
    "_words": _one_or_many,
    "_runes": _bare_number,
    "_powers": _powers,
    "_domains": lambda _: _DOMAINS,
    "_by_domain": lambda _: _BY_DOMAIN,
    "_each_domain": lambda _: _EACH_DOMAIN,
    "_purposes": lambda inner: _one_or_many({**inner, "items": {"enum": list(PURPOSES)}}),
    "read_pip": lambda _: _PIP,
}
"""What each reader of short forms takes, by the reader's name."""


class _Generator(GenerateJsonSchema):
    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> JsonSchemaValue:
        """Add the short form that a validator reads before the model does."""
        inner = super().function_before_schema(schema)
        reader = getattr(schema["function"]["function"], "__qualname__", "")
        # A model's short form is put in below, where the whole definition stands.
        return inner if "." in reader else _SHORT[reader](inner)


@lru_cache(maxsize=1)
def _made() -> JsonSchemaValue:
    made = Instance.model_json_schema(schema_generator=_Generator)
    defined = made["$defs"]
    for body in defined.values():
        fields = body.get("properties", {})
        if "const" in fields.get("clause", {}):
            body["required"] = ["clause", *body.get("required", ())]
        if "domains" in fields:
            fields["domains"] = {**fields["domains"], **_DOMAINS}
    words = {"Gives": ("power", POWERS), "Add": ("for", PURPOSES), "Restricted": ("for", PURPOSES)}
    for name, (field, known) in words.items():
        _limit(defined[name]["properties"][field], known)
    for name, short in _MODELS.items():
        defined[name] = {"anyOf": [short, defined[name]]}
    defined["Facts"] = _facts()
    fields = made["properties"]
    fields["ruleset"]["enum"] = list(RULESETS)
    fields["options"] = {
        "description": fields["options"].get("description", ""),
        "type": "object",
        "properties": {name: {"enum": list(readings)} for name, readings in OPTIONS.items()},
        "additionalProperties": False,
    }
    fields["goal"]["examples"] = [["thrifty"], *[[name] for name in NAMED]]
    # A file that asks for a plan needs no play.
    made["required"] = [name for name in made.get("required", ()) if name != "play"]
    made["if"] = {"properties": {"ask": {"const": "plan"}}, "required": ["ask"]}
    made["else"] = {"required": ["play"]}
    fields["$schema"] = {"type": "string", "description": "Where an editor finds this schema."}
    return {"$schema": DIALECT, "title": "runepay instance", **_without_titles(made)}


def _limit(field: dict[str, Any], known: tuple[str, ...]) -> None:
    """Let a field take words of a fixed list only."""
    for one in (field, *field.get("anyOf", ())):
        if one.get("type") == "string":
            one["enum"] = list(known)
        elif one.get("type") == "array":
            one["items"] = {"enum": list(known)}
        elif one.get("type") == "object":
            one["propertyNames"] = {"enum": list(known)}


def _without_titles(one: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Leave out the titles that Pydantic makes of field names; a field *called* title stays."""
    if isinstance(one, dict):
        return {
            key: _without_titles(value) for key, value in one.items() if not (key == "title" and isinstance(value, str))
        }
    return [_without_titles(value) for value in one] if isinstance(one, list) else one


def schema() -> JsonSchemaValue:
    """Give the JSON Schema of instance files.

    Examples
    --------
    >>> schema()["$schema"], schema()["properties"]["ruleset"]["enum"]
    ('https://json-schema.org/draft/2020-12/schema', ['1.3', '1.4'])
    """
    return _made()
