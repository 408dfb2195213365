"""Where citations of a text, and of everything made from it, lie in it: their places mapped back through the maps."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import F

from lineage.access import Reader
from lineage.bulk import in_parts
from lineage.models import rows
from lineage.text.segments import SegmentKind
from lineage.text.span import Span, cover
from lineage.text.spanmap import SpanMap

MAXIMUM_DEPTH, LOOKUP, MAXIMUM_MADE = 8, 500, 5_000
LINE_END, MOST_PARTS = 2, 50


class CitedPlace(NamedTuple):
    """`direct` where the citation names this very text; else it was mapped from a text that was made from it."""

    resolution: Mapping[str, Any]
    spans: tuple[Span, ...]
    direct: bool

    @property
    def key(self) -> str:
        """A name for addresses, by public id and place in the answer: a row id would count other tenants' rows (G2)."""
        return f"{self.resolution['inspection__answer__public_id']}-{self.resolution['citation__ordinal']}"


def read_places(reader: Reader, artifact: Any) -> tuple[CitedPlace, ...]:
    """Places of every citation, by position. The statements grow with the depth of the pipeline, not with its size."""
    edges = _edges_downstream(reader, artifact.pk)
    made = [artifact.pk, *dict.fromkeys(output for _, _, output in edges)][:MAXIMUM_MADE]
    resolutions = [row for part in in_parts(made, LOOKUP) for row in _resolutions(reader, part)]
    needed = _upstream_edges(edges, {row["artifact_id"] for row in resolutions})
    maps = _maps(needed)
    found = []
    for row in resolutions:
        spans = _back(Span(row["start"], row["end"]), row["artifact_id"], artifact.pk, needed, maps)
        if spans:
            found.append(CitedPlace(row, spans, row["artifact_id"] == artifact.pk))
    return tuple(sorted(found, key=lambda place: (place.spans, place.resolution["id"])))


Edge = tuple[int, int, int]


def _edges_downstream(reader: Reader, root: int) -> list[Edge]:
    """Derivations from a text onwards, level by level, as (id, input, output)."""
    edges: list[Edge] = []
    seen, frontier = {root}, [root]
    for _ in range(MAXIMUM_DEPTH):
        level = [
            edge
            for part in in_parts(frontier, LOOKUP)
            for edge in rows.Derivation.objects.visible_to(reader)
            .filter(input_id__in=part)
            .values_list("id", "input_id", "output_id")[:MAXIMUM_MADE]
        ]
        edges += level
        frontier = list(dict.fromkeys(output for _, _, output in level if output not in seen))
        seen.update(frontier)
        if not frontier or len(edges) >= MAXIMUM_MADE:
            break
    return edges


def _upstream_edges(edges: Iterable[Edge], cited: set[int]) -> dict[int, list[Edge]]:
    """Of the edges, by output, those on a way from a cited text."""
    by_output: dict[int, list[Edge]] = {}
    for edge in edges:
        by_output.setdefault(edge[2], []).append(edge)
    needed: dict[int, list[Edge]] = {}
    waiting = list(cited)
    while waiting:
        output = waiting.pop()
        if output not in needed and output in by_output:
            needed[output] = by_output[output]
            waiting.extend(edge[1] for edge in by_output[output])
    return needed


def _maps(needed: Mapping[int, list[Edge]]) -> dict[int, SpanMap]:
    ids = [edge[0] for edges in needed.values() for edge in edges]
    packed = (
        pair
        for part in in_parts(ids, LOOKUP)
        for pair in rows.Derivation.objects.filter(pk__in=part, map__isnull=False).values_list("id", "map")
    )
    return {id: SpanMap.unpack(bytes(data)) for id, data in packed}


def _back(
    span: Span, at: int, root: int, needed: Mapping[int, list[Edge]], maps: Mapping[int, SpanMap], depth: int = 0
) -> tuple[Span, ...]:
    """The stretches of the root that a span of a text made from it comes from; none where a map is missing."""
    if at == root:
        return (span,)
    found: list[Span] = []
    for id, source, _ in needed.get(at, ()) if depth < MAXIMUM_DEPTH else ():
        pieces = maps[id].backward([span])[0] if id in maps else ()
        kept = [piece.span for piece in pieces if piece.kind is not SegmentKind.DELETED and not piece.span.is_empty]
        for part in join(kept):
            found += _back(part, source, root, needed, maps, depth + 1)
    return join(found)


def join(spans: Iterable[Span]) -> tuple[Span, ...]:
    """In their order, those that touch, overlap or have no more than a line end between them as one.

    What a step left out between the words, such as the foot of a page, is no part of what is cited. Words that are
    scattered all over a text are one stretch.
    """
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start - joined[-1].end <= LINE_END:
            joined[-1] = cover([joined[-1], span])
        else:
            joined.append(span)
    return tuple(joined) if len(joined) <= MOST_PARTS else (cover(joined),)


def _resolutions(reader: Reader, artifacts: Iterable[int]) -> Iterable[dict[str, Any]]:
    """By the newest inspection of each answer."""
    found = rows.Resolution.objects.visible_to(reader).filter(
        artifact_id__in=list(artifacts), start__isnull=False, inspection__answer__state__inspection=F("inspection_id")
    )
    return found.values(
        "id", "artifact_id", "start", "end", "status", "citation_id", "citation__key", "citation__ordinal",
        "citation__claim__public_id", "citation__claim__key", "inspection__answer__public_id",
        "inspection__answer__state__heading",
    )[:MAXIMUM_MADE]  # fmt: skip
