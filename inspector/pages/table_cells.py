"""The cells that a row was written from, laid out by the places in the table that were recorded of them. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inspector.pages.beside_view import GridCell
from inspector.pages.drawing import DrawnText, draw
from lineage.evidence.bundle import Artifact
from lineage.text.segments import Segment
from lineage.text.span import Span


class CellPlace(NamedTuple):
    row: int
    column: int
    is_header: bool


def lay_out(source: Artifact, output: Artifact, segments: Sequence[Segment]) -> tuple[tuple[GridCell, ...], ...] | None:
    """The rows that gave a phrase, with the columns that did; None where no place was recorded for some phrase."""
    places = read_places(output)
    if not segments or any(segment.output not in places for segment in segments):
        return None
    cells: dict[tuple[int, int], GridCell] = {}
    for number, segment in enumerate(segments, start=1):
        row, column, is_header = places[segment.output]
        cells.setdefault((row, column), GridCell(_drawn(source, segment.input), number, is_header))
    columns = sorted({column for _, column in cells})
    empty = GridCell(_drawn(source, Span(0, 0)), 0, False)
    return tuple(
        tuple(cells.get((row, column), empty) for column in columns) for row in sorted({row for row, _ in cells})
    )


def read_places(output: Artifact) -> Mapping[Span, CellPlace]:
    """Where the cell of each phrase stands, as our own pipeline records it; what is written otherwise is left out."""
    phrases = output.metadata.get("phrases")
    found = {}
    for phrase in phrases if isinstance(phrases, list) else ():
        if not isinstance(phrase, list) or len(phrase) != 5:
            continue
        start, end, row, column, role = phrase
        if all(isinstance(number, int) for number in (start, end, row, column)) and 0 <= start <= end:
            found[Span(start, end)] = CellPlace(row, column, role == "header")
    return found


def _drawn(artifact: Artifact, window: Span) -> DrawnText:
    return draw(artifact.text or "", (), window, language=artifact.language, direction=artifact.direction)
