"""A version of a source: a window of its text with every cited span, its versions, its digests, what cites it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.drawing import DrawnText, Layer, draw, on_lines, window_around
from inspector.pages.source_spans import CitedPlace, read_places
from lineage.access import Action, Reader, get_visible, require
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Authority,
    Availability,
    Origin,
    ResolutionStatus,
    SourceEventKind,
    SourceKind,
)
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.text.span import Span

MAXIMUM_CITING = 200
WINDOW = 8_000


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
    version = get_visible(rows.SourceVersion.objects.select_related("source", "raw"), reader, public_id)
    kept = list(
        rows.Artifact.objects.visible_to(reader).filter(version=version).order_by("id").select_related("content")[:200]
    )
    shown = _chosen(kept, artifact)
    text, why_not = _text_of(version, shown)
    url = reverse("source", args=[public_id])
    window = (
        on_lines(text, window_around(len(text), Span(min(at, len(text)), min(at, len(text))), WINDOW))
        if text
        else Span(0, 0)
    )
    found = read_places(reader, shown) if text else ()
    layers = [layer for place in found for layer in _layers(place, selected)]
    drawn = (
        draw(text, layers, window, language=version.source.language, direction=shown.direction)
        if text and shown
        else None
    )
    base = f"{url}?{urlencode({'artifact': shown.key})}&" if artifact and shown else f"{url}?"
    return SourcePage(
        public_id=public_id,
        title=version.title or version.source.key,
        source=version.source.key,
        version=version.version,
        url=url,
        facts=_facts(version),
        events=tuple(
            (SourceEventKind(event.event).label, event.at, event.reason)
            for event in version.events.order_by("at", "id")
        ),
        versions=_versions(reader, version),
        stages=tuple(_stage(one, shown, url) for one in kept),
        drawn=drawn,
        why_not=why_not,
        look=shown.origin if shown else "",
        previous_url=f"{base}at={max(0, window.start - WINDOW // 2)}" if window.start else "",
        following_url=f"{base}at={window.end + WINDOW // 2}" if window.end < len(text) else "",
        citing=tuple(_citing(place, window, base, selected) for place in found[:MAXIMUM_CITING]),
        citing_total=len(found),
        counted=_counted(len(found), drawn),
        raw_digest=digest_from_raw(bytes(version.checksum)) if version.checksum else "",
        address=version.uri,
    )


def _chosen(kept: list[Any], wanted: str) -> Any:
    """The named artifact, else the extract, else the first that is original, else the first."""
    named = [one for one in kept if one.key == wanted]
    extracts = [one for one in kept if one.kind == ArtifactKind.CANONICAL_EXTRACT]
    originals = [one for one in kept if one.origin == Origin.ORIGINAL and one.content_id]
    return next(iter((*named, *extracts, *originals, *kept)), None)


def _text_of(version: Any, artifact: Any) -> tuple[str, str]:
    if version.availability != Availability.AVAILABLE:
        return "", f"The text of this version cannot be read here: {Availability(version.availability).label}."
    if artifact is None or artifact.content is None:
        return "", "No text of this version was kept: only what is said above of it is known."
    try:
        text = artifact.content.get_text()
    except ContentAbsent:
        return "", "The text of this version was erased; its digest stays."
    return (text if artifact.start is None else text[artifact.start : artifact.end]), ""


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
