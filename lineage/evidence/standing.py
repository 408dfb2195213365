"""Whether a source version is current, available, and for this answer's reader, as of a moment (X-29)."""

from datetime import datetime
from typing import NamedTuple

from lineage.evidence.bundle import Answer, Artifact, Source, SourceVersion
from lineage.evidence.dossier import Dossier
from lineage.evidence.vocabulary import Availability, Freshness, ResolutionStatus, SourceEventKind
from lineage.evidence.withholding import find_taking

REFUSALS = {"permission_denied", "cross_tenant", "link_expired"}
GONE = {
    Availability.WITHDRAWN: ResolutionStatus.WITHDRAWN,
    Availability.DELETED: ResolutionStatus.DELETED,
    Availability.ACCESS_BLOCKED: ResolutionStatus.ACCESS_BLOCKED,
    Availability.NOT_RETAINED: ResolutionStatus.NOT_RETAINED,
    Availability.HASH_ONLY: ResolutionStatus.NOT_RETAINED,
}
EVENTS = {
    SourceEventKind.WITHDRAWN: (ResolutionStatus.WITHDRAWN, ""),
    SourceEventKind.TOMBSTONED: (ResolutionStatus.DELETED, ""),
    SourceEventKind.PURGED: (ResolutionStatus.NOT_REPLAYABLE, "content purged"),
}


class Supersession(NamedTuple):
    """The version that replaced another, and since when; None where nobody recorded when."""

    version: SourceVersion
    since: datetime | None


def find_supersession(source: Source, version: SourceVersion) -> Supersession | None:
    """What replaced a version: a version that names it, or its own `superseded` event. Drafts replace nothing."""
    successors = [v for v in source.versions if v.supersedes == version.version and not _is_draft(v)]
    replaced = [event.at for event in version.events if event.event is SourceEventKind.SUPERSEDED]
    if not successors:
        return Supersession(version, min(replaced)) if replaced else None
    dated = [(since, successor) for successor in successors if (since := _in_force(successor)) is not None]
    if not dated:
        return Supersession(successors[0], min(replaced, default=None))
    since, successor = min(dated, key=lambda pair: pair[0])
    return Supersession(successor, since)


def assess_freshness(source: Source | None, version: SourceVersion | None, at: datetime) -> Freshness:
    """The freshness of a version at a moment; unknown where the version or the times are not recorded."""
    if source is None or version is None:
        return Freshness.UNKNOWN
    if version.valid_from is not None and at < version.valid_from:
        return Freshness.NOT_YET_VALID
    if version.valid_to is not None and at >= version.valid_to:
        return Freshness.EXPIRED
    replaced = find_supersession(source, version)
    if replaced is None:
        return Freshness.CURRENT
    if replaced.since is None:
        return Freshness.UNKNOWN
    return Freshness.SUPERSEDED if replaced.since <= at else Freshness.CURRENT


def find_refusal(dossier: Dossier, artifact: Artifact) -> str | None:
    """Why the answer's persona may not see a source; None where it may, or where nobody recorded a persona (X-09)."""
    for check in dossier.answer.capture.access_checks or ():
        named = check.source is not None and check.source == artifact.source
        if named and check.version in (None, artifact.version) and check.outcome in REFUSALS:
            return check.outcome
    version, persona = dossier.find_version(artifact), dossier.answer.case.persona
    if version is None or persona is None:
        return None
    missing = [label for label in version.labels if label not in persona.labels]
    return f"needs {', '.join(missing)}" if missing else None


def find_unavailability(dossier: Dossier, artifact: Artifact, as_of: datetime) -> tuple[ResolutionStatus, str] | None:
    """The status of a source version whose text may not or cannot be read as of a moment; None where it can."""
    version = dossier.find_version(artifact)
    if version is not None:
        if version.availability in GONE:
            return GONE[version.availability], ""
        taken = find_taking(((event.event, event.at) for event in version.events), as_of)
        if taken is not None:
            return EVENTS[taken[0]]
    return (ResolutionStatus.NOT_RETAINED, "") if artifact.text is None else None


def _is_draft(version: SourceVersion) -> bool:
    """What came as a draft counts from the moment at which it was published."""
    return version.draft and not any(event.event is SourceEventKind.ACTIVATED for event in version.events)


def _in_force(version: SourceVersion) -> datetime | None:
    activated = [event.at for event in version.events if event.event is SourceEventKind.ACTIVATED]
    return next((at for at in (*activated, version.valid_from, version.ingested_at, version.observed_at) if at), None)


def answered_at(answer: Answer, as_of: datetime) -> datetime:
    """The moment the answer was given, or the moment of inspection where nobody recorded it."""
    return answer.answered_at or as_of
