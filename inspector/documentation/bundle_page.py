"""The native bundle, field by field, from its JSON Schema."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.documentation.field_words import FIELDS
from inspector.documentation.markdown import NOTICE, code, table
from lineage.evidence import capture
from lineage.evidence.bundle import Bundle
from lineage.evidence.reading import adapter
from lineage.text import selectors


def bundle_schema() -> dict[str, Any]:
    """The JSON Schema of a bundle, as `python -m lineage schema` prints it."""
    return adapter(Bundle).json_schema()


def schema_text() -> str:
    """docs/bundle.schema.json."""
    return json.dumps(bundle_schema(), indent=1) + "\n"


def bundle_page() -> str:
    """docs/bundle.md."""
    schema = bundle_schema()
    every: dict[str, Any] = {"Bundle": schema, **schema["$defs"]}
    parts = [_record(name, every[name], FIELDS[name]) for name in FIELDS]
    parts += [_record(name, every[name], {}) for name in every if _speaks_for_itself(name)]
    return f"""# The bundle, field by field

{NOTICE}

[formats.md](formats.md) says how the parts fit together. Positions are code points, half-open, from 0, over the exact
text: a range `[start, end]` includes start and excludes end. A field without a default is required. A field that is
left out or null was not recorded, which is neither empty nor a pass. Fields that are not listed are refused.
Values of enumerations are in [words.md](words.md); the schema is [bundle.schema.json](bundle.schema.json).

{chr(10).join(parts)}"""


def _speaks_for_itself(name: str) -> bool:
    """Whether a record is a part of the capture or a selector."""
    return any(getattr(getattr(home, name, None), "__module__", "") == home.__name__ for home in (capture, selectors))


def _record(name: str, schema: Mapping[str, Any], words: Mapping[str, str]) -> str:
    about = f"{schema['description']}\n\n" if "description" in schema else ""
    lines = list(_fields(schema, words))
    head = ("field", "JSON", "default", "holds") if words else ("field", "JSON", "default")
    return f"## {name}\n\n{about}{table(head, lines)}\n"


def _fields(schema: Mapping[str, Any], words: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    required = schema.get("required", ())
    for name, field in schema["properties"].items():
        default = "" if name in required else code(json.dumps(field["default"])) if "default" in field else code("{}")
        line = (code(name), shape(field), default)
        yield (*line, words[name]) if words else line


def shape(field: Mapping[str, Any]) -> str:
    """What a field takes, in words. Null is left out: every field that may be left out may be null or has a default."""
    if "$ref" in field:
        return field["$ref"].rpartition("/")[2]
    if "anyOf" in field:
        return " or ".join(shape(one) for one in field["anyOf"] if one.get("type") != "null")
    if "oneOf" in field:
        return " or ".join(shape(one) for one in field["oneOf"])
    if "const" in field:
        return code(json.dumps(field["const"]))
    if "enum" in field:
        return "one of " + ", ".join(code(json.dumps(value)) for value in field["enum"])
    if field.get("type") == "array":
        return _array(field)
    return {
        "string": "moment" if field.get("format") == "date-time" else "text",
        "integer": "whole number",
        "number": "number from 0 to 1" if field.get("maximum") == 1 else "number",
        "boolean": "true or false",
        "object": "object",
    }.get(field.get("type", ""), "any JSON")


def _array(field: Mapping[str, Any]) -> str:
    items = field.get("prefixItems")
    if items is None:
        return f"list of {shape(field['items'])}"
    return "range" if len(items) == 2 else f"list of {len(items)} {shape(items[0])}s"
