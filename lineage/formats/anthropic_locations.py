"""Anthropic citation locations -> citations (formats.md 2 and 5).

What is wrong inside a location is kept and becomes a finding; it never refuses the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lineage.evidence.bundle import Citation
from lineage.evidence.locating import UNFITTING
from lineage.formats.answer_ranges import convention_name
from lineage.formats.anthropic_evidence import document_label, search_result_label
from lineage.formats.node import Node, is_whole_number
from lineage.formats.passages import Passage
from lineage.text.selectors import find_all
from lineage.text.span import Span, cover, is_within
from lineage.text.units import PROBING_ORDER, Convention, OffsetError, fitting_conventions, place

DOCUMENTED = PROBING_ORDER[0]
MAXIMUM_CANDIDATES = 20


class Shape(NamedTuple):
    """How one type of location is written: the index that names its passage, and its range with what that counts."""

    counter: str
    start: str
    end: str
    unit: str
    granularity: str


SHAPES: Mapping[str, Shape] = {
    "char_location": Shape("document_index", "start_char_index", "end_char_index", "code_point", "characters"),
    "page_location": Shape("document_index", "start_page_number", "end_page_number", "page", "pages"),
    "content_block_location": Shape("document_index", "start_block_index", "end_block_index", "block", "blocks"),
    "search_result_location": Shape("search_result_index", "start_block_index", "end_block_index", "block", "blocks"),
}


class Location(NamedTuple):
    """A citation as it was written, with the passage that its index names, where the payload shows one."""

    raw: Any
    shape: Shape | None
    cited: Any
    passage: Passage | None
    range: tuple[Any, Any] | None
    quote: str | None

    @property
    def text(self) -> str | None:
        return self.passage.artifact.text if self.passage else None

    @property
    def offsets(self) -> tuple[int, int] | None:
        """The range where both ends are whole numbers."""
        if self.range is None or not all(is_whole_number(end) for end in self.range):
            return None
        return self.range


class Found(NamedTuple):
    """The span that a location gives, with the convention that gave it."""

    span: Span | None = None
    convention: str = ""


def read_location(node: Node, passages: Mapping[str, Passage]) -> Location:
    """A location with the passage it names. Anything may be wrong with it."""
    raw = node.value
    fields = raw if isinstance(raw, dict) else {}
    kind = fields.get("type")
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    cited = _label(fields, shape)
    quote = fields.get("cited_text")
    return Location(
        raw=raw,
        shape=shape,
        cited=cited,
        passage=passages.get(cited) if isinstance(cited, str) else None,
        range=(fields.get(shape.start), fields.get(shape.end)) if shape else None,
        quote=quote if isinstance(quote, str) else None,
    )


def fit_conventions(locations: Iterable[Location]) -> dict[str, Convention]:
    """For each text, the first convention that fits all its quoted ranges; none where none fits all."""
    quoted: dict[str, list[tuple[tuple[int, int], str]]] = {}
    texts: dict[str, str] = {}
    for location in locations:
        if location.shape is SHAPES["char_location"] and location.passage and location.offsets and location.quote:
            key = location.passage.artifact.key
            texts[key] = location.text or ""
            quoted.setdefault(key, []).append((location.offsets, location.quote))
    fits = {
        key: fitting_conventions(texts[key], [offsets for offsets, _ in pairs], [quote for _, quote in pairs])
        for key, pairs in quoted.items()
    }
    return {key: conventions[0] for key, conventions in fits.items() if conventions}


def make_citation(key: str, claim: str | None, location: Location, fitted: Mapping[str, Convention]) -> Citation:
    """The citation record. `span` is set only where the documented or a fitting convention gives the place."""
    found = _locate(location, fitted)
    shape = location.shape
    return Citation(
        key=key,
        claim=claim,
        cited=location.cited,
        url=location.raw.get("url") if isinstance(location.raw, dict) else None,
        range=list(location.range) if location.range else None,
        unit=shape.unit if shape else None,
        artifact=location.passage.artifact.key if location.passage else None,
        span=found.span,
        convention=found.convention,
        candidates=_find_candidates(location, found),
        quoted_text=location.quote,
        granularity=shape.granularity if shape else "",
        raw=location.raw,
    )


def _label(fields: Mapping[str, Any], shape: Shape | None) -> Any:
    if shape is None:
        return fields.get("url") if fields.get("type") == "web_search_result_location" else None
    index = fields.get(shape.counter)
    if not is_whole_number(index):
        return index
    return document_label(index) if shape.counter == "document_index" else search_result_label(index)


def _locate(location: Location, fitted: Mapping[str, Convention]) -> Found:
    if location.shape is None or location.passage is None or location.text is None or location.offsets is None:
        return Found()
    if location.shape.unit == "block":
        return _locate_blocks(location.passage, *location.offsets)
    if location.shape.unit == "page":
        # A text without pages has no place for a page number.
        return Found(convention=UNFITTING)
    convention = fitted.get(location.passage.artifact.key, DOCUMENTED)
    try:
        span = place(location.text, *location.offsets, convention)
    except OffsetError:
        # The resolver says which end is out of the text, or inside a character.
        return Found()
    if not is_within(span, len(location.text)):
        return Found()
    if location.quote is not None and span.slice(location.text) != location.quote:
        return Found(convention=UNFITTING)
    return Found(span, convention_name(convention))


def _locate_blocks(passage: Passage, start: int, end: int) -> Found:
    """Blocks are counted from 0, the end is the block after the last one."""
    if not 0 <= start < end <= len(passage.blocks):
        return Found(convention=UNFITTING)
    span = cover(passage.blocks[start:end])
    return Found(convention=UNFITTING) if span.is_empty else Found(span, "block, from 0, end exclusive")


def _find_candidates(location: Location, found: Found) -> tuple[Span, ...]:
    """Where the quoted words do stand when the range does not lead to them: shown, and never a match (rule 4)."""
    text, quote = location.text, location.quote
    if not text or not quote or (found.span is not None and found.span.slice(text) == quote):
        return ()
    return find_all(text, quote, MAXIMUM_CANDIDATES)
