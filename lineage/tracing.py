"""Cited places -> places in original texts, for hundreds of citations at once, on rows and arrays.

The same way as `lineage.evidence.paths` takes for one span: upstream along every kept map until original text, or a
text of which nobody recorded who made it and what it was made from.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Func, IntegerField

from lineage.bulk import in_parts
from lineage.evidence.vocabulary import Origin
from lineage.models import rows
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

MAXIMUM_DEPTH = 64
LARGEST_LOOKUP = 500
LARGE_MAP, MOST_LARGE_MAPS = 2**16, 4
"""In bytes; a larger one costs more to read than an item's other work, and is the same for item after item."""

Edge = tuple[int, int, int]
"""The ids of a derivation, its input and its output."""


class Cited(NamedTuple):
    """A place that a citation names, in whatever text it names; `number` is the caller's."""

    number: int
    artifact: int
    span: Span


class Text(NamedTuple):
    """A text of a source. `content` is None where nobody kept it; `slice` is a range of the content, else all of it."""

    id: int
    key: str
    origin: str
    source: int | None
    version: int | None
    content: int | None
    slice: Span | None


def trace(cited: Sequence[Cited], source_id: int) -> dict[int, tuple[Text, list[tuple[int, Span]]]]:
    """By id, the original texts of a source that these places come from, with number and span of each, once each.

    A place of which nothing is known, or that comes from other sources only, is in none. The statements grow with the
    depth of the pipeline, not with the number of places.
    """
    texts, edges = read_upstream({place.artifact for place in cited})
    maps = read_maps(edge[0] for found in edges.values() for edge in found)
    roots: dict[int, list[tuple[int, Span]]] = {}
    seen = {(place.artifact, place.number, place.span) for place in cited}
    level = [*seen]
    for _ in range(MAXIMUM_DEPTH):
        by_artifact: dict[int, list[tuple[int, Span]]] = {}
        for artifact, number, span in level:
            (roots if is_root(texts[artifact], edges) else by_artifact).setdefault(artifact, []).append((number, span))
        level = []
        for artifact, places in by_artifact.items():
            for id, upstream, _ in edges.get(artifact, ()):
                found = {(upstream, *place) for place in map_back(maps.get(id), places)} - seen
                seen |= found
                level += found
        if not level:
            break
    return {id: (texts[id], sorted(places)) for id, places in roots.items() if texts[id].source == source_id}


def is_root(text: Text, edges: Mapping[int, Sequence[Edge]]) -> bool:
    return text.origin == Origin.ORIGINAL or (text.origin == Origin.UNRESOLVED and text.id not in edges)


def read_upstream(artifacts: Iterable[int]) -> tuple[dict[int, Text], dict[int, list[Edge]]]:
    """These texts and all that they were made from, and the derivations into each that is no original."""
    texts: dict[int, Text] = {}
    edges: dict[int, list[Edge]] = {}
    frontier = sorted(set(artifacts))
    for _ in range(MAXIMUM_DEPTH):
        texts |= read_texts(frontier)
        derived = [id for id in frontier if texts[id].origin != Origin.ORIGINAL]
        for part in in_parts(derived, LARGEST_LOOKUP):
            found = rows.Derivation.objects.filter(output_id__in=part).order_by("id")
            for edge in found.values_list("id", "input_id", "output_id"):
                edges.setdefault(edge[2], []).append(edge)
        frontier = sorted({edge[1] for id in derived for edge in edges.get(id, ())} - texts.keys())
        if not frontier:
            break
    # Deeper than any real pipeline: what is beyond has no way back.
    known = {output: [edge for edge in found if edge[1] in texts] for output, found in edges.items()}
    return texts, known


def read_texts(artifacts: Sequence[int]) -> dict[int, Text]:
    columns = ("id", "key", "origin", "source_id", "version_id", "content_id", "start", "end")
    found: dict[int, Text] = {}
    for part in in_parts(artifacts, LARGEST_LOOKUP):
        kept: Any = rows.Artifact.objects.filter(pk__in=part).values_list(*columns)
        for id, key, origin, source, version, content, start, end in kept:
            piece = None if start is None else Span(start, end)
            found[id] = Text(id, key, origin, source, version, content, piece)
    return found


def map_back(spans: SpanMap | None, places: Sequence[tuple[int, Span]]) -> Iterable[tuple[int, Span]]:
    """Where places of an output lie in the input of one step; nothing where no map was kept or the words are new.

    Pieces of one place that touch in the input are one stretch: what was deleted between two words lies in it.
    """
    inside = [place for place in places if spans is not None and place[1].end <= spans.output_length]
    if spans is None or not inside:
        return
    given = np.fromiter((end for _, span in inside for end in span), np.int64, 2 * len(inside))
    found = spans.pieces(given[::2], given[1::2])
    kept = np.flatnonzero(found.start < found.end)
    # Each place's pieces are moved out of the reach of all others', so that one pass joins those of every place.
    apart = found.asked[kept] * (spans.input_length + 2)
    start, end = found.start[kept] + apart, found.end[kept] + apart
    if (start[1:] < start[:-1]).any():
        order = np.argsort(start, kind="stable")
        kept, apart, start, end = kept[order], apart[order], start[order], end[order]
    reached = np.maximum.accumulate(end)
    first = np.flatnonzero(np.concatenate(([True], start[1:] > reached[:-1]))) if len(kept) else kept
    last = np.append(first[1:], len(kept))[: len(first)] - 1
    asked, low, high = found.asked[kept[first]], start[first] - apart[first], reached[last] - apart[last]
    for place, span in zip(asked.tolist(), map(Span, low.tolist(), high.tolist()), strict=True):
        yield inside[place][0], span


class LargeMaps:
    """The large maps that this process unpacked last, by the ids of their derivations and their sizes in bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[tuple[int, int], SpanMap] = {}

    def find(self, id: int, size: int) -> SpanMap | None:
        return self._known.get((id, size))

    def keep(self, id: int, size: int, spans: SpanMap) -> None:
        while len(self._known) >= self._most:
            self._known.pop(next(iter(self._known)))
        self._known[id, size] = spans


LARGE_MAPS = LargeMaps(MOST_LARGE_MAPS)


def read_maps(derivations: Iterable[int]) -> dict[int, SpanMap]:
    """The maps of these derivations, by id; of those without one, none. Two statements for 500."""
    maps: dict[int, SpanMap] = {}
    for part in in_parts(sorted(set(derivations)), LARGEST_LOOKUP):
        kept: Any = rows.Derivation.objects.filter(pk__in=part, map__isnull=False)
        sizes = dict(kept.annotate(size=OctetLength("map")).values_list("id", "size"))
        known = {id: spans for id, size in sizes.items() if (spans := LARGE_MAPS.find(id, size)) is not None}
        maps |= known
        for id, packed in kept.exclude(pk__in=known).values_list("id", "map") if len(known) < len(sizes) else ():
            maps[id] = SpanMap.unpack(bytes(packed))
            if sizes[id] >= LARGE_MAP:
                LARGE_MAPS.keep(id, sizes[id], maps[id])
    return maps


class OctetLength(Func):
    """Bytes of a binary column, without reading them."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="length", **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="octet_length", **context)
