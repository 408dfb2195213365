"""The digest of everything that an inspection depends on: equal content gives an equal digest (DESIGN 2)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from lineage.evidence.bundle import Answer, Artifact, Derivation, Transformation, WireSegment
from lineage.evidence.digests import Digest, digest_bytes, digest_json
from lineage.evidence.dossier import Dossier, Edge
from lineage.evidence.reading import adapter
from lineage.text.spanmap import SpanMapError


def compute_digest(dossier: Dossier) -> Digest:
    """The digest of everything that an inspection depends on; texts by their own digests."""
    answer = adapter(Answer).dump_python(dossier.answer, mode="json", exclude={"judge_results"})
    return digest_json(
        {
            "answer": answer,
            "sources": _dump(dossier.sources.values()),
            "artifacts": [
                [_dump_artifact(artifact), dossier.find_digest(key)] for key, artifact in dossier.artifacts.items()
            ],
            "transformations": [_dump_transformation(dossier, found) for found in dossier.transformations],
            "judge_results": _dump(dossier.judge_results),
        }
    )


def _dump(values: Iterable[Any]) -> list[Any]:
    return [_adapter_of(value).dump_python(value, mode="json") for value in values]


def _adapter_of(value: object) -> TypeAdapter[Any]:
    return adapter(type(value))


def _dump_artifact(artifact: Artifact) -> Any:
    return adapter(Artifact).dump_python(artifact, mode="json", exclude={"text", "digest"})


def _dump_transformation(dossier: Dossier, transformation: Transformation) -> Any:
    dumped = adapter(Transformation).dump_python(transformation, mode="json", exclude={"derivations"})
    dumped["derivations"] = [
        [found.input, found.output, _map_digest(dossier, Edge(transformation, found))]
        for found in transformation.derivations
    ]
    return dumped


def _map_digest(dossier: Dossier, edge: Edge) -> Digest | None:
    """Of the packed map, which is canonical; of the segments as they were given where they make no map."""
    if edge.derivation.segments is None:
        return None
    try:
        spans = dossier.get_map(edge)
    except SpanMapError:
        spans = None
    if spans is not None:
        return digest_bytes(spans.pack())
    segments = tuple(WireSegment(**segment._asdict()) for segment in dossier.segments_of(edge))
    derivation = replace(edge.derivation, segments=segments)
    return digest_json(adapter(Derivation).dump_python(derivation, mode="json", include={"segments"}))
