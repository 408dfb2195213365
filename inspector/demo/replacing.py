"""A handbook that was judged and then replaced: verdicts of two reviewers, the next version, and the run over it.

The run is worked off here, so that what it found is there before any worker has started.
"""

from pathlib import Path

from inspector.demo.readers import reader_called
from inspector.item_reading import label_of_guideline
from inspector.judged_evidence import judged_evidence
from inspector.reviewing import VerdictFields, record_verdict
from lineage.access import Reader
from lineage.dossiers import ANSWER_TEXTS, read_dossier
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import Answerability, CoverageVerdict, PairSupport, SupportClass
from lineage.formats.stored_report import read_report
from lineage.models import rows
from lineage.reprocessing import add_version
from lineage.working import work

CASE, SOURCE, NEXT = "night-desk", "night-desk-handbook", "2026"
NEXT_TEXT = Path(__file__).with_name("night-desk-2.md")
REVIEWERS, RESPONDER = ("ada", "ben"), "iris"
JUDGED_BY_BEN = 4


def replace_handbook(tenant: rows.Tenant) -> bool:
    """Whether the handbook was replaced now; a second time nothing happens."""
    if rows.SourceVersion.objects.filter(tenant=tenant, source__key=SOURCE, version=NEXT).exists():
        return False
    ada, ben = (reader_called(tenant, username) for username in REVIEWERS)
    claims = _claims(tenant)
    for claim in claims:
        _judge(ada, claim, "The passage says so.")
    for claim in claims[:JUDGED_BY_BEN]:
        _judge(ben, claim, "")
    source = rows.Source.objects.get(tenant=tenant, key=SOURCE)
    run = add_version(reader_called(tenant, RESPONDER), source, NEXT_TEXT.read_bytes(), version=NEXT)
    while work(run.pk):
        pass
    return True


def _claims(tenant: rows.Tenant) -> list[rows.Claim]:
    related = [f"answer__{name}" for name in ANSWER_TEXTS]
    found = rows.Claim.objects.filter(tenant=tenant, answer__case__key=CASE).order_by("ordinal")
    return list(found.select_related("answer__state__inspection__report", *related))


def _judge(reader: Reader, claim: rows.Claim, rationale: str) -> None:
    dossier = read_dossier(claim.answer)
    inspection = read_report(load_json(claim.answer.state.inspection.report.get_bytes()), dossier)
    evidence = judged_evidence(dossier, inspection, dossier.claims[claim.key], label_of_guideline(claim.tenant_id))
    fields = VerdictFields(
        pairs={citation.key: PairSupport.SUPPORTS for citation in dossier.citations_of(claim.key)},
        coverage=CoverageVerdict.SUPPORTED,
        answerability=Answerability.SUPPORTED,
        support_class=SupportClass.DIRECT_SUPPORT,
        rationale=rationale,
        contested=(),
        evidence_digest=evidence.digest,
        idempotency_key=f"demonstration {claim.key}",
    )
    record_verdict(reader, claim, fields, evidence.digest)
