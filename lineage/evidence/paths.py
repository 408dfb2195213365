"""A span of any artifact -> the spans of original text that it comes from, step by step (DESIGN 5, M-15, M-23)."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from lineage.evidence.bundle import Artifact, Transformation
from lineage.evidence.dossier import Dossier, Edge
from lineage.evidence.outcomes import Place
from lineage.evidence.vocabulary import Mediation, Origin, TransformationKind
from lineage.text.normalization import DEFAULT, NormalizationPolicy, Operation, compare
from lineage.text.segments import SegmentKind, SpanMapError
from lineage.text.span import Span, cover
from lineage.text.spanmap import Mapped, SpanMap

# Deeper than any real pipeline; a cycle ends here at the latest.
MAXIMUM_DEPTH = 64
# More than the pieces of any real passage has; ways that part and meet again at each of many steps end here.
MAXIMUM_STEPS = 2_000
SIGNS_OF_ROWS = (" — ", ", ", ": ", "; ")
"""What code may set between the cells of a linearized row, and a full stop at its end: of no cell, and no word."""
LINEARIZED = NormalizationPolicy("linearized", 1, (*DEFAULT.operations, Operation.CASE_FOLD))


class Reach(StrEnum):
    """Whether a span's way to original text is known."""

    ORIGINAL = "original"
    BROKEN = "broken"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Hop:
    """One step upstream: a span of the output, and the spans of the input that its map leads to."""

    edge: Edge
    output: Span
    inputs: tuple[Span, ...]
    verified: bool | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """Where a span comes from. `places` are spans of original text, also when the way there is not verified."""

    reach: Reach
    places: tuple[Place, ...]
    hops: tuple[Hop, ...]
    reason: str = ""
    confidence: float | None = None


@dataclass(slots=True)
class _Walk:
    """What one trace knows already. A broken way is not kept: it may be one only from where the walk came."""

    known: dict[tuple[str, Span], Trace] = field(default_factory=dict)
    steps: int = 0


def place_of(artifact: Artifact, span: Span) -> Place:
    return Place(artifact.key, span, artifact.source, artifact.version)


def trace(dossier: Dossier, artifact_key: str, span: Span) -> Trace:
    """Follow a span upstream until original text. Cycles and depth over 64 are broken ways, never endless ones."""
    return _trace(dossier, artifact_key, span, frozenset(), _Walk())


def _trace(dossier: Dossier, key: str, span: Span, visited: frozenset[str], walk: _Walk) -> Trace:
    artifact = dossier.artifacts.get(key)
    if artifact is None:
        return Trace(Reach.BROKEN, (), (), f"{key} was not recorded")
    edges = dossier.edges_into.get(key, ())
    if artifact.origin is Origin.ORIGINAL or (artifact.origin is Origin.UNRESOLVED and not edges):
        return Trace(Reach.ORIGINAL, (place_of(artifact, span),), (), confidence=artifact.confidence)
    if not edges:
        return Trace(Reach.BROKEN, (), (), f"nobody recorded what {key} was made from")
    if key in visited or len(visited) >= MAXIMUM_DEPTH:
        return Trace(Reach.BROKEN, (), (), f"the way from {key} leads back to itself")
    if (key, span) in walk.known:
        return walk.known[key, span]
    walk.steps += 1
    if walk.steps > MAXIMUM_STEPS:
        return Trace(Reach.BROKEN, (), (), f"there are more than {MAXIMUM_STEPS} ways to follow")
    found = _join(artifact, span, [_follow(dossier, edge, span, visited | {key}, walk) for edge in edges])
    lost = _unexplained(dossier, edges, artifact, span)
    if found.reach is Reach.ORIGINAL and artifact.origin is Origin.DERIVED and lost is not None:
        return replace(
            found, reach=Reach.BROKEN, reason=f"“{lost.slice(artifact.text or '')}” comes from no recorded input"
        )
    if found.reach is not Reach.BROKEN:
        walk.known[key, span] = found
    return found


def _follow(
    dossier: Dossier, edge: Edge, span: Span, visited: frozenset[str], walk: _Walk
) -> tuple[tuple[Mapped, ...], Trace]:
    try:
        spans = dossier.get_map(edge)
    except SpanMapError as error:
        return (), Trace(Reach.BROKEN, (), (Hop(edge, span, (), False, str(error)),), str(error))
    if spans is None:
        reason = f"no map was kept from {edge.derivation.output} to {edge.derivation.input}"
        return (), Trace(Reach.BROKEN, (), (Hop(edge, span, (), None, reason),), reason)
    pieces = tuple(piece for piece in spans.backward([span])[0] if piece.kind is not SegmentKind.DELETED)
    verified, reason = verify(dossier, edge, spans)
    inputs = tuple(piece.span for piece in pieces if not piece.span.is_empty)
    upstream = [_trace(dossier, edge.derivation.input, found, visited, walk) for found in inputs]
    reach = _worst([found.reach for found in upstream] + ([Reach.BROKEN] if verified is False else []))
    hops = (Hop(edge, span, inputs, verified, reason), *_each_once(upstream))
    places = tuple(dict.fromkeys(place for found in upstream for place in found.places))
    reason = reason or next((found.reason for found in upstream if found.reason), "")
    confidences = [
        value for value in (*(p.confidence for p in pieces), *(t.confidence for t in upstream)) if value is not None
    ]
    return pieces, Trace(reach, places, hops, reason, min(confidences, default=None))


