"""The reference audit on top of an answer, and what of seven things was captured with it (S2-15, S2-46). Pure."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Region
from inspector.pages.evidence_view import Said
from lineage.evidence.checklist import ADVICE, capture_checklist
from lineage.evidence.reference_audit import ReferenceAudit, audit_answer
from lineage.evidence.vocabulary import Presence

STATE_OF_PRESENCE = {Presence.PRESENT: "pass", Presence.ABSENT: "absent", Presence.NOT_APPLICABLE: "none"}
POOR = 4
"""With fewer of the seven present than this, thresholds are not what to change first."""


class AuditLine(NamedTuple):
    """One question of the audit; `found` are ids with the claim that they stand in, `hidden` how many are masked."""

    question: str
    said: Said
    found: tuple[tuple[str, str, str], ...]
    hidden: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerAudit:
    region: Region
    passed: Said | None
    lines: tuple[AuditLine, ...]


class CheckLine(NamedTuple):
    name: str
    said: Said
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChecklist:
    """`banner` is empty where enough was captured to ask about thresholds at all."""

    region: Region
    lines: tuple[CheckLine, ...]
    present: int
    total: int
    banner: str


def audit_of(reading: AnswerReading) -> AnswerAudit:
    audit = audit_answer(reading.dossier)
    if audit is None:
        missing = "Which passages this answer was given, so no id can be checked against them."
        advice = "Record the manifest of supplied passages after packing, each with its label."
        return AnswerAudit(
            region=Region("references", "Reference audit", "absent", missing, advice), passed=None, lines=()
        )
    passed = Said("passed", "pass") if audit.passed else Said("not passed", "fail")
    lines = (_unknown(reading, audit), _uncited(reading, audit), _duplicates(reading, audit))
    state = "masked" if any(line.hidden for line in lines) else "recorded"
    return AnswerAudit(region=Region("references", "Reference audit", state), passed=passed, lines=lines)


def _unknown(reading: AnswerReading, audit: ReferenceAudit) -> AuditLine:
    pairs = [(id, claim) for claim, ids in audit.unknown_by_claim.items() for id in ids]
    shown = [
        (id, _claim_name(reading, claim), reading.claim_urls.get(claim, ""))
        for id, claim in pairs
        if _open(reading, id)
    ]
    said = Said(f"{len(pairs)} unknown", "fail") if pairs else Said("none unknown", "pass")
    return AuditLine("Cited ids that this answer was not given", said, tuple(shown), len(pairs) - len(shown))


def _uncited(reading: AnswerReading, audit: ReferenceAudit) -> AuditLine:
    keys = audit.uncited_claims
    said = Said(f"{len(keys)} uncited", "fail") if keys else Said("none uncited", "pass")
    shown = tuple(("", _claim_name(reading, key), reading.claim_urls.get(key, "")) for key in keys)
    return AuditLine("Claims that need a citation and have none", said, shown)


def _duplicates(reading: AnswerReading, audit: ReferenceAudit) -> AuditLine:
    ids = audit.duplicate_source_ids
    shown = tuple((id, "", "") for id in ids if _open(reading, id))
    said = Said(f"{len(ids)} given twice", "fail") if ids else Said("none twice", "pass")
    return AuditLine("Ids under which more than one passage was given", said, shown, len(ids) - len(shown))


def _open(reading: AnswerReading, id: str) -> bool:
    return not reading.mask.hides(id) and not reading.mask.speaks_of(id)


def _claim_name(reading: AnswerReading, key: str) -> str:
    ordinal = reading.ordinals.get(key)
    return f"claim {ordinal}" if ordinal else key


def checklist_of(reading: AnswerReading) -> AnswerChecklist:
    found = capture_checklist(reading.dossier, reading.payload is not None)
    lines = tuple(_check_line(reading, line.name, line.state, line.note) for line in found)
    present = sum(line.state is Presence.PRESENT for line in found)
    asked = sum(line.state is not Presence.NOT_APPLICABLE for line in found)
    state = "recorded" if present == asked else "partial" if present else "absent"
    return AnswerChecklist(
        region=Region("checklist", "What was captured", state),
        lines=lines,
        present=present,
        total=len(found),
        banner=ADVICE if present < POOR and present < asked else "",
    )


def _check_line(reading: AnswerReading, name: str, state: Presence, note: str) -> CheckLine:
    kept = (
        "named passages that you may not read" if reading.mask.speaks_of(note) or _names_label(reading, note) else note
    )
    return CheckLine(name, Said(state.label, STATE_OF_PRESENCE[state]), kept)


def _names_label(reading: AnswerReading, note: str) -> bool:
    return any(label in note for label in reading.mask.labels)
