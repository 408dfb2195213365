"""A version's words are erased: copies of them first, then its texts, last the event that says so.

Every step is a short transaction under the lock of the source and finds for itself what is left to do, so that after a
crash the whole is begun again and ends. The words are what copies are found by: they go last. A hold that is set in the
middle stops it there.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.module_loading import import_string

from lineage import ledger
from lineage.bulk import in_parts
from lineage.content_references import copies
from lineage.copies import Copy, find_copies
from lineage.erasing_copies import (
    Erased,
    Job,
    Stopped,
    clean_messages,
    erasing_step,
    last_word,
    strike,
    struck_answers,
)
from lineage.evidence.bundle import SourceEvent
from lineage.evidence.digests import commitment
from lineage.evidence.life import LifeState
from lineage.evidence.reach import Carrier, treat
from lineage.evidence.vocabulary import AuditRetention, SourceEventKind
from lineage.ingest import find_gate
from lineage.lifecycle_reading import get_life
from lineage.models import rows
from lineage.reaching import answers_given, find_owners, owned_contents, reached_artifacts
from lineage.reinspecting import inspect_again
from lineage.traces import read_citing, read_traces
from lineage.withholding import find_retentions

__all__ = ["ACTOR", "REASON", "Erased", "Stopped", "last_word", "purge", "size_class"]

LARGEST_LOOKUP = 500
ERASED = "source_erased"
ACTOR = "retention"
REASON = "content purged"
DECIDED = (
    SourceEventKind.TOMBSTONED.value,
    SourceEventKind.PURGE_REQUESTED.value,
    SourceEventKind.PURGED.value,
)
MOST_NAMED = 200
SALT_LENGTH = 32
# In this order: what copies are found by goes last.
ORDER = (Carrier.PAGE_IMAGE, Carrier.LAYOUT, Carrier.EXTRACTION, Carrier.DETAILS, Carrier.TEXT, Carrier.RAW)


def purge(
    version: rows.SourceVersion, *, actor: str = ACTOR, now: datetime | None = None, since: int | None = None
) -> Erased:
    """Carries out what was decided; whether it is due is the caller's to know (`lineage.retention`).

    `since` is the `last_word` on the version when they found it due: a newer one stops it, as a hold does. A version
    that was erased before changes nothing. Raises Stopped.
    """
    moment, done = now or timezone.now(), Erased()
    word = last_word(version) if since is None else since
    if get_life(version).state is LifeState.PURGED:
        return done
    artifacts = reached_artifacts(version)
    owned = dict(owned_contents(version, artifacts))
    owners = find_owners(version, artifacts, owned)
    done.kept = [treat(content, owned[content], owner) for content, owner in sorted(owners.items())]
    traces = read_traces(version, artifacts, {c for c in owned if c not in owners}, set(owners))
    given = answers_given(version.tenant_id, artifacts)
    decision = rows.SourceEvent.objects.filter(version=version, event__in=DECIDED).order_by("-id").first()
    job = Job(version, artifacts, decision, word, moment)
    if traces:
        citing = read_citing(given, artifacts)
        for copied in chain.from_iterable(find_copies(r, version.tenant_id, traces, citing) for r in copies()):
            strike(job, copied, done)
        clean_messages(job, traces)
    _erase_owned(job, owned, done)
    event = SourceEvent(event=SourceEventKind.PURGED, at=moment, reason=REASON)
    about = version.source.key, version.version
    answers = sorted({*given, *struck_answers(version)})
    for part in in_parts(answers, LARGEST_LOOKUP):
        done.answers += inspect_again(part, find_gate(version.tenant_id), moment, about, event)
    _put_right(version, answers)
    _finish(job, actor, done)
    forget_freed_space()
    return done


def _erase_owned(job: Job, owned: Mapping[int, Carrier], done: Erased) -> None:
    kept = {found.content for found in done.kept}
    sizes = dict(
        pair
        for part in in_parts(sorted(owned), LARGEST_LOOKUP)
        for pair in rows.Content.objects.filter(pk__in=part).values_list("id", "size")
    )
    # Of texts the longest last, which is the extract that all others were cut from.
    gone = [content for content in owned if content not in kept]
    gone.sort(key=lambda content: (ORDER.index(owned[content]), sizes.get(content, 0)))
    for part in in_parts(gone, LARGEST_LOOKUP):
        with erasing_step(job):
            # Looked up again: something that lives on may have come to own them while copies were looked for.
            owners = find_owners(job.version, job.artifacts, part)
            rows.Content.objects.filter(pk__in=[content for content in part if content not in owners]).erase(job.at)
        done.kept += [treat(content, owned[content], owner) for content, owner in sorted(owners.items())]
        for content in part:
            if content not in owners:
                done.count(Copy(content, owned[content], None))
    for some in in_parts(sorted(job.artifacts), LARGEST_LOOKUP):
        with erasing_step(job):
            rows.Artifact.objects.filter(pk__in=some).erase(job.at)


def _finish(job: Job, actor: str, done: Erased) -> None:
    version = job.version
    salt = secrets.token_bytes(SALT_LENGTH)
    raw = rows.SourceVersion.objects.filter(pk=version.pk).values_list("raw__sha256", "checksum", "raw__size").get()
    identity = bytes(raw[0] or raw[1] or b"")
    committed = commitment(salt, identity)
    with erasing_step(job):
        told = version.events.filter(event=SourceEventKind.PURGED.value, reason=REASON)
        if told.filter(pk__gt=job.decision.pk).exists():
            # Another job has finished it in the meantime.
            return
        retention = find_retentions([version.pk]).get(version.pk)
        if retention is None or retention.kind is not AuditRetention.METADATA_ONLY:
            rows.SourceVersion.objects.filter(pk=version.pk).erase(job.at)
        event = rows.SourceEvent.objects.create(
            tenant_id=version.tenant_id,
            version=version,
            event=SourceEventKind.PURGED.value,
            at=job.at,
            reason=REASON,
            actor=actor,
        )
        said = {
            "source": version.source.key,
            "version": version.version,
            "event": event.pk,
            "commitment": committed,
            "salt": salt.hex(),
            "size_class": size_class(raw[2]),
            "erased": done.erased,
            "redacted": done.redacted,
            "answers": done.answers,
            "kept": [f"{found.carrier.value}: {found.because}" for found in done.kept[:MOST_NAMED]],
            "kept_count": len(done.kept),
        }
        ledger.record(version.tenant_id, ERASED, actor, f"source_version:{version.public_id}", said)


def size_class(size: int | None) -> str:
    """How large it was, and no more exactly: `< 10 kB`."""
    if size is None:
        return "unknown"
    for name, limit in (("< 1 kB", 10**3), ("< 10 kB", 10**4), ("< 100 kB", 10**5), ("< 1 MB", 10**6)):
        if size < limit:
            return name
    return ">= 1 MB"


def _put_right(version: rows.SourceVersion, answers: Sequence[int]) -> None:
    """What other applications derived from the words is theirs to put right."""
    path = getattr(settings, "AFTER_ERASURE", "")
    if path:
        import_string(path)(version.tenant_id, list(answers))


def forget_freed_space() -> None:
    """On SQLite the log still holds pages as they were: it is written back and cut. PostgreSQL vacuums by itself."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
