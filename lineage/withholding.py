"""Which versions and texts this reader must not be shown now, in bulk and from rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from django.db import connection
from django.utils import timezone

from lineage.access import Action, Reader
from lineage.bulk import in_parts
from lineage.evidence import withholding
from lineage.evidence.bundle import Source
from lineage.evidence.vocabulary import AuditRetention, Availability, Withheld
from lineage.evidence.withholding import FINAL, GRAVITY, Retention, Withholding
from lineage.models import rows
from lineage.source_standing import read_deciding

LARGEST_LOOKUP = 500
# Each artifact that is named, with all that it was made from; of their versions those that may be withheld.
SUSPECTS = """
WITH RECURSIVE reach(named, id) AS (
    SELECT id, id FROM lineage_artifact WHERE tenant_id = %s AND {column} IN ({names})
    UNION
    SELECT r.named, d.input_id FROM lineage_derivation d JOIN reach r ON d.output_id = r.id
)
SELECT DISTINCT a.{column}, v.id FROM reach r
JOIN lineage_artifact s ON s.id = r.id
JOIN lineage_sourceversion v ON v.id = s.version_id
JOIN lineage_artifact a ON a.id = r.named
WHERE v.availability <> 'available'
OR EXISTS (SELECT 1 FROM lineage_sourceevent e WHERE e.version_id = v.id AND e.event IN ({taking}))
"""


def find_withheld(
    version_ids: Iterable[int], reader: Reader | None = None, now: datetime | None = None
) -> dict[int, Withheld]:
    """Of these versions, those whose words the reader must not be shown now, and why; nobody reads least.

    Access labels are another matter: a version with a label that the reader lacks is not visible at all.
    """
    return {id: found.kind for id, found in find_withholdings(version_ids, reader, now).items()}


def find_withholdings(
    version_ids: Iterable[int], reader: Reader | None = None, now: datetime | None = None
) -> dict[int, Withholding]:
    """As `find_withheld`, with since when, and whether title and address are withheld too.

    Two statements for 500 versions, and a third for an auditor where one of them was deleted.
    """
    moment, found = now or timezone.now(), dict[int, Withholding]()
    for part in in_parts(sorted(set(version_ids)), LARGEST_LOOKUP):
        known = dict(rows.SourceVersion.objects.filter(pk__in=part).values_list("id", "availability"))
        happened = read_deciding(part)
        deleted = [id for id, events in happened.items() if any(kind in FINAL for kind, _ in events)]
        retentions = find_retentions(deleted) if deleted and _reads_taken_away(reader) else {}
        for id, availability in known.items():
            one = withholding.decide(
                Availability(availability),
                happened.get(id, ()),
                moment,
                reads_taken_away=_reads_taken_away(reader),
                retention=retentions.get(id),
            )
            if one is not None:
                found[id] = one
    return found


def find_withholdings_among(
    tenant_id: int, sources: Mapping[str, Source], reader: Reader | None = None, now: datetime | None = None
) -> dict[tuple[str, str], Withholding]:
    """As `find_withholdings`, of the versions that a dossier has read already, by source and version.

    No statement, but one for an auditor where one of them was deleted.
    """
    moment = now or timezone.now()
    versions = {(source.key, version.version): version for source in sources.values() for version in source.versions}
    deleted = {key for key, version in versions.items() if any(event.event in FINAL for event in version.events)}
    retentions = _retentions_by_name(tenant_id, deleted) if deleted and _reads_taken_away(reader) else {}
    found = {}
    for key, version in versions.items():
        one = withholding.withhold(
            version, moment, reads_taken_away=_reads_taken_away(reader), retention=retentions.get(key)
        )
        if one is not None:
            found[key] = one
    return found


def find_withheld_artifacts(
    tenant_id: int, keys: Collection[str], reader: Reader | None = None, now: datetime | None = None
) -> dict[str, Withheld]:
    """Of these artifacts, those of versions that are withheld, or made from such; one statement where there is none."""
    return _withheld_by("key", tenant_id, sorted(set(keys)), reader, now)


def find_withheld_ids(
    tenant_id: int, artifact_ids: Collection[int], reader: Reader | None = None, now: datetime | None = None
) -> dict[int, Withheld]:
    """As `find_withheld_artifacts`, by ids of rows."""
    return _withheld_by("id", tenant_id, sorted(set(artifact_ids)), reader, now)


def find_retentions(version_ids: Iterable[int]) -> dict[int, Retention]:
    """What the newest tombstone of each version lets auditors read."""
    found: dict[int, Retention] = {}
    for part in in_parts(sorted(set(version_ids)), LARGEST_LOOKUP):
        stones = rows.Tombstone.objects.filter(version_id__in=part).order_by("id")
        for id, kind, until in stones.values_list("version_id", "audit_retention", "retention_until"):
            found[id] = Retention(AuditRetention(kind), until)
    return found


def _withheld_by(
    column: str, tenant_id: int, names: Sequence[Any], reader: Reader | None, now: datetime | None
) -> dict[Any, Withheld]:
    suspects: dict[Any, set[int]] = defaultdict(set)
    taking = ", ".join(f"'{event.value}'" for event in withholding.TAKING)
    for part in in_parts(names, LARGEST_LOOKUP):
        statement = SUSPECTS.format(column=column, names=", ".join(["%s"] * len(part)), taking=taking)
        with connection.cursor() as cursor:
            cursor.execute(statement, [tenant_id, *part])
            for name, version_id in cursor.fetchall():
                suspects[name].add(version_id)
    if not suspects:
        return {}
    kinds = find_withheld(chain.from_iterable(suspects.values()), reader, now)
    found = {name: [kinds[id] for id in ids if id in kinds] for name, ids in suspects.items()}
    return {name: min(reasons, key=GRAVITY.index) for name, reasons in found.items() if reasons}


def _retentions_by_name(tenant_id: int, names: Collection[tuple[str, str]]) -> dict[tuple[str, str], Retention]:
    found: dict[tuple[str, str], Retention] = {}
    for part in in_parts(sorted({source for source, _ in names}), LARGEST_LOOKUP):
        stones = rows.Tombstone.objects.filter(tenant_id=tenant_id, version__source__key__in=part).order_by("id")
        columns = ("version__source__key", "version__version", "audit_retention", "retention_until")
        for source, version, kind, until in stones.values_list(*columns):
            found[source, version] = Retention(AuditRetention(kind), until)
    return found


def _reads_taken_away(reader: Reader | None) -> bool:
    return reader is not None and reader.may(Action.READ_TAKEN_AWAY)
