"""Every row of lineage under one name: `from lineage.models import rows`, then `rows.Claim`."""

from lineage.models.answers import Answer, Case, Citation, Claim, JudgeResult, ManifestEntry
from lineage.models.artifacts import Artifact, Derivation, Transformation
from lineage.models.content import Content
from lineage.models.extractions import Extraction, PageImage
from lineage.models.ledger import AccessEvent, AuditEvent, Checkpoint, LedgerHead
from lineage.models.lifecycle import Invalidation, Redaction, Tombstone
from lineage.models.projections import AnswerState
from lineage.models.records import Finding, Inspection, Policy, Resolution
from lineage.models.sources import Alias, Source, SourceEvent, SourceLabel, SourceVersion
from lineage.models.tenancy import Tenant
from lineage.models.work import Relocation, RelocationDecision, Run, WorkerPulse, WorkItem

__all__ = [
    "AccessEvent",
    "Alias",
    "Answer",
    "AnswerState",
    "Artifact",
    "AuditEvent",
    "Case",
    "Checkpoint",
    "Citation",
    "Claim",
    "Content",
    "Derivation",
    "Extraction",
    "Finding",
    "Inspection",
    "Invalidation",
    "JudgeResult",
    "LedgerHead",
    "ManifestEntry",
    "PageImage",
    "Policy",
    "Redaction",
    "Relocation",
    "RelocationDecision",
    "Resolution",
    "Run",
    "Source",
    "SourceEvent",
    "SourceLabel",
    "SourceVersion",
    "Tenant",
    "Tombstone",
    "Transformation",
    "WorkItem",
    "WorkerPulse",
]
