"""What failed three times and was set aside: which citation, how it failed and what was said."""

from typing import Any

from django.urls import reverse

from inspector.pages.run_view import SetAside
from lineage.access import Reader
from lineage.evidence.vocabulary import WorkKind, WorkState
from lineage.models import rows

LISTED = 50
FAULTS = {
    "integrity": "a text is not what was recorded: its digest differs",
    "killed": "the worker ended in the middle of it",
    "error": "the program failed on it",
    "database": "the database refused it",
    "impossible": "it cannot be done",
}


def read_set_aside(reader: Reader, run: Any) -> tuple[SetAside, ...]:
    """The first fifty items that were set aside, a line for each of their citations; two statements."""
    quarantined = rows.WorkItem.objects.visible_to(reader).filter(run=run, state=WorkState.QUARANTINED.value)
    items = list(quarantined.exclude(kind=WorkKind.RENDER.value).order_by("id")[:LISTED])
    ids = [resolution for item in items for resolution in item.subject][:LISTED]
    resolutions = rows.Resolution.objects.visible_to(reader).filter(pk__in=ids)
    columns = ("pk", "citation__key", "citation__claim__key", "citation__claim__public_id")
    named = {row[0]: row[1:] for row in resolutions.values_list(*columns, "inspection__answer__state__heading")}
    lines = []
    for item in items:
        for resolution in item.subject or [0]:
            lines.append(_line(item, *named.get(resolution, ("", "", None, ""))))
    return tuple(lines[:LISTED])


def _line(item: Any, citation: str, claim: str | None, public_id: str | None, heading: str) -> SetAside:
    return SetAside(
        citation=citation,
        claim=claim or "",
        claim_url=reverse("claim", args=[public_id]) if public_id else "",
        heading=heading,
        fault=FAULTS.get(item.fault, item.fault),
        message=item.message,
        worker=item.worker,
        attempts=item.attempt,
        at=item.ended_at,
    )
