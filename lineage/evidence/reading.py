"""Bytes from outside -> JSON values -> wire types. Every problem has its place and JSON pointer.

jiter refuses duplicate keys, NaN, lone surrogates and depth over 200; pydantic names every bad field at once.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import jiter
from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MAXIMUM_PROBLEMS = 50
# A number that may not fit a float: looked for in the bytes, since a parsed infinity cannot be told from a written one.
HUGE_NUMBER = re.compile(rb"[eE]\+?[0-9]{3,}|[0-9]{300,}")


class Problem(NamedTuple):
    """What is wrong, and where: the file and answer (`place`), the JSON pointer inside it, one sentence."""

    place: str
    pointer: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.place, self.pointer, self.message) if part)


class PayloadError(ValueError):
    """A payload that cannot be read, at a JSON pointer."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}" if pointer else message)
        self.pointer = pointer
        self.message = message


def load_json(data: bytes) -> Any:
    """The JSON value of UTF-8 bytes, a byte order mark cut. Raises PayloadError with line and column."""
    try:
        value = jiter.from_json(data.removeprefix(BYTE_ORDER_MARK), catch_duplicate_keys=True, allow_inf_nan=False)
    except ValueError as error:
        raise PayloadError("", f"this is not JSON that can be read: {error}") from None
    if HUGE_NUMBER.search(data):
        _refuse_infinity(value, "")
    return value


def pointer(*parts: object) -> str:
    """An RFC 6901 JSON pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def adapter(kind: type[T]) -> TypeAdapter[T]:
    """The validator of a wire type, built once a process."""
    if kind not in ADAPTERS:
        ADAPTERS[kind] = TypeAdapter(kind)
    return ADAPTERS[kind]


ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def validate(kind: type[T], value: object, base: str = "") -> T:
    """A wire type from a JSON value. Raises PayloadProblems with every bad field."""
    try:
        return adapter(kind).validate_python(value)
    except ValidationError as error:
        raise PayloadProblems(tuple(_problems(error, base))) from None
    except RecursionError:
        raise PayloadProblems((Problem("", base, "is nested too deeply"),)) from None


class PayloadProblems(ValueError):
    """Everything that is wrong with one record."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.pointer}: {problem.message}" for problem in problems))
        self.problems = problems


def as_object(value: object, at: str) -> Mapping[str, Any]:
    """The value as a JSON object. Raises PayloadError where it is something else."""
    if not isinstance(value, dict):
        raise PayloadError(at, f"an object is expected here, this is {_kind(value)}")
    return value


def as_list(value: object, at: str) -> list[Any]:
    """The value as a JSON array. Raises PayloadError where it is something else."""
    if not isinstance(value, list):
        raise PayloadError(at, f"a list is expected here, this is {_kind(value)}")
    return value


def _problems(error: ValidationError, base: str) -> Iterator[Problem]:
    for count, detail in enumerate(error.errors(include_url=False, include_context=False, include_input=False)):
        if count == MAXIMUM_PROBLEMS:
            yield Problem("", base, f"{error.error_count() - count} more problems are not listed")
            return
        # A union adds the name of the type it tried; such parts are no keys of the payload.
        parts = [part for part in detail["loc"] if not (isinstance(part, str) and part.endswith(("]", "Selector")))]
        message = detail["msg"].removeprefix("Value error, ")
        yield Problem("", base + pointer(*parts), message[:1].lower() + message[1:])


def _refuse_infinity(value: Any, at: str) -> None:
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        raise PayloadError(at, "this number is too large")
    if isinstance(value, dict):
        for key, item in value.items():
            _refuse_infinity(item, at + pointer(key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _refuse_infinity(item, at + pointer(index))


def _kind(value: object) -> str:
    names = {
        str: "a text",
        bool: "a truth value",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(value), "nothing")
