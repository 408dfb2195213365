"""A whole pipeline over one version of a source: bytes -> extract -> normalized text -> chunks, each step recorded.

The keys of what is made name the source, its version and the way it was made, so that the same input gives the same
records and another way of chunking gives other chunks with the same parents (M-02, M-04).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from lineage.evidence.bundle import Artifact, Source, Transformation
from lineage.evidence.digests import Digest, digest_json, digest_text
from lineage.evidence.vocabulary import SourceKind
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH
from lineage.pipeline.chunking import Chunking, Piece, chunk_by_section, chunk_by_size
from lineage.pipeline.deduplication import deduplicate
from lineage.pipeline.extract.text import extract_text
from lineage.pipeline.sections import carry, find_sections
from lineage.pipeline.steps import REVISION, Place, chunk_step, normalize_step, parse_step
from lineage.text.normalization import DEFAULT, NormalizationPolicy
from lineage.text.operations import Operation
from lineage.text.spanmap import SpanMap

# What may stand behind the base of a key: the longest is a normalized text under a policy of a long name.
_LONGEST_BASE = 300
_LONGEST_POLICY = MAXIMUM_KEY_LENGTH - _LONGEST_BASE - len("/normalization/") - 20


@dataclass(frozen=True, slots=True)
class Pipeline:
    """How texts are made of a source. ValueError for a policy whose name is too long to stand in a key."""

    normalization: NormalizationPolicy
    chunking: Chunking

    def __post_init__(self) -> None:
        if len(self.normalization.name) > _LONGEST_POLICY:
            raise ValueError(f"the name of a normalization policy has at most {_LONGEST_POLICY} code points")

    @property
    def digest(self) -> Digest:
        """Equal for pipelines that make the same texts, the revision of our own steps included."""
        return digest_json({"revision": REVISION, **self.to_json()})

    def to_json(self) -> dict[str, Any]:
        policy, chunking = self.normalization, self.chunking
        return {
            "normalization": {
                "name": policy.name,
                "revision": policy.revision,
                "operations": [str(operation) for operation in policy.operations],
            },
            "chunking": {"size": chunking.size, "overlap": chunking.overlap, "by": chunking.by},
        }

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Self:
        """What `to_json` wrote. ValueError for anything else."""
        try:
            policy, chunking = written["normalization"], written["chunking"]
            operations = tuple(Operation(name) for name in policy["operations"])
            made = cls(
                NormalizationPolicy(policy["name"], policy["revision"], operations),
                Chunking(size=chunking["size"], overlap=chunking["overlap"], by=chunking["by"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is no pipeline: {error}") from None
        if made.to_json() != dict(written):
            raise ValueError("this is no pipeline: it names what a pipeline has not")
        return made


SHIPPED = Pipeline(DEFAULT, Chunking(size=1200, overlap=150, by="section"))


class Built(NamedTuple):
    """What a pipeline made of a version, parents before what is made of them."""

    artifacts: tuple[Artifact, ...]
    transformations: tuple[Transformation, ...]
    extract_key: str


def build(source: Source, version: str, data: bytes, pipeline: Pipeline) -> Built:
    """Every text of a version and how it was made. `NotText` for bytes that are no UTF-8 or a kind not read here.

    `MapFailed` where a map does not hold: then nothing was made.
    """
    place = Place(source.key, version, source.language, key_base(source.key, version))
    parsed = parse_step(place, extract_text(data, source.kind))
    extract = parsed.artifacts[-1]
    normalized, view = normalize_step(place, extract, pipeline.normalization)
    (text,) = normalized.artifacts
    pieces = _chunked(extract.text or "", text.text or "", view, source.kind, pipeline.chunking)
    kept = deduplicate(text.text or "", pieces)
    chunks = chunk_step(place, text, kept, pipeline.chunking, pipeline.digest.partition(":")[2][:12])
    steps = parsed, normalized, chunks
    return Built(
        tuple(artifact for step in steps for artifact in step.artifacts),
        tuple(made for step in steps for made in step.transformations),
        extract.key,
    )


def key_base(source: str, version: str) -> str:
    """What the keys of a version's texts begin with; no two versions have the same. A long one ends in a digest."""
    # The last @ is the one between the two.
    written = f"{source}@{version.replace('%', '%25').replace('@', '%40')}"
    if len(written) <= _LONGEST_BASE:
        return written
    digest = digest_text(written).partition(":")[2]
    return f"{written[: _LONGEST_BASE - len(digest) - 1]}~{digest}"


def _chunked(
    extract: str, normalized: str, view: SpanMap, kind: SourceKind, chunking: Chunking
) -> tuple[Piece, ...]:
    """Sections are found in the extract: a normalized text may have lost the lines that headings are seen by."""
    if chunking.by == "size":
        return tuple(chunk_by_size(normalized, chunking))
    return tuple(chunk_by_section(normalized, carry(find_sections(extract, kind), view), chunking))
