"""What an adjudicator settles on, from rows alone: for work without a page, such as the demonstration's."""

from typing import Any

from inspector.disputes import Dispute, read_dispute
from inspector.evidence_today import combine, read_changed
from inspector.item_reading import label_of_guideline
from inspector.judged_evidence import judged_evidence
from inspector.rulings import Evidenced
from lineage.access import Reader
from lineage.dossiers import read_dossier
from lineage.evidence.digests import raw_digest
from lineage.evidence.reading import load_json
from lineage.formats.stored_report import read_report
from lineage.models import rows


def read_evidenced(item: Any) -> Evidenced:
    """The evidence of an item as its answer was given it; what runs found since is known by page alone."""
    answer = rows.Answer.objects.select_related("state__inspection__report").get(claims=item.claim_id)
    dossier = read_dossier(answer)
    inspection = read_report(load_json(answer.state.inspection.report.get_bytes()), dossier)
    claim = dossier.claims[item.claim.key]
    given = judged_evidence(dossier, inspection, claim, label_of_guideline(item.tenant_id)).digest
    return Evidenced(dossier, inspection, claim, given, {})


def read_dispute_today(reader: Reader, item: Any, evidenced: Evidenced) -> Dispute:
    today = combine(raw_digest(evidenced.given), read_changed([item.claim_id]).get(item.claim_id, {}))
    return read_dispute(reader, item, today)
