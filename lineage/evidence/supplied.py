"""Which passages a generator was given: by identity and by derivations that code made, never by equal words (M-31).

A packed block carries its parts and all that code alone made it from. What a model or a person wrote ends such a way:
a summary does not carry the passage that it sums up.
"""

from collections.abc import Iterator, Mapping

from lineage.evidence.bundle import ManifestEntry
from lineage.evidence.capture import RequestRange
from lineage.evidence.dossier import Dossier, Edge
from lineage.evidence.outcomes import Place
from lineage.evidence.paths import trace
from lineage.evidence.vocabulary import Mediation, Origin
from lineage.text.segments import SegmentKind, SpanMapError
from lineage.text.span import Span


def carried_by(dossier: Dossier, artifact_key: str) -> tuple[str, ...]:
    """An artifact, its parts where it is a packed block, and whatever code alone made these from; nearest first."""
    found: dict[str, None] = {}
    waiting = [artifact_key]
    while waiting:
        key = waiting.pop(0)
        if key in found:
            continue
        found[key] = None
        if key == artifact_key:
            waiting += [part.artifact for entry in entries_of(dossier, key) for part in entry.parts]
        edges = dossier.edges_into.get(key, ())
        waiting += [e.derivation.input for e in edges if e.transformation.mediation is Mediation.DETERMINISTIC]
    return tuple(found)


def entries_of(dossier: Dossier, artifact_key: str) -> tuple[ManifestEntry, ...]:
    """The manifest entries that supply an artifact itself."""
    return tuple(entry for entry in dossier.answer.manifest or () if entry.artifact == artifact_key)


def supplied_as(dossier: Dossier) -> Mapping[str, tuple[ManifestEntry, ...]]:
    """For each artifact the entries that carry it, those of the artifact itself first; empty without a manifest."""
    found: dict[str, list[tuple[int, ManifestEntry]]] = {}
    for entry in dossier.answer.manifest or ():
        for distance, key in enumerate(carried_by(dossier, entry.artifact)):
            found.setdefault(key, []).append((distance, entry))
    return {key: tuple(e for _, e in sorted(near, key=lambda pair: pair[0])) for key, near in found.items()}


def written_as(dossier: Dossier) -> Mapping[str, tuple[RequestRange, ...]]:
    """For each artifact the ranges of the captured request that name it, or a block that carries it."""
    request = dossier.answer.capture.request
    found: dict[str, list[RequestRange]] = {}
    for marked in (request.ranges or ()) if request is not None else ():
        blocks = [entry.artifact for entry in dossier.entries.get(marked.block or "", ())]
        named = blocks if marked.artifact is None else [marked.artifact]
        for key in dict.fromkeys(name for block in named for name in carried_by(dossier, block)):
            found.setdefault(key, []).append(marked)
    return {key: tuple(ranges) for key, ranges in found.items()}


def primaries_of(dossier: Dossier, artifact_key: str, span: Span | None = None) -> tuple[str, ...]:
    """The nearest texts that the source wrote behind generated words; of a span only those that its maps lead to.

    Empty for what is not generated, and where nobody recorded what it was made from.
    """
    found: dict[str, None] = {}
    seen: set[str] = set()
    waiting: list[tuple[str, tuple[Span, ...] | None]] = [(artifact_key, (span,) if span is not None else None)]
    while waiting:
        key, spans = waiting.pop(0)
        artifact = dossier.artifacts.get(key)
        if artifact is None or artifact.origin is not Origin.GENERATED or key in seen:
            if artifact is not None and key not in seen and key != artifact_key:
                found[key] = None
            continue
        seen.add(key)
        waiting += _inputs(dossier, dossier.edges_into.get(key, ()), spans)
    return tuple(found)


def _inputs(
    dossier: Dossier, edges: tuple[Edge, ...], spans: tuple[Span, ...] | None
) -> Iterator[tuple[str, tuple[Span, ...] | None]]:
    for edge in edges:
        followed = None if spans is None else _backward(dossier, edge, spans)
        if followed is None or followed:
            yield edge.derivation.input, followed


def _backward(dossier: Dossier, edge: Edge, spans: tuple[Span, ...]) -> tuple[Span, ...] | None:
    """The spans of the input; () where the map leads to none of it, None where there is no map to follow."""
    try:
        known = dossier.get_map(edge)
    except SpanMapError:
        return None
    if known is None:
        return None
    pieces = [piece for group in known.backward(spans) for piece in group]
    return tuple(p.span for p in pieces if p.kind is not SegmentKind.DELETED and not p.span.is_empty)


def supplied_places(dossier: Dossier) -> Iterator[Place]:
    """Places of original text whose own words were in the manifest or in the captured request."""
    for entry in dossier.answer.manifest or ():
        if entry.parts:
            for part in entry.parts:
                yield from _places(dossier, part.artifact, part.span)
        else:
            yield from _places(dossier, entry.artifact, entry.supplied)
    request = dossier.answer.capture.request
    for written in (request.ranges or ()) if request is not None else ():
        if written.artifact is not None:
            yield from _places(dossier, written.artifact, None)


def _places(dossier: Dossier, key: str, span: Span | None) -> tuple[Place, ...]:
    artifact = dossier.artifacts.get(key)
    if artifact is None or artifact.origin is Origin.GENERATED or artifact.text is None:
        return ()
    return trace(dossier, key, span or Span(0, len(artifact.text))).places
