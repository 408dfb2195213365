"""What stands around the text of a source version: its facts, versions, stages, and what cites it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models.functions import Coalesce
from django.urls import reverse

from inspector.pages.source_runs import Standing
from inspector.pages.source_spans import CitedPlace
from lineage.access import Reader
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Authority,
    Origin,
    ResolutionStatus,
    SourceEventKind,
    SourceKind,
)
from lineage.models import rows
from lineage.text.span import Span


class VersionLink(NamedTuple):
    version: str
    url: str
    since: datetime | None
    is_here: bool
    state: str


class Stage(NamedTuple):
    """A text kept of this version."""

    label: str
    origin: str
    url: str
    is_here: bool
    digest: str
    length: int | None


class Citing(NamedTuple):
    key: str
    heading: str
    claim: str
    url: str
    place: str
    status: str
    how: str
    is_here: bool
    in_window: bool
    at_url: str
    locator_url: str
    standing: Standing | None


def citing_of(place: CitedPlace, window: Span, base: str, selected: str, standing: Mapping[int, Standing]) -> Citing:
    row, span = place.resolution, place.spans[0]
    claim = row["citation__claim__public_id"]
    end = place.spans[-1].end
    return Citing(
        key=place.key,
        heading=row["inspection__answer__state__heading"],
        claim=row["citation__claim__key"] or "no claim",
        url=reverse("claim", args=[claim]) + "?" + urlencode({"span": row["citation__key"]}) if claim else "",
        place=f"{span.start} to {end}",
        status=ResolutionStatus(row["status"]).label,
        how="" if place.direct else "through a text that was made from this one",
        is_here=place.key == selected,
        in_window=any(one.intersect(window) is not None for one in place.spans),
        at_url=f"{base}{urlencode({'at': span.start, 'span': place.key})}",
        locator_url=f"{base}{urlencode({'at': span.start, 'to': end})}#locator",
        standing=standing.get(row["citation_id"]),
    )


def stage_of(one: Any, shown: Any, url: str) -> Stage:
    held = one.content.sha256 if one.content is not None and one.start is None else one.digest
    digest = digest_from_raw(bytes(held)) if held is not None else ""
    here = shown is not None and one.pk == shown.pk
    return Stage(
        ArtifactKind(one.kind).label,
        Origin(one.origin).label,
        f"{url}?{urlencode({'artifact': one.key})}",
        here,
        digest,
        one.length,
    )


def versions_of(reader: Reader, version: Any) -> tuple[VersionLink, ...]:
    others: Iterable[Any] = rows.SourceVersion.objects.visible_to(reader).filter(source_id=version.source_id)
    return tuple(
        VersionLink(
            other.version,
            reverse("source", args=[other.public_id]),
            other.valid_from or other.observed_at or other.ingested_at,
            other.pk == version.pk,
            "draft" if other.draft else "",
        )
        for other in others.order_by(Coalesce("valid_from", "observed_at", "ingested_at").asc(nulls_first=True), "id")
    )


def events_of(version: Any) -> tuple[tuple[str, datetime, str], ...]:
    found = version.events.order_by("at", "id")
    return tuple((SourceEventKind(event.event).label, event.at, event.reason) for event in found)


def facts_of(version: Any) -> tuple[tuple[str, str], ...]:
    source = version.source
    days = {
        "observed": version.observed_at,
        "taken in": version.ingested_at,
        "valid from": version.valid_from,
        "valid to": version.valid_to,
    }
    return (
        ("kind", SourceKind(source.kind).label),
        ("owner", source.owner),
        ("authority", Authority(source.authority).label),
        ("jurisdiction", source.jurisdiction),
        ("media type", version.media_type),
        *((name, f"{day:%Y-%m-%d %H:%M} UTC" if day else "") for name, day in days.items()),
    )
