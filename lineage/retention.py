"""What is due to be erased, what a hold keeps, what will be due when; and the job that carries it out (reliability 7).

A deleted version is due once two people agreed, or on the date of its newest tombstone. A hold on any version of the
source beats both; what was due in the meantime is erased by the first job after its release.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import InterfaceError, OperationalError
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from lineage.bulk import in_parts
from lineage.erasing import ACTOR, Erased, Stopped, last_word, purge
from lineage.evidence.life import LifeState
from lineage.evidence.vocabulary import AuditRetention, SourceEventKind
from lineage.evidence.withholding import FINAL, Retention
from lineage.lifecycle_reading import find_held, read_lives_of
from lineage.models import rows
from lineage.withholding import find_retentions

log = logging.getLogger(__name__)

LATE = timedelta(days=1)
AGREED = "two people agreed"
DATED = "its date has come"
UNDECIDED = "nobody has decided to erase it"
LARGEST_LOOKUP = 500


class Awaited(NamedTuple):
    """A deleted version whose words are still here. `due` is since or from when; None where nobody decided yet.

    `held_by` names the version of the source on which a legal hold stands.
    """

    version: rows.SourceVersion
    retention: AuditRetention
    due: datetime | None
    why: str
    held_by: str | None = None

    def is_due(self, now: datetime) -> bool:
        return self.due is not None and self.due <= now and self.held_by is None


def list_awaited(
    tenant_id: int | None = None, now: datetime | None = None, *, version: rows.SourceVersion | None = None
) -> Iterator[Awaited]:
    """Every deleted version that was not erased, in the order of their ids; a fixed number of statements for 500.

    With `version` that one alone.
    """
    moment = now or timezone.now()
    # What came deleted has no event of its own until somebody asks for its erasure.
    kinds = [event.value for event in (*FINAL, SourceEventKind.PURGE_REQUESTED)]
    deleted = Exists(rows.SourceEvent.objects.filter(version_id=OuterRef("pk"), event__in=kinds))
    # Words that came back after all are as good as never erased.
    left = Exists(rows.Artifact.objects.filter(version_id=OuterRef("pk"), purged_at__isnull=True))
    here = left | Q(purged_at__isnull=True)
    versions = rows.SourceVersion.objects.filter(deleted, here).select_related("source", "tenant")
    if tenant_id is not None:
        versions = versions.filter(tenant_id=tenant_id)
    if version is not None:
        versions = versions.filter(pk=version.pk)
    for part in in_parts(list(versions.order_by("id")), LARGEST_LOOKUP):
        lives = read_lives_of((one.source_id for one in part), moment)
        held = find_held(one.source_id for one in part)
        retentions = find_retentions(one.pk for one in part)
        agreed = _agreed([one.pk for one in part if lives[one.pk].is_agreed])
        for one in part:
            if lives[one.pk].state is LifeState.TOMBSTONED:
                kept = retentions.get(one.pk, Retention(AuditRetention.NONE))
                due, why = _due(agreed.get(one.pk), kept)
                yield Awaited(one, kept.kind, due, why, held.get(one.source_id))


def _due(agreed: datetime | None, kept: Retention) -> tuple[datetime | None, str]:
    """Two people come before the date that audit was promised."""
    if agreed is not None:
        return agreed, AGREED
    return (kept.until, DATED) if kept.until is not None else (None, UNDECIDED)


def _agreed(version_ids: Sequence[int]) -> dict[int, datetime]:
    """When the last person agreed."""
    asked = rows.SourceEvent.objects.filter(
        version_id__in=version_ids, event=SourceEventKind.PURGE_REQUESTED.value
    )
    return dict(asked.order_by("id").values_list("version_id", "at"))


def list_due(tenant_id: int | None = None, now: datetime | None = None) -> list[Awaited]:
    """What the next job erases."""
    moment = now or timezone.now()
    return [awaited for awaited in list_awaited(tenant_id, moment) if awaited.is_due(moment)]


def erase_due(
    tenant_id: int | None = None, *, actor: str = ACTOR, now: datetime | None = None
) -> Iterator[tuple[Awaited, Erased | None]]:
    """Erases what is due, one version after the other; None for one that a hold or another decision stopped.

    One that cannot be erased keeps none of the others waiting.
    """
    for awaited in list_due(tenant_id, now):
        yield awaited, _erase(awaited.version, actor, now)


def _erase(version: rows.SourceVersion, actor: str, now: datetime | None) -> Erased | None:
    since = last_word(version)
    # Those before it may have taken hours, in which people decide.
    if not any(one.is_due(now or timezone.now()) for one in list_awaited(None, now, version=version)):
        return None
    try:
        return purge(version, actor=actor, since=since)
    except Stopped:
        return None
    except (OperationalError, InterfaceError):
        raise
    except Exception as fault:
        # By name alone: what it says may be words of the source.
        log.error("version %s: could not be erased: %s", version.public_id, type(fault).__name__)
        return None


def count_overdue(now: datetime | None = None) -> int:
    """How many versions have been due for a day and are still here: what a supervisor watches."""
    return len(list_due(None, (now or timezone.now()) - LATE))
