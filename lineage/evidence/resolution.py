"""One citation -> its Resolution. The order of the steps is fixed; the first failing one decides (DESIGN 7, S0-36)."""

from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Citation
from lineage.evidence.digests import find_digest
from lineage.evidence.dossier import Dossier
from lineage.evidence.locating import Located, Unlocated, find_range_fault, locate
from lineage.evidence.lookup import Miss, Target, find_shape_fault, look_up
from lineage.evidence.outcomes import Place, Resolution, StepResult
from lineage.evidence.paths import Reach, Trace, joined, trace
from lineage.evidence.standing import assess_freshness, find_refusal, find_unavailability
from lineage.evidence.vocabulary import MalformedDetail, Origin, Outcome, ResolutionStatus, Step
from lineage.text.normalization import NormalizationPolicy, compare
from lineage.text.selectors import find_all
from lineage.text.span import Span

MAXIMUM_ELSEWHERE = 20


class Fault(NamedTuple):
    """The step that failed, and what it says."""

    step: Step
    status: ResolutionStatus
    detail: str = ""
    candidates: tuple[Span, ...] = ()


def resolve(dossier: Dossier, citation: Citation, policy: NormalizationPolicy, as_of: datetime) -> Resolution:
    """The resolution of a citation against the artifact that the answer was given. Pure; never raises for bad data."""
    shape = find_shape_fault(citation)
    if shape is not None:
        return _failed(citation, Fault(Step.ID_SHAPE, ResolutionStatus.MALFORMED_CITATION, shape))
    target = look_up(dossier, citation)
    if isinstance(target, Miss):
        return _failed(citation, Fault(Step.LOOKUP, target.status, target.detail))
    artifact = dossier.artifacts.get(target.artifact)
    if artifact is None:
        return _failed(citation, Fault(Step.LOOKUP, ResolutionStatus.UNRESOLVED_ID))
    return _resolve_in(dossier, citation, target, artifact, policy, as_of)


def _resolve_in(
    dossier: Dossier,
    citation: Citation,
    target: Target,
    artifact: Artifact,
    policy: NormalizationPolicy,
    as_of: datetime,
) -> Resolution:
    source = dossier.sources.get(artifact.source or "")
    known = _Known(
        artifact=artifact.key,
        entry=target.entry.label if target.entry else None,
        origin=artifact.origin,
        freshness=assess_freshness(source, dossier.find_version(artifact), as_of),
    )
    fault = _find_barrier(dossier, artifact, as_of)
    if fault is not None:
        return _failed(citation, fault, known)
    required = dossier.answer.citation_fields
    if artifact.origin is Origin.GENERATED:
        return _generated(dossier, citation, target, artifact, policy, known)
    fault = _find_digest_fault(dossier, citation, artifact) or _find_shape_fault(citation, required)
    if fault is not None:
        return _failed(citation, fault, known)
    located = locate(citation, target.entry, artifact, policy)
    if isinstance(located, Unlocated):
        return _failed(citation, Fault(located.step, located.status, located.detail, located.candidates), known)
    known = known._replace(span=located.span, whole=located.whole, origin=origin_at(artifact, located.span))
    if known.origin in (Origin.GENERATED, Origin.MIXED) and not located.whole:
        fault = Fault(Step.ORIGIN, ResolutionStatus.GENERATED_TARGET, str(known.origin))
        return _failed(citation, fault, known._replace(primary=trace(dossier, artifact.key, located.span).places))
    traced = trace(dossier, artifact.key, located.span)
    known = known._replace(primary=traced.places)
    if traced.reach is not Reach.ORIGINAL:
        broken = traced.reach is Reach.BROKEN
        status = ResolutionStatus.BROKEN_MAPPING if broken else ResolutionStatus.AMBIGUOUS_MAPPING
        return _failed(citation, Fault(Step.MAP, status, traced.reason), known)
    return _compared(dossier, citation, located, artifact, traced, policy, known)


class _Known(NamedTuple):
    """What is known of a citation so far; whatever the later steps find is added."""

    artifact: str | None = None
    entry: str | None = None
    span: Span | None = None
    whole: bool = False
    origin: Origin | None = None
    primary: tuple[Place, ...] = ()
    freshness: object = None


def _find_barrier(dossier: Dossier, artifact: Artifact, as_of: datetime) -> Fault | None:
    refusal = find_refusal(dossier, artifact)
    if refusal is not None:
        return Fault(Step.ACCESS, ResolutionStatus.UNAUTHORIZED, refusal)
    gone = find_unavailability(dossier, artifact, as_of)
    return Fault(Step.AVAILABILITY, gone[0], gone[1]) if gone is not None else None


def _find_digest_fault(dossier: Dossier, citation: Citation, artifact: Artifact) -> Fault | None:
    if citation.digest is None:
        required = "digest" in dossier.answer.citation_fields
        missing = Fault(Step.DIGEST_SHAPE, ResolutionStatus.MALFORMED_CITATION, MalformedDetail.MISSING_DIGEST)
        return missing if required else None
    declared = find_digest(citation.digest)
    if declared is None:
        return Fault(Step.DIGEST_SHAPE, ResolutionStatus.MALFORMED_CITATION, MalformedDetail.BAD_DIGEST)
    return (
        None
        if declared == dossier.find_digest(artifact.key)
        else Fault(Step.DIGEST, ResolutionStatus.SNAPSHOT_MISMATCH)
    )


def _find_shape_fault(citation: Citation, required: tuple[str, ...]) -> Fault | None:
    detail = find_range_fault(citation, required)
    return Fault(Step.RANGE_SHAPE, ResolutionStatus.MALFORMED_CITATION, detail) if detail is not None else None


