"""Parameters of a judge as lines that people write, and back: `temperature = 0`. Pure."""

import json
import math
from collections.abc import Mapping

MOST = 100
LONGEST = 2_000


class NotParameters(ValueError):
    """A line is none; the message says which, for people."""


def read_parameters(written: str) -> dict[str, str | int | float | bool]:
    """Numbers, true and false are those; everything else is text, in quotes where it would be one of them."""
    found: dict[str, str | int | float | bool] = {}
    for number, line in enumerate(written.split("\n"), start=1):
        if not line.strip():
            continue
        name, between, value = (part.strip() for part in line.partition("="))
        if not between or not name:
            raise NotParameters(f"line {number}: write it as: name = value")
        if name in found:
            raise NotParameters(f"line {number}: “{name[:100]}” stands in an earlier line already")
        if max(len(name), len(value)) > LONGEST or "\0" in line:
            raise NotParameters(f"line {number}: at most {LONGEST:,} characters each, and no NUL")
        found[name] = _value(value)
    if len(found) > MOST:
        raise NotParameters(f"at most {MOST} parameters are kept")
    return found


def write_parameters(parameters: Mapping[str, object]) -> str:
    return "\n".join(f"{name} = {_written(value)}" for name, value in sorted(parameters.items()))


def _value(written: str) -> str | int | float | bool:
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        return written
    if isinstance(value, float) and not math.isfinite(value):
        return written
    if isinstance(value, str) and not _can_be_kept(value):
        return written
    return value if isinstance(value, str | int | float | bool) else written


def _can_be_kept(text: str) -> bool:
    """NUL and halves of a character can be written as escapes, and no row holds them."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _written(value: object) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    return value if _value(value) == value and "\n" not in value else json.dumps(value)
