"""One change of a version's life: refused in words, or an event, what follows from it, and one audit event."""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from lineage import ledger
from lineage.access import Action, Reader
from lineage.aliases import move_current
from lineage.evidence.life import Life
from lineage.evidence.vocabulary import SourceEventKind
from lineage.lifecycle_asking import NotPossible, Version, hold_still, read_asked, require_reason
from lineage.lifecycle_reading import read_lives
from lineage.models import rows
from lineage.reaching import answers_given, reached_artifacts

VERBS = {
    SourceEventKind.ACTIVATED: "source_published",
    SourceEventKind.WITHDRAWN: "source_withdrawn",
    SourceEventKind.RESTORED: "source_restored",
    SourceEventKind.TOMBSTONED: "source_deleted",
    SourceEventKind.HELD: "source_held",
    SourceEventKind.RELEASED: "source_released",
    SourceEventKind.PURGE_REQUESTED: "erasure_asked_for",
    SourceEventKind.PURGE_DECLINED: "erasure_declined",
}
Refuse = Callable[[Life], str | None]
"""Why something cannot be done to a version with such a life; None where it can."""


def change(
    reader: Reader,
    version: Version,
    reason: str,
    kind: SourceEventKind,
    refuse: Refuse,
    action: Action = Action.CHANGE_SOURCES,
    verb: str = "",
) -> rows.SourceEvent:
    """A verb that needs nothing but a reason. Raises NotAllowed, NotVisible, NotPossible."""
    row = read_asked(reader, version, action)
    require_reason(row, reason)
    with transaction.atomic():
        hold_still(row)
        now = timezone.now()
        known = find_repeated(row, kind, reader.actor, reason, refuse)
        if known is not None:
            return known
        event = append(row, kind, reader.actor, now, reason)
        if kind in (SourceEventKind.WITHDRAWN, SourceEventKind.RESTORED):
            move_current(row.source, now, reader.actor)
            tell_of_words(row)
        record(row, event, verb or VERBS[kind])
    return event


def find_repeated(
    row: rows.SourceVersion, kind: SourceEventKind, actor: str, reason: str, refuse: Refuse
) -> rows.SourceEvent | None:
    """The last event, where this was sent twice; None where it may be done. Raises NotPossible."""
    refused = refuse(read_lives(row.source_id)[row.pk])
    if refused is None:
        return None
    last = rows.SourceEvent.objects.filter(version=row).order_by("-id").first()
    if last is not None and (last.event, last.actor, last.reason) == (kind.value, actor, reason):
        return last  # type: ignore[no-any-return]
    raise NotPossible(refused)


def require_possible(row: rows.SourceVersion, refuse: Refuse) -> None:
    refused = refuse(read_lives(row.source_id)[row.pk])
    if refused is not None:
        raise NotPossible(refused)


def append(
    version: rows.SourceVersion, kind: SourceEventKind, actor: str, at: datetime, reason: str
) -> rows.SourceEvent:
    return rows.SourceEvent.objects.create(  # type: ignore[no-any-return]
        tenant_id=version.tenant_id, version=version, event=kind.value, at=at, reason=reason, actor=actor
    )


def tell_of_words(row: rows.SourceVersion) -> None:
    """Words were taken away or given back: what other applications derived from them is theirs to put right.

    In the transaction of the event.
    """
    path = getattr(settings, "AFTER_TAKING", "")
    if path:
        import_string(path)(row.tenant_id, answers_given(row.tenant_id, reached_artifacts(row)))


def record(row: rows.SourceVersion, event: rows.SourceEvent, verb: str, **more: object) -> None:
    """Ids and the reason; neither title nor address, which an audit event would keep for ever."""
    said = {"source": row.source.key, "version": row.version, "event": event.pk, "reason": event.reason, **more}
    ledger.record(row.tenant_id, verb, event.actor, f"source_version:{row.public_id}", said)
