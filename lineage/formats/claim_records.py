"""Claims as records: claim_id, text, citation_ids in their order, requires_citation (S2-14).

An application that has its model write such records knows what each claim cites without reading it out of prose. What
is wrong with an id is kept and becomes a finding; what is wrong with a record refuses the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lineage.evidence.bundle import Citation, Claim
from lineage.evidence.wire import Metadata
from lineage.formats.node import Node
from lineage.text.span import Span

CLAIM_ID = ("claim_id", "id")
CITED_IDS = ("citation_ids", "evidence_ids")


class ClaimRecords(NamedTuple):
    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...]


def is_claim_record(value: object) -> bool:
    return isinstance(value, dict) and "claim_id" in value


def read_claim_records(rows: Iterable[Node], text: str | None) -> ClaimRecords:
    """The claims in their order, at their place in `text` where their words stand there once. Raises PayloadError."""
    claims: dict[str, Claim] = {}
    citations: list[Citation] = []
    for number, row in enumerate(rows, start=1):
        claim = _read_claim(row, text)
        if claim.key in claims:
            raise row.refuse(f"{claim.key} is given twice")
        claims[claim.key] = claim
        citations.extend(_cite(row, claim, number))
    return ClaimRecords(tuple(claims.values()), tuple(citations))


def require_text(row: Node, name: str) -> str:
    """Raises PayloadError where the field is absent or no text."""
    text = row.find_text(name)
    if text is None:
        raise row.refuse(f"{name} is missing")
    return text


def require_key(row: Node, *names: str) -> str:
    """Raises PayloadError where the field is absent or can be no name."""
    key = row.find_key(*names)
    if key is None:
        raise row.refuse(f"{names[0]} is missing")
    return key


def find_flag(row: Node, name: str) -> bool | None:
    """Raises PayloadError where the field is something else than true or false."""
    found = row.find(name)
    if found is None:
        return None
    if not isinstance(found.value, bool):
        raise found.refuse("true or false is expected here")
    return found.value


def _read_claim(row: Node, text: str | None) -> Claim:
    words, required = require_text(row, "text"), find_flag(row, "requires_citation")
    return Claim(
        key=require_key(row, *CLAIM_ID),
        text=words,
        place=_find_place(words, text),
        requires_citation=required is not False,
    )


def _find_place(words: str, text: str | None) -> Span | None:
    """Nobody says where a claim stands in the answer; where its words stand there once, that is the place."""
    if not words or text is None:
        return None
    at = text.find(words)
    return Span(at, at + len(words)) if at >= 0 and text.find(words, at + 1) < 0 else None


def _cite(row: Node, claim: Claim, number: int) -> Iterator[Citation]:
    for place, cited in enumerate(row.find_items(*CITED_IDS) or (), start=1):
        yield Citation(
            key=f"claim-{number}-citation-{place}",
            claim=claim.key,
            cited=cited.value,
            granularity="passage",
        )


def find_extra(node: Node, known: Iterable[str]) -> Metadata | None:
    """The fields of an object that were not read into others, as they came."""
    read = set(known)
    return {name: value for name, value in node.fields.items() if name not in read} or None
