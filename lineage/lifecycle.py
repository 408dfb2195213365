"""What people do to a version of a source: publish, withdraw, restore, delete, hold, ask for and agree to erasure.

Each verb is one transaction: the event, its rows, and last one audit event. A version is a row or its public id. What
was done already by the same person with the same reason is answered with what was recorded then.
Raises NotAllowed, NotVisible, and NotPossible with a sentence for people.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from lineage import ledger
from lineage.access import Action, Reader
from lineage.aliases import move_current
from lineage.due_runs import is_cited_elsewhere
from lineage.evidence import life
from lineage.evidence.life import LifeState
from lineage.evidence.vocabulary import (
    AuditRetention,
    Availability,
    InvalidationStatus,
    InvalidationTarget,
    RunTrigger,
    SourceEventKind,
)
from lineage.lifecycle_asking import NotPossible, Version, hold_still, read_asked, require_reason
from lineage.lifecycle_changing import VERBS, append, change, find_repeated, record, require_possible, tell_of_words
from lineage.lifecycle_erasure import confirm_purge, decline_purge, hold, release, request_purge
from lineage.lifecycle_reading import read_lives
from lineage.models import rows
from lineage.reaching import reach
from lineage.run_starting import append_run, find_normalization

__all__ = [
    "NOTICE",
    "NotPossible",
    "confirm_purge",
    "decline_purge",
    "hold",
    "publish",
    "publish_in",
    "reach",
    "record_invalidation",
    "release",
    "request_purge",
    "restore",
    "tombstone",
    "withdraw",
]

NOTICE = timedelta(days=7)
"""How long before one person's date everybody else has time to set a hold."""
INVALIDATED = "invalidation_recorded"


def publish(reader: Reader, version: Version, reason: str = "") -> rows.SourceEvent:
    """A draft becomes the version that holds: `current` moves to it, and its citations are looked for in it."""
    row = read_asked(reader, version, Action.CHANGE_SOURCES)
    require_reason(row, reason, is_needed=False)
    policy = find_normalization(row.source)
    with transaction.atomic():
        hold_still(row)
        now = timezone.now()
        known = find_repeated(row, SourceEventKind.ACTIVATED, reader.actor, reason, life.refuse_publish)
        if known is not None:
            return known
        event = publish_in(row, reader.actor, now, reason)
        if is_cited_elsewhere(row):
            append_run(
                row.source,
                row,
                policy,
                trigger=RunTrigger.NEW_VERSION,
                cause=f"version:{row.pk}",
                pipeline=None,
                requested_by=reader.actor,
                actor=reader.actor,
            )
        record(row, event, VERBS[SourceEventKind.ACTIVATED])
    return event


def publish_in(version: rows.SourceVersion, actor: str, now: datetime, reason: str = "") -> rows.SourceEvent:
    """Inside a transaction of the caller, who writes the audit event: `version` holds from now on.

    Events on it and on what it replaces, and the alias `current`; the `activated` event. A version that was just
    added counts as well as a draft.
    """
    held = [id for id, one in read_lives(version.source_id, now).items() if one.state is LifeState.ACTIVE]
    named = Q(source_id=version.source_id, version=version.supersedes)
    told = rows.SourceEvent.objects.filter(version_id=OuterRef("pk"), event=SourceEventKind.SUPERSEDED.value)
    standing = rows.SourceVersion.objects.filter(Q(pk__in=held) | (named & ~Exists(told)))
    replaced = list(standing.exclude(pk=version.pk).order_by("id"))
    event = append(version, SourceEventKind.ACTIVATED, actor, now, reason)
    for before in replaced:
        append(before, SourceEventKind.SUPERSEDED, actor, now, f"version {version.version} was published")
    move_current(version.source, now, actor)
    return event


def withdraw(reader: Reader, version: Version, reason: str) -> rows.SourceEvent:
    """From now on nobody but auditors reads its words, title and address."""
    return change(reader, version, reason, SourceEventKind.WITHDRAWN, life.refuse_withdraw)


def restore(reader: Reader, version: Version, reason: str) -> rows.SourceEvent:
    """Undoes a withdrawal. What came withdrawn from outside stays so: send it as another version."""
    row = read_asked(reader, version, Action.CHANGE_SOURCES)
    if row.availability == Availability.WITHDRAWN:
        raise NotPossible("It came withdrawn from outside, and stays so. Import it as another version.")
    return change(reader, row, reason, SourceEventKind.RESTORED, life.refuse_restore)


