"""A version of a source: a window of its text with every cited span, its versions, its digests, what cites it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.drawing import DrawnText, Layer, draw
from inspector.pages.source_beside import Beside, read_beside, why_not_beside
from inspector.pages.source_downloads import Download, downloads_of
from inspector.pages.source_facts import (
    Citing,
    Stage,
    VersionLink,
    citing_of,
    events_of,
    facts_of,
    stage_of,
    versions_of,
)
from inspector.pages.source_locator import Locator, locator_of
from inspector.pages.source_runs import Processing, read_processing, read_standing
from inspector.pages.source_spans import CitedPlace, read_places
from inspector.pages.source_text import WINDOW, Kept, read_kept
from inspector.readers import reader_of
from lineage.access import Action, Reader, get_visible, require
from lineage.models import rows
from lineage.text.span import Span

MAXIMUM_CITING = 200
BESIDE = "normalized"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an address asks for: a place, an artifact's key, a cited span, the end of a range, both texts at once."""

    at: int = 0
    to: int | None = None
    artifact: str = ""
    span: str = ""
    beside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage:
    public_id: str
    title: str
    source: str
    version: str
    url: str
    live_url: str
    facts: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, datetime, str], ...]
    versions: tuple[VersionLink, ...]
    stages: tuple[Stage, ...]
    downloads: tuple[Download, ...]
    drawn: DrawnText | None
    why_not: str
    look: str
    previous_url: str
    following_url: str
    artifact: str
    citing: tuple[Citing, ...]
    citing_total: int
    counted: str
    address: str
    locator: Locator | None
    beside: Beside | None
    beside_url: str
    why_not_beside: str
    processing: Processing


def open_version(reader: Reader, public_id: str) -> Any:
    """A version with its source. Raises NotVisible."""
    require(reader, Action.READ_SOURCES)
    versions = rows.SourceVersion.objects.select_related("source", "raw").defer("raw__body")
    return get_visible(versions, reader, public_id)


def read_source(
    reader: Reader, public_id: str, wanted: Wanted, written: str = "", errors: Mapping[str, str] | None = None
) -> SourcePage:
    """One version with the text of one of its artifacts around a place. Raises NotVisible.

    A locator and the texts side by side read whole texts; neither is made unless the address asks for it. `written`
    and `errors` belong to the form of a new version that came back.
    """
    version = open_version(reader, public_id)
    kept = read_kept(reader, version, wanted.artifact, wanted.at)
    window = kept.window
    places = read_places(reader, kept.shown) if kept.stretch.length else ()
    drawn = _drawn(kept, version.source.language, places, wanted)
    url = reverse("source", args=[public_id])
    named = wanted.artifact if wanted.artifact and kept.shown else ""
    base = f"{url}?{urlencode({'artifact': kept.shown.key})}&" if named and kept.shown else f"{url}?"
    beside = read_beside(reader, version, kept.artifacts, wanted.at) if wanted.beside else None
    previous, following = _neighbours(kept, base) if beside is None else _windows(beside, url)
    listed = places[:MAXIMUM_CITING]
    standing = read_standing(reader, [place.resolution["citation_id"] for place in listed]) if listed else {}
    return SourcePage(
        public_id=public_id,
        title=version.title or version.source.key,
        source=version.source.key,
        version=version.version,
        url=url,
        live_url=reverse("live_source", args=[public_id]),
        facts=facts_of(version),
        events=events_of(version),
        versions=versions_of(reader, version),
        stages=tuple(stage_of(one, kept.shown, url) for one in kept.artifacts),
        downloads=downloads_of(version, kept.shown),
        drawn=drawn,
        why_not=kept.why_not,
        look=kept.shown.origin if kept.shown else "",
        previous_url=previous,
        following_url=following,
        artifact=named,
        citing=tuple(citing_of(place, window, base, wanted.span, standing) for place in listed),
        citing_total=len(places),
        counted=_counted(len(places), drawn),
        address=version.uri,
        locator=locator_of(version, kept.shown, wanted.at, wanted.to) if wanted.to is not None else None,
        beside=beside,
        beside_url=f"{url}?{urlencode({'beside': BESIDE, 'at': wanted.at})}",
        why_not_beside=why_not_beside(kept.artifacts),
        processing=read_processing(reader, version, written, errors),
    )


def _neighbours(kept: Kept, base: str) -> tuple[str, str]:
    """The addresses of the windows before and after; empty where the text begins or ends."""
    window = kept.window
    return (
        f"{base}at={max(0, window.start - WINDOW // 2)}" if window.start else "",
        f"{base}at={window.end + WINDOW // 2}" if window.end < kept.stretch.length else "",
    )


def _windows(beside: Beside, url: str) -> tuple[str, str]:
    if beside.extract is None:
        return "", ""
    start, end = beside.extract.start, beside.extract.end
    half = (end - start) // 2
    query = f"{url}?beside={BESIDE}&at="
    return f"{query}{max(0, start - half)}" if start else "", f"{query}{end + half}" if beside.extract.after else ""


def _drawn(kept: Kept, language: str, places: tuple[CitedPlace, ...], wanted: Wanted) -> DrawnText | None:
    if not kept.stretch.length or kept.shown is None:
        return None
    text, begins, length = kept.stretch
    layers = [layer for place in places for layer in _layers(place, wanted.span)]
    if wanted.to is not None and wanted.at < wanted.to <= length:
        layers.append(Layer("", Span(wanted.at, wanted.to), ("chosen",)))
    spoken = kept.shown.language or language
    return draw(
        text, layers, kept.window, language=spoken, direction=kept.shown.direction, begins=begins, length=length
    )


def _counted(cited: int, drawn: DrawnText | None) -> str:
    shown = drawn.drawn if drawn else 0
    return f"{cited} span{'' if cited == 1 else 's'} cite this text, {shown} of them drawn in this window"


def _layers(place: CitedPlace, selected: str) -> list[Layer]:
    key = place.key
    return [Layer(key, span, ("hl-here",) if key == selected else ("hl-other",)) for span in place.spans]


def read_wanted(query: QueryDict) -> Wanted:
    """What is no number there counts as not said."""
    return Wanted(
        at=_number(query.get("at", "")) or 0,
        to=_number(query.get("to", "")),
        artifact=query.get("artifact", "").replace("\0", ""),
        span=query.get("span", ""),
        beside=query.get("beside") == BESIDE,
    )


def _number(written: str) -> int | None:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 12 else None


@require_safe
def source(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_source(reader_of(request), public_id, read_wanted(request.GET))
    fragments = {"source-text": "inspector/_source_text.html"}
    return page_or_fragment(request, "inspector/source.html", fragments, {"page": page})
