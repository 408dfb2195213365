"""Sources that were taken away, each in another way: withdrawn, deleted with a snapshot for auditors, erased, held.

Two more came without their words: one archived, of one only the digest was kept.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

from inspector.demo.readers import reader_called
from lineage import lifecycle
from lineage.evidence.vocabulary import AuditRetention
from lineage.models import rows
from lineage.retention import erase_due

BUNDLE = Path(__file__).with_name("lives.json")
SNAPSHOT_UNTIL = datetime(2027, 11, 30, tzinfo=UTC)
RESPONDER, ADMINISTRATOR, POLICY_ADMIN = "iris", "max", "pia"


def read_lives() -> dict[str, object]:
    """The case of the demonstration, as golden cases are written."""
    return {"bundle": json.loads(BUNDLE.read_text()), "as_of": "2026-11-20T09:00:00Z"}


def have_lived(tenant: rows.Tenant) -> bool:
    """Whether these sources are there; what was erased is not taken in again."""
    keys = [source["key"] for source in json.loads(BUNDLE.read_text())["sources"]]
    return rows.Source.objects.filter(tenant=tenant, key__in=keys).exists()


def live_on(tenant: rows.Tenant) -> None:
    """What happened to these sources after the answers were given."""
    iris, max_, pia = (reader_called(tenant, name) for name in (RESPONDER, ADMINISTRATOR, POLICY_ADMIN))
    lifecycle.withdraw(
        iris, _version(tenant, "visitor-badges"), reason="The hours in it are wrong; a corrected text is being written."
    )
    lifecycle.tombstone(
        max_,
        _version(tenant, "night-fees"),
        reason="The council replaced the fees by a new statute.",
        retention=AuditRetention.RESTRICTED_SNAPSHOT,
        until=SNAPSHOT_UNTIL,
        legal_basis="Council decision 2026-88",
    )
    sick = _version(tenant, "sick-notes")
    lifecycle.tombstone(
        max_,
        sick,
        reason="It named the health of persons.",
        retention=AuditRetention.NONE,
        legal_basis="Request for erasure 2026-114",
    )
    lifecycle.request_purge(max_, sick, reason="Request for erasure 2026-114")
    lifecycle.confirm_purge(pia, sick, reason="Checked with counsel.")
    for _ in erase_due(tenant.pk):
        pass
    crane = _version(tenant, "crane-log")
    lifecycle.hold(max_, crane, reason="Claim of the shipping company, file 2026-31.")


def _version(tenant: rows.Tenant, key: str) -> rows.SourceVersion:
    return rows.SourceVersion.objects.select_related("source").get(tenant=tenant, source__key=key)
