"""What was made from the texts of a version: translations beside their original, table rows beside their cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.beside_view import Alignment, RowBesideGrid
from inspector.pages.claim_table import lay_beside, phrases_of
from inspector.pages.claim_translation import align, aligned_pieces
from inspector.pages.drawing import DrawnText, draw, on_lines
from inspector.pages.evidence_view import Said
from inspector.pages.made_reading import LISTED, as_artifact, as_transformation, read_edges
from inspector.pages.source_text import read_whole
from inspector.pages.states import STATE_OF_ORIGIN
from inspector.pages.veiling import find_why, open_version
from inspector.pages.withheld import words_of
from inspector.readers import reader_of
from lineage.access import Reader
from lineage.evidence.bundle import Artifact
from lineage.evidence.vocabulary import ArtifactKind, Origin
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

ROWS, LONGEST, SHOWN = 40, 2_000_000, 4_000


class MadeText(NamedTuple):
    """A text that was made from one of this version. `where` is its place in the source, as it was recorded."""

    name: str
    where: str
    said: Said
    by: str
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePage:
    """`translations` and `grid` are named as on the claim page, which draws them by the same template."""

    title: str
    version: str
    url: str
    texts: tuple[MadeText, ...]
    more_url: str
    first_url: str
    why_not: str
    translations: tuple[Alignment, ...] = ()
    grid: RowBesideGrid | None = None
    drawn: DrawnText | None = None
    look: str = ""
    why_not_drawn: str = ""
    previous_url: str = ""
    following_url: str = ""


class Wanted(NamedTuple):
    """The key of a text, the first aligned stretch to show of it, and how many texts of the list come before."""

    text: str = ""
    row: int = 1
    skip: int = 0


def read_made(reader: Reader, public_id: str, wanted: Wanted) -> MadePage:
    """The texts, and the one that is asked for, else the first. Raises NotVisible."""
    version = open_version(reader, public_id)
    page_url, why = reverse("source_made", args=[public_id]), find_why(reader, version)
    listed, has_more = read_edges(reader, version, wanted.skip) if why is None else ([], False)
    chosen = next((edge for edge in listed if edge.output.key == wanted.text), listed[0] if listed else None)
    opened = _open(version, chosen, page_url, wanted) if chosen is not None else {}
    skipped = f"{page_url}?{urlencode({'skip': wanted.skip + LISTED})}"
    return MadePage(
        title=version.title or version.source.key,
        version=version.version,
        url=reverse("source", args=[public_id]),
        texts=tuple(_text(edge, page_url, wanted, edge is chosen) for edge in listed),
        more_url=skipped if has_more else "",
        first_url=page_url if wanted.skip else "",
        why_not=words_of(why) if why is not None else "",
        **opened,
    )


def _text(edge: Any, page_url: str, wanted: Wanted, is_here: bool) -> MadeText:
    output, made = edge.output, edge.transformation
    page = f"page {output.page}" if output.page is not None else ""
    asked = {"skip": wanted.skip} if wanted.skip else {}
    return MadeText(
        name=ArtifactKind(output.kind).label,
        where=", ".join(part for part in (page, output.section, output.cell) if part),
        said=Said(Origin(output.origin).label, STATE_OF_ORIGIN.get(Origin(output.origin), "absent")),
        by=made.model or made.operator or made.tool,
        url=f"{page_url}?{urlencode({'text': output.key, **asked})}#made",
        is_here=is_here,
    )


def _open(version: Any, edge: Any, page_url: str, wanted: Wanted) -> dict[str, Any]:
    """The chosen text beside what it was made from, where a map was kept; else alone."""
    (before, why_not), (after, _) = read_whole(version, edge.output, LONGEST), read_whole(version, edge.input, LONGEST)
    if before is None:
        return {"why_not_drawn": why_not}
    output, source = as_artifact(edge.output, before), as_artifact(edge.input, after)
    segments = SpanMap.unpack(bytes(edge.map)).to_segments() if edge.map is not None and after is not None else ()
    if edge.output.kind == ArtifactKind.TRANSLATION and source.text:
        return _translated(edge, source, output, aligned_pieces(segments, source, output), page_url, wanted)
    phrases = phrases_of(segments, source, output)
    if edge.output.kind == ArtifactKind.TABLE_LINEARIZATION and phrases:
        return {"grid": lay_beside(source, output, phrases, Span(0, 0))}
    window = on_lines(before, Span(0, min(len(before), SHOWN)))
    drawn = draw(before, (), window, language=output.language, direction=output.direction)
    return {"drawn": drawn, "look": output.origin.value}


def _translated(
    edge: Any, source: Artifact, output: Artifact, pieces: Sequence[Any], page_url: str, wanted: Wanted
) -> dict[str, Any]:
    first = min(max(1, wanted.row), max(1, len(pieces)))
    shown = pieces[first - 1 : first - 1 + ROWS]
    address = f"{page_url}?{urlencode({'text': output.key})}&row="
    alignment = align(as_transformation(edge.transformation), source, output, pieces, shown)
    return {
        "translations": (alignment,),
        "previous_url": f"{address}{max(1, first - ROWS)}#made" if first > 1 else "",
        "following_url": f"{address}{first + ROWS}#made" if first + ROWS <= len(pieces) else "",
    }


def read_wanted(query: QueryDict) -> Wanted:
    return Wanted(
        text=query.get("text", "").replace("\0", ""),
        row=_number(query.get("row", ""), 1),
        skip=_number(query.get("skip", ""), 0),
    )


def _number(written: str, otherwise: int) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 9 else otherwise


@require_safe
def source_made(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_made(reader_of(request), public_id, read_wanted(request.GET))
    return page_or_fragment(request, "inspector/source_made.html", {}, {"page": page})
