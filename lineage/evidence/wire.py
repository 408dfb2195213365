"""The scalar types of the wire format, and the decorator that makes a type both wire format and frozen value.

Containers are lenient (a JSON array becomes a tuple), scalars are strict: the text "1" is not the number 1.
"""

from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar, dataclass_transform

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    PlainSerializer,
    PlainValidator,
    Strict,
)
from pydantic.dataclasses import dataclass as pydantic_dataclass

from lineage.evidence.digests import find_digest
from lineage.text.span import Span

T = TypeVar("T")

MAXIMUM_KEY_LENGTH = 500
MAXIMUM_OFFSET = 2**53 - 1


def _require_text(value: object) -> object:
    if isinstance(value, (int, float)):
        raise ValueError("a time is written as text, such as 2026-11-02T14:10:00Z")
    return value


def _in_utc(value: datetime) -> datetime:
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise ValueError("this time lies outside the years 1 to 9999") from None


def _require_digest(value: object) -> object:
    digest = find_digest(value)
    if digest is None:
        raise ValueError("a digest is sha256: and 64 hexadecimal digits")
    return digest


def _span(value: object) -> Span:
    """A span from a pair of whole numbers; a text, a truth value or a third number is refused."""
    if isinstance(value, Span):
        return value
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise ValueError("a range is a pair [start, end]")
    start, end = value
    if type(start) is not int or type(end) is not int:
        raise ValueError("the ends of a range are whole numbers")
    if not 0 <= start <= end <= MAXIMUM_OFFSET:
        raise ValueError(f"[{start}, {end}] is no range: 0 <= start <= end is needed")
    return Span(start, end)


Key = Annotated[str, Strict(), Field(min_length=1, max_length=MAXIMUM_KEY_LENGTH, pattern=r"^[^\x00]+$")]
"""A name that the tenant gave; any code points but NUL."""
Words = Annotated[str, Strict(), Field(max_length=10_000, pattern=r"^[^\x00]*$")]
"""A short description kept in a text column."""
Prose = Annotated[str, Strict()]
"""Text from outside, exactly as it came: every code point, NUL too."""
Range = Annotated[
    Span, PlainValidator(_span, json_schema_input_type=tuple[int, int]), PlainSerializer(list, return_type=list[int])
]
"""Code points, half-open, 0-based."""
Flag = Annotated[bool, Strict()]
Count = Annotated[int, Strict(), Field(ge=0, le=MAXIMUM_OFFSET)]
Share = Annotated[float, Strict(), Field(ge=0, le=1, allow_inf_nan=False)]
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Moment = Annotated[AwareDatetime, BeforeValidator(_require_text), AfterValidator(_in_utc)]
"""A moment with a time zone, kept in UTC: two spellings of one moment are one value."""
DigestText = Annotated[str, BeforeValidator(_require_digest)]
Json = JsonValue
Metadata = dict[str, JsonValue]


@dataclass_transform(kw_only_default=True, frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots that validates what it is given and refuses unknown fields."""
    made: Any = pydantic_dataclass(frozen=True, slots=True, kw_only=True, config=ConfigDict(extra="forbid"))(cls)
    return made  # type: ignore[no-any-return]
