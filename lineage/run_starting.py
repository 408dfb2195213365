"""A run is asked for: by a person, by what happened to a source, by the calendar. The same cause starts one run."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from lineage import ledger
from lineage.access import Action, Reader, get_visible, require
from lineage.bell import ring_after_commit
from lineage.evidence.vocabulary import RunTrigger, SourceKind, WorkKind
from lineage.models import rows
from lineage.policies import ensure_policies, newest_normalization

PREPARING = "prepare"
REQUESTED = "run_requested"


def start(
    reader: Reader | None,
    source: rows.Source,
    version: rows.SourceVersion,
    *,
    trigger: RunTrigger,
    cause: str | None = None,
    pipeline: Mapping[str, Any] | None = None,
    actor: str = "",
) -> rows.Run:
    """A run over every citation of a source, against a version of it; the one that the same cause started, if any.

    `reader` is None where nobody asked: then `actor` names what did, and nobody's rights are looked at later.
    Raises NotAllowed, NotVisible for a reader who may not; writes one audit event, and rings the bell after the commit.
    """
    if reader is not None:
        require(reader, Action.CHANGE_SOURCES)
        get_visible(rows.SourceVersion.objects, reader, version.public_id)
    policy = find_normalization(source)
    with transaction.atomic():
        return append_run(
            source,
            version,
            policy,
            trigger=trigger,
            cause=cause,
            pipeline=pipeline,
            requested_by=reader.actor if reader else "",
            actor=reader.actor if reader else actor,
        )


def find_normalization(source: rows.Source) -> rows.Policy:
    """The newest normalization policy for a source, the shipped ones written where there are none."""
    with transaction.atomic():
        ensure_policies(source.tenant_id)
    return newest_normalization(source.tenant_id, SourceKind(source.kind))


def append_run(
    source: rows.Source,
    version: rows.SourceVersion,
    normalization: rows.Policy,
    *,
    trigger: RunTrigger,
    cause: str | None,
    pipeline: Mapping[str, Any] | None,
    requested_by: str,
    actor: str,
) -> rows.Run:
    """`start` inside a transaction of the caller, whose last statement it is; rights were looked at before."""
    run = rows.Run(
        tenant_id=source.tenant_id,
        source=source,
        version=version,
        trigger=trigger.value,
        cause=cause or f"request:{secrets.token_hex(8)}",
        normalization=normalization,
        pipeline=dict(pipeline or {}),
        requested_by=requested_by,
    )
    rows.Run.objects.bulk_create([run], ignore_conflicts=True)
    known: rows.Run = rows.Run.objects.select_related("source", "version").get(source=source, cause=run.cause)
    if known.public_id != run.public_id:
        return known
    rows.WorkItem.objects.create(
        tenant_id=source.tenant_id, run=known, key=PREPARING, kind=WorkKind.PREPARE.value, size=0
    )
    ring_after_commit(known.pk)
    said = {"source": source.key, "version": version.version, "trigger": trigger.value, "cause": run.cause}
    ledger.record(source.tenant_id, REQUESTED, actor, f"run:{run.public_id}", said)
    return known
