"""Runs whose rows were written by hand: what a page makes of them does not depend on who found it."""

from __future__ import annotations

import json
import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from lineage.bulk import write_contents
from lineage.evidence.vocabulary import (
    AnchorMethod,
    PolicyKind,
    RelocationOutcome,
    RunState,
    RunTrigger,
    WorkKind,
    WorkState,
)
from lineage.models import rows
from lineage.models.content import pack
from lineage.policies import ensure_policies, newest_policy
from lineage.text.span import Span

OLD = (
    "Records are kept for 24 months. Visitors may enter the archive on Mondays, except where a hold applies. "
    "The keeper writes down wind, fog and ships. The bell is rung twice."
)
NEW = (
    "Preface of the second edition. Records are kept for 4 months. Visitors may enter the archive on Mondays, "
    "except where a hold applies. The keeper notes down wind, fog and ships. The lamp is lit. The lamp is lit."
)
CLAIMS = (
    "Records are kept for 24 months.",
    "Visitors may enter the archive on Mondays",
    "The keeper writes down wind, fog and ships.",
    "The bell is rung twice.",
)


def archive_bundle(labels: tuple[str, ...] = (), new_labels: tuple[str, ...] = (), **source: str) -> dict[str, Any]:
    """One answer of four claims on version 1 of a source that has a version 2."""
    sources = [
        {
            "key": "archive",
            "kind": "text",
            "versions": [
                {"version": "1", "title": "Rules of the archive", "labels": list(labels)},
                {"version": "2", "title": "Rules of the archive", "supersedes": "1", "labels": list(new_labels)},
            ],
        }
        | source
    ]
    artifacts = [
        {"kind": "canonical_extract", "origin": "original", "source": "archive", "language": "en"} | given
        for given in (
            {"key": "archive-1", "version": "1", "text": OLD},
            {"key": "archive-2", "version": "2", "text": NEW},
        )
    ]
    answer = {
        "case": {"key": "archive", "question": "How is the archive kept?"},
        "response_version": "1",
        "answered_at": "2026-11-02T10:00:00Z",
        "text": " ".join(CLAIMS),
        "manifest": [{"label": "E1", "artifact": "archive-1"}],
        "claims": [{"key": f"a{n}", "text": words} for n, words in enumerate(CLAIMS, start=1)],
        "citations": [
            {"key": f"x{n}", "claim": f"a{n}", "marker": f"[{n}]", "cited": "E1", "unit": "code_point"}
            | {"range": [OLD.index(words), OLD.index(words) + len(words)], "quoted_text": words}
            for n, words in enumerate(CLAIMS, start=1)
        ],
        "sources": sources,
        "artifacts": artifacts,
    }
    return {"schema": "evidence-inspector/1", "answers": [answer]}


def make_run(tenant: rows.Tenant, *, source: str = "archive", version: str = "2", **fields: Any) -> Any:
    """A run that has ended with changes, unless the fields say otherwise."""
    ensure_policies(tenant.pk)
    against = rows.SourceVersion.objects.get(tenant=tenant, source__key=source, version=version)
    now = timezone.now()
    said = {
        "state": RunState.COMPLETED_WITH_CHANGES.value,
        "trigger": RunTrigger.NEW_VERSION.value,
        "total": 4,
        "started_at": now - timedelta(seconds=10),
        "ended_at": now,
        "requested_by": "",
    } | fields
    return rows.Run.objects.create(
        tenant=tenant,
        source=against.source,
        version=against,
        cause=f"request:{secrets.token_hex(8)}",
        normalization=newest_policy(tenant.pk, PolicyKind.NORMALIZATION),
        **said,
    )


def make_item(run: Any, **fields: Any) -> Any:
    said = {"kind": WorkKind.RELOCATE.value, "state": WorkState.DONE.value} | fields
    return rows.WorkItem.objects.create(tenant=run.tenant, run=run, key=secrets.token_hex(8), **said)


def place(key: str, text: str, words: str, distance: int = 0) -> dict[str, Any]:
    """A candidate as the engine writes it down: the first place of the words in the text."""
    start = text.index(words)
    return {"artifact": key, "start": start, "end": start + len(words), "distance": distance}


def relocate_by_hand(
    run: Any,
    citation: str,
    outcome: RelocationOutcome,
    *,
    now: str | None = None,
    candidates: tuple[dict[str, Any], ...] = (),
    changes: str = "",
    drifted: bool = False,
    changed: bytes | None = None,
    method: AnchorMethod | None = None,
) -> Any:
    """A relocation of a citation of `archive_bundle`. `now` are the words of version 2 that it was moved to."""
    row = rows.Citation.objects.get(tenant=run.tenant, key=citation, answer__case__key="archive")
    words = CLAIMS[int(citation[1:]) - 1]
    old = Span(OLD.index(words), OLD.index(words) + len(words))
    texts = {a.key: a.pk for a in rows.Artifact.objects.filter(tenant=run.tenant, key__startswith="archive-")}
    details = None
    if candidates:
        packed = pack(json.dumps({"candidates": list(candidates)}).encode())
        with transaction.atomic():
            details = write_contents(run.tenant_id, [packed])[packed.sha256]
    found = rows.Relocation(
        tenant=run.tenant,
        run=run,
        citation=row,
        outcome=outcome.value,
        method=method.value if method else None,
        was_id=texts["archive-1"],
        start=old.start,
        end=old.end,
        now_id=texts["archive-2"] if now else None,
        now_start=NEW.index(now) if now else None,
        now_end=NEW.index(now) + len(now) if now else None,
        changes=changes,
        drifted=drifted,
        changed=changed,
        details_id=details,
    )
    found.save()
    return found


def four_changes(run: Any) -> None:
    """A number that changed, words that moved, a sentence that is alike, and one of which two places are like it."""
    relocate_by_hand(
        run,
        "x1",
        RelocationOutcome.TEXT_CHANGED,
        candidates=(place("archive-2", NEW, "Records are kept for 4 months.", 1),),
        changes="number",
        drifted=True,
        method=AnchorMethod.APPROXIMATE,
        changed=b"1" * 32,
    )
    relocate_by_hand(run, "x2", RelocationOutcome.RELOCATED_EXACT, now=CLAIMS[1], method=AnchorMethod.EXACT)
    relocate_by_hand(
        run,
        "x3",
        RelocationOutcome.PROPOSED,
        candidates=(place("archive-2", NEW, "The keeper notes down wind, fog and ships.", 5),),
        method=AnchorMethod.APPROXIMATE,
        changed=b"3" * 32,
    )
    first = place("archive-2", NEW, "The lamp is lit.", 12)
    second = first | {"start": first["start"] + 17, "end": first["end"] + 17}
    relocate_by_hand(
        run,
        "x4",
        RelocationOutcome.AMBIGUOUS,
        candidates=(first, second),
        method=AnchorMethod.APPROXIMATE,
        changed=b"4" * 32,
    )
    counts = {"text_changed": 1, "relocated_exact": 1, "proposed": 1, "ambiguous": 1}
    make_item(run, size=4, counts=counts)


def run_url(run: Any) -> str:
    return reverse("run", args=[run.public_id])
