"""Is everything still as it was recorded? One function a subject yields its faults, and what to do (M-55, S3-68).

Nothing is mended here. What no digest and no second derivation speaks of, such as the kind of an artifact, is not
looked at: against whoever writes the database file itself the ledger and a saved checkpoint are the proof.
"""

from collections.abc import Iterator
from typing import Any

from django.db import connections, router
from django.db.models import F, Q

from lineage import guards, ledger, projections
from lineage.models import rows
from lineage.models.content import ContentDamaged

FROM_BACKUP = "Restore row {} of {} from a backup"
CONTENTS_HELD = 20
"""Contents in memory at once; the largest may be some hundred megabytes."""


def find_guard_faults() -> Iterator[str]:
    for name in guards.find_missing(connections[router.db_for_write(rows.Content)]):
        yield f"{name} is missing or altered. Run manage.py migrate, then find out who removed it."


def find_ledger_faults(tenant: rows.Tenant) -> Iterator[str]:
    for problem in ledger.verify(tenant):
        yield f"event {problem.seq}: {problem.message}. Compare with a backup or a saved checkpoint; change nothing."


def find_content_faults(tenant: rows.Tenant) -> Iterator[str]:
    """Every kept content is hashed again. What was purged has no bytes, and its digest nothing to compare with."""
    kept = rows.Content.objects.filter(tenant=tenant, body__isnull=False).order_by("id")
    for content in kept.iterator(CONTENTS_HELD):
        try:
            content.get_bytes()
        except ContentDamaged as damage:
            yield f"{damage}. {FROM_BACKUP.format(content.pk, 'lineage_content')}."


def find_range_faults(tenant: rows.Tenant) -> Iterator[str]:
    """Places that leave the text they are said to stand in: resolutions, supplied passages, relocations, slices."""
    slices: Any = rows.Artifact.objects.filter(tenant=tenant, start__isnull=False, length__isnull=False)
    wrong = ~Q(length=F("end") - F("start"))
    yield from _faults("lineage_artifact", "its slice of a content is not as long as it says", slices.filter(wrong))
    resolved: Any = rows.Resolution.objects.filter(tenant=tenant, end__gt=F("artifact__length"))
    yield from _faults("lineage_resolution", "its place ends after the text it stands in", resolved)
    supplied: Any = rows.ManifestEntry.objects.filter(tenant=tenant, end__gt=F("artifact__length"))
    yield from _faults("lineage_manifestentry", "its place ends after the text it stands in", supplied)
    moved: Any = rows.Relocation.objects.filter(tenant=tenant)
    beyond = moved.filter(Q(end__gt=F("was__length")) | Q(now_end__gt=F("now__length")))
    yield from _faults("lineage_relocation", "its place ends after the text it stands in", beyond)


def find_projection_faults(tenant: rows.Tenant) -> Iterator[str]:
    for answer in projections.find_differences(tenant.pk):
        yield f"that of answer {answer} is not what its records say. Run manage.py rebuild."


def _faults(table: str, what: str, found: Any) -> Iterator[str]:
    for id in found.order_by("id").values_list("id", flat=True).iterator():
        yield f"row {id}: {what}. {FROM_BACKUP.format(id, table)}."
