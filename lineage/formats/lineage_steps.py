"""The rows of Transformation, TransformationIO and SpanMapping -> transformations with their maps (S3-18, S3-35).

A pair of artifacts that no mapping names is an edge without a map; so is a parent where no transformation is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lineage.evidence.bundle import Artifact, Derivation, Transformation, WireSegment
from lineage.evidence.digests import digest_json, find_digest
from lineage.evidence.vocabulary import Mediation, Origin, TransformationKind
from lineage.evidence.wire import Metadata
from lineage.formats.claim_records import require_key
from lineage.formats.lineage_records import SpanRow, read_object
from lineage.formats.node import Node
from lineage.text.segments import Segment, SegmentKind, SpanMapError
from lineage.text.spanmap import SpanMap

REWORDING = frozenset(
    {
        TransformationKind.TRANSLATION,
        TransformationKind.SUMMARIZATION,
        TransformationKind.ENTITY_EXTRACTION,
        TransformationKind.OCR_CORRECTION,
        TransformationKind.CONTEXT_GENERATION,
        TransformationKind.QUESTION_GENERATION,
        TransformationKind.HYPOTHETICAL_GENERATION,
        TransformationKind.HOP_SYNTHESIS,
    }
)
"""Steps that write words of their own: a model's where no other means was recorded."""

Ends = tuple[str, str]
"""The keys of an input artifact and an output artifact."""


def read_transformations(
    tables: Mapping[str, tuple[Node, ...]], artifacts: Mapping[str, Artifact], spans: Mapping[str, SpanRow]
) -> tuple[Transformation, ...]:
    """The transformations in their order, then the edges from a parent. Raises PayloadError."""
    rows = _by_id(tables["Transformation"])
    pairs: dict[str, dict[Ends, list[Node]]] = {key: {} for key in rows}
    for row in tables["TransformationIO"]:
        ends = (
            _require_artifact(row, "input_artifact_id", artifacts),
            _require_artifact(row, "output_artifact_id", artifacts),
        )
        pairs[_require_known(row, rows)].setdefault(ends, [])
    for row in tables["SpanMapping"]:
        source, output = _require_span(row, "input_span_id", spans), _require_span(row, "output_span_id", spans)
        pairs[_require_known(row, rows)].setdefault((source.artifact, output.artifact), []).append(row)
    made = [_read_transformation(key, row, tuple(_derive(pairs[key], artifacts, spans))) for key, row in rows.items()]
    outputs = {derivation.output for step in made for derivation in step.derivations}
    return (*made, *_from_parents(tables["Artifact"], artifacts, outputs))


def _by_id(rows: Iterable[Node]) -> Mapping[str, Node]:
    found: dict[str, Node] = {}
    for row in rows:
        key = require_key(row, "transformation_id")
        if key in found:
            raise row.refuse(f"{key} is given twice")
        found[key] = row
    return found


def _require_known(row: Node, rows: Mapping[str, Node]) -> str:
    key = require_key(row, "transformation_id")
    if key not in rows:
        raise row.refuse(f"there is no transformation {key}")
    return key


def _require_artifact(row: Node, name: str, artifacts: Mapping[str, Artifact]) -> str:
    key = require_key(row, name)
    if key not in artifacts:
        raise row.refuse(f"there is no artifact {key}")
    return key


def _require_span(row: Node, name: str, spans: Mapping[str, SpanRow]) -> SpanRow:
    key = require_key(row, name)
    if key not in spans:
        raise row.refuse(f"there is no span {key}")
    return spans[key]


def _read_transformation(key: str, row: Node, derivations: tuple[Derivation, ...]) -> Transformation:
    named = row.find_text("transform_type")
    kind = TransformationKind(named) if named in list(TransformationKind) else TransformationKind.CUSTOM
    model, prompt = row.find_words("model_name"), row.find("prompt_hash")
    digest = find_digest(prompt.value) if prompt else None
    parameters: Metadata = read_object(row, "parameters_json")
    if kind is TransformationKind.CUSTOM and named:
        parameters["transform_type"] = named
    if prompt is not None and digest is None:
        parameters["prompt_hash"] = prompt.value
    if about := read_object(row, "metadata"):
        parameters["metadata"] = about
    by_model = model is not None or prompt is not None or kind in REWORDING
    return Transformation(
        key=key,
        kind=kind,
        mediation=Mediation.MODEL if by_model else Mediation.DETERMINISTIC,
        tool=row.find_words("tool_name") or "",
        tool_version=row.find_words("tool_version") or "",
        model=model or "",
        prompt_digest=digest,
        parameters=parameters,
        derivations=derivations,
    )


def _derive(
    pairs: Mapping[Ends, list[Node]], artifacts: Mapping[str, Artifact], spans: Mapping[str, SpanRow]
) -> Iterator[Derivation]:
    for (source, output), rows in pairs.items():
        segments = tuple(_read_segment(row, spans) for row in rows)
        if segments:
            _require_map(rows, segments, artifacts[output].text, artifacts[source].text)
        yield Derivation(input=source, output=output, segments=segments or None)


def _read_segment(row: Node, spans: Mapping[str, SpanRow]) -> WireSegment:
    kind = row.find("mapping_type")
    if kind is None or kind.value not in list(SegmentKind):
        raise (kind or row).refuse(f"mapping_type is one of {', '.join(SegmentKind)}")
    return WireSegment(
        output=_require_span(row, "output_span_id", spans).span,
        input=_require_span(row, "input_span_id", spans).span,
        kind=SegmentKind(kind.value),
        weight=_find_share(row, "support_weight"),
        confidence=_find_share(row, "confidence"),
    )


def _find_share(row: Node, name: str) -> float | None:
    found = row.find(name)
    if found is None:
        return None
    if isinstance(found.value, bool) or not isinstance(found.value, (int, float)) or not 0 <= found.value <= 1:
        raise found.refuse("a number from 0 to 1 is expected here")
    return float(found.value)


def _require_map(rows: list[Node], segments: tuple[WireSegment, ...], output: str | None, source: str | None) -> None:
    """Raises PayloadError where the mappings of a pair make no map; of a text that was not kept the size is unknown."""
    lengths = (
        len(output) if output is not None else max(segment.output.end for segment in segments),
        len(source) if source is not None else max(segment.input.end for segment in segments),
    )
    try:
        SpanMap.of([Segment(s.output, s.input, s.kind, s.weight, s.confidence) for s in segments], *lengths)
    except SpanMapError as error:
        raise rows[0].refuse(f"the mappings of this pair make no map: {error}") from None


def _from_parents(
    rows: Iterable[Node], artifacts: Mapping[str, Artifact], outputs: set[str]
) -> Iterator[Transformation]:
    """The edge to a parent where no transformation made the artifact; by which means it was made nobody recorded."""
    for row in rows:
        key, parent = require_key(row, "artifact_id"), row.find_key("parent_artifact_id")
        if parent is None:
            continue
        _require_artifact(row, "parent_artifact_id", artifacts)
        if key in outputs:
            continue
        is_generated = artifacts[key].origin is Origin.GENERATED
        yield Transformation(
            key=digest_json(["parent", parent, key]),
            kind=TransformationKind.CUSTOM,
            mediation=Mediation.MODEL if is_generated else Mediation.DETERMINISTIC,
            derivations=(Derivation(input=parent, output=key),),
        )
