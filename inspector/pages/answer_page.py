"""The whole answer page from one reading: its parts in the order in which an investigator reads them. Pure."""

from dataclasses import dataclass
from datetime import datetime

from inspector.pages.answer_audit import AnswerAudit, AnswerChecklist, audit_of, checklist_of
from inspector.pages.answer_blocks import AnswerBlocks, blocks_of
from inspector.pages.answer_claims import AnswerClaims, claims_of
from inspector.pages.answer_findings import AnswerFindings, findings_of
from inspector.pages.answer_head import AnswerHead, head_of
from inspector.pages.answer_histories import AnswerHistories, histories_of
from inspector.pages.answer_hops import AnswerHops, hops_of
from inspector.pages.answer_numbers import AnswerNumbers, numbers_of
from inspector.pages.answer_outputs import AnswerOutputs, outputs_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Region
from inspector.pages.answer_request import AnswerRequest, request_of
from inspector.pages.answer_retrieval import AnswerRetrieval, retrieval_of
from inspector.pages.answer_settings import AnswerSettings, settings_of
from inspector.pages.answer_views import AnswerViews, views_of
from inspector.pages.clocks_view import ClocksView, clocks_view
from lineage.evidence.passage_history import histories

LISTS = ("claims", "findings", "candidates", "passages", "blocks", "views")
"""Lists that may be long: an address such as `?candidates=all` opens one of them whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSelection:
    """What the address says: where in the request and in the raw output to begin, and which lists are opened."""

    request: int = 0
    raw: int = 0
    opened: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPage:
    """Each part has a `region`; `regions` are all of them in order, for the table of contents."""

    url: str
    head: AnswerHead
    audit: AnswerAudit
    claims: AnswerClaims
    findings: AnswerFindings
    outputs: AnswerOutputs
    numbers: AnswerNumbers
    request: AnswerRequest
    views: AnswerViews
    retrieval: AnswerRetrieval
    histories: AnswerHistories
    blocks: AnswerBlocks
    hops: AnswerHops
    settings: AnswerSettings
    checklist: AnswerChecklist
    clocks: ClocksView
    hides_any: bool
    is_blind: bool

    @property
    def regions(self) -> tuple[Region, ...]:
        return (
            self.audit.region,
            self.claims.region,
            self.findings.region,
            self.outputs.region,
            self.numbers.region,
            self.request.region,
            self.views.region,
            self.retrieval.region,
            self.histories.region,
            self.blocks.region,
            self.hops.region,
            self.settings.region,
            self.checklist.region,
            self.clocks_region,
        )

    @property
    def clocks_region(self) -> Region:
        title = "Then and now"
        if self.clocks.masked:
            return Region("clocks", title, "masked")
        if not self.clocks.rows:
            return Region("clocks", title, "empty")
        return Region("clocks", title, "partial" if self.clocks.then is None else "recorded")


def build(reading: AnswerReading, selection: AnswerSelection, now: datetime) -> AnswerPage:
    """The page as it is at a moment, which only its second clock depends on."""
    opened = selection.opened
    followed = histories(reading.dossier)
    return AnswerPage(
        url=reading.url,
        head=head_of(reading),
        audit=audit_of(reading),
        claims=claims_of(reading, every="claims" in opened),
        findings=findings_of(reading, every="findings" in opened),
        outputs=outputs_of(reading, selection.raw),
        numbers=numbers_of(reading),
        request=request_of(reading, selection.request),
        views=views_of(reading, every="views" in opened),
        retrieval=retrieval_of(
            reading, frozenset(history.artifact for history in followed), every="candidates" in opened
        ),
        histories=histories_of(reading, followed, every="passages" in opened),
        blocks=blocks_of(reading, every="blocks" in opened),
        hops=hops_of(reading),
        settings=settings_of(reading),
        checklist=checklist_of(reading),
        clocks=clocks_view(reading, now),
        hides_any=reading.hides_any,
        is_blind=reading.is_blind,
    )
