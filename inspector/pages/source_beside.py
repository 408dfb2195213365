"""The raw extract of a version beside its normalized text, window by window, with what differs (S0-33)."""

from dataclasses import dataclass
from typing import Any

from inspector.pages.claim_differences import COMPARED, difference
from inspector.pages.drawing import DrawnText, draw
from inspector.pages.evidence_view import Difference
from inspector.pages.source_text import read_whole
from lineage.access import Reader
from lineage.evidence.vocabulary import ArtifactKind
from lineage.models import rows
from lineage.text.span import Span, cover
from lineage.text.spanmap import SpanMap

# Both texts are read whole, to lay the one beside the other; a longer one is read on its own page.
LONGEST = 4_000_000
EXTRACT, NORMALIZED = "raw extract", "normalized text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Both texts around one place, and their difference; or why they cannot stand side by side."""

    extract: DrawnText | None = None
    normalized: DrawnText | None = None
    difference: Difference | None = None
    why_not: str = ""
    note: str = ""


def why_not_beside(artifacts: tuple[Any, ...]) -> str:
    """Why the toggle is of no use; empty where both texts were kept."""
    for kind, name in ((ArtifactKind.CANONICAL_EXTRACT, EXTRACT), (ArtifactKind.NORMALIZED_TEXT, NORMALIZED)):
        one = _first(artifacts, kind)
        if one is None:
            return f"No {name} of this version was recorded."
        if one.content_id is None:
            return f"The {name} of this version was not kept."
    return ""


def read_beside(reader: Reader, version: Any, artifacts: tuple[Any, ...], at: int) -> Beside:
    """Both texts around the code point `at` of the extract, matched by the map that was kept from one to the other."""
    reason = why_not_beside(artifacts)
    if reason:
        return Beside(why_not=reason)
    extract, normalized = (
        _first(artifacts, ArtifactKind.CANONICAL_EXTRACT),
        _first(artifacts, ArtifactKind.NORMALIZED_TEXT),
    )
    ours, why_ours = read_whole(version, extract, LONGEST)
    theirs, why_theirs = read_whole(version, normalized, LONGEST)
    if ours is None or theirs is None:
        return Beside(why_not=why_ours or why_theirs)
    start = max(0, min(at, len(ours)) - COMPARED // 2)
    here = Span(start, min(len(ours), start + COMPARED))
    there, note = _counterpart(reader, extract, normalized, here, ours, theirs)
    if there is None:
        return Beside(why_not=note)
    return Beside(
        extract=draw(ours, (), here, language=extract.language, direction=extract.direction),
        normalized=draw(theirs, (), there, language=normalized.language, direction=normalized.direction),
        difference=difference(f"the {EXTRACT}", here.slice(ours), f"the {NORMALIZED}", there.slice(theirs)),
        note=note,
    )


def _counterpart(
    reader: Reader, extract: Any, normalized: Any, here: Span, ours: str, theirs: str
) -> tuple[Span | None, str]:
    """Where the window of the extract stands in the normalized text."""
    edges = rows.Derivation.objects.visible_to(reader).filter(input_id=extract.pk, output_id=normalized.pk)
    packed = edges.filter(map__isnull=False).values_list("map", flat=True).first()
    if packed is None:
        if max(len(ours), len(theirs)) <= COMPARED:
            return Span(0, len(theirs)), "No map between them was kept; both are short and stand here whole."
        return None, "No map between the two texts was kept, so their places cannot be matched."
    spans = SpanMap.unpack(bytes(packed))
    if (spans.input_length, spans.output_length) != (len(ours), len(theirs)):
        return None, "The map between the two texts was made for texts of other lengths."
    found = [piece.span for piece in spans.forward([here])[0]]
    if not found:
        return Span(0, 0), "Nothing of this stretch is in the normalized text."
    there = cover(found)
    return Span(there.start, min(there.end, there.start + 2 * COMPARED)), ""


def _first(artifacts: tuple[Any, ...], kind: ArtifactKind) -> Any | None:
    return next((one for one in artifacts if one.kind == kind), None)