def tombstone(
    reader: Reader,
    version: Version,
    reason: str,
    *,
    retention: AuditRetention,
    until: datetime | None = None,
    legal_basis: str = "",
) -> rows.SourceEvent:
    """Deletes a version: its words are read no more, but for what `retention` lets auditors read until `until`.

    On that day it is erased; without one, once two people have agreed. Of several tombstones the newest counts.
    """
    row = read_asked(reader, version, Action.ERASE_SOURCES)
    require_reason(row, reason)
    require_reason(row, legal_basis, is_needed=False)
    _require_date(retention, until, timezone.now())
    with transaction.atomic():
        hold_still(row)
        now = timezone.now()
        newest = rows.Tombstone.objects.filter(version=row).select_related("event").order_by("-id").first()
        said = (retention.value, until, legal_basis, reason, reader.actor)
        if newest is not None and _told(newest) == said:
            event: rows.SourceEvent = newest.event
            return event
        require_possible(row, life.refuse_tombstone)
        event = append(row, SourceEventKind.TOMBSTONED, reader.actor, now, reason)
        rows.Tombstone.objects.create(
            tenant_id=row.tenant_id,
            version=row,
            event=event,
            audit_retention=retention.value,
            retention_until=until,
            legal_basis=legal_basis,
        )
        for target in InvalidationTarget:
            _invalidate(event, target, InvalidationStatus.REQUESTED, "", reader.actor)
        move_current(row.source, now, reader.actor)
        tell_of_words(row)
        kept = {"retention": retention.value, "until": until.isoformat() if until else None}
        record(row, event, VERBS[SourceEventKind.TOMBSTONED], **kept, legal_basis=legal_basis)
    return event


def record_invalidation(
    reader: Reader, version: Version, target: InvalidationTarget, status: InvalidationStatus, evidence: str
) -> rows.Invalidation:
    """What came of asking an index or a page to forget a deleted version. Confirmed only with evidence, in words."""
    row = read_asked(reader, version, Action.CHANGE_SOURCES)
    require_reason(row, evidence, is_needed=False)
    if status is InvalidationStatus.CONFIRMED and not evidence.strip():
        raise NotPossible("Say what shows that it is done: a ticket, an export of the index, who looked and when.")
    with transaction.atomic():
        hold_still(row)
        stone = rows.Tombstone.objects.filter(version=row).select_related("event").order_by("-id").first()
        if stone is None:
            raise NotPossible("Only what was deleted here has to be forgotten elsewhere: there is no tombstone.")
        known = rows.Invalidation.objects.filter(event=stone.event, target=target.value).order_by("-id").first()
        if known is not None and (known.status, known.evidence) == (status.value, evidence):
            return known  # type: ignore[no-any-return]
        made = _invalidate(stone.event, target, status, evidence, reader.actor)
        said = {"target": target.value, "status": status.value, "evidence": evidence}
        ledger.record(row.tenant_id, INVALIDATED, reader.actor, f"source_version:{row.public_id}", said)
    return made


def _require_date(retention: AuditRetention, until: datetime | None, now: datetime) -> None:
    if until is None:
        if retention is AuditRetention.RESTRICTED_SNAPSHOT:
            raise NotPossible("Say until when auditors may read the snapshot.")
        return
    if timezone.is_naive(until):
        raise NotPossible("The date needs a time zone.")
    if until < now + NOTICE:
        raise NotPossible(
            f"The date has to lie {NOTICE.days} days ahead, so that others can set a hold. To erase sooner, leave the "
            "date out and let a second person agree."
        )


def _told(stone: rows.Tombstone) -> tuple[object, ...]:
    return stone.audit_retention, stone.retention_until, stone.legal_basis, stone.event.reason, stone.event.actor


def _invalidate(
    event: rows.SourceEvent, target: InvalidationTarget, status: InvalidationStatus, evidence: str, actor: str
) -> rows.Invalidation:
    return rows.Invalidation.objects.create(  # type: ignore[no-any-return]
        tenant_id=event.tenant_id, event=event, target=target.value, status=status.value, evidence=evidence, actor=actor
    )