def _generated(
    dossier: Dossier, citation: Citation, target: Target, artifact: Artifact, policy: NormalizationPolicy, known: _Known
) -> Resolution:
    """Generated words are never evidence; the original spans that their map reaches are listed beside them."""
    text = artifact.text or ""
    span, whole = Span(0, len(text)), True
    if find_range_fault(citation, ()) is None:
        located = locate(citation, target.entry, artifact, policy)
        if isinstance(located, Located):
            span, whole = located.span, located.whole
    places = trace(dossier, artifact.key, span).places if text else ()
    found = known._replace(span=span if text else None, whole=whole, primary=places)
    return _failed(citation, Fault(Step.ORIGIN, ResolutionStatus.GENERATED_TARGET), found)


def _compared(
    dossier: Dossier,
    citation: Citation,
    located: Located,
    artifact: Artifact,
    traced: Trace,
    policy: NormalizationPolicy,
    known: _Known,
) -> Resolution:
    words = citation.quoted_text
    if not words:
        return _made(citation, ResolutionStatus.SPAN_RESOLVED, known, None)
    cited = located.span.slice(artifact.text or "")
    found = compare(words, cited, policy)
    original = original_words(dossier, traced)
    if found.equal and original is not None:
        # What derives from the source is compared with the source itself (DESIGN 5). Where a step left words out
        # between its stretches, the whole differs from the quotation, and the verified maps of the stretches decide.
        projected = compare(words, original, policy)
        found = projected if projected.equal or len(traced.places) == 1 else found
    if found.exact:
        return _made(citation, ResolutionStatus.QUOTE_MATCH, known, None)
    if found.equal:
        operations = tuple(str(operation) for operation in found.operations)
        return _made(citation, ResolutionStatus.NORMALIZED_MATCH, known, None, operations=operations)
    elsewhere = find_elsewhere(dossier, words, artifact.key, located.span)
    return _made(
        citation,
        ResolutionStatus.QUOTE_MISMATCH,
        known,
        Fault(Step.COMPARE, ResolutionStatus.QUOTE_MISMATCH),
        elsewhere=elsewhere,
    )


def original_words(dossier: Dossier, traced: Trace) -> str | None:
    """The original text from the first to the last word of a traced span; None where it was merged from several."""
    place = joined(traced.places) if traced.hops else None
    text = dossier.find_text(place.artifact) if place is not None else None
    return place.span.slice(text) if place is not None and text is not None else None


def find_elsewhere(dossier: Dossier, words: str, artifact_key: str, span: Span) -> tuple[Place, ...]:
    """Every other place in what was recorded where the quoted words do stand: shown beside, never a repair (X-01)."""
    places = []
    for key, artifact in dossier.artifacts.items():
        for found in find_all(artifact.text or "", words, MAXIMUM_ELSEWHERE) if words else ():
            if (key, found) != (artifact_key, span):
                places.append(Place(key, found, artifact.source, artifact.version))
    return tuple(places[:MAXIMUM_ELSEWHERE])


def origin_at(artifact: Artifact, span: Span) -> Origin:
    """The origin of a range: the artifact's, unless ranges of another origin lie in it (DESIGN 5)."""
    within = [marked for marked in artifact.origins if marked.span.intersect(span) is not None]
    foreign = [marked for marked in within if marked.origin is not artifact.origin]
    if not foreign:
        return artifact.origin
    if len(foreign) == 1 and foreign[0].span.covers(span):
        return foreign[0].origin
    return Origin.MIXED


def _failed(citation: Citation, fault: Fault, known: _Known | None = None) -> Resolution:
    return _made(citation, fault.status, known or _Known(), fault)


def _made(
    citation: Citation,
    status: ResolutionStatus,
    known: _Known,
    fault: Fault | None,
    *,
    operations: tuple[str, ...] = (),
    elsewhere: tuple[Place, ...] = (),
) -> Resolution:
    facts = known._asdict()
    if facts["freshness"] is None:
        del facts["freshness"]
    return Resolution(
        citation=citation.key,
        status=status,
        detail=fault.detail if fault else "",
        failing_step=fault.step if fault else None,
        operations=operations,
        elsewhere=elsewhere,
        candidates=fault.candidates if fault else citation.candidates,
        steps=_steps(fault, is_quoted=bool(citation.quoted_text), has_digest=citation.digest is not None),
        **facts,
    )


def _steps(fault: Fault | None, *, is_quoted: bool, has_digest: bool) -> tuple[StepResult, ...]:
    return _listed(fault.step if fault else None, fault.detail if fault else "", is_quoted, has_digest)


def steps_of(citation: Citation, failing_step: Step | None, detail: str) -> tuple[StepResult, ...]:
    """What each step of a resolution gave, from what is kept of it: the steps themselves are never stored."""
    return _listed(failing_step, detail, bool(citation.quoted_text), citation.digest is not None)


# Most citations of an answer take the same steps.
@lru_cache(maxsize=256)
def _listed(failed_at: Step | None, detail: str, is_quoted: bool, has_digest: bool) -> tuple[StepResult, ...]:
    results, failed = [], False
    for step in Step:
        if failed:
            results.append(StepResult(step, Outcome.NOT_RUN))
        elif step is failed_at:
            failed = True
            results.append(StepResult(step, Outcome.FAIL, detail))
        elif step is Step.COMPARE and not is_quoted:
            results.append(StepResult(step, Outcome.NOT_APPLICABLE))
        elif step in (Step.DIGEST_SHAPE, Step.DIGEST) and not has_digest:
            results.append(StepResult(step, Outcome.NOT_APPLICABLE))
        else:
            results.append(StepResult(step, Outcome.PASS))
    return tuple(results)
