"""Why this answer: the five audit questions of one claim, each answered with ids (S3-36, M-23). Pure."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Citation, Transformation, claim_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Inspection, Place, Resolution
from lineage.evidence.paths import Reach, trace
from lineage.evidence.standing import answered_at, assess_freshness
from lineage.evidence.upstream import upstream_of
from lineage.evidence.vocabulary import ArtifactKind, Freshness, Mediation, ResolutionStatus, TransformationKind
from lineage.text.span import Span

REWORDING = (ArtifactKind.SUMMARY, ArtifactKind.SUMMARY_BULLET, ArtifactKind.TRANSLATION)
REWORDING_STEPS = (TransformationKind.SUMMARIZATION, TransformationKind.TRANSLATION)


class OriginalSpan(NamedTuple):
    """Words of a source that a citation leads to. `words` is None where nobody kept the text.

    `is_traced` is False where a map on the way is missing or does not hold: the place is then only named.
    """

    citation: str
    place: Place
    artifact: Artifact
    words: str | None
    is_traced: bool


class Nowhere(NamedTuple):
    """A citation from which no way leads to original words, and why not."""

    citation: str
    status: ResolutionStatus
    reason: str


class Touch(NamedTuple):
    """A transformation that cited words went through, in the order of the work, and the citations it concerns."""

    transformation: Transformation
    outputs: tuple[str, ...]
    citations: tuple[str, ...]


class Reworded(NamedTuple):
    """A summary or translation on the way, with what made it; None where nobody recorded that."""

    artifact: Artifact
    transformation: Transformation | None


class ActiveVersion(NamedTuple):
    """The revision of a source that the answer had, and how it stood when the answer was given."""

    source: str
    version: str | None
    ingested_at: datetime | None
    freshness: Freshness


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The five answers. `is_reworded` is None where the record is too thin to say yes or no.

    `hidden` citations were left out on request. `answered_at` is None where nobody recorded it; `versions` then stand
    as of the inspection.
    """

    claim: str
    words: str
    spans: tuple[OriginalSpan, ...]
    nowhere: tuple[Nowhere, ...]
    touches: tuple[Touch, ...]
    is_reworded: bool | None
    reworded: tuple[Reworded, ...]
    versions: tuple[ActiveVersion, ...]
    answered_at: datetime | None
    as_of: datetime
    hidden: tuple[str, ...] = ()

    @property
    def models(self) -> tuple[Transformation, ...]:
        """The steps in which a model wrote words."""
        steps = [touch.transformation for touch in self.touches]
        return tuple(step for step in steps if step.mediation is Mediation.MODEL)


def why_claim(dossier: Dossier, inspection: Inspection, claim_key: str, hidden: Collection[str] = ()) -> Why:
    """The five answers for one claim, leaving out the citations in `hidden`. Raises KeyError for an unknown claim."""
    claim = dossier.claims[claim_key]
    resolutions = {resolution.citation: resolution for resolution in inspection.resolutions}
    cited = [citation for citation in dossier.citations_of(claim_key) if citation.key not in hidden]
    looked = [_look(dossier, citation, resolutions[citation.key]) for citation in cited]
    reworded = {found.artifact.key: found for look in looked for found in look.reworded}
    moment = answered_at(dossier.answer, inspection.as_of)
    spans = tuple(span for look in looked for span in look.spans)
    return Why(
        claim=claim_key,
        words=claim_text(dossier.answer, claim),
        spans=spans,
        nowhere=tuple(look.nowhere for look in looked if look.nowhere is not None),
        touches=_joined(looked),
        is_reworded=True if reworded else False if looked and all(look.is_complete for look in looked) else None,
        reworded=tuple(reworded.values()),
        versions=_versions(dossier, looked, moment),
        answered_at=dossier.answer.answered_at,
        as_of=inspection.as_of,
        hidden=tuple(c.key for c in dossier.citations_of(claim_key) if c.key in hidden),
    )


class _Look(NamedTuple):
    citation: str
    spans: tuple[OriginalSpan, ...]
    nowhere: Nowhere | None
    touches: tuple[tuple[Transformation, str], ...]
    reworded: tuple[Reworded, ...]
    artifacts: tuple[Artifact, ...]
    is_complete: bool


def _look(dossier: Dossier, citation: Citation, resolution: Resolution) -> _Look:
    if resolution.artifact is None:
        unknown = Nowhere(citation.key, resolution.status, resolution.status.meaning)
        return _Look(citation.key, (), unknown, (), (), (), False)
    text = dossier.find_text(resolution.artifact) or ""
    traced = trace(dossier, resolution.artifact, resolution.span or Span(0, len(text)))
    upstream = upstream_of(dossier, resolution.artifact, traced)
    is_traced = traced.reach is Reach.ORIGINAL
    spans = tuple(
        OriginalSpan(citation.key, place, dossier.artifacts[place.artifact], _words(dossier, place), is_traced)
        for place in resolution.primary or traced.places
        if place.artifact in dossier.artifacts
    )
    made = {edge.derivation.output: edge.transformation for edge in upstream.edges}
    artifacts = tuple(dossier.artifacts[key] for key in upstream.artifacts if key in dossier.artifacts)
    reworded = tuple(Reworded(found, made.get(found.key)) for found in artifacts if _rewords(found, made))
    touches = tuple((edge.transformation, edge.derivation.output) for edge in upstream.edges)
    nowhere = None if spans else Nowhere(citation.key, resolution.status, traced.reason)
    return _Look(citation.key, spans, nowhere, touches, reworded, artifacts, upstream.is_complete)


def _rewords(artifact: Artifact, made: dict[str, Transformation]) -> bool:
    step = made.get(artifact.key)
    return artifact.kind in REWORDING or (step is not None and step.kind in REWORDING_STEPS)


def _words(dossier: Dossier, place: Place) -> str | None:
    text = dossier.find_text(place.artifact)
    return None if text is None else place.span.slice(text)


def _joined(looked: list[_Look]) -> tuple[Touch, ...]:
    """Each transformation once, with every text that it made and every citation that it concerns."""
    steps: dict[str, Transformation] = {}
    outputs: dict[str, dict[str, None]] = {}
    citations: dict[str, dict[str, None]] = {}
    for look in looked:
        for transformation, output in look.touches:
            steps.setdefault(transformation.key, transformation)
            outputs.setdefault(transformation.key, {})[output] = None
            citations.setdefault(transformation.key, {})[look.citation] = None
    return tuple(Touch(step, tuple(outputs[key]), tuple(citations[key])) for key, step in steps.items())


def _versions(dossier: Dossier, looked: list[_Look], moment: datetime) -> tuple[ActiveVersion, ...]:
    found: dict[tuple[str, str | None], ActiveVersion] = {}
    for artifact in [artifact for look in looked for artifact in look.artifacts]:
        if artifact.source is None:
            continue
        source, version = dossier.sources.get(artifact.source), dossier.find_version(artifact)
        ingested = version.ingested_at if version else None
        standing = assess_freshness(source, version, moment)
        known = ActiveVersion(artifact.source, artifact.version, ingested, standing)
        found.setdefault((artifact.source, artifact.version), known)
    return tuple(found.values())
