"""What was erased, as a list to be kept apart from backups, and done again after one was restored (reliability 7)."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from lineage import ledger
from lineage.erasing import REASON as PURGED
from lineage.erasing import Erased, Stopped, purge
from lineage.evidence.life import LifeState
from lineage.evidence.reading import PayloadProblems, validate
from lineage.evidence.vocabulary import AuditRetention, SourceEventKind
from lineage.evidence.wire import Key, Moment, record
from lineage.lifecycle_asking import hold_still
from lineage.lifecycle_changing import VERBS, append
from lineage.lifecycle_reading import get_life
from lineage.models import rows
from lineage.withholding import find_retentions

ACTOR = "apply_erasures"
REASON = "it was erased before; done again after a backup was restored"


@record
class Entry:
    """One erased version, by the keys of tenant, source and version: ids and dates, no words."""

    tenant: Key
    source: Key
    version: Key
    at: Moment
    retention: AuditRetention = AuditRetention.NONE


class NotAList(ValueError):
    """A line is no entry; the message says which and why."""


class Applied(NamedTuple):
    """`outcome` is said to people; `erased` is None where nothing was done."""

    entry: Entry
    outcome: str
    erased: Erased | None = None


def list_erased(tenant_id: int | None = None, since: datetime | None = None) -> Iterator[Entry]:
    """Every version that was erased here, oldest first."""
    events = rows.SourceEvent.objects.filter(event=SourceEventKind.PURGED.value, reason=PURGED)
    if tenant_id is not None:
        events = events.filter(tenant_id=tenant_id)
    if since is not None:
        events = events.filter(at__gte=since)
    found = list(events.select_related("tenant", "version__source").order_by("at", "id"))
    kept = find_retentions(event.version_id for event in found)
    for event in found:
        one = kept.get(event.version_id)
        version = event.version
        named = {"tenant": event.tenant.key, "source": version.source.key, "version": version.version}
        yield Entry(**named, at=event.at, retention=one.kind if one else AuditRetention.NONE)


def write_line(entry: Entry) -> str:
    named = {"tenant": entry.tenant, "source": entry.source, "version": entry.version}
    return json.dumps({**named, "at": entry.at.isoformat(), "retention": entry.retention.value}, ensure_ascii=False)


def read_lines(lines: Iterable[str]) -> list[Entry]:
    """Raises NotAList; nothing is done then."""
    entries = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            entries.append(validate(Entry, json.loads(line)))
        except (PayloadProblems, ValueError, RecursionError) as fault:
            raise NotAList(f"line {number}: {fault}") from None
    return entries


def apply(entries: Iterable[Entry]) -> Iterator[Applied]:
    """Erases what of these versions is here again; a hold that stands in the restored backup is told, and kept."""
    for entry in entries:
        version = rows.SourceVersion.objects.select_related("source", "tenant").filter(
            tenant__key=entry.tenant, source__key=entry.source, version=entry.version
        )
        yield _apply_one(entry, version.first())


def _apply_one(entry: Entry, version: rows.SourceVersion | None) -> Applied:
    if version is None:
        return Applied(entry, "not here")
    state = get_life(version).state
    if state is LifeState.PURGED:
        return Applied(entry, "erased already")
    if state is not LifeState.TOMBSTONED or not version.tombstones.exists():
        _bury(version, entry)
    try:
        return Applied(entry, "erased", purge(version, actor=ACTOR))
    except Stopped as held:
        return Applied(entry, f"not erased: {held}")


def _bury(version: rows.SourceVersion, entry: Entry) -> None:
    with transaction.atomic():
        hold_still(version)
        event = append(version, SourceEventKind.TOMBSTONED, ACTOR, timezone.now(), REASON)
        rows.Tombstone.objects.create(
            tenant_id=version.tenant_id,
            version=version,
            event=event,
            audit_retention=entry.retention.value,
            # A snapshot has an end, and this one's is over.
            retention_until=entry.at if entry.retention is AuditRetention.RESTRICTED_SNAPSHOT else None,
        )
        said = {"source": entry.source, "version": entry.version, "erased_at": entry.at.isoformat()}
        verb = VERBS[SourceEventKind.TOMBSTONED]
        ledger.record(version.tenant_id, verb, ACTOR, f"source_version:{version.public_id}", said)
