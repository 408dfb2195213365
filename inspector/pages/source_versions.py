"""The versions of a source as a line of time: which one holds, where the others stand, and what happened when."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse

from inspector.pages.evidence_view import Said
from lineage.version_history import VersionStanding, VersionState

STATE_OF_VERSION = {
    VersionState.CURRENT: "pass",
    VersionState.SUPERSEDED: "none",
    VersionState.DRAFT: "unclear",
    VersionState.WITHDRAWN: "absent",
    VersionState.DELETED: "absent",
    VersionState.ERASED: "absent",
}
READABLE = (VersionState.CURRENT, VersionState.SUPERSEDED, VersionState.DRAFT)


class VersionLink(NamedTuple):
    """`compare_url` leads to what changed between it and the version that is shown; empty where nothing can."""

    version: str
    url: str
    since: datetime | None
    is_here: bool
    said: Said
    compare_url: str


class EventLine(NamedTuple):
    version: str
    label: str
    at: datetime
    reason: str


def links_of(history: Sequence[VersionStanding], shown: Any) -> tuple[VersionLink, ...]:
    """In the order in which they hold; an older one is compared with a newer one, never the other way round."""
    here = next(number for number, one in enumerate(history) if one.row.pk == shown.pk)
    return tuple(_link(one, history[here], number < here) for number, one in enumerate(history))


def _link(one: VersionStanding, here: VersionStanding, is_older: bool) -> VersionLink:
    row = one.row
    ends = (row.public_id, here.row.public_id) if is_older else (here.row.public_id, row.public_id)
    may_compare = row.pk != here.row.pk and one.state in READABLE and here.state in READABLE
    return VersionLink(
        version=row.version,
        url=reverse("source", args=[row.public_id]),
        since=row.valid_from or row.observed_at or row.ingested_at,
        is_here=row.pk == here.row.pk,
        said=said_of_version(one.state),
        compare_url=reverse("compare_versions", args=ends) if may_compare else "",
    )


def said_of_version(state: VersionState) -> Said:
    return Said(state.label, STATE_OF_VERSION[state], "", state.meaning)


def events_of(history: Sequence[VersionStanding]) -> tuple[EventLine, ...]:
    """What happened to any of the versions, oldest first."""
    happened = ((one.row.version, event) for one in history for event in one.events)
    ordered = sorted(happened, key=lambda pair: pair[1].at)
    return tuple(EventLine(version, event.kind.label, event.at, event.reason) for version, event in ordered)
