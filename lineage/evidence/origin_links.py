"""What a recorded text was made from, one link for each input: a step with its map, or the parts of a packed block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, ManifestEntry, Part
from lineage.evidence.dossier import Dossier, Edge
from lineage.evidence.paths import MAXIMUM_STEPS, verify
from lineage.evidence.vocabulary import Origin
from lineage.text.segments import Segment, SegmentKind, SpanMapError
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

PACKING = "packing"
"""Who put the separators between the parts of a block whose packing is no recorded step."""


class Link(NamedTuple):
    """From a text to one input. `spans` is None where the way ends here, and `reason` says why.

    `by` is the key of the step, PACKING, or what ties a request or an answer to a text. `verified` is True where the
    map was applied again and holds, None where code cannot check it, False where it fails.
    """

    input: str
    by: str
    spans: SpanMap | None
    verified: bool | None = True
    reason: str = ""
    edge: Edge | None = None


class Layout(NamedTuple):
    """The parts of a packed block in its text: their copies by artifact, and the separators between them."""

    copies: dict[str, list[Segment]]
    gaps: list[Span]


class OriginStep(NamedTuple):
    """One step upstream from a few words: the stretch of `output` that was followed, and where it came from.

    An `output` of "" is the text asked for itself. `inputs` is empty where the way is lost, and `reason` says why.
    """

    output: str
    span: Span
    input: str
    inputs: tuple[Span, ...]
    by: str
    verified: bool | None
    reason: str
    edge: Edge | None


def is_end(dossier: Dossier, artifact: Artifact) -> bool:
    """Whether the words of a text come from nowhere further: the source's own, or a passage of which no more is known.

    A block whose parts give its text is followed into them, whatever its origin.
    """
    if artifact.origin not in (Origin.ORIGINAL, Origin.UNRESOLVED):
        return False
    edges = dossier.edges_into.get(artifact.key, ())
    return not _parts_of(dossier, artifact) and (artifact.origin is Origin.ORIGINAL or not edges)


def links_of(dossier: Dossier, key: str) -> tuple[Link, ...]:
    """In the order of the dossier's edges; () for a text that ends every way, or of which nothing is recorded."""
    artifact = dossier.artifacts.get(key)
    if artifact is None or is_end(dossier, artifact):
        return ()
    edges = dossier.edges_into.get(key, ())
    return tuple(_link_of(dossier, edge) for edge in edges) or _parts_of(dossier, artifact)


def steps_from(dossier: Dossier, links: Sequence[Link], span: Span) -> tuple[OriginStep, ...]:
    """Every step from a span of a text with these links up to the ends, nearest first; each stretch once.

    At most `MAXIMUM_STEPS`, which is more than any real passage has.
    """
    waiting: list[tuple[str, Sequence[Link], Span]] = [("", links, span)]
    seen: set[tuple[str, Span]] = set()
    steps: list[OriginStep] = []
    for key, outgoing, asked in waiting:
        for link in outgoing:
            inputs = _words_behind(link, asked)
            if link.spans is not None and not inputs:
                continue
            steps.append(OriginStep(key, asked, link.input, inputs, link.by, link.verified, link.reason, link.edge))
            fresh = [found for found in inputs if (link.input, found) not in seen]
            seen.update((link.input, found) for found in fresh)
            waiting += [(link.input, links_of(dossier, link.input), found) for found in fresh]
        if len(steps) >= MAXIMUM_STEPS:
            break
    return tuple(steps[:MAXIMUM_STEPS])


def _words_behind(link: Link, span: Span) -> tuple[Span, ...]:
    pieces = link.spans.backward([span])[0] if link.spans is not None else ()
    found = (piece.span for piece in pieces if piece.kind is not SegmentKind.DELETED and not piece.span.is_empty)
    return tuple(dict.fromkeys(found))


def _link_of(dossier: Dossier, edge: Edge) -> Link:
    key, by = edge.derivation.input, edge.transformation.key
    try:
        spans = dossier.get_map(edge)
    except SpanMapError as error:
        return Link(key, by, None, False, f"the map of {by} cannot be: {error}", edge)
    if spans is None:
        return Link(key, by, None, None, _why_no_map(dossier, edge), edge)
    verified, reason = verify(dossier, edge, spans)
    return Link(key, by, spans, verified, f"{by}: {reason}" if verified is False else "", edge)


def _why_no_map(dossier: Dossier, edge: Edge) -> str:
    source = edge.derivation.input
    if source not in dossier.artifacts:
        return f"{source} was not recorded"
    if dossier.find_text(source) is None:
        return f"the text of {source} was not kept"
    return f"no map was kept from {edge.derivation.output} to {source}"


def find_layout(dossier: Dossier, artifact: Artifact) -> Layout | None:
    """How the parts of a packed block give exactly its text; None where they do not, or none are recorded.

    A separator stands between its part and the next one; that of the last part stands nowhere.
    """
    packed = [entry for entry in dossier.answer.manifest or () if entry.artifact == artifact.key and entry.parts]
    laid_out = (_lay_out(dossier, entry, artifact.text) for entry in packed if artifact.text is not None)
    return next((layout for layout in laid_out if layout is not None and artifact.key not in layout.copies), None)


def _parts_of(dossier: Dossier, artifact: Artifact) -> tuple[Link, ...]:
    """The parts of a packed block that no recorded step made."""
    layout = None if dossier.edges_into.get(artifact.key) else find_layout(dossier, artifact)
    if layout is None:
        return ()
    inserted = [Segment(gap, Span(0, 0), SegmentKind.INSERTED) for gap in layout.gaps]
    length = len(artifact.text or "")
    return tuple(
        Link(key, PACKING, SpanMap.of([*copies, *inserted], length, len(dossier.find_text(key) or "")))
        for key, copies in layout.copies.items()
    )


def _lay_out(dossier: Dossier, entry: ManifestEntry, text: str) -> Layout | None:
    at, separator = 0, ""
    layout = Layout({}, [])
    for part in entry.parts:
        span = _span_of(dossier, part)
        words = span.slice(dossier.find_text(part.artifact) or "") if span is not None else ""
        if span is None or not text.startswith(separator + words, at):
            return None
        if separator:
            layout.gaps.append(Span(at, at + len(separator)))
        at += len(separator)
        copies = layout.copies.setdefault(part.artifact, [])
        if words:
            copies.append(Segment(Span(at, at + len(words)), span, SegmentKind.EXACT_COPY))
        at, separator = at + len(words), part.separator
    return layout if at == len(text) else None


def _span_of(dossier: Dossier, part: Part) -> Span | None:
    """The range of a part in its text; None where the text was not kept or the range leaves it."""
    text = dossier.find_text(part.artifact)
    if text is None:
        return None
    span = part.span or Span(0, len(text))
    return span if 0 <= span.start <= span.end <= len(text) else None
