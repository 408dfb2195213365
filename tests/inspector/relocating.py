"""Versions that came later, and what a run found in them, written by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from inspector.staleness import restate
from lineage.bulk import write_contents
from lineage.evidence.digests import canonical_json, digest_json, raw_digest
from lineage.evidence.vocabulary import (
    AnchorMethod,
    ArtifactKind,
    Origin,
    PolicyKind,
    RelocationOutcome,
    RunState,
    RunTrigger,
)
from lineage.models import rows
from lineage.models.content import pack
from lineage.policies import newest_policy

ENDED = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)


def make_version(tenant: rows.Tenant, source: str, version: str, text: str, labels: tuple[str, ...] = ()) -> Any:
    """A version of a source that supersedes the newest, with its extract."""
    owner = rows.Source.objects.get(tenant=tenant, key=source)
    before = rows.SourceVersion.objects.filter(source=owner).order_by("-id").first()
    made = rows.SourceVersion(
        tenant=tenant, source=owner, version=version, title=f"Rules, {version}", supersedes=before.version
    )
    made.save()
    for label in labels:
        rows.SourceLabel(tenant=tenant, version=made, label=label).save()
    with transaction.atomic():
        packed = pack(text.encode())
        content = write_contents(tenant.pk, [packed])[packed.sha256]
    rows.Artifact(
        tenant=tenant,
        key=f"{source}@{version}/extract",
        kind=ArtifactKind.CANONICAL_EXTRACT.value,
        origin=Origin.ORIGINAL.value,
        source=owner,
        version=made,
        content_id=content,
        length=len(text),
    ).save()
    return made


def make_run(version: Any, **fields: Any) -> Any:
    made = fields | {"cause": fields.get("cause", f"request:{timezone.now().timestamp()}")}
    return rows.Run.objects.create(
        **{
            "tenant": version.tenant,
            "source": version.source,
            "version": version,
            "trigger": RunTrigger.NEW_VERSION.value,
            "normalization": newest_policy(version.tenant_id, PolicyKind.NORMALIZATION),
            "state": RunState.COMPLETED_WITH_CHANGES.value,
            "started_at": ENDED,
            "ended_at": ENDED,
            **made,
        }
    )


def changed_to(words: str) -> bytes:
    """A digest of what the words are now."""
    return raw_digest(digest_json(["words", words]))


def relocate_by_hand(
    run: Any, citation: Any, old: str, new: str | tuple[str, ...] | None, outcome: RelocationOutcome, **fields: Any
) -> Any:
    """A relocation of a citation from the words `old` to `new` in the run's version, and the states after it.

    Several `new` are candidates; they are so too where the outcome moves nothing. `fields` are those of the row.
    """
    resolution = rows.Resolution.objects.filter(citation=citation).select_related("artifact__content").last()
    was = resolution.artifact
    now = rows.Artifact.objects.select_related("content").get(version=run.version)
    start = was.content.get_text().index(old)
    values = {"outcome": outcome.value, "was": was, "start": start, "end": start + len(old)}
    found = (new,) if isinstance(new, str) else new or ()
    text = now.content.get_text()
    places = [(text.index(words), text.index(words) + len(words)) for words in found]
    clean = {RelocationOutcome.UNCHANGED, RelocationOutcome.RELOCATED_EXACT, RelocationOutcome.RELOCATED_NORMALIZED}
    if outcome in clean:
        ((now_start, now_end),) = places
        values |= {"now": now, "now_start": now_start, "now_end": now_end, "method": AnchorMethod.EXACT.value}
    elif places:
        candidates = [{"artifact": now.key, "start": a, "end": b, "distance": 3} for a, b in places]
        packed = pack(canonical_json({"candidates": candidates}))
        with transaction.atomic():
            values["details_id"] = write_contents(run.tenant_id, [packed])[packed.sha256]
        values |= {"method": AnchorMethod.APPROXIMATE.value}
    relocation = rows.Relocation(tenant=run.tenant, run=run, citation=citation, **values | fields)
    with transaction.atomic():
        relocation.save()
        restate(run.tenant_id, [citation.pk])
    return relocation


def citation_of(tenant: rows.Tenant, case: str, key: str) -> Any:
    return rows.Citation.objects.get(tenant=tenant, answer__case__key=case, key=key)
