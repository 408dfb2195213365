"""The rows of the tables of a version as records: an artifact for each, mapped to the cells of its phrases (M-18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pydantic import JsonValue

from lineage.evidence.bundle import Artifact, Derivation, WireSegment
from lineage.evidence.vocabulary import ArtifactKind, Origin, TransformationKind
from lineage.evidence.wire import Metadata
from lineage.pipeline.layout import Cell
from lineage.pipeline.linearization import LONGEST_ROW, Phrase, Row, count_rows, linearize
from lineage.pipeline.records import Place, Step, make_artifact, make_transformation, require_verified
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

NAME = "tables@1"
"""In the keys of rows; another number for another way of writing them."""
MOST_ROWS = 5_000
"""Rows of a version that are kept as texts of their own."""


def row_steps(
    place: Place, source: Artifact, cells: Sequence[Cell], sections: Mapping[int, str], pages: Mapping[int, int]
) -> Step:
    """An artifact for each row, at most MOST_ROWS of those that are no longer than LONGEST_ROW; the others are counted.

    `sections` and `pages`: the path of headings above a cell, and its page, by where the cell begins.
    """
    artifacts: list[Artifact] = []
    edges: list[Derivation] = []
    maps: list[SpanMap] = []
    tables: dict[str, int] = {}
    text = source.text or ""
    for row in islice((row for row in linearize(text, cells) if len(row.text) <= LONGEST_ROW), MOST_ROWS):
        number = tables.setdefault(row.table, len(tables) + 1)
        first = min(phrase.cell.span.start for phrase in row.phrases)
        artifact = make_artifact(
            place,
            f"{NAME}/{number:04}/{row.number:05}",
            ArtifactKind.TABLE_LINEARIZATION,
            Origin.DERIVED,
            row.text,
            page=pages.get(first),
            section=sections.get(first, ""),
            cell=f"row {row.number}",
            metadata={"table": row.table, "phrases": [_described(phrase) for phrase in row.phrases]},
        )
        segments = [Segment(one.output, one.cell.span, SegmentKind.TABLE_TO_TEXT, 1.0) for one in row.phrases]
        segments += _signs(row)
        artifacts.append(artifact)
        edges.append(Derivation(input=source.key, output=artifact.key, segments=tuple(map(_wire, segments))))
        maps.append(SpanMap.of(segments, len(row.text), len(text)))
    if not artifacts:
        return Step((), ())
    parameters: Metadata = {
        "tables": len(tables),
        "rows": len(artifacts),
        "left_out": count_rows(text, cells) - len(artifacts),
        "most_rows": MOST_ROWS,
        "longest_row": LONGEST_ROW,
    }
    made = make_transformation(place, NAME, TransformationKind.TABLE_LINEARIZATION, parameters, edges)
    for artifact, spans in zip(artifacts, maps, strict=True):
        require_verified(made, artifact, source, spans)
    return Step(tuple(artifacts), (made,))


def _signs(row: Row) -> Iterator[Segment]:
    """What stands between the phrases, as inserted: at the end of the words before it."""
    at = source = 0
    for phrase in row.phrases:
        if phrase.output.start > at:
            yield Segment(Span(at, phrase.output.start), Span(source, source), SegmentKind.INSERTED)
        at, source = phrase.output.end, phrase.cell.span.end
    if at < len(row.text):
        yield Segment(Span(at, len(row.text)), Span(source, source), SegmentKind.INSERTED)


def _described(phrase: Phrase) -> JsonValue:
    """Start and end in the row, and row, column and role of the cell; these count from 0, as in the layout."""
    return [*phrase.output, phrase.cell.row, phrase.cell.column, phrase.cell.role]


def _wire(segment: Segment) -> WireSegment:
    return WireSegment(output=segment.output, input=segment.input, kind=segment.kind, weight=segment.weight)
