"""A version of a source: a window of its text with every cited span, its versions, its digests, what cites it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.drawing import DrawnText, Layer, draw
from inspector.pages.evidence_view import WithheldPanel
from inspector.pages.lifecycle_reading import Standing, read_life_page
from inspector.pages.source_beside import Beside, read_beside, why_not_beside
from inspector.pages.source_downloads import Download, downloads_of
from inspector.pages.source_facts import Citing, Stages, citing_of, facts_of, stages_of
from inspector.pages.source_locator import Locator, locator_of
from inspector.pages.source_pages import PageView, Paging, read_page, read_paging
from inspector.pages.source_reading import ReadingReport, Recognized, recognized_of, report_of
from inspector.pages.source_runs import Processing, read_newest_found, read_processing
from inspector.pages.source_spans import CitedPlace, read_places
from inspector.pages.source_text import WINDOW, Kept, find_shown, read_kept
from inspector.pages.source_versions import EventLine, VersionLink, events_of, links_of
from inspector.pages.veiling import find_why, open_version
from inspector.pages.withheld_rows import find_panel
from inspector.readers import reader_of
from lineage.access import Reader
from lineage.extractions import find_extraction
from lineage.text.span import Span
from lineage.version_history import read_history

MAXIMUM_CITING = 200
BESIDE = "normalized"
RUNNING = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an address asks for: a place, an artifact's key, a cited span, the end of a range, both texts at once.

    `page` is one of a version that has pages; `running` shows its text without them.
    """

    at: int = 0
    to: int | None = None
    page: int | None = None
    running: bool = False
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
    events: tuple[EventLine, ...]
    versions: tuple[VersionLink, ...]
    stages: Stages
    report: ReadingReport | None
    recognized: tuple[Recognized, ...]
    downloads: tuple[Download, ...]
    drawn: DrawnText | None
    paged: PageView | None
    pages_url: str
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
    withheld: WithheldPanel | None
    life: Standing

    @property
    def is_withheld(self) -> bool:
        """Whether there are no words of the version for the reader: then what is known of them is not counted here."""
        return self.withheld is not None and not self.withheld.is_read


def read_source(
    reader: Reader, public_id: str, wanted: Wanted, written: str = "", errors: Mapping[str, str] | None = None
) -> SourcePage:
    """One version with the text of one of its artifacts around a place. Raises NotVisible.

    A locator and the texts side by side read whole texts; neither is made unless the address asks for it. `written`
    and `errors` belong to the form of a new version that came back.
    """
    version = open_version(reader, public_id)
    artifacts, shown = find_shown(reader, version, wanted.artifact)
    extraction = find_extraction(version.pk) if find_why(reader, version) is None else None
    laid_out = read_paging(extraction, shown, wanted.page, wanted.at)
    paging = None if wanted.running or wanted.beside else laid_out
    kept = read_kept(version, artifacts, shown, wanted.at, paging.span if paging else None)
    places = read_places(reader, shown) if kept.stretch.length else ()
    drawn = _drawn(kept, version.source.language, places, wanted)
    url = reverse("source", args=[public_id])
    base = _base(url, wanted, shown, laid_out)
    beside = read_beside(reader, version, artifacts, wanted.at) if wanted.beside else None
    previous, following = _neighbours(kept, base) if beside is None else _windows(beside, url)
    history = read_history(reader, version.source_id)
    return SourcePage(
        public_id=public_id,
        title=version.title or version.source.key,
        source=version.source.key,
        version=version.version,
        url=url,
        live_url=reverse("live_source", args=[public_id]),
        facts=facts_of(version),
        events=events_of(history),
        versions=links_of(history, version),
        stages=stages_of(artifacts, shown, url),
        report=report_of(extraction),
        recognized=recognized_of(artifacts),
        downloads=downloads_of(version, shown) if find_why(reader, version) is None else (),
        drawn=drawn,
        paged=read_page(reader, version, paging, url, places, wanted.span) if paging and drawn else None,
        pages_url=f"{url}?page={laid_out.page.number}" if laid_out and not paging else "",
        why_not=kept.why_not,
        look=shown.origin if shown else "",
        previous_url=previous,
        following_url=following,
        artifact=wanted.artifact if wanted.artifact and shown else "",
        citing=_citing(reader, places[:MAXIMUM_CITING], kept.window, base, wanted.span, laid_out),
        citing_total=len(places),
        counted=_counted(len(places), drawn, "on this page" if paging else "in this window"),
        address=version.uri,
        locator=locator_of(version, shown, wanted.at, wanted.to) if wanted.to is not None else None,
        beside=beside,
        beside_url=f"{url}?{urlencode({'beside': BESIDE, 'at': wanted.at})}",
        why_not_beside=why_not_beside(artifacts),
        processing=read_processing(reader, version, written, errors),
        withheld=find_panel(reader, version),
        life=read_life_page(reader, version),
    )


def _base(url: str, wanted: Wanted, shown: Any | None, laid_out: Paging | None) -> str:
    """The address of another place in the text that is shown, as it is shown; still without the place."""
    kept = {"artifact": shown.key} if wanted.artifact and shown else {}
    kept |= {"view": RUNNING} if wanted.running and laid_out else {}
    return f"{url}?{urlencode(kept)}&" if kept else f"{url}?"


def _citing(
    reader: Reader, listed: tuple[CitedPlace, ...], window: Span, base: str, selected: str, laid_out: Paging | None
) -> tuple[Citing, ...]:
    standing = read_newest_found(reader, [place.resolution["citation_id"] for place in listed]) if listed else {}
    return tuple(citing_of(place, window, base, selected, standing, laid_out) for place in listed)


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


def _counted(cited: int, drawn: DrawnText | None, where: str) -> str:
    shown = drawn.drawn if drawn else 0
    return f"{cited} span{'' if cited == 1 else 's'} cite this text, {shown} of them drawn {where}"


def _layers(place: CitedPlace, selected: str) -> list[Layer]:
    key = place.key
    return [Layer(key, span, ("hl-here",) if key == selected else ("hl-other",)) for span in place.spans]


def read_wanted(query: QueryDict) -> Wanted:
    """What is no number there counts as not said."""
    return Wanted(
        at=_number(query.get("at", "")) or 0,
        to=_number(query.get("to", "")),
        page=_number(query.get("page", "")),
        running=query.get("view") == RUNNING,
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