def _join(artifact: Artifact, span: Span, followed: list[tuple[tuple[Mapped, ...], Trace]]) -> Trace:
    """Several inputs of one output: a merge if they give different stretches of it, ambiguous if the same one."""
    useful = [found for pieces, found in followed if pieces] or [found for _, found in followed]
    reach = _worst([found.reach for found in useful])
    places = tuple(dict.fromkeys(place for found in useful for place in found.places))
    hops = _each_once(useful)
    reason = next((found.reason for found in useful if found.reason), "")
    if reach is Reach.ORIGINAL and not places:
        reach, reason = Reach.BROKEN, f"these words of {artifact.key} come from no recorded input"
    sole = [found for pieces, found in followed if any(p.exact for p in pieces) and found.reach is Reach.ORIGINAL]
    if len(sole) > 1 and all(_covers_whole(pieces, span) for pieces, found in followed if found in sole):
        reach, reason = Reach.AMBIGUOUS, f"these words of {artifact.key} come from {len(sole)} inputs equally"
    confidences = [found.confidence for found in useful if found.confidence is not None]
    return Trace(reach, places, hops, reason, min(confidences, default=None))


def _unexplained(dossier: Dossier, edges: tuple[Edge, ...], artifact: Artifact, span: Span) -> Span | None:
    """The first words of a span that no map explains; blanks between merged parts need no explanation."""
    text = artifact.text or ""
    explained: list[Span] = []
    for edge in edges:
        spans = dossier.get_map(edge)
        for segment in spans.segments_in(span) if spans is not None else ():
            part = segment.output.intersect(span)
            if part is not None and (segment.kind is not SegmentKind.INSERTED or _is_sign(edge, segment.output, text)):
                explained.append(part)
    position = span.start
    for part in sorted(explained):
        if text[position : part.start].strip():
            return Span(position, part.start)
        position = max(position, part.end)
    return Span(position, span.end) if text[position : span.end].strip() else None


def _is_sign(edge: Edge, inserted: Span, text: str) -> bool:
    """Whether what was inserted only sets the cells of a row apart."""
    made, words = edge.transformation, text[inserted.start : inserted.end]
    is_linear = made.kind is TransformationKind.TABLE_LINEARIZATION and made.mediation is Mediation.DETERMINISTIC
    return is_linear and (words in SIGNS_OF_ROWS or (words == "." and inserted.end == len(text)))


def _each_once(traces: list[Trace]) -> tuple[Hop, ...]:
    """The hops of several traces; those of a stretch that several of them share come once."""
    return tuple({id(hop): hop for found in traces for hop in found.hops}.values())


def _covers_whole(pieces: tuple[Mapped, ...], span: Span) -> bool:
    return sum(piece.span.length for piece in pieces if piece.exact) >= span.length


def verify(dossier: Dossier, edge: Edge, spans: SpanMap) -> tuple[bool | None, str]:
    """`verify_map` for an edge of a dossier, done once."""
    key = (edge.transformation.key, edge.derivation.output, edge.derivation.input)
    if key not in dossier.verified:
        output, source = dossier.find_text(edge.derivation.output), dossier.find_text(edge.derivation.input)
        dossier.verified[key] = verify_map(edge.transformation, spans, output, source)
    return dossier.verified[key]


def verify_map(
    transformation: Transformation, spans: SpanMap, output: str | None, source: str | None
) -> tuple[bool | None, str]:
    """Whether a deterministic map holds when it is applied again; None for what a model or a person made (M-16)."""
    if transformation.mediation is not Mediation.DETERMINISTIC:
        return None, ""
    if output is None or source is None:
        return None, "a text of this step was not kept"
    failing = spans.verify(output, source)
    if failing:
        return False, f"segment {failing[0]} of the map does not hold: the two texts differ there"
    policy = _declared_normalization(transformation)
    # A normalized text changes the same few words at thousands of places.
    known: set[tuple[str, str, bool]] = set()
    for index, segment in spans.reworded():
        # A linearized row may write the cell "Record class" as "record class"; the words are the cell's all the same.
        allowed = LINEARIZED if segment.kind is SegmentKind.TABLE_TO_TEXT else policy
        words = segment.output.slice(output), segment.input.slice(source), allowed is LINEARIZED
        if words in known:
            continue
        known.add(words)
        if not compare(words[0], words[1], allowed).equal:
            return False, f"segment {index} of the map does not hold under {allowed.name}@{allowed.revision}"
    return True, ""


def _declared_normalization(transformation: Transformation) -> NormalizationPolicy:
    """The operations that a step says it applied; the default policy where it does not say."""
    named = transformation.parameters.get("operations")
    known = {str(operation): operation for operation in Operation}
    if isinstance(named, list) and named and all(isinstance(name, str) and name in known for name in named):
        return NormalizationPolicy(transformation.key, 1, tuple(known[str(name)] for name in named))
    return DEFAULT


def _worst(found: list[Reach]) -> Reach:
    for reach in (Reach.BROKEN, Reach.AMBIGUOUS):
        if reach in found:
            return reach
    return Reach.ORIGINAL


def find_generated(dossier: Dossier, artifact_key: str) -> Artifact | None:
    """The nearest text upstream, itself included, that a model or a person wrote; a packed block may only carry it."""
    waiting, seen = [artifact_key], set[str]()
    while waiting:
        key = waiting.pop(0)
        artifact = dossier.artifacts.get(key)
        if artifact is None or artifact.origin is not Origin.GENERATED or key in seen:
            continue
        seen.add(key)
        edges = dossier.edges_into.get(key, ())
        if any(edge.transformation.mediation is not Mediation.DETERMINISTIC for edge in edges) or not edges:
            return artifact
        waiting.extend(edge.derivation.input for edge in edges)
    return None


def joined(places: tuple[Place, ...]) -> Place | None:
    """One place that covers them all, where they lie in one artifact; None otherwise."""
    artifacts = {place.artifact for place in places}
    if len(artifacts) != 1:
        return None
    return places[0]._replace(span=cover([place.span for place in places]))
