"""Which values something takes that can be set, in words: switches, and cells of tables."""

from typing import Any

import msgspec


def limits(kind: Any) -> str:
    """Which values a type takes; empty for what has no limits, such as names and sentences."""
    return _said(msgspec.json.schema(kind))


def _said(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return next((said for said in map(_said, schema["anyOf"]) if said), "")
    if "enum" in schema:
        return " or ".join(str(value) for value in schema["enum"])
    match schema.get("type"):
        case "boolean":
            return "true or false"
        case "integer" | "number":
            return _number(schema)
        case "string" if "pattern" in schema:
            return str(schema["description"])
        case "array":
            each = _said(schema["items"]) if isinstance(schema.get("items"), dict) else ""
            return f"a list, of each {each}" if each else ""
        case _:
            return ""


def _number(schema: dict[str, Any]) -> str:
    kind = f"a {'whole ' * (schema['type'] == 'integer')}number"
    low = f" from {schema['minimum']}" if "minimum" in schema else ""
    if "exclusiveMinimum" in schema:
        low = f" above {schema['exclusiveMinimum']}"
    high = f" to {schema['maximum']}" if "maximum" in schema else ""
    return f"{kind}{low}{high}"
