"""One payload may hold many answers: each part is read by itself, and one that cannot be read stops no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pydantic import ValidationError

from lineage.evidence.bundle import Answer
from lineage.evidence.digests import canonical_json
from lineage.evidence.reading import PayloadError
from lineage.formats.node import Node

ReadPart = Callable[[Node, str], Answer]


def read_parts(parts: Iterable[Node], read_part: ReadPart, raw: str) -> tuple[Answer, ...]:
    """Every part's answer. Raises the first PayloadError."""
    return tuple(_read(part, read_part, raw) for part in parts)


def read_each_part(parts: Iterable[Node], read_part: ReadPart, raw: str) -> Iterator[Answer | PayloadError]:
    """Every part's answer, or why it has none."""
    for part in parts:
        try:
            yield _read(part, read_part, raw)
        except PayloadError as error:
            yield error


def _read(part: Node, read_part: ReadPart, raw: str) -> Answer:
    """The raw payload of a part is its own JSON: a list of rows would else be kept whole once for each row."""
    try:
        return read_part(part, raw if part.at == "" else canonical_json(part.value).decode())
    except ValidationError as error:
        detail = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise PayloadError(part.at, f"{detail['loc'][-1] if detail['loc'] else 'record'}: {detail['msg']}") from None
    except UnicodeEncodeError:
        raise PayloadError(part.at, "a text holds half a surrogate pair") from None
