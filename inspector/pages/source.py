"""A version of a source: a window of its text with every cited span, its versions, its digests, what cites it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.drawing import DrawnText, Layer, draw
from inspector.pages.source_spans import CitedPlace, read_places
from inspector.pages.source_text import WINDOW, Kept, read_kept
from lineage.access import Action, Reader, get_visible, require
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

MAXIMUM_CITING = 200


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage:
    public_id: str
    title: str
    source: str
    version: str
    url: str
    facts: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, datetime, str], ...]
    versions: tuple[VersionLink, ...]
    stages: tuple[Stage, ...]
    drawn: DrawnText | None
    why_not: str
    look: str
    previous_url: str
    following_url: str
    citing: tuple[Citing, ...]
    citing_total: int
    counted: str
    raw_digest: str
    address: str


def read_source(reader: Reader, public_id: str, at: int, artifact: str, selected: str) -> SourcePage:
    """One version with the text of one of its artifacts around the code point `at`. Raises NotVisible."""
    require(reader, Action.READ_SOURCES)
    versions = rows.SourceVersion.objects.select_related("source").annotate(raw_sha256=F("raw__sha256"))
    version = get_visible(versions, reader, public_id)
    kept = read_kept(reader, version, artifact, at)
    window = kept.window
    places = read_places(reader, kept.shown) if kept.stretch.length else ()
    drawn = _drawn(kept, version.source.language, places, selected)
    url = reverse("source", args=[public_id])
    base = f"{url}?{urlencode({'artifact': kept.shown.key})}&" if artifact and kept.shown else f"{url}?"
    raw = version.checksum or version.raw_sha256
    return SourcePage(
        public_id=public_id,
        title=version.title or version.source.key,
        source=version.source.key,
        version=version.version,
        url=url,
        facts=_facts(version),
        events=_events(version),
        versions=_versions(reader, version),
        stages=tuple(_stage(one, kept.shown, url) for one in kept.artifacts),
        drawn=drawn,
        why_not=kept.why_not,
        look=kept.shown.origin if kept.shown else "",
        previous_url=f"{base}at={max(0, window.start - WINDOW // 2)}" if window.start else "",
        following_url=f"{base}at={window.end + WINDOW // 2}" if window.end < kept.stretch.length else "",
        citing=tuple(_citing(place, window, base, selected) for place in places[:MAXIMUM_CITING]),
        citing_total=len(places),
        counted=_counted(len(places), drawn),
        raw_digest=digest_from_raw(bytes(raw)) if raw else "",
        address=version.uri,
    )


def _drawn(kept: Kept, language: str, places: tuple[CitedPlace, ...], selected: str) -> DrawnText | None:
    if not kept.stretch.length or kept.shown is None:
        return None
    text, begins, length = kept.stretch
    layers = [layer for place in places for layer in _layers(place, selected)]
    spoken = kept.shown.language or language
    return draw(
        text, layers, kept.window, language=spoken, direction=kept.shown.direction, begins=begins, length=length
    )


def _events(version: Any) -> tuple[tuple[str, datetime, str], ...]:
    found = version.events.order_by("at", "id")
    return tuple((SourceEventKind(event.event).label, event.at, event.reason) for event in found)


def _counted(cited: int, drawn: DrawnText | None) -> str:
    shown = drawn.drawn if drawn else 0
    return f"{cited} span{'' if cited == 1 else 's'} cite this text, {shown} of them drawn in this window"


def _layers(place: CitedPlace, selected: str) -> list[Layer]:
    key = place.key
    return [Layer(key, span, ("hl-here",) if key == selected else ("hl-other",)) for span in place.spans]


def _citing(place: CitedPlace, window: Span, base: str, selected: str) -> Citing:
    row, span = place.resolution, place.spans[0]
    claim = row["citation__claim__public_id"]
    return Citing(
        key=place.key,
        heading=row["inspection__answer__state__heading"],
        claim=row["citation__claim__key"] or "no claim",
        url=reverse("claim", args=[claim]) + "?" + urlencode({"span": row["citation__key"]}) if claim else "",
        place=f"{span.start} to {place.spans[-1].end}",
        status=ResolutionStatus(row["status"]).label,
        how="" if place.direct else "through a text that was made from this one",
        is_here=place.key == selected,
        in_window=any(one.intersect(window) is not None for one in place.spans),
        at_url=f"{base}{urlencode({'at': span.start, 'span': place.key})}",
    )


def _stage(one: Any, shown: Any, url: str) -> Stage:
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


def _versions(reader: Reader, version: Any) -> tuple[VersionLink, ...]:
    others: Iterable[Any] = rows.SourceVersion.objects.visible_to(reader).filter(source_id=version.source_id)
    return tuple(
        VersionLink(
            other.version,
            reverse("source", args=[other.public_id]),
            other.valid_from or other.observed_at,
            other.pk == version.pk,
            "draft" if other.draft else "",
        )
        for other in others.order_by("valid_from", "observed_at", "id")
    )


def _facts(version: Any) -> tuple[tuple[str, str], ...]:
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


@require_safe
def source(request: HttpRequest, public_id: str) -> HttpResponse:
    at = request.GET.get("at", "")
    place = int(at) if at.isascii() and at.isdigit() and len(at) < 12 else 0
    artifact = request.GET.get("artifact", "").replace("\0", "")
    page = read_source(request.reader, public_id, place, artifact, request.GET.get("span", ""))  # type: ignore[attr-defined]
    return page_or_fragment(
        request, "inspector/source.html", {"source-text": "inspector/_source_text.html"}, {"page": page}
    )
